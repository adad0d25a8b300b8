//! Databases of positions: what is known of each, by its canonical key, as Yixin and Rapfi keep it.
//!
//! An [`PositionEntry`] is what is known of one position; a [`Store`] keeps entries, in memory or wherever its maker wants;
//! [`yixin`] reads and writes the files `.db`.

pub mod book;
pub mod branch;
mod change;
pub mod children;
pub(crate) mod entry;
mod filter;
pub mod judgement;
mod label;
mod memory;
pub mod proofs;
mod stored;
pub mod table;
pub mod tree;
pub mod yixin;

pub use change::EntryChange;
pub use entry::{PositionEntry, SideOutcome, ValueBound};
pub use filter::EntryFilter;
pub use label::PositionLabel;
pub use memory::MemoryStore;

use std::ops::ControlFlow;

use crate::point::BoardSize;
use crate::position_key::PositionKey;
use crate::rule::RuleKind;

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

/// Shows every position of a store, or those of one rule and board, in the order of keys, until `see` breaks or fails.
///
/// # Errors
/// When the store cannot be read, and what `see` fails with.
pub fn each<E: From<StoreError>>(
    store: &(impl Store + ?Sized),
    kind: Option<(RuleKind, BoardSize)>,
    mut see: impl FnMut(&PositionKey, PositionEntry) -> Result<ControlFlow<()>, E>,
) -> Result<(), E> {
    let (from, to) = kind.map(|(rule, size)| PositionKey::range_of(rule, size)).unzip();
    let mut seen = Ok(());
    store.visit(from.as_ref(), &mut |key, entry| {
        if to.as_ref().is_some_and(|to| key >= to) {
            return ControlFlow::Break(());
        }
        see(key, entry).unwrap_or_else(|error| {
            seen = Err(error);
            ControlFlow::Break(())
        })
    })?;
    seen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::point::Rows;

    #[test]
    fn positions_are_shown_by_kind_until_that_is_enough() {
        let sizes = [15, 20].map(|side| BoardSize::square(side).unwrap());
        let mut store = MemoryStore::default();
        for (rule, size) in [(RuleKind::Standard, sizes[0]), (RuleKind::Renju, sizes[0]), (RuleKind::Renju, sizes[1])] {
            for moves in ["", "h8", "h8i9"] {
                let game = Game::from_text(rule, size, moves, Rows::FromBottom).unwrap();
                store.put(&PositionKey::of(&game).unwrap().0, &PositionEntry::default()).unwrap();
            }
        }
        let seen = |kind: Option<(RuleKind, BoardSize)>, most: usize, fails: bool| {
            let mut seen = Vec::new();
            let shown = each(&store, kind, |key, _| {
                seen.push((key.rule(), key.size(), key.len()));
                match seen.len() < most {
                    true => Ok(ControlFlow::Continue(())),
                    false if fails => Err(StoreError("enough".to_string())),
                    false => Ok(ControlFlow::Break(())),
                }
            });
            (seen, shown)
        };
        let kind = (RuleKind::Renju, sizes[0]);
        let of_kind =
            |stones: std::ops::Range<usize>| stones.map(|stones| (kind.0, kind.1, stones)).collect::<Vec<_>>();
        assert_eq!(seen(None, 100, true).0.len(), 9);
        assert_eq!(seen(Some(kind), 100, true), (of_kind(0..3), Ok(())));
        assert_eq!(seen(Some(kind), 2, false), (of_kind(0..2), Ok(())));
        assert_eq!(seen(Some(kind), 1, true), (of_kind(0..1), Err(StoreError("enough".to_string()))));
        assert_eq!(seen(Some((RuleKind::Caro, sizes[0])), 100, true), (Vec::new(), Ok(())));
    }
}
