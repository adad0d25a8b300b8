//! The executable: the protocol when a game manager starts it, a subcommand when a person asks for one.

mod analyze;
mod arena;
mod cli;
mod count;
mod dataset;
mod doctor;
mod gauge;
mod guide;
mod harvest;
mod jiu;
mod opening;
mod ordered;
mod output;
mod position;
mod process;
mod progress;
mod relabel;
mod selfplay;
mod shard;
mod sheet;
mod solve;
mod speak;
mod statistics;
mod suite;
mod thinker;
mod train;
mod tune;
mod units;
mod validate;
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
            output::write(progress::wrapped(&text));
            return end(Ok(()));
        }
    };
    end(match command {
        cli::Command::Analyze(args) => analyze::run(&args),
        cli::Command::Solve(args) => return solve::run(&args),
        cli::Command::Suite(args) => suite::run(&args),
        cli::Command::Doctor(args) => doctor::run(&args),
        cli::Command::Match(args) => arena::run(&args),
        cli::Command::Opening(args) => opening::run(&args),
        cli::Command::Openings(args) => opening::table::run(&args),
        cli::Command::Sheet(args) => sheet::run(&args),
        cli::Command::Guide(args) => guide::run(&args),
        cli::Command::Selfplay(args) => harvest::run(&args),
        cli::Command::Relabel(args) => relabel::run(&args),
        cli::Command::Validate(args) => validate::run(&args),
        cli::Command::Train(args) => train::run(&args),
        cli::Command::Tune(args) => tune::run(&args),
        cli::Command::Count(args) => count::run(&args),
        cli::Command::Bench(args) => gauge::bench(&args),
        cli::Command::Perft(args) => gauge::count(&args),
        cli::Command::Speed(args) => gauge::speed(&args),
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
