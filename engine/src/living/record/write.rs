//! A count of a finished game of Go, written as a file of the Smart Game Format.

use super::{GAME, SET_UP, TERRITORY, space};
use crate::color::Color;
use crate::living::Count;
use crate::living::position::Position;
use crate::point::Point;
use crate::sgf::{Collection, Node, SgfError, Value};

/// Writes a count as a file: the main line of the file that was read, or else the position set up, with the territory of
/// each side and a comment in the last node.
///
/// # Errors
/// Why the file that was read is none.
pub fn write(file: Option<&[u8]>, position: &Position, count: &Count, comment: &str) -> Result<String, SgfError> {
    let mut text = String::from("(");
    let nodes = match file {
        Some(bytes) => main_line(&Collection::from_bytes(bytes)?),
        None => vec![Vec::new()],
    };
    let last = nodes.len().saturating_sub(1);
    for (index, mut node) in nodes.into_iter().enumerate() {
        if index == 0 {
            node.retain(|(name, _)| name != "CA" && name != "KM" && name != "FF");
            text.push_str(&head(file.is_none().then_some(position), count));
        } else {
            text.push_str("\n;");
        }
        if index == last {
            node.retain(|(name, _)| name != "C" && !TERRITORY.0.contains(&name.as_str()));
        }
        node.iter().for_each(|(name, values)| text.push_str(&format!("{name}{values}")));
    }
    for color in Color::ALL {
        let points = count.size().points().filter(|&point| space(count, point) == Some(color));
        text.push_str(&list(TERRITORY[color], points));
    }
    let comment = comment.trim_end().replace('\\', "\\\\").replace(']', "\\]");
    Ok(text + &format!("\nC[{comment}])\n"))
}

/// The nodes of the main line of the first game: the name of each property and its values in brackets.
fn main_line(file: &Collection) -> Vec<Vec<(String, String)>> {
    let game = file.games().next().expect("a collection holds a game");
    let values =
        |values: &mut dyn Iterator<Item = Value<'_>>| values.map(|value| format!("[{}]", value.raw())).collect();
    let node =
        |node: Node<'_>| node.properties().map(|property| (property.name(), values(&mut property.values()))).collect();
    game.main_line().map(node).collect()
}

/// The beginning of a file: what it is and, where no file was read, the board that is set up.
fn head(set_up: Option<&Position>, count: &Count) -> String {
    let mut head = format!(";FF[4]CA[UTF-8]KM[{}]", count.terms().compensation);
    let Some(position) = set_up else { return head };
    let size = count.size();
    let sides = match (size.width(), size.height()) {
        (width, height) if width == height => width.to_string(),
        (width, height) => format!("{width}:{height}"),
    };
    head.push_str(&format!("GM[{GAME}]AP[Tengen:{}]SZ[{sides}]", env!("CARGO_PKG_VERSION")));
    head.push_str(if count.terms().first == Color::White { "PL[W]" } else { "PL[B]" });
    for color in Color::ALL {
        let stones = size.points().filter(|&point| position.goban.stone(point) == Some(color));
        head.push_str(&list(SET_UP[color], stones));
    }
    head
}

/// A property that lists points, on a line of its own, or nothing without points.
fn list(name: &str, points: impl Iterator<Item = Point>) -> String {
    let letter = |n: usize| char::from(b'a' + n as u8);
    let values: String = points.map(|point| format!("[{}{}]", letter(point.x()), letter(point.y()))).collect();
    if values.is_empty() { values } else { format!("\n{name}{values}") }
}
