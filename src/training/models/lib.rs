//! What training fits: the table of the evaluation and its network, and how both go downhill.
//!
//! A crate of its own because it is arithmetic on long lists, and compiled to be quick, while the commands around it are
//! compiled to be small. Functions that take closures are compiled where they are called, so what takes long has none.
//!
//! # The map
//!
//! Every module uses only modules listed above it. After each stands what it must never know.
//!
//! - [`logit`]: the odds to win, and what a wrong one costs. Never knows a position.
//! - [`sample`]: a position as training sees it. Never knows a file.
//! - [`descent`]: the gradient of a batch, by several threads. Never knows what is fitted.
//! - [`optimiser`]: numbers that go downhill. Never knows what they are worth.
//! - [`start`]: weights set by hand. Never knows a sample.
//! - [`table`]: the table, by logistic regression. Never knows the network.
//! - [`network`]: the network, by what the table leaves to be explained. Never knows the table.

// Only training uses it.
#![allow(clippy::must_use_candidate)]
// The map is for who works on them, whose documentation is built with all that is private.
#![allow(rustdoc::private_intra_doc_links)]

mod descent;
mod logit;
mod network;
mod optimiser;
mod sample;
mod start;
mod table;

pub use logit::{cross_entropy, sigmoid};
pub use network::NetworkModel;
pub use optimiser::Parameters;
pub use sample::Sample;
pub use table::{StepSizes, TableModel};
