//! Ratings of several engines on one scale: maximum likelihood of the Elo model over all games at once, as Ordo and
//! BayesElo do it. Unlike a score against all opponents they do not depend on who was met.

use std::f64::consts::LN_10;

use crate::statistics::{Z95, expected_score};

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

/// The games of one engine against another.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct PointsOfGames {
    /// How many there are.
    pub games: f64,
    /// Its points of them, a draw being half of one.
    pub points: f64,
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
pub(super) fn ratings(scores: &[Vec<PointsOfGames>]) -> Vec<Option<Rating>> {
    let has_played = |engine: &usize| scores[*engine].iter().any(|score| score.games > 0.0);
    let playing: Vec<usize> = (0..scores.len()).filter(has_played).collect();
    let row = |&engine: &usize| playing.iter().map(|&other| scores[engine][other]).collect::<Vec<PointsOfGames>>();
    let fitted = fit(&playing.iter().map(row).collect::<Vec<Vec<PointsOfGames>>>());
    let mut ratings = vec![None; scores.len()];
    playing.into_iter().zip(fitted).for_each(|(engine, rating)| ratings[engine] = Some(rating));
    ratings
}

/// The ratings at the maximum of the likelihood, by Newton's method, and their errors from its curvature there.
fn fit(scores: &[Vec<PointsOfGames>]) -> Vec<Rating> {
    let number = scores.len() as f64;
    let mut elo = vec![0.0; scores.len()];
    let mut covariance = Vec::new();
    for _ in 0..MOST_STEPS {
        let (slope, curvature) = derivatives(scores, &elo);
        covariance = inverse(curvature);
        let product = |row: &Vec<f64>| -> f64 { row.iter().zip(&slope).map(|(one, other)| one * other).sum() };
        let step: Vec<f64> = covariance.iter().map(product).collect();
        let longest = step.iter().fold(0.0, |longest: f64, step| longest.max(step.abs()));
        if longest < SHORTEST_STEP {
            break;
        }
        elo = climb(scores, &elo, &step, (LONGEST_STEP / longest).min(1.0));
    }
    let mean = elo.iter().sum::<f64>() / number;
    // What all ratings have in common says nothing: the errors are those of differences from the mean.
    let common: Vec<f64> = covariance.iter().map(|row: &Vec<f64>| row.iter().sum::<f64>() / number).collect();
    let common_of_all = common.iter().sum::<f64>() / number;
    let rating = |(index, elo): (usize, &f64)| {
        let variance = covariance[index][index] - 2.0 * common[index] + common_of_all;
        Rating { elo: elo - mean, error: Z95 * variance.max(0.0).sqrt() }
    };
    elo.iter().enumerate().map(rating).collect()
}

/// Goes this share of a step, or less where that makes nothing likelier: far from the maximum it may lead beyond it.
fn climb(scores: &[Vec<PointsOfGames>], elo: &[f64], step: &[f64], share: f64) -> Vec<f64> {
    let before = log_likelihood(scores, elo);
    let shares = std::iter::successors(Some(share), |share| Some(share / 2.0)).take(30);
    let mut tried = shares.map(|share| elo.iter().zip(step).map(|(elo, step)| elo + share * step).collect());
    tried.find(|elo: &Vec<f64>| log_likelihood(scores, elo) >= before).unwrap_or_else(|| elo.to_vec())
}

/// The logarithm of how likely these scores are with these ratings, the prior included.
fn log_likelihood(scores: &[Vec<PointsOfGames>], elo: &[f64]) -> f64 {
    let log_of_win = |elo: f64| expected_score(elo).ln();
    let prior: f64 = elo.iter().map(|&elo| PRIOR / 2.0 * (log_of_win(elo) + log_of_win(-elo))).sum();
    let of_row = |(own, row): (&f64, &Vec<PointsOfGames>)| -> f64 {
        row.iter().zip(elo).map(|(score, other)| score.points * log_of_win(own - other)).sum()
    };
    prior + elo.iter().zip(scores).map(of_row).sum::<f64>()
}

/// The first derivatives of the logarithm of the likelihood by each rating, and the second ones by each two, with their
/// sign changed.
fn derivatives(scores: &[Vec<PointsOfGames>], elo: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let mut slope = vec![0.0; elo.len()];
    let mut curvature = vec![vec![0.0; elo.len()]; elo.len()];
    for (own, row) in scores.iter().enumerate() {
        let expected = expected_score(elo[own]);
        slope[own] += LOG_ODDS * PRIOR * (0.5 - expected);
        curvature[own][own] += LOG_ODDS.powi(2) * PRIOR * expected * (1.0 - expected);
        for (other, score) in row.iter().enumerate().filter(|&(other, _)| other != own) {
            let expected = expected_score(elo[own] - elo[other]);
            let weight = LOG_ODDS.powi(2) * score.games * expected * (1.0 - expected);
            slope[own] += LOG_ODDS * (score.points - score.games * expected);
            curvature[own][own] += weight;
            curvature[own][other] -= weight;
        }
    }
    (slope, curvature)
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

    /// Games of every two engines: `ab 75/100` are 75 points of a from 100 games against b.
    fn table(engines: usize, games: &str) -> Vec<Vec<PointsOfGames>> {
        let mut table = vec![vec![PointsOfGames::default(); engines]; engines];
        for (pair, score) in games.split(", ").map(|part| part.split_once(' ').unwrap()) {
            let [first, second] = [0, 1].map(|at| usize::from(pair.as_bytes()[at] - b'a'));
            let (points, games) = score.split_once('/').unwrap();
            let [points, games]: [f64; 2] = [points, games].map(|number| number.parse().unwrap());
            table[first][second] = PointsOfGames { games, points };
            table[second][first] = PointsOfGames { games, points: games - points };
        }
        table
    }

    #[test]
    fn ratings_are_those_that_another_program_fits() {
        // The figures are those of a program in Python that does the same by other means.
        for (engines, games, expected) in [
            // Three of four points are 191 Elo; whoever is met does not matter, so that c is as far from b as b from a.
            (3, "ab 75/100, bc 75/100", &[(188.56, 58.14), (0.0, 36.87), (-188.56, 58.14)][..]),
            // All points are no infinite rating.
            (3, "ab 10/10, bc 5/10", &[(361.82, 339.81), (-187.68, 183.62), (-174.14, 214.89)]),
        ] {
            for (engine, (rating, &(elo, error))) in
                ratings(&table(engines, games)).into_iter().zip(expected).enumerate()
            {
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
