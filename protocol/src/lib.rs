//! What game managers say and what the engine answers: the Gomocup protocol and its Yixin-Board extensions.
//!
//! # The map
//!
//! Every module uses only modules listed above it; a test reads this list and fails when one imports upwards. After each
//! stands what it must never know. None but [`stream`], [`lines`] and [`run`](mod@run) touches a stream, a thread or a clock,
//! save that [`settings`] counts the cores of the machine and that the [`board::Thinker`] starts the clock of each job
//! that it does.
//!
//! Vocabulary: values of the conversation.
//! - [`database`]: databases behind a trait. Never knows a file.
//! - [`stream`]: streams that may not block. Never knows what is said.
//! - [`lines`]: a stream is cut into lines. Never knows what one says.
//! - [`coords`]: which number of a coordinate is the column. Never knows what stands on a point.
//! - [`settings`]: what the command line decides before the first word is heard. Never knows a word of the protocol.
//! - [`command`]: a line is cut into a word and its arguments. Never knows a game.
//! - [`info`]: the keys of `INFO`, the numbers of rules and of no limit; both halves read it. Never knows what was told.
//!
//! The manager's half:
//! - [`manager`]: from typed requests to lines, and from lines to typed answers. Never knows a process.
//!
//! The engine's half:
//! - [`refusal`]: why a command is answered with `ERROR`. Never knows which command it was.
//! - [`reply`]: an answer becomes one line. Never knows why it is given.
//! - [`preferences`]: what `INFO` told: times, rule, memory. Never knows a position.
//! - [`setup`]: the lists of stones that follow `BOARD` and its kin become a position. Never knows what is asked about it.
//! - [`yixin`]: the lines that analysis programs read. Never knows when they are wanted.
//! - [`console`]: help and a picture of the board, for people. Never knows a conversation.
//! - [`draw`]: whether a draw that is offered is accepted. Never knows who offers it, nor in which words.
//! - [`session`]: the pure machine, from lines heard and reports seen to actions. Never knows a stream, a thread or what time
//!   it is.
//!
//! The page's half and its engine:
//! - [`board`]: the conversation of the page that shows a board. Never knows a stream, a thread or, but for its thinker,
//!   what time it is.
//!
//! The loop of the protocol:
//! - [`run`](mod@run): the loop that hears, acts and speaks. Never knows what a word means.

#![warn(missing_debug_implementations)]

pub mod board;
pub mod command;
pub mod console;
pub mod coords;
pub mod database;
pub mod draw;
pub mod info;
pub mod lines;
pub mod manager;
pub mod preferences;
pub mod refusal;
pub mod reply;
pub mod run;
pub mod session;
pub mod settings;
pub mod setup;
pub mod stream;
pub mod yixin;

// What the front page shows is compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

pub use run::{run, run_or_leave};
pub use settings::Settings;
