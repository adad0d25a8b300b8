//! Refutation memory of the VCF: in which positions there is no win by fours. Half of all positions that a VCF comes to were
//! seen to have none before, by this thread or another.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU32};

use crate::search::memory::{halving, prefetch, zeroed};
use crate::zobrist::Key;

/// Marks there is room for, a power of two: four MiB.
const MARKS: usize = 1 << 20;

/// Refutation memory: marks of positions in which the side to move was shown to have no win by fours.
///
/// A mark is one word, so that threads may read and write it without locks, and takes the place of an earlier one. Half of a
/// key is enough: one question in four thousand million is answered wrongly. A win is then overlooked, which a search bears,
/// and who says that there is none says it so nearly for sure only.
pub(super) struct Refuted {
    marks: Box<[AtomicU32]>,
    /// Generation: the marks of earlier ones are those of other positions, and so forgotten.
    generation: AtomicU32,
    /// Whether no mark was made since all were forgotten: who shares the memory forgets it again at no cost.
    is_blank: AtomicBool,
}

impl Refuted {
    /// A memory of no position.
    pub(super) fn new() -> Refuted {
        Refuted::with_room(MARKS)
    }

    /// Room for so many marks, a power of two. Where so much cannot be had it is half as large, or half of that.
    fn with_room(marks: usize) -> Refuted {
        Refuted { marks: halving(marks, zeroed), generation: AtomicU32::new(0), is_blank: AtomicBool::new(true) }
    }

    /// Forgets all positions, so that it is as a new one.
    pub(super) fn forget(&self) {
        if !self.is_blank.swap(true, Relaxed) {
            self.marks.iter().for_each(|mark| mark.store(0, Relaxed));
        }
        self.generation.store(0, Relaxed);
    }

    /// Begins a generation, which costs nothing. One question in four thousand million is answered by an earlier one.
    pub(super) fn begin_generation(&self) {
        self.generation.fetch_add(1, Relaxed);
    }

    /// Prefetch: has the processor bring what [`Refuted::contains`] will read.
    #[inline]
    pub(super) fn prefetch(&self, key: Key) {
        prefetch(self.place(key));
    }

    /// Whether a position is remembered.
    #[inline]
    pub(super) fn contains(&self, key: Key) -> bool {
        self.place(key).load(Relaxed) == self.mark(key)
    }

    /// Remembers a position.
    #[inline]
    pub(super) fn insert(&self, key: Key) {
        self.place(key).store(self.mark(key), Relaxed);
        // Written once only: threads take a line of the cache from each other that they write to.
        if self.is_blank.load(Relaxed) {
            self.is_blank.store(false, Relaxed);
        }
    }

    /// What stands in the place of a position: the half of its key that does not tell the place.
    #[inline]
    fn mark(&self, key: Key) -> u32 {
        (key.0 >> 32) as u32 ^ self.generation.load(Relaxed)
    }

    #[inline]
    fn place(&self, key: Key) -> &AtomicU32 {
        &self.marks[key.0 as usize & (self.marks.len() - 1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_remembered_until_all_are_forgotten() {
        let refuted = Refuted::new();
        let (key, same_place) = (Key(0x0123_4567_89ab_cdef), Key(0xfedc_ba98_765b_cdef));
        assert!(!refuted.contains(key));
        for _ in 0..3 {
            refuted.insert(key);
            assert!(refuted.contains(key) && !refuted.contains(same_place));
            refuted.forget();
            assert!(!refuted.contains(key) && !refuted.contains(same_place));
        }
        refuted.insert(key);
        refuted.insert(same_place);
        assert!(!refuted.contains(key) && refuted.contains(same_place), "the later one takes the place");
    }

    #[test]
    fn no_mark_answers_once_all_are_forgotten() {
        let refuted = Refuted::new();
        // The mark of the one in this generation is that of the other in the next.
        let (key, other) = (Key(0x0123_4567_89ab_cdef), Key(0x0123_4566_89ab_cdef));
        refuted.insert(key);
        refuted.begin_generation();
        assert!(!refuted.contains(key) && refuted.contains(other));
        // Twice, as those do who share it.
        for _ in 0..2 {
            refuted.forget();
            assert!(!refuted.contains(key) && !refuted.contains(other));
            refuted.begin_generation();
            assert!(!refuted.contains(key) && !refuted.contains(other));
        }
        refuted.forget();
        refuted.insert(other);
        let as_new = Refuted::new();
        as_new.insert(other);
        assert_eq!(refuted.place(other).load(Relaxed), as_new.place(other).load(Relaxed));
    }

    #[test]
    fn a_memory_that_cannot_be_had_is_smaller() {
        let most = 1 << (usize::BITS - 1);
        let refuted = Refuted::with_room(most);
        assert!(refuted.marks.len() < most && refuted.marks.len().is_power_of_two());
        refuted.insert(Key(u64::MAX));
        assert!(refuted.contains(Key(u64::MAX)) && !refuted.contains(Key(1 << 40)));
    }
}
