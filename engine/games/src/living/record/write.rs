//! A count of a finished game of Go, written as a file of the Smart Game Format.

use super::terms::{first_side, handicap, mover};
use super::{GAME, SET_UP, TERRITORY, space};
use crate::living::Count;
use crate::living::position::Position;
use tengen_engine::color::Color;
use tengen_engine::sgf::{Collection, Node, SgfError, SgfWriter};

/// Properties of the first node that are written anew.
const OF_HEAD: [&str; 3] = ["FF", "CA", "KM"];
/// Properties of the last node that are written anew.
const OF_COUNT: [&str; 3] = [TERRITORY.0[0], TERRITORY.0[1], "C"];

/// Writes a count as a file: the main line of a game of the file that was read, whose number is told, or else the position
/// set up, with the territory of each side and a comment in the last node.
///
/// # Errors
/// Why the file that was read is none.
pub fn write(
    file: Option<(&[u8], usize)>,
    position: &Position,
    count: &Count,
    comment: &str,
) -> Result<String, SgfError> {
    let mut tree = match file {
        Some((bytes, number)) => main_line(&Collection::from_bytes(bytes)?, number, count),
        None => set_up(position, count),
    };
    for color in Color::ALL {
        let points = count.size().points().filter(|&point| space(count, point) == Some(color));
        tree.points(TERRITORY[color], points);
    }
    tree.end_line();
    tree.property("C", comment.trim_end());
    Ok(tree.finish())
}

/// The main line of a game of a file, or of the first where there is none of this number, without what is written anew.
fn main_line(file: &Collection, number: usize, count: &Count) -> SgfWriter {
    let game = file.games().nth(number.saturating_sub(1)).or_else(|| file.games().next());
    let game = game.expect("a collection holds a game");
    let mut tree = SgfWriter::copy();
    tree.property("KM", count.terms().compensation);
    let first = count.terms().first;
    // With a handicap Black was first, whoever is to move.
    let is_other = count.terms().handicap == 0 && first_side(game, handicap(game).unwrap_or_default()) != first;
    if is_other {
        tree.property("PL", first.letter());
    }
    let is_before = |node: &Node<'_>| node.properties().all(|property| mover(property).is_none());
    let first_move = game.main_line().take_while(is_before).count();
    let mut nodes = game.main_line().enumerate().peekable();
    while let Some((index, node)) = nodes.next() {
        let (is_first, is_last) = (index == 0, nodes.peek().is_none());
        if !is_first {
            tree.end_line();
            tree.node();
        }
        for property in node.properties() {
            let is_one_of = |names: &[&str]| names.iter().any(|name| property.is(name));
            let is_anew = is_first && is_one_of(&OF_HEAD)
                || is_last && is_one_of(&OF_COUNT)
                || is_other && index <= first_move && property.is("PL");
            if !is_anew {
                tree.copied(property);
            }
        }
    }
    tree
}

/// A game that begins with the position.
fn set_up(position: &Position, count: &Count) -> SgfWriter {
    let size = count.size();
    let mut tree = SgfWriter::new(GAME, size);
    tree.property("KM", count.terms().compensation);
    tree.property("PL", count.terms().first.letter());
    for color in Color::ALL {
        tree.points(SET_UP[color], size.points().filter(|&point| position.goban.stone(point) == Some(color)));
    }
    tree
}
