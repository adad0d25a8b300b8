//! What the page is told of a review: its progress, its graph, the figures of both sides and the mistakes.

use serde::{Deserialize, Serialize};

/// What is known of a game by now.
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
    /// Its number, from 1, as the board shows it: passes count, stones that were set up do not.
    pub number: usize,
    /// The stones on the board with it.
    pub stones: usize,
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
