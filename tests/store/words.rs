//! The words about databases and books, said to the real program, with files.

use std::time::Duration;

use tengen_engine::database::yixin::LZ4_MAGIC;

use super::*;
use crate::brain::Brain;

/// A value of a position, and what is told of it then.
const EDIT: &str = "YXEDITTVDDATABASE 2 -1 20 0 / 7,7 / DONE";
const EDITED: &str = "MESSAGE DATABASE ONE -1 20 0 3 48%";

/// Says lines to the program and compares all that it answers to them.
#[track_caller]
fn check(folder: &Path, lines: &str, expected: &str) {
    let lines = lines.split(" / ").map(|line| format!("{line}\n")).collect::<String>();
    let said = talk(folder, &lines).lines().skip(1).collect::<Vec<_>>().join(" / ");
    assert_eq!(said, expected, "after {lines}");
}

#[test]
fn every_word_about_a_database_is_obeyed() {
    let folder = folder("words-all");
    fs::write(folder.join("other.sgf"), "(;GM[4]SZ[15]RU[renju];B[hh])").unwrap();
    tengen(&folder, "convert other.sgf other.db");
    let opened = "MESSAGE DATABASE LOAD START a.db / MESSAGE DATABASE LOAD DONE";
    check(
        &folder,
        "YXSETDATABASE / a.db / YXEDITTVDDATABASE 7 33 25 12 / 7,7 / done / \
         YXEDITTEXTDATABASE \"one / two\"7,7 / done / YXEDITLABELDATABASE 7,8 A / 7,7 / done / \
         YXQUERYDATABASEALLT / 7,7 / done / YXEDITTVDDATABASE 3 119 -29988 0 / 7,7 / 8,8 / done / \
         YXQUERYDATABASEONE 7,7 done / YXEDITTVDDATABASE 2 0 7 1 / 0,0 / done / YXSAVEDATABASE / \
         YXDBMERGE / other.db / YXDBTOTXT / kind.txt / YXDBTOTXTALL / all.txt / YXDBTOPOS / moves.txt / \
         YXBOARD / 7,7,2 / done / YXDBSPLIT / split.db / YXDBCHECK / YXDBFIX",
        &format!(
            "{opened} / MESSAGE DATABASE ONE 33 25 12 3 ! / \
             MESSAGE DATABASE REFRESH / MESSAGE DATABASE 6 7 -1 0 0 0 0 A / \
             MESSAGE DATABASE 7 6 -1 0 0 0 0 A / MESSAGE DATABASE 7 8 -1 0 0 0 0 A / \
             MESSAGE DATABASE 8 7 -1 0 0 0 0 A / MESSAGE DATABASE DONE / MESSAGE DATABASE TEXT \"one / two\" / \
             MESSAGE DATABASE ONE 119 -29988 0 3 W13 / MESSAGE DATABASE ONE 33 25 12 3 ! / \
             MESSAGE DATABASE ONE -1 7 0 3 49% / \
             MESSAGE DATABASE SAVE START a.db / MESSAGE DATABASE SAVE DONE / \
             MESSAGE 2 positions taken in from other.db / MESSAGE 3 positions written to kind.txt / \
             MESSAGE 5 positions written to all.txt / MESSAGE 5 positions written to moves.txt / \
             MESSAGE 2 positions written to split.db / \
             MESSAGE the database holds 5 positions; 0 of them contradict themselves / \
             MESSAGE wins and losses: 1; positions before them that they decide: 1"
        ),
    );
    assert_eq!((read(&folder.join("a.db")).len(), read(&folder.join("split.db")).len()), (5, 2));
    let lines = |name: &str| fs::read_to_string(folder.join(name)).unwrap().lines().map(str::to_string).collect();
    let [kind, all, moves]: [Vec<String>; 3] = ["kind.txt", "all.txt", "moves.txt"].map(lines);
    assert_eq!((kind.len(), all.len(), &kind[0]), (4, 6, &all[0]));
    assert_eq!(moves[..3], ["freestyle 15x15 a15", "freestyle 15x15 h8", "freestyle 15x15 h8g9"]);
    // What was saved is there again, unless it is deleted, and what is left beside the position is told.
    let beside = ["6 7", "7 6", "7 8", "8 7"].map(|at| format!("MESSAGE DATABASE {at} -1 0 0 0 0 A")).join(" / ");
    check(
        &folder,
        "YXSETDATABASE a.db / INFO database_readonly 1 / YXDELETEDATABASEONE 0,0 done / INFO database_readonly 0 / \
         YXDELETEDATABASEONE 0,0 done / YXDBCHECK / YXDELETEDATABASEALL w / 7,7 / done / YXDBCHECK",
        &format!(
            "{opened} / ERROR the database is not to be changed (INFO database_readonly 1) / \
             MESSAGE the database holds 4 positions; 0 of them contradict themselves / MESSAGE DATABASE REFRESH / {beside} / \
             MESSAGE DATABASE DONE / MESSAGE the database holds 3 positions; 0 of them contradict themselves"
        ),
    );
}

#[test]
fn no_export_takes_the_place_of_a_store_or_of_the_open_database() {
    let folder = folder("words-replace");
    let opened = |name: &str| format!("MESSAGE DATABASE LOAD START {name} / MESSAGE DATABASE LOAD DONE");
    let refused = "ERROR a.store is a store, and would be replaced by less";
    check(
        &folder,
        &format!(
            "YXSETDATABASE a.store / {EDIT} / YXDBTOTXTALL a.store / YXDBSPLIT a.store / \
             YXEDITTVDDATABASE 2 -1 33 0 / 3,3 / DONE"
        ),
        &format!("{} / {EDITED} / {refused} / {refused} / MESSAGE DATABASE ONE -1 33 0 3 47%", opened("a.store")),
    );
    assert!(succeed(&folder, "stats a.store").starts_with("2 positions"));
    check(
        &folder,
        &format!("YXSETDATABASE b.db / {EDIT} / YXSAVEDATABASE / YXDBTOTXT a.store / YXDBTOTXT ./b.db"),
        &format!(
            "{} / {EDITED} / MESSAGE DATABASE SAVE START b.db / MESSAGE DATABASE SAVE DONE / {refused} / \
             ERROR ./b.db is the database that is open, and would be replaced by less",
            opened("b.db")
        ),
    );
    assert_eq!(read(&folder.join("b.db")).len(), 1);
}

#[test]
fn an_export_takes_the_place_of_another_of_its_form_and_of_nothing_else() {
    let folder = folder("words-alike");
    fs::write(folder.join("notes"), "important notes").unwrap();
    let opened = |name: &str| format!("MESSAGE DATABASE LOAD START {name} / MESSAGE DATABASE LOAD DONE");
    let written = |name: &str| format!("MESSAGE 1 positions written to {name}");
    let refused = "ERROR notes exists already and holds something else: nothing is written";
    check(
        &folder,
        &format!(
            "YXSETDATABASE a.store / {EDIT} / YXDBTOTXTALL notes / YXDBTOPOS notes / \
             YXBOARD / 7,7,2 / done / YXDBSPLIT notes / YXDBTOTXTALL a.txt / YXDBTOTXTALL a.txt"
        ),
        &format!(
            "{} / {EDITED} / {refused} / {refused} / {refused} / {} / {}",
            opened("a.store"),
            written("a.txt"),
            written("a.txt")
        ),
    );
    check(
        &folder,
        "YXSETDATABASE b.db / YXDBTOTXTALL a.txt",
        &format!("{} / ERROR a.txt exists already, and no position would take its place", opened("b.db")),
    );
    assert_eq!(fs::read_to_string(folder.join("notes")).unwrap(), "important notes");
}

#[test]
fn one_store_is_database_and_book_and_may_be_named_again() {
    let folder = folder("words-again");
    let said = talk(
        &folder,
        "YXSETDATABASE a.store\nINFO book a.store\nINFO book a.store\nYXSETDATABASE a.store\n\
         YXEDITTVDDATABASE 2 -1 20 0\n7,7\nDONE\nINFO book a.store\nSTART 15\nBEGIN\n",
    );
    assert!(!said.contains("ERROR") && said.ends_with("MESSAGE book: h8\n7,7\n"), "{said}");
}

#[test]
fn what_was_edited_is_saved_at_the_end_but_not_over_a_record() {
    let folder = folder("words-save");
    let opened = |name: &str| format!("MESSAGE DATABASE LOAD START {name} / MESSAGE DATABASE LOAD DONE");
    check(&folder, &format!("YXSETDATABASE a.db / {EDIT}"), &format!("{} / {EDITED}", opened("a.db")));
    // It is there, and the same once more changes nothing.
    check(&folder, &format!("YXSETDATABASE a.db / {EDIT}"), &format!("{} / {EDITED}", opened("a.db")));
    // One that is opened in its place is read as it was written.
    let (value, told) = ("YXQUERYDATABASEONE 7,7 DONE", "MESSAGE DATABASE ONE -1 30 0 3 47%");
    check(
        &folder,
        &format!("YXSETDATABASE a.db / YXEDITTVDDATABASE 2 -1 30 0 / 7,7 / DONE / YXSETDATABASE a.db / {value}"),
        &format!("{0} / {told} / MESSAGE file a.db: saved / {0} / {told}", opened("a.db")),
    );
    let game = "(;GM[4]SZ[15]RU[freestyle];B[hh])";
    fs::write(folder.join("a.sgf"), game).unwrap();
    check(
        &folder,
        &format!("YXSETDATABASE a.sgf / {EDIT}"),
        &format!(
            "{} / {EDITED} / MESSAGE file a.sgf: not saved: a.sgf is no database: it is read and not written",
            opened("a.sgf")
        ),
    );
    assert_eq!(fs::read_to_string(folder.join("a.sgf")).unwrap(), game);
    // One that could not be read was not opened.
    fs::write(folder.join("cut.db"), &fs::read(folder.join("a.db")).unwrap()[..9]).unwrap();
    let said = talk(&folder, "YXSETDATABASE cut.db\nYXEDITTVDDATABASE 2 -1 20 0\n7,7\nDONE\n");
    assert!(said.matches("ERROR").count() == 2 && !said.contains("saved"), "{said}");
    assert_eq!(fs::metadata(folder.join("cut.db")).unwrap().len(), 9);
}

#[test]
fn a_table_may_have_any_name_and_best_moves_are_kept() {
    let folder = folder("words-table");
    fs::write(folder.join("a.sgf"), "(;GM[4]SZ[15]RU[freestyle];B[hh]C[one];W[ig])").unwrap();
    let opened = |name: &str| format!("MESSAGE DATABASE LOAD START {name} / MESSAGE DATABASE LOAD DONE");
    check(
        &folder,
        "YXSETDATABASE a.sgf / YXDBTOTXTALL x.txt",
        &format!("{} / MESSAGE 3 positions written to x.txt", opened("a.sgf")),
    );
    check(
        &folder,
        "YXSETDATABASE b.store / YXTXTTODB x.txt / YXQUERYDATABASETEXT 7,7 done / YXSETBESTMOVEDATABASE 7,7 done",
        &format!("{} / MESSAGE 3 positions taken in from x.txt / MESSAGE DATABASE TEXT \"one\"", opened("b.store")),
    );
    assert!(succeed(&folder, "query b.store").contains("best move: h8"));
    check(&folder, "YXSETDATABASE b.store / YXCLEARBESTMOVEDATABASE 7,7 done", &opened("b.store"));
    assert!(!succeed(&folder, "query b.store").contains("best move"));
}

#[test]
fn what_names_no_rule_is_of_that_of_the_manager() {
    let folder = folder("words-rule");
    fs::write(folder.join("a.sgf"), "(;GM[4]SZ[15];B[hh];W[ig];B[gf])").unwrap();
    tengen(&folder, "convert a.sgf a.lib");
    tengen(&folder, "convert a.sgf a.psq");
    for name in ["a.sgf", "a.lib", "a.psq"] {
        // The rule may be told after the book, and change.
        let games = [1, 0, 4].map(|rule| format!("INFO rule {rule}\nSTART 15\nBEGIN\n")).concat();
        let said = talk(&folder, &format!("INFO book {name}\n{games}"));
        assert_eq!(said.matches("MESSAGE book: h8").count(), 3, "{name}: {said}");
        for rule in [0, 1, 4] {
            let known = "YXQUERYDATABASEALL done";
            let lines = format!("YXSETDATABASE new.db\nYXLIBTODB {name}\n{known}\nYXSETDATABASE {name}\n{known}\n");
            let said = talk(&folder, &format!("INFO rule {rule}\n{lines}"));
            assert_eq!(said.matches("MESSAGE DATABASE 7 7 ").count(), 2, "{name} under {rule}: {said}");
        }
        let said = tengen(&folder, &format!("analyze --rule standard --depth 1 --book {name} h8"));
        assert!(said.contains("\nbook: "), "{name}: {said}");
    }
}

#[test]
fn a_five_decides_the_position_before_it() {
    let folder = folder("words-five");
    let game = "(;GM[4]SZ[15]RU[freestyle];B[hh];W[aa];B[hg];W[ba];B[hf];W[ca];B[he];W[da];B[hd])";
    fs::write(folder.join("a.sgf"), game).unwrap();
    tengen(&folder, "convert a.sgf a.db");
    check(
        &folder,
        "YXSETDATABASE a.db / YXDBFIX / YXDBFIX",
        "MESSAGE DATABASE LOAD START a.db / MESSAGE DATABASE LOAD DONE / \
         MESSAGE wins and losses: 1; positions before them that they decide: 1 / \
         MESSAGE wins and losses: 2; positions before them that they decide: 0",
    );
}

#[test]
fn a_win_that_the_database_knows_is_played() {
    let folder = folder("words-win");
    let mut brain = Brain::start_in(&folder, &[]);
    brain.send(
        b"START 15\nYXSETDATABASE a.store\nYXEDITTVDDATABASE 3 119 -29998 1\n6,7 0,0 7,7 0,2 8,7 0,4 9,7 done\n\
          INFO usedatabase 1\nBOARD\n6,7,1\n0,0,2\n7,7,1\n0,2,2\n8,7,1\n0,4,2\nDONE\n",
    );
    let within = Duration::from_secs(60);
    let said: Vec<String> = std::iter::from_fn(|| brain.hear(within)).take_while(|line| line != "5,7").collect();
    assert_eq!(said.last().unwrap(), "MESSAGE win of the database, verified: f8", "{said:?}");
    brain.say("END");
    assert_eq!(brain.exit(within), Ok(()));
}

#[test]
fn what_another_program_saved_meanwhile_is_not_replaced_at_the_end() {
    let folder = folder("words-overtaken");
    let within = Duration::from_secs(60);
    let mut brain = Brain::start_in(&folder, &[]);
    brain.send(b"START 15\nYXSETDATABASE a.db\nYXEDITTVDDATABASE 2 -1 20 0\n7,7\nDONE\nYXDBCHECK\n");
    let is_checked = |line: &String| line.starts_with("MESSAGE the database holds 1 positions");
    assert!(std::iter::from_fn(|| brain.hear(within)).any(|line| is_checked(&line)));
    talk(&folder, "YXSETDATABASE a.db\nYXEDITTVDDATABASE 2 -1 30 0\n0,0\nDONE\n");
    let kept = fs::read(folder.join("a.db")).unwrap();
    brain.say("END");
    assert_eq!(
        brain.hear(within).as_deref(),
        Some("MESSAGE file a.db: not saved: another program has changed it meanwhile")
    );
    assert_eq!(brain.exit(within), Ok(()));
    assert_eq!(fs::read(folder.join("a.db")).unwrap(), kept);
    // Where the file is gone nobody's changes are lost.
    let mut brain = Brain::start_in(&folder, &[]);
    brain.send(b"START 15\nYXSETDATABASE a.db\nYXEDITTVDDATABASE 2 -1 20 0\n7,7\nDONE\nYXDBCHECK\n");
    assert!(std::iter::from_fn(|| brain.hear(within)).any(|line| line.starts_with("MESSAGE the database holds")));
    fs::remove_file(folder.join("a.db")).unwrap();
    brain.say("END");
    assert_eq!(brain.hear(within), None);
    assert_eq!(brain.exit(within), Ok(()));
    assert!(folder.join("a.db").is_file());
}

#[test]
fn a_database_stays_as_compressed_as_it_was() {
    let folder = folder("words-plain");
    for is_packed in [true, false] {
        write(&folder.join("few.db"), &records(10, 8), is_packed);
        talk(&folder, "YXSETDATABASE few.db\nYXEDITTVDDATABASE 2 -1 20 0\n7,7\nDONE\n");
        assert_eq!(fs::read(folder.join("few.db")).unwrap().starts_with(&LZ4_MAGIC), is_packed);
        assert_eq!(read(&folder.join("few.db")).len(), 11);
    }
}

#[test]
fn several_programs_have_one_book() {
    let folder = folder("words-book");
    fs::write(folder.join("a.sgf"), "(;GM[4]SZ[15]RU[freestyle];B[hh])").unwrap();
    succeed(&folder, "import a.store a.sgf");
    let within = Duration::from_secs(60);
    let mut brain = Brain::start_in(&folder, &[]);
    brain.send(b"START 15\nINFO book a.store\nBEGIN\n");
    let said: Vec<String> = std::iter::from_fn(|| brain.hear(within)).take_while(|line| line != "7,7").collect();
    assert_eq!(said.last().unwrap(), "MESSAGE book: h8", "{said:?}");
    let said = talk(&folder, "INFO book a.store\nBEGIN\n");
    assert!(said.contains("MESSAGE book: h8"), "{said}");
    brain.say("END");
    assert_eq!(brain.exit(within), Ok(()));
}

#[test]
fn a_store_that_is_not_to_be_changed_is_read_by_several() {
    let folder = folder("words-readonly");
    fs::write(folder.join("a.sgf"), "(;GM[4]SZ[15]RU[freestyle];B[hh])").unwrap();
    succeed(&folder, "import a.store a.sgf");
    let before = fs::read(folder.join("a.store")).unwrap();
    let opening = "INFO database_readonly 1 / YXSETDATABASE a.store";
    let opened = "MESSAGE DATABASE LOAD START a.store / MESSAGE DATABASE LOAD DONE";
    let mut other = Brain::start_in(&folder, &[]);
    other.send(format!("START 15\n{}\n", opening.replace(" / ", "\n")).as_bytes());
    let within = Duration::from_secs(60);
    while other.hear(within).expect("it opens") != "MESSAGE DATABASE LOAD DONE" {}
    check(
        &folder,
        &format!("{opening} / YXQUERYDATABASEONE 7,7 done"),
        &format!("{opened} / MESSAGE DATABASE ONE -1 0 0 0"),
    );
    let edit = format!("{opening} / INFO database_readonly 0 / {EDIT} / ").replace(" / ", "\n");
    let said = talk(&folder, &edit);
    assert!(said.contains("ERROR the store a.store: Database already open"), "{said}");
    other.say("END");
    assert_eq!(other.exit(within), Ok(()));
    assert!(fs::read(folder.join("a.store")).unwrap() == before, "it was written");
    // Once it may be changed it is.
    check(&folder, &format!("{opening} / INFO database_readonly 0 / {EDIT}"), &format!("{opened} / {EDITED}"));
}
