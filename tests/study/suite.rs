//! `suite`, through the real program: with engines, by other weights, interrupted, and where nobody can read it.

use std::fs;
use std::path::Path;
#[cfg(unix)]
use std::process::{Command, Stdio};

use serde_json::Value;

use super::run;
use crate::harness::{Run, complain, folder};

#[test]
fn engines_are_asked_since_when_they_have_seen_a_win() {
    let folder = folder("suite-turn");
    let turns = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/suites/turns.txt");
    let turns = fs::read_to_string(turns).unwrap();
    let long = turns.lines().last().unwrap();
    // With an open three and the move, after six stones, Black makes a straight four.
    let four = "freestyle 15 h8h1i8i1j8j1k8a1 win a four";
    fs::write(folder.join("t.txt"), format!("{long}\n{four}\nrenju 15 h8 best i9\n")).unwrap();
    let engine = env!("CARGO_BIN_EXE_pbrain-tengen");
    let line = format!("suite -e a={engine} -e b={engine} --nodes 2000 t.txt");
    let output = Run::new(&line).in_folder(&folder).output();
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "error: not solved: 1 of 2\n");
    let row = text.lines().find(|line| line.starts_with("  2. freestyle     15x15   8 stones  a ahead ")).expect(&text);
    assert!(row.contains(" won   6  b ahead ") && row.ends_with(" won   6  a four"), "{text}");
    for name in ["a", "b"] {
        assert!(text.contains(&format!("\n{name}: ahead in ")), "{text}");
    }
    assert_eq!(text.matches("; won in 1 of 2, 2.0 moves before the end").count(), 2, "{text}");
    let (_, objects, _) = Run::new(&format!("{line} --json")).in_folder(&folder).said();
    let objects: Vec<Value> = objects.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let told = |key: &str| objects.iter().map(|object| object[key].clone()).collect::<Vec<_>>();
    assert_eq!((told("number"), told("solved")), (vec![1.into(), 2.into()], vec![false.into(), true.into()]));
    let engines = &objects[1]["engines"];
    assert_eq!((&engines[1]["name"], &engines[1]["won"], &engines[1]["late"]), (&"b".into(), &6.into(), &Value::Null));
    assert_eq!(objects[0]["engines"][0]["won"], Value::Null);
    fs::write(folder.join("four.txt"), four).unwrap();
    run(&format!("suite -e {engine} --nodes 2000 four.txt"), &folder);
    let (_, text, _) = Run::new(&format!("suite -e {engine} --turn 20ms --shard 2/3 t.txt")).in_folder(&folder).said();
    assert!(text.contains("pbrain-tengen: ahead in 1 of 1"), "{text}");
    complain("suite -e a=./nope t.txt", &folder, &["a (./nope) cannot be started"]);
    complain("suite --turn 20ms t.txt", &folder, &["--engine"]);
    // What is told to the search of this program is not told to an engine.
    for option in ["--by fours", "--hash 1M", "--weights w"] {
        complain(&format!("suite -e a=./nope {option} t.txt"), &folder, &["cannot be used with"]);
    }
    complain(&format!("suite -e {engine} --shard 3/3 t.txt"), &folder, &["t.txt holds no line with win"]);
}

#[cfg(unix)]
#[test]
fn an_engine_that_crashes_is_named_with_the_position_after_what_was_asked_before() {
    let folder = folder("suite-crash");
    let script = r#"while read -r line; do
    case "$line" in "START 13"*) exit 3 ;; START*) echo OK ;; DONE*) echo 14,0 ;; END*) exit ;; esac
done"#;
    fs::write(folder.join("a.sh"), script).unwrap();
    let lines = [15, 13].map(|size| format!("freestyle {size} h8h1i8i1j8j1k8a1 win\n"));
    fs::write(folder.join("t.txt"), lines.concat()).unwrap();
    let arguments = ["suite", "-e", "a=sh a.sh", "t.txt"];
    let (success, said, complaint) = Run::with_arguments(arguments).in_folder(&folder).said();
    assert!(!success && complaint.starts_with("error: position 2: a (sh a.sh) "), "{complaint}");
    assert!(said.ends_with("\n1 of 2 lines:\na: ahead in none of 1; won in none of 1\n"), "{said}");
}

#[test]
fn weights_of_a_rule_that_nothing_asks_about_are_refused() {
    let folder = folder("suite-weights");
    let weights = Path::new(env!("CARGO_MANIFEST_DIR")).join("engine/src/eval/weights/renju.weights");
    fs::copy(weights, folder.join("w")).unwrap();
    let win = |rule: &str| format!("{rule} 15 h8h1i8i1j8j1 win\n");
    fs::write(folder.join("s.txt"), win("standard") + &win("freestyle")).unwrap();
    fs::write(folder.join("t.txt"), win("freestyle") + &win("renju")).unwrap();
    for (line, rules) in [
        ("suite --by fours s.txt", "freestyle and standard"),
        ("review --nodes 100 h8h9", "freestyle"),
        ("speed --rule caro", "caro"),
    ] {
        let complaint = format!("w are weights of renju, and this is {rules}\n");
        complain(&format!("{line} --weights w"), &folder, &[complaint.as_str()]);
    }
    let text = run("suite --by fours --weights w t.txt", &folder);
    assert!(text.contains("\n2 of 2 solved "), "{text}");
    // A shard in which none is of their rule is a part of that run.
    let text = run("suite --by fours --weights w --shard 1/2 t.txt", &folder);
    assert!(text.contains("\n1 of 1 solved "), "{text}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_suite_tells_what_was_solved() {
    use std::io::{BufRead, BufReader, Read};
    let folder = folder("suite-interrupted");
    // The second of two would take minutes, and each of twenty takes a while.
    fs::write(folder.join("s.txt"), "freestyle 15 h8h1i8i1j8j1 win\nfreestyle 15 h8 best a1\n").unwrap();
    fs::write(folder.join("t.txt"), "freestyle 15 h8h1i8i1j8j1k8a1 win\n".repeat(20)).unwrap();
    let program = env!("CARGO_BIN_EXE_pbrain-tengen");
    let engine = format!("a={program}");
    let sum = "\n1 of 1 solved within 100000000 nodes, 1 of 2 positions\n";
    for (arguments, first, told) in [
        (&["--nodes", "100000000", "s.txt"][..], "  1. solved ", sum),
        (&["--nodes", "100000000", "--json", "s.txt"], "\"number\":1", "\"solved\":true"),
        (&["--nodes", "2000", "-e", engine.as_str(), "t.txt"], "  1. freestyle ", " of 20 lines:\na: ahead in "),
    ] {
        let mut command = Command::new(program);
        command.arg("suite").args(arguments).current_dir(&folder).stdin(Stdio::null());
        let mut suite = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut said = BufReader::new(suite.stdout.take().unwrap());
        let mut text = String::new();
        while !text.contains(first) {
            assert!(said.read_line(&mut text).unwrap() > 0, "{arguments:?}: {text}");
        }
        crate::harness::interrupt(&suite);
        said.read_to_string(&mut text).unwrap();
        let output = suite.wait_with_output().unwrap();
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), complaint.as_str()), (Some(2), "error: interrupted\n"), "{text}");
        assert!(text.contains(told), "{arguments:?}: {text}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_suite_that_nobody_can_read_is_not_solved_to_its_end() {
    let folder = folder("suite-full");
    fs::write(folder.join("s.txt"), "freestyle 15 h8h1i8i1j8j1k8 best a1\n".repeat(2)).unwrap();
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_pbrain-tengen"));
    command.args(["suite", "--nodes", "100", "s.txt"]).current_dir(&folder).stdin(Stdio::null()).stdout(full);
    let complaint = String::from_utf8(command.output().unwrap().stderr).unwrap();
    // That positions were not solved would be told of all.
    assert!(complaint.starts_with("error: cannot write to the standard output: No space left"), "{complaint}");
}
