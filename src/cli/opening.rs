//! What `opening` can be told.

use std::fmt;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::{ArgGroup, Args, ValueEnum};
use serde::{Deserialize, Serialize};
use tengen_engine::opening::{OpeningRule, Pattern, Sameness};
use tengen_engine::point::BoardSize;
use tengen_engine::random::SplitMix64;
use tengen_engine::rule::RuleKind;

use crate::cli::{OutputPath, RowsArg, RuleParser, output_path, parse_concurrency, parse_size, parse_time};
use crate::files::STANDARD;
use crate::units::{from_one, positive};

/// Names of opening rules on one line of the help.
const NAMES_OF_A_LINE: usize = 6;

/// What follows the opening rules in the help of `opening`.
const OPENING_HELP: &str = "\
Actions: a seat, A or B, and what it does. A opens.
  A:h8 h9 i8      stones in turn             A:offer g8 i9  fifths offered
  B:swap, B:keep  the choice of a colour     B:pick i9      the one that stays
  A:declare 3     how many fifths there are  B:two g7 i9    two stones in swap2
  B:pass          a move given up

Examples:
  pbrain-tengen opening rif \"A:h8 h9 i8; B:keep; B:h6\"
  pbrain-tengen opening swap2 \"A:a1 o15 c7\" --json
  pbrain-tengen opening soosyrv8 \"A:h8 h9 i8; B:keep\" --suggest 5s

--json prints one object: what that of analyze tells of the position; `openingRule`, as it can be given again, also \
where it was drawn by lot; `legal`; `at` and `error`, the turn that was refused and why; `stones`; `opening`, one of \
the 26 of Renju; `black`, the seat that holds it; `demand` (stone, swap, two, declare, offer, pick, fifth or \
ordinary) and `by` whom, null once the game is over; `number`, how many fifths are due or the most that may be \
declared; `within`, how many lines from the centre the stone may stand, at least and at most, and of a designated \
opening the `points` that make it; `may_swap`; the fifths that were `offered`, which stay there when one has been \
picked; the number that was `declared`; and the `result`, null while the game goes on. With --suggest there is the \
`suggestion` too: `complete` (false when Ctrl-C ended the thinking), an `action`, null when the game is over, and \
`values`, what was compared, each an `action` with the `value` that it has for who acts, in the unit of the search.

The exit status is 0 when every action is by the rule, and 1 when one is against it: it is named, and the board is \
that before it. After an error it is 2, and no object is printed: so where an action cannot be \
read, as with a point off the board. \
pbrain-tengen guide openings explains every rule.";

/// Options of `opening`.
#[derive(Args, Debug)]
#[command(after_help = opening_help())]
pub(crate) struct OpeningArgs {
    /// Opening rule
    #[arg(value_name = "RULE", value_parser = OpeningRuleArg::parse)]
    pub opening: OpeningRuleArg,
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
    #[arg(long, short, value_parser = RuleParser)]
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

/// The help of `opening`, with the rules that the engine knows.
fn opening_help() -> String {
    let names = |is_renju: bool| {
        let rules = OpeningRule::common().filter(|rule| (rule.usual_rule() == RuleKind::Renju) == is_renju);
        let names: Vec<String> = rules.map(|rule| rule.to_string()).collect();
        names.chunks(NAMES_OF_A_LINE).map(|line| line.join(", ")).collect::<Vec<_>>().join(",\n              ")
    };
    format!(
        "Opening rules:\n  Gomoku      {}\n  Renju       {}\n  designated  designated:D6, designated:Ugetsu; \
         {BY_LOT} draws one\n\n{OPENING_HELP}",
        names(false),
        names(true),
    )
}

const OPENINGS_HELP: &str = "\
Each opening is shown with its value for Black after White's best fourth, by the number of fifths that Black must \
offer, and with how far from even it stays when White chooses the number (under Soosyrv-8). The engine proposes and \
chooses by this table; --make searches it anew and prints it as the program's sources hold it. --threes is about the \
three stones anywhere that are proposed under swap and swap2, from a table of its own: positions drawn by lot, of \
which those were kept that a search calls even. --even makes openings for matches in the same way, by any rule on \
any board: a file as `match --openings FILE --rows top` reads it. They are written as they are found, and a file \
that holds fewer than --count, of the same settings, is gone on with.

  pbrain-tengen openings --make --even --rule renju --count 500 \\
      --threads 8 --output even.txt";

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
    #[arg(long, value_name = "N", default_value = "32", requires = "make", requires = "drawn", value_parser = positive::<NonZeroUsize>)]
    pub count: NonZeroUsize,
    /// Rule of even openings, or its protocol number 0, 1, 4, 8 or 9
    #[arg(long, short, value_parser = RuleParser, default_value = "freestyle", requires = "even")]
    pub rule: RuleKind,
    /// Board of even openings: 15, or width x height as in 20x15
    #[arg(long, short, value_parser = parse_size, default_value = "15", requires = "even")]
    pub size: BoardSize,
    /// Seed of the lot of even openings
    #[arg(long, value_name = "N", default_value_t = 1, requires = "even")]
    pub seed: u64,
    /// Even openings to look for at the same time
    #[arg(long, alias = "concurrency", value_name = "N", default_value = "1", requires = "even", value_parser = parse_concurrency)]
    pub threads: NonZeroUsize,
    /// Nodes to search for each opening
    #[arg(long, short, value_name = "N", default_value_t = 1_000_000, requires = "make", value_parser = from_one::<u64>)]
    pub nodes: u64,
    /// File to write what was searched to, in place of such a table that is there [default: the standard output]
    #[arg(long, short, value_name = "FILE", requires = "make", value_parser = output_path(), default_value = STANDARD, hide_default_value = true)]
    pub output: OutputPath,
}

const TRIAL_HELP: &str = "\
Examples:
  pbrain-tengen trial rif yamaguchi soosyrv8 --games 200 --nodes 20000
  pbrain-tengen trial tarannikov --against-random --games 100

Who opens, and who chooses last, is to have no advantage: where both choose well the seat that opens scores about a \
half. designated:lot draws an opening for each game, by --seed and the number of the game.

--log writes an object a game and line: the opening `rule`, the number of the `game`, the `seat` that is counted (A \
opens), the seat that is the `winner` (null after a draw), that which holds `black` after the opening, the `pattern` \
of Renju (or null), the `actions` of the opening as pbrain-tengen opening reads them, the `values` of the choices \
(each with the `demand`, `by` which seat, the `action` and its `value`, or null) and all `moves`.";

/// Options of `trial`.
#[derive(Args, Debug)]
#[command(after_help = TRIAL_HELP)]
pub(crate) struct TrialArgs {
    /// Opening rules
    #[arg(value_name = "RULE", required = true, value_parser = OpeningRuleArg::parse)]
    pub rules: Vec<OpeningRuleArg>,
    /// Games of each rule
    #[arg(long, value_name = "N", default_value = "200", value_parser = positive::<NonZeroUsize>)]
    pub games: NonZeroUsize,
    /// Nodes of an ordinary move; a choice in the opening may visit a few times as many
    #[arg(long, short, value_name = "N", default_value = "20000", value_parser = positive::<NonZeroU64>)]
    pub nodes: NonZeroU64,
    /// One of the seats, each in turn, keeps its colour and puts its stones of the opening by chance
    #[arg(long)]
    pub against_random: bool,
    /// Seed of everything random
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Games at the same time
    #[arg(long, alias = "concurrency", value_name = "N", default_value = "1", value_parser = parse_concurrency)]
    pub threads: NonZeroUsize,
    /// JSON Lines log: every game with its choices and what they were worth
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
}

/// An opening rule under which fifths may be offered after a swap at the fourth stone, if that was asked for.
pub(crate) fn with_ten_after_swap(rule: OpeningRule, is_allowed: bool) -> Result<OpeningRule> {
    match rule {
        OpeningRule::Taraguchi { fifths, ten_after_swap } => {
            Ok(OpeningRule::Taraguchi { fifths, ten_after_swap: ten_after_swap || is_allowed })
        }
        _ if is_allowed => bail!("--ten-after-swap is about taraguchi10 and taraguchi5 alone"),
        rule => Ok(rule),
    }
}

/// When two fifth moves are the same.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SameArg {
    /// When the whole board looks alike with either
    Board,
    /// When the stones look alike with either, wherever they stand
    #[default]
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

/// How it is asked for that the designated opening is drawn.
const BY_LOT: &str = "designated:lot";

/// The stream of random numbers that designated openings are drawn by, beside those of `matches::schedule`.
const LOT_OF_OPENING: u64 = 3 << 32;

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
        if text.eq_ignore_ascii_case(BY_LOT) {
            return Ok(OpeningRuleArg::DesignatedByLot);
        }
        text.parse().map(OpeningRuleArg::Rule).map_err(|why: tengen_engine::opening::RuleError| why.to_string())
    }

    /// All rules that a game may have.
    pub(crate) fn rules(self) -> Vec<OpeningRule> {
        match self {
            OpeningRuleArg::Rule(rule) => vec![rule],
            OpeningRuleArg::DesignatedByLot => Pattern::all().map(OpeningRule::Designated).collect(),
        }
    }

    /// The rule of the game, or of the pair of games, of this number. What is left to the lot is drawn by the seed and
    /// the number, so that the same command plays the same games.
    pub(crate) fn drawn(self, seed: u64, number: usize) -> OpeningRule {
        let rules = self.rules();
        rules[SplitMix64::stream(seed, LOT_OF_OPENING + number as u64).below(rules.len())]
    }

    /// What is played after such an opening, unless it is said otherwise.
    pub(crate) fn usual_rule(self) -> RuleKind {
        match self {
            OpeningRuleArg::Rule(rule) => rule.usual_rule(),
            OpeningRuleArg::DesignatedByLot => RuleKind::Renju,
        }
    }

    /// The name as people write it.
    pub(crate) fn title(self) -> String {
        match self {
            OpeningRuleArg::Rule(rule) => rule.title(),
            OpeningRuleArg::DesignatedByLot => "designated: drawn by lot".to_string(),
        }
    }
}

impl fmt::Display for OpeningRuleArg {
    /// The name by which it is read.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpeningRuleArg::Rule(rule) => write!(f, "{rule}"),
            OpeningRuleArg::DesignatedByLot => f.write_str(BY_LOT),
        }
    }
}
