//! The executable: the protocol when a game manager starts it, a subcommand when a person asks for one.

mod arena;
mod cli;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    // Managers pass arguments of their own. Whatever is not one of our words must not keep them from being answered,
    // and must not cost the time of reading a command line.
    let first = std::env::args_os().nth(1);
    if !cli::WORDS.iter().any(|word| first.as_deref() == Some(word.as_ref())) {
        return speak();
    }
    let result = match cli::Cli::parse().command {
        cli::Command::Match(args) => arena::run(&args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Speaks the protocol until the manager ends it.
fn speak() -> ExitCode {
    // The conversation itself is the business of the protocol crate, which does not hold one yet.
    ExitCode::FAILURE
}
