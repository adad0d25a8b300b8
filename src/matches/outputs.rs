//! Everything that is written about a match while it goes on: its log, records of its games, and the report.

use std::mem;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Error, Result, bail, ensure};

use crate::cli::{MatchArgs, PointScale};
use crate::files::targets::{check_name, check_targets, place};
use crate::files::{Existing, is_kept};
use crate::matches::kifu::Kifu;
use crate::matches::log::{Begin, Log};
use crate::matches::record::GameRecord;
use crate::matches::report;
use crate::matches::setup::Setup;
use crate::matches::standings::Standings;
use crate::matches::transcript::Transcript;

/// The report is written this long after the last time, if there is anything new.
const REPORT_EVERY: Duration = Duration::from_secs(3);
/// Writing the report of a long match takes one in so many parts of the time at most.
const REPORT_SHARE: u32 = 20;

/// Everything that is written about a match while it goes on.
pub(super) struct Outputs<'a> {
    log: Option<Log>,
    kifu: Kifu,
    report: Option<&'a Path>,
    /// By what the report counts points.
    points: PointScale,
    /// When the report is to be written again, if there is anything new.
    report_due: Instant,
    /// Whether there is anything that the report does not say.
    unreported: bool,
    /// Whether it was said that the report could not be written for once.
    has_warned: bool,
}

impl<'a> Outputs<'a> {
    /// Checks that none is another or one of the files that are read, that they can be written, and that the log is
    /// not there unless it is gone on with.
    pub(super) fn check(args: &MatchArgs) -> Result<()> {
        // A match that is gone on with adds to its transcript.
        let transcript = if args.resume { Existing::Replace } else { Existing::ReplaceLike(Transcript::is_one) };
        // What becomes of a log is decided where it is opened.
        let options = [
            ("--log", &args.log, Existing::Replace),
            ("--report", &args.report, Existing::PAGE),
            ("--sgf", &args.sgf, Existing::SGF),
            ("--transcript", &args.transcript, transcript),
        ];
        let inputs: Vec<&Path> =
            args.merge.iter().chain(&args.book).chain(&args.openings).map(PathBuf::as_path).collect();
        let mut known: Vec<(&str, PathBuf)> = Vec::new();
        for (option, path, existing) in options {
            let Some(path) = path else { continue };
            check_name(path)?;
            check_targets(Some(path.as_path()), existing, &inputs)?;
            // What stays what it is may be written to by several.
            let Some(place) = place(path).filter(|_| !is_kept(path)) else { continue };
            let other = known.iter().find(|(_, other)| *other == place);
            if let Some((other, _)) = other {
                bail!("{other} and {option} are one file, {}: each wants its own", path.display());
            }
            known.push((option, place));
        }
        args.psq.as_deref().map_or(Ok(()), Kifu::check_folder)?;
        args.log.as_deref().map_or(Ok(()), |log| Log::check(log, Begin::of(args)))
    }

    /// Whether nothing is written: what comes of the match stands on the standard output alone.
    pub(super) fn are_none(args: &MatchArgs) -> bool {
        let MatchArgs { log, report, psq, sgf, transcript, .. } = args;
        [log, report, psq, sgf, transcript].iter().all(|path| path.is_none())
    }

    /// Opens them all, and returns the games that were played before.
    pub(super) fn open(args: &'a MatchArgs, setup: &Setup) -> Result<(Outputs<'a>, Vec<GameRecord>)> {
        let (log, known) = match &args.log {
            Some(path) => Log::open(path, Begin::of(args), setup).map(|(log, known)| (Some(log), known))?,
            None => (None, Vec::new()),
        };
        let kifu = Kifu::new(args.psq.as_deref(), args.sgf.as_deref(), setup, &known)?;
        let report = args.report.as_deref();
        if let Some(path) = report {
            // It is replaced when it is written again, which no device would survive.
            ensure!(!is_kept(path), "cannot write the report {}: it is no file", path.display());
        }
        let points = args.points;
        let report_due = Instant::now();
        Ok((Outputs { log, kifu, report, points, report_due, unreported: false, has_warned: false }, known))
    }

    /// Writes a finished game.
    pub(super) fn add(&mut self, setup: &Setup, game: &GameRecord) -> Result<()> {
        if let Some(log) = &mut self.log {
            log.add(game)?;
        }
        self.unreported = true;
        self.kifu.add(setup, game)
    }

    /// Warns of what could not be written of single games.
    pub(super) fn warn(&self) {
        self.kifu.warn();
    }

    /// Whether it is time to write the report again.
    pub(super) fn is_report_due(&self) -> bool {
        self.report.is_some() && self.unreported && Instant::now() >= self.report_due
    }

    /// Writes the report of what is known, so that a match that is killed leaves one.
    pub(super) fn report(&mut self, setup: &Setup, standings: &Standings, games: &mut [GameRecord]) -> Result<()> {
        let Some(path) = self.report else { return Ok(()) };
        let begin = Instant::now();
        games.sort_by_key(|game| game.game);
        let written = report::write(path, setup, standings, games, self.points).context("cannot write the report");
        self.unreported = written.is_err();
        self.report_due = Instant::now() + REPORT_EVERY.max(begin.elapsed() * REPORT_SHARE);
        written
    }

    /// The same, and where it cannot be written it is due again: what is in the way for a moment, as a program that has
    /// the old report open, ends no match. Why it could not be written is answered once.
    pub(super) fn report_meanwhile(
        &mut self,
        setup: &Setup,
        standings: &Standings,
        games: &mut [GameRecord],
    ) -> Option<Error> {
        let why = self.report(setup, standings, games).err()?;
        (!mem::replace(&mut self.has_warned, true)).then_some(why)
    }
}
