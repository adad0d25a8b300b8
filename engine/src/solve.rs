//! Forced wins: VCF and VCT of a position, each with a proof that the rules have checked.

use std::fmt;

use crate::game::Game;
use crate::limits::Limits;
use crate::point::Point;
use crate::search::SearchControl;
use crate::search::threat::Vct;
pub use crate::search::threat::proof::{CheckError, Defence, Proof, Refutation, Scope, Win, WinId, now_and_then};
pub use crate::search::threat::{Solve, Solved};

/// Size of the table of a solver, in bytes.
const TABLE_BYTES: usize = 64 << 20;

/// Looks for a win of the side to move by fours ([`Solve::Vcf`]) or by fours and threes ([`Solve::Vct`]) within limits of
/// time and nodes. A depth means nothing here. A win is only told when its tree holds by the rules against every answer that
/// it lists and against a pass. In a game that is over there is none.
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
    Solver::new(TABLE_BYTES).solve(game, solve, limits, &|_| is_wanted())
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
    Solver::new(TABLE_BYTES).solve_move(game, point, solve, limits, &|_| true)
}

/// A solver with a table of its own, for many questions: what it has seen it need not look at again.
///
/// ```
/// use tengen_engine::solve::{Solve, Solved, Solver};
/// use tengen_engine::{BoardSize, Game, Limits, RuleKind, Rows};
///
/// let size = BoardSize::square(15).unwrap();
/// let mut solver = Solver::new(1 << 20);
/// for (moves, wins) in [("h8a1i8c1j8e1", true), ("h8a1i9c1", false)] {
///     let game = Game::from_text(RuleKind::Freestyle, size, moves, Rows::FromBottom)?;
///     let solved = solver.solve(&game, Solve::Vcf, &Limits::nodes(10_000), &|_| true);
///     assert_eq!(matches!(solved, Solved::Win(_)), wins);
/// }
/// # Ok::<(), tengen_engine::TextError>(())
/// ```
pub struct Solver(Vct);

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").field("nodes", &self.nodes()).finish_non_exhaustive()
    }
}

impl Solver {
    /// A solver that knows nothing, with a table of about so many bytes.
    #[must_use]
    pub fn new(table_bytes: usize) -> Solver {
        Solver(Vct::new(table_bytes))
    }

    /// Forgets all positions.
    pub fn forget(&mut self) {
        self.0.forget();
    }

    /// Positions looked at since the solver was made.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.0.nodes()
    }

    /// What [`solve`] does. `is_wanted` is told now and then how many positions were looked at for this question: when it
    /// says that nobody wants to know any more, nothing is known.
    #[must_use]
    pub fn solve(&mut self, game: &Game, solve: Solve, limits: &Limits, is_wanted: &dyn Fn(u64) -> bool) -> Solved {
        self.solve_checked(game, solve, Scope::Answers, limits, is_wanted)
    }

    /// The same, where a win is only told when its tree is seen to hold in this scope by the rules. The check keeps to the time
    /// as well, and ends when nobody wants to know any more.
    #[must_use]
    pub fn solve_checked(
        &mut self,
        game: &Game,
        solve: Solve,
        scope: Scope,
        limits: &Limits,
        is_wanted: &dyn Fn(u64) -> bool,
    ) -> Solved {
        within(game, limits, is_wanted, |nodes, look| self.0.solve_checked(game, solve, scope, nodes, look))
    }

    /// What [`solve_move`] does, as long as it is wanted.
    #[must_use]
    pub fn solve_move(
        &mut self,
        game: &Game,
        point: Point,
        solve: Solve,
        limits: &Limits,
        is_wanted: &dyn Fn(u64) -> bool,
    ) -> Solved {
        within(game, limits, is_wanted, |nodes, look| self.0.solve_move(game, point, solve, nodes, look))
    }
}

/// Asks for a win within the limits: with so many nodes, and a look now and then at whether to stop. In a game that is over
/// nobody wins any more.
fn within(
    game: &Game,
    limits: &Limits,
    is_wanted: &dyn Fn(u64) -> bool,
    ask: impl FnOnce(u64, &dyn Fn(u64) -> bool) -> Solved,
) -> Solved {
    if game.result().is_some() {
        return Solved::None;
    }
    let control = control(game, limits);
    ask(limits.nodes.unwrap_or(u64::MAX), &|nodes| control.is_over() || !is_wanted(nodes))
}

/// The clock of a question.
fn control(game: &Game, limits: &Limits) -> SearchControl {
    SearchControl::new(limits.clock.received, limits.budget(game.moves().len()))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use web_time::Instant;

    use super::*;
    use crate::point::{BoardSize, Rows};
    use crate::rule::RuleKind;
    use crate::search::time::Clock;

    fn game(moves: &str) -> Game {
        Game::from_text(RuleKind::Freestyle, BoardSize::square(15).unwrap(), moves, Rows::FromBottom).unwrap()
    }

    #[test]
    fn an_analysis_may_use_all_of_its_time_and_a_move_keeps_a_part_for_the_answer() {
        let all = Duration::from_secs(10);
        let time = |limits: Limits| control(&game(""), &limits).budget().hard;
        assert!(time(Limits::time(all)).is_some_and(|time| time < all));
        assert_eq!(time(Limits::time(all).thorough()), Some(all));
        // It is counted from when the question was received.
        let received = Instant::now().checked_sub(Duration::from_secs(10)).unwrap();
        let late = Clock { turn: Some(Duration::from_secs(6)), ..Clock::since(received) };
        assert!(control(&game(""), &Limits::clock(late)).is_over());
    }

    #[test]
    fn in_a_game_that_is_over_nobody_wins() {
        let five = game("h8a1h9b1h10c1h11d1h12");
        let wins = |game: &Game| matches!(solve(game, Solve::Vcf, &Limits::nodes(1000)), Solved::Win(_));
        assert_eq!([&five, &five.clone().without_result()].map(wins), [false, true]);
    }

    #[test]
    fn what_nobody_wants_to_know_or_there_is_no_time_for_is_unknown() {
        let (three, mut solver) = (game("h8a1i8c1j8e1"), Solver::new(1 << 14));
        let point = three.size().point(6, 7).unwrap();
        for (wanted, limits, wins) in
            [(true, Limits::none(), true), (false, Limits::none(), false), (true, Limits::time(Duration::ZERO), false)]
        {
            let solved = solver.solve_move(&three, point, Solve::Vct, &limits, &|_| wanted);
            assert_eq!(matches!(solved, Solved::Win(_)), wins, "{limits:?}, {wanted}: {solved:?}");
        }
    }
}
