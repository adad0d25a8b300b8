//! Where one stone of a side makes a threat.

use crate::board::Board;
use crate::color::Color;
use crate::game::Game;
use crate::point::Point;
use crate::rule::Rule;
use crate::shape::Pattern4;
use crate::with_rule;

/// What one stone makes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Threat {
    /// Threes, without a four.
    Three,
    /// A four that one answer stops.
    Four,
    /// A straight four, or two fours where they are allowed: a five follows whatever the answer.
    StraightFour,
    /// A row that wins.
    Five,
}

impl Threat {
    /// The name, as in "straight-four".
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Threat::Three => "three",
            Threat::Four => "four",
            Threat::StraightFour => "straight-four",
            Threat::Five => "five",
        }
    }

    const fn of(class: Pattern4) -> Option<Threat> {
        match class {
            Pattern4::Five => Some(Threat::Five),
            Pattern4::StraightFour => Some(Threat::StraightFour),
            Pattern4::Four | Pattern4::FourThree => Some(Threat::Four),
            Pattern4::Three | Pattern4::DoubleThree => Some(Threat::Three),
            Pattern4::Quiet | Pattern4::MaybeForbidden => None,
        }
    }
}

/// The points on which a side makes a threat and that are not forbidden to it, Black's before White's and each row by
/// row, whoever's turn it is. A three counts even where its straight four is forbidden. None once the game is over.
#[must_use]
pub fn threats(game: &Game) -> Vec<(Point, Color, Threat)> {
    if game.result().is_some() {
        return Vec::new();
    }
    with_rule!(game.rule(), R => {
        let board = Board::<R>::from_game(game);
        let each = Color::ALL.into_iter().flat_map(|color| game.empty_points().map(move |point| (point, color)));
        each.filter_map(|(point, color)| Some((point, color, Threat::of(class(&board, color, point))?))).collect()
    })
}

/// What a stone is in the exchange of threats. Where two threes are allowed, one of them being false, the shapes count
/// as they do for a side without forbidden moves.
fn class<R: Rule>(board: &Board<R>, color: Color, point: Point) -> Pattern4 {
    match board.class(color, point) {
        Pattern4::MaybeForbidden if !board.is_forbidden(color, point) => {
            Pattern4::of(board.shapes(point).of(color), false)
        }
        class => class,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::point::{BoardSize, Rows};
    use crate::rule::RuleKind;

    /// The threat that a side makes on a point of a board of 15.
    fn threat(rule: RuleKind, moves: &str, text: &str, color: Color) -> Option<Threat> {
        let size = BoardSize::square(15).unwrap();
        let game = Game::from_text(rule, size, moves, Rows::FromBottom).unwrap();
        let point = Point::parse(text, size, Rows::FromBottom).unwrap();
        let found = threats(&game).into_iter().find(|&(at, by, _)| (at, by) == (point, color));
        found.map(|(.., threat)| threat)
    }

    #[test]
    fn every_kind_of_threat_is_named() {
        for (moves, text, color, expected) in [
            ("h8a1h9b1h10c1h11d1", "h12", Color::Black, Some(Threat::Five)),
            ("h8a1h9b1h10c1h11d1", "e1", Color::White, Some(Threat::Five)),
            ("g8a1h8c1i8e1", "j8", Color::Black, Some(Threat::StraightFour)),
            ("g8a1h8c1i8e1", "k8", Color::Black, Some(Threat::Four)),
            ("g8a1h8c1", "i8", Color::Black, Some(Threat::Three)),
            ("g8a1h8c1", "i8", Color::White, None),
            ("h8a1h9b1h10c1h11d1h12", "e1", Color::White, None),
        ] {
            assert_eq!(threat(RuleKind::Freestyle, moves, text, color), expected, "{moves} {text}");
        }
    }

    #[test]
    fn forbidden_points_are_no_threats_and_two_threes_are_where_they_are_allowed() {
        // Black would make six on e8, so that the three on row 8 is false; the one from h8 to j10 is real.
        let false_three = "f8j8g8a1i9c1j10e1e6g1e7i1e9k1e10m1e11";
        for (moves, text, expected) in
            [(false_three, "h8", Some(Threat::Three)), (false_three, "e8", None), ("f8a1g8c1h9e1h10", "h8", None)]
        {
            assert_eq!(threat(RuleKind::Renju, moves, text, Color::Black), expected, "{moves} {text}");
        }
    }
}
