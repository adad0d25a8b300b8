//! VCF threats, and the VCF defence set: the moves that could spoil a win by fours. Every other move of the defender loses to
//! that win, so that these are all the answers there are to a threat.

use crate::board::Board;
use crate::color::Color;
use crate::forbidden::{self, Forbidden};
use crate::moves;
use crate::point::Point;
use crate::point_set::PointSet;
use crate::rule::Rule;
use crate::search::threat::proof::within_reach;
use crate::search::threat::{Breadth, Variation, VcfSearch};
use crate::shape::Pattern4;

/// VCF threat: the win by fours that the opponent would have if the side to move passed.
pub struct VcfThreat {
    /// The plies of the win after the pass, up to and with the five.
    pub plies: usize,
    /// VCF defence set: the legal moves of the side to move that could spoil it.
    pub defences: PointSet,
}

/// VCF threat against the side to move; `None` when there is none among so many positions. Neither side has a five.
pub fn vcf_threat<R: Rule>(search: &mut VcfSearch<R>, limit: u64) -> Option<VcfThreat> {
    let mut walk = DefenceSearch { search, limit, found: PointSet::EMPTY };
    walk.search.board.pass();
    let plies = walk.solve();
    walk.search.board.undo_pass();
    let DefenceSearch { search, found, .. } = walk;
    plies.map(|plies| VcfThreat { plies, defences: search.board.legal(&found.and(search.board.empty())) })
}

/// A walk through a win by fours that gathers what could spoil it.
struct DefenceSearch<'a, 's, R: Rule> {
    search: &'a mut VcfSearch<'s, R>,
    limit: u64,
    found: PointSet,
}

impl<R: Rule> DefenceSearch<'_, '_, R> {
    /// Looks for a win of the side to move and walks through it. The plies it takes, if there is one.
    fn solve(&mut self) -> Option<usize> {
        let plies = self.search.solve(self.limit, Breadth::All).plies()?;
        let line: Variation = self.search.vcf.line().collect();
        self.attack(&line).then_some(plies)
    }

    /// The attacker to move, who wins by a line. Whether that is so after every answer.
    fn attack(&mut self, line: &[Point]) -> bool {
        let us = self.search.board.to_move();
        // A stone played beforehand may turn an answer further on into a four of the defender.
        self.found = self.found.or(&moves::fours(self.search.board, !us));
        if self.search.board.has(us, Pattern4::Five) {
            self.found = self.found.or(&moves::touching_fives(self.search.board, us));
            return true;
        }
        let Some((&four, rest)) = line.split_first() else { return false };
        self.found.insert(four);
        if self.search.board.class(us, four) == Pattern4::MaybeForbidden {
            // Two threes go with it, and a stone that makes both of them real forbids it. That may depend on points far off.
            self.found = self.found.or(&self.search.board.candidates());
        }
        self.search.board.play(four);
        let complete = self.defend(rest);
        self.search.board.undo();
        complete
    }

    /// The defender to move against a four.
    fn defend(&mut self, line: &[Point]) -> bool {
        let answers = moves::touching_fives(self.search.board, !self.search.board.to_move());
        self.found = self.found.or(&answers);
        answers.iter().all(|answer| {
            if self.search.board.is_forbidden(self.search.board.to_move(), answer) {
                self.found = self.found.or(&legalizing(self.search.board, answer));
                return true;
            }
            self.search.board.play(answer);
            let complete = match line.split_first() {
                Some((&expected, rest)) if expected == answer => self.attack(rest),
                _ => self.solve().is_some(),
            };
            self.search.board.undo();
            complete
        })
    }
}

/// The points on which a black stone could make a forbidden point a legal one.
fn legalizing<R: Rule>(board: &Board<R>, point: Point) -> PointSet {
    match forbidden::judge_shapes(board.lines(), point, board.shapes(point).of(Color::Black)) {
        // Whether threes are real may depend on points far off.
        Some(Forbidden::DoubleThree) => board.candidates(),
        Some(Forbidden::Overline | Forbidden::DoubleFour) => within_reach(point).and(board.empty()),
        None => PointSet::EMPTY,
    }
}
