//! Games that are given to a review, and how they ended: on the board, or else as their record tells it.

use anyhow::{Result, ensure};
use tengen_engine::color::Color;
use tengen_engine::game::Game;
use tengen_engine::record::head::Head;
use tengen_engine::record::tree::{Node, Tree, TreeMove};
use tengen_engine::sgf::RecordedResult;

use crate::position::{GivenGame, PositionSource};

/// How a game ended.
pub(super) struct GameEnd {
    /// In words.
    pub(super) text: String,
    /// Who won, if anybody did.
    pub(super) winner: Option<Color>,
}

/// A game that can be reviewed, and how it ended where that is known.
pub(super) fn read(given: &GivenGame<'_>, text: &str) -> Result<(Game, Option<GameEnd>)> {
    let game = given.game()?;
    ensure!(!game.played().is_empty(), "\"{text}\" is a position, and not a game with moves");
    ensure!(game.closed().is_empty(), "\"{text}\" has closed points, for which a review has no place");
    let on_board = game.result().map(|result| GameEnd { text: result.to_string(), winner: result.winner() });
    let told = match given.source {
        PositionSource::Record(tree) => told_end(tree),
        PositionSource::Position(_) => None,
    };
    Ok((game, on_board.or(told)))
}

/// How a record says that its game ended, or that both passed.
fn told_end(tree: &Tree) -> Option<GameEnd> {
    if let Some(result) = tree.head.get(&Head::Result).and_then(|told| RecordedResult::parse(told)) {
        let (text, winner) = match result {
            RecordedResult::Win(color, _) => (format!("{color} wins by the record ({result})"), Some(color)),
            RecordedResult::Draw => (format!("draw by the record ({result})"), None),
        };
        return Some(GameEnd { text, winner });
    }
    let moves: Vec<TreeMove> = tree.main_line().filter_map(Node::played).collect();
    let both_passed = matches!(moves[..], [.., TreeMove { point: None, .. }, TreeMove { point: None, .. }]);
    both_passed.then(|| GameEnd { text: "draw: both passed".to_string(), winner: None })
}
