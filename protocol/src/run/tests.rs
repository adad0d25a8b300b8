//! Reading lines, and conversations that are held without streams.

use std::time::Duration;

use tengen_engine::database::{MemoryStore, Store, StoreError};
use tengen_engine::engine::Options;
use tengen_engine::rule::RuleKind;

use super::reader::{LONGEST_LINE, MOST_QUEUED};
use super::*;
use crate::command;
use crate::database::{Database, DatabaseAccess, Databases, ExportPart, FileForm, Opened, Transfer};
use crate::session::LONGEST_TEXT;

/// What the reader makes of an input.
fn lines(input: &[u8]) -> Vec<String> {
    let (sender, events) = mpsc::channel();
    Reader::new(sender, Arc::default()).read(input);
    let told = events.into_iter().map(|event| match event {
        Event::Line(line, _) => line,
        Event::EndOfInput => "(end)".to_string(),
        Event::Report(..) | Event::Book(_) | Event::Failure(..) => unreachable!("the reader only reads"),
    });
    told.collect()
}

#[test]
fn a_line_is_text_as_long_as_the_longest_comment_and_end_is_the_last() {
    assert_eq!(lines(b"a\r\nEND\r\nb\r\n"), ["a", "END", "(end)"]);
    assert_eq!(lines(b"\xff\xfe x\n"), ["\u{fffd}\u{fffd} x", "(end)"]);
    let mut long = vec![b'x'; 10 * LONGEST_LINE];
    long.extend(b"\nEND\n");
    assert_eq!(lines(&long).iter().map(String::len).collect::<Vec<_>>(), [LONGEST_LINE, 3, 5]);
    let comment = format!("YXEDITTEXTDATABASE \"{}\"7,7", "\\\"".repeat(LONGEST_TEXT));
    assert_eq!(lines(comment.as_bytes()), [comment.as_str(), "(end)"]);
}

#[test]
fn the_reader_waits_for_the_loop_and_ends_with_it() {
    let (sender, events) = mpsc::channel();
    let (alive, ended) = mpsc::channel::<()>();
    let progress = Arc::default();
    let end = LoopEnd(Arc::clone(&progress));
    thread::spawn(move || {
        let _alive = alive;
        Reader::new(sender, progress).read(io::repeat(b'\n'));
    });
    assert_eq!(events.iter().take(MOST_QUEUED).count(), MOST_QUEUED);
    assert!(events.recv_timeout(Duration::from_millis(20)).is_err(), "a flood is read although nothing was obeyed");
    drop((events, end));
    assert_eq!(ended.recv_timeout(Duration::from_secs(60)), Err(RecvTimeoutError::Disconnected));
}

/// Notes what is said, and between it that the database was asked.
#[derive(Clone, Debug, Default)]
struct Notes(Arc<Mutex<Vec<String>>>);

/// What lets files go on that take long.
const GO_ON: &str = "(go on)";

impl Notes {
    /// Waits, where a file takes long, until it is let go on.
    fn wait_for_slow(&self, name: &str) {
        while name == "slow.db" && !self.0.lock().iter().any(|note| note == GO_ON) {
            thread::sleep(Duration::from_millis(1));
        }
    }
}

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
    fn open(
        &self,
        name: &str,
        _: RuleKind,
        _: DatabaseAccess,
        _: usize,
    ) -> Result<Opened<Box<dyn Database>>, StoreError> {
        self.wait_for_slow(name);
        let database = NotedDatabase { store: MemoryStore::default(), notes: self.clone() };
        Ok(Opened::whole(Box::new(database)))
    }

    fn book(&self, name: &str, _: RuleKind, _: usize) -> Result<Opened<Box<dyn Store + Send>>, StoreError> {
        assert_ne!(name, "fault.db", "a fault");
        if name == "endless.db" {
            loop {
                thread::sleep(Duration::from_millis(1));
            }
        }
        Ok(Opened { content: Box::new(MemoryStore::default()), left_out: vec!["read".to_string()] })
    }
}

/// An output that takes a byte at a time, and is not ready or interrupted before each.
#[derive(Default)]
struct Reluctant {
    said: Vec<u8>,
    tries: usize,
}

impl Reluctant {
    fn refuse(&mut self) -> io::Result<()> {
        self.tries += 1;
        match self.tries % 3 {
            0 => Ok(()),
            1 => Err(ErrorKind::WouldBlock.into()),
            _ => Err(ErrorKind::Interrupted.into()),
        }
    }
}

impl Write for Reluctant {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.refuse()?;
        self.said.extend(&bytes[..1]);
        Ok(1)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.refuse()
    }
}

#[test]
fn an_output_that_is_not_ready_is_waited_for() {
    let mut output = Reluctant::default();
    held(&["START 15", "START 99"], &Notes::default(), &mut output).unwrap();
    let said = String::from_utf8(output.said).unwrap();
    assert!(said.starts_with(&format!("OK{LINE_END}ERROR ")) && said.ends_with(LINE_END), "{said}");
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
        assert_ne!(name, "fault.db", "a fault");
        self.notes.wait_for_slow(name);
        self.store.import(name, form, rule)
    }

    fn export(&mut self, name: &str, form: FileForm, part: ExportPart<'_>) -> Result<Transfer, StoreError> {
        self.notes.0.lock().push("(file)".to_string());
        self.store.export(name, form, part)
    }
}

/// A conversation that has not begun.
fn conversation<W: Write>(notes: &Notes, output: W, sender: Sender<Event>) -> Conversation<W> {
    let options = Options { hash_bytes: Options::MIN_HASH_BYTES, ..Options::default() };
    let settings = Settings { options, databases: Some(Arc::new(notes.clone())), ..Settings::default() };
    let (session, engine) = (Arc::new(Mutex::new(Session::new(settings))), Engine::new(options));
    Conversation {
        session,
        progress: Arc::default(),
        engine,
        prepared: None,
        request: 0,
        story: Story::default(),
        output,
        sender,
    }
}

/// Says these lines and then nothing more, and tells how the conversation ended.
fn held(lines: &[&str], notes: &Notes, output: impl Write) -> io::Result<()> {
    held_with(lines, None, notes, output)
}

/// Says these lines, lets this happen after them if it is given, says nothing more, and tells how the conversation ended.
fn held_with(lines: &[&str], happens: Option<Event>, notes: &Notes, output: impl Write) -> io::Result<()> {
    let (sender, events) = mpsc::channel();
    for &line in lines {
        sender.send(Event::Line(line.to_string(), Instant::now())).unwrap();
    }
    for event in happens.into_iter().chain([Event::EndOfInput]) {
        sender.send(event).unwrap();
    }
    conversation(notes, output, sender).hold(&events)
}

#[test]
fn a_line_that_has_waited_leaves_the_engine_a_moment() {
    let (sender, _events) = mpsc::channel();
    let mut conversation = conversation(&Notes::default(), io::sink(), sender);
    let now = Instant::now();
    // Longer than the time for the move and the grace after it.
    let received = now.checked_sub(Duration::from_secs(10)).unwrap();
    for line in ["START 15", "INFO timeout_turn 1000", "TURN 7,7"] {
        let actions = conversation.guarded(|session| session.hear(line, received));
        assert!(!conversation.act(actions).unwrap());
    }
    // Else the search would be called late before it has begun.
    assert!(conversation.session.lock().deadline().is_some_and(|deadline| deadline > now));
}

#[test]
fn a_move_is_said_before_what_was_found_is_written() {
    // Also where another line, of whatever kind, waits for the move.
    for waiting in [&["YXSTOP", "INFO time_left 1000"][..], &["YXSTOP", ""], &[]] {
        let notes = Notes::default();
        let lines = ["START 15", "INFO max_node 1000", "INFO usedatabase 1", "YXSETDATABASE x.db", "BEGIN"];
        held(&[&lines[..], waiting].concat(), &notes, notes.clone()).unwrap();
        let notes = notes.0.lock();
        let said = notes.iter().rposition(|note| command::pair(note).is_some()).unwrap();
        assert_eq!(notes[said + 1], "(database)", "{notes:?}");
    }
}

#[test]
fn a_move_is_said_before_a_file_is_written() {
    for words in [&["YXSTOP", "YXDBTOTXT all.csv"][..], &["YXSTOP", "YXDBTOTXT", "all.csv"]] {
        let notes = Notes::default();
        let begun = ["START 15", "YXSETDATABASE x.db", "BEGIN"];
        held(&[&begun[..], words].concat(), &notes, notes.clone()).unwrap();
        let notes = notes.0.lock();
        let said = notes.iter().rposition(|note| command::pair(note).is_some()).unwrap();
        assert_eq!(notes[said + 1], "(file)", "{notes:?}");
    }
}

#[test]
fn the_end_waits_for_what_is_to_be_kept_alone() {
    for (word, most, is_left) in
        [("YXSETDATABASE slow.db", 60, true), ("YXDBMERGE slow.db", 1, false), ("YXDBMERGE\nslow.db", 1, false)]
    {
        let notes = Notes::default();
        let (sender, events) = mpsc::channel();
        let mut conversation = conversation(&notes, notes.clone(), sender.clone());
        let progress = Arc::clone(&conversation.progress);
        let watch = Watch { session: Arc::clone(&conversation.session), progress: Arc::clone(&progress) };
        let input = format!("START 15\nYXSETDATABASE x.db\n{word}\nEND\n");
        let (leave, left) = mpsc::channel();
        thread::spawn(move || {
            watch.wait(Reader::new(sender, progress).read(input.as_bytes()), || leave.send(()).unwrap());
        });
        let held = thread::spawn(move || conversation.hold(&events));
        // The loop stands still for longer than it may.
        assert_eq!(left.recv_timeout(Duration::from_secs(most)).is_ok(), is_left, "{word}");
        notes.0.lock().push(GO_ON.to_string());
        held.join().unwrap().unwrap();
    }
}

#[test]
fn a_book_is_read_beside_the_conversation() {
    let held = |lines: &[&str]| {
        let notes = Notes::default();
        held(lines, &notes, notes.clone()).unwrap();
        notes.0.lock().join("; ")
    };
    // What needs it waits for it, also where there is no clock.
    let begun = ["START 15", "INFO timeout_turn -1", "INFO book x.db"];
    assert_eq!(held(&[&begun[..], &["RESTART"]].concat()), "OK; MESSAGE file x.db: read; OK");
    let told = held(&[&begun[..2], &["INFO book fault.db", "RESTART", "RESTART"]].concat());
    assert_eq!(told, "OK; MESSAGE no book is open: fault.db: internal fault; OK; OK");
    // No move is late for it, and nothing but commands about the game waits.
    let told = held(&["START 15", "INFO timeout_turn 400", "INFO book endless.db", "BEGIN", "FOO"]);
    let late = "MESSAGE file endless.db: still being read";
    assert!(told.starts_with(&format!("OK; {late}")) && told.rsplit("; ").next().and_then(command::pair).is_some());
    assert_eq!(held(&["START 15", "INFO book endless.db", "ABOUT"]).matches("name=").count(), 1);
    assert_eq!(held(&["START 15", "INFO book endless.db", "END", "ABOUT"]), "OK");
}

#[test]
fn a_fault_costs_one_line_and_not_the_game() {
    for begun in [&["START 15", "YXSETDATABASE x.db"][..], &["START 15", "YXSETDATABASE x.db", "BEGIN", "YXSTOP"]] {
        let notes = Notes::default();
        held(&[begun, &["YXDBMERGE fault.db", "FOO"]].concat(), &notes, notes.clone()).unwrap();
        let notes = notes.0.lock();
        assert!(notes.ends_with(&["ERROR internal fault", "UNKNOWN command \"FOO\""].map(str::to_string)), "{notes:?}");
    }
}

#[test]
fn a_thread_that_fails_ends_no_later_request() {
    for (number, is_told) in [(0, false), (1, true)] {
        let notes = Notes::default();
        let failure = Event::Failure(number, "late".to_string());
        held_with(&["START 15", "INFO max_node 1000", "BEGIN"], Some(failure), &notes, notes.clone()).unwrap();
        let notes = notes.0.lock();
        assert_eq!(notes.iter().any(|note| note.contains("internal fault")), is_told, "{notes:?}");
        assert!(notes.iter().any(|note| command::pair(note).is_some()), "{notes:?}");
    }
}

#[test]
fn what_has_changed_is_saved_when_nobody_hears_any_more() {
    let notes = Notes::default();
    let lines = ["START 15", "YXSETDATABASE x.db", "YXEDITTVDDATABASE 2 0 9 1", "7,7 DONE"];
    // The first two lines have three answers, and what was edited is told to nobody.
    let ended = held(&lines, &notes, Closing(3));
    assert_eq!(ended.unwrap_err().kind(), ErrorKind::BrokenPipe);
    assert_eq!(notes.0.lock().last().map(String::as_str), Some("(saved)"));
}
