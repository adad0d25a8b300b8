//! The words in which a step of Soosyrv-8 is answered: an engine writes them and a manager reads them.

use std::mem;

use tengen_engine::opening::Action;
use tengen_engine::point::{BoardSize, Point};

use super::SoosyrvStep;
use crate::coords::Coords;

/// What every line begins with, as a message.
const SOOSORV: &str = "SOOSORV ";
/// The fifths that were offered before are none any more.
const REFRESH: &str = "REFRESH";
/// All fifths are told.
const DONE: &str = "DONE";

/// The word of a step's answer; of the first the number of the stone follows.
const fn word(step: SoosyrvStep) -> &'static str {
    match step {
        SoosyrvStep::Three => "MOVE",
        SoosyrvStep::Swap => "SWAP1",
        SoosyrvStep::Fourth => "MOVE4",
        SoosyrvStep::SwapAgain => "SWAP2",
        SoosyrvStep::Offer => "MOVE5",
        SoosyrvStep::Pick => "MOVE5C",
    }
}

/// The messages that tell what was done in a step. Yixin-Board takes them apart at single blanks, and of a choice it reads the
/// first letter.
pub(crate) fn answer_lines(step: SoosyrvStep, actions: &[Action], coords: Coords) -> Vec<String> {
    let word = word(step);
    let text = |point: Point| {
        let (first, second) = coords.numbers(point);
        format!("{first} {second}")
    };
    let lines: Vec<String> = match actions {
        [Action::Swap, ..] => vec![format!("{word} Y")],
        [Action::Keep, ..] => vec![format!("{word} N")],
        [Action::Stone(point), Action::Number(number)] => vec![format!("{word} {} {number}", text(*point))],
        [Action::Pick(points)] => points.iter().map(|&point| format!("{word} {}", text(point))).collect(),
        [Action::Offer(fifths)] => {
            let offered = fifths.iter().map(|&point| text(point));
            let all = [REFRESH.to_string()].into_iter().chain(offered).chain([DONE.to_string()]);
            all.map(|what| format!("{word} {what}")).collect()
        }
        stones => {
            let points = stones.iter().filter_map(|action| match action {
                Action::Stone(point) => Some(text(*point)),
                _ => None,
            });
            (1..).zip(points).map(|(number, point)| format!("{word}{number} {point}")).collect()
        }
    };
    lines.into_iter().map(|line| format!("{SOOSORV}{line}")).collect()
}

/// A reader of the messages that answer a step.
#[derive(Clone, Debug)]
pub(crate) struct AnswerReader {
    step: SoosyrvStep,
    coords: Coords,
    size: BoardSize,
    /// Stones or fifths that were read.
    points: Vec<Point>,
}

/// A message that belongs to the step and makes no sense to the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Senseless;

impl AnswerReader {
    pub(crate) fn new(step: SoosyrvStep, coords: Coords, size: BoardSize) -> AnswerReader {
        AnswerReader { step, coords, size, points: Vec::new() }
    }

    /// Reads a message in capitals as the board does: taken apart at single blanks, of a choice the first letter. All that was
    /// answered, once that is complete; `None` for a message that is not part of it.
    pub(crate) fn read(&mut self, message: &str) -> Result<Option<Vec<Action>>, Senseless> {
        let Some(text) = message.strip_prefix(SOOSORV) else { return Ok(None) };
        let (found, rest) = text.split_once(' ').ok_or(Senseless)?;
        let number = found.strip_prefix(word(self.step)).ok_or(Senseless)?;
        // The three stones come in their order, and the board asks its user when it has read the third.
        let expected = match self.step {
            SoosyrvStep::Three => (self.points.len() + 1).to_string(),
            _ => String::new(),
        };
        if number != expected { Err(Senseless) } else { self.read_rest(rest) }
    }

    fn read_rest(&mut self, rest: &str) -> Result<Option<Vec<Action>>, Senseless> {
        match (self.step, rest.as_bytes().first()) {
            (SoosyrvStep::Three, _) => {
                self.points.push(self.point(rest)?);
                let is_whole = self.points.len() == SoosyrvStep::Swap.stones();
                Ok(is_whole.then(|| mem::take(&mut self.points).into_iter().map(Action::Stone).collect()))
            }
            (SoosyrvStep::Swap | SoosyrvStep::SwapAgain, Some(b'Y')) => Ok(Some(vec![Action::Swap])),
            (SoosyrvStep::Swap | SoosyrvStep::SwapAgain, Some(b'N')) => Ok(Some(vec![Action::Keep])),
            (SoosyrvStep::Swap | SoosyrvStep::SwapAgain, _) => Err(Senseless),
            (SoosyrvStep::Fourth, _) => {
                let (point, number) = rest.rsplit_once(' ').ok_or(Senseless)?;
                let number: u8 = number.parse().map_err(|_| Senseless)?;
                Ok(Some(vec![Action::Stone(self.point(point)?), Action::Number(number.into())]))
            }
            (SoosyrvStep::Offer, Some(b'R')) => {
                self.points.clear();
                Ok(None)
            }
            (SoosyrvStep::Offer, Some(b'D')) => Ok(Some(vec![Action::Offer(mem::take(&mut self.points))])),
            (SoosyrvStep::Offer, _) => {
                self.points.push(self.point(rest)?);
                Ok(None)
            }
            (SoosyrvStep::Pick, _) => Ok(Some(vec![Action::Pick(vec![self.point(rest)?])])),
        }
    }

    fn point(&self, text: &str) -> Result<Point, Senseless> {
        let (first, second) = text.split_once(' ').ok_or(Senseless)?;
        let numbers = first.parse().ok().zip(second.parse().ok()).ok_or(Senseless)?;
        self.coords.point(numbers, self.size).ok_or(Senseless)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_engine_writes_is_what_a_manager_reads() {
        let size = BoardSize::square(15).unwrap();
        let [a, b, c] = [(7, 7), (7, 6), (8, 3)].map(|(x, y)| Point::new(x, y));
        for (step, actions) in [
            (SoosyrvStep::Three, [a, b, c].map(Action::Stone).to_vec()),
            (SoosyrvStep::Swap, vec![Action::Swap]),
            (SoosyrvStep::Swap, vec![Action::Keep]),
            (SoosyrvStep::Fourth, vec![Action::Stone(c), Action::Number(8)]),
            (SoosyrvStep::SwapAgain, vec![Action::Swap]),
            (SoosyrvStep::SwapAgain, vec![Action::Keep]),
            (SoosyrvStep::Offer, vec![Action::Offer(vec![c, b])]),
            (SoosyrvStep::Pick, vec![Action::Pick(vec![b])]),
        ] {
            for coords in [Coords::ColumnRow, Coords::RowColumn] {
                let mut reader = AnswerReader::new(step, coords, size);
                let lines = answer_lines(step, &actions, coords);
                let (last, others) = lines.split_last().unwrap();
                assert!(others.iter().all(|line| reader.read(line) == Ok(None)), "{lines:?}");
                assert_eq!(reader.read(last), Ok(Some(actions.clone())), "{lines:?}");
            }
        }
    }
}
