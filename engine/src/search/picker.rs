//! The moves of a node in the order in which they are tried: collected and judged at once, sorted only as far as asked.

use arrayvec::ArrayVec;

use crate::board::Board;
use crate::eval::Evaluator;
use crate::moves::{self, Situation};
use crate::point::{CELLS, MAX_SIDE, Point};
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
            Rank::new(order, point)
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
            && let Some(first) = self.moves.iter().position(|rank| rank.point() == table)
        {
            let rank = self.moves.swap_remove(first);
            return Some((rank.order(), rank.point()));
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
        let hints = Hints { table, killers: [None; 2], before: [board.last(0), board.last(1)] };
        let mut picker = Picker::default();
        picker.fill(&board, &Situation::Free, &eval, &History::new(), &hints, &Params::default());
        let mut expected: Vec<(i32, Point)> = (&board.candidates())
            .into_iter()
            .map(|point| (eval.policy_score(board.to_move(), board.shapes(point)), point))
            .collect();
        expected.sort_by_key(|&(order, point)| (Some(point) != table, std::cmp::Reverse(order), point));
        let equal = expected.windows(2).filter(|pair| pair[0].0 == pair[1].0).count();
        assert!(equal > 2, "{expected:?}");
        assert_eq!(picker.collect::<Vec<_>>(), expected);
        for (order, point) in [(-70_000, size.center()), (70_000, Point::new(0, 0)), (-1, Point::new(21, 21))] {
            let rank = Rank::new(order, point);
            assert_eq!((rank.order(), rank.point()), (order, point));
        }
    }
}
