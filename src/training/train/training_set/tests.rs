//! Tests of the training set: samples of games and labels.

use std::ops::Range;
use std::path::{Path, PathBuf};

use tengen_engine::point::Point;
use tengen_engine::rule::Freestyle;
use tengen_engine::score::Score;
use tengen_engine::symmetry::Symmetry;

use super::*;
use crate::training::dataset::file::BlockWriter;
use crate::training::dataset::game::{GameSettings, OffGame, ScoredMove, TrainingMove};

fn size() -> BoardSize {
    BoardSize::square(15).unwrap()
}

/// A game won by Black, whose moves are given with the scores that the search gave.
fn record(moves: &[(usize, usize, Option<Score>)], off_game: Option<OffGame>) -> TrainingGame {
    let played = |&(x, y, score): &(usize, usize, Option<Score>)| {
        let point = Point::new(x, y);
        TrainingMove {
            point,
            lines: score.map(|score| ScoredMove { point, score }).into_iter().collect(),
            off_game: None,
        }
    };
    let mut moves: Vec<TrainingMove> = moves.iter().map(played).collect();
    moves.last_mut().unwrap().off_game = off_game;
    TrainingGame { number: 0, winner: Some(Color::Black), opening: 1, moves }
}

fn samples(moves: &[(usize, usize, Option<Score>)], off_game: Option<OffGame>) -> Vec<Sample> {
    let content = record(moves, off_game).encode(size()).into_boxed_slice();
    let item = PackedGame { size: size(), source: SampleFile::Game { content, used: vec![true; 9].into() } };
    let mut samples = Vec::new();
    item.expand::<Freestyle>(0.5, true, &mut samples).unwrap();
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
fn a_position_is_worth_what_its_search_those_after_it_and_the_result_say() {
    let won = Some(Score::win_in(9));
    let game = [(7, 7, None), (7, 8, judged(250)), (6, 6, judged(30)), (1, 1, None), (2, 1, None), (5, 6, won)];
    let samples = samples(&game, None);
    let labels: Vec<f32> = samples.iter().map(|sample| sample.label).collect();
    // White is to move in the first and in the last of those that were searched, and loses; what was not searched says nothing.
    let last = 0.5;
    let black = 0.5 * told(30) + 0.5 * (1.0 - last);
    let first = 0.5 * told(250) + 0.5 * (1.0 - black);
    assert_eq!(labels.len(), 3);
    for (label, expected) in labels.iter().zip([first, black, last]) {
        assert!(is_near(*label, expected), "{labels:?}");
    }
    assert_eq!(samples.iter().map(|sample| sample.stones).collect::<Vec<_>>(), [1, 2, 5]);
    let record = record(&game, None);
    // At one end the search is all, at the other the result.
    let returns = |lambda: f32| lambda_returns(&record, RuleKind::Freestyle, lambda);
    let [search, result] = [returns(0.0), returns(1.0)];
    assert!(is_near(search[1], 1.0 - told(250)) && is_near(search[2], told(30)) && search[5] == 0.0, "{search:?}");
    assert_eq!(result, [1.0; 6]);
}

#[test]
fn the_moves_to_choose_from_are_those_that_threats_leave() {
    let three = [(5, 7, None), (0, 0, None), (6, 7, None), (14, 0, None), (7, 7, None), (8, 7, judged(-100))];
    let [sample] = samples(&three, None).try_into().expect("one position");
    assert!((2..10).contains(&sample.choices.len()), "{}", sample.choices.len());
}

#[test]
fn an_off_game_sample_is_worth_what_its_search_says() {
    let random_moves = vec![Point::new(3, 3), Point::new(4, 11)];
    let off_game =
        OffGame { random_moves, lines: vec![ScoredMove { point: Point::new(8, 8), score: Score::judged(-250) }] };
    let samples = samples(&[(7, 7, None), (7, 8, None)], Some(off_game));
    assert_eq!(samples.len(), 1);
    assert!(is_near(samples[0].label, told(-250)) && samples[0].us == Color::White);
}

/// A file of forty games that begin differently and go on alike, in the folder for what is passing.
fn games(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("tengen-{}-training-set-{name}.games", std::process::id()));
    let _ = std::fs::remove_file(&path);
    add_games(&path, 0..40);
    path
}

/// Adds such games to a file.
fn add_games(path: &Path, numbers: Range<usize>) {
    let settings = GameSettings {
        rule: RuleKind::Freestyle,
        size: size(),
        nodes: 1,
        off_game_nodes: 0,
        lines: 1,
        seed: 1,
        shard: crate::shard::Shard::WHOLE,
        version: String::new(),
        weights: 0,
    };
    let (mut writer, _) = BlockWriter::append(path, &GAMES, &settings, |_, _| Ok(())).unwrap();
    for number in numbers {
        let [black, white, third] = begin(number).map(|point| (point.x(), point.y(), None));
        let moves = [black, white, third, (12, 12, judged(number as i32)), (13, 13, judged(5))];
        writer.write(&record(&moves, None).encode(size())).unwrap();
    }
}

/// How the game of a number begins.
fn begin(number: usize) -> [Point; 3] {
    [(number % 7, number / 7 % 15), (9 + number / 105, 9), (11, 11)].map(|(x, y)| Point::new(x, y))
}

/// Which games are held out, and which are not.
fn by_use(numbers: Range<usize>) -> (Vec<usize>, Vec<usize>) {
    numbers.partition(|&number| is_held_out::<Freestyle>(size(), begin(number).into_iter()))
}

/// These files as far as they go now.
fn inputs(games: &[&Path], labels: &[&Path], gold: Option<&Path>) -> TrainInputs {
    let file = |path: &Path| InputFile::new(path, u64::MAX).unwrap();
    let all = |paths: &[&Path]| paths.iter().copied().map(file).collect::<Vec<_>>();
    TrainInputs { games: all(games), labels: all(labels), gold: all(gold.as_slice()) }
}

/// A file of labels of so many nodes and this score, of the first searched position of some games.
fn labels(name: &str, nodes: u64, score: i32, numbers: &[usize]) -> PathBuf {
    let path = std::env::temp_dir().join(format!("tengen-{}-training-set-{name}.labels", std::process::id()));
    let _ = std::fs::remove_file(&path);
    let settings = LabelSettings {
        rule: RuleKind::Freestyle,
        size: size(),
        nodes,
        lines: 1,
        one_in: 1,
        seed: 1,
        shard: crate::shard::Shard::WHOLE,
        version: String::new(),
        weights: 0,
    };
    let (mut writer, _) = BlockWriter::append(&path, &LABELS, &settings, |_, _| Ok(())).unwrap();
    for &number in numbers {
        let lines = vec![ScoredMove { point: Point::new(12, 12), score: Score::judged(score) }];
        let labelled = Labelled { stones: begin(number).to_vec(), off_game: false, lines };
        writer.write(&labelled.encode(size())).unwrap();
    }
    path
}

#[test]
fn every_position_is_met_once_an_epoch_whatever_the_threads() {
    let path = games("once");
    let read = |gold: Option<&Path>, labels: &[&Path]| {
        TrainingSet::read_rule::<Freestyle>(&inputs(&[&path, &path], labels, gold), 0.0).unwrap()
    };
    let mut set = read(None, &[]);
    // An epoch has several pools.
    set.pool = 16;
    // Nothing is new in the second file.
    let (held_out, training) = by_use(0..40);
    assert_eq!((held_out.len(), set.held_out.len()), (1, 2));
    assert_eq!(set.items.len(), training.len());
    // Of 40 games 15 are others across the diagonal; each has two positions.
    assert_eq!(set.positions, 2 * (40 - 15) - 2);
    let epoch = |epoch: u64, threads: usize| {
        let (mut samples, mut pools) = (Vec::new(), 0);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            set.for_each_pool(epoch, Pools::All, |pool| {
                samples.extend(pool.iter().map(|sample| sample.label));
                pools += 1;
            })
        })
        .unwrap();
        assert!(pools > 1);
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

    // Of four labels one is of a game that is held out.
    let labels = labels("once", 1, 0, &[&held_out[..], &training[..3]].concat());
    let labelled = read(None, &[&labels]);
    assert_eq!((labelled.positions, labelled.deep, labelled.held_out.len()), (set.positions, 3, 2));
    // Nothing of the gold set is trained on, whether it has labels or is met in games.
    let judged = read(Some(labels.as_path()), &[&labels]);
    assert_eq!((judged.positions, judged.deep, judged.held_out.len()), (set.positions - 3, 0, 1));
    // A gold set judges by each position once.
    let gold = |files: &[&Path]| deep_samples(&inputs(&[], files, None).labels, RuleKind::Freestyle).unwrap().len();
    assert_eq!([gold(&[&labels]), gold(&[&labels, &labels])], [4, 4]);
    for path in [path, labels] {
        std::fs::remove_file(path).unwrap();
    }
}

#[test]
fn what_a_run_adds_to_a_file_meanwhile_is_in_no_reading_of_it() {
    let path = games("meanwhile");
    let inputs = inputs(&[&path], &[], None);
    let sum = crc32fast::hash(&std::fs::read(&path).unwrap());
    let read = || {
        let set = TrainingSet::read_rule::<Freestyle>(&inputs, 0.0).unwrap();
        (set.items.len(), set.positions, set.held_out.len())
    };
    let before = read();
    add_games(&path, 40..80);
    assert_eq!(read(), before);
    assert_eq!(inputs.games[0].sum, sum);
    std::fs::remove_file(path).unwrap();
}

/// The labels of the samples that are held out, and of those of the first epoch, in their order.
fn told_by(games: &[&Path], labels: &[&Path], pools: Pools) -> [Vec<f32>; 2] {
    let set = TrainingSet::read_rule::<Freestyle>(&inputs(games, labels, None), 0.0).unwrap();
    let told = |samples: &[Sample]| samples.iter().map(|sample| sample.label).collect::<Vec<f32>>();
    let mut trained = Vec::new();
    set.for_each_pool(0, pools, |pool| trained.extend(told(pool))).unwrap();
    [told(&set.held_out), trained]
}

#[test]
fn nothing_depends_on_which_files_games_stand_in() {
    let paths = ["order-1", "order-2", "order-3"].map(games);
    for (path, numbers) in paths.iter().zip([0..100, 100..300, 0..300]) {
        std::fs::remove_file(path).unwrap();
        add_games(path, numbers);
    }
    let [first, second, both] = paths.each_ref().map(PathBuf::as_path);
    let expected = told_by(&[both], &[], Pools::All);
    assert!(expected.iter().all(|told| told.len() > 8), "{expected:?}");
    for files in [&[first, second][..], &[second, first], &[second, both]] {
        assert_eq!(told_by(files, &[], Pools::All), expected);
    }
    paths.iter().for_each(|path| std::fs::remove_file(path).unwrap());
}

#[test]
fn of_two_labels_of_a_position_that_of_more_nodes_counts() {
    let games = games("deeper");
    let [few, many] =
        [(1, 30), (2, 60)].map(|(nodes, score)| labels(&format!("deeper-{nodes}"), nodes, score, &[7, 8, 9, 10, 11]));
    for files in [&[&*few, &*many], &[&*many, &*few]] {
        let [_, trained] = told_by(&[&games], files, Pools::Deep);
        assert!(trained.len() > 2 && trained.iter().all(|&label| label == told(60)), "{trained:?}");
    }
    [games, few, many].iter().for_each(|path| std::fs::remove_file(path).unwrap());
}

#[test]
fn a_game_is_held_out_by_its_first_stones_whatever_the_files() {
    let (held_out, training) = by_use(42..77);
    assert!((1..8).contains(&held_out.len()), "{held_out:?}");
    // Labels of those games are none to train on, be the games there or not.
    let [path, others] = ["roles-1", "roles-2"].map(games);
    std::fs::remove_file(&path).unwrap();
    add_games(&path, 42..77);
    let labels = labels("roles", 1, 0, &[&held_out[..], &training].concat());
    for games in [&[&*path][..], &[&*others], &[&*others, &*path]] {
        let [_, deep] = told_by(games, &[&labels], Pools::Deep);
        assert_eq!(deep.len(), training.len(), "{games:?}");
    }
    [path, others, labels].iter().for_each(|path| std::fs::remove_file(path).unwrap());
    // The same stones, seen from eight sides, and whatever comes after them.
    for number in held_out {
        let stones = [begin(number).to_vec(), vec![Point::new(12, 3)]].concat();
        for symmetry in Symmetry::ALL {
            let turned = stones.iter().map(|&point| symmetry.point(point, size()));
            assert!(is_held_out::<Freestyle>(size(), turned), "{number}");
        }
    }
    // They are one in twenty.
    let pairs = size().points().flat_map(|first| size().points().map(move |second| [first, second]));
    let held_out = pairs.filter(|pair| is_held_out::<Freestyle>(size(), pair.iter().copied())).count();
    let expected = size().area().pow(2) / 20;
    assert!((expected * 4 / 5..expected * 6 / 5).contains(&held_out), "{held_out} of {expected}");
}
