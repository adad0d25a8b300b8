//! Everything that the runner and the engines say to each other, written to a file for the author of an engine to read.

use std::path::Path;
use std::time::Instant;

use anyhow::Result;
use parking_lot::Mutex;

use crate::files::GrowingFile;
use crate::matches::log::Begin;
use crate::output;

/// A transcript that may be turned off.
pub(super) struct Transcript {
    file: Option<Mutex<TranscriptFile>>,
    begin: Instant,
}

/// The file of a transcript, and why it ends early if it does.
struct TranscriptFile {
    file: GrowingFile,
    written: Result<()>,
}

impl Transcript {
    /// A transcript to a file, or none at all. That of a match that is gone on with is added to.
    pub(super) fn open(path: Option<&Path>, begin: Begin) -> Result<Transcript> {
        let open = |path: &Path| {
            let file = if begin == Begin::Resume { GrowingFile::append(path) } else { GrowingFile::replace(path) };
            file.map(|file| Mutex::new(TranscriptFile { file, written: Ok(()) }))
        };
        Ok(Transcript { file: path.map(open).transpose()?, begin: Instant::now() })
    }

    /// Notes lines, `>` being said to the engine and `<` heard from it.
    pub(super) fn note(&self, game: usize, engine: &str, arrow: char, lines: &str) {
        let Some(file) = &self.file else { return };
        let mut there = file.lock();
        // A transcript that cannot be written is no reason to end a match.
        if there.written.is_ok() {
            let seconds = self.begin.elapsed().as_secs_f64();
            let noted = lines.lines().map(|line| format!("{seconds:9.3} game {game} {engine} {arrow} {line}\n"));
            there.written = there.file.add(noted.collect::<String>().as_bytes());
        }
    }

    /// Complains about a transcript that ends early.
    pub(super) fn warn(&self) {
        let Some(file) = &self.file else { return };
        if let Err(error) = &file.lock().written {
            output::complain(format_args!("warning: the transcript ends early: {error:#}"));
        }
    }
}
