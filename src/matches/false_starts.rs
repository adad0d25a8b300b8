//! Engines that will not start any more: a match against nobody is given up.

use std::collections::HashMap;

use crate::matches::record::{End, GameRecord, Winner};

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
        let [failed, fine] = match game.winner {
            Winner::White => [&game.black, &game.white],
            Winner::Black | Winner::None => [&game.white, &game.black],
        };
        if !at_start {
            self.in_a_row.remove(&game.black);
            self.in_a_row.remove(&game.white);
            return;
        }
        self.in_a_row.remove(fine);
        let times = self.in_a_row.entry(failed.clone()).or_default();
        *times += 1;
        if *times == MOST_FALSE_STARTS {
            self.given_up = Some(format!(
                "the match was given up: {failed} failed at the start of {times} games in a row, the last time because {}",
                game.reason
            ));
        }
    }
}
