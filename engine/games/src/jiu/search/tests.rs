//! The board of the search against the record of the game, and what the search must find.

use std::ops::ControlFlow;

use super::*;
use crate::jiu::bits::Bits;
use crate::jiu::board::{Act, Board, Kind};
use crate::jiu::cells::Cells;
use crate::jiu::laws::Laws;
use crate::jiu::text;
use crate::jiu::{Path, Position, Profile, Rules, Stage, random};
use tengen_engine::color::Color;
use tengen_engine::point::{Point, Rows};
use tengen_engine::random::SplitMix64;

fn any_rules(chance: &mut SplitMix64, side: usize) -> Rules {
    let mut rules = Rules::new(Profile::ALL[chance.below(3)], side).unwrap();
    rules.formations = chance.below(2) == 0;
    rules
}

/// All paths with what they take, by the record: more of them than the search keeps are no case for it.
fn paths(game: &Game) -> Option<Vec<(Path, usize)>> {
    let mut paths = Vec::new();
    let flow = game.position().try_for_each_path(game.rules(), &mut |path| {
        paths.push((path.clone(), game.after_path(path).1));
        if paths.len() < 2_000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    paths.sort();
    flow.is_continue().then_some(paths)
}

fn check_position<const W: usize>(game: &Game) {
    let laws = Laws::<W>::new(game.rules());
    let board = Board::<W>::from_game(game);
    let empty = board.empty(&laws);
    let mut acts = Vec::new();
    if game.position().stage() == Stage::Move {
        let Some(expected) = paths(game) else { return };
        board.push_jumps(&laws, &mut acts);
        board.push_steps(&laws, empty, &mut acts);
        let mut found = Vec::new();
        for &act in &acts {
            let path = Board::<W>::path(act);
            let after = board.after(&laws, act);
            let take = usize::from(after.pending);
            assert_eq!(board.gain(&laws, act), take + path.jumped().len());
            assert_eq!(after.to_move == board.to_move, take > 0);
            found.push((path, take));
        }
        found.sort();
        assert_eq!(found, expected, "{:?}", game.position());
    } else {
        board.push_points(&laws, &mut acts);
        let point = |index: u16| Bits::<W>::point(index.into());
        let found: Vec<Point> = acts.iter().map(|act| point(act.to)).collect();
        let mut expected = game.places();
        expected.extend(game.lift());
        expected.sort();
        assert_eq!(found.len(), expected.len());
        assert!(found.iter().all(|point| expected.contains(point)), "{:?}", game.position());
    }
    for color in Color::ALL {
        let cells = Cells::new(board.stones[color as usize], empty);
        let position = game.position();
        assert_eq!(cells.squares.len() as usize, position.squares(color).len());
        let gates: i32 = cells.closed_by_a_step().iter().map(Bits::len).sum();
        assert_eq!(gates as usize, position.open_gates(color, false).len(), "{position:?}");
        let bags = position.saddle_bags(color);
        let (any, both) = cells.saddle_bags();
        let mut stones: Vec<Point> = bags.iter().map(|bag| bag.stone).collect();
        stones.dedup();
        assert_eq!(any.len() as usize, stones.len(), "{position:?}");
        let is_double = |point| bags.iter().any(|bag| bag.stone == point && bag.at_stone + bag.at_hole == 4);
        assert!(both.iter().all(|index| is_double(Bits::<W>::point(index))), "{position:?}");
    }
}

/// Plays random games on both boards at once.
fn check_games<const W: usize>(side: usize, games: usize, chance: &mut SplitMix64) {
    for _ in 0..games {
        let rules = any_rules(chance, side);
        let laws = Laws::<W>::new(&rules);
        let mut game = Game::new(rules);
        let mut board = Board::<W>::from_game(&game);
        while let Some(turn) = random(&game, &mut |limit| chance.below(limit)) {
            if chance.below(4) == 0 {
                check_position::<W>(&game);
            }
            let mut acts = Vec::new();
            match &turn {
                Turn::Place(_) | Turn::Lift(_) => board.push_points(&laws, &mut acts),
                Turn::Move { .. } => {
                    board.push_jumps(&laws, &mut acts);
                    board.push_steps(&laws, board.empty(&laws), &mut acts);
                }
            }
            let is_it = |act: &&Act| match &turn {
                Turn::Place(point) | Turn::Lift(point) => Bits::<W>::index(*point) == usize::from(act.to),
                Turn::Move { path, .. } => Board::<W>::path(**act) == *path,
            };
            let Some(&act) = acts.iter().find(is_it) else { panic!("{turn:?} is no ply\n{:?}", game.position()) };
            board = board.after(&laws, act);
            if let Turn::Move { taken, .. } = &turn {
                for &point in taken {
                    let mut takes = Vec::new();
                    board.push_points(&laws, &mut takes);
                    let index = Bits::<W>::index(point);
                    let take = takes.into_iter().find(|take| take.kind == Kind::Take && usize::from(take.to) == index);
                    board = board.after(&laws, take.expect("the stone can be taken"));
                }
            }
            game.play(&turn).unwrap();
            let fresh = Board::<W>::from_game(&game);
            assert_eq!(board.key, game.position().key());
            assert_eq!((board.counts, board.pending, board.quiet), (fresh.counts, 0, fresh.quiet));
            // That a side is squeezed or the game drawn is not the board's to know.
            match game.outcome().map(|end| (end.reason, end.winner)) {
                Some((crate::jiu::Reason::Squeezed, _)) => assert_eq!(board.winner, None),
                end => assert_eq!(board.winner, end.and_then(|(_, winner)| winner), "{:?}", game.position()),
            }
        }
    }
}

#[test]
fn the_board_of_the_search_follows_the_game() {
    let mut chance = SplitMix64::new(1 << 40);
    check_games::<SMALL>(6, 30, &mut chance);
    check_games::<SMALL>(8, 10, &mut chance);
    check_games::<SMALL>(14, 2, &mut chance);
    check_games::<LARGE>(8, 6, &mut chance);
    check_games::<LARGE>(16, 1, &mut chance);
    check_games::<LARGE>(20, 1, &mut chance);
}

fn game(board: &str, fly_limit: usize) -> Game {
    let position: Position = text::parse(board, Rows::FromBottom, None).unwrap();
    let mut rules = Rules::new(Profile::Plain, position.size().width()).unwrap();
    rules.fly_limit = Some(fly_limit);
    Game::from_position(rules, position)
}

fn search(game: &Game, depth: u32) -> Found {
    let mut searcher = Searcher::new(Weights::built_in(), 1 << 20);
    searcher.search(game, Limits { depth: Some(depth), ..Limits::default() }, &mut |_| {}).unwrap()
}

#[test]
fn what_takes_most_is_found() {
    let check = |board: &str, expected: usize| {
        for depth in 3..=4 {
            let found = search(&game(board, 0), depth);
            let Turn::Move { path, taken } = &found.turn else { panic!("{found:?}") };
            assert_eq!(path.jumped().len() + taken.len(), expected, "{board} at depth {depth}: {found:?}");
        }
    };
    check("6/1XX3/1X1X2/6/6/OO3O B m", 1);
    check("6/1XXX2/1X1X2/2X3/6/OO3O B m", 2);
    check("1XXX2/1X1X2/1XXX2/6/2O3/OO3O B m", 2);
    check("XXX3/X1OX2/XXX3/6/O1O3/O4O B m", 3);
    check("6/1XX3/1X1OX1/6/6/OO3O B m", 2);
    check("XX4/X5/XX4/XX4/6/OOO3 B m", 1);
    check("XXX3/X1X3/1X4/X1X3/XXX3/OOOO2 B m", 2);
    check("XXX3/X1X3/XXX3/XXX3/6/OOOO2 B m", 2);
}

#[test]
fn a_won_game_is_seen_with_its_length() {
    let found = search(&game("1XXX2/1X1X2/1XXX2/2X3/6/5O B m", 0), 2);
    assert_eq!(found.score_text(), "+M1", "{found:?}");
    let found = search(&game("1XXX2/1X1X2/1XXX2/2X3/6/5O W m", 0), 4);
    assert_eq!(found.score_text(), "-M2", "{found:?}");
    assert!(!search(&game("6/1XX3/1X1X2/6/2O3/OO3O B m", 6), 1).is_decided());
}

#[test]
fn a_search_is_the_same_twice_and_ends_where_it_is_told() {
    let position = game("6/1XX3/1X1X2/6/2O3/OO3O B m", 6);
    assert_eq!(search(&position, 4), search(&position, 4));
    let mut searcher = Searcher::new(Weights::built_in(), 1 << 20);
    let limits = Limits { nodes: Some(500), ..Limits::default() };
    assert!(searcher.search(&position, limits, &mut |_| {}).unwrap().nodes <= 500);
    let stop = AtomicBool::new(true);
    let limits = Limits { stop: Some(&stop), ..Limits::default() };
    assert!(searcher.search(&position, limits, &mut |_| {}).is_some(), "a stopped search has a turn");
}

#[test]
fn weights_are_read_as_they_are_written() {
    let weights = Weights::built_in();
    assert_eq!(Weights::parse(&weights.to_text()), Ok(weights.clone()));
    let text = weights.to_text();
    let error = |text: &str| Weights::parse(text).unwrap_err().to_string();
    assert_eq!(error(""), "line 1: stones with 6 whole numbers is expected");
    assert_eq!(
        error(&text.replace("squares-to-reopen", "gates")),
        "line 5: squares-to-reopen with 6 whole numbers is expected"
    );
    assert_eq!(error(&text.replacen("\nedge", " 1\nedge", 1)), "line 14: neighbours with 6 whole numbers is expected");
}
