//! Places on the board: a packed point, the size of a board, the four directions of lines, and all three as text.

mod list;

pub use list::{NoPoint, PointList};

use std::fmt;
use std::num::NonZeroU16;

/// Cells of wall kept on every side of the board. No window of a line reaches further than this from its centre.
pub const WALL: usize = 5;
/// The distance in the packed index from a point to the one below it.
pub const STRIDE: usize = 32;
/// Number of packed cells, walls included.
pub const CELLS: usize = STRIDE * STRIDE;
/// The shortest side a board may have.
pub const MIN_SIDE: usize = 5;
/// The longest side a board may have: with its walls it fills the packed square.
pub const MAX_SIDE: usize = STRIDE - 2 * WALL;

/// A point of a board: `x` to the right, `y` down, both from 0 at the upper left corner.
///
/// The index is packed as `(y + WALL) * STRIDE + (x + WALL)`, so that a step along any line is one addition and a step
/// off any board ends on a wall. It is never 0, which makes `Option<Point>` two bytes.
///
/// ```
/// use tengen_engine::{BoardSize, Point, Rows};
///
/// let size = BoardSize::square(15).unwrap();
/// let point = Point::parse("h8", size, Rows::FromBottom).unwrap();
/// assert_eq!(point, size.center());
/// assert_eq!(point.to_text(size, Rows::FromTop), "h8");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(NonZeroU16);

const _: () = assert!(size_of::<Option<Point>>() == 2);

impl Point {
    /// The point in column `x` and row `y`.
    ///
    /// # Panics
    /// When either is [`MAX_SIDE`] or more.
    #[inline]
    #[must_use]
    pub const fn new(x: usize, y: usize) -> Point {
        assert!(x < MAX_SIDE && y < MAX_SIDE);
        Point::from_index((y + WALL) * STRIDE + x + WALL)
    }

    /// The point with this packed index, which must be that of a point or of a wall.
    ///
    /// # Panics
    /// At index 0, which is a wall that no point stands for.
    #[inline]
    #[must_use]
    pub const fn from_index(index: usize) -> Point {
        debug_assert!(index < CELLS);
        match NonZeroU16::new(index as u16) {
            Some(index) => Point(index),
            None => panic!("index 0 is a wall"),
        }
    }

    /// The packed index, below [`CELLS`].
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        // The mask changes nothing; it lets the compiler drop bounds checks on arrays of `CELLS`.
        self.0.get() as usize & (CELLS - 1)
    }

    /// Column from the left, from 0.
    #[inline]
    #[must_use]
    pub const fn x(self) -> usize {
        self.column().wrapping_sub(WALL)
    }

    /// Row from the top, from 0.
    #[inline]
    #[must_use]
    pub const fn y(self) -> usize {
        self.row().wrapping_sub(WALL)
    }

    /// Column of the packed square, walls counted.
    #[inline]
    pub(crate) const fn column(self) -> usize {
        self.index() % STRIDE
    }

    /// Row of the packed square, walls counted.
    #[inline]
    pub(crate) const fn row(self) -> usize {
        self.index() / STRIDE
    }

    /// The cell `steps` further along `direction`; it may be a wall. At most [`WALL`] steps from a point of a board, and
    /// fewer where nothing is known of the cells between.
    #[inline]
    #[must_use]
    pub const fn step(self, direction: Direction, steps: isize) -> Point {
        Point::from_index((self.index() as isize + direction.stride() * steps) as usize)
    }

    /// Largest of the horizontal and the vertical distance.
    #[inline]
    #[must_use]
    pub const fn distance(self, other: Point) -> usize {
        let (dx, dy) = (self.column().abs_diff(other.column()), self.row().abs_diff(other.row()));
        if dx > dy { dx } else { dy }
    }

    /// Reads one `h8`-like point from the front of `text` and returns it with the rest.
    pub fn parse_prefix(text: &str, size: BoardSize, rows: Rows) -> Option<(Point, &str)> {
        let letter = text.bytes().next().filter(u8::is_ascii_alphabetic)?;
        let x = usize::from(letter.to_ascii_lowercase() - b'a');
        let rest = &text[1..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let number: usize = rest[..digits].parse().ok()?;
        let from_first = number.checked_sub(1).filter(|&row| row < size.height())?;
        let y = match rows {
            Rows::FromTop => from_first,
            Rows::FromBottom => size.height() - 1 - from_first,
        };
        Some((size.point(x, y)?, &rest[digits..]))
    }

    /// Reads one `h8`-like point that is the whole of `text`.
    #[must_use]
    pub fn parse(text: &str, size: BoardSize, rows: Rows) -> Option<Point> {
        Point::parse_prefix(text, size, rows).filter(|(_, rest)| rest.is_empty()).map(|(point, _)| point)
    }

    /// The point as a letter for the column and a number for the row. It must lie on a board of that size.
    #[must_use]
    pub fn to_text(self, size: BoardSize, rows: Rows) -> String {
        let letter = char::from(b'a' + self.x() as u8);
        let number = match rows {
            Rows::FromTop => self.y() + 1,
            Rows::FromBottom => size.height() - self.y(),
        };
        format!("{letter}{number}")
    }
}

/// As people write it, with rows counted from the top, which is said, because a point does not know the height of its board.
///
/// ```
/// use tengen_engine::Point;
///
/// assert_eq!(format!("{:?}", Point::new(7, 4)), "h5 from top");
/// ```
impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (x, y) = (self.x(), self.y());
        if x < MAX_SIDE && y < MAX_SIDE {
            write!(f, "{}{} from top", char::from(b'a' + x as u8), y + 1)
        } else {
            write!(f, "wall {}", self.index())
        }
    }
}

/// Which row is number 1 when points are written as `h8`.
///
/// Books, Renju players and Yixin-Board count from the bottom; the Gomocup judge and c-gomoku-cli from the top.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Rows {
    /// `a1` is the lower left corner.
    #[default]
    FromBottom,
    /// `a1` is the upper left corner.
    FromTop,
}

/// Width and height of a board, each from [`MIN_SIDE`] to [`MAX_SIDE`], or from 1 where another game is played on it.
///
/// ```
/// use tengen_engine::BoardSize;
///
/// let size = BoardSize::new(20, 15).unwrap();
/// assert_eq!((size.area(), size.to_string()), (300, "20x15".to_string()));
/// assert_eq!(BoardSize::square(4), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct BoardSize {
    width: u8,
    height: u8,
}

impl BoardSize {
    /// The board of which nothing else is told: 15x15, on which Renju is played and mostly Gomoku too.
    pub const USUAL: BoardSize = BoardSize::square(15).expect("15 is a size");

    /// A board of `width` columns and `height` rows, or `None` when a side is out of range.
    #[must_use]
    pub const fn new(width: usize, height: usize) -> Option<BoardSize> {
        if width < MIN_SIDE || width > MAX_SIDE || height < MIN_SIDE || height > MAX_SIDE {
            return None;
        }
        Some(BoardSize { width: width as u8, height: height as u8 })
    }

    /// A board of another game than Gomoku, whose sides go from 1 to [`MAX_SIDE`], or `None` when a side is out of range.
    #[must_use]
    pub const fn of_other_game(width: usize, height: usize) -> Option<BoardSize> {
        if width == 0 || width > MAX_SIDE || height == 0 || height > MAX_SIDE {
            return None;
        }
        Some(BoardSize { width: width as u8, height: height as u8 })
    }

    /// A square board, or `None` when the side is out of range.
    #[must_use]
    pub const fn square(side: usize) -> Option<BoardSize> {
        BoardSize::new(side, side)
    }

    /// Number of columns.
    #[must_use]
    pub const fn width(self) -> usize {
        self.width as usize
    }

    /// Number of rows.
    #[must_use]
    pub const fn height(self) -> usize {
        self.height as usize
    }

    /// Number of points.
    #[must_use]
    pub const fn area(self) -> usize {
        self.width() * self.height()
    }

    /// The point at `x`, `y` when it lies on this board.
    #[must_use]
    pub const fn point(self, x: usize, y: usize) -> Option<Point> {
        if x < self.width() && y < self.height() { Some(Point::new(x, y)) } else { None }
    }

    /// Whether the cell is on this board and not a wall.
    #[inline]
    #[must_use]
    pub const fn contains(self, point: Point) -> bool {
        point.x() < self.width() && point.y() < self.height()
    }

    /// Whether one point is the middle: both sides are odd.
    #[must_use]
    pub const fn has_center(self) -> bool {
        self.width() % 2 == 1 && self.height() % 2 == 1
    }

    /// The middle point, the lower right one of the middle four on even sides.
    #[must_use]
    pub const fn center(self) -> Point {
        Point::new(self.width() / 2, self.height() / 2)
    }

    /// The dots that help the eye: the middle point, where there is one, and four towards the corners. They stand on the
    /// fourth lines, on the third where a side is shorter than 13, and there are none of the four where it is shorter than 9.
    #[must_use]
    pub fn dots(self) -> Vec<Point> {
        let lines = |side: usize| match side {
            ..9 => None,
            9..13 => Some([2, side - 3]),
            13.. => Some([3, side - 4]),
        };
        let mut dots = Vec::new();
        if let (Some(columns), Some(rows)) = (lines(self.width()), lines(self.height())) {
            dots.extend(rows.into_iter().flat_map(|y| columns.map(|x| Point::new(x, y))));
        }
        if self.has_center() {
            dots.push(self.center());
        }
        dots
    }

    /// All points, row by row from the upper left.
    pub fn points(self) -> impl Iterator<Item = Point> + Clone {
        (0..self.height()).flat_map(move |y| (0..self.width()).map(move |x| Point::new(x, y)))
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

impl fmt::Debug for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// One of the four directions in which a line runs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Direction {
    /// Along a row, to the right.
    Row,
    /// Along a column, down.
    Column,
    /// Down and to the right.
    Falling,
    /// Up and to the right.
    Rising,
}

impl Direction {
    /// Number of directions.
    pub const COUNT: usize = 4;
    /// All four, in the order of their numbers.
    pub const ALL: [Direction; Direction::COUNT] =
        [Direction::Row, Direction::Column, Direction::Falling, Direction::Rising];

    /// The difference of packed indices of two neighbours along this direction.
    #[inline]
    #[must_use]
    pub const fn stride(self) -> isize {
        match self {
            Direction::Row => 1,
            Direction::Column => STRIDE as isize,
            Direction::Falling => STRIDE as isize + 1,
            Direction::Rising => 1 - STRIDE as isize,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_goes_both_ways_on_every_size() {
        for size in [BoardSize::square(5), BoardSize::new(22, 7), BoardSize::square(22)].map(Option::unwrap) {
            for rows in [Rows::FromTop, Rows::FromBottom] {
                for point in size.points() {
                    assert_eq!(Point::parse(&point.to_text(size, rows), size, rows), Some(point));
                }
            }
        }
        let size = BoardSize::square(15).unwrap();
        assert_eq!(Point::parse("a1", size, Rows::FromBottom), Some(Point::new(0, 14)));
        assert_eq!(Point::parse("A1", size, Rows::FromTop), Some(Point::new(0, 0)));
        for bad in ["", "h", "h0", "h16", "p1", "8h", "h8x", "h99999999999999999999999", "ä1", "h-1"] {
            assert_eq!(Point::parse(bad, size, Rows::FromTop), None, "{bad}");
        }
    }

    #[test]
    fn dots_stand_towards_the_corners_of_boards_that_have_room_for_them() {
        for (width, height, expected) in [
            (5, 5, "c3"),
            (8, 8, ""),
            (9, 9, "c7 g7 c3 g3 e5"),
            (12, 12, "c10 j10 c3 j3"),
            (13, 13, "d10 j10 d4 j4 g7"),
            (15, 15, "d12 l12 d4 l4 h8"),
            (19, 19, "d16 p16 d4 p4 j10"),
            (20, 20, "d17 q17 d4 q4"),
            (20, 9, "d7 q7 d3 q3"),
            (15, 7, "h4"),
        ] {
            let size = BoardSize::new(width, height).unwrap();
            let dots: Vec<String> = size.dots().iter().map(|dot| dot.to_text(size, Rows::FromBottom)).collect();
            assert_eq!(dots.join(" "), expected, "{size}");
        }
    }

    #[test]
    fn steps_off_the_board_are_walls() {
        let size = BoardSize::square(MAX_SIDE).unwrap();
        for point in size.points() {
            for direction in Direction::ALL {
                for steps in -(WALL as isize)..=WALL as isize {
                    let (dx, dy) = match direction {
                        Direction::Row => (1, 0),
                        Direction::Column => (0, 1),
                        Direction::Falling => (1, 1),
                        Direction::Rising => (1, -1),
                    };
                    let (x, y) = (point.x() as isize + dx * steps, point.y() as isize + dy * steps);
                    let inside = usize::try_from(x).ok().zip(usize::try_from(y).ok());
                    let expected = inside.and_then(|(x, y)| size.point(x, y));
                    let cell = match (point.index() as isize + direction.stride() * steps) as usize {
                        0 => None,
                        _ => Some(point.step(direction, steps)).filter(|&cell| size.contains(cell)),
                    };
                    assert_eq!(cell, expected);
                }
            }
        }
    }
}
