//! Why the page is refused what it asked for: in English for every client, and as a key with its parts for the words of
//! the page.

use serde::{Deserialize, Serialize};
use tengen_engine::contest::ContestError;
use tengen_engine::database::children::LookupError;
use tengen_engine::game::PlayError;
use tengen_engine::opening::OpeningError;
use tengen_engine::point::{BoardSize, MAX_SIDE, MIN_SIDE, Point};
use tengen_engine::record::tree::LineError;

use crate::board::job::ROWS;

/// What is told of a database that is given as a record.
pub const NO_RECORD: &str = "a database is no record: board --db asks a store, and convert makes a library of any";

/// Why the page is refused what it asked for.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error, Serialize, Deserialize)]
#[serde(tag = "key", content = "parts", rename_all = "snake_case")]
#[non_exhaustive]
pub enum PageRefusal {
    /// There is no game.
    #[error("no game is played")]
    NoGame,
    /// A game was to go on from a position in which it is over.
    #[error("the game on the board is over")]
    BoardOver,
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
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
    /// So many points are due, and so many were given.
    #[error("points given: {1}, and not {0}")]
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
    NumberOutOfRange(usize, u8),
    /// A move was given up too early.
    #[error("no pass before the sixth stone is on the board")]
    NoPass,
    /// There is no board of this width and height; sides go from one number to another.
    #[error("there is no board of {0}x{1}: sides go from {2} to {3}")]
    WrongSize(usize, usize, usize, usize),
    /// The board does not fit the opening rule, which needs odd sides of so many points at least.
    #[error("{0}")]
    NoCentre(String, usize),
    /// A text is no list of moves.
    #[error("{0}")]
    NotMoves(String),
    /// A file, by its name, is of no kind that is known; there are these.
    #[error("{0} is a file of no kind that is known; there are {1}; {note}", note = NO_RECORD)]
    UnknownFile(String, String),
    /// A file, by its name, cannot be read.
    #[error("{0}: {1}")]
    UnreadableFile(String, String),
    /// A file, by its name, has no game of this number.
    #[error("{0} has no game {1}: there are {2}")]
    NoSuchGame(String, usize, usize),
    /// The root of the tree was to be taken out.
    #[error("the root cannot be removed")]
    RootStays,
    /// An analysis was to be kept where there is none.
    #[error("nothing was analysed here yet")]
    NothingAnalysed,
    /// The tree has no node of this number.
    #[error("there is no node {0}")]
    NoNode(usize),
    /// The board has no view of this number.
    #[error("there is no view {0}")]
    NoView(usize),
    /// A text is no point of the board of this size.
    #[error("\"{0}\" is no point of the board of {1}")]
    NoPoint(String, String),
    /// A text is no stone.
    #[error("\"{0}\" is no stone, such as Bh8")]
    NoStone(String),
    /// A text names no sign that is drawn on a point.
    #[error("\"{0}\" is no sign")]
    NoSign(String),
    /// A text names no colour.
    #[error("\"{0}\" is no colour")]
    NoColor(String),
    /// A text names no rule; there are these.
    #[error("\"{0}\" is no rule; there are {1}")]
    NoRule(String, String),
    /// A text names no opening rule.
    #[error("{0}")]
    NoOpeningRule(String),
    /// A text is nothing that is done in an opening.
    #[error("{0}")]
    NotAction(String),
    /// A move of the line, by its number, comes after the end of the game.
    #[error("move {0} cannot be played: {1}")]
    MoveAfterEnd(usize, String),
    /// A move of the line, by its number, cannot be played.
    #[error("move {0} cannot be played: {1}")]
    UnplayableMove(usize, String),
    /// A stone cannot be set up.
    #[error("a stone cannot be set up: {0}")]
    NoSetUp(String),
    /// The board was opened without a database.
    #[error("there is no database: the board is opened with one by --db STORE")]
    NoDatabase,
    /// No database has a place for the position.
    #[error("{0}")]
    NoPlace(String),
    /// A text names no label of a position.
    #[error("\"{0}\" is no label: one letter or sign, or none")]
    NoLabel(String),
    /// A value that is set by hand lies outside the range that goes from one number to another.
    #[error("a value goes from {1} to {2}, and not to {0}")]
    ValueOutOfRange(i64, i16, i16),
    /// What the engine may use cannot be chosen here.
    #[error("this engine has what it has")]
    FixedEngine,
    /// A game of a file was chosen where no file has several.
    #[error("no file with several games is open")]
    NoGamesFile,
    /// Files of this kind are not written; those of these kinds are.
    #[error("\"{0}\" is no kind of file that is written; there are {1}")]
    UnwrittenFormat(String, String),
    /// The tree cannot be written as a file of this kind.
    #[error("{0}: {1}")]
    UnwritableTree(String, String),
    /// What the page has no words for.
    #[error("{0}")]
    Other(String),
}

impl From<LineError> for PageRefusal {
    fn from(why: LineError) -> PageRefusal {
        match why {
            LineError::Move { number, why: over @ PlayError::Over(_) } => {
                PageRefusal::MoveAfterEnd(number, over.to_string())
            }
            LineError::Move { number, why } => PageRefusal::UnplayableMove(number, why.to_string()),
            LineError::SetUp(why) => PageRefusal::NoSetUp(why.to_string()),
            _ => PageRefusal::Other(why.to_string()),
        }
    }
}

impl From<LookupError> for PageRefusal {
    fn from(why: LookupError) -> PageRefusal {
        match why {
            LookupError::NoKey => PageRefusal::NoPlace(why.to_string()),
            _ => PageRefusal::Other(why.to_string()),
        }
    }
}

impl PageRefusal {
    /// Why a stone cannot be put on a point.
    pub(super) fn of_stone(point: Point, size: BoardSize, why: PlayError) -> PageRefusal {
        let point = point.to_text(size, ROWS);
        match why {
            PlayError::Occupied => PageRefusal::Occupied(point),
            PlayError::Over(_) => PageRefusal::GameOver,
            _ => PageRefusal::Other(format!("{point}: {why}")),
        }
    }

    /// Why something cannot be done in a game.
    pub(super) fn of_contest(why: &ContestError, size: BoardSize) -> PageRefusal {
        match why {
            ContestError::Over => PageRefusal::GameOver,
            ContestError::Refused(why) => PageRefusal::of_opening(why, size),
            _ => PageRefusal::Other(why.to_string()),
        }
    }

    /// Why a board of these sides is none.
    pub(super) fn of_size(width: usize, height: usize) -> PageRefusal {
        PageRefusal::WrongSize(width, height, MIN_SIDE, MAX_SIDE)
    }

    fn of_opening(why: &OpeningError, size: BoardSize) -> PageRefusal {
        let name = |point: Point| point.to_text(size, ROWS);
        match *why {
            OpeningError::OffCentre => PageRefusal::OffCentre,
            OpeningError::OutOfRegion { number, region } => PageRefusal::OutOfRegion(number, region.to_string()),
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
            OpeningError::Over(_) => PageRefusal::GameOver,
            _ => PageRefusal::Other(why.to_text(size, ROWS)),
        }
    }
}
