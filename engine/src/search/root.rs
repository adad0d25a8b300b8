//! The root: its moves and their iterations, lines as they stand, answers that need no search, and wins by threats that are
//! looked for beside it.

mod by_proofs;
mod by_threats;

use std::mem;
use std::sync::atomic::Ordering::Relaxed;

use crate::game::Game;
use crate::moves::{self, MoveList, Situation};
use crate::point::Point;
use crate::point_set::PointSet;
use crate::rule::Rule;
use crate::score::Score;
use crate::search::best_line::Line;
use crate::search::node::Root;
use crate::search::params;
use crate::search::root_moves::RootMoves;
use crate::search::threat::proof::now_and_then;
use crate::search::threat::{Breadth, VctProver};
use crate::search::time::TimePart;
use crate::search::worker::Worker;
use by_proofs::is_won;

/// In a position that follows a decided one each VCF at the root takes one in so many of the nodes, so that some are left
/// for the search.
const DECIDED_VCF_PART: u64 = 4;
/// Nodes of a search in which there is nothing to choose and time counts: enough to say how the game stands.
const SINGLE_MOVE_NODES: u64 = 1_000;
/// A VCF at the root ends with this part of the time that is left when it begins, one in so many: some is for the search.
const VCF_TIME_PART: u32 = 2;
/// A side of an aspiration window wider than this is open.
const WIDEST: i32 = 1000;

impl<'a, R: Rule> Worker<'a, R> {
    /// Lists the moves there are at the root, without those to exclude: legal ones, or forbidden ones where the whole board has
    /// no others. Where the threats on the board leave fewer than `lines` of them others follow, near ones first.
    pub(super) fn list_root_moves(&mut self, lines: usize, exclude: &[Point]) {
        let us = self.board.to_move();
        let situation = match moves::situation(&self.board) {
            Situation::AnswerFive(answers) if answers.is_empty() => Situation::Free,
            situation => situation,
        };
        let excluded: PointSet = exclude.iter().copied().collect();
        let legal_anywhere = self.board.legal(self.board.empty());
        let legal = legal_anywhere.without(&excluded);
        let forbidden = if legal_anywhere.is_empty() { self.board.empty().without(&excluded) } else { PointSet::EMPTY };
        let choices = [moves::available(&self.board, &situation).and(&legal), legal, forbidden];
        let first = choices.into_iter().find(|points| !points.is_empty()).unwrap_or(PointSet::EMPTY);
        let mut points: MoveList = first.iter().collect();
        let by_policy = |&point: &Point| -self.eval.policy_score(us, self.board.shapes(point));
        points.sort_by_cached_key(by_policy);
        for more in [self.board.candidates().and(&legal), legal] {
            let start = points.len();
            if start < lines {
                let listed: PointSet = points.iter().copied().collect();
                points.extend(more.without(&listed).iter());
                points[start..].sort_by_cached_key(by_policy);
            }
        }
        if self.shared.decided
            && let Some(best) = self.shared.proofs.probe(self.board.key()).and_then(|proof| proof.best)
            && let Some(place) = points.iter().position(|&point| point == best)
        {
            points[..=place].rotate_right(1);
        }
        self.root = RootMoves::new(points, !exclude.is_empty());
    }

    /// Iterative deepening, in each iteration `lines` moves of the root one after another; `finished` is told when all are
    /// searched and says whether to go on. When the search is stopped the root moves hold the best that was found.
    pub(super) fn iterate(
        &mut self,
        lines: usize,
        depths: impl Iterator<Item = i32>,
        mut finished: impl FnMut(&mut Worker<'a, R>) -> bool,
    ) {
        let lines = lines.clamp(1, self.root.moves().len());
        for depth in depths {
            self.begin_iteration(depth);
            self.selective_depth = 0;
            for _ in 0..lines {
                self.search_root(depth);
                self.root.sort_left();
                if self.stopped {
                    self.root.prefer_unknown();
                    return;
                }
                self.root.settle_best();
            }
            if !finished(self) {
                return;
            }
        }
    }

    /// Begins the iteration of a depth: what is known of the root moves is of the one before.
    pub(super) fn begin_iteration(&mut self, depth: i32) {
        self.depth_before = mem::replace(&mut self.root_depth, depth);
        self.root.begin_iteration();
    }

    /// One iteration for the best of the root moves that are not settled, in an aspiration window that grows until it holds
    /// the score.
    fn search_root(&mut self, depth: i32) {
        let guess = self.root.best_left().before;
        let mut width = self.params.aspiration;
        let (mut alpha, mut beta) = (-Score::INFINITE, Score::INFINITE);
        if depth >= self.params.aspiration_depth
            && let Some(guess) = guess.filter(|guess| !guess.is_decided())
        {
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
            self.root.sort_left();
            if score <= alpha {
                beta = alpha.max(Score::judged((alpha.value() + beta.value()) / 2)).min(beta);
                alpha = beyond(score, -width, -Score::INFINITE);
                shallower = 0;
            } else {
                beta = beyond(score, width, Score::INFINITE);
                shallower = (shallower + 1).min(params::MOST_ASPIRATION_REDUCTION);
            }
            width += width / 2 + self.params.aspiration_growth;
        }
    }

    /// The lines of the root moves that are settled, so many of them, the best first.
    pub(super) fn block(&mut self, lines: usize) -> Vec<Line> {
        // Ranks are known only now.
        self.root.sort_first(lines);
        let mut block: Vec<Line> = (1..=lines).map(|rank| self.line(rank)).collect();
        // Beside a single line wins by threats are looked for, which come with all of their moves.
        if lines > 1 {
            block.iter_mut().for_each(|line| self.lengthen(line));
        }
        block
    }

    /// The best line, or the one of another rank, as it stands.
    pub(super) fn line(&mut self, rank: usize) -> Line {
        let root_move = &self.root.moves()[rank - 1];
        // An iteration that was stopped before its first result counts for nothing.
        let depth = if root_move.score.is_some() { self.root_depth } else { self.depth_before } as u32;
        let score = root_move.score.or(root_move.before);
        let variation = root_move.variation.to_vec();
        let score = score.unwrap_or_else(|| self.eval.score(&self.board));
        let selective_depth = self.selective_depth.max(variation.len()) as u32;
        Line { rank, selective_depth, ..self.line_so_far(depth, score, variation) }
    }

    /// A best line that was looked at no deeper than its depth, with what the search has cost so far.
    fn line_so_far(&self, depth: u32, score: Score, variation: Vec<Point>) -> Line {
        self.shared.nodes[self.number].store(self.nodes, Relaxed);
        Line {
            rank: 1,
            depth,
            selective_depth: depth,
            score,
            nodes: self.shared.total_nodes(),
            elapsed: self.shared.control.elapsed(),
            hashfull: self.shared.table.hashfull(),
            variation,
        }
    }

    /// The answer when no search is needed: a win in sight.
    pub(super) fn at_once(&mut self, game: &Game, prover: &VctProver) -> Option<Line> {
        // Where the game was decided before, the proof comes before new searches.
        let decided = self.shared.decided;
        let (plies, variation): (usize, Vec<Point>) = match moves::situation(&self.board) {
            Situation::Five(five) if self.root.allows(five) => (1, vec![five]),
            Situation::AnswerFive(_) => return self.proven_win_line(game, prover),
            _ => {
                if decided && let Some(line) = self.proven_win_line(game, prover) {
                    return Some(line);
                }
                if let Some(plies) = self.proved_before() {
                    // Where it breaks off, the search goes on with it. Nearer wins may be known after some answers than after
                    // others.
                    let line = self.line_by_proofs();
                    return self.checked(game, line.len().max(plies), line);
                }
                // The search looks at productive fours alone, and a win that it saw may lie too far away among all.
                let again = decided.then_some(Breadth::Productive);
                let plies = [Breadth::All].into_iter().chain(again).find_map(|breadth| {
                    let part = if decided { self.nodes_left() / DECIDED_VCF_PART } else { u64::MAX };
                    let limit = params::ROOT_VCF_NODES.min(part.max(1));
                    let time = TimePart { since: self.shared.control.elapsed(), part: VCF_TIME_PART };
                    self.by_fours(time, |search, most| search.solve(limit.min(most), breadth)).plies()
                });
                let Some(plies) = plies else { return self.proven_win_line(game, prover) };
                self.save_won_by_fours();
                (plies, self.vcf.line().collect())
            }
        };
        self.checked(game, plies, variation).or_else(|| self.proven_win_line(game, prover))
    }

    /// Searches no more than a little where there is a single move. In a game that was decided all is searched, to say so.
    pub(super) fn hurry_single_move(&mut self) {
        if self.root.moves().len() == 1 && !self.shared.decided {
            self.node_limit = self.node_limit.min(SINGLE_MOVE_NODES);
        }
    }

    /// The plies to the end, where the game follows a decided position and this one is known to be won or lost.
    fn proved_before(&self) -> Option<usize> {
        let proof =
            self.shared.proofs.probe(self.board.key()).filter(|entry| self.shared.decided && entry.is_proof())?;
        proof.score.at_ply(0).plies_to_end()
    }

    /// A win in so many plies, if its line wins by the rules and its first move is not excluded.
    fn checked(&self, game: &Game, plies: usize, variation: Vec<Point>) -> Option<Line> {
        let wins = variation.first().is_some_and(|&first| self.root.allows(first)) && is_won(game, &variation);
        wins.then(|| self.won(plies, variation))
    }

    /// A five that can be made, whatever was searched.
    pub(super) fn five_in_sight(&self) -> Option<Line> {
        match moves::situation(&self.board) {
            Situation::Five(five) if self.root.allows(five) => Some(self.won(1, vec![five])),
            _ => None,
        }
    }

    /// The next move of a win by threats that was found earlier in the game.
    fn proven_win_line(&self, game: &Game, prover: &VctProver) -> Option<Line> {
        let stop = now_and_then(|| self.shared.is_time_over());
        self.allowed(prover.proven_win(game, &stop)?)
    }

    fn won(&self, plies: usize, variation: Vec<Point>) -> Line {
        let line = self.line_so_far(plies as u32, Score::win_in(plies), variation);
        Line { nodes: line.nodes.max(1), ..line }
    }
}

/// The side of an aspiration window that lies so far from a score, or its very `end`.
pub(super) fn beyond(score: Score, width: i32, end: Score) -> Score {
    if width.abs() > WIDEST || score.is_decided() { end } else { score.shifted(width) }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use web_time::Instant;

    use super::*;
    use crate::color::Color;
    use crate::rule::{Freestyle, RuleKind};
    use crate::search::params::Params;
    use crate::search::tests::{point, position, shared, with_worker, with_worker_in};
    use crate::search::threat::Vcf;
    use crate::search::time::Budget;
    use crate::search::tt::{Entry, TranspositionTable};
    use crate::search::worker::ThreadData;
    use crate::search::{SearchControl, Shared};

    #[test]
    fn a_win_by_threats_that_was_found_before_is_the_answer_at_once() {
        let game = position(RuleKind::Freestyle, Color::Black, "g8 h8 i9 i10 b3", "c3 d3 e3 o1");
        let mut prover = VctProver::new(Vcf::new());
        let at_once = |game: &Game, prover: &VctProver| {
            with_worker::<Freestyle, _>(game, u64::MAX, |worker| {
                worker.list_root_moves(1, &[]);
                worker.at_once(game, prover).map(|line| (line.score.is_win(), line.variation[0]))
            })
        };
        assert_eq!(at_once(&game, &prover), None);
        let first = prover.look(&game, 50_000, &|| false).expect("two threes win").line[0];
        assert_eq!(at_once(&game, &prover), Some((true, first)));
        // White's four must be answered, and then the win goes on.
        let mut later = game.clone();
        for point in [first, point("f3")] {
            later.play(point).unwrap();
        }
        assert_eq!(at_once(&later, &prover), Some((true, point("g3"))));
    }

    #[test]
    fn in_a_decided_game_a_win_is_told_as_far_away_as_it_was_proved() {
        // The line of the straight four takes three plies.
        let game = position(RuleKind::Freestyle, Color::Black, "g8 h8 i8", "a1 c3 n2");
        for (proved, told) in [(5, 5), (1, 3)] {
            with_worker_in::<Freestyle, _>(
                &game,
                |shared| shared.decided = true,
                |worker| {
                    worker.list_root_moves(1, &[]);
                    let entry = Entry::win(proved, Some(point("j8")), None, false);
                    worker.shared.proofs.save(worker.board.key(), entry);
                    let line = worker.at_once(&game, &VctProver::new(Vcf::new())).expect("it is proved");
                    assert_eq!((line.score, line.variation.len()), (Score::win_in(told), 3));
                },
            );
        }
    }

    #[test]
    fn what_a_helper_says_before_its_first_result_was_searched_no_ply_deep() {
        let game = position(RuleKind::Freestyle, Color::Black, "h8 g9", "i9 g7");
        with_worker::<Freestyle, _>(&game, u64::MAX, |worker| {
            worker.list_root_moves(1, &[]);
            worker.begin_iteration(2);
            assert_eq!(worker.line(1).depth, 0);
        });
    }

    #[test]
    fn a_vcf_takes_no_more_than_half_of_the_time_that_is_left() {
        // Closed threes apart from each other, which win nothing, and Black's j8, which makes a four and a three.
        let ends = "a3 a6 a9 a12 a15 g3 g6 g9 g12";
        let threes = "b3 c3 d3 b6 c6 d6 b9 c9 d9 b12 c12 d12 b15 c15 d15 h3 i3 j3 h6 i6 j6 h9 i9 j9 h12 i12 j12";
        let fours = position(RuleKind::Freestyle, Color::Black, threes, ends);
        let win = position(RuleKind::Freestyle, Color::Black, "g8 h8 i8 j9 j10", "f8 c3 m12 d12 l3");
        let (params, table) = (Params::default(), TranspositionTable::new(1 << 16));
        let received = Instant::now().checked_sub(Duration::from_secs(10)).unwrap();
        for (timed, hard, is_cut) in
            [(true, None, false), (false, Some(10), false), (true, Some(18), false), (true, Some(10), true)]
        {
            let control = SearchControl::new(received, Budget { soft: None, hard: hard.map(Duration::from_secs) });
            let shared = Shared { timed, ..shared(&params, &table, &control) };
            let at_once = |game: &Game| {
                let mut data = ThreadData::default();
                let mut worker = Worker::<Freestyle>::new(game, &mut data, &shared, 0);
                worker.list_root_moves(1, &[]);
                (worker.at_once(game, &VctProver::new(Vcf::new())).is_some(), worker.nodes)
            };
            let (wins, nodes) = at_once(&fours);
            assert_eq!((wins, nodes < 512), (false, is_cut), "watched: {timed}, {hard:?}: {nodes} nodes");
            assert!(at_once(&win).0, "a few positions take no time");
        }
    }

    #[test]
    fn a_line_counts_where_it_wins_and_its_first_move_may_be_played() {
        let game = position(RuleKind::Freestyle, Color::Black, "g8 h8 i8 j8", "a1 c3 n2 m4");
        with_worker::<Freestyle, _>(&game, 1, |worker| {
            worker.list_root_moves(1, &[point("k8")]);
            let counts = |moves: &str| worker.checked(&game, 1, vec![point(moves)]).map(|line| line.score);
            assert_eq!([counts("f8"), counts("k8"), counts("a8")], [Some(Score::win_in(1)), None, None]);
            assert!(worker.checked(&game, 1, Vec::new()).is_none());
            assert!(worker.five_in_sight().is_some());
            worker.list_root_moves(1, &[point("f8"), point("k8")]);
            assert!(worker.five_in_sight().is_none());
        });
    }
}
