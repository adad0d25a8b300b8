//! Wins by threats at the root, which are looked for beside the search: those of the side to move, and those of its opponent
//! after the best move.

use crate::game::Game;
use crate::rule::Rule;
use crate::score::MAX_PLY;
use crate::search::best_line::Line;
use crate::search::params::LEAST_VCT_NODES;
use crate::search::threat::VctProver;
use crate::search::threat::prover::ProvenWin;
use crate::search::tt::Entry;
use crate::search::worker::{NodeShare, Worker};

impl<R: Rule> Worker<'_, R> {
    /// VCT at the root, in proportion to what was searched so far.
    pub(in crate::search) fn search_vct(&mut self, game: &Game, prover: &mut VctProver) -> Option<Line> {
        let nodes = self.worth_beginning(self.vct_share)?;
        let (proven_win, looked_at) = self.look_for_vct(game, prover, nodes);
        self.vct_share.used += looked_at;
        self.allowed(proven_win?)
    }

    /// Refutation by threats: whether the opponent has a VCT after the best move, in proportion to what was searched so far. A
    /// four that only prepares a three looks bad and is searched less deeply three times over, so that the search overlooks
    /// wins of thirteen plies at depth 17 that are a matter of a thousand positions here. A refuted move goes to the end of the
    /// root moves, and the table learns why it loses.
    pub(in crate::search) fn refute_by_threats(&mut self, game: &Game, prover: &mut VctProver) {
        let [best, _, ..] = self.root.moves() else { return };
        let best = best.point;
        let Some(nodes) = self.worth_beginning(self.refutation_share) else { return };
        let after = game.after(best).ok().filter(|after| after.result().is_none());
        let Some(after) = after else { return };
        let (refutation, looked_at) = self.look_for_vct(&after, prover, nodes);
        self.refutation_share.used += looked_at;
        let Some(ProvenWin { plies, line }) = refutation.filter(|refutation| refutation.plies <= MAX_PLY) else {
            return;
        };
        let entry = Entry::win(plies, line.first().copied(), None, true);
        self.save(self.board.key_after(best), entry);
        self.root.refute_best();
    }

    /// The nodes that are left of a share, if they are worth beginning with.
    fn worth_beginning(&self, share: NodeShare) -> Option<u64> {
        let nodes = share.left(self.nodes).min(self.nodes_left());
        (nodes >= LEAST_VCT_NODES).then_some(nodes)
    }

    /// Looks for a VCT of the side to move in a game, within about so many nodes, which count as all others do, and tells how
    /// many it took.
    fn look_for_vct(&mut self, game: &Game, prover: &mut VctProver, nodes: u64) -> (Option<ProvenWin>, u64) {
        let before = prover.nodes();
        let shared = self.shared;
        let proven_win = prover.look(game, nodes, &|| shared.is_time_over());
        let looked_at = prover.nodes() - before;
        self.nodes += looked_at;
        (proven_win, looked_at)
    }

    /// A win by threats, unless its first move is excluded or its end lies too far away for a score.
    pub(in crate::search) fn allowed(&self, proven_win: ProvenWin) -> Option<Line> {
        let ProvenWin { plies, line } = proven_win;
        let allowed = plies <= MAX_PLY && line.first().is_some_and(|&first| self.root.allows(first));
        allowed.then(|| self.won(plies, line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Color;
    use crate::rule::{Freestyle, RuleKind};
    use crate::score::Score;
    use crate::search::params::{REFUTATION_SHARE, VCT_SHARE};
    use crate::search::root_moves::RootMoves;
    use crate::search::tests::{point, position, with_worker};
    use crate::search::threat::Vcf;

    #[test]
    fn threats_are_looked_for_once_a_share_of_the_nodes_is_worth_it() {
        let game = position(RuleKind::Freestyle, Color::Black, "h8 g9", "i9 g7");
        for (nodes, before, looked) in [
            (LEAST_VCT_NODES * VCT_SHARE - 1, 0, false),
            (LEAST_VCT_NODES * VCT_SHARE, 0, true),
            (LEAST_VCT_NODES * VCT_SHARE, 1, false),
        ] {
            with_worker::<Freestyle, _>(&game, u64::MAX, |worker| {
                (worker.nodes, worker.vct_share.used) = (nodes, before);
                let mut prover = VctProver::new(Vcf::new());
                worker.search_vct(&game, &mut prover);
                assert_eq!(prover.nodes() > 0, looked, "{nodes} nodes, {before} of them for threats");
                assert_eq!((worker.nodes - nodes, worker.vct_share.used - before), (prover.nodes(), prover.nodes()));
            });
        }
    }

    #[test]
    fn a_best_move_after_which_the_opponent_wins_by_threats_is_put_last_with_the_proof() {
        const ENOUGH: u64 = 1 << 20;
        let d4 = point("d4");
        for (black, nodes, used, refuted) in [
            // Two threes on i8.
            ("g8 h8 i9 i10", ENOUGH, 0, true),
            ("g8 h8", ENOUGH, 0, false),
            // What it may use is used up, or is too little.
            ("g8 h8 i9 i10", ENOUGH, ENOUGH / REFUTATION_SHARE, false),
            ("g8 h8 i9 i10", LEAST_VCT_NODES * REFUTATION_SHARE - 1, 0, false),
        ] {
            let game = position(RuleKind::Freestyle, Color::White, "c3 n2 b12 m13", black);
            with_worker::<Freestyle, _>(&game, u64::MAX, |worker| {
                worker.list_root_moves(1, &[]);
                let others = worker.root.left().into_iter().filter(|&point| point != d4);
                worker.root = RootMoves::new([d4].into_iter().chain(others), false);
                worker.root.note(d4, Score::DRAW, Some(&[]));
                let expected = worker.root.left();
                (worker.nodes, worker.refutation_share.used) = (nodes, used);
                let mut prover = VctProver::new(Vcf::new());
                worker.refute_by_threats(&game, &mut prover);
                let looked_at = [worker.nodes - nodes, worker.refutation_share.used - used];
                assert_eq!(looked_at, [prover.nodes(); 2]);
                let proof = worker.shared.table.probe(worker.board.key_after(d4));
                assert_eq!(proof.is_some_and(|entry| entry.is_proof() && entry.best.is_some()), refuted, "{black}");
                let mut moves = worker.root.left();
                if refuted {
                    assert_eq!(worker.root.moves().last().map(|root_move| root_move.score), Some(None));
                    assert_eq!(worker.root.lost()[..], [d4]);
                    moves.rotate_right(1);
                }
                assert_eq!(moves, expected, "{black}");
            });
        }
    }

    #[test]
    fn a_single_move_is_not_refuted() {
        let game = position(RuleKind::Freestyle, Color::White, "c3 n2 b12 m13", "g8 h8 i9 i10");
        with_worker::<Freestyle, _>(&game, u64::MAX, |worker| {
            worker.list_root_moves(1, &[]);
            worker.root = RootMoves::new([worker.root.best_left().point], false);
            worker.nodes = 1 << 20;
            let mut prover = VctProver::new(Vcf::new());
            worker.refute_by_threats(&game, &mut prover);
            assert_eq!((worker.root.moves().len(), prover.nodes()), (1, 0));
        });
    }
}
