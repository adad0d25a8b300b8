//! What can be told of one engine of a match: `[NAME:]VALUE`, and what its values are.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::time::Duration;

use crate::cli::parse_time;

/// A value written `[NAME:]VALUE`: for the engine of that name, or for every engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PerEngine<T> {
    /// The engine, if it holds for one alone.
    pub engine: Option<String>,
    /// The value.
    pub value: T,
    /// All of it as it was given.
    pub text: String,
}

/// Reads `[NAME:]VALUE` by the parser of the value. A colon within a value comes after its `KEY=`.
pub(super) fn per_engine<T>(
    parse: fn(&str) -> Result<T, String>,
) -> impl Fn(&str) -> Result<PerEngine<T>, String> + Clone {
    move |text| match text.split_once(':').filter(|(name, _)| !name.contains('=')) {
        Some((name, value)) => {
            Ok(PerEngine { engine: Some(name.to_string()), value: parse(value)?, text: text.to_string() })
        }
        None => Ok(PerEngine { engine: None, value: parse(text)?, text: text.to_string() }),
    }
}

pub(super) fn parse_info(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or("there is no KEY=VALUE")?;
    Ok((key.to_string(), value.to_string()))
}

/// Who chooses in the place of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ChooserArg {
    /// This program.
    Tengen,
}

pub(super) fn parse_chooser(text: &str) -> Result<ChooserArg, String> {
    if text.eq_ignore_ascii_case("tengen") { Ok(ChooserArg::Tengen) } else { Err("only tengen can choose".to_string()) }
}

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
        match text.split_once('/') {
            None => Ok(Overtime::Move(parse_time(text)?)),
            Some((moves, period)) => {
                Ok(Overtime::Period { moves: parse_number::<NonZeroU32>(moves)?.get(), period: parse_time(period)? })
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

pub(super) fn parse_number<T: FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| "it is no number above 0".to_string())
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
        Ok(Opinion { moves: parse_number(moves)?, score })
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
