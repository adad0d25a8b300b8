//! Keys of positions: one random word for every thing that can stand on every point, all from one seed at compile time.

use std::ops::{BitXor, BitXorAssign};

use crate::color::Color;
use crate::point::{BoardSize, CELLS, Point};
use crate::random;
use crate::rule::RuleKind;

/// A 64-bit key of a position. Equal positions have equal keys; unequal ones almost surely have not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Key(pub u64);

impl Key {
    /// One of so many places, counted from 0: keys are spread over them in their order.
    #[inline]
    pub fn place_among(self, places: usize) -> usize {
        ((u128::from(self.0) * places as u128) >> 64) as usize
    }
}

impl BitXor for Key {
    type Output = Key;

    #[inline]
    fn bitxor(self, other: Key) -> Key {
        Key(self.0 ^ other.0)
    }
}

impl BitXorAssign for Key {
    #[inline]
    fn bitxor_assign(&mut self, other: Key) {
        self.0 ^= other.0;
    }
}

const SEED: u64 = 0x5445_4e47_454e_5a42;

/// The word of a place in the sequence of all keys.
pub const fn word(place: u64) -> u64 {
    random::word(place, SEED)
}

const fn words<const N: usize>(first: u64) -> [u64; N] {
    let mut words = [0; N];
    let mut i = 0;
    while i < N {
        words[i] = word(first + i as u64);
        i += 1;
    }
    words
}

static STONES: [[u64; CELLS]; 2] = [words(0), words(CELLS as u64)];
static BLOCKS: [u64; CELLS] = words(2 * CELLS as u64);
const OTHERS: u64 = 3 * CELLS as u64;

/// The key of a stone on a point.
#[inline]
pub fn stone(color: Color, point: Point) -> Key {
    Key(STONES[color as usize][point.index()])
}

/// The key of a point on which nobody may play.
pub fn block(point: Point) -> Key {
    Key(BLOCKS[point.index()])
}

/// The key that says that White is to move.
pub const WHITE_TO_MOVE: Key = Key(word(OTHERS));

/// The key of an empty board of this size under this rule.
pub fn empty(rule: RuleKind, size: BoardSize) -> Key {
    Key(word(OTHERS + 1 + rule as u64) ^ word(OTHERS + 1000 + (size.width() * 100 + size.height()) as u64))
}
