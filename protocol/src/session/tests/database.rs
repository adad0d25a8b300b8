//! Conversations about the database: every word of Yixin-Board's, what may go wrong with it, and how a search uses what is
//! known.

use std::sync::Arc;

use parking_lot::Mutex;
use tengen_engine::Game;
use tengen_engine::database::{MemoryStore, PositionEntry, PositionLabel, Store, StoreError, ValueBound, branch};
use tengen_engine::position_key::PositionKey;

use super::*;
use crate::database::{Database, Databases, FileForm};

/// Databases that are kept by a name each, and files of which is only noted what was done to them.
#[derive(Clone, Default)]
struct Shelf(Arc<Mutex<Vec<String>>>);

impl std::fmt::Debug for Shelf {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Shelf")
    }
}

struct Shelved {
    store: MemoryStore,
    notes: Arc<Mutex<Vec<String>>>,
}

impl Databases for Shelf {
    fn open(&self, name: &str) -> Result<Box<dyn Database>, StoreError> {
        match name {
            "missing.db" => Err(StoreError("cannot read missing.db".to_string())),
            _ => Ok(Box::new(Shelved { store: MemoryStore::default(), notes: Arc::clone(&self.0) })),
        }
    }

    fn book(&self, name: &str) -> Result<Box<dyn Store + Send>, StoreError> {
        if name != "two moves.lib" {
            return Err(StoreError(format!("cannot read {name}")));
        }
        let mut store = MemoryStore::default();
        let mut game = Game::new(tengen_engine::RuleKind::Freestyle, tengen_engine::BoardSize::square(15).unwrap());
        for point in [Point::new(7, 7), Point::new(8, 8)] {
            game.place(game.to_move(), point).unwrap();
            store.put(&PositionKey::of(&game).unwrap().0, &PositionEntry { count: 1, ..PositionEntry::default() })?;
        }
        Ok(Box::new(store))
    }
}

impl Database for Shelved {
    fn store(&mut self) -> &mut dyn Store {
        &mut self.store
    }

    fn save(&mut self) -> Result<(), StoreError> {
        self.notes.lock().push(format!("saved {}", self.store.len()?));
        Ok(())
    }

    fn import(&mut self, name: &str, form: FileForm) -> Result<u64, StoreError> {
        self.notes.lock().push(format!("import {form:?} {name}"));
        if name.contains("damaged") { Err(StoreError(format!("{name}: byte 7: what is there"))) } else { Ok(3) }
    }

    fn export(&mut self, name: &str, form: FileForm, branch: Option<&Game>) -> Result<u64, StoreError> {
        self.notes.lock().push(format!(
            "export {form:?} {name} {}",
            branch.map_or("all".to_string(), |game| game.to_text(Default::default()))
        ));
        match branch {
            None => self.store.len(),
            Some(game) => branch::copy(&self.store, game, &mut MemoryStore::default())
                .map_err(|error| StoreError(error.to_string())),
        }
    }
}

fn talk() -> (Talk, Shelf) {
    let shelf = Shelf::default();
    let databases: Arc<dyn Databases> = Arc::new(shelf.clone());
    let mut talk = Talk::with(Settings { databases: Some(databases), ..Settings::default() });
    talk.check("START 15/INFO timeout_turn 1000", "OK");
    (talk, shelf)
}

/// A conversation with an open database.
fn opened() -> (Talk, Shelf) {
    let (mut talk, shelf) = talk();
    talk.check("yxsetdatabase/my games.db", "MESSAGE DATABASE LOAD START my games.db | MESSAGE DATABASE LOAD DONE");
    (talk, shelf)
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
    // The win was carried up: whoever moved to 7,7 has lost.
    talk.check("yxquerydatabaseone/7,7/done", "MESSAGE DATABASE ONE 108 29987 12 3 L14");
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
    talk.check("yxedittextdatabase \"\"/7,7/done/yxquerydatabasetext/7,7/done", "MESSAGE DATABASE TEXT \"\"");
    for (length, answer) in [(60_000, ""), (60_001, "ERROR expected a shorter text")] {
        talk.check(&format!("yxedittextdatabase \"{}\"/7,7/done", "x".repeat(length)), answer);
    }
}

#[test]
fn the_best_move_is_set_and_cleared() {
    let (mut talk, _) = opened();
    talk.check("yxsetbestmovedatabase/7,7/done", "");
    let best = |talk: &mut Talk| {
        let game = Game::new(tengen_engine::RuleKind::Freestyle, tengen_engine::BoardSize::square(15).unwrap());
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
    check("yxdeletedatabaseall wl", 2);
    check("yxdeletedatabaseall wldrecursive", 2);
    check("yxdeletedatabaseall w", 3);
    check("yxdeletedatabaseall lrecursive", 3);
    check("yxdeletedatabaseall wlnostep", 3);
    check("yxdeletedatabaseall wlinstep 12", 3);
    check("yxdeletedatabaseall wlinsteprecursive 11", 4);
}

#[test]
fn files_are_opened_saved_taken_in_and_written() {
    let (mut talk, shelf) = opened();
    talk.check("yxedittvddatabase 2 0 9 1/7,7/done", "");
    talk.check("yxsavedatabase", "MESSAGE DATABASE SAVE START my games.db | MESSAGE DATABASE SAVE DONE");
    talk.check("yxdbmerge/other one.db", "MESSAGE 3 positions taken in from other one.db");
    talk.check("yxlibtodb \"C:\\my lib.lib\"", "MESSAGE 3 positions taken in from C:\\my lib.lib");
    talk.check("yxtxttodb/x.csv", "MESSAGE 3 positions taken in from x.csv");
    talk.check("yxboard/7,7,2/done/yxdbsplit/y.db", "MESSAGE 1 positions written to y.db");
    talk.check(
        "yxdbtotxt/y.csv/yxdbtotxtall/z.csv",
        "MESSAGE 1 positions written to y.csv | MESSAGE 1 positions written to z.csv",
    );
    talk.check(
        "yxdbtolib/y.lib/yxdbtopos/y.txt",
        "MESSAGE 1 positions written to y.lib | MESSAGE 1 positions written to y.txt",
    );
    assert_eq!(
        shelf.0.lock().join("; "),
        "saved 1; import Database other one.db; import Library C:\\my lib.lib; import Table x.csv; export Database y.db h8; \
         export Table y.csv h8; export Table z.csv all; export Library y.lib all; export Moves y.txt all"
    );
    talk.check("yxdbcheck", "MESSAGE the database holds 1 positions; 0 of them contradict themselves");
    talk.check(
        "yxedittvddatabase 3 108 -29990 1/7,7/1,1/done/yxdbcheck",
        "MESSAGE the database holds 2 positions; 1 of them contradict themselves",
    );
    talk.check("yxdbfix", "MESSAGE 2 wins and losses decide 0 positions before them");
    // As other programs write it: a lost position, and nothing of it carried up.
    let mut game = Game::new(tengen_engine::RuleKind::Freestyle, tengen_engine::BoardSize::square(15).unwrap());
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
fn what_is_wrong_is_said_in_one_line_and_swallows_what_follows() {
    let (mut talk, _) = talk();
    // Nothing is open: Yixin-Board asks all the same after every move.
    talk.check("yxquerydatabaseallt/7,7/done", NOTHING);
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
    talk.check("yxedittextdatabase x/7,7/done", "ERROR expected YXEDITTEXTDATABASE and a text between quotes");
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

#[test]
fn a_search_uses_what_is_known_and_writes_what_it_finds() {
    let (mut talk, _) = opened();
    // Off: nothing is kept out and nothing is written.
    talk.check("yxedittvddatabase 1 120 0 0/7,7/8,8/done/TURN 7,7", "<go move after h8>");
    assert_eq!(talk.moves(6, 6), "6,6");
    talk.check(
        "START 15/INFO usedatabase 1/TURN 7,7",
        "OK | <go 1 lines without [g7 from top, i7 from top, g9 from top, i9 from top] after h8>",
    );
    assert_eq!(talk.info([1, 1], 9, Score::judged(31), &[(7, 8)]), "");
    assert!(talk.moves(7, 8).ends_with("7,8"));
    talk.check("yxquerydatabaseone/7,7/done", "MESSAGE DATABASE ONE -1 31 9 3 47%");
    talk.check("yxquerydatabaseone/7,7/7,8/done", "MESSAGE DATABASE ONE -1 -31 8 3 53%");
    talk.check("INFO database_readonly 1/TURN 0,0", "<go move after h8h7a15>");
    assert_eq!(talk.info([1, 1], 9, Score::judged(31), &[(7, 9)]), "");
    talk.moves(7, 9);
    talk.check("yxquerydatabaseone/7,7/7,8/0,0/done", "MESSAGE DATABASE ONE 0 0 0 0");
}

#[test]
fn a_search_is_told_what_is_known_of_what_is_likely_to_be_played() {
    let (mut talk, _) = opened();
    talk.check("INFO usedatabase 1", "");
    // No symmetry, so that every position is one child.
    let root = "7,7/10,8/3,4";
    let mut know =
        |moves: &str, value: i32| talk.check(&format!("yxedittvddatabase 6 0 {value} 9/{root}/{moves}/done"), "");
    // Thirteen moves, each worse for White by 7 points than the one before, the best of them 30 points; every one with an
    // answer that is worth 15 points.
    let child = |i: usize| format!("{i},12");
    for i in 0..13 {
        know(&child(i), 7 * i as i32 - 30);
        know(&format!("{}/0,0", child(i)), -15);
    }
    talk.check("YXBOARD/7,7,2/10,8,1/3,4,2/DONE/YXNBEST 1", "<go move after h8k7d11>");
    let known = |talk: &Talk| -> Vec<(String, i16)> {
        let known = &talk.request.as_ref().unwrap().known;
        let text = |game: &Game| game.to_text(Default::default())["h8k7d11".len()..].to_string();
        let mut all: Vec<_> = known.iter().map(|known| (text(&known.game), known.entry.value)).collect();
        all.sort();
        all
    };
    // Twelve positions are looked at: this one, and then as a ply costs 20 points the first seven moves and the answers to four
    // of them, of which nothing more is known.
    let letter = |i: usize| char::from(b'a' + i as u8);
    let mut expected: Vec<(String, i16)> = (0..13).map(|i| (format!("{}3", letter(i)), 7 * i as i16 - 30)).collect();
    expected.extend((0..7).map(|i| (format!("{}3a15", letter(i)), -15)));
    expected.sort();
    assert_eq!(known(&talk), expected);
    talk.check("YXSTOP", "<stop>");
    talk.moves(14, 14);
    // A game that is over has nothing to be searched.
    talk.check("START 15", "OK");
    let four = "0,0/0,1/1,0/2,5/2,0/7,3/3,0/9,9";
    for moves in ["4,0", "5,5"] {
        talk.check(&format!("yxedittvddatabase 6 0 1 9/{four}/{moves}/done"), "");
    }
    talk.check(
        "YXBOARD 0,0,1 0,1,2 1,0,1 2,5,2 2,0,1 7,3,2 3,0,1 9,9,2 DONE/YXNBEST 1",
        "<go move after a15a14b15c10c15h12d15j6>",
    );
    let known: Vec<_> = talk.request.as_ref().unwrap().known.iter().map(|known| known.game.moves()[8].point).collect();
    assert_eq!(known, [Point::new(5, 5)]);
}

#[test]
fn a_win_of_the_database_is_played_when_it_holds() {
    let (mut talk, _) = opened();
    talk.check("INFO usedatabase 1", "");
    // An open four is there to be made; the database knows of it.
    let moves = "6,7/0,0/7,7/0,2/8,7/0,4";
    talk.check(&format!("yxedittvddatabase 3 119 -29998 1/{moves}/9,7/done"), "");
    talk.check("BOARD/6,7,1/0,0,2/7,7,1/0,2,2/8,7,1/0,4,2/done", "MESSAGE win of the database, verified: f8 | 5,7");
    // Of a position that is only judged nothing is looked for, whatever there is to be found.
    talk.check("yxdeletedatabaseone/6,7/0,0/7,7/0,2/8,7/0,4/9,7/done", "");
    talk.check(&format!("yxedittvddatabase 6 0 -50 9/{moves}/9,7/done"), "");
    talk.check("BOARD/6,7,1/0,0,2/7,7,1/0,2,2/8,7,1/0,4,2/done", "<go move after g8a15h8a13i8a11>");
    assert_eq!(talk.moves(1, 1), "1,1");
    // Of a win that does not hold nothing is believed.
    talk.check("yxedittvddatabase 3 119 -29998 1/7,7/1,1/7,8/done", "");
    talk.check("BOARD/7,7,1/1,1,2/done", "<go move after h8b14>");
}

#[test]
fn blocked_moves_are_kept_out_unless_nothing_else_is_left() {
    let (mut talk, _) = opened();
    talk.check("START 5/INFO usedatabase 1", "OK");
    // No five anywhere, and three points are left in the last row.
    let mut stones = [Vec::new(), Vec::new()];
    (0..22).for_each(|i| stones[(i + i / 5 / 2) % 2].push(format!("{},{}", i % 5, i / 5)));
    let [black, white] = &stones;
    let moves: Vec<String> = std::iter::zip(black, white).map(|(black, white)| format!("{black}/{white}")).collect();
    let moves = moves.join("/");
    let colored = moves.split('/').zip([1, 2].iter().cycle()).map(|(point, color)| format!("{point},{color}"));
    let board = format!("BOARD/{}/done", colored.collect::<Vec<_>>().join("/"));
    for (blocked, kept_out) in [("2,4", "[c5 from top]"), ("4,4", "[c5 from top, e5 from top]"), ("3,4", "")] {
        talk.check(&format!("yxedittvddatabase 1 120 0 0/{moves}/{blocked}/done"), "");
        let asked: String = board.split('/').map(|line| talk.say(line)).collect();
        let expected =
            if kept_out.is_empty() { "<go move".to_string() } else { format!("<go 1 lines without {kept_out}") };
        assert!(asked.starts_with(&expected), "{blocked}: {asked}");
        talk.check("YXSTOP", "<stop>");
        talk.moves(3, 4);
    }
}

#[test]
fn a_book_is_played_without_a_search() {
    let (mut talk, _) = talk();
    talk.check("INFO book two moves.lib/BEGIN", "MESSAGE book: h8 | 7,7");
    talk.check("START 15", "OK");
    assert!(talk.say("TURN 7,7").starts_with("MESSAGE book: "));
    talk.check("TURN 0,5", "<go move after h8g9a10>");
    talk.check("INFO book/START 15/BEGIN", "<abandon> | OK | <go move after >");
    talk.check("YXSTOP", "<stop>");
    talk.moves(3, 3);
    talk.check("INFO book nothing.lib/START 15", "ERROR INFO book: cannot read nothing.lib");
}
