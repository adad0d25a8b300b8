//! VCF threats, and the VCF defence set: the moves that could spoil a win by fours. Every other move of the defender loses to
//! that win, so that these are all the answers there are to a threat.

use crate::board::Board;
use crate::color::Color;
use crate::eval::Evaluator;
use crate::forbidden::{self, Forbidden};
use crate::moves;
use crate::point::Point;
use crate::point_set::PointSet;
use crate::rule::Rule;
use crate::search::threat::proof::within_reach;
use crate::search::threat::{Variation, Vcf};
use crate::shape::Pattern4;

/// VCF threat: the win by fours that the opponent would have if the side to move passed.
pub struct VcfThreat {
    /// The plies of the win after the pass, up to and with the five.
    pub plies: usize,
    /// VCF defence set: the legal moves of the side to move that could spoil it.
    pub defences: PointSet,
}

/// VCF threat against the side to move; `None` when there is none among so many positions. Neither side has a five.
pub fn vcf_threat<R: Rule>(board: &mut Board<R>, eval: &Evaluator, vcf: &mut Vcf, limit: u64) -> Option<VcfThreat> {
    let mut walk = DefenceSearch { eval, vcf, limit, found: PointSet::EMPTY };
    board.pass();
    let plies = walk.solve(board);
    board.undo_pass();
    plies.map(|plies| VcfThreat { plies, defences: board.legal(&walk.found.and(board.empty())) })
}

/// A walk through a win by fours that gathers what could spoil it.
struct DefenceSearch<'a> {
    eval: &'a Evaluator,
    vcf: &'a mut Vcf,
    limit: u64,
    found: PointSet,
}

impl DefenceSearch<'_> {
    /// Looks for a win of the side to move and walks through it. The plies it takes, if there is one.
    fn solve<R: Rule>(&mut self, board: &mut Board<R>) -> Option<usize> {
        let plies = self.vcf.solve(board, self.eval, self.limit, super::Breadth::All)?;
        let line: Variation = self.vcf.line().collect();
        self.attack(board, &line).then_some(plies)
    }

    /// The attacker to move, who wins by a line. Whether that is so after every answer.
    fn attack<R: Rule>(&mut self, board: &mut Board<R>, line: &[Point]) -> bool {
        let us = board.to_move();
        // A stone played beforehand may turn an answer further on into a four of the defender.
        self.found = self.found.or(&moves::fours(board, !us));
        if board.has(us, Pattern4::Five) {
            self.found = self.found.or(&moves::touching_fives(board, us));
            return true;
        }
        let Some((&four, rest)) = line.split_first() else { return false };
        self.found.insert(four);
        if board.class(us, four) == Pattern4::MaybeForbidden {
            // Two threes go with it, and a stone that makes both of them real forbids it. That may depend on points far off.
            self.found = self.found.or(&board.candidates());
        }
        board.play(four);
        let complete = self.defend(board, rest);
        board.undo();
        complete
    }

    /// The defender to move against a four.
    fn defend<R: Rule>(&mut self, board: &mut Board<R>, line: &[Point]) -> bool {
        let answers = moves::touching_fives(board, !board.to_move());
        self.found = self.found.or(&answers);
        answers.iter().all(|answer| {
            if board.is_forbidden(board.to_move(), answer) {
                self.found = self.found.or(&legalizing(board, answer));
                return true;
            }
            board.play(answer);
            let complete = match line.split_first() {
                Some((&expected, rest)) if expected == answer => self.attack(board, rest),
                _ => self.solve(board).is_some(),
            };
            board.undo();
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
