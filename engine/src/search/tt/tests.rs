//! Tests of `tt`, from inside.

use std::cell::Cell;

use super::*;
use crate::search::memory::CLEARED_IN_PLACE;

fn entry(depth: i32) -> Entry {
    Entry {
        score: Score::judged(-123).to_stored(0),
        bound: Bound::Lower,
        depth,
        eval: (depth % 3 != 0).then_some(Score::judged(77)),
        best: Some(Point::new(3, 21)),
        pv: depth % 2 == 0,
    }
}

#[test]
fn what_was_put_is_got() {
    let table = TranspositionTable::new(1 << 16);
    let keys = (1..200u64).map(|i| Key(i.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
    for (i, key) in keys.clone().enumerate() {
        assert_eq!(table.probe(key), None);
        table.save(key, entry(i as i32));
        assert_eq!(table.probe(key), Some(entry(i as i32)));
    }
    assert!(table.hashfull() > 0);
    let kept = keys.clone().enumerate().filter(|&(i, key)| table.probe(key) == Some(entry(i as i32))).count();
    assert!(kept > 190, "{kept}");
}

#[test]
#[cfg(not(loom))]
fn each_bucket_has_a_line_of_the_cache() {
    for bytes in [1, 1 << 16, 5 << 20] {
        let table = TranspositionTable::new(bytes);
        assert_eq!(table.buckets.as_ptr() as usize % CACHE_LINE, 0);
        assert_eq!(table.bytes(), TranspositionTable::rounded(bytes));
    }
}

#[test]
fn what_is_in_the_table_stays_when_more_of_it_comes_into_use() {
    // Not a power of two, so that the last step is no doubling.
    let mut table = TranspositionTable::new(5 << 20);
    let keys: Vec<Key> = (1..5_000u64).map(|i| Key(i.wrapping_mul(0x9e37_79b9_7f4a_7c15))).collect();
    keys.iter().for_each(|&key| table.save(key, entry(9)));
    let held = |table: &TranspositionTable| keys.iter().filter(|&&key| table.probe(key) == Some(entry(9))).count();
    assert_eq!((table.in_use, held(&table)), (FIRST_BUCKETS, keys.len()));
    table.make_room(100_000, &|| false);
    assert_eq!((table.in_use, held(&table)), (1 << 15, keys.len()));
    table.make_room(70_000, &|| false);
    assert_eq!(table.in_use, 1 << 15, "no room is given back");
    table.make_room(u64::MAX, &|| false);
    assert_eq!((CACHE_LINE * table.in_use, held(&table)), (table.bytes(), keys.len()));
    let words = table.buckets.as_flattened().as_flattened();
    let written = words.iter().filter(|word| word.load(Relaxed) != 0).count();
    assert_eq!(written, 2 * keys.len(), "an entry was copied and not moved");
}

#[test]
fn no_search_waits_for_more_of_the_table_once_it_is_over() {
    let mut table = TranspositionTable::new(5 << 20);
    let keys: Vec<Key> = (1..5_000u64).map(|i| Key(i.wrapping_mul(0x9e37_79b9_7f4a_7c15))).collect();
    keys.iter().for_each(|&key| table.save(key, entry(9)));
    let held = |table: &TranspositionTable| keys.iter().filter(|&&key| table.probe(key) == Some(entry(9))).count();
    table.make_room(100_000, &|| true);
    assert_eq!((table.in_use, held(&table)), (FIRST_BUCKETS, keys.len()));
    // It is over once half of the entries have moved.
    let asked = Cell::new(0);
    let moved = FIRST_BUCKETS * WAYS / MOVED_AT_ONCE / 2;
    table.make_room(100_000, &|| asked.replace(asked.get() + 1) >= moved);
    assert_eq!((table.in_use, asked.get()), (1 << 15, moved + 1));
    assert!((keys.len() / 3..keys.len() * 2 / 3).contains(&held(&table)), "{}", held(&table));
}

#[test]
fn what_is_in_a_large_table_is_given_up_when_more_of_it_comes_into_use() {
    let mut table = TranspositionTable::new(2 * MOST_REHOUSED);
    let keys = [1_u64, 2, 3].map(|quarter| Key(quarter << 62));
    let held = |table: &TranspositionTable| keys.map(|key| table.probe(key) == Some(entry(9)));
    keys.iter().for_each(|&key| table.save(key, entry(9)));
    for (entries, bytes, kept) in
        [((MOST_REHOUSED / 16) as u64, MOST_REHOUSED, true), (u64::MAX, 2 * MOST_REHOUSED, false)]
    {
        table.make_room(entries, &|| false);
        assert_eq!((CACHE_LINE * table.in_use, held(&table)), (bytes, [kept; 3]));
    }
    table.new_search();
    keys.iter().for_each(|&key| table.save(key, entry(9)));
    assert_eq!(held(&table), [true; 3]);
}

#[test]
fn nothing_is_left_of_what_is_forgotten_where_it_stands_or_with_its_memory() {
    let keys: Vec<Key> = (1..2_000u64).map(|i| Key(i.wrapping_mul(0x9e37_79b9_7f4a_7c15))).collect();
    let mut table = TranspositionTable::new(2 * CLEARED_IN_PLACE);
    for (entries, in_place) in [(0, true), ((CLEARED_IN_PLACE / 16) as u64, true), (u64::MAX, false)] {
        table.make_room(entries, &|| false);
        table.new_search();
        keys.iter().for_each(|&key| table.save(key, entry(9)));
        assert_eq!(CACHE_LINE * table.in_use <= CLEARED_IN_PLACE, in_place);
        table.clear();
        assert!(keys.iter().all(|&key| table.probe(key).is_none()));
        assert_eq!((table.in_use, table.bytes()), (FIRST_BUCKETS, 2 * CLEARED_IN_PLACE));
        assert_eq!(table.age.load(Relaxed), 0);
        let mut words = table.buckets.as_flattened().as_flattened().iter();
        assert!(words.all(|word| word.load(Relaxed) == 0));
    }
}

#[test]
fn entries_that_share_a_bucket_move_together() {
    // The first bucket is one of those that stay where they are.
    for bucket in [0, 5 << 60] {
        let mut table = TranspositionTable::new(5 << 20);
        let keys = [1, 2, 3, 4].map(|low| Key(bucket + low));
        keys.iter().for_each(|&key| table.save(key, entry(9)));
        table.make_room(100_000, &|| false);
        assert_eq!(keys.map(|key| table.probe(key)), [Some(entry(9)); 4]);
    }
}

#[test]
fn old_and_shallow_entries_give_way() {
    let table = TranspositionTable::new(1);
    assert_eq!(table.bytes(), 64);
    (1..=4).for_each(|i| table.save(Key(i), entry(10 + i as i32)));
    table.save(Key(5), entry(1));
    assert_eq!(table.probe(Key(1)), None);
    table.new_search();
    (2..=4).for_each(|i| table.save(Key(i), entry(10)));
    table.save(Key(6), entry(1));
    assert_eq!(table.probe(Key(5)), None);
    assert!(table.probe(Key(4)).is_some());
}

#[test]
fn the_least_useful_entry_of_a_bucket_gives_way() {
    // Depths of the four entries, the searches ago in which each was made, and which one a fifth replaces: an entry loses
    // four plies with every search.
    for (depths, searches_ago, replaced) in [
        ([14, 11, 13, 12], [0, 0, 0, 0], 1),
        ([11, 12, 13, 14], [0, 0, 0, 0], 0),
        ([14, 13, 12, 11], [0, 0, 0, 0], 3),
        ([14, 11, 17, 12], [1, 0, 2, 0], 2),
        ([14, 11, 20, 12], [1, 0, 2, 0], 0),
    ] {
        let table = TranspositionTable::new(1);
        for ago in (0..3).rev() {
            table.new_search();
            for i in (0..4).filter(|&i| searches_ago[i] == ago) {
                table.save(Key(i as u64 + 1), entry(depths[i]));
            }
        }
        table.save(Key(9), entry(1));
        let left: Vec<bool> = (1..=4).map(|key| table.probe(Key(key)).is_some()).collect();
        let expected: Vec<bool> = (0..4).map(|i| i != replaced).collect();
        assert_eq!(left, expected, "depths {depths:?}, made {searches_ago:?} searches ago");
    }
}

#[test]
fn what_is_known_of_the_same_position_is_replaced_unless_it_is_much_deeper_and_of_this_search() {
    let best = |point: Option<Point>, depth: i32, bound: Bound| Entry { best: point, bound, ..entry(depth) };
    let (here, there) = (Point::new(3, 4), Point::new(5, 6));
    for (bound, depth, searched_since, kept) in [
        (Bound::Lower, 6, false, true),
        (Bound::Lower, 7, false, false),
        (Bound::Exact, 1, false, false),
        (Bound::Lower, 1, true, false),
    ] {
        let table = TranspositionTable::new(1);
        table.save(Key(7), best(Some(here), 10, Bound::Upper));
        if searched_since {
            table.new_search();
        }
        table.save(Key(7), best(Some(there), depth, bound));
        let expected = if kept { best(Some(here), 10, Bound::Upper) } else { best(Some(there), depth, bound) };
        assert_eq!(table.probe(Key(7)), Some(expected), "{bound:?} of depth {depth}");
        // A move is not forgotten for want of a better one.
        table.save(Key(7), best(None, 20, Bound::Upper));
        assert_eq!(table.probe(Key(7)).unwrap().best, expected.best);
    }
}

#[test]
fn only_what_the_latest_search_wrote_counts_as_used() {
    let table = TranspositionTable::new(1 << 16);
    // More searches than there are ages.
    for search in 0..AGES + 3 {
        assert_eq!(table.hashfull(), 0, "search {search}");
        (0..300u64).for_each(|i| table.save(Key(i.wrapping_mul(0x9e37_79b9_7f4a_7c15)), entry(3)));
        let used = table.hashfull();
        assert!((60..=80).contains(&used), "search {search}: {used}");
        table.new_search();
    }
}

#[test]
fn the_table_in_use_is_judged_by_its_first_thousand_buckets() {
    let table = TranspositionTable::new(FIRST_BUCKETS * CACHE_LINE);
    let bucket = u64::MAX / FIRST_BUCKETS as u64 + 1;
    for key in (0..500).flat_map(|i| (1..=4).map(move |low| Key(i * bucket + low))) {
        table.save(key, entry(3));
    }
    assert_eq!(table.hashfull(), 500);
}

#[test]
fn an_entry_is_a_proof_where_its_bound_reaches_no_further_than_won_or_lost() {
    let [win, loss, judged] = [Score::win_in(9), Score::loss_in(8), Score::judged(500)].map(|score| score.to_stored(0));
    for (bound, proofs) in [
        (Bound::Upper, [false, true, false]),
        (Bound::Lower, [true, false, false]),
        (Bound::Exact, [true, true, false]),
    ] {
        let found = [win, loss, judged].map(|score| Entry { score, bound, ..entry(3) }.is_proof());
        assert_eq!(found, proofs, "{bound:?}: won, lost, judged");
    }
}

#[test]
fn a_torn_entry_is_a_miss() {
    let table = TranspositionTable::new(1);
    table.save(Key(7), entry(5));
    table.buckets[0][0][1].fetch_xor(1 << 60, Relaxed);
    assert_eq!(table.probe(Key(7)), None);
}

/// Under loom, as `scripts/races.sh` runs it: all orders are tried in which the reads and writes can take effect, with
/// up to three interruptions of a thread.
#[cfg(loom)]
#[test]
fn threads_read_only_what_one_of_them_wrote() {
    const WRITTEN: [(Key, i32); 2] = [(Key(7), 1), (Key(9), 2)];
    let check = |table: &TranspositionTable| {
        for (key, depth) in WRITTEN {
            assert!(table.probe(key).is_none_or(|got| got == entry(depth)));
        }
    };
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(3);
    model.check(move || {
        let table = loom::sync::Arc::new(TranspositionTable::new(1));
        let writers = WRITTEN.map(|(key, depth)| {
            let table = loom::sync::Arc::clone(&table);
            loom::thread::spawn(move || table.save(key, entry(depth)))
        });
        check(&table);
        // Both may have written to the same place at the same time.
        writers.into_iter().for_each(|writer| writer.join().unwrap());
        check(&table);
    });
}

#[test]
fn a_bound_corrects_what_lies_beyond_it_and_settles_that_and_what_it_touches() {
    let judged = Score::judged;
    // Whether scores below, at and above 10 correct an evaluation of 10, and settle a search at a beta of 10.
    for (bound, corrects, settles) in [
        (Bound::Upper, [true, false, false], [true, false, false]),
        (Bound::Lower, [false, false, true], [false, true, true]),
        (Bound::Exact, [true, true, true], [true, true, true]),
    ] {
        let scores = [9, 10, 11].map(judged);
        assert_eq!(scores.map(|score| bound.corrects(score, judged(10))), corrects, "{bound:?}");
        assert_eq!(scores.map(|score| bound.settles(score, judged(10))), settles, "{bound:?}");
    }
}
