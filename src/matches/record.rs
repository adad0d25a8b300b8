//! Finished games as they are kept.

use std::fmt;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use tengen_engine::color::Color;
use tengen_engine::game::Game;
use tengen_engine::internals::checksum::fnv1a;
use tengen_engine::point::{Point, PointList};

use crate::matches::openings::canonical;
use crate::matches::setup::{MatchConditions, Setup};
use crate::matches::thought::Thought;

/// How a move is written that was given up.
pub(super) const PASS: &str = "pass";

/// How a game came to its end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum End {
    /// Five in a row.
    Five,
    /// Black played a forbidden move.
    Forbidden,
    /// The board was full.
    Full,
    /// The number of moves was reached at which a game is drawn.
    MoveLimit,
    /// Both gave up a move, one after the other.
    Passes,
    /// Both agreed to a draw.
    Agreement,
    /// An engine gave up.
    Resignation,
    /// The answer came too late or not at all.
    Time,
    /// A stone was put where none may be put.
    Illegal,
    /// The process ended.
    Crash,
    /// It could not be started, or did not say OK.
    Start,
    /// It said too much.
    Flood,
    /// It wrote to its standard error.
    Stderr,
    /// It used more memory than allowed.
    Memory,
    /// It does not take part in the opening.
    #[serde(alias = "swap2")]
    Opening,
}

impl End {
    /// Whether the engine broke down rather than lost on the board.
    pub(super) fn is_fault(self) -> bool {
        self.fault().is_some()
    }

    /// How the engine broke down, in one word; `None` where the game ended on the board.
    pub(super) fn fault(self) -> Option<&'static str> {
        match self {
            End::Five
            | End::Forbidden
            | End::Full
            | End::MoveLimit
            | End::Passes
            | End::Agreement
            | End::Resignation => None,
            End::Time => Some("time"),
            End::Illegal => Some("illegal"),
            End::Crash => Some("crash"),
            End::Start => Some("start"),
            End::Flood => Some("flood"),
            End::Stderr => Some("stderr"),
            End::Memory => Some("memory"),
            End::Opening => Some("opening"),
        }
    }
}

/// The side that won as logs and reports have it, `none` after a draw.
pub(super) mod winner {
    use serde::{Deserialize, Deserializer, Serializer, de};
    use tengen_engine::color::Color;

    /// All that [`word`] says: the colours in their order, then none.
    const WORDS: &[&str] = &["black", "white", "none"];

    /// The side in one word.
    pub(in crate::matches) fn word(winner: Option<Color>) -> &'static str {
        winner.map_or("none", Color::name)
    }

    pub(super) fn serialize<S: Serializer>(winner: &Option<Color>, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(word(*winner))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Color>, D::Error> {
        let found = String::deserialize(from)?;
        match WORDS.iter().position(|word| *word == found) {
            Some(at) => Ok(Color::ALL.get(at).copied()),
            None => Err(de::Error::unknown_variant(&found, WORDS)),
        }
    }
}

/// A move that an engine made.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Played {
    /// The point, such as `h8`, or `pass`.
    pub at: String,
    /// Milliseconds from the request to the answer.
    pub ms: f64,
    /// Those of them beyond the limit, where the answer [was over it](crate::matches::engines::EngineTerms::over).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over_ms: Option<f64>,
    /// What it said about its thinking.
    #[serde(flatten)]
    pub thought: Thought,
}

/// What an engine did in an opening.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct OpeningStep {
    /// Its name.
    pub by: String,
    /// What it did as `opening` reads it, such as `h8 h9 i8` or `offer g8 i9`.
    pub what: String,
    /// Milliseconds from the request to the answer; 0 where more of the same answer follows: the last of it has its time, or
    /// `fault_ms` of the game where that is refused.
    pub ms: f64,
    /// As that of a move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over_ms: Option<f64>,
    /// The seat, A for who opens. Logs of older versions lack it where stones were put by swap2.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<String>,
}

impl fmt::Display for OpeningStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} ({:.0} ms)", self.by, self.what, self.ms)
    }
}

/// A finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct GameRecord {
    /// Its number in the match, from 1.
    pub game: usize,
    /// Name of the engine that played Black.
    pub black: String,
    /// Name of the engine that played White.
    pub white: String,
    /// The stones it started from, those that the engines put in the opening included.
    pub opening: String,
    /// The number of the opening of Renju that the first three stones make, such as `D6`, under an opening rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pattern: Option<String>,
    /// How the opening was made and the colours were chosen, where the engines did that.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<OpeningStep>,
    /// The side that won; `None` after a draw.
    #[serde(with = "winner")]
    pub winner: Option<Color>,
    /// How it ended.
    pub end: End,
    /// How it ended, in words.
    pub reason: String,
    /// The moves after the opening.
    pub moves: Vec<Played>,
    /// Milliseconds of the answer that overstepped the time, which is neither a choice nor a move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub late_ms: Option<f64>,
    /// Milliseconds from the request to the fault that ended the game, where something was asked. Logs of older versions
    /// lack it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault_ms: Option<f64>,
    /// Things worth knowing that cost nobody the game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

impl GameRecord {
    /// The engine that played a colour.
    pub(super) fn name(&self, color: Color) -> &str {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }

    /// Half points of a colour: 0, 1 or 2.
    pub(super) fn half_points(&self, color: Color) -> u32 {
        self.winner.map_or(1, |winner| 2 * u32::from(winner == color))
    }

    /// The side that lost. In logs of older versions even a fault may leave none: where the limit of moves allowed no more than
    /// the opening, the game was a draw before anybody broke down.
    pub(super) fn loser(&self) -> Option<Color> {
        self.winner.map(|winner| !winner)
    }

    /// The moves after the opening, each with the side whose turn it was. A move that was given up is a turn too.
    pub(super) fn turns(&self) -> impl DoubleEndedIterator<Item = (Color, &Played)> + ExactSizeIterator {
        let stones = self.opening_stones();
        self.moves.iter().enumerate().map(move |(number, played)| (Color::ALL[(stones + number) % 2], played))
    }

    /// Which game it is: FNV-1a over the players and all moves. Two games have the same when nothing but time, and how the
    /// board is turned or mirrored, tells them apart.
    pub(super) fn fingerprint(&self, conditions: &MatchConditions) -> u64 {
        // No coordinate is as large.
        const NO_STONE: [u8; 2] = [u8::MAX; 2];
        let MatchConditions { size, rows, .. } = *conditions;
        let opening = PointList::new(&self.opening, size, rows).map(|read| read.ok().map(|(_, point)| point));
        let moves = self.moves.iter().map(|played| Point::parse(&played.at, size, rows));
        let turns = canonical(opening.chain(moves), size).into_iter();
        let coordinates = |turn: Option<Point>| turn.map_or(NO_STONE, |point| [point.x() as u8, point.y() as u8]);
        let players = [&self.black, &self.white].into_iter().flat_map(|name| name.bytes().chain([0]));
        fnv1a(players.chain(turns.flat_map(coordinates)))
    }

    /// By how many milliseconds each answer of who played a colour came beyond the limit that did.
    pub(super) fn over(&self, color: Color) -> impl Iterator<Item = f64> {
        let choices = self.choices.iter().filter(move |step| step.by == self.name(color));
        let moves = self.turns().filter(move |(side, _)| *side == color);
        choices.filter_map(|step| step.over_ms).chain(moves.filter_map(|(_, played)| played.over_ms))
    }

    /// The number of stones it started from.
    pub(super) fn opening_stones(&self) -> usize {
        points(&self.opening)
    }

    /// The game, played again; a move that was given up is the other's turn.
    ///
    /// # Errors
    /// The first move that cannot be played.
    pub(super) fn replay(&self, conditions: &MatchConditions) -> Result<Game> {
        let number = self.game;
        let cannot = || format!("game {number} cannot be replayed");
        let mut game =
            Game::from_text(conditions.rules, conditions.size, &self.opening, conditions.rows).with_context(cannot)?;
        for played in &self.moves {
            if played.at == PASS {
                game.set_to_move(!game.to_move());
            } else {
                let point = Point::parse(&played.at, conditions.size, conditions.rows);
                let point = point.with_context(|| format!("{}: \"{}\" is no point", cannot(), played.at))?;
                game.play(point).with_context(cannot)?;
            }
        }
        Ok(game)
    }
}

/// The number of points in a text such as `h8i9`: each begins with its one letter.
fn points(text: &str) -> usize {
    text.bytes().filter(u8::is_ascii_alphabetic).count()
}

/// The stones of an opening as text.
pub(super) fn opening_text(opening: &[Point], setup: &Setup) -> String {
    opening.iter().map(|point| point.to_text(setup.conditions.size, setup.conditions.rows)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_winner_is_one_of_three_words_in_a_log() {
        let line = |winner: &str| {
            let players = r#""game":1,"black":"a","white":"b","opening":"h8i9j7""#;
            format!(r#"{{{players},"winner":"{winner}","end":"time","reason":"late","moves":[]}}"#)
        };
        for (word, winner, half_points, loser) in [
            ("black", Some(Color::Black), [2, 0], Some("b")),
            ("white", Some(Color::White), [0, 2], Some("a")),
            ("none", None, [1, 1], None),
        ] {
            let game: GameRecord = serde_json::from_str(&line(word)).unwrap();
            assert_eq!((game.winner, serde_json::to_string(&game).unwrap()), (winner, line(word)));
            assert_eq!(Color::ALL.map(|color| game.half_points(color)), half_points, "{word}");
            assert_eq!(game.loser().map(|color| game.name(color)), loser, "{word}");
        }
        let why = serde_json::from_str::<GameRecord>(&line("draw")).unwrap_err().to_string();
        assert!(why.starts_with("unknown variant `draw`, expected one of `black`, `white`, `none`"), "{why}");
        assert!(serde_json::from_str::<GameRecord>(&line("none").replace(r#""winner":"none","#, "")).is_err());
    }

    #[test]
    fn turns_are_those_of_both_sides_by_the_stones_of_the_opening_and_moves_given_up() {
        let cases = [("", "black a1, white pass, black b1"), ("h8i9j7", "white a1, black pass, white b1")];
        for (opening, expected) in cases {
            let moves = ["a1", PASS, "b1"].map(|at| serde_json::json!({ "at": at, "ms": 1.0 }));
            let game: GameRecord = serde_json::from_value(serde_json::json!({
                "game": 1, "black": "a", "white": "b", "opening": opening, "winner": "none", "end": "full",
                "reason": "", "moves": moves,
            }))
            .unwrap();
            let turns = game.turns().map(|(color, played)| format!("{} {}", color.name(), played.at));
            assert_eq!(turns.collect::<Vec<_>>().join(", "), expected, "{opening}");
        }
    }
}
