//! The way downhill, batch by batch: the gradient of a batch, by several threads, the same to the last bit whatever their number.

use std::ops::Range;

use rayon::prelude::*;

use crate::sample::Sample;

/// A batch is split into so many parts, each of which is added up on its own, and then the parts in their order. More threads
/// than that are of no use.
const PARTS: usize = 8;
/// Numbers that one thread adds up at a time.
const CHUNK: usize = 1 << 13;

/// How the loss of a batch grows with each number of each side.
pub(crate) struct Descent {
    /// For each part, for each side.
    parts: Vec<Vec<Vec<f32>>>,
}

impl Descent {
    /// For so many sides of so many numbers.
    pub(crate) fn new(sides: usize, numbers: usize) -> Descent {
        Descent { parts: vec![vec![vec![0.0; numbers]; sides]; PARTS] }
    }

    /// The gradients of a batch by side: the sum of what `add` adds for each sample. They are to be zeroed by who takes them.
    pub(crate) fn gradients(
        &mut self,
        batch: &[Sample],
        add: impl Fn(&Sample, &mut [Vec<f32>]) + Sync,
    ) -> &mut [Vec<f32>] {
        let length = batch.len().div_ceil(PARTS).max(1);
        self.parts.par_iter_mut().zip(batch.par_chunks(length)).for_each(|(part, samples)| {
            samples.iter().for_each(|sample| add(sample, part));
        });
        let (sums, others) = self.parts.split_first_mut().expect("there are several parts");
        for (side, sums) in sums.iter_mut().enumerate() {
            for other in &mut *others {
                let chunks = sums.par_chunks_mut(CHUNK).zip(other[side].par_chunks_mut(CHUNK));
                chunks.for_each(|(sums, numbers)| {
                    for (sum, number) in sums.iter_mut().zip(numbers) {
                        *sum += std::mem::take(number);
                    }
                });
            }
        }
        sums
    }
}

/// How far into the training each batch of so many samples is, of which the first is so far and the end is so far.
pub(crate) fn progress(samples: usize, batch: usize, done: Range<f32>) -> impl Iterator<Item = f32> {
    let batches = samples.div_ceil(batch);
    (0..batches).map(move |number| done.start + (done.end - done.start) * number as f32 / batches as f32)
}

#[cfg(test)]
mod tests {
    use tengen_engine::game::Game;
    use tengen_engine::internals::board::Board;
    use tengen_engine::point::BoardSize;
    use tengen_engine::rule::{Freestyle, RuleKind};

    use super::*;

    #[test]
    fn a_gradient_is_that_of_all_samples_of_its_batch_and_of_no_other() {
        let board = Board::<Freestyle>::from_game(&Game::new(RuleKind::Freestyle, BoardSize::square(15).unwrap()));
        let samples: Vec<Sample> = (1..=100).map(|label| Sample::new(&board, label as f32, None)).collect();
        let mut descent = Descent::new(2, 3);
        for length in [100, 7, 1, 64] {
            let gradients = descent.gradients(&samples[..length], |sample, gradients| {
                gradients[0][0] += 1.0;
                gradients[1][2] += sample.label;
            });
            let sum = (length * (length + 1) / 2) as f32;
            assert_eq!(gradients, [[length as f32, 0.0, 0.0], [0.0, 0.0, sum]]);
            // Who takes the gradients leaves zeros.
            gradients.iter_mut().for_each(|side| side.fill(0.0));
        }
    }

    #[test]
    fn a_training_goes_on_evenly_from_pool_to_pool() {
        let first: Vec<f32> = progress(5, 2, 0.0..0.75).collect();
        assert_eq!(first, [0.0, 0.25, 0.5]);
        assert_eq!(progress(1, 2, 0.75..1.0).collect::<Vec<_>>(), [0.75]);
    }
}
