//! The signature: fixed positions searched to a fixed depth by one thread, and the number of nodes that takes.
//!
//! Any change to what the search does moves the number and nothing else does: not the machine, not the build, not the
//! clock. A change that should have changed nothing is shown by it to have done so.

pub mod speed;

use std::time::Duration;

use web_time::Instant;

use crate::game::Game;
use crate::point::{BoardSize, Rows};
use crate::rule::RuleKind;
use crate::search::time::Budget;
use crate::search::{Line, Request, SearchControl, Searcher};

/// The depth of the signature, in plies.
pub const DEPTH: u32 = 13;
/// The table of the signature, in bytes. Its size decides which entries are replaced, so it is not to choose.
const TABLE_BYTES: usize = 16 << 20;

/// A position out of a game.
#[derive(Clone, Copy, Debug)]
pub struct BenchPosition {
    /// The rule.
    pub rule: RuleKind,
    /// The board.
    pub size: BoardSize,
    /// The moves that led to it, row 1 being the lowest.
    pub moves: &'static str,
}

const fn at(rule: RuleKind, width: usize, height: usize, moves: &'static str) -> BenchPosition {
    BenchPosition { rule, size: BoardSize::new(width, height).expect("sizes of the list are in range"), moves }
}

/// The positions of the signature, in its order: openings and middle games that are not yet decided.
pub const POSITIONS: [BenchPosition; 24] = [
    at(RuleKind::Freestyle, 15, 15, "h12g7g6f8e9f7h7f5"),
    at(RuleKind::Freestyle, 15, 15, "i12f10d11g6h8f7f9g8h9e8h5h7e7j7g9i9h10i7g7f8"),
    at(RuleKind::Freestyle, 15, 15, "e6g11h10i10k8i5j5i11h11h9i12g10g9i8j7j11g8k12l13h7g6e12f11i7i9"),
    at(
        RuleKind::Freestyle,
        15,
        15,
        "h12g7g6h7i7h8h9f8i9i8g8h6e9j5i5f7e7g9e8h4h5e10f10g11h11e5h13h10f6i12g13j10k10f12i11k8e13f13k11j11",
    ),
    at(RuleKind::Freestyle, 20, 20, "m10j7j13j8k12l11k14j11i12h11k11k13"),
    at(RuleKind::Freestyle, 20, 20, "m9h7g7p9k6o10k8n11m12q8r7m10k9k10j9"),
    at(RuleKind::Freestyle, 20, 20, "h8j13k12l12n10l7m7l13k13l15l14k14m16j15i16j12j11k11"),
    at(
        RuleKind::Freestyle,
        20,
        20,
        "i6n10l12l8n8i5g6j8i8h6i7g7j4i9h7j9j5k4k7j7j10f8e9f9h9m9h10h11i10g10e8l9k9l10l7f7f10f5f6m10k10",
    ),
    at(RuleKind::Standard, 15, 15, "f9e5h7g8f7g7h8f10g6h6i5e8f5i8"),
    at(RuleKind::Standard, 15, 15, "e11f6h5e8h8f9d7g9f8e9d9e6e7d6g6c7b6h7g8j8k7"),
    at(RuleKind::Standard, 15, 15, "m5j3i12h5i4k5g5j5i5i6k4h4j6j4l6k7j7k9k6m6i10i8j9j8k8h11i11i13h6g8"),
    at(
        RuleKind::Standard,
        15,
        15,
        "j3h5b12m4i6k5i5h6i7i4h7j5i8i9k7j7h3j9g9j6j8k8m5l7m6k6m8l5n3l6m7m9l8j4l4k3k4k11j10k9l9i10h11j12l10k12k10",
    ),
    at(RuleKind::Renju, 15, 15, "h12g7g6f7e7f8f6h6e9d8f10"),
    at(RuleKind::Renju, 15, 15, "d7g9l11e11e12k7f10h10i9g8i11g10g7h8"),
    at(RuleKind::Renju, 15, 15, "f4k8i10i6k6f3d4h5g4e4d6d5c6g2h1f6c7e5c5"),
    at(RuleKind::Renju, 15, 15, "c12m11e8f12e10h9g4f9f11e9d9c8c10b11g11d11d10f10f7g6g9g12e7d7e6d5f5e4"),
    at(
        RuleKind::Renju,
        15,
        15,
        "j9i14h12d13k2f11g10f10f12g12h13h11e11e12i10f13g13h14i11j10i9i12c10g8k9h9h10j8e13g11f8g9l9",
    ),
    at(
        RuleKind::Renju,
        15,
        15,
        "f11j8g5h10g10h11g11g12j9i8h12h8g8g9e9f10i7e7f8g7i9e12f13e5h7k8l8i6e11l9j7k7e6d5d8c8f5k6k5d6",
    ),
    at(RuleKind::CaroOverline, 15, 15, "i12f10d11g6h8f7h5g8g7h9e6j10j11k10f11i11h12h10g10j12"),
    at(
        RuleKind::CaroOverline,
        15,
        15,
        "h12g7g6e5h8f4i7k5f10e11f8e8d6e7e4f6f5h7d7c9d8d4c3d10b8g11d3c2g13f9e10f11h11h9g10c11d11e9d9i10i11j10f14",
    ),
    at(RuleKind::Caro, 15, 15, "h12d3m4f5g6d5e5f7f8e6c4d7c8g8"),
    at(RuleKind::Caro, 15, 15, "d7l11c12e11m9h3g10f9f7g7e12f11c11f12f10d10g13c9b8g11i11h6i5h10i9"),
    at(RuleKind::Renju, 15, 15, "h8i9i7g7"),
    at(RuleKind::Standard, 19, 12, "j6k7k6k5j7l8"),
];

impl BenchPosition {
    /// The game that led to the position.
    pub fn game(&self) -> Game {
        Game::from_text(self.rule, self.size, self.moves, Rows::FromBottom).expect("a test plays all positions")
    }
}

/// What the search of one position took.
#[derive(Clone, Debug)]
pub struct Measured {
    /// What it found.
    pub found: Line,
    /// The time it took.
    pub elapsed: Duration,
}

/// Searches the positions one after another and returns the sum of nodes and of time; `each` hears of every one. Nothing
/// is carried over from one position to the next.
pub fn run(
    positions: &[BenchPosition],
    depth: u32,
    mut each: impl FnMut(&BenchPosition, &Measured),
) -> (u64, Duration) {
    let mut searcher = Searcher::new(TABLE_BYTES, 1);
    let mut total = (0, Duration::ZERO);
    for position in positions {
        let measured = measure(&mut searcher, position, depth);
        total.0 += measured.found.nodes;
        total.1 += measured.elapsed;
        each(position, &measured);
    }
    total
}

/// Searches one position with a searcher that first forgets everything.
pub fn measure(searcher: &mut Searcher, position: &BenchPosition, depth: u32) -> Measured {
    searcher.forget();
    let game = position.game();
    let request = Request { depth: Some(depth), ..Request::default() };
    let begin = Instant::now();
    let control = SearchControl::new(begin, Budget::UNLIMITED);
    let found = searcher.search(&game, &request, &control, &mut |_| {}).expect("no position is the end of its game");
    Measured { found, elapsed: begin.elapsed() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_positions_are_those_of_games_that_go_on_under_every_rule() {
        for position in &POSITIONS {
            assert_eq!(position.game().result(), None, "{position:?}");
        }
        for rule in RuleKind::ALL {
            assert!(POSITIONS.iter().filter(|position| position.rule == rule).count() >= 2, "{rule}");
        }
    }
}
