//! Positions on which two ways to judge are compared: drawn at random, and bred for what is hard to judge.

use tengen_engine::color::Color;
use tengen_engine::game::{Game, Rules};
use tengen_engine::point::{BoardSize, Point};
use tengen_engine::random::SplitMix64;

use crate::oracle::{Board, Place};

/// One of the cells, each as often as it stands in `weights`, which sum up to 100; the rest is empty.
fn cell(random: &mut SplitMix64, [black, white, closed]: [usize; 3]) -> char {
    match random.below(100) {
        n if n < black => 'X',
        n if n < black + white => 'O',
        n if n < black + white + closed => '#',
        _ => '.',
    }
}

/// A board on which every cell was drawn by itself, Black's stones the most.
pub(crate) fn random(width: usize, height: usize, chance: &mut SplitMix64) -> Board {
    let mut board = Board::new(width, height);
    let weights = [10 + chance.below(35), chance.below(25), chance.below(4)];
    board.places().for_each(|place| board.set(place, cell(chance, weights)));
    board
}

/// Boards of a line of descent in which each asks more nested questions than the one before.
pub(crate) fn bred(width: usize, height: usize, generations: usize, chance: &mut SplitMix64) -> Vec<Board> {
    let mut best = random(width, height, chance);
    let mut most = nested_questions(&best);
    let mut line = vec![best.clone()];
    for _ in 0..generations {
        let mut child = best.clone();
        for _ in 0..1 + chance.below(3) {
            let place = (chance.below(width) as isize, chance.below(height) as isize);
            child.set(place, cell(chance, [35, 15, 1]));
        }
        let questions = nested_questions(&child);
        if questions > most {
            line.push(child.clone());
        }
        if questions >= most {
            (best, most) = (child, questions);
        }
    }
    line
}

fn nested_questions(board: &Board) -> usize {
    let mut board = board.clone();
    board.nested = 0;
    for place in board.places() {
        if board.at(place) == '.' {
            board.forbidden_kinds(place);
        }
    }
    board.nested
}

/// The same position as a record of the engine, set up and not played.
pub(crate) fn game(board: &Board, rules: impl Into<Rules>) -> Game {
    let mut game = Game::new(rules, BoardSize::new(board.width, board.height).unwrap());
    for place in board.places() {
        match board.at(place) {
            'X' => game.set_up(Color::Black, point(place)).unwrap(),
            'O' => game.set_up(Color::White, point(place)).unwrap(),
            '#' => game.close(point(place)).unwrap(),
            _ => {}
        }
    }
    game
}

pub(crate) fn point((x, y): Place) -> Point {
    Point::new(x as usize, y as usize)
}
