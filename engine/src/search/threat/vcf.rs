//! VCF, victory by continuous fours: every move of the attacker makes a four, so that the defender has one answer at most.

use std::sync::Arc;

use arrayvec::ArrayVec;

use crate::board::Board;
use crate::eval::Evaluator;
use crate::moves;
use crate::point::Point;
use crate::point_set::PointSet;
use crate::rule::Rule;
use crate::search::threat::LONGEST;
use crate::search::threat::answer::{leaves_no_four, quiet_answer};
use crate::search::threat::refuted::Refuted;
use crate::shape::{Pattern4, Shape, Shapes};
use crate::zobrist::{self, Key};

/// Fours looked at in one position.
const WIDEST: usize = 48;
/// Nodes of one search between two looks at whether to stop.
const LOOK_INTERVAL: u64 = 256;

/// VCF solver: what lasts from search to search, a memory of the positions without a win among it, and the last win.
pub struct Vcf {
    /// Refutation memory, which other searchers may share.
    refuted: Arc<Refuted>,
    nodes: u64,
    line: Vec<Point>,
    won: Vec<WonByFours>,
}

/// Position within a VCF with the attacker to move, and how the win goes on there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WonByFours {
    /// The position.
    pub key: Key,
    /// The next four.
    pub four: Point,
    /// The plies up to and with the five.
    pub plies: usize,
}

/// Breadth of a VCF: which fours are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u64)]
pub enum Breadth {
    /// All of them.
    All,
    /// Productive fours: those whose stone is of use on another line too. Most wins are among them, and few of the tries
    /// that fail. Black's fours with two threes under Renju are left out, legal where one of these is false: they are rare,
    /// and whether it is false can depend on stones far off.
    Productive,
}

/// Productive four: whether a stone that makes a four is of use on another line too.
fn is_productive(shapes: Shapes) -> bool {
    shapes.all().into_iter().filter(|&shape| shape >= Shape::ClosedTwo).count() >= 2
}

/// Verdict on a position: how the look at it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The attacker wins, the five falling after so many plies.
    Win(usize),
    /// There is no win.
    None,
    /// A limit was reached before all was seen.
    Unknown,
}

impl Verdict {
    /// The plies of the win, up to and with the five.
    #[inline]
    pub fn plies(self) -> Option<usize> {
        match self {
            Verdict::Win(plies) => Some(plies),
            Verdict::None | Verdict::Unknown => None,
        }
    }
}

impl Vcf {
    /// A searcher that knows nothing yet.
    pub fn new() -> Vcf {
        Vcf::with_memory(Arc::new(Refuted::new()))
    }

    /// Another searcher, which remembers what this one has refuted, and the other way about.
    #[must_use]
    pub fn sharing_memory(&self) -> Vcf {
        Vcf::with_memory(Arc::clone(&self.refuted))
    }

    fn with_memory(refuted: Arc<Refuted>) -> Vcf {
        Vcf { refuted, nodes: 0, line: Vec::new(), won: Vec::new() }
    }

    /// Forgets all positions, for those too that share the memory.
    pub fn forget(&mut self) {
        self.refuted.forget();
    }

    /// Forgets nearly as well, at no cost: one question in four thousand million is answered by what was known before.
    pub fn begin_generation(&mut self) {
        self.refuted.begin_generation();
    }

    /// Positions looked at since the searcher was made.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Prefetch: has the processor bring what is remembered of a position in which a win will be looked for.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        self.refuted.prefetch(key);
    }

    /// The moves of both sides of the win that was found last.
    pub fn line(&self) -> impl Iterator<Item = Point> + '_ {
        self.line.iter().rev().copied()
    }

    /// Every position of the win that was found last in which the attacker must choose, whatever the answers; those with a
    /// straight four or a five are not among them.
    pub fn won(&self) -> &[WonByFours] {
        &self.won
    }
}

/// One VCF search after another on one board, each of which leaves it as it was.
pub struct VcfSearch<'a, R: Rule> {
    pub(super) vcf: &'a mut Vcf,
    pub(super) board: &'a mut Board<R>,
    eval: &'a Evaluator,
    look: &'a dyn Fn(u64) -> bool,
    breadth: Breadth,
    /// Nodes of the solver after which the search ends.
    limit: u64,
    /// `look` is asked when there are so many.
    next_look: u64,
    stopped: bool,
}

impl<'a, R: Rule> VcfSearch<'a, R> {
    /// Searches on a board with this evaluation. `look` is told now and then how many nodes the solver has looked at, and says
    /// whether to stop.
    pub fn new(
        vcf: &'a mut Vcf,
        board: &'a mut Board<R>,
        eval: &'a Evaluator,
        look: &'a dyn Fn(u64) -> bool,
    ) -> VcfSearch<'a, R> {
        VcfSearch { vcf, board, eval, look, breadth: Breadth::All, limit: 0, next_look: 0, stopped: false }
    }

    /// Looks for a win of the side to move within so many positions.
    #[inline]
    pub fn solve(&mut self, limit: u64, breadth: Breadth) -> Verdict {
        let us = self.board.to_move();
        let begins = |class| self.board.has(us, class);
        self.breadth = breadth;
        let has_begin = Pattern4::FOURS.into_iter().any(begins) || begins(Pattern4::Five);
        if !has_begin && self.flagged_fours().is_empty() {
            return Verdict::None;
        }
        self.limit = self.vcf.nodes.saturating_add(limit);
        self.next_look = self.limit.min(self.vcf.nodes + LOOK_INTERVAL);
        self.stopped = false;
        self.vcf.line.clear();
        self.vcf.won.clear();
        self.attack(0)
    }

    /// Whether the search must end.
    #[inline]
    fn must_stop(&mut self) -> bool {
        let nodes = self.vcf.nodes;
        if nodes >= self.next_look && !self.stopped {
            self.stopped = nodes >= self.limit || (self.look)(nodes);
            self.next_look = self.limit.min(nodes + LOOK_INTERVAL);
        }
        self.stopped
    }

    /// The attacker to move.
    fn attack(&mut self, ply: usize) -> Verdict {
        self.vcf.nodes += 1;
        let mut fours = ArrayVec::new();
        if let Some(verdict) = self.list_fours(&mut fours) {
            return verdict;
        }
        if self.is_at_end(ply) {
            return Verdict::Unknown;
        }
        let mut seen_all = fours.len() < WIDEST;
        // All of them before any is tried, so that the processor brings what the memory holds of each at once.
        let mut answers: ArrayVec<Option<(Point, Key)>, WIDEST> = ArrayVec::new();
        answers.extend(fours.iter().map(|&four| self.answer_with_key(four)));
        for (four, answer) in fours.into_iter().zip(answers) {
            let foreseen = answer.and_then(|(answer, key)| self.foreseen(four, answer, key, ply));
            let verdict = foreseen.unwrap_or_else(|| {
                self.board.play(four);
                let verdict = self.defend(ply + 1);
                self.board.undo();
                verdict
            });
            match verdict {
                Verdict::Win(plies) => {
                    self.vcf.line.push(four);
                    self.vcf.won.push(WonByFours { key: self.board.key(), four, plies: plies + 1 });
                    return Verdict::Win(plies + 1);
                }
                Verdict::None => {}
                Verdict::Unknown => {
                    seen_all = false;
                    if self.must_stop() {
                        break;
                    }
                }
            }
        }
        if !seen_all {
            return Verdict::Unknown;
        }
        self.note_refuted(self.board.key());
        Verdict::None
    }

    /// Lists the fours of the attacker, to move, that are to be tried, or says what is known without.
    #[inline]
    fn list_fours(&mut self, fours: &mut ArrayVec<Point, WIDEST>) -> Option<Verdict> {
        let us = self.board.to_move();
        if let Some(five) = moves::five(self.board, us) {
            self.vcf.line.push(five);
            return Some(Verdict::Win(1));
        }
        if self.board.has(!us, Pattern4::Five) {
            // The defender's answer made a four: only a four of our own that also stops it goes on.
            let answers = moves::answers_to_five(self.board);
            let flagged = self.flagged_fours();
            let fits = |&answer: &Point| self.board.class(us, answer).makes_four() || flagged.contains(answer);
            fours.extend(answers.iter().filter(fits).take(WIDEST));
            return None;
        }
        if self.board.has(us, Pattern4::StraightFour)
            && let Some(plies) = self.straight_four()
        {
            return Some(Verdict::Win(plies));
        }
        if self.is_refuted(self.board.key()) {
            return Some(Verdict::None);
        }
        for class in [Pattern4::FourThree, Pattern4::Four] {
            let begin = fours.len();
            if self.board.has(us, class) {
                let narrow = self.breadth == Breadth::Productive && class == Pattern4::Four;
                let fits = |four: &Point| !narrow || is_productive(self.board.shapes(*four).of(us));
                fours.extend(self.board.of_class(us, class).iter().filter(fits).take(WIDEST - begin));
            }
            fours[begin..].sort_by_cached_key(|&four| -self.eval.policy_score(us, self.board.shapes(four)));
        }
        fours.extend(self.flagged_fours().iter().take(WIDEST - fours.len()));
        None
    }

    /// The defender to move, the attacker having made a four.
    fn defend(&mut self, ply: usize) -> Verdict {
        // No win but by fours: the defender had no five before, and the attacker's stone gave him none.
        let mut longest = None;
        let begin = self.vcf.line.len();
        let won = self.vcf.won.len();
        for answer in &moves::answers_to_five(self.board) {
            self.board.play(answer);
            let before = self.vcf.line.len();
            let verdict = self.attack(ply + 1);
            self.board.undo();
            match verdict {
                Verdict::Win(plies) if longest.is_none_or(|longest| plies >= longest) => {
                    longest = Some(plies);
                    self.vcf.line.drain(begin..before);
                    self.vcf.line.push(answer);
                }
                Verdict::Win(_) => self.vcf.line.truncate(before),
                verdict => {
                    self.vcf.line.truncate(begin);
                    self.vcf.won.truncate(won);
                    return verdict;
                }
            }
        }
        match longest {
            Some(plies) => Verdict::Win(plies + 1),
            None => {
                // Nothing stops the five: any other move, then the five.
                let us = self.board.to_move();
                let five = moves::five(self.board, !us).expect("the attacker made a four");
                let others = || self.board.empty().iter().filter(|&point| point != five);
                // A forbidden one would end the game before the five.
                let legal = others().find(|&point| !self.board.is_forbidden(us, point));
                let other = legal.or_else(|| others().next()).unwrap_or(five);
                self.vcf.line.extend([five, other]);
                Verdict::Win(2)
            }
        }
    }

    /// The fours of the attacker, to move, that are looked at and allowed though their points are flagged.
    #[inline]
    fn flagged_fours(&self) -> PointSet {
        if self.breadth == Breadth::Productive {
            return PointSet::EMPTY;
        }
        self.board.legal(&moves::flagged_fours(self.board, self.board.to_move()))
    }

    /// A straight four wins whatever the answer; the longest of them is three plies.
    fn straight_four(&mut self) -> Option<usize> {
        let four = self.board.of_class(self.board.to_move(), Pattern4::StraightFour).first()?;
        self.board.play(four);
        let us = self.board.to_move();
        let fives = *self.board.of_class(!us, Pattern4::Five);
        // A forbidden answer would end the game before the five.
        let mut answers = fives.iter().chain(self.board.empty());
        let answer = answers.find(|&answer| !self.board.is_forbidden(us, answer)).or(fives.first());
        let five = answer.and_then(|answer| {
            self.board.play(answer);
            let five = moves::five(self.board, self.board.to_move());
            self.board.undo();
            five
        });
        self.board.undo();
        self.vcf.line.extend([five?, answer?, four]);
        Some(3)
    }

    /// Whether the attacker, to move, has come to the end of what may be looked at.
    fn is_at_end(&mut self, ply: usize) -> bool {
        self.must_stop() || ply + 4 >= LONGEST
    }

    /// The first answer to a four of the attacker, where it is told without putting it, and the key of the position after both.
    #[inline]
    fn answer_with_key(&self, four: Point) -> Option<(Point, Key)> {
        let us = self.board.to_move();
        if !matches!(self.board.class(us, four), Pattern4::Four | Pattern4::FourThree) {
            return None;
        }
        let answer = quiet_answer(self.board, four)?;
        let key = self.board.key() ^ zobrist::stone(us, four) ^ zobrist::stone(!us, answer);
        self.vcf.prefetch(key);
        Some((answer, key))
    }

    /// The verdict on a four of the attacker at this ply where its first answer refutes it: as is remembered of the position
    /// after it, which has this key, or because no four follows. That position counts as looked at all the same, so that what
    /// a search finds within a limit does not depend on this.
    #[inline]
    fn foreseen(&mut self, four: Point, answer: Point, key: Key, ply: usize) -> Option<Verdict> {
        let refuted = self.is_refuted(key);
        if !refuted && !leaves_no_four(self.board, four, answer) {
            return None;
        }
        self.vcf.nodes += 1;
        if !refuted {
            if self.is_at_end(ply + 2) {
                return Some(Verdict::Unknown);
            }
            self.note_refuted(key);
        }
        Some(Verdict::None)
    }

    #[inline]
    fn is_refuted(&self, key: Key) -> bool {
        self.vcf.refuted.contains(self.remembered_as(key))
    }

    #[inline]
    fn note_refuted(&self, key: Key) {
        self.vcf.refuted.insert(self.remembered_as(key));
    }

    /// The key under which a position looked at in this breadth is remembered.
    #[inline]
    fn remembered_as(&self, key: Key) -> Key {
        // The low bits choose the place, so that one prefetch serves both breadths.
        Key(key.0 ^ (self.breadth as u64) << 63)
    }
}

impl Default for Vcf {
    fn default() -> Vcf {
        Vcf::new()
    }
}

#[cfg(test)]
mod tests;
