//! Results of games as the property `RE` tells them: `B+3.5`, `W+R`, `0`.

use std::fmt;

use crate::color::Color;

/// A result that a file tells.
///
/// ```
/// use tengen_engine::Color;
/// use tengen_engine::sgf::RecordedResult;
///
/// assert_eq!(RecordedResult::parse("B+3.5"), Some(RecordedResult::Win(Color::Black, "3.5")));
/// assert_eq!(RecordedResult::parse("Draw"), Some(RecordedResult::Draw));
/// assert_eq!(RecordedResult::parse("Void"), None);
/// assert_eq!(RecordedResult::Win(Color::White, "R").to_string(), "W+R");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordedResult<'a> {
    /// A side won. Beside it what stands after the sign: by how much, how, or nothing.
    Win(Color, &'a str),
    /// Nobody won.
    Draw,
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
        let how = rest.trim();
        // Some programs name a side before it.
        let is_draw = how.eq_ignore_ascii_case("draw");
        Some(if is_draw { RecordedResult::Draw } else { RecordedResult::Win(winner, how) })
    }
}

impl fmt::Display for RecordedResult<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordedResult::Win(color, how) => write!(f, "{}+{how}", color.letter()),
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
        check("B+5", win(Color::Black, "5"));
        check("Black+5", win(Color::Black, "5"));
        check("white+Resign", win(Color::White, "Resign"));
        check(" w+ ", win(Color::White, ""));
        check("0", Some(RecordedResult::Draw));
        check("Jigo", Some(RecordedResult::Draw));
        check("B+DRAW", Some(RecordedResult::Draw));
        check("W+Draw", Some(RecordedResult::Draw));
        for other in ["", "?", "Void", "Bl+5", "5+B", "+"] {
            check(other, None);
        }
    }
}
