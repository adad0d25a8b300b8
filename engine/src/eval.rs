//! Judgement of quiet positions: an observer of the board that adds up the worth of every point's shapes.
//!
//! A position is worth, to the side to move, what its own points are worth to a side that is to move, less what the
//! opponent's are worth to a side that waits, a term for the threats both hold, and the correction of a small [`network`]. It
//! knows nothing of searching.

pub mod network;
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
    /// The changes of points by the stones that were put, and those that the network does not know yet.
    changes: Vec<network::Change>,
    before: Vec<Before>,
    /// What the network adds up, before the first stone that was put and after each; the last few may still be missing.
    network: Vec<network::Sums>,
}

/// How things stood before a stone.
struct Before {
    sums: ByColor<Sums>,
    changes: usize,
}

impl Evaluator {
    /// An evaluator of the position on a board, from then on to be told of every change there.
    pub fn new<R: Rule>(board: &Board<R>) -> Evaluator {
        Evaluator::with_table(board, Table::of(R::KIND))
    }

    /// The same by other weights than those that are built in.
    pub fn with_table<R: Rule>(board: &Board<R>, table: &'static Table) -> Evaluator {
        let points = board.stones() + board.empty().len();
        let mut evaluator = Evaluator {
            table,
            sums: ByColor::default(),
            changes: Vec::with_capacity(points),
            before: Vec::new(),
            network: vec![table.networks().dead(points)],
        };
        board.show_all(&mut evaluator);
        table.networks().follow(&evaluator.changes, &mut evaluator.network[0]);
        evaluator.changes.clear();
        evaluator
    }

    /// What the position is worth to the side to move, whom nothing must threaten with a five.
    #[inline]
    pub fn score<R: Rule>(&mut self, board: &Board<R>) -> Score {
        self.catch_up();
        let us = board.to_move();
        let points = self.sums[us].to_move - self.sums[!us].waiting;
        let threats = Threats::of(board);
        let known = self.network.last().expect("there always is one");
        let correction = self.table.networks().correction(us, known, threats);
        Score::judged(points / weights::POINT_SCALE + self.table.threats(us, threats) + correction)
    }

    /// Has the network add up what the stones have changed that were put since it was last asked.
    #[inline]
    fn catch_up(&mut self) {
        for known in self.network.len()..=self.before.len() {
            let end = self.before.get(known).map_or(self.changes.len(), |before| before.changes);
            let mut sums = self.network[known - 1];
            self.table.networks().follow(&self.changes[self.before[known - 1].changes..end], &mut sums);
            self.network.push(sums);
        }
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
        self.before.push(Before { sums: self.sums, changes: self.changes.len() });
    }

    #[inline]
    fn changed(&mut self, _: Point, before: Both, after: Both) {
        self.changes.push([before, after]);
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
        let Before { sums, changes } = self.before.pop().expect("nothing was begun");
        self.sums = sums;
        self.changes.truncate(changes);
        self.network.truncate(self.before.len() + 1);
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

    #[test]
    fn the_score_is_that_of_the_stones_however_often_it_is_asked() {
        let size = BoardSize::new(15, 12).unwrap();
        for rule in RuleKind::ALL {
            let game = Game::from_text(rule, size, "h8i9", Rows::FromBottom).unwrap();
            with_rule!(rule, R => {
                let mut board = Board::<R>::from_game(&game);
                let mut evaluator = Evaluator::new(&board);
                let mut random = 7u64;
                let mut stones = 0;
                for _ in 0..400 {
                    random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                    let choice = (random >> 33) as usize;
                    if stones > 0 && choice % 5 < 2 {
                        board.undo(&mut evaluator);
                        stones -= 1;
                    } else {
                        let candidates = board.candidates();
                        let point = candidates.iter().nth(choice / 5 % candidates.len()).unwrap();
                        board.play(point, &mut evaluator);
                        stones += 1;
                    }
                    if choice % 7 < 3 {
                        assert_eq!(evaluator.score(&board), Evaluator::new(&board).score(&board));
                    }
                }
            });
        }
    }
}
