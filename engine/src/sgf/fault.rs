//! What is wrong with a file of games, and where.

use std::fmt;
use std::sync::OnceLock;

use super::{Collection, DEEPEST, MAX_SIDE, MOST_BYTES, MOST_NODES};
use crate::charset::after_mark;

/// A place in the text of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Location {
    /// The line, from 1.
    pub line: usize,
    /// The character of the line, from 1; a byte order mark is none.
    pub column: usize,
    /// The byte of the text in UTF-8 with its byte order mark, from 0: that of the file too where that is undamaged UTF-8.
    pub byte: usize,
}

impl Location {
    /// The place of a byte of a text.
    pub(crate) fn of(text: &str, byte: usize) -> Location {
        TextWalk::begin(text).go_on(text, byte)
    }
}

/// A walk through a text that counts its lines and their characters.
#[derive(Clone, Copy, Debug)]
struct TextWalk {
    /// The place of the next character.
    at: Location,
    /// The character that ended a line just before, and may be one of two that do.
    end: Option<char>,
}

impl TextWalk {
    fn begin(text: &str) -> TextWalk {
        TextWalk { at: Location { line: 1, column: 1, byte: after_mark(text) }, end: None }
    }

    fn pass(&mut self, letter: char) {
        let at = &mut self.at;
        at.byte += letter.len_utf8();
        // A line ends with `\n`, with `\r` on old systems, or with both.
        match letter {
            '\n' | '\r' if self.end.is_some_and(|end| end != letter) => self.end = None,
            '\n' | '\r' => {
                (at.line, at.column) = (at.line + 1, 1);
                self.end = Some(letter);
            }
            _ => {
                at.column += 1;
                self.end = None;
            }
        }
    }

    /// The place of a byte further on. One within the byte order mark is at the first character too.
    fn go_on(mut self, text: &str, byte: usize) -> Location {
        text.get(self.at.byte..byte).unwrap_or_default().chars().for_each(|letter| self.pass(letter));
        Location { byte, ..self.at }
    }
}

/// Stations of the walk through a text, from which any place of it is near: where many are asked for, the walk from the beginning
/// to each would take too long. They are set up when the first place is asked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct LineIndex(OnceLock<Vec<TextWalk>>);

impl LineIndex {
    /// How many characters are between two stations.
    const DISTANCE: usize = 1024;

    /// The place of a byte of the text, which is always the same.
    pub(crate) fn place(&self, text: &str, byte: usize) -> Location {
        let stations = self.0.get_or_init(|| LineIndex::stations(text));
        let before = stations.partition_point(|station| station.at.byte <= byte);
        let from = stations[..before].last().copied();
        from.unwrap_or_else(|| TextWalk::begin(text)).go_on(text, byte)
    }

    fn stations(text: &str) -> Vec<TextWalk> {
        let mut walk = TextWalk::begin(text);
        let mut stations = Vec::new();
        for (number, letter) in text[walk.at.byte..].chars().enumerate() {
            if number.is_multiple_of(LineIndex::DISTANCE) {
                stations.push(walk);
            }
            walk.pass(letter);
        }
        stations
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Why a text is not a file of games, or a value not what was asked for.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{at}: {fault}")]
pub struct SgfError {
    /// Where.
    pub at: Location,
    /// What is wrong there.
    pub fault: SgfFault,
}

/// What is wrong with a file of games.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SgfFault {
    /// There is no `(;` in the text.
    #[error("no game of the Smart Game Format: they begin with \"(;\"")]
    NoGame,
    /// The text is longer than [`MOST_BYTES`].
    #[error("more than {MOST_BYTES} bytes")]
    TooLong,
    /// There are more nodes than [`MOST_NODES`].
    #[error("more than {MOST_NODES} nodes")]
    TooManyNodes,
    /// Variations are nested deeper than [`DEEPEST`].
    #[error("variations nested more than {DEEPEST} deep")]
    TooDeep,
    /// The property `CA` names a character set that nobody knows, or that cannot be the one of the text.
    #[error("the character set cannot be {0:?}: it was guessed")]
    Charset(String),
    /// The text says that it is UTF-8 and is not.
    #[error("this is not UTF-8, which the file says it is: another character set can be given")]
    NotUtf8,
    /// The end of the text lies within a value.
    #[error("the value that begins here is not closed by ]")]
    OpenValue,
    /// A `[` that follows no name, or a `]` that closes nothing.
    #[error("a {0} that belongs to no property")]
    Bracket(char),
    /// A property that stands between a bracket of a variation and the `;` of its first node.
    #[error("a property outside of a node: a ; is missing before it")]
    OutsideNode,
    /// A value that should be a number.
    #[error("{0:?} is no number")]
    Number(String),
    /// A value that should be a place on a board.
    #[error("{0:?} is no place on a board: places are two letters, as in hh")]
    Place(String),
    /// A value that should be the size of a board.
    #[error("{0:?} is no size of a board: sizes are 1 to {MAX_SIDE}, as in 15 or 20:15")]
    Size(String),
}

/// What is wrong with a text: the first of it, and how much there is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct SgfFaults {
    /// The first of it, in the order of the text.
    pub first: Vec<SgfError>,
    /// How much there is in all.
    pub count: usize,
    /// The first of each game in which something is wrong, with its byte.
    pub of_games: Vec<(usize, SgfFault)>,
}

impl SgfFaults {
    /// How many are kept.
    pub const KEPT: usize = 20;

    /// A file in which nothing is wrong, or what is wrong first.
    pub(super) fn refuse(self, file: Collection) -> Result<Collection, SgfError> {
        self.first.into_iter().next().map_or(Ok(file), Err)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_the_same_with_and_without_stations() {
        for mark in ["", "\u{feff}"] {
            // Ends of lines of each kind stand on both sides of stations.
            let text = mark.to_string() + &"a\r\nä\n\n\rb\r\r".repeat(LineIndex::DISTANCE);
            let index = LineIndex::default();
            for (byte, _) in text.char_indices().step_by(LineIndex::DISTANCE / 3).chain([(text.len(), ' ')]) {
                assert_eq!(index.place(&text, byte), Location::of(&text, byte), "byte {byte}");
            }
            let last = index.place(&text, text.len());
            assert_eq!((last.line, last.column), (1 + 5 * LineIndex::DISTANCE, 1));
        }
        assert_eq!(LineIndex::default().place("", 0), Location { line: 1, column: 1, byte: 0 });
    }
}
