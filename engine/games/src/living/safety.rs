//! Stones that are dead beyond doubt, so that nobody needs to mark them.

use super::benson::unconditionally_alive;
use super::goban::{Components, Goban, neighbours};
use tengen_engine::color::Color;
use tengen_engine::point::Point;

/// Points of a region that its walls do not touch; with two of them a second eye could be made.
const MOST_INSIDE: usize = 1;

/// Stones of both sides that are certainly dead: unconditionally alive chains of the other side enclose their region, and at
/// most one point of it does not touch them, so that there is no place for two eyes.
#[must_use]
pub fn safely_dead(goban: &Goban) -> Vec<Point> {
    let size = goban.size();
    let mut dead = Vec::new();
    for color in Color::ALL {
        let alive = unconditionally_alive(goban, !color);
        let regions = Components::new(size, |point| (goban.stone(point) != Some(!color)).then_some(()));
        for region in regions.all() {
            let walls = |point| neighbours(size, point).filter(|&next| goban.stone(next) == Some(!color));
            let is_enclosed = region.points.iter().flat_map(|&point| walls(point)).all(|wall| alive.contains(wall));
            let inside = region.points.iter().filter(|&&point| walls(point).next().is_none()).count();
            // The whole board borders nothing.
            let is_walled = inside < region.points.len();
            if is_enclosed && is_walled && inside <= MOST_INSIDE {
                dead.extend(region.points.iter().copied().filter(|&point| goban.stone(point) == Some(color)));
            }
        }
    }
    dead
}
