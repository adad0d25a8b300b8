//! An engine as a child process: lines in and out with the time of each, and nothing that it does can block or flood us.

mod exit;
mod heard;
mod memory;
mod room;
mod tap;
mod words;

use std::cell::Cell;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use tengen_protocol::lines::LineCutter;

use crate::terminal::shortened;
use tap::{StreamNotes, Tap};

pub(crate) use exit::{ended, has_crashed};
pub(crate) use heard::{Heard, Silence};
pub(crate) use room::StartError;
pub(crate) use words::words;

/// Bytes an engine may say between two of our requests. A detailed analysis of a long move stays far below.
const MOST_BYTES: usize = 8 << 20;
/// Bytes of a line that are kept.
const LONGEST_LINE: usize = 64 << 10;
/// How long to sleep at most before looking whether all was cancelled.
const HEARTBEAT: Duration = Duration::from_millis(50);

/// How long the end of a process may take to show after the end of its output.
const CLOSING_WAIT: Duration = Duration::from_millis(100);
/// How long a process may take to stand still, and how long to wait between two looks at it.
#[cfg(target_os = "linux")]
const MOST_TO_STOP: Duration = Duration::from_secs(5);
#[cfg(target_os = "linux")]
const BETWEEN_LOOKS: Duration = Duration::from_micros(100);

/// Of the flags with which Windows starts a process.
#[cfg(windows)]
const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;

/// A running engine. It is killed when this is dropped, and of what it started whatever stayed in its group of processes.
pub(crate) struct Process {
    child: Child,
    /// To the thread that writes to it: an engine that reads nothing must not hold anybody else up.
    says: Option<Sender<String>>,
    heard: Receiver<Heard>,
    /// Bytes that may still be said before it counts as a flood.
    allowance: Arc<AtomicUsize>,
    /// What is noted of its standard output.
    notes: Arc<StreamNotes>,
}

impl Process {
    /// Starts an executable, in this folder if there is one: a path to it is seen from where we are all the same. Where this
    /// machine has no room for it that is tried again, until all is cancelled.
    pub(crate) fn start(
        program: &str,
        arguments: &[String],
        folder: Option<&Path>,
        cancelled: &AtomicBool,
    ) -> Result<Process, StartError> {
        room::wait(cancelled, || Process::try_start(program, arguments, folder))
    }

    fn try_start(program: &str, arguments: &[String], folder: Option<&Path>) -> io::Result<Process> {
        let mut command = folder.map_or_else(|| Ok(Command::new(program)), |folder| in_folder(program, folder))?;
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A group of its own, so that a script's children end with it and Ctrl-C reaches the runner alone.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        #[cfg(windows)]
        std::os::windows::process::CommandExt::creation_flags(&mut command, CREATE_NEW_PROCESS_GROUP);
        let child = command.spawn()?;
        let (sender, heard) = channel();
        let (says, to_say) = channel::<String>();
        // From here on the child ends with this, should there be no threads to be had.
        let mut process = Process {
            child,
            says: Some(says),
            heard,
            allowance: Arc::new(AtomicUsize::new(MOST_BYTES)),
            notes: Arc::default(),
        };
        let mut input = process.child.stdin.take().expect("it was asked for");
        thread::Builder::new().spawn(move || {
            for lines in to_say {
                if input.write_all(lines.as_bytes()).and_then(|()| input.flush()).is_err() {
                    return;
                }
            }
        })?;
        let output = process.child.stdout.take().expect("it was asked for");
        let error = process.child.stderr.take().expect("it was asked for");
        let closing = sender.clone();
        let budget = process.allowance.clone();
        let notes = process.notes.clone();
        thread::Builder::new().spawn(move || {
            listen(output, &budget, &notes, &closing, Heard::Line);
            let _ = closing.send(Heard::Closed);
        })?;
        let budget = process.allowance.clone();
        thread::Builder::new().spawn(move || {
            listen(error, &budget, &StreamNotes::default(), &sender, |_, line| Heard::Stderr(line));
        })?;
        Ok(process)
    }

    /// Sends lines in one piece and returns when that was, or `None` when it has closed its input.
    pub(crate) fn say(&self, lines: String) -> Option<Instant> {
        self.allowance.store(MOST_BYTES, Ordering::Relaxed);
        let now = Instant::now();
        self.says.as_ref()?.send(lines).ok().map(|()| now)
    }

    /// Says nothing more: the engine reads the end of its input.
    pub(crate) fn close_input(&mut self) {
        self.says = None;
    }

    /// How its lines ended so far: "LF", "CR LF", "CR" or several of them.
    pub(crate) fn line_ends(&self) -> Vec<&'static str> {
        self.notes.line_ends()
    }

    /// The beginning of a line whose end has not come, if there is one.
    pub(crate) fn unfinished(&self) -> Option<String> {
        self.notes.unfinished()
    }

    /// Waits for the next thing to hear, at the longest until `until`.
    pub(crate) fn hear(&mut self, until: Instant, cancelled: &AtomicBool) -> Result<Heard, Silence> {
        let mut ended = false;
        loop {
            if cancelled.load(Ordering::Relaxed) {
                return Err(Silence::Cancelled);
            }
            let left = until.saturating_duration_since(Instant::now());
            match self.heard.recv_timeout(left.min(HEARTBEAT)) {
                Ok(heard) => return Ok(heard),
                Err(RecvTimeoutError::Disconnected) => return Ok(Heard::Closed),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(Silence::TimeUp),
                // What it started may hold its output open. Its last words still have a heartbeat to come in.
                Err(RecvTimeoutError::Timeout) if ended => return Ok(Heard::Closed),
                Err(RecvTimeoutError::Timeout) => ended = matches!(self.child.try_wait(), Ok(Some(_))),
            }
        }
    }

    /// What was said and not listened to yet.
    pub(crate) fn pending(&self) -> impl Iterator<Item = Heard> + '_ {
        self.heard.try_iter()
    }

    /// What it still says until both of its streams end, at the longest for a moment.
    pub(crate) fn last_words(&self) -> impl Iterator<Item = Heard> + '_ {
        let until = Instant::now() + CLOSING_WAIT;
        std::iter::from_fn(move || self.heard.recv_timeout(until.saturating_duration_since(Instant::now())).ok())
    }

    /// How it ended, if it ended within a moment of closing its output.
    pub(crate) fn status(&mut self) -> Option<ExitStatus> {
        self.wait(Instant::now() + CLOSING_WAIT)
    }

    /// Waits for it to end by itself, at the longest until `until`.
    pub(crate) fn wait(&mut self, until: Instant) -> Option<ExitStatus> {
        let mut pause = Duration::from_micros(500);
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            if Instant::now() >= until {
                return None;
            }
            thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(20));
        }
    }

    /// Freezes it with its children. On a busy machine that takes a moment, in which it would still read what is said next.
    #[cfg(unix)]
    pub(crate) fn suspend(&self) {
        self.signal(nix::sys::signal::Signal::SIGSTOP);
        #[cfg(target_os = "linux")]
        self.await_stop();
    }

    /// Waits until it stands still or has ended, but not for ever: others may let it go on.
    #[cfg(target_os = "linux")]
    fn await_stop(&self) {
        use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
        let process = nix::unistd::Pid::from_raw(self.child.id().cast_signed());
        let flags = WaitPidFlag::WSTOPPED | WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
        let begin = Instant::now();
        while waitid(Id::Pid(process), flags) == Ok(WaitStatus::StillAlive) && begin.elapsed() < MOST_TO_STOP {
            thread::sleep(BETWEEN_LOOKS);
        }
    }

    /// Lets it go on.
    #[cfg(unix)]
    pub(crate) fn resume(&self) {
        self.signal(nix::sys::signal::Signal::SIGCONT);
    }

    #[cfg(unix)]
    fn signal(&self, signal: nix::sys::signal::Signal) {
        let group = nix::unistd::Pid::from_raw(self.child.id().cast_signed());
        // It fails when the process has ended, which is noticed elsewhere.
        let _ = nix::sys::signal::killpg(group, signal);
    }

    /// Suspending is refused before a match starts on systems where it is not known how.
    #[cfg(not(unix))]
    pub(crate) fn suspend(&self) {}

    /// Nothing was suspended.
    #[cfg(not(unix))]
    pub(crate) fn resume(&self) {}

    /// Memory that it and its children would give back by ending, in bytes, where the system can tell.
    pub(crate) fn own_memory(&self) -> Option<u64> {
        memory::own_memory(self.child.id())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Whether or not it has ended itself: what it started may go on, and would take time from the games that follow. What
        // has left its group, as a daemon does, is out of reach.
        #[cfg(unix)]
        self.signal(nix::sys::signal::Signal::SIGKILL);
        // What it started can be found only while it lives itself.
        #[cfg(windows)]
        if matches!(self.child.try_wait(), Ok(None)) {
            let _ = Command::new("taskkill").args(["/T", "/F", "/PID", &self.child.id().to_string()]).output();
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A command in another folder. A path to its program is made whole, as systems differ in where they see it from; a bare name is
/// left to be searched for. Links are not followed: a program may tell by its own path what it is.
fn in_folder(program: &str, folder: &Path) -> io::Result<Command> {
    let path = Path::new(program);
    let is_bare = path.components().nth(1).is_none();
    let mut command = if is_bare { Command::new(path) } else { Command::new(std::path::absolute(path)?) };
    command.current_dir(folder);
    Ok(command)
}

/// What is said at the end of a complaint that no answer came where an unfinished line did.
pub(crate) fn unfinished_note(line: &str) -> String {
    format!("; an unfinished line came: \"{}\" (does the line end, and is the output flushed?)", shortened(line))
}

/// Passes lines on until the stream ends, a flood breaks out or nobody listens. Empty lines say nothing.
fn listen(
    stream: impl Read,
    allowance: &AtomicUsize,
    notes: &StreamNotes,
    to: &Sender<Heard>,
    wrap: impl Fn(Instant, String) -> Heard,
) {
    let is_flooded = Cell::new(false);
    let tap = Tap { stream, allowance, notes, is_flooded: &is_flooded, last: 0 };
    for line in LineCutter::new(tap, LONGEST_LINE).map_while(Result::ok) {
        let now = Instant::now();
        if is_flooded.get() {
            break;
        }
        let heard = wrap(now, String::from_utf8_lossy(&line).into_owned());
        if !line.is_empty() && to.send(heard).is_err() {
            return;
        }
    }
    if is_flooded.get() {
        let _ = to.send(Heard::Flood);
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    fn all_heard(stream: impl Read, allowance: usize) -> Vec<Heard> {
        let (sender, heard) = channel();
        listen(stream, &AtomicUsize::new(allowance), &StreamNotes::default(), &sender, |_, line| Heard::Stderr(line));
        drop(sender);
        heard.iter().collect()
    }

    #[test]
    fn the_end_of_a_long_line_is_no_answer() {
        let line = "x".repeat(LONGEST_LINE);
        let heard = all_heard(format!("{line}0,0\n7,7\n").as_bytes(), MOST_BYTES);
        let is_cut = |begin: &str, end: &str| begin == line && end == "7,7";
        assert!(matches!(&heard[..], [Heard::Stderr(begin), Heard::Stderr(end)] if is_cut(begin, end)));
    }

    #[test]
    fn of_a_flood_no_beginning_of_a_line_is_heard() {
        let heard = all_heard(b"OK\n\n".chain(io::repeat(b'1')), 1000);
        assert!(matches!(&heard[..], [Heard::Stderr(line), Heard::Flood] if line == "OK"), "{heard:?}");
    }

    #[test]
    fn a_program_is_found_from_here_and_runs_in_its_folder() {
        let here = std::env::current_dir().unwrap();
        for (program, expected) in [
            ("sh", "sh".into()),
            ("./sh", here.join("sh")),
            ("../a/sh", here.join("../a/sh")),
            ("/bin/sh", "/bin/sh".into()),
        ] {
            let command = in_folder(program, Path::new("/")).unwrap();
            assert_eq!(Path::new(command.get_program()), expected, "{program}");
        }
        let command = ["-c".to_string(), "pwd".to_string()];
        let mut process = Process::start("sh", &command, Some(Path::new("/")), &AtomicBool::new(false)).unwrap();
        let heard = process.hear(Instant::now() + Duration::from_secs(60), &AtomicBool::new(false));
        assert!(matches!(&heard, Ok(Heard::Line(_, line)) if line == "/"), "{heard:?}");
    }

    #[test]
    fn who_is_suspended_stands_still_at_once() {
        let process = Process::start("sleep", &["60".to_string()], None, &AtomicBool::new(false)).unwrap();
        for _ in 0..50 {
            process.suspend();
            let state = std::fs::read_to_string(format!("/proc/{}/stat", process.child.id())).unwrap();
            assert!(state.contains(") T "), "{state}");
            process.resume();
        }
    }
}
