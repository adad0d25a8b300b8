//! Sets of points as bits, one word for two rows of the packed square.

use crate::point::{BoardSize, CELLS, Point, STRIDE};

const WORDS: usize = CELLS / 64;

/// A set of packed points.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PointSet([u64; WORDS]);

impl PointSet {
    /// The empty set.
    pub const EMPTY: PointSet = PointSet([0; WORDS]);

    /// All points of a board.
    pub fn board(size: BoardSize) -> PointSet {
        size.points().collect()
    }

    /// Whether the point is in the set.
    #[inline]
    pub const fn contains(&self, point: Point) -> bool {
        self.0[point.index() / 64] >> (point.index() % 64) & 1 != 0
    }

    /// Puts the point in.
    #[inline]
    pub const fn insert(&mut self, point: Point) {
        self.0[point.index() / 64] |= 1 << (point.index() % 64);
    }

    /// Takes the point out.
    #[inline]
    pub const fn remove(&mut self, point: Point) {
        self.0[point.index() / 64] &= !(1 << (point.index() % 64));
    }

    /// Puts the point in when it is out and takes it out when it is in.
    #[inline]
    pub const fn toggle(&mut self, point: Point) {
        self.0[point.index() / 64] ^= 1 << (point.index() % 64);
    }

    /// Whether no point is in the set.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// Number of points in the set.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The points of the set in the order of their packed index.
    #[inline]
    pub fn iter(&self) -> Iter<'_> {
        Iter { words: &self.0, word: 0, bits: self.0[0] }
    }

    /// The first point in the order of packed indices.
    #[inline]
    pub fn first(&self) -> Option<Point> {
        self.iter().next()
    }

    /// Points in both sets.
    #[inline]
    #[must_use]
    pub fn and(&self, other: &PointSet) -> PointSet {
        PointSet(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// Points in either set.
    #[inline]
    #[must_use]
    pub fn or(&self, other: &PointSet) -> PointSet {
        PointSet(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// Points of this set that are not in the other.
    #[inline]
    #[must_use]
    pub fn without(&self, other: &PointSet) -> PointSet {
        PointSet(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// Nine rows of the packed square, of which this is the first.
    #[inline]
    pub(crate) fn patch_mut(&mut self, first_row: usize) -> &mut Patch {
        self.0[first_row / 2..].first_chunk_mut().expect("a patch lies in the packed square")
    }
}

/// Nine rows of the packed square, as a set has them: a word for every two, half of the first or of the last being of a row
/// beyond.
pub(crate) type Patch = [u64; 5];

/// The patch of these rows, bit `c` of each being packed column `c`, whose first row is even or, where `odd` is 1, odd.
pub(crate) const fn patch(rows: [u32; 9], odd: usize) -> Patch {
    let mut patch = [0; 5];
    let mut i = 0;
    while i < rows.len() {
        patch[(odd + i) / 2] |= (rows[i] as u64) << ((odd + i) % 2 * STRIDE);
        i += 1;
    }
    patch
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> PointSet {
        let mut set = PointSet::EMPTY;
        points.into_iter().for_each(|point| set.insert(point));
        set
    }
}

impl<'a> IntoIterator for &'a PointSet {
    type Item = Point;
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}

impl std::fmt::Debug for PointSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self).finish()
    }
}

/// The points of a [`PointSet`] in the order of their packed index.
#[derive(Clone, Debug)]
pub struct Iter<'a> {
    words: &'a [u64; WORDS],
    word: usize,
    bits: u64,
}

impl Iterator for Iter<'_> {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        while self.bits == 0 {
            self.word += 1;
            self.bits = *self.words.get(self.word)?;
        }
        let bit = self.bits.trailing_zeros() as usize;
        self.bits &= self.bits - 1;
        Some(Point::from_index(self.word * 64 + bit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_what_was_put_in() {
        let size = BoardSize::new(22, 9).unwrap();
        let all = PointSet::board(size);
        assert_eq!(all.len(), size.area());
        assert!(all.iter().eq(size.points()));
        let odd: PointSet = size.points().filter(|p| p.x() % 2 == 1).collect();
        let mut even = all.without(&odd);
        assert_eq!(even.or(&odd), all);
        assert!(even.and(&odd).is_empty());
        let corner = even.first().unwrap();
        assert_eq!(corner, Point::new(0, 0));
        even.remove(corner);
        assert!(!even.contains(corner));
        even.toggle(corner);
        assert!(even.contains(corner));
        let row = corner.row();
        for first in [row, row - 1] {
            let rows = std::array::from_fn(|i| if first + i == row { 1 << corner.column() } else { 0 });
            let before = *even.patch_mut(first);
            for (word, bits) in even.patch_mut(first).iter_mut().zip(patch(rows, first % 2)) {
                *word ^= bits;
            }
            assert!(!even.contains(corner));
            *even.patch_mut(first) = before;
        }
        assert_eq!(even.or(&odd), all);
    }
}
