//! The executable: the protocol when a game manager starts it, a subcommand when a person asks for one.

mod analyze;
mod arena;
mod cli;
mod doctor;
mod gauge;
mod guide;
mod harvest;
mod opening;
mod output;
mod position;
mod process;
mod progress;
mod selfplay;
mod sheet;
mod solve;
mod suite;
mod thinker;
mod train;
mod tune;
mod units;

use std::process::ExitCode;

use clap::Parser;
use tengen_protocol::Settings;

fn main() -> ExitCode {
    // Managers pass arguments of their own. Whatever is not one of our words must not keep them from being answered,
    // and must not cost the time of reading a command line.
    let first = std::env::args_os().nth(1);
    if !cli::WORDS.iter().any(|word| first.as_deref() == Some(word.as_ref())) {
        return speak();
    }
    let result = match cli::Cli::parse().command {
        cli::Command::Analyze(args) => analyze::run(&args),
        cli::Command::Solve(args) => solve::run(&args),
        cli::Command::Suite(args) => suite::run(&args),
        cli::Command::Doctor(args) => doctor::run(&args),
        cli::Command::Match(args) => arena::run(&args),
        cli::Command::Opening(args) => opening::run(&args),
        cli::Command::Openings(args) => opening::table::run(&args),
        cli::Command::Sheet(args) => sheet::run(&args),
        cli::Command::Guide(args) => guide::run(&args),
        cli::Command::Selfplay(args) => harvest::run(&args),
        cli::Command::Train(args) => train::run(&args),
        cli::Command::Tune(args) => tune::run(&args),
        cli::Command::Bench(args) => gauge::bench(&args),
        cli::Command::Perft(args) => gauge::count(&args),
        cli::Command::Speed(args) => gauge::speed(&args),
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
    // Paths among the arguments need not be text.
    let args = std::env::args_os().skip(1).map(|arg| arg.to_string_lossy().into_owned());
    let settings = Settings::from_args(args);
    match tengen_protocol::run(std::io::stdin(), std::io::stdout(), settings) {
        Ok(()) => ExitCode::SUCCESS,
        // Nothing can be said to a manager any more, and it must not hear of it on another stream.
        Err(_) => ExitCode::FAILURE,
    }
}
