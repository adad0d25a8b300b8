//! Conversations about the database: every word of Yixin-Board's, and what may go wrong with it.

use tengen_engine::Game;
use tengen_engine::database::{PositionEntry, PositionLabel, ValueBound};
use tengen_engine::position_key::PositionKey;
use tengen_engine::rule::RuleKind;

use super::shelf::{edit, opened, talk};
use super::*;
use crate::session::database::LONGEST_TEXT;

/// Changes what the open database knows of the position after a first stone in the middle, whatever words allow.
fn know_first(talk: &mut Talk, change: impl FnOnce(&mut PositionEntry)) {
    let mut game = Game::new(RuleKind::Freestyle, tengen_engine::BoardSize::square(15).unwrap());
    game.place(game.to_move(), Point::new(7, 7)).unwrap();
    let store = talk.session.database.as_mut().unwrap().store();
    tengen_engine::database::children::edit(store, &game, change).unwrap();
}

const NOTHING: &str = "MESSAGE DATABASE REFRESH | MESSAGE DATABASE DONE";
/// A value of a position, and what is told of it then.
const EDIT: &str = "yxedittvddatabase 2 0 9 1/7,7/done";
const EDITED: &str = "MESSAGE DATABASE ONE -1 9 0 3 49%";

#[test]
fn records_are_edited_and_asked_for() {
    let (mut talk, _) = opened();
    talk.check("yxquerydatabaseall/done", NOTHING);
    talk.check("yxquerydatabaseone/7,7/done", "MESSAGE DATABASE ONE 0 0 0 0");
    // The label alone, then value and depth. What is known then is told, as where it is asked for.
    for (edit, told) in [
        ("1 33 99 99", "MESSAGE DATABASE ONE 33 0 0 0 !"),
        ("6 0 -25 12", "MESSAGE DATABASE ONE 33 -25 12 3 !"),
        ("1 -1 0 0", "MESSAGE DATABASE ONE -1 -25 12 3 52%"),
    ] {
        talk.check(&format!("YXEDITTVDDATABASE {edit}/7,7/DONE"), told);
        talk.check("YXQUERYDATABASEONE 7,7 DONE", told);
    }
    // A mirrored position is the same.
    let won = "MESSAGE DATABASE ONE 119 -29988 0 3 W13";
    talk.check("yxedittvddatabase 3 119 -29988 0/7,7/8,8/done", won);
    talk.check("yxquerydatabaseone/7,7/6,6/done", won);
    talk.check(
        "yxquerydatabaseall/7,7/done",
        "MESSAGE DATABASE REFRESH | MESSAGE DATABASE 6 6 5714227 -29988 0 3 0 | MESSAGE DATABASE 8 6 5714227 -29988 0 3 0 | \
         MESSAGE DATABASE 6 8 5714227 -29988 0 3 0 | MESSAGE DATABASE 8 8 5714227 -29988 0 3 0 | MESSAGE DATABASE DONE",
    );
    // What is set by hand may be taken back, and so it decides the position before it only when that is asked for.
    for record in ["3 119 -29988 0", "3 -1 0 0"] {
        edit(&mut talk, record, "7,7/7,8");
    }
    talk.check("yxquerydatabaseone/7,7/done", "MESSAGE DATABASE ONE -1 -25 12 3 52%");
    talk.check(
        "yxdbfix/yxquerydatabaseone/7,7/done",
        "MESSAGE wins and losses: 1; positions before them that they decide: 1 | \
         MESSAGE DATABASE ONE 108 29987 12 3 L14",
    );
}

#[test]
fn older_boards_are_told_what_they_read() {
    let (mut talk, _) = opened();
    edit(&mut talk, "3 119 -29988 0", "7,7");
    let told = |tag: i64| {
        format!("MESSAGE DATABASE REFRESH | MESSAGE DATABASE 7 7 {tag} -29988 0 3 0 | MESSAGE DATABASE DONE")
    };
    let [size, both] = ["START 15", "START 15 15"].map(|start| format!("{start}/yxquerydatabaseall/done"));
    talk.check(&size, &format!("OK | {}", told(0x0057_3133)));
    talk.check(&both, &format!("OK | {}", told(0x572a)));
    // Those that ask for the comment too draw all letters.
    let with_comment = format!("OK | {} | MESSAGE DATABASE TEXT \"\"", told(0x0057_3133));
    talk.check("START 15 15/yxquerydatabaseallt/done", &with_comment);
    // That a file was opened they would take for what is known of a point.
    talk.check("yxsetdatabase/my games.db", "MESSAGE file my games.db: saved");
    let loaded = "MESSAGE DATABASE LOAD START my games.db | MESSAGE DATABASE LOAD DONE";
    talk.check("START 15/yxsetdatabase/my games.db", &format!("OK | {loaded}"));
}

#[test]
fn a_value_by_hand_is_exact_and_a_depth_alone_is_none() {
    let (mut talk, _) = opened();
    let mut check = |edit: &str, expected: &str| {
        talk.check(&format!("yxedittvddatabase {edit}/7,7/done"), expected);
    };
    check("4 0 0 7", "MESSAGE DATABASE ONE -1 0 7 0");
    check("2 0 55 0", "MESSAGE DATABASE ONE -1 55 7 3 45%");
    // As a file of another program may have it.
    know_first(&mut talk, |entry| entry.bound = ValueBound::Lower);
    talk.check("yxedittvddatabase 2 0 60 0/7,7/done", "MESSAGE DATABASE ONE -1 60 7 3 44%");
    // A greater one would stand for ever, and without its bit it is of no matter.
    let mut check = |edit: &str, expected: &str| {
        talk.check(&format!("yxedittvddatabase {edit}/7,7/done"), expected);
    };
    for value in ["30000", "-30000", "99999999999999999999"] {
        check(&format!("2 -1 {value} 0"), "ERROR expected a value from -29999 to 29999");
    }
    check("4 -1 30000 9", "MESSAGE DATABASE ONE -1 60 9 3 44%");
    check("3 108 29999 0", "MESSAGE DATABASE ONE 108 29999 9 3 L2");
}

#[test]
fn comments_and_texts_on_the_board_are_kept() {
    let (mut talk, _) = opened();
    talk.check("yxedittextdatabase \"a \\\"b\\\" \\\\/START 15/  end\"/7,7/done", "");
    talk.check("yxquerydatabasetext/7,7/done", "MESSAGE DATABASE TEXT \"a \\\"b\\\" \\\\ | START 15 |   end\"");
    talk.check("yxeditlabeldatabase 7,8 good move/7,7/done", "");
    // What a board sends in a code page takes the place of nothing.
    for edit in ["yxedittextdatabase \"b\u{fffd}\"", "yxeditlabeldatabase 7,8 b\u{fffd}"] {
        talk.check(&format!("{edit}/7,7/done"), "ERROR the text is not UTF-8");
    }
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
    talk.check(&format!("YXEDITTEXTDATABASE \"{}\"7,7/done", "\\\"".repeat(LONGEST_TEXT)), "");
}

#[test]
fn texts_on_points_are_cut_between_letters() {
    let (mut talk, _) = opened();
    // Yixin-Board reads six bytes.
    for (text, told) in [("ääää", "äää"), ("1ääää", "1ää"), ("€uros", "€uro")] {
        talk.check(
            &format!("yxeditlabeldatabase 7,7 {text}/done/yxquerydatabaseall/done"),
            &format!("MESSAGE DATABASE REFRESH | MESSAGE DATABASE 7 7 -1 0 0 0 0 {told} | MESSAGE DATABASE DONE"),
        );
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
    // Every line is kept too where a stopped search has not answered yet; where no text waits, END waits for nothing.
    talk.check("TURN 7,7/YXSTOP/yxedittextdatabase \"first/END/last\"/7,7/done", "<go move after h8> | <stop>");
    assert_eq!(talk.moves(6, 6), "6,6");
    talk.check("yxquerydatabasetext/7,7/done", "MESSAGE DATABASE TEXT \"first | END | last\"");
    talk.check("TURN 5,5/YXSTOP/yxedittextdatabase \"c\" done/END", "<go move after h8g9f10> | <stop>");
    assert_eq!(talk.moves(4, 4), "4,4 | <quit>");
    // Nor for a text that has waited.
    let (mut talk, _) = opened();
    talk.check("TURN 7,7/YXSTOP/yxedittextdatabase \"d\" done", "<go move after h8> | <stop>");
    assert_eq!(talk.moves(6, 6), "6,6");
    talk.check("TURN 5,5/YXSTOP/END", "<go move after h8g9f10> | <stop> | <quit>");
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
            edit(&mut talk, &format!("3 {label} {value} 1"), moves);
        }
        let mut ask = |word: &str| [word, "7,7", "done"].map(|line| talk.say(line)).concat();
        // What is left beside the position is told.
        let [told, known] = [word, "yxquerydatabaseall"].map(&mut ask);
        assert_eq!(told, if word == "yxdeletedatabaseone" { "" } else { &known }, "{word}");
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
    talk.check(EDIT, EDITED);
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
    edit(&mut talk, "3 108 -29990 1", "7,7/1,1");
    talk.check("yxdbcheck", "MESSAGE the database holds 2 positions; 1 of them contradict themselves");
    talk.check("yxdbfix", "MESSAGE wins and losses: 1; positions before them that they decide: 1");
    // As other programs write it: a lost position, and nothing of it carried up.
    let mut game = Game::new(RuleKind::Freestyle, tengen_engine::BoardSize::square(15).unwrap());
    for (x, y, value) in [(1, 1, 0), (3, 3, 0), (5, 4, -29_995)] {
        game.place(game.to_move(), Point::new(x, y)).unwrap();
        let label = if value == 0 { PositionLabel::NONE } else { PositionLabel::WIN };
        let entry = PositionEntry { label, value, bound: ValueBound::Exact, ..PositionEntry::default() };
        let store = talk.session.database.as_mut().unwrap().store();
        store.put(&PositionKey::of(&game).unwrap().0, &entry).unwrap();
    }
    talk.check("yxdbfix", "MESSAGE wins and losses: 3; positions before them that they decide: 1");
}

#[test]
fn what_has_changed_is_saved_before_a_database_is_closed() {
    let (mut talk, shelf) = opened();
    let loaded = "MESSAGE DATABASE LOAD START locked.db | MESSAGE DATABASE LOAD DONE";
    // Nothing has changed, and then one position.
    talk.check("yxsetdatabase/missing.db", "ERROR cannot read missing.db");
    talk.check(
        &format!("{EDIT}/yxsetdatabase/missing.db"),
        &format!("{EDITED} | MESSAGE file my games.db: saved | ERROR cannot read missing.db"),
    );
    talk.check(
        "yxedittvddatabase 2 0 9 1/0,0/done/yxsetdatabase/locked.db",
        &format!("{EDITED} | MESSAGE file my games.db: saved | {loaded}"),
    );
    assert_eq!(shelf.0.lock().iter().filter(|note| note.starts_with("saved")).count(), 2);
    // What cannot be saved keeps its database open.
    let stays = |name: &str, why: &str| {
        let refusal = format!("{name} stays open, for what was changed in it is not saved");
        let ways = "YXSAVEDATABASE saves it, INFO database_readonly 1 gives the changes up";
        format!("MESSAGE file {name}: not saved: {why} | ERROR {refusal}: {ways}")
    };
    let locked = stays("locked.db", "cannot write it");
    talk.check(&format!("{EDIT}/yxsetdatabase/my games.db"), &format!("{EDITED} | {locked}"));
    talk.check("END", "<quit> | MESSAGE file locked.db: not saved: cannot write it");
    let (mut talk, _) = opened();
    talk.check("END", "<quit>");
    // What is saved at the end is not told.
    let (mut talk, shelf) = opened();
    talk.check(&format!("{EDIT}/END"), &format!("{EDITED} | <quit>"));
    let (mut talk, other) = opened();
    talk.check(EDIT, EDITED);
    let actions = talk.session.end_of_input(talk.now);
    assert_eq!(talk.note(actions), "<quit>");
    for shelf in [shelf, other] {
        assert_eq!(shelf.0.lock().iter().filter(|note| note.starts_with("saved")).count(), 1);
    }
    // A record could never be saved, and keeps nobody from opening another.
    let (mut talk, _) = opened();
    let loaded = |name: &str| format!("MESSAGE DATABASE LOAD START {name} | MESSAGE DATABASE LOAD DONE");
    talk.check("yxsetdatabase/record.sgf", &loaded("record.sgf"));
    talk.check(
        &format!("{EDIT}/yxsetdatabase/shared.db"),
        &format!("{EDITED} | MESSAGE file record.sgf: not saved: cannot write it | {}", loaded("shared.db")),
    );
    // What another program wrote is replaced only where somebody says so.
    let overtaken = stays("shared.db", "another program has changed it meanwhile");
    talk.check(&format!("{EDIT}/yxsetdatabase/my games.db"), &format!("{EDITED} | {overtaken}"));
    let refusal = "the database is not to be changed (INFO database_readonly 1)";
    talk.check(
        "INFO database_readonly 1/yxsetdatabase/shared.db",
        &format!("MESSAGE file shared.db: not saved: {refusal} | {}", loaded("shared.db")),
    );
    talk.check(&format!("INFO database_readonly 0/{EDIT}"), EDITED);
    talk.check("yxsavedatabase", "MESSAGE DATABASE SAVE START shared.db | MESSAGE DATABASE SAVE DONE");
    talk.check("yxsetdatabase/my games.db", &loaded("my games.db"));
    // What was changed before that was forbidden stays out of the file.
    let (mut talk, shelf) = opened();
    talk.check(
        &format!("{EDIT}/INFO database_readonly 1/yxsavedatabase"),
        &format!("{EDITED} | MESSAGE DATABASE SAVE START my games.db | MESSAGE DATABASE SAVE DONE | ERROR {refusal}"),
    );
    talk.check("END", &format!("<quit> | MESSAGE file my games.db: not saved: {refusal}"));
    assert_eq!(shelf.0.lock().join("; "), "open my games.db freestyle");
}

#[test]
fn a_database_that_is_only_read_and_has_not_changed_is_not_written() {
    let (mut talk, shelf) = opened();
    let saved = "MESSAGE DATABASE SAVE START my games.db | MESSAGE DATABASE SAVE DONE";
    talk.check("INFO database_readonly 1/yxsavedatabase", saved);
    assert_eq!(shelf.0.lock().join("; "), "open my games.db freestyle");
    talk.check("INFO database_readonly 0/yxsavedatabase", saved);
    assert_eq!(shelf.0.lock().join("; "), "open my games.db freestyle; saved 0");
    let loaded = "MESSAGE DATABASE LOAD START other.db | MESSAGE DATABASE LOAD DONE";
    talk.check("INFO database_readonly 1/yxsetdatabase/other.db", loaded);
    assert_eq!(shelf.0.lock().last().unwrap(), "read other.db freestyle");
}

#[test]
fn what_is_left_out_of_a_file_that_is_opened_is_told() {
    let (mut talk, _) = talk();
    talk.check(
        "yxsetdatabase/odd.db",
        "MESSAGE DATABASE LOAD START odd.db | MESSAGE DATABASE LOAD DONE | MESSAGE file odd.db: left out: 1 label",
    );
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
    talk.check("yxdbmerge/YXSTOP/FOO", "UNKNOWN command \"FOO\"");
    talk.check(
        "info database_readonly 1/yxedittvddatabase 1 119 0 0/7,7/done",
        "ERROR the database is not to be changed (INFO database_readonly 1)",
    );
    talk.check("yxquerydatabaseone/7,7/done", "MESSAGE DATABASE ONE 0 0 0 0");
}
