//! Random games of Jiu: what holds after every turn, and a second move generator on the positions they come to.

use std::ops::ControlFlow;

use tengen_engine::color::Color;
use tengen_engine::point::Rows;
use tengen_engine::random::SplitMix64;
use tengen_engine::symmetry::Symmetry;
use tengen_games::jiu::{Game, Path, Position, Profile, Reading, Rules, Stage, Turn, TurnText, greedy, random, text};

use super::plain::{Grid, plain};
use super::with;

/// Games of the usual run; ten thousand were played with the same code.
const GAMES: usize = 150;
/// Positions on which both generators are asked.
const POSITIONS: usize = 10_000;
/// More paths than this come about on boards drawn for it alone.
const MANY_PATHS: usize = 20_000;

fn any_rules(chance: &mut SplitMix64) -> Rules {
    let profile = Profile::ALL[chance.below(3)];
    let side = [6, 6, 6, 8, 8, 10, 14, 16][chance.below(8)];
    with(Rules::new(profile, side).unwrap(), |rules| rules.formations = chance.below(3) == 0)
}

/// A position of the moving stage with so many of a hundred points black, and so many white.
fn scattered(rules: &Rules, chance: &mut SplitMix64) -> Position {
    let (black, white) = (1 + chance.below(55), 1 + chance.below(45));
    let stones: Vec<_> = rules
        .size()
        .points()
        .filter_map(|point| match chance.below(100) {
            n if n < black => Some((Color::Black, point)),
            n if n < black + white => Some((Color::White, point)),
            _ => None,
        })
        .collect();
    let to_move = Color::ALL[chance.below(2)];
    Position::set_up(rules.size(), stones, to_move, Stage::Move).unwrap()
}

/// All paths, or `None` when there are very many.
fn paths(position: &Position, rules: &Rules) -> Option<Vec<Path>> {
    let mut paths = Vec::new();
    let flow = position.try_for_each_path(rules, &mut |path| {
        paths.push(path.clone());
        if paths.len() < MANY_PATHS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    flow.is_continue().then_some(paths)
}

#[test]
fn a_plain_generator_agrees() {
    let mut chance = SplitMix64::new(16);
    let mut compared = 0;
    while compared < POSITIONS {
        let rules = with(any_rules(&mut chance), |rules| rules.fly_limit = Some([0, 6, 12][chance.below(3)]));
        let position = scattered(&rules, &mut chance);
        let Some(paths) = paths(&position, &rules) else { continue };
        let unended = with(rules.without_ends(), |rules| rules.least_stones = 0);
        let game = Game::from_position(unended, position);
        let found: Vec<_> = paths.iter().map(|path| plain(path, game.after_path(path).1)).collect();
        let expected = Grid::of(&position).paths(&rules, position.to_move());
        assert_eq!(found.len(), expected.len(), "{position:?}");
        assert!(found.iter().all(|path| expected.contains(path)), "{position:?}");
        assert_eq!(game.outcome().is_some(), expected.is_empty(), "{position:?}");
        compared += 1;
    }
}

/// The position seen another way, or with the colours exchanged.
fn seen(position: &Position, view: Symmetry, exchanged: bool) -> Position {
    let stones: Vec<_> = Color::ALL
        .into_iter()
        .flat_map(|color| position.stones(color).iter().map(move |point| (color, point)))
        .map(|(color, point)| (if exchanged { !color } else { color }, view.point(point, position.size())))
        .collect();
    let to_move = if exchanged { !position.to_move() } else { position.to_move() };
    Position::set_up(position.size(), stones, to_move, position.stage()).unwrap()
}

/// What holds after every turn of a game; the turn was the last one.
fn check_turn(before: &Game, game: &mut Game, turn: &Turn, chance: &mut SplitMix64) {
    let us = before.position().to_move();
    let counts = |game: &Game| [us, !us].map(|color| game.position().count(color));
    assert_eq!(game.position().key(), game.position().key_from_scratch());
    if let Turn::Move { path, taken } = turn {
        let ([own, other], [own_now, other_now]) = (counts(before), counts(game));
        assert_eq!(own, own_now);
        assert_eq!(other, other_now + path.jumped().len() + taken.len());
        assert_eq!(game.position().color_at(path.to()), Some(us));
        assert!(path.from() == path.to() || game.position().is_empty(path.from()));
        let mut gone: Vec<_> = path.jumped().iter().chain(taken).collect();
        gone.sort_unstable();
        gone.dedup();
        assert_eq!(gone.len(), path.jumped().len() + taken.len(), "no stone is lost twice");
        if !before.position().flies(before.rules(), us) {
            assert!(before.after_path(path).0.squares_at(us, path.to()) <= 2);
        }
        // What is written is read as the same turn.
        let text = turn.to_record(us, before.next_number(), before.rules().size());
        let read = TurnText::parse(&text, before.rules().size()).unwrap();
        assert_eq!(read.turn(before).as_ref(), Ok(turn), "{text}");
        assert_eq!(read.label, Some((us, before.next_number())));
        let exchanged = chance.below(2) == 1;
        let view = Symmetry::ALL[chance.below(8)];
        let other_view = seen(before.position(), view, exchanged);
        let number = |position: &Position| paths(position, before.rules()).map(|paths| paths.len());
        assert_eq!(number(before.position()), number(&other_view));
    }
    // Undo restores everything, and the same turn leads to the same again.
    let (after, end) = (*game.position(), game.outcome());
    assert_eq!(game.undo().as_ref(), Some(turn));
    assert_eq!(game.position(), before.position());
    assert_eq!((game.outcome(), game.quiet_keys()), (before.outcome(), before.quiet_keys()));
    assert_eq!(Color::ALL.map(|color| game.has_fallen(color)), Color::ALL.map(|color| before.has_fallen(color)));
    assert_eq!(game.play(turn), Ok(end));
    assert_eq!(game.position(), &after);
}

/// Plays a game of which some turns are greedy, and checks it turn by turn. The number of turns.
pub(super) fn play_and_check(rules: Rules, chance: &mut SplitMix64) -> usize {
    let mut game = Game::new(rules);
    let greedy_share = [0, 50, 70][chance.below(3)];
    loop {
        let is_greedy = chance.below(100) < greedy_share;
        let choose = if is_greedy { greedy } else { random };
        let turn = choose(&game, &mut |limit| chance.below(limit));
        assert_eq!(turn.is_none(), game.outcome().is_some(), "a game is over when nothing can be played");
        let Some(turn) = turn else { break };
        // A copy of every game would cost the square of its length.
        let before = (chance.below(8) == 0).then(|| game.clone());
        game.play(&turn).unwrap_or_else(|why| panic!("{why}: {turn:?}\n{:?}", game.position()));
        if let Some(before) = before {
            check_turn(&before, &mut game, &turn, chance);
            let line = text::to_line(game.position());
            assert_eq!(text::parse(&line, Rows::FromBottom, None).as_ref(), Ok(game.position()));
        }
    }
    game.played().len()
}

#[test]
fn random_games_break_no_invariant() {
    let mut chance = SplitMix64::new(4);
    let turns: usize = (0..GAMES).map(|_| play_and_check(any_rules(&mut chance), &mut chance)).sum();
    assert!(turns > 100 * GAMES, "games go through both stages: {turns}");
}

#[test]
fn records_of_random_games_are_read_back() {
    let mut chance = SplitMix64::new(9);
    for _ in 0..40 {
        let rules = any_rules(&mut chance);
        let mut game = Game::new(rules);
        while let Some(turn) = random(&game, &mut |limit| chance.below(limit)) {
            game.play(&turn).unwrap();
        }
        let record = tengen_games::jiu::Record::of(game);
        let written = record.to_text();
        let read = tengen_games::jiu::Record::parse(&written, rules, Reading::Strict).unwrap();
        assert_eq!(read.to_text(), written);
        assert_eq!(read.game.outcome(), record.game.outcome());
        // What was cut off or changed is refused or read, and never more than that.
        for _ in 0..20 {
            let mut bytes = written.clone().into_bytes();
            let at = chance.below(bytes.len());
            match chance.below(2) {
                0 => bytes.truncate(at),
                _ => bytes[at] ^= 1 << chance.below(8),
            }
            let text = String::from_utf8_lossy(&bytes);
            let _ = tengen_games::jiu::Record::parse(&text, rules, Reading::Strict);
            let _ = tengen_games::jiu::Record::parse(&text, rules, Reading::Lenient);
        }
    }
}
