//! How a process ended: by itself or by a fault, on every system.

use std::ops::Range;
use std::process::ExitStatus;

/// The codes by which Windows tells that a fault ended a process: of the system, and of runtimes of languages.
const NTSTATUS_ERRORS: Range<u32> = 0xC000_0000..0xF000_0000;

/// How a process ended whose output is at its end, in words: without a status it may still run.
pub(crate) fn ended(status: Option<ExitStatus>) -> String {
    let Some(status) = status else { return "closed its output".to_string() };
    match status.code() {
        Some(code) if !has_crashed(status) => format!("ended by itself: exit code {code}"),
        _ => format!("ended by itself: {status}"),
    }
}

/// Whether a process was ended by a fault, and not by itself.
pub(crate) fn has_crashed(status: ExitStatus) -> bool {
    is_crash(status.code())
}

/// Whether this code of an exit, or none, is that of a fault: Unix has a signal in its place, and Windows an NTSTATUS of the
/// severity "error" as the code. Small negative numbers are codes that programs choose, and Unix has none of either.
fn is_crash(code: Option<i32>) -> bool {
    code.is_none_or(|code| NTSTATUS_ERRORS.contains(&code.cast_unsigned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crash_is_told_from_an_exit_on_every_system() {
        for code in [0, 1, 127, 255, -1, -255] {
            assert!(!is_crash(Some(code)), "{code}");
        }
        for code in [0xC000_0005_u32, 0xC000_0409, 0xE06D_7363] {
            assert!(is_crash(Some(code.cast_signed())), "{code:#x}");
        }
        assert!(is_crash(None));
    }
}
