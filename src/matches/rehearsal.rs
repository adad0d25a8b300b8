//! Every engine started once before the first game: a match whose engines do not start is not begun.

use anyhow::{Result, bail};

use crate::matches::answer::Trouble;
use crate::matches::player::{PlayContext, Player};
use crate::matches::setup::Setup;

/// The number under which a rehearsal stands in transcripts: games are counted from 1.
const NO_GAME: usize = 0;

/// Starts each engine, tells it the conditions and ends it again.
///
/// # Errors
/// The engine that cannot be started, or does not say OK, and why.
pub(super) fn hold(setup: &Setup, context: PlayContext<'_>) -> Result<()> {
    for engine in &setup.engines {
        let started = Player::start(engine, context).and_then(|mut player| {
            player.new_game(NO_GAME)?;
            Ok(player)
        });
        match started {
            Ok(player) => drop(player.finish()),
            Err(Trouble::Fault(_, what)) => {
                bail!("no game was played: {} ({}) {what}", engine.name, engine.command)
            }
            Err(Trouble::Late(_, what)) => bail!("no game was played: {} {what}", engine.name),
            Err(Trouble::Cancelled) => bail!("interrupted"),
        }
    }
    Ok(())
}
