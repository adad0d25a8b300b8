//! Letters that people and programs put to positions.

use super::SideOutcome;

/// A letter that stands for a judgement, for the player who made the last move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PositionLabel(u8);

impl PositionLabel {
    /// The position alone, without a record.
    pub const NULL: PositionLabel = PositionLabel(0);
    /// A record without a label.
    pub const NONE: PositionLabel = PositionLabel(0xff);
    /// The player who made the last move wins.
    pub const WIN: PositionLabel = PositionLabel(b'w');
    /// That player loses.
    pub const LOSS: PositionLabel = PositionLabel(b'l');
    /// The game is drawn.
    pub const DRAW: PositionLabel = PositionLabel(b'd');
    /// The last move was the only one.
    pub const FORCED: PositionLabel = PositionLabel(b'!');
    /// The last move is not to be played.
    pub const BLOCKED: PositionLabel = PositionLabel(b'x');

    /// The label of a position that its side to move wins or loses: what becomes of the player of the last move.
    #[must_use]
    pub fn of(outcome: SideOutcome) -> PositionLabel {
        match outcome {
            SideOutcome::Win => PositionLabel::LOSS,
            SideOutcome::Loss => PositionLabel::WIN,
        }
    }

    /// The label of this byte; the case of letters does not count. `None` for what is no label.
    #[must_use]
    pub fn from_byte(byte: u8) -> Option<PositionLabel> {
        let small = byte.to_ascii_lowercase();
        match byte {
            0 | 0xff => Some(PositionLabel(byte)),
            _ if [PositionLabel::WIN, PositionLabel::LOSS, PositionLabel::DRAW, PositionLabel::BLOCKED]
                .contains(&PositionLabel(small)) =>
            {
                Some(PositionLabel(small))
            }
            32..127 => Some(PositionLabel(byte)),
            _ => None,
        }
    }

    /// The label of a text that is one letter or sign of ASCII. `None` for every other text.
    #[must_use]
    pub fn from_letter(text: &str) -> Option<PositionLabel> {
        let &[byte] = text.as_bytes() else { return None };
        PositionLabel::from_byte(byte).filter(|label| label.letter().is_some())
    }

    /// The label that a person names: by its letter, or by nothing or `none` where there is to be none.
    #[must_use]
    pub fn named(text: &str) -> Option<PositionLabel> {
        match text {
            "" | "none" => Some(PositionLabel::NONE),
            letter => PositionLabel::from_letter(letter),
        }
    }

    /// The byte that databases write.
    #[must_use]
    pub fn byte(self) -> u8 {
        self.0
    }

    /// The letter, where there is one.
    #[must_use]
    pub fn letter(self) -> Option<char> {
        (32..127).contains(&self.0).then_some(char::from(self.0))
    }

    /// Whether it says how the game ends.
    #[must_use]
    pub fn is_decided(self) -> bool {
        matches!(self, PositionLabel::WIN | PositionLabel::LOSS | PositionLabel::DRAW)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_is_named_by_its_letter_or_by_none() {
        for (text, label) in [
            ("", Some(PositionLabel::NONE)),
            ("none", Some(PositionLabel::NONE)),
            ("W", Some(PositionLabel::WIN)),
            ("!", Some(PositionLabel::FORCED)),
            ("None", None),
            ("wl", None),
            ("\0", None),
            ("ä", None),
        ] {
            assert_eq!(PositionLabel::named(text), label, "{text:?}");
        }
    }
}
