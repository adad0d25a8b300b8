//! The whole tree of a win that the main search found: each of its moves with all answers to it.

use anyhow::{Context, Result, anyhow, ensure};
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

/// The tree of the win of the side to move, each search keeping to the limits.
pub(super) fn build(engine: &mut BlockingEngine, game: &Game, limits: &Limits) -> Result<Proof> {
    SolutionBuilder { engine, solver: Solver::new(TABLE_BYTES), limits, searches: 0 }.win(game)
}

struct SolutionBuilder<'a> {
    engine: &'a mut BlockingEngine,
    solver: Solver,
    limits: &'a Limits,
    searches: usize,
}

impl SolutionBuilder<'_> {
    /// The tree of a win of the side to move.
    fn win(&mut self, game: &Game) -> Result<Proof> {
        let by_threats = self.solver.solve(game, Solve::Vct, &Limits::nodes(VCT_NODES), &|_| true);
        if let Solved::Win(proof) = by_threats {
            return Ok(proof);
        }
        let point = self.winning_move(game)?;
        let refuted = || anyhow!("the win that was found at {} is none", game.to_text(Rows::FromBottom));
        Proof::of_move(game, point, refuted, |position| self.win(position))
    }

    /// The move with which the main search wins.
    fn winning_move(&mut self, game: &Game) -> Result<Point> {
        self.searches += 1;
        let within = self.searches <= MOST_SEARCHES && !self.engine.is_interrupted();
        let task = Task::Solve { game: game.clone() };
        let found = if within { self.engine.think(task, self.limits, |_| {}).point() } else { None };
        let position = || format!("its tree could not be completed at {}", game.to_text(Rows::FromBottom));
        ensure!(found.is_some(), "a win was found, but {}: give it more time", position());
        found.with_context(position)
    }
}
