//! An analysis to keep: as a JSON object, and as variations of an SGF file.

use anyhow::Result;
use serde_json::{Value, json};
use tengen_engine::engine::Outcome;
use tengen_engine::game::Game;
use tengen_engine::point::{Point, Rows};
use tengen_engine::record::format::FileFormat;
use tengen_engine::record::tree::Tree;
use tengen_engine::record::writing::WriteOptions;

use crate::object;
use crate::study::analyze::Analysis;
use crate::study::variation;
use crate::units;

/// The lines of the last complete iteration as one object.
pub(super) fn json(game: &Game, analysis: &Analysis, rows: Rows) -> Value {
    let text = |point: Point| point.to_text(game.size(), rows);
    let shown = analysis.lines.iter().map(|line| {
        json!({
            "rank": line.rank,
            "score": line.score.to_string(),
            "chance": object::share(line.score.win_probability(game.rule())),
            "depth": line.depth,
            "selectiveDepth": line.selective_depth,
            "line": object::texts(game, rows, &line.variation),
        })
    });
    let whole = analysis.whole();
    let keys = json!({
        "complete": !analysis.interrupted,
        "best": analysis.outcome.as_ref().and_then(Outcome::point).map(text),
        "lines": shown.collect::<Vec<_>>(),
        "depth": analysis.lines.last().map(|line| line.depth),
        "nodes": whole.map(|line| line.nodes),
        "ms": whole.map(|line| units::whole_milliseconds(line.elapsed)),
    });
    object::about(game, rows, keys)
}

/// The lines as variations of the game, each with a comment at its first move.
pub(super) fn sgf(game: &Game, analysis: &Analysis) -> Result<Vec<u8>> {
    let comment = match analysis.whole() {
        Some(line) => format!("{} to move; {} nodes, {} ms.", game.to_move(), line.nodes, line.elapsed.as_millis()),
        None => "There is no move to play.".to_string(),
    };
    let mut tree = Tree::of_game(game);
    tree.notes_mut(Tree::ROOT).comment = Some(comment);
    let position = tree.main_line().last().map_or(Tree::ROOT, |node| node.id());
    for line in &analysis.lines {
        let color = game.to_move();
        if let Some(begin) = variation::play(&mut tree, position, color, &line.variation)? {
            let chance = 100.0 * line.score.win_probability(game.rule());
            let (rank, score, depth, longest) = (line.rank, line.score, line.depth, line.selective_depth);
            tree.notes_mut(begin).comment = Some(format!(
                "{rank}. Score {score} for {color}, chance of winning {chance:.1}%, depth {depth}-{longest}."
            ));
        }
    }
    Ok(FileFormat::Sgf.write(&[tree], &WriteOptions::default())?.bytes)
}
