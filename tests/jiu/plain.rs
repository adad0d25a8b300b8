//! Jiu a second time, on a plain grid and by the words of its rules alone: the paths of a side and what they take.

use std::collections::BTreeSet;

use tengen_engine::color::Color;
use tengen_engine::point::Point;
use tengen_games::jiu::{Path, Position, Rules};

/// Column and row from the upper left.
pub(crate) type Place = (i32, i32);

/// A path as plain numbers: the points it touches and the stones it jumps.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Plain {
    pub(crate) points: Vec<Place>,
    pub(crate) jumped: Vec<Place>,
    /// Squares and full lines together, as stones to take.
    pub(crate) take: usize,
}

/// A board of characters.
#[derive(Clone)]
pub(crate) struct Grid {
    rows: Vec<Vec<char>>,
}

const fn symbol(color: Color) -> char {
    match color {
        Color::Black => 'X',
        Color::White => 'O',
    }
}

impl Grid {
    pub(crate) fn of(position: &Position) -> Grid {
        let side = position.size().width();
        let cell = |x, y| position.color_at(Point::new(x, y)).map_or('.', symbol);
        Grid { rows: (0..side).map(|y| (0..side).map(|x| cell(x, y)).collect()).collect() }
    }

    fn side(&self) -> i32 {
        self.rows.len() as i32
    }

    fn at(&self, (x, y): Place) -> char {
        let row = usize::try_from(y).ok().and_then(|y| self.rows.get(y));
        row.zip(usize::try_from(x).ok()).and_then(|(row, x)| row.get(x).copied()).unwrap_or('#')
    }

    fn set(&mut self, (x, y): Place, symbol: char) {
        self.rows[y as usize][x as usize] = symbol;
    }

    fn places(&self, symbol: char) -> Vec<Place> {
        let all = (0..self.side()).flat_map(|y| (0..self.side()).map(move |x| (x, y)));
        all.filter(|&place| self.at(place) == symbol).collect()
    }

    pub(crate) fn squares_at(&self, (x, y): Place, own: char) -> usize {
        let mut squares = 0;
        for left in [x - 1, x] {
            for top in [y - 1, y] {
                let corners = [(left, top), (left + 1, top), (left, top + 1), (left + 1, top + 1)];
                squares += usize::from(corners.iter().all(|&corner| self.at(corner) == own));
            }
        }
        squares
    }

    fn lines_at(&self, (x, y): Place, own: char) -> usize {
        let row = (0..self.side()).all(|x| self.at((x, y)) == own);
        let column = (0..self.side()).all(|y| self.at((x, y)) == own);
        usize::from(row) + usize::from(column)
    }

    /// All paths of a side with what they take, in no order that matters.
    pub(crate) fn paths(&self, rules: &Rules, us: Color) -> BTreeSet<Plain> {
        let (own, other) = (symbol(us), symbol(!us));
        let (stones, others) = (self.places(own), self.places(other));
        let flies = stones.len() <= rules.fly_limit();
        let restrained = !rules.strong_single_jump && !flies && others.len() <= rules.fly_limit();
        let mut found = BTreeSet::new();
        for &from in &stones {
            for to in self.places('.') {
                let near = (from.0 - to.0).abs() + (from.1 - to.1).abs() == 1;
                if near || flies {
                    found.insert((vec![from, to], Vec::new()));
                }
            }
            let mut open = vec![(self.clone(), vec![from], Vec::new())];
            while let Some((grid, points, jumped)) = open.pop() {
                let at = points[points.len() - 1];
                for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                    let (over, to) = ((at.0 + dx, at.1 + dy), (at.0 + 2 * dx, at.1 + 2 * dy));
                    if grid.at(over) != other || grid.at(to) != '.' {
                        continue;
                    }
                    let mut next = grid.clone();
                    next.set(at, '.');
                    next.set(over, '.');
                    next.set(to, own);
                    let points: Vec<_> = points.iter().copied().chain([to]).collect();
                    let jumped: Vec<_> = jumped.iter().copied().chain([over]).collect();
                    if jumped.len() > 1 || !restrained {
                        found.insert((points.clone(), jumped.clone()));
                    }
                    open.push((next, points, jumped));
                }
            }
        }
        let with_take = |points: Vec<Place>, jumped: Vec<Place>| {
            let mut after = self.clone();
            let end = points[points.len() - 1];
            after.set(points[0], '.');
            jumped.iter().for_each(|&place| after.set(place, '.'));
            after.set(end, own);
            let squares = after.squares_at(end, own);
            let lines = if rules.formations { after.lines_at(end, own) } else { 0 };
            // Spear 2, burn 3 to 6, crossing 4 and 8.
            let due = match (lines, squares) {
                (0, squares) => squares,
                (1, squares) => [2, 3, 4, 5, 6][squares],
                (_, squares) => [4, 4, 8, 8, 8][squares],
            };
            let take = due.min(after.places(other).len());
            Plain { points, jumped, take }
        };
        found.into_iter().map(|(points, jumped)| with_take(points, jumped)).collect()
    }
}

/// A path of the engine in the same form.
pub(crate) fn plain(path: &Path, take: usize) -> Plain {
    let place = |point: Point| (point.x() as i32, point.y() as i32);
    Plain {
        points: path.points().map(place).collect(),
        jumped: path.jumped().iter().copied().map(place).collect(),
        take,
    }
}
