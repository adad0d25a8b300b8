//! What came out for a position, and how it is shown.

use std::fmt;
use std::time::Duration;

use tengen_engine::diagram;
use tengen_engine::game::Game;
use tengen_engine::point::{Point, Rows};
use tengen_engine::review::WinBy;
use tengen_engine::solve::Proof;

use crate::output::{self, say};
use crate::position;
use crate::study::analyze::seconds;
use crate::units::counted;

/// What came out.
pub(super) enum Solution {
    Win {
        /// A line to the end.
        line: Vec<Point>,
        /// The most plies up to and with the five.
        plies: usize,
        /// Whether every shorter win was ruled out.
        shortest: bool,
        /// The whole tree: of a win by threats always, of others when it is to be written.
        proof: Option<Proof>,
        /// What found it.
        by: WinBy,
        effort: SolveEffort,
    },
    Loss {
        /// The best defence, as far as the search tells it.
        line: Vec<Point>,
        /// The most plies up to and with the five.
        plies: usize,
        effort: SolveEffort,
    },
    Unknown {
        effort: SolveEffort,
    },
    NoMove,
}

impl Solution {
    /// The moves of a win or a loss.
    pub(super) fn line(&self) -> &[Point] {
        match self {
            Solution::Win { line, .. } | Solution::Loss { line, .. } => line,
            Solution::Unknown { .. } | Solution::NoMove => &[],
        }
    }
}

/// What was searched.
pub(super) struct SolveEffort {
    /// The depth of the main search, if it was asked.
    pub(super) depth: Option<u32>,
    pub(super) nodes: u64,
    pub(super) time: Duration,
}

impl fmt::Display for SolveEffort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(depth) = self.depth {
            write!(f, "depth {depth}, ")?;
        }
        write!(f, "{}, {}", counted(self.nodes, "node"), seconds(self.time))
    }
}

/// Draws the position with what came out.
pub(super) fn show(game: &Game, rows: Rows, solution: &Solution) {
    let us = game.to_move();
    output::write(position::draw(game, rows, solution.line()));
    match solution {
        Solution::Win { line, plies, shortest, effort, .. } => {
            let length = if *shortest { "shortest," } else { "proved, at most" };
            say!("{us} wins by force: {length} {} ({effort}):", counted(*plies, "ply"));
            say!("{}", list(game, line, rows));
        }
        Solution::Loss { line, plies, effort } => {
            say!("No win: {us} loses by force in at most {} ({effort}):", counted(*plies, "ply"));
            say!("{}", list(game, line, rows));
        }
        Solution::Unknown { effort } => say!("No forced win of {us} was found ({effort})."),
        Solution::NoMove => say!("There is no move to play."),
    }
}

/// The moves, numbered, with the letters that they have on the board.
fn list(game: &Game, line: &[Point], rows: Rows) -> String {
    let mut color = game.to_move();
    let mut text = String::new();
    for (number, point) in line.iter().enumerate() {
        let (point, mark) = (point.to_text(game.size(), rows), diagram::mark(number));
        text.push_str(&format!("{:>4}. {color:5} {point:3} {mark}\n", number + 1));
        color = !color;
    }
    text.trim_end().to_string()
}
