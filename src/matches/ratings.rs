//! Ratings of several engines on one scale: maximum likelihood of the Elo model over all games at once, as Ordo and
//! BayesElo do it. Unlike a score against all opponents they do not depend on who was met. Their errors are those that the
//! spread of pairs of games shows, which are no coins: two games from one opening are one observation.

use std::f64::consts::LN_10;

use crate::statistics::{Distribution, USUAL_ERROR, Z95, divisor, expected_score, unseen};

/// What a difference of one Elo adds to the logarithm of the odds of winning.
const LOG_ODDS: f64 = LN_10 / 400.0;
/// Prior: so many games of each engine, drawn against one of rating 0. Without it who has won all would have no rating.
const PRIOR: f64 = 1.0;
/// Newton's method ends after so many steps at the latest; five are the rule.
const MOST_STEPS: usize = 100;
/// No step of it is longer, in Elo.
const LONGEST_STEP: f64 = 400.0;
/// A step as short as this is not worth taking.
const SHORTEST_STEP: f64 = 1e-3;

/// What was observed of one engine against another: pairs of games, or single ones.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Observed {
    /// How many pairs, or games.
    number: f64,
    /// Games of each.
    games: f64,
    /// Points per game.
    score: f64,
    /// The variance of the points per game from one to the other.
    variance: f64,
}

impl Observed {
    /// Observations of so many games each, unless there are none.
    pub(super) fn new<const N: usize>(observations: Distribution<N>, games: f64) -> Option<Observed> {
        let (number, score, variance) = (observations.number(), observations.mean(), observations.variance());
        (number > 0.0).then_some(Observed { number, games, score, variance })
    }

    fn all_games(&self) -> f64 {
        self.number * self.games
    }

    fn points(&self) -> f64 {
        self.all_games() * self.score
    }

    /// The variance of all points if every game were a coin that shows so many per game.
    fn variance_of_coins(&self, expected: f64) -> f64 {
        self.all_games() * expected * (1.0 - expected)
    }

    /// The variance of all points about those that are expected per game, as it was observed. Observations that agree show none:
    /// then it is that of what may be unseen, and no more than that of coins.
    fn variance_of_points(&self, expected: f64) -> f64 {
        let of_mean = |variance: f64| self.all_games().powi(2) * variance;
        let seen = of_mean((self.variance + (self.score - expected).powi(2)) / divisor(self.number, Z95));
        let most_unseen = expected.max(1.0 - expected) * unseen(self.number, USUAL_ERROR);
        seen.max(of_mean((most_unseen / Z95).powi(2)).min(self.variance_of_coins(expected)))
    }
}

/// The rating of an engine, in Elo. The mean of all ratings is 0.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Rating {
    /// The likeliest.
    pub elo: f64,
    /// Half the width of its 95% interval.
    pub error: f64,
}

/// The rating of each engine that has played: `scores[i][j]` is what engine `i` scored against `j`.
pub(super) fn ratings(scores: &[Vec<Observed>]) -> Vec<Option<Rating>> {
    let has_played = |engine: &usize| scores[*engine].iter().any(|score| score.number > 0.0);
    let playing: Vec<usize> = (0..scores.len()).filter(has_played).collect();
    let row = |&engine: &usize| playing.iter().map(|&other| scores[engine][other]).collect::<Vec<Observed>>();
    let fitted = fit(&playing.iter().map(row).collect::<Vec<Vec<Observed>>>());
    let mut ratings = vec![None; scores.len()];
    playing.into_iter().zip(fitted).for_each(|(engine, rating)| ratings[engine] = Some(rating));
    ratings
}

/// The ratings at the maximum of the likelihood, by Newton's method, and their errors: the covariance is the sandwich of the
/// observed information between two inverses of the curvature there.
fn fit(scores: &[Vec<Observed>]) -> Vec<Rating> {
    let number = scores.len() as f64;
    let mut elo = vec![0.0; scores.len()];
    let mut inverted = Vec::new();
    for _ in 0..MOST_STEPS {
        let slope = slope(scores, &elo);
        inverted = inverse(information(scores, &elo, Observed::variance_of_coins));
        let step: Vec<f64> = inverted.iter().map(|row| product(row, &slope)).collect();
        let longest = step.iter().fold(0.0, |longest: f64, step| longest.max(step.abs()));
        if longest < SHORTEST_STEP {
            break;
        }
        elo = climb(scores, &elo, &step, (LONGEST_STEP / longest).min(1.0));
    }
    let mean = elo.iter().sum::<f64>() / number;
    let observed = information(scores, &elo, Observed::variance_of_points);
    let common: Vec<f64> = (0..elo.len()).map(|at| inverted.iter().map(|row| row[at]).sum::<f64>() / number).collect();
    let rating = |(index, elo): (usize, &f64)| {
        // What all ratings have in common says nothing: the errors are those of differences from the mean.
        let weights: Vec<f64> = inverted[index].iter().zip(&common).map(|(own, common)| own - common).collect();
        let spread: Vec<f64> = observed.iter().map(|row| product(row, &weights)).collect();
        Rating { elo: elo - mean, error: Z95 * product(&weights, &spread).max(0.0).sqrt() }
    };
    elo.iter().enumerate().map(rating).collect()
}

/// Goes this share of a step, or less where that makes nothing likelier: far from the maximum it may lead beyond it.
fn climb(scores: &[Vec<Observed>], elo: &[f64], step: &[f64], share: f64) -> Vec<f64> {
    let before = log_likelihood(scores, elo);
    let shares = std::iter::successors(Some(share), |share| Some(share / 2.0)).take(30);
    let mut tried = shares.map(|share| elo.iter().zip(step).map(|(elo, step)| elo + share * step).collect());
    tried.find(|elo: &Vec<f64>| log_likelihood(scores, elo) >= before).unwrap_or_else(|| elo.to_vec())
}

/// The logarithm of how likely these scores are with these ratings, the prior included.
fn log_likelihood(scores: &[Vec<Observed>], elo: &[f64]) -> f64 {
    let log_of_win = |elo: f64| expected_score(elo).ln();
    let prior: f64 = elo.iter().map(|&elo| PRIOR / 2.0 * (log_of_win(elo) + log_of_win(-elo))).sum();
    let of_row = |(own, row): (&f64, &Vec<Observed>)| -> f64 {
        row.iter().zip(elo).map(|(score, other)| score.points() * log_of_win(own - other)).sum()
    };
    prior + elo.iter().zip(scores).map(of_row).sum::<f64>()
}

/// The first derivatives of the logarithm of the likelihood by each rating.
fn slope(scores: &[Vec<Observed>], elo: &[f64]) -> Vec<f64> {
    let of_row = |(own, row): (&f64, &Vec<Observed>)| -> f64 {
        let more = |(score, other): (&Observed, &f64)| score.points() - score.all_games() * expected_score(own - other);
        LOG_ODDS * (PRIOR * (0.5 - expected_score(*own)) + row.iter().zip(elo).map(more).sum::<f64>())
    };
    elo.iter().zip(scores).map(of_row).collect()
}

/// The covariance of those derivatives, where `variance` is that of the points of one engine against another at their expected
/// score. By that of coins it is the second derivatives with their sign changed.
fn information(scores: &[Vec<Observed>], elo: &[f64], variance: impl Fn(&Observed, f64) -> f64) -> Vec<Vec<f64>> {
    let mut information = vec![vec![0.0; elo.len()]; elo.len()];
    for (own, row) in scores.iter().enumerate() {
        let expected = expected_score(elo[own]);
        information[own][own] += LOG_ODDS.powi(2) * PRIOR * expected * (1.0 - expected);
        for (other, score) in row.iter().enumerate() {
            let weight = LOG_ODDS.powi(2) * variance(score, expected_score(elo[own] - elo[other]));
            information[own][own] += weight;
            information[own][other] -= weight;
        }
    }
    information
}

fn product(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

/// The inverse of a positive definite matrix, by elimination.
fn inverse(mut rows: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let number = rows.len();
    for (index, row) in rows.iter_mut().enumerate() {
        row.extend((0..number).map(|column| f64::from(u8::from(column == index))));
    }
    for pivot in 0..number {
        let divisor = rows[pivot][pivot];
        let own: Vec<f64> = rows[pivot].iter().map(|value| value / divisor).collect();
        for row in &mut rows {
            let factor = row[pivot];
            row.iter_mut().zip(&own).for_each(|(value, own)| *value -= factor * own);
        }
        rows[pivot] = own;
    }
    rows.into_iter().map(|row| row[number..].to_vec()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::{Pairs, Tally};

    /// Games of every two engines: `ab 75/100` are 75 of 100 single games that a won against b, `ab 2-3-8-5-12` are pairs by
    /// half points of a.
    fn table(engines: usize, games: &str) -> Vec<Vec<Observed>> {
        let mut table = vec![vec![Observed::default(); engines]; engines];
        for (players, score) in games.split(", ").map(|part| part.split_once(' ').unwrap()) {
            let [first, second] = [0, 1].map(|at| usize::from(players.as_bytes()[at] - b'a'));
            let numbers: Vec<u32> = score.split(['/', '-']).map(|number| number.parse().unwrap()).collect();
            let seen = |numbers: &[u32]| match *numbers {
                [wins, games] => Observed::new(Tally { wins, draws: 0, losses: games - wins }.distribution(), 1.0),
                _ => Observed::new(Pairs(numbers.try_into().unwrap()).distribution(), 2.0),
            };
            let mirrored = match numbers[..] {
                [wins, games] => vec![games - wins, games],
                _ => numbers.iter().copied().rev().collect(),
            };
            table[first][second] = seen(&numbers).unwrap_or_default();
            table[second][first] = seen(&mirrored).unwrap_or_default();
        }
        table
    }

    #[test]
    fn ratings_are_those_that_another_program_fits() {
        let alike = |pairs: &str| format!("ab {pairs}, ac {pairs}, bc {pairs}");
        let (apart, level) = (alike("50-0-0-0-50"), alike("0-0-100-0-0"));
        // The figures are those of a program in Python that does the same by other means.
        for (games, expected) in [
            // Three of four points are 191 Elo; whoever is met does not matter, so that c is as far from b as b from a.
            ("ab 75/100, bc 75/100", [(188.56, 57.96), (0.0, 36.75), (-188.56, 57.96)]),
            // All points are no infinite rating.
            ("ab 10/10, bc 5/10", [(361.82, 342.89), (-187.68, 192.74), (-174.14, 238.92)]),
            ("ab 2-3-8-5-12, bc 20-10-60-40-30", [(105.91, 65.04), (-25.71, 33.95), (-80.2, 38.97)]),
            // As many points are known the less the more the games of a pair hang together, and the better where openings decide.
            (&apart, [(0.0, 32.06); 3]),
            (&level, [(0.0, 4.99); 3]),
        ] {
            for (engine, (rating, (elo, error))) in ratings(&table(3, games)).into_iter().zip(expected).enumerate() {
                let rating = rating.unwrap();
                let is_near = (rating.elo - elo).abs() < 0.02 && (rating.error - error).abs() < 0.02;
                assert!(is_near, "{games}: {engine}: {rating:?} and not {elo} +- {error}");
            }
        }
    }

    #[test]
    fn ratings_are_found_however_one_sided_the_games_are_and_for_who_has_played() {
        let found = ratings(&table(5, "ab 100000/100000, bc 0/2, ac 1000/1000, cd 1000/1000"));
        let elo: Vec<f64> = found.iter().flatten().map(|rating| rating.elo).collect();
        assert_eq!((elo.len(), found[4]), (4, None));
        assert!(elo.iter().sum::<f64>().abs() < 1e-6, "{elo:?}");
        assert!(elo[0] > elo[2] && elo[2] > elo[1] && elo[2] > elo[3], "{elo:?}");
        assert!(ratings(&table(2, "ab 0/0")).iter().all(Option::is_none));
    }
}
