//! What an answer must look like.

use std::fmt;

use anyhow::{Result, ensure};

/// A text in which `*` is any text, `{move}` a coordinate, `{6,7|11,7}` one of these and ` or ` parts whole patterns.
/// Upper and lower case are the same, as they are to managers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Pattern {
    text: String,
}

impl Pattern {
    /// Checks that every brace is closed.
    pub(super) fn new(text: &str) -> Result<Pattern> {
        ensure!(!text.is_empty(), "there is nothing to expect");
        ensure!(text.matches('{').count() == text.matches('}').count(), "a brace is not closed");
        Ok(Pattern { text: text.to_string() })
    }

    /// Whether a line is what this says.
    pub(super) fn fits(&self, line: &str) -> bool {
        let line = line.to_ascii_lowercase();
        self.text.to_ascii_lowercase().split(" or ").any(|pattern| fits(pattern, &line))
    }

    /// Whether it speaks of lines that managers pass over, which then must not be passed over.
    pub(super) fn is_message(&self) -> bool {
        is_message(&self.text)
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text)
    }
}

/// Whether a line is one that managers pass over: the blank belongs to it, a bare `MESSAGE` is taken for an answer.
pub(super) fn is_message(line: &str) -> bool {
    ["message ", "debug "]
        .iter()
        .any(|start| line.get(..start.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(start)))
}

/// The coordinates of a line that holds nothing else, or `None`.
pub(super) fn coordinates(line: &str) -> Option<Vec<(i64, i64)>> {
    line.split(' ').map(coordinate).collect()
}

fn coordinate(text: &str) -> Option<(i64, i64)> {
    let (x, y) = text.split_once(',')?;
    let number = |text: &str| text.parse::<u32>().ok().filter(|_| !text.starts_with('+')).map(i64::from);
    number(x).zip(number(y))
}

fn fits(pattern: &str, line: &str) -> bool {
    let Some(at) = pattern.find(['*', '{']) else { return pattern == line };
    let Some(rest) = line.strip_prefix(&pattern[..at]) else { return false };
    let after = &pattern[at + 1..];
    if pattern[at..].starts_with('*') {
        return rest.char_indices().map(|(i, _)| i).chain([rest.len()]).any(|i| fits(after, &rest[i..]));
    }
    let Some((choices, after)) = after.split_once('}') else { return false };
    if choices == "move" {
        let length = rest.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b',').count();
        return coordinate(&rest[..length]).is_some() && fits(after, &rest[length..]);
    }
    choices.split('|').any(|choice| rest.strip_prefix(choice).is_some_and(|rest| fits(after, rest)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_fit_what_they_say() {
        for (pattern, line, expected) in [
            ("OK", "OK", true),
            ("OK", "ok", true),
            ("OK", "OK ", false),
            ("ERROR *", "ERROR no game", true),
            ("ERROR *game*", "ERROR no game has", true),
            ("ERROR *x", "ERROR no game", false),
            ("{move}", "7,7", true),
            ("{move}", "7,7 8,8", false),
            ("{move}", "7,7,1", false),
            ("{move}", "-1,7", false),
            ("{move}", "7, 7", false),
            ("{move} {move}", "7,7 8,8", true),
            ("SWAP or {move}", "swap", true),
            ("SWAP or {move}", "0,0", true),
            ("{1,1|2,2}", "2,2", true),
            ("{1,1|2,2}", "2,21", false),
            ("FORBID *.", "FORBID 0102.", true),
        ] {
            assert_eq!(Pattern::new(pattern).unwrap().fits(line), expected, "{pattern} and {line}");
        }
        assert!(Pattern::new("{move").is_err());
        assert!(Pattern::new("").is_err());
    }

    #[test]
    fn messages_are_known_by_their_blank() {
        for (line, expected) in [("MESSAGE hello", true), ("debug x", true), ("MESSAGE", false), ("MESSAGES x", false)]
        {
            assert_eq!(is_message(line), expected, "{line}");
        }
        assert_eq!(coordinates("7,7 8,14"), Some(vec![(7, 7), (8, 14)]));
        for line in ["", "OK", "7", "7,7 ", "7,7,7", "-1,3", "+1,3", "7,7  8,8", "x,y"] {
            assert_eq!(coordinates(line), None, "{line}");
        }
    }
}
