//! The search: what one request needs, the threads that share it, and the order of things from request to answer.
//!
//! It never speaks: what it finds goes to a callback. It knows nothing of commands, managers or streams.

mod abdada;
mod best_line;
mod control;
pub mod correction;
mod deepening;
pub mod history;
mod known;
mod memory;
mod node;
pub mod params;
pub mod picker;
pub mod pvs;
mod request;
mod root;
mod root_moves;
mod stability;
mod tables;
pub mod threat;
pub mod time;
pub mod tt;
mod worker;

use std::slice;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use crate::game::Game;
use crate::rule::Rule;
use crate::score::MAX_PLY;
use crate::with_rule;
use abdada::AbdadaTable;
pub use best_line::Line;
pub use control::SearchControl;
use deepening::{Reporter, deepen};
pub use known::KnownScore;
use known::KnownScores;
use params::Params;
pub use request::{Request, SURELY_SHORTEST};
pub use tables::Tables;
use time::{Budget, TimePart};
use worker::{ThreadData, Worker};

/// The deepest iteration.
const MAX_DEPTH: i32 = MAX_PLY as i32 / 2;
/// With less time than this the search goes by nodes: the clock is too coarse to end it well.
const INSTANT: Duration = Duration::from_millis(3);
/// Nodes of an answer that shall come as fast as possible.
const INSTANT_NODES: u64 = 2_000;

/// Bytes that a thread takes beside its data while it searches, generously: its stack, its board, and the line that it is on.
const BESIDE_DATA: usize = 4 << 20;
/// Bytes that each thread after the first takes.
pub const THREAD_BYTES: usize = ThreadData::BYTES + BESIDE_DATA;

/// Bytes that so many threads take beside their data, and one more that begins meanwhile: the next request has a thread of its
/// own.
const fn beside_data(threads: usize) -> usize {
    (threads + 1) * BESIDE_DATA
}

/// Taking in what a database knows ends with this part of the time, one in so many: the most is for the search.
const KNOWN_PART: u32 = 4;
/// Positions that a search without a clock takes in.
const INSTANT_KNOWN: usize = 32;

/// What the threads of one search share.
struct Shared<'a> {
    params: &'a Params,
    table: &'a tt::TranspositionTable,
    /// The won and lost positions, which stay here when others take their places in the table.
    proofs: &'a tt::TranspositionTable,
    /// Where the threads are, if there are several.
    abdada: Option<AbdadaTable>,
    control: &'a SearchControl,
    /// Ends this search, but not the request it is part of.
    stop: AtomicBool,
    nodes: Box<[AtomicU64]>,
    /// For the first thread.
    node_limit: u64,
    /// Whether the clock is watched.
    timed: bool,
    /// Whether the game goes on from a position that was decided: then the proofs are read, and count at any depth.
    decided: bool,
    /// What a database knows of positions close to the root.
    known: KnownScores,
}

impl Shared<'_> {
    fn is_time_over(&self) -> bool {
        self.is_part_over(TimePart::ALL)
    }

    /// Whether this part of the time is over, where the clock is watched, or the search was asked to end.
    fn is_part_over(&self, part: TimePart) -> bool {
        if self.timed { self.control.is_part_over(part) } else { self.control.is_stopped() }
    }

    fn total_nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.load(Relaxed)).sum()
    }
}

/// End of a search: tells the helpers when it is dropped, so that none searches on for a first thread that has panicked.
struct SearchEnd<'a>(&'a AtomicBool);

impl Drop for SearchEnd<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// Everything that lasts from search to search: the tables, and what each thread remembers.
pub struct Searcher {
    tables: Tables,
    /// Whether there is anything to forget: something was searched.
    has_searched: bool,
    thread_data: Vec<ThreadData>,
    /// Looks for wins by threats of the side to move, and of its opponent after the best move.
    prover: threat::VctProver,
    /// The position since which the game that was searched last is found to be won or lost.
    decided: Option<Game>,
    params: Params,
}

impl Searcher {
    /// A searcher that knows nothing.
    pub fn new(hash_bytes: usize, threads: usize) -> Searcher {
        let first = ThreadData::default();
        let prover = threat::VctProver::new(first.vcf.sharing_memory());
        let mut thread_data = vec![first];
        set_threads(&mut thread_data, threads);
        let tables = memory::leaving(beside_data(thread_data.len()), || Tables::new(hash_bytes));
        Searcher { tables, has_searched: false, thread_data, prover, decided: None, params: Params::default() }
    }

    /// Changes the numbers to search by. What was learned with others stays until it is forgotten.
    pub fn set_params(&mut self, params: Params) {
        self.params = params;
    }

    /// Changes the size of the tables, which are then empty, and the number of threads. What stays the same is kept. Where memory
    /// is short the threads come first, as many as there is room for: a table may have any size.
    pub fn resize(&mut self, hash_bytes: usize, threads: usize) {
        set_threads(&mut self.thread_data, threads);
        memory::leaving(beside_data(self.thread_data.len()), || self.tables.resize(hash_bytes));
    }

    /// Forgets everything learned. Costs nothing where nothing was.
    pub fn forget(&mut self) {
        if !std::mem::take(&mut self.has_searched) {
            return;
        }
        self.tables.clear();
        self.thread_data.iter_mut().for_each(ThreadData::forget);
        self.prover.forget();
        self.decided = None;
    }

    /// Searches the position of a game and returns the best line, or `None` when there is no move at all. `report`
    /// hears all lines of every finished iteration together, at least one and the best first; what it hears last has the
    /// best line in it.
    pub fn search(
        &mut self,
        game: &Game,
        request: &Request,
        control: &SearchControl,
        report: &mut dyn FnMut(&[Line]),
    ) -> Option<Line> {
        self.has_searched = true;
        let threads = request.threads(self.thread_data.len());
        self.tables.new_search(request.entries(control.budget(), threads), &|| control.is_over());
        let found = with_rule!(game.rule(), R => self.search_rule::<R>(game, request, control, report));
        match &found {
            Some(found) if found.score.is_win() || found.score.is_loss() && request.exclude.is_empty() => {
                if !self.follows_decided(game) {
                    self.decided = Some(game.clone());
                }
            }
            // One that was stopped in its first iteration, as beside the opponent's thinking, has said nothing.
            Some(found) if found.depth <= 1 && control.is_stopped() => {}
            // Nor has one that leaves moves out, unless it wins.
            _ if !request.exclude.is_empty() => {}
            // A search that no longer says so takes it back.
            _ => self.decided = None,
        }
        found
    }

    /// Whether a game goes on from a position that was found to be won or lost.
    fn follows_decided(&self, game: &Game) -> bool {
        self.decided.as_ref().is_some_and(|before| game.goes_on_from(before))
    }

    fn search_rule<R: Rule>(
        &mut self,
        game: &Game,
        request: &Request,
        control: &SearchControl,
        report: &mut dyn FnMut(&[Line]),
    ) -> Option<Line> {
        let decided = self.follows_decided(game);
        let threads = request.threads(self.thread_data.len());
        let threads = &mut self.thread_data[..threads];
        let instant = control.budget().hard.is_some_and(|hard| hard < INSTANT);
        let mut shared = Shared {
            params: &self.params,
            table: &self.tables.table,
            proofs: &self.tables.proofs,
            abdada: AbdadaTable::among(threads.len()),
            control,
            stop: AtomicBool::new(false),
            nodes: threads.iter().map(|_| AtomicU64::new(0)).collect(),
            node_limit: request.nodes.unwrap_or(u64::MAX).min(if instant { INSTANT_NODES } else { u64::MAX }),
            timed: !instant,
            decided,
            known: KnownScores::default(),
        };
        let most = if instant { INSTANT_KNOWN } else { usize::MAX };
        let known = &request.known[..most.min(request.known.len())];
        shared.known = KnownScores::new::<R>(game, known, &|| shared.is_part_over(TimePart::of_all(KNOWN_PART)));
        let (first, helpers) = threads.split_first_mut().expect("there is always a thread");
        first.history.decay();
        let mut main = Worker::<R>::new(game, first, &shared, 0);
        main.list_root_moves(request.lines, &request.exclude);
        if main.root.moves().is_empty() {
            return None;
        }
        let mut reporter = Reporter::new(report);
        let hurried = control.budget() != Budget::UNLIMITED && !request.proof && !request.thorough;
        if hurried && request.is_single() {
            main.hurry_single_move();
        }
        let at_once = if request.is_single() { main.at_once(game, &self.prover) } else { None };
        if let Some(found) = &at_once {
            reporter.tell(slice::from_ref(found));
            if !request.may_shorten(found.score, 0) {
                return at_once;
            }
        }
        let last =
            request.depth.map_or(MAX_DEPTH, |depth| i32::try_from(depth).unwrap_or(MAX_DEPTH)).clamp(1, MAX_DEPTH);
        thread::scope(|scope| {
            let shared = &shared;
            let end = SearchEnd(&shared.stop);
            // A helper that cannot be started is left out.
            let help = |(number, data)| {
                let help = move || help::<R>(game, request, data, shared, number, last);
                thread::Builder::new().spawn_scoped(scope, help).ok()
            };
            let helpers: Vec<_> = (1..).zip(helpers).filter_map(help).collect();
            let found = deepen(&mut main, game, request, last, at_once, &mut self.prover, &mut reporter);
            drop(end);
            let of_helpers = helpers.into_iter().map(|helper| helper.join().expect("a helper does not panic"));
            let best = found.choose(&mut main, request, of_helpers, &mut reporter);
            let best = Line { nodes: shared.total_nodes(), elapsed: control.elapsed(), ..best };
            reporter.tell_if_new(&best);
            Some(best)
        })
    }
}

/// Lazy SMP helper: what a thread does beside the first. It searches the same position until it is stopped, to fill the
/// table and to have a say in the choice.
///
/// Helpers that join nodes of the first thread instead (split points, with one history for all) bring it to its depth in three
/// quarters of the time, but play no better: -15 [-57, +25] Elo with two threads, -7 [-99, +84] with four.
fn help<R: Rule>(
    game: &Game,
    request: &Request,
    data: &mut ThreadData,
    shared: &Shared,
    number: usize,
    last: i32,
) -> Line {
    data.history.decay();
    let mut helper = Worker::<R>::new(game, data, shared, number);
    helper.list_root_moves(1, &request.exclude);
    helper.iterate(1, depths_of_helper(number, last), |_| true);
    helper.line(1)
}

/// The iterations of a helper, by its number and up to the last: every other one, so that it runs ahead of the first thread,
/// and not all helpers do the same.
fn depths_of_helper(number: usize, last: i32) -> impl Iterator<Item = i32> {
    let left_out = (number % 2) as i32;
    (1..=last).filter(move |depth| depth % 2 != left_out)
}

/// Changes the number of threads, at least one and no more than there is memory for. The first stays, and with it what it shares
/// with the others.
fn set_threads(thread_data: &mut Vec<ThreadData>, threads: usize) {
    thread_data.truncate(threads.max(1));
    while thread_data.len() < threads && memory::has_room(ThreadData::BYTES + beside_data(thread_data.len() + 1)) {
        let helper = thread_data[0].of_helper();
        thread_data.push(helper);
    }
}

#[cfg(test)]
mod tests;
