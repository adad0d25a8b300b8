//! Positions of Jiu as text, out and in: pictures, and one line for protocols.

use super::path::Path;
use super::position::{Position, SetupError, Stage};
use super::rules::{MAX_SIDE, MIN_SIDE};
use tengen_engine::color::Color;
use tengen_engine::picture;
use tengen_engine::point::{BoardSize, Point, Rows};

/// How a picture is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options<'a> {
    /// Which row is drawn lowest: number 1, or the last.
    pub rows: Rows,
    /// A path whose points stand in brackets.
    pub path: Option<&'a Path>,
}

/// Draws a position: `X` is Black, `O` White, `.` empty. Numbers name the rows, letters the columns, and a line below says
/// whose turn it is. The points of the path stand in brackets. The stage is not drawn: for [`parse`] a line such as
/// `stage: placing` below the picture tells it.
pub fn draw(position: &Position, options: &Options<'_>) -> String {
    let side = position.size().width();
    let mut picture = String::new();
    for line in 0..side {
        let y = row_of_line(line, side, options.rows);
        picture += &format!("{:>2}", side - y);
        let mut after_marked = false;
        for x in 0..side {
            let point = Point::new(x, y);
            let marked = options.path.is_some_and(|path| path.points().any(|of_path| of_path == point));
            picture.push(match (after_marked, marked) {
                (false, true) => '(',
                (true, false) => ')',
                _ => ' ',
            });
            picture.push(position.color_at(point).map_or('.', stone));
            after_marked = marked;
        }
        picture.push_str(if after_marked { ")\n" } else { "\n" });
    }
    picture.push_str("  ");
    (0..side).for_each(|x| picture.extend([' ', column_letter(x)]));
    picture + &format!("\n{} to move\n", stone(position.to_move()))
}

const fn row_of_line(line: usize, side: usize, rows: Rows) -> usize {
    match rows {
        Rows::FromBottom => line,
        Rows::FromTop => side - 1 - line,
    }
}

fn column_letter(x: usize) -> char {
    char::from(b'A' + x as u8)
}

/// The symbol of a side in pictures.
#[must_use]
pub const fn stone(color: Color) -> char {
    match color {
        Color::Black => 'X',
        Color::White => 'O',
    }
}

/// The side that a symbol or the letter of a name means.
#[must_use]
pub fn side(text: &str) -> Option<Color> {
    match text {
        "X" | "x" | "B" | "b" => Some(Color::Black),
        "O" | "o" | "W" | "w" => Some(Color::White),
        _ => None,
    }
}

/// Writes a position in one line: rows from the top with `/` between them, runs of empty points as numbers, then the side
/// and the letter of the stage, as in `6/6/1XO3/6/6/5O B m`.
#[must_use]
pub fn to_line(position: &Position) -> String {
    let side = position.size().width();
    let rows: Vec<String> = (0..side).map(|y| line_of_row(position, y)).collect();
    format!("{} {} {}", rows.join("/"), position.to_move().letter(), position.stage().letter())
}

fn line_of_row(position: &Position, y: usize) -> String {
    let mut row = String::new();
    let mut empty = 0;
    let flush = |row: &mut String, empty: &mut usize| {
        if *empty > 0 {
            *row += &empty.to_string();
            *empty = 0;
        }
    };
    for x in 0..position.size().width() {
        match position.color_at(Point::new(x, y)) {
            None => empty += 1,
            Some(color) => {
                flush(&mut row, &mut empty);
                row.push(stone(color));
            }
        }
    }
    flush(&mut row, &mut empty);
    row
}

/// Why a text is no position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {fault}")]
pub struct TextError {
    /// The line of the text, from 1.
    pub line: usize,
    /// The character of the line, from 1.
    pub column: usize,
    /// What is wrong there.
    pub fault: TextFault,
}

/// What is wrong with a text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TextFault {
    /// A character that stands for nothing.
    #[error("'{0}' is no symbol of a board of Jiu: X, O and . are")]
    Symbol(char),
    /// A row that is not as long as there are rows.
    #[error("this row has {found} points and not {expected}, which is the number of rows")]
    RowLength {
        /// Number of rows.
        expected: usize,
        /// Points in this row.
        found: usize,
    },
    /// Row numbers that do not count up or down by one.
    #[error("row {found} cannot stand here: {expected} is expected")]
    RowNumber {
        /// The number that would fit.
        expected: usize,
        /// The number of this row.
        found: usize,
    },
    /// A row of another board, or its column letters, below the column letters.
    #[error("a second board")]
    SecondBoard,
    /// No board of Jiu.
    #[error("a board of {0} rows: there are {MIN_SIDE} to {MAX_SIDE}, an even number")]
    Size(usize),
    /// A word after the board that is neither a side nor a stage.
    #[error("\"{0}\" is neither a side (B, W) nor a stage (p, l, m)")]
    Word(String),
    /// Stones that cannot stand so in the stage.
    #[error("{0}")]
    SetUp(SetupError),
}

/// A row of symbols with where each stands in the text.
struct Row {
    line: usize,
    number: Option<(usize, usize)>,
    cells: Vec<Option<Color>>,
    end: usize,
}

/// What was read, before it is a position.
struct Sketch {
    rows: Vec<Row>,
    to_move: Option<Color>,
    stage: Option<Stage>,
}

/// Reads a picture as [`draw`] writes it or a plainer one, or the one-line form. Row numbers, column letters, blanks,
/// brackets and the line on the turn may be absent. Row numbers say which row is number 1; without them `rows` does.
/// Below the column letters only the line on the turn is read, and one such as `stage: placing, 30 points empty`; a
/// second board there is a fault.
///
/// Where no stage is named, an empty board is the beginning of the game, a full one is that before stones are lifted, and on
/// any other stones move. `to_move` overrides the side to move; without either it is Black, and White on an empty board.
///
/// # Errors
/// With line and column, both from 1.
pub fn parse(text: &str, rows: Rows, to_move: Option<Color>) -> Result<Position, TextError> {
    let one_line = text.contains('/');
    let mut sketch = if one_line { read_line(text)? } else { read_picture(text)? };
    let numbered = |row: &Row| row.number.map(|(number, _)| number);
    let from_top = match &sketch.rows[..] {
        [first, second, ..] if numbered(first).is_some() && numbered(second).is_some() => {
            numbered(first) < numbered(second)
        }
        _ => rows == Rows::FromTop && !one_line,
    };
    check_rows(&sketch.rows, from_top)?;
    if from_top {
        sketch.rows.reverse();
    }
    sketch.to_move = to_move.or(sketch.to_move);
    sketch.into_position()
}

fn check_rows(rows: &[Row], from_top: bool) -> Result<(), TextError> {
    let side = rows.len();
    let last_line = rows.last().map_or(1, |row| row.line);
    if !(MIN_SIDE..=MAX_SIDE).contains(&side) || !side.is_multiple_of(2) {
        return Err(TextError { line: last_line, column: 1, fault: TextFault::Size(side) });
    }
    for (index, row) in rows.iter().enumerate() {
        if row.cells.len() != side {
            let fault = TextFault::RowLength { expected: side, found: row.cells.len() };
            return Err(TextError { line: row.line, column: row.end, fault });
        }
        let expected = if from_top { index + 1 } else { side - index };
        if let Some((found, column)) = row.number.filter(|&(number, _)| number != expected) {
            return Err(TextError { line: row.line, column, fault: TextFault::RowNumber { expected, found } });
        }
    }
    Ok(())
}

fn read_picture(text: &str) -> Result<Sketch, TextError> {
    let mut sketch = Sketch { rows: Vec::new(), to_move: None, stage: None };
    let mut is_whole = false;
    for (index, line) in text.lines().enumerate() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            [] => {}
            [color, "to", "move"] if side(color).is_some() => sketch.to_move = side(color),
            _ if is_whole && begins_again(&sketch.rows, line, &words) => {
                return Err(TextError { line: index + 1, column: 1, fault: TextFault::SecondBoard });
            }
            _ if names_columns(&words) => is_whole = !sketch.rows.is_empty(),
            ["stage:", name, ..] if is_whole => sketch.stage = Stage::from_name(name.trim_end_matches(',')),
            _ if is_whole => {}
            _ => sketch.rows.push(read_row(index + 1, line)?),
        }
    }
    Ok(sketch)
}

/// Whether a line below the board has a number of its rows or letters of columns.
fn begins_again(rows: &[Row], line: &str, words: &[&str]) -> bool {
    let numbers = |number: usize| rows.iter().filter_map(|row| row.number).any(|(of_row, _)| of_row == number);
    picture::leading_number(line).is_some_and(|(number, _)| numbers(number)) || names_columns(words)
}

/// Whether the words are the letters of the columns.
fn names_columns(words: &[&str]) -> bool {
    let is_name = |(x, word): (usize, &&str)| word.to_ascii_uppercase().chars().eq([column_letter(x)]);
    (MIN_SIDE..=MAX_SIDE).contains(&words.len()) && words.iter().enumerate().all(is_name)
}

fn read_row(line: usize, text: &str) -> Result<Row, TextError> {
    let column = text.chars().take_while(|symbol| symbol.is_whitespace()).count() + 1;
    let (number, begin) =
        picture::leading_number(text).map_or((None, 0), |(number, begin)| (Some((number, column)), begin));
    let mut row = Row { line, number, cells: Vec::new(), end: text.trim_end().chars().count() };
    for (index, symbol) in text.chars().enumerate().skip(text[..begin].chars().count()) {
        match symbol {
            'X' | 'x' | 'O' | 'o' | '.' | '+' => row.cells.push(side(symbol.encode_utf8(&mut [0; 4]))),
            '(' | ')' => {}
            _ if symbol.is_whitespace() => {}
            _ => return Err(TextError { line, column: index + 1, fault: TextFault::Symbol(symbol) }),
        }
    }
    Ok(row)
}

/// Reads the one-line form, in which points may also be written one by one with blanks between them.
fn read_line(text: &str) -> Result<Sketch, TextError> {
    let text = text.trim_end();
    let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let (line, line_text) = lines.next().unwrap_or((1, ""));
    let error = |column: usize, fault| TextError { line, column, fault };
    if let Some((line, more)) = lines.next() {
        let column = more.chars().take_while(|symbol| symbol.is_whitespace()).count() + 1;
        return Err(TextError { line, column, fault: TextFault::Word(more.trim().to_string()) });
    }
    let side_length = line_text.matches('/').count() + 1;
    let new_row = || Row { line, number: None, cells: Vec::new(), end: 0 };
    let mut rows = vec![new_row()];
    let mut chars = line_text.char_indices().enumerate().peekable();
    while let Some(&(index, (_, symbol))) = chars.peek() {
        let full = rows.len() == side_length && rows.last().is_some_and(|row| row.cells.len() >= side_length);
        if full {
            break;
        }
        let row_end = index + 1;
        match symbol {
            '/' => rows.push(new_row()),
            'X' | 'x' | 'O' | 'o' | '.' => row_push(&mut rows, side(symbol.encode_utf8(&mut [0; 4])), 1, row_end),
            '0'..='9' => {
                let mut empty = 0_usize;
                while let Some(digit) = chars.peek().and_then(|&(_, (_, symbol))| symbol.to_digit(10)) {
                    empty = empty.saturating_mul(10).saturating_add(digit as usize);
                    chars.next();
                }
                // What is too long for any board is too long here, whatever its number.
                row_push(&mut rows, None, empty.min(2 * MAX_SIDE), row_end);
                continue;
            }
            _ if symbol.is_whitespace() => {}
            _ => return Err(error(index + 1, TextFault::Symbol(symbol))),
        }
        chars.next();
    }
    let mut sketch = Sketch { rows, to_move: None, stage: None };
    let mut rest = chars.peek().map_or("", |&(_, (byte, _))| &line_text[byte..]).trim_start();
    while let Some(word) = rest.split_whitespace().next() {
        let stage = word.chars().next().filter(|_| word.len() == 1).and_then(Stage::from_letter);
        match (side(word), stage) {
            (Some(color), _) if sketch.to_move.is_none() => sketch.to_move = Some(color),
            (_, Some(stage)) if sketch.stage.is_none() => sketch.stage = Some(stage),
            _ => {
                let column = line_text.chars().count() - rest.chars().count() + 1;
                return Err(error(column, TextFault::Word(word.to_string())));
            }
        }
        rest = rest[word.len()..].trim_start();
    }
    Ok(sketch)
}

fn row_push(rows: &mut [Row], cell: Option<Color>, times: usize, end: usize) {
    let row = rows.last_mut().expect("there is a first row");
    row.cells.extend(std::iter::repeat_n(cell, times));
    row.end = end;
}

impl Sketch {
    fn into_position(self) -> Result<Position, TextError> {
        let side = self.rows.len();
        let size = BoardSize::square(side).expect("the number of rows was checked");
        let cells =
            self.rows.iter().enumerate().flat_map(|(y, row)| row.cells.iter().enumerate().map(move |cell| (y, cell)));
        let stones: Vec<(Color, Point)> =
            cells.filter_map(|(y, (x, color))| Some(((*color)?, Point::new(x, y)))).collect();
        let stage = self.stage.unwrap_or(match stones.len() {
            0 => Stage::Place,
            count if count == size.area() => Stage::Lift,
            _ => Stage::Move,
        });
        let first = if stage == Stage::Place && stones.is_empty() { Color::White } else { Color::Black };
        let last_line = self.rows.iter().map(|row| row.line).max().unwrap_or(1);
        Position::set_up(size, stones, self.to_move.unwrap_or(first), stage).map_err(|why| TextError {
            line: last_line,
            column: 1,
            fault: TextFault::SetUp(why),
        })
    }
}

/// The picture of a position.
impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&draw(self, &Options::default()))
    }
}
