//! How long the parts of the search take each, on the games that led to the positions of the signature.

use std::hint::black_box;
use std::time::Duration;

use web_time::Instant;

use crate::bench::{BenchPosition, POSITIONS};
use crate::board::Board;
use crate::eval::Evaluator;
use crate::game::Game;
use crate::point::Point;
use crate::rule::{Rule, RuleKind};
use crate::with_rule;

/// Time that operations take, the mean of many in the fastest of several runs: what else a machine does only ever adds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Speed {
    /// For one operation, in nanoseconds.
    pub nanos: f64,
}

impl Speed {
    /// The speed of one of two operations that were measured as one.
    fn of_half(self) -> Speed {
        Speed { nanos: self.nanos / 2.0 }
    }

    /// Operations in a second.
    pub fn per_second(self) -> f64 {
        1e9 / self.nanos
    }
}

/// The parts of the search that are measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Putting a stone or taking one back, each counted as one, with the shapes of both sides kept.
    Move,
    /// Putting a stone, evaluating the position and taking it back, counted as one.
    JudgedMove,
    /// All forbidden points of a ready board, with Black to move or not.
    ForbiddenMap,
    /// The evaluation of a ready board that was evaluated before.
    Evaluation,
}

impl Part {
    /// All parts.
    pub const ALL: [Part; 4] = [Part::Move, Part::JudgedMove, Part::ForbiddenMap, Part::Evaluation];
}

/// Measures a part under a rule for about so long; `None` where the rule knows no such thing.
pub fn measure(part: Part, rule: RuleKind, time: Duration) -> Option<Speed> {
    let games: Vec<Game> = POSITIONS.iter().filter(|position| position.rule == rule).map(BenchPosition::game).collect();
    with_rule!(rule, R => measure_rule::<R>(part, &games, time))
}

fn measure_rule<R: Rule>(part: Part, games: &[Game], time: Duration) -> Option<Speed> {
    match part {
        Part::Move => Some(moves::<R>(games, time, |_, _| ()).of_half()),
        Part::JudgedMove => Some(moves::<R>(games, time, |board, evaluator| {
            black_box(evaluator.score(board));
        })),
        Part::ForbiddenMap if !R::KIND.forbids(crate::color::Color::Black) => None,
        Part::ForbiddenMap => Some(boards::<R, _>(games, time, |board, _| board.forbidden_points().len())),
        Part::Evaluation => Some(boards::<R, _>(games, time, |board, evaluator| evaluator.score(board))),
    }
}

/// Plays every game, asks something after each stone and takes all back: the speed of a stone put and taken back.
fn moves<R: Rule>(games: &[Game], time: Duration, ask: impl Fn(&Board<R>, &mut Evaluator)) -> Speed {
    let mut boards: Vec<(Board<R>, Evaluator, Vec<Point>)> = games
        .iter()
        .map(|game| {
            let board = Board::<R>::from_game(&Game::new(R::KIND, game.size()));
            let evaluator = Evaluator::new(&board);
            (board, evaluator, game.moves().iter().map(|played| played.point).collect())
        })
        .collect();
    fastest(time, || {
        let mut operations = 0;
        for (board, evaluator, points) in &mut boards {
            for &point in points.iter() {
                board.play(black_box(point));
                ask(board, evaluator);
            }
            for _ in points.iter() {
                board.undo();
            }
            operations += points.len();
        }
        operations
    })
}

/// Asks every board that occurred in the games, from its fifth stone on, for something.
fn boards<R: Rule, T>(games: &[Game], time: Duration, ask: impl Fn(&Board<R>, &mut Evaluator) -> T) -> Speed {
    let mut boards = Vec::new();
    for game in games {
        let mut board = Board::<R>::from_game(&Game::new(R::KIND, game.size()));
        for played in game.moves() {
            board.play(played.point);
            if board.stones() >= 5 {
                boards.push((board.clone(), Evaluator::new(&board)));
            }
        }
    }
    fastest(time, || {
        for (board, evaluator) in &mut boards {
            black_box(ask(black_box(&*board), evaluator));
        }
        boards.len()
    })
}

/// Repeats a batch for about so long and returns the speed of its fastest run. The batch returns its number of operations.
fn fastest(time: Duration, mut batch: impl FnMut() -> usize) -> Speed {
    let begin = Instant::now();
    let mut best = f64::INFINITY;
    // The first run is there to fill the caches.
    batch();
    while best.is_infinite() || begin.elapsed() < time {
        let start = Instant::now();
        let operations = batch();
        best = best.min(start.elapsed().as_nanos() as f64 / operations as f64);
    }
    Speed { nanos: best }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_is_measured_where_there_is_one() {
        for rule in RuleKind::ALL {
            for part in Part::ALL {
                let speed = measure(part, rule, Duration::ZERO);
                let expected = part != Part::ForbiddenMap || rule == RuleKind::Renju;
                assert_eq!(speed.is_some(), expected, "{part:?} under {rule}");
                assert!(speed.is_none_or(|speed| speed.nanos > 0.0 && speed.per_second().is_finite()));
            }
        }
    }
}
