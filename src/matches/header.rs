//! The header of a log: the conditions of its match, as far as they would make its games incomparable with others.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail, ensure};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tengen_engine::game::Rules;
use tengen_engine::opening::OpeningRule;
use tengen_engine::point::Rows;
use tengen_engine::rule::RuleKind;

use crate::cli::{OpeningRuleArg, Tournament};
use crate::matches::engines::EngineTerms;
use crate::matches::schedule::MatchSchedule;
use crate::matches::setup::{MatchConditions, Setup};
use crate::shard::Shard;
use crate::statistics::Sprt;
use crate::terms::{Opinion, Overtime};
use crate::units::{self, exact_milliseconds};

/// The name of the format, and its version.
const FORMAT: &str = "tengen match 1";

/// A larger number of a game is no number, but damage.
const MOST_GAMES: usize = 100_000_000;

/// What may change when a match is gone on with: it may be made longer, and be tested otherwise.
const MAY_CHANGE: [&str; 2] = ["games", "sprt"];

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
    sprt: Option<Sprt>,
}

/// An engine of a [`Header`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct EngineHeader {
    name: String,
    command: String,
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
            max_moves: conditions.max_moves,
            tolerance_ms: exact_milliseconds(conditions.tolerance),
            patience_ms: exact_milliseconds(conditions.patience),
            start_wait_ms: exact_milliseconds(conditions.start_wait),
            suspend: conditions.suspend,
            whole_board: conditions.whole_board,
            allow_stderr: conditions.allow_stderr,
            keep_alive: conditions.keep_alive,
            tournament: setup.tournament.has_rounds().then(|| setup.tournament.to_string()),
            games: setup.games,
            schedule: setup.schedule.clone(),
            shard: setup.shard,
            sprt: setup.sprt,
        }
    }

    /// Reads the first line of a log.
    pub(super) fn parse(line: &str) -> Result<Header> {
        serde_json::from_str(line).context("line 1 is no header of a match whose shards can be merged")
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
        };
        let engines: Vec<EngineTerms> = self.engines.iter().map(EngineHeader::terms).collect::<Result<_>>()?;
        ensure!(engines.len() >= 2, "its match has fewer than two engines");
        let tournament = self.tournament.as_deref();
        ensure!(tournament.is_none(), "it is the log of a tournament, which is no part of a match");
        Ok(Setup {
            engines,
            conditions,
            games: self.games,
            pairings: BTreeMap::new(),
            schedule: self.schedule.clone(),
            shard: self.shard,
            sprt: self.sprt,
            tournament: if self.schedule.gauntlet { Tournament::Gauntlet } else { Tournament::RoundRobin },
            openings: Vec::new(),
        })
    }

    /// Refuses to go on with the match of the log that begins with `line`, unless it has the same conditions. The error
    /// names the fields that differ and nothing else.
    pub(super) fn check_resumed(&self, line: &str) -> Result<()> {
        let there: Value = serde_json::from_str(line).context("line 1 is not JSON")?;
        let mut here = serde_json::to_value(self)?;
        for field in MAY_CHANGE {
            here.as_object_mut().expect("a header is an object").remove(field);
        }
        let found = differences(&there, &here);
        let advice = self.advice(&there).unwrap_or_default();
        ensure!(found.is_empty(), "its match was played under other conditions: {}{advice}", found.join("; "));
        Ok(())
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

    /// That of the match made so long that the game of this number is part of it: a log that is gone on with keeps its first
    /// line, and with it the number of games that the match had then.
    pub(super) fn with_game(self, number: usize) -> Result<Header> {
        ensure!(number <= MOST_GAMES, "there is no match of so many games as {number}");
        let games = 2 * number.div_ceil(2 * self.setup()?.opponents().len());
        Ok(Header { games: self.games.max(games), ..self })
    }

    /// Makes the match as long as another log of it says, which may have been gone on with for longer.
    ///
    /// # Errors
    /// The log is not of the same match, though perhaps of another shard of it.
    pub(super) fn join(&mut self, other: &Header) -> Result<()> {
        let here = serde_json::to_value(Header { shard: other.shard, games: other.games, ..self.clone() })?;
        let found = differences(&serde_json::to_value(other)?, &here);
        ensure!(found.is_empty(), "it is of another match: {}", found.join("; "));
        self.games = self.games.max(other.games);
        Ok(())
    }
}

impl EngineHeader {
    fn new(engine: &EngineTerms) -> EngineHeader {
        EngineHeader {
            name: engine.name.clone(),
            command: engine.command.clone(),
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
        _ if there == here => {}
        _ => found.push(format!("{path} is {there} there and {here} here")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::setup::tests::setup;

    fn header(line: &str) -> Header {
        Header::new(&setup(line).unwrap())
    }

    #[test]
    fn a_header_tells_the_whole_match() {
        let line = "-e a=x -e 'b=y -z' --turn 1005ms --turn b:2s --info b:k=v --memory 350M --delay 5ms --size 20x15 \
                    --rule renju --rows bottom --games 10 --seed 7 --rotate --suspend --max-moves 200 --shard 2/5 \
                    --sprt 0,5";
        let chosen = "-e a=x -e b=y --opening-rule soosyrv8 --chooser b:tengen --match-time 1h --overtime 1.5s \
                      --overtime b:10/10m --resign 3/1000 --draw a:10/5 --colors lot";
        let by_lot = "-e a=x -e b=y --opening-rule designated:lot --chooser tengen";
        for line in [line, chosen, by_lot] {
            let header = header(line);
            let line = serde_json::to_string(&header).unwrap();
            assert_eq!(Header::parse(&line).unwrap(), header);
            header.check_resumed(&line).unwrap();
            assert_eq!(Header::new(&header.setup().unwrap()), header);
        }
    }

    #[test]
    fn only_what_differs_is_named() {
        let line = "-e a=x -e b=y --turn 1s --games 4";
        for (other, expected) in [
            ("-e a=x -e b=y --turn 1s --games 8 --sprt 0,5 --concurrency 3", ""),
            ("-e a=x -e b=y --turn 1s --turn b:2s --games 4", "engines.b.turn_ms is 2000.0 there and 1000.0 here"),
            (
                "-e a=x -e c=y --turn 1s --games 4 --rule renju --shard 1/2",
                "engines.2.name is \"c\" there and \"b\" here; rule is \"renju\" there and \"freestyle\" here; \
                 shard is \"1/2\" there and \"1/1\" here",
            ),
            ("-e a=x -e b=y --turn 1s --games 4 --seed 2", "schedule.seed is 2 there and 1 here"),
        ] {
            // From the empty board: which openings are built in depends on the rule.
            let header = |line: &str| header(&format!("{line} --openings none"));
            let there = serde_json::to_string(&header(other)).unwrap();
            let error = header(line).check_resumed(&there).err().map(|error| error.to_string()).unwrap_or_default();
            let text = error.strip_prefix("its match was played under other conditions: ").unwrap_or(&error);
            assert_eq!(text, expected, "{other}");
        }
    }

    #[test]
    fn a_log_of_one_drawn_opening_is_gone_on_with_by_the_name_of_the_opening() {
        let of = |rule: &str| header(&format!("-e a=x -e b=y --turn 1s --opening-rule {rule} --chooser tengen"));
        let line = |rule: &str| serde_json::to_string(&of(rule)).unwrap();
        of("designated:D5").check_resumed(&line("designated:D5")).unwrap();
        for (there, here, is_advised) in [
            ("designated:D5", "designated:lot", true),
            ("designated:D5", "designated:D6", false),
            ("rif", "designated:lot", false),
        ] {
            let error = of(here).check_resumed(&line(there)).unwrap_err().to_string();
            let advice = "; that log holds one opening for the whole match: name it by --opening-rule designated:D5";
            assert_eq!(error.ends_with(advice), is_advised, "{error}");
        }
    }

    #[test]
    fn a_match_from_a_book_can_be_made_longer() {
        let book = std::env::temp_dir().join(format!("tengen-{}-header.sgf", std::process::id()));
        std::fs::write(&book, "(;GM[4]SZ[15];B[hh](;W[ig])(;W[hg])(;W[jf];B[ii]))").unwrap();
        let of = |games: usize| {
            let book = book.display();
            header(&format!("-e a=x -e b=y --turn 1s --book {book} --book-moves 2 --games {games}"))
        };
        let before = of(2);
        assert_eq!(before.schedule.openings, 3);
        of(6).check_resumed(&serde_json::to_string(&before).unwrap()).unwrap();
        std::fs::remove_file(book).unwrap();
    }

    #[test]
    fn shards_are_of_one_match_when_nothing_but_its_length_differs() {
        let line = |shard: &str, more: &str| format!("-e a=x -e b=y --turn 1s --shard {shard} {more}");
        let first = header(&line("1/2", "--games 8"));
        // One of them may have been gone on with for longer.
        for (games, together) in [("8", 8), ("6", 8), ("12", 12)] {
            let mut joined = header(&line("2/2", &format!("--games {games}")));
            joined.join(&first).unwrap();
            assert_eq!(joined.games, together);
        }
        for (more, field) in [
            ("--games 8 --seed 2", "schedule.seed"),
            ("--games 8 --sprt 0,5", "sprt"),
            ("--games 8 --turn a:2s", "engines.a.turn_ms"),
        ] {
            let error = header(&line("2/2", more)).join(&first).expect_err(more).to_string();
            assert!(error.starts_with(&format!("it is of another match: {field} is ")), "{more}: {error}");
        }
    }
}
