//! The steps of an opening by Soosyrv-8, of which each has its own word: `YXSOOSORVSTEP1` to `YXSOOSORVSTEP6`.

/// A step of an opening by Soosyrv-8. An earlier step is less than a later one.
///
/// ```
/// use tengen_protocol::command::SoosyrvStep;
///
/// assert!(SoosyrvStep::Offer < SoosyrvStep::Pick);
/// assert_eq!((SoosyrvStep::Pick.number(), SoosyrvStep::Pick.stones()), (6, 4));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum SoosyrvStep {
    /// Three stones are put.
    Three,
    /// Colours are swapped or kept.
    Swap,
    /// The fourth stone is put, and the number of fifths is declared.
    Fourth,
    /// Colours are swapped or kept once more.
    SwapAgain,
    /// The fifths are offered.
    Offer,
    /// One of the fifths is picked.
    Pick,
}

impl SoosyrvStep {
    /// Its number in its word, from 1 to 6.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// The stones on the board when it begins, which follow its line. None follow the first.
    #[must_use]
    pub const fn stones(self) -> usize {
        match self {
            SoosyrvStep::Three => 0,
            SoosyrvStep::Swap | SoosyrvStep::Fourth => 3,
            SoosyrvStep::SwapAgain | SoosyrvStep::Offer | SoosyrvStep::Pick => 4,
        }
    }

    /// Whether the number of fifths that was declared stands on its line.
    #[must_use]
    pub const fn takes_number(self) -> bool {
        matches!(self, SoosyrvStep::SwapAgain | SoosyrvStep::Offer)
    }

    /// Whether the fifths that were offered follow its stones.
    #[must_use]
    pub const fn holds_fifths(self) -> bool {
        matches!(self, SoosyrvStep::Pick)
    }
}
