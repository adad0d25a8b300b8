//! The games that are meant by what is given, one after another: the one of a file, or as many as `--game` names. Of several
//! each is made when its turn comes; those that are damaged are told and passed over.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail, ensure};
use tengen_engine::game::Game;
use tengen_engine::position_key::PositionKey;
use tengen_engine::record::format::{FileFormat, GameError};
use tengen_engine::record::head::Head;
use tengen_engine::record::reading::{ReadError, ReadOptions, Remarks};
use tengen_engine::rule::RuleKind;

use super::{Failure, Given, PositionQuery, PositionSource, text_of};
use crate::cli::PositionArgs;
use crate::game_numbers::GameNumbers;
use crate::output;
use crate::store::source;
use crate::units::counted;
use crate::{files, terminal};

/// What is given, with the games in it that are meant.
pub(crate) struct GivenGames<'a> {
    query: PositionQuery<'a>,
    /// What is given, for messages.
    name: String,
    found: FoundGames,
    /// The rules of the games.
    rules: Vec<RuleKind>,
}

/// The games as they are held.
enum FoundGames {
    /// The one game that is meant where nobody asks for several.
    One(Box<PositionSource>),
    Several(GameList),
}

/// Several games.
struct GameList {
    held: HeldGames,
    /// Their numbers, in the order in which they stand there.
    numbers: Vec<u32>,
    /// Those that are damaged, and how.
    damaged: BTreeMap<usize, ReadError>,
    /// What is damaged beside them, where all are asked for.
    outside: Option<ReadError>,
}

/// Where several games stand.
enum HeldGames {
    /// In the bytes of a record.
    Record(FileFormat, Vec<u8>),
    /// In a text, a list of moves a line.
    Lines(String),
    /// In a store or a database, from which the positions were taken that are meant.
    Positions(Vec<(u32, PositionKey)>),
    /// A board that is drawn, or the empty one.
    Board(Box<Game>),
}

/// A game that is given, of one or of several.
pub(crate) struct GivenGame<'a> {
    query: PositionQuery<'a>,
    /// What it is.
    pub(crate) source: &'a PositionSource,
    /// Its number where several are asked for.
    pub(crate) number: Option<u32>,
    /// Its place among those that are asked for, from 1, and how many these are.
    place: (usize, usize),
}

impl<'a> GivenGames<'a> {
    /// The games that arguments mean, under the rule that they name, or Freestyle where nothing names one.
    pub(crate) fn of(args: &'a PositionArgs) -> Result<GivenGames<'a>> {
        let text = args.given();
        let query = PositionQuery { args, usual: RuleKind::Freestyle };
        GivenGames::of_given(query, query.given(&text)?)
    }

    /// Those of what was given.
    pub(crate) fn of_given(query: PositionQuery<'a>, given: Given<'_>) -> Result<GivenGames<'a>> {
        let name = files::shown(&query.args.given()).to_string();
        match &query.args.game {
            None | Some(GameNumbers::One(_)) => {
                let source = query.source_of(given)?;
                let rule = query.rule_of(&source);
                Ok(GivenGames { query, name, found: FoundGames::One(Box::new(source)), rules: vec![rule] })
            }
            Some(numbers) => {
                let mut rules = Vec::new();
                let list = query.list(given, numbers, &name, &mut rules).with_context(|| name.clone())?;
                Ok(GivenGames { query, name, found: FoundGames::Several(list), rules })
            }
        }
    }

    /// The rules of the games.
    pub(crate) fn rules(&self) -> &[RuleKind] {
        &self.rules
    }

    /// Whether one game is asked for, and not several of which there may be one.
    pub(crate) fn is_one(&self) -> bool {
        matches!(self.found, FoundGames::One(_))
    }

    /// That one game.
    pub(crate) fn only(&self) -> Option<GivenGame<'_>> {
        match &self.found {
            FoundGames::One(source) => Some(GivenGame { query: self.query, source, number: None, place: (1, 1) }),
            FoundGames::Several(_) => None,
        }
    }

    /// The numbers of the games where several are asked for.
    pub(crate) fn numbers(&self) -> &[u32] {
        match &self.found {
            FoundGames::One(_) => &[],
            FoundGames::Several(list) => &list.numbers,
        }
    }

    /// Does something with each game until that breaks it off, or the run fails. Of several one that fails by itself is told and
    /// is no reason to leave the others.
    ///
    /// # Errors
    /// Why the one game or the run failed; of several how many did, or that it was broken off.
    pub(crate) fn each(
        self,
        mut act: impl FnMut(GivenGame<'_>) -> Result<ControlFlow<()>, Failure>,
    ) -> Result<(), Failure> {
        let GivenGames { query, name, found, .. } = self;
        let list = match found {
            FoundGames::One(source) => {
                return act(GivenGame { query, source: &source, number: None, place: (1, 1) }).map(|_| ());
            }
            FoundGames::Several(list) => list,
        };
        if let Some(why) = &list.outside {
            output::complain(format_args!("error: {name}: {why}"));
        }
        let all = list.numbers.len();
        let (mut done, mut failed) = (0_usize, 0_usize);
        let mut flow = ControlFlow::Continue(());
        let mut run = Ok(());
        let mut numbers = list.numbers.iter().peekable();
        let visited = query.visit(&list.held, &mut |number, source| {
            if numbers.next_if_eq(&&number).is_none() {
                // None of those behind the last one that is asked for need be made.
                return if numbers.peek().is_some() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
            }
            let source = list.damaged.get(&(number as usize)).map_or(source, |why| Err(why.clone().into()));
            let place = (done + failed + 1, all);
            let acted = match source {
                Ok(source) => act(GivenGame { query, source: &source, number: Some(number), place }),
                Err(why) => Err(Failure::Game(why)),
            };
            match acted {
                Ok(ControlFlow::Break(())) => flow = ControlFlow::Break(()),
                Ok(ControlFlow::Continue(())) => done += 1,
                Err(Failure::Game(why)) => {
                    output::complain_of(&why.context(format!("{name}, game {number}")));
                    failed += 1;
                }
                Err(Failure::Interrupted(why)) => {
                    output::complain_of(&why.context(format!("{name}, game {number}")));
                    flow = ControlFlow::Break(());
                }
                Err(Failure::Run(why)) => {
                    run = Err(why.context(format!("{name}, game {number}")));
                    flow = ControlFlow::Break(());
                }
            }
            flow
        });
        run.map_err(Failure::Run)?;
        visited.map_err(|why| Failure::Game(why.into()))?;
        if flow.is_break() {
            output::check()?;
            return Err(Failure::Game(anyhow!("interrupted: {done} of {} are done", counted(all, "game"))));
        }
        list.check_whole(&name, failed).map_err(Failure::Game)
    }
}

impl GameList {
    /// Refuses a list of which games have failed, or in which something is damaged beside them.
    fn check_whole(&self, name: &str, failed: usize) -> Result<()> {
        ensure!(failed == 0, "{name}: {failed} of {} could not be done", counted(self.numbers.len(), "game"));
        ensure!(self.outside.is_none(), "{name} is damaged: not all of it could be read");
        Ok(())
    }
}

impl PositionQuery<'_> {
    /// The rule under which a game is read.
    fn rule_of(self, source: &PositionSource) -> RuleKind {
        match source {
            PositionSource::Record(tree) => self.rule(tree.rule),
            PositionSource::Position(game) => game.rule(),
        }
    }

    /// The games of these numbers. Their rules are noted.
    fn list(self, given: Given<'_>, wanted: &GameNumbers, name: &str, rules: &mut Vec<RuleKind>) -> Result<GameList> {
        if let Given::Database(path) = given {
            return self.positions(path, wanted, rules);
        }
        let bytes = given.bytes()?;
        let held = match FileFormat::recognise(&bytes, given.extension()) {
            Some(format) if format != FileFormat::Moves => HeldGames::Record(format, bytes),
            format => self.held_by_text(&text_of(&bytes)?, format)?,
        };
        let mut list = GameList { held, numbers: Vec::new(), damaged: BTreeMap::new(), outside: None };
        let mut count = 0;
        let remarks = self.visit(&list.held, &mut |number, source| {
            count += 1;
            if wanted.contains(number) {
                list.numbers.push(number);
                rules.extend(source.ok().map(|source| self.rule_of(&source)).filter(|rule| !rules.contains(rule)));
            }
            ControlFlow::Continue(())
        })?;
        check_last(wanted, count)?;
        list.damaged = remarks.damaged_games;
        let strange = remarks.first.iter().find(|remark| !remarks.damage.contains(remark));
        output::warn(name, strange, remarks.count - remarks.damaged);
        let outside = remarks.outside.map(|(_, why)| why);
        match wanted {
            GameNumbers::All => list.outside = outside,
            // It may be in none of those that are asked for.
            _ => output::warn(name, outside.as_ref(), 1),
        }
        Ok(list)
    }

    /// What of a text are games: the lines of moves, or the one board that is drawn. A blank list is a game without moves.
    fn held_by_text(self, text: &str, format: Option<FileFormat>) -> Result<HeldGames> {
        if format.is_some() && text.trim().is_empty() {
            return Ok(HeldGames::Board(Box::new(self.of_moves(text)?)));
        }
        let begun = super::after_remarks(text);
        let is_list = || FileFormat::recognise(begun.as_bytes(), None) == Some(FileFormat::Moves);
        if format.is_some() || super::begins_with_a_point(begun) || is_list() {
            return Ok(HeldGames::Lines(text.to_string()));
        }
        Ok(HeldGames::Board(Box::new(self.of_drawing(text)?)))
    }

    /// The one of the games of a text that has a number.
    pub(super) fn numbered(self, text: &str, format: Option<FileFormat>, wanted: u32) -> Result<PositionSource> {
        let (mut held, mut found) = (0, None);
        self.visit(&self.held_by_text(text, format)?, &mut |number, source| {
            held = number as usize;
            if number < wanted {
                return ControlFlow::Continue(());
            }
            found = Some(source);
            ControlFlow::Break(())
        })?;
        found.unwrap_or_else(|| Err(GameError::NoSuchGame { wanted: wanted as usize, held }.into()))
    }

    /// The positions of a store or a database that are meant.
    fn positions(self, path: &Path, wanted: &GameNumbers, rules: &mut Vec<RuleKind>) -> Result<GameList> {
        let args = self.args;
        self.check_no_move()?;
        let (mut count, mut keys) = (0, Vec::new());
        source::visit_keys(path, &mut |key| {
            if source::is_of_kind(&key, args.rule, args.size) {
                count += 1;
                if wanted.contains(count) {
                    rules.extend(Some(key.rule()).filter(|rule| !rules.contains(rule)));
                    keys.push((count, key));
                }
            }
            ControlFlow::Continue(())
        })?;
        check_last(wanted, count)?;
        let numbers = keys.iter().map(|(number, _)| *number).collect();
        Ok(GameList { held: HeldGames::Positions(keys), numbers, damaged: BTreeMap::new(), outside: None })
    }

    /// Shows all games that are held, or why one cannot be had, until it is seen enough. Tells what was passed over in them.
    fn visit(
        self,
        held: &HeldGames,
        see: &mut dyn FnMut(u32, Result<PositionSource>) -> ControlFlow<()>,
    ) -> Result<Remarks, ReadError> {
        let position = |game| PositionSource::Position(Box::new(game));
        let _ = match held {
            HeldGames::Record(format, bytes) => {
                let (mut number, mut flow) = (0, ControlFlow::Continue(()));
                return format.read(bytes, &ReadOptions { salvage: true, ..self.options() }, &mut |tree| {
                    number += 1;
                    if flow.is_continue() {
                        let checked = self.check_size(tree.size());
                        flow = see(number, checked.map(|()| PositionSource::Record(tree)));
                    }
                });
            }
            HeldGames::Lines(text) => (1..).zip(files::numbered_lines(text)).try_for_each(|(number, (line, text))| {
                let line = || format!("line {line}: \"{}\"", terminal::shortened(text));
                see(number, self.of_line(text).with_context(line).map(position))
            }),
            HeldGames::Positions(keys) => {
                keys.iter().try_for_each(|(number, key)| see(*number, Ok(position(key.game()))))
            }
            HeldGames::Board(game) => see(GameNumbers::FIRST, Ok(position(game.as_ref().clone()))),
        };
        Ok(Remarks::default())
    }

    /// The game of a line with moves in any spelling.
    fn of_line(self, text: &str) -> Result<Game> {
        if super::begins_with_a_point(text) && !self.has_other_signs(text) {
            return self.of_moves(text);
        }
        let found = FileFormat::Moves.read_game(text.as_bytes(), &self.options(), GameNumbers::FIRST as usize)?;
        self.main_game(&found.tree)
    }
}

/// Refuses numbers of games that are not there, and what holds none.
fn check_last(wanted: &GameNumbers, held: u32) -> Result<()> {
    ensure!(held > 0, "there is no game in it");
    if let Some(last) = wanted.last().filter(|&last| last > held) {
        bail!(GameError::NoSuchGame { wanted: last as usize, held: held as usize });
    }
    Ok(())
}

impl GivenGame<'_> {
    /// The position that is meant of it.
    pub(crate) fn game(&self) -> Result<Game> {
        match self.source {
            PositionSource::Record(tree) => {
                let game = self.query.main_game(tree);
                // Who tells of one of several names it.
                let name = || files::shown(&self.query.args.given()).to_string();
                if self.number.is_none() { game.with_context(name) } else { game }
            }
            PositionSource::Position(game) => Ok(game.as_ref().clone()),
        }
    }

    /// The names of both players, as far as the record tells them.
    pub(crate) fn players(&self) -> [Option<String>; 2] {
        let PositionSource::Record(tree) = self.source else { return [None, None] };
        let name = |head| tree.head.get(&head).map(|name| name.trim().to_string()).filter(|name| !name.is_empty());
        [Head::Black, Head::White].map(name)
    }

    /// The line above it where there are several, after a blank one: its number, how many there are, and who played.
    pub(crate) fn heading(&self) -> String {
        let Some(label) = self.label() else { return String::new() };
        let between = if self.place.0 > 1 { "\n" } else { "" };
        let players = match self.players() {
            [None, None] => String::new(),
            players => {
                let [black, white] = players.map(|name| name.unwrap_or_else(|| "?".to_string()));
                format!(": {black} - {white}")
            }
        };
        format!("{between}{}\n", terminal::shortened(&(label + &players)))
    }

    /// What it is called while it is searched, where there are several.
    pub(crate) fn label(&self) -> Option<String> {
        let (place, all) = self.place;
        self.number.map(|number| format!("game {number}, {place} of {all}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::RowsArg;

    #[test]
    fn no_game_behind_one_that_was_interrupted_is_looked_at() {
        // The second is damaged, and would be told.
        let position = vec!["h8\nh8h8\ni9".to_string()];
        let game = Some(GameNumbers::All);
        let args = PositionArgs { position, rule: None, moves: None, game, size: None, rows: RowsArg::Bottom };
        let mut seen = 0;
        let done = GivenGames::of(&args).unwrap().each(|_| {
            seen += 1;
            Err(Failure::Interrupted(anyhow!("the tree is not whole")))
        });
        assert_eq!((seen, done.unwrap_err().why().to_string().as_str()), (1, "interrupted: 0 of 3 games are done"));
    }
}
