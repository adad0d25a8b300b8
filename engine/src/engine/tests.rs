//! Tests of what the facade adds to the search: the time of each kind of request, what it hands on, and which request is heard.

use std::sync::mpsc;
use std::time::Duration;

use web_time::Instant;

use super::*;
use crate::color::Color;
use crate::database::{PositionEntry, ValueBound};
use crate::opening::{OpeningRule, Sameness};
use crate::point::{BoardSize, Rows};
use crate::rule::RuleKind;

fn clock(seconds: u64) -> Clock {
    Clock { left: Some(Duration::from_secs(seconds)), ..Clock::since(Instant::now()) }
}

fn game(moves: &str) -> Game {
    Game::from_text(RuleKind::Freestyle, BoardSize::square(15).unwrap(), moves, Rows::FromBottom).unwrap()
}

fn engine() -> Engine {
    Engine::new(Options { hash_bytes: 1 << 20, ..Options::default() })
}

/// Starts on a task, and returns where its end is heard.
fn start(engine: &mut Engine, task: Task, limits: Limits) -> mpsc::Receiver<()> {
    let (end, ended) = mpsc::channel();
    engine.start(task, limits, move |said| {
        if let Report::Done(_) = said {
            let _ = end.send(());
        }
    });
    ended
}

#[test]
fn a_decision_of_an_opening_comes_with_what_was_compared_and_a_move_with_its_line() {
    let size = BoardSize::square(15).unwrap();
    let opening = Opening::new(OpeningRule::Swap2, RuleKind::Standard, size, Sameness::default()).unwrap();
    let mut engine = engine();
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
    // So many stones that fewer moves are to come. No five is among them.
    let mut late = game.clone();
    for point in size.points().take(42) {
        let black = (point.x() / 2 + point.y()).is_multiple_of(2);
        late.place(if black { Color::Black } else { Color::White }, point).unwrap();
    }
    let mut engine = engine();
    for (task, soft, share) in
        [(task, false, OPENING_SHARE), (Task::best_move(&game), true, 1), (Task::best_move(&late), true, 1)]
    {
        let ended = start(&mut engine, task.clone(), Limits::clock(clock(7200)));
        for (seconds, is_changed) in [(7200, false), (3600, true)] {
            if is_changed {
                engine.set_clock(clock(seconds));
            }
            let budget = engine.current.as_ref().unwrap().control.budget();
            assert_eq!(budget.soft.is_some(), soft, "{task:?} with {seconds} s");
            let most = Duration::from_secs(seconds) / share;
            assert!(budget.hard.is_some_and(|hard| hard <= most), "{task:?} with {seconds} s: {budget:?}");
            if !task.is_opening() {
                let stones = task.game().moves().len();
                assert_eq!(budget, Limits::clock(clock(seconds)).budget(stones), "{stones} stones, {seconds} s");
            }
        }
        engine.stop();
        ended.recv().unwrap();
    }
}

#[test]
fn the_time_of_a_request_runs_from_its_receipt() {
    let received = Instant::now().checked_sub(Duration::from_secs(100)).unwrap();
    let clock = Clock { turn: Some(Duration::from_secs(60)), ..Clock::since(received) };
    let line = engine().search(&game("h8i9"), Limits::clock(clock).with_nodes(1000)).line.unwrap();
    assert!(line.elapsed >= Duration::from_secs(100), "{line:?}");
}

#[test]
fn a_request_ends_the_one_before_it_of_which_nothing_more_is_heard() {
    let mut engine = engine();
    let task = Task::best_move(&game("h8i9g9g7"));
    // The first would end by itself at last, so that nobody waits for ever where it is not stopped.
    let before = start(&mut engine, task.clone(), Limits::time(Duration::from_secs(30)));
    let after = start(&mut engine, task, Limits::nodes(1));
    assert_eq!(after.recv(), Ok(()));
    assert_eq!(before.recv(), Err(mpsc::RecvError));
}

#[test]
fn nothing_is_heard_of_a_request_once_all_is_forgotten_or_the_engine_has_ended() {
    for end in [|engine: &mut Engine| engine.forget(), |other: &mut Engine| *other = engine()] {
        let mut engine = engine();
        let ended = start(&mut engine, Task::best_move(&game("h8i9g9g7")), Limits::time(Duration::from_secs(30)));
        end(&mut engine);
        assert_eq!(ended.recv(), Err(mpsc::RecvError));
    }
}

#[test]
fn a_level_chooses_the_same_on_any_number_of_threads() {
    let line = |threads| {
        let strength = Strength::new(50).with_seed(7);
        let mut engine = Engine::new(Options { strength, threads, ..engine().options() });
        let line = engine.search(&game("h8i9g9g7"), Limits::none()).line.unwrap();
        (line.variation, line.score, line.nodes)
    };
    assert_eq!(line(2), line(1));
}

/// Does something that must not wait for ever, on a thread of its own.
#[track_caller]
fn in_time<T: Send + 'static>(act: impl FnOnce() -> T + Send + 'static) -> T {
    let (sender, done) = mpsc::channel();
    thread::spawn(move || sender.send(act()));
    done.recv_timeout(Duration::from_secs(60)).expect("it waits for a report, or has panicked")
}

#[test]
fn nothing_but_waiting_waits_for_a_report_that_is_being_delivered() {
    in_time(|| {
        let mut engine = engine();
        let task = Task::best_move(&game("h8i9g9g7"));
        // Each report waits until it is taken.
        let (sender, reports) = mpsc::sync_channel(0);
        let (begun, has_begun) = mpsc::channel();
        engine.start(task.clone(), Limits::none(), move |said| {
            let _ = begun.send(());
            let _ = sender.send(said);
        });
        has_begun.recv().unwrap();
        let next = start(&mut engine, task, Limits::nodes(1));
        engine.cancel();
        engine.forget();
        drop(engine);
        // What was being delivered arrives, and nothing after it.
        assert!(matches!(reports.recv(), Ok(Report::Lines(_))));
        assert_eq!((reports.recv(), next.recv()), (Err(mpsc::RecvError), Err(mpsc::RecvError)));
    });
}

#[test]
fn a_report_may_use_its_engine_and_end_it() {
    let nodes = in_time(|| {
        let shared = Arc::new(Mutex::new(Some(engine())));
        let (task, (sender, ended)) = (Task::best_move(&game("h8i9g9g7")), mpsc::channel());
        let (next, again) = (task.clone(), Arc::clone(&shared));
        let first = move |said| {
            let Report::Done(_) = said else { return };
            let mut slot = again.lock();
            let engine = slot.as_mut().unwrap();
            engine.wait();
            let searched = engine.search(next.game(), Limits::nodes(300));
            let (sender, last) = (sender.clone(), Arc::clone(&again));
            engine.start(next.clone(), Limits::nodes(1), move |said| {
                if let Report::Done(_) = said {
                    drop(last.lock().take());
                    sender.send(searched.line.as_ref().map(|line| line.nodes)).unwrap();
                }
            });
        };
        shared.lock().as_mut().unwrap().start(task, Limits::nodes(1), first);
        ended.recv().unwrap()
    });
    assert!(nodes.is_some_and(|nodes| nodes > 0));
}

#[test]
fn what_a_running_search_learns_is_forgotten_too() {
    let game = game("h8i9g9g7");
    let nodes = |engine: &mut Engine| engine.search(&game, Limits::depth(7)).line.unwrap().nodes;
    let (mut fresh, mut engine) = (engine(), engine());
    let (sender, reports) = mpsc::channel();
    engine.start(Task::best_move(&game), Limits::none(), move |said| {
        let _ = sender.send(said);
    });
    while let Report::Lines(lines) = reports.recv().unwrap()
        && lines[0].depth < 7
    {}
    engine.forget();
    let anew = nodes(&mut engine);
    assert_eq!(anew, nodes(&mut fresh));
    assert!(nodes(&mut engine) < anew, "it is forgotten once");
}

#[test]
fn a_game_that_is_over_has_no_move_and_no_win() {
    let five = game("h8a1h9b1h10c1h11d1h12");
    assert!(five.result().is_some());
    let mut engine = engine();
    for task in [Task::best_move(&five), Task::Solve { game: five.clone() }] {
        assert_eq!(engine.run(task, Limits::nodes(200), |_| {}), Outcome::new(Choice::Nothing, None));
    }
    // Whoever plays on all the same says so.
    assert!(engine.search(&five.without_result(), Limits::nodes(200)).point().is_some());
}

#[test]
fn a_table_of_another_size_is_empty() {
    let nodes_again = |hash_bytes: usize| {
        let (mut engine, game) = (engine(), game("h8i9g9g7"));
        let nodes = |engine: &mut Engine| engine.search(&game, Limits::depth(7)).line.unwrap().nodes;
        nodes(&mut engine);
        engine.set_options(Options { hash_bytes, ..engine.options() });
        nodes(&mut engine)
    };
    let [kept, emptied] = [1 << 20, 2 << 20].map(nodes_again);
    assert!(emptied > kept, "{emptied} nodes with an empty table, {kept} with a full one");
}

#[test]
fn what_is_known_is_told_to_the_search_and_believed_while_there_is_time() {
    let root = game("h8i9i8g8h9j7");
    let search = |known: Vec<KnownScore>| {
        let task = Task::Move { game: root.clone(), lines: 1, exclude: Vec::new(), known };
        let outcome = engine().run(task, Limits::time(Duration::from_secs(3600)).with_depth(5), |_| {});
        (outcome.point().unwrap(), outcome.score().unwrap())
    };
    let (best, _) = search(Vec::new());
    let near = ["g7", "j9"].map(|text| Point::parse(text, root.size(), Rows::FromBottom).unwrap());
    let other = near.into_iter().find(|&point| point != best).unwrap();
    // It leads to what is known to be bad for the other side at the best.
    let entry = PositionEntry { value: -900, depth: 40, bound: ValueBound::Upper, ..PositionEntry::default() };
    let known = KnownScore { game: root.after(other).unwrap(), entry };
    assert_eq!(search(vec![known]), (other, Score::judged(900)));
}
