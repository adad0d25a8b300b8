//! Libraries of RenLib (`.lib`): a tree of moves on 15x15 with comments, written in pre-order.
//!
//! A header of twenty bytes is followed by nodes of two bytes and more: the point, and flags that say what follows. Colours
//! are not stored; Black moves first. Version 3.4 begins with a node for the empty board, and so may hold any first move;
//! 3.0 begins with the first move, the centre.
//!
//! ```
//! use tengen_engine::record::format::FileFormat;
//! use tengen_engine::record::reading::ReadOptions;
//! use tengen_engine::record::writing::WriteOptions;
//!
//! // h8, then i8.
//! let file = b"\xffRenLib\xff\x03\x00\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x78\x00\x79\x40";
//! let (trees, remarks) = FileFormat::Library.read_all(file, &ReadOptions::default()).unwrap();
//! assert_eq!((trees[0].nodes().count(), remarks.count), (3, 0));
//! assert_eq!(FileFormat::Library.write(&trees, &WriteOptions::default()).unwrap().bytes, file);
//! ```

mod nodes;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub(super) use read::read;
pub(super) use write::{encode, write};

use nodes::{LibraryNode, LibraryNodes};

use super::losses::Keeps;
use crate::point::BoardSize;

/// The board of every library.
pub(super) const SIZE: BoardSize = BoardSize::square(15).expect("15 is a size");
/// The longest text of a node, in bytes.
pub(super) const MOST_TEXT: usize = 64 << 10;
/// The most moves in a line: as many passes as there are points.
pub(super) const DEEPEST: usize = 450;

/// What a library holds.
pub(super) const KEEPS: Keeps = Keeps {
    variations: true,
    passes: true,
    comments: true,
    labels: true,
    texts: true,
    flags: true,
    size: true,
    ..Keeps::NOTHING
};

/// With what a file begins.
const MAGIC: [u8; 8] = *b"\xffRenLib\xff";
/// The bytes before the first node.
const HEADER: usize = 20;
/// The first byte of a file without a header: the centre.
const CENTER: u8 = 0x78;
/// The point of the first node of version 3.4, and of every pass.
const NO_POINT: u8 = 0;
/// The byte between the line of a comment and the rest of it.
const LINE_END: u8 = 8;

/// The flags of a node, by what they mean: RenLib has other names for the first two.
mod flag {
    pub(super) const HAS_SIBLING: u8 = 0x80;
    pub(super) const HAS_NO_CHILD: u8 = 0x40;
    pub(super) const OLD_COMMENT: u8 = 0x20;
    pub(super) const MARK: u8 = 0x10;
    pub(super) const COMMENT: u8 = 0x08;
    pub(super) const START: u8 = 0x04;
    pub(super) const NO_MOVE: u8 = 0x02;
    pub(super) const EXTENSION: u8 = 0x01;
    /// A flag of the extension: a text on the board follows.
    pub(super) const BOARD_TEXT: u8 = 0x01;
}

/// Whether a file begins as a library does.
#[must_use]
pub(super) fn is_library(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}
