//! The reader: cuts the input into lines as they come. Since it hears of the end while the loop may stand in something that does
//! not end, it is also the one that has the program left then.

use std::convert::Infallible;
use std::io::Read;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use parking_lot::Mutex;
use web_time::Instant;

use super::{Event, PAUSE, patiently};
use crate::command::{self, Command, Payload, Word};
use crate::session::{LONGEST_TEXT, Session};

/// The longest line that is kept whole; more of it is dropped. It may be the longest comment with every letter escaped, its
/// word before it and a move behind it. A `BOARD` on one line is a small part of that.
pub(super) const LONGEST_LINE: usize = 2 * LONGEST_TEXT + (1 << 10);
/// Lines in the queue at which the reader waits: a flood stays in the pipe.
const MOST_QUEUED: usize = 1024;
/// How long the loop may stand still when the conversation is over. Managers kill what is there half a second after `END`, or
/// somewhat later.
const STANDSTILL: Duration = Duration::from_millis(350);
/// How long the output may take nothing when the input was closed: a person may read it page by page.
const UNREAD: Duration = Duration::from_secs(10);

/// How far the loop has come, for whoever watches it.
#[derive(Default)]
pub(super) struct LoopProgress {
    /// Lines that were obeyed.
    lines: AtomicUsize,
    /// Begun and done writes: an odd number while the output takes something, or does not.
    writes: AtomicUsize,
    /// Whether the next line may belong to a text.
    reads_text: AtomicBool,
    /// Whether something would be lost with the program.
    has_unsaved: AtomicBool,
}

impl LoopProgress {
    /// What happened was dealt with: so many lines, none or one.
    pub(super) fn note(&self, session: &Session, lines: usize) {
        self.reads_text.store(session.may_read_text(), Ordering::Relaxed);
        self.has_unsaved.store(session.has_unsaved(), Ordering::Relaxed);
        // After the two others, so that they are those of no earlier line.
        self.lines.fetch_add(lines, Ordering::Release);
    }

    /// Something is written from now on, or is no longer.
    pub(super) fn note_write(&self) {
        self.writes.fetch_add(1, Ordering::Relaxed);
    }

    fn has_obeyed(&self, lines: usize) -> bool {
        self.lines.load(Ordering::Acquire) >= lines
    }

    fn is_writing(&self) -> bool {
        self.writes.load(Ordering::Relaxed) % 2 == 1
    }

    fn state(&self) -> [usize; 2] {
        [self.lines.load(Ordering::Acquire), self.writes.load(Ordering::Relaxed)]
    }
}

/// Cuts the input into lines, blank ones included, and stamps each with the time it came.
pub(super) struct Reader {
    sender: Sender<Event>,
    progress: Arc<LoopProgress>,
    sent: usize,
    /// The number of the last line that may begin a text.
    last_text: usize,
    /// The number of the last line that begins an order to keep something.
    last_to_keep: usize,
}

/// How the input has ended.
pub(super) enum InputEnd {
    /// Nothing more comes.
    Closed,
    /// With `END`: after as many lines nothing is to be kept any more.
    Told { last_to_keep: usize },
}

impl Reader {
    pub(super) fn new(sender: Sender<Event>, progress: Arc<LoopProgress>) -> Reader {
        Reader { sender, progress, sent: 0, last_text: 0, last_to_keep: 0 }
    }

    /// Reads up to the end.
    pub(super) fn read(mut self, input: impl Read) -> InputEnd {
        let is_told = self.read_lines(input);
        if is_told { InputEnd::Told { last_to_keep: self.last_to_keep } } else { InputEnd::Closed }
    }

    /// Reads up to the end, and tells whether that was `END`.
    fn read_lines(&mut self, mut input: impl Read) -> bool {
        let mut buffer = [0; 4096];
        let mut line = Vec::new();
        let mut is_after_return = false;
        loop {
            let bytes = match patiently(|| input.read(&mut buffer)) {
                Ok(0) | Err(_) => break,
                Ok(count) => &buffer[..count],
            };
            for &byte in bytes {
                match byte {
                    // CR LF is one end.
                    b'\n' if is_after_return => {}
                    b'\n' | b'\r' if self.send(&mut line) => return true,
                    // It was sent, and more will come.
                    b'\n' | b'\r' => {}
                    _ if line.len() < LONGEST_LINE => line.push(byte),
                    _ => {}
                }
                is_after_return = byte == b'\r';
            }
        }
        !line.is_empty() && self.send(&mut line)
    }

    /// Sends a line, and tells whether it surely is the last.
    fn send(&mut self, line: &mut Vec<u8>) -> bool {
        self.wait_for(self.sent.saturating_sub(MOST_QUEUED - 1));
        let text = String::from_utf8_lossy(line).into_owned();
        line.clear();
        let command = command::parse(&text);
        let is_end = command.as_ref().is_some_and(Command::is_end) && self.ends_here();
        self.sent += 1;
        if let Some(Word::YxDatabase(word)) = command.and_then(|command| command.word)
            && word.keeps_something()
        {
            self.last_to_keep = self.sent;
            if word.payload() == Payload::Text {
                self.last_text = self.sent;
            }
        }
        let _ = self.sender.send(Event::Line(text, Instant::now()));
        is_end
    }

    /// Whether `END` is the end, and no line of a text.
    fn ends_here(&self) -> bool {
        self.wait_for(self.last_text);
        !self.progress.reads_text.load(Ordering::Relaxed)
    }

    /// Waits until so many lines were obeyed.
    fn wait_for(&self, lines: usize) {
        while !self.progress.has_obeyed(lines) {
            thread::sleep(PAUSE);
        }
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        // However the reading ends, the loop hears of it.
        let _ = self.sender.send(Event::EndOfInput);
    }
}

/// Has the program left when the conversation is over and the loop stands still.
pub(super) struct Watch {
    pub(super) session: Arc<Mutex<Session>>,
    pub(super) progress: Arc<LoopProgress>,
    /// Is closed at the end of the loop.
    pub(super) ended: Receiver<Infallible>,
}

impl Watch {
    /// Waits for the loop to end, and calls `leave` where it stands still: in what nobody takes from the output or, after `END`,
    /// in what the session does, where nothing is lost by it. When the input was closed, what was asked before is still answered.
    pub(super) fn wait(&self, end: InputEnd, leave: impl FnOnce()) {
        let standstill = match end {
            InputEnd::Closed => UNREAD,
            InputEnd::Told { .. } => STANDSTILL,
        };
        loop {
            let before = self.progress.state();
            if self.ended.recv_timeout(standstill) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            if self.progress.state() != before {
                continue;
            }
            let may_leave = match end {
                InputEnd::Closed => false,
                InputEnd::Told { last_to_keep } => self.progress.has_obeyed(last_to_keep),
            };
            match self.session.try_lock() {
                // Else it is about to go on: it stands still nowhere but in these two.
                Some(mut session) if self.progress.is_writing() => {
                    session.close();
                    return leave();
                }
                None if may_leave && !self.progress.has_unsaved.load(Ordering::Relaxed) => return leave(),
                _ => {}
            }
        }
    }
}
