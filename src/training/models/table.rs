//! The training of the table: the worth of points and of threats, and the order of moves, by logistic regression.
//!
//! The value of a position is a sum of weights, so its fit is a convex problem that plain gradient descent solves in minutes.
//! The weights for the order of moves are fitted to the moves that the search chose.

use std::ops::Range;

use rayon::prelude::*;
use tengen_engine::color::Color;
use tengen_engine::internals::eval::threat_mask::ThreatMask;
use tengen_engine::internals::eval::weights::{COMBINATIONS, POINT_SCALE, PatternValue, Side, Weights, combination};
use tengen_engine::internals::shape::{Shapes, ShapesView};
use tengen_engine::rule::RuleKind;

use crate::descent::{Descent, progress};
use crate::logit::{score_scale, sigmoid};
use crate::optimiser::Parameters;
use crate::sample::Sample;
use crate::start;

/// An order of this many units more makes a move `e` times as likely to be chosen.
const ORDER_SCALE: f32 = 100.0;
const BATCH: usize = 2048;
/// Steps are so large at first
const RATE: f32 = 8.0;
/// and this part of it at last, to settle.
const LAST: f32 = 0.02;
/// The value of points takes steps so much larger than the rest.
const POINTS_RATE: f32 = 1.5;

/// Where the numbers of one side stand: four for each combination, then those of threats.
const TO_MOVE: usize = 0;
const WAITING: usize = COMBINATIONS;
const ATTACK: usize = 2 * COMBINATIONS;
const DEFENCE: usize = 3 * COMBINATIONS;
const THREATS: usize = 4 * COMBINATIONS;
const NUMBERS: usize = THREATS + ThreatMask::COUNT;

/// The weights while they are trained.
pub struct TableModel {
    rule: RuleKind,
    /// The numbers of each side.
    sides: Vec<Parameters>,
    descent: Descent,
    step_sizes: StepSizes,
}

/// How far steps go, in parts of the full size; with nothing what is trained stays as it is.
pub struct StepSizes {
    /// For the value of positions.
    pub value: f32,
    /// For the order of moves.
    pub order: f32,
}

/// The numbers of one side's weights.
fn numbers(side: &Side) -> Vec<f32> {
    let kinds: [fn(&PatternValue) -> i16; 4] =
        [|value| value.to_move, |value| value.waiting, |value| value.attack, |value| value.defence];
    let points = kinds.iter().flat_map(|kind| side.points.iter().map(kind));
    points.chain(side.threats.iter().copied()).map(f32::from).collect()
}

/// The combination of nothing but dead shapes.
const DEAD: usize = 0;

/// Combinations of a cell's own shapes and of the opponent's, each unless all are dead: such are left out of the sum, though
/// not out of the order, and so keep their worth of nothing.
fn combinations(shapes: ShapesView) -> [Option<usize>; 2] {
    [shapes, shapes.by_opponent()]
        .map(|shapes| Some(combination(shapes.own())).filter(|&combination| combination != DEAD))
}

impl TableModel {
    /// Weights as they are set by hand.
    pub fn new(rule: RuleKind) -> TableModel {
        TableModel::from_weights(&start::by_hand(rule), StepSizes { value: 1.0, order: 1.0 })
    }

    /// Weights to go on from.
    pub fn from_weights(weights: &Weights, step_sizes: StepSizes) -> TableModel {
        let sides: Vec<Parameters> = weights.sides.iter().map(|side| Parameters::at_home(numbers(side))).collect();
        let descent = Descent::new(sides.len(), NUMBERS);
        TableModel { rule: weights.rule, sides, descent, step_sizes }
    }

    /// Trains on samples once, which lie so far into the whole training.
    pub fn train(&mut self, samples: &[Sample], done: Range<f32>) {
        let mut descent = std::mem::replace(&mut self.descent, Descent::new(0, 0));
        for (batch, at) in samples.chunks(BATCH).zip(progress(samples.len(), BATCH, done)) {
            let gradients = descent.gradients(batch, |sample, gradients| {
                self.backward(sample, 1.0 / batch.len() as f32, gradients);
            });
            // Large steps at first, small ones to settle.
            let [value_rate, order_rate] =
                [self.step_sizes.value, self.step_sizes.order].map(|size| RATE * size * LAST.powf(at));
            for (side, gradients) in self.sides.iter_mut().zip(gradients) {
                side.step(gradients, |place| match place {
                    TO_MOVE..ATTACK => POINTS_RATE * value_rate,
                    ATTACK..THREATS => order_rate,
                    _ => value_rate,
                });
            }
        }
        self.descent = descent;
    }

    /// The mean cross-entropy of the choices.
    pub fn order_loss(&self, samples: &[Sample]) -> f64 {
        let losses: Vec<f64> =
            samples.par_iter().map(|sample| -f64::from(self.chances(sample)[0].max(1e-9).ln())).collect();
        losses.iter().sum::<f64>() / samples.len() as f64
    }

    /// What the table says of a position: the logarithm of the odds to win.
    pub fn logit(&self, sample: &Sample) -> f32 {
        let [ours, theirs] = self.sides_of(sample.us).map(|side| &self.sides[side]);
        let mut sum = 0.0;
        for &(shapes, count) in &sample.cells {
            let [own, opposing] = combinations(shapes);
            let own = own.map_or(0.0, |own| ours.values[TO_MOVE + own]);
            let opposing = opposing.map_or(0.0, |opposing| theirs.values[WAITING + opposing]);
            sum += f32::from(count) * (own - opposing);
        }
        (sum / POINT_SCALE as f32 + ours.values[THREATS + sample.threats.index()]) / score_scale(self.rule)
    }

    /// The weights as the evaluation keeps them, with networks that correct nothing.
    pub fn weights(&self) -> Weights {
        let round = |value: f32| value.round().clamp(-30_000.0, 30_000.0) as i16;
        let mut weights = Weights::zero(self.rule);
        for (side, trained) in weights.sides.iter_mut().zip(&self.sides) {
            for (combination, value) in side.points.iter_mut().enumerate() {
                let [to_move, waiting, attack, defence] =
                    [TO_MOVE, WAITING, ATTACK, DEFENCE].map(|kind| round(trained.values[kind + combination]));
                *value = PatternValue { to_move, waiting, attack, defence };
            }
            side.threats = trained.values[THREATS..].iter().map(|&value| round(value)).collect();
        }
        weights
    }

    /// The side to move and the other.
    fn sides_of(&self, us: Color) -> [usize; 2] {
        [us, !us].map(|color| Weights::number_of_side(color, self.sides.len()))
    }

    /// The numbers of all sides, to be kept.
    pub fn parameters(&mut self) -> impl Iterator<Item = &mut Parameters> {
        self.sides.iter_mut()
    }

    /// The probabilities with which the candidates are chosen.
    fn chances(&self, sample: &Sample) -> Vec<f32> {
        let [ours, theirs] = self.sides_of(sample.us).map(|side| &self.sides[side].values);
        let order =
            |&[own, opposing]: &[Shapes; 2]| ours[ATTACK + combination(own)] + theirs[DEFENCE + combination(opposing)];
        let orders: Vec<f32> = sample.choices.iter().map(order).collect();
        let most = orders.iter().copied().fold(f32::MIN, f32::max);
        let powers: Vec<f32> = orders.iter().map(|order| ((order - most) / ORDER_SCALE).exp()).collect();
        let sum: f32 = powers.iter().sum();
        powers.into_iter().map(|power| power / sum).collect()
    }

    /// Adds to the gradients what a sample says, as this share of a batch.
    fn backward(&self, sample: &Sample, share: f32, gradients: &mut [Vec<f32>]) {
        let error = (sigmoid(self.logit(sample)) - sample.label) * share;
        let chances = self.chances(sample);
        let [ours, theirs] = self.sides_of(sample.us);
        for &(shapes, count) in &sample.cells {
            let [own, opposing] = combinations(shapes);
            let slope = error * f32::from(count) / POINT_SCALE as f32;
            if let Some(own) = own {
                gradients[ours][TO_MOVE + own] += slope;
            }
            if let Some(opposing) = opposing {
                gradients[theirs][WAITING + opposing] -= slope;
            }
        }
        gradients[ours][THREATS + sample.threats.index()] += error;
        for (i, (chance, &[own, opposing])) in chances.into_iter().zip(&sample.choices).enumerate() {
            let error = (chance - f32::from(u8::from(i == 0))) * share;
            gradients[ours][ATTACK + combination(own)] += error;
            gradients[theirs][DEFENCE + combination(opposing)] += error;
        }
    }
}

#[cfg(test)]
mod tests;
