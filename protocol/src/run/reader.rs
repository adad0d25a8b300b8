//! The reader: takes the lines of the input as they come. Since it hears of the end while the loop may stand in something that
//! does not end, it is also the one that has the program left then.

use std::io::Read;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Duration;

use parking_lot::{Condvar, Mutex};
use web_time::Instant;

use super::Event;
use crate::command::{self, Command, Payload, Word};
use crate::lines::LineCutter;
use crate::session::{LONGEST_TEXT, Session};

/// The longest line that is kept whole; more of it is dropped. It may be the longest comment with every letter escaped, its
/// word before it and a move behind it. A `BOARD` on one line is a small part of that.
pub(super) const LONGEST_LINE: usize = 2 * LONGEST_TEXT + (1 << 10);
/// Lines in the queue at which the reader waits: a flood stays in the pipe.
pub(super) const MOST_QUEUED: usize = 1024;
/// How long the loop may stand still when the conversation is over. Managers kill what is there half a second after `END`, or
/// somewhat later.
const STANDSTILL: Duration = Duration::from_millis(350);
/// How long the output may take nothing when the input was closed: a person may read it page by page.
const UNREAD: Duration = Duration::from_secs(10);

/// How far the loop has come, for whoever watches it.
#[derive(Default)]
pub(super) struct LoopProgress {
    state: Mutex<LoopState>,
    /// Tells who waits that the state is another.
    changed: Condvar,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct LoopState {
    /// Lines that were obeyed.
    lines: usize,
    /// Begun and done writes: an odd number while the output takes something, or does not.
    writes: usize,
    /// Whether the next line may belong to a text.
    reads_text: bool,
    /// Whether something would be lost with the program.
    has_unsaved: bool,
    /// Whether nothing is obeyed any more.
    is_over: bool,
}

impl LoopState {
    fn is_writing(self) -> bool {
        self.writes % 2 == 1
    }
}

impl LoopProgress {
    /// What happened was dealt with: so many lines, none or one.
    pub(super) fn note(&self, session: &Session, lines: usize) {
        self.change(|state| {
            state.lines += lines;
            (state.reads_text, state.has_unsaved) = (session.may_read_text(), session.has_unsaved());
        });
    }

    /// Something is written from now on, or is no longer.
    pub(super) fn note_write(&self) {
        self.change(|state| state.writes += 1);
    }

    fn change(&self, change: impl FnOnce(&mut LoopState)) {
        change(&mut self.state.lock());
        self.changed.notify_all();
    }

    fn state(&self) -> LoopState {
        *self.state.lock()
    }

    /// Waits until so many lines were obeyed, or nothing is any more.
    fn wait_for(&self, lines: usize) {
        self.changed.wait_while(&mut self.state.lock(), |state| state.lines < lines && !state.is_over);
    }

    /// Whether nothing is obeyed any more, which is waited for so long.
    fn is_over_within(&self, wait: Duration) -> bool {
        !self.changed.wait_while_for(&mut self.state.lock(), |state| !state.is_over, wait).timed_out()
    }
}

/// The end of the loop, told when it is dropped.
pub(super) struct LoopEnd(pub(super) Arc<LoopProgress>);

impl Drop for LoopEnd {
    fn drop(&mut self) {
        self.0.change(|state| state.is_over = true);
    }
}

/// Takes the lines of the input, blank ones included, and stamps each with the time it came.
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

    /// Reads up to the end of the input, which is there too where it cannot be read, or of the loop.
    pub(super) fn read(mut self, input: impl Read) -> InputEnd {
        let mut lines = LineCutter::new(input, LONGEST_LINE).map_while(Result::ok);
        lines.try_for_each(|line| self.send(&line)).break_value().unwrap_or(InputEnd::Closed)
    }

    /// Sends a line, and tells whether nothing is to be read after it.
    fn send(&mut self, line: &[u8]) -> ControlFlow<InputEnd> {
        self.progress.wait_for(self.sent.saturating_sub(MOST_QUEUED - 1));
        let text = String::from_utf8_lossy(line).into_owned();
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
        let is_heard = self.sender.send(Event::Line(text, Instant::now())).is_ok();
        match is_heard {
            true if is_end => ControlFlow::Break(InputEnd::Told { last_to_keep: self.last_to_keep }),
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(InputEnd::Closed),
        }
    }

    /// Whether `END` is the end, and no line of a text.
    fn ends_here(&self) -> bool {
        self.progress.wait_for(self.last_text);
        !self.progress.state().reads_text
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
            if self.progress.is_over_within(standstill) {
                return;
            }
            let state = self.progress.state();
            if state != before {
                continue;
            }
            let may_leave = match end {
                InputEnd::Closed => false,
                InputEnd::Told { last_to_keep } => state.lines >= last_to_keep && !state.has_unsaved,
            };
            match self.session.try_lock() {
                // Else it is about to go on: it stands still nowhere but in these two.
                Some(mut session) if self.progress.state().is_writing() => {
                    session.close();
                    return leave();
                }
                None if may_leave => return leave(),
                _ => {}
            }
        }
    }
}
