//! The lists of stones that follow `BOARD` and its kin, and the position they describe.

mod openings;

use smallvec::SmallVec;

use tengen_engine::color::Color;
use tengen_engine::game::{Game, Rules};
use tengen_engine::opening::Opening;
use tengen_engine::point::{BoardSize, MAX_SIDE, Point};

use crate::command::{number, words};
use crate::coords::Coords;
use crate::info::Dialect;
use crate::refusal::Refusal;
use crate::reply::shortened;

pub use openings::{soosyrv, swap2};

/// More numbers than three for each point of the largest board are a fault, and are not kept.
const MOST_NUMBERS: usize = 3 * MAX_SIDE * MAX_SIDE;

/// What one entry of a list consists of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ListEntry {
    /// A coordinate.
    Point,
    /// A coordinate and whose stone is there.
    Stone,
    /// A coordinate; peers write whose stone it is as well, but the order tells it already.
    OpeningStone,
}

impl ListEntry {
    fn expected(self) -> &'static str {
        match self {
            ListEntry::Point | ListEntry::OpeningStone => "x,y",
            ListEntry::Stone => "x,y,1 or x,y,2 or x,y,3",
        }
    }
}

/// A list as it is being heard, line by line up to `DONE`, or all on one line.
#[derive(Debug)]
pub struct Listing {
    entry: ListEntry,
    numbers: Vec<i64>,
    /// Lines that held numbers.
    lines: usize,
    /// Whether the numbers of every line so far could be stones with their colours.
    all_triples: bool,
    fault: Option<Refusal>,
}

impl Listing {
    /// An empty list of entries of this form.
    #[must_use]
    pub fn new(entry: ListEntry) -> Listing {
        Listing { entry, numbers: Vec::new(), lines: 0, all_triples: true, fault: None }
    }

    /// Takes in one line and tells whether the list is complete. The first fault is kept, so that a list of any length
    /// is answered once.
    pub fn add(&mut self, line: &str) -> bool {
        let mut done = false;
        let mut found: SmallVec<[i64; 8]> = SmallVec::new();
        for word in words(line) {
            if word.eq_ignore_ascii_case("DONE") {
                done = true;
                break;
            }
            match number(word) {
                Some(number) => found.push(number),
                None => self.fail_at(line),
            }
        }
        let fits = match self.entry {
            ListEntry::Point => found.len().is_multiple_of(2),
            ListEntry::Stone => found.len().is_multiple_of(3),
            ListEntry::OpeningStone => found.len().is_multiple_of(2) || found.len().is_multiple_of(3),
        };
        if !fits {
            self.fail_at(line);
        }
        self.lines += usize::from(!found.is_empty());
        self.all_triples &= found.len().is_multiple_of(3);
        if self.numbers.len() + found.len() > MOST_NUMBERS {
            self.fault.get_or_insert(Refusal::TooMany);
        } else if self.fault.is_none() {
            self.numbers.extend(found);
        }
        done
    }

    fn fail_at(&mut self, line: &str) {
        let expected = self.entry.expected();
        self.fault.get_or_insert_with(|| Refusal::ListLine { expected, line: shortened(line) });
    }

    /// The entries, each point with the number that follows it, or 0. A pass, which only a list of stones has, has no
    /// point.
    fn entries(self, coords: Coords, size: BoardSize) -> Result<Vec<(Option<Point>, i64)>, Refusal> {
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        let step = match self.entry {
            ListEntry::Point => 2,
            ListEntry::Stone => 3,
            // Six numbers on one line are three bare stones and not two with colours: no opening has two.
            ListEntry::OpeningStone if self.all_triples && (self.lines > 1 || self.numbers.len() != 6) => 3,
            ListEntry::OpeningStone => 2,
        };
        let mut seen: Vec<Point> = Vec::new();
        let mut entries = Vec::new();
        for entry in self.numbers.chunks_exact(step) {
            if let (ListEntry::Stone, &[-1, -1, field @ (1 | 2)]) = (self.entry, entry) {
                entries.push((None, field));
                continue;
            }
            let coordinate = (entry[0], entry[1]);
            let point = coords.point(coordinate, size).ok_or(Refusal::OffBoard { coordinate, size })?;
            if seen.contains(&point) {
                return Err(Refusal::Twice(coordinate));
            }
            seen.push(point);
            entries.push((Some(point), entry.get(2).copied().unwrap_or(0)));
        }
        Ok(entries)
    }

    /// The points of a list without stones.
    ///
    /// # Errors
    /// What in the list is no point of the board.
    pub fn points(self, coords: Coords, size: BoardSize) -> Result<Vec<Point>, Refusal> {
        Ok(self.entries(coords, size)?.into_iter().filter_map(|(point, _)| point).collect())
    }

    /// The opening of a swap2 game: Black and White in turn, whatever colours were written.
    ///
    /// # Errors
    /// What in the list is no point of the board, or why it is no such opening.
    pub fn opening(self, coords: Coords, rules: Rules, size: BoardSize) -> Result<Opening, Refusal> {
        swap2(&self.points(coords, size)?, rules, size)
    }

    /// The position of a `BOARD`, with the owner of the stones marked 1 to move, unless the marks of Yixin-Board's kin
    /// are colours. A move to -1,-1 is a pass. A point marked 3 is closed, but where the Gomocup protocol marks so what Renju
    /// forbids to Black.
    ///
    /// # Errors
    /// What in the list is no field of the board, or why no position can be made of it.
    pub fn position(self, coords: Coords, rules: Rules, dialect: Dialect, size: BoardSize) -> Result<Game, Refusal> {
        let mut stones = Vec::new();
        for (point, field) in self.entries(coords, size)? {
            stones.push((
                point,
                match field {
                    1 => Field::Own,
                    2 => Field::Opponent,
                    3 => Field::Closed,
                    _ => return Err(Refusal::Field(field)),
                },
            ));
        }
        arrange(&stones, rules, dialect, size)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Field {
    Own,
    Opponent,
    Closed,
}

fn arrange(
    stones: &[(Option<Point>, Field)],
    rules: Rules,
    dialect: Dialect,
    size: BoardSize,
) -> Result<Game, Refusal> {
    let fields = stones.iter().map(|&(_, field)| field);
    // Only a game that goes on closes points that were played; in any other they are marks and no moves.
    let moves: Vec<Field> = fields.filter(|&field| rules.continuous || field != Field::Closed).collect();
    let own = own_color(&moves, stones.iter().any(|(point, _)| point.is_none()));
    let mut game = Game::new(rules, size);
    let closed = stones.iter().filter(|&&(_, field)| field == Field::Closed).filter_map(|&(point, _)| point);
    // A game that goes on closes points that were played, and they stay closed. In one that does not, Piskvork marks the
    // points that Renju forbids to Black, which says nothing new, and White may play there: it is left to the rule. Pages
    // that drive engines in Yixin's words mark walls.
    let left_to_rule = dialect != Dialect::Yixin && rules.kind.forbids(Color::Black) && !rules.continuous;
    if !left_to_rule {
        closed.clone().try_for_each(|point| game.close(point))?;
    }
    for &(point, field) in stones {
        // A pass was somebody's move and puts nothing.
        let Some(point) = point else { continue };
        match field {
            Field::Own => game.place(own, point)?,
            Field::Opponent => game.place(!own, point)?,
            Field::Closed => {}
        }
    }
    if left_to_rule {
        let marks: Vec<Point> = closed.filter(|&point| game.forbidden(point).is_none()).collect();
        marks.into_iter().try_for_each(|point| game.close(point))?;
    }
    game.set_to_move(if dialect == Dialect::Yixin && names_colors(&moves) { !own } else { own });
    Ok(game)
}

/// The same stones under other rules.
///
/// # Errors
/// A stone that cannot be put there under them.
pub(crate) fn under(game: &Game, rules: Rules) -> Result<Game, Refusal> {
    let mut same = Game::new(rules, game.size());
    game.closed().iter().try_for_each(|&point| same.close(point))?;
    game.moves().iter().try_for_each(|played| same.place(played.color, played.point))?;
    same.set_to_move(game.to_move());
    Ok(same)
}

/// The colour of the stones marked 1. Numbers of stones that fit a game tell it, in whatever order the stones are listed;
/// then a list in the order of play does, in which Black made the first move. Where closed points are moves whose maker is
/// not named the order tells more than the numbers. Where neither tells it, the first that is not closed is Black's, be it a
/// stone or a pass: programs that name passes let Black begin.
fn own_color(moves: &[Field], has_pass: bool) -> Color {
    let count = |field: Field| moves.iter().filter(|&&found| found == field).count();
    let by_numbers = match count(Field::Opponent).checked_sub(count(Field::Own)) {
        Some(more @ (0 | 1)) if !has_pass => Some(more == 0),
        _ => None,
    };
    let [is_own_first, is_opponent_first] = [Field::Own, Field::Opponent].map(|first| is_in_turn(moves, first));
    let by_order = (is_own_first != is_opponent_first).then_some(is_own_first);
    let has_closed = moves.contains(&Field::Closed);
    let told = if has_closed { by_order.or(by_numbers) } else { by_numbers.or(by_order) };
    let is_first_own = || moves.iter().find(|&&field| field != Field::Closed).is_none_or(|&field| field == Field::Own);
    if told.unwrap_or_else(is_first_own) { Color::Black } else { Color::White }
}

/// Whether the marks of a list are colours, 1 for Black and 2 for White, as pages write them: the moves go in turn, and
/// both the first and the last is a 1. Were it the side to move, the opponent would have passed.
fn names_colors(moves: &[Field]) -> bool {
    let is_odd = !moves.len().is_multiple_of(2);
    is_odd && is_in_turn(moves, Field::Own) && !is_in_turn(moves, Field::Opponent)
}

/// Whether the moves go in turn and the first is of this kind. Closed points may be anybody's moves.
fn is_in_turn(moves: &[Field], first: Field) -> bool {
    let fits = |number: usize, found: Field| (found == first) == number.is_multiple_of(2);
    moves.iter().enumerate().all(|(number, &found)| found == Field::Closed || fits(number, found))
}

#[cfg(test)]
mod tests;
