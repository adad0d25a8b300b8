//! Positions as they are given on the command line: moves, or a file of moves, of a drawn board, of a record or library in
//! any format, or of positions by themselves; and positions as commands print them, which can be given again.

use std::path::Path;

use anyhow::{Context, Result, anyhow, bail, ensure};
use tengen_engine::charset::Charset;
use tengen_engine::diagram::{self, DiagramOptions};
use tengen_engine::game::Game;
use tengen_engine::point::{BoardSize, Point, Rows};
use tengen_engine::position_key::PositionKey;
use tengen_engine::record::format::{FileFormat, FoundGame};
use tengen_engine::record::moves;
use tengen_engine::record::reading::ReadOptions;
use tengen_engine::record::tree::Tree;
use tengen_engine::rule::RuleKind;

use crate::cli::{PositionArgs, parse_rule, parse_size};
use crate::store::source;
use crate::{files, output};

/// The game of a file that is taken where nobody says which.
const FIRST: u32 = 1;
/// What a heading adds when row 1 is not at the bottom.
const FROM_TOP: &str = ", rows from the top";

/// The position that is meant.
pub(crate) fn read(args: &PositionArgs) -> Result<Game> {
    let given = args.given();
    if given == files::STANDARD {
        return parse(args, &files::read(&given)?, None).context("standard input");
    }
    let path = Path::new(&given);
    // What reads as moves is moves: a file of such a name, as h8, can still be given as ./h8. One as d1.sgf does not.
    if given.trim().is_empty() || moves::is_moves(&given) {
        let moves = parse(args, given.as_bytes(), None);
        if moves.is_ok() || !path.is_file() {
            return moves.with_context(|| format!("\"{given}\""));
        }
    }
    if !path.exists() {
        bail!("\"{given}\" is neither a list of moves such as h8i9j7 nor a file");
    }
    if path.is_file() && source::holds_positions(path)? {
        return from_database(args, path).with_context(|| given.to_string());
    }
    let extension = path.extension().and_then(|extension| extension.to_str());
    parse(args, &files::read(&given)?, extension).with_context(|| given.to_string())
}

/// One of the positions of a store or a database, with the rule and the board that are asked for: its stones set up, for
/// nothing tells how they came there.
fn from_database(args: &PositionArgs, path: &Path) -> Result<Game> {
    ensure!(args.moves.is_none(), "--move needs a record of moves, and a database has positions");
    let is_wanted = |key: &PositionKey| {
        args.rule.is_none_or(|rule| rule == key.rule()) && args.size.is_none_or(|size| size == key.size())
    };
    let wanted = args.game.unwrap_or(FIRST);
    match source::nth(path, wanted.into(), is_wanted)? {
        Ok(key) => Ok(key.game()),
        Err(0) => bail!("there is no such position in it"),
        Err(count) => bail!("there is no position {wanted}: there are {count}"),
    }
}

/// The position of the bytes of a file, whose name ends with the extension.
pub(crate) fn parse(args: &PositionArgs, bytes: &[u8], extension: Option<&str>) -> Result<Game> {
    let format = FileFormat::recognise(bytes, extension);
    let is_list = format.is_none_or(|format| format == FileFormat::Moves);
    if let (Some(format), false) = (format, is_list) {
        return from_file(args, format, bytes);
    }
    let several = FileFormat::ALL.into_iter().filter(|format| format.holds_games());
    let several = several.map(|format| format.name().to_uppercase()).collect::<Vec<_>>().join(", ");
    let wanted = args.game.unwrap_or(FIRST);
    ensure!(wanted == FIRST, "--game {wanted}: only files of {several} hold several games");
    let text = Charset::text_of(bytes, Some(Charset::UTF_8)).map_err(|at| {
        let line = files::line_after(&bytes[..at]);
        match files::is_packed(bytes) {
            true => anyhow!("{}", files::PACKED),
            false => anyhow!("line {line}: neither text nor a record of a game"),
        }
    })?;
    if text.trim().is_empty() || (begins_with_a_point(&text) && !text.contains('+')) {
        return from_moves(args, &text);
    }
    if let Some(format) = format {
        return from_file(args, format, bytes);
    }
    ensure!(args.moves.is_none(), "--move needs a list or record of moves, and a drawn board has none");
    from_drawing(args, &text)
}

fn rule(args: &PositionArgs, found: Option<RuleKind>) -> RuleKind {
    args.rule.or(found).unwrap_or(RuleKind::Freestyle)
}

fn check_size(args: &PositionArgs, found: BoardSize) -> Result<()> {
    let asked = args.size.unwrap_or(found);
    ensure!(asked == found, "the board is {found} and not {asked}");
    Ok(())
}

fn from_moves(args: &PositionArgs, text: &str) -> Result<Game> {
    let (size, rows) = (args.size.unwrap_or(BoardSize::USUAL), args.rows.into());
    let game = Game::from_text(rule(args, None), size, text, rows)?;
    let Some(wanted) = args.moves else { return Ok(game) };
    let moves = game.moves().len();
    ensure!(wanted <= moves, "there is no move {wanted}: the list has {moves}");
    Ok(game.positions().swap_remove(wanted))
}

/// One of the games of a file, along its main line.
fn from_file(args: &PositionArgs, format: FileFormat, bytes: &[u8]) -> Result<Game> {
    let tree = tree(args, format, bytes)?;
    Ok(tree.main_game(rule(args, tree.rule), args.moves)?)
}

/// One of the games of a file, with all that the file tells about it. Where nobody said which of several, that is told,
/// and so is what was passed over in it.
pub(crate) fn tree(args: &PositionArgs, format: FileFormat, bytes: &[u8]) -> Result<Tree> {
    let options = ReadOptions { size: args.size, rows: args.rows.into(), ..ReadOptions::default() };
    let wanted = args.game.unwrap_or(FIRST) as usize;
    let FoundGame { tree, held, remarks, .. } = format.read_game(bytes, &options, wanted)?;
    output::warn(files::shown(&args.given()), remarks.first.first(), remarks.count);
    if held > 1 && args.game.is_none() {
        output::complain(format_args!("game {wanted} of {held}; --game takes another"));
    }
    check_size(args, tree.size())?;
    Ok(tree)
}

/// Reads a drawn board, and the heading above it and the lines below it when a command of this program printed them.
fn from_drawing(args: &PositionArgs, text: &str) -> Result<Game> {
    let mut headed = None;
    // Lines stay where they are, so that errors name those of the text.
    let mut drawing = String::with_capacity(text.len());
    for line in text.lines() {
        match parse_heading(line) {
            Some(rule) if drawing.trim().is_empty() => headed = Some(rule),
            _ => drawing.push_str(line),
        }
        drawing.push('\n');
        if line.trim().ends_with(" to move") {
            break;
        }
    }
    let game = diagram::parse(&drawing, rule(args, headed))?;
    check_size(args, game.size())?;
    Ok(game)
}

/// The line above a board that a command draws.
pub(crate) fn heading(game: &Game, rows: Rows) -> String {
    let from_top = if rows == Rows::FromTop { FROM_TOP } else { "" };
    format!("{} on {}{from_top}", game.rule(), game.size())
}

/// The rule in a line that [`heading`] wrote. The size follows from the board, and rows of a drawing have numbers.
pub(crate) fn parse_heading(line: &str) -> Option<RuleKind> {
    let line = line.trim();
    let (rule, size) = line.strip_suffix(FROM_TOP).unwrap_or(line).split_once(" on ")?;
    parse_size(size).ok().and(parse_rule(rule).ok())
}

/// Whether a text is a list of moves and no drawing, in which no digit ever follows a letter.
fn begins_with_a_point(text: &str) -> bool {
    let mut letters = text.trim_start().chars();
    letters.next().is_some_and(|c| c.is_ascii_alphabetic()) && letters.next().is_some_and(|c| c.is_ascii_digit())
}

/// Draws a board for whoever looks at the standard output.
pub(crate) fn draw(game: &Game, rows: Rows, marks: &[Point]) -> String {
    diagram::draw(game, &DiagramOptions { rows, marks: marks.to_vec(), colored: output::is_colored() })
}

/// Moves with blanks between them.
pub(crate) fn line(points: &[Point], size: BoardSize, rows: Rows) -> String {
    points.iter().map(|point| point.to_text(size, rows)).collect::<Vec<_>>().join(" ")
}
