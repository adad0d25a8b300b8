//! What `jiu` can be told.

use std::fmt;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use clap::{Args, Subcommand, ValueEnum};
use tengen_engine::color::Color;
use tengen_games::jiu::{Profile, text};

use crate::cli::{RowsArg, parse_concurrency, parse_time};
use crate::units::{self, from_one};

const JIU_HELP: &str = "\
Examples:
  pbrain-tengen jiu play --size 8                a game against the engine
  pbrain-tengen jiu show game.jiu --turn 53      the board after a turn
  pbrain-tengen jiu moves \"6/6/1XO3/6/6/5O B m\"  what can be played here?
  pbrain-tengen guide jiu                        the game in two screens

A FILE is a record of a game, a drawn board (X is Black, O White, . empty), or one line such as 6/6/1XO3/6/6/5O B m: \
rows from the top, runs of empty points as numbers, the side to move, and p, l or m while stones are placed, lifted \
or moved. It may be written on the command line; - is the standard input, and nothing the beginning of a game.";

/// Options of `jiu`.
#[derive(Args, Debug)]
#[command(after_help = JIU_HELP)]
pub(crate) struct JiuArgs {
    /// What to do.
    #[command(subcommand)]
    pub command: JiuCommand,
}

/// What can be done about Jiu.
#[derive(Subcommand, Debug)]
pub(crate) enum JiuCommand {
    /// Draws the board, or that after a turn of a record, and lists gates and saddle-bags
    Show(ShowArgs),
    /// Plays against a person
    Play(JiuPlayArgs),
    /// Lists the legal turns of a position: paths with the number of stones they take
    Moves(JiuPositionArgs),
    /// Counts the ways to play so many turns; the count stands alone on the last line
    Perft(JiuPerftArgs),
    /// Speaks a line protocol with other programs on its standard input and output
    Serve(ServeArgs),
    /// Plays two settings of the engine against each other and says which is the stronger one
    Match(JiuMatchArgs),
    /// Plays games and fits the weights of the evaluation to their results
    Fit(FitArgs),
}

/// The help of the size of the board, and which it is where nobody says.
fn size_help(usual: &str) -> String {
    format!("Points a side of the board, an even number from 6 to 20 [default: {usual}]")
}

/// The help of the rules, and which they are where nobody says.
fn profile_help(usual: &str) -> String {
    let rules = "association, plain (without Article 4) or contest (fewer than four stones lose)";
    format!("Rules: {rules} [default: {usual}]")
}

/// What is played by.
#[derive(Args, Debug)]
pub(crate) struct JiuRulesArgs {
    #[arg(long, value_name = "N", help = size_help("14"), help_heading = "Rules")]
    pub size: Option<usize>,
    #[arg(long, value_parser = parse_profile, help = profile_help("association"), help_heading = "Rules")]
    pub profile: Option<Profile>,
    /// A side with so many stones or fewer flies [default: the size of the board]
    #[arg(long, value_name = "STONES", help_heading = "Rules")]
    pub fly: Option<usize>,
    /// Full rows and columns take stones
    #[arg(long, help_heading = "Rules")]
    pub formations: bool,
    /// What a gate is under Article 4
    #[arg(long, value_enum, default_value_t, help_heading = "Rules")]
    pub gate: GateArg,
    /// Occurrences of a position since the last capture that are a draw; 0 for never
    #[arg(long, value_name = "N", default_value_t = 3, help_heading = "Rules")]
    pub repeat: usize,
    /// Turns without a capture that are a draw; 0 for never
    #[arg(long, value_name = "N", default_value_t = 200, help_heading = "Rules")]
    pub quiet: usize,
}

/// What a gate is under Article 4.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum GateArg {
    /// A square, or three corners of one
    #[default]
    Open,
    /// A square alone
    Closed,
}

/// A position or a game.
#[derive(Args, Debug)]
#[command(
    mut_arg("size", |arg| arg.help(size_help("14, or that of the board given"))),
    mut_arg("profile", |arg| arg.help(profile_help("association, or that of the record")))
)]
pub(crate) struct JiuPositionArgs {
    /// A record, a drawn board or the one-line form, as a file or written here; - for the standard input
    #[arg(value_name = "FILE")]
    pub position: Vec<String>,
    /// Where row 1 is: in a board without row numbers, and when it is drawn [default: as the record says, or bottom]
    #[arg(long, value_enum)]
    pub rows: Option<RowsArg>,
    /// The side to move on a drawn board: X or O [default: as drawn, or X]
    #[arg(long, value_name = "X|O", value_parser = parse_side)]
    pub to_move: Option<Color>,
    /// Which game of a file with several records [default: the first]
    #[arg(long, value_name = "N", value_parser = from_one::<u32>)]
    pub game: Option<u32>,
    /// The position after this turn of a record
    #[arg(long, value_name = "NUMBER")]
    pub turn: Option<usize>,
    /// The position after this placing of a record
    #[arg(long, value_name = "NUMBER", conflicts_with = "turn")]
    pub placing: Option<usize>,
    /// Read on where a record takes the wrong stones for squares: those named that are there are taken
    #[arg(long)]
    pub lenient: bool,
    #[command(flatten)]
    pub rules: JiuRulesArgs,
}

/// What ends the thinking.
#[derive(Args, Debug)]
pub(crate) struct JiuLimitArgs {
    /// Time to think [default: 1s without any limit]
    #[arg(long, value_name = "TIME", value_parser = parse_time, help_heading = "Limits")]
    pub time: Option<Duration>,
    /// Turns to look ahead
    #[arg(long, value_name = "TURNS", value_parser = from_one::<u32>, help_heading = "Limits")]
    pub depth: Option<u32>,
}

/// Options of `jiu show`.
#[derive(Args, Debug)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub position: JiuPositionArgs,
}

/// Options of `jiu play`.
#[derive(Args, Debug)]
pub(crate) struct JiuPlayArgs {
    #[command(flatten)]
    pub position: JiuPositionArgs,
    #[command(flatten)]
    pub limits: JiuLimitArgs,
    /// The side that you play: X (Black, who moves first) or O (White, who places first)
    #[arg(long, value_name = "X|O", default_value = "X", value_parser = parse_side)]
    pub side: Color,
    /// Write the record of the game to a file at its end, in place of records that are there
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
}

const PERFT_HELP: &str = "\
Examples:
  pbrain-tengen jiu perft 4 --size 8
  pbrain-tengen jiu perft 3 --size 6 --profile plain --fly 0 \\
      \"6/6/1XO3/6/6/5O B m\"

Draws and Article 4 do not count. A game that has ended has no turns; a leaf counts as soon as its turn is made.";

/// Options of `jiu perft`.
#[derive(Args, Debug)]
#[command(after_help = PERFT_HELP)]
pub(crate) struct JiuPerftArgs {
    /// Turns to count
    pub depth: u32,
    #[command(flatten)]
    pub position: JiuPositionArgs,
    /// Print the count below each turn
    #[arg(long)]
    pub divide: bool,
}

const SERVE_HELP: &str = "\
Commands, one a line; everything may be written in ASCII (B9: C6->E6):
  name                      what this is
  size 14                   another board, and a new game
  profile association       other rules (association, plain, contest), and a
                            new game
  new                       a new game
  position ONE-LINE         a game that begins there
  record TURN TURN ...      plays turns, points while stones are placed, up to
                            an illegal one, which is told
  play TURN, undo           plays a turn, takes one back
  moves                     the number of turns, then a path with what it takes
                            on each line
  go [time MS] [depth N] [nodes N]
                            thinks: `info` lines, then the turn, which is not
                            yet played, as in
                            `turn B9: C6→E6→E4→G4 TC-D6, E5, F4 FC-L1`
  stop                      ends the thinking, whose turn is still told, and
                            `moves` and `perft`, which are then refused; so do
                            1024 lines that wait for it
  show, result, perft N     the board, how the game ended, a count
  quit
Answers are `ok`, what was asked for, or `error TEXT`.";

/// Options of `jiu serve`.
#[derive(Args, Debug)]
#[command(after_help = SERVE_HELP)]
pub(crate) struct ServeArgs {
    #[command(flatten)]
    pub rules: JiuRulesArgs,
    /// Time for a turn when `go` names no limit [default: 1s without --depth]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub time: Option<Duration>,
    /// Depth for a turn when `go` names no limit
    #[arg(long, value_name = "TURNS", value_parser = from_one::<u32>)]
    pub depth: Option<u32>,
}

const MATCH_HELP: &str = "\
Examples:
  pbrain-tengen jiu match --size 8 --first time=100ms --second greedy \\
      --games 100
  pbrain-tengen jiu match --size 8 --first nodes=40000 \\
      --second nodes=20000 --games 100
  pbrain-tengen jiu match --first depth=4,weights=new.txt --second depth=4

A setting is random, greedy (takes what it can at once), or limits of the engine: time=100ms, depth=4, nodes=20000, \
several with commas between them, and weights=FILE for other weights. Each opening is played with both colours.";

/// Options of `jiu match`.
#[derive(Args, Debug)]
#[command(after_help = MATCH_HELP)]
pub(crate) struct JiuMatchArgs {
    /// The one player
    #[arg(long, value_name = "SETTING", default_value = "time=200ms")]
    pub first: PlayerSpec,
    /// The other player
    #[arg(long, value_name = "SETTING", default_value = "time=100ms")]
    pub second: PlayerSpec,
    /// Games, an even number
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub games: usize,
    /// Games at the same time
    #[arg(long, alias = "threads", value_name = "N", default_value = "1", value_parser = parse_concurrency)]
    pub concurrency: NonZeroUsize,
    /// Stones of an opening, placed at random
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub opening: usize,
    /// Seed of the openings and of everything else that is random
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Write the records of all games to a file, in place of others that are there
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    #[command(flatten)]
    pub rules: JiuRulesArgs,
}

const FIT_HELP: &str = "\
Example:
  pbrain-tengen jiu fit --games 2000 --nodes 1500 --concurrency 2 \\
      weights.txt

The built-in weights are the file engine/games/src/jiu/weights.txt of the source; play a match with weights=FILE \
before believing in new ones.";

/// Options of `jiu fit`.
#[derive(Args, Debug)]
#[command(
    after_help = FIT_HELP,
    mut_arg("size", |arg| arg.help(size_help("8 and, for one game in four, 14")))
)]
pub(crate) struct FitArgs {
    /// File for the weights, in place of others that are there
    pub output: PathBuf,
    /// Games to play
    #[arg(long, value_name = "N", default_value = "1000", value_parser = units::positive::<NonZeroUsize>)]
    pub games: NonZeroUsize,
    /// Nodes to search for each turn
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = from_one::<u64>)]
    pub nodes: u64,
    /// Games at the same time
    #[arg(long, alias = "threads", value_name = "N", default_value = "1", value_parser = parse_concurrency)]
    pub concurrency: NonZeroUsize,
    /// Seed of everything random
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    #[command(flatten)]
    pub rules: JiuRulesArgs,
}

/// A player as it is asked for: `random`, `greedy`, or `time=100ms,depth=4,nodes=20000,weights=FILE` in part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum PlayerSpec {
    /// Plays anything.
    Random,
    /// Takes what it can at once.
    Greedy,
    /// The engine.
    Engine {
        /// Time for a turn.
        time: Option<Duration>,
        /// Depth for a turn.
        depth: Option<u32>,
        /// Nodes for a turn.
        nodes: Option<u64>,
        /// A file of weights other than those built in.
        weights: Option<PathBuf>,
    },
}

impl PlayerSpec {
    /// The file of weights that it reads, if it reads one.
    pub(crate) fn weights(&self) -> Option<&Path> {
        let PlayerSpec::Engine { weights, .. } = self else { return None };
        weights.as_deref()
    }
}

impl FromStr for PlayerSpec {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<PlayerSpec> {
        match text {
            "random" => return Ok(PlayerSpec::Random),
            "greedy" => return Ok(PlayerSpec::Greedy),
            _ => {}
        }
        let (mut time, mut depth, mut nodes, mut weights) = (None, None, None, None);
        for part in text.split(',') {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            let positive = |number: u64| (number > 0).then_some(number).ok_or_else(|| anyhow!("{part}: at least 1"));
            match name {
                "time" => time = Some(units::duration(value)?),
                "depth" => depth = Some(u32::try_from(positive(value.parse().context(part.to_string())?)?)?),
                "nodes" => nodes = Some(positive(value.parse().context(part.to_string())?)?),
                "weights" => weights = Some(PathBuf::from(value)),
                _ => bail!("\"{part}\" is no setting: random, greedy, time=, depth=, nodes= or weights="),
            }
        }
        if time.is_none() && depth.is_none() && nodes.is_none() {
            bail!("\"{text}\" has no limit: time=, depth= or nodes=");
        }
        Ok(PlayerSpec::Engine { time, depth, nodes, weights })
    }
}

/// As it is asked for.
impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerSpec::Random => f.write_str("random"),
            PlayerSpec::Greedy => f.write_str("greedy"),
            PlayerSpec::Engine { time, depth, nodes, weights } => {
                let parts = [
                    time.map(|time| format!("time={}ms", units::exact_milliseconds(time))),
                    depth.map(|depth| format!("depth={depth}")),
                    nodes.map(|nodes| format!("nodes={nodes}")),
                    weights.as_ref().map(|file| format!("weights={}", file.display())),
                ];
                f.write_str(&parts.into_iter().flatten().collect::<Vec<_>>().join(","))
            }
        }
    }
}

fn parse_profile(name: &str) -> Result<Profile, String> {
    let names = Profile::ALL.map(Profile::name).join(", ");
    Profile::from_name(name).ok_or_else(|| format!("no such profile; there are {names}"))
}

fn parse_side(name: &str) -> Result<Color, String> {
    text::side(name).ok_or_else(|| "a side is X (Black) or O (White)".to_string())
}
