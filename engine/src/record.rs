//! Records and libraries: games and trees of moves as programs keep them in files.
//!
//! A reader makes a [`tree::Tree`] of the bytes of a file, and a writer makes bytes of a tree; [`format`](mod@format) lists
//! the formats and tells them apart. Whatever a file holds, a reader ends with a tree or with an error that names the place:
//! what it takes from a file in memory is bounded by its length.

mod bdt;
mod builder;
pub mod fifths;
pub mod format;
pub mod head;
mod lines;
pub mod losses;
pub mod moves;
mod plain;
mod pos;
mod psq;
pub mod reading;
mod rec;
mod renjunet;
mod renlib;
mod sav;
mod sgf;
pub mod texts;
pub mod tree;
pub mod writing;

#[cfg(test)]
mod tests;
