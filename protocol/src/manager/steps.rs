//! The steps of Soosyrv-8 as Yixin-Board asks for them, and its way of reading what is answered.

use tengen_engine::opening::{Action, Demand, Fifths, Opening, OpeningRule};

use crate::command::{AnswerReader, Senseless, SoosyrvStep};
use crate::coords::Coords;

/// What a line begins with that may answer a step.
const MESSAGE: &str = "MESSAGE ";
/// The rule that the words are made for: under another bound an engine would say numbers that its opponent may not.
const RULE: OpeningRule = OpeningRule::Soosyrv { most: Fifths::SOOSYRV };

/// A step of an opening: the lines that ask for it, and a reader of the lines that answer.
#[derive(Clone, Debug)]
pub struct YixinStep {
    lines: Vec<String>,
    reader: AnswerReader,
}

/// An answer that the board would not understand: what is said of the engine that gave it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("answers a step of the opening with \"{0}\"")]
pub struct YixinStepError(String);

impl YixinStep {
    /// The step at which a Soosyrv-8 opening stands, or `None` where another rule is played or the opening is over.
    #[must_use]
    pub fn soosyrv(opening: &Opening, coords: Coords) -> Option<YixinStep> {
        if opening.rule() != RULE {
            return None;
        }
        let stones = opening.game().moves().len();
        let demand = opening.demand();
        let step = match demand {
            Demand::Stone { number: 1, .. } => SoosyrvStep::Three,
            Demand::SwapOrKeep { .. } if stones == SoosyrvStep::Swap.stones() => SoosyrvStep::Swap,
            Demand::Stone { .. } if stones == SoosyrvStep::Fourth.stones() => SoosyrvStep::Fourth,
            Demand::SwapOrKeep { .. } if stones == SoosyrvStep::SwapAgain.stones() => SoosyrvStep::SwapAgain,
            Demand::Offer { .. } => SoosyrvStep::Offer,
            Demand::Pick { .. } => SoosyrvStep::Pick,
            _ => return None,
        };
        let mut word = format!("yxsoosorvstep{}", step.number());
        if step.takes_number() {
            // There may be fewer fifths than were declared.
            let number = demand.number().or(opening.declared()).unwrap_or(1);
            word = format!("{word} {number}");
        }
        let offered = if step.holds_fifths() { opening.offered() } else { &[] };
        let points = opening.game().moves().iter().map(|played| played.point).chain(offered.iter().copied());
        let mut lines = vec![word];
        if step != SoosyrvStep::Three {
            lines.extend(points.map(|point| coords.text(point)));
            lines.push("done".to_string());
        }
        Some(YixinStep { lines, reader: AnswerReader::new(step, coords, opening.game().size()) })
    }

    /// The lines that ask.
    #[must_use]
    pub fn lines(&self) -> &[String] {
        &self.lines
    }

    /// Reads a line as the board does, in capitals: all that was answered, once that is complete, and `None` for a line that is
    /// not part of it.
    ///
    /// # Errors
    /// A line that belongs to the step and makes no sense to the board.
    pub fn read(&mut self, line: &str) -> Result<Option<Vec<Action>>, YixinStepError> {
        let line = line.to_ascii_uppercase();
        let Some(message) = line.strip_prefix(MESSAGE) else { return Ok(None) };
        self.reader.read(message).map_err(|Senseless| YixinStepError(line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::opening::{Sameness, walk};
    use tengen_engine::point::{BoardSize, Rows};

    fn step(actions: &str) -> YixinStep {
        let size = BoardSize::square(15).unwrap();
        let mut opening = Opening::new(RULE, RULE.usual_rule(), size, Sameness::Shape).unwrap();
        walk(&mut opening, actions, Rows::FromBottom).unwrap();
        YixinStep::soosyrv(&opening, Coords::RowColumn).unwrap()
    }

    #[test]
    fn a_step_is_asked_and_read_as_the_board_does() {
        let four = "A:h8 h9 i8; B:keep; B:j9; B:declare 2; A:keep";
        for (actions, asked, answer, done) in [
            ("", "yxsoosorvstep1", "MOVE1 7 7/MOVE2 6 7/MOVE3 7 8", "h8 h9 i8"),
            ("A:h8 h9 i8", "yxsoosorvstep2/7,7/6,7/7,8/done", "SWAP1 Y", "swap"),
            ("A:h8 h9 i8", "yxsoosorvstep2/7,7/6,7/7,8/done", "swap1 no", "keep"),
            ("A:h8 h9 i8; B:swap", "yxsoosorvstep3/7,7/6,7/7,8/done", "MOVE4 6 9 5", "j9 declare 5"),
            (four.trim_end_matches("; A:keep"), "yxsoosorvstep4 2/7,7/6,7/7,8/6,9/done", "SWAP2 Y", "swap"),
            (
                four,
                "yxsoosorvstep5 2/7,7/6,7/7,8/6,9/done",
                "MOVE5 1 1/MOVE5 REFRESH/MOVE5 5 5/MOVE5 8 8/MOVE5 DONE",
                "offer f10 i7",
            ),
            (
                &format!("{four}; A:offer f10 i7"),
                "yxsoosorvstep6/7,7/6,7/7,8/6,9/5,5/8,8/done",
                "MOVE5C 5 5",
                "pick f10",
            ),
        ] {
            let mut step = step(actions);
            assert_eq!(step.lines().join("/"), asked, "{actions}");
            assert_eq!(step.read("MESSAGE depth 3"), Ok(None));
            let mut read = None;
            for line in answer.split('/') {
                assert_eq!(read, None, "{answer}");
                read = step.read(&format!("MESSAGE SOOSORV {line}")).unwrap();
            }
            let texts = read.unwrap_or_default();
            let texts: Vec<String> =
                texts.iter().map(|action| action.to_text(BoardSize::USUAL, Rows::FromBottom)).collect();
            assert_eq!(texts.join(" "), done, "{actions}");
        }
    }

    #[test]
    fn only_soosyrv_8_has_steps() {
        let size = BoardSize::square(15).unwrap();
        for (name, has_steps) in [("soosyrv8", true), ("soosyrv4", false), ("soosyrv12", false), ("rif", false)] {
            let rule: OpeningRule = name.parse().unwrap();
            let opening = Opening::new(rule, rule.usual_rule(), size, Sameness::Shape).unwrap();
            assert_eq!(YixinStep::soosyrv(&opening, Coords::RowColumn).is_some(), has_steps, "{name}");
        }
    }

    #[test]
    fn what_the_board_cannot_read_is_an_error() {
        for (actions, answer) in [
            ("", "MOVE2 7 7"),
            ("", "MOVE1 7"),
            ("", "MOVE1  7 7"),
            ("", "MOVE1 7 15"),
            ("", "SWAP1 Y"),
            ("A:h8 h9 i8", "SWAP1 MAYBE"),
            ("A:h8 h9 i8", "SWAP2 Y"),
            ("A:h8 h9 i8; B:keep", "MOVE4 6 9"),
            ("A:h8 h9 i8; B:keep", "MOVE4 6 9 300"),
        ] {
            let why = step(actions).read(&format!("MESSAGE SOOSORV {answer}")).unwrap_err().to_string();
            // It follows the name of the engine.
            assert_eq!(why, format!("answers a step of the opening with \"MESSAGE SOOSORV {answer}\""));
        }
    }
}
