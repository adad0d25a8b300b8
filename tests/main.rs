//! All tests that look at the packages from outside, in one program.

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
mod opening;
mod outputs;
#[path = "../engine/tests/scattered.rs"]
mod scattered;
mod store;
mod study;
mod tidy;
mod training;
