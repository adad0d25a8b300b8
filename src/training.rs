//! Commands that train: games of self-play, labels of deep searches, weights fitted to them, and parameters of the search.

mod conditions;
mod dataset;
mod phase;
pub(crate) mod relabel;
pub(crate) mod selfplay;
pub(crate) mod train;
pub(crate) mod tune;
pub(crate) mod validate;
