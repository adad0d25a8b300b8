//! VCT prover: wins by threats for the side to move in a game, looked for a little at a time and played to their end once
//! proved.

use crate::game::Game;
use crate::point::Point;
use crate::search::threat::proof::{Proof, Scope, WinId, now_and_then};
use crate::search::threat::{Solve, Solved, Vcf, Vct};

/// Size of the table, in bytes.
const TABLE_BYTES: usize = 4 << 20;

/// A proved win with the position that it begins in.
struct Plan {
    start: Game,
    proof: Proof,
}

/// VCT prover: looks for wins by threats and remembers the last that was found.
pub struct VctProver {
    vct: Vct,
    plan: Option<Plan>,
}

/// Proven win for the side to move.
pub struct ProvenWin {
    /// The most plies up to and with the five.
    pub plies: usize,
    /// A line to the end.
    pub line: Vec<Point>,
}

impl VctProver {
    /// A prover that looks at sequences of fours with this searcher, and otherwise knows nothing.
    pub fn new(vcf: Vcf) -> VctProver {
        VctProver { vct: Vct::with_vcf(TABLE_BYTES, vcf), plan: None }
    }

    /// Forgets everything, for those too that share the memory of the VCF.
    pub fn forget(&mut self) {
        self.vct.forget();
        self.plan = None;
    }

    /// Positions looked at so far.
    pub fn nodes(&self) -> u64 {
        self.vct.nodes()
    }

    /// What is left of the win that was found last, when the game has gone on with it and it holds after the answers too.
    /// Nothing is left where `stop`, which is asked at every position, says that the check of that must end.
    pub fn proven_win(&self, game: &Game, stop: &dyn Fn() -> bool) -> Option<ProvenWin> {
        let Plan { start, proof } = self.plan.as_ref()?;
        let place = reached(start, proof, game)?;
        proof.check_until(game, place, Scope::Answers, stop).ok()?;
        Some(ProvenWin { plies: proof.plies(place), line: proof.line(game, place) })
    }

    /// Looks for a win of the side to move, within about so many positions, until `stop` says that it must end. A win is only
    /// found when the rules say that it holds against a pass and every answer that it lists. Where what is left of the last one
    /// is a win here, that one stays: it holds after other answers too.
    pub fn look(&mut self, game: &Game, nodes: u64, stop: &dyn Fn() -> bool) -> Option<ProvenWin> {
        if let Some(win) = self.proven_win(game, &now_and_then(stop)) {
            return Some(win);
        }
        let Solved::Win(proof) = self.vct.solve(game, Solve::Vct, nodes, &|_| stop()) else {
            return None;
        };
        self.plan = Some(Plan { start: game.clone(), proof });
        self.proven_win(game, &now_and_then(stop))
    }
}

/// The place in a proof that a game has reached since it began, the attacker being to move.
fn reached(start: &Game, proof: &Proof, game: &Game) -> Option<WinId> {
    if !game.goes_on_from(start) || start.to_move() != game.to_move() {
        return None;
    }
    let since = &game.moves()[start.moves().len()..];
    let (turns, []) = since.as_chunks::<2>() else { return None };
    turns.iter().try_fold(proof.root(), |place, [attack, answer]| {
        let win = proof.win(place);
        let planned = attack.point == win.point && attack.color == start.to_move() && answer.color != attack.color;
        win.defence.as_ref().filter(|_| planned).map(|defence| defence.after(answer.point))
    })
}
