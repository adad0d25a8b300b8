//! Two more games for boards of points: finished games of Go, counted by living stones, and Jiu, with a player of its own.
//!
//! What every game on points shares comes from `tengen_engine`: sides, points, pictures, random numbers, keys and the reader
//! of SGF. No rule of Gomoku is known here, and nothing there knows these games.
//!
//! # The map
//!
//! Every module uses only modules listed above it; a test reads this list and fails when one imports upwards. After each
//! stands what it must never know. Nothing in this crate prints, reads files or knows a protocol.
//!
//! - [`jiu`]: the rules, the record and the engine of Jiu. Never knows a rule of Gomoku, a file or a stream.
//! - [`living`]: finished games of Go, counted by living stones. Never knows a rule of Gomoku, a file or a stream.

#![warn(missing_debug_implementations)]

pub mod jiu;
pub mod living;
