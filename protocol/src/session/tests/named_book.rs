//! Conversations about a book that is named, and those that go on while it is read.

use super::shelf::{Shelf, edit, opened, talk};
use super::*;
use crate::preferences::LEAST_MEMORY;

/// What is said where a book is waited for no longer.
const LATE: &str = "MESSAGE file two moves.lib: still being read; moves are searched for until the book is there";

/// A conversation in which a book takes long to be read, and the name that is told of it.
fn slow_book() -> (Talk, Shelf) {
    let (mut talk, shelf) = talk();
    talk.reads_at_once = false;
    talk.check("INFO book two moves.lib", "");
    (talk, shelf)
}

/// The book that is being read is there.
fn book_is_there(talk: &mut Talk) -> String {
    let reading = talk.reading.take().expect("a book is being read");
    talk.session.take_book(reading.read());
    talk.note(Vec::new())
}

#[test]
fn a_book_is_played_without_a_search() {
    let (mut talk, shelf) = talk();
    talk.check("INFO book two moves.lib/BEGIN", "MESSAGE book: h8 | 7,7");
    talk.check("START 15", "OK");
    assert!(talk.say("TURN 7,7").starts_with("MESSAGE book: "));
    talk.check("TURN 0,5", "<go move after h8g9a10>");
    talk.check("INFO book/START 15/BEGIN", "<abandon> | OK | <go move after >");
    talk.check("YXSTOP", "<stop>");
    talk.moves(3, 3);
    // One that cannot be read leaves the one that is open.
    let told = "MESSAGE the book that was open stays: cannot read no";
    talk.check("INFO book two moves.lib/START 15/INFO book no/START 15", &format!("OK | {told} | OK"));
    talk.check("START 15/BEGIN", "OK | MESSAGE book: h8 | 7,7");
    // The engine thinks on while the opponent does.
    talk.check("INFO pondering 1/START 15/BEGIN", "OK | MESSAGE book: h8 | 7,7 | <go move after h8>");
    talk.check("INFO pondering 0", "<abandon>");
    // Its file names no rule, and managers tell theirs before the book or after it.
    shelf.0.lock().clear();
    talk.check("INFO rule 1/START 15/BEGIN", "OK | MESSAGE book: h8 | 7,7");
    talk.check("START 15/BEGIN", "OK | MESSAGE book: h8 | 7,7");
    talk.check("INFO rule 4/INFO book two moves.lib/START 15/BEGIN", "OK | MESSAGE book: h8 | 7,7");
    assert_eq!(shelf.0.lock().join("; "), "book two moves.lib standard; book two moves.lib renju");
    // One that is named while a move is owed is read once that was said, before the next is searched for.
    talk.check("INFO book/START 15/BEGIN", "OK | <go move after >");
    shelf.0.lock().clear();
    talk.check("INFO book two moves.lib", "");
    assert!(shelf.0.lock().is_empty());
    assert_eq!(talk.moves(7, 7), "7,7");
    assert!(talk.say("BOARD 7,7,2 DONE").starts_with("MESSAGE book: "));
}

#[test]
fn a_book_that_is_not_there_is_told_of_once_and_costs_no_move() {
    let told = "MESSAGE no book is open: cannot read no.lib";
    // Nobody need ask for a move to hear of it.
    let (mut talk, _) = talk();
    talk.check("INFO book no.lib", "");
    assert_eq!(talk.wait(), told);
    talk.check("BEGIN", "<go move after >");
    // Nothing is said in the middle of a search.
    talk.check("INFO book no.lib", "");
    assert_eq!(talk.moves(7, 7), "7,7");
    talk.check("TURN 0,5", &format!("{told} | <go move after h8a10>"));
}

#[test]
fn what_is_left_out_of_a_book_is_told() {
    let (mut talk, _) = talk();
    let told = "MESSAGE file two odd moves.lib: left out: 1 label";
    talk.check("INFO book two odd moves.lib/BEGIN", &format!("{told} | MESSAGE book: h8 | 7,7"));
    // Nobody need ask for a move: managers have told everything after a moment.
    talk.check("INFO book two odd moves.lib", "");
    assert_eq!(talk.wait(), told);
}

#[test]
fn no_move_is_late_for_a_book() {
    let (mut talk, _) = slow_book();
    let begin = talk.now;
    // It waits for it a part of its time, and so does what comes after it, but no question.
    talk.check("YXSHOWHASHUSAGE", "MESSAGE hash usage 0.0%");
    talk.check("BEGIN/INFO max_depth 3/FOO", "");
    assert_eq!(talk.session.deadline(), Some(begin + Duration::from_millis(250)));
    assert_eq!(talk.wait(), format!("{LATE} | <go move after > | UNKNOWN command \"FOO\""));
    let limits = &talk.request.as_ref().unwrap().limits;
    assert_eq!((limits.clock.received, limits.depth), (begin, None));
    assert_eq!(talk.moves(7, 7), "7,7");
    // That is said once, and waited once.
    talk.check("TURN 0,5", "<go move after h8a10>");
    assert_eq!(book_is_there(&mut talk), "");
    assert_eq!(talk.moves(6, 6), "6,6");
    talk.check("START 15/BEGIN", "OK | MESSAGE book: h8 | 7,7");
}

#[test]
fn a_book_that_fails_late_costs_no_move() {
    let (mut talk, _) = talk();
    talk.reads_at_once = false;
    talk.check("INFO book no.lib/RESTART", "");
    assert_eq!(talk.wait(), format!("{} | OK", LATE.replace("two moves", "no")));
    talk.check("BEGIN", "<go move after >");
    // Nothing is said in the middle of a search.
    assert_eq!(book_is_there(&mut talk), "");
    assert_eq!(talk.moves(7, 7), "7,7 | MESSAGE no book is open: cannot read no.lib");
    talk.check("TURN 0,5", "<go move after h8a10>");
}

#[test]
fn a_book_that_is_none_of_another_rule_costs_no_move() {
    let (mut talk, _) = talk();
    talk.check("INFO book freestyle only.lib/BEGIN", "MESSAGE book: h8 | 7,7");
    let told = "MESSAGE no book is open: cannot read freestyle only.lib";
    talk.check("INFO rule 1/START 15/BEGIN", &format!("{told} | OK | <go move after >"));
}

#[test]
fn what_came_of_an_earlier_reading_is_let_go() {
    let (mut talk, shelf) = slow_book();
    assert_eq!(talk.wait(), "");
    let first = talk.reading.take().unwrap();
    talk.check("INFO book two moves.lib/RESTART", "");
    talk.session.take_book(first.read());
    assert_eq!(talk.note(Vec::new()), "");
    assert_eq!(book_is_there(&mut talk), "OK");
    assert_eq!(shelf.0.lock().len(), 2);
}

#[test]
fn a_book_is_waited_for_as_long_as_the_clock_allows() {
    for (clock, wait) in [
        ("timeout_turn 0", Some(50)),
        ("timeout_turn 4000", Some(1000)),
        ("time_left 400", Some(100)),
        ("timeout_turn 600000/INFO timeout_match 600000", Some(2000)),
        ("timeout_turn -1", None),
    ] {
        let (mut talk, _) = slow_book();
        talk.check(&format!("INFO {clock}/RESTART"), "");
        let until = wait.map(|wait| talk.now + Duration::from_millis(wait));
        assert_eq!(talk.session.deadline(), until, "{clock}");
        assert_eq!(book_is_there(&mut talk), "OK", "{clock}");
        talk.check("BEGIN", "MESSAGE book: h8 | 7,7");
    }
}

#[test]
fn a_book_is_read_once_under_the_rule_of_the_game() {
    let (mut talk, shelf) = slow_book();
    let read = |shelf: &Shelf| std::mem::take(&mut *shelf.0.lock()).join("; ");
    talk.check("INFO rule 4/RESTART", "");
    assert_eq!(book_is_there(&mut talk), "OK");
    talk.check("BEGIN", "MESSAGE book: h8 | 7,7");
    assert_eq!(read(&shelf), "book two moves.lib renju");
    // Another that is named while one is read takes its place, and none closes it.
    talk.check("INFO book two beginnings.lib", "");
    assert_eq!(talk.wait(), "");
    let first = talk.reading.take().unwrap();
    talk.check("INFO book open three.lib/RESTART", "");
    talk.session.take_book(first.read());
    talk.check("FOO", "");
    assert_eq!(book_is_there(&mut talk), "OK | UNKNOWN command \"FOO\"");
    assert!(talk.say("BEGIN").starts_with("MESSAGE book: "));
    talk.check("INFO book two moves.lib", "");
    assert_eq!(talk.wait(), "");
    talk.check("INFO book", "");
    assert_eq!(book_is_there(&mut talk), "");
    talk.check("RESTART/BEGIN", "OK | <go move after >");
}

#[test]
fn the_end_waits_for_a_book_only_behind_what_was_asked() {
    let end = |lines: &str, waited: Option<u64>| {
        let (mut talk, _) = slow_book();
        talk.check("INFO timeout_turn -1", "");
        let said: Vec<String> = lines.split('/').map(|line| talk.say(line)).collect();
        match waited {
            None => assert_eq!(said.last().unwrap(), "<quit>", "{lines}"),
            Some(wait) => {
                assert_eq!(talk.session.deadline(), Some(talk.now + Duration::from_millis(wait)), "{lines}");
                assert!(talk.wait().ends_with(" | <quit>"), "{lines}");
            }
        }
    };
    end("END", None);
    end("RESTART/END", Some(300));
    end("yxsetdatabase x.db/yxedittvddatabase 2 0 9 1/7,7/done/RESTART/END", Some(300));
    end("yxsetdatabase x.db/RESTART/yxedittvddatabase 2 0 9 1/7,7/done/END", Some(300));
    // Also where it may belong to a text.
    let (mut talk, _) = slow_book();
    talk.check("INFO timeout_turn -1/RESTART/yxedittextdatabase \"a/END", "");
    assert_eq!(talk.session.deadline(), Some(talk.now + Duration::from_millis(300)));
    // The end of the input is not in such a hurry.
    for is_read in [true, false] {
        let (mut talk, _) = slow_book();
        talk.check("INFO timeout_turn -1/RESTART", "");
        let actions = talk.session.end_of_input(talk.now);
        assert_eq!(talk.note(actions), "");
        assert_eq!(talk.session.deadline(), Some(talk.now + Duration::from_secs(2)));
        match is_read {
            true => assert_eq!(book_is_there(&mut talk), "OK | <quit>"),
            false => assert_eq!(talk.wait(), format!("{LATE} | OK | <quit>")),
        }
    }
}

#[test]
fn who_wants_the_move_at_once_waits_for_no_book() {
    let (mut talk, _) = slow_book();
    talk.check("INFO timeout_turn -1/BEGIN", "");
    assert_eq!(talk.say("YXSTOP"), format!("{LATE} | <go move after > | <stop>"));
    assert_eq!(talk.moves(7, 7), "7,7");
}

#[test]
fn a_limit_on_memory_holds_for_books_and_databases() {
    let (mut talk, _) = slow_book();
    // Beside the least that is needed there is too little.
    talk.check(&format!("INFO max_memory {}/RESTART", LEAST_MEMORY + 300), "");
    let told = "MESSAGE no book is open: more than 100 bytes of memory are needed";
    assert_eq!(book_is_there(&mut talk), format!("{told} | OK"));
    talk.check("yxsetdatabase x.db", "MESSAGE DATABASE LOAD START x.db | MESSAGE DATABASE LOAD DONE");
    talk.check("yxedittvddatabase 2 0 9 1/7,7/done", "ERROR more than 100 bytes of memory are needed");
    // Where there is enough the table is smaller by a third for each.
    let table = |talk: &mut Talk| {
        let said = talk.say("BEGIN");
        talk.say("YXSTOP");
        talk.moves(0, 0);
        talk.say("RESTART");
        (said.contains("MESSAGE book"), talk.session.options.hash_bytes)
    };
    talk.check("INFO max_memory 367001600/RESTART", "OK");
    let whole = table(&mut talk);
    talk.check("INFO timeout_turn 0/INFO book two beginnings.lib/RESTART", "");
    talk.wait();
    let beside = table(&mut talk);
    assert!(!beside.0 && beside.1 < whole.1, "{beside:?} {whole:?}");
    let both = 2 * talk.session.preferences.store_bytes();
    assert_eq!(talk.session.held_bytes(), both);
    book_is_there(&mut talk);
    assert_eq!(talk.session.held_bytes(), both);
    talk.check("INFO book", "");
    assert_eq!(table(&mut talk), whole);
}

#[test]
fn the_table_stays_the_same_while_a_database_grows() {
    let (mut talk, _) = opened();
    talk.check("INFO usedatabase 1/INFO max_memory 83886080", "");
    assert!(talk.say("TURN 7,7").contains(" MB, "));
    talk.info([1, 1], 9, Score::judged(31), &[(7, 8)]);
    assert!(talk.moves(7, 8).ends_with("7,8"));
    edit(&mut talk, "1 120 0 0", "7,7/8,8");
    // Nothing is told of other options: a new table would be empty.
    talk.check("TURN 0,5", "<go move after h8h7a10>");
}
