//! `train`: fits the weights of the evaluation to games of self-play and writes their file.
//!
//! First the table is fitted to the results of the games and the scores of their searches, then the network to what the table
//! leaves to be explained.

mod network;
mod optimiser;
mod start;
mod table;

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use ahash::RandomState;
use anyhow::{Context, Result, ensure};
use tengen_engine::board::Board;
use tengen_engine::color::Color;
use tengen_engine::eval::network::OUTPUT_SCALE;
use tengen_engine::eval::weights::ThreatMask;
use tengen_engine::moves::{available, situation};
use tengen_engine::point::{BoardSize, Point};
use tengen_engine::rule::Rule;
use tengen_engine::score::Score;
use tengen_engine::shape::{Shapes, ShapesView};
use tengen_engine::with_rule;
use tengen_engine::zobrist::Key;

use crate::cli::TrainArgs;
use crate::dataset::file::{Cut, Reader};
use crate::dataset::game::{GAMES, Record};
use crate::dataset::label::{LABELS, Labelled};
use crate::dataset::replay::replay;
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
    let shares = Shares { game: args.search_share, aside: args.aside_share };
    let rule = args.rule;
    let mut labels = 0;
    // Deep labels come first: the same position in a game is then passed over.
    for path in &args.labels {
        let reader = Reader::open(path, &LABELS)?;
        let found = reader.settings.rule;
        ensure!(found == rule, "{}: labels of {found} and not of {rule}", path.display());
        let cut = reader.for_each(|settings, block| {
            let labelled = Labelled::decode(&block.content, settings.size)?;
            labels += 1;
            let to = if labels % HELD_OUT == 0 { &mut samples.held_out } else { &mut samples.training };
            with_rule!(rule, R => collect_labelled::<R>(&labelled, settings.size, &mut seen, to))
        })?;
        say_cut(path, cut);
    }
    let mut games = 0;
    for path in &args.games {
        let reader = Reader::open(path, &GAMES)?;
        let found = reader.settings.rule;
        ensure!(found == rule, "{}: games of {found} and not of {rule}", path.display());
        let cut = reader.for_each(|settings, block| {
            let record = Record::decode(&block.content, settings.size)?;
            games += 1;
            let to = if games % HELD_OUT == 0 { &mut samples.held_out } else { &mut samples.training };
            with_rule!(rule, R => collect::<R>(&record, settings.size, shares, &mut seen, to))
        })?;
        say_cut(path, cut);
    }
    ensure!(
        !samples.training.is_empty() && !samples.held_out.is_empty(),
        "too few games to train on: {games}, of which one in {HELD_OUT} is held out"
    );
    let [training, held_out] = [&samples.training, &samples.held_out].map(Vec::len);
    say!("{games} games, {labels} deep labels, {training} positions, {held_out} held out");
    Ok(samples)
}

/// Says what an interrupted run left at the end of a file.
fn say_cut(path: &Path, cut: Option<Cut>) {
    if let Some(Cut { at, bytes }) = cut {
        say!("{}: the last block was cut off; its {bytes} bytes from byte {at} on are left out", path.display());
    }
}

/// How much of a label is the score of the search; the rest is the result of the game.
#[derive(Clone, Copy)]
struct Shares {
    /// For positions of games.
    game: f32,
    /// For positions beside them.
    aside: f32,
}

/// The positions of a game and beside it, without those that were `seen` in an earlier one, from whatever side.
fn collect<R: Rule>(
    record: &Record,
    size: BoardSize,
    shares: Shares,
    seen: &mut HashSet<Key, RandomState>,
    samples: &mut Vec<Sample>,
) -> Result<()> {
    replay::<R>(record, size, |board, position| {
        let best = position.lines[0];
        if seen.insert(position.key) {
            let share = if position.place.aside { shares.aside } else { shares.game };
            let result = match record.winner {
                Some(winner) => f32::from(u8::from(winner == board.to_move())),
                None => 0.5,
            };
            samples.push(sample(board, best.point, share * chance(best.score) + (1.0 - share) * result));
        }
    })
}

/// A position with a deep label, unless it was `seen`.
fn collect_labelled<R: Rule>(
    labelled: &Labelled,
    size: BoardSize,
    seen: &mut HashSet<Key, RandomState>,
    samples: &mut Vec<Sample>,
) -> Result<()> {
    let board = labelled.board::<R>(size)?;
    if seen.insert(labelled.key::<R>(size)) {
        let best = labelled.lines[0];
        samples.push(sample(&board, best.point, chance(best.score)));
    }
    Ok(())
}

/// The chance to win that the score of a search stands for.
pub(crate) fn chance(score: Score) -> f32 {
    if score.is_decided() { f32::from(u8::from(score.is_win())) } else { sigmoid(score.value() as f32 / SCORE_SCALE) }
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

pub(crate) fn cross_entropy(label: f32, chance: f32) -> f64 {
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
    use tengen_engine::rule::Freestyle;

    use super::*;
    use crate::dataset::game::{Aside, Line, Move};

    /// The samples of a game won by Black, whose moves are given with the scores that the search gave.
    fn samples(moves: &[(usize, usize, Option<Score>)], aside: Option<Aside>) -> Vec<Sample> {
        let played = |&(x, y, score): &(usize, usize, Option<Score>)| {
            let point = Point::new(x, y);
            Move { point, lines: score.map(|score| Line { point, score }).into_iter().collect(), aside: None }
        };
        let mut moves: Vec<Move> = moves.iter().map(played).collect();
        moves.last_mut().unwrap().aside = aside;
        let size = BoardSize::square(15).unwrap();
        let record = Record { number: 0, winner: Some(Color::Black), opening: 1, moves };
        let (mut seen, mut samples) = (HashSet::with_hasher(RandomState::with_seeds(1, 2, 3, 4)), Vec::new());
        let shares = Shares { game: 0.5, aside: 0.75 };
        collect::<Freestyle>(&record, size, shares, &mut seen, &mut samples).unwrap();
        collect::<Freestyle>(&record, size, shares, &mut seen, &mut samples).unwrap();
        samples
    }

    fn judged(score: i32) -> Option<Score> {
        Some(Score::judged(score))
    }

    fn is_near(a: f32, b: f32) -> bool {
        (a - b).abs() < 1e-4
    }

    #[test]
    fn a_position_is_worth_what_the_search_and_the_end_of_the_game_say() {
        let samples =
            samples(&[(7, 7, None), (7, 8, judged(250)), (6, 6, judged(0)), (5, 6, Some(Score::win_in(9)))], None);
        let labels: Vec<f32> = samples.iter().map(|sample| sample.label).collect();
        // White is to move in the first and in the last of those that were searched, and loses.
        assert_eq!(labels.len(), 3);
        assert!(is_near(labels[0], 0.5 * sigmoid(1.0)) && is_near(labels[1], 0.5 * 0.5 + 0.5), "{labels:?}");
        assert!(is_near(labels[2], 0.5), "{labels:?}");
    }

    #[test]
    fn the_moves_to_choose_from_are_those_that_threats_leave() {
        let three = [(5, 7, None), (0, 0, None), (6, 7, None), (14, 0, None), (7, 7, None), (8, 7, judged(-100))];
        let [sample] = samples(&three, None).try_into().ok().expect("one position");
        assert!((2..10).contains(&sample.choices.len()), "{}", sample.choices.len());
    }

    #[test]
    fn an_aside_has_a_share_of_its_own() {
        let strays = vec![Point::new(3, 3), Point::new(4, 11)];
        let aside = Aside { strays, lines: vec![Line { point: Point::new(8, 8), score: Score::judged(-250) }] };
        let samples = samples(&[(7, 7, None), (7, 8, None)], Some(aside));
        assert_eq!(samples.len(), 1);
        assert!(is_near(samples[0].label, 0.75 * sigmoid(-1.0)) && samples[0].us == Color::White);
    }
}
