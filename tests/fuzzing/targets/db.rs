//! Databases of Yixin and Rapfi under libFuzzer.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_fuzzing::meet_database;

fuzz_target!(|bytes: &[u8]| meet_database(bytes));
