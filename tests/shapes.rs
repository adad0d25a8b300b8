//! The tables of shapes against the meaning of every shape, for every rule, both colours and every content of a line.

use tengen_engine::color::Color;
use tengen_engine::line::{Cell, Window};
use tengen_engine::rule::{Rule, RuleKind};
use tengen_engine::shape::Shape;
use tengen_engine::shape::table::ShapeTable;
use tengen_engine::with_rule;

/// Contents of the ten cells around a point: two bits a cell, the cells from first to last without the middle one.
const CONTENTS: usize = 1 << 20;
const CELLS: [Cell; 4] = [Cell::Empty, Cell::Black, Cell::White, Cell::Wall];
const CENTER: u16 = 1 << 5;

/// A line as sets of its eleven cells, a bit for each. Cells in none of them are walls.
#[derive(Clone, Copy)]
struct Line {
    own: u16,
    theirs: u16,
    empty: u16,
}

impl Line {
    /// The line of these contents, with a stone of `color` in the middle.
    fn new(contents: usize, color: Color) -> Line {
        let [own, theirs] = if color == Color::Black { [1, 2] } else { [2, 1] };
        let cells = |kind| {
            (0..10)
                .filter(|i| contents >> (2 * i) & 3 == kind)
                .fold(0, |bits, i| bits | 1 << if i < 5 { i } else { i + 1 })
        };
        Line { own: cells(own) | CENTER, theirs: cells(theirs), empty: cells(0) }
    }

    /// The rows of five cells through the middle that may become a five by what stands at their two ends, by rule.
    fn rows(self, rule: RuleKind, color: Color) -> impl Iterator<Item = u16> {
        (1..=5).filter_map(move |first| {
            let row = 0b11111 << first;
            let ends = 1 << (first - 1) | 1 << (first + 5);
            let longer = self.own & ends != 0;
            let closed = self.theirs & ends == ends;
            let counts = match (rule, color) {
                (RuleKind::Freestyle, _) | (RuleKind::Renju, Color::White) => true,
                (RuleKind::Standard, _) | (RuleKind::Renju, Color::Black) => !longer,
                (RuleKind::CaroOverline, _) => longer || !closed,
                (RuleKind::Caro, _) => !longer && !closed,
            };
            counts.then_some(row)
        })
    }

    fn has_five(self, rule: RuleKind, color: Color) -> bool {
        self.rows(rule, color).any(|row| row & self.own == row)
    }

    fn has_overline(self) -> bool {
        (0..=5).any(|first| self.own >> first & 0b111111 == 0b111111)
    }

    /// The different fours, each the stones of a row that lacks one, the missing cell being empty.
    fn fours(self, rule: RuleKind, color: Color) -> impl Iterator<Item = u16> {
        self.rows(rule, color)
            .filter(move |row| (row & !self.own).count_ones() == 1 && row & !self.own & !self.empty == 0)
            .map(move |row| row & self.own)
    }

    fn answered(self, cell: u16) -> Line {
        Line { theirs: self.theirs | cell, empty: self.empty & !cell, ..self }
    }

    /// What stands on the line, given what would stand there with one more stone on each of its empty cells.
    fn shape(self, rule: RuleKind, color: Color, next: impl Fn(u32) -> Shape) -> Shape {
        let forbids = rule == RuleKind::Renju && color == Color::Black;
        if self.has_five(rule, color) {
            return Shape::Five;
        }
        if forbids && self.has_overline() {
            return Shape::Overline;
        }
        if let Some(four) = self.fours(rule, color).next() {
            let empty = (0..11).map(|cell| 1 << cell).filter(|cell| self.empty & cell != 0);
            return if forbids && self.fours(rule, color).any(|other| other != four) {
                Shape::DoubleFour
            } else if empty.into_iter().all(|cell| self.answered(cell).fours(rule, color).next().is_some()) {
                Shape::StraightFour
            } else {
                Shape::Four
            };
        }
        let mut made = [0usize; Shape::COUNT];
        (0..11).filter(|cell| self.empty >> cell & 1 != 0).for_each(|cell| made[next(cell) as usize] += 1);
        let made = |shapes: &[Shape]| -> usize { shapes.iter().map(|&shape| made[shape as usize]).sum() };
        let threes = made(&[Shape::Three, Shape::WideThree]);
        let twos = made(&[Shape::TightTwo, Shape::Two, Shape::WideTwo]);
        match (made(&[Shape::StraightFour]), made(&[Shape::Four]), threes) {
            (1, _, _) => Shape::Three,
            (2.., _, _) => Shape::WideThree,
            (0, 1.., _) => Shape::ClosedThree,
            (0, 0, 1) => Shape::TightTwo,
            (0, 0, 2) => Shape::Two,
            (0, 0, 3..) => Shape::WideTwo,
            (0, 0, 0) if made(&[Shape::ClosedThree]) > 0 => Shape::ClosedTwo,
            (0, 0, 0) if twos > 0 => Shape::One,
            (0, 0, 0) if made(&[Shape::ClosedTwo]) > 0 => Shape::ClosedOne,
            (0, 0, 0) => Shape::Dead,
        }
    }
}

/// The shapes of all contents. A stone more is a larger number, so going down meets what a shape is defined by first.
fn shapes(rule: RuleKind, color: Color) -> Vec<Shape> {
    let stone = if color == Color::Black { 1 } else { 2 };
    let mut shapes = vec![Shape::Dead; CONTENTS];
    for contents in (0..CONTENTS).rev() {
        let next = |cell: u32| shapes[contents | stone << (2 * if cell < 5 { cell } else { cell - 1 })];
        shapes[contents] = Line::new(contents, color).shape(rule, color, next);
    }
    shapes
}

fn window(contents: usize) -> Window {
    let cell = |i: usize| CELLS[contents >> (2 * i) & 3];
    // What stands in the middle must not matter: the table tells what a stone there would make.
    Window::from_cells(std::array::from_fn(|i| match i {
        0..5 => cell(i),
        5 => CELLS[contents % 3],
        _ => cell(i - 1),
    }))
}

/// Shapes from the table of the rule that differ from what is meant by them.
fn differences<R: Rule>() -> usize {
    let table = ShapeTable::of(R::KIND);
    Color::ALL
        .into_iter()
        .map(|color| {
            let meant = shapes(R::KIND, color);
            (0..CONTENTS).filter(|&contents| table.shape::<R>(window(contents), color) != meant[contents]).count()
        })
        .sum()
}

macro_rules! rules {
    ($($name:ident: $rule:ident;)*) => {$(
        #[test]
        fn $name() {
            assert_eq!(with_rule!(RuleKind::$rule, R => differences::<R>()), 0);
        }
    )*};
}

rules! {
    every_line_under_freestyle: Freestyle;
    every_line_under_standard: Standard;
    every_line_under_renju: Renju;
    every_line_under_caro_with_overlines: CaroOverline;
    every_line_under_caro: Caro;
}
