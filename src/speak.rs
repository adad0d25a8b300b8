//! The protocol, for the manager that started the program; and a word for a person who did so by mistake.

use std::ffi::OsStr;
use std::io::{self, IsTerminal, Read};
use std::process::{self, ExitCode};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use clap::CommandFactory;
use tengen_protocol::Settings;

use crate::cli::Cli;
use crate::databases::FileDatabases;
use crate::files::temporary;
use crate::{output, random, weights};

/// For so many letters of a command one may be mistyped, two that were exchanged counted as one.
const LETTERS_A_SLIP: usize = 3;

/// Speaks the protocol until the manager ends it. `first` is the first argument.
pub(crate) fn run(first: Option<&OsStr>) -> ExitCode {
    let is_typed = io::stdin().is_terminal();
    let on_terminal = is_typed && io::stdout().is_terminal();
    let meant = first.and_then(|first| meant(&first.to_string_lossy()));
    if let (Some(given), Some(meant)) = (first, &meant) {
        output::complain(format_args!("no command \"{}\": did you mean {meant}?", given.display()));
    }
    if is_typed {
        if meant.is_some() {
            return ExitCode::from(output::ERROR_STATUS);
        }
        if on_terminal {
            output::complain(
                "waiting for the Gomocup protocol (START 15, then BEGIN); --help tells what else there is",
            );
        }
    }
    let (settings, others) = Settings::from_args(std::env::args_os().skip(1));
    let (weights_for, unusable) = match weights::load_from_args(others) {
        Ok(rules) => (rules, None),
        Err(error) if is_typed => return output::status(Err(error)),
        Err(error) => (Vec::new(), Some(error)),
    };
    let fault = unusable.as_ref().map(|error| format!("{error:#}"));
    let heard = Arc::new(AtomicBool::new(false));
    let input = Ear { input: io::stdin(), heard: Arc::clone(&heard) };
    let databases = Arc::new(FileDatabases::default());
    let settings = Settings { databases: Some(databases), seed: random::lot(), weights_for, fault, ..settings };
    let result = tengen_protocol::run_or_leave(input, io::stdout(), settings, leave);
    let is_script = result.is_ok() && !heard.load(Relaxed);
    match (result, unusable) {
        // A mistyped command in a script, where nobody speaks.
        _ if is_script && meant.is_some() => ExitCode::from(output::ERROR_STATUS),
        (Ok(()), None) => ExitCode::SUCCESS,
        (Ok(()), Some(error)) if is_script => output::status(Err(error)),
        // What could be said to the manager was said, and it must not hear of it on another stream.
        _ => ExitCode::FAILURE,
    }
}

/// Ends the program as `END` does, while the conversation stands in something that does not end.
fn leave() {
    temporary::give_up();
    process::exit(0)
}

/// The command that a word was meant to be, if it is nearly one.
fn meant(word: &str) -> Option<String> {
    let word = word.to_ascii_lowercase();
    let command = Cli::command();
    let names = command.get_subcommands().map(|command| command.get_name().to_string());
    let near = names.map(|name| (strsim::damerau_levenshtein(&word, &name), name));
    let close = near.filter(|(slips, name)| *slips <= name.len() / LETTERS_A_SLIP);
    close.min().map(|(_, name)| name)
}

/// An input that notes whether anything came.
struct Ear<R> {
    input: R,
    heard: Arc<AtomicBool>,
}

impl<R: Read> Read for Ear<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(buffer)?;
        self.heard.fetch_or(count > 0, Relaxed);
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_told_from_arguments_of_managers() {
        let check = |word: &str, command: Option<&str>| assert_eq!(meant(word).as_deref(), command, "{word}");
        check("anaylze", Some("analyze"));
        check("analyse", Some("analyze"));
        check("Match", Some("match"));
        check("sovle", Some("solve"));
        check("perf", Some("perft"));
        check("selfpaly", Some("selfplay"));
        for other in
            ["", "x", "--coords", "--force-utf8", "-help", "15", "pbrain.ini", "brains", "C:\\guides\\x", "log"]
        {
            check(other, None);
        }
    }
}
