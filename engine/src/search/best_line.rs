//! A line that a search found, and the vote of threads about the better of two.

use std::time::Duration;

use crate::point::Point;
use crate::score::Score;

/// One line of play that a search found best, or next best.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// 1 for the best line, 2 for the next, as far as asked for.
    pub rank: usize,
    /// Plies searched in full.
    pub depth: u32,
    /// Plies of the longest line looked at.
    pub selective_depth: u32,
    /// For the side to move.
    pub score: Score,
    /// Nodes visited since the request.
    pub nodes: u64,
    /// Time since the request was received.
    pub elapsed: Duration,
    /// Share of the room for entries of the transposition table that this request has filled, in thousandths.
    pub hashfull: u32,
    /// The expected moves, from the side to move on.
    pub variation: Vec<Point>,
}

/// What is added to the lead in score of one thread's result over another's before it is multiplied by the depth: the
/// smaller, the more the score counts.
const VOTE_BASE: i32 = 20;

impl Line {
    /// Whether both say the same of the same move.
    pub(super) fn is_same_as(&self, other: &Line) -> bool {
        (self.score, self.variation.first()) == (other.score, other.variation.first())
    }

    /// Vote of threads: the best founded result of the same search, this one being that of the first thread. A move that this one
    /// knows to lose is not voted for, whatever another thinks of it, unless that one has proved what it says: then all moves
    /// lose.
    pub(super) fn vote(self, others: impl Iterator<Item = Line>, lost: &[Point]) -> Line {
        let first = self.variation[0];
        let may_be_best =
            |line: &Line| line.score.is_decided() || line.variation[0] == first || !lost.contains(&line.variation[0]);
        others.filter(may_be_best).fold(self, Line::or_better)
    }

    /// The better founded one of two results of the same search: what is proved, the nearer win or the later loss, or else a high
    /// score from great depth.
    pub(super) fn or_better(self, other: Line) -> Line {
        let least = self.score.min(other.score).value();
        let weight = |line: &Line| (line.score.value() - least + VOTE_BASE) * line.depth as i32;
        let is_other_better = match (self.score.is_decided(), other.score.is_decided()) {
            (false, false) => weight(&other) > weight(&self),
            (true, true) => other.score > self.score,
            // A loss, too, was shown for every move: who has not seen it knows none that avoids it.
            (_, is_other_proved) => is_other_proved,
        };
        if is_other_better { other } else { self }
    }
}

#[cfg(test)]
impl Line {
    /// A line of one iteration, found with one node.
    pub(crate) fn found(depth: u32, score: Score, variation: &[Point]) -> Line {
        let (elapsed, variation) = (Duration::ZERO, variation.to_vec());
        Line { rank: 1, depth, selective_depth: depth, score, nodes: 1, elapsed, hashfull: 0, variation }
    }
}
