//! `match`: engines against each other, as processes that speak the protocol, until the games or the doubts are over.

mod kifu;
mod openings;
mod player;
mod record;
mod referee;
mod report;
mod setup;
mod standings;
pub(crate) mod statistics;
mod thought;
mod transcript;

use std::collections::{HashSet, VecDeque};
use std::fs::OpenOptions;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use anyhow::{Context, Result, bail, ensure};
use indicatif::{ProgressBar, ProgressStyle};

use crate::arena::kifu::Kifu;
use crate::arena::player::Surroundings;
use crate::arena::record::{End, GameRecord, Log, Winner};
use crate::arena::referee::Bench;
use crate::arena::setup::{Fixture, Setup};
use crate::arena::standings::Standings;
use crate::arena::statistics::{Sprt, Verdict};
use crate::arena::transcript::Transcript;
use crate::cli::MatchArgs;
use crate::output::say;

/// Games between two lines about the score where there is no terminal to show it all the time.
const SCORE_EVERY: usize = 10;

/// Plays a match to its end, or to the point where it is interrupted.
pub(crate) fn run(args: &MatchArgs) -> Result<()> {
    let setup = Setup::new(args)?;
    let (mut books, known) = Books::open(args, &setup)?;
    let transcript = Transcript::new(args.transcript.as_deref())?;
    let called_off = Arc::new(AtomicBool::new(false));
    let interrupted = Arc::new(AtomicBool::new(false));
    let flags = [called_off.clone(), interrupted.clone()];
    ctrlc::set_handler(move || flags.iter().for_each(|flag| flag.store(true, Ordering::Relaxed)))
        .context("cannot watch for Ctrl-C")?;

    let show = Show::new(&setup, args.quiet, known.len());
    show.begin(&setup, &known);
    let mut course = Course::new(&setup, known);
    let mut kept = Ok(());
    if !course.is_decided() {
        let around = Surroundings { conditions: &setup.conditions, called_off: &called_off, transcript: &transcript };
        play(&setup, course.open_fixtures(), args.concurrency, around, |game| {
            if kept.is_ok() {
                kept = books.add(&setup, &game);
            }
            course.standings.add(&setup, &game);
            show.game(setup.sprt, &game, &course.standings);
            course.games.push(game);
            // What cannot be kept is not worth playing.
            if kept.is_err() || course.is_decided() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
    }
    let interrupted = interrupted.load(Ordering::Relaxed);
    show.end(&setup, &course.standings, interrupted, args);
    books.close(&mut course)?;
    kept?;
    ensure!(!interrupted, "interrupted");
    if args.strict { course.check_conduct() } else { Ok(()) }
}

/// Everything that is written about a match while it goes on.
struct Books<'a> {
    log: Option<Log>,
    kifu: Kifu,
    report: Option<&'a Path>,
}

impl<'a> Books<'a> {
    /// Opens them all, and returns the games that were played before.
    fn open(args: &'a MatchArgs, setup: &Setup) -> Result<(Books<'a>, Vec<GameRecord>)> {
        let (log, known) = match &args.log {
            Some(path) => Log::open(path, args.resume, setup).map(|(log, known)| (Some(log), known))?,
            None => (None, Vec::new()),
        };
        let kifu = Kifu::new(args.psq.as_deref(), args.sgf.as_deref(), setup, &known)?;
        let report = args.report.as_deref();
        if let Some(path) = report {
            // A report that cannot be written must be known before the match, not after it.
            OpenOptions::new().create(true).append(true).open(path).with_context(|| no_report(path))?;
        }
        Ok((Books { log, kifu, report }, known))
    }

    /// Writes a finished game.
    fn add(&mut self, setup: &Setup, game: &GameRecord) -> Result<()> {
        if let Some(log) = &mut self.log {
            log.add(game)?;
        }
        self.kifu.add(setup, game)
    }

    /// Writes what is known at the end.
    fn close(self, course: &mut Course) -> Result<()> {
        let Some(path) = self.report else { return Ok(()) };
        course.games.sort_by_key(|game| game.game);
        report::write(path, course.setup, &course.standings, &course.games).with_context(|| no_report(path))
    }
}

fn no_report(path: &Path) -> String {
    format!("cannot write the report {}", path.display())
}

/// A match as far as it has come.
struct Course<'a> {
    setup: &'a Setup,
    standings: Standings,
    games: Vec<GameRecord>,
}

impl<'a> Course<'a> {
    fn new(setup: &'a Setup, games: Vec<GameRecord>) -> Course<'a> {
        let mut standings = Standings::new(setup);
        for game in &games {
            standings.add(setup, game);
        }
        Course { setup, standings, games }
    }

    /// Whether a sequential test has come to its end.
    fn is_decided(&self) -> bool {
        self.setup.sprt.is_some_and(|sprt| sprt.verdict(self.standings.between(0, 1).pairs) != Verdict::Open)
    }

    /// The games that were not played yet.
    fn open_fixtures(&self) -> VecDeque<&'a Fixture> {
        let done: HashSet<usize> = self.games.iter().map(|game| game.game).collect();
        self.setup.fixtures.iter().filter(|fixture| !done.contains(&fixture.number)).collect()
    }

    /// Complains about games that ended by a fault or a forbidden move.
    fn check_conduct(&self) -> Result<()> {
        let bad = |game: &&GameRecord| game.end.is_fault() || game.end == End::Forbidden;
        let Some(first) = self.games.iter().filter(bad).min_by_key(|game| game.game) else { return Ok(()) };
        bail!(
            "{} of {} games ended badly, the first of them game {}: {}",
            self.games.iter().filter(bad).count(),
            self.games.len(),
            first.game,
            first.reason
        )
    }
}

/// Plays games at so many tables and hands each to `finished`, which says whether the match goes on.
fn play<'a>(
    setup: &'a Setup,
    fixtures: VecDeque<&Fixture>,
    tables: usize,
    around: Surroundings<'a>,
    mut finished: impl FnMut(GameRecord) -> ControlFlow<()>,
) {
    let queue = Mutex::new(fixtures);
    let (sender, games) = channel();
    thread::scope(|scope| {
        for _ in 0..tables {
            let (sender, queue) = (sender.clone(), &queue);
            scope.spawn(move || work(setup, queue, around, sender));
        }
        drop(sender);
        for game in games {
            if finished(game).is_break() {
                around.called_off.store(true, Ordering::Relaxed);
            }
        }
    });
}

/// Plays games from the queue until none is left or the match is called off.
fn work<'a>(
    setup: &'a Setup,
    queue: &Mutex<VecDeque<&Fixture>>,
    around: Surroundings<'a>,
    finished: Sender<GameRecord>,
) {
    let mut bench = Bench::new();
    while !around.called_off.load(Ordering::Relaxed) {
        let Some(fixture) = queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front() else { break };
        let Some(game) = referee::play(setup, fixture, &mut bench, around) else { break };
        if finished.send(game).is_err() {
            break;
        }
    }
    for (_, player) in bench {
        player.finish();
    }
}

/// What is printed while a match goes on: a bar on a terminal, plain lines elsewhere.
struct Show {
    bar: ProgressBar,
    quiet: bool,
}

impl Show {
    fn new(setup: &Setup, quiet: bool, known: usize) -> Show {
        let bar = ProgressBar::new(setup.fixtures.len() as u64).with_position(known as u64);
        bar.reset_eta();
        let style = ProgressStyle::with_template("{bar:24} {pos}/{len} games, {elapsed}, {eta} left: {msg}");
        bar.set_style(style.expect("the template is a constant"));
        Show { bar, quiet }
    }

    fn begin(&self, setup: &Setup, known: &[GameRecord]) {
        let names: Vec<&str> = setup.contenders.iter().map(|contender| contender.name.as_str()).collect();
        let conditions = &setup.conditions;
        let mut text = format!(
            "{}: {} games of {}{} on {} from {} opening{}",
            names.join(" - "),
            setup.fixtures.len(),
            conditions.rules.kind,
            if conditions.swap2 { " with swap2" } else { "" },
            conditions.size,
            setup.openings,
            if setup.openings == 1 { "" } else { "s" },
        );
        if !known.is_empty() {
            text.push_str(&format!(", {} of them played before", known.len()));
        }
        self.print(&text);
    }

    fn game(&self, sprt: Option<Sprt>, game: &GameRecord, standings: &Standings) {
        if !self.quiet {
            let result = match game.winner {
                Winner::Black => "1-0",
                Winner::White => "0-1",
                Winner::None => "1/2",
            };
            let stones = game.opening_stones() + game.moves.len();
            self.print(&format!(
                "game {}: {} {result} {}, {stones} stones: {}",
                game.game, game.black, game.white, game.reason
            ));
            for choice in &game.choices {
                self.print(&format!("game {}: swap2: {choice}", game.game));
            }
            for note in &game.notes {
                self.print(&format!("game {}: note: {note}", game.game));
            }
        }
        let line = standings.line(sprt);
        if self.bar.is_hidden() && standings.games().is_multiple_of(SCORE_EVERY) {
            self.print(&format!("after {} games: {line}", standings.games()));
        }
        self.bar.set_position(standings.games() as u64);
        self.bar.set_message(line);
    }

    fn end(&self, setup: &Setup, standings: &Standings, interrupted: bool, args: &MatchArgs) {
        self.bar.finish_and_clear();
        say!("\n{}", standings.summary(setup.sprt));
        if interrupted && let Some(log) = &args.log {
            say!("Interrupted. The same command with --resume goes on where {} ends.", log.display());
        }
    }

    fn print(&self, line: &str) {
        self.bar.suspend(|| say!("{line}"));
    }
}
