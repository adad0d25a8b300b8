//! What is written to a node of a tree: words, labels, marks, stones that are set up, and what only some programs know.

use crate::color::Color;
use crate::point::{BoardSize, Point};
use crate::sgf::{coordinates, place};

/// Properties of the Smart Game Format whose values lead from one point to another: arrows and lines.
const LINES: [&str; 2] = ["AR", "LN"];
/// Those whose values are points or rectangles of them: selected, dimmed, visible, and the territory of either side.
const AREAS: [&str; 5] = ["SL", "DD", "VW", "TB", "TW"];

/// What is written to a node.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Notes {
    /// A text of one line: the name of the node, or the first line of a comment of RenLib.
    pub name: Option<String>,
    /// A text of any length, its lines ended by `\n`.
    pub comment: Option<String>,
    /// A text that is drawn on the point of the move itself, on the board before the move.
    pub label: Option<String>,
    /// Texts that are drawn on other points of the board after the move.
    pub labels: Vec<Label>,
    /// Whether the node itself is marked.
    pub marked: bool,
    /// Signs that are drawn on points of the board after the move.
    pub marks: Vec<Mark>,
    /// Stones that are put on the board or taken from it, beside the move.
    pub set_up: Vec<SetUp>,
    /// Whose turn it is, where that is said.
    pub to_move: Option<Color>,
    /// How long the move took, in milliseconds.
    pub milliseconds: Option<u64>,
    /// Whether a library says that a game or a position begins here.
    pub is_start: bool,
    /// Whether a library says that this is no move, for all that it has a point.
    pub is_no_move: bool,
    /// That point, where the node has no move.
    pub no_move_point: Option<Point>,
    /// Properties of the Smart Game Format that have no field here: a name and its values, as they were written.
    pub properties: Vec<(String, Vec<String>)>,
}

/// What stands on a node to which nothing is written.
pub static NOTHING: Notes = Notes {
    name: None,
    comment: None,
    label: None,
    labels: Vec::new(),
    marked: false,
    marks: Vec::new(),
    set_up: Vec::new(),
    to_move: None,
    milliseconds: None,
    is_start: false,
    is_no_move: false,
    no_move_point: None,
    properties: Vec::new(),
};

impl Notes {
    /// Whether nothing is written.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == NOTHING
    }

    /// All points to which something is written.
    pub(super) fn points(&self) -> impl Iterator<Item = Point> {
        let labels = self.labels.iter().map(|label| label.point);
        let marks = self.marks.iter().map(|mark| mark.point);
        let set_up = self.set_up.iter().map(|set_up| set_up.point);
        labels.chain(marks).chain(set_up).chain(self.no_move_point)
    }

    /// Moves all points to where they lie in another view of a board of `size`. A value of a property that is no point of it
    /// stays as it was written.
    pub(super) fn turn(&mut self, size: BoardSize, seen: impl Fn(Point) -> Point) {
        self.labels.iter_mut().for_each(|label| label.point = seen(label.point));
        self.marks.iter_mut().for_each(|mark| mark.point = seen(mark.point));
        self.set_up.iter_mut().for_each(|set_up| set_up.point = seen(set_up.point));
        self.no_move_point = self.no_move_point.map(&seen);
        for (name, values) in &mut self.properties {
            let is_line = LINES.contains(&name.as_str());
            if !is_line && !AREAS.contains(&name.as_str()) {
                continue;
            }
            for value in values {
                if let Some(there) = turned(value, is_line, size, &seen) {
                    *value = there;
                }
            }
        }
    }

    /// Name and comment as one text, or none where there is neither.
    pub fn text(&self) -> Option<String> {
        let parts: Vec<&str> = self.name.iter().chain(&self.comment).map(String::as_str).collect();
        Some(parts.join("\n")).filter(|text| !text.is_empty())
    }
}

/// A point, a line or a rectangle of a property in another view of the board, or none where it does not lie on the board.
fn turned(value: &str, is_line: bool, size: BoardSize, seen: impl Fn(Point) -> Point) -> Option<String> {
    let point = |text: &str| {
        let (x, y) = coordinates(text)?;
        size.point(x.into(), y.into()).map(&seen)
    };
    let Some((from, to)) = value.split_once(':') else { return point(value).map(place) };
    let (mut from, mut to) = (point(from)?, point(to)?);
    if !is_line {
        // A rectangle goes from its upper left corner to the lower right one.
        let (left, right) = (from.x().min(to.x()), from.x().max(to.x()));
        let (top, bottom) = (from.y().min(to.y()), from.y().max(to.y()));
        (from, to) = (Point::new(left, top), Point::new(right, bottom));
    }
    Some(format!("{}:{}", place(from), place(to)))
}

/// A text that is drawn on a point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// Where.
    pub point: Point,
    /// What, most often a letter.
    pub text: String,
}

/// A sign that is drawn on a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// Where.
    pub point: Point,
    /// Which.
    pub kind: MarkKind,
}

/// The signs that are drawn on points.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MarkKind {
    /// A cross.
    Cross,
    /// A triangle.
    Triangle,
    /// A square.
    Square,
    /// A circle.
    Circle,
}

impl MarkKind {
    /// All of them.
    pub const ALL: [MarkKind; 4] = [MarkKind::Cross, MarkKind::Triangle, MarkKind::Square, MarkKind::Circle];

    /// The name, as in "cross".
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            MarkKind::Cross => "cross",
            MarkKind::Triangle => "triangle",
            MarkKind::Square => "square",
            MarkKind::Circle => "circle",
        }
    }

    /// The sign of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<MarkKind> {
        MarkKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// A point to which something is done that is no move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SetUp {
    /// Where.
    pub point: Point,
    /// Whose stone is put there, or none when the point is made empty.
    pub color: Option<Color>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_known_by_their_names() {
        for kind in MarkKind::ALL {
            assert_eq!(MarkKind::from_name(kind.name()), Some(kind));
        }
        assert_eq!(MarkKind::from_name("Cross"), None);
    }

    #[test]
    fn what_is_written_is_told_apart_from_nothing() {
        assert!(Notes::default().is_empty());
        let named = Notes { name: Some("I7".to_string()), ..Notes::default() };
        assert!(!named.is_empty());
        assert_eq!(named.text().as_deref(), Some("I7"));
        let both = Notes { comment: Some("two\nlines".to_string()), ..named };
        assert_eq!(both.text().as_deref(), Some("I7\ntwo\nlines"));
        assert_eq!(Notes { comment: Some(String::new()), ..Notes::default() }.text(), None);
    }
}
