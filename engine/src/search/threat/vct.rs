//! VCT, victory by continuous threats, found by df-pn: depth-first proof-number search within a table of fixed size.
//!
//! The attacker makes a four, or a move after which he would win by fours if the defender passed. The defender has all moves
//! that could spoil that win. Stones are only ever added, so no line of play meets itself.

use arrayvec::ArrayVec;

use crate::board::Board;
use crate::color::Color;
use crate::eval::Evaluator;
use crate::game::Game;
use crate::moves;
use crate::point::{MAX_SIDE, Point};
use crate::point_set::PointSet;
use crate::rule::Rule;
use crate::score::MAX_PLY;
use crate::search::params;
use crate::search::threat::proof::Proof;
use crate::search::threat::proof_numbers::{ProofEntry, ProofNumbers, ProofTable};
use crate::search::threat::vcf_defences::vcf_defences;
use crate::search::threat::{Breadth, Variation, Vcf, proof_builder};
use crate::shape::Pattern4;
use crate::with_rule;
use crate::zobrist::Key;

/// The longest sequence that is looked at, in plies.
const LONGEST: usize = MAX_PLY / 2;
/// Nodes between two looks at whether to stop: few, since each may look for several wins by fours.
const LOOK_INTERVAL: u64 = 16;
/// Mixed into the keys of positions in which White attacks: what is known of one attacker says nothing of the other.
const WHITE_ATTACKS: u64 = 0x9e37_79b9_7f4a_7c15;

/// What to solve for: which threats the attacker may make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Solve {
    /// Victory by continuous fours: every threat is a four.
    Vcf,
    /// Victory by continuous threats: fours, and threes that threaten a VCF.
    Vct,
}

/// How a search for a win by threats ended.
#[derive(Clone, Debug)]
pub enum Finding {
    /// The side to move wins.
    Win(Proof),
    /// No win by such threats was left to look for. That does not mean that there is none: sequences of fours are only
    /// looked at as far as it pays.
    None,
    /// The search was ended before all was seen.
    Unknown,
}

/// VCT solver with a table of what it has seen.
pub struct Vct {
    table: ProofTable,
    vcf: Vcf,
    /// Positions that this search has looked at, apart from those of sequences of fours.
    nodes: u64,
    /// Positions of both kinds after which this search ends.
    limit: u64,
    stopped: bool,
    attacker: Color,
}

/// Moves of one node. A defender may have nearly all of the board.
type Children = ArrayVec<Child, { MAX_SIDE * MAX_SIDE }>;

/// A move with what is known about the position behind it, as the side to move there sees it.
#[derive(Clone, Copy)]
struct Child {
    point: Point,
    numbers: ProofNumbers,
}

impl Vct {
    /// A searcher that knows nothing yet, with a table of about so many bytes.
    pub fn new(table_bytes: usize) -> Vct {
        Vct {
            table: ProofTable::new(table_bytes),
            vcf: Vcf::new(),
            nodes: 0,
            limit: 0,
            stopped: false,
            attacker: Color::Black,
        }
    }

    /// Forgets all positions.
    pub fn forget(&mut self) {
        self.table.clear();
        self.vcf.forget();
    }

    /// Positions looked at since the searcher was made, those of sequences of fours among them.
    pub fn nodes(&self) -> u64 {
        self.nodes + self.vcf.nodes()
    }

    /// Looks for a win of the side to move in the position of a game, within about so many positions. `look` is told now and
    /// then how many were looked at, and says whether to stop.
    pub fn solve(&mut self, game: &Game, solve: Solve, nodes: u64, look: &dyn Fn(u64) -> bool) -> Finding {
        with_rule!(game.rule(), R => {
            let mut board = Board::<R>::from_game(game);
            let eval = Evaluator::new(&board);
            self.attacker = board.to_move();
            let before = self.nodes();
            let look = |nodes: u64| look(nodes - before);
            let mut search = Search { vct: self, board: &mut board, eval: &eval, look: &look };
            search.allow(nodes);
            search.run(solve, nodes)
        })
    }
}

/// One search on one board.
pub(super) struct Search<'a, R: Rule> {
    vct: &'a mut Vct,
    pub(super) board: &'a mut Board<R>,
    eval: &'a Evaluator,
    look: &'a dyn Fn(u64) -> bool,
}

impl<R: Rule> Search<'_, R> {
    /// Lets it look at so many more positions.
    fn allow(&mut self, nodes: u64) {
        self.vct.limit = self.vct.nodes().saturating_add(nodes);
        self.vct.stopped = false;
    }

    /// Looks for a win within the limit, and builds its proof tree in as many positions again.
    fn run(&mut self, solve: Solve, nodes: u64) -> Finding {
        let proof = match solve {
            Solve::Vcf => match self.solve_vcf() {
                Ok(line) => proof_builder::along(self, &line),
                Err(finding) => return finding,
            },
            Solve::Vct => match self.mid(ProofNumbers::UNLIMITED, 0) {
                ProofNumbers { proof: 0, .. } => {
                    self.allow(nodes);
                    proof_builder::proof(self)
                }
                ProofNumbers { disproof: 0, .. } => return Finding::None,
                _ => return Finding::Unknown,
            },
        };
        proof.map_or(Finding::Unknown, Finding::Win)
    }

    /// VCF of the position on the board, with ever larger limits: its line, or how it ended without.
    fn solve_vcf(&mut self) -> Result<Variation, Finding> {
        let mut limit = params::FIRST_VCF_NODES.min(self.vct.limit - self.vct.nodes());
        loop {
            let begin = self.vct.nodes();
            if let Some(line) = self.fours(limit) {
                return Ok(line);
            }
            let nodes = self.vct.nodes();
            if nodes - begin < limit {
                return Err(Finding::None);
            }
            if nodes >= self.vct.limit || (self.look)(nodes) {
                return Err(Finding::Unknown);
            }
            limit = (2 * limit).min(self.vct.limit - nodes);
        }
    }

    /// VCF of the side to move: its line.
    pub(super) fn fours(&mut self, limit: u64) -> Option<Variation> {
        let found = self.vct.vcf.solve(self.board, self.eval, limit, Breadth::All);
        found.map(|_| self.vct.vcf.line().collect())
    }

    /// VCF defence set: the answers of the side to move to the VCF that threatens it, and `None` when none does.
    pub(super) fn vcf_defences(&mut self, limit: u64) -> Option<PointSet> {
        vcf_defences(self.board, self.eval, &mut self.vct.vcf, limit)
    }

    /// The move by which the attacker, who is to move, wins by threats.
    pub(super) fn winning_move(&mut self) -> Option<Point> {
        let won = |known: &ProofEntry| known.numbers.proof == 0;
        let known = self.vct.table.probe(self.key(self.board.key())).filter(won);
        if let Some(best) = known.and_then(|known| known.best) {
            return Some(best);
        }
        // The table has forgotten it.
        self.mid(ProofNumbers::UNLIMITED, 0);
        self.vct.table.probe(self.key(self.board.key())).filter(won)?.best
    }

    /// Df-pn's MID: expands the position on the board until its numbers exceed the thresholds, and returns them.
    fn mid(&mut self, bound: ProofNumbers, ply: usize) -> ProofNumbers {
        self.vct.nodes += 1;
        let begin = self.vct.nodes();
        let key = self.key(self.board.key());
        let mut children = Children::new();
        if let Some(numbers) = self.expand(self.vct.table.probe(key).is_none(), &mut children) {
            self.vct.table.save(key, ProofEntry { numbers, best: None }, 1);
            return numbers;
        }
        loop {
            let numbers = sum(&children);
            let (best, rival) = select_child(&children);
            if numbers.is_solved() || numbers.exceeds(bound) || ply + 2 >= LONGEST || self.must_stop() {
                let known = ProofEntry { numbers, best: Some(children[best].point) };
                self.vct.table.save(key, known, self.vct.nodes() - begin);
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
            self.board.play(point, &mut ());
            children[best].numbers = self.mid(child_bound, ply + 1);
            self.board.undo(&mut ());
        }
    }

    /// Whether the search must end, which is asked at every node.
    fn must_stop(&mut self) -> bool {
        let at_once = self.vct.stopped || self.vct.nodes() >= self.vct.limit;
        self.vct.stopped = at_once || (self.vct.nodes.is_multiple_of(LOOK_INTERVAL) && self.is_told_to_stop());
        self.vct.stopped
    }

    /// Whether the search is told to end.
    pub(super) fn is_told_to_stop(&self) -> bool {
        (self.look)(self.vct.nodes())
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
        } else if new && self.vct.vcf.solve(self.board, self.eval, params::VCT_VCF_NODES, Breadth::All).is_some() {
            return Some(ProofNumbers::PROVED);
        } else if us == self.vct.attacker {
            self.list(&self.threats(), children);
            children.sort_by_cached_key(|child| -self.eval.policy_score(us, self.board.shapes(child.point)));
        } else {
            // Where no win by fours threatens, the defender need do nothing.
            let Some(answers) = self.vcf_defences(params::VCT_VCF_NODES) else { return Some(ProofNumbers::PROVED) };
            self.list(&answers, children);
        }
        children.is_empty().then_some(ProofNumbers::DISPROVED)
    }

    /// Threats: the moves of the attacker that make a four or a three. Others that threaten a win by fours were tried: among the same
    /// number of positions fewer wins were found with them.
    fn threats(&self) -> PointSet {
        let us = self.board.to_move();
        let threatens = |&point: &Point| {
            let shapes = self.board.shapes(point).of(us);
            shapes.all().into_iter().any(|shape| shape.fours() > 0 || shape.is_three())
                && !self.board.is_forbidden(us, point)
        };
        self.board.candidates().iter().filter(threatens).collect()
    }

    /// Lists moves with what the table, or a guess, says about them.
    fn list(&self, points: &PointSet, children: &mut Children) {
        let us = self.board.to_move();
        let attacks = us == self.vct.attacker;
        for point in points {
            let known = self.vct.table.probe(self.key(self.board.key_after(point)));
            let numbers =
                known.map_or_else(|| initial_numbers(attacks, self.board.class(us, point)), |known| known.numbers);
            children.push(Child { point, numbers });
        }
    }

    /// The key under which a position of this search is kept.
    fn key(&self, key: Key) -> Key {
        match self.vct.attacker {
            Color::Black => key,
            Color::White => Key(key.0 ^ WHITE_ATTACKS),
        }
    }
}

/// Initial proof and disproof number of a position not seen yet, after a move of this class: a four leaves one answer, a
/// three several.
fn initial_numbers(attacks: bool, class: Pattern4) -> ProofNumbers {
    let answers = match class {
        _ if !attacks => 1,
        Pattern4::Three | Pattern4::MaybeForbidden => params::THREE_ANSWERS,
        _ => 1,
    };
    ProofNumbers { proof: 1, disproof: answers }
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
