//! The beginning of a tree in SGF 4 (game 4, Gomoku and Renju): the stones that were set up and the moves that led to a position,
//! from which variations go on.

use std::fmt::Display;

use tengen_engine::color::Color;
use tengen_engine::game::Game;
use tengen_engine::sgf::SgfWriter;

/// The number of Gomoku and Renju in the format.
const GOMOKU: u32 = 4;

/// A tree with a comment at its root, which stands in the position of a game.
pub(super) fn begin(game: &Game, comment: impl Display) -> SgfWriter {
    let mut tree = SgfWriter::new(GOMOKU, game.size());
    tree.property("RU", game.rule());
    tree.property("C", comment);
    for (color, name, turn) in [(Color::Black, "AB", "B"), (Color::White, "AW", "W")] {
        let stones = game.set_up_stones().iter().filter(|stone| stone.color == color);
        tree.points(name, stones.map(|stone| stone.point));
        let begins = game.played().first().map_or(game.to_move(), |played| played.color) == color;
        if begins && !game.set_up_stones().is_empty() {
            tree.property("PL", turn);
        }
    }
    game.played().iter().for_each(|played| tree.play(played.color, Some(played.point)));
    tree.end_line();
    tree
}
