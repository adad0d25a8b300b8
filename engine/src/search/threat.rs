//! Threat-space search: wins in which every move of the attacker makes a four (VCF), or a four or a three (VCT), so that
//! the defender has few answers, and all of them are known.
//!
//! What is found is handed out as a [`proof::Proof`], a tree that the rules of the game can check without this search.

mod answer;
mod dfpn;
pub mod proof;
mod proof_builder;
mod proof_numbers;
pub mod prover;
mod refuted;
mod shortest;
#[cfg(test)]
mod tests;
pub mod vcf;
mod vcf_defences;
pub mod vct;

use arrayvec::ArrayVec;

use crate::point::Point;
use crate::score::MAX_PLY;

pub use prover::VctProver;
pub use shortest::wins_within;
pub use vcf::{Breadth, Vcf, VcfSearch, Verdict, WonByFours};
pub use vcf_defences::{VcfThreat, vcf_threat};
pub use vct::{Solve, Solved, Vct};

/// The longest sequence that is looked at, in plies.
const LONGEST: usize = MAX_PLY / 2;

/// Variation: moves of both sides in turn.
pub type Variation = ArrayVec<Point, MAX_PLY>;
