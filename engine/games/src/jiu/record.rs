//! The record of a game of Jiu, read and written byte for byte: headers, placings, numbered turns and a result.
//!
//! ```text
//! [White "..."]
//! placing
//! G7 H8 A1 ...
//! moving
//! B1: G7
//! W2: H8
//! B3: H7→H8 FC-F7
//! W+ resignation
//! ```
//! A game that does not begin with the empty board names its position, in the one-line form, in the header `Position`.

mod headers;
mod reader;

use std::fmt::Write;
use std::iter;

use super::game::{Game, Outcome};
use headers::{headers_of, rules_of_headers};
use reader::Reader;

use super::position::Stage;
use super::rules::Rules;
use super::turn::{Turn, TurnError};
use tengen_engine::color::Color;
use tengen_engine::point::{BoardSize, Point};

/// Placings in a line of a record.
const PLACINGS_IN_LINE: usize = 10;

/// How a record is read whose stones taken for squares are not those due.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Reading {
    /// It is refused.
    #[default]
    Strict,
    /// Those named that stand on the board are taken, and reading goes on.
    Lenient,
}

/// Why a text is no record of a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {}{fault}", .turn.as_ref().map(|turn| format!("{turn}: ")).unwrap_or_default())]
pub struct RecordError {
    /// The line of the text, from 1.
    pub line: usize,
    /// The turn as it is numbered, such as `B45`, or the placing.
    pub turn: Option<String>,
    /// What is wrong.
    pub fault: RecordFault,
}

/// What is wrong with a record or with the text of a turn.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordFault {
    /// Text that is none of what can stand there.
    #[error("{expected} is expected, and not \"{found}\"")]
    Expected {
        /// What could stand there.
        expected: &'static str,
        /// The word that does.
        found: String,
    },
    /// A point that this board has not.
    #[error("\"{0}\" is no point of this board")]
    Point(String),
    /// A turn that the rules forbid.
    #[error("{0}")]
    Turn(#[from] TurnError),
    /// A header with a value that it cannot have.
    #[error("[{name} \"{value}\"]: {why}")]
    Header {
        /// The name of the header.
        name: String,
        /// What it says.
        value: String,
        /// What is wrong with that.
        why: String,
    },
}

/// A turn as it is written, before the rules are asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnText {
    /// Side and number, which may be left out where a turn stands alone.
    pub label: Option<(Color, usize)>,
    /// The points of the path, or the one point placed or lifted.
    pub points: Vec<Point>,
    /// The stones named as jumped, if any are named.
    pub jumped: Option<Vec<Point>>,
    /// The stones named as taken.
    pub taken: Vec<Point>,
}

impl TurnText {
    /// Reads one turn that is the whole of a text, with side and number or without: `B9: C6->E6->E4 TC-D6,E5 FC-L1`. Points
    /// may also be parted by blanks alone.
    ///
    /// # Errors
    /// With what stands where something else is expected.
    pub fn parse(text: &str, size: BoardSize) -> Result<TurnText, RecordFault> {
        let mut reader = Reader { text, at: 0, size };
        let label = reader.label();
        let turn = reader.turn(label, true, Reading::Strict)?;
        match reader.word() {
            "" => Ok(turn),
            found => Err(RecordFault::Expected { expected: "the end of the turn", found: found.to_string() }),
        }
    }

    /// Reads turns one after another: moves with side and number or with arrows, placings as points. The first that cannot be
    /// read, with an error as for [`TurnText::parse`], is the last.
    pub fn parse_all(text: &str, size: BoardSize) -> impl Iterator<Item = Result<TurnText, RecordFault>> {
        let mut reader = Reader { text, at: 0, size };
        iter::from_fn(move || {
            if reader.word().is_empty() {
                return None;
            }
            let label = reader.label();
            let turn = reader.turn(label, false, Reading::Strict);
            if turn.is_err() {
                reader.at = text.len();
            }
            Some(turn)
        })
    }

    /// Plays the turn.
    ///
    /// # Errors
    /// The rule that forbids it; the game is as before.
    pub fn play(&self, game: &mut Game, reading: Reading) -> Result<Option<Outcome>, TurnError> {
        let turn = self.turn(game)?;
        match (game.play(&turn), reading) {
            (
                Err(TurnError::NoStone { part: "FC-", .. } | TurnError::Taken { .. } | TurnError::TakenTwice(_)),
                Reading::Lenient,
            ) => game.play_taking_what_is_there(&turn),
            (result, _) => result,
        }
    }

    /// What the text means in this position. Only its side, its number and its path have been checked.
    ///
    /// # Errors
    /// When another turn is due, or no stone can go so.
    pub fn turn(&self, game: &Game) -> Result<Turn, TurnError> {
        if game.outcome().is_some() {
            return Err(TurnError::Over);
        }
        let due = label_text(game.position().to_move(), game.next_number());
        if self.label.is_some_and(|(color, number)| label_text(color, number) != due) {
            return Err(TurnError::Number(due));
        }
        let one_point = || match self.points[..] {
            [point] if self.jumped.is_none() && self.taken.is_empty() => Ok(point),
            _ => Err(TurnError::Stage("this turn is one point: stones do not move yet")),
        };
        match game.position().stage() {
            Stage::Place => Ok(Turn::Place(one_point()?)),
            Stage::Lift => Ok(Turn::Lift(one_point()?)),
            Stage::Move => {
                let path = game.path(&self.points, self.jumped.as_deref())?;
                Ok(Turn::new_move(path, self.taken.clone()))
            }
        }
    }
}

/// Side and number as the record writes them: `B9`.
pub(super) fn label_text(color: Color, number: usize) -> String {
    format!("{}{number}", color.letter())
}

/// A game with its headers and its result.
#[derive(Clone, Debug)]
pub struct Record {
    /// Names and values, in their order.
    pub headers: Vec<(String, String)>,
    /// The game.
    pub game: Game,
    /// What stands after the last turn: `B+`, `W+` or `=`, and a reason.
    pub result: Option<String>,
}

impl Record {
    /// Reads a record that is the whole of a text: see [`RecordText::parse`].
    ///
    /// # Errors
    /// With line and turn.
    pub fn parse(text: &str, rules: Rules, reading: Reading) -> Result<Record, RecordError> {
        RecordText { text, at: 0 }.parse(rules, reading)
    }

    /// The game after so many turns, or as many as there are. While stones are placed these are placings, later those
    /// from the lifting on.
    #[must_use]
    pub fn game_after(&self, turn: usize) -> Game {
        let mut game = self.game.clone();
        let is_placing = game.position().stage() == Stage::Place;
        let is_numbered = |last: &Turn| matches!(last, Turn::Place(_)) == is_placing;
        while game.next_number() > turn + 1 && game.played().last().is_some_and(is_numbered) {
            game.undo();
        }
        game
    }

    /// The game after the placing of this number, or `None` when there is no such placing.
    #[must_use]
    pub fn game_after_placing(&self, number: usize) -> Option<Game> {
        let start = self.game.start();
        let before = start.count(Color::Black) + start.count(Color::White);
        let placings = self.game.played().iter().filter(|turn| matches!(turn, Turn::Place(_))).count();
        let wanted = number.checked_sub(before).filter(|&wanted| wanted <= placings)?;
        if start.stage() != Stage::Place {
            return None;
        }
        let mut game = self.game.clone();
        while game.played().len() > wanted {
            game.undo();
        }
        Some(game)
    }

    /// The record as text. What was written so is read back to the same bytes.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for (name, value) in &self.headers {
            let _ = writeln!(text, "[{name} \"{value}\"]");
        }
        text += &turns_text(&self.game);
        self.result.iter().for_each(|result| text.extend([result, "\n"]));
        text
    }
}

/// One of the records of a text, which has not been read yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecordText<'a> {
    /// The text up to the end of the record.
    text: &'a str,
    /// Where the record begins.
    at: usize,
}

impl<'a> RecordText<'a> {
    /// The records of a text: each ends where headers follow that are not its own. There is one at least.
    #[must_use]
    pub fn all(text: &'a str) -> Vec<RecordText<'a>> {
        let (mut begins, mut at, mut in_headers) = (vec![0], 0, true);
        for line in text.split_inclusive('\n') {
            let content = line.trim_start_matches(reader::is_blank);
            if !content.is_empty() {
                let is_header = content.starts_with('[');
                begins.extend((is_header && !in_headers).then_some(at));
                in_headers = is_header;
            }
            at += line.len();
        }
        let ends = begins.iter().copied().skip(1).chain([text.len()]);
        begins.iter().zip(ends).map(|(&at, end)| RecordText { text: &text[..end], at }).collect()
    }

    /// Reads the record. What its headers do not say about size and profile is as in `rules`, and so are all options.
    ///
    /// # Errors
    /// With the line of the whole text, and the turn.
    pub fn parse(self, rules: Rules, reading: Reading) -> Result<Record, RecordError> {
        let mut reader = Reader { text: self.text, at: self.at, size: rules.size() };
        let mut headers = Vec::new();
        while let Some(header) = reader.header().map_err(|fault| reader.error(None, fault))? {
            headers.push(header);
        }
        let (rules, start) = rules_of_headers(&headers, rules).map_err(|fault| reader.error(None, fault))?;
        reader.size = rules.size();
        let mut game = Game::from_position(rules, start);
        if reader.keyword("placing") {
            reader.placings(&mut game)?;
        }
        if reader.keyword("moving") || reader.is_at_label() {
            reader.turns(&mut game, reading)?;
        }
        let result = reader.result();
        match reader.word() {
            "" => Ok(Record { headers, game, result }),
            found => {
                let expected = "a turn or a result that begins with B+, W+ or =";
                let fault = RecordFault::Expected { expected, found: found.to_string() };
                Err(reader.error(None, fault))
            }
        }
    }
}

impl Record {
    /// The record of a game, with its size, profile and, where it began with one, position.
    #[must_use]
    pub fn of(game: Game) -> Record {
        let result = game.outcome().map(|outcome| match outcome.winner {
            Some(winner) => format!("{}+ {}", winner.letter(), outcome.reason),
            None => format!("= {}", outcome.reason),
        });
        Record { headers: headers_of(&game), game, result }
    }
}

fn turns_text(game: &Game) -> String {
    let size = game.rules().size();
    let placings = game.played().iter().take_while(|turn| matches!(turn, Turn::Place(_))).count();
    let (placed, moved) = game.played().split_at(placings);
    let mut text = String::new();
    if !placed.is_empty() {
        text += "placing\n";
        for line in placed.chunks(PLACINGS_IN_LINE) {
            let points: Vec<String> = line.iter().map(|turn| turn.to_text(size)).collect();
            let _ = writeln!(text, "{}", points.join(" "));
        }
    }
    if moved.is_empty() {
        return text;
    }
    text += "moving\n";
    let first = game.next_number() - moved.len();
    for (number, turn) in (first..).zip(moved) {
        let color = if number % 2 == 1 { Color::Black } else { Color::White };
        let _ = writeln!(text, "{}: {}", label_text(color, number), turn.to_text(size));
    }
    text
}

impl Turn {
    /// The turn with side and number, as a line of the record: `B9: C6→E6→E4→G4 TC-D6, E5, F4 FC-L1`.
    #[must_use]
    pub fn to_record(&self, color: Color, number: usize, size: BoardSize) -> String {
        format!("{}: {}", label_text(color, number), self.to_text(size))
    }
}

#[cfg(test)]
mod tests;
