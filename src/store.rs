//! The store: what is known of positions in one file that a crash does not harm. A write is whole or not there at all.

mod file;
mod journal;
mod key;
mod recovery;
mod shared;
pub(crate) mod source;
pub(crate) mod target;
mod watched;

use std::cell::{Cell, RefCell};
use std::io::Read;
use std::mem;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use redb::backends::FileBackend;
use redb::{
    AccessGuard, ReadOnlyTable, ReadableTable, ReadableTableMetadata, StorageError, TableDefinition, WriteTransaction,
};
use tengen_engine::database::{PositionEntry, Store, StoreError};
use tengen_engine::position_key::PositionKey;

use crate::files::{self, Existing};

use file::{DamagedFile, StoreFile, caught};
pub(crate) use journal::{ImportJournal, Progressed};
use key::StoredKey;
use recovery::StoreHealth;
pub(crate) use shared::{OpenStores, SharedStore};
use source::FoundPosition;
pub(crate) use source::{SourceForm, SourceOptions};
pub(crate) use target::TargetOptions;
pub(crate) use watched::WatchedStore;

/// What is known, by position.
const POSITIONS: TableDefinition<StoredKey, &[u8]> = TableDefinition::new("positions");
/// Positions whose outcome must still be carried up to those before them.
const DECIDED: TableDefinition<StoredKey, ()> = TableDefinition::new("decided");
/// How much of each file was imported.
const IMPORTS: TableDefinition<&[u8], u64> = TableDefinition::new("imports");
/// How every store begins.
const MAGIC: &[u8] = b"redb\x1a\x0a\xa9\x0d\x0a";

/// A store in a file. What was put is seen at once and lasts from the next commit on.
pub(crate) struct FileStore {
    path: PathBuf,
    file: StoreFile,
    /// What was put since the last commit.
    pending: Option<WriteTransaction>,
    /// The table as it was at the last commit, opened when it is first read.
    committed: RefCell<Option<ReadOnlyTable<StoredKey, &'static [u8]>>>,
    health: Cell<StoreHealth>,
}

impl FileStore {
    /// The store in a file, which is made when there is none.
    pub(crate) fn create(path: &Path) -> Result<FileStore> {
        if !path.exists() {
            FileStore::check_new_name(path)?;
            // Made beside its place: a file that is there is a store, whatever happens meanwhile.
            let made = files::write_by(path, Existing::Keep, |file| {
                let backend = FileBackend::new(file.get_ref().try_clone()?)?;
                let create = || Ok(StoreFile::ToChange(redb::Builder::new().create_with_backend(backend)?));
                drop(FileStore::with(path, create)?);
                Ok(file)
            });
            // Of several who make it one is the first, and its lock tells whose it is.
            if !path.exists() {
                made?;
            }
        }
        FileStore::open(path)
    }

    /// Refuses to make a store under a name that says that the file is of another format.
    pub(crate) fn check_new_name(path: &Path) -> Result<()> {
        let is_other = source::names_other_format(path);
        ensure!(!is_other, "{}: no store is made under the name of another format", path.display());
        Ok(())
    }

    /// The store in a file that is there, to be changed.
    pub(crate) fn open(path: &Path) -> Result<FileStore> {
        check_is_store(path)?;
        FileStore::with(path, || StoreFile::to_change(path))
    }

    /// The store in a file that is there, to be read only: others may read it at the same time, and the file need not be
    /// writable.
    pub(crate) fn open_to_read(path: &Path) -> Result<FileStore> {
        check_is_store(path)?;
        FileStore::with(path, || StoreFile::to_read(path))
    }

    fn with(path: &Path, open: impl FnOnce() -> Result<StoreFile>) -> Result<FileStore> {
        let name = || format!("the store {}", path.display());
        let file = caught(open).with_context(name)?;
        let mut store = FileStore {
            path: path.to_path_buf(),
            file,
            pending: None,
            committed: RefCell::default(),
            health: Cell::default(),
        };
        let prepared = store.prepare();
        prepared.inspect_err(|error| store.note(error)).with_context(name)?;
        Ok(store)
    }

    /// Makes the tables of a new store.
    fn prepare(&mut self) -> Result<()> {
        let is_new = caught(|| Ok(self.file.begin_read()?.list_tables()?.next().is_none()))?;
        if is_new {
            self.alter(|transaction| {
                transaction.open_table(POSITIONS)?;
                transaction.open_table(DECIDED)?;
                transaction.open_table(IMPORTS)?;
                Ok(())
            })?;
            self.finish()?;
        }
        Ok(())
    }

    /// Joins many entries with what is known, and notes which are decided: those of which an entry says it, those that are
    /// proved, and those with a five on the board. A label that a person gave is no proof.
    pub(crate) fn merge_all(&mut self, records: &mut [(PositionKey, PositionEntry)]) -> Result<()> {
        // In the order of the table its pages are changed one after the other, and each position once.
        records.sort_by(|one, other| one.0.cmp(&other.0));
        Ok(self.change(|transaction| {
            let mut positions = transaction.open_table(POSITIONS)?;
            let mut decided = transaction.open_table(DECIDED)?;
            for same in records.chunk_by(|one, other| one.0 == other.0) {
                let key = &same[0].0;
                let known = positions.get(key.as_bytes())?.map(|value| entry_of(key, value.value()));
                let mut merged = known.transpose()?;
                for (_, entry) in same {
                    match &mut merged {
                        None => merged = Some(entry.clone()),
                        Some(merged) => merged.merge(entry.clone()),
                    }
                }
                let merged = merged.unwrap_or_default();
                positions.insert(key.as_bytes(), merged.to_stored().as_slice())?;
                let is_proved = merged.label.is_decided() && merged.mate().is_some();
                let is_told = same.iter().any(|(_, entry)| entry.outcome().is_some());
                let is_decided = merged.outcome().is_some() && (is_proved || is_told);
                // Asked last, for the whole board is set up for it.
                let is_over = || PositionEntry::default().with_result(key).outcome().is_some();
                if is_decided || is_over() {
                    decided.insert(key.as_bytes(), ())?;
                }
            }
            Ok(())
        })?)
    }

    /// The next positions whose outcome must be carried up.
    pub(crate) fn decided(&self, most: usize) -> Result<Vec<PositionKey>> {
        let decided = caught(|| {
            let table = self.file.begin_read()?.open_table(DECIDED)?;
            table.iter()?.take(most).map(|key| key_of(key?.0.value())).collect()
        });
        Ok(decided.map_err(|error| self.fault(&error))?)
    }

    /// Notes that these were carried up, from the next commit on.
    pub(crate) fn forget_decided(&mut self, keys: &[PositionKey]) -> Result<()> {
        Ok(self.change(|transaction| {
            let mut decided = transaction.open_table(DECIDED)?;
            for key in keys {
                decided.remove(key.as_bytes())?;
            }
            Ok(())
        })?)
    }

    /// How much was imported of a file, by its fingerprint.
    pub(crate) fn imported(&self, fingerprint: &[u8]) -> Result<u64> {
        let imported = caught(|| {
            let table = self.file.begin_read()?.open_table(IMPORTS)?;
            Ok(table.get(fingerprint)?.map_or(0, |count| count.value()))
        });
        Ok(imported.map_err(|error| self.fault(&error))?)
    }

    /// Notes how much was imported of a file, from the next commit on.
    pub(crate) fn set_imported(&mut self, fingerprint: &[u8], count: u64) -> Result<()> {
        Ok(self.change(|transaction| {
            transaction.open_table(IMPORTS)?.insert(fingerprint, count)?;
            Ok(())
        })?)
    }

    /// Looks at every page of the file, and at all that must be carried up. Nothing may have been read or changed before.
    pub(crate) fn check_pages(&mut self) -> Result<()> {
        caught(|| self.file.check()).map_err(|error| self.fault(&error))?;
        self.decided(usize::MAX)?;
        Ok(())
    }

    fn change<T>(&mut self, act: impl FnOnce(&WriteTransaction) -> Result<T>) -> Result<T, StoreError> {
        self.alter(act).map_err(|error| self.fault(&error))
    }

    fn alter<T>(&mut self, act: impl FnOnce(&WriteTransaction) -> Result<T>) -> Result<T> {
        // What was forgotten keeps its lock and its place as the one who writes: a next one would wait for it for ever.
        if self.health.get() == StoreHealth::Damaged {
            return Err(DamagedFile.into());
        }
        let transaction = match self.pending.take() {
            Some(transaction) => transaction,
            None => caught(|| {
                let mut transaction = self.file.begin_write()?;
                // After a crash the store opens at once, however large it is.
                transaction.set_quick_repair(true);
                Ok(transaction)
            })?,
        };
        let done = caught(|| act(&transaction));
        match &done {
            Ok(_) => self.pending = Some(transaction),
            // It would read the damaged pages again.
            Err(error) if error.is::<DamagedFile>() => mem::forget(transaction),
            // What was begun and not finished is given up with all that was not committed.
            Err(_) => caught(|| {
                drop(transaction);
                Ok(())
            })?,
        }
        done
    }

    /// Commits what is pending.
    fn finish(&mut self) -> Result<()> {
        self.committed.take();
        let Some(transaction) = self.pending.take() else { return Ok(()) };
        caught(|| Ok(transaction.commit()?))
    }

    fn value(&self, key: &PositionKey) -> Result<Option<PositionEntry>> {
        if let Some(transaction) = &self.pending {
            return caught(|| {
                let table = transaction.open_table(POSITIONS)?;
                let value = table.get(key.as_bytes())?;
                value.map(|value| entry_of(key, value.value())).transpose()
            });
        }
        self.read(|table| caught(|| table.get(key.as_bytes())?.map(|value| entry_of(key, value.value())).transpose()))
    }

    /// Shows every position from `from` on, and what is wrong with records that are damaged, until `see` breaks.
    fn visit_records(
        &self,
        from: Option<&PositionKey>,
        see: &mut dyn FnMut(FoundPosition) -> ControlFlow<()>,
    ) -> Result<()> {
        let begin = from.map_or(&[][..], PositionKey::as_bytes);
        let visited = match &self.pending {
            None => self.read(|table| show(caught(|| Ok(table.range(begin..)?))?, see)),
            Some(transaction) => caught(|| Ok(transaction.open_table(POSITIONS)?))
                .and_then(|table| show(caught(|| Ok(table.range(begin..)?))?, see)),
        };
        visited.inspect_err(|error| self.note(error))
    }

    /// Reads the table as it was at the last commit.
    fn read<T>(&self, act: impl FnOnce(&ReadOnlyTable<StoredKey, &'static [u8]>) -> Result<T>) -> Result<T> {
        let mut committed = self.committed.borrow_mut();
        match &*committed {
            Some(table) => act(table),
            None => {
                let opened = caught(|| Ok(self.file.begin_read()?.open_table(POSITIONS)?))?;
                act(committed.insert(opened))
            }
        }
    }
}

impl Store for FileStore {
    fn get(&self, key: &PositionKey) -> Result<Option<PositionEntry>, StoreError> {
        self.value(key).map_err(|error| self.fault(&error))
    }

    fn put(&mut self, key: &PositionKey, entry: &PositionEntry) -> Result<(), StoreError> {
        self.change(|transaction| {
            transaction.open_table(POSITIONS)?.insert(key.as_bytes(), entry.to_stored().as_slice())?;
            Ok(())
        })
    }

    fn remove(&mut self, key: &PositionKey) -> Result<bool, StoreError> {
        self.change(|transaction| {
            let mut table = transaction.open_table(POSITIONS)?;
            let removed = table.remove(key.as_bytes())?.is_some();
            Ok(removed)
        })
    }

    fn visit(
        &self,
        from: Option<&PositionKey>,
        see: &mut dyn FnMut(&PositionKey, PositionEntry) -> ControlFlow<()>,
    ) -> Result<(), StoreError> {
        let mut fault = Ok(());
        let visited = self.visit_records(from, &mut |record| match record {
            Ok((key, entry)) => see(&key, entry),
            Err(error) => {
                fault = Err(error);
                ControlFlow::Break(())
            }
        });
        visited.and(fault).map_err(|error| self.fault(&error))
    }

    fn len(&self) -> Result<u64, StoreError> {
        let count = match &self.pending {
            None => self.read(|table| caught(|| Ok(table.len()?))),
            Some(transaction) => caught(|| Ok(transaction.open_table(POSITIONS)?.len()?)),
        };
        count.map_err(|error| self.fault(&error))
    }

    fn commit(&mut self) -> Result<(), StoreError> {
        self.finish().map_err(|error| self.fault(&error))
    }
}

/// A record of the table.
type StoredRecord<'a> = (AccessGuard<'a, StoredKey>, AccessGuard<'a, &'static [u8]>);

/// Shows the positions of records, and what is wrong with others, until `see` breaks.
fn show<'a>(
    mut records: impl Iterator<Item = Result<StoredRecord<'a>, StorageError>>,
    see: &mut dyn FnMut(FoundPosition) -> ControlFlow<()>,
) -> Result<()> {
    let mut next = || -> Result<Option<FoundPosition>> {
        let Some(record) = records.next() else { return Ok(None) };
        let (key, value) = record?;
        Ok(Some(key_of(key.value()).and_then(|key| entry_of(&key, value.value()).map(|entry| (key, entry)))))
    };
    while let Some(found) = caught(&mut next)? {
        if see(found).is_break() {
            break;
        }
    }
    Ok(())
}

/// The position of a key of the table.
fn key_of(bytes: &[u8]) -> Result<PositionKey> {
    PositionKey::from_canonical(bytes).with_context(|| format!("the key {bytes:02x?} is damaged"))
}

/// The entry in a value of the table.
fn entry_of(key: &PositionKey, value: &[u8]) -> Result<PositionEntry> {
    PositionEntry::from_stored(value, key.size())
        .with_context(|| format!("the record of {:02x?} is damaged", key.as_bytes()))
}

/// Refuses a file that is no store.
fn check_is_store(path: &Path) -> Result<()> {
    let name = path.display();
    ensure!(is_store(path)?, "{name} is no store: db import NEW {name} makes one of what it holds");
    Ok(())
}

/// Whether a file is a store.
pub(crate) fn is_store(path: &Path) -> Result<bool> {
    files::check_regular(path)?;
    let name = path.display();
    let mut begin = Vec::new();
    files::open(path)?
        .take(MAGIC.len() as u64)
        .read_to_end(&mut begin)
        .with_context(|| format!("cannot read {name}"))?;
    Ok(begin == MAGIC)
}

#[cfg(test)]
mod tests;
