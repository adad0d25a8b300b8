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

use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Result, anyhow, bail, ensure};

use crate::cli::MatchArgs;
use crate::interrupt;
use crate::matches::display::MatchDisplay;
use crate::matches::engines::Launch;
use crate::matches::false_starts::FalseStarts;
use crate::matches::log::Begin;
use crate::matches::outputs::Outputs;
use crate::matches::player::PlayContext;
use crate::matches::record::{End, GameRecord};
use crate::matches::setup::Setup;
use crate::matches::standings::Standings;
use crate::matches::transcript::Transcript;
use crate::output::{self, CommandAnswer, say};
use crate::progress::{PlainLines, Progress};
use crate::statistics::SprtVerdict;

/// Plays a match, puts one together that was played in shards, judges a change by several, or takes the long wins out of them.
/// The answer is whether nothing is wrong with the games, as far as that is asked.
pub(crate) fn run(args: &MatchArgs) -> Result<CommandAnswer> {
    if !args.verdict.is_empty() {
        return verdict::say(&args.verdict).map(|()| CommandAnswer::Yes);
    }
    if !args.wins.is_empty() {
        return long_wins::say(&args.wins).map(|()| CommandAnswer::Yes);
    }
    Outputs::check(args)?;
    if args.merge.is_empty() { play_match(args) } else { merge_logs(args) }
}

/// Puts the logs of shards together: what a match writes and says at its end, about the games that there are.
fn merge_logs(args: &MatchArgs) -> Result<CommandAnswer> {
    let (setup, games) = merge::merge(&args.merge, args.sprt)?;
    let (mut outputs, _) = Outputs::open(args, &setup)?;
    let mut progress = Progress::new("games", PlainLines::Never, 0, games.len());
    for game in &games {
        outputs.add(&setup, game)?;
        progress.add("written".to_string());
    }
    progress.end();
    Course::new(args, setup, games, outputs).end(Ok(()), false)
}

/// Plays a match to its end, or to the point where it is interrupted.
fn play_match(args: &MatchArgs) -> Result<CommandAnswer> {
    let (first, launches) = Setup::new(args)?;
    let transcript = Transcript::new(args.transcript.clone());
    let cancelled = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&cancelled);
    let interrupted = interrupt::watch(move || flag.store(true, Ordering::Relaxed))?;
    let context = PlayContext { conditions: &first.conditions, cancelled: &cancelled, transcript: &transcript };
    // What is begun leaves no file but its transcript when its engines do not start; of what is gone on with the log tells who
    // has games to come.
    let begin = Begin::of(args);
    let is_begun = args.log.as_ref().is_some_and(|log| log.exists());
    if !is_begun {
        rehearsal::hold(&first, &[], &mut FalseStarts::default(), &launches, context, begin)
            .inspect_err(|_| transcript.keep(begin))?;
    }
    // A transcript that cannot be opened leaves no log behind.
    transcript.open(begin)?;
    let (outputs, games) = Outputs::open(args, &first)?;
    transcript.begin();
    let mut course = Course::new(args, first.with_rounds(&games)?, games, outputs);
    if is_begun && !course.is_decided() {
        rehearsal::hold(&course.setup, &course.games, &mut course.starts, &launches, context, begin)?;
    }
    let played = course.play(&launches, context);
    let ended = course.end(played, interrupted.load(Ordering::Relaxed));
    transcript.warn();
    ended
}

/// A match as far as it has come, and where it is written down.
struct Course<'a> {
    args: &'a MatchArgs,
    /// Shared with the tables, which read it while the games that they play are taken in.
    setup: Rc<Setup>,
    standings: Standings,
    starts: FalseStarts,
    games: Vec<GameRecord>,
    outputs: Outputs<'a>,
}

impl<'a> Course<'a> {
    /// A match of which some games were played and written before.
    fn new(args: &'a MatchArgs, setup: Setup, games: Vec<GameRecord>, outputs: Outputs<'a>) -> Course<'a> {
        let mut standings = Standings::new(&setup);
        let mut starts = FalseStarts::default();
        for game in &games {
            standings.add(&setup, game);
            starts.note(game);
        }
        Course { args, setup: Rc::new(setup), standings, starts, games, outputs }
    }

    /// Plays the open games, and all rounds of a tournament.
    ///
    /// # Errors
    /// Why not all were played. Those that were are taken in all the same.
    fn play(&mut self, launches: &[Launch], context: PlayContext<'_>) -> Result<()> {
        // A report that cannot be written must be known before the games, not after them.
        self.report()?;
        let display = self.new_display();
        display.begin(&self.setup, &self.games);
        self.play_round(launches, context, display)?;
        // Of a tournament those were the rounds known so far: what was played decides who meets next.
        while !context.cancelled.load(Ordering::Relaxed) && self.next_round()? {
            let display = self.new_display();
            self.report_meanwhile(&display);
            display.begin_round(&self.setup, &self.games);
            self.play_round(launches, context, display)?;
        }
        Ok(())
    }

    /// What is printed while the games of a match, or of a round of a tournament, are played.
    fn new_display(&self) -> MatchDisplay {
        MatchDisplay::new(&self.setup, self.args.quiet, self.games.len())
    }

    /// Goes on to the next round of a tournament, if what was played leads to one.
    fn next_round(&mut self) -> Result<bool> {
        if self.setup.plan.form().is_none() {
            return Ok(false);
        }
        let next = self.setup.with_rounds(&self.games)?;
        let has_more = next.pairings.len() > self.setup.pairings.len();
        if has_more {
            self.setup = Rc::new(next);
        }
        Ok(has_more)
    }

    /// Plays the open games of a match, or of a round of a tournament, and shows how far they are.
    fn play_round(&mut self, launches: &[Launch], context: PlayContext<'_>, mut display: MatchDisplay) -> Result<()> {
        let played = self.play_open(launches, context, &mut display);
        display.end();
        played
    }

    /// Plays the games that are still open and writes each when it ends.
    ///
    /// # Errors
    /// What could not be written or played, or who does not start any more so that nobody is left to play: none of that is worth
    /// playing on.
    fn play_open(&mut self, launches: &[Launch], context: PlayContext<'_>, display: &mut MatchDisplay) -> Result<()> {
        if self.is_decided() {
            return Ok(());
        }
        let setup = Rc::clone(&self.setup);
        let open = setup.open_pairings(&self.games).collect();
        let mut kept = Ok(());
        let mut given_up = None;
        let able = tables::play(&setup, launches, open, self.args.concurrency.get(), context, |game| {
            if let Some(game) = game {
                if kept.is_ok() {
                    kept = self.outputs.add(&setup, &game);
                }
                self.standings.add(&setup, &game);
                display.game(setup.stopping_test(), &game, &self.standings);
                self.starts.note(&game);
                given_up = given_up.take().or_else(|| self.starts.end(&setup));
                self.games.push(game);
            }
            if kept.is_ok() && self.outputs.is_report_due() {
                self.report_meanwhile(display);
            }
            // What is written into files is worth playing on for.
            if kept.is_ok() && Outputs::are_none(self.args) {
                kept = output::check();
            }
            let stop = kept.is_err() || given_up.is_some() || self.is_decided();
            if stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        kept.and(able)?;
        given_up.map_or(Ok(()), |why| Err(anyhow!(why)))
    }

    /// Tells how far the match came, and what ended it before its end or was wrong with it.
    fn end(mut self, played: Result<()>, interrupted: bool) -> Result<CommandAnswer> {
        if self.games.is_empty()
            && let Err(why) = played
        {
            return Err(why);
        }
        say!("\n{}", self.standings.summary(self.setup.stopping_test()));
        self.say_table();
        if interrupted {
            MatchDisplay::interruption(self.args);
        }
        self.outputs.warn();
        self.report()?;
        ensure!(!interrupted, "interrupted");
        played?;
        Ok(self.check().map_or_else(|why| CommandAnswer::No(Some(why)), |()| CommandAnswer::Yes))
    }

    /// Says the table of more than two engines, and the rounds of a tournament.
    fn say_table(&self) {
        if self.setup.engines.len() > 2 {
            let placing = self.setup.placing(&self.games);
            let is_over = self.setup.is_over(&self.games);
            say!("{}", self.standings.cross_table(&placing, self.args.points, is_over));
        }
        let rounds = self.setup.rounds_text(&self.games);
        if !rounds.is_empty() {
            say!("{rounds}");
        }
    }

    /// Writes the report of what is known.
    fn report(&mut self) -> Result<()> {
        self.outputs.report(&self.setup, &self.standings, &mut self.games)
    }

    /// The same while there are games to come: one that cannot be written is left for later.
    fn report_meanwhile(&mut self, display: &MatchDisplay) {
        if let Some(why) = self.outputs.report_meanwhile(&self.setup, &self.standings, &mut self.games) {
            display.warn(&why);
        }
    }

    /// Whether a sequential test has come to its end.
    fn is_decided(&self) -> bool {
        self.setup
            .stopping_test()
            .is_some_and(|sprt| sprt.verdict(self.standings.between(0, 1).pairs) != SprtVerdict::Open)
    }

    /// Complains about what makes the answer no.
    fn check(&self) -> Result<()> {
        if self.args.strict {
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
