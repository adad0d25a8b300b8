//! The lines of a text, each with the byte at which it begins.

use std::iter;
use std::rc::Rc;

use super::reading::Place;
use crate::charset::after_mark;
use crate::sgf::LineIndex;

/// A text that is read line by line. Blank lines are passed over.
#[derive(Clone, Debug)]
pub(super) struct TextLines<'a> {
    text: &'a str,
    /// The byte at which the next line begins.
    next: usize,
    /// For places, by all copies.
    index: Rc<LineIndex>,
}

/// A line without the blanks around it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TextLine<'a> {
    pub(super) text: &'a str,
    /// The byte of the whole text at which it begins.
    pub(super) at: usize,
}

impl<'a> TextLines<'a> {
    pub(super) fn new(text: &'a str) -> TextLines<'a> {
        TextLines { text, next: after_mark(text), index: Rc::default() }
    }

    /// The place of a byte.
    pub(super) fn place(&self, at: usize) -> Place {
        Place::in_indexed(self.text, &self.index, at)
    }

    /// The next line, which comes again.
    pub(super) fn peek(&self) -> Option<TextLine<'a>> {
        self.clone().next()
    }

    /// All lines that were not read yet without the blanks around them, blank lines among them.
    pub(super) fn rest(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        let mut rest = &self.text[self.next..];
        iter::from_fn(move || {
            let (line, after) = rest.split_at(line_length(rest));
            rest = after;
            (!line.is_empty()).then(|| line.trim())
        })
    }

    /// The byte after the last line.
    pub(super) fn end(&self) -> usize {
        self.text.len()
    }
}

impl<'a> Iterator for TextLines<'a> {
    type Item = TextLine<'a>;

    fn next(&mut self) -> Option<TextLine<'a>> {
        loop {
            let rest = &self.text[self.next..];
            if rest.is_empty() {
                return None;
            }
            let length = line_length(rest);
            let line = &rest[..length];
            let at = self.next + (line.len() - line.trim_start().len());
            self.next += length;
            if !line.trim().is_empty() {
                return Some(TextLine { text: line.trim(), at });
            }
        }
    }
}

/// How long the first line of a text is together with what ends it, which on old systems was a `\r` alone.
fn line_length(text: &str) -> usize {
    match text.find(['\n', '\r']) {
        Some(end) if text[end..].starts_with("\r\n") => end + 2,
        Some(end) => end + 1,
        None => text.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_know_where_they_begin() {
        let mut lines = TextLines::new("a\r\n\n  b c \nd");
        let told = |line: TextLine<'_>| (line.text.to_string(), line.at);
        assert_eq!((lines.peek().map(told), lines.rest().count()), (Some(("a".to_string(), 0)), 4));
        let mut second = lines.clone();
        second.next();
        assert_eq!(second.rest().collect::<Vec<_>>(), ["", "b c", "d"]);
        let all: Vec<_> = lines.by_ref().map(told).collect();
        assert_eq!(all, [("a".to_string(), 0), ("b c".to_string(), 6), ("d".to_string(), 11)]);
        assert_eq!(lines.place(11).to_string(), "line 4, column 1 (byte 11)");
        assert_eq!((lines.end(), lines.place(99).to_string().as_str()), (12, "line 4, column 2 (byte 12)"));
    }

    #[test]
    fn lines_end_as_on_every_system() {
        for end in ["\n", "\r\n", "\r"] {
            let text = format!("a{end}{end}b{end}");
            let lines = TextLines::new(&text);
            assert_eq!(lines.clone().map(|line| line.text).collect::<Vec<_>>(), ["a", "b"], "{end:?}");
            let second = 1 + 2 * end.len();
            let place = format!("line 3, column 1 (byte {second})");
            assert_eq!(lines.place(second).to_string(), place, "{end:?}");
            assert_eq!(lines.rest().collect::<Vec<_>>(), ["a", "", "b"], "{end:?}");
        }
    }
}
