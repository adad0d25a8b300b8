//! What is printed while a match goes on: a bar on a terminal, plain lines elsewhere.

use std::fmt::Display;

use anyhow::Error;
use tengen_engine::color::Color;
use tengen_engine::point::Rows;

use crate::cli::{MatchArgs, RoundForm};
use crate::matches::record::GameRecord;
use crate::matches::setup::Setup;
use crate::matches::standings::Standings;
use crate::output::{plain, say};
use crate::progress::{PlainLines, Progress};
use crate::statistics::Sprt;
use crate::units::counted;

/// Games between two lines about the score where there is no terminal to show it all the time.
const SCORE_EVERY: usize = 10;

/// What is printed while a match goes on: a bar on a terminal, plain lines elsewhere.
pub(super) struct MatchDisplay {
    progress: Progress,
    quiet: bool,
}

impl MatchDisplay {
    /// The display of a match of which some games were played before.
    pub(super) fn new(setup: &Setup, quiet: bool, known: usize) -> MatchDisplay {
        let progress = Progress::new("games", PlainLines::Every(SCORE_EVERY), known, setup.planned_here());
        MatchDisplay { progress, quiet }
    }

    /// What is played, how many games were played before, and which round of a tournament is due.
    pub(super) fn begin(&self, setup: &Setup, known: &[GameRecord]) {
        let names: Vec<&str> = setup.engines.iter().map(|engine| engine.name.as_str()).collect();
        let conditions = &setup.conditions;
        let is_empty = setup.pairings.values().all(|pairing| pairing.opening.is_empty());
        let openings = match setup.schedule.openings {
            _ if is_empty && conditions.opening_rule.is_some() => String::new(),
            number => {
                let what = if setup.schedule.built_in { "built-in opening" } else { "opening" };
                format!(" from {}", counted(number, what))
            }
        };
        let shard = setup.plan.shard();
        let form = match setup.plan.form() {
            None => String::new(),
            Some(form @ RoundForm::Swiss(_)) => format!("{form}, "),
            Some(form @ RoundForm::Knockout) => format!("{form}, at least "),
        };
        let mut text = format!(
            "{}: {form}{}{} games of {}{} on {}{}{}",
            names.join(" - "),
            setup.planned_here(),
            if shard.is_whole() { String::new() } else { format!(" of {}", setup.planned()) },
            conditions.rules.kind,
            conditions.by_opening_rule(),
            conditions.size,
            if conditions.rows == Rows::FromTop { ", rows from the top," } else { "" },
            openings,
        );
        if !shard.is_whole() {
            text.push_str(&format!(", shard {shard}"));
        }
        if !known.is_empty() {
            text.push_str(&format!(", {} of them played before", known.len()));
        }
        self.print(text);
        if let Some(notice) = setup.notice() {
            self.print(notice);
        }
        if setup.plan.form().is_some() && known.len() < setup.pairings.len() {
            self.begin_round(setup, known);
        }
    }

    /// Says a line above the display. Engines are called as somebody else wrote it, and say what they like.
    fn print(&self, line: impl Display) {
        self.progress.print(plain(line));
    }

    /// A round of a tournament, which is known after these games.
    pub(super) fn begin_round(&self, setup: &Setup, games: &[GameRecord]) {
        self.print(setup.round_title(games));
    }

    /// A game that was finished, and the score after it.
    pub(super) fn game(&mut self, sprt: Option<Sprt>, game: &GameRecord, standings: &Standings) {
        if !self.quiet {
            let result = match game.winner {
                Some(Color::Black) => "1-0",
                Some(Color::White) => "0-1",
                None => "1/2",
            };
            let stones = game.opening_stones() + game.moves.len();
            self.print(format_args!(
                "game {}: {} {result} {}, {stones} stones: {}",
                game.game, game.black, game.white, game.reason
            ));
            for choice in &game.choices {
                self.print(format_args!("game {}: opening: {choice}", game.game));
            }
            for note in &game.notes {
                self.print(format_args!("game {}: note: {note}", game.game));
            }
        }
        self.progress.add(standings.line(sprt));
    }

    /// Warns of a report that cannot be written, and is tried again.
    pub(super) fn warn(&self, why: &Error) {
        self.progress.complain(format_args!("warning: {why:#}; that is tried again"));
    }

    /// No more games: what follows is the result.
    pub(super) fn end(&self) {
        self.progress.end();
    }

    /// How to go on with a match that was interrupted.
    pub(super) fn interruption(args: &MatchArgs) {
        if let Some(log) = &args.log {
            say!("Interrupted. The same command with --resume goes on where {} ends.", log.display());
        }
    }
}
