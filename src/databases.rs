//! Databases and books for the protocol: stores, which are written at once, and files of other programs, which are kept in
//! memory until they are saved.

mod foreign;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::{Context, Error, Result, ensure};
use tengen_engine::database::{MemoryStore, Store, StoreError, branch, each};
use tengen_engine::rule::RuleKind;
use tengen_protocol::database::{Database, DatabaseAccess, Databases, ExportPart, FileForm, Opened, Transfer};

use crate::databases::foreign::ForeignDatabase;
use crate::files::{self, is_replaced};
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
    passed_over.first = passed_over.first.or(not_shown.strange);
    Ok(passed_over)
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
    let path = path_of(name)?;
    // The conversation stands still meanwhile.
    files::check_regular(path).map_err(|error| fault(&error))?;
    // A table is one by the word of the manager, whatever it is called; all else tells what it is.
    let from = (form == FileForm::Table).then_some(SourceForm::Table);
    let options = SourceOptions { from, ..silent(rule) };
    let mut read = MemoryStore::within(room);
    let passed_over = take_in(&mut read, path, options, &mut || ()).map_err(|error| fault(&error))?;
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
    use std::fs;

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

    #[cfg(unix)]
    #[test]
    fn a_database_is_a_regular_file() {
        let (databases, rule) = (FileDatabases::default(), RuleKind::Freestyle);
        for (name, what) in [("/dev/null", "no regular file"), ("/", "a folder")] {
            let refused = Err(StoreError(format!("cannot read {name}: it is {what}")));
            for access in [DatabaseAccess::Read, DatabaseAccess::Change] {
                assert_eq!(databases.open(name, rule, access, usize::MAX).map(drop), refused);
            }
            assert_eq!(databases.book(name, rule, usize::MAX).map(drop), refused);
            for form in [FileForm::Database, FileForm::Table] {
                let imported = import(&mut MemoryStore::default(), usize::MAX, name, form, rule);
                assert!(imported.is_err_and(|error| error.0.ends_with(what)), "{form:?} of {name}");
            }
        }
    }
}
