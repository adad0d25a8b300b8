//! The value of a property, as whatever it is asked to be.

use std::borrow::Cow;

use super::{Collection, Location, MAX_SIDE, SgfError, SgfFault, Span};

/// A value of a property: what stands between two brackets.
#[derive(Clone, Debug)]
pub struct Value<'a> {
    file: &'a Collection,
    span: Span,
}

impl<'a> Value<'a> {
    pub(super) fn new(file: &'a Collection, span: Span) -> Value<'a> {
        Value { file, span }
    }

    /// What was written, with the backslashes that are not part of it.
    #[must_use]
    pub fn raw(&self) -> &'a str {
        self.file.slice(&self.span)
    }

    /// Whether nothing stands there but blanks, as in an empty list.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.raw().trim().is_empty()
    }

    /// Where it begins in the text.
    #[must_use]
    pub fn location(&self) -> Location {
        self.file.place(self.span.start as usize)
    }

    /// The value as text of many lines (`Text` of the format), ended by `\n` whatever ends them in the file.
    #[must_use]
    pub fn text(&self) -> Cow<'a, str> {
        unescaped(self.raw(), '\n')
    }

    /// The value as text of one line (`SimpleText`): the ends of lines are blanks.
    #[must_use]
    pub fn simple_text(&self) -> Cow<'a, str> {
        unescaped(self.raw(), ' ')
    }

    /// Both halves of a value with a `:`, such as a place and its label.
    #[must_use]
    pub fn composed(&self) -> Option<(Value<'a>, Value<'a>)> {
        let bytes = self.raw().as_bytes();
        let mut at = 0;
        while *bytes.get(at)? != b':' {
            at += if bytes[at] == b'\\' { 2 } else { 1 };
        }
        let colon = self.span.start + at as u32;
        let half = |span| Value { file: self.file, span };
        Some((half(self.span.start..colon), half(colon + 1..self.span.end)))
    }

    /// The value as a number: whole, or with a fraction where `T` has one.
    ///
    /// # Errors
    /// [`SgfFault::Number`] when it is none.
    pub fn number<T: std::str::FromStr>(&self) -> Result<T, SgfError> {
        self.raw().trim().parse().map_err(|_| self.error(SgfFault::Number))
    }

    /// The value as a place of a board: its column from the left and its row from the top, both from 0.
    ///
    /// # Errors
    /// [`SgfFault::Place`] when it is none. An empty value is none either: it is a pass where a move is expected.
    pub fn place(&self) -> Result<(u8, u8), SgfError> {
        self.coordinates().ok_or_else(|| self.error(SgfFault::Place))
    }

    /// The same without an error, whose place takes long to tell in a long text.
    pub(crate) fn coordinates(&self) -> Option<(u8, u8)> {
        coordinates(self.raw())
    }

    /// The value as places of a board: one, or all those of the rectangle between two places such as `aa:cc`, row by row.
    ///
    /// # Errors
    /// [`SgfFault::Place`] when it is neither.
    pub fn places(&self) -> Result<impl Iterator<Item = (u8, u8)> + use<>, SgfError> {
        self.rectangle().ok_or_else(|| match self.composed() {
            // The half that is no place.
            Some((from, to)) => from.place().and(to.place()).err().unwrap_or_else(|| self.error(SgfFault::Place)),
            None => self.error(SgfFault::Place),
        })
    }

    /// The same without an error, whose place takes long to tell in a long text.
    pub(crate) fn rectangle(&self) -> Option<impl Iterator<Item = (u8, u8)> + use<>> {
        let (from, to) = match self.composed() {
            None => (self.coordinates()?, self.coordinates()?),
            Some((from, to)) => (from.coordinates()?, to.coordinates()?),
        };
        let ((left, top), (right, bottom)) = (from, to);
        let row = move |y| (left.min(right)..=left.max(right)).map(move |x| (x, y));
        Some((top.min(bottom)..=top.max(bottom)).flat_map(row))
    }

    /// The value as columns and rows of a board, each from 1 to [`MAX_SIDE`].
    ///
    /// # Errors
    /// [`SgfFault::Size`] when it is none.
    pub fn size(self) -> Result<(u8, u8), SgfError> {
        self.sides().ok_or_else(|| self.error(SgfFault::Size))
    }

    /// The same without an error, whose place takes long to tell in a long text.
    pub(crate) fn sides(&self) -> Option<(u8, u8)> {
        let raw = self.raw();
        let (width, height) = raw.split_once(':').unwrap_or((raw, raw));
        let side = |text: &str| text.trim().parse().ok().filter(|side| (1..=MAX_SIDE).contains(side));
        side(width).zip(side(height))
    }

    /// An error at this value, about what was written there.
    fn error(&self, fault: fn(String) -> SgfFault) -> SgfError {
        SgfError { at: self.location(), fault: fault(self.shown()) }
    }

    /// What is shown of a value that may be long.
    pub(crate) fn shown(&self) -> String {
        const SHOWN: usize = 20;
        self.raw().chars().take(SHOWN).collect()
    }
}

/// The column and the row of a place, where a text is one.
pub(crate) fn coordinates(text: &str) -> Option<(u8, u8)> {
    let coordinate = |letter: u8| match letter {
        b'a'..=b'z' => Some(letter - b'a'),
        b'A'..=b'Z' => Some(letter - b'A' + 26),
        _ => None,
    };
    match text.trim().as_bytes() {
        &[x, y] => coordinate(x).zip(coordinate(y)),
        _ => None,
    }
}

/// A text without its backslashes: one before the end of a line joins it to the next, and any other stands for what comes
/// after it.
fn unescaped(raw: &str, end_of_line: char) -> Cow<'_, str> {
    if !raw.contains(|c: char| matches!(c, '\\' | '\n' | '\r') || is_tab(c)) {
        return Cow::Borrowed(raw);
    }
    let mut text = String::with_capacity(raw.len());
    let mut letters = raw.chars().peekable();
    while let Some(letter) = letters.next() {
        let (letter, escaped) = match letter {
            '\\' => match letters.next() {
                Some(next) => (next, true),
                None => break,
            },
            letter => (letter, false),
        };
        match letter {
            '\n' | '\r' => {
                // Two different letters end one line together.
                letters.next_if(|&next| next != letter && matches!(next, '\n' | '\r'));
                text.extend((!escaped).then_some(end_of_line));
            }
            // Blanks of other scripts are letters of their texts.
            _ if is_tab(letter) => text.push(' '),
            _ => text.push(letter),
        }
    }
    Cow::Owned(text)
}

/// Whether a character is a tab, of any direction, which a reader takes for a blank.
pub(crate) fn is_tab(letter: char) -> bool {
    matches!(letter, '\t' | '\u{b}' | '\u{c}')
}
