//! Commands that study one position or many: `analyze`, `solve` and `suite`.

pub(crate) mod analyze;
mod blocking;
pub(crate) mod solve;
pub(crate) mod suite;
