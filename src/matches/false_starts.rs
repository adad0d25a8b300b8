//! Engines that will not start any more: a match against nobody is given up.

use std::collections::HashMap;

use crate::matches::record::{End, GameRecord};

/// An engine that fails at the start of so many of its games in a row will not start any more.
const MOST_FALSE_STARTS: usize = 3;

/// Which engines fail before they have played a move, game after game.
#[derive(Default)]
pub(super) struct FalseStarts {
    in_a_row: HashMap<String, usize>,
    /// The engine that was given up, in words.
    pub given_up: Option<String>,
}

impl FalseStarts {
    /// Notes how a game ended.
    pub(super) fn note(&mut self, game: &GameRecord) {
        let broke_down = matches!(game.end, End::Start | End::Crash | End::Flood | End::Stderr);
        let at_start = broke_down && game.moves.is_empty();
        if !at_start {
            self.in_a_row.remove(&game.black);
            self.in_a_row.remove(&game.white);
            return;
        }
        let Some(loser) = game.loser() else { return };
        let [failed, fine] = [loser, !loser].map(|color| game.name(color));
        self.in_a_row.remove(fine);
        let times = self.in_a_row.entry(failed.to_string()).or_default();
        *times += 1;
        if *times == MOST_FALSE_STARTS {
            self.given_up = Some(format!(
                "the match was given up: {failed} failed at the start of {times} games in a row, the last time because {}",
                game.reason
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is said after games of a and b, who change colours, each by who loses it, how, and after how many moves.
    fn given_up(games: &[(&str, &str, usize)]) -> Option<String> {
        let mut starts = FalseStarts::default();
        for (index, &(loser, end, moves)) in games.iter().enumerate() {
            let [black, white] = if index.is_multiple_of(2) { ["a", "b"] } else { ["b", "a"] };
            let winner = if loser == black { "white" } else { "black" };
            let moves = vec![serde_json::json!({ "at": "h8", "ms": 1.0 }); moves];
            let game: GameRecord = serde_json::from_value(serde_json::json!({
                "game": index + 1, "black": black, "white": white, "opening": "", "winner": winner, "end": end,
                "reason": "it fell", "moves": moves,
            }))
            .unwrap();
            starts.note(&game);
        }
        starts.given_up
    }

    #[test]
    fn an_engine_is_given_up_that_fails_at_the_start_of_three_games_in_a_row() {
        let [a, b] = ["a", "b"].map(|loser| (loser, "start", 0));
        let played = ("b", "five", 1);
        assert_eq!(given_up(&[b, b, played, b, b]), None);
        let said = "the match was given up: b failed at the start of 3 games in a row, the last time because it fell";
        assert_eq!(given_up(&[b, b, played, b, b, b]).as_deref(), Some(said));
        // What fails now is another one.
        assert_eq!(given_up(&[b, b, a, b, b]), None);
        // A crash after a move is no failure at the start.
        assert_eq!(given_up(&[("b", "crash", 1); 3]), None);
    }
}
