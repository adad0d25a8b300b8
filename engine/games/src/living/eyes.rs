//! Which two points a group keeps: the first pair of its own points, in a fixed order, with which it is proven alive when all
//! others are filled.

use std::cmp::Reverse;

use super::benson::unconditionally_alive;
use super::goban::{Components, Goban, neighbours};
use super::group::Group;
use tengen_engine::color::Color;
use tengen_engine::internals::point_set::PointSet;
use tengen_engine::point::Point;

/// The own points of a group in the order in which they are preferred as eyes: fewest empty neighbours, most neighbours of
/// the side, nearest to the middle of the board, from the upper left.
pub(super) fn in_order(goban: &Goban, color: Color, own: &[Point]) -> Vec<Point> {
    let size = goban.size();
    let beside = |point, stone| neighbours(size, point).filter(|&next| goban.stone(next) == stone).count();
    // Distances are doubled, since the middle of an even side lies between two points.
    let from_middle = |at: usize, side: usize| (2 * at + 1).abs_diff(side);
    let mut points = own.to_vec();
    points.sort_unstable_by_key(|&point| {
        let (dx, dy) = (from_middle(point.x(), size.width()), from_middle(point.y(), size.height()));
        (beside(point, None), Reverse(beside(point, Some(color))), dx * dx + dy * dy, point)
    });
    points
}

/// The search for the two points that a group keeps.
#[derive(Clone, Copy)]
pub(super) struct PairSearch<'a> {
    /// The board without its dead stones.
    pub goban: &'a Goban,
    /// The group, with its stones and its own points.
    pub group: &'a Group,
    /// Own points that may be kept, the best first.
    pub candidates: &'a [Point],
    /// Those of them that must be kept.
    pub forced: &'a [Point],
}

impl PairSearch<'_> {
    /// The first pair of candidates, with all forced points in it, that proves the group alive.
    pub(super) fn proven_pair(&self) -> Option<[Point; 2]> {
        if self.may_live_by_others() { self.pair_by_trial() } else { self.pair_by_cuts() }
    }

    fn holds_forced(&self, pair: [Point; 2]) -> bool {
        self.forced.iter().all(|point| pair.contains(point))
    }

    /// The group with its space filled.
    fn filled(&self) -> PointSet {
        self.group.stones.iter().chain(&self.group.own).copied().collect()
    }

    /// Whether a region between the sides could be an eye of the group in the sense of Benson's algorithm: every empty point
    /// of it touches the group with its space filled. That happens around stones that live in a seki without an eye.
    fn may_live_by_others(&self) -> bool {
        let (size, filled) = (self.goban.size(), self.filled());
        let is_outside = |point| self.goban.stone(point) != Some(self.group.color) && !filled.contains(point);
        let regions = Components::new(size, |point| is_outside(point).then_some(()));
        regions.all().iter().any(|region| {
            let mut empty = region.points.iter().filter(|&&point| self.goban.stone(point).is_none()).peekable();
            let touches = |&point: &Point| neighbours(size, point).any(|next| filled.contains(next));
            empty.peek().is_some() && empty.all(touches)
        })
    }

    /// Tries every pair with Benson's algorithm, as the pair is defined.
    fn pair_by_trial(&self) -> Option<[Point; 2]> {
        let Group { color, stones, own, .. } = self.group;
        let mut filled = self.goban.clone();
        own.iter().for_each(|&point| filled.set(point, Some(*color)));
        pairs(self.candidates).filter(|&pair| self.holds_forced(pair)).find(|pair| {
            pair.iter().for_each(|&point| filled.set(point, None));
            let alive = unconditionally_alive(&filled, *color);
            let others = own.iter().filter(|point| !pair.contains(point));
            let is_alive = stones.iter().chain(others).all(|&stone| alive.contains(stone));
            pair.iter().for_each(|&point| filled.set(point, Some(*color)));
            is_alive
        })
    }

    /// Finds the same pair without a trial, where no region but the two points can be an eye.
    ///
    /// Then every chain of the filled group must touch both points, and they must not touch each other. That holds exactly when
    /// the group, stones and space together, stays connected without the first point and also without the second: a part that
    /// touches one of them alone is cut off by it.
    fn pair_by_cuts(&self) -> Option<[Point; 2]> {
        let (size, whole, candidates) = (self.goban.size(), self.filled(), self.candidates);
        let is_one = |without: Option<Point>| {
            let belongs = |point| (whole.contains(point) && Some(point) != without).then_some(());
            Components::new(size, belongs).all().len() == 1
        };
        if !is_one(None) {
            return None;
        }
        // Asked at most once a candidate.
        let mut answers: Vec<Option<bool>> = vec![None; candidates.len()];
        let mut cuts = |index: usize| *answers[index].get_or_insert_with(|| !is_one(Some(candidates[index])));
        for (index, &first) in candidates.iter().enumerate() {
            for (later, &second) in candidates.iter().enumerate().skip(index + 1) {
                let is_apart = !neighbours(size, first).any(|next| next == second);
                if self.holds_forced([first, second]) && is_apart && !cuts(index) && !cuts(later) {
                    return Some([first, second]);
                }
                if cuts(index) {
                    break;
                }
            }
        }
        None
    }
}

fn pairs(candidates: &[Point]) -> impl Iterator<Item = [Point; 2]> {
    let later = |(index, &first): (usize, &Point)| candidates[index + 1..].iter().map(move |&second| [first, second]);
    candidates.iter().enumerate().flat_map(later)
}

/// Points of a group that it must fill to stay connected: each lies alone, the group does not keep it, and without it the group
/// falls apart. It is a false eye, or the point of a ko.
pub(super) fn connecting(goban: &Goban, group: &Group) -> Vec<Point> {
    let size = goban.size();
    let whole: PointSet = group.stones.iter().chain(&group.own).copied().collect();
    let parts = |without: Option<Point>| {
        let belongs = |point| (whole.contains(point) && Some(point) != without).then_some(());
        Components::new(size, belongs).all().len()
    };
    let is_alone = |point| neighbours(size, point).all(|next| goban.stone(next).is_some());
    let roads = group.own.iter().copied().filter(|point| !group.kept.contains(point) && is_alone(*point));
    roads.filter(|&point| parts(Some(point)) > parts(None)).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::living::structure::structure;
    use crate::living::{Names, Position};
    use tengen_engine::point::BoardSize;

    proptest! {
        // A case that fails belongs into a test with a name, not into a file of seeds.
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        /// Two walls that face each other, and behind them so many stones that eyes become false.
        #[test]
        fn pairs_are_found_without_trial_as_by_trial(
            cells in prop::collection::vec(0..100u8, 72),
            wall in 1..7usize,
            density in 30..85u8,
        ) {
            let size = BoardSize::of_other_game(9, 8).unwrap();
            let mut goban = Goban::new(size);
            for (point, cell) in size.points().zip(cells) {
                let color = if point.x() <= wall { Color::Black } else { Color::White };
                let is_wall = point.x() == wall || point.x() == wall + 1;
                goban.set(point, (is_wall || cell < density).then_some(color));
            }
            let Ok(structure) = structure(&Position::new(goban), Names::new(size)) else { return Ok(()) };
            for group in &structure.groups {
                let candidates = in_order(&structure.goban, group.color, &group.own);
                for forced in [&[][..], &candidates[..1], &candidates[candidates.len() - 1..]] {
                    let search = PairSearch { goban: &structure.goban, group, candidates: &candidates, forced };
                    prop_assert!(!search.may_live_by_others());
                    prop_assert_eq!(search.pair_by_cuts(), search.pair_by_trial());
                }
            }
        }
    }
}
