//! The board of the search: stones with everything that follows from them kept up to date on play and undo.
//!
//! For every empty point it knows what a stone of either colour would make on each of the four lines; from that follow the
//! sets of points by [`Pattern4`], and Black's forbidden points. What is redundant is private, and [`Board::check`] recomputes
//! all of it from the stones.

use std::marker::PhantomData;

use crate::color::{ByColor, Color};
use crate::forbidden;
use crate::game::Game;
use crate::line::{Cell, Lines};
use crate::point::{BoardSize, CELLS, Direction, MAX_SIDE, Point};
use crate::point_set::{self, Patch, PointSet};
use crate::rule::Rule;
use crate::shape::table::{self, ShapeTable};
use crate::shape::{Pattern4, ShapesPair};
use crate::zobrist::{self, Key};

/// Somebody who is told of every change to the shapes of a point, such as an evaluation that keeps sums.
pub trait Observer {
    /// A stone is about to be put; the changes that follow belong to it.
    fn begin(&mut self);
    /// What stones on the point would make has changed. Points that hold a stone make nothing.
    fn changed(&mut self, point: Point, before: ShapesPair, after: ShapesPair);
    /// All changes since the last [`Observer::begin`] that is still standing are taken back.
    fn undone(&mut self);
}

impl Observer for () {
    #[inline]
    fn begin(&mut self) {}
    #[inline]
    fn changed(&mut self, _point: Point, _before: ShapesPair, _after: ShapesPair) {}
    #[inline]
    fn undone(&mut self) {}
}

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

/// More points than one stone can change: its own and ten in each direction.
const MOST_CHANGES: usize = 64;
/// What the journal is filled with where nothing is noted yet.
const UNUSED: (u16, ShapesPair) = (0, ShapesPair::EMPTY);

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

/// A point that came from one class to another for one side.
#[derive(Clone, Copy)]
struct Reclassified {
    point: Point,
    color: Color,
    before: Pattern4,
    after: Pattern4,
}

/// What it takes to bring back the board before a stone.
#[derive(Clone, Copy)]
struct Undo {
    /// The stone; `None` for a pass.
    point: Option<Point>,
    /// Length of the journal before the stone.
    journal: usize,
    /// Length of the list of points that were reclassified, before the stone.
    reclassified: usize,
    /// What `near` held around the stone.
    near: Patch,
    /// Points of each class before the stone.
    counts: ByColor<Counts>,
}

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
    /// Points whose shapes changed, packed, with what they were before, oldest first.
    journal: Vec<(u16, ShapesPair)>,
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

    /// Tells an observer of all shapes, as though they had just come to be.
    pub fn show_all(&self, observer: &mut impl Observer) {
        for point in &self.empty {
            observer.changed(point, ShapesPair::EMPTY, self.shapes(point));
        }
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

    /// All points forbidden to Black, exactly.
    pub fn forbidden_points(&self) -> PointSet {
        let mut points = PointSet::EMPTY;
        if R::KIND.forbids(Color::Black) {
            for point in self.of_class(Color::Black, Pattern4::MaybeForbidden) {
                if self.is_forbidden(Color::Black, point) {
                    points.insert(point);
                }
            }
        }
        points
    }

    /// Puts a stone of the side to move on an empty point. Whether the rule lets it is not asked.
    pub fn play(&mut self, point: Point, observer: &mut impl Observer) {
        debug_assert_eq!(self.cell(point), Cell::Empty);
        observer.begin();
        let near = *self.near.patch_mut(point.row() - NEAR);
        self.begin_turn(Some(point), near);
        self.insert_near(point);
        self.lines.flip(point, self.to_move.into());
        self.key ^= zobrist::stone(self.to_move, point) ^ zobrist::WHITE_TO_MOVE;
        self.empty.remove(point);
        self.stones += 1;
        self.to_move = !self.to_move;
        let old = self.used;
        self.note_changes(point);
        self.announce(old, observer);
        #[cfg(debug_assertions)]
        self.check_sometimes();
    }

    /// Takes the last stone back. Panics when there is none since the board was made.
    pub fn undo(&mut self, observer: &mut impl Observer) {
        let Undo { point, journal, reclassified, near, counts } = self.played.pop().expect("no stone to take back");
        let point = point.expect("the last turn was passed");
        observer.undone();
        for &(there, before) in &self.journal[journal..self.used] {
            self.shapes[usize::from(there) % CELLS] = before;
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
        self.key ^= zobrist::stone(self.to_move, point) ^ zobrist::WHITE_TO_MOVE;
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
        self.key ^= zobrist::WHITE_TO_MOVE;
    }

    /// The key of the position after the side to move has put a stone on the point.
    #[inline]
    pub fn key_after(&self, point: Point) -> Key {
        self.key ^ zobrist::stone(self.to_move, point) ^ zobrist::WHITE_TO_MOVE
    }

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
    fn check_sometimes(&self) {
        if self.key.0.is_multiple_of(1024) {
            self.check();
        }
    }

    /// Notes what brings back the board as it is now.
    #[inline]
    fn begin_turn(&mut self, point: Option<Point>, near: Patch) {
        let (journal, reclassified) = (self.used, self.reclassified.len());
        self.played.push(Undo { point, journal, reclassified, near, counts: self.counts });
    }

    #[inline]
    fn insert_near(&mut self, point: Point) {
        let first = point.row() - NEAR;
        for (word, bits) in self.near.patch_mut(first).iter_mut().zip(NEAR_PATCHES[first % 2]) {
            *word |= bits << (point.column() - NEAR);
        }
    }

    /// Renews the shapes around a stone that was just put and notes in the journal which of them were others before.
    ///
    /// An entry is written for every point and kept only where something changed: a branch for each would cost more.
    #[inline]
    fn note_changes(&mut self, point: Point) {
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
    fn announce(&mut self, old: usize, observer: &mut impl Observer) {
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
    fn reclassify(&mut self, point: Point, before: ShapesPair) {
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

    fn set_shapes(&mut self, point: Point, shapes: ShapesPair) {
        let before = std::mem::replace(&mut self.shapes[point.index()], shapes);
        self.reclassify(point, before);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::RuleKind;
    use crate::with_rule;

    /// An observer that must always know the shapes of every point.
    struct Witness {
        shapes: Vec<ShapesPair>,
        changes: Vec<Vec<(Point, ShapesPair)>>,
    }

    impl Observer for Witness {
        fn begin(&mut self) {
            self.changes.push(Vec::new());
        }

        fn changed(&mut self, point: Point, before: ShapesPair, after: ShapesPair) {
            assert_eq!(self.shapes[point.index()], before);
            self.shapes[point.index()] = after;
            if let Some(changes) = self.changes.last_mut() {
                changes.push((point, before));
            }
        }

        fn undone(&mut self) {
            for (point, before) in self.changes.pop().unwrap().into_iter().rev() {
                self.shapes[point.index()] = before;
            }
        }
    }

    fn play_at_random<R: Rule>(size: BoardSize, mut random: u64) {
        let mut draw = move |n: usize| {
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (random >> 33) as usize % n
        };
        let mut game = Game::new(R::KIND, size);
        for _ in 0..draw(3) {
            let point = Point::new(draw(size.width()), draw(size.height()));
            let _ = game.close(point);
        }
        let mut board = Board::<R>::from_game(&game);
        let mut witness = Witness { shapes: vec![ShapesPair::EMPTY; CELLS], changes: Vec::new() };
        board.show_all(&mut witness);
        let mut path: Vec<Game> = Vec::new();
        for _ in 0..size.area() * 2 {
            let candidates: Vec<Point> = match board.stones() {
                0 => board.empty().iter().collect(),
                _ => board.candidates().iter().collect(),
            };
            if candidates.is_empty() || (draw(4) == 0 && !path.is_empty()) {
                let Some(before) = path.pop() else { break };
                board.undo(&mut witness);
                game = before;
            } else {
                let point = candidates[draw(candidates.len())];
                path.push(game.clone());
                game.place(board.to_move(), point).unwrap();
                board.play(point, &mut witness);
            }
            assert_eq!(board.key(), game.key());
            let forbidden: PointSet = game.forbidden_points().map(|(point, _)| point).collect();
            assert_eq!(board.forbidden_points(), forbidden);
            assert_eq!(board.last(0), game.moves().last().map(|played| played.point));
            for point in size.points() {
                assert_eq!(witness.shapes[point.index()], board.shapes(point));
            }
            if draw(8) == 0 {
                board.check();
                let fresh = Board::<R>::from_game(&game);
                fresh.check();
                assert_eq!(fresh.candidates(), board.candidates());
            }
        }
        board.check();
    }

    #[test]
    fn what_is_kept_follows_from_the_stones() {
        for rule in RuleKind::ALL {
            for (width, height) in [(5, 5), (6, 22), (15, 15), (20, 20), (22, 22)] {
                with_rule!(rule, R => play_at_random::<R>(BoardSize::new(width, height).unwrap(), width as u64));
            }
        }
    }

    #[test]
    fn a_pass_changes_the_turn_alone() {
        let mut board = Board::<crate::rule::Renju>::from_game(
            &Game::from_text(RuleKind::Renju, BoardSize::square(15).unwrap(), "h8h9", Default::default()).unwrap(),
        );
        let (key, last) = (board.key(), board.last(0));
        board.pass();
        assert_eq!((board.to_move(), board.last(0), board.last(1)), (Color::White, None, last));
        assert_ne!(board.key(), key);
        board.check();
        board.undo_pass();
        assert_eq!((board.to_move(), board.key(), board.last(0)), (Color::Black, key, last));
    }
}
