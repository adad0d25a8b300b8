//! What a review wants to know, and the answers to it.

use std::fmt::Write as _;
use std::time::Duration;

use crate::forbidden::Forbidden;
use crate::game::Game;
use crate::point::{Point, Rows};
use crate::score::Score;
use crate::search::threat::Solve;

/// Something to find out about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// The position. Its game is not over.
    pub position: Game,
    /// What to find out about it.
    pub kind: QuestionKind,
}

/// What to find out about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum QuestionKind {
    /// What it is worth, and what is best.
    Best,
    /// The same without these moves.
    Without(Vec<Point>),
    /// So many of the best moves.
    Lines(usize),
    /// Whether the side to move wins by threats.
    Win,
    /// Whether this move wins by threats.
    WinBy(Point),
}

impl Question {
    /// A name of the question that no other question has, by which its answer can be kept: the key of the position, in which
    /// rule and size are contained, and what is asked.
    #[must_use]
    pub fn id(&self) -> String {
        let mut id = format!("{:016x}", self.position.key().0);
        let point = |point: &Point| point.to_text(self.position.size(), Rows::FromBottom);
        // Writing to a string does not fail.
        let _ = match &self.kind {
            QuestionKind::Best => write!(id, " best"),
            QuestionKind::Without(points) => {
                write!(id, " without {}", points.iter().map(point).collect::<String>())
            }
            QuestionKind::Lines(lines) => write!(id, " lines {lines}"),
            QuestionKind::Win => write!(id, " win"),
            QuestionKind::WinBy(by) => write!(id, " win by {}", point(by)),
        };
        id
    }
}

/// What was found out about a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Assessment {
    /// What it is worth to the side to move: a win when `win` is there.
    pub score: Score,
    /// The best move and how the game might go on; empty when there is no move, or nothing was found that was asked for.
    pub line: Vec<Point>,
    /// The win by threats, if the side to move has one. It was checked against every legal answer.
    pub win: Option<ThreatWin>,
    /// The next best moves, as many as were asked for.
    pub others: Vec<ScoredLine>,
    /// Plies that were searched in full.
    pub depth: u32,
    /// Nodes that were looked at.
    pub nodes: u64,
    /// The time it took.
    pub elapsed: Duration,
}

/// A move and how the game might go on after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoredLine {
    /// What the move is worth to the side that makes it.
    pub score: Score,
    /// The moves, this one as the first.
    pub moves: Vec<Point>,
}

/// A win by threats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ThreatWin {
    /// By which threats.
    pub by: Solve,
    /// The most plies up to and with the five.
    pub plies: usize,
    /// The forbidden point on which it rests, if it does.
    pub forbidden: Option<ForbiddenTactic>,
}

/// A forbidden point on which a win rests: could the defender play there, its proof would not hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ForbiddenTactic {
    /// The point.
    pub point: Point,
    /// Why it is forbidden when it matters.
    pub kind: Forbidden,
}
