//! The opening of a game, when the engines choose it themselves: each demand of the rule is put to the engine of the seat, in
//! words that it may know, or decided by this program in its place.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use tengen_engine::contest::Timer;
use tengen_engine::engine::{Choice, Engine, Extent, Limits, Options, Outcome, Report, Task};
use tengen_engine::opening::{Action, Opening};
use tengen_engine::random::SplitMix64;
use tengen_protocol::coords::Coords;
use tengen_protocol::manager::YixinStep;

use crate::matches::answer::{TimedAnswer, Trouble};
use crate::matches::engines::EngineTerms;
use crate::matches::player::Player;
use crate::matches::record::{End, OpeningStep};
use crate::matches::setup::Setup;
use crate::matches::thought::Thought;
use crate::matches::words::has_words;

/// Memory of the chooser that decides in place of engines, in bytes.
const CHOOSER_BYTES: usize = 16 << 20;
/// Nodes of an ordinary move for that chooser where the engine has no limit that it could take over.
const CHOOSER_NODES: u64 = 50_000;
/// A chooser in place of an engine takes one in so many parts of the time for a game.
const CHOOSER_SHARE: u32 = 40;
/// So often a chooser is asked whether the match was cancelled.
const ASK_EVERY: Duration = Duration::from_millis(50);

/// Puts the demands of an opening to engines, or decides them in their place.
pub(super) struct Negotiator {
    random: SplitMix64,
    chooser: Option<Engine>,
}

impl Negotiator {
    /// For the game of this number.
    pub(super) fn new(setup: &Setup, number: usize) -> Negotiator {
        Negotiator { random: SplitMix64::stream(setup.schedule.seed, number as u64), chooser: None }
    }

    /// What the player who is to act does, and perhaps more that he says at once.
    pub(super) fn ask(
        &mut self,
        opening: &Opening,
        player: &mut Player<'_>,
        timer: &Timer,
    ) -> Result<TimedAnswer<Vec<Action>>, Trouble> {
        if let Some(step) = YixinStep::soosyrv(opening, Coords::ColumnRow) {
            return player.answer_step(step, timer);
        }
        if !has_words(opening) {
            let text = format!(
                "cannot be asked: managers have no words for {}; --chooser lets this program choose",
                opening.rule().title()
            );
            return Err(Trouble::Fault(End::Opening, text));
        }
        let TimedAnswer { what, time, thought } = player.choose(opening.game(), timer)?;
        let what = what.actions(opening, Coords::ColumnRow);
        let what = what.map_err(|why| Trouble::Fault(End::Illegal, why.to_string()))?;
        Ok(TimedAnswer { what, time, thought })
    }

    /// Decides in place of an engine, within its limits, unless the match is cancelled.
    pub(super) fn decide(
        &mut self,
        opening: &Opening,
        engine: &EngineTerms,
        cancelled: &AtomicBool,
    ) -> Result<TimedAnswer<Vec<Action>>, Trouble> {
        let lot = self.random.next_u64();
        let options = Options { hash_bytes: CHOOSER_BYTES, threads: 1, ..Options::default() };
        let begin = Instant::now();
        let chooser = self.chooser.get_or_insert_with(|| Engine::new(options));
        let task = Task::Opening { opening: Box::new(opening.clone()), extent: Extent::Demand, lot };
        let (sender, reports) = channel();
        let report = move |report: Report| {
            // Nobody listens any more when the match was cancelled.
            let _ = sender.send(report);
        };
        chooser.start(task, chooser_limits(engine), report);
        loop {
            let heard = reports.recv_timeout(ASK_EVERY);
            if cancelled.load(Ordering::Relaxed) {
                chooser.cancel();
                return Err(Trouble::Cancelled);
            }
            match heard {
                Ok(Report::Done(Outcome { choice: Choice::Opening(what), .. })) => {
                    return Ok(TimedAnswer { what, time: begin.elapsed(), thought: Thought::default() });
                }
                Ok(Report::Lines(_)) | Err(RecvTimeoutError::Timeout) => {}
                Ok(Report::Done(_)) | Err(RecvTimeoutError::Disconnected) => {
                    unreachable!("an opening that is not over has something to decide")
                }
            }
        }
    }
}

/// The limits of an engine for a decision in its place. Depth is none of them.
fn chooser_limits(engine: &EngineTerms) -> Limits {
    // No time at all asks for the fastest answer, and is none to decide in.
    let turn = engine.turn.filter(|turn| !turn.is_zero());
    let share = engine.match_time.map(|all| all / CHOOSER_SHARE);
    let limits = turn.into_iter().chain(share).min().map_or_else(Limits::none, Limits::time);
    let is_endless = limits.clock.turn.is_none();
    limits.with_nodes(engine.nodes.or(is_endless.then_some(CHOOSER_NODES)))
}

/// The steps of a record as a line of actions, as `opening` reads it.
pub(super) fn notation(steps: &[OpeningStep]) -> String {
    let turn = |step: &OpeningStep| Some(format!("{}:{}", step.seat.as_deref()?, step.what));
    steps.iter().filter_map(turn).collect::<Vec<_>>().join("; ")
}

/// What was done, turn by turn as it is written: stones follow each other in one, everything else stands alone.
pub(super) fn turns(actions: Vec<Action>) -> Vec<Vec<Action>> {
    let mut turns: Vec<Vec<Action>> = Vec::new();
    for action in actions {
        match turns.last_mut() {
            Some(turn) if matches!((turn.last(), &action), (Some(Action::Stone(_)), Action::Stone(_))) => {
                turn.push(action)
            }
            _ => turns.push(vec![action]),
        }
    }
    turns
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::setup::tests::setup;

    #[test]
    fn a_decision_keeps_the_time_and_the_nodes_of_the_engine() {
        for (given, turn, nodes) in [
            ("--turn 200ms", Some(200), None),
            ("--turn 200ms --nodes 5000", Some(200), Some(5000)),
            ("--turn 200ms --match-time 4s", Some(100), None),
            ("--turn 200ms --match-time 40s", Some(200), None),
            ("--match-time 4s --nodes 5000", Some(100), Some(5000)),
            ("--turn 0 --match-time 4s", Some(100), None),
            ("--nodes 5000", None, Some(5000)),
            ("--depth 9", None, Some(CHOOSER_NODES)),
            ("--turn 0", None, Some(CHOOSER_NODES)),
        ] {
            let setup = setup(&format!("-e a=x -e b=y {given}")).unwrap();
            let limits = chooser_limits(&setup.engines[0]);
            assert_eq!((limits.clock.turn, limits.nodes), (turn.map(Duration::from_millis), nodes), "{given}");
        }
    }

    #[test]
    fn a_decision_ends_when_the_match_is_cancelled() {
        let setup = setup("-e a=x -e b=y --swap2 --chooser tengen --turn 30s").unwrap();
        let size = setup.conditions.size;
        let stones = [(7, 7), (7, 8), (8, 7)].map(|(x, y)| size.point(x, y).unwrap());
        let opening = setup.begin(1, &stones).unwrap();
        let mut negotiator = Negotiator::new(&setup, 1);
        let cancelled = AtomicBool::new(false);
        let begin = Instant::now();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(100));
                cancelled.store(true, Ordering::Relaxed);
            });
            for _ in 0..2 {
                let answer = negotiator.decide(&opening, &setup.engines[1], &cancelled);
                assert!(matches!(answer, Err(Trouble::Cancelled)));
            }
        });
        assert!(begin.elapsed() < Duration::from_secs(15), "{:?}", begin.elapsed());
    }
}
