//! Quiescence of Jiu: jumps and squares until none is left that pays.

use super::{DELTA, DELTA_STONE, MOST_PLIES, StopFlag, Stopped, TAKES_IN_QUIESCENCE, Window, Worker};
use crate::jiu::board::Board;
use crate::jiu::cells::Cells;
use crate::jiu::eval::evaluate;
use crate::jiu::position::Stage;
use crate::jiu::search::{WIN, order};

impl<const W: usize> Worker<W> {
    /// Captures until none is left that pays. A side need not capture: what it has without is the least it gets.
    pub(super) fn quiescence(
        &mut self,
        board: &Board<W>,
        mut window: Window,
        ply: usize,
        left: i32,
        stop: StopFlag<'_>,
    ) -> Result<i32, Stopped> {
        if let Some(winner) = board.winner {
            return Ok(if winner == board.to_move { WIN - ply as i32 } else { ply as i32 - WIN });
        }
        let value = if board.pending == 0 { evaluate(board, &self.laws, &self.weights) } else { -WIN };
        if board.pending == 0 {
            window.alpha = window.alpha.max(value);
            if window.is_closed() || left <= 0 || board.stage != Stage::Move || ply + 2 >= MOST_PLIES {
                return Ok(value);
            }
        }
        let first = self.ranked.len();
        let most = self.push_captures(board);
        let mut best = value;
        let mut result = Ok(());
        for number in 0..most.min(self.ranked.len() - first) {
            self.bring_best(first + number);
            let ranked = self.ranked[first + number];
            if board.pending == 0 && value + DELTA + DELTA_STONE * ranked.captures <= window.alpha {
                break;
            }
            self.nodes += 1;
            result = self.look(stop);
            if result.is_err() {
                break;
            }
            let next = board.after(&self.laws, ranked.act);
            let score = match next.to_move == board.to_move {
                true => self.quiescence(&next, window, ply + 1, left, stop),
                false => self.quiescence(&next, window.flipped(), ply + 1, left - 1, stop).map(|score| -score),
            };
            match score {
                Ok(score) => best = best.max(score),
                Err(stopped) => {
                    result = Err(stopped);
                    break;
                }
            }
            window.alpha = window.alpha.max(best);
            if window.is_closed() {
                break;
            }
        }
        self.ranked.truncate(first);
        result.map(|()| best)
    }

    /// Ranks the plies of quiescence, and says how many of them are tried.
    fn push_captures(&mut self, board: &Board<W>) -> usize {
        let mut acts = std::mem::take(&mut self.acts);
        acts.clear();
        let most = if board.pending > 0 {
            board.push_points(&self.laws, &mut acts);
            order::rank_takes(board, &self.laws, &acts, &mut self.ranked);
            TAKES_IN_QUIESCENCE
        } else {
            let holes = Cells::hole_points(Cells::new(board.own(), board.empty(&self.laws)).holes);
            board.push_jumps(&self.laws, &mut acts);
            board.push_steps(&self.laws, holes, &mut acts);
            self.ranked.extend(acts.iter().filter_map(|&act| {
                let ranked = order::rank_path(board, &self.laws, holes, act, [None; 2], &self.history);
                (ranked.captures > 0).then_some(ranked)
            }));
            usize::MAX
        };
        self.acts = acts;
        most
    }
}
