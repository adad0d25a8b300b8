//! Judgements in words: what a record says of a position, as the last line of a comment, for files that have no place for it.

use std::fmt::Write;

use super::{PositionEntry, PositionLabel, ValueBound};
use crate::point::{BoardSize, Point, Rows};

/// How the line begins.
const BEGIN: &str = "[judged: ";
/// How it ends.
const END: char = ']';
/// What follows the number of records.
const RECORDS: &str = " records";
/// Said of a position that stands elsewhere in the file as well, and goes on there.
const TRANSPOSITION: &str = "transposition";

/// Label, value, depth, best move and the number of records in a line such as `[judged: label w, value -29988, depth 12, exact,
/// best h8, 3 records]`, or `None` where there is none of them: one record is what holds the line. A transposition, with which
/// the position stands in the file once more, is no record of its own. The value is that of the side to move, the label that of
/// the player of the last move.
#[must_use]
pub fn to_line(entry: &PositionEntry, is_transposition: bool, size: BoardSize) -> Option<String> {
    let mut parts = Vec::new();
    parts.extend(entry.label.letter().map(|letter| format!("label {letter}")));
    if entry.has_value() || entry.depth != 0 {
        let mut text = format!("value {}, depth {}", entry.value, entry.depth);
        if let Some((name, _)) = BOUNDS.iter().find(|(_, bound)| *bound == entry.bound) {
            // Writing to a string does not fail.
            let _ = write!(text, ", {name}");
        }
        parts.push(text);
    }
    parts.extend(entry.best.map(|best| format!("best {}", best.to_text(size, Rows::FromBottom))));
    match entry.count {
        _ if is_transposition => parts.push(TRANSPOSITION.to_string()),
        0 | 1 => {}
        count => parts.push(format!("{count}{RECORDS}")),
    }
    (!parts.is_empty()).then(|| format!("{BEGIN}{}{END}", parts.join(", ")))
}

/// How bounds are called.
const BOUNDS: [(&str, ValueBound); 3] =
    [("exact", ValueBound::Exact), ("at least", ValueBound::Lower), ("at most", ValueBound::Upper)];

/// Takes the line from the end of the comment of an entry and writes what it says into the entry. A line that cannot be read
/// stays in the comment.
pub fn take_line(entry: &mut PositionEntry, size: BoardSize) {
    let (before, line) = entry.comment.rsplit_once('\n').unwrap_or(("", &entry.comment));
    let Some(parts) = line.trim_end().strip_prefix(BEGIN).and_then(|line| line.strip_suffix(END)) else { return };
    let mut judged = PositionEntry { board_texts: entry.board_texts.clone(), count: entry.count, ..Default::default() };
    for part in parts.split(", ") {
        if read(part, &mut judged, size).is_none() {
            return;
        }
    }
    judged.comment = before.to_string();
    *entry = judged;
}

/// One part of the line.
fn read(part: &str, entry: &mut PositionEntry, size: BoardSize) -> Option<()> {
    if let Some((_, bound)) = BOUNDS.iter().find(|(name, _)| *name == part) {
        entry.bound = *bound;
        return Some(());
    }
    if let Some(count) = if part == TRANSPOSITION { Some("0") } else { part.strip_suffix(RECORDS) } {
        entry.count = count.parse().ok()?;
        return Some(());
    }
    let (name, text) = part.split_once(' ')?;
    match name {
        "label" => entry.label = PositionLabel::from_letter(text)?,
        "value" => entry.value = text.parse().ok()?,
        "depth" => entry.depth = text.parse().ok()?,
        "best" => entry.best = Some(Point::parse(text, size, Rows::FromBottom)?),
        _ => return None,
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database::SideOutcome;

    #[test]
    fn a_judgement_goes_into_a_line_and_comes_back() {
        let size = BoardSize::square(15).unwrap();
        let check = |entry: PositionEntry, expected: &str| {
            let line = to_line(&entry, false, size).unwrap_or_default();
            assert_eq!(line, expected);
            for comment in ["", "two\nlines"] {
                let written = [comment, &line].iter().filter(|text| !text.is_empty()).copied().collect::<Vec<_>>();
                let mut read = PositionEntry { comment: written.join("\n"), ..PositionEntry::default() };
                take_line(&mut read, size);
                assert_eq!(read, PositionEntry { comment: comment.to_string(), ..entry.clone() });
            }
        };
        let nothing = PositionEntry::default();
        check(nothing.clone(), "");
        let mut won = PositionEntry { depth: 12, best: Some(Point::new(7, 6)), ..nothing.clone() };
        won.set_mate(SideOutcome::Loss, 12);
        check(won, "[judged: label w, value -29988, depth 12, exact, best h9]");
        for (name, bound) in BOUNDS {
            let entry = PositionEntry { value: 25, depth: 9, bound, ..nothing.clone() };
            check(entry, &format!("[judged: value 25, depth 9, {name}]"));
        }
        check(PositionEntry { count: 12, ..nothing.clone() }, "[judged: 12 records]");
        assert_eq!(to_line(&nothing, true, size).as_deref(), Some("[judged: transposition]"));
        check(PositionEntry { label: PositionLabel::from_byte(b',').unwrap(), ..nothing }, "[judged: label ,]");
    }

    #[test]
    fn what_is_no_judgement_stays_a_comment() {
        let size = BoardSize::square(15).unwrap();
        for comment in [
            "[judged: value]",
            "[judged: value 99999]",
            "[judged: best p9]",
            "[judged: fine]",
            "[judged: many records]",
            "",
        ] {
            let before = PositionEntry { comment: comment.to_string(), ..PositionEntry::default() };
            let mut after = before.clone();
            take_line(&mut after, size);
            assert_eq!(after, before);
        }
    }
}
