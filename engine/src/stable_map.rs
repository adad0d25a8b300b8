//! Maps and sets by hashing whose seeds are fixed: a run does the same as the run before it.
//!
//! The hasher of the standard library draws its seeds anew in every process, so that nobody can choose keys that collide.
//! Here nobody gains from that: keys are positions, texts of files and questions, all of a person's own.

use std::collections::{HashMap, HashSet};
use std::hash::BuildHasher;

use ahash::{AHasher, RandomState};

/// A map whose hasher has fixed seeds, made by `default`. It is never iterated into anything that can be seen: processors with
/// other instructions put its keys into another order.
///
/// ```
/// use tengen_engine::internals::stable_map::StableMap;
///
/// let mut known: StableMap<&str, u32> = StableMap::default();
/// known.insert("h8", 1);
/// assert_eq!(known.get("h8"), Some(&1));
/// ```
pub type StableMap<K, V> = HashMap<K, V, FixedSeeds>;

/// A set whose hasher has fixed seeds, made by `default`. What holds for [`StableMap`] holds for it.
pub type StableSet<K> = HashSet<K, FixedSeeds>;

/// The seeds of every [`StableMap`]. Any numbers would do.
const SEEDS: RandomState = RandomState::with_seeds(1, 2, 3, 4);

/// Hashes with the same seeds in every process.
#[derive(Clone, Copy, Default, Debug)]
pub struct FixedSeeds;

impl BuildHasher for FixedSeeds {
    type Hasher = AHasher;

    #[inline]
    fn build_hasher(&self) -> AHasher {
        SEEDS.build_hasher()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_made_apart_keeps_its_keys_alike() {
        let order = || (0..1_000).collect::<StableSet<u32>>().into_iter().collect::<Vec<u32>>();
        assert_eq!(order(), order());
        let hash = |key: &str| StableMap::<&str, u32>::default().hasher().hash_one(key);
        assert_eq!(hash("h8"), hash("h8"));
        assert_ne!(hash("h8"), hash("h9"));
    }
}
