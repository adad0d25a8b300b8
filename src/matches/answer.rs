//! What an engine answers to a request of the match, or why it does not.

use std::io::ErrorKind;
use std::time::Duration;

use anyhow::{Error, anyhow};

use crate::matches::engines::EngineTerms;
use crate::matches::record::End;
use crate::matches::thought::Thought;
use crate::process::StartError;

/// Why there is no answer.
#[derive(Debug)]
pub(super) enum Trouble {
    /// It is the engine's fault and loses the game.
    Fault(End, String),
    /// So much time went by without an answer.
    Late(Duration, String),
    /// This machine cannot go on, which is nobody's fault.
    Machine(String),
    /// The match was cancelled.
    Cancelled,
}

/// What is said of a command that is not found where its beginning may have been meant for a name.
const NO_NAME: &str = " (a NAME has no blanks, slashes, colons or quotation marks)";

impl Trouble {
    /// That of an engine whose process does not start.
    pub(super) fn unstarted(engine: &EngineTerms, why: StartError) -> Trouble {
        let text = format!("cannot be started: {why}");
        match why {
            StartError::Room(_) => Trouble::Machine(text),
            StartError::Program(error) => {
                let is_no_name = error.kind() == ErrorKind::NotFound && may_hold_name(&engine.command);
                Trouble::Fault(End::Start, text + if is_no_name { NO_NAME } else { "" })
            }
        }
    }

    /// The same with an engine that plays no game, where it ends the whole run.
    pub(super) fn into_error(self, engine: &EngineTerms) -> Error {
        let EngineTerms { name, command, .. } = engine;
        match self {
            Trouble::Fault(_, what) => anyhow!("{name} ({command}) {what}"),
            Trouble::Late(_, what) | Trouble::Machine(what) => anyhow!("{name} {what}"),
            Trouble::Cancelled => anyhow!("interrupted"),
        }
    }
}

/// Whether what was taken for a command may begin with a name that is none: options have equals signs too.
fn may_hold_name(command: &str) -> bool {
    command.split_once('=').is_some_and(|(before, _)| !before.contains('-'))
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

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;
    use crate::matches::setup::tests::setup;

    #[test]
    fn a_command_that_begins_with_no_name_is_told_from_one_with_options() {
        for (command, expected) in [("my engine=./nope", true), ("./nope --hash=64", false), ("./nope", false)] {
            assert_eq!(may_hold_name(command), expected, "{command}");
        }
    }

    #[test]
    fn want_of_room_is_no_fault_of_the_engine_that_does_not_start() {
        let engines = setup("-e a=x -e b=y").unwrap().engines;
        let error = || io::Error::from(ErrorKind::PermissionDenied);
        let [program, room] =
            [StartError::Program(error()), StartError::Room(error())].map(|why| Trouble::unstarted(&engines[0], why));
        assert!(matches!(program, Trouble::Fault(End::Start, _)), "{program:?}");
        assert!(matches!(room, Trouble::Machine(_)), "{room:?}");
    }
}
