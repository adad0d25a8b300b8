//! What was searched for a review, kept beside its report as JSON, a line for each answer: an interrupted review goes on
//! from there. What was kept under other limits or by another version is begun anew.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use serde::{Deserialize, Serialize};
use tengen_engine::Forbidden;
use tengen_engine::game::Game;
use tengen_engine::point::{BoardSize, Point, Rows};
use tengen_engine::review::{Assessment, ForbiddenTactic, ThreatWin};
use tengen_engine::score::{Score, StoredScore};
use tengen_engine::solve::Solve;

use crate::{files, weights};

/// What must be the same for answers to be used again.
#[derive(Serialize, Deserialize, PartialEq, Eq, Debug)]
struct SearchesHead {
    /// The program and its version.
    program: String,
    rule: String,
    size: String,
    limits: String,
    /// The checksum of the weights.
    weights: u32,
}

/// An answer as it is kept. Rows are counted from the bottom.
#[derive(Serialize, Deserialize)]
struct KeptAnswer {
    id: String,
    /// The bare number of the score.
    score: i32,
    line: String,
    win: Option<KeptWin>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    others: Vec<(i32, String)>,
    depth: u32,
    nodes: u64,
    ms: u64,
}

/// A win by threats as it is kept.
#[derive(Serialize, Deserialize)]
struct KeptWin {
    fours: bool,
    plies: usize,
    forbidden: Option<(String, String)>,
}

/// The answers of one review, and the file in which they are kept.
pub(super) struct KeptSearches {
    path: PathBuf,
    file: File,
    size: BoardSize,
    answers: BTreeMap<String, Assessment>,
}

impl KeptSearches {
    /// What is kept beside a report; nothing yet when that was of other limits, another rule or another version.
    ///
    /// # Errors
    /// A file that cannot be read or written, and the line in which it is damaged.
    pub(super) fn open(report: &Path, game: &Game, limits: &str) -> Result<KeptSearches> {
        let path = report.with_extension("searches.jsonl");
        let head = SearchesHead {
            program: format!("tengen {}", env!("CARGO_PKG_VERSION")),
            rule: game.rule().name().to_string(),
            size: game.size().to_string(),
            limits: limits.to_string(),
            weights: weights::checksum(game.rule()),
        };
        let size = game.size();
        let mut file = files::open_to_add(&path)?;
        let mut text = String::new();
        file.read_to_string(&mut text).with_context(|| format!("cannot read {}", path.display()))?;
        // A line that a killed run has left without its end counts for nothing.
        let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
        let mut lines = (1..).zip(whole.lines());
        let known = lines.next().is_some_and(|(_, line)| serde_json::from_str(line).ok().as_ref() == Some(&head));
        let mut answers = BTreeMap::new();
        for (number, line) in lines.take_while(|_| known) {
            let place = || format!("{}, line {number}", path.display());
            let kept: KeptAnswer = serde_json::from_str(line).with_context(place)?;
            let id = kept.id.clone();
            answers.insert(id, kept.read(size).with_context(place)?);
        }
        let kept = if known { whole.len() } else { 0 };
        files::go_on(&mut file, Some(kept as u64)).with_context(|| format!("cannot write {}", path.display()))?;
        let mut searches = KeptSearches { path: path.clone(), file, size, answers };
        if !known {
            searches.write(&head)?;
        }
        Ok(searches)
    }

    /// The answer that is kept under a name.
    pub(super) fn get(&self, id: &str) -> Option<Assessment> {
        self.answers.get(id).cloned()
    }

    /// Keeps an answer.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn add(&mut self, id: &str, found: &Assessment) -> Result<()> {
        self.write(&KeptAnswer::of(id, found, self.size))
    }

    fn write(&mut self, line: &impl Serialize) -> Result<()> {
        let line = serde_json::to_string(line)? + "\n";
        self.file.write_all(line.as_bytes()).with_context(|| format!("cannot write {}", self.path.display()))
    }
}

impl KeptAnswer {
    fn of(id: &str, found: &Assessment, size: BoardSize) -> KeptAnswer {
        let text = |point: &Point| point.to_text(size, Rows::FromBottom);
        let line = |line: &[Point]| line.iter().map(text).collect::<String>();
        KeptAnswer {
            id: id.to_string(),
            score: found.score.value(),
            line: line(&found.line),
            win: found.win.map(|win| KeptWin {
                fours: win.by == Solve::Vcf,
                plies: win.plies,
                forbidden: win.forbidden.map(|tactic| (text(&tactic.point), tactic.kind.to_string())),
            }),
            others: found.others.iter().map(|(score, points)| (score.value(), line(points))).collect(),
            depth: found.depth,
            nodes: found.nodes,
            ms: u64::try_from(found.elapsed.as_millis()).unwrap_or(u64::MAX),
        }
    }

    fn read(self, size: BoardSize) -> Result<Assessment> {
        let others = self.others.iter().map(|(value, line)| Ok((score(*value)?, points(line, size)?)));
        Ok(Assessment {
            score: score(self.score)?,
            line: points(&self.line, size)?,
            win: self.win.map(|win| win.read(size)).transpose()?,
            others: others.collect::<Result<_>>()?,
            depth: self.depth,
            nodes: self.nodes,
            elapsed: Duration::from_millis(self.ms),
        })
    }
}

impl KeptWin {
    fn read(self, size: BoardSize) -> Result<ThreatWin> {
        let by = if self.fours { Solve::Vcf } else { Solve::Vct };
        let forbidden = self.forbidden.map(|(point, kind)| {
            let kinds = [Forbidden::Overline, Forbidden::DoubleFour, Forbidden::DoubleThree];
            let known = kinds.into_iter().find(|known| known.to_string() == kind);
            let kind = known.with_context(|| format!("\"{kind}\" is no kind of forbidden moves"))?;
            let point = Point::parse(&point, size, Rows::FromBottom);
            anyhow::Ok(ForbiddenTactic { point: point.context("the forbidden point is none")?, kind })
        });
        Ok(ThreatWin { by, plies: self.plies, forbidden: forbidden.transpose()? })
    }
}

/// A score from its bare number.
fn score(value: i32) -> Result<Score> {
    let bits = i16::try_from(value).map_err(|_| anyhow!("{value} is no score"))?;
    Ok(StoredScore::from_bits(bits.cast_unsigned()).at_ply(0))
}

/// Points that stand one after another.
fn points(text: &str, size: BoardSize) -> Result<Vec<Point>> {
    let mut points = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (point, after) = Point::parse_prefix(rest, size, Rows::FromBottom)
            .with_context(|| format!("\"{rest}\" is no list of points"))?;
        points.push(point);
        rest = after;
    }
    Ok(points)
}
