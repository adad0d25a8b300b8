//! The beginning of a tree in SGF 4 (game 4, Gomoku and Renju): the moves that led to a position, from which variations go on.

use std::fmt::Display;

use tengen_engine::game::Game;
use tengen_engine::sgf::SgfWriter;

/// The number of Gomoku and Renju in the format.
const GOMOKU: u32 = 4;

/// A tree with a comment at its root, which stands in the position of a game.
pub(super) fn begin(game: &Game, comment: impl Display) -> SgfWriter {
    let mut tree = SgfWriter::new(GOMOKU, game.size());
    tree.property("RU", game.rule());
    tree.property("C", comment);
    game.moves().iter().for_each(|played| tree.play(played.color, Some(played.point)));
    tree.end_line();
    tree
}
