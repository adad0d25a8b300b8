//! What `INFO` told: times, rule, limits, memory and what to show. Nothing here is ever answered.

use std::time::Duration;

use web_time::Instant;

use tengen_engine::engine::{Clock, Options, Strength};
use tengen_engine::game::Rules;
use tengen_engine::rule::RuleKind;

use crate::command::{amount, number, words};
use crate::info::{self, Dialect, InfoKey, ShowDetail, limit};
use crate::reply::shortened;

/// Time for a move when no limit of any kind was told: what a person at a console will wait for.
const DEFAULT_TURN: Duration = Duration::from_secs(5);
/// What the process takes beside its tables: code, shape tables, one searching thread and its stack, the board. Kept
/// free of a limit on memory.
const PROCESS_BYTES: usize = 40 << 20;
/// The least limit on memory that can be kept.
pub(crate) const LEAST_MEMORY: usize = PROCESS_BYTES + Options::tables_bytes(Options::MIN_HASH_BYTES);
/// Into how many parts a limit on memory is divided, beside the least that can be kept: one for a book and one for a database
/// where there is one, and the rest for the table.
const STORE_PARTS: usize = 3;
/// The table that is taken when a limit on memory would allow more and nobody asked for it.
const GENEROUS_HASH_BYTES: usize = 256 << 20;
/// The most lines of play that may be asked for.
const MOST_LINES: usize = 1000;
/// The largest table that may be asked for, as a power of two of kilobytes.
pub const MAX_HASH_LOG_KB: u32 = if usize::BITS >= 64 { 25 } else { 20 };

/// What an `INFO` line changed that cannot wait until the next command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// The time there is.
    Clock,
    /// Nothing that a running search must know.
    Nothing,
}

/// Everything that was told by `INFO`.
#[derive(Clone, Debug, Default)]
pub struct Preferences {
    timeout_turn: Option<i64>,
    timeout_match: Option<i64>,
    time_left: Option<i64>,
    time_increment: i64,
    /// The time of the answers since `time_left` was told last or the match began, whichever was later.
    spent: Duration,
    /// Their increments.
    earned: Duration,
    rule: i64,
    max_depth: Option<u32>,
    max_nodes: Option<u64>,
    max_memory: Option<usize>,
    hash_bytes: Option<usize>,
    threads: Option<usize>,
    max_threads: Option<usize>,
    lines: Option<usize>,
    distinct_moves: bool,
    show_detail: ShowDetail,
    ponder: bool,
    uses_database: bool,
    database_is_readonly: bool,
    strength: Option<Strength>,
    seed: Option<u64>,
    /// Pending errors: what was asked in vain, by the key that asked for it.
    pending: Vec<(InfoKey, String)>,
}

impl Preferences {
    /// Nothing is told yet. No more threads than so many may be asked for.
    #[must_use]
    pub fn new(max_threads: usize) -> Preferences {
        Preferences { max_threads: Some(max_threads), ..Preferences::default() }
    }

    /// Takes in the value of a key, as it was written. What cannot be done is kept as a pending error, until the same key is set
    /// anew.
    pub fn set(&mut self, key: InfoKey, text: &str) -> Change {
        // The kind of the opponent changes nothing here, and a book is opened elsewhere.
        if matches!(key, InfoKey::GameType | InfoKey::Book) {
            return Change::Nothing;
        }
        self.retract(key);
        let word = words(text).next().unwrap_or_default();
        let Some(value) = value(key, word) else {
            let text = format!("{} needs a whole number and not \"{}\"", key.name(), shortened(word));
            self.keep_error(key, text);
            return Change::Nothing;
        };
        self.set_number(key, value);
        if key.is_clock() { Change::Clock } else { Change::Nothing }
    }

    fn set_number(&mut self, key: InfoKey, value: i64) {
        match key {
            InfoKey::TimeoutTurn => self.timeout_turn = Some(value),
            InfoKey::TimeoutMatch => self.timeout_match = Some(value),
            InfoKey::TimeLeft => {
                self.time_left = Some(value);
                self.count_anew();
            }
            InfoKey::TimeIncrement => self.time_increment = value,
            InfoKey::Rule => self.set_rule(value),
            InfoKey::MaxDepth => self.max_depth = u32::try_from(value).ok().filter(|&depth| depth > 0),
            InfoKey::MaxNodes => self.max_nodes = u64::try_from(value).ok().filter(|&nodes| nodes > 0),
            InfoKey::MaxMemory => self.set_max_memory(value),
            InfoKey::HashKilobytes => self.hash_bytes = Some(hash_bytes(value, 10)),
            InfoKey::HashMegabytes => self.hash_bytes = Some(hash_bytes(value, 20)),
            InfoKey::Threads => self.set_threads(value),
            InfoKey::Lines => self.lines = Some(clamped(value, 1, MOST_LINES)),
            InfoKey::DistinctMoves => self.distinct_moves = value > 0,
            InfoKey::ShowDetail => self.show_detail = ShowDetail::from_number(value),
            InfoKey::Ponder => self.ponder = value > 0,
            InfoKey::UseDatabase => self.uses_database = value > 0,
            InfoKey::DatabaseReadonly => self.database_is_readonly = value > 0,
            InfoKey::Strength => {
                self.strength = Some(Strength::new(clamped(value, 0, Strength::MAX_LEVEL.into()) as u8))
            }
            InfoKey::Seed => self.seed = u64::try_from(value).ok(),
            InfoKey::GameType | InfoKey::Book => {}
        }
    }

    fn set_rule(&mut self, value: i64) {
        // What is a rule in one dialect is one in all of them.
        if info::rules(value, Dialect::Gomocup).is_some() {
            self.rule = value;
        } else {
            let text = format!(
                "rule {value} is not supported; use 0, 1, 4 or 5, 8 or 9, with 2 added to go on after a five (2 alone is \
                 Renju unless INFO game_type is told)"
            );
            self.keep_error(InfoKey::Rule, text);
        }
    }

    fn set_max_memory(&mut self, value: i64) {
        // What no address can reach is a limit all the same.
        let bytes = Some(clamped(value, 0, usize::MAX)).filter(|&bytes| bytes > 0);
        self.max_memory = bytes;
        if bytes.is_some_and(|bytes| bytes < LEAST_MEMORY) {
            let text = format!("max_memory {value} is too small: {LEAST_MEMORY} bytes may be needed");
            self.keep_error(InfoKey::MaxMemory, text);
        }
    }

    fn set_threads(&mut self, value: i64) {
        let threads = clamped(value, 1, self.max_threads());
        self.threads = Some(threads);
        if value > 0 && usize::try_from(value) != Ok(threads) {
            self.keep_error(
                InfoKey::Threads,
                format!("thread_num {value} is taken as {threads}: there may be no more"),
            );
        }
    }

    /// Keeps what cannot be done for a key as a pending error, until it is told.
    fn keep_error(&mut self, key: InfoKey, text: String) {
        self.pending.push((key, text));
    }

    /// Lets the pending errors of a key go: it is set anew.
    fn retract(&mut self, key: InfoKey) {
        self.pending.retain(|&(known, _)| known != key);
    }

    /// The pending error that the next command must be answered with, once: about all keys, as there is one answer for them.
    pub fn take_pending_error(&mut self) -> Option<String> {
        let all = self.take_pending(true);
        (!all.is_empty()).then(|| all.join("; INFO "))
    }

    /// The pending errors that are worth a message and no move.
    pub fn take_remarks(&mut self) -> Vec<String> {
        self.take_pending(false)
    }

    fn take_pending(&mut self, vital: bool) -> Vec<String> {
        self.pending.extract_if(.., |(key, _)| key.is_vital() == vital).map(|(_, text)| text).collect()
    }

    /// The rules of the next game, by the numbers of a dialect.
    #[must_use]
    pub fn rules(&self, dialect: Dialect) -> Rules {
        info::rules(self.rule, dialect).unwrap_or(RuleKind::Freestyle.into())
    }

    /// The time there is for a request received now. An analysis without a time for the move has all the time there is.
    #[must_use]
    pub fn clock(&self, received: Instant, analysis: bool) -> Clock {
        let unlimited = self.timeout_turn.is_some_and(|turn| turn >= info::UNLIMITED_TURN)
            && self.timeout_match.is_some_and(|all| all >= info::UNLIMITED_MATCH);
        let left = if unlimited { None } else { self.left(analysis) };
        let turn = match self.timeout_turn {
            _ if unlimited => None,
            Some(0) if analysis => None,
            // No time at all beside a number of nodes: that is the limit.
            Some(0) if self.max_nodes.is_some() && self.timeout_match.is_some_and(|all| all <= 0) => None,
            Some(turn) => limit(turn),
            None if analysis || left.is_some() || self.max_depth.is_some() || self.max_nodes.is_some() => None,
            // Nothing at all was told: somebody is trying the engine by hand.
            None => Some(DEFAULT_TURN),
        };
        let turn = if left == Some(Duration::ZERO) { left } else { turn };
        Clock { received, turn, left, increment: self.increment() }
    }

    /// What each answer adds to the time left.
    fn increment(&self) -> Duration {
        limit(self.time_increment.max(0)).unwrap_or_default()
    }

    fn left(&self, analysis: bool) -> Option<Duration> {
        let counted = |told: Duration| told.saturating_add(self.earned).saturating_sub(self.spent);
        let endless = self.timeout_match.is_some_and(|all| all <= 0 || all >= info::NO_LIMIT);
        match self.time_left {
            // Managers without a limit for the match send whatever they like.
            Some(-1 | 0) if endless => None,
            // Without any limit a page counts down from -1, and sends 1 in the place of all that is less.
            Some(_) if analysis && endless && self.timeout_turn.is_some_and(|turn| turn < 0) => None,
            Some(left) if left <= 0 && analysis && self.timeout_match.is_none_or(|_| endless) => None,
            // Less than nothing is nothing.
            Some(left) => limit(left.max(0)).map(counted),
            None => self.timeout_match.filter(|_| !endless).and_then(limit).map(counted),
        }
    }

    /// Goes back to the table and the threads of the start, after an engine has failed with others.
    pub fn forget_options(&mut self) {
        (self.hash_bytes, self.threads) = (None, None);
    }

    /// Counts the time of an answer and the increment after it, since `time_left` was told last or the match began, whichever was
    /// later.
    pub fn spend(&mut self, time: Duration) {
        self.spent = self.spent.saturating_add(time);
        self.earned = self.earned.saturating_add(self.increment());
    }

    /// Begins the match anew: what was spent before does not count. What was told to be left stays, as it is often told
    /// before `START`.
    pub fn new_game(&mut self) {
        self.count_anew();
    }

    fn count_anew(&mut self) {
        (self.spent, self.earned) = (Duration::ZERO, Duration::ZERO);
    }

    /// The deepest iteration, if limited.
    #[must_use]
    pub fn max_depth(&self) -> Option<u32> {
        self.max_depth
    }

    /// The nodes to visit, if limited.
    #[must_use]
    pub fn max_nodes(&self) -> Option<u64> {
        self.max_nodes
    }

    /// How many lines of play are wanted when the command does not say.
    #[must_use]
    pub fn lines(&self) -> usize {
        self.lines.unwrap_or(1)
    }

    /// Whether one is enough of moves that are turned or mirrored copies of each other, where `YXNBEST` asks for several.
    #[must_use]
    pub fn distinct_moves(&self) -> bool {
        self.distinct_moves
    }

    /// Whether to think on the opponent's time.
    #[must_use]
    pub fn ponder(&self) -> bool {
        self.ponder
    }

    /// Whether the search asks the database, and writes into it what it finds.
    #[must_use]
    pub fn uses_database(&self) -> bool {
        self.uses_database
    }

    /// Whether the database must not be changed.
    #[must_use]
    pub fn database_is_readonly(&self) -> bool {
        self.database_is_readonly
    }

    /// Where everything drawn by lot begins, if that was told.
    #[must_use]
    pub fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// The most threads that may be asked for.
    #[must_use]
    pub fn max_threads(&self) -> usize {
        self.max_threads.map_or(Options::MAX_THREADS, |most| most.clamp(1, Options::MAX_THREADS))
    }

    /// What is shown while thinking.
    #[must_use]
    pub fn show_detail(&self) -> ShowDetail {
        self.show_detail
    }

    /// The bytes of memory that a book may take, and a database as much.
    #[must_use]
    pub fn store_bytes(&self) -> usize {
        self.max_memory.map_or(usize::MAX, |all| all.saturating_sub(LEAST_MEMORY) / STORE_PARTS)
    }

    /// What the engine may use beside so many bytes that are kept for others, where `start` holds unless something else was told.
    #[must_use]
    pub fn options(&self, start: Options, held: usize) -> Options {
        let left = self.max_memory.map(|all| all.saturating_sub(held));
        let threads = self.threads.unwrap_or(start.threads).min(left.map_or(usize::MAX, threads_within));
        let room = left.map(|left| hash_beside(threads, left).max(Options::MIN_HASH_BYTES));
        let wanted = match (self.hash_bytes, room) {
            (Some(bytes), _) => bytes,
            (None, Some(_)) => GENEROUS_HASH_BYTES.max(start.hash_bytes),
            (None, None) => start.hash_bytes,
        };
        Options {
            hash_bytes: room.map_or(wanted, |room| wanted.min(room)),
            threads,
            strength: match (self.strength.unwrap_or(start.strength), self.seed) {
                (strength, Some(seed)) if !strength.is_full() => strength.with_seed(seed),
                (strength, _) => strength,
            },
        }
    }
}

/// A value as managers write it: an amount, or for a switch also a word for on or off. A rule is a whole number.
fn value(key: InfoKey, word: &str) -> Option<i64> {
    let switches = [("false", 0), ("true", 1)];
    let named = switches.iter().find(|(name, _)| name.eq_ignore_ascii_case(word));
    let told = if key == InfoKey::Rule { number(word) } else { amount(word) };
    named.filter(|_| is_switch(key)).map(|&(_, value)| value).or(told)
}

/// Whether its value is on or off.
fn is_switch(key: InfoKey) -> bool {
    matches!(key, InfoKey::DistinctMoves | InfoKey::Ponder | InfoKey::UseDatabase | InfoKey::DatabaseReadonly)
}

fn clamped(value: i64, least: usize, most: usize) -> usize {
    usize::try_from(value.max(0)).unwrap_or(most).clamp(least, most)
}

/// The most threads for which there is room under a limit on the memory of the process, beside the least table.
fn threads_within(limit: usize) -> usize {
    1 + limit.saturating_sub(LEAST_MEMORY) / Options::THREAD_BYTES
}

/// The largest table for which there is room under such a limit beside so many threads.
fn hash_beside(threads: usize, limit: usize) -> usize {
    let further = threads.saturating_sub(1) * Options::THREAD_BYTES;
    Options::hash_within(limit.saturating_sub(PROCESS_BYTES + further))
}

/// A table of `value` times two to the `shift` bytes, as far as that is possible.
fn hash_bytes(value: i64, shift: u32) -> usize {
    let most = 1_usize << (MAX_HASH_LOG_KB + 10);
    clamped(value, 1, most).saturating_mul(1 << shift).clamp(Options::MIN_HASH_BYTES, most)
}

#[cfg(test)]
mod tests;
