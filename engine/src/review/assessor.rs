//! An engine that answers the questions of a review.

use std::fmt;
use std::time::Duration;

use web_time::Instant;

use super::question::{Assessment, ForbiddenTactic, Question, QuestionKind, ScoredLine, ThreatWin};
use crate::engine::{Engine, Options, Stopper, Task};
use crate::game::Game;
use crate::limits::Limits;
use crate::point::Point;
use crate::score::{MAX_PLY, Score};
use crate::search::threat::proof::{Proof, Scope, now_and_then};
use crate::search::threat::{Solve, Solved, Vct};

/// Size of the table of wins by threats, in bytes.
const TABLE_BYTES: usize = 16 << 20;
/// One in so many of the nodes, or of the time, goes to wins by fours, and the same again to each further way of winning by
/// threats, before the main search begins.
const THREAT_PART: u32 = 4;
/// The same where no main search follows.
const THREAT_PART_ALONE: u32 = 1;
/// Positions looked at for each of those ways when neither nodes nor time are limited.
const THREAT_NODES: u64 = 100_000;

/// Answers questions by searching. Every answer is found anew, without what earlier ones taught: so it is the same whenever
/// it is asked for, as long as nodes or a depth end the search and one thread does it.
pub struct Assessor {
    engine: Engine,
    vct: Vct,
    limits: Limits,
}

impl fmt::Debug for Assessor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Assessor").field("engine", &self.engine).field("limits", &self.limits).finish_non_exhaustive()
    }
}

impl Assessor {
    /// An assessor that may use so much for each answer. Of the nodes a quarter comes on top for wins by fours, and a quarter
    /// for wins by fours and threes, or all of them for each where only such wins are asked for; a limit of time holds for all
    /// together, but for the forbidden point on which a win rests: to find it takes about as long again as the check of that win.
    #[must_use]
    pub fn new(options: Options, limits: Limits) -> Assessor {
        Assessor { engine: Engine::new(options), vct: Vct::new(TABLE_BYTES), limits: limits.thorough() }
    }

    /// Changes what each answer may use from now on, as [`Assessor::new`] has it.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits.thorough();
    }

    /// Changes what its engine may use.
    pub fn set_options(&mut self, options: Options) {
        self.engine.set_options(options);
    }

    /// A handle by which any thread ends the search for an answer, together with the `stop` that it is given.
    #[must_use]
    pub fn stopper(&self) -> Stopper {
        self.engine.stopper()
    }

    /// Answers a question, in a game that is over without a line, or nothing when `stop` says that nobody waits any more.
    #[must_use]
    pub fn answer(&mut self, question: &Question, stop: &dyn Fn() -> bool) -> Option<Assessment> {
        self.engine.forget();
        self.vct.forget();
        let begin = Instant::now();
        let before = self.vct.nodes();
        let position = &question.position;
        let both = [Solve::Vcf, Solve::Vct];
        let parts = match question.kind {
            QuestionKind::Win | QuestionKind::WinBy(_) => THREAT_PART_ALONE,
            QuestionKind::Best | QuestionKind::Without(_) | QuestionKind::Lines(_) => THREAT_PART,
        };
        let won = match &question.kind {
            _ if position.result().is_some() => None,
            QuestionKind::Best | QuestionKind::Win => self.win(&both, parts, begin, stop, |vct, solve, nodes, look| {
                // Not being able to refute a win is none: what is said to be won was tried against everything.
                vct.solve_checked(position, solve, Scope::Everything, nodes, look)
            }),
            QuestionKind::WinBy(point) => self.win(&both, parts, begin, stop, |vct, solve, nodes, look| {
                vct.solve_move(position, *point, solve, nodes, look)
            }),
            QuestionKind::Without(_) | QuestionKind::Lines(_) => None,
        };
        let mut found = match (won, &question.kind) {
            (Some((solve, proof)), _) => proved(position, solve, &proof, &now_and_then(stop))?,
            (None, QuestionKind::Best) => self.search(position, 1, &[], begin, stop),
            (None, QuestionKind::Without(points)) => self.search(position, 1, points, begin, stop),
            (None, QuestionKind::Lines(lines)) => self.search(position, *lines, &[], begin, stop),
            (None, QuestionKind::Win | QuestionKind::WinBy(_)) => nothing(),
        };
        found.nodes += self.vct.nodes() - before;
        found.elapsed = begin.elapsed();
        if stop() { None } else { Some(found) }
    }

    /// The first of these ways by which `solve` finds a win, with its proof. Each may use one in so many `parts` of the nodes.
    fn win(
        &mut self,
        ways: &[Solve],
        parts: u32,
        begin: Instant,
        stop: &dyn Fn() -> bool,
        mut solve: impl FnMut(&mut Vct, Solve, u64, &dyn Fn(u64) -> bool) -> Solved,
    ) -> Option<(Solve, Proof)> {
        let time = self.limits.clock.turn;
        let unlimited = if time.is_some() { u64::MAX } else { THREAT_NODES };
        // Time is shared out among the ways, nodes are not.
        let share = parts.max(ways.len() as u32);
        let nodes = self.limits.nodes.map_or(unlimited, |nodes| (nodes / u64::from(parts)).max(1));
        (1..).zip(ways).find_map(|(part, &way)| {
            // A time beyond all clocks ends nothing.
            let end = time.and_then(|time| begin.checked_add(time / share * part));
            let look = |_| stop() || end.is_some_and(|end| Instant::now() >= end);
            match solve(&mut self.vct, way, nodes, &look) {
                Solved::Win(proof) => Some((way, proof)),
                Solved::None | Solved::Unknown => None,
            }
        })
    }

    /// What the main search finds in the time that is left.
    fn search(
        &mut self,
        position: &Game,
        lines: usize,
        exclude: &[Point],
        begin: Instant,
        stop: &dyn Fn() -> bool,
    ) -> Assessment {
        let mut limits = self.limits.clone();
        limits.clock.received = Instant::now();
        limits.clock.turn = limits.clock.turn.map(|time| time.saturating_sub(begin.elapsed()));
        let stopper = self.engine.stopper();
        let mut block = Vec::new();
        let (game, exclude) = (position.clone(), exclude.to_vec());
        let task = Task::Move { game, lines, exclude, known: Vec::new() };
        let outcome = self.engine.run(task, limits, |found| {
            if stop() {
                stopper.stop();
            }
            block = found.to_vec();
        });
        let Some(best) = outcome.line else { return nothing() };
        let others =
            block.into_iter().skip(1).map(|line| ScoredLine { score: line.score, moves: line.variation }).collect();
        Assessment {
            score: best.score,
            line: best.variation,
            win: None,
            others,
            depth: best.depth,
            nodes: best.nodes,
            elapsed: Duration::ZERO,
        }
    }
}

/// A win by threats as an answer, or nothing when `stop` says that nobody waits for it any more. The forbidden point on which it
/// rests has no limit of time: that it was not found shall mean that there is none.
fn proved(position: &Game, by: Solve, proof: &Proof, stop: &dyn Fn() -> bool) -> Option<Assessment> {
    let plies = proof.plies(proof.root());
    let forbidden = proof.forbidden_point(position, stop).ok()?;
    let forbidden = forbidden.map(|(point, kind)| ForbiddenTactic { point, kind });
    Some(Assessment {
        score: Score::win_in(plies.min(MAX_PLY)),
        line: proof.line(position, proof.root()),
        win: Some(ThreatWin { by, plies, forbidden }),
        others: Vec::new(),
        depth: u32::try_from(plies).unwrap_or(u32::MAX),
        nodes: 0,
        elapsed: Duration::ZERO,
    })
}

/// Nothing was found.
fn nothing() -> Assessment {
    Assessment {
        score: Score::DRAW,
        line: Vec::new(),
        win: None,
        others: Vec::new(),
        depth: 0,
        nodes: 0,
        elapsed: Duration::ZERO,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Color;
    use crate::point::{BoardSize, PointList, Rows};
    use crate::rule::RuleKind;

    fn asked(moves: &str, kind: QuestionKind) -> Question {
        let position = Game::from_text(RuleKind::Freestyle, BoardSize::USUAL, moves, Rows::FromBottom).unwrap();
        Question { position, kind }
    }

    #[test]
    fn what_is_left_out_is_no_answer_and_lines_differ() {
        let mut assessor = Assessor::new(Options::default(), Limits::nodes(2_000));
        let mut answer = |kind| assessor.answer(&asked("h8i9i8g8j8", kind), &|| false).unwrap();
        let best = answer(QuestionKind::Best).line[0];
        assert_ne!(answer(QuestionKind::Without(vec![best])).line[0], best);
        let lines = answer(QuestionKind::Lines(2));
        assert!(lines.others.len() == 1 && lines.others[0].moves[0] != lines.line[0], "{lines:?}");
    }

    #[test]
    fn what_is_broken_off_has_no_answer() {
        let mut assessor = Assessor::new(Options::default(), Limits::nodes(100));
        for kind in [QuestionKind::Best, QuestionKind::Lines(2), QuestionKind::Win] {
            assert_eq!(assessor.answer(&asked("h8i9i8g8j8", kind), &|| true), None);
        }
    }

    #[test]
    fn an_answer_does_not_depend_on_what_was_asked_before() {
        let mut assessor = Assessor::new(Options::default(), Limits::nodes(5_000));
        let mut answer = |moves| {
            let answer = assessor.answer(&asked(moves, QuestionKind::Best), &|| false).unwrap();
            Assessment { elapsed: Duration::ZERO, ..answer }
        };
        let [first, _, again] = ["h8i9i8g8", "h8i9i8g8j8", "h8i9i8g8"].map(&mut answer);
        assert_eq!(again, first);
    }

    #[test]
    fn each_answer_has_its_time_however_old_the_limits_are() {
        let mut limits = Limits::time(Duration::from_millis(400));
        limits.clock.received = limits.clock.received.checked_sub(Duration::from_secs(60)).unwrap();
        let mut assessor = Assessor::new(Options::default(), limits);
        let answer = assessor.answer(&asked("h8i9i8g8j8", QuestionKind::Lines(1)), &|| false).unwrap();
        assert!(answer.nodes > 1_000, "{answer:?}");
    }

    #[test]
    fn the_ways_share_the_time_and_each_has_its_part_of_the_nodes() {
        const ALL: u64 = u64::MAX;
        let time = || Limits::time(Duration::from_secs(8));
        let mut assessor = Assessor::new(Options::default(), Limits::none());
        // The nodes of each way, and whether its time is over when so many seconds have passed.
        for (limits, parts, passed, expected) in [
            (time(), 4, 3, [(ALL, true), (ALL, false)]),
            (time(), 4, 5, [(ALL, true), (ALL, true)]),
            (time(), 1, 6, [(ALL, true), (ALL, false)]),
            (Limits::nodes(1000), 4, 0, [(250, false); 2]),
            (Limits::nodes(1000), 1, 0, [(1000, false); 2]),
            (Limits::none(), 4, 0, [(100_000, false); 2]),
            (Limits::time(Duration::MAX), 4, 0, [(ALL, false); 2]),
        ] {
            let case = format!("{limits:?} in {parts} parts after {passed} s");
            assessor.set_limits(limits);
            let begin = Instant::now().checked_sub(Duration::from_secs(passed)).unwrap();
            let mut heard = Vec::new();
            let won = assessor.win(&[Solve::Vcf, Solve::Vct], parts, begin, &|| false, |_, _, nodes, look| {
                heard.push((nodes, look(0)));
                Solved::None
            });
            assert!(won.is_none(), "{case}");
            assert_eq!(heard, expected, "{case}");
        }
    }

    #[test]
    fn the_point_on_which_a_win_rests_is_found_or_there_is_no_answer() {
        // White's four on h7 leaves h8 alone, which is a double-three.
        let mut position = Game::new(RuleKind::Renju, BoardSize::USUAL);
        for (color, stones) in [(Color::Black, "i8j8g9f10h3a1a15"), (Color::White, "h4h5h6n1n3")] {
            for read in PointList::new(stones, BoardSize::USUAL, Rows::FromBottom) {
                position.set_up(color, read.unwrap().1).unwrap();
            }
        }
        position.set_to_move(Color::White);
        let Solved::Win(proof) = Vct::new(1 << 14).solve(&position, Solve::Vcf, 50_000, &|_| false) else { panic!() };
        assert_eq!(proved(&position, Solve::Vcf, &proof, &|| true), None);
        let found = proved(&position, Solve::Vcf, &proof, &|| false).unwrap();
        let tactic = found.win.and_then(|win| win.forbidden).expect("it rests on h8");
        assert_eq!(tactic.point, Point::parse("h8", BoardSize::USUAL, Rows::FromBottom).unwrap());
        // So it stands in the answer.
        let question = Question { position, kind: QuestionKind::Win };
        let mut assessor = Assessor::new(Options::default(), Limits::nodes(50_000));
        let answer = assessor.answer(&question, &|| false).unwrap();
        assert_eq!(answer.win.and_then(|win| win.forbidden), Some(tactic));
        // Nobody wins where the game is over.
        let five =
            Game::from_text(RuleKind::Renju, BoardSize::USUAL, "h8a1h9b1h10c1h11d1h12", Rows::FromBottom).unwrap();
        for kind in [QuestionKind::Win, QuestionKind::Best] {
            let question = Question { position: five.clone(), kind };
            let found = assessor.answer(&question, &|| false).unwrap();
            assert_eq!(Assessment { elapsed: Duration::ZERO, ..found }, nothing());
        }
    }
}
