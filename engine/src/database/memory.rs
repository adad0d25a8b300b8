//! A store in memory: for files of other programs, for pages, and for tests.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::mem::size_of;
use std::ops::{Bound, ControlFlow};

use super::{PositionEntry, Store, StoreError};
use crate::point::Point;
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
    /// What the entries take, about.
    bytes: usize,
    /// The most that they may take, if that is limited.
    most_bytes: Option<usize>,
}

impl MemoryStore {
    /// An empty one that may take so many bytes of memory: what would need more is refused.
    #[must_use]
    pub fn within(most_bytes: usize) -> MemoryStore {
        MemoryStore { most_bytes: Some(most_bytes), ..MemoryStore::default() }
    }

    /// What it holds, in bytes, about.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// How many bytes more it may come to hold.
    #[must_use]
    pub fn room(&self) -> usize {
        self.most_bytes.map_or(usize::MAX, |most| most.saturating_sub(self.bytes))
    }

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
        let place = self.entries.entry(key.clone());
        let (before, is_same) = match &place {
            Entry::Occupied(known) => (bytes_of(key, known.get()), known.get() == entry),
            Entry::Vacant(_) => (0, false),
        };
        let bytes = self.bytes - before + bytes_of(key, entry);
        if let Some(most) = self.most_bytes.filter(|&most| bytes > most.max(self.bytes)) {
            return Err(StoreError(format!("more than {most} bytes of memory are needed")));
        }
        *place.or_default() = entry.clone();
        self.bytes = bytes;
        self.changes += u64::from(!is_same);
        Ok(())
    }

    fn remove(&mut self, key: &PositionKey) -> Result<bool, StoreError> {
        let removed = self.entries.remove(key);
        self.bytes -= removed.as_ref().map_or(0, |entry| bytes_of(key, entry));
        self.changes += u64::from(removed.is_some());
        Ok(removed.is_some())
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

/// What a position takes, about. The nodes of the map may be half empty.
fn bytes_of(key: &PositionKey, entry: &PositionEntry) -> usize {
    let node = 2 * (size_of::<PositionKey>() + size_of::<PositionEntry>());
    let texts = entry.board_texts.iter().map(|(_, text)| size_of::<(Point, String)>() + text.len());
    node + key.as_bytes().len() + entry.comment.len() + texts.sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::point::BoardSize;
    use crate::rule::RuleKind;

    #[test]
    fn what_it_holds_is_counted_and_limited() {
        let key = |size| {
            let game = Game::new(RuleKind::Renju, BoardSize::square(size).unwrap());
            PositionKey::of(&game).unwrap().0
        };
        let entry = |comment: &str| PositionEntry { comment: comment.to_string(), ..PositionEntry::default() };
        let one = {
            let mut store = MemoryStore::default();
            store.put(&key(15), &entry("ab")).unwrap();
            store.bytes()
        };
        assert!(one > size_of::<PositionEntry>() + 2);
        let mut store = MemoryStore::within(2 * one);
        assert_eq!((store.bytes(), store.room(), MemoryStore::default().room()), (0, 2 * one, usize::MAX));
        for size in [15, 20] {
            store.put(&key(size), &entry("ab")).unwrap();
        }
        assert_eq!(store.room(), 0);
        let full = (store.bytes(), store.changes());
        let refused = Err(StoreError(format!("more than {} bytes of memory are needed", 2 * one)));
        assert_eq!(store.put(&key(20), &entry("abc")), refused);
        assert_eq!(store.put(&key(10), &entry("")), refused);
        // What is refused is not there, and changes nothing.
        assert_eq!(
            (store.len(), store.get(&key(20)), full),
            (Ok(2), Ok(Some(entry("ab"))), (2 * one, store.changes()))
        );
        store.put(&key(20), &entry("a")).unwrap();
        store.put(&key(15), &entry("abc")).unwrap();
        assert_eq!(store.bytes(), 2 * one);
        assert_eq!((store.remove(&key(20)), store.remove(&key(20)), store.bytes()), (Ok(true), Ok(false), one + 1));
    }
}
