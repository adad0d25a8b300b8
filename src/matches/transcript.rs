//! Everything that the runner and the engines say to each other, written to a file for the author of an engine to read.

use std::mem;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::Result;
use parking_lot::Mutex;

use crate::files::{GrowingFile, is_kept};
use crate::matches::log::Begin;
use crate::output;

/// What tells who said a line: `>` is said to the engine, `<` heard from it, and `!` read from its standard error.
const ARROWS: [&str; 3] = [">", "<", "!"];

/// A transcript that may be turned off.
pub(super) struct Transcript {
    file: Option<Mutex<TranscriptFile>>,
    begin: Instant,
}

/// The file of a transcript, and why it ends early if it does.
struct TranscriptFile {
    path: PathBuf,
    /// `None` until it is opened.
    file: Option<GrowingFile>,
    /// What waits for the file to be opened.
    waiting: Vec<u8>,
    written: Result<()>,
}

impl Transcript {
    /// A transcript to a file that is to be opened yet, or none at all.
    pub(super) fn new(path: Option<PathBuf>) -> Transcript {
        let file = |path| Mutex::new(TranscriptFile { path, file: None, waiting: Vec::new(), written: Ok(()) });
        Transcript { file: path.map(file), begin: Instant::now() }
    }

    /// Whether a file that begins with these bytes holds a transcript.
    pub(super) fn is_one(bytes: &[u8]) -> bool {
        let first = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let line = String::from_utf8_lossy(first);
        let mut words = line.split_whitespace();
        let has_thousandths = |word: &str| word.split_once('.').is_some_and(|(_, digits)| digits.len() == 3);
        let is_time = |word: &str| word.parse::<f64>().is_ok() && has_thousandths(word);
        words.next().is_some_and(is_time)
            && words.next() == Some("game")
            && words.next().is_some_and(|number| number.parse::<usize>().is_ok())
            && words.any(|word| ARROWS.contains(&word))
    }

    /// Opens the file, so that no other run writes it. That of a match that is gone on with is added to. What is there stays
    /// until something is written.
    pub(super) fn open(&self, begin: Begin) -> Result<()> {
        self.file.as_ref().map_or(Ok(()), |file| file.lock().open(begin))
    }

    /// Writes what was noted so far: the match begins.
    pub(super) fn begin(&self) {
        if let Some(file) = &self.file {
            file.lock().write();
        }
    }

    /// Writes what was noted of a match that does not begin, unless that would take the place of what is there.
    pub(super) fn keep(&self, begin: Begin) {
        let Some(file) = &self.file else { return };
        let mut there = file.lock();
        if there.waiting.is_empty() {
            return;
        }
        let path = there.path.clone();
        if begin == Begin::Resume || is_kept(&path) || !path.exists() {
            there.written = there.open(begin);
            there.write();
            there.warn();
        } else {
            output::complain(format_args!("warning: no transcript is written: {} stays as it was", path.display()));
        }
    }

    /// Notes lines with one of [`ARROWS`].
    pub(super) fn note(&self, game: usize, engine: &str, arrow: char, lines: &str) {
        let Some(file) = &self.file else { return };
        let mut there = file.lock();
        let seconds = self.begin.elapsed().as_secs_f64();
        let noted = lines.lines().map(|line| format!("{seconds:9.3} game {game} {engine} {arrow} {line}\n"));
        there.waiting.extend(noted.flat_map(String::into_bytes));
        there.write();
    }

    /// Complains about a transcript that ends early.
    pub(super) fn warn(&self) {
        if let Some(file) = &self.file {
            file.lock().warn();
        }
    }
}

impl TranscriptFile {
    fn open(&mut self, begin: Begin) -> Result<()> {
        let open = if begin == Begin::Resume { GrowingFile::append } else { GrowingFile::replace };
        self.file = Some(open(&self.path)?);
        Ok(())
    }

    /// Writes what waits, if the file is open. One that cannot be written is no reason to end a match.
    fn write(&mut self) {
        let Some(file) = &mut self.file else { return };
        let lines = mem::take(&mut self.waiting);
        if self.written.is_ok() && !lines.is_empty() {
            self.written = file.add(&lines);
        }
    }

    fn warn(&self) {
        if let Err(error) = &self.written {
            output::complain(format_args!("warning: the transcript ends early: {error:#}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_match_that_does_not_begin_leaves_a_transcript_where_nothing_is_lost() {
        let path = std::env::temp_dir().join(format!("tengen-unbegun-{}", std::process::id()));
        let keep = |said: &str, begin: Begin| {
            let transcript = Transcript::new(Some(path.clone()));
            transcript.note(0, "a", '>', said);
            transcript.keep(begin);
            fs::read_to_string(&path).unwrap_or_default().lines().count()
        };
        assert_eq!(keep("", Begin::Anew), 0);
        assert!(!path.exists(), "nothing was said");
        assert_eq!(keep("START 15", Begin::Anew), 1);
        assert_eq!(keep("START 15\nEND", Begin::Anew), 1);
        assert_eq!(keep("START 15\nEND", Begin::Resume), 3);
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn a_transcript_is_recognised_and_takes_the_place_of_another_when_it_is_opened() {
        let path = std::env::temp_dir().join(format!("tengen-transcript-{}", std::process::id()));
        let read = || fs::read_to_string(&path).unwrap();
        fs::write(&path, "before\n").unwrap();
        for (begin, kept) in [(Begin::Anew, ""), (Begin::Resume, "before\n")] {
            let transcript = Transcript::new(Some(path.clone()));
            transcript.note(0, "my engine", '>', "START 15");
            transcript.open(begin).unwrap();
            assert_eq!(read(), "before\n", "no game was begun");
            transcript.begin();
            transcript.note(1, "my engine", '<', "7,7\n8,8");
            let written = read();
            let noted = written.strip_prefix(kept).unwrap();
            assert!(Transcript::is_one(noted.as_bytes()), "{noted}");
            let said: Vec<&str> = noted.lines().map(|line| line.split_once(" game ").unwrap().1).collect();
            assert_eq!(said, ["0 my engine > START 15", "1 my engine < 7,7", "1 my engine < 8,8"]);
            fs::write(&path, "before\n").unwrap();
        }
        fs::remove_file(path).unwrap();
        for line in ["    0.001 game 1 a < ", "12345.678 game 12 b ! panicked"] {
            assert!(Transcript::is_one(line.as_bytes()), "{line}");
        }
        for other in [" my notes", "1.5 game 1 a > x", "0.001 game a > x", "0.001 game 1 a", "x.001 game 1 a > y", "(;"]
        {
            assert!(!Transcript::is_one(other.as_bytes()), "{other}");
        }
    }
}
