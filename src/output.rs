//! What commands say on the standard output. That nobody reads it any more (`pbrain-tengen bench | head`) is no reason to
//! fail, nor to leave work undone whose result is a file.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};

/// Says a line, formatted as by [`format!`].
macro_rules! say {
    ($($line:tt)*) => {
        $crate::output::write(format_args!("{}\n", format_args!($($line)*)))
    };
}
pub(crate) use say;

/// Writes text to the standard output.
pub(crate) fn write(text: impl Display) {
    match write!(io::stdout(), "{text}") {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => {}
        result => result.expect("the standard output takes what is written"),
    }
}
