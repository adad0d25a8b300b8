//! What is counted: a board, marks on it, what happened before, and the terms that the players agreed on.

use super::goban::Goban;
use super::quarters::Quarters;
use tengen_engine::color::{ByColor, Color};
use tengen_engine::point::Point;

/// A finished position with all that is said about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// The stones on the board, dead ones too.
    pub goban: Goban,
    /// What is said about points.
    pub marks: Marks,
    /// What happened before, if that is known.
    pub history: Option<History>,
}

impl Position {
    /// A position of which nothing is said but its stones.
    #[must_use]
    pub fn new(goban: Goban) -> Position {
        Position { goban, marks: Marks::default(), history: None }
    }
}

/// What is said about points. A mark on one stone is meant for its whole chain.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Marks {
    /// Stones that are dead.
    pub dead: Vec<Point>,
    /// Stones that are not.
    pub alive: Vec<Point>,
    /// Basic eye points: the points that their group keeps empty.
    pub eyes: Vec<Point>,
    /// Road points of each side: empty points, in its own space or in a seki, that it alone can play.
    pub roads: ByColor<Vec<Point>>,
    /// Empty points between the sides that both need.
    pub shared: Vec<Point>,
    /// Empty points between the sides that nobody needs.
    pub neutral: Vec<Point>,
    /// Pairs of stones that are connected although their chains do not touch.
    pub links: Vec<(Point, Point)>,
}

/// What happened before the position. The moves of a side are its stones on the board, its prisoners and its pass stones, but
/// for those that were set up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct History {
    /// Stones of each side that the other captured.
    pub captured: ByColor<u32>,
    /// Stones that each side laid beside the board for a pass.
    pub pass_stones: ByColor<u32>,
    /// Stones of each side that were set up and not played, less those that were taken off in the same way.
    pub set_up: ByColor<i32>,
}

/// In which form stones are exchanged, and whether more moves pay.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Variant {
    /// Law: stones are taken off, and nothing is paid for more moves.
    #[default]
    Law,
    /// Art: stones are given, and the side that made more moves pays a stone for each.
    Art,
}

impl Variant {
    /// The name of the form, as it is typed.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Variant::Law => "law",
            Variant::Art => "art",
        }
    }
}

/// What becomes of empty points that belong to nobody and that nobody needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum NeutralPolicy {
    /// Each is half a living stone for either side.
    #[default]
    Halve,
    /// The position is not counted, nor one with shared liberties that do not touch both sides of a seki.
    Refuse,
    /// They are nothing for either side.
    Ignore,
}

/// What Black pays for handicap stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum HandicapPays {
    /// Nothing.
    #[default]
    Nothing,
    /// A stone for each, as in China.
    Each,
    /// A stone for each but the first, as under the rules of the AGA.
    EachButFirst,
}

impl HandicapPays {
    /// What Black pays for so many handicap stones.
    pub(super) fn of(self, handicap: u32) -> Quarters {
        match self {
            HandicapPays::Nothing => Quarters::ZERO,
            HandicapPays::Each => Quarters::stones(handicap as i32),
            HandicapPays::EachButFirst => Quarters::stones(handicap.saturating_sub(1) as i32),
        }
    }
}

/// What the players agreed on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// The side that moved first and gives the compensation.
    pub first: Color,
    /// How many stones it gives: a whole number of halves.
    pub compensation: Quarters,
    /// Whether more moves pay.
    pub variant: Variant,
    /// What is done with points that nobody filled.
    pub neutral: NeutralPolicy,
    /// Handicap stones of Black, which are no moves. One is counted as none.
    pub handicap: u32,
    /// What Black pays for them.
    pub handicap_pays: HandicapPays,
}

impl Default for Terms {
    /// Black first, without compensation, by law.
    fn default() -> Terms {
        Terms {
            first: Color::Black,
            compensation: Quarters::ZERO,
            variant: Variant::default(),
            neutral: NeutralPolicy::default(),
            handicap: 0,
            handicap_pays: HandicapPays::default(),
        }
    }
}
