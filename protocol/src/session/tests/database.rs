//! Conversations about the database: every word of Yixin-Board's, and what may go wrong with it.

use std::sync::Arc;

use parking_lot::Mutex;
use tengen_engine::Game;
use tengen_engine::database::{MemoryStore, PositionEntry, PositionLabel, Store, StoreError, ValueBound, branch};
use tengen_engine::position_key::PositionKey;
use tengen_engine::rule::RuleKind;

use super::*;
use crate::database::{Database, Databases, ExportPart, FileForm, Transfer};
use crate::session::LONGEST_TEXT;

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
    fn open(&self, name: &str, rule: RuleKind) -> Result<Box<dyn Database>, StoreError> {
        self.0.lock().push(format!("open {name} {rule}"));
        match name {
            "missing.db" => Err(StoreError("cannot read missing.db".to_string())),
            _ => {
                let (store, notes) = (MemoryStore::default(), Arc::clone(&self.0));
                Ok(Box::new(Shelved { name: name.to_string(), store, saved: 0, notes }))
            }
        }
    }

    fn book(&self, name: &str, rule: RuleKind) -> Result<Box<dyn Store + Send>, StoreError> {
        self.0.lock().push(format!("book {name} {rule}"));
        let lines: &[&[(usize, usize)]] = match name {
            "two moves.lib" => &[&[(7, 7), (8, 8)]],
            "two beginnings.lib" => &[&[(7, 7)], &[(6, 7)]],
            "open three.lib" => &[&[(6, 7), (0, 0), (7, 7), (0, 2), (8, 7), (0, 4), (9, 7)]],
            _ => return Err(StoreError(format!("cannot read {name}"))),
        };
        let mut store = MemoryStore::default();
        let entry = PositionEntry { count: 1, ..PositionEntry::default() };
        for line in lines {
            let mut game = Game::new(rule, tengen_engine::BoardSize::square(15).unwrap());
            for &(x, y) in *line {
                game.place(game.to_move(), Point::new(x, y)).unwrap();
                store.put(&PositionKey::of(&game).unwrap().0, &entry)?;
            }
        }
        Ok(Box::new(store))
    }
}

impl Database for Shelved {
    fn store(&mut self) -> &mut dyn Store {
        &mut self.store
    }

    fn is_changed(&self) -> bool {
        self.store.len() != Ok(self.saved)
    }

    fn save(&mut self) -> Result<Vec<String>, StoreError> {
        if self.name == "locked.db" {
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
        let left_out = if name.contains("odd") { vec!["left out: 1 label".to_string()] } else { Vec::new() };
        Ok(Transfer { positions: 3, left_out })
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

/// A conversation with somebody who has databases.
pub(super) fn talk() -> (Talk, Shelf) {
    let shelf = Shelf::default();
    let databases: Arc<dyn Databases> = Arc::new(shelf.clone());
    let mut talk = Talk::with(Settings { databases: Some(databases), ..Settings::default() });
    talk.check("START 15/INFO timeout_turn 1000", "OK");
    (talk, shelf)
}

/// A conversation with an open database.
pub(super) fn opened() -> (Talk, Shelf) {
    let (mut talk, shelf) = talk();
    talk.check("yxsetdatabase/my games.db", "MESSAGE DATABASE LOAD START my games.db | MESSAGE DATABASE LOAD DONE");
    (talk, shelf)
}

/// Changes what the open database knows of the position after a first stone in the middle, whatever words allow.
fn know_first(talk: &mut Talk, change: impl FnOnce(&mut PositionEntry)) {
    let mut game = Game::new(RuleKind::Freestyle, tengen_engine::BoardSize::square(15).unwrap());
    game.place(game.to_move(), Point::new(7, 7)).unwrap();
    let store = talk.session.database.as_mut().unwrap().store();
    tengen_engine::database::children::edit(store, &game, change).unwrap();
}

const NOTHING: &str = "MESSAGE DATABASE REFRESH | MESSAGE DATABASE DONE";

#[test]
fn records_are_edited_and_asked_for() {
    let (mut talk, _) = opened();
    talk.check("yxquerydatabaseall/done", NOTHING);
    talk.check("yxquerydatabaseone/7,7/done", "MESSAGE DATABASE ONE 0 0 0 0");
    // The label alone, then value and depth.
    talk.check("yxedittvddatabase 1 33 99 99/7,7/done/yxquerydatabaseone/7,7/done", "MESSAGE DATABASE ONE 33 0 0 0 !");
    talk.check(
        "YXEDITTVDDATABASE 6 0 -25 12/7,7/DONE/YXQUERYDATABASEONE 7,7 DONE",
        "MESSAGE DATABASE ONE 33 -25 12 3 !",
    );
    talk.check(
        "yxedittvddatabase 1 -1 0 0/7,7/done/yxquerydatabaseone/7,7/done",
        "MESSAGE DATABASE ONE -1 -25 12 3 52%",
    );
    // A mirrored position is the same.
    talk.check(
        "yxedittvddatabase 3 119 -29988 0/7,7/8,8/done/yxquerydatabaseone/7,7/6,6/done",
        "MESSAGE DATABASE ONE 119 -29988 0 3 W13",
    );
    talk.check(
        "yxquerydatabaseall/7,7/done",
        "MESSAGE DATABASE REFRESH | MESSAGE DATABASE 6 6 5714227 -29988 0 3 0 | MESSAGE DATABASE 8 6 5714227 -29988 0 3 0 | \
         MESSAGE DATABASE 6 8 5714227 -29988 0 3 0 | MESSAGE DATABASE 8 8 5714227 -29988 0 3 0 | MESSAGE DATABASE DONE",
    );
    // What is set by hand may be taken back, and so it decides the position before it only when that is asked for.
    talk.check("yxedittvddatabase 3 119 -29988 0/7,7/7,8/done/yxedittvddatabase 3 -1 0 0/7,7/7,8/done", "");
    talk.check("yxquerydatabaseone/7,7/done", "MESSAGE DATABASE ONE -1 -25 12 3 52%");
    talk.check(
        "yxdbfix/yxquerydatabaseone/7,7/done",
        "MESSAGE 1 wins and losses decide 1 positions before them | MESSAGE DATABASE ONE 108 29987 12 3 L14",
    );
}

#[test]
fn a_value_by_hand_is_exact_and_a_depth_alone_is_none() {
    let (mut talk, _) = opened();
    let mut check = |edit: &str, expected: &str| {
        talk.check(&format!("yxedittvddatabase {edit}/7,7/done/yxquerydatabaseone/7,7/done"), expected);
    };
    check("4 0 0 7", "MESSAGE DATABASE ONE -1 0 7 0");
    check("2 0 55 0", "MESSAGE DATABASE ONE -1 55 7 3 45%");
    // As a file of another program may have it.
    know_first(&mut talk, |entry| entry.bound = ValueBound::Lower);
    talk.check("yxedittvddatabase 2 0 60 0/7,7/done/yxquerydatabaseone 7,7 done", "MESSAGE DATABASE ONE -1 60 7 3 44%");
}

#[test]
fn comments_and_texts_on_the_board_are_kept() {
    let (mut talk, _) = opened();
    talk.check("yxedittextdatabase \"a \\\"b\\\" \\\\/START 15/  end\"/7,7/done", "");
    talk.check("yxquerydatabasetext/7,7/done", "MESSAGE DATABASE TEXT \"a \\\"b\\\" \\\\ | START 15 |   end\"");
    talk.check("yxeditlabeldatabase 7,8 good move/7,7/done", "");
    talk.check(
        "yxquerydatabaseallt/7,7/done",
        "MESSAGE DATABASE REFRESH | MESSAGE DATABASE 6 7 -1 0 0 0 0 good_m | MESSAGE DATABASE 7 6 -1 0 0 0 0 good_m | \
         MESSAGE DATABASE 7 8 -1 0 0 0 0 good_m | MESSAGE DATABASE 8 7 -1 0 0 0 0 good_m | MESSAGE DATABASE DONE | \
         MESSAGE DATABASE TEXT \"a \\\"b\\\" \\\\ | START 15 |   end\"",
    );
    talk.check("yxeditlabeldatabase 7,8 /7,7/done/yxquerydatabaseall/7,7/done", NOTHING);
    // Nothing is written beneath a stone, and what files hold there is not told.
    talk.check("yxeditlabeldatabase 7,7 A/7,7/done", "ERROR the point is occupied");
    know_first(&mut talk, |entry| entry.set_board_text(Point::new(7, 7), "A"));
    talk.check("yxquerydatabaseall/7,7/done/yxeditlabeldatabase 7,7 /7,7/done", NOTHING);
    talk.check("yxedittextdatabase \"\"/7,7/done/yxquerydatabasetext/7,7/done", "MESSAGE DATABASE TEXT \"\"");
    for (length, answer) in [(60_000, ""), (60_001, "ERROR expected a shorter text")] {
        talk.check(&format!("yxedittextdatabase \"{}\"/7,7/done", "x".repeat(length)), answer);
    }
}

#[test]
fn every_line_of_a_comment_is_kept_and_the_moves_may_begin_behind_its_quote() {
    let (mut talk, _) = opened();
    talk.check("yxedittextdatabase \"/  /end//DONE/ x\"7,7/8,8/done", "");
    talk.check("yxquerydatabasetext/7,7/8,8/done", "MESSAGE DATABASE TEXT \" |    | end |  | DONE |  x\"");
    talk.check("yxedittextdatabase \"a\"done/yxquerydatabasetext/done", "MESSAGE DATABASE TEXT \"a\"");
    talk.check("yxedittextdatabase \"b\" 1,2 done/yxquerydatabasetext/1,2/done", "MESSAGE DATABASE TEXT \"b\"");
    // Lines of nothing make a comment longer too.
    let endless = format!("yxedittextdatabase \"{}", "/".repeat(LONGEST_TEXT + 1));
    talk.check(&format!("{endless}/done/FOO"), "ERROR expected a shorter text | UNKNOWN command \"FOO\"");
}

#[test]
fn the_best_move_is_set_and_cleared() {
    let (mut talk, _) = opened();
    talk.check("yxsetbestmovedatabase/7,7/done", "");
    let best = |talk: &mut Talk| {
        let game = Game::new(RuleKind::Freestyle, tengen_engine::BoardSize::square(15).unwrap());
        let database = talk.session.database.as_mut().unwrap();
        tengen_engine::database::children::entry(database.store(), &game).unwrap().1.and_then(|entry| entry.best)
    };
    assert_eq!(best(&mut talk), Some(Point::new(7, 7)));
    talk.check("yxclearbestmovedatabase/7,7/done", "");
    assert_eq!(best(&mut talk), None);
    talk.check("yxsetbestmovedatabase/done", "ERROR there is no stone to take back");
}

#[test]
fn positions_are_deleted_by_kind() {
    let check = |word: &str, left: u64| {
        let (mut talk, _) = opened();
        for (moves, label, value) in
            [("7,7", 0, 5), ("7,7/8,8", 119, -29988), ("7,7/8,7", 108, 0), ("7,7/8,8/1,2", 0, 9)]
        {
            talk.check(&format!("info database_readonly 0/yxedittvddatabase 3 {label} {value} 1/{moves}/done"), "");
        }
        talk.check(&format!("{word}/7,7/done"), "");
        let database = talk.session.database.as_mut().unwrap();
        assert_eq!(database.store().len(), Ok(left), "{word}");
    };
    check("yxdeletedatabaseone", 3);
    check("yxdeletedatabaseall", 1);
    check("yxdeletedatabaseall nonwl", 4);
    check("yxdeletedatabaseall nonwlrecursive", 3);
    check("yxdeletedatabaseall nonwldrecursive", 3);
    // With a position goes what follows it.
    check("yxdeletedatabaseall wl", 1);
    check("yxdeletedatabaseall wldrecursive", 1);
    check("yxdeletedatabaseall w", 2);
    check("yxdeletedatabaseall lrecursive", 3);
    check("yxdeletedatabaseall wlnostep", 3);
    check("yxdeletedatabaseall wlinstep 13", 2);
    check("yxdeletedatabaseall wlinsteprecursive 12", 4);
}

#[test]
fn files_are_opened_saved_taken_in_and_written() {
    let (mut talk, shelf) = opened();
    talk.check("yxedittvddatabase 2 0 9 1/7,7/done", "");
    talk.check("yxsavedatabase", "MESSAGE DATABASE SAVE START my games.db | MESSAGE DATABASE SAVE DONE");
    talk.check("yxdbmerge/other one.db", "MESSAGE 3 positions taken in from other one.db");
    talk.check("yxlibtodb \"C:\\my lib.lib\"", "MESSAGE 3 positions taken in from C:\\my lib.lib");
    talk.check("info rule 1/yxtxttodb/x.csv/info rule 0", "MESSAGE 3 positions taken in from x.csv");
    talk.check("yxboard/7,7,2/done/yxdbsplit/y.db", "MESSAGE 1 positions written to y.db");
    talk.check(
        "info rule 1/yxdbtotxt/y.csv/yxdbtotxtall/z.csv/info rule 0",
        "MESSAGE 1 positions written to y.csv | MESSAGE 1 positions written to z.csv",
    );
    talk.check(
        "yxdbtolib/y.lib/yxdbtopos/y.txt",
        "MESSAGE 1 positions written to y.lib | MESSAGE 1 positions written to y.txt",
    );
    assert_eq!(
        shelf.0.lock().join("; "),
        "open my games.db freestyle; saved 1; import Database other one.db freestyle; \
         import Library C:\\my lib.lib freestyle; import Table x.csv standard; export Database y.db h8; \
         export Table y.csv standard 15x15; export Table z.csv all; export Library y.lib all; export Moves y.txt all"
    );
    talk.check("yxdbcheck", "MESSAGE the database holds 1 positions; 0 of them contradict themselves");
    talk.check(
        "yxedittvddatabase 3 108 -29990 1/7,7/1,1/done/yxdbcheck",
        "MESSAGE the database holds 2 positions; 1 of them contradict themselves",
    );
    talk.check("yxdbfix", "MESSAGE 1 wins and losses decide 1 positions before them");
    // As other programs write it: a lost position, and nothing of it carried up.
    let mut game = Game::new(RuleKind::Freestyle, tengen_engine::BoardSize::square(15).unwrap());
    for (x, y, value) in [(1, 1, 0), (3, 3, 0), (5, 4, -29_995)] {
        game.place(game.to_move(), Point::new(x, y)).unwrap();
        let label = if value == 0 { PositionLabel::NONE } else { PositionLabel::WIN };
        let entry = PositionEntry { label, value, bound: ValueBound::Exact, ..PositionEntry::default() };
        let store = talk.session.database.as_mut().unwrap().store();
        store.put(&PositionKey::of(&game).unwrap().0, &entry).unwrap();
    }
    talk.check("yxdbfix", "MESSAGE 3 wins and losses decide 1 positions before them");
}

#[test]
fn what_has_changed_is_saved_before_a_database_is_closed() {
    let (mut talk, shelf) = opened();
    let loaded = "MESSAGE DATABASE LOAD START locked.db | MESSAGE DATABASE LOAD DONE";
    // Nothing has changed, and then one position.
    talk.check("yxsetdatabase/missing.db", "ERROR cannot read missing.db");
    talk.check(
        "yxedittvddatabase 2 0 9 1/7,7/done/yxsetdatabase/missing.db",
        "MESSAGE file my games.db: saved | ERROR cannot read missing.db",
    );
    talk.check(
        "yxedittvddatabase 2 0 9 1/0,0/done/yxsetdatabase/locked.db",
        &format!("MESSAGE file my games.db: saved | {loaded}"),
    );
    assert_eq!(shelf.0.lock().iter().filter(|note| note.starts_with("saved")).count(), 2);
    talk.check("yxedittvddatabase 2 0 9 1/7,7/done/END", "<quit>");
    let left = talk.session.keep_found();
    assert_eq!(talk.note(left), "MESSAGE file locked.db: not saved: cannot write it");
    let (mut talk, _) = opened();
    talk.check("END", "<quit>");
    assert!(talk.session.keep_found().is_empty());
}

#[test]
fn what_is_wrong_is_said_in_one_line_and_swallows_what_follows() {
    let (mut talk, _) = talk();
    // Nothing is open: Yixin-Board asks all the same after every move.
    talk.check("yxquerydatabaseall/7,7/done", NOTHING);
    talk.check("yxquerydatabaseallt/7,7/done", &format!("{NOTHING} | MESSAGE DATABASE TEXT \"\""));
    talk.check("yxquerydatabaseone/7,7/done", "MESSAGE DATABASE ONE 0 0 0 0");
    talk.check("yxquerydatabasetext/7,7/done", "MESSAGE DATABASE TEXT \"\"");
    let closed = "ERROR no database is open; send YXSETDATABASE and the name of a file first";
    for word in [
        "yxsavedatabase",
        "yxdbmerge/x.db",
        "yxdbsplit/x.db",
        "yxlibtodb/x.lib",
        "yxdbtolib/x.lib",
        "yxdbtotxt/x",
        "yxdbtotxtall/x",
        "yxtxttodb/x",
        "yxdbtopos/x",
        "yxdbcheck",
        "yxdbfix",
        "yxedittvddatabase 1 1 1 1/7,7/done",
        "yxedittextdatabase \"x\"/done",
        "yxeditlabeldatabase 1,1 x/done",
        "yxdeletedatabaseone/done",
        "yxdeletedatabaseall/done",
        "yxsetbestmovedatabase/1,1/done",
        "yxclearbestmovedatabase/1,1/done",
    ] {
        talk.check(word, closed);
    }
    talk.check("yxsetdatabase/missing.db", "ERROR cannot read missing.db");
    let (mut talk, _) = opened();
    let record = "ERROR expected YXEDITTVDDATABASE mask label value depth, such as YXEDITTVDDATABASE 1 119 0 0";
    talk.check("yxedittvddatabase 1 x 0 0/7,7/done/yxedittvddatabase/done", &format!("{record} | {record}"));
    let text = "ERROR expected YXEDITTEXTDATABASE and a text between quotes";
    talk.check("yxedittextdatabase x/7,7/done", text);
    // What ends on the same line has nothing behind it.
    for (line, error) in [("yxedittvddatabase 1 x 0 0 7,7 done", record), ("yxedittextdatabase x 7,7 done", text)] {
        talk.check(&format!("{line}/FOO"), &format!("{error} | UNKNOWN command \"FOO\""));
    }
    talk.check(
        "yxeditlabeldatabase x/7,7/done",
        "ERROR expected YXEDITLABELDATABASE y,x text, such as YXEDITLABELDATABASE 7,7 A",
    );
    talk.check("yxeditlabeldatabase 15,0 x/done", "ERROR 15, 0 is not on the board of 15x15");
    assert!(talk.say("yxdeletedatabaseall most").starts_with("ERROR expected YXDELETEDATABASEALL and one of nonwl,"));
    talk.check("7,7/done", "");
    talk.check("yxquerydatabaseone/7,7/7,7/done", "ERROR the list names 7, 7 twice; the position is unchanged");
    talk.check("yxquerydatabaseone/7,7,1/done", "ERROR expected x,y and not \"7,7,1\"; the position is unchanged");
    talk.check("yxquerydatabaseone/7,7/START 15", "ERROR DONE is missing; the position is unchanged | OK");
    talk.check("yxdbmerge/damaged.db", "ERROR damaged.db: byte 7: what is there");
    talk.check("yxdbmerge/odd.db", "MESSAGE 3 positions taken in from odd.db | MESSAGE file odd.db: left out: 1 label");
    // A call for the move is no name of a file.
    talk.check("INFO timeout_turn 1000/TURN 7,7/yxdbmerge/YXSTOP", "<go move after h8> | <stop>");
    assert_eq!(talk.moves(6, 6), "6,6");
    talk.check("START 15", "OK");
    talk.check(
        "info database_readonly 1/yxedittvddatabase 1 119 0 0/7,7/done",
        "ERROR the database is not to be changed (INFO database_readonly 1)",
    );
    talk.check("yxquerydatabaseone/7,7/done", "MESSAGE DATABASE ONE 0 0 0 0");
}
