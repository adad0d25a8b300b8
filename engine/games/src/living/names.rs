//! Names of points as people of Go write and read them.

use tengen_engine::picture::column_letter;
use tengen_engine::point::{BoardSize, Point, Rows};

/// The letter that many programs of Go leave out.
const LEFT_OUT: char = 'i';
/// How many points are named where more would hide the sentence around them.
const MOST_NAMED: usize = 20;

/// How points of one board are named: `a1` is the lower left corner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Names {
    /// The board.
    pub size: BoardSize,
    /// Whether the letter i is left out, as in the Go Text Protocol.
    pub without_i: bool,
}

impl Names {
    /// Names with all letters.
    #[must_use]
    pub const fn new(size: BoardSize) -> Names {
        Names { size, without_i: false }
    }

    /// The letter of a column.
    #[must_use]
    pub fn column(self, x: usize) -> char {
        column_letter(if self.without_i && column_letter(x) >= LEFT_OUT { x + 1 } else { x })
    }

    /// The name of a point.
    #[must_use]
    pub fn point(self, point: Point) -> String {
        format!("{}{}", self.column(point.x()), self.size.height() - point.y())
    }

    /// The name of each of the points.
    #[must_use]
    pub fn list(self, points: &[Point]) -> Vec<String> {
        points.iter().map(|&point| self.point(point)).collect()
    }

    /// The names of points, in their order, and how many more there are when they are many.
    pub fn points<'a>(self, points: impl IntoIterator<Item = &'a Point>) -> String {
        let points: Vec<Point> = points.into_iter().copied().collect();
        let mut names = self.list(&points[..points.len().min(MOST_NAMED)]);
        if points.len() > MOST_NAMED {
            names.push(format!("and {} more", points.len() - MOST_NAMED));
        }
        names.join(" ")
    }

    /// The point of a name, or `None` when there is none of this name on the board.
    pub fn parse(self, name: &str) -> Option<Point> {
        let mut letters = name.chars();
        let letter = letters.next().filter(char::is_ascii_alphabetic)?.to_ascii_lowercase();
        let x = (0..self.size.width()).find(|&x| self.column(x) == letter)?;
        Point::parse(&format!("{}{}", column_letter(x), letters.as_str()), self.size, Rows::FromBottom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_go_both_ways_with_and_without_the_letter_i() {
        let size = BoardSize::of_other_game(22, 3).unwrap();
        for without_i in [false, true] {
            let names = Names { size, without_i };
            for point in size.points() {
                assert_eq!(names.parse(&names.point(point)), Some(point));
            }
        }
        let (with, without) = (Names::new(size), Names { size, without_i: true });
        assert_eq!(with.parse("i3"), Some(Point::new(8, 0)));
        assert_eq!(without.parse("J3"), Some(Point::new(8, 0)));
        assert_eq!(without.parse("w1"), Some(Point::new(21, 2)));
        for bad in ["", "i", "i1", "a0", "a4", "x1", "1a", "ä1", "a1 ", "a-1"] {
            assert_eq!(without.parse(bad), None, "{bad}");
        }
        assert_eq!(with.points(&[Point::new(1, 2), Point::new(0, 0)]), "b1 a3");
        assert_eq!(with.points(size.points().collect::<Vec<_>>().iter()).split_whitespace().last(), Some("more"));
    }
}
