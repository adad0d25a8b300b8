//! What to search for, and what such a search needs of the transposition table.

use smallvec::SmallVec;

use crate::point::Point;
use crate::score::Score;
use crate::search::known::KnownScore;
use crate::search::time::Budget;

/// About the most entries that a thread makes in a second: about every other node leaves one.
const ENTRIES_PER_SECOND: f64 = 1e6;
/// Searches of a game for whose entries there is room in the table. Older ones are seldom of use.
const SEARCHES_HELD: u64 = 4;

/// A win in so many plies, or fewer, is the shortest there is: a five is always seen.
pub const SURELY_SHORTEST: usize = 3;

/// What to search for.
#[derive(Clone, Debug)]
pub struct Request {
    /// How many of the best moves are wanted.
    pub lines: usize,
    /// Moves that are not considered.
    pub exclude: SmallVec<[Point; 4]>,
    /// The deepest iteration, if limited.
    pub depth: Option<u32>,
    /// Nodes of the first thread, if limited; its end is that of the others.
    pub nodes: Option<u64>,
    /// Whether a proof is wanted: then even a single move is searched, and a win is shortened until the iterations are as
    /// deep as it is long.
    pub proof: bool,
    /// Whether to think on where there is nothing to choose.
    pub thorough: bool,
    /// Whether the first thread searches alone, so that the same position is always searched the same way.
    pub alone: bool,
    /// What is known of positions that may follow.
    pub known: Vec<KnownScore>,
}

impl Default for Request {
    /// The best move, without any limit.
    fn default() -> Request {
        Request {
            lines: 1,
            exclude: SmallVec::new(),
            depth: None,
            nodes: None,
            proof: false,
            thorough: false,
            alone: false,
            known: Vec::new(),
        }
    }
}

impl Request {
    /// Whether the best move alone is wanted.
    pub(super) fn is_single(&self) -> bool {
        self.lines <= 1
    }

    /// How many threads search, of so many that there are.
    pub(super) fn threads(&self, all: usize) -> usize {
        if self.alone { 1 } else { all }
    }

    /// Whether a proof is wanted and a win of this score might be shortened beyond a depth: nothing is shorter than a four and
    /// a five where no five could be made at once.
    pub(super) fn may_shorten(&self, win: Score, depth: u32) -> bool {
        let least = SURELY_SHORTEST.max(depth as usize);
        self.proof && win.is_win() && win.plies_to_end().is_some_and(|plies| plies > least)
    }

    /// Entries of the table that searches such as this one can fill: without end when neither time nor nodes are limited.
    pub(super) fn entries(&self, budget: Budget, threads: usize) -> u64 {
        let in_time = budget.hard.map_or(u64::MAX, |hard| (hard.as_secs_f64() * ENTRIES_PER_SECOND) as u64);
        let of_one = self.nodes.map_or(in_time, |nodes| nodes.min(in_time));
        of_one.saturating_mul(SEARCHES_HELD * threads as u64)
    }
}
