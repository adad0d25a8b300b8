//! An answer becomes one line, without its end.

use tengen_engine::point::Point;

use crate::coords::Coords;
use crate::refusal::Refusal;

/// The longest text that is sent on one line: managers read into buffers of fixed size.
const LONGEST: usize = 500;

/// Where the authors are, which managers show beside their names.
const COUNTRY: &str = "International";

/// What is said to the manager.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// `OK`, alone on its line: managers compare the whole of it.
    Ok,
    /// One move, or the stones of an opening.
    Stones(Vec<Point>),
    /// No move, as a coordinate off the board.
    NoMove,
    /// `SWAP`.
    Swap,
    /// `ERROR …`.
    Error(Refusal),
    /// `UNKNOWN …`, with the word that was not understood.
    Unknown(String),
    /// `MESSAGE …`, which must say something: managers take a bare `MESSAGE` for an answer.
    Message(String),
    /// A line of the analysis protocol, as it is.
    Analysis(String),
    /// The answer to `ABOUT`.
    About,
}

impl Reply {
    /// The line.
    #[must_use]
    pub fn line(&self, coords: Coords) -> String {
        match self {
            Reply::Ok => "OK".to_string(),
            Reply::Stones(points) => coords.texts(points),
            Reply::NoMove => "-1,-1".to_string(),
            Reply::Swap => "SWAP".to_string(),
            Reply::Error(refusal) => plain(&format!("ERROR {refusal}")),
            Reply::Unknown(word) => plain(&format!("UNKNOWN command \"{}\"", shortened(word))),
            Reply::Message(text) => plain(&format!("MESSAGE {text}")),
            Reply::Analysis(line) => line.clone(),
            Reply::About => format!(
                "name=\"Tengen\", version=\"{}\", author=\"{}\", country=\"{COUNTRY}\"",
                env!("CARGO_PKG_VERSION"),
                env!("CARGO_PKG_AUTHORS")
            ),
        }
    }
}

/// The beginning of something that was heard, short enough to be said back.
#[must_use]
pub fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(32).collect();
    if short.len() < text.len() {
        short.push_str("...");
    }
    short
}

/// The text on one line of printable ASCII: managers know no encoding, and a line end would begin another answer.
fn plain(text: &str) -> String {
    text.chars().take(LONGEST).map(|c| if c.is_ascii_graphic() || c == ' ' { c } else { '?' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_is_one_line_of_ascii() {
        let lines = [
            Reply::Ok,
            Reply::Stones(vec![Point::new(3, 4)]),
            Reply::Stones(vec![Point::new(3, 4), Point::new(10, 0)]),
            Reply::Unknown(format!("a\nb\u{1F600}{}", "x".repeat(10_000))),
            Reply::Message("two\r\nlines".to_string()),
            Reply::Error(Refusal::Size),
        ]
        .map(|reply| reply.line(Coords::ColumnRow));
        assert_eq!(
            lines.join("\n"),
            "OK\n3,4\n3,4 10,0\nUNKNOWN command \"a?b?xxxxxxxxxxxxxxxxxxxxxxxxxxxx...\"\nMESSAGE two??lines\n\
             ERROR unsupported size; use 5..22 (e.g. 20)"
        );
        assert!(Reply::About.line(Coords::ColumnRow).starts_with("name=\"Tengen\", version=\""));
    }
}
