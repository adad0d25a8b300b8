//! A small network that corrects the sum of weights by what comes together on the whole board.
//!
//! Each point has [`CHANNELS`] numbers for each side: the sum of four rows, one for each of its lines, chosen by the shapes
//! that the side and its opponent would make there, nothing less than zero. They are added up over the board, less what as
//! many points in the middle of an empty board would give, so that open points far from all stones add nothing, and
//! those near the edges do. The sums of the side to move and those of the opponent go to [`HIDDEN`] units that begin with
//! a number for the threats on the board, and these to one output.
//!
//! The sums are whole numbers and follow each stone. What is heavy is there twice, for processors with and without AVX2; no
//! number depends on which of them runs.

use bytemuck::must_cast;

use crate::board::ShapesChange;
use crate::color::{ByColor, Color};
use crate::eval::threat_mask::ThreatMask;
use crate::shape::ShapesView;

/// Numbers of a point for one side.
pub const CHANNELS: usize = 16;
/// Units between the sums and the output.
pub const HIDDEN: usize = 32;
/// Rows are kept in this part of one.
pub const ROW_SCALE: i16 = 1024;
/// The largest number of a row that is safe: four of them may be added.
pub const MOST_IN_ROW: i16 = i16::MAX / 4;
/// The numbers behind the sums are kept in this part of one.
pub const HEAD_SCALE: i16 = 4096;
/// The hidden units see this part of the sums over the board.
pub const SUM_SHARE: f32 = 1.0 / 32.0;
/// What is left of a hidden unit below zero.
pub const LEAK: f32 = 0.1;
/// What the output is in units of a [`crate::score::Score`].
pub const OUTPUT_SCALE: f32 = 250.0;

/// A row of numbers for each [code of a line](ShapesView::codes), of the lines along the edges and of the diagonals.
pub type Rows = [[[i16; CHANNELS]; ShapesView::CODES]; 2];

/// The network of one side, as its file has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    /// What its points give, in parts of [`ROW_SCALE`].
    pub rows: Box<Rows>,
    /// What each sum, those of the side to move first, adds to each hidden unit, in parts of [`HEAD_SCALE`].
    pub inputs: Box<[[i16; HIDDEN]; 2 * CHANNELS]>,
    /// What the hidden units begin with, in parts of [`HEAD_SCALE`].
    pub threats: Box<[[i16; HIDDEN]; ThreatMask::COUNT]>,
    /// What each hidden unit adds to the output, in parts of [`HEAD_SCALE`].
    pub outputs: [i16; HIDDEN],
    /// What the output begins with, in parts of [`HEAD_SCALE`].
    pub bias: i16,
}

impl Network {
    /// How many numbers it has.
    pub const LEN: usize =
        2 * ShapesView::CODES * CHANNELS + 2 * CHANNELS * HIDDEN + ThreatMask::COUNT * HIDDEN + HIDDEN + 1;

    /// A network that corrects nothing.
    pub fn zero() -> Network {
        Network {
            rows: Box::new([[[0; CHANNELS]; ShapesView::CODES]; 2]),
            inputs: Box::new([[0; HIDDEN]; 2 * CHANNELS]),
            threats: Box::new([[0; HIDDEN]; ThreatMask::COUNT]),
            outputs: [0; HIDDEN],
            bias: 0,
        }
    }

    /// All its numbers in the order of its fields.
    pub fn numbers(&self) -> impl Iterator<Item = &i16> {
        let rows = self.rows.as_flattened().as_flattened();
        let inputs = self.inputs.as_flattened();
        let threats = self.threats.as_flattened();
        rows.iter().chain(inputs).chain(threats).chain(&self.outputs).chain(std::iter::once(&self.bias))
    }

    /// The same, to be changed.
    pub fn numbers_mut(&mut self) -> impl Iterator<Item = &mut i16> {
        let rows = self.rows.as_flattened_mut().as_flattened_mut();
        let inputs = self.inputs.as_flattened_mut();
        let threats = self.threats.as_flattened_mut();
        rows.iter_mut().chain(inputs).chain(threats).chain(&mut self.outputs).chain(std::iter::once(&mut self.bias))
    }
}

/// Accumulator of the network: the numbers of all points added up, for each side.
pub(super) type Accumulator = ByColor<[i32; CHANNELS]>;

/// The networks of both sides, ready for use.
pub(super) struct Networks {
    rows: Box<[[NetworkRow; ShapesView::CODES]; 2]>,
    heads: ByColor<NetworkHead>,
}

/// The rows of both sides for what White sees of a line, next to each other in memory.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct NetworkRow(ByColor<[i16; CHANNELS]>);

/// What a network makes of the sums.
struct NetworkHead {
    /// Those of two sums and all hidden units belong together, as the instructions of processors have it.
    inputs: Box<[[[i16; 2]; HIDDEN]; CHANNELS]>,
    threats: Box<[[i16; HIDDEN]; ThreatMask::COUNT]>,
    outputs: [f32; HIDDEN],
    bias: f32,
}

/// What the hidden units see of the sums: whole numbers, two by two, those of the side to move first.
type Inputs = [[i16; 2]; CHANNELS];

/// Bits of the sums that the hidden units do not see.
const INPUT_SHIFT: u32 = 7;
/// The hidden units are added up in this part of one.
const HIDDEN_SCALE: f32 = ROW_SCALE as f32 / SUM_SHARE / (1 << INPUT_SHIFT) as f32 * HEAD_SCALE as f32;
/// Bits that what they begin with lacks for that.
const BEGIN_SHIFT: i32 = (HIDDEN_SCALE as u32 / HEAD_SCALE as u32).ilog2() as i32;

impl Networks {
    pub(super) fn new(networks: ByColor<&Network>) -> Networks {
        let mut rows = Box::new([[NetworkRow(ByColor([[0; CHANNELS]; 2])); ShapesView::CODES]; 2]);
        for (class, rows) in rows.iter_mut().enumerate() {
            for (code, row) in rows.iter_mut().enumerate() {
                let [seen, ..] = ShapesView(code as u32).by_opponent().codes();
                row.0 = ByColor([networks[Color::Black].rows[class][seen], networks[Color::White].rows[class][code]]);
            }
        }
        Networks { rows, heads: ByColor::from_fn(|color| NetworkHead::new(networks[color])) }
    }

    /// Initial accumulator of a board of so many points on which no stone would make anything.
    pub(super) fn initial_accumulator(&self, points: usize) -> Accumulator {
        let [dead, open] = [ShapesView::DEAD, ShapesView::OPEN].map(|shapes| self.numbers(shapes));
        ByColor::from_fn(|color| {
            std::array::from_fn(|i| (i32::from(dead[color][i]) - i32::from(open[color][i])) * points as i32)
        })
    }

    /// Update: brings the accumulator up to date with changes.
    #[inline]
    pub(super) fn update(&self, changes: &[ShapesChange], sums: &mut Accumulator) {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has what the function asks for.
            return unsafe { avx2::update(&self.rows, changes, sums) };
        }
        self.update_scalar(changes, sums);
    }

    fn update_scalar(&self, changes: &[ShapesChange], sums: &mut Accumulator) {
        for change in changes {
            let [before, after] = [change.before, change.after].map(|both| self.numbers(both.seen_by(Color::White)));
            for color in Color::ALL {
                for (i, sum) in sums[color].iter_mut().enumerate() {
                    *sum += i32::from(after[color][i] - before[color][i]);
                }
            }
        }
    }

    /// The numbers of a point by what White sees there.
    fn numbers(&self, shapes: ShapesView) -> ByColor<[i16; CHANNELS]> {
        let [straight, diagonal] = &*self.rows;
        let [a, b, c, d] = shapes.codes();
        let rows = [straight[a], straight[b], diagonal[c], diagonal[d]];
        ByColor::from_fn(|color| std::array::from_fn(|i| rows.iter().map(|row| row.0[color][i]).sum::<i16>().max(0)))
    }

    /// The correction for the side to move, in units of a [`crate::score::Score`].
    #[inline]
    pub(super) fn correction(&self, us: Color, sums: &Accumulator, threats: ThreatMask) -> i32 {
        let head = &self.heads[us];
        let begin = &head.threats[threats.index()];
        let input = |sum: i32| (sum >> INPUT_SHIFT).clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        let inputs: Inputs = must_cast([sums[us].map(input), sums[!us].map(input)]);
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has what the function asks for.
            return head.output(&unsafe { avx2::hidden(begin, &inputs, &head.inputs) });
        }
        head.output(&hidden(begin, &inputs, &head.inputs))
    }
}

impl NetworkHead {
    fn new(network: &Network) -> NetworkHead {
        let pair = |pair: usize| {
            std::array::from_fn(|unit| [network.inputs[2 * pair][unit], network.inputs[2 * pair + 1][unit]])
        };
        let output = |number: i16| f32::from(number) * OUTPUT_SCALE / f32::from(HEAD_SCALE);
        NetworkHead {
            inputs: Box::new(std::array::from_fn(pair)),
            threats: network.threats.clone(),
            outputs: network.outputs.map(|number| output(number) / HIDDEN_SCALE),
            bias: output(network.bias),
        }
    }

    /// What the hidden units, in parts of [`HIDDEN_SCALE`], make of the output.
    #[inline]
    fn output(&self, hidden: &[i32; HIDDEN]) -> i32 {
        debug_assert!(hidden.iter().all(|unit| unit.unsigned_abs() < 1 << 30), "far from what was trained: {hidden:?}");
        // In eight lanes, as processors add.
        let mut lanes = [0.0; 8];
        for (i, (&hidden, output)) in hidden.iter().zip(&self.outputs).enumerate() {
            let hidden = hidden as f32;
            lanes[i % 8] += hidden.max(LEAK * hidden) * output;
        }
        (self.bias + lanes.iter().sum::<f32>()) as i32
    }
}

/// The hidden units, in parts of [`HIDDEN_SCALE`], which leaves room for two thousand.
fn hidden(begin: &[i16; HIDDEN], inputs: &Inputs, weights: &[[[i16; 2]; HIDDEN]; CHANNELS]) -> [i32; HIDDEN] {
    let mut hidden = begin.map(|number| i32::from(number) << BEGIN_SHIFT);
    for (inputs, weights) in inputs.iter().zip(weights) {
        for (hidden, weights) in hidden.iter_mut().zip(weights) {
            let [first, second] = [0, 1].map(|i| i32::from(inputs[i]) * i32::from(weights[i]));
            *hidden = hidden.wrapping_add(first.wrapping_add(second));
        }
    }
    hidden
}

/// The same numbers with the instructions of AVX2.
#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::*;

    use bytemuck::must_cast;

    use super::{Accumulator, BEGIN_SHIFT, CHANNELS, HIDDEN, Inputs, NetworkRow};
    use crate::board::ShapesChange;
    use crate::color::{ByColor, Color};
    use crate::shape::ShapesView;

    #[target_feature(enable = "avx2")]
    pub(super) fn update(
        rows: &[[NetworkRow; ShapesView::CODES]; 2],
        changes: &[ShapesChange],
        sums: &mut Accumulator,
    ) {
        let mut lanes: [[__m256i; 2]; 2] = must_cast(sums.0);
        for &ShapesChange { before, after, .. } in changes {
            let before = numbers(rows, before.seen_by(Color::White));
            let after = numbers(rows, after.seen_by(Color::White));
            for (side, [low, high]) in lanes.iter_mut().enumerate() {
                let change = _mm256_sub_epi16(after[side], before[side]);
                *low = _mm256_add_epi32(*low, _mm256_cvtepi16_epi32(_mm256_castsi256_si128(change)));
                *high = _mm256_add_epi32(*high, _mm256_cvtepi16_epi32(_mm256_extracti128_si256::<1>(change)));
            }
        }
        *sums = ByColor(must_cast(lanes));
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn numbers([straight, diagonal]: &[[NetworkRow; ShapesView::CODES]; 2], shapes: ShapesView) -> [__m256i; 2] {
        let [a, b, c, d] = shapes.codes();
        let rows: [[__m256i; 2]; 4] =
            [straight[a], straight[b], diagonal[c], diagonal[d]].map(|row| must_cast(row.0.0));
        std::array::from_fn(|side| {
            let straight = _mm256_add_epi16(rows[0][side], rows[1][side]);
            let diagonal = _mm256_add_epi16(rows[2][side], rows[3][side]);
            _mm256_max_epi16(_mm256_add_epi16(straight, diagonal), _mm256_setzero_si256())
        })
    }

    #[target_feature(enable = "avx2")]
    pub(super) fn hidden(
        begin: &[i16; HIDDEN],
        inputs: &Inputs,
        weights: &[[[i16; 2]; HIDDEN]; CHANNELS],
    ) -> [i32; HIDDEN] {
        let begin: [__m128i; 4] = must_cast(*begin);
        let mut hidden = begin.map(|begin| _mm256_slli_epi32::<BEGIN_SHIFT>(_mm256_cvtepi16_epi32(begin)));
        for (&inputs, weights) in inputs.iter().zip(weights) {
            let inputs = _mm256_set1_epi32(must_cast(inputs));
            let weights: [__m256i; 4] = must_cast(*weights);
            for (hidden, weights) in hidden.iter_mut().zip(weights) {
                *hidden = _mm256_add_epi32(*hidden, _mm256_madd_epi16(inputs, weights));
            }
        }
        must_cast(hidden)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::point::{Direction, Point};
    use crate::random::SplitMix64;
    use crate::shape::{Shape, Shapes, ShapesPair};

    fn random(random: &mut SplitMix64) -> Networks {
        let mut network = || {
            let mut network = Network::zero();
            network.numbers_mut().for_each(|number| *number = (random.next_u64() as i16) % MOST_IN_ROW);
            network
        };
        let both = ByColor::from_fn(|_| network());
        Networks::new(ByColor::from_fn(|color| &both[color]))
    }

    #[test]
    fn the_numbers_are_the_same_whatever_the_processor() {
        let mut numbers = SplitMix64::new(1);
        let networks = random(&mut numbers);
        let mut sums = networks.initial_accumulator(225);
        assert_ne!(sums, ByColor::default());
        for _ in 0..100 {
            let mut both = || ShapesPair::new(ByColor::from_fn(|_| Shapes(numbers.next_u64() as u16)));
            let point = Point::new(0, 0);
            let changes: Vec<ShapesChange> =
                (0..30).map(|_| ShapesChange { point, before: both(), after: both() }).collect();
            let mut plainly = sums;
            networks.update_scalar(&changes, &mut plainly);
            networks.update(&changes, &mut sums);
            assert_eq!(sums, plainly);
            #[cfg(target_arch = "x86_64")]
            if is_x86_feature_detected!("avx2") {
                let head = &networks.heads[Color::Black];
                let begin = &head.threats[numbers.below(ThreatMask::COUNT)];
                let inputs = std::array::from_fn(|_| [numbers.next_u64() as i16, numbers.next_u64() as i16]);
                // SAFETY: the processor has what the function asks for.
                let given = unsafe { avx2::hidden(begin, &inputs, &head.inputs) };
                assert_eq!(given, hidden(begin, &inputs, &head.inputs));
            }
        }
    }

    #[test]
    fn points_of_an_empty_board_add_nothing() {
        let networks = random(&mut SplitMix64::new(2));
        let mut sums = networks.initial_accumulator(484);
        let open = Shapes::from_all([Shape::One; Direction::COUNT]);
        let after = ShapesPair::new(ByColor([open; 2]));
        let opened = ShapesChange { point: Point::new(0, 0), before: ShapesPair::EMPTY, after };
        networks.update(&[opened; 484], &mut sums);
        assert_eq!(sums, ByColor::default());
    }
}
