//! What training knows of one position: its features, its label, and the moves to choose from.

use tengen_engine::color::Color;
use tengen_engine::internals::board::Board;
use tengen_engine::internals::eval::threat_mask::ThreatMask;
use tengen_engine::internals::moves::{available, situation};
use tengen_engine::internals::shape::{Shapes, ShapesView};
use tengen_engine::point::Point;
use tengen_engine::rule::Rule;

/// What is known of one position.
#[derive(PartialEq, Debug)]
pub struct Sample {
    /// The side to move.
    pub us: Color,
    /// Stones on the board.
    pub stones: usize,
    /// What it sees on the points of the board, stones counting as dead points, and how many times.
    pub cells: Box<[(ShapesView, u16)]>,
    /// What both sides threaten.
    pub threats: ThreatMask,
    /// The share of points it is expected to make.
    pub label: f32,
    /// For each candidate what it makes and what it prevents, the chosen one first; none where nobody asks.
    pub choices: Box<[[Shapes; 2]]>,
}

impl Sample {
    /// The position on a board with its label, and with the moves to choose from when one that was `chosen` is given.
    pub fn new<R: Rule>(board: &Board<R>, label: f32, chosen: Option<Point>) -> Sample {
        let us = board.to_move();
        let choice = |point: Point| [us, !us].map(|color| board.shapes(point).of(color));
        let choices = match chosen {
            Some(chosen) => {
                let others = available(board, &situation(board));
                let others = others.iter().filter(|&point| point != chosen).map(choice);
                std::iter::once(choice(chosen)).chain(others).collect()
            }
            None => Box::default(),
        };
        Sample { us, stones: board.stones(), cells: cells(board), threats: ThreatMask::of(board), label, choices }
    }
}

/// What the side to move sees on the points of a board, alike ones counted.
fn cells<R: Rule>(board: &Board<R>) -> Box<[(ShapesView, u16)]> {
    let us = board.to_move();
    let view = |point: Point| {
        // Rows and columns are worth the same, and so are the two diagonals.
        let [row, column, falling, rising] = board.shapes(point).seen_by(us).0.to_le_bytes();
        u32::from_le_bytes([row.min(column), row.max(column), falling.min(rising), falling.max(rising)])
    };
    let mut views: Vec<u32> = board.empty().iter().map(view).collect();
    views.extend(std::iter::repeat_n(ShapesView::DEAD.0, board.stones()));
    views.sort_unstable();
    views.chunk_by(|a, b| a == b).map(|alike| (ShapesView(alike[0]), alike.len() as u16)).collect()
}
