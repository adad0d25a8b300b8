//! Tests of `store`, from inside: how it does with many positions.

use std::fs;
use std::time::{Duration, Instant};

use tengen_engine::database::children::look_up;
use tengen_engine::database::{PositionLabel, ValueBound};
use tengen_engine::game::Game;
use tengen_engine::point::{BoardSize, Point};
use tengen_engine::random::SplitMix64;
use tengen_engine::rule::RuleKind;

use super::*;

/// Positions that are written at once.
const BATCH: usize = 50_000;
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
fn a_damaged_key_is_an_error() {
    let path = std::env::temp_dir().join(format!("tengen-damaged-{}.store", std::process::id()));
    let mut store = FileStore::create(&path).unwrap();
    let value = yixin::to_bytes(&entry(1));
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
