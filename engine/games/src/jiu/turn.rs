//! A turn of Jiu, its text, and why a turn is refused.

use smallvec::SmallVec;

use super::path::Path;
use super::point_text::{point_text, points_text};
use tengen_engine::color::Color;
use tengen_engine::point::{BoardSize, Point};

/// A turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Turn {
    /// A stone is placed.
    Place(Point),
    /// A centre stone is taken off.
    Lift(Point),
    /// A stone moves, and stones are taken for squares.
    Move {
        /// The way of the stone.
        path: Path,
        /// The stones taken for squares and full lines, by row from number 1 and then by column.
        taken: Vec<Point>,
    },
}

impl Turn {
    /// A move, its taken stones brought into their order.
    #[must_use]
    pub fn new_move(path: Path, taken: Vec<Point>) -> Turn {
        let mut sorted = Vec::with_capacity(taken.len());
        for point in taken {
            let place = sorted.partition_point(|&before| record_order(before) <= record_order(point));
            sorted.insert(place, point);
        }
        Turn::Move { path, taken: sorted }
    }

    /// The turn as the record writes it, without side and number: `C6→E6→E4→G4 TC-D6, E5, F4 FC-L1`.
    #[must_use]
    pub fn to_text(&self, size: BoardSize) -> String {
        match self {
            Turn::Place(point) | Turn::Lift(point) => point_text(*point, size),
            Turn::Move { path, taken } => {
                let mut text = path_text(path, size);
                if !taken.is_empty() {
                    text += &format!(" FC-{}", points_text(taken, size));
                }
                text
            }
        }
    }
}

/// The order of points in the record: by row from number 1, then by column.
pub(super) fn record_order(point: Point) -> (std::cmp::Reverse<usize>, usize) {
    (std::cmp::Reverse(point.y()), point.x())
}

/// A path as the record writes it, with the stones jumped.
pub(super) fn path_text(path: &Path, size: BoardSize) -> String {
    let points: SmallVec<[String; 8]> = path.points().map(|point| point_text(point, size)).collect();
    let mut text = points.join("→");
    if !path.jumped().is_empty() {
        text += &format!(" TC-{}", points_text(path.jumped(), size));
    }
    text
}

impl Path {
    /// The path as the record writes it, with the stones jumped: `B4→D4 TC-C4`.
    #[must_use]
    pub fn to_text(&self, size: BoardSize) -> String {
        path_text(self, size)
    }
}

/// Why a turn is refused. Texts name the points.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TurnError {
    /// Nothing can be played any more.
    #[error("the game is over")]
    Over,
    /// A turn with another number or of the other side.
    #[error("{0} is expected here")]
    Number(String),
    /// A turn of another stage.
    #[error("{0}")]
    Stage(&'static str),
    /// A point that holds a stone.
    #[error("{0}: occupied")]
    Occupied(String),
    /// One of the first two stones elsewhere.
    #[error("{point}: the first two stones go on {first} and {second}")]
    Centre {
        /// Where it was to go.
        point: String,
        /// A centre point.
        first: String,
        /// The other centre point.
        second: String,
    },
    /// A point from which nothing is lifted.
    #[error("{0}: only the stones on the centre points are taken off")]
    Lift(String),
    /// A point that was to hold a stone of a side.
    #[error("{part}{point}: no {} stone stands on {point}", .color.to_string().to_lowercase())]
    NoStone {
        /// The part of the turn, such as `FC-`.
        part: &'static str,
        /// The point.
        point: String,
        /// The side.
        color: Color,
    },
    /// Points that no stone of this side can go between.
    #[error("{from}→{to}: neither a step nor a jump")]
    Unreachable {
        /// Where the stone stood.
        from: String,
        /// Where it was to land.
        to: String,
    },
    /// A single jump where the rules forbid it.
    #[error("{0}: a side that does not fly may not jump a single stone while the other flies")]
    SingleJump(String),
    /// Stones named as jumped which are not those jumped.
    #[error("TC-{named}: the path jumps {jumped}")]
    Jumped {
        /// What was named.
        named: String,
        /// What is jumped.
        jumped: String,
    },
    /// A wrong number of stones to be taken.
    #[error("FC-{named}: this turn takes {due}, and {given} named")]
    Taken {
        /// What was named.
        named: String,
        /// How many stones must be taken, in words.
        due: String,
        /// How many were named, in words.
        given: String,
    },
    /// The same stone named twice.
    #[error("FC-{0}: named twice")]
    TakenTwice(String),
}
