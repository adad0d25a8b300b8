//! The training of the table: the worth of points and of threats, and the order of moves, by logistic regression.
//!
//! The value of a position is a sum of weights, so its fit is a convex problem that plain gradient descent solves in minutes.
//! The weights for the order of moves are fitted to the moves that the search chose.

use tengen_engine::color::Color;
use tengen_engine::eval::weights::{POINT_SCALE, PatternValue, Side, Weights, combination};
use tengen_engine::rule::RuleKind;
use tengen_engine::shape::{Shapes, ShapesView};

use super::optimiser::Parameters;
use super::{SCORE_SCALE, Sample, cross_entropy, shuffle, sigmoid, start};

/// An order of this many units more makes a move `e` times as likely to be chosen.
const ORDER_SCALE: f32 = 100.0;
const BATCH: usize = 2048;

/// The weights while they are trained.
pub(super) struct Model {
    rule: RuleKind,
    sides: Vec<Trained>,
}

/// The weights of one side: by combination, and by threats.
struct Trained {
    to_move: Parameters,
    waiting: Parameters,
    attack: Parameters,
    defence: Parameters,
    threats: Parameters,
}

impl Trained {
    fn new(start: &Side) -> Trained {
        let points = |kind: fn(&PatternValue) -> i16| {
            Parameters::at_home(start.points.iter().map(|worth| f32::from(kind(worth))).collect())
        };
        Trained {
            to_move: points(|worth| worth.to_move),
            waiting: points(|worth| worth.waiting),
            attack: points(|worth| worth.attack),
            defence: points(|worth| worth.defence),
            threats: Parameters::at_home(start.threats.iter().map(|&value| f32::from(value)).collect()),
        }
    }

    fn step(&mut self, rate: f32) {
        for points in [&mut self.to_move, &mut self.waiting] {
            points.step(1.5 * rate);
        }
        for others in [&mut self.attack, &mut self.defence, &mut self.threats] {
            others.step(rate);
        }
    }
}

/// The combination of nothing but dead shapes.
const DEAD: usize = 0;

/// Combinations of a cell's own shapes and of the opponent's, each unless all are dead: such are left out of the sum, though
/// not out of the order, and so keep their worth of nothing.
fn combinations(quad: ShapesView) -> [Option<usize>; 2] {
    [quad, quad.by_opponent()].map(|quad| Some(combination(quad.own())).filter(|&combination| combination != DEAD))
}

impl Model {
    /// Weights as they are set by hand.
    pub(super) fn new(rule: RuleKind) -> Model {
        Model { rule, sides: start::by_hand(rule).sides.iter().map(Trained::new).collect() }
    }

    /// Trains for one of several passes over all samples.
    pub(super) fn train(&mut self, samples: &mut [Sample], epoch: usize, epochs: usize) {
        // Large steps at first, small ones to settle.
        let rate = 8.0 * 0.02f32.powf(epoch as f32 / epochs as f32);
        shuffle(samples, epoch as u64);
        for batch in samples.chunks(BATCH) {
            for sample in batch {
                self.learn(sample, 1.0 / batch.len() as f32);
            }
            self.sides.iter_mut().for_each(|side| side.step(rate));
        }
    }

    /// The mean cross-entropies of the labels and of the choices.
    pub(super) fn losses(&self, samples: &[Sample]) -> [f64; 2] {
        let mut sums = [0f64; 2];
        for sample in samples {
            sums[0] += cross_entropy(sample.label, sigmoid(self.logit(sample)));
            sums[1] -= f64::from(self.chances(sample)[0].max(1e-9).ln());
        }
        sums.map(|sum| sum / samples.len() as f64)
    }

    /// What the table says of a position: the logarithm of the odds to win.
    pub(super) fn logit(&self, sample: &Sample) -> f32 {
        let [ours, theirs] = self.sides_of(sample.us).map(|side| &self.sides[side]);
        let mut sum = 0.0;
        for &(quad, count) in &sample.cells {
            let [own, opposing] = combinations(quad);
            let own = own.map_or(0.0, |own| ours.to_move.values[own]);
            let opposing = opposing.map_or(0.0, |opposing| theirs.waiting.values[opposing]);
            sum += f32::from(count) * (own - opposing);
        }
        (sum / POINT_SCALE as f32 + ours.threats.values[usize::from(sample.threats.0)]) / SCORE_SCALE
    }

    /// The weights as the evaluation keeps them, with networks that correct nothing.
    pub(super) fn weights(&self) -> Weights {
        let round = |value: f32| value.round().clamp(-30_000.0, 30_000.0) as i16;
        let mut weights = Weights::zero(self.rule);
        for (side, trained) in weights.sides.iter_mut().zip(&self.sides) {
            for (combination, worth) in side.points.iter_mut().enumerate() {
                let [to_move, waiting, attack, defence] =
                    [&trained.to_move, &trained.waiting, &trained.attack, &trained.defence]
                        .map(|kind| round(kind.values[combination]));
                *worth = PatternValue { to_move, waiting, attack, defence };
            }
            side.threats = trained.threats.values.iter().map(|&value| round(value)).collect();
        }
        weights
    }

    /// The side to move and the other.
    fn sides_of(&self, us: Color) -> [usize; 2] {
        [us, !us].map(|color| Weights::number_of_side(color, self.sides.len()))
    }

    /// The probabilities with which the candidates are chosen.
    fn chances(&self, sample: &Sample) -> Vec<f32> {
        let [ours, theirs] = self.sides_of(sample.us).map(|side| &self.sides[side]);
        let order = |&[own, opposing]: &[Shapes; 2]| {
            ours.attack.values[combination(own)] + theirs.defence.values[combination(opposing)]
        };
        let orders: Vec<f32> = sample.choices.iter().map(order).collect();
        let most = orders.iter().copied().fold(f32::MIN, f32::max);
        let powers: Vec<f32> = orders.iter().map(|order| ((order - most) / ORDER_SCALE).exp()).collect();
        let sum: f32 = powers.iter().sum();
        powers.into_iter().map(|power| power / sum).collect()
    }

    /// Adds to the gradients what a sample says, as this share of a batch.
    fn learn(&mut self, sample: &Sample, share: f32) {
        let error = (sigmoid(self.logit(sample)) - sample.label) * share;
        let chances = self.chances(sample);
        let [ours, theirs] = self.sides_of(sample.us);
        for &(quad, count) in &sample.cells {
            let [own, opposing] = combinations(quad);
            let slope = error * f32::from(count) / POINT_SCALE as f32;
            if let Some(own) = own {
                self.sides[ours].to_move.gradients[own] += slope;
            }
            if let Some(opposing) = opposing {
                self.sides[theirs].waiting.gradients[opposing] -= slope;
            }
        }
        self.sides[ours].threats.gradients[usize::from(sample.threats.0)] += error;
        for (i, (chance, &[own, opposing])) in chances.into_iter().zip(&sample.choices).enumerate() {
            let error = (chance - f32::from(u8::from(i == 0))) * share;
            self.sides[ours].attack.gradients[combination(own)] += error;
            self.sides[theirs].defence.gradients[combination(opposing)] += error;
        }
    }
}
