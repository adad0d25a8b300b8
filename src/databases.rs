//! Databases and books for the protocol: stores, which are written at once, and files of other programs, which are kept in
//! memory until they are saved.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use tengen_engine::database::{MemoryStore, Store, StoreError, branch};
use tengen_engine::game::Game;
use tengen_protocol::database::{Database, Databases, FileForm, Transfer};

use crate::store::source::{DATABASE, NotShown};
use crate::store::{FileStore, SourceOptions, TargetOptions, is_store, source, target};

/// The end of the names of new stores, as managers ask for them.
const OWN: &str = "store";

/// Opens files by their names.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FileDatabases;

impl Databases for FileDatabases {
    fn open(&self, name: &str) -> Result<Box<dyn Database>, StoreError> {
        let path = PathBuf::from(name);
        let opened = || -> Result<Box<dyn Database>> {
            if !path.exists() {
                // A word that was misheard is no reason for a new file.
                let is_foreign = source::names_database(&path);
                ensure!(
                    is_foreign || path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(OWN)),
                    "{name}: there is no such file, and a new database is called NAME.{OWN} or NAME.{DATABASE}"
                );
                return Ok(match is_foreign {
                    true => Box::new(ForeignDatabase { store: MemoryStore::default(), path: path.clone() }),
                    false => Box::new(FileStore::create(&path)?),
                });
            }
            if is_store(&path)? {
                return Ok(Box::new(FileStore::open(&path)?));
            }
            Ok(Box::new(ForeignDatabase { store: read(&path)?.0, path: path.clone() }))
        };
        opened().map_err(|error| fault(&error))
    }

    fn book(&self, name: &str) -> Result<Box<dyn Store + Send>, StoreError> {
        book(Path::new(name)).map_err(|error| fault(&error))
    }
}

/// What a file knows of openings: a store is asked where it lies, any other file is read.
pub(crate) fn book(path: &Path) -> Result<Box<dyn Store + Send>> {
    match is_store(path)? {
        true => Ok(Box::new(FileStore::open(path)?)),
        false => Ok(Box::new(read(path)?.0)),
    }
}

/// All positions of a file of another program, and what of it is no position.
fn read(path: &Path) -> Result<(MemoryStore, NotShown)> {
    let mut store = MemoryStore::default();
    let taken_in = source::visit(path, SourceOptions::default(), &mut |found| {
        let (key, entry) = found?;
        Ok(store.merge(&key, entry)?)
    });
    let not_shown = taken_in.with_context(|| path.display().to_string())?;
    Ok((store, not_shown))
}

/// A database of another program, in memory until it is saved.
struct ForeignDatabase {
    store: MemoryStore,
    path: PathBuf,
}

impl Database for ForeignDatabase {
    fn store(&mut self) -> &mut dyn Store {
        &mut self.store
    }

    fn save(&mut self) -> Result<Transfer, StoreError> {
        let write = || -> Result<_> {
            // What was read of a library or a record must not replace it.
            let is_database = !self.path.exists() || source::holds_positions(&self.path)?;
            ensure!(is_database, "{} is no database: it is read and not written", self.path.display());
            target::write_database(&self.store, &self.path, &TargetOptions::default())
        };
        write().map_err(|error| fault(&error))
    }

    fn import(&mut self, name: &str, _: FileForm) -> Result<Transfer, StoreError> {
        import(&mut self.store, name)
    }

    fn export(&mut self, name: &str, form: FileForm, branch: Option<&Game>) -> Result<Transfer, StoreError> {
        export(&self.store, name, form, branch)
    }
}

impl Database for FileStore {
    fn store(&mut self) -> &mut dyn Store {
        self
    }

    fn import(&mut self, name: &str, _: FileForm) -> Result<Transfer, StoreError> {
        import(self, name)
    }

    fn export(&mut self, name: &str, form: FileForm, branch: Option<&Game>) -> Result<Transfer, StoreError> {
        export(self, name, form, branch)
    }
}

/// Takes in a file wholly, or nothing of it.
fn import(store: &mut dyn Store, name: &str) -> Result<Transfer, StoreError> {
    let (read, not_shown) = read(Path::new(name)).map_err(|error| fault(&error))?;
    let mut result = Ok(());
    read.visit(None, &mut |key, entry| {
        result = store.merge(key, entry);
        if result.is_ok() { std::ops::ControlFlow::Continue(()) } else { std::ops::ControlFlow::Break(()) }
    })?;
    result?;
    store.commit()?;
    Ok(Transfer { positions: read.len()?, left_out: not_shown.left_out().into_iter().collect() })
}

fn export(store: &dyn Store, name: &str, form: FileForm, branch: Option<&Game>) -> Result<Transfer, StoreError> {
    let mut part = MemoryStore::default();
    let store = match branch {
        None => store,
        Some(game) => {
            branch::copy(store, game, &mut part).map_err(|error| StoreError(error.to_string()))?;
            &part
        }
    };
    let (path, options) = (Path::new(name), TargetOptions::default());
    let written = match form {
        FileForm::Database => target::write_database(store, path, &options),
        FileForm::Table => target::write_table(store, path, &options),
        FileForm::Moves => target::write_moves(store, path),
        FileForm::Library => target::write(store, path, &options),
    };
    written.map_err(|error| fault(&error))
}

fn fault(error: &anyhow::Error) -> StoreError {
    StoreError(format!("{error:#}"))
}
