//! Counts of the leaves of the game tree, the numbers by which two ways to make moves are compared.

use crate::board::Board;
use crate::game::Game;
use crate::point::Point;
use crate::rule::Rule;
use crate::shape::Pattern4;
use crate::with_rule;

/// A position whose tree can be counted: what the slow record and a fast board have in common.
pub trait PerftTree: Sized {
    /// Whether the game has ended here.
    fn is_over(&self) -> bool;

    /// The points on which the side to move may play without losing by it. Only asked when the game is not over.
    fn legal_points(&self) -> Vec<Point>;

    /// Plays on a legal point, looks at what is reached, and leaves the position as it was.
    fn after<T>(&mut self, point: Point, look: impl FnOnce(&mut Self) -> T) -> T;
}

/// Number of leaves of the tree of all legal play, `depth` plies deep.
///
/// The legal moves are all empty points, without those forbidden to Black when it is his turn. A position is a leaf when
/// it is `depth` plies below the root, when the game has ended with the move that led to it (a winning row or a full
/// board), or when the side to move has no legal move. At depth 0 there is one leaf, the root.
pub fn perft(position: &mut impl PerftTree, depth: u32) -> u64 {
    if depth == 0 || position.is_over() {
        return 1;
    }
    let points = position.legal_points();
    if points.is_empty() || depth == 1 {
        // Every move of the last ply is one leaf, whatever it leads to.
        return points.len().max(1) as u64;
    }
    points.into_iter().map(|point| position.after(point, |next| perft(next, depth - 1))).sum()
}

/// [`perft`] of a game by the board of the search.
///
/// # Panics
/// When the game is a continuous one.
#[must_use]
pub fn count(game: &Game, depth: u32) -> u64 {
    with_rule!(game.rule(), R => perft(&mut Fast::<R>::from_game(game), depth))
}

/// [`count`], and the leaves below each legal move, which are told one after the other. There are none to tell at depth 0 and
/// when nothing can be played.
///
/// # Panics
/// When the game is a continuous one.
pub fn divide(game: &Game, depth: u32, each: &mut dyn FnMut(Point, u64)) -> u64 {
    with_rule!(game.rule(), R => divide_tree(&mut Fast::<R>::from_game(game), depth, each))
}

fn divide_tree<R: Rule>(tree: &mut Fast<R>, depth: u32, each: &mut dyn FnMut(Point, u64)) -> u64 {
    let points = if depth == 0 || tree.is_over() { Vec::new() } else { tree.legal_points() };
    if points.is_empty() {
        return perft(tree, depth);
    }
    let below = points.into_iter().map(|point| {
        let leaves = tree.after(point, |next| perft(next, depth - 1));
        each(point, leaves);
        leaves
    });
    below.sum()
}

impl PerftTree for Game {
    fn is_over(&self) -> bool {
        self.result().is_some()
    }

    fn legal_points(&self) -> Vec<Point> {
        Game::legal_points(self).collect()
    }

    fn after<T>(&mut self, point: Point, look: impl FnOnce(&mut Game) -> T) -> T {
        // A copy is cheaper than taking back, which replays the whole record.
        look(&mut Game::after(self, point).expect("only legal points are tried"))
    }
}

/// The board of the search as a tree. It does not keep whether the game has ended: a win is seen before it is played.
pub struct Fast<R: Rule> {
    board: Board<R>,
    over: bool,
}

impl<R: Rule> Fast<R> {
    /// The tree of a game, which goes on or has ended.
    ///
    /// # Panics
    /// When the game is played by another rule, or is a continuous one: the board does not close the rows of that.
    pub fn from_game(game: &Game) -> Fast<R> {
        assert!(!game.rules().continuous, "here a game ends with a five");
        Fast { board: Board::from_game(game), over: game.result().is_some() }
    }
}

impl<R: Rule> PerftTree for Fast<R> {
    fn is_over(&self) -> bool {
        self.over
    }

    fn legal_points(&self) -> Vec<Point> {
        self.board.legal(self.board.empty()).iter().collect()
    }

    fn after<T>(&mut self, point: Point, look: impl FnOnce(&mut Self) -> T) -> T {
        let over = self.board.class(self.board.to_move(), point) == Pattern4::Five || self.board.empty().len() == 1;
        let before = std::mem::replace(&mut self.over, over);
        self.board.play(point);
        let seen = look(self);
        self.board.undo();
        self.over = before;
        seen
    }
}
