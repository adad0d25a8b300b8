//! Gomoku and Renju: what the game is and how to play it.
//!
//! # The map
//!
//! Every module uses only modules listed above it; a test reads this list and fails when one imports upwards. After each
//! stands what it must never know, because absence is the part that a reader cannot see. Nothing in this crate prints,
//! reads files or knows a protocol.
//!
//! Vocabulary: values to hand around.
//! - [`color`]: the two sides. Never knows that there is a board.
//! - [`point`]: places, sizes, directions and their text. Never knows what stands on a place.
//! - [`symmetry`]: the eight views of a board. Never knows what stands on it.
//! - [`rule`]: what a row of stones is worth, as values and as types. Never knows a position, a turn or a game.
//! - [`score`]: what a position is worth, and its stored form. Never knows how it was found.
//! - [`point_set`]: sets of points as bits. Never knows what they are sets of.
//! - [`random`]: SplitMix64. Never knows what is drawn.
//! - [`picture`]: the grammar of drawn boards. Never knows what its symbols stand for.
//! - [`zobrist`]: the random words of keys. Never knows a whole position.
//! - [`sgf`]: trees of nodes with properties, from files of games. Never knows which game is played, nor its rules.
//!
//! Rules: what may be played and what it makes.
//! - [`line`](mod@line): the board as lines of cells. Never knows whose turn it is, nor any shape but a winning row.
//! - [`shape`]: what a stone makes of one line. Never knows a board: two lines meet only in [`shape::Pattern4`].
//! - [`forbidden`]: Black's forbidden moves, exactly. Never knows the history of a position.
//! - [`game`]: the checked record of a game. Never knows what is good to play.
//! - [`opening`]: the rules by which an opening is made and colours are chosen. Never knows what an opening is worth.
//! - [`contest`]: a game between two seats, with clocks, passes, offers and claims. Never knows what time it is.
//! - [`diagram`]: pictures of positions. Never knows a terminal, a file or a stream.
//! - [`record`]: games from the files of other programs. Never knows where a file lies.
//!
//! - [`board`]: the board of the search, with all that follows from its stones. Never knows what a position is worth.
//! - [`moves`]: what the threats on a board leave to play. Never knows what comes after.
//! - [`perft`](mod@perft): counts of the game tree. Never knows how moves are ordered or judged.
//!
//! Judgement: what a quiet position is worth.
//! - [`eval`]: the sum of the worth of all points, corrected by a network. Never knows how deep the search is, nor what it
//!   found.
//!
//! Search: what is best to play.
//! - [`search`]: threads, table, time, threats and the one recursion. Never knows a command, a manager or a stream.
//!
//! Facade: what every front talks to, together with [`game`].
//! - [`limits`]: what ends a search. Never knows who sets them.
//! - [`chooser`]: what to propose and to choose in an opening, by search. Never knows how it is asked.
//! - [`solve`](mod@solve): forced wins with their proofs. Never knows what a quiet position is worth.
//! - [`engine`]: one thinker and its reports. Never knows who asked, nor in which words.
//! - [`bench`](mod@bench): the signature of the search, and how fast its parts are. Never knows how a number is printed.
//!
//! Other games: each in a module of its own that uses the vocabulary alone and that no other module uses.
//! - [`jiu`]: the rules, the record and the engine of Jiu. Never knows a rule of Gomoku, a file or a stream.
//! - [`living`]: finished games of Go, counted by living stones. Never knows a rule of Gomoku, a file or a stream.

mod bench;
mod board;
pub mod chooser;
pub mod color;
pub mod contest;
pub mod diagram;
pub mod engine;
mod eval;
pub mod forbidden;
pub mod game;
pub mod jiu;
pub mod limits;
mod line;
pub mod living;
mod moves;
pub mod opening;
mod perft;
pub mod picture;
pub mod point;
mod point_set;
pub mod random;
pub mod record;
pub mod rule;
pub mod score;
mod search;
pub mod sgf;
mod shape;
pub mod solve;
pub mod symmetry;
mod zobrist;

/// What tools of this project need and other programs should not: boards, shapes, evaluation and search as they are inside.
/// It changes with every version.
pub mod internals {
    macro_rules! opened {
        ($($module:ident)*) => {
            $(#[doc = concat!("What is in `", stringify!($module), "`: see the map of the crate.")]
            pub mod $module {
                pub use crate::$module::*;
            })*
        };
    }

    opened!(bench board eval line moves perft point_set search shape zobrist);
}

pub use color::{ByColor, Color};
pub use engine::{Choice, Clock, Engine, Line, Options, Outcome, Report, Stopper, Task};
pub use forbidden::Forbidden;
pub use game::{Game, GameResult, Move, PlayError, Rules, TextError};
pub use limits::{Limits, Milliseconds};
pub use line::Cell;
pub use point::{BoardSize, Point, Rows};
pub use rule::RuleKind;
pub use score::Score;
pub use solve::{Proof, Solve, Solved, solve};
