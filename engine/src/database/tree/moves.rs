//! The known moves of all positions of a store, found from where they lead.

use std::ops::ControlFlow;

use crate::database::children::{LookupError, parents_by};
use crate::database::{Store, each};
use crate::point::{BoardSize, Point};
use crate::position_key::{PositionKey, PositionViews, ViewSums};
use crate::rule::RuleKind;
use crate::stable_map::{StableMap, StableSet};

/// The moves that lead from a position to one that is known: of points that are one but for the view at least one, as
/// the key of the position sees them.
pub(super) type KnownMoves = StableMap<PositionKey, Vec<Point>>;

/// The known moves of all positions of a store and of the root, found from where they lead: a position has far fewer
/// stones that may have been the last than empty points.
pub(super) fn moves_by_position(
    store: &(impl Store + ?Sized),
    rule: RuleKind,
    size: BoardSize,
    root: &PositionKey,
) -> Result<KnownMoves, LookupError> {
    let (mut moves, mut sums) = (KnownMoves::default(), StableSet::default());
    let mut note = |key: &PositionKey| {
        moves.insert(key.clone(), Vec::new());
        sums.insert(ViewSums::of(key).least());
    };
    note(root);
    each(store, Some((rule, size)), |key, _| {
        note(key);
        Ok::<_, LookupError>(ControlFlow::Continue(()))
    })?;
    each(store, Some((rule, size)), |key, _| {
        let (mover, without) = (!key.to_move(), ViewSums::of(key));
        let last = key.stones(mover).filter(|&point| sums.contains(&without.least_without(mover, point)));
        for (point, before, view) in parents_by(key, last) {
            if let Some(known) = moves.get_mut(&before) {
                known.push(view.point(point, size));
            }
        }
        Ok::<_, LookupError>(ControlFlow::Continue(()))
    })?;
    Ok(moves)
}

/// The moves of a position after which something is known, row by row.
pub(super) fn known_moves(moves: &KnownMoves, views: &PositionViews) -> Vec<Point> {
    let mut points = Vec::new();
    if let Some((key, view)) = views.key() {
        let (back, size) = (view.inverse(), key.size());
        for &point in moves.get(&key).into_iter().flatten() {
            let point = back.point(point, size);
            points.extend(views.symmetries().map(|symmetry| symmetry.point(point, size)));
        }
    }
    points.sort_unstable_by_key(|point| (point.y(), point.x()));
    points.dedup();
    points
}
