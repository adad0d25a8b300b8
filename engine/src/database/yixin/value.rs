//! The value of a record: label, value, depth, and a text in which texts on the board come before the comment.

use super::{DatabaseFault, digit, point};
use crate::charset::Charset;
use crate::database::{PositionEntry, PositionLabel};
use crate::point::BoardSize;
use crate::record::texts::with_line_feeds;

/// Begins a text that holds texts on the board.
const BOARD_TEXTS: &str = "@BTXT@";
/// Ends those, and ends a line of a comment.
pub(in crate::database) const LINE_END: char = '\u{8}';
/// Stands between two texts on the board.
const BETWEEN: char = '\n';

/// The most bytes of a value in a file, which says their number in two.
const MOST_BYTES: usize = u16::MAX as usize;

/// What the bytes of a value say, its text in the character set that is known or else guessed. Fewer bytes than five
/// are read as far as they go. The set that was taken is told beside the entry, and the fault of a damaged text, which has
/// replacement characters.
///
/// # Errors
/// A byte that is no label, or a text on no point of the board.
pub(in crate::database) fn decode(
    bytes: &[u8],
    charset: Option<Charset>,
    size: BoardSize,
) -> Result<(PositionEntry, Charset, Option<DatabaseFault>), DatabaseFault> {
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
    // Early files have stray zeros in texts.
    let text: Vec<u8> = bytes.get(5..).unwrap_or_default().iter().copied().filter(|&byte| byte != 0).collect();
    let charset = charset.unwrap_or_else(|| Charset::of_database_text(&text));
    let (text, fault) = decode_text(&text, charset);
    read_text(&text, &mut entry, size)?;
    Ok((entry, charset, fault))
}

/// Takes texts on the board and the comment out of the text of a value, which becomes that of an entry.
///
/// # Errors
/// A text on no point of the board.
pub(in crate::database) fn read_text(
    text: &str,
    entry: &mut PositionEntry,
    size: BoardSize,
) -> Result<(), DatabaseFault> {
    let text = with_line_feeds(text);
    let comment = match text.strip_prefix(BOARD_TEXTS) {
        None => &text,
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
    entry.comment = comment.replace(LINE_END, "\n");
    Ok(())
}

/// A text, and what is wrong with it.
fn decode_text(bytes: &[u8], charset: Charset) -> (String, Option<DatabaseFault>) {
    match charset.decode(bytes) {
        Ok(text) => (text.into_owned(), None),
        Err(_) => (charset.decode_lossy(bytes).into_owned(), Some(DatabaseFault::Charset(charset.name()))),
    }
}

/// The bytes of a value, however many they are.
pub(in crate::database) fn encode(entry: &PositionEntry, bytes: &mut Vec<u8>) {
    let has_text = !entry.comment.is_empty() || !entry.board_texts.is_empty();
    if entry.label == PositionLabel::NULL && !entry.has_value() && entry.depth_bound() == 0 && !has_text {
        return;
    }
    bytes.push(entry.label.byte());
    bytes.extend(entry.value.to_le_bytes());
    bytes.extend(entry.depth_bound().to_le_bytes());
    let mut text = board_texts(entry);
    text.extend(entry.comment.chars().filter(|&letter| letter != '\0').map(|c| if c == '\n' { LINE_END } else { c }));
    bytes.extend(text.as_bytes());
}

/// The texts on the board as they stand before the comment. One that begins as they do comes after none of them.
pub(in crate::database) fn board_texts(entry: &PositionEntry) -> String {
    if entry.board_texts.is_empty() && !entry.comment.starts_with(BOARD_TEXTS) {
        return String::new();
    }
    let plain = |text: &str| text.replace([LINE_END, BETWEEN, '\r', '\0'], " ");
    let texts = entry.board_texts.iter().map(|(at, text)| format!("{}{}{}", digit(at.x()), digit(at.y()), plain(text)));
    format!("{BOARD_TEXTS}{}{LINE_END}", texts.collect::<Vec<_>>().join(&BETWEEN.to_string()))
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
