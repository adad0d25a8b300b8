//! Journal of the board: what a stone changes is noted, and drawn conclusions from.

use super::{Board, Counts};
use crate::color::{ByColor, Color};
use crate::line::Lines;
use crate::point::{CELLS, Direction, Point, WALL};
use crate::point_set::Patch;
use crate::rule::Rule;
use crate::shape::table::ShapeTable;
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

/// No fewer points than one stone can change: its own, and those that see it on a line. A power of two, so that a place among
/// them is found by its bits.
pub(super) const MOST_CHANGES: usize = (1 + Direction::COUNT * 2 * WALL).next_power_of_two();
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

    /// Renews the shapes around a stone that was just put, notes in the journal which of them were others before, and draws the
    /// conclusions from that.
    #[inline]
    pub(super) fn note_changes(&mut self, point: Point) {
        if self.journal.len() < self.used + MOST_CHANGES {
            self.journal.resize(2 * self.journal.len(), UNUSED);
        }
        let before = std::mem::replace(&mut self.shapes[point.index()], ShapesPair::EMPTY);
        let journal = self.journal[self.used..].first_chunk_mut().expect("the journal was made long enough");
        let mut notes = NotedChanges { journal, count: 0, threats: [0; MOST_CHANGES], threat_count: 0 };
        notes.add(ShapesChange { point, before, after: ShapesPair::EMPTY }, before.has_threat());
        // Four copies of the loop, in each of which the direction is a constant.
        renew_line::<R>(&self.lines, self.table, &mut self.shapes, point, Direction::Row, &mut notes);
        renew_line::<R>(&self.lines, self.table, &mut self.shapes, point, Direction::Column, &mut notes);
        renew_line::<R>(&self.lines, self.table, &mut self.shapes, point, Direction::Falling, &mut notes);
        renew_line::<R>(&self.lines, self.table, &mut self.shapes, point, Direction::Rising, &mut notes);
        let NotedChanges { count, threats, threat_count, .. } = notes;
        let old = self.used;
        self.used += count;
        for &i in &threats[..threat_count] {
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

/// What a stone changes, as it is noted.
struct NotedChanges<'a> {
    journal: &'a mut [ShapesChange; MOST_CHANGES],
    count: usize,
    /// Which entries may have brought a point from one class to another. Most points are quiet before and after.
    threats: [u8; MOST_CHANGES],
    threat_count: usize,
}

impl NotedChanges<'_> {
    /// Writes an entry, which is kept only where something changed: a branch for each would cost more.
    #[inline(always)]
    fn add(&mut self, change: ShapesChange, threat: bool) {
        let changed = change.before != change.after;
        self.journal[self.count % MOST_CHANGES] = change;
        self.threats[self.threat_count % MOST_CHANGES] = self.count as u8;
        self.count += usize::from(changed);
        self.threat_count += usize::from(changed & threat);
    }
}

/// Renews the shapes of the points on a line that see a stone just put.
#[inline(always)]
fn renew_line<R: Rule>(
    lines: &Lines,
    table: &ShapeTable,
    shapes: &mut [ShapesPair; CELLS],
    point: Point,
    direction: Direction,
    notes: &mut NotedChanges,
) {
    let (line, home) = lines.through(point, direction);
    let first = point.index() as isize - direction.stride() * (home / 2) as isize;
    let mut empty = Lines::empty_in_sight(line, home, R::REACH);
    while empty != 0 {
        let shift = empty.trailing_zeros() as usize;
        empty &= empty - 1;
        let there = Point::from_index((first + direction.stride() * (shift / 2) as isize) as usize % CELLS);
        let before = shapes[there.index()];
        let after = before.with(direction, table.pair::<R>(Lines::window_at(line, shift)));
        shapes[there.index()] = after;
        let threat = before.has_threat_on(direction) | after.has_threat_on(direction);
        notes.add(ShapesChange { point: there, before, after }, threat);
    }
}
