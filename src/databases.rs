//! Databases and books for the protocol: stores, which are written at once, and files of other programs, which are kept in
//! memory until they are saved.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context, Error, Result, ensure};
use tengen_engine::database::{MemoryStore, Store, StoreError, branch, each};
use tengen_engine::rule::RuleKind;
use tengen_protocol::database::{Database, DatabaseAccess, Databases, ExportPart, FileForm, Opened, Transfer};

use crate::files::targets::check_writable;
use crate::files::{Existing, is_replaced};
use crate::progress::{PlainLines, Spinner};
use crate::store::source::DATABASE;
use crate::store::{
    FileStore, OpenStores, SharedStore, SourceForm, SourceOptions, TargetOptions, is_store, source, target,
};
use crate::units::counted;

/// The end of the names of new stores, as managers ask for them.
const OWN: &str = "store";

/// Opens files by their names.
#[derive(Debug, Default)]
pub(crate) struct FileDatabases {
    /// Managers name a store again before every game, and one store as database and book.
    stores: OpenStores,
}

impl Databases for FileDatabases {
    fn open(
        &self,
        name: &str,
        rule: RuleKind,
        access: DatabaseAccess,
        most_bytes: usize,
    ) -> Result<Opened<Box<dyn Database>>, StoreError> {
        let path = path_of(name)?;
        let opened = || -> Result<Opened<Box<dyn Database>>> {
            if let Some(store) = self.stores.find(path, access)? {
                return Ok(Opened::whole(Box::new(OwnDatabase { store, most_bytes })));
            }
            let is_new = !path.exists();
            if is_new {
                // A word that was misheard is no reason for a new file.
                let is_foreign = source::names_database(path);
                ensure!(
                    is_foreign || source::ends_with(path, OWN),
                    "{name}: there is no such file, and a new database is called NAME.{OWN} or NAME.{DATABASE}"
                );
                if is_foreign {
                    return Ok(Opened::whole(Box::new(ForeignDatabase::new(path, most_bytes)?)));
                }
            }
            if is_new || is_store(path)? {
                let store = self.stores.open(path, access)?;
                return Ok(Opened::whole(Box::new(OwnDatabase { store, most_bytes })));
            }
            let (database, left_out) = ForeignDatabase::read(path, rule, most_bytes)?;
            Ok(Opened { content: Box::new(database), left_out })
        };
        opened().map_err(|error| fault(&error))
    }

    fn book(&self, name: &str, rule: RuleKind, most_bytes: usize) -> Result<Opened<Box<dyn Store + Send>>, StoreError> {
        // The folder that a manager starts an engine in is not known to its user, so that a fault names the whole path.
        let path = std::path::absolute(path_of(name)?).unwrap_or_else(|_| PathBuf::from(name));
        let read = || -> Result<Opened<Box<dyn Store + Send>>> {
            if let Some(store) = self.stores.find(&path, DatabaseAccess::Read)? {
                return Ok(Opened::whole(Box::new(store)));
            }
            if is_store(&path)? {
                return Ok(Opened::whole(Box::new(self.stores.open(&path, DatabaseAccess::Read)?)));
            }
            let mut store = MemoryStore::within(most_bytes);
            let left_out = take_in(&mut store, &path, silent(rule), &mut || ())?.left_out;
            Ok(Opened { content: Box::new(store), left_out })
        };
        read().map_err(|error| fault(&error))
    }
}

/// What a file knows of positions of at most so many stones; one that names no rule is of this.
pub(crate) fn book(path: &Path, rule: RuleKind, most_stones: usize) -> Result<Box<dyn Store + Send>> {
    Ok(opened(path, SourceOptions { most_stones: Some(most_stones), ..silent(rule) })?.0)
}

/// How a file is read that may name no rule, and is of this one then.
fn silent(rule: RuleKind) -> SourceOptions {
    SourceOptions { rule: Some(rule), ..SourceOptions::default() }
}

/// What a file knows, and what of it was passed over: a store is asked where it lies, any other file is read.
pub(crate) fn opened(path: &Path, options: SourceOptions) -> Result<(Box<dyn Store + Send>, PassedOver)> {
    if is_store(path)? {
        return Ok((Box::new(FileStore::open_to_read(path)?), PassedOver::default()));
    }
    let mut store = MemoryStore::default();
    let passed_over = take_in_shown(&mut store, path, options)?;
    Ok((Box::new(store), passed_over))
}

/// What of a file was not taken in.
#[derive(Default)]
pub(crate) struct PassedOver {
    /// The first of the damaged places, or else of what is strange.
    pub first: Option<Error>,
    /// How much of both there was.
    pub count: usize,
    /// What is said of what a store cannot keep.
    pub left_out: Vec<String>,
}

/// Takes in all positions of a file, and shows on a terminal how many were read: for commands, since beside a conversation
/// nothing may be drawn.
pub(crate) fn take_in_shown(store: &mut dyn Store, path: &Path, options: SourceOptions) -> Result<PassedOver> {
    let mut spinner = Spinner::new(PlainLines::Never);
    spinner.show(format!("reading {}", path.display()));
    let told = |read| format!("reading {}: {}", path.display(), counted(read, "position"));
    let passed_over = take_in(store, path, options, &mut || spinner.count(told));
    spinner.end();
    passed_over
}

/// Takes in all positions of a file; `found_one` hears of each. Where all that is sound is to be saved, damaged places are
/// counted; else the first ends it.
fn take_in(
    store: &mut dyn Store,
    path: &Path,
    options: SourceOptions,
    found_one: &mut dyn FnMut(),
) -> Result<PassedOver> {
    let mut passed_over = PassedOver::default();
    let read = source::visit(path, options, &mut |found| {
        found_one();
        match found {
            Ok((key, entry)) => store.merge(&key, entry)?,
            Err(error) if options.read.salvage => {
                passed_over.count += 1;
                passed_over.first.get_or_insert(error);
            }
            Err(error) => return Err(error),
        }
        Ok(())
    });
    let not_shown = read.with_context(|| path.display().to_string())?;
    passed_over.count += not_shown.damaged + not_shown.remarked;
    passed_over.left_out = not_shown.left_out();
    passed_over.first = passed_over.first.or(not_shown.strange.map(Error::from));
    Ok(passed_over)
}

/// A database of another program, in memory until it is saved.
struct ForeignDatabase {
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
    fn new(path: &Path, most_bytes: usize) -> Result<ForeignDatabase> {
        // Else that would be told only after a day of work.
        check_writable(path, &[])?;
        let (store, path) = (MemoryStore::within(most_bytes), path.to_path_buf());
        Ok(ForeignDatabase { store, saved: 0, path, is_written: true, is_plain: false, state: None })
    }

    /// What a file holds, and what is said of what was left out.
    fn read(path: &Path, rule: RuleKind, most_bytes: usize) -> Result<(ForeignDatabase, Vec<String>)> {
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

/// A store, which is asked where it lies.
pub(crate) struct OwnDatabase {
    pub(crate) store: SharedStore,
    /// What may be held in memory for it.
    pub(crate) most_bytes: usize,
}

impl Database for OwnDatabase {
    fn store(&mut self) -> &mut dyn Store {
        &mut self.store
    }

    fn allow_changes(&mut self) -> Result<(), StoreError> {
        self.store.hold().borrow_mut().revive(DatabaseAccess::Change).map_err(|error| fault(&error))
    }

    fn import(&mut self, name: &str, form: FileForm, rule: RuleKind) -> Result<Transfer, StoreError> {
        import(&mut self.store, self.most_bytes, name, form, rule)
    }

    fn export(&mut self, name: &str, form: FileForm, part: ExportPart<'_>) -> Result<Transfer, StoreError> {
        export(&self.store, self.most_bytes, name, form, part)
    }
}

/// Takes in a file wholly, or nothing of it: for what is held in memory of it there is so much room.
fn import(
    store: &mut dyn Store,
    room: usize,
    name: &str,
    form: FileForm,
    rule: RuleKind,
) -> Result<Transfer, StoreError> {
    // A table is one by the word of the manager, whatever it is called; all else tells what it is.
    let from = (form == FileForm::Table).then_some(SourceForm::Table);
    let options = SourceOptions { from, ..silent(rule) };
    let mut read = MemoryStore::within(room);
    let passed_over = take_in(&mut read, path_of(name)?, options, &mut || ()).map_err(|error| fault(&error))?;
    each(&read, None, |key, entry| store.merge(key, entry).map(ControlFlow::Continue))?;
    store.commit()?;
    Ok(Transfer { positions: read.len()?, left_out: passed_over.left_out })
}

/// Writes a part of a store to a file. A branch is copied in so much memory.
fn export(
    store: &dyn Store,
    room: usize,
    name: &str,
    form: FileForm,
    part: ExportPart<'_>,
) -> Result<Transfer, StoreError> {
    let (path, mut options) = (path_of(name)?, TargetOptions::default());
    let mut copied = MemoryStore::within(room);
    let store = match part {
        ExportPart::All => store,
        ExportPart::Kind(rule, size) => {
            (options.rule, options.size) = (Some(rule), Some(size));
            store
        }
        ExportPart::Branch(game) => {
            branch::copy(store, game, &mut copied).map_err(|error| StoreError(error.to_string()))?;
            &copied
        }
    };
    target::check_no_store(path).map_err(|error| fault(&error))?;
    if is_replaced(path) && holds_none(store, &options)? {
        return Err(StoreError(format!("{name} exists already, and no position would take its place")));
    }
    let written = match form {
        FileForm::Database => target::write_database(store, path, &options),
        FileForm::Table => target::write_table(store, path, &options),
        FileForm::Moves => target::write_moves(store, path, &options),
        FileForm::Library => target::write(store, path, &options),
    };
    written.map_err(|error| fault(&error))
}

/// Whether no position of a store is written.
fn holds_none(store: &dyn Store, options: &TargetOptions) -> Result<bool, StoreError> {
    let mut is_none = true;
    store.visit(None, &mut |key, _| {
        is_none = !options.wants_key(key);
        if is_none { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    Ok(is_none)
}

/// The file of this name. What was no UTF-8 on the line of the manager is U+FFFD here, and makes it the name of another file.
fn path_of(name: &str) -> Result<&Path, StoreError> {
    match name.contains(char::REPLACEMENT_CHARACTER) {
        true => Err(StoreError(format!("{name}: the name is not UTF-8"))),
        false => Ok(Path::new(name)),
    }
}

fn fault(error: &Error) -> StoreError {
    StoreError(format!("{error:#}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_book_is_read_as_deep_as_it_is_wanted() {
        let path = std::env::temp_dir().join(format!("tengen-deep-{}", std::process::id()));
        let (record, database) = (path.with_extension("sgf"), path.with_extension("db"));
        fs::write(&record, "(;GM[4]SZ[15];B[hh];W[ig];B[ji])").unwrap();
        let whole = book(&record, RuleKind::Renju, usize::MAX).unwrap();
        target::write_database(&*whole, &database, &TargetOptions::default()).unwrap();
        for path in [record, database] {
            let held = [0, 2, 9].map(|most| book(&path, RuleKind::Renju, most).unwrap().len().unwrap());
            assert_eq!(held, [1, 3, 4], "{}", path.display());
            fs::remove_file(path).unwrap();
        }
    }

    #[test]
    fn a_name_that_is_not_utf_8_is_refused() {
        let (name, rule) = ("b\u{fffd}se.db", RuleKind::Freestyle);
        let refused = Err(StoreError(format!("{name}: the name is not UTF-8")));
        let (databases, mut store) = (FileDatabases::default(), MemoryStore::default());
        assert_eq!(databases.open(name, rule, DatabaseAccess::Read, usize::MAX).map(drop), refused);
        assert_eq!(databases.book(name, rule, usize::MAX).map(drop), refused);
        assert_eq!(import(&mut store, 0, name, FileForm::Database, rule).map(drop), refused);
        assert_eq!(export(&store, 0, name, FileForm::Database, ExportPart::All).map(drop), refused);
    }

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
