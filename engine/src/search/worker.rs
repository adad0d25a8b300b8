//! One searching thread: its board, its tables, and the stack of what it keeps for each ply of the line it is on.

use std::sync::atomic::Ordering::Relaxed;

use smallvec::SmallVec;

use crate::board::Board;
use crate::eval::Evaluator;
use crate::eval::threat_mask::ThreatMask;
use crate::game::Game;
use crate::moves::{self, MoveList, Situation};
use crate::point::Point;
use crate::point_set::PointSet;
use crate::rule::Rule;
use crate::score::{MAX_PLY, Score};
use crate::search::Shared;
use crate::search::correction::{Correction, CorrectionKeys};
use crate::search::history::History;
use crate::search::node::Root;
use crate::search::params::{self, Params};
use crate::search::threat::{Variation, Vcf};

/// Thread data: what one thread keeps from search to search.
#[derive(Default)]
pub(super) struct ThreadData {
    pub(super) history: History,
    pub(super) correction: Correction,
    pub(super) vcf: Vcf,
}

impl ThreadData {
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

/// A move at the root with what is known about it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) point: Point,
    /// Its score in this iteration, or below every score when it was only shown to be no better than others.
    pub(super) score: Score,
    /// Its score in the iteration before.
    pub(super) before: Score,
    /// Whether it was shown to lose, by the search or by threats.
    pub(super) loses: bool,
    pub(super) variation: SmallVec<[Point; 16]>,
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
    node_limit: u64,
    /// The clock is looked at when there are so many.
    next_look: u64,
    /// What of them may look for a win by threats, of the side to move and of its opponent after the best move.
    pub(super) vct_share: NodeShare,
    pub(super) refutation_share: NodeShare,
    pub(super) stopped: bool,
    pub(super) selective_depth: usize,
    pub(super) root_depth: i32,
    /// Moves of the root, the best first.
    pub(super) root: Vec<RootMove>,
    /// Whether some moves of the root are not considered, so that the best of the others says little about the position.
    pub(super) excludes: bool,
    /// How many of the root moves are already settled in this iteration.
    pub(super) rank: usize,
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
            root: Vec::new(),
            excludes: false,
            rank: 0,
            number,
        }
    }

    /// The moves there are at the root, without those to exclude: legal ones, or forbidden ones when there are no others.
    /// Where the threats on the board leave fewer than `lines` of them others follow, near ones first.
    pub(super) fn list_root_moves(&mut self, lines: usize, exclude: &[Point]) {
        self.excludes = !exclude.is_empty();
        let us = self.board.to_move();
        let situation = match moves::situation(&self.board) {
            Situation::AnswerFive(answers) if answers.is_empty() => Situation::Free,
            situation => situation,
        };
        let legal = |point: &Point| !exclude.contains(point) && !self.board.is_forbidden(us, *point);
        let mut points: MoveList = moves::available(&self.board, &situation).iter().filter(legal).collect();
        if points.is_empty() {
            points = self.board.empty().iter().filter(legal).collect();
        }
        if points.is_empty() {
            points = self.board.empty().iter().filter(|point| !exclude.contains(point)).collect();
        }
        points.sort_by_cached_key(|&point| -self.eval.policy_score(us, self.board.shapes(point)));
        for more in [self.board.candidates(), *self.board.empty()] {
            let listed: PointSet = points.iter().copied().collect();
            let enough = points.len() >= lines;
            let start = points.len();
            points.extend(more.iter().filter(|point| !enough && !listed.contains(*point) && legal(point)));
            points[start..].sort_by_cached_key(|&point| -self.eval.policy_score(us, self.board.shapes(point)));
        }
        if self.shared.decided
            && let Some(best) = self.shared.proofs.probe(self.board.key()).and_then(|proof| proof.best)
            && let Some(place) = points.iter().position(|&point| point == best)
        {
            points[..=place].rotate_right(1);
        }
        let root_move = |point| RootMove {
            point,
            score: -Score::INFINITE,
            before: -Score::INFINITE,
            loses: false,
            variation: SmallVec::from_slice(&[point]),
        };
        self.root = points.into_iter().map(root_move).collect();
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

    /// The points of the root moves that are not yet settled.
    pub(super) fn root_moves(&self) -> MoveList {
        self.root.iter().skip(self.rank).map(|root_move| root_move.point).collect()
    }

    /// Notes the result of a root move; `exact` tells that it is more than a bound.
    pub(super) fn note_root(&mut self, point: Point, score: Score, exact: bool) {
        let variation = &self.stack[1].variation;
        let root_move = self.root.iter_mut().find(|root_move| root_move.point == point).expect("a move of the root");
        root_move.loses |= score.is_loss();
        if exact {
            root_move.score = score;
            root_move.variation.clear();
            root_move.variation.push(point);
            root_move.variation.extend(variation.iter().copied());
        } else {
            root_move.score = -Score::INFINITE;
        }
    }

    /// Correction keys of the position on the board.
    #[inline]
    fn correction_keys(&self) -> CorrectionKeys {
        CorrectionKeys { threats: ThreatMask::of(&self.board), before: [self.board.last(0), self.board.last(1)] }
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

    /// Iterative deepening, in each iteration `lines` moves of the root one after another; `finished` is told when all are
    /// searched and says whether to go on. When the search is stopped the root moves hold the best that was found.
    pub(super) fn iterate(
        &mut self,
        lines: usize,
        depths: impl Iterator<Item = i32>,
        mut finished: impl FnMut(&mut Worker<'a, R>) -> bool,
    ) {
        let lines = lines.clamp(1, self.root.len());
        for depth in depths {
            self.root_depth = depth;
            for root_move in &mut self.root {
                root_move.before = root_move.score;
                root_move.score = -Score::INFINITE;
            }
            self.selective_depth = 0;
            for rank in 0..lines {
                self.rank = rank;
                self.search_root(depth);
                // Stable, so that moves of which only a bound is known keep their order.
                self.root[rank..].sort_by_key(|root_move| std::cmp::Reverse((root_move.score, root_move.before)));
                if self.stopped {
                    self.prefer_unknown();
                    return;
                }
            }
            if !finished(self) {
                return;
            }
        }
    }

    /// The root moves that were shown to lose.
    pub(super) fn lost_moves(&self) -> MoveList {
        self.root.iter().filter(|root_move| root_move.loses).map(|root_move| root_move.point).collect()
    }

    /// Puts a move first that was not shown to lose, if there is one, when an iteration was stopped after it had shown only
    /// losses: the others might not lose.
    pub(super) fn prefer_unknown(&mut self) {
        let rest = &mut self.root[self.rank..];
        if rest[0].loses
            && let Some(unknown) = rest.iter().position(|root_move| !root_move.loses)
        {
            rest[..=unknown].rotate_right(1);
        }
    }

    /// One iteration for the best of the root moves that are not settled, in an aspiration window that grows until it holds
    /// the score.
    fn search_root(&mut self, depth: i32) {
        let guess = self.root[self.rank].before;
        let mut width = self.params.aspiration;
        let (mut alpha, mut beta) = (-Score::INFINITE, Score::INFINITE);
        if depth >= self.params.aspiration_depth && !guess.is_decided() {
            (alpha, beta) = (guess.shifted(-width), guess.shifted(width));
        }
        let mut shallower = 0;
        loop {
            let score = self.search::<Root>(alpha, beta, (depth - shallower).max(1), 0, false);
            if self.stopped {
                return;
            }
            if alpha < score && score < beta {
                return;
            }
            self.root[self.rank..].sort_by_key(|root_move| std::cmp::Reverse((root_move.score, root_move.before)));
            if score <= alpha {
                beta = alpha.max(Score::judged((alpha.value() + beta.value()) / 2)).min(beta);
                alpha = beyond(score, -width, -Score::INFINITE);
                shallower = 0;
            } else {
                beta = beyond(score, width, Score::INFINITE);
                shallower = (shallower + 1).min(3);
            }
            width += width / 2 + self.params.aspiration_growth;
        }
    }
}

/// A side of an aspiration window wider than this is open.
const WIDEST: i32 = 1000;

/// The side of an aspiration window that lies so far from a score, or its very `end`.
pub(super) fn beyond(score: Score, width: i32, end: Score) -> Score {
    if width.abs() > WIDEST || score.is_decided() { end } else { score.shifted(width) }
}
