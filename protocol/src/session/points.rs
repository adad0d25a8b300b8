//! Points of a position: which may be played, which is played when nothing better is known, and which are the same.

use tengen_engine::Cell;
use tengen_engine::game::Game;
use tengen_engine::point::Point;
use tengen_engine::position_key::PositionViews;
use tengen_engine::symmetry::Symmetry;

/// Whether the side to move may play there, where a forbidden point counts as playable only when nothing else is left.
fn is_playable(game: &Game, point: Point) -> bool {
    let empty = game.size().contains(point) && game.cell(point) == Cell::Empty;
    game.is_legal(point) || (empty && game.legal_points().next().is_none())
}

/// The playable point nearest to the middle.
pub(super) fn fallback(game: &Game) -> Option<Point> {
    let center = game.size().center();
    let mut points: Vec<Point> = game.empty_points().collect();
    points.sort_by_key(|point| point.distance(center));
    points.into_iter().find(|&point| is_playable(game, point))
}

/// The point, if there is one and it may be played, or else the playable point nearest to the middle.
pub(super) fn playable_or_fallback(game: &Game, point: Option<Point>) -> Option<Point> {
    point.filter(|&point| is_playable(game, point)).or_else(|| fallback(game))
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
    use tengen_engine::point::{BoardSize, Rows};
    use tengen_engine::rule::RuleKind;

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
