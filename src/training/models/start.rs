//! Weights set by hand: where the training begins, and what holds for shapes that are too rare to be learned.

use std::cmp::Reverse;

use tengen_engine::color::Color;
use tengen_engine::internals::eval::threat_mask::ThreatMask;
use tengen_engine::internals::eval::weights::{PatternValue, Weights, combination};
use tengen_engine::internals::shape::{Pattern4, Shape, Shapes};
use tengen_engine::rule::RuleKind;

/// The weights of a rule.
pub(crate) fn by_hand(rule: RuleKind) -> Weights {
    let mut weights = Weights::zero(rule);
    for (side, color) in weights.sides.iter_mut().zip(Color::ALL) {
        for shapes in (0..Shapes::COUNT).map(|shapes| Shapes(shapes as u16)) {
            side.points[combination(shapes)] = worth(shapes, rule.forbids(color));
        }
        // Nothing is worth anything, not even the number that is no shape.
        side.points[0] = PatternValue::default();
        side.threats = (0..ThreatMask::COUNT).map(|index| threats(ThreatMask(index as u16))).collect();
    }
    weights
}

/// What a point is worth for the shapes that one side would make there.
fn worth(shapes: Shapes, forbids: bool) -> PatternValue {
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
    let mut values = shapes.all().map(single);
    values.sort_unstable_by_key(|&value| Reverse(value));
    // Lines that cross help each other: the second counts in full, the best a little more for it.
    let sum: i32 = values.iter().sum::<i32>() + values[0] * values[1] / 40;
    let class = Pattern4::of(shapes, forbids);
    let sum = match class {
        Pattern4::MaybeForbidden => sum / 4,
        _ => sum,
    };
    let urgency = match class {
        Pattern4::Quiet | Pattern4::MaybeForbidden => 0,
        Pattern4::Three => 60,
        Pattern4::DoubleThree => 300,
        Pattern4::Four => 80,
        Pattern4::FourThree => 600,
        Pattern4::StraightFour => 900,
        Pattern4::Five => 2000,
    };
    PatternValue {
        to_move: (sum * 5 / 2) as i16,
        waiting: (sum * 2) as i16,
        attack: (sum + urgency) as i16,
        defence: (sum * 3 / 4 + urgency * 3 / 4) as i16,
    }
}

/// What a combination of threats is worth, for a start.
fn threats(threats: ThreatMask) -> i16 {
    let mut value = 20;
    value += if threats.own(Pattern4::Four) { 20 } else { 0 };
    value += if threats.own(Pattern4::FourThree) { 300 } else { 0 };
    value += if threats.own(Pattern4::Three) { 30 } else { 0 };
    value += if threats.own(Pattern4::DoubleThree) && !threats.theirs(Pattern4::Four) { 150 } else { 0 };
    value -= if threats.theirs(Pattern4::Four) { 15 } else { 0 };
    value -= if threats.theirs(Pattern4::FourThree) { 100 } else { 0 };
    value -= if threats.theirs(Pattern4::Three) { 10 } else { 0 };
    value -= if threats.theirs(Pattern4::DoubleThree) { 50 } else { 0 };
    value -= if threats.theirs(Pattern4::StraightFour) { 150 } else { 0 };
    value
}
