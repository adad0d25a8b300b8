//! What every target does: the bytes are a file of a format, read strictly and then with all that can be saved of it.

#[path = "../../engine/tests/files/check.rs"]
mod check;

pub use tengen_engine::record::format::FileFormat;

/// Reads bytes as a file, writes what comes of it in every format and reads that again.
pub fn meet(format: FileFormat, bytes: &[u8]) {
    // How well they are read is nothing to a fuzzer.
    let _ = (check::check(format, bytes, false), check::check(format, bytes, true));
}
