//! The executable. All that it does is in the library beside it.

use std::process::ExitCode;

fn main() -> ExitCode {
    tengen_program::run()
}
