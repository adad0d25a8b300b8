//! One database for all pages: a store that whoever holds it locks for each question.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use anyhow::Result;
use parking_lot::Mutex;
use tengen_engine::database::{PositionEntry, Store, StoreError};
use tengen_engine::position_key::PositionKey;
use tengen_engine::rule::RuleKind;
use tengen_protocol::database::{Database, ExportPart, FileForm, Transfer};

use crate::store::FileStore;

/// A store that several pages ask and change.
#[derive(Clone)]
pub(crate) struct SharedStore {
    /// The name that pages show.
    pub name: String,
    store: Arc<Mutex<FileStore>>,
}

impl SharedStore {
    /// The store in a file, which is made when there is none.
    pub(crate) fn open(path: &Path) -> Result<SharedStore> {
        let store = FileStore::create(path)?;
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        Ok(SharedStore { name, store: Arc::new(Mutex::new(store)) })
    }
}

impl Store for SharedStore {
    fn get(&self, key: &PositionKey) -> Result<Option<PositionEntry>, StoreError> {
        self.store.lock().get(key)
    }

    fn put(&mut self, key: &PositionKey, entry: &PositionEntry) -> Result<(), StoreError> {
        self.store.lock().put(key, entry)
    }

    fn remove(&mut self, key: &PositionKey) -> Result<bool, StoreError> {
        self.store.lock().remove(key)
    }

    fn visit(
        &self,
        from: Option<&PositionKey>,
        see: &mut dyn FnMut(&PositionKey, PositionEntry) -> ControlFlow<()>,
    ) -> Result<(), StoreError> {
        self.store.lock().visit(from, see)
    }

    fn len(&self) -> Result<u64, StoreError> {
        self.store.lock().len()
    }

    fn commit(&mut self) -> Result<(), StoreError> {
        self.store.lock().commit()
    }
}

impl Database for SharedStore {
    fn store(&mut self) -> &mut dyn Store {
        self
    }

    fn import(&mut self, name: &str, form: FileForm, rule: RuleKind) -> Result<Transfer, StoreError> {
        self.store.lock().import(name, form, rule)
    }

    fn export(&mut self, name: &str, form: FileForm, part: ExportPart<'_>) -> Result<Transfer, StoreError> {
        self.store.lock().export(name, form, part)
    }
}
