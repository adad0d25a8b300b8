//! Engines that break the protocol: each loses its games by its fault, and the match goes on.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::mock::Manner;
use super::{AMPLE, decided_by_faults, games, run};
use crate::harness::{Run, folder};

/// Plays the faulty engines against one that plays honestly and checks that each loses both games, by its fault. Whoever
/// is not waited for in vain has so much time that no load of the machine decides a game.
#[track_caller]
fn check_faults(folder: &Path, faults: &[(Manner, &str)], arguments: &[&str]) {
    let honest = Manner::Scattered.name();
    let engines: Vec<Manner> = [Manner::Scattered].into_iter().chain(faults.iter().map(|fault| fault.0)).collect();
    let arguments = [&["--gauntlet", "--games", "2", "--log", "log.jsonl"], arguments].concat();
    let text = decided_by_faults(&run(&arguments, &engines, folder));
    let games = games(&folder.join("log.jsonl"));
    assert_eq!(games.len(), 2 * faults.len(), "{text}");
    for &(manner, end) in faults {
        let name = manner.name();
        let lost: Vec<&Value> = games.iter().filter(|game| game["black"] == name || game["white"] == name).collect();
        assert_eq!(lost.len(), 2, "{name}");
        for game in lost {
            let winner = game["winner"].as_str().unwrap();
            assert_eq!(game[winner], honest.as_str(), "{name} did not lose: {game}");
            assert_eq!(game["end"], end, "{name}: {game}");
            assert_eq!(game["late_ms"].is_number(), end == "time", "{name}: {game}");
            assert!(end != "illegal" || game["fault_ms"].is_number(), "{name}: {game}");
            let reason = game["reason"].as_str().unwrap();
            assert!(reason.starts_with(&name), "{name}: {game}");
            // The point that is taken is named as it was in the answer.
            let words: Vec<&str> = reason.split([' ', ',']).collect();
            let is_named =
                matches!(words[..], [_, "answers", point, "", "but", taken, "is", "occupied"] if point == taken);
            assert!(manner != Manner::Occupied || is_named, "{game}");
            assert!(end != "memory" || reason.ends_with(" MiB of memory, 60.0 MiB are allowed"), "{game}");
            // Of what nobody asked for the error is quoted.
            assert!(manner != Manner::Erring || reason.ends_with("; it said: ERROR what?"), "{game}");
            assert!(end != "stderr" || reason.ends_with(": oh no (a fault without --allow-stderr)"), "{game}");
            // As is what came without a line end.
            let is_quoted = reason.contains("; an unfinished line came: \"") && reason.contains("does the line end");
            assert!(manner != Manner::Unended || is_quoted, "{game}");
            // A message is no fault, and may tell why an engine ended.
            let is_told = reason.contains("; standard error: DEBUG assertion failed");
            assert_eq!(is_told, manner == Manner::Forking, "{game}");
        }
    }
}

#[test]
fn faults_lose_the_game_and_never_the_match() {
    let folder = folder("faults");
    let faults: Vec<(Manner, &str)> = Manner::FAULTS.into_iter().filter(|fault| fault.1 != "start").collect();
    // More than a pipe holds: only an engine that reads lets it through.
    let junk = format!("unreading:junk={}", "x".repeat(100_000));
    let waited_for: Vec<String> = faults
        .iter()
        .filter(|fault| fault.1 == "time")
        .flat_map(|(manner, _)| ["--turn".to_string(), format!("{}:300ms", manner.name())])
        .collect();
    let mut arguments: Vec<&str> = waited_for.iter().map(String::as_str).collect();
    arguments.extend(["--tolerance", "1200ms", "--memory", "greedy:60M", "--memory", "sheltering:60M"]);
    arguments.extend(["--concurrency", "3", "--info", &junk, "--report", "report.html", "--transcript", "said.txt"]);
    check_faults(&folder, &faults, &arguments);
    // What a panic says is in its second line.
    let said = fs::read_to_string(folder.join("said.txt")).unwrap();
    assert_eq!(said.matches(" crashing ! index out of bounds\n").count(), 2);
    // Games that are put together are judged as those that are played.
    decided_by_faults(&Run::new("match --merge log.jsonl").in_folder(&folder).output());
    // What an engine started ends with it.
    let entries = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let forked: Vec<String> = entries.filter_map(|name| Some(name.strip_prefix("forked-")?.to_string())).collect();
    // One at the start before the first game, and one a game.
    assert_eq!(forked.len(), 3);
    for id in forked {
        // It was killed, but has to be given a turn to notice.
        let until = Instant::now() + AMPLE;
        while is_running(&id) {
            assert!(Instant::now() < until, "process {id} is left");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

#[test]
fn engines_that_do_not_start_are_found_before_the_first_game() {
    let folder = folder("unstarted");
    let refused = |arguments: &[&str], engines: &[Manner], words: &[&str]| {
        let common = ["--log", "log.jsonl", "--transcript", "said.txt", "--start-wait", "1s"];
        let output = run(&[&common[..], arguments].concat(), engines, &folder);
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{complaint}");
        words.iter().for_each(|word| assert!(complaint.contains(word), "\"{word}\" is not in {complaint}"));
        assert!(!folder.join("log.jsonl").exists(), "a log was begun");
    };
    let said = folder.join("said.txt");
    for (arguments, words) in [
        (&["-e", "a=./nope"][..], &["no game was played: a (./nope) cannot be started"][..]),
        (&["-e", "a=./nope", "--resume"], &["no further game was played: a (./nope) cannot be started"]),
        (
            &["-e", "my engine=./nope"],
            &[
                "no game was played: my (my engine=./nope) cannot be started: ",
                " (a NAME has no blanks, slashes, colons or quotation marks)\n",
            ],
        ),
    ] {
        refused(arguments, &[Manner::Scattered], words);
        assert!(!said.exists(), "nothing was said");
    }
    Manner::Mute.never_start(&folder);
    let why = "says no OK within 1.0s of START 15; it said: running 1 test\n";
    refused(&[], &[Manner::Scattered, Manner::Mute], &["no game was played: mute (", why]);
    let first = fs::read_to_string(&said).unwrap();
    assert!(first.contains(" mute > START 15\n"), "{first}");
    // What is there stays, and that is told.
    refused(&[], &[Manner::Mute, Manner::Scattered], &["warning: no transcript is written: said.txt stays", why]);
    assert_eq!(fs::read_to_string(&said).unwrap(), first);
    // A report takes the place of what stands there, so that must be a file.
    let report = run(&["--report", "."], &[Manner::Scattered, Manner::Column], &folder);
    assert!(!report.status.success() && String::from_utf8_lossy(&report.stderr).contains("it is a folder"));
    // One that starts once and never again is given up. One game at a time: what others would do meanwhile depends on the load.
    let arguments = ["--games", "20", "--concurrency", "1", "--log", "log.jsonl"];
    let output = run(&arguments, &[Manner::Scattered, Manner::Refusing], &folder);
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{complaint}");
    assert!(complaint.contains("given up: refusing failed at the start of 3 games in a row"), "{complaint}");
    let games = games(&folder.join("log.jsonl"));
    assert_eq!(games.len(), 3);
    // What it said is told without what would colour a terminal.
    let reason = games[0]["reason"].as_str().unwrap();
    assert!(reason.contains(r"refuses START 15: ERROR I do not\u{1b}[31m like this board"), "{reason}");
}

#[test]
fn an_engine_that_does_not_start_loses_the_game() {
    let faults: Vec<(Manner, &str)> = Manner::FAULTS.into_iter().filter(|fault| fault.1 == "start").collect();
    // So long is waited for those that say nothing; the honest one has as long.
    let arguments = ["--start-wait", "20s", "--concurrency", "6"];
    check_faults(&folder("start"), &faults, &arguments);
}

/// Whether there is a process of this number, but for one that only waits to be taken note of.
fn is_running(id: &str) -> bool {
    let status = Command::new("ps").args(["-o", "stat=", "-p", id]).output().unwrap().stdout;
    !matches!(status.first(), None | Some(b'Z'))
}

#[cfg(unix)]
#[test]
fn want_of_files_is_no_fault_of_an_engine() {
    use super::{EMPTY, run_limited};
    let folder = folder("files");
    // Engines are kept from game to game, and with three files each there are not enough for all.
    let engines = [
        Manner::Scattered,
        Manner::Column,
        Manner::Column2,
        Manner::Chatty,
        Manner::Suggesting,
        Manner::Doubling,
        Manner::Returning,
    ];
    let arguments = [&["--games", "2", "--keep-alive", "--log", "log.jsonl"][..], &EMPTY].concat();
    let output = run_limited("-n 26", &arguments, &engines, &folder);
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{complaint}");
    let why = "cannot be started: this machine has no room for another process: Too many open files";
    assert!(complaint.contains(why), "{complaint}");
    // Of the game that could not be played there is no record.
    let played = games(&folder.join("log.jsonl"));
    assert!(!played.is_empty() && played.iter().all(|game| game["end"] != "start"), "{played:?}");
}
