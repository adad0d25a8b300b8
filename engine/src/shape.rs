//! What a stone would make of the line it is put on: the definition, and tables of its answers for every line content.
//!
//! A shape is defined by what it becomes with one more stone (see [`definition`]), so that no shape is ever listed by
//! hand. The tables hold the shapes of both colours for every content of the cells around a point.

pub mod definition;
pub mod table;

use crate::color::{ByColor, Color};
use crate::point::Direction;

/// Shape of a line for one side once that side has put a stone on a point of it. Every shape contains that stone.
///
/// Each is drawn by an example: `O` own stones, any of which may be the last, `_` empty, `X` a cell that the side cannot use;
/// what lies beyond the drawing cannot be used either.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Shape {
    /// `X_O__X` No five can come of it.
    Dead,
    /// `X__O__X` One stone becomes a [`Shape::ClosedTwo`].
    ClosedOne,
    /// `X__O___X` One stone becomes a two.
    One,
    /// `X_OO__X` One stone becomes a [`Shape::ClosedThree`].
    ClosedTwo,
    /// One stone becomes a three, on one point only. No line makes one under the rules there are; weights are stored by the
    /// numbers of shapes, so that it keeps its own.
    TightTwo,
    /// `X_OO___X` One stone becomes a three, on either of two points.
    Two,
    /// `__OO___` One stone becomes a three, on any of three or more points.
    WideTwo,
    /// `X_OOO_X` One stone becomes a four, but none becomes a straight four.
    ClosedThree,
    /// `X_OOO__X` One stone becomes a straight four, on one point only.
    Three,
    /// `__OOO__` One stone becomes a straight four, on either of two points.
    WideThree,
    /// `XOOOO_` One stone becomes a five, and the opponent can prevent it.
    Four,
    /// `O_OOO_O` Two fours on one line, for a side that is forbidden to make them.
    DoubleFour,
    /// `_OOOO_` One stone becomes a five, whatever single stone the opponent puts on the line.
    StraightFour,
    /// `OOOOO` A winning row.
    Five,
    /// `OOOOOO` A row of six or more, for a side that is forbidden to make it.
    Overline,
}

impl Shape {
    /// Number of shapes.
    pub const COUNT: usize = Shape::Overline as usize + 1;

    /// All shapes, in the order of their numbers.
    pub const ALL: [Shape; Shape::COUNT] = [
        Shape::Dead,
        Shape::ClosedOne,
        Shape::One,
        Shape::ClosedTwo,
        Shape::TightTwo,
        Shape::Two,
        Shape::WideTwo,
        Shape::ClosedThree,
        Shape::Three,
        Shape::WideThree,
        Shape::Four,
        Shape::DoubleFour,
        Shape::StraightFour,
        Shape::Five,
        Shape::Overline,
    ];

    /// The shape with this number; 15 is no shape and reads as [`Shape::Overline`].
    #[inline]
    pub const fn from_number(number: usize) -> Shape {
        Shape::ALL[if number < Shape::COUNT { number } else { Shape::COUNT - 1 }]
    }

    /// Number of fours it counts for.
    pub const fn fours(self) -> usize {
        match self {
            Shape::Four | Shape::StraightFour => 1,
            Shape::DoubleFour => 2,
            _ => 0,
        }
    }

    /// Whether one more stone makes a straight four of it.
    pub const fn is_three(self) -> bool {
        matches!(self, Shape::Three | Shape::WideThree)
    }
}

/// The shapes that a stone of one colour on one point would make, one for each direction, four bits each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Shapes(pub u16);

impl Shapes {
    /// Number of different values.
    pub const COUNT: usize = 1 << 16;

    /// The shape in one direction.
    #[inline]
    pub const fn get(self, direction: Direction) -> Shape {
        Shape::from_number((self.0 >> (4 * direction as u32) & 15) as usize)
    }

    /// All four shapes in the order of their directions.
    pub fn all(self) -> [Shape; Direction::COUNT] {
        Direction::ALL.map(|direction| self.get(direction))
    }

    /// Whether one of them is this.
    pub fn contains(self, shape: Shape) -> bool {
        self.all().contains(&shape)
    }

    /// Fours among them.
    #[inline]
    pub fn fours(self) -> usize {
        self.all().iter().map(|shape| shape.fours()).sum()
    }

    /// Threes among them.
    #[inline]
    pub fn threes(self) -> usize {
        self.all().iter().filter(|shape| shape.is_three()).count()
    }

    /// The value that holds these shapes.
    #[cfg(test)]
    pub fn from_all(shapes: [Shape; Direction::COUNT]) -> Shapes {
        Shapes(shapes.into_iter().rev().fold(0, |bits, shape| bits << 4 | shape as u16))
    }
}

impl std::fmt::Debug for Shapes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.all().fmt(f)
    }
}

/// Pair of shapes: those of both colours on one point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct ShapesPair(u32);

impl std::fmt::Debug for ShapesPair {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        Color::ALL.map(|color| self.of(color)).fmt(f)
    }
}

impl ShapesPair {
    /// Nothing but [`Shape::Dead`], as on a point that is taken.
    pub const EMPTY: ShapesPair = ShapesPair(0);

    /// What each colour would make.
    pub const fn new(shapes: ByColor<Shapes>) -> ShapesPair {
        let ByColor([black, white]) = shapes;
        ShapesPair(black.0 as u32 | (white.0 as u32) << 16)
    }

    /// What one colour would make.
    #[inline]
    pub const fn of(self, color: Color) -> Shapes {
        Shapes((self.0 >> (16 * color as u32)) as u16)
    }

    /// Whether either colour would make a three or more, or something forbidden; without it both are [`Pattern4::Quiet`].
    #[inline]
    pub const fn has_threat(self) -> bool {
        // The shapes from the three on are those whose number has the highest of the four bits.
        const { assert!(Shape::Three as u8 == 8 && Shape::ClosedThree as u8 == 7) };
        self.0 & 0x8888_8888 != 0
    }

    /// The same of one direction.
    #[inline]
    pub const fn has_threat_on(self, direction: Direction) -> bool {
        self.0 & 0x0008_0008 << (4 * direction as u32) != 0
    }

    /// What one colour sees: its own shapes and those of its opponent, line by line.
    #[inline]
    pub const fn seen_by(self, color: Color) -> ShapesView {
        // Black's four halves of bytes are shuffled with White's.
        let bits = self.0;
        let bits = bits & 0xff00_00ff | bits >> 8 & 0x0000_ff00 | bits << 8 & 0x00ff_0000;
        let by_white = ShapesView(bits & 0xf00f_f00f | bits >> 4 & 0x00f0_00f0 | bits << 4 & 0x0f00_0f00);
        match color {
            Color::Black => by_white.by_opponent(),
            Color::White => by_white,
        }
    }

    /// These shapes with those of one direction replaced by a table entry.
    #[inline]
    #[must_use]
    pub const fn with(self, direction: Direction, pair: table::ShapePair) -> ShapesPair {
        let shift = 4 * direction as u32;
        let spread = (pair.0 as u32 & 15) | (pair.0 as u32 & 0xf0) << 12;
        ShapesPair(self.0 & !(0x000f_000f << shift) | spread << shift)
    }
}

/// Own and opponent's view: what both sides would make of the four lines of a point, as one of them sees it, a byte for each
/// direction, its upper half the side's own [`Shape`], its lower half the opponent's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ShapesView(pub u32);

impl ShapesView {
    /// Number of different bytes.
    pub const CODES: usize = 1 << 8;
    /// Nobody makes anything.
    pub const DEAD: ShapesView = ShapesView(0);
    /// A point in the middle of an empty board.
    pub const OPEN: ShapesView = ShapesView(0x1111_1111 * Shape::One as u32);

    /// The bytes of the four directions.
    #[inline]
    pub const fn codes(self) -> [usize; Direction::COUNT] {
        let [row, column, falling, rising] = self.0.to_le_bytes();
        [row as usize, column as usize, falling as usize, rising as usize]
    }

    /// What the side itself would make.
    pub const fn own(self) -> Shapes {
        let bits = self.0 >> 4 & 0x0f0f_0f0f;
        let bits = bits | bits >> 4;
        Shapes((bits & 0xff | bits >> 8 & 0xff00) as u16)
    }

    /// What the opponent sees.
    #[inline]
    #[must_use]
    pub const fn by_opponent(self) -> ShapesView {
        ShapesView(self.0 << 4 & 0xf0f0_f0f0 | self.0 >> 4 & 0x0f0f_0f0f)
    }
}

/// Pattern class of a move (Pattern4): what it is in the exchange of threats, from the shapes it makes on the four lines
/// together. Ordered by force, all but the last, of which only the rule knows more.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Pattern4 {
    /// No threat.
    Quiet,
    /// Makes one three.
    Three,
    /// Makes two threes or more.
    DoubleThree,
    /// Makes a four.
    Four,
    /// Makes a four and a three.
    FourThree,
    /// Makes a straight four, or two fours where that is allowed: a five follows whatever the answer.
    StraightFour,
    /// Wins.
    Five,
    /// Flagged by the table as forbidden. Overlines and double-fours are; whether a double-three is, only
    /// [`crate::forbidden`] can tell.
    MaybeForbidden,
}

impl Pattern4 {
    /// Number of classes.
    pub const COUNT: usize = Pattern4::MaybeForbidden as usize + 1;

    /// All classes, in the order of their numbers.
    pub const ALL: [Pattern4; Pattern4::COUNT] = [
        Pattern4::Quiet,
        Pattern4::Three,
        Pattern4::DoubleThree,
        Pattern4::Four,
        Pattern4::FourThree,
        Pattern4::StraightFour,
        Pattern4::Five,
        Pattern4::MaybeForbidden,
    ];

    /// The classes of moves that make a four. A move that is flagged as forbidden may make one, too.
    pub const FOURS: [Pattern4; 3] = [Pattern4::Four, Pattern4::FourThree, Pattern4::StraightFour];

    /// Whether it is one of [`Pattern4::FOURS`].
    #[inline]
    pub const fn makes_four(self) -> bool {
        matches!(self, Pattern4::Four | Pattern4::FourThree | Pattern4::StraightFour)
    }

    /// The class of a move that makes these shapes, for a side that has forbidden moves or not.
    pub fn of(shapes: Shapes, forbids: bool) -> Pattern4 {
        let (fours, threes) = (shapes.fours(), shapes.threes());
        if shapes.contains(Shape::Five) {
            Pattern4::Five
        } else if forbids && (shapes.contains(Shape::Overline) || fours >= 2 || threes >= 2) {
            Pattern4::MaybeForbidden
        } else if shapes.contains(Shape::StraightFour) || fours >= 2 {
            Pattern4::StraightFour
        } else {
            match (fours, threes) {
                (0, 0) => Pattern4::Quiet,
                (0, 1) => Pattern4::Three,
                (0, _) => Pattern4::DoubleThree,
                (_, 0) => Pattern4::Four,
                (_, _) => Pattern4::FourThree,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line::{Cell, WINDOW, Window};
    use crate::point::WALL;
    use crate::rule::RuleKind;

    /// The shape that a drawing shows to Black under Renju, by the definition, its last stone being the one at this place.
    fn drawn(drawing: &str, last: usize) -> Shape {
        let cell = |i: usize| match (i + last).checked_sub(WALL).and_then(|i| drawing.chars().nth(i)) {
            Some('O') => Cell::Black,
            Some('_') => Cell::Empty,
            _ => Cell::Wall,
        };
        let window = Window::from_cells(std::array::from_fn::<_, WINDOW, _>(cell));
        definition::View::new(window, Color::Black, RuleKind::Renju).shape()
    }

    #[test]
    fn every_shape_is_what_is_drawn_beside_its_name() {
        let text = include_str!("shape.rs");
        let documented: Vec<(&str, &str)> = text
            .split_once("pub enum Shape {")
            .and_then(|(_, rest)| rest.split_once('}'))
            .map(|(variants, _)| variants.lines().map(str::trim).collect::<Vec<_>>())
            .expect("the shapes are listed")
            .windows(2)
            .filter_map(|pair| Some((pair[0].strip_prefix("/// `")?.split_once('`')?.0, pair[1].strip_suffix(',')?)))
            .collect();
        assert_eq!(documented.len(), Shape::COUNT - 1, "all but the one that no line makes");
        for (drawing, name) in documented {
            for (last, _) in drawing.match_indices('O') {
                let counts = name != "DoubleFour" || (2..=4).contains(&last);
                assert!(!counts || format!("{:?}", drawn(drawing, last)) == name, "{drawing} at {last}: {name}");
            }
        }
    }

    #[test]
    fn the_classes_that_make_a_four_are_listed() {
        let fours: Vec<Pattern4> = Pattern4::ALL.into_iter().filter(|class| class.makes_four()).collect();
        assert_eq!(fours, Pattern4::FOURS);
    }

    #[test]
    fn each_side_sees_its_own_shapes_and_those_of_the_other() {
        let shapes = ByColor([Shapes(0x3e10), Shapes(0x7a2d)]);
        let both = ShapesPair::new(shapes);
        for color in Color::ALL {
            assert_eq!(both.of(color), shapes[color]);
            let seen = both.seen_by(color);
            assert_eq!(seen.own(), shapes[color]);
            assert_eq!(seen.by_opponent(), both.seen_by(!color));
            for (direction, code) in Direction::ALL.into_iter().zip(seen.codes()) {
                let of = |color: Color| both.of(color).get(direction) as usize;
                assert_eq!(code, of(color) << 4 | of(!color));
            }
        }
        let open = Shapes::from_all([Shape::One; Direction::COUNT]);
        assert_eq!(ShapesPair::new(ByColor([open; 2])).seen_by(Color::Black), ShapesView::OPEN);
        assert_eq!(ShapesPair::EMPTY.seen_by(Color::White), ShapesView::DEAD);
    }
}
