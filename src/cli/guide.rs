//! What `guide` can be told.

use clap::{Args, ValueEnum};

/// Options of `guide`.
#[derive(Args, Debug)]
pub(crate) struct GuideArgs {
    /// The page to print
    #[arg(value_enum, default_value_t)]
    pub page: Page,
}

/// A page for people.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Page {
    /// Play against the engine in Piskvork, Yixin-Board or another program, and what to do when that does not work
    #[default]
    Load,
    /// Play on the board in the browser, and put it on a web host
    Board,
    /// Analyse positions and games on the board in the browser
    Analyse,
    /// Send the engine to a tournament, or hold one
    Enter,
    /// Find out how strong another engine is
    Measure,
    /// Find the mistakes of a game, and read what is said about them
    Review,
    /// Learn how openings are made and colours are chosen under every rule, with a drawn example of each
    Openings,
    /// Convert records and libraries: which formats there are, and what each can hold
    Files,
    /// Count a finished game of Go by living stones
    Go,
    /// Keep what is known of positions in one file, use it as a book, and let it grow overnight
    Db,
    /// Play Jiu, the Tibetan game of placing and moving
    Jiu,
}
