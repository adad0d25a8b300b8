//! The value of a record: label, value, depth, and a text in which texts on the board come before the comment.

use encoding_rs::{GB18030, WINDOWS_1252};

use super::{DatabaseFault, digit, point};
use crate::database::{PositionEntry, PositionLabel};
use crate::point::BoardSize;

/// Begins a text that holds texts on the board.
const BOARD_TEXTS: &str = "@BTXT@";
/// Ends those, and ends a line of a comment.
const LINE_END: char = '\u{8}';
/// Stands between two texts on the board.
const BETWEEN: char = '\n';

/// The most bytes of a value in a file, which says their number in two.
const MOST_BYTES: usize = u16::MAX as usize;

/// Letters of nobody, to which character sets lead that were taken for another.
const PRIVATE_USE: fn(char) -> bool = |letter| ('\u{e000}'..='\u{f8ff}').contains(&letter);

/// What the bytes of a value say; `utf8` tells whether the file names that character set. Fewer bytes than five are read as
/// far as they go.
///
/// # Errors
/// A byte that is no label, or a text on no point of the board.
pub(super) fn decode(bytes: &[u8], utf8: bool, size: BoardSize) -> Result<PositionEntry, DatabaseFault> {
    let mut entry = PositionEntry::default();
    if let Some(&label) = bytes.first() {
        entry.label = PositionLabel::from_byte(label).ok_or(DatabaseFault::PositionLabel(label))?;
    }
    if let Some(value) = bytes.get(1..3) {
        entry.value = i16::from_le_bytes([value[0], value[1]]);
    }
    if let Some(number) = bytes.get(3..5) {
        entry.set_depth_bound(i16::from_le_bytes([number[0], number[1]]));
    }
    let text = decode_text(bytes.get(5..).unwrap_or_default(), utf8);
    let comment = match text.strip_prefix(BOARD_TEXTS) {
        None => text.as_str(),
        Some(rest) => {
            let (texts, comment) = rest.split_once(LINE_END).unwrap_or((rest, ""));
            for text in texts.split(BETWEEN).filter(|text| !text.is_empty()) {
                let mut letters = text.chars();
                let at = letters.next().zip(letters.next()).and_then(|(x, y)| point(x, y));
                let at = at.filter(|&at| size.contains(at)).ok_or(DatabaseFault::BoardText)?;
                entry.set_board_text(at, letters.as_str());
            }
            comment
        }
    };
    entry.comment = comment.replace("\r\n", "\n").replace(LINE_END, "\n");
    Ok(entry)
}

/// Text of any time: UTF-8 where it is that, else Chinese, else Western European. Early files have stray zeros in it.
fn decode_text(bytes: &[u8], utf8: bool) -> String {
    let bytes: Vec<u8> = bytes.iter().copied().filter(|&byte| byte != 0).collect();
    match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) if utf8 => String::from_utf8_lossy(error.as_bytes()).into_owned(),
        Err(error) => {
            let chinese = GB18030.decode_without_bom_handling_and_without_replacement(error.as_bytes());
            // Letters that Chinese has no use for mean that it is something else.
            let chinese = chinese.filter(|text| !text.contains(PRIVATE_USE));
            chinese.unwrap_or_else(|| WINDOWS_1252.decode_without_bom_handling(error.as_bytes()).0).into_owned()
        }
    }
}

/// The bytes of a value, however many they are.
pub(super) fn encode(entry: &PositionEntry, bytes: &mut Vec<u8>) {
    let has_text = !entry.comment.is_empty() || !entry.board_texts.is_empty();
    if entry.label == PositionLabel::NULL && !entry.has_value() && entry.depth_bound() == 0 && !has_text {
        return;
    }
    bytes.push(entry.label.byte());
    bytes.extend(entry.value.to_le_bytes());
    bytes.extend(entry.depth_bound().to_le_bytes());
    let mut text = String::new();
    if !entry.board_texts.is_empty() || entry.comment.starts_with(BOARD_TEXTS) {
        text.push_str(BOARD_TEXTS);
        let plain = |text: &str| text.replace([LINE_END, BETWEEN, '\r', '\0'], " ");
        let texts =
            entry.board_texts.iter().map(|(at, text)| format!("{}{}{}", digit(at.x()), digit(at.y()), plain(text)));
        text.push_str(&texts.collect::<Vec<_>>().join(&BETWEEN.to_string()));
        text.push(LINE_END);
    }
    text.extend(entry.comment.chars().filter(|&letter| letter != '\0').map(|c| if c == '\n' { LINE_END } else { c }));
    bytes.extend(text.as_bytes());
}

/// Cuts the text of a value between two letters, where a record has no room for all of it, and tells whether it did.
pub(super) fn cut(bytes: &mut Vec<u8>) -> bool {
    let is_too_long = bytes.len() > MOST_BYTES;
    if is_too_long {
        // The later bytes of a letter begin with the bits 10.
        let begins_letter = |&end: &usize| bytes[end] & 0xc0 != 0x80;
        let end = (0..=MOST_BYTES).rev().find(begins_letter).unwrap_or_default();
        bytes.truncate(end);
    }
    is_too_long
}

/// What a store of ours keeps of an entry: a byte that says which of count and best move follow, those, and the value of a
/// record.
#[must_use]
pub fn to_bytes(entry: &PositionEntry) -> Vec<u8> {
    let mut bytes = vec![u8::from(entry.count != 0) | u8::from(entry.best.is_some()) << 1];
    if entry.count != 0 {
        bytes.extend(entry.count.to_le_bytes());
    }
    if let Some(best) = entry.best {
        bytes.extend([best.x() as u8, best.y() as u8]);
    }
    encode(entry, &mut bytes);
    bytes
}

/// The entry of those bytes, or `None` when they are none.
#[must_use]
pub fn from_bytes(bytes: &[u8], size: BoardSize) -> Option<PositionEntry> {
    let (&flags, mut rest) = bytes.split_first()?;
    let (mut count, mut best) = (0, None);
    if flags & 1 != 0 {
        let (number, after) = rest.split_first_chunk()?;
        (count, rest) = (u32::from_le_bytes(*number), after);
    }
    if flags & 2 != 0 {
        let (&[x, y], after) = rest.split_first_chunk()?;
        best = Some(size.point(x.into(), y.into())?);
        rest = after;
    }
    Some(PositionEntry { count, best, ..decode(rest, true, size).ok()? })
}
