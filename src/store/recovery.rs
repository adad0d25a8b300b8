//! How a store is closed, and opened again where it has failed or where more is wanted of it than before.

use std::mem;

use anyhow::{Error, Result};
use tengen_engine::database::StoreError;
use tengen_protocol::database::DatabaseAccess;

use super::FileStore;
use super::file::{DamagedFile, StoreFile, caught};

/// How it went so far with a store.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum StoreHealth {
    /// As it should.
    #[default]
    Sound,
    /// Something went wrong, which need not be so when it is opened again.
    Failed,
    /// The library has panicked on what the file says.
    Damaged,
}

impl FileStore {
    /// Makes the store fit for what is wanted of it, where it has failed or is open to be read only, by closing its file and
    /// opening it again.
    pub(crate) fn revive(&mut self, access: DatabaseAccess) -> Result<()> {
        let may_be_changed = matches!(self.file, StoreFile::ToChange(_));
        let is_to_change = may_be_changed || access == DatabaseAccess::Change;
        match self.health.get() {
            StoreHealth::Damaged => return Err(self.fault(&DamagedFile.into()).into()),
            StoreHealth::Sound if may_be_changed == is_to_change => return Ok(()),
            StoreHealth::Sound | StoreHealth::Failed => {}
        }
        self.close();
        self.health.set(StoreHealth::Failed);
        let opened = if is_to_change { FileStore::open(&self.path) } else { FileStore::open_to_read(&self.path) };
        let refused = match opened {
            Ok(store) => {
                *self = store;
                return Ok(());
            }
            Err(error) => error,
        };
        // A book goes on as one where another program keeps its file from being changed.
        if let Ok(store) = FileStore::open_to_read(&self.path) {
            *self = store;
        }
        Err(refused)
    }

    fn close(&mut self) {
        let file = mem::replace(&mut self.file, StoreFile::Closed);
        let open = (self.committed.take(), self.pending.take(), file);
        if self.health.get() == StoreHealth::Damaged {
            // To close it the library would read the damaged pages again, and panic again. What is forgotten keeps its lock.
            mem::forget(open);
            return;
        }
        // What was not committed is given up in any case, and what is damaged is told when the file is opened next.
        let _ = caught(|| {
            drop(open);
            Ok(())
        });
    }

    /// Takes note of what went wrong.
    pub(super) fn note(&self, error: &Error) {
        if error.is::<DamagedFile>() {
            self.health.set(StoreHealth::Damaged);
        } else if self.health.get() == StoreHealth::Sound {
            self.health.set(StoreHealth::Failed);
        }
    }

    /// What went wrong, for people, once note is taken of it.
    pub(super) fn fault(&self, error: &Error) -> StoreError {
        self.note(error);
        StoreError(format!("the store {}: {error:#}", self.path.display()))
    }
}

impl Drop for FileStore {
    /// Closing writes into a file that is open to be changed, and may meet damage there.
    fn drop(&mut self) {
        self.close();
    }
}
