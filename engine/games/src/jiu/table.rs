//! The transposition table of the search: one entry a place, the deeper or the newer one stays.

use super::board::Act;
use tengen_engine::internals::zobrist::Key;

/// What the score of an entry says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    Lower,
    Exact,
    Upper,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    key: Key,
    pub(super) act: Option<Act>,
    pub(super) score: i32,
    pub(super) depth: i16,
    pub(super) bound: Bound,
    generation: u8,
}

/// The table.
pub(super) struct Table {
    entries: Vec<Option<Entry>>,
    generation: u8,
}

impl Table {
    /// A table of at most so many bytes.
    pub(super) fn new(bytes: usize) -> Table {
        let places = (bytes / size_of::<Option<Entry>>()).max(1);
        Table { entries: vec![None; places], generation: 0 }
    }

    /// A new search begins: entries of earlier ones give way.
    pub(super) fn new_search(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }

    #[inline]
    pub(super) fn probe(&self, key: Key) -> Option<Entry> {
        self.entries[key.place_among(self.entries.len())].filter(|entry| entry.key == key)
    }

    #[inline]
    pub(super) fn save(&mut self, key: Key, act: Option<Act>, score: i32, depth: i32, bound: Bound) {
        let places = self.entries.len();
        let place = &mut self.entries[key.place_among(places)];
        let depth = depth as i16;
        let stays = |old: &Entry| old.key != key && old.generation == self.generation && old.depth > depth;
        if place.as_ref().is_some_and(stays) {
            return;
        }
        let known = place.filter(|old| old.key == key).and_then(|old| old.act);
        *place = Some(Entry { key, act: act.or(known), score, depth, bound, generation: self.generation });
    }
}
