//! What `solve` found as one JSON object.

use serde_json::{Value, json};
use tengen_engine::game::Game;
use tengen_engine::point::{Point, Rows};
use tengen_engine::solve::Proof;

use crate::object::{about, texts};
use crate::study::solve::solution::{Solution, SolveEffort};
use crate::units;

/// What came out for the side to move, and whether Ctrl-C left it so.
pub(super) fn solution(game: &Game, rows: Rows, solution: &Solution, interrupted: bool) -> Value {
    let (name, plies, effort) = match solution {
        Solution::Win { plies, effort, .. } => (Some("win"), Some(*plies), Some(effort)),
        Solution::Loss { plies, effort, .. } => (Some("loss"), Some(*plies), Some(effort)),
        Solution::Unknown { effort } => (Some("unknown"), None, Some(effort)),
        Solution::NoMove => (None, None, None),
    };
    let line = solution.line();
    let (by, shortest) = match solution {
        Solution::Win { by, shortest, .. } => (Some(by.name()), Some(*shortest)),
        _ => (None, None),
    };
    let keys = json!({
        "complete": !interrupted,
        "solution": name,
        "best": line.first().filter(|_| by.is_some()).map(|point| point.to_text(game.size(), rows)),
        "plies": plies,
        "shortest": shortest,
        "by": by,
        "line": texts(game, rows, line),
        "depth": effort.and_then(|effort| effort.depth),
        "nodes": effort.map(|effort| effort.nodes),
        "ms": effort.map(|effort| units::whole_milliseconds(effort.time)),
    });
    about(game, rows, keys)
}

/// Every move that wins by threats, the quickest first, the moves that were not examined to the end, and whether Ctrl-C left it
/// so.
pub(super) fn wins(
    game: &Game,
    rows: Rows,
    wins: &[(Point, Proof)],
    open: &[Point],
    effort: &SolveEffort,
    interrupted: bool,
) -> Value {
    let wins = wins.iter().map(|(point, proof)| {
        json!({
            "best": point.to_text(game.size(), rows),
            "plies": proof.plies(proof.root()),
            "line": texts(game, rows, &proof.line(game, proof.root())),
        })
    });
    let keys = json!({
        "complete": !interrupted,
        "wins": wins.collect::<Vec<_>>(),
        "open": texts(game, rows, open),
        "nodes": effort.nodes,
        "ms": units::whole_milliseconds(effort.time),
    });
    about(game, rows, keys)
}
