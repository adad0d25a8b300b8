//! The nodes of a library one after another, as they stand in the file, without a tree.

use std::borrow::Cow;

use super::{CENTER, HEADER, MAGIC, MOST_TEXT, NO_POINT, SIZE, flag};
use crate::point::Point;
use crate::record::reading::{Fault, Place, ReadError};

/// A node as it stands in the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct LibraryNode<'a> {
    /// Its first byte in the file.
    pub(super) at: usize,
    /// The point, or none for a pass and for the empty board at the beginning of a file; or the byte that should be one.
    pub(super) point: Result<Option<Point>, u8>,
    /// Whether another node of the same parent follows after all that follows this one.
    pub(super) has_sibling: bool,
    /// Whether a node follows that is a child of this one.
    pub(super) has_child: bool,
    /// Whether it is marked.
    pub(super) is_marked: bool,
    /// Whether a game or a position begins here.
    pub(super) is_start: bool,
    /// Whether it is no move, for all that it has a point.
    pub(super) is_no_move: bool,
    /// The comment: a line, and after a byte 08 the rest. It is borrowed in the character set of the file; one of the
    /// old kind, whose letters belong to no character set, is owned and in UTF-8.
    pub(super) comment: Option<Cow<'a, [u8]>>,
    /// The text on the board in the character set of the file.
    pub(super) label: Option<&'a [u8]>,
}

/// The nodes of a library in the order of the file. After an error there are no more.
#[derive(Clone, Debug)]
pub(super) struct LibraryNodes<'a> {
    bytes: &'a [u8],
    at: usize,
    has_failed: bool,
}

impl<'a> LibraryNodes<'a> {
    /// The nodes in the bytes of a file.
    ///
    /// # Errors
    /// [`ReadError`]: the file does not begin as a library of a known version.
    pub(super) fn new(bytes: &'a [u8]) -> Result<LibraryNodes<'a>, ReadError> {
        let error = |at, fault| Err(ReadError { at: Place::Byte(at), fault });
        if bytes.len() < HEADER {
            return error(bytes.len(), Fault::Cut("the twenty bytes before the first move"));
        }
        let nodes = |at| Ok(LibraryNodes { bytes, at, has_failed: false });
        if !bytes.starts_with(&MAGIC) {
            return match bytes[0] {
                CENTER => nodes(0),
                _ => error(0, Fault::Head("a library begins with the byte ff and RenLib")),
            };
        }
        /// The last version that is known, major and minor.
        const LAST: (u8, u8) = (3, 4);
        let (major, minor) = (bytes[MAGIC.len()], bytes[MAGIC.len() + 1]);
        if (major, minor) > LAST {
            return error(MAGIC.len(), Fault::Version { major, minor });
        }
        nodes(HEADER)
    }

    /// The next byte that is read.
    #[must_use]
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// How many bytes are left.
    #[must_use]
    pub(super) fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    fn error(&self, at: usize, fault: Fault) -> ReadError {
        ReadError { at: Place::Byte(at), fault }
    }

    fn pair(&mut self, within: &'static str) -> Result<[u8; 2], ReadError> {
        match self.bytes[self.at..].first_chunk::<2>() {
            Some(&pair) => {
                self.at += 2;
                Ok(pair)
            }
            None => Err(self.error(self.bytes.len(), Fault::Cut(within))),
        }
    }

    /// A text up to the first byte of a kind, which is followed by another where that makes their number even: the bytes, and
    /// the byte that ended it.
    fn text(&mut self, ends: fn(u8) -> bool, within: &'static str) -> Result<(&'a [u8], u8), ReadError> {
        let rest = &self.bytes[self.at..];
        let length = rest.iter().position(|&byte| ends(byte));
        if length.unwrap_or(rest.len()) > MOST_TEXT {
            return Err(self.error(self.at, Fault::TextTooLong(MOST_TEXT)));
        }
        let cut = Err(self.error(self.bytes.len(), Fault::Cut(within)));
        let Some(length) = length else { return cut };
        let taken = (length + 1).next_multiple_of(2);
        if taken > rest.len() {
            return cut;
        }
        self.at += taken;
        Ok((&rest[..length], rest[length]))
    }

    /// The comment of old files: seven bits a letter, and the last one has the eighth.
    fn old_comment(&mut self) -> Result<Vec<u8>, ReadError> {
        const SEVEN_BITS: u8 = 0x7f;
        let (text, last) = self.text(|byte| byte > SEVEN_BITS, "a comment")?;
        // Letters of Sweden stand for brackets.
        let letter = |byte: &u8| match byte & SEVEN_BITS {
            b'}' => 'å',
            b'{' => 'ä',
            b'|' => 'ö',
            b']' => 'Å',
            b'[' => 'Ä',
            b'\\' => 'Ö',
            other => char::from(other),
        };
        let text: String = text.iter().chain([&last]).map(letter).collect();
        Ok(text.into_bytes())
    }

    fn node(&mut self) -> Result<LibraryNode<'a>, ReadError> {
        let at = self.at;
        let [place, flags] = self.pair("a node")?;
        let point = match place {
            NO_POINT => Ok(None),
            _ => {
                let (x, y) = (usize::from(place & 15), usize::from(place >> 4));
                x.checked_sub(1).and_then(|x| SIZE.point(x, y)).map(Some).ok_or(place)
            }
        };
        let has = |flag| flags & flag != 0;
        let extension = if has(flag::EXTENSION) { self.pair("a node")?[1] } else { 0 };
        let comment = if has(flag::OLD_COMMENT) {
            Some(Cow::Owned(self.old_comment()?))
        } else if has(flag::COMMENT) {
            Some(Cow::Borrowed(self.text(|byte| byte == 0, "a comment")?.0))
        } else {
            None
        };
        let label = match extension & flag::BOARD_TEXT {
            0 => None,
            _ => Some(self.text(|byte| byte == 0, "a text on the board")?.0),
        };
        Ok(LibraryNode {
            at,
            point,
            has_sibling: has(flag::HAS_SIBLING),
            has_child: !has(flag::HAS_NO_CHILD),
            is_marked: has(flag::MARK),
            is_start: has(flag::START),
            is_no_move: has(flag::NO_MOVE),
            comment,
            label,
        })
    }
}

impl<'a> Iterator for LibraryNodes<'a> {
    type Item = Result<LibraryNode<'a>, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        // A single byte is no node, and some programs leave one at the end.
        if self.has_failed || self.left() < 2 {
            return None;
        }
        let node = self.node();
        self.has_failed = node.is_err();
        Some(node)
    }
}
