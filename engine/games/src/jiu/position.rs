//! A position of Jiu: the stage, the stones and the side to move, with its key.

use super::point_text::point_text;
use super::rules::centre;
use tengen_engine::color::{ByColor, Color};
use tengen_engine::internals::point_set::PointSet;
use tengen_engine::internals::zobrist::{self, Key};
use tengen_engine::point::{BoardSize, Direction, Point};

/// The four ways in which a stone steps and jumps, as a direction and its sense.
pub(super) const WAYS: [(Direction, isize); 4] =
    [(Direction::Row, -1), (Direction::Column, 1), (Direction::Column, -1), (Direction::Row, 1)];

/// The part of the game a position belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// Stones are placed until the board is full.
    Place,
    /// The two centre stones are taken off.
    Lift,
    /// Stones move and take.
    Move,
}

impl Stage {
    /// All three, in their order.
    pub const ALL: [Stage; 3] = [Stage::Place, Stage::Lift, Stage::Move];

    /// The letter of the stage in the one-line form.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Stage::Place => 'p',
            Stage::Lift => 'l',
            Stage::Move => 'm',
        }
    }

    /// The stage with this letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Stage> {
        Stage::ALL.into_iter().find(|stage| stage.letter() == letter.to_ascii_lowercase())
    }

    /// What is done in the stage.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Stage::Place => "placing",
            Stage::Lift => "lifting",
            Stage::Move => "moving",
        }
    }

    /// The stage with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Stage> {
        Stage::ALL.into_iter().find(|stage| stage.name() == name)
    }

    pub(super) const fn key(self) -> Key {
        const FIRST_WORD: u64 = 0x4a49_5500;
        Key(zobrist::word(FIRST_WORD + self as u64))
    }
}

/// Why stones cannot stand so in a stage.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// White places first, and then the sides by turns.
    #[error("with {black} black and {white} white stones placed it is not {to_move}'s turn")]
    Count {
        /// Black stones on the board.
        black: usize,
        /// White stones on the board.
        white: usize,
        /// Who is said to be to move.
        to_move: Color,
    },
    /// The first two stones go on the centre points.
    #[error("the first two stones, one of each side, stand on {} and {}", point_text(.0[0], *.1), point_text(.0[1], *.1))]
    Centre([Point; 2], BoardSize),
    /// Stones are lifted from a full board.
    #[error("stones are lifted when the board is full but for the centre")]
    NotFull,
}

/// A stage, stones and a side to move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position {
    size: BoardSize,
    stones: ByColor<PointSet>,
    counts: ByColor<usize>,
    stage: Stage,
    to_move: Color,
    key: Key,
}

impl Position {
    /// The beginning: an empty board, and White to place.
    #[must_use]
    pub fn new(size: BoardSize) -> Position {
        let mut position = Position {
            size,
            stones: ByColor([PointSet::EMPTY; 2]),
            counts: ByColor([0; 2]),
            stage: Stage::Place,
            to_move: Color::White,
            key: Key::default(),
        };
        position.key = position.key_from_scratch();
        position
    }

    /// A position that is set up.
    ///
    /// # Errors
    /// While stones are placed or lifted, only what can have come about is accepted; while they move, everything is.
    pub fn set_up(
        size: BoardSize,
        stones: impl IntoIterator<Item = (Color, Point)>,
        to_move: Color,
        stage: Stage,
    ) -> Result<Position, SetupError> {
        let mut position = Position { to_move, stage, ..Position::new(size) };
        position.key = position.key_from_scratch();
        for (color, point) in stones {
            position.put(color, point);
        }
        position.check_stage()?;
        Ok(position)
    }

    fn check_stage(&self) -> Result<(), SetupError> {
        let (black, white) = (self.count(Color::Black), self.count(Color::White));
        let count = Err(SetupError::Count { black, white, to_move: self.to_move });
        let centre = centre(self.size);
        let of_centre = centre.map(|point| self.color_at(point));
        let wrong_centre = Err(SetupError::Centre(centre, self.size));
        match self.stage {
            Stage::Place => {
                let extra = usize::from(self.to_move == Color::Black);
                match of_centre {
                    _ if white != black + extra || black + white == self.size.area() => count,
                    [None, None] if white == 0 => Ok(()),
                    [Some(_), None] | [None, Some(_)] if white == 1 && black == 0 => Ok(()),
                    [Some(one), Some(other)] if one != other => Ok(()),
                    _ => wrong_centre,
                }
            }
            Stage::Lift => match (of_centre, self.to_move) {
                (_, Color::Black) if black != white => count,
                (_, Color::White) if black.abs_diff(white) != 1 => count,
                ([Some(one), Some(other)], Color::Black) if one != other => {
                    if black + white == self.size.area() {
                        Ok(())
                    } else {
                        Err(SetupError::NotFull)
                    }
                }
                ([Some(_), None] | [None, Some(_)], Color::White) => {
                    if black + white + 1 == self.size.area() {
                        Ok(())
                    } else {
                        Err(SetupError::NotFull)
                    }
                }
                _ => wrong_centre,
            },
            Stage::Move => Ok(()),
        }
    }

    /// The board.
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// The part of the game.
    #[must_use]
    pub const fn stage(&self) -> Stage {
        self.stage
    }

    /// Whose turn it is.
    #[must_use]
    pub const fn to_move(&self) -> Color {
        self.to_move
    }

    /// The stones of a side.
    #[must_use]
    pub fn stones(&self, color: Color) -> &PointSet {
        &self.stones[color]
    }

    /// How many stones a side has.
    #[must_use]
    pub fn count(&self, color: Color) -> usize {
        self.counts[color]
    }

    /// Whose stone stands on a point.
    #[must_use]
    pub fn color_at(&self, point: Point) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.stones[color].contains(point))
    }

    /// Whether a point of the board has no stone.
    #[must_use]
    pub fn is_empty(&self, point: Point) -> bool {
        self.size.contains(point) && self.color_at(point).is_none()
    }

    /// The points without a stone, row by row from the upper left.
    pub fn empty_points(&self) -> impl Iterator<Item = Point> {
        self.size.points().filter(|&point| self.color_at(point).is_none())
    }

    /// The key of the board, the stage and the side to move.
    #[must_use]
    pub const fn key(&self) -> Key {
        self.key
    }

    /// The key, made from nothing but the stones.
    #[must_use]
    pub fn key_from_scratch(&self) -> Key {
        let mut key = self.stage.key();
        for color in Color::ALL {
            self.stones[color].iter().for_each(|point| key ^= zobrist::stone(color, point));
        }
        if self.to_move == Color::White { key ^ zobrist::WHITE_TO_MOVE } else { key }
    }

    pub(super) fn put(&mut self, color: Color, point: Point) {
        debug_assert!(self.is_empty(point));
        self.stones[color].insert(point);
        self.counts[color] += 1;
        self.key ^= zobrist::stone(color, point);
    }

    pub(super) fn remove(&mut self, color: Color, point: Point) {
        debug_assert!(self.stones[color].contains(point));
        self.stones[color].remove(point);
        self.counts[color] -= 1;
        self.key ^= zobrist::stone(color, point);
    }

    /// Ends a turn: a side is to move in a stage.
    pub(super) fn pass_to(&mut self, color: Color, stage: Stage) {
        self.key = self.key ^ self.stage.key() ^ stage.key();
        if color != self.to_move {
            self.key ^= zobrist::WHITE_TO_MOVE;
        }
        (self.stage, self.to_move) = (stage, color);
    }
}
