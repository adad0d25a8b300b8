//! What a score says about strength: Elo with its error bars, the likelihood of superiority, and the sequential test.
//!
//! Two games from one opening with the colours changed are one observation: an opening that favours one side then adds
//! no noise. Everything here is a pure function of counted results.

use std::fmt;
use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

/// Half the width of an interval that holds 95% of a normal distribution, in standard deviations.
const Z95: f64 = 1.959_963_984_540_054;

/// Single games, seen from one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub(crate) struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl Tally {
    /// Number of games.
    pub(crate) fn games(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Points, a draw being half of one.
    pub(crate) fn points(self) -> f64 {
        f64::from(self.wins) + 0.5 * f64::from(self.draws)
    }

    /// Counts one game worth 0, 1 or 2 half points.
    pub(crate) fn add(&mut self, half_points: u32) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// The frequencies of 0, 1/2 and 1.
    pub(crate) fn distribution(self) -> Distribution<3> {
        Distribution { values: [0.0, 0.5, 1.0], counts: [self.losses, self.draws, self.wins].map(f64::from) }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

/// Pairs of games from one opening with both colours, counted by half points from 0 to 4 and seen from one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub(crate) struct Pairs(pub [u32; 5]);

impl Pairs {
    /// The frequencies of 0, 1/4, 1/2, 3/4 and 1 point a game.
    pub(crate) fn distribution(self) -> Distribution<5> {
        Distribution { values: [0.0, 0.25, 0.5, 0.75, 1.0], counts: self.0.map(f64::from) }
    }
}

impl AddAssign for Pairs {
    fn add_assign(&mut self, other: Pairs) {
        for (count, more) in self.0.iter_mut().zip(other.0) {
            *count += more;
        }
    }
}

/// How often each possible score was observed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Distribution<const N: usize> {
    values: [f64; N],
    counts: [f64; N],
}

impl<const N: usize> Distribution<N> {
    fn number(self) -> f64 {
        self.counts.iter().sum()
    }

    fn mean(self) -> f64 {
        let points: f64 = self.values.iter().zip(self.counts).map(|(value, count)| value * count).sum();
        points / self.number()
    }

    fn variance(self) -> f64 {
        let mean = self.mean();
        let squares: f64 =
            self.values.iter().zip(self.counts).map(|(value, count)| count * (value - mean).powi(2)).sum();
        squares / self.number()
    }

    /// The score with its 95% interval, or `None` when nothing was observed.
    pub(crate) fn estimate(self) -> Option<Estimate> {
        let number = self.number();
        if number == 0.0 {
            return None;
        }
        let score = self.mean();
        let deviation = (self.variance() / number).sqrt();
        let (low, high) = if deviation > 0.0 {
            (score - Z95 * deviation, score + Z95 * deviation)
        } else {
            // All observations agree. Anything else then happens less than 3 times in `number`, at 95%.
            let other = (3.0 / number).min(1.0);
            (score * (1.0 - other), score + (1.0 - score) * other)
        };
        let superiority = if deviation > 0.0 {
            normal((score - 0.5) / deviation)
        } else {
            // A uniform prior on the chance of the one result that was seen: it is the usual one 1 - 2^-(n+1) of the time.
            let confidence = 1.0 - (-(number + 1.0)).exp2();
            match score.total_cmp(&0.5) {
                std::cmp::Ordering::Less => 1.0 - confidence,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Greater => confidence,
            }
        };
        Some(Estimate { score, low: low.max(0.0), high: high.min(1.0), superiority })
    }

    /// The likeliest frequencies under which the mean would be `mean`, given what was observed.
    fn constrained(self, mean: f64) -> [f64; N] {
        let number = self.number();
        let (lowest, highest) = (self.values[0] - mean, self.values[N - 1] - mean);
        // The frequencies are p / (1 + t * (value - mean)) for the one t that gives the mean; the sum falls with t.
        let (mut from, mut to) = (-1.0 / highest, -1.0 / lowest);
        for _ in 0..200 {
            let t = 0.5 * (from + to);
            let sum: f64 = (0..N)
                .map(|i| (self.values[i] - mean, self.counts[i] / number))
                .map(|(distance, frequency)| frequency * distance / (1.0 + t * distance))
                .sum();
            if sum > 0.0 {
                from = t;
            } else {
                to = t;
            }
        }
        let t = 0.5 * (from + to);
        std::array::from_fn(|i| self.counts[i] / number / (1.0 + t * (self.values[i] - mean)))
    }

    /// The logarithm of how much likelier these results are with a difference of `elo1` than with `elo0`.
    pub(crate) fn log_likelihood_ratio(mut self, elo0: f64, elo1: f64) -> f64 {
        if self.number() == 0.0 {
            return 0.0;
        }
        // A score that never occurred is taken to be very rare, not impossible.
        for count in &mut self.counts {
            *count = count.max(1e-3);
        }
        let (under0, under1) = (self.constrained(expected_score(elo0)), self.constrained(expected_score(elo1)));
        (0..N).map(|i| self.counts[i] * (under1[i] / under0[i]).ln()).sum()
    }
}

/// A score per game with its 95% interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Estimate {
    /// Points per game, from 0 to 1.
    pub score: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
    /// How likely it is that this side is the stronger one, from 0 to 1.
    pub superiority: f64,
}

impl Estimate {
    /// The difference in strength and the ends of its interval. They are infinite for a score of 0 or 1.
    pub(crate) fn elo(self) -> (f64, f64, f64) {
        (elo_difference(self.score), elo_difference(self.low), elo_difference(self.high))
    }
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (elo, low, high) = self.elo();
        write!(f, "{} Elo [{}, {}]", signed(elo), signed(low), signed(high))
    }
}

/// A difference in Elo with its sign, or an infinity.
pub(crate) fn signed(elo: f64) -> String {
    match elo {
        f64::INFINITY => "+inf".to_string(),
        f64::NEG_INFINITY => "-inf".to_string(),
        _ if elo.abs() < 0.5 => "+0".to_string(),
        _ => format!("{elo:+.0}"),
    }
}

/// The score per game to expect from a difference in strength.
pub(crate) fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The difference in strength that leads to this score per game.
pub(crate) fn elo_difference(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The share of a normal distribution that lies below `z` standard deviations.
fn normal(z: f64) -> f64 {
    0.5 * libm::erfc(-z / std::f64::consts::SQRT_2)
}

/// A sequential probability ratio test between two differences in strength.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Sprt {
    /// The difference, in Elo, of the hypothesis that is to be rejected.
    pub elo0: f64,
    /// The difference, in Elo, of the hypothesis that is to be shown.
    pub elo1: f64,
    /// The accepted chance of passing when `elo0` is true.
    pub alpha: f64,
    /// The accepted chance of failing when `elo1` is true.
    pub beta: f64,
}

impl Sprt {
    /// Reads `ELO0,ELO1`, or `ELO0,ELO1,ALPHA,BETA` with the errors allowed.
    pub(crate) fn parse(text: &str) -> Result<Sprt, String> {
        let numbers: Result<Vec<f64>, _> = text.split(',').map(|number| number.trim().parse()).collect();
        let (elo0, elo1, alpha, beta) = match numbers.as_deref() {
            Ok(&[elo0, elo1]) => (elo0, elo1, 0.05, 0.05),
            Ok(&[elo0, elo1, alpha, beta]) => (elo0, elo1, alpha, beta),
            _ => return Err("it takes two numbers, or four with the errors allowed: 0,5 or 0,5,0.05,0.05".to_string()),
        };
        if !(elo0 < elo1 && elo0 > -1000.0 && elo1 < 1000.0) {
            return Err("the first difference must be less".to_string());
        }
        let sensible = |error: f64| error > 0.0 && error < 0.5;
        if !(sensible(alpha) && sensible(beta)) {
            return Err("the errors allowed must lie between 0 and 0.5".to_string());
        }
        Ok(Sprt { elo0, elo1, alpha, beta })
    }
}

/// What a sequential test says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SprtVerdict {
    /// The larger difference is accepted.
    Passed,
    /// The smaller difference is accepted.
    Failed,
    /// More games are needed.
    Open,
}

impl fmt::Display for SprtVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SprtVerdict::Passed => "passed",
            SprtVerdict::Failed => "failed",
            SprtVerdict::Open => "not decided",
        })
    }
}

impl Sprt {
    /// The bounds that end the test.
    pub(crate) fn bounds(self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The logarithm of the likelihood ratio after these pairs.
    pub(crate) fn ratio(self, pairs: Pairs) -> f64 {
        pairs.distribution().log_likelihood_ratio(self.elo0, self.elo1)
    }

    /// What these pairs say.
    pub(crate) fn verdict(self, pairs: Pairs) -> SprtVerdict {
        let (lower, upper) = self.bounds();
        match self.ratio(pairs) {
            ratio if ratio >= upper => SprtVerdict::Passed,
            ratio if ratio <= lower => SprtVerdict::Failed,
            _ => SprtVerdict::Open,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn near(value: f64, expected: f64, tolerance: f64) {
        assert!((value - expected).abs() <= tolerance, "{value} is not within {tolerance} of {expected}");
    }

    /// The expected figures are those that chess testing tools publish for the same counts.
    #[test]
    fn elo_of_pairs_is_that_of_other_tools() {
        for (counts, elo, error, superiority) in [
            ([34, 54, 31 + 32, 64, 75], 55.58, 27.65, 1.0000),
            ([332, 433, 457 + 41, 333, 334], -8.64, 10.33, 0.0505),
            ([7895, 8757, 5485 + 200, 568, 9999], -21.04, 2.95, 0.0),
        ] {
            let estimate = Pairs(counts).distribution().estimate().unwrap();
            let (middle, low, high) = estimate.elo();
            near(middle, elo, 0.01);
            near((high - low) / 2.0, error, 0.01);
            near(estimate.superiority, superiority, 1e-4);
        }
    }

    #[test]
    fn elo_of_single_games_is_that_of_other_tools() {
        let tally = Tally { wins: 136, losses: 96, draws: 111 };
        let estimate = tally.distribution().estimate().unwrap();
        let (elo, low, high) = estimate.elo();
        near(elo, 40.70, 0.01);
        near((high - low) / 2.0, 30.43, 0.02);
        near(estimate.superiority, 0.9960, 1e-4);
        let reversed = Tally { wins: tally.losses, losses: tally.wins, ..tally };
        near(reversed.distribution().estimate().unwrap().elo().0, -40.70, 0.01);
    }

    #[test]
    fn likelihood_ratios_are_those_of_other_tools() {
        for (counts, elo0, elo1, expected) in [
            ([223, 9863, 20279 + 1000, 10037, 246], 0.5, 2.5, -3.07),
            ([871, 26175, 55003 + 980, 26678, 821], 0.0, 2.0, -4.98),
        ] {
            near(Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 }.ratio(Pairs(counts)), expected, 0.03);
        }
        for (wins, losses, draws, elo0, elo1, expected) in
            [(21404, 21184, 40708, 0.5, 2.5, -1.57), (57433, 57030, 106_593, 0.0, 2.0, -2.59)]
        {
            let games = Tally { wins, losses, draws }.distribution();
            near(games.log_likelihood_ratio(elo0, elo1), expected, 0.02);
        }
    }

    #[test]
    fn the_test_ends_at_its_bounds() {
        let sprt = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };
        let (lower, upper) = sprt.bounds();
        near(upper, 2.944, 0.001);
        near(lower, -2.944, 0.001);
        assert_eq!(sprt.verdict(Pairs::default()), SprtVerdict::Open);
        assert_eq!(sprt.verdict(Pairs([0, 1, 2, 1, 0])), SprtVerdict::Open);
        assert_eq!(sprt.verdict(Pairs([100, 300, 500, 400, 200])), SprtVerdict::Passed);
        assert_eq!(sprt.verdict(Pairs([200, 400, 500, 300, 100])), SprtVerdict::Failed);
        let (more, less) = (Pairs([10, 30, 50, 40, 20]), Pairs([20, 40, 50, 30, 10]));
        near(sprt.ratio(more), -Sprt { elo0: -10.0, elo1: 0.0, ..sprt }.ratio(less), 1e-9);
    }

    #[test]
    fn nothing_has_the_sign_of_a_gain() {
        let values = [-0.4, 0.4, -0.6, 12.3, f64::NEG_INFINITY, f64::INFINITY];
        assert_eq!(values.map(signed), ["+0", "+0", "-1", "+12", "-inf", "+inf"]);
    }

    #[test]
    fn a_clean_sweep_still_has_an_interval() {
        let sweep = Pairs([0, 0, 0, 0, 30]).distribution().estimate().unwrap();
        assert_eq!(sweep.elo().0, f64::INFINITY);
        near(sweep.low, 0.9, 1e-9);
        assert_eq!(sweep.high, 1.0);
        assert_eq!(sweep.to_string(), "+inf Elo [+382, +inf]");
        let few = |counts| Pairs(counts).distribution().estimate().unwrap().superiority;
        assert_eq!([few([0, 0, 0, 0, 3]), few([3, 0, 0, 0, 0])], [15.0 / 16.0, 1.0 / 16.0]);
        let level = Pairs([0, 0, 30, 0, 0]).distribution().estimate().unwrap();
        assert_eq!(level.superiority, 0.5);
        near(level.low, 0.45, 1e-9);
        assert_eq!(Pairs::default().distribution().estimate(), None);
    }

    #[test]
    fn scores_and_differences_are_inverse() {
        for elo in [-400.0, -35.0, 0.0, 5.0, 800.0] {
            near(elo_difference(expected_score(elo)), elo, 1e-9);
        }
        near(expected_score(400.0), 10.0 / 11.0, 1e-12);
    }
}
