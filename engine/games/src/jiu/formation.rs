//! Squares, open gates, saddle-bags and full lines, and how many stones a turn takes for them.

use super::position::{Position, WAYS};
use super::rules::{GateKind, Rules};
use tengen_engine::color::Color;
use tengen_engine::point::{Direction, Point};

/// A closed gate: a unit cell whose four corners hold stones of one side, named by its lower left and upper right corner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Square {
    /// The lower left corner.
    pub lower_left: Point,
    /// The upper right corner.
    pub upper_right: Point,
}

/// An open gate: a cell with three stones of one side and an empty corner that a fourth can reach with its next turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpenGate {
    /// The cell.
    pub square: Square,
    /// Its empty corner.
    pub hole: Point,
}

/// A saddle-bag (dalian): a stone that closes squares whenever it steps into the hole beside it, and again when it comes back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SaddleBag {
    /// Where the stone stands.
    pub stone: Point,
    /// The empty point that it steps to.
    pub hole: Point,
    /// Squares that it completes where it stands.
    pub at_stone: usize,
    /// Squares that it completes in the hole.
    pub at_hole: usize,
}

/// How many stones a turn takes when its path ends on a point that completes so many squares and full lines: a table of the
/// document, with 5 and 6 for the three and four squares that only a flying stone closes, and 4 for a crossing without one.
#[must_use]
pub const fn stones_to_take(squares: usize, full_lines: usize) -> usize {
    match (full_lines, squares) {
        (0, _) => squares,
        (1, _) => squares + 2,
        (_, 0 | 1) => 4,
        _ => 8,
    }
}

/// The corners of the cell whose lower left corner is this.
fn corners(lower_left: Point) -> [Point; 4] {
    let above = lower_left.step(Direction::Column, -1);
    [lower_left, lower_left.step(Direction::Row, 1), above, above.step(Direction::Row, 1)]
}

/// The lower left corners of the four cells around a point, which may lie in the walls.
fn cells_around(point: Point) -> [Point; 4] {
    let left = point.step(Direction::Row, -1);
    [left, point, left.step(Direction::Column, 1), point.step(Direction::Column, 1)]
}

impl Position {
    /// Whether all corners of a cell hold stones of this side, one corner being counted as held whatever stands there.
    fn is_square_with(&self, color: Color, lower_left: Point, extra: Point) -> bool {
        corners(lower_left).into_iter().all(|corner| corner == extra || self.stones(color).contains(corner))
    }

    /// Squares that a stone of this side on a point completes, cells that contain `without` not counted.
    fn squares_with(&self, color: Color, point: Point, without: Option<Point>) -> usize {
        let counts = |&cell: &Point| {
            let shared = without.is_some_and(|without| corners(cell).contains(&without));
            !shared && self.is_square_with(color, cell, point)
        };
        cells_around(point).iter().filter(|cell| counts(cell)).count()
    }

    /// Squares of a side that have their corner on this point, a stone of that side being thought there.
    #[must_use]
    pub fn squares_at(&self, color: Color, point: Point) -> usize {
        self.squares_with(color, point, None)
    }

    /// Rows and columns through a point that hold, from edge to edge, stones of one side.
    #[must_use]
    pub fn full_lines_at(&self, color: Color, point: Point) -> usize {
        let side = self.size().width();
        let row = (0..side).all(|x| self.stones(color).contains(Point::new(x, point.y())));
        let column = (0..side).all(|y| self.stones(color).contains(Point::new(point.x(), y)));
        usize::from(row) + usize::from(column)
    }

    /// How many stones the other side loses for what stands around the point where a path ended.
    #[must_use]
    pub fn stones_taken_at(&self, rules: &Rules, color: Color, point: Point) -> usize {
        let lines = if rules.formations { self.full_lines_at(color, point) } else { 0 };
        stones_to_take(self.squares_at(color, point), lines).min(self.count(!color))
    }

    /// Whether a side flies on its next turn.
    #[must_use]
    pub fn flies(&self, rules: &Rules, color: Color) -> bool {
        self.count(color) <= rules.fly_limit()
    }

    fn cells(&self) -> impl Iterator<Item = Square> {
        let side = self.size().width();
        let lower_left = self.size().points().filter(move |point| point.x() + 1 < side && point.y() > 0);
        lower_left.map(|lower_left| Square { lower_left, upper_right: corners(lower_left)[3] })
    }

    /// The squares of a side.
    #[must_use]
    pub fn squares(&self, color: Color) -> Vec<Square> {
        let is_own = |corner: &Point| self.stones(color).contains(*corner);
        self.cells().filter(|cell| corners(cell.lower_left).iter().all(is_own)).collect()
    }

    /// The cells that a side can close with its next turn by a step or, where it flies, by a flight.
    #[must_use]
    pub fn open_gates(&self, color: Color, flies: bool) -> Vec<OpenGate> {
        let open = |square: Square| {
            let corners = corners(square.lower_left);
            let hole = corners.into_iter().find(|&corner| self.is_empty(corner))?;
            let others = corners.into_iter().filter(|&corner| corner != hole);
            if !others.into_iter().all(|corner| self.stones(color).contains(corner)) {
                return None;
            }
            let is_fourth = |point: Point| self.stones(color).contains(point) && !corners.contains(&point);
            let by_step = WAYS.into_iter().any(|(direction, sense)| is_fourth(hole.step(direction, sense)));
            (by_step || flies && self.count(color) > 3).then_some(OpenGate { square, hole })
        };
        self.cells().filter_map(open).collect()
    }

    /// The saddle-bags of a side.
    #[must_use]
    pub fn saddle_bags(&self, color: Color) -> Vec<SaddleBag> {
        let mut found = Vec::new();
        for stone in self.stones(color) {
            for (direction, sense) in WAYS {
                let hole = stone.step(direction, sense);
                if !self.is_empty(hole) {
                    continue;
                }
                let at_stone = self.squares_with(color, stone, Some(hole));
                let at_hole = self.squares_with(color, hole, Some(stone));
                if at_stone > 0 && at_hole > 0 {
                    found.push(SaddleBag { stone, hole, at_stone, at_hole });
                }
            }
        }
        found
    }

    /// Whether a side has what is a gate under Article 4; it flies by then.
    pub(super) fn keeps_gate(&self, rules: &Rules, color: Color) -> bool {
        let open = || rules.gate == GateKind::OpenOrClosed && !self.open_gates(color, true).is_empty();
        !self.squares(color).is_empty() || open()
    }
}
