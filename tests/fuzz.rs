//! Lines of every sense and nonsense against the session, with an engine that answers as it likes.
//!
//! A short run is part of the tests. A long one is
//! `TENGEN_FUZZ_LINES=5000000 TENGEN_FUZZ_SEED=7 cargo test --release --test tests fuzz -- --nocapture`.

mod lines;

use std::sync::Arc;
use std::time::{Duration, Instant};

use tengen_engine::Cell;
use tengen_engine::engine::{Choice, Outcome, Report, Task};
use tengen_engine::game::Game;
use tengen_engine::opening::Action as OpeningAction;
use tengen_engine::point::Point;
use tengen_engine::random::SplitMix64;
use tengen_protocol::coords::Coords;
use tengen_protocol::database::MemoryDatabases;
use tengen_protocol::session::{Session, SessionAction, SessionRequest};
use tengen_protocol::settings::Settings;

pub(crate) use self::lines::Dice;
use self::lines::{command_lines, session_lines};
use crate::brain::Brain;

/// A session, and everything that must hold of it.
struct Manager {
    dice: Dice,
    session: Session,
    now: Instant,
    /// The request that the engine was given last.
    request: Option<SessionRequest>,
    /// The position that was asked about: of two moves each has a request of its own, and both are one answer.
    asked: Option<Game>,
    /// Whether the request waits for an answer.
    owed: bool,
    last_number: u64,
    heard: usize,
    answers: usize,
    /// How many searches for a move followed one that verified no win.
    unverified: usize,
}

/// What one event led to.
#[derive(Debug, Default)]
struct Effects {
    lines: Vec<String>,
    went: usize,
    quit: bool,
}

/// A session whose databases are in memory.
fn session() -> Session {
    Session::new(Settings { databases: Some(Arc::new(MemoryDatabases)), ..Settings::default() })
}

impl Manager {
    fn new(seed: u64) -> Manager {
        Manager {
            dice: Dice(SplitMix64::new(seed)),
            session: session(),
            now: Instant::now(),
            request: None,
            asked: None,
            owed: false,
            last_number: 0,
            heard: 0,
            answers: 0,
            unverified: 0,
        }
    }

    fn hear(&mut self, line: &str) -> Effects {
        self.heard += 1;
        self.now += Duration::from_millis(self.dice.roll(20) as u64);
        let actions = self.session.hear(line, self.now);
        let effects = self.check(actions);
        if effects.quit {
            self.renew();
        }
        effects
    }

    fn renew(&mut self) {
        assert!(self.session.hear("START 15", self.now).is_empty(), "nothing is said after the end");
        self.session = session();
        (self.request, self.owed, self.last_number) = (None, false, 0);
        self.hear("START 15");
    }

    /// Checks actions, and those that follow.
    fn check(&mut self, mut actions: Vec<SessionAction>) -> Effects {
        let mut effects = Effects::default();
        loop {
            self.check_each(actions, &mut effects);
            actions = self.session.follow_up(self.now);
            if actions.is_empty() {
                return effects;
            }
        }
    }

    /// Checks every action where it stands.
    fn check_each(&mut self, actions: Vec<SessionAction>, effects: &mut Effects) {
        let went = effects.went;
        for action in actions {
            assert!(!effects.quit, "nothing comes after the end");
            match action {
                SessionAction::Say(line) => {
                    self.check_line(&line);
                    effects.lines.push(line);
                }
                SessionAction::Go(request) => {
                    match self.asked.as_ref().filter(|_| self.owed) {
                        Some(asked) => {
                            // Where no win was verified a move is searched for, and after the first of two the other.
                            let before = self.request.as_ref().map(|request| &request.task);
                            let is_unverified = matches!(before, Some(Task::Solve { .. }));
                            self.unverified += usize::from(is_unverified);
                            let stones = usize::from(!is_unverified);
                            let game = request.task.game();
                            let goes_on = game.goes_on_from(asked);
                            assert!(goes_on && game.moves().len() == asked.moves().len() + stones, "a request is lost");
                        }
                        None => self.asked = Some(request.task.game().clone()),
                    }
                    assert!(request.number > self.last_number, "numbers are not used again");
                    check_request(&request);
                    self.last_number = request.number;
                    self.request = Some(*request);
                    // Nobody waits for pondering: the session tells once all its actions are done, below.
                    self.owed = true;
                    effects.went += 1;
                }
                SessionAction::Abandon => (self.request, self.owed) = (None, false),
                SessionAction::Stop => assert!(self.owed, "nobody waits for an answer"),
                SessionAction::SetClock(_) => assert!(self.request.is_some(), "nobody thinks"),
                SessionAction::SetOptions(options) => {
                    assert!(options.threads >= 1 && options.threads <= 256 && options.hash_bytes >= 1 << 20);
                }
                SessionAction::Forget => {}
                SessionAction::ReadBook(reading) => self.session.take_book(reading.read()),
                SessionAction::Quit => effects.quit = true,
            }
        }
        if !effects.quit {
            if self.owed && effects.went > went {
                self.owed = self.session.owes_move();
            }
            assert_eq!(self.owed, self.session.owes_move());
        }
    }

    fn check_line(&mut self, line: &str) {
        // Names of files and what people wrote into a database are told as they are.
        let is_plain = line.bytes().all(|byte| (b' '..=b'~').contains(&byte));
        assert!(is_plain || line.starts_with("MESSAGE DATABASE "), "{line:?}");
        assert!(
            line.len() < 3000 && line == line.trim() || line.starts_with("UNKNOWN") || line.starts_with("MESSAGE"),
            "{line:?}"
        );
        let says = |word: &str| line.strip_prefix(word).is_some_and(|rest| !rest.trim().is_empty());
        if line == "OK" || ["ERROR ", "UNKNOWN ", "INFO ", "name="].into_iter().any(says) {
        } else if let Some(text) = line.strip_prefix("MESSAGE ") {
            assert!(!text.trim().is_empty(), "a bare MESSAGE is taken for an answer");
            let is_opening = ["SWAP2 ", "SOOSORV "].iter().any(|start| text.starts_with(start));
            self.answers += usize::from(self.owed && is_opening);
            self.owed &= !is_opening;
        } else if let Some(points) = line.strip_prefix("FORBID ") {
            assert!(points.len() % 4 == 1 && points.ends_with('.'), "{line}");
        } else if line == "SWAP" {
            assert!(std::mem::take(&mut self.owed), "nobody asked");
            self.answers += 1;
        } else if line == "-1,-1" {
            assert!(!self.owed, "a request is not begun on a full board");
        } else {
            self.check_stones(line);
        }
    }

    /// Coordinates are the answer to the request, or the echo of a PLAY when there is none.
    fn check_stones(&mut self, line: &str) {
        let coords = self.session.coords();
        assert!(!line.is_empty(), "a line that says nothing");
        let points: Vec<Point> = line.split(' ').map(|word| parse(word, coords)).collect();
        if !self.owed {
            assert_eq!(points.len(), 1, "only PLAY is echoed: {line}");
            return;
        }
        let request = self.request.as_ref().expect("somebody asked");
        let mut game = self.asked.clone().expect("somebody asked");
        let is_opening = points.len() > 1 && matches!(request.task, Task::Opening { .. });
        if is_opening {
            assert_eq!(points.len() + game.moves().len(), if game.moves().is_empty() { 3 } else { 5 });
        } else {
            assert!(points.len() <= 2, "{line}");
        }
        for &point in &points {
            assert!(game.size().contains(point) && game.cell(point) == Cell::Empty, "{line} is no empty point");
            if !is_opening && game.rule().forbids(game.to_move()) && game.forbidden(point).is_some() {
                assert!(game.empty_points().all(|point| game.forbidden(point).is_some()), "{line} is forbidden");
            }
            game.place(game.to_move(), point).unwrap();
        }
        self.answers += 1;
        self.owed = false;
    }

    /// The engine reports, sensibly or not.
    fn report(&mut self) {
        let Some(request) = &self.request else { return };
        let number =
            if self.dice.one_in(10) { self.dice.roll(self.last_number as usize + 1) as u64 } else { request.number };
        let current = number == request.number;
        let game = request.task.game();
        let empty: Vec<Point> = game.empty_points().collect();
        let dice = &mut self.dice;
        let point = match game.forbidden_points().next() {
            Some((point, _)) if dice.one_in(2) => point,
            _ if dice.one_in(4) => dice.point(),
            _ => empty[dice.roll(empty.len())],
        };
        let report = if dice.one_in(3) {
            let stones = (0..dice.roll(4)).map(|_| OpeningAction::Stone(dice.point())).collect();
            let choice = match dice.roll(8) {
                0 => Choice::Nothing,
                1 => Choice::Opening(vec![OpeningAction::Swap]),
                2 => Choice::Opening(stones),
                _ => Choice::Move(point),
            };
            let info = dice.one_in(2).then(|| dice.line_of_play());
            Report::Done(Outcome::new(choice, info))
        } else {
            Report::Lines((0..dice.roll(5)).map(|_| dice.line_of_play()).collect())
        };
        let done = matches!(report, Report::Done { .. });
        let (owed, before) = (self.owed, self.answers);
        let actions = self.session.see(number, report, self.now);
        if done && current {
            let pondered = !owed;
            let effects = self.check(actions);
            if owed {
                let goes_on = self.owed && effects.went == 1;
                assert!(self.answers > before || goes_on, "a request ended without an answer: {effects:?}");
            }
            if effects.quit {
                self.renew();
            } else if effects.went == 0 && pondered {
                self.request = None;
            }
        } else {
            let effects = self.check(actions);
            assert!(self.answers == before && effects.went == 0 && !effects.quit);
        }
    }

    /// Time passes or something breaks.
    fn mishap(&mut self) {
        let (owed, before) = (self.owed, self.answers);
        let actions = match self.dice.roll(3) {
            0 => self.session.overdue(self.now),
            1 => self.session.engine_failed("fault\nwith two lines \u{fffd}", self.now),
            _ if self.dice.one_in(50) => self.session.end_of_input(self.now),
            _ => return,
        };
        // The engine is out of the game before the answer is said, so that the answer comes after the request is void.
        let void = actions.iter().position(|action| matches!(action, SessionAction::Abandon)).filter(|_| owed);
        let rest = actions.into_iter().enumerate().filter(|&(at, _)| Some(at) != void).map(|(_, action)| action);
        let effects = self.check(rest.collect());
        assert!(void.is_none() || self.answers > before, "a request ended without an answer: {effects:?}");
        if effects.quit {
            self.renew();
        }
    }

    /// Brings the session to rest, whatever it was doing, and then counts the answers of single commands.
    fn check_answers(&mut self) {
        for _ in 0..100 {
            while self.owed {
                self.report();
            }
            // A quote ends a text.
            self.hear("\"done");
            if self.hear("done").quit || self.hear("START 15").lines == ["OK"] {
                break;
            }
        }
        let count = |effects: Effects, word: &str| effects.lines.iter().filter(|line| line.starts_with(word)).count();
        for blank in ["", "  ", "\r", "INFO", "INFO rule 1", "INFO abc def", "INFO time_left 500", "YXSTOP"] {
            assert!(self.hear(blank).lines.is_empty(), "{blank:?}");
        }
        let unknown = self.hear("what is this");
        assert_eq!(unknown.lines.len(), 1);
        assert_eq!(count(unknown, "UNKNOWN "), 1);
        assert_eq!(self.hear("START 15").lines, ["OK"]);
        assert_eq!(self.hear("TURN 15,15").lines.len(), 1);
        let before = self.answers;
        assert_eq!(self.hear("TURN 3,3").went, 1);
        while self.owed {
            self.report();
        }
        assert_eq!(self.answers, before + 1);
        let last = self.session.game().unwrap().moves().last().unwrap().point;
        assert_eq!(self.hear(&format!("TAKEBACK {}", self.session.coords().text(last))).lines, ["OK"]);
    }
}

fn check_request(request: &SessionRequest) {
    let game = request.task.game();
    assert!(game.empty_points().next().is_some(), "nothing to think about");
    match &request.task {
        Task::Move { lines, exclude, .. } => {
            assert!((1..=game.size().area()).contains(lines));
            assert!(exclude.iter().all(|&point| game.size().contains(point) && game.cell(point) == Cell::Empty));
        }
        Task::Opening { opening, .. } => {
            assert!([0, 3, 4, 5].contains(&game.moves().len()) && !opening.is_over());
        }
        Task::Solve { .. } => {}
    }
    assert!(request.limits.depth != Some(0) && request.limits.nodes != Some(0));
}

fn parse(word: &str, coords: Coords) -> Point {
    let (first, second) = word.split_once(',').unwrap_or_else(|| panic!("{word:?} is no coordinate"));
    let (first, second): (usize, usize) = (first.parse().unwrap(), second.parse().unwrap());
    match coords {
        Coords::ColumnRow => Point::new(first, second),
        Coords::RowColumn => Point::new(second, first),
    }
}

/// The memory of this process in bytes, where that can be known.
fn resident() -> Option<u64> {
    crate::compliance::memory("self", "VmRSS:")
}

#[test]
fn any_lines_at_all() {
    let from_environment = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let lines = from_environment("TENGEN_FUZZ_LINES").unwrap_or(500_000) as usize;
    let mut manager = Manager::new(from_environment("TENGEN_FUZZ_SEED").unwrap_or(1));
    let started = Instant::now();
    let mut memory = None;
    while manager.heard < lines {
        for line in session_lines(&mut manager.dice) {
            manager.hear(&line);
            match manager.dice.roll(10) {
                0..=2 => manager.report(),
                3 => manager.mishap(),
                _ => {}
            }
        }
        if manager.dice.one_in(200) {
            manager.check_answers();
        }
        if memory.is_none() && manager.heard > lines / 10 {
            memory = resident();
        }
    }
    assert!(manager.answers > lines / 200, "{} answers are too few to mean anything", manager.answers);
    assert!(manager.unverified > 0, "no win of the database had to be verified");
    println!("{} lines, {} answers, {:?}", manager.heard, manager.answers, started.elapsed());
    // Other tests of a short run share the memory of the process.
    if let Some((before, after)) = memory.zip(resident()).filter(|_| lines > 1_000_000) {
        println!("{} MB resident at a tenth, {} MB at the end", before >> 20, after >> 20);
        assert!(after < before + (16 << 20), "memory grows");
    }
}

#[test]
fn the_real_program_survives() {
    let mut dice = Dice(SplitMix64::new(11));
    let mut brain = Brain::start(&[]);
    brain.say("INFO timeout_turn 0");
    let mut said = 0;
    while said < 3000 {
        for line in command_lines(&mut dice) {
            // Here a search is real: what would take all threads or all memory of the machine is left out.
            let lower = line.to_lowercase();
            if ["end", "thread", "hash", "max_memory"].iter().all(|word| !lower.contains(word)) {
                brain.say(&line);
                said += 1;
            }
        }
    }
    // Whatever is being read or thought about ends here.
    for line in ["YXSTOP", "done", "done", "START 15", "the-noise-is-over"] {
        brain.say(line);
    }
    let within = Duration::from_secs(60);
    let mut last = None;
    while last.as_deref() != Some("UNKNOWN command \"the-noise-is-over\"") {
        last = Some(brain.answer(within).unwrap_or_else(|| panic!("it fell silent after {last:?}")));
    }
    brain.say("END");
    brain.exit(within).unwrap();
}
