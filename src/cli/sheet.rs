//! What `sheet` can be told.

use clap::Args;
use tengen_engine::opening::OpeningRule;
use tengen_engine::point::BoardSize;
use tengen_engine::rule::RuleKind;

use crate::cli::{OutputPath, RowsArg, RuleParser, SameArg, output_path, parse_size};
use crate::files::STANDARD;
use crate::units::from_one;

const SHEET_HELP: &str = "\
Examples:
  An empty form:
    pbrain-tengen sheet --output form.html

  A game from its moves, with its head:
    pbrain-tengen sheet h8h9i8j9 --black Nakamura --white Sosnovsky \\
        --result \"White wins\" --output game.html

  An opening with its swaps and offers, in the notation of pbrain-tengen opening:
    pbrain-tengen sheet --opening-rule rif \\
        \"A:h8 h9 i8; B:swap; A:h6; B:offer g8 i9; A:pick i9; A:j10\" \\
        > game.html

  A record; what it says of players, event, rule, clocks, choices and result is on the sheet:
    pbrain-tengen sheet game.sgf > game.html

The page holds everything it needs. Every browser prints it on one page of A4.";

/// Options of `sheet`.
#[derive(Args, Debug)]
#[command(after_help = SHEET_HELP)]
pub(crate) struct SheetArgs {
    /// Moves such as h8i9j7, Black first; a file of moves, a drawn board or any record, or a database for one of its
    /// positions; - for a file from the standard input; or actions such as "A:h8 h9 i8; B:swap" [default: an empty form]
    #[arg(default_value = "", hide_default_value = true)]
    pub game: String,
    /// Which game of a file with several, each line of a text with moves being one, or which position of a database
    /// [default: the first]
    #[arg(
        long = "game",
        value_name = "N",
        value_parser = from_one::<u32>,
        help_heading = "Game"
    )]
    pub number: Option<u32>,
    /// Rule, or its protocol number 0, 1, 4, 8 or 9 [default: that of the record, or of the opening rule, or renju]
    #[arg(long, short, value_parser = RuleParser, help_heading = "Game")]
    pub rule: Option<RuleKind>,
    /// Board size [default: 15, or that of the record]
    #[arg(long, short, value_parser = parse_size, help_heading = "Game")]
    pub size: Option<BoardSize>,
    /// Where row 1 is
    #[arg(long, value_enum, default_value = "bottom", help_heading = "Game")]
    pub rows: RowsArg,
    /// Opening rule, as pbrain-tengen opening reads it, but for designated:lot
    #[arg(long, value_name = "RULE", help_heading = "Game")]
    pub opening_rule: Option<OpeningRule>,
    /// When two fifths are the same one
    #[arg(long, value_enum, default_value = "shape", help_heading = "Game")]
    pub same: SameArg,
    /// Under Taraguchi, fifths may be offered after a swap at the fourth stone too
    #[arg(long, requires = "opening_rule", help_heading = "Game")]
    pub ten_after_swap: bool,
    /// Fifths that were offered, such as "g8 i9" [default: those of the record]
    #[arg(long, value_name = "POINTS", help_heading = "Game")]
    pub offered: Option<String>,
    /// Name of the player of the black stones
    #[arg(long, value_name = "NAME", help_heading = "Head")]
    pub black: Option<String>,
    /// Name of the player of the white stones
    #[arg(long, value_name = "NAME", help_heading = "Head")]
    pub white: Option<String>,
    /// Event
    #[arg(long, value_name = "TEXT", help_heading = "Head")]
    pub event: Option<String>,
    /// Place
    #[arg(long, value_name = "TEXT", help_heading = "Head")]
    pub place: Option<String>,
    /// Round
    #[arg(long, value_name = "TEXT", help_heading = "Head")]
    pub round: Option<String>,
    /// Date
    #[arg(long, value_name = "TEXT", help_heading = "Head")]
    pub date: Option<String>,
    /// Time that each side has, such as "90 min + 30 s"
    #[arg(long, value_name = "TEXT", help_heading = "Head")]
    pub clock: Option<String>,
    /// What is left on Black's clock, or was used
    #[arg(long, value_name = "TEXT", help_heading = "Head")]
    pub black_clock: Option<String>,
    /// What is left on White's clock, or was used
    #[arg(long, value_name = "TEXT", help_heading = "Head")]
    pub white_clock: Option<String>,
    /// Result
    #[arg(long, value_name = "TEXT", help_heading = "Head")]
    pub result: Option<String>,
    /// File to write, in place of a page that is there [default: the standard output]
    #[arg(long, short, value_name = "FILE", value_parser = output_path(), default_value = STANDARD, hide_default_value = true)]
    pub output: OutputPath,
}
