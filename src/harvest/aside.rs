//! Positions beside a game. A search asks for the evaluation of positions after moves that no good player makes far more
//! often than after those of a game, so that training needs some of both.

use tengen_engine::board::Board;
use tengen_engine::eval::Evaluator;
use tengen_engine::game::Game;
use tengen_engine::moves::{self, MoveList};
use tengen_engine::point::Point;
use tengen_engine::rule::Rule;
use tengen_engine::search::Searcher;
use tengen_engine::with_rule;

use crate::harvest::record::Aside;
use crate::selfplay::{Conditions, Random};

/// An aside is searched with one in so many of the nodes of a move of the game.
const SHARE: u64 = 2;
/// The most stray moves that lead to it.
const MOST_STRAYS: u64 = 5;
/// The first stray move is `e` times as likely for every so much that it looks more promising.
const FIRST_SPREAD: f64 = 100.0;
/// The same for those that follow, which answer it as a search would.
const NEXT_SPREAD: f64 = 30.0;

/// A position beside that of a game, searched; none when the stray moves end the game.
pub(super) fn beside(
    game: &Game,
    conditions: Conditions,
    searcher: &mut Searcher,
    random: &mut Random,
) -> Option<Aside> {
    let mut aside = game.clone();
    let mut strays = Vec::new();
    for number in 0..1 + random.below(MOST_STRAYS) {
        let spread = if number == 0 { FIRST_SPREAD } else { NEXT_SPREAD };
        let stray = with_rule!(game.rule(), R => stray::<R>(&aside, spread, random))?;
        if aside.play(stray).expect("moves to choose from can be played").is_some() {
            return None;
        }
        strays.push(stray);
    }
    let best = conditions.with_part(SHARE).think(searcher, &aside, 1).pop()?;
    Some(Aside { strays, best: best.variation[0], score: best.score.value() as i16 })
}

/// A random move, more likely the more promising it looks; none when there is none to choose from.
fn stray<R: Rule>(game: &Game, spread: f64, random: &mut Random) -> Option<Point> {
    let board = Board::<R>::from_game(game);
    let eval = Evaluator::new(&board);
    let us = board.to_move();
    let legal = |point: &Point| !board.is_forbidden(us, *point);
    let points: MoveList = moves::available(&board, &moves::situation(&board)).iter().filter(legal).collect();
    let promise = |&point: &Point| f64::from(eval.policy_score(us, board.shapes(point)));
    let most = points.iter().map(promise).fold(f64::MIN, f64::max);
    let chances: Vec<f64> = points.iter().map(|point| ((promise(point) - most) / spread).exp()).collect();
    let mut left = random.share() * chances.iter().sum::<f64>();
    let chosen = chances.iter().position(|chance| {
        left -= chance;
        left < 0.0
    });
    // Rounding may leave a little beyond the last.
    chosen.map(|chosen| points[chosen]).or(points.last().copied())
}

#[cfg(test)]
mod tests {
    use tengen_engine::point::{BoardSize, Rows};
    use tengen_engine::rule::RuleKind;

    use super::*;

    #[test]
    fn an_aside_lies_a_few_legal_moves_beside_the_game() {
        let size = BoardSize::square(15).unwrap();
        let mut searcher = Searcher::new(1 << 20, 1);
        for rule in RuleKind::ALL {
            let game = Game::from_text(rule, size, "h8i9i7j10g9f10h10h11", Rows::FromBottom).unwrap();
            let conditions = Conditions { rule, size, nodes: 200 };
            let mut lengths = [0; MOST_STRAYS as usize + 1];
            for number in 0..30 {
                let random = &mut Random::new(1, number);
                let Some(Aside { strays, best, .. }) = beside(&game, conditions, &mut searcher, random) else {
                    continue;
                };
                let mut aside = game.clone();
                assert!(strays.iter().all(|&stray| aside.play(stray) == Ok(None)), "{rule}: {strays:?}");
                aside.play(best).unwrap();
                lengths[strays.len()] += 1;
            }
            assert_eq!(lengths[0], 0);
            assert!(lengths[1..].iter().all(|&count| count > 0), "{rule}: {lengths:?}");
        }
    }
}
