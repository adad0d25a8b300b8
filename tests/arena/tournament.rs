//! Tournaments: Swiss and knock-out, round by round, and what is said of them.

use std::fs;

use super::mock::Manner;
use super::{EMPTY, decided_by_faults, games, run, succeed};
use crate::harness::{Run, folder};

/// Of these the first two beat all others, who play alike.
const ENGINES: [Manner; 5] =
    [Manner::Column, Manner::Column2, Manner::Scattered, Manner::Suggesting, Manner::Returning];

#[test]
fn a_knock_out_is_played_to_its_end_and_gone_on_with() {
    let folder = folder("knockout");
    let arguments = ["--tournament", "knockout", "--log", "log.jsonl", "--resume", "--report", "report.html"];
    let arguments = [&arguments[..], &EMPTY].concat();
    let text = succeed(&run(&arguments, &ENGINES, &folder));
    assert!(text.contains(": knockout, at least 8 games of freestyle "), "{text}");
    assert!(text.contains("\nround 1 of 3: games 1 to 2\n"), "{text}");
    let played = games(&folder.join("log.jsonl"));
    // Four meetings leave one of five; a meeting that was even was played again.
    assert!(played.len() >= 8 && played.len().is_multiple_of(2), "{text}");
    assert!(text.contains("round 1:") && text.contains("round 3") && text.contains("has nobody to meet"), "{text}");
    assert!(text.contains("\nround 2 of 3: games ") && !text.contains("played before"), "{text}");
    assert!(text.contains(" goes on\n") && text.contains("\nThe tournament is won by column"), "{text}");
    // Whoever has lost the final by time has as many points as the winner, and no game is to decide anything more.
    assert!(!text.contains("a deciding game is due"), "{text}");
    let last = played.last().unwrap();
    assert!([&last["black"], &last["white"]].iter().any(|name| name.as_str().unwrap().starts_with("column")), "{last}");
    // The page has the places that the terminal shows.
    let first = text.split_once("\n    1  ").expect("somebody has the first place").1.split(' ').next().unwrap();
    let index = ENGINES.iter().position(|manner| manner.name() == first).unwrap();
    let page = fs::read_to_string(folder.join("report.html")).unwrap();
    let table = format!("\"table\":[{{\"engine\":{index},\"notes\":[],\"place\":1,");
    assert!(page.contains("\"atLeast\":false,") && page.contains("\"form\":\"knockout\""), "{text}");
    assert!(page.contains("round 3") && page.contains(&table), "{table} is not in the page of\n{text}");
    // Cut off in the middle, it goes on to the same end.
    let log = fs::read_to_string(folder.join("log.jsonl")).unwrap();
    let half: Vec<&str> = log.lines().take(1 + played.len() / 2).collect();
    fs::write(folder.join("log.jsonl"), half.join("\n") + "\n").unwrap();
    let again = succeed(&run(&arguments, &ENGINES, &folder));
    // But for who was quicker in games that were played again.
    let bracket = |text: &str| -> Vec<String> {
        let rounds = text.split_once("round 1:").unwrap().1.lines().filter(|line| !line.starts_with("The tournament"));
        let by_time = |line: &str| {
            let (meeting, _) = line.split_once(", having used less time").or(line.split_once(" by lot: "))?;
            Some(meeting.to_string())
        };
        let without_winner = |meeting: String| meeting.rsplit_once(", ").expect("who goes on is named").0.to_string();
        rounds.map(|line| by_time(line).map_or(line.to_string(), without_winner)).collect()
    };
    assert_eq!(bracket(&again), bracket(&text));
    assert!(again.contains(" of them played before"), "{again}");
    // A report that cannot be written is known before the games.
    let nowhere = ["--tournament", "knockout", "--log", "none.jsonl", "--report", "nowhere/report.html"];
    assert!(!run(&[&nowhere[..], &EMPTY].concat(), &ENGINES, &folder).status.success());
    assert!(!folder.join("none.jsonl").exists(), "a log was begun");
    // A game of somebody else is none of this tournament.
    let other = run(&[&arguments[..], &["--seed", "3"]].concat(), &ENGINES, &folder);
    assert!(!other.status.success() && String::from_utf8_lossy(&other.stderr).contains("seed"), "{other:?}");
}

#[test]
fn a_swiss_tournament_has_its_rounds_and_a_table() {
    let folder = folder("swiss");
    let arguments = ["--tournament", "swiss:3", "--points", "3/1/0", "--log", "log.jsonl", "--concurrency", "2"];
    let arguments = [&arguments[..], &["--report", "report.html"], &EMPTY].concat();
    let text = succeed(&run(&arguments, &ENGINES, &folder));
    // From the beginning it is told how many games there will be, and which round is played.
    let begun = ": swiss:3, 12 games of freestyle on 15x15 from 1 opening\n";
    assert!(text.contains(begun), "{text}");
    assert!(text.contains("\nround 1 of 3: games 1 to 4\n") && text.contains("\n10 of 12 games: "), "{text}");
    // Two meetings in each of three rounds, each of two games.
    assert_eq!(games(&folder.join("log.jsonl")).len(), 12, "{text}");
    assert_eq!(text.matches("has nobody to meet").count(), 3, "{text}");
    let table = text.split_once("place  engine").expect("there is a table").1;
    let first = table.lines().nth(1).unwrap();
    assert!(first.trim_start().starts_with("1  column"), "{text}");
    // Three of them had nobody to meet in a round, and have won its two games.
    assert_eq!(table.matches("  6 for nobody to meet\n").count(), 3, "{text}");
    let page = fs::read_to_string(folder.join("report.html")).unwrap();
    assert!(page.contains("\"planned\":12,") && page.contains("\"form\":\"swiss:3\""), "{text}");
    assert_eq!(page.matches("6 for nobody to meet\"").count(), 3, "{text}");
    // Its log tells all of it without the engines.
    let command = |line: &str| Run::new(&format!("match {line}")).in_folder(&folder);
    let merged = command("--merge log.jsonl --points 3/1/0 --report merged.html").succeed();
    assert!(merged.starts_with("12 of 12 games from 1 log\n"), "{merged}");
    let end = |text: &str| text[text.find("place  engine").expect("there is a table")..].to_string();
    assert_eq!(end(&merged), end(&text));
    assert!(fs::read_to_string(folder.join("merged.html")).unwrap().contains("\"form\":\"swiss:3\""));
    let complaint = command("--wins log.jsonl").fail();
    assert!(complaint.contains("in 12 games no winner told a win of 13 plies or more"), "{complaint}");
    let complaint = command("--merge log.jsonl log.jsonl").fail();
    assert!(complaint.contains("the rounds of a tournament are in one log"), "{complaint}");
}

#[test]
fn a_deciding_game_is_due_when_all_games_are_over() {
    let folder = folder("round-robin");
    // They play alike, and share every place.
    let arguments = ["--games", "2", "--log", "log.jsonl"];
    let text = succeed(&run(&[&arguments[..], &EMPTY].concat(), &ENGINES[2..], &folder));
    assert!(text.contains("\nplace 1 is shared: a deciding game is due\n"), "{text}");
    // Two of three have met, each has half of the points, and four games are to come.
    let log = fs::read_to_string(folder.join("log.jsonl")).unwrap();
    let begun: Vec<&str> = log.lines().take(3).collect();
    fs::write(folder.join("log.jsonl"), begun.join("\n") + "\n").unwrap();
    let text = Run::new("match --merge log.jsonl").in_folder(&folder).succeed();
    assert!(text.starts_with("2 of 6 games from 1 log\n") && text.contains("\nplace "), "{text}");
    assert!(!text.contains("a deciding game is due"), "{text}");
    // A test compares two engines, also when it is put to games that were played.
    let complaint = Run::new("match --merge log.jsonl --sprt 0,5").in_folder(&folder).fail();
    assert!(complaint.contains("--sprt compares two engines, and 3 take part"), "{complaint}");
}

#[test]
fn who_does_not_start_any_more_loses_and_the_others_play_on() {
    let folder = folder("absent");
    let engines = [Manner::Scattered, Manner::Column, Manner::Refusing];
    let arguments = [&["--games", "4", "--log", "log.jsonl", "--resume"][..], &EMPTY].concat();
    let log = folder.join("log.jsonl");
    decided_by_faults(&run(&arguments, &engines, &folder));
    let count = |end: &str| games(&log).iter().filter(|game| game["end"] == end).count();
    assert_eq!((games(&log).len(), count("start")), (12, 8));
    // Where nobody has games to come nobody is started.
    let text = decided_by_faults(&run(&arguments, &engines, &folder));
    assert!(text.contains("12 of them played before"), "{text}");
    // An engine that was given up is not waited for, but another is.
    let whole = fs::read_to_string(&log).unwrap();
    let cut = |games: usize| whole.lines().take(1 + games).collect::<Vec<_>>().join("\n") + "\n";
    fs::write(&log, cut(11)).unwrap();
    decided_by_faults(&run(&arguments, &engines, &folder));
    assert_eq!((games(&log).len(), count("start")), (12, 8));
    fs::write(&log, cut(4)).unwrap();
    let output = run(&arguments, &engines, &folder);
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(complaint.contains("no further game was played: refusing ("), "{complaint}");
    assert_eq!(games(&log).len(), 4);
}

#[test]
fn a_tournament_that_is_given_up_tells_what_was_played() {
    let folder = folder("given-up");
    let arguments = ["--tournament", "knockout", "--games", "4", "--log", "log.jsonl", "--report", "report.html"];
    let output = run(&[&arguments[..], &EMPTY].concat(), &[Manner::Scattered, Manner::Refusing], &folder);
    let [text, complaint] = [output.stdout, output.stderr].map(|said| String::from_utf8_lossy(&said).into_owned());
    assert_eq!(output.status.code(), Some(2), "{text}{complaint}");
    assert!(complaint.contains("given up: refusing failed at the start of 3 games in a row"), "{complaint}");
    assert!(text.contains("\nengine ") && text.contains("\nround 1:\n") && text.contains("  not over\n"), "{text}");
    assert_eq!(games(&folder.join("log.jsonl")).len(), 3);
    assert_eq!(fs::read_to_string(folder.join("report.html")).unwrap().matches("\"n\":").count(), 3);
}
