//! The writer of the Smart Game Format (FF 4, UTF-8): a tree that is written from its root on.

use std::fmt::{Display, Write as _};

use crate::color::Color;
use crate::point::{BoardSize, Point};

use super::{MAX_SIDE, Property};

/// A game tree that is being written, node after node.
///
/// ```
/// use tengen_engine::sgf::{Collection, SgfWriter};
/// use tengen_engine::{BoardSize, Color, Point};
///
/// let mut tree = SgfWriter::new(4, BoardSize::square(15).unwrap());
/// tree.property("C", "either [way]");
/// tree.play(Color::Black, Some(Point::new(7, 7)));
/// for answer in [Point::new(8, 8), Point::new(8, 7)] {
///     tree.open_variation();
///     tree.play(Color::White, Some(answer));
///     tree.close_variation();
/// }
/// let text = tree.finish();
/// assert!(text.ends_with("SZ[15]C[either [way\\]];B[hh]\n(;W[ii])\n(;W[ih]))\n"), "{text}");
/// assert_eq!(Collection::from_text(&text).unwrap().nodes().count(), 4);
/// ```
#[derive(Debug)]
pub struct SgfWriter {
    text: String,
}

impl SgfWriter {
    /// A tree of a game, by its number in the format (`GM`), on a board. This program is named as the one that writes it.
    #[must_use]
    pub fn new(game: u32, size: BoardSize) -> SgfWriter {
        let sides = match (size.width(), size.height()) {
            (width, height) if width == height => width.to_string(),
            (width, height) => format!("{width}:{height}"),
        };
        let version = env!("CARGO_PKG_VERSION");
        SgfWriter { text: format!("(;FF[4]GM[{game}]CA[UTF-8]AP[Tengen:{version}]SZ[{sides}]") }
    }

    /// The copy of a tree, whose first node has no property yet but the form and the character set that are written.
    #[must_use]
    pub fn copy() -> SgfWriter {
        SgfWriter { text: "(;FF[4]CA[UTF-8]".to_string() }
    }

    /// Begins the next node.
    pub fn node(&mut self) {
        self.text.push(';');
    }

    /// Gives the node a property of a file that was read, as it was written there.
    pub fn copied(&mut self, property: Property<'_>) {
        self.raw_property(&property.name(), property.values().map(|value| value.raw()));
    }

    /// Gives the node a property that lists points, on a line of its own, unless there are none.
    pub fn points(&mut self, name: &str, points: impl Iterator<Item = Point>) {
        let mut points = points.peekable();
        if points.peek().is_some() {
            let _ = write!(self.text, "\n{name}");
        }
        points.for_each(|point| {
            let _ = write!(self.text, "[{}]", place(point));
        });
    }

    /// Gives the node a property with one value, any text.
    pub fn property(&mut self, name: &str, value: impl Display) {
        self.raw_property(name, [escaped(&value.to_string())]);
    }

    /// Gives the node a property with values that are written as they are, backslashes included.
    pub fn raw_property<V: Display>(&mut self, name: &str, values: impl IntoIterator<Item = V>) {
        self.text.push_str(name);
        for value in values {
            let _ = write!(self.text, "[{value}]");
        }
    }

    /// Begins the next node with a move, or with a pass.
    pub fn play(&mut self, color: Color, point: Option<Point>) {
        let _ = write!(self.text, ";{}[{}]", color.letter(), point.map_or(String::new(), place));
    }

    /// Ends the line of text, which means nothing in the tree.
    pub fn end_line(&mut self) {
        self.text.push('\n');
    }

    /// Begins a variation, on a line of its own: the next node follows the one that is the last now.
    pub fn open_variation(&mut self) {
        self.text += "\n(";
    }

    /// Ends the variation that was opened last: the next one follows the node before it.
    pub fn close_variation(&mut self) {
        self.text.push(')');
    }

    /// The whole tree.
    #[must_use]
    pub fn finish(self) -> String {
        self.text + ")\n"
    }
}

/// A text with backslashes before what would end it.
#[must_use]
pub fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

/// A place of a board: the letters of its column and its row.
#[must_use]
pub fn place(point: Point) -> String {
    String::from_iter([letter(point.x()), letter(point.y())])
}

/// The letter of a coordinate, a to z and then A to Z.
fn letter(coordinate: usize) -> char {
    const LETTERS: &[u8; MAX_SIDE as usize] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    char::from(LETTERS[coordinate])
}

#[cfg(test)]
mod tests {
    use super::super::Collection;
    use super::*;

    #[test]
    fn any_text_is_read_as_it_was_written() {
        for text in ["", "]", "\\", "\\]", "[a]\\", "a:b", "天元 (;)", "two\nlines"] {
            let mut tree = SgfWriter::new(4, BoardSize::new(20, 15).unwrap());
            tree.property("C", text);
            tree.play(Color::Black, Some(Point::new(19, 14)));
            tree.end_line();
            tree.play(Color::White, None);
            let written = tree.finish();
            let file = Collection::from_text(&written).unwrap();
            let root = file.games().next().unwrap();
            assert_eq!(root.value("C").unwrap().text(), text, "{written}");
            assert_eq!(root.size(), Ok(Some((20, 15))));
            let line: Vec<_> = root.main_line().collect();
            assert_eq!(line[1].value("B").unwrap().place(), Ok((19, 14)));
            assert_eq!(line[2].value("W").unwrap().raw(), "");
        }
    }
}
