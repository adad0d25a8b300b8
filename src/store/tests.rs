//! Tests of `store`, from inside: how it does with many positions.

use std::fs;
use std::sync::Barrier;
use std::thread;
use std::time::{Duration, Instant};

use tengen_engine::database::children::{edit, look_up};
use tengen_engine::database::{PositionLabel, SideOutcome, ValueBound};
use tengen_engine::game::Game;
use tengen_engine::point::{BoardSize, Point};
use tengen_engine::random::SplitMix64;
use tengen_engine::rule::RuleKind;
use tengen_protocol::database::DatabaseAccess;

use super::*;

/// Positions that are written at once.
const BATCH: usize = 50_000;
/// The bytes of a page of a store.
const PAGE_BYTES: usize = 4096;
/// The pages that are damaged before a store is changed: the first with something in them.
const CHANGED_PAGES: std::ops::Range<usize> = 1..21;
/// Positions that are asked for.
const QUERIES: usize = 2_000;
/// Time of the processor that a question takes at the most, but for one in a hundred.
const MOST_TIME: Duration = Duration::from_millis(1);

/// Positions of a tree of openings of 4 to 15 stones near the middle: the `number`th is always the same.
fn position(number: u64) -> Game {
    let mut random = SplitMix64::new(number);
    let mut game = Game::new(RuleKind::Renju, BoardSize::square(15).unwrap());
    let stones = 4 + random.below(12);
    while game.moves().len() < stones {
        let point = Point::new(3 + random.below(9), 3 + random.below(9));
        // A point that is taken is drawn anew.
        let _ = game.place(game.to_move(), point);
    }
    game
}

fn entry(number: u64) -> PositionEntry {
    let mut entry = PositionEntry { label: PositionLabel::NONE, bound: ValueBound::Exact, ..PositionEntry::default() };
    entry.value = (number % 400) as i16 - 200;
    entry.depth = (number % 20) as i16;
    entry
}

/// The most memory that this process has had, in bytes, where the system tells it.
fn peak() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? << 10)
}

/// The time for which this thread had a processor, where the system tells it: other programs do not count.
fn busy() -> Option<Duration> {
    let nanos = fs::read_to_string("/proc/thread-self/schedstat").ok()?.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanos))
}

/// How long something takes, on the clock and of the processor.
fn timed(act: impl FnOnce()) -> [Option<Duration>; 2] {
    let (begin, before) = (Instant::now(), busy());
    act();
    let taken = begin.elapsed();
    [Some(taken), busy().zip(before).map(|(after, before)| after.saturating_sub(before))]
}

/// The median, and what 99 of 100 do not exceed, of times of one kind.
fn spread(times: &[[Option<Duration>; 2]], kind: usize) -> Option<(Duration, Duration)> {
    let mut times: Vec<Duration> = times.iter().map(|times| times[kind]).collect::<Option<_>>()?;
    times.sort_unstable();
    Some((times[times.len() / 2], times[times.len() * 99 / 100]))
}

/// `TENGEN_POSITIONS=10000000` for so many; the figures are printed with `--nocapture`.
#[test]
fn many_positions_are_kept_and_found() {
    let asked = std::env::var("TENGEN_POSITIONS").ok().and_then(|positions| positions.parse().ok());
    let count: u64 = asked.unwrap_or(20_000);
    let path = std::env::temp_dir().join(format!("tengen-many-{}.store", std::process::id()));
    let mut store = FileStore::create(&path).unwrap();
    let begin = Instant::now();
    let mut batch = Vec::with_capacity(BATCH);
    for number in 0..count {
        let (key, _) = PositionKey::of(&position(number)).unwrap();
        batch.push((key, entry(number)));
        if batch.len() == BATCH || number + 1 == count {
            store.merge_all(&mut batch).unwrap();
            store.commit().unwrap();
            batch.clear();
        }
    }
    let rate = count as f64 / begin.elapsed().as_secs_f64();
    let held = store.len().unwrap();
    drop(store);
    let begin = Instant::now();
    let store = FileStore::open(&path).unwrap();
    let opening = begin.elapsed();
    let mut random = SplitMix64::new(1);
    let (mut one, mut all) = (Vec::new(), Vec::new());
    for _ in 0..QUERIES {
        let game = position(random.below(count as usize) as u64);
        one.push(timed(|| {
            let (key, _) = PositionKey::of(&game).unwrap();
            assert!(store.get(&key).unwrap().is_some());
        }));
        all.push(timed(|| assert!(look_up(&store, &game).unwrap().entry.is_some())));
    }
    println!(
        "{held} of {count} positions, {rate:.0} a second, {} bytes, {:?} bytes of memory at the most, opened in {opening:?}",
        fs::metadata(&path).unwrap().len(),
        peak(),
    );
    for (what, times) in [("one position", &one), ("with all children", &all)] {
        println!("{what}: median and 99 of 100 {:?}, of the processor {:?}", spread(times, 0), spread(times, 1));
    }
    assert!(spread(&one, 1).is_none_or(|(_, late)| late < MOST_TIME));
    drop(store);
    fs::remove_file(&path).unwrap();
    // Different numbers may lead to one position, but seldom do.
    assert!(held > count * 9 / 10);
}

#[test]
fn nobody_who_holds_a_shared_store_loses_a_change() {
    let path = std::env::temp_dir().join(format!("tengen-shared-{}.store", std::process::id()));
    let stores = OpenStores::default();
    let store = stores.open(&path, DatabaseAccess::Change).unwrap();
    let game = Game::new(RuleKind::Renju, BoardSize::square(15).unwrap());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let mut own = stores.open(&path, DatabaseAccess::Change).unwrap();
                for _ in 0..200 {
                    let shared = own.clone();
                    let _held = shared.hold();
                    let deeper = |entry: &mut PositionEntry| {
                        std::thread::yield_now();
                        entry.depth += 1;
                    };
                    edit(&mut own, &game, deeper).unwrap();
                }
            });
        }
    });
    let (key, _) = PositionKey::of(&game).unwrap();
    assert_eq!(store.get(&key).unwrap().map(|entry| entry.depth), Some(400));
    // It is open as long as somebody has it.
    assert!(stores.find(&path, DatabaseAccess::Change).unwrap().is_some());
    drop(store);
    assert!(stores.find(&path, DatabaseAccess::Change).unwrap().is_none());
    fs::remove_file(&path).unwrap();
}

#[test]
fn nobody_waits_for_the_store_of_another_file() {
    let path = |name: &str| std::env::temp_dir().join(format!("tengen-{name}-{}.store", std::process::id()));
    let (stores, paths) = (OpenStores::default(), ["slow", "swift"].map(path));
    let [slow, swift] = paths.each_ref().map(|path| stores.open(path, DatabaseAccess::Change).unwrap());
    let held = slow.hold();
    thread::scope(|scope| {
        let waits = scope.spawn(|| stores.find(&paths[0], DatabaseAccess::Change).unwrap().is_some());
        thread::sleep(Duration::from_millis(50));
        assert!(stores.find(&paths[1], DatabaseAccess::Change).unwrap().is_some());
        assert!(!waits.is_finished());
        drop(held);
        assert!(waits.join().unwrap());
    });
    drop((slow, swift));
    paths.iter().for_each(|path| fs::remove_file(path).unwrap());
}

#[test]
fn a_store_that_is_read_is_opened_to_be_changed_where_it_lies() {
    let path = std::env::temp_dir().join(format!("tengen-access-{}.store", std::process::id()));
    drop(FileStore::create(&path).unwrap());
    let (key, _) = PositionKey::of(&position(1)).unwrap();
    let stores = OpenStores::default();
    let book = stores.open(&path, DatabaseAccess::Read).unwrap();
    // Another program may read it too, and then nobody changes it.
    let other = FileStore::open_to_read(&path).unwrap();
    assert!(stores.open(&path, DatabaseAccess::Change).is_err());
    assert_eq!(book.get(&key).unwrap(), None);
    drop(other);
    let mut database = stores.open(&path, DatabaseAccess::Change).unwrap();
    database.put(&key, &entry(1)).unwrap();
    assert_eq!(book.get(&key).unwrap(), Some(entry(1)));
    // Who reads it again takes no right away.
    assert!(stores.find(&path, DatabaseAccess::Read).unwrap().is_some());
    database.put(&key, &entry(2)).unwrap();
    database.commit().unwrap();
    assert_eq!(book.get(&key).unwrap(), Some(entry(2)));
    drop((book, database));
    fs::remove_file(&path).unwrap();
}

#[test]
fn a_store_that_has_failed_is_opened_anew() {
    let path = std::env::temp_dir().join(format!("tengen-failed-{}.store", std::process::id()));
    let stores = OpenStores::default();
    let mut store = stores.open(&path, DatabaseAccess::Change).unwrap();
    let (key, _) = PositionKey::of(&position(1)).unwrap();
    store.put(&key, &entry(1)).unwrap();
    store.commit().unwrap();
    // The library does nothing more with a file once its disk has refused to read or write.
    let held = store.hold();
    held.borrow_mut().file = StoreFile::Closed;
    assert!(held.borrow_mut().put(&key, &entry(2)).is_err());
    drop(held);
    let mut again = stores.find(&path, DatabaseAccess::Change).unwrap().unwrap();
    again.put(&key, &entry(3)).unwrap();
    again.commit().unwrap();
    assert_eq!(store.get(&key).unwrap(), Some(entry(3)));
    drop((store, again));
    fs::remove_file(&path).unwrap();
}

#[test]
fn a_file_that_cannot_become_a_store_is_named_once() {
    let path = std::env::temp_dir().join(format!("tengen-bare-{}.store", std::process::id()));
    drop(redb::Database::create(&path).unwrap());
    let error = FileStore::open_to_read(&path).err().unwrap();
    assert_eq!(format!("{error:#}"), format!("the store {}: it is open to be read only", path.display()));
    fs::remove_file(&path).unwrap();
}

#[test]
fn what_was_imported_by_the_bytes_of_a_file_alone_is_known() {
    let path = std::env::temp_dir().join(format!("tengen-old-{}.store", std::process::id()));
    let (file, text) = (path.with_extension("sgf"), b"(;GM[4]SZ[15];B[hh])");
    fs::write(&file, text).unwrap();
    let mut store = FileStore::create(&path).unwrap();
    let begun = |store: &mut FileStore, rule: RuleKind| {
        let options = SourceOptions { rule: Some(rule), ..SourceOptions::default() };
        ImportJournal::new(store, &file, options, false).unwrap().begun()
    };
    assert_eq!(begun(&mut store, RuleKind::Renju), Progressed::To(0));
    let length = text.len() as u64;
    let bare = [&length.to_le_bytes()[..], &crc32fast::hash(text).to_le_bytes()[..]].concat();
    store.set_imported(&bare, 7).unwrap();
    store.commit().unwrap();
    for rule in [RuleKind::Renju, RuleKind::Standard] {
        assert_eq!(begun(&mut store, rule), Progressed::To(7));
    }
    drop(store);
    fs::remove_file(&path).unwrap();
    fs::remove_file(&file).unwrap();
}

#[test]
fn damage_on_which_the_library_panics_is_an_error() {
    let path = std::env::temp_dir().join(format!("tengen-pages-{}.store", std::process::id()));
    let mut store = FileStore::create(&path).unwrap();
    let known = |number| (PositionKey::of(&position(number)).unwrap().0, entry(number));
    store.merge_all(&mut (0..500).map(known).collect::<Vec<_>>()).unwrap();
    store.commit().unwrap();
    drop(store);
    let sound = fs::read(&path).unwrap();
    let is_told = |place: usize, act: &dyn Fn(&Path) -> Result<()>| {
        // What is damaged is not closed, so that each file has a name of its own.
        let path = path.with_extension(place.to_string());
        let mut bytes = sound.clone();
        bytes[place] ^= 0x40;
        fs::write(&path, &bytes).unwrap();
        let told = format!("the store {}: its file is damaged", path.display());
        let is_told = act(&path).is_err_and(|error| format!("{error:#}") == told);
        // Windows removes no open file.
        let _ = fs::remove_file(&path);
        is_told
    };
    let visit = |path: &Path| -> Result<()> {
        Ok(FileStore::open_to_read(path)?.visit(None, &mut |_, _| ControlFlow::Continue(()))?)
    };
    // Where the first key of a leaf ends: far outside of its page.
    let places = (0..sound.len()).step_by(PAGE_BYTES).skip(1).map(|page| page + 6);
    let damaged = places.filter(|&place| is_told(place, &visit)).count();
    assert!(damaged > 0, "of {} bytes", sound.len());
    // Nor does it panic where the file is changed and closed.
    let change = |path: &Path| -> Result<()> {
        let mut store = FileStore::open(path)?;
        let merge = |store: &mut FileStore| store.merge_all(&mut (0..50).map(known).collect::<Vec<_>>());
        let merged = merge(&mut store);
        // Nor does who goes on all the same wait for what was begun.
        if merged.is_err() {
            assert!(merge(&mut store).is_err());
        }
        merged?;
        Ok(store.commit()?)
    };
    let places = CHANGED_PAGES.flat_map(|page| [6, 30].map(|offset| page * PAGE_BYTES + offset));
    let damaged = places.filter(|&place| is_told(place, &change)).count();
    assert!(damaged > 0, "of {} bytes", sound.len());
    fs::remove_file(&path).unwrap();
}

#[test]
fn several_read_a_store_and_one_alone_changes_it() {
    let path = std::env::temp_dir().join(format!("tengen-read-{}.store", std::process::id()));
    let mut store = FileStore::create(&path).unwrap();
    let (key, _) = PositionKey::of(&position(1)).unwrap();
    store.put(&key, &entry(1)).unwrap();
    store.commit().unwrap();
    assert!(FileStore::open_to_read(&path).is_err());
    drop(store);
    let before = fs::read(&path).unwrap();
    let mut readers = [FileStore::open_to_read(&path).unwrap(), FileStore::open_to_read(&path).unwrap()];
    for reader in &readers {
        assert_eq!((reader.get(&key).unwrap(), reader.len().unwrap()), (Some(entry(1)), 1));
    }
    assert!(FileStore::open(&path).is_err());
    let why = readers[0].put(&key, &entry(2)).unwrap_err().to_string();
    assert_eq!(why, format!("the store {}: it is open to be read only", path.display()));
    drop(readers);
    assert_eq!(fs::read(&path).unwrap(), before);
    fs::remove_file(&path).unwrap();
}

#[test]
fn a_damaged_key_is_an_error() {
    let path = std::env::temp_dir().join(format!("tengen-damaged-{}.store", std::process::id()));
    let mut store = FileStore::create(&path).unwrap();
    let value = entry(1).to_stored();
    // No whole head, half a stone, no such rule, no such board, a stone beside it, and two on one point.
    let keys: [&[u8]; 6] =
        [&[2, 15], &[2, 15, 15, 7], &[9, 15, 15], &[2, 15, 4], &[2, 15, 15, 40, 7], &[2, 15, 15, 7, 7, 7, 7]];
    for key in keys {
        let put = store.change(|transaction| {
            transaction.open_table(POSITIONS)?.insert(key, value.as_slice())?;
            transaction.open_table(DECIDED)?.insert(key, ())?;
            Ok(())
        });
        put.unwrap();
        let check = |store: &FileStore| {
            let visited = store.visit(None, &mut |_, _| ControlFlow::Continue(()));
            assert!(visited.unwrap_err().to_string().contains("is damaged: "), "{key:?}");
            // The file that is written is not to blame.
            let written = target::write_table(store, &path.with_extension("csv"), &TargetOptions::default());
            assert!(written.unwrap_err().to_string().starts_with("the store "), "{key:?}");
        };
        check(&store);
        store.commit().unwrap();
        check(&store);
        assert!(store.decided(1).unwrap_err().to_string().contains("is damaged"), "{key:?}");
        let removed = store.change(|transaction| {
            transaction.open_table(POSITIONS)?.remove(key)?;
            transaction.open_table(DECIDED)?.remove(key)?;
            Ok(())
        });
        removed.unwrap();
    }
    drop(store);
    fs::remove_file(&path).unwrap();
}

#[test]
fn what_is_sound_in_a_damaged_store_can_be_read() {
    let path = std::env::temp_dir().join(format!("tengen-sound-{}.store", std::process::id()));
    let mut store = FileStore::create(&path).unwrap();
    let known = |number| (PositionKey::of(&position(number)).unwrap().0, entry(number));
    store.merge_all(&mut (0..5).map(known).collect::<Vec<_>>()).unwrap();
    let (damaged, _) = known(3);
    let put = store.change(|transaction| {
        let mut table = transaction.open_table(POSITIONS)?;
        table.insert(damaged.as_bytes(), &[2, 15, 0][..])?;
        table.insert(&[2, 15][..], &[0][..])?;
        Ok(())
    });
    put.unwrap();
    store.commit().unwrap();
    drop(store);
    let (mut sound, mut faults) = (0, 0);
    let visited = source::visit(&path, SourceOptions::default(), &mut |found| {
        match found {
            Ok(_) => sound += 1,
            Err(_) => faults += 1,
        }
        Ok(())
    });
    visited.unwrap();
    assert_eq!((sound, faults), (4, 2));
    fs::remove_file(&path).unwrap();
}

#[test]
fn a_label_of_a_person_decides_nothing_when_a_record_comes_by() {
    let path = std::env::temp_dir().join(format!("tengen-decided-{}.store", std::process::id()));
    let mut store = FileStore::create(&path).unwrap();
    let (key, _) = PositionKey::of(&position(1)).unwrap();
    let counted = PositionEntry { count: 1, ..PositionEntry::default() };
    let labelled = PositionEntry { label: PositionLabel::WIN, ..PositionEntry::default() };
    let mut proved = PositionEntry::default();
    proved.set_mate(SideOutcome::Loss, 8);
    for (known, found, noted) in
        [(&labelled, &counted, 0), (&labelled, &labelled, 1), (&counted, &labelled, 1), (&proved, &counted, 1)]
    {
        store.put(&key, known).unwrap();
        store.merge_all(&mut [(key.clone(), found.clone())]).unwrap();
        store.commit().unwrap();
        let decided = store.decided(2).unwrap();
        assert_eq!(decided.len(), noted, "{known:?} and {found:?}");
        store.forget_decided(&decided).unwrap();
        store.commit().unwrap();
    }
    drop(store);
    fs::remove_file(&path).unwrap();
}

#[test]
fn of_two_who_make_a_store_at_once_one_has_it() {
    let path = std::env::temp_dir().join(format!("tengen-two-{}.store", std::process::id()));
    for round in 0..10 {
        let begin = Barrier::new(2);
        let make = || {
            begin.wait();
            FileStore::create(&path)
        };
        let made = thread::scope(|scope| [scope.spawn(make), scope.spawn(make)].map(|one| one.join().unwrap()));
        let refused = made.iter().filter_map(|made| made.as_ref().err());
        let refusals: Vec<String> = refused.map(|why| format!("{why:#}")).collect();
        assert_eq!(refusals.len(), 1, "round {round}: {refusals:?}");
        assert!(refusals[0].contains("Database already open"), "round {round}: {refusals:?}");
        drop(made);
        fs::remove_file(&path).unwrap();
    }
}

#[test]
fn of_a_store_that_was_not_closed_and_cannot_be_changed_it_is_told_why_that_is_tried() {
    let path = std::env::temp_dir().join(format!("tengen-unclosed-{}.store", std::process::id()));
    let copy = path.with_extension("copy");
    let store = FileStore::create(&path).unwrap();
    fs::copy(&path, &copy).unwrap();
    drop(store);
    let mut permissions = fs::metadata(&copy).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&copy, permissions.clone()).unwrap();
    // An administrator may change it all the same.
    let error = FileStore::open_to_read(&copy).err().map(|error| format!("{error:#}"));
    assert!(error.as_ref().is_none_or(|error| error.contains("not closed in order")), "{error:?}");
    #[cfg(windows)]
    #[allow(clippy::permissions_set_readonly_false)]
    {
        permissions.set_readonly(false);
        fs::set_permissions(&copy, permissions).unwrap();
    }
    [path, copy].into_iter().for_each(|path| fs::remove_file(path).unwrap());
}
