//! All tests that look at the packages from outside, in one program.

mod arena;
mod judge;
mod oracle;
mod perft;
mod positions;
mod rules;
mod shapes;
mod tidy;
