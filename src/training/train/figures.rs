//! What is printed of an epoch: losses by phase of the game.

use std::fmt;

use rayon::prelude::*;

use tengen_models::{Sample, cross_entropy, sigmoid};

use crate::training::phase::{PHASES, phase, phase_name};

/// What a label is compared by with what is predicted.
#[derive(Clone, Copy)]
pub(super) enum LossKind {
    CrossEntropy,
    /// The same without the entropy of the label itself.
    Kl,
}

/// Mean losses by phase.
#[derive(Clone, Debug, Default)]
pub(super) struct Losses {
    /// Sums of the loss, by phase.
    sums: [f64; PHASES.len()],
    positions: [usize; PHASES.len()],
}

impl Losses {
    /// The losses of samples, each the logit of which is given.
    pub(super) fn of(samples: &[Sample], kind: LossKind, logit: impl Fn(&Sample) -> f32 + Sync) -> Losses {
        let loss = |sample: &Sample| {
            let entropy = match kind {
                LossKind::CrossEntropy => 0.0,
                LossKind::Kl => cross_entropy(sample.label, sample.label),
            };
            cross_entropy(sample.label, sigmoid(logit(sample))) - entropy
        };
        // Collected in order, so that the sum does not depend on the threads.
        let each: Vec<f64> = samples.par_iter().map(loss).collect();
        let mut losses = Losses::default();
        for (sample, loss) in samples.iter().zip(each) {
            losses.sums[phase(sample.stones)] += loss;
            losses.positions[phase(sample.stones)] += 1;
        }
        losses
    }

    /// Over all phases.
    pub(super) fn mean(&self) -> f64 {
        self.sums.iter().sum::<f64>() / self.positions.iter().sum::<usize>() as f64
    }
}

impl fmt::Display for Losses {
    /// The mean of all, then of each phase: `0.61234 (0-19 0.67123, 20-39 0.60012)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let met = (0..PHASES.len()).filter(|&phase| self.positions[phase] > 0);
        let of_phase = |phase| format!("{} {:.5}", phase_name(phase), self.sums[phase] / self.positions[phase] as f64);
        write!(f, "{:.5} ({})", self.mean(), met.map(of_phase).collect::<Vec<_>>().join(", "))
    }
}
