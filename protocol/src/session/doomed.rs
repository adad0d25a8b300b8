//! Which positions `YXDELETEDATABASEALL` deletes, by the words of Yixin-Board.

use tengen_engine::database::branch::BranchReach;
use tengen_engine::database::{PositionEntry, PositionLabel};

use crate::command::{number, words};

/// Which positions are deleted, by the words of Yixin-Board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Doomed {
    /// Every one.
    All,
    /// Those without a label of a win or a loss.
    NotWonOrLost,
    /// Those without one of a draw either.
    NotDecided,
    /// Those with a label of a win or a loss.
    WonOrLost,
    /// Or of a draw.
    Decided,
    /// Those that the player of the last move wins.
    Won,
    /// Those that this player loses.
    Lost,
    /// Wins and losses of which nobody knows how long they take.
    WithoutMate,
    /// Wins and losses within so many plies, the last move among them as on the board.
    MateWithin(usize),
}

impl Doomed {
    /// The kind of a text such as `wlinsteprecursive 12`, and how far it reaches.
    pub(super) fn parse(text: &str) -> Option<(Doomed, BranchReach)> {
        let mut words = words(text);
        let Some(kind) = words.next().map(str::to_ascii_lowercase) else {
            return Some((Doomed::All, BranchReach::All));
        };
        let (kind, reach) = match kind.strip_suffix("recursive") {
            Some(kind) => (kind, BranchReach::All),
            None => (kind.as_str(), BranchReach::Children),
        };
        let doomed = match kind {
            "" | "all" => return Some((Doomed::All, BranchReach::All)),
            "nonwl" => Doomed::NotWonOrLost,
            "nonwld" => Doomed::NotDecided,
            "wl" => Doomed::WonOrLost,
            "wld" => Doomed::Decided,
            "w" => Doomed::Won,
            "l" => Doomed::Lost,
            "wlnostep" => Doomed::WithoutMate,
            "wlinstep" => Doomed::MateWithin(words.next().and_then(number)?.try_into().ok()?),
            _ => return None,
        };
        words.next().is_none().then_some((doomed, reach))
    }

    /// Whether a position is to go.
    pub(super) fn fits(self, entry: &PositionEntry) -> bool {
        let won_or_lost = matches!(entry.label, PositionLabel::WIN | PositionLabel::LOSS);
        match self {
            Doomed::All => true,
            Doomed::NotWonOrLost => !won_or_lost,
            Doomed::NotDecided => !entry.label.is_decided(),
            Doomed::WonOrLost => won_or_lost,
            Doomed::Decided => entry.label.is_decided(),
            Doomed::Won => entry.label == PositionLabel::WIN,
            Doomed::Lost => entry.label == PositionLabel::LOSS,
            Doomed::WithoutMate => won_or_lost && entry.mate().is_none(),
            Doomed::MateWithin(most) => won_or_lost && entry.mate().is_some_and(|(_, plies)| plies < most),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_say_what_goes_and_how_far() {
        use BranchReach::{All, Children};
        for (text, meant) in [
            ("", Some((Doomed::All, All))),
            ("all", Some((Doomed::All, All))),
            ("recursive", Some((Doomed::All, All))),
            ("nonwl", Some((Doomed::NotWonOrLost, Children))),
            ("NonWLDRecursive", Some((Doomed::NotDecided, All))),
            ("wl", Some((Doomed::WonOrLost, Children))),
            ("wldrecursive", Some((Doomed::Decided, All))),
            ("w", Some((Doomed::Won, Children))),
            ("lrecursive", Some((Doomed::Lost, All))),
            ("wlnostep", Some((Doomed::WithoutMate, Children))),
            ("wlinsteprecursive 12", Some((Doomed::MateWithin(12), All))),
            ("wlinstep", None),
            ("wlinstep -1", None),
            ("wl 3", None),
            ("draws", None),
        ] {
            assert_eq!(Doomed::parse(text), meant, "{text:?}");
        }
    }

    #[test]
    fn a_label_and_a_mate_decide_what_goes() {
        let mate = |label: PositionLabel, value: i16| PositionEntry { label, value, ..PositionEntry::default() };
        let entries = [
            PositionEntry::default(),
            mate(PositionLabel::DRAW, 0),
            mate(PositionLabel::WIN, 0),
            mate(PositionLabel::LOSS, 0),
            // Won in 12 plies from here: shown as W13.
            mate(PositionLabel::WIN, -29_988),
        ];
        for (doomed, expected) in [
            (Doomed::All, [true, true, true, true, true]),
            (Doomed::NotWonOrLost, [true, true, false, false, false]),
            (Doomed::NotDecided, [true, false, false, false, false]),
            (Doomed::WonOrLost, [false, false, true, true, true]),
            (Doomed::Decided, [false, true, true, true, true]),
            (Doomed::Won, [false, false, true, false, true]),
            (Doomed::Lost, [false, false, false, true, false]),
            (Doomed::WithoutMate, [false, false, true, true, false]),
            (Doomed::MateWithin(12), [false, false, false, false, false]),
            (Doomed::MateWithin(13), [false, false, false, false, true]),
        ] {
            assert_eq!(entries.each_ref().map(|entry| doomed.fits(entry)), expected, "{doomed:?}");
        }
    }
}
