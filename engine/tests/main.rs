//! All tests that look at the engine from outside, in one program, which links once.

mod announced;
mod files;
mod judge;
mod openings;
mod oracle;
mod perft;
mod positions;
mod review;
mod rules;
mod scattered;
mod shapes;
mod signature;
mod strength;
mod threats;
