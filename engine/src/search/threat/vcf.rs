//! VCF, victory by continuous fours: every move of the attacker makes a four, so that the defender has one answer at most.

use std::sync::Arc;

use arrayvec::ArrayVec;

use crate::board::Board;
use crate::eval::Evaluator;
use crate::moves;
use crate::point::Point;
use crate::point_set::PointSet;
use crate::rule::Rule;
use crate::score::MAX_PLY;
use crate::search::threat::answer::{leaves_no_four, quiet_answer};
use crate::search::threat::refuted::Refuted;
use crate::shape::{Pattern4, Shape, Shapes};
use crate::zobrist::{self, Key};

/// The longest sequence that is looked at, in plies.
const LONGEST: usize = MAX_PLY / 2;
/// Fours looked at in one position.
const WIDEST: usize = 48;

/// VCF solver with a memory of the positions in which there is none.
pub struct Vcf {
    breadth: Breadth,
    /// Refutation memory, which other searchers may share.
    refuted: Arc<Refuted>,
    nodes: u64,
    limit: u64,
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

/// How the look at one position ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    /// The attacker wins, the five falling after so many plies.
    Win(usize),
    /// There is no win.
    None,
    /// The limit was reached before all was seen.
    Unknown,
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
        Vcf { breadth: Breadth::All, refuted, nodes: 0, limit: 0, line: Vec::new(), won: Vec::new() }
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

    /// Looks for a win of the side to move within so many positions: the plies up to and with the five. The board is left as
    /// it was.
    #[inline]
    pub fn solve<R: Rule>(
        &mut self,
        board: &mut Board<R>,
        eval: &Evaluator,
        limit: u64,
        breadth: Breadth,
    ) -> Option<usize> {
        let us = board.to_move();
        let begins = |class| board.has(us, class);
        self.breadth = breadth;
        let has_begin = Pattern4::FOURS.into_iter().any(begins) || begins(Pattern4::Five);
        if !has_begin && self.flagged_fours(board).is_empty() {
            return None;
        }
        self.limit = self.nodes + limit;
        self.line.clear();
        self.won.clear();
        match self.attack(board, eval, 0) {
            Verdict::Win(plies) => Some(plies),
            Verdict::None | Verdict::Unknown => None,
        }
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

    /// The attacker to move.
    fn attack<R: Rule>(&mut self, board: &mut Board<R>, eval: &Evaluator, ply: usize) -> Verdict {
        self.nodes += 1;
        let us = board.to_move();
        let mut fours: ArrayVec<Point, WIDEST> = ArrayVec::new();
        if let Some(five) = moves::five(board, us) {
            self.line.push(five);
            return Verdict::Win(1);
        }
        if board.has(!us, Pattern4::Five) {
            // The defender's answer made a four: only a four of our own that also stops it goes on.
            let answers = moves::answers_to_five(board);
            let flagged = self.flagged_fours(board);
            let fits = |&answer: &Point| board.class(us, answer).makes_four() || flagged.contains(answer);
            fours.extend(answers.iter().filter(fits).take(WIDEST));
        } else {
            if board.has(us, Pattern4::StraightFour)
                && let Some(plies) = self.straight_four(board)
            {
                return Verdict::Win(plies);
            }
            if self.is_refuted(board.key()) {
                return Verdict::None;
            }
            for class in [Pattern4::FourThree, Pattern4::Four] {
                let begin = fours.len();
                if board.has(us, class) {
                    let narrow = self.breadth == Breadth::Productive && class == Pattern4::Four;
                    let fits = |four: &Point| !narrow || is_productive(board.shapes(*four).of(us));
                    fours.extend(board.of_class(us, class).iter().filter(fits).take(WIDEST - begin));
                }
                fours[begin..].sort_by_cached_key(|&four| -eval.policy_score(us, board.shapes(four)));
            }
            fours.extend(self.flagged_fours(board).iter().take(WIDEST - fours.len()));
        }
        if self.is_at_end(ply) {
            return Verdict::Unknown;
        }
        let mut seen_all = fours.len() < WIDEST;
        // All of them before any is tried, so that the processor brings what the memory holds of each at once.
        let mut answers: ArrayVec<Option<(Point, Key)>, WIDEST> = ArrayVec::new();
        answers.extend(fours.iter().map(|&four| self.answer_with_key(board, four)));
        for (four, answer) in fours.into_iter().zip(answers) {
            let foreseen = answer.and_then(|(answer, key)| self.foreseen(board, four, answer, key, ply));
            let verdict = foreseen.unwrap_or_else(|| {
                board.play(four);
                let verdict = self.defend(board, eval, ply + 1);
                board.undo();
                verdict
            });
            match verdict {
                Verdict::Win(plies) => {
                    self.line.push(four);
                    self.won.push(WonByFours { key: board.key(), four, plies: plies + 1 });
                    return Verdict::Win(plies + 1);
                }
                Verdict::None => {}
                Verdict::Unknown => {
                    seen_all = false;
                    if self.nodes >= self.limit {
                        break;
                    }
                }
            }
        }
        if !seen_all {
            return Verdict::Unknown;
        }
        self.note_refuted(board.key());
        Verdict::None
    }

    /// The defender to move, the attacker having made a four.
    fn defend<R: Rule>(&mut self, board: &mut Board<R>, eval: &Evaluator, ply: usize) -> Verdict {
        // No win but by fours: the defender had no five before, and the attacker's stone gave him none.
        let mut longest = None;
        let begin = self.line.len();
        let won = self.won.len();
        for answer in &moves::answers_to_five(board) {
            board.play(answer);
            let before = self.line.len();
            let verdict = self.attack(board, eval, ply + 1);
            board.undo();
            match verdict {
                Verdict::Win(plies) if longest.is_none_or(|longest| plies >= longest) => {
                    longest = Some(plies);
                    self.line.drain(begin..before);
                    self.line.push(answer);
                }
                Verdict::Win(_) => self.line.truncate(before),
                verdict => {
                    self.line.truncate(begin);
                    self.won.truncate(won);
                    return verdict;
                }
            }
        }
        match longest {
            Some(plies) => Verdict::Win(plies + 1),
            None => {
                // Nothing stops the five: any other move, then the five.
                let us = board.to_move();
                let five = moves::five(board, !us).expect("the attacker made a four");
                let others = || board.empty().iter().filter(|&point| point != five);
                // A forbidden one would end the game before the five.
                let legal = others().find(|&point| !board.is_forbidden(us, point));
                let other = legal.or_else(|| others().next()).unwrap_or(five);
                self.line.extend([five, other]);
                Verdict::Win(2)
            }
        }
    }

    /// The fours of the attacker, to move, that are looked at and allowed though their points are flagged.
    #[inline]
    fn flagged_fours<R: Rule>(&self, board: &Board<R>) -> PointSet {
        if self.breadth == Breadth::Productive {
            return PointSet::EMPTY;
        }
        board.legal(&moves::flagged_fours(board, board.to_move()))
    }

    /// A straight four wins whatever the answer; the longest of them is three plies.
    fn straight_four<R: Rule>(&mut self, board: &mut Board<R>) -> Option<usize> {
        let four = board.of_class(board.to_move(), Pattern4::StraightFour).first()?;
        board.play(four);
        let us = board.to_move();
        let fives = *board.of_class(!us, Pattern4::Five);
        // A forbidden answer would end the game before the five.
        let mut answers = fives.iter().chain(board.empty());
        let answer = answers.find(|&answer| !board.is_forbidden(us, answer)).or(fives.first());
        let five = answer.and_then(|answer| {
            board.play(answer);
            let five = moves::five(board, board.to_move());
            board.undo();
            five
        });
        board.undo();
        self.line.extend([five?, answer?, four]);
        Some(3)
    }

    /// Whether the attacker, to move, has come to the end of what may be looked at.
    fn is_at_end(&self, ply: usize) -> bool {
        self.nodes >= self.limit || ply + 4 >= LONGEST
    }

    /// The first answer to a four of the attacker, where it is told without putting it, and the key of the position after both.
    #[inline]
    fn answer_with_key<R: Rule>(&self, board: &Board<R>, four: Point) -> Option<(Point, Key)> {
        let us = board.to_move();
        if !matches!(board.class(us, four), Pattern4::Four | Pattern4::FourThree) {
            return None;
        }
        let answer = quiet_answer(board, four)?;
        let key = board.key() ^ zobrist::stone(us, four) ^ zobrist::stone(!us, answer);
        self.prefetch(key);
        Some((answer, key))
    }

    /// The verdict on a four of the attacker at this ply where its first answer refutes it: as is remembered of the position
    /// after it, which has this key, or because no four follows. That position counts as looked at all the same, so that what
    /// a search finds within a limit does not depend on this.
    #[inline]
    fn foreseen<R: Rule>(
        &mut self,
        board: &Board<R>,
        four: Point,
        answer: Point,
        key: Key,
        ply: usize,
    ) -> Option<Verdict> {
        let refuted = self.is_refuted(key);
        if !refuted && !leaves_no_four(board, four, answer) {
            return None;
        }
        self.nodes += 1;
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
        self.refuted.contains(self.remembered_as(key))
    }

    #[inline]
    fn note_refuted(&self, key: Key) {
        self.refuted.insert(self.remembered_as(key));
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
