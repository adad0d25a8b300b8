//! What follows once the actions of a line or a report were done: what was found is written, lines that waited are heard, and
//! the opponent's time is used. All that may wait for a disk, and no move waits for it.

use web_time::Instant;

use super::heard::HeardLine;
use super::named_book::{LAST_WAIT, LONGEST_LAST_WAIT};
use super::{Session, SessionAction};
use crate::command::Word;

/// Lines that may wait for a stopped search to answer. A search stops within milliseconds; a flood ends its time.
pub(super) const MOST_WAITING: usize = 4096;

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
            && let Some(heard) = self.waiting.pop_front()
        {
            if self.waits_for_book(&heard) {
                self.waiting.push_front(heard);
                break;
            }
            self.hear_line(&heard);
        }
        if self.actions.is_empty() {
            self.leave_when_free(now);
            self.ponder_when_free(now);
        }
        std::mem::take(&mut self.actions)
    }

    /// Lets a line wait behind those that do. `END` alone waits for no search, unless it may belong to a text that waits, and for
    /// a book not long; `YXSTOP` ends the waiting for a book.
    pub(super) fn hear_later(&mut self, heard: HeardLine) {
        let now = heard.at;
        if heard.is_end && self.book.is_awaited() {
            self.book.hurry(LAST_WAIT, now);
        } else if heard.is_end && !self.waiting.has_text() {
            return self.quit();
        } else if heard.word == Some(Word::Stop) && self.book.is_awaited() {
            self.book_is_due();
        }
        self.waiting.push_back(heard);
        if self.waiting.len() > MOST_WAITING {
            self.wait_no_longer("the search does not stop", now);
        }
    }

    /// Goes on with what is there: the best move that is known where one is owed, or else no book.
    pub(super) fn wait_no_longer(&mut self, why: &str, now: Instant) {
        if self.owes_move() { self.finish_without_engine(why, now) } else { self.book_is_due() }
    }

    /// Has the search answer now, and hears the line again once the answer was sent.
    pub(super) fn hear_after_the_answer(&mut self, heard: &HeardLine) {
        self.stop(heard.at);
        self.waiting.push_front(heard.clone());
    }

    /// Whether the line that is heard next may belong to a text, in which no word ends the conversation.
    pub(crate) fn may_read_text(&self) -> bool {
        // To a text that waits any line after it may belong.
        self.reads_text() || self.waiting.has_text()
    }

    /// Quits if no line will be heard and nobody waits for a move; if somebody does, or lines wait for a book, hurries.
    fn leave_when_free(&mut self, now: Instant) {
        if !self.leaving || self.is_stopping() {
            return;
        }
        if !self.waiting.is_empty() {
            return self.book.hurry(LONGEST_LAST_WAIT, now);
        }
        if self.owes_move() { self.stop(now) } else { self.quit() }
    }
}
