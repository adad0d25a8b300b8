//! Finished games of Go as files of the Smart Game Format, in and out.
//!
//! The main line is played with its captures. In the last node, stones in the territory of the other side (`TB`, `TW`) are
//! dead.
//!
//! ```
//! use tengen_engine::color::Color;
//! use tengen_games::living::record;
//!
//! let file = b"(;GM[1]SZ[5]KM[0.5];B[cc];W[cd];B[bd];W[dd];B[ce];W[];B[])";
//! let record = record::read(file, false).unwrap();
//! assert_eq!(record.position.goban.count(Color::Black), 3);
//! assert_eq!(record.first, Color::Black);
//! assert_eq!(record.compensation().unwrap().to_string(), "0.5");
//! ```

mod terms;
mod write;

pub use write::write;

use super::Count;
use super::goban::Goban;
use super::group::Part;
use super::names::Names;
use super::position::{History, Marks, Position};
use super::quarters::Quarters;
use tengen_engine::color::{ByColor, Color};
use tengen_engine::picture::stone;
use tengen_engine::point::{BoardSize, MAX_SIDE, Point};
use tengen_engine::sgf::{Collection, Location, Node, SgfError, Value};
use terms::{compensation, first_side, handicap, mover};

/// The number of the game of Go in the format.
const GAME: u32 = 1;
/// The side of a board when the file does not say it.
const USUAL_SIDE: u8 = 19;
/// The longest side on which `tt` is a pass.
const PASS_SIDE: usize = 19;

/// The names of the territory of each side.
const TERRITORY: ByColor<&str> = ByColor(["TB", "TW"]);
/// The names of the stones that are set up for each side.
const SET_UP: ByColor<&str> = ByColor(["AB", "AW"]);

/// A finished game that was read from a file.
#[derive(Clone, Debug)]
pub struct Record {
    /// The last position of the main line, with the stones that the file says are dead.
    pub position: Position,
    /// The side that moved first: Black when he has a handicap, else what the file says, else who made the first move.
    pub first: Color,
    /// A fault only for those who ask: where another one is said, it does not matter what stands there.
    compensation: Result<Quarters, RecordError>,
    /// Handicap stones of Black.
    pub handicap: u32,
    /// The result that the file tells, such as `B+3.5`.
    pub result: Option<String>,
    /// Stones of the last position that are marked by a cross, which says nothing by itself.
    pub crossed: Vec<Point>,
    /// What the file says is the territory of each side.
    pub territory: ByColor<Vec<Point>>,
    /// What is to be known about the file.
    pub warnings: Vec<RecordWarning>,
}

/// Why a file is no finished game of Go.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The file breaks its format, or a value cannot be what it must be.
    #[error(transparent)]
    Sgf(#[from] SgfError),
    /// The end of the file is missing.
    #[error("the last bracket of the file is missing: it was cut off")]
    CutOff,
    /// The file holds fewer games.
    #[error("there is no game {wanted}: the file holds {held}")]
    NoSuchGame {
        /// The number of the game, from 1.
        wanted: usize,
        /// How many games there are.
        held: usize,
    },
    /// Another game is played in it.
    #[error("{at}: game {game} of the Smart Game Format is not Go, which is game {GAME}")]
    NotGo {
        /// Where.
        at: Location,
        /// The number of the game.
        game: String,
    },
    /// The board is too large.
    #[error("a board of {width}x{height}: sides go from 1 to {MAX_SIDE}")]
    Size {
        /// Number of columns.
        width: u8,
        /// Number of rows.
        height: u8,
    },
    /// A point lies off the board.
    #[error("{at}: \"{point}\" is no point of a board of {size}")]
    Outside {
        /// Where.
        at: Location,
        /// The point as it was written.
        point: String,
        /// The size of the board.
        size: BoardSize,
    },
    /// A compensation that is no number of quarters.
    #[error("{at}: {value:?} is no compensation: write 7.5 or another decimal number of halves")]
    Compensation {
        /// Where.
        at: Location,
        /// What was written.
        value: String,
    },
    /// A number of handicap stones that is out of range.
    #[error("{at}: {number} handicap stones")]
    Handicap {
        /// Where.
        at: Location,
        /// The number.
        number: u32,
    },
    /// A point is the territory of both sides.
    #[error("{point} is marked as territory of both sides")]
    TerritoryOfBoth {
        /// The name of the point.
        point: String,
    },
    /// A stone stands in what is marked as territory of its own side.
    #[error("{point} is marked as territory of {} and holds a stone of it", stone(*.color))]
    OwnStone {
        /// The name of the point.
        point: String,
        /// The side.
        color: Color,
    },
}

/// What is to be known about a file that was read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordWarning {
    /// A move on a point that was not empty; the stone there was replaced.
    #[error("move {number} at {point} replaces a stone")]
    Replaced {
        /// The number of the move, from 1.
        number: usize,
        /// The name of the point.
        point: String,
    },
    /// The file holds more than one game.
    #[error("the file holds {count} games; the first is counted")]
    SeveralGames {
        /// How many.
        count: usize,
    },
    /// The territory of the file is not the space that was found.
    #[error("the territory of the file differs from the space that was found at {points}")]
    Territory {
        /// The points.
        points: String,
    },
}

/// Reads the first game of a file. `without_i` says how points are named in errors.
///
/// # Errors
/// What is wrong, and where: see [`RecordError`].
pub fn read(bytes: &[u8], without_i: bool) -> Result<Record, RecordError> {
    let (mut record, count) = read_one(bytes, 1, without_i)?;
    record.warnings.extend((count > 1).then_some(RecordWarning::SeveralGames { count }));
    Ok(record)
}

/// Reads one of the games of a file, the first being 1: see [`read`].
///
/// # Errors
/// What is wrong, and where: see [`RecordError`].
pub fn read_game(bytes: &[u8], number: usize, without_i: bool) -> Result<Record, RecordError> {
    read_one(bytes, number, without_i).map(|(record, _)| record)
}

/// One of the games of a file, and how many there are.
fn read_one(bytes: &[u8], wanted: usize, without_i: bool) -> Result<(Record, usize), RecordError> {
    let file = Collection::from_bytes(bytes)?;
    if !file.is_closed() {
        return Err(RecordError::CutOff);
    }
    let held = file.games().count();
    let game = wanted.checked_sub(1).and_then(|before| file.games().nth(before));
    let game = game.ok_or(RecordError::NoSuchGame { wanted, held })?;
    let other = |kind: &Value<'_>| !kind.is_blank() && kind.raw().trim() != GAME.to_string();
    if let Some(kind) = game.value("GM").filter(other) {
        let game = kind.raw().trim().chars().take(SHOWN).flat_map(char::escape_debug).collect();
        return Err(RecordError::NotGo { at: kind.location(), game });
    }
    let (width, height) = game.size()?.unwrap_or((USUAL_SIDE, USUAL_SIDE));
    let size = BoardSize::of_other_game(width.into(), height.into()).ok_or(RecordError::Size { width, height })?;
    let mut replay = Replay::new(Names { size, without_i });
    game.main_line().try_for_each(|node| replay.follow(node))?;
    Ok((replay.end(game)?, held))
}

/// What is shown of a value that may be long.
const SHOWN: usize = 20;

/// A game that is being played again.
struct Replay {
    names: Names,
    goban: Goban,
    captured: ByColor<u32>,
    passes: ByColor<u32>,
    set_up: ByColor<i32>,
    moves: usize,
    warnings: Vec<RecordWarning>,
}

impl Replay {
    fn new(names: Names) -> Replay {
        Replay {
            names,
            goban: Goban::new(names.size),
            captured: ByColor([0, 0]),
            passes: ByColor([0, 0]),
            set_up: ByColor([0, 0]),
            moves: 0,
            warnings: Vec::new(),
        }
    }

    /// The point of a place, which was written there.
    fn point(&self, (x, y): (u8, u8), at: impl FnOnce() -> Location) -> Result<Point, RecordError> {
        let size = self.names.size;
        let letter = |n: u8| char::from(if n < 26 { b'a' + n } else { b'A' + n - 26 });
        let outside = || RecordError::Outside { at: at(), point: String::from_iter([letter(x), letter(y)]), size };
        size.point(x.into(), y.into()).ok_or_else(outside)
    }

    /// The points in all values of a property. An empty list is written as one blank value.
    fn points(&self, node: Node<'_>, name: &str) -> Result<Vec<Point>, RecordError> {
        let mut points = Vec::new();
        for value in node.values(name).filter(|value| !value.is_blank()) {
            for place in value.places()? {
                points.push(self.point(place, || node.location())?);
            }
        }
        Ok(points)
    }

    /// Sets a stone up, or clears a point.
    fn set_up(&mut self, point: Point, stone: Option<Color>) {
        if let Some(color) = self.goban.stone(point) {
            self.set_up[color] -= 1;
        }
        if let Some(color) = stone {
            self.set_up[color] += 1;
        }
        self.goban.set(point, stone);
    }

    /// Sets up and plays what a node says.
    fn follow(&mut self, node: Node<'_>) -> Result<(), RecordError> {
        for color in Color::ALL {
            for point in self.points(node, SET_UP[color])? {
                self.set_up(point, Some(color));
            }
        }
        for point in self.points(node, "AE")? {
            self.set_up(point, None);
        }
        for property in node.properties() {
            if let Some(color) = mover(property) {
                property.values().take(1).try_for_each(|value| self.play(color, &value))?;
            }
        }
        Ok(())
    }

    fn play(&mut self, color: Color, value: &Value<'_>) -> Result<(), RecordError> {
        self.moves += 1;
        let (text, size) = (value.raw().trim(), self.names.size);
        let is_small = size.width() <= PASS_SIDE && size.height() <= PASS_SIDE;
        if text.is_empty() || (text == "tt" && is_small) {
            self.passes[color] += 1;
            return Ok(());
        }
        let point = self.point(value.place()?, || value.location())?;
        if self.goban.stone(point).is_some() {
            self.warnings.push(RecordWarning::Replaced { number: self.moves, point: self.names.point(point) });
        }
        for (color, _) in self.goban.play(color, point) {
            self.captured[color] += 1;
        }
        Ok(())
    }

    /// The record, with what the first and the last node say about the whole game.
    fn end(self, game: Node<'_>) -> Result<Record, RecordError> {
        let last = game.main_line().last().expect("a main line has its first node");
        let in_lists = |name| self.points(last, name);
        let territory = ByColor([in_lists(TERRITORY[Color::Black])?, in_lists(TERRITORY[Color::White])?]);
        let mut marks = Marks::default();
        for color in Color::ALL {
            for &point in &territory[color] {
                if territory[!color].contains(&point) {
                    return Err(RecordError::TerritoryOfBoth { point: self.names.point(point) });
                }
                match self.goban.stone(point) {
                    Some(stone) if stone == color => {
                        return Err(RecordError::OwnStone { point: self.names.point(point), color });
                    }
                    Some(_) => marks.dead.push(point),
                    None => {}
                }
            }
        }
        let crossed = self.points(last, "MA")?.into_iter().filter(|&point| self.goban.stone(point).is_some()).collect();
        let handicap = handicap(game)?;
        let text = |name| game.value(name).map(|value| value.simple_text().trim().to_string());
        // Only under the rules of the AGA is a stone handed over for a pass.
        let hands_over = text("RU").is_some_and(|rules| rules.to_ascii_uppercase().contains("AGA"));
        let pass_stones = if hands_over { self.passes } else { ByColor([0, 0]) };
        let history = History { captured: self.captured, pass_stones, set_up: self.set_up };
        Ok(Record {
            position: Position { goban: self.goban, marks, history: (self.moves > 0).then_some(history) },
            first: first_side(game, handicap),
            compensation: compensation(game),
            handicap,
            result: text("RE").filter(|result| !result.is_empty()),
            crossed,
            territory,
            warnings: self.warnings,
        })
    }
}

impl Record {
    /// The compensation that the file tells, nothing where it tells none.
    ///
    /// # Errors
    /// When what it tells is no compensation.
    pub fn compensation(&self) -> Result<Quarters, RecordError> {
        self.compensation.clone()
    }

    /// Where the territory of the file, if it has any, is not the space that the count found.
    pub fn territory_warning(&self, count: &Count, names: Names) -> Option<RecordWarning> {
        if self.territory.0.iter().all(Vec::is_empty) {
            return None;
        }
        let differs = |&point: &Point| {
            let marked = Color::ALL.into_iter().find(|&color| self.territory[color].contains(&point));
            self.position.goban.stone(point).is_none() && marked != space(count, point)
        };
        let points: Vec<Point> = count.size().points().filter(differs).collect();
        (!points.is_empty()).then(|| RecordWarning::Territory { points: names.points(&points) })
    }
}

/// The side in whose space an empty point lies.
fn space(count: &Count, point: Point) -> Option<Color> {
    match count.part(point) {
        Part::Road(color) | Part::Eye(color) => Some(color),
        Part::Stone(_) | Part::Shared | Part::Neutral => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_leaves_out_the_number_of_the_game_is_read() {
        for number in ["", "GM[]", "GM[ ]", "GM[ 1 ]"] {
            assert!(read(format!("(;{number}SZ[5];B[cc])").as_bytes(), false).is_ok(), "{number}");
        }
    }
}
