//! Results of games as the property `RE` tells them: `B+3.5`, `W+R`, `0`.

use std::fmt;

use crate::color::Color;

/// A result that a file tells.
///
/// ```
/// use tengen_engine::Color;
/// use tengen_engine::sgf::{RecordedResult, RecordedWin};
///
/// assert_eq!(RecordedResult::parse("B+3.5"), Some(RecordedResult::Win(Color::Black, RecordedWin::Amount("3.5"))));
/// assert_eq!(RecordedResult::parse("Draw"), Some(RecordedResult::Draw));
/// assert_eq!(RecordedResult::parse("Void"), None);
/// assert_eq!(RecordedResult::Win(Color::White, RecordedWin::Resignation).to_string(), "W+R");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordedResult<'a> {
    /// A side won, by what stands after the sign.
    Win(Color, RecordedWin<'a>),
    /// Nobody won.
    Draw,
}

/// By what a game was won, as a file tells it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordedWin<'a> {
    /// Nothing is told of it.
    Untold,
    /// The other side gave up.
    Resignation,
    /// The clock of the other side ran out.
    Time,
    /// The other side broke a rule or did not come.
    Forfeit,
    /// So many points, or whatever else is told.
    Amount(&'a str),
}

impl<'a> RecordedWin<'a> {
    /// Reads what stands after the sign, in letters or as a word.
    #[must_use]
    pub fn parse(text: &'a str) -> RecordedWin<'a> {
        let text = text.trim();
        match text.to_ascii_lowercase().as_str() {
            "" => RecordedWin::Untold,
            "r" | "resign" => RecordedWin::Resignation,
            "t" | "time" => RecordedWin::Time,
            "f" | "forfeit" => RecordedWin::Forfeit,
            _ => RecordedWin::Amount(text),
        }
    }

    fn text(self) -> &'a str {
        match self {
            RecordedWin::Untold => "",
            RecordedWin::Resignation => "R",
            RecordedWin::Time => "T",
            RecordedWin::Forfeit => "F",
            RecordedWin::Amount(text) => text,
        }
    }
}

impl<'a> RecordedResult<'a> {
    /// Reads the value of the property. `None` for what names neither a winner nor a draw.
    #[must_use]
    pub fn parse(text: &'a str) -> Option<RecordedResult<'a>> {
        let text = text.trim();
        let names = |side: &str, color: Color| {
            side.eq_ignore_ascii_case(color.name()) || side.eq_ignore_ascii_case(&color.letter().to_string())
        };
        let Some((side, rest)) = text.split_once('+') else {
            let is_draw = ["0", "draw", "jigo"].iter().any(|draw| text.eq_ignore_ascii_case(draw));
            return is_draw.then_some(RecordedResult::Draw);
        };
        let winner = Color::ALL.into_iter().find(|&color| names(side.trim(), color))?;
        // Some programs name a side before it.
        let is_draw = rest.trim().eq_ignore_ascii_case("draw");
        Some(if is_draw { RecordedResult::Draw } else { RecordedResult::Win(winner, RecordedWin::parse(rest)) })
    }
}

impl fmt::Display for RecordedResult<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordedResult::Win(color, how) => write!(f, "{}+{}", color.letter(), how.text()),
            RecordedResult::Draw => f.write_str("0"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_have_a_letter_or_a_name() {
        let check = |text: &str, expected: Option<RecordedResult<'_>>| {
            assert_eq!(RecordedResult::parse(text), expected, "{text}");
            let written = expected.map(|result| result.to_string());
            assert_eq!(written.as_deref().and_then(RecordedResult::parse), expected, "{written:?}");
        };
        let win = |color, how| Some(RecordedResult::Win(color, how));
        check("B+5", win(Color::Black, RecordedWin::Amount("5")));
        check("Black+5", win(Color::Black, RecordedWin::Amount("5")));
        check("white+Resign", win(Color::White, RecordedWin::Resignation));
        check("W+R", win(Color::White, RecordedWin::Resignation));
        check("B+time", win(Color::Black, RecordedWin::Time));
        check("B+F", win(Color::Black, RecordedWin::Forfeit));
        check(" w+ ", win(Color::White, RecordedWin::Untold));
        check("0", Some(RecordedResult::Draw));
        check("Jigo", Some(RecordedResult::Draw));
        check("B+DRAW", Some(RecordedResult::Draw));
        check("W+Draw", Some(RecordedResult::Draw));
        for other in ["", "?", "Void", "Bl+5", "5+B", "+"] {
            check(other, None);
        }
    }
}
