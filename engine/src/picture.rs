//! The grammar of drawn boards, whatever game they show: rows of symbols, and what may be written around them.

use crate::color::Color;
use crate::point::MAX_SIDE;

/// What one symbol of a drawing stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symbol<T> {
    /// What stands on the point.
    pub cell: T,
    /// Whether it is a stone, which alone may stand in the brackets of the last move.
    pub is_stone: bool,
}

/// A drawn board as it was read. Its rows are equally long; nothing is said about their number and length.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture<T> {
    /// The rows from the top.
    pub rows: Vec<Row<T>>,
    /// Column and row of the stone in brackets, both from 0 at the upper left.
    pub last: Option<(usize, usize)>,
    /// Whose turn the drawing says it is.
    pub to_move: Option<Color>,
    /// How many lines the text has.
    pub lines: usize,
}

/// A row of a drawn board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row<T> {
    /// Its line of the text, from 1.
    pub line: usize,
    /// The number before it.
    pub number: Option<usize>,
    /// What stands on its points, from the left, and in which character of the line each is drawn, from 1.
    pub cells: Vec<(T, usize)>,
}

/// Why a text is not a drawn board.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {fault}")]
pub struct PictureError {
    /// The line of the text, from 1.
    pub line: usize,
    /// The character of the line, from 1.
    pub column: usize,
    /// What is wrong there.
    pub fault: PictureFault,
}

/// What is wrong with a drawn board.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PictureFault {
    /// A character that stands for nothing.
    #[error("'{0}' is no symbol of a drawn board")]
    Symbol(char),
    /// Brackets that do not hold one stone.
    #[error("brackets must hold the one stone that was played last")]
    Brackets,
    /// A second stone in brackets.
    #[error("a second last move")]
    SecondLast,
    /// Rows of different lengths.
    #[error("this row has {found} points and the first has {expected}")]
    RowLength {
        /// Points in the first row.
        expected: usize,
        /// Points in this row.
        found: usize,
    },
    /// Row numbers that do not follow each other.
    #[error("row {found} cannot follow row {before}")]
    RowNumber {
        /// The number of the row above.
        before: usize,
        /// The number of this row.
        found: usize,
    },
    /// A row without a number among rows that have one, or the other way round.
    #[error("all rows have a number or none has")]
    SomeNumbers,
    /// A row of another board, or its column letters, below the column letters.
    #[error("a second board")]
    SecondBoard,
}

/// The capital letter with which stones of a side are drawn.
#[must_use]
pub const fn stone(color: Color) -> char {
    match color {
        Color::Black => 'X',
        Color::White => 'O',
    }
}

/// The letter that names a column, the first being 0.
#[must_use]
pub fn column_letter(x: usize) -> char {
    char::from(b'a' + x as u8)
}

/// The terminal's number for the colour of a symbol: one for the stones of each side, one for what is pointed out.
#[must_use]
pub fn ink(symbol: char) -> Option<u8> {
    match symbol {
        'X' | 'x' => Some(34),
        'O' | 'o' => Some(33),
        '*' => Some(31),
        '#' => Some(90),
        '.' => None,
        _ => Some(32),
    }
}

/// Reads a drawn board whose symbols are those that `symbol` knows.
///
/// Row numbers, column letters, blanks between points or letters, brackets around the last stone and a line on the turn such
/// as `X to move` may all be absent; blank lines are skipped. Rows may have their number on both sides, with words behind
/// the second, and column letters may stand above the rows too. Those below end the board: of what follows only a line
/// on the turn is read, and a second board is a fault.
///
/// # Errors
/// What is wrong, and where: see [`PictureFault`].
///
/// ```
/// use tengen_engine::picture::{self, Symbol};
///
/// let symbol = |symbol| match symbol {
///     'X' | '.' => Some(Symbol { cell: symbol == 'X', is_stone: symbol == 'X' }),
///     _ => None,
/// };
/// let picture = picture::read(" 2 . .\n 1 .(X)\n   a b\nX to move", symbol).unwrap();
/// assert_eq!(picture.last, Some((1, 1)));
/// assert_eq!(picture.rows[0].cells, [(false, 4), (false, 6)]);
///
/// let error = picture::read(". .\n. ?", symbol).unwrap_err();
/// assert_eq!(error.to_string(), "line 2, column 3: '?' is no symbol of a drawn board");
/// ```
pub fn read<T>(text: &str, symbol: impl Fn(char) -> Option<Symbol<T>>) -> Result<Picture<T>, PictureError> {
    let mut picture = Picture { rows: Vec::new(), last: None, to_move: None, lines: text.lines().count() };
    let mut is_whole = false;
    for (index, line) in text.lines().enumerate() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            [] => {}
            [side, "to", "move"] if side_of(side).is_some() => picture.to_move = side_of(side),
            _ if is_whole && picture.begins_again(line, &words) => {
                return Err(PictureError { line: index + 1, column: 1, fault: PictureFault::SecondBoard });
            }
            _ if names_columns(&words, picture.width()) => is_whole = !picture.rows.is_empty(),
            _ if is_whole => {}
            _ => picture.read_line(index + 1, line, &symbol)?,
        }
    }
    Ok(picture)
}

/// The side whose stones are drawn with this letter, small or not.
fn side_of(word: &str) -> Option<Color> {
    Color::ALL.into_iter().find(|&color| word.to_ascii_uppercase().chars().eq([stone(color)]))
}

impl<T> Picture<T> {
    /// Number of columns, that is, of points in every row.
    #[must_use]
    pub fn width(&self) -> usize {
        self.rows.first().map_or(0, |row| row.cells.len())
    }

    /// Number of rows.
    #[must_use]
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// Whether a line below the board has a number of its rows or letters of columns.
    fn begins_again(&self, line: &str, words: &[&str]) -> bool {
        let is_row = |(number, _): (usize, usize)| self.rows.iter().any(|row| row.number == Some(number));
        leading_number(line).is_some_and(is_row) || names_columns(words, self.width())
    }

    fn read_line(
        &mut self,
        line: usize,
        text: &str,
        symbol: &impl Fn(char) -> Option<Symbol<T>>,
    ) -> Result<(), PictureError> {
        let row = self.read_row(line, text, symbol)?;
        let first = self.rows.first().unwrap_or(&row);
        if row.cells.len() != first.cells.len() {
            let fault = PictureFault::RowLength { expected: first.cells.len(), found: row.cells.len() };
            return Err(PictureError { line, column: text.trim_end().chars().count(), fault });
        }
        self.check_number(&row)?;
        self.rows.push(row);
        Ok(())
    }

    fn read_row(
        &mut self,
        line: usize,
        text: &str,
        symbol: &impl Fn(char) -> Option<Symbol<T>>,
    ) -> Result<Row<T>, PictureError> {
        let error = |column: usize, fault| Err(PictureError { line, column, fault });
        let number = leading_number(text);
        let (begin, end) =
            number.map_or((0, text.len()), |(number, begin)| (begin, before_number(text, begin, number)));
        let skipped = text[..begin].chars().count();
        let mut cells = Vec::new();
        let mut after_stone = false;
        let mut open = None;
        for (index, character) in text[..end].chars().enumerate().skip(skipped) {
            let column = index + 1;
            match character {
                '(' => {
                    if open.replace(cells.len()).is_some() {
                        return error(column, PictureFault::Brackets);
                    }
                }
                ')' => match open.take() {
                    Some(before) if before + 1 == cells.len() && after_stone => {
                        if self.last.replace((before, self.rows.len())).is_some() {
                            return error(column, PictureFault::SecondLast);
                        }
                    }
                    _ => return error(column, PictureFault::Brackets),
                },
                _ if character.is_whitespace() => {}
                _ => match symbol(character) {
                    Some(Symbol { cell, is_stone }) => {
                        after_stone = is_stone;
                        cells.push((cell, column));
                    }
                    None => return error(column, PictureFault::Symbol(character)),
                },
            }
        }
        match open {
            Some(_) => error(text.chars().count(), PictureFault::Brackets),
            None => Ok(Row { line, number: number.map(|(number, _)| number), cells }),
        }
    }

    /// Numbers must all be there or all be absent, and go up or down by one.
    fn check_number(&self, row: &Row<T>) -> Result<(), PictureError> {
        let [.., above] = &self.rows[..] else { return Ok(()) };
        let error = |fault| Err(PictureError { line: row.line, column: 1, fault });
        let (before, found) = match (above.number, row.number) {
            (Some(before), Some(found)) => (before, found),
            (None, None) => return Ok(()),
            _ => return error(PictureFault::SomeNumbers),
        };
        let rising = match &self.rows[..] {
            [first, second, ..] => second.number > first.number,
            _ => found > before,
        };
        let expected = if rising { before.checked_add(1) } else { before.checked_sub(1) };
        if expected == Some(found) { Ok(()) } else { error(PictureFault::RowNumber { before, found }) }
    }
}

/// Whether a line of a text may be a row of a drawn board: half of what stands there beside numbers are stones and signs of
/// points, and no letters. Where there is none, a text that cannot be read is no drawing with a mistake, but something else.
#[must_use]
pub fn has_row(text: &str) -> bool {
    let is_of_row = |line: &str| {
        let shown: Vec<char> = line.chars().filter(|c| !c.is_whitespace() && !c.is_ascii_digit()).collect();
        let signs = shown.iter().filter(|c| "XxOo.*+#".contains(**c)).count();
        signs > 0 && 2 * signs >= shown.len()
    };
    text.lines().any(is_of_row)
}

/// The number with which a line begins, if it does, and the byte at which the rest of the line begins.
#[must_use]
pub fn leading_number(line: &str) -> Option<(usize, usize)> {
    let content = line.trim_start();
    let rest = content.trim_start_matches(|character: char| character.is_ascii_digit());
    // A number too long to read is no number of a row; its digits are then no symbols either.
    let number = content[..content.len() - rest.len()].parse().ok()?;
    Some((number, line.len() - rest.len()))
}

/// Where the points of a row end: before its number, if that stands on the right too, whatever is written behind it.
fn before_number(text: &str, begin: usize, number: usize) -> usize {
    let mut at = begin;
    for word in text[begin..].split_inclusive(char::is_whitespace) {
        let content = word.trim_end();
        let points = content.trim_end_matches(|character: char| character.is_ascii_digit());
        if content[points.len()..].parse::<usize>() == Ok(number) {
            return at + points.len();
        }
        at += word.len();
    }
    text.len()
}

/// Whether the words are the letters of the columns, small or not, with the letter i or, as in the game of Go, without it.
/// They may be one word as long as the rows, if those are known. A row of marks alone reads like them when it has no number.
fn names_columns(words: &[&str], width: usize) -> bool {
    let letters = words.concat().to_ascii_lowercase();
    let count = letters.len();
    let are_apart = words.iter().all(|word| word.len() == 1);
    let is_one_word = words.len() == 1 && (width == 0 || count == width);
    let with_i = (0..MAX_SIDE).map(column_letter);
    let without_i = (0..=MAX_SIDE).map(column_letter).filter(|&letter| letter != 'i');
    let are = letters.chars().eq(with_i.take(count)) || letters.chars().eq(without_i.take(count));
    (are_apart || is_one_word) && are
}
