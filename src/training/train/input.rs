//! The files of a training. A run may add to one meanwhile: however often it is opened, it is read as far as it went at first,
//! after an interruption too.

use std::path::{Path, PathBuf};

use anyhow::Result;
use serde::de::DeserializeOwned;

use crate::cli::TrainArgs;
use crate::files;
use crate::training::dataset::file::{BlockReader, FileKind};

/// A file with all that is read of it.
#[derive(Debug)]
pub(super) struct InputFile {
    pub(super) path: PathBuf,
    /// How many of its bytes are read.
    pub(super) length: u64,
    /// CRC-32 of these.
    pub(super) sum: u32,
}

impl InputFile {
    /// A file, as far as it goes now, but no more than so many bytes of it.
    pub(super) fn new(path: &Path, most: u64) -> Result<InputFile> {
        let (length, sum) = files::checksum(path, most)?;
        Ok(InputFile { path: path.to_path_buf(), length, sum })
    }

    /// Opens it. The error names it, and the byte at which something is wrong.
    pub(super) fn open<S: DeserializeOwned>(&self, kind: &FileKind<S>) -> Result<BlockReader<S>> {
        BlockReader::open_within(&self.path, kind, self.length)
    }
}

/// All files of a training.
#[derive(Debug)]
pub(super) struct TrainInputs {
    /// Games of self-play.
    pub(super) games: Vec<InputFile>,
    /// Labels to train on.
    pub(super) labels: Vec<InputFile>,
    /// Labels to judge by.
    pub(super) gold: Vec<InputFile>,
}

impl TrainInputs {
    /// Those that are asked for, each as far as it goes now, but no further than its length among these, where it has one.
    pub(super) fn new(args: &TrainArgs, lengths: &[u64]) -> Result<TrainInputs> {
        let mut lengths = lengths.iter().copied();
        let mut file = |path: &PathBuf| InputFile::new(path, lengths.next().unwrap_or(u64::MAX));
        let games = args.games.iter().map(&mut file).collect::<Result<Vec<_>>>()?;
        let labels = args.labels.iter().map(&mut file).collect::<Result<Vec<_>>>()?;
        let gold = args.gold.iter().map(file).collect::<Result<Vec<_>>>()?;
        Ok(TrainInputs { games, labels, gold })
    }
}
