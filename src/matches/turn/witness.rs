//! An engine as a witness: a process that is asked what it thinks of one position, and forgets it.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Error, Result};
use tengen_engine::game::Game;
use tengen_engine::point::Rows;

use crate::cli::{SameArg, SuiteArgs};
use crate::matches::answer::Trouble;
use crate::matches::engines::{MatchEngine, each, named};
use crate::matches::player::{NO_GAME, PlayContext, Player};
use crate::matches::setup::MatchConditions;
use crate::matches::transcript::Transcript;

/// How long the answer to START may take, and how much later than allowed a move may come. Nothing depends on it here.
const TOLERANCE: Duration = Duration::from_secs(30);
/// How long a move may take that has no limit of time.
const PATIENCE: Duration = Duration::from_secs(600);

/// An engine that is asked.
pub(super) struct Witness {
    engine: MatchEngine,
    transcript: Transcript,
}

impl Witness {
    /// The engines that are named, with their limits for a position.
    pub(super) fn all(args: &SuiteArgs) -> Result<Vec<Witness>> {
        let mut engines = named(&args.engines)?;
        for MatchEngine { terms: engine, .. } in &mut engines {
            engine.turn = args.turn;
            engine.nodes = Some(args.nodes).filter(|_| args.turn.is_none());
        }
        each(&mut engines, "--delay", &args.delay, |engine, time| engine.delay = *time)?;
        let witness = |engine| Witness { engine, transcript: Transcript::new(None) };
        Ok(engines.into_iter().map(witness).collect())
    }

    /// Its name.
    pub(super) fn name(&self) -> &str {
        &self.engine.terms.name
    }

    /// What a position is worth to the side to move, in the engine's own unit, a forced win being infinite; `None` when it says
    /// nothing that is understood. The process is a new one, which knows of no other position.
    pub(super) fn score(&self, game: &Game, cancelled: &AtomicBool) -> Result<Option<f64>, Trouble> {
        let conditions = MatchConditions {
            rules: game.rules(),
            size: game.size(),
            rows: Rows::FromTop,
            max_moves: None,
            tolerance: TOLERANCE,
            patience: PATIENCE,
            start_wait: TOLERANCE,
            suspend: false,
            whole_board: true,
            allow_stderr: true,
            keep_alive: false,
            opening_rule: None,
            same: SameArg::default(),
        };
        let MatchEngine { terms, launch } = &self.engine;
        let context = PlayContext { conditions: &conditions, cancelled, transcript: &self.transcript };
        let mut player = Player::start(terms, launch, context)?;
        player.new_game(NO_GAME)?;
        let answer = player.ask(game, &terms.timer(TOLERANCE))?;
        player.finish();
        Ok(answer.thought.value())
    }

    /// What keeps it from being asked any more, as an error.
    pub(super) fn error(&self, trouble: Trouble) -> Error {
        trouble.into_error(&self.engine.terms)
    }
}
