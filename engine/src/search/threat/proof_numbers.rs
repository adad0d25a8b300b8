//! Proof and disproof numbers: how much must still be shown about a position, and the table of df-pn that keeps them.

use crate::point::{CELLS, Point};
use crate::search::memory::{Buckets, CACHE_LINE};
use crate::zobrist::Key;

/// The proof and the disproof number of a position, for its side to move: how many open positions must at the least turn out
/// well for it to reach its aim, and how many badly to miss it. The attacker's aim is to win, the defender's not to lose to
/// threats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ProofNumbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

impl ProofNumbers {
    /// Infinity: more than can be done. Sums stay at it.
    pub(super) const INFINITY: u32 = (1 << 24) - 1;
    /// Proved: the side to move reaches its aim.
    pub(super) const PROVED: ProofNumbers = ProofNumbers { proof: 0, disproof: ProofNumbers::INFINITY };
    /// Disproved: the side to move misses its aim.
    pub(super) const DISPROVED: ProofNumbers = ProofNumbers { proof: ProofNumbers::INFINITY, disproof: 0 };
    /// Thresholds that nothing exceeds.
    pub(super) const UNLIMITED: ProofNumbers =
        ProofNumbers { proof: ProofNumbers::INFINITY, disproof: ProofNumbers::INFINITY };

    /// Whether the position is proved or disproved.
    pub(super) fn is_solved(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// Whether either number has reached its threshold.
    pub(super) fn exceeds(self, bound: ProofNumbers) -> bool {
        self.proof >= bound.proof || self.disproof >= bound.disproof
    }
}

/// Entry of the table: what is kept about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ProofEntry {
    pub(super) numbers: ProofNumbers,
    /// The move that looked best last.
    pub(super) best: Option<Point>,
}

/// Entries that share an index: one line of the cache.
const WAYS: usize = 4;
const _: () = assert!(WAYS * size_of::<[u64; 2]>() == CACHE_LINE);

// The proof number stands in the lowest bits.
const DISPROOF: u32 = 24;
const BEST: u32 = 48;
const WORK: u32 = 58;
const MOST_WORK: u64 = u64::MAX >> WORK;
const _: () = assert!(CELLS == 1 << (WORK - BEST) && ProofNumbers::INFINITY < 1 << DISPROOF);

/// Transposition table of df-pn, of fixed size. An entry is a key and a word of data, which is never 0.
pub(super) struct ProofTable {
    buckets: Buckets<u64, WAYS>,
}

impl ProofTable {
    /// A table of about so many bytes, at least one bucket. Where so much cannot be had it is half as large, or half of
    /// that.
    pub(super) fn new(bytes: usize) -> ProofTable {
        ProofTable { buckets: Buckets::new((bytes / CACHE_LINE).max(1)) }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.buckets.clear(self.buckets.len());
    }

    /// Probe: what is known about a position.
    #[inline]
    pub(super) fn probe(&self, key: Key) -> Option<ProofEntry> {
        let bucket = &self.buckets[self.index(key)];
        let &[_, data] = bucket.iter().find(|&&[stored, data]| stored == key.0 && data != 0)?;
        let number = |shift: u32| (data >> shift) as u32 & ProofNumbers::INFINITY;
        let best = (data >> BEST) as usize % CELLS;
        Some(ProofEntry {
            numbers: ProofNumbers { proof: number(0), disproof: number(DISPROOF) },
            best: (best != 0).then(|| Point::from_index(best)),
        })
    }

    /// Save: keeps what is known about a position on which so many nodes were spent. What cost the least gives way.
    pub(super) fn save(&mut self, key: Key, known: ProofEntry, nodes: u64) {
        let work = u64::from(nodes.max(1).ilog2() + 1).min(MOST_WORK);
        let data = u64::from(known.numbers.proof)
            | u64::from(known.numbers.disproof) << DISPROOF
            | (known.best.map_or(0, Point::index) as u64) << BEST
            | work << WORK;
        let index = self.index(key);
        let bucket = &mut self.buckets[index];
        let place = bucket.iter().position(|&[stored, _]| stored == key.0).unwrap_or_else(|| {
            let cheapest = bucket.iter().enumerate().min_by_key(|(_, [_, data])| data >> WORK);
            cheapest.expect("a bucket holds entries").0
        });
        bucket[place] = [key.0, data];
    }

    /// The bucket of a key.
    fn index(&self, key: Key) -> usize {
        key.place_among(self.buckets.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::memory::CLEARED_IN_PLACE;

    #[test]
    fn a_position_is_solved_when_either_number_is_zero() {
        let solved = |proof, disproof| ProofNumbers { proof, disproof }.is_solved();
        assert!(ProofNumbers::DISPROVED.is_solved() && solved(0, ProofNumbers::INFINITY));
        assert!(!ProofNumbers::UNLIMITED.is_solved() && !solved(1, 1));
    }

    #[test]
    fn what_cost_most_is_kept() {
        let mut table = ProofTable::new(0);
        let known = |n: u32| ProofEntry { numbers: ProofNumbers { proof: n, disproof: 7 }, best: None };
        for n in 1..=WAYS as u32 {
            table.save(Key(u64::from(n)), known(n), 1 << n);
        }
        let last = ProofEntry { numbers: ProofNumbers::DISPROVED, best: Some(Point::new(3, 4)) };
        table.save(Key(99), last, 1 << 20);
        assert_eq!(table.probe(Key(1)), None);
        assert_eq!(table.probe(Key(99)), Some(last));
        assert_eq!(table.probe(Key(4)), Some(known(4)));
        // The same position has one entry, the latest.
        table.save(Key(4), known(40), 1);
        assert_eq!(table.probe(Key(4)), Some(known(40)));
        // As much work as can be counted is not less than a little.
        table.save(Key(98), known(1), u64::MAX);
        assert_eq!(table.probe(Key(98)), Some(known(1)));
        table.save(Key(97), known(1), 1);
        assert_eq!(table.probe(Key(98)), Some(known(1)));
        table.clear();
        assert_eq!(table.probe(Key(4)), None);
    }

    #[test]
    fn a_table_for_which_there_is_no_memory_is_smaller() {
        let mut table = ProofTable::new(usize::MAX);
        assert!(size_of_val(&*table.buckets) < usize::MAX / 2);
        let known = ProofEntry { numbers: ProofNumbers::PROVED, best: None };
        table.save(Key(1), known, 1);
        assert_eq!(table.probe(Key(1)), Some(known));
    }

    #[test]
    fn a_large_table_is_forgotten_like_a_small_one() {
        let mut table = ProofTable::new(2 * CLEARED_IN_PLACE);
        let buckets = table.buckets.len();
        table.save(Key(1), ProofEntry { numbers: ProofNumbers::DISPROVED, best: None }, 1);
        assert!(table.probe(Key(1)).is_some());
        table.clear();
        assert_eq!((table.probe(Key(1)), table.buckets.len()), (None, buckets));
    }
}
