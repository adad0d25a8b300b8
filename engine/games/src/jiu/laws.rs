//! What the rules and the size of the board are to the search of Jiu, worked out once.

use smallvec::SmallVec;

use super::bits::Bits;
use super::rules::Rules;
use tengen_engine::color::Color;
use tengen_engine::internals::zobrist::{self, Key};
use tengen_engine::point::Point;

/// What the rules and the size are to the search.
pub(super) struct Laws<const W: usize> {
    pub(super) rules: Rules,
    pub(super) all: Bits<W>,
    /// The points whose cell to the lower right lies on the board.
    pub(super) cell_corners: Bits<W>,
    pub(super) edge: Bits<W>,
    pub(super) centre_bits: Bits<W>,
    pub(super) centre: [usize; 2],
    /// Number of points.
    pub(super) area: i32,
    /// For every point the other three corners of each cell it belongs to.
    pub(super) cells: Vec<SmallVec<[Bits<W>; 4]>>,
    /// For every point its row and its column.
    pub(super) lines: Vec<[Bits<W>; 2]>,
    stones: [Vec<Key>; 2],
    pub(super) fly_limit: i32,
}

impl<const W: usize> Laws<W> {
    /// The difference of indices for each way of [`super::position::WAYS`].
    pub(super) const OFFSETS: [isize; 4] = [-1, Bits::<W>::STRIDE as isize, -(Bits::<W>::STRIDE as isize), 1];

    pub(super) fn new(rules: &Rules) -> Laws<W> {
        let size = rules.size();
        let last = rules.side() - 1;
        let mut cells = vec![SmallVec::new(); Bits::<W>::LEN];
        let mut lines = vec![[Bits::EMPTY; 2]; Bits::<W>::LEN];
        let mut stones = [vec![Key::default(); Bits::<W>::LEN], vec![Key::default(); Bits::<W>::LEN]];
        for point in size.points() {
            let index = Bits::<W>::index(point);
            let (x, y) = (point.x(), point.y());
            for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                let left_top = x.checked_sub(dx).zip(y.checked_sub(dy));
                let corners = |(x, y)| [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)].map(|(x, y)| size.point(x, y));
                let Some(corners) = left_top.map(corners).filter(|corners| corners.iter().all(Option::is_some)) else {
                    continue;
                };
                cells[index].push(corners.into_iter().flatten().filter(|&corner| corner != point).collect());
            }
            let row = (0..size.width()).map(|x| Point::new(x, y)).collect();
            let column = (0..size.height()).map(|y| Point::new(x, y)).collect();
            lines[index] = [row, column];
            for color in Color::ALL {
                stones[color as usize][index] = zobrist::stone(color, point);
            }
        }
        Laws {
            rules: *rules,
            all: size.points().collect(),
            cell_corners: size.points().filter(|point| point.x() < last && point.y() < last).collect(),
            edge: size
                .points()
                .filter(|point| [point.x(), point.y()].iter().any(|&at| at == 0 || at == last))
                .collect(),
            centre_bits: rules.centre().into_iter().collect(),
            area: size.area() as i32,
            centre: rules.centre().map(Bits::<W>::index),
            cells,
            lines,
            stones,
            fly_limit: rules.fly_limit() as i32,
        }
    }

    pub(super) fn key(&self, color: Color, index: usize) -> Key {
        self.stones[color as usize][index]
    }
}
