//! Which positions of a database somebody looks for.

use super::{PositionEntry, PositionLabel};
use crate::position_key::PositionKey;

/// What positions must have in common to be found. By default all of them fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct EntryFilter<'a> {
    /// Neither a search nor a person has judged them.
    pub unanalysed: bool,
    /// Their label. One without a letter stands for all without a letter, however that is kept.
    pub label: Option<PositionLabel>,
    /// What their comment or a text on the board holds. All hold an empty one.
    pub text: &'a str,
}

impl EntryFilter<'_> {
    /// What is known of a position, its result included, where it is one of those.
    #[must_use]
    pub fn found(&self, key: &PositionKey, entry: PositionEntry) -> Option<PositionEntry> {
        // To ask for the result takes longer than all else, and it can only add a judgement, or the label of a win or a loss.
        let before = EntryFilter { label: self.label.filter(|label| !label.is_decided()), ..*self };
        if !before.fits(&entry) {
            return None;
        }
        Some(entry.with_result(key)).filter(|entry| self.fits(entry))
    }

    /// Whether an entry fits as it stands.
    fn fits(&self, entry: &PositionEntry) -> bool {
        let has_text = |text: &str| text.contains(self.text);
        (!self.unanalysed || entry.is_unanalysed())
            && self.label.is_none_or(|label| label.letter() == entry.label.letter())
            && (has_text(&entry.comment) || entry.board_texts.iter().any(|(_, text)| has_text(text)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::point::{BoardSize, Point, Rows};
    use crate::rule::RuleKind;

    #[test]
    fn a_position_fits_when_all_that_is_asked_for_fits() {
        let labelled = |label| PositionEntry { label, ..PositionEntry::default() };
        let [null, none, win] = [PositionLabel::NULL, PositionLabel::NONE, PositionLabel::WIN].map(labelled);
        let mut told = PositionEntry { comment: "good\nfor Black".to_string(), ..labelled(PositionLabel::FORCED) };
        told.set_board_text(Point::new(7, 7), "A");
        told.set_value(31);
        let entries = [null, none, win, told];
        let all = EntryFilter::default();
        let unanalysed = EntryFilter { unanalysed: true, ..all };
        let label = |label| EntryFilter { label: Some(label), ..all };
        let text = |text| EntryFilter { text, ..all };
        for (filter, expected) in [
            (all, [true, true, true, true]),
            (unanalysed, [true, true, false, false]),
            (label(PositionLabel::NONE), [true, true, false, false]),
            (label(PositionLabel::NULL), [true, true, false, false]),
            (label(PositionLabel::WIN), [false, false, true, false]),
            (text("for Black"), [false, false, false, true]),
            (text("A"), [false, false, false, true]),
            (text("a"), [false, false, false, true]),
            (text("b"), [false, false, false, false]),
            (EntryFilter { unanalysed: true, ..text("A") }, [false, false, false, false]),
            (EntryFilter { unanalysed: true, ..label(PositionLabel::NONE) }, [true, true, false, false]),
        ] {
            assert_eq!(entries.each_ref().map(|entry| filter.fits(entry)), expected, "{filter:?}");
        }
    }

    #[test]
    fn a_five_on_the_board_is_part_of_what_is_known() {
        let moves = "h8a15h9b15h10c15h11d15h12";
        let game = Game::from_text(RuleKind::Freestyle, BoardSize::USUAL, moves, Rows::FromBottom).unwrap();
        let (key, _) = PositionKey::of(&game).unwrap();
        let all = EntryFilter::default();
        let label = |label| EntryFilter { label: Some(label), ..all };
        let entries = [PositionLabel::NONE, PositionLabel::LOSS, PositionLabel::FORCED]
            .map(|label| PositionEntry { label, ..PositionEntry::default() });
        for (filter, expected) in [
            (all, [true, true, true]),
            (EntryFilter { unanalysed: true, ..all }, [false, false, false]),
            (label(PositionLabel::NONE), [false, false, false]),
            (label(PositionLabel::WIN), [true, true, false]),
            (label(PositionLabel::LOSS), [false, false, false]),
            (label(PositionLabel::FORCED), [false, false, true]),
            (EntryFilter { text: "a", ..all }, [false, false, false]),
        ] {
            let found = entries.clone().map(|entry| filter.found(&key, entry).is_some());
            assert_eq!(found, expected, "{filter:?}");
        }
    }
}
