//! The values of the 26 openings of Renju, made in advance by search: what each is worth to Black by the number of fifths.

use std::fmt;
use std::sync::LazyLock;

use crate::chooser::judge::Judge;
use crate::game::Game;
use crate::opening::{Fifths, Pattern};
use crate::point::BoardSize;
use crate::rule::RuleKind;
use crate::search::{SearchControl, Searcher};

/// Up to so many fifths the table knows what an opening is worth.
pub const NUMBERS: usize = 12;
/// Nothing is worth more in the table: what is won is won.
const MOST: i32 = 9999;

/// What an opening is worth to Black, in the unit of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpeningValues {
    /// After White's best fourth, when Black offers 1, 2, ... fifths.
    pub by_number: [i32; NUMBERS],
    /// How far from even it is when White puts the fourth and says a number of fifths from 1 to 8 so that it is as even as
    /// can be; never negative.
    pub even: i32,
}

/// The table, one opening a line. `pbrain-tengen openings --make` writes it.
const TEXT: &str = include_str!("values.txt");

static TABLE: LazyLock<Vec<OpeningValues>> =
    LazyLock::new(|| parse(TEXT).expect("the table of the openings is part of the program, and a test reads it"));

impl OpeningValues {
    /// The values of an opening, from the table.
    #[must_use]
    pub fn of(pattern: Pattern) -> OpeningValues {
        TABLE[pattern.index()]
    }

    /// The value of an offer, that of the longest which is known where it is longer.
    pub(super) fn offer(&self, count: u8) -> i32 {
        self.by_number[usize::from(count).clamp(1, NUMBERS) - 1]
    }

    /// How far from even it stays with the number of fifths from 1 to `most` that brings it nearest.
    pub(super) fn nearest(&self, most: u8) -> i32 {
        (1..=most.min(NUMBERS as u8)).map(|number| self.offer(number).abs()).min().unwrap_or(0)
    }

    /// How far from even it stays when White says a number of fifths from 1 to `most`. The table knows it for 8; where
    /// fewer are allowed, what is good for Black even with all of them stays so.
    pub(super) fn most_even(&self, most: u8) -> i32 {
        self.even.max(self.offer(most))
    }

    /// What the table says about how it was made: its version and its nodes.
    pub fn origin() -> impl Iterator<Item = &'static str> {
        TEXT.lines().filter_map(|line| line.strip_prefix("# "))
    }

    /// Searches what an opening is worth, with so many nodes for all of its fourths together. Nothing is remembered of
    /// other openings.
    #[must_use]
    pub fn measure(pattern: Pattern, size: BoardSize, hash_bytes: usize, nodes: u64) -> OpeningValues {
        let mut three = Game::new(RuleKind::Renju, size);
        for stone in pattern.stones(size) {
            three.play(stone).expect("the stones of an opening are different points");
        }
        let (mut searcher, control) = (Searcher::new(hash_bytes, 1), SearchControl::unlimited());
        let fourths = Judge { searcher: &mut searcher, control: &control }.fourths(&three, NUMBERS, nodes, |_| true);
        let least = |of: &dyn Fn(&crate::chooser::judge::Fourth) -> i32| fourths.iter().map(of).min().unwrap_or(0);
        OpeningValues {
            by_number: std::array::from_fn(|index| least(&|fourth| fourth.offer(index + 1)).clamp(-MOST, MOST)),
            even: least(&|fourth| fourth.most_even(Fifths::SOOSYRV.get().into()).1.abs()).min(MOST),
        }
    }
}

impl fmt::Display for OpeningValues {
    /// The numbers as the table has them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.by_number.iter().try_for_each(|value| write!(f, "{value:>6}"))?;
        write!(f, "{:>6}", self.even)
    }
}

/// Reads the table: remarks, then every opening in order with its numbers.
fn parse(text: &str) -> Result<Vec<OpeningValues>, String> {
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    if lines.len() != Pattern::COUNT {
        return Err(format!("{} openings", lines.len()));
    }
    let read = |(pattern, line): (Pattern, &&str)| {
        let fault = || format!("{pattern}: \"{line}\"");
        let numbers = line.strip_prefix(&pattern.to_string()).ok_or_else(fault)?.split_whitespace();
        let numbers: Vec<i32> = numbers.map(|word| word.parse().map_err(|_| fault())).collect::<Result<_, _>>()?;
        let (even, by_number) = numbers.split_last().ok_or_else(fault)?;
        Ok(OpeningValues { by_number: by_number.try_into().map_err(|_| fault())?, even: *even })
    };
    Pattern::all().zip(&lines).map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_whole_and_what_it_says_can_be_so() {
        let origin: Vec<&str> = OpeningValues::origin().collect();
        assert!(origin.iter().any(|line| line.contains("nodes")) && origin.iter().any(|line| line.contains("version")));
        for pattern in Pattern::all() {
            let OpeningValues { by_number, even } = OpeningValues::of(pattern);
            // One fifth more is never worth more to Black, and White can always choose the nearest of eight.
            assert!(by_number.is_sorted_by(|fewer, more| fewer >= more), "{pattern}: {by_number:?}");
            assert!((0..=MOST).contains(&even), "{pattern}: {even}");
            assert_eq!(format!("{pattern}{}", OpeningValues::of(pattern)).split_whitespace().count(), NUMBERS + 2);
        }
    }

    #[test]
    fn a_torn_table_is_refused() {
        assert!(parse(TEXT).is_ok());
        for (what, instead) in [("D13", "D12"), ("I13", "# I13"), ("\nD2 ", "\nD2 1 "), ("\nD2 ", "\nD2 x ")] {
            assert!(parse(&TEXT.replacen(what, instead, 1)).is_err(), "{what}");
        }
    }
}
