//! Consistency check of the board: all that is kept is recomputed from the stones.

use super::Board;
use crate::color::{ByColor, Color};
use crate::line::Cell;
use crate::point::CELLS;
use crate::point_set::PointSet;
use crate::rule::Rule;
use crate::shape::{Pattern4, ShapesPair, table};
use crate::zobrist;

impl<R: Rule> Board<R> {
    /// Recomputes everything from the stones and panics when something kept is not what follows from them.
    pub fn check(&self) {
        let mut key = zobrist::empty(R::KIND, self.size);
        if self.to_move == Color::White {
            key ^= zobrist::WHITE_TO_MOVE;
        }
        let mut fresh = Board { shapes: [ShapesPair::EMPTY; CELLS], empty: PointSet::EMPTY, ..self.clone() };
        fresh.near = PointSet::EMPTY;
        fresh.sets = ByColor([[PointSet::EMPTY; Pattern4::COUNT]; 2]);
        fresh.counts = ByColor::default();
        let mut stones = 0;
        for point in self.size.points() {
            match self.cell(point) {
                Cell::Empty => {
                    fresh.empty.insert(point);
                    fresh.set_shapes(point, table::look_up::<R>(&self.lines, point));
                }
                Cell::Wall => key ^= zobrist::block(point),
                cell => {
                    key ^= zobrist::stone(cell.color().expect("a stone has a color"), point);
                    fresh.insert_near(point);
                    stones += 1;
                }
            }
        }
        assert_eq!(key, self.key, "key");
        assert_eq!(stones, self.stones, "stones");
        assert_eq!(fresh.empty, self.empty, "empty points");
        assert_eq!(fresh.candidates(), self.candidates(), "candidates");
        for point in self.size.points() {
            assert_eq!(fresh.shapes(point), self.shapes(point), "shapes of {point:?}");
        }
        assert_eq!(fresh.counts, self.counts, "counts of classes");
        assert_eq!(fresh.sets, self.sets, "sets of classes");
        for color in Color::ALL {
            for class in Pattern4::ALL.into_iter().filter(|&class| class != Pattern4::Quiet) {
                assert_eq!(self.count(color, class), self.of_class(color, class).len(), "{color} {class:?}");
            }
        }
    }

    /// The check after a stone in builds with assertions: of every board there, but not of every one of a long search.
    #[cfg(debug_assertions)]
    pub(super) fn check_sometimes(&self) {
        if self.key.0.is_multiple_of(1024) {
            self.check();
        }
    }
}
