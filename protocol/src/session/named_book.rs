//! The book that `INFO` names: it is read beside the conversation, and commands wait for it no longer than a part of the time
//! for a move, and no longer than two seconds where a clock runs. What came of it is taken while no move is owed: nothing is said
//! in the middle of a search.

use std::fmt;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::time::Duration;

use web_time::Instant;

use tengen_engine::PointSet;
use tengen_engine::database::{Store, StoreError, book};
use tengen_engine::game::Game;
use tengen_engine::point::Point;
use tengen_engine::random::SplitMix64;
use tengen_engine::rule::RuleKind;

use super::database::told_left_out;
use super::heard::HeardLine;
use super::{Session, SessionAction};
use crate::command::Word;
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

/// The book that is open, and the one that takes its place once it was read. Never knows a command, nor
/// whether a move is owed.
pub(super) struct NamedBook {
    open: Option<OpenBook>,
    next: Option<NextBook>,
    /// How many readings have begun.
    readings: u64,
    /// What moves are drawn by.
    random: SplitMix64,
}

/// A book that was read.
struct OpenBook {
    name: String,
    /// The rule of what it knows where its file names none.
    rule: RuleKind,
    store: Box<dyn Store + Send>,
}

/// A book that was named.
struct NextBook {
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
    Read { rule: RuleKind, opened: BookOpened },
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

impl NamedBook {
    /// No book yet. This is the seed by which moves are drawn.
    pub(super) fn new(seed: u64) -> NamedBook {
        NamedBook { open: None, next: None, readings: 0, random: SplitMix64::new(seed) }
    }

    /// Whether one is open or named.
    fn is_there(&self) -> bool {
        self.open.is_some() || self.next.is_some()
    }

    /// One of the moves of the book that are not blocked.
    pub(super) fn draw_move(&mut self, game: &Game, blocked: &PointSet) -> Option<Point> {
        let open = self.open.as_ref()?;
        // A position without a key, or a file that can no longer be read, has no move of the book.
        let mut moves = book::moves(&*open.store, game).ok()?;
        moves.retain(|known| !blocked.contains(known.child.point));
        book::draw(&moves, &mut self.random)
    }

    /// Names the book that takes the place of the one that is open.
    fn name(&mut self, name: String, now: Instant) {
        let stage = BookStage::Named { due: now.checked_add(PAUSE) };
        self.next = Some(NextBook { name, stage });
    }

    /// Closes the book, and forgets one that was named.
    fn close(&mut self) {
        (self.open, self.next) = (None, None);
    }

    /// Names the book again where the rule is another than that under which it was read. What was read is no book of this
    /// rule, whatever comes of reading it again.
    fn renew(&mut self, rule: RuleKind, now: Instant) {
        if let Some(open) = self.open.take_if(|open| open.rule != rule)
            && self.next.is_none()
        {
            self.name(open.name, now);
        }
    }

    /// The reading of the book that was named, unless that has begun.
    fn begin_reading(
        &mut self,
        databases: &Arc<dyn Databases>,
        rule: RuleKind,
        most_bytes: usize,
    ) -> Option<BookReading> {
        let NextBook { name, stage: stage @ BookStage::Named { .. } } = self.next.as_mut()? else { return None };
        self.readings += 1;
        let (number, name) = (self.readings, name.clone());
        *stage = BookStage::Reading { number, rule, wait: BookWait::NotYet };
        Some(BookReading { number, databases: Arc::clone(databases), name, rule, most_bytes })
    }

    /// Keeps what came of a reading, unless another book was named meanwhile.
    fn take(&mut self, read: BookRead) {
        let Some(next) = &mut self.next else { return };
        if let BookStage::Reading { number, rule, .. } = next.stage
            && number == read.number
        {
            next.stage = BookStage::Read { rule, opened: read.opened };
        }
    }

    /// Opens the book that was read, if there is one, and returns what is to be told. One that cannot be read leaves the one
    /// that is open.
    fn open_read(&mut self) -> Vec<String> {
        let Some(NextBook { name, stage: BookStage::Read { rule, opened } }) =
            self.next.take_if(|next| matches!(next.stage, BookStage::Read { .. }))
        else {
            return Vec::new();
        };
        match opened {
            Ok(Opened { content: store, left_out }) => {
                let told = told_left_out(&name, left_out).collect();
                self.open = Some(OpenBook { name, rule, store });
                told
            }
            Err(error) => {
                let left = if self.open.is_none() { "no book is open" } else { "the book that was open stays" };
                vec![format!("{left}: {error}")]
            }
        }
    }

    /// Whether commands wait for it, while it is being read.
    fn wait_mut(&mut self) -> Option<&mut BookWait> {
        if let BookStage::Reading { wait, .. } = &mut self.next.as_mut()?.stage { Some(wait) } else { None }
    }

    /// Whether a command that is heard now waits for it. The first settles how long all do, by the time for a move.
    fn keeps_waiting(&mut self, limit: Option<Duration>, now: Instant) -> bool {
        let Some(wait) = self.wait_mut() else { return false };
        if *wait == BookWait::NotYet {
            let longest = limit.map(|limit| (limit / TIME_PARTS).clamp(PAUSE, LONGEST_WAIT));
            *wait = BookWait::Until(longest.and_then(|longest| now.checked_add(longest)));
        }
        matches!(wait, BookWait::Until(_))
    }

    /// Whether commands wait for it.
    pub(super) fn is_awaited(&self) -> bool {
        let stage = self.next.as_ref().map(|next| &next.stage);
        matches!(stage, Some(BookStage::Reading { wait: BookWait::Until(_), .. }))
    }

    /// The commands that wait for it do so no longer than this: nothing is heard after them.
    pub(super) fn hurry(&mut self, wait: Duration, now: Instant) {
        if let Some(BookWait::Until(until)) = self.wait_mut() {
            *until = (*until).into_iter().chain(now.checked_add(wait)).min();
        }
    }

    /// When [`Session::book_is_due`] must be called.
    pub(super) fn due(&self) -> Option<Instant> {
        match self.next.as_ref()?.stage {
            BookStage::Named { due } => due,
            BookStage::Reading { wait: BookWait::Until(until), .. } => until,
            BookStage::Reading { .. } | BookStage::Read { .. } => None,
        }
    }

    /// Lets the commands that wait for it be obeyed without it, and returns what is to be told of that.
    fn give_up(&mut self) -> Option<String> {
        let wait = self.wait_mut().filter(|wait| matches!(wait, BookWait::Until(_)))?;
        *wait = BookWait::GivenUp;
        let name = &self.next.as_ref()?.name;
        Some(format!("file {name}: still being read; moves are searched for until the book is there"))
    }
}

impl Session {
    /// Keeps the book that was read, unless another was named meanwhile, for [`Session::follow_up`] to take it once no move is
    /// owed. One that cannot be read leaves the one that is open.
    pub fn take_book(&mut self, read: BookRead) {
        self.book.take(read);
    }

    /// Opens the book that was read, if there is one. Where none could be read the game is played without it: an `ERROR` would
    /// stand in the place of the next move.
    pub(super) fn open_read_book(&mut self) {
        self.book.open_read().into_iter().for_each(|text| self.message(text));
    }

    /// Names the book that takes the place of the one that is open, or closes that when there is no name.
    pub(super) fn set_book(&mut self, name: &str, now: Instant) {
        if name.is_empty() {
            self.book.close();
        } else if self.settings.databases.is_some() {
            self.book.name(name.to_string(), now);
        }
    }

    /// Has the book read again where the rule has changed.
    pub(super) fn renew_book(&mut self, now: Instant) {
        self.book.renew(self.rules().kind, now);
    }

    /// Whether a line must wait for the book, which is read then: a command about the game, while no move is owed. One that
    /// makes a move void that is owed is obeyed at once.
    pub(super) fn waits_for_book(&mut self, heard: &HeardLine) -> bool {
        let needs_it = matches!(heard.word, Some(Word::Game(_) | Word::Done)) && !self.reads_text();
        if self.over || self.owes_move() || !needs_it {
            return false;
        }
        self.renew_book(heard.at);
        self.read_book();
        self.book.keeps_waiting(self.preferences.clock(heard.at, false).limit(), heard.at)
    }

    /// Has the book read that was named, unless that has begun.
    fn read_book(&mut self) {
        let Some(databases) = &self.settings.databases else { return };
        let (rule, most_bytes) = (self.rules().kind, self.preferences.store_bytes());
        let reading = self.book.begin_reading(databases, rule, most_bytes);
        self.actions.extend(reading.map(SessionAction::ReadBook));
    }

    /// Begins to read the book, or lets the commands that wait for it be obeyed without it.
    pub(super) fn book_is_due(&mut self) {
        self.read_book();
        if let Some(text) = self.book.give_up() {
            self.message(text);
        }
    }

    /// The bytes that are kept free for a book that is open or named, and for a database: all that either may come to hold,
    /// since the table is emptied whenever its size changes.
    pub(super) fn held_bytes(&self) -> usize {
        let kinds = [self.book.is_there(), self.database.is_some()];
        self.preferences.store_bytes().saturating_mul(kinds.into_iter().filter(|&is_there| is_there).count())
    }
}
