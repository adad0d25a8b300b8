//! Proved wins on their way up: who can move to a lost position has won, who can only move to won ones has lost.

use std::collections::BTreeSet;

use super::children::parents;
use super::{PositionEntry, SideOutcome, Store, StoreError};
use crate::game::Game;
use crate::position_key::{PositionKey, PositionViews};

/// Carries what is decided about a position up to every position of the store from which it follows, and returns those that
/// have changed. The best move of one that is found won is the move that wins. A label of the opposite kind stays as it is:
/// people may err, and so may this program.
///
/// # Errors
/// When the store cannot be read or written.
pub fn carry_up(store: &mut (impl Store + ?Sized), from: &PositionKey) -> Result<Vec<PositionKey>, StoreError> {
    let mut waiting = vec![from.clone()];
    let mut changed = Vec::new();
    while let Some(key) = waiting.pop() {
        let entry = store.get(&key)?.unwrap_or_default().with_result(&key);
        let Some(outcome) = entry.outcome() else { continue };
        for (point, parent_key, view) in parents(&key) {
            let Some(mut parent) = store.get(&parent_key)? else { continue };
            let before = key.game_without(point);
            if before.result().is_some() || !before.is_legal(point) {
                continue;
            }
            let found = match outcome {
                SideOutcome::Win => all_lose(store, &before)?,
                SideOutcome::Loss => Some((SideOutcome::Win, entry.mate().map(|(_, plies)| plies + 1))),
            };
            let Some((parent_outcome, plies)) = found else { continue };
            if improve(&mut parent, parent_outcome, plies) {
                if parent_outcome == SideOutcome::Win {
                    parent.best = Some(view.point(point, key.size()));
                }
                store.put(&parent_key, &parent)?;
                waiting.push(parent_key.clone());
                changed.push(parent_key);
            }
        }
    }
    Ok(changed)
}

/// The same of many positions, one after the other: each position that has changed once.
///
/// # Errors
/// As of [`carry_up`].
pub fn carry_all_up(
    store: &mut (impl Store + ?Sized),
    from: &[PositionKey],
) -> Result<BTreeSet<PositionKey>, StoreError> {
    let mut changed = BTreeSet::new();
    for key in from {
        changed.extend(carry_up(store, key)?);
    }
    Ok(changed)
}

/// Whether every legal move leads to a position that the opponent wins, and after how many plies at the most.
fn all_lose(store: &(impl Store + ?Sized), game: &Game) -> Result<Option<(SideOutcome, Option<usize>)>, StoreError> {
    let Some(views) = PositionViews::of(game) else { return Ok(None) };
    let mut most = Some(0);
    let mut moves = 0;
    for point in game.legal_points() {
        let Some((key, _)) = views.after(point) else { return Ok(None) };
        let is_won = |entry: &PositionEntry| entry.outcome() == Some(SideOutcome::Win);
        let known = store.get(&key)?.filter(is_won);
        let Some(entry) = known.map(|entry| entry.with_result(&key)).filter(is_won) else { return Ok(None) };
        most = most.zip(entry.mate()).map(|(most, (_, plies)): (usize, _)| most.max(plies + 1));
        moves += 1;
    }
    Ok((moves > 0).then_some((SideOutcome::Loss, most)))
}

/// Writes a win or loss of the side to move into an entry and tells whether that is news.
fn improve(entry: &mut PositionEntry, outcome: SideOutcome, plies: Option<usize>) -> bool {
    let known = entry.outcome();
    if known.is_some_and(|known| known != outcome) {
        return false;
    }
    match (entry.mate(), plies) {
        (Some((_, old)), Some(new)) if new >= old => false,
        (_, None) if known.is_some() => false,
        _ => {
            entry.keeping_mark(|entry| entry.set_outcome(outcome, plies));
            true
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database::{MemoryStore, PositionLabel, ValueBound, children};
    use crate::point::{BoardSize, Point, Rows};
    use crate::rule::RuleKind;

    fn game(rule: RuleKind, side: usize, moves: &str) -> Game {
        Game::from_text(rule, BoardSize::square(side).unwrap(), moves, Rows::FromBottom).unwrap()
    }

    fn key(game: &Game) -> PositionKey {
        PositionKey::of(game).unwrap().0
    }

    fn know(store: &mut MemoryStore, game: &Game, mate: Option<(SideOutcome, usize)>) {
        children::edit(store, game, |entry| {
            if let Some((outcome, plies)) = mate {
                entry.set_mate(outcome, plies);
            }
        })
        .unwrap();
    }

    #[test]
    fn a_lost_child_is_a_won_parent_on_every_way_to_it() {
        let mut store = MemoryStore::default();
        let after = game(RuleKind::Freestyle, 15, "h8i9h9");
        know(&mut store, &after, Some((SideOutcome::Loss, 8)));
        // Two ways lead there, of which one is its own mirror image, and one of three stones that does not.
        for moves in ["h8i9", "h9i9", "h8i7", "h8a1"] {
            let known = |entry: &mut PositionEntry| entry.best = Some(Point::new(0, 0));
            children::edit(&mut store, &game(RuleKind::Freestyle, 15, moves), known).unwrap();
        }
        assert_eq!(carry_up(&mut store, &key(&after)).unwrap().len(), 2);
        let known = |moves: &str| children::entry(&store, &game(RuleKind::Freestyle, 15, moves)).unwrap().1.unwrap();
        for (moves, best) in [("h8i9", "i8"), ("h9i9", "h8")] {
            let entry = known(moves);
            let expected = (Some((SideOutcome::Win, 9)), PositionLabel::LOSS, Some(best.to_string()));
            let told = entry.best.map(|best| best.to_text(BoardSize::USUAL, Rows::FromBottom));
            assert_eq!((entry.mate(), entry.label, told), expected, "{moves}");
        }
        assert_eq!((known("h8a1").outcome(), known("h8a1").best), (None, Some(Point::new(0, 0))));
    }

    #[test]
    fn the_move_that_wins_is_the_best_in_whichever_view_a_position_is_stored() {
        let parent = game(RuleKind::Freestyle, 15, "h8i9j7c4");
        for text in ["k10", "b2", "o3", "a14", "g12"] {
            let mut store = MemoryStore::default();
            let point = Point::parse(text, BoardSize::USUAL, Rows::FromBottom).unwrap();
            let after = parent.after(point).unwrap();
            know(&mut store, &after, Some((SideOutcome::Loss, 4)));
            know(&mut store, &parent, None);
            assert_eq!(carry_up(&mut store, &key(&after)).unwrap(), [key(&parent)]);
            assert_eq!(children::entry(&store, &parent).unwrap().1.unwrap().best, Some(point), "{text}");
        }
    }

    #[test]
    fn a_parent_is_lost_when_every_move_is() {
        let [before, parent] = ["", "c3"].map(|moves| game(RuleKind::Freestyle, 5, moves));
        let outcome = |store: &MemoryStore, position: &Game| {
            let entry = store.get(&key(position)).unwrap().unwrap();
            (entry.outcome(), entry.mate().map(|(_, plies)| plies))
        };
        let points: Vec<Point> = parent.legal_points().collect();
        // The longest of the wins after it takes seven plies, and the last one five. Where a label alone tells one of them, it
        // may be longer still.
        for (labelled, lost_in, won_in) in [(None, Some(8), Some(9)), (Some(6), None, None)] {
            let mut store = MemoryStore::default();
            know(&mut store, &parent, None);
            know(&mut store, &before, None);
            for (number, &point) in points.iter().enumerate() {
                let child = parent.after(point).unwrap();
                assert_eq!(outcome(&store, &parent), (None, None), "{number} of {}", points.len());
                if labelled == Some(number) {
                    children::edit(&mut store, &child, |entry| entry.label = PositionLabel::LOSS).unwrap();
                } else {
                    know(&mut store, &child, Some((SideOutcome::Win, 3 + 2 * (number % 3))));
                }
                carry_up(&mut store, &key(&child)).unwrap();
                if outcome(&store, &parent).0.is_some() {
                    assert_eq!(number, 7, "mirrored moves are one, and this is the first of the fifth kind");
                    break;
                }
            }
            assert_eq!(outcome(&store, &parent), (Some(SideOutcome::Loss), lost_in));
            // And from there to the empty board.
            assert_eq!(outcome(&store, &before), (Some(SideOutcome::Win), won_in));
        }
    }

    #[test]
    fn forbidden_moves_and_other_opinions_carry_nothing() {
        let mut store = MemoryStore::default();
        // Black cannot have made a double three at h8.
        let before = game(RuleKind::Renju, 15, "g8a1i8c1h7e1h9g1");
        let after = before.after(before.size().center()).unwrap();
        know(&mut store, &before, None);
        know(&mut store, &after, Some((SideOutcome::Loss, 2)));
        carry_up(&mut store, &key(&after)).unwrap();
        assert_eq!(store.get(&key(&before)).unwrap().unwrap().outcome(), None);
        // Somebody holds the parent lost.
        let parent = game(RuleKind::Renju, 15, "h8i9");
        let child = game(RuleKind::Renju, 15, "h8i9h9");
        know(&mut store, &parent, Some((SideOutcome::Loss, 20)));
        know(&mut store, &child, Some((SideOutcome::Loss, 2)));
        assert_eq!(carry_up(&mut store, &key(&child)).unwrap(), []);
        // A mark stays beside the mate.
        children::edit(&mut store, &parent, |entry| {
            *entry = PositionEntry { label: PositionLabel::FORCED, ..PositionEntry::default() }
        })
        .unwrap();
        assert_eq!(carry_up(&mut store, &key(&child)).unwrap().len(), 1);
        let entry = store.get(&key(&parent)).unwrap().unwrap();
        assert_eq!((entry.label, entry.mate()), (PositionLabel::FORCED, Some((SideOutcome::Win, 3))));
        // A win in nobody knows how many plies takes the place of what a search held, and the mark stays.
        let searched = PositionEntry { value: -120, depth: 14, bound: ValueBound::Exact, ..entry };
        children::edit(&mut store, &parent, |entry| *entry = searched).unwrap();
        let won = PositionEntry { label: PositionLabel::WIN, ..PositionEntry::default() };
        children::edit(&mut store, &child, |entry| *entry = won).unwrap();
        assert_eq!(carry_up(&mut store, &key(&child)).unwrap().len(), 1);
        let entry = store.get(&key(&parent)).unwrap().unwrap();
        assert_eq!((entry.label, entry.outcome(), entry.mate()), (PositionLabel::FORCED, Some(SideOutcome::Win), None));
        // It does not take the place of a win in so many plies.
        know(&mut store, &parent, Some((SideOutcome::Win, 9)));
        assert_eq!(carry_up(&mut store, &key(&child)).unwrap(), []);
        // A loss in so many plies at the earliest is none.
        let bounded = PositionEntry { value: -29_981, bound: ValueBound::Lower, ..PositionEntry::default() };
        children::edit(&mut store, &child, |entry| *entry = bounded).unwrap();
        assert_eq!(carry_up(&mut store, &key(&child)).unwrap(), []);
    }
}
