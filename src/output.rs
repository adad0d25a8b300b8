//! What commands say on the standard output, and on the standard error. That the standard output cannot be written, also because
//! nobody reads it any more, is told once, at the end: work whose result is a file is not left undone for it. Long work whose
//! result is what it says [asks](check).

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::OnceLock;

use anyhow::{Error, Result, anyhow};
use tengen_protocol::stream::{patiently, write_whole};

/// The status of an answer that is no.
const NO_STATUS: u8 = 1;
/// The status after an error where 1 is an answer, and of a command line that cannot be read, as clap has it.
pub(crate) const ERROR_STATUS: u8 = 2;

/// What a command came to whose status tells it.
pub(crate) enum CommandAnswer {
    /// What was asked for is so.
    Yes,
    /// It is not, and why, where that is told apart from what was said.
    No(Option<Error>),
}

/// The first reason for which something could not be written to the standard output.
static FAILURE: OnceLock<io::Error> = OnceLock::new();

/// Says a line, formatted as by [`format!`].
macro_rules! say {
    ($($line:tt)*) => {
        $crate::output::write(format_args!("{}\n", format_args!($($line)*)))
    };
}
pub(crate) use say;

/// Writes text to the standard output.
pub(crate) fn write(text: impl Display) {
    write_bytes(text.to_string().as_bytes());
}

/// Writes bytes to the standard output.
pub(crate) fn write_bytes(bytes: &[u8]) {
    note(write_whole(&mut io::stdout().lock(), bytes));
}

/// Takes note of how writing to the standard output went.
pub(crate) fn note(result: io::Result<()>) {
    if let Err(error) = result {
        // Only the first failure is told; others follow from it.
        let _ = FAILURE.set(error);
    }
}

/// Whether colours are seen where the standard output goes, and wanted.
pub(crate) fn is_colored() -> bool {
    static IS_COLORED: OnceLock<bool> = OnceLock::new();
    *IS_COLORED.get_or_init(|| {
        let is_plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let is_dumb = std::env::var_os("TERM").is_some_and(|name| name == "dumb");
        // A console of Windows must be asked to show them, but is asked for both streams: where one of them goes to a file, there
        // are no colours. Its other terminals cannot be asked, and say what they are.
        let shows = || anstyle_query::windows::enable_ansi_colors().unwrap_or(true);
        let is_seen = || shows() || anstyle_query::term_supports_ansi_color();
        io::stdout().is_terminal() && !is_plain && !is_dumb && is_seen()
    })
}

/// Whether a letter is only shown by a terminal, and does not steer it nor turn the letters after it around.
pub(crate) fn is_plain(letter: char) -> bool {
    !letter.is_control() && !matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A text of somebody else as a terminal may get it: what is not [plain](is_plain) is shown by its number. Lines and tabs stay.
pub(crate) fn plain(text: impl Display) -> String {
    let mut shown = String::new();
    for letter in text.to_string().chars() {
        match is_plain(letter) || matches!(letter, '\n' | '\t') {
            true => shown.push(letter),
            false => shown.extend(letter.escape_unicode()),
        }
    }
    shown
}

/// The status of a command that answers. What went wrong is told, why the answer is no, and that not all could be written.
pub(crate) fn status(answer: Result<CommandAnswer>) -> ExitCode {
    let (why, status, unwritten) = match answer {
        Ok(CommandAnswer::Yes) => (None, 0, finish().err()),
        Ok(CommandAnswer::No(why)) => (why, NO_STATUS, finish().err()),
        Err(error) => (Some(error), ERROR_STATUS, None),
    };
    why.iter().chain(&unwritten).for_each(complain_of);
    ExitCode::from(if unwritten.is_some() { ERROR_STATUS } else { status })
}

/// Whether all that was said could be written.
pub(crate) fn finish() -> Result<()> {
    note(patiently(|| io::stdout().flush()));
    check()
}

/// Whether all that was said so far could be written.
pub(crate) fn check() -> Result<()> {
    match FAILURE.get() {
        Some(error) => Err(anyhow!("cannot write to the standard output: {error}")),
        None => Ok(()),
    }
}

/// Writes a line to the standard error, if that is possible: without colours, for it may quote anything.
pub(crate) fn complain(line: impl Display) {
    // There is nowhere to tell that this cannot be written.
    let _ = write_whole(&mut io::stderr().lock(), (plain(line) + "\n").as_bytes());
}

/// Says what went wrong, and why.
pub(crate) fn complain_of(error: &Error) {
    complain(format_args!("error: {error:#}"));
}

/// Says what was passed over in a file and what is strange in it, in one line: the first of it, and how much more there
/// was.
pub(crate) fn warn(name: &str, first: Option<&impl Display>, count: usize) {
    let Some(first) = first else { return };
    let more = match count.saturating_sub(1) {
        0 => String::new(),
        more => format!(" (and {more} more)"),
    };
    complain(format_args!("warning: {name}: {first}{more}"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_steer_a_terminal_is_shown_by_its_number() {
        for (text, shown) in [
            ("五子棋 e\u{301}\tb\nc", "五子棋 e\u{301}\tb\nc"),
            ("a\x1b[31mb\x07", "a\\u{1b}[31mb\\u{7}"),
            ("a\rb\x7f\u{9b}31m", "a\\u{d}b\\u{7f}\\u{9b}31m"),
            ("a\u{202e}b\u{2066}", "a\\u{202e}b\\u{2066}"),
        ] {
            assert_eq!(plain(text), shown);
        }
    }
}
