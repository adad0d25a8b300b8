//! Which number of a coordinate is the column: managers write `x,y`, Yixin-Board writes `row,column`.

use std::fmt;

use tengen_engine::point::{BoardSize, Point};

/// The order of the two numbers of a coordinate, in both directions of the conversation. Both count from 0 at the upper
/// left corner.
///
/// ```
/// use tengen_engine::{BoardSize, Point};
/// use tengen_protocol::coords::Coords;
///
/// let size = BoardSize::square(15).unwrap();
/// assert_eq!(Coords::RowColumn.point((3, 9), size), Some(Point::new(9, 3)));
/// assert_eq!(Coords::ColumnRow.text(Point::new(9, 3)), "9,3");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Coords {
    /// `x,y`: column first, as the Gomocup protocol says.
    ColumnRow,
    /// `y,x`: row first, as Yixin-Board does.
    RowColumn,
}

impl Coords {
    /// The point with this coordinate when it lies on the board.
    #[must_use]
    pub fn point(self, (first, second): (i64, i64), size: BoardSize) -> Option<Point> {
        let (x, y) = match self {
            Coords::ColumnRow => (first, second),
            Coords::RowColumn => (second, first),
        };
        size.point(usize::try_from(x).ok()?, usize::try_from(y).ok()?)
    }

    /// The coordinate of a point.
    #[must_use]
    pub fn numbers(self, point: Point) -> (usize, usize) {
        match self {
            Coords::ColumnRow => (point.x(), point.y()),
            Coords::RowColumn => (point.y(), point.x()),
        }
    }

    /// The coordinate of a point as managers write it.
    #[must_use]
    pub fn text(self, point: Point) -> String {
        let (first, second) = self.numbers(point);
        format!("{first},{second}")
    }

    /// The coordinates of points with a blank between them.
    pub fn texts<'a>(self, points: impl IntoIterator<Item = &'a Point>) -> String {
        points.into_iter().map(|&point| self.text(point)).collect::<Vec<_>>().join(" ")
    }
}

impl fmt::Display for Coords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Coords::ColumnRow => "column before row",
            Coords::RowColumn => "row before column",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_lead_back_in_either_order() {
        let size = BoardSize::new(20, 7).unwrap();
        for coords in [Coords::ColumnRow, Coords::RowColumn] {
            for point in size.points() {
                let (first, second) = coords.numbers(point);
                assert_eq!(coords.point((first as i64, second as i64), size), Some(point));
            }
        }
        assert_eq!(Coords::ColumnRow.point((19, 6), size), Some(Point::new(19, 6)));
        assert_eq!(Coords::RowColumn.point((19, 6), size), None);
        for bad in [(-1, 0), (0, -1), (20, 0), (0, 7), (i64::MAX, i64::MIN)] {
            assert_eq!(Coords::ColumnRow.point(bad, size), None);
        }
        assert_eq!(Coords::RowColumn.texts(&[Point::new(3, 4), Point::new(0, 1)]), "4,3 1,0");
    }
}
