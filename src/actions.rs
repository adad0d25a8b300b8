//! Games in the notation of openings, `A:h8 h9 i8; B:swap; A:a1`, to their end: two passes in a row are a draw.

use std::fmt;
use std::time::Duration;

use tengen_engine::contest::{Contest, ContestError, Ending, Regulations, TimeControl};
use tengen_engine::opening::{Action, Opening, Seat, read_turn, turns};
use tengen_engine::point::Rows;

/// What stands before a line of actions in the comment of a record.
pub(crate) const IN_COMMENT: &str = "Opening: ";

/// Whether a text is in the notation of openings.
pub(crate) fn begins_with_a_seat(text: &str) -> bool {
    let mut letters = text.trim_start().chars();
    matches!(letters.next(), Some('A' | 'B' | 'a' | 'b')) && letters.as_str().trim_start().starts_with(':')
}

/// The first turn of a line that is refused, or cannot be read. What came before has been done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RefusedTurn {
    /// The turn as it is written.
    pub(crate) at: String,
    /// Why, with points by name.
    pub(crate) reason: String,
    /// Whether it is a turn at all.
    pub(crate) is_readable: bool,
}

impl fmt::Display for RefusedTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\": {}", self.at, self.reason)
    }
}

/// A game that begins with an opening, without clocks.
pub(crate) fn begin(opening: Opening) -> Contest {
    Contest::new(opening, [TimeControl::Unlimited; 2], Regulations::PROGRAMS)
}

/// Does what a line says, turn by turn. A turn is done as a whole or not at all.
///
/// # Errors
/// The first turn that cannot be read or is refused; the game is then as it was before that turn.
pub(crate) fn walk(contest: &mut Contest, line: &str, rows: Rows) -> Result<(), RefusedTurn> {
    walk_each(contest, line, rows, |_, _, _| ())
}

/// The same, showing each action before it is done: the game as it is then, and who acts.
///
/// # Errors
/// As [`walk`].
pub(crate) fn walk_each(
    contest: &mut Contest,
    line: &str,
    rows: Rows,
    mut show: impl FnMut(&Contest, Seat, &Action),
) -> Result<(), RefusedTurn> {
    let size = contest.opening().game().size();
    for turn in turns(line) {
        let refused = |reason, is_readable| RefusedTurn { at: turn.to_string(), reason, is_readable };
        let (seat, actions) = read_turn(turn, size, rows).map_err(|reason| refused(reason, false))?;
        let mut after = contest.clone();
        for action in actions {
            show(&after, seat, &action);
            if let Err(why) = after.act(seat, action, Duration::ZERO) {
                let reason = match (why, outcome(&after)) {
                    (ContestError::Refused(why), _) => why.to_text(size, rows),
                    (ContestError::Over, Some(outcome)) => format!("the game is over: {outcome}"),
                    (why, _) => why.to_string(),
                };
                return Err(refused(reason, true));
            }
        }
        *contest = after;
    }
    Ok(())
}

/// How a game ended, in words, if it did.
pub(crate) fn outcome(contest: &Contest) -> Option<String> {
    match contest.ending()? {
        Ending::Passes => Some("draw, both passed".to_string()),
        _ => contest.opening().game().result().map(|result| result.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use tengen_engine::opening::{OpeningRule, Sameness};
    use tengen_engine::point::BoardSize;

    use super::*;

    #[test]
    fn a_game_is_over_after_two_passes_in_a_row_or_a_five() {
        let rule = OpeningRule::Free;
        for (line, ended, refused) in [
            ("A:h8; B:h9; A:i8; B:i9; A:j9; B:j8; A:pass; B:a1; A:pass", None, None),
            ("A:h8; B:h9; A:i8; B:i9; A:j9; B:j8; A:pass; B:pass", Some("draw, both passed"), None),
            (
                "A:h8; B:h9; A:i8; B:i9; A:j9; B:j8; A:pass; B:pass; A:b1",
                Some("draw, both passed"),
                Some("\"A:b1\": the game is over: draw, both passed"),
            ),
            (
                "A:h8; B:h9; A:i8; B:i9; A:j8; B:j9; A:k8; B:k9; A:l8; B:pass",
                Some("Black wins by five"),
                Some("\"B:pass\": the game is over: Black wins by five"),
            ),
        ] {
            let opening = Opening::new(rule, rule.usual_rule(), BoardSize::USUAL, Sameness::Shape).unwrap();
            let mut contest = begin(opening);
            let found = walk(&mut contest, line, Rows::FromBottom).err().map(|refused| refused.to_string());
            assert_eq!(found.as_deref(), refused, "{line}");
            assert_eq!(outcome(&contest).as_deref(), ended, "{line}");
        }
    }
}
