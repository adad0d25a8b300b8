//! What an engine may use: tables, threads and strength.

use crate::search::{self, Tables};
use crate::strength::Strength;

/// What an engine may use, whatever it thinks about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Size of the transposition table in bytes. It is reserved at once, and as much of it becomes resident as the limits of
    /// the requests so far can fill.
    pub hash_bytes: usize,
    /// Number of searching threads.
    pub threads: usize,
    /// How strong the moves of a game are. An analysis is always as good as it can be.
    pub strength: Strength,
}

impl Options {
    /// The least table that is accepted, in bytes.
    pub const MIN_HASH_BYTES: usize = 1 << 20;
    /// The most threads that are accepted.
    pub const MAX_THREADS: usize = 256;

    /// Bytes that each searching thread after the first takes while it searches, beside the tables that all share.
    pub const THREAD_BYTES: usize = search::THREAD_BYTES;

    /// Bytes that all tables of an engine take together: others come with the transposition table, and grow with it.
    #[must_use]
    pub const fn tables_bytes(hash_bytes: usize) -> usize {
        Tables::bytes(hash_bytes)
    }

    /// The largest transposition table, in bytes, with which all tables together take no more than so many bytes.
    ///
    /// ```
    /// use tengen_engine::Options;
    ///
    /// let hash_bytes = Options::hash_within(80 << 20);
    /// assert!(Options::tables_bytes(hash_bytes) <= 80 << 20);
    /// ```
    #[must_use]
    pub const fn hash_within(bytes: usize) -> usize {
        Tables::hash_within(bytes)
    }

    /// These with every value in its range.
    pub(super) fn in_range(self) -> Options {
        Options {
            hash_bytes: self.hash_bytes.max(Options::MIN_HASH_BYTES),
            threads: self.threads.clamp(1, Options::MAX_THREADS),
            strength: self.strength,
        }
    }
}

impl Default for Options {
    /// One thread, and a table with which the whole process stays well under the memory limit of tournaments.
    fn default() -> Options {
        Options { hash_bytes: 128 << 20, threads: 1, strength: Strength::FULL }
    }
}
