//! A match as it was asked for: who plays whom, under which conditions, from which openings; checked before it starts.

mod conditions;
mod plan;

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use anyhow::{Result, ensure};
use tengen_engine::color::ByColor;
use tengen_engine::game::Game;
use tengen_engine::opening::{Opening, OpeningRule};
use tengen_engine::point::Point;

use crate::cli::{MatchArgs, OpeningRuleArg, RoundForm, SameArg, Tournament};
use crate::matches::engines::{EngineTerms, Launch, engines};
use crate::matches::openings::{self, canonical};
use crate::matches::schedule::{MatchSchedule, Pairing, openings_hash};
use crate::matches::words::has_words;
use crate::shard::Shard;
use crate::statistics::Sprt;
use crate::units::counted;

pub(super) use conditions::MatchConditions;
pub(super) use plan::{MatchPlan, RoundPlan};

/// A match.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Setup {
    /// Who takes part.
    pub engines: Vec<EngineTerms>,
    /// What holds for everyone.
    pub conditions: MatchConditions,
    /// Games for each two engines, in all shards.
    pub games: usize,
    /// The games of this shard by number. Empty for a match that is only merged.
    pub pairings: BTreeMap<usize, Pairing>,
    /// What decides which game is which, together with the engines.
    pub schedule: MatchSchedule,
    /// Who meets whom.
    pub plan: MatchPlan,
}

impl Setup {
    /// The match that the command line asks for, and how the process of each of its engines is started.
    pub(super) fn new(args: &MatchArgs) -> Result<(Setup, Vec<Launch>)> {
        let conditions = MatchConditions::new(args)?;
        let (engines, launches): (Vec<EngineTerms>, Vec<Launch>) =
            engines(args)?.into_iter().map(|engine| (engine.terms, engine.launch)).unzip();
        ensure!(
            args.chooser.is_empty() || conditions.opening_rule.is_some(),
            "--chooser is about openings that engines make: it needs --opening-rule"
        );
        ensure!(
            args.same == SameArg::default() || conditions.opening_rule.is_some(),
            "--same is about openings that engines make: it needs --opening-rule"
        );
        ensure!(
            cfg!(target_os = "linux") || engines.iter().all(|engine| engine.memory.is_none()),
            "--memory is not possible on this system: there is no way to measure it"
        );
        let source = OpeningSource::new(args);
        let openings = source.read(args, &conditions)?;
        for stones in &openings {
            check_beginning(&conditions, &engines, stones)?;
        }
        let form = args.tournament.and_then(Tournament::rounds);
        let plan = MatchPlan::new(form, args.shard, args.sprt, engines.len())?;
        let pairs = match source {
            _ if form.is_some() => 1,
            OpeningSource::Book(_) => openings.len().min(USUAL_BOOK_PAIRS),
            _ => openings.len(),
        };
        let games = args.games.unwrap_or(2 * pairs);
        ensure!(
            games >= 2 && games.is_multiple_of(2),
            "--games {games} is no even number above 0: every opening is played in a pair of games"
        );
        let built_in = matches!(source, OpeningSource::BuiltIn);
        let schedule = MatchSchedule {
            gauntlet: args.gauntlet || args.tournament == Some(Tournament::Gauntlet),
            openings: openings.len(),
            openings_hash: openings_hash(&openings),
            built_in,
            varied: built_in && conditions.opening_rule.is_none(),
            shuffle: args.shuffle || built_in,
            rotate: args.rotate,
            colors: args.colors,
            seed: args.seed,
        };
        if let Some(most) = conditions.max_moves {
            let given = schedule.longest_opening(&openings, openings_drawn(form, games, engines.len()));
            let rules = conditions.opening_rule.map(OpeningRuleArg::rules).unwrap_or_default();
            let longest = rules.into_iter().map(OpeningRule::most_stones).fold(given, usize::max);
            let stones = counted(longest, "stone");
            ensure!(longest < most, "--max-moves {most} leaves no move after an opening of {stones}");
        }
        let setup = Setup { engines, conditions, games, pairings: BTreeMap::new(), schedule, plan };
        Ok((setup.with_games(&openings)?, launches))
    }

    /// The same with its games, or with those of the first round of a tournament.
    fn with_games(mut self, openings: &[Vec<Point>]) -> Result<Setup> {
        let MatchConditions { rules, size, .. } = self.conditions;
        let drawn = openings_drawn(self.plan.form(), self.games, self.engines.len());
        if let MatchPlan::Rounds(plan) = &mut self.plan {
            let all = self.schedule.pairings(&[[0, 1]], drawn, openings, rules, size);
            plan.openings = all.into_iter().step_by(2).map(|pairing| pairing.opening).collect();
            return self.with_rounds(&[]);
        }
        let all = self.schedule.pairings(&self.opponents(), drawn, openings, rules, size);
        let shard = self.plan.shard();
        let owned = all.into_iter().filter(|pairing| self.shard_of(pairing.number, shard) == shard);
        self.pairings = owned.map(|pairing| (pairing.number, pairing)).collect();
        ensure!(
            !self.pairings.is_empty(),
            "shard {shard} is empty: the match has {} of games",
            counted(self.planned() / 2, "pair")
        );
        Ok(self)
    }

    /// What is to be known before the match, if anything is: that its openings come again.
    pub(super) fn notice(&self) -> Option<String> {
        let engines = |pairing: &Pairing| {
            let ByColor([black, white]) = pairing.players;
            [black.min(white), black.max(white)]
        };
        let first = engines(self.pairings.values().next()?);
        // Colours do not tell the games of a pair apart where they are drawn by lot.
        let begins_pair = |pairing: &&Pairing| !pairing.number.is_multiple_of(2) && engines(pairing) == first;
        let seen = |pairing: &Pairing| canonical(pairing.opening.iter().copied().map(Some), self.conditions.size);
        let rounds: Vec<_> = self.pairings.values().filter(begins_pair).map(seen).collect();
        let distinct = rounds.iter().collect::<HashSet<_>>().len();
        (self.conditions.opening_rule.is_none() && rounds.len() > distinct).then(|| {
            format!(
                "note: {} games between two engines and only {}: they repeat each other where engines play the same again",
                2 * rounds.len(),
                counted(distinct, "different opening"),
            )
        })
    }

    /// The opening rule of the game of this number, if there is one. The lot draws one for each pair of games, and the
    /// same for all pairings, as openings are. In a tournament with rounds every pair of games has its own.
    pub(super) fn opening_rule(&self, number: usize) -> Option<OpeningRule> {
        let pairings = if self.plan.form().is_some() { 1 } else { self.meetings() };
        self.conditions.opening_rule.map(|rule| rule.drawn(self.schedule.seed, (number - 1) / 2 / pairings))
    }

    /// The game of this number, which begins with some stones: by its opening rule, or with an opening that is over.
    ///
    /// # Errors
    /// Stones that no game can begin with.
    pub(super) fn begin(&self, number: usize, stones: &[Point]) -> Result<Opening> {
        self.conditions.begin(self.opening_rule(number), stones)
    }

    /// The number of games in all shards; of a knock-out, where what is even is played again, as far as it is known.
    pub(super) fn planned(&self) -> usize {
        let meetings = match &self.plan {
            MatchPlan::Fixed { .. } => self.meetings(),
            MatchPlan::Rounds(RoundPlan { form, deciding, .. }) => match form {
                RoundForm::Swiss(rounds) => rounds.get() * (self.engines.len() / 2),
                // Each meeting puts one out, but for those that have to be decided by another.
                RoundForm::Knockout => self.engines.len() - 1 + deciding,
            },
        };
        self.games * meetings
    }

    /// How many games each two engines need that the game of this number is part of the match. In a tournament with rounds
    /// the games of a meeting are no length.
    pub(super) fn games_with(&self, number: usize) -> usize {
        if self.plan.form().is_some() {
            return self.games;
        }
        number.div_ceil(2 * self.meetings()).saturating_mul(2)
    }

    /// The shard that the game of this number belongs to, of the COUNT of this one. Both games of a pair are in one, and every
    /// shard has some of each two engines.
    pub(super) fn shard_of(&self, number: usize, sibling: Shard) -> Shard {
        sibling.owner_of_cycle((number - 1) / 2, self.meetings())
    }

    /// Who plays which colour in the game of this number of a fixed plan, if there is one.
    pub(super) fn players(&self, number: usize) -> Option<ByColor<usize>> {
        let index = number.checked_sub(1).filter(|_| number <= self.planned())?;
        let opponents = self.opponents();
        Some(self.schedule.players(number, opponents[index / 2 % opponents.len()]))
    }

    /// The test that ends the play of this command. A shard is played to its end: stopped on what it alone has seen, it
    /// would make the whole worth less.
    pub(super) fn stopping_test(&self) -> Option<Sprt> {
        self.plan.sprt().filter(|_| self.plan.shard().is_whole())
    }

    /// How many pairs of engines play each other.
    fn meetings(&self) -> usize {
        let number = self.engines.len();
        if self.schedule.gauntlet { number - 1 } else { number * (number - 1) / 2 }
    }

    /// Which engines play each other, in the order in which they do.
    pub(super) fn opponents(&self) -> Vec<[usize; 2]> {
        let number = self.engines.len();
        (0..number)
            .flat_map(|first| (first + 1..number).map(move |second| [first, second]))
            .filter(|pair| !self.schedule.gauntlet || pair[0] == 0)
            .collect()
    }

    /// The index of the engine of this name.
    pub(super) fn engine(&self, name: &str) -> Option<usize> {
        self.engines.iter().position(|engine| engine.name == name)
    }
}

/// Pairs of games from a book where it is not said how many there shall be.
const USUAL_BOOK_PAIRS: usize = 100;

/// How many openings are drawn: one for each pair of games of all meetings that there can be. Without rounds all pairings
/// play the same.
fn openings_drawn(form: Option<RoundForm>, games: usize, engines: usize) -> usize {
    let meetings = match form {
        None => 1,
        Some(RoundForm::Swiss(rounds)) => rounds.get() * (engines / 2),
        // Each puts one out, and may have to be played again.
        Some(RoundForm::Knockout) => 2 * (engines - 1),
    };
    games / 2 * meetings
}

/// Refuses stones that no game can begin with, or after which an engine cannot be asked what to do.
fn check_beginning(conditions: &MatchConditions, engines: &[EngineTerms], stones: &[Point]) -> Result<()> {
    let Some(asked) = conditions.opening_rule else { return conditions.begin(None, stones).map(|_| ()) };
    for rule in asked.rules() {
        let opening = conditions.begin(Some(rule), stones).map_err(|why| {
            if stones.is_empty() {
                return why;
            }
            let text: String = stones.iter().map(|point| point.to_text(conditions.size, conditions.rows)).collect();
            why.context(format!("{} cannot begin with the opening {text}", rule.title()))
        })?;
        let mute = engines.iter().find(|engine| !engine.chooser && !has_words(&opening));
        ensure!(
            mute.is_none(),
            "managers have no words for {}{}: with --chooser tengen this program chooses in the place of {}",
            asked.title(),
            if stones.is_empty() { String::new() } else { format!(" after {}", counted(stones.len(), "stone")) },
            mute.map_or("nobody", |engine| &engine.name)
        );
    }
    Ok(())
}

/// Where openings come from.
#[derive(Clone, Copy)]
enum OpeningSource<'a> {
    File(&'a Path),
    Book(&'a Path),
    BuiltIn,
    /// Games begin on the empty board.
    Nothing,
}

impl<'a> OpeningSource<'a> {
    fn new(args: &'a MatchArgs) -> OpeningSource<'a> {
        if let Some(book) = &args.book {
            return OpeningSource::Book(book);
        }
        match args.openings.as_deref() {
            // Engines that choose their opening do not need another one.
            None if args.opening_rule().is_some() => OpeningSource::Nothing,
            None => OpeningSource::BuiltIn,
            Some(path) if path == Path::new("builtin") => OpeningSource::BuiltIn,
            Some(path) if path == Path::new("none") => OpeningSource::Nothing,
            Some(path) => OpeningSource::File(path),
        }
    }

    /// The openings that there are to choose from.
    fn read(self, args: &MatchArgs, conditions: &MatchConditions) -> Result<Vec<Vec<Point>>> {
        let &MatchConditions { rules, size, rows, .. } = conditions;
        match self {
            OpeningSource::File(path) => openings::read(path, args.opening_format, rows, rules, size),
            OpeningSource::Book(path) => {
                openings::of_book(path, usize::from(args.book_moves), args.seed, Game::new(rules, size))
            }
            OpeningSource::BuiltIn => Ok(openings::built_in(rules, size)),
            OpeningSource::Nothing => Ok(vec![Vec::new()]),
        }
    }
}

#[cfg(test)]
pub(super) mod tests;
