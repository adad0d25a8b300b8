//! Finished positions as drawn boards, in and out.
//!
//! `X` is Black, `O` White, `.` empty; small letters are dead stones where capital ones stand too. Empty points may bear what
//! a count finds: `b` and `w` are roads of either side, `#` an eye, `=` a shared liberty and `?` an unclaimed point.

use super::Count;
use super::goban::Goban;
use super::group::Part;
use super::names::Names;
use super::position::{Marks, Position};
use tengen_engine::color::Color;
use tengen_engine::picture::{self, PictureError, Symbol, stone};
use tengen_engine::point::{BoardSize, MAX_SIDE, Point};

/// Why a text is not a drawn board of Go.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DrawingError {
    /// It breaks the grammar of drawn boards.
    #[error(transparent)]
    Picture(#[from] PictureError),
    /// It is too small or too large.
    #[error("line {line}, column 1: a board of {width}x{height}: sides go from 1 to {MAX_SIDE}")]
    Size {
        /// The last line of the text, from 1.
        line: usize,
        /// Points in a row.
        width: usize,
        /// Number of rows.
        height: usize,
    },
}

/// What a symbol stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    Stone { color: Color, small: bool },
    Empty,
    Road(Color),
    Eye,
    Shared,
    Neutral,
}

fn symbol(symbol: char) -> Option<Symbol<Cell>> {
    let stone = |color| Cell::Stone { color, small: symbol.is_ascii_lowercase() };
    let cell = match symbol {
        'X' | 'x' => stone(Color::Black),
        'O' | 'o' => stone(Color::White),
        '.' | '+' | '*' => Cell::Empty,
        'b' => Cell::Road(Color::Black),
        'w' => Cell::Road(Color::White),
        '#' => Cell::Eye,
        '=' => Cell::Shared,
        '?' => Cell::Neutral,
        _ => return None,
    };
    Some(Symbol { cell, is_stone: matches!(cell, Cell::Stone { .. }) })
}

/// Reads a drawn board with its marks.
///
/// # Errors
/// What is wrong, with line and column.
pub fn parse(text: &str) -> Result<Position, DrawingError> {
    let picture = picture::read(text, symbol)?;
    let (width, height) = (picture.width(), picture.height());
    let Some(size) = BoardSize::of_other_game(width, height) else {
        return Err(DrawingError::Size { line: picture.lines.max(1), width, height });
    };
    let cells = || size.points().map(|point| (point, picture.rows[point.y()].cells[point.x()].0));
    let has_capitals = cells().any(|(_, cell)| matches!(cell, Cell::Stone { small: false, .. }));
    let mut goban = Goban::new(size);
    let mut marks = Marks::default();
    for (point, cell) in cells() {
        match cell {
            Cell::Stone { color, small } => {
                goban.set(point, Some(color));
                marks.dead.extend((small && has_capitals).then_some(point));
            }
            Cell::Empty => {}
            Cell::Road(color) => marks.roads[color].push(point),
            Cell::Eye => marks.eyes.push(point),
            Cell::Shared => marks.shared.push(point),
            Cell::Neutral => marks.neutral.push(point),
        }
    }
    Ok(Position { goban, marks, history: None })
}

/// Draws the board of a count with the part of every point; dead stones are small letters.
#[must_use]
pub fn draw(count: &Count, names: Names, colored: bool) -> String {
    let dead = |point| Color::ALL.into_iter().find(|&color| count.dead()[color].contains(&point));
    draw_points(names, colored, |point| match (dead(point), count.part(point)) {
        (Some(color), _) => stone(color).to_ascii_lowercase(),
        (None, part) => part_symbol(part),
    })
}

/// Draws a board as a method leaves it: stones, and the parts of the points that are empty.
#[must_use]
pub fn draw_exchanged(count: &Count, goban: &Goban, names: Names, colored: bool) -> String {
    draw_points(names, colored, |point| match goban.stone(point) {
        Some(color) => stone(color),
        None => match count.part(point) {
            // A stone was taken off.
            Part::Stone(color) => part_symbol(Part::Road(color)),
            part => part_symbol(part),
        },
    })
}

fn part_symbol(part: Part) -> char {
    match part {
        Part::Stone(color) => stone(color),
        Part::Road(Color::Black) => 'b',
        Part::Road(Color::White) => 'w',
        Part::Eye(_) => '#',
        Part::Shared => '=',
        Part::Neutral => '?',
    }
}

fn draw_points(names: Names, colored: bool, symbol: impl Fn(Point) -> char) -> String {
    let mut picture = String::new();
    for y in 0..names.size.height() {
        picture.push_str(&format!("{:>2}", names.size.height() - y));
        for x in 0..names.size.width() {
            let symbol = symbol(Point::new(x, y));
            match picture::ink(symbol).filter(|_| colored) {
                Some(ink) => picture.push_str(&format!(" \x1b[{ink}m{symbol}\x1b[0m")),
                None => picture.extend([' ', symbol]),
            }
        }
        picture.push('\n');
    }
    picture.push_str("  ");
    (0..names.size.width()).for_each(|x| picture.extend([' ', names.column(x)]));
    picture + "\n"
}
