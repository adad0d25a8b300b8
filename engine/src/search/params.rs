//! The numbers of the search that `tune` changes, in one list, and the formulas that are made of them. What has no range to
//! be tuned in, such as how many moves late move reduction lets pass, stands at its step in `search::pvs`.
//!
//! Depths are in plies, margins in the unit of a [`crate::score::Score`].

use std::ops::Range;
use std::sync::LazyLock;

use crate::score::Score;

/// What is to be known about one of the [`Params`] to tune it.
#[derive(Debug)]
pub struct Parameter {
    /// Its name, which is that of the field.
    pub name: &'static str,
    /// Its value where nothing else is said.
    pub default: i32,
    /// The smallest value that makes sense.
    pub least: i32,
    /// The largest value that makes sense.
    pub most: i32,
    /// A change that is large enough to be felt and small enough to do no great harm.
    pub step: i32,
    field: fn(&mut Params) -> &mut i32,
}

impl Parameter {
    /// Gives the parameter a value, brought into its range.
    pub fn set(&self, params: &mut Params, value: i32) {
        *(self.field)(params) = value.clamp(self.least, self.most);
    }
}

/// Makes the struct and the list from lines `name: default, least..=most, step;`.
macro_rules! params {
    ($($(#[$doc:meta])* $name:ident: $default:literal, $least:literal..=$most:literal, $step:literal;)*) => {
        /// The numbers that one search goes by.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct Params {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Params {
            /// All of them.
            pub const LIST: &[Parameter] = &[$(Parameter {
                name: stringify!($name),
                default: $default,
                least: $least,
                most: $most,
                step: $step,
                field: |params| &mut params.$name,
            }),*];
        }

        impl Default for Params {
            /// The values of the list.
            fn default() -> Params {
                Params { $($name: $default),* }
            }
        }
    };
}

params! {
    /// VCF: positions that it may look at in a leaf.
    leaf_vcf_nodes: 60, 1..=300, 15;
    /// VCF: the same in a node above the leaves, for each ply of depth left.
    vcf_nodes_per_ply: 58, 1..=200, 10;

    /// Aspiration window: half its first width around the score of the iteration before.
    aspiration: 16, 4..=100, 4;
    /// Aspiration window: what is added to half the width when the score lies outside, besides half as much again.
    aspiration_growth: 6, 0..=60, 3;
    /// Aspiration window: the first iteration that has one.
    aspiration_depth: 5, 2..=9, 1;

    /// Reverse futility pruning: the deepest node that is given up when far above beta.
    reverse_futility_depth: 8, 2..=12, 1;
    /// Reverse futility margin: how far above beta the evaluation must be, whatever the depth.
    reverse_futility_base: 35, 0..=150, 10;
    /// Reverse futility margin: the same for each ply of depth.
    reverse_futility_slope: 28, 10..=150, 8;

    /// Razoring: the deepest node that is given up to its static evaluation when far below alpha.
    razoring_depth: 3, 1..=6, 1;
    /// Razoring margin: how far below alpha the evaluation must be, whatever the depth.
    razoring_base: 80, 0..=300, 20;
    /// Razoring margin: the same for each ply of depth.
    razoring_slope: 89, 10..=300, 15;

    /// Null move pruning: the shallowest node in which a pass is tried.
    null_move_depth: 6, 3..=9, 1;
    /// Null move reduction: how much shallower the search after a pass is, whatever the depth.
    null_move_base: 4, 2..=7, 1;
    /// Null move reduction: so many plies of depth make it a ply shallower still.
    null_move_plies: 4, 2..=8, 1;

    /// Internal iterative reduction: the shallowest node whose depth is cut when the table knows no move.
    iir_depth: 4, 2..=8, 1;

    /// Move count pruning: the number of moves after which those without a four are left out, whatever the depth.
    move_count_base: 6, 1..=16, 1;
    /// Move count pruning: what is added to it for the depth to the power of 1.5, in parts of [`UNIT`].
    move_count_growth: 2430, 400..=4000, 150;

    /// Futility pruning: the deepest node in which quiet moves are left out when the evaluation is far below alpha.
    futility_depth: 6, 2..=9, 1;
    /// Futility margin: how far below alpha the evaluation must be, whatever the depth.
    futility_base: 73, 0..=250, 15;
    /// Futility margin: the same for each ply of depth.
    futility_slope: 55, 10..=200, 10;
    /// Futility pruning: the first moves, which are searched in any case.
    futility_moves: 2, 1..=6, 1;

    /// Singular extension: the shallowest node in which it is asked whether the best move is the only good one.
    singular_depth: 11, 4..=14, 1;
    /// Singular margin: how much less than the stored score all other moves must reach for each ply of depth, in parts of
    /// [`UNIT`].
    singular_slope: 2010, 256..=8192, 300;
    /// Double extension margin: how far below that again for a second ply of extension.
    double_extension_margin: 46, 0..=150, 8;

    /// Late move reduction in parts of [`UNIT`], whatever the depth and the move count.
    reduction_base: 326, -600..=1500, 100;
    /// Late move reduction: what is added for the logarithms of depth and move count, multiplied, in parts of [`UNIT`].
    reduction_growth: 880, 256..=1536, 60;
    /// Policy-difference reduction: what is added for every 16 points that a move's order lies below the first, in parts
    /// of [`UNIT`].
    policy_slope: 42, 0..=128, 4;
    /// Policy-difference reduction: the difference beyond which it no longer grows.
    policy_limit: 600, 50..=2000, 60;
    /// Cut-node reduction: what is added in nodes expected to fail high, in parts of [`UNIT`].
    cut_node_reduction: 800, 0..=2500, 120;
    /// PV reduction: what is taken off where the table says that the node was on a principal variation, in parts of
    /// [`UNIT`].
    pv_reduction: 716, 0..=2500, 120;
    /// Threat reduction: what is taken off for a move that makes a three or more, in parts of [`UNIT`].
    threat_reduction: 762, 0..=3000, 120;
    /// Answer reduction: what is added where a straight four must be prevented, in parts of [`UNIT`].
    answer_reduction: 500, -1000..=2500, 120;
    /// Not improving: what is added when the evaluation has not grown since our last move, in parts of [`UNIT`].
    not_improving_reduction: 560, 0..=2000, 100;
    /// History reduction: the history score that is worth one ply.
    history_per_ply: 7650, 2000..=30000, 800;

    /// History bonus, and malus, whatever the depth.
    history_bonus_base: 32, 0..=400, 24;
    /// History bonus for each ply of depth, squared.
    history_bonus_growth: 16, 2..=64, 4;
    /// History bonus: the most at once.
    most_history_bonus: 1365, 100..=4000, 150;

    /// Correction history: how much of it is added to the static evaluation, in parts of [`UNIT`].
    correction_weight: 436, 0..=1024, 60;
    /// Correction history: how far an entry moves towards an error that was seen, for each ply of depth, in parts of
    /// [`UNIT`].
    correction_growth: 4, 1..=64, 2;

    /// Counter move: what the answer that last refuted the stone before is worth in the order of moves.
    counter_move_order: 60, 0..=400, 15;
    /// Killer move: what it is worth in the order of moves.
    killer_order: 60, 0..=400, 15;
    /// History: its score is divided by this in the order of moves.
    history_order: 40, 8..=300, 6;
}

/// Aspiration window: the most plies by which an iteration becomes shallower while its score lies above.
pub const MOST_ASPIRATION_REDUCTION: i32 = 3;
/// Singular extension: by how many plies the result in the table may be shallower than the node.
pub const SINGULAR_ENTRY_DEPTH: i32 = 3;
/// Negative extension: the plies taken off where the stored score reaches beta and the move is not the only good one.
pub const NEGATIVE_EXTENSION: i32 = 2;
/// ABDADA: the shallowest node in which moves that another thread is searching are deferred.
pub const ABDADA_DEPTH: i32 = 4;
/// Alpha-raise reduction: the depths of a node of a principal variation that loses a ply once a move has raised alpha.
pub const ALPHA_RAISE_DEPTHS: Range<i32> = 3..12;
/// Who can only play what is forbidden is as good as lost. It is no proof: protocols know no pass, but the rules do.
pub const ONLY_FORBIDDEN: Score = Score::judged(-5_000);
/// Parts in which fractions of a ply, of a move and of a margin are counted.
pub const UNIT: i32 = 1024;
/// VCF: positions that it may look at, at the root.
pub const ROOT_VCF_NODES: u64 = 20_000;
/// VCF threat: positions that may be looked at for the win by fours of the opponent where a move has lost.
pub const THREAT_VCF_NODES: u64 = 20;
/// VCT: positions that the VCF at each of its nodes may look at. Of as many positions in all, more wins are found with few
/// here than with a hundred.
pub const VCT_VCF_NODES: u64 = 20;
/// VCT at the root: one in so many of the nodes of a search.
pub const VCT_SHARE: u64 = 16;
/// VCT of the opponent after the best move: one in so many of the nodes of a search.
pub const REFUTATION_SHARE: u64 = 32;
/// VCT beside the search: with fewer nodes it is not begun.
pub const LEAST_VCT_NODES: u64 = 256;
/// VCF while the proof tree of a win is built that was found before.
pub const BUILDER_VCF_NODES: u64 = 10_000;
/// Initial disproof number of a three: the answers that it is expected to leave.
pub const THREE_DISPROOF: u32 = 5;
/// Initial disproof number of a four that makes no three: it leaves one answer, and mostly leads nowhere.
pub const FOUR_DISPROOF: u32 = 4;
/// Initial disproof number of an attack: one more for every so many points that its policy score lies below the highest, and
/// the most that this adds.
pub const ATTACK_DISPROOF: (u32, u32) = (5, 40);
/// Initial disproof number of an answer: the same.
pub const ANSWER_DISPROOF: (u32, u32) = (10, 20);
/// Initial disproof number of an answer by a four of the defender: what is added, for it only puts the threat off.
pub const SPITE_FOUR_DISPROOF: u32 = 8;
/// Df-pn, the 1 + epsilon trick: a child is searched until its number exceeds the second best by one part in so many.
pub const EPSILON: u32 = 4;

impl Params {
    /// VCF: positions that it may look at in a leaf.
    pub fn leaf_vcf(&self) -> u64 {
        self.leaf_vcf_nodes as u64
    }

    /// VCF: the same in a node above the leaves.
    pub fn inner_vcf(&self, depth: i32) -> u64 {
        (self.vcf_nodes_per_ply * depth) as u64
    }

    /// Reverse futility margin.
    pub fn reverse_futility(&self, depth: i32, improving: bool) -> i32 {
        self.reverse_futility_slope * (depth - i32::from(improving)).max(0) + self.reverse_futility_base
    }

    /// Razoring margin.
    pub fn razoring(&self, depth: i32) -> i32 {
        self.razoring_base + self.razoring_slope * depth
    }

    /// Correction: what is added to the static evaluation for the sum of its correction history.
    pub fn correction(&self, learned: i32) -> i32 {
        learned * self.correction_weight / UNIT
    }

    /// Correction update: how far an entry moves towards an error that was seen, in parts of [`UNIT`].
    pub fn correction_share(&self, depth: i32) -> i32 {
        (self.correction_growth * (depth + 1)).min(UNIT)
    }

    /// Null move reduction in plies.
    pub fn null_move_reduction(&self, depth: i32) -> i32 {
        self.null_move_base + depth / self.null_move_plies
    }

    /// Move count pruning: the number of moves after which those without a four are left out.
    pub fn move_count_limit(&self, depth: i32, improving: bool) -> usize {
        let growth = i64::from(self.move_count_growth) * i64::from(power(depth)) / i64::from(UNIT * UNIT);
        let count = self.move_count_base as usize + growth as usize;
        if improving { count } else { count / 2 + 1 }
    }

    /// Futility margin.
    pub fn futility(&self, depth: i32) -> i32 {
        self.futility_base + self.futility_slope * depth
    }

    /// Singular margin.
    pub fn singular(&self, depth: i32) -> i32 {
        self.singular_slope * depth / UNIT
    }

    /// Late move reduction for this depth and move count, in parts of [`UNIT`].
    pub fn reduction(&self, depth: i32, number: usize) -> i32 {
        let product = logarithm(depth.max(1) as usize) * logarithm(number) / UNIT;
        self.reduction_base + product * self.reduction_growth / UNIT
    }

    /// Policy-difference reduction for a move whose order lies so far below the first, in parts of [`UNIT`].
    pub fn policy_reduction(&self, behind: i32) -> i32 {
        behind.clamp(0, self.policy_limit) * self.policy_slope / 16
    }

    /// History bonus in a node of this depth.
    pub fn history_bonus(&self, depth: i32) -> i32 {
        (depth * depth * self.history_bonus_growth + self.history_bonus_base).min(self.most_history_bonus)
    }
}

/// The depth to the power of 1.5 in parts of [`UNIT`], from a table.
fn power(depth: i32) -> i32 {
    static POWERS: LazyLock<[i32; 64]> =
        LazyLock::new(|| std::array::from_fn(|depth| (((depth as u64).pow(3)) << 20).isqrt() as i32));
    POWERS[depth.clamp(0, 63) as usize]
}

/// The natural logarithm in parts of [`UNIT`], from a table.
fn logarithm(n: usize) -> i32 {
    static LOGARITHMS: LazyLock<[i32; 256]> = LazyLock::new(|| std::array::from_fn(exact_logarithm));
    LOGARITHMS[n.min(255)]
}

/// The natural logarithm in parts of [`UNIT`], by whole numbers alone, so that it is the same on every machine.
fn exact_logarithm(n: usize) -> i32 {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_those_of_the_books() {
        for n in 1..256 {
            let exact = (n as f64).ln() * 1024.0;
            assert!((f64::from(exact_logarithm(n)) - exact).abs() < 3.0, "{n}: {} {exact}", exact_logarithm(n));
        }
    }

    #[test]
    fn margins_and_reductions_are_what_their_numbers_say() {
        let params = Params {
            vcf_nodes_per_ply: 30,
            reverse_futility_slope: 50,
            reverse_futility_base: 7,
            razoring_base: 100,
            razoring_slope: 90,
            correction_weight: UNIT / 4,
            correction_growth: 16,
            null_move_base: 3,
            null_move_plies: 4,
            move_count_base: 5,
            move_count_growth: 2 * UNIT,
            futility_base: 70,
            futility_slope: 60,
            singular_slope: 2 * UNIT,
            reduction_base: -100,
            reduction_growth: UNIT / 2,
            policy_slope: 32,
            policy_limit: 100,
            history_bonus_base: 30,
            history_bonus_growth: 2,
            most_history_bonus: 500,
            ..Params::default()
        };
        assert_eq!(params.inner_vcf(6), 180);
        assert_eq!([(1, true), (4, false), (4, true)].map(|(d, up)| params.reverse_futility(d, up)), [7, 207, 157]);
        assert_eq!(params.razoring(2), 280);
        assert_eq!([40, -40].map(|learned| params.correction(learned)), [10, -10]);
        assert_eq!([3, 100].map(|depth| params.correction_share(depth)), [64, UNIT]);
        assert_eq!([3, 8, 11].map(|depth| params.null_move_reduction(depth)), [3, 5, 5]);
        // Twice the depth to the power of 1.5, and half of it all where nothing improves.
        assert_eq!([(4, true), (9, true), (9, false)].map(|(d, up)| params.move_count_limit(d, up)), [21, 59, 30]);
        assert_eq!(params.futility(3), 250);
        assert_eq!(params.singular(9), 18);
        // ln 8 * ln 20 = 6.229.
        assert!((params.reduction(8, 20) - (6.229 * 512.0 - 100.0) as i32).abs() < 8, "{}", params.reduction(8, 20));
        assert_eq!([-5, 40, 200].map(|behind| params.policy_reduction(behind)), [0, 80, 200]);
        assert_eq!([3, 20].map(|depth| params.history_bonus(depth)), [48, 500]);
    }

    #[test]
    fn every_parameter_lies_in_its_range_and_stays_there() {
        for parameter in Params::LIST {
            let Parameter { name, default, least, most, step, .. } = *parameter;
            assert!(least < default && default < most, "{name}");
            assert!(step > 0 && step <= (most - least) / 2, "{name}");
            let mut params = Params::default();
            parameter.set(&mut params, default);
            assert_eq!(params, Params::default(), "{name}");
            parameter.set(&mut params, i32::MAX);
            assert_eq!(*(parameter.field)(&mut params), most, "{name}");
        }
    }
}
