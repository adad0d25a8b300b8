//! The training set in memory: games and labels as compact as in their files, expanded to samples a pool at a time, so that
//! twenty million positions fit.

use std::collections::HashSet;
use std::path::Path;

use ahash::RandomState;
use anyhow::{Context, Result, ensure};
use rayon::prelude::*;
use tengen_engine::internals::zobrist::Key;
use tengen_engine::point::BoardSize;
use tengen_engine::rule::{Rule, RuleKind};
use tengen_engine::with_rule;

use super::sample::Sample;
use crate::cli::TrainArgs;
use crate::dataset::file::{Cut, Reader};
use crate::dataset::game::{GAMES, Record};
use crate::dataset::label::{LABELS, Labelled};
use crate::dataset::replay::replay;
use crate::output::say;
use tengen_engine::random::SplitMix64;

/// One game, and one batch of labels, in so many is held out of the training to measure what was learned,
const HELD_OUT: usize = 20;
/// but no more of each than so many: they are kept expanded, and measure well enough.
const MOST_HELD_OUT: usize = 1_500;
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

/// How much of a label is the score of the search; the rest is the result of the game. Of a deep search it is all.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shares {
    /// For positions of games.
    pub(super) game: f32,
    /// For positions beside them.
    pub(super) aside: f32,
}

/// Positions that are expanded together.
enum Source {
    /// A game: its block, and which of its positions, in the order of the replay, are trained on.
    Game { content: Box<[u8]>, used: Box<[bool]> },
    /// Blocks of labels.
    Labels(Vec<Box<[u8]>>),
}

/// A source with the size of its board.
struct Item {
    size: BoardSize,
    source: Source,
}

impl Item {
    fn positions(&self) -> usize {
        match &self.source {
            Source::Game { used, .. } => used.iter().filter(|&&used| used).count(),
            Source::Labels(labels) => labels.len(),
        }
    }

    /// The samples of all positions, with the moves to choose from when they are asked for.
    fn expand<R: Rule>(&self, shares: Shares, with_choices: bool, samples: &mut Vec<Sample>) -> Result<()> {
        match &self.source {
            Source::Game { content, used } => {
                let record = Record::decode(content, self.size)?;
                let mut used = used.iter();
                replay::<R>(&record, self.size, |board, position| {
                    if used.next() == Some(&true) {
                        let best = position.lines[0];
                        let share = if position.place.aside { shares.aside } else { shares.game };
                        let result = match record.winner {
                            Some(winner) => f32::from(u8::from(winner == board.to_move())),
                            None => 0.5,
                        };
                        let label = share * best.score.win_probability(R::KIND) as f32 + (1.0 - share) * result;
                        samples.push(Sample::new(board, label, with_choices.then_some(best.point)));
                    }
                })
            }
            Source::Labels(labels) => labels.iter().try_for_each(|content| {
                let labelled = Labelled::decode(content, self.size)?;
                samples.push(deep_sample::<R>(&labelled, self.size, with_choices)?);
                Ok(())
            }),
        }
    }
}

/// The sample of a position with a deep label.
fn deep_sample<R: Rule>(labelled: &Labelled, size: BoardSize, with_choices: bool) -> Result<Sample> {
    let best = labelled.lines[0];
    let label = best.score.win_probability(R::KIND) as f32;
    Ok(Sample::new(&labelled.board::<R>(size)?, label, with_choices.then_some(best.point)))
}

/// All positions of the files.
pub(super) struct Dataset {
    rule: RuleKind,
    shares: Shares,
    items: Vec<Item>,
    /// How many positions are trained on.
    pub(super) positions: usize,
    /// How many of them have deep labels.
    pub(super) deep: usize,
    /// Those that are not.
    pub(super) held_out: Vec<Sample>,
}

impl Dataset {
    /// Reads the files. Each position is taken once, from whatever side it is seen, and with its deep label if it has one.
    pub(super) fn read(args: &TrainArgs) -> Result<Dataset> {
        let shares = Shares { game: args.search_share, aside: args.aside_share };
        with_rule!(args.rule, R => Dataset::read_rule::<R>(&args.labels, &args.games, shares))
    }

    fn read_rule<R: Rule>(labels: &[impl AsRef<Path>], games: &[impl AsRef<Path>], shares: Shares) -> Result<Dataset> {
        let mut reading = Reading {
            // Fixed seeds: the same command gives the same weights.
            seen: HashSet::with_hasher(RandomState::with_seeds(1, 2, 3, 4)),
            set: Dataset { rule: R::KIND, shares, items: Vec::new(), positions: 0, deep: 0, held_out: Vec::new() },
            number: 0,
        };
        let mut deep = 0;
        // Deep labels come first: the same position in a game is then passed over.
        for path in labels {
            deep += reading.labels::<R>(path.as_ref())?;
        }
        reading.number = 0;
        for path in games {
            reading.games::<R>(path.as_ref())?;
        }
        let (set, games) = (reading.set, reading.number);
        let (training, held_out) = (set.positions, set.held_out.len());
        ensure!(
            training > 0 && held_out > 0,
            "too few games to train on: {games}, of which one in {HELD_OUT} is held out"
        );
        say!("{games} games, {deep} deep labels, {training} positions, {held_out} held out");
        Ok(set)
    }

    /// Gives the positions that are meant to `train`, a pool at a time, mixed anew for each epoch but always in the same way.
    pub(super) fn for_each_pool(&self, epoch: u64, kind: Pools, mut train: impl FnMut(&[Sample])) -> Result<()> {
        let mut random = SplitMix64::stream(0, epoch + 1);
        let is_meant = |item: &&Item| !matches!((kind, &item.source), (Pools::Deep, Source::Game { .. }));
        let mut order: Vec<&Item> = self.items.iter().filter(is_meant).collect();
        random.shuffle(&mut order);
        let mut rest = &order[..];
        while !rest.is_empty() {
            let mut positions = 0;
            let count = rest.iter().take_while(|item| {
                let fits = positions < POOL;
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
    fn expand(&self, items: &[&Item], with_choices: bool) -> Result<Vec<Sample>> {
        let expand = |item: &&Item| {
            let mut samples = Vec::new();
            with_rule!(self.rule, R => item.expand::<R>(self.shares, with_choices, &mut samples))?;
            Ok(samples)
        };
        let samples = items.par_iter().map(expand).collect::<Result<Vec<_>>>()?;
        Ok(samples.into_iter().flatten().collect())
    }
}

/// The samples of a file of labels, such as a gold set.
pub(super) fn deep_samples(path: &Path, rule: RuleKind) -> Result<Vec<Sample>> {
    let mut samples = Vec::new();
    let reader = open_labels(path, rule)?;
    let cut = reader.for_each(|settings, block| {
        let labelled = Labelled::decode(&block.content, settings.size)?;
        samples.push(with_rule!(rule, R => deep_sample::<R>(&labelled, settings.size, false))?);
        Ok(())
    })?;
    say_cut(path, cut);
    ensure!(!samples.is_empty(), "{}: no labels", path.display());
    Ok(samples)
}

fn open_labels(path: &Path, rule: RuleKind) -> Result<Reader<crate::dataset::label::Settings>> {
    let reader = Reader::open(path, &LABELS)?;
    let found = reader.settings.rule;
    ensure!(found == rule, "{}: labels of {found} and not of {rule}", path.display());
    Ok(reader)
}

/// Says what an interrupted run left at the end of a file.
fn say_cut(path: &Path, cut: Option<Cut>) {
    if let Some(Cut { at, bytes }) = cut {
        say!("{}: the last block was cut off; its {bytes} bytes from byte {at} on are left out", path.display());
    }
}

/// What is known while the files are read.
struct Reading {
    seen: HashSet<Key, RandomState>,
    set: Dataset,
    /// Games, or batches of labels, so far.
    number: usize,
}

impl Reading {
    /// Reads a file of labels and returns their number.
    fn labels<R: Rule>(&mut self, path: &Path) -> Result<usize> {
        let reader = open_labels(path, R::KIND)?;
        let size = reader.settings.size;
        let (mut count, mut batch) = (0, Vec::new());
        let cut = reader.for_each(|_, block| {
            count += 1;
            let labelled = Labelled::decode(&block.content, size)?;
            labelled.game(R::KIND, size)?;
            if self.seen.insert(labelled.key::<R>(size)) {
                batch.push(block.content.into_boxed_slice());
            }
            if batch.len() == LABELS_TOGETHER {
                self.add(Item { size, source: Source::Labels(std::mem::take(&mut batch)) })?;
            }
            Ok(())
        })?;
        say_cut(path, cut);
        if !batch.is_empty() {
            self.add(Item { size, source: Source::Labels(batch) })?;
        }
        Ok(count)
    }

    fn games<R: Rule>(&mut self, path: &Path) -> Result<()> {
        let reader = Reader::open(path, &GAMES)?;
        let (found, rule) = (reader.settings.rule, R::KIND);
        ensure!(found == rule, "{}: games of {found} and not of {rule}", path.display());
        let cut = reader.for_each(|settings, block| {
            let record = Record::decode(&block.content, settings.size)?;
            let mut used = Vec::new();
            replay::<R>(&record, settings.size, |_, position| used.push(self.seen.insert(position.key)))
                .with_context(|| format!("game {}", record.number))?;
            let (content, used) = (block.content.into_boxed_slice(), used.into_boxed_slice());
            self.add(Item { size: settings.size, source: Source::Game { content, used } })
        })?;
        say_cut(path, cut);
        Ok(())
    }

    /// Adds an item to the training, or to what is held out of it.
    fn add(&mut self, item: Item) -> Result<()> {
        self.number += 1;
        if self.number.is_multiple_of(HELD_OUT) && self.number / HELD_OUT <= MOST_HELD_OUT {
            let held_out = self.set.expand(&[&item], true)?;
            self.set.held_out.extend(held_out);
        } else {
            self.set.positions += item.positions();
            self.set.deep += if matches!(item.source, Source::Labels(_)) { item.positions() } else { 0 };
            self.set.items.push(item);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use tengen_engine::color::Color;
    use tengen_engine::point::Point;
    use tengen_engine::rule::Freestyle;
    use tengen_engine::score::Score;

    use super::*;
    use crate::dataset::file::Writer;
    use crate::dataset::game::{Aside, Move, ScoredMove, Settings};

    fn size() -> BoardSize {
        BoardSize::square(15).unwrap()
    }

    /// A game won by Black, whose moves are given with the scores that the search gave.
    fn record(moves: &[(usize, usize, Option<Score>)], aside: Option<Aside>) -> Record {
        let played = |&(x, y, score): &(usize, usize, Option<Score>)| {
            let point = Point::new(x, y);
            Move { point, lines: score.map(|score| ScoredMove { point, score }).into_iter().collect(), aside: None }
        };
        let mut moves: Vec<Move> = moves.iter().map(played).collect();
        moves.last_mut().unwrap().aside = aside;
        Record { number: 0, winner: Some(Color::Black), opening: 1, moves }
    }

    fn samples(moves: &[(usize, usize, Option<Score>)], aside: Option<Aside>) -> Vec<Sample> {
        let content = record(moves, aside).encode(size()).into_boxed_slice();
        let item = Item { size: size(), source: Source::Game { content, used: vec![true; 9].into() } };
        let mut samples = Vec::new();
        item.expand::<Freestyle>(Shares { game: 0.5, aside: 0.75 }, true, &mut samples).unwrap();
        samples
    }

    fn judged(score: i32) -> Option<Score> {
        Some(Score::judged(score))
    }

    /// The win probability of a score.
    fn told(score: i32) -> f32 {
        Score::judged(score).win_probability(RuleKind::Freestyle) as f32
    }

    fn is_near(a: f32, b: f32) -> bool {
        (a - b).abs() < 1e-4
    }

    #[test]
    fn a_position_is_worth_what_the_search_and_the_end_of_the_game_say() {
        let won = Some(Score::win_in(9));
        let samples = samples(&[(7, 7, None), (7, 8, judged(250)), (6, 6, judged(0)), (5, 6, won)], None);
        let labels: Vec<f32> = samples.iter().map(|sample| sample.label).collect();
        // White is to move in the first and in the last of those that were searched, and loses.
        assert_eq!(labels.len(), 3);
        assert!(is_near(labels[0], 0.5 * told(250)) && is_near(labels[1], 0.5 * 0.5 + 0.5), "{labels:?}");
        assert!(is_near(labels[2], 0.5), "{labels:?}");
        assert_eq!(samples.iter().map(|sample| sample.stones).collect::<Vec<_>>(), [1, 2, 3]);
    }

    #[test]
    fn the_moves_to_choose_from_are_those_that_threats_leave() {
        let three = [(5, 7, None), (0, 0, None), (6, 7, None), (14, 0, None), (7, 7, None), (8, 7, judged(-100))];
        let [sample] = samples(&three, None).try_into().expect("one position");
        assert!((2..10).contains(&sample.choices.len()), "{}", sample.choices.len());
    }

    #[test]
    fn an_aside_has_a_share_of_its_own() {
        let strays = vec![Point::new(3, 3), Point::new(4, 11)];
        let aside = Aside { strays, lines: vec![ScoredMove { point: Point::new(8, 8), score: Score::judged(-250) }] };
        let samples = samples(&[(7, 7, None), (7, 8, None)], Some(aside));
        assert_eq!(samples.len(), 1);
        assert!(is_near(samples[0].label, 0.75 * told(-250)) && samples[0].us == Color::White);
    }

    /// A file of forty games that begin differently and go on alike, in the folder for what is passing.
    fn games() -> PathBuf {
        let path = std::env::temp_dir().join(format!("tengen-{}-dataset.games", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let settings = Settings {
            rule: RuleKind::Freestyle,
            size: size(),
            nodes: 1,
            aside_nodes: 0,
            lines: 1,
            seed: 1,
            shard: crate::shard::Shard::WHOLE,
            version: String::new(),
            weights: 0,
        };
        let (mut writer, _) = Writer::append(&path, &GAMES, &settings, |_, _| Ok(())).unwrap();
        for number in 0..40 {
            let begin = (number % 7, number / 7, None);
            writer
                .write(&record(&[begin, (9, 9, judged(number as i32)), (9, 11, judged(5))], None).encode(size()))
                .unwrap();
        }
        path
    }

    #[test]
    fn every_position_is_met_once_an_epoch_whatever_the_threads() {
        let path = games();
        let shares = Shares { game: 1.0, aside: 1.0 };
        let set = Dataset::read_rule::<Freestyle>(&[] as &[PathBuf], &[path.clone(), path.clone()], shares).unwrap();
        // Held out are the 20th and the 40th game. This one is the 34th across the diagonal, and nothing is new in the second file.
        assert_eq!(set.held_out.len(), 2);
        assert_eq!(set.items.len(), 76);
        // Of 40 games 15 are others across the diagonal; each has two positions.
        assert_eq!(set.positions, 2 * (40 - 15) - 2);
        let epoch = |epoch: u64, threads: usize| {
            let mut samples = Vec::new();
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                set.for_each_pool(epoch, Pools::All, |pool| samples.extend(pool.iter().map(|sample| sample.label)))
            })
            .unwrap();
            samples
        };
        let once = epoch(0, 1);
        assert_eq!(once.len(), set.positions);
        assert_eq!(epoch(0, 3), once);
        let other = epoch(1, 2);
        assert_ne!(other, once, "no epoch is in the order of another");
        let sorted = |mut labels: Vec<f32>| {
            labels.sort_by(f32::total_cmp);
            labels
        };
        assert_eq!(sorted(other), sorted(once));
        std::fs::remove_file(path).unwrap();
    }
}
