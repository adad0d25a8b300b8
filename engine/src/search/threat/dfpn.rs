//! Df-pn, depth-first proof-number search, over threats: the recursion, its nodes and their numbers.
//!
//! The attacker makes a four, or a move after which he would win by fours if the defender passed. The defender has all moves
//! that could spoil that win. Stones are only ever added, so no line of play meets itself.

use arrayvec::ArrayVec;

use crate::board::Board;
use crate::color::Color;
use crate::eval::Evaluator;
use crate::moves;
use crate::point::{MAX_SIDE, Point};
use crate::point_set::PointSet;
use crate::rule::Rule;
use crate::search::params;
use crate::search::threat::proof_numbers::{ProofEntry, ProofNumbers, ProofTable};
use crate::search::threat::{Breadth, LONGEST, Solved, Variation, Vcf, VcfSearch, Verdict, vcf_threat};
use crate::shape::Pattern4;
use crate::zobrist::Key;

/// Nodes between two looks at whether to stop: few, since each may look for several wins by fours.
const LOOK_INTERVAL: u64 = 16;
/// Mixed into the keys of positions in which White attacks: what is known of one attacker says nothing of the other.
const WHITE_ATTACKS: u64 = 0x9e37_79b9_7f4a_7c15;

/// What lasts from search to search, and the limits of the present one.
pub(super) struct Dfpn {
    table: ProofTable,
    vcf: Vcf,
    /// Positions that were looked at, apart from those of sequences of fours.
    nodes: u64,
    /// Positions of both kinds after which this search ends.
    pub(super) limit: u64,
    stopped: bool,
    pub(super) attacker: Color,
}

impl Dfpn {
    /// A memory with a table of about so many bytes that knows nothing yet, and the searcher that looks at fours.
    pub(super) fn new(table_bytes: usize, vcf: Vcf) -> Dfpn {
        Dfpn { table: ProofTable::new(table_bytes), vcf, nodes: 0, limit: 0, stopped: false, attacker: Color::Black }
    }

    /// The key under which a position of this search is kept.
    fn key(&self, key: Key) -> Key {
        match self.attacker {
            Color::Black => key,
            Color::White => Key(key.0 ^ WHITE_ATTACKS),
        }
    }

    /// Forgets all positions.
    pub(super) fn forget(&mut self) {
        self.table.clear();
        self.vcf.forget();
    }

    /// Positions looked at so far, those of sequences of fours among them.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes + self.vcf.nodes()
    }
}

/// Moves of one node. A defender may have nearly all of the board.
type Children = ArrayVec<Child, { MAX_SIDE * MAX_SIDE }>;

/// A move with what is known about the position behind it, as the side to move there sees it.
#[derive(Clone, Copy)]
struct Child {
    point: Point,
    numbers: ProofNumbers,
}

/// One search on one board.
pub(super) struct Search<'a, R: Rule> {
    pub(super) dfpn: &'a mut Dfpn,
    pub(super) board: &'a mut Board<R>,
    pub(super) eval: &'a Evaluator,
    pub(super) look: &'a dyn Fn(u64) -> bool,
}

impl<R: Rule> Search<'_, R> {
    /// Lets it look at so many more positions.
    pub(super) fn allow(&mut self, nodes: u64) {
        self.dfpn.limit = self.dfpn.nodes().saturating_add(nodes);
        self.dfpn.stopped = false;
    }

    /// Searches for fours on the board, which hear `look` too.
    fn by_fours<T>(&mut self, ask: impl FnOnce(&mut VcfSearch<R>) -> T) -> T {
        let (before, look) = (self.dfpn.nodes, self.look);
        let look = |nodes: u64| look(before + nodes);
        ask(&mut VcfSearch::new(&mut self.dfpn.vcf, self.board, self.eval, &look))
    }

    /// VCF of the side to move: its line, or how the search ended without.
    pub(super) fn fours(&mut self, limit: u64) -> Result<Variation, Solved> {
        self.by_fours(|search| match search.solve(limit, Breadth::All) {
            Verdict::Win(_) => Ok(search.vcf.line().collect()),
            Verdict::None => Err(Solved::None),
            Verdict::Unknown => Err(Solved::Unknown),
        })
    }

    /// VCF defence set: the answers of the side to move to the VCF that threatens it, and `None` when none does.
    pub(super) fn vcf_defences(&mut self, limit: u64) -> Option<PointSet> {
        self.by_fours(|search| vcf_threat(search, limit)).map(|threat| threat.defences)
    }

    /// The move by which the attacker, who is to move, wins by threats.
    pub(super) fn winning_move(&mut self) -> Option<Point> {
        let won = |known: &ProofEntry| known.numbers.proof == 0;
        let known = self.dfpn.table.probe(self.dfpn.key(self.board.key())).filter(won);
        if let Some(best) = known.and_then(|known| known.best) {
            return Some(best);
        }
        // The table has forgotten it.
        self.mid(ProofNumbers::UNLIMITED, 0);
        self.dfpn.table.probe(self.dfpn.key(self.board.key())).filter(won)?.best
    }

    /// Df-pn's MID: expands the position on the board until its numbers exceed the thresholds, and returns them.
    pub(super) fn mid(&mut self, bound: ProofNumbers, ply: usize) -> ProofNumbers {
        self.dfpn.nodes += 1;
        let begin = self.dfpn.nodes();
        let key = self.dfpn.key(self.board.key());
        let mut children = Children::new();
        if let Some(numbers) = self.expand(self.dfpn.table.probe(key).is_none(), &mut children) {
            self.dfpn.table.save(key, ProofEntry { numbers, best: None }, 1);
            return numbers;
        }
        loop {
            let numbers = sum(&children);
            if ply + 2 >= LONGEST && !numbers.is_solved() {
                // Nothing is followed further, and so far the attacker has not won.
                let attacks = self.board.to_move() == self.dfpn.attacker;
                return if attacks { ProofNumbers::DISPROVED } else { ProofNumbers::PROVED };
            }
            let (best, rival) = select_child(&children);
            if numbers.is_solved() || numbers.exceeds(bound) || self.must_stop() {
                let known = ProofEntry { numbers, best: Some(children[best].point) };
                self.dfpn.table.save(key, known, self.dfpn.nodes() - begin);
                return numbers;
            }
            let Child { point, numbers: child } = children[best];
            let others = numbers.disproof - child.proof;
            let child_bound = ProofNumbers {
                proof: if bound.disproof == ProofNumbers::INFINITY {
                    ProofNumbers::INFINITY
                } else {
                    bound.disproof - others
                },
                disproof: bound.proof.min(rival.saturating_add(rival / params::EPSILON + 1)),
            };
            self.board.play(point);
            children[best].numbers = self.mid(child_bound, ply + 1);
            self.board.undo();
        }
    }

    /// Whether the search must end, which is asked at every node.
    fn must_stop(&mut self) -> bool {
        let at_once = self.dfpn.stopped || self.dfpn.nodes() >= self.dfpn.limit;
        self.dfpn.stopped = at_once || (self.dfpn.nodes.is_multiple_of(LOOK_INTERVAL) && self.is_told_to_stop());
        self.dfpn.stopped
    }

    /// Whether the search is told to end.
    pub(super) fn is_told_to_stop(&self) -> bool {
        (self.look)(self.dfpn.nodes())
    }

    /// Expansion: lists what the threats on the board leave to the side to move, or says that they have settled it. The VCF,
    /// which is dear, is only asked for when the position is `new`.
    fn expand(&mut self, new: bool, children: &mut Children) -> Option<ProofNumbers> {
        let us = self.board.to_move();
        if moves::five(self.board, us).is_some() {
            return Some(ProofNumbers::PROVED);
        }
        if self.board.has(!us, Pattern4::Five) {
            self.list(&moves::answers_to_five(self.board), children);
        } else if new && self.fours(params::VCT_VCF_NODES).is_ok() {
            return Some(ProofNumbers::PROVED);
        } else if us == self.dfpn.attacker {
            self.list(&self.threats(), children);
            children.sort_by_cached_key(|child| -self.eval.policy_score(us, self.board.shapes(child.point)));
        } else {
            // Where no win by fours threatens, the defender need do nothing.
            let Some(answers) = self.vcf_defences(params::VCT_VCF_NODES) else { return Some(ProofNumbers::PROVED) };
            self.list(&answers, children);
        }
        children.is_empty().then_some(ProofNumbers::DISPROVED)
    }

    /// Threats: the moves of the attacker that make a four or a three. Others that threaten a win by fours were tried: among
    /// the same number of positions fewer wins were found with them.
    fn threats(&self) -> PointSet {
        let us = self.board.to_move();
        let threatens = |&point: &Point| {
            let shapes = self.board.shapes(point).of(us);
            (shapes.fours() > 0 || shapes.threes() > 0) && !self.board.is_forbidden(us, point)
        };
        self.board.candidates().iter().filter(threatens).collect()
    }

    /// Lists moves with what the table, or a guess, says about them.
    fn list(&self, points: &PointSet, children: &mut Children) {
        let us = self.board.to_move();
        let attacks = us == self.dfpn.attacker;
        let policy_score = |point: Point| self.eval.policy_score(us, self.board.shapes(point));
        let highest = points.iter().map(policy_score).max().unwrap_or(0);
        for point in points {
            let known = self.dfpn.table.probe(self.dfpn.key(self.board.key_after(point)));
            let guess = || initial_numbers(attacks, self.board.class(us, point), highest - policy_score(point));
            children.push(Child { point, numbers: known.map_or_else(guess, |known| known.numbers) });
        }
    }
}

/// Initial proof and disproof number of a position not seen yet (df-pn+), after a move of this class whose policy score lies so
/// far `behind` the highest: what promises most is looked at first, and for longest. With numbers that knew the class alone
/// half as many wins were found among as many positions.
fn initial_numbers(attacks: bool, class: Pattern4, behind: i32) -> ProofNumbers {
    use Pattern4::{Four, MaybeForbidden, Three};
    let (by_class, (step, most)) = match (attacks, class) {
        (true, Three | MaybeForbidden) => (params::THREE_DISPROOF, params::ATTACK_DISPROOF),
        (true, Four) => (params::FOUR_DISPROOF, params::ATTACK_DISPROOF),
        (true, _) => (1, params::ATTACK_DISPROOF),
        (false, class) if class.makes_four() => (1 + params::SPITE_FOUR_DISPROOF, params::ANSWER_DISPROOF),
        (false, _) => (1, params::ANSWER_DISPROOF),
    };
    ProofNumbers { proof: 1, disproof: by_class + (behind.unsigned_abs() / step).min(most) }
}

/// Numbers of a node from those of its children: the least disproof number, and the sum of the proof numbers.
fn sum(children: &Children) -> ProofNumbers {
    let proof = children.iter().map(|child| child.numbers.disproof).min().unwrap_or(ProofNumbers::INFINITY);
    let disproof =
        children.iter().fold(0u32, |sum, child| sum.saturating_add(child.numbers.proof).min(ProofNumbers::INFINITY));
    ProofNumbers { proof, disproof }
}

/// Child selection: the most-proving child, and the number of the second best.
fn select_child(children: &Children) -> (usize, u32) {
    let mut best = 0;
    let mut rival = ProofNumbers::INFINITY;
    for (number, child) in children.iter().enumerate().skip(1) {
        let disproof = child.numbers.disproof;
        if disproof < children[best].numbers.disproof {
            rival = children[best].numbers.disproof;
            best = number;
        } else {
            rival = rival.min(disproof);
        }
    }
    (best, rival)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::{Freestyle, RuleKind};
    use crate::search::tests::position;

    #[test]
    fn what_promises_most_is_looked_at_first() {
        use Pattern4::{DoubleThree, Four, Quiet, Three};
        let disproof = |attacks, class, behind| initial_numbers(attacks, class, behind).disproof;
        // Attacks: two threes before a four that makes no three, that before a three; each later by its policy score.
        assert_eq!([DoubleThree, Four, Three].map(|class| disproof(true, class, 0)), [1, 4, 5]);
        assert_eq!([4, 5, 100, 1_000].map(|behind| disproof(true, Three, behind)), [5, 6, 25, 45]);
        // Answers: those that stop the threat before fours that only put it off.
        assert_eq!([Quiet, Three, Four].map(|class| disproof(false, class, 0)), [1, 1, 9]);
        assert_eq!([9, 10, 100, 1_000].map(|behind| disproof(false, Quiet, behind)), [1, 2, 11, 21]);
    }

    #[test]
    fn no_sequence_is_followed_beyond_the_longest() {
        let game = position(RuleKind::Freestyle, Color::Black, "g8 h8 i9 i10", "a1 a3 a5 o1");
        // The win takes eight plies, the looks at what follows the last of them among them.
        for (ply, found) in [(0, true), (LONGEST - 8, true), (LONGEST - 7, false), (LONGEST - 2, false)] {
            let mut board = Board::<Freestyle>::from_game(&game);
            let (mut dfpn, eval) = (Dfpn::new(1 << 16, Vcf::new()), Evaluator::new(&board));
            let mut search = Search { dfpn: &mut dfpn, board: &mut board, eval: &eval, look: &|_| false };
            search.allow(10_000);
            let numbers = search.mid(ProofNumbers::UNLIMITED, ply);
            assert_eq!(numbers == ProofNumbers::PROVED, found, "at ply {ply}");
            // The limit settles it, and not the nodes.
            assert!(numbers.is_solved() && dfpn.nodes() < 10_000, "at ply {ply}");
        }
    }

    #[test]
    fn positions_are_kept_apart_by_key_and_by_attacker() {
        let mut keys = Vec::new();
        for attacker in [Color::Black, Color::White] {
            let dfpn = Dfpn { attacker, ..Dfpn::new(1 << 10, Vcf::new()) };
            // A bit that was lost would make two of them one.
            keys.extend([0].into_iter().chain((0..64).map(|bit| 1 << bit)).map(|key| dfpn.key(Key(key))));
        }
        for (i, key) in keys.iter().enumerate() {
            assert!(!keys[..i].contains(key), "{key:?}");
        }
    }
}
