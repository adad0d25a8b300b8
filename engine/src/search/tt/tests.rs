//! Tests of `tt`, from inside.

use super::*;

fn entry(depth: i32) -> Entry {
    Entry {
        score: Score::judged(-123).to_stored(0),
        bound: Bound::Lower,
        depth,
        eval: Score::judged(77),
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
        assert_eq!(table.words.as_ptr() as usize % 64, 0);
        assert_eq!(8 * table.words.len(), TranspositionTable::rounded(bytes));
    }
}

#[test]
fn what_is_in_the_table_stays_when_more_of_it_comes_into_use() {
    // Not a power of two, so that the last step is no doubling.
    let mut table = TranspositionTable::new(5 << 20);
    let keys: Vec<Key> = (1..5_000u64).map(|i| Key(i.wrapping_mul(0x9e37_79b9_7f4a_7c15))).collect();
    keys.iter().for_each(|&key| table.save(key, entry(9)));
    let held = |table: &TranspositionTable| keys.iter().filter(|&&key| table.probe(key) == Some(entry(9))).count();
    assert_eq!((table.buckets, held(&table)), (FIRST_BUCKETS, keys.len()));
    table.make_room(100_000);
    assert_eq!((table.buckets, held(&table)), (1 << 15, keys.len()));
    table.make_room(70_000);
    assert_eq!(table.buckets, 1 << 15, "no room is given back");
    table.make_room(u64::MAX);
    assert_eq!((8 * WORDS * table.buckets, held(&table)), (table.bytes(), keys.len()));
    let written = table.words.iter().filter(|word| word.load(Relaxed) != 0).count();
    assert_eq!(written, 2 * keys.len(), "an entry was copied and not moved");
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
fn a_torn_entry_is_a_miss() {
    let table = TranspositionTable::new(1);
    table.save(Key(7), entry(5));
    table.words[1].fetch_xor(1 << 60, Relaxed);
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
        (Bound::None, [false, false, false], [false, false, false]),
        (Bound::Upper, [true, false, false], [true, false, false]),
        (Bound::Lower, [false, false, true], [false, true, true]),
        (Bound::Exact, [true, true, true], [true, true, true]),
    ] {
        let scores = [9, 10, 11].map(judged);
        assert_eq!(scores.map(|score| bound.corrects(score, judged(10))), corrects, "{bound:?}");
        assert_eq!(scores.map(|score| bound.settles(score, judged(10))), settles, "{bound:?}");
    }
}
