//! Forms of tournaments and scales of points, as they are written.

use std::fmt;
use std::num::NonZeroUsize;

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use crate::statistics::Tally;

/// The most rounds of a Swiss tournament.
const MOST_ROUNDS: NonZeroUsize = NonZeroUsize::new(128).unwrap();

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tournament {
    /// Everyone meets everyone.
    RoundRobin,
    /// The first meets all others.
    Gauntlet,
    /// Who meets next depends on what was played.
    Rounds(RoundForm),
}

/// A tournament in which who meets next depends on what was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RoundForm {
    /// So many rounds. In each those meet who have about as many points, and no two meet again where that can be helped.
    Swiss(NonZeroUsize),
    /// Who loses a meeting is out.
    Knockout,
}

impl Tournament {
    /// Reads `round-robin`, `gauntlet`, `swiss:5` or `knockout`.
    pub(crate) fn parse(text: &str) -> Result<Tournament, String> {
        match text.split_once(':') {
            None if text == "round-robin" => Ok(Tournament::RoundRobin),
            None if text == "gauntlet" => Ok(Tournament::Gauntlet),
            None if text == "knockout" => Ok(Tournament::Rounds(RoundForm::Knockout)),
            Some(("swiss", rounds)) => match rounds.parse() {
                Err(_) => Err(format!("\"{rounds}\" is no number of rounds")),
                Ok(rounds) if rounds > MOST_ROUNDS => Err(format!("there may be {MOST_ROUNDS} rounds")),
                Ok(rounds) => Ok(Tournament::Rounds(RoundForm::Swiss(rounds))),
            },
            _ => Err("there are round-robin, gauntlet, swiss:ROUNDS and knockout".to_string()),
        }
    }

    /// The form of its rounds, if it has any.
    pub(crate) fn rounds(self) -> Option<RoundForm> {
        match self {
            Tournament::RoundRobin | Tournament::Gauntlet => None,
            Tournament::Rounds(form) => Some(form),
        }
    }
}

impl fmt::Display for RoundForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RoundForm::Swiss(rounds) => write!(f, "swiss:{rounds}"),
            RoundForm::Knockout => f.write_str("knockout"),
        }
    }
}

/// Who plays Black, or opens where that is something else.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ColorOrder {
    /// Both in turn in each pair of games
    #[default]
    Turns,
    /// Drawn by lot for every game
    Lot,
}

/// What a game is worth, in half points: a win, a draw and a loss.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PointScale {
    win: u32,
    draw: u32,
    loss: u32,
}

impl Default for PointScale {
    /// One, a half and nothing.
    fn default() -> PointScale {
        PointScale { win: 2, draw: 1, loss: 0 }
    }
}

impl PointScale {
    /// Reads `1/0.5/0`, `3/2/1` or another three numbers of points, in steps of a half, that do not rise.
    pub(crate) fn parse(text: &str) -> Result<PointScale, String> {
        let half_points = |part: &str| {
            let points: f64 = part.trim().parse().ok()?;
            let half_points = points * 2.0;
            (half_points.fract() == 0.0 && (0.0..=MOST_HALF_POINTS).contains(&half_points))
                .then_some(half_points as u32)
        };
        let parts: Option<Vec<u32>> = text.split('/').map(half_points).collect();
        match parts.as_deref() {
            Some(&[win, draw, loss]) if win > loss && win >= draw && draw >= loss => Ok(PointScale { win, draw, loss }),
            _ => Err("points are those of a win, a draw and a loss, such as 1/0.5/0, 3/2/1 or 3/1/0".to_string()),
        }
    }

    /// Half points of some games.
    pub(crate) fn half_points(self, games: Tally) -> u32 {
        self.win * games.wins + self.draw * games.draws + self.loss * games.losses
    }
}

/// No game is worth more half points.
const MOST_HALF_POINTS: f64 = 200.0;

impl fmt::Display for PointScale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [win, draw, loss] = [self.win, self.draw, self.loss].map(|half_points| f64::from(half_points) / 2.0);
        write!(f, "{win}/{draw}/{loss}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tournaments_have_names() {
        assert_eq!(Tournament::parse("round-robin"), Ok(Tournament::RoundRobin));
        assert_eq!(Tournament::parse("gauntlet"), Ok(Tournament::Gauntlet));
        for text in ["swiss:5", "knockout"] {
            assert_eq!(Tournament::parse(text).unwrap().rounds().unwrap().to_string(), text);
        }
        for text in ["", "swiss", "swiss:0", "swiss:x", "knockout:2", "league"] {
            assert!(Tournament::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn scales_are_three_numbers_that_do_not_rise() {
        for text in ["1/0.5/0", "3/2/1", "3/1/0", "2/1/0"] {
            assert_eq!(PointScale::parse(text).unwrap().to_string(), text);
        }
        for text in ["", "1", "1/0", "0/1/2", "1/0.3/0", "1/1/1", "-1/-2/-3", "x/y/z", "1/0/0/0", "1e9/0/0"] {
            assert!(PointScale::parse(text).is_err(), "{text}");
        }
    }
}
