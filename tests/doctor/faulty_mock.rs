//! A sound engine with one fault: what it hears, or what it says, is changed on the way.

use std::ffi::OsString;
use std::io::{self, BufRead, Read, Write};
use std::process::exit;
use std::sync::{Arc, Mutex};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tengen_protocol::Settings;
use tengen_protocol::database::MemoryDatabases;

/// What is wrong with a faulty_mock.
#[derive(Clone, Copy)]
pub(crate) enum Act {
    /// Nothing.
    Sound,
    /// This is done when it starts.
    Begin(fn()),
    /// Instead of a line, with its end, the engine hears this.
    Hear(fn(&mut Mind, &str) -> String),
    /// Instead of what came in one piece, the engine hears this.
    HearPiece(fn(&str) -> String),
    /// Instead of a line, without its end, the engine says this.
    Say(fn(&mut Mind, &str) -> String),
    /// Nothing is read while it thinks.
    Deaf,
    /// The end of the input is not noticed.
    Immortal,
}

/// What a faulty_mock remembers.
pub(crate) struct Mind {
    /// Whether a move is owed.
    pub thinking: bool,
    /// Whether a list of stones is being heard.
    pub listing: bool,
    /// How many lists were heard before this line.
    pub lists: usize,
    /// How many games were begun before this line.
    pub games: usize,
    /// Whatever a fault wants to count.
    pub count: usize,
    /// When the last line was heard.
    pub heard: Instant,
    /// When the last line was said.
    pub said: Instant,
}

/// The first word of a line, in capitals.
pub(crate) fn word(line: &str) -> String {
    line.split_whitespace().next().unwrap_or_default().to_ascii_uppercase()
}

/// Whether a line begins with a coordinate.
pub(crate) fn is_move(line: &str) -> bool {
    line.starts_with(|c: char| c.is_ascii_digit())
}

/// Says something past the engine.
pub(crate) fn say(text: &str) {
    let mut output = io::stdout();
    // The examiner may have gone.
    if output.write_all(text.as_bytes()).and_then(|()| output.flush()).is_err() {
        exit(1);
    }
}

/// Is an engine with this fault until it ends.
pub(crate) fn live(act: Act, arguments: impl Iterator<Item = String>) -> ! {
    if let Act::Begin(begin) = act {
        begin();
    }
    let now = Instant::now();
    let mind = Mind { thinking: false, listing: false, lists: 0, games: 0, count: 0, heard: now, said: now };
    let mind = Arc::new(Mutex::new(mind));
    let ears = Ears { act, mind: mind.clone(), ready: Vec::new() };
    let mouth = Mouth { act, mind, line: Vec::new() };
    let (settings, _) = Settings::from_args(arguments.map(OsString::from));
    let settings = Settings { databases: Some(Arc::new(MemoryDatabases)), ..settings };
    let result = tengen_protocol::run(ears, mouth, settings);
    exit(i32::from(result.is_err()))
}

struct Ears {
    act: Act,
    mind: Arc<Mutex<Mind>>,
    ready: Vec<u8>,
}

impl Ears {
    fn next(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut input = io::stdin().lock();
        if let Act::HearPiece(hear) = self.act {
            let piece = String::from_utf8_lossy(input.fill_buf()?).into_owned();
            input.consume(piece.len());
            return Ok(Some(hear(&piece).into_bytes()).filter(|_| !piece.is_empty()));
        }
        let mut line = Vec::new();
        if input.read_until(b'\n', &mut line)? == 0 {
            if matches!(self.act, Act::Immortal) {
                loop {
                    sleep(Duration::from_secs(1));
                }
            }
            return Ok(None);
        }
        while matches!(self.act, Act::Deaf) && self.mind.lock().unwrap().thinking {
            sleep(Duration::from_millis(2));
        }
        let line = String::from_utf8_lossy(&line).into_owned();
        let mut mind = self.mind.lock().unwrap();
        let heard = if let Act::Hear(hear) = self.act { hear(&mut mind, &line) } else { line.clone() };
        mind.notice(&line);
        Ok(Some(heard.into_bytes()))
    }
}

impl Mind {
    fn notice(&mut self, line: &str) {
        self.heard = Instant::now();
        match word(line).as_str() {
            "START" => self.games += 1,
            "BOARD" | "YXBOARD" | "SWAP2BOARD" if !line.to_ascii_uppercase().contains("DONE") => self.listing = true,
            "DONE" => {
                self.lists += 1;
                (self.listing, self.thinking) = (false, true);
            }
            "TURN" | "BEGIN" => self.thinking = true,
            _ => {}
        }
    }
}

impl Read for Ears {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.ready.is_empty() {
            match self.next()? {
                Some(heard) => self.ready = heard,
                None => return Ok(0),
            }
        }
        let count = buffer.len().min(self.ready.len());
        buffer[..count].copy_from_slice(&self.ready[..count]);
        self.ready.drain(..count);
        Ok(count)
    }
}

struct Mouth {
    act: Act,
    mind: Arc<Mutex<Mind>>,
    line: Vec<u8>,
}

impl Write for Mouth {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.line.extend_from_slice(bytes);
        while let Some(end) = self.line.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = self.line.drain(..=end).collect();
            let line = String::from_utf8_lossy(&line).trim_end().to_string();
            let mut mind = self.mind.lock().unwrap();
            let said = if let Act::Say(change) = self.act { change(&mut mind, &line) } else { format!("{line}\n") };
            mind.thinking &= !is_move(&line);
            mind.said = Instant::now();
            drop(mind);
            say(&said);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
