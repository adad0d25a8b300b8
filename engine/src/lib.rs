//! x
pub mod board;
pub mod color;
pub mod engine;
pub mod eval;
pub mod forbidden;
pub mod game;
pub mod line;
pub mod moves;
pub mod opening;
pub mod point;
pub mod point_set;
pub mod rule;
pub mod score;
pub mod search;
pub mod shape;
pub mod symmetry;
pub mod zobrist;
