//! The moves of a node in the order in which they are tried: collected and judged at once, sorted only as far as asked.

use arrayvec::ArrayVec;

use crate::board::Board;
use crate::eval::Evaluator;
use crate::moves::{self, Situation};
use crate::point::{CELLS, MAX_SIDE, Point};
use crate::point_set::PointSet;
use crate::rule::Rule;
use crate::search::history::History;
use crate::search::params::Params;

/// Ordering hints: what is known beforehand about the moves of a node.
#[derive(Default)]
pub struct Hints {
    /// The best move of the transposition table.
    pub table: Option<Point>,
    /// Moves that refuted other moves at the same distance from the root.
    pub killers: [Option<Point>; 2],
    /// The opponent's last stone, and our last before it.
    pub before: [Option<Point>; 2],
}

/// Move picker: the moves of a node that are still to be tried. First that of the table, then those that promise most; equal
/// ones come in the order of their points.
#[derive(Default)]
pub struct Picker {
    hints: Hints,
    /// Those that are not judged yet: all until the move of the table has been tried, for it often is the only one.
    unjudged: Option<PointSet>,
    /// What each promises, as a number that is the larger the earlier it comes.
    moves: ArrayVec<Rank, { MAX_SIDE * MAX_SIDE }>,
}

/// A move with what it promises in one number: of those that promise the same the first in the order of points is the largest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Rank(i32);

impl Rank {
    /// Bits of the place of a point.
    const BITS: u32 = CELLS.ilog2();

    #[inline]
    fn new(order: i32, point: Point) -> Rank {
        debug_assert!(order.unsigned_abs() < 1 << (i32::BITS - 1 - Rank::BITS), "{order} is out of range");
        Rank(order << Rank::BITS | (CELLS - 1 - point.index()) as i32)
    }

    #[inline]
    fn order(self) -> i32 {
        self.0 >> Rank::BITS
    }

    #[inline]
    fn point(self) -> Point {
        Point::from_index(CELLS - 1 - (self.0 as usize & (CELLS - 1)))
    }
}

impl Picker {
    /// Fills an empty picker, which is too large to be handed around, with the moves that the situation leaves. Those forbidden
    /// to Black may be among them.
    pub fn fill<R: Rule>(&mut self, board: &Board<R>, situation: &Situation, hints: Hints) {
        self.hints = hints;
        self.unjudged = Some(moves::available(board, situation));
    }

    /// The next move with what it promises. The board must be as it was when the picker was filled.
    #[inline]
    pub fn next<R: Rule>(
        &mut self,
        board: &Board<R>,
        eval: &Evaluator,
        history: &History,
        params: &Params,
    ) -> Option<(i32, Point)> {
        if let Some(mut unjudged) = self.unjudged.take() {
            let us = board.to_move();
            let Hints { killers, before, .. } = self.hints;
            let (policy, past) = (eval.policy_scores(us), history.scores(us, before));
            let counter = history.counter(us, before[0]);
            let order = |point: Point| {
                let mut order = policy.of(board.shapes(point)) + past.of(point) / params.history_order;
                if Some(point) == counter {
                    order += params.counter_move_order;
                }
                if killers.contains(&Some(point)) {
                    order += params.killer_order;
                }
                order
            };
            if let Some(table) = self.hints.table.take()
                && unjudged.contains(table)
            {
                unjudged.remove(table);
                self.unjudged = Some(unjudged);
                return Some((order(table), table));
            }
            self.moves.extend(unjudged.iter().map(|point| Rank::new(order(point), point)));
        }
        // The largest first and its place then, because both are done with many numbers at once.
        let best = self.moves.iter().fold(Rank(i32::MIN), |best, &rank| best.max(rank));
        let place = self.moves.iter().position(|&rank| rank == best)?;
        self.moves.swap_remove(place);
        Some((best.order(), best.point()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::point::{BoardSize, Rows};
    use crate::rule::Renju;

    #[test]
    fn moves_come_by_what_they_promise_and_then_by_their_points() {
        let size = BoardSize::square(15).unwrap();
        let game = Game::from_text(Renju::KIND, size, "h8i9i7g7g9", Rows::FromBottom).unwrap();
        let board = Board::<Renju>::from_game(&game);
        let eval = Evaluator::new(&board);
        let table = Point::parse("f10", size, Rows::FromBottom);
        let hints = Hints { table, killers: [None; 2], before: board.last_two() };
        let mut picker = Picker::default();
        picker.fill(&board, &Situation::Free, hints);
        let mut expected: Vec<(i32, Point)> = (&board.candidates())
            .into_iter()
            .map(|point| (eval.policy_score(board.to_move(), board.shapes(point)), point))
            .collect();
        expected.sort_by_key(|&(order, point)| (Some(point) != table, std::cmp::Reverse(order), point));
        let equal = expected.windows(2).filter(|pair| pair[0].0 == pair[1].0).count();
        assert!(equal > 2, "{expected:?}");
        let (history, params) = (History::new(), Params::default());
        let picked = std::iter::from_fn(|| picker.next(&board, &eval, &history, &params));
        assert_eq!(picked.collect::<Vec<_>>(), expected);
        for (order, point) in [(-70_000, size.center()), (70_000, Point::new(0, 0)), (-1, Point::new(21, 21))] {
            let rank = Rank::new(order, point);
            assert_eq!((rank.order(), rank.point()), (order, point));
        }
    }

    #[test]
    fn the_others_are_judged_by_what_the_move_of_the_table_taught() {
        let size = BoardSize::square(15).unwrap();
        let board =
            Board::<Renju>::from_game(&Game::from_text(Renju::KIND, size, "h8i9i7g7g9", Rows::FromBottom).unwrap());
        let params = Params { history_order: 8, ..Params::default() };
        let (eval, mut history) = (Evaluator::new(&board), History::new());
        let [table, taught] = ["f10", "d4"].map(|text| Point::parse(text, size, Rows::FromBottom).unwrap());
        let mut picker = Picker::default();
        picker.fill(&board, &Situation::Free, Hints { table: Some(table), ..Hints::default() });
        let mut next = |history: &History| picker.next(&board, &eval, history, &params).map(|(_, point)| point);
        assert_eq!(next(&history), Some(table));
        for _ in 0..100 {
            history.update(board.to_move(), &[taught], [None; 2], 1000);
        }
        assert_eq!(next(&history), Some(taught));
        assert!(std::iter::from_fn(|| next(&history)).all(|point| point != table && point != taught));
    }
}
