//! Everything that the runner and the engines say to each other, written to a file for the author of an engine to read.

use std::fs::{File, OpenOptions};
use std::io::{BufWriter, Write};
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result};
use parking_lot::Mutex;

use crate::matches::log::Begin;

/// A transcript that may be turned off.
pub(super) struct Transcript {
    file: Option<Mutex<BufWriter<File>>>,
    begin: Instant,
}

impl Transcript {
    /// A transcript to a file, or none at all. That of a match that is gone on with is added to.
    pub(super) fn open(path: Option<&Path>, begin: Begin) -> Result<Transcript> {
        let open = |path: &Path| {
            let is_resumed = begin == Begin::Resume;
            let mut options = OpenOptions::new();
            let options = options.create(true).write(true).append(is_resumed).truncate(!is_resumed);
            let file = options.open(path).with_context(|| format!("cannot write the transcript {}", path.display()))?;
            anyhow::Ok(Mutex::new(BufWriter::new(file)))
        };
        Ok(Transcript { file: path.map(open).transpose()?, begin: Instant::now() })
    }

    /// Notes lines, `>` being said to the engine and `<` heard from it.
    pub(super) fn note(&self, game: usize, engine: &str, arrow: char, lines: &str) {
        let Some(file) = &self.file else { return };
        let mut file = file.lock();
        let seconds = self.begin.elapsed().as_secs_f64();
        for line in lines.lines() {
            // A transcript that cannot be written is no reason to end a match.
            let _ = writeln!(file, "{seconds:9.3} game {game} {engine} {arrow} {line}");
        }
        let _ = file.flush();
    }
}
