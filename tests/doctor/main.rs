//! The doctor, examining engines of which it is known what is wrong with them: nothing, or one fault each.
//!
//! This program is the test, without a harness, and when it is started again with `fault=NAME` it is the engine.

mod faults;
mod faulty_mock;

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
#[cfg(unix)]
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{self, Command, ExitCode, Output, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use serde_json::Value;

use self::faults::{FAULTS, Fault, HARMLESS, Harmless};

/// Examinations at the same time. Most of an examination is waiting.
const JOBS: usize = 24;

fn main() -> ExitCode {
    let mut arguments = env::args().skip(1);
    if let Some(name) = arguments.next().as_deref().and_then(|argument| argument.strip_prefix("fault=")) {
        faulty_mock::live(faults::find(name).expect("the fault is known"), arguments);
    }
    // Somebody asked for other tests.
    if env::args().skip(1).any(|argument| !argument.starts_with('-') && !"doctor".contains(&argument)) {
        return ExitCode::SUCCESS;
    }
    an_engine_that_cannot_be_examined_ends_the_examination();
    what_is_asked_wrongly_is_named();
    cases_are_listed_as_lines_of_json();
    sound_engines_pass_everything();
    who_is_not_as_others_is_not_accused();
    who_refuses_beside_others_is_asked_again();
    #[cfg(unix)]
    an_engine_is_started_as_it_was_named();
    #[cfg(unix)]
    who_outlives_its_terminal_goes_on();
    reasons_lead_to_the_fault();
    every_case_finds_a_fault_and_every_fault_is_found();
    println!("doctor: ok, {} faults found", FAULTS.len());
    ExitCode::SUCCESS
}

fn doctor(arguments: &[&str]) -> Output {
    doctor_in(Path::new(env!("CARGO_MANIFEST_DIR")), arguments)
}

fn doctor_in(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pbrain-tengen"));
    command.arg("doctor").args(arguments).current_dir(folder).stdin(Stdio::null());
    command.output().expect("the doctor starts")
}

/// The command of a faulty_mock.
fn faulty_mock(fault: &str) -> String {
    format!("\"{}\" fault={fault}", env::current_exe().expect("it runs").display())
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// The verdict on each case of an examination, with its whole line.
fn verdicts(output: &Output) -> BTreeMap<String, (String, Value)> {
    let text = text(output);
    let lines = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let string = |row: &Value, key: &str| row[key].as_str().map(str::to_string);
    lines.filter_map(|row| Some((string(&row, "case")?, (string(&row, "verdict")?, row)))).collect()
}

fn an_engine_that_cannot_be_examined_ends_the_examination() {
    for command in [faulty_mock("says-yes"), "no-such-engine-anywhere".to_string()] {
        let output = doctor(&["--json", "--patience", "2s", &command]);
        let verdicts = verdicts(&output);
        assert!(!output.status.success(), "{}", text(&output));
        for (case, (verdict, row)) in &verdicts {
            assert_eq!(verdict, if case == "start" { "failed" } else { "not examined" }, "{row}");
        }
    }
}

fn what_is_asked_wrongly_is_named() {
    for (arguments, complaint) in [
        (["--only", "nonsense"], "no case and no topic nonsense"),
        (["--cases", "nowhere.txt"], "cannot read nowhere.txt"),
        (["--patience", "5"], "500ms"),
        (["--jobs", "0"], "--jobs"),
        (["--list", "'"], ""),
    ] {
        let output = doctor(&arguments);
        assert_eq!(output.status.success(), complaint.is_empty(), "{}", text(&output));
        assert!(text(&output).contains(complaint), "{}", text(&output));
    }
}

fn cases_are_listed_as_lines_of_json() {
    let listed = text(&doctor(&["--list", "--json", "--only", "swap2"]));
    let rows: Vec<Value> = listed.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    assert!(rows.len() > 3 && rows.iter().all(|row| row["topic"] == "swap2" && row["case"].is_string()), "{listed}");
    assert!(rows.iter().all(|row| row["level"] == "optional" && row["script"].is_null()), "{listed}");
    // One case is no several.
    let one = text(&doctor(&["--only", "start"]));
    assert!(one.contains(": 1 case\n") && one.contains("\n1 case: 1 passed, 0 failed "), "{one}");
    let one = text(&doctor(&["--only", "start", "--patience", "2s", &faulty_mock("says-yes")]));
    assert!(one.contains("= \"YES\" is not the \"OK\" that was expected"), "{one}");
    assert!(one.ends_with("error: 1 required case failed\n"), "{one}");
    let listed = text(&doctor(&["--list", "--json", "--verbose", "--only", "start"]));
    let row: Value = serde_json::from_str(listed.trim_end()).expect(&listed);
    let script = row["script"].as_str().unwrap_or_default();
    assert!(script.starts_with("case start\nrequired everybody: "), "{row}");
}

fn sound_engines_pass_everything() {
    thread::scope(|scope| {
        scope.spawn(|| passes_everything(None));
        scope.spawn(|| passes_everything(Some(&faulty_mock("sound"))));
    });
}

fn passes_everything(command: Option<&str>) {
    let arguments: Vec<&str> = ["--json", "--jobs", "6", "--slack", "60s"].into_iter().chain(command).collect();
    let output = doctor(&arguments);
    for (case, (verdict, row)) in verdicts(&output) {
        assert!(verdict == "passed" || !is_measurable(&case), "{row:#}");
    }
    assert!(output.status.success(), "{}", text(&output));
}

/// Whether this system can find out about a case.
fn is_measurable(case: &str) -> bool {
    cfg!(target_os = "linux") || !(case.starts_with("memory") || case.contains("suspended"))
}

/// What may be left out or done in several ways is no fault.
fn who_is_not_as_others_is_not_accused() {
    for &Harmless { name, verdicts: expected, .. } in HARMLESS {
        let cases: Vec<&str> = expected.iter().map(|&(case, _)| case).collect();
        let output = doctor(&["--json", "--slack", "60s", "--only", &cases.join(","), &faulty_mock(name)]);
        let verdicts = verdicts(&output);
        for &(case, expected) in expected {
            let (verdict, row) = &verdicts[case];
            assert!(verdict == expected || !is_measurable(case), "{name}: {row:#}");
        }
    }
}

/// A refusal may be due to the load, and counts only alone.
fn who_refuses_beside_others_is_asked_again() {
    let folder = env::temp_dir().join(format!("doctor refuses once {}", process::id()));
    let command = format!("{} \"{}\"", faulty_mock("refuses-once"), folder.display());
    let output = doctor(&["--json", "--jobs", "2", "--slack", "60s", "--only", "restart", &command]);
    let verdicts = verdicts(&output);
    let (verdict, row) = &verdicts["restart"];
    assert_eq!(verdict, "passed", "{row:#}");
    fs::remove_dir(&folder).expect("it has refused once");
}

/// A link is not followed, and an argument that names a file names it in another folder too.
#[cfg(unix)]
fn an_engine_is_started_as_it_was_named() {
    let folder = env::temp_dir().join(format!("doctor named {}", process::id()));
    fs::create_dir_all(&folder).unwrap();
    let own = env::current_exe().expect("it runs");
    std::os::unix::fs::symlink(own, folder.join("linked")).unwrap();
    fs::write(folder.join("mine.sh"), format!("exec {}\n", faulty_mock("sound"))).unwrap();
    for command in ["./linked fault=linked", "sh mine.sh", "sh -c '. \"${0#*=}\"' --script=./mine.sh"] {
        let output = doctor_in(&folder, &["--json", "--slack", "60s", "--only", "start,another-folder", command]);
        assert!(output.status.success(), "{command}: {}", text(&output));
        assert_eq!(verdicts(&output).len(), 2, "{command}: {}", text(&output));
    }
    fs::remove_dir_all(&folder).unwrap();
}

/// The end of the terminal does not interrupt what was started to ignore it, as by nohup.
#[cfg(unix)]
fn who_outlives_its_terminal_goes_on() {
    let script = "trap '' HUP; exec \"$0\" doctor --slack 60s --only info-while-thinking";
    let mut command = Command::new("sh");
    command.args(["-c", script, env!("CARGO_BIN_EXE_pbrain-tengen")]).stdin(Stdio::null()).stdout(Stdio::piped());
    let mut doctor = command.spawn().expect("the doctor starts");
    let mut output = BufReader::new(doctor.stdout.take().expect("it was asked for"));
    let mut report = String::new();
    // It says what it is about to do when signals no longer end it.
    output.read_line(&mut report).unwrap();
    let hang_up = format!("kill -HUP {}", doctor.id());
    assert!(Command::new("sh").args(["-c", &hang_up]).status().is_ok_and(|status| status.success()));
    output.read_to_string(&mut report).unwrap();
    assert!(doctor.wait().is_ok_and(|status| status.success()), "{report}");
}

fn reasons_lead_to_the_fault() {
    for (fault, case, reason) in [
        ("says-moves-twice", "turn", "\" was said although nobody asked for it"),
        ("says-good-bye", "end", "\"0,0\" was said, and no answer was expected"),
        ("ends-no-line", "begin", "no move within 6.0s; an unfinished line came: \""),
    ] {
        let output = doctor(&["--json", "--patience", "6s", "--only", case, &faulty_mock(fault)]);
        let verdicts = verdicts(&output);
        let (_, row) = &verdicts[case];
        assert!(row["reason"].as_str().is_some_and(|why| why.contains(reason)), "{row:#}");
    }
}

fn every_case_finds_a_fault_and_every_fault_is_found() {
    let next = AtomicUsize::new(0);
    let unfound = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..JOBS {
            scope.spawn(|| {
                while let Some(fault) = FAULTS.get(next.fetch_add(1, Ordering::Relaxed)) {
                    // First examined, and then locked: the others wait for nobody.
                    let found = unfound_in(fault);
                    unfound.lock().unwrap().extend(found);
                }
            });
        }
    });
    let unfound = unfound.into_inner().unwrap();
    assert!(unfound.is_empty(), "not found:\n{}", unfound.join("\n"));
    let found: BTreeSet<&str> = FAULTS.iter().flat_map(|fault| fault.cases).copied().collect();
    let list = text(&doctor(&["--list"]));
    let cases = list.lines().filter_map(|line| line.split_whitespace().nth(2));
    let unshown: Vec<&str> = cases.filter(|case| !found.contains(case)).collect();
    assert!(unshown.is_empty(), "no fault shows that these cases can fail: {unshown:?}");
}

/// The cases that a faulty_mock passes although it should not. What it did not come to, because the machine was too busy for
/// so little patience, is examined again with more.
fn unfound_in(fault: &Fault) -> Vec<String> {
    let mut unfound = Vec::new();
    let mut cases: Vec<&str> = fault.cases.to_vec();
    for patience in ["1s", "6s", "36s"] {
        let output = doctor(&["--json", "--patience", patience, "--only", &cases.join(","), &faulty_mock(fault.name)]);
        let verdicts = verdicts(&output);
        let verdict = |case: &str| verdicts.get(case).map_or("not reported", |(verdict, _)| verdict.as_str());
        let is_found = |verdict: &str| verdict == "failed" || verdict == "not offered" && !fault.fails;
        cases.retain(|case| !is_found(verdict(case)));
        unfound = cases.iter().map(|case| format!("{}: {case} is {}", fault.name, verdict(case))).collect();
        if cases.is_empty() {
            break;
        }
    }
    unfound
}
