//! ABDADA: which positions the threads are searching at this moment, so that another thread defers these moves, begins with
//! others, and finds the result in the transposition table when it comes back.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use crate::zobrist::Key;

/// Places for keys: many more than threads have nodes on the way, so that few share a place.
const PLACES: usize = 1 << 12;

/// ABDADA table: the keys of positions that are being searched. Of two that share a place the later is known, and the other
/// is searched as though nobody were there.
pub(super) struct AbdadaTable {
    places: Box<[AtomicU64]>,
}

impl AbdadaTable {
    /// The table of so many threads, none of which searches anything yet. One alone has nobody to look out for.
    pub(super) fn among(threads: usize) -> Option<AbdadaTable> {
        let free = || (0..PLACES).map(|_| AtomicU64::new(0)).collect();
        (threads > 1).then(|| AbdadaTable { places: free() })
    }

    /// Notes that a thread begins with a position.
    #[inline]
    pub(super) fn begin(&self, key: Key) {
        self.place(key).store(key.0, Relaxed);
    }

    /// Notes that a thread is done with a position.
    #[inline]
    pub(super) fn end(&self, key: Key) {
        if self.contains(key) {
            self.place(key).store(0, Relaxed);
        }
    }

    /// Whether a thread is at work on a position, as far as is known: of two in the same one the first to end takes the mark
    /// away.
    #[inline]
    pub(super) fn contains(&self, key: Key) -> bool {
        self.place(key).load(Relaxed) == key.0
    }

    #[inline]
    fn place(&self, key: Key) -> &AtomicU64 {
        &self.places[key.place_among(PLACES)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_several_threads_have_a_table() {
        assert_eq!([1, 2, 3].map(|threads| AbdadaTable::among(threads).is_some()), [false, true, true]);
    }

    #[test]
    fn a_position_is_busy_from_its_beginning_to_its_end() {
        let abdada = AbdadaTable::among(2).unwrap();
        // The last two share a place.
        let [first, second, third] = [1 << 60, 1 << 61, (1 << 61) + 1].map(Key);
        abdada.begin(first);
        abdada.begin(second);
        assert_eq!([first, second, third].map(|key| abdada.contains(key)), [true, true, false]);
        abdada.begin(third);
        assert_eq!([first, second, third].map(|key| abdada.contains(key)), [true, false, true]);
        abdada.end(second);
        assert!(abdada.contains(third), "the end of one is not that of another");
        abdada.end(third);
        abdada.end(first);
        assert!(abdada.places.iter().all(|place| place.load(Relaxed) == 0));
    }
}
