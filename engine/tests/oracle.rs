//! The rules once more, slowly and straight from their wording, on plain arrays: what the engine's answers are held to.
//!
//! Nothing of the engine is used here, so that a fault would have to be made twice to go unseen.

/// A board of `.` (empty), `X` (Black), `O` (White) and `#` (closed); everything outside it reads as `#`.
#[derive(Clone)]
pub(crate) struct Board {
    pub(crate) width: usize,
    pub(crate) height: usize,
    cells: Vec<char>,
    /// How often a forbidden move had to be asked about inside another such question.
    pub(crate) nested: usize,
}

/// A column from the left and a row from the top, both from 0; outside the board both may be negative or too large.
pub(crate) type Place = (isize, isize);

const DIRECTIONS: [Place; 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// The kinds of forbidden moves, in the order in which they are named when several meet.
pub(crate) const KINDS: [&str; 3] = ["overline", "44", "33"];

impl Board {
    pub(crate) fn new(width: usize, height: usize) -> Board {
        Board { width, height, cells: vec!['.'; width * height], nested: 0 }
    }

    pub(crate) fn places(&self) -> impl Iterator<Item = Place> + use<> {
        let (width, height) = (self.width as isize, self.height as isize);
        (0..height).flat_map(move |y| (0..width).map(move |x| (x, y)))
    }

    pub(crate) fn at(&self, (x, y): Place) -> char {
        let inside = (0..self.width as isize).contains(&x) && (0..self.height as isize).contains(&y);
        if inside { self.cells[y as usize * self.width + x as usize] } else { '#' }
    }

    pub(crate) fn set(&mut self, (x, y): Place, cell: char) {
        self.cells[y as usize * self.width + x as usize] = cell;
    }

    /// The answer to a question about the board with a black stone on an empty place.
    fn with<T>(&mut self, place: Place, ask: impl FnOnce(&mut Board) -> T) -> T {
        self.set(place, 'X');
        let answer = ask(self);
        self.set(place, '.');
        answer
    }

    /// The unbroken row of the stone on a place along a direction: its first and its last place.
    fn row(&self, place: Place, (dx, dy): Place) -> (Place, Place) {
        let (mut first, mut last) = (place, place);
        while self.at((first.0 - dx, first.1 - dy)) == self.at(place) {
            first = (first.0 - dx, first.1 - dy);
        }
        while self.at((last.0 + dx, last.1 + dy)) == self.at(place) {
            last = (last.0 + dx, last.1 + dy);
        }
        (first, last)
    }

    fn row_length(&self, place: Place, direction: Place) -> isize {
        let (first, last) = self.row(place, direction);
        1 + (last.0 - first.0).abs().max((last.1 - first.1).abs())
    }

    /// Whether a stone of `side` on an empty place completes a row that wins under a rule.
    pub(crate) fn wins(&self, rule: &str, side: char, place: Place) -> bool {
        let mut board = self.clone();
        board.set(place, side);
        let other = if side == 'X' { 'O' } else { 'X' };
        DIRECTIONS.into_iter().any(|(dx, dy)| {
            let length = board.row_length(place, (dx, dy));
            let (first, last) = board.row(place, (dx, dy));
            let closed =
                board.at((first.0 - dx, first.1 - dy)) == other && board.at((last.0 + dx, last.1 + dy)) == other;
            match (rule, side) {
                ("freestyle", _) | ("renju", 'O') => length >= 5,
                ("standard", _) | ("renju", 'X') => length == 5,
                ("caro-overline", _) => length > 5 || (length == 5 && !closed),
                ("caro", _) => length == 5 && !closed,
                _ => panic!("no rule {rule}"),
            }
        })
    }

    /// All kinds of forbidden moves that a black stone on an empty place is, the one to name first; none when it wins.
    pub(crate) fn forbidden_kinds(&mut self, place: Place) -> Vec<&'static str> {
        if self.with(place, |board| board.has_row(place, |length| length == 5)) {
            return Vec::new();
        }
        let meets =
            [Board::is_overline, Board::is_double_four, Board::is_double_three].map(|is_kind| is_kind(self, place));
        KINDS.into_iter().zip(meets).filter(|&(_, meets)| meets).map(|(kind, _)| kind).collect()
    }

    fn is_forbidden(&mut self, place: Place) -> bool {
        self.nested += 1;
        let five = self.with(place, |board| board.has_row(place, |length| length == 5));
        !five && (self.is_overline(place) || self.is_double_four(place) || self.is_double_three(place))
    }

    fn has_row(&self, place: Place, wanted: fn(isize) -> bool) -> bool {
        DIRECTIONS.into_iter().any(|direction| wanted(self.row_length(place, direction)))
    }

    fn is_overline(&mut self, place: Place) -> bool {
        self.with(place, |board| board.has_row(place, |length| length >= 6))
    }

    fn is_double_four(&mut self, place: Place) -> bool {
        self.with(place, |board| {
            let mut sets: Vec<Vec<Place>> = Vec::new();
            for (dx, dy) in DIRECTIONS {
                for back in 0..5 {
                    let five = (0..5).map(|i| (place.0 + (i - back) * dx, place.1 + (i - back) * dy));
                    let stones: Vec<Place> = five.clone().filter(|&p| board.at(p) == 'X').collect();
                    let gap: Vec<Place> = five.filter(|&p| board.at(p) == '.').collect();
                    let [gap] = gap[..] else { continue };
                    let completes =
                        stones.len() == 4 && board.with(gap, |board| board.row_length(place, (dx, dy)) == 5);
                    if completes && !sets.contains(&stones) {
                        sets.push(stones);
                    }
                }
            }
            sets.len() >= 2
        })
    }

    fn is_double_three(&mut self, place: Place) -> bool {
        let lines = DIRECTIONS.map(|direction| self.with(place, |board| board.holds_three(place, direction)));
        lines.into_iter().filter(|&three| three).count() >= 2
    }

    /// Whether the black stone on a place is part of a three along a direction.
    fn holds_three(&mut self, place: Place, (dx, dy): Place) -> bool {
        (-3..=3).any(|steps| {
            let extension = (place.0 + steps * dx, place.1 + steps * dy);
            if self.at(extension) != '.' {
                return false;
            }
            let makes_straight_four = self.with(extension, |board| {
                !board.has_row(extension, |length| length == 5)
                    && board.row(extension, (dx, dy)) == board.row(place, (dx, dy))
                    && board.row_length(place, (dx, dy)) == 4
                    && {
                        let (first, last) = board.row(place, (dx, dy));
                        [(first.0 - dx, first.1 - dy), (last.0 + dx, last.1 + dy)].into_iter().all(|end| {
                            board.at(end) == '.' && board.with(end, |board| board.row_length(place, (dx, dy)) == 5)
                        })
                    }
            });
            makes_straight_four && !self.is_forbidden(extension)
        })
    }
}
