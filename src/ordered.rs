//! Work that several threads share and whose results are taken in order, so that a file of results is the same whatever the
//! number of threads, and one that was interrupted goes on where it ends.

use std::collections::BTreeMap;
use std::iter;
use std::num::NonZeroUsize;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use anyhow::{Result, anyhow};
use parking_lot::Mutex;

/// Parallel map: does the work of every number below `count` on so many threads, this one among them, or on as many as there
/// are, each with a worker of its own, and gives the results to `done` in the order of their numbers. After an error of `done`,
/// which is then returned, nothing new is begun, and nothing after a panic.
pub(crate) fn run<W, T: Send>(
    threads: NonZeroUsize,
    count: usize,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, usize) -> T + Sync,
    done: impl FnMut(T) -> Result<()> + Send,
) -> Result<()> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Results { done, next: 0, waiting: BTreeMap::new() });
    thread::scope(|scope| {
        let take_part = || -> Result<()> {
            let _end = EndOnPanic { next: &next, count };
            let mut worker = worker();
            loop {
                let after = |number: usize| number.checked_add(1).filter(|&after| after <= count);
                let Ok(number) = next.fetch_update(Relaxed, Relaxed, after) else { return Ok(()) };
                let result = work(&mut worker, number);
                let taken = results.lock().add(number, result);
                if taken.is_err() {
                    // What cannot be kept is not worth the work.
                    next.store(count, Relaxed);
                    return taken;
                }
            }
        };
        // More would have nothing to do.
        let others = 1..threads.get().min(count);
        let others: Vec<_> = others.map_while(|_| thread::Builder::new().spawn_scoped(scope, take_part).ok()).collect();
        let own = panic::catch_unwind(AssertUnwindSafe(take_part));
        // All are waited for before one is asked how it went: a panic that nobody took would be thrown on.
        let ends: Vec<_> = iter::once(own).chain(others.into_iter().map(|thread| thread.join())).collect();
        ends.into_iter().try_for_each(|end| end.map_err(|_| anyhow!("a thread panicked"))?)
    })
}

/// End of the work for all threads when the one that holds it panics: what comes after its result would wait for ever.
struct EndOnPanic<'a> {
    next: &'a AtomicUsize,
    count: usize,
}

impl Drop for EndOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.next.store(self.count, Relaxed);
        }
    }
}

/// What was done, and what waits for something before it.
struct Results<T, D> {
    done: D,
    next: usize,
    waiting: BTreeMap<usize, T>,
}

impl<T, D: FnMut(T) -> Result<()>> Results<T, D> {
    fn add(&mut self, number: usize, result: T) -> Result<()> {
        self.waiting.insert(number, result);
        while let Some(result) = self.waiting.remove(&self.next) {
            (self.done)(result)?;
            self.next += 1;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use anyhow::ensure;

    use super::*;

    #[test]
    fn results_come_in_order_until_one_is_refused() {
        let threads = NonZeroUsize::new(4).unwrap();
        let work = |_: &mut (), number: usize| {
            // Late ones are quicker.
            thread::sleep(Duration::from_micros(500 - 20 * number.min(20) as u64));
            number
        };
        let mut taken = Vec::new();
        run(
            threads,
            50,
            || (),
            work,
            |number| {
                taken.push(number);
                Ok(())
            },
        )
        .unwrap();
        assert_eq!(taken, (0..50).collect::<Vec<_>>());

        let mut taken = Vec::new();
        let refused = run(
            threads,
            usize::MAX,
            || (),
            work,
            |number| {
                ensure!(number < 7, "no more");
                taken.push(number);
                Ok(())
            },
        );
        assert!(format!("{:#}", refused.unwrap_err()).contains("no more"));
        assert_eq!(taken, (0..7).collect::<Vec<_>>());
    }

    #[test]
    fn nothing_is_begun_after_a_panic() {
        let begun = AtomicUsize::new(0);
        let work = |_: &mut (), number: usize| {
            assert!(number != 5, "work {number} cannot be done");
            begun.fetch_add(1, Relaxed);
            thread::sleep(Duration::from_micros(100));
        };
        let failed = run(NonZeroUsize::new(4).unwrap(), 20_000, || (), work, |()| Ok(()));
        assert!(format!("{:#}", failed.unwrap_err()).contains("a thread panicked"));
        assert!(begun.into_inner() < 10_000);
    }
}
