//! The definition of a shape: what the line becomes with one more stone.
//!
//! A line is seen from a stone at its centre as two arms of five cells. Nothing beyond the first cell that the side cannot
//! use can matter, which leaves a few thousand different lines.

use crate::color::Color;
use crate::line::{Cell, WINDOW, Window};
use crate::point::WALL;
use crate::rule::{Five, RuleKind};
use crate::shape::Shape;

const CENTER: usize = WALL;

/// The line through a stone of one side, who and what may be won by.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct View {
    cells: [Cell; WINDOW],
    color: Color,
    five: Five,
    forbids: bool,
}

impl View {
    /// The line of a window once `color` has put a stone at its centre.
    pub fn new(window: Window, color: Color, rule: RuleKind) -> View {
        let mut cells = std::array::from_fn(|i| window.cell(i as isize - CENTER as isize));
        cells[CENTER] = color.into();
        View { cells, color, five: rule.five(color), forbids: rule.forbids(color) }
    }

    /// What the line holds.
    pub fn shape(self) -> Shape {
        self.shape_by(&mut View::shape)
    }

    /// What the line holds, by asking `shape_of` what the lines with one more stone hold.
    pub fn shape_by(self, shape_of: &mut dyn FnMut(View) -> Shape) -> Shape {
        if self.is_five() {
            return Shape::Five;
        }
        let window = Window::from_cells(self.cells);
        if self.forbids && window.row(self.color).0 > 5 {
            return Shape::Overline;
        }
        match self.fours().as_slice() {
            [] => {}
            [_, _, ..] if self.forbids => return Shape::DoubleFour,
            _ if self.answers().all(View::has_five) => return Shape::StraightFour,
            _ => return Shape::Four,
        }
        // Every stone that may follow, by what it makes. A shape is one stone behind the best of them.
        let next: Vec<Shape> = self.empty().map(|cell| shape_of(self.with(cell, self.color))).collect();
        let count = |made: fn(Shape) -> bool| next.iter().filter(|&&shape| made(shape)).count();
        match count(|shape| shape == Shape::StraightFour) {
            0 => {}
            1 => return Shape::Three,
            _ => return Shape::WideThree,
        }
        if count(|shape| shape == Shape::Four) > 0 {
            return Shape::ClosedThree;
        }
        match count(Shape::is_three) {
            0 => {}
            1 => return Shape::TightTwo,
            2 => return Shape::Two,
            _ => return Shape::WideTwo,
        }
        if next.contains(&Shape::ClosedThree) {
            Shape::ClosedTwo
        } else if count(|shape| matches!(shape, Shape::TightTwo | Shape::Two | Shape::WideTwo)) > 0 {
            Shape::One
        } else if next.contains(&Shape::ClosedTwo) {
            Shape::ClosedOne
        } else {
            Shape::Dead
        }
    }

    /// The line with everything made alike that cannot matter: what lies behind the first cell the side cannot use.
    #[must_use]
    pub fn simplified(mut self) -> View {
        for side in [-1, 1] {
            let mut open = true;
            for steps in 1..=WALL as isize {
                let cell = &mut self.cells[(CENTER as isize + side * steps) as usize];
                // Only where both ends may close a row does it matter who closed it.
                let usable = *cell == Cell::Empty || *cell == Cell::from(self.color);
                if !open || (!usable && !self.five.ends_count()) {
                    *cell = Cell::Wall;
                }
                open &= usable;
            }
        }
        self
    }

    /// The cells, first to last along the direction.
    pub fn cells(self) -> [Cell; WINDOW] {
        self.cells
    }

    fn is_five(self) -> bool {
        Window::from_cells(self.cells).wins(self.color, self.five)
    }

    fn empty(self) -> impl Iterator<Item = usize> {
        (0..WINDOW).filter(move |&cell| self.cells[cell] == Cell::Empty)
    }

    fn with(mut self, cell: usize, color: Color) -> View {
        self.cells[cell] = color.into();
        self
    }

    /// Cells on which a stone makes a five through the centre.
    fn completions(self) -> impl Iterator<Item = usize> {
        self.empty().filter(move |&cell| self.with(cell, self.color).is_five())
    }

    fn has_five(self) -> bool {
        self.completions().next().is_some()
    }

    /// The lines that the opponent can leave by one stone.
    fn answers(self) -> impl Iterator<Item = View> {
        self.empty().map(move |cell| self.with(cell, !self.color))
    }

    /// The distinct sets of stones, as bits of cells, that one more stone makes a five of.
    fn fours(self) -> Vec<u32> {
        let own = |cell: usize| self.cells[cell] == Cell::from(self.color);
        let mut fours: Vec<u32> = self
            .completions()
            .map(|completion| {
                let reach = |cells: &mut dyn Iterator<Item = usize>| {
                    cells.take_while(|&cell| own(cell) || cell == completion).fold(0, |bits, cell| bits | 1 << cell)
                };
                let row: u32 = reach(&mut (CENTER..WINDOW)) | reach(&mut (0..CENTER).rev());
                row & !(1 << completion)
            })
            .collect();
        fours.sort_unstable();
        fours.dedup();
        fours
    }
}
