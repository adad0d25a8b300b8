//! Positions beside a game. A search asks for the evaluation of positions after moves that no good player makes far more
//! often than after those of a game, so that training needs some of both.

use tengen_engine::game::Game;
use tengen_engine::internals::board::Board;
use tengen_engine::internals::eval::Evaluator;
use tengen_engine::internals::moves::{self, MoveList};
use tengen_engine::internals::search::Searcher;
use tengen_engine::point::Point;
use tengen_engine::rule::Rule;
use tengen_engine::with_rule;

use super::quiet::Quiet;
use super::{Plan, lines};
use crate::dataset::game::{Aside, MOST_STRAYS};
use tengen_engine::random::SplitMix64;

/// The most stray moves that lead to an aside.
const STRAYS: usize = 5;
const _: () = assert!(STRAYS <= MOST_STRAYS);
/// How often stray moves are drawn until they lead to a quiet position.
const TRIES: usize = 3;
/// The first stray move is `e` times as likely for every so much that it looks more promising.
const FIRST_SPREAD: f64 = 100.0;
/// The same for those that follow, which answer it as a search would.
const NEXT_SPREAD: f64 = 30.0;

/// A position beside that of a game, searched; none when no quiet one was found.
pub(super) fn beside(
    game: &Game,
    plan: &Plan,
    searcher: &mut Searcher,
    quiet: &mut Quiet,
    random: &mut SplitMix64,
) -> Option<Aside> {
    let conditions = plan.asides?;
    let (strays, position) = (0..TRIES).find_map(|_| astray(game, quiet, random))?;
    let lines = lines(&conditions.think(searcher, &position, plan.lines));
    (!lines.is_empty()).then_some(Aside { strays, lines })
}

/// A few stray moves and the position they lead to; none when they end the game, or when it is not quiet.
fn astray(game: &Game, quiet: &mut Quiet, random: &mut SplitMix64) -> Option<(Vec<Point>, Game)> {
    let mut position = game.clone();
    let mut strays = Vec::new();
    for number in 0..1 + random.below(STRAYS) {
        let spread = if number == 0 { FIRST_SPREAD } else { NEXT_SPREAD };
        let stray = with_rule!(game.rule(), R => stray::<R>(&position, spread, random))?;
        if position.play(stray).expect("moves to choose from can be played").is_some() {
            return None;
        }
        strays.push(stray);
    }
    quiet.holds(&position).then_some((strays, position))
}

/// A random move, more likely the more promising it looks; none when there is none to choose from.
fn stray<R: Rule>(game: &Game, spread: f64, random: &mut SplitMix64) -> Option<Point> {
    let board = Board::<R>::from_game(game);
    let eval = Evaluator::new(&board);
    let us = board.to_move();
    let legal = |point: &Point| !board.is_forbidden(us, *point);
    let points: MoveList = moves::available(&board, &moves::situation(&board)).iter().filter(legal).collect();
    let promise = |&point: &Point| f64::from(eval.policy_score(us, board.shapes(point)));
    let most = points.iter().map(promise).fold(f64::MIN, f64::max);
    let chances: Vec<f64> = points.iter().map(|point| ((promise(point) - most) / spread).exp()).collect();
    let mut left = random.unit() * chances.iter().sum::<f64>();
    let chosen = chances.iter().position(|chance| {
        left -= chance;
        left < 0.0
    });
    // Rounding may leave a little beyond the last.
    chosen.map(|chosen| points[chosen]).or(points.last().copied())
}

#[cfg(test)]
mod tests {
    use tengen_engine::internals::line::Cell;
    use tengen_engine::point::{BoardSize, Rows};
    use tengen_engine::rule::RuleKind;

    use super::*;
    use crate::selfplay::Conditions;

    #[test]
    fn an_aside_lies_a_few_legal_moves_beside_the_game() {
        let size = BoardSize::square(15).unwrap();
        let mut searcher = Searcher::new(1 << 20, 1);
        for rule in RuleKind::ALL {
            let game = Game::from_text(rule, size, "h8i9i7j10g9f10h10h11", Rows::FromBottom).unwrap();
            let conditions = Conditions { rule, size, nodes: 200 };
            let plan = Plan { conditions, asides: Some(conditions), lines: 2, ..Plan::example() };
            let mut lengths = [0; STRAYS + 1];
            for number in 0..30 {
                let random = &mut SplitMix64::stream(1, number);
                let Some(Aside { strays, lines }) = beside(&game, &plan, &mut searcher, &mut Quiet::new(), random)
                else {
                    continue;
                };
                let mut aside = game.clone();
                assert!(strays.iter().all(|&stray| aside.play(stray) == Ok(None)), "{rule}: {strays:?}");
                assert!(
                    (1..=2).contains(&lines.len()) && lines.iter().all(|line| aside.cell(line.point) == Cell::Empty)
                );
                lengths[strays.len()] += 1;
            }
            assert_eq!(lengths[0], 0);
            assert!(lengths[1..].iter().all(|&count| count > 0), "{rule}: {lengths:?}");
        }
    }
}
