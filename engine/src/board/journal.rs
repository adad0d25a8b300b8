//! Journal of the board: what a stone changes is noted, and drawn conclusions from.

use super::{Board, Counts};
use crate::color::{ByColor, Color};
use crate::line::Lines;
use crate::point::{CELLS, Direction, Point};
use crate::point_set::Patch;
use crate::rule::Rule;
use crate::shape::{Pattern4, ShapesPair};
use crate::zobrist::Key;

/// Entry of the journal: what a stone somewhere changed about a point. Points that hold a stone make nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShapesChange {
    /// The point.
    pub point: Point,
    /// What stones on it would have made before.
    pub before: ShapesPair,
    /// What they would make after.
    pub after: ShapesPair,
}

/// More points than one stone can change: its own and ten in each direction.
pub(super) const MOST_CHANGES: usize = 64;
/// What the journal is filled with where nothing is noted yet.
pub(super) const UNUSED: ShapesChange =
    ShapesChange { point: Point::new(0, 0), before: ShapesPair::EMPTY, after: ShapesPair::EMPTY };

/// A point that came from one class to another for one side.
#[derive(Clone, Copy)]
pub(super) struct Reclassified {
    pub(super) point: Point,
    pub(super) color: Color,
    pub(super) before: Pattern4,
    pub(super) after: Pattern4,
}

/// What it takes to bring back the board before a stone.
#[derive(Clone, Copy)]
pub(super) struct Undo {
    /// The stone; `None` for a pass.
    pub(super) point: Option<Point>,
    /// The key before.
    pub(super) key: Key,
    /// Length of the journal before the stone.
    pub(super) journal: usize,
    /// Length of the list of points that were reclassified, before the stone.
    pub(super) reclassified: usize,
    /// What `near` held around the stone.
    pub(super) near: Patch,
    /// Points of each class before the stone.
    pub(super) counts: ByColor<Counts>,
}

impl<R: Rule> Board<R> {
    /// How many turns were taken since the board was made and not taken back.
    #[inline]
    pub fn turns(&self) -> usize {
        self.played.len()
    }

    /// The key of the position before a turn, from 0; after the last turn, that of the position there is.
    #[inline]
    pub fn key_before(&self, turn: usize) -> Key {
        self.played.get(turn).map_or(self.key, |undo| undo.key)
    }

    /// What a turn, from 0, changed about points, each of them once.
    ///
    /// ```
    /// use tengen_engine::internals::board::Board;
    /// use tengen_engine::{BoardSize, Game, RuleKind, rule::Standard};
    ///
    /// let size = BoardSize::square(15).unwrap();
    /// let mut board = Board::<Standard>::from_game(&Game::new(RuleKind::Standard, size));
    /// board.play(size.center());
    /// // The point itself and four to each side, in eight directions.
    /// assert_eq!(board.changes(0).len(), 1 + 8 * 4);
    /// ```
    #[inline]
    pub fn changes(&self, turn: usize) -> &[ShapesChange] {
        let end = self.played.get(turn + 1).map_or(self.used, |undo| undo.journal);
        &self.journal[self.played[turn].journal..end]
    }

    /// Notes what brings back the board as it is now.
    #[inline]
    pub(super) fn begin_turn(&mut self, point: Option<Point>, near: Patch) {
        let (journal, reclassified) = (self.used, self.reclassified.len());
        self.played.push(Undo { point, key: self.key, journal, reclassified, near, counts: self.counts });
    }

    /// Renews the shapes around a stone that was just put and notes in the journal which of them were others before.
    ///
    /// An entry is written for every point and kept only where something changed: a branch for each would cost more.
    #[inline]
    pub(super) fn note_changes(&mut self, point: Point) {
        if self.journal.len() < self.used + MOST_CHANGES {
            self.journal.resize(2 * self.journal.len(), UNUSED);
        }
        let journal: &mut [_; MOST_CHANGES] =
            self.journal[self.used..].first_chunk_mut().expect("the journal was made long enough");
        let before = std::mem::replace(&mut self.shapes[point.index()], ShapesPair::EMPTY);
        journal[0] = ShapesChange { point, before, after: ShapesPair::EMPTY };
        let mut count = 1;
        for direction in Direction::ALL {
            let (line, home) = self.lines.through(point, direction);
            let mut empty = Lines::empty_in_sight(line, home, R::REACH);
            while empty != 0 {
                let shift = empty.trailing_zeros() as usize;
                empty &= empty - 1;
                let steps = (shift as isize - home as isize) / 2;
                let there = Point::from_index((point.index() as isize + direction.stride() * steps) as usize % CELLS);
                let before = self.shapes[there.index()];
                let after = before.with(direction, self.table.pair::<R>(Lines::window_at(line, shift)));
                self.shapes[there.index()] = after;
                journal[count % MOST_CHANGES] = ShapesChange { point: there, before, after };
                count += usize::from(before != after);
            }
        }
        self.used += count;
    }

    /// Draws the conclusions from the journal from this entry on.
    #[inline]
    pub(super) fn reclassify_changed(&mut self, old: usize) {
        // Most points are quiet before and after: the others are gathered first, without a branch for each.
        let mut threats = [0u8; MOST_CHANGES];
        let mut count = 0;
        for (i, ShapesChange { before, after, .. }) in self.journal[old..self.used].iter().enumerate() {
            threats[count % MOST_CHANGES] = i as u8;
            count += usize::from(before.has_threat() | after.has_threat());
        }
        for &i in &threats[..count] {
            let ShapesChange { point, before, .. } = self.journal[old + usize::from(i)];
            self.reclassify(point, before);
        }
    }

    /// Brings a point from the sets of the classes that its shapes before had into those that it has now.
    #[inline]
    pub(super) fn reclassify(&mut self, point: Point, before: ShapesPair) {
        for color in Color::ALL {
            let (before, after) = (self.table.class(color, before.of(color)), self.class(color, point));
            if before != after {
                // The set of quiet points is never read: to leave it alone would cost more.
                self.counts[color].change(before, after);
                self.sets[color][before as usize].toggle(point);
                self.sets[color][after as usize].toggle(point);
                self.reclassified.push(Reclassified { point, color, before, after });
            }
        }
    }
}
