//! The facade: one [`Engine`] that thinks about one position at a time on threads of its own and reports as it goes.
//!
//! Every front (the protocol, the match runner, another language's binding) talks to [`Engine`] and [`Game`] alone.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use smallvec::SmallVec;

use crate::chooser;
pub use crate::chooser::{Choice, Decision};
use crate::game::Game;
use crate::opening::Opening;
use crate::point::Point;
use crate::score::Score;
use crate::search::time::Budget;
pub use crate::search::time::Clock;
use crate::search::{Found, Request, Searcher, Signals};

/// What an engine may use, whatever it thinks about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Size of the transposition table in bytes. It is reserved at once, and as much of it becomes resident as the limits of
    /// the requests so far can fill.
    pub hash_bytes: usize,
    /// Number of searching threads.
    pub threads: usize,
}

impl Options {
    /// The least table that is accepted, in bytes.
    pub const MIN_HASH_BYTES: usize = 1 << 20;
    /// The most threads that are accepted.
    pub const MAX_THREADS: usize = 256;
}

impl Default for Options {
    /// One thread, and a table with which the whole process stays well under the memory limit of tournaments.
    fn default() -> Options {
        Options { hash_bytes: 128 << 20, threads: 1 }
    }
}

/// What to think about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Task {
    /// The best move, or with `lines` above one also the next best ones in [`Info::rank`]s. Points in `exclude` are not
    /// considered.
    Move {
        /// How many of the best moves are wanted, at least 1.
        lines: usize,
        /// Moves that must not be chosen.
        exclude: SmallVec<[Point; 4]>,
    },
    /// The answer to a swap2 opening: the game holds none, three or five stones, in any colours.
    Swap2,
    /// Whether the side to move can win by force: a proof or nothing.
    Solve,
}

impl Task {
    /// The best move and nothing more.
    pub fn best_move() -> Task {
        Task::Move { lines: 1, exclude: SmallVec::new() }
    }
}

/// What ends the thinking, apart from [`Engine::stop`].
#[derive(Clone, Debug)]
pub struct Limits {
    /// The time there is.
    pub clock: Clock,
    /// The deepest iteration in plies, if limited.
    pub depth: Option<u32>,
    /// Nodes to visit, if limited; kept exactly with one thread.
    pub nodes: Option<u64>,
}

/// One line of play that an iteration found best, or next best.
#[derive(Clone, PartialEq, Debug)]
pub struct Info {
    /// 1 for the best line, 2 for the next, as far as asked for.
    pub rank: usize,
    /// Plies searched in full.
    pub depth: u32,
    /// Plies of the longest line looked at.
    pub selective_depth: u32,
    /// For the side to move.
    pub score: Score,
    /// Nodes visited since the request.
    pub nodes: u64,
    /// Time since the request was received.
    pub elapsed: Duration,
    /// Share of the room for entries that this request has filled, in thousandths.
    pub hash_permille: u32,
    /// The expected moves, from the side to move on.
    pub variation: SmallVec<[Point; 16]>,
}

/// What an engine says while it thinks and when it is done.
#[derive(Clone, PartialEq, Debug)]
pub enum Report {
    /// One line of the iteration that was just finished.
    Info(Info),
    /// The last word on this request; after it there is no further report. `info` is the best line found.
    Done {
        /// What was decided.
        choice: Choice,
        /// The line behind it, when there is one.
        info: Option<Info>,
    },
}

/// A thinker with a transposition table and threads of its own.
pub struct Engine {
    options: Options,
    searcher: Arc<Mutex<Option<Searcher>>>,
    current: Option<Job>,
}

/// A request that is being thought about, or has been.
struct Job {
    signals: Arc<Signals>,
    /// Whether anybody still wants its reports.
    wanted: Arc<AtomicBool>,
    received: Instant,
    stones: usize,
    thread: JoinHandle<()>,
}

impl Engine {
    /// An idle engine. Its table is reserved when it first thinks.
    pub fn new(options: Options) -> Engine {
        Engine { options: options.in_range(), searcher: Arc::default(), current: None }
    }

    /// What the engine may use.
    pub fn options(&self) -> Options {
        self.options
    }

    /// Changes what the engine may use, from the next request on. Values out of range are brought into it.
    pub fn set_options(&mut self, options: Options) {
        self.options = options.in_range();
    }

    /// Starts thinking about a position and returns at once; a request that is still being thought about is stopped and
    /// its reports are cut off. `report` is called from a thread of the engine, with [`Report::Done`] exactly once at the
    /// end.
    pub fn go(&mut self, game: &Game, task: Task, limits: Limits, mut report: impl FnMut(Report) + Send + 'static) {
        self.cancel();
        let Options { hash_bytes, threads } = self.options;
        let received = limits.clock.received;
        let stones = game.moves().len();
        let signals = Arc::new(Signals::new(received, Budget::new(&limits.clock, stones)));
        let wanted = Arc::new(AtomicBool::new(true));
        let (game, searcher) = (game.clone(), Arc::clone(&self.searcher));
        let thread = std::thread::spawn({
            let (signals, wanted) = (Arc::clone(&signals), Arc::clone(&wanted));
            move || {
                let mut searcher = searcher.lock();
                let searcher = searcher.get_or_insert_with(|| Searcher::new(hash_bytes, threads));
                searcher.resize(hash_bytes, threads);
                let mut say = |said: Report| {
                    if wanted.load(Relaxed) {
                        report(said);
                    }
                };
                let choice = think(searcher, &game, &task, &limits, &signals, &mut say);
                say(choice);
            }
        });
        self.current = Some(Job { signals, wanted, received, stones, thread });
    }

    /// Decides what an opening demands, and returns when that is done: with a limit of nodes for an ordinary move, in time
    /// otherwise. `lot` chooses among openings that are as good. Cancels what is being thought about.
    pub fn decide(&mut self, opening: &Opening, limits: &Limits, lot: u64) -> Option<Decision> {
        self.cancel();
        let Options { hash_bytes, threads } = self.options;
        let mut searcher = self.searcher.lock();
        let searcher = searcher.get_or_insert_with(|| Searcher::new(hash_bytes, threads));
        searcher.resize(hash_bytes, threads);
        let budget = Budget::new(&limits.clock, opening.game().moves().len());
        let signals = Signals::new(limits.clock.received, budget);
        match limits.nodes {
            Some(nodes) => chooser::decide(searcher, opening, nodes, lot, &signals),
            None => chooser::decide_in_time(searcher, opening, lot, &signals),
        }
    }

    /// Changes the clock of the request that is being thought about, if there is one. `received` stays what it was.
    pub fn set_clock(&mut self, clock: Clock) {
        if let Some(job) = &self.current {
            job.signals.set_budget(Budget::new(&Clock { received: job.received, ..clock }, job.stones));
        }
    }

    /// Asks to answer at once with the best found so far. [`Report::Done`] follows within milliseconds.
    pub fn stop(&self) {
        if let Some(job) = &self.current {
            job.signals.stop();
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

    /// Share of the transposition table that the latest request used, in thousandths. Waits for a request to end.
    pub fn hash_permille(&mut self) -> u32 {
        self.wait();
        self.searcher.lock().as_ref().map_or(0, Searcher::hash_permille)
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.cancel();
    }
}

impl Options {
    fn in_range(self) -> Options {
        Options {
            hash_bytes: self.hash_bytes.max(Options::MIN_HASH_BYTES),
            threads: self.threads.clamp(1, Options::MAX_THREADS),
        }
    }
}

/// Does one task and returns its last report.
fn think(
    searcher: &mut Searcher,
    game: &Game,
    task: &Task,
    limits: &Limits,
    signals: &Signals,
    say: &mut dyn FnMut(Report),
) -> Report {
    let (lines, exclude) = match task {
        Task::Move { lines, exclude } => (*lines, exclude.clone()),
        Task::Solve => (1, SmallVec::new()),
        Task::Swap2 => {
            let (choice, found) = chooser::swap2(searcher, game, limits.nodes, signals);
            let info = found.map(|found| Info::new(&found, searcher.hash_permille(), signals));
            return Report::Done { choice, info };
        }
    };
    let request = Request { lines, exclude, depth: limits.depth, nodes: limits.nodes, proof: *task == Task::Solve };
    let best = searcher.search(game, &request, signals, &mut |found, permille| {
        say(Report::Info(Info::new(found, permille, signals)));
    });
    let info = best.map(|found| Info::new(&found, searcher.hash_permille(), signals));
    let best = info.as_ref().and_then(|info| info.variation.first().copied().zip(Some(info.score)));
    let choice = match (best, task) {
        (Some((point, score)), Task::Solve) if score.is_win() => Choice::Move(point),
        (_, Task::Solve) | (None, _) => Choice::Nothing,
        (Some((point, _)), _) => Choice::Move(point),
    };
    Report::Done { choice, info }
}

impl Info {
    pub(crate) fn new(found: &Found, hash_permille: u32, signals: &Signals) -> Info {
        Info {
            rank: found.rank,
            depth: found.depth,
            selective_depth: found.selective_depth,
            score: found.score,
            nodes: found.nodes,
            elapsed: signals.elapsed(),
            hash_permille,
            variation: found.variation.clone(),
        }
    }
}
