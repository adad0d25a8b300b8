//! Tests of what the facade adds to the search: the time of each kind of request.

use std::sync::mpsc;
use std::time::Duration;

use web_time::Instant;

use super::*;
use crate::opening::{OpeningRule, Sameness};
use crate::point::BoardSize;
use crate::rule::RuleKind;

fn clock(seconds: u64) -> Clock {
    Clock { left: Some(Duration::from_secs(seconds)), ..Clock::since(Instant::now()) }
}

#[test]
fn a_decision_of_an_opening_comes_with_what_was_compared_and_a_move_with_its_line() {
    let size = BoardSize::square(15).unwrap();
    let opening = Opening::new(OpeningRule::Swap2, RuleKind::Standard, size, Sameness::default()).unwrap();
    let mut engine = Engine::new(Options { hash_bytes: 1 << 20, ..Options::default() });
    let move_task = Task::best_move(opening.game());
    let task = Task::Opening { opening: Box::new(opening), extent: Extent::Demand, lot: 0 };
    assert_eq!(task.game(), move_task.game());
    for (task, in_opening) in [(task, true), (move_task, false)] {
        let outcome = engine.run(task, Limits::nodes(200), |_| {});
        assert_eq!(matches!(outcome.choice, Choice::Opening(_)), in_opening);
        assert_eq!((outcome.values.is_empty(), outcome.line.is_some()), (!in_opening, !in_opening));
        assert_eq!(outcome.value, outcome.values.first().map(|&(_, value)| value));
    }
}

#[test]
fn a_decision_of_an_opening_has_a_part_of_the_clock_and_no_end_before_it_also_when_the_clock_is_changed() {
    let size = BoardSize::square(15).unwrap();
    let opening = Opening::new(OpeningRule::Swap2, RuleKind::Standard, size, Sameness::default()).unwrap();
    let task = Task::Opening { opening: Box::new(opening), extent: Extent::Turn, lot: 0 };
    let game = Game::new(RuleKind::Standard, size);
    let mut engine = Engine::new(Options { hash_bytes: 1 << 20, ..Options::default() });
    for (task, soft, share) in [(task, false, OPENING_SHARE), (Task::best_move(&game), true, 1)] {
        let (end, ended) = mpsc::channel();
        engine.start(task.clone(), Limits::clock(clock(7200)), move |said| {
            if let Report::Done(_) = said {
                let _ = end.send(());
            }
        });
        for seconds in [7200, 3600] {
            engine.set_clock(clock(seconds));
            let budget = engine.current.as_ref().unwrap().control.budget();
            assert_eq!(budget.soft.is_some(), soft, "{task:?} with {seconds} s");
            let most = Duration::from_secs(seconds) / share;
            assert!(budget.hard.is_some_and(|hard| hard <= most), "{task:?} with {seconds} s: {budget:?}");
        }
        engine.stop();
        ended.recv().unwrap();
    }
}
