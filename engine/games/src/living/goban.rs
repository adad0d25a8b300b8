//! A board of Go: stones, the chains that they form, and what a move captures.

use std::fmt;

use tengen_engine::color::Color;
use tengen_engine::point::{BoardSize, CELLS, Direction, Point};

/// Stones on a board of Go. There is no rule of turns here, and none of repetition.
#[derive(Clone, PartialEq, Eq)]
pub struct Goban {
    size: BoardSize,
    stones: [Option<Color>; CELLS],
}

/// The stones of either side by name, which a board of all points would hide.
impl fmt::Debug for Goban {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stones = |color| self.size.points().filter(|&point| self.stone(point) == Some(color)).collect::<Vec<_>>();
        let [black, white] = Color::ALL.map(stones);
        f.debug_struct("Goban").field("size", &self.size).field("black", &black).field("white", &white).finish()
    }
}

impl Goban {
    /// An empty board.
    #[must_use]
    pub const fn new(size: BoardSize) -> Goban {
        Goban { size, stones: [None; CELLS] }
    }

    /// The size of the board.
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// The stone on a point of the board.
    #[inline]
    #[must_use]
    pub const fn stone(&self, point: Point) -> Option<Color> {
        self.stones[point.index()]
    }

    /// Puts a stone on a point, whatever was there, or clears the point. Nothing is captured.
    pub const fn set(&mut self, point: Point, stone: Option<Color>) {
        self.stones[point.index()] = stone;
    }

    /// Number of stones of a side.
    #[must_use]
    pub fn count(&self, color: Color) -> usize {
        self.size.points().filter(|&point| self.stone(point) == Some(color)).count()
    }

    /// The chain of the stone on a point; none where no stone stands.
    #[must_use]
    pub fn chain(&self, point: Point) -> Vec<Point> {
        let Some(color) = self.stone(point) else { return Vec::new() };
        connected(self.size, point, |other| self.stone(other) == Some(color))
    }

    /// Makes a move: stones of the other side that lose their last liberty are taken off, and then, when the move leaves its
    /// own chain without one, that chain. Returns the stones that were taken off, with their colour.
    ///
    /// A stone that stands on the point is replaced, as files of games ask for it.
    pub fn play(&mut self, color: Color, point: Point) -> Vec<(Color, Point)> {
        self.set(point, Some(color));
        let mut taken = Vec::new();
        for neighbour in neighbours(self.size, point) {
            if self.stone(neighbour) == Some(!color) {
                self.take_without_liberty(neighbour, &mut taken);
            }
        }
        self.take_without_liberty(point, &mut taken);
        taken
    }

    /// Takes the chain at a point off the board when it has no liberty.
    fn take_without_liberty(&mut self, point: Point, taken: &mut Vec<(Color, Point)>) {
        let Some(color) = self.stone(point) else { return };
        let chain = self.chain(point);
        let is_free = |&stone: &Point| neighbours(self.size, stone).any(|next| self.stone(next).is_none());
        if !chain.iter().any(is_free) {
            chain.iter().for_each(|&stone| self.set(stone, None));
            taken.extend(chain.into_iter().map(|stone| (color, stone)));
        }
    }
}

/// The up to four neighbours of a point on a board.
#[inline]
pub(super) fn neighbours(size: BoardSize, point: Point) -> impl Iterator<Item = Point> {
    const AROUND: [(Direction, isize); 4] =
        [(Direction::Column, -1), (Direction::Row, -1), (Direction::Row, 1), (Direction::Column, 1)];
    AROUND
        .into_iter()
        .map(move |(direction, step)| point.step(direction, step))
        .filter(move |&next| size.contains(next))
}

/// The point and all that it is connected with over points that belong.
fn connected(size: BoardSize, point: Point, belongs: impl Fn(Point) -> bool) -> Vec<Point> {
    let mut seen = [false; CELLS];
    seen[point.index()] = true;
    let mut found = vec![point];
    let mut next = 0;
    while let Some(&here) = found.get(next) {
        next += 1;
        for neighbour in neighbours(size, here) {
            if !seen[neighbour.index()] && belongs(neighbour) {
                seen[neighbour.index()] = true;
                found.push(neighbour);
            }
        }
    }
    found
}

/// A largest connected set of points of one kind.
pub(super) struct Component<K> {
    /// What its points have in common.
    pub kind: K,
    /// Its points, the first being its first from the upper left.
    pub points: Vec<Point>,
}

/// All largest connected sets of points of one kind, such as chains and empty regions.
pub(super) struct Components<K> {
    of: [Option<u16>; CELLS],
    all: Vec<Component<K>>,
}

impl<K: Copy + PartialEq> Components<K> {
    /// The sets on a board, where points without a kind belong to none.
    pub(super) fn new(size: BoardSize, kind: impl Fn(Point) -> Option<K>) -> Components<K> {
        let mut components = Components { of: [None; CELLS], all: Vec::new() };
        for point in size.points() {
            if components.of[point.index()].is_none()
                && let Some(kind_here) = kind(point)
            {
                let number = components.all.len() as u16;
                components.of[point.index()] = Some(number);
                let mut points = vec![point];
                let mut next = 0;
                while let Some(&here) = points.get(next) {
                    next += 1;
                    for neighbour in neighbours(size, here) {
                        if components.of[neighbour.index()].is_none() && kind(neighbour) == Some(kind_here) {
                            components.of[neighbour.index()] = Some(number);
                            points.push(neighbour);
                        }
                    }
                }
                components.all.push(Component { kind: kind_here, points });
            }
        }
        components
    }

    /// The number of the set that a point belongs to.
    pub(super) fn of(&self, point: Point) -> Option<usize> {
        self.of[point.index()].map(usize::from)
    }

    /// The sets, in the order of their numbers.
    pub(super) fn all(&self) -> &[Component<K>] {
        &self.all
    }

    /// The numbers of the sets that points touch, each once, in the order in which they are met.
    pub(super) fn around(&self, size: BoardSize, points: &[Point]) -> Vec<usize> {
        let mut met = vec![false; self.all.len()];
        let touched = points.iter().flat_map(|&point| neighbours(size, point)).filter_map(|point| self.of(point));
        touched.filter(|&number| !std::mem::replace(&mut met[number], true)).collect()
    }
}

/// The chains of both sides.
pub(super) fn chains(goban: &Goban) -> Components<Color> {
    Components::new(goban.size(), |point| goban.stone(point))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_captures_what_has_no_liberty_left() {
        let size = BoardSize::of_other_game(3, 2).unwrap();
        let at = Point::new;
        let mut goban = Goban::new(size);
        for (color, point) in [(Color::White, at(0, 0)), (Color::Black, at(1, 0)), (Color::White, at(1, 1))] {
            assert_eq!(goban.play(color, point), []);
        }
        // White's corner is taken, which alone gives Black's stone a liberty.
        assert_eq!(goban.play(Color::Black, at(0, 1)), [(Color::White, at(0, 0))]);
        assert_eq!(goban.count(Color::White), 1);
        assert_eq!(goban.play(Color::Black, at(2, 1)), [(Color::White, at(1, 1))]);
        goban.play(Color::Black, at(0, 0));
        goban.play(Color::Black, at(2, 0));
        assert_eq!(goban.play(Color::White, at(1, 1)).len(), 5);
        // A suicide takes off the stones that are played.
        let mut full = Goban::new(size);
        size.points().skip(1).for_each(|point| full.set(point, Some(Color::Black)));
        assert_eq!(full.play(Color::Black, at(0, 0)).len(), 6);
    }
}
