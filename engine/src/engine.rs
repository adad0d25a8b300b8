//! The facade: one [`Engine`] that thinks about one position at a time on threads of its own and reports as it goes.
//!
//! Every front (the protocol, the match runner, another language's binding) talks to [`Engine`] and [`Game`] alone.

mod memory;
mod options;
mod task;

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Weak};
use std::thread::{self, JoinHandle};

use parking_lot::Mutex;

use crate::chooser::{self, Decision};
pub use crate::chooser::{Choice, Extent};
use crate::eval::weights::EvalTable;
use crate::game::Game;
pub use crate::limits::Limits;
use crate::opening::{Action, Opening};
use crate::point::Point;
use crate::rule::RuleKind;
use crate::score::Score;
use crate::search::time::Budget;
pub use crate::search::time::Clock;
pub use crate::search::{KnownScore, Line};
use crate::search::{Request, SearchControl, Searcher};
use crate::shape::table::ShapeTable;
pub use crate::strength::Strength;
use memory::Memory;
pub use options::Options;
pub use task::Task;

/// A decision in an opening takes one in so many parts of the time left at most.
const OPENING_SHARE: u32 = 20;

/// What an engine says while it thinks and when it is done.
#[derive(Clone, PartialEq, Debug)]
pub enum Report {
    /// All lines of the iteration that was just finished, the best first.
    Lines(Vec<Line>),
    /// The last word on this request; after it there is no further report.
    Done(Outcome),
}

/// What came of a request.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Outcome {
    /// What was decided.
    pub choice: Choice,
    /// The best line that was found, when there is one.
    pub line: Option<Line>,
    /// What the choice of an opening is worth to who decides, in the unit of the search, where it is known.
    pub value: Option<i32>,
    /// What was compared in an opening, and what each is worth to who decides.
    pub values: Vec<(Vec<Action>, i32)>,
}

impl Outcome {
    /// An outcome with the line behind it.
    #[must_use]
    pub fn new(choice: Choice, line: Option<Line>) -> Outcome {
        Outcome { choice, line, value: None, values: Vec::new() }
    }

    /// The move that was chosen, if it is a move.
    #[must_use]
    pub fn point(&self) -> Option<Point> {
        self.choice.point()
    }

    /// The score of the best line, for the side to move.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        self.line.as_ref().map(|line| line.score)
    }
}

/// A thinker with a transposition table and threads of its own.
///
/// Only [`Engine::wait`], [`Engine::run`] and [`Engine::search`] wait for a search that was started, and so for a report
/// that is being delivered: call them without holding what a report waits for. Everything else returns at once and may be
/// called from a report too, as may the end of the engine.
///
/// ```
/// use tengen_engine::{BoardSize, Engine, Game, Limits, Milliseconds, Options, Rows, RuleKind};
///
/// let game = Game::from_text(RuleKind::Renju, BoardSize::square(15).unwrap(), "h8i9g7", Rows::FromBottom)?;
/// let mut engine = Engine::new(Options::default());
/// let outcome = engine.search(&game, Limits::time(20.ms()));
/// println!("{:?} {:?}", outcome.point(), outcome.score());
/// # assert!(game.is_legal(outcome.point().unwrap()));
/// # Ok::<(), tengen_engine::TextError>(())
/// ```
pub struct Engine {
    options: Options,
    memory: Arc<Memory>,
    current: Option<Job>,
    running: Arc<Mutex<Weak<SearchControl>>>,
}

/// A handle by which any thread stops what an engine is thinking about, for instance while [`Engine::search`] blocks.
#[derive(Clone, Debug, Default)]
pub struct Stopper(Arc<Mutex<Weak<SearchControl>>>);

impl Stopper {
    /// Asks to answer at once with the best found so far. Does nothing when the engine is idle.
    pub fn stop(&self) {
        if let Some(control) = self.0.lock().upgrade() {
            control.stop();
        }
    }
}

/// A request that is being thought about, or has been.
struct Job {
    control: Arc<SearchControl>,
    /// Whether anybody still wants its reports.
    wanted: Arc<AtomicBool>,
    limits: Limits,
    stones: usize,
    /// Whether it decides what an opening demands.
    in_opening: bool,
    thread: JoinHandle<()>,
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").field("options", &self.options).finish_non_exhaustive()
    }
}

impl Engine {
    /// An idle engine. Its table is reserved when it first thinks.
    #[must_use]
    pub fn new(options: Options) -> Engine {
        Engine { options: options.in_range(), memory: Arc::default(), current: None, running: Arc::default() }
    }

    /// Makes ready what every search under a rule needs, on a thread of its own, and returns at once. Else the first request of
    /// this process under the rule begins with that, which takes some milliseconds.
    pub fn prepare(rule: RuleKind) {
        // Where there is no such thread the first request makes it ready.
        let _ = thread::Builder::new().spawn(move || {
            ShapeTable::of(rule);
            EvalTable::of(rule);
        });
    }

    /// What the engine may use.
    #[must_use]
    pub fn options(&self) -> Options {
        self.options
    }

    /// Changes what the engine may use, from the next request on. Values out of range are brought into it.
    pub fn set_options(&mut self, options: Options) {
        self.options = options.in_range();
    }

    /// Thinks about the best move until the limits end it, and returns what came of it. A game that is over has none.
    /// As [`Engine::run`] it waits until nobody else thinks.
    ///
    /// # Panics
    /// When a thread of the search panicked.
    #[must_use]
    pub fn search(&mut self, game: &Game, limits: Limits) -> Outcome {
        self.run(Task::best_move(game), limits, |_| {})
    }

    /// Does a task on this thread and returns what came of it; `hear` is shown all lines of every finished iteration
    /// together, at least one and the best first. A [`Stopper`] ends it from another thread. In a game that is over there is
    /// nothing to choose and nothing to solve.
    ///
    /// A request that was started is cancelled, and this one waits until it has ended: called from a report of lines, it waits
    /// for ever.
    ///
    /// # Panics
    /// When a thread of the search panicked.
    #[must_use]
    pub fn run(&mut self, task: Task, limits: Limits, mut hear: impl FnMut(&[Line])) -> Outcome {
        let control = self.begin(&limits, &task);
        let (mut searcher, options) = (self.memory.lock(), self.options);
        let searcher = self.memory.prepared(&mut searcher, options);
        think(searcher, task, &limits, options.strength, &control, &mut hear)
    }

    /// Starts thinking and returns at once; a request that is still being thought about is cancelled, and this one begins when
    /// it has ended. `report` is called from a thread of the engine, with [`Report::Done`] exactly once at the end, unless the
    /// request is cancelled or a report panics. A report that is being delivered when its request is cancelled is still
    /// delivered, perhaps after this has returned.
    pub fn start(&mut self, task: Task, limits: Limits, mut report: impl FnMut(Report) + Send + 'static) {
        let (stones, in_opening) = (task.game().moves().len(), task.is_opening());
        let control = self.begin(&limits, &task);
        let wanted = Arc::new(AtomicBool::new(true));
        let (memory, options) = (Arc::clone(&self.memory), self.options);
        let thread = thread::spawn({
            let (control, wanted, limits) = (Arc::clone(&control), Arc::clone(&wanted), limits.clone());
            move || {
                let is_wanted = || wanted.load(Relaxed);
                let mut say = |said: Report| {
                    if is_wanted() {
                        report(said);
                    }
                };
                let mut searcher = memory.lock();
                if !is_wanted() {
                    return;
                }
                let outcome = {
                    let mut hear = |block: &[Line]| say(Report::Lines(block.to_vec()));
                    let searcher = memory.prepared(&mut searcher, options);
                    think(searcher, task, &limits, options.strength, &control, &mut hear)
                };
                // Whoever hears of the end may use the engine at once.
                drop(searcher);
                say(Report::Done(outcome));
            }
        });
        self.current = Some(Job { control, wanted, limits, stones, in_opening, thread });
    }

    /// Cancels what is being thought about, and makes the control of the next request, by which a [`Stopper`] ends it.
    fn begin(&mut self, limits: &Limits, task: &Task) -> Arc<SearchControl> {
        self.cancel();
        self.current = None;
        let budget = budget(limits, task.game().moves().len(), task.is_opening());
        let control = Arc::new(SearchControl::new(limits.clock.received, budget));
        *self.running.lock() = Arc::downgrade(&control);
        control
    }

    /// A handle that stops this engine from anywhere.
    #[must_use]
    pub fn stopper(&self) -> Stopper {
        Stopper(Arc::clone(&self.running))
    }

    /// Changes the clock of the request that is being thought about, if there is one. `received` stays what it was.
    pub fn set_clock(&mut self, clock: Clock) {
        if let Some(job) = &mut self.current {
            job.limits.clock = Clock { received: job.limits.clock.received, ..clock };
            job.control.set_budget(budget(&job.limits, job.stones, job.in_opening));
        }
    }

    /// Asks to answer at once with the best found so far. [`Report::Done`] follows within milliseconds.
    pub fn stop(&self) {
        if let Some(job) = &self.current {
            job.control.stop();
        }
    }

    /// Waits until the request that was started last has ended and all of its reports were delivered. A report does not
    /// wait for itself.
    pub fn wait(&mut self) {
        let job = self.current.take_if(|job| job.thread.thread().id() != thread::current().id());
        if let Some(job) = job {
            // A thread that panicked has already said so; there is nothing to wait for any more.
            let _ = job.thread.join();
        }
    }

    /// Stops and lets nothing more be reported than what is being delivered at this moment. It does not wait for the end: that
    /// is what [`Engine::wait`] is for.
    pub fn cancel(&mut self) {
        if let Some(job) = &self.current {
            job.wanted.store(false, Relaxed);
        }
        self.stop();
    }

    /// Forgets everything learned from earlier positions. Cancels what is being thought about.
    pub fn forget(&mut self) {
        self.cancel();
        self.memory.forget();
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.cancel();
    }
}

/// The time for a request. A decision of an opening takes no more than a part of what is left for the game; each of its
/// searches is a round of its own, and none is to end early because the time for one move is nearly over.
fn budget(limits: &Limits, stones: usize, in_opening: bool) -> Budget {
    let budget = limits.budget(stones);
    if !in_opening {
        return budget;
    }
    let share = limits.clock.left.map(|left| left / OPENING_SHARE);
    Budget { soft: None, hard: budget.hard.into_iter().chain(share).min() }
}

/// Decides in an opening, in time and with the limit of nodes for an ordinary move.
fn decide(
    searcher: &mut Searcher,
    opening: &Opening,
    extent: Extent,
    limits: &Limits,
    lot: u64,
    control: &SearchControl,
) -> Outcome {
    let decision = chooser::decide_in_time(searcher, opening, extent, limits.nodes, lot, control);
    let Some(Decision { actions, value, values }) = decision else { return Outcome::new(Choice::Nothing, None) };
    Outcome { value, values, ..Outcome::new(Choice::Opening(actions), None) }
}

/// Does one task and returns what came of it: nothing where the game is over.
fn think(
    searcher: &mut Searcher,
    task: Task,
    limits: &Limits,
    strength: Strength,
    control: &SearchControl,
    say: &mut dyn FnMut(&[Line]),
) -> Outcome {
    if task.game().result().is_some() {
        return Outcome::new(Choice::Nothing, None);
    }
    let proof = matches!(task, Task::Solve { .. });
    let (game, lines, exclude, known) = match task {
        Task::Move { game, lines, exclude, known } => (game, lines, exclude, known),
        Task::Solve { game } => (game, 1, Vec::new(), Vec::new()),
        Task::Opening { opening, extent, lot } => return decide(searcher, &opening, extent, limits, lot, control),
    };
    let mut request = Request {
        lines,
        exclude: exclude.into(),
        depth: limits.depth,
        nodes: limits.nodes,
        proof,
        thorough: limits.thorough,
        alone: false,
        known,
    };
    let mut search = |request: &Request| searcher.search(&game, request, control, say);
    // Only a move of a game is turned down.
    let best = if strength.is_full() || limits.thorough || request.proof {
        search(&request)
    } else {
        request.nodes = limits.nodes.into_iter().chain(strength.nodes()).min();
        // The nodes of a level are those of one thread, and its seed tells its choices.
        request.alone = true;
        let overlooked = strength.overlooked(&game);
        let exclude: Vec<Point> = request.exclude.iter().chain(&overlooked).copied().collect();
        // Not everything legal is overlooked: no move would be left to search.
        let is_left = game.legal_points().any(|point| !exclude.contains(&point));
        let request = if is_left { Request { exclude: exclude.into(), ..request } } else { request };
        search(&request)
    };
    let first = best.as_ref().and_then(|line| Some((*line.variation.first()?, line.score)));
    let choice = match first {
        Some((point, score)) if !proof || score.is_win() => Choice::Move(point),
        _ => Choice::Nothing,
    };
    Outcome::new(choice, best)
}

#[cfg(test)]
mod tests;
