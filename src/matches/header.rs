//! The header of a log: the conditions of its match, as far as they would make its games incomparable with others.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail, ensure};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tengen_engine::game::Rules;
use tengen_engine::opening::OpeningRule;
use tengen_engine::point::Rows;
use tengen_engine::rule::RuleKind;

use crate::cli::{OpeningRuleArg, SameArg, Tournament};
use crate::matches::engines::EngineTerms;
use crate::matches::schedule::MatchSchedule;
use crate::matches::setup::{MatchConditions, MatchPlan, Setup};
use crate::shard::Shard;
use crate::statistics::Sprt;
use crate::terms::{Opinion, Overtime};
use crate::units::{self, exact_milliseconds};

/// The name of the format, and its version.
const FORMAT: &str = "tengen match 1";

/// A larger number of a game is no number, but damage.
const MOST_GAMES: usize = 100_000_000;

/// The first line of a log. Times are in milliseconds, memory is in bytes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Header {
    format: String,
    engines: Vec<EngineHeader>,
    rule: String,
    size: String,
    rows: String,
    /// The opening rule, if the engines choose their openings by one.
    #[serde(default)]
    opening_rule: Option<String>,
    /// When two fifths are the same one.
    #[serde(default)]
    same: SameArg,
    max_moves: Option<usize>,
    tolerance_ms: f64,
    patience_ms: f64,
    start_wait_ms: f64,
    suspend: bool,
    whole_board: bool,
    allow_stderr: bool,
    keep_alive: bool,
    /// The tournament, where who meets next depends on what was played.
    #[serde(default)]
    tournament: Option<String>,
    /// Games for each two engines, in all shards.
    games: usize,
    schedule: MatchSchedule,
    /// The part of the schedule whose games are in this log.
    pub shard: Shard,
    /// The test that the match was begun with.
    pub sprt: Option<Sprt>,
}

/// What may be another when a match is gone on with: a line between the games of its log, where it is.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MatchChange {
    /// Older logs tell of another test alone.
    games: Option<usize>,
    /// It must be there, though there may be no test.
    #[serde(deserialize_with = "Option::deserialize")]
    sprt: Option<Sprt>,
}

/// An engine of a [`Header`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct EngineHeader {
    name: String,
    command: String,
    /// The folder in which it runs, as it was given.
    #[serde(default)]
    folder: Option<String>,
    info: Vec<(String, String)>,
    delay_ms: f64,
    turn_ms: Option<f64>,
    match_ms: Option<f64>,
    increment_ms: f64,
    depth: Option<u32>,
    nodes: Option<u64>,
    memory: Option<u64>,
    /// Whether this program chooses in its place in openings.
    #[serde(default)]
    chooser: bool,
    /// What there is when the time for the game is used up.
    #[serde(default)]
    overtime: Option<String>,
    /// When it gives up, and when it agrees to a draw.
    #[serde(default)]
    resign: Option<String>,
    #[serde(default)]
    draw: Option<String>,
}

impl Header {
    /// That of a match.
    pub(super) fn new(setup: &Setup) -> Header {
        let conditions = &setup.conditions;
        Header {
            format: FORMAT.to_string(),
            engines: setup.engines.iter().map(EngineHeader::new).collect(),
            rule: conditions.rules.kind.name().to_string(),
            size: conditions.size.to_string(),
            rows: rows_text(conditions.rows).to_string(),
            opening_rule: conditions.opening_rule.map(|rule| rule.to_string()),
            same: conditions.same,
            max_moves: conditions.max_moves,
            tolerance_ms: exact_milliseconds(conditions.tolerance),
            patience_ms: exact_milliseconds(conditions.patience),
            start_wait_ms: exact_milliseconds(conditions.start_wait),
            suspend: conditions.suspend,
            whole_board: conditions.whole_board,
            allow_stderr: conditions.allow_stderr,
            keep_alive: conditions.keep_alive,
            tournament: setup.plan.form().map(|form| form.to_string()),
            games: setup.games,
            schedule: setup.schedule.clone(),
            shard: setup.plan.shard(),
            sprt: setup.plan.sprt(),
        }
    }

    /// Reads the first line of a log.
    ///
    /// # Errors
    /// The file is no log, or the log is of a version that tells too little to merge its shards.
    pub(super) fn parse(line: &str) -> Result<Header> {
        let there = read(line).unwrap_or_default();
        ensure!(
            there["format"].is_string(),
            "it is no log of a match: its first line does not tell the conditions of one"
        );
        serde_json::from_value(there).context("line 1 is no header of a match whose shards can be merged")
    }

    /// The match of which this is the header, without the openings, which are known only from its games.
    pub(super) fn setup(&self) -> Result<Setup> {
        ensure!(self.format == FORMAT, "its format is \"{}\" and not \"{FORMAT}\"", self.format);
        let kind = RuleKind::from_name(&self.rule).with_context(|| format!("there is no rule \"{}\"", self.rule))?;
        let conditions = MatchConditions {
            rules: Rules::from(kind),
            size: units::board_size(&self.size).with_context(|| format!("size \"{}\"", self.size))?,
            rows: rows(&self.rows)?,
            max_moves: self.max_moves,
            tolerance: duration(self.tolerance_ms)?,
            patience: duration(self.patience_ms)?,
            start_wait: duration(self.start_wait_ms)?,
            suspend: self.suspend,
            whole_board: self.whole_board,
            allow_stderr: self.allow_stderr,
            keep_alive: self.keep_alive,
            opening_rule: self
                .opening_rule
                .as_deref()
                .map(OpeningRuleArg::parse)
                .transpose()
                .map_err(|why| anyhow!(why))?,
            same: self.same,
        };
        let engines: Vec<EngineTerms> = self.engines.iter().map(EngineHeader::terms).collect::<Result<_>>()?;
        ensure!(engines.len() >= 2, "its match has fewer than two engines");
        ensure!(self.games <= MOST_GAMES, "there is no match of so many games as {}", self.games);
        let tournament = self.tournament.as_deref().map(Tournament::parse).transpose().map_err(|why| anyhow!(why))?;
        let plan = MatchPlan::new(tournament.and_then(Tournament::rounds), self.shard, self.sprt, engines.len())?;
        Ok(Setup {
            engines,
            conditions,
            games: self.games,
            pairings: BTreeMap::new(),
            schedule: self.schedule.clone(),
            plan,
        })
    }

    /// Refuses to go on with the match of the log that begins with `line`, unless it has the same conditions. The error
    /// names the fields that differ and nothing else.
    pub(super) fn check_resumed(&self, line: &str) -> Result<()> {
        let there = read(line).context("line 1 is not JSON")?;
        let mut here = serde_json::to_value(self)?;
        for field in self.may_change() {
            here.as_object_mut().expect("a header is an object").remove(*field);
        }
        let found = differences(&there, &here);
        let advice = self.advice(&there).unwrap_or_default();
        ensure!(found.is_empty(), "its match was played under other conditions: {}{advice}", found.join("; "));
        Ok(())
    }

    /// What of it may be another when the match is gone on with.
    pub(super) fn change(&self) -> MatchChange {
        MatchChange { games: Some(self.games), sprt: self.sprt }
    }

    /// That of the match as it was gone on with last.
    pub(super) fn gone_on_with(self, changes: impl Iterator<Item = MatchChange>) -> Header {
        changes.fold(self, |header, MatchChange { games, sprt }| {
            let games = games.unwrap_or(header.games);
            Header { games, sprt, ..header }
        })
    }

    /// The fields of a [`MatchChange`] that may differ: the match may be tested otherwise and be made longer. Where there are
    /// rounds the games of a meeting decide which number a game has.
    fn may_change(&self) -> &'static [&'static str] {
        if self.tournament.is_none() { &["games", "sprt"] } else { &["sprt"] }
    }

    /// How a log is gone on with that holds one designated opening for all its games, where this match would draw one
    /// for each pair: older programs drew but one, and wrote down which.
    fn advice(&self, there: &Value) -> Option<String> {
        let rule = |text: &str| OpeningRuleArg::parse(text).ok();
        let is_drawn = self.opening_rule.as_deref().and_then(rule) == Some(OpeningRuleArg::DesignatedByLot);
        let name = there["opening_rule"].as_str()?;
        let is_named = matches!(rule(name)?, OpeningRuleArg::Rule(OpeningRule::Designated(_)));
        let advice = format!("; that log holds one opening for the whole match: name it by --opening-rule {name}");
        (is_drawn && is_named).then_some(advice)
    }

    /// That of the match made so long that the game of this number is part of it: older logs that were gone on with do not tell
    /// for how many games.
    pub(super) fn with_game(self, number: usize) -> Result<Header> {
        ensure!(number <= MOST_GAMES, "there is no match of so many games as {number}");
        let games = self.setup()?.games_with(number);
        Ok(Header { games: self.games.max(games), ..self })
    }

    /// Makes the match as long as another log of it says, which may have been gone on with for longer.
    ///
    /// # Errors
    /// The log is not of the same match, though perhaps of another shard of it, or was to be decided by another test.
    pub(super) fn join(&mut self, other: &Header) -> Result<()> {
        ensure!(self.tournament.is_none(), "the rounds of a tournament are in one log");
        let alike = Header { shard: other.shard, games: other.games, sprt: other.sprt, ..self.clone() };
        let found = differences(&serde_json::to_value(other)?, &serde_json::to_value(alike)?);
        ensure!(found.is_empty(), "it is of another match: {}", found.join("; "));
        ensure!(self.sprt == other.sprt, "it was played for another test: --sprt names the one that decides");
        self.games = self.games.max(other.games);
        Ok(())
    }
}

impl EngineHeader {
    fn new(engine: &EngineTerms) -> EngineHeader {
        EngineHeader {
            name: engine.name.clone(),
            command: engine.command.clone(),
            folder: engine.folder.as_ref().map(|folder| folder.display().to_string()),
            info: engine.info.clone(),
            delay_ms: exact_milliseconds(engine.delay),
            turn_ms: engine.turn.map(exact_milliseconds),
            match_ms: engine.match_time.map(exact_milliseconds),
            increment_ms: exact_milliseconds(engine.increment),
            depth: engine.depth,
            nodes: engine.nodes,
            memory: engine.memory,
            chooser: engine.chooser,
            overtime: engine.overtime.map(|overtime| overtime.to_string()),
            resign: engine.resign.map(|opinion| opinion.to_string()),
            draw: engine.draw.map(|opinion| opinion.to_string()),
        }
    }

    fn terms(&self) -> Result<EngineTerms> {
        let opinion =
            |text: &Option<String>| text.as_deref().map(Opinion::parse).transpose().map_err(|why| anyhow!(why));
        Ok(EngineTerms {
            name: self.name.clone(),
            command: self.command.clone(),
            folder: self.folder.as_ref().map(PathBuf::from),
            info: self.info.clone(),
            delay: duration(self.delay_ms)?,
            turn: self.turn_ms.map(duration).transpose()?,
            match_time: self.match_ms.map(duration).transpose()?,
            increment: duration(self.increment_ms)?,
            depth: self.depth,
            nodes: self.nodes,
            memory: self.memory,
            chooser: self.chooser,
            overtime: self.overtime.as_deref().map(Overtime::parse).transpose().map_err(|why| anyhow!(why))?,
            resign: opinion(&self.resign)?,
            draw: opinion(&self.draw)?,
        })
    }
}

/// What the first line of a log says. Older programs wrote an increment down that was given for all, though an engine without
/// time for a game has none.
fn read(line: &str) -> serde_json::Result<Value> {
    let mut there: Value = serde_json::from_str(line)?;
    let engines = there.get_mut("engines").and_then(Value::as_array_mut);
    for engine in engines.into_iter().flatten().filter(|engine| engine["match_ms"].is_null()) {
        if let Some(increment) = engine.get_mut("increment_ms") {
            *increment = Value::from(0.0);
        }
    }
    Ok(there)
}

fn duration(milliseconds: f64) -> Result<Duration> {
    Duration::try_from_secs_f64(milliseconds / 1e3).with_context(|| format!("{milliseconds} ms is no time"))
}

fn rows_text(rows: Rows) -> &'static str {
    match rows {
        Rows::FromTop => "top",
        Rows::FromBottom => "bottom",
    }
}

fn rows(text: &str) -> Result<Rows> {
    match text {
        "top" => Ok(Rows::FromTop),
        "bottom" => Ok(Rows::FromBottom),
        _ => bail!("rows are counted from the top or the bottom, not from \"{text}\""),
    }
}

/// The fields of `here` that are others in `there`, each with both values. A field that `there` does not know at all is
/// none of them: logs of older versions say less.
fn differences(there: &Value, here: &Value) -> Vec<String> {
    let mut found = Vec::new();
    compare("", there, here, &mut found);
    found
}

fn names(engines: &[Value]) -> String {
    engines.iter().filter_map(|engine| engine["name"].as_str()).collect::<Vec<_>>().join(", ")
}

fn compare(path: &str, there: &Value, here: &Value, found: &mut Vec<String>) {
    let below = |name: &str| if path.is_empty() { name.to_string() } else { format!("{path}.{name}") };
    match (there, here) {
        (Value::Object(there), Value::Object(here)) => {
            for (key, here) in here {
                if let Some(there) = there.get(key) {
                    compare(&below(key), there, here, found);
                }
            }
        }
        // Engines: each is named, and compared by itself.
        (Value::Array(there), Value::Array(here)) if there.len() == here.len() && here.iter().all(Value::is_object) => {
            for (number, (there, here)) in (1..).zip(there.iter().zip(here)) {
                let name = here["name"].as_str().filter(|_| there["name"] == here["name"]);
                compare(&below(&name.map_or_else(|| number.to_string(), str::to_string)), there, here, found);
            }
        }
        // Where there are not as many, only who they are is told.
        (Value::Array(there), Value::Array(here)) if there.iter().chain(here).all(Value::is_object) => {
            found.push(format!("{path} are {} there and {} here", names(there), names(here)));
        }
        _ if there == here => {}
        _ => found.push(format!("{path} is {there} there and {here} here")),
    }
}

#[cfg(test)]
mod tests;
