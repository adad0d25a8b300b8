//! What managers need of the real program beyond a conversation: streams, floods, start-up and memory. The conversations
//! are the cases of the doctor, and those in `scripts`.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::brain::Brain;
use crate::harness::{Run, folder};

/// Only an engine that hangs needs longer, however busy the machine is.
const SOON: Duration = Duration::from_secs(120);

#[test]
fn a_closed_output_ends_the_process_quietly() {
    let mut child = unheard(Path::new("."), "");
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"ABOUT\nABOUT\n").unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", output.status);
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// A program that was told these lines, of whose output nobody takes more than a pipe holds.
fn unheard(folder: &Path, lines: &str) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pbrain-tengen"));
    command.current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.as_mut().unwrap().write_all(lines.as_bytes()).unwrap();
    child
}

/// Waits for the end of a program, which must be none of this test's making.
fn check_end(mut child: Child, what: &str) {
    let until = Instant::now() + SOON;
    while child.try_wait().unwrap().is_none() {
        assert!(Instant::now() < until, "still running after {what}");
        thread::sleep(Duration::from_millis(5));
    }
    let status = child.wait().unwrap();
    assert!(status.success(), "{status} after {what}");
    let mut errors = String::new();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    assert_eq!(errors, "", "after {what}");
}

#[test]
fn an_end_is_heard_where_nobody_takes_what_is_said_and_what_was_changed_is_kept() {
    let folder = folder("compliance-unheard");
    let changed = "START 15\nYXSETDATABASE a.db\nYXEDITTVDDATABASE 2 -1 20 0\n7,7\nDONE\n";
    // More than any pipe holds, which an analysis without end adds to.
    let flood = "help\n".repeat(900);
    for (end, rest) in [("END", ""), ("END", "INFO timeout_turn -1\nYXNBEST 5\n"), ("the end of the input", "")] {
        let mut child = unheard(&folder, &format!("{changed}{rest}{flood}"));
        match end {
            "END" => child.stdin.as_mut().unwrap().write_all(b"END\n").unwrap(),
            _ => drop(child.stdin.take()),
        }
        // The input stays open where END was said.
        check_end(child, &format!("{end}, {rest}"));
        fs::remove_file(folder.join("a.db")).expect("the database is saved");
    }
}

#[cfg(unix)]
#[test]
fn nothing_waits_for_a_pipe_that_nobody_writes_into() {
    let folder = folder("compliance-pipe");
    assert!(Command::new("mkfifo").arg(folder.join("pipe.db")).status().unwrap().success());
    for words in [
        "INFO book pipe.db",
        "INFO timeout_turn -1\nINFO book pipe.db\nRESTART",
        "YXSETDATABASE pipe.db",
        "YXSETDATABASE\npipe.db",
        "YXSETDATABASE a.db\nYXDBMERGE pipe.db",
        "YXSETDATABASE a.db\nYXDBMERGE\npipe.db",
        "YXSETDATABASE a.db\nYXTXTTODB pipe.db",
    ] {
        // The input stays open.
        check_end(unheard(&folder, &format!("START 15\n{words}\nEND\n")), words);
    }
    for command in ["db stats pipe.db", "db import a.store pipe.db"] {
        crate::harness::complain(command, &folder, &["cannot read pipe.db: it is no regular file"]);
    }
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_no_text_is_no_reason_to_end() {
    use std::os::unix::ffi::OsStrExt;

    let path = std::ffi::OsStr::from_bytes(b"Andr\xe9");
    let output = Run::with_arguments([path]).output();
    assert!(output.status.success() && output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn endless_lines_cost_no_memory_and_one_answer() {
    let mut brain = Brain::start(&[]);
    for _ in 0..256 {
        brain.send(&[b'x'; 1 << 16]);
    }
    brain.send(b"\nSTART 15\n");
    let answer = brain.answer(SOON).expect("one answer");
    assert!(answer.starts_with("UNKNOWN ") && answer.len() < 200, "{answer}");
    assert_eq!(brain.answer(SOON).as_deref(), Some("OK"));
    // None of these lines is known, and each has its answer.
    let count = 100_000;
    let flood: String = (0..count).map(|i| format!("{i}\n")).collect();
    std::thread::scope(|scope| {
        let (sender, receiver) = std::sync::mpsc::channel();
        scope.spawn(move || {
            let mut brain = brain;
            brain.send(flood.as_bytes());
            brain.say("END");
            sender.send(brain).unwrap();
        });
        let mut brain = receiver.recv().unwrap();
        let mut answers = 0;
        while brain.answer(SOON).is_some_and(|line| line.starts_with("UNKNOWN ")) {
            answers += 1;
        }
        assert_eq!(answers, count);
        brain.exit(SOON).unwrap();
    });
}

/// The time on a processor of what a name in `/proc` stands for, all threads of a process together, in hundredths of a
/// second: what other programs do meanwhile does not count.
#[cfg(target_os = "linux")]
pub(crate) fn ticks(name: &str) -> u32 {
    let status = fs::read_to_string(format!("/proc/{name}/stat")).unwrap();
    // The name in parentheses may hold anything; the times, of which a second has a hundred, are the 12th and 13th behind it.
    let (_, numbers) = status.rsplit_once(") ").unwrap();
    numbers.split(' ').skip(11).take(2).map(|ticks| ticks.parse::<u32>().unwrap()).sum()
}

/// Managers charge the start of the process to the first move.
#[cfg(target_os = "linux")]
#[test]
fn the_first_answer_takes_little_time() {
    let mut brain = Brain::start(&[]);
    brain.say("START 15");
    assert_eq!(brain.answer(SOON).as_deref(), Some("OK"));
    let ticks = ticks(&brain.id().to_string());
    assert!(ticks < 10, "{ticks} hundredths of a second");
}

/// What the system tells of the memory of a process in `/proc` under a name, in bytes, where it does.
pub(crate) fn memory(process: &str, name: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let told = status.lines().find_map(|line| line.strip_prefix(name))?;
    Some(told.trim().trim_end_matches(" kB").parse::<u64>().ok()? << 10)
}

/// The same of an engine, in kilobytes.
#[cfg(target_os = "linux")]
fn kilobytes(brain: &Brain, name: &str) -> u64 {
    memory(&brain.id().to_string(), name).expect("it is told") >> 10
}

/// What a search needs is made in the quiet before it, and not in its time.
#[cfg(target_os = "linux")]
#[test]
fn the_engine_prepares_for_the_rule_before_it_is_asked() {
    let mut brain = Brain::start(&[]);
    brain.say("ABOUT");
    assert!(brain.answer(SOON).is_some());
    let before = kilobytes(&brain, "VmRSS:");
    brain.say("START 15");
    brain.say("INFO rule 4");
    assert_eq!(brain.answer(SOON).as_deref(), Some("OK"));
    let begin = Instant::now();
    while kilobytes(&brain, "VmRSS:") < before + 1500 {
        assert!(begin.elapsed() < SOON, "nothing is prepared");
        thread::sleep(Duration::from_millis(5));
    }
}

/// The least limit, which is told where less is given, is kept when all rules are played.
#[cfg(target_os = "linux")]
#[test]
fn the_least_limit_on_memory_is_enough_for_all_rules() {
    let mut brain = Brain::start(&[]);
    brain.say("INFO max_memory 1");
    brain.say("START 22");
    let refusal = brain.answer(SOON).expect("an answer");
    let limit: u64 = refusal.split(' ').filter_map(|word| word.parse().ok()).max().expect("the least limit");
    brain.say(&format!("INFO max_memory {limit}"));
    brain.say("INFO timeout_turn 200");
    for rule in [0, 1, 4, 8, 9] {
        brain.say(&format!("INFO rule {rule}"));
        brain.say("START 22");
        assert_eq!(brain.answer(SOON).as_deref(), Some("OK"));
        brain.say("BOARD 7,7,1 6,8,2 8,8,1 9,9,2 9,7,1 5,7,2 DONE");
        assert!(brain.answer(SOON).is_some());
    }
    let taken = kilobytes(&brain, "VmHWM:") << 10;
    assert!((limit / 2..limit).contains(&taken), "{taken} of {limit}");
}

#[cfg(target_os = "linux")]
#[test]
fn memory_stays_below_the_limit() {
    let limit: u64 = 64 << 20;
    let mut brain = Brain::start(&[]);
    for line in ["START 20", &format!("INFO max_memory {limit}"), "INFO thread_num 2", "INFO timeout_turn 1500"] {
        brain.say(line);
    }
    assert_eq!(brain.answer(SOON).as_deref(), Some("OK"));
    brain.say("BOARD 10,10,2 DONE");
    assert!(brain.answer(SOON).is_some());
    let kilobytes = kilobytes(&brain, "VmHWM:");
    assert!(kilobytes << 10 < limit, "{kilobytes} kB of {} kB", limit >> 10);
}

/// What the program says to these lines where it may have 150 MB of addresses.
#[cfg(target_os = "linux")]
fn said_in_little_room(arguments: &str, lines: &str) -> String {
    let program = env!("CARGO_BIN_EXE_pbrain-tengen");
    let script = format!("ulimit -c 0; ulimit -v 150000; exec {program} {arguments}");
    let mut command = Command::new("sh");
    command.arg("-c").arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let [said, errors] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert!(output.status.success() && errors.is_empty(), "{}: {said}{errors}", output.status);
    said
}

/// A table may have any size, and what each thread needs may not: the threads come first.
#[cfg(target_os = "linux")]
#[test]
fn where_memory_is_short_a_move_is_said_all_the_same() {
    let lines = "START 15\nINFO thread_num 16\nINFO timeout_turn 100\nBOARD 1,1,1 2,2,2 DONE\n";
    let said = said_in_little_room("", lines);
    let is_move = |line: &str| line.split(',').all(|number| number.parse::<u8>().is_ok());
    assert!(said.lines().last().is_some_and(is_move) && !said.contains("fault"), "{said}");
    // A manager gets no more threads than the machine runs at a time.
    let said = said_in_little_room("analyze --size 15 --threads 16 --time 100ms h8i9", "");
    assert!(said.contains("best move: "), "{said}");
}
