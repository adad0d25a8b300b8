//! A position as a panel shows it: what is known of it, and of the positions after each of its moves.

use std::mem;

use super::{PositionEntry, SideOutcome, Store, StoreError};
use crate::game::{Game, PlayError};
use crate::point::Point;
use crate::position_key::{PositionKey, PositionViews};
use crate::symmetry::Symmetry;

/// A position of a game and what a store knows of it and of its children. All points are those of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct KnownPosition {
    /// The key of the position.
    pub key: PositionKey,
    /// What is known of it.
    pub entry: Option<PositionEntry>,
    /// The moves after which something is known, row by row.
    pub children: Vec<KnownChild>,
}

/// A move and what is known of the position after it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct KnownChild {
    /// The move.
    pub point: Point,
    /// The key of the position after it.
    pub key: PositionKey,
    /// What is known of that.
    pub entry: PositionEntry,
}

impl KnownChild {
    /// How the game ends for the player of the move, when that is known.
    #[must_use]
    pub fn outcome_for_mover(&self) -> Option<SideOutcome> {
        self.entry.outcome().map(|outcome| !outcome)
    }

    /// Whether the player of the move wins with it.
    #[must_use]
    pub fn is_won_by_mover(&self) -> bool {
        self.outcome_for_mover() == Some(SideOutcome::Win)
    }

    /// Whether the player of the move loses with it.
    #[must_use]
    pub fn is_lost_by_mover(&self) -> bool {
        self.outcome_for_mover() == Some(SideOutcome::Loss)
    }
}

/// Why nothing can be asked about a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LookupError {
    /// It has no key.
    #[error(
        "a database has no place for this position: stones in turn, no closed points, and a game that ends with a five"
    )]
    NoKey,
    /// Something belongs on an empty point, and this is none.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// The store cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What a store knows of a position and of its children.
///
/// # Errors
/// A position without a key, or a store that cannot be read.
pub fn look_up(store: &(impl Store + ?Sized), game: &Game) -> Result<KnownPosition, LookupError> {
    let (key, entry) = entry(store, game)?;
    Ok(KnownPosition { key, entry, children: children(store, game)? })
}

/// What a store knows of a position alone.
///
/// # Errors
/// A position without a key, or a store that cannot be read.
pub fn entry(store: &(impl Store + ?Sized), game: &Game) -> Result<(PositionKey, Option<PositionEntry>), LookupError> {
    let (key, view) = PositionKey::of(game).ok_or(LookupError::NoKey)?;
    let entry = store.get(&key)?.map(|entry| entry.with_result(&key).seen(view.inverse(), game.size()));
    Ok((key, entry))
}

/// The moves after which a store knows the position, row by row.
///
/// # Errors
/// A position without a key, or a store that cannot be read.
pub fn children(store: &(impl Store + ?Sized), game: &Game) -> Result<Vec<KnownChild>, LookupError> {
    let views = PositionViews::of(game).ok_or(LookupError::NoKey)?;
    let mut children = known_after(store, &views, game.empty_points())?;
    for child in &mut children {
        child.entry = mem::take(&mut child.entry).with_result(&child.key);
    }
    Ok(children)
}

/// Those of some moves on empty points after which a store knows the position, in their order, as it is stored.
pub(super) fn known_after(
    store: &(impl Store + ?Sized),
    views: &PositionViews,
    moves: impl IntoIterator<Item = Point>,
) -> Result<Vec<KnownChild>, LookupError> {
    let mut children = Vec::new();
    for point in moves {
        let Some((key, view)) = views.after(point) else { continue };
        if let Some(entry) = store.get(&key)? {
            let entry = entry.seen(view.inverse(), key.size());
            children.push(KnownChild { point, key, entry });
        }
    }
    Ok(children)
}

/// The positions from which a move leads to this one, by the point of that move, and the view in which the key of each
/// sees it; whether the rules allow the move is not asked.
pub(crate) fn parents(key: &PositionKey) -> Vec<(Point, PositionKey, Symmetry)> {
    parents_by(key, key.stones(!key.to_move()))
}

/// Those of [`parents`] from which a move on one of some points leads here.
pub(super) fn parents_by(key: &PositionKey, last: impl Iterator<Item = Point>) -> Vec<(Point, PositionKey, Symmetry)> {
    let views = PositionViews::of_key(key);
    last.filter_map(|point| views.before(point).map(|(before, view)| (point, before, view))).collect()
}

/// Changes what is known of a position, which may have been nothing, and returns what is known now. An entry that says
/// nothing any more stays, as the bare position.
///
/// # Errors
/// A position without a key, or a store that cannot be read or written.
pub fn edit(
    store: &mut (impl Store + ?Sized),
    game: &Game,
    change: impl FnOnce(&mut PositionEntry),
) -> Result<PositionEntry, LookupError> {
    let (key, view) = PositionKey::of(game).ok_or(LookupError::NoKey)?;
    let known: Option<PositionEntry> = store.get(&key)?;
    let mut entry = known.unwrap_or_default().seen(view.inverse(), game.size());
    change(&mut entry);
    store.put(&key, &entry.clone().seen(view, game.size()))?;
    Ok(entry)
}

/// Forgets a position and tells whether it was known.
///
/// # Errors
/// A position without a key, or a store that cannot be written.
pub fn remove(store: &mut (impl Store + ?Sized), game: &Game) -> Result<bool, LookupError> {
    let (key, _) = PositionKey::of(game).ok_or(LookupError::NoKey)?;
    Ok(store.remove(&key)?)
}

/// The points that are one and the same but for the view in which the position looks the same: on `h8` alone those of all
/// eight views. The point itself is among them.
#[must_use]
pub fn alike(game: &Game, point: Point) -> Vec<Point> {
    let mut points = vec![point];
    for symmetry in PositionViews::of(game).iter().flat_map(PositionViews::symmetries) {
        let seen = symmetry.point(point, game.size());
        if !points.contains(&seen) {
            points.push(seen);
        }
    }
    points
}

/// Those of some points that are [`alike`] a smaller one among them, row by row, wherever it stands there.
#[must_use]
pub fn copies(game: &Game, points: &[Point]) -> Vec<Point> {
    let is_copy = |point: &&Point| alike(game, **point).iter().any(|other| other < *point && points.contains(other));
    points.iter().filter(is_copy).copied().collect()
}

/// Puts a text on a point of a position, in place of what stood there or on a point [`alike`], or takes it away when it is empty.
pub fn set_board_text(entry: &mut PositionEntry, game: &Game, point: Point, text: &str) {
    alike(game, point).into_iter().for_each(|other| entry.set_board_text(other, ""));
    entry.set_board_text(point, text);
}

/// The texts of a position on all the points where each belongs: see [`alike`].
#[must_use]
pub fn board_texts(entry: &PositionEntry, game: &Game) -> Vec<(Point, String)> {
    let mut all = entry.clone();
    for (point, text) in &entry.board_texts {
        for other in alike(game, *point) {
            if all.board_text(other).is_none() {
                all.set_board_text(other, text);
            }
        }
    }
    all.board_texts
}

/// Moves that are one and the same but for the view: the first of each.
#[must_use]
pub fn distinct(mut children: Vec<KnownChild>) -> Vec<KnownChild> {
    let mut seen: Vec<PositionKey> = Vec::new();
    children.retain(|child| {
        let is_new = !seen.contains(&child.key);
        if is_new {
            seen.push(child.key.clone());
        }
        is_new
    });
    children
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database::{MemoryStore, PositionLabel};
    use crate::point::{BoardSize, Rows};
    use crate::rule::RuleKind;

    fn game(moves: &str) -> Game {
        Game::from_text(RuleKind::Renju, BoardSize::square(15).unwrap(), moves, Rows::FromBottom).unwrap()
    }

    #[test]
    fn what_was_written_is_seen_in_every_view() {
        let mut store = MemoryStore::default();
        let text = |text: &str| Point::parse(text, BoardSize::square(15).unwrap(), Rows::FromBottom).unwrap();
        edit(&mut store, &game("h8i9j7"), |entry| {
            entry.label = PositionLabel::FORCED;
            entry.set_board_text(text("k10"), "A");
            entry.best = Some(text("k10"));
        })
        .unwrap();
        let seen = |moves: &str| entry(&store, &game(moves)).unwrap().1.unwrap();
        assert_eq!(seen("h8i9j7").board_text(text("k10")), Some("A"));
        // Mirrored at the rising diagonal, and turned half way round.
        assert_eq!(seen("h8i9g10").board_text(text("j11")), Some("A"));
        assert_eq!(seen("h8g7f9").best, Some(text("e6")));
        let known = look_up(&store, &game("h8i9")).unwrap();
        let moves: Vec<String> =
            known.children.iter().map(|child| child.point.to_text(game("").size(), Rows::FromBottom)).collect();
        assert_eq!((known.entry, moves.join(" ")), (None, "g10 j7".to_string()));
        assert_eq!(distinct(known.children).len(), 1);
        assert_eq!(look_up(&store, &game("h8")).unwrap().children, []);
        // What is forgotten in one view is forgotten in all.
        let mut forget = |moves: &str| remove(&mut store, &game(moves));
        assert_eq!((forget("h8g7f9"), forget("h8i9j7")), (Ok(true), Ok(false)));
    }

    #[test]
    fn what_is_written_in_any_view_is_read_there() {
        let position = game("h8i9j7c4");
        for view in Symmetry::ALL {
            let (mut store, mut turned) = (MemoryStore::default(), game(""));
            for played in position.moves() {
                turned.play(view.point(played.point, turned.size())).unwrap();
            }
            let at = view.point(Point::new(9, 5), turned.size());
            let written = edit(&mut store, &turned, |entry| {
                entry.best = Some(at);
                entry.set_board_text(at, "A");
            });
            assert_eq!(entry(&store, &turned).unwrap().1, Some(written.unwrap()), "{view:?}");
        }
    }

    #[test]
    fn a_five_after_a_move_is_part_of_what_is_known() {
        let mut store = MemoryStore::default();
        edit(&mut store, &game("h8a15h9b15h10c15h11d15h12"), |entry| entry.comment = "five".to_string()).unwrap();
        let known = children(&store, &game("h8a15h9b15h10c15h11d15")).unwrap();
        assert!(known.len() == 1 && known[0].is_won_by_mover(), "{known:?}");
    }

    #[test]
    fn copies_are_counted_by_the_symmetry_of_the_stones() {
        let check = |width: usize, height: usize, moves: &str, distinct: usize| {
            let size = BoardSize::new(width, height).unwrap();
            let game = Game::from_text(RuleKind::Freestyle, size, moves, Rows::FromBottom).unwrap();
            let empty: Vec<Point> = game.empty_points().collect();
            assert_eq!(empty.len() - copies(&game, &empty).len(), distinct, "{width}x{height} {moves}");
        };
        check(15, 15, "", 36);
        check(15, 15, "h8", 35);
        check(15, 15, "h8h9", 13 + 7 * 15);
        check(15, 15, "h8i9j9", 225 - 3);
        check(6, 5, "", 9);
        // Where the first of a class is left out, the next stands for it.
        let game = Game::new(RuleKind::Freestyle, BoardSize::square(15).unwrap());
        let corners = [(14, 0), (0, 14), (14, 14), (7, 7)].map(|(x, y)| Point::new(x, y));
        assert_eq!(copies(&game, &corners), corners[1..3]);
    }

    #[test]
    fn a_text_stands_on_all_points_that_are_alike() {
        let check = |moves: &str, point: (usize, usize), expected: &[(usize, usize)]| {
            let (game, mut entry) = (game(moves), PositionEntry::default());
            set_board_text(&mut entry, &game, Point::new(point.0, point.1), "A");
            let texts = board_texts(&entry, &game);
            let points: Vec<_> = texts.iter().map(|(point, _)| (point.x(), point.y())).collect();
            assert_eq!(points, expected, "{moves}");
            // A text on one of them is in place of that.
            let last = expected[expected.len() - 1];
            set_board_text(&mut entry, &game, Point::new(last.0, last.1), "B");
            assert_eq!(entry.board_texts, [(Point::new(last.0, last.1), "B".to_string())]);
            set_board_text(&mut entry, &game, Point::new(point.0, point.1), "");
            assert_eq!(entry.board_texts, []);
        };
        check("h8", (7, 6), &[(6, 7), (7, 6), (7, 8), (8, 7)]);
        check("h8i9", (6, 7), &[(6, 7), (7, 8)]);
        check("h8i9c3", (6, 7), &[(6, 7), (7, 8)]);
        check("h8i9c4", (6, 7), &[(6, 7)]);
    }
}
