//! An engine that is waited for: what it finds goes to a callback, and Ctrl-C makes it answer at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use tengen_engine::engine::{Clock, Engine, Limits, Line, Options, Report, Task};
use tengen_engine::game::Game;
use tengen_engine::point::Point;

use crate::cli::LimitArgs;

/// How long it is thought when nothing is said about it.
const USUAL: Duration = Duration::from_secs(10);
/// Time between two looks at whether Ctrl-C was pressed.
const LOOK: Duration = Duration::from_millis(30);

/// What ends the thinking.
#[derive(Clone, Copy)]
pub(crate) struct Bounds {
    pub(crate) time: Option<Duration>,
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
}

impl From<&LimitArgs> for Bounds {
    fn from(args: &LimitArgs) -> Bounds {
        let unlimited = args.depth.is_none() && args.nodes.is_none();
        Bounds { time: args.time.or(unlimited.then_some(USUAL)), depth: args.depth, nodes: args.nodes }
    }
}

/// An engine and whether it was told to stop.
pub(crate) struct BlockingEngine {
    engine: Engine,
    interrupted: Arc<AtomicBool>,
}

impl BlockingEngine {
    /// An engine that may use so much. There may be one in a process.
    pub(crate) fn new(hash_bytes: usize, threads: usize) -> Result<BlockingEngine> {
        ensure!((1..=Options::MAX_THREADS).contains(&threads), "--threads goes from 1 to {}", Options::MAX_THREADS);
        ensure!(hash_bytes >= Options::MIN_HASH_BYTES, "--hash must be at least 1M");
        let interrupted = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&interrupted);
        ctrlc::set_handler(move || flag.store(true, Relaxed)).context("cannot watch for Ctrl-C")?;
        Ok(BlockingEngine { engine: Engine::new(Options { hash_bytes, threads }), interrupted })
    }

    /// Thinks and returns the move, if there is one, with the line behind it. Every finished line is heard of before.
    pub(crate) fn think(
        &mut self,
        game: &Game,
        task: Task,
        bounds: Bounds,
        mut hear: impl FnMut(&Line),
    ) -> Result<(Option<Point>, Option<Line>)> {
        let (sender, reports) = channel();
        // An engine that knows of a limit answers early when there is nothing to choose. Here it is to think for as long as
        // it was told to, so the time is kept for it.
        let clock = Clock::unlimited();
        let end = bounds.time.map(|time| clock.received + time);
        let limits = Limits::clock(clock).with_depth(bounds.depth).with_nodes(bounds.nodes);
        self.engine.start(game, task, limits, move |report| {
            // Nobody listens any more only when the process ends.
            let _ = sender.send(report);
        });
        loop {
            let left = end.map_or(LOOK, |end| end.saturating_duration_since(Instant::now()));
            if left.is_zero() || self.is_interrupted() {
                self.engine.stop();
            }
            // After the stop the last report is all there is to wait for.
            match reports.recv_timeout(if left.is_zero() { LOOK } else { left.min(LOOK) }) {
                Ok(Report::Line(line)) => hear(&line),
                Ok(Report::Done(outcome)) => {
                    return Ok((outcome.point(), outcome.line));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => bail!("the search broke off"),
            }
        }
    }

    /// Whether Ctrl-C was pressed.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.interrupted.load(Relaxed)
    }

    /// Forgets what earlier positions taught.
    pub(crate) fn forget(&mut self) {
        self.engine.forget();
    }
}
