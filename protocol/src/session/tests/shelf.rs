//! Databases and books in memory, for conversations about them, which note what was done to their files.

use std::sync::Arc;

use parking_lot::Mutex;
use tengen_engine::Game;
use tengen_engine::database::{MemoryStore, PositionEntry, Store, StoreError, branch};
use tengen_engine::position_key::PositionKey;
use tengen_engine::rule::RuleKind;

use super::*;
use crate::database::{Database, DatabaseAccess, Databases, ExportPart, FileForm, Opened, Transfer};

/// Databases that are kept by a name each, and files of which is only noted what was done to them.
#[derive(Clone, Default)]
pub(super) struct Shelf(pub(super) Arc<Mutex<Vec<String>>>);

impl std::fmt::Debug for Shelf {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Shelf")
    }
}

struct Shelved {
    name: String,
    store: MemoryStore,
    /// How many positions it held when it was saved last.
    saved: u64,
    notes: Arc<Mutex<Vec<String>>>,
}

impl Databases for Shelf {
    fn open(
        &self,
        name: &str,
        rule: RuleKind,
        access: DatabaseAccess,
        most_bytes: usize,
    ) -> Result<Opened<Box<dyn Database>>, StoreError> {
        let verb = if access == DatabaseAccess::Read { "read" } else { "open" };
        self.0.lock().push(format!("{verb} {name} {rule}"));
        match name {
            "missing.db" => Err(StoreError("cannot read missing.db".to_string())),
            _ => {
                let (store, notes) = (MemoryStore::within(most_bytes), Arc::clone(&self.0));
                let database = Shelved { name: name.to_string(), store, saved: 0, notes };
                Ok(Opened { content: Box::new(database), left_out: left_out(name) })
            }
        }
    }

    fn book(&self, name: &str, rule: RuleKind, most_bytes: usize) -> Result<Opened<Box<dyn Store + Send>>, StoreError> {
        self.0.lock().push(format!("book {name} {rule}"));
        let lines: &[&[(usize, usize)]] = match name {
            "two moves.lib" | "two odd moves.lib" => &[&[(7, 7), (8, 8)]],
            "freestyle only.lib" if rule == RuleKind::Freestyle => &[&[(7, 7)]],
            "two beginnings.lib" => &[&[(7, 7)], &[(6, 7)]],
            "open three.lib" => &[&[(6, 7), (0, 0), (7, 7), (0, 2), (8, 7), (0, 4), (9, 7)]],
            _ => return Err(StoreError(format!("cannot read {name}"))),
        };
        let mut store = MemoryStore::within(most_bytes);
        let entry = PositionEntry { count: 1, ..PositionEntry::default() };
        for line in lines {
            let mut game = Game::new(rule, tengen_engine::BoardSize::square(15).unwrap());
            for &(x, y) in *line {
                game.place(game.to_move(), Point::new(x, y)).unwrap();
                store.put(&PositionKey::of(&game).unwrap().0, &entry)?;
            }
        }
        Ok(Opened { content: Box::new(store), left_out: left_out(name) })
    }
}

impl Database for Shelved {
    fn store(&mut self) -> &mut dyn Store {
        if self.name == "noted.db" {
            self.notes.lock().push("store".to_string());
        }
        &mut self.store
    }

    fn is_changed(&self) -> bool {
        self.store.len() != Ok(self.saved)
    }

    fn is_overtaken(&self) -> bool {
        self.name == "shared.db"
    }

    fn is_written(&self) -> bool {
        self.name != "record.sgf"
    }

    fn save(&mut self) -> Result<Vec<String>, StoreError> {
        if ["locked.db", "record.sgf"].contains(&self.name.as_str()) {
            return Err(StoreError("cannot write it".to_string()));
        }
        self.saved = self.store.len()?;
        self.notes.lock().push(format!("saved {}", self.store.len()?));
        Ok(Vec::new())
    }

    fn import(&mut self, name: &str, form: FileForm, rule: RuleKind) -> Result<Transfer, StoreError> {
        self.notes.lock().push(format!("import {form:?} {name} {rule}"));
        if name.contains("damaged") {
            return Err(StoreError(format!("{name}: byte 7: what is there")));
        }
        Ok(Transfer { positions: 3, left_out: left_out(name) })
    }

    fn export(&mut self, name: &str, form: FileForm, part: ExportPart<'_>) -> Result<Transfer, StoreError> {
        let (of, positions) = match part {
            ExportPart::All => ("all".to_string(), self.store.len()?),
            ExportPart::Kind(rule, size) => (format!("{rule} {size}"), self.store.len()?),
            ExportPart::Branch(game) => {
                let copied = branch::copy(&self.store, game, &mut MemoryStore::default());
                let positions = copied.map_err(|error| StoreError(error.to_string()))?;
                (game.to_text(Default::default()), positions)
            }
        };
        self.notes.lock().push(format!("export {form:?} {name} {of}"));
        Ok(Transfer { positions, left_out: Vec::new() })
    }
}

/// What is left out of a file of this name.
fn left_out(name: &str) -> Vec<String> {
    if name.contains("odd") { vec!["left out: 1 label".to_string()] } else { Vec::new() }
}

/// A conversation with somebody who has databases, before a game was started.
pub(super) fn unstarted() -> (Talk, Shelf) {
    let shelf = Shelf::default();
    let databases: Arc<dyn Databases> = Arc::new(shelf.clone());
    (Talk::with(Settings { databases: Some(databases), ..Settings::default() }), shelf)
}

/// A conversation with somebody who has databases.
pub(super) fn talk() -> (Talk, Shelf) {
    let (mut talk, shelf) = unstarted();
    talk.check("START 15/INFO timeout_turn 1000", "OK");
    (talk, shelf)
}

/// A conversation with an open database.
pub(super) fn opened() -> (Talk, Shelf) {
    let (mut talk, shelf) = talk();
    talk.check("yxsetdatabase/my games.db", "MESSAGE DATABASE LOAD START my games.db | MESSAGE DATABASE LOAD DONE");
    (talk, shelf)
}

/// Edits what the open database knows of a position by `mask label value depth`, which is told then.
#[track_caller]
pub(super) fn edit(talk: &mut Talk, record: &str, moves: &str) {
    let lines = format!("yxedittvddatabase {record}/{moves}/done");
    let told: String = lines.split('/').map(|line| talk.say(line)).collect();
    assert!(told.starts_with("MESSAGE DATABASE ONE "), "{told:?} after {lines}");
}
