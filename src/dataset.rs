//! Training data on disk: [files](file) of checked blocks, the [games](game) of self-play in them, and what is read of both.

mod bytes;
pub(crate) mod file;
pub(crate) mod game;
pub(crate) mod replay;
