//! Wins by threats alone: every move of the attacker makes a four (VCF), or a four or a three (VCT), so that the defender
//! has few answers, and all of them are known.
//!
//! What is found is handed out as a [`proof::Proof`], a tree that the rules of the game can check without this search.

mod effort;
mod extract;
pub mod plan;
pub mod proof;
mod spoilers;
#[cfg(test)]
mod tests;
pub mod vcf;
pub mod vct;

use arrayvec::ArrayVec;

use crate::point::Point;
use crate::score::MAX_PLY;

pub use plan::Planner;
pub use vcf::{Breadth, Vcf};
pub use vct::{Finding, Threats, Vct};

/// A line of play.
pub type Line = ArrayVec<Point, MAX_PLY>;
