//! Best-move stability: whether another iteration is worth its time.

use crate::point::Point;
use crate::score::Score;
use crate::search::best_line::Line;
use crate::search::control::SearchControl;
use crate::search::request::Request;

/// Best-move stability: how settled the best move is from iteration to iteration.
#[derive(Default)]
pub(super) struct BestMoveStability {
    best: Option<Point>,
    score: Option<Score>,
    /// Iterations for which the best move has been the same.
    iterations: u32,
}

impl BestMoveStability {
    /// Whether another iteration is worth it after this line.
    pub(super) fn goes_on(&mut self, line: &Line, request: &Request, control: &SearchControl) -> bool {
        let best = line.variation.first().copied();
        self.iterations = if best == self.best { self.iterations + 1 } else { 0 };
        let fall = self.score.map_or(0, |before| (before.value() - line.score.value()).clamp(0, 200));
        (self.best, self.score) = (best, Some(line.score));
        if request.lines <= 1 {
            if line.score.is_win() && !request.may_shorten(line.score, line.depth) {
                return false;
            }
            // Lost whatever is played, and seen to the end.
            if line.score.plies_to_end().is_some_and(|plies| line.depth as usize > plies) {
                return false;
            }
        }
        let instability = fall as u32 / 2 + 60 / (self.iterations + 1);
        !control.budget().is_enough(control.elapsed(), instability)
    }
}
