//! Symmetries of four stones: which fifth moves are the same one, so that only one of them may be offered.

use std::fmt;

use smallvec::SmallVec;

use crate::game::Game;
use crate::point::{BoardSize, Point};
use crate::symmetry::Symmetry;

/// When two fifth moves are the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Sameness {
    /// When the stones look alike with either, wherever on the board they stand. Lists that are valid by this reading are
    /// valid by the other, so it is the one to propose by.
    #[default]
    Shape,
    /// When the whole board looks alike with either: only views about the centre count.
    Board,
    /// When they are the same point: for lists of others that are taken as they come.
    Point,
}

/// A number of fifth moves: 1 at the least, since an opening with none could not go on.
///
/// ```
/// use tengen_engine::opening::Fifths;
///
/// assert_eq!(Fifths::new(8).map(Fifths::get), Some(8));
/// assert_eq!([0, 63].map(Fifths::new), [None; 2]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Fifths(u8);

impl Fifths {
    /// No source bounds the number of Yamaguchi; on 15x15 there are always at least so many fifths that differ. On a
    /// smaller board there may be fewer, and all of them are offered then.
    pub const MOST: Fifths = Fifths(62);
    /// What RIF offers.
    pub(crate) const RIF: Fifths = Fifths(2);
    /// What Soosyrv-8 allows.
    pub const SOOSYRV: Fifths = Fifths(8);

    /// The number, where it is none too small or too large.
    #[must_use]
    pub const fn new(number: u8) -> Option<Fifths> {
        if 0 < number && number <= Fifths::MOST.0 { Some(Fifths(number)) } else { None }
    }

    /// As a number.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Fifths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Columns to the right and rows down from the centre of the board.
type Offset = (isize, isize);

/// A view of the board about its centre, and then a shift.
#[derive(Clone, Copy, Debug)]
struct Isometry {
    view: Symmetry,
    shift: Offset,
}

impl Isometry {
    fn image(self, offset: Offset) -> Offset {
        let (dx, dy) = self.view.offset(offset);
        (dx + self.shift.0, dy + self.shift.1)
    }
}

/// The group of isometries that map two black and two white stones onto themselves: of one, two or four members.
///
/// ```
/// use tengen_engine::opening::{Sameness, Symmetries};
/// use tengen_engine::point::{BoardSize, Point, Rows};
///
/// let size = BoardSize::square(15).unwrap();
/// let point = |text| Point::parse(text, size, Rows::FromBottom).unwrap();
/// let [h8, h9, h7, h6, g8, i7] = ["h8", "h9", "h7", "h6", "g8", "i7"].map(point);
/// // A half turn of the four stones makes one fifth of the other, though not of the board.
/// assert!(Symmetries::of([h8, h7], [h9, h6], size, Sameness::Shape).are_same(g8, i7));
/// assert!(!Symmetries::of([h8, h7], [h9, h6], size, Sameness::Board).are_same(g8, i7));
/// ```
#[derive(Clone, Debug)]
pub struct Symmetries {
    members: SmallVec<[Isometry; 4]>,
    size: BoardSize,
}

impl Symmetries {
    /// The symmetries of four stones by one of the two readings.
    #[must_use]
    pub fn of(black: [Point; 2], white: [Point; 2], size: BoardSize, sameness: Sameness) -> Symmetries {
        let black = black.map(|stone| offset(stone, size));
        let white = white.map(|stone| offset(stone, size));
        let mut members = SmallVec::new();
        for view in Symmetry::ALL {
            let (x, y) = view.offset(black[0]);
            for target in black {
                let isometry = Isometry { view, shift: (target.0 - x, target.1 - y) };
                let keeps = |stones: [Offset; 2]| {
                    let images = stones.map(|stone| isometry.image(stone));
                    images == stones || images == [stones[1], stones[0]]
                };
                let counts = match sameness {
                    Sameness::Shape => true,
                    Sameness::Board => isometry.shift == (0, 0) && view.size(size) == size,
                    Sameness::Point => isometry.shift == (0, 0) && view == Symmetry::ALL[0],
                };
                if counts && keeps(black) && keeps(white) {
                    members.push(isometry);
                }
            }
        }
        Symmetries { members, size }
    }

    /// The symmetries of the first four stones of a game, if it has so many.
    pub(crate) fn of_game(game: &Game, sameness: Sameness) -> Option<Symmetries> {
        let [first, second, third, fourth, ..] = game.moves() else { return None };
        let (black, white) = ([first.point, third.point], [second.point, fourth.point]);
        Some(Symmetries::of(black, white, game.size(), sameness))
    }

    /// The number of members: 1 when no two fifths are the same.
    #[must_use]
    pub fn order(&self) -> usize {
        self.members.len()
    }

    /// Whether two points are the same fifth move.
    #[must_use]
    pub fn are_same(&self, fifth: Point, other: Point) -> bool {
        self.images(fifth).any(|image| image == other)
    }

    /// The points that are the same fifth move as this one, itself among them. An image off the board is no point.
    pub fn images(&self, fifth: Point) -> impl Iterator<Item = Point> + '_ {
        let from = offset(fifth, self.size);
        self.members.iter().filter_map(move |member| {
            let (dx, dy) = member.image(from);
            let center = self.size.center();
            let x = center.x().checked_add_signed(dx)?;
            self.size.point(x, center.y().checked_add_signed(dy)?)
        })
    }

    /// Of each class of points that are the same fifth, the one that comes first.
    pub fn distinct(&self, points: impl IntoIterator<Item = Point>) -> Vec<Point> {
        let mut kept: Vec<Point> = Vec::new();
        for point in points {
            if !kept.iter().any(|&before| self.are_same(before, point)) {
                kept.push(point);
            }
        }
        kept
    }

    /// How many classes of the same fifth there are among points that hold whole classes, as all empty ones do.
    pub(super) fn count_distinct(&self, points: impl Iterator<Item = Point>) -> usize {
        points.filter(|&point| self.images(point).all(|image| point <= image)).count()
    }
}

fn offset(point: Point, size: BoardSize) -> Offset {
    let center = size.center();
    (point.x() as isize - center.x() as isize, point.y() as isize - center.y() as isize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opening::Pattern;
    use crate::point::Rows;

    const SIZE: BoardSize = BoardSize::square(15).unwrap();

    fn points<const N: usize>(text: &str) -> [Point; N] {
        let points: Vec<Point> =
            text.split_whitespace().map(|point| Point::parse(point, SIZE, Rows::FromBottom).unwrap()).collect();
        points.try_into().unwrap()
    }

    fn symmetries(stones: [Point; 4], sameness: Sameness) -> Symmetries {
        let [first, second, third, fourth] = stones;
        Symmetries::of([first, third], [second, fourth], SIZE, sameness)
    }

    #[test]
    fn the_symmetric_positions_of_four_stones_are_counted() {
        let (mut all, mut by_shape, mut by_board, mut more) = (0, 0, 0, 0);
        let mut of_four = Vec::new();
        for pattern in Pattern::all() {
            let [first, second, third] = pattern.stones(SIZE);
            for fourth in SIZE.points().filter(|point| ![first, second, third].contains(point)) {
                let [shape, board] = [Sameness::Shape, Sameness::Board]
                    .map(|sameness| symmetries([first, second, third, fourth], sameness).order());
                assert!(matches!((shape, board), (1 | 2 | 4, 1 | 2)), "{pattern} {fourth:?}: {shape}, {board}");
                all += 1;
                by_shape += usize::from(shape > 1);
                by_board += usize::from(board > 1);
                more += usize::from(shape > board);
                if shape == 4 {
                    of_four.push(format!("{pattern} {}", fourth.to_text(SIZE, Rows::FromBottom)));
                }
            }
        }
        assert_eq!((all, by_shape, by_board, more), (5772, 163, 84, 85));
        assert_eq!(of_four, ["D4 i8", "D8 h6", "D11 h5", "I3 i7", "I11 f6", "I13 e5"]);
    }

    #[test]
    fn classes_are_those_that_masters_name() {
        for (stones, class) in [
            ("h8 h9 h7 h6", "g8 i8 g7 i7"),
            ("h8 h9 i9 i8", "g8 h7 i10 j9"),
            ("h8 h9 i9 i8", "i7 g9 j8 h10"),
            ("h8 h9 i9 i8", "g7 j10 g7 j10"),
            ("h8 h9 h6 h5", "g7 i7 g7 i7"),
            ("h8 h9 h6 h5", "g8 i8 g6 i6"),
            ("h8 i9 g7 f6", "g8 h7 g8 h7"),
            ("h8 i9 g7 f6", "i8 h9 f7 g6"),
        ] {
            let class: [Point; 4] = points(class);
            let mut expected = class.to_vec();
            expected.sort();
            expected.dedup();
            // Which of two stones came first is no matter.
            let [first, second, third, fourth]: [Point; 4] = points(stones);
            for stones in [[first, second, third, fourth], [third, fourth, first, second]] {
                let symmetries = symmetries(stones, Sameness::Shape);
                for fifth in class {
                    let mut images: Vec<Point> = symmetries.images(fifth).collect();
                    images.sort();
                    images.dedup();
                    assert_eq!(images, expected, "{stones:?}");
                }
            }
        }
    }

    #[test]
    fn classes_of_a_symmetric_position_are_fewer_than_its_points() {
        let stones = points("h8 h9 h7 h6");
        let fifths = || SIZE.points().filter(|point| !stones.contains(point));
        for (sameness, classes) in [(Sameness::Shape, 62), (Sameness::Board, 116), (Sameness::Point, 221)] {
            let symmetries = symmetries(stones, sameness);
            assert_eq!(symmetries.distinct(fifths()).len(), classes);
            assert_eq!(symmetries.count_distinct(fifths()), classes);
        }
        assert_eq!(symmetries(stones, Sameness::Point).order(), 1, "a point is the same as itself");
        let stones = points("h8 i9 h7 h9");
        let fifths = SIZE.points().filter(|point| !stones.contains(point));
        assert_eq!(symmetries(stones, Sameness::Shape).distinct(fifths).len(), 221);
    }

    #[test]
    fn the_whole_of_a_rectangle_is_not_mirrored_at_a_diagonal() {
        for (height, order) in [(15, 2), (17, 1)] {
            let size = BoardSize::new(15, height).unwrap();
            let (x, y) = (size.center().x(), size.center().y());
            // From the centre to the lower right, and one the other way.
            let [first, second, third] = [0, 1, 2].map(|steps| Point::new(x + steps, y + steps));
            let fourth = Point::new(x - 1, y - 1);
            let order_by = |sameness| Symmetries::of([first, third], [second, fourth], size, sameness).order();
            assert_eq!([Sameness::Board, Sameness::Shape].map(order_by), [order, 2], "{size}");
        }
    }
}
