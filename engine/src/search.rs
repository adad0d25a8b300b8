//! The search: what one request needs, the threads that share it, and the order of things from request to answer.
//!
//! It never speaks: what it finds goes to a callback. It knows nothing of commands, managers or streams.

mod busy;
pub mod correction;
pub mod history;
pub mod params;
pub mod picker;
pub mod pvs;
pub mod threat;
pub mod time;
pub mod tt;
mod worker;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use smallvec::SmallVec;

use crate::game::Game;
use crate::moves::{self, Situation};
use crate::point::Point;
use crate::rule::Rule;
use crate::score::{MAX_PLY, Score};
use crate::with_rule;
use busy::Busy;
use params::Params;
use threat::plan::Prospect;
use time::Budget;
use worker::{Memory, Worker};

/// The deepest iteration.
const MAX_DEPTH: i32 = MAX_PLY as i32 / 2;
/// With less time than this the search goes by nodes: the clock is too coarse to end it well.
const INSTANT: Duration = Duration::from_millis(3);
/// Nodes of an answer that shall come as fast as possible.
const INSTANT_NODES: u64 = 2_000;

/// About the most entries that a thread makes in a second: about every other node leaves one.
const ENTRIES_PER_SECOND: f64 = 1e6;
/// Searches of a game for whose entries there is room in the table. Older ones are seldom of use.
const SEARCHES_HELD: u64 = 4;

/// One in so many of the nodes of a search goes to the search for a win by threats.
const THREATS_SHARE: u64 = 16;
/// With fewer nodes it is not begun.
const LEAST_THREATS: u64 = 256;

/// What a running search is told from outside, by any thread at any time.
#[derive(Debug)]
pub struct Signals {
    received: Instant,
    stop: AtomicBool,
    soft_nanos: AtomicU64,
    hard_nanos: AtomicU64,
}

impl Signals {
    /// Signals of a request with this budget, counted from its receipt.
    pub fn new(received: Instant, budget: Budget) -> Signals {
        let signals = Signals {
            received,
            stop: AtomicBool::new(false),
            soft_nanos: AtomicU64::new(0),
            hard_nanos: AtomicU64::new(0),
        };
        signals.set_budget(budget);
        signals
    }

    /// Changes the budget.
    pub fn set_budget(&self, budget: Budget) {
        let nanos = |limit: Option<Duration>| {
            limit.map_or(u64::MAX, |limit| u64::try_from(limit.as_nanos()).unwrap_or(u64::MAX - 1))
        };
        self.soft_nanos.store(nanos(budget.soft), Relaxed);
        self.hard_nanos.store(nanos(budget.hard), Relaxed);
    }

    /// The budget.
    pub fn budget(&self) -> Budget {
        let limit = |nanos: &AtomicU64| match nanos.load(Relaxed) {
            u64::MAX => None,
            nanos => Some(Duration::from_nanos(nanos)),
        };
        Budget { soft: limit(&self.soft_nanos), hard: limit(&self.hard_nanos) }
    }

    /// Asks the search to end.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Whether the search was asked to end, or its time is up.
    pub fn is_over(&self) -> bool {
        self.stop.load(Relaxed) || self.budget().is_over(self.elapsed())
    }

    /// Time since the request was received.
    pub fn elapsed(&self) -> Duration {
        self.received.elapsed()
    }
}

/// What the threads of one search share.
struct Shared<'a> {
    params: &'a Params,
    table: &'a tt::Table,
    /// Where the threads are, if there are several.
    busy: Option<Busy>,
    signals: &'a Signals,
    /// Ends this search, but not the request it is part of.
    stop: AtomicBool,
    nodes: Box<[AtomicU64]>,
    /// For each thread.
    node_limit: u64,
    /// Whether the clock is watched.
    timed: bool,
}

impl Shared<'_> {
    fn is_time_over(&self) -> bool {
        self.signals.stop.load(Relaxed) || (self.timed && self.signals.is_over())
    }

    fn total_nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.load(Relaxed)).sum()
    }
}

/// What to search for.
#[derive(Clone, Debug)]
pub struct Request {
    /// How many of the best moves are wanted.
    pub lines: usize,
    /// Moves that are not considered.
    pub exclude: SmallVec<[Point; 4]>,
    /// The deepest iteration, if limited.
    pub depth: Option<u32>,
    /// Nodes for each thread, if limited.
    pub nodes: Option<u64>,
    /// Whether a proof is wanted: then even a single move is searched.
    pub proof: bool,
}

impl Default for Request {
    /// The best move, without any limit.
    fn default() -> Request {
        Request { lines: 1, exclude: SmallVec::new(), depth: None, nodes: None, proof: false }
    }
}

impl Request {
    /// Entries of the table that searches such as this one can fill: without end when neither time nor nodes are limited.
    fn entries(&self, budget: Budget, threads: usize) -> u64 {
        let in_time = budget.hard.map_or(u64::MAX, |hard| (hard.as_secs_f64() * ENTRIES_PER_SECOND) as u64);
        let of_one = self.nodes.map_or(in_time, |nodes| nodes.min(in_time));
        of_one.saturating_mul(SEARCHES_HELD * threads as u64)
    }
}

/// One line that was found.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// 1 for the best line, 2 for the next.
    pub rank: usize,
    /// Plies searched in full.
    pub depth: u32,
    /// Plies of the longest line of the variation's kind.
    pub selective_depth: u32,
    /// For the side to move.
    pub score: Score,
    /// Nodes visited.
    pub nodes: u64,
    /// The expected moves.
    pub variation: SmallVec<[Point; 16]>,
}

/// What is added to the lead in score of one thread's result over another's before it is multiplied by the depth: the
/// smaller, the more the score counts.
const VOTE_BASE: i32 = 20;

impl Found {
    /// The better founded one of two results of the same search: the nearer win, or else a high score from great depth.
    fn or_better(self, other: Found) -> Found {
        let least = self.score.min(other.score).value();
        let weight = |found: &Found| (found.score.value() - least + VOTE_BASE) * found.depth as i32;
        let is_other_better = if self.score.is_win() || other.score.is_win() {
            other.score > self.score
        } else {
            weight(&other) > weight(&self)
        };
        if is_other_better { other } else { self }
    }
}

/// Everything that lasts from search to search: the table, and what each thread remembers.
pub struct Searcher {
    table: tt::Table,
    /// The size that was asked for, which the table may not have.
    hash_bytes: usize,
    memories: Vec<Memory>,
    planner: threat::Planner,
    params: Params,
    lines: Vec<Found>,
}

impl Searcher {
    /// A searcher that knows nothing.
    pub fn new(hash_bytes: usize, threads: usize) -> Searcher {
        let (table, memories) = (tt::Table::new(hash_bytes), memories(threads));
        Searcher {
            table,
            hash_bytes,
            memories,
            planner: threat::Planner::new(),
            params: Params::default(),
            lines: Vec::new(),
        }
    }

    /// Changes the numbers to search by. What was learned with others stays until it is forgotten.
    pub fn set_params(&mut self, params: Params) {
        self.params = params;
    }

    /// Changes the size of the table, which is then empty, and the number of threads. What stays the same is kept.
    pub fn resize(&mut self, hash_bytes: usize, threads: usize) {
        if self.hash_bytes != hash_bytes {
            // The old table goes first, so that there is room for the new one.
            self.table = tt::Table::new(0);
            self.table = tt::Table::new(hash_bytes);
            self.hash_bytes = hash_bytes;
        }
        if self.memories.len() != threads {
            self.memories = memories(threads);
        }
    }

    /// Forgets everything learned.
    pub fn forget(&mut self) {
        self.table.clear();
        self.memories.iter_mut().for_each(Memory::forget);
        self.planner.forget();
    }

    /// Share of the table in use, in thousandths.
    pub fn hash_permille(&self) -> u32 {
        self.table.permille()
    }

    /// The lines of the last iteration of the latest search in which all of them were finished, the best first: all from
    /// one depth, and each with another move. None when no iteration was finished or none was needed.
    pub fn lines(&self) -> &[Found] {
        &self.lines
    }

    /// Searches the position of a game and returns the best line, or `None` when there is no move at all. `report` hears of
    /// every finished line, with the share of the table in use in thousandths.
    pub fn search(
        &mut self,
        game: &Game,
        request: &Request,
        signals: &Signals,
        report: &mut dyn FnMut(&Found, u32),
    ) -> Option<Found> {
        self.table.make_room(request.entries(signals.budget(), self.memories.len()));
        self.table.grow_older();
        with_rule!(game.rule(), R => self.search_rule::<R>(game, request, signals, report))
    }

    fn search_rule<R: Rule>(
        &mut self,
        game: &Game,
        request: &Request,
        signals: &Signals,
        report: &mut dyn FnMut(&Found, u32),
    ) -> Option<Found> {
        self.lines.clear();
        let instant = signals.budget().hard.is_some_and(|hard| hard < INSTANT);
        let shared = Shared {
            params: &self.params,
            table: &self.table,
            busy: (self.memories.len() > 1).then(Busy::new),
            signals,
            stop: AtomicBool::new(false),
            nodes: self.memories.iter().map(|_| AtomicU64::new(0)).collect(),
            node_limit: request.nodes.unwrap_or(u64::MAX).min(if instant { INSTANT_NODES } else { u64::MAX }),
            timed: !instant,
        };
        let (first, helpers) = self.memories.split_first_mut().expect("there is always a thread");
        first.history.fade();
        let mut main = Worker::<R>::new(game, first, &shared, 0);
        main.list_root_moves(&request.exclude);
        if main.root.is_empty() {
            return None;
        }
        let hurried = signals.budget() != Budget::UNLIMITED && !request.proof;
        if request.lines <= 1
            && let Some(found) = main.at_once(game, hurried).or_else(|| main.as_planned(game, &self.planner))
        {
            report(&found, shared.table.permille());
            return Some(found);
        }
        let last =
            request.depth.map_or(MAX_DEPTH, |depth| i32::try_from(depth).unwrap_or(MAX_DEPTH)).clamp(1, MAX_DEPTH);
        let all_lines = &mut self.lines;
        std::thread::scope(|scope| {
            let shared = &shared;
            let help = |(number, memory)| scope.spawn(move || help::<R>(game, request, memory, shared, number));
            let helpers: Vec<_> = (1..).zip(helpers).map(help).collect();
            let mut calm = Calm::default();
            let mut by_threats = None;
            main.iterate(request.lines, 1..=last, |worker| {
                let found = worker.found(worker.rank + 1);
                report(&found, shared.table.permille());
                let lines = request.lines.min(worker.root.len()).max(1);
                if worker.rank + 1 == lines {
                    *all_lines = (1..=lines).map(|rank| worker.found(rank)).collect();
                }
                let decided = worker.root[..lines].iter().all(|root_move| root_move.score.is_decided());
                let more = worker.rank > 0 || calm.goes_on(&found, request, signals);
                // Several lines are done once all of them are; a single one has rules of its own.
                let more = more && !(lines > 1 && worker.rank + 1 == lines && decided);
                if more && request.lines <= 1 {
                    by_threats = worker.look_for_threats(game, &mut self.planner);
                    by_threats.iter().for_each(|found| report(found, shared.table.permille()));
                }
                more && by_threats.is_none()
            });
            shared.stop.store(true, Relaxed);
            let others = helpers.into_iter().map(|helper| helper.join().expect("a helper does not panic"));
            // Helpers know nothing of further lines.
            let best = others.filter(|_| request.lines <= 1).chain(by_threats).fold(main.found(1), Found::or_better);
            Some(Found { nodes: shared.total_nodes(), ..best })
        })
    }
}

/// What a thread does beside the first: it searches the same position until it is stopped, to fill the table and to have a
/// say in the choice.
fn help<R: Rule>(game: &Game, request: &Request, memory: &mut Memory, shared: &Shared, number: usize) -> Found {
    memory.history.fade();
    let mut helper = Worker::<R>::new(game, memory, shared, number);
    helper.list_root_moves(&request.exclude);
    // Helpers begin with different iterations, so that they do not all do the same.
    let kept = (number % 2) as i32;
    helper.iterate(1, (1..=MAX_DEPTH).filter(|depth| depth % 2 != kept || *depth > 6), |_| true);
    helper.found(1)
}

fn memories(threads: usize) -> Vec<Memory> {
    (0..threads.max(1)).map(|_| Memory::default()).collect()
}

/// How settled the best move is from iteration to iteration.
#[derive(Default)]
struct Calm {
    best: Option<Point>,
    score: Option<Score>,
    /// Iterations for which the best move has been the same.
    iterations: u32,
}

impl Calm {
    /// Whether another iteration is worth it after this line.
    fn goes_on(&mut self, found: &Found, request: &Request, signals: &Signals) -> bool {
        let best = found.variation.first().copied();
        self.iterations = if best == self.best { self.iterations + 1 } else { 0 };
        let fall = self.score.map_or(0, |before| (before.value() - found.score.value()).clamp(0, 200));
        (self.best, self.score) = (best, Some(found.score));
        if request.lines <= 1 {
            if found.score.is_win() {
                return false;
            }
            // Lost whatever is played, and seen to the end.
            if found.score.plies_to_end().is_some_and(|plies| found.depth as usize > plies) {
                return false;
            }
        }
        let unrest = fall as u32 / 2 + 60 / (self.iterations + 1);
        !signals.budget().is_enough(signals.elapsed(), unrest)
    }
}

impl<R: Rule> Worker<'_, R> {
    /// The best line, or the one of another rank, as it stands.
    fn found(&mut self, rank: usize) -> Found {
        let root_move = &self.root[rank - 1];
        let score = [root_move.score, root_move.before].into_iter().find(|&score| score > -Score::INFINITE);
        // An iteration that was stopped before its first result counts for nothing.
        let begun_only = root_move.score == -Score::INFINITE;
        self.shared.nodes[self.number].store(self.nodes, Relaxed);
        Found {
            rank,
            depth: (self.root_depth - i32::from(begun_only)).max(0) as u32,
            selective_depth: self.selective_depth.max(root_move.variation.len()) as u32,
            score: score.unwrap_or_else(|| self.eval.score(&self.board)),
            nodes: self.shared.total_nodes(),
            variation: root_move.variation.clone(),
        }
    }

    /// The answer when no search is needed: a win in sight, or, when time matters, a single move.
    fn at_once(&mut self, game: &Game, hurried: bool) -> Option<Found> {
        let (plies, variation): (usize, SmallVec<[Point; 16]>) = match moves::situation(&self.board) {
            Situation::Five(five) if self.allows(five) => (1, SmallVec::from_slice(&[five])),
            Situation::AnswerFive(_) if hurried && self.root.len() == 1 => {
                let mut found = self.found(1);
                found.depth = 1;
                return Some(found);
            }
            Situation::AnswerFive(_) => return None,
            _ => {
                let plies = self.solve_fours(params::ROOT_FOURS, threat::Breadth::All)?;
                (plies, self.vcf.line().collect())
            }
        };
        let wins = variation.first().is_some_and(|&first| self.allows(first)) && is_won(game, &variation);
        wins.then(|| self.won(plies, variation))
    }

    /// The next move of a win by threats that was found earlier in the game.
    fn as_planned(&self, game: &Game, planner: &threat::Planner) -> Option<Found> {
        self.allowed(planner.prospect(game)?)
    }

    /// Looks for a win by threats, in proportion to what was searched so far.
    fn look_for_threats(&mut self, game: &Game, planner: &mut threat::Planner) -> Option<Found> {
        let share = (self.nodes / THREATS_SHARE).saturating_sub(self.threat_nodes).min(self.nodes_left());
        if share < LEAST_THREATS {
            return None;
        }
        let before = planner.nodes();
        let shared = self.shared;
        let prospect = planner.look(game, share, &|| shared.is_time_over());
        let looked_at = planner.nodes() - before;
        self.threat_nodes += looked_at;
        self.nodes += looked_at;
        self.allowed(prospect?)
    }

    /// A win by threats, unless its first move is excluded or its end lies too far away for a score.
    fn allowed(&self, prospect: Prospect) -> Option<Found> {
        let Prospect { plies, line } = prospect;
        let allowed = plies <= MAX_PLY && line.first().is_some_and(|&first| self.allows(first));
        allowed.then(|| self.won(plies, line.into()))
    }

    fn won(&self, plies: usize, variation: SmallVec<[Point; 16]>) -> Found {
        self.shared.nodes[self.number].store(self.nodes, Relaxed);
        Found {
            rank: 1,
            depth: plies as u32,
            selective_depth: plies as u32,
            score: Score::win_in(plies),
            nodes: self.shared.total_nodes().max(1),
            variation,
        }
    }

    fn allows(&self, point: Point) -> bool {
        self.root.iter().any(|root_move| root_move.point == point)
    }
}

/// Whether the moves, played one after another by the rules, end the game for the side to move. A continuous game is judged
/// as though it ended.
fn is_won(game: &Game, variation: &[Point]) -> bool {
    let mut end = game.clone();
    for &point in variation {
        if end.place(end.to_move(), point).is_err() {
            return false;
        }
        let won = end.outcome().and_then(|outcome| outcome.winner()) == Some(game.to_move());
        if won || (game.rules().continuous && end.cell(point) == crate::line::Cell::Wall) {
            return true;
        }
        if end.outcome().is_some() {
            return false;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::point::{BoardSize, Rows};
    use crate::rule::{Renju, RuleKind};

    /// Searches with one thread while others are noted to be at the positions after some moves, by their rank at the root.
    fn search(game: &Game, taken: &[usize]) -> Found {
        let shared = Shared {
            params: &Params::default(),
            table: &tt::Table::new(1 << 20),
            busy: Some(Busy::new()),
            signals: &Signals::new(Instant::now(), Budget::UNLIMITED),
            stop: AtomicBool::new(false),
            nodes: Box::new([AtomicU64::new(0)]),
            node_limit: u64::MAX,
            timed: false,
        };
        let mut memory = Memory::default();
        let mut worker = Worker::<Renju>::new(game, &mut memory, &shared, 0);
        worker.list_root_moves(&[]);
        for &rank in taken {
            shared.busy.iter().for_each(|busy| busy.begin(worker.board.key_after(worker.root[rank].point)));
        }
        worker.iterate(1, 1..=6, |_| true);
        worker.found(1)
    }

    #[test]
    fn moves_put_off_are_searched_after_all() {
        let size = BoardSize::square(15).unwrap();
        let game = Game::from_text(RuleKind::Renju, size, "h8i9g7f9", Rows::FromBottom).unwrap();
        let alone = search(&game, &[]);
        let moves = moves::available(&Board::<Renju>::from_game(&game), &Situation::Free).iter().count();
        assert_eq!(search(&game, &[moves - 2, moves - 1]), alone, "the last moves come last in any case");
        assert_ne!(search(&game, &[2, 3]).nodes, alone.nodes, "nothing was put off");
    }
}
