//! What the page is told of a review: its progress, its graph, the figures of both sides and the mistakes.

use serde::{Deserialize, Serialize};
use tengen_engine::Point;
use tengen_engine::point::BoardSize;
use tengen_engine::symmetry::Symmetry;

use crate::board::job::ROWS;
use crate::board::message::Tell;

/// What is known of a game by now. Moves are told by the number of stones before them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct BoardReview {
    /// Positions that were searched, and how many there are.
    pub progress: (usize, usize),
    /// Whether nothing is left to be searched.
    pub complete: bool,
    /// The chance of Black with so many stones on the board, from 0 to 1.
    pub chances: Vec<(usize, f64)>,
    /// The figures of Black and of White.
    pub sides: [ReviewedSide; 2],
    /// The moves that should not have been played.
    pub mistakes: Vec<ReviewedMistake>,
}

/// How a side has played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ReviewedSide {
    /// The mean share of the chance of winning that its moves kept, from 0 to 1, once one of them is judged.
    pub accuracy: Option<f64>,
    /// How many of its moves are blunders, mistakes and inaccuracies.
    pub counts: [usize; 3],
}

/// A move that should not have been played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ReviewedMistake {
    /// The number of the stone, from 1.
    pub number: usize,
    /// Whose it is.
    pub color: String,
    /// Where it was put.
    pub point: String,
    /// What is wrong with it: `missed-win`, `missed-defence`, `allowed-win`, `forbidden` or `lost-chance`.
    pub finding: String,
    /// How bad it is: `blunder`, `mistake` or `inaccuracy`, or nothing where the game was lost already.
    pub class: Option<String>,
    /// How much of the chance of winning it lost, from 0 to 1.
    pub loss: f64,
    /// The chance of the side that moved, before and after the move.
    pub chances: (Option<f64>, Option<f64>),
    /// By what the win is known that was missed or given away, `vcf`, `vct` or `search`, and its plies.
    pub win: Option<(String, usize)>,
    /// The point that is forbidden to Black and on which it rests, with its kind; or the kind of a forbidden move.
    pub forbidden: Option<(String, String)>,
    /// The better line.
    pub better: Vec<String>,
    /// What punishes the move.
    pub refutation: Vec<String>,
}

impl BoardReview {
    /// The same review in another view of the board; `size` is that of the board it was made on.
    pub(super) fn seen(&self, symmetry: Symmetry, size: BoardSize) -> BoardReview {
        let turn = |text: &mut String| {
            // A review names points of its board alone.
            if let Some(point) = Point::parse(text, size, ROWS) {
                *text = symmetry.point(point, size).to_text(symmetry.size(size), ROWS);
            }
        };
        let mut review = self.clone();
        for mistake in &mut review.mistakes {
            turn(&mut mistake.point);
            mistake.forbidden.iter_mut().for_each(|(point, _)| turn(point));
            mistake.better.iter_mut().chain(&mut mistake.refutation).for_each(turn);
        }
        review
    }
}

/// The line that is reviewed, however the board was turned since.
#[derive(Clone, Debug)]
pub(super) struct ReviewedLine {
    /// Its nodes, each with the stones on the board.
    nodes: Vec<(usize, usize)>,
    /// The board when the review was asked for, and the view of it that is shown.
    size: BoardSize,
    view: Symmetry,
    /// What is known by now, on that board.
    review: Option<Box<BoardReview>>,
}

impl ReviewedLine {
    /// A line of which nothing is known.
    pub(super) fn new(nodes: Vec<(usize, usize)>, size: BoardSize) -> ReviewedLine {
        ReviewedLine { nodes, size, view: Symmetry::IDENTITY, review: None }
    }

    /// Turns the board.
    pub(super) fn turn(&mut self, symmetry: Symmetry) {
        self.view = self.view.then(symmetry);
    }

    /// Takes note of what is known by now.
    pub(super) fn learn(&mut self, review: Box<BoardReview>) {
        self.review = Some(review);
    }

    /// What the page is told, once anything is known.
    pub(super) fn tell(&self) -> Option<Tell> {
        let review = Box::new(self.review.as_ref()?.seen(self.view, self.size));
        Some(Tell::Review { review, nodes: self.nodes.clone() })
    }
}
