//! Quiet positions: those of which a search asks for the evaluation, and which alone are worth training on.

use tengen_engine::game::Game;
use tengen_engine::internals::board::Board;
use tengen_engine::internals::eval::Evaluator;
use tengen_engine::internals::moves::{Situation, situation};
use tengen_engine::internals::search::params::Params;
use tengen_engine::internals::search::threat::{Breadth, Vcf, VcfSearch, Verdict};
use tengen_engine::rule::Rule;
use tengen_engine::with_rule;

/// Tells quiet positions from others.
pub(super) struct Quiet {
    vcf: Vcf,
}

impl Quiet {
    /// Knows no position yet.
    pub(super) fn new() -> Quiet {
        Quiet { vcf: Vcf::new() }
    }

    /// Forgets all positions.
    pub(super) fn forget(&mut self) {
        self.vcf.forget();
    }

    /// Whether the side to move has no five and no straight four to make, no five to prevent, and no win by fours as the leaves
    /// of a search look for them.
    pub(super) fn holds(&mut self, game: &Game) -> bool {
        with_rule!(game.rule(), R => self.holds_on(&mut Board::<R>::from_game(game)))
    }

    fn holds_on<R: Rule>(&mut self, board: &mut Board<R>) -> bool {
        let eval = Evaluator::new(board);
        // What is quiet is told by the position, and not by those before it in the game.
        self.vcf.begin_generation();
        matches!(situation(board), Situation::Free | Situation::AnswerStraightFour(_))
            && !matches!(self.leaf_vcf(board, &eval), Verdict::Win(_))
    }

    fn leaf_vcf<R: Rule>(&mut self, board: &mut Board<R>, eval: &Evaluator) -> Verdict {
        let mut search = VcfSearch::new(&mut self.vcf, board, eval, &|_| false);
        search.solve(Params::default().leaf_vcf(), Breadth::Productive)
    }
}

#[cfg(test)]
mod tests {
    use tengen_engine::point::{BoardSize, Rows};
    use tengen_engine::rule::RuleKind;

    use super::*;

    #[test]
    fn what_threats_decide_is_not_quiet() {
        let size = BoardSize::square(15).unwrap();
        for (moves, expected) in [
            ("", true),
            ("h8i9", true),
            // Black has a straight four to make; White must prevent it.
            ("f8a1g8o1h8a15", false),
            ("f8a1g8o1h8", true),
            // A five to prevent.
            ("f8a1g8o1h8e8i8", false),
            // Fours in two rows win.
            ("e8d8f8a1g8o1h9h7h10h12i11a15", false),
        ] {
            let game = Game::from_text(RuleKind::Freestyle, size, moves, Rows::FromBottom).unwrap();
            assert_eq!(Quiet::new().holds(&game), expected, "{moves}");
        }
    }
}
