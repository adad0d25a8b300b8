//! Amounts of stones: whole numbers of quarters, because halves of halves are shared out and nothing may be rounded.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};

/// Quarters in a stone.
const IN_A_STONE: i32 = 4;
/// The most stones that a text may name.
const MOST_STONES: i32 = 100_000;

/// An amount of stones or points, exact to a quarter.
///
/// ```
/// use tengen_games::living::Quarters;
///
/// let compensation = Quarters::parse("7.5").unwrap();
/// assert_eq!(compensation.half().unwrap().to_string(), "3.75");
/// assert_eq!((Quarters::stones(22) - compensation).to_string(), "14.5");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Quarters(i32);

impl Quarters {
    /// Nothing.
    pub const ZERO: Quarters = Quarters(0);

    /// So many whole stones.
    #[must_use]
    pub const fn stones(count: i32) -> Quarters {
        Quarters(count * IN_A_STONE)
    }

    /// So many halves of a stone.
    #[must_use]
    pub const fn halves(count: i32) -> Quarters {
        Quarters(count * IN_A_STONE / 2)
    }

    /// As many whole stones as there are things in a list.
    pub(super) const fn len(count: usize) -> Quarters {
        Quarters::stones(count as i32)
    }

    /// Half of the amount, or `None` when it would be less than exact.
    #[must_use]
    pub const fn half(self) -> Option<Quarters> {
        if self.0 % 2 == 0 { Some(Quarters(self.0 / 2)) } else { None }
    }

    /// The amount without its sign.
    #[must_use]
    pub const fn abs(self) -> Quarters {
        Quarters(self.0.abs())
    }

    /// The whole stones in the amount, those of a negative one being negative, and what is left of it.
    #[must_use]
    pub const fn split(self) -> (i32, Quarters) {
        (self.0 / IN_A_STONE, Quarters(self.0 % IN_A_STONE))
    }

    /// The amount as a number, which is exact.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        f64::from(self.0) / f64::from(IN_A_STONE)
    }

    /// Reads a decimal number such as `7`, `-0.5` or `22.25`; `None` for anything that is no number of quarters.
    #[must_use]
    pub fn parse(text: &str) -> Option<Quarters> {
        let (negative, digits) = match text.trim().strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.trim().trim_start_matches('+')),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if (whole.is_empty() && fraction.is_empty()) || !is_number(whole) || !is_number(fraction) {
            return None;
        }
        let stones: i32 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
        let quarters = match fraction.trim_end_matches('0') {
            "" => 0,
            "25" => 1,
            "5" => 2,
            "75" => 3,
            _ => return None,
        };
        let amount = (stones <= MOST_STONES).then(|| Quarters(stones * IN_A_STONE + quarters))?;
        Some(if negative { -amount } else { amount })
    }
}

impl fmt::Display for Quarters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = match self.0 {
            0 => "",
            ..0 => "-",
            _ if f.sign_plus() => "+",
            _ => "",
        };
        let fraction = [".0", ".25", ".5", ".75"][(self.0.abs() % IN_A_STONE) as usize];
        let fraction = if fraction == ".0" { "" } else { fraction };
        f.pad(&format!("{sign}{}{fraction}", self.0.abs() / IN_A_STONE))
    }
}

impl fmt::Debug for Quarters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Add for Quarters {
    type Output = Quarters;

    fn add(self, other: Quarters) -> Quarters {
        Quarters(self.0 + other.0)
    }
}

impl Sub for Quarters {
    type Output = Quarters;

    fn sub(self, other: Quarters) -> Quarters {
        Quarters(self.0 - other.0)
    }
}

impl Neg for Quarters {
    type Output = Quarters;

    fn neg(self) -> Quarters {
        Quarters(-self.0)
    }
}

impl AddAssign for Quarters {
    fn add_assign(&mut self, other: Quarters) {
        self.0 += other.0;
    }
}

impl SubAssign for Quarters {
    fn sub_assign(&mut self, other: Quarters) {
        self.0 -= other.0;
    }
}

impl Sum for Quarters {
    fn sum<I: Iterator<Item = Quarters>>(amounts: I) -> Quarters {
        amounts.fold(Quarters::ZERO, Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_written_as_they_are_read() {
        for quarters in -1000..1000 {
            let amount = Quarters(quarters);
            assert_eq!(Quarters::parse(&amount.to_string()), Some(amount));
            assert_eq!(amount.to_string().parse(), Ok(amount.to_f64()));
        }
        for (text, quarters) in [("7.50", 30), (".5", 2), ("+3.", 12), (" 0 ", 0), ("-0.25", -1)] {
            assert_eq!(Quarters::parse(text), Some(Quarters(quarters)), "{text}");
        }
        for bad in ["", ".", "-", "7,5", "3.3", "1e3", "999999999", "99999999999", "--1", "0.125", "x"] {
            assert_eq!(Quarters::parse(bad), None, "{bad}");
        }
    }
}
