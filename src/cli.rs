//! The command line as types: what can be said, with the help that is printed about it. Nothing here acts.

mod bench;
mod board;
mod convert;
mod count;
mod db;
mod doctor;
mod engine;
mod guide;
mod jiu;
mod matches;
mod opening;
mod rule;
mod sheet;
mod study;
mod suite;
mod tournament;
mod training;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use tengen_engine::engine::Options;
use tengen_engine::point::{BoardSize, Rows};

use crate::files::STANDARD;
use crate::units;

pub(crate) use bench::{BenchArgs, PerftArgs, SpeedArgs};
pub(crate) use board::BoardArgs;
pub(crate) use convert::ConvertArgs;
pub(crate) use count::{AutoDead, CountArgs, DeadProperty, HistoryArgs, MethodArg};
pub(crate) use db::{
    CheckArgs, DbArgs, DbCommand, EditArgs, ExportArgs, GrowArgs, ImportArgs, MergeArgs, QueryArgs, SearchArgs,
    StatsArgs,
};
pub(crate) use doctor::DoctorArgs;
pub(crate) use engine::{ChooserArg, PerEngine};
pub(crate) use guide::{GuideArgs, Page};
pub(crate) use jiu::{
    FitArgs, GateArg, JiuArgs, JiuCommand, JiuLimitArgs, JiuMatchArgs, JiuPerftArgs, JiuPlayArgs, JiuPositionArgs,
    JiuRulesArgs, PlayerSpec, ServeArgs, ShowArgs,
};
pub(crate) use matches::{MatchArgs, OpeningFormat};
pub(crate) use opening::{OpeningArgs, OpeningRuleArg, OpeningsArgs, SameArg, TrialArgs, with_ten_after_swap};
pub(crate) use rule::{RuleParser, parse_rule};
pub(crate) use sheet::SheetArgs;
pub(crate) use study::{AnalyzeArgs, PositionArgs, REVIEW_TIME, ReviewArgs, SolveArgs, Way};
pub(crate) use suite::{SuiteArgs, SuiteWay};
pub(crate) use tournament::{ColorOrder, PointScale, RoundForm, Tournament};
pub(crate) use training::{PlayArgs, RelabelArgs, SelfplayArgs, TrainArgs, TuneArgs, ValidateArgs};

const HELP: &str = "\
Examples:
  pbrain-tengen analyze --rule renju h8i9g7     what is best after these moves?
  pbrain-tengen solve h8i9h9h7g8j8i8f8g9i7      is there a forced win?
  pbrain-tengen review game.sgf -o report.html  where were the mistakes?
  pbrain-tengen doctor ./pbrain-mine            does it speak the protocol well?
  pbrain-tengen match --help                    which engine is the stronger?
  pbrain-tengen guide load                      how to load it in Piskvork

Every command explains itself with --help. Nothing is coloured where NO_COLOR is set.";

/// A Gomoku and Renju engine.
///
/// Without arguments, or with any that are not listed here, it speaks the Gomocup protocol on its standard input and
/// output: that is how game managers such as Piskvork and Yixin-Board start it. There it knows two options: --coords yx (row
/// first) or xy, where the manager is not recognised by itself (auto), and --weights FILE, to try weights that `train` wrote.
#[derive(Parser, Debug)]
#[command(name = "pbrain-tengen", version, max_term_width = 110, after_help = HELP)]
pub(crate) struct Cli {
    /// What to do instead of speaking the protocol.
    #[command(subcommand)]
    pub command: Command,
}

/// What can be done instead of speaking the protocol.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Opens a page in the browser to play and analyse on, served to this machine alone
    Board(BoardArgs),
    /// Thinks about a position and shows the board, the best moves and what they are worth
    Analyze(AnalyzeArgs),
    /// Looks for a forced win and shows it move by move
    Solve(SolveArgs),
    /// Searches every position of games and names the mistakes, on the terminal and as a page for a browser
    Review(ReviewArgs),
    /// Solves a file of positions and says which moves were right
    Suite(SuiteArgs),
    /// Plays engines against each other and says which is the stronger one
    Match(Box<MatchArgs>),
    /// Walks through an opening in which colours are chosen: who is to do what, and what is against the rule
    Opening(OpeningArgs),
    /// Shows the 26 openings of Renju and what they are worth, searches that anew, or makes even openings for matches
    Openings(OpeningsArgs),
    /// Keeps what is known of positions in one file: from libraries and databases, by hand, and by searching overnight
    Db(DbArgs),
    /// Plays games against itself under opening rules and shows whether its choices are even
    Trial(TrialArgs),
    /// Makes a score sheet of a game, or an empty form, to print on one page
    Sheet(SheetArgs),
    /// Examines how well an engine speaks the Gomocup protocol, and which managers would stumble over it
    Doctor(DoctorArgs),
    /// Converts records and libraries from one format of files to another
    Convert(Box<ConvertArgs>),
    /// Prints a page to read: how to load the engine, to analyse, to hold tournaments, to measure, and more
    Guide(GuideArgs),
    /// Plays games against itself and writes them to a file, to train on
    Selfplay(SelfplayArgs),
    /// Searches positions of such games deeper, to train on and to judge weights by
    Relabel(RelabelArgs),
    /// Judges weights of the evaluation by positions with labels of deep searches
    Validate(ValidateArgs),
    /// Fits the weights of the evaluation to games of self-play
    Train(TrainArgs),
    /// Looks for better numbers of the search, on games against itself
    Tune(TuneArgs),
    /// Counts a finished game of Go by living stones and shows that the old shortcuts agree
    Count(Box<CountArgs>),
    /// Searches fixed positions; the number of nodes is the signature of the search
    Bench(BenchArgs),
    /// Counts the leaves of the tree of all legal play, to compare one implementation of the rules with another
    Perft(PerftArgs),
    /// Measures how long the parts of the search take
    Speed(SpeedArgs),
    /// Jiu, the Tibetan game of placing and moving: records, its rules, and an engine that plays it
    Jiu(JiuArgs),
}

/// The words that leave the protocol when they come first on the command line.
pub(crate) const WORDS: [&str; 29] = [
    "board",
    "analyze",
    "solve",
    "review",
    "suite",
    "match",
    "opening",
    "openings",
    "db",
    "trial",
    "sheet",
    "doctor",
    "convert",
    "guide",
    "selfplay",
    "relabel",
    "validate",
    "train",
    "tune",
    "count",
    "bench",
    "perft",
    "speed",
    "jiu",
    "help",
    "-h",
    "--help",
    "-V",
    "--version",
];

/// The largest transposition table that can be asked for, in bytes.
const MOST_HASH_BYTES: u64 = 1 << 40;

/// The most that is done at the same time: more would be a mistake on any machine.
const MOST_AT_ONCE: usize = 1024;

/// By which weights positions are judged.
#[derive(Args, Debug)]
pub(crate) struct WeightsArgs {
    /// Judge positions by these weights, as train writes them, and not by those that are built in
    #[arg(long, value_name = "FILE", help_heading = "Evaluation")]
    pub weights: Vec<PathBuf>,
}

/// What an engine may use.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct EngineArgs {
    /// Threads that search together
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parse_threads)]
    pub threads: usize,
    /// Memory for what was already seen
    #[arg(long, value_name = "BYTES", default_value = "128M", value_parser = parse_hash)]
    pub hash: usize,
}

impl EngineArgs {
    /// The same for an engine.
    pub(crate) fn options(self) -> Options {
        Options { hash_bytes: self.hash, threads: self.threads, ..Options::default() }
    }
}

/// Where row 1 is.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum RowsArg {
    /// a1 is the upper left corner, as the Gomocup judge and c-gomoku-cli count
    Top,
    /// a1 is the lower left corner, as books and Yixin-Board count
    #[default]
    Bottom,
}

impl From<RowsArg> for Rows {
    fn from(rows: RowsArg) -> Rows {
        match rows {
            RowsArg::Top => Rows::FromTop,
            RowsArg::Bottom => Rows::FromBottom,
        }
    }
}

/// Where something is written: a file, or none for the standard output. Under this name it is to clap a value like others, and
/// not one that may be missing.
type OutputPath = Option<PathBuf>;

fn output_path() -> impl TypedValueParser<Value = OutputPath> {
    PathBufValueParser::new().map(|path| Some(path).filter(|path| path != Path::new(STANDARD)))
}

pub(crate) fn parse_size(text: &str) -> Result<BoardSize, String> {
    units::board_size(text).map_err(|error| error.to_string())
}

fn parse_time(text: &str) -> Result<Duration, String> {
    units::duration(text).map_err(|error| error.to_string())
}

fn parse_plies(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| "that is no number of plies".to_string())
}

/// How many of the threads of an engine.
fn parse_threads(text: &str) -> Result<usize, String> {
    let threads = text.parse().ok().filter(|threads| (1..=Options::MAX_THREADS).contains(threads));
    threads.ok_or_else(|| format!("there may be 1 to {} threads", Options::MAX_THREADS))
}

/// How much is done at the same time, each by a thread or by processes of its own.
fn parse_concurrency(text: &str) -> Result<NonZeroUsize, String> {
    let number = text.parse().ok().filter(|number: &NonZeroUsize| number.get() <= MOST_AT_ONCE);
    number.ok_or_else(|| format!("there may be 1 to {MOST_AT_ONCE} at the same time"))
}

/// The memory of a transposition table.
fn parse_hash(text: &str) -> Result<usize, String> {
    let bytes = units::bytes(text).map_err(|error| error.to_string())?;
    match (Options::MIN_HASH_BYTES as u64..=MOST_HASH_BYTES).contains(&bytes) {
        true => addressable(bytes),
        false => Err("it goes from 1M to 1024G".to_string()),
    }
}

fn parse_bytes(text: &str) -> Result<usize, String> {
    addressable(units::bytes(text).map_err(|error| error.to_string())?)
}

/// A number of bytes that a program of 32 bits may not be able to have.
fn addressable(bytes: u64) -> Result<usize, String> {
    usize::try_from(bytes).map_err(|_| "that is more than this machine can address".to_string())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;
    use clap::error::ErrorKind;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
        for command in Cli::command().get_subcommands() {
            assert!(WORDS.contains(&command.get_name()), "{} would be taken for the protocol", command.get_name());
        }
        // And no word is kept from the protocol that leads nowhere.
        for word in WORDS {
            let strange = Cli::try_parse_from(["pbrain-tengen", word]).err().map(|error| error.kind());
            assert!(
                strange != Some(ErrorKind::InvalidSubcommand) && strange != Some(ErrorKind::UnknownArgument),
                "{word}"
            );
        }
    }

    /// The texts after the options of a command and of all below it, each with the name of its command.
    fn texts_after_options(command: &clap::Command) -> Vec<(String, String)> {
        let own = command.get_after_help().map(|text| (command.get_name().to_string(), text.to_string()));
        own.into_iter().chain(command.get_subcommands().flat_map(texts_after_options)).collect()
    }

    #[test]
    fn texts_are_broken_by_the_terminal_alone_and_examples_can_be_pasted() {
        let is_prose = |line: &str| !line.is_empty() && !line.starts_with(' ');
        let all = texts_after_options(&Cli::command());
        assert!(all.len() > 15, "{all:?}");
        for (name, text) in &all {
            let mut before = "";
            for line in text.lines() {
                assert!(!is_prose(before) || !is_prose(line), "{name}: a paragraph is broken before \"{line}\"");
                // What an example is about is a sentence too, and no row of a table.
                let widest = if line.ends_with(':') { 100 } else { 80 };
                assert!(is_prose(line) || line.chars().count() <= widest, "{name}: {line}");
                // What an example is for may stand behind it.
                let example = line.trim_start().split("  ").next().unwrap_or_default();
                let indented = line.len() - line.trim_start().len();
                let is_example = example.starts_with("pbrain-tengen") || before.ends_with('\\');
                let columns = indented + example.chars().count();
                assert!(is_prose(line) || !is_example || columns <= 76, "{name}: {line}");
                before = line;
            }
        }
    }

    #[test]
    fn that_there_must_be_one_at_least_is_said_in_words() {
        for line in [
            "match -e a --concurrency 0",
            "match -e a --max-moves 0",
            "trial rif --games 0",
            "trial rif --nodes 0",
            "trial rif --threads 0",
            "jiu fit --games 0 x",
            "jiu fit --nodes 0 x",
            "jiu match --concurrency 0",
            "jiu serve --depth 0",
            "relabel --threads 0 -o x y",
            "relabel --nodes 0 -o x y",
            "validate --nodes 0 x",
            "validate --nodes 9 --threads 0 x",
            "train --rule renju --threads 0 -o x y",
            "openings --make --even --threads 0",
            "openings --make --even --count 0",
            "analyze --depth 0 h8",
            "analyze --lines 0 h8",
            "suite --nodes 0 x",
            "convert --game 0 x y",
            "bench --depth 0",
        ] {
            let words = ["pbrain-tengen"].into_iter().chain(line.split(' '));
            let error = Cli::try_parse_from(words).expect_err(line).to_string();
            let is_plain = error.contains("invalid value '0' for") && error.contains(": it is no number above 0");
            assert!(is_plain || line.contains("threads") || line.contains("concurrency"), "{line}: {error}");
        }
    }

    #[test]
    fn what_is_done_at_the_same_time_has_one_bound_for_every_command() {
        for line in [
            "match -e a --concurrency",
            "trial rif --threads",
            "jiu fit x --concurrency",
            "jiu match --concurrency",
            "selfplay x --threads",
            "tune x --threads",
            "relabel -o x y --threads",
            "validate --nodes 9 x --threads",
            "train --rule renju -o x y --threads",
            "openings --make --even --threads",
            "doctor --jobs",
        ] {
            let parse =
                |number| Cli::try_parse_from(["pbrain-tengen"].into_iter().chain(line.split(' ')).chain([number]));
            assert!(parse("1024").is_ok(), "{line}");
            let error = parse("1025").expect_err(line).to_string();
            assert!(error.contains("there may be 1 to 1024 at the same time"), "{line}: {error}");
        }
    }

    #[test]
    fn an_option_has_one_name_for_every_command() {
        for line in [
            "selfplay -r renju -s 15 -n 9 --concurrency 2 x",
            "tune -r renju -s 15 -n 9 --concurrency 2 x",
            "trial rif -n 9 --concurrency 2",
            "match -e a -e b -r renju -s 15 --threads 2",
            "jiu match --threads 2",
            "jiu fit --threads 2 x",
            "openings --make --even -r renju -s 15",
            "openings --make --even --concurrency 2",
            "relabel -n 9 -o x y --concurrency 2",
            "validate -n 9 x --concurrency 2",
            "doctor --concurrency 2",
            "doctor --threads 2",
        ] {
            let words = ["pbrain-tengen"].into_iter().chain(line.split(' '));
            assert!(Cli::try_parse_from(words).is_ok(), "{line}");
        }
    }
}
