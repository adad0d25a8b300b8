//! The recursion: iterative deepening, principal variation search, and quiescence over jumps and squares.

mod node;
mod quiescence;
mod window;

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use smallvec::SmallVec;

use super::order::{self, History, Ranked};
use super::{DECIDED, Found, Limits, WIN};
use crate::jiu::bits::Bits;
use crate::jiu::board::{Act, Board, Kind};
use crate::jiu::cells::Cells;
use crate::jiu::eval::Weights;
use crate::jiu::game::Game;
use crate::jiu::laws::Laws;
use crate::jiu::position::Stage;
use crate::jiu::rules::Rules;
use crate::jiu::table::Table;
use crate::jiu::turn::Turn;
use node::Node;
use tengen_engine::internals::zobrist::Key;
use window::Window;

/// The deepest iteration.
const MOST_DEPTH: u32 = 60;
/// The most plies of a line, quiescence included.
const MOST_PLIES: usize = 200;
/// Plies between two looks at the clock.
const LOOK_EVERY: u64 = 512;
/// A new iteration is not begun when this share of the time is over: it takes longer than all before.
const LAST_START: f64 = 0.6;

/// Half the window around the score of the iteration before.
const ASPIRATION: i32 = 60;
/// Depth from which the window is narrow.
const ASPIRATION_DEPTH: u32 = 3;
/// Reverse futility: a side that is ahead by this for every turn left is not searched any deeper.
const FUTILITY: i32 = 110;
const FUTILITY_DEPTH: i32 = 3;
/// Null move: turns less to search after a pass, and the depth from which one is tried.
const NULL_REDUCTION: i32 = 3;
const NULL_DEPTH: i32 = 3;
/// A side with fewer stones that can step may be in zugzwang: passing proves nothing.
const NULL_MOBILE: i32 = 8;
/// A side to move with no more stones that can step must often give something away: it is searched on.
const NARROW: i32 = 2;
/// Late move reduction: begins after so many plies, at this depth.
const LATE: usize = 4;
const LATE_DEPTH: i32 = 2;
/// Quiet plies that are searched at depths 1 and 2.
const LATE_PRUNING: [usize; 3] = [0, 14, 28];
/// Stones to take that are tried: at the root of a turn on the principal variation, elsewhere, and in quiescence.
const TAKES_ON_PV: usize = 12;
const TAKES: usize = 4;
const TAKES_IN_QUIESCENCE: usize = 1;
/// Points to place on that are tried: on the principal variation and elsewhere.
const PLACES_ON_PV: usize = 24;
const PLACES: usize = 12;
/// Quiescence: a capture is not searched when even with so much more per stone it stays below alpha.
const DELTA: i32 = 250;
const DELTA_STONE: i32 = 130;
/// Plies of quiescence.
const QUIESCENCE_PLIES: i32 = 8;

/// A search that was ended.
struct Stopped;

type Line = SmallVec<[Act; 16]>;

/// What is set from elsewhere to end a search.
type StopFlag<'a> = Option<&'a AtomicBool>;

pub(super) struct Worker<const W: usize> {
    laws: Laws<W>,
    weights: Weights,
    table: Table,
    history: History<W>,
    killers: Vec<[Option<Act>; 2]>,
    /// Keys since the last capture before the root, and of the line that is searched.
    keys: Vec<Key>,
    acts: Vec<Act>,
    ranked: Vec<Ranked>,
    nodes: u64,
    until: Option<Instant>,
    most_nodes: u64,
}

impl<const W: usize> Worker<W> {
    pub(super) fn new(rules: &Rules, weights: Weights, hash_bytes: usize) -> Worker<W> {
        Worker {
            laws: Laws::new(rules),
            weights,
            table: Table::new(hash_bytes),
            history: History::new(),
            killers: vec![[None; 2]; MOST_PLIES + 1],
            keys: Vec::new(),
            acts: Vec::new(),
            ranked: Vec::new(),
            nodes: 0,
            until: None,
            most_nodes: u64::MAX,
        }
    }

    pub(super) fn rules(&self) -> &Rules {
        &self.laws.rules
    }

    pub(super) fn search(&mut self, game: &Game, limits: Limits<'_>, report: &mut dyn FnMut(&Found)) -> Option<Found> {
        let begin = Instant::now();
        let root = Board::<W>::from_game(game);
        self.keys = game.quiet_keys().to_vec();
        self.nodes = 0;
        self.until = limits.time.map(|time| begin + time);
        self.most_nodes = limits.nodes.unwrap_or(u64::MAX);
        self.table.new_search();
        self.history.decay();
        self.killers.fill([None; 2]);
        // Something legal is there whatever happens.
        let mut best = self.found(game, &root, &Line::new(), 0, 0)?;
        let mut score = 0;
        for depth in 1..=limits.depth.unwrap_or(MOST_DEPTH).clamp(1, MOST_DEPTH) {
            let mut line = Line::new();
            match self.iterate(&root, depth, score, limits.stop, &mut line) {
                Ok(value) => score = value,
                Err(Stopped) => break,
            }
            best = self.found(game, &root, &line, score, depth)?;
            report(&best);
            let over = |time: Duration| begin.elapsed() > time.mul_f64(LAST_START);
            if score.abs() > DECIDED && WIN - score.abs() <= depth as i32 || limits.time.is_some_and(over) {
                break;
            }
            if self.is_forced(&root) && limits.depth.is_none() && (limits.time.is_some() || limits.nodes.is_some()) {
                break;
            }
        }
        best.nodes = self.nodes;
        Some(best)
    }

    /// Whether there is nothing to choose.
    fn is_forced(&mut self, root: &Board<W>) -> bool {
        let mut acts = Vec::new();
        self.push_acts(root, root.empty(&self.laws), &mut acts);
        acts.len() == 1 && root.after(&self.laws, acts[0]).pending == 0
    }

    /// One depth, with a window around the last score that is opened when the new one lies outside.
    fn iterate(
        &mut self,
        root: &Board<W>,
        depth: u32,
        last: i32,
        stop: StopFlag<'_>,
        line: &mut Line,
    ) -> Result<i32, Stopped> {
        let mut window = match depth < ASPIRATION_DEPTH || last.abs() > DECIDED {
            true => Window::FULL,
            false => Window { alpha: last - ASPIRATION, beta: last + ASPIRATION },
        };
        loop {
            let score = self.node(Node { board: root, depth: depth as i32, window, ply: 0 }, stop, line)?;
            if score <= window.alpha && window.alpha > -WIN {
                window.alpha = -WIN;
            } else if score >= window.beta && window.beta < WIN {
                window.beta = WIN;
            } else {
                return Ok(score);
            }
        }
    }

    /// The line as turns. What a line does not say about stones to take is chosen by their rank.
    fn found(&mut self, game: &Game, root: &Board<W>, line: &[Act], score: i32, depth: u32) -> Option<Found> {
        let mut turns = Vec::new();
        let (mut board, mut game) = (*root, game.clone());
        let mut rest = line.iter().copied();
        while game.outcome().is_none() {
            let next = rest.next().filter(|act| self.is_legal(&board, *act));
            let Some(act) = next.or_else(|| if turns.is_empty() { self.first(&board) } else { None }) else { break };
            let turn = self.whole_turn(&mut board, act, &mut rest);
            if game.play(&turn).is_err() {
                debug_assert!(false, "a turn that the rules refuse: {turn:?}\n{:?}", game.position());
                break;
            }
            turns.push(turn);
        }
        let turn = turns.first()?.clone();
        Some(Found { turn, line: turns, score, depth, nodes: self.nodes })
    }

    fn is_legal(&mut self, board: &Board<W>, act: Act) -> bool {
        let mut acts = Vec::new();
        self.push_acts(board, board.empty(&self.laws), &mut acts);
        acts.contains(&act)
    }

    fn first(&mut self, board: &Board<W>) -> Option<Act> {
        let mut acts = Vec::new();
        self.push_acts(board, board.empty(&self.laws), &mut acts);
        acts.first().copied()
    }

    fn whole_turn(&self, board: &mut Board<W>, act: Act, rest: &mut impl Iterator<Item = Act>) -> Turn {
        let point = || Bits::<W>::point(usize::from(act.to));
        let before = *board;
        *board = board.after(&self.laws, act);
        match act.kind {
            Kind::Place => return Turn::Place(point()),
            Kind::Lift => return Turn::Lift(point()),
            Kind::Path | Kind::Take => {}
        }
        let mut taken = Vec::new();
        while board.pending > 0 {
            let named = rest.next().filter(|take| take.kind == Kind::Take && board.other().contains(take.to.into()));
            let take = named.unwrap_or_else(|| self.best_take(board));
            taken.push(Bits::<W>::point(usize::from(take.to)));
            *board = board.after(&self.laws, take);
        }
        debug_assert_eq!(before.counts[before.to_move as usize], board.counts[before.to_move as usize]);
        Turn::new_move(Board::<W>::path(act), taken)
    }

    fn best_take(&self, board: &Board<W>) -> Act {
        let (mut acts, mut ranked) = (Vec::new(), Vec::new());
        board.push_points(&self.laws, &mut acts);
        order::rank_takes(board, &self.laws, &acts, &mut ranked);
        ranked.iter().max_by_key(|ranked| ranked.rank).expect("a stone is left to take").act
    }

    /// Everything that can be played, flights only to some points.
    fn push_acts(&mut self, board: &Board<W>, flights: Bits<W>, acts: &mut Vec<Act>) {
        if board.stage == Stage::Move && board.pending == 0 {
            board.push_jumps(&self.laws, acts);
            board.push_steps(&self.laws, flights, acts);
        } else {
            board.push_points(&self.laws, acts);
        }
    }

    /// Where flights are searched to: into and beside open gates of both sides and beside cells with two stones.
    fn flights(&self, board: &Board<W>) -> Bits<W> {
        let empty = board.empty(&self.laws);
        if !board.flies(&self.laws, board.to_move) {
            return empty;
        }
        let (own, other) = (board.own(), board.other());
        let near = |set: Bits<W>| set.seen_at(1, 0) | set.seen_at(-1, 0) | set.seen_at(0, 1) | set.seen_at(0, -1);
        let holes = |stones| Cells::hole_points(Cells::new(stones, empty).holes);
        let beside = near(own) & (own.seen_at(1, 1) | own.seen_at(-1, 1) | own.seen_at(1, -1) | own.seen_at(-1, -1));
        let wanted = (holes(own) | holes(other) | beside | near(other) & near(empty)) & empty;
        if wanted.is_empty() { empty } else { wanted }
    }

    fn look(&self, stop: StopFlag<'_>) -> Result<(), Stopped> {
        let late = self.nodes.is_multiple_of(LOOK_EVERY)
            && (self.until.is_some_and(|until| Instant::now() >= until) || stop.is_some_and(|stop| stop.load(Relaxed)));
        if late || self.nodes >= self.most_nodes { Err(Stopped) } else { Ok(()) }
    }

    fn is_drawn(&self, board: &Board<W>) -> bool {
        let rules = &self.laws.rules;
        if rules.quiet.is_some_and(|limit| usize::from(board.quiet) >= limit.get()) {
            return true;
        }
        // The second occurrence is as good as the third: what was possible once is possible again.
        let quiet = usize::from(board.quiet).min(self.keys.len() - 1);
        let earlier = &self.keys[self.keys.len() - 1 - quiet..self.keys.len() - 1];
        rules.repeat.is_some() && earlier.contains(&board.key)
    }

    /// Brings the best of the rest to its place: most nodes need but few.
    fn bring_best(&mut self, place: usize) {
        let left = &mut self.ranked[place..];
        let (mut best, mut best_rank) = (0, i32::MIN);
        for (at, ranked) in left.iter().enumerate() {
            // Of equal ranks the first comes first.
            if ranked.rank > best_rank {
                (best, best_rank) = (at, ranked.rank);
            }
        }
        left.swap(0, best);
    }

    fn push_ranked(&mut self, board: &Board<W>, known: Option<Act>, ply: usize) {
        let first = self.ranked.len();
        let mut acts = std::mem::take(&mut self.acts);
        acts.clear();
        let flights = if ply == 0 { board.empty(&self.laws) } else { self.flights(board) };
        self.push_acts(board, flights, &mut acts);
        let killers = self.killers[ply];
        match (board.pending > 0, board.stage) {
            (true, _) => order::rank_takes(board, &self.laws, &acts, &mut self.ranked),
            (false, Stage::Place) => {
                order::rank_places(board, &self.laws, &acts, killers, &self.history, &mut self.ranked);
            }
            _ => {
                let holes = Cells::hole_points(Cells::new(board.own(), board.empty(&self.laws)).holes);
                self.ranked.extend(
                    acts.iter().map(|&act| order::rank_path(board, &self.laws, holes, act, killers, &self.history)),
                );
            }
        }
        if let Some(known) = known
            && let Some(at) = self.ranked[first..].iter().position(|ranked| ranked.act == known)
        {
            self.ranked[first + at].rank = i32::MAX;
        }
        self.acts = acts;
    }

    /// How many stones of the side to move can step.
    fn mobile(&self, board: &Board<W>) -> i32 {
        let empty = board.empty(&self.laws);
        let near = empty.seen_at(1, 0) | empty.seen_at(-1, 0) | empty.seen_at(0, 1) | empty.seen_at(0, -1);
        (board.own() & near).len()
    }
}
