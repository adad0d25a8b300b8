//! Why a process does not start: by its program, or for want of room on this machine, which is nobody's fault.

use std::error::Error;
use std::fmt;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How long room for a process is waited for, which others may give back, and how long to wait between two tries.
const ROOM_WAIT: Duration = Duration::from_secs(5);
const BETWEEN_TRIES: Duration = Duration::from_millis(50);

/// Tries to start something until there is room for it, at the longest for a while or until all is cancelled.
pub(super) fn wait<T>(cancelled: &AtomicBool, mut try_start: impl FnMut() -> io::Result<T>) -> Result<T, StartError> {
    let begin = Instant::now();
    loop {
        let is_waited_for = begin.elapsed() < ROOM_WAIT && !cancelled.load(Ordering::Relaxed);
        match try_start().map_err(StartError::from) {
            Err(StartError::Room(_)) if is_waited_for => thread::sleep(BETWEEN_TRIES),
            started => return started,
        }
    }
}

/// Why a process does not start.
#[derive(Debug)]
pub(crate) enum StartError {
    /// The program cannot be executed.
    Program(io::Error),
    /// This machine has no files, threads, processes or memory left for it.
    Room(io::Error),
}

impl From<io::Error> for StartError {
    fn from(error: io::Error) -> StartError {
        if is_want_of_room(&error) { StartError::Room(error) } else { StartError::Program(error) }
    }
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartError::Program(error) => error.fmt(f),
            StartError::Room(error) => write!(f, "this machine has no room for another process: {error}"),
        }
    }
}

impl Error for StartError {}

#[cfg(unix)]
fn is_want_of_room(error: &io::Error) -> bool {
    use nix::errno::Errno;
    let number = error.raw_os_error().map(Errno::from_raw);
    matches!(number, Some(Errno::EMFILE | Errno::ENFILE | Errno::EAGAIN | Errno::ENOMEM))
}

#[cfg(not(unix))]
fn is_want_of_room(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::OutOfMemory
}

#[cfg(all(test, unix))]
mod tests {
    use nix::errno::Errno;

    use super::*;

    #[test]
    fn room_is_waited_for_until_all_is_cancelled() {
        let (cancelled, mut tries) = (AtomicBool::new(false), 0);
        let started = wait(&cancelled, || {
            tries += 1;
            cancelled.store(tries == 2, Ordering::Relaxed);
            if tries < 9 { Err(io::Error::from(Errno::EMFILE)) } else { Ok(()) }
        });
        assert!(matches!(started, Err(StartError::Room(_))), "{started:?}");
        // It is looked at before each try.
        assert_eq!(tries, 3);
    }

    #[test]
    fn want_of_room_is_told_from_a_program_that_is_none() {
        for (error, is_room) in [
            (Errno::EMFILE, true),
            (Errno::ENFILE, true),
            (Errno::EAGAIN, true),
            (Errno::ENOMEM, true),
            (Errno::ENOENT, false),
            (Errno::EACCES, false),
            (Errno::ENOEXEC, false),
        ] {
            let error = StartError::from(io::Error::from(error));
            assert_eq!(matches!(error, StartError::Room(_)), is_room, "{error}");
        }
    }
}
