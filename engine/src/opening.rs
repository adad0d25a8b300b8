//! Openings: the rules by which they are made and colours are chosen, the 26 openings of Renju, and equal fifth moves.
//!
//! [`Opening`] is the whole procedure as one machine: [`Opening::demand`] says who is to do what, [`Opening::act`] does it or
//! refuses it and stays as it was. [`walk`] reads actions as they are written in records.
//!
//! ```
//! use tengen_engine::opening::{Demand, Opening, OpeningRule, Sameness, Seat, walk};
//! use tengen_engine::point::{BoardSize, Rows};
//! use tengen_engine::rule::RuleKind;
//!
//! let size = BoardSize::square(15).unwrap();
//! let mut opening = Opening::new(OpeningRule::Rif, RuleKind::Renju, size, Sameness::Shape).unwrap();
//! walk(&mut opening, "A:h8 h9 i8; B:swap; A:a1", Rows::FromBottom).unwrap();
//! assert_eq!(opening.pattern().unwrap().to_string(), "D6");
//! assert_eq!(opening.demand(), Demand::Offer { by: Seat::B, count: 2 });
//! ```

mod action;
mod fifths;
mod machine;
mod notation;
mod patterns;
mod rule;
mod seat;

pub use action::{Action, Demand, OpeningError, Region};
pub use fifths::{Fifths, Sameness, Symmetries};
pub use machine::{Opening, SizeError};
pub use notation::{NotationFault, WalkError, read_turn, turns, walk};
pub use patterns::{Pattern, PatternError, PatternKind};
pub use rule::{OpeningRule, RuleError};
pub use seat::{BySeat, Seat};
