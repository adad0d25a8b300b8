//! Static evaluation of quiet positions: the pattern values of all points, added up after what the journal of the board says.
//!
//! A position is worth, to the side to move, what its own points are worth to a side that is to move, less what the
//! opponent's are worth to a side that waits, a term for the threats both hold, and the correction of a small [`network`]. It
//! knows nothing of searching.

pub mod network;
pub mod threat_mask;
pub mod weights;

use crate::board::{Board, ShapesChange};
use crate::color::{ByColor, Color};
use crate::rule::Rule;
use crate::score::Score;
use crate::shape::ShapesPair;
use crate::zobrist::Key;
use threat_mask::ThreatMask;
use weights::{EvalTable, PolicyScores};

/// Accumulator: what is added up over all points of one position.
#[derive(Clone, Copy)]
struct Accumulator {
    /// The key of the position.
    key: Key,
    /// What the points of each side are worth to it: to move, and waiting.
    pattern_values: ByColor<[i32; 2]>,
    network: network::Accumulator,
}

/// The evaluation of the positions on a board. What stones have changed is added up when a score is asked for.
pub struct Evaluator {
    table: &'static EvalTable,
    /// How many turns the board had taken when the evaluator was made.
    first: usize,
    /// The sums of the board as it was made, and after each turn up to one for which a score was asked. They may be those of
    /// turns that were taken back since: the keys tell.
    sums: Vec<Accumulator>,
}

impl Evaluator {
    /// An evaluator of a board as it is and after every turn that follows; those that led to it must not be taken back.
    pub fn new<R: Rule>(board: &Board<R>) -> Evaluator {
        Evaluator::with_table(board, EvalTable::of(R::KIND))
    }

    /// The same by other weights than those that are built in.
    pub fn with_table<R: Rule>(board: &Board<R>, table: &'static EvalTable) -> Evaluator {
        let points = board.stones() + board.empty().len();
        let mut sums = Accumulator {
            key: board.key(),
            pattern_values: ByColor::default(),
            network: table.networks().initial_accumulator(points),
        };
        let change = |point| ShapesChange { point, before: ShapesPair::EMPTY, after: board.shapes(point) };
        sums.update(table, &board.empty().iter().map(change).collect::<Vec<_>>());
        Evaluator { table, first: board.turns(), sums: vec![sums] }
    }

    /// What the position is worth to the side to move, whom nothing must threaten with a five.
    #[inline]
    pub fn score<R: Rule>(&mut self, board: &Board<R>) -> Score {
        self.sync(board);
        let us = board.to_move();
        let sums = self.sums.last().expect("there always are those of the first board");
        let ([to_move, _], [_, waiting]) = (sums.pattern_values[us], sums.pattern_values[!us]);
        let threats = ThreatMask::of(board);
        let correction = self.table.networks().correction(us, &sums.network, threats);
        Score::judged((to_move - waiting) / weights::POINT_SCALE + self.table.threats(us, threats) + correction)
    }

    /// Lazy update: keeps the sums of the positions that led here, and adds up what the turns have changed that are not known.
    #[inline]
    fn sync<R: Rule>(&mut self, board: &Board<R>) {
        let turns = board.turns() - self.first;
        let mut known = turns.min(self.sums.len() - 1);
        while self.sums[known].key != board.key_before(self.first + known) {
            known -= 1;
        }
        self.sums.truncate(known + 1);
        for turn in known..turns {
            self.sums.extend_from_within(turn..);
            let sums = &mut self.sums[turn + 1];
            sums.update(self.table, board.changes(self.first + turn));
            sums.key = board.key_before(self.first + turn + 1);
        }
    }

    /// Policy scores of the moves of `color`, for ordering: what they make and what they prevent.
    #[inline]
    pub fn policy_scores(&self, color: Color) -> PolicyScores<'_> {
        self.table.policy_scores(color)
    }

    /// That of one move, on a point with these shapes.
    #[inline]
    pub fn policy_score(&self, color: Color, shapes: ShapesPair) -> i32 {
        self.policy_scores(color).of(shapes)
    }
}

impl Accumulator {
    /// Brings the sums up to date with changes.
    #[inline]
    fn update(&mut self, table: &EvalTable, changes: &[ShapesChange]) {
        for &ShapesChange { before, after, .. } in changes {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::point::{BoardSize, Rows};
    use crate::random::SplitMix64;
    use crate::rule::{Renju, RuleKind};
    use crate::shape::Pattern4;
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
                    board.play(point);
                    assert_eq!(evaluator.score(&board), Evaluator::new(&board).score(&board));
                    board.undo();
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
                let mut random = SplitMix64::new(7);
                let mut passed = Vec::new();
                for _ in 0..400 {
                    let choice = random.below(1 << 31);
                    if !passed.is_empty() && choice % 5 < 2 {
                        if passed.pop().unwrap() { board.undo_pass() } else { board.undo() }
                    } else if choice.is_multiple_of(11) {
                        board.pass();
                        passed.push(true);
                    } else {
                        let candidates = board.candidates();
                        let point = candidates.iter().nth(choice / 5 % candidates.len()).unwrap();
                        board.play(point);
                        passed.push(false);
                    }
                    if choice % 7 < 3 {
                        assert_eq!(evaluator.score(&board), Evaluator::new(&board).score(&board));
                    }
                }
            });
        }
    }

    #[test]
    fn threats_are_told_by_their_classes_and_kept_in_the_bits_that_weights_know() {
        let classes = [Pattern4::Four, Pattern4::FourThree, Pattern4::Three, Pattern4::DoubleThree];
        let told = |threats: ThreatMask| -> Vec<bool> {
            let (own, theirs) = (classes.map(|class| threats.own(class)), classes.map(|class| threats.theirs(class)));
            own.into_iter().chain(theirs).chain([threats.theirs(Pattern4::StraightFour)]).collect()
        };
        for index in 0..ThreatMask::COUNT {
            let threats = ThreatMask(index as u16);
            assert_eq!(threats.index(), index);
            assert_eq!(told(threats), (0..9).map(|bit| index >> bit & 1 != 0).collect::<Vec<_>>());
        }
        let size = BoardSize::square(15).unwrap();
        let game = Game::from_text(RuleKind::Renju, size, "h8i9i7j10g9f10h10h11g7k8", Rows::FromBottom).unwrap();
        let mut board = Board::<Renju>::from_game(&Game::new(RuleKind::Renju, size));
        for played in game.moves() {
            board.play(played.point);
            let (us, threats) = (board.to_move(), ThreatMask::of(&board));
            let mut held: Vec<bool> =
                [us, !us].into_iter().flat_map(|color| classes.map(|class| board.has(color, class))).collect();
            held.push(board.has(!us, Pattern4::StraightFour));
            assert_eq!(told(threats), held, "{:?}", played.point);
        }
        assert_ne!(ThreatMask::of(&board).index(), 0);
    }
}
