//! An engine that plays honestly, or breaks the protocol in one of many ways: the test binary itself, started again.

mod board;
mod manner;

use std::env;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio, abort, exit};
use std::thread::sleep;
use std::time::Duration;

use self::board::{Board, numbers};
pub(super) use self::manner::Manner;

/// What [`Manner::Gloomy`] says.
const GLOOM: &str = "MESSAGE depth 3 ev -2000";
/// What [`Manner::Suggesting`] says of what it thought, of two lines of play.
const THOUGHTS: [&str; 9] = [
    "INFO PV 0",
    "INFO NUMPV 2",
    "INFO DEPTH 7",
    "INFO NODES 1500",
    "INFO EVAL 12",
    "INFO PV DONE",
    "INFO PV 1",
    "INFO DEPTH 6",
    "INFO EVAL -2000",
];
/// What [`Manner::Wary`] says.
const DOUBT: &str = "ERROR unknown key";

/// With a manner among the arguments this is an engine, started by the runner; without one it is an ordinary test.
#[test]
fn engine() {
    let named = |name: &str| Manner::ALL.into_iter().find(|manner| manner.name() == name);
    if let Some(manner) = env::args().find_map(|argument| named(argument.strip_prefix("manner=")?)) {
        // The harness has begun a line, and would have more to say at the end.
        say("");
        play(manner);
        exit(0);
    }
    for manner in Manner::ALL {
        assert_eq!(named(&manner.name()), Some(manner), "two manners have one name");
    }
}

fn say(line: &str) {
    write(&format!("{line}\n"));
}

fn write(text: &str) {
    let mut output = io::stdout();
    // Nobody listens any more when the runner has given up: then this is the end too.
    if write!(output, "{text}").and_then(|()| output.flush()).is_err() {
        exit(1);
    }
}

fn wait_for_ever() -> ! {
    loop {
        sleep(Duration::from_secs(1));
    }
}

/// Starts another mock, with its output where `output` says.
fn start(manner: Manner, output: Stdio) -> Child {
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(["arena::mock::engine", "--exact", "--nocapture", &format!("manner={}", manner.name())]);
    command.stdin(Stdio::null()).stdout(output).spawn().unwrap()
}

/// 150 MiB, looked at so that they are really there.
fn hoard() -> Vec<u8> {
    let held = vec![1; 150 << 20];
    assert!(held.iter().step_by(4096).all(|&byte| byte == 1));
    held
}

fn play(manner: Manner) {
    let may_start = Manner::UNSTARTED.contains(&manner) && File::create_new(manner.mark()).is_ok();
    let manner = if may_start { Manner::Scattered } else { manner };
    match manner {
        Manner::Stillborn => exit(3),
        Manner::Deaf => wait_for_ever(),
        Manner::Hoarding => {
            let _held = hoard();
            say("held");
            wait_for_ever();
        }
        _ => {}
    }
    let mut board = Board { width: 0, height: 0, stones: Vec::new() };
    let mut answers = 0;
    let mut held: Vec<u8> = Vec::new();
    let mut forked = Vec::new();
    let mut lines = io::stdin().lock().lines();
    while let Some(Ok(line)) = lines.next() {
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        match word {
            "START" | "RECTSTART" => {
                let sides = numbers(rest);
                board = Board { width: sides[0], height: *sides.last().unwrap(), stones: Vec::new() };
                match manner {
                    Manner::Mute => {}
                    Manner::Refusing => say("ERROR I do not\u{1b}[31m like this board"),
                    Manner::FloodingStart => loop {
                        say("MESSAGE I am a waterfall");
                    },
                    Manner::Unreading => {
                        say("OK");
                        wait_for_ever();
                    }
                    Manner::Returning => write("OK\r"),
                    Manner::Wary => {
                        say(DOUBT);
                        say("OK");
                    }
                    Manner::Chatty => {
                        eprintln!("MESSAGE loading");
                        say("OK");
                    }
                    Manner::Forking => {
                        let child = start(Manner::Deaf, Stdio::inherit());
                        std::fs::write(format!("forked-{}", child.id()), "").unwrap();
                        forked.push(child);
                        say("OK");
                    }
                    Manner::Sheltering => {
                        let output = start(Manner::Hoarding, Stdio::piped()).stdout.unwrap();
                        assert!(BufReader::new(output).lines().any(|line| line.unwrap() == "held"));
                        say("OK");
                    }
                    _ => say("OK"),
                }
                continue;
            }
            "PLAY" if manner == Manner::Suggesting => {
                say(rest);
                continue;
            }
            "INFO" | "PLAY" => continue,
            "END" if manner == Manner::Stubborn => wait_for_ever(),
            "END" if manner == Manner::Aborting => {
                eprintln!("farewell");
                abort();
            }
            "END" => return,
            "BEGIN" => {}
            "TURN" => {
                let place = numbers(rest);
                board.stones.push((place[0], place[1]));
            }
            "BOARD" => {
                board.read(&mut lines);
            }
            _ if manner == Manner::Foreign => {
                say("UNKNOWN command");
                continue;
            }
            "SWAP2BOARD" => {
                board.read(&mut lines);
                match manner {
                    Manner::Gloomy => say(GLOOM),
                    Manner::Wary => say(DOUBT),
                    _ => {}
                }
                say(&board.opening(manner));
                continue;
            }
            _ => panic!("the runner said what no manager says: {line}"),
        }
        answers += 1;
        let passes = answers >= 6 || (answers == 4 && manner == Manner::Passing);
        if passes && [Manner::Passing, Manner::Passing2].contains(&manner) {
            say("PASS");
            continue;
        }
        let (x, y) = match manner {
            Manner::Column | Manner::Column2 => board.column().unwrap_or_else(|| board.scattered()),
            _ => board.scattered(),
        };
        board.stones.push((x, y));
        match manner {
            Manner::Crashing if answers == 3 => {
                eprintln!("thread panicked:\nindex out of bounds");
                exit(101);
            }
            Manner::Forking if answers == 3 => {
                eprintln!("DEBUG assertion failed");
                exit(101);
            }
            Manner::Silent => wait_for_ever(),
            Manner::Erring => {
                say("ERROR what?");
                continue;
            }
            Manner::Unended => {
                write(&format!("{x},{y}"));
                continue;
            }
            Manner::Late => sleep(Duration::from_secs(2)),
            Manner::Flooding if answers == 2 => loop {
                say("MESSAGE drip");
            },
            Manner::Endless => loop {
                if io::stdout().write_all(&[b'x'; 4096]).is_err() {
                    exit(1);
                }
            },
            Manner::Outside => {
                say(&format!("{},{}", board.width, y));
                continue;
            }
            Manner::Negative => {
                say("-1,3");
                continue;
            }
            Manner::Occupied if answers == 2 => {
                say(&format!("{},{}", board.stones[0].0, board.stones[0].1));
                continue;
            }
            Manner::Greedy => held = hoard(),
            Manner::Complaining => eprintln!("oh no"),
            Manner::Moaning => {
                eprintln!("oh no");
                wait_for_ever();
            }
            Manner::Chatty => {
                say("hello");
                say(&format!("goodbye {answers}"));
            }
            Manner::Doubling => {
                say(&format!("{x},{y} 0,0"));
                continue;
            }
            Manner::Gloomy => say(GLOOM),
            Manner::Belated => {
                say(&format!("{x},{y}"));
                sleep(Duration::from_millis(10));
                say("0,1");
                continue;
            }
            Manner::Leaving if board.stones.len() >= 8 => {
                say(&format!("{x},{y}"));
                exit(0);
            }
            Manner::Returning => {
                write(&format!("{x},{y}\r"));
                continue;
            }
            Manner::Suggesting => {
                THOUGHTS.iter().for_each(|line| say(line));
                say(&format!("SUGGEST {x},{y}"));
                continue;
            }
            _ => {}
        }
        say(&format!("{x},{y}"));
    }
    drop(held);
}
