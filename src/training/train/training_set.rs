//! The training set in memory: games and labels as compact as in their files, expanded to samples a pool at a time, so that
//! twenty million positions fit.

use anyhow::{Context, Result, ensure};
use rayon::prelude::*;
use tengen_engine::color::Color;
use tengen_engine::internals::stable_map::StableSet;
use tengen_engine::internals::zobrist::Key;
use tengen_engine::point::BoardSize;
use tengen_engine::rule::{Rule, RuleKind};
use tengen_engine::with_rule;

use crate::cli::TrainArgs;
use crate::output::say;
use crate::training::dataset::file::{BlockReader, CutBlock};
use crate::training::dataset::game::{GAMES, TrainingGame};
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
/// Labels that are expanded together.
const LABELS_TOGETHER: usize = 32;
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

/// Positions that are expanded together.
enum SampleFile {
    /// A game: its block, and which of its positions, in the order of the replay, are trained on.
    Game { content: Box<[u8]>, used: Box<[bool]> },
    /// Blocks of labels.
    Labels(Vec<Box<[u8]>>),
}

/// A source with the size of its board.
struct PackedGame {
    size: BoardSize,
    source: SampleFile,
}

impl PackedGame {
    fn positions(&self) -> usize {
        match &self.source {
            SampleFile::Game { used, .. } => used.iter().filter(|&&used| used).count(),
            SampleFile::Labels(labels) => labels.len(),
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
            SampleFile::Labels(labels) => labels.iter().try_for_each(|content| {
                let labelled = Labelled::decode(content, self.size)?;
                samples.push(deep_sample::<R>(&labelled, self.size, with_choices)?);
                Ok(())
            }),
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
    /// Reads the files. Each position is taken once, from whatever side it is seen, and with its deep label if it has one. None
    /// is trained on that is in the gold set or in a game that is held out.
    pub(super) fn read(args: &TrainArgs, inputs: &TrainInputs) -> Result<TrainingSet> {
        let &TrainArgs { rule, lambda, .. } = args;
        with_rule!(rule, R => TrainingSet::read_rule::<R>(inputs, lambda))
    }

    fn read_rule<R: Rule>(TrainInputs { games, labels, gold }: &TrainInputs, lambda: f32) -> Result<TrainingSet> {
        let mut reading = ReadGames {
            // Fixed seeds: the same command gives the same weights.
            seen: StableSet::default(),
            measured: 0,
            set: TrainingSet {
                rule: R::KIND,
                lambda,
                items: Vec::new(),
                pool: POOL,
                positions: 0,
                deep: 0,
                held_out: Vec::new(),
            },
        };
        // A position is passed over where it comes again, so that those come first that others must not have.
        gold.iter().try_for_each(|file| reading.labels::<R>(file, LabelUse::Gold))?;
        reading.games::<R>(games, GameUse::HeldOut)?;
        labels.iter().try_for_each(|file| reading.labels::<R>(file, LabelUse::Training))?;
        let games = reading.games::<R>(games, GameUse::Training)?;
        let set = reading.set;
        let (training, deep, held_out) = (set.positions, set.deep, set.held_out.len());
        ensure!(
            training > 0 && held_out > 0,
            "too few games to train on: {games}, of which about one in {HELD_OUT} is held out"
        );
        say!("{games} games, {training} positions, {deep} of them with deep labels, {held_out} held out");
        Ok(set)
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

/// The samples of files of labels, such as a gold set, each position once.
pub(super) fn deep_samples(files: &[InputFile], rule: RuleKind) -> Result<Vec<Sample>> {
    with_rule!(rule, R => deep_samples_of::<R>(files))
}

fn deep_samples_of<R: Rule>(files: &[InputFile]) -> Result<Vec<Sample>> {
    let mut samples = Vec::new();
    let mut seen = StableSet::default();
    for file in files {
        let mut is_empty = true;
        let reader = open_labels(file, R::KIND)?;
        let cut = reader.for_each(|settings, block| {
            is_empty = false;
            let labelled = Labelled::decode(&block.content, settings.size)?;
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

fn open_labels(file: &InputFile, rule: RuleKind) -> Result<BlockReader<LabelSettings>> {
    let reader = file.open(&LABELS)?;
    let found = reader.settings.rule;
    ensure!(found == rule, "{}: labels of {found} and not of {rule}", file.path.display());
    Ok(reader)
}

/// Says what an interrupted run left at the end of a file.
fn say_cut(file: &InputFile, cut: Option<CutBlock>) {
    if let Some(cut) = cut {
        say!("{}: {}", file.path.display(), cut.describe("block", "left out"));
    }
}

/// What a game is read for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum GameUse {
    /// To measure what was learned.
    HeldOut,
    /// To be trained on.
    Training,
}

impl GameUse {
    /// That of a game, by its opening from whatever side it is seen. In whichever file it stands and whatever is added, it stays
    /// the same, so that weights to go on from are not measured by what they were trained on.
    fn of<R: Rule>(record: &TrainingGame, size: BoardSize) -> GameUse {
        let opening = record.moves[..record.opening].iter().map(|played| played.point);
        let lot = SplitMix64::new(CanonicalKey::of::<R>(size, opening).0).next_u64();
        if lot.is_multiple_of(HELD_OUT) { GameUse::HeldOut } else { GameUse::Training }
    }
}

/// What labels are read for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LabelUse {
    /// Only to be known: they are never trained on.
    Gold,
    /// To be trained on.
    Training,
}

/// What is known while the files are read.
struct ReadGames {
    seen: StableSet<Key>,
    /// Games by which is measured.
    measured: usize,
    set: TrainingSet,
}

impl ReadGames {
    /// Reads a file of labels.
    fn labels<R: Rule>(&mut self, file: &InputFile, label_use: LabelUse) -> Result<()> {
        let reader = open_labels(file, R::KIND)?;
        let size = reader.settings.size;
        let mut batch = Vec::new();
        let cut = reader.for_each(|_, block| {
            let labelled = Labelled::decode(&block.content, size)?;
            labelled.game(R::KIND, size)?;
            if self.seen.insert(labelled.key::<R>(size)) && label_use == LabelUse::Training {
                batch.push(block.content.into_boxed_slice());
            }
            if batch.len() == LABELS_TOGETHER {
                self.add(PackedGame { size, source: SampleFile::Labels(std::mem::take(&mut batch)) });
            }
            Ok(())
        })?;
        if !batch.is_empty() {
            self.add(PackedGame { size, source: SampleFile::Labels(batch) });
        }
        if label_use == LabelUse::Training {
            say_cut(file, cut);
        }
        Ok(())
    }

    /// Reads the games of one use in all files and returns the number of all.
    fn games<R: Rule>(&mut self, files: &[InputFile], game_use: GameUse) -> Result<usize> {
        let mut number = 0;
        for file in files {
            let reader = file.open(&GAMES)?;
            let (found, rule) = (reader.settings.rule, R::KIND);
            ensure!(found == rule, "{}: games of {found} and not of {rule}", file.path.display());
            let cut = reader.for_each(|settings, block| {
                number += 1;
                let record = TrainingGame::decode(&block.content, settings.size)?;
                if GameUse::of::<R>(&record, settings.size) != game_use {
                    return Ok(());
                }
                let mut used = Vec::new();
                replay::<R>(&record, settings.size, |_, position| used.push(self.seen.insert(position.key)))
                    .with_context(|| format!("game {}", record.number))?;
                let (content, used) = (block.content.into_boxed_slice(), used.into_boxed_slice());
                let item = PackedGame { size: settings.size, source: SampleFile::Game { content, used } };
                match game_use {
                    GameUse::HeldOut => self.measure_by(&item)?,
                    GameUse::Training => self.add(item),
                }
                Ok(())
            })?;
            if game_use == GameUse::Training {
                say_cut(file, cut);
            }
        }
        Ok(number)
    }

    /// Adds an item to what is measured by, unless there is enough of it.
    fn measure_by(&mut self, item: &PackedGame) -> Result<()> {
        if self.measured < MOST_MEASURED {
            self.measured += 1;
            self.set.held_out.extend(self.set.expand(&[item], true)?);
        }
        Ok(())
    }

    /// Adds an item to the training.
    fn add(&mut self, item: PackedGame) {
        self.set.positions += item.positions();
        self.set.deep += if matches!(item.source, SampleFile::Labels(_)) { item.positions() } else { 0 };
        self.set.items.push(item);
    }
}

#[cfg(test)]
mod tests;
