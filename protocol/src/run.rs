//! The loop: one thread reads lines, the engine's threads report, one may read a book, all into one queue; this thread alone
//! decides, acts and writes. The only place of the library that has streams.

mod reader;

use std::io::{self, ErrorKind, Read, Write};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use parking_lot::Mutex;
use web_time::Instant;

use tengen_engine::engine::{Engine, Report};
use tengen_engine::rule::RuleKind;

use crate::session::{BookRead, BookReading, Session, SessionAction, SessionRequest};
use crate::settings::Settings;
use crate::stream::write_whole;
use reader::{InputEnd, LoopEnd, LoopProgress, Reader, Watch};

/// What stands at the end of each line said. Managers accept any; scripts and qpiskvork are used to what their system
/// writes, and a carriage return on Unix would turn `OK` into something else for whoever compares the whole line.
const LINE_END: &str = if cfg!(windows) { "\r\n" } else { "\n" };
/// How long nothing is heard before the engine prepares what the first request will need: managers tell the rule right behind
/// `START`, and many the first request too.
const QUIET: Duration = Duration::from_millis(10);
/// The name of the thread that reads a book.
const BOOK_THREAD: &str = "book";

/// Everything that can happen.
enum Event {
    /// A line came in at this time.
    Line(String, Instant),
    /// No more lines will come.
    EndOfInput,
    /// The engine reports about a request.
    Report(u64, Report),
    /// A book was read.
    Book(BookRead),
    /// A thread of the engine has panicked over a request.
    Failure(u64, String),
}

/// Speaks the protocol on the two streams until `END`, the end of the input or a closed output. Takes over the panic
/// hook of the process, since a manager reads a panic message as an answer.
///
/// ```
/// let mut said = Vec::new();
/// tengen_protocol::run("START 15\nEND\n".as_bytes(), &mut said, tengen_protocol::Settings::default())?;
/// assert!(String::from_utf8_lossy(&said).starts_with("OK"));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// When the output cannot be written, or there is no thread to read the input, which is said too. An output that was closed is
/// the end and no error.
pub fn run(input: impl Read + Send + 'static, output: impl Write, settings: Settings) -> io::Result<()> {
    hold(input, output, settings, |_, _| {})
}

/// As [`run`], for a program that can end itself: where the conversation is over and this cannot return, since nobody takes
/// what is said, or a file that is read does not end, `leave` is called from another thread, to end the program. What was
/// changed is saved before. Without `END`, at the end of the input, that is so only where nobody takes what is said.
///
/// # Errors
/// As of [`run`].
pub fn run_or_leave(
    input: impl Read + Send + 'static,
    output: impl Write,
    settings: Settings,
    leave: impl FnOnce() + Send + 'static,
) -> io::Result<()> {
    hold(input, output, settings, |watch, end| watch.wait(end, leave))
}

/// Holds a conversation. `watch` is called when no more lines are read.
fn hold(
    input: impl Read + Send + 'static,
    mut output: impl Write,
    settings: Settings,
    watch: impl FnOnce(Watch, InputEnd) + Send + 'static,
) -> io::Result<()> {
    let progress: Arc<LoopProgress> = Arc::default();
    // Told after the end of the queue, so that the reader can put nothing more into it once it waits no longer.
    let _end = LoopEnd(Arc::clone(&progress));
    let (sender, events) = mpsc::channel();
    let story = report_panics();
    let engine = Engine::new(settings.options);
    let session = Arc::new(Mutex::new(Session::new(settings)));
    let watched = Watch { session: Arc::clone(&session), progress: Arc::clone(&progress) };
    let reader = Reader::new(sender.clone(), Arc::clone(&progress));
    // The thread ends with its input, or at the next line once the loop has ended.
    let reading = thread::Builder::new().name("reader".to_string());
    if let Err(error) = reading.spawn(move || watch(watched, reader.read(input))) {
        write_whole(&mut output, format!("ERROR there is no thread to read the input{LINE_END}").as_bytes())?;
        return Err(error);
    }
    let mut conversation =
        Conversation { session, progress, engine, prepared: None, request: 0, story, output, sender };
    let result = conversation.hold(&events);
    // END waits for nothing: the threads of the engine are told to stop and end with the process.
    conversation.engine.stop();
    std::mem::forget(conversation.engine);
    match result {
        // A manager that closed its end wants to hear no more.
        Err(error) if is_closed(error.kind()) => Ok(()),
        result => result,
    }
}

/// Whether an output fails so because nobody reads it any more.
fn is_closed(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::BrokenPipe | ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted)
}

/// What the first of the threads that have panicked has said, until it is told.
type Story = Arc<Mutex<Option<String>>>;

/// Keeps what other threads say that panic, and prints nothing. This thread catches its own panics.
fn report_panics() -> Story {
    let own = thread::current().id();
    let story = Story::default();
    let kept = Arc::clone(&story);
    panic::set_hook(Box::new(move |info| {
        let thread = thread::current();
        // What came of a book is told as such, and is no story of the engine.
        if thread.id() != own && thread.name() != Some(BOOK_THREAD) {
            let payload = info.payload();
            let text = payload.downcast_ref::<&str>().copied();
            let what = text.or(payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("panic");
            let place = info.location().map(|place| format!(" at {}:{}", file_name(place.file()), place.line()));
            kept.lock().get_or_insert_with(|| format!("{what}{}", place.unwrap_or_default()));
        }
    }));
    story
}

/// Reports of the engine about one request. Where the thread that thinks about it panics, that is reported.
struct RequestReports {
    number: u64,
    story: Story,
    sender: Sender<Event>,
}

impl RequestReports {
    fn tell(&self, report: Report) {
        // Nobody listens any more once the conversation has ended.
        let _ = self.sender.send(Event::Report(self.number, report));
    }
}

impl Drop for RequestReports {
    fn drop(&mut self) {
        if thread::panicking() {
            let story = self.story.lock().take().unwrap_or_default();
            let _ = self.sender.send(Event::Failure(self.number, story));
        }
    }
}

/// The last part of a path: where the engine was built is nobody's business.
fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

struct Conversation<W> {
    /// Free whenever something is done that may not end, so that what it holds can be saved.
    session: Arc<Mutex<Session>>,
    progress: Arc<LoopProgress>,
    engine: Engine,
    /// The rule that the engine has prepared for.
    prepared: Option<RuleKind>,
    /// The number of the request that the engine was given last.
    request: u64,
    story: Story,
    output: W,
    sender: Sender<Event>,
}

impl<W: Write> Conversation<W> {
    fn hold(&mut self, events: &Receiver<Event>) -> io::Result<()> {
        loop {
            let deadline = self.session.lock().deadline();
            let event = match deadline {
                None => self.next_event(events),
                Some(deadline) => events.recv_timeout(deadline.saturating_duration_since(Instant::now())),
            };
            let now = Instant::now();
            let lines = usize::from(matches!(event, Ok(Event::Line(..))));
            let actions = match event {
                Ok(Event::Line(line, received)) => self.guarded(|session| session.hear(&line, received)),
                Ok(Event::EndOfInput) => self.session.lock().end_of_input(now),
                Ok(Event::Report(number, report)) => self.session.lock().see(number, report, now),
                Ok(Event::Book(read)) => {
                    self.session.lock().take_book(read);
                    Vec::new()
                }
                Ok(Event::Failure(number, story)) if number == self.request => {
                    self.session.lock().engine_failed(&story, now)
                }
                // Nobody waits for the answer to an earlier request.
                Ok(Event::Failure(..)) => Vec::new(),
                Err(RecvTimeoutError::Timeout) => self.session.lock().overdue(now),
                // The sender of this very conversation keeps the queue open.
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            };
            match self.act_and_follow_up(actions) {
                Ok(false) => self.progress.note(&self.session.lock(), lines),
                Ok(true) => return Ok(()),
                Err(error) => {
                    // What is to be kept is kept also when nobody hears of it.
                    self.session.lock().close();
                    return Err(error);
                }
            }
        }
    }

    /// The next event, however late it comes. In the quiet before it the engine prepares for the next request.
    fn next_event(&mut self, events: &Receiver<Event>) -> Result<Event, RecvTimeoutError> {
        let rule = self.session.lock().next_rule();
        if let Some(rule) = rule.filter(|&rule| self.prepared != Some(rule)) {
            match events.recv_timeout(QUIET) {
                Err(RecvTimeoutError::Timeout) => Engine::prepare(rule),
                event => return event,
            }
            self.prepared = Some(rule);
        }
        events.recv().map_err(|_| RecvTimeoutError::Disconnected)
    }

    /// Does what is to be done and then what follows, such as to write what was found once the move was sent. Tells whether
    /// that was the end.
    fn act_and_follow_up(&mut self, mut actions: Vec<SessionAction>) -> io::Result<bool> {
        loop {
            let is_over = self.act(actions)?;
            actions = self.guarded(|session| session.follow_up(Instant::now()));
            if is_over || actions.is_empty() {
                return Ok(self.act(actions)? || is_over);
            }
        }
    }

    /// What the session answers when it is asked so. A fault of this library must cost one command and not the game.
    fn guarded(&mut self, ask: impl FnOnce(&mut Session) -> Vec<SessionAction>) -> Vec<SessionAction> {
        panic::catch_unwind(AssertUnwindSafe(|| ask(&mut self.session.lock())))
            .unwrap_or_else(|_| vec![SessionAction::Say("ERROR internal fault".to_string())])
    }

    /// Does what is to be done and tells whether that was the end.
    fn act(&mut self, mut actions: Vec<SessionAction>) -> io::Result<bool> {
        // The next is the last: what a start leads to that failed is done before what is left.
        actions.reverse();
        while let Some(action) = actions.pop() {
            let tells_engine = action.tells_engine();
            match action {
                SessionAction::Say(line) => self.say(&line)?,
                SessionAction::Quit => return Ok(true),
                SessionAction::SetOptions(options) => self.engine.set_options(options),
                SessionAction::SetClock(clock) => self.engine.set_clock(clock),
                SessionAction::Stop | SessionAction::Abandon => self.engine.stop(),
                SessionAction::Forget => self.engine.forget(),
                SessionAction::ReadBook(reading) => self.read_beside(reading),
                SessionAction::Go(request) => actions.extend(self.start(*request).into_iter().rev()),
            }
            if tells_engine {
                self.session.lock().engine_told(Instant::now());
            }
        }
        Ok(false)
    }

    /// Has the engine think, and returns what is to be done at once where it cannot.
    fn start(&mut self, request: SessionRequest) -> Vec<SessionAction> {
        let SessionRequest { number, task, limits } = request;
        let reports = RequestReports { number, story: Arc::clone(&self.story), sender: self.sender.clone() };
        let engine = &mut self.engine;
        self.request = number;
        // What an earlier one told nobody asks for any more.
        self.story.lock().take();
        let start = || engine.start(task, limits, move |report| reports.tell(report));
        match panic::catch_unwind(AssertUnwindSafe(start)) {
            Ok(()) => Vec::new(),
            Err(_) => self.session.lock().engine_failed("cannot think", Instant::now()),
        }
    }

    /// Reads a book on a thread of its own, or on this one where there can be none.
    fn read_beside(&self, reading: BookReading) {
        let read_to = |sender: Sender<Event>| {
            let reading = reading.clone();
            // Nobody listens any more once the conversation has ended.
            move || drop(sender.send(Event::Book(reading.read())))
        };
        let thread = thread::Builder::new().name(BOOK_THREAD.to_string());
        if thread.spawn(read_to(self.sender.clone())).is_err() {
            read_to(self.sender.clone())();
        }
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        self.progress.note_write();
        let written = write_whole(&mut self.output, format!("{line}{LINE_END}").as_bytes());
        self.progress.note_write();
        written
    }
}

#[cfg(test)]
mod tests;
