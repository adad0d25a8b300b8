//! The eight views of a board, and those four of them that keep a rectangle a rectangle of the same size.

use crate::point::{BoardSize, Point};

/// One of the eight ways to look at a board: turned by quarters and mirrored.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry {
    swap_axes: bool,
    flip_x: bool,
    flip_y: bool,
}

impl Symmetry {
    /// The board as it is.
    pub const IDENTITY: Symmetry = Symmetry::from_number(0);

    /// All eight, the board as it is first.
    pub const ALL: [Symmetry; 8] = {
        let mut all = [Symmetry::from_number(0); 8];
        let mut i = 0;
        while i < 8 {
            all[i] = Symmetry::from_number(i);
            i += 1;
        }
        all
    };

    const fn from_number(number: usize) -> Symmetry {
        Symmetry { flip_x: number & 1 != 0, flip_y: number & 2 != 0, swap_axes: number & 4 != 0 }
    }

    /// The size of the board seen this way.
    #[must_use]
    pub const fn size(self, size: BoardSize) -> BoardSize {
        if !self.swap_axes {
            return size;
        }
        match BoardSize::of_other_game(size.height(), size.width()) {
            Some(size) => size,
            None => unreachable!(),
        }
    }

    /// Where a point of a board of `size` lies when the board is seen this way. The point must be one of that board.
    #[must_use]
    pub const fn point(self, point: Point, size: BoardSize) -> Point {
        let x = if self.flip_x { size.width() - 1 - point.x() } else { point.x() };
        let y = if self.flip_y { size.height() - 1 - point.y() } else { point.y() };
        if self.swap_axes { Point::new(y, x) } else { Point::new(x, y) }
    }

    /// Where a step of so many columns to the right and rows down leads when the board is seen this way.
    #[must_use]
    pub const fn offset(self, (dx, dy): (isize, isize)) -> (isize, isize) {
        let dx = if self.flip_x { -dx } else { dx };
        let dy = if self.flip_y { -dy } else { dy };
        if self.swap_axes { (dy, dx) } else { (dx, dy) }
    }

    /// The view that comes of this one when what it shows is seen another way.
    #[must_use]
    pub const fn then(self, next: Symmetry) -> Symmetry {
        let (flip_x, flip_y) = if self.swap_axes { (next.flip_y, next.flip_x) } else { (next.flip_x, next.flip_y) };
        Symmetry {
            swap_axes: self.swap_axes != next.swap_axes,
            flip_x: self.flip_x != flip_x,
            flip_y: self.flip_y != flip_y,
        }
    }

    /// The view that leads back from this one.
    #[must_use]
    pub const fn inverse(self) -> Symmetry {
        if self.swap_axes { Symmetry { flip_x: self.flip_y, flip_y: self.flip_x, ..self } } else { self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_view_leads_back() {
        let size = BoardSize::new(7, 12).unwrap();
        for symmetry in Symmetry::ALL {
            let seen = symmetry.size(size);
            for point in size.points() {
                let there = symmetry.point(point, size);
                assert!(seen.contains(there));
                assert_eq!(symmetry.inverse().point(there, seen), point);
                for next in Symmetry::ALL {
                    assert_eq!(
                        symmetry.then(next).point(point, size),
                        next.point(there, seen),
                        "{symmetry:?} {next:?}"
                    );
                }
                let distance = |from: Point, to: Point| {
                    let (dx, dy) = (to.x() as isize - from.x() as isize, to.y() as isize - from.y() as isize);
                    (dx, dy)
                };
                let first = Point::new(0, 0);
                let step = symmetry.offset(distance(first, point));
                assert_eq!(step, distance(symmetry.point(first, size), there));
            }
        }
    }
}
