//! Which games of a file are meant: `3`, a list with ranges such as `3,7-9`, or `all`.

use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::units::from_one;

/// The word for every game of a file.
const ALL: &str = "all";

/// Games of a file by their numbers, from 1. They are taken in the order of the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum GameNumbers {
    /// Every game.
    All,
    /// One game.
    One(u32),
    /// The games of these ranges.
    Listed(Vec<RangeInclusive<u32>>),
}

impl GameNumbers {
    /// The game where nobody says which.
    pub(crate) const FIRST: u32 = 1;

    /// Whether a game is meant.
    pub(crate) fn contains(&self, number: u32) -> bool {
        match self {
            GameNumbers::All => true,
            GameNumbers::One(one) => *one == number,
            GameNumbers::Listed(ranges) => ranges.iter().any(|range| range.contains(&number)),
        }
    }

    /// The last game that is named.
    pub(crate) fn last(&self) -> Option<u32> {
        match self {
            GameNumbers::All => None,
            GameNumbers::One(one) => Some(*one),
            GameNumbers::Listed(ranges) => ranges.iter().map(|range| *range.end()).max(),
        }
    }
}

impl FromStr for GameNumbers {
    type Err = String;

    fn from_str(text: &str) -> Result<GameNumbers, String> {
        if text.eq_ignore_ascii_case(ALL) {
            return Ok(GameNumbers::All);
        }
        if !text.contains([',', '-']) {
            return from_one(text).map(GameNumbers::One);
        }
        let range = |part: &str| {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let (first, last) = (from_one(first.trim())?, from_one(last.trim())?);
            if first > last {
                return Err(format!("{first}-{last} is no range: the smaller number stands first"));
            }
            Ok(first..=last)
        };
        text.split(',').map(range).collect::<Result<_, _>>().map(GameNumbers::Listed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_ranges_and_all_games_are_read() {
        let of = |text: &str| -> Vec<u32> {
            let numbers: GameNumbers = text.parse().unwrap();
            (1..=10).filter(|&number| numbers.contains(number)).collect()
        };
        assert_eq!(of("3"), [3]);
        assert_eq!(of("9,3, 5 - 6,5"), [3, 5, 6, 9]);
        assert_eq!(of("ALL").len(), 10);
        assert_eq!("9,3-4".parse::<GameNumbers>().unwrap().last(), Some(9));
        // One game is asked for as one, a range of one as several.
        assert_eq!("3".parse(), Ok(GameNumbers::One(3)));
        assert_eq!("3-3".parse(), Ok(GameNumbers::Listed(vec![3..=3])));
        for wrong in ["", "0", "x", "3,", "-", "3-", "9-3", "0-4", "1-2-3", "every"] {
            assert!(wrong.parse::<GameNumbers>().is_err(), "{wrong}");
        }
    }
}
