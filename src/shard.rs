//! The part of a fixed schedule that one of several runs does, so that a cluster's batch system shares the work out.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A shard, written `INDEX/COUNT` with the index from 1, such as `3/10`: of the items of a schedule every one whose number,
/// modulo the count, is the index less one. Items are dealt out in turn, so that all shards are of one size, but for one
/// item, and a schedule that is made longer adds to every shard.
///
/// Which item is which must not depend on the shard: then all shards together do what one run would do without them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) struct Shard {
    /// From 1 to `count`.
    index: usize,
    count: usize,
}

impl Shard {
    /// The whole schedule as one shard.
    pub(crate) const WHOLE: Shard = Shard { index: 1, count: 1 };

    /// Whether it is the whole schedule.
    pub(crate) fn is_whole(self) -> bool {
        self.count == 1
    }

    /// Whether the item of this number, counted from 0, belongs to it.
    pub(crate) fn owns(self, item: usize) -> bool {
        item % self.count == self.index - 1
    }

    /// The shard of this schedule that owns an item of those that go round in a cycle of so many kinds. Whenever kinds and
    /// shards are again together as they were at first the kinds move on by one shard: none has all items of a kind, whatever
    /// the count and the cycle have in common.
    pub(crate) fn owner_of_cycle(self, item: usize, cycle: usize) -> Shard {
        let common = common_divisor(self.count, cycle);
        let period = (self.count / common).saturating_mul(cycle);
        Shard { index: (item + item / period % common) % self.count + 1, ..self }
    }

    /// How many of the first so many items belong to it.
    pub(crate) fn count_of(self, items: usize) -> usize {
        items.saturating_sub(self.index - 1).div_ceil(self.count)
    }

    /// The number of its item at this place, both counted from 0.
    pub(crate) fn item(self, place: usize) -> usize {
        place.saturating_mul(self.count).saturating_add(self.index - 1)
    }

    /// Whether both are of one COUNT.
    pub(crate) fn is_sibling_of(self, other: Shard) -> bool {
        self.count == other.count
    }
}

/// The greatest common divisor.
fn common_divisor(one: usize, other: usize) -> usize {
    if other == 0 { one } else { common_divisor(other, one % other) }
}

impl Default for Shard {
    fn default() -> Shard {
        Shard::WHOLE
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

impl FromStr for Shard {
    type Err = String;

    /// Reads `INDEX/COUNT`. The error is a sentence for the command line.
    fn from_str(text: &str) -> Result<Shard, String> {
        let numbers = text.split_once('/').and_then(|(index, count)| Some((index.parse().ok()?, count.parse().ok()?)));
        match numbers {
            Some((index, count)) if (1..=count).contains(&index) => Ok(Shard { index, count }),
            Some((index, count)) => Err(format!("of {count} shards there is none of index {index}: they count from 1")),
            None => Err("a shard is written INDEX/COUNT, as in 3/10".to_string()),
        }
    }
}

impl TryFrom<String> for Shard {
    type Error = String;

    fn try_from(text: String) -> Result<Shard, String> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> String {
        shard.to_string()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_item_belongs_to_one_shard_and_all_are_of_one_size() {
        for count in 1..=9 {
            let shards: Vec<Shard> = (1..=count).map(|index| format!("{index}/{count}").parse().unwrap()).collect();
            for items in [0, 1, 7, 8, 100] {
                let sizes: Vec<usize> = shards.iter().map(|shard| shard.count_of(items)).collect();
                for (shard, &size) in shards.iter().zip(&sizes) {
                    let owned: Vec<usize> = (0..items).filter(|&item| shard.owns(item)).collect();
                    assert_eq!((0..size).map(|place| shard.item(place)).collect::<Vec<_>>(), owned, "{shard}");
                }
                assert_eq!(sizes.iter().sum::<usize>(), items, "{count} shards of {items} items");
                assert!(sizes.iter().all(|&size| size == items / count || size == items.div_ceil(count)), "{sizes:?}");
            }
            assert!((0..100).all(|item| shards.iter().filter(|shard| shard.owns(item)).count() == 1), "{count} shards");
        }
        assert!(Shard::WHOLE.is_whole() && !"1/2".parse::<Shard>().unwrap().is_whole());
    }

    #[test]
    fn of_a_cycle_every_shard_has_all_kinds_and_all_are_of_one_size() {
        for (count, cycle) in [(3, 3), (6, 3), (12, 6), (4, 6), (2, 6), (9, 6), (5, 1), (4, 3)] {
            let shards: Vec<Shard> = (1..=count).map(|index| Shard { index, count }).collect();
            for items in [1, 7, 40, count * cycle * 6] {
                let owned = |shard: &Shard| {
                    let shard = *shard;
                    (0..items).filter(move |&item| shard.owner_of_cycle(item, cycle) == shard)
                };
                let sizes: Vec<usize> = shards.iter().map(|shard| owned(shard).count()).collect();
                assert_eq!(sizes.iter().sum::<usize>(), items, "{items} items of {cycle} kinds in {count} shards");
                assert!(sizes.iter().all(|&size| size == items / count || size == items.div_ceil(count)), "{sizes:?}");
                if items >= count * cycle * 6 {
                    let kinds = |shard| owned(shard).map(|item| item % cycle).collect::<HashSet<usize>>().len();
                    assert!(shards.iter().all(|shard| kinds(shard) == cycle), "{cycle} kinds in {count} shards");
                }
            }
        }
        // Without anything in common they are dealt out in turn.
        let shard: Shard = "2/4".parse().unwrap();
        assert!((0..100).all(|item| (shard.owner_of_cycle(item, 3) == shard) == shard.owns(item)));
        let vast = Shard { index: 1, count: usize::MAX };
        assert_eq!(vast.owner_of_cycle(1, 3), Shard { index: 2, ..vast });
    }

    #[test]
    fn shards_are_read_as_they_are_written() {
        for text in ["1/1", "3/10", "10/10"] {
            assert_eq!(text.parse::<Shard>().unwrap().to_string(), text);
            let json = format!("\"{text}\"");
            assert_eq!(serde_json::to_string(&serde_json::from_str::<Shard>(&json).unwrap()).unwrap(), json);
        }
        for bad in ["", "3", "/", "3/", "/3", "-1/3", "a/b", "1/2/3"] {
            assert!(bad.parse::<Shard>().unwrap_err().contains("INDEX/COUNT"), "{bad}");
        }
        for bad in ["0/3", "4/3", "0/0", "1/0"] {
            assert!(bad.parse::<Shard>().unwrap_err().contains("there is none of index"), "{bad}");
        }
        assert!(serde_json::from_str::<Shard>("\"4/3\"").is_err());
    }
}
