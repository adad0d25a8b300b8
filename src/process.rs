//! An engine as a child process: lines in and out with the time of each, and nothing that it does can block or flood us.

mod exit;
mod heard;
mod memory;
mod room;
mod words;

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use crate::terminal::shortened;

pub(crate) use exit::{ended, has_crashed};
pub(crate) use heard::{Heard, Silence};
pub(crate) use room::StartError;
pub(crate) use words::words;

/// Bytes an engine may say between two of our requests. A detailed analysis of a long move stays far below.
const MOST_BYTES: usize = 8 << 20;
/// What a line costs in addition to its bytes: keeping it takes about that much.
const LINE_COST: usize = 64;
/// Longest line that is kept whole.
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
/// How lines end, in the order in which it is noted that they do.
const LINE_ENDS: [&str; 3] = ["LF", "CR LF", "CR"];

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
    /// Which of [`LINE_ENDS`] a line of its standard output has had.
    line_ends: Arc<[AtomicBool; 3]>,
    /// The beginning of a line of its standard output whose end has not come.
    unfinished: Arc<Mutex<Vec<u8>>>,
}

impl Process {
    /// Starts an executable, in this folder if there is one. Where this machine has no room for it that is tried again, until
    /// all is cancelled.
    pub(crate) fn start(
        program: &str,
        arguments: &[String],
        folder: Option<&Path>,
        cancelled: &AtomicBool,
    ) -> Result<Process, StartError> {
        room::wait(cancelled, || Process::try_start(program, arguments, folder))
    }

    fn try_start(program: &str, arguments: &[String], folder: Option<&Path>) -> io::Result<Process> {
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        folder.map(|folder| command.current_dir(folder));
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
            line_ends: Arc::default(),
            unfinished: Arc::default(),
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
        let ends = process.line_ends.clone();
        let unfinished = process.unfinished.clone();
        thread::Builder::new().spawn(move || {
            let mut last = 0;
            let output = Tap { stream: output, look: |bytes: &[u8]| note_line_ends(bytes, &mut last, &ends) };
            listen(output, &budget, &unfinished, &closing, Heard::Line);
            let _ = closing.send(Heard::Closed);
        })?;
        let budget = process.allowance.clone();
        thread::Builder::new().spawn(move || {
            listen(error, &budget, &Mutex::default(), &sender, |_, line| Heard::Complaint(line));
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
        let seen = self.line_ends.iter().map(|end| end.load(Ordering::Relaxed));
        LINE_ENDS.into_iter().zip(seen).filter_map(|(name, seen)| seen.then_some(name)).collect()
    }

    /// The beginning of a line whose end has not come, if there is one.
    pub(crate) fn unfinished(&self) -> Option<String> {
        let text = String::from_utf8_lossy(&self.unfinished.lock()).trim().to_string();
        (!text.is_empty()).then_some(text)
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

    /// Asks it to end and waits for that. `None` when it has to be killed.
    pub(crate) fn end(&mut self, wait: Duration) -> Option<ExitStatus> {
        self.resume();
        let _ = self.say("END\r\n".to_string());
        // Managers keep the pipe open: an engine that ends by END alone must be told from one that waits for the end of
        // its input.
        self.wait(Instant::now() + wait)
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

/// A stream that shows what is read from it.
struct Tap<R, F> {
    stream: R,
    look: F,
}

impl<R: Read, F: FnMut(&[u8])> Read for Tap<R, F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.stream.read(buffer)?;
        (self.look)(&buffer[..count]);
        Ok(count)
    }
}

/// Notes which of [`LINE_ENDS`] are among these bytes, `last` being the byte before them.
fn note_line_ends(bytes: &[u8], last: &mut u8, ends: &[AtomicBool; 3]) {
    for &byte in bytes {
        let end = match (*last, byte) {
            (b'\r', b'\n') => Some(1),
            (_, b'\n') => Some(0),
            (b'\r', _) => Some(2),
            _ => None,
        };
        if let Some(end) = end {
            ends[end].store(true, Ordering::Relaxed);
        }
        *last = byte;
    }
}

/// What is said at the end of a complaint that no answer came where an unfinished line did.
pub(crate) fn unfinished_note(line: &str) -> String {
    format!("; an unfinished line came: \"{}\" (does the line end, and is the output flushed?)", shortened(line))
}

/// Passes lines on until the stream ends, a flood breaks out or nobody listens. CR, LF or both end a line, and empty lines
/// say nothing. What came of a line whose end has not come is `unfinished`.
fn listen(
    stream: impl Read,
    allowance: &AtomicUsize,
    unfinished: &Mutex<Vec<u8>>,
    to: &Sender<Heard>,
    wrap: impl Fn(Instant, String) -> Heard,
) {
    let mut stream = BufReader::new(stream);
    loop {
        let bytes = match stream.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            bytes => bytes.unwrap_or_default(),
        };
        let over = bytes.is_empty();
        let mut line = unfinished.lock();
        let room = LONGEST_LINE - line.len();
        let bytes = &bytes[..bytes.len().min(room)];
        let end = bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        let whole = over || end.is_some() || bytes.len() == room;
        let length = end.map_or(bytes.len(), |end| end + 1);
        line.extend_from_slice(&bytes[..end.unwrap_or(length)]);
        stream.consume(length);
        let cost = length + if whole { LINE_COST } else { 0 };
        let spent = allowance.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(cost));
        if spent.is_err() {
            let _ = to.send(Heard::Flood);
            return;
        }
        if whole {
            let now = Instant::now();
            let text = String::from_utf8_lossy(&line).into_owned();
            line.clear();
            if !text.is_empty() && to.send(wrap(now, text)).is_err() {
                return;
            }
        }
        if over {
            return;
        }
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

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
