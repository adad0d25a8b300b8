//! The blocking engine: what it finds goes to a callback, and Ctrl-C makes it answer at once.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use anyhow::{Context, Result};
use tengen_engine::engine::{Engine, Limits, Line, Options, Outcome, Task};
use tengen_engine::game::Game;
use tengen_engine::solve::{CheckError, Proof, Scope};

use crate::interrupt;

/// An engine and whether it was told to stop.
pub(crate) struct BlockingEngine {
    engine: Engine,
    interrupted: Arc<AtomicBool>,
}

impl BlockingEngine {
    /// An engine that may use so much. There may be one in a process.
    ///
    /// # Errors
    /// When Ctrl-C cannot be watched for.
    pub(crate) fn new(options: Options) -> Result<BlockingEngine> {
        let engine = Engine::new(options);
        let stopper = engine.stopper();
        let interrupted = interrupt::watch(move || stopper.stop())?;
        Ok(BlockingEngine { engine, interrupted })
    }

    /// One that hears of no Ctrl-C, or has heard of one.
    #[cfg(test)]
    pub(crate) fn unwatched(is_interrupted: bool) -> BlockingEngine {
        let engine = Engine::new(Options { hash_bytes: Options::MIN_HASH_BYTES, ..Options::default() });
        BlockingEngine { engine, interrupted: Arc::new(AtomicBool::new(is_interrupted)) }
    }

    /// Thinks as long as the limits let it, their time counted from now, and returns what came of it. The lines of
    /// every finished iteration are heard of before.
    pub(crate) fn think(&mut self, task: Task, limits: &Limits, mut hear: impl FnMut(&[Line])) -> Outcome {
        self.think_until(task, limits, |block| {
            hear(block);
            ControlFlow::Continue(())
        })
    }

    /// The same, but no longer than whoever hears of the lines wants more.
    pub(crate) fn think_until(
        &mut self,
        task: Task,
        limits: &Limits,
        mut hear: impl FnMut(&[Line]) -> ControlFlow<()>,
    ) -> Outcome {
        let mut limits = limits.clone().thorough();
        limits.clock.received = Instant::now();
        let stopper = self.engine.stopper();
        let interrupted = &self.interrupted;
        self.engine.run(task, limits, |block| {
            // Ctrl-C may have come before there was a search to stop.
            if hear(block).is_break() || interrupted.load(Relaxed) {
                stopper.stop();
            }
        })
    }

    /// Whether Ctrl-C was pressed.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.interrupted.load(Relaxed)
    }

    /// The flag that Ctrl-C raises.
    pub(crate) fn interrupted(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.interrupted)
    }

    /// Checks a win against all that the rules allow, until Ctrl-C is pressed: whether that came to its end.
    ///
    /// # Errors
    /// When the win is none.
    pub(crate) fn check_win(&self, game: &Game, proof: &Proof) -> Result<bool> {
        match proof.check_until(game, proof.root(), Scope::Everything, &|| self.is_interrupted()) {
            Err(CheckError::Ended) => Ok(false),
            checked => checked.map(|()| true).context("the win that was found is none"),
        }
    }

    /// Forgets what earlier positions taught.
    pub(crate) fn forget(&mut self) {
        self.engine.forget();
    }
}

#[cfg(test)]
mod tests {
    use tengen_engine::game::Game;
    use tengen_engine::point::{BoardSize, Rows};
    use tengen_engine::rule::RuleKind;

    use super::*;

    #[test]
    fn a_search_that_begins_after_ctrl_c_ends_with_the_first_lines() {
        let game = Game::from_text(RuleKind::Freestyle, BoardSize::USUAL, "h8i9g7", Rows::FromBottom).unwrap();
        let [whole, cut] = [false, true].map(|is_pressed| {
            let mut engine = BlockingEngine::unwatched(is_pressed);
            let outcome = engine.think(Task::best_move(&game), &Limits::nodes(20_000), |_| {});
            outcome.line.map_or(0, |line| line.nodes)
        });
        assert!(cut > 0 && cut < whole / 4, "{cut} of {whole} nodes");
    }
}
