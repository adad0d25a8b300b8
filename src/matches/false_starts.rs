//! Engines that will not start any more: a match against nobody is given up.

use std::collections::HashMap;

use crate::matches::record::{End, GameRecord};
use crate::matches::setup::Setup;

/// An engine that fails at the start of so many of its games in a row will not start any more.
const MOST_FALSE_STARTS: usize = 3;

/// Which engines fail before they have played a move, game after game.
#[derive(Default)]
pub(super) struct FalseStarts(HashMap<String, InARow>);

/// False starts of an engine since it last played.
#[derive(Default)]
struct InARow {
    times: usize,
    /// What came of the last.
    reason: String,
}

impl FalseStarts {
    /// Notes how a game ended.
    pub(super) fn note(&mut self, game: &GameRecord) {
        let broke_down = matches!(game.end, End::Start | End::Crash | End::Flood | End::Stderr);
        let at_start = broke_down && game.moves.is_empty();
        if !at_start {
            self.0.remove(&game.black);
            self.0.remove(&game.white);
            return;
        }
        let Some(loser) = game.loser() else { return };
        let [failed, fine] = [loser, !loser].map(|color| game.name(color));
        self.0.remove(fine);
        let InARow { times, reason } = self.0.entry(failed.to_string()).or_default();
        *times += 1;
        reason.clone_from(&game.reason);
    }

    /// Notes that an engine has started: it may have been repaired since its last game.
    pub(super) fn note_start(&mut self, engine: &str) {
        self.0.remove(engine);
    }

    /// Whether an engine will not start any more.
    pub(super) fn is_given_up(&self, engine: &str) -> bool {
        self.0.get(engine).is_some_and(|row| row.times >= MOST_FALSE_STARTS)
    }

    /// Why no two engines are left to play each other, if so. As long as there are, who does not start loses.
    pub(super) fn end(&self, setup: &Setup) -> Option<String> {
        let name = |index: &usize| setup.engines[*index].name.as_str();
        let absent = |pair: [usize; 2]| pair.iter().map(name).find(|engine| self.is_given_up(engine));
        let absent = setup.opponents().into_iter().map(absent).collect::<Option<Vec<&str>>>()?;
        let engine = absent.first()?;
        let InARow { times, reason } = &self.0[*engine];
        Some(format!(
            "the match was given up: {engine} failed at the start of {times} games in a row, the last time because {reason}"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::setup::tests::setup;

    /// What is known after games of two engines, the first Black in the first of them, who change colours, each by who loses
    /// it, how, and after how many moves.
    fn noted(games: &[([&str; 2], &str, usize)]) -> FalseStarts {
        let mut starts = FalseStarts::default();
        for (index, &([loser, winner], end, moves)) in games.iter().enumerate() {
            let is_black = index.is_multiple_of(2);
            let [black, white] = if is_black { [loser, winner] } else { [winner, loser] };
            let moves = vec![serde_json::json!({ "at": "h8", "ms": 1.0 }); moves];
            let game: GameRecord = serde_json::from_value(serde_json::json!({
                "game": index + 1, "black": black, "white": white, "opening": "",
                "winner": if is_black { "white" } else { "black" }, "end": end, "reason": "it fell", "moves": moves,
            }))
            .unwrap();
            starts.note(&game);
        }
        starts
    }

    /// What ends a match after such games of its engines.
    fn end(line: &str, games: &[([&str; 2], &str, usize)]) -> Option<String> {
        noted(games).end(&setup(line).unwrap())
    }

    #[test]
    fn who_starts_again_is_no_longer_given_up() {
        let setup = setup("-e a=x -e b=y -e c=z").unwrap();
        let [b, c] = [["b", "a"], ["c", "a"]].map(|two| (two, "start", 0));
        let mut starts = noted(&[b, b, b, c, c, c]);
        assert!(starts.end(&setup).is_some());
        starts.note_start("b");
        assert_eq!((starts.end(&setup), ["b", "c"].map(|name| starts.is_given_up(name))), (None, [false, true]));
    }

    #[test]
    fn a_match_ends_with_an_engine_that_fails_at_the_start_of_three_games_in_a_row() {
        let end = |games: &[_]| end("-e a=x -e b=y", games);
        let [a, b] = [(["a", "b"], "start", 0), (["b", "a"], "start", 0)];
        let played = (["b", "a"], "five", 1);
        assert_eq!(end(&[b, b, played, b, b]), None);
        let said = "the match was given up: b failed at the start of 3 games in a row, the last time because it fell";
        assert_eq!(end(&[b, b, played, b, b, b]).as_deref(), Some(said));
        // What fails now is another one.
        assert_eq!(end(&[b, b, a, b, b]), None);
        // A crash after a move is no failure at the start.
        assert_eq!(end(&[(["b", "a"], "crash", 1); 3]), None);
    }

    #[test]
    fn a_match_of_several_goes_on_while_two_are_left_to_play_each_other() {
        let of_three = "-e a=x -e b=y -e c=z";
        let gauntlet = "-e a=x -e b=y -e c=z --gauntlet";
        let [a, b, c] = [["a", "c"], ["b", "a"], ["c", "a"]].map(|two| (two, "start", 0));
        for (line, games, ended) in [
            (of_three, [b, b, b, b, b, b], false),
            (gauntlet, [b, b, b, b, b, b], false),
            (gauntlet, [a, a, a, a, a, a], true),
            (of_three, [b, b, b, c, c, c], true),
            (gauntlet, [b, b, b, c, c, c], true),
        ] {
            assert_eq!(end(line, &games).is_some(), ended, "{line} {games:?}");
        }
    }
}
