//! VCF and VCT of a game: a search within limits, and the proof of what it found.

use std::cell::Cell;

use crate::board::Board;
use crate::eval::Evaluator;
use crate::game::Game;
use crate::point::Point;
use crate::rule::Rule;
use crate::search::threat::dfpn::{Dfpn, Search};
use crate::search::threat::proof::{Proof, Scope, now_and_then};
use crate::search::threat::proof_numbers::ProofNumbers;
use crate::search::threat::{Vcf, proof_builder};
use crate::with_rule;

/// What to solve for: which threats the attacker may make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Solve {
    /// Victory by continuous fours: every threat is a four.
    Vcf,
    /// Victory by continuous threats: fours, and threes that threaten a VCF.
    Vct,
}

/// How a search for a win by threats ended.
#[derive(Clone, Debug)]
pub enum Solved {
    /// The side to move wins.
    Win(Proof),
    /// No win by such threats was left to look for. By fours alone there is none, as far as half of a key tells positions apart:
    /// one in four thousand million is taken for another. With threes there may be one, since sequences of fours are then only
    /// looked at as far as it pays.
    None,
    /// The search was ended before all was seen.
    Unknown,
}

/// VCT solver with a table of what it has seen.
pub struct Vct(Dfpn);

impl Vct {
    /// A solver that knows nothing yet, with a table of about so many bytes.
    pub fn new(table_bytes: usize) -> Vct {
        Vct::with_vcf(table_bytes, Vcf::new())
    }

    /// A solver that looks at sequences of fours with this searcher, and otherwise knows nothing yet.
    pub fn with_vcf(table_bytes: usize, vcf: Vcf) -> Vct {
        Vct(Dfpn::new(table_bytes, vcf))
    }

    /// Forgets all positions, for those too that share the memory of the VCF.
    pub fn forget(&mut self) {
        self.0.forget();
    }

    /// Positions looked at since the solver was made, those of sequences of fours among them.
    pub fn nodes(&self) -> u64 {
        self.0.nodes()
    }

    /// Looks for a win of the side to move in the position of a game, within about so many positions, and builds its proof: in
    /// as many again as a rule, but that ends by `look` alone. `look` is told now and then how many were looked at, and says
    /// whether to stop.
    pub fn solve(&mut self, game: &Game, solve: Solve, nodes: u64, look: &dyn Fn(u64) -> bool) -> Solved {
        with_rule!(game.rule(), R => {
            let mut board = Board::<R>::from_game(game);
            let eval = Evaluator::new(&board);
            self.0.attacker = board.to_move();
            let before = self.nodes();
            let look = |nodes: u64| look(nodes - before);
            let mut search = Search { dfpn: &mut self.0, board: &mut board, eval: &eval, look: &look };
            search.allow(nodes);
            let proof = match solve {
                Solve::Vcf => vcf(&mut search, nodes),
                Solve::Vct => vct(&mut search, nodes),
            };
            proof.map_or_else(|none| none, Solved::Win)
        })
    }

    /// The same, where a win is only told when its proof is seen to hold in this scope by the rules. The check hears `look`
    /// alone.
    pub fn solve_checked(
        &mut self,
        game: &Game,
        solve: Solve,
        scope: Scope,
        nodes: u64,
        look: &dyn Fn(u64) -> bool,
    ) -> Solved {
        let before = self.nodes();
        let solved = self.solve(game, solve, nodes, look);
        let stop = now_and_then(|| look(self.nodes() - before));
        match solved {
            Solved::Win(proof) if !proof.holds(game, scope, &stop) => Solved::Unknown,
            solved => solved,
        }
    }

    /// Looks for a win that begins with this move of the side to move, within about so many positions: by fours alone it
    /// makes a four. The move need be no threat to the solver, as long as a win by threats follows whatever the answer.
    /// What is told to be won was checked against every legal answer. The check hears `look` alone.
    pub fn solve_move(
        &mut self,
        game: &Game,
        point: Point,
        solve: Solve,
        nodes: u64,
        look: &dyn Fn(u64) -> bool,
    ) -> Solved {
        let before = self.nodes();
        let used = Cell::new(0);
        let win = |position: &Game| {
            let earlier = used.get();
            if earlier >= nodes || look(earlier) {
                return Err(Solved::Unknown);
            }
            let solved = self.solve(position, solve, nodes - earlier, &|nodes| look(earlier + nodes));
            used.set(self.nodes() - before);
            match solved {
                Solved::Win(proof) => Ok(proof),
                other => Err(other),
            }
        };
        let stop = now_and_then(|| look(used.get()));
        match Proof::of_move(game, point, || Solved::None, win, &stop) {
            Ok(proof) if solve == Solve::Vcf && !proof.begins_with_four() => Solved::None,
            Ok(proof) if !proof.holds_after_answers(game, &stop) => Solved::Unknown,
            Ok(proof) => Solved::Win(proof),
            Err(other) => other,
        }
    }
}

/// VCT: a win within the limit, and its proof tree built in as many positions again, or how it ended without.
fn vct<R: Rule>(search: &mut Search<R>, nodes: u64) -> Result<Proof, Solved> {
    match search.mid(ProofNumbers::UNLIMITED, 0) {
        ProofNumbers { proof: 0, .. } => {
            search.allow(nodes);
            proof_builder::proof(search).ok_or(Solved::Unknown)
        }
        ProofNumbers { disproof: 0, .. } => Err(Solved::None),
        _ => Err(Solved::Unknown),
    }
}

/// VCF alone: its proof, or how it ended without.
fn vcf<R: Rule>(search: &mut Search<R>, nodes: u64) -> Result<Proof, Solved> {
    let line = search.fours(nodes)?;
    proof_builder::along(search, &line).ok_or(Solved::Unknown)
}
