//! The rules of the game as a value to hand around ([`RuleKind`]) and as types to compile with ([`Rule`]).
//!
//! A rule here says what a row of stones is worth and whether Black has forbidden moves. What a whole game is (turns,
//! full boards, continuous play) is the business of [`crate::game`].

use std::fmt;

use crate::color::Color;

/// Which rows of stones win, and whether Black has forbidden moves.
///
/// ```
/// use tengen_engine::{Color, RuleKind};
///
/// assert_eq!(RuleKind::from_name("renju"), Some(RuleKind::Renju));
/// assert!(RuleKind::Renju.forbids(Color::Black) && !RuleKind::Renju.forbids(Color::White));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum RuleKind {
    /// Five or more in a row win.
    Freestyle,
    /// Exactly five in a row win; an overline is nothing.
    Standard,
    /// Black wins with exactly five and may not make overlines, double-fours or double-threes; White wins with five or
    /// more.
    Renju,
    /// Five in a row win unless both ends are taken by the opponent; six or more always win (rule value 8).
    CaroOverline,
    /// Exactly five in a row win unless both ends are taken by the opponent (rule value 9).
    Caro,
}

impl RuleKind {
    /// Every rule.
    pub const ALL: [RuleKind; 5] =
        [RuleKind::Freestyle, RuleKind::Standard, RuleKind::Renju, RuleKind::CaroOverline, RuleKind::Caro];

    /// The name used on the command line and in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            RuleKind::Freestyle => "freestyle",
            RuleKind::Standard => "standard",
            RuleKind::Renju => "renju",
            RuleKind::CaroOverline => "caro-overline",
            RuleKind::Caro => "caro",
        }
    }

    /// The rule of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<RuleKind> {
        RuleKind::ALL.into_iter().find(|rule| rule.name().eq_ignore_ascii_case(name))
    }

    /// The number by which the protocol and files know the rule.
    #[must_use]
    pub const fn number(self) -> u8 {
        match self {
            RuleKind::Freestyle => 0,
            RuleKind::Standard => 1,
            RuleKind::Renju => 4,
            RuleKind::CaroOverline => 8,
            RuleKind::Caro => 9,
        }
    }

    /// The rule of this number.
    #[must_use]
    pub fn from_number(number: u8) -> Option<RuleKind> {
        RuleKind::ALL.into_iter().find(|rule| rule.number() == number)
    }

    /// How `color` wins under this rule.
    #[must_use]
    pub const fn five(self, color: Color) -> Five {
        match (self, color) {
            (RuleKind::Freestyle, _) | (RuleKind::Renju, Color::White) => Five::OrMore,
            (RuleKind::Standard, _) | (RuleKind::Renju, Color::Black) => Five::Exactly,
            (RuleKind::CaroOverline, _) => Five::OrMoreOpen,
            (RuleKind::Caro, _) => Five::ExactlyOpen,
        }
    }

    /// Whether `color` has forbidden moves under this rule.
    #[inline]
    #[must_use]
    pub const fn forbids(self, color: Color) -> bool {
        matches!((self, color), (RuleKind::Renju, Color::Black))
    }
}

impl fmt::Display for RuleKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Which rows of stones win for one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Five {
    /// Five or more in a row.
    OrMore,
    /// Five in a row and no more.
    Exactly,
    /// Five in a row with at least one end not taken by the opponent, or more than five in a row.
    OrMoreOpen,
    /// Five in a row and no more, with at least one end not taken by the opponent.
    ExactlyOpen,
}

impl Five {
    /// Whether it matters what stands at the ends of a row.
    #[inline]
    pub(crate) const fn ends_count(self) -> bool {
        matches!(self, Five::OrMoreOpen | Five::ExactlyOpen)
    }

    /// Whether an unbroken row of `length` wins, `closed` telling that both its ends are opponent's stones. The edge of
    /// the board closes nothing.
    #[inline]
    #[must_use]
    pub const fn wins(self, length: u32, closed: bool) -> bool {
        match self {
            Five::OrMore => length >= 5,
            Five::Exactly => length == 5,
            Five::OrMoreOpen => length > 5 || (length == 5 && !closed),
            Five::ExactlyOpen => length == 5 && !closed,
        }
    }
}

/// A rule as a type, for code that is compiled once for each.
pub trait Rule: Copy + Default + Send + Sync + 'static {
    /// The rule as a value.
    const KIND: RuleKind;
    /// How far from a point the stones lie that decide what a stone there makes.
    const REACH: usize;
}

macro_rules! rules {
    ($($(#[$doc:meta])* $name:ident reach $reach:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name;

        impl Rule for $name {
            const KIND: RuleKind = RuleKind::$name;
            const REACH: usize = $reach;
        }
    )*};
}

rules! {
    /// [`RuleKind::Freestyle`] as a type: an overline wins too, so nothing five steps away matters.
    Freestyle reach 4;
    /// [`RuleKind::Standard`] as a type.
    Standard reach 5;
    /// [`RuleKind::Renju`] as a type.
    Renju reach 5;
    /// [`RuleKind::CaroOverline`] as a type.
    CaroOverline reach 5;
    /// [`RuleKind::Caro`] as a type.
    Caro reach 5;
}

/// Evaluates an expression with a name bound to the type of a rule: the one bridge from [`RuleKind`] to [`Rule`].
///
/// `with_rule!(kind, R => reach::<R>())`
#[macro_export]
macro_rules! with_rule {
    ($kind:expr, $rule:ident => $body:expr) => {
        match $kind {
            $crate::rule::RuleKind::Freestyle => {
                type $rule = $crate::rule::Freestyle;
                $body
            }
            $crate::rule::RuleKind::Standard => {
                type $rule = $crate::rule::Standard;
                $body
            }
            $crate::rule::RuleKind::Renju => {
                type $rule = $crate::rule::Renju;
                $body
            }
            $crate::rule::RuleKind::CaroOverline => {
                type $rule = $crate::rule::CaroOverline;
                $body
            }
            $crate::rule::RuleKind::Caro => {
                type $rule = $crate::rule::Caro;
                $body
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_types_lead_back_to_the_rule() {
        for rule in RuleKind::ALL {
            assert_eq!(RuleKind::from_name(rule.name()), Some(rule));
            assert_eq!(RuleKind::from_number(rule.number()), Some(rule));
            assert_eq!(with_rule!(rule, R => R::KIND), rule);
        }
    }
}
