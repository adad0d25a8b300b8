//! What follows once the actions of a line or a report were done: what was found is written, a book is opened, lines that
//! waited are heard, and the opponent's time is used. All that may wait for a disk, and no move waits for it.

use web_time::Instant;

use super::{Session, SessionAction};
use crate::command::{self, DatabaseWord, Word};

/// Lines that may wait for a stopped search to answer. A search stops within milliseconds; a flood ends its time.
pub(super) const MOST_WAITING: usize = 4096;

impl Session {
    /// Goes on once the actions that were returned last are done: writes into the database what was found, opens the book that
    /// was named meanwhile or reads it again under a rule that was told meanwhile, hears lines that waited for an answer to be
    /// sent, and then thinks on while the opponent does, or ends where nothing more will be heard. After
    /// [`SessionAction::Quit`] it saves what has changed.
    ///
    /// Whoever holds the conversation calls it once the actions of any other method are done, even where there are none, and
    /// then after those that it returned itself, until it returns none.
    pub fn follow_up(&mut self, now: Instant) -> Vec<SessionAction> {
        if self.over {
            self.close();
            return std::mem::take(&mut self.actions);
        }
        self.write_found();
        self.open_named_book();
        if self.deadline().is_none() {
            self.read_book_under(self.rules().kind);
        }
        // What one of them leads to is done before the next is heard.
        while self.actions.is_empty()
            && !self.is_stopping()
            && let Some((line, heard)) = self.waiting.pop_front()
        {
            self.hear_line(&line, heard);
        }
        if self.actions.is_empty() {
            self.leave_when_free(now);
            self.ponder_when_free(now);
        }
        std::mem::take(&mut self.actions)
    }

    /// Lets a line wait behind those that do. `END` alone waits for nothing, unless it may belong to a text that waits.
    pub(super) fn hear_later(&mut self, line: &str, now: Instant) {
        let is_end = command::parse(line).is_some_and(|command| command.is_end());
        if is_end && !self.text_waits() {
            return self.quit();
        }
        self.waiting.push_back((line.to_string(), now));
        if self.waiting.len() > MOST_WAITING {
            self.finish_without_engine("the search does not stop", now);
        }
    }

    /// Has the search answer now, and hears the line again once the answer was sent.
    pub(super) fn hear_after_the_answer(&mut self, line: &str, now: Instant) {
        self.stop(now);
        self.waiting.push_front((line.to_string(), now));
    }

    /// Whether the line that is heard next may belong to a text, in which no word ends the conversation.
    pub(crate) fn may_read_text(&self) -> bool {
        self.reads_text() || self.text_waits()
    }

    /// Whether a line that waits begins a text, to which any line after it may belong.
    fn text_waits(&self) -> bool {
        let mut words = self.waiting.iter().filter_map(|(line, _)| command::parse(line)?.word);
        words.any(|word| word == Word::YxDatabase(DatabaseWord::Comment))
    }

    /// Quits if no line will be heard and nobody waits for a move; if somebody does, hurries.
    fn leave_when_free(&mut self, now: Instant) {
        if !self.leaving || self.is_stopping() {
            return;
        }
        if self.owes_move() { self.stop(now) } else { self.quit() }
    }
}
