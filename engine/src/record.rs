//! Games as other programs keep them in files: what was set up and the moves of one line, and how a game comes of it.

pub mod head;
pub mod psq;
pub mod sgf;
pub mod tree;

use crate::color::Color;
use crate::game::{Game, GameResult, Move, PlayError, Rules};
use crate::point::{BoardSize, MAX_SIDE, MIN_SIDE, Point};
use crate::rule::RuleKind;
use crate::sgf::{Location, SgfError};

/// The main line of a game from a file. Nothing of it has been judged by the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The rule, where the file names one that is known.
    pub rule: Option<RuleKind>,
    /// The board.
    pub size: BoardSize,
    /// Stones that stood there before the first move, and where the file has them.
    pub set_up: Vec<(Move, Location)>,
    /// Whose turn it was then, where the file says so.
    pub to_move: Option<Color>,
    /// The moves, passes among them.
    pub moves: Vec<RecordedMove>,
}

/// A move of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecordedMove {
    /// Who made it.
    pub color: Color,
    /// Where the stone was put, or none for a pass.
    pub point: Option<Point>,
    /// Where the file has it.
    pub at: Location,
}

/// Why a file is no record of a game, or its game cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The file is no SGF.
    #[error(transparent)]
    Sgf(#[from] SgfError),
    /// Something else is wrong.
    #[error("{at}: {fault}")]
    At {
        /// Where.
        at: Location,
        /// What.
        fault: Fault,
    },
    /// The file has fewer games.
    #[error("there is no game {wanted}: the file holds {games}")]
    NoSuchGame {
        /// The number that was asked for, from 1.
        wanted: usize,
        /// How many there are.
        games: usize,
    },
    /// The game has fewer moves.
    #[error("there is no move {wanted}: the game has {moves}")]
    NoSuchMove {
        /// The number of moves that was asked for.
        wanted: usize,
        /// How many there are.
        moves: usize,
    },
}

/// What is wrong with a record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The game is neither Gomoku nor Renju nor on a Go board.
    #[error("this is a record of another game (GM {0})")]
    OtherGame(String),
    /// The board is too small or too large.
    #[error("a board of {width}x{height}: sides go from {MIN_SIDE} to {MAX_SIDE}")]
    Size {
        /// Points in a row.
        width: usize,
        /// Number of rows.
        height: usize,
    },
    /// A place outside of the board.
    #[error("{0} is not on the board of {1}")]
    OffBoard(String, BoardSize),
    /// More than one move in a node.
    #[error("two moves in one node")]
    TwoMoves,
    /// A colour to move that is neither.
    #[error("\"{0}\" is no colour: it is B or W")]
    Color(String),
    /// Stones are taken off the board or put there between moves.
    #[error("stones are set up or taken away in the middle of the game")]
    Edited,
    /// A PSQ file that does not begin as one.
    #[error("a PSQ file begins with Piskvorky WIDTHxHEIGHT")]
    PsqHead,
    /// A stone that the game does not accept.
    #[error("move {number} cannot be played: {why}")]
    Illegal {
        /// The number of the move, from 1.
        number: usize,
        /// What is wrong with it.
        why: PlayError,
    },
    /// A stone that cannot be set up.
    #[error("a stone cannot be set up: {0}")]
    SetUp(PlayError),
}

impl Record {
    /// The game up to a number of moves, or all of it: passes count as moves.
    ///
    /// # Errors
    /// A move that cannot be played, or fewer moves than asked for.
    pub fn game(&self, rules: impl Into<Rules>, moves: Option<usize>) -> Result<Game, RecordError> {
        if let Some(wanted) = moves.filter(|&wanted| wanted > self.moves.len()) {
            return Err(RecordError::NoSuchMove { wanted, moves: self.moves.len() });
        }
        let mut game = Game::new(rules, self.size);
        let illegal = |number, at| move |why| RecordError::At { at, fault: Fault::Illegal { number, why } };
        let mut lead = 0;
        for &(Move { color, point }, at) in &self.set_up {
            game.set_up(color, point).map_err(|why| RecordError::At { at, fault: Fault::SetUp(why) })?;
            lead += if color == Color::Black { 1 } else { -1 };
        }
        let first = if lead > 0 { Color::White } else { Color::Black };
        game.set_to_move(self.to_move.unwrap_or(first));
        for (number, played) in (1..).zip(&self.moves[..moves.unwrap_or(self.moves.len())]) {
            let RecordedMove { color, point, at } = *played;
            let over = |result: GameResult| illegal(number, at)(PlayError::Over(result));
            game.result().map_or(Ok(()), |outcome| Err(over(outcome)))?;
            match point {
                Some(point) => game.place(color, point).map_err(illegal(number, at))?,
                None => game.set_to_move(!color),
            }
        }
        Ok(game)
    }
}
