//! Positions as they are given on the command line: moves, or a file of moves, of a drawn board, of a record or library in
//! any format, or of positions by themselves; and positions as commands print them, which can be given again.

mod failure;
mod games;
mod given;

use std::borrow::Cow;
use std::path::Path;

use anyhow::{Context, Error, Result, anyhow, bail, ensure};
use tengen_engine::charset::Charset;
use tengen_engine::diagram::{self, DiagramOptions};
use tengen_engine::game::{Game, TextError};
use tengen_engine::picture;
use tengen_engine::point::{BoardSize, Point, PointList, Rows};
use tengen_engine::record::format::{FileFormat, FoundGame};
use tengen_engine::record::reading::ReadOptions;
use tengen_engine::record::tree::Tree;
use tengen_engine::rule::RuleKind;

use crate::cli::{PositionArgs, parse_rule, parse_size};
use crate::game_numbers::GameNumbers;
use crate::store::source;
use crate::{files, output};

pub(crate) use failure::Failure;
pub(crate) use games::{GivenGame, GivenGames};
pub(crate) use given::{Given, neither};

/// What a heading adds when row 1 is not at the bottom.
const FROM_TOP: &str = ", rows from the top";

/// A position that is asked for, and the rule where neither who asks nor what is read names one.
#[derive(Clone, Copy)]
pub(crate) struct PositionQuery<'a> {
    pub(crate) args: &'a PositionArgs,
    pub(crate) usual: RuleKind,
}

/// What is given turned out to be.
pub(crate) enum PositionSource {
    /// A record of a game, with all that it tells.
    Record(Tree),
    /// A list of moves, or a position by itself.
    Position(Box<Game>),
}

/// The position that is meant, of Freestyle where nothing names a rule.
pub(crate) fn read(args: &PositionArgs) -> Result<Game> {
    PositionQuery { args, usual: RuleKind::Freestyle }.read()
}

impl PositionQuery<'_> {
    /// The position that is meant.
    pub(crate) fn read(self) -> Result<Game> {
        let text = self.args.given();
        match self.source_of(self.given(&text)?)? {
            PositionSource::Record(tree) => self.main_game(&tree).with_context(|| files::shown(&text).to_string()),
            PositionSource::Position(game) => Ok(*game),
        }
    }

    /// What was given, as what it is.
    fn source_of(self, given: Given<'_>) -> Result<PositionSource> {
        let text = self.args.given();
        match given {
            Given::Database(path) => {
                let game = self.of_database(path).with_context(|| text.clone())?;
                Ok(PositionSource::Position(Box::new(game)))
            }
            given => self.recognise(&given.bytes()?, given.extension()).with_context(|| match given {
                Given::Moves(moves) => format!("\"{moves}\""),
                _ => files::shown(&text).to_string(),
            }),
        }
    }

    /// What a text names, read with the board and the rows that are asked for.
    pub(crate) fn given(self, text: &str) -> Result<Given<'_>> {
        Given::of(text, &self.options())
    }

    /// One of the positions of a store or a database, with the rule and the board that are asked for: its stones set up,
    /// for nothing tells how they came there.
    fn of_database(self, path: &Path) -> Result<Game> {
        let args = self.args;
        self.check_no_move()?;
        let wanted = self.number()?;
        match source::nth(path, wanted.into(), args.rule, args.size)? {
            Ok(key) => Ok(key.game()),
            Err(0) => bail!("there is no such position in it"),
            Err(count) => bail!("there is no position {wanted}: there are {count}"),
        }
    }

    /// Refuses `--move` where a position comes from a database.
    fn check_no_move(self) -> Result<()> {
        ensure!(self.args.moves.is_none(), "--move needs a record of moves, and a database has positions");
        Ok(())
    }

    /// Reads the bytes of a file, whose name ends with the extension, as what they are.
    pub(crate) fn recognise(self, bytes: &[u8], extension: Option<&str>) -> Result<PositionSource> {
        let format = FileFormat::recognise(bytes, extension);
        if let Some(format) = format.filter(|&format| format != FileFormat::Moves) {
            return self.tree(format, bytes).map(PositionSource::Record);
        }
        let (wanted, text) = (self.number()?, text_of(bytes)?);
        // Where a number is asked for it is that of a line.
        if self.args.game.is_some() {
            return self.numbered(&text, format, wanted);
        }
        let game = if begins_with_a_point(&text) && !self.has_other_signs(&text) {
            self.of_moves(&text)?
        } else if let Some(format) = format {
            self.main_game(&self.tree(format, bytes)?)?
        } else {
            self.of_drawing(&text)?
        };
        Ok(PositionSource::Position(Box::new(game)))
    }

    /// The number of the one game that is asked for.
    fn number(self) -> Result<u32> {
        match self.args.game {
            None => Ok(GameNumbers::FIRST),
            Some(GameNumbers::One(number)) => Ok(number),
            Some(_) => bail!("--game names several games, and one is wanted here"),
        }
    }

    /// How a record is read.
    fn options(self) -> ReadOptions {
        ReadOptions { size: self.args.size, rows: self.args.rows.into(), ..ReadOptions::default() }
    }

    /// The rule that is asked for, or that what is read names, or the usual one.
    fn rule(self, found: Option<RuleKind>) -> RuleKind {
        self.args.rule.or(found).unwrap_or(self.usual)
    }

    fn check_size(self, found: BoardSize) -> Result<()> {
        let asked = self.args.size.unwrap_or(found);
        ensure!(asked == found, "the board is {found} and not {asked}");
        Ok(())
    }

    /// Whether the first that is no point in a list is a sign of another spelling, such as the hyphen of `h8-i9`.
    fn has_other_signs(self, text: &str) -> bool {
        let is_sign = |c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '[' | ']' | '{');
        self.points(text).find_map(|read| read.err()).is_some_and(|no_point| no_point.rest.starts_with(is_sign))
    }

    /// The points of a list, with nothing but blanks, commas and semicolons between them.
    fn points(self, text: &str) -> PointList<'_> {
        PointList::new(text, self.args.size.unwrap_or(BoardSize::USUAL), self.args.rows.into())
    }

    fn of_moves(self, text: &str) -> Result<Game> {
        let size = self.args.size.unwrap_or(BoardSize::USUAL);
        // All of it is read: what only begins as moves do may be the name of a file.
        let points = self.points(text).collect::<Result<Vec<_>, _>>().map_err(TextError::from)?;
        let wanted = self.args.moves.unwrap_or(points.len());
        ensure!(wanted <= points.len(), "there is no move {wanted}: the list has {}", points.len());
        let mut game = Game::new(self.rule(None), size);
        for (number, (name, point)) in (1..).zip(points.into_iter().take(wanted)) {
            // A forbidden move after which play went on was not claimed, in a list as in a record.
            game.waive_forbidden();
            game.play(point).map_err(|why| TextError::Illegal { number, point: name.to_string(), why })?;
        }
        Ok(game)
    }

    /// The game of a record, along its main line.
    pub(crate) fn main_game(self, tree: &Tree) -> Result<Game> {
        Ok(tree.main_game(self.rule(tree.rule), self.args.moves)?)
    }

    /// One of the games of a file, with all that the file tells about it. Where nobody said which of several, that is
    /// told, and so is what was passed over in it.
    fn tree(self, format: FileFormat, bytes: &[u8]) -> Result<Tree> {
        let args = self.args;
        let wanted = self.number()? as usize;
        let FoundGame { tree, held, remarks, .. } = format.read_game(bytes, &self.options(), wanted)?;
        output::warn(files::shown(&args.given()), remarks.first.first(), remarks.count);
        if held > 1 && args.game.is_none() {
            output::complain(format_args!("game {wanted} of {held}; --game takes another"));
        }
        self.check_size(tree.size())?;
        Ok(tree)
    }

    /// Reads a drawn board, and the heading above it and the lines below it when a command of this program printed them.
    fn of_drawing(self, text: &str) -> Result<Game> {
        ensure!(self.args.moves.is_none(), "--move needs a list or record of moves, and a drawn board has none");
        let (mut headed, mut has_begun) = (None, false);
        // Lines stay where they are, so that errors name those of the text.
        let mut drawing = String::with_capacity(text.len());
        for line in text.lines() {
            // This line may stand above the board too.
            let is_turn = line.trim().ends_with(" to move");
            match parse_heading(line) {
                Some(rule) if !has_begun => headed = Some(rule),
                _ => {
                    drawing.push_str(line);
                    has_begun |= !is_turn && !line.trim().is_empty();
                }
            }
            drawing.push('\n');
            if is_turn && has_begun {
                break;
            }
        }
        let game = diagram::parse(&drawing, self.rule(headed)).map_err(|why| match picture::has_row(text) {
            true => Error::from(why),
            false => anyhow!("neither moves, a drawn board nor a record of a game"),
        })?;
        self.check_size(game.size())?;
        Ok(game)
    }
}

/// The line above a board that a command draws.
pub(crate) fn heading(game: &Game, rows: Rows) -> String {
    let from_top = if rows == Rows::FromTop { FROM_TOP } else { "" };
    format!("{} on {}{from_top}", game.rule(), game.size())
}

/// The rule in a line that [`heading`] or `opening` wrote. The size follows from the board, and rows of a drawing have
/// numbers.
fn parse_heading(line: &str) -> Option<RuleKind> {
    let (rule, rest) = line.trim().split_once(" on ")?;
    // What else is told follows the size.
    let size = rest.split_once(", ").map_or(rest, |(size, _)| size);
    parse_size(size).ok().and(parse_rule(rule).ok())
}

/// The text of bytes that are no record.
fn text_of(bytes: &[u8]) -> Result<Cow<'_, str>> {
    Charset::text_of(bytes, Some(Charset::UTF_8)).map_err(|at| {
        let line = files::line_after(&bytes[..at]);
        anyhow!(files::unrecognised(bytes, &format!("line {line}: neither text nor a record of a game")))
    })
}

/// Whether a text is a list of moves and no drawing, in which no digit ever follows a letter.
fn begins_with_a_point(text: &str) -> bool {
    let mut letters = text.trim_start().chars();
    letters.next().is_some_and(|c| c.is_ascii_alphabetic()) && letters.next().is_some_and(|c| c.is_ascii_digit())
}

/// A text behind the remarks at its beginning, which tell nothing of what it is.
fn after_remarks(text: &str) -> &str {
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    while rest.starts_with('#') {
        rest = rest.split_once('\n').map_or("", |(_, after)| after).trim_start();
    }
    rest
}

/// Draws a board for whoever looks at the standard output.
pub(crate) fn draw(game: &Game, rows: Rows, marks: &[Point]) -> String {
    diagram::draw(game, &DiagramOptions { rows, marks: marks.to_vec(), colored: output::is_colored() })
}

/// Moves with blanks between them.
pub(crate) fn line(points: &[Point], size: BoardSize, rows: Rows) -> String {
    points.iter().map(|point| point.to_text(size, rows)).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::RowsArg;

    #[test]
    fn lists_of_moves_are_read_in_every_spelling() {
        let read = |text: &str, moves| {
            let position = vec![text.to_string()];
            let args = PositionArgs { position, rule: None, moves, game: None, size: None, rows: RowsArg::Bottom };
            super::read(&args).map(|game| game.to_text(Rows::FromBottom)).map_err(|why| format!("{why:#}"))
        };
        for (text, moves, stones) in [
            ("h8, i9;j10", None, "h8i9j10"),
            ("h8-i9 - j10", None, "h8i9j10"),
            ("h8 i9 2. j10", Some(2), "h8i9"),
            ("h8][i9]", None, "h8i9"),
            ("H8I9J10\n{}{}", None, "h8i9j10"),
            ("h8 i9 {a1}{b1}", Some(1), "a1b1h8"),
            ("\n{}{}", None, ""),
            ("{}{h8}", None, "h8"),
        ] {
            assert_eq!(read(text, moves).as_deref(), Ok(stones), "{text}");
        }
        for (text, why) in [
            ("h8i9.x", "no point of the board at character 5: \".x\""),
            ("h8-i9-z9", "line 1, column 7 (byte 6): \"z9\" is no point of the board"),
            ("h8-i9 z9", "line 1, column 7 (byte 6): \"z9\" is no point of the board"),
        ] {
            assert_eq!(read(text, None), Err(format!("\"{text}\": {why}")));
        }
    }
}
