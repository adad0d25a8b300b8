//! The memory of an engine: the searcher with all that it has learned, which its requests use one after another.
//!
//! A request that was cancelled may still hold it, because its report waits for something. Nobody but the next request waits
//! for that.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use parking_lot::{Mutex, MutexGuard};

use super::Options;
use crate::search::Searcher;

/// What all requests of an engine share. Each has the searcher for itself as long as it thinks.
#[derive(Default)]
pub(super) struct Memory {
    /// Made when it is first needed.
    searcher: Mutex<Option<Searcher>>,
    /// Whether all is to be forgotten before the searcher is used again.
    is_void: AtomicBool,
}

impl Memory {
    /// Waits until nobody uses the searcher.
    pub(super) fn lock(&self) -> MutexGuard<'_, Option<Searcher>> {
        self.searcher.lock()
    }

    /// The searcher that was waited for, with what it may use now.
    pub(super) fn prepared<'a>(&self, searcher: &'a mut Option<Searcher>, options: Options) -> &'a mut Searcher {
        let Options { hash_bytes, threads, .. } = options;
        let searcher = searcher.get_or_insert_with(|| Searcher::new(hash_bytes, threads));
        searcher.resize(hash_bytes, threads);
        self.forget_if_void(searcher);
        searcher
    }

    /// Forgets everything: at once where nobody thinks, and else before the next request.
    pub(super) fn forget(&self) {
        self.is_void.store(true, Relaxed);
        if let Some(Some(searcher)) = self.searcher.try_lock().as_deref_mut() {
            self.forget_if_void(searcher);
        }
    }

    fn forget_if_void(&self, searcher: &mut Searcher) {
        if self.is_void.swap(false, Relaxed) {
            searcher.forget();
        }
    }
}
