//! Gradient descent with a step of its own for each number (Adam).

use anyhow::{Result, ensure};
use rayon::prelude::*;

/// Numbers that are worth a thread.
const CHUNK: usize = 1 << 13;
/// Weight decay: how strongly numbers are drawn home, so that those seen too rarely to be learned stay sensible.
const WEIGHT_DECAY: f32 = 2e-8;

/// Numbers that are trained, with what the optimiser keeps about each.
pub struct Parameters {
    /// The numbers themselves.
    pub values: Vec<f32>,
    homes: Vec<f32>,
    means: Vec<f32>,
    squares: Vec<f32>,
    steps: i32,
}

impl Parameters {
    /// Numbers that begin where they are drawn to.
    pub fn at_home(homes: Vec<f32>) -> Parameters {
        Parameters::new(homes.clone(), homes)
    }

    /// Numbers that begin somewhere and are drawn to zero.
    pub fn with_weight_decay(values: Vec<f32>) -> Parameters {
        let homes = vec![0.0; values.len()];
        Parameters::new(values, homes)
    }

    /// Numbers that begin somewhere and are drawn to their homes.
    fn new(values: Vec<f32>, homes: Vec<f32>) -> Parameters {
        assert_eq!(values.len(), homes.len());
        let zeros = vec![0.0; values.len()];
        Parameters { values, homes, means: zeros.clone(), squares: zeros, steps: 0 }
    }

    /// How many steps they have made.
    pub fn steps(&self) -> i32 {
        self.steps
    }

    /// Moves the number at each place by at most about `rate` against its gradient: how the loss grows with it. The gradients
    /// begin anew then.
    pub fn step(&mut self, gradients: &mut [f32], rate: impl Fn(usize) -> f32 + Sync) {
        self.steps += 1;
        let means_share = 1.0 - 0.9f32.powi(self.steps);
        let squares_share = 1.0 - 0.999f32.powi(self.steps);
        let numbers = self.values.par_iter_mut().zip(&self.homes).zip(gradients).with_min_len(CHUNK);
        let moments = self.means.par_iter_mut().zip(&mut self.squares).with_min_len(CHUNK);
        numbers.zip(moments).enumerate().for_each(|(place, (((value, home), gradient), (mean, square)))| {
            let slope = std::mem::take(gradient) + WEIGHT_DECAY * (*value - home);
            *mean = 0.9 * *mean + 0.1 * slope;
            *square = 0.999 * *square + 0.001 * slope * slope;
            *value -= rate(place) / means_share * *mean / ((*square / squares_share).sqrt() + 1e-8);
        });
    }

    /// All that changes while they are trained, to be kept.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.steps.to_le_bytes().to_vec();
        let numbers = [&self.values, &self.means, &self.squares].into_iter().flatten();
        numbers.for_each(|number| bytes.extend(number.to_le_bytes()));
        bytes
    }

    /// Takes over what was kept of as many numbers.
    ///
    /// # Errors
    /// The bytes are those of another number of numbers.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<()> {
        let (words, rest) = bytes.as_chunks::<4>();
        let length = self.values.len();
        let fits = rest.is_empty() && words.len() == 1 + 3 * length;
        ensure!(fits, "{} bytes where there should be {}", bytes.len(), 4 + 12 * length);
        self.steps = i32::from_le_bytes(words[0]);
        for (numbers, words) in
            [&mut self.values, &mut self.means, &mut self.squares].into_iter().zip(words[1..].chunks(length))
        {
            for (number, word) in numbers.iter_mut().zip(words) {
                *number = f32::from_le_bytes(*word);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_go_downhill_and_those_without_a_slope_go_home() {
        let mut parameters = Parameters::new(vec![5.0, 5.0, 0.0], vec![0.0, 4.0, 0.0]);
        for step in 0..2000 {
            // The first has its lowest point at 3.
            let mut gradients = [parameters.values[0] - 3.0, 0.0, 0.0];
            parameters.step(&mut gradients, |_| 0.02 * 0.998f32.powi(step));
            assert_eq!(gradients, [0.0; 3]);
        }
        let near = |a: f32, b: f32| (a - b).abs() < 0.05;
        assert!(near(parameters.values[0], 3.0) && near(parameters.values[1], 4.0), "{:?}", parameters.values);
        assert_eq!(parameters.values[2], 0.0);
    }
    #[test]
    fn what_is_kept_goes_on_as_if_never_interrupted() {
        let step = |parameters: &mut Parameters| parameters.step(&mut [0.5, -1.0], |place| 0.1 + place as f32);
        let mut parameters = Parameters::at_home(vec![1.0, 2.0]);
        step(&mut parameters);
        let kept = parameters.to_bytes();
        step(&mut parameters);
        let mut restored = Parameters::at_home(vec![1.0, 2.0]);
        restored.restore(&kept).unwrap();
        step(&mut restored);
        assert_eq!(restored.to_bytes(), parameters.to_bytes());
        assert_eq!(restored.steps(), 2);
        assert!(restored.restore(&kept[1..]).is_err() && restored.restore(&[]).is_err());
    }
}
