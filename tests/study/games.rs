//! `analyze`, `solve` and `review` of several games of a file, through the real program.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::object;
use crate::harness::{Run, complain, folder};

/// Games of a tournament. White does not stop the open three of the first; the third has a move off the board; Black has
/// an open three in the fourth, and White in the last.
const GAMES: [&str; 5] = [
    "(;GM[4]SZ[15]PB[Anna]PW[Bela]RE[B+T];B[hh];W[ig];B[ih];W[hg];B[jh];W[ao];B[kh])",
    "(;GM[4]SZ[15]RU[renju]PB[Bela]PW[Anna];B[hh];W[ig];B[gg])",
    "(;GM[4]SZ[15]PB[Cili]PW[Anna];B[hh];W[zz];B[gg])",
    "(;GM[4]SZ[15]PB[Cili];B[hh];W[ho];B[ih];W[io];B[jh];W[jo])",
    "(;GM[4]SZ[15];B[hh];W[ao];B[hi];W[bo];B[ka];W[co];B[ma])",
];

/// A folder with all games in `all.sgf`, and in `good.sgf` those that are not damaged.
fn games(name: &str) -> PathBuf {
    let folder = folder(name);
    fs::write(folder.join("all.sgf"), GAMES.join("\n")).unwrap();
    let good = GAMES.iter().filter(|game| !game.contains("zz")).copied();
    fs::write(folder.join("good.sgf"), good.collect::<Vec<_>>().join("\n")).unwrap();
    folder
}

/// Objects without the time that they took, and their numbers.
fn objects(text: &str) -> Vec<(Option<u64>, Value)> {
    let read = |line: &str| {
        let mut found = object(line);
        let keys = found.as_object_mut().unwrap();
        keys.remove("ms");
        (keys.remove("game").map(|number| number.as_u64().unwrap()), found)
    };
    text.lines().map(read).collect()
}

/// What a command says, and of what it complains.
fn said(line: &str, folder: &Path) -> (bool, String, String) {
    Run::new(line).in_folder(folder).said()
}

#[test]
fn the_result_of_a_game_does_not_depend_on_the_games_before_it() {
    let folder = games("games-alone");
    for command in [
        "analyze --nodes 3000 --lines 2",
        "solve --nodes 3000",
        "solve --by search --nodes 3000",
        "solve --all --nodes 3000",
        "review --nodes 500",
    ] {
        let of = |games: &str| objects(&said(&format!("{command} --json --game {games} good.sgf"), &folder).1);
        let all = of("all");
        let numbers: Vec<Option<u64>> = all.iter().map(|(number, _)| *number).collect();
        assert_eq!(numbers, [Some(1), Some(2), Some(3), Some(4)], "{command}");
        for (number, found) in &all {
            let number = number.unwrap();
            assert_eq!(of(&number.to_string()), [(None, found.clone())], "{command}: game {number}");
        }
        // In the order of the file, whatever that of the list.
        assert_eq!(of("4,1-2,2"), [all[0].clone(), all[1].clone(), all[3].clone()], "{command}");
        assert_eq!(of("3-3"), [all[2].clone()], "{command}");
    }
}

#[test]
fn damaged_games_are_told_and_passed_over() {
    let folder = games("games-damaged");
    let why = "error: all.sgf, game 3: line 3, column 39 (byte 176): zz is not on the board of 15x15\n";
    for command in ["analyze --nodes 100", "solve --nodes 100", "review --nodes 100"] {
        let (went_well, text, complaint) = said(&format!("{command} --json --game all all.sgf"), &folder);
        let numbers: Vec<u64> = objects(&text).iter().filter_map(|(number, _)| *number).collect();
        assert_eq!((went_well, &numbers[..]), (false, &[1, 2, 4, 5][..]), "{command}: {complaint}");
        assert_eq!(complaint, format!("{why}error: all.sgf: 1 of 5 games could not be done\n"), "{command}");
        // Where nobody asks for it, it is no error.
        let (went_well, text, complaint) = said(&format!("{command} --json --game 1,5 all.sgf"), &folder);
        assert_eq!((objects(&text).len(), complaint.contains("game 3")), (2, false), "{command}: {complaint}");
        assert!(went_well || command.starts_with("solve"), "{command}: {complaint}");
        let (_, text, complaint) = said(&format!("{command} --json --game 5 all.sgf"), &folder);
        assert_eq!(objects(&text).len(), 1, "{command}: {complaint}");
        assert!(complaint.starts_with("warning: all.sgf: line 3, column 39 "), "{command}: {complaint}");
        complain(&format!("{command} --game 3 all.sgf"), &folder, &["all.sgf", "zz is not on the board of 15x15"]);
        let there_is_none = ["all.sgf: there is no game 9: the file holds 5"];
        complain(&format!("{command} --game 2,9 all.sgf"), &folder, &there_is_none);
    }
    // What is no game is told of its game alone.
    fs::write(folder.join("empty.sgf"), format!("{}(;GM[4]SZ[15]){}", GAMES[0], GAMES[1])).unwrap();
    let (_, text, complaint) = said("review --nodes 100 --json --game all empty.sgf", &folder);
    assert_eq!(objects(&text).len(), 2, "{complaint}");
    assert!(
        complaint.contains("error: empty.sgf, game 2: ") && complaint.contains("not a game with moves"),
        "{complaint}"
    );
    for (games, words) in [("0", "no number above 0"), ("7-3", "7-3 is no range"), ("1,,2", "no number above 0")] {
        complain(&format!("analyze --game {games} good.sgf"), &folder, &[words]);
    }
    complain("perft 1 --game all good.sgf", &folder, &["good.sgf: --game names several games"]);
}

#[test]
fn damage_that_is_of_no_game_is_told_of_a_list_too() {
    let folder = folder("games-outside");
    fs::write(folder.join("a.sgf"), format!("(;SZ[99];B[hh]){}{}", GAMES[0], GAMES[1])).unwrap();
    let (went_well, text, complaint) = said("analyze --depth 1 --json --game 1-2 a.sgf", &folder);
    assert!(went_well && objects(&text).len() == 2, "{text}{complaint}");
    assert!(complaint.starts_with("warning: a.sgf: ") && complaint.contains("is no size of a board"), "{complaint}");
    // Where one number is asked for behind it, that game is not had.
    complain("analyze --depth 1 --game 1 a.sgf", &folder, &["error: a.sgf: ", "is no size of a board"]);
    // Where nothing else is in the file, it says why.
    fs::write(folder.join("b.sgf"), "(;SZ[99];B[hh])").unwrap();
    for command in ["analyze", "analyze --game 1", "analyze --game all"] {
        complain(&format!("{command} b.sgf"), &folder, &["error: b.sgf: line 1, ", "is no size of a board"]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_cannot_be_written_ends_the_run() {
    let folder = games("games-unwritable");
    for command in ["analyze --depth 1 --sgf", "review --nodes 100 --sgf"] {
        let line = format!("{command} /dev/full --json --game all good.sgf");
        let (went_well, text, complaint) = said(&line, &folder);
        assert_eq!((went_well, objects(&text).len()), (false, 1), "{command}: {text}{complaint}");
        let why = "error: good.sgf, game 1: cannot write /dev/full: ";
        assert!(complaint.starts_with(why) && complaint.lines().count() == 1, "{command}: {complaint}");
    }
    // What failed before is told all the same.
    fs::write(folder.join("empty.sgf"), "(;GM[4]SZ[15])").unwrap();
    let complaint = said("review --nodes 100 --sgf /dev/full --json --game all empty.sgf good.sgf", &folder).2;
    for told in
        ["error: empty.sgf: 1 of 1 game could not be done\n", "error: good.sgf, game 1: cannot write /dev/full: "]
    {
        assert!(complaint.contains(told), "{complaint}");
    }
}

#[test]
fn several_games_stand_under_headings_and_in_one_record() {
    let folder = games("games-text");
    let text = said("analyze --nodes 500 --sgf best.sgf --game 1,3 good.sgf", &folder).1;
    assert!(text.starts_with("game 1, 1 of 2: Anna - Bela\nfreestyle on 15x15\n"), "{text}");
    assert!(text.contains("\n\ngame 3, 2 of 2: Cili - ?\nfreestyle on 15x15\n"), "{text}");
    assert_eq!(text.matches("\nbest move: ").count() + text.matches("The game is over: ").count(), 2, "{text}");
    // What was in the file before is gone, and every game is one of its own.
    for (line, record) in [
        ("analyze --nodes 500 --sgf best.sgf --game all good.sgf", "best.sgf"),
        ("review --nodes 100 --sgf best.sgf --game all good.sgf", "best.sgf"),
    ] {
        said(line, &folder);
        let again = said(&format!("analyze --depth 1 --json --game all {record}"), &folder).1;
        assert_eq!(objects(&again).len(), 4, "{line}");
    }
    // A tree for each game that is won.
    let (went_well, text, complaint) = said("solve --nodes 2000 --tree wins.sgf --game all good.sgf", &folder);
    assert!(!went_well && complaint.starts_with("error: no win was found in "), "{text}{complaint}");
    let won = text.matches(" wins by force: ").count();
    let trees = fs::read_to_string(folder.join("wins.sgf")).unwrap();
    assert!(won > 0 && trees.matches("(;FF[4]").count() == won, "{text}{trees}");
    let (went_well, _, complaint) = said("solve --nodes 2000 --game 3,3 good.sgf", &folder);
    assert!(went_well, "{complaint}");
}

#[test]
fn games_of_a_tournament_are_reviewed_with_the_figures_of_their_players() {
    let folder = games("games-review");
    let text = said("review --nodes 300 --game all -o reports all.sgf", &folder).1;
    for file in ["all-1.html", "all-2.html", "all-4.html", "all-5.html", "all-1.searches.jsonl", "index.html"] {
        assert!(folder.join("reports").join(file).is_file(), "{file}: {text}");
    }
    assert!(!folder.join("reports/all-3.html").exists());
    assert!(text.starts_with("all.sgf, game 1: freestyle on 15x15, 7 moves, "), "{text}");
    let (_, players) = text.split_once("\nplayer").expect("there is a table of players");
    let row = |name: &str| -> Vec<String> {
        let row = players.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{name}: {text}"));
        row.split_whitespace().map(String::from).collect()
    };
    assert_eq!(row("Anna")[..3], ["Anna", "2", "5"]);
    assert_eq!(row("Bela")[..3], ["Bela", "2", "5"]);
    assert_eq!(row("Cili")[..3], ["Cili", "1", "3"]);
    assert_eq!(row("(Black)")[..3], ["(Black)", "1", "4"]);
    assert_eq!(row("(White)")[..3], ["(White)", "2", "6"]);
    let summary = fs::read_to_string(folder.join("reports/index.html")).unwrap();
    assert!(summary.contains("\"game\":4,") && summary.contains("\"report\":\"all-4.html\""), "{summary}");
    fs::write(folder.join("taken.html"), "").unwrap();
    complain("review --game all -o taken.html all.sgf", &folder, &["taken.html", "several games need a folder"]);
    // A second run finds what the first one searched.
    assert_eq!(said("review --nodes 300 --game all -o reports all.sgf", &folder).1, text);
}

#[test]
fn every_line_of_a_text_and_every_position_of_a_database_is_one_of_several() {
    let folder = folder("games-lines");
    fs::write(folder.join("a.txt"), "# a remark\nh8h1i8i1j8j1\n\nh8-i9\nh8h8\n1. h8 i9 2. j10\n").unwrap();
    let (_, text, complaint) = said("analyze --depth 1 --json --game all a.txt", &folder);
    let moves: Vec<usize> = objects(&text).iter().map(|(_, found)| found["moves"].as_array().unwrap().len()).collect();
    assert_eq!(moves, [6, 2, 3], "{text}");
    assert!(
        complaint.starts_with("error: a.txt, game 3: line 5: \"h8h8\": move 2 (h8) cannot be played"),
        "{complaint}"
    );
    // One is what it is among several.
    for (number, line) in [(1, 0), (2, 1), (4, 2)] {
        let one = said(&format!("analyze --depth 1 --json --game {number} a.txt"), &folder).1;
        assert_eq!(objects(&one)[0].1, objects(&text)[line].1, "{number}");
    }
    complain("analyze --game 3 a.txt", &folder, &["a.txt: line 5: \"h8h8\": move 2 (h8) cannot be played"]);
    complain("analyze --game 5 a.txt", &folder, &["a.txt: there is no game 5: the file holds 4"]);
    let input = Run::new("analyze --depth 1 --json --game 2-3 -").input("h8\nh8i9\nh8i9j10\n").succeed();
    assert_eq!(objects(&input).iter().map(|(number, _)| *number).collect::<Vec<_>>(), [Some(2), Some(3)]);
    let one = Run::new("analyze --depth 1 --json --game all h8i9").succeed();
    assert_eq!(objects(&one)[0].1["moves"].as_array().unwrap().len(), 2);
    fs::write(folder.join("b.sgf"), "(;GM[4]SZ[15];B[hh];W[ig];B[gi])").unwrap();
    Run::new("db import b.store b.sgf").in_folder(&folder).succeed();
    let (_, all, complaint) = said("analyze --depth 1 --json --game all b.store", &folder);
    let all = objects(&all);
    assert!(all.len() > 1, "{complaint}");
    let last = said(&format!("analyze --depth 1 --json --game {} b.store", all.len()), &folder).1;
    assert_eq!(objects(&last)[0].1, all[all.len() - 1].1);
    complain("analyze --game 2,99 b.store", &folder, &["b.store: there is no game 99"]);
}

#[cfg(unix)]
#[test]
fn what_was_done_before_ctrl_c_is_kept() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};
    use std::thread;
    use std::time::{Duration, Instant};
    let folder = folder("games-interrupted");
    // The second would take minutes, and the first is over or won at once.
    fs::write(folder.join("a.txt"), "h8h1i8i1j8j1k8k1l8\nh8\nh8i9\n").unwrap();
    fs::write(folder.join("b.txt"), "h8h1i8i1j8j1\nh8i9g7\nh8i9\n").unwrap();
    for (arguments, done) in [
        ("analyze --nodes 100000000 --json --game all --sgf a.sgf a.txt", 2),
        ("solve --by search --nodes 100000000 --json --game all b.txt", 2),
        ("review --time 10s --json --game all --sgf r.sgf -o reports b.txt", 1),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pbrain-tengen"));
        command.args(arguments.split(' ')).current_dir(&folder).stdin(Stdio::null());
        let mut running = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut said = BufReader::new(running.stdout.take().unwrap());
        let mut text = String::new();
        // A review of the first takes long enough, and its file is there once the search has begun.
        if done > 1 {
            assert!(said.read_line(&mut text).unwrap() > 0, "{arguments}");
        } else {
            let deadline = Instant::now() + Duration::from_secs(60);
            while !folder.join("reports/b-1.searches.jsonl").is_file() {
                assert!(Instant::now() < deadline, "{arguments}");
                thread::sleep(Duration::from_millis(10));
            }
        }
        thread::sleep(Duration::from_millis(300));
        crate::harness::interrupt(&running);
        said.read_to_string(&mut text).unwrap();
        let output = running.wait_with_output().unwrap();
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && complaint.contains("error: interrupted"), "{arguments}: {complaint}");
        let found = objects(&text);
        assert_eq!(found.len(), done, "{arguments}: {text}{complaint}");
        assert_eq!(found[done - 1].1["complete"], Value::Bool(false), "{arguments}: {text}");
    }
    for (record, count) in [("a.sgf", 2), ("r.sgf", 1)] {
        let kept = fs::read_to_string(folder.join(record)).unwrap();
        assert_eq!(kept.matches("(;FF[4]").count(), count, "{record}: {kept}");
    }
}
