//! Databases of positions: what is known of each, by its canonical key, as Yixin and Rapfi keep it.
//!
//! An [`PositionEntry`] is what is known of one position; a [`Store`] keeps entries, in memory or wherever its maker wants;
//! [`yixin`] reads and writes the files `.db`.

pub mod book;
pub mod branch;
pub mod children;
pub(crate) mod entry;
pub mod judgement;
mod memory;
pub mod proofs;
pub mod table;
pub mod tree;
pub mod yixin;

pub use entry::{PositionEntry, PositionLabel, ValueBound};
pub use memory::MemoryStore;

use std::ops::ControlFlow;

use crate::position_key::PositionKey;

/// Why a store could not do what it was asked for: one sentence, for people.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct StoreError(pub String);

/// Entries by the keys of their positions. What was put is seen at once and lasts from [`Store::commit`] on.
pub trait Store {
    /// What is known of a position.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn get(&self, key: &PositionKey) -> Result<Option<PositionEntry>, StoreError>;

    /// Keeps what is known of a position, in place of what was.
    ///
    /// # Errors
    /// When the store cannot be written.
    fn put(&mut self, key: &PositionKey, entry: &PositionEntry) -> Result<(), StoreError>;

    /// Forgets a position and tells whether it was known.
    ///
    /// # Errors
    /// When the store cannot be written.
    fn remove(&mut self, key: &PositionKey) -> Result<bool, StoreError>;

    /// Shows every position from `from` on in the order of keys, or all, until `see` breaks.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn visit(
        &self,
        from: Option<&PositionKey>,
        see: &mut dyn FnMut(&PositionKey, PositionEntry) -> ControlFlow<()>,
    ) -> Result<(), StoreError>;

    /// The number of positions.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn len(&self) -> Result<u64, StoreError>;

    /// Whether no position is known.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn is_empty(&self) -> Result<bool, StoreError> {
        Ok(self.len()? == 0)
    }

    /// Makes what was put last: when this returns, no crash undoes it.
    ///
    /// # Errors
    /// When the store cannot be written.
    fn commit(&mut self) -> Result<(), StoreError>;

    /// Joins what is known of a position with what another database knows, by [`PositionEntry::merge`].
    ///
    /// # Errors
    /// When the store cannot be read or written.
    fn merge(&mut self, key: &PositionKey, other: PositionEntry) -> Result<(), StoreError> {
        let entry = match self.get(key)? {
            None => other,
            Some(mut known) => {
                let before = known.clone();
                known.merge(other);
                if known == before {
                    return Ok(());
                }
                known
            }
        };
        self.put(key, &entry)
    }
}
