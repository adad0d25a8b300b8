//! Objects of JSON from outside: every key that is printed is explained, and what an object tells can be given to a command.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::harness::{Run, folder};

/// The objects that a command prints, one a line.
#[track_caller]
fn objects(line: &str, folder: &Path) -> Vec<Value> {
    let (_, said, complaint) = Run::new(line).in_folder(folder).said();
    let read = |text: &str| serde_json::from_str(text).unwrap_or_else(|why| panic!("{line}: {why}: {text}"));
    let objects: Vec<Value> = said.lines().map(read).collect();
    assert!(!objects.is_empty(), "{line}: {complaint}");
    objects
}

/// The one object that a command prints.
#[track_caller]
fn object(line: &str, folder: &Path) -> Value {
    let objects = objects(line, folder);
    assert_eq!(objects.len(), 1, "{line}");
    objects.into_iter().next().unwrap()
}

/// Checks that a page names every key of an object.
#[track_caller]
fn check_keys(value: &Value, page: &str, line: &str) {
    match value {
        Value::Object(keys) => {
            for (key, value) in keys {
                assert!(page.contains(&format!("`{key}`")), "{line}: `{key}` is not explained");
                check_keys(value, page, line);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| check_keys(value, page, line)),
        _ => {}
    }
}

#[test]
fn every_key_that_is_printed_is_explained() {
    let folder = folder("objects-keys");
    fs::write(folder.join("closed.txt"), ". . . . .\n. X X # .\n. O O . .\n. . . . .\n. . . . .\nX to move\n").unwrap();
    fs::write(folder.join("passed.sgf"), "(;GM[4]SZ[15];B[hh];W[];B[ii])").unwrap();
    fs::write(folder.join("s.txt"), "freestyle 15 h8h1i8i1j8j1k8a1 win a four\n").unwrap();
    // A bound that proves nothing, and one that does.
    let table = "index,key,label,value,depth,bound,text\n1,f-15-15-h8--w,a,3,9,3,\"@BTXT@58A\\b\"\n\
                 2,f-15-15-h8-g7-b,,-29981,9,2,\"x\\ny\"\n";
    fs::write(folder.join("a.csv"), table).unwrap();
    Run::new("db import a.store a.csv").in_folder(&folder).succeed();
    let engine = env!("CARGO_BIN_EXE_pbrain-tengen");
    for (line, pages) in [
        ("analyze --rule renju --depth 1 --lines 2 --json g8a1i8c1h7e1h9g1", &["analyze --help"][..]),
        ("analyze --depth 1 --json closed.txt", &["analyze --help"]),
        ("analyze --depth 1 --json passed.sgf", &["analyze --help"]),
        ("solve --json h8h1i8i1j8j1", &["analyze --help", "solve --help"]),
        ("solve --json --all --by fours h8h1i8i1j8j1", &["analyze --help", "solve --help"]),
        ("analyze --game all --depth 1 --json passed.sgf", &["analyze --help"]),
        ("solve --game all --json --nodes 100 passed.sgf", &["analyze --help", "solve --help"]),
        ("review --game all --json --nodes 100 passed.sgf", &["guide review"]),
        ("suite --json --nodes 100 s.txt", &["analyze --help", "suite --help"]),
        (&format!("suite --json --nodes 100 -e a={engine} s.txt"), &["analyze --help", "suite --help"]),
        ("review --json --nodes 1000 h8i9i8h9j8a15k8b15l8", &["guide review"]),
        ("opening designated:D4 A:h8 --json --suggest 50ms", &["analyze --help", "opening --help"]),
        ("opening rif A:g8 --json", &["analyze --help", "opening --help"]),
        ("db query --json a.store h8", &["guide db"]),
        ("db search --json a.store", &["guide db"]),
        ("db stats --json a.store", &["guide db"]),
        ("doctor --json --only start", &["doctor --help"]),
        ("doctor --json --list --verbose --only start", &["doctor --help"]),
    ] {
        let page: String = pages.iter().map(|page| Run::new(page).succeed()).collect();
        objects(line, &folder).iter().for_each(|object| check_keys(object, &page, line));
    }
    // The table counts rows from the top.
    let known = object("db query --json a.store h8g9", &folder);
    assert_eq!((&known["entry"]["is_vague"], &known["entry"]["comment"]), (&true.into(), &"x\ny".into()));
    let before = object("db query --json a.store h8", &folder);
    assert_eq!(before["entry"]["texts"], json!([{ "point": "f7", "text": "A" }]));
    assert_eq!((&before["rows_from_top"], before["entry"].get("is_vague")), (&false.into(), None));
    let before = object("db query --json --rows top a.store h8", &folder);
    assert_eq!((&before["rows_from_top"], &before["entry"]["texts"][0]["point"]), (&true.into(), &"f9".into()));
}

#[test]
fn every_command_tells_which_points_are_forbidden() {
    let folder = folder("objects-forbidden");
    fs::write(folder.join("s.txt"), "renju 15 g8a1i8c1h7e1h9g1 win\n").unwrap();
    for line in [
        "analyze --rule renju --depth 1 --json g8a1i8c1h7e1h9g1",
        "solve --rule renju --by fours --json g8a1i8c1h7e1h9g1",
        "suite --by fours --nodes 100 --json s.txt",
        "opening free A:g8;B:a1;A:i8;B:c1;A:h7;B:e1;A:h9;B:g1 --rule renju --json",
    ] {
        let told = objects(line, &folder).pop().unwrap();
        assert_eq!(told["forbidden"], json!([{ "kind": "double-three", "point": "h8" }]), "{line}");
    }
}

#[test]
fn what_is_told_of_a_position_in_a_store_leads_to_it() {
    let folder = folder("objects-store");
    fs::write(folder.join("a.sgf"), "(;GM[4]SZ[15];B[hh];W[ig];B[gi];W[gg];B[ii];W[jh])").unwrap();
    fs::write(folder.join("b.sgf"), "(;GM[4]SZ[20];B[jj];W[];B[kk];W[lj])").unwrap();
    Run::new("db import a.store a.sgf b.sgf").in_folder(&folder).succeed();
    let stones = ["rule", "size", "moves", "set_up", "to_move"];
    let of = |object: &Value| stones.map(|key| object.get(key).cloned());
    for (size, kind, set_up) in [(None, "freestyle 15x15 and 20x20", 2), (Some("15x15"), "freestyle 15x15", 0)] {
        let asked = size.map(|size| format!("--size {size}")).unwrap_or_default();
        let found = objects(&format!("db search --json {asked} a.store"), &folder);
        let numbers: Vec<&Value> = found.iter().map(|object| &object["number"]).collect();
        assert_eq!(numbers, (1..=found.len()).collect::<Vec<_>>(), "{kind}");
        assert_eq!(found.iter().filter(|found| found.get("set_up").is_some()).count(), set_up, "{kind}");
        for found in &found {
            let number = &found["number"];
            let known = object(&format!("db query --json {asked} --game {number} a.store a.store"), &folder);
            assert_eq!(of(&known), of(found), "{kind}: {number}");
            assert_eq!(known["entry"]["count"], found["count"], "{kind}: {number}");
            if found.get("set_up").is_none() {
                let (size, moves) = (found["size"].as_str().unwrap(), found["moves"].as_str().unwrap());
                let line = format!("db query --json --size {size} a.store {moves}");
                assert_eq!(object(&line, &folder)["entry"], known["entry"], "{line}");
            }
        }
    }
    // A list of moves is told as it was given.
    assert_eq!(object("db query --json a.store h8i9g7", &folder)["moves"], "h8i9g7");
}

#[test]
fn scripts_are_told_of_all_positions_and_people_of_some() {
    let folder = folder("objects-most");
    // No two of them are mirror images.
    let points = ('b'..='o').zip(2..).flat_map(|(column, end)| (1..end).map(move |row| format!("{column}{row}")));
    let table: String = points.map(|point| format!("1,f-20-20-a1-{point}-b,,1,1,3,\"\"\n")).collect();
    fs::write(folder.join("a.csv"), format!("index,key,label,value,depth,bound,text\n{table}")).unwrap();
    Run::new("db import a.store a.csv").in_folder(&folder).succeed();
    for (options, shown, is_cut) in [("", 100, true), ("--json", 105, false), ("--json --most 3", 3, true)] {
        let (success, said, complaint) = Run::new(&format!("db search {options} a.store")).in_folder(&folder).said();
        let told = complaint.contains("shown, and there are more");
        assert_eq!((success, said.lines().count(), told), (true, shown, is_cut), "{options}: {complaint}");
    }
}

#[test]
fn what_was_not_found_is_null() {
    let folder = folder("objects-null");
    fs::write(folder.join("s.txt"), "freestyle 15 h8 win\nfreestyle 15 h8h1i8i1j8j1 win\n").unwrap();
    for (way, depth) in [("fours", Some(3)), ("search", None)] {
        let found = objects(&format!("suite --json --by {way} --nodes 2000 s.txt"), &folder);
        let of_first = ["best", "score", "depth"].map(|key| found[0][key].is_null());
        assert_eq!(of_first, [way == "fours"; 3], "{way}");
        assert_eq!(found[1]["score"], "+M3", "{way}");
        assert!(depth.is_none_or(|depth| found[1]["depth"] == depth), "{way}");
        assert!(found.iter().all(|found| found["nodes"].is_u64()), "{way}");
    }
    let (_, table, _) = Run::new("suite --by fours --nodes 2000 s.txt").in_folder(&folder).said();
    let words: Vec<&str> = table.lines().nth(1).unwrap().split_whitespace().collect();
    assert_eq!(words[..8], ["1.", "FAILED", "freestyle", "15x15", "win", "-", "-", "-"], "{table}");
}

#[test]
fn a_chance_is_told_with_six_digits() {
    let folder = folder("objects-chance");
    let analysis = object("analyze --depth 2 --lines 3 --json h8i9g7", &folder);
    for line in analysis["lines"].as_array().unwrap() {
        let chance = line["chance"].as_f64().unwrap();
        assert!((0.0..1.0).contains(&chance) && line["chance"].to_string().len() <= "0.123456".len(), "{line}");
    }
}

/// Runs a command, and sends it the signal of Ctrl-C once it watches for that, until it ends.
#[cfg(target_os = "linux")]
fn interrupted(line: &str, folder: &Path) -> (Option<i32>, Value) {
    use std::io::Read;
    use std::process::{Command, Stdio};
    use std::thread::sleep;
    use std::time::Duration;
    const SIGINT_MASK: u64 = 1 << 1;
    let mut command = Command::new(env!("CARGO_BIN_EXE_pbrain-tengen"));
    command.args(line.split_whitespace()).current_dir(folder).stdin(Stdio::null()).stdout(Stdio::piped());
    let mut run = command.spawn().unwrap();
    let id = run.id().to_string();
    let is_watching = || {
        let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
        u64::from_str_radix(caught.trim(), 16).unwrap() & SIGINT_MASK != 0
    };
    let status = loop {
        if let Some(status) = run.try_wait().unwrap() {
            break status;
        }
        if is_watching() {
            crate::harness::interrupt(&run);
        }
        sleep(Duration::from_millis(100));
    };
    let mut said = String::new();
    run.stdout.take().unwrap().read_to_string(&mut said).unwrap();
    (status.code(), serde_json::from_str(&said).unwrap_or_else(|why| panic!("{line}: {why}: {said}")))
}

#[cfg(target_os = "linux")]
#[test]
fn what_ctrl_c_has_ended_is_told_and_said_not_to_be_complete() {
    let folder = folder("objects-interrupted");
    for (line, status) in [
        ("analyze --json --time 60s h8i9", 0),
        ("solve --json --time 60s h8i9", 1),
        ("solve --json --all --time 60s h8i9g7g9i7", 1),
    ] {
        let (code, told) = interrupted(line, &folder);
        assert_eq!((code, &told["complete"]), (Some(status), &false.into()), "{line}: {told}");
    }
    for line in [
        "opening free A:h8;B:i9 --json --suggest 60s",
        "opening taraguchi10 A:h8;B:keep;B:h9;A:keep;A:i8;B:keep;B:j7 --json --suggest 60s",
    ] {
        let (code, told) = interrupted(line, &folder);
        assert_eq!((code, &told["legal"]), (Some(0), &true.into()), "{line}: {told}");
        assert_eq!(told["suggestion"]["complete"], false, "{line}: {told}");
    }
    for line in ["analyze --json --depth 1 h8", "solve --json --nodes 100 h8", "solve --json --all --nodes 100 h8"] {
        assert_eq!(object(line, &folder)["complete"], true, "{line}");
    }
}
