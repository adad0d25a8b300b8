//! Lists of points as text: `h8i9`, or with blanks, commas and semicolons between as in `h8, i9`.

use crate::point::{BoardSize, Point, Rows};

/// The points of a list in turn, each with its name as it is written; it ends at the first that cannot be read.
///
/// ```
/// use tengen_engine::point::{BoardSize, NoPoint, PointList, Rows};
///
/// let size = BoardSize::square(15).unwrap();
/// let list = PointList::new("h8I9, ;j10", size, Rows::FromBottom);
/// assert_eq!(list.map(|point| point.unwrap().0).collect::<Vec<_>>(), ["h8", "I9", "j10"]);
///
/// let mut list = PointList::new("h8 z1 a1", size, Rows::FromBottom);
/// assert!(list.next().unwrap().is_ok());
/// assert_eq!(list.next(), Some(Err(NoPoint { at: 3, rest: "z1 a1" })));
/// assert_eq!(list.next(), None);
/// ```
#[derive(Clone, Debug)]
pub struct PointList<'a> {
    text: &'a str,
    rest: &'a str,
    size: BoardSize,
    rows: Rows,
}

/// What stands in a list and is no point of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoPoint<'a> {
    /// The characters before it.
    pub at: usize,
    /// The list from there on.
    pub rest: &'a str,
}

impl<'a> PointList<'a> {
    /// The points of `text` on a board of `size`.
    #[must_use]
    pub const fn new(text: &'a str, size: BoardSize, rows: Rows) -> PointList<'a> {
        PointList { text, rest: text, size, rows }
    }
}

impl<'a> Iterator for PointList<'a> {
    type Item = Result<(&'a str, Point), NoPoint<'a>>;

    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.rest.trim_start_matches(is_between);
        if rest.is_empty() {
            return None;
        }
        let read = Point::parse_prefix(rest, self.size, self.rows);
        self.rest = read.map_or("", |(_, after)| after);
        Some(match read {
            Some((point, after)) => Ok((&rest[..rest.len() - after.len()], point)),
            None => Err(NoPoint { at: self.text[..self.text.len() - rest.len()].chars().count(), rest }),
        })
    }
}

impl<'a> NoPoint<'a> {
    /// What cannot be read, up to what may stand between points.
    #[must_use]
    pub fn word(&self) -> &'a str {
        self.rest.split(is_between).next().unwrap_or(self.rest)
    }
}

fn is_between(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ';')
}
