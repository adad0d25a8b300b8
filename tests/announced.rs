//! A win that the search announces comes true, whatever the defender tries: a false mate is a fault of the first rank.

use std::time::Instant;

use tengen_engine::color::Color;
use tengen_engine::game::Game;
use tengen_engine::point::{BoardSize, Point};
use tengen_engine::rule::RuleKind;
use tengen_engine::search::time::Budget;
use tengen_engine::search::{Found, Request, SearchControl, Searcher};

/// Numbers that look random and are the same every time.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

fn think(searcher: &mut Searcher, game: &Game, nodes: u64) -> Found {
    let request = Request { nodes: Some(nodes), ..Request::default() };
    let control = SearchControl::new(Instant::now(), Budget::UNLIMITED);
    searcher.search(game, &request, &control, &mut |_, _| {}).expect("the board is not full")
}

/// A few stones in the middle, with which the game is not over.
pub(crate) fn opening(rule: RuleKind, size: BoardSize, random: &mut Random) -> Game {
    loop {
        let mut game = Game::new(rule, size);
        for _ in 0..3 + random.below(6) {
            let middle =
                |side: usize, random: &mut Random| (side / 2 + random.below(7)).saturating_sub(3).min(side - 1);
            let point = Point::new(middle(size.width(), random), middle(size.height(), random));
            let _ = game.play(point);
        }
        if game.outcome().is_none() {
            return game;
        }
    }
}

/// Plays a game of the search against itself and panics when a side that announced a win does not get it.
fn play(rule: RuleKind, size: BoardSize, nodes: u64, random: &mut Random) {
    let mut game = opening(rule, size, random);
    // Each side has a memory of its own: neither may believe what the other believed.
    let mut searchers = [Searcher::new(1 << 22, 1), Searcher::new(1 << 22, 1)];
    let mut announced: Option<(Color, usize, String)> = None;
    let mut lost = false;
    while game.outcome().is_none() {
        let us = game.to_move();
        let found = think(&mut searchers[us as usize], &game, nodes);
        // A loss may be announced that the other side does not see, so for that a deeper search is asked below.
        if announced.is_none() && found.score.is_win() {
            announced = Some((us, game.moves().len(), found.score.to_string()));
        }
        game.play(found.variation[0]).expect("the search plays on empty points");
        if found.score.is_loss() && game.outcome().is_none() && !lost {
            lost = true;
            let answer = think(&mut Searcher::new(1 << 24, 1), &game, nodes * 200);
            assert!(
                answer.score.is_win(),
                "{rule} {size}: {} announced, but {} found:\n{game:?}",
                found.score,
                answer.score
            );
        }
    }
    if let Some((winner, at, score)) = announced {
        let outcome = game.outcome().unwrap();
        assert_eq!(
            outcome.winner(),
            Some(winner),
            "{rule} {size}: {score} announced after {at} moves of {}, but {outcome}\n{game:?}",
            game.to_text(Default::default()),
        );
    }
}

#[test]
fn announced_wins_come_true() {
    // More games with TENGEN_GAMES=1000 and other ones with TENGEN_SEED=2.
    let number = |name: &str, default: usize| std::env::var(name).ok().map_or(default, |text| text.parse().unwrap());
    let games = number("TENGEN_GAMES", 40);
    let mut random = Random(number("TENGEN_SEED", 1) as u64);
    for game in 0..games {
        let rule = RuleKind::ALL[game % RuleKind::ALL.len()];
        let (width, height) = [(15, 15), (20, 20), (15, 15), (9, 11)][game / RuleKind::ALL.len() % 4];
        play(rule, BoardSize::new(width, height).unwrap(), 1_000 + 500 * (game as u64 % 4), &mut random);
    }
}
