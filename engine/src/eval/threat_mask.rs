//! Which threats both sides hold, in a few bits: what tables of the evaluation and of what was learned are looked up by.

use crate::board::Board;
use crate::rule::Rule;
use crate::shape::Pattern4;

/// Threat mask: which threats both sides hold, four bits for each, the side to move first, and one for a straight four of
/// the side that waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ThreatMask(pub u16);

impl ThreatMask {
    /// Number of different values.
    pub const COUNT: usize = 1 << 9;

    /// The threats on a board, for its side to move.
    #[inline]
    pub fn of<R: Rule>(board: &Board<R>) -> ThreatMask {
        let us = board.to_move();
        let mut bits = 0;
        let mut place = 0;
        let mut add = |held: bool| {
            bits |= u16::from(held) << place;
            place += 1;
        };
        for color in [us, !us] {
            add(board.has(color, Pattern4::Four));
            add(board.has(color, Pattern4::FourThree));
            add(board.has(color, Pattern4::Three));
            add(board.has(color, Pattern4::DoubleThree));
        }
        add(board.has(!us, Pattern4::StraightFour));
        ThreatMask(bits)
    }
}
