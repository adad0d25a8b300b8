//! What follows once the actions of a line or a report were done: what was found is written, lines that waited are heard, and
//! the opponent's time is used. All that may wait for a disk, and no move waits for it.

use std::collections::VecDeque;

use web_time::Instant;

use super::named_book::{LAST_WAIT, LONGEST_LAST_WAIT};
use super::{Session, SessionAction};
use crate::command::{self, Command, DatabaseWord, Word};

/// Lines that may wait for a stopped search to answer. A search stops within milliseconds; a flood ends its time.
pub(super) const MOST_WAITING: usize = 4096;

/// Lines that wait, in their order. None is looked at again at each event: there may be many.
#[derive(Default)]
pub(super) struct WaitingLines {
    lines: VecDeque<WaitingLine>,
    /// How many of them begin a text.
    texts: usize,
}

struct WaitingLine {
    text: String,
    heard: Instant,
    word: Option<Word>,
    /// Whether it is `END` and nothing beside it.
    is_end: bool,
}

impl WaitingLine {
    fn new(line: &str, heard: Instant) -> WaitingLine {
        let command = command::parse(line);
        let is_end = command.as_ref().is_some_and(Command::is_end);
        let word = command.and_then(|command| command.word);
        WaitingLine { text: line.to_string(), heard, word, is_end }
    }

    fn begins_text(&self) -> bool {
        self.word == Some(Word::YxDatabase(DatabaseWord::Comment))
    }
}

impl WaitingLines {
    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    fn push_back(&mut self, line: WaitingLine) {
        self.texts += usize::from(line.begins_text());
        self.lines.push_back(line);
    }

    fn push_front(&mut self, line: WaitingLine) {
        self.texts += usize::from(line.begins_text());
        self.lines.push_front(line);
    }

    fn pop_front(&mut self) -> Option<WaitingLine> {
        let line = self.lines.pop_front()?;
        self.texts -= usize::from(line.begins_text());
        Some(line)
    }
}

impl Session {
    /// Goes on once the actions that were returned last are done: writes into the database what was found, takes a book that was
    /// read, hears lines that waited for an answer to be sent or for a book, and then thinks on while the opponent does, or ends
    /// where nothing more will be heard. After [`SessionAction::Quit`] it saves what has changed.
    ///
    /// Whoever holds the conversation calls it once the actions of any other method are done, even where there are none, and
    /// then after those that it returned itself, until it returns none.
    pub fn follow_up(&mut self, now: Instant) -> Vec<SessionAction> {
        if self.over {
            self.close();
            return std::mem::take(&mut self.actions);
        }
        self.write_found();
        if !self.owes_move() {
            self.open_read_book();
            self.renew_book(now);
        }
        // What one of them leads to is done before the next is heard.
        while self.actions.is_empty()
            && !self.is_stopping()
            && let Some(line) = self.waiting.pop_front()
        {
            if self.waits_for_book(&line.text, line.heard) {
                self.waiting.push_front(line);
                break;
            }
            self.hear_line(&line.text, line.heard);
        }
        if self.actions.is_empty() {
            self.leave_when_free(now);
            self.ponder_when_free(now);
        }
        std::mem::take(&mut self.actions)
    }

    /// Lets a line wait behind those that do. `END` alone waits for no search, unless it may belong to a text that waits, and for
    /// a book not long; `YXSTOP` ends the waiting for a book.
    pub(super) fn hear_later(&mut self, line: &str, now: Instant) {
        let line = WaitingLine::new(line, now);
        if line.is_end && self.awaits_book() {
            self.hurry_book(LAST_WAIT, now);
        } else if line.is_end && self.waiting.texts == 0 {
            return self.quit();
        } else if line.word == Some(Word::Stop) && self.awaits_book() {
            self.book_is_due();
        }
        self.waiting.push_back(line);
        if self.waiting.lines.len() > MOST_WAITING {
            self.wait_no_longer("the search does not stop", now);
        }
    }

    /// Goes on with what is there: the best move that is known where one is owed, or else no book.
    pub(super) fn wait_no_longer(&mut self, why: &str, now: Instant) {
        if self.owes_move() { self.finish_without_engine(why, now) } else { self.book_is_due() }
    }

    /// Has the search answer now, and hears the line again once the answer was sent.
    pub(super) fn hear_after_the_answer(&mut self, line: &str, now: Instant) {
        self.stop(now);
        self.waiting.push_front(WaitingLine::new(line, now));
    }

    /// Whether the line that is heard next may belong to a text, in which no word ends the conversation.
    pub(crate) fn may_read_text(&self) -> bool {
        // To a text that waits any line after it may belong.
        self.reads_text() || self.waiting.texts > 0
    }

    /// Quits if no line will be heard and nobody waits for a move; if somebody does, or lines wait for a book, hurries.
    fn leave_when_free(&mut self, now: Instant) {
        if !self.leaving || self.is_stopping() {
            return;
        }
        if !self.waiting.is_empty() {
            return self.hurry_book(LONGEST_LAST_WAIT, now);
        }
        if self.owes_move() { self.stop(now) } else { self.quit() }
    }
}
