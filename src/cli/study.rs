//! What `analyze`, `solve` and `review` can be told, and how a position is given to any subcommand.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Arg, Args, ValueEnum};
use tengen_engine::engine::Limits;
use tengen_engine::point::BoardSize;
use tengen_engine::rule::RuleKind;

use crate::cli::{EngineArgs, RowsArg, RuleParser, WeightsArgs, parse_size, parse_time};
use crate::game_numbers::GameNumbers;
use crate::units::from_one;

/// How long it is thought when nothing is said about it.
const USUAL_TIME: Duration = Duration::from_secs(10);

/// A position and how it is to be read.
#[derive(Args, Debug)]
pub(crate) struct PositionArgs {
    /// Moves such as h8i9j7, Black first; or a file that holds moves, a drawn board, a record or a library in any format of
    /// pbrain-tengen guide files, ./h8 being one that is called so; or - for the same from the standard input [default: the
    /// empty board]
    pub position: Vec<String>,
    /// Rule, or its protocol number 0, 1, 4, 8 or 9 [default: that of the record, or freestyle]
    #[arg(long, short, value_parser = RuleParser, help_heading = "Position")]
    pub rule: Option<RuleKind>,
    /// Stop after this many moves of a record or list
    #[arg(long = "move", short = 'm', value_name = "N", help_heading = "Position")]
    pub moves: Option<usize>,
    /// Which game of a file with several, each line of a text with moves being one, or which position of a database
    /// [default: the first]
    #[arg(long, value_name = "N", help_heading = "Position")]
    pub game: Option<GameNumbers>,
    /// Board size: 15, or width x height as in 20x15 [default: 15, or that of the board or record]
    #[arg(long, short, value_parser = parse_size, help_heading = "Position")]
    pub size: Option<BoardSize>,
    /// Where row 1 is
    #[arg(long, value_enum, default_value = "bottom", help_heading = "Position")]
    pub rows: RowsArg,
}

/// The help of `--game` of a command that takes several, and of what they are.
fn several_help(what: &str) -> String {
    format!(
        "Which games of {what}: one such as 3, or with a result for each several such as 3,7-9, or all; each line \
         of a text with moves is then a game [default: the first]"
    )
}

/// `--game` of a command that takes several.
fn of_several(arg: Arg) -> Arg {
    arg.value_name("NUMBERS").help(several_help("a file with several, or positions of a database"))
}

impl PositionArgs {
    /// What was given, as one text: moves may be given in several words.
    pub(crate) fn given(&self) -> String {
        self.position.join(" ")
    }
}

/// What the search may use. Its heading is also that of arguments that follow without one of their own.
#[derive(Args, Debug)]
pub(crate) struct LimitArgs {
    /// Time to think [default: 10s when neither --depth nor --nodes is given]
    #[arg(long, short, value_name = "TIME", value_parser = parse_time, help_heading = "Limits")]
    pub time: Option<Duration>,
    /// Nodes to search
    #[arg(long, short, value_name = "N", value_parser = from_one::<u64>, help_heading = "Limits")]
    pub nodes: Option<u64>,
    /// Depth to search to
    #[arg(long, short, value_name = "PLIES", value_parser = from_one::<u32>, help_heading = "Limits")]
    pub depth: Option<u32>,
    #[command(flatten, next_help_heading = "Limits")]
    pub engine: EngineArgs,
}

impl LimitArgs {
    /// What ends a search.
    pub(crate) fn limits(&self) -> Limits {
        self.limits_or(USUAL_TIME)
    }

    /// What ends a search, in this time where nothing was said.
    pub(crate) fn limits_or(&self, usual: Duration) -> Limits {
        let time = self.time_or(usual).map_or_else(Limits::none, Limits::time);
        time.with_depth(self.depth).with_nodes(self.nodes)
    }

    /// The time for a search if it is limited: this one where nothing was said.
    pub(crate) fn time_or(&self, usual: Duration) -> Option<Duration> {
        let unlimited = self.depth.is_none() && self.nodes.is_none();
        self.time.or(unlimited.then_some(usual))
    }
}

const ANALYZE_HELP: &str = "\
Examples:
  The three best moves of a game of Renju, thought about for ten seconds:
    pbrain-tengen analyze --rule renju --lines 3 h8i9g7g9i7

  A board drawn in a file, X for Black and O for White, until 12 plies are searched in full:
    pbrain-tengen analyze --rule standard --depth 12 board.txt

  The position before the 20th move of a game that was saved, by this program or another:
    pbrain-tengen analyze --move 19 game.sgf

  The five best moves for a script, and as variations with comments for viewers of records:
    pbrain-tengen analyze --lines 5 --time 5s --json --sgf best.sgf game.sgf

  All positions of a file, an object for each and line:
    pbrain-tengen analyze --game all --nodes 10000 --json positions.txt

--json prints one object: `version` (1), `rule`, `width`, `height`, `rowsFromTop`, `setUp` (stones that no move put, \
each with `color` and `point`), `closed` (the points that are closed to both sides, where there are any), `moves`, \
`colors` (the side of each move, unless Black begins and both move in turn), `toMove`, `result` (null while the game \
goes on), the points that are `forbidden` to Black, each with its `kind`, `complete` (false after Ctrl-C), `best` \
(the best move, or null), `lines` (each with `rank`, `score`, `chance` of winning from 0 to 1, `depth`, \
`selectiveDepth` and the moves of its `line`), and the `depth`, `nodes` and `ms` of the search. Points are such as h8.

Where --game asks for several games each has its result in turn, as if it were the only one, and its object the number \
of the `game` too. Games that cannot be given at all, as those on a board of 99x99, have no number, and behind one \
of them a game that is asked for alone, as by --game 3, is not given either. The --sgf of all is one file. A damaged \
game is told and passed over, and the exit status is then that of an error. A file that cannot be written ends the \
run. Ctrl-C ends with the game that is searched.

On the board X is Black and O White, the last stone stands in brackets, and * is a point that is forbidden to Black.

Ctrl-C ends the thinking and keeps what was found. Scores are for the side to move: about 100 is a clear advantage, \
+M5 a win in 5 plies (moves of both sides counted), -M4 a loss in at most 4.";

/// Options of `analyze`.
#[derive(Args, Debug)]
#[command(after_help = ANALYZE_HELP, mut_arg("game", of_several))]
pub(crate) struct AnalyzeArgs {
    /// Show what a book knows first: a store, a database, a library or a record
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    pub book: Option<PathBuf>,
    /// Print one JSON object a game when its thinking ends, and nothing else
    #[arg(long)]
    pub json: bool,
    /// Write the lines to a file, as variations with comments in SGF, in place of what is there in SGF
    #[arg(long, value_name = "FILE")]
    pub sgf: Option<PathBuf>,
    /// How many of the best moves to show
    #[arg(long, short, value_name = "N", default_value_t = 1, value_parser = from_one::<u16>)]
    pub lines: u16,
    #[command(flatten)]
    pub position: PositionArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub weights: WeightsArgs,
}

const SOLVE_HELP: &str = "\
Examples:
  pbrain-tengen solve --rule freestyle --time 30s h8i9h9h7g8j8i8f8g9i7

  A win by threats alone, with every answer to them in a file that viewers of game records open:
    pbrain-tengen solve --rule renju --by threats --tree win.sgf \\
        h12g7g6f7e7f8f6h6e9d8f10e8g8h7i7g11i5h10h5e11

  Every move that wins by threats, each with its proof, and all of them in one file:
    pbrain-tengen solve --all --tree wins.sgf h8i9h9h7g8j8i8f8g9i7

  The same into a store, where the wins decide the positions before them:
    pbrain-tengen solve --all --store openings.store h8i9h9h7g8j8i8f8g9i7

  The 3rd and the 7th to the 9th position of a file, or all that it holds:
    pbrain-tengen solve --game 3,7-9 --nodes 100000 puzzles.sgf
    pbrain-tengen solve --game all --by threats --json puzzles.sgf

A win is looked for by continuous fours, then by fours and threes, then by the main search, which knows all moves. \
What is said to be won has been proved: a win by threats has been checked by the rules against every legal move of \
the defender, one of the main search has been played out. In the time that is left a shorter win is looked for. It \
is called the shortest where every shorter one was ruled out by trying all moves of both sides, which takes few \
plies. That no win was found proves nothing.

With --all every legal move is examined for a win by threats after it, each at first for a few nodes, and those that \
are still open for longer and longer, until all are decided or the nodes or the time are used up; then it is said \
how many were not examined to the end, and --json names them all. Each win is checked against every legal answer. \
Moves that win in no such way are not listed.

The exit status is 0 when a win was found, of several games in each, 1 when not, and 2 after an error. Several \
games are told as by analyze, and their trees are one file.

--json prints one object: what that of analyze tells of the position, `complete` (false when Ctrl-C ended the search, \
so that nothing follows from what was not found), `solution` (win, loss or unknown; null when there is no move), \
`best` (the winning move), `plies` to the end at the most, `shortest` (whether nothing shorter wins), `by` (vcf, vct \
or search), the moves of the `line` to the end, or of the best defence, the `depth` of the main search, `nodes` and \
`ms`. With --all it has `wins` (each with `best`, `plies` and `line`), the moves left `open`, `nodes` and `ms`.

The tree is SGF: the moves so far, then a variation for each answer of the defender, the longest resistance first. A \
pass stands for every move that is no answer. A position that is reached in several ways is written once; from then \
on a comment names the node (N[...]) in which it goes on.";

/// How a win is looked for.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Way {
    /// By continuous fours alone
    Fours,
    /// By continuous fours and threes
    Threats,
    /// By the main search alone
    Search,
    /// By threats in half of the time, then by the main search
    All,
}

/// Options of `solve`.
#[derive(Args, Debug)]
#[command(
    after_help = SOLVE_HELP,
    mut_arg("depth", |arg| arg.help("Depth to search to, for the main search: not with --all or --by fours or threats")),
    mut_arg("threads", |arg| arg.help("Threads of the main search; one looks for threats")),
    mut_arg("game", of_several)
)]
pub(crate) struct SolveArgs {
    /// How to look for a win
    #[arg(long, value_enum, default_value = "all")]
    pub by: Way,
    /// List every move that wins by threats, each with its proof
    #[arg(long)]
    pub all: bool,
    /// Print one JSON object a game when it is done, and nothing else
    #[arg(long)]
    pub json: bool,
    /// Write the whole tree of the win to a file, in place of what is there in SGF; with --all the trees of all wins as
    /// variations
    #[arg(long, value_name = "FILE")]
    pub tree: Option<PathBuf>,
    /// Write every position of the win into a store, made if there is none (but no .db or .lib): see pbrain-tengen guide db
    #[arg(long, value_name = "STORE")]
    pub store: Option<PathBuf>,
    #[command(flatten)]
    pub position: PositionArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub weights: WeightsArgs,
}

/// How long each position of a game is thought about when nothing is said about it.
pub(crate) const REVIEW_TIME: Duration = Duration::from_secs(1);

const REVIEW_HELP: &str = "\
Examples:
  The mistakes of a game on the terminal, and as a page with a graph and the board to replay:
    pbrain-tengen review game.sgf -o report.html

  A quick look at moves that are typed in:
    pbrain-tengen review --rule renju --time 200ms h8i9g7g9i7j8h6

  All games of a folder, with a summary in reports/index.html; an interrupted run goes on:
    pbrain-tengen review --nodes 100000 games/*.sgf -o reports/

  All games of a tournament that are in one file, and how each player did:
    pbrain-tengen review --game all --time 200ms tournament.sgf -o reports/

  The moves of the game as a new record, with its mistakes marked and better lines as variations:
    pbrain-tengen review --sgf reviewed.sgf game.sgf

Every position is looked through for wins by fours and by threes, which are checked against every answer, and \
searched. A move is an inaccuracy when it lost 10%, a mistake when it lost 20%, and a blunder when it lost 35% of \
the chance of winning against a better move that was searched as long as itself. A win by threats that is missed is \
always named. A move that keeps a proved win is never a mistake, nor is any move in a position that is proved to be \
lost.

With --nodes and one thread a review is the same whenever it is made. What was searched is kept beside the report, \
in report.searches.jsonl: it is used again by the same command with the same limits, --hash among them. \
`pbrain-tengen guide review` says more, and what the object of --json holds.";

/// Options of `review`.
#[derive(Args, Debug)]
#[command(
    after_help = REVIEW_HELP,
    mut_arg("time", |arg| arg.help("Time for each position [default: 1s when neither --depth nor --nodes is given]")),
    mut_arg("nodes", |arg| arg.help("Nodes to search for each position, and half as many again for wins by threats")),
    mut_arg("depth", |arg| arg.help("Depth to search each position to"))
)]
pub(crate) struct ReviewArgs {
    /// Games: files with any record that `convert` reads, but no database; lists of moves such as h8i9j7; or - for the
    /// standard input
    #[arg(value_name = "GAME", required = true)]
    pub games: Vec<String>,
    /// Write the report to this file, in place of a page that is there; into this folder, with a summary, when it is one or
    /// when there are several games
    #[arg(long, short, value_name = "REPORT")]
    pub output: Option<PathBuf>,
    /// Print one JSON object a game and line, and nothing else
    #[arg(long)]
    pub json: bool,
    /// Write the moves of the games to a file, with comments, marks of mistakes and better lines as variations in SGF;
    /// players, dates and comments that a record had are not taken over
    #[arg(long, value_name = "FILE")]
    pub sgf: Option<PathBuf>,
    /// How many better moves to show for each mistake at most: each is better than the move that was played
    #[arg(long, short, value_name = "N", default_value_t = 1, value_parser = from_one::<u16>)]
    pub lines: u16,
    /// Rule, or its protocol number 0, 1, 4, 8 or 9 [default: that of the record, or freestyle]
    #[arg(long, short, value_parser = RuleParser, help_heading = "Games")]
    pub rule: Option<RuleKind>,
    #[arg(long, value_name = "NUMBERS", help = several_help("files with several"), help_heading = "Games")]
    pub game: Option<GameNumbers>,
    /// Board size: 15, or width x height as in 20x15 [default: 15, or that of the record]
    #[arg(long, short, value_parser = parse_size, help_heading = "Games")]
    pub size: Option<BoardSize>,
    /// Where row 1 is
    #[arg(long, value_enum, default_value = "bottom", help_heading = "Games")]
    pub rows: RowsArg,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub weights: WeightsArgs,
}

impl ReviewArgs {
    /// How one of the games is to be read.
    pub(crate) fn position(&self, game: &str) -> PositionArgs {
        let position = vec![game.to_string()];
        PositionArgs {
            position,
            rule: self.rule,
            moves: None,
            game: self.game.clone(),
            size: self.size,
            rows: self.rows,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::CommandFactory;

    use crate::cli::Cli;

    #[test]
    fn only_limits_stand_under_the_limits() {
        let cli = Cli::command();
        for name in ["analyze", "solve", "review"] {
            let all = cli.find_subcommand(name).unwrap().get_arguments();
            let limits = all.filter(|option| option.get_help_heading() == Some("Limits"));
            let names: BTreeSet<&str> = limits.map(|option| option.get_id().as_str()).collect();
            assert_eq!(names, BTreeSet::from(["time", "nodes", "depth", "threads", "hash"]), "{name}");
        }
    }
}
