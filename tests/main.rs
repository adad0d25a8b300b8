//! All tests that look at the packages from outside, in one program.
//!
//! # The map
//!
//! - [`arena`]: `match` with engines that misbehave, its files, clocks and standings.
//! - [`brain`]: the protocol, as a manager speaks it with the program.
//! - [`command`]: what subcommands print, and how they complain.
//! - [`compliance`]: streams, floods, start-up and memory of the program.
//! - [`conversation`]: written conversations of the protocol.
//! - [`convert`]: `convert`, and positions from files.
//! - [`fuzz`]: lines of every sense and nonsense against a session.
//! - [`games`]: whole games between two processes.
//! - [`harness`]: a run of the program, and folders for tests.
//! - [`jiu`]: the rules, counts and player of Jiu.
//! - [`lines`]: several lines of play at once.
//! - [`living`]: finished games of Go.
//! - [`objects`]: every key of `--json`.
//! - [`opening`]: `opening` and `openings` under every opening rule.
//! - [`outputs`]: files that commands write.
//! - [`scattered`]: openings of scattered stones, for the others.
//! - [`signature`]: the nodes of the bench.
//! - [`store`]: `db`, damage and kills.
//! - [`study`]: `review`, `solve`, `analyze` and `suite`.
//! - [`threads`]: a system that gives no thread.
//! - [`tidy`]: the repository itself: maps, lengths, words, scripts, and what is published.
//! - [`training`]: `selfplay`, `relabel`, `validate`, `train` and `tune`.
//!
//! The tests of the doctor, in `doctor`, and those of the page in a browser, in `web`, are programs of their own.

mod arena;
mod brain;
mod command;
mod compliance;
mod conversation;
mod convert;
mod fuzz;
mod games;
mod harness;
mod jiu;
mod lines;
mod living;
mod objects;
mod opening;
mod outputs;
#[path = "../engine/tests/scattered.rs"]
mod scattered;
mod signature;
mod store;
mod study;
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
mod threads;
mod tidy;
mod training;
