//! What is known of positions, as Yixin-Board reads it.

use tengen_engine::database::children::KnownChild;
use tengen_engine::database::{PositionEntry, PositionLabel};
use tengen_engine::point::BoardSize;

use crate::coords::Coords;

/// The letters of the longest text that Yixin-Board draws on a point.
const LONGEST_BOARD_TEXT: usize = 6;
/// The letters of the longest tag: one byte each of a number.
const LONGEST_TAG: usize = 4;

/// The moves of a position with what is known after each, and the texts on its other points.
#[must_use]
pub fn children(known: &[KnownChild], entry: Option<&PositionEntry>, size: BoardSize, coords: Coords) -> Vec<String> {
    let mut lines = vec!["MESSAGE DATABASE REFRESH".to_string()];
    let text = |point| entry.and_then(|entry| entry.board_text(point)).unwrap_or_default();
    let mut tell = |point, tag, child: &PositionEntry| {
        let (first, second) = coords.numbers(point);
        let PositionEntry { value, depth, bound, comment, .. } = child;
        let (bound, has_comment) = (*bound as u8, u8::from(!comment.is_empty()));
        let text: String = text(point).split_whitespace().collect::<Vec<_>>().join("_");
        let text: String = text.chars().take(LONGEST_BOARD_TEXT).collect();
        let line = format!("MESSAGE DATABASE {first} {second} {tag} {value} {depth} {bound} {has_comment} {text}");
        lines.push(line.trim_end().to_string());
    };
    for child in known {
        tell(child.point, packed_tag(&child.entry), &child.entry);
    }
    for (point, _) in entry.iter().flat_map(|entry| &entry.board_texts) {
        // Programs index their boards with what they read here.
        if size.contains(*point) && !known.iter().any(|child| child.point == *point) {
            tell(*point, 0, &PositionEntry::default());
        }
    }
    lines.push("MESSAGE DATABASE DONE".to_string());
    lines
}

/// What is known of one position.
#[must_use]
pub fn record(entry: Option<&PositionEntry>) -> String {
    let nothing = PositionEntry::default();
    let entry = entry.unwrap_or(&nothing);
    let label = if entry.label == PositionLabel::NONE { -1 } else { i32::from(entry.label.byte()) };
    let line =
        format!("MESSAGE DATABASE ONE {label} {} {} {} {}", entry.value, entry.depth, entry.bound as u8, entry.tag());
    line.trim_end().to_string()
}

/// The comment of a position between quotes, line by line: the reader goes on until the closing quote.
#[must_use]
pub fn comment(entry: Option<&PositionEntry>) -> Vec<String> {
    let text = entry.map(|entry| entry.comment.as_str()).unwrap_or_default();
    let text = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\r', "");
    format!("MESSAGE DATABASE TEXT \"{text}\"").split('\n').map(str::to_string).collect()
}

/// A tag as a number whose bytes are its letters, the first the highest; -1 when something is known and there is no tag.
fn packed_tag(entry: &PositionEntry) -> i64 {
    let tag = entry.tag();
    match tag.len() {
        0 => -1,
        1..=LONGEST_TAG => tag.bytes().fold(0, |number, letter| number << 8 | i64::from(letter)),
        _ => i64::from(tag.as_bytes()[0]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_packed_as_yixin_board_unpacks_them() {
        let mut entry = PositionEntry::default();
        assert_eq!(packed_tag(&entry), -1);
        entry.label = PositionLabel::FORCED;
        assert_eq!(packed_tag(&entry), 33);
        entry.set_mate(false, 12);
        assert_eq!(packed_tag(&entry), 0x0057_3132);
        entry.set_mate(true, 7);
        assert_eq!(
            (packed_tag(&entry), record(Some(&entry))),
            (0x4c37, "MESSAGE DATABASE ONE 108 29993 0 3 L7".to_string())
        );
        entry.set_mate(false, 112);
        assert_eq!(packed_tag(&entry), 0x5731_3132);
    }

    #[test]
    fn a_comment_ends_with_the_quote_that_is_not_its_own() {
        let entry = PositionEntry { comment: "a \"b\" \\\r\nc".to_string(), ..PositionEntry::default() };
        assert_eq!(comment(Some(&entry)), ["MESSAGE DATABASE TEXT \"a \\\"b\\\" \\\\", "c\""]);
        assert_eq!(comment(None), ["MESSAGE DATABASE TEXT \"\""]);
    }
}
