//! What `suite` can be told.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use crate::cli::engine::per_engine;
use crate::cli::{PerEngine, WeightsArgs, parse_hash, parse_time};
use crate::shard::Shard;
use crate::units::from_one;

const SUITE_HELP: &str = "\
A suite is a text file with one position a line:

  RULE SIZE MOVES best POINT,POINT... [REMARK]   one of these moves is right
  RULE SIZE MOVES avoid POINT,POINT... [REMARK]  every other move is right
  RULE SIZE MOVES win [REMARK]                   a forced win must be found

as in

  renju 15 h8i9g7g9i7 best h7,h9 my favourite opening

Rows are counted from the bottom; - stands for no moves; lines that begin with # are remarks. The exit status is 0 \
when all positions were solved, 1 when one was not, and 2 after an error.

With engines the lines with win are looked back through from their end: since which number of stones has each engine \
seen the winner ahead without a break, by 200 or more, and since which the win? A line is solved when all of them see \
the win at its end. Each position is asked of a new process:

  pbrain-tengen suite -e tengen=pbrain-tengen -e rapfi=./pbrain-rapfi \\
      --turn 500ms turns.txt

--json prints an object a position: what that of analyze tells of it, its `number` in the file, what is `expected` \
(in words, as in the table), whether it was `solved`, the `best` move, its `score` and `depth` (with --by fours or \
threats the plies of the win), `nodes` (as in the table, those until the answer was right and stayed so; all of them \
where it was not), and the `remark`. What was not found is null. With engines the object has in the place of `best` \
to `nodes` the `engines`, each with its `name`, the numbers of stones since which it saw the winner `ahead` and the \
game `won`, and how it was `late`, if it did not answer in time.

With --shard 3/10 a tenth of the positions is solved, the third, the 13th, the 23rd and so on, under the numbers \
that they have in the whole: the lines of ten such runs together are those of one run of all.";

/// How the positions of a suite are solved.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SuiteWay {
    /// By continuous fours alone, every win being checked by the rules
    Fours,
    /// By continuous fours and threes, every win being checked by the rules
    Threats,
    /// By the main search
    Search,
}

/// Options of `suite`.
#[derive(Args, Debug)]
#[command(after_help = SUITE_HELP)]
pub(crate) struct SuiteArgs {
    /// File of positions, or - for the standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// How to solve them
    #[arg(long, value_enum, default_value = "search")]
    pub by: SuiteWay,
    /// Nodes to search for each position
    #[arg(long, short, value_name = "N", default_value_t = 500_000, value_parser = from_one::<u64>)]
    pub nodes: u64,
    /// Memory for what was already seen
    #[arg(long, value_name = "BYTES", default_value = "128M", value_parser = parse_hash)]
    pub hash: usize,
    #[command(flatten)]
    pub weights: WeightsArgs,
    /// Print one JSON object a position and line, and nothing else
    #[arg(long)]
    pub json: bool,
    /// Solve only these positions: every COUNT-th, from number INDEX on, as in 3/10
    #[arg(long, value_name = "INDEX/COUNT", default_value_t)]
    pub shard: Shard,
    /// Ask this engine since when it has seen the wins, any command that speaks the Gomocup protocol; may be given several times
    #[arg(
        long = "engine",
        short = 'e',
        value_name = "[NAME=]COMMAND",
        conflicts_with_all = ["by", "hash", "weights"],
        help_heading = "Engines"
    )]
    pub engines: Vec<String>,
    /// Time of an engine for each position, in the place of --nodes
    #[arg(long, value_name = "TIME", value_parser = parse_time, requires = "engines", help_heading = "Engines")]
    pub turn: Option<Duration>,
    /// Rest between an engine's last word and what it is told next; some engines lose what comes too soon
    #[arg(long, value_name = "[NAME:]TIME", value_parser = per_engine(parse_time), requires = "engines", help_heading = "Engines")]
    pub delay: Vec<PerEngine<Duration>>,
}
