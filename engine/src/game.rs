//! The checked record of a game: rule, size, moves, and how it ended. The only picture of a game that leaves this crate.
//!
//! A record may also hold a position that was set up: stones in any number and order, and points on which nobody may
//! play. It judges every move by the definition of the rule.

mod positions;
mod result;
mod rows;

pub use result::{GameResult, PlayError, TextError};

use smallvec::SmallVec;

use crate::color::Color;
use crate::forbidden::{self, Forbidden};
use crate::line::{Cell, Lines};
use crate::point::{BoardSize, Direction, Point, PointList, Rows, WALL};
use crate::point_set::PointSet;
use crate::rule::RuleKind;
use crate::zobrist::{self, Key};

/// What a game is played by: which rows win, and whether a row ends it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// Which rows of stones win, and whether Black has forbidden moves.
    pub kind: RuleKind,
    /// Whether the game goes on after a winning row, its points being closed to both sides from then on.
    pub continuous: bool,
}

impl From<RuleKind> for Rules {
    fn from(kind: RuleKind) -> Rules {
        Rules { kind, continuous: false }
    }
}

/// A stone that was put on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// Whose stone.
    pub color: Color,
    /// Where.
    pub point: Point,
}

/// A game from its first stone, or from a position that was set up.
///
/// ```
/// use tengen_engine::{BoardSize, Color, Game, GameResult, PlayError, RuleKind, Rows};
///
/// let size = BoardSize::square(15).unwrap();
/// let mut game = Game::from_text(RuleKind::Standard, size, "h8 a1 h9 b1 h10 c1 h11 d1", Rows::FromBottom)?;
/// assert_eq!(game.play(size.center()), Err(PlayError::Occupied));
/// let five = tengen_engine::Point::parse("h12", size, Rows::FromBottom).unwrap();
/// assert!(game.is_legal(five));
/// assert_eq!(game.play(five), Ok(Some(GameResult::Five(Color::Black))));
/// # Ok::<(), tengen_engine::TextError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Game {
    rules: Rules,
    size: BoardSize,
    closed: SmallVec<[Point; 4]>,
    moves: SmallVec<[Move; 64]>,
    /// How many of the moves, from the first, were set up and never judged.
    set_up: usize,
    to_move: Color,
    lines: Lines,
    key: Key,
    result: Option<GameResult>,
    /// How many moves there were whenever a forbidden one was waived.
    waived: SmallVec<[usize; 2]>,
}

impl Game {
    /// An empty board, Black to move.
    pub fn new(rules: impl Into<Rules>, size: BoardSize) -> Game {
        let rules = rules.into();
        Game {
            rules,
            size,
            closed: SmallVec::new(),
            moves: SmallVec::new(),
            set_up: 0,
            to_move: Color::Black,
            lines: Lines::new(size),
            key: zobrist::empty(rules.kind, size),
            result: None,
            waived: SmallVec::new(),
        }
    }

    /// A game from a list of points such as `h8i9 j10, h9`, Black first; what stands between, `, ;` and blanks, is ignored.
    ///
    /// # Errors
    /// [`TextError`]: the place of the text where no point stands, or the move that cannot be played.
    pub fn from_text(rules: impl Into<Rules>, size: BoardSize, text: &str, rows: Rows) -> Result<Game, TextError> {
        let mut game = Game::new(rules, size);
        for read in PointList::new(text, size, rows) {
            let (name, point) = read?;
            let number = game.moves.len() + 1;
            game.play(point).map_err(|why| TextError::Illegal { number, point: name.to_string(), why })?;
        }
        Ok(game)
    }

    /// The moves as a list of points such as `h8i9`. Colours and closed points are not part of it.
    #[must_use]
    pub fn to_text(&self, rows: Rows) -> String {
        self.moves.iter().map(|played| played.point.to_text(self.size, rows)).collect()
    }

    /// The same where it means the position, which is `None` after stones that were set up, a pass, or two moves of one side.
    #[must_use]
    pub fn text_in_turn(&self, rows: Rows) -> Option<String> {
        let colors = self.moves.iter().map(|stone| stone.color).chain([self.to_move]);
        let in_turn = colors.zip(Color::ALL.into_iter().cycle()).all(|(color, turn)| color == turn);
        (self.set_up == 0 && in_turn).then(|| self.to_text(rows))
    }

    /// What the game is played by.
    #[must_use]
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Which rows of stones win, and whether Black has forbidden moves.
    #[must_use]
    pub fn rule(&self) -> RuleKind {
        self.rules.kind
    }

    /// The size of the board.
    #[must_use]
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The stones in the order in which they came.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The stones that were played or placed, in the order in which they came, without those that were set up.
    #[must_use]
    pub fn played(&self) -> &[Move] {
        &self.moves[self.set_up..]
    }

    /// The stones that were set up before the first move.
    #[must_use]
    pub fn set_up_stones(&self) -> &[Move] {
        &self.moves[..self.set_up]
    }

    /// The last stone that was played or placed. Stones that were set up are no moves.
    #[must_use]
    pub fn last_move(&self) -> Option<Move> {
        self.played().last().copied()
    }

    /// The points that were closed by [`Game::close`], not those that a continuous game closed.
    #[must_use]
    pub fn closed(&self) -> &[Point] {
        &self.closed
    }

    /// The side to move.
    #[must_use]
    pub fn to_move(&self) -> Color {
        self.to_move
    }

    /// Makes it the turn of `color`.
    pub fn set_to_move(&mut self, color: Color) {
        if self.to_move != color {
            self.to_move = color;
            self.key ^= zobrist::WHITE_TO_MOVE;
        }
    }

    /// The key of the position: stones, closed points, side to move, rule and size.
    #[must_use]
    pub fn key(&self) -> Key {
        self.key
    }

    /// Whether the moves of another game led to this one, by the same rules on the same board with the same points closed.
    #[must_use]
    pub fn goes_on_from(&self, before: &Game) -> bool {
        let [ours, others] = [self, before].map(|game| game.closed().iter().copied().collect::<PointSet>());
        (self.rules(), self.size(), ours) == (before.rules(), before.size(), others)
            && self.moves().starts_with(before.moves())
    }

    /// What is on a point.
    #[must_use]
    pub fn cell(&self, point: Point) -> Cell {
        self.lines.cell(point)
    }

    /// How the game ended, if it did.
    #[must_use]
    pub fn result(&self) -> Option<GameResult> {
        self.result
    }

    /// Points on which a stone can be put, row by row. Black's forbidden points are among them: they are no legal moves, and
    /// a stone that is played there all the same loses.
    pub fn empty_points(&self) -> impl Iterator<Item = Point> + '_ {
        self.size.points().filter(|&point| self.cell(point) == Cell::Empty)
    }

    /// Whether the side to move may put a stone on a point: it is on the board, empty, and not forbidden to that side. The end of
    /// the game does not matter.
    #[must_use]
    pub fn is_legal(&self, point: Point) -> bool {
        self.is_legal_for(self.to_move, point)
    }

    /// The same for either side, whoever's turn it is.
    #[must_use]
    pub fn is_legal_for(&self, color: Color, point: Point) -> bool {
        let empty = self.size.contains(point) && self.cell(point) == Cell::Empty;
        empty && (!self.rules.kind.forbids(color) || self.forbidden(point).is_none())
    }

    /// The legal moves of the side to move, row by row: all empty points but those forbidden to it.
    pub fn legal_points(&self) -> impl Iterator<Item = Point> + '_ {
        self.empty_points().filter(|&point| self.is_legal(point))
    }

    /// Why Black may not play on this point, under Renju. Points that are not empty are closed to everyone and forbidden
    /// to nobody.
    #[must_use]
    pub fn forbidden(&self, point: Point) -> Option<Forbidden> {
        let asked = self.rules.kind.forbids(Color::Black) && self.cell(point) == Cell::Empty;
        if asked { forbidden::judge(&self.lines, point) } else { None }
    }

    /// All points forbidden to Black, row by row, with the reason of each.
    pub fn forbidden_points(&self) -> impl Iterator<Item = (Point, Forbidden)> + '_ {
        self.empty_points().filter_map(|point| Some((point, self.forbidden(point)?)))
    }

    /// Plays a move for the side whose turn it is and tells whether it ended the game.
    ///
    /// # Errors
    /// [`PlayError`]: the point is off the board, taken or closed, or the game is over. The game is as before.
    pub fn play(&mut self, point: Point) -> Result<Option<GameResult>, PlayError> {
        if let Some(outcome) = self.result {
            return Err(PlayError::Over(outcome));
        }
        self.place(self.to_move, point)?;
        Ok(self.result)
    }

    /// Puts a stone of `color` on a point, whoever's turn it is and even after the end, as managers do. Then it is the
    /// turn of the other side, and the outcome is what this stone makes of the game.
    ///
    /// # Errors
    /// [`PlayError`]: the point is off the board, taken or closed. The game is as before.
    pub fn place(&mut self, color: Color, point: Point) -> Result<(), PlayError> {
        self.check_empty(point)?;
        let forbidden = if self.rules.kind.forbids(color) { self.forbidden(point) } else { None };
        self.put(color, point);
        self.set_to_move(!color);
        let rows: SmallVec<[Direction; 4]> = self.lines.winning(point, color, self.rules.kind.five(color)).collect();
        if self.rules.continuous {
            self.close_rows(point, color, &rows);
        }
        self.result = match forbidden {
            _ if !rows.is_empty() && !self.rules.continuous => Some(GameResult::Five(color)),
            Some(kind) => Some(GameResult::Forbidden(kind)),
            None => self.full(),
        };
        Ok(())
    }

    /// Puts a stone that is part of a position given from outside: nobody made it as a move, so it neither wins nor is
    /// forbidden, and the turn stays where it is. Not after a stone that was played or placed.
    ///
    /// # Errors
    /// [`PlayError`]: the point cannot hold a stone, or a move was played before.
    pub fn set_up(&mut self, color: Color, point: Point) -> Result<(), PlayError> {
        if self.set_up != self.moves.len() {
            return Err(PlayError::Begun);
        }
        self.check_empty(point)?;
        self.put(color, point);
        self.set_up += 1;
        self.result = self.full();
        Ok(())
    }

    /// Closes an empty point to both sides. It counts as closed from the beginning of the game.
    ///
    /// # Errors
    /// [`PlayError`]: the point is off the board, taken or closed already.
    pub fn close(&mut self, point: Point) -> Result<(), PlayError> {
        self.check_empty(point)?;
        self.closed.push(point);
        self.lines.flip(point, Cell::Wall);
        self.key ^= zobrist::block(point);
        self.result = self.result.or(self.full());
        Ok(())
    }

    /// Lets the game go on after a forbidden move, as it does between people when nobody claims it.
    pub fn waive_forbidden(&mut self) {
        if let Some(GameResult::Forbidden(_)) = self.result {
            self.result = self.full();
            self.waived.push(self.moves.len());
        }
    }

    /// The same position as if nothing had ended it, for whoever plays on all the same, as managers do. A full board stays full.
    #[must_use]
    pub fn without_result(mut self) -> Game {
        self.result = self.full();
        self
    }

    fn check_empty(&self, point: Point) -> Result<(), PlayError> {
        if !self.size.contains(point) {
            return Err(PlayError::OffBoard(self.size));
        }
        match self.cell(point) {
            Cell::Empty => Ok(()),
            Cell::Wall => Err(PlayError::Closed),
            Cell::Black | Cell::White => Err(PlayError::Occupied),
        }
    }

    fn put(&mut self, color: Color, point: Point) {
        self.lines.flip(point, color.into());
        self.key ^= zobrist::stone(color, point);
        self.moves.push(Move { color, point });
    }

    fn full(&self) -> Option<GameResult> {
        if self.empty_points().next().is_none() { Some(GameResult::Full) } else { None }
    }

    /// The lines of the position, for the board of the search.
    pub(crate) fn lines(&self) -> &Lines {
        &self.lines
    }
}

const _: () = assert!(WALL >= 5, "rows are judged by a window of five cells each way");
