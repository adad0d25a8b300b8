//! `match`: engines against each other, as processes that speak the protocol, until the games or the doubts are over.

mod kifu;
mod openings;
mod player;
mod process;
mod record;
mod referee;
mod report;
mod setup;
mod standings;
mod statistics;
mod thought;
mod transcript;

use std::collections::{HashSet, VecDeque};
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
use crate::arena::statistics::Verdict;
use crate::arena::transcript::Transcript;
use crate::cli::MatchArgs;

/// Games between two lines about the score where there is no terminal to show it all the time.
const SCORE_EVERY: usize = 10;

/// Plays a match to its end, or to the point where it is interrupted.
pub(crate) fn run(args: &MatchArgs) -> Result<()> {
    let setup = Setup::new(args)?;
    let (mut log, known) = match &args.log {
        Some(path) => Log::open(path, args.resume, &setup).map(|(log, known)| (Some(log), known))?,
        None => (None, Vec::new()),
    };
    let mut kifu = Kifu::new(args.psq.as_deref(), args.sgf.as_deref(), &setup, &known)?;
    if let Some(path) = &args.report {
        // A report that cannot be written must be known before the match, not after it.
        std::fs::OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            .with_context(|| format!("cannot write the report {}", path.display()))?;
    }
    let transcript = Transcript::new(args.transcript.as_deref())?;
    let called_off = Arc::new(AtomicBool::new(false));
    let interrupted = Arc::new(AtomicBool::new(false));
    let flags = [called_off.clone(), interrupted.clone()];
    ctrlc::set_handler(move || flags.iter().for_each(|flag| flag.store(true, Ordering::Relaxed)))
        .context("cannot watch for Ctrl-C")?;

    let mut standings = Standings::new(&setup);
    for game in &known {
        standings.add(&setup, game);
    }
    let show = Show::new(&setup, args.quiet, known.len());
    show.begin(&setup, &known);
    let mut games = known;
    let decided = |standings: &Standings| {
        setup.sprt.is_some_and(|sprt| sprt.verdict(standings.between(0, 1).pairs) != Verdict::Open)
    };
    let mut trouble = None;
    if !decided(&standings) {
        let done: HashSet<usize> = games.iter().map(|game| game.game).collect();
        let queue: VecDeque<&Fixture> = setup.fixtures.iter().filter(|game| !done.contains(&game.number)).collect();
        let queue = Mutex::new(queue);
        let around = Surroundings { conditions: &setup.conditions, called_off: &called_off, transcript: &transcript };
        let (sender, finished) = channel();
        thread::scope(|scope| {
            for _ in 0..args.concurrency {
                let sender = sender.clone();
                scope.spawn(|| work(&setup, &queue, around, sender));
            }
            drop(sender);
            for game in finished {
                let written = log.as_mut().map_or(Ok(()), |log| log.add(&game)).and_then(|()| kifu.add(&setup, &game));
                standings.add(&setup, &game);
                show.game(&setup, &game, &standings);
                games.push(game);
                // What cannot be kept is not worth playing.
                if let Err(error) = written {
                    trouble = Some(error);
                }
                if trouble.is_some() || decided(&standings) {
                    called_off.store(true, Ordering::Relaxed);
                }
            }
        });
    }
    show.end(&setup, &standings, interrupted.load(Ordering::Relaxed), args);
    if let Some(path) = &args.report {
        games.sort_by_key(|game| game.game);
        report::write(path, &setup, &standings, &games)
            .with_context(|| format!("cannot write the report {}", path.display()))?;
    }
    if let Some(error) = trouble {
        return Err(error);
    }
    ensure!(!interrupted.load(Ordering::Relaxed), "interrupted");
    let bad: Vec<&GameRecord> = games.iter().filter(|game| game.end.is_fault() || game.end == End::Forbidden).collect();
    if let Some(first) = bad.iter().min_by_key(|game| game.game).filter(|_| args.strict) {
        bail!(
            "{} of {} games ended badly, the first of them game {}: {}",
            bad.len(),
            games.len(),
            first.game,
            first.reason
        );
    }
    Ok(())
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
            "{}: {} games of {} on {} from {} opening{}",
            names.join(" - "),
            setup.fixtures.len(),
            conditions.rules.kind,
            conditions.size,
            setup.openings,
            if setup.openings == 1 { "" } else { "s" },
        );
        if !known.is_empty() {
            text.push_str(&format!(", {} of them played before", known.len()));
        }
        self.print(&text);
    }

    fn game(&self, setup: &Setup, game: &GameRecord, standings: &Standings) {
        if !self.quiet {
            let result = match game.winner {
                Winner::Black => "1-0",
                Winner::White => "0-1",
                Winner::None => "1/2",
            };
            let stones = setup.fixtures[game.game - 1].opening.len() + game.moves.len();
            self.print(&format!(
                "game {}: {} {result} {}, {stones} stones: {}",
                game.game, game.black, game.white, game.reason
            ));
            for note in &game.notes {
                self.print(&format!("game {}: note: {note}", game.game));
            }
        }
        let line = standings.line(setup.sprt);
        if self.bar.is_hidden() && standings.games().is_multiple_of(SCORE_EVERY) {
            self.print(&format!("after {} games: {line}", standings.games()));
        }
        self.bar.set_position(standings.games() as u64);
        self.bar.set_message(line);
    }

    fn end(&self, setup: &Setup, standings: &Standings, interrupted: bool, args: &MatchArgs) {
        self.bar.finish_and_clear();
        println!("\n{}", standings.summary(setup.sprt));
        if interrupted && let Some(log) = &args.log {
            println!("Interrupted. The same command with --resume goes on where {} ends.", log.display());
        }
    }

    fn print(&self, line: &str) {
        self.bar.suspend(|| println!("{line}"));
    }
}
