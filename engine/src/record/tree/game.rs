//! Games out of a tree: the position of a node, as the rules see the line that leads to it.

use super::{Node, NodeId, Tree};
use crate::color::Color;
use crate::game::{Game, PlayError, Rules};
use crate::point::Point;

/// Why the line to a node is no game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LineError {
    /// A move that the game does not accept.
    #[error("move {number} cannot be played: {why}")]
    Move {
        /// The number of the move in its line, from 1, passes counted.
        number: usize,
        /// What is wrong with it.
        why: PlayError,
    },
    /// A stone that cannot be set up.
    #[error("a stone cannot be set up: {0}")]
    SetUp(PlayError),
    /// The line has fewer moves.
    #[error("there is no move {wanted}: the game has {moves}")]
    NoSuchMove {
        /// The number of moves that was asked for.
        wanted: usize,
        /// How many there are.
        moves: usize,
    },
}

impl Tree {
    /// The game that leads to a node. Where stones are set up or taken away between moves, all that stood there until then
    /// is set up. A forbidden move ends it only where it is the last one, since people may let it pass.
    ///
    /// # Errors
    /// [`LineError`]: the first move or stone that the game does not accept.
    pub fn game(&self, node: NodeId, rules: impl Into<Rules>) -> Result<Game, LineError> {
        let path = self.node(node).path();
        let edited = path.iter().rposition(|node| !node.notes().set_up.is_empty());
        let (before, after) = path.split_at(edited.map_or(0, |index| index + 1));
        let (stones, to_move) = stones(before);
        let mut game = Game::new(rules, self.size);
        for &(point, color) in &stones {
            game.set_up(color, point).map_err(LineError::SetUp)?;
        }
        game.set_to_move(to_move.unwrap_or_else(|| turn_after(stones.iter().map(|&(_, color)| color))));
        let mut number = before.iter().filter(|node| node.played().is_some()).count();
        for node in after {
            if let Some(played) = node.played() {
                number += 1;
                let illegal = |why| LineError::Move { number, why };
                // A forbidden move after which play went on was not claimed.
                game.waive_forbidden();
                if let Some(result) = game.result() {
                    return Err(illegal(PlayError::Over(result)));
                }
                match played.point {
                    Some(point) => game.place(played.color, point).map_err(illegal)?,
                    None => game.set_to_move(!played.color),
                }
            }
            if let Some(color) = node.notes().to_move {
                game.set_to_move(color);
            }
        }
        Ok(game)
    }

    /// The game of the main line up to a number of moves, or all of it: passes count as moves.
    ///
    /// # Errors
    /// [`LineError`]: a move that the game does not accept, or fewer moves than asked for.
    pub fn main_game(&self, rules: impl Into<Rules>, moves: Option<usize>) -> Result<Game, LineError> {
        let line: Vec<Node<'_>> = self.main_line().collect();
        let end = match moves {
            None => line.last().copied(),
            Some(0) => line.iter().take_while(|node| node.played().is_none()).last().copied(),
            Some(wanted) => {
                let played = line.iter().filter(|node| node.played().is_some());
                Some(*played.clone().nth(wanted - 1).ok_or(LineError::NoSuchMove { wanted, moves: played.count() })?)
            }
        };
        self.game(end.map_or(Tree::ROOT, Node::id), rules)
    }
}

/// Whose turn it is after stones that are set up, where nothing else tells it: of who has fewer, or else Black's.
pub(crate) fn turn_after(stones: impl Iterator<Item = Color>) -> Color {
    let lead: i32 = stones.map(|color| if color == Color::Black { 1 } else { -1 }).sum();
    if lead > 0 { Color::White } else { Color::Black }
}

/// The stones after a line that sets some up, and whose turn it then is, where that is known.
fn stones(line: &[Node<'_>]) -> (Vec<(Point, Color)>, Option<Color>) {
    let mut stones: Vec<(Point, Color)> = Vec::new();
    let mut to_move = None;
    for node in line {
        let notes = node.notes();
        for set_up in &notes.set_up {
            stones.retain(|&(point, _)| point != set_up.point);
            stones.extend(set_up.color.map(|color| (set_up.point, color)));
        }
        if let Some(played) = node.played() {
            // A stone on a stone stays in the list twice, for the game to refuse.
            stones.extend(played.point.map(|point| (point, played.color)));
            to_move = Some(!played.color);
        }
        to_move = notes.to_move.or(to_move);
    }
    (stones, to_move)
}
