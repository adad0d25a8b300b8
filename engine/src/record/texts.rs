//! How a file keeps its texts: their character set and the ends of their lines, so that they are written as they were;
//! and how several texts become one.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::hash::{BuildHasher, Hash};

use crate::charset::Charset;
use crate::stable_map::{FixedSeeds, StableSet};

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

/// A text whose lines are ended by `\n` alone, whatever ended them: two bytes, or `\r` on old systems.
pub(crate) fn with_line_feeds(text: &str) -> Cow<'_, str> {
    if text.contains('\r') { Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n")) } else { Cow::Borrowed(text) }
}

/// Adds a text to another one, with something between them, unless one of them is the other or stands whole in it: then
/// the longer one is enough. What is joined once and joined again stays the same.
pub(crate) fn add_text(own: &mut String, other: &str, between: &str) {
    if !holds(own, other, between) {
        add_new(own, other, between);
    }
}

/// Adds a text to one in which it does not stand.
fn add_new(own: &mut String, other: &str, between: &str) {
    if holds(other, own, between) {
        other.clone_into(own);
    } else {
        own.push_str(between);
        own.push_str(other);
    }
}

/// Texts to which many others are added, each at a place of its own. What stands between the ends of their lines or words is
/// known by its hash: to look through all of a text for each that is added to it would take ever longer.
#[derive(Default)]
pub(super) struct GrowingTexts(StableSet<u64>);

impl GrowingTexts {
    /// [`add_text`] for the text at a place, which nothing else changes.
    pub(super) fn add(&mut self, place: impl Hash + Copy, own: &mut String, other: &str, between: &str) {
        if own.is_empty() || other.is_empty() {
            return add_text(own, other, between);
        }
        let hash = |part: Option<&str>| FixedSeeds.hash_one((place, part));
        let is_first = self.0.insert(hash(None));
        if is_first {
            self.0.extend(own.split(between).map(|part| hash(Some(part))));
        }
        // All of them are known from now on.
        let unknown = other.split(between).filter(|&part| self.0.insert(hash(Some(part)))).count();
        let add = if unknown == 0 { add_text } else { add_new };
        add(own, other, between);
    }
}

/// Whether a text is part of another one, nothing of a word or a line being cut off. An empty one is part of all.
fn holds(whole: &str, part: &str, between: &str) -> bool {
    let mut starts = std::iter::once(0).chain(whole.match_indices(between).map(|(at, _)| at + between.len()));
    let is_whole = |rest: &str| rest.is_empty() || rest.starts_with(between);
    part.is_empty() || starts.any(|start| whole[start..].strip_prefix(part).is_some_and(is_whole))
}

/// Any number of texts as one, with something between them. The same text is written once, and an empty one adds
/// nothing.
pub(super) fn together<'a>(texts: impl Iterator<Item = &'a str>, between: &str) -> Option<String> {
    let mut texts = texts.peekable();
    texts.peek()?;
    let mut known = BTreeSet::from([""]);
    Some(texts.filter(|text| known.insert(*text)).collect::<Vec<_>>().join(between))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_joined_whole() {
        let check = |own: &str, other: &str, expected: &str| {
            let (mut joined, mut grown, mut texts) = (own.to_string(), own.to_string(), GrowingTexts::default());
            for _ in 0..2 {
                add_text(&mut joined, other, ", ");
                // What stands at another place does not count.
                texts.add(1, &mut other.to_string(), own, ", ");
                texts.add(2, &mut grown, other, ", ");
                assert_eq!((joined.as_str(), grown.as_str()), (expected, expected), "{own:?} and {other:?}");
            }
        };
        check("", "a", "a");
        check("a", "", "a");
        check("a", "a", "a");
        check("a", "b", "a, b");
        check("not good", "good", "not good, good");
        check("good", "not good", "good, not good");
        check("goodness", "good", "goodness, good");
        check("a, b, c", "b, c", "a, b, c");
        check("b", "a, b", "a, b");
        check("b, a, a", "a, a", "b, a, a");
        check("ab, b", "b", "ab, b");
        let together = |texts: &[&str]| together(texts.iter().copied(), ", ");
        assert_eq!(together(&["not good", "good", "", "not good"]).as_deref(), Some("not good, good"));
        assert_eq!(together(&["", "a"]).as_deref(), Some("a"));
        assert_eq!(together(&["", ""]).as_deref(), Some(""));
        assert_eq!(together(&[]), None);
    }

    #[test]
    fn texts_are_written_as_they_were_read() {
        for text in ["", "a", "a\r\nb", "a\rb", "a\r\r\nb", "\r\n", "a\r"] {
            assert_eq!(LineEnd::CrLf.write(&LineEnd::CrLf.read(text)), text);
        }
        for text in ["a\nb", "a\r\nb\nc"] {
            assert_eq!(LineEnd::AsWritten.write(&LineEnd::AsWritten.read(text)), text);
        }
        assert_eq!(LineEnd::CrLf.read("a\r\nb"), "a\nb");
        assert_eq!(
            (with_line_feeds("a\nb"), with_line_feeds("a\r\nb\rc\r\r\n")),
            ("a\nb".into(), "a\nb\nc\n\n".into())
        );
    }
}
