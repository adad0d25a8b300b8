//! Principal variation search of Jiu: one node and its plies.

use super::{
    DECIDED, FUTILITY, FUTILITY_DEPTH, LATE, LATE_DEPTH, LATE_PRUNING, Limits, Line, MOST_DEPTH, MOST_PLIES, NARROW,
    NULL_DEPTH, NULL_MOBILE, NULL_REDUCTION, PLACES, PLACES_ON_PV, QUIESCENCE_PLIES, Stopped, TAKES, TAKES_ON_PV, WIN,
    Worker,
};
use crate::jiu::board::{Act, Board};
use crate::jiu::eval::evaluate;
use crate::jiu::position::Stage;
use crate::jiu::table::Bound;

impl<const W: usize> Worker<W> {
    /// The worth of what follows a ply, to the side that played it.
    #[expect(clippy::too_many_arguments, reason = "a node and its window")]
    fn child(
        &mut self,
        board: &Board<W>,
        next: &Board<W>,
        depth: i32,
        alpha: i32,
        beta: i32,
        ply: usize,
        limits: Limits<'_>,
        line: &mut Line,
    ) -> Result<i32, Stopped> {
        self.keys.push(next.key);
        let same_side = next.to_move == board.to_move;
        let score = match same_side {
            true => self.node(next, depth, alpha, beta, ply + 1, limits, line),
            false => self.node(next, depth, -beta, -alpha, ply + 1, limits, line).map(|score| -score),
        };
        self.keys.pop();
        score
    }

    /// The worth of a position to the side to move.
    #[expect(clippy::too_many_arguments, reason = "a node and its window")]
    pub(super) fn node(
        &mut self,
        board: &Board<W>,
        depth: i32,
        mut alpha: i32,
        mut beta: i32,
        ply: usize,
        limits: Limits<'_>,
        line: &mut Line,
    ) -> Result<i32, Stopped> {
        line.clear();
        self.nodes += 1;
        if ply > 0 {
            self.look(limits)?;
            // 1. The end of the game, and lines that can no longer be the best.
            if let Some(winner) = board.winner {
                return Ok(if winner == board.to_move { WIN - ply as i32 } else { ply as i32 - WIN });
            }
            if board.stage == Stage::Move && board.pending == 0 && self.is_drawn(board) {
                return Ok(0);
            }
            alpha = alpha.max(ply as i32 - WIN);
            beta = beta.min(WIN - ply as i32);
            if alpha >= beta {
                return Ok(alpha);
            }
        }
        let moves = board.stage == Stage::Move;
        let turn_begins = board.pending == 0;
        let on_pv = beta - alpha > 1;
        let mobile = if moves { self.mobile(board) } else { i32::MAX };
        // 2. Quiescence, unless a side with hardly a path to choose must be searched on.
        let narrow = moves && turn_begins && mobile <= NARROW && ply < 2 * MOST_DEPTH as usize;
        let depth = if depth <= 0 && narrow && !board.flies(&self.laws, board.to_move) { 1 } else { depth };
        if ply + 2 >= MOST_PLIES || depth <= 0 && turn_begins && board.stage != Stage::Lift {
            return self.quiescence(board, alpha, beta, ply, QUIESCENCE_PLIES, limits);
        }
        // 3. Transposition table.
        let entry = self.table.probe(board.key);
        if let Some(entry) = entry
            && !on_pv
            && ply > 0
            && i32::from(entry.depth) >= depth
        {
            let score = from_table(entry.score, ply);
            let cuts = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
            if cuts {
                return Ok(score);
            }
        }
        // 4. Reverse futility and null move, where a turn begins and passing would be no favour.
        if moves && turn_begins && !on_pv && ply > 0 && beta.abs() < DECIDED {
            let value = evaluate(board, &self.laws, &self.weights);
            if depth <= FUTILITY_DEPTH && mobile >= NULL_MOBILE && value - FUTILITY * depth >= beta {
                return Ok(value);
            }
            if depth >= NULL_DEPTH && value >= beta && mobile >= NULL_MOBILE {
                let passed = board.passed();
                let mut ignored = Line::new();
                let score =
                    self.child(board, &passed, depth - 1 - NULL_REDUCTION, beta - 1, beta, ply, limits, &mut ignored)?;
                if score >= beta {
                    return Ok(score.min(DECIDED));
                }
            }
        }
        // 5. The plies, ranked.
        let first = self.ranked.len();
        self.push_ranked(board, entry.and_then(|entry| entry.act), ply);
        let count = self.ranked.len() - first;
        if count == 0 {
            return Ok(ply as i32 - WIN);
        }
        let most = match (board.pending > 0, board.stage) {
            (true, _) => {
                if on_pv {
                    TAKES_ON_PV
                } else {
                    TAKES
                }
            }
            (false, Stage::Place) => {
                if on_pv {
                    PLACES_ON_PV
                } else {
                    PLACES
                }
            }
            _ => count,
        };
        let result = self.plies(board, depth, alpha, beta, ply, limits, line, first, most.min(count), on_pv);
        self.ranked.truncate(first);
        result
    }

    #[expect(clippy::too_many_arguments, reason = "a node and its plies")]
    fn plies(
        &mut self,
        board: &Board<W>,
        depth: i32,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        limits: Limits<'_>,
        line: &mut Line,
        first: usize,
        most: usize,
        on_pv: bool,
    ) -> Result<i32, Stopped> {
        let original_alpha = alpha;
        let mut best = -WIN;
        let mut best_act = None;
        let mut below = Line::new();
        let costs_depth = board.pending == 0 && board.stage != Stage::Lift;
        for number in 0..most {
            self.bring_best(first + number);
            let ranked = self.ranked[first + number];
            let quiet = board.pending == 0 && ranked.captures == 0;
            // 6. Late quiet plies near the leaves are not searched at all.
            if quiet && !on_pv && best > -DECIDED && board.stage == Stage::Move {
                let limit = LATE_PRUNING.get(depth as usize).copied().unwrap_or(usize::MAX);
                if depth > 0 && number >= limit {
                    break;
                }
            }
            let next = board.after(&self.laws, ranked.act);
            let new_depth = depth - i32::from(costs_depth);
            // 7. Principal variation search with late move reduction.
            let mut score = 0;
            let mut full = number == 0;
            if !full {
                let reduced = quiet && number >= LATE && depth >= LATE_DEPTH;
                let reduction = if reduced { 1 + i32::from(number >= 4 * LATE) + depth / 6 } else { 0 };
                score = self.child(board, &next, new_depth - reduction, alpha, alpha + 1, ply, limits, &mut below)?;
                if reduction > 0 && score > alpha {
                    score = self.child(board, &next, new_depth, alpha, alpha + 1, ply, limits, &mut below)?;
                }
                full = score > alpha && score < beta;
            }
            if full {
                score = self.child(board, &next, new_depth, alpha, beta, ply, limits, &mut below)?;
            }
            if score > best {
                best = score;
            }
            if score > alpha {
                alpha = score;
                best_act = Some(ranked.act);
                line.clear();
                line.push(ranked.act);
                line.extend_from_slice(&below);
            }
            if alpha >= beta {
                if quiet {
                    self.note_cutoff(board, ranked.act, first..first + number, depth, ply);
                }
                break;
            }
        }
        // 8. What was learnt.
        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if best > original_alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        self.table.save(board.key, best_act, to_table(best, ply), depth, bound);
        Ok(best)
    }

    fn note_cutoff(&mut self, board: &Board<W>, act: Act, before: std::ops::Range<usize>, depth: i32, ply: usize) {
        let bonus = (depth * depth * 8).min(1 << 11);
        let us = board.to_move;
        self.history.update(us, act, bonus);
        for ranked in &self.ranked[before] {
            if ranked.captures == 0 {
                self.history.update(us, ranked.act, -bonus);
            }
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(act) {
            *killers = [Some(act), killers[0]];
        }
    }
}

/// Wins are kept as seen from their position.
fn to_table(score: i32, ply: usize) -> i32 {
    match score {
        DECIDED.. => score + ply as i32,
        _ if score <= -DECIDED => score - ply as i32,
        _ => score,
    }
}

fn from_table(score: i32, ply: usize) -> i32 {
    match score {
        DECIDED.. => score - ply as i32,
        _ if score <= -DECIDED => score + ply as i32,
        _ => score,
    }
}
