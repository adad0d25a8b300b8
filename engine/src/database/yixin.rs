//! Databases of Yixin and Rapfi (`.db`): a number of records, plain or in one frame of LZ4.
//!
//! ```text
//! file   = u32 count, records            every number little-endian
//! record = u16 length, key, u16 length, value
//! key    = u8 rule, i8 width, i8 height, i8 x and i8 y of each stone
//! value  = i8 label, i16 value, i16 depth * 4 + bound, text
//! ```
//!
//! The [`YixinReader`] believes a number only as far as bytes are there, and goes on after a record that is damaged while the
//! next one can be found.

mod read;
mod value;
mod write;

pub use read::YixinReader;
pub(super) use value::{LINE_END, board_texts, decode, encode, read_text};
pub use write::YixinWriter;

use std::fmt;

use crate::point::{BoardSize, MAX_SIDE, Point};
use crate::position_key::KeyFault;
use crate::rule::RuleKind;

/// The rules of the format, by their numbers: Caro is not among them.
const RULES: [RuleKind; 3] = [RuleKind::Freestyle, RuleKind::Standard, RuleKind::Renju];
/// With these bytes a frame of LZ4 begins.
pub const LZ4_MAGIC: [u8; 4] = [0x04, 0x22, 0x4d, 0x18];
/// The key of the record that names the character set.
const METADATA_KEY: [u8; 3] = [0; 3];
/// How that record says that text is UTF-8.
const UTF8: &str = "charset=\"UTF-8\"";

/// A byte of a database, counted from 0: in a compressed file one of what was unpacked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DatabasePlace {
    /// The byte.
    pub byte: u64,
    /// Whether the file is compressed.
    pub packed: bool,
}

impl fmt::Display for DatabasePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}{}", self.byte, if self.packed { " of what LZ4 unpacked" } else { "" })
    }
}

/// Why a database cannot be read, and where.
#[derive(Debug, thiserror::Error)]
#[error("{at}: {fault}")]
pub struct DatabaseError {
    /// Where.
    pub at: DatabasePlace,
    /// What.
    pub fault: DatabaseFault,
}

/// What is wrong with a database.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DatabaseFault {
    /// The bytes end in the middle of something.
    #[error("the file ends in the middle of {0}")]
    Cut(&'static str),
    /// There are fewer records than the file says.
    #[error("the file ends after {found} of {count} records")]
    Fewer {
        /// Records that are there.
        found: u32,
        /// Records that there should be.
        count: u32,
    },
    /// There is more than the records.
    #[error("there is more after the last of {0} records")]
    More(u32),
    /// A key of a rule that the format does not know.
    #[error("rule {0}: the format knows 0 to 2")]
    Rule(u8),
    /// A key that means no position.
    #[error(transparent)]
    Key(#[from] KeyFault),
    /// A byte that is no label.
    #[error("{0} is no label")]
    PositionLabel(u8),
    /// A text on no point of the board.
    #[error("a text on a point that the board does not have")]
    BoardText,
    /// A text that is not of the character set of the file.
    #[error("this is no text of the character set {0}")]
    Charset(&'static str),
    /// The compressed data are damaged.
    #[error("the compressed data are damaged")]
    Packed,
    /// A short file unpacks to far more than the positions of a database do.
    #[error("this unpacks to far more than any database of its length holds")]
    Swollen,
    /// The file cannot be read.
    #[error("{0}")]
    Read(#[from] std::io::Error),
}

/// Column and row of a point in texts: `0` to `9`, then `A` to `V`.
const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHIJKLMNOPQRSTUV";

fn digit(number: usize) -> char {
    char::from(DIGITS[number])
}

fn point(x: char, y: char) -> Option<Point> {
    let number = |letter: char| DIGITS.iter().position(|&digit| char::from(digit) == letter.to_ascii_uppercase());
    BoardSize::square(MAX_SIDE)?.point(number(x)?, number(y)?)
}

#[cfg(test)]
mod tests;
