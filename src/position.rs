//! Positions as they are given on the command line: moves, a file of moves, or a drawn board.

use std::fs;
use std::io::{self, IsTerminal, Read};
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use tengen_engine::diagram::{self, Options};
use tengen_engine::game::Game;
use tengen_engine::point::{BoardSize, Point, Rows};

use crate::cli::PositionArgs;

/// The board when neither the arguments nor a drawing say how large it is.
const USUAL: BoardSize = BoardSize::square(15).expect("15 is a size");

/// The position that is meant.
pub(crate) fn read(args: &PositionArgs) -> Result<Game> {
    let given = args.position.as_str();
    if given == "-" {
        let mut text = String::new();
        io::stdin().read_to_string(&mut text).context("standard input")?;
        return parse(args, &text).context("standard input");
    }
    // What reads as moves is moves: a file of such a name can still be given as ./h8.
    if given.trim().is_empty() || begins_with_a_point(given) {
        return parse(args, given).with_context(|| format!("\"{given}\""));
    }
    let path = Path::new(given);
    if !path.exists() {
        bail!("\"{given}\" is neither a list of moves such as h8i9j7 nor a file");
    }
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {given}"))?;
    parse(args, &text).with_context(|| given.to_string())
}

/// The position of a text: moves or a drawn board.
pub(crate) fn parse(args: &PositionArgs, text: &str) -> Result<Game> {
    let text = text.trim_start_matches('\u{feff}');
    if text.trim().is_empty() || begins_with_a_point(text) {
        return Ok(Game::from_text(args.rule, args.size.unwrap_or(USUAL), text, args.rows.into())?);
    }
    let game = diagram::parse(text, args.rule)?;
    if let Some(size) = args.size {
        ensure!(game.size() == size, "the drawn board is {} and not {size}", game.size());
    }
    Ok(game)
}

/// Whether a text is a list of moves and no drawing, in which no digit ever follows a letter.
fn begins_with_a_point(text: &str) -> bool {
    let mut letters = text.trim_start().chars();
    letters.next().is_some_and(|c| c.is_ascii_alphabetic()) && letters.next().is_some_and(|c| c.is_ascii_digit())
}

/// Draws a board for whoever looks at the standard output.
pub(crate) fn draw(game: &Game, rows: Rows, marks: &[Point]) -> String {
    let colored = io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    diagram::draw(game, &Options { rows, marks: marks.to_vec(), colored })
}

/// Moves with blanks between them.
pub(crate) fn line(points: &[Point], size: BoardSize, rows: Rows) -> String {
    points.iter().map(|point| point.to_text(size, rows)).collect::<Vec<_>>().join(" ")
}
