//! Gomoku and Renju: what the game is and how to play it.
//!
//! A program that plays against itself, names a forbidden point with its kind, and prints a win by fours:
//!
//! ```
//! use tengen_engine::{BoardSize, Engine, Forbidden, Game, Limits, Options, Point, Rows, RuleKind, Solve, Solved, solve};
//!
//! let size = BoardSize::square(15).unwrap();
//! let point = |text| Point::parse(text, size, Rows::FromBottom).unwrap();
//!
//! // It plays against itself.
//! let mut game = Game::new(RuleKind::Renju, size);
//! let mut engine = Engine::new(Options::default());
//! while game.result().is_none() && game.moves().len() < 8 {
//!     let outcome = engine.search(&game, Limits::nodes(200));
//!     game.play(outcome.point().unwrap()).unwrap();
//! }
//! println!("{game:?}");
//!
//! // A point that makes two open threes is forbidden to Black.
//! let crossed = Game::from_text(RuleKind::Renju, size, "g8a1i8c1h7e1h9g1", Rows::FromBottom)?;
//! assert_eq!(crossed.forbidden(point("h8")), Some(Forbidden::DoubleThree));
//!
//! // Black has an open three: a straight four wins.
//! let won = Game::from_text(RuleKind::Freestyle, size, "g8a1h8c1i8e1", Rows::FromBottom)?;
//! let Solved::Win(proof) = solve(&won, Solve::Vcf, &Limits::nodes(10_000)) else { panic!("this is won") };
//! for point in proof.line(&won, proof.root()) {
//!     print!("{} ", point.to_text(size, Rows::FromBottom));
//! }
//! # assert_eq!(proof.plies(proof.root()), 3);
//! # Ok::<(), tengen_engine::TextError>(())
//! ```
//!
//! More programs stand in the folder `examples` of the crate; the words are explained in [`vocabulary`].
//!
//! # The map
//!
//! Every module uses only modules listed above it; a test reads this list and fails when one imports upwards. After each
//! stands what it must never know, because absence is the part that a reader cannot see. Nothing in this crate prints,
//! reads files or knows a protocol. The other crates have maps of their own, which the README lists.
//!
//! Vocabulary: values to hand around.
//! - [`color`]: the two sides. Never knows that there is a board.
//! - [`point`]: places, sizes, directions and their text. Never knows what stands on a place.
//! - [`symmetry`]: the eight views of a board. Never knows what stands on it.
//! - [`rule`]: what a row of stones is worth, as values and as types. Never knows a position, a turn or a game.
//! - [`score`]: what a position is worth, and its stored form. Never knows how it was found.
//! - [`point_set`]: sets of points as bits. Never knows what they are sets of.
//! - [`random`]: SplitMix64. Never knows what is drawn.
//! - [`stable_map`]: maps and sets whose hasher has fixed seeds. Never knows what the keys are.
//! - [`checksum`]: sums of bytes. Never knows what the bytes are.
//! - [`picture`]: the grammar of drawn boards. Never knows what its symbols stand for.
//! - [`zobrist`]: the random words of keys. Never knows a whole position.
//! - [`charset`]: character sets of files. Never knows which format is read.
//! - [`sgf`]: trees of nodes with properties, from files of games. Never knows which game is played, nor its rules.
//!
//! Rules: what may be played and what it makes.
//! - [`line`](mod@line): the board as lines of cells. Never knows whose turn it is, nor any shape but a winning row.
//! - [`shape`]: what a stone makes of one line. Never knows a board: two lines meet only in [`shape::Pattern4`].
//! - [`forbidden`]: Black's forbidden moves, exactly. Never knows the history of a position.
//! - [`game`]: the checked record of a game. Never knows what is good to play.
//! - [`opening`]: the rules by which an opening is made and colours are chosen. Never knows what an opening is worth.
//! - [`contest`]: a game between two seats, with clocks, passes, offers, claims and penalties. Never knows what time it is.
//! - [`diagram`]: pictures of positions. Never knows a terminal, a file or a stream.
//! - [`position_key`]: the canonical key of a position. Never knows how the position came about.
//! - [`record`]: trees of moves from the files of other programs, and back. Never knows where a file lies.
//! - [`database`]: what is known of positions, and the databases of other programs. Never knows where a file lies, nor how
//!   a position was judged.
//!
//! Boards: what the search plays on.
//! - [`board`]: the board of the search, with all that follows from its stones. Never knows what a position is worth.
//! - [`moves`]: what the threats on a board leave to play. Never knows what comes after.
//! - [`perft`](mod@perft): counts of the game tree. Never knows how moves are ordered or judged.
//!
//! Judgement: what a quiet position is worth.
//! - [`eval`]: the sum of the values of all points, corrected by a network. Never knows how deep the search is, nor what it
//!   found.
//!
//! Search: what is best to play.
//! - [`search`]: threads, table, time, threats and the one recursion. Never knows a command, a manager or a stream.
//!
//! Facade: what every front talks to, together with [`game`].
//! - [`limits`]: what ends a search. Never knows who sets them.
//! - [`strength`]: how much of it is used. Never knows how a search works.
//! - [`chooser`]: what to propose and to choose in an opening, by search. Never knows how it is asked.
//! - [`solve`](mod@solve): forced wins with their proofs. Never knows what a quiet position is worth.
//! - [`threats`](mod@threats): where one stone makes a threat. Never knows what comes of it.
//! - [`engine`]: one thinker and its reports. Never knows who asked, nor in which words.
//! - [`growth`]: which position of a database is to be searched next. Never knows how long there is time.
//! - [`review`]: the mistakes of a game. Never knows a file, a terminal, or which engine answers its questions.
//! - [`bench`](mod@bench): the signature of the search, and how fast its parts are. Never knows how a number is printed.
//!
//! # Four walks
//!
//! The functions that a thing passes through, outermost first; none calls one that stands before it.
//!
//! A line `TURN 7,7` from the stream to its answer:
//! 1. `tengen_protocol::run` takes the line out of its queue and hands it to `Session::hear`.
//! 2. `tengen_protocol::command::parse` cuts it, `Session::turn` plays the stone with [`Game::place`], and `Session::think`
//!    makes a request.
//! 3. [`Engine::start`] makes a [`search::time`] budget of the clock and starts a thread for the request.
//! 4. `Searcher::search` deepens on every thread, and the recursion in `search::pvs` finds the [`Line`].
//! 5. `Session::see` gets [`Report::Done`] and `Session::finish` decides what is said.
//! 6. `Reply::line` writes `8,8`, and `run` sends it.
//!
//! A stone to its evaluation:
//! 1. `Board::play` puts it, and [`line`](mod@line)`::Lines::flip` changes the four lines through it.
//! 2. `Board::note_changes` looks every point near it up in `ShapeTable::pair`.
//! 3. `Board::reclassify` sorts the points by `Pattern4`. Each change stays in the journal of the board.
//! 4. `Evaluator::score` reads there what it does not know, and adds the difference of pattern values to its accumulators.
//! 5. It corrects the sum by the threat mask and the network and gives a [`Score`].
//!
//! A game of self-play to weights, in `training` of `tengen-program`:
//! 1. `selfplay` plays it by the search, from an opening of its own.
//! 2. `dataset` keeps its moves with their scores and its result, in blocks with checksums. `relabel` searches some of the
//!    positions deeper and keeps the labels in the same way.
//! 3. `train` has `dataset::replay` play the moves on a board once more, and makes a sample of each position.
//! 4. `tengen_models` sums the gradients of the samples over the threads and takes the weights downhill.
//! 5. `Weights::to_bytes` writes the file with its checksum, and `Weights::from_bytes` checks it wherever it is read:
//!    by `--weights`, or by `Weights::embedded` when a rule is first used.
//!
//! An engine given with `-e` to the report of a match, in `matches` of `tengen-program`:
//! 1. `cli` parses the option once into the engine's command line and its settings.
//! 2. `schedule` pairs the engines on openings, and each game asks the pool for two players.
//! 3. `process` starts a player, and `tengen_protocol::manager` makes its requests and reads its answers.
//! 4. The referee plays every answer on a [`Game`], and says how it ended.
//! 5. `standings` counts the results, and `statistics` makes Elo and errors of them for the report.

#![warn(missing_debug_implementations)]
// The map names every module, also those that only `internals` shows.
#![allow(rustdoc::private_intra_doc_links)]

// What only `internals` shows need not warn of results that are dropped, nor have a picture of its tables.
#[allow(clippy::must_use_candidate, missing_debug_implementations)]
mod bench;
#[allow(clippy::must_use_candidate, missing_debug_implementations)]
mod board;
pub mod charset;
mod checksum;
pub mod chooser;
pub mod color;
pub mod contest;
pub mod database;
pub mod diagram;
pub mod engine;
#[allow(clippy::must_use_candidate, missing_debug_implementations)]
mod eval;
pub mod forbidden;
pub mod game;
pub mod growth;
pub mod limits;
#[allow(clippy::must_use_candidate, missing_debug_implementations)]
mod line;
#[allow(clippy::must_use_candidate, missing_debug_implementations)]
mod moves;
pub mod opening;
#[allow(clippy::must_use_candidate, missing_debug_implementations)]
mod perft;
pub mod picture;
pub mod point;
#[allow(clippy::must_use_candidate, missing_debug_implementations)]
mod point_set;
pub mod position_key;
pub mod random;
pub mod record;
pub mod review;
pub mod rule;
pub mod score;
#[allow(clippy::must_use_candidate, missing_debug_implementations)]
mod search;
pub mod sgf;
#[allow(clippy::must_use_candidate, missing_debug_implementations)]
mod shape;
pub mod solve;
mod stable_map;
pub mod strength;
pub mod symmetry;
pub mod threats;
#[allow(clippy::must_use_candidate, missing_debug_implementations)]
mod zobrist;

#[doc = include_str!("vocabulary.md")]
pub mod vocabulary {}

// What the front page shows is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

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

    opened!(bench board checksum eval line moves perft point_set search shape stable_map zobrist);
}

pub use color::{ByColor, Color};
pub use engine::{Choice, Clock, Engine, Extent, Line, Options, Outcome, Report, Stopper, Task};
pub use forbidden::Forbidden;
pub use game::{Game, GameResult, Move, PlayError, Rules, TextError};
pub use limits::{Limits, Milliseconds};
pub use line::Cell;
pub use point::{BoardSize, Point, Rows};
pub use point_set::PointSet;
pub use rule::RuleKind;
pub use score::Score;
pub use solve::{Proof, Solve, Solved, solve};
pub use strength::Strength;
pub use threats::{Threat, threats};
pub use zobrist::Key;
