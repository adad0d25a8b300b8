//! Reader of the text of a record: headers, labels, points and turns from a place onwards.

use super::{Reading, RecordError, RecordFault, TurnText, label_text};
use crate::jiu::game::Game;
use crate::jiu::text;
use crate::jiu::turn::Turn;
use tengen_engine::color::Color;
use tengen_engine::point::{BoardSize, Point, Rows};

/// A place in a text of turns.
pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    pub(super) size: BoardSize,
}

/// Whether a word is built as the name of a point, on whatever board.
fn is_point_name(word: &str) -> bool {
    let digits = word.strip_prefix(|letter: char| letter.is_ascii_alphabetic());
    digits.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit()))
}

/// Whether a text begins as a result does.
pub(super) fn is_result(text: &str) -> bool {
    let word = text.split_whitespace().next().unwrap_or_default();
    word == "=" || word.starts_with("B+") || word.starts_with("W+")
}

/// Whether a character is passed over between words.
pub(super) fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

impl<'a> Reader<'a> {
    pub(super) fn error(&self, turn: Option<String>, fault: RecordFault) -> RecordError {
        let read = self.text[..self.at].trim_end();
        RecordError { line: read.matches('\n').count() + 1, turn, fault }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip_blanks(&mut self) {
        self.at = self.text.len() - self.rest().trim_start_matches(is_blank).len();
    }

    /// Goes past a mark if it stands here.
    fn mark(&mut self, mark: &str) -> bool {
        self.skip_blanks();
        let stands = self.rest().get(..mark.len()).is_some_and(|start| start.eq_ignore_ascii_case(mark));
        self.at += if stands { mark.len() } else { 0 };
        stands
    }

    pub(super) fn keyword(&mut self, word: &str) -> bool {
        let before = self.at;
        if self.mark(word) && !self.rest().starts_with(|c: char| c.is_alphanumeric()) {
            return true;
        }
        self.at = before;
        false
    }

    /// The word that stands here, to be named in an error. It is not gone past.
    pub(super) fn word(&mut self) -> &'a str {
        self.skip_blanks();
        self.rest().split(char::is_whitespace).next().unwrap_or_default()
    }

    fn expected(&mut self, expected: &'static str) -> RecordFault {
        let found = self.word().to_string();
        RecordFault::Expected { expected, found }
    }

    pub(super) fn header(&mut self) -> Result<Option<(String, String)>, RecordFault> {
        if !self.mark("[") {
            return Ok(None);
        }
        let rest = self.rest();
        let parts = rest.split_once('"').and_then(|(name, rest)| Some((name, rest.split_once('"')?)));
        let Some((name, (value, _))) = parts.filter(|(name, (value, _))| !name.contains('\n') && !value.contains('\n'))
        else {
            return Err(self.expected("a header such as [Size \"14\"]"));
        };
        self.at += name.len() + value.len() + "\"\"".len();
        let header = (name.trim().to_string(), value.to_string());
        if self.mark("]") { Ok(Some(header)) } else { Err(self.expected("]")) }
    }

    pub(super) fn point(&mut self) -> Result<Point, RecordFault> {
        self.skip_blanks();
        match Point::parse_prefix(self.rest(), self.size, Rows::FromBottom) {
            Some((point, rest)) if !rest.starts_with(char::is_alphanumeric) => {
                self.at = self.text.len() - rest.len();
                Ok(point)
            }
            _ => {
                let word = self.word();
                let end = word.find([',', ':', '→', '-', '>']).filter(|&end| end > 0);
                Err(RecordFault::Point(word[..end.unwrap_or(word.len())].to_string()))
            }
        }
    }

    fn points(&mut self) -> Result<Vec<Point>, RecordFault> {
        let mut points = vec![self.point()?];
        while self.mark(",") {
            points.push(self.point()?);
        }
        Ok(points)
    }

    /// Side, number and colon, if they stand here.
    pub(super) fn label(&mut self) -> Option<(Color, usize)> {
        self.skip_blanks();
        let before = self.at;
        let color = self.rest().get(..1).filter(|letter| matches!(*letter, "B" | "W" | "b" | "w")).and_then(text::side);
        let digits = self.rest().bytes().skip(1).take_while(u8::is_ascii_digit).count();
        let number = self.rest().get(1..1 + digits).and_then(|digits| digits.parse().ok());
        let label = color.zip(number);
        self.at += label.map_or(0, |_| 1 + digits);
        if label.is_some() && self.mark(":") {
            return label;
        }
        self.at = before;
        None
    }

    pub(super) fn is_at_label(&mut self) -> bool {
        let before = self.at;
        let is = self.label().is_some();
        self.at = before;
        is
    }

    /// The rest of a turn. Blanks alone part points where a turn stands alone.
    pub(super) fn turn(
        &mut self,
        label: Option<(Color, usize)>,
        alone: bool,
        reading: Reading,
    ) -> Result<TurnText, RecordFault> {
        let mut points = vec![self.point()?];
        loop {
            let arrow = ["→", "->", ">"].into_iter().any(|arrow| self.mark(arrow));
            let next = alone && !arrow && {
                self.skip_blanks();
                Point::parse_prefix(self.rest(), self.size, Rows::FromBottom).is_some()
            };
            if !arrow && !next {
                break;
            }
            points.push(self.point()?);
        }
        let jumped = if self.part("TC")? { Some(self.points()?) } else { None };
        let taken = if self.part("FC")? { self.taken(reading)? } else { Vec::new() };
        Ok(TurnText { label, points, jumped, taken })
    }

    /// Points of stones to be taken. On those of a larger board no stone stands here, and lenient reading goes past them.
    fn taken(&mut self, reading: Reading) -> Result<Vec<Point>, RecordFault> {
        let mut taken = Vec::new();
        loop {
            match self.point() {
                Ok(point) => taken.push(point),
                Err(RecordFault::Point(name)) if reading == Reading::Lenient && is_point_name(&name) => {
                    self.at += name.len();
                }
                Err(fault) => return Err(fault),
            }
            if !self.mark(",") {
                return Ok(taken);
            }
        }
    }

    fn part(&mut self, name: &'static str) -> Result<bool, RecordFault> {
        let before = self.at;
        self.mark(":");
        if !self.mark(name) {
            self.at = before;
            return Ok(false);
        }
        if self.mark("-") { Ok(true) } else { Err(self.expected("a hyphen after TC or FC")) }
    }

    pub(super) fn placings(&mut self, game: &mut Game) -> Result<(), RecordError> {
        while !self.word().is_empty() && !self.word().eq_ignore_ascii_case("moving") && !self.is_at_result() {
            let number = format!("placing {}", game.next_number());
            let word = self.word();
            let point = self.point().map_err(|fault| {
                let expected = "a point or a result that begins with B+, W+ or =";
                let is_no_point = RecordFault::Expected { expected, found: word.to_string() };
                self.error(Some(number.clone()), if is_point_name(word) { fault } else { is_no_point })
            })?;
            game.play(&Turn::Place(point)).map_err(|why| self.error(Some(number), why.into()))?;
        }
        Ok(())
    }

    pub(super) fn turns(&mut self, game: &mut Game, reading: Reading) -> Result<(), RecordError> {
        while !self.word().is_empty() && !self.is_at_result() {
            let Some((color, number)) = self.label() else {
                let fault = self.expected("a turn such as B3: H7→H8");
                return Err(self.error(None, fault));
            };
            let label = label_text(color, number);
            let turn = self.turn(Some((color, number)), false, reading);
            let turn = turn.map_err(|fault| self.error(Some(label.clone()), fault))?;
            turn.play(game, reading).map_err(|why| self.error(Some(label), why.into()))?;
            let next = self.word();
            if !next.is_empty() && !self.is_at_label() && !self.is_at_result() {
                let fault = self.expected("another turn, a result that begins with B+, W+ or =, or the end");
                return Err(self.error(Some(label_text(color, number)), fault));
            }
        }
        Ok(())
    }

    fn is_at_result(&mut self) -> bool {
        is_result(self.word())
    }

    pub(super) fn result(&mut self) -> Option<String> {
        if !self.is_at_result() {
            return None;
        }
        let line = self.rest().lines().next().unwrap_or_default();
        self.at += line.len();
        Some(line.trim_end().to_string())
    }
}
