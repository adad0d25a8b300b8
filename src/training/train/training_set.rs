//! The training set in memory: games and labels as compact as in their files, expanded to samples a pool at a time, so that
//! twenty million positions fit.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use anyhow::{Context, Result, ensure};
use rayon::prelude::*;
use tengen_engine::color::Color;
use tengen_engine::internals::checksum::fnv1a;
use tengen_engine::internals::stable_map::StableSet;
use tengen_engine::internals::zobrist::Key;
use tengen_engine::point::{BoardSize, Point};
use tengen_engine::rule::{Rule, RuleKind};
use tengen_engine::with_rule;

use crate::cli::TrainArgs;
use crate::output::say;
use crate::training::conditions::FEWEST_SCATTERED;
use crate::training::dataset::file::{CutBlock, say_again};
use crate::training::dataset::game::{GAMES, GameSettings, TrainingGame};
use crate::training::dataset::label::{LABELS, LabelSettings, Labelled};
use crate::training::dataset::place::SamplePlace;
use crate::training::dataset::replay::{CanonicalKey, replay};
use crate::training::train::input::{InputFile, TrainInputs};
use tengen_engine::random::SplitMix64;
use tengen_models::Sample;

/// One game in so many is held out of the training to measure what was learned.
const HELD_OUT: u64 = 20;
/// The first so many of them measure well enough: they are kept expanded.
const MOST_MEASURED: usize = 1_500;
/// Positions of a pool: so many are expanded at a time, and mixed.
const POOL: usize = 1 << 16;

/// What is expanded for an epoch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pools {
    /// All positions, with the moves to choose from.
    WithChoices,
    /// All positions.
    All,
    /// Those with deep labels.
    Deep,
}

/// Positions of one block.
enum SampleFile {
    /// A game: its block, and which of its positions, in the order of the replay, are trained on.
    Game { content: Box<[u8]>, used: Box<[bool]> },
    /// A label: its block.
    Label(Box<[u8]>),
}

/// Such positions, with the size of their board.
struct PackedGame {
    size: BoardSize,
    source: SampleFile,
}

impl PackedGame {
    fn positions(&self) -> usize {
        match &self.source {
            SampleFile::Game { used, .. } => used.iter().filter(|&&used| used).count(),
            SampleFile::Label(_) => 1,
        }
    }

    /// The samples of all positions, with the moves to choose from when they are asked for.
    fn expand<R: Rule>(&self, lambda: f32, with_choices: bool, samples: &mut Vec<Sample>) -> Result<()> {
        match &self.source {
            SampleFile::Game { content, used } => {
                let record = TrainingGame::decode(content, self.size)?;
                let returns = lambda_returns(&record, R::KIND, lambda);
                let mut used = used.iter();
                replay::<R>(&record, self.size, |board, position| {
                    if used.next() == Some(&true) {
                        let best = position.lines[0];
                        let label = match position.place {
                            // No game goes on from here.
                            SamplePlace { off_game: true, .. } => best.score.win_probability(R::KIND) as f32,
                            SamplePlace { ply, .. } if board.to_move() == Color::Black => returns[ply],
                            SamplePlace { ply, .. } => 1.0 - returns[ply],
                        };
                        samples.push(Sample::new(board, label, with_choices.then_some(best.point)));
                    }
                })
            }
            SampleFile::Label(content) => {
                let labelled = Labelled::decode(content, self.size)?;
                samples.push(deep_sample::<R>(&labelled, self.size, with_choices)?);
                Ok(())
            }
        }
    }
}

/// The lambda-return of each position of a game, before each move: what it was worth to Black by the score of its search, by
/// those of the positions after it, each counting `lambda` times as much as the one before, and by the result last of all.
/// Later searches know of attacks that the one here is too short for (Sutton, "Learning to predict by the methods of temporal
/// differences", 1988).
fn lambda_returns(record: &TrainingGame, rule: RuleKind, lambda: f32) -> Vec<f32> {
    let mut later = match record.winner {
        Some(Color::Black) => 1.0,
        Some(Color::White) => 0.0,
        None => 0.5,
    };
    let mut returns: Vec<f32> = Vec::with_capacity(record.moves.len());
    for (ply, played) in record.moves.iter().enumerate().rev() {
        if let Some(best) = played.lines.first() {
            let ours = best.score.win_probability(rule) as f32;
            let black = if ply % 2 == 0 { ours } else { 1.0 - ours };
            later = (1.0 - lambda) * black + lambda * later;
        }
        returns.push(later);
    }
    returns.reverse();
    returns
}

/// The sample of a position with a deep label.
fn deep_sample<R: Rule>(labelled: &Labelled, size: BoardSize, with_choices: bool) -> Result<Sample> {
    let best = labelled.lines[0];
    let label = best.score.win_probability(R::KIND) as f32;
    Ok(Sample::new(&labelled.board::<R>(size)?, label, with_choices.then_some(best.point)))
}

/// All positions of the files.
pub(super) struct TrainingSet {
    rule: RuleKind,
    lambda: f32,
    items: Vec<PackedGame>,
    /// Positions of a pool.
    pool: usize,
    /// How many positions are trained on.
    pub(super) positions: usize,
    /// How many of them have deep labels.
    pub(super) deep: usize,
    /// Those that are not.
    pub(super) held_out: Vec<Sample>,
}

impl TrainingSet {
    /// Reads the files. Each position is taken once, from whatever side it is seen, and with its deepest label if it has one.
    /// None is trained on that is in the gold set or in a game that is held out. Nothing depends on the order of the files, nor
    /// on what stands in which.
    pub(super) fn read(args: &TrainArgs, inputs: &TrainInputs) -> Result<TrainingSet> {
        let &TrainArgs { rule, lambda, .. } = args;
        with_rule!(rule, R => TrainingSet::read_rule::<R>(inputs, lambda))
    }

    fn read_rule<R: Rule>(inputs: &TrainInputs, lambda: f32) -> Result<TrainingSet> {
        let mut set = TrainingSet {
            rule: R::KIND,
            lambda,
            items: Vec::new(),
            pool: POOL,
            positions: 0,
            deep: 0,
            held_out: Vec::new(),
        };
        // A position is passed over where it comes again, so that those come first that others must not have.
        let mut seen = gold_keys::<R>(&inputs.gold)?;
        let games = read_games::<R>(&inputs.games)?;
        let number = games.len();
        let (held_out, training): (Vec<_>, Vec<_>) = games.into_iter().partition(|game| game.is_held_out);
        for (place, block) in held_out.into_iter().enumerate() {
            let item = block.unpack::<R>(&mut seen)?;
            if place < MOST_MEASURED {
                set.held_out.extend(set.expand(&[&item], true)?);
            }
        }
        for (key, item) in read_labels::<R>(&inputs.labels)? {
            if seen.insert(key) {
                set.deep += 1;
                set.add(item);
            }
        }
        for block in training {
            set.add(block.unpack::<R>(&mut seen)?);
        }
        let (training, deep, held_out) = (set.positions, set.deep, set.held_out.len());
        ensure!(
            training > 0 && held_out > 0,
            "too few games to train on: {number}, of which about one in {HELD_OUT} is held out"
        );
        say!("{number} games, {training} positions, {deep} of them with deep labels, {held_out} held out");
        Ok(set)
    }

    /// Adds an item to the training.
    fn add(&mut self, item: PackedGame) {
        self.positions += item.positions();
        self.items.push(item);
    }

    /// Gives the positions that are meant to `train`, a pool at a time, mixed anew for each epoch but always in the same way.
    pub(super) fn for_each_pool(&self, epoch: u64, kind: Pools, mut train: impl FnMut(&[Sample])) -> Result<()> {
        let mut random = SplitMix64::stream(0, epoch + 1);
        let is_meant = |item: &&PackedGame| !matches!((kind, &item.source), (Pools::Deep, SampleFile::Game { .. }));
        let mut order: Vec<&PackedGame> = self.items.iter().filter(is_meant).collect();
        random.shuffle(&mut order);
        let mut rest = &order[..];
        while !rest.is_empty() {
            let mut positions = 0;
            let count = rest.iter().take_while(|item| {
                let fits = positions < self.pool;
                positions += item.positions();
                fits
            });
            let (taken, later) = rest.split_at(count.count());
            let mut pool = self.expand(taken, matches!(kind, Pools::WithChoices))?;
            random.shuffle(&mut pool);
            train(&pool);
            rest = later;
        }
        Ok(())
    }

    /// The samples of items, in their order.
    fn expand(&self, items: &[&PackedGame], with_choices: bool) -> Result<Vec<Sample>> {
        let expand = |item: &&PackedGame| {
            let mut samples = Vec::new();
            with_rule!(self.rule, R => item.expand::<R>(self.lambda, with_choices, &mut samples))?;
            Ok(samples)
        };
        let samples = items.par_iter().map(expand).collect::<Result<Vec<_>>>()?;
        Ok(samples.into_iter().flatten().collect())
    }
}

/// Whether a game is held out, by its first stones from whatever side they are seen. In whichever file it stands and whatever
/// is added, it stays the same, so that weights to go on from are not measured by what they were trained on. Labels show those
/// stones too.
fn is_held_out<R: Rule>(size: BoardSize, stones: impl Iterator<Item = Point>) -> bool {
    let key = CanonicalKey::of::<R>(size, stones.take(FEWEST_SCATTERED));
    SplitMix64::new(key.0).next_u64().is_multiple_of(HELD_OUT)
}

/// What brings blocks into one order, in whichever files they stand.
fn block_sum(size: BoardSize, content: &[u8]) -> u64 {
    let sides = [size.width(), size.height()].map(|side| side as u8);
    fnv1a(sides.into_iter().chain(content.iter().copied()))
}

/// A game as it was read.
struct GameBlock<'a> {
    file: &'a InputFile,
    size: BoardSize,
    content: Box<[u8]>,
    is_held_out: bool,
}

impl GameBlock<'_> {
    /// The positions of the game that were not seen before, and are seen now.
    fn unpack<R: Rule>(self, seen: &mut StableSet<Key>) -> Result<PackedGame> {
        let GameBlock { file, size, content, .. } = self;
        let record = TrainingGame::decode(&content, size)?;
        let mut used = Vec::new();
        replay::<R>(&record, size, |_, position| used.push(seen.insert(position.key)))
            .with_context(|| format!("{}: game {}", file.path.display(), record.number))?;
        Ok(PackedGame { size, source: SampleFile::Game { content, used: used.into() } })
    }
}

/// The games of some files, each once, in an order of their own.
fn read_games<R: Rule>(files: &[InputFile]) -> Result<Vec<GameBlock<'_>>> {
    let mut games = BTreeMap::new();
    for file in files {
        let reader = file.open(&GAMES)?;
        let (found, rule, path) = (reader.settings.rule, R::KIND, file.path.display());
        ensure!(found == rule, "{path}: games of {found} and not of {rule}");
        let mut again = 0;
        let cut = reader.for_each(|&GameSettings { size, .. }, block| {
            let record = TrainingGame::decode(&block.content, size)?;
            let is_held_out = is_held_out::<R>(size, record.moves.iter().map(|played| played.point));
            let sum = block_sum(size, &block.content);
            let game = GameBlock { file, size, content: block.content.into_boxed_slice(), is_held_out };
            again += usize::from(games.insert(sum, game).is_some());
            Ok(())
        })?;
        say_cut(file, cut);
        say_again(path, again, "game");
    }
    Ok(games.into_values().collect())
}

/// The labels of some files that are not of games that are held out, with the keys of their positions: for each position the
/// one of most nodes.
fn read_labels<R: Rule>(files: &[InputFile]) -> Result<Vec<(Key, PackedGame)>> {
    let mut labels = Vec::new();
    for (file, input) in files.iter().enumerate() {
        let cut = for_each_label::<R>(input, |&LabelSettings { nodes, size, .. }, labelled, content| {
            if !is_held_out::<R>(size, labelled.stones.iter().copied()) {
                let order = (Reverse(nodes), block_sum(size, &content));
                let source = SampleFile::Label(content.into_boxed_slice());
                labels.push((order, file, labelled.key::<R>(size), PackedGame { size, source }));
            }
            Ok(())
        })?;
        say_cut(input, cut);
    }
    labels.sort_by_key(|&(order, ..)| order);
    let mut known = StableSet::default();
    let mut again = vec![0; files.len()];
    labels.retain(|&(_, file, key, _)| {
        let is_new = known.insert(key);
        again[file] += usize::from(!is_new);
        is_new
    });
    files.iter().zip(again).for_each(|(file, again)| say_again(file.path.display(), again, "position"));
    Ok(labels.into_iter().map(|(_, _, key, item)| (key, item)).collect())
}

/// The keys of the positions of gold sets.
fn gold_keys<R: Rule>(files: &[InputFile]) -> Result<StableSet<Key>> {
    // Fixed seeds: the same command gives the same weights.
    let mut keys = StableSet::default();
    for file in files {
        for_each_label::<R>(file, |settings, labelled, _| {
            keys.insert(labelled.key::<R>(settings.size));
            Ok(())
        })?;
    }
    Ok(keys)
}

/// The samples of files of labels, such as a gold set, each position once.
pub(super) fn deep_samples(files: &[InputFile], rule: RuleKind) -> Result<Vec<Sample>> {
    with_rule!(rule, R => deep_samples_of::<R>(files))
}

fn deep_samples_of<R: Rule>(files: &[InputFile]) -> Result<Vec<Sample>> {
    let mut samples = Vec::new();
    let mut seen = StableSet::default();
    for file in files {
        let mut is_empty = true;
        let cut = for_each_label::<R>(file, |settings, labelled, _| {
            is_empty = false;
            if seen.insert(labelled.key::<R>(settings.size)) {
                samples.push(deep_sample::<R>(&labelled, settings.size, false)?);
            }
            Ok(())
        })?;
        say_cut(file, cut);
        ensure!(!is_empty, "{}: no labels", file.path.display());
    }
    Ok(samples)
}

/// Gives the labels of a file to `each`, with the contents of their blocks, and returns what was cut off at the end.
fn for_each_label<R: Rule>(
    file: &InputFile,
    mut each: impl FnMut(&LabelSettings, Labelled, Vec<u8>) -> Result<()>,
) -> Result<Option<CutBlock>> {
    let reader = file.open(&LABELS)?;
    let (found, rule) = (reader.settings.rule, R::KIND);
    ensure!(found == rule, "{}: labels of {found} and not of {rule}", file.path.display());
    reader.for_each(|settings, block| {
        let labelled = Labelled::decode(&block.content, settings.size)?;
        labelled.game(rule, settings.size)?;
        each(settings, labelled, block.content)
    })
}

/// Says what an interrupted run left at the end of a file.
fn say_cut(file: &InputFile, cut: Option<CutBlock>) {
    if let Some(cut) = cut {
        say!("{}: {}", file.path.display(), cut.describe("block", "left out"));
    }
}

#[cfg(test)]
mod tests;
