//! Gradient descent with a step of its own for each number (Adam).

/// How strongly numbers are drawn home, so that those seen too rarely to be learned stay sensible.
const PULL: f32 = 2e-8;

/// Numbers that are trained, with what the optimiser keeps about each.
pub(super) struct Parameters {
    pub(super) values: Vec<f32>,
    /// How the loss grows with each number; a step begins it anew.
    pub(super) gradients: Vec<f32>,
    homes: Vec<f32>,
    means: Vec<f32>,
    squares: Vec<f32>,
    steps: i32,
}

impl Parameters {
    /// Numbers that begin where they are drawn to.
    pub(super) fn at_home(homes: Vec<f32>) -> Parameters {
        Parameters::new(homes.clone(), homes)
    }

    /// Numbers that begin somewhere and are drawn to zero.
    pub(super) fn drawn_to_zero(values: Vec<f32>) -> Parameters {
        let homes = vec![0.0; values.len()];
        Parameters::new(values, homes)
    }

    /// Numbers that begin somewhere and are drawn to their homes.
    fn new(values: Vec<f32>, homes: Vec<f32>) -> Parameters {
        assert_eq!(values.len(), homes.len());
        let zeros = vec![0.0; values.len()];
        Parameters { values, homes, gradients: zeros.clone(), means: zeros.clone(), squares: zeros, steps: 0 }
    }

    /// Moves every number by at most about `rate` against its gradient.
    pub(super) fn step(&mut self, rate: f32) {
        self.steps += 1;
        let rate = rate / (1.0 - 0.9f32.powi(self.steps));
        let squares_share = 1.0 - 0.999f32.powi(self.steps);
        let moments = self.means.iter_mut().zip(&mut self.squares);
        let numbers = self.values.iter_mut().zip(&self.homes).zip(&mut self.gradients);
        for (((value, home), gradient), (mean, square)) in numbers.zip(moments) {
            let slope = std::mem::take(gradient) + PULL * (*value - home);
            *mean = 0.9 * *mean + 0.1 * slope;
            *square = 0.999 * *square + 0.001 * slope * slope;
            *value -= rate * *mean / ((*square / squares_share).sqrt() + 1e-8);
        }
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
            parameters.gradients[0] = parameters.values[0] - 3.0;
            parameters.step(0.02 * 0.998f32.powi(step));
        }
        let near = |a: f32, b: f32| (a - b).abs() < 0.05;
        assert!(near(parameters.values[0], 3.0) && near(parameters.values[1], 4.0), "{:?}", parameters.values);
        assert_eq!(parameters.values[2], 0.0);
    }
}
