//! Numbered pieces of work on several threads, any of which may fail.

use std::num::NonZeroUsize;

use anyhow::Result;

use crate::ordered;

/// Does so many pieces of work, counted from 0, and hands each result to `take`, in the order of their numbers. The
/// first error ends it, and so does a panic.
pub(super) fn in_parallel<T: Send>(
    count: usize,
    threads: usize,
    work: impl Fn(usize) -> Result<T> + Sync,
    mut take: impl FnMut(T) -> Result<()> + Send,
) -> Result<()> {
    let threads = NonZeroUsize::new(threads).expect("the number of threads was checked");
    ordered::run(threads, count, || (), |_, number| work(number), |result: Result<T>| take(result?))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
    use std::time::Duration;

    use anyhow::bail;

    use super::*;

    #[test]
    fn every_piece_is_done_once_and_an_error_or_a_panic_ends_it() {
        let mut done = Vec::new();
        in_parallel(100, 3, Ok, |number| {
            done.push(number);
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
        let begun = AtomicUsize::new(0);
        let work = |number: usize| {
            begun.fetch_add(1, Relaxed);
            assert!(number != 7, "work {number} cannot be done");
            std::thread::sleep(Duration::from_micros(100));
            Ok(())
        };
        assert!(in_parallel(10_000, 2, work, |()| Ok(())).is_err());
        assert!(begun.into_inner() < 10_000);
    }
}
