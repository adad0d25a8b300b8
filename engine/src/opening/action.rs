//! What an opening asks for, what players do, and why it is refused.

use std::fmt;

use crate::game::{GameResult, PlayError};
use crate::opening::patterns::Pattern;
use crate::opening::seat::Seat;
use crate::point::{BoardSize, Point, Rows};

/// Where a stone may be put.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Region {
    /// The centre alone.
    Centre,
    /// At most so many lines from the centre.
    Box(u8),
    /// More than so many lines from the centre.
    Outside(u8),
    /// Every point.
    Anywhere,
}

impl Region {
    /// Whether a point lies in the region.
    #[must_use]
    pub const fn contains(self, point: Point, size: BoardSize) -> bool {
        let distance = size.center().distance(point);
        match self {
            Region::Centre => distance == 0,
            Region::Box(lines) => distance <= lines as usize,
            Region::Outside(lines) => distance > lines as usize,
            Region::Anywhere => true,
        }
    }

    /// How far from the centre the region lies, in lines, at least and at most; nothing where it is the whole board.
    #[must_use]
    pub fn distances(self, size: BoardSize) -> Option<(usize, usize)> {
        match self {
            Region::Centre => Some((0, 0)),
            Region::Box(lines) => Some((0, lines.into())),
            Region::Outside(lines) => Some((usize::from(lines) + 1, size.width().max(size.height()) / 2)),
            Region::Anywhere => None,
        }
    }
}

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |lines: u8| 2 * u32::from(lines) + 1;
        match *self {
            Region::Centre => f.write_str("on the centre"),
            Region::Box(lines) => write!(f, "within the central {0}x{0}", side(lines)),
            Region::Outside(lines) => write!(f, "outside the central {0}x{0}", side(lines)),
            Region::Anywhere => f.write_str("anywhere"),
        }
    }
}

/// What is to be done next, and by whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Demand {
    /// To put a stone: [`Action::Stone`].
    Stone {
        /// Who puts it.
        by: Seat,
        /// Its number, from 1: odd ones are black.
        number: usize,
        /// Where it may stand.
        within: Region,
    },
    /// To choose a colour: [`Action::Swap`] or [`Action::Keep`].
    SwapOrKeep {
        /// Who chooses.
        by: Seat,
    },
    /// To choose a colour, or to put two stones and leave the choice: [`Action::Swap`], [`Action::Keep`] or [`Action::Two`].
    SwapOrTwo {
        /// Who chooses.
        by: Seat,
    },
    /// To say how many fifths will be offered: [`Action::Number`].
    Number {
        /// Who says it.
        by: Seat,
        /// The most that may be asked for.
        most: u8,
    },
    /// To offer fifths: [`Action::Offer`].
    Offer {
        /// Who holds Black.
        by: Seat,
        /// How many.
        count: u8,
    },
    /// To keep one of the fifths that were offered: [`Action::Pick`].
    Pick {
        /// Who holds White.
        by: Seat,
    },
    /// To put the fifth stone ([`Action::Stone`]), to offer fifths ([`Action::Offer`]) or, where `swap` says so, to take the
    /// other colour ([`Action::Swap`]).
    Fifth {
        /// Who holds Black.
        by: Seat,
        /// How many fifths an offer holds.
        count: u8,
        /// Where a single fifth may stand.
        within: Region,
        /// Whether the colours may be exchanged.
        swap: bool,
    },
    /// The opening is over: [`Action::Stone`] on any empty point or [`Action::Pass`].
    Ordinary {
        /// Whose turn it is.
        by: Seat,
    },
}

impl Demand {
    /// Who is to act.
    #[must_use]
    pub const fn by(self) -> Seat {
        match self {
            Demand::Stone { by, .. }
            | Demand::SwapOrKeep { by }
            | Demand::SwapOrTwo { by }
            | Demand::Number { by, .. }
            | Demand::Offer { by, .. }
            | Demand::Pick { by }
            | Demand::Fifth { by, .. }
            | Demand::Ordinary { by } => by,
        }
    }

    /// How many fifths are due, or the most that may be asked for.
    #[must_use]
    pub const fn number(self) -> Option<u8> {
        match self {
            Demand::Number { most, .. } => Some(most),
            Demand::Offer { count, .. } | Demand::Fifth { count, .. } => Some(count),
            _ => None,
        }
    }

    /// Where the stone may stand that is due in an opening.
    #[must_use]
    pub const fn within(self) -> Option<Region> {
        match self {
            Demand::Stone { within, .. } | Demand::Fifth { within, .. } => Some(within),
            _ => None,
        }
    }

    /// Whether [`Action::Swap`] is one of the answers.
    #[must_use]
    pub const fn may_swap(self) -> bool {
        matches!(self, Demand::SwapOrKeep { .. } | Demand::SwapOrTwo { .. } | Demand::Fifth { swap: true, .. })
    }

    /// One word for it, as records and other programs read it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Demand::Stone { .. } => "stone",
            Demand::SwapOrKeep { .. } => "swap",
            Demand::SwapOrTwo { .. } => "two",
            Demand::Number { .. } => "declare",
            Demand::Offer { .. } => "offer",
            Demand::Pick { .. } => "pick",
            Demand::Fifth { .. } => "fifth",
            Demand::Ordinary { .. } => "ordinary",
        }
    }
}

impl fmt::Display for Demand {
    /// What is to be done, without by whom.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Demand::Stone { number, within, .. } => write!(f, "stone {number} {within}"),
            Demand::SwapOrKeep { .. } => f.write_str("swap or keep"),
            Demand::SwapOrTwo { .. } => f.write_str("swap, keep or two more stones"),
            Demand::Number { most, .. } => write!(f, "a number of fifths from 1 to {most}"),
            Demand::Offer { count, .. } => write!(f, "an offer of {count}"),
            Demand::Pick { .. } => f.write_str("a pick of one of the fifths offered"),
            Demand::Fifth { count, within, swap, .. } => {
                write!(f, "{}stone 5 {within} or an offer of {count}", if swap { "swap, " } else { "" })
            }
            Demand::Ordinary { .. } => f.write_str("ordinary play"),
        }
    }
}

/// What a player does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Puts the next stone.
    Stone(Point),
    /// Takes the other colour.
    Swap,
    /// Leaves the colours as they are.
    Keep,
    /// Says how many fifths will be offered.
    Number(usize),
    /// Offers these fifths.
    Offer(Vec<Point>),
    /// Keeps a fifth that was offered: one point.
    Pick(Vec<Point>),
    /// Puts the fourth and the fifth stone, which are two points, and leaves the choice of colours to the other.
    Two(Vec<Point>),
    /// Gives up a move.
    Pass,
}

impl Action {
    /// How many stones it puts on the board.
    #[must_use]
    pub const fn stones(&self) -> usize {
        match self {
            Action::Stone(_) => 1,
            Action::Pick(points) | Action::Two(points) => points.len(),
            _ => 0,
        }
    }

    /// What it is called when it is refused.
    const fn noun(&self) -> &'static str {
        match self {
            Action::Stone(_) => "stone",
            Action::Swap => "swap",
            Action::Keep => "choice of colours",
            Action::Number(_) => "number",
            Action::Offer(_) => "offer",
            Action::Pick(_) => "pick",
            Action::Two(_) => "two stones",
            Action::Pass => "pass",
        }
    }

    /// The action as it is written in records, with points as `h8`.
    #[must_use]
    pub fn to_text(&self, size: BoardSize, rows: Rows) -> String {
        let text =
            |points: &[Point]| points.iter().map(|point| point.to_text(size, rows)).collect::<Vec<_>>().join(" ");
        match self {
            Action::Stone(point) => text(&[*point]),
            Action::Swap => "swap".to_string(),
            Action::Keep => "keep".to_string(),
            Action::Number(number) => format!("declare {number}"),
            Action::Offer(points) => format!("offer {}", text(points)),
            Action::Pick(points) => format!("pick {}", text(points)),
            Action::Two(points) => format!("two {}", text(points)),
            Action::Pass => "pass".to_string(),
        }
    }
}

/// Why an action is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpeningError {
    /// Somebody else is to act.
    #[error("{seat} is not to act: {wanted} is due from {by}", by = wanted.by())]
    NotYourTurn {
        /// Who acted.
        seat: Seat,
        /// What is due.
        wanted: Demand,
    },
    /// Something else is to be done.
    #[error("no {given} now: {wanted} is due")]
    WrongAction {
        /// What was done.
        given: &'static str,
        /// What is due.
        wanted: Demand,
    },
    /// Keep was said where the fifth stone, or the offer of fifths, says it.
    #[error("keep is not said here: the fifth stone, or the offer of {count}, says that nobody swaps")]
    KeepUnsaid {
        /// How many fifths an offer holds.
        count: u8,
    },
    /// The first stone does not stand on the centre.
    #[error("the first stone must stand on the centre")]
    OffCentre,
    /// A stone stands too far from the centre, or too near to it.
    #[error("stone {number} must stand {region}")]
    OutOfRegion {
        /// The number of the stone, from 1.
        number: usize,
        /// Where it may stand.
        region: Region,
    },
    /// A stone stands there.
    #[error("the point is occupied")]
    Occupied(Point),
    /// The point lies outside the board.
    #[error("the point is not on the board")]
    OffBoard,
    /// The three stones make another opening than the one that was designated.
    #[error("the opening must be {wanted}, and this is {found}")]
    OtherPattern {
        /// The one that was designated.
        wanted: Pattern,
        /// The one that the stones make.
        found: Pattern,
    },
    /// The opening that was designated does not begin so.
    #[error("the opening must be {0}, and no view of it begins so")]
    OtherBeginning(Pattern),
    /// The number of fifths is out of range.
    #[error("{number} fifths: the number goes from 1 to {most}")]
    NumberOutOfRange {
        /// What was said.
        number: usize,
        /// The most that may be asked for.
        most: u8,
    },
    /// Not as many points as are due: fifths that are offered or picked, or the stones of swap2.
    #[error("points given: {found}, and not {wanted}")]
    WrongCount {
        /// How many are due.
        wanted: u8,
        /// How many there are.
        found: usize,
    },
    /// A point is offered twice.
    #[error("the same point twice")]
    Twice(Point),
    /// Two points that are the same fifth move.
    #[error("two points that make the same shape")]
    SameShape(Point, Point),
    /// The point was not offered.
    #[error("the point was not offered")]
    NotOffered(Point),
    /// A move was given up before the sixth stone.
    #[error("no pass before the sixth stone is on the board")]
    NoPass,
    /// The game has ended.
    #[error("the game is over: {0}")]
    Over(GameResult),
}

impl OpeningError {
    /// Why an action is refused that is not of the kind that is due.
    pub(super) const fn wrong(action: &Action, wanted: Demand) -> OpeningError {
        match (action, wanted) {
            // To give up a move is never what is due in an opening, and that is the better reason.
            (Action::Pass, _) => OpeningError::NoPass,
            (Action::Keep, Demand::Fifth { count, swap: true, .. }) => OpeningError::KeepUnsaid { count },
            _ => OpeningError::WrongAction { given: action.noun(), wanted },
        }
    }

    /// So many points, or why they are refused.
    pub(super) fn exactly<const WANTED: usize>(points: &[Point]) -> Result<[Point; WANTED], OpeningError> {
        points.try_into().map_err(|_| OpeningError::WrongCount { wanted: WANTED as u8, found: points.len() })
    }

    /// Why a stone is refused by the rules of the game.
    pub(super) fn of_stone(why: &PlayError, point: Point) -> OpeningError {
        match *why {
            PlayError::Over(outcome) => OpeningError::Over(outcome),
            PlayError::OffBoard(_) => OpeningError::OffBoard,
            PlayError::Occupied | PlayError::Closed | PlayError::Begun => OpeningError::Occupied(point),
        }
    }

    /// The reason with the points by name.
    #[must_use]
    pub fn to_text(&self, size: BoardSize, rows: Rows) -> String {
        let text = |point: &Point| point.to_text(size, rows);
        match self {
            OpeningError::Occupied(point) => format!("{} is occupied", text(point)),
            OpeningError::Twice(point) => format!("{} is offered twice", text(point)),
            OpeningError::SameShape(first, second) => format!("{} is {} again", text(second), text(first)),
            OpeningError::NotOffered(point) => format!("{} was not offered", text(point)),
            _ => self.to_string(),
        }
    }
}
