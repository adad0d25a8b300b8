//! One searching thread: its board, its tables, and the stack of what it keeps for each ply of the line it is on.

use std::sync::atomic::Ordering::Relaxed;

use crate::board::Board;
use crate::eval::Evaluator;
use crate::eval::threat_mask::ThreatMask;
use crate::game::Game;
use crate::point::Point;
use crate::rule::Rule;
use crate::score::{MAX_PLY, Score};
use crate::search::Shared;
use crate::search::correction::{Correction, CorrectionKeys};
use crate::search::history::History;
use crate::search::params::{self, Params};
use crate::search::root_moves::RootMoves;
use crate::search::threat::{Variation, Vcf};

/// Thread data: what one thread keeps from search to search.
#[derive(Default)]
pub(super) struct ThreadData {
    pub(super) history: History,
    pub(super) correction: Correction,
    pub(super) vcf: Vcf,
}

impl ThreadData {
    /// Bytes of it, all tables counted. What else a VCF keeps for itself is little.
    pub(super) const BYTES: usize = size_of::<ThreadData>() + History::BYTES + Correction::BYTES;

    /// What a helper keeps beside this first thread: an order of moves and corrections of its own, but one memory of what
    /// has no win by fours, so that no thread looks again at what another has refuted.
    pub(super) fn of_helper(&self) -> ThreadData {
        let (history, correction) = (History::default(), Correction::default());
        ThreadData { history, correction, vcf: self.vcf.sharing_memory() }
    }

    /// Forgets everything.
    pub(super) fn forget(&mut self) {
        // Taken apart, so that nothing that comes to it is left out; so in what it holds.
        let ThreadData { history, correction, vcf } = self;
        history.forget();
        correction.forget();
        vcf.forget();
    }
}

/// Stack entry: what belongs to one ply of the line that is being searched.
#[derive(Clone, Default)]
pub(super) struct StackEntry {
    /// The evaluation, where nothing forces the side to move.
    pub(super) eval: Option<Score>,
    /// A move that is left out while it is asked whether it is the only good one.
    pub(super) excluded: Option<Point>,
    /// Moves that refuted others at this ply.
    pub(super) killers: [Option<Point>; 2],
    /// The best line found from here.
    pub(super) variation: Variation,
}

/// Node share: one in so many nodes of a search is for something beside it.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeShare {
    pub(super) parts: u64,
    /// How many it has used.
    pub(super) used: u64,
}

impl NodeShare {
    /// What is left of it when so many nodes have been searched.
    pub(super) fn left(self, nodes: u64) -> u64 {
        (nodes / self.parts).saturating_sub(self.used)
    }
}

/// One searching thread on one position.
pub(super) struct Worker<'a, R: Rule> {
    pub(super) board: Board<R>,
    pub(super) eval: Evaluator,
    pub(super) history: &'a mut History,
    pub(super) correction: &'a mut Correction,
    pub(super) vcf: &'a mut Vcf,
    pub(super) shared: &'a Shared<'a>,
    pub(super) params: &'a Params,
    pub(super) stack: Box<[StackEntry]>,
    pub(super) nodes: u64,
    /// The first thread's limit ends the search of all; a helper has none.
    pub(super) node_limit: u64,
    /// The clock is looked at when there are so many.
    next_look: u64,
    /// What of them may look for a win by threats, of the side to move and of its opponent after the best move.
    pub(super) vct_share: NodeShare,
    pub(super) refutation_share: NodeShare,
    pub(super) stopped: bool,
    pub(super) selective_depth: usize,
    /// The iteration that is being searched, and the one before it: 0 where there is none.
    pub(super) root_depth: i32,
    pub(super) depth_before: i32,
    pub(super) root: RootMoves,
    /// 0 for the worker that watches the clock.
    pub(super) number: usize,
}

/// Nodes between two looks at the clock.
const CLOCK_INTERVAL: u64 = 256;

impl<'a, R: Rule> Worker<'a, R> {
    /// A worker on the position of a game.
    pub(super) fn new(game: &Game, data: &'a mut ThreadData, shared: &'a Shared<'a>, number: usize) -> Worker<'a, R> {
        let board = Board::<R>::from_game(game);
        let eval = Evaluator::new(&board);
        Worker {
            board,
            eval,
            history: &mut data.history,
            correction: &mut data.correction,
            vcf: &mut data.vcf,
            shared,
            params: shared.params,
            stack: vec![StackEntry::default(); MAX_PLY + 1].into(),
            nodes: 0,
            node_limit: if number == 0 { shared.node_limit } else { u64::MAX },
            next_look: 0,
            vct_share: NodeShare { parts: params::VCT_SHARE, used: 0 },
            refutation_share: NodeShare { parts: params::REFUTATION_SHARE, used: 0 },
            stopped: false,
            selective_depth: 0,
            root_depth: 0,
            depth_before: 0,
            root: RootMoves::default(),
            number,
        }
    }

    /// Whether the search must end, looking at the clock now and then.
    #[inline]
    pub(super) fn must_stop(&mut self) -> bool {
        if self.stopped {
            return true;
        }
        let visited_all = self.nodes >= self.node_limit;
        // One position may cost many nodes: a VCF counts its own.
        if visited_all || self.nodes >= self.next_look {
            self.next_look = self.nodes + CLOCK_INTERVAL;
            self.shared.nodes[self.number].store(self.nodes, Relaxed);
            if visited_all || (self.number == 0 && self.shared.is_time_over()) {
                self.shared.stop.store(true, Relaxed);
            }
        }
        self.stopped = self.shared.stop.load(Relaxed);
        self.stopped
    }

    /// Nodes left under the limit.
    pub(super) fn nodes_left(&self) -> u64 {
        self.node_limit.saturating_sub(self.nodes).max(1)
    }

    /// Makes the stack entries of a node ready.
    #[inline]
    pub(super) fn begin_stack_entry(&mut self, ply: usize) {
        self.stack[ply].variation.clear();
        self.stack[ply + 1].killers = [None; 2];
        self.stack[ply + 1].excluded = None;
    }

    /// Correction keys of the position on the board.
    #[inline]
    fn correction_keys(&self) -> CorrectionKeys {
        CorrectionKeys { threats: ThreatMask::of(&self.board), before: self.board.last_two() }
    }

    /// Corrected evaluation of the position on the board.
    #[inline]
    pub(super) fn corrected_eval(&self, eval: Score) -> Score {
        let correction = self.correction.correction(self.board.to_move(), self.correction_keys());
        eval.shifted(self.params.correction(correction))
    }

    /// Updates the correction history: a search to this depth found this score where the corrected evaluation was `eval`.
    pub(super) fn update_correction(&mut self, score: Score, eval: Score, depth: i32) {
        let (correction_keys, error) = (self.correction_keys(), score.value() - eval.value());
        let share = self.params.correction_share(depth);
        self.correction.update(self.board.to_move(), correction_keys, error, share);
    }

    /// Puts a move before the variation of the next ply.
    pub(super) fn extend_variation(&mut self, ply: usize, point: Point) {
        let (here, below) = self.stack.split_at_mut(ply + 1);
        let variation = &mut here[ply].variation;
        variation.clear();
        variation.push(point);
        let room = variation.remaining_capacity();
        variation.extend(below[0].variation.iter().copied().take(room));
    }
}
