//! The loop: one thread reads lines, the engine's threads report, both into one queue; this thread alone decides, acts and
//! writes. The only place of the library that touches streams.

use std::io::{self, ErrorKind, Read, Write};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
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

/// Everything that can happen.
enum Event {
    /// A line came in at this time.
    Line(String, Instant),
    /// No more lines will come.
    EndOfInput,
    /// The engine reports about a request.
    Report(u64, Report),
    /// A thread of the engine has panicked.
    Failure(String),
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
    report_panics(sender.clone());
    let reader = Reader { sender: sender.clone(), queued: Arc::clone(&queued) };
    // The thread ends with its input, or with the process.
    thread::Builder::new().name("reader".to_string()).spawn(move || reader.read(input))?;
    let engine = Engine::new(settings.options);
    let mut conversation = Conversation { session: Session::new(settings), engine, output, sender };
    let result = conversation.hold(&events, &queued);
    // END waits for nothing: the threads of the engine are told to stop and end with the process.
    conversation.engine.stop();
    std::mem::forget(conversation.engine);
    match result {
        // A manager that closed its end wants to hear no more.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

/// Sends panics of other threads into the queue and prints nothing. This thread catches its own.
fn report_panics(sender: Sender<Event>) {
    let own = thread::current().id();
    panic::set_hook(Box::new(move |info| {
        if thread::current().id() != own {
            let payload = info.payload();
            let text = payload.downcast_ref::<&str>().copied();
            let what = text.or(payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("panic");
            let place = info.location().map(|place| format!(" at {}:{}", file_name(place.file()), place.line()));
            let _ = sender.send(Event::Failure(format!("{what}{}", place.unwrap_or_default())));
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
                    self.hear(&line, received)
                }
                Ok(Event::EndOfInput) => self.session.end_of_input(now),
                Ok(Event::Report(number, report)) => self.session.see(number, report, now),
                Ok(Event::Failure(story)) => self.session.engine_failed(&story, now),
                Err(RecvTimeoutError::Timeout) => self.session.overdue(now),
                // The sender of this very conversation keeps the queue open.
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            };
            match self.act_and_keep(actions) {
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

    /// Does what is to be done, and writes what was found once the move was sent. Tells whether that was the end.
    fn act_and_keep(&mut self, actions: Vec<SessionAction>) -> io::Result<bool> {
        let is_over = self.act(actions)?;
        let left = self.session.keep_found();
        Ok(self.act(left)? || is_over)
    }

    /// Hears a line. A fault of this library must cost one command and not the game.
    fn hear(&mut self, line: &str, received: Instant) -> Vec<SessionAction> {
        panic::catch_unwind(AssertUnwindSafe(|| self.session.hear(line, received)))
            .unwrap_or_else(|_| vec![SessionAction::Say("ERROR internal fault".to_string())])
    }

    /// Does what is to be done and tells whether that was the end.
    fn act(&mut self, actions: Vec<SessionAction>) -> io::Result<bool> {
        for action in actions {
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
                    let start = || engine.start(task, limits, report);
                    if panic::catch_unwind(AssertUnwindSafe(start)).is_err() {
                        let actions = self.session.engine_failed("cannot think", Instant::now());
                        if self.act(actions)? {
                            return Ok(true);
                        }
                    }
                }
            }
        }
        Ok(false)
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        self.output.write_all(format!("{line}{LINE_END}").as_bytes())?;
        self.output.flush()
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
            let bytes = match input.read(&mut buffer) {
                Ok(0) => break,
                Ok(count) => &buffer[..count],
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(_) => break,
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
            thread::sleep(Duration::from_millis(1));
        }
        self.queued.fetch_add(1, Ordering::Relaxed);
        let _ = self.sender.send(Event::Line(String::from_utf8_lossy(line).into_owned(), Instant::now()));
        line.clear();
    }
}

#[cfg(test)]
mod tests {
    use parking_lot::Mutex;
    use tengen_engine::database::{MemoryStore, Store, StoreError};
    use tengen_engine::engine::Options;
    use tengen_engine::rule::RuleKind;

    use super::*;
    use crate::command;
    use crate::database::{Database, Databases, ExportPart, FileForm, MemoryDatabases, Transfer};

    /// An input of which every read gives one byte.
    struct Bytewise<'a>(&'a [u8]);

    impl Read for Bytewise<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = buffer.len().min(1);
            self.0.read(&mut buffer[..count])
        }
    }

    fn lines_of(input: impl Read) -> Vec<String> {
        let (sender, events) = mpsc::channel();
        Reader { sender, queued: Arc::default() }.read(input);
        let mut lines = Vec::new();
        for event in events {
            match event {
                Event::Line(line, _) => lines.push(line),
                Event::EndOfInput => lines.push("(end)".to_string()),
                Event::Report(..) | Event::Failure(_) => unreachable!("the reader only reads"),
            }
        }
        lines
    }

    fn lines(input: &[u8]) -> Vec<String> {
        let lines = lines_of(input);
        assert_eq!(lines_of(Bytewise(input)), lines, "however many pieces it comes in");
        lines
    }

    #[test]
    fn lines_end_in_any_way_and_have_a_greatest_length() {
        assert_eq!(lines(b"a\r\nb\nc\rd\r\n"), ["a", "b", "c", "d", "(end)"]);
        assert_eq!(lines(b"a\r\n\r\nb\n\nc\r\rd\n\r"), ["a", "", "b", "", "c", "", "d", "", "(end)"]);
        assert_eq!(lines(b"END"), ["END", "(end)"]);
        assert_eq!(lines(b""), ["(end)"]);
        assert_eq!(lines(b"\xff\xfe x\n"), ["\u{fffd}\u{fffd} x", "(end)"]);
        let mut long = vec![b'x'; 10 * LONGEST_LINE];
        long.extend(b"\nEND\n");
        assert_eq!(lines(&long).iter().map(String::len).collect::<Vec<_>>(), [LONGEST_LINE, 3, 5]);
        let comment = format!("YXEDITTEXTDATABASE \"{}\"7,7", "\\\"".repeat(LONGEST_TEXT));
        assert_eq!(lines(comment.as_bytes()), [comment.as_str(), "(end)"]);
    }

    /// Notes what is said, and between it that the database was asked.
    #[derive(Clone, Debug, Default)]
    struct Notes(Arc<Mutex<Vec<String>>>);

    impl Write for Notes {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().push(String::from_utf8_lossy(bytes).trim_end().to_string());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Databases for Notes {
        fn open(&self, _: &str, _: RuleKind) -> Result<Box<dyn Database>, StoreError> {
            Ok(Box::new(NotedDatabase { store: MemoryStore::default(), notes: self.clone() }))
        }

        fn book(&self, name: &str, rule: RuleKind) -> Result<Box<dyn Store + Send>, StoreError> {
            MemoryDatabases.book(name, rule)
        }
    }

    /// An output that is closed after so many lines.
    struct Closing(usize);

    impl Write for Closing {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 = self.0.checked_sub(1).ok_or(ErrorKind::BrokenPipe)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    struct NotedDatabase {
        store: MemoryStore,
        notes: Notes,
    }

    impl Database for NotedDatabase {
        fn store(&mut self) -> &mut dyn Store {
            self.notes.0.lock().push("(database)".to_string());
            &mut self.store
        }

        fn is_changed(&self) -> bool {
            self.store.len() != Ok(0)
        }

        fn save(&mut self) -> Result<Vec<String>, StoreError> {
            self.notes.0.lock().push("(saved)".to_string());
            self.store.save()
        }

        fn import(&mut self, name: &str, form: FileForm, rule: RuleKind) -> Result<Transfer, StoreError> {
            self.store.import(name, form, rule)
        }

        fn export(&mut self, name: &str, form: FileForm, part: ExportPart<'_>) -> Result<Transfer, StoreError> {
            self.store.export(name, form, part)
        }
    }

    /// Says these lines and then nothing more, and tells how the conversation ended.
    fn held(lines: &[&str], notes: &Notes, output: impl Write) -> io::Result<()> {
        let options = Options { hash_bytes: Options::MIN_HASH_BYTES, ..Options::default() };
        let settings = Settings { options, databases: Some(Arc::new(notes.clone())), ..Settings::default() };
        let (sender, events) = mpsc::channel();
        for &line in lines {
            sender.send(Event::Line(line.to_string(), Instant::now())).unwrap();
        }
        sender.send(Event::EndOfInput).unwrap();
        let engine = Engine::new(options);
        let mut conversation = Conversation { session: Session::new(settings), engine, output, sender };
        conversation.hold(&events, &AtomicUsize::new(lines.len()))
    }

    #[test]
    fn a_move_is_said_before_what_was_found_is_written() {
        let notes = Notes::default();
        let lines = ["START 15", "INFO max_node 1000", "INFO usedatabase 1", "YXSETDATABASE x.db", "BEGIN"];
        held(&lines, &notes, notes.clone()).unwrap();
        let notes = notes.0.lock();
        let said = notes.iter().rposition(|note| command::pair(note).is_some()).unwrap();
        assert_eq!(notes[said + 1], "(database)", "{notes:?}");
    }

    #[test]
    fn what_has_changed_is_saved_when_nobody_hears_any_more() {
        let notes = Notes::default();
        let lines = ["START 15", "YXSETDATABASE x.db", "YXEDITTVDDATABASE 2 0 9 1", "7,7 DONE", "ABOUT"];
        // The first two lines have three answers.
        let ended = held(&lines, &notes, Closing(3));
        assert_eq!(ended.unwrap_err().kind(), ErrorKind::BrokenPipe);
        assert_eq!(notes.0.lock().last().map(String::as_str), Some("(saved)"));
    }
}
