//! `train`: fits the weights of the evaluation to games of self-play and writes their file.
//!
//! First the table is fitted to the results of the games and the scores of their searches, then the network to what the table
//! leaves to be explained.

mod network;
mod optimiser;
mod start;
mod table;

use std::collections::{BTreeMap, HashSet};

use ahash::RandomState;
use anyhow::{Context, Result, ensure};
use tengen_engine::board::Board;
use tengen_engine::color::Color;
use tengen_engine::eval::Evaluator;
use tengen_engine::eval::network::OUTPUT_SCALE;
use tengen_engine::eval::weights::ThreatMask;
use tengen_engine::game::Game;
use tengen_engine::moves::{Situation, available, situation};
use tengen_engine::point::Point;
use tengen_engine::rule::Rule;
use tengen_engine::score::Score;
use tengen_engine::search::params::Params;
use tengen_engine::search::threat::{Breadth, Vcf};
use tengen_engine::shape::{Shapes, ShapesView};
use tengen_engine::with_rule;
use tengen_engine::zobrist::Key;

use crate::cli::TrainArgs;
use crate::harvest::record::{Aside, Reader, Record, UNSCORED};
use crate::output::say;
use crate::selfplay::Random;

/// A score of this many units is a win in `e` of `e + 1` games.
const SCORE_SCALE: f32 = OUTPUT_SCALE;
/// One game in so many is held out of the training to measure what was learned.
const HELD_OUT: usize = 20;

/// What is known of one position.
struct Sample {
    /// The side to move.
    us: Color,
    /// What it sees on the points of the board, stones counting as dead points, and how many times.
    cells: Vec<(ShapesView, u16)>,
    threats: ThreatMask,
    /// The share of points it is expected to make.
    label: f32,
    /// For each candidate what it makes and what it prevents, the chosen one first.
    choices: Vec<[Shapes; 2]>,
}

/// Trains weights and writes their file.
pub(crate) fn run(args: &TrainArgs) -> Result<()> {
    ensure!(args.epochs > 0, "--epochs must be at least 1");
    let Samples { mut training, held_out } = read(args)?;
    let mut table = table::Model::new(args.rule);
    for epoch in 0..args.epochs {
        table.train(&mut training, epoch, args.epochs);
        let [value, order] = table.losses(&held_out);
        say!("table, epoch {} of {}: held-out loss {value:.5}, order {order:.5}", epoch + 1, args.epochs);
    }
    let mut weights = table.weights();
    let mut network = network::Model::new(weights.sides.len());
    let known = |sample: &Sample| table.logit(sample);
    say!("network, before: held-out loss {:.5}", network.loss(&held_out, known));
    for epoch in 0..args.network_epochs {
        network.train(&mut training, known, epoch, args.network_epochs);
        let loss = network.loss(&held_out, known);
        say!("network, epoch {} of {}: held-out loss {loss:.5}", epoch + 1, args.network_epochs);
    }
    for (side, network) in weights.sides.iter_mut().zip(network.networks()) {
        side.network = network;
    }
    let path = &args.output;
    std::fs::write(path, weights.to_bytes()).with_context(|| format!("cannot write {}", path.display()))?;
    say!("{}: weights of {}", path.display(), args.rule);
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
    say!("{games} games, {} positions, {} held out", samples.training.len(), samples.held_out.len());
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
        && vcf.solve(board, &eval, Params::default().leaf_vcf(), Breadth::Productive).is_none()
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
    let choice = |point: Point| [us, !us].map(|color| board.shapes(point).of(color));
    let others = available(board, &situation(board));
    let others = others.iter().filter(|&point| point != chosen).map(choice);
    Sample {
        us,
        cells: cells(board),
        threats: ThreatMask::of(board),
        label,
        choices: std::iter::once(choice(chosen)).chain(others).collect(),
    }
}

/// What the side to move sees on the points of a board, alike ones counted.
fn cells<R: Rule>(board: &Board<R>) -> Vec<(ShapesView, u16)> {
    let mut counts = BTreeMap::new();
    for point in board.empty() {
        // Rows and columns are worth the same, and so are the two diagonals.
        let [row, column, falling, rising] = board.shapes(point).seen_by(board.to_move()).0.to_le_bytes();
        let sorted = [row.min(column), row.max(column), falling.min(rising), falling.max(rising)];
        *counts.entry(ShapesView(u32::from_le_bytes(sorted))).or_default() += 1;
    }
    *counts.entry(ShapesView::DEAD).or_default() += board.stones() as u16;
    counts.into_iter().collect()
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

fn cross_entropy(label: f32, chance: f32) -> f64 {
    let chance = chance.clamp(1e-6, 1.0 - 1e-6);
    -f64::from(label * chance.ln() + (1.0 - label) * (1.0 - chance).ln())
}

/// The order of samples is mixed anew for each epoch, always in the same way.
fn shuffle(samples: &mut [Sample], epoch: u64) {
    let mut random = Random::new(0, epoch + 1);
    for i in (1..samples.len()).rev() {
        samples.swap(i, random.below(i as u64 + 1) as usize);
    }
}

#[cfg(test)]
mod tests {
    use tengen_engine::point::BoardSize;
    use tengen_engine::rule::{Freestyle, RuleKind};

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
