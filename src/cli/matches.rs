//! What `match` can be told.

use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::time::Duration;

use clap::{Arg, Args, ValueEnum};
use tengen_engine::opening::OpeningRule;
use tengen_engine::point::BoardSize;
use tengen_engine::rule::RuleKind;

use crate::cli::engine::{ChooserArg, PerEngine, parse_chooser, parse_engine_folder, parse_info, per_engine};
use crate::cli::opening::{OpeningRuleArg, SameArg};
use crate::cli::tournament::{ColorOrder, PointScale, Tournament};
use crate::cli::{RowsArg, RuleParser, parse_bytes, parse_concurrency, parse_size, parse_time};
use crate::shard::Shard;
use crate::statistics::Sprt;
use crate::terms::{Opinion, Overtime};
use crate::units::positive;

const MATCH_HELP: &str = "\
Examples:
  Two engines, 100 games of Renju at half a second a move, with a report to open in a browser:
    pbrain-tengen match --engine new=./pbrain-new \\
        --engine old=./pbrain-old --rule renju --size 15 --turn 500ms \\
        --games 100 --concurrency 2 --report report.html

  Is a change worth at least 5 Elo? Stop when it is known, go on where it was interrupted:
    pbrain-tengen match --engine new=./pbrain-new \\
        --engine old=./pbrain-old --turn 50ms --rotate --games 20000 \\
        --sprt 0,5 --log change.jsonl --resume

  One engine against several, with a handicap and an option for one of them:
    pbrain-tengen match --engine mine=./pbrain-mine --engine a=./pbrain-a \\
        --engine \"b=wine pbrain-b.exe\" --gauntlet --turn 1s \\
        --turn mine:500ms --info a:thread_num=1 --delay a:40ms \\
        --openings mine.txt

  Engines choose the openings, and have two hours, then ten minutes for every ten moves:
    pbrain-tengen match --engine a=./pbrain-a --engine b=./pbrain-b \\
        --opening-rule rif --chooser tengen --match-time 2h \\
        --overtime 10/10m --games 20 --sgf games.sgf

  A tenth of a long match, as one job of a batch system, and all of them put together:
    pbrain-tengen match ... --games 100000 --shard 3/10 \\
        --log shard-3.jsonl --resume
    pbrain-tengen match --merge shard-*.jsonl --report report.html

  What the body of the commit is to say, after a match at fixed nodes and one by time:
    pbrain-tengen match --verdict nodes.jsonl time.jsonl

  The long wins of a match, to measure a search by, and since when engines see them:
    pbrain-tengen match --wins match.jsonl > wins.txt
    pbrain-tengen suite --nodes 4000000 wins.txt
    pbrain-tengen suite -e a=./pbrain-a -e b=./pbrain-b wins.txt

The exit status is 1 when faults decided a result, or with --strict when there was any, and 2 after an error.

--log begins with an object of all that the match is played by: times are in ms, memory in bytes. Each game is one \
more: its number as `game`, the engines as `black` and `white`, the stones of the `opening`, its `pattern` and the \
`choices` of the engines (each with `by`, `what`, `ms`, `over_ms` and `seat`) where they open by a rule, the \
`winner` (black, white or none), its `end` in a word and the `reason` in a sentence, the `moves` after the opening \
(each `at` a point or pass, with `ms`, `over_ms` where it came beyond its limit within the tolerance, and the \
`depth`, `nodes` and `score` that the engine told), `late_ms` or `fault_ms` of the answer that ended it, and \
`notes`. What there is none of is left out. An object of `games` and `sprt` between them tells which of these the match \
was gone on with, where they were others.

Values written [NAME:]VALUE hold for every engine, or only for the one of that name; the option may be repeated. \
Times are 500ms, 1.5s, 2m or 1h; memory is 350M, 2G or a number of bytes.";

/// The options by which no game is played: each is given alone.
const WAYS: [&str; 3] = ["merge", "verdict", "wins"];
/// The options that have a meaning for games that were played: for those that are merged, and not for a verdict or wins.
const OF_PLAYED: [&str; 7] = ["points", "strict", "sprt", "log", "report", "psq", "sgf"];

/// Keeps an option from those of [`WAYS`] with which it has no meaning.
fn apart_from_played(option: Arg) -> Arg {
    let id = option.get_id().as_str();
    let of_merged = OF_PLAYED.contains(&id);
    let others: Vec<&str> = WAYS.into_iter().filter(|&way| way != id && !(of_merged && way == "merge")).collect();
    option.conflicts_with_all(others)
}

/// Options of `match`.
#[derive(Args, Debug)]
#[command(after_help = MATCH_HELP, mut_args(apart_from_played))]
pub(crate) struct MatchArgs {
    /// An engine: any command that speaks the Gomocup protocol; given twice or more
    ///
    /// Quotes of either kind hold blanks in a command, and a doubled one between them stands for itself, as in 'it''s here'.
    #[arg(
        long = "engine",
        short = 'e',
        value_name = "[NAME=]COMMAND",
        required_unless_present_any = WAYS,
        help_heading = "Engines"
    )]
    pub engines: Vec<String>,
    /// Folder in which an engine runs [default: the one in which match is called]
    ///
    /// A program that COMMAND names by its path is found from where match is called, as without this. Other files that it
    /// names are seen from FOLDER. Games that are played at the same time share it.
    #[arg(long, value_name = "[NAME:]FOLDER", value_parser = parse_engine_folder, help_heading = "Engines")]
    pub folder: Vec<PerEngine<PathBuf>>,
    /// An INFO line to send at the start of each game
    #[arg(long, value_name = "[NAME:]KEY=VALUE", value_parser = per_engine(parse_info), help_heading = "Engines")]
    pub info: Vec<PerEngine<(String, String)>>,
    /// Rest between an engine's last word and what it is told next; some engines lose what comes too soon
    #[arg(long, value_name = "[NAME:]TIME", value_parser = per_engine(parse_time), help_heading = "Engines")]
    pub delay: Vec<PerEngine<Duration>>,
    /// Keep the processes from game to game instead of starting new ones for each
    #[arg(long, help_heading = "Engines")]
    pub keep_alive: bool,
    /// Suspend an engine while it waits for its opponent, as the Gomocup judge does; not on Windows
    #[arg(long, help_heading = "Engines")]
    pub suspend: bool,
    /// Send the whole board for every move, as c-gomoku-cli does with -sendbyboard, and not only the opponent's last move
    #[arg(long, help_heading = "Engines")]
    pub whole_board: bool,
    /// Note what an engine writes to its standard error, but do not count it as a fault; messages are none either way
    #[arg(long, help_heading = "Engines")]
    pub allow_stderr: bool,

    /// Rule, or its protocol number 0, 1, 4, 8 or 9 [default: freestyle, or what is usual after the opening rule]
    #[arg(long, short, value_parser = RuleParser, help_heading = "Game")]
    pub rule: Option<RuleKind>,
    /// Board size: 15, or width x height as in 20x15
    #[arg(long, short, default_value = "15", value_parser = parse_size, help_heading = "Game")]
    pub size: BoardSize,
    /// The same as --opening-rule swap2, as the Gomocup judge opens games
    #[arg(long, conflicts_with = "opening_rule", help_heading = "Game")]
    pub swap2: bool,
    /// Open every game by a rule under which the engines choose openings and colours: rif, soosyrv8, taraguchi10, swap2 ...
    ///
    /// Who would play Black opens. Engines are asked by SWAP2BOARD under swap2 and by Yixin-Board's yxsoosorv steps under
    /// soosyrv8; for all other rules managers have no words. An engine that does not know them loses. pbrain-tengen opening
    /// --help lists the rules; designated:lot draws an opening for each pair of games of two engines, by --seed, the same
    /// for all pairings but in tournaments with rounds. --openings, if there are any, are the first stones, put by the
    /// runner: three under swap2.
    #[arg(long, value_name = "RULE", value_parser = OpeningRuleArg::parse, help_heading = "Game")]
    pub opening_rule: Option<OpeningRuleArg>,
    /// When two fifths are the same one, where an --opening-rule has fifths
    #[arg(long, value_enum, default_value_t, help_heading = "Game")]
    pub same: SameArg,
    /// Choose in the place of an engine in openings, within its --turn and --nodes and at no cost to its clock
    ///
    /// Of --match-time a choice takes a fortieth at most. --depth is not used. Where nothing else is given, or only
    /// --turn 0, it chooses as with --nodes 50000.
    #[arg(long, value_name = "[NAME:]tengen", value_parser = per_engine(parse_chooser), help_heading = "Game")]
    pub chooser: Vec<PerEngine<ChooserArg>>,
    /// Call a game drawn after this many moves, those of the opening included
    #[arg(long, value_name = "MOVES", value_parser = positive::<NonZeroUsize>, help_heading = "Game")]
    pub max_moves: Option<NonZeroUsize>,
    /// Resign for an engine that called itself lost by this score for so many moves in a row, such as 3/1000
    #[arg(long, value_name = "[NAME:]MOVES/SCORE", value_parser = per_engine(Opinion::parse), help_heading = "Game")]
    pub resign: Vec<PerEngine<Opinion>>,
    /// Draw when both engines called the game level within this score for so many moves in a row, such as 10/5
    #[arg(long, value_name = "[NAME:]MOVES/SCORE", value_parser = per_engine(Opinion::parse), help_heading = "Game")]
    pub draw: Vec<PerEngine<Opinion>>,

    /// Most time for a move; 0 asks for the fastest answer, without --nodes and --depth [default: 1s, or no limit with
    /// --match-time, --depth or --nodes]
    #[arg(long, value_name = "[NAME:]TIME", value_parser = per_engine(parse_time), help_heading = "Limits")]
    pub turn: Vec<PerEngine<Duration>>,
    /// Most time for all moves of a game; 0 is no limit
    #[arg(long, value_name = "[NAME:]TIME", value_parser = per_engine(parse_time), help_heading = "Limits")]
    pub match_time: Vec<PerEngine<Duration>>,
    /// Time added for the game after every move, with --match-time
    #[arg(long, value_name = "[NAME:]TIME", value_parser = per_engine(parse_time), help_heading = "Limits")]
    pub increment: Vec<PerEngine<Duration>>,
    /// What follows the time for all moves: 60s for each move, or 10/10m for 10 moves in 10 minutes, again and again
    #[arg(long, value_name = "[NAME:][MOVES/]TIME", value_parser = per_engine(Overtime::parse), help_heading = "Limits")]
    pub overtime: Vec<PerEngine<Overtime>>,
    /// Depth to which to search, for engines that know INFO max_depth
    #[arg(long, value_name = "[NAME:]PLIES", value_parser = per_engine(positive::<NonZeroU32>), help_heading = "Limits")]
    pub depth: Vec<PerEngine<NonZeroU32>>,
    /// Nodes to search, for engines that know INFO max_node
    #[arg(long, value_name = "[NAME:]NODES", value_parser = per_engine(positive::<NonZeroU64>), help_heading = "Limits")]
    pub nodes: Vec<PerEngine<NonZeroU64>>,
    /// Memory an engine may use, its own and unshared; it is told so, and using more loses the game; on Linux alone
    ///
    /// It is measured after every move, over the process and all that it started, and without tolerance: one byte more
    /// is too much. 350M is the limit of the Gomocup judge, 367001600 bytes.
    #[arg(long, value_name = "[NAME:]BYTES", value_parser = per_engine(parse_bytes), help_heading = "Limits")]
    pub memory: Vec<PerEngine<usize>>,
    /// How much later than allowed an answer may come; those later than 20 ms are counted as over
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = parse_time, help_heading = "Limits")]
    pub tolerance: Duration,
    /// How long a move may take that has no limit of time
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = parse_time, help_heading = "Limits")]
    pub patience: Duration,
    /// How long an engine may take to say OK to START
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = parse_time, help_heading = "Limits")]
    pub start_wait: Duration,

    /// File of openings, one a line; each is played with both colours [default: builtin, or none with --opening-rule]
    ///
    /// builtin stands for openings that are part of this program, chosen by rule and size and taken in an order that --seed
    /// decides; in games beyond them each comes again with two more stones, put by lot, after which few are still even.
    /// `openings --make --even` makes more. none stands for the empty board.
    #[arg(long, value_name = "FILE", help_heading = "Openings")]
    pub openings: Option<PathBuf>,
    /// Openings from a book: a store, a database, a library or a record; lines are drawn by its labels, values and counts
    #[arg(long, value_name = "FILE", conflicts_with = "openings", help_heading = "Openings")]
    pub book: Option<PathBuf>,
    /// Moves of the book that are played before the engines take over
    #[arg(long, value_name = "N", default_value_t = 6, requires = "book", value_parser = clap::value_parser!(u16).range(1..), help_heading = "Openings")]
    pub book_moves: u16,
    /// How openings are written: points (h8i9) or distances from the centre (0,0, 1,-1)
    #[arg(long, value_enum, default_value_t, requires = "openings", help_heading = "Openings")]
    pub opening_format: OpeningFormat,
    /// Where row 1 is in files of openings and in records; c-gomoku-cli counts from the top
    #[arg(long, value_enum, default_value_t, help_heading = "Openings")]
    pub rows: RowsArg,
    /// Take the openings in random order
    #[arg(long, help_heading = "Openings")]
    pub shuffle: bool,
    /// Turn or mirror each opening at random
    #[arg(long, help_heading = "Openings")]
    pub rotate: bool,
    /// Seed of everything random in the match
    #[arg(long, default_value_t = 1, help_heading = "Openings")]
    pub seed: u64,
    /// Who plays Black, or opens under an opening rule: both in turn in each pair of games, or drawn by lot for every game
    #[arg(long, value_enum, default_value_t, help_heading = "Openings")]
    pub colors: ColorOrder,

    /// Play only these pairs of games: every COUNT-th, from number INDEX on, as in 3/10
    ///
    /// The games are those of the whole match, under their numbers. A shard is played to its end, without --sprt, which
    /// is kept for --merge.
    #[arg(long, value_name = "INDEX/COUNT", default_value_t, help_heading = "Match")]
    pub shard: Shard,
    /// Play nothing, but add the logs of shards up to one result, and to --log, --report, --psq and --sgf
    #[arg(long, value_name = "LOG", num_args = 1.., help_heading = "Match")]
    pub merge: Vec<PathBuf>,
    /// Play nothing, but judge a change by the logs of all its matches: a line for each, one for all, ready for a commit
    ///
    /// The first engine of each match is the changed one. The matches may differ in everything else: rule, nodes, time. It is
    /// better when all games show it, and worse when they or one match do: of several matches each must show it beyond what
    /// chance makes of so many.
    #[arg(long, value_name = "LOG", num_args = 1.., help_heading = "Match")]
    pub verdict: Vec<PathBuf>,
    /// Play nothing, but print the positions since which a winner told a forced win of 13 plies or more, as a file for suite
    #[arg(long, value_name = "LOG", num_args = 1.., help_heading = "Match")]
    pub wins: Vec<PathBuf>,
    /// Games for each two engines, or for each meeting of swiss and knockout, an even number [default: every opening once with
    /// both colours, of a book 100 of them; 2 for a meeting]
    #[arg(long, value_name = "N", help_heading = "Match")]
    pub games: Option<usize>,
    /// Only the first engine against all others, not everyone against everyone
    #[arg(long, help_heading = "Match")]
    pub gauntlet: bool,
    /// Who meets whom: round-robin, gauntlet, swiss:ROUNDS (128 at the most) or knockout [default: round-robin]
    ///
    /// In swiss and knockout a meeting is as many games as --games says, two unless it does. In a knock-out a meeting that is
    /// even is played again, and when that is even too who used less time goes on, or the lot decides.
    #[arg(long, value_name = "FORMAT", value_parser = Tournament::parse, conflicts_with = "gauntlet", help_heading = "Match")]
    pub tournament: Option<Tournament>,
    /// What a win, a draw and a loss are worth in the table of more than two engines, such as 3/2/1 or 3/1/0
    #[arg(long, value_name = "WIN/DRAW/LOSS", default_value_t, value_parser = PointScale::parse, help_heading = "Match")]
    pub points: PointScale,
    /// End with an error when an engine broke down in any game, or Black made a forbidden move
    #[arg(long, help_heading = "Match")]
    pub strict: bool,
    /// Games at the same time
    #[arg(long, alias = "threads", value_name = "N", default_value = "1", value_parser = parse_concurrency, help_heading = "Match")]
    pub concurrency: NonZeroUsize,
    /// Stop when a sequential test between these two differences is decided (errors 0.05 each unless given)
    #[arg(
        long,
        value_name = "ELO0,ELO1[,ALPHA,BETA]",
        allow_hyphen_values = true,
        value_parser = Sprt::parse,
        help_heading = "Match"
    )]
    pub sprt: Option<Sprt>,

    /// JSON Lines log: the conditions, then every finished game
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub log: Option<PathBuf>,
    /// Go on with the match of the log, if there is one
    #[arg(long, requires = "log", help_heading = "Output")]
    pub resume: bool,
    /// Page with tables and every game, for a browser
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub report: Option<PathBuf>,
    /// Folder for one PSQ record a game, which Piskvork opens
    #[arg(long, value_name = "FOLDER", help_heading = "Output")]
    pub psq: Option<PathBuf>,
    /// File for the SGF records of all games
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub sgf: Option<PathBuf>,
    /// File for everything said between the runner and the engines
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub transcript: Option<PathBuf>,
    /// Print no line for each game
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,
}

/// How the openings of a file are written.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum OpeningFormat {
    /// Judged by the first character of each line
    #[default]
    Auto,
    /// Points such as h8i9j10
    Pos,
    /// Distances right and down from the centre, such as 0,0, 1,-1
    Offset,
}

impl MatchArgs {
    /// The opening rule, by whichever of its two options it was given.
    pub(crate) fn opening_rule(&self) -> Option<OpeningRuleArg> {
        self.opening_rule.or(self.swap2.then_some(OpeningRuleArg::Rule(OpeningRule::Swap2)))
    }
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser};

    use super::OF_PLAYED;
    use crate::cli::Cli;

    #[test]
    fn what_has_no_meaning_for_games_that_were_played_is_refused_beside_them() {
        let cli = Cli::command();
        let command = cli.find_subcommand("match").unwrap();
        let options: Vec<&str> = command.get_arguments().map(|option| option.get_id().as_str()).collect();
        assert!(OF_PLAYED.iter().all(|option| options.contains(option)), "{options:?}");
        for way in ["--merge a.jsonl", "--verdict a.jsonl", "--wins a.jsonl"] {
            for (more, is_fine) in [
                ("", true),
                ("--merge b --verdict c --wins d", false),
                ("--engine x", false),
                ("--games 4", false),
                ("--resume --log all.jsonl", false),
                ("--quiet", false),
                ("--points 3/1/0", way.starts_with("--merge")),
                ("--strict --sprt 0,5 --log l --report r --psq p --sgf s", way.starts_with("--merge")),
            ] {
                let line = format!("pbrain-tengen match {way} {more}");
                assert_eq!(Cli::try_parse_from(line.split_whitespace()).is_ok(), is_fine, "{line}");
            }
        }
    }
}
