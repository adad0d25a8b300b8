//! Why a position is not counted, and what is said beside a count. Every message is one line and names points.

use tengen_engine::color::Color;
use tengen_engine::picture::stone;

/// Why a position is not counted. Points and chains are named as [`Names`](super::Names) writes them.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CountError {
    /// A mark for stones lies on an empty point.
    #[error("{point} is marked {mark} and is empty")]
    NoStone {
        /// The name of the point.
        point: String,
        /// What the mark says.
        mark: &'static str,
    },
    /// A mark for empty points lies on a stone.
    #[error("{point} is marked {mark} and holds a stone of {}", stone(*.color))]
    NotEmpty {
        /// The name of the point.
        point: String,
        /// What the mark says.
        mark: &'static str,
        /// The side whose stone it is.
        color: Color,
    },
    /// A chain is marked both dead and alive.
    #[error("the {} chain {points} is marked both dead and alive", stone(*.color))]
    DeadAndAlive {
        /// The side of the chain.
        color: Color,
        /// The stones of the chain.
        points: String,
    },
    /// Dead stones lie in a region that living stones of their own side border.
    #[error("the dead {} stones at {dead} lie beside living {} stones at {living}", stone(*.color), stone(*.color))]
    DeadBesideLiving {
        /// The side of the stones.
        color: Color,
        /// The dead stones of the region.
        dead: String,
        /// Living stones at its border.
        living: String,
    },
    /// Dead stones of both sides lie in one region.
    #[error("dead stones of both sides lie in one region: X at {black}, O at {white}")]
    DeadOfBoth {
        /// The dead stones of Black.
        black: String,
        /// The dead stones of White.
        white: String,
    },
    /// Groups have fewer than two eyes and share no liberty with the other side.
    #[error("{}: dead, or the game is not over", .groups.join(" and "))]
    NotAlive {
        /// What is said of each group.
        groups: Vec<String>,
    },
    /// More points are marked as eyes of a group than it keeps.
    #[error("the {} group at {group} keeps {kept}, and {marked} are marked as its eyes", stone(*.color))]
    TooManyEyes {
        /// The side of the group.
        color: Color,
        /// The first point of the group.
        group: String,
        /// How many points it keeps, in words.
        kept: &'static str,
        /// The points that are marked.
        marked: String,
    },
    /// So many points of a group are marked as roads that too few are left for it to keep.
    #[error("the {} group at {group} keeps {kept}, and all its points but {left} are marked as roads", stone(*.color))]
    TooFewLeft {
        /// The side of the group.
        color: Color,
        /// The first point of the group.
        group: String,
        /// How many points it keeps, in words.
        kept: &'static str,
        /// How many points are not marked.
        left: usize,
    },
    /// A point is marked as an eye and lies in nobody's own space.
    #[error("{point} is marked as an eye and lies in no group's own space")]
    EyeOutside {
        /// The name of the point.
        point: String,
    },
    /// A point is marked as a road of a side that does not border its region.
    #[error("{point} is marked as a road of {} and lies in no space of it", stone(*.color))]
    RoadOutside {
        /// The name of the point.
        point: String,
        /// The side of the road.
        color: Color,
    },
    /// A point is marked as shared or neutral and lies in the space of one side.
    #[error("{point} is marked {mark} and lies in the own space of {}", stone(*.color))]
    NotBetween {
        /// The name of the point.
        point: String,
        /// What the mark says.
        mark: &'static str,
        /// The side whose space it is.
        color: Color,
    },
    /// A point bears two marks that exclude each other.
    #[error("{point} is marked both {} and {}", .marks[0], .marks[1])]
    TwoMarks {
        /// The name of the point.
        point: String,
        /// What the marks say.
        marks: [&'static str; 2],
    },
    /// A link joins stones of different sides.
    #[error("the link {from}={to} joins stones of different sides")]
    LinkOfBoth {
        /// The name of the first point.
        from: String,
        /// The name of the second point.
        to: String,
    },
    /// There are unclaimed points, and the terms refuse them.
    #[error("unclaimed points are left: {points}")]
    Unclaimed {
        /// The points.
        points: String,
    },
    /// There are shared liberties between no two groups in seki, and the terms refuse them.
    #[error("shared liberties do not touch both sides of a seki: {points}")]
    Unsettled {
        /// The points.
        points: String,
    },
    /// The variant asks who made more moves, and that is not known.
    #[error("in the art form more moves pay, and how many were made is not known: the file holds no moves")]
    NoHistory,
    /// The compensation is no whole number of halves of a stone, so that its half cannot be given.
    #[error("a compensation of {0} stones cannot be halved into quarters of a stone")]
    Compensation(String),
    /// Two ways to count do not agree, which they do by proof: the program is at fault.
    #[error("internal error: {0}")]
    Disagreement(String),
}

/// What is to be known about a count that was made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Warning {
    /// A compensation that no game can make up for; other units than stones or points are meant.
    #[error("a compensation of {0} stones is more than the board has points")]
    Compensation(String),
    /// Points that nobody filled.
    #[error("{count} unclaimed {} left: {points}", if *.count == 1 { "point is" } else { "points are" })]
    Unclaimed {
        /// How many there are.
        count: usize,
        /// The points.
        points: String,
    },
    /// Shared liberties that do not touch a group in seki of each side.
    #[error(
        "the shared {} {points} {} not touch both sides of a seki: a stone may be dead, or the game not over",
        if *.count == 1 { "liberty" } else { "liberties" },
        if *.count == 1 { "does" } else { "do" }
    )]
    Unsettled {
        /// How many there are.
        count: usize,
        /// The points.
        points: String,
    },
    /// A group that lives by its number of eyes, but that Benson's algorithm cannot prove alive.
    #[error("the {} group at {group} is not proven alive", stone(*.color))]
    Unproven {
        /// The side of the group.
        color: Color,
        /// The first point of the group.
        group: String,
    },
    /// Points that count as territory here, and that a Japanese count would have filled first.
    #[error("the {} group at {group} must fill {points} to stay connected, which is territory here", stone(*.color))]
    Connecting {
        /// The side of the group.
        color: Color,
        /// The first point of the group.
        group: String,
        /// The points.
        points: String,
    },
    /// What happened before is not known.
    #[error("the moves are not known: refilling and prisoners are left out")]
    NoHistory,
    /// A form of refilling that the stones at hand do not allow.
    #[error("refilled, {form} form, is left out: {} must exchange {needed} stones and has {present}", stone(*.color))]
    TooFewStones {
        /// The form.
        form: &'static str,
        /// The side.
        color: Color,
        /// How many stones it must exchange.
        needed: i32,
        /// How many it has.
        present: usize,
    },
}
