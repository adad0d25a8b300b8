//! The words about the database: what is known of positions is asked for, changed, and moved between files.

use std::ops::ControlFlow;

use web_time::Instant;

use tengen_engine::database::children::LookupError;
use tengen_engine::database::proofs::carry_all_up;
use tengen_engine::database::{EntryChange, Store, StoreError, branch, children};
use tengen_engine::game::Game;
use tengen_engine::point::{BoardSize, Point};
use tengen_engine::position_key::PositionKey;

use super::Session;
use super::database_task::{DatabaseTask, EntryEdit};
use super::heard::HeardLine;
use super::lists::{ListTask, Reading};
use crate::command::{DatabaseAct, DatabaseQuery, DatabaseWord, ExportReach, FileTask, Payload};
use crate::database::found::{self, FoundMove};
use crate::database::{Database, DatabaseAccess, ExportPart, Opened, Transfer};
use crate::refusal::Refusal;
use crate::reply::Reply;
use crate::yixin::{self, TagLength};

/// The longest comment that is heard, in bytes.
pub(crate) const LONGEST_TEXT: usize = 60_000;

/// The database that is open.
pub(super) struct OpenDatabase {
    /// What the manager called it.
    name: String,
    database: Box<dyn Database>,
    /// How many requests had been made when it was opened: it takes in what later ones find.
    requests_before: u64,
    /// What a search found in a position, to be written once its move was said.
    found: Option<(Game, Vec<FoundMove>)>,
}

impl OpenDatabase {
    /// Whether something would be lost with it.
    pub(super) fn is_changed(&self) -> bool {
        self.database.is_changed()
    }

    /// What it knows.
    pub(super) fn store(&mut self) -> &mut dyn Store {
        self.database.store()
    }

    /// Whether it takes in what the request of this number finds, and was not opened while that was searched for another.
    pub(super) fn takes_in(&self, request: u64) -> bool {
        self.requests_before < request
    }

    /// Keeps what was found in a position until it is written.
    pub(super) fn note_found(&mut self, game: Game, found: Vec<FoundMove>) {
        self.found = Some((game, found));
    }

    /// Writes what was found, if something was.
    pub(super) fn write_found(&mut self) -> Result<(), LookupError> {
        let Some((game, found)) = self.found.take() else { return Ok(()) };
        self.database.allow_changes()?;
        found::keep(self.database.store(), &game, found)
    }
}

impl Session {
    /// Obeys a word about the database, or begins to read what follows it.
    pub(super) fn database_word(&mut self, word: DatabaseWord, heard: &HeardLine) -> Result<(), Refusal> {
        let (rest, now) = (heard.rest(), heard.at);
        if self.settings.databases.is_none() {
            self.skip(word.payload(), rest);
            return Err(Refusal::Unsupported(heard.name().to_ascii_uppercase()));
        }
        // Without a deadline no move is late for it.
        if word.takes_long() && self.answer_deadline().is_some() {
            // Yixin-Board does not wait for a database to be open, and what it says next is about that one.
            if word == DatabaseWord::File(FileTask::Open) {
                self.hear_after_the_answer(heard);
                return Ok(());
            }
            self.skip(word.payload(), rest);
            return Err(Refusal::Thinking);
        }
        let (task, moves) = match word {
            DatabaseWord::Act(act) => return self.database_act(act),
            DatabaseWord::File(task) if rest.is_empty() => {
                self.reading = Some(Reading::Path(task));
                return Ok(());
            }
            DatabaseWord::File(task) => return self.database_file(task, rest),
            DatabaseWord::Comment => return self.database_text(String::new(), rest, now),
            DatabaseWord::Query(query) => (DatabaseTask::Query(query), rest),
            DatabaseWord::Edit(edit) => match DatabaseTask::parse(edit, rest) {
                Ok(parsed) => parsed,
                Err(expected) => {
                    self.skip(word.payload(), rest);
                    return Err(Refusal::Arguments(expected));
                }
            },
        };
        self.start_list(ListTask::Database(task), moves, now)
    }

    /// Takes in a part of the text between quotes, which may go on for several lines. The moves may begin right behind the
    /// closing quote: Yixin-Board ends no line there.
    pub(super) fn database_text(&mut self, mut text: String, line: &str, now: Instant) -> Result<(), Refusal> {
        let line = match text.is_empty() {
            true => match line.trim_start().strip_prefix('"') {
                Some(line) => line,
                None => {
                    self.skip(Payload::Moves, line);
                    return Err(Refusal::Arguments("YXEDITTEXTDATABASE and a text between quotes"));
                }
            },
            false => line.trim_end_matches(['\r', '\n']),
        };
        let mut letters = line.chars();
        let is_closed = loop {
            match letters.next() {
                None => break false,
                Some('"') => break true,
                Some('\\') => text.extend(letters.next()),
                Some('\u{8}') => text.push('\n'),
                Some(letter) => text.push(letter),
            }
        };
        if text.len() > LONGEST_TEXT {
            self.skip(if is_closed { Payload::Moves } else { Payload::Text }, letters.as_str());
            return Err(Refusal::Arguments("a shorter text"));
        }
        if is_closed {
            let task = ListTask::Database(DatabaseTask::Edit(EntryEdit::Comment(text)));
            return self.start_list(task, letters.as_str(), now);
        }
        text.push('\n');
        self.reading = Some(Reading::Comment(text));
        Ok(())
    }

    /// Does the task with the position after these moves.
    pub(super) fn database_position(
        &mut self,
        task: DatabaseTask,
        points: &[Point],
        size: BoardSize,
    ) -> Result<(), Refusal> {
        let mut game = Game::new(self.rules(), size);
        points.iter().try_for_each(|&point| game.place(game.to_move(), point))?;
        match task {
            DatabaseTask::Query(query) => self.query(query, &game),
            DatabaseTask::Edit(edit) => self.edit(edit, points, game),
            DatabaseTask::DeleteOne => {
                let store = self.writable()?.store();
                children::remove(store, &game)?;
                Ok(store.commit()?)
            }
            DatabaseTask::DeleteAll(doomed, reach) => {
                let store = self.writable()?.store();
                branch::delete(store, &game, reach, |entry| doomed.fits(entry))?;
                store.commit()?;
                // Yixin-Board does not ask for what is left by itself.
                self.query(DatabaseQuery::All, &game)
            }
        }
    }

    fn query(&mut self, query: DatabaseQuery, game: &Game) -> Result<(), Refusal> {
        let coords = self.coords;
        let is_about_moves = matches!(query, DatabaseQuery::All | DatabaseQuery::AllText);
        // Yixin-Board asks after every move: where no database is open nothing is known.
        let (mut known, mut entry) = (Vec::new(), None);
        if let Some(open) = &mut self.database {
            (_, entry) = children::entry(open.store(), game)?;
            if is_about_moves {
                known = children::children(open.store(), game)?;
            }
        }
        let entry = entry.as_ref();
        let mut lines = Vec::new();
        if is_about_moves {
            // Of the older boards, those that ask for the comment too draw all letters.
            let tags = match query {
                DatabaseQuery::All if self.is_older_board => TagLength::Two,
                _ => TagLength::Four,
            };
            lines.extend(yixin::children(&known, entry, game, coords, tags));
        }
        match query {
            DatabaseQuery::One => lines.push(yixin::record(entry, game.rule())),
            DatabaseQuery::Text | DatabaseQuery::AllText => lines.extend(yixin::comment(entry)),
            DatabaseQuery::All => {}
        }
        lines.into_iter().for_each(|line| self.say(Reply::Analysis(line)));
        Ok(())
    }

    fn edit(&mut self, edit: EntryEdit, points: &[Point], mut game: Game) -> Result<(), Refusal> {
        // What was no UTF-8 on the line of the manager is U+FFFD here, and would take the place of a whole text.
        if let EntryEdit::Comment(text) | EntryEdit::Label(_, text) = &edit
            && text.contains(char::REPLACEMENT_CHARACTER)
        {
            return Err(StoreError("the text is not UTF-8".to_string()).into());
        }
        match edit {
            EntryEdit::Record(change) => {
                self.edit_entry(&game, change)?;
                // Of the edits this alone is acknowledged: programs wait for it before they edit another position.
                self.query(DatabaseQuery::One, &game)
            }
            EntryEdit::Comment(text) => {
                self.edit_entry(&game, EntryChange { comment: Some(text), ..EntryChange::default() })
            }
            EntryEdit::Label(coordinate, text) => {
                let size = game.size();
                let at = self.coords.point(coordinate, size).ok_or(Refusal::OffBoard { coordinate, size })?;
                self.edit_entry(&game, EntryChange { texts: vec![(at, text)], ..EntryChange::default() })
            }
            EntryEdit::Best(is_best) => {
                self.writable()?;
                let last = points.last().copied().ok_or(Refusal::NoStone)?;
                game.undo();
                self.edit_entry(&game, EntryChange { best: Some(is_best.then_some(last)), ..EntryChange::default() })
            }
        }
    }

    /// Changes what is known of a position. What a person holds decided may be taken back, so that nothing follows from it
    /// for the positions before until `YXDBFIX`.
    fn edit_entry(&mut self, game: &Game, change: EntryChange) -> Result<(), Refusal> {
        let store = self.writable()?.store();
        change.write(store, game)?;
        Ok(store.commit()?)
    }

    /// Obeys a word that names a file.
    pub(super) fn database_file(&mut self, task: FileTask, name: &str) -> Result<(), Refusal> {
        let name = name.trim_matches(|c: char| c.is_whitespace() || c == '"');
        let rule = self.rules().kind;
        match task {
            FileTask::Open => {
                let databases = self.settings.databases.clone().ok_or(Refusal::NoDatabase)?;
                // The same file may be opened again, and is read as it was written last.
                if let Some(unsaved) = self.save_changes() {
                    return Err(Refusal::Unsaved(unsaved));
                }
                let is_readonly = self.preferences.database_is_readonly();
                let access = if is_readonly { DatabaseAccess::Read } else { DatabaseAccess::Change };
                let Opened { content: database, left_out } =
                    databases.open(name, rule, access, self.preferences.store_bytes())?;
                let requests_before = self.requests;
                self.database = Some(OpenDatabase { name: name.to_string(), database, requests_before, found: None });
                // An older board would take them for what is known of a point that they do not name.
                if !self.is_older_board {
                    self.say(Reply::Analysis(format!("MESSAGE DATABASE LOAD START {name}")));
                    self.say(Reply::Analysis("MESSAGE DATABASE LOAD DONE".to_string()));
                }
                self.tell_left_out(name, left_out);
            }
            FileTask::Import(form) => {
                let transfer = self.writable()?.import(name, form, rule)?;
                self.tell_transfer("taken in from", name, transfer);
            }
            FileTask::Export(form, reach) => {
                let game = self.game.clone();
                let part = match (reach, &game) {
                    (ExportReach::Branch, Some(game)) => ExportPart::Branch(game),
                    (ExportReach::Kind, Some(game)) => ExportPart::Kind(rule, game.size()),
                    // Before a game has begun there is no part.
                    (ExportReach::All, _) | (_, None) => ExportPart::All,
                };
                let transfer = self.opened()?.export(name, form, part)?;
                self.tell_transfer("written to", name, transfer);
            }
        }
        Ok(())
    }

    /// Saves what has changed in the database that is open, before it is closed: what was edited must not be lost because
    /// nobody thought of saving it. Where that goes wrong, and a person may still save it, this is its name.
    pub(super) fn save_changes(&mut self) -> Option<String> {
        let open = self.database.as_ref().filter(|open| open.is_changed())?;
        let (name, is_written) = (open.name.clone(), open.database.is_written());
        // Whoever wants no changes in it hears of that alone.
        let is_overtaken = is_written && !self.preferences.database_is_readonly() && open.database.is_overtaken();
        let saved = if is_overtaken {
            Err(StoreError("another program has changed it meanwhile".to_string()).into())
        } else {
            self.save()
        };
        match saved {
            Ok(left_out) => {
                // After END nothing is said but what would be lost.
                if !self.over {
                    self.message(format!("file {name}: saved"));
                }
                self.tell_left_out(&name, left_out);
                None
            }
            Err(refusal) => {
                self.message(format!("file {name}: not saved: {refusal}"));
                // Whoever wants no changes in it wants these to be given up.
                (is_written && refusal != Refusal::ReadOnly).then_some(name)
            }
        }
    }

    /// Writes the file of the database. What was changed while that was allowed stays out of one that is not to be changed,
    /// and where nothing was changed such a one is left as it is.
    fn save(&mut self) -> Result<Vec<String>, Refusal> {
        if !self.opened()?.is_changed() && self.preferences.database_is_readonly() {
            return Ok(Vec::new());
        }
        Ok(self.writable()?.save()?)
    }

    fn tell_transfer(&mut self, done: &str, name: &str, transfer: Transfer) {
        self.message(format!("{} positions {done} {name}", transfer.positions));
        self.tell_left_out(name, transfer.left_out);
    }

    fn tell_left_out(&mut self, name: &str, left_out: Vec<String>) {
        told_left_out(name, left_out).for_each(|text| self.message(text));
    }

    /// Obeys a word that stands alone.
    fn database_act(&mut self, act: DatabaseAct) -> Result<(), Refusal> {
        match act {
            DatabaseAct::Save => {
                let name = self.database.as_ref().ok_or(Refusal::NoDatabase)?.name.clone();
                self.say(Reply::Analysis(format!("MESSAGE DATABASE SAVE START {name}")));
                let saved = self.save();
                // Yixin-Board shows a window until it hears this, whatever came of it.
                self.say(Reply::Analysis("MESSAGE DATABASE SAVE DONE".to_string()));
                let left_out = saved?;
                self.tell_left_out(&name, left_out);
            }
            DatabaseAct::Fix => {
                let database = self.writable()?;
                let decided = decided(database)?;
                let changed = carry_all_up(database.store(), &decided)?;
                database.store().commit()?;
                let (decided, changed) = (decided.len(), changed.len());
                self.message(format!("wins and losses: {decided}; positions before them that they decide: {changed}"));
            }
            DatabaseAct::Check => {
                let database = self.opened()?;
                let (mut count, mut faults) = (0u64, 0u64);
                database.store().visit(None, &mut |_, entry| {
                    count += 1;
                    faults += u64::from(entry.contradicts_itself());
                    ControlFlow::Continue(())
                })?;
                self.message(format!("the database holds {count} positions; {faults} of them contradict themselves"));
            }
        }
        Ok(())
    }

    fn opened(&mut self) -> Result<&mut dyn Database, Refusal> {
        match &mut self.database {
            Some(open) => Ok(&mut *open.database),
            None => Err(Refusal::NoDatabase),
        }
    }

    /// The database, when it may be changed.
    fn writable(&mut self) -> Result<&mut dyn Database, Refusal> {
        let is_readonly = self.preferences.database_is_readonly();
        let database = self.opened()?;
        if is_readonly {
            return Err(Refusal::ReadOnly);
        }
        database.allow_changes()?;
        Ok(database)
    }
}

/// What is told of what a file cannot hold. Yixin-Board takes every message that begins with "database" for one of its own, and
/// so may the name of a file.
pub(super) fn told_left_out(name: &str, left_out: Vec<String>) -> impl Iterator<Item = String> {
    left_out.into_iter().map(move |what| format!("file {name}: {what}"))
}

/// The positions whose outcome is known: something says it, or the board shows a five.
fn decided(database: &mut dyn Database) -> Result<Vec<PositionKey>, Refusal> {
    let mut decided = Vec::new();
    database.store().visit(None, &mut |key, entry| {
        if entry.outcome().is_some() || entry.with_result(key).outcome().is_some() {
            decided.push(key.clone());
        }
        ControlFlow::Continue(())
    })?;
    Ok(decided)
}
