//! Openings in which the players choose colours: what to propose and what to choose, by search.

mod decision;
mod judge;
mod proposal;
mod threes;
mod values;

pub(crate) use decision::{Decision, decide_in_time};
pub use threes::EvenThree;
pub use values::{NUMBERS, OpeningValues};

use crate::opening::Action;
use crate::point::Point;

/// What was decided.
///
/// ```
/// use tengen_engine::opening::{Opening, OpeningRule, Sameness};
/// use tengen_engine::{BoardSize, Choice, Engine, Extent, Limits, Options, RuleKind, Task};
///
/// let mut engine = Engine::new(Options::default());
/// let size = BoardSize::square(15).unwrap();
/// let opening = Opening::new(OpeningRule::Swap2, RuleKind::Standard, size, Sameness::Shape).unwrap();
/// let task = Task::Opening { opening: Box::new(opening), extent: Extent::Turn, lot: 7 };
/// let outcome = engine.run(task, Limits::nodes(200), |_| {});
/// assert!(matches!(outcome.choice, Choice::Opening(stones) if stones.len() == 3));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// To play here.
    Move(Point),
    /// To do this in an opening, one action after another.
    Opening(Vec<Action>),
    /// There is nothing to choose: no empty point is left, or no win was found when one was asked for.
    Nothing,
}

impl Choice {
    /// The point of a move, if it is one.
    #[must_use]
    pub fn point(&self) -> Option<Point> {
        if let Choice::Move(point) = self { Some(*point) } else { None }
    }
}

/// How much is decided at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// What is demanded now.
    Demand,
    /// All that the same seat does until the other is to act.
    Turn,
}

/// A position this near to even is good enough to propose.
const EVEN: i32 = 12;
/// When neither colour is better by this, it is left to the opponent to choose.
const CLEAR: i32 = 4;
/// When neither colour is better by this, the colour is drawn by lot: what a search of a few nodes says of such a position is
/// noise. Who always kept his colour then would be offered positions in which the search errs in favour of the other.
const UNCLEAR: i32 = 25;
