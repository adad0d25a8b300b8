//! The forbidden moves of Black under Renju, exactly: overline, double-four and double-three, as the rule defines them.
//!
//! The shapes of a point settle everything but double-threes. A three counts only when Black may legally turn it into a
//! straight four, which asks the same question about another point on a board with two more stones; each question adds
//! stones, so they come to an end by themselves.

use std::fmt;

use crate::color::Color;
use crate::line::{Cell, Lines};
use crate::point::{Direction, Point, WALL};
use crate::rule::Renju;
use crate::shape::table::{self, ShapeTable};
use crate::shape::{Shape, Shapes};

/// Why a move is forbidden. When several kinds meet, the first of these is named.
///
/// ```
/// use tengen_engine::{BoardSize, Forbidden, Game, RuleKind, Rows};
///
/// let size = BoardSize::square(15).unwrap();
/// let game = Game::from_text(RuleKind::Renju, size, "e8a1f8c1g8e1i8g1j8i1", Rows::FromBottom)?;
/// let (point, kind) = game.forbidden_points().next().unwrap();
/// assert_eq!((point, kind), (size.center(), Forbidden::Overline));
/// # Ok::<(), tengen_engine::TextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Forbidden {
    /// A row of six or more.
    Overline,
    /// Two fours or more.
    DoubleFour,
    /// Two real threes or more.
    DoubleThree,
}

impl Forbidden {
    /// The name used in messages and files, as in "double-four".
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Forbidden::Overline => "overline",
            Forbidden::DoubleFour => "double-four",
            Forbidden::DoubleThree => "double-three",
        }
    }
}

impl fmt::Display for Forbidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Why Black may not play on this empty point, or `None` when he may.
#[must_use]
pub(crate) fn judge(lines: &Lines, point: Point) -> Option<Forbidden> {
    judge_shapes(lines, point, table::look_up::<Renju>(lines, point).of(Color::Black))
}

/// As [`judge`], for a caller that knows the shapes Black would make on the point.
#[must_use]
pub(crate) fn judge_shapes(lines: &Lines, point: Point, shapes: Shapes) -> Option<Forbidden> {
    match first_look(shapes) {
        Look::Free => None,
        Look::Forbidden(kind) => Some(kind),
        Look::PerhapsDoubleThree => has_two_threes(&mut lines.clone(), point, shapes).then_some(Forbidden::DoubleThree),
    }
}

/// What the shapes alone say.
enum Look {
    Free,
    Forbidden(Forbidden),
    PerhapsDoubleThree,
}

#[inline]
fn first_look(shapes: Shapes) -> Look {
    if shapes.contains(Shape::Five) {
        Look::Free
    } else if shapes.contains(Shape::Overline) {
        Look::Forbidden(Forbidden::Overline)
    } else if shapes.fours() >= 2 {
        Look::Forbidden(Forbidden::DoubleFour)
    } else if shapes.threes() >= 2 {
        Look::PerhapsDoubleThree
    } else {
        Look::Free
    }
}

/// Whether two of the threes that `shapes` promise on the point are real. Leaves the lines as it found them.
fn has_two_threes(lines: &mut Lines, point: Point, shapes: Shapes) -> bool {
    lines.flip(point, Cell::Black);
    let mut left = Direction::ALL.into_iter().filter(|&direction| shapes.get(direction).is_three());
    let mut count = left.clone().count();
    let mut real = 0;
    // Stop as soon as two are found or too few are left.
    while real < 2 && real + count >= 2 {
        let Some(direction) = left.next() else { break };
        count -= 1;
        real += usize::from(is_real_three(lines, point, direction));
    }
    lines.flip(point, Cell::Black);
    real >= 2
}

/// Whether Black, whose stone is on the point, may turn the line into a straight four with it by a legal move.
fn is_real_three(lines: &mut Lines, point: Point, direction: Direction) -> bool {
    let table = ShapeTable::of(crate::rule::RuleKind::Renju);
    let reach = WALL as isize - 1;
    (-reach..=reach).filter(|&steps| steps != 0).any(|steps| {
        let extension = point.step(direction, steps);
        if lines.cell(extension) != Cell::Empty {
            return false;
        }
        lines.flip(extension, Cell::Black);
        let made = table.shape::<Renju>(lines.window(point, direction), Color::Black);
        lines.flip(extension, Cell::Black);
        made == Shape::StraightFour && may_extend(lines, extension)
    })
}

/// Whether Black may play on the point without making a five.
fn may_extend(lines: &mut Lines, point: Point) -> bool {
    let shapes = table::look_up::<Renju>(lines, point).of(Color::Black);
    match first_look(shapes) {
        Look::Free => !shapes.contains(Shape::Five),
        Look::Forbidden(_) => false,
        Look::PerhapsDoubleThree => !has_two_threes(lines, point, shapes),
    }
}
