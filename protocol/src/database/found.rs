//! What a search found, as a database keeps it.

use tengen_engine::database::children::{self, LookupError};
use tengen_engine::database::proofs::carry_up;
use tengen_engine::database::{PositionEntry, Store};
use tengen_engine::game::Game;
use tengen_engine::point::Point;
use tengen_engine::position_key::PositionKey;
use tengen_engine::score::Score;

/// The first move of a line that was searched, and what came of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FoundMove {
    /// The move.
    pub point: Point,
    /// 1 or less for the best.
    pub rank: usize,
    /// What the line is worth to the side to move.
    pub score: Score,
    /// Plies searched in full; 1 also where none was.
    pub depth: u32,
}

impl FoundMove {
    /// Whether a database keeps it: a judgement of depth 1 may be that of the evaluation, where no depth was searched in full.
    /// A single move is searched a little deeper, and its judgement is wanted as any other.
    pub(crate) fn is_kept(&self) -> bool {
        self.depth > 1 || self.score.is_decided()
    }
}

/// Writes into a store what was found of a position: its value with the best move, the values of the positions after the moves,
/// and what follows for the positions before where something is decided. What the store knows better stays.
///
/// # Errors
/// A position without a key, or a store that cannot be read or written.
pub fn keep(store: &mut dyn Store, game: &Game, found: impl IntoIterator<Item = FoundMove>) -> Result<(), LookupError> {
    let mut is_decided = false;
    for FoundMove { point, rank, score, depth } in found.into_iter().filter(FoundMove::is_kept) {
        is_decided |= score.is_decided();
        if rank <= 1 {
            let mut entry = PositionEntry { best: Some(point), ..PositionEntry::default() };
            entry.set_score(score, depth);
            children::edit(store, game, |known| known.merge(entry))?;
        }
        let Some(after) = game.after(point).ok().filter(|after| PositionKey::of(after).is_some()) else {
            continue;
        };
        let mut child = PositionEntry::default();
        child.set_score_after_move(score, depth);
        children::edit(store, &after, |known| known.merge(child))?;
        if let Some((key, _)) = PositionKey::of(&after).filter(|_| score.is_decided()) {
            carry_up(store, &key)?;
        }
    }
    if let Some((key, _)) = PositionKey::of(game).filter(|_| is_decided) {
        carry_up(store, &key)?;
    }
    Ok(store.commit()?)
}
