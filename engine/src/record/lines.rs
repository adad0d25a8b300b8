//! The lines of a text, each with the byte at which it begins.

use super::reading::Place;

/// A text that is read line by line. Blank lines are passed over.
#[derive(Clone, Debug)]
pub(super) struct TextLines<'a> {
    text: &'a str,
    /// The byte at which the next line begins.
    next: usize,
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
        TextLines { text, next: 0 }
    }

    /// The place of a byte.
    pub(super) fn place(&self, at: usize) -> Place {
        Place::in_text(self.text, at.min(self.text.len()))
    }

    /// The next line, which comes again.
    pub(super) fn peek(&self) -> Option<TextLine<'a>> {
        self.clone().next()
    }

    /// All that was not read yet, blank lines among it.
    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.next..]
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
            let length = rest.find('\n').map_or(rest.len(), |end| end + 1);
            let line = &rest[..length];
            let at = self.next + (line.len() - line.trim_start().len());
            self.next += length;
            if !line.trim().is_empty() {
                return Some(TextLine { text: line.trim(), at });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_know_where_they_begin() {
        let mut lines = TextLines::new("a\r\n\n  b c \nd");
        let told = |line: TextLine<'_>| (line.text.to_string(), line.at);
        assert_eq!((lines.peek().map(told), lines.rest().len()), (Some(("a".to_string(), 0)), 12));
        let mut second = lines.clone();
        second.next();
        assert_eq!(second.rest(), "\n  b c \nd");
        let all: Vec<_> = lines.by_ref().map(told).collect();
        assert_eq!(all, [("a".to_string(), 0), ("b c".to_string(), 6), ("d".to_string(), 11)]);
        assert_eq!(lines.place(11).to_string(), "line 4, column 1 (byte 11)");
        assert_eq!((lines.end(), lines.place(99).to_string().as_str()), (12, "line 4, column 2 (byte 12)"));
    }
}
