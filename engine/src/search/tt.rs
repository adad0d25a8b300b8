//! The transposition table: what earlier searches found out about positions, shared by all threads without locks.
//!
//! An entry is two words, the second being the data and the first the key mixed with the data: an entry torn between two
//! writers does not fit its key and reads as a miss.

use std::sync::atomic::Ordering::Relaxed;

#[cfg(all(test, loom))]
use loom::sync::atomic::AtomicU64;
#[cfg(not(all(test, loom)))]
use std::sync::atomic::AtomicU64;

use crate::point::{CELLS, Point};
use crate::score::{Score, StoredScore};
use crate::search::memory::{Buckets, CACHE_LINE, prefetch};
use crate::zobrist::Key;

/// What a stored score says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Bound {
    // Zero is left out: a word of zeros is a place in which nothing was written.
    /// It is at most this.
    Upper = 1,
    /// It is at least this.
    Lower,
    /// It is this.
    Exact,
}

impl Bound {
    /// The bound that the lowest two bits stand for.
    #[inline]
    fn from_bits(bits: u64) -> Bound {
        match bits % 4 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        }
    }

    /// Whether a score with this bound shows that `eval` was wrong, and in which direction.
    #[inline]
    pub fn corrects(self, score: Score, eval: Score) -> bool {
        match self {
            Bound::Upper => score < eval,
            Bound::Lower => score > eval,
            Bound::Exact => true,
        }
    }

    /// Whether a score with this bound settles a search with a window of no width at `beta`.
    #[inline]
    pub fn settles(self, score: Score, beta: Score) -> bool {
        match self {
            Bound::Upper => score < beta,
            Bound::Lower => score >= beta,
            Bound::Exact => true,
        }
    }
}

/// The depth of an entry that says won or lost, the greatest there is room for: no search asks for more.
pub const DECIDED_DEPTH: i32 = 255;

/// What is known about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The result of the search.
    pub score: StoredScore,
    /// What the score says.
    pub bound: Bound,
    /// The depth of the search, in plies.
    pub depth: i32,
    /// The evaluation without search, as it was before anything was learned about it, if the position was evaluated.
    pub eval: Option<Score>,
    /// The best move, if one was found.
    pub best: Option<Point>,
    /// Whether the position has been on a principal variation.
    pub pv: bool,
}

// The score stands in the lowest bits.
const EVAL: u32 = 16;
const BEST: u32 = 32;
const DEPTH: u32 = 42;
const BOUND: u32 = 50;
const PV: u32 = 52;
const AGE: u32 = 53;
const AGES: u64 = 1 << (64 - AGE);
const _: () = assert!(CELLS == 1 << (DEPTH - BEST));
/// The bits of no evaluation, which no score has.
const NO_EVAL: u16 = i16::MIN as u16;

impl Entry {
    /// The entry of a position that its side to move wins in so many plies, by `best` where that is known.
    #[inline]
    pub fn win(plies: usize, best: Option<Point>, eval: Option<Score>, pv: bool) -> Entry {
        let score = Score::win_in(plies).to_stored(0);
        Entry { score, bound: Bound::Lower, depth: DECIDED_DEPTH, eval, best, pv }
    }

    /// Whether it says that the position is won or lost, rather than no more than that.
    #[inline]
    pub fn is_proof(&self) -> bool {
        match self.bound {
            Bound::Upper => self.score.at_ply(0).is_loss(),
            Bound::Lower => self.score.at_ply(0).is_win(),
            Bound::Exact => self.score.at_ply(0).is_decided(),
        }
    }

    fn pack(self, age: u64) -> u64 {
        u64::from(self.score.to_bits())
            | u64::from(self.eval.map_or(NO_EVAL, |eval| eval.to_stored(0).to_bits())) << EVAL
            | (self.best.map_or(0, Point::index) as u64) << BEST
            | (self.depth.clamp(0, DECIDED_DEPTH) as u64) << DEPTH
            | (self.bound as u64) << BOUND
            | u64::from(self.pv) << PV
            | age << AGE
    }

    fn unpack(data: u64) -> Entry {
        let best = (data >> BEST) as usize % CELLS;
        let eval = (data >> EVAL) as u16;
        Entry {
            score: StoredScore::from_bits(data as u16),
            eval: (eval != NO_EVAL).then(|| StoredScore::from_bits(eval).at_ply(0)),
            best: (best != 0).then(|| Point::from_index(best)),
            depth: i32::from((data >> DEPTH) as u8),
            bound: Bound::from_bits(data >> BOUND),
            pv: data >> PV & 1 != 0,
        }
    }
}

/// Entries that share an index: one line of the cache.
const WAYS: usize = 4;
const _: () = assert!(WAYS * size_of::<[u64; 2]>() == CACHE_LINE);

/// Buckets that are in use from the beginning, if there are so many: one MiB.
const FIRST_BUCKETS: usize = 1 << 14;

/// Growth up to so many bytes in use moves the entries; beyond that they are given up. No search goes on while they
/// move, and most of that time goes by the size: fresh pages are cleared as entries come to lie in them, by one thread, at
/// some gigabytes a second.
const MOST_REHOUSED: usize = 256 << 20;

/// Save: an entry of this search that is deeper than a new bound by more plies than this stays.
const MUCH_DEEPER: i32 = 3;
/// Save: what an entry loses of its use for each search since it was made, in plies of depth.
const DEPTH_OF_AGE: i32 = 4;

/// Entries that move before it is asked whether there is still time.
const MOVED_AT_ONCE: usize = 1 << 12;

/// The table.
///
/// The first write to each page of fresh memory is slow, and entries lie anywhere: were a large table in use at once, its
/// first searches would do little else. So only a part is, and [`TranspositionTable::make_room`] extends it.
pub struct TranspositionTable {
    buckets: Buckets<AtomicU64, WAYS>,
    /// Buckets in use. Those after them were never written.
    in_use: usize,
    age: AtomicU64,
}

impl TranspositionTable {
    /// A table of about so many bytes, at least one bucket. The memory is reserved, and resident only where it is written.
    /// Where so much cannot be had the table is half as large, or half of that.
    pub fn new(bytes: usize) -> TranspositionTable {
        let buckets = Buckets::new(TranspositionTable::rounded(bytes) / CACHE_LINE);
        let mut table = TranspositionTable { buckets, in_use: 0, age: AtomicU64::new(0) };
        table.begin();
        table
    }

    /// Takes room for so many entries into use, as far as it is reserved. What is in the table stays in it where that is soon
    /// done, but for a few entries when the whole reservation comes into use. For a search that is over it does not grow, and
    /// where that comes meanwhile the entries that have not moved are given up.
    pub fn make_room(&mut self, entries: u64, is_over: &dyn Fn() -> bool) {
        let reserved = self.buckets.len();
        let enough = usize::try_from(entries).unwrap_or(usize::MAX).div_ceil(WAYS).checked_next_power_of_two();
        let buckets = enough.map_or(reserved, |enough| enough.min(reserved));
        let before = self.in_use;
        if buckets > before && !is_over() {
            self.in_use = buckets;
            // Left where they are, entries are not found, and give way to others as old ones do.
            if CACHE_LINE * buckets <= MOST_REHOUSED {
                // No entry moves to an earlier bucket: what is met again is at home.
                let goes_on = |place: &usize| !place.is_multiple_of(MOVED_AT_ONCE) || !is_over();
                (0..before * WAYS).rev().take_while(goes_on).for_each(|place| self.rehouse(place));
            }
        }
    }

    /// Moves an entry to the bucket that now belongs to its key.
    fn rehouse(&mut self, place: usize) {
        let entry = &self.buckets.as_flattened()[place];
        let [check, data] = entry.each_ref().map(|word| word.load(Relaxed));
        if data == 0 {
            return;
        }
        write(entry, [0, 0]);
        if let Some(free) = self.bucket(Key(check ^ data)).iter().find(|[_, data]| data.load(Relaxed) == 0) {
            write(free, [check, data]);
        }
    }

    /// The bytes reserved by a table that is asked to take so many.
    pub fn rounded(bytes: usize) -> usize {
        (bytes / CACHE_LINE).max(1) * CACHE_LINE
    }

    /// Bytes reserved.
    pub fn bytes(&self) -> usize {
        CACHE_LINE * self.buckets.len()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.buckets.clear(self.in_use);
        self.begin();
    }

    /// Takes the first buckets into use, of a table in which there is nothing.
    fn begin(&mut self) {
        self.in_use = FIRST_BUCKETS.min(self.buckets.len());
        self.age = AtomicU64::new(0);
    }

    /// New search: makes all entries older by one generation.
    pub fn new_search(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    /// Prefetch: has the processor bring what [`TranspositionTable::probe`] will read.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        prefetch(self.bucket(key));
    }

    /// Probe: what is known about a position.
    #[inline]
    pub fn probe(&self, key: Key) -> Option<Entry> {
        self.bucket(key).iter().find_map(|[check, data]| {
            let data = data.load(Relaxed);
            (check.load(Relaxed) ^ data == key.0 && data != 0).then(|| Entry::unpack(data))
        })
    }

    /// Save: keeps what was found out about a position, in the place of the least useful entry of its bucket.
    #[inline]
    pub fn save(&self, key: Key, mut entry: Entry) {
        let age = self.age.load(Relaxed);
        let bucket = self.bucket(key);
        let mut place = 0;
        let mut least = i32::MAX;
        for (i, [check, data]) in bucket.iter().enumerate() {
            let data = data.load(Relaxed);
            if data == 0 {
                place = i;
                break;
            }
            let old = Entry::unpack(data);
            let aged = (age.wrapping_sub(data >> AGE) % AGES) as i32;
            if check.load(Relaxed) ^ data == key.0 {
                entry.best = entry.best.or(old.best);
                // A deeper result of this very search is worth more than a shallow bound.
                if entry.bound != Bound::Exact && aged == 0 && entry.depth + MUCH_DEEPER < old.depth {
                    return;
                }
                place = i;
                break;
            }
            let use_of = old.depth - DEPTH_OF_AGE * aged;
            if use_of < least {
                (least, place) = (use_of, i);
            }
        }
        let data = entry.pack(age);
        write(&bucket[place], [key.0 ^ data, data]);
    }

    /// Hashfull: share of the part in use that the latest search has written, in thousandths, from a sample.
    pub fn hashfull(&self) -> u32 {
        let age = self.age.load(Relaxed);
        let sample = self.buckets[..self.in_use.min(1000)].as_flattened();
        let written = sample.iter().filter(|[_, data]| {
            let data = data.load(Relaxed);
            data != 0 && data >> AGE == age
        });
        (written.count() * 1000 / sample.len()) as u32
    }

    /// The bucket of a key: the keys are spread over those in use in their order.
    #[inline]
    fn bucket(&self, key: Key) -> &[[AtomicU64; 2]; WAYS] {
        &self.buckets[key.place_among(self.in_use)]
    }
}

/// Writes both words of an entry.
#[inline]
fn write(entry: &[AtomicU64; 2], words: [u64; 2]) {
    entry.iter().zip(words).for_each(|(place, word)| place.store(word, Relaxed));
}

#[cfg(test)]
mod tests;
