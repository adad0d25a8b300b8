//! Everything that the runner and the engines say to each other, written to a file for the author of an engine to read.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result};
use parking_lot::Mutex;

/// A transcript that may be turned off.
pub(super) struct Transcript {
    file: Option<Mutex<BufWriter<File>>>,
    begin: Instant,
}

impl Transcript {
    /// A transcript to a new file, or none at all.
    pub(super) fn new(path: Option<&Path>) -> Result<Transcript> {
        let create = |path: &Path| {
            let file = File::create(path).with_context(|| format!("cannot write the transcript {}", path.display()))?;
            anyhow::Ok(Mutex::new(BufWriter::new(file)))
        };
        Ok(Transcript { file: path.map(create).transpose()?, begin: Instant::now() })
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
