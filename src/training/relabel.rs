//! `relabel`: positions of games of self-play are searched deeper than they were, for labels that know more.

use std::mem;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use tengen_engine::internals::search::Searcher;
use tengen_engine::internals::stable_map::StableSet;
use tengen_engine::internals::zobrist::Key;
use tengen_engine::point::{BoardSize, Point};
use tengen_engine::rule::{Rule, RuleKind};
use tengen_engine::with_rule;

use crate::cli::RelabelArgs;
use crate::ordered;
use crate::output::say;
use crate::progress::{PlainLines, Progress};
use crate::shard::Shard;
use crate::training::conditions::PlayConditions;
use crate::training::dataset::file::{BlockReader, BlockWriter};
use crate::training::dataset::game::{GAMES, GameSettings, MOST_LINES, ScoredMove, TrainingGame};
use crate::training::dataset::label::{LABELS, LabelSettings, Labelled};
use crate::training::dataset::replay::{SearchedPosition, replay};
use crate::units::counted;
use crate::weights;
use tengen_engine::random::SplitMix64;

/// Positions with so many stones are chosen from: before, the board is nearly empty; after, nearly nothing is left to win.
const STONES: std::ops::RangeInclusive<usize> = 8..=100;
/// The table of a thread, in bytes: it holds what a search of a million nodes leaves.
const TABLE_BYTES: usize = 32 << 20;

/// Searches the positions that a file of labels still lacks.
pub(crate) fn run(args: &RelabelArgs) -> Result<()> {
    ensure!(args.one_in > 0, "--one-in must be at least 1");
    ensure!((1..=MOST_LINES).contains(&args.lines), "--lines must be from 1 to {MOST_LINES}");
    let RelabelSource { rule, size, has_off_game } = source(&args.games)?;
    weights::load_for(rule, &args.weights.weights)?;
    let chosen = with_rule!(rule, R => choose::<R>(args, size, has_off_game))?;
    let settings = settings(args, rule, size);
    let mut begun = 0;
    let (mut writer, cut) = BlockWriter::append(&args.output, &LABELS, &settings, |settings, block| {
        let there = Labelled::decode(&block.content, settings.size)?;
        let due =
            chosen.get(begun).context("more labels than positions are chosen: the games or --positions differ")?;
        let same = *due.stones == there.stones[..] && due.off_game == there.off_game;
        ensure!(
            same,
            "label {begun} is not that of the position that belongs there: the games are not the same, come in another \
             order, or were added to in a run that is not the last"
        );
        begun += 1;
        Ok(())
    })?;
    let path = args.output.display();
    if let Some(cut) = cut {
        say!("{path}: {}", cut.describe("label", "dropped"));
    }
    let positions = counted(chosen.len(), "position");
    say!("{path}: {begun} of {positions} of {rule} on {size}, {} nodes each", args.nodes);
    let mut progress = Progress::new("positions", PlainLines::NowAndThen, begun, chosen.len());
    let conditions = PlayConditions { rule, size, nodes: args.nodes };
    let to_search = &chosen[begun..];
    let mut added = 0;
    let work = |searcher: &mut Searcher, place: usize| label(&to_search[place], conditions, args.lines, searcher);
    ordered::run(
        args.threads,
        to_search.len(),
        || Searcher::new(TABLE_BYTES, 1),
        work,
        |labelled| {
            writer.write(&labelled?.encode(size)).with_context(|| format!("cannot write {path}"))?;
            added += 1;
            const HOUR: Duration = Duration::from_secs(3600);
            progress.add(format!("{:.0} an hour", progress.rate(added, HOUR)));
            Ok(())
        },
    )?;
    progress.end();
    say!("{path}: {} added", counted(added, "label"));
    Ok(())
}

/// All that the labels depend on beside the games.
fn settings(args: &RelabelArgs, rule: RuleKind, size: BoardSize) -> LabelSettings {
    let (version, weights) = GameSettings::program(rule);
    let &RelabelArgs { nodes, lines, one_in, seed, shard, .. } = args;
    LabelSettings { rule, size, nodes, lines, one_in, seed, shard, version, weights }
}

/// What the files of games hold.
struct RelabelSource {
    rule: RuleKind,
    size: BoardSize,
    /// Whether there are off-game samples in any of them.
    has_off_game: bool,
}

/// What the files of games hold, which are all of one rule and size.
fn source(games: &[PathBuf]) -> Result<RelabelSource> {
    let mut common = None;
    let mut has_off_game = false;
    for path in games {
        let settings = BlockReader::open(path, &GAMES)?.settings;
        let found = (settings.rule, settings.size);
        let (rule, size) = *common.get_or_insert(found);
        let named = || format!("{}: games of {} on {}, not of {rule} on {size}", path.display(), found.0, found.1);
        ensure!(found == (rule, size), named());
        has_off_game |= settings.off_game_nodes > 0;
    }
    let (rule, size) = common.context("no games are given")?;
    Ok(RelabelSource { rule, size, has_off_game })
}

/// A position that was chosen.
#[derive(Clone, Debug)]
struct ChosenPosition {
    stones: Box<[Point]>,
    off_game: bool,
}

/// The positions to search, in the order of the games.
fn choose<R: Rule>(args: &RelabelArgs, size: BoardSize, has_off_game: bool) -> Result<Vec<ChosenPosition>> {
    let mut choice = PositionChoice {
        one_in: args.one_in,
        seed: args.seed,
        most: args.positions.unwrap_or(usize::MAX),
        shard: args.shard,
        has_off_game,
        seen: StableSet::default(),
        counts: [0; 2],
        chosen: Vec::new(),
    };
    for_each_game(&args.games, |record| {
        replay::<R>(record, size, |board, position| {
            choice.consider(record, position, board.stones());
        })
    })?;
    Ok(choice.chosen)
}

/// Gives the games of all files to `each`, whose errors are those of the game: one file after another, but shards of one run
/// together and in the order of their numbers, as the run would have them without shards. A game that one of them still lacks
/// comes before those after it once it is there: they are left out.
fn for_each_game(paths: &[PathBuf], mut each: impl FnMut(&TrainingGame) -> Result<()>) -> Result<()> {
    let mut runs: Vec<(GameSettings, Vec<OpenGames>)> = Vec::new();
    for path in paths {
        let reader = BlockReader::open(path, &GAMES)?;
        let run = GameSettings { shard: Shard::WHOLE, ..reader.settings.clone() };
        let file = OpenGames { path, reader, taken: 0, next: None };
        match runs.iter_mut().find(|(known, _)| *known == run) {
            Some((_, files)) => files.push(file),
            None => runs.push((run, vec![file])),
        }
    }
    for (_, mut files) in runs {
        for file in &mut files {
            file.take_next()?;
        }
        let mut last: Option<usize> = None;
        let missing = loop {
            // What one file lacks another of the same shard may have had.
            let owing = files.iter_mut().filter(|file| file.next.is_some() || Some(file.due()) > last);
            match owing.min_by_key(|file| (file.due(), file.next.is_none())) {
                Some(file) if file.next.is_some() => {
                    last = Some(file.due());
                    if let Some(game) = file.take_next()? {
                        each(&game).with_context(|| format!("{}: game {}", file.path.display(), game.number))?;
                    }
                }
                missing => break missing.map(|file| (file.path, file.due())),
            }
        };
        let mut left_out = 0;
        for file in &mut files {
            while file.next.is_some() {
                file.take_next()?;
                left_out += 1;
            }
        }
        if let Some((path, number)) = missing.filter(|_| left_out > 0) {
            let games = counted(left_out, "game");
            say!("{}: game {number} is missing: {games} of other shards after it left out", path.display());
        }
    }
    Ok(())
}

/// A file of games that is being read.
struct OpenGames<'a> {
    path: &'a Path,
    reader: BlockReader<GameSettings>,
    /// How many of its games were taken.
    taken: usize,
    /// The game that comes next, once it was read.
    next: Option<TrainingGame>,
}

impl OpenGames<'_> {
    /// The number of the game that comes next, be it there or not.
    fn due(&self) -> usize {
        self.reader.settings.shard.item(self.taken)
    }

    /// Takes the game that comes next, and reads the one after it.
    fn take_next(&mut self) -> Result<Option<TrainingGame>> {
        let read = self.reader.read_next(|settings, block| TrainingGame::decode(&block.content, settings.size))?;
        if let Err(Some(cut)) = read {
            say!("{}: {}", self.path.display(), cut.describe("game", "left out"));
        }
        let taken = mem::replace(&mut self.next, read.ok());
        self.taken += usize::from(taken.is_some());
        Ok(taken)
    }
}

/// What is chosen while the games are gone through.
struct PositionChoice {
    one_in: u64,
    seed: u64,
    most: usize,
    shard: Shard,
    /// Whether there are off-game samples, so that as many are chosen of games as beside them.
    has_off_game: bool,
    seen: StableSet<Key>,
    /// How many were chosen of games, and beside them.
    counts: [usize; 2],
    chosen: Vec<ChosenPosition>,
}

impl PositionChoice {
    fn consider(&mut self, record: &TrainingGame, position: &SearchedPosition, stones: usize) {
        let number = self.counts[0] + self.counts[1];
        let off_game = position.place.off_game;
        let of_kind = usize::from(off_game);
        let lucky = || SplitMix64::stream(self.seed, position.key.0).next_u64().is_multiple_of(self.one_in);
        let is_turn = !self.has_off_game || self.counts[of_kind] <= self.counts[1 - of_kind];
        let is_due = number < self.most && is_turn;
        let is_open = STONES.contains(&stones) && !position.lines[0].score.is_decided();
        if !is_due || !is_open || !lucky() || !self.seen.insert(position.key) {
            return;
        }
        self.counts[of_kind] += 1;
        if self.shard.owns(number) {
            self.chosen.push(ChosenPosition { stones: record.stones(position.place).collect(), off_game });
        }
    }
}

/// Searches a position.
fn label(
    chosen: &ChosenPosition,
    conditions: PlayConditions,
    lines: usize,
    searcher: &mut Searcher,
) -> Result<Labelled> {
    let mut labelled = Labelled { stones: chosen.stones.to_vec(), off_game: chosen.off_game, lines: Vec::new() };
    let game = labelled.game(conditions.rule, conditions.size)?;
    searcher.forget();
    labelled.lines = ScoredMove::of_lines(&conditions.think(searcher, &game, lines));
    ensure!(!labelled.lines.is_empty(), "a position without a move");
    Ok(labelled)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::training::dataset::game::{OffGame, TrainingMove};
    use tengen_engine::rule::Freestyle;
    use tengen_engine::score::Score;

    /// A game of so many scattered moves, each searched and with an off-game sample.
    fn record(moves: usize) -> TrainingGame {
        let point = |ply: usize| Point::new(ply * 4 % 15, ply * 4 / 15 * 2 % 15);
        let line = |point| ScoredMove { point, score: Score::DRAW };
        let played = |ply: usize| {
            let off_game = OffGame { random_moves: vec![Point::new(14, 12)], lines: vec![line(Point::new(13, 14))] };
            TrainingMove { point: point(ply), lines: vec![line(point(ply))], off_game: Some(off_game) }
        };
        TrainingGame { number: 0, winner: None, opening: 0, moves: (0..moves).map(played).collect() }
    }

    fn choice(one_in: u64, most: usize, shard: &str) -> PositionChoice {
        let seen = StableSet::default();
        PositionChoice {
            one_in,
            seed: 1,
            most,
            shard: shard.parse().unwrap(),
            has_off_game: true,
            seen,
            counts: [0; 2],
            chosen: Vec::new(),
        }
    }

    fn chosen(one_in: u64, most: usize, shard: &str) -> Vec<ChosenPosition> {
        let size = BoardSize::square(15).unwrap();
        let mut choice = choice(one_in, most, shard);
        // The second time everything was seen.
        for record in [record(20), record(20)] {
            replay::<Freestyle>(&record, size, |board, position| choice.consider(&record, position, board.stones()))
                .unwrap();
        }
        choice.chosen
    }

    /// A file of games of these numbers, in the folder for what is passing.
    fn games(seed: u64, shard: &str, numbers: &[usize]) -> PathBuf {
        let name = format!("tengen-{}-relabel-{seed}-{}.games", std::process::id(), shard.replace('/', "-"));
        let path = std::env::temp_dir().join(name);
        let _ = std::fs::remove_file(&path);
        let size = BoardSize::square(15).unwrap();
        let settings = GameSettings {
            rule: RuleKind::Freestyle,
            size,
            nodes: 1,
            off_game_nodes: 0,
            lines: 1,
            seed,
            shard: shard.parse().unwrap(),
            version: String::new(),
            weights: 0,
        };
        let (mut writer, _) = BlockWriter::append(&path, &GAMES, &settings, |_, _| Ok(())).unwrap();
        for &number in numbers {
            writer.write(&TrainingGame { number, ..record(1) }.encode(size)).unwrap();
        }
        path
    }

    #[test]
    fn shards_of_one_run_are_gone_through_as_the_run_without_them() {
        let check = |third: &[usize], expected: &[usize]| {
            let files = [
                games(1, "3/3", third),
                games(2, "1/1", &[0, 1, 2]),
                games(1, "1/3", &[0, 3, 6]),
                games(1, "2/3", &[1, 4]),
            ];
            let mut numbers = Vec::new();
            let mut note = |game: &TrainingGame| -> Result<()> {
                numbers.push(game.number);
                Ok(())
            };
            for_each_game(&files, &mut note).unwrap();
            // Of shards that are not given nothing is missing.
            for_each_game(&files[2..3], &mut note).unwrap();
            assert_eq!(numbers, [expected, &[0, 1, 2, 0, 3, 6]].concat(), "{third:?}");
            files.iter().for_each(|file| std::fs::remove_file(file).unwrap());
        };
        check(&[2, 5], &[0, 1, 2, 3, 4, 5, 6]);
        check(&[2], &[0, 1, 2, 3, 4]);
        check(&[], &[0, 1]);
    }

    #[test]
    fn half_is_chosen_of_games_and_each_position_once() {
        let all = chosen(1, usize::MAX, "1/1");
        // From 8 stones on: moves 9 to 20 and, with one stone more, the off-game samples of moves 8 to 20.
        assert_eq!((all.len(), all.iter().filter(|chosen| chosen.off_game).count()), (25, 13));
        assert!(all.iter().all(|chosen| chosen.stones.len() >= 8));
        assert_eq!(all[0].stones[7], Point::new(14, 12));
        let stones: StableSet<&[Point]> = all.iter().map(|chosen| &chosen.stones[..]).collect();
        assert_eq!(stones.len(), 25);
        assert_eq!(chosen(1, 11, "1/1").len(), 11);
        let few = chosen(4, usize::MAX, "1/1").len();
        assert!((2..15).contains(&few), "{few}");
        let shards = ["1/2", "2/2"].map(|shard| chosen(1, usize::MAX, shard));
        assert_eq!(shards.each_ref().map(Vec::len), [13, 12]);
        assert_eq!(shards[1][0].stones, all[1].stones);
    }

    #[test]
    fn of_games_without_off_game_samples_all_is_chosen() {
        let mut record = record(20);
        record.moves.iter_mut().for_each(|played| played.off_game = None);
        let mut choice = PositionChoice { has_off_game: false, ..choice(1, usize::MAX, "1/1") };
        let size = BoardSize::square(15).unwrap();
        replay::<Freestyle>(&record, size, |board, position| choice.consider(&record, position, board.stones()))
            .unwrap();
        assert_eq!(choice.chosen.len(), 12);
    }

    #[test]
    fn what_the_first_search_proved_is_not_searched_again() {
        let size = BoardSize::square(15).unwrap();
        let mut record = record(20);
        record.moves[12].lines[0].score = Score::win_in(5);
        let mut choice = choice(1, usize::MAX, "1/1");
        replay::<Freestyle>(&record, size, |board, position| choice.consider(&record, position, board.stones()))
            .unwrap();
        assert!(choice.chosen.iter().all(|chosen| chosen.off_game || chosen.stones.len() != 12));
        assert!(choice.chosen.iter().any(|chosen| !chosen.off_game && chosen.stones.len() == 13));
    }
}
