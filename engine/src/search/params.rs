//! Every number of the search that can be tuned, as named functions of depth; the formula is here and nowhere else.
//!
//! Depths are in plies, margins in the unit of a [`crate::score::Score`].

use std::sync::LazyLock;

/// Positions that the search for continuous fours may look at, in a leaf.
pub const LEAF_FOURS: u64 = 60;
/// The same in a node above the leaves, for each ply of depth left.
pub const INNER_FOURS: u64 = 40;
/// The most for a node above the leaves.
pub const MOST_INNER_FOURS: u64 = 400;
/// The same at the root.
pub const ROOT_FOURS: u64 = 20_000;

/// Half the width of the first window around the score of the iteration before.
pub const ASPIRATION: i32 = 16;
/// The first iteration that is searched with such a window.
pub const ASPIRATION_DEPTH: i32 = 5;

/// The deepest node that is given up when far above beta.
pub const REVERSE_FUTILITY_DEPTH: i32 = 8;
/// How far above beta the evaluation must be for that.
pub fn reverse_futility(depth: i32, improving: bool) -> i32 {
    55 * (depth - i32::from(improving)).max(0) + 15
}

/// The deepest node that is given up to its leaf value when far below alpha.
pub const RAZORING_DEPTH: i32 = 3;
/// How far below alpha the evaluation must be for that.
pub fn razoring(depth: i32) -> i32 {
    80 + 90 * depth
}

/// The shallowest node in which a pass is tried.
pub const NULL_MOVE_DEPTH: i32 = 6;
/// How much shallower the search after a pass is.
pub fn null_move_reduction(depth: i32) -> i32 {
    4 + depth / 4
}

/// The shallowest node whose depth is cut when no best move is known.
pub const BLIND_REDUCTION_DEPTH: i32 = 4;

/// The number of moves after which those without a threat are left out.
pub fn move_count(depth: i32, improving: bool) -> usize {
    // 3 + depth^1.4, made once.
    static COUNTS: LazyLock<[usize; 64]> =
        LazyLock::new(|| std::array::from_fn(|depth| 4 + ((depth * depth * depth) as u64 * 2).isqrt() as usize));
    let count = COUNTS[depth.clamp(0, 63) as usize];
    if improving { count } else { count / 2 + 1 }
}

/// The deepest node in which moves without a threat are left out when the evaluation is far below alpha.
pub const FUTILITY_DEPTH: i32 = 6;
/// How far below alpha the evaluation must be for that.
pub fn futility(depth: i32) -> i32 {
    70 + 70 * depth
}

/// The shallowest node in which it is asked whether the best move is the only good one.
pub const SINGULAR_DEPTH: i32 = 7;
/// How much less than the stored score all other moves must reach.
pub fn singular(depth: i32) -> i32 {
    2 * depth
}
/// How far below that again for a second ply of extension.
pub const DOUBLE_SINGULAR: i32 = 30;

/// The shallowest node in which late moves are searched less deep.
pub const REDUCTION_DEPTH: i32 = 2;
/// What is added to a reduction for a move that comes so far behind the first in the order of moves, in parts of
/// [`REDUCTION_UNIT`].
pub fn promise_reduction(behind: i32) -> i32 {
    behind.clamp(0, 600) * 2
}
/// What is added to a reduction for moves expected to fail, in parts of [`REDUCTION_UNIT`].
pub const CUT_NODE_REDUCTION: i32 = 700;
/// What is taken off a reduction on a principal variation.
pub const PV_REDUCTION: i32 = 900;
/// What is taken off a reduction for a move that makes a three or more.
pub const THREAT_REDUCTION: i32 = 1000;
/// What is added to a reduction when the evaluation falls.
pub const FALLING_REDUCTION: i32 = 500;
/// The value of history that is worth one ply of reduction.
pub const HISTORY_PER_PLY: i32 = 7000;
/// Parts of a ply in which reductions are counted.
pub const REDUCTION_UNIT: i32 = 1024;

/// How much less deep the move of this number is searched, in parts of [`REDUCTION_UNIT`].
pub fn reduction(depth: i32, number: usize) -> i32 {
    static LOGARITHMS: LazyLock<[i32; 256]> = LazyLock::new(|| std::array::from_fn(logarithm));
    let log = |n: usize| LOGARITHMS[n.min(255)];
    let product = log(depth.max(1) as usize) * log(number.max(1)) / 1024;
    300 + product * 3 / 4
}

/// The natural logarithm in parts of 1024, by whole numbers alone, so that it is the same on every machine.
fn logarithm(n: usize) -> i32 {
    // ln n = log2 n * ln 2; the fraction of log2 comes from squaring again and again.
    let n = n.max(1) as u64;
    let whole = n.ilog2();
    let mut mantissa = (n << 20) >> whole;
    let mut log2 = u64::from(whole) << 10;
    for bit in (0..10).rev() {
        mantissa = (mantissa * mantissa) >> 20;
        if mantissa >> 21 != 0 {
            mantissa >>= 1;
            log2 += 1 << bit;
        }
    }
    (log2 * 710 / 1024) as i32
}

/// What a move of the table, a killer or a counter-move is worth in the order of moves.
pub const TABLE_MOVE_ORDER: i32 = 1 << 24;
/// What the answer that last refuted the stone before is worth in the order of moves.
pub const COUNTER_MOVE_ORDER: i32 = 60;
/// What a killer is worth in the order of moves.
pub const KILLER_ORDER: i32 = 60;
/// History is divided by this in the order of moves.
pub const HISTORY_ORDER: i32 = 48;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_those_of_the_books() {
        for n in 1..256 {
            let exact = (n as f64).ln() * 1024.0;
            assert!((f64::from(logarithm(n)) - exact).abs() < 3.0, "{n}: {} {exact}", logarithm(n));
        }
    }
}
