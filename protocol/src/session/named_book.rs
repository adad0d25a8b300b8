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
    stage: BookStage,
}

/// How far a book that was named has come.
enum BookStage {
    /// It is read at this time, or before that where it is needed.
    Named { due: Option<Instant> },
    /// It is being read under this rule, by the reading of this number.
    Reading { number: u64, rule: RuleKind, wait: BookWait },
    /// This came of it under this rule, and is to be taken.
    Read { rule: RuleKind, opened: BookOpened, wait: BookWait },
}

/// Whether commands wait for a book whose reading has begun.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum BookWait {
    /// None has come yet.
    NotYet,
    /// Some do, no longer than until then where there is such a time.
    Until(Option<Instant>),
    /// They do no longer.
    GivenUp,
}

impl NextBook {
    /// Whether commands wait for it, once its reading has begun.
    fn wait(&self) -> Option<BookWait> {
        match self.stage {
            BookStage::Named { .. } => None,
            BookStage::Reading { wait, .. } | BookStage::Read { wait, .. } => Some(wait),
        }
    }

    /// The same, to be changed.
    fn wait_mut(&mut self) -> Option<&mut BookWait> {
        match &mut self.stage {
            BookStage::Named { .. } => None,
            BookStage::Reading { wait, .. } | BookStage::Read { wait, .. } => Some(wait),
        }
    }
}

type BookOpened = Result<Opened<Box<dyn Store + Send>>, StoreError>;

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
        let Some(next) = &mut self.next_book else { return };
        if let BookStage::Reading { number, rule, wait } = next.stage
            && number == read.number
        {
            next.stage = BookStage::Read { rule, opened: read.opened, wait };
        }
    }

    /// Takes the book that was read, if there is one. Where none could be read the game is played without it: an `ERROR` would
    /// stand in the place of the next move.
    pub(super) fn open_read_book(&mut self) {
        let Some(NextBook { name, stage: BookStage::Read { rule, opened, .. } }) =
            self.next_book.take_if(|next| matches!(next.stage, BookStage::Read { .. }))
        else {
            return;
        };
        match opened {
            Ok(Opened { content: store, left_out }) => {
                self.tell_left_out(&name, left_out);
                self.book = Some(OpenBook { name, rule, store });
            }
            Err(error) => {
                let left = if self.book.is_none() { "no book is open" } else { "the book that was open stays" };
                self.message(format!("{left}: {error}"));
            }
        }
    }

    /// Names the book that takes the place of the one that is open, or closes that when there is no name.
    pub(super) fn set_book(&mut self, name: &str, now: Instant) {
        self.next_book = None;
        if name.is_empty() {
            self.book = None;
        } else if self.settings.databases.is_some() {
            self.name_book(name.to_string(), now);
        }
    }

    fn name_book(&mut self, name: String, now: Instant) {
        let stage = BookStage::Named { due: now.checked_add(PAUSE) };
        self.next_book = Some(NextBook { name, stage });
    }

    /// Has the book read again where the rule is another than that under which it was read. What was read is no book of this
    /// rule, whatever comes of reading it again.
    pub(super) fn renew_book(&mut self, now: Instant) {
        let rule = self.rules().kind;
        if let Some(book) = self.book.take_if(|book| book.rule != rule)
            && self.next_book.is_none()
        {
            self.name_book(book.name, now);
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
        let Some(wait) = self.next_book.as_mut().and_then(NextBook::wait_mut) else { return false };
        if *wait == BookWait::NotYet {
            let longest = limit.map(|limit| (limit / TIME_PARTS).clamp(PAUSE, LONGEST_WAIT));
            *wait = BookWait::Until(longest.and_then(|longest| now.checked_add(longest)));
        }
        matches!(wait, BookWait::Until(_))
    }

    /// Has the book read that was named, unless that has begun.
    fn read_book(&mut self) {
        let rule = self.rules().kind;
        let Some(NextBook { name, stage: stage @ BookStage::Named { .. }, .. }) = &mut self.next_book else { return };
        let Some(databases) = self.settings.databases.clone() else { return };
        self.readings += 1;
        let (number, name) = (self.readings, name.clone());
        *stage = BookStage::Reading { number, rule, wait: BookWait::NotYet };
        let most_bytes = self.preferences.store_bytes();
        self.actions.push(SessionAction::ReadBook(BookReading { number, databases, name, rule, most_bytes }));
    }

    /// Whether commands wait for the book.
    pub(super) fn awaits_book(&self) -> bool {
        let wait = self.next_book.as_ref().and_then(NextBook::wait);
        matches!(wait, Some(BookWait::Until(_)))
    }

    /// The commands that wait for the book do so no longer than this: nothing is heard after them.
    pub(super) fn hurry_book(&mut self, wait: Duration, now: Instant) {
        if let Some(BookWait::Until(until)) = self.next_book.as_mut().and_then(NextBook::wait_mut) {
            *until = (*until).into_iter().chain(now.checked_add(wait)).min();
        }
    }

    /// When [`Session::book_is_due`] must be called.
    pub(super) fn book_due(&self) -> Option<Instant> {
        let next = self.next_book.as_ref()?;
        match (&next.stage, next.wait()) {
            (BookStage::Named { due }, _) => *due,
            (_, Some(BookWait::Until(until))) => until,
            _ => None,
        }
    }

    /// Begins to read the book, or lets the commands that wait for it be obeyed without it.
    pub(super) fn book_is_due(&mut self) {
        self.read_book();
        let Some(next) = &mut self.next_book else { return };
        if let Some(wait @ BookWait::Until(_)) = next.wait_mut() {
            *wait = BookWait::GivenUp;
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
