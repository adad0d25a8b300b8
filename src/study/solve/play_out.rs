//! The line of a win that the main search found, played out by the rules.

use anyhow::{Result, bail};
use tengen_engine::engine::{Limits, Line, Task};
use tengen_engine::game::{Game, PlayError};
use tengen_engine::point::{Point, Rows};

use crate::blocking::BlockingEngine;

/// The line of a win to its very end. Where the table of the search has forgotten the rest of it, it is searched again.
/// What goes wrong is told with rows counted as is said.
pub(super) fn to_the_end(
    engine: &mut BlockingEngine,
    game: &Game,
    info: &Line,
    limits: &Limits,
    rows: Rows,
) -> Result<Vec<Point>> {
    let us = game.to_move();
    let mut end = game.clone();
    let mut line = Vec::new();
    let mut next: Vec<Point> = info.variation.to_vec();
    loop {
        line.extend(play_on(&mut end, &next)?);
        match end.result() {
            Some(outcome) if outcome.winner() == Some(us) => return Ok(line),
            Some(outcome) => bail!("the win that was found is none: {outcome} after {}", end.to_text(rows)),
            None => {}
        }
        let info = engine.think(Task::best_move(&end), limits, |_| {}).line;
        let still_won = |info: &Line| if end.to_move() == us { info.score.is_win() } else { info.score.is_loss() };
        let Some(info) = info.filter(still_won) else {
            bail!(
                "a win was proved, but its line could not be played out within the limits from {} on: give it more time",
                end.to_text(rows)
            );
        };
        next = info.variation.to_vec();
    }
}

/// Plays moves up to the end of the game, which may be a forbidden one, and returns those that were played.
fn play_on<'a>(game: &mut Game, moves: &'a [Point]) -> Result<&'a [Point], PlayError> {
    for (number, &point) in moves.iter().enumerate() {
        if game.play(point)?.is_some() {
            return Ok(&moves[..=number]);
        }
    }
    Ok(moves)
}

#[cfg(test)]
mod tests {
    use tengen_engine::point::BoardSize;
    use tengen_engine::rule::RuleKind;

    use super::*;

    #[test]
    fn a_line_ends_where_the_game_does() {
        // White's straight four is answered by an overline.
        let size = BoardSize::square(15).unwrap();
        let game = Game::from_text(RuleKind::Renju, size, "c5e8c6f8c7g8c9o1c10", Rows::FromBottom).unwrap();
        let moves = ["d8", "c8", "h8"].map(|text| Point::parse(text, size, Rows::FromBottom).unwrap());
        for (given, played) in [(&moves[..2], 2), (&moves[..], 2), (&moves[..1], 1)] {
            let mut end = game.clone();
            assert_eq!(play_on(&mut end, given), Ok(&moves[..played]));
            assert_eq!(end.result().and_then(|result| result.winner()), (played == 2).then_some(game.to_move()));
        }
    }
}
