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
