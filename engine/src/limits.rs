//! What ends a search: time, nodes, depth.

use std::time::Duration;

use web_time::Instant;

use crate::search::time::{Budget, Clock};

/// What ends the thinking, apart from being stopped. Whatever is reached first counts.
///
/// ```
/// use tengen_engine::{Limits, Milliseconds};
///
/// let limits = Limits::time(500.ms()).with_nodes(100_000);
/// assert_eq!((limits.nodes, limits.depth), (Some(100_000), None));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// The time there is, and since when it runs.
    pub clock: Clock,
    /// The deepest iteration in plies, if limited.
    pub depth: Option<u32>,
    /// Nodes to visit, if limited; kept with one thread but for the last few of a search for threats, and for the proof of a win
    /// by threats.
    pub nodes: Option<u64>,
    /// Whether to think on where there is nothing to choose, and to the end of the time, as for an analysis. In a game a single
    /// move is played at once, and a part of the time is kept for the answer to arrive.
    pub thorough: bool,
}

impl Limits {
    /// No limit at all, from now on: only being stopped ends it, or a proof.
    #[must_use]
    pub fn none() -> Limits {
        Limits::clock(Clock::since(Instant::now()))
    }

    /// The limits of a clock.
    #[must_use]
    pub fn clock(clock: Clock) -> Limits {
        Limits { clock, depth: None, nodes: None, thorough: false }
    }

    /// The most time for one move, counted from now.
    #[must_use]
    pub fn time(turn: Duration) -> Limits {
        Limits::clock(Clock { turn: Some(turn), ..Clock::since(Instant::now()) })
    }

    /// So many nodes.
    #[must_use]
    pub fn nodes(nodes: u64) -> Limits {
        Limits::none().with_nodes(nodes)
    }

    /// So many plies.
    #[must_use]
    pub fn depth(depth: u32) -> Limits {
        Limits::none().with_depth(depth)
    }

    /// These limits and so many nodes, or no limit of nodes.
    #[must_use]
    pub fn with_nodes(self, nodes: impl Into<Option<u64>>) -> Limits {
        Limits { nodes: nodes.into(), ..self }
    }

    /// These limits and so many plies, or no limit of depth.
    #[must_use]
    pub fn with_depth(self, depth: impl Into<Option<u32>>) -> Limits {
        Limits { depth: depth.into(), ..self }
    }

    /// These limits for an analysis: nothing but them ends it, not even that there is a single move, and all of the time is
    /// used.
    #[must_use]
    pub fn thorough(self) -> Limits {
        Limits { thorough: true, ..self }
    }

    /// The budget of time that these limits leave, with so many stones on the board.
    pub(crate) fn budget(&self, stones: usize) -> Budget {
        if self.thorough { Budget::without_reserve(&self.clock, stones) } else { Budget::new(&self.clock, stones) }
    }
}

/// Times as they are spoken of: `20.ms()`.
pub trait Milliseconds {
    /// So many milliseconds.
    fn ms(self) -> Duration;
}

impl Milliseconds for u64 {
    fn ms(self) -> Duration {
        Duration::from_millis(self)
    }
}

/// A time in whole milliseconds, as messages and records say it.
#[must_use]
pub fn whole_milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
