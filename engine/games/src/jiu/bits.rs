//! Sets of points of a board of Jiu as few words: four for boards up to 14x14, seven up to 20x20.

use tengen_engine::point::Point;

/// Words for boards up to 14x14.
pub(super) const SMALL: usize = 4;
/// Words for all boards.
pub(super) const LARGE: usize = 7;
/// The longest side that the small sets hold.
pub(super) const SMALL_SIDE: usize = 14;

/// A set of points. Rows follow one another with at least one column between them that is always empty, so that a shift by
/// a step leads off the board into nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bits<const W: usize>([u64; W]);

impl<const W: usize> Bits<W> {
    pub(super) const EMPTY: Bits<W> = Bits([0; W]);
    /// The distance of a point to the one below it.
    pub(super) const STRIDE: usize = if W == SMALL { 16 } else { 21 };
    /// Number of indices.
    pub(super) const LEN: usize = 64 * W;

    /// The index of a point.
    #[inline]
    pub(super) const fn index(point: Point) -> usize {
        point.y() * Self::STRIDE + point.x()
    }

    /// The point with this index.
    #[inline]
    pub(super) const fn point(index: usize) -> Point {
        Point::new(index % Self::STRIDE, index / Self::STRIDE)
    }

    #[inline]
    pub(super) const fn contains(&self, index: usize) -> bool {
        self.0[index / 64] >> (index % 64) & 1 != 0
    }

    /// Whether an index that may lie outside is in the set.
    #[inline]
    pub(super) fn holds(&self, index: isize) -> bool {
        (0..Self::LEN as isize).contains(&index) && self.contains(index as usize)
    }

    #[inline]
    pub(super) const fn toggle(&mut self, index: usize) {
        self.0[index / 64] ^= 1 << (index % 64);
    }

    #[inline]
    fn zip(self, other: Self, join: impl Fn(u64, u64) -> u64) -> Self {
        Bits(std::array::from_fn(|i| join(self.0[i], other.0[i])))
    }

    #[inline]
    pub(super) fn without(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Number of points.
    #[inline]
    pub(super) fn len(&self) -> i32 {
        self.0.iter().map(|word| word.count_ones() as i32).sum()
    }

    /// The set seen from so far to the right and down: a point is in it when the point there is in this one.
    #[inline]
    pub(super) fn seen_at(self, right: isize, down: isize) -> Self {
        self.seen_from(right + down * Self::STRIDE as isize)
    }

    /// The same by a difference of indices, less than 64 in size.
    #[inline]
    pub(super) fn seen_from(self, offset: isize) -> Self {
        let shift = offset.unsigned_abs();
        let a = &self.0;
        match offset {
            0 => self,
            1.. => Bits(std::array::from_fn(|i| a[i] >> shift | if i + 1 < W { a[i + 1] << (64 - shift) } else { 0 })),
            _ => Bits(std::array::from_fn(|i| a[i] << shift | if i > 0 { a[i - 1] >> (64 - shift) } else { 0 })),
        }
    }

    /// The indices in the set, rising.
    #[inline]
    pub(super) fn iter(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(word, mut bits)| {
            std::iter::from_fn(move || {
                let bit = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
                bits &= bits - 1;
                Some(64 * word + bit)
            })
        })
    }
}

macro_rules! join {
    ($trait:ident, $name:ident, $op:tt) => {
        impl<const W: usize> std::ops::$trait for Bits<W> {
            type Output = Bits<W>;

            #[inline]
            fn $name(self, other: Bits<W>) -> Bits<W> {
                self.zip(other, |a, b| a $op b)
            }
        }
    };
}

join!(BitAnd, bitand, &);
join!(BitOr, bitor, |);
join!(BitXor, bitxor, ^);

impl<const W: usize> FromIterator<Point> for Bits<W> {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        let mut bits = Self::EMPTY;
        points.into_iter().for_each(|point| bits.toggle(Self::index(point)));
        bits
    }
}
