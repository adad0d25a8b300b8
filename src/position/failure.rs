//! What can go wrong with one of the games that are given.

use anyhow::Error;

/// Why nothing came of a game.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Something about the game: of several the others are none the worse for it.
    Game(Error),
    /// Ctrl-C came before the game was done: what is missing of it is told, and no game after it is looked at.
    Interrupted(Error),
    /// Something about the run, such as a file that cannot be written: what is found about further games would be lost too.
    Run(Error),
}

impl Failure {
    /// What went wrong.
    pub(crate) fn why(self) -> Error {
        match self {
            Failure::Game(why) | Failure::Interrupted(why) | Failure::Run(why) => why,
        }
    }
}

/// What nothing is told about is no matter of the game.
impl From<Error> for Failure {
    fn from(why: Error) -> Failure {
        Failure::Run(why)
    }
}
