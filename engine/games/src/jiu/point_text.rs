//! Points of Jiu as its records write them.

use tengen_engine::point::{BoardSize, Point, Rows};

/// A point as the record writes it: `G7`.
#[must_use]
pub fn point_text(point: Point, size: BoardSize) -> String {
    point.to_text(size, Rows::FromBottom).to_ascii_uppercase()
}

/// Points with commas between them.
#[must_use]
pub fn points_text(points: &[Point], size: BoardSize) -> String {
    points.iter().map(|&point| point_text(point, size)).collect::<Vec<_>>().join(", ")
}
