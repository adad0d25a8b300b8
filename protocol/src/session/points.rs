//! Points of a position: which may be played, and which is played when nothing better is known.

use tengen_engine::color::Color;
use tengen_engine::game::Game;
use tengen_engine::point::Point;
use tengen_engine::{Cell, PointSet};

/// Whether the side to move may play there, where a forbidden point counts as playable only when nothing else is left.
pub(super) fn is_playable(game: &Game, point: Point) -> bool {
    let empty = game.size().contains(point) && game.cell(point) == Cell::Empty;
    game.is_legal(point) || (empty && game.legal_points().next().is_none())
}

/// The playable point that wins, or else that stops most of the opponent's fives, or else nearest to the middle. One to
/// be avoided is taken only where no other is left.
pub(super) fn fallback(game: &Game, avoided: &PointSet) -> Option<Point> {
    let own = game.to_move();
    let mut stops = fives(game, !own);
    // Under Caro a stone at one end of a row may stop the five at its other end too.
    stops.sort_by_cached_key(|&stop| {
        let mut after = game.clone();
        after.place(own, stop).map_or(usize::MAX, |()| fives(&after, !own).len())
    });
    let center = game.size().center();
    let mut points: Vec<Point> = game.empty_points().collect();
    points.sort_by_key(|point| point.distance(center));
    let candidates = fives(game, own).into_iter().chain(stops).chain(points);
    let playable: Vec<Point> = candidates.filter(|&point| is_playable(game, point)).collect();
    playable.iter().find(|&&point| !avoided.contains(point)).or(playable.first()).copied()
}

/// The points on which a side makes a row that wins, judged by the rules alone: the board of the search may be what
/// failed.
fn fives(game: &Game, color: Color) -> Vec<Point> {
    game.empty_points().filter(|&point| game.makes_five(color, point)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::game::Rules;
    use tengen_engine::point::{BoardSize, Rows};
    use tengen_engine::rule::RuleKind;

    #[test]
    fn without_a_search_a_five_is_made_or_stopped() {
        let size = BoardSize::square(15).unwrap();
        let check = |rules: Rules, moves: &str, expected: &str| {
            let game = Game::from_text(rules, size, moves, Rows::FromBottom).unwrap();
            let found = fallback(&game, &PointSet::EMPTY).map(|point| point.to_text(size, Rows::FromBottom));
            assert_eq!(found.as_deref(), Some(expected), "{rules:?} {moves}");
        };
        for continuous in [false, true] {
            let rules = |kind| Rules { kind, continuous };
            let freestyle = rules(RuleKind::Freestyle);
            check(freestyle, "", "h8");
            check(freestyle, "h8", "g9");
            // One's own five comes before the opponent's.
            check(freestyle, "a8a1b8b1c8c1d8e1", "e8");
            check(freestyle, "h8g8i8b1j8o1k8", "l8");
            // An overline is no five of Black's.
            check(rules(RuleKind::Renju), "a8a1b8b4c8c7d8o3f8", "h8");
            // The stop is forbidden to Black.
            check(rules(RuleKind::Renju), "i8h4j8h5g9h6f10h7h3a1", "h9");
            // Under Caro the other end of the row is open to a five.
            check(rules(RuleKind::Caro), "h8f8i8a1j8o1k8", "l8");
        }
    }

    #[test]
    fn what_is_to_be_avoided_is_left_to_the_last() {
        let game = Game::new(RuleKind::Freestyle, BoardSize::square(5).unwrap());
        let mut avoided = PointSet::EMPTY;
        while let Some(point) = fallback(&game, &avoided).filter(|&point| !avoided.contains(point)) {
            avoided.insert(point);
        }
        assert_eq!(avoided.len(), 25);
        assert_eq!(fallback(&game, &avoided), fallback(&game, &PointSet::EMPTY), "where all are to be avoided");
    }
}
