//! The Gomocup protocol point by point, with the real program: every case in which some published engine fails, and what
//! a manager needs instead.

use std::fs;
use std::time::{Duration, Instant};

use crate::brain::Brain;
use crate::conversation::hold;

const SOON: Duration = Duration::from_secs(10);

/// Cases that need nothing but a conversation, each from a fresh start.
const CASES: &[(&str, &str)] = &[
    ("a line end of any kind, and none at the end", "> START 15\n< OK\n> RESTART\n< OK\neof\nexit 700"),
    ("words in any case", "> start 15\n< OK\n> Info Rule 1\n> rEsTaRt\n< OK\n> about\n< name=*\n> end\nexit 700"),
    ("ABOUT is one line before anything else", "> ABOUT\n< name=\"Tengen\", version=\"*\", author=\"*\"\n<!100"),
    ("sizes from 5 to 22", "> START 5\n< OK\n> START 20\n< OK\n> START 22\n< OK"),
    (
        "a size that cannot be is one ERROR with the size that can, and no game",
        "> START 4\n< ERROR *20*\n> START 23\n< ERROR *20*\n> START 0\n< ERROR *20*\n> START -5\n< ERROR *20*\n\
         > START 99999999999\n< ERROR *20*\n> BEGIN\n< ERROR *\n<!100",
    ),
    ("START without a size", "> START\n< ERROR *\n<!100\n> START 15\n< OK"),
    ("two sizes", "> START 15 15\n< OK\n> RECTSTART 20,15\n< OK\n> RECTSTART 15,15\n< OK\n> RECTSTART 15\n< ERROR *"),
    ("RESTART needs a game", "> RESTART\n< ERROR *\n> START 15\n< OK\n> RESTART\n< OK"),
    ("an unknown line has one answer", "> SOMETHING ELSE 1 2 3\n< UNKNOWN *\n<!100\n> a,b,c\n< UNKNOWN *\n<!100"),
    ("blank lines have none", "> \n>  \n<!100\n> START 15\n< OK"),
    (
        "TURN with nonsense, an occupied point and one off the board",
        "> START 15\n< OK\n> INFO timeout_turn 200\n> TURN abc\n< ERROR *\n> TURN\n< ERROR *\n> TURN 15,3\n< ERROR *\n\
         > TURN -1,3\n< ERROR *\n> TURN 7,7\n< {move}\n> TURN 7,7\n< ERROR *\n<!100\n> END\nexit 700",
    ),
    (
        "BOARD in every form",
        "> START 15\n< OK\n> INFO timeout_turn 200\n> BOARD\n> 7,7,1\n> 7,8,2\n> DONE\n< {move}\n\
         > BOARD\n> 7, 7, 1\n> 7, 8, 2\n> done\n< {move}\n> BOARD 7,7,1 7,8,2 DONE\n< {move}\n\
         > BOARD\n> DONE\n< {move}\n> BOARD\n> 7,7,1\n> 8,8,1\n> 9,9,1\n> DONE\n< {move}\n\
         > BOARD\n> 7,7,1\n> 8,8,3\n> 9,9,2\n> DONE\n< {move}\n> END\nexit 700",
    ),
    (
        "BOARD with faults is one ERROR",
        "> START 15\n< OK\n> BOARD\n> 7,7,1\n> x\n> 7,7\n> y\n> DONE\n< ERROR *\n<!100\n> BOARD\n> 7,7,1\n> 7,7,2\n> DONE\n\
         < ERROR *\n<!100\n> BOARD\n> 77,7,1\n> DONE\n< ERROR *\n<!100\n> BOARD\n> 7,7,9\n> DONE\n< ERROR *\n<!100",
    ),
    ("END within BOARD", "> START 15\n< OK\n> BOARD\n> 7,7,1\n> END\nexit 500"),
    ("END at once", "> END\nexit 500"),
    (
        "no time at all is an answer at once",
        "> START 15\n< OK\n> INFO timeout_turn 0\n> INFO timeout_match 0\n> BOARD 7,7,2 DONE\n<700 {move}",
    ),
    ("less than no time too", "> START 15\n< OK\n> INFO time_left -500\n> BOARD 7,7,2 DONE\n<700 {move}"),
    (
        "INFO is never answered",
        "> INFO\n> INFO nonsense\n> INFO evaluate 3,4\n> INFO folder C:\\some folder\\ü\n> INFO rule 0\n\
         > INFO timeout_turn 100\n> INFO game_type 3\n<!150\n> START 15\n< OK",
    ),
    (
        "what INFO asks in vain is one ERROR at the next command",
        "> INFO max_memory 4096\n> INFO rule 55\n<!100\n> START 15\n< ERROR *\n<!100\n> START 15\n< OK",
    ),
    ("PLAY is echoed", "> START 15\n< OK\n> PLAY 3,4\n< 3,4\n> PLAY 3,4\n< ERROR *\n> TAKEBACK 3,4\n< OK"),
    (
        "TAKEBACK wants the last stone",
        "> START 15\n< OK\n> TAKEBACK 1,1\n< ERROR *\n> PLAY 1,1\n< 1,1\n> TAKEBACK 2,2\n< ERROR *\n> TAKEBACK\n\
         < ERROR *\n> TAKEBACK 1,1\n< OK",
    ),
    (
        "a full board is one ERROR",
        "> START 5\n< OK\n> BOARD\n> 0,0,1 1,0,1 2,0,2 3,0,2 4,0,1\n> 0,1,2 1,1,2 2,1,1 3,1,1 4,1,2\n\
         > 0,2,1 1,2,1 2,2,2 3,2,2 4,2,1\n> 0,3,2 1,3,2 2,3,1 3,3,1 4,3,2\n> 0,4,1 1,4,1 2,4,2 3,4,2 4,4,1\n> DONE\n\
         < ERROR *full*\n<!100",
    ),
    (
        "the last point is played",
        "> START 5\n< OK\n> BOARD\n> 0,0,1 1,0,1 2,0,2 3,0,2 4,0,1\n> 0,1,2 1,1,2 2,1,1 3,1,1 4,1,2\n\
         > 0,2,1 1,2,1 3,2,2 4,2,1\n> 0,3,2 1,3,2 2,3,1 3,3,1 4,3,2\n> 0,4,1 1,4,1 2,4,2 3,4,2 4,4,1\n> DONE\n\
         < 2,2",
    ),
    (
        "a byte order mark, control characters and broken text",
        "> \u{feff}START 15\n< OK\n> \u{7}\u{fffd}\u{1b}[A\n< UNKNOWN *\n<!100",
    ),
    ("arguments of other programs", "args --force-utf8 -x --config nothing.toml\n> START 15\n< OK\n> END\nexit 700"),
    (
        "a memory that is not there costs a search and not the game",
        "> START 15\n< OK\n> INFO timeout_turn 300\n> INFO hash 999999999\n> BOARD 7,7,2 DONE\n<3000 {move}\n\
         > BOARD 7,7,2 DONE\n<3000 {move}",
    ),
    (
        "max_depth and max_node end a search without a clock",
        "> START 15\n< OK\n> INFO timeout_turn -1\n> INFO max_depth 3\n> BOARD 7,7,2 DONE\n< {move}\n\
         > INFO max_depth -1\n> INFO max_node 2000\n> BOARD 7,7,2 DONE\n< {move}",
    ),
    // What the scripts that qualify engines for tournaments ask, each rule by its own position.
    (
        "freestyle: a five",
        "> START 20\n< OK\n> INFO timeout_turn 500\n> INFO rule 0\n> BOARD 7,7,1 7,8,2 8,7,1 8,8,2 9,7,1 9,8,2 10,7,1 10,8,2 DONE\n< {6,7|11,7}",
    ),
    (
        "standard: a five",
        "> START 15\n< OK\n> INFO timeout_turn 500\n> INFO rule 1\n> BOARD 7,7,1 7,8,2 8,7,1 8,8,2 9,7,1 9,8,2 10,7,1 10,8,2 DONE\n< {6,7|11,7}",
    ),
    (
        "Renju: a five",
        "> START 15\n< OK\n> INFO timeout_turn 500\n> INFO rule 4\n> BOARD 7,7,1 7,8,2 8,7,1 8,8,2 9,7,1 9,8,2 10,7,1 10,8,2 DONE\n< {6,7|11,7}",
    ),
    (
        "Caro: a five",
        "> START 15\n< OK\n> INFO timeout_turn 500\n> INFO rule 8\n> BOARD 7,7,1 7,8,2 8,7,1 8,8,2 9,7,1 9,8,2 10,7,1 10,8,2 DONE\n< {6,7|11,7}",
    ),
    (
        "standard: six are no five, so the three must be stopped",
        "> START 15\n< OK\n> INFO timeout_turn 1000\n> INFO rule 1\n\
         > BOARD 7,7,2 7,8,1 8,7,2 7,9,1 6,7,2 7,10,1 9,12,2 7,11,1 6,13,2 7,13,1 8,14,2 DONE\n< {5,7|9,7}",
    ),
    (
        "Caro: five between two stones are none, so the three must be stopped",
        "> START 15\n< OK\n> INFO timeout_turn 1000\n> INFO rule 8\n\
         > BOARD 7,7,1 5,7,2 6,7,1 5,8,2 8,7,1 5,6,2 9,7,1 11,7,2 DONE\n< {5,4|5,5|5,9|5,10}",
    ),
];

#[test]
fn cases() {
    std::thread::scope(|scope| {
        for chunk in CASES.chunks(CASES.len().div_ceil(8)) {
            scope.spawn(move || chunk.iter().for_each(|(name, script)| hold(name, script)));
        }
    });
}

#[test]
fn black_does_not_play_a_forbidden_point_in_renju() {
    let mut brain = Brain::start(&[]);
    for line in ["START 15", "INFO rule 4", "INFO timeout_turn 1000"] {
        brain.say(line);
    }
    assert_eq!(brain.answer(SOON).as_deref(), Some("OK"));
    brain.say("BOARD 7,7,1 7,8,2 8,6,1 8,8,2 7,9,1 8,5,2 8,10,1 8,11,2 DONE");
    let answer = brain.answer(SOON).expect("a move");
    assert!(answer != "6,8", "a double-three");
}

#[test]
fn the_end_comes_while_thinking_on_all_threads() {
    let mut brain = Brain::start(&[]);
    for line in ["START 20", "INFO thread_num 2", "INFO timeout_turn 600000", "BOARD 10,10,2 DONE"] {
        brain.say(line);
    }
    assert_eq!(brain.answer(SOON).as_deref(), Some("OK"));
    assert_eq!(brain.answer(Duration::from_millis(300)), None, "it thinks");
    let said = Instant::now();
    brain.say("END");
    brain.exit(Duration::from_millis(500)).unwrap_or_else(|why| panic!("{why} (after {:?})", said.elapsed()));
}

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

#[test]
fn the_first_answer_comes_soon_after_the_start() {
    // Managers charge the start of the process to the first move; the fastest of a few starts is what counts here, as
    // other tests run beside this one.
    let fastest = (0..5)
        .map(|_| {
            let started = Instant::now();
            let mut brain = Brain::start(&[]);
            brain.say("START 15");
            assert_eq!(brain.answer(SOON).as_deref(), Some("OK"));
            started.elapsed()
        })
        .min()
        .unwrap();
    assert!(fastest < Duration::from_millis(100), "{fastest:?}");
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
