//! Forced wins: VCF and VCT of a position, each with a proof that the rules have checked.

use crate::game::Game;
use crate::limits::Limits;
use crate::point::Point;
use crate::search::SearchControl;
use crate::search::threat::Vct;
pub use crate::search::threat::proof::{Defence, Proof, Refutation, Scope, Win, WinId};
pub use crate::search::threat::{Solve, Solved};
use crate::search::time::Budget;

/// Size of the table of a solver, in bytes.
const TABLE_BYTES: usize = 64 << 20;

/// Looks for a win of the side to move by fours ([`Solve::Vcf`]) or by fours and threes ([`Solve::Vct`]) within limits of
/// time and nodes. A depth means nothing here. A win is only told when its tree holds by the rules against every answer that
/// it lists and against a pass.
///
/// ```
/// use tengen_engine::{BoardSize, Game, Limits, RuleKind, Rows, Solve, Solved, solve};
///
/// let size = BoardSize::square(15).unwrap();
/// let game = Game::from_text(RuleKind::Freestyle, size, "h8i9h9h7g8j8i8f8g9i7", Rows::FromBottom)?;
/// if let Solved::Win(proof) = solve(&game, Solve::Vcf, &Limits::nodes(100_000)) {
///     let line = proof.line(&game, proof.root());
///     assert_eq!(line.len(), proof.plies(proof.root()));
/// }
/// # Ok::<(), tengen_engine::TextError>(())
/// ```
#[must_use]
pub fn solve(game: &Game, solve: Solve, limits: &Limits) -> Solved {
    solve_while(game, solve, limits, &|| true)
}

/// The same as long as somebody wants to know: nothing is known when `is_wanted` says that nobody does.
#[must_use]
pub fn solve_while(game: &Game, solve: Solve, limits: &Limits, is_wanted: &dyn Fn() -> bool) -> Solved {
    let control = SearchControl::new(limits.clock.received, Budget::new(&limits.clock, game.moves().len()));
    let nodes = limits.nodes.unwrap_or(u64::MAX);
    match Vct::new(TABLE_BYTES).solve(game, solve, nodes, &|_| control.is_over() || !is_wanted()) {
        Solved::Win(proof) if proof.check(game, Scope::Answers).is_err() => Solved::Unknown,
        solved => solved,
    }
}

/// The same for one move of the side to move: whether a win by threats follows it, whatever the answer. By fours alone the
/// move makes a four. What is told to be won was checked against every legal answer.
///
/// ```
/// use tengen_engine::solve::{Solve, Solved, solve_move};
/// use tengen_engine::{BoardSize, Game, Limits, Point, RuleKind, Rows};
///
/// // Both ends of an open three win, and a move elsewhere does not.
/// let size = BoardSize::square(15).unwrap();
/// let game = Game::from_text(RuleKind::Freestyle, size, "h8a1i8c1j8e1", Rows::FromBottom)?;
/// let wins = ["g8", "k8", "a15"].map(|text| {
///     let point = Point::parse(text, size, Rows::FromBottom).unwrap();
///     matches!(solve_move(&game, point, Solve::Vcf, &Limits::nodes(10_000)), Solved::Win(_))
/// });
/// assert_eq!(wins, [true, true, false]);
/// # Ok::<(), tengen_engine::TextError>(())
/// ```
#[must_use]
pub fn solve_move(game: &Game, point: Point, solve: Solve, limits: &Limits) -> Solved {
    let control = SearchControl::new(limits.clock.received, Budget::new(&limits.clock, game.moves().len()));
    let nodes = limits.nodes.unwrap_or(u64::MAX);
    Vct::new(TABLE_BYTES).solve_move(game, point, solve, nodes, &|_| control.is_over())
}
