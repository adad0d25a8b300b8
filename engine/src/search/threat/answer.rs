//! The answer to a four, told from the line of the four before either stone is put.
//!
//! Half of the fours that a search tries lead to a position that it has refuted before. To see that takes the key of the
//! position after the four and its answer, and not the board, on which two stones would be put and taken back.

use crate::board::Board;
use crate::line::Lines;
use crate::point::{Direction, Point};
use crate::rule::Rule;
use crate::shape::{Pattern4, Shape};

/// The first answer, in the order of points, to a move of the side to move that makes one four. `None` where nothing answers
/// it, and where the answer might be forbidden or make a four: what follows then is not told by a key alone. The side to
/// move has no five.
#[inline]
pub(super) fn quiet_answer<R: Rule>(board: &Board<R>, four: Point) -> Option<Point> {
    let (us, them) = (board.to_move(), !board.to_move());
    let shapes = board.shapes(four).of(us);
    let direction = Direction::ALL.into_iter().find(|&direction| shapes.get(direction) == Shape::Four)?;
    let (before, home) = board.lines().through(four, direction);
    let line = Lines::with_cell(before, home, us.into());
    let makes_five =
        |line: u64, place: usize| board.table().shape::<R>(Lines::window_at(line, place), us) == Shape::Five;
    let mut places = places(Lines::empty_in_sight(line, home, R::REACH));
    let place = if R::KIND.five(us).ends_count() {
        // A row may also be closed at its end.
        let fives = places.clone().filter(|&place| makes_five(line, place));
        let answers = places.filter(|&place| {
            let answered = Lines::with_cell(line, place, them.into());
            fives.clone().all(|five| five == place || !makes_five(answered, five))
        });
        // Along a rising line the points come in the other order.
        if direction.stride() > 0 { answers.min() } else { answers.max() }
    } else {
        places.find(|&place| makes_five(line, place))
    }?;
    let answer = four.step(direction, (place as isize - home as isize) / 2);
    let pair = board.table().pair::<R>(Lines::window_at(line, place));
    let class = board.table().class(them, board.shapes(answer).with(direction, pair).of(them));
    (class < Pattern4::Four).then_some(answer)
}

/// Whether the side to move has no four to make after a move that makes one and the quiet answer to it. Where it has none that is
/// not always told.
#[inline]
pub(super) fn leaves_no_four<R: Rule>(board: &Board<R>, four: Point, answer: Point) -> bool {
    let us = board.to_move();
    let mut others = 0;
    let mut class_taken = |class: Pattern4| {
        others += board.count(us, class) - usize::from(board.class(us, four) == class);
        others -= usize::from(board.class(us, answer) == class);
    };
    Pattern4::FOURS.into_iter().for_each(&mut class_taken);
    if R::KIND.forbids(us) {
        // The answer may leave one of two fours that were forbidden together.
        class_taken(Pattern4::MaybeForbidden);
    }
    let shapes = board.shapes(four).of(us);
    others == 0
        && Direction::ALL.into_iter().all(|direction| match shapes.get(direction) {
            Shape::Four => {
                let (line, home) = board.lines().through(four, direction);
                let steps = (answer.index() as isize - four.index() as isize) / direction.stride();
                let line = Lines::with_cell(line, home, us.into());
                let line = Lines::with_cell(line, (home as isize + 2 * steps) as usize, (!us).into());
                let shape = |place| board.table().shape::<R>(Lines::window_at(line, place), us);
                places(Lines::empty_in_sight(line, home, R::REACH)).all(|place| shape(place) < Shape::Four)
            }
            // With one more stone it is no four.
            other => other < Shape::ClosedThree,
        })
}

/// The shifts of the cells that are given as bits of a line.
fn places(mut cells: u64) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || {
        let place = cells.trailing_zeros() as usize;
        cells &= cells.wrapping_sub(1);
        (place < u64::BITS as usize).then_some(place)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::moves;
    use crate::point::BoardSize;
    use crate::random::SplitMix64;
    use crate::with_rule;

    /// Plays at random, near the stones, and compares what is told of every four with what the board knows after it: of how
    /// many quiet answers it is told that no four follows, and of how many that is so.
    fn compare<R: Rule>(size: BoardSize, seed: u64) -> [usize; 2] {
        let mut random = SplitMix64::new(seed);
        let mut board = Board::<R>::from_game(&Game::new(R::KIND, size));
        board.play(size.center());
        let (mut told, mut ended) = (0, 0);
        while board.stones() < size.area() * 2 / 3 {
            let us = board.to_move();
            if !board.has(us, Pattern4::Five) {
                for class in [Pattern4::Four, Pattern4::FourThree] {
                    for four in board.of_class(us, class).iter().collect::<Vec<_>>() {
                        let answer = quiet_answer(&board, four);
                        let ends = answer.is_some_and(|answer| leaves_no_four(&board, four, answer));
                        board.play(four);
                        let first = moves::answers_to_five(&board).first();
                        let quiet = |&point: &Point| board.class(!us, point) < Pattern4::Four;
                        assert_eq!(answer, first.filter(quiet), "{four:?} under {:?}", R::KIND);
                        if let Some(answer) = answer {
                            board.play(answer);
                            let follows = [Pattern4::Four, Pattern4::FourThree, Pattern4::StraightFour, Pattern4::Five];
                            let follows = follows.into_iter().any(|class| board.has(us, class));
                            assert!(!(ends && follows), "{four:?} under {:?}", R::KIND);
                            told += usize::from(ends);
                            ended += usize::from(!follows);
                            board.undo();
                        }
                        board.undo();
                    }
                }
            }
            // Where lines grow and nobody wins, or there would be few fours.
            let worth = |point: Point| -> usize {
                [us, !us].map(|color| board.class(color, point) as usize % Pattern4::Five as usize).iter().sum()
            };
            let near: Vec<Point> = board.candidates().iter().collect();
            let tries = (0..4).map(|_| near[random.below(near.len())]);
            let point = tries.max_by_key(|&point| worth(point)).expect("there are some");
            board.play(point);
        }
        [told, ended]
    }

    #[test]
    fn the_answer_to_a_four_is_the_one_on_the_board() {
        let sizes = [BoardSize::square(15), BoardSize::new(22, 9), BoardSize::square(7)].map(Option::unwrap);
        for rule in crate::rule::RuleKind::ALL {
            let [told, ended] = (0..30)
                .map(|seed| with_rule!(rule, R => compare::<R>(sizes[seed % 3], seed as u64)))
                .fold([0; 2], |all, game| [all[0] + game[0], all[1] + game[1]]);
            assert!(ended > 200 && 3 * told > ended, "{told} of {ended} ends are told under {rule}");
        }
    }
}
