//! A branch of a database: what it knows of the positions after a position, to be deleted or copied.

use std::collections::HashSet;

use ahash::RandomState;

use super::children::{KnownChild, LookupError, children, played};
use super::{PositionEntry, Store};
use crate::game::Game;
use crate::position_key::PositionKey;

/// Which positions of a branch are meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BranchReach {
    /// Those after one move.
    Children,
    /// Those after any number of moves.
    All,
}

/// Shows every position that a store knows after a position, each once, before those that follow it.
///
/// # Errors
/// A position without a key, or a store that cannot be read.
pub fn visit(
    store: &(impl Store + ?Sized),
    game: &Game,
    reach: BranchReach,
    mut see: impl FnMut(&KnownChild, &Game),
) -> Result<(), LookupError> {
    let mut seen: HashSet<PositionKey, RandomState> = HashSet::with_hasher(RandomState::with_seeds(1, 2, 3, 4));
    let mut waiting = vec![game.clone()];
    while let Some(game) = waiting.pop() {
        for child in children(store, &game)? {
            if !seen.insert(child.key.clone()) {
                continue;
            }
            see(&child, &game);
            if reach == BranchReach::All {
                waiting.extend(played(&game, child.point));
            }
        }
    }
    Ok(())
}

/// Deletes the positions of a branch that fit, but not the position from which it begins, and returns how many there were.
///
/// # Errors
/// A position without a key, or a store that cannot be read or written.
pub fn delete(
    store: &mut (impl Store + ?Sized),
    game: &Game,
    reach: BranchReach,
    fits: impl Fn(&PositionEntry) -> bool,
) -> Result<u64, LookupError> {
    let mut found = Vec::new();
    visit(store, game, reach, |child, _| {
        if fits(&child.entry) {
            found.push(child.key.clone());
        }
    })?;
    for key in &found {
        store.remove(key)?;
    }
    Ok(found.len() as u64)
}

/// Copies a position and all that is known after it into another store, and returns how many positions that are.
///
/// # Errors
/// A position without a key, or a store that cannot be read or written.
pub fn copy(from: &(impl Store + ?Sized), game: &Game, into: &mut (impl Store + ?Sized)) -> Result<u64, LookupError> {
    let mut found: Vec<PositionKey> = PositionKey::of(game).map(|(key, _)| key).into_iter().collect();
    visit(from, game, BranchReach::All, |child, _| found.push(child.key.clone()))?;
    let mut copied = 0;
    for key in &found {
        if let Some(entry) = from.get(key)? {
            into.put(key, &entry)?;
            copied += 1;
        }
    }
    Ok(copied)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database::children::edit;
    use crate::database::{MemoryStore, PositionLabel};
    use crate::point::{BoardSize, Rows};
    use crate::rule::RuleKind;

    fn game(moves: &str) -> Game {
        Game::from_text(RuleKind::Standard, BoardSize::square(15).unwrap(), moves, Rows::FromBottom).unwrap()
    }

    fn store() -> MemoryStore {
        let mut store = MemoryStore::default();
        for (moves, label) in [
            ("h8", PositionLabel::NONE),
            ("h8i9", PositionLabel::WIN),
            ("h8i9h9", PositionLabel::LOSS),
            ("h8h9", PositionLabel::NONE),
            ("h8h9j10", PositionLabel::WIN),
            ("a1", PositionLabel::NONE),
        ] {
            edit(&mut store, &game(moves), |entry| entry.label = label).unwrap();
        }
        store
    }

    #[test]
    fn a_branch_is_deleted_as_far_as_it_is_meant() {
        let check = |reach: BranchReach, fits: fn(&PositionEntry) -> bool, deleted: u64| {
            let mut store = store();
            assert_eq!(delete(&mut store, &game("h8"), reach, fits).unwrap(), deleted);
            assert_eq!(store.len().unwrap(), 6 - deleted);
        };
        check(BranchReach::All, |_| true, 4);
        check(BranchReach::Children, |_| true, 2);
        check(BranchReach::Children, |entry| entry.label == PositionLabel::WIN, 1);
        check(BranchReach::All, |entry| entry.label == PositionLabel::WIN, 2);
    }

    #[test]
    fn a_branch_is_copied_with_its_root() {
        let mut branch = MemoryStore::default();
        assert_eq!(copy(&store(), &game("h8i9"), &mut branch).unwrap(), 2);
        assert_eq!(branch.len().unwrap(), 2);
        // What leads to a position in another order is another branch.
        assert_eq!(copy(&store(), &game("a1"), &mut MemoryStore::default()).unwrap(), 1);
    }
}
