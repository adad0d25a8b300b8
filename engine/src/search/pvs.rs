//! Principal variation search: the only recursion of the main search, in numbered steps.

use std::collections::VecDeque;

use crate::moves::{self, Situation};
use crate::point::Point;
use crate::rule::Rule;
use crate::score::{MAX_PLY, Score};
use crate::search::node::{NodeKind, NonPv, Pv};
use crate::search::params;
use crate::search::picker::{Hints, Picker};
use crate::search::threat::{Breadth, VcfSearch, VcfThreat, WonByFours, vcf_threat};
use crate::search::time::TimePart;
use crate::search::tt::{Bound, Entry};
use crate::search::worker::Worker;
use crate::shape::Pattern4;
use crate::zobrist::Key;

/// What a null move that reached beta proves: the opponent moved twice in a row there, so that a win found after it was
/// not proved against the moves that the rules allow.
fn proved_by_pass(score: Score, beta: Score) -> Score {
    if score.is_win() { beta } else { score }
}

impl<R: Rule> Worker<'_, R> {
    /// Alpha-beta, fail-soft: the score of the position on the board within `alpha` and `beta`, or a bound of it outside,
    /// searched `depth` plies deep. `cut` tells that it is expected to reach beta. Meaningless when the worker was stopped.
    ///
    /// An Elo beside a step is what it brought when it came, in matches at fixed nodes that stand in the history of the
    /// repository; steps without one were there from the beginning or were not measured alone.
    pub(super) fn search<N: NodeKind>(
        &mut self,
        mut alpha: Score,
        mut beta: Score,
        mut depth: i32,
        ply: usize,
        cut: bool,
    ) -> Score {
        // Step 1. Stop when time or nodes are used up.
        self.nodes += 1;
        if self.must_stop() {
            return Score::DRAW;
        }
        self.begin_stack_entry(ply);
        if N::PV {
            self.selective_depth = self.selective_depth.max(ply);
        }

        // Step 2. At the maximum ply the evaluation stands; a full board is a draw.
        if ply + 4 >= MAX_PLY {
            return self.eval.score(&self.board);
        }
        if self.board.empty().is_empty() {
            return Score::DRAW;
        }

        // Step 3. Static win check and forced answers: what the threats on the board decide or leave.
        let situation = moves::situation(&self.board);
        if !N::ROOT {
            match &situation {
                Situation::Five(five) => {
                    self.stack[ply].variation.push(*five);
                    return Score::win_in(ply + 1);
                }
                Situation::AnswerFive(answers) if answers.is_empty() => return Score::loss_in(ply + 2),
                Situation::StraightFour(four) => {
                    self.stack[ply].variation.push(*four);
                    return Score::win_in(ply + 3);
                }
                _ => {}
            }
            // Mate-distance pruning: no line from here can be shorter than one that is already found.
            alpha = alpha.max(Score::loss_in(ply + 2));
            beta = beta.min(Score::win_in(ply + 3));
            if alpha >= beta {
                return alpha;
            }
        }
        let free = situation == Situation::Free;
        let forced = matches!(situation, Situation::AnswerFive(_));

        // Step 4. Transposition table probe and cutoff, after what a database knows on request. Where the game goes on from a
        // decided position a proof cuts off always: that a win might be shorter than it says is not asked there.
        let excluded = self.stack[ply].excluded;
        let key = self.board.key();
        let known = if N::ROOT || excluded.is_some() { None } else { self.shared.known.probe(key, ply) };
        if let Some(entry) = known.filter(|entry| entry.depth >= depth) {
            let score = entry.score.at_ply(ply);
            if entry.bound == Bound::Exact || !N::PV && entry.bound.settles(score, beta) {
                return score;
            }
        }
        let tt_entry = if excluded.is_none() { self.probe(key).or(known) } else { None };
        let tt_score = tt_entry.map(|entry| entry.score.at_ply(ply));
        if let Some((entry, score)) = tt_entry.zip(tt_score)
            && (!N::PV && entry.depth >= depth && entry.bound.settles(score, beta)
                || !N::ROOT && self.shared.decided && entry.is_proof())
        {
            return score;
        }
        let tt_pv = N::PV || tt_entry.is_some_and(|entry| entry.pv);
        let tt_move = tt_entry.and_then(|entry| entry.best).filter(|&best| self.board.empty().contains(best));

        // Step 5. Leaves: VCF in place of a quiescence search, else the static evaluation.
        let us = self.board.to_move();
        let four_three = free && self.board.has(!us, Pattern4::FourThree);
        if depth <= 0 && !forced && !four_three {
            return self.leaf::<N>(key, tt_entry, beta, ply);
        }
        // A four is answered at the leaves too, and so is a four-three that threatens. Only there the answer costs no depth:
        // where it cost none anywhere, two of three inner nodes were answers to fours (since: Renju +25 [+5, +46] Elo, standard
        // +29 [+10, +48], freestyle +54 [+28, +80]).
        depth = depth.max(1);

        // Step 6. Static evaluation with correction history (+45 +-48 Elo), and whether it is improving since our last move.
        // Nothing asks how a position looks in which a five must be answered.
        let raw_eval = (!forced).then(|| self.raw_eval(tt_entry));
        let corrected_eval = raw_eval.map(|raw_eval| self.corrected_eval(raw_eval));
        self.stack[ply].eval = corrected_eval;
        let before = ply.checked_sub(2).and_then(|before| self.stack[before].eval);
        let improving = corrected_eval.zip(before).is_some_and(|(eval, before)| eval > before);
        let eval = corrected_eval.unwrap_or(Score::DRAW);

        // Step 7. Reverse futility pruning: the evaluation is far above beta.
        if !N::PV
            && free
            && excluded.is_none()
            && !beta.is_decided()
            && depth <= self.params.reverse_futility_depth
            && eval.value() - self.params.reverse_futility(depth, improving) >= beta.value()
            && !four_three
        {
            return eval;
        }

        // Step 8. VCF above the leaves; not where the evaluation is good enough without a win (+17 +-34 Elo).
        if !N::ROOT && !forced && excluded.is_none() && (N::PV || eval < beta) {
            // A win that a leaf has seen is kept nowhere: it must be seen again.
            let least = if self.shared.decided { self.params.leaf_vcf() } else { 0 };
            let limit = self.params.inner_vcf(depth).max(least);
            if let Some(plies) = self.solve_vcf(limit, Breadth::Productive) {
                let score = Score::win_in(ply + plies);
                self.stack[ply].variation.clear();
                let line = self.vcf.line();
                self.stack[ply].variation.extend(line.take(MAX_PLY));
                let best = self.stack[ply].variation.first().copied();
                self.save(key, Entry::win(plies, best, raw_eval, tt_pv));
                self.save_won_by_fours();
                return score;
            }
        }

        if !N::PV && free && excluded.is_none() && !beta.is_decided() {
            // Step 9. Razoring: far below alpha only a VCF would help, and there is none.
            if depth <= self.params.razoring_depth && eval.value() + self.params.razoring(depth) < alpha.value() {
                return eval;
            }

            // Step 10. Null move pruning: good enough even after a pass. A win behind a pass proves nothing, so that it
            // counts as no more than beta.
            if depth >= self.params.null_move_depth
                && cut
                && eval >= beta
                && self.board.last(0).is_some()
                && !four_three
            {
                self.board.pass();
                let new_depth = depth - self.params.null_move_reduction(depth);
                let score = -self.search::<NonPv>(-beta, -beta.below(), new_depth, ply + 1, false);
                self.board.undo_pass();
                if self.stopped {
                    return Score::DRAW;
                }
                if score >= beta {
                    return proved_by_pass(score, beta);
                }
            }
        }

        // Step 11. Internal iterative reduction: without a move of the table a shallower search finds one for the next time. At
        // the root the moves are in order without one.
        if !N::ROOT && depth >= self.params.iir_depth && tt_move.is_none() && free && (cut || N::PV) {
            depth -= 1;
        }

        // Step 12. Move loop: the move of the table, then by policy score, history, counter move and killers.
        let before = self.board.last_two();
        let hints = Hints { table: tt_move, killers: self.stack[ply].killers, before };
        let mut picker = Picker::default();
        picker.fill(&self.board, &situation, hints);
        let mut root_moves = N::ROOT.then(|| self.root.left()).into_iter().flatten();
        let mut tried: moves::MoveList = moves::MoveList::new();
        let mut best_score = -Score::INFINITE;
        let mut best = None;
        let original_alpha = alpha;
        let mut first_order = i32::MIN;
        // Moves are picked until none is left, or none is worth it; then come the deferred ones.
        let abdada = self.shared.abdada.as_ref().filter(|_| depth >= params::ABDADA_DEPTH);
        let mut deferred: VecDeque<(i32, Point)> = VecDeque::new();
        let mut all_picked = false;
        let mut threat: Option<VcfThreat> = None;
        loop {
            let picked = match all_picked {
                false if N::ROOT => root_moves.next().map(|point| (0, point)),
                false => picker.next(&self.board, &self.eval, self.history, self.params),
                true => None,
            };
            all_picked = picked.is_none();
            let Some((order, point)) = picked.or_else(|| deferred.pop_front()) else { break };
            if Some(point) == excluded || self.board.is_forbidden(us, point) {
                continue;
            }
            if threat.as_ref().is_some_and(|threat| !threat.defences.contains(point)) {
                continue;
            }
            // The measure of later moves is the best of those that may be played.
            first_order = first_order.max(order);
            let class = self.board.class(us, point);
            let quiet = class == Pattern4::Quiet || class == Pattern4::MaybeForbidden;
            let move_count = tried.len() + 1;

            // Step 13. Move count pruning (more moves since: +19 [-4, +42] Elo) and futility pruning, once a move is known
            // that does not lose.
            if !N::ROOT && free && !best_score.is_loss() && class < Pattern4::Four {
                if !all_picked && move_count > self.params.move_count_limit(depth, improving) {
                    all_picked = true;
                    continue;
                }
                if quiet
                    && !N::PV
                    && depth <= self.params.futility_depth
                    && move_count > self.params.futility_moves as usize
                    && eval.value() + self.params.futility(depth) < alpha.value()
                    && self.board.class(!us, point) < Pattern4::Four
                {
                    tried.push(point);
                    continue;
                }
            }

            // Step 14. ABDADA: a move that another thread is searching is deferred to the end, when the table may know the
            // result (two threads +40 [+1, +80] Elo over one, +30 before).
            let child = self.board.key_after(point);
            if move_count > 1 && !all_picked && abdada.is_some_and(|abdada| abdada.contains(child)) {
                deferred.push_back((order, point));
                continue;
            }

            // Step 15. Singular extension: when the move of the table is much better than all others it is searched more deeply,
            // by two plies where it is so by far; multi-cut when another move reaches beta too.
            let mut extension = 0;
            if !N::ROOT
                && free
                && Some(point) == tt_move
                && depth >= self.params.singular_depth
                && let Some((entry, score)) = tt_entry.zip(tt_score)
                && matches!(entry.bound, Bound::Lower | Bound::Exact)
                && entry.depth >= depth - params::SINGULAR_ENTRY_DEPTH
                && !score.is_decided()
                && ply < 2 * self.root_depth as usize
            {
                let target = score.shifted(-self.params.singular(depth));
                self.stack[ply].excluded = Some(point);
                let others = self.search::<NonPv>(target.below(), target, (depth - 1) / 2, ply, cut);
                self.stack[ply].excluded = None;
                if self.stopped {
                    return Score::DRAW;
                }
                if others < target {
                    extension = 1 + i32::from(!N::PV && others < target.shifted(-self.params.double_extension_margin));
                } else if target >= beta {
                    // Several moves are good enough.
                    return target;
                } else if score >= beta {
                    extension = -params::NEGATIVE_EXTENSION;
                }
            }
            // Answer extension: on a principal variation the first answer to a four or to an open three costs no depth, so that
            // wins by long sequences of threats are seen (Renju +28 [+12, +44] Elo). Not where the game was decided before: what
            // was proved is to be found again with few nodes.
            if N::PV && !N::ROOT && !free && move_count == 1 && !self.shared.decided {
                extension = 1;
            }

            // Step 16. Make the move.
            tried.push(point);
            self.shared.table.prefetch(child);
            self.vcf.prefetch(child);
            abdada.inspect(|abdada| abdada.begin(child));
            self.board.play(point);
            let new_depth = depth - 1 + extension;

            // Step 17. Late move reductions (+23 +-31 Elo for the present growth), then a full-depth search with a null window,
            // then one with the whole window where the principal variation goes on.
            let mut score = alpha;
            let mut settled = false;
            if N::ROOT && class == Pattern4::Five {
                // Only where several lines are asked for: nothing comes after it.
                self.begin_stack_entry(ply + 1);
                (score, settled) = (Score::win_in(1), true);
            } else if move_count > 1 {
                let mut reduced = new_depth;
                if !forced && depth > 2 {
                    let mut reduction = self.params.reduction(depth, move_count);
                    if cut {
                        reduction += self.params.cut_node_reduction;
                    }
                    if tt_pv {
                        reduction -= self.params.pv_reduction;
                    }
                    if !quiet {
                        reduction -= self.params.threat_reduction;
                    }
                    if !free {
                        reduction += self.params.answer_reduction;
                    }
                    if !improving {
                        reduction += self.params.not_improving_reduction;
                    }
                    reduction += self.params.policy_reduction(first_order - order);
                    let past = self.history.scores(us, before).of(point);
                    reduction -= past * params::UNIT / self.params.history_per_ply;
                    reduced = (new_depth - (reduction / params::UNIT).max(0)).max(1.min(new_depth));
                }
                score = -self.search::<NonPv>(-alpha.above(), -alpha, reduced, ply + 1, true);
                if score > alpha && reduced < new_depth && !self.stopped {
                    score = -self.search::<NonPv>(-alpha.above(), -alpha, new_depth, ply + 1, !cut);
                }
                settled = score <= alpha || !N::PV;
            } else if !N::PV {
                score = -self.search::<NonPv>(-beta, -alpha, new_depth, ply + 1, !cut);
                settled = true;
            }
            if N::PV && !settled {
                // It is searched in spite of a bound that a database knows, within which its score stays.
                let found = self.search::<Pv>(-beta, -alpha, new_depth, ply + 1, false);
                score = -self.shared.known.bounded(found, child, ply + 1, new_depth);
            }

            // Step 18. Undo the move.
            self.board.undo();
            abdada.inspect(|abdada| abdada.end(child));
            if self.stopped {
                return Score::DRAW;
            }
            if N::ROOT {
                let exact = move_count == 1 || score > alpha;
                self.root.note(point, score, exact.then_some(&self.stack[1].variation[..]));
            }

            // Step 19. VCF threat: where the first move loses, often the opponent has a win by fours that few moves spoil,
            // and all others lose to it.
            if !N::ROOT && free && move_count == 1 && score.is_loss() {
                threat = self.vcf_threat();
            }

            // Step 20. New best move, alpha raised, beta cutoff.
            best_score = best_score.max(score);
            if score > alpha {
                best = Some(point);
                alpha = score;
                if N::PV {
                    self.extend_variation(ply, point);
                }
                if score >= beta {
                    break;
                }
                // Depth reduction after alpha was raised: the other moves mostly do not raise it again.
                if N::PV && !N::ROOT && params::ALPHA_RAISE_DEPTHS.contains(&depth) && !score.is_decided() {
                    depth -= 1;
                }
            }
        }

        // Step 21. No move: all that is left is forbidden, or lies apart from the stones.
        if tried.is_empty() {
            if excluded.is_some() {
                return alpha;
            }
            let score = self.without_moves(&situation, eval, ply);
            if N::ROOT {
                self.root.note(self.root.best_left().point, score, Some(&self.stack[1].variation[..]));
            }
            return score;
        }

        // Step 22. Update history, killers and correction history; save the entry of the table.
        let cutoff = best_score >= beta;
        if let (true, false, Some(best)) = (cutoff, forced, best) {
            self.history.update(us, &tried, before, self.params.history_bonus(depth));
            let killers = &mut self.stack[ply].killers;
            if killers[0] != Some(best) {
                killers[1] = killers[0].replace(best);
            }
        }
        if let (false, Some(threat)) = (cutoff, threat) {
            // The moves left out lose to the win by fours, perhaps later than those that were tried.
            best_score = best_score.max(Score::loss_in(ply + 1 + threat.plies));
        }
        if excluded.is_none() && (!N::ROOT || self.root.is_whole()) {
            let bound = match (cutoff, best_score > original_alpha) {
                (true, _) => Bound::Lower,
                (false, true) => Bound::Exact,
                (false, false) => Bound::Upper,
            };
            // Asked of the evaluation as it was before, so that a correction that went too far is taken back (+39 [+12, +66] Elo
            // over asking it of the corrected one).
            let corrects = raw_eval.is_some_and(|raw_eval| bound.corrects(best_score, raw_eval));
            if corrects && !best_score.is_decided() {
                self.update_correction(best_score, eval, depth);
            }
            let entry = Entry { score: best_score.to_stored(ply), bound, depth, eval: raw_eval, best, pv: tt_pv };
            self.save(key, entry);
        }
        best_score
    }

    /// What is known about a position. Where the game goes on from a decided one a proof is worth more than what was found
    /// out later.
    #[inline]
    fn probe(&self, key: Key) -> Option<Entry> {
        let proof = if self.shared.decided { self.shared.proofs.probe(key) } else { None };
        proof.or_else(|| self.shared.table.probe(key))
    }

    /// Keeps what was found out about a position: proofs for as long as there is room.
    #[inline]
    pub(super) fn save(&self, key: Key, entry: Entry) {
        self.shared.table.save(key, entry);
        if entry.is_proof() {
            self.shared.proofs.save(key, entry);
        }
    }

    /// Keeps the positions within the VCF that was found last: with fewer nodes they might not be found again.
    pub(super) fn save_won_by_fours(&self) {
        for &WonByFours { key, four, plies } in self.vcf.won() {
            self.shared.proofs.save(key, Entry::win(plies, Some(four), None, false));
        }
    }

    /// The evaluation without search and correction: what the table has of it, or a new one.
    #[inline]
    fn raw_eval(&mut self, tt_entry: Option<Entry>) -> Score {
        tt_entry.and_then(|entry| entry.eval).unwrap_or_else(|| self.eval.score(&self.board))
    }

    /// Leaf: the static evaluation, or a win by VCF.
    fn leaf<N: NodeKind>(&mut self, key: Key, tt_entry: Option<Entry>, beta: Score, ply: usize) -> Score {
        let raw_eval = self.raw_eval(tt_entry);
        let eval = self.corrected_eval(raw_eval);
        // What is good enough without a win need not be searched for one.
        if !N::PV && eval >= beta {
            return eval;
        }
        if let Some(plies) = self.solve_vcf(self.params.leaf_vcf(), Breadth::Productive) {
            let line = self.vcf.line();
            self.stack[ply].variation.extend(line.take(MAX_PLY));
            return Score::win_in(ply + plies);
        }
        if tt_entry.is_none() {
            let (score, bound) = (eval.to_stored(ply), Bound::Exact);
            let entry = Entry { score, bound, depth: 0, eval: Some(raw_eval), best: None, pv: false };
            self.shared.table.save(key, entry);
        }
        eval
    }

    /// The score of a node in which none of the moves looked at may be played.
    fn without_moves(&mut self, situation: &Situation, eval: Score, ply: usize) -> Score {
        match situation {
            Situation::AnswerFive(_) => Score::loss_in(ply + 2),
            // Every answer is forbidden, and so is every four: the straight four comes, then the five.
            Situation::AnswerStraightFour(_) => Score::loss_in(ply + 4),
            // Apart from the stones there may be something legal; else Black must play a forbidden move.
            _ if !self.board.legal(self.board.empty()).is_empty() => eval,
            _ => params::ONLY_FORBIDDEN,
        }
    }

    /// VCF threat: looks for a win by fours of the opponent.
    fn vcf_threat(&mut self) -> Option<VcfThreat> {
        self.by_fours(TimePart::ALL, |search, most| vcf_threat(search, params::THREAT_VCF_NODES.min(most)))
    }

    /// VCF: looks for a win by fours.
    pub(super) fn solve_vcf(&mut self, limit: u64, breadth: Breadth) -> Option<usize> {
        self.by_fours(TimePart::ALL, |search, most| search.solve(limit.min(most), breadth)).plies()
    }

    /// Searches by fours, each within the nodes that are left, until this part of the time is over. Their nodes count as all
    /// others do.
    pub(super) fn by_fours<T>(&mut self, part: TimePart, ask: impl FnOnce(&mut VcfSearch<R>, u64) -> T) -> T {
        let (before, most, shared) = (self.vcf.nodes(), self.nodes_left(), self.shared);
        let look = |_| shared.is_part_over(part);
        let found = ask(&mut VcfSearch::new(self.vcf, &mut self.board, &self.eval, &look), most);
        self.nodes += self.vcf.nodes() - before;
        found
    }
}

#[cfg(test)]
mod tests;
