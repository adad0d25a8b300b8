//! The numbers behind the evaluation, and their tables by the shapes of a point.
//!
//! Points whose four lines make the same shapes in another order are worth the same, so weights are kept by the sorted
//! combination and spread over all orders when a rule is first used.

use std::sync::OnceLock;

use crate::color::{ByColor, Color};
use crate::point::Direction;
use crate::rule::RuleKind;
use crate::shape::{Class, Shape, Shapes};

/// Points are added up in this part of the unit of a [`crate::score::Score`].
pub const POINT_SCALE: i32 = 8;

/// What a point is worth to the side that may put a stone there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Worth {
    /// To a side that is to move, in parts of [`POINT_SCALE`].
    pub to_move: i16,
    /// To a side that waits, in parts of [`POINT_SCALE`].
    pub waiting: i16,
    /// How promising a move there is for what it makes.
    pub attack: i16,
    /// How promising a move of the other side there is for what it prevents.
    pub defence: i16,
}

/// Which threats both sides hold: four bits for each, the side to move first, and one for a straight four of the side
/// that waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Threats(pub u16);

impl Threats {
    /// Number of different values.
    pub const COUNT: usize = 1 << 9;
}

/// The weights of one rule, spread over everything that they are looked up by.
pub struct Table {
    points: ByColor<Box<[Worth; Shapes::COUNT]>>,
    threats: ByColor<Box<[i16; Threats::COUNT]>>,
}

impl Table {
    /// The table of a rule. The first call for a rule makes it.
    pub fn of(rule: RuleKind) -> &'static Table {
        static TABLES: [OnceLock<Table>; RuleKind::ALL.len()] = [const { OnceLock::new() }; RuleKind::ALL.len()];
        TABLES[rule as usize].get_or_init(|| Table::new(rule))
    }

    /// What a point is worth to `color` for the shapes it could make there.
    #[inline]
    pub fn worth(&self, color: Color, shapes: Shapes) -> Worth {
        self.points[color][usize::from(shapes.0)]
    }

    /// What the threats on the board are worth to `color`, who is to move.
    #[inline]
    pub fn threats(&self, color: Color, threats: Threats) -> i32 {
        i32::from(self.threats[color][usize::from(threats.0) % Threats::COUNT])
    }

    fn new(rule: RuleKind) -> Table {
        let points = ByColor::from_fn(|color| {
            let worth = |shapes: usize| by_hand(Shapes(shapes as u16).all(), rule.forbids(color));
            let points: Box<[Worth]> = (0..Shapes::COUNT).map(worth).collect();
            points.try_into().expect("one for each combination")
        });
        let threats = ByColor::from_fn(|_| {
            let threats: Box<[i16]> = (0..Threats::COUNT).map(|threats| threats_by_hand(threats as u16)).collect();
            threats.try_into().expect("one for each combination")
        });
        Table { points, threats }
    }
}

fn by_hand(shapes: [Shape; Direction::COUNT], forbids: bool) -> Worth {
    let single = |shape: Shape| match shape {
        Shape::Dead | Shape::Overline => 0,
        Shape::ClosedOne => 2,
        Shape::One => 6,
        Shape::ClosedTwo => 10,
        Shape::TightTwo => 18,
        Shape::Two => 24,
        Shape::WideTwo => 30,
        Shape::ClosedThree => 28,
        Shape::Three => 70,
        Shape::WideThree => 85,
        Shape::Four | Shape::DoubleFour => 80,
        Shape::StraightFour => 220,
        Shape::Five => 400,
    };
    let mut values = shapes.map(single);
    values.sort_unstable_by_key(|&value| std::cmp::Reverse(value));
    // Lines that cross help each other: the second counts in full, the best a little more for it.
    let sum: i32 = values.iter().sum::<i32>() + values[0] * values[1] / 40;
    let class = Class::of(shapes, forbids);
    let sum = match class {
        Class::Flagged => sum / 4,
        _ => sum,
    };
    let urgency = match class {
        Class::Quiet | Class::Flagged => 0,
        Class::Three => 60,
        Class::DoubleThree => 300,
        Class::Four => 80,
        Class::FourThree => 600,
        Class::StraightFour => 900,
        Class::Five => 2000,
    };
    Worth {
        to_move: (sum * 5 / 2) as i16,
        waiting: (sum * 2) as i16,
        attack: (sum + urgency) as i16,
        defence: (sum * 3 / 4 + urgency * 3 / 4) as i16,
    }
}

fn threats_by_hand(threats: u16) -> i16 {
    let held = |bit: u16| threats >> bit & 1 != 0;
    let mut value = 20;
    value += if held(0) { 20 } else { 0 };
    value += if held(1) { 300 } else { 0 };
    value += if held(2) { 30 } else { 0 };
    value += if held(3) && !held(4) { 150 } else { 0 };
    value -= if held(4) { 15 } else { 0 };
    value -= if held(5) { 100 } else { 0 };
    value -= if held(6) { 10 } else { 0 };
    value -= if held(7) { 50 } else { 0 };
    value -= if held(8) { 150 } else { 0 };
    value
}
