//! How an engine played: its results by colour, its faults, and what its moves cost.

use std::collections::BTreeMap;

use crate::matches::record::{End, Played};
use crate::statistics::Tally;
use crate::units::counted;

/// How one engine played.
#[derive(Clone, PartialEq, Debug, Default)]
pub(in crate::matches) struct Conduct {
    /// Results with the black stones.
    pub as_black: Tally,
    /// Results with the white stones.
    pub as_white: Tally,
    /// Faults that lost a game, by kind.
    pub faults: BTreeMap<End, u32>,
    /// Games about which something was noted.
    pub noted: u32,
    /// Answers that came beyond the limit, and cost nothing.
    pub over: u32,
    /// Milliseconds beyond it of the latest of them.
    most_over_ms: f64,
    /// Moves made.
    pub moves: u64,
    /// Milliseconds for all of them.
    pub total_ms: f64,
    /// Milliseconds for the slowest.
    pub slowest_ms: Option<f64>,
    depth: Mean,
    nodes: Mean,
    /// Milliseconds of the moves that told their nodes.
    nodes_ms: f64,
}

#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Mean {
    sum: f64,
    number: u64,
}

impl Mean {
    fn add(&mut self, value: f64) {
        self.sum += value;
        self.number += 1;
    }

    fn get(self) -> Option<f64> {
        (self.number > 0).then(|| self.sum / self.number as f64)
    }
}

impl Conduct {
    /// Takes in a move that it made.
    pub(super) fn add_move(&mut self, played: &Played) {
        self.moves += 1;
        self.total_ms += played.ms;
        self.slowest_ms = Some(self.slowest_ms.map_or(played.ms, |slowest| slowest.max(played.ms)));
        if let Some(depth) = played.thought.depth {
            self.depth.add(f64::from(depth));
        }
        if let Some(nodes) = played.thought.nodes {
            self.nodes.add(nodes as f64);
            self.nodes_ms += played.ms;
        }
    }

    /// Takes in an answer that came so many milliseconds beyond the limit.
    pub(super) fn add_over(&mut self, ms: f64) {
        self.over += 1;
        self.most_over_ms = self.most_over_ms.max(ms);
    }

    /// Its answers beyond the limit, such as `61 answers, by 203 ms at most`: empty where there are none.
    pub(in crate::matches) fn over_text(&self) -> String {
        if self.over == 0 {
            return String::new();
        }
        format!("{}, by {:.0} ms at most", counted(self.over, "answer"), self.most_over_ms)
    }

    /// Mean milliseconds a move.
    pub(in crate::matches) fn mean_ms(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.total_ms / self.moves as f64)
    }

    /// Mean depth of the moves that told it.
    pub(in crate::matches) fn depth(&self) -> Option<f64> {
        self.depth.get()
    }

    /// Mean nodes of the moves that told them.
    pub(in crate::matches) fn nodes(&self) -> Option<f64> {
        self.nodes.get()
    }

    /// Nodes per second over the moves that told them.
    pub(in crate::matches) fn speed(&self) -> Option<f64> {
        (self.nodes_ms > 0.0).then(|| self.nodes.sum / self.nodes_ms * 1e3)
    }

    /// Its faults with their numbers, such as `2 time, 1 crash`: empty where there are none.
    pub(in crate::matches) fn faults_text(&self) -> String {
        let kinds = self.faults.iter().filter_map(|(end, count)| Some(format!("{count} {}", end.fault()?)));
        kinds.collect::<Vec<_>>().join(", ")
    }
}
