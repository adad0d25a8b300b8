//! A store in memory: for files of other programs, for pages, and for tests.

use std::collections::BTreeMap;
use std::ops::{Bound, ControlFlow};

use super::{PositionEntry, Store, StoreError};
use crate::position_key::PositionKey;

/// Entries in memory, in the order of their keys. What it keeps lasts as long as it does.
///
/// ```
/// use tengen_engine::database::{PositionEntry, MemoryStore, Store};
/// use tengen_engine::position_key::PositionKey;
/// use tengen_engine::{BoardSize, Game, RuleKind};
///
/// let game = Game::new(RuleKind::Renju, BoardSize::square(15).unwrap());
/// let (key, _) = PositionKey::of(&game).unwrap();
/// let mut store = MemoryStore::default();
/// store.put(&key, &PositionEntry { comment: "the beginning".to_string(), ..PositionEntry::default() })?;
/// assert_eq!(store.get(&key)?.unwrap().comment, "the beginning");
/// # Ok::<(), tengen_engine::database::StoreError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct MemoryStore {
    entries: BTreeMap<PositionKey, PositionEntry>,
    changes: u64,
}

impl MemoryStore {
    /// How many changes have left it another than it was before: the same number twice means that nothing has changed.
    #[must_use]
    pub fn changes(&self) -> u64 {
        self.changes
    }
}

impl Store for MemoryStore {
    fn get(&self, key: &PositionKey) -> Result<Option<PositionEntry>, StoreError> {
        Ok(self.entries.get(key).cloned())
    }

    fn put(&mut self, key: &PositionKey, entry: &PositionEntry) -> Result<(), StoreError> {
        let before = self.entries.insert(key.clone(), entry.clone());
        self.changes += u64::from(before.as_ref() != Some(entry));
        Ok(())
    }

    fn remove(&mut self, key: &PositionKey) -> Result<bool, StoreError> {
        let is_removed = self.entries.remove(key).is_some();
        self.changes += u64::from(is_removed);
        Ok(is_removed)
    }

    fn visit(
        &self,
        from: Option<&PositionKey>,
        see: &mut dyn FnMut(&PositionKey, PositionEntry) -> ControlFlow<()>,
    ) -> Result<(), StoreError> {
        let begin = from.map_or(Bound::Unbounded, Bound::Included);
        for (key, entry) in self.entries.range::<PositionKey, _>((begin, Bound::Unbounded)) {
            if see(key, entry.clone()).is_break() {
                break;
            }
        }
        Ok(())
    }

    fn len(&self) -> Result<u64, StoreError> {
        Ok(self.entries.len() as u64)
    }

    fn commit(&mut self) -> Result<(), StoreError> {
        Ok(())
    }
}
