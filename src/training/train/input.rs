//! The files of a training. A run may add to one meanwhile: however often it is opened, it is read as far as it went at first.

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
    length: u64,
    /// CRC-32 of these.
    pub(super) sum: u32,
}

impl InputFile {
    /// A file, as far as it goes now.
    pub(super) fn new(path: &Path) -> Result<InputFile> {
        let (length, sum) = files::checksum(path)?;
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
    pub(super) gold: Option<InputFile>,
}

impl TrainInputs {
    /// Those that are asked for, as far as they go now.
    pub(super) fn new(args: &TrainArgs) -> Result<TrainInputs> {
        let all = |paths: &[PathBuf]| paths.iter().map(|path| InputFile::new(path)).collect::<Result<Vec<_>>>();
        let gold = args.gold.as_deref().map(InputFile::new).transpose()?;
        Ok(TrainInputs { games: all(&args.games)?, labels: all(&args.labels)?, gold })
    }

    /// The checksums of the games, the labels and the gold set, in this order.
    pub(super) fn sums(&self) -> impl Iterator<Item = u32> {
        self.games.iter().chain(&self.labels).chain(&self.gold).map(|file| file.sum)
    }
}
