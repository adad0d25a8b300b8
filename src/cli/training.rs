//! What `selfplay`, `relabel`, `validate`, `train` and `tune` can be told.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use tengen_engine::point::BoardSize;
use tengen_engine::rule::RuleKind;

use crate::cli::{RuleParser, WeightsArgs, parse_concurrency, parse_size};
use crate::shard::Shard;
use crate::units::from_one;

/// How the engine plays against itself within this process.
#[derive(Args, Debug)]
pub(crate) struct PlayArgs {
    /// Rule, or its protocol number 0, 1, 4, 8 or 9
    #[arg(long, short, default_value = "freestyle", value_parser = RuleParser)]
    pub rule: RuleKind,
    /// Board size: 15, or width x height as in 20x15
    #[arg(long, short, default_value = "15", value_parser = parse_size)]
    pub size: BoardSize,
    /// Nodes to search for each move
    #[arg(long, short, default_value_t = 5_000, value_parser = from_one::<u64>)]
    pub nodes: u64,
    /// Games at the same time
    #[arg(long, alias = "concurrency", value_name = "N", default_value = "1", value_parser = parse_concurrency)]
    pub threads: NonZeroUsize,
    /// Seed of the openings and of everything else that is random
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    #[command(flatten)]
    pub weights: WeightsArgs,
}

const SELFPLAY_HELP: &str = "\
Example, an hour of games of Renju on two cores:
  pbrain-tengen selfplay --rule renju --games 20000 --threads 2 renju.games

A run that was interrupted goes on where its file ends when the same command is given again. The same settings (rule, \
size, nodes, off-game nodes, lines, weights and seed) always make the same games, whatever the number of \
threads and of interruptions. A file that was begun with other settings, or with another program, is refused.

A game of more than 100 stones (of 225 points) in which ten plies in a row are worth less than 15 is drawn, and so is \
one of 250 stones or of a full board. Not kept are positions with 120 stones or more (beside a game a few more), and \
those that threats decide. Two machines take half of the games each:
  pbrain-tengen selfplay --rule renju --games 20000 --shard 1/2 \\
      renju-1.games
  pbrain-tengen selfplay --rule renju --games 20000 --shard 2/2 \\
      renju-2.games";

/// Options of `selfplay`.
#[derive(Args, Debug)]
#[command(after_help = SELFPLAY_HELP)]
pub(crate) struct SelfplayArgs {
    /// File of games; more are added when it holds some already
    #[arg(value_name = "FILE")]
    pub output: PathBuf,
    #[command(flatten)]
    pub play: PlayArgs,
    /// Games of all shards when all is done, those that are there already counted
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub games: usize,
    /// Play only these games: every COUNT-th, from number INDEX on, as in 3/10
    #[arg(long, value_name = "INDEX/COUNT", default_value_t = Shard::WHOLE)]
    pub shard: Shard,
    /// Nodes to search for each off-game position, which random moves beside the game lead to; 0 for none [default: those of a
    /// move]
    #[arg(long, alias = "aside-nodes", value_name = "N")]
    pub off_game_nodes: Option<u64>,
    /// Best moves to look for in each position, 1 to 7, with their scores; several take nodes from each other
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub lines: usize,
}

const RELABEL_HELP: &str = "\
Examples:
  pbrain-tengen relabel --one-in 5 --output renju.labels renju-1.games \\
      renju-2.games
  pbrain-tengen relabel --nodes 1000000 --one-in 50 --positions 4000 \\
      --output gold.labels renju.games

Chosen are positions of 8 to 100 stones that are quiet and of which the first search proved nothing, as many of \
games as beside them, each once whichever way the board is turned. Shards of one run of selfplay are gone through \
together by the numbers of their games, whatever the order of the files, up to the first game that one of them still \
lacks. Runs follow each other in the order of the files: games may be added meanwhile to the last one alone. What was \
interrupted goes on where its file ends when the same command is given again; the number of threads and interruptions \
changes nothing.";

/// Options of `relabel`.
#[derive(Args, Debug)]
#[command(after_help = RELABEL_HELP)]
pub(crate) struct RelabelArgs {
    /// Files of games that selfplay wrote, all of one rule and size
    #[arg(value_name = "FILE", required = true)]
    pub games: Vec<PathBuf>,
    /// File of labels; more are added when it holds some already
    #[arg(long, short, value_name = "FILE")]
    pub output: PathBuf,
    /// Nodes to search for each position
    #[arg(long, short, value_name = "N", default_value_t = 20_000, value_parser = from_one::<u64>)]
    pub nodes: u64,
    /// Best moves to look for in each position, 1 to 7, with their scores; several take nodes from each other
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub lines: usize,
    /// Draw one position in so many, at random. Where there are off-game positions, a drawn one is passed over while
    /// its kind is ahead of the other, so that about one in N is chosen where N is small, and one in 1.5 N where it is large
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub one_in: u64,
    /// Choose no more than so many positions, all shards together: the first of the games
    #[arg(long, value_name = "N")]
    pub positions: Option<usize>,
    /// Search only these of the chosen positions: every COUNT-th, from number INDEX on, as in 3/10. validate and train read
    /// the files of all shards together
    #[arg(long, value_name = "INDEX/COUNT", default_value_t = Shard::WHOLE)]
    pub shard: Shard,
    /// Positions at the same time
    #[arg(long, alias = "concurrency", value_name = "N", default_value = "1", value_parser = parse_concurrency)]
    pub threads: NonZeroUsize,
    /// Seed of the choice
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    #[command(flatten)]
    pub weights: WeightsArgs,
}

const VALIDATE_HELP: &str = "\
Examples:
  pbrain-tengen validate --weights new.weights tests/data/gold/renju.labels
  pbrain-tengen validate --nodes 10000 --figures before.txt \\
      tests/data/gold/renju.labels
  pbrain-tengen validate --nodes 10000 --against before.txt \\
      tests/data/gold/renju.labels
  pbrain-tengen validate --fit-scale renju-1.games renju-2.games

Printed by phase of the game, for the weights that are built in and for those of each file: the cross-entropy of the \
labels and how much of it is not in the labels themselves (KL); and how often the best move of the deep search is \
the first by the order of moves, and the best by the value of the position after it. The difference in KL to the \
weights that are built in is printed with its standard error.

With --nodes the search itself is judged, by the same labels: the KL of the chance of winning that it tells, how \
often its best move is that of the deep search, the depth it reached, and how many of the positions that the deep \
search saw won or lost (decided) it saw so too. What came out for each position goes to the file of --figures, a line \
each (its KL, and 1 for the same best move) after one that tells which labels they are; with --against another \
program, or one with other numbers, is compared position by position: the KL as it is and with none above that of a \
proof to a chance of one half, the best moves of all positions and of those that are not decided. In Renju a doubling \
of the nodes is worth about .02 in KL. This is a sieve, and no match: what sees more decided positions by leaving out \
moves may gain here and gain nothing in play.

With --fit-scale: the score with which the side to move wins e of e + 1 games (73 of 100), a draw being half a win, \
fitted to the games with its standard error; and how often the side to move won where a chance was told, by the \
scale that is built in and by the one that was fitted.";

/// Options of `validate`.
#[derive(Args, Debug)]
#[command(after_help = VALIDATE_HELP)]
pub(crate) struct ValidateArgs {
    /// Files of labels that relabel wrote, all of one rule and size; those of all shards of a run are judged as the one file
    /// of a run without shards
    #[arg(value_name = "FILE", required_unless_present = "fit_scale")]
    pub labels: Vec<PathBuf>,
    /// Weights to judge beside those that are built in; may be given several times. With --nodes: those to search by
    #[arg(long, value_name = "FILE")]
    pub weights: Vec<PathBuf>,
    /// Judge the search instead, with so many nodes for each position
    #[arg(
        long,
        short,
        value_name = "N",
        value_parser = from_one::<u64>,
        conflicts_with = "fit_scale"
    )]
    pub nodes: Option<u64>,
    /// Positions searched at the same time
    #[arg(long, alias = "concurrency", value_name = "N", default_value = "1", value_parser = parse_concurrency, requires = "nodes")]
    pub threads: NonZeroUsize,
    /// Write what came out for each position to this file
    #[arg(long, value_name = "FILE", requires = "nodes")]
    pub figures: Option<PathBuf>,
    /// Compare with what another program wrote by --figures
    #[arg(long, value_name = "FILE", requires = "nodes")]
    pub against: Option<PathBuf>,
    /// Fit the scale of the win probability to these files of games that selfplay wrote, all of one rule
    #[arg(long, value_name = "GAMES", num_args = 1.., conflicts_with_all = ["labels", "weights"])]
    pub fit_scale: Vec<PathBuf>,
}

const TRAIN_HELP: &str = "\
Examples:
  pbrain-tengen train --rule renju --threads 2 --output renju.weights \\
      renju.games
  pbrain-tengen train --rule renju --from builtin --keep-order --epochs 2 \\
      --network-epochs 5 -o new.weights renju.games

With --from fewer than a million new positions are worth it: what is known already is kept, and corrected in steps \
of a quarter of the size. The order of moves seldom gains by it, and searches for wins by threats can lose: \
--keep-order leaves it. A run that was interrupted goes on after its last whole epoch when the same command is given \
again, with what its files held when it began; until then its state stands beside the weights, in WEIGHTS.state (in \
WEIGHTS.state.part while it is written), and while it runs an empty WEIGHTS.lock, which keeps other runs from them.

Of twenty games about one is held out, with the labels that show its first three stones, and 1,500 of these games at \
the most show what was learned. Which are held out depends on these stones alone: a game that one training holds out \
is held out of every other, and so are such labels where they are given without it. Which show what was learned \
depends on all games that are given. The same games and labels make the same weights, in whatever files and order \
they are given; what is given twice counts once. Losses and KL are those of the win probability that players are \
shown, on the scale of the rule.

The weights that are built in are the files engine/src/eval/weights/RULE.weights of the source; scripts/train.sh \
plays, trains and puts the result there.";

/// Options of `train`.
#[derive(Args, Debug)]
#[command(after_help = TRAIN_HELP)]
pub(crate) struct TrainArgs {
    /// Files of games that selfplay wrote
    #[arg(value_name = "FILE", required = true)]
    pub games: Vec<PathBuf>,
    /// Deep labels that relabel wrote, which take the place of the scores in the games; may be given several times. Of two
    /// labels of a position the one of more nodes counts
    #[arg(long, value_name = "FILE")]
    pub labels: Vec<PathBuf>,
    /// File for the weights
    #[arg(long, short, value_name = "FILE")]
    pub output: PathBuf,
    /// The rule of the games
    #[arg(long, value_parser = RuleParser)]
    pub rule: RuleKind,
    /// Fine-tune: begin with these weights, or with those that are built in (builtin), and go on from there in small steps
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
    /// Leave the order of moves as it is in the weights to begin with, and with it the searches for wins by threats
    #[arg(long, requires = "from")]
    pub keep_order: bool,
    /// Passes over all positions for the table
    #[arg(long, value_name = "N", default_value_t = 30)]
    pub epochs: usize,
    /// Passes over all positions for the network
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub network_epochs: usize,
    /// Passes over the positions with deep labels alone, which end the training of the network
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub deep_epochs: usize,
    /// Threads; the weights do not depend on their number, and more than 8 are of little use
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_concurrency)]
    pub threads: NonZeroUsize,
    /// Labels of deep searches to judge every epoch by, never trained on; may be given several times
    #[arg(long, value_name = "FILE")]
    pub gold: Vec<PathBuf>,
    /// Lambda, from 0 to 1: what a position of a game is taught to be worth is what its search said and those after it, each
    /// so many times the one before, and the result last of all; with 0 its search alone, with 1 the result alone
    #[arg(long, value_name = "SHARE", default_value_t = 0.8, value_parser = parse_share)]
    pub lambda: f32,
}

const TUNE_HELP: &str = "\
Example:
  pbrain-tengen tune --rule renju --threads 16 --iterations 300 \\
      --only reduction --only cut_node renju.tune

In each pair of games one player has every number pushed up or down at random, and the other the opposite way; after \
each iteration the numbers move towards the winners (SPSA). What comes out is printed as lines for the list in \
engine/src/search/params.rs of the source; play a match before believing in it. A run that was interrupted goes on \
where its file ends when the same command is given again. The number of threads and interruptions changes nothing.";

/// Options of `tune`.
#[derive(Args, Debug)]
#[command(after_help = TUNE_HELP)]
pub(crate) struct TuneArgs {
    /// File of the run: the values after each iteration
    #[arg(value_name = "FILE")]
    pub state: PathBuf,
    #[command(flatten)]
    pub play: PlayArgs,
    /// Iterations of the run, those in its file included. Its steps shrink by this number, which stays the same
    #[arg(long, value_name = "N", default_value_t = 300)]
    pub iterations: usize,
    /// Pairs of games in an iteration
    #[arg(long, value_name = "N", default_value_t = 32)]
    pub pairs: usize,
    /// How many of its steps each number is pushed at first; the steps are in the list
    #[arg(long, value_name = "STEPS", default_value_t = 3.0)]
    pub push: f64,
    /// How many steps a number moves at first for a gain of all points where the two players are one step apart
    #[arg(long, value_name = "STEPS", default_value_t = 4.0)]
    pub rate: f64,
    /// Tune only numbers whose names begin so; may be given several times
    #[arg(long, value_name = "BEGINNING")]
    pub only: Vec<String>,
}

fn parse_share(text: &str) -> Result<f32, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "a share lies between 0 and 1".to_string())
}
