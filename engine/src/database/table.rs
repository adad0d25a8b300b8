//! Databases as tables of text: one position a line, for spreadsheets and scripts, and back.
//!
//! A line is `index,key,label,value,depth,bound,text`, and a key `r-15-15-h8-i9-b`: the rule, width and height, the stones of
//! Black and of White in the canonical view with row 1 at the top, and the side to move. The text is that of a record in a
//! file `.db`, texts on the board before the comment, between quotes; a quote in it is written twice, and a line end as `\n`.
//! Texts on the board have `\n` between them and end with `\b`. A label that is a comma or a quote stands between quotes too.
//! Best moves and counts are left out.
//!
//! The tables of Rapfi are read as well: their labels may be `(none)`, `(null)` or the number of a byte, as in `(32)`, their
//! bounds are words, and in their text `\"` stands for a quote and `\b` for the end of a line of the comment.

use std::iter;

use super::yixin::{LINE_END, board_texts, read_text};
use super::{PositionEntry, PositionLabel, ValueBound};
use crate::color::Color;
use crate::point::{BoardSize, Point, Rows};
use crate::position_key::PositionKey;
use crate::rule::RuleKind;
use crate::symmetry::Symmetry;

/// The first line of a table.
pub const HEAD: &str = "index,key,label,value,depth,bound,text";
/// The letters of the rules.
const RULES: [(char, RuleKind); 5] = [
    ('f', RuleKind::Freestyle),
    ('s', RuleKind::Standard),
    ('r', RuleKind::Renju),
    ('o', RuleKind::CaroOverline),
    ('c', RuleKind::Caro),
];
/// The words of Rapfi for bounds, in the order of their numbers.
const BOUNDS: [&str; 4] = ["none", "upper", "lower", "exact"];

/// What is wrong with a line of a table.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableFault {
    /// A field is missing.
    #[error("there is no {0}: a line is {HEAD}")]
    Missing(&'static str),
    /// A field that cannot be read.
    #[error("\"{1}\" is no {0}")]
    Field(&'static str, String),
}

/// The line of a position, without its end.
pub fn to_line(index: u64, key: &PositionKey, entry: &PositionEntry) -> String {
    let rule = RULES.iter().find(|(_, rule)| *rule == key.rule()).map_or('f', |&(letter, _)| letter);
    let size = key.size();
    let stones = |color: Color| key.stones(color).map(|point| point.to_text(size, Rows::FromTop)).collect::<String>();
    let side = if key.to_move() == Color::Black { 'b' } else { 'w' };
    let (black, white) = (stones(Color::Black), stones(Color::White));
    let label = entry.label.letter().map(String::from).unwrap_or_default();
    let label = if matches!(label.as_str(), "," | "\"") { quoted(&label) } else { label };
    let text = board_texts(entry) + &entry.comment;
    let text = quoted(&text.replace('\\', "\\\\").replace('\n', "\\n").replace(LINE_END, "\\b"));
    let PositionEntry { value, depth, bound, .. } = entry;
    let (width, height, bound) = (size.width(), size.height(), bound.number());
    format!("{index},{rule}-{width}-{height}-{black}-{white}-{side},{label},{value},{depth},{bound},{text}")
}

/// The position of a line.
///
/// # Errors
/// [`TableFault`]: the first field that is missing or cannot be read.
pub fn from_line(line: &str) -> Result<(PositionKey, PositionEntry), TableFault> {
    let mut rest = Some(line.trim_end_matches(['\r', '\n']));
    let mut field = |name: &'static str| take_field(&mut rest, name);
    field("index")?;
    let text = field("key")?;
    let (key, view) = key(text).ok_or_else(|| TableFault::Field("key", text.to_string()))?;
    let text = unquoted(field("label")?);
    let label = label(&text).ok_or(TableFault::Field("label", text))?;
    let mut entry = PositionEntry { label, ..PositionEntry::default() };
    let mut number = |name: &'static str| {
        let text = field(name)?;
        text.trim().parse::<i16>().map_err(|_| TableFault::Field(name, text.to_string()))
    };
    entry.value = number("value")?;
    entry.depth = number("depth")?;
    let text = field("bound")?;
    entry.bound = bound(text.trim()).ok_or_else(|| TableFault::Field("bound", text.to_string()))?;
    let text = unescaped(&unquoted(rest.ok_or(TableFault::Missing("text"))?));
    let size = key.size();
    read_text(&text, &mut entry, size).map_err(|_| TableFault::Field("text on the board", text))?;
    // Texts lie in the view of the key as it was written.
    Ok((key, entry.seen(view, size)))
}

/// The label of a field: a letter, a word or a number between brackets, or nothing.
fn label(field: &str) -> Option<PositionLabel> {
    match field.strip_prefix('(').and_then(|field| field.strip_suffix(')')) {
        Some("none") => Some(PositionLabel::NONE),
        Some("null") => Some(PositionLabel::NULL),
        Some(number) => PositionLabel::from_byte(number.parse::<i8>().ok()? as u8),
        None if field.is_empty() => Some(PositionLabel::NONE),
        None => PositionLabel::from_letter(field),
    }
}

/// The bound of a field: a word or a number.
fn bound(field: &str) -> Option<ValueBound> {
    let number = BOUNDS.iter().position(|word| *word == field).map(|number| number as u8);
    ValueBound::from_number(number.or_else(|| field.parse().ok())?)
}

/// A text with the letters for which escapes stand.
fn unescaped(text: &str) -> String {
    let mut letters = text.chars();
    let next = || match letters.next()? {
        '\\' => match letters.next()? {
            'n' => Some('\n'),
            'b' => Some(LINE_END),
            other => Some(other),
        },
        letter => Some(letter),
    };
    iter::from_fn(next).collect()
}

/// Takes the next field from what is left of a line, and the comma after it. A comma between quotes divides nothing.
fn take_field<'a>(rest: &mut Option<&'a str>, name: &'static str) -> Result<&'a str, TableFault> {
    let line = rest.take().ok_or(TableFault::Missing(name))?;
    let mut between_quotes = false;
    let comma = line.bytes().position(|byte| {
        between_quotes ^= byte == b'"';
        byte == b',' && !between_quotes
    });
    let Some(end) = comma else { return Ok(line) };
    *rest = Some(&line[end + 1..]);
    Ok(&line[..end])
}

/// A field between quotes.
fn quoted(field: &str) -> String {
    format!("\"{}\"", field.replace('"', "\"\""))
}

/// A field without the quotes around it, if there are any.
fn unquoted(field: &str) -> String {
    field.strip_prefix('"').and_then(|field| field.strip_suffix('"')).unwrap_or(field).replace("\"\"", "\"")
}

/// The position of a field, and the view that leads from it to the canonical one.
fn key(text: &str) -> Option<(PositionKey, Symmetry)> {
    let parts: Vec<&str> = text.split('-').collect();
    let &[rule, width, height, black, white, side] = &parts[..] else { return None };
    let mut letters = rule.chars();
    let letter = letters.next().filter(|_| letters.next().is_none())?;
    let &(_, rule) = RULES.iter().find(|(known, _)| *known == letter.to_ascii_lowercase())?;
    let size = BoardSize::new(width.parse().ok()?, height.parse().ok()?)?;
    let mut stones: Vec<(Color, Point)> = Vec::new();
    for (color, mut text) in [(Color::Black, black), (Color::White, white)] {
        while !text.is_empty() {
            let (point, rest) = Point::parse_prefix(text, size, Rows::FromTop)?;
            if stones.iter().any(|&(_, other)| other == point) {
                return None;
            }
            stones.push((color, point));
            text = rest;
        }
    }
    let to_move = match side {
        "b" => Color::Black,
        "w" => Color::White,
        _ => return None,
    };
    PositionKey::of_stones(rule, size, stones, to_move)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database::SideOutcome;
    use crate::game::Game;

    #[test]
    fn a_line_leads_back_to_its_position() {
        let size = BoardSize::new(20, 15).unwrap();
        let game = Game::from_text(RuleKind::Standard, size, "h8i9t1", Rows::FromBottom).unwrap();
        let (key, _) = PositionKey::of(&game).unwrap();
        let mut entry = PositionEntry { comment: "a, \"b\"\nc\\".to_string(), ..PositionEntry::default() };
        entry.set_mate(SideOutcome::Loss, 9);
        let line = to_line(7, &key, &entry);
        assert_eq!(line, "7,s-20-15-a1m8-l9-w,w,-29991,0,3,\"a, \"\"b\"\"\\nc\\\\\"");
        assert_eq!(from_line(&line), Ok((key.clone(), entry.clone())));
        let mut texts = PositionEntry { comment: "@BTXT@ZZA\n\\b".to_string(), ..entry.clone() };
        assert_eq!(from_line(&to_line(7, &key, &texts)), Ok((key.clone(), texts.clone())));
        for (x, text) in [(3, "A, \"B\""), (16, "\\n")] {
            texts.set_board_text(Point::new(x, 9), text);
        }
        assert_eq!(from_line(&to_line(7, &key, &texts)), Ok((key.clone(), texts)));
        for (label, written) in [(b'!', "!"), (b' ', " "), (b',', "\",\""), (b'"', "\"\"\"\"")] {
            entry.label = PositionLabel::from_byte(label).unwrap();
            let line = to_line(7, &key, &entry);
            assert!(line.contains(&format!("-w,{written},-29991,0,3,\"a, ")), "{line}");
            assert_eq!(from_line(&line), Ok((key.clone(), entry.clone())));
        }
    }

    #[test]
    fn lines_of_rapfi_are_read() {
        let check = |rest: &str, expected: (PositionLabel, i16, i16, ValueBound, &str)| {
            let (_, entry) = from_line(&format!("0,r-15-15-h8--w,{rest}")).unwrap();
            let PositionEntry { label, value, depth, bound, .. } = entry;
            assert_eq!((label, value, depth, bound, entry.comment.as_str()), expected, "{rest}");
        };
        let blank = PositionLabel::from_byte(b' ').unwrap();
        check(r#"(none),25,12,exact,"""#, (PositionLabel::NONE, 25, 12, ValueBound::Exact, ""));
        check(r#"(null),0,0,none,"""#, (PositionLabel::NULL, 0, 0, ValueBound::None, ""));
        check(r#"(32),-7,3,lower,"a, b""#, (blank, -7, 3, ValueBound::Lower, "a, b"));
        // All that stands for another letter.
        let text = r#""one, \"two\"\b\\n""#;
        check(&format!("w,0,0,upper,{text}"), (PositionLabel::WIN, 0, 0, ValueBound::Upper, "one, \"two\"\n\\n"));
        // Texts on the board, in the view of the key as it is written.
        let (_, entry) = from_line(r#"0,r-15-15-h8-j7-b,(none),0,0,none,"@BTXT@A5x\n08y\bok""#).unwrap();
        let texts: Vec<_> = entry.board_texts.iter().map(|(at, text)| (at.x(), at.y(), text.as_str())).collect();
        assert_eq!((texts, entry.comment.as_str()), (vec![(4, 5, "x"), (14, 8, "y")], "ok"));
    }

    #[test]
    fn lines_that_mean_nothing_are_refused() {
        let check = |line: &str, fault: &str| assert_eq!(from_line(line).unwrap_err().to_string(), fault, "{line}");
        check("1", "there is no key: a line is index,key,label,value,depth,bound,text");
        check("1,r-15-15-h8-h8-b,,0,0,0,", "\"r-15-15-h8-h8-b\" is no key");
        check("1,r-15-15-h8h9--b,,0,0,0,", "\"r-15-15-h8h9--b\" is no key");
        check("1,x-15-15-h8--w,,0,0,0,", "\"x-15-15-h8--w\" is no key");
        for label in ["ww", "(10)", "(ww)", "()"] {
            check(&format!("1,r-15-15-h8--w,{label},0,0,0,"), &format!("\"{label}\" is no label"));
        }
        check("1,r-15-15-h8--w,,99999,0,0,", "\"99999\" is no value");
        check("1,r-15-15-h8--w,,0,0,4,", "\"4\" is no bound");
        check("1,r-15-15-h8--w,,0,0,exactly,", "\"exactly\" is no bound");
        check("1,r-15-15-h8--w,,0,0,0,\"@BTXT@ZZA\"", "\"@BTXT@ZZA\" is no text on the board");
        check("1,r-15-15-h8--w,,0,0", "there is no bound: a line is index,key,label,value,depth,bound,text");
    }
}
