//! What readers of files are told, and what they tell: where something is wrong, and what was passed over.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use crate::charset::Charset;
use crate::point::{BoardSize, MAX_SIDE, MIN_SIDE, Rows};
use crate::record::tree::TreeError;
use crate::sgf::{self, LineIndex, Location, SgfError};

/// How a file is to be read where it leaves that open.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReadOptions {
    /// The board of a file that does not tell its size: the usual one of its format if nothing is said, mostly 15x15.
    pub size: Option<BoardSize>,
    /// Where row 1 is in lists of moves.
    pub rows: Rows,
    /// The character set of texts in a file that does not name one, or names UTF-8 falsely: UTF-8 or else Windows-1252 if
    /// nothing is said.
    pub charset: Option<Charset>,
    /// Whether to go on after damage with what can still be read. Every place is then in the remarks.
    pub salvage: bool,
}

/// A place in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// In a text.
    Text(Location),
    /// A byte, from 0.
    Byte(usize),
}

impl Place {
    /// The place of a byte in a text, or of the character that it is part of.
    pub(crate) fn in_text(text: &str, byte: usize) -> Place {
        Place::Text(Location::of(text, start_of_character(text, byte)))
    }

    /// The same where many places of one text may be asked for.
    pub(super) fn in_indexed(text: &str, lines: &LineIndex, byte: usize) -> Place {
        Place::Text(lines.place(text, start_of_character(text, byte)))
    }
}

/// The byte at which the character begins that a byte is part of.
fn start_of_character(text: &str, byte: usize) -> usize {
    (0..=byte.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Text(location) => write!(f, "{location} (byte {})", location.byte),
            Place::Byte(byte) => write!(f, "byte {byte}"),
        }
    }
}

/// Why a file cannot be read, or what was passed over in it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{at}: {fault}")]
pub struct ReadError {
    /// Where.
    pub at: Place,
    /// What is wrong there.
    pub fault: Fault,
}

impl From<SgfError> for ReadError {
    fn from(error: SgfError) -> ReadError {
        ReadError { at: Place::Text(error.at), fault: Fault::Sgf(error.fault) }
    }
}

/// What is wrong with a file, or strange in it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// What the Smart Game Format forbids.
    #[error(transparent)]
    Sgf(sgf::SgfFault),
    /// The tree cannot hold it.
    #[error(transparent)]
    Tree(#[from] TreeError),
    /// The file ends too early.
    #[error("the file ends within {0}")]
    Cut(&'static str),
    /// The file does not begin as one of its kind.
    #[error("{0}")]
    Head(&'static str),
    /// A version that is not known.
    #[error("version {major}.{minor} of RenLib: 3.4 is the last that is known")]
    Version {
        /// The number before the point.
        major: u8,
        /// The number after the point.
        minor: u8,
    },
    /// A byte that should be a point.
    #[error("{0:#04x} is no point of the board")]
    PointByte(u8),
    /// A text that should be a point or a move.
    #[error("{0:?} is no {1}")]
    Word(String, &'static str),
    /// The game is neither Gomoku nor Renju nor on a Go board.
    #[error("this is a record of another game (GM {})", .0.escape_debug())]
    OtherGame(String),
    /// The board is too small or too large.
    #[error("a board of {width}x{height}: sides go from {MIN_SIDE} to {MAX_SIDE}")]
    Size {
        /// Points in a row.
        width: usize,
        /// Number of rows.
        height: usize,
    },
    /// A place outside of the board.
    #[error("{0} is not on the board of {1}")]
    OffBoard(String, BoardSize),
    /// A coordinate of 0 where they are counted from 1.
    #[error("{0},{1}: coordinates are counted from 1 here; a .rec file, or one of another program, counts from 0")]
    FromZero(usize, usize),
    /// A stone on a stone of its own line.
    #[error("move {0} cannot be played: the point is occupied")]
    Occupied(usize),
    /// Two stones that are set up on one point.
    #[error("a stone cannot be set up: the point is occupied")]
    SetUpTwice,
    /// A line with more moves than a game can have.
    #[error("more than {0} moves in a line")]
    TooDeep(usize),
    /// A text that is too long.
    #[error("a text of more than {0} bytes")]
    TextTooLong(usize),
    /// More is written to nodes than a tree may hold.
    #[error("more than {0} notes, stones that are set up and signs")]
    TooManyNotes(usize),
    /// A text that is not of the character set of the file.
    #[error("this is no text of the character set {0}")]
    Charset(&'static str),
    /// A text that is not UTF-8 beside others that are; they are read in one character set.
    #[error("this is no UTF-8, which other texts are: all were read as {0}")]
    MixedCharsets(&'static str),
    /// More than one move in a node.
    #[error("two moves in one node")]
    TwoMoves,
    /// A colour to move that is neither.
    #[error("{0:?} is no colour: it is B or W")]
    Color(String),
    /// A text that is not XML.
    #[error("no XML: {0}")]
    Xml(String),
    /// A number of stones that the file does not hold.
    #[error("{told} stones are announced, and {found} follow")]
    Count {
        /// How many the file announces.
        told: usize,
        /// How many there are.
        found: usize,
    },
    /// Bytes after the end.
    #[error("{0} bytes after the end of the tree, read as if they went on from the last move")]
    AfterEnd(usize),
    /// Bytes after the last move.
    #[error("{0} bytes after the last move")]
    AfterMoves(usize),
    /// Something that should follow.
    #[error("the file ends before {0}")]
    Missing(&'static str),
    /// A single byte after the end.
    #[error("one byte too many at the end")]
    OddByte,
    /// No size is given, and one was taken.
    #[error("the file names no size of the board: {0} was taken")]
    NoSize(BoardSize),
    /// Other moves that should follow those that lead to the first end of a branch.
    #[error("other moves should follow those of the first line: a branch was saved alone, or the file was cut off")]
    NoSiblings,
    /// A last bracket is missing.
    #[error("the last bracket is missing: the file may have been cut off")]
    NotClosed,
    /// The last line has no end, and nothing tells that no other follows.
    #[error("the last line does not end: the file may have been cut off")]
    OpenLine,
    /// The format is known to be written wrongly.
    #[error("{0}")]
    Doubtful(&'static str),
    /// There is no game in the file.
    #[error("there is no game in the file")]
    NoGame,
}

impl Fault {
    /// A word that is not what it should be, shortened where it is long.
    pub(super) fn word(word: &str, what: &'static str) -> Fault {
        const MOST_SHOWN: usize = 20;
        Fault::Word(word.chars().take(MOST_SHOWN).collect(), what)
    }
}

/// What was passed over in a file, or is strange in it: the first of it, and how much there was.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Remarks {
    /// The first of them.
    pub first: Vec<ReadError>,
    /// How many there were in all.
    pub count: usize,
    /// The first of what was passed over, without what is only strange.
    pub damage: Vec<ReadError>,
    /// How much was passed over in all.
    pub damaged: usize,
    /// The damaged ones of the games that were given, by their numbers from 1, each with the first that was passed over.
    pub damaged_games: BTreeMap<usize, ReadError>,
    /// The first that was passed over outside of the games that were given, and how many of them stand before it.
    pub outside: Option<(usize, ReadError)>,
}

impl Remarks {
    /// How many are kept.
    pub const KEPT: usize = 20;

    /// What is wrong with a game for a reader that passes over other games alone.
    pub(super) fn fault_of(&self, number: usize) -> Option<&ReadError> {
        let before = self.outside.as_ref().filter(|(games, _)| *games < number).map(|(_, why)| why);
        self.damaged_games.get(&number).or(before)
    }

    fn add(&mut self, at: impl FnOnce() -> Place, fault: Fault, is_damage: bool) {
        self.count += 1;
        self.damaged += usize::from(is_damage);
        let has_room = |list: &Vec<ReadError>| list.len() < Remarks::KEPT;
        let [note, damage] = [has_room(&self.first), is_damage && has_room(&self.damage)];
        if note || damage {
            let remark = ReadError { at: at(), fault };
            self.first.extend(note.then(|| remark.clone()));
            self.damage.extend(damage.then_some(remark));
        }
    }
}

/// How a reader meets what is wrong: it ends, or goes on and takes note.
#[derive(Debug, Default)]
pub(super) struct Faults {
    pub(super) salvage: bool,
    pub(super) remarks: Remarks,
    /// How many games were given.
    pub(super) games: usize,
    /// The first that was passed over since the last game ended.
    latest: Option<ReadError>,
}

impl Faults {
    pub(super) fn new(options: &ReadOptions) -> Faults {
        Faults { salvage: options.salvage, ..Faults::default() }
    }

    /// Ends the reading, or takes note where as much as possible is to be saved.
    pub(super) fn meet(&mut self, at: impl Fn() -> Place, fault: impl Into<Fault>) -> Result<(), ReadError> {
        let fault = fault.into();
        if !self.salvage {
            return Err(ReadError { at: at(), fault });
        }
        if self.latest.is_none() {
            self.latest = Some(ReadError { at: at(), fault: fault.clone() });
        }
        self.remarks.add(at, fault, true);
        Ok(())
    }

    /// Takes note that the game that is read is damaged at a byte, where no place of it is known yet.
    pub(super) fn note_damage(&mut self, byte: usize, fault: Fault) {
        self.latest.get_or_insert(ReadError { at: Place::Byte(byte), fault });
    }

    /// Ends a game: what was passed over since the one before it is its damage. A part of a file that is no game ends so too,
    /// and is not given.
    pub(super) fn end_game(&mut self, is_given: bool) {
        let damage = self.latest.take();
        if is_given {
            self.games += 1;
            self.remarks.damaged_games.extend(damage.map(|why| (self.games, why)));
        } else if self.remarks.outside.is_none() {
            self.remarks.outside = damage.map(|why| (self.games, why));
        }
    }

    /// Why a file is refused of which no game was given: what was passed over first, or else that there is none.
    pub(super) fn no_game(self, at: Place) -> ReadError {
        self.remarks.damage.into_iter().next().unwrap_or(ReadError { at, fault: Fault::NoGame })
    }

    /// Counts more of what was met already.
    pub(super) fn count(&mut self, more: usize) {
        self.remarks.count += more;
        self.remarks.damaged += more;
    }

    /// Takes note of what is strange and does no harm.
    pub(super) fn remark(&mut self, at: impl FnOnce() -> Place, fault: Fault) {
        self.remarks.add(at, fault, false);
    }
}

/// The text of a file whose character set nothing in it names but a byte order mark, which stays in it: readers begin
/// after it, and places count it. What is damaged is drawn as replacement characters where as much as possible is to be
/// saved.
pub(super) fn text_of<'a>(
    bytes: &'a [u8],
    options: &ReadOptions,
    faults: &mut Faults,
) -> Result<Cow<'a, str>, ReadError> {
    let charset = Charset::of_file(bytes, options.charset);
    charset.decode(bytes).or_else(|at| {
        faults.meet(|| Place::Byte(at), Fault::Charset(charset.name()))?;
        Ok(charset.decode_lossy(bytes))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_within_a_character_has_the_place_of_the_character() {
        for (byte, column, start) in [(0, 1, 0), (1, 1, 0), (2, 2, 2), (3, 3, 3), (9, 3, 3)] {
            let place = format!("line 1, column {column} (byte {start})");
            assert_eq!(Place::in_text("äb", byte).to_string(), place, "byte {byte}");
        }
    }
}
