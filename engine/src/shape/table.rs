//! Tables of [`Shape`]s and [`Pattern4`]es, one set for each rule, made when a rule is first used.

use std::sync::{Arc, OnceLock};

use crate::color::{ByColor, Color};
use crate::line::{Cell, WINDOW, Window};
use crate::point::{Direction, WALL};
use crate::rule::{Rule, RuleKind};
use crate::shape::definition::View;
use crate::shape::{Pattern4, Shape, Shapes};

/// The shapes of both colours on one line, four bits each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShapePair(pub(super) u8);

impl ShapePair {
    /// The shape of one colour.
    #[inline]
    pub const fn of(self, color: Color) -> Shape {
        Shape::from_number((self.0 >> (4 * color as u32) & 15) as usize)
    }
}

/// What every content of a line and every combination of four lines makes, under one rule.
pub struct ShapeTable {
    pairs: Box<[ShapePair]>,
    /// One and the same where neither side is forbidden anything.
    classes: ByColor<Arc<[Pattern4; Shapes::COUNT]>>,
}

impl ShapeTable {
    /// The table of a rule. The first call for a rule makes it, in a few milliseconds.
    pub fn of(rule: RuleKind) -> &'static ShapeTable {
        static TABLES: [OnceLock<ShapeTable>; RuleKind::ALL.len()] = [const { OnceLock::new() }; RuleKind::ALL.len()];
        TABLES[rule as usize].get_or_init(|| ShapeTable::new(rule))
    }

    /// The shapes that a stone at the centre of a window would make. The table must be that of the rule.
    #[inline]
    pub fn pair<R: Rule>(&self, window: Window) -> ShapePair {
        self.pairs[if R::REACH < WALL { window.near() } else { window.around() }]
    }

    /// The shape that a stone of `color` at the centre of a window would make.
    #[inline]
    pub fn shape<R: Rule>(&self, window: Window, color: Color) -> Shape {
        self.pair::<R>(window).of(color)
    }

    /// What a move that makes these shapes is in the exchange of threats.
    #[inline]
    pub fn class(&self, color: Color, shapes: Shapes) -> Pattern4 {
        self.classes[color][usize::from(shapes.0)]
    }

    fn new(rule: RuleKind) -> ShapeTable {
        let reach = crate::with_rule!(rule, R => R::REACH);
        let shapes = ByColor::from_fn(|color| Arms::new(rule, color, reach));
        let arm_count = 1usize << (2 * reach);
        let mut pairs = Vec::with_capacity(arm_count * arm_count);
        for right in 0..arm_count {
            for left in 0..arm_count {
                let [black, white] = Color::ALL.map(|color| shapes[color].shape(left, right) as u8);
                pairs.push(ShapePair(black | white << 4));
            }
        }
        let classes_of = |color: Color| -> Arc<[Pattern4; Shapes::COUNT]> {
            let class = |shapes: usize| Pattern4::of(Shapes(shapes as u16), rule.forbids(color));
            let classes: Arc<[Pattern4]> = (0..Shapes::COUNT).map(class).collect();
            classes.try_into().expect("one class for each combination")
        };
        let white = classes_of(Color::White);
        let black = if rule.forbids(Color::Black) { classes_of(Color::Black) } else { Arc::clone(&white) };
        let classes = ByColor([black, white]);
        ShapeTable { pairs: pairs.into(), classes }
    }
}

/// The shapes of one colour by the two arms of a line: every arm is first brought to the few that differ.
struct Arms {
    /// For each content of the left and of the right arm, the number of the arm that it is as good as.
    numbers: [Box<[usize]>; 2],
    /// Shapes by the numbers of both arms.
    shapes: Vec<Shape>,
    count: usize,
}

impl Arms {
    fn new(rule: RuleKind, color: Color, reach: usize) -> Arms {
        let mut different: Vec<[Cell; WALL]> = Vec::new();
        let mut numbers = [Vec::new(), Vec::new()];
        for (side, numbers) in numbers.iter_mut().enumerate() {
            for content in 0..1usize << (2 * reach) {
                let arm = simplified(rule, color, outwards(side, content, reach));
                let number = different.iter().position(|known| *known == arm).unwrap_or_else(|| {
                    different.push(arm);
                    different.len() - 1
                });
                numbers.push(number);
            }
        }
        let count = different.len();
        let shapes = vec![Shape::Dead; count * count];
        let mut arms = Arms { numbers: numbers.map(Vec::into_boxed_slice), shapes, count };
        // Fullest lines first: a shape is defined by those with one more stone.
        let stones = |arm: &[Cell; WALL]| arm.iter().filter(|&&cell| cell == color.into()).count();
        let mut order: Vec<(usize, usize)> = (0..count * count).map(|i| (i % count, i / count)).collect();
        order.sort_by_key(|&(left, right)| std::cmp::Reverse(stones(&different[left]) + stones(&different[right])));
        for (left, right) in order {
            let view = View::new(window(&different[left], &different[right]), color, rule);
            let shape = view.shape_by(&mut |next| {
                let window = Window::from_cells(next.cells());
                let both = if reach < WALL { window.near() } else { window.around() };
                arms.shape(both & ((1 << (2 * reach)) - 1), both >> (2 * reach))
            });
            arms.shapes[right * count + left] = shape;
        }
        arms
    }

    fn shape(&self, left: usize, right: usize) -> Shape {
        self.shapes[self.numbers[1][right] * self.count + self.numbers[0][left]]
    }
}

/// The cells of an arm from the centre outwards, from its bits in a window. Cells out of reach read as walls.
fn outwards(side: usize, content: usize, reach: usize) -> [Cell; WALL] {
    std::array::from_fn(|distance| {
        if distance >= reach {
            return Cell::Wall;
        }
        let place = if side == 0 { reach - 1 - distance } else { distance };
        [Cell::Empty, Cell::Black, Cell::White, Cell::Wall][content >> (2 * place) & 3]
    })
}

fn window(left: &[Cell; WALL], right: &[Cell; WALL]) -> Window {
    let mut cells = [Cell::Empty; WINDOW];
    for distance in 0..WALL {
        cells[WALL - 1 - distance] = left[distance];
        cells[WALL + 1 + distance] = right[distance];
    }
    Window::from_cells(cells)
}

fn simplified(rule: RuleKind, color: Color, arm: [Cell; WALL]) -> [Cell; WALL] {
    let cells = View::new(window(&arm, &arm), color, rule).simplified().cells();
    std::array::from_fn(|distance| cells[WALL + 1 + distance])
}

/// The shapes of both colours in all four directions, looked up afresh.
pub(crate) fn look_up<R: Rule>(lines: &crate::line::Lines, point: crate::point::Point) -> super::ShapesPair {
    let table = ShapeTable::of(R::KIND);
    Direction::ALL.into_iter().fold(super::ShapesPair::default(), |both, direction| {
        both.with(direction, table.pair::<R>(lines.window(point, direction)))
    })
}
