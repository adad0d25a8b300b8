//! What `opening` can be told.

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::{ArgGroup, Args, ValueEnum};
use tengen_engine::opening::{OpeningRule, Pattern, Sameness};
use tengen_engine::point::BoardSize;
use tengen_engine::rule::RuleKind;

use crate::cli::{RowsArg, parse_rule, parse_size, parse_time};
use crate::random;

const OPENING_HELP: &str = "\
Opening rules:
  free, pro, pro-anywhere, longpro, swap, swap2          Gomoku
  rif, renjuswap, yamaguchi, yamaguchi12, soosyrv8,      Renju
  soosyrv4, tarannikov, taraguchi10, taraguchi5
  designated:D6, designated:Ugetsu, designated:lot       one opening of Renju, named or drawn by lot

Actions: a seat, A or B, and what it does. A opens.
  A:h8 h9 i8            stones in turn              A:offer g8 i9      fifths that are offered
  B:swap, B:keep        the choice of a colour      B:pick i9          the one that stays
  A:declare 3           how many fifths there are   B:two g7 i9        two stones under swap2
  B:pass                a move given up

Examples:
  pbrain-tengen opening rif \"A:h8 h9 i8; B:keep; B:h6\"
  pbrain-tengen opening swap2 \"A:a1 o15 c7\" --json
  pbrain-tengen opening soosyrv8 \"A:h8 h9 i8; B:keep\" --suggest 5s

Status 1 says that an action is against the rule; it is named, and the board is that before it. pbrain-tengen guide openings
explains every rule.";

/// Options of `opening`.
#[derive(Args, Debug)]
#[command(after_help = OPENING_HELP)]
pub(crate) struct OpeningArgs {
    /// Opening rule
    #[arg(value_name = "RULE", value_parser = parse_opening_rule)]
    pub opening: OpeningRule,
    /// What was done, such as "A:h8 h9 i8; B:swap; A:a1"
    #[arg(default_value = "", hide_default_value = true)]
    pub actions: String,
    /// When two fifths are the same one
    #[arg(long, value_enum, default_value = "shape")]
    pub same: SameArg,
    /// Under Taraguchi, fifths may be offered after a swap at the fourth stone too
    #[arg(long)]
    pub ten_after_swap: bool,
    /// Rule of the game [default: renju after an opening of Renju, standard after one of Gomoku, freestyle after none]
    #[arg(long, short, value_parser = parse_rule)]
    pub rule: Option<RuleKind>,
    /// Board size
    #[arg(long, short, value_parser = parse_size, default_value = "15")]
    pub size: BoardSize,
    /// Where row 1 is
    #[arg(long, value_enum, default_value = "bottom")]
    pub rows: RowsArg,
    /// Print one line of JSON
    #[arg(long)]
    pub json: bool,
    /// Say what the engine would do, after so much time
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub suggest: Option<Duration>,
}

const OPENINGS_HELP: &str = "\
Each opening is shown with its value for Black after White's best fourth, by the number of fifths that Black must offer, and
with how far from even it stays when White chooses the number (under Soosyrv-8). The engine proposes and chooses by this
table; --make searches it anew and prints it as the program's sources hold it. --threes is about the three stones anywhere
that are proposed under swap and swap2, from a table of its own: positions drawn by lot, of which those were kept that a
search calls even. --even makes openings for matches in the same way, by any rule on any board: a file as `match --openings
FILE --rows top` reads it. They are written as they are found, and a file that holds fewer than --count, of the same settings,
is gone on with.

  pbrain-tengen openings --make --even --rule renju --count 500 --threads 8 --output even.txt";

/// Options of `openings`.
#[derive(Args, Debug)]
#[command(after_help = OPENINGS_HELP, group = ArgGroup::new("drawn").args(["threes", "even"]))]
pub(crate) struct OpeningsArgs {
    /// Search the values anew
    #[arg(long)]
    pub make: bool,
    /// Three stones anywhere for swap and swap2, and not the 26 openings
    #[arg(long)]
    pub threes: bool,
    /// Even openings for matches, and not the 26 openings
    #[arg(long, requires = "make", conflicts_with = "threes")]
    pub even: bool,
    /// How many of them to find
    #[arg(long, value_name = "N", default_value_t = 32, requires = "make", requires = "drawn")]
    pub count: usize,
    /// Rule of even openings: freestyle, standard, renju, caro-overline or caro; or its protocol number 0, 1, 4, 8 or 9
    #[arg(long, value_parser = parse_rule, default_value = "freestyle", requires = "even")]
    pub rule: RuleKind,
    /// Board of even openings: 15, or width x height as in 20x15
    #[arg(long, value_parser = parse_size, default_value = "15", requires = "even")]
    pub size: BoardSize,
    /// Seed of the lot of even openings
    #[arg(long, value_name = "N", default_value_t = 1, requires = "even")]
    pub seed: u64,
    /// Even openings to look for at the same time
    #[arg(long, value_name = "N", default_value = "1", requires = "even")]
    pub threads: NonZeroUsize,
    /// Nodes to search for each opening
    #[arg(long, short, value_name = "N", default_value_t = 1_000_000, requires = "make", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// File to write what was searched to [default: the standard output]
    #[arg(long, short, value_name = "FILE", requires = "make")]
    pub output: Option<PathBuf>,
}

const TRIAL_HELP: &str = "\
Examples:
  pbrain-tengen trial rif yamaguchi soosyrv8 --games 200 --nodes 20000
  pbrain-tengen trial tarannikov --against-random --games 100

Who opens, and who chooses last, is to have no advantage: where both choose well the seat that opens scores about a half.";

/// Options of `trial`.
#[derive(Args, Debug)]
#[command(after_help = TRIAL_HELP)]
pub(crate) struct TrialArgs {
    /// Opening rules
    #[arg(value_name = "RULE", required = true, value_parser = parse_opening_rule)]
    pub rules: Vec<OpeningRule>,
    /// Games of each rule
    #[arg(long, value_name = "N", default_value = "200")]
    pub games: NonZeroUsize,
    /// Nodes of an ordinary move; a choice in the opening may visit a few times as many
    #[arg(long, short, value_name = "N", default_value = "20000")]
    pub nodes: NonZeroU64,
    /// One of the seats, each in turn, keeps its colour and puts its stones of the opening by chance
    #[arg(long)]
    pub against_random: bool,
    /// Seed of everything random
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Games at the same time
    #[arg(long, value_name = "N", default_value = "1")]
    pub threads: NonZeroUsize,
    /// JSON Lines log: every game with its choices and what they were worth
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
}

/// An opening rule under which fifths may be offered after a swap at the fourth stone, if that was asked for.
pub(crate) fn with_ten_after_swap(rule: OpeningRule, is_allowed: bool) -> Result<OpeningRule> {
    match rule {
        OpeningRule::Taraguchi { fifths, .. } => Ok(OpeningRule::Taraguchi { fifths, ten_after_swap: is_allowed }),
        _ if is_allowed => bail!("--ten-after-swap is about taraguchi10 and taraguchi5 alone"),
        rule => Ok(rule),
    }
}

/// When two fifth moves are the same.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SameArg {
    /// When the whole board looks alike with either
    Board,
    /// When the stones look alike with either, wherever they stand
    Shape,
}

impl From<SameArg> for Sameness {
    fn from(same: SameArg) -> Sameness {
        match same {
            SameArg::Board => Sameness::Board,
            SameArg::Shape => Sameness::Shape,
        }
    }
}

/// An opening rule as it is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OpeningRuleArg {
    /// This one.
    Rule(OpeningRule),
    /// `designated:lot`: one of the 26 openings of Renju by chance.
    DesignatedByLot,
}

impl OpeningRuleArg {
    /// Reads an opening rule.
    pub(crate) fn parse(text: &str) -> Result<OpeningRuleArg, String> {
        if text.eq_ignore_ascii_case("designated:lot") {
            return Ok(OpeningRuleArg::DesignatedByLot);
        }
        text.parse().map(OpeningRuleArg::Rule).map_err(|why: tengen_engine::opening::RuleError| why.to_string())
    }

    /// The rule, the opening being drawn by this lot where there is one to draw.
    pub(crate) fn drawn(self, lot: u64) -> OpeningRule {
        match self {
            OpeningRuleArg::Rule(rule) => rule,
            OpeningRuleArg::DesignatedByLot => {
                let pattern = Pattern::all().nth((lot % Pattern::COUNT as u64) as usize);
                OpeningRule::Designated(pattern.expect("the lot is one of them"))
            }
        }
    }
}

/// Reads an opening rule; `designated:lot` is one of the 26 by chance.
pub(crate) fn parse_opening_rule(text: &str) -> Result<OpeningRule, String> {
    OpeningRuleArg::parse(text).map(|rule| rule.drawn(random::lot()))
}
