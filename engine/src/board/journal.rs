//! Journal of the board: what a stone changes is noted, told to the observer, and drawn conclusions from.

use super::{Board, MOST_CHANGES, Observer, Reclassified, UNUSED, Undo};
use crate::color::Color;
use crate::line::Lines;
use crate::point::{CELLS, Direction, Point};
use crate::point_set::Patch;
use crate::rule::Rule;
use crate::shape::ShapesPair;

impl<R: Rule> Board<R> {
    /// Notes what brings back the board as it is now.
    #[inline]
    pub(super) fn begin_turn(&mut self, point: Option<Point>, near: Patch) {
        let (journal, reclassified) = (self.used, self.reclassified.len());
        self.played.push(Undo { point, journal, reclassified, near, counts: self.counts });
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
        journal[0] = (point.index() as u16, std::mem::replace(&mut self.shapes[point.index()], ShapesPair::EMPTY));
        let mut count = 1;
        for direction in Direction::ALL {
            let (line, home) = self.lines.through(point, direction);
            let mut empty = Lines::empty_in_sight(line, home, R::REACH);
            while empty != 0 {
                let shift = empty.trailing_zeros() as usize;
                empty &= empty - 1;
                let steps = (shift as isize - home as isize) / 2;
                let there = (point.index() as isize + direction.stride() * steps) as usize % CELLS;
                let before = self.shapes[there];
                let after = before.with(direction, self.table.pair::<R>(Lines::window_at(line, shift)));
                self.shapes[there] = after;
                journal[count % MOST_CHANGES] = (there as u16, before);
                count += usize::from(before != after);
            }
        }
        self.used += count;
    }

    /// Tells an observer of the journal from this entry on, and draws the conclusions from it.
    #[inline]
    pub(super) fn announce(&mut self, old: usize, observer: &mut impl Observer) {
        // Most points are quiet before and after: the others are gathered first, without a branch for each.
        let mut threats = [0u8; MOST_CHANGES];
        let mut count = 0;
        for (i, &(there, before)) in self.journal[old..self.used].iter().enumerate() {
            let after = self.shapes[usize::from(there) % CELLS];
            observer.changed(Point::from_index(usize::from(there)), before, after);
            threats[count % MOST_CHANGES] = i as u8;
            count += usize::from(before.has_threat() | after.has_threat());
        }
        for &i in &threats[..count] {
            let (there, before) = self.journal[old + usize::from(i)];
            self.reclassify(Point::from_index(usize::from(there)), before);
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
