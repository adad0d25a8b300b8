//! Every engine started once before the first game: a match whose engines do not start is not begun.

use anyhow::Result;

use crate::matches::engines::Launch;
use crate::matches::log::Begin;
use crate::matches::player::{NO_GAME, PlayContext, Player};
use crate::matches::setup::Setup;

/// Starts each engine, tells it the conditions and ends it again.
///
/// # Errors
/// The engine that cannot be started, or does not say OK, and why.
pub(super) fn hold(setup: &Setup, launches: &[Launch], context: PlayContext<'_>, begin: Begin) -> Result<()> {
    let nothing = if begin == Begin::Resume { "no further game was played" } else { "no game was played" };
    for (engine, launch) in setup.engines.iter().zip(launches) {
        let started = Player::start(engine, launch, context).and_then(|mut player| {
            player.new_game(NO_GAME)?;
            Ok(player)
        });
        let player = started.map_err(|trouble| trouble.into_error(engine).context(nothing))?;
        player.finish();
    }
    Ok(())
}
