//! Commands that study one position or many: `analyze`, `solve`, `review` and `suite`.

pub(crate) mod analyze;
mod record_file;
pub(crate) mod review;
pub(crate) mod solve;
pub(crate) mod suite;
mod variation;
