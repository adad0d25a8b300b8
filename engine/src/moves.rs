//! What the threats on the board leave to the side to move: to win, to answer, or to do as it likes.

use arrayvec::ArrayVec;

use crate::board::Board;
use crate::color::Color;
use crate::line::Cell;
use crate::point::{Direction, MAX_SIDE, Point};
use crate::point_set::PointSet;
use crate::rule::Rule;
use crate::shape::{Pattern4, Shape};

/// A list of moves; a board has no more points than it holds.
pub type MoveList = ArrayVec<Point, { MAX_SIDE * MAX_SIDE }>;

/// What the side to move must or may do, the first that applies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Situation {
    /// It wins with this move.
    Five(Point),
    /// The opponent's five can be prevented by these moves only; by none when the set is empty. Forbidden moves are not
    /// among them.
    AnswerFive(PointSet),
    /// It makes a straight four with this move and wins with its next.
    StraightFour(Point),
    /// The opponent threatens a straight four, which these moves prevent. A four of its own is the only other thing that
    /// helps. Forbidden moves may be among them.
    AnswerStraightFour(PointSet),
    /// Nothing forces it.
    Free,
}

/// What the threats on the board leave to the side to move.
#[inline]
pub fn situation<R: Rule>(board: &Board<R>) -> Situation {
    let us = board.to_move();
    if let Some(five) = five(board, us) {
        Situation::Five(five)
    } else if board.has(!us, Pattern4::Five) {
        Situation::AnswerFive(answers_to_five(board))
    } else if let Some(point) = straight_four(board, us) {
        Situation::StraightFour(point)
    } else if board.has(!us, Pattern4::StraightFour) {
        Situation::AnswerStraightFour(preventing(board, Pattern4::StraightFour))
    } else {
        Situation::Free
    }
}

/// The points that the situation on a board leaves to choose from, Black's forbidden ones among them.
pub fn available<R: Rule>(board: &Board<R>, situation: &Situation) -> PointSet {
    let us = board.to_move();
    match situation {
        Situation::Five(point) | Situation::StraightFour(point) => [*point].into_iter().collect(),
        Situation::AnswerFive(answers) => *answers,
        Situation::AnswerStraightFour(answers) => answers.or(&fours(board, us)),
        Situation::Free => {
            let candidates = board.candidates();
            if !candidates.is_empty() {
                candidates
            } else if board.stones() == 0 && board.empty().contains(board.size().center()) {
                [board.size().center()].into_iter().collect()
            } else {
                *board.empty()
            }
        }
    }
}

/// A point on which `color` makes a five.
#[inline]
pub fn five<R: Rule>(board: &Board<R>, color: Color) -> Option<Point> {
    if board.has(color, Pattern4::Five) { board.of_class(color, Pattern4::Five).first() } else { None }
}

/// The points on which a stone of `color` makes a four, forbidden ones among them.
pub fn fours<R: Rule>(board: &Board<R>, color: Color) -> PointSet {
    let certain = Pattern4::FOURS.into_iter();
    certain.fold(flagged_fours(board, color), |all, class| all.or(board.of_class(color, class)))
}

/// The points on which a stone of `color` makes a four and is flagged. Black's four with two threes is allowed where one of
/// these is false.
pub fn flagged_fours<R: Rule>(board: &Board<R>, color: Color) -> PointSet {
    if !board.has(color, Pattern4::MaybeForbidden) {
        return PointSet::EMPTY;
    }
    let makes_four = |&point: &Point| board.shapes(point).of(color).fours() > 0;
    board.of_class(color, Pattern4::MaybeForbidden).iter().filter(makes_four).collect()
}

/// A point on which `color` makes a straight four.
#[inline]
fn straight_four<R: Rule>(board: &Board<R>, color: Color) -> Option<Point> {
    if board.has(color, Pattern4::StraightFour) { board.of_class(color, Pattern4::StraightFour).first() } else { None }
}

/// The moves of the side to move after which the opponent has no five, forbidden ones left out. The opponent has one now.
pub fn answers_to_five<R: Rule>(board: &Board<R>) -> PointSet {
    let us = board.to_move();
    let fives = board.of_class(!us, Pattern4::Five);
    let answers = if R::KIND.five(!us).ends_count() {
        // A row may also be closed at its end, and one stone may close two.
        preventing(board, Pattern4::Five)
    } else if board.count(!us, Pattern4::Five) > 1 {
        PointSet::EMPTY
    } else {
        *fives
    };
    board.legal(&answers)
}

/// The points on which one stone of the side to move leaves the opponent without a move of `class`. The opponent has such
/// moves now.
fn preventing<R: Rule>(board: &Board<R>, class: Pattern4) -> PointSet {
    let mut all: Option<PointSet> = None;
    for threat in board.of_class(!board.to_move(), class) {
        let answers = spoiling(board, threat, class);
        all = Some(all.map_or(answers, |all| all.and(&answers)));
    }
    all.unwrap_or(PointSet::EMPTY)
}

/// The points on which a stone of the other side has to do with the fives that `color` threatens: their own, and the ends of
/// their rows where those count. Forbidden ones are among them.
pub fn touching_fives<R: Rule>(board: &Board<R>, color: Color) -> PointSet {
    let fives = *board.of_class(color, Pattern4::Five);
    if R::KIND.five(color).ends_count() {
        // Two stones close a row, and one of them may be there beforehand.
        fives.iter().flat_map(|five| ends(board, color, five)).collect()
    } else {
        fives
    }
}

/// The point of a five and the empty points at the ends of its rows.
fn ends<R: Rule>(board: &Board<R>, color: Color, five: Point) -> ArrayVec<Point, { 1 + 2 * Direction::COUNT }> {
    let mut points = ArrayVec::from_iter([five]);
    for direction in Direction::ALL {
        if board.shapes(five).of(color).get(direction) != Shape::Five {
            continue;
        }
        let window = board.lines().window(five, direction);
        for side in [-1, 1] {
            let end =
                (1..=R::REACH as isize).map(|steps| side * steps).find(|&steps| window.cell(steps) != color.into());
            points.extend(end.filter(|&end| window.cell(end) == Cell::Empty).map(|end| five.step(direction, end)));
        }
    }
    points
}

/// The points on which a stone of the side to move leaves the opponent's move on `threat` below `class`.
fn spoiling<R: Rule>(board: &Board<R>, threat: Point, class: Pattern4) -> PointSet {
    let (us, them) = (board.to_move(), !board.to_move());
    let mut points = PointSet::EMPTY;
    points.insert(threat);
    let shapes = board.shapes(threat);
    let reach = R::REACH as isize;
    for direction in Direction::ALL {
        let shape = shapes.of(them).get(direction);
        // On other lines a stone takes nothing of the threat.
        if shape.fours() == 0 && (class != Pattern4::Five || shape != Shape::Five) {
            continue;
        }
        let window = board.lines().window(threat, direction);
        for steps in (-reach..=reach).filter(|&steps| steps != 0 && window.cell(steps) == Cell::Empty) {
            let pair = board.table().pair::<R>(window.with(steps, us.into()));
            let left = board.table().class(them, shapes.with(direction, pair).of(them));
            if left < class || left == Pattern4::MaybeForbidden {
                points.insert(threat.step(direction, steps));
            }
        }
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::point::{BoardSize, Rows};
    use crate::rule::{Caro, Freestyle, Renju};

    fn points(text: &str) -> PointSet {
        let size = BoardSize::square(15).unwrap();
        text.split_whitespace().map(|point| Point::parse(point, size, Rows::FromBottom).unwrap()).collect()
    }

    fn check<R: Rule>(black: &str, white: &str, to_move: Color, expected: Situation) {
        let mut game = Game::new(R::KIND, BoardSize::square(15).unwrap());
        points(black).iter().for_each(|point| game.place(Color::Black, point).unwrap());
        points(white).iter().for_each(|point| game.place(Color::White, point).unwrap());
        game.set_to_move(to_move);
        assert_eq!(situation(&Board::<R>::from_game(&game)), expected, "{black} / {white}");
    }

    #[test]
    fn threats_leave_what_the_rules_leave() {
        use Color::{Black, White};
        let one = |text| points(text).first().unwrap();
        check::<Freestyle>("", "", Black, Situation::Free);
        check::<Freestyle>("e8 f8 g8 h8", "d8", Black, Situation::Five(one("i8")));
        check::<Freestyle>("e8 f8 g8 h8", "d8", White, Situation::AnswerFive(points("i8")));
        check::<Freestyle>("e8 f8 g8 h8", "", White, Situation::AnswerFive(PointSet::EMPTY));
        check::<Freestyle>("f8 g8 h8", "a1", White, Situation::AnswerStraightFour(points("e8 i8")));
        check::<Freestyle>("f8 g8 h8", "d8", White, Situation::AnswerStraightFour(points("e8 i8 j8")));
        check::<Freestyle>("f8 g8 i8", "a1", White, Situation::AnswerStraightFour(points("e8 h8 j8")));
        check::<Freestyle>("f8 g8 h8", "d8 e8", White, Situation::Free);
        // A stone at the far end closes the row as well as one that fills the gap.
        check::<Caro>("e8 f8 g8 h8", "d8", White, Situation::AnswerFive(points("i8 j8")));
        check::<Caro>("e8 f8 g8 h8", "d8 j8", White, Situation::Free);
        // White's only threat can be answered on a point that is forbidden to Black.
        check::<Renju>("h9 h10 i8 c4 a9", "e4 f4 g4 d4", Black, Situation::AnswerFive(points("h4")));
        check::<Renju>("i8 j8 g9 f10 h3", "h4 h5 h6 h7", Black, Situation::AnswerFive(PointSet::EMPTY));
    }

    #[test]
    fn a_four_with_two_threes_of_which_one_is_false_answers_a_straight_four() {
        // The three on the falling diagonal is none: k11 makes an overline.
        let mut game = Game::new(Renju::KIND, BoardSize::square(15).unwrap());
        for (color, stones) in [
            (Color::Black, "e8 f8 g8 h9 h10 i9 j10 i13 j12 l10 m9 n8"),
            (Color::White, "d8 f6 h14 o7 k10 i11 c3 d3 e3 b11 b12 b13"),
        ] {
            points(stones).iter().for_each(|point| game.place(color, point).unwrap());
        }
        let board = Board::<Renju>::from_game(&game);
        let h8 = points("h8").first().unwrap();
        let situation = situation(&board);
        assert!(matches!(situation, Situation::AnswerStraightFour(_)), "{situation:?}");
        assert!(available(&board, &situation).contains(h8) && !board.is_forbidden(Color::Black, h8));
    }
}
