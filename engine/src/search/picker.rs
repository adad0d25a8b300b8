//! The moves of a node in the order in which they are tried: collected and judged at once, sorted only as far as asked.

use arrayvec::ArrayVec;

use crate::board::Board;
use crate::eval::Evaluator;
use crate::moves::{self, Situation};
use crate::point::{MAX_SIDE, Point};
use crate::rule::Rule;
use crate::search::history::History;
use crate::search::params::Params;

/// Ordering hints: what is known beforehand about the moves of a node.
pub struct Hints {
    /// The best move of the transposition table.
    pub table: Option<Point>,
    /// Moves that refuted other moves at the same distance from the root.
    pub killers: [Option<Point>; 2],
    /// The opponent's last stone, and our last before it.
    pub before: [Option<Point>; 2],
}

/// Move picker: the moves of a node that are still to be tried.
#[derive(Default)]
pub struct Picker {
    /// The move of the table, which comes first.
    table: Option<Point>,
    moves: ArrayVec<(i32, Point), { MAX_SIDE * MAX_SIDE }>,
}

impl Picker {
    /// Fills an empty picker, which is too large to be handed around, with the moves that the situation leaves. Those forbidden
    /// to Black may be among them.
    pub fn fill<R: Rule>(
        &mut self,
        board: &Board<R>,
        situation: &Situation,
        eval: &Evaluator,
        history: &History,
        hints: &Hints,
        params: &Params,
    ) {
        let us = board.to_move();
        let counter = history.counter(us, hints.before[0]);
        let worth = |point: Point| {
            let mut order = eval.policy_score(us, board.shapes(point));
            order += history.score(us, point, hints.before) / params.history_order;
            if Some(point) == counter {
                order += params.counter_move_order;
            }
            if hints.killers.contains(&Some(point)) {
                order += params.killer_order;
            }
            (order, point)
        };
        self.table = hints.table;
        self.moves.extend(moves::available(board, situation).iter().map(worth));
    }
}

/// The moves with what they promise: first that of the table, then those that promise most. Equal ones come in the order of
/// their points.
impl Iterator for Picker {
    type Item = (i32, Point);

    #[inline]
    fn next(&mut self) -> Option<(i32, Point)> {
        if let Some(table) = self.table.take()
            && let Some(first) = self.moves.iter().position(|&(_, point)| point == table)
        {
            return Some(self.moves.swap_remove(first));
        }
        let mut best = 0;
        for i in 1..self.moves.len() {
            let ((order, point), (most, first)) = (self.moves[i], self.moves[best]);
            if order > most || (order == most && point < first) {
                best = i;
            }
        }
        if self.moves.is_empty() { None } else { Some(self.moves.swap_remove(best)) }
    }
}
