//! Everything that the runner and the engines say to each other, written to a file for the author of an engine to read.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result};
use parking_lot::Mutex;

use crate::matches::log::Begin;
use crate::output;

/// A transcript that may be turned off.
pub(super) struct Transcript {
    file: Option<Mutex<TranscriptFile>>,
    begin: Instant,
}

/// The file of a transcript, and why it ends early if it does.
struct TranscriptFile {
    path: PathBuf,
    file: BufWriter<File>,
    written: io::Result<()>,
}

impl Transcript {
    /// A transcript to a file, or none at all. That of a match that is gone on with is added to.
    pub(super) fn open(path: Option<&Path>, begin: Begin) -> Result<Transcript> {
        let open = |path: &Path| {
            let is_resumed = begin == Begin::Resume;
            let mut options = OpenOptions::new();
            let options = options.create(true).write(true).append(is_resumed).truncate(!is_resumed);
            let file = options.open(path).with_context(|| format!("cannot write the transcript {}", path.display()))?;
            let (path, file) = (path.to_path_buf(), BufWriter::new(file));
            anyhow::Ok(Mutex::new(TranscriptFile { path, file, written: Ok(()) }))
        };
        Ok(Transcript { file: path.map(open).transpose()?, begin: Instant::now() })
    }

    /// Notes lines, `>` being said to the engine and `<` heard from it.
    pub(super) fn note(&self, game: usize, engine: &str, arrow: char, lines: &str) {
        let Some(file) = &self.file else { return };
        let mut there = file.lock();
        let TranscriptFile { file, written, .. } = &mut *there;
        // A transcript that cannot be written is no reason to end a match.
        if written.is_ok() {
            let seconds = self.begin.elapsed().as_secs_f64();
            let write = |line: &str| writeln!(file, "{seconds:9.3} game {game} {engine} {arrow} {line}");
            *written = lines.lines().try_for_each(write).and_then(|()| file.flush());
        }
    }

    /// Complains about a transcript that ends early.
    pub(super) fn warn(&self) {
        let Some(file) = &self.file else { return };
        let there = file.lock();
        if let Err(error) = &there.written {
            output::complain(format_args!("warning: the transcript {} ends early: {error}", there.path.display()));
        }
    }
}
