//! What is best to play: alpha-beta over plies, of which a turn has one for its path and one for each stone it takes.
//!
//! Scores are in hundredths of a stone, for the side to move.

mod order;
mod worker;

use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::bits::{LARGE, SMALL, SMALL_SIDE};
use super::eval::Weights;
use super::game::Game;
use super::turn::Turn;
use worker::Worker;

/// A won game is worth this less the plies until then.
const WIN: i32 = 30_000;
/// Scores beyond this are of decided games.
const DECIDED: i32 = WIN - 1_000;
/// Bytes of the table when nothing is said about it.
pub const HASH_BYTES: usize = 32 << 20;

/// What ends a search. Without any limit it ends when it is stopped.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits<'a> {
    /// Time to think.
    pub time: Option<Duration>,
    /// Turns to look ahead, apart from captures.
    pub depth: Option<u32>,
    /// Plies to play.
    pub nodes: Option<u64>,
    /// Set from elsewhere to end the search at once.
    pub stop: Option<&'a AtomicBool>,
}

/// What a search found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The turn to play.
    pub turn: Turn,
    /// The line that is expected, this turn first.
    pub line: Vec<Turn>,
    /// What the position is worth to the side to move, in hundredths of a stone.
    pub score: i32,
    /// The depth that was searched in full.
    pub depth: u32,
    /// Plies played.
    pub nodes: u64,
}

impl Found {
    /// Whether one side has been seen to win, whatever the other does.
    #[must_use]
    pub const fn is_decided(&self) -> bool {
        self.score.abs() > DECIDED
    }

    /// The score as it is printed: `+120` in hundredths of a stone, `+M5` for a win and `-M4` for a loss in so many turns of
    /// the line, those of both sides counted.
    #[must_use]
    pub fn score_text(&self) -> String {
        match self.is_decided() {
            true => format!("{}M{}", if self.score > 0 { '+' } else { '-' }, self.line.len()),
            false => format!("{:+}", self.score),
        }
    }
}

/// A searcher with its table. It keeps what it learnt from one search to the next.
pub struct Searcher {
    weights: Weights,
    hash_bytes: usize,
    worker: Option<AnyWorker>,
}

impl fmt::Debug for Searcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Searcher").field("hash_bytes", &self.hash_bytes).finish_non_exhaustive()
    }
}

enum AnyWorker {
    Small(Box<Worker<SMALL>>),
    Large(Box<Worker<LARGE>>),
}

impl Searcher {
    /// A searcher with so many bytes of table.
    #[must_use]
    pub fn new(weights: Weights, hash_bytes: usize) -> Searcher {
        Searcher { weights, hash_bytes, worker: None }
    }

    /// The best turn that was found, or `None` when the game is over. Every depth that was finished is reported.
    pub fn search(&mut self, game: &Game, limits: Limits<'_>, report: &mut dyn FnMut(&Found)) -> Option<Found> {
        if game.outcome().is_some() {
            return None;
        }
        match self.worker_for(game) {
            AnyWorker::Small(worker) => worker.search(game, limits, report),
            AnyWorker::Large(worker) => worker.search(game, limits, report),
        }
    }

    /// Forgets what earlier searches learnt.
    pub fn forget(&mut self) {
        self.worker = None;
    }

    fn worker_for(&mut self, game: &Game) -> &mut AnyWorker {
        let rules = game.rules();
        let fits = match &self.worker {
            Some(AnyWorker::Small(worker)) => worker.rules() == rules,
            Some(AnyWorker::Large(worker)) => worker.rules() == rules,
            None => false,
        };
        if !fits {
            self.worker = None;
        }
        let (weights, bytes) = (&self.weights, self.hash_bytes);
        self.worker.get_or_insert_with(|| {
            if rules.side() <= SMALL_SIDE {
                AnyWorker::Small(Box::new(Worker::new(rules, weights.clone(), bytes)))
            } else {
                AnyWorker::Large(Box::new(Worker::new(rules, weights.clone(), bytes)))
            }
        })
    }
}

#[cfg(test)]
mod tests;
