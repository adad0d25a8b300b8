//! The facade: one [`Engine`] that thinks about one position at a time on threads of its own and reports as it goes.
//!
//! Every front (the protocol, the match runner, another language's binding) talks to [`Engine`] and [`Game`] alone.

mod options;

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Weak};
use std::thread::JoinHandle;

use parking_lot::Mutex;

use crate::chooser::{self, Decision};
pub use crate::chooser::{Choice, Extent};
use crate::game::Game;
pub use crate::limits::Limits;
use crate::opening::{Action, Opening};
use crate::point::Point;
use crate::score::Score;
use crate::search::time::Budget;
pub use crate::search::time::Clock;
pub use crate::search::{KnownScore, Line};
use crate::search::{Request, SearchControl, Searcher};
pub use crate::strength::Strength;
pub use options::Options;

/// A decision in an opening takes one in so many parts of the time left at most.
const OPENING_SHARE: u32 = 20;

/// What to think about.
///
/// ```
/// use tengen_engine::{BoardSize, Engine, Game, Limits, Options, RuleKind, Task};
///
/// // The two best moves, each with its line.
/// let mut engine = Engine::new(Options::default());
/// let game = Game::new(RuleKind::Freestyle, BoardSize::square(9).unwrap());
/// let mut ranks = Vec::new();
/// let task = Task::best_moves(&game, 2);
/// let _ = engine.run(task, Limits::depth(2), |block| ranks = block.iter().map(|line| line.rank).collect());
/// assert_eq!(ranks, [1, 2]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Task {
    /// The best move, or with `lines` above one also the next best ones in [`Line::rank`]s. Points in `exclude` are not
    /// considered.
    Move {
        /// The position.
        game: Game,
        /// How many of the best moves are wanted, at least 1.
        lines: usize,
        /// Moves that must not be chosen.
        exclude: Vec<Point>,
        /// What is known of positions that may follow: such as a database keeps. A score is believed as deep as it was
        /// searched, and nothing that is not proved by the search itself is announced as a win.
        known: Vec<KnownScore>,
    },
    /// What to do in an opening.
    Opening {
        /// The opening so far.
        opening: Box<Opening>,
        /// How much of it is decided.
        extent: Extent,
        /// Chooses among openings that are as good.
        lot: u64,
    },
    /// Whether the side to move can win by force: a proof or nothing.
    Solve {
        /// The position.
        game: Game,
    },
}

impl Task {
    /// The best move and nothing more.
    #[must_use]
    pub fn best_move(game: &Game) -> Task {
        Task::best_moves(game, 1)
    }

    /// So many of the best moves, of all there are.
    #[must_use]
    pub fn best_moves(game: &Game, lines: usize) -> Task {
        Task::Move { game: game.clone(), lines, exclude: Vec::new(), known: Vec::new() }
    }

    /// The position that is thought about.
    #[must_use]
    pub fn game(&self) -> &Game {
        match self {
            Task::Move { game, .. } | Task::Solve { game } => game,
            Task::Opening { opening, .. } => opening.game(),
        }
    }

    fn is_opening(&self) -> bool {
        matches!(self, Task::Opening { .. })
    }
}

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
    searcher: Arc<Mutex<Option<Searcher>>>,
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

impl Engine {
    /// An idle engine. Its table is reserved when it first thinks.
    #[must_use]
    pub fn new(options: Options) -> Engine {
        let (searcher, running) = (Arc::default(), Arc::default());
        Engine { options: options.in_range(), searcher, current: None, running }
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

    /// Thinks about the best move until the limits end it, and returns what came of it.
    ///
    /// # Panics
    /// When a thread of the search panicked.
    #[must_use]
    pub fn search(&mut self, game: &Game, limits: Limits) -> Outcome {
        self.run(Task::best_move(game), limits, |_| {})
    }

    /// Does a task on this thread and returns what came of it; `hear` is shown all lines of every finished iteration
    /// together, at least one and the best first. A [`Stopper`] ends it from another thread.
    ///
    /// # Panics
    /// When a thread of the search panicked.
    #[must_use]
    pub fn run(&mut self, task: Task, limits: Limits, mut hear: impl FnMut(&[Line])) -> Outcome {
        let control = self.begin(&limits, &task);
        let (mut searcher, options) = (self.searcher.lock(), self.options);
        think(prepared(&mut searcher, options), task, &limits, options.strength, &control, &mut hear)
    }

    /// Starts thinking and returns at once; a request that is still being thought about is stopped and its reports are cut
    /// off. `report` is called from a thread of the engine, with [`Report::Done`] exactly once at the end.
    pub fn start(&mut self, task: Task, limits: Limits, mut report: impl FnMut(Report) + Send + 'static) {
        let (stones, in_opening) = (task.game().moves().len(), task.is_opening());
        let control = self.begin(&limits, &task);
        let wanted = Arc::new(AtomicBool::new(true));
        let (searcher, options) = (Arc::clone(&self.searcher), self.options);
        let thread = std::thread::spawn({
            let (control, wanted, limits) = (Arc::clone(&control), Arc::clone(&wanted), limits.clone());
            move || {
                let mut searcher = searcher.lock();
                let searcher = prepared(&mut searcher, options);
                let mut say = |said: Report| {
                    if wanted.load(Relaxed) {
                        report(said);
                    }
                };
                let outcome = think(searcher, task, &limits, options.strength, &control, &mut |block| {
                    say(Report::Lines(block.to_vec()))
                });
                say(Report::Done(outcome));
            }
        });
        self.current = Some(Job { control, wanted, limits, stones, in_opening, thread });
    }

    /// Cancels what is being thought about, and makes the control of the next request, by which a [`Stopper`] ends it.
    fn begin(&mut self, limits: &Limits, task: &Task) -> Arc<SearchControl> {
        self.cancel();
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

    /// Waits until the engine is idle.
    pub fn wait(&mut self) {
        if let Some(job) = self.current.take() {
            // A thread that panicked has already said so; there is nothing to wait for any more.
            let _ = job.thread.join();
        }
    }

    /// Stops and waits, and lets nothing more be reported.
    pub fn cancel(&mut self) {
        if let Some(job) = &self.current {
            job.wanted.store(false, Relaxed);
        }
        self.stop();
        self.wait();
    }

    /// Forgets everything learned from earlier positions. Cancels what is being thought about.
    pub fn forget(&mut self) {
        self.cancel();
        if let Some(searcher) = self.searcher.lock().as_mut() {
            searcher.forget();
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.cancel();
    }
}

/// The searcher of an engine, with what it may use now. It is made when it is first needed.
fn prepared(searcher: &mut Option<Searcher>, Options { hash_bytes, threads, .. }: Options) -> &mut Searcher {
    let searcher = searcher.get_or_insert_with(|| Searcher::new(hash_bytes, threads));
    searcher.resize(hash_bytes, threads);
    searcher
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

/// Does one task and returns what came of it.
fn think(
    searcher: &mut Searcher,
    task: Task,
    limits: &Limits,
    strength: Strength,
    control: &SearchControl,
    say: &mut dyn FnMut(&[Line]),
) -> Outcome {
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
        // Not everything legal is overlooked: what is forbidden would be left.
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
