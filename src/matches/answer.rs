//! What an engine answers to a request of the match, or why it does not.

use std::time::Duration;

use anyhow::{Error, anyhow};
use tengen_protocol::manager::Place;

use crate::matches::engines::EngineTerms;
use crate::matches::record::End;
use crate::matches::thought::Thought;

/// Why there is no answer.
#[derive(Debug)]
pub(super) enum Trouble {
    /// It is the engine's fault and loses the game.
    Fault(End, String),
    /// So much time went by without an answer.
    Late(Duration, String),
    /// The match was cancelled.
    Cancelled,
}

impl Trouble {
    /// The same with an engine that plays no game, where it ends the whole run.
    pub(super) fn into_error(self, engine: &EngineTerms) -> Error {
        let EngineTerms { name, command, .. } = engine;
        match self {
            Trouble::Fault(_, what) => anyhow!("{name} ({command}) {what}"),
            Trouble::Late(_, what) => anyhow!("{name} {what}"),
            Trouble::Cancelled => anyhow!("interrupted"),
        }
    }
}

/// What an engine answered to SWAP2BOARD.
pub(super) enum Swap2Choice {
    /// It takes the other colour.
    Swap,
    /// It puts stones here: one is a move, more are stones of the opening.
    Stones(Vec<Place>),
}

/// An answer to a request.
pub(super) struct TimedAnswer<T> {
    /// What it says.
    pub what: T,
    /// From the request to the answer.
    pub time: Duration,
    /// What was said about it.
    pub thought: Thought,
}
