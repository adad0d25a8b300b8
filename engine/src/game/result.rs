//! How a game ends, and why a move or a text of moves is refused.

use std::fmt;

use crate::color::Color;
use crate::forbidden::Forbidden;
use crate::point::{BoardSize, NoPoint};

/// Characters that are shown of a text that cannot be read.
const SHOWN: usize = 12;

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameResult {
    /// The side completed a winning row.
    Five(Color),
    /// Black played a forbidden move and lost.
    Forbidden(Forbidden),
    /// No empty point is left.
    Full,
}

impl GameResult {
    /// The side that won, if one did.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            GameResult::Five(color) => Some(color),
            GameResult::Forbidden(_) => Some(Color::White),
            GameResult::Full => None,
        }
    }

    /// How it ended, in one word: a forbidden move is named by its kind.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            GameResult::Five(_) => "five",
            GameResult::Forbidden(kind) => kind.name(),
            GameResult::Full => "full",
        }
    }

    /// What a side gets of the one point that is played for: half of it where nobody won.
    #[must_use]
    pub fn share(self, color: Color) -> f64 {
        self.winner().map_or(0.5, |winner| if winner == color { 1.0 } else { 0.0 })
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameResult::Five(color) => write!(f, "{color} wins by five"),
            GameResult::Forbidden(kind) => write!(f, "White wins: Black made a forbidden {kind}"),
            GameResult::Full => f.write_str("draw: the board is full"),
        }
    }
}

/// Why a stone cannot be put on a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The point lies outside the board.
    #[error("the point is not on the board of {0}")]
    OffBoard(BoardSize),
    /// A stone stands there.
    #[error("the point is occupied")]
    Occupied,
    /// Nobody may play there.
    #[error("the point is closed")]
    Closed,
    /// The game has ended.
    #[error("the game is over: {0}")]
    Over(GameResult),
    /// A stone was to be set up after moves had been played.
    #[error("the game has begun: stones are set up before the first move")]
    Begun,
}

/// Why a text is not a list of moves.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TextError {
    /// There is no point of the board at this character of the text, which is told as counted from 1.
    #[error("no point of the board at character {}: \"{rest}\"", .at + 1)]
    NoPoint {
        /// Characters before the fault, from 0.
        at: usize,
        /// The text from the fault on, shortened.
        rest: String,
    },
    /// A move of the list cannot be played.
    #[error("move {number} ({point}) cannot be played: {why}")]
    Illegal {
        /// The number of the move, from 1.
        number: usize,
        /// The point as it was written.
        point: String,
        /// What is wrong with it.
        why: PlayError,
    },
}

impl From<NoPoint<'_>> for TextError {
    fn from(fault: NoPoint<'_>) -> TextError {
        TextError::NoPoint { at: fault.at, rest: fault.rest.chars().take(SHOWN).collect() }
    }
}
