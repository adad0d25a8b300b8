//! Pictures of positions as text, out and in: what one side draws, the other reads back.

use std::fmt;

use crate::color::{ByColor, Color};
use crate::game::{Game, PlayError, Rules};
use crate::line::Cell;
use crate::picture::{self, Picture, PictureError, Symbol, column_letter, ink, stone};
use crate::point::{BoardSize, MAX_SIDE, MIN_SIDE, Point, Rows};

/// How a picture is drawn.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DiagramOptions {
    /// Which row is number 1. The upper row of the picture is always the upper row of the board.
    pub rows: Rows,
    /// Points to mark, in this order, with `a` to `z` and `A` to `Z` without the letters of the stones, and with `+` when
    /// those run out. A mark is drawn on empty points alone.
    pub marks: Vec<Point>,
    /// Whether symbols are coloured, for a terminal. Such a picture cannot be read back.
    pub colored: bool,
}

/// Draws a position: `X` is Black, `O` White, `.` empty, `*` forbidden to Black, `#` closed, and the stone of the last
/// move stands in brackets. Letters name the columns, numbers the rows, and a line below says whose turn it is.
///
/// ```
/// use tengen_engine::{BoardSize, Game, RuleKind, Rows, diagram};
///
/// let game = Game::from_text(RuleKind::Standard, BoardSize::square(5).unwrap(), "c3d4", Rows::FromBottom)?;
/// let picture = diagram::draw(&game, &diagram::DiagramOptions::default());
/// assert_eq!(picture.lines().nth(1), Some(" 4 . . .(O)."));
/// assert_eq!(diagram::parse(&picture, RuleKind::Standard).unwrap().key(), game.key());
/// # Ok::<(), tengen_engine::TextError>(())
/// ```
#[must_use]
pub fn draw(game: &Game, options: &DiagramOptions) -> String {
    let size = game.size();
    let last = game.last_move().map(|last| last.point).filter(|&point| game.cell(point).color().is_some());
    let mut picture = String::new();
    for y in 0..size.height() {
        let number = match options.rows {
            Rows::FromTop => y + 1,
            Rows::FromBottom => size.height() - y,
        };
        picture.push_str(&format!("{number:>2}"));
        let mut after_last = false;
        for x in 0..size.width() {
            let point = Point::new(x, y);
            let is_last = last == Some(point);
            picture.push(match (is_last, after_last) {
                (true, _) => '(',
                (false, true) => ')',
                (false, false) => ' ',
            });
            let symbol = symbol(game, point, &options.marks);
            match ink(symbol).filter(|_| options.colored) {
                Some(ink) => picture.push_str(&format!("\x1b[{ink}m{symbol}\x1b[0m")),
                None => picture.push(symbol),
            }
            after_last = is_last;
        }
        picture.push_str(if after_last { ")\n" } else { "\n" });
    }
    picture.push_str("  ");
    (0..size.width()).for_each(|x| picture.extend([' ', column_letter(x)]));
    picture + &format!("\n{} to move\n", stone(game.to_move()))
}

/// The picture of a position, without marks.
impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rules { kind, continuous } = self.rules();
        writeln!(f, "{kind}{}", if continuous { ", continuous" } else { "" })?;
        f.write_str(&draw(self, &DiagramOptions::default()))
    }
}

fn symbol(game: &Game, point: Point, marks: &[Point]) -> char {
    match game.cell(point) {
        Cell::Wall => '#',
        Cell::Black => stone(Color::Black),
        Cell::White => stone(Color::White),
        Cell::Empty => match marks.iter().position(|&marked| marked == point) {
            Some(number) => mark(number),
            None if game.forbidden(point).is_some() => '*',
            None => '.',
        },
    }
}

/// How the mark of this number is drawn, the first being 0.
#[must_use]
pub fn mark(number: usize) -> char {
    // The letters of the stones are left out in both cases, since pictures made by hand use either.
    let mut letters = ('a'..='z').chain('A'..='Z').filter(|letter| !matches!(letter.to_ascii_uppercase(), 'X' | 'O'));
    letters.nth(number).unwrap_or('+')
}

/// Why a text is not a picture of a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {fault}")]
pub struct DiagramError {
    /// The line of the text, from 1.
    pub line: usize,
    /// The character of the line, from 1.
    pub column: usize,
    /// What is wrong there.
    pub fault: DiagramFault,
}

/// What is wrong with a picture.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DiagramFault {
    /// What breaks the grammar of drawn boards.
    #[error(transparent)]
    Picture(picture::PictureFault),
    /// A board that is too small or too large.
    #[error("a board of {width}x{height}: sides go from {MIN_SIDE} to {MAX_SIDE}")]
    Size {
        /// Points in a row.
        width: usize,
        /// Number of rows.
        height: usize,
    },
    /// A stone that the game does not accept.
    #[error("{0}")]
    Stone(PlayError),
}

/// Reads a picture as [`draw`] writes it, or another one of the grammar that [`picture::read`] tells: plainer, or with
/// more around the rows. `x` and `o` may be small.
///
/// The stone in brackets is a move and judged as such; all others are a position set up. Without a line on the turn it is
/// the turn of the side that did not move last, or else of the side with fewer stones, Black when they are equal.
///
/// # Errors
/// [`DiagramError`]: the line and the character where the text is no picture of a position.
pub fn parse(text: &str, rules: impl Into<Rules>) -> Result<Game, DiagramError> {
    let picture = picture::read(text, read_symbol).map_err(|PictureError { line, column, fault }| DiagramError {
        line,
        column,
        fault: DiagramFault::Picture(fault),
    })?;
    game_of(&picture, rules.into())
}

/// What a character of a drawn board stands for. A mark is an empty point.
fn read_symbol(symbol: char) -> Option<Symbol<Cell>> {
    let cell = match symbol {
        'X' | 'x' => Cell::Black,
        'O' | 'o' => Cell::White,
        '#' => Cell::Wall,
        '.' | '*' | '+' => Cell::Empty,
        _ if symbol.is_ascii_alphabetic() => Cell::Empty,
        _ => return None,
    };
    Some(Symbol { cell, is_stone: cell.color().is_some() })
}

fn game_of(picture: &Picture<Cell>, rules: Rules) -> Result<Game, DiagramError> {
    let (width, height) = (picture.width(), picture.height());
    let Some(size) = BoardSize::new(width, height) else {
        let fault = DiagramFault::Size { width, height };
        return Err(DiagramError { line: picture.lines.max(1), column: 1, fault });
    };
    let mut game = Game::new(rules, size);
    let mut stones = ByColor([0, 0]);
    let mut last = None;
    for (y, row) in picture.rows.iter().enumerate() {
        for (x, &(cell, column)) in row.cells.iter().enumerate() {
            let point = Point::new(x, y);
            let stone = |why| DiagramError { line: row.line, column, fault: DiagramFault::Stone(why) };
            match cell.color() {
                Some(color) if picture.last == Some((x, y)) => last = Some((color, point)),
                Some(color) => game.set_up(color, point).map_err(stone)?,
                None if cell == Cell::Wall => game.close(point).map_err(stone)?,
                None => {}
            }
            cell.color().into_iter().for_each(|color| stones[color] += 1);
        }
    }
    game.set_to_move(if stones[Color::Black] > stones[Color::White] { Color::White } else { Color::Black });
    if let Some((color, point)) = last {
        game.place(color, point).expect("every point of a picture is drawn once");
    }
    picture.to_move.into_iter().for_each(|color| game.set_to_move(color));
    Ok(game)
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use proptest::prelude::*;

    use super::*;
    use crate::game::GameResult;
    use crate::rule::RuleKind;

    #[test]
    fn a_picture_shows_all_there_is_to_see() {
        let size = BoardSize::new(9, 7).unwrap();
        let mut game = Game::from_text(RuleKind::Renju, size, "e4a1e5a7d3i1f3", Rows::FromBottom).unwrap();
        game.close(Point::new(8, 0)).unwrap();
        let check = |options: &DiagramOptions, picture: Expect| picture.assert_eq(&draw(&game, options));
        check(
            &DiagramOptions::default(),
            expect![[r#"
                 7 O . . . . . . . #
                 6 . . . . . . . . .
                 5 . . . . X . . . .
                 4 . . . . X . . . .
                 3 . . . X *(X). . .
                 2 . . . . . . . . .
                 1 O . . . . . . . O
                   a b c d e f g h i
                O to move
            "#]],
        );
        let marks = vec![Point::new(4, 4), Point::new(8, 6), Point::new(4, 5)];
        check(
            &DiagramOptions { rows: Rows::FromTop, marks, colored: false },
            expect![[r#"
                 1 O . . . . . . . #
                 2 . . . . . . . . .
                 3 . . . . X . . . .
                 4 . . . . X . . . .
                 5 . . . X a(X). . .
                 6 . . . . c . . . .
                 7 O . . . . . . . O
                   a b c d e f g h i
                O to move
            "#]],
        );
        let colored = draw(&game, &DiagramOptions { colored: true, ..DiagramOptions::default() });
        assert!(colored.contains("\x1b[31m*\x1b[0m(\x1b[34mX\x1b[0m)"), "{colored}");
        let empty = Game::new(Rules { kind: RuleKind::Standard, continuous: true }, BoardSize::square(5).unwrap());
        expect![[r#"
            standard, continuous
             5 . . . . .
             4 . . . . .
             3 . . . . .
             2 . . . . .
             1 . . . . .
               a b c d e
            X to move
        "#]]
        .assert_eq(&format!("{empty:?}"));
    }

    #[test]
    fn plain_pictures_are_read() {
        let check = |text: &str, to_move, last: Option<(usize, usize)>, outcome| {
            let game = parse(text, RuleKind::Standard).unwrap();
            assert_eq!(game.to_move(), to_move, "{text}");
            assert_eq!(game.last_move().map(|last| (last.point.x(), last.point.y())), last, "{text}");
            assert_eq!(game.result(), outcome, "{text}");
        };
        check(".....\n.....\n..x..\n.....\n.....", Color::White, None, None);
        check("\n  . . . . .\n\n..xo.\n.....\n.....\n.....\n\n", Color::Black, None, None);
        check("XXXXX\nOOOO.\n.....\n.....\n.....", Color::White, None, None);
        check(
            "XX(X)XX\nOOOO.\n.....\n.....\n.....\nx to move",
            Color::Black,
            Some((2, 0)),
            Some(GameResult::Five(Color::Black)),
        );
        check("5 .....\n4 .....\n3 .bQ+#\n2 .....\n1 .(O)...\n  a b c d e", Color::Black, Some((1, 4)), None);
        // As other programs draw: letters of either case above too, and numbers on both sides.
        check(
            "  A B C D E\n5 . . . . . 5\n4 . . + . . 4\n3 . . . . . 3\n2 . . . . . 2\n1 .(O). . . 1\n  A B C D E",
            Color::Black,
            Some((1, 4)),
            None,
        );
        // What is written below the letters is no row, and the turn is read there.
        check(
            ".....\n.....\n..x..\n.....\n.....\na b c d e\n  X, a remark\n.....\nX to move",
            Color::Black,
            None,
            None,
        );
        check("#####\n#####\n#####\n#####\n#####", Color::Black, None, Some(GameResult::Full));
        // Column letters may be one word; other letters of that number are marks.
        let rows = ".....\n.....\n..x..\n.....\n.....\n";
        for (text, height) in [
            (format!("{rows}abcde"), 5),
            (format!("abcde\n{rows}ABCDE\nX, a remark"), 5),
            (format!("{rows}abcdf"), 6),
            (format!("{rows}xxxxx"), 6),
        ] {
            assert_eq!(parse(&text, RuleKind::Standard).unwrap().size().height(), height, "{text}");
        }
    }

    #[test]
    fn faults_are_told_with_their_place() {
        let check = |text: &str, message: &str| {
            assert_eq!(parse(text, RuleKind::Freestyle).unwrap_err().to_string(), message, "{text}");
        };
        let five = ".....\n.....\n.....\n.....\n";
        check("", "line 1, column 1: a board of 0x0: sides go from 5 to 22");
        check(five, "line 4, column 1: a board of 5x4: sides go from 5 to 22");
        check(&format!("{five}...,."), "line 5, column 4: ',' is no symbol of a drawn board");
        check("5 ..... 4", "line 1, column 9: '4' is no symbol of a drawn board");
        check("5 5", "line 1, column 1: a board of 0x1: sides go from 5 to 22");
        check(&format!("{five}.é..."), "line 5, column 2: 'é' is no symbol of a drawn board");
        check(&format!("{five}.....\nabcd"), "line 6, column 4: this row has 4 points and the first has 5");
        check(&format!("{five}...."), "line 5, column 4: this row has 4 points and the first has 5");
        check(&format!("{five}.(.)..."), "line 5, column 4: brackets must hold the one stone that was played last");
        check(&format!("{five}.((X)..."), "line 5, column 3: brackets must hold the one stone that was played last");
        check(&format!("{five}.(XX).."), "line 5, column 5: brackets must hold the one stone that was played last");
        check(&format!("{five}...(XX"), "line 5, column 6: brackets must hold the one stone that was played last");
        check(&format!("{five}..X)XX"), "line 5, column 4: brackets must hold the one stone that was played last");
        check(&format!("{five}(X)(X)..."), "line 5, column 6: a second last move");
        check(&format!("{five}X to play"), "line 5, column 9: this row has 7 points and the first has 5");
        check("5 .....\n4 .....\n2 .....", "line 3, column 1: row 2 cannot follow row 4");
        check("5 .....\n4 .....\n5 .....", "line 3, column 1: row 5 cannot follow row 4");
        check("5 .....\n.....\n3 .....", "line 2, column 1: all rows have a number or none has");
        check(".....\n4 .....\n3 .....", "line 2, column 1: all rows have a number or none has");
        let letters = "a b c d e\n";
        let numbered = "5 .....\n4 .....\n3 .....\n2 .....\n1 .....\n";
        check(&format!("{numbered}{letters}\n{numbered}{letters}"), "line 8, column 1: a second board");
        check(&format!("{letters}{five}.....\n{letters}{letters}{five}....."), "line 8, column 1: a second board");
        check("99999999999999999999999 .....", "line 1, column 1: '9' is no symbol of a drawn board");
        let wide = format!("{}\n", ".".repeat(300)).repeat(5);
        check(&wide, "line 5, column 1: a board of 300x5: sides go from 5 to 22");
        check(&"a ".repeat(300), "line 1, column 1: a board of 300x1: sides go from 5 to 22");
    }

    fn rules() -> impl Strategy<Value = Rules> {
        (prop::sample::select(RuleKind::ALL.to_vec()), any::<bool>())
            .prop_map(|(kind, continuous)| Rules { kind, continuous })
    }

    proptest! {
        // A case that fails belongs into a test with a name, not into a file of seeds.
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn what_was_drawn_is_read_back(
            rules in rules(),
            width in MIN_SIDE..=MAX_SIDE,
            height in MIN_SIDE..=MAX_SIDE,
            stones in prop::collection::vec((any::<prop::sample::Index>(), 0..9u8), 0..300),
            marks in prop::collection::vec(any::<prop::sample::Index>(), 0..60),
            from_top in any::<bool>(),
            white_moves in any::<bool>(),
        ) {
            let size = BoardSize::new(width, height).unwrap();
            let points: Vec<Point> = size.points().collect();
            let mut game = Game::new(rules, size);
            for (index, kind) in stones {
                let point = points[index.index(points.len())];
                // A point drawn twice is refused, which is as good as not drawn.
                let _ = match kind {
                    0 => game.close(point),
                    1..5 => game.place(Color::Black, point),
                    _ => game.place(Color::White, point),
                };
            }
            game.set_to_move(if white_moves { Color::White } else { Color::Black });
            let rows = if from_top { Rows::FromTop } else { Rows::FromBottom };
            let marks = marks.iter().map(|index| points[index.index(points.len())]).collect();
            let text = draw(&game, &DiagramOptions { rows, marks, colored: false });
            let read = parse(&text, rules).unwrap();
            prop_assert_eq!(read.key(), game.key());
            prop_assert!(points.iter().all(|&point| read.cell(point) == game.cell(point)));
            prop_assert_eq!(read.to_move(), game.to_move());
            // A last stone that a continuous game closed at once cannot be drawn as one.
            let last = game.last_move().filter(|last| game.cell(last.point).color().is_some());
            prop_assert_eq!(read.last_move(), last);
            if last.is_some() {
                prop_assert_eq!(read.result(), game.result());
                let plain = DiagramOptions { rows, ..DiagramOptions::default() };
                prop_assert_eq!(draw(&read, &plain), draw(&game, &plain));
            }
        }

        #[test]
        fn no_text_makes_the_reader_panic(text in "[ .XOxo#*()0-9a-z\\n]{0,200}") {
            let _ = parse(&text, RuleKind::Renju);
        }
    }
}
