//! The canonical key of a position: its stones alone, in the one of its eight views that comes first.
//!
//! It names the rule, the size, the stones and the side to move, and nothing of how they came there. Positions that are
//! turned or mirrored copies of each other have one key. Its bytes are those of a key in a database of Yixin or Rapfi, and
//! keys are in the order in which Rapfi writes them.

mod sums;

use std::cmp::Ordering;

pub(crate) use sums::ViewSums;

use smallvec::SmallVec;

use crate::color::{ByColor, Color};
use crate::game::{Game, Rules};
use crate::line::Cell;
use crate::point::{BoardSize, Point};
use crate::rule::RuleKind;
use crate::symmetry::Symmetry;

/// What stands where a stone would, when the numbers of stones do not tell the side to move: nobody's stone.
const PASS: StoneNumber = StoneNumber::MAX;
/// Rule, width and height come before the stones.
const HEAD: usize = 3;

/// Column and row of a stone: the bytes of a key as one number, which is compared at once.
type StoneNumber = u16;
type SortedStones = SmallVec<[StoneNumber; 32]>;
/// A position seen in one way.
type View = (Symmetry, ByColor<SortedStones>);

/// A stone that a position has more or less than another.
#[derive(Clone, Copy)]
struct StoneChange {
    color: Color,
    at: StoneNumber,
    is_put: bool,
}

/// The canonical key of a position: rule, size, stones and side to move, the same for all eight views.
///
/// ```
/// use tengen_engine::position_key::PositionKey;
/// use tengen_engine::{BoardSize, Game, Rows, RuleKind};
///
/// let size = BoardSize::square(15).unwrap();
/// let key = |moves| PositionKey::of(&Game::from_text(RuleKind::Renju, size, moves, Rows::FromBottom).unwrap()).unwrap();
/// assert_eq!(key("h8i9").0, key("h8g7").0);
/// assert_ne!(key("h8i9").0, key("h8h9").0);
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PositionKey(SmallVec<[u8; 64]>);

/// Why bytes are no key.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum KeyFault {
    /// Too short, or half a stone at the end.
    #[error("a key of {0} bytes: it has three and two for each stone")]
    Length(usize),
    /// No such rule.
    #[error("rule {0}: there are 0 to 4")]
    Rule(u8),
    /// No such board.
    #[error("a board of {0}x{1}")]
    Size(u8, u8),
    /// A stone beside the board.
    #[error("a stone at {0}, {1} beside the board")]
    OffBoard(u8, u8),
    /// Two stones on one point.
    #[error("two stones at {0}, {1}")]
    Twice(u8, u8),
}

impl PositionKey {
    /// The key of a position, and the view in which it is written. `None` for what no key can say: closed points, rules by
    /// which the game goes on after a five, and numbers of stones that no moves in turn lead to, but for one pass.
    #[must_use]
    pub fn of(game: &Game) -> Option<(PositionKey, Symmetry)> {
        PositionViews::of(game)?.key()
    }

    /// The key of stones on a board, each point named once, under the conditions of [`PositionKey::of`].
    pub fn of_stones(
        rule: RuleKind,
        size: BoardSize,
        stones: impl IntoIterator<Item = (Color, Point)>,
        to_move: Color,
    ) -> Option<(PositionKey, Symmetry)> {
        let mut groups = ByColor::<SortedStones>::default();
        stones.into_iter().for_each(|(color, point)| groups[color].push(stone(point)));
        PositionViews::new(rule, size, groups, to_move).key()
    }

    /// The keys of the same rule and board are those from the first of these on and before the second.
    #[must_use]
    pub fn range_of(rule: RuleKind, size: BoardSize) -> (PositionKey, PositionKey) {
        let head = [rule as u8, size.width() as u8, size.height() as u8];
        let mut end = head.to_vec();
        end.resize(HEAD + 2 * (size.area() + 2), u8::MAX);
        (PositionKey(SmallVec::from_slice(&head)), PositionKey(SmallVec::from_slice(&end)))
    }

    /// The key that these bytes mean, and the view that leads from them to it: they need not be canonical.
    ///
    /// # Errors
    /// [`KeyFault`]: what is wrong with them.
    pub fn from_bytes(bytes: &[u8]) -> Result<(PositionKey, Symmetry), KeyFault> {
        let (rule, size, groups, to_move) = parts(bytes)?;
        PositionViews::new(rule, size, groups, to_move).key().ok_or(KeyFault::Length(bytes.len()))
    }

    /// A key from the bytes that [`PositionKey::as_bytes`] gave and that may have been damaged since. Whether they are
    /// still canonical is not looked at.
    ///
    /// # Errors
    /// [`KeyFault`]: what is wrong with them.
    pub fn from_canonical(bytes: &[u8]) -> Result<PositionKey, KeyFault> {
        parts(bytes)?;
        Ok(PositionKey(SmallVec::from_slice(bytes)))
    }

    /// The bytes: rule, width, height, then column and row of each stone, Black's before White's.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Which rows win.
    #[must_use]
    pub fn rule(&self) -> RuleKind {
        RuleKind::ALL[usize::from(self.0[0]) % RuleKind::ALL.len()]
    }

    /// The board.
    #[must_use]
    pub fn size(&self) -> BoardSize {
        BoardSize::new(self.0[1].into(), self.0[2].into()).expect("a key is made of a board")
    }

    /// The side to move.
    #[must_use]
    pub fn to_move(&self) -> Color {
        if self.entries().is_multiple_of(2) { Color::Black } else { Color::White }
    }

    /// The stones of one side in the canonical view, by column and row.
    pub fn stones(&self, color: Color) -> impl Iterator<Item = Point> + '_ {
        let black = self.entries().div_ceil(2);
        let (from, to) = if color == Color::Black { (0, black) } else { (black, self.entries()) };
        let stones = self.0[HEAD + 2 * from..HEAD + 2 * to].chunks_exact(2);
        let numbers = stones.map(|stone| StoneNumber::from_be_bytes([stone[0], stone[1]]));
        numbers.filter(|&stone| stone != PASS).map(point)
    }

    /// The number of stones.
    #[must_use]
    pub fn len(&self) -> usize {
        self.stones(Color::Black).count() + self.stones(Color::White).count()
    }

    /// Whether it is the key of an empty board.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The position in its canonical view, its stones set up. Where they show a row that wins the game is over.
    #[must_use]
    pub fn game(&self) -> Game {
        self.game_of(self.to_move(), |_| true)
    }

    /// The position before a stone of the side that has moved was put, as if that had been the last; the points are those
    /// of the canonical view of this one.
    pub(crate) fn game_without(&self, point: Point) -> Game {
        self.game_of(!self.to_move(), |stone| stone != point)
    }

    /// The position of some of the stones, set up.
    fn game_of(&self, to_move: Color, is_part: impl Fn(Point) -> bool) -> Game {
        let mut game = Game::new(Rules::from(self.rule()), self.size());
        for color in Color::ALL {
            for point in self.stones(color).filter(|&point| is_part(point)) {
                game.set_up(color, point).expect("a key has every point once");
            }
        }
        game.set_to_move(to_move);
        game.end_with_a_row();
        game
    }

    /// The order of keys as bytes: by rule and size, then by the number of stones, then by the stones.
    #[must_use]
    pub fn compare(one: &[u8], other: &[u8]) -> Ordering {
        let head = |bytes: &[u8]| SmallVec::<[u8; HEAD]>::from_slice(&bytes[..bytes.len().min(HEAD)]);
        head(one).cmp(&head(other)).then(one.len().cmp(&other.len())).then_with(|| one.cmp(other))
    }

    fn entries(&self) -> usize {
        (self.0.len() - HEAD) / 2
    }
}

impl Ord for PositionKey {
    fn cmp(&self, other: &PositionKey) -> Ordering {
        PositionKey::compare(&self.0, &other.0)
    }
}

impl PartialOrd for PositionKey {
    fn partial_cmp(&self, other: &PositionKey) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A position in all the views that keep its board, with sorted stones: the keys of its neighbours come of it quickly.
#[derive(Clone, Debug)]
pub struct PositionViews {
    rule: RuleKind,
    size: BoardSize,
    to_move: Color,
    views: SmallVec<[View; 8]>,
}

impl PositionViews {
    /// The views of a position, under the conditions of [`PositionKey::of`].
    #[must_use]
    pub fn of(game: &Game) -> Option<PositionViews> {
        BoardSize::new(game.size().width(), game.size().height())?;
        let continuous = game.rules().continuous;
        let mut groups = ByColor::<SortedStones>::default();
        for point in game.size().points() {
            match game.cell(point) {
                Cell::Empty => {}
                Cell::Wall => return None,
                cell => groups[cell.color()?].push(stone(point)),
            }
        }
        let views = PositionViews::new(game.rule(), game.size(), groups, game.to_move());
        views.key().filter(|_| !continuous)?;
        Some(views)
    }

    fn new(rule: RuleKind, size: BoardSize, groups: ByColor<SortedStones>, to_move: Color) -> PositionViews {
        let seen = |symmetry: Symmetry| {
            let view = |color: Color| {
                let mut stones: SortedStones = groups[color].iter().map(|&at| seen(symmetry, at, size)).collect();
                stones.sort_unstable();
                stones
            };
            (symmetry, ByColor::from_fn(view))
        };
        PositionViews { rule, size, to_move, views: views(size).map(seen).collect() }
    }

    /// The views of a position that has this key.
    pub(crate) fn of_key(key: &PositionKey) -> PositionViews {
        let groups = ByColor::from_fn(|color| key.stones(color).map(stone).collect());
        PositionViews::new(key.rule(), key.size(), groups, key.to_move())
    }

    /// The key of the position itself.
    #[must_use]
    pub fn key(&self) -> Option<(PositionKey, Symmetry)> {
        self.first(self.to_move, None)
    }

    /// The views in which the position looks the same, the board as it is first.
    pub fn symmetries(&self) -> impl Iterator<Item = Symmetry> + '_ {
        let (_, as_it_is) = &self.views[0];
        self.views.iter().filter(move |(_, groups)| groups.0 == as_it_is.0).map(|(symmetry, _)| *symmetry)
    }

    /// The key after a stone of the side to move on an empty point, and the view in which it is written.
    #[must_use]
    pub fn after(&self, point: Point) -> Option<(PositionKey, Symmetry)> {
        self.first(!self.to_move, Some(StoneChange { color: self.to_move, at: stone(point), is_put: true }))
    }

    /// The key without a stone of the side that has moved, as if that stone had been the last.
    #[must_use]
    pub fn before(&self, point: Point) -> Option<(PositionKey, Symmetry)> {
        self.first(!self.to_move, Some(StoneChange { color: !self.to_move, at: stone(point), is_put: false }))
    }

    /// The views after a stone of the side to move on an empty point.
    pub(crate) fn with(&self, point: Point) -> PositionViews {
        let mut after = PositionViews { to_move: !self.to_move, ..self.clone() };
        for (symmetry, groups) in &mut after.views {
            let (at, group) = (seen(*symmetry, stone(point), self.size), &mut groups[self.to_move]);
            group.insert(group.partition_point(|&other| other < at), at);
        }
        after
    }

    /// The sorted stones of one side in a view, after a change.
    fn stones<'a>(
        &self,
        (symmetry, groups): &'a View,
        color: Color,
        change: Option<StoneChange>,
    ) -> impl Iterator<Item = StoneNumber> + Clone + use<'a> {
        let group = &groups[color][..];
        let (mut before, mut put, mut after) = (group, None, &[][..]);
        if let Some(change) = change.filter(|change| change.color == color) {
            let at = seen(*symmetry, change.at, self.size);
            (before, after) = group.split_at(group.partition_point(|&other| other < at));
            after = after.strip_prefix(&[at]).unwrap_or(after);
            put = change.is_put.then_some(at);
        }
        before.iter().copied().chain(put).chain(after.iter().copied())
    }

    /// The least of the keys of all views, after a change.
    fn first(&self, to_move: Color, change: Option<StoneChange>) -> Option<(PositionKey, Symmetry)> {
        let stones = |view, color| self.stones(view, color, change);
        let counts = ByColor::from_fn(|color| stones(&self.views[0], color).count());
        let passed = match (counts[Color::Black].checked_sub(counts[Color::White])?, to_move) {
            (0, Color::Black) | (1, Color::White) => None,
            (0, Color::White) => Some(Color::Black),
            (1, Color::Black) => Some(Color::White),
            _ => return None,
        };
        // All views have as many stones of each side, so that the first stone in which two differ decides.
        let both = |view| (view, stones(view, Color::Black).chain(stones(view, Color::White)));
        let (best, _) = self.views.iter().map(both).min_by(|(_, one), (_, other)| one.clone().cmp(other.clone()))?;
        let mut bytes = SmallVec::from_slice(&[
            self.rule as u8,
            u8::try_from(self.size.width()).ok()?,
            u8::try_from(self.size.height()).ok()?,
        ]);
        for color in [Color::Black, Color::White] {
            let pass = (passed == Some(color)).then_some(PASS);
            bytes.extend(stones(best, color).chain(pass).flat_map(StoneNumber::to_be_bytes));
        }
        Some((PositionKey(bytes), best.0))
    }
}

/// What the bytes of a key say, canonical or not: the rule, the board, the stones of both sides, and the side to move.
fn parts(bytes: &[u8]) -> Result<(RuleKind, BoardSize, ByColor<SortedStones>, Color), KeyFault> {
    let [rule, width, height, ref stones @ ..] = *bytes else { return Err(KeyFault::Length(bytes.len())) };
    if stones.len() % 2 != 0 {
        return Err(KeyFault::Length(bytes.len()));
    }
    let rule = *RuleKind::ALL.get(usize::from(rule)).ok_or(KeyFault::Rule(rule))?;
    let size = BoardSize::new(width.into(), height.into()).ok_or(KeyFault::Size(width, height))?;
    let count = stones.len() / 2;
    if count > size.area() + 1 {
        return Err(KeyFault::Length(bytes.len()));
    }
    let mut groups = ByColor::<SortedStones>::default();
    let mut taken = vec![false; size.area()];
    for (number, stone) in stones.chunks_exact(2).enumerate() {
        let color = if number < count.div_ceil(2) { Color::Black } else { Color::White };
        let is_last = number + 1 == count.div_ceil(2) || number + 1 == count;
        let [x, y] = [stone[0], stone[1]];
        let stone = StoneNumber::from_be_bytes([x, y]);
        if stone == PASS && is_last {
            continue;
        }
        let point = size.point(x.into(), y.into()).ok_or(KeyFault::OffBoard(x, y))?;
        if std::mem::replace(&mut taken[point.y() * size.width() + point.x()], true) {
            return Err(KeyFault::Twice(x, y));
        }
        groups[color].push(stone);
    }
    let to_move = if count % 2 == 0 { Color::Black } else { Color::White };
    Ok((rule, size, groups, to_move))
}

/// The views that keep a board, the board as it is first.
fn views(size: BoardSize) -> impl Iterator<Item = Symmetry> {
    Symmetry::ALL.into_iter().filter(move |symmetry| symmetry.size(size) == size)
}

fn stone(point: Point) -> StoneNumber {
    // A board has at most 22 columns and rows.
    StoneNumber::from_be_bytes([point.x() as u8, point.y() as u8])
}

fn point(stone: StoneNumber) -> Point {
    let [x, y] = stone.to_be_bytes();
    Point::new(x.into(), y.into())
}

fn seen(symmetry: Symmetry, at: StoneNumber, size: BoardSize) -> StoneNumber {
    stone(symmetry.point(point(at), size))
}

#[cfg(test)]
mod tests;
