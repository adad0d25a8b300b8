//! The head of a record: what is told about a game as a whole.

use std::fmt;

/// What is told about a game as a whole, each a text of its own. The order is that in which files have them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Head {
    /// The name of the game.
    Title,
    /// The event it belongs to: a tournament.
    Event,
    /// The round of the event.
    Round,
    /// Where it was played.
    Place,
    /// When.
    Date,
    /// Who had Black.
    Black,
    /// How strong Black is.
    BlackRank,
    /// The team or country of Black.
    BlackTeam,
    /// Who had White.
    White,
    /// How strong White is.
    WhiteRank,
    /// The team or country of White.
    WhiteTeam,
    /// By which rules, in the words of the file.
    Rules,
    /// The rule by which the opening was made, or the opening itself.
    Opening,
    /// How it ended: `B+`, `W+`, `0` for a draw, with what the file adds.
    Result,
    /// The time of a side, in seconds.
    Time,
    /// What comes after that time.
    Overtime,
    /// Who commented on it.
    Annotator,
    /// Where it was published.
    Source,
    /// Who wrote it down.
    Recorder,
    /// To whom it belongs.
    Copyright,
    /// What is said about the game.
    GameComment,
}

/// What a [`Head::GameComment`] begins with that tells who changed colours, in marks of a file of BDT or of RenjuNet.
pub(super) const REVERSED: &str = "reverse: ";
pub(super) const SWAPPED: &str = "swap: ";

impl Head {
    /// All of them, with their names in the Smart Game Format.
    pub const ALL: [(Head, &'static str); 21] = [
        (Head::Title, "GN"),
        (Head::Event, "EV"),
        (Head::Round, "RO"),
        (Head::Place, "PC"),
        (Head::Date, "DT"),
        (Head::Black, "PB"),
        (Head::BlackRank, "BR"),
        (Head::BlackTeam, "BT"),
        (Head::White, "PW"),
        (Head::WhiteRank, "WR"),
        (Head::WhiteTeam, "WT"),
        (Head::Rules, "RU"),
        (Head::Opening, "ON"),
        (Head::Result, "RE"),
        (Head::Time, "TM"),
        (Head::Overtime, "OT"),
        (Head::Annotator, "AN"),
        (Head::Source, "SO"),
        (Head::Recorder, "US"),
        (Head::Copyright, "CP"),
        (Head::GameComment, "GC"),
    ];

    /// Its name in the Smart Game Format.
    #[must_use]
    pub fn property(self) -> &'static str {
        Head::ALL[self as usize].1
    }

    /// Whether a [`Head::GameComment`] tells who changed colours, as the readers of some formats write it.
    #[must_use]
    pub fn tells_swaps(comment: &str) -> bool {
        [REVERSED, SWAPPED].iter().any(|begin| comment.starts_with(begin))
    }
}

impl fmt::Display for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.property())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_head_has_its_own_property() {
        for (number, (head, property)) in Head::ALL.into_iter().enumerate() {
            assert_eq!((head as usize, head.property(), head.to_string().as_str()), (number, property, property));
            assert_eq!(Head::ALL.iter().filter(|(_, other)| *other == property).count(), 1, "{property}");
        }
    }
}
