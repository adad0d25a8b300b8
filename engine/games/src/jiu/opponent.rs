//! Two simple players to measure against: one that plays anything, and one that takes what it can at once.

use std::ops::ControlFlow;

use super::game::Game;
use super::path::Path;
use super::position::{Position, Stage};
use super::turn::Turn;
use tengen_engine::color::Color;
use tengen_engine::point::Point;

/// Paths that are looked at; more come about on boards drawn for it alone.
const MOST_PATHS: usize = 10_000;

fn some_paths(game: &Game) -> Vec<Path> {
    let mut paths = Vec::new();
    let _ = game.position().try_for_each_path(game.rules(), &mut |path| {
        paths.push(path.clone());
        if paths.len() < MOST_PATHS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    paths
}

fn any<T: Clone>(items: &[T], below: &mut dyn FnMut(usize) -> usize) -> Option<T> {
    (!items.is_empty()).then(|| items[below(items.len())].clone())
}

/// So many of the points, each as likely as the other.
fn some_points(mut points: Vec<Point>, count: usize, below: &mut dyn FnMut(usize) -> usize) -> Vec<Point> {
    (0..count).map(|_| points.swap_remove(below(points.len()))).collect()
}

/// A turn of which every path is as likely as the other, and every choice of stones to take; `None` when the game is over.
/// `below` gives a random number below its argument.
pub fn random(game: &Game, below: &mut dyn FnMut(usize) -> usize) -> Option<Turn> {
    match game.position().stage() {
        _ if game.outcome().is_some() => None,
        Stage::Place | Stage::Lift => any(&game.turns(), below),
        Stage::Move => {
            let path = any(&some_paths(game), below)?;
            let (after, take) = game.after_path(&path);
            let stones = after.stones(!game.position().to_move()).iter().collect();
            Some(Turn::new_move(path, some_points(stones, take, below)))
        }
    }
}

/// A turn that captures as many stones as one turn can, corners of squares before others; among equals any. It places where
/// a square is completed, or else spoilt, or else anywhere; `None` when the game is over.
pub fn greedy(game: &Game, below: &mut dyn FnMut(usize) -> usize) -> Option<Turn> {
    let position = game.position();
    let us = position.to_move();
    match position.stage() {
        _ if game.outcome().is_some() => None,
        Stage::Lift => game.lift().map(Turn::Lift),
        Stage::Place => {
            let worth = |&point: &Point| (position.squares_at(us, point), position.squares_at(!us, point));
            any(&best_by(game.places(), worth), below).map(Turn::Place)
        }
        Stage::Move => {
            let captures = |path: &Path| path.jumped().len() + game.after_path(path).1;
            let path = any(&best_by(some_paths(game), captures), below)?;
            let (mut after, take) = game.after_path(&path);
            let taken = (0..take).map(|_| take_corner(&mut after, !us, below)).collect();
            Some(Turn::new_move(path, taken))
        }
    }
}

fn take_corner(position: &mut Position, color: Color, below: &mut dyn FnMut(usize) -> usize) -> Point {
    let best = best_by(position.stones(color).iter().collect(), |&point| position.squares_at(color, point));
    let point = any(&best, below).expect("a stone is left to take");
    position.remove(color, point);
    point
}

/// The items that are worth most.
fn best_by<T, O: Ord>(mut items: Vec<T>, worth: impl Fn(&T) -> O) -> Vec<T> {
    let Some(most) = items.iter().map(&worth).max() else { return items };
    items.retain(|item| worth(item) == most);
    items
}
