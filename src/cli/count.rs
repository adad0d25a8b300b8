//! What `count` can be told.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use tengen_engine::color::Color;
use tengen_games::living::{HandicapPays, NeutralPolicy, Quarters, Variant};

use crate::units::from_one;

const HELP: &str = "\
Examples:
  The last position of a game, with two dead stones:
    pbrain-tengen count --dead b2,g7 game.sgf

  A board drawn in a file, X for Black and O for White, and the board that each shortcut leaves:
    pbrain-tengen count --method all board.txt

  White moved first and gives half a stone; the captured stones are counted, for there are no moves:
    pbrain-tengen count --first white --komi 0.5 --captured-black 2 \\
        --captured-white 1 board.txt

Points are named a1 to v22 from the lower left, the letter i among them unless --gtp-letters is given. One stone \
names its whole chain. Drawn boards may bear marks: small x and o are dead stones, b and w roads, # eyes, = shared \
liberties and ? unclaimed points. pbrain-tengen guide go explains what is counted, and how.

--json prints one object. Where a value is told of both sides it has `black` and `white`; a margin is what Black has \
more. After all payments: `winner` (null after a draw), `margin`, `living`, and what each of the `methods` compares. \
Before them: `stones`, `roads`, `eyes`, `own_eyes`, `area`, `territory`, and `living` and `margin` as \
`before_payment`. `payment` has what Black gives, or with a minus gets: `compensation`, `handicap`, `more_moves`; and \
who moved `first`, and the `variant`. Of the methods: `exchanges` (each step with `action`, `color`, and `points` or \
`amount`), what both sides have `equal`, the stones left in the `bowls`, the `reference` numbers, and both forms of \
`refilled`. `comparison` has the margins by other rules. `shared`, `unclaimed` and `dead` are points, `groups` have \
`color`, `point`, `status`, `stones`, `own` and `kept`, `size` is width and height, `board` the drawing, \
`result_in_file` what the file tells and `agreement_with_file` what agrees with that, `warnings` are sentences.";

/// Options of `count`.
#[derive(Args, Debug)]
#[command(after_help = HELP)]
pub(crate) struct CountArgs {
    /// A game as SGF or a drawn board; - reads either from the standard input
    #[arg(value_name = "FILE")]
    pub file: String,
    /// Which game of a file with several [default: the first]
    #[arg(long, value_name = "N", value_parser = from_one::<u32>)]
    pub game: Option<u32>,
    /// Print everything as one JSON object
    #[arg(long, conflicts_with = "sgf")]
    pub json: bool,
    /// Print the game as SGF, with the territory of each side and a comment
    #[arg(long)]
    pub sgf: bool,
    /// Draw the board as these shortcuts leave it
    #[arg(long, value_enum, value_delimiter = ',', value_name = "NAME")]
    pub method: Vec<MethodArg>,
    /// Points have letters without i, as programs of Go write them
    #[arg(long)]
    pub gtp_letters: bool,
    #[command(flatten)]
    pub marks: MarkArgs,
    #[command(flatten)]
    pub terms: TermArgs,
    #[command(flatten)]
    pub history: HistoryArgs,
}

/// What is said about points.
#[derive(Args, Debug)]
#[command(next_help_heading = "Marks")]
pub(crate) struct MarkArgs {
    /// Dead stones, as in a5,c7
    #[arg(long, value_delimiter = ',', value_name = "POINTS")]
    pub dead: Vec<String>,
    /// A file that lists dead stones, or - for the standard input
    #[arg(long, value_name = "FILE")]
    pub dead_from: Option<PathBuf>,
    /// Take what is marked this way in the last node of the SGF for dead
    #[arg(long, value_enum, value_name = "PROPERTY")]
    pub mark_dead: Option<DeadProperty>,
    /// Take stones for dead that certainly are: within a wall that cannot be captured and without room for two eyes
    #[arg(long, value_enum, value_name = "HOW")]
    pub auto_dead: Option<AutoDead>,
    /// Stones that are not dead
    #[arg(long, value_delimiter = ',', value_name = "POINTS")]
    pub alive: Vec<String>,
    /// Points that their group keeps empty
    #[arg(long, value_delimiter = ',', value_name = "POINTS")]
    pub eye: Vec<String>,
    /// Points that Black alone can play
    #[arg(long, value_delimiter = ',', value_name = "POINTS")]
    pub road_black: Vec<String>,
    /// Points that White alone can play
    #[arg(long, value_delimiter = ',', value_name = "POINTS")]
    pub road_white: Vec<String>,
    /// Points that both sides of a seki need
    #[arg(long, value_delimiter = ',', value_name = "POINTS")]
    pub shared: Vec<String>,
    /// Points that nobody needs
    #[arg(long, value_delimiter = ',', value_name = "POINTS")]
    pub neutral: Vec<String>,
    /// Chains that are one group without a move, as in a3=c3
    #[arg(long, value_delimiter = ',', value_name = "LINKS")]
    pub link: Vec<String>,
}

/// What the players agreed on.
#[derive(Args, Debug)]
#[command(next_help_heading = "Terms")]
pub(crate) struct TermArgs {
    /// Stones that the side that moved first gives [default: that of the SGF, or none]
    #[arg(long, value_name = "STONES", allow_negative_numbers = true, value_parser = parse_amount)]
    pub komi: Option<Quarters>,
    /// Who moved first [default: as the SGF says, or black]
    #[arg(long, value_enum, value_name = "SIDE")]
    pub first: Option<ColorArg>,
    /// Whether the side that made more moves pays for them
    #[arg(long, value_enum, default_value = "law")]
    pub variant: VariantArg,
    /// What becomes of points that nobody filled
    #[arg(long, value_enum, default_value = "halve", value_name = "HOW")]
    pub neutral_policy: NeutralArg,
    /// Handicap stones of Black [default: those of the SGF]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=MOST_HANDICAP))]
    pub handicap: Option<u32>,
    /// What Black pays for N handicap stones
    #[arg(long, value_enum, default_value = "none", value_name = "HOW")]
    pub handicap_pays: HandicapArg,
}

/// The most handicap stones that can be said.
const MOST_HANDICAP: i64 = 100;
/// The most prisoners or pass stones that can be said.
const MOST_STONES: i64 = 10_000;

/// What happened before.
#[derive(Args, Debug)]
#[command(next_help_heading = "History [default: as the moves of the SGF tell]")]
pub(crate) struct HistoryArgs {
    /// Stones of Black that were captured
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=MOST_STONES))]
    pub captured_black: Option<u32>,
    /// Stones of White that were captured
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=MOST_STONES))]
    pub captured_white: Option<u32>,
    /// Stones that Black laid beside the board to pass
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=MOST_STONES))]
    pub pass_stones_black: Option<u32>,
    /// Stones that White laid beside the board to pass
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=MOST_STONES))]
    pub pass_stones_white: Option<u32>,
}

/// A shortcut whose board is drawn.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MethodArg {
    /// Stones are compared when both sides have equally many roads
    EqualRoads,
    /// Roads are compared when both sides have equally many stones
    EqualStones,
    /// The same after prisoners and dead stones were put back
    Refilled,
    /// All stones of one side are compared with half of the board when stones were returned for the heads of groups
    EqualVirtual,
    /// Each of them
    All,
}

/// A property of SGF that can mean dead stones.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DeadProperty {
    /// Crosses
    #[value(name = "MA", alias = "ma")]
    Ma,
}

/// How dead stones are found.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AutoDead {
    /// Only where there is no doubt
    Safe,
}

/// A side.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ColorArg {
    /// X
    Black,
    /// O
    White,
}

impl From<ColorArg> for Color {
    fn from(color: ColorArg) -> Color {
        match color {
            ColorArg::Black => Color::Black,
            ColorArg::White => Color::White,
        }
    }
}

/// Whether more moves pay.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum VariantArg {
    /// They do not
    Law,
    /// A stone for each
    Art,
}

impl From<VariantArg> for Variant {
    fn from(variant: VariantArg) -> Variant {
        match variant {
            VariantArg::Law => Variant::Law,
            VariantArg::Art => Variant::Art,
        }
    }
}

/// What becomes of points that nobody filled.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NeutralArg {
    /// Half a living stone for each side
    Halve,
    /// The position is not counted, nor one with doubtful shared liberties
    Refuse,
    /// Nothing
    Ignore,
}

impl From<NeutralArg> for NeutralPolicy {
    fn from(policy: NeutralArg) -> NeutralPolicy {
        match policy {
            NeutralArg::Halve => NeutralPolicy::Halve,
            NeutralArg::Refuse => NeutralPolicy::Refuse,
            NeutralArg::Ignore => NeutralPolicy::Ignore,
        }
    }
}

/// What Black pays for a handicap.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum HandicapArg {
    /// Nothing
    None,
    /// A stone for each, as in China
    N,
    /// A stone for each but the first, as under the rules of the AGA
    #[value(name = "n-1")]
    NMinusOne,
}

impl From<HandicapArg> for HandicapPays {
    fn from(pays: HandicapArg) -> HandicapPays {
        match pays {
            HandicapArg::None => HandicapPays::Nothing,
            HandicapArg::N => HandicapPays::Each,
            HandicapArg::NMinusOne => HandicapPays::EachButFirst,
        }
    }
}

fn parse_amount(text: &str) -> Result<Quarters, String> {
    let amount = Quarters::parse(text).filter(|amount| amount.half().is_some());
    amount.ok_or_else(|| "write a number of stones or of halves, such as 7 or 7.5".to_string())
}
