//! Three stones anywhere with which a game of Gomoku may begin: drawn by lot, so that no two games need be alike.

use crate::game::Game;
use crate::point::{BoardSize, Point};
use crate::random::SplitMix64;

/// The first stone stands at most so many lines from an edge: in the middle of the board Black would be too strong.
const FROM_EDGE: usize = 4;
/// The others stand at most so many lines from the one before.
const REACH: usize = 5;

/// Positions of three stones, black, white and black, drawn by `lot`; those that `begun` holds already stay.
pub(super) fn draw(begun: &Game, count: usize, lot: u64) -> Vec<Game> {
    let mut random = SplitMix64::new(lot);
    std::iter::repeat_with(|| one(begun, &mut random)).take(count).collect()
}

fn one(begun: &Game, random: &mut SplitMix64) -> Game {
    let mut game = begun.clone();
    while game.moves().len() < 3 {
        let last = game.moves().last().map(|played| played.point);
        let wanted =
            |point: &Point| last.map_or(edge(*point, game.size()), |last| last.distance(*point)) <= limit(last);
        let mut points: Vec<Point> = game.empty_points().filter(wanted).collect();
        if points.is_empty() {
            points.extend(game.empty_points());
        }
        let Some(&point) = random.choose(&points) else { break };
        if game.play(point).is_err() {
            break;
        }
    }
    game
}

/// How far the next stone may stand from the last one, or from an edge when it is the first.
fn limit(last: Option<Point>) -> usize {
    if last.is_some() { REACH } else { FROM_EDGE - 1 }
}

/// Lines to the nearest edge.
fn edge(point: Point, size: BoardSize) -> usize {
    let (right, below) = (size.width() - 1 - point.x(), size.height() - 1 - point.y());
    point.x().min(point.y()).min(right).min(below)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::point::Rows;
    use crate::rule::RuleKind;

    #[test]
    fn lots_differ_and_what_was_begun_stays() {
        for size in [BoardSize::square(5).unwrap(), BoardSize::square(15).unwrap(), BoardSize::new(20, 9).unwrap()] {
            let mut begun = Game::new(RuleKind::Standard, size);
            let text = |lot| draw(&begun, 1, lot)[0].to_text(Rows::FromTop);
            let distinct: std::collections::BTreeSet<String> = (0..50).map(text).collect();
            assert!(distinct.len() > 40, "{size}: {distinct:?}");
            assert_eq!(text(3), text(3));
            begun.play(size.center()).unwrap();
            for three in draw(&begun, 8, 1) {
                assert_eq!((three.moves().len(), three.moves()[0].point), (3, size.center()));
            }
        }
    }
}
