//! Groups, and the part that each point has in the count.

use tengen_engine::color::Color;
use tengen_engine::point::Point;

/// Eyes that a group needs to live on its own.
pub(super) const EYES_TO_LIVE: usize = 2;
/// The part that a point has in the count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// A living stone stands on it.
    Stone(Color),
    /// A road point: a stone of this side could be put there and live.
    Road(Color),
    /// A basic eye point of this side.
    Eye(Color),
    /// A shared liberty of a seki: half a basic eye point for either side.
    Shared,
    /// An unclaimed point.
    Neutral,
}

impl Part {
    /// The side that can have a stone on the point.
    #[must_use]
    pub const fn holder(self) -> Option<Color> {
        match self {
            Part::Stone(color) | Part::Road(color) => Some(color),
            Part::Eye(_) | Part::Shared | Part::Neutral => None,
        }
    }
}

/// How a group lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// By two eyes, whatever the other side plays.
    Proven,
    /// By two eyes, which Benson's algorithm does not prove.
    Unproven,
    /// In a seki.
    Seki,
}

impl Status {
    /// What is said of a group that lives so.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Status::Proven => "alive (proven)",
            Status::Unproven => "alive (unproven)",
            Status::Seki => "in seki",
        }
    }
}

/// Chains of a side that live together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// The side.
    pub color: Color,
    /// Its stones.
    pub stones: Vec<Point>,
    /// The empty points of its own space.
    pub own: Vec<Point>,
    /// Those of them that it keeps empty.
    pub kept: Vec<Point>,
    /// How it lives.
    pub status: Status,
    /// How many eyes its own space is worth.
    pub(super) potential: usize,
    /// Whether a shared liberty is next to it.
    pub(super) shares: bool,
}

impl Group {
    /// The point that stands for the group: its first stone or own point from the upper left.
    #[must_use]
    pub fn first(&self) -> Point {
        *self.stones.iter().chain(&self.own).min().expect("a group has stones")
    }

    pub(super) fn lives_on_its_own(&self) -> bool {
        self.potential >= EYES_TO_LIVE
    }

    /// How many of its own points the group keeps.
    pub(super) fn keeps(&self) -> usize {
        if self.lives_on_its_own() { EYES_TO_LIVE } else { self.potential.min(1) }
    }
}
