//! The two sides, and tables with one entry for each.

use std::fmt;
use std::ops::{Index, IndexMut, Not};

/// A side. Black moves first and, under Renju, is the side with forbidden moves.
///
/// ```
/// use tengen_engine::Color;
///
/// assert_eq!(!Color::Black, Color::White);
/// assert_eq!((Color::White.name(), Color::White.letter()), ("white", 'W'));
/// assert_eq!(['B', 'W', 'b'].map(Color::from_letter), [Some(Color::Black), Some(Color::White), None]);
/// assert_eq!(["black", "white", "B"].map(Color::from_name), [Some(Color::Black), Some(Color::White), None]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Color {
    /// The side that moves first.
    Black,
    /// The side that moves second.
    White,
}

impl Color {
    /// Both sides, Black first.
    pub const ALL: [Color; 2] = [Color::Black, Color::White];

    /// The name used in messages and files, as in "black".
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Color::Black => "black",
            Color::White => "white",
        }
    }

    /// The letter used in records: `B` or `W`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Color::Black => 'B',
            Color::White => 'W',
        }
    }

    /// The side of this letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Color> {
        Color::ALL.into_iter().find(|color| color.letter() == letter)
    }

    /// The side of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Color> {
        Color::ALL.into_iter().find(|color| color.name() == name)
    }
}

impl Not for Color {
    type Output = Color;

    /// The other side.
    #[inline]
    fn not(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Color::Black => "Black",
            Color::White => "White",
        })
    }
}

/// One value for each side, indexed by [`Color`] alone.
///
/// ```
/// use tengen_engine::{ByColor, Color};
///
/// let mut wins = ByColor([0, 0]);
/// wins[Color::White] += 1;
/// assert_eq!(wins, ByColor([0, 1]));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ByColor<T>(pub [T; 2]);

impl<T> ByColor<T> {
    /// A table made by asking for each side in turn.
    pub fn from_fn(mut make: impl FnMut(Color) -> T) -> ByColor<T> {
        ByColor(Color::ALL.map(&mut make))
    }
}

impl<T> Index<Color> for ByColor<T> {
    type Output = T;

    #[inline]
    fn index(&self, color: Color) -> &T {
        &self.0[color as usize]
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    #[inline]
    fn index_mut(&mut self, color: Color) -> &mut T {
        &mut self.0[color as usize]
    }
}
