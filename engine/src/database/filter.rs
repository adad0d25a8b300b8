//! Which positions of a database somebody looks for.

use super::{PositionEntry, PositionLabel};

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
    /// Whether a position is one of those.
    #[must_use]
    pub fn fits(&self, entry: &PositionEntry) -> bool {
        let has_text = |text: &str| text.contains(self.text);
        (!self.unanalysed || entry.is_unanalysed())
            && self.label.is_none_or(|label| label.letter() == entry.label.letter())
            && (has_text(&entry.comment) || entry.board_texts.iter().any(|(_, text)| has_text(text)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::point::Point;

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
}
