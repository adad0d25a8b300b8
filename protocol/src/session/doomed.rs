//! Which positions `YXDELETEDATABASEALL` deletes, by the words of Yixin-Board.

use tengen_engine::database::branch::BranchReach;
use tengen_engine::database::{PositionEntry, PositionLabel, SideOutcome};

use crate::command::{number, words};

/// Which positions are deleted, by the words of Yixin-Board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Doomed {
    /// Every one.
    All,
    /// Those that nobody wins, as far as a label or a value says it.
    NotWonOrLost,
    /// Those that are not labelled a draw either.
    NotDecided,
    /// Wins and losses.
    WonOrLost,
    /// Or draws.
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
        // A mark of a person may stand in the place of a label beside a win that was found.
        let outcome = entry.outcome();
        let is_won_or_lost = outcome.is_some();
        let is_decided = is_won_or_lost || entry.label == PositionLabel::DRAW;
        match self {
            Doomed::All => true,
            Doomed::NotWonOrLost => !is_won_or_lost,
            Doomed::NotDecided => !is_decided,
            Doomed::WonOrLost => is_won_or_lost,
            Doomed::Decided => is_decided,
            Doomed::Won => outcome == Some(SideOutcome::Loss),
            Doomed::Lost => outcome == Some(SideOutcome::Win),
            Doomed::WithoutMate => is_won_or_lost && entry.mate().is_none(),
            Doomed::MateWithin(most) => entry.mate().is_some_and(|(_, plies)| plies < most),
        }
    }
}

#[cfg(test)]
mod tests {
    use tengen_engine::database::ValueBound;

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
    fn what_is_known_of_the_end_decides_what_goes() {
        let mate = |label: PositionLabel, value: i16| PositionEntry { label, value, ..PositionEntry::default() };
        let entries = [
            PositionEntry::default(),
            mate(PositionLabel::DRAW, 0),
            mate(PositionLabel::WIN, 0),
            mate(PositionLabel::LOSS, 0),
            // Won in 12 plies from here: shown as W13.
            mate(PositionLabel::WIN, -29_988),
            // Lost in nobody knows how many plies, beside the mark of a person.
            PositionEntry { bound: ValueBound::Exact, ..mate(PositionLabel::FORCED, 29_500) },
        ];
        for (doomed, expected) in [
            (Doomed::All, [true, true, true, true, true, true]),
            (Doomed::NotWonOrLost, [true, true, false, false, false, false]),
            (Doomed::NotDecided, [true, false, false, false, false, false]),
            (Doomed::WonOrLost, [false, false, true, true, true, true]),
            (Doomed::Decided, [false, true, true, true, true, true]),
            (Doomed::Won, [false, false, true, false, true, false]),
            (Doomed::Lost, [false, false, false, true, false, true]),
            (Doomed::WithoutMate, [false, false, true, true, false, true]),
            (Doomed::MateWithin(12), [false, false, false, false, false, false]),
            (Doomed::MateWithin(13), [false, false, false, false, true, false]),
        ] {
            assert_eq!(entries.each_ref().map(|entry| doomed.fits(entry)), expected, "{doomed:?}");
        }
    }
}
