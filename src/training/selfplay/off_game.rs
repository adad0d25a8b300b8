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

use super::SelfplayPlan;
use super::quiet::Quiet;
use crate::training::dataset::game::{MOST_RANDOM_MOVES, OffGame, ScoredMove};
use tengen_engine::random::SplitMix64;

/// The most random moves that lead to an off-game sample.
const RANDOM_MOVES: usize = 5;
const _: () = assert!(RANDOM_MOVES <= MOST_RANDOM_MOVES);
/// How often random moves are drawn until they lead to a quiet position.
const TRIES: usize = 3;
/// The first random move is `e` times as likely for every so much that it looks more promising.
const FIRST_SPREAD: f64 = 100.0;
/// The same for those that follow, which answer it as a search would.
const NEXT_SPREAD: f64 = 30.0;

/// A position beside that of a game, searched; none when no quiet one was found.
pub(super) fn beside(
    game: &Game,
    plan: &SelfplayPlan,
    searcher: &mut Searcher,
    quiet: &mut Quiet,
    random: &mut SplitMix64,
) -> Option<OffGame> {
    let conditions = plan.off_game?;
    let (random_moves, position) = (0..TRIES).find_map(|_| random_walk(game, quiet, random))?;
    let lines = ScoredMove::of_lines(&conditions.think(searcher, &position, plan.lines));
    (!lines.is_empty()).then_some(OffGame { random_moves, lines })
}

/// A few random moves and the position they lead to; none when they end the game, or when it is not quiet.
fn random_walk(game: &Game, quiet: &mut Quiet, random: &mut SplitMix64) -> Option<(Vec<Point>, Game)> {
    let mut position = game.clone();
    let mut random_moves = Vec::new();
    for number in 0..1 + random.below(RANDOM_MOVES) {
        let spread = if number == 0 { FIRST_SPREAD } else { NEXT_SPREAD };
        let drawn = with_rule!(game.rule(), R => random_move::<R>(&position, spread, random))?;
        if position.play(drawn).expect("moves to choose from can be played").is_some() {
            return None;
        }
        random_moves.push(drawn);
    }
    quiet.holds(&position).then_some((random_moves, position))
}

/// A random move, more likely the more promising it looks; none when there is none to choose from.
fn random_move<R: Rule>(game: &Game, spread: f64, random: &mut SplitMix64) -> Option<Point> {
    let board = Board::<R>::from_game(game);
    let eval = Evaluator::new(&board);
    let us = board.to_move();
    let points: MoveList = board.legal(&moves::available(&board, &moves::situation(&board))).iter().collect();
    let policy = |&point: &Point| f64::from(eval.policy_score(us, board.shapes(point)));
    let most = points.iter().map(policy).fold(f64::MIN, f64::max);
    let chances: Vec<f64> = points.iter().map(|point| ((policy(point) - most) / spread).exp()).collect();
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
    use tengen_engine::rule::{Renju, RuleKind};

    use super::*;
    use crate::training::conditions::PlayConditions;

    const MOVES: &str = "h8i9i7j10g9f10h10h11";

    #[test]
    fn an_off_game_sample_lies_a_few_legal_moves_beside_the_game() {
        let size = BoardSize::square(15).unwrap();
        let mut searcher = Searcher::new(1 << 20, 1);
        for rule in RuleKind::ALL {
            let game = Game::from_text(rule, size, MOVES, Rows::FromBottom).unwrap();
            let conditions = PlayConditions { rule, size, nodes: 200 };
            let plan = SelfplayPlan { conditions, off_game: Some(conditions), lines: 2, ..SelfplayPlan::example() };
            let mut lengths = [0; RANDOM_MOVES + 1];
            for number in 0..30 {
                let random = &mut SplitMix64::stream(1, number);
                let Some(OffGame { random_moves, lines }) =
                    beside(&game, &plan, &mut searcher, &mut Quiet::new(), random)
                else {
                    continue;
                };
                let mut off_game = game.clone();
                assert!(
                    random_moves.iter().all(|&random_move| off_game.play(random_move) == Ok(None)),
                    "{rule}: {random_moves:?}"
                );
                assert!(
                    (1..=2).contains(&lines.len()) && lines.iter().all(|line| off_game.cell(line.point) == Cell::Empty)
                );
                lengths[random_moves.len()] += 1;
            }
            assert_eq!(lengths[0], 0);
            assert!(lengths[1..].iter().all(|&count| count > 0), "{rule}: {lengths:?}");
        }
    }

    #[test]
    fn promising_moves_are_drawn_more_often() {
        let game = Game::from_text(RuleKind::Renju, BoardSize::square(15).unwrap(), MOVES, Rows::FromBottom).unwrap();
        let board = Board::<Renju>::from_game(&game);
        let (eval, us) = (Evaluator::new(&board), board.to_move());
        let mean = |points: &[Point]| {
            let scores = points.iter().map(|&point| f64::from(eval.policy_score(us, board.shapes(point))));
            scores.sum::<f64>() / points.len() as f64
        };
        let all: Vec<Point> = board.legal(&moves::available(&board, &moves::situation(&board))).iter().collect();
        let random = &mut SplitMix64::new(1);
        let drawn: Vec<Point> = (0..400).map(|_| random_move::<Renju>(&game, NEXT_SPREAD, random).unwrap()).collect();
        assert!(mean(&drawn) > mean(&all), "{} of all {}", mean(&drawn), mean(&all));
    }
}
