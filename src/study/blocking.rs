//! The blocking engine: what it finds goes to a callback, and Ctrl-C makes it answer at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use anyhow::Result;
use tengen_engine::engine::{Engine, Limits, Line, Options, Outcome, Task};

use crate::interrupt;

/// An engine and whether it was told to stop.
pub(super) struct BlockingEngine {
    engine: Engine,
    interrupted: Arc<AtomicBool>,
}

impl BlockingEngine {
    /// An engine that may use so much. There may be one in a process.
    ///
    /// # Errors
    /// When Ctrl-C cannot be watched for.
    pub(super) fn new(options: Options) -> Result<BlockingEngine> {
        let engine = Engine::new(options);
        let stopper = engine.stopper();
        let interrupted = interrupt::watch(move || stopper.stop())?;
        Ok(BlockingEngine { engine, interrupted })
    }

    /// Thinks as long as the limits let it, their time counted from now, and returns what came of it. The lines of
    /// every finished iteration are heard of before.
    pub(super) fn think(&mut self, task: Task, limits: &Limits, mut hear: impl FnMut(&[Line])) -> Outcome {
        let mut limits = limits.clone().thorough();
        limits.clock.received = Instant::now();
        let stopper = self.engine.stopper();
        let interrupted = &self.interrupted;
        self.engine.run(task, limits, |block| {
            // Ctrl-C may have come before there was a search to stop.
            if interrupted.load(Relaxed) {
                stopper.stop();
            }
            hear(block);
        })
    }

    /// Whether Ctrl-C was pressed.
    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupted.load(Relaxed)
    }

    /// Forgets what earlier positions taught.
    pub(super) fn forget(&mut self) {
        self.engine.forget();
    }
}
