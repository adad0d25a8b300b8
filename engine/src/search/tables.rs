//! The tables that all threads of a search share: that of all positions, and beside it a smaller one of proofs.

use crate::search::tt::TranspositionTable;

/// The table of proofs is smaller than the other by this factor: about one node in so many is decided.
const PROOFS_SHARE: usize = 16;

/// Both transposition tables. The size that is asked for is that of the first; the table of proofs comes on top of it.
pub struct Tables {
    /// What was found out about positions.
    pub(super) table: TranspositionTable,
    /// The won and lost positions, which stay here when others take their places in the table.
    pub(super) proofs: TranspositionTable,
    /// The size that was asked for, which the table may not have.
    hash_bytes: usize,
}

impl Tables {
    /// Empty tables: the transposition table that is asked for, and that of proofs beside it.
    pub fn new(hash_bytes: usize) -> Tables {
        let [table, proofs] = [hash_bytes, hash_bytes / PROOFS_SHARE].map(TranspositionTable::new);
        Tables { table, proofs, hash_bytes }
    }

    /// Bytes that a transposition table takes together with the table of proofs beside it.
    pub const fn bytes(hash_bytes: usize) -> usize {
        hash_bytes.saturating_add(hash_bytes / PROOFS_SHARE)
    }

    /// The largest transposition table that, with the table of proofs beside it, takes no more than so many bytes.
    pub const fn hash_within(bytes: usize) -> usize {
        bytes / (PROOFS_SHARE + 1) * PROOFS_SHARE
    }

    /// Changes the size, after which the tables are empty. Where it stays the same they are kept.
    pub fn resize(&mut self, hash_bytes: usize) {
        if self.hash_bytes != hash_bytes {
            // The old tables go first, so that there is room for the new ones.
            *self = Tables::new(0);
            *self = Tables::new(hash_bytes);
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table.clear();
        self.proofs.clear();
    }

    /// New search: takes room for so many entries into use, and for the proofs among them, and makes all that is there older
    /// by one generation. Large tables give up what they hold when they grow. None grows for a search that is over.
    pub fn new_search(&mut self, entries: u64, is_over: &dyn Fn() -> bool) {
        for (table, entries) in [(&mut self.table, entries), (&mut self.proofs, entries / PROOFS_SHARE as u64)] {
            table.make_room(entries, is_over);
            table.new_search();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SplitMix64;
    use crate::search::tt::Entry;
    use crate::zobrist::Key;

    fn both(tables: &Tables) -> [&TranspositionTable; 2] {
        [&tables.table, &tables.proofs]
    }

    fn save(table: &TranspositionTable, key: Key) {
        table.save(key, Entry::win(9, None, None, false));
    }

    #[test]
    fn both_tables_together_take_what_is_said() {
        for bytes in [1 << 20, 100 << 20, 1 << 30] {
            assert_eq!(Tables::bytes(bytes), bytes + bytes / 16);
            let within = Tables::bytes(Tables::hash_within(bytes));
            assert!(within <= bytes && within + 64 > bytes, "{within} of {bytes}");
        }
        assert_eq!(Tables::bytes(usize::MAX), usize::MAX);
        assert_eq!(both(&Tables::new(16 << 20)).map(TranspositionTable::bytes), [16 << 20, 1 << 20]);
    }

    #[test]
    fn tables_of_another_size_are_empty_and_those_of_the_same_size_are_kept() {
        let mut tables = Tables::new(1 << 20);
        for (hash_bytes, kept) in [(1 << 20, true), (2 << 20, false), (2 << 20, true), (1 << 20, false)] {
            both(&tables).into_iter().for_each(|table| save(table, Key(5)));
            tables.resize(hash_bytes);
            assert_eq!(both(&tables).map(|table| table.probe(Key(5)).is_some()), [kept; 2], "{hash_bytes}");
            assert_eq!(both(&tables).map(TranspositionTable::bytes), [hash_bytes, hash_bytes / 16]);
        }
    }

    #[test]
    fn both_tables_grow_older_and_forget() {
        let mut tables = Tables::new(1 << 10);
        // Whether an entry is there, and whether it is of the latest search.
        let found = |tables: &Tables| both(tables).map(|table| (table.probe(Key(5)).is_some(), table.hashfull() > 0));
        both(&tables).into_iter().for_each(|table| save(table, Key(5)));
        assert_eq!(found(&tables), [(true, true); 2]);
        tables.new_search(0, &|| false);
        assert_eq!(found(&tables), [(true, false); 2]);
        tables.clear();
        assert_eq!(found(&tables), [(false, false); 2]);
    }

    #[test]
    fn each_table_has_room_for_its_share_of_what_a_search_may_find() {
        let mut tables = Tables::new(1 << 26);
        let mut random = SplitMix64::new(5);
        let keys: Vec<_> = (0..100_000).map(|_| Key(random.next_u64())).collect();
        let has_room = |table: &TranspositionTable| {
            keys.iter().for_each(|&key| save(table, key));
            keys.iter().filter(|&&key| table.probe(key).is_some()).count() > 90_000
        };
        // What a new table has in use holds 65,536 entries; a sixteenth of a million is less.
        for (entries, expected) in [(0, [false, false]), (1_000_000, [true, false]), (4_000_000, [true, true])] {
            tables.new_search(entries, &|| false);
            assert_eq!(both(&tables).map(has_room), expected, "{entries} entries");
        }
    }
}
