//! Numbered pieces of work on several threads, their results taken in by one thread at a time.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread;

use anyhow::Result;

/// Does so many pieces of work, counted from 0, and hands each result to `take`, in the order in which they are done. The
/// first error ends it.
pub(super) fn in_parallel<T>(
    count: usize,
    threads: usize,
    work: impl Fn(usize) -> Result<T> + Sync,
    take: impl FnMut(T) -> Result<()> + Send,
) -> Result<()> {
    let next = AtomicUsize::new(0);
    let taker = Mutex::new((take, Ok(())));
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(number) = Some(next.fetch_add(1, Relaxed)).filter(|&number| number < count) {
                    let result = work(number);
                    // A thread that broke off ends the scope with its panic, whatever the others saw.
                    let mut taker = taker.lock().unwrap_or_else(PoisonError::into_inner);
                    let (take, outcome) = &mut *taker;
                    if outcome.is_ok() {
                        *outcome = result.and_then(take);
                    }
                    if outcome.is_err() {
                        break;
                    }
                }
            });
        }
    });
    taker.into_inner().unwrap_or_else(PoisonError::into_inner).1
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use anyhow::bail;

    use super::*;

    #[test]
    fn every_piece_is_done_once_and_an_error_ends_it() {
        let mut done = BTreeSet::new();
        in_parallel(100, 3, Ok, |number| {
            assert!(done.insert(number));
            Ok(())
        })
        .unwrap();
        assert!(done.into_iter().eq(0..100));
        let mut taken = 0;
        let refuse = |number| if number == 7 { bail!("seven") } else { Ok(number) };
        let error = in_parallel(10_000, 2, refuse, |_| {
            taken += 1;
            Ok(())
        });
        assert_eq!(error.unwrap_err().to_string(), "seven");
        assert!(taken < 10_000);
    }
}
