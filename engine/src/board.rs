//! The board of the search: stones with everything that follows from them kept up to date on play and undo.
//!
//! For every empty point it knows what a stone of either colour would make on each of the four lines; from that follow the
//! sets of points by [`Pattern4`], and Black's forbidden points. What is redundant is private, and [`Board::check`] recomputes
//! all of it from the stones.

mod check;
mod journal;

use std::marker::PhantomData;

use crate::color::{ByColor, Color};
use crate::forbidden;
use crate::game::Game;
use crate::line::{Cell, Lines};
use crate::point::{BoardSize, CELLS, MAX_SIDE, Point};
use crate::point_set::{self, Patch, PointSet};
use crate::rule::Rule;
use crate::shape::table::{self, ShapeTable};
use crate::shape::{Pattern4, ShapesPair};
use crate::zobrist::{self, Key};
pub use journal::ShapesChange;
use journal::{MOST_CHANGES, Reclassified, UNUSED, Undo};

/// How far around a stone points are worth looking at: two steps anywhere, four along lines.
const NEAR: usize = 4;

/// For each row from `NEAR` above to `NEAR` below, the columns near a stone, bit `NEAR` being the stone's own.
const NEAR_ROWS: [u32; 2 * NEAR + 1] = [
    0b1_0001_0001,
    0b0_1001_0010,
    0b0_0111_1100,
    0b0_0111_1100,
    0b1_1111_1111,
    0b0_0111_1100,
    0b0_0111_1100,
    0b0_1001_0010,
    0b1_0001_0001,
];

/// The same for a stone in packed column `NEAR`, where the first row is even and where it is odd.
const NEAR_PATCHES: [Patch; 2] = [point_set::patch(NEAR_ROWS, 0), point_set::patch(NEAR_ROWS, 1)];

/// How many points are of each class but [`Pattern4::Quiet`], in one word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Counts(u64);

impl Counts {
    /// Bits of each number.
    const BITS: u32 = 9;
    const MOST: u64 = (1 << Counts::BITS) - 1;

    /// Where the number of a class is. Quiet points have one bit, the highest, so that what is carried out of it is gone.
    #[inline]
    const fn shift(class: Pattern4) -> u32 {
        u64::BITS - 1 - Counts::BITS * class as u32
    }

    #[inline]
    const fn of(self, class: Pattern4) -> usize {
        (self.0 >> Counts::shift(class) & Counts::MOST) as usize
    }

    /// Takes a point from one class to another.
    #[inline]
    const fn change(&mut self, before: Pattern4, after: Pattern4) {
        self.0 = self.0.wrapping_add(1 << Counts::shift(after)).wrapping_sub(1 << Counts::shift(before));
    }
}

const _: () = assert!((MAX_SIDE * MAX_SIDE) as u64 <= Counts::MOST, "a class may have all points of a board");
const _: () = assert!(Counts::shift(Pattern4::MaybeForbidden) == 0, "all classes but one fill the rest of the word");

/// Stones and what follows from them, under one rule.
#[derive(Clone)]
pub struct Board<R: Rule> {
    size: BoardSize,
    lines: Lines,
    table: &'static ShapeTable,
    key: Key,
    to_move: Color,
    stones: usize,
    empty: PointSet,
    near: PointSet,
    shapes: [ShapesPair; CELLS],
    sets: ByColor<[PointSet; Pattern4::COUNT]>,
    counts: ByColor<Counts>,
    /// Points whose shapes changed, oldest first.
    journal: Vec<ShapesChange>,
    /// Entries of the journal in use.
    used: usize,
    /// Points whose class changed, oldest first.
    reclassified: Vec<Reclassified>,
    played: Vec<Undo>,
    before: Vec<Point>,
    rule: PhantomData<R>,
}

impl<R: Rule> Board<R> {
    /// The position of a game. Panics when the game is played by another rule.
    pub fn from_game(game: &Game) -> Board<R> {
        assert_eq!(game.rule(), R::KIND);
        let mut board = Board {
            size: game.size(),
            lines: game.lines().clone(),
            table: ShapeTable::of(R::KIND),
            key: game.key(),
            to_move: game.to_move(),
            stones: 0,
            empty: PointSet::EMPTY,
            near: PointSet::EMPTY,
            shapes: [ShapesPair::EMPTY; CELLS],
            sets: ByColor([[PointSet::EMPTY; Pattern4::COUNT]; 2]),
            counts: ByColor::default(),
            journal: vec![UNUSED; MOST_CHANGES],
            used: 0,
            reclassified: Vec::with_capacity(MOST_CHANGES),
            played: Vec::with_capacity(crate::score::MAX_PLY),
            before: game.moves().iter().map(|played| played.point).collect(),
            rule: PhantomData,
        };
        for point in board.size.points() {
            match board.lines.cell(point) {
                Cell::Empty => {
                    board.empty.insert(point);
                    let shapes = table::look_up::<R>(&board.lines, point);
                    board.set_shapes(point, shapes);
                }
                Cell::Black | Cell::White => {
                    board.stones += 1;
                    board.insert_near(point);
                }
                Cell::Wall => {}
            }
        }
        board.reclassified.clear();
        board
    }

    /// The size of the board.
    #[inline]
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The key of the position, that of the [`Game`] with the same stones.
    #[inline]
    pub fn key(&self) -> Key {
        self.key
    }

    /// The side to move.
    #[inline]
    pub fn to_move(&self) -> Color {
        self.to_move
    }

    /// Number of stones.
    #[inline]
    pub fn stones(&self) -> usize {
        self.stones
    }

    /// Empty points, Black's forbidden ones among them.
    #[inline]
    pub fn empty(&self) -> &PointSet {
        &self.empty
    }

    /// Empty points near a stone.
    #[inline]
    pub fn candidates(&self) -> PointSet {
        self.near.and(&self.empty)
    }

    /// What is on a cell.
    #[inline]
    pub fn cell(&self, point: Point) -> Cell {
        self.lines.cell(point)
    }

    /// The lines of the board.
    #[inline]
    pub fn lines(&self) -> &Lines {
        &self.lines
    }

    /// The shapes that stones on the point would make; all dead where a stone stands.
    #[inline]
    pub fn shapes(&self, point: Point) -> ShapesPair {
        self.shapes[point.index()]
    }

    /// What a move of `color` on the point is in the exchange of threats.
    #[inline]
    pub fn class(&self, color: Color, point: Point) -> Pattern4 {
        self.table.class(color, self.shapes(point).of(color))
    }

    /// The points on which a stone of `color` is of this class. Quiet points are not kept.
    #[inline]
    pub fn of_class(&self, color: Color, class: Pattern4) -> &PointSet {
        debug_assert_ne!(class, Pattern4::Quiet);
        &self.sets[color][class as usize]
    }

    /// Number of points on which a stone of `color` is of this class. Quiet points are not counted.
    #[inline]
    pub fn count(&self, color: Color, class: Pattern4) -> usize {
        debug_assert_ne!(class, Pattern4::Quiet);
        self.counts[color].of(class)
    }

    /// Whether a stone of `color` somewhere is of this class.
    #[inline]
    pub fn has(&self, color: Color, class: Pattern4) -> bool {
        self.count(color, class) > 0
    }

    /// The table of shapes of the rule.
    #[inline]
    pub fn table(&self) -> &'static ShapeTable {
        self.table
    }

    /// The last stone and the one before it, as [`Board::last`] has them.
    #[inline]
    pub fn last_two(&self) -> [Option<Point>; 2] {
        [self.last(0), self.last(1)]
    }

    /// The stone put `back` stones ago, the last one being 0; `None` for a pass or before the first stone.
    #[inline]
    pub fn last(&self, back: usize) -> Option<Point> {
        match self.played.len().checked_sub(back + 1) {
            Some(index) => self.played[index].point,
            None => {
                let index = self.before.len().checked_sub(back - self.played.len() + 1)?;
                Some(self.before[index])
            }
        }
    }

    /// Whether the point is forbidden to `color`, exactly.
    #[inline]
    pub fn is_forbidden(&self, color: Color, point: Point) -> bool {
        R::KIND.forbids(color)
            && self.class(color, point) == Pattern4::MaybeForbidden
            && forbidden::judge_shapes(&self.lines, point, self.shapes(point).of(color)).is_some()
    }

    /// Those of these empty points that are not forbidden to the side to move, exactly.
    #[inline]
    pub fn legal(&self, points: &PointSet) -> PointSet {
        let us = self.to_move;
        if R::KIND.forbids(us) { points.without(&self.forbidden_among(us, points)) } else { *points }
    }

    /// All points forbidden to Black, exactly.
    pub fn forbidden_points(&self) -> PointSet {
        if R::KIND.forbids(Color::Black) { self.forbidden_among(Color::Black, &self.empty) } else { PointSet::EMPTY }
    }

    fn forbidden_among(&self, color: Color, points: &PointSet) -> PointSet {
        let flagged = points.and(self.of_class(color, Pattern4::MaybeForbidden));
        flagged.iter().filter(|&point| self.is_forbidden(color, point)).collect()
    }

    /// Puts a stone of the side to move on an empty point. Whether the rule lets it is not asked.
    pub fn play(&mut self, point: Point) {
        debug_assert_eq!(self.cell(point), Cell::Empty);
        let near = *self.near.patch_mut(point.row() - NEAR);
        self.begin_turn(Some(point), near);
        self.insert_near(point);
        self.lines.flip(point, self.to_move.into());
        self.key ^= zobrist::stone(self.to_move, point) ^ zobrist::WHITE_TO_MOVE;
        self.empty.remove(point);
        self.stones += 1;
        self.to_move = !self.to_move;
        self.note_changes(point);
        #[cfg(debug_assertions)]
        self.check_sometimes();
    }

    /// Takes the last stone back. Panics when there is none since the board was made.
    pub fn undo(&mut self) {
        let Undo { point, key, journal, reclassified, near, counts } =
            self.played.pop().expect("no stone to take back");
        let point = point.expect("the last turn was passed");
        for change in &self.journal[journal..self.used] {
            self.shapes[change.point.index()] = change.before;
        }
        self.used = journal;
        for &Reclassified { point, color, before, after } in &self.reclassified[reclassified..] {
            self.sets[color][before as usize].toggle(point);
            self.sets[color][after as usize].toggle(point);
        }
        self.reclassified.truncate(reclassified);
        self.counts = counts;
        *self.near.patch_mut(point.row() - NEAR) = near;
        self.to_move = !self.to_move;
        self.lines.flip(point, self.to_move.into());
        self.key = key;
        self.empty.insert(point);
        self.stones -= 1;
        #[cfg(debug_assertions)]
        self.check_sometimes();
    }

    /// Leaves the turn to the other side.
    pub fn pass(&mut self) {
        self.begin_turn(None, Patch::default());
        self.to_move = !self.to_move;
        self.key ^= zobrist::WHITE_TO_MOVE;
    }

    /// Takes a pass back. Panics when the last turn was no pass.
    pub fn undo_pass(&mut self) {
        let pass = self.played.pop().expect("no pass to take back");
        assert!(pass.point.is_none(), "the last turn was not passed");
        self.to_move = !self.to_move;
        self.key = pass.key;
    }

    /// The key of the position after the side to move has put a stone on the point.
    #[inline]
    pub fn key_after(&self, point: Point) -> Key {
        self.key ^ zobrist::stone(self.to_move, point) ^ zobrist::WHITE_TO_MOVE
    }

    #[inline]
    fn insert_near(&mut self, point: Point) {
        let first = point.row() - NEAR;
        for (word, bits) in self.near.patch_mut(first).iter_mut().zip(NEAR_PATCHES[first % 2]) {
            *word |= bits << (point.column() - NEAR);
        }
    }

    fn set_shapes(&mut self, point: Point, shapes: ShapesPair) {
        let before = std::mem::replace(&mut self.shapes[point.index()], shapes);
        self.reclassify(point, before);
    }
}

#[cfg(test)]
mod tests;
