//! What was searched for a review, kept beside its report as JSON, a line for each answer: an interrupted review goes on
//! from there. What was kept under other limits or by another version is begun anew.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use serde::{Deserialize, Serialize};
use tengen_engine::Forbidden;
use tengen_engine::game::Game;
use tengen_engine::point::{BoardSize, Point, PointList, Rows};
use tengen_engine::review::{Assessment, ForbiddenTactic, ScoredLine, ThreatWin};
use tengen_engine::score::{Score, StoredScore};
use tengen_engine::solve::Solve;

use crate::line_file::LineFile;
use crate::{units, weights};

/// What must be the same for answers to be used again.
#[derive(Serialize)]
struct SearchesHead {
    /// The program and its version.
    program: String,
    rule: String,
    size: String,
    limits: String,
    /// The time for a position in milliseconds, which the words round.
    ms: Option<f64>,
    /// The memory of the engine, in bytes.
    hash: usize,
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
    file: LineFile,
    size: BoardSize,
    answers: BTreeMap<String, Assessment>,
}

/// The file in which what was searched for a report is kept.
pub(super) fn path(report: &Path) -> PathBuf {
    report.with_extension("searches.jsonl")
}

impl KeptSearches {
    /// What is kept beside a report; nothing yet when that was of other limits (in words, and the time of them), another size
    /// of the table (`hash`, in bytes), another rule or board, other weights or another version.
    ///
    /// # Errors
    /// A file that cannot be read or written, and the line in which it is damaged.
    pub(super) fn open(
        report: &Path,
        game: &Game,
        limits: &str,
        time: Option<Duration>,
        hash: usize,
    ) -> Result<KeptSearches> {
        let path = path(report);
        let head = SearchesHead {
            program: format!("tengen {}", env!("CARGO_PKG_VERSION")),
            rule: game.rule().name().to_string(),
            size: game.size().to_string(),
            limits: limits.to_string(),
            ms: time.map(units::exact_milliseconds),
            hash,
            weights: weights::checksum(game.rule()),
        };
        let size = game.size();
        let header = serde_json::to_string(&head)? + "\n";
        let (file, answers) = LineFile::open_or_begin(&path, &header, |lines| {
            // Lines are counted from 1, and the first is the header.
            let lines = (2..).zip(lines.lines());
            lines.map(|(number, line)| answer(line, size).with_context(|| format!("line {number}"))).collect()
        })?;
        Ok(KeptSearches { file, size, answers })
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
        self.file.add_json(&KeptAnswer::of(id, found, self.size))
    }
}

/// The name of an answer, and the answer, from the line in which it is kept.
fn answer(line: &str, size: BoardSize) -> Result<(String, Assessment)> {
    let kept: KeptAnswer = serde_json::from_str(line)?;
    let id = kept.id.clone();
    Ok((id, kept.read(size)?))
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
            others: found.others.iter().map(|other| (other.score.value(), line(&other.moves))).collect(),
            depth: found.depth,
            nodes: found.nodes,
            ms: units::whole_milliseconds(found.elapsed),
        }
    }

    fn read(self, size: BoardSize) -> Result<Assessment> {
        let scored =
            |(value, line): &(i32, String)| Ok(ScoredLine { score: score(*value)?, moves: points(line, size)? });
        Ok(Assessment {
            score: score(self.score)?,
            line: points(&self.line, size)?,
            win: self.win.map(|win| win.read(size)).transpose()?,
            others: self.others.iter().map(scored).collect::<Result<_>>()?,
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
    PointList::new(text, size, Rows::FromBottom)
        .map(|read| match read {
            Ok((_, point)) => Ok(point),
            Err(_) => Err(anyhow!("\"{text}\" is no list of points")),
        })
        .collect()
}
