//! Old records of Piskvork under libFuzzer.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_fuzzing::{FileFormat, meet};

fuzz_target!(|bytes: &[u8]| meet(FileFormat::Rec, bytes));
