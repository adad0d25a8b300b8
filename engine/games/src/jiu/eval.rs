//! What a quiet position of Jiu is worth: features of both sides, weighed by numbers fitted to games of the engine itself.
//!
//! Each feature has six weights: for the side to move and for the other, while stones are placed, on a full board of the
//! moving stage, and on an empty one; between the last two the share of points with stones decides. `weights.txt` holds
//! them, in hundredths of a stone; `pbrain-tengen jiu fit` plays games, fits weights to their results and writes such a file.

use std::fmt::Write;

use super::bits::{Bits, LARGE, SMALL, SMALL_SIDE};
use super::board::Board;
use super::cells::Cells;
use super::game::Game;
use super::laws::Laws;
use super::position::Stage;
use tengen_engine::color::Color;

/// What is counted for each side.
pub const FEATURES: [&str; 15] = [
    "stones",
    "squares",
    "squares-to-reopen",
    "three-and-hole",
    "open-gates",
    "three-and-enemy",
    "two-and-two-holes",
    "saddle-bags",
    "double-saddle-bags",
    "stones-to-jump",
    "stones-to-move",
    "neighbours",
    "edge",
    "flies",
    "flies-with-gate",
];
/// Weights of a feature.
pub const COLUMNS: usize = 6;
/// Points a side of the board are shared out in so many parts.
const FULL: i32 = 256;

/// The features of the side to move and of the other.
pub type Counts = [[i32; FEATURES.len()]; 2];

/// The weights of all features: for placing, a full board and an empty one, each for the side to move and the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights(pub [[i32; COLUMNS]; FEATURES.len()]);

/// A file of weights that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {expected} with {COLUMNS} whole numbers is expected")]
pub struct WeightsError {
    /// The line, from 1.
    pub line: usize,
    /// The feature that should stand there.
    pub expected: &'static str,
}

impl Weights {
    /// The weights that are built in.
    #[must_use]
    pub fn built_in() -> Weights {
        Weights::parse(include_str!("weights.txt")).expect("the built-in weights can be read")
    }

    /// Reads what [`Weights::to_text`] writes: a line for each feature, in their order, with its name and six numbers.
    /// Lines that begin with `#` are remarks.
    ///
    /// # Errors
    /// With the line.
    pub fn parse(text: &str) -> Result<Weights, WeightsError> {
        let mut lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with('#') && !line.trim().is_empty());
        let mut weights = [[0; COLUMNS]; FEATURES.len()];
        for (row, expected) in weights.iter_mut().zip(FEATURES) {
            let (index, line) = lines.next().unwrap_or((text.lines().count(), ""));
            let error = || WeightsError { line: index + 1, expected };
            let mut words = line.split_whitespace();
            if words.next() != Some(expected) {
                return Err(error());
            }
            for weight in row.iter_mut() {
                // Larger numbers would be no weights, and their sums no scores.
                let number = words.next().and_then(|word| word.parse::<i16>().ok());
                *weight = number.ok_or_else(error)?.into();
            }
            if words.next().is_some() {
                return Err(error());
            }
        }
        Ok(Weights(weights))
    }

    /// The weights as text.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text =
            "# Weights of the evaluation of Jiu in hundredths of a stone: placing, full board and empty board,\n\
                        # each for the side to move and for the other. Written by `pbrain-tengen jiu fit`.\n"
                .to_string();
        for (name, row) in FEATURES.iter().zip(self.0) {
            let numbers: String = row.iter().map(|weight| format!(" {weight:5}")).collect();
            let _ = writeln!(text, "{name:20}{numbers}");
        }
        text
    }

    /// The worth of counts to the side to move, where so many of 256 parts of the board have stones.
    #[inline]
    fn sum(&self, counts: &Counts, stage: Stage, share: i32) -> i32 {
        let sum = |first: usize| -> i32 {
            let pairs = counts[0].iter().zip(&counts[1]).zip(&self.0);
            pairs.map(|((own, other), row)| own * row[first] - other * row[first + 1]).sum()
        };
        match stage {
            Stage::Place => sum(0),
            Stage::Lift | Stage::Move => (sum(2) * share + sum(4) * (FULL - share)) / FULL,
        }
    }
}

/// How the six weights of a feature share in a position: nothing but the first two while stones are placed.
#[must_use]
pub fn shares(game: &Game) -> [f64; COLUMNS / 2] {
    let position = game.position();
    let stones = position.count(Color::Black) + position.count(Color::White);
    let full = stones as f64 / position.size().area() as f64;
    match position.stage() {
        Stage::Place => [1.0, 0.0, 0.0],
        Stage::Lift | Stage::Move => [0.0, full, 1.0 - full],
    }
}

/// The features of a position.
#[must_use]
pub fn counts(game: &Game) -> Counts {
    if game.rules().side() <= SMALL_SIDE {
        board_counts(&Board::<SMALL>::from_game(game), &Laws::new(game.rules()))
    } else {
        board_counts(&Board::<LARGE>::from_game(game), &Laws::new(game.rules()))
    }
}

/// The worth of a board to its side to move.
#[inline]
pub(super) fn evaluate<const W: usize>(board: &Board<W>, laws: &Laws<W>, weights: &Weights) -> i32 {
    let share = FULL * (board.counts[0] + board.counts[1]) / laws.area;
    weights.sum(&board_counts(board, laws), board.stage, share)
}

#[inline]
fn board_counts<const W: usize>(board: &Board<W>, laws: &Laws<W>) -> Counts {
    // While stones are placed or lifted the centre counts as it will be.
    let lifted = if board.stage == Stage::Move { Bits::EMPTY } else { laws.centre_bits };
    let stones = board.stones.map(|stones| stones.without(lifted));
    let empty = laws.all.without(stones[0] | stones[1]);
    let us = board.to_move;
    [us, !us].map(|color| {
        side_counts(stones[color as usize], stones[!color as usize], empty, laws, board.flies(laws, color))
    })
}

#[inline]
fn side_counts<const W: usize>(
    own: Bits<W>,
    other: Bits<W>,
    empty: Bits<W>,
    laws: &Laws<W>,
    flies: bool,
) -> [i32; FEATURES.len()] {
    let cells = Cells::new(own, empty);
    let near_empty = empty.seen_at(1, 0) | empty.seen_at(-1, 0) | empty.seen_at(0, 1) | empty.seen_at(0, -1);
    let mobile = own & near_empty;
    let at_corner = |set: Bits<W>| set | set.seen_at(1, 0) | set.seen_at(0, 1) | set.seen_at(1, 1);
    let corners = [own, own.seen_at(1, 0), own.seen_at(0, 1), own.seen_at(1, 1)];
    let (upper, lower) = (corners[0] ^ corners[1], corners[2] ^ corners[3]);
    let (upper_both, lower_both) = (corners[0] & corners[1], corners[2] & corners[3]);
    let three = (upper_both & lower) | (lower_both & upper);
    let two = (upper & lower) | ((upper_both ^ lower_both).without(upper | lower));
    let other_near = at_corner(other);
    let holes = cells.holes.iter().fold(Bits::EMPTY, |all, &hole| all | hole);
    let by_step = cells.closed_by_a_step();
    let (saddle_bags, double) = cells.saddle_bags();
    let jumped = |right: isize, down: isize| own.seen_at(-right, -down) & empty.seen_at(right, down);
    let to_jump = other & (jumped(1, 0) | jumped(-1, 0) | jumped(0, 1) | jumped(0, -1));
    let gates: i32 = by_step.iter().map(Bits::len).sum();
    let holes_count = holes.len();
    [
        own.len(),
        cells.squares.len(),
        (cells.squares & at_corner(mobile)).len(),
        holes_count,
        gates,
        (three & other_near).len(),
        (two & laws.cell_corners).without(other_near).len(),
        saddle_bags.len(),
        double.len(),
        to_jump.len(),
        mobile.len(),
        (own & own.seen_at(1, 0)).len() + (own & own.seen_at(0, 1)).len(),
        (own & laws.edge).len(),
        i32::from(flies),
        i32::from(flies && holes_count > 0),
    ]
}
