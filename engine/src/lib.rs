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
//! - [`zobrist`]: the random words of keys. Never knows a whole position.
//! - [`sgf`]: trees of nodes with properties, from files of games. Never knows which game is played, nor its rules.
//!
//! Rules: what may be played and what it makes.
//! - [`line`](mod@line): the board as lines of cells. Never knows whose turn it is, nor any shape but a winning row.
//! - [`shape`]: what a stone makes of one line. Never knows a board: two lines meet only in [`shape::Class`].
//! - [`forbidden`]: Black's forbidden moves, exactly. Never knows the history of a position.
//! - [`game`]: the checked record of a game. Never knows what is good to play.
//! - [`opening`]: the rules by which an opening is made and colours are chosen. Never knows what an opening is worth.
//! - [`contest`]: a game between two seats, with clocks, passes, offers and claims. Never knows what time it is.
//! - [`diagram`]: pictures of positions. Never knows a terminal, a file or a stream.
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
//! - [`chooser`]: what to propose and to choose in an opening, by search. Never knows how it is asked.
//! - [`engine`]: one thinker and its reports. Never knows who asked, nor in which words.
//! - [`bench`](mod@bench): the signature of the search, and how fast its parts are. Never knows how a number is printed.

pub mod bench;
pub mod board;
pub mod chooser;
pub mod color;
pub mod contest;
pub mod diagram;
pub mod engine;
pub mod eval;
pub mod forbidden;
pub mod game;
pub mod line;
pub mod moves;
pub mod opening;
pub mod perft;
pub mod point;
pub mod point_set;
pub mod rule;
pub mod score;
pub mod search;
pub mod sgf;
pub mod shape;
pub mod symmetry;
pub mod zobrist;
