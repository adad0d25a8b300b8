//! What an engine is asked.

use super::{Extent, KnownScore};
use crate::game::Game;
use crate::opening::Opening;
use crate::point::Point;

/// What to think about.
///
/// ```
/// use tengen_engine::{BoardSize, Engine, Game, Limits, Options, RuleKind, Task};
///
/// // The two best moves, each with its line.
/// let mut engine = Engine::new(Options::default());
/// let game = Game::new(RuleKind::Freestyle, BoardSize::square(9).unwrap());
/// let mut ranks = Vec::new();
/// let task = Task::best_moves(&game, 2);
/// let _ = engine.run(task, Limits::depth(2), |block| ranks = block.iter().map(|line| line.rank).collect());
/// assert_eq!(ranks, [1, 2]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Task {
    /// The best move, or with `lines` above one also the next best ones in [`crate::Line::rank`]s. Points in `exclude` are
    /// not considered.
    Move {
        /// The position.
        game: Game,
        /// How many of the best moves are wanted, at least 1.
        lines: usize,
        /// Moves that must not be chosen.
        exclude: Vec<Point>,
        /// What is known of positions that may follow: such as a database keeps. A score is believed as deep as it was
        /// searched, and nothing that is not proved by the search itself is announced as a win.
        known: Vec<KnownScore>,
    },
    /// What to do in an opening.
    Opening {
        /// The opening so far.
        opening: Box<Opening>,
        /// How much of it is decided.
        extent: Extent,
        /// Chooses among openings that are as good.
        lot: u64,
    },
    /// Whether the side to move can win by force: a proof or nothing.
    Solve {
        /// The position.
        game: Game,
    },
}

impl Task {
    /// The best move and nothing more.
    #[must_use]
    pub fn best_move(game: &Game) -> Task {
        Task::best_moves(game, 1)
    }

    /// So many of the best moves, of all there are.
    #[must_use]
    pub fn best_moves(game: &Game, lines: usize) -> Task {
        Task::Move { game: game.clone(), lines, exclude: Vec::new(), known: Vec::new() }
    }

    /// The position that is thought about.
    #[must_use]
    pub fn game(&self) -> &Game {
        match self {
            Task::Move { game, .. } | Task::Solve { game } => game,
            Task::Opening { opening, .. } => opening.game(),
        }
    }

    pub(super) fn is_opening(&self) -> bool {
        matches!(self, Task::Opening { .. })
    }
}
