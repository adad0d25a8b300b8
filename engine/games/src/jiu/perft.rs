//! Counts of the game tree, to compare one implementation of the rules with another.

use std::ops::ControlFlow;

use super::game::Game;
use super::position::Stage;

/// Ways to play so many turns from here. A game that has ended has none; the stones taken for squares in the last turn are
/// counted and not played. Draws and Article 4 count when the rules of the game have them.
pub fn perft(game: &mut Game, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if game.outcome().is_some() {
        return 0;
    }
    if depth > 1 {
        return game.turns().iter().map(|turn| after(game, turn, depth - 1)).sum();
    }
    if game.position().stage() != Stage::Move {
        return game.turns().len() as u64;
    }
    let mut count = 0;
    let _ = game.position().try_for_each_path(game.rules(), &mut |path| -> ControlFlow<()> {
        let (after, take) = game.after_path(path);
        count += choices(after.count(!game.position().to_move()), take);
        ControlFlow::Continue(())
    });
    count
}

fn after(game: &mut Game, turn: &super::Turn, depth: u32) -> u64 {
    game.play(turn).expect("a turn of the list is legal");
    let count = perft(game, depth);
    game.undo();
    count
}

/// In how many ways so many of the stones can be chosen.
fn choices(stones: usize, take: usize) -> u64 {
    (0..take).fold(1, |product, i| product * (stones - i) as u64 / (i as u64 + 1))
}
