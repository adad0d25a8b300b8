//! What is wrong with a file of games, and where.

use std::fmt;

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
        let before = &text[..byte];
        let (mut line, mut line_start) = (1, after_mark(before));
        // A line ends with `\n`, with `\r` on old systems, or with both.
        let mut ends = before.match_indices(['\n', '\r']).peekable();
        while let Some((at, end)) = ends.next() {
            let second = ends.next_if(|&(next, other)| next == at + 1 && other != end);
            (line, line_start) = (line + 1, second.map_or(at, |(next, _)| next) + 1);
        }
        Location { line, column: before[line_start..].chars().count() + 1, byte }
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
}

impl SgfFaults {
    /// How many are kept.
    pub const KEPT: usize = 20;

    /// A file in which nothing is wrong, or what is wrong first.
    pub(super) fn refuse(self, file: Collection) -> Result<Collection, SgfError> {
        self.first.into_iter().next().map_or(Ok(file), Err)
    }
}
