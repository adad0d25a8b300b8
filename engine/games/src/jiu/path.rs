//! The paths of a stone: steps, chains of jumps and flights.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::position::{Position, Stage, WAYS};
use super::rules::Rules;
use tengen_engine::color::Color;
use tengen_engine::point::Point;

/// The way of one stone in a turn. Two routes are two paths even when the same stands on the board after them.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Path {
    pub(super) from: Point,
    pub(super) landings: SmallVec<[Point; 4]>,
    pub(super) jumped: SmallVec<[Point; 4]>,
}

impl Path {
    pub(super) fn single(from: Point, to: Point) -> Path {
        Path { from, landings: SmallVec::from_slice(&[to]), jumped: SmallVec::new() }
    }

    /// Where the stone stood.
    #[must_use]
    pub fn from(&self) -> Point {
        self.from
    }

    /// Where it ended.
    #[must_use]
    pub fn to(&self) -> Point {
        *self.landings.last().expect("a path lands")
    }

    /// Where it landed, in order: one point, or one for each jump.
    #[must_use]
    pub fn landings(&self) -> &[Point] {
        &self.landings
    }

    /// The stones that it jumped, in order: none for a step or a flight.
    #[must_use]
    pub fn jumped(&self) -> &[Point] {
        &self.jumped
    }

    /// All points that it touched, in order.
    pub fn points(&self) -> impl Iterator<Item = Point> + '_ {
        std::iter::once(self.from).chain(self.landings.iter().copied())
    }
}

impl Position {
    /// Hands every legal path of the side to move to `visit`, until it breaks off. While stones are placed or lifted there
    /// is none.
    ///
    /// A board can be drawn on which chains of jumps run in more ways than can be counted, so nothing is collected here.
    pub fn try_for_each_path<B>(
        &self,
        rules: &Rules,
        visit: &mut impl FnMut(&Path) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.stage() != Stage::Move {
            return ControlFlow::Continue(());
        }
        let (us, flies) = (self.to_move(), self.flies(rules, self.to_move()));
        let single_jump = self.may_jump_one(rules);
        for from in self.stones(us) {
            if flies {
                self.empty_points().try_for_each(|to| visit(&Path::single(from, to)))?;
            } else {
                let near = WAYS.map(|(direction, sense)| from.step(direction, sense));
                near.into_iter().filter(|&to| self.is_empty(to)).try_for_each(|to| visit(&Path::single(from, to)))?;
            }
            let mut chain = Chain { position: *self, us, single_jump, path: Path::single(from, from) };
            chain.path.landings.clear();
            chain.position.remove(us, from);
            chain.extend(from, visit)?;
        }
        ControlFlow::Continue(())
    }

    /// Whether the side to move may end its turn after jumping a single stone.
    pub(super) fn may_jump_one(&self, rules: &Rules) -> bool {
        let (us, them) = (self.to_move(), !self.to_move());
        rules.strong_single_jump || self.flies(rules, us) || !self.flies(rules, them)
    }

    /// All legal paths of the side to move.
    #[must_use]
    pub fn paths(&self, rules: &Rules) -> Vec<Path> {
        let mut paths = Vec::new();
        let _ = self.try_for_each_path(rules, &mut |path| -> ControlFlow<()> {
            paths.push(path.clone());
            ControlFlow::Continue(())
        });
        paths
    }

    /// Whether the side to move has a legal path.
    #[must_use]
    pub fn has_path(&self, rules: &Rules) -> bool {
        self.try_for_each_path(rules, &mut |_| ControlFlow::Break(())).is_break()
    }
}

/// A chain of jumps as it grows. The stone that jumps is off the board meanwhile.
struct Chain {
    position: Position,
    us: Color,
    single_jump: bool,
    path: Path,
}

impl Chain {
    fn extend<B>(&mut self, at: Point, visit: &mut impl FnMut(&Path) -> ControlFlow<B>) -> ControlFlow<B> {
        for (direction, sense) in WAYS {
            let (over, to) = (at.step(direction, sense), at.step(direction, 2 * sense));
            if !self.position.stones(!self.us).contains(over) || !self.position.is_empty(to) {
                continue;
            }
            self.position.remove(!self.us, over);
            self.path.landings.push(to);
            self.path.jumped.push(over);
            if self.single_jump || self.path.jumped.len() > 1 {
                visit(&self.path)?;
            }
            self.extend(to, visit)?;
            self.path.jumped.pop();
            self.path.landings.pop();
            self.position.put(!self.us, over);
        }
        ControlFlow::Continue(())
    }
}
