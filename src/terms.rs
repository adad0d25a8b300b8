//! Terms on which an engine plays, as they are written on command lines and in logs: overtime, and when it gives up.

use std::fmt;
use std::num::NonZeroU32;
use std::time::Duration;

use crate::units;

/// What there is when the time for a game is used up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Overtime {
    /// So much for each move.
    Move(Duration),
    /// So many moves in a period, again and again.
    Period {
        /// Moves of a period.
        moves: u32,
        /// For all of them.
        period: Duration,
    },
}

impl Overtime {
    /// Reads `60s` or `10/10m`.
    pub(crate) fn parse(text: &str) -> Result<Overtime, String> {
        let time = |text: &str| units::duration(text).map_err(|error| error.to_string());
        match text.split_once('/') {
            None => Ok(Overtime::Move(time(text)?)),
            Some((moves, period)) => {
                Ok(Overtime::Period { moves: units::positive::<NonZeroU32>(moves)?.get(), period: time(period)? })
            }
        }
    }
}

impl fmt::Display for Overtime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Overtime::Move(each) => write!(f, "{}ms", each.as_millis()),
            Overtime::Period { moves, period } => write!(f, "{moves}/{}ms", period.as_millis()),
        }
    }
}

/// What an engine must have said of its position to give up or to agree to a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Opinion {
    /// For so many of its moves, one after another.
    pub moves: NonZeroU32,
    /// A score: as bad as this where it gives up, no better for either side where it agrees to a draw.
    pub score: u32,
}

impl Opinion {
    /// Reads `3/1000`.
    pub(crate) fn parse(text: &str) -> Result<Opinion, String> {
        let (moves, score) = text.split_once('/').ok_or("moves and a score, such as 3/1000")?;
        let score = score.parse().map_err(|_| format!("\"{score}\" is no score of 0 or more"))?;
        Ok(Opinion { moves: units::positive(moves)?, score })
    }
}

impl fmt::Display for Opinion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.moves, self.score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_as_they_are_written() {
        for text in ["60000ms", "10/600000ms"] {
            assert_eq!(Overtime::parse(text).unwrap().to_string(), text);
        }
        for text in ["3/1000", "1/0"] {
            assert_eq!(Opinion::parse(text).unwrap().to_string(), text);
        }
        for text in ["", "3", "0/5", "3/", "3/-5", "x/1", "3/1/1"] {
            assert!(Opinion::parse(text).is_err(), "{text}");
        }
    }
}
