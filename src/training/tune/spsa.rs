//! Simultaneous perturbation (SPSA): all values are pushed at once, each up or down at random, one side each way; then all
//! move a little in the direction of the side that won.

use tengen_engine::internals::search::params::{Parameter, Params};

use tengen_engine::random::SplitMix64;

/// Values are kept to so many parts of one, so that they are the same after they were written and read.
const PARTS: f64 = 10_000.0;

/// How far values are pushed and moved, less from iteration to iteration.
#[derive(Clone, Copy)]
pub(super) struct SpsaSchedule {
    /// How many of their steps values are pushed in the first iteration.
    pub(super) push: f64,
    /// How many steps values move in the first iteration for a gain of all points where both sides are a step apart.
    pub(super) rate: f64,
    /// The iterations there are to be.
    pub(super) iterations: usize,
}

impl SpsaSchedule {
    /// How many steps values are pushed in an iteration, the first being 0.
    pub(super) fn push(&self, iteration: usize) -> f64 {
        self.push * libm::pow((iteration + 1) as f64, -0.101)
    }

    /// How many steps values move in an iteration for a gain of all points where both sides are a step apart.
    fn rate(&self, iteration: usize) -> f64 {
        // Falls slowly at first, so that the first iterations do not decide alone.
        let settling = (self.iterations / 10 + 1) as f64;
        self.rate * libm::pow(1.0 + iteration as f64 / settling, -0.602)
    }

    /// The values after an iteration.
    pub(super) fn moved(
        &self,
        parameters: &[&Parameter],
        values: &[f64],
        gradient: &Gradient,
        iteration: usize,
    ) -> Vec<f64> {
        let share = self.rate(iteration) / f64::from(MOST * gradient.pairs);
        let moved = |((parameter, value), &sum): ((&&Parameter, &f64), &f64)| {
            let moved = value + share * sum * f64::from(parameter.step);
            (moved.clamp(parameter.least.into(), parameter.most.into()) * PARTS).round() / PARTS
        };
        parameters.iter().zip(values).zip(&gradient.sums).map(moved).collect()
    }
}

/// The most half points by which a side is better in a pair of games.
const MOST: i32 = 4;

/// Two sides with values that are pushed in opposite directions.
pub(super) struct Trial {
    /// How many steps the first side is above the second one in each value: near the ends of its range it is less far.
    distances: Vec<f64>,
    pub(super) sides: [Params; 2],
}

impl Trial {
    /// Pushes each value by so many steps, in random directions.
    pub(super) fn new(parameters: &[&Parameter], values: &[f64], push: f64, random: &mut SplitMix64) -> Trial {
        let mut trial = Trial { distances: Vec::new(), sides: [Params::default(), Params::default()] };
        for (parameter, value) in parameters.iter().zip(values) {
            let sign = if random.below(2) == 0 { 1 } else { -1 };
            // Rounded up or down by chance, so that pushes of less than one are felt too, as often as they should be.
            let chance = random.unit();
            let distance = push * f64::from(sign * parameter.step);
            let range = [parameter.least, parameter.most].map(f64::from);
            let pushed = [value + distance, value - distance].map(|pushed| pushed.clamp(range[0], range[1]));
            for (side, pushed) in trial.sides.iter_mut().zip(pushed) {
                parameter.set(side, (pushed + chance).floor() as i32);
            }
            trial.distances.push((pushed[0] - pushed[1]) / f64::from(parameter.step));
        }
        trial
    }
}

/// What the games of an iteration say about the direction to go in.
pub(super) struct Gradient {
    /// For each value the half points by which those were better who had more of it, for each step that they had more.
    sums: Vec<f64>,
    pairs: i32,
}

impl Gradient {
    /// Nothing known about so many values.
    pub(super) fn new(values: usize) -> Gradient {
        Gradient { sums: vec![0.0; values], pairs: 0 }
    }

    /// Adds a pair of games in which the first side was better by so many half points, from -4 to 4.
    pub(super) fn add(&mut self, trial: &Trial, better: i32) {
        self.pairs += 1;
        // Sides that a tiny push does not bring apart say nothing.
        let apart = self.sums.iter_mut().zip(&trial.distances).filter(|(_, distance)| distance.abs() > 0.0);
        apart.for_each(|(sum, distance)| *sum += f64::from(better) / distance);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where a value lies, in steps from where it is best.
    fn distance(parameter: &Parameter, value: f64, best: f64) -> f64 {
        (value - best) / f64::from(parameter.step)
    }

    #[test]
    fn the_best_values_are_found_on_games_decided_by_chance() {
        let parameters: Vec<&Parameter> =
            Params::LIST.iter().filter(|parameter| parameter.name.starts_with("reverse_futility")).collect();
        let best: Vec<f64> = parameters.iter().map(|p| f64::from(p.default + 3 * p.step)).collect();
        // How strong a side is, by the distance of its values from the best.
        let weakness = |side: &Params| -> f64 {
            let values = [side.reverse_futility_depth, side.reverse_futility_base, side.reverse_futility_slope];
            let squares = values.iter().zip(&parameters).zip(&best);
            squares.map(|((&value, p), &best)| distance(p, value.into(), best).powi(2)).sum()
        };
        let schedule = SpsaSchedule { push: 1.0, rate: 3.0, iterations: 200 };
        let mut values: Vec<f64> = parameters.iter().map(|p| p.default.into()).collect();
        let mut random = SplitMix64::stream(1, 1);
        for iteration in 0..schedule.iterations {
            let mut gradient = Gradient::new(values.len());
            for _ in 0..16 {
                let trial = Trial::new(&parameters, &values, schedule.push(iteration), &mut random);
                let lead = (weakness(&trial.sides[1]) - weakness(&trial.sides[0])) / 30.0;
                let game = |random: &mut SplitMix64| if random.unit() < 0.5 + lead { 2 } else { -2 };
                let better = game(&mut random) + game(&mut random);
                gradient.add(&trial, better);
            }
            values = schedule.moved(&parameters, &values, &gradient, iteration);
        }
        for ((parameter, &value), &best) in parameters.iter().zip(&values).zip(&best) {
            assert!(distance(parameter, value, best).abs() < 0.8, "{}: {value}, best {best}", parameter.name);
        }
    }

    #[test]
    fn near_the_end_of_its_range_a_value_moves_by_the_distance_that_both_sides_have() {
        let parameter = Params::LIST.iter().find(|parameter| parameter.name == "aspiration").unwrap();
        assert_eq!((parameter.most, parameter.step), (100, 4));
        let schedule = SpsaSchedule { push: 2.0, rate: 1.0, iterations: 1 };
        for (value, distance) in [(52.0, 4.0), (98.0, 2.5), (100.0, 2.0)] {
            let trial = Trial::new(&[parameter], &[value], schedule.push(0), &mut SplitMix64::new(3));
            let [first, second] = trial.sides.each_ref().map(|side| side.aspiration);
            // Who has less of it wins all games.
            let mut gradient = Gradient::new(1);
            gradient.add(&trial, if first < second { MOST } else { -MOST });
            let moved = schedule.moved(&[parameter], &[value], &gradient, 0)[0];
            assert!((value - 4.0 / distance - moved).abs() < 1e-3, "{value}: {moved}");
        }
    }

    #[test]
    fn both_sides_are_pushed_evenly() {
        let parameters: Vec<&Parameter> = Params::LIST.iter().collect();
        let values: Vec<f64> = parameters.iter().map(|p| f64::from(p.default) + 0.25).collect();
        let mut random = SplitMix64::new(3);
        let sums = (0..4_000).map(|_| {
            let trial = Trial::new(&parameters, &values, 0.5, &mut random);
            f64::from(trial.sides[0].aspiration + trial.sides[1].aspiration) / 2.0
        });
        let mean = sums.sum::<f64>() / 4_000.0;
        assert!((mean - f64::from(Params::default().aspiration) - 0.25).abs() < 0.05, "{mean}");
    }
}
