//! `jiu fit`: games of the engine against itself, and the weights of the evaluation that best foresee their results.
//!
//! The chance to win is the logistic function of the worth of a position; the weights are fitted by gradient descent (Adam)
//! on its cross entropy. What a position is taught to be worth is the result of the game in part, and in part what the search
//! found there.

use anyhow::{Result, ensure};
use tengen_engine::color::Color;
use tengen_engine::random::SplitMix64;
use tengen_games::jiu::eval::{COLUMNS, Counts, FEATURES, Weights, counts, shares};
use tengen_games::jiu::search::{Limits, Searcher};
use tengen_games::jiu::{Game, Rules, Stage};

use super::input;
use super::player::opening;
use crate::cli::FitArgs;
use crate::files::{self, Existing, begins_alike, targets};
use crate::ordered;
use crate::output::say;
use crate::progress::{PlainLines, Progress};
use crate::units::counted;

/// Stones placed at random before the engine plays.
const OPENING_STONES: usize = 10;
/// Bytes of the table for a game.
const FIT_HASH_BYTES: usize = 4 << 20;
/// Passes over all positions.
const EPOCHS: usize = 400;
/// Hundredths of a stone that raise the odds of winning by a factor of e.
const SCALE: f64 = 200.0;
/// How far a weight moves at most in a pass, and what Adam remembers of earlier gradients.
const RATE: f64 = 1.0;
const MOMENTUM: f64 = 0.9;
const SQUARES: f64 = 0.999;
/// How strongly weights are drawn to those they begin with, so that those of what hardly ever occurs stay sensible.
const DECAY: f64 = 1e-6;
/// The mean worth of a stone while stones move: what the unit means.
const STONE: f64 = 100.0;
/// How much of what a position is taught to be worth is the score of the search.
const SEARCH_SHARE: f64 = 0.4;
/// What weights are written over: others.
const WEIGHTS: Existing = Existing::ReplaceLike(|text| begins_alike(text, "# Weights of the evaluation of Jiu"));
/// Points a side of the boards that are played on by turns, when no size is named.
const SIDES: [usize; 4] = [8, 8, 8, 14];
/// One turn in so many is played at random, so that games differ.
const RANDOM_TURN: usize = 16;

/// A position and what came of it.
struct JiuSample {
    counts: Counts,
    shares: [f64; COLUMNS / 2],
    /// The chance that the search gave the side to move.
    searched: f64,
    /// What the position is taught to be worth, from 0 for a loss of the side to move to 1.
    target: f64,
}

/// Plays games, fits weights and writes them to a file.
pub(super) fn run(args: &FitArgs) -> Result<()> {
    let rules = SIDES.into_iter().map(|side| input::rules(&args.rules, Some(side))).collect::<Result<Vec<Rules>>>()?;
    targets::check_targets(Some(args.output.as_path()), WEIGHTS, &[])?;
    let start = Weights::built_in();
    let samples = play(args, &rules, &start)?;
    say!("{}", counted(samples.len(), "position"));
    ensure!(!samples.is_empty(), "no position to learn from");
    let fitted = fit(&samples, &start);
    files::write(&args.output, fitted.to_text().as_bytes(), WEIGHTS)
}

fn play(args: &FitArgs, rules: &[Rules], weights: &Weights) -> Result<Vec<JiuSample>> {
    let mut progress = Progress::new("games", PlainLines::NowAndThen, 0, args.games.get());
    let mut samples = Vec::new();
    let play = |_: &mut (), number: usize| {
        let mut searcher = Searcher::new(weights.clone(), FIT_HASH_BYTES);
        play_game(args, &rules[number % rules.len()], &mut searcher, number as u64)
    };
    let take = |game: Vec<JiuSample>| {
        samples.extend(game);
        progress.add(counted(samples.len(), "position"));
        anyhow::Ok(())
    };
    ordered::run(args.concurrency, args.games.get(), || (), play, take)?;
    progress.end();
    Ok(samples)
}

fn play_game(args: &FitArgs, rules: &Rules, searcher: &mut Searcher, number: u64) -> Vec<JiuSample> {
    let mut chance = SplitMix64::stream(args.seed, number);
    let mut game = Game::new(*rules);
    opening(&mut game, OPENING_STONES, &mut chance);
    let mut noted: Vec<(JiuSample, Color)> = Vec::new();
    while game.outcome().is_none() {
        let limits = Limits { nodes: Some(args.nodes), ..Limits::default() };
        let Some(found) = searcher.search(&game, limits, &mut |_| {}) else { break };
        if game.position().stage() != Stage::Lift && !found.is_decided() {
            let searched = logistic(found.score.into());
            let sample = JiuSample { counts: counts(&game), shares: shares(&game), searched, target: searched };
            noted.push((sample, game.position().to_move()));
        }
        let strays = chance.below(RANDOM_TURN) == 0;
        let stray = || tengen_games::jiu::random(&game, &mut |limit| chance.below(limit));
        let turn = strays.then(stray).flatten().unwrap_or(found.turn);
        game.play(&turn).expect("the search and the random player play by the rules");
    }
    let winner = game.outcome().and_then(|outcome| outcome.winner);
    let target = |searched: f64, color| SEARCH_SHARE * searched + (1.0 - SEARCH_SHARE) * result(winner, color);
    noted.into_iter().map(|(sample, color)| JiuSample { target: target(sample.searched, color), ..sample }).collect()
}

/// What a game is worth to a side, from 0 for a loss to 1.
fn result(winner: Option<Color>, color: Color) -> f64 {
    winner.map_or(0.5, |winner| f64::from(u8::from(winner == color)))
}

type StageWeights = [[f64; COLUMNS]; FEATURES.len()];

/// The chance to win of a worth in hundredths of a stone.
fn logistic(worth: f64) -> f64 {
    1.0 / (1.0 + (-worth / SCALE).exp())
}

fn chance_of_winning(sample: &JiuSample, weights: &StageWeights) -> f64 {
    let mut worth = 0.0;
    for (feature, row) in weights.iter().enumerate() {
        for (stage, share) in sample.shares.into_iter().enumerate() {
            let own = row[2 * stage] * f64::from(sample.counts[0][feature]);
            worth += share * (own - row[2 * stage + 1] * f64::from(sample.counts[1][feature]));
        }
    }
    logistic(worth)
}

fn loss(samples: &[JiuSample], weights: &StageWeights) -> f64 {
    let one = |sample: &JiuSample| {
        let chance = chance_of_winning(sample, weights).clamp(1e-9, 1.0 - 1e-9);
        -(sample.target * chance.ln() + (1.0 - sample.target) * (1.0 - chance).ln())
    };
    samples.iter().map(one).sum::<f64>() / samples.len() as f64
}

fn gradient(samples: &[JiuSample], weights: &StageWeights) -> StageWeights {
    let mut gradient: StageWeights = [[0.0; COLUMNS]; FEATURES.len()];
    for sample in samples {
        let error = chance_of_winning(sample, weights) - sample.target;
        for (feature, row) in gradient.iter_mut().enumerate() {
            for (stage, share) in sample.shares.into_iter().enumerate() {
                row[2 * stage] += error * share * f64::from(sample.counts[0][feature]);
                row[2 * stage + 1] -= error * share * f64::from(sample.counts[1][feature]);
            }
        }
    }
    gradient.map(|row| row.map(|sum| sum / samples.len() as f64))
}

fn fit(samples: &[JiuSample], start: &Weights) -> Weights {
    let homes: StageWeights = start.0.map(|row| row.map(f64::from));
    let mut weights = homes;
    let (mut mean, mut square): (StageWeights, StageWeights) = Default::default();
    say!("loss {:.5} before", loss(samples, &weights));
    for epoch in 1..=EPOCHS {
        let slope = gradient(samples, &weights);
        let (first, second) = (1.0 - MOMENTUM.powi(epoch as i32), 1.0 - SQUARES.powi(epoch as i32));
        for feature in 0..FEATURES.len() {
            for column in 0..COLUMNS {
                let weight = &mut weights[feature][column];
                let slope = slope[feature][column] + DECAY * (*weight - homes[feature][column]);
                let (mean, square) = (&mut mean[feature][column], &mut square[feature][column]);
                *mean = MOMENTUM * *mean + (1.0 - MOMENTUM) * slope;
                *square = SQUARES * *square + (1.0 - SQUARES) * slope * slope;
                // What never occurs has no slope at all.
                *weight -= RATE * (*mean / first) / ((*square / second).sqrt() + 1e-9);
            }
        }
    }
    say!("loss {:.5} after {EPOCHS} passes", loss(samples, &weights));
    let stones = weights[0][2..].iter().sum::<f64>() / (COLUMNS - 2) as f64;
    let unit = if stones > 0.0 { STONE / stones } else { 1.0 };
    Weights(weights.map(|row| row.map(|weight| (weight * unit).round().clamp(-3000.0, 3000.0) as i32)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_won_game_is_worth_all_to_its_winner() {
        let results = [None, Some(Color::Black), Some(Color::White)].map(|winner| result(winner, Color::Black));
        assert_eq!(results, [0.5, 1.0, 0.0]);
    }

    #[test]
    fn what_never_occurs_is_worth_what_it_was() {
        let mut counts = [[0; FEATURES.len()]; 2];
        counts[0][1] = 1;
        let sample = JiuSample { counts, shares: [0.2, 0.5, 0.3], searched: 0.5, target: 0.9 };
        let start = Weights::built_in();
        let fitted = fit(&[sample], &start);
        assert_ne!(fitted.0[1], start.0[1]);
        assert_eq!(fitted.0[2..], start.0[2..]);
    }

    #[test]
    fn gradients_say_how_the_loss_grows() {
        let counts = |first: i32| std::array::from_fn(|feature| (first + feature as i32) % 3);
        let sample = |firsts: [i32; 2], target| JiuSample {
            counts: firsts.map(counts),
            shares: [0.2, 0.5, 0.3],
            searched: 0.5,
            target,
        };
        let samples = [sample([1, 2], 0.9), sample([2, 0], 0.2)];
        let mut weights: StageWeights = Weights::built_in().0.map(|row| row.map(f64::from));
        let slopes = gradient(&samples, &weights);
        for feature in 0..FEATURES.len() {
            for column in 0..COLUMNS {
                let weight = weights[feature][column];
                let [above, below] = [1.0, -1.0].map(|step| {
                    weights[feature][column] = weight + step;
                    loss(&samples, &weights)
                });
                weights[feature][column] = weight;
                // The gradient leaves the unit out, on which no step depends.
                let (slope, given) = (SCALE * (above - below) / 2.0, slopes[feature][column]);
                assert!((slope - given).abs() < 1e-4, "{feature} {column}: {given} for {slope}");
            }
        }
        assert!(slopes.as_flattened().iter().filter(|slope| slope.abs() > 0.01).count() > COLUMNS);
    }
}
