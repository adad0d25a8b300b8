//! Points of a position: which may be played, which is played when nothing better is known, and which are the same.

use tengen_engine::Cell;
use tengen_engine::color::Color;
use tengen_engine::game::Game;
use tengen_engine::point::Point;
use tengen_engine::position_key::PositionViews;
use tengen_engine::symmetry::Symmetry;

/// Whether the side to move may play there, where a forbidden point counts as playable only when nothing else is left.
pub(super) fn is_playable(game: &Game, point: Point) -> bool {
    let empty = game.size().contains(point) && game.cell(point) == Cell::Empty;
    game.is_legal(point) || (empty && game.legal_points().next().is_none())
}

/// The playable point that wins, or else that stops most of the opponent's fives, or else nearest to the middle. One to
/// be avoided is taken only where no other is left.
pub(super) fn fallback(game: &Game, avoided: &[Point]) -> Option<Point> {
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
    playable.iter().find(|point| !avoided.contains(point)).or(playable.first()).copied()
}

/// The points on which a side makes a row that wins, judged by the rules alone: the board of the search may be what
/// failed.
fn fives(game: &Game, color: Color) -> Vec<Point> {
    game.empty_points().filter(|&point| game.makes_five(color, point)).collect()
}

/// Those of some points that are turned or mirrored copies of others among them.
pub(super) fn copies(game: &Game, points: &[Point]) -> Vec<Point> {
    let views = PositionViews::of(game);
    let symmetries: Vec<Symmetry> = views.iter().flat_map(|views| views.symmetries()).collect();
    let is_copy = |point: &Point| {
        let mut images = symmetries.iter().map(|symmetry| symmetry.point(*point, game.size()));
        images.any(|image| image < *point && points.contains(&image))
    };
    points.iter().copied().filter(is_copy).collect()
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
            let found = fallback(&game, &[]).map(|point| point.to_text(size, Rows::FromBottom));
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
        let mut avoided: Vec<Point> = Vec::new();
        while let Some(point) = fallback(&game, &avoided).filter(|point| !avoided.contains(point)) {
            avoided.push(point);
        }
        assert_eq!(avoided.len(), 25);
        assert_eq!(fallback(&game, &avoided), fallback(&game, &[]), "where all are to be avoided");
    }

    #[test]
    fn copies_are_counted_by_the_symmetry_of_the_stones() {
        let check = |width: usize, height: usize, moves: &str, distinct: usize| {
            let size = BoardSize::new(width, height).unwrap();
            let game = Game::from_text(RuleKind::Freestyle, size, moves, Rows::FromBottom).unwrap();
            let empty: Vec<Point> = game.empty_points().collect();
            assert_eq!(empty.len() - copies(&game, &empty).len(), distinct, "{width}x{height} {moves}");
        };
        check(15, 15, "", 36);
        check(15, 15, "h8", 35);
        check(15, 15, "h8h9", 13 + 7 * 15);
        check(15, 15, "h8i9j9", 225 - 3);
        check(6, 5, "", 9);
        // Where the first of a class is left out, the next stands for it.
        let game = Game::new(RuleKind::Freestyle, BoardSize::square(15).unwrap());
        let corners = [(14, 0), (0, 14), (14, 14), (7, 7)].map(|(x, y)| Point::new(x, y));
        assert_eq!(copies(&game, &corners), corners[1..3]);
    }
}
