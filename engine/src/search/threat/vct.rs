//! Wins by continuous threats (VCT), found by proof numbers: depth-first, within a table of fixed size.
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
use crate::search::threat::effort::{Effort, Known, Table};
use crate::search::threat::proof::Proof;
use crate::search::threat::spoilers::spoilers;
use crate::search::threat::{Breadth, Line, Vcf, extract};
use crate::shape::Class;
use crate::with_rule;
use crate::zobrist::Key;

/// The longest sequence that is looked at, in plies.
const LONGEST: usize = MAX_PLY / 2;
/// Nodes between two looks at whether to stop: few, since each may look for several wins by fours.
const LOOK_INTERVAL: u64 = 16;
/// Mixed into the keys of positions in which White attacks: what is known of one attacker says nothing of the other.
const WHITE_ATTACKS: u64 = 0x9e37_79b9_7f4a_7c15;

/// Which threats the attacker may make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Threats {
    /// Fours alone.
    Fours,
    /// Fours, and threes that threaten a win by fours.
    FoursAndThrees,
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

/// A searcher for wins by continuous threats, with a memory of what it has seen.
pub struct Vct {
    table: Table,
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
    effort: Effort,
}

impl Vct {
    /// A searcher that knows nothing yet, with a table of about so many bytes.
    pub fn new(table_bytes: usize) -> Vct {
        Vct {
            table: Table::new(table_bytes),
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
    pub fn solve(&mut self, game: &Game, threats: Threats, nodes: u64, look: &dyn Fn(u64) -> bool) -> Finding {
        with_rule!(game.rule(), R => {
            let mut board = Board::<R>::from_game(game);
            let eval = Evaluator::new(&board);
            self.attacker = board.to_move();
            let before = self.nodes();
            let look = |nodes: u64| look(nodes - before);
            let mut search = Search { vct: self, board: &mut board, eval: &eval, look: &look };
            search.allow(nodes);
            search.run(threats, nodes)
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

    /// Looks for a win within the limit, and gathers its proof in as many positions again.
    fn run(&mut self, threats: Threats, nodes: u64) -> Finding {
        let proof = match threats {
            Threats::Fours => match self.examine_fours() {
                Ok(line) => extract::along(self, &line),
                Err(finding) => return finding,
            },
            Threats::FoursAndThrees => match self.examine(Effort::UNBOUNDED, 0) {
                Effort { succeed: 0, .. } => {
                    self.allow(nodes);
                    extract::proof(self)
                }
                Effort { fail: 0, .. } => return Finding::None,
                _ => return Finding::Unknown,
            },
        };
        proof.map_or(Finding::Unknown, Finding::Win)
    }

    /// Searches the position on the board for a win by fours alone, and returns its line or how it ended without.
    fn examine_fours(&mut self) -> Result<Line, Finding> {
        let mut limit = params::FIRST_FOURS.min(self.vct.limit - self.vct.nodes());
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

    /// A win by fours of the side to move.
    pub(super) fn fours(&mut self, limit: u64) -> Option<Line> {
        let found = self.vct.vcf.solve(self.board, self.eval, limit, Breadth::All);
        found.map(|_| self.vct.vcf.line().collect())
    }

    /// The answers of the side to move to the fours that threaten it, and `None` when none do.
    pub(super) fn spoilers(&mut self, limit: u64) -> Option<PointSet> {
        spoilers(self.board, self.eval, &mut self.vct.vcf, limit)
    }

    /// The move by which the attacker, who is to move, wins by threats.
    pub(super) fn winning_move(&mut self) -> Option<Point> {
        let won = |known: &Known| known.effort.succeed == 0;
        let known = self.vct.table.get(self.key(self.board.key())).filter(won);
        if let Some(best) = known.and_then(|known| known.best) {
            return Some(best);
        }
        // The table has forgotten it.
        self.examine(Effort::UNBOUNDED, 0);
        self.vct.table.get(self.key(self.board.key())).filter(won)?.best
    }

    /// Searches the position on the board until its numbers reach a bound, and returns them.
    fn examine(&mut self, bound: Effort, ply: usize) -> Effort {
        self.vct.nodes += 1;
        let begin = self.vct.nodes();
        let key = self.key(self.board.key());
        let mut children = Children::new();
        if let Some(effort) = self.enter(self.vct.table.get(key).is_none(), &mut children) {
            self.vct.table.put(key, Known { effort, best: None }, 1);
            return effort;
        }
        loop {
            let effort = sum(&children);
            let (best, rival) = best_two(&children);
            if effort.is_settled() || effort.reaches(bound) || ply + 2 >= LONGEST || self.must_stop() {
                let known = Known { effort, best: Some(children[best].point) };
                self.vct.table.put(key, known, self.vct.nodes() - begin);
                return effort;
            }
            let Child { point, effort: child } = children[best];
            let others = effort.fail - child.succeed;
            let child_bound = Effort {
                succeed: if bound.fail == Effort::ENDLESS { Effort::ENDLESS } else { bound.fail - others },
                fail: bound.succeed.min(rival.saturating_add(rival / params::THREAT_PATIENCE + 1)),
            };
            self.board.play(point, &mut ());
            children[best].effort = self.examine(child_bound, ply + 1);
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

    /// Lists what the threats on the board leave to the side to move, or says that they have settled it. What costs is asked
    /// when the position is `new`.
    fn enter(&mut self, new: bool, children: &mut Children) -> Option<Effort> {
        let us = self.board.to_move();
        if moves::five(self.board, us).is_some() {
            return Some(Effort::SUCCESS);
        }
        if self.board.has(!us, Class::Five) {
            self.list(&moves::answers_to_five(self.board), children);
        } else if new && self.vct.vcf.solve(self.board, self.eval, params::THREAT_FOURS, Breadth::All).is_some() {
            return Some(Effort::SUCCESS);
        } else if us == self.vct.attacker {
            self.list(&self.threats(), children);
            children.sort_by_cached_key(|child| -self.eval.promise(us, self.board.shapes(child.point)));
        } else {
            // Where no win by fours threatens, the defender need do nothing.
            let Some(answers) = self.spoilers(params::THREAT_FOURS) else { return Some(Effort::SUCCESS) };
            self.list(&answers, children);
        }
        children.is_empty().then_some(Effort::FAILURE)
    }

    /// The moves of the attacker that make a four or a three. Others that threaten a win by fours were tried: among the same
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
            let known = self.vct.table.get(self.key(self.board.key_after(point)));
            let effort = known.map_or_else(|| guess(attacks, self.board.class(us, point)), |known| known.effort);
            children.push(Child { point, effort });
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

/// What is expected of a position not seen yet, after a move of this class: a four leaves one answer, a three several.
fn guess(attacks: bool, class: Class) -> Effort {
    let answers = match class {
        _ if !attacks => 1,
        Class::Three | Class::Flagged => params::THREE_ANSWERS,
        _ => 1,
    };
    Effort { succeed: 1, fail: answers }
}

/// The numbers of a node from those of its moves: it succeeds when one of them fails the opponent, and fails with all.
fn sum(children: &Children) -> Effort {
    let succeed = children.iter().map(|child| child.effort.fail).min().unwrap_or(Effort::ENDLESS);
    let fail = children.iter().fold(0u32, |sum, child| sum.saturating_add(child.effort.succeed).min(Effort::ENDLESS));
    Effort { succeed, fail }
}

/// The move that succeeds most easily, and how hard it is with the next best one.
fn best_two(children: &Children) -> (usize, u32) {
    let mut best = 0;
    let mut rival = Effort::ENDLESS;
    for (number, child) in children.iter().enumerate().skip(1) {
        let fail = child.effort.fail;
        if fail < children[best].effort.fail {
            rival = children[best].effort.fail;
            best = number;
        } else {
            rival = rival.min(fail);
        }
    }
    (best, rival)
}
