//! Several lines of play: whoever asks for so many hears blocks of different moves, the best first, all of one depth; and the
//! answer is the first of the last block.

use std::time::Duration;

use tengen_engine::game::Game;
use tengen_engine::internals::search::{Line, Request, SearchControl, Searcher};
use tengen_engine::point::{BoardSize, Point, Rows};
use tengen_engine::random::SplitMix64;
use tengen_engine::rule::RuleKind;

use crate::brain::Brain;
use crate::scattered::opening;

/// The most lines that are asked for.
const MOST_LINES: usize = 30;

/// One line of a block, as everybody hears of it.
#[derive(Clone, Debug)]
struct Told {
    depth: u32,
    /// The larger the better for the side to move.
    score: i32,
    first: Point,
}

/// Checks a block of `wanted` lines, or of as many as there are moves.
#[track_caller]
fn check_block(block: &[Told], wanted: usize, game: &Game) {
    let legal: Vec<Point> = {
        let allowed = |&point: &Point| !game.rule().forbids(game.to_move()) || game.forbidden(point).is_none();
        game.empty_points().filter(allowed).collect()
    };
    assert_eq!(block.len(), wanted.min(legal.len()), "{block:?}\n{game:?}");
    for (number, line) in block.iter().enumerate() {
        assert!(legal.contains(&line.first), "{line:?} cannot be played\n{game:?}");
        let before = &block[..number];
        assert!(before.iter().all(|other| other.first != line.first), "a move stands there twice: {block:?}\n{game:?}");
        assert!(before.iter().all(|other| other.score >= line.score), "a later line is better: {block:?}\n{game:?}");
        assert_eq!(line.depth, block[0].depth, "{block:?}\n{game:?}");
    }
}

/// Searches for so many lines and checks all that is heard. The number of blocks.
#[track_caller]
fn check_search(searcher: &mut Searcher, game: &Game, lines: usize, nodes: u64) -> usize {
    let request = Request { lines, nodes: Some(nodes), ..Request::default() };
    let control = SearchControl::unlimited();
    let mut blocks: Vec<Vec<Line>> = Vec::new();
    let best = searcher.search(game, &request, &control, &mut |block| blocks.push(block.to_vec())).expect("a move");
    let mut depth = 0;
    let mut first = None;
    for block in &blocks {
        assert!(block.iter().zip(1..).all(|(found, rank)| found.rank == rank), "{block:?}");
        let line = |found: &Line| Told { depth: found.depth, score: found.score.value(), first: found.variation[0] };
        check_block(&block.iter().map(line).collect::<Vec<_>>(), lines, game);
        let found = &block[0];
        assert!(found.depth > depth, "{} after {depth}", found.depth);
        depth = found.depth;
        first = Some((found.score, found.variation.clone()));
    }
    assert_eq!(first, Some((best.score, best.variation)), "the answer is not that of the last block");
    blocks.len()
}

#[test]
fn every_iteration_has_its_lines() {
    let mut random = SplitMix64::new(7);
    let mut searcher = Searcher::new(1 << 22, 1);
    for rule in RuleKind::ALL {
        for (width, height) in [(15, 15), (20, 20), (9, 11), (6, 22), (5, 5)] {
            let size = BoardSize::new(width, height).unwrap();
            for lines in 2..=MOST_LINES {
                let game = opening(rule, size, &mut random);
                let nodes = 2_000 + 100 * lines as u64;
                let blocks = check_search(&mut searcher, &game, lines, nodes);
                assert!(blocks > 0, "{rule} {size}, {lines} lines");
            }
        }
    }
}

#[test]
fn where_threats_leave_few_moves_others_follow() {
    let size = BoardSize::square(15).unwrap();
    // A five to make, a five to stop, a straight four to make, one to stop, a win by fours, and no stone at all.
    let positions = ["h8h1i8i1j8j1k8k1", "h8h1i8i1j8j1k8", "h8a1i8c1j8e1", "h8a1i8c1j8", "h8a1i8a3j9a5k10o1", ""];
    for rule in RuleKind::ALL {
        for moves in positions {
            let game = Game::from_text(rule, size, moves, Rows::FromBottom).unwrap();
            for lines in [2, 5, MOST_LINES] {
                assert!(check_search(&mut Searcher::new(1 << 22, 1), &game, lines, 20_000) > 0);
            }
        }
    }
}

/// The blocks that were heard up to the answer, and the answer.
fn hear_blocks(brain: &mut Brain, size: BoardSize) -> (Vec<Vec<Told>>, Point) {
    let point = |text: &str| {
        let (x, y) = text.split_once(',').unwrap();
        let point = Point::new(x.parse().unwrap(), y.parse().unwrap());
        assert!(size.contains(point));
        point
    };
    let score = |text: &str| match (text.strip_prefix("+M"), text.strip_prefix("-M")) {
        (Some(plies), _) => 30_000 - plies.parse::<i32>().unwrap(),
        (_, Some(plies)) => plies.parse::<i32>().unwrap() - 30_000,
        _ => text.parse().unwrap(),
    };
    let mut blocks: Vec<Vec<Told>> = Vec::new();
    let (mut numbers, mut depth, mut value) = (0, 0, 0);
    loop {
        let line = brain.answer(Duration::from_secs(20)).expect("an answer");
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["INFO", "PV", "0"] => blocks.push(Vec::new()),
            ["INFO", "PV", "DONE"] => {}
            ["INFO", "PV", number] => assert_eq!(number.parse(), Ok(blocks.last().unwrap().len())),
            ["INFO", "NUMPV", text] => numbers = text.parse().unwrap(),
            ["INFO", "DEPTH", text] => depth = text.parse().unwrap(),
            ["INFO", "EVAL", text] => value = score(text),
            ["INFO", "BESTLINE", text, ..] => {
                let block = blocks.last_mut().unwrap();
                block.push(Told { depth, score: value, first: point(text) });
                assert!(block.len() <= numbers, "{numbers} lines were promised: {block:?}");
            }
            ["INFO", ..] => {}
            [answer] if answer.contains(',') => return (blocks, point(answer)),
            _ => panic!("{line}"),
        }
    }
}

#[test]
fn analysis_programs_hear_whole_blocks() {
    let mut random = SplitMix64::new(8);
    let mut brain = Brain::start(&[]);
    for (number, lines) in (2..=MOST_LINES).enumerate() {
        let rule = RuleKind::ALL[number % RuleKind::ALL.len()];
        let side = [15, 20, 10][number % 3];
        let size = BoardSize::square(side).unwrap();
        let game = opening(rule, size, &mut random);
        brain.say(&format!("START {side}"));
        assert_eq!(brain.answer(Duration::from_secs(20)).as_deref(), Some("OK"));
        let number = [0, 1, 4, 8, 9][RuleKind::ALL.iter().position(|&kind| kind == rule).unwrap()];
        brain.say(&format!("INFO rule {number}"));
        for line in ["INFO show_detail 3", "INFO timeout_turn 0", "INFO max_node 6000", "YXBOARD"] {
            brain.say(line);
        }
        for (i, played) in game.moves().iter().enumerate() {
            // The last stone is the opponent's.
            let side = 2 - (game.moves().len() - i + 1) % 2;
            brain.say(&format!("{},{},{side}", played.point.x(), played.point.y()));
        }
        brain.say("DONE");
        brain.say(&format!("YXNBEST {lines}"));
        let (blocks, answer) = hear_blocks(&mut brain, size);
        assert!(!blocks.is_empty(), "{rule} {size}");
        blocks.iter().for_each(|block| check_block(block, lines, &game));
        assert_eq!(blocks.last().unwrap()[0].first, answer, "{rule} {size}");
    }
}
