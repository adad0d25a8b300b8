//! Why the page is refused what it asked for: in English for every client, and as a key with its parts for the words of
//! the page.

use serde::Serialize;
use tengen_engine::contest::ContestError;
use tengen_engine::game::PlayError;
use tengen_engine::opening::OpeningError;
use tengen_engine::point::{BoardSize, MAX_SIDE, MIN_SIDE, Point};

use crate::board::job::ROWS;

/// Why the page is refused what it asked for.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error, Serialize)]
#[serde(tag = "key", content = "parts", rename_all = "snake_case")]
#[non_exhaustive]
pub enum PageRefusal {
    /// There is no game.
    #[error("no game is played")]
    NoGame,
    /// A game was to go on from a position in which it is over.
    #[error("the game on the board is over")]
    BoardOver,
    /// The game has ended, by what is told.
    #[error("the game is over: {0}")]
    GameOver(String),
    /// The contest has ended.
    #[error("the contest is over")]
    ContestOver,
    /// It is not the turn of a person.
    #[error("it is the turn of the engine")]
    EnginesTurn,
    /// No person takes part in the game.
    #[error("no person plays in this game")]
    NobodyPlays,
    /// It has to wait until the game is over.
    #[error("that cannot be done while a game is played")]
    InGame,
    /// Another position was to be shown.
    #[error("while a game is played the board shows its last move")]
    ShowsLastMove,
    /// No person has done anything yet.
    #[error("there is nothing to take back")]
    NothingToTakeBack,
    /// A stone stands on the point.
    #[error("{0} is occupied")]
    Occupied(String),
    /// The first stone stands elsewhere.
    #[error("the first stone must stand on the centre")]
    OffCentre,
    /// A stone, by its number, stands where the opening allows none.
    #[error("stone {0} must stand {1}")]
    OutOfRegion(usize, String),
    /// The stones make another opening than the one that was designated.
    #[error("{0}")]
    OtherOpening(String),
    /// So many fifths are due, and so many were offered.
    #[error("fifths offered: {1}, and not {0}")]
    WrongCount(u8, usize),
    /// A point was offered twice.
    #[error("{0} is offered twice")]
    Twice(String),
    /// Two points are the same fifth.
    #[error("{1} is {0} again")]
    SameShape(String, String),
    /// The point was not offered.
    #[error("{0} was not offered")]
    NotOffered(String),
    /// The number of fifths is out of range.
    #[error("{0} fifths: the number goes from 1 to {1}")]
    NumberOutOfRange(u8, u8),
    /// A move was given up too early.
    #[error("no pass before the sixth stone is on the board")]
    NoPass,
    /// There is no board of this width and height.
    #[error("there is no board of {0}x{1}: sides go from {MIN_SIDE} to {MAX_SIDE}")]
    WrongSize(usize, usize),
    /// The board does not fit the opening rule.
    #[error("{0}")]
    NoCentre(String),
    /// A text is no list of moves.
    #[error("{0}")]
    NotMoves(String),
    /// A file, by its name, is of no kind that is known; there are these.
    #[error("{0} is a file of no kind that is known; there are {1}")]
    UnknownFile(String, String),
    /// A file, by its name, cannot be read.
    #[error("{0}: {1}")]
    UnreadableFile(String, String),
    /// A file, by its name, has no game of this number.
    #[error("{0} has no game {1}: there are {2}")]
    NoSuchGame(String, usize, usize),
    /// What the page has no words for.
    #[error("{0}")]
    Other(String),
}

impl From<String> for PageRefusal {
    fn from(text: String) -> PageRefusal {
        PageRefusal::Other(text)
    }
}

impl PageRefusal {
    /// Why a stone cannot be put on a point.
    pub(super) fn of_stone(point: &str, why: PlayError) -> PageRefusal {
        match why {
            PlayError::Occupied => PageRefusal::Occupied(point.to_string()),
            PlayError::Over(result) => PageRefusal::GameOver(result.to_string()),
            _ => PageRefusal::Other(format!("{point}: {why}")),
        }
    }

    /// Why something cannot be done in a game.
    pub(super) fn of_contest(why: &ContestError, size: BoardSize) -> PageRefusal {
        match why {
            ContestError::Over => PageRefusal::ContestOver,
            ContestError::Refused(why) => PageRefusal::of_opening(why, size),
            _ => PageRefusal::Other(why.to_string()),
        }
    }

    fn of_opening(why: &OpeningError, size: BoardSize) -> PageRefusal {
        let name = |point: Point| point.to_text(size, ROWS);
        match *why {
            OpeningError::OffCentre => PageRefusal::OffCentre,
            OpeningError::Outside { number, region } | OpeningError::TooNear { number, region } => {
                PageRefusal::OutOfRegion(number, region.to_string())
            }
            OpeningError::Occupied(point) => PageRefusal::Occupied(name(point)),
            OpeningError::OtherPattern { .. } | OpeningError::OtherBeginning(_) => {
                PageRefusal::OtherOpening(why.to_string())
            }
            OpeningError::NumberOutOfRange { number, most } => PageRefusal::NumberOutOfRange(number, most),
            OpeningError::WrongCount { wanted, found } => PageRefusal::WrongCount(wanted, found),
            OpeningError::Twice(point) => PageRefusal::Twice(name(point)),
            OpeningError::SameShape(first, second) => PageRefusal::SameShape(name(first), name(second)),
            OpeningError::NotOffered(point) => PageRefusal::NotOffered(name(point)),
            OpeningError::NoPass => PageRefusal::NoPass,
            OpeningError::Over(result) => PageRefusal::GameOver(result.to_string()),
            _ => PageRefusal::Other(why.to_text(size, ROWS)),
        }
    }
}
