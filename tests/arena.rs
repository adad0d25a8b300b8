//! The match runner, playing engines that misbehave in every way that is known.

mod faults;
mod files;
mod mock;
mod openings;
mod tournament;

use std::env;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use serde_json::Value;

use self::mock::Manner;
use crate::harness::{Run, folder};

/// Games begin on the empty board, so that it is known how they go.
const EMPTY: [&str; 2] = ["--openings", "none"];

/// More time than anything takes that takes a moment, however busy the machine is.
const AMPLE: Duration = Duration::from_secs(120);

/// A match in which time decides nothing unless the arguments say so.
fn runner(arguments: &[&str], engines: &[Manner], folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pbrain-tengen"));
    command.current_dir(folder).arg("match").args(["--turn", "120s"]).args(arguments).stdin(Stdio::null());
    if !arguments.contains(&"--start-wait") {
        command.args(["--start-wait", "120s"]);
    }
    for manner in engines {
        command.args(["--engine", &manner.command()]);
    }
    command
}

fn run(arguments: &[&str], engines: &[Manner], folder: &Path) -> Output {
    runner(arguments, engines, folder).output().unwrap()
}

/// The same within a limit of the shell, such as `-n 26`.
#[cfg(unix)]
fn run_limited(limit: &str, arguments: &[&str], engines: &[Manner], folder: &Path) -> Output {
    let (runner, script) = (runner(arguments, engines, folder), format!("ulimit {limit}; exec \"$0\" \"$@\""));
    let mut command = Command::new("sh");
    command.args(["-c", &script]).arg(runner.get_program()).args(runner.get_args());
    command.current_dir(folder).stdin(Stdio::null()).output().unwrap()
}

#[track_caller]
fn succeed(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    text
}

/// The text of a match that faults decided, which is not a success.
#[track_caller]
fn decided_by_faults(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let warning = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{text}{warning}");
    assert!(warning.contains("faults decided the result of"), "{text}{warning}");
    text
}

/// The games of a log, its first line left out.
fn games(log: &Path) -> Vec<Value> {
    let text = fs::read_to_string(log).unwrap();
    text.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn oddities_that_cost_nothing_are_noted() {
    let folder = folder("oddities");
    let oddities = [Manner::Stubborn, Manner::Aborting, Manner::Chatty];
    let peculiar = [Manner::Suggesting, Manner::Doubling, Manner::Returning];
    let engines = [&[Manner::Scattered], &oddities[..], &peculiar].concat();
    let arguments = ["--gauntlet", "--games", "2", "--concurrency", "2", "--log", "log.jsonl", "--size", "7x6"];
    let rest = ["--delay", "suggesting:40ms"];
    succeed(&run(&[arguments.as_slice(), &rest, &EMPTY].concat(), &engines, &folder));
    for game in games(&folder.join("log.jsonl")) {
        assert!(["five", "full"].contains(&game["end"].as_str().unwrap()), "{game}");
        let notes = game["notes"].to_string();
        let plays = |manner: Manner| game["black"] == manner.name() || game["white"] == manner.name();
        assert_eq!(notes.contains("stubborn did not end within"), plays(Manner::Stubborn), "{game}");
        // Elsewhere a process that breaks down has an exit code like any other; and it may take its time to break down.
        let late = notes.contains("aborting did not end within");
        let breaks_down = plays(Manner::Aborting) && !late;
        assert_eq!(notes.contains("aborting ended badly: signal: 6"), cfg!(unix) && breaks_down, "{game}");
        assert_eq!(notes.matches("ended badly").count(), usize::from(cfg!(unix) && breaks_down), "{game}");
        let farewell = notes.contains("aborting wrote to its standard error: farewell");
        assert!(farewell == breaks_down || farewell && late, "{game}");
        // It says so at every move, and more than is kept.
        assert_eq!(
            notes.matches("said what nobody asked for: hello").count(),
            usize::from(plays(Manner::Chatty)),
            "{game}"
        );
        let chatter = notes.matches("chatty said what nobody asked for").count();
        assert_eq!(chatter, if plays(Manner::Chatty) { 4 } else { 0 }, "{game}");
        // A suggestion is asked for, and so is the first of several points; messages and what was thought are heard by all.
        assert!(["SUGGEST", "0,0", "MESSAGE", "INFO"].iter().all(|said| !notes.contains(said)), "{game}");
        if plays(Manner::Suggesting) {
            let thoughts = game["moves"].as_array().unwrap().iter().filter(|played| played["depth"] == 7).count();
            assert!(thoughts > 0 && game["moves"].to_string().contains("\"nodes\":1500"), "{game}");
            // It rests before it is told to play what it has suggested, and that time is not its own.
            let first = usize::from(game["white"] == Manner::Suggesting.name());
            let own = game["moves"].as_array().unwrap().iter().skip(first).step_by(2);
            let quickest = own.map(|played| played["ms"].as_f64().unwrap()).fold(f64::MAX, f64::min);
            assert!(quickest < 38.0, "{game}");
        }
    }
}

#[test]
fn what_is_said_while_an_engine_rests_is_no_answer() {
    let folder = folder("belated");
    let arguments = ["--games", "2", "--delay", "belated:300ms", "--log", "log.jsonl"];
    succeed(&run(&[&arguments[..], &EMPTY].concat(), &[Manner::Column, Manner::Belated], &folder));
    for game in games(&folder.join("log.jsonl")) {
        assert_eq!(game["end"], "five", "{game}");
        assert!(game["notes"].to_string().contains("belated said what nobody asked for: 0,1"), "{game}");
    }
}

#[test]
fn an_engine_that_has_ended_by_itself_is_not_kept_for_another_game() {
    let folder = folder("leaving");
    // While its opponent rests it is noticed that it has ended.
    let arguments = ["--games", "2", "--keep-alive", "--delay", "column:200ms", "--log", "log.jsonl"];
    succeed(&run(&[&arguments[..], &EMPTY].concat(), &[Manner::Column, Manner::Leaving], &folder));
    for game in games(&folder.join("log.jsonl")) {
        assert_eq!(game["end"], "five", "{game}");
        let notes = game["notes"].to_string();
        assert!(notes.contains("leaving ended by itself: exit code 0"), "{game}");
    }
}

#[cfg(unix)]
#[test]
fn an_engine_runs_in_its_folder_and_is_found_from_where_the_match_is_called() {
    let folder = folder("engine-folder");
    fs::create_dir(folder.join("own")).unwrap();
    std::os::unix::fs::symlink(env::current_exe().unwrap(), folder.join("mock")).unwrap();
    // It starts once, leaves a mark where it runs and starts never again.
    let engine = "refusing=./mock arena::mock::engine --exact --nocapture manner=refusing";
    let arguments = ["-e", engine, "--folder", "refusing:own", "--games", "2"];
    decided_by_faults(&run(&arguments, &[Manner::Scattered], &folder));
    let is_there = ["own", "."].map(|folder_name| folder.join(folder_name).join("started-refusing").exists());
    assert_eq!(is_there, [true, false]);
    // What is not there is refused before anything is begun.
    let output = run(&["--folder", "nowhere", "--log", "log.jsonl"], &[Manner::Scattered, Manner::Column], &folder);
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code() == Some(2) && complaint.contains("there is no folder nowhere"), "{complaint}");
    assert!(!folder.join("log.jsonl").exists(), "a log was begun");
}

#[test]
fn an_engine_is_told_the_last_move_or_the_whole_board() {
    let folder = folder("whole board");
    for (whole, begun, turns) in [(&[][..], 2, true), (&["--whole-board"], 0, false)] {
        let limits = ["--nodes", "column:700", "--memory", "column:3G", "--delay", "scattered:40ms"];
        let clock = ["--match-time", "column:100s", "--increment", "column:90s", "--depth", "column:5"];
        let common = ["--games", "2", "--size", "7x6", "--transcript", "said.txt"];
        let arguments = [&common[..], &limits, &clock, whole, &EMPTY].concat();
        succeed(&run(&arguments, &[Manner::Scattered, Manner::Column], &folder));
        let said = fs::read_to_string(folder.join("said.txt")).unwrap();
        for game in 1..=2 {
            for told in [
                "timeout_turn 120000",
                "timeout_match 100000",
                "time_increment 90000",
                "max_depth 5",
                "max_node 700",
                // Of more memory than this, engines with small numbers read nothing.
                "max_memory 2147483647",
            ] {
                assert!(said.contains(&format!(" game {game} column > INFO {told}\n")), "{said}");
            }
            // Each is told of its own clock, and whoever has no limit for the game of none.
            let left = |engine: &str| -> Vec<i64> {
                let told = format!(" game {game} {engine} > INFO time_left ");
                said.lines().filter_map(|line| line.split_once(&told)?.1.parse().ok()).collect()
            };
            let own = left("column");
            assert!(own[0] == 100_000 && (100_001..=190_000).contains(&own[1]), "{own:?}: {said}");
            let unlimited = left("scattered");
            assert!(unlimited.iter().all(|&left| left == 2_147_483_647), "{unlimited:?}: {said}");
        }
        // Whoever is to be given time between its answer and the next word is: as many seconds as the lines begin with.
        let is_rested =
            |line: &&str| line.contains(" scattered > INFO time_left ") || line.ends_with(" scattered > END");
        let asked = said.lines().filter(is_rested);
        let times: Vec<f64> = asked.map(|line| line[..9].trim().parse().unwrap()).collect();
        assert!(times.len() > 8 && times.is_sorted_by(|before, after| after - before > 0.038), "{said}");
        let count = |word: &str| said.lines().filter(|line| line.split(' ').any(|said| said == word)).count();
        assert_eq!((count("BEGIN"), count("TURN") > 0, count("BOARD") > 0), (begun, turns, !turns), "{said}");
    }
}

#[test]
fn standard_error_is_a_fault_unless_it_is_allowed() {
    let folder = folder("stderr");
    let engines = [Manner::Scattered, Manner::Complaining];
    let arguments = ["--games", "2", "--allow-stderr", "--log", "log.jsonl"];
    succeed(&run(&[arguments.as_slice(), &EMPTY].concat(), &engines, &folder));
    for game in games(&folder.join("log.jsonl")) {
        assert_eq!(game["end"], "five", "{game}");
        assert!(game["notes"].to_string().contains("complaining wrote to its standard error: oh no"), "{game}");
    }
}

#[test]
fn the_judge_knows_the_rules() {
    // Black's next stone in the column makes six in a row: a win in freestyle, forbidden under Renju.
    let folder = folder("rules");
    fs::write(folder.join("openings.txt"), "h1a15h2c15h3e15h5g15h6i15\n").unwrap();
    for (rule, winner, end) in [("freestyle", "black", "five"), ("renju", "white", "forbidden")] {
        let log = format!("{rule}.jsonl");
        let arguments = ["--games", "2", "--rule", rule, "--openings", "openings.txt", "--rows", "top", "--log", &log];
        succeed(&run(&arguments, &[Manner::Column, Manner::Column2], &folder));
        for game in games(&folder.join(&log)) {
            assert_eq!((&game["winner"], &game["end"]), (&Value::from(winner), &Value::from(end)), "{game}");
        }
        // A strict match takes offence at forbidden moves, after it has counted them.
        let strict = [&arguments[..], &["--resume", "--strict"]].concat();
        let output = run(&strict, &[Manner::Column, Manner::Column2], &folder);
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.success(), end == "five", "{complaint}");
        assert!(
            end == "five" || complaint.contains("2 of 2 games ended badly, the first of them game 1"),
            "{complaint}"
        );
        // Answers beyond the limit are told, though they lost nothing and are no faults.
        let over = fs::read_to_string(folder.join(&log)).unwrap().replacen("\"ms\":", "\"over_ms\":203.0,\"ms\":", 1);
        fs::write(folder.join("over.jsonl"), over).unwrap();
        let table = Run::new("match --merge over.jsonl").in_folder(&folder).said().1;
        assert!(table.contains(" was over its limit within the tolerance: 1 answer, by 203 ms at most"), "{table}");
    }
}

#[test]
fn colours_are_chosen_by_swap2() {
    let folder = folder("swap2");
    let engines =
        [Manner::Scattered, Manner::Swapping, Manner::Placing, Manner::Wary, Manner::Confused, Manner::Foreign];
    let arguments = ["--swap2", "--games", "2", "--log", "log.jsonl", "--sgf", "all.sgf", "--concurrency", "2"];
    let more = ["--report", "report.html", "--match-time", "2m", "--rows", "top", "--resume"];
    let arguments = [arguments.as_slice(), &more].concat();
    let text = decided_by_faults(&run(&arguments, &engines, &folder));
    let games = games(&folder.join("log.jsonl"));
    assert_eq!(games.len(), 30);
    for game in &games {
        let [black, white, end] = ["black", "white", "end"].map(|key| game[key].as_str().unwrap());
        if [black, white].contains(&"foreign") {
            assert_eq!(end, "opening", "{game}");
            assert_ne!(game[game["winner"].as_str().unwrap()], "foreign", "{game}");
            assert!(game["reason"].as_str().unwrap().contains("answers SWAP2BOARD with UNKNOWN command"), "{game}");
            continue;
        }
        let choices: Vec<(&str, &str)> = game["choices"]
            .as_array()
            .unwrap()
            .iter()
            .map(|chosen| (chosen["by"].as_str().unwrap(), chosen["what"].as_str().unwrap()))
            .collect();
        let (proposer, stones) = choices[0];
        let chooser = if proposer == black { white } else { black };
        assert_eq!(stones, "b2 d3 f4", "{game}");
        let opening = game["opening"].as_str().unwrap();
        let first_move = game["moves"][0]["at"].as_str();
        // Whoever takes Black says so, and whoever takes White says it with a move, which is the first of the game.
        match chooser {
            "swapping" => assert_eq!((choices[1..].to_vec(), black), (vec![(chooser, "swap")], chooser), "{game}"),
            "placing" => {
                assert_eq!((choices[1], opening), ((chooser, "two b6 d5"), "b2d3f4b6d5"), "{game}");
                if proposer == "confused" {
                    assert_eq!(
                        (end, &game[game["winner"].as_str().unwrap()]),
                        ("illegal", &"placing".into()),
                        "{game}"
                    );
                    assert!(game["reason"].as_str().unwrap().contains("after 5 stones with 3 stones"), "{game}");
                } else if proposer == "swapping" {
                    assert_eq!((choices[2], black), ((proposer, "swap"), proposer), "{game}");
                } else {
                    assert_eq!((choices[2], white), ((proposer, "keep"), proposer), "{game}");
                    assert_eq!(first_move, Some("a1"), "{game}");
                }
            }
            "confused" => {
                assert_eq!((end, &game["winner"], white), ("illegal", &"black".into(), "confused"), "{game}");
            }
            _ => {
                assert_eq!((choices[1], white), ((chooser, "keep"), chooser), "{game}");
                assert!(first_move.is_some(), "{game}");
                assert_eq!(opening, "b2d3f4", "{game}");
            }
        }
        assert!(["five", "full", "illegal"].contains(&end), "{game}");
    }
    assert!(text.contains("swapping: swap"), "{text}");
    assert!(fs::read_to_string(folder.join("all.sgf")).unwrap().contains("placing: two b6 d5"));
    // The log is known again, though the colours are not those of the schedule.
    let text = decided_by_faults(&run(&arguments, &engines, &folder));
    assert!(text.contains("30 of them played before"), "{text}");
}

#[test]
fn games_end_by_passes_agreement_resignation_and_length() {
    let folder = folder("endings");
    for (other, arguments, end, reason) in [
        (Manner::Passing, &[][..], "passes", "draw after two passes"),
        (Manner::Suggesting, &["--draw", "2/3000"], "agreement", "draw agreed"),
        (Manner::Suggesting, &["--resign", "3/1999"], "resignation", "gloomy resigns"),
        (Manner::Scattered, &["--resign", "3/1999", "--swap2"], "resignation", "gloomy resigns"),
        (Manner::Suggesting, &["--max-moves", "12"], "move-limit", "draw after 12 moves"),
        (Manner::Suggesting, &["--resign", "suggesting:3/0"], "five", "wins by five"),
    ] {
        let [log, psq, sgf] = ["jsonl", "psq", "sgf"].map(|kind| format!("{end}-{}.{kind}", other.name()));
        let common =
            ["--games", "2", "--log", &log, "--psq", &psq, "--sgf", &sgf, "--report", "report.html", "--resume"];
        let first = if other == Manner::Passing { Manner::Passing2 } else { Manner::Gloomy };
        let arguments = [&common, arguments, &EMPTY].concat();
        let output = run(&arguments, &[first, other], &folder);
        let text = succeed(&output);
        // Piskvork's records have no passes, and that a game has none is told.
        let warning = String::from_utf8_lossy(&output.stderr).into_owned();
        let refusal = ".psq is not written: this format has no passes, and one is played (at ";
        assert_eq!(warning.contains(refusal) && warning.ends_with(" (and 1 more)\n"), end == "passes", "{warning}");
        assert_eq!(fs::read_dir(folder.join(&psq)).unwrap().count(), if end == "passes" { 0 } else { 2 });
        let played = games(&folder.join(&log));
        assert_eq!(played.len(), 2, "{text}");
        for game in played {
            assert_eq!(game["end"], end, "{game}");
            assert!(game["reason"].as_str().unwrap().contains(reason), "{game}");
            assert_eq!(game["winner"] == "none", ["passes", "agreement", "move-limit"].contains(&end), "{game}");
            let passed = game["moves"].as_array().unwrap().iter().filter(|played| played["at"] == "pass").count();
            // One passes when six stones are there, and the other plays on; then both pass.
            assert_eq!(passed, if end == "passes" { 3 } else { 0 }, "{game}");
            // What is said of an opening counts for nothing: so many moves have been called lost.
            let lost = game["moves"].as_array().unwrap().iter().filter(|played| played["score"] == "-2000").count();
            assert!(end != "resignation" || lost == 3, "{game}");
        }
        // A pass is a turn in a record, and a log with passes is known again.
        let record = fs::read_to_string(folder.join(&sgf)).unwrap();
        assert_eq!(record.matches("[]").count(), if end == "passes" { 6 } else { 0 }, "{record}");
        assert!(succeed(&run(&arguments, &[first, other], &folder)).contains("2 of them played before"));
    }
}

#[test]
fn who_is_left_with_nothing_but_forbidden_points_passes() {
    // All points but h13 are taken, on which Black would make a row of six.
    const ALMOST_FULL: &str = "h8i8f7h9i9g7f10g10f11f9e9e8h11i7h7g12g13g11f12d10g9f14j10d12k9i11k10k11l10m10l9k6j7j9m11n12d8i6i5j6l6m8d7c7\
        g5d6f5h5f4f6e6g4e3h6g6f3e2d5g2d2d4d11d13e13c11c12e10l7n9m6k8b7b9c8c6k5l12l11b5e4c4d3k4k13l4i14k12h14m9o9h10\
        i10k7j8g14i13i12j12g15i4j5l14m15j14k14k15h12m13o11j13l13j15j11m4m5n6l3c5l5l2k3j3o3n4l1i1k1m2n10l8j2n5n3m3b4\
        h4h2a12b12a11a10n8n7e11b11b10b3b2b14b15c9n15a9d9k2i2e15h15m1n1i15c1e1a6a3o13d14m7a13f13n14f1g8o6o8a5a7e7h3\
        d15g1c10j4e14o5m12b8b6a15f2c15o4f15n13l15i3o15a14c14m14o14b13c13o12n11o10o7a8a4f8c3a2c2n2o2a1b1d1h1j1o1e12g3\
        e5";
    let folder = folder("left");
    fs::write(folder.join("openings.txt"), ALMOST_FULL).unwrap();
    let arguments = ["--rule", "renju", "--openings", "openings.txt", "--games", "2", "--log", "log.jsonl", "--strict"];
    succeed(&run(&arguments, &[Manner::Column, Manner::Column2], &folder));
    for game in games(&folder.join("log.jsonl")) {
        let moves: Vec<&str> =
            game["moves"].as_array().unwrap().iter().filter_map(|made| made["at"].as_str()).collect();
        assert_eq!((&moves[..], &game["end"], &game["winner"]), (&["pass", "h13"][..], &"full".into(), &"none".into()));
    }
}

#[test]
fn colours_are_drawn_by_lot() {
    let folder = folder("lot");
    let arguments = ["--colors", "lot", "--games", "24", "--log", "log.jsonl", "--keep-alive", "--resume"];
    let arguments = [&arguments[..], &EMPTY].concat();
    let engines = [Manner::Column, Manner::Scattered];
    succeed(&run(&arguments, &engines, &folder));
    let black: Vec<bool> = games(&folder.join("log.jsonl")).iter().map(|game| game["black"] == "column").collect();
    assert!(black.chunks(2).any(|pair| pair[0] == pair[1]), "in turns after all: {black:?}");
    assert!((6..=18).contains(&black.iter().filter(|&&is_black| is_black).count()), "{black:?}");
    assert!(succeed(&run(&arguments, &engines, &folder)).contains("24 of them played before"));
}

#[test]
fn a_sequential_test_stops_early() {
    let folder = folder("sprt");
    let arguments = ["--games", "4000", "--sprt", "0,50", "--log", "log.jsonl", "--concurrency", "2", "--keep-alive"];
    let engines = [Manner::Column, Manner::Scattered];
    let text = succeed(&run(&arguments, &engines, &folder));
    assert!(text.contains("passed") && !text.contains("counted once"), "{text}");
    assert!(games(&folder.join("log.jsonl")).len() < 400);
    // Of the same game again and again nothing is learned: one pair counts, and the test stays open.
    let arguments = ["--games", "40", "--sprt", "0,50", "--keep-alive"];
    let text = succeed(&run(&[arguments.as_slice(), &EMPTY].concat(), &engines, &folder));
    assert!(text.contains("counted once: 19 pairs of games") && !text.contains("passed"), "{text}");
}
