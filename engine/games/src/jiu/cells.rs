//! Cells of the board of Jiu: squares, open gates and saddle-bags of one side as sets of bits.

use super::bits::Bits;

/// The cells of one side, each named by its upper left corner.
pub(super) struct Cells<const W: usize> {
    pub(super) own: Bits<W>,
    /// Cells full of own stones.
    pub(super) squares: Bits<W>,
    /// Cells with three own stones and an empty corner: upper left, upper right, lower left, lower right.
    pub(super) holes: [Bits<W>; 4],
}

impl<const W: usize> Cells<W> {
    #[inline]
    pub(super) fn new(own: Bits<W>, empty: Bits<W>) -> Cells<W> {
        let corners = |set: Bits<W>| [set, set.seen_at(1, 0), set.seen_at(0, 1), set.seen_at(1, 1)];
        let ([a, b, c, d], free) = (corners(own), corners(empty));
        let (upper, lower) = (a & b, c & d);
        let holes = [free[0] & b & lower, a & free[1] & lower, upper & free[2] & d, upper & c & free[3]];
        Cells { own, squares: upper & lower, holes }
    }

    /// Open gates that a step closes: the same four sets, where a stone outside of the cell stands next to the hole.
    #[inline]
    pub(super) fn closed_by_a_step(&self) -> [Bits<W>; 4] {
        let own = |right, down| self.own.seen_at(right, down);
        [
            self.holes[0] & (own(-1, 0) | own(0, -1)),
            self.holes[1] & (own(2, 0) | own(1, -1)),
            self.holes[2] & (own(-1, 1) | own(0, 2)),
            self.holes[3] & (own(2, 1) | own(1, 2)),
        ]
    }

    /// The empty corners of cells, as points.
    #[inline]
    pub(super) fn hole_points(holes: [Bits<W>; 4]) -> Bits<W> {
        holes[0] | holes[1].seen_at(-1, 0) | holes[2].seen_at(0, -1) | holes[3].seen_at(-1, -1)
    }

    /// The stones of saddle-bags that take one stone at an end at least, and those of them that take two at both.
    pub(super) fn saddle_bags(&self) -> (Bits<W>, Bits<W>) {
        let squares = self.squares;
        let [upper_left, upper_right, lower_left, lower_right] = self.holes;
        if squares.is_empty() || Self::hole_points(self.holes).is_empty() {
            return (Bits::EMPTY, Bits::EMPTY);
        }
        // Squares of the stone on the side away from the hole, and cells of the hole on the side away from the stone.
        let ways = [
            [squares.seen_at(-1, -1), squares.seen_at(-1, 0), upper_left.seen_at(1, 0), lower_left.seen_at(1, -1)],
            [squares, squares.seen_at(0, -1), upper_right.seen_at(-2, 0), lower_right.seen_at(-2, -1)],
            [squares.seen_at(0, -1), squares.seen_at(-1, -1), upper_left.seen_at(0, 1), upper_right.seen_at(-1, 1)],
            [squares, squares.seen_at(-1, 0), lower_left.seen_at(0, -2), lower_right.seen_at(-1, -2)],
        ];
        let mut found = (Bits::EMPTY, Bits::EMPTY);
        for [at_stone, at_stone_too, at_hole, at_hole_too] in ways {
            found.0 = found.0 | self.own & (at_stone | at_stone_too) & (at_hole | at_hole_too);
            found.1 = found.1 | self.own & at_stone & at_stone_too & at_hole & at_hole_too;
        }
        found
    }

    /// The stones that are corners of cells.
    #[inline]
    pub(super) fn corners_of(&self, cells: Bits<W>) -> Bits<W> {
        (cells | cells.seen_at(-1, 0) | cells.seen_at(0, -1) | cells.seen_at(-1, -1)) & self.own
    }
}
