//! The training of the network: what the sum of weights leaves to be explained, learned in small steps.

use std::ops::Range;

use tengen_engine::color::Color;
use tengen_engine::internals::eval::network::{
    CHANNELS, HEAD_SCALE, HIDDEN, LEAK, MOST_IN_ROW, Network, OUTPUT_SCALE, ROW_SCALE, SUM_SHARE,
};
use tengen_engine::internals::eval::threat_mask::ThreatMask;
use tengen_engine::internals::eval::weights::Weights;
use tengen_engine::internals::shape::ShapesView;
use tengen_engine::rule::RuleKind;

use crate::descent::{Descent, progress};
use crate::logit::{score_scale, sigmoid};
use crate::optimiser::Parameters;
use crate::sample::Sample;
use tengen_engine::random::SplitMix64;

const BATCH: usize = 128;
const RATE: f32 = 0.004;
/// Steps are small at the very beginning, and of full size after so many.
const WARM_UP: f32 = 200.0;
/// The outputs begin as this, half of them below zero: with much less nothing is learned for two epochs.
const OUTPUT: f32 = 0.15;
/// The last steps are this part of the full size.
const LAST: f32 = 0.003;

/// Where the numbers of a network stand, in the order of [`Network::numbers`].
const ROWS: Range<usize> = 0..2 * ShapesView::CODES * CHANNELS;
const INPUTS: Range<usize> = ROWS.end..ROWS.end + 2 * CHANNELS * HIDDEN;
const THREATS: Range<usize> = INPUTS.end..INPUTS.end + ThreatMask::COUNT * HIDDEN;
const OUTPUTS: Range<usize> = THREATS.end..THREATS.end + HIDDEN;
const BIAS: usize = OUTPUTS.end;
const _: () = assert!(BIAS + 1 == Network::LEN);

/// The networks of the sides while they are trained.
pub struct NetworkModel {
    /// What an output of 1 adds to the logit: the evaluation takes it for the same score in every rule.
    unit: f32,
    sides: Vec<NetworkSide>,
    descent: Descent,
}

/// The numbers of one side's network.
struct NetworkSide {
    values: Vec<f32>,
    /// The weights of each feature by itself. The loss grows with each as with the value.
    real: Parameters,
    /// The weights of the [factorised features](factors_of), which rows have in common.
    factors: Parameters,
}

/// Factorised features: a row is the sum of one for the side's own shape, one for its opponent's and one for the two
/// together, so that what is learned from shapes that are often met holds for pairs that are not. These are the places of
/// the first two among the factors, which are those of straight lines, then of diagonals, for all shapes of the side, then of
/// its opponent.
fn factors_of(row: usize) -> [usize; 2] {
    let (class, code) = (row / ShapesView::CODES, row % ShapesView::CODES);
    [2 * class * SHAPES + (code >> 4), (2 * class + 1) * SHAPES + (code & 15)]
}

/// Shapes that a code could hold for one side.
const SHAPES: usize = 1 << 4;

/// How a side sees a sample.
#[derive(Clone, Copy)]
struct NetworkView {
    /// Whose network it is.
    side: usize,
    /// Whether it is the other side's turn.
    waits: bool,
}

impl NetworkView {
    /// What it sees on a cell.
    fn of(self, shapes: ShapesView) -> ShapesView {
        if self.waits { shapes.by_opponent() } else { shapes }
    }
}

/// The activations of a forward pass, which the backward pass needs.
struct Activations {
    /// Those of the side to move first.
    sums: [[f32; CHANNELS]; 2],
    hidden: [f32; HIDDEN],
    output: f32,
}

impl NetworkModel {
    /// Networks of random numbers, always the same, that give next to nothing.
    pub fn new(rule: RuleKind) -> NetworkModel {
        let mut random = SplitMix64::new(1);
        NetworkModel::of_sides(rule, (0..Weights::sides_of(rule)).map(|_| NetworkSide::new(&mut random)).collect())
    }

    /// Networks to go on from.
    pub fn from_weights(weights: &Weights) -> NetworkModel {
        let sides = weights.sides.iter().map(|side| NetworkSide::from_network(&side.network)).collect();
        NetworkModel::of_sides(weights.rule, sides)
    }

    fn of_sides(rule: RuleKind, sides: Vec<NetworkSide>) -> NetworkModel {
        let descent = Descent::new(sides.len(), Network::LEN);
        NetworkModel { unit: OUTPUT_SCALE / score_scale(rule), sides, descent }
    }

    /// Trains on samples once, of which `known` gives the logit without the network. They lie so far into a training with steps
    /// of this part of the full size.
    pub fn train(&mut self, samples: &[Sample], known: &(dyn Fn(&Sample) -> f32 + Sync), done: Range<f32>, size: f32) {
        let mut descent = std::mem::replace(&mut self.descent, Descent::new(0, 0));
        for (batch, at) in samples.chunks(BATCH).zip(progress(samples.len(), BATCH, done)) {
            let gradients = descent.gradients(batch, |sample, gradients| {
                let activations = self.forward(sample);
                let error = sigmoid(known(sample) + self.unit * activations.output) - sample.label;
                self.backward(sample, &activations, self.unit * error / batch.len() as f32, gradients);
            });
            let left = (0.5 + 0.5 * (std::f32::consts::PI * at).cos()).max(LAST);
            let rate = RATE * size * left * ((self.sides[0].real.steps() as f32 + 1.0) / WARM_UP).min(1.0);
            for (side, gradients) in self.sides.iter_mut().zip(gradients) {
                side.step(gradients, rate);
            }
        }
        self.descent = descent;
    }

    /// What it adds to the logit of a sample.
    pub fn correction(&self, sample: &Sample) -> f32 {
        self.unit * self.forward(sample).output
    }

    /// The numbers of all sides, to be kept.
    pub fn parameters(&mut self) -> impl Iterator<Item = &mut Parameters> {
        self.sides.iter_mut().flat_map(|side| [&mut side.real, &mut side.factors])
    }

    /// Goes on from parameters that were changed.
    pub fn resume(&mut self) {
        self.sides.iter_mut().for_each(NetworkSide::add_up);
    }

    /// The networks as the evaluation keeps them.
    pub fn networks(&self) -> impl Iterator<Item = Network> {
        self.sides.iter().map(|side| {
            let mut network = Network::zero();
            for (place, (kept, &value)) in network.numbers_mut().zip(&side.values).enumerate() {
                // None is larger than may be kept.
                *kept = (value * scale_of(place).0).round() as i16;
            }
            network
        })
    }

    /// Who sees a sample, the side to move first.
    fn views(&self, us: Color) -> [NetworkView; 2] {
        [us, !us]
            .map(|color| NetworkView { side: Weights::number_of_side(color, self.sides.len()), waits: color != us })
    }

    /// Forward pass: the output for a sample.
    fn forward(&self, sample: &Sample) -> Activations {
        let views = self.views(sample.us);
        let sums = views.map(|view| {
            let numbers = &self.sides[view.side].values;
            let open = activation(numbers, ShapesView::OPEN);
            let mut sums = [0.0; CHANNELS];
            for &(shapes, count) in &sample.cells {
                let activation = activation(numbers, view.of(shapes));
                for i in 0..CHANNELS {
                    sums[i] += f32::from(count) * (activation[i] - open[i]);
                }
            }
            sums.map(|sum| SUM_SHARE * sum)
        });
        let numbers = &self.sides[views[0].side].values;
        let mut hidden = numbers[THREATS].as_chunks::<HIDDEN>().0[sample.threats.index()];
        for (sum, inputs) in sums.as_flattened().iter().zip(numbers[INPUTS].as_chunks::<HIDDEN>().0) {
            add_product(&mut hidden, *sum, inputs);
        }
        let outputs = hidden.iter().zip(&numbers[OUTPUTS]).map(|(hidden, output)| hidden.max(LEAK * hidden) * output);
        Activations { sums, hidden, output: numbers[BIAS] + outputs.sum::<f32>() }
    }

    /// Backward pass: adds to the gradients what an error of the output says.
    fn backward(&self, sample: &Sample, activations: &Activations, error: f32, all: &mut [Vec<f32>]) {
        let views = self.views(sample.us);
        let values = &self.sides[views[0].side].values;
        let gradients = &mut all[views[0].side];
        gradients[BIAS] += error;
        let mut hidden = [0.0; HIDDEN];
        for (j, &value) in activations.hidden.iter().enumerate() {
            gradients[OUTPUTS.start + j] += error * value.max(LEAK * value);
            hidden[j] = error * values[OUTPUTS.start + j] * if value > 0.0 { 1.0 } else { LEAK };
        }
        let threats = &mut gradients[THREATS].as_chunks_mut().0[sample.threats.index()];
        add_product(threats, 1.0, &hidden);
        let mut sums = [[0.0; CHANNELS]; 2];
        let inputs = values[INPUTS].as_chunks::<HIDDEN>().0.iter().zip(gradients[INPUTS].as_chunks_mut().0);
        for ((slope, sum), (inputs, gradients)) in
            sums.as_flattened_mut().iter_mut().zip(activations.sums.as_flattened()).zip(inputs)
        {
            add_product(gradients, *sum, &hidden);
            *slope = SUM_SHARE * hidden.iter().zip(inputs).map(|(hidden, input)| hidden * input).sum::<f32>();
        }
        for (view, slopes) in views.into_iter().zip(&sums) {
            let (values, gradients) = (&self.sides[view.side].values, &mut all[view.side]);
            let mut points = 0.0;
            for &(shapes, count) in &sample.cells {
                backward_point(values, gradients, view.of(shapes), f32::from(count), slopes);
                points += f32::from(count);
            }
            backward_point(values, gradients, ShapesView::OPEN, -points, slopes);
        }
    }
}

impl NetworkSide {
    /// Random numbers, so that the rows tell shapes apart from the beginning.
    fn new(random: &mut SplitMix64) -> NetworkSide {
        let mut draw =
            |count: usize, spread: f32| -> Vec<f32> { (0..count).map(|_| spread * random.normal() as f32).collect() };
        let mut real = vec![0.0; ROWS.len()];
        real.extend(draw(INPUTS.len(), 0.25));
        real.extend(draw(THREATS.len(), 0.02));
        real.extend([OUTPUT, -OUTPUT].iter().cycle().take(OUTPUTS.len()));
        real.push(0.0);
        let factors = draw(2 * 2 * SHAPES * CHANNELS, 0.14);
        let mut side = NetworkSide {
            values: vec![0.0; real.len()],
            real: Parameters::with_weight_decay(real),
            factors: Parameters::with_weight_decay(factors),
        };
        side.add_up();
        side
    }

    /// The numbers of a network, which stay where they are unless something draws them away: all that is known of each row
    /// stands in itself, and nothing yet in what rows have in common.
    fn from_network(network: &Network) -> NetworkSide {
        let values: Vec<f32> =
            network.numbers().enumerate().map(|(place, &kept)| f32::from(kept) / scale_of(place).0).collect();
        NetworkSide {
            real: Parameters::at_home(values.clone()),
            factors: Parameters::with_weight_decay(vec![0.0; 2 * 2 * SHAPES * CHANNELS]),
            values,
        }
    }

    /// Moves all parts against the gradients.
    fn step(&mut self, gradients: &mut [f32], rate: f32) {
        let mut factors = vec![[0.0; CHANNELS]; 2 * 2 * SHAPES];
        for (place, row) in gradients[ROWS].as_chunks().0.iter().enumerate() {
            for part in factors_of(place) {
                add_product(&mut factors[part], 1.0, row);
            }
        }
        self.real.step(gradients, |_| rate);
        self.factors.step(factors.as_flattened_mut(), |_| rate);
        self.add_up();
    }

    /// Makes the values what their parts say, as far as they can be kept: with what is lost when a network is written the
    /// others have to learn to do without it.
    fn add_up(&mut self) {
        self.values.copy_from_slice(&self.real.values);
        let factors = self.factors.values.as_chunks::<CHANNELS>().0;
        for (place, row) in self.values[ROWS].as_chunks_mut().0.iter_mut().enumerate() {
            for part in factors_of(place) {
                add_product(row, 1.0, &factors[part]);
            }
        }
        for (place, value) in self.values.iter_mut().enumerate() {
            let (scale, most) = scale_of(place);
            let most = f32::from(most) / scale;
            *value = value.clamp(-most, most);
        }
    }
}

/// The parts in which the number at a place is kept, and the largest that is kept of it.
fn scale_of(place: usize) -> (f32, i16) {
    let (scale, most) = if ROWS.contains(&place) { (ROW_SCALE, MOST_IN_ROW) } else { (HEAD_SCALE, i16::MAX) };
    (f32::from(scale), most)
}

/// Where the row of a point's line in a direction begins.
fn row(direction: usize, code: usize) -> usize {
    (direction / 2 * ShapesView::CODES + code) * CHANNELS
}

/// The numbers of a point.
fn activation(numbers: &[f32], shapes: ShapesView) -> [f32; CHANNELS] {
    let mut sum = [0.0; CHANNELS];
    for (direction, code) in shapes.codes().into_iter().enumerate() {
        let row: &[f32; CHANNELS] = numbers[row(direction, code)..].first_chunk().expect("rows are whole");
        add_product(&mut sum, 1.0, row);
    }
    sum.map(|number| number.max(0.0))
}

/// Adds to the gradients of a point's rows what the slopes of the sums say, so many times.
fn backward_point(values: &[f32], gradients: &mut [f32], shapes: ShapesView, times: f32, slopes: &[f32; CHANNELS]) {
    let activation = activation(values, shapes);
    let slopes: [f32; CHANNELS] = std::array::from_fn(|i| if activation[i] > 0.0 { slopes[i] } else { 0.0 });
    for (direction, code) in shapes.codes().into_iter().enumerate() {
        let row = gradients[row(direction, code)..].first_chunk_mut().expect("rows are whole");
        add_product(row, times, &slopes);
    }
}

fn add_product<const N: usize>(to: &mut [f32; N], factor: f32, numbers: &[f32; N]) {
    for (to, number) in to.iter_mut().zip(numbers) {
        *to += factor * number;
    }
}

#[cfg(test)]
mod tests;
