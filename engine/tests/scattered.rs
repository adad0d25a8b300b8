//! Openings of scattered stones, the same for the same seed.

use tengen_engine::game::Game;
use tengen_engine::point::{BoardSize, Point};
use tengen_engine::random::SplitMix64;
use tengen_engine::rule::RuleKind;

/// A few stones in the middle, with which the game is not over.
pub(crate) fn opening(rule: RuleKind, size: BoardSize, random: &mut SplitMix64) -> Game {
    loop {
        let mut game = Game::new(rule, size);
        for _ in 0..3 + random.below(6) {
            let middle =
                |side: usize, random: &mut SplitMix64| (side / 2 + random.below(7)).saturating_sub(3).min(side - 1);
            let point = Point::new(middle(size.width(), random), middle(size.height(), random));
            let _ = game.play(point);
        }
        if game.result().is_none() {
            return game;
        }
    }
}
