//! Trials: what their logs tell, and what comes of those that are interrupted or cannot be written.

use std::fs;
#[cfg(unix)]
use std::process::{Command, Stdio};
#[cfg(unix)]
use std::time::{Duration, Instant};

use serde_json::Value;
use tengen_engine::color::Color;
use tengen_engine::game::Game;
use tengen_engine::opening::OpeningRule;
use tengen_engine::point::{BoardSize, Rows};

use super::tengen;
use crate::harness::folder;

/// Stones after which a game is drawn.
const LONGEST: usize = 200;
/// How long an interrupted trial may take to end.
#[cfg(unix)]
const PATIENCE: Duration = Duration::from_secs(60);

#[test]
fn the_log_of_a_trial_is_not_written_over() {
    let path = folder("trial-kept").join("trial.jsonl");
    fs::write(&path, "precious\n").unwrap();
    let name = path.to_str().unwrap();
    let (success, _, complaint) = tengen(&["trial", "rif", "--games", "1", "--nodes", "100", "--log", name]);
    assert_eq!((success, complaint), (false, format!("error: the log {name} exists: name another file\n")));
    assert_eq!(fs::read_to_string(&path).unwrap(), "precious\n");
}

#[test]
fn the_log_of_a_trial_tells_what_every_choice_was_worth_and_who_won() {
    let mut decided = 0;
    for (name, arguments, seats) in [
        ("trial-worth", &["rif", "swap2"][..], &["A"; 4][..]),
        ("trial-chance", &["rif", "--against-random"], &["A", "B"]),
    ] {
        let path = folder(name).join("trial.jsonl");
        let begin = ["trial", "--games", "2", "--nodes", "20", "--log", path.to_str().unwrap()];
        let (success, _, complaint) = tengen(&[&begin[..], arguments].concat());
        assert!(success, "{complaint}");
        let log = fs::read_to_string(&path).unwrap();
        assert!(log.contains("\"action\":\"offer "), "{log}");
        let games: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let counted: Vec<&str> = games.iter().map(|game| game["seat"].as_str().unwrap()).collect();
        assert_eq!(counted, seats, "{log}");
        for game in &games {
            for choice in game["values"].as_array().unwrap() {
                // What is chosen by chance has no value.
                let is_by_chance = name == "trial-chance" && choice["by"] != game["seat"];
                assert_eq!(choice["value"].is_null(), is_by_chance, "{game}");
            }
            let rule: OpeningRule = game["rule"].as_str().unwrap().parse().unwrap();
            let moves = game["moves"].as_str().unwrap();
            let replayed = Game::from_text(rule.usual_rule(), BoardSize::USUAL, moves, Rows::FromBottom).unwrap();
            let winner = match replayed.result() {
                Some(result) => result.winner(),
                // A win of the side to move was proven, unless the game was too long.
                None => Some(replayed.to_move()).filter(|_| replayed.moves().len() < LONGEST),
            };
            let is_black = game["winner"] == game["black"];
            let expected = (winner.is_none(), winner == Some(Color::Black));
            assert_eq!((game["winner"].is_null(), is_black), expected, "{game}");
            decided += usize::from(winner.is_some());
        }
    }
    assert!(decided > 0);
}

#[cfg(unix)]
#[test]
fn a_trial_whose_log_cannot_be_written_tells_what_was_played() {
    let path = folder("trial-full").join("trial.jsonl");
    // No file may be longer than one block, as on a disk that is full.
    let script = "ulimit -f 1; exec \"$0\" trial rif designated:D5 --games 9 -n 5 --log \"$1\"";
    let program = env!("CARGO_BIN_EXE_pbrain-tengen");
    let output = Command::new("sh").args(["-c", script, program]).arg(&path).output().unwrap();
    let [text, complaint] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert!(complaint.starts_with(&format!("error: cannot write {}: ", path.display())), "{complaint}");
    let rows = |rule: &str| text.lines().filter(|line| line.starts_with(rule)).count();
    assert_eq!((rows("rif "), rows("designated")), (1, 0), "{text}");
    assert!(!output.status.success());
}

#[cfg(unix)]
#[test]
fn an_interrupted_trial_tells_what_was_played() {
    // A rule of which no game was played to its end has no row.
    for (name, rules, games, nodes, row) in [
        ("trial-interrupted", &["rif"][..], "1000000", "5", "rif "),
        ("trial-interrupted-later", &["designated:D5", "swap2"], "1", "30000", "designated:D5 "),
    ] {
        let arguments = [rules, &["--games", games, "-n", nodes]].concat();
        let text = interrupted(name, &arguments, |log| log.contains('\n'));
        let rows: Vec<&str> = text.lines().skip_while(|line| !line.starts_with("rule ")).skip(1).take(2).collect();
        assert!(rows[0].starts_with(row) && rows[1].is_empty(), "{text}");
        assert!(text.starts_with(&format!("Against itself, {nodes} nodes a move\n\nrule ")), "{text}");
    }
}

#[cfg(unix)]
#[test]
fn a_search_of_a_trial_is_interrupted() {
    // The search of the first choice begins with the log, and would never end.
    let arguments = ["rif", "--games", "1", "-n", "1000000000000"];
    let text = interrupted("trial-searching", &arguments, |_| {
        std::thread::sleep(Duration::from_millis(500));
        true
    });
    assert_eq!(text, "");
}

/// What a trial prints that is interrupted as soon as it is time by its log.
#[cfg(unix)]
fn interrupted(name: &str, arguments: &[&str], is_time: fn(&str) -> bool) -> String {
    let path = folder(name).join("trial.jsonl");
    let mut command = Command::new(env!("CARGO_BIN_EXE_pbrain-tengen"));
    command.arg("trial").args(arguments).arg("--log").arg(&path);
    let mut trial = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let pause = || std::thread::sleep(Duration::from_millis(10));
    while !fs::read_to_string(&path).is_ok_and(|log| is_time(&log)) {
        assert_eq!(trial.try_wait().unwrap(), None);
        pause();
    }
    crate::harness::interrupt(&trial);
    let begin = Instant::now();
    while trial.try_wait().unwrap().is_none() && begin.elapsed() < PATIENCE {
        pause();
    }
    // One that runs on has no status of its own after this.
    let _ = trial.kill();
    let output = trial.wait_with_output().unwrap();
    let [text, complaint] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert_eq!((output.status.code(), complaint.as_str()), (Some(1), "error: interrupted\n"), "{arguments:?}");
    text
}
