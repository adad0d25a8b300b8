//! `match`: engines against each other, as processes that speak the protocol, until the games or the doubts are over.

mod adjudication;
mod answer;
mod display;
mod engines;
mod false_starts;
mod header;
mod kifu;
mod log;
mod long_wins;
mod merge;
mod negotiation;
mod openings;
mod outputs;
mod player;
mod ranking;
mod ratings;
mod record;
mod referee;
mod rehearsal;
mod report;
mod rounds;
mod schedule;
mod setup;
mod standings;
mod tables;
mod thought;
mod tournament;
mod transcript;
pub(crate) mod turn;
mod verdict;
mod words;

use std::collections::{HashSet, VecDeque};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Result, anyhow, bail, ensure};

use crate::cli::MatchArgs;
use crate::interrupt;
use crate::matches::display::MatchDisplay;
use crate::matches::engines::Launch;
use crate::matches::false_starts::FalseStarts;
use crate::matches::log::{Begin, Log};
use crate::matches::outputs::Outputs;
use crate::matches::player::PlayContext;
use crate::matches::record::{End, GameRecord};
use crate::matches::schedule::Pairing;
use crate::matches::setup::Setup;
use crate::matches::standings::Standings;
use crate::matches::transcript::Transcript;
use crate::output::say;
use crate::statistics::SprtVerdict;

/// Plays a match, puts one together that was played in shards, judges a change by several, or takes the long wins out of them.
pub(crate) fn run(args: &MatchArgs) -> Result<()> {
    if !args.verdict.is_empty() {
        return verdict::say(&args.verdict);
    }
    if !args.wins.is_empty() {
        return long_wins::say(&args.wins);
    }
    Outputs::check(args)?;
    if args.merge.is_empty() { play_match(args) } else { merge_logs(args) }
}

/// Puts the logs of shards together: what a match writes and says at its end, about the games that there are.
fn merge_logs(args: &MatchArgs) -> Result<()> {
    let (setup, games) = merge::merge(&args.merge, args.sprt)?;
    let (mut outputs, _) = Outputs::open(args, &setup)?;
    for game in &games {
        outputs.add(&setup, game)?;
    }
    let mut course = Course::new(&setup, games);
    say!("\n{}", course.standings.summary(setup.sprt));
    say_table(&course, args);
    course.report(&mut outputs)?;
    course.check(args)
}

/// Says the table of more than two engines, and the rounds of a tournament.
fn say_table(course: &Course<'_>, args: &MatchArgs) {
    if course.setup.engines.len() > 2 {
        let placing = course.setup.placing(&course.games);
        let is_over = course.setup.is_over(&course.games);
        say!("{}", course.standings.cross_table(&placing, args.points, is_over));
    }
    let rounds = course.setup.rounds_text(&course.games);
    if !rounds.is_empty() {
        say!("{rounds}");
    }
}

/// Plays a match to its end, or to the point where it is interrupted.
fn play_match(args: &MatchArgs) -> Result<()> {
    let (first, launches) = Setup::new(args)?;
    // Nothing is written before it is known that the match is begun, or gone on with.
    let begin = Begin::by_resume(args.resume);
    args.log.iter().try_for_each(|log| Log::check(log, begin))?;
    let transcript = Transcript::open(args.transcript.as_deref(), begin)?;
    let cancelled = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&cancelled);
    let interrupted = interrupt::watch(move || flag.store(true, Ordering::Relaxed))?;
    let context = PlayContext { conditions: &first.conditions, cancelled: &cancelled, transcript: &transcript };
    rehearsal::hold(&first, &launches, context)?;
    let (mut outputs, mut games) = Outputs::open(args, &first)?;
    let mut setup = first.with_rounds(&games)?;
    let display = MatchDisplay::new(&setup, args.quiet, games.len());
    display.begin(&setup, &games);
    let mut played = play_round(&setup, args, &launches, context, display, &mut outputs, &mut games);
    // Of a tournament those were the rounds known so far: what was played decides who meets next.
    while setup.tournament.has_rounds() && played.is_ok() && !cancelled.load(Ordering::Relaxed) {
        let next = first.with_rounds(&games)?;
        if next.pairings.len() == setup.pairings.len() {
            break;
        }
        setup = next;
        let display = MatchDisplay::new(&setup, args.quiet, games.len());
        display.begin_round(&setup, &games);
        played = play_round(&setup, args, &launches, context, display, &mut outputs, &mut games);
    }
    end_match(&setup, args, outputs, games, played, interrupted.load(Ordering::Relaxed))
}

/// Plays the open games of a match, or of a round of a tournament, and adds them to those that were played before.
///
/// # Errors
/// Why not all were played. Those that were are added all the same.
fn play_round(
    setup: &Setup,
    args: &MatchArgs,
    launches: &[Launch],
    context: PlayContext<'_>,
    mut display: MatchDisplay,
    outputs: &mut Outputs<'_>,
    games: &mut Vec<GameRecord>,
) -> Result<()> {
    let mut course = Course::new(setup, std::mem::take(games));
    // A report that cannot be written must be known before the games, not after them.
    let reported = course.report(outputs);
    let played = reported.and_then(|()| play_open(&mut course, args, launches, context, outputs, &mut display));
    display.end();
    *games = course.games;
    played
}

/// Tells how far a match came, and what ended it before its end or was wrong with it.
fn end_match(
    setup: &Setup,
    args: &MatchArgs,
    mut outputs: Outputs<'_>,
    games: Vec<GameRecord>,
    played: Result<()>,
    interrupted: bool,
) -> Result<()> {
    if games.is_empty() && played.is_err() {
        return played;
    }
    let mut course = Course::new(setup, games);
    say!("\n{}", course.standings.summary(setup.stopping_test()));
    say_table(&course, args);
    if interrupted {
        MatchDisplay::interruption(args);
    }
    course.report(&mut outputs)?;
    ensure!(!interrupted, "interrupted");
    played?;
    course.check(args)
}

/// Plays the games of a match that are still open and writes each when it ends.
///
/// # Errors
/// What could not be written, or which engine does not start: neither is worth playing on.
fn play_open(
    course: &mut Course<'_>,
    args: &MatchArgs,
    launches: &[Launch],
    context: PlayContext<'_>,
    outputs: &mut Outputs<'_>,
    display: &mut MatchDisplay,
) -> Result<()> {
    if course.is_decided() {
        return Ok(());
    }
    let setup = course.setup;
    let mut kept = Ok(());
    let mut starts = FalseStarts::default();
    tables::play(setup, launches, course.open_pairings(), args.concurrency.get(), context, |game| {
        if let Some(game) = game {
            if kept.is_ok() {
                kept = outputs.add(setup, &game);
            }
            course.standings.add(setup, &game);
            display.game(setup.stopping_test(), &game, &course.standings);
            starts.note(&game);
            course.games.push(game);
        }
        if kept.is_ok() && outputs.is_report_due() {
            kept = course.report(outputs);
        }
        let stop = kept.is_err() || starts.given_up.is_some() || course.is_decided();
        if stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    kept?;
    starts.given_up.map_or(Ok(()), |why| Err(anyhow!(why)))
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

    /// Writes the report of what is known.
    fn report(&mut self, outputs: &mut Outputs<'_>) -> Result<()> {
        outputs.report(self.setup, &self.standings, &mut self.games)
    }

    /// Whether a sequential test has come to its end.
    fn is_decided(&self) -> bool {
        self.setup
            .stopping_test()
            .is_some_and(|sprt| sprt.verdict(self.standings.between(0, 1).pairs) != SprtVerdict::Open)
    }

    /// The games that were not played yet.
    fn open_pairings(&self) -> VecDeque<&'a Pairing> {
        let done: HashSet<usize> = self.games.iter().map(|game| game.game).collect();
        self.setup.pairings.values().filter(|pairing| !done.contains(&pairing.number)).collect()
    }

    /// Complains about what makes the exit status 1.
    fn check(&self, args: &MatchArgs) -> Result<()> {
        if args.strict {
            self.check_conduct()?;
        }
        self.check_faults()
    }

    /// Complains when engines that broke down, and not the play, decided who is ahead.
    fn check_faults(&self) -> Result<()> {
        let opponents = self.setup.opponents().into_iter();
        let scores = opponents.map(|pair| (pair, self.standings.between(pair[0], pair[1])));
        let mut decided = scores.filter(|(_, score)| score.is_decided_by_faults());
        let Some((pair, score)) = decided.next() else { return Ok(()) };
        let [first, second] = pair.map(|index| self.setup.engines[index].name.as_str());
        let others = match decided.count() {
            0 => String::new(),
            more => format!(", and {more} more results likewise"),
        };
        bail!(
            "faults decided the result of {first} against {second}: {} of {} games ended by one{others}",
            score.faults(),
            score.games.games(),
        )
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
