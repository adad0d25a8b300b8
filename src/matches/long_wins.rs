//! Long wins of matches as a suite: the positions since which the winner told a forced win, where that takes many plies.

use std::collections::HashSet;
use std::fmt::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};

use crate::matches::merge;
use crate::matches::record::{GameRecord, PASS, Played};
use crate::matches::setup::MatchConditions;
use crate::output::say;
use crate::problems::ROWS;
use crate::units::counted;

/// The fewest plies of a win that is long. Most searches of any length see shorter ones.
const LEAST_PLIES: usize = 13;

/// Prints the long wins in the games of logs as lines of a suite, each position once.
pub(super) fn say(paths: &[PathBuf]) -> Result<()> {
    let (mut games, mut told, mut lines) = (0, HashSet::new(), Vec::new());
    for path in paths {
        let name = || format!("cannot take long wins from the log {}", path.display());
        let (header, played) = merge::read(path).with_context(name)?;
        let conditions = header.setup().with_context(name)?.conditions;
        games += played.len();
        for game in &played {
            let Some((position, remark)) = long_win(game, &conditions).with_context(name)? else { continue };
            let line = format!("{position} win {remark}");
            if told.insert(position) {
                lines.push(line);
            }
        }
    }
    ensure!(!lines.is_empty(), "in {} no winner told a win of {LEAST_PLIES} plies or more", counted(games, "game"));
    say!(
        "# Since here the side to move told a forced win to the end of the game, first one of {LEAST_PLIES} plies or more."
    );
    lines.iter().for_each(|line| say!("{line}"));
    Ok(())
}

/// The position since which the winner of a game told a forced win without a break, as a suite writes it, and what was said
/// there. `None` where that was no long win, or a move was given up before it, for which a suite has no word.
fn long_win(game: &GameRecord, conditions: &MatchConditions) -> Result<Option<(String, String)>> {
    let Some(winner) = game.winner else { return Ok(None) };
    let said = game.turns().enumerate().rev().filter(|&(_, (color, played))| color == winner && is_said(played));
    let wins = said.map_while(|(number, (_, played))| Some((number, played.thought.win()?)));
    let Some((first, LEAST_PLIES..)) = wins.last() else { return Ok(None) };
    let before = &game.moves[..first];
    if before.iter().any(|played| played.at == PASS) {
        return Ok(None);
    }
    let position = GameRecord { moves: before.to_vec(), ..game.clone() }.replay(conditions)?;
    let moves = if position.moves().is_empty() { "-".to_string() } else { position.to_text(ROWS) };
    let position = format!("{} {} {moves}", position.rule().name(), position.size());
    let [winner, loser] = [winner, !winner].map(|color| game.name(color));
    let mut remark = format!("{winner} {}", score(&game.moves[first]));
    let thought = &game.moves[first].thought;
    for (number, unit) in [(thought.nodes, "node"), (thought.depth.map(u64::from), "ply")] {
        let _ = number.map_or(Ok(()), |number| write!(remark, ", {}", counted(number, unit)));
    }
    if let Some(last) = before.last().filter(|played| is_said(played)) {
        let _ = write!(remark, "; {loser} {}", score(last));
    }
    Ok(Some((position, remark)))
}

/// Whether the engine told a score with its move.
fn is_said(played: &Played) -> bool {
    played.thought.score.is_some()
}

/// The score as the engine wrote it.
fn score(played: &Played) -> &str {
    played.thought.score.as_deref().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::setup::tests::setup;
    use crate::problems::Problem;

    /// A game from the opening h8 i9, of moves such as `j7 +M15`, rows from the top.
    fn game(winner: &str, moves: &str) -> GameRecord {
        let moves = moves.split(", ").map(|played| {
            let (at, score) = played.split_once(' ').map_or((played, None), |(at, score)| (at, Some(score)));
            serde_json::json!({ "at": at, "ms": 1.0, "score": score, "nodes": score.map(|_| 700), "depth": null })
        });
        let moves: Vec<_> = moves.collect();
        serde_json::from_value(serde_json::json!({
            "game": 1, "black": "a", "white": "b", "opening": "h8i9", "winner": winner, "end": "five", "reason": "", "moves": moves,
        }))
        .unwrap()
    }

    #[test]
    fn the_position_is_that_since_which_the_winner_told_a_long_win() {
        let conditions = setup("-e a=x -e b=y --rule renju --rows top").unwrap().conditions;
        for (winner, moves, expected) in [
            ("black", "j7 +M15, j8 20, k9 +M13, a1", "h8i7 win a +M15, 700 nodes"),
            ("white", "j7 30, j8 +M13, a1 -M12, k8 +M11", "h8i7j9 win b +M13, 700 nodes; a 30"),
            // What was told before it was withdrawn counts for nothing, and a move without a word withdraws nothing.
            (
                "black",
                "j7 +M31, j8 5, k9 90, a1 7, l9 +M17, a2 -M16, m9, a3, n9 +M13",
                "h8i7j9j8k7a15 win a +M17, 700 nodes; b 7",
            ),
            ("black", "j7 90, j8 5, k9 +M11, a1 -M10, l9 +M9", ""),
            ("black", "j7 +M15, j8 5, k9 90", ""),
            ("white", "j7 +M15, j8 5, k9 +M13, a1 6", ""),
            ("none", "j7 +M15, j8 5", ""),
            ("black", "pass, j8 5, pass, j7 3, k9 +M15", ""),
            ("black", "j7, j8, k9", ""),
        ] {
            let found = long_win(&game(winner, moves), &conditions).unwrap();
            let found = found.map_or(String::new(), |(position, remark)| format!("{position} win {remark}"));
            let expected = if expected.is_empty() { String::new() } else { format!("renju 15x15 {expected}") };
            assert_eq!(found, expected, "{winner}: {moves}");
            if !found.is_empty() {
                let Problem { remark, .. } = crate::problems::problem(&found).unwrap();
                assert!(found.ends_with(&remark) && remark.starts_with(['a', 'b']), "{found}");
            }
        }
    }
}
