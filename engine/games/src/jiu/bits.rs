//! Sets of points of a board of Jiu as few words: four for boards up to 14x14, seven up to 20x20.

use tengen_engine::point::Point;

/// Words for boards up to 14x14.
pub(super) const SMALL: usize = 4;
/// Words for all boards.
pub(super) const LARGE: usize = 7;
/// The longest side that the small sets hold.
pub(super) const SMALL_SIDE: usize = 14;

/// Does something with the number of each word.
macro_rules! for_each_word {
    ($count:expr, $i:ident, $act:expr) => {
        for_each_word!($count, $i, $act, 0 1 2 3 4 5 6)
    };
    ($count:expr, $i:ident, $act:expr, $($number:literal)*) => {
        $({
            let $i = $number;
            if $i < $count {
                $act;
            }
        })*
    };
}

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
    #[inline(always)]
    pub(super) const fn index(point: Point) -> usize {
        point.y() * Self::STRIDE + point.x()
    }

    /// The point with this index.
    #[inline(always)]
    pub(super) const fn point(index: usize) -> Point {
        Point::new(index % Self::STRIDE, index / Self::STRIDE)
    }

    #[inline(always)]
    pub(super) const fn contains(&self, index: usize) -> bool {
        self.0[index / 64] >> (index % 64) & 1 != 0
    }

    /// Whether an index that may lie outside is in the set.
    #[inline(always)]
    pub(super) fn holds(&self, index: isize) -> bool {
        (0..Self::LEN as isize).contains(&index) && self.contains(index as usize)
    }

    #[inline(always)]
    pub(super) const fn toggle(&mut self, index: usize) {
        self.0[index / 64] ^= 1 << (index % 64);
    }

    /// A set by its words. They are written out, for where code is made to be small no loop over them is unrolled.
    #[inline(always)]
    fn of(word: impl Fn(usize) -> u64) -> Self {
        let mut words = [0; W];
        for_each_word!(W, i, words[i] = word(i));
        Bits(words)
    }

    #[inline(always)]
    fn zip(self, other: Self, join: impl Fn(u64, u64) -> u64) -> Self {
        Self::of(|i| join(self.0[i], other.0[i]))
    }

    #[inline(always)]
    pub(super) fn without(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        let mut all = 0;
        for_each_word!(W, i, all |= self.0[i]);
        all == 0
    }

    /// Number of points.
    #[inline(always)]
    pub(super) fn len(&self) -> i32 {
        let mut count = 0;
        for_each_word!(W, i, count += self.0[i].count_ones() as i32);
        count
    }

    /// The set seen from so far to the right and down: a point is in it when the point there is in this one.
    #[inline(always)]
    pub(super) fn seen_at(self, right: isize, down: isize) -> Self {
        self.seen_from(right + down * Self::STRIDE as isize)
    }

    /// The same by a difference of indices, less than 64 in size.
    #[inline(always)]
    pub(super) fn seen_from(self, offset: isize) -> Self {
        let shift = offset.unsigned_abs();
        let a = &self.0;
        match offset {
            0 => self,
            1.. => Self::of(|i| a[i] >> shift | if i + 1 < W { a[i + 1] << (64 - shift) } else { 0 }),
            _ => Self::of(|i| a[i] << shift | if i > 0 { a[i - 1] >> (64 - shift) } else { 0 }),
        }
    }

    /// The indices in the set, rising.
    #[inline(always)]
    pub(super) fn iter(self) -> Indices<W> {
        Indices { left: self, word: 0 }
    }
}

/// The indices in a set.
pub(super) struct Indices<const W: usize> {
    left: Bits<W>,
    word: usize,
}

impl<const W: usize> Iterator for Indices<W> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        while self.word < W {
            let bits = &mut self.left.0[self.word];
            if *bits != 0 {
                let index = 64 * self.word + bits.trailing_zeros() as usize;
                *bits &= *bits - 1;
                return Some(index);
            }
            self.word += 1;
        }
        None
    }
}

macro_rules! join {
    ($trait:ident, $name:ident, $op:tt) => {
        impl<const W: usize> std::ops::$trait for Bits<W> {
            type Output = Bits<W>;

            #[inline(always)]
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
