//! What `db` can be told: databases of positions in one file, and what goes into them and out of them.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use tengen_engine::charset::Charset;
use tengen_engine::database::{PositionEntry, PositionLabel};
use tengen_engine::point::BoardSize;
use tengen_engine::rule::RuleKind;

use crate::cli::convert::parse_charset;
use crate::cli::{EngineArgs, PositionArgs, RuleParser, WeightsArgs, parse_size, parse_time};

const HELP: &str = "\
Examples:
  pbrain-tengen db import openings.store rapfi.db
                            take in a database of another program
  pbrain-tengen db query openings.store --rule renju h8i9
                            what is known of it and of every move
  pbrain-tengen db export openings.store mine.db
                            for Rapfi and Yixin-Board
  pbrain-tengen db grow openings.store --rule renju --time 8h h8i9
                            search overnight where it matters most

A store is one file. What was reported as written stays written, whatever happens to the program or the machine.";

/// Options of `db`.
#[derive(Args, Debug)]
#[command(after_help = HELP)]
pub(crate) struct DbArgs {
    /// What to do with the store
    #[command(subcommand)]
    pub command: DbCommand,
}

/// What can be done with a store.
#[derive(Subcommand, Debug)]
pub(crate) enum DbCommand {
    /// Takes in databases, libraries and records of games; the store is made when there is none
    Import(ImportArgs),
    /// Writes the store as a database (.db), a library (.lib), a record with variations (.sgf) or a table (.csv)
    Export(ExportArgs),
    /// Takes in other stores
    Merge(MergeArgs),
    /// Tells how much is known
    Stats(StatsArgs),
    /// Looks for damage in the file of the store, at every page and every record; it may change the file: copy it first
    Check(CheckArgs),
    /// Shows what is known of a position and of every move
    Query(QueryArgs),
    /// Changes what is known of a position
    Edit(EditArgs),
    /// Lists positions, such as those that nobody has analysed yet
    Search(SearchArgs),
    /// Searches the most promising positions, one after the other, and writes down what is found
    Grow(GrowArgs),
}

/// Options of `db import`.
#[derive(Args, Debug)]
pub(crate) struct ImportArgs {
    /// The store, which is made when there is none, but not under the name of another format such as .db or .lib
    pub store: PathBuf,
    /// What to take in: databases of Yixin and Rapfi (.db), tables (.csv), and every kind of record that convert reads
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The rule of files that name none [default: renju for libraries, freestyle for others]
    #[arg(long, short, value_parser = RuleParser)]
    pub rule: Option<RuleKind>,
    /// Keep what can be read of a damaged file; without this nothing of it is imported
    #[arg(long)]
    pub salvage: bool,
    /// Character set of files that do not name one, or name UTF-8 falsely, such as gbk, big5, shift_jis or windows-1251
    /// [default: UTF-8, or else windows-1252; of .db and .csv files UTF-8, or else gbk, or else windows-1252]
    #[arg(long, value_name = "NAME", value_parser = parse_charset)]
    pub charset: Option<Charset>,
    /// Take in files once more that were imported before
    #[arg(long)]
    pub again: bool,
}

/// Options of `db export`.
#[derive(Args, Debug)]
pub(crate) struct ExportArgs {
    /// The store
    pub store: PathBuf,
    /// The file to write: its extension says what it becomes
    #[arg(value_name = "OUT")]
    pub out: PathBuf,
    /// Positions of this rule only, which a library or a record needs when the store has several
    #[arg(long, short, value_parser = RuleParser)]
    pub rule: Option<RuleKind>,
    /// Positions of this board only, likewise
    #[arg(long, short, value_parser = parse_size)]
    pub size: Option<BoardSize>,
    /// Replace a file that exists
    #[arg(long)]
    pub force: bool,
    /// Write a database without compression
    #[arg(long)]
    pub plain: bool,
}

/// Options of `db merge`.
#[derive(Args, Debug)]
pub(crate) struct MergeArgs {
    /// The store that takes in the others, made as by import
    pub store: PathBuf,
    /// The others
    #[arg(required = true, value_name = "OTHER")]
    pub others: Vec<PathBuf>,
}

/// Options of `db stats`.
#[derive(Args, Debug)]
pub(crate) struct StatsArgs {
    /// The store
    pub store: PathBuf,
    /// Print JSON: see pbrain-tengen guide db
    #[arg(long)]
    pub json: bool,
}

/// Options of `db check`.
#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    /// The store
    pub store: PathBuf,
}

/// Options of `db query`.
#[derive(Args, Debug)]
pub(crate) struct QueryArgs {
    /// The store
    pub store: PathBuf,
    #[command(flatten)]
    pub position: PositionArgs,
    /// Print JSON: see pbrain-tengen guide db
    #[arg(long)]
    pub json: bool,
}

/// Options of `db edit`.
#[derive(Args, Debug)]
pub(crate) struct EditArgs {
    /// The store
    pub store: PathBuf,
    #[command(flatten)]
    pub position: PositionArgs,
    /// The label: w, l or d when the player of the last move wins, loses or draws, ! for an only move, x for one that is not to
    /// be played, any other letter, or none
    #[arg(long, value_parser = parse_label)]
    pub label: Option<PositionLabel>,
    /// The value for the side to move
    #[arg(long, allow_negative_numbers = true, value_parser = clap::value_parser!(i16).range(PositionEntry::settable_values()))]
    pub value: Option<i16>,
    /// How deep was searched for it, in plies
    #[arg(long)]
    pub depth: Option<i16>,
    /// The comment; an empty one takes it away
    #[arg(long)]
    pub comment: Option<String>,
    /// A text on a point, such as h8=A; an empty one takes it away
    #[arg(long = "text", value_name = "POINT=TEXT")]
    pub texts: Vec<String>,
    /// The best move, such as h8, or none
    #[arg(long)]
    pub best: Option<String>,
    /// Forget the position
    #[arg(long, conflicts_with_all = ["label", "value", "depth", "comment", "texts", "best"])]
    pub delete: bool,
}

/// Options of `db search`.
#[derive(Args, Debug)]
pub(crate) struct SearchArgs {
    /// The store
    pub store: PathBuf,
    /// Positions that neither a search nor a person has judged
    #[arg(long)]
    pub unanalysed: bool,
    /// Positions with this label
    #[arg(long, value_parser = parse_label)]
    pub label: Option<PositionLabel>,
    /// Positions whose comment or texts hold this
    #[arg(long)]
    pub text: Option<String>,
    /// Positions of this rule only
    #[arg(long, short, value_parser = RuleParser)]
    pub rule: Option<RuleKind>,
    /// Positions of this board only
    #[arg(long, short, value_parser = parse_size)]
    pub size: Option<BoardSize>,
    /// How many to list at the most [default: 100, and all of them with --json]
    #[arg(long, value_name = "N")]
    pub most: Option<usize>,
    /// Print JSON, one position a line: see pbrain-tengen guide db
    #[arg(long)]
    pub json: bool,
}

/// Options of `db grow`.
#[derive(Args, Debug)]
pub(crate) struct GrowArgs {
    /// The store, which is made when there is none, but not under the name of another format such as .db or .lib
    pub store: PathBuf,
    #[command(flatten)]
    pub position: PositionArgs,
    /// How long to go on, such as 8h [default: 1h without --positions]
    #[arg(long, short, value_name = "TIME", value_parser = parse_time, help_heading = "Limits")]
    pub time: Option<Duration>,
    /// How many positions to search at the most
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub positions: Option<usize>,
    /// Nodes for each position
    #[arg(long, short, value_name = "N", default_value_t = 500_000, value_parser = clap::value_parser!(u64).range(1..), help_heading = "Limits")]
    pub nodes: u64,
    /// Moves of each position that become part of the book
    #[arg(long, short, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..))]
    pub lines: u16,
    #[command(flatten, next_help_heading = "Limits")]
    pub engine: EngineArgs,
    #[command(flatten)]
    pub weights: WeightsArgs,
}

fn parse_label(text: &str) -> Result<PositionLabel, String> {
    PositionLabel::named(text).ok_or_else(|| "a label is one letter or sign of ASCII, or none".to_string())
}
