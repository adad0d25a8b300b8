//! The file of a store: open to be changed, by one program alone, or only to be read, by any number of them. Damage on
//! which the library of stores panics, for it believes what a page says, is an error like any other, unless the library
//! panics once more while it gives up: that ends the process, and both panics are printed.

use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::sync::Once;
use std::{error, fmt};

use anyhow::{Context, Result, bail, ensure};
use redb::{Builder, Database, DatabaseError, ReadOnlyDatabase, ReadTransaction, ReadableDatabase, WriteTransaction};

use crate::output::complain;

/// Pages that are kept in memory, in bytes.
const CACHE_BYTES: usize = 64 << 20;

/// A file, mostly open.
pub(super) enum StoreFile {
    /// Nobody else has it open.
    ToChange(Database),
    /// Others may read it too.
    ToRead(ReadOnlyDatabase),
    /// It could not be opened again.
    Closed,
}

impl StoreFile {
    /// Opens a file to change it.
    pub(super) fn to_change(path: &Path) -> Result<StoreFile> {
        Ok(StoreFile::ToChange(Builder::new().set_cache_size(CACHE_BYTES).open(path)?))
    }

    /// Opens a file to read it. One that a killed program left behind must be put in order first, which changes it.
    pub(super) fn to_read(path: &Path) -> Result<StoreFile> {
        match Builder::new().set_cache_size(CACHE_BYTES).open_read_only(path) {
            // Who may not change it does not know why that is tried.
            Err(DatabaseError::RepairAborted) => StoreFile::to_change(path)
                .context("it was not closed in order, and must be put in order first, which changes it"),
            opened => Ok(StoreFile::ToRead(opened?)),
        }
    }

    /// What the file holds now.
    pub(super) fn begin_read(&self) -> Result<ReadTransaction> {
        Ok(match self {
            StoreFile::ToChange(database) => database.begin_read()?,
            StoreFile::ToRead(database) => database.begin_read()?,
            StoreFile::Closed => bail!("it is closed"),
        })
    }

    /// Compares every page with its checksum.
    pub(super) fn check(&mut self) -> Result<()> {
        let StoreFile::ToChange(database) = self else { bail!("it is open to be read only") };
        let is_sound = database.check_integrity()?;
        ensure!(is_sound, "its file was damaged, and has been put in order as far as that is possible");
        Ok(())
    }

    /// A change of the file.
    pub(super) fn begin_write(&self) -> Result<WriteTransaction> {
        match self {
            StoreFile::ToChange(database) => Ok(database.begin_write()?),
            StoreFile::ToRead(_) => bail!("it is open to be read only"),
            StoreFile::Closed => bail!("it is closed"),
        }
    }
}

thread_local! {
    /// Whether this thread does something with the library.
    static IS_WITHIN: Cell<bool> = const { Cell::new(false) };
    /// What the library has panicked with meanwhile.
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// The library has panicked on what the file says.
#[derive(Clone, Copy, Debug)]
pub(super) struct DamagedFile;

impl fmt::Display for DamagedFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("its file is damaged")
    }
}

impl error::Error for DamagedFile {}

/// Does something with the library, and nothing else: a panic on the way means that the file is damaged, and is not
/// printed. What `act` owns is dropped while the library panics, and may panic itself: an open file belongs outside.
pub(super) fn caught<T>(act: impl FnOnce() -> Result<T>) -> Result<T> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let print = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !IS_WITHIN.get() {
                return print(info);
            }
            // A second one before the first was caught ends the process, and whoever sees that must see why.
            match PANIC.take() {
                None => PANIC.set(Some(info.to_string())),
                Some(first) => {
                    complain(first);
                    print(info);
                }
            }
        }));
    });
    let before = IS_WITHIN.replace(true);
    let done = panic::catch_unwind(AssertUnwindSafe(act));
    IS_WITHIN.set(before);
    PANIC.set(None);
    done.unwrap_or_else(|_| Err(DamagedFile.into()))
}
