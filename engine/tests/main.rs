//! All tests that look at the engine from outside, in one program, which links once.
//!
//! # The map
//!
//! - [`announced`]: wins and losses that the search announces come true.
//! - [`files`]: damaged files of every format.
//! - [`judge`]: how games end, under every rule: overlines, blocked fives, full boards.
//! - [`openings`]: the rules of openings.
//! - [`oracle`]: the rules once more, slowly, for the others.
//! - [`perft`]: leaves of the game tree against counts in files.
//! - [`positions`]: positions on which two ways to judge are compared, for the others.
//! - [`review`]: planted mistakes in annotated games.
//! - [`rules`]: forbidden moves of Black.
//! - [`scattered`]: openings of scattered stones, for the others.
//! - [`shapes`]: what a stone makes of a line, under every rule.
//! - [`signature`]: the same search twice is the same search.
//! - [`strength`]: levels of playing strength.
//! - [`threats`]: claimed wins by threats hold against every answer.

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
