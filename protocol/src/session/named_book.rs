//! The book that `INFO` names: it is read beside the conversation, and commands wait for it no longer than a part of the time
//! for a move, and no longer than two seconds where a clock runs. What came of it is taken while no move is owed: nothing is said
//! in the middle of a search.

use std::fmt;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::time::Duration;

use web_time::Instant;

use tengen_engine::database::{Store, StoreError};
use tengen_engine::rule::RuleKind;

use super::{Session, SessionAction};
use crate::command::{self, Word};
use crate::database::{Databases, Opened};
use crate::info::InfoKey;

/// How long a book that was named is not read, unless it is needed: managers tell what they have to tell in a row, and the
/// rule may come after the book. It is also waited for so long whatever the clock says: a small one is there by then.
const PAUSE: Duration = Duration::from_millis(50);
/// Into how many parts the time for a move is divided, one of which is waited for a book.
const TIME_PARTS: u32 = 4;
/// How long a book is waited for at the most where a clock runs: the time for a move may be that for a whole game.
const LONGEST_WAIT: Duration = Duration::from_secs(2);
/// How long `END` lets the commands before it wait: managers kill what is there half a second later.
pub(super) const LAST_WAIT: Duration = Duration::from_millis(300);
/// The same for the end of the input, after which nobody kills.
pub(super) const LONGEST_LAST_WAIT: Duration = Duration::from_secs(2);

/// The book that is open.
pub(super) struct OpenBook {
    name: String,
    /// The rule of what it knows where its file names none.
    rule: RuleKind,
    pub(super) store: Box<dyn Store + Send>,
}

/// The book that takes the place of the one that is open once it was read.
pub(super) struct NextBook {
    name: String,
    /// Whether it was open under another rule.
    is_again: bool,
    /// The number of its reading and the rule under which it is read, once that has begun.
    reading: Option<(u64, RuleKind)>,
    /// What came of it, until it is taken.
    read: Option<BookOpened>,
    awaited: Awaited,
    /// When it is to be read or, once commands wait for it, when they do no longer.
    due: Option<Instant>,
}

type BookOpened = Result<Opened<Box<dyn Store + Send>>, StoreError>;

/// Whether commands wait for a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Awaited {
    NotYet,
    Now,
    NoLonger,
}

/// A book that is to be read, which may take long: whoever does so hands what came of it to [`Session::take_book`].
#[derive(Clone, Debug)]
pub struct BookReading {
    number: u64,
    databases: Arc<dyn Databases>,
    name: String,
    rule: RuleKind,
    most_bytes: usize,
}

impl BookReading {
    /// Reads the book, on any thread.
    #[must_use]
    pub fn read(self) -> BookRead {
        let BookReading { number, databases, name, rule, most_bytes } = self;
        // A fault of a reader must not leave anybody waiting.
        let opened = panic::catch_unwind(AssertUnwindSafe(|| databases.book(&name, rule, most_bytes)))
            .unwrap_or_else(|_| Err(StoreError(format!("{name}: internal fault"))));
        BookRead { number, opened }
    }
}

/// What came of reading a book.
pub struct BookRead {
    number: u64,
    opened: BookOpened,
}

impl fmt::Debug for BookRead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BookRead").field("number", &self.number).finish_non_exhaustive()
    }
}

impl Session {
    /// Keeps the book that was read, unless another was named meanwhile, for [`Session::follow_up`] to take it once no move is
    /// owed. One that cannot be read leaves the one that is open.
    pub fn take_book(&mut self, read: BookRead) {
        let is_read = |next: &&mut NextBook| next.reading.is_some_and(|(number, _)| number == read.number);
        if let Some(next) = self.next_book.as_mut().filter(is_read) {
            next.read = Some(read.opened);
        }
    }

    /// Takes the book that was read, if there is one.
    pub(super) fn open_read_book(&mut self) {
        let Some(NextBook { name, is_again, reading: Some((_, rule)), read: Some(opened), awaited, .. }) =
            self.next_book.take_if(|next| next.read.is_some())
        else {
            return;
        };
        match opened {
            Ok(Opened { content: store, left_out }) => {
                self.tell_left_out(&name, left_out);
                self.book = Some(OpenBook { name, rule, store });
            }
            // Whoever was answered without it has gone on, and expects a move as the next answer.
            Err(error) if is_again || awaited == Awaited::NoLonger => {
                let left = if self.book.is_none() { "no book is open" } else { "the book that was open stays" };
                self.message(format!("{left}: {error}"));
            }
            Err(error) => self.preferences.complain(InfoKey::Book, format!("{}: {error}", InfoKey::Book.name())),
        }
    }

    /// Names the book that takes the place of the one that is open, or closes that when there is no name.
    pub(super) fn set_book(&mut self, name: &str, now: Instant) {
        self.preferences.retract(InfoKey::Book);
        self.next_book = None;
        if name.is_empty() {
            self.book = None;
        } else if self.settings.databases.is_some() {
            self.name_book(name.to_string(), false, now);
        }
    }

    fn name_book(&mut self, name: String, is_again: bool, now: Instant) {
        let due = now.checked_add(PAUSE);
        let awaited = Awaited::NotYet;
        self.next_book = Some(NextBook { name, is_again, reading: None, read: None, awaited, due });
    }

    /// Has the book read again where the rule is another than that under which it was read. What was read is no book of this
    /// rule, whatever comes of reading it again.
    pub(super) fn renew_book(&mut self, now: Instant) {
        let rule = self.rules().kind;
        if let Some(book) = self.book.take_if(|book| book.rule != rule)
            && self.next_book.is_none()
        {
            self.name_book(book.name, true, now);
        }
    }

    /// Whether a line must wait for the book, which is read then: a command about the game, while no move is owed. One that
    /// makes a move void that is owed is obeyed at once.
    pub(super) fn waits_for_book(&mut self, line: &str, now: Instant) -> bool {
        let word = command::parse(line).and_then(|command| command.word);
        let needs_it = matches!(word, Some(Word::Game(_) | Word::Done)) && !self.reads_text();
        if self.over || self.owes_move() || !needs_it {
            return false;
        }
        self.renew_book(now);
        self.read_book();
        let limit = self.preferences.clock(now, false).limit();
        let Some(next) = &mut self.next_book else { return false };
        if next.awaited == Awaited::NotYet {
            next.awaited = Awaited::Now;
            next.due = limit.and_then(|limit| now.checked_add((limit / TIME_PARTS).clamp(PAUSE, LONGEST_WAIT)));
        }
        next.awaited == Awaited::Now
    }

    /// Has the book read that was named, unless that has begun.
    fn read_book(&mut self) {
        let rule = self.rules().kind;
        let Some(next) = self.next_book.as_mut().filter(|next| next.reading.is_none()) else { return };
        let Some(databases) = self.settings.databases.clone() else { return };
        self.readings += 1;
        let number = self.readings;
        (next.reading, next.due) = (Some((number, rule)), None);
        let (name, most_bytes) = (next.name.clone(), self.preferences.store_bytes());
        self.actions.push(SessionAction::ReadBook(BookReading { number, databases, name, rule, most_bytes }));
    }

    /// Whether commands wait for the book.
    pub(super) fn awaits_book(&self) -> bool {
        self.next_book.as_ref().is_some_and(|next| next.awaited == Awaited::Now)
    }

    /// The commands that wait for the book do so no longer than this: nothing is heard after them.
    pub(super) fn hurry_book(&mut self, wait: Duration, now: Instant) {
        if let Some(next) = self.next_book.as_mut().filter(|next| next.awaited == Awaited::Now) {
            let last = now.checked_add(wait);
            next.due = next.due.into_iter().chain(last).min();
        }
    }

    /// When [`Session::book_is_due`] must be called.
    pub(super) fn book_due(&self) -> Option<Instant> {
        self.next_book.as_ref()?.due
    }

    /// Begins to read the book, or lets the commands that wait for it be obeyed without it.
    pub(super) fn book_is_due(&mut self) {
        self.read_book();
        if let Some(next) = self.next_book.as_mut().filter(|next| next.awaited == Awaited::Now) {
            (next.awaited, next.due) = (Awaited::NoLonger, None);
            let name = next.name.clone();
            self.message(format!("file {name}: still being read; moves are searched for until the book is there"));
        }
    }

    /// The bytes that are kept free for a book that is open or named, and for a database: all that either may come to hold,
    /// since the table is emptied whenever its size changes.
    pub(super) fn held_bytes(&self) -> usize {
        let kinds = [self.book.is_some() || self.next_book.is_some(), self.database.is_some()];
        self.preferences.store_bytes().saturating_mul(kinds.into_iter().filter(|&is_there| is_there).count())
    }
}
