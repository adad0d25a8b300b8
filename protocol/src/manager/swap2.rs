//! What an answer to `SWAP2BOARD` means.

use tengen_engine::opening::{Action, Demand, Opening};

use super::{Answer, OffBoard, Place, point};
use crate::command::Swap2Step;
use crate::coords::Coords;

/// What an engine answers to `SWAP2BOARD`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Swap2Answer {
    /// It takes the other colour.
    Swap,
    /// It puts stones here: one is a move that keeps the colour, more are stones of the opening.
    Stones(Vec<Place>),
}

/// An answer to `SWAP2BOARD` that the opening does not allow.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Swap2AnswerError {
    /// It is none of the choices that there are.
    #[error("answers SWAP2BOARD after {stones} stones with {what}, which may not be chosen")]
    NoChoice {
        /// The stones on the board.
        stones: usize,
        /// What was answered.
        what: String,
    },
    /// A stone is not on the board.
    #[error(transparent)]
    OffBoard(#[from] OffBoard),
}

impl Swap2Answer {
    /// The answer that a line is, if it is one.
    #[must_use]
    pub fn of(answer: Answer) -> Option<Swap2Answer> {
        match answer {
            Answer::Swap => Some(Swap2Answer::Swap),
            Answer::Move(place) => Some(Swap2Answer::Stones(vec![place])),
            Answer::Stones(places) => Some(Swap2Answer::Stones(places)),
            _ => None,
        }
    }

    /// What it means at this point of an opening. Whether its stones may stand there is not asked.
    ///
    /// # Errors
    /// What may not be chosen there, and a stone that is not on the board.
    pub fn actions(&self, opening: &Opening, coords: Coords) -> Result<Vec<Action>, Swap2AnswerError> {
        let (stones, demand) = (opening.game().moves().len(), opening.demand());
        let unfit = |what: String| Err(Swap2AnswerError::NoChoice { stones, what });
        let places = match (demand, self) {
            (Demand::Stone { .. }, Swap2Answer::Swap) => return unfit("SWAP".to_string()),
            (_, Swap2Answer::Swap) => return Ok(vec![Action::Swap]),
            (_, Swap2Answer::Stones(places)) => places,
        };
        let on_board = |&place: &Place| point(place, coords, opening.game().size());
        let points = places.iter().map(on_board).collect::<Result<Vec<_>, _>>()?;
        match (demand, &points[..]) {
            (Demand::Stone { .. }, points) if points.len() == Swap2Step::AfterThree.stones() => {
                Ok(points.iter().copied().map(Action::Stone).collect())
            }
            (Demand::SwapOrTwo { .. }, &[fourth, fifth]) => Ok(vec![Action::Two(vec![fourth, fifth])]),
            (Demand::SwapOrTwo { .. } | Demand::SwapOrKeep { .. }, &[point]) => {
                Ok(vec![Action::Keep, Action::Stone(point)])
            }
            (_, points) => unfit(format!("{} stones", points.len())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::opening::{OpeningRule, Sameness, walk};
    use tengen_engine::point::{BoardSize, Rows};

    #[test]
    fn an_answer_means_what_the_opening_allows() {
        let size = BoardSize::square(15).unwrap();
        let rule = OpeningRule::Swap2;
        for (stones, line, expected) in [
            (0, "7,7 7,6 8,7", "h8 h9 i8"),
            (0, "7,7 7,6", "answers SWAP2BOARD after 0 stones with 2 stones, which may not be chosen"),
            (0, "SWAP", "answers SWAP2BOARD after 0 stones with SWAP, which may not be chosen"),
            (3, "swap", "swap"),
            (3, "0,14", "keep a1"),
            (3, "0,14 1,14", "two a1 b1"),
            (3, "7,7 7,6 8,8", "answers SWAP2BOARD after 3 stones with 3 stones, which may not be chosen"),
            (3, "0,15", "answers 0,15, which is off the board"),
            (5, "SWAP", "swap"),
            (5, "0,14", "keep a1"),
            (5, "0,14 1,14", "answers SWAP2BOARD after 5 stones with 2 stones, which may not be chosen"),
        ] {
            let done = match stones {
                0 => "",
                3 => "A:h8 h9 i8",
                _ => "A:h8 h9 i8; B:two j6 c13",
            };
            let mut opening = Opening::new(rule, rule.usual_rule(), size, Sameness::Shape).unwrap();
            walk(&mut opening, done, Rows::FromBottom).unwrap();
            let answer = Swap2Answer::of(Answer::read(line)).unwrap();
            let text = |action: &Action| action.to_text(size, Rows::FromBottom);
            let actions = answer.actions(&opening, Coords::ColumnRow);
            let told = actions.map(|actions| actions.iter().map(text).collect::<Vec<_>>().join(" "));
            assert_eq!(told.unwrap_or_else(|why| why.to_string()), expected, "{stones}: {line}");
        }
        assert_eq!(Swap2Answer::of(Answer::Pass), None);
    }
}
