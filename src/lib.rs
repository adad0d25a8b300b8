//! The program: the protocol when a game manager starts it, a subcommand when a person asks for one.
//!
//! # The map
//!
//! Every module uses only modules listed above it; a test reads this list and fails when one imports upwards. After each
//! stands what it must never know.
//!
//! Means: what every command may use.
//! - [`units`]: times and sizes as people write them. Never knows what they limit.
//! - [`terms`]: overtime, and when an engine gives up, as text. Never knows which engine.
//! - [`shard`]: one of so many runs that share work. Never knows what the work is.
//! - [`game_numbers`]: which games of a file are meant. Never knows what is done with them.
//! - [`random`]: numbers by chance. Never knows what is drawn.
//! - [`statistics`]: results of games as numbers: Elo, pairs, the sequential test. Never knows who played.
//! - [`heap`]: the memory of the process where the system limits it. Never knows what is kept there.
//! - [`arguments`]: the words of the command line. Never knows what they mean.
//! - [`output`]: the standard output, and how an error is told. Never knows what is said.
//! - [`interrupt`]: Ctrl-C. Never knows what it ends.
//! - [`blocking`]: an engine that is waited for, and that Ctrl-C stops. Never knows what it is asked.
//! - [`files`]: files that are read and written whole, and whether they can be written. Never knows what they hold.
//! - [`line_file`]: files of lines that long runs add to. Never knows what they hold.
//! - [`report`]: pages for a browser. Never knows what they tell.
//! - [`terminal`]: lines shortened, and text cut and broken to the width of the terminal. Never knows what it says.
//! - [`progress`]: the display of a run that takes long. Never knows what is done.
//! - [`ordered`]: work shared by threads, its results in order. Never knows what the work is.
//! - [`process`]: another program, its lines and its end. Never knows what its lines mean.
//! - [`store`]: what is known of positions, in a file that no crash harms. Never knows what is asked of it.
//! - [`databases`]: databases and books for whoever asks by the name of a file. Never knows a word of the protocol.
//! - [`weights`]: files of weights for the evaluation. Never knows which command wants them.
//!
//! The command line, and the positions that it names.
//! - [`cli`]: what can be said, as types. Never knows what is done about it.
//! - [`position`]: positions from arguments, files and records, and their pictures. Never knows why they are asked for.
//! - [`object`]: positions in JSON. Never knows what was found out about them.
//! - [`actions`]: games in the notation of openings, to their end. Never knows why they are walked.
//! - [`problems`]: files of positions with what is right in each. Never knows who solves them.
//!
//! Commands: each in a module that no other command uses.
//! - [`study`]: `analyze`, `solve`, `review` and `suite`. Never knows a clock of a game, nor another engine.
//! - [`matches`](mod@matches): `match`, and `suite` with engines; openings that are built in lie in `tests/data/openings`.
//!   Never knows how an engine thinks: it is a process that speaks the protocol.
//! - [`doctor`]: what an engine gets wrong of the protocol. Never knows how strong it is.
//! - [`training`]: `selfplay`, `relabel`, `validate`, `train` and `tune`. Never knows the protocol.
//! - [`bench`](mod@bench): `bench`, `perft` and `speed`. Never knows what is done with the numbers.
//! - [`opening`]: openings in which colours are chosen, and games that show how well. Never knows another engine.
//! - [`db`]: a store of positions. Never knows the protocol.
//! - [`sheet`]: the score sheet of a game. Never knows who was stronger.
//! - [`board`]: the page to play and analyse on, and its server. Never knows what is said between page and engine.
//! - [`convert`]: `convert`. Never knows how a format is written, nor what is good to play.
//! - [`guide`]: pages to read. Never knows a position.
//! - [`jiu`]: the other game. Never knows a rule of Gomoku.
//! - [`count`]: finished games of Go. Never knows a rule of Gomoku.
//!
//! Without a command:
//! - [`speak`]: the protocol for whoever started the program. Never knows a subcommand but its name.

// The map is for who works on the program, whose documentation is built with all that is private.
#![allow(rustdoc::private_intra_doc_links)]

mod actions;
mod arguments;
mod bench;
mod blocking;
mod board;
mod cli;
mod convert;
mod count;
mod databases;
mod db;
mod doctor;
mod files;
mod game_numbers;
mod guide;
mod heap;
mod interrupt;
mod jiu;
mod line_file;
mod matches;
mod object;
mod opening;
mod ordered;
mod output;
mod position;
mod problems;
mod process;
mod progress;
mod random;
mod report;
mod shard;
mod sheet;
mod speak;
mod statistics;
mod store;
mod study;
mod terminal;
mod terms;
mod training;
mod units;
mod weights;

use std::process::ExitCode;

use clap::Parser;

/// Does what the command line says, and tells the status of the process.
#[must_use]
pub fn run() -> ExitCode {
    heap::share_arena();
    files::fail_at_the_longest();
    // Managers pass arguments of their own. Whatever is not one of our words must not keep them from being answered,
    // and must not cost the time of reading a command line.
    let first = std::env::args_os().nth(1);
    if !cli::WORDS.iter().any(|word| first.as_deref() == Some(word.as_ref())) {
        return speak::run(first.as_deref());
    }
    let command = match cli::Cli::try_parse_from(arguments::given()) {
        Ok(cli) => cli.command,
        Err(error) if error.use_stderr() => {
            output::complain(error.to_string().trim_end());
            return ExitCode::from(output::ERROR_STATUS);
        }
        // Help and the version are no errors, but for their place in the types.
        Err(help) => {
            let text = help.render();
            let text = if output::is_colored() { text.ansi().to_string() } else { text.to_string() };
            output::write(terminal::wrapped(&text));
            return end(Ok(()));
        }
    };
    end(match command {
        cli::Command::Board(args) => board::run(&args),
        cli::Command::Analyze(args) => study::analyze::run(&args),
        cli::Command::Solve(args) => return output::status(study::solve::run(&args)),
        cli::Command::Review(args) => study::review::run(&args),
        cli::Command::Suite(args) if args.engines.is_empty() => return output::status(study::suite::run(&args)),
        cli::Command::Suite(args) => return output::status(matches::turn::run(&args)),
        cli::Command::Doctor(args) => return output::status(doctor::run(&args)),
        cli::Command::Match(args) => return output::status(matches::run(&args)),
        cli::Command::Opening(args) => return output::status(opening::run(&args)),
        cli::Command::Openings(args) => opening::table::run(&args),
        cli::Command::Db(args) => db::run(&args),
        cli::Command::Trial(args) => opening::trial::run(&args),
        cli::Command::Sheet(args) => sheet::run(&args),
        cli::Command::Convert(args) => convert::run(&args),
        cli::Command::Guide(args) => guide::run(&args),
        cli::Command::Selfplay(args) => training::selfplay::run(&args),
        cli::Command::Relabel(args) => training::relabel::run(&args),
        cli::Command::Validate(args) => training::validate::run(&args),
        cli::Command::Train(args) => training::train::run(&args),
        cli::Command::Tune(args) => training::tune::run(&args),
        cli::Command::Count(args) => count::run(&args),
        cli::Command::Bench(args) => bench::bench(&args),
        cli::Command::Perft(args) => bench::perft(&args),
        cli::Command::Speed(args) => bench::speed(&args),
        cli::Command::Jiu(args) => jiu::run(&args),
    })
}

/// Says what went wrong, if anything did, and tells the status of the process.
fn end(result: anyhow::Result<()>) -> ExitCode {
    match result.and_then(|()| output::finish()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            output::complain_of(&error);
            ExitCode::FAILURE
        }
    }
}
