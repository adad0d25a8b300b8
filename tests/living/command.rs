//! `pbrain-tengen count` through the real program.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tengen_engine::color::{ByColor, Color};
use tengen_games::living::{self, Names, Quarters, Terms};

use super::{board, cases};
use crate::harness::{Run, folder};

/// A file of a folder, with what stands in it.
fn file(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path
}

fn count(file: &Path, line: &str) -> Run {
    let file = file.to_str().unwrap();
    Run::with_arguments(["count", file].into_iter().chain(line.split_whitespace()))
}

#[track_caller]
fn succeed(file: &Path, line: &str) -> String {
    count(file, line).succeed()
}

fn sides(value: &Value) -> [f64; 2] {
    ["black", "white"].map(|side| value[side].as_f64().unwrap_or_else(|| panic!("{value}")))
}

#[test]
fn the_object_holds_every_number_of_every_case() {
    let folder = folder("count-cases");
    for (title, position, _) in cases() {
        let number = title.split(' ').next().unwrap();
        let names = Names::new(position.goban.size());
        let history = position.history.unwrap();
        let mut options = vec!["--json".to_string()];
        for (option, numbers) in [("captured", history.captured), ("pass-stones", history.pass_stones)] {
            for (side, color) in [("black", Color::Black), ("white", Color::White)] {
                options.extend([format!("--{option}-{side}"), numbers[color].to_string()]);
            }
        }
        for (option, points) in
            [("--dead", &position.marks.dead), ("--road-black", &position.marks.roads[Color::Black])]
        {
            points.iter().for_each(|&point| options.extend([option.to_string(), names.point(point)]));
        }
        let path = file(&folder, &format!("{number}.txt"), &board(number));
        let object: Value = serde_json::from_str(&succeed(&path, &options.join(" "))).unwrap();
        let count = living::count(&position, &Terms::default(), names).unwrap();
        let numbers = |ByColor(numbers): ByColor<Quarters>| numbers.map(Quarters::to_f64);
        for (key, expected) in [
            ("living", count.living()),
            ("stones", count.stones()),
            ("roads", count.roads()),
            ("eyes", count.eyes()),
            ("area", count.area()),
            ("territory", count.territory()),
        ] {
            assert_eq!(sides(&object[key]), numbers(expected), "{title}: {key}");
        }
        assert_eq!(object["margin"].as_f64(), Some(count.margin().to_f64()), "{title}");
        let methods = object["methods"].as_object().unwrap();
        assert_eq!(methods.len(), 7, "{title}: {methods:?}");
        for (name, method) in methods {
            let [black, white] = sides(method);
            assert_eq!(Some(black - white), object["margin"].as_f64(), "{title}: {name}");
        }
    }
}

#[test]
fn a_report_shows_board_groups_methods_and_what_others_say() {
    let folder = folder("count-report");
    let path = file(&folder, "report.txt", &board("T1"));
    let text = succeed(&path, "--captured-black 2 --captured-white 1 --method equal-roads,equal-virtual");
    for line in [
        "Black wins by 1 living stone (White by 1 point of area, by 1 of territory)",
        " 7 b X # X X O #",
        "  Black X a7   alive (proven): 19 stones, 5 own points, keeps c7 b5",
        "  equal roads                21       20       +1  =  stones, with 1 road each: Black fills a5 a6",
        "  area (Chinese)             24       25       -1",
        "equal roads: 21 to 20, stones, with 1 road each: Black fills a5 a6",
        " 1 # O O O O X X",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}\n{text}");
    }
    // A drawing is read back with the words on its symbols: only marks for dead stones and prisoners are not in it.
    let again = succeed(&file(&folder, "again.txt", &text.lines().skip(2).take(9).collect::<Vec<_>>().join("\n")), "");
    assert!(again.starts_with("Black wins by 1 living stone"), "{again}");
}

#[test]
fn files_drawings_and_options_are_understood() {
    let folder = folder("count-files");
    let begin = |path: &Path, line: &str| succeed(path, line).lines().next().unwrap().to_string();
    let sgf =
        "(;GM[1]SZ[5]KM[0.5]RE[B+4.5];B[cc];W[dc];B[cb];W[db];B[cd];W[dd];B[ca];W[da];B[ce];W[de];B[ee]TW[ee][ea])";
    let game = file(&folder, "game.sgf", sgf);
    assert_eq!(begin(&game, ""), "Black wins by 4.5 living stones (Black by 4.5 points of area, by 3.5 of territory)");
    assert_eq!(begin(&game, "--komi 0 --first white --variant art"), {
        "Black wins by 4 living stones (Black by 5 points of area, by 4 of territory)"
    });
    assert!(succeed(&game, "").contains("The file says B+4.5: so says living stones, area (Chinese)"));
    let written = succeed(&game, "--sgf");
    assert!(written.contains("TB[aa][ba]") && written.contains("C[Black wins by 4.5 living stones"), "{written}");
    assert_eq!(begin(&file(&folder, "written.sgf", &written), ""), begin(&game, ""));
    let long = file(&folder, "long.sgf", &sgf.replace("B+4.5", "Black+4.5"));
    assert!(succeed(&long, "").contains("The file says Black+4.5: so says living stones, area (Chinese)"));
    let won = file(&folder, "won.sgf", &sgf.replace("KM[0.5]RE[B+4.5]", "KM[9.5]RE[W+4.5]"));
    assert!(succeed(&won, "").contains("The file says W+4.5: so says living stones, area (Chinese)"));
    // Who has a handicap has begun, whatever the file says.
    let second = file(&folder, "second.sgf", &sgf.replace("KM[0.5]", "KM[0.5]PL[W]"));
    for (line, first) in [("", "white"), ("--handicap 1", "white"), ("--handicap 2", "black")] {
        let counted: Value = serde_json::from_str(&succeed(&second, &format!("--json {line}"))).unwrap();
        assert_eq!(counted["payment"]["first"], first, "{line}");
    }
    // A compensation that cannot be read is no fault where another one is said.
    let other = file(&folder, "komi.sgf", &sgf.replace("KM[0.5]", "KM[0,5]"));
    assert_eq!(begin(&other, "--komi 0.5"), begin(&game, ""));
    // Boards as other programs of Go draw them.
    let behind = |number| if number == 3 { "    WHITE (O) has captured 0 stones" } else { "" };
    let row = |number: usize| format!(" {number} . . X O + {number}{}\n", behind(number));
    let rows: String = (1..=5).rev().map(row).collect();
    let drawn = file(&folder, "drawn.txt", &format!("   A B C D E\n{rows}   A B C D E\n"));
    assert_eq!(begin(&drawn, ""), begin(&file(&folder, "plain.txt", &board("T10")), ""));
    // Points without the letter i, a list of dead stones in a file, and dead stones that need no mark.
    let invaded = file(&folder, "invaded.txt", &board("T28"));
    let margin = |line: &str| serde_json::from_str::<Value>(&succeed(&invaded, line)).unwrap()["margin"].as_f64();
    assert_eq!(margin("--json --dead h9"), Some(9.0));
    assert_eq!(margin("--json --gtp-letters --dead h9"), Some(9.0));
    let (_, _, beside) = count(&invaded, "--gtp-letters --dead j9").said();
    assert!(beside.contains("j9 is marked dead and is empty"), "{beside}");
    // White's lower group lives beyond doubt, so that b2 within it is dead; of g7 that is not certain.
    let document = file(&folder, "t8.txt", &board("T8"));
    let object: Value = serde_json::from_str(&succeed(&document, "--json --auto-dead safe --dead g7")).unwrap();
    assert_eq!((object["margin"].as_f64(), &object["dead"]["black"][1]), (Some(1.0), &Value::from("b2")));
    // A stone that is said to live keeps its chain from being taken for dead.
    let small = file(&folder, "small.txt", ".OXX.\nOOOOO\nOOOOO\nOOOOO\nOOOOO\n");
    assert_eq!(begin(&small, "--auto-dead safe").split(" (").next(), Some("White wins by 23 living stones"));
    assert_eq!(begin(&small, "--auto-dead safe --alive c5").split(" (").next(), Some("White wins by 19 living stones"));
    // What is printed is read again, from its first line on.
    let printed = succeed(&document, "--auto-dead safe --dead g7");
    let again = succeed(&file(&folder, "printed.txt", &printed), "");
    let without_notes = |text: &str| text.split("note: ").next().unwrap().to_string();
    assert_eq!(without_notes(&again), without_notes(&printed));
    let columns = |line: &str| line.rfind(|c: char| c.is_ascii_digit());
    let others: Vec<&str> = again.lines().skip_while(|line| *line != "By other rules").skip(1).take(2).collect();
    assert_eq!(columns(others[0]), columns(others[1]), "{again}");
    let list = file(&folder, "dead.txt", "h9\n");
    assert_eq!(margin(&format!("--json --dead-from {}", list.display())), Some(9.0));
}

#[test]
fn marks_and_terms_of_the_command_line_count() {
    let folder = folder("count-terms");
    let object = |text: &str, line: &str| -> Value {
        serde_json::from_str(&succeed(&file(&folder, "position", text), &format!("--json {line}"))).unwrap()
    };
    for (number, line, shared, unclaimed) in [
        ("T11", "--shared c5", json!(["c5"]), json!(["c4", "c3", "c2", "c1"])),
        ("T13", "--neutral c7", json!(["c6"]), json!(["c7"])),
    ] {
        let counted = object(&board(number), line);
        assert_eq!([&counted["shared"], &counted["unclaimed"]], [&shared, &unclaimed], "{line}");
    }
    for (pays, margin) in [("none", 1.0), ("n", -3.0), ("n-1", -2.0)] {
        let line = format!("--captured-black 2 --captured-white 1 --handicap 4 --handicap-pays {pays}");
        assert_eq!(object(&board("T1"), &line)["margin"].as_f64(), Some(margin), "{pays}");
    }
}

#[test]
fn the_standard_input_is_read_as_a_file_is() {
    let folder = folder("count-input");
    let counted = Run::new("count -").input(board("T1")).succeed();
    assert_eq!(counted, succeed(&file(&folder, "input.txt", &board("T1")), ""));
}

#[test]
fn what_is_refused_is_one_line_that_names_points() {
    let folder = folder("count-refused");
    let check = |text: &str, line: &str, words: &str| {
        let output = count(&file(&folder, "refused.txt", text), line).output();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{error}");
        assert!(error.contains(words) && error.trim_end().lines().count() == 1, "{error}");
        assert!(output.stdout.is_empty());
    };
    check(&board("T1"), "--dead a7", "a7 is marked dead and is empty");
    check(&board("T1"), "--json --dead z9", "--dead: \"z9\" is no point of a board of 7x7");
    check(".XO..\nXXO..\nOOO..\n.....\n.....", "", "the X group at a5 has one eye");
    check("XO\nOX", "--json", "the X group at a2 has no eye");
    check(&board("T11"), "--neutral-policy refuse", "c5 c4 c3 c2 c1");
    check("X.\nX", "", "line 2, column 1: this row has 1 points and the first has 2");
    check("(;SZ[5];B[aa]", "", "the last bracket of the file is missing");
    check("", "", "neither SGF nor a drawn board");
    check(&board("T1"), "--link a5", "--link: \"a5\" names no two points");
    check("(;SZ[5]KM[6,5];B[cc])", "", "\"6,5\" is no compensation");
    check("(;SZ[9];B[cc];W[gg];B[gc];W[cg];B[ee])", "--neutral-policy refuse", "do not touch both sides of a seki");
}

#[test]
fn one_of_several_games_is_counted() {
    let folder = folder("count-games");
    let moves = "B[cc];W[dc];B[cb];W[db];B[cd];W[dd];B[ca];W[da];B[ce];W[de];B[ee]TW[ee][ea]";
    let game = |result: &str| format!("(;GM[1]SZ[5]KM[0.5]RE[{result}];{moves})");
    let two = file(&folder, "two.sgf", &(game("B+4.5") + &game("W+1")));
    let note = "the file holds 2 games; the first is counted";
    assert!(succeed(&two, "").contains(note));
    for (line, result) in [("--sgf", "RE[B+4.5]"), ("--sgf --game 1", "RE[B+4.5]"), ("--sgf --game 2", "RE[W+1]")] {
        let (_, written, told) = count(&two, line).said();
        assert!(written.contains(result), "{line}: {written}");
        assert_eq!(told.contains(note), line == "--sgf", "{line}: {told}");
    }
    assert!(count(&two, "--game 3").fail().contains("there is no game 3: the file holds 2"));
}
