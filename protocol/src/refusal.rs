//! Why a command is answered with `ERROR` and changes nothing.

use tengen_engine::database::StoreError;
use tengen_engine::database::children::LookupError;
use tengen_engine::game::PlayError;
use tengen_engine::point::{BoardSize, MAX_SIDE, MIN_SIDE};

/// What is wrong with a command.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// There is no game yet.
    #[error("no game has been started; send START and a size first")]
    NoGame,
    /// The board cannot have this size. Piskvork offers to change to 20 when it sees the number in the text.
    #[error("unsupported size; use {MIN_SIDE}..{MAX_SIDE} (e.g. 20)")]
    Size,
    /// The arguments are not what the word wants.
    #[error("expected {0}")]
    Arguments(&'static str),
    /// A coordinate lies outside the board.
    #[error("{}, {} is not on the board of {size}", .coordinate.0, .coordinate.1)]
    OffBoard {
        /// The two numbers as they were written.
        coordinate: (i64, i64),
        /// The size of the board.
        size: BoardSize,
    },
    /// The stone cannot be put there.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// A list of stones names the same point twice.
    #[error("the list names {}, {} twice; the position is unchanged", .0.0, .0.1)]
    Twice((i64, i64)),
    /// A list holds something that does not belong there.
    #[error("expected {expected} and not \"{line}\"; the position is unchanged")]
    ListLine {
        /// What a line of the list looks like.
        expected: &'static str,
        /// What was heard.
        line: String,
    },
    /// The last number of a line of `BOARD` is not 1, 2 or 3.
    #[error("a stone is 1 (own), 2 (opponent's) or 3 (closed point) and not {0}; the position is unchanged")]
    Field(i64),
    /// A list is longer than any board.
    #[error("the list is longer than any board; the position is unchanged")]
    TooMany,
    /// Another command came before the end of a list.
    #[error("DONE is missing; the position is unchanged")]
    NotDone,
    /// `DONE` came out of the blue.
    #[error("DONE without a list before it")]
    NothingDone,
    /// A swap2 opening has none, three or five stones.
    #[error("a swap2 opening has 0, 3 or 5 stones and not {0}")]
    Opening(usize),
    /// A step of an opening has another number of stones.
    #[error(
        "step {number} has {wanted} stones{more} and not {found}; the position is unchanged",
        more = if *with_fifths { " and the fifths that are offered" } else { "" }
    )]
    StepStones {
        /// The number of the step.
        number: u8,
        /// How many it has.
        wanted: usize,
        /// Whether the fifths that are offered follow them.
        with_fifths: bool,
        /// How many there are.
        found: usize,
    },
    /// The stones of a list make no opening of the rule.
    #[error("this is no such opening: {0}; the position is unchanged")]
    NoOpening(String),
    /// The move of this command is not the one to take back.
    #[error("the last stone is not there")]
    NotLast,
    /// There is nothing to take back.
    #[error("there is no stone to take back")]
    NoStone,
    /// No move is possible.
    #[error("no move is possible: the board is full")]
    Full,
    /// The command cannot be obeyed until the move that is being thought about has been answered.
    #[error("thinking about a move; send YXSTOP to have it now")]
    Thinking,
    /// A word about a database before one was opened.
    #[error("no database is open; send YXSETDATABASE and the name of a file first")]
    NoDatabase,
    /// The database may not be changed.
    #[error("the database is not to be changed (INFO database_readonly 1)")]
    ReadOnly,
    /// What has changed in the database could not be saved before another takes its place.
    #[error(
        "{0} stays open, for what was changed in it is not saved: YXSAVEDATABASE saves it, INFO database_readonly 1 gives \
         the changes up"
    )]
    Unsaved(String),
    /// The database does not know such a position.
    #[error(transparent)]
    LookUp(#[from] LookupError),
    /// The database cannot be read or written.
    #[error(transparent)]
    Database(#[from] StoreError),
    /// A known word of other engines.
    #[error("{0} is not supported")]
    Unsupported(String),
    /// The command line asked for the impossible.
    #[error("{0}")]
    Settings(String),
    /// An earlier `INFO` asked for the impossible.
    #[error("INFO {0}")]
    Info(String),
}
