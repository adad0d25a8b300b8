//! The line of a game as a tree, with its passes, and the numbers of its stones.
//!
//! A game knows its stones alone: where somebody has passed is told by who plays next.

use super::{Node, SetUp, Tree, TreeMove};
use crate::color::Color;
use crate::game::Game;

impl Tree {
    /// The line of a game as a tree: what was set up at the root, then the moves. A game keeps no passes: there is one where a
    /// side plays twice in a row, whether its record told it or not, and one at the end where who played last is to move. A
    /// tree has no place for points that were closed, nor for that a game goes on after a five: they are not in it.
    ///
    /// # Panics
    /// Never: a game has fewer moves than a tree may have nodes, and they lie on its board.
    #[must_use]
    pub fn of_game(game: &Game) -> Tree {
        let mut tree = Tree::new(game.size());
        tree.rule = Some(game.rule());
        let mut turn = game.played().first().map_or(game.to_move(), |played| played.color);
        let set_up = game.set_up_stones();
        if !set_up.is_empty() || turn != Color::Black {
            let notes = tree.notes_mut(Tree::ROOT);
            notes.set_up = set_up.iter().map(|stone| SetUp { point: stone.point, color: Some(stone.color) }).collect();
            notes.to_move = Some(turn);
        }
        let mut last = Tree::ROOT;
        let mut add = |played| {
            last = tree.add(last, Some(played)).expect("a game is shorter than a tree may be, on the same board");
        };
        for played in game.played() {
            if played.color != turn {
                add(TreeMove::pass(turn));
            }
            add(TreeMove::stone(played.color, played.point));
            turn = !played.color;
        }
        if game.to_move() != turn {
            add(TreeMove::pass(turn));
        }
        tree
    }

    /// The numbers of the stones that are played on the main line, from 1: passes count as moves, stones that are set up do
    /// not.
    ///
    /// Of a tree that [`Tree::of_game`] has made these are the numbers of [`Game::played`], in its order.
    pub fn stone_numbers(&self) -> impl Iterator<Item = usize> {
        let moves = (1..).zip(self.main_line().filter_map(Node::played));
        moves.filter(|(_, played)| played.point.is_some()).map(|(number, _)| number)
    }
}
