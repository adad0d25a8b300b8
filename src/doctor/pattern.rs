//! What an answer must look like.

use std::fmt;

use anyhow::{Result, ensure};
use tengen_protocol::manager::{Answer, exact_place, is_message};

/// A text in which `*` is any text, `{move}` a coordinate, `{6,7|11,7}` one of these and ` or ` parts whole patterns;
/// with `not ` before them it is every other line. Upper and lower case are the same: whom small letters mislead is told once, by
/// an invariant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct AnswerPattern {
    text: String,
}

impl AnswerPattern {
    /// Checks that every brace is closed.
    pub(super) fn new(text: &str) -> Result<AnswerPattern> {
        ensure!(!text.is_empty(), "there is nothing to expect");
        ensure!(text.matches('{').count() == text.matches('}').count(), "a brace is not closed");
        Ok(AnswerPattern { text: text.to_string() })
    }

    /// Whether a line is what this says.
    pub(super) fn fits(&self, line: &str) -> bool {
        let line = line.to_ascii_lowercase();
        let (excluded, patterns) = self.parts();
        patterns.to_ascii_lowercase().split(" or ").any(|pattern| fits(pattern, &line)) != excluded
    }

    /// Whether lines of these patterns are excluded, and the patterns.
    fn parts(&self) -> (bool, &str) {
        self.text.strip_prefix("not ").map_or((false, self.text.as_str()), |patterns| (true, patterns))
    }

    /// Of which lines that managers pass over it speaks: those must not be passed over then.
    pub(super) fn aside(&self) -> Option<Aside> {
        Aside::of(&self.text)
    }
}

/// A line that managers pass over when they wait for another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Aside {
    Message,
    /// What a search has found. Piskvork alone minds it, and has an invariant for it.
    Info,
}

impl Aside {
    pub(super) fn of(line: &str) -> Option<Aside> {
        let info = || (Answer::read(line) == Answer::Info).then_some(Aside::Info);
        if is_message(line) { Some(Aside::Message) } else { info() }
    }
}

impl fmt::Display for AnswerPattern {
    /// For who does not know the language of cases: `move`, `"OK"`, `"MESSAGE …"`, `"6,7" or "11,7"`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (excluded, patterns) = self.parts();
        formatter.write_str(if excluded { "line other than " } else { "" })?;
        formatter.write_str(&patterns.split(" or ").map(in_words).collect::<Vec<_>>().join(" or "))
    }
}

fn in_words(pattern: &str) -> String {
    let only = pattern.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
    match only.filter(|choices| !choices.contains('{')) {
        Some("move") => "move".to_string(),
        Some(choices) => choices.split('|').map(|choice| format!("\"{choice}\"")).collect::<Vec<_>>().join(" or "),
        None => format!("\"{}\"", pattern.replace("{move}", "X,Y").replace('*', "…")),
    }
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
        return exact_place(&rest[..length]).is_some() && fits(after, &rest[length..]);
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
            ("not UNKNOWN* or ERROR*", "Tengen 1.0", true),
            ("not UNKNOWN* or ERROR*", "unknown command", false),
            ("not UNKNOWN* or ERROR*", "ERROR", false),
        ] {
            assert_eq!(AnswerPattern::new(pattern).unwrap().fits(line), expected, "{pattern} and {line}");
        }
        for (pattern, words) in [
            ("OK", "\"OK\""),
            ("{move}", "move"),
            ("{move} {move}", "\"X,Y X,Y\""),
            ("SWAP or {move}", "\"SWAP\" or move"),
            ("{6,7|11,7}", "\"6,7\" or \"11,7\""),
            ("*name=*", "\"…name=…\""),
            ("not UNKNOWN* or ERROR*", "line other than \"UNKNOWN…\" or \"ERROR…\""),
        ] {
            assert_eq!(AnswerPattern::new(pattern).unwrap().to_string(), words);
        }
        for (pattern, expected) in [
            ("MESSAGE REALTIME *", Some(Aside::Message)),
            ("INFO PV *", Some(Aside::Info)),
            ("{move}", None),
            ("MESSAGE", None),
            ("*", None),
        ] {
            assert_eq!(AnswerPattern::new(pattern).unwrap().aside(), expected, "{pattern}");
        }
        assert!(AnswerPattern::new("{move").is_err());
        assert!(AnswerPattern::new("").is_err());
    }
}
