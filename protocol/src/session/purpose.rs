//! Purposes of requests: what each is for decides how much time it has and how its end is told.

use std::time::Duration;

use web_time::Instant;

use tengen_engine::engine::{Clock, Line};
use tengen_engine::opening::Opening;

use super::balance::Balance;
use crate::command::SoosyrvStep;
use crate::preferences::Preferences;

/// Verification of a win that the database knows: the most nodes of its search.
const MOST_VERIFICATION_NODES: u64 = 100_000;
/// The least: a limit on the nodes of a move is meant for searches, and a known win is not to be lost by it.
const LEAST_VERIFICATION_NODES: u64 = 20_000;
/// A verification takes one in so many parts of the time for the move at most, and of its nodes between the two numbers
/// above: the rest is left for the search that follows where the win does not hold.
const VERIFICATION_PART: u32 = 8;

/// Which moves an analysis judges.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum JudgedMoves {
    /// So many of the best.
    Best(usize),
    /// Every one there is.
    All,
}

/// What a request is for, which decides how its end is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// A move of the game.
    Play,
    /// A move of the game where the database knows a win: the win, or where it does not hold a search as for any move.
    Verify,
    /// A move, with a line of play for each of the moves that are judged.
    Analyse(JudgedMoves),
    /// The move, or the moves of both sides, whose judgement is nearest to a wished one.
    Balance(Balance),
    /// What to do in an opening, answered in these words.
    Opening { wording: Wording, opening: Box<Opening> },
    /// Nobody waits for it.
    Ponder,
}

impl Purpose {
    /// Whether it is for a move of the game.
    pub(super) fn is_of_game(&self) -> bool {
        matches!(self, Purpose::Play | Purpose::Verify)
    }

    /// Whether there is all the time in the world where no time for the move was told.
    fn is_analysis(&self) -> bool {
        matches!(self, Purpose::Analyse(_) | Purpose::Balance(_))
    }

    /// Whether moves are compared, which takes full strength. Pages ask for a move of a game as for the best of one.
    pub(super) fn compares_moves(&self) -> bool {
        matches!(self, Purpose::Analyse(JudgedMoves::Best(2..) | JudgedMoves::All) | Purpose::Balance(_))
    }

    /// Whether one is enough of moves that are copies of each other: not where every move is judged, or one is played.
    pub(super) fn may_leave_copies_out(&self) -> bool {
        matches!(self, Purpose::Analyse(JudgedMoves::Best(2..)))
    }

    /// What is shown of its lines: where the moves that balance are wanted the line that begins with them, as pages would
    /// play the second of two from any other that begins with the first. Lines of a verification are no lines of play
    /// where it fails.
    pub(super) fn shown<'a>(&self, block: &'a [Line]) -> Option<&'a [Line]> {
        match self {
            Purpose::Balance(balance) => balance.nearest(block).map(std::slice::from_ref),
            Purpose::Play | Purpose::Analyse(_) | Purpose::Opening { .. } => Some(block),
            Purpose::Verify | Purpose::Ponder => None,
        }
    }

    /// In how many parts the time for the answer is divided, one of which it may take. The search after it counts from
    /// the same moment: what one leaves is the next one's.
    fn time_parts(&self) -> u32 {
        match self {
            Purpose::Verify => VERIFICATION_PART,
            Purpose::Balance(balance) => balance.searches_left().into(),
            Purpose::Play | Purpose::Analyse(_) | Purpose::Opening { .. } | Purpose::Ponder => 1,
        }
    }

    /// The time there is for the answer to a request received then, whatever searches it takes.
    pub(super) fn answer_clock(&self, preferences: &Preferences, received: Instant) -> Clock {
        if *self == Purpose::Ponder {
            return Clock::since(received);
        }
        preferences.clock(received, self.is_analysis())
    }

    /// The time there is for its search.
    pub(super) fn clock(&self, preferences: &Preferences, received: Instant) -> Clock {
        let clock = self.answer_clock(preferences, received);
        let parts = self.time_parts();
        let share = |time: Option<Duration>| time.map(|time| time / parts);
        Clock { turn: share(clock.turn), left: share(clock.left), increment: clock.increment / parts, ..clock }
    }

    /// The deepest iteration, if limited. A win that is verified is as long as it is.
    pub(super) fn depth(&self, preferences: &Preferences) -> Option<u32> {
        preferences.max_depth().filter(|_| !matches!(self, Purpose::Verify | Purpose::Ponder))
    }

    /// The nodes to visit, if limited.
    pub(super) fn nodes(&self, preferences: &Preferences) -> Option<u64> {
        let most = preferences.max_nodes();
        match self {
            Purpose::Ponder => None,
            Purpose::Verify => {
                let part = most.map_or(u64::MAX, |nodes| nodes.div_ceil(VERIFICATION_PART.into()));
                Some(part.clamp(LEAST_VERIFICATION_NODES, MOST_VERIFICATION_NODES))
            }
            Purpose::Balance(balance) => most.map(|nodes| nodes.div_ceil(balance.moves().into())),
            Purpose::Play | Purpose::Analyse(_) | Purpose::Opening { .. } => most,
        }
    }

    /// A line of its search as a line of the position that was asked about.
    pub(super) fn whole(&self, line: Line) -> Line {
        if let Purpose::Balance(balance) = self { balance.whole(line) } else { line }
    }
}

/// In which words what was decided in an opening is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wording {
    /// Those of Gomocup's `SWAP2BOARD`.
    Swap2Board,
    /// Those of Yixin-Board for swap2. It sends the whole position again when it wants a move.
    YxSwap2,
    /// Those of Yixin-Board for this step of Soosyrv-8.
    Soosyrv(SoosyrvStep),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_clock_runs_from_the_receipt_of_the_request() {
        let received = Instant::now() + Duration::from_secs(3600);
        for purpose in [Purpose::Play, Purpose::Verify, Purpose::Analyse(JudgedMoves::Best(2)), Purpose::Ponder] {
            assert_eq!(purpose.clock(&Preferences::default(), received).received, received, "{purpose:?}");
        }
    }
}
