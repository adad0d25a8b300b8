//! A store that shows how much was read of it.

use std::cell::RefCell;
use std::ops::ControlFlow;

use tengen_engine::database::{PositionEntry, Store, StoreError};
use tengen_engine::position_key::PositionKey;

use crate::progress::{PlainLines, Spinner};
use crate::units::counted;

/// A store that shows on a terminal how much was read of it: elsewhere its readers may write what must not be mixed with that.
pub(crate) struct WatchedStore {
    store: Box<dyn Store>,
    /// Counts records that were read, each as often as it was.
    spinner: RefCell<Spinner>,
}

impl WatchedStore {
    /// Shows what is read of a store from now on.
    pub(crate) fn new(store: Box<dyn Store>) -> WatchedStore {
        WatchedStore { store, spinner: RefCell::new(Spinner::new(PlainLines::Never)) }
    }

    /// Shows nothing any more.
    pub(crate) fn end(&self) {
        self.spinner.borrow().end();
    }

    /// One more was read.
    fn note(&self) {
        self.spinner.borrow_mut().count(|read| format!("{} read", counted(read, "record")));
    }
}

impl Store for WatchedStore {
    fn get(&self, key: &PositionKey) -> Result<Option<PositionEntry>, StoreError> {
        self.note();
        self.store.get(key)
    }

    fn put(&mut self, key: &PositionKey, entry: &PositionEntry) -> Result<(), StoreError> {
        self.store.put(key, entry)
    }

    fn remove(&mut self, key: &PositionKey) -> Result<bool, StoreError> {
        self.store.remove(key)
    }

    fn visit(
        &self,
        from: Option<&PositionKey>,
        see: &mut dyn FnMut(&PositionKey, PositionEntry) -> ControlFlow<()>,
    ) -> Result<(), StoreError> {
        self.store.visit(from, &mut |key, entry| {
            self.note();
            see(key, entry)
        })
    }

    fn len(&self) -> Result<u64, StoreError> {
        self.store.len()
    }

    fn commit(&mut self) -> Result<(), StoreError> {
        self.store.commit()
    }
}

#[cfg(test)]
mod tests {
    use tengen_engine::database::MemoryStore;
    use tengen_engine::game::Game;
    use tengen_engine::point::{BoardSize, Rows};
    use tengen_engine::rule::RuleKind;

    use super::*;
    use crate::store::{TargetOptions, target};

    #[test]
    fn each_position_counts_as_often_as_it_is_read() {
        let mut store = WatchedStore::new(Box::new(MemoryStore::default()));
        let keys = ["h8", "h8h9"].map(|moves| {
            let game = Game::from_text(RuleKind::Renju, BoardSize::USUAL, moves, Rows::FromBottom).unwrap();
            PositionKey::of(&game).unwrap().0
        });
        let read = |store: &WatchedStore| store.spinner.borrow().done();
        // What is taken in is compared with what is known.
        keys.iter().for_each(|key| store.merge(key, PositionEntry::default()).unwrap());
        assert_eq!(read(&store), 2);
        let path = std::env::temp_dir().join(format!("tengen-watched-{}.csv", std::process::id()));
        let written = target::write(&store, &path, &TargetOptions::default()).unwrap();
        std::fs::remove_file(path).unwrap();
        assert_eq!((written.positions, read(&store)), (2, 4));
        assert!(store.get(&keys[0]).unwrap().is_some());
        assert_eq!(read(&store), 5);
    }
}
