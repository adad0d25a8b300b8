//! Saved games of Yixin-Board under libFuzzer.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_fuzzing::{Format, meet};

fuzz_target!(|bytes: &[u8]| meet(Format::Sav, bytes));
