//! Games that are given to a review, and how they ended: on the board, or else as their record tells it.

use std::path::Path;

use anyhow::{Context, Result};
use tengen_engine::color::Color;
use tengen_engine::game::Game;
use tengen_engine::record::head::Head;
use tengen_engine::record::moves;
use tengen_engine::record::tree::{Node, Tree, TreeMove};
use tengen_engine::rule::RuleKind;
use tengen_engine::sgf::RecordedResult;

use crate::cli::ReviewArgs;
use crate::files;
use crate::position::{PositionQuery, PositionSource};
use crate::store::source;

/// How a game ended.
pub(super) struct GameEnd {
    /// In words.
    pub(super) text: String,
    /// Who won, if anybody did.
    pub(super) winner: Option<Color>,
}

/// A game, and how it ended where that is known.
pub(super) fn read(args: &ReviewArgs, given: &str) -> Result<(Game, Option<GameEnd>)> {
    let (game, told) = read_told(args, given)?;
    let on_board = game.result().map(|result| GameEnd { text: result.to_string(), winner: result.winner() });
    Ok((game, on_board.or(told)))
}

/// A game, and what its record tells of its end.
fn read_told(args: &ReviewArgs, given: &str) -> Result<(Game, Option<GameEnd>)> {
    let position = args.position(given);
    let query = PositionQuery { args: &position, usual: RuleKind::Freestyle };
    let path = Path::new(given);
    // What reads as moves is moves, and databases hold no games.
    let is_moves = || moves::is_moves(given) && query.recognise(given.as_bytes(), None).is_ok();
    let is_there = path.exists() && !path.is_dir() && !is_moves();
    let is_file = given == files::STANDARD || (is_there && !(path.is_file() && source::holds_positions(path)?));
    if !is_file {
        return Ok((query.read()?, None));
    }
    let bytes = files::read(given)?;
    let extension = path.extension().and_then(|extension| extension.to_str());
    read_bytes(query, &bytes, extension).with_context(|| files::shown(given).to_string())
}

/// The same from the bytes of a file, whose name ends with the extension.
fn read_bytes(query: PositionQuery<'_>, bytes: &[u8], extension: Option<&str>) -> Result<(Game, Option<GameEnd>)> {
    match query.recognise(bytes, extension)? {
        PositionSource::Record(tree) => {
            let rule = query.args.rule.or(tree.rule).unwrap_or(query.usual);
            Ok((tree.main_game(rule, None)?, told_end(&tree)))
        }
        PositionSource::Position(game) => Ok((*game, None)),
    }
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
