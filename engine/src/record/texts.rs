//! How a file keeps its texts: their character set and the ends of their lines, so that they are written as they were.

use crate::charset::Charset;

/// How the texts of a library are kept. It is no part of what they say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TextForm {
    /// The character set.
    pub charset: Charset,
    /// What ends a line.
    pub line_end: LineEnd,
}

impl Default for TextForm {
    fn default() -> TextForm {
        TextForm { charset: Charset::UTF_8, line_end: LineEnd::CrLf }
    }
}

/// What ends a line of a text in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineEnd {
    /// Two bytes everywhere, for which `\n` stands in a tree.
    CrLf,
    /// Sometimes the one and sometimes the other: texts are in the tree as they are in the file.
    AsWritten,
}

impl LineEnd {
    /// A text of a file as a tree has it.
    pub(super) fn read(self, text: &str) -> String {
        match self {
            LineEnd::CrLf => text.replace("\r\n", "\n"),
            LineEnd::AsWritten => text.to_string(),
        }
    }

    /// A text of a tree as a file has it.
    pub(super) fn write(self, text: &str) -> String {
        match self {
            LineEnd::CrLf => text.replace('\n', "\r\n"),
            LineEnd::AsWritten => text.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_written_as_they_were_read() {
        for text in ["", "a", "a\r\nb", "a\rb", "a\r\r\nb", "\r\n", "a\r"] {
            assert_eq!(LineEnd::CrLf.write(&LineEnd::CrLf.read(text)), text);
        }
        for text in ["a\nb", "a\r\nb\nc"] {
            assert_eq!(LineEnd::AsWritten.write(&LineEnd::AsWritten.read(text)), text);
        }
        assert_eq!(LineEnd::CrLf.read("a\r\nb"), "a\nb");
    }
}
