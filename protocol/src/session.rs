//! The pure machine: lines heard and reports seen become actions. No streams, no threads and no clock of its own.
//!
//! What it keeps to, whatever is heard:
//! - A request for a move is answered exactly once, with a legal point, or two for `YXBALANCETWO`, and a request of an opening
//!   with what it asks for, unless a new game or position makes it void.
//! - A command with an answer has exactly one; `INFO` and blank lines have none; an unknown line has one `UNKNOWN`.
//! - A refused command changes nothing, also where only the answer to it is refused: `TURN` on the last empty point puts no
//!   stone. On a full board the `ERROR` is followed by what ends the thinking of Yixin-Board.
//!
//! Commands that come while a move is being thought about: `INFO` applies, `YXSTOP` has the move at once, `END` quits, and
//! questions are answered. A new game, a new position or `TAKEBACK` makes the request void and its move is not said: a
//! manager that sent `START` waits for `OK` and would take anything else for the answer. So it is where the answer is
//! an `ERROR` for what `INFO` asked in vain. `TURN`, `BEGIN` and `PLAY` are refused. Yixin-Board counts the moves
//! instead and expects one for every request: there the search is stopped by any of these, the move is said, and then
//! the word is obeyed. A size, a point, a number of moves or a judgement that makes no sense is refused before that, and
//! stops nothing. Where a clock runs no move is late for a file: for `YXSETDATABASE` too the search is stopped and the move
//! said first, other words that go through a whole file or database are refused, and a book is read beside all else. While a
//! move is owed no reading begins, and a command that makes the move void waits for no book.

mod answer;
mod aside;
mod balance;
mod database;
mod database_task;
mod doomed;
mod follow_up;
mod heard;
mod known;
mod lists;
mod moves;
mod named_book;
mod opening;
mod order;
mod points;
mod purpose;
mod thinking;

use std::fmt;

use web_time::Instant;

use tengen_engine::PointSet;
use tengen_engine::engine::{Clock, Limits, Options, Report, Task};
use tengen_engine::game::{Game, Rules};
use tengen_engine::point::BoardSize;
use tengen_engine::score::Score;

use crate::command::Word;
use crate::console;
use crate::coords::Coords;
use crate::info::{Dialect, InfoKey};
use crate::preferences::{Change, Preferences};
use crate::refusal::Refusal;
use crate::reply::Reply;
use crate::settings::Settings;
use crate::setup;
use database::OpenDatabase;
use heard::{HeardLine, WaitingLines};
use lists::{ListTask, Reading};
use named_book::NamedBook;
use purpose::Purpose;
use thinking::{GRACE, Thinking};

pub(crate) use database::LONGEST_TEXT;
pub use named_book::{BookRead, BookReading};

/// What is to be done, in this order.
#[derive(Clone, Debug)]
pub enum SessionAction {
    /// Send this line.
    Say(String),
    /// Change what the engine may use.
    SetOptions(Options),
    /// Start thinking; a request that is still being thought about is void.
    Go(Box<SessionRequest>),
    /// The clock of the request that is being thought about has changed.
    SetClock(Clock),
    /// Answer the request at once.
    Stop,
    /// The request is void: stop, and let its reports be.
    Abandon,
    /// Forget everything learned from earlier positions.
    Forget,
    /// Read a book beside all else, and hand what came of it to [`Session::take_book`].
    ReadBook(BookReading),
    /// End the process.
    Quit,
}

impl SessionAction {
    /// Whether the engine hears of it and its answer is waited for, so that [`Session::engine_told`] is to be called after it.
    pub(crate) fn tells_engine(&self) -> bool {
        matches!(self, SessionAction::Go(_) | SessionAction::SetClock(_) | SessionAction::Stop)
    }
}

/// Something to think about.
#[derive(Clone, Debug)]
pub struct SessionRequest {
    /// The number that its reports must carry.
    pub number: u64,
    /// What to think about.
    pub task: Task,
    /// What ends the thinking.
    pub limits: Limits,
}

/// A conversation with a manager. Whoever holds it does what it returns, and then calls [`Session::follow_up`].
///
/// ```
/// use web_time::Instant;
/// use tengen_protocol::Settings;
/// use tengen_protocol::session::{SessionAction, Session};
///
/// let mut session = Session::new(Settings::default());
/// let actions = session.hear("START 15", Instant::now());
/// assert!(matches!(&actions[..], [SessionAction::Say(line)] if line == "OK"));
/// let actions = session.hear("TURN 7,7", Instant::now());
/// assert!(matches!(actions.last(), Some(SessionAction::Go(request)) if request.task.game().moves().len() == 1));
/// ```
pub struct Session {
    settings: Settings,
    preferences: Preferences,
    coords: Coords,
    /// Whose words these are: Yixin-Board expects other manners too.
    dialect: Dialect,
    /// Whether it is an older Yixin-Board, which says START with two numbers: it reads less of a database.
    is_older_board: bool,
    game: Option<Game>,
    /// The list that is being heard.
    reading: Option<Reading>,
    thinking: Option<Thinking>,
    /// Lines heard after a search was told to stop and before its answer was sent, or while a book is waited for.
    waiting: WaitingLines,
    /// Moves that are not to be considered.
    excluded: PointSet,
    database: Option<OpenDatabase>,
    book: NamedBook,
    /// What was last said about rule, size and coordinates.
    announced: Option<(Rules, BoardSize, Coords)>,
    /// What the engine was last told that it may use.
    options: Options,
    requests: u64,
    hashfull: u32,
    /// The game before our last move that was searched for, and what it was worth to us.
    judged: Option<(Game, Score)>,
    /// The game after the last answer, which is thought about next unless it changes first.
    pondered_next: Option<Game>,
    /// No further line will be heard; quit when nothing is owed.
    leaving: bool,
    over: bool,
    actions: Vec<SessionAction>,
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session").field("settings", &self.settings).field("game", &self.game).finish_non_exhaustive()
    }
}

impl Session {
    /// A conversation that has not begun.
    #[must_use]
    pub fn new(settings: Settings) -> Session {
        Session {
            coords: settings.coords.unwrap_or(Coords::ColumnRow),
            dialect: if settings.yixin { Dialect::Yixin } else { Dialect::Unknown },
            options: settings.options,
            preferences: Preferences::new(settings.max_threads),
            book: NamedBook::new(settings.seed),
            settings,
            is_older_board: false,
            game: None,
            reading: None,
            thinking: None,
            waiting: WaitingLines::default(),
            excluded: PointSet::EMPTY,
            database: None,
            announced: None,
            requests: 0,
            hashfull: 0,
            judged: None,
            pondered_next: None,
            leaving: false,
            over: false,
            actions: Vec::new(),
        }
    }

    /// Hears a line that was received at `now`.
    pub fn hear(&mut self, line: &str, now: Instant) -> Vec<SessionAction> {
        let heard = HeardLine::new(line, now);
        if self.is_stopping() || !self.waiting.is_empty() || self.waits_for_book(&heard) {
            self.hear_later(heard);
        } else {
            self.hear_line(&heard);
        }
        std::mem::take(&mut self.actions)
    }

    /// Sees what the engine reports about the request with this number. Lines that waited for its answer are heard once that was
    /// sent, by [`Session::follow_up`].
    pub fn see(&mut self, number: u64, report: Report, now: Instant) -> Vec<SessionAction> {
        if self.thinking.as_ref().is_some_and(|thinking| thinking.number == number) {
            match report {
                Report::Lines(block) => self.take_block(block),
                Report::Done(outcome) => self.finish(outcome, now),
            }
        }
        std::mem::take(&mut self.actions)
    }

    /// Nothing more will be heard: managers die. What is owed is answered at once, and then this is the end.
    pub fn end_of_input(&mut self, now: Instant) -> Vec<SessionAction> {
        self.leaving = true;
        self.follow_up(now)
    }

    /// When [`Session::overdue`] must be called if no report and no book has come by then: a search that does not keep its time
    /// must not lose the game as well.
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        if self.owes_move() { self.answer_deadline() } else { self.book.due() }
    }

    /// A request, a clock or the order to stop was handed to the engine at `now`: its deadline leaves the engine a moment from
    /// then on, however long the line waited before it was heard.
    pub fn engine_told(&mut self, now: Instant) {
        if let Some(thinking) = &mut self.thinking {
            thinking.deadline = thinking.deadline.map(|deadline| deadline.max(now + GRACE));
        }
    }

    /// The deadline has passed: answers with the best move known, or reads the book that was named, or does without.
    pub fn overdue(&mut self, now: Instant) -> Vec<SessionAction> {
        self.wait_no_longer("the search is late", now);
        std::mem::take(&mut self.actions)
    }

    /// A thread of the engine has failed: answers with the best move known. A table larger than the memory is the likely
    /// reason, so the next request is made with what the engine started with.
    pub fn engine_failed(&mut self, story: &str, now: Instant) -> Vec<SessionAction> {
        self.preferences.forget_options();
        self.finish_without_engine(&format!("internal fault: {story}"), now);
        std::mem::take(&mut self.actions)
    }

    /// Whether somebody waits for a move.
    #[must_use]
    pub fn owes_move(&self) -> bool {
        self.thinking.as_ref().is_some_and(|thinking| thinking.purpose != Purpose::Ponder)
    }

    /// The order of coordinates in this conversation.
    #[must_use]
    pub fn coords(&self) -> Coords {
        self.coords
    }

    /// The game as far as it is known.
    #[must_use]
    pub fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    fn say(&mut self, reply: Reply) {
        self.actions.push(SessionAction::Say(reply.line(self.coords)));
    }

    fn message(&mut self, text: impl Into<String>) {
        self.say(Reply::Message(text.into()));
    }

    fn hear_line(&mut self, heard: &HeardLine) {
        if self.over {
            return;
        }
        // To a text belongs any line: blank ones and commands too.
        if !self.reads_text() {
            if heard.is_end {
                return self.quit();
            }
            if heard.name().is_empty() {
                return;
            }
        }
        if !self.read(heard) {
            self.obey(heard);
        }
    }

    fn obey(&mut self, heard: &HeardLine) {
        let name = heard.name();
        let Some(word) = heard.word else { return self.say(Reply::Unknown(name.to_string())) };
        // YXSTOP alone proves nothing: match runners send it to engines of any kind.
        if word != Word::Stop && name.get(..2).is_some_and(|start| start.eq_ignore_ascii_case("yx")) {
            self.dialect = Dialect::Yixin;
        }
        if let Err(refusal) = self.try_to_obey(word, heard) {
            self.refuse(refusal);
        }
    }

    fn try_to_obey(&mut self, word: Word, heard: &HeardLine) -> Result<(), Refusal> {
        let (rest, now) = (heard.rest(), heard.at);
        match word {
            Word::Game(word) => self.obey_about_the_game(word, heard)?,
            Word::Block => self.start_list(ListTask::Block, rest, now)?,
            Word::BlockUndo => self.start_list(ListTask::BlockUndo, rest, now)?,
            Word::BlockReset => self.excluded = PointSet::EMPTY,
            Word::NoOp(payload) => self.skip(payload, rest),
            Word::Aside(word) => self.answer_aside(word, heard.name())?,
            Word::Info => self.take_preference(rest, now),
            Word::About => self.say(Reply::About),
            Word::Done => return Err(Refusal::NothingDone),
            Word::End => self.quit(),
            Word::Stop if self.owes_move() => self.stop(now),
            Word::Stop => self.abandon(),
            Word::Help => console::HELP.iter().for_each(|&line| self.message(line)),
            Word::Draw => {
                let picture = console::picture(self.ruled_game()?);
                picture.into_iter().for_each(|line| self.message(line));
            }
            Word::YxDatabase(word) => self.database_word(word, heard)?,
            Word::Unsupported(payload) => {
                self.skip(payload, rest);
                return Err(Refusal::Unsupported(heard.name().to_ascii_uppercase()));
            }
        }
        Ok(())
    }

    fn take_preference(&mut self, rest: &str, now: Instant) {
        let Some((key, value)) = InfoKey::of_line(rest) else { return };
        match key {
            InfoKey::Book => return self.set_book(value, now),
            InfoKey::ShowDetail => self.dialect = Dialect::Yixin,
            InfoKey::GameType if self.dialect == Dialect::Unknown => self.dialect = Dialect::Gomocup,
            _ => {}
        }
        if self.preferences.set(key, value) == Change::Clock {
            self.change_clock();
        }
        if !self.preferences.ponder() && !self.owes_move() {
            self.abandon();
        }
    }

    fn rules(&self) -> Rules {
        self.preferences.rules(self.dialect)
    }

    /// The size of the board, once a game was started.
    fn size(&self) -> Result<BoardSize, Refusal> {
        Ok(self.game.as_ref().ok_or(Refusal::NoGame)?.size())
    }

    /// The game under the rules that were last told: managers send them after `START`. What is being thought about stays
    /// under the rules with which it began.
    fn ruled_game(&mut self) -> Result<&mut Game, Refusal> {
        let rules = self.rules();
        let game = self.game.as_ref().ok_or(Refusal::NoGame)?;
        if game.rules() != rules && !self.owes_move() {
            let same = setup::under(game, rules)?;
            self.set_game(same);
        }
        self.game.as_mut().ok_or(Refusal::NoGame)
    }

    /// Puts a game in the place of the one that is known, which is thought about no longer.
    fn set_game(&mut self, game: Game) {
        self.abandon();
        self.game = Some(game);
    }

    fn quit(&mut self) {
        self.over = true;
        self.thinking = None;
        self.waiting = WaitingLines::default();
        self.actions.push(SessionAction::Quit);
    }
}

#[cfg(test)]
mod tests;
