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
pub struct MemoryStore(BTreeMap<PositionKey, PositionEntry>);

impl Store for MemoryStore {
    fn get(&self, key: &PositionKey) -> Result<Option<PositionEntry>, StoreError> {
        Ok(self.0.get(key).cloned())
    }

    fn put(&mut self, key: &PositionKey, entry: &PositionEntry) -> Result<(), StoreError> {
        self.0.insert(key.clone(), entry.clone());
        Ok(())
    }

    fn remove(&mut self, key: &PositionKey) -> Result<bool, StoreError> {
        Ok(self.0.remove(key).is_some())
    }

    fn visit(
        &self,
        from: Option<&PositionKey>,
        see: &mut dyn FnMut(&PositionKey, PositionEntry) -> ControlFlow<()>,
    ) -> Result<(), StoreError> {
        let begin = from.map_or(Bound::Unbounded, Bound::Included);
        for (key, entry) in self.0.range::<PositionKey, _>((begin, Bound::Unbounded)) {
            if see(key, entry.clone()).is_break() {
                break;
            }
        }
        Ok(())
    }

    fn len(&self) -> Result<u64, StoreError> {
        Ok(self.0.len() as u64)
    }

    fn commit(&mut self) -> Result<(), StoreError> {
        Ok(())
    }
}
