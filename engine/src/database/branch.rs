//! A branch of a database: what it knows of the positions after a position, to be deleted or copied.

use super::children::{KnownChild, LookupError, children, parents};
use super::{PositionEntry, Store};
use crate::game::Game;
use crate::position_key::PositionKey;
use crate::stable_map::{StableMap, StableSet};

type KeySet = StableSet<PositionKey>;

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
    let mut waiting = vec![game.clone()];
    let mut seen = KeySet::default();
    while let Some(game) = waiting.pop() {
        for child in children(store, &game)? {
            if !seen.insert(child.key.clone()) {
                continue;
            }
            see(&child, &game);
            if reach == BranchReach::All {
                waiting.extend(game.after(child.point));
            }
        }
    }
    Ok(())
}

/// Deletes the positions of a branch that fit and all that follows those, but not the position from which it begins, and
/// returns how many there were. What other positions of the store lead to stays, with what follows it: it belongs to their
/// branches too.
///
/// # Errors
/// A position without a key, or a store that cannot be read or written.
pub fn delete(
    store: &mut (impl Store + ?Sized),
    game: &Game,
    reach: BranchReach,
    fits: impl Fn(&PositionEntry) -> bool,
) -> Result<u64, LookupError> {
    let (root, _) = PositionKey::of(game).ok_or(LookupError::NoKey)?;
    let (mut branch, mut fitting) = (KeySet::default(), KeySet::default());
    branch.insert(root.clone());
    let see = |child: &KnownChild| {
        if branch.insert(child.key.clone()) && fits(&child.entry) {
            fitting.insert(child.key.clone());
        }
    };
    let mut moves = BranchMoves::default();
    match reach {
        BranchReach::Children => children(store, game)?.iter().for_each(see),
        BranchReach::All => moves.note_all_after(store, vec![root], see)?,
    }
    moves.note_all_after(store, fitting.iter().cloned().collect(), |_| {})?;
    let doomed = moves.with_all_after(&fitting);
    let mut kept = KeySet::default();
    for key in &doomed {
        // What fits is to go from this branch, wherever in it one comes from; what follows, where nothing else leads to it.
        let is_to_go = fitting.contains(key);
        for (_, parent, _) in parents(key) {
            if doomed.contains(&parent) || is_to_go && branch.contains(&parent) {
                continue;
            }
            if store.get(&parent)?.is_some() {
                kept.insert(key.clone());
                break;
            }
        }
    }
    let kept = moves.with_all_after(&kept);
    let mut deleted = 0;
    for key in doomed.difference(&kept) {
        deleted += u64::from(store.remove(key)?);
    }
    Ok(deleted)
}

/// The known positions after each position of a branch: to ask for those once more, for every empty point, takes long.
#[derive(Default)]
struct BranchMoves(StableMap<PositionKey, Vec<PositionKey>>);

impl BranchMoves {
    /// Notes what follows on some positions and on all after them, and shows it, where it was not noted before.
    fn note_all_after(
        &mut self,
        store: &(impl Store + ?Sized),
        mut waiting: Vec<PositionKey>,
        mut see: impl FnMut(&KnownChild),
    ) -> Result<(), LookupError> {
        while let Some(key) = waiting.pop() {
            if self.0.contains_key(&key) {
                continue;
            }
            let game = key.game();
            let next = children(store, &game)?;
            for child in &next {
                see(child);
                if !self.0.contains_key(&child.key) && game.after(child.point).is_ok() {
                    waiting.push(child.key.clone());
                }
            }
            self.0.insert(key, next.into_iter().map(|child| child.key).collect());
        }
        Ok(())
    }

    /// These positions and all that was noted after them.
    fn with_all_after(&self, keys: &KeySet) -> KeySet {
        let mut all = keys.clone();
        let mut waiting: Vec<&PositionKey> = keys.iter().collect();
        while let Some(key) = waiting.pop() {
            for next in self.0.get(key).into_iter().flatten() {
                if all.insert(next.clone()) {
                    waiting.push(next);
                }
            }
        }
        all
    }
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
    use std::cell::Cell;
    use std::ops::ControlFlow;

    use super::*;
    use crate::database::children::edit;
    use crate::database::{MemoryStore, PositionLabel, StoreError};
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
        check(BranchReach::Children, |_| true, 4);
        // With what fits goes what follows it.
        check(BranchReach::Children, |entry| entry.label == PositionLabel::WIN, 2);
        check(BranchReach::All, |entry| entry.label == PositionLabel::WIN, 3);
        check(BranchReach::Children, |entry| entry.label == PositionLabel::LOSS, 0);
        check(BranchReach::All, |entry| entry.label == PositionLabel::LOSS, 1);
    }

    #[test]
    fn what_another_branch_leads_to_stays() {
        let check = |moves: &str, label: PositionLabel, reach: BranchReach, left: &[&str]| {
            let mut store = MemoryStore::default();
            for moves in moves.split_whitespace() {
                edit(&mut store, &game(moves), |entry| entry.label = PositionLabel::NONE).unwrap();
            }
            edit(&mut store, &game("h8i7"), |entry| entry.label = label).unwrap();
            delete(&mut store, &game("h8"), reach, |entry| entry.label == PositionLabel::LOSS).unwrap();
            let known = |moves: &&str| store.get(&PositionKey::of(&game(moves)).unwrap().0).unwrap().is_some();
            let found: Vec<&str> = moves.split_whitespace().filter(known).collect();
            assert_eq!(found, left, "{moves}");
        };
        let loss = PositionLabel::LOSS;
        // The third stone may have been the first.
        let apart = "h8 h8i7 h8i7a15 h8i7a15b14 a15 a15i7";
        check(apart, loss, BranchReach::All, &["h8", "h8i7a15", "h8i7a15b14", "a15", "a15i7"]);
        check(apart, PositionLabel::NONE, BranchReach::All, &apart.split_whitespace().collect::<Vec<_>>());
        // A move that stays leads to the same position.
        let within = "h8 h8i7 h8i7a15b14 h8b14 h8b14a15i7 h8i7a15 h8b14a15";
        for reach in [BranchReach::Children, BranchReach::All] {
            check(within, loss, reach, &["h8", "h8i7a15b14", "h8b14", "h8b14a15i7", "h8b14a15"]);
        }
        // Nothing else does.
        check("h8 h8i7 h8i7a15 a15", loss, BranchReach::Children, &["h8", "a15"]);
    }

    /// A store that counts how often it is asked for a position.
    struct CountingStore {
        store: MemoryStore,
        asked: Cell<usize>,
    }

    impl Store for CountingStore {
        fn get(&self, key: &PositionKey) -> Result<Option<PositionEntry>, StoreError> {
            self.asked.set(self.asked.get() + 1);
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
            self.store.visit(from, see)
        }

        fn len(&self) -> Result<u64, StoreError> {
            self.store.len()
        }

        fn commit(&mut self) -> Result<(), StoreError> {
            self.store.commit()
        }
    }

    #[test]
    fn every_position_of_a_branch_is_looked_at_once() {
        for reach in [BranchReach::Children, BranchReach::All] {
            let mut store = CountingStore { store: store(), asked: Cell::default() };
            assert_eq!(delete(&mut store, &game("h8"), reach, |_| true).unwrap(), 4);
            // The root and four more, each with its empty points, and a few that may lead there from outside.
            let most = 5 * game("").size().area() + 10;
            assert!(store.asked.get() < most, "{reach:?}: {} of {most}", store.asked.get());
        }
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
