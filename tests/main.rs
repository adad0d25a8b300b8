//! All tests that look at the packages from outside, in one program.

mod announced;
mod arena;
mod brain;
mod command;
mod compliance;
mod conversation;
mod fuzz;
mod games;
mod judge;
mod opening;
mod oracle;
mod perft;
mod positions;
mod rules;
mod shapes;
mod signature;
mod threats;
mod tidy;
mod training;
