//! The real program, started as a manager starts it, with a deadline on everything that is expected of it.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// A running engine. It is killed when the test is over.
pub(crate) struct Brain {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    errors: Option<JoinHandle<String>>,
}

impl Brain {
    /// Starts the program with these arguments. Words about databases name files, also those of a flood.
    pub(crate) fn start(args: &[&str]) -> Brain {
        Brain::start_in(Path::new(env!("CARGO_TARGET_TMPDIR")), args)
    }

    /// Starts the program in this folder.
    pub(crate) fn start_in(folder: &Path, args: &[&str]) -> Brain {
        let mut child = Command::new(env!("CARGO_BIN_EXE_pbrain-tengen"))
            .args(args)
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let output = BufReader::new(child.stdout.take().expect("piped"));
        let mut errors = child.stderr.take().expect("piped");
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in output.lines() {
                let line = line.expect("the engine writes text");
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let errors = thread::spawn(move || {
            let mut text = String::new();
            errors.read_to_string(&mut text).expect("the engine writes text");
            text
        });
        Brain { input: child.stdin.take(), child, lines, errors: Some(errors) }
    }

    /// Sends bytes as they are. That the engine has gone already shows in what is expected next.
    pub(crate) fn send(&mut self, bytes: &[u8]) {
        if let Some(input) = &mut self.input {
            let _ = input.write_all(bytes).and_then(|()| input.flush());
        }
    }

    /// Sends a line with the end that managers on Windows send.
    pub(crate) fn say(&mut self, line: &str) {
        self.send(format!("{line}\r\n").as_bytes());
    }

    /// The next line, or `None` when none comes in time or at all.
    pub(crate) fn hear(&mut self, within: Duration) -> Option<String> {
        self.lines.recv_timeout(within).ok()
    }

    /// The next line that is not a `MESSAGE`.
    pub(crate) fn answer(&mut self, within: Duration) -> Option<String> {
        let until = Instant::now() + within;
        loop {
            let line = self.hear(until.saturating_duration_since(Instant::now()))?;
            if !line.starts_with("MESSAGE ") {
                return Some(line);
            }
        }
    }

    /// Waits until the process has ended by itself and checks that it did so quietly: with success, without a word after
    /// those already heard, and with nothing on its error stream, which managers read as an answer.
    pub(crate) fn exit(&mut self, within: Duration) -> Result<(), String> {
        let until = Instant::now() + within;
        let status = loop {
            match self.child.try_wait().expect("the process can be waited for") {
                Some(status) => break status,
                None if Instant::now() > until => return Err(format!("still running after {within:?}")),
                None => thread::sleep(Duration::from_millis(2)),
            }
        };
        let errors = self.errors.take().map(|errors| errors.join().expect("reading does not fail"));
        match self.lines.recv_timeout(within) {
            Ok(line) => Err(format!("said at the end: {line}")),
            Err(RecvTimeoutError::Timeout) => Err("the output stays open".to_string()),
            Err(RecvTimeoutError::Disconnected) if !status.success() => Err(format!("ended with {status}")),
            Err(RecvTimeoutError::Disconnected) => match errors {
                Some(text) if !text.is_empty() => Err(format!("on the error stream: {text}")),
                _ => Ok(()),
            },
        }
    }

    /// The number of the process.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Brain {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
