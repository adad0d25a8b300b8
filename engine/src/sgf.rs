//! Files of the Smart Game Format (FF 3 and 4), whatever game they hold: trees of nodes with properties.
//!
//! A [`Collection`] owns the text and keeps its nodes in flat lists, so that no depth of nesting costs stack and a library
//! of a million nodes is read in one go. [`Node`], [`Property`] and [`Value`] are cheap views into it. What a property
//! means is asked of its values, and a value that cannot mean it says where it stands:
//!
//! ```
//! use tengen_engine::sgf::Collection;
//!
//! let file = Collection::from_bytes(b"(;GM[4]SZ[15]C[a \\] in text];B[hh](;W[ii])(;W[ij]LB[aa:A]))").unwrap();
//! let game = file.games().next().unwrap();
//! assert_eq!(game.size().unwrap(), Some((15, 15)));
//! assert_eq!(game.value("C").unwrap().text(), "a ] in text");
//!
//! // The main line is the first variation of every node.
//! let stones = game.main_line().filter_map(|node| node.value("B").or(node.value("W")));
//! let places: Result<Vec<_>, _> = stones.map(|value| value.place()).collect();
//! assert_eq!(places.unwrap(), [(7, 7), (8, 8)]);
//!
//! // All of the tree, every node before its children.
//! let second = file.nodes().last().unwrap();
//! let (place, label) = second.value("LB").unwrap().composed().unwrap();
//! assert_eq!((place.place().unwrap(), label.simple_text().as_ref()), ((0, 0), "A"));
//!
//! let error = Collection::from_bytes(b"(;GM[4]\n;B[hh").unwrap_err();
//! assert_eq!(error.to_string(), "line 2, column 3: the value that begins here is not closed by ]");
//! ```
//!
//! The format is defined at red-bean.com/sgf. Readers are lenient where writers are careless: text around games, between
//! properties and a `)` missing at the end are passed over, and lower-case letters of names are dropped as FF 3 wants
//! it, unless a name has no others.

mod charset;
mod fault;
mod parse;
mod result;
mod value;
mod write;

use std::iter;
use std::num::NonZeroU32;
use std::ops::Range;

use self::charset::FileText;
use crate::charset::Charset;
pub(crate) use fault::LineIndex;
pub use fault::{Location, SgfError, SgfFault, SgfFaults};
pub use result::{RecordedResult, RecordedWin};
pub use value::Value;
pub(crate) use value::{coordinates, is_tab};
pub use write::{SgfWriter, escaped, place};

/// The longest text that is read, in bytes. What is kept of a text takes up to ten times as much.
pub const MOST_BYTES: usize = 256 << 20;
/// The most nodes in a file.
pub const MOST_NODES: usize = 1 << 24;
/// How deep variations may lie within each other. Moves that follow each other nest nothing.
pub const DEEPEST: usize = 10_000;
/// The longest side of a board: places are written with the letters a to z and A to Z.
pub const MAX_SIDE: u8 = 52;

/// A part of the text, in bytes.
type Span = Range<u32>;

/// The number of a node of a collection, counted from 1 in the order of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct SgfNodeId(NonZeroU32);

impl SgfNodeId {
    fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    fn at(index: usize) -> SgfNodeId {
        SgfNodeId(NonZeroU32::MIN.saturating_add(index as u32))
    }
}

/// What is kept of a node.
#[derive(Clone, Debug)]
struct SgfNodeEntry {
    /// Its `;` in the text.
    at: u32,
    /// Its part of the properties.
    properties: Span,
    parent: Option<SgfNodeId>,
    first_child: Option<SgfNodeId>,
    last_child: Option<SgfNodeId>,
    next_sibling: Option<SgfNodeId>,
}

/// What is kept of a property.
#[derive(Clone, Debug)]
struct PropertyEntry {
    /// Its name as it was written.
    name: Span,
    /// Its part of the values.
    values: Span,
}

/// The games of a file.
#[derive(Clone, Debug)]
pub struct Collection {
    text: String,
    /// Every node before its children, as they stand in the text.
    nodes: Vec<SgfNodeEntry>,
    properties: Vec<PropertyEntry>,
    /// Each without its brackets.
    values: Vec<Span>,
    is_closed: bool,
    malformed: Option<(Location, Charset)>,
    unknown_charset: Option<SgfError>,
    lines: LineIndex,
}

impl Collection {
    /// The games in the bytes of a file. They are decoded by their byte order mark or else by their property `CA`; without
    /// either they are UTF-8, or Latin-1 where they cannot be, and so where the name there is unknown, or is false, as letters
    /// of three bytes in UTF-8 show: see [`Collection::unknown_charset`]. What is damaged in a text of another character set
    /// than UTF-8 is replaced, since it is most often one letter of a comment: see [`Collection::malformed`].
    ///
    /// # Errors
    /// What is wrong and where, when the file is no collection of games; see [`SgfFault`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Collection, SgfError> {
        let (file, faults) = Collection::salvage(bytes, None)?;
        match file.malformed {
            Some((at, charset)) if charset == Charset::UTF_8 => Err(SgfError { at, fault: SgfFault::NotUtf8 }),
            _ => faults.refuse(file),
        }
    }

    /// What can be read of a file, and what is wrong with it. A bracket or a property in a wrong place is passed over; a value
    /// without an end, and more than can be held, end the file there. It is of a given character set unless it names its own by a
    /// byte order mark or by a property `CA` with a name that is known. Damaged characters are replaced: see
    /// [`Collection::malformed`].
    ///
    /// # Errors
    /// What is wrong and where, when not even the first node can be read.
    pub fn salvage(bytes: &[u8], charset: Option<Charset>) -> Result<(Collection, SgfFaults), SgfError> {
        if bytes.len() > MOST_BYTES {
            return Err(SgfError { at: Location::of("", 0), fault: SgfFault::TooLong });
        }
        let FileText { charset, text, malformed, unknown } = charset::decode(bytes, charset);
        let of_letters = SgfReading::of(text, malformed)?;
        let of_bytes = || {
            let FileText { text, malformed, .. } = charset::joined_letters(bytes, charset)?;
            SgfReading::of(text, malformed).ok().filter(|reading| reading.harm() < of_letters.harm())
        };
        let better = if of_letters.harm() == SgfReading::NO_HARM { None } else { of_bytes() };
        let SgfReading { file, faults } = better.unwrap_or(of_letters);
        Ok((Collection { unknown_charset: unknown, ..file }, faults))
    }

    /// The place of a byte of the text.
    fn place(&self, byte: usize) -> Location {
        self.lines.place(&self.text, byte)
    }

    /// The games in a text.
    ///
    /// # Errors
    /// What is wrong and where, when the text is no collection of games; see [`SgfFault`].
    pub fn from_text(text: &str) -> Result<Collection, SgfError> {
        let (file, faults) = parse::parse(text.to_string())?;
        faults.refuse(file)
    }

    /// Whether every `(` is closed. Where one is not, the file may have been cut off.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// The first place of the file that is no text of its character set, and that set: replacement characters stand there.
    #[must_use]
    pub fn malformed(&self) -> Option<(Location, Charset)> {
        self.malformed
    }

    /// The property `CA` of the file, where it names a character set that nobody knows and none was given, or that is false.
    #[must_use]
    pub fn unknown_charset(&self) -> Option<&SgfError> {
        self.unknown_charset.as_ref()
    }

    /// The first node of each game.
    pub fn games(&self) -> impl Iterator<Item = Node<'_>> {
        self.nodes().filter(|node| node.parent().is_none())
    }

    /// All nodes of all games, every node before its children.
    #[must_use]
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = Node<'_>> {
        (0..self.nodes.len()).map(|index| self.node(SgfNodeId::at(index)))
    }

    fn node(&self, id: SgfNodeId) -> Node<'_> {
        Node { file: self, id }
    }

    fn slice(&self, span: &Span) -> &str {
        &self.text[span.start as usize..span.end as usize]
    }
}

/// One of the ways in which a file can be read.
struct SgfReading {
    file: Collection,
    faults: SgfFaults,
}

impl SgfReading {
    /// The [`SgfReading::harm`] of a file in which nothing is wrong.
    const NO_HARM: (bool, usize) = (false, 0);

    fn of(text: String, malformed: Option<(Location, Charset)>) -> Result<SgfReading, SgfError> {
        let (file, faults) = parse::parse(text)?;
        Ok(SgfReading { file: Collection { malformed, ..file }, faults })
    }

    /// How wrong the file is, read so: first whether it ends too early, which hides all that is wrong further on.
    fn harm(&self) -> (bool, usize) {
        (!self.file.is_closed, self.faults.count + usize::from(self.file.malformed.is_some()))
    }
}

/// A node of the tree of a game.
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    file: &'a Collection,
    id: SgfNodeId,
}

impl<'a> Node<'a> {
    fn entry(self) -> &'a SgfNodeEntry {
        &self.file.nodes[self.id.index()]
    }

    /// Its place in the list of all nodes of the file, from 0. Every node comes before its children.
    #[must_use]
    pub fn index(self) -> usize {
        self.id.index()
    }

    /// The node that this one follows, or none before the first of a game.
    #[must_use]
    pub fn parent(self) -> Option<Node<'a>> {
        self.entry().parent.map(|id| self.file.node(id))
    }

    /// The nodes that follow this one, the main variation first.
    pub fn children(self) -> impl Iterator<Item = Node<'a>> {
        let node = move |id| self.file.node(id);
        iter::successors(self.entry().first_child.map(node), move |child| child.entry().next_sibling.map(node))
    }

    /// This node, its first child, the first child of that, and so on.
    pub fn main_line(self) -> impl Iterator<Item = Node<'a>> {
        iter::successors(Some(self), |node| node.children().next())
    }

    /// All properties, in the order of the text. A name may come twice.
    pub fn properties(self) -> impl Iterator<Item = Property<'a>> {
        let range = self.entry().properties.start as usize..self.entry().properties.end as usize;
        self.file.properties[range].iter().map(move |entry| Property { file: self.file, entry })
    }

    /// All values of the properties of this name, which is in capitals.
    pub fn values(self, name: &str) -> impl Iterator<Item = Value<'a>> {
        self.properties().filter(move |property| property.is(name)).flat_map(Property::values)
    }

    /// The first value of the properties of this name.
    #[must_use]
    pub fn value(self, name: &str) -> Option<Value<'a>> {
        self.values(name).next()
    }

    /// The places in all values of the properties of this name, as columns from the left and rows from the top, both from
    /// 0. A pair of places such as `aa:cc` stands for all places of the rectangle between them.
    ///
    /// # Errors
    /// [`SgfFault::Place`] at the value that is no place.
    pub fn places(self, name: &str) -> Result<Vec<(u8, u8)>, SgfError> {
        let mut places = Vec::new();
        for value in self.values(name) {
            places.extend(value.places()?);
        }
        Ok(places)
    }

    /// Columns and rows of the board as the property `SZ` tells them, each from 1 to [`MAX_SIDE`].
    ///
    /// # Errors
    /// [`SgfFault::Size`] at a value that is no size.
    pub fn size(self) -> Result<Option<(u8, u8)>, SgfError> {
        self.value("SZ").map(Value::size).transpose()
    }

    /// Where it begins in the text.
    #[must_use]
    pub fn location(self) -> Location {
        self.file.place(self.byte())
    }

    /// The byte of that place, without its line, which takes long to count in a long text.
    pub(crate) fn byte(self) -> usize {
        self.entry().at as usize
    }
}

/// A property of a node: a name and its values.
#[derive(Clone, Copy, Debug)]
pub struct Property<'a> {
    file: &'a Collection,
    entry: &'a PropertyEntry,
}

impl<'a> Property<'a> {
    /// The name without the small letters that FF 3 allowed in it: `B` where `Black` is written, or `b`.
    #[must_use]
    pub fn name(self) -> String {
        self.letters().collect()
    }

    /// Whether this is the name, which is in capitals.
    #[must_use]
    pub fn is(self, name: &str) -> bool {
        self.letters().eq(name.chars())
    }

    /// The values, one at the least.
    pub fn values(self) -> impl Iterator<Item = Value<'a>> {
        let range = self.entry.values.start as usize..self.entry.values.end as usize;
        self.file.values[range].iter().map(move |span| Value::new(self.file, span.clone()))
    }

    fn letters(self) -> impl Iterator<Item = char> {
        let name = self.file.slice(&self.entry.name);
        let is_small = !name.contains(|letter: char| letter.is_ascii_uppercase());
        let letters = name.chars().filter(move |letter| is_small || !letter.is_ascii_lowercase());
        letters.map(|letter| letter.to_ascii_uppercase())
    }
}

#[cfg(test)]
mod tests;
