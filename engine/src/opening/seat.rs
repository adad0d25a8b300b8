//! The two participants of a game, and tables with one entry for each.

use std::fmt;
use std::ops::{Index, IndexMut, Not};

/// A participant, whichever colour he plays.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Seat {
    /// Who opens, and holds Black until somebody swaps.
    A,
    /// The other.
    B,
}

impl Seat {
    /// Both participants, who opens first.
    pub const ALL: [Seat; 2] = [Seat::A, Seat::B];
}

impl Not for Seat {
    type Output = Seat;

    fn not(self) -> Seat {
        match self {
            Seat::A => Seat::B,
            Seat::B => Seat::A,
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Seat::A => "A",
            Seat::B => "B",
        })
    }
}

/// One value for each participant, indexed by [`Seat`] alone.
///
/// ```
/// use tengen_engine::opening::{BySeat, Seat};
///
/// let mut wins = BySeat([0, 0]);
/// wins[Seat::B] += 1;
/// assert_eq!(wins, BySeat([0, 1]));
/// assert_eq!(wins, BySeat::from_fn(|seat| usize::from(seat == Seat::B)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BySeat<T>(pub [T; 2]);

impl<T> BySeat<T> {
    /// A table made by asking for each participant in turn.
    pub fn from_fn(make: impl FnMut(Seat) -> T) -> BySeat<T> {
        BySeat(Seat::ALL.map(make))
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        &self.0[seat as usize]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_seat_has_its_entry() {
        let mut names = BySeat::from_fn(|seat| seat.to_string());
        assert_eq!(names, BySeat(["A".to_string(), "B".to_string()]));
        names[Seat::B].push('!');
        assert_eq!(Seat::ALL.map(|seat| names[seat].as_str()), ["A", "B!"]);
        assert_eq!(Seat::ALL.map(|seat| !seat), [Seat::B, Seat::A]);
    }
}
