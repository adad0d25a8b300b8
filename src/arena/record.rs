//! Finished games as they are kept, and the log of a match: JSON Lines, written game by game and read to go on.

use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::arena::setup::Setup;
use crate::arena::thought::Thought;

/// The word for taking the other colour in a swap2 opening.
pub(super) const SWAP: &str = "swap";

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
    /// It does not speak SWAP2BOARD.
    Swap2,
}

impl End {
    /// Whether the engine broke down rather than lost on the board.
    pub(super) fn is_fault(self) -> bool {
        !matches!(self, End::Five | End::Forbidden | End::Full | End::MoveLimit)
    }
}

/// The side that won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Winner {
    /// The side that moves first.
    Black,
    /// The side that moves second.
    White,
    /// A draw.
    None,
}

/// A move that an engine made.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Played {
    /// The point, such as `h8`.
    pub at: String,
    /// Milliseconds from the request to the answer.
    pub ms: f64,
    /// What it said about its thinking.
    #[serde(flatten)]
    pub thought: Thought,
}

/// What an engine did in a swap2 opening.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Chosen {
    /// Its name.
    pub by: String,
    /// The stones it put, such as `h8i9g7`, or `swap`.
    pub what: String,
    /// Milliseconds from the request to the answer.
    pub ms: f64,
}

impl fmt::Display for Chosen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.what.as_str() {
            SWAP => write!(f, "{} takes Black", self.by)?,
            stones if points(stones) == 1 => write!(f, "{} takes White and plays {stones}", self.by)?,
            stones => write!(f, "{} puts {stones}", self.by)?,
        }
        write!(f, " ({:.0} ms)", self.ms)
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
    /// The stones it started from, those that were put in a swap2 opening included.
    pub opening: String,
    /// How the colours were chosen in a swap2 opening.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<Chosen>,
    /// Who won.
    pub winner: Winner,
    /// How it ended.
    pub end: End,
    /// How it ended, in words.
    pub reason: String,
    /// The moves after the opening.
    pub moves: Vec<Played>,
    /// Things worth knowing that cost nobody the game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

impl GameRecord {
    /// Half points of Black: 0, 1 or 2.
    pub(super) fn black_half_points(&self) -> u32 {
        match self.winner {
            Winner::Black => 2,
            Winner::White => 0,
            Winner::None => 1,
        }
    }

    /// The number of stones it started from.
    pub(super) fn opening_stones(&self) -> usize {
        points(&self.opening)
    }

    /// All stones as text, those of the opening first.
    pub(super) fn stones(&self) -> String {
        let mut text = self.opening.clone();
        for played in &self.moves {
            text.push_str(&played.at);
        }
        text
    }
}

/// The conditions of a match as a log keeps them: whatever would make its games incomparable with others.
pub(super) fn header(setup: &Setup) -> Value {
    let conditions = &setup.conditions;
    let engines: Vec<Value> = setup
        .contenders
        .iter()
        .map(|contender| {
            let milliseconds = |time: std::time::Duration| time.as_secs_f64() * 1e3;
            serde_json::json!({
                "name": contender.name,
                "command": contender.command,
                "info": contender.info,
                "turn_ms": contender.turn.map(milliseconds),
                "match_ms": contender.match_time.map(milliseconds),
                "increment_ms": milliseconds(contender.increment),
                "depth": contender.depth,
                "nodes": contender.nodes,
                "memory": contender.memory,
            })
        })
        .collect();
    serde_json::json!({
        "format": "tengen match 1",
        "engines": engines,
        "rule": conditions.rules.kind.name(),
        "size": conditions.size.to_string(),
        "rows": match conditions.rows {
            tengen_engine::point::Rows::FromTop => "top",
            tengen_engine::point::Rows::FromBottom => "bottom",
        },
        "swap2": conditions.swap2,
        "max_moves": conditions.max_moves,
        "tolerance_ms": conditions.tolerance.as_secs_f64() * 1e3,
    })
}

/// The log of a match.
pub(super) struct Log {
    path: PathBuf,
    file: File,
}

impl Log {
    /// Opens the log of a match and returns the games it holds already. A log that exists is only used to go on with.
    pub(super) fn open(path: &Path, resume: bool, setup: &Setup) -> Result<(Log, Vec<GameRecord>)> {
        let name = path.display();
        if path.exists() && !resume {
            bail!("the log {name} exists: add --resume to go on with that match, or name another file");
        }
        let mut options = OpenOptions::new();
        let mut file = options
            .create(true)
            .read(true)
            .write(true)
            .truncate(false)
            .open(path)
            .with_context(|| format!("cannot open the log {name}"))?;
        let mut text = Vec::new();
        file.read_to_end(&mut text).with_context(|| format!("cannot read the log {name}"))?;
        // What follows the last line end is a line whose writing was interrupted: that game was not finished.
        let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let text = std::str::from_utf8(&text[..whole]).with_context(|| format!("{name} is not a log of a match"))?;
        let games = parse(text, setup).with_context(|| format!("cannot go on with the log {name}"))?;
        file.set_len(whole as u64).with_context(|| format!("cannot write the log {name}"))?;
        file.seek(SeekFrom::End(0)).with_context(|| format!("cannot write the log {name}"))?;
        let mut log = Log { path: path.to_path_buf(), file };
        if whole == 0 {
            log.write(&header(setup))?;
        }
        Ok((log, games))
    }

    /// Adds a finished game, in one piece and at once.
    pub(super) fn add(&mut self, game: &GameRecord) -> Result<()> {
        self.write(game)
    }

    fn write(&mut self, value: &impl Serialize) -> Result<()> {
        let mut line = serde_json::to_vec(value)?;
        line.push(b'\n');
        self.file.write_all(&line).with_context(|| format!("cannot write the log {}", self.path.display()))
    }
}

fn parse(text: &str, setup: &Setup) -> Result<Vec<GameRecord>> {
    let mut lines = (1..).zip(text.lines());
    let Some((_, first)) = lines.next() else { return Ok(Vec::new()) };
    let found: Value = serde_json::from_str(first).context("line 1 is not JSON")?;
    compare(&found, &header(setup))?;
    let mut games: Vec<GameRecord> = Vec::new();
    for (number, line) in lines {
        let game: GameRecord = serde_json::from_str(line).with_context(|| format!("line {number} is no game"))?;
        let Some(fixture) = setup.fixtures.get(game.game.wrapping_sub(1)) else {
            bail!("line {number}: game {} is not part of this match of {} games", game.game, setup.fixtures.len());
        };
        let names = fixture.players.0.map(|index| setup.contenders[index].name.as_str());
        let opening = opening_text(&fixture.opening, setup);
        let found = [game.black.as_str(), game.white.as_str()];
        let same = if setup.conditions.swap2 {
            // The engines chose their colours and went on with the opening.
            (found == names || found == [names[1], names[0]]) && game.opening.starts_with(&opening)
        } else {
            found == names && game.opening == opening
        };
        if !same {
            bail!(
                "line {number}: game {} is {} against {} from \"{}\" there, but {} against {} from \"{opening}\" here; \
                 were the openings, the seed or the pairings changed?",
                game.game,
                game.black,
                game.white,
                game.opening,
                names[0],
                names[1]
            );
        }
        if games.iter().any(|other| other.game == game.game) {
            bail!("line {number}: game {} is there twice", game.game);
        }
        games.push(game);
    }
    Ok(games)
}

/// The number of points in a text such as `h8i9`: each begins with its one letter.
fn points(text: &str) -> usize {
    text.bytes().filter(u8::is_ascii_alphabetic).count()
}

/// The stones of an opening as text.
pub(super) fn opening_text(opening: &[tengen_engine::point::Point], setup: &Setup) -> String {
    opening.iter().map(|point| point.to_text(setup.conditions.size, setup.conditions.rows)).collect()
}

/// Refuses conditions that differ, and says in what.
fn compare(found: &Value, expected: &Value) -> Result<()> {
    let empty = Map::new();
    let (found, expected) = (found.as_object().unwrap_or(&empty), expected.as_object().unwrap_or(&empty));
    for (key, value) in expected {
        let other = found.get(key).unwrap_or(&Value::Null);
        if other != value {
            bail!("its match was played under other conditions: \"{key}\" is {other} there and {value} here");
        }
    }
    Ok(())
}
