//! What managers need of the real program beyond a conversation: streams, floods, start-up and memory. The conversations
//! are the cases of the doctor, and those in `scripts`.

use std::fs;
use std::time::Duration;

use crate::brain::Brain;

/// Only an engine that hangs needs longer, however busy the machine is.
const SOON: Duration = Duration::from_secs(120);

#[test]
fn a_closed_output_ends_the_process_quietly() {
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_pbrain-tengen"))
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    std::io::Write::write_all(&mut input, b"ABOUT\nABOUT\n").unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", output.status);
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_no_text_is_no_reason_to_end() {
    use std::os::unix::ffi::OsStrExt;

    let path = std::ffi::OsStr::from_bytes(b"Andr\xe9");
    let output = crate::harness::Run::with_arguments([path]).output();
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
    let status = fs::read_to_string(format!("/proc/{}/status", brain.id())).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("the peak is told");
    let kilobytes: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
    assert!(kilobytes << 10 < limit, "{kilobytes} kB of {} kB", limit >> 10);
}
