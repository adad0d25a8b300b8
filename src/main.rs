//! The executable: the protocol when a game manager starts it, a subcommand when a person asks for one.

mod bench;
mod cli;
mod count;
mod doctor;
mod guide;
mod jiu;
mod matches;
mod opening;
mod output;
mod position;
mod process;
mod progress;
mod shard;
mod sheet;
mod speak;
mod statistics;
mod study;
mod terminal;
mod training;
mod units;
mod weights;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    // Managers pass arguments of their own. Whatever is not one of our words must not keep them from being answered,
    // and must not cost the time of reading a command line.
    let first = std::env::args_os().nth(1);
    if !cli::WORDS.iter().any(|word| first.as_deref() == Some(word.as_ref())) {
        return speak::run(first.as_deref());
    }
    let command = match cli::Cli::try_parse() {
        Ok(cli) => cli.command,
        Err(error) if error.use_stderr() => error.exit(),
        // Help and the version are no errors, but for their place in the types.
        Err(help) => {
            let text = help.render();
            let text = if output::is_colored() { text.ansi().to_string() } else { text.to_string() };
            output::write(terminal::wrapped(&text));
            return end(Ok(()));
        }
    };
    end(match command {
        cli::Command::Analyze(args) => study::analyze::run(&args),
        cli::Command::Solve(args) => return study::solve::run(&args),
        cli::Command::Suite(args) => study::suite::run(&args),
        cli::Command::Doctor(args) => doctor::run(&args),
        cli::Command::Match(args) => matches::run(&args),
        cli::Command::Opening(args) => opening::run(&args),
        cli::Command::Openings(args) => opening::table::run(&args),
        cli::Command::Sheet(args) => sheet::run(&args),
        cli::Command::Guide(args) => guide::run(&args),
        cli::Command::Selfplay(args) => training::datagen::run(&args),
        cli::Command::Relabel(args) => training::relabel::run(&args),
        cli::Command::Validate(args) => training::validate::run(&args),
        cli::Command::Train(args) => training::train::run(&args),
        cli::Command::Tune(args) => training::tune::run(&args),
        cli::Command::Count(args) => count::run(&args),
        cli::Command::Bench(args) => bench::bench(&args),
        cli::Command::Perft(args) => bench::count(&args),
        cli::Command::Speed(args) => bench::speed(&args),
        cli::Command::Jiu(args) => jiu::run(&args),
    })
}

/// Says what went wrong, if anything did, and tells the status of the process.
fn end(result: anyhow::Result<()>) -> ExitCode {
    match result.and_then(|()| output::finish()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            output::complain(format_args!("error: {error:#}"));
            ExitCode::FAILURE
        }
    }
}
