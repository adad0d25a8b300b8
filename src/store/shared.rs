//! One store for whoever in this program asks for it: pages, a database and a book may be the same file, which cannot be open
//! twice.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Weak};

use anyhow::Result;
use parking_lot::{Mutex, ReentrantMutex, ReentrantMutexGuard};
use tengen_engine::database::{PositionEntry, Store, StoreError};
use tengen_engine::position_key::PositionKey;
use tengen_protocol::database::DatabaseAccess;

use super::FileStore;

type LockedStore = ReentrantMutex<RefCell<FileStore>>;

/// A store that several ask and change.
#[derive(Clone)]
pub(crate) struct SharedStore {
    /// The name of its file.
    pub name: String,
    store: Arc<LockedStore>,
}

impl SharedStore {
    /// The store in a file, which is made when there is none.
    pub(crate) fn open(path: &Path) -> Result<SharedStore> {
        SharedStore::open_for(path, DatabaseAccess::Change)
    }

    fn open_for(path: &Path, access: DatabaseAccess) -> Result<SharedStore> {
        let store = match access {
            DatabaseAccess::Read => FileStore::open_to_read(path)?,
            DatabaseAccess::Change => FileStore::create(path)?,
        };
        Ok(SharedStore::new(path, Arc::new(ReentrantMutex::new(RefCell::new(store)))))
    }

    fn new(path: &Path, store: Arc<LockedStore>) -> SharedStore {
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        SharedStore { name, store }
    }

    /// Keeps others away while it lives: what is read, changed and written meanwhile is one change.
    pub(crate) fn hold(&self) -> ReentrantMutexGuard<'_, RefCell<FileStore>> {
        self.store.lock()
    }
}

impl Store for SharedStore {
    fn get(&self, key: &PositionKey) -> Result<Option<PositionEntry>, StoreError> {
        self.hold().borrow().get(key)
    }

    fn put(&mut self, key: &PositionKey, entry: &PositionEntry) -> Result<(), StoreError> {
        self.hold().borrow_mut().put(key, entry)
    }

    fn remove(&mut self, key: &PositionKey) -> Result<bool, StoreError> {
        self.hold().borrow_mut().remove(key)
    }

    fn visit(
        &self,
        from: Option<&PositionKey>,
        see: &mut dyn FnMut(&PositionKey, PositionEntry) -> ControlFlow<()>,
    ) -> Result<(), StoreError> {
        self.hold().borrow().visit(from, see)
    }

    fn len(&self) -> Result<u64, StoreError> {
        self.hold().borrow().len()
    }

    fn commit(&mut self) -> Result<(), StoreError> {
        self.hold().borrow_mut().commit()
    }
}

/// The stores that are open, by their files. Each has a lock of its own: one may take minutes to be put in order, and nobody
/// who asks for another waits for that.
#[derive(Debug, Default)]
pub(crate) struct OpenStores(Mutex<HashMap<PathBuf, StorePlace>>);

type StorePlace = Arc<Mutex<Weak<LockedStore>>>;

impl OpenStores {
    /// The store in a file, if it is open already, and fit for what is wanted of it: what was only read may be changed
    /// from now on, and what has failed is opened anew.
    pub(crate) fn find(&self, path: &Path, access: DatabaseAccess) -> Result<Option<SharedStore>> {
        let place = self.place(path);
        let open = place.lock();
        found(&open, path, access)
    }

    /// The store in a file.
    pub(crate) fn open(&self, path: &Path, access: DatabaseAccess) -> Result<SharedStore> {
        // Held all the time: a book is read beside all else, and who comes second finds the store open.
        let place = self.place(path);
        let mut open = place.lock();
        if let Some(store) = found(&open, path, access)? {
            return Ok(store);
        }
        let store = SharedStore::open_for(path, access)?;
        *open = Arc::downgrade(&store.store);
        // A new file has its true name only now.
        self.0.lock().insert(path.canonicalize()?, Arc::clone(&place));
        Ok(store)
    }

    /// The place of a file, whether it is open or not.
    fn place(&self, path: &Path) -> StorePlace {
        let name = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        Arc::clone(self.0.lock().entry(name).or_default())
    }
}

fn found(open: &Weak<LockedStore>, path: &Path, access: DatabaseAccess) -> Result<Option<SharedStore>> {
    // Of a file that is gone there may be another.
    let Some(store) = open.upgrade().filter(|_| path.exists()) else { return Ok(None) };
    store.lock().borrow_mut().revive(access)?;
    Ok(Some(SharedStore::new(path, store)))
}
