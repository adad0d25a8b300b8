//! Databases of other programs: in memory until they are saved.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Result, ensure};
use tengen_engine::database::{MemoryStore, Store, StoreError};
use tengen_engine::rule::RuleKind;
use tengen_protocol::database::{Database, ExportPart, FileForm, Transfer};

use crate::databases::{export, fault, import, silent, take_in};
use crate::files::Existing;
use crate::files::targets::check_writable;
use crate::store::{TargetOptions, source, target};

/// A database of another program, in memory until it is saved.
pub(super) struct ForeignDatabase {
    store: MemoryStore,
    /// Its changes up to when it was read or written last.
    saved: u64,
    path: PathBuf,
    /// Whether it is written: what was read of a library or a record must not replace it.
    is_written: bool,
    /// Whether its file is not compressed, which it stays.
    is_plain: bool,
    /// Its file as it was read or written last.
    state: Option<FileState>,
}

impl ForeignDatabase {
    /// A new one.
    pub(super) fn new(path: &Path, most_bytes: usize) -> Result<ForeignDatabase> {
        // Else that would be told only after a day of work.
        check_writable(path, &[])?;
        let (store, path) = (MemoryStore::within(most_bytes), path.to_path_buf());
        Ok(ForeignDatabase { store, saved: 0, path, is_written: true, is_plain: false, state: None })
    }

    /// What a file holds, and what is said of what was left out.
    pub(super) fn read(path: &Path, rule: RuleKind, most_bytes: usize) -> Result<(ForeignDatabase, Vec<String>)> {
        let (state, is_written) = (FileState::of(path), source::holds_positions(path)?);
        let is_plain = is_written && !source::begins_packed(path)?;
        let mut store = MemoryStore::within(most_bytes);
        let left_out = take_in(&mut store, path, silent(rule), &mut || ())?.left_out;
        let (saved, path) = (store.changes(), path.to_path_buf());
        Ok((ForeignDatabase { store, saved, path, is_written, is_plain, state }, left_out))
    }
}

/// By what one sees that another program has written a file.
#[derive(PartialEq, Eq)]
struct FileState {
    bytes: u64,
    changed: Option<SystemTime>,
}

impl FileState {
    /// That of a file, if it is there.
    fn of(path: &Path) -> Option<FileState> {
        let there = fs::metadata(path).ok()?;
        Some(FileState { bytes: there.len(), changed: there.modified().ok() })
    }
}

impl Database for ForeignDatabase {
    fn store(&mut self) -> &mut dyn Store {
        &mut self.store
    }

    fn is_changed(&self) -> bool {
        self.store.changes() != self.saved
    }

    fn is_overtaken(&self) -> bool {
        // Where it is gone nothing of anybody's is lost.
        FileState::of(&self.path).is_some_and(|there| Some(there) != self.state)
    }

    fn is_written(&self) -> bool {
        self.is_written
    }

    fn save(&mut self) -> Result<Vec<String>, StoreError> {
        let write = || -> Result<_> {
            // Another program may have put a record in its place.
            let is_database = self.is_written && (!self.path.exists() || source::holds_positions(&self.path)?);
            ensure!(is_database, "{} is no database: it is read and not written", self.path.display());
            let existing = Some(Existing::Replace);
            let options = TargetOptions { plain: self.is_plain, existing, ..TargetOptions::default() };
            target::write_database(&self.store, &self.path, &options)
        };
        let written = write().map_err(|error| fault(&error))?;
        self.state = FileState::of(&self.path);
        self.saved = self.store.changes();
        Ok(written.left_out)
    }

    fn import(&mut self, name: &str, form: FileForm, rule: RuleKind) -> Result<Transfer, StoreError> {
        let room = self.store.room();
        import(&mut self.store, room, name, form, rule)
    }

    fn export(&mut self, name: &str, form: FileForm, part: ExportPart<'_>) -> Result<Transfer, StoreError> {
        let [open, written] = [self.path.as_path(), Path::new(name)].map(|path| path.canonicalize().ok());
        if open.is_some() && open == written {
            return Err(StoreError(format!("{name} is the database that is open, and would be replaced by less")));
        }
        export(&self.store, self.store.room(), name, form, part)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_what_there_is_no_memory_for_nothing_is_taken_in() {
        let path = std::env::temp_dir().join(format!("tengen-room-{}.sgf", std::process::id()));
        fs::write(&path, "(;GM[4]SZ[15];B[hh];W[ig];B[ji])").unwrap();
        let mut whole = MemoryStore::default();
        take_in(&mut whole, &path, silent(RuleKind::Renju), &mut || ()).unwrap();
        let new = |most| ForeignDatabase::new(&path.with_extension("db"), most).unwrap();
        let import = |database: &mut ForeignDatabase| {
            database.import(path.to_str().unwrap(), FileForm::Library, RuleKind::Renju).map(|read| read.positions)
        };
        let mut database = new(whole.bytes() - 1);
        assert!(import(&mut database).is_err());
        assert_eq!((database.store.len(), database.is_changed()), (Ok(0), false));
        let mut database = new(whole.bytes());
        assert_eq!(import(&mut database), Ok(4));
        // What is held already takes of the room.
        assert!(import(&mut database).is_err());
        fs::remove_file(path).unwrap();
    }
}
