//! The store from outside: what goes in comes out, damage is refused, and no kill loses what was reported written.

#[cfg(unix)]
mod interrupted;
mod losses;
mod options;
mod words;

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tengen_engine::color::Color;
use tengen_engine::database::yixin::{YixinReader, YixinWriter};
use tengen_engine::database::{PositionEntry, PositionLabel};
use tengen_engine::game::Game;
use tengen_engine::point::{BoardSize, Point};
use tengen_engine::position_key::PositionKey;
use tengen_engine::random::SplitMix64;
use tengen_engine::rule::RuleKind;

use crate::harness::{self, Run, folder};

type Records = BTreeMap<PositionKey, PositionEntry>;

/// What a command of `db` prints that goes well.
#[track_caller]
fn succeed(folder: &Path, line: &str) -> String {
    Run::new(&format!("db {line}")).in_folder(folder).succeed()
}

/// Checks that a command of `db` does not go well, and for words of its complaint.
#[track_caller]
fn complain(folder: &Path, line: &str, words: &[&str]) {
    harness::complain(&format!("db {line}"), folder, words);
}

/// Whose turn it is after so many moves.
fn side(moves: usize) -> Color {
    if moves.is_multiple_of(2) { Color::Black } else { Color::White }
}

/// So many random positions, with what may be known of them.
fn records(count: usize, seed: u64) -> Records {
    let size = BoardSize::square(15).unwrap();
    let mut random = SplitMix64::new(seed);
    let mut records = Records::new();
    while records.len() < count {
        let stones = 6 + random.below(12);
        let mut points: Vec<Point> = size.points().collect();
        random.shuffle(&mut points);
        let mut game = Game::new(RuleKind::Renju, size);
        for &point in &points[..stones] {
            game.set_up(side(game.moves().len()), point).unwrap();
        }
        game.set_to_move(side(stones));
        let mut entry = PositionEntry { label: PositionLabel::NONE, ..PositionEntry::default() };
        entry.value = random.below(400) as i16 - 200;
        entry.depth = random.below(20) as i16;
        if random.below(4) == 0 {
            entry.comment = format!("remark {}", random.below(1000));
        }
        records.insert(PositionKey::of(&game).unwrap().0, entry);
    }
    records
}

fn write(path: &Path, records: &Records, packed: bool) {
    let mut writer = YixinWriter::new(Vec::new(), records.len() as u32, packed).unwrap();
    records.iter().for_each(|(key, entry)| writer.write(key, entry).unwrap());
    fs::write(path, writer.finish().unwrap()).unwrap();
}

fn read(path: &Path) -> Records {
    YixinReader::new(&fs::read(path).unwrap()[..]).map(Result::unwrap).collect()
}

#[test]
fn what_is_imported_is_exported() {
    let folder = folder("store-round");
    let (one, other) = (records(3_000, 1), records(2_000, 2));
    write(&folder.join("one.db"), &one, true);
    write(&folder.join("other.db"), &other, false);
    let said = succeed(&folder, "import all.store one.db other.db");
    assert!(said.contains("one.db: all 3000 positions written") && said.contains("holds 5000 positions"), "{said}");
    succeed(&folder, "export all.store all.db");
    let all: Records = one.into_iter().chain(other).collect();
    assert_eq!(read(&folder.join("all.db")), all);
    // The same again is known by its bytes; a table goes the same way.
    assert!(succeed(&folder, "import all.store one.db").contains("was imported before"));
    succeed(&folder, "export all.store all.csv");
    succeed(&folder, "import again.store all.csv");
    succeed(&folder, "export again.store again.db --plain");
    assert_eq!(read(&folder.join("again.db")), all);
    succeed(&folder, "merge third.store all.store again.store");
    let bytes = fs::metadata(folder.join("third.store")).unwrap().len();
    assert!(succeed(&folder, "stats third.store").starts_with(&format!("5000 positions in {bytes} bytes\n")));
    assert!(succeed(&folder, "merge third.store all.store").contains("all.store was merged before"));
    complain(&folder, "merge all.store all.store", &["all.store cannot be taken into itself"]);
    fs::copy(folder.join("all.store"), folder.join("mine.db")).unwrap();
    complain(&folder, "export all.store mine.db", &["mine.db is a store, and would be replaced by less"]);
}

#[test]
fn a_library_goes_in_and_out() {
    let folder = folder("store-library");
    let game = "(;GM[4]SZ[15]RU[renju];B[hh];W[ig](;B[jf]C[one])(;B[gf]LB[aa:x];W[ff]C[two]))";
    fs::write(folder.join("a.sgf"), game).unwrap();
    let said = succeed(&folder, "import a.store a.sgf");
    assert!(said.contains("a.sgf: all 6 positions written") && said.contains("holds 6 positions"), "{said}");
    let said = tengen(&folder, "db export a.store a.lib");
    assert_eq!(said, "a.lib: 6 positions\n");
    // A library names no rule: it is Renju.
    succeed(&folder, "import b.store a.lib");
    assert!(succeed(&folder, "query b.store --rule renju h8i9j10").contains("one"));
    succeed(&folder, "export b.store b.lib");
    assert_eq!(fs::read(folder.join("a.lib")).unwrap(), fs::read(folder.join("b.lib")).unwrap());
    succeed(&folder, "export a.store b.sgf");
    assert!(fs::read_to_string(folder.join("b.sgf")).unwrap().contains("two"));
    for name in ["a.xyz", "a.rif", "a.psq", "a.txt"] {
        let refusal = format!("{name}: files of this kind are not written");
        complain(&folder, &format!("export a.store {name}"), &[refusal.as_str()]);
    }
    complain(&folder, "export a.store a", &["the extension says what is written"]);
    let bytes = fs::read(folder.join("a.lib")).unwrap();
    fs::write(folder.join("cut.lib"), &bytes[..bytes.len() - 3]).unwrap();
    complain(&folder, "import c.store cut.lib", &["cut.lib: byte "]);
    assert!(!folder.join("c.store").exists());
}

#[test]
fn of_a_damaged_file_nothing_is_imported_but_what_is_asked_for() {
    let folder = folder("store-damage");
    let sound = records(1_000, 3);
    write(&folder.join("whole.db"), &sound, false);
    let bytes = fs::read(folder.join("whole.db")).unwrap();
    fs::write(folder.join("cut.db"), &bytes[..bytes.len() / 2]).unwrap();
    let mut flipped = bytes.clone();
    flipped[33] = 9;
    fs::write(folder.join("flipped.db"), &flipped).unwrap();
    complain(&folder, "import new.store cut.db", &["cut.db: byte ", "the file ends"]);
    complain(&folder, "import new.store flipped.db", &["flipped.db: byte 33: rule 9"]);
    assert!(!folder.join("new.store").exists(), "a store was made for nothing");
    // A sound file beside a damaged one is taken in, and the status tells that one was not.
    complain(&folder, "import new.store cut.db whole.db", &["1 of 2 files were not wholly imported"]);
    assert!(succeed(&folder, "stats new.store").starts_with("1000 positions"));
    let said = succeed(&folder, "import saved.store --salvage flipped.db");
    assert!(said.contains(": 999 positions written, 1 damaged place passed over"), "{said}");
    complain(&folder, "import new.store missing.db", &["cannot read missing.db"]);
    complain(&folder, "stats whole.db", &["is no store"]);
    fs::write(folder.join("broken.store"), b"redb\x1a\x0a\xa9\x0d\x0a and then nothing").unwrap();
    complain(&folder, "stats broken.store", &["the store broken.store"]);
    complain(&folder, "merge merged.store broken.store", &["the store broken.store"]);
    assert!(!folder.join("merged.store").exists(), "a store was made for nothing");
}

#[test]
fn a_position_is_edited_and_shown() {
    let folder = folder("store-edit");
    write(&folder.join("few.db"), &records(10, 4), false);
    succeed(&folder, "import a.store few.db");
    succeed(&folder, "edit a.store --rule renju h8i9 --label ! --value 31 --depth 9 --text j7=A --best j7");
    succeed(&folder, "edit a.store --rule renju h8i9j7 --comment mine");
    let shown = succeed(&folder, "query a.store --rule renju h8g7");
    // In another view of the same position everything lies elsewhere.
    assert!(
        shown.contains("only move, 31, depth 9") && shown.contains("best move: f9") && shown.contains("f9: A"),
        "{shown}"
    );
    assert!(shown.lines().any(|line| line.contains(" f9 ") && line.ends_with("not analysed  mine")), "{shown}");
    let json: serde_json::Value =
        serde_json::from_str(&succeed(&folder, "query a.store --rule renju --json h8i9")).unwrap();
    assert_eq!((&json["entry"]["label"], &json["entry"]["best"]), (&"!".into(), &"j7".into()));
    assert_eq!(json["to_move"], "black");
    let child = json["children"].as_array().unwrap().iter().find(|child| child["move"] == "j7").unwrap();
    assert_eq!((&child["comment"], &child["value"]), (&"mine".into(), &serde_json::Value::Null));
    let found = succeed(&folder, "search a.store --unanalysed --rule renju");
    assert_eq!(found.lines().count(), 1, "{found}");
    assert!(succeed(&folder, "search a.store --text mine --json").contains("\"comment\":\"mine\""));
    // What a person holds won decides nothing before it.
    succeed(&folder, "edit a.store --rule renju h8i9j7 --label w");
    assert!(succeed(&folder, "query a.store --rule renju h8i9").contains("only move, 31, depth 9"));
    // In the store that it is taken into it does.
    let said = succeed(&folder, "merge b.store a.store");
    assert!(said.contains("\n1 result carried up: 1 position decided by that\n"), "{said}");
    succeed(&folder, "edit a.store --rule renju h8i9j7 --delete");
    complain(&folder, "edit a.store --rule renju h8i9j7 --delete", &["the position is not in the store"]);
    succeed(&folder, "edit a.store --rule renju h8i9 --best none");
    assert!(!succeed(&folder, "query a.store --rule renju h8i9").contains("best move"));
    complain(&folder, "edit a.store h8 --text z99=A", &["\"z99\" is no point"]);
    complain(&folder, "edit a.store h8 --text h8=A", &["the point is occupied"]);
    complain(&folder, "edit a.store a1", &["nothing is to be changed"]);
    for value in ["30000", "-32768", "40000"] {
        complain(&folder, &format!("edit a.store h8 --value {value}"), &["-29999..=29999"]);
    }
    // The best move comes first: a label is that of who plays it, and a value that of the other side.
    let known =
        [("k1", "--value 40"), ("k2", "--value -40"), ("k3", "--label w"), ("k4", "--label l"), ("k5", "--label d")];
    for (point, known) in known {
        succeed(&folder, &format!("edit a.store h8i10{point} {known}"));
    }
    let shown = succeed(&folder, "query a.store h8i10");
    let second_words = shown.lines().filter_map(|line| line.split_whitespace().nth(1));
    let moves: Vec<&str> = second_words.filter(|word| word.starts_with('k')).collect();
    assert_eq!(moves, ["k3", "k2", "k5", "k1", "k4"], "{shown}");
}

/// Runs the program in a folder and tells what it says, whatever comes of it.
fn tengen(folder: &Path, line: &str) -> String {
    let (_, text, complaint) = Run::new(line).in_folder(folder).said();
    text + &complaint
}

#[test]
fn positions_of_databases_are_positions_for_every_command() {
    let folder = folder("store-positions");
    fs::write(folder.join("a.sgf"), "(;GM[4]SZ[15]RU[renju];B[hh];W[ig](;B[jf]C[one])(;B[gf]))").unwrap();
    fs::write(folder.join("b.sgf"), "(;GM[4]SZ[20]RU[standard];B[hh])").unwrap();
    succeed(&folder, "import a.store a.sgf b.sgf");
    succeed(&folder, "export a.store a.db");
    for file in ["a.store", "a.db"] {
        let drawn = |options: &str| tengen(&folder, &format!("analyze --depth 1 {options} {file}"));
        let third = drawn("--rule renju --game 3");
        assert!(third.starts_with("renju on 15x15") && third.matches('X').count() >= 1, "{third}");
        assert!(drawn("--size 20x20").starts_with("standard on 20x20"), "{}", drawn("--size 20x20"));
        assert!(drawn("--rule renju --game 9").contains(&format!("{file}: there is no position 9: there are 5")));
        assert!(drawn("--rule caro").contains(&format!("{file}: there is no such position in it")));
        assert!(drawn("--move 1").contains("--move needs a record of moves"));
    }
    fs::write(folder.join("cut.db"), &fs::read(folder.join("a.db")).unwrap()[..40]).unwrap();
    assert!(tengen(&folder, "analyze cut.db").contains("cut.db: byte "));
}

#[test]
fn records_become_databases_and_databases_records() {
    let folder = folder("store-convert");
    let game = "(;GM[4]SZ[15]RU[renju];B[hh];W[ig](;B[jf]C[one])(;B[gf]LB[aa:x];W[ff]C[two]))";
    fs::write(folder.join("a.sgf"), game).unwrap();
    assert_eq!(tengen(&folder, "convert a.sgf a.db"), "a.db: 6 positions\n");
    assert!(tengen(&folder, "convert a.sgf a.db").contains("a.db exists already: --force replaces it"));
    assert_eq!(tengen(&folder, "convert a.db back.sgf"), "back.sgf: 1 game, 5 moves\n");
    assert_eq!(tengen(&folder, "convert back.sgf again.db"), "again.db: 6 positions\n");
    assert_eq!(read(&folder.join("a.db")), read(&folder.join("again.db")));
    assert!(tengen(&folder, "convert h8 b.db").contains("\"h8\" is no file"));
    fs::write(folder.join("cut.sgf"), &game[..40]).unwrap();
    assert!(tengen(&folder, "convert cut.sgf b.db").contains("error: cut.sgf: "));
    assert!(!folder.join("b.db").exists());
}

#[test]
fn values_and_labels_outlast_a_library_and_a_record() {
    let folder = folder("store-judged");
    write(&folder.join("few.db"), &records(40, 6), false);
    succeed(&folder, "import a.store few.db");
    succeed(&folder, "edit a.store --rule renju h8i9 --label ! --value 31 --depth 9 --best j7 --comment mine");
    succeed(&folder, "export a.store a.db");
    for kind in ["lib", "sgf"] {
        let said = succeed(&folder, &format!("export a.store a.{kind} --rule renju --size 15"));
        assert!(said.contains("positions") && !said.contains("left out"), "{said}");
        succeed(&folder, &format!("import {kind}.store a.{kind}"));
        succeed(&folder, &format!("export {kind}.store {kind}.db"));
        let kept = read(&folder.join(format!("{kind}.db")));
        let judged =
            |entry: &PositionEntry| (entry.label.letter(), entry.value, entry.depth_bound(), entry.comment.clone());
        for (key, entry) in read(&folder.join("a.db")) {
            assert_eq!(kept.get(&key).map(judged), Some(judged(&entry)), "{kind}: {key:?}");
        }
        let shown = succeed(&folder, &format!("query {kind}.store --rule renju h8i9"));
        assert!(shown.contains("only move, 31, depth 9") && shown.contains("best move: j7"), "{shown}");
    }
}

#[test]
fn proved_wins_go_into_a_store() {
    let folder = folder("store-solved");
    let said = tengen(&folder, "solve --all --by fours --store a.store g8a1h8c1i8e1");
    assert!(said.contains("a.store: 9 positions of the proof written"), "{said}");
    let shown = succeed(&folder, "query a.store g8a1h8c1i8e1");
    assert!(shown.contains("best move: f8") && shown.contains(" f8   W3, +M3"), "{shown}");
    // A position before is decided by it where a move leads to a lost one, and not where other moves are left.
    for (name, moves, decided) in
        [("b", ";B[gh];W[ao];B[hh];W[co];B[ih]", 0), ("c", ";B[fh];W[ao];B[gh];W[co];B[hh];W[eo]", 1)]
    {
        fs::write(folder.join(format!("{name}.sgf")), format!("(;GM[4]SZ[15]RU[freestyle]{moves})")).unwrap();
        succeed(&folder, &format!("import {name}.store {name}.sgf"));
        let said = tengen(&folder, &format!("solve --all --by fours --store {name}.store g8a1h8c1i8e1"));
        assert!(said.contains(&format!("positions of the proof written, {decided} more decided")), "{said}");
    }
}

/// Says lines to the program as a manager does, and tells what it answers.
fn talk(folder: &Path, lines: &str) -> String {
    Run::new("").in_folder(folder).input(format!("START 15\n{lines}END\n")).said().1
}

/// Runs a command until it has said so many times what is written, and for so long after that, and kills it.
fn kill(folder: &Path, line: &str, reports: usize, after: Duration) -> Vec<String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pbrain-tengen"));
    command.arg("db").args(line.split_whitespace()).current_dir(folder).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    let mut said: Vec<String> = Vec::new();
    while said.iter().filter(|line| line.ends_with("written")).count() < reports {
        let Some(line) = lines.next() else { break };
        said.push(line);
    }
    let reading = thread::spawn(move || lines.collect::<Vec<_>>());
    let end = Instant::now() + after;
    while Instant::now() < end && child.try_wait().unwrap().is_none() {
        thread::sleep(Duration::from_millis(2));
    }
    // SIGKILL: nothing of the process runs after it.
    child.kill().unwrap();
    child.wait().unwrap();
    said.extend(reading.join().unwrap());
    said
}

/// How many times importing and growing are killed; `TENGEN_KILLS=100` for a hundred times each.
fn kills() -> u64 {
    std::env::var("TENGEN_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(3)
}

/// Positions of the file whose import is killed: it is written in so many parts of fifty thousand, and a rest.
const KILLED_PARTS: usize = 3;

#[test]
fn a_killed_import_loses_nothing_that_was_reported() {
    let folder = folder("store-kill");
    let all = records(KILLED_PARTS * 50_000 + 10_000, 5);
    write(&folder.join("k.db"), &all, true);
    let begin = Instant::now();
    let said = succeed(&folder, "import whole.store k.db");
    let part = begin.elapsed() / KILLED_PARTS as u32;
    assert_eq!(said.matches(" positions written\n").count(), KILLED_PARTS + 1, "{said}");
    let mut random = SplitMix64::new(6);
    // Positions that were reported since the store was made, and kills by how many parts they found written.
    let (mut reported, mut found) = (0, [0; KILLED_PARTS + 1]);
    for number in 0..kills() {
        let after = part.mul_f64(random.below(1000) as f64 / 1000.0);
        let said = kill(&folder, "import k.store k.db", random.below(KILLED_PARTS + 1), after);
        let count = |line: &str| line.split_whitespace().find_map(|word| word.parse::<usize>().ok());
        if let Some(first) = said.first().filter(|_| reported > 0) {
            let begun = first.contains("going on after").then(|| count(first)).flatten();
            let is_known = begun >= Some(reported) || first.contains("was imported before");
            assert!(is_known, "kill {number}: {said:?} after {reported}");
        }
        let is_promised = |line: &&String| line.contains("written") || line.contains("going on after");
        reported = said.iter().filter(is_promised).filter_map(|line| count(line)).max().unwrap_or(0).max(reported);
        found[(reported / 50_000).min(KILLED_PARTS)] += 1;
        if reported > 0 {
            succeed(&folder, "export k.store held.db");
            let held = read(&folder.join("held.db"));
            let lost = all.iter().take(reported).filter(|(key, entry)| held.get(*key) != Some(*entry)).count();
            assert_eq!(lost, 0, "kill {number}: {said:?}");
            fs::remove_file(folder.join("held.db")).unwrap();
        }
        // An import that came to its end begins again in a new store.
        if said.iter().any(|line| line.contains(": all ") || line.contains("was imported before")) {
            fs::remove_file(folder.join("k.store")).unwrap();
            reported = 0;
        }
    }
    eprintln!("kills by the parts that were written: {found:?}");
    assert!(kills() < 100 || found.iter().all(|&kills| kills >= 5), "{found:?}");
    succeed(&folder, "import k.store k.db");
    succeed(&folder, "export k.store back.db");
    assert_eq!(read(&folder.join("back.db")), all);
}

#[test]
fn a_killed_growth_loses_nothing_that_was_reported() {
    let folder = folder("store-grow");
    let mut random = SplitMix64::new(7);
    let mut least = 0;
    for number in 0..kills() {
        let line = "grow k.store --positions 1000 --nodes 300 --lines 3 --hash 1M --rule standard h8";
        let said = kill(&folder, line, random.below(8), Duration::from_millis(random.below(500) as u64));
        let begun =
            said.first().and_then(|line| line.split(" positions, ").nth(1)?.split(' ').next()?.parse::<u64>().ok());
        let reported =
            |line: &String| line.ends_with(": written").then(|| line.split(' ').next()?.parse::<u64>().ok())?;
        let searched = said.iter().filter_map(reported).max().unwrap_or_default();
        if let Some(begun) = begun {
            assert!(begun >= least, "kill {number}: {begun} of {least} positions that were reported are there");
            least = begun + searched;
        }
    }
    let said = succeed(&folder, "grow k.store --positions 2 --nodes 300 --lines 3 --hash 1M --rule standard h8");
    let begun: u64 = said.split(" positions, ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
    assert!(begun >= least && said.contains("2 searched"), "{begun} of {least}: {said}");
    let said = succeed(&folder, "grow empty.store --positions 1 --nodes 300 --hash 1M");
    assert!(said.contains(" s, last -: written\n"), "{said}");
    eprintln!("{} kills, {begun} positions searched", kills());
}
