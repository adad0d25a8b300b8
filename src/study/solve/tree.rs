//! The whole tree of a win that the main search found: each of its moves with all answers to it.

use anyhow::{Context, Error, Result, anyhow, ensure};
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

/// What became of a tree.
pub(super) enum Built {
    /// It has every answer.
    Whole(Proof),
    /// Why it has not, which says nothing against the win.
    Unfinished(Error),
}

/// The tree of the win of the side to move, each search keeping to the limits.
///
/// # Errors
/// When the win is none.
pub(super) fn build(engine: &mut BlockingEngine, game: &Game, limits: &Limits) -> Result<Built> {
    let solver = Solver::new(TABLE_BYTES);
    let mut builder = SolutionBuilder { engine, solver, limits, searches: 0, is_cut: false };
    match builder.win(game) {
        Ok(tree) => Ok(Built::Whole(tree)),
        Err(why) if builder.is_cut => Ok(Built::Unfinished(why)),
        Err(why) => Err(why),
    }
}

struct SolutionBuilder<'a> {
    engine: &'a mut BlockingEngine,
    solver: Solver,
    limits: &'a Limits,
    searches: usize,
    /// Whether a search ended without the win that must be there.
    is_cut: bool,
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
        self.is_cut = found.is_none();
        let position = || format!("its tree could not be completed at {}", game.to_text(Rows::FromBottom));
        ensure!(found.is_some(), "a win was found, but {}: give it more time", position());
        found.with_context(position)
    }
}

#[cfg(test)]
mod tests {
    use tengen_engine::point::BoardSize;
    use tengen_engine::rule::RuleKind;

    use super::*;

    #[test]
    fn a_tree_that_is_cut_off_says_nothing_against_the_win() {
        let game = Game::from_text(RuleKind::Freestyle, BoardSize::USUAL, "h8i9", Rows::FromBottom).unwrap();
        for (is_interrupted, nodes) in [(false, 1), (true, 1_000_000)] {
            let mut engine = BlockingEngine::unwatched(is_interrupted);
            let built = build(&mut engine, &game, &Limits::nodes(nodes)).unwrap();
            let Built::Unfinished(why) = built else { panic!("a tree for a position that is not won") };
            let words = "a win was found, but its tree could not be completed at h8i9: give it more time";
            assert_eq!(why.to_string(), words);
        }
    }
}
