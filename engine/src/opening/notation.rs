//! The notation of openings: `A:h8 h9 i8; B:swap; A:a1`. A turn names a seat and what it does; turns are divided by `;`.
//!
//! What is done is points (stones in turn), or `swap`, `keep`, `declare N`, `offer P Q ...`, `pick P`, `two P Q`, `pass`.
//! Capitals do not matter, nor do blanks and commas between points.

use std::fmt;
use std::num::{IntErrorKind, ParseIntError};

use crate::opening::action::{Action, OpeningError};
use crate::opening::machine::Opening;
use crate::opening::seat::Seat;
use crate::point::{BoardSize, NoPoint, Point, PointList, Rows};

/// The first turn of a text that is refused. What came before has been done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WalkError {
    /// The turn as it is written.
    pub at: String,
    /// Why.
    pub fault: NotationFault,
    /// How points of the fault are named.
    size: BoardSize,
    rows: Rows,
}

/// What is wrong with a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NotationFault {
    /// It cannot be read.
    Unreadable(String),
    /// The rule refuses it.
    Refused(OpeningError),
}

impl WalkError {
    /// The reason alone, with points by name.
    #[must_use]
    pub fn reason(&self) -> String {
        match &self.fault {
            NotationFault::Unreadable(why) => why.clone(),
            NotationFault::Refused(why) => why.to_text(self.size, self.rows),
        }
    }
}

impl fmt::Display for WalkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\": {}", self.at, self.reason())
    }
}

impl std::error::Error for WalkError {}

/// The turns of a text, one after another, as they are written.
pub fn turns(text: &str) -> impl Iterator<Item = &str> {
    text.split(';').map(str::trim).filter(|turn| !turn.is_empty())
}

/// Does what a text says, turn by turn. A turn is done as a whole or not at all.
///
/// # Errors
/// The first turn that cannot be read or is refused; `opening` is then as it was before that turn.
pub fn walk(opening: &mut Opening, text: &str, rows: Rows) -> Result<(), WalkError> {
    let size = opening.game().size();
    for turn in turns(text) {
        let error = |fault| WalkError { at: turn.to_string(), fault, size, rows };
        let (seat, actions) = read_turn(turn, size, rows).map_err(|why| error(NotationFault::Unreadable(why)))?;
        let mut after = opening.clone();
        for action in actions {
            after.act(seat, action).map_err(|why| error(NotationFault::Refused(why)))?;
        }
        *opening = after;
    }
    Ok(())
}

/// One turn such as `B:offer g8 h9`: who acts, and what is done, whether or not a rule allows it.
///
/// # Errors
/// A text that is none, with the reason.
pub fn read_turn(turn: &str, size: BoardSize, rows: Rows) -> Result<(Seat, Vec<Action>), String> {
    if turn.contains(';') {
        return Err("one turn ends at its semicolon".to_string());
    }
    let Some((seat, rest)) = turn.split_once(':') else {
        return Err("a turn begins with A: or B:".to_string());
    };
    let seat = match seat.trim() {
        "A" | "a" => Seat::A,
        "B" | "b" => Seat::B,
        other => return Err(format!("\"{other}\" is no seat: there are A and B")),
    };
    let rest = rest.trim();
    let (word, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let points = |text: &str| read_points(text, size, rows);
    let alone = |action: Action| {
        if after.trim().is_empty() { Ok(vec![action]) } else { Err(format!("nothing comes after \"{word}\"")) }
    };
    let actions = match word.to_ascii_lowercase().as_str() {
        "swap" => alone(Action::Swap)?,
        "keep" => alone(Action::Keep)?,
        "pass" => alone(Action::Pass)?,
        "declare" => {
            let number = read_number(after.trim());
            vec![Action::Number(number.map_err(|_| format!("\"{}\" is no number of fifths", after.trim()))?)]
        }
        "offer" => vec![Action::Offer(points(after)?)],
        "pick" => vec![Action::Pick(points(after)?)],
        "two" => vec![Action::Two(points(after)?)],
        "" => return Err("nothing is done".to_string()),
        _ => points(rest)?.into_iter().map(Action::Stone).collect(),
    };
    Ok((seat, actions))
}

/// A number. One that is too long is the largest there is: no rule allows it either.
fn read_number(text: &str) -> Result<usize, ParseIntError> {
    text.parse().or_else(|why: ParseIntError| match why.kind() {
        IntErrorKind::PosOverflow => Ok(usize::MAX),
        _ => Err(why),
    })
}

fn read_points(text: &str, size: BoardSize, rows: Rows) -> Result<Vec<Point>, String> {
    let what = format!("is no point of a board of {size}, nor anything that is done in an opening");
    let fault = |no_point: NoPoint<'_>| format!("\"{}\" {what}", no_point.word());
    PointList::new(text, size, rows).map(|read| read.map(|(_, point)| point).map_err(fault)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opening::{OpeningRule, Sameness};
    use crate::rule::RuleKind;

    #[test]
    fn turns_that_cannot_be_read_are_named() {
        let size = BoardSize::square(15).unwrap();
        for (turn, word) in [
            ("h8", "A: or B:"),
            ("C:h8", "\"C\" is no seat"),
            ("A:", "nothing is done"),
            ("A:swop", "\"swop\" is no point"),
            ("A:h8 q1,h9", "\"q1\""),
            ("A:h8 h16", "\"h16\""),
            ("A:swap h8", "after \"swap\""),
            ("A:declare many", "\"many\""),
            ("A:declare -1", "\"-1\""),
        ] {
            let mut opening = Opening::new(OpeningRule::Swap2, RuleKind::Standard, size, Sameness::Shape).unwrap();
            let error = walk(&mut opening, &format!("A:a1;; {turn}"), Rows::FromBottom).unwrap_err();
            assert!(error.at == turn && error.reason().contains(word), "{turn}: {error}");
            assert!(matches!(error.fault, NotationFault::Unreadable(_)), "{error}");
            assert_eq!(opening.game().moves().len(), 1);
        }
    }

    #[test]
    fn what_is_counted_wrongly_is_read_and_refused() {
        let size = BoardSize::square(15).unwrap();
        for (rule, turns, refused, reason) in [
            (OpeningRule::Swap2, "A:a1 o15 c7", "B:two h8", "points given: 1, and not 2"),
            (OpeningRule::Swap, "A:a1 o15 c7", "B:two h8", "no two stones now: swap or keep is due"),
            (
                OpeningRule::Yamaguchi { most: crate::opening::Fifths::MOST },
                "A:h8 h9 i9",
                "A:declare 256",
                "256 fifths: the number goes from 1 to 62",
            ),
            (OpeningRule::Rif, "A:h8 h9 h7; B:keep; B:h6; A:offer i9 g7", "B:pick i9 g7", "points given: 2, and not 1"),
            (OpeningRule::Rif, "A:h8 h9 h7; B:keep; B:h6; A:offer i9 g7", "B:pick", "points given: 0, and not 1"),
        ] {
            let mut opening = Opening::new(rule, RuleKind::Renju, size, Sameness::Shape).unwrap();
            let error = walk(&mut opening, &format!("{turns}; {refused}"), Rows::FromBottom).unwrap_err();
            assert_eq!((error.at.as_str(), error.reason().as_str()), (refused, reason));
            assert!(matches!(error.fault, NotationFault::Refused(_)), "{error}");
        }
        let longest = read_turn("A:declare 99999999999999999999", size, Rows::FromBottom);
        assert_eq!(longest, Ok((Seat::A, vec![Action::Number(usize::MAX)])));
    }

    #[test]
    fn a_turn_is_done_as_a_whole_or_not_at_all() {
        let size = BoardSize::square(15).unwrap();
        let ends = "one turn ends at its semicolon".to_string();
        assert_eq!(read_turn("A:h8;h9", size, Rows::FromBottom), Err(ends));
        let mut opening = Opening::new(OpeningRule::Rif, RuleKind::Renju, size, Sameness::Shape).unwrap();
        assert!(walk(&mut opening, "a: H8, h9 k8", Rows::FromBottom).is_err());
        assert!(opening.game().moves().is_empty());
        walk(&mut opening, "a: H8,h9i8 ;b:KEEP", Rows::FromBottom).unwrap();
        assert_eq!(opening.game().to_text(Rows::FromBottom), "h8h9i8");
    }
}
