//! Ctrl-C: noted, so that a run can end in order, or the end of the program after some last act.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use anyhow::{Context, Error, Result};

/// The status of a program that Ctrl-C has ended, as shells have it.
const STATUS: i32 = 130;

/// Watches for Ctrl-C. The flag is raised when it comes, and `stop` is called. A process watches once.
///
/// # Errors
/// When Ctrl-C cannot be watched for.
pub(crate) fn watch(stop: impl Fn() + Send + 'static) -> Result<Arc<AtomicBool>> {
    let pressed = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&pressed);
    let note = move || {
        flag.store(true, Relaxed);
        stop();
    };
    let outlives_terminal = ignore_hangup();
    // An error of the system is not told by the one that holds it.
    let set = ctrlc::set_handler(note).map_err(|error| match error {
        ctrlc::Error::System(why) => Error::from(why),
        error => error.into(),
    });
    set.context("cannot watch for Ctrl-C")?;
    // The handler is for that signal too, and would end with its terminal what nohup has started.
    if outlives_terminal {
        ignore_hangup();
    }
    Ok(pressed)
}

/// Ends the program when Ctrl-C comes, once `act` is done. It dies of the signal, as a program without a handler does, so
/// that a loop of the shell that runs it ends too.
///
/// # Errors
/// When Ctrl-C cannot be watched for.
pub(crate) fn end_after(act: impl Fn() + Send + 'static) -> Result<()> {
    watch(move || {
        act();
        die_of_interrupt();
        process::exit(STATUS)
    })
    .map(drop)
}

/// Has the signal of Ctrl-C do what it does to a program that does not watch for it.
#[cfg(unix)]
fn die_of_interrupt() {
    use nix::sys::signal::{SigHandler, Signal, raise, signal};
    // SAFETY: the default is no handler, and the one before is not called.
    let _ = unsafe { signal(Signal::SIGINT, SigHandler::SigDfl) };
    let _ = raise(Signal::SIGINT);
}

/// There is no such signal.
#[cfg(not(unix))]
fn die_of_interrupt() {}

/// Ignores the end of the terminal, and tells whether that was so before.
#[cfg(unix)]
fn ignore_hangup() -> bool {
    use nix::sys::signal::{SaFlags, SigAction, SigHandler, SigSet, Signal, sigaction};
    let ignore = SigAction::new(SigHandler::SigIgn, SaFlags::empty(), SigSet::empty());
    // SAFETY: no handler is set, and the one before is looked at and never called.
    let before = unsafe { sigaction(Signal::SIGHUP, &ignore) };
    before.is_ok_and(|before| matches!(before.handler(), SigHandler::SigIgn))
}

/// There is no such signal.
#[cfg(not(unix))]
fn ignore_hangup() -> bool {
    false
}
