//! What `bench`, `perft` and `speed` can be told.

use std::time::Duration;

use clap::Args;
use tengen_engine::internals::bench;
use tengen_engine::rule::RuleKind;

use crate::cli::study::PositionArgs;
use crate::cli::{RuleParser, WeightsArgs, parse_plies, parse_time};
use crate::units::from_one;

/// Options of `bench`.
#[derive(Args, Debug)]
pub(crate) struct BenchArgs {
    /// Depth to search to; the signature is the sum of nodes at the default
    #[arg(long, value_name = "PLIES", default_value_t = bench::DEPTH, value_parser = from_one::<u32>)]
    pub depth: u32,
    #[command(flatten)]
    pub weights: WeightsArgs,
}

const PERFT_HELP: &str = "\
Examples:
  pbrain-tengen perft 3
  pbrain-tengen perft --divide 2 h8i9j7 --rule renju

The moves are all empty points but those forbidden to Black; a game that has ended is a leaf at any depth.";

/// Options of `perft`.
#[derive(Args, Debug)]
#[command(after_help = PERFT_HELP)]
pub(crate) struct PerftArgs {
    /// Plies to count below the position
    #[arg(value_parser = parse_plies)]
    pub depth: u32,
    #[command(flatten)]
    pub position: PositionArgs,
    /// Print the leaves below each move
    #[arg(long)]
    pub divide: bool,
}

/// Options of `speed`.
#[derive(Args, Debug)]
pub(crate) struct SpeedArgs {
    /// Only this rule, or its protocol number 0, 1, 4, 8 or 9
    #[arg(long, short, value_parser = RuleParser)]
    pub rule: Option<RuleKind>,
    /// Time for each measurement
    #[arg(long, short, value_name = "TIME", default_value = "300ms", value_parser = parse_time)]
    pub time: Duration,
    #[command(flatten)]
    pub weights: WeightsArgs,
}
