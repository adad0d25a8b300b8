//! Levels: how well the engine plays, by strength or by time.
//!
//! A level by strength is a number of nodes, a number of lines and a temperature. The engine searches so many nodes for so many
//! of its best moves, and draws one of them: a move that loses a share of the chance of winning as large as the temperature is
//! drawn `e` times less often than the best. The lowest levels therefore overlook open threes, and even fours, as beginners do;
//! the higher ones always play what they find best, and think longer.

use serde::{Deserialize, Serialize};

/// How well the engine plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// By strength, from 1 to [`STRENGTHS`].
    Strength(usize),
    /// As well as it can in so many milliseconds a move.
    Time(u64),
    /// As well as it can with the time of its clock.
    Clock,
}

/// What a level by strength is made of.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Strength {
    /// Nodes of a move.
    pub nodes: u64,
    /// Moves among which it draws.
    pub lines: usize,
    /// How much of the chance of winning it gives away lightly.
    pub temperature: f64,
}

const fn strength(nodes: u64, lines: usize, temperature: f64) -> Strength {
    Strength { nodes, lines, temperature }
}

const TABLE: [Strength; 9] = [
    strength(300, 12, 0.6),
    strength(500, 9, 0.3),
    strength(800, 6, 0.15),
    strength(1_500, 5, 0.08),
    strength(3_000, 3, 0.04),
    strength(5_000, 1, 0.0),
    strength(20_000, 1, 0.0),
    strength(100_000, 1, 0.0),
    strength(500_000, 1, 0.0),
];

/// How many levels by strength there are.
pub const STRENGTHS: usize = TABLE.len();

impl Strength {
    /// A level by its number, from 1; numbers out of range are brought into it.
    pub fn of(number: usize) -> Strength {
        TABLE[number.clamp(1, STRENGTHS) - 1]
    }

    /// Which of some moves is drawn: `chances` are those of winning with each, `lot` goes from 0 to 1. `None` of none.
    pub fn draw(self, chances: &[f64], lot: f64) -> Option<usize> {
        let best = chances.iter().copied().reduce(f64::max)?;
        let first = chances.iter().position(|&chance| chance == best)?;
        if self.temperature <= 0.0 {
            return Some(first);
        }
        let weights: Vec<f64> = chances.iter().map(|chance| ((chance - best) / self.temperature).exp()).collect();
        let mut left = lot * weights.iter().sum::<f64>();
        for (number, weight) in weights.iter().enumerate() {
            left -= weight;
            if left < 0.0 {
                return Some(number);
            }
        }
        Some(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_is_worth_what_its_level_gives_away() {
        let chances = [0.6, 0.6, 0.0];
        // Of the two that are as good each is drawn as often, and the third seldom: e^-1 of them at a temperature of 0.6.
        let drawn: Vec<usize> =
            (0..1000).map(|lot| Strength::of(1).draw(&chances, f64::from(lot) / 1000.0).unwrap()).collect();
        let count = |number| drawn.iter().filter(|&&drawn| drawn == number).count();
        assert!((415..=430).contains(&count(0)) && (150..=160).contains(&count(2)), "{} {}", count(0), count(2));
        assert_eq!(Strength::of(STRENGTHS).draw(&[0.1, 0.4, 0.2], 0.99), Some(1));
        assert_eq!(Strength::of(1).draw(&[], 0.5), None);
    }

    #[test]
    fn each_level_thinks_longer_and_gives_less_away() {
        let levels: Vec<Strength> = (1..=STRENGTHS).map(Strength::of).collect();
        assert!(levels.windows(2).all(|pair| pair[0].nodes < pair[1].nodes));
        assert!(levels.windows(2).all(|pair| pair[0].temperature >= pair[1].temperature));
        assert_eq!((Strength::of(0), Strength::of(99)), (Strength::of(1), Strength::of(STRENGTHS)));
    }
}
