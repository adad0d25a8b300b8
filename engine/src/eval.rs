//! Judgement of quiet positions: an observer of the board that adds up the worth of every point's shapes.
//!
//! A position is worth, to the side to move, what its own points are worth to a side that is to move, less what the
//! opponent's are worth to a side that waits, and a term for the threats both hold. It knows nothing of searching.

pub mod weights;

use crate::board::{Board, Observer};
use crate::color::{ByColor, Color};
use crate::point::Point;
use crate::rule::Rule;
use crate::score::Score;
use crate::shape::{Both, Class};
use weights::{Table, Threats};

/// Sums of the worth of all points of one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Sums {
    to_move: i32,
    waiting: i32,
}

/// The evaluation of the position on a board that it observes.
pub struct Evaluator {
    table: &'static Table,
    sums: ByColor<Sums>,
    before: Vec<ByColor<Sums>>,
}

impl Evaluator {
    /// An evaluator of the position on a board, from then on to be told of every change there.
    pub fn new<R: Rule>(board: &Board<R>) -> Evaluator {
        let mut evaluator =
            Evaluator { table: Table::of(R::KIND), sums: ByColor::default(), before: Vec::with_capacity(256) };
        board.show_all(&mut evaluator);
        evaluator
    }

    /// What the position is worth to the side to move, whom nothing must threaten with a five.
    #[inline]
    pub fn score<R: Rule>(&self, board: &Board<R>) -> Score {
        let us = board.to_move();
        let points = self.sums[us].to_move - self.sums[!us].waiting;
        Score::judged(points / weights::POINT_SCALE + self.table.threats(us, Threats::of(board)))
    }

    /// How promising a move of `color` looks on a point with these shapes, for ordering: what it makes and what it
    /// prevents.
    #[inline]
    pub fn promise(&self, color: Color, shapes: Both) -> i32 {
        let own = self.table.worth(color, shapes.of(color));
        let theirs = self.table.worth(!color, shapes.of(!color));
        i32::from(own.attack) + i32::from(theirs.defence)
    }
}

impl Observer for Evaluator {
    #[inline]
    fn begin(&mut self) {
        self.before.push(self.sums);
    }

    #[inline]
    fn changed(&mut self, _: Point, before: Both, after: Both) {
        for color in Color::ALL {
            let old = self.table.worth(color, before.of(color));
            let new = self.table.worth(color, after.of(color));
            let sums = &mut self.sums[color];
            sums.to_move += i32::from(new.to_move) - i32::from(old.to_move);
            sums.waiting += i32::from(new.waiting) - i32::from(old.waiting);
        }
    }

    #[inline]
    fn undone(&mut self) {
        self.sums = self.before.pop().expect("nothing was begun");
    }
}

impl Threats {
    /// The threats on a board, for its side to move.
    #[inline]
    pub fn of<R: Rule>(board: &Board<R>) -> Threats {
        let us = board.to_move();
        let mut bits = 0;
        let mut place = 0;
        let mut add = |held: bool| {
            bits |= u16::from(held) << place;
            place += 1;
        };
        for color in [us, !us] {
            add(board.has(color, Class::Four));
            add(board.has(color, Class::FourThree));
            add(board.has(color, Class::Three));
            add(board.has(color, Class::DoubleThree));
        }
        add(board.has(!us, Class::StraightFour));
        Threats(bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::point::{BoardSize, Rows};
    use crate::rule::RuleKind;
    use crate::symmetry::Symmetry;
    use crate::with_rule;

    fn score<R: Rule>(game: &Game) -> Score {
        let board = Board::<R>::from_game(game);
        Evaluator::new(&board).score(&board)
    }

    #[test]
    fn the_score_is_the_same_from_all_sides_and_after_taking_back() {
        let size = BoardSize::square(15).unwrap();
        for rule in RuleKind::ALL {
            let game = Game::from_text(rule, size, "h8i9i7j10g9f10h10h11", Rows::FromBottom).unwrap();
            let expected = with_rule!(rule, R => score::<R>(&game));
            for symmetry in Symmetry::ALL {
                let mut seen = Game::new(rule, size);
                for played in game.moves() {
                    seen.play(symmetry.point(played.point, size)).unwrap();
                }
                assert_eq!(with_rule!(rule, R => score::<R>(&seen)), expected);
            }
            with_rule!(rule, R => {
                let mut board = Board::<R>::from_game(&game);
                let mut evaluator = Evaluator::new(&board);
                for point in &board.candidates() {
                    board.play(point, &mut evaluator);
                    assert_eq!(evaluator.score(&board), Evaluator::new(&board).score(&board));
                    board.undo(&mut evaluator);
                    assert_eq!(evaluator.score(&board), expected);
                }
            });
        }
    }
}
