//! Static evaluation of quiet positions: an observer of the board that accumulates the pattern values of all points.
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
use crate::shape::{Pattern4, ShapesPair};
use weights::{EvalTable, ThreatMask};

/// Accumulator: what is added up over all points.
#[derive(Clone, Copy)]
struct Accumulator {
    /// What the points of each side are worth to it: to move, and waiting.
    pattern_values: ByColor<[i32; 2]>,
    network: network::Accumulator,
}

/// The evaluation of the position on a board that it observes. Of changes it only takes note; they are added up when a score is
/// asked for.
pub struct Evaluator {
    table: &'static EvalTable,
    /// The changes of points by the stones that were put, oldest first.
    changes: Vec<network::Change>,
    /// The number of changes before each of these stones.
    before: Vec<usize>,
    /// The sums before the first of these stones and after each; the last few may still be missing.
    sums: Vec<Accumulator>,
}

impl Evaluator {
    /// An evaluator of the position on a board, from then on to be told of every change there.
    pub fn new<R: Rule>(board: &Board<R>) -> Evaluator {
        Evaluator::with_table(board, EvalTable::of(R::KIND))
    }

    /// The same by other weights than those that are built in.
    pub fn with_table<R: Rule>(board: &Board<R>, table: &'static EvalTable) -> Evaluator {
        let points = board.stones() + board.empty().len();
        let mut evaluator = Evaluator {
            table,
            changes: Vec::with_capacity(points),
            before: Vec::new(),
            sums: vec![Accumulator {
                pattern_values: ByColor::default(),
                network: table.networks().initial_accumulator(points),
            }],
        };
        board.show_all(&mut evaluator);
        evaluator.sums[0].update(table, &evaluator.changes);
        evaluator.changes.clear();
        evaluator
    }

    /// What the position is worth to the side to move, whom nothing must threaten with a five.
    #[inline]
    pub fn score<R: Rule>(&mut self, board: &Board<R>) -> Score {
        self.sync();
        let us = board.to_move();
        let sums = self.sums.last().expect("there always are those of the first board");
        let ([to_move, _], [_, waiting]) = (sums.pattern_values[us], sums.pattern_values[!us]);
        let threats = ThreatMask::of(board);
        let correction = self.table.networks().correction(us, &sums.network, threats);
        Score::judged((to_move - waiting) / weights::POINT_SCALE + self.table.threats(us, threats) + correction)
    }

    /// Lazy update: adds up what the stones have changed that were put since a score was last asked for.
    #[inline]
    fn sync(&mut self) {
        for known in self.sums.len()..=self.before.len() {
            let end = self.before.get(known).map_or(self.changes.len(), |&before| before);
            self.sums.extend_from_within(known - 1..);
            self.sums[known].update(self.table, &self.changes[self.before[known - 1]..end]);
        }
    }

    /// Policy score of a move of `color` on a point with these shapes, for ordering: what it makes and what it prevents.
    #[inline]
    pub fn policy_score(&self, color: Color, shapes: ShapesPair) -> i32 {
        let [attack, _] = self.table.policy_score(color, shapes.of(color));
        let [_, defence] = self.table.policy_score(!color, shapes.of(!color));
        i32::from(attack) + i32::from(defence)
    }
}

impl Accumulator {
    /// Brings the sums up to date with changes.
    #[inline]
    fn update(&mut self, table: &EvalTable, changes: &[network::Change]) {
        for &[before, after] in changes {
            for color in Color::ALL {
                let [old, new] = [before, after].map(|both| table.pattern_value(color, both.of(color)));
                for (sum, (new, old)) in self.pattern_values[color].iter_mut().zip(new.into_iter().zip(old)) {
                    *sum += i32::from(new) - i32::from(old);
                }
            }
        }
        table.networks().update(changes, &mut self.network);
    }
}

impl Observer for Evaluator {
    #[inline]
    fn begin(&mut self) {
        self.before.push(self.changes.len());
    }

    #[inline]
    fn changed(&mut self, _: Point, before: ShapesPair, after: ShapesPair) {
        self.changes.push([before, after]);
    }

    #[inline]
    fn undone(&mut self) {
        self.changes.truncate(self.before.pop().expect("nothing was begun"));
        self.sums.truncate(self.before.len() + 1);
    }
}

impl ThreatMask {
    /// The threats on a board, for its side to move.
    #[inline]
    pub fn of<R: Rule>(board: &Board<R>) -> ThreatMask {
        let us = board.to_move();
        let mut bits = 0;
        let mut place = 0;
        let mut add = |held: bool| {
            bits |= u16::from(held) << place;
            place += 1;
        };
        for color in [us, !us] {
            add(board.has(color, Pattern4::Four));
            add(board.has(color, Pattern4::FourThree));
            add(board.has(color, Pattern4::Three));
            add(board.has(color, Pattern4::DoubleThree));
        }
        add(board.has(!us, Pattern4::StraightFour));
        ThreatMask(bits)
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
