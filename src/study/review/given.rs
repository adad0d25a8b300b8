//! Games that are given to a review, and how they ended: on the board, or else as their record tells it.

use anyhow::{Context, Result};
use tengen_engine::color::Color;
use tengen_engine::game::Game;
use tengen_engine::record::head::Head;
use tengen_engine::record::tree::{Node, Tree, TreeMove};
use tengen_engine::rule::RuleKind;
use tengen_engine::sgf::RecordedResult;

use crate::cli::ReviewArgs;
use crate::files;
use crate::position::{PositionQuery, PositionSource};

/// How a game ended.
pub(super) struct GameEnd {
    /// In words.
    pub(super) text: String,
    /// Who won, if anybody did.
    pub(super) winner: Option<Color>,
}

/// A game, and how it ended where that is known.
pub(super) fn read(args: &ReviewArgs, given: &str) -> Result<(Game, Option<GameEnd>)> {
    let position = args.position(given);
    let query = PositionQuery { args: &position, usual: RuleKind::Freestyle };
    let (game, told) = match query.read_source()? {
        PositionSource::Record(tree) => {
            let game = query.main_game(&tree).with_context(|| files::shown(given).to_string())?;
            (game, told_end(&tree))
        }
        PositionSource::Position(game) => (*game, None),
    };
    let on_board = game.result().map(|result| GameEnd { text: result.to_string(), winner: result.winner() });
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
