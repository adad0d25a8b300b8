//! What comes from an engine, to the letter.

use std::time::Instant;

use tengen_protocol::command::is_blank;

/// What comes from an engine.
#[derive(Debug)]
pub(crate) enum Heard {
    /// A line of its standard output, without its end, and when it came.
    Line(Instant, String),
    /// A line of its standard error.
    Stderr(String),
    /// It said more than anybody could want to hear, and is no longer listened to.
    Flood,
    /// It closed its standard output.
    Closed,
}

/// Why nothing was heard.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Silence {
    /// The time was up.
    TimeUp,
    /// All was cancelled.
    Cancelled,
}

impl Heard {
    /// The same without blanks around a line, for who is patient; `None` when a line is nothing else.
    pub(crate) fn trimmed(self) -> Option<Heard> {
        let trim = |line: String| Some(line.trim_matches(is_blank).to_string()).filter(|line| !line.is_empty());
        match self {
            Heard::Line(at, line) => trim(line).map(|line| Heard::Line(at, line)),
            Heard::Stderr(line) => trim(line).map(Heard::Stderr),
            end @ (Heard::Flood | Heard::Closed) => Some(end),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_patient_hears_no_blanks_around_a_line() {
        for (line, expected) in [("OK", "OK"), (" MESSAGE a  b\t", "MESSAGE a  b"), ("7,6\0", "7,6"), (" \t\0", "")] {
            let heard = match Heard::Line(Instant::now(), line.to_string()).trimmed() {
                Some(Heard::Line(_, line)) => line,
                _ => String::new(),
            };
            assert_eq!(heard, expected, "{line:?}");
        }
    }
}
