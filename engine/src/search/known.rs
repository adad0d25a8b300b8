//! Known scores: what a database says of positions close to the root. A search that was told of them asks for them there, and
//! one that was not asks nothing.

use crate::board::Board;
use crate::database::{PositionEntry, SideOutcome, ValueBound};
use crate::eval::Evaluator;
use crate::game::Game;
use crate::rule::Rule;
use crate::score::Score;
use crate::search::tt::{Bound, DECIDED_DEPTH, Entry};
use crate::stable_map::StableMap;
use crate::zobrist::Key;

/// A position and what is known of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownScore {
    /// The position.
    pub game: Game,
    /// What is known, its points those of the game.
    pub entry: PositionEntry,
}

/// The known positions of one search by their keys.
#[derive(Default)]
pub(super) struct KnownScores {
    entries: StableMap<Key, Entry>,
    /// The most plies from the root to one of them; 0 when there is none.
    deepest: usize,
}

impl KnownScores {
    /// What is known of positions after that of a game. Others, and those of which no score is known, are left out, and all that
    /// are left when `stop`, which is asked at each, says that this must end.
    pub(super) fn new<R: Rule>(root: &Game, known: &[KnownScore], stop: &dyn Fn() -> bool) -> KnownScores {
        let mut scores = KnownScores::default();
        for KnownScore { game, entry } in known {
            if stop() {
                break;
            }
            let plies = game.moves().len().saturating_sub(root.moves().len());
            if plies == 0 || game.rule() != root.rule() || game.size() != root.size() || game.result().is_some() {
                continue;
            }
            let Some((score, bound, depth)) = judgement(entry) else { continue };
            let board = Board::<R>::from_game(game);
            let eval = Evaluator::new(&board).score(&board);
            let entry =
                Entry { score: score.to_stored(0), bound, depth, eval: Some(eval), best: entry.best, pv: false };
            scores.entries.insert(board.key(), entry);
            scores.deepest = scores.deepest.max(plies);
        }
        scores
    }

    /// What is known of a position so many plies after the root.
    #[inline]
    pub(super) fn probe(&self, key: Key, ply: usize) -> Option<Entry> {
        if ply > self.deepest { None } else { self.entries.get(&key).copied() }
    }

    /// The score that a search of this depth found for such a position, within the bound that a database knows. A proof stays.
    pub(super) fn bounded(&self, score: Score, key: Key, ply: usize, depth: i32) -> Score {
        let known = self.probe(key, ply).filter(|entry| entry.depth >= depth && !score.is_decided());
        known.map_or(score, |entry| match entry.bound {
            Bound::Upper => score.min(entry.score.at_ply(ply)),
            Bound::Lower => score.max(entry.score.at_ply(ply)),
            // The search has answered with it.
            Bound::Exact => score,
        })
    }
}

/// The score of an entry for the side to move, its bound, and the depth of the search that found it. What somebody holds won or
/// lost is as good or as bad as a score can be, and no more: it was not proved here.
fn judgement(entry: &PositionEntry) -> Option<(Score, Bound, i32)> {
    match entry.outcome() {
        Some(SideOutcome::Win) => return Some((Score::MAX_JUDGED, Bound::Lower, DECIDED_DEPTH)),
        Some(SideOutcome::Loss) => return Some((-Score::MAX_JUDGED, Bound::Upper, DECIDED_DEPTH)),
        None => {}
    }
    // A value that no search found says no more than the evaluation.
    if entry.depth <= 0 {
        return None;
    }
    let bound = match entry.bound {
        ValueBound::None => return None,
        ValueBound::Upper => Bound::Upper,
        ValueBound::Lower => Bound::Lower,
        ValueBound::Exact => Bound::Exact,
    };
    Some((Score::judged(entry.value.into()), bound, entry.depth.into()))
}

#[cfg(test)]
impl KnownScores {
    /// What is known of one position, a ply after the root.
    pub(super) fn of(key: Key, entry: Entry) -> KnownScores {
        let mut scores = KnownScores { deepest: 1, ..KnownScores::default() };
        scores.entries.insert(key, entry);
        scores
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database::PositionLabel;

    #[test]
    fn what_somebody_holds_decided_is_the_best_or_worst_score_that_is_no_proof() {
        let (most, deepest) = (Score::MAX_JUDGED, DECIDED_DEPTH);
        let (none, upper, lower, exact) = (ValueBound::None, ValueBound::Upper, ValueBound::Lower, ValueBound::Exact);
        // Labels are for the player who made the last move.
        for (label, bound, depth, expected) in [
            (PositionLabel::LOSS, exact, 9, Some((most, Bound::Lower, deepest))),
            (PositionLabel::WIN, exact, 9, Some((-most, Bound::Upper, deepest))),
            (PositionLabel::NONE, exact, 9, Some((Score::judged(70), Bound::Exact, 9))),
            (PositionLabel::NONE, upper, 1, Some((Score::judged(70), Bound::Upper, 1))),
            (PositionLabel::NONE, lower, 9, Some((Score::judged(70), Bound::Lower, 9))),
            (PositionLabel::NONE, none, 9, None),
            (PositionLabel::NONE, exact, 0, None),
        ] {
            let entry = PositionEntry { label, value: 70, bound, depth, ..PositionEntry::default() };
            assert_eq!(judgement(&entry), expected, "{entry:?}");
        }
    }

    #[test]
    fn a_bound_holds_as_deep_as_it_was_searched_and_a_proof_stays() {
        let (key, judged) = (Key::default(), Score::judged);
        for (bound, score, depth, expected) in [
            (Bound::Upper, judged(90), 9, judged(70)),
            (Bound::Upper, judged(50), 9, judged(50)),
            (Bound::Upper, judged(90), 10, judged(90)),
            (Bound::Upper, Score::win_in(5), 9, Score::win_in(5)),
            (Bound::Lower, judged(50), 9, judged(70)),
            (Bound::Lower, judged(50), 10, judged(50)),
            (Bound::Lower, Score::loss_in(6), 9, Score::loss_in(6)),
        ] {
            let entry = Entry { score: judged(70).to_stored(0), bound, depth: 9, eval: None, best: None, pv: false };
            assert_eq!(
                KnownScores::of(key, entry).bounded(score, key, 1, depth),
                expected,
                "{bound:?} {score} {depth}"
            );
        }
    }
}
