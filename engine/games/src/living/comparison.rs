//! The same position by the rules of others: Chinese area, Japanese territory, and the rules of the AGA.

use super::position::HandicapPays;
use super::quarters::Quarters;
use super::{Count, difference};
use tengen_engine::color::ByColor;

/// Rules of others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rules {
    /// Area, a point for each handicap stone.
    Chinese,
    /// Territory and prisoners.
    Japanese,
    /// Area, a point for each handicap stone but the first.
    Aga,
}

impl Rules {
    /// All of them.
    pub const ALL: [Rules; 3] = [Rules::Chinese, Rules::Japanese, Rules::Aga];

    /// What is counted, and where.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Rules::Chinese => "area (Chinese)",
            Rules::Japanese => "territory (Japanese)",
            Rules::Aga => "area (AGA)",
        }
    }
}

/// What other rules say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Comparison {
    /// Which rules.
    pub rules: Rules,
    /// The points of each side, before any payment.
    pub points: ByColor<Quarters>,
    /// Black's points less White's, after compensation and handicap.
    pub margin: Quarters,
}

impl Count {
    /// What other rules say about the position, with the same compensation. Under Japanese rules points that must be filled,
    /// such as that of a ko, would be filled before; here they count.
    #[must_use]
    pub fn comparisons(&self) -> [Comparison; 3] {
        Rules::ALL.map(|rules| {
            let (points, handicap) = match rules {
                Rules::Chinese => (self.area(), HandicapPays::Each),
                Rules::Japanese => (self.territory(), HandicapPays::Nothing),
                Rules::Aga => (self.area(), HandicapPays::EachButFirst),
            };
            let payment = self.compensation() + handicap.of(self.terms.handicap);
            Comparison { rules, points, margin: difference(points) - payment }
        })
    }
}
