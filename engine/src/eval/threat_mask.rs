//! Which threats both sides hold, in a few bits: what tables of the evaluation and of what was learned are looked up by.

use crate::board::Board;
use crate::rule::Rule;
use crate::shape::Pattern4::{self, DoubleThree, Four, FourThree, StraightFour, Three};

/// Threat mask: which threats both sides hold, one bit for each class. A straight four has a bit only for the side that waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ThreatMask(pub u16);

impl ThreatMask {
    /// What is told of the side to move, the lowest bit first. Weights depend on the order.
    const OWN: [Pattern4; 4] = [Four, FourThree, Three, DoubleThree];
    /// What is told of the side that waits, in the bits above.
    const THEIRS: [Pattern4; 5] = [Four, FourThree, Three, DoubleThree, StraightFour];
    /// Number of different values.
    pub const COUNT: usize = 1 << (ThreatMask::OWN.len() + ThreatMask::THEIRS.len());

    /// The threats on a board, for its side to move.
    #[inline]
    pub fn of<R: Rule>(board: &Board<R>) -> ThreatMask {
        let us = board.to_move();
        let held = |color, classes: &[Pattern4]| {
            classes.iter().rev().fold(0_u16, |bits, &class| bits << 1 | u16::from(board.has(color, class)))
        };
        ThreatMask(held(us, &ThreatMask::OWN) | held(!us, &ThreatMask::THEIRS) << ThreatMask::OWN.len())
    }

    /// Its place in tables, below [`ThreatMask::COUNT`].
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0) % ThreatMask::COUNT
    }

    /// Whether the side to move holds a threat of this class.
    ///
    /// # Panics
    /// No bit tells of the class: a straight four has none here.
    pub fn own(self, class: Pattern4) -> bool {
        self.0 >> place(&ThreatMask::OWN, class) & 1 != 0
    }

    /// Whether the side that waits holds a threat of this class.
    ///
    /// # Panics
    /// No bit tells of the class.
    pub fn theirs(self, class: Pattern4) -> bool {
        self.0 >> (ThreatMask::OWN.len() + place(&ThreatMask::THEIRS, class)) & 1 != 0
    }
}

/// The bit of a class among those of its side.
fn place(classes: &[Pattern4], class: Pattern4) -> usize {
    classes.iter().position(|&told| told == class).expect("it is one of those that are told")
}
