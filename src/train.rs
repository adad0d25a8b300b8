//! `train`: fits the weights of the evaluation to games of self-play, by logistic regression, and writes their file.
//!
//! The evaluation of a position is a sum of weights, so its fit to the results of games is a convex problem that plain
//! gradient descent solves in minutes. The weights for the order of moves are fitted to the moves that the search chose.

use std::collections::HashSet;

use ahash::RandomState;
use anyhow::{Context, Result, ensure};
use tengen_engine::board::Board;
use tengen_engine::color::Color;
use tengen_engine::eval::Evaluator;
use tengen_engine::eval::weights::{POINT_SCALE, Side, Threats, Weights, Worth, combination};
use tengen_engine::game::Game;
use tengen_engine::moves::{Situation, available, situation};
use tengen_engine::point::Point;
use tengen_engine::rule::{Rule, RuleKind};
use tengen_engine::score::Score;
use tengen_engine::search::params::Params;
use tengen_engine::search::threat::{Breadth, Vcf};
use tengen_engine::with_rule;
use tengen_engine::zobrist::Key;

mod start;

use crate::cli::TrainArgs;
use crate::harvest::record::{Aside, Reader, Record, UNSCORED};

/// A score of this many units is a win in `e` of `e + 1` games.
const SCORE_SCALE: f32 = 250.0;
/// An order of this many units more makes a move `e` times as likely to be chosen.
const ORDER_SCALE: f32 = 100.0;
/// One game in so many is held out of the training to measure what was learned.
const HELD_OUT: usize = 20;
const BATCH: usize = 2048;
/// How strongly weights are drawn to where they started, so that those seen too rarely to be learned stay sensible.
const PULL: f32 = 2e-8;

/// What is known of one position.
struct Sample {
    /// The side to move.
    us: Color,
    /// Combinations of its points, and of the opponent's, dead ones left out.
    points: [Vec<u16>; 2],
    threats: Threats,
    /// The share of points it is expected to make.
    label: f32,
    /// For each candidate what it makes and what it prevents, the chosen one first.
    choices: Vec<[u16; 2]>,
}

/// Trains weights and writes their file.
pub(crate) fn run(args: &TrainArgs) -> Result<()> {
    ensure!(args.epochs > 0, "--epochs must be at least 1");
    let Samples { training, held_out } = read(args)?;
    let mut training = training;
    let mut model = Model::new(args.rule);
    for epoch in 0..args.epochs {
        // Large steps at first, small ones to settle.
        let rate = 8.0 * 0.02f32.powf(epoch as f32 / args.epochs as f32);
        shuffle(&mut training, epoch as u64);
        for batch in training.chunks(BATCH) {
            model.step(batch, rate);
        }
        let [value, order] = model.losses(&held_out);
        println!("epoch {} of {}: held-out loss {value:.5}, order {order:.5}", epoch + 1, args.epochs);
    }
    let path = &args.output;
    std::fs::write(path, model.weights().to_bytes()).with_context(|| format!("cannot write {}", path.display()))?;
    println!("{}: weights of {}", path.display(), args.rule);
    Ok(())
}

/// The positions of all files.
struct Samples {
    training: Vec<Sample>,
    held_out: Vec<Sample>,
}

fn read(args: &TrainArgs) -> Result<Samples> {
    let mut samples = Samples { training: Vec::new(), held_out: Vec::new() };
    // Fixed seeds: the same command gives the same weights.
    let mut seen = HashSet::with_hasher(RandomState::with_seeds(1, 2, 3, 4));
    let mut games = 0;
    for path in &args.games {
        for (number, record) in (1..).zip(Reader::open(path)?) {
            let record = record?;
            ensure!(
                record.rule == args.rule,
                "{}: game {number} is one of {} and not of {}",
                path.display(),
                record.rule,
                args.rule
            );
            games += 1;
            let to = if games % HELD_OUT == 0 { &mut samples.held_out } else { &mut samples.training };
            with_rule!(args.rule, R => collect::<R>(&record, args.search_share, &mut seen, to));
        }
    }
    ensure!(
        !samples.training.is_empty() && !samples.held_out.is_empty(),
        "too few games to train on: {games}, of which one in {HELD_OUT} is held out"
    );
    println!("{games} games, {} positions, {} held out", samples.training.len(), samples.held_out.len());
    Ok(samples)
}

/// The positions of a game and beside it that the evaluation would be asked about, without those that were `seen` in an
/// earlier one.
fn collect<R: Rule>(
    record: &Record,
    search_share: f32,
    seen: &mut HashSet<Key, RandomState>,
    samples: &mut Vec<Sample>,
) {
    let result = |us: Color| f32::from(if us == Color::Black { record.result } else { 2 - record.result }) / 2.0;
    let mut vcf = Vcf::new();
    let mut add = |game: &Game, best: Point, score: i16, search_share: f32| {
        if seen.insert(game.key()) {
            let mut board = Board::<R>::from_game(game);
            if is_asked_about(&mut board, &mut vcf) {
                let result = (1.0 - search_share) * result(board.to_move());
                samples.push(sample(&board, best, search_share * chance(score) + result));
            }
        }
    };
    let mut game = Game::new(record.rule, record.size);
    for played in &record.moves {
        let checked = "records are checked when they are read";
        if played.score != UNSCORED {
            add(&game, played.point, played.score, search_share);
        }
        if let Some(Aside { strays, best, score }) = &played.aside {
            let mut aside = game.clone();
            for &stray in strays {
                aside.play(stray).expect(checked);
            }
            // How the game ended says nothing about it.
            add(&aside, *best, *score, 1.0);
        }
        game.play(played.point).expect(checked);
    }
}

/// Whether a search would ask for the evaluation of a position: when no five and no straight four is there to be made, nor a
/// win by fours.
fn is_asked_about<R: Rule>(board: &mut Board<R>, vcf: &mut Vcf) -> bool {
    let eval = Evaluator::new(board);
    matches!(situation(board), Situation::Free | Situation::AnswerStraightFour(_))
        && vcf.solve(board, &eval, Params::default().leaf_fours(), Breadth::Fruitful).is_none()
}

/// The chance to win that the score of a search stands for.
fn chance(score: i16) -> f32 {
    let score = i32::from(score);
    if score.abs() > Score::MAX_JUDGED.value() {
        if score > 0 { 1.0 } else { 0.0 }
    } else {
        sigmoid(score as f32 / SCORE_SCALE)
    }
}

fn sample<R: Rule>(board: &Board<R>, chosen: Point, label: f32) -> Sample {
    let us = board.to_move();
    let of = |color: Color, point: Point| combination(board.shapes(point).of(color)) as u16;
    let points =
        [us, !us].map(|color| board.empty().iter().map(|point| of(color, point)).filter(|&c| c != 0).collect());
    let choice = |point: Point| [of(us, point), of(!us, point)];
    let others = available(board, &situation(board));
    let others = others.iter().filter(|&point| point != chosen).map(choice);
    Sample {
        us,
        points,
        threats: Threats::of(board),
        label,
        choices: std::iter::once(choice(chosen)).chain(others).collect(),
    }
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// The order of samples is mixed anew for each epoch, always in the same way.
fn shuffle(samples: &mut [Sample], seed: u64) {
    let mut state = seed.wrapping_mul(2).wrapping_add(1);
    for i in (1..samples.len()).rev() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        samples.swap(i, (state >> 33) as usize % (i + 1));
    }
}

/// A weight with what the optimiser (Adam) keeps about it.
#[derive(Clone, Copy, Default)]
struct Parameter {
    start: f32,
    value: f32,
    gradient: f32,
    mean: f32,
    square: f32,
}

impl Parameter {
    fn step(&mut self, rate: f32) {
        let gradient = std::mem::take(&mut self.gradient) + PULL * (self.value - self.start);
        self.mean = 0.9 * self.mean + 0.1 * gradient;
        self.square = 0.999 * self.square + 0.001 * gradient * gradient;
        self.value -= rate * self.mean / (self.square.sqrt() + 1e-8);
    }
}

/// The weights while they are trained.
struct Model {
    rule: RuleKind,
    /// For each side: to move, waiting, attack, defence by combination.
    points: Vec<[Vec<Parameter>; 4]>,
    threats: Vec<Vec<Parameter>>,
}

const TO_MOVE: usize = 0;
const WAITING: usize = 1;
const ATTACK: usize = 2;
const DEFENCE: usize = 3;

impl Model {
    fn new(rule: RuleKind) -> Model {
        let start = start::by_hand(rule);
        let from = |value: i16| Parameter { start: value.into(), value: value.into(), ..Parameter::default() };
        let points = |kind: fn(&Worth) -> i16| {
            move |side: &Side| -> Vec<Parameter> { side.points.iter().map(|worth| from(kind(worth))).collect() }
        };
        Model {
            rule,
            points: start
                .sides
                .iter()
                .map(|side| {
                    [
                        points(|worth| worth.to_move)(side),
                        points(|worth| worth.waiting)(side),
                        points(|worth| worth.attack)(side),
                        points(|worth| worth.defence)(side),
                    ]
                })
                .collect(),
            threats: start.sides.iter().map(|side| side.threats.iter().map(|&value| from(value)).collect()).collect(),
        }
    }

    fn side(&self, color: Color) -> usize {
        color as usize % self.points.len()
    }

    fn value(&self, sample: &Sample) -> f32 {
        let sum = |color: Color, kind: usize, points: &[u16]| -> f32 {
            let weights = &self.points[self.side(color)][kind];
            points.iter().map(|&point| weights[usize::from(point)].value).sum()
        };
        let points = sum(sample.us, TO_MOVE, &sample.points[0]) - sum(!sample.us, WAITING, &sample.points[1]);
        points / POINT_SCALE as f32 + self.threats[self.side(sample.us)][usize::from(sample.threats.0)].value
    }

    fn orders(&self, sample: &Sample) -> Vec<f32> {
        let attack = &self.points[self.side(sample.us)][ATTACK];
        let defence = &self.points[self.side(!sample.us)][DEFENCE];
        let order = |&[own, theirs]: &[u16; 2]| attack[usize::from(own)].value + defence[usize::from(theirs)].value;
        sample.choices.iter().map(order).collect()
    }

    /// The probabilities with which the candidates are chosen.
    fn chances(&self, sample: &Sample) -> Vec<f32> {
        let orders = self.orders(sample);
        let most = orders.iter().copied().fold(f32::MIN, f32::max);
        let powers: Vec<f32> = orders.iter().map(|order| ((order - most) / ORDER_SCALE).exp()).collect();
        let sum: f32 = powers.iter().sum();
        powers.into_iter().map(|power| power / sum).collect()
    }

    fn step(&mut self, batch: &[Sample], rate: f32) {
        let share = 1.0 / batch.len() as f32;
        for sample in batch {
            let error = (sigmoid(self.value(sample) / SCORE_SCALE) - sample.label) * share;
            let (ours, theirs) = (self.side(sample.us), self.side(!sample.us));
            for &point in &sample.points[0] {
                self.points[ours][TO_MOVE][usize::from(point)].gradient += error / POINT_SCALE as f32;
            }
            for &point in &sample.points[1] {
                self.points[theirs][WAITING][usize::from(point)].gradient -= error / POINT_SCALE as f32;
            }
            self.threats[ours][usize::from(sample.threats.0)].gradient += error;
            for (i, (chance, choice)) in self.chances(sample).into_iter().zip(&sample.choices).enumerate() {
                let error = (chance - f32::from(u8::from(i == 0))) * share;
                self.points[ours][ATTACK][usize::from(choice[0])].gradient += error;
                self.points[theirs][DEFENCE][usize::from(choice[1])].gradient += error;
            }
        }
        for side in &mut self.points {
            for (kind, weights) in side.iter_mut().enumerate() {
                let rate = if kind < ATTACK { rate * 1.5 } else { rate };
                weights.iter_mut().for_each(|weight| weight.step(rate));
            }
        }
        self.threats.iter_mut().flatten().for_each(|weight| weight.step(rate));
    }

    /// The mean cross-entropies of the labels and of the choices.
    fn losses(&self, samples: &[Sample]) -> [f32; 2] {
        let mut sums = [0f64; 2];
        for sample in samples {
            let chance = sigmoid(self.value(sample) / SCORE_SCALE).clamp(1e-6, 1.0 - 1e-6);
            sums[0] -= f64::from(sample.label * chance.ln() + (1.0 - sample.label) * (1.0 - chance).ln());
            sums[1] -= f64::from(self.chances(sample)[0].max(1e-9).ln());
        }
        sums.map(|sum| (sum / samples.len() as f64) as f32)
    }

    fn weights(&self) -> Weights {
        let round = |weight: &Parameter| weight.value.round().clamp(-30_000.0, 30_000.0) as i16;
        let mut weights = Weights::zero(self.rule);
        for (i, side) in weights.sides.iter_mut().enumerate() {
            for (combination, worth) in side.points.iter_mut().enumerate().skip(1) {
                let [to_move, waiting, attack, defence] =
                    std::array::from_fn(|kind| round(&self.points[i][kind][combination]));
                *worth = Worth { to_move, waiting, attack, defence };
            }
            // Dead points are left out of the sum, but not out of the order.
            side.points[0].attack = round(&self.points[i][ATTACK][0]);
            side.points[0].defence = round(&self.points[i][DEFENCE][0]);
            side.threats = self.threats[i].iter().map(round).collect();
        }
        weights
    }
}

#[cfg(test)]
mod tests {
    use tengen_engine::point::BoardSize;
    use tengen_engine::rule::Freestyle;

    use super::*;
    use crate::harvest::record::Move;

    /// The samples of a game won by Black, whose moves are given with the scores that the search gave.
    fn samples(moves: &[(usize, usize, i16)], aside: Option<Aside>) -> Vec<Sample> {
        let played = |&(x, y, score)| Move { point: Point::new(x, y), score, aside: None };
        let mut moves: Vec<Move> = moves.iter().map(played).collect();
        moves.last_mut().unwrap().aside = aside;
        let size = BoardSize::square(15).unwrap();
        let record = Record { rule: RuleKind::Freestyle, size, opening: 1, result: 2, moves };
        let (mut seen, mut samples) = (HashSet::with_hasher(RandomState::with_seeds(1, 2, 3, 4)), Vec::new());
        collect::<Freestyle>(&record, 0.5, &mut seen, &mut samples);
        collect::<Freestyle>(&record, 0.5, &mut seen, &mut samples);
        samples
    }

    fn is_near(a: f32, b: f32) -> bool {
        (a - b).abs() < 1e-4
    }

    #[test]
    fn a_position_is_worth_what_the_search_and_the_end_of_the_game_say() {
        let samples = samples(&[(7, 7, UNSCORED), (7, 8, 250), (6, 6, 0)], None);
        let labels: Vec<f32> = samples.iter().map(|sample| sample.label).collect();
        // Of the two positions that were searched White is to move in the first, and loses.
        assert_eq!(labels.len(), 2);
        assert!(is_near(labels[0], 0.5 * sigmoid(1.0)) && is_near(labels[1], 0.5 * 0.5 + 0.5), "{labels:?}");
    }

    #[test]
    fn what_a_search_evaluates_is_trained_on_and_nothing_else() {
        let three = [(5, 7, UNSCORED), (0, 0, UNSCORED), (6, 7, UNSCORED), (14, 0, UNSCORED), (7, 7, UNSCORED)];
        // White must answer a three: that is evaluated, and there are few moves to choose from.
        let answered = [&three[..], &[(8, 7, -100)]].concat();
        let [sample] = samples(&answered, None).try_into().ok().expect("one position");
        assert!((2..10).contains(&sample.choices.len()), "{}", sample.choices.len());
        // Black makes a straight four, or a five: no evaluation is needed for that.
        let ignored = [&three[..], &[(14, 14, UNSCORED), (8, 7, 29_990), (4, 7, -29_990), (9, 7, 29_999)]].concat();
        assert_eq!(samples(&ignored, None).len(), 0);
    }

    #[test]
    fn an_aside_is_worth_what_the_search_says() {
        let strays = vec![Point::new(3, 3), Point::new(4, 11)];
        let aside = Aside { strays, best: Point::new(8, 8), score: -250 };
        let samples = samples(&[(7, 7, UNSCORED), (7, 8, UNSCORED)], Some(aside));
        assert_eq!(samples.len(), 1);
        assert!(is_near(samples[0].label, sigmoid(-1.0)) && samples[0].us == Color::White);
    }
}
