//! The file into which a command writes what it found about games, in SGF, which holds any number of them.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::files::{self, Existing, GrowingFile};
use crate::position::Failure;

/// A file of records that is written where one is wanted.
pub(super) struct RecordFile {
    path: Option<PathBuf>,
    /// Of one game it is whole or not there; of several each is there as soon as it is done.
    is_of_one: bool,
    growing: Option<GrowingFile>,
}

impl RecordFile {
    /// A file for one game or for several. Nothing is written before the first is done.
    pub(super) fn new(path: Option<&Path>, is_of_one: bool) -> RecordFile {
        RecordFile { path: path.map(Path::to_path_buf), is_of_one, growing: None }
    }

    /// Adds a game, of which `make` makes the bytes.
    ///
    /// # Errors
    /// When it cannot be made, or the file not be written.
    pub(super) fn add(&mut self, make: impl FnOnce() -> Result<Vec<u8>>) -> Result<(), Failure> {
        let Some(path) = &self.path else { return Ok(()) };
        let bytes = make().with_context(|| format!("cannot write {}", path.display())).map_err(Failure::Game)?;
        if self.is_of_one {
            return Ok(files::write(path, &bytes, Existing::SGF)?);
        }
        let growing = match &mut self.growing {
            Some(growing) => growing,
            None => self.growing.insert(GrowingFile::replace(path)?),
        };
        Ok(growing.add(&bytes)?)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn games_take_the_place_of_what_was_there_and_follow_each_other() {
        let path = std::env::temp_dir().join(format!("tengen-{}-record-file.sgf", std::process::id()));
        for (is_of_one, games, whole) in [(true, &["(;B[hh])"][..], "(;B[hh])"), (false, &["(;A)", "(;B)"], "(;A)(;B)")]
        {
            fs::write(&path, "(;C[this was there before, and was longer])").unwrap();
            let mut file = RecordFile::new(Some(&path), is_of_one);
            for game in games {
                file.add(|| Ok(game.as_bytes().to_vec())).unwrap();
            }
            assert_eq!(fs::read_to_string(&path).unwrap(), whole);
        }
        fs::remove_file(path).unwrap();
    }
}
