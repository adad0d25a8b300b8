//! Jobs for the engine and what it says of them, in a form that can be carried to another thread or worker.

use serde::{Deserialize, Serialize};
use tengen_engine::point::{BoardSize, Rows};
use tengen_engine::{Color, Game, Move, Point, RuleKind};

use crate::board::reviewed::BoardReview;
use crate::database::found::FoundMove;
use crate::database::view;

/// The rows of the page, which counts them as books do.
pub(super) const ROWS: Rows = Rows::FromBottom;

/// A position with the moves that led to it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Position {
    /// The name of the rule.
    pub rule: String,
    /// Points in a row.
    pub width: usize,
    /// Number of rows.
    pub height: usize,
    /// Stones that were set up, such as `Bh8`.
    pub set_up: Vec<String>,
    /// The moves after that, such as `Wi9`.
    pub moves: Vec<String>,
    /// Whether White is to move.
    pub white_to_move: bool,
}

impl Position {
    /// The position of a game, without the points that were closed, and as one that ends with a five.
    #[must_use]
    pub fn of(game: &Game) -> Position {
        let text = |stones: &[Move]| {
            let name = |stone: &Move| view::stone(stone.color, stone.point, game.size(), ROWS);
            stones.iter().map(name).collect()
        };
        Position {
            rule: game.rule().name().to_string(),
            width: game.size().width(),
            height: game.size().height(),
            set_up: text(game.set_up_stones()),
            moves: text(game.played()),
            white_to_move: game.to_move() == Color::White,
        }
    }

    /// The game, if it is one.
    #[must_use]
    pub fn game(&self) -> Option<Game> {
        let size = BoardSize::new(self.width, self.height)?;
        let mut game = Game::new(RuleKind::from_name(&self.rule)?, size);
        for text in &self.set_up {
            let (color, point) = stone(text, size)?;
            game.set_up(color, point).ok()?;
        }
        for text in &self.moves {
            let (color, point) = stone(text, size)?;
            game.place(color, point).ok()?;
        }
        game.set_to_move(if self.white_to_move { Color::White } else { Color::Black });
        Some(game)
    }
}

/// A stone with its colour, from a text such as `Bh8`.
pub(super) fn stone(text: &str, size: BoardSize) -> Option<(Color, Point)> {
    let color = Color::from_letter(text.chars().next()?)?;
    Some((color, Point::parse(text.get(1..)?, size, ROWS)?))
}

/// What the engine of a page may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EngineResources {
    /// Threads that search.
    pub threads: usize,
    /// Mebibytes of the transposition table.
    pub hash: usize,
}

impl EngineResources {
    /// The same within limits, and at the least what an engine needs.
    #[must_use]
    pub fn within(self, most: EngineResources) -> EngineResources {
        EngineResources { threads: self.threads.clamp(1, most.threads), hash: self.hash.clamp(1, most.hash) }
    }
}

/// How well the engine plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlayLevel {
    /// By strength, as [`tengen_engine::Strength`] measures it: from 0 to 100.
    Strength(u8),
    /// As well as it can in so many milliseconds a move.
    Time(u64),
    /// As well as it can with the time of its clock.
    Clock,
}

/// What ends the thinking.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct JobLimits {
    /// Nodes, if limited.
    pub nodes: Option<u64>,
    /// Milliseconds of this move, if limited.
    pub turn: Option<u64>,
    /// Milliseconds of the clock, if limited.
    pub left: Option<u64>,
    /// Milliseconds that the move adds to the clock.
    pub increment: u64,
}

/// What to think about.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BoardTask {
    /// The best lines, until it is stopped.
    Analyse {
        /// How many.
        lines: usize,
    },
    /// The best lines, and then it is done.
    Hint {
        /// How many.
        lines: usize,
    },
    /// A move of a level.
    Move {
        /// How well.
        level: PlayLevel,
        /// Any number: it draws where a level draws.
        lot: u64,
    },
    /// What an opening demands.
    Decide {
        /// The rule of the opening.
        opening: String,
        /// What was done in it, as `pbrain-tengen opening` reads it.
        actions: String,
        /// Any number: it draws among openings that are as good.
        lot: u64,
    },
    /// A win by force.
    Solve {
        /// By fours and threes, and not by fours alone.
        threes: bool,
    },
    /// What each point is worth that deserves a thought.
    Values,
    /// The chance of Black after every move.
    Graph,
    /// The mistakes of the game, with the limits of the job for each question about a position.
    Review,
}

/// A request to the engine.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct BoardJob {
    /// By which it is told apart from others.
    pub id: u64,
    /// What to think about.
    pub task: BoardTask,
    /// The position.
    pub position: Position,
    /// What ends it.
    pub limits: JobLimits,
}

/// A line of play that was found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ThoughtLine {
    /// 1 for the best.
    pub rank: usize,
    /// For the side to move: a number, or such as `+M5`.
    pub score: String,
    /// Plies to the end when that is known, negative when the side to move loses.
    pub mate: Option<i64>,
    /// The chance of the side to move, from 0 to 1.
    pub chance: f64,
    /// Plies searched in full.
    pub depth: u32,
    /// Plies of the longest line looked at.
    pub selective_depth: u32,
    /// Nodes visited for the request.
    pub nodes: u64,
    /// Milliseconds since the request.
    pub milliseconds: u64,
    /// The expected moves.
    pub moves: Vec<String>,
}

impl ThoughtLine {
    /// Its first move, with what came of it.
    pub(super) fn found(&self, size: BoardSize) -> Option<FoundMove> {
        let point = Point::parse(self.moves.first()?, size, ROWS)?;
        Some(FoundMove { point, rank: self.rank, score: self.score.parse().ok()?, depth: self.depth })
    }
}

/// What the engine says of a job, with the number of the job.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BoardThought {
    /// The lines of a finished iteration, the best first.
    Lines(u64, Vec<ThoughtLine>),
    /// It would do these things in turn, in the words of [`BoardTask::Decide`]; and what the last search said.
    Act(u64, Vec<String>, Option<ThoughtLine>),
    /// A win was found or not: the tree of a win as moves with their depth in it, each before what follows it.
    Solved(u64, BoardSolution),
    /// Points with the chance of the side to move.
    Values(u64, Vec<(String, f64)>),
    /// A number of stones with the chance of Black when they are on the board.
    Graph(u64, usize, f64),
    /// What is known by now of the mistakes of a game.
    Review(u64, Box<BoardReview>),
    /// There is nothing more to say.
    Done(u64),
}

impl BoardThought {
    /// The job that it belongs to.
    #[must_use]
    pub fn id(&self) -> u64 {
        match *self {
            BoardThought::Lines(id, _)
            | BoardThought::Act(id, ..)
            | BoardThought::Solved(id, _)
            | BoardThought::Values(id, _)
            | BoardThought::Graph(id, ..)
            | BoardThought::Review(id, _)
            | BoardThought::Done(id) => id,
        }
    }
}

/// Whether there is a win by force.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BoardVerdict {
    /// There is one.
    Win,
    /// There is none.
    None,
    /// It was not found out in the time.
    #[default]
    Unknown,
}

/// What came of the search for a win by force.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct BoardSolution {
    /// Whether there is one.
    pub verdict: BoardVerdict,
    /// Plies to the five against the longest resistance.
    pub plies: usize,
    /// The longest line.
    pub line: Vec<String>,
    /// The tree of the win: the depth of a move in it from 0, and the move. Answers that are as good stand in it once.
    pub tree: Vec<(usize, String)>,
    /// Whether the tree is longer than what is told of it.
    pub is_cut: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::Score;

    #[test]
    fn a_line_without_a_score_has_found_nothing() {
        let found = |score: &str| {
            let line = ThoughtLine {
                rank: 1,
                score: score.to_string(),
                mate: None,
                chance: 0.5,
                depth: 3,
                selective_depth: 3,
                nodes: 9,
                milliseconds: 1,
                moves: vec!["h8".to_string()],
            };
            line.found(BoardSize::square(15).unwrap()).map(|found| found.score)
        };
        assert_eq!(found("-M4"), Some(Score::loss_in(4)));
        for bad in ["xM4", "+M99999", "much"] {
            assert_eq!(found(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_position_comes_back_from_its_text() {
        let size = BoardSize::new(15, 12).unwrap();
        let mut game = Game::new(RuleKind::Renju, size);
        game.set_up(Color::White, Point::new(3, 3)).unwrap();
        game.set_up(Color::White, Point::new(4, 3)).unwrap();
        game.set_to_move(Color::Black);
        game.play(Point::new(14, 11)).unwrap();
        game.set_to_move(Color::Black);
        let position = Position::of(&game);
        let json = serde_json::to_string(&position).unwrap();
        assert!(json.contains(r#""moves":["Bo1"]"#), "{json}");
        assert_eq!(serde_json::from_str::<Position>(&json).unwrap().game(), Some(game));
        for bad in ["Bz9", "Xh8"] {
            assert_eq!(Position { moves: vec![bad.to_string()], ..position.clone() }.game(), None);
        }
    }
}
