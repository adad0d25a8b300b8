//! Best-move stability: whether another iteration is worth its time.

use std::time::Duration;

use crate::point::Point;
use crate::score::Score;
use crate::search::best_line::Line;
use crate::search::request::Request;
use crate::search::time::Budget;

/// A fall of the score by more points than this counts no more.
const MOST_FALL: i32 = 200;
/// Points by which the score must fall for one of instability.
const FALL_OF_ONE: u32 = 2;
/// The instability of a best move that is new; it is shared out over the iterations in which it stays.
const NEW_MOVE: u32 = 60;

/// Best-move stability: how settled the best move is from iteration to iteration.
#[derive(Default)]
pub(super) struct BestMoveStability {
    best: Option<Point>,
    score: Option<Score>,
    /// Iterations for which the best move has been the same.
    iterations: u32,
}

impl BestMoveStability {
    /// Notes the line of another iteration, and returns how far from settled the best move is: see [`Budget::is_enough`].
    pub(super) fn instability(&mut self, line: &Line) -> u32 {
        let best = line.variation.first().copied();
        self.iterations = if best == self.best { self.iterations + 1 } else { 0 };
        let fall = self.score.map_or(0, |before| (before.value() - line.score.value()).clamp(0, MOST_FALL));
        (self.best, self.score) = (best, Some(line.score));
        fall as u32 / FALL_OF_ONE + NEW_MOVE / (self.iterations + 1)
    }

    /// Whether another iteration is worth it after this block of lines, the best first, so much time having passed.
    pub(super) fn goes_on(&mut self, block: &[Line], request: &Request, budget: Budget, elapsed: Duration) -> bool {
        let line = &block[0];
        let instability = self.instability(line);
        if request.lines > 1 {
            // Several lines are done once all of them are.
            if block.iter().all(|found| found.score.is_decided()) {
                return false;
            }
        } else {
            if line.score.is_win() && !request.may_shorten(line.score, line.depth) {
                return false;
            }
            // Lost whatever is played, and seen to the end.
            if line.score.plies_to_end().is_some_and(|plies| line.depth as usize > plies) {
                return false;
            }
        }
        !budget.is_enough(elapsed, instability)
    }
}
