//! What a score says about strength: Elo with its error bars, the likelihood of superiority, and the sequential test.
//!
//! Two games from one opening with the colours changed are one observation: an opening that favours one side then adds
//! no noise. Everything here is a pure function of counted results.

use std::fmt;
use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

/// Half the width of an interval that holds 95% of a normal distribution, in standard deviations.
pub(crate) const Z95: f64 = 1.959_963_984_540_054;

/// How often an interval does not hold what it is about.
pub(crate) const USUAL_ERROR: f64 = 0.05;

/// From so many observations on their spread is taken as it was observed, as other tools do.
const MANY: f64 = 100.0;

/// By what the variance of so many observations is divided to have that of their mean. Few look more alike than they are. With
/// their spread taken about each end of an interval of `z` deviations, and not about their mean, it is about as wide as
/// Student's.
pub(crate) fn divisor(number: f64, z: f64) -> f64 {
    if number < MANY { (number - z * z).max(1.0) } else { number }
}

/// The share of results that may still be unseen after so many observations that agree, however much they do: at 95% what was
/// not seen happens less than 3 times.
pub(crate) fn unseen(number: f64, error: f64) -> f64 {
    (3.0 * (error.ln() / USUAL_ERROR.ln()) / number).min(1.0)
}

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

    /// Points of a hundred games.
    pub(crate) fn percent(self) -> f64 {
        100.0 * self.points() / f64::from(self.games().max(1))
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

impl fmt::Display for Tally {
    /// `+12 =3 -5`: won, drawn and lost.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "+{} ={} -{}", self.wins, self.draws, self.losses)
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
    /// Number of observations.
    pub(crate) fn number(self) -> f64 {
        self.counts.iter().sum()
    }

    /// The score per game.
    pub(crate) fn mean(self) -> f64 {
        let points: f64 = self.values.iter().zip(self.counts).map(|(value, count)| value * count).sum();
        points / self.number()
    }

    /// How far the observations lie about it, squared.
    pub(crate) fn variance(self) -> f64 {
        let mean = self.mean();
        let squares: f64 =
            self.values.iter().zip(self.counts).map(|(value, count)| count * (value - mean).powi(2)).sum();
        squares / self.number()
    }

    /// The score with its 95% interval, or `None` when nothing was observed.
    pub(crate) fn estimate(self) -> Option<Estimate> {
        self.estimate_of_many(1)
    }

    /// The same with an interval so wide that of so many results together one is outside of its own as seldom as a single one:
    /// 5% are shared out among them.
    pub(crate) fn estimate_of_many(self, results: usize) -> Option<Estimate> {
        let (number, error) = (self.number(), USUAL_ERROR / results.max(1) as f64);
        if number == 0.0 {
            return None;
        }
        let (score, z) = (self.mean(), half_width(error));
        let deviation = (self.variance() / divisor(number, z)).sqrt();
        let unseen = unseen(number, error);
        let low = (score - z * deviation).min(score * (1.0 - unseen));
        let high = (score + z * deviation).max(score + (1.0 - score) * unseen);
        // Nothing shows more than one result that was seen every time. With a uniform prior on its chance it is the usual
        // one 1 - 2^-(n+1) of the time.
        let most = 1.0 - (-(number + 1.0)).exp2();
        let superiority = if score == 0.5 { 0.5 } else { normal((score - 0.5) / deviation).clamp(1.0 - most, most) };
        Some(Estimate { score, low: low.max(0.0), high: high.min(1.0), superiority })
    }

    /// How the frequencies that were observed must be bent to be the likeliest ones with this mean: each is divided by
    /// 1 + t * (value - mean), for the one t that gives the mean.
    fn bend(self, mean: f64) -> [f64; N] {
        let (lowest, highest) = (self.values[0] - mean, self.values[N - 1] - mean);
        let (mut from, mut to) = (-1.0 / highest, -1.0 / lowest);
        let divisors = |t: f64| self.values.map(|value| 1.0 + t * (value - mean));
        for _ in 0..200 {
            let t = 0.5 * (from + to);
            let divisors = divisors(t);
            // What the observations then sum up to, counted from the mean, falls with t.
            let sum: f64 = (0..N).map(|i| self.counts[i] * (self.values[i] - mean) / divisors[i]).sum();
            if sum > 0.0 {
                from = t;
            } else {
                to = t;
            }
        }
        divisors(0.5 * (from + to))
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
        let [bend0, bend1] = [elo0, elo1].map(|elo| self.bend(expected_score(elo)));
        (0..N).map(|i| self.counts[i] * (bend0[i] / bend1[i]).ln()).sum()
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

    /// The difference with its interval and the likelihood of superiority: `+25 Elo [+6, +44], LOS 99.5%`.
    pub(crate) fn with_superiority(self) -> String {
        format!("{self}, LOS {}", self.superiority_text())
    }

    /// The likelihood of superiority in percent.
    pub(crate) fn superiority_text(self) -> String {
        format!("{:.1}%", 100.0 * self.superiority)
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
    // A half is rounded to nothing too.
    if elo.abs() <= 0.5 { "+0".to_string() } else { format!("{elo:+.0}") }
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

/// How many standard deviations from the mean on a normal distribution has this share, both sides together.
fn half_width(error: f64) -> f64 {
    let (mut from, mut to) = (0.0, 40.0);
    for _ in 0..100 {
        let z = 0.5 * (from + to);
        if 2.0 * normal(-z) > error {
            from = z;
        } else {
            to = z;
        }
    }
    from
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
        if ![elo0, elo1].iter().all(|elo| elo.abs() < 1000.0) {
            return Err("differences lie between -1000 and 1000 Elo".to_string());
        }
        if elo0 >= elo1 {
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
mod tests;
