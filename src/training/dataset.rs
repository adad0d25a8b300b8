//! Training data on disk: [files](mod@file) of checked blocks, the [games](game) of self-play and the [labels](label) of deep
//! searches in them, and the [replay] of games.

mod bytes;
pub(crate) mod file;
pub(crate) mod game;
pub(crate) mod label;
pub(crate) mod place;
pub(crate) mod replay;
