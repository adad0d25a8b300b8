//! The whole tree of a win that the main search found: each of its moves with all answers to it.

use std::sync::atomic::Ordering::Relaxed;

use anyhow::{Error, anyhow};
use tengen_engine::engine::{Limits, Task};
use tengen_engine::game::Game;
use tengen_engine::point::{Point, Rows};
use tengen_engine::solve::{Proof, Solve, Solved, Solver};

use crate::blocking::BlockingEngine;

/// Positions that are looked at for a win by threats, which comes with its tree, before the main search is asked.
const VCT_NODES: u64 = 20_000;
/// Size of the table for that, in bytes.
const TABLE_BYTES: usize = 16 << 20;
/// A tree for which the main search must be asked more often is given up.
const MOST_SEARCHES: usize = 2_000;

/// Why there is no tree of a win that holds.
#[derive(Debug)]
pub(super) enum TreeFault {
    /// The win is none.
    Refuted(Error),
    /// It could not be completed, or not checked to the end, which says nothing against the win.
    Unfinished(Error),
}

/// The tree of the win of the side to move that begins with this move, each search keeping to the limits. What it goes on with
/// need not be the shortest way. What goes wrong is told with rows counted as is said.
pub(super) fn build(
    engine: &mut BlockingEngine,
    game: &Game,
    limits: &Limits,
    point: Point,
    rows: Rows,
) -> Result<Proof, TreeFault> {
    SolutionBuilder { engine, solver: Solver::new(TABLE_BYTES), limits, rows, searches: 0 }.win_with(game, point)
}

struct SolutionBuilder<'a> {
    engine: &'a mut BlockingEngine,
    solver: Solver,
    limits: &'a Limits,
    rows: Rows,
    searches: usize,
}

impl SolutionBuilder<'_> {
    /// The tree of a win with a move.
    fn win_with(&mut self, game: &Game, point: Point) -> Result<Proof, TreeFault> {
        let interrupted = self.engine.interrupted();
        let stop = || interrupted.load(Relaxed);
        let rows = self.rows;
        let at = || game.to_text(rows);
        let refuted = || TreeFault::Refuted(anyhow!("the win that was found at {} is none", at()));
        Proof::of_move(game, point, refuted, |position| self.win(position), &stop)
    }

    /// The tree of a win of the side to move.
    fn win(&mut self, game: &Game) -> Result<Proof, TreeFault> {
        let interrupted = self.engine.interrupted();
        let is_wanted = |_: u64| !interrupted.load(Relaxed);
        let by_threats = self.solver.solve(game, Solve::Vct, &Limits::nodes(VCT_NODES), &is_wanted);
        if let Solved::Win(proof) = by_threats {
            return Ok(proof);
        }
        let point = self.winning_move(game)?;
        self.win_with(game, point)
    }

    /// The move with which the main search wins.
    fn winning_move(&mut self, game: &Game) -> Result<Point, TreeFault> {
        self.searches += 1;
        let within = self.searches <= MOST_SEARCHES && !self.engine.is_interrupted();
        let task = Task::Solve { game: game.clone() };
        if within && let Some(point) = self.engine.think(task, self.limits, |_| {}).point() {
            return Ok(point);
        }
        let why = match self.engine.is_interrupted() {
            true => "it was interrupted",
            false if within => "give it more time",
            false => "it is too large",
        };
        let at = game.to_text(self.rows);
        Err(TreeFault::Unfinished(anyhow!("a win was found, but its tree could not be completed at {at}: {why}")))
    }
}

#[cfg(test)]
mod tests {
    use tengen_engine::point::BoardSize;
    use tengen_engine::rule::RuleKind;

    use super::*;

    #[test]
    fn a_tree_that_is_cut_off_says_nothing_against_the_win() {
        let far = BoardSize::USUAL.point(14, 0).unwrap();
        // The last is won by threats, whatever else is there.
        for (moves, rows, answer, is_interrupted, nodes, reason) in [
            ("h8i9", Rows::FromBottom, "o15", false, 1, "give it more time"),
            ("h8i9", Rows::FromTop, "o1", true, 1_000_000, "it was interrupted"),
            ("g8a1h8c1i9a4i10o1", Rows::FromBottom, "o15", true, 1_000_000, "it was interrupted"),
        ] {
            let game = Game::from_text(RuleKind::Freestyle, BoardSize::USUAL, moves, rows).unwrap();
            let mut engine = BlockingEngine::unwatched(is_interrupted);
            let built = build(&mut engine, &game, &Limits::nodes(nodes), far, rows);
            let Err(TreeFault::Unfinished(why)) = built else { panic!("{built:?} at {moves}") };
            let words = "a win was found, but its tree could not be completed at";
            assert_eq!(why.to_string(), format!("{words} {moves}{answer}: {reason}"));
        }
    }

    #[test]
    fn a_tree_is_of_the_win_that_was_found() {
        let size = BoardSize::USUAL;
        let game = Game::from_text(RuleKind::Freestyle, size, "h8a1i8c1j8e1", Rows::FromBottom).unwrap();
        for first in ["g8", "k8"].map(|text| Point::parse(text, size, Rows::FromBottom).unwrap()) {
            let mut engine = BlockingEngine::unwatched(false);
            let proof = build(&mut engine, &game, &Limits::nodes(1000), first, Rows::FromBottom).unwrap();
            assert_eq!((proof.win(proof.root()).point, proof.plies(proof.root())), (first, 3));
        }
    }
}
