//! The loop: one thread reads lines, the engine's threads report, both into one queue; this thread alone decides, acts and
//! writes. The only place of the library that touches streams.

use std::io::{self, ErrorKind, Read, Write};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use web_time::Instant;

use tengen_engine::engine::{Engine, Report};

use crate::session::{LONGEST_TEXT, Session, SessionAction, SessionRequest};
use crate::settings::Settings;

/// What stands at the end of each line said. Managers accept any; scripts and qpiskvork are used to what their system
/// writes, and a carriage return on Unix would turn `OK` into something else for whoever compares the whole line.
const LINE_END: &str = if cfg!(windows) { "\r\n" } else { "\n" };
/// The longest line that is kept whole; more of it is dropped. It may be the longest comment with every letter escaped, its
/// word before it and a move behind it. A `BOARD` on one line is a small part of that.
const LONGEST_LINE: usize = 2 * LONGEST_TEXT + (1 << 10);
/// Lines in the queue at which the reader waits: a flood stays in the pipe.
const MOST_QUEUED: usize = 1024;
/// How long is waited before a stream is tried again.
const PAUSE: Duration = Duration::from_millis(1);

/// Everything that can happen.
enum Event {
    /// A line came in at this time.
    Line(String, Instant),
    /// No more lines will come.
    EndOfInput,
    /// The engine reports about a request.
    Report(u64, Report),
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
/// When the output cannot be written; an output that was closed is the end and no error.
pub fn run(input: impl Read + Send + 'static, output: impl Write, settings: Settings) -> io::Result<()> {
    let (sender, events) = mpsc::channel();
    let queued = Arc::new(AtomicUsize::new(0));
    let request = Arc::new(AtomicU64::new(0));
    report_panics(sender.clone(), Arc::clone(&request));
    let reader = Reader { sender: sender.clone(), queued: Arc::clone(&queued) };
    // The thread ends with its input, or with the process.
    thread::Builder::new().name("reader".to_string()).spawn(move || reader.read(input))?;
    let engine = Engine::new(settings.options);
    let mut conversation = Conversation { session: Session::new(settings), engine, request, output, sender };
    let result = conversation.hold(&events, &queued);
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

/// Does something with a stream as often as it was interrupted or not ready for it: another program, which shares it with this
/// one, may have made it such that nobody waits for it.
fn patiently<T>(mut act: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    loop {
        match act() {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) if error.kind() == ErrorKind::WouldBlock => thread::sleep(PAUSE),
            done => return done,
        }
    }
}

/// Writes all of a text, in as many pieces as the output takes it.
fn write_whole(output: &mut impl Write, text: &str) -> io::Result<()> {
    let mut left = text.as_bytes();
    while !left.is_empty() {
        match patiently(|| output.write(left))? {
            0 => return Err(ErrorKind::WriteZero.into()),
            count => left = &left[count..],
        }
    }
    patiently(|| output.flush())
}

/// Sends panics of other threads into the queue, each with the request that was thought about, and prints nothing. This
/// thread catches its own.
fn report_panics(sender: Sender<Event>, request: Arc<AtomicU64>) {
    let own = thread::current().id();
    panic::set_hook(Box::new(move |info| {
        if thread::current().id() != own {
            let payload = info.payload();
            let text = payload.downcast_ref::<&str>().copied();
            let what = text.or(payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("panic");
            let place = info.location().map(|place| format!(" at {}:{}", file_name(place.file()), place.line()));
            let story = format!("{what}{}", place.unwrap_or_default());
            let _ = sender.send(Event::Failure(request.load(Ordering::Relaxed), story));
        }
    }));
}

/// The last part of a path: where the engine was built is nobody's business.
fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

struct Conversation<W> {
    session: Session,
    engine: Engine,
    /// The number of the request that the engine was given last.
    request: Arc<AtomicU64>,
    output: W,
    sender: Sender<Event>,
}

impl<W: Write> Conversation<W> {
    fn hold(&mut self, events: &Receiver<Event>, queued: &AtomicUsize) -> io::Result<()> {
        loop {
            let event = match self.session.deadline() {
                None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(deadline) => events.recv_timeout(deadline.saturating_duration_since(Instant::now())),
            };
            let now = Instant::now();
            let actions = match event {
                Ok(Event::Line(line, received)) => {
                    queued.fetch_sub(1, Ordering::Relaxed);
                    self.guarded(|session| session.hear(&line, received))
                }
                Ok(Event::EndOfInput) => self.session.end_of_input(now),
                Ok(Event::Report(number, report)) => self.session.see(number, report, now),
                Ok(Event::Failure(number, story)) if number == self.request.load(Ordering::Relaxed) => {
                    self.session.engine_failed(&story, now)
                }
                // Nobody waits for the answer to an earlier request.
                Ok(Event::Failure(..)) => Vec::new(),
                Err(RecvTimeoutError::Timeout) => self.session.overdue(now),
                // The sender of this very conversation keeps the queue open.
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            };
            match self.act_and_follow_up(actions) {
                Ok(false) => {}
                Ok(true) => return Ok(()),
                Err(error) => {
                    // What is to be kept is kept also when nobody hears of it.
                    self.session.close();
                    return Err(error);
                }
            }
        }
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
        panic::catch_unwind(AssertUnwindSafe(|| ask(&mut self.session)))
            .unwrap_or_else(|_| vec![SessionAction::Say("ERROR internal fault".to_string())])
    }

    /// Does what is to be done and tells whether that was the end.
    fn act(&mut self, actions: Vec<SessionAction>) -> io::Result<bool> {
        for action in actions {
            let tells_engine = action.tells_engine();
            match action {
                SessionAction::Say(line) => self.say(&line)?,
                SessionAction::Quit => return Ok(true),
                SessionAction::SetOptions(options) => self.engine.set_options(options),
                SessionAction::SetClock(clock) => self.engine.set_clock(clock),
                SessionAction::Stop | SessionAction::Abandon => self.engine.stop(),
                SessionAction::Forget => self.engine.forget(),
                SessionAction::Go(request) => {
                    let SessionRequest { number, task, limits } = *request;
                    let sender = self.sender.clone();
                    let report = move |report| {
                        // Nobody listens any more once the conversation has ended.
                        let _ = sender.send(Event::Report(number, report));
                    };
                    let engine = &mut self.engine;
                    // Waits for the threads of the request before, so that whatever fails there has its number and not this one.
                    engine.cancel();
                    self.request.store(number, Ordering::Relaxed);
                    let start = || engine.start(task, limits, report);
                    if panic::catch_unwind(AssertUnwindSafe(start)).is_err() {
                        let actions = self.session.engine_failed("cannot think", Instant::now());
                        if self.act(actions)? {
                            return Ok(true);
                        }
                    }
                }
            }
            if tells_engine {
                self.session.engine_told(Instant::now());
            }
        }
        Ok(false)
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        write_whole(&mut self.output, &format!("{line}{LINE_END}"))
    }
}

/// Cuts the input into lines, blank ones included, and stamps each with the time it came.
struct Reader {
    sender: Sender<Event>,
    queued: Arc<AtomicUsize>,
}

impl Reader {
    fn read(&self, mut input: impl Read) {
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
                    b'\n' | b'\r' => self.send(&mut line),
                    _ if line.len() < LONGEST_LINE => line.push(byte),
                    _ => {}
                }
                is_after_return = byte == b'\r';
            }
        }
        if !line.is_empty() {
            self.send(&mut line);
        }
        let _ = self.sender.send(Event::EndOfInput);
    }

    fn send(&self, line: &mut Vec<u8>) {
        while self.queued.load(Ordering::Relaxed) >= MOST_QUEUED {
            thread::sleep(PAUSE);
        }
        self.queued.fetch_add(1, Ordering::Relaxed);
        let _ = self.sender.send(Event::Line(String::from_utf8_lossy(line).into_owned(), Instant::now()));
        line.clear();
    }
}

#[cfg(test)]
mod tests;
