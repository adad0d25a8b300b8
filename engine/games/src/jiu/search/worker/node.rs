//! Principal variation search of Jiu: one node and its plies.

use std::ops::Range;

use super::{
    DECIDED, FUTILITY, FUTILITY_DEPTH, LATE, LATE_DEPTH, LATE_PRUNING, Line, MOST_DEPTH, MOST_PLIES, NARROW,
    NULL_DEPTH, NULL_MOBILE, NULL_REDUCTION, PLACES, PLACES_ON_PV, QUIESCENCE_PLIES, StopFlag, Stopped, TAKES,
    TAKES_ON_PV, WIN, Window, Worker,
};
use crate::jiu::board::{Act, Board};
use crate::jiu::eval::evaluate;
use crate::jiu::position::Stage;
use crate::jiu::table::{Bound, Entry};

/// A position in the tree, and what is asked about it.
#[derive(Clone, Copy)]
pub(super) struct Node<'a, const W: usize> {
    pub(super) board: &'a Board<W>,
    /// Turns left to search.
    pub(super) depth: i32,
    pub(super) window: Window,
    /// Plies from the root.
    pub(super) ply: usize,
}

impl<const W: usize> Node<'_, W> {
    /// The score that the table knows, where it is deep enough and settles the question.
    fn known(&self, entry: &Entry) -> Option<i32> {
        if self.window.is_open() || self.ply == 0 || i32::from(entry.depth) < self.depth {
            return None;
        }
        let score = from_table(entry.score, self.ply);
        let cuts = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => score >= self.window.beta,
            Bound::Upper => score <= self.window.alpha,
        };
        cuts.then_some(score)
    }

    /// The most plies that are tried.
    fn most(&self) -> usize {
        let on_pv = self.window.is_open();
        match (self.board.pending > 0, self.board.stage) {
            (true, _) if on_pv => TAKES_ON_PV,
            (true, _) => TAKES,
            (false, Stage::Place) if on_pv => PLACES_ON_PV,
            (false, Stage::Place) => PLACES,
            (false, _) => usize::MAX,
        }
    }
}

impl<const W: usize> Worker<W> {
    /// The worth of what follows a ply, to the side that played it.
    fn child(
        &mut self,
        node: &Node<'_, W>,
        next: &Board<W>,
        depth: i32,
        window: Window,
        stop: StopFlag<'_>,
        line: &mut Line,
    ) -> Result<i32, Stopped> {
        self.keys.push(next.key);
        let ply = node.ply + 1;
        let same_side = next.to_move == node.board.to_move;
        let score = match same_side {
            true => self.node(Node { board: next, depth, window, ply }, stop, line),
            false => {
                self.node(Node { board: next, depth, window: window.flipped(), ply }, stop, line).map(|score| -score)
            }
        };
        self.keys.pop();
        score
    }

    /// The worth of a position to the side to move.
    pub(super) fn node(&mut self, node: Node<'_, W>, stop: StopFlag<'_>, line: &mut Line) -> Result<i32, Stopped> {
        let Node { board, mut depth, mut window, ply } = node;
        line.clear();
        self.nodes += 1;
        let begins_move = board.stage == Stage::Move && board.pending == 0;
        if ply > 0 {
            self.look(stop)?;
            // 1. The end of the game, and lines that can no longer be the best.
            if let Some(winner) = board.winner {
                return Ok(if winner == board.to_move { WIN - ply as i32 } else { ply as i32 - WIN });
            }
            if begins_move && self.is_drawn(board) {
                return Ok(0);
            }
            window.alpha = window.alpha.max(ply as i32 - WIN);
            window.beta = window.beta.min(WIN - ply as i32);
            if window.is_closed() {
                return Ok(window.alpha);
            }
        }
        let mobile = if begins_move { self.mobile(board) } else { i32::MAX };
        // 2. Quiescence, unless a side with hardly a path to choose must be searched on.
        let narrow = mobile <= NARROW && ply < 2 * MOST_DEPTH as usize;
        if depth <= 0 && narrow && !board.flies(&self.laws, board.to_move) {
            depth = 1;
        }
        if ply + 2 >= MOST_PLIES || depth <= 0 && board.pending == 0 && board.stage != Stage::Lift {
            return self.quiescence(board, window, ply, QUIESCENCE_PLIES, stop);
        }
        let node = Node { depth, window, ..node };
        // 3. Transposition table.
        let entry = self.table.probe(board.key);
        if let Some(score) = entry.and_then(|entry| node.known(&entry)) {
            return Ok(score);
        }
        // 4. Reverse futility and null move, where a turn begins and passing would be no favour.
        if begins_move
            && mobile >= NULL_MOBILE
            && let Some(score) = self.far_ahead(&node, stop)?
        {
            return Ok(score);
        }
        // 5. The plies, ranked.
        let first = self.ranked.len();
        self.push_ranked(board, entry.and_then(|entry| entry.act), ply);
        let count = self.ranked.len() - first;
        if count == 0 {
            return Ok(ply as i32 - WIN);
        }
        let result = self.plies(&node, first..first + node.most().min(count), stop, line);
        self.ranked.truncate(first);
        result
    }

    /// The score of a side that is so far ahead at the beginning of its turn that it need not be searched any deeper: by
    /// what the position is worth, or even after a pass.
    fn far_ahead(&mut self, node: &Node<'_, W>, stop: StopFlag<'_>) -> Result<Option<i32>, Stopped> {
        let &Node { board, depth, window, ply } = node;
        let beta = window.beta;
        if window.is_open() || ply == 0 || beta.abs() >= DECIDED {
            return Ok(None);
        }
        let value = evaluate(board, &self.laws, &self.weights);
        if depth <= FUTILITY_DEPTH && value - FUTILITY * depth >= beta {
            return Ok(Some(value));
        }
        if depth >= NULL_DEPTH && value >= beta {
            let (passed, window) = (board.passed(), Window::null(beta - 1));
            let score = self.child(node, &passed, depth - 1 - NULL_REDUCTION, window, stop, &mut Line::new())?;
            if score >= beta {
                return Ok(Some(score.min(DECIDED)));
            }
        }
        Ok(None)
    }

    /// The worth of the best of the ranked plies from the first place on, as many as there are places.
    fn plies(
        &mut self,
        node: &Node<'_, W>,
        places: Range<usize>,
        stop: StopFlag<'_>,
        line: &mut Line,
    ) -> Result<i32, Stopped> {
        let &Node { board, depth, mut window, ply } = node;
        let (on_pv, original_alpha) = (window.is_open(), window.alpha);
        let mut best = -WIN;
        let mut best_act = None;
        let mut below = Line::new();
        let costs_depth = board.pending == 0 && board.stage != Stage::Lift;
        let new_depth = depth - i32::from(costs_depth);
        for (number, place) in places.clone().enumerate() {
            self.bring_best(place);
            let ranked = self.ranked[place];
            let quiet = board.pending == 0 && ranked.captures == 0;
            // 6. Late quiet plies near the leaves are not searched at all.
            if quiet && !on_pv && best > -DECIDED && board.stage == Stage::Move && is_pruned(depth, number) {
                break;
            }
            let next = board.after(&self.laws, ranked.act);
            // 7. Principal variation search with late move reduction.
            let mut score = 0;
            let mut full = number == 0;
            if !full {
                let reduction = if quiet { late_reduction(depth, number) } else { 0 };
                let null = Window::null(window.alpha);
                score = self.child(node, &next, new_depth - reduction, null, stop, &mut below)?;
                if reduction > 0 && score > window.alpha {
                    score = self.child(node, &next, new_depth, null, stop, &mut below)?;
                }
                full = window.contains(score);
            }
            if full {
                score = self.child(node, &next, new_depth, window, stop, &mut below)?;
            }
            best = best.max(score);
            if score > window.alpha {
                window.alpha = score;
                best_act = Some(ranked.act);
                line.clear();
                line.push(ranked.act);
                line.extend_from_slice(&below);
            }
            if window.is_closed() {
                if quiet {
                    self.note_cutoff(node, ranked.act, places.start..place);
                }
                break;
            }
        }
        // 8. What was learnt.
        let bound = match best {
            _ if best >= window.beta => Bound::Lower,
            _ if best > original_alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        self.table.save(board.key, best_act, to_table(best, ply), depth, bound);
        Ok(best)
    }

    /// Remembers a quiet ply that cut off, and that the quiet ones at the places before it did not.
    fn note_cutoff(&mut self, node: &Node<'_, W>, act: Act, before: Range<usize>) {
        let bonus = (node.depth * node.depth * 8).min(1 << 11);
        let us = node.board.to_move;
        self.history.update(us, act, bonus);
        for ranked in &self.ranked[before] {
            if ranked.captures == 0 {
                self.history.update(us, ranked.act, -bonus);
            }
        }
        let killers = &mut self.killers[node.ply];
        if killers[0] != Some(act) {
            *killers = [Some(act), killers[0]];
        }
    }
}

/// Whether a quiet ply comes so late at so small a depth that it is not searched.
fn is_pruned(depth: i32, number: usize) -> bool {
    depth > 0 && LATE_PRUNING.get(depth as usize).is_some_and(|&limit| number >= limit)
}

/// How many turns less a quiet ply that is not among the first is searched.
fn late_reduction(depth: i32, number: usize) -> i32 {
    let reduced = number >= LATE && depth >= LATE_DEPTH;
    if reduced { 1 + i32::from(number >= 4 * LATE) + depth / 6 } else { 0 }
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
