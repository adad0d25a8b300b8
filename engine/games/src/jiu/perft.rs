//! Counts of the game tree, to compare one implementation of the rules with another.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::game::Game;
use super::position::Stage;
use super::turn::Turn;

/// Ways to play so many turns from here. A game that has ended has none; the stones taken for squares in the last turn are
/// counted and not played. Draws and Article 4 count when the rules of the game have them.
pub fn perft(game: &mut Game, depth: u32) -> u64 {
    perft_until(game, depth, &AtomicBool::new(false)).expect("nobody stops it")
}

/// The same, or nothing once it is to stop: on some boards there are more turns than can be counted.
pub fn perft_until(game: &mut Game, depth: u32, stop: &AtomicBool) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    if game.outcome().is_some() {
        return Some(0);
    }
    let mut count = 0;
    let mut add = |more: Option<u64>| match more.filter(|_| !stop.load(Relaxed)) {
        Some(more) => {
            count += more;
            ControlFlow::Continue(())
        }
        None => ControlFlow::Break(()),
    };
    let flow = match (game.position().stage(), depth) {
        (Stage::Move, 1) => game.position().try_for_each_path(game.rules(), &mut |path| {
            let (after, take) = game.after_path(path);
            add(Some(choices(after.count(!game.position().to_move()), take)))
        }),
        // They can be too many for a list: they are walked through on a copy.
        (Stage::Move, _) => {
            let before = game.clone();
            before.try_for_each_turn(&mut |turn| add(perft_after(game, &turn, depth, stop)))
        }
        (Stage::Place | Stage::Lift, 1) => add(Some(game.turns().len() as u64)),
        (Stage::Place | Stage::Lift, _) => {
            game.turns().iter().try_for_each(|turn| add(perft_after(game, turn, depth, stop)))
        }
    };
    flow.is_continue().then_some(count)
}

/// The same by way of a turn, the first of the depth, which is taken back.
fn perft_after(game: &mut Game, turn: &Turn, depth: u32, stop: &AtomicBool) -> Option<u64> {
    game.play(turn).expect("a turn of the list is legal");
    let below = perft_until(game, depth - 1, stop);
    game.undo();
    below
}

/// In how many ways so many of the stones can be chosen.
fn choices(stones: usize, take: usize) -> u64 {
    (0..take).fold(1, |product, i| product * (stones - i) as u64 / (i as u64 + 1))
}
