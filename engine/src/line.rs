//! The board as lines of cells: two bits a cell, every cell in four lines, and the windows that shapes are looked up by.

use crate::color::Color;
use crate::point::{BoardSize, Direction, Point, STRIDE, WALL};
use crate::rule::Five;

/// What is on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Cell {
    /// Nothing.
    Empty = 0,
    /// A black stone.
    Black = 1,
    /// A white stone.
    White = 2,
    /// No point of the board, or one on which nobody may play.
    Wall = 3,
}

impl Cell {
    const fn from_bits(bits: u64) -> Cell {
        match bits & 3 {
            0 => Cell::Empty,
            1 => Cell::Black,
            2 => Cell::White,
            _ => Cell::Wall,
        }
    }

    /// The side whose stone it is.
    #[inline]
    pub const fn color(self) -> Option<Color> {
        match self {
            Cell::Black => Some(Color::Black),
            Cell::White => Some(Color::White),
            Cell::Empty | Cell::Wall => None,
        }
    }
}

impl From<Color> for Cell {
    #[inline]
    fn from(color: Color) -> Cell {
        match color {
            Color::Black => Cell::Black,
            Color::White => Cell::White,
        }
    }
}

/// Cells of a window: the centre and [`WALL`] to each side.
pub const WINDOW: usize = 2 * WALL + 1;

/// Eleven cells of a line, two bits each: the cell `i` steps along the direction from the centre is at bit
/// `2 * (i + WALL)`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window(u32);

impl Window {
    const CENTER: usize = WALL;

    /// A window from its cells, first to last along the direction.
    pub fn from_cells(cells: [Cell; WINDOW]) -> Window {
        Window(cells.iter().rev().fold(0, |bits, &cell| bits << 2 | cell as u32))
    }

    /// The cell `steps` along the direction from the centre; at most [`WALL`] either way.
    #[inline]
    pub const fn cell(self, steps: isize) -> Cell {
        Cell::from_bits((self.0 >> (2 * (steps + Window::CENTER as isize))) as u64)
    }

    /// The window with something else on the cell `steps` from the centre.
    #[inline]
    #[must_use]
    pub const fn with(self, steps: isize, cell: Cell) -> Window {
        let shift = 2 * (steps + Window::CENTER as isize);
        Window(self.0 & !(3 << shift) | (cell as u32) << shift)
    }

    /// The ten cells around the centre in 20 bits.
    #[inline]
    pub const fn around(self) -> usize {
        (self.0 & 0x3ff | self.0 >> 2 & 0xf_fc00) as usize
    }

    /// The eight cells within four steps of the centre in 16 bits.
    #[inline]
    pub const fn near(self) -> usize {
        (self.0 >> 2 & 0xff | self.0 >> 4 & 0xff00) as usize
    }

    /// The unbroken row that a stone of `color` at the centre is or would be part of: its length and whether the
    /// opponent's stones stand at both its ends. Rows longer than six count as some length above five.
    pub fn row(self, color: Color) -> (u32, bool) {
        let (own, theirs) = (Cell::from(color), Cell::from(!color));
        let mut length = 1;
        let mut closed = true;
        for side in [-1isize, 1] {
            let mut steps = side;
            while steps.unsigned_abs() <= WALL && self.cell(steps) == own {
                length += 1;
                steps += side;
            }
            closed &= steps.unsigned_abs() <= WALL && self.cell(steps) == theirs;
        }
        (length, closed)
    }

    /// Whether a stone of `color` at the centre wins, or would.
    pub fn wins(self, color: Color, five: Five) -> bool {
        let (length, closed) = self.row(color);
        five.wins(length, closed)
    }
}

/// The bits of the cells on one side of the centre of a window.
const ARM: u32 = (1 << (2 * WALL)) - 1;

/// For each content of the cells on either side of a centre, those of them that are empty and see it, one bit each.
static ARMS_IN_SIGHT: [[u16; ARM as usize + 1]; 2] = {
    let mut seen = [[0; ARM as usize + 1]; 2];
    let mut content = 0;
    while content <= ARM {
        // Walls count as stones of both colours.
        let (mut before, mut after) = (0, 0);
        let mut distance = 0;
        while distance < WALL {
            let (down, up) = (2 * (WALL - 1 - distance), 2 * distance);
            let cells = [content >> down & 3, content >> up & 3];
            if before != 3 && cells[0] == 0 {
                seen[0][content as usize] |= 1 << down;
            }
            if after != 3 && cells[1] == 0 {
                seen[1][content as usize] |= 1 << up;
            }
            (before, after) = (before | cells[0], after | cells[1]);
            distance += 1;
        }
        content += 1;
    }
    seen
};

/// All lines of a board. Cells that are no points hold [`Cell::Wall`].
#[derive(Clone, PartialEq, Eq)]
pub struct Lines {
    bits: [u64; Lines::COUNT],
}

impl Lines {
    // Rows and columns are numbered by the row and column of the packed square, diagonals by difference and sum.
    const COUNT: usize = 2 * STRIDE + 2 * (2 * STRIDE);

    /// The lines of an empty board.
    pub fn new(size: BoardSize) -> Lines {
        let mut lines = Lines { bits: [u64::MAX; Lines::COUNT] };
        size.points().for_each(|point| lines.flip(point, Cell::Wall));
        lines
    }

    /// Where a point lies: the number of the line in this direction, and the shift of its cell there.
    #[inline]
    const fn place(point: Point, direction: Direction) -> (usize, usize) {
        let (row, column) = (point.row(), point.column());
        let (line, cell) = match direction {
            Direction::Row => (row, column),
            Direction::Column => (STRIDE + column, row),
            Direction::Falling => (3 * STRIDE + column - row, column),
            Direction::Rising => (4 * STRIDE + column + row, column),
        };
        (line, 2 * cell)
    }

    /// Turns an empty cell into `cell`, and `cell` into an empty one.
    #[inline]
    pub fn flip(&mut self, point: Point, cell: Cell) {
        for direction in Direction::ALL {
            let (line, shift) = Lines::place(point, direction);
            self.bits[line] ^= (cell as u64) << shift;
        }
    }

    /// What is on a cell.
    #[inline]
    pub fn cell(&self, point: Point) -> Cell {
        let (line, shift) = Lines::place(point, Direction::Row);
        Cell::from_bits(self.bits[line] >> shift)
    }

    /// The whole line through a point, two bits a cell, and the shift of the point's own cell.
    #[inline]
    pub(crate) fn through(&self, point: Point, direction: Direction) -> (u64, usize) {
        let (line, shift) = Lines::place(point, direction);
        (self.bits[line], shift)
    }

    /// A whole line with something on its empty cell at `shift`.
    #[inline]
    pub(crate) const fn with_cell(line: u64, shift: usize, cell: Cell) -> u64 {
        line | (cell as u64) << shift
    }

    /// The window around the cell at `shift` of a whole line, as [`Lines::through`] gave it. Around a wall it is some
    /// window: the line is taken as a ring.
    #[inline]
    pub(crate) const fn window_at(line: u64, shift: usize) -> Window {
        Window(line.rotate_right((shift as u32).wrapping_sub(2 * WALL as u32)) as u32 & 0x3f_ffff)
    }

    /// The empty cells, as their shifts in a whole line, from which the cell at `shift` can be seen by either side: those
    /// within reach with no black or no white stone between.
    #[inline]
    pub(crate) const fn empty_in_sight(line: u64, shift: usize, reach: usize) -> u64 {
        let window = Lines::window_at(line, shift).0;
        let before = ARMS_IN_SIGHT[0][(window & ARM) as usize] as u64;
        let after = ARMS_IN_SIGHT[1][(window >> (2 * (WALL + 1))) as usize & ARM as usize] as u64;
        let within = ((1 << (4 * reach + 2)) - 1) << (2 * (WALL - reach));
        ((before | after << (2 * (WALL + 1))) & within) << (shift - 2 * WALL)
    }

    /// The window around a point of the board.
    #[inline]
    pub fn window(&self, point: Point, direction: Direction) -> Window {
        let (line, shift) = self.through(point, direction);
        Lines::window_at(line, shift)
    }

    /// The directions in which a stone of `color` on the point wins, or would.
    pub fn winning(&self, point: Point, color: Color, five: Five) -> impl Iterator<Item = Direction> {
        Direction::ALL.into_iter().filter(move |&direction| self.window(point, direction).wins(color, five))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::point::MAX_SIDE;

    #[test]
    fn a_window_shows_what_stands_on_the_board() {
        for size in [BoardSize::square(5), BoardSize::new(MAX_SIDE, 6), BoardSize::square(MAX_SIDE)].map(Option::unwrap)
        {
            let mut lines = Lines::new(size);
            let stone = |point: Point| match (point.x() * 7 + point.y() * 3) % 5 {
                0 | 3 => Cell::Black,
                1 => Cell::White,
                _ => Cell::Empty,
            };
            size.points().for_each(|point| lines.flip(point, stone(point)));
            for point in size.points() {
                assert_eq!(lines.cell(point), stone(point));
                for direction in Direction::ALL {
                    let window = lines.window(point, direction);
                    for steps in -(WALL as isize)..=WALL as isize {
                        let index = (point.index() as isize + direction.stride() * steps) as usize;
                        let there =
                            (index != 0).then(|| Point::from_index(index)).filter(|&there| size.contains(there));
                        assert_eq!(window.cell(steps), there.map_or(Cell::Wall, stone));
                    }
                }
            }
        }
    }

    /// What the tables say of every content of a window, walked cell by cell.
    #[test]
    fn a_cell_is_seen_up_to_the_second_colour() {
        let home = 2 * WALL;
        for around in 0..1u64 << (4 * WALL) {
            let line = (around & u64::from(ARM)) | around >> (2 * WALL) << (home + 2) | !0 << (2 * WINDOW);
            for reach in [WALL - 1, WALL] {
                let mut expected = 0;
                for side in [-1isize, 1] {
                    let mut met = 0;
                    for steps in 1..=reach as isize {
                        let place = (home as isize + 2 * side * steps) as usize;
                        let cell = line >> place & 3;
                        expected |= u64::from(met != 3 && cell == 0) << place;
                        met |= cell;
                    }
                }
                assert_eq!(Lines::empty_in_sight(line, home, reach), expected, "{line:x} within {reach}");
            }
        }
    }

    #[test]
    fn rows_are_counted_through_the_centre() {
        let window = |text: &str| {
            let mut cells = text.bytes().map(|byte| match byte {
                b'X' => Cell::Black,
                b'O' => Cell::White,
                b'#' => Cell::Wall,
                _ => Cell::Empty,
            });
            Window::from_cells(std::array::from_fn(|_| cells.next().unwrap()))
        };
        let check = |text, row| assert_eq!(window(text).row(Color::Black), row, "{text}");
        check(".....X.....", (1, false));
        check("XX.XX.XXX.X", (6, false));
        check("...OX.XXXO.", (5, true));
        check(".##XX.XXO..", (5, false));
        check("OXXXX.XXXXX", (10, false));
    }
}
