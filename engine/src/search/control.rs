//! Search control: what a running search is told from outside.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use web_time::Instant;

use crate::search::time::{Budget, TimePart};

/// Search control: what a running search is told from outside, by any thread at any time.
#[derive(Debug)]
pub struct SearchControl {
    received: Instant,
    stop: AtomicBool,
    soft_nanos: AtomicU64,
    hard_nanos: AtomicU64,
}

impl SearchControl {
    /// The control of a request with this budget, counted from its receipt.
    pub fn new(received: Instant, budget: Budget) -> SearchControl {
        let control = SearchControl {
            received,
            stop: AtomicBool::new(false),
            soft_nanos: AtomicU64::new(0),
            hard_nanos: AtomicU64::new(0),
        };
        control.set_budget(budget);
        control
    }

    /// The control of a search that begins now, without a limit of time.
    pub fn unlimited() -> SearchControl {
        SearchControl::new(Instant::now(), Budget::UNLIMITED)
    }

    /// Changes the budget.
    pub fn set_budget(&self, budget: Budget) {
        let nanos = |limit: Option<Duration>| {
            limit.map_or(u64::MAX, |limit| u64::try_from(limit.as_nanos()).unwrap_or(u64::MAX - 1))
        };
        self.soft_nanos.store(nanos(budget.soft), Relaxed);
        self.hard_nanos.store(nanos(budget.hard), Relaxed);
    }

    /// The budget.
    pub fn budget(&self) -> Budget {
        let limit = |nanos: &AtomicU64| match nanos.load(Relaxed) {
            u64::MAX => None,
            nanos => Some(Duration::from_nanos(nanos)),
        };
        Budget { soft: limit(&self.soft_nanos), hard: limit(&self.hard_nanos) }
    }

    /// Asks the search to end.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Whether the search was asked to end.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// Whether the search was asked to end, or its time is up.
    pub fn is_over(&self) -> bool {
        self.is_part_over(TimePart::ALL)
    }

    /// Whether the search was asked to end, or this part of its time is up.
    pub(super) fn is_part_over(&self, part: TimePart) -> bool {
        self.is_stopped() || self.budget().is_part_over(self.elapsed(), part)
    }

    /// Time since the request was received.
    pub fn elapsed(&self) -> Duration {
        self.received.elapsed()
    }
}
