//! Every engine that has games to come started once before the first of them: a match whose engines do not start is not begun.

use anyhow::Result;

use crate::matches::answer::Trouble;
use crate::matches::engines::Launch;
use crate::matches::false_starts::FalseStarts;
use crate::matches::log::Begin;
use crate::matches::player::{NO_GAME, PlayContext, Player};
use crate::matches::record::GameRecord;
use crate::matches::setup::Setup;

/// Starts each engine that has games to come after those that were played, tells it the conditions and ends it again.
///
/// # Errors
/// The engine that cannot be started, or does not say OK, and why. Of an engine that did not start any more before that is
/// known, as long as two others are left to play each other.
pub(super) fn hold(
    setup: &Setup,
    played: &[GameRecord],
    starts: &mut FalseStarts,
    launches: &[Launch],
    context: PlayContext<'_>,
    begin: Begin,
) -> Result<()> {
    let nothing = if begin == Begin::Resume { "no further game was played" } else { "no game was played" };
    let mut absent = None;
    for index in setup.due(played) {
        let engine = &setup.engines[index];
        let started = Player::start(engine, &launches[index], context).and_then(|mut player| {
            player.new_game(NO_GAME)?;
            Ok(player)
        });
        match started {
            Ok(player) => {
                drop(player.finish());
                starts.note_start(&engine.name);
            }
            Err(trouble @ Trouble::Fault(..)) if starts.is_given_up(&engine.name) => {
                absent = absent.or(Some((trouble, engine)));
            }
            Err(trouble) => return Err(trouble.into_error(engine).context(nothing)),
        }
    }
    match absent {
        Some((trouble, engine)) if starts.end(setup).is_some() => Err(trouble.into_error(engine).context(nothing)),
        _ => Ok(()),
    }
}
