//! Openings under every rule: a table of cases, each walked in process and through the program.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use tengen_engine::game::Game;
use tengen_engine::opening::Pattern;
use tengen_engine::point::{BoardSize, Rows};
use tengen_engine::rule::RuleKind;

#[path = "../engine/tests/openings/table.rs"]
mod table;

use self::table::{Case, cases};

fn tengen(arguments: &[&str]) -> (bool, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_pbrain-tengen")).args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.success(), text(output.stdout), text(output.stderr))
}

#[test]
fn the_program_says_the_same_as_json() {
    for Case { number, rule, options, actions, state, refused, reason } in cases() {
        let option: &[&str] = match options.as_str() {
            "same board" => &["--same", "board"],
            "ten after swap" => &["--ten-after-swap"],
            _ => &[],
        };
        let (success, text, _) = tengen(&[&["opening", &rule, &actions, "--json"], option].concat());
        let object: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(success, refused.is_none(), "case {number}");
        assert_eq!(object["legal"], refused.is_none(), "case {number}");
        assert_eq!(object["at"], refused.map_or(Value::Null, Value::from), "case {number}");
        assert_eq!(object["error"], reason.map_or(Value::Null, Value::from), "case {number}");
        let names = ["stones", "opening", "black", "demand", "by", "number"];
        for (name, expected) in names.into_iter().zip(state) {
            let found = match &object[name] {
                Value::Null => "-".to_string(),
                Value::String(text) => text.clone(),
                value => value.to_string(),
            };
            assert_eq!(found, expected, "case {number}: {name}");
        }
        assert_eq!(object.as_object().unwrap().len(), 9, "case {number}: {text}");
    }
}

#[test]
fn a_line_of_json_has_its_fields_in_order() {
    let (_, text, _) = tengen(&["opening", "rif", "A:h8 h9 i8; B:swap; A:a1", "--json"]);
    assert_eq!(
        text,
        "{\"legal\":true,\"at\":null,\"error\":null,\"stones\":4,\"opening\":\"D6\",\"black\":\"B\",\"demand\":\"offer\",\
         \"by\":\"B\",\"number\":2}\n"
    );
}

#[test]
fn the_board_is_drawn_with_the_fifths_that_are_offered() {
    let (success, text, _) = tengen(&["opening", "rif", "A:h8 h9 i8; B:swap; A:h6; B:offer g8 i9"]);
    assert!(success && text.contains("\n 9 . . . . . . . O b ") && text.contains("\n 8 . . . . . . a X X "), "{text}");
    for line in ["Opening D6: Ugetsu (雨月, rain moon)\n", "Black: B, White: A\n", "Fifths offered: g8 i9\n"] {
        assert!(text.contains(line), "{text}");
    }
    assert!(text.ends_with("Next: a pick of one of the fifths offered by A\n"), "{text}");
    // What is refused leaves the board as it was before.
    let (success, text, complaint) = tengen(&["opening", "rif", "A:h8 h9 i8; A:swap"]);
    assert!(!success && complaint.contains("\"A:swap\"") && complaint.contains("due from B"), "{complaint}");
    assert!(text.contains("8 . . . . . . . X(X)") && text.ends_with("Next: swap or keep by B\n"), "{text}");
}

#[test]
fn mistakes_are_named() {
    for (arguments, words) in [
        (&["opening", "chess", ""][..], ["chess", "no opening rule"]),
        (&["opening", "rif", "", "--size", "14"], ["14x14", "odd sides"]),
        (&["opening", "rif", "", "--size", "7"], ["7x7", "odd sides"]),
        (&["opening", "rif", "", "--ten-after-swap"], ["--ten-after-swap", "taraguchi"]),
        (&["opening", "rif", "A:h8 z9"], ["A:h8 z9", "\"z9\""]),
        (&["opening", "designated:D14"], ["D14", "26 openings"]),
    ] {
        let (success, _, complaint) = tengen(arguments);
        assert!(!success && words.iter().all(|word| complaint.contains(word)), "{arguments:?}: {complaint}");
    }
}

#[test]
fn the_designated_opening_can_be_drawn_by_lot() {
    let (_, text, _) = tengen(&["opening", "designated:lot", ""]);
    let drawn = text.lines().next().unwrap().rsplit("designated: ").next().unwrap().split(' ').next().unwrap();
    assert!(drawn.parse::<Pattern>().is_ok(), "{text}");
}

#[test]
fn the_guide_shows_what_the_program_draws() {
    let (_, page, _) = tengen(&["guide", "openings"]);
    let mut examples = 0;
    for section in page.split("\n## ") {
        let Some(command) = section.lines().find_map(|line| line.strip_prefix("    pbrain-tengen opening ")) else {
            continue;
        };
        let Some((rule, actions)) = command.trim_end_matches('"').split_once(" \"") else { continue };
        if rule == "RULE" {
            continue;
        }
        let (success, text, complaint) = tengen(&["opening", rule, actions]);
        assert!(success, "{command}: {complaint}");
        let drawn = section.lines().filter_map(|line| line.strip_prefix("    "));
        let rows: Vec<&str> =
            drawn.filter(|line| line.trim_start().starts_with(|c: char| c.is_ascii_digit())).collect();
        assert!(rows.len() >= 5, "{section}");
        for row in rows {
            let (number, cells) = row.split_at(2);
            let whole = text.lines().find(|line| line.starts_with(number)).unwrap();
            // Columns d to l, each of two characters.
            assert_eq!(whole[2..].get(6..24).unwrap(), format!("{cells:<18}"), "{command}: row {number}");
        }
        let next = section.lines().find_map(|line| line.strip_prefix("    Next: ")).unwrap();
        assert!(text.ends_with(&format!("Next: {next}\n")), "{command}: {next}");
        examples += 1;
    }
    assert_eq!(examples, 12, "one for each rule and one for equal fifths");
}

fn sheet(arguments: &[&str]) -> String {
    let (success, page, complaint) = tengen(&[&["sheet"], arguments].concat());
    assert!(success, "{arguments:?}: {complaint}");
    page
}

#[test]
fn a_score_sheet_shows_the_whole_game() {
    let actions = "A:h8 h9 i8; B:swap; A:h6; B:offer g8 i9; A:pick i9; A:j10; B:g7; A:pass; B:a1";
    let page = sheet(&[
        "--opening-rule",
        "rif",
        actions,
        "--black",
        "Saito & Son <1>",
        "--clock",
        "60 min",
        "--place",
        "Tartu",
    ]);
    for text in [
        "<i>Saito &amp; Son &lt;1&gt;</i>",
        "<b>Black (seat B)</b>",
        "<b>Place</b><i>Tartu</i>",
        "<b>Clock</b><i>60 min</i>",
        "<b>Rule</b><i>Renju</i>",
        "<b>Opening rule</b><i>RIF</i>",
        "<b>Opening</b><i>D6 Ugetsu (rain moon)</i>",
        "<b>Choices</b><i>after 3 B swaps</i>",
        "<b>Fifths offered</b><i>G8 I9</i>",
        "<b>Passes</b><i>8 (White)</i>",
        // The ninth move is the eighth stone; h8 stands in the middle; the fifth that was not picked is marked.
        "<g class=\"black d1\"><circle cx=\"9\" cy=\"149\" r=\"4.5\"/><text x=\"9\" y=\"149\">9</text></g>",
        "<g class=\"black d1\"><circle cx=\"79\" cy=\"79\" r=\"4.5\"/><text x=\"79\" y=\"79\">1</text></g>",
        "<g class=\"offer\"><circle cx=\"69\" cy=\"79\"",
        "<li><b>8</b><i>pass</i><s></s></li>",
    ] {
        assert!(page.contains(text), "{text} is not in {page}");
    }
    assert_eq!(page.matches("<g class=\"offer\">").count(), 1);
    let actions = "A:h8;B:keep;B:h9;A:keep;A:i8;B:keep;B:j7;A:swap;B:offer g8 i9 i7 g7 j9 h10 f8 k6 h7 j5";
    let ten = sheet(&["--opening-rule", "taraguchi10", "--ten-after-swap", actions]);
    assert!(ten.contains("<b>Fifths offered</b><i>G8 I9 I7 G7 J9 H10 F8 K6 H7 J5</i>"), "{ten}");
    assert!(page.starts_with("<!DOCTYPE html>") && !page.contains("<script") && !page.contains("http"));
}

#[test]
fn a_score_sheet_is_a_form_without_a_game() {
    let page = sheet(&[]);
    for letter in "ABCDEFGHIJKLMNO".chars() {
        assert_eq!(page.matches(&format!(">{letter}</text>")).count(), 2, "{letter}");
    }
    for number in 1..=15 {
        assert_eq!(page.matches(&format!(">{number}</text>")).count(), 2, "{number}");
    }
    assert!(page.contains("<b>Result</b><i></i>") && page.contains("<li><b>60</b><i></i>") && !page.contains("<g "));
    // Row 1 at the top where it is asked for, and any size.
    let page = sheet(&["--size", "20x10", "--rows", "top"]);
    assert!(page.contains(">T</text>") && page.contains("y=\"9\">1</text>"), "{page}");
}

#[test]
fn a_score_sheet_is_made_of_a_record_or_a_drawing() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sheet");
    fs::create_dir_all(&folder).unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        path.into_os_string().into_string().unwrap()
    };
    let head =
        "(;GM[4]FF[4]SZ[15]EV[Cup]RO[3]DT[2005-08-03]PB[Ando]PW[Hasegawa]RU[renju]TM[5400]OT[30 s]RE[W+R]ON[Soosyrv-8]";
    let moves = ";B[hh]BL[5390];W[ig]WL[5300];B[ih];W[hf](;B[ii];W[gh];B[hi];W[];B[gg])(;B[gh]N[5A]))";
    let page = sheet(&[&file("game.sgf", &format!("{head}\n{moves}"))]);
    for text in [
        "<title>Ando – Hasegawa</title>",
        "<b>Result</b><i>White wins by resignation</i>",
        "<b>Clock</b><i>90:00, 30 s</i>",
        "<b>White&#39;s clock</b><i>88:20 left</i>",
        "<b>Opening</b><i>I6 Ungetsu (cloud moon)</i>",
        "<b>Fifths offered</b><i>I7 G8</i>",
        "<b>Passes</b><i>8 (White)</i>",
        "<li><b>1</b><i>H8</i><s>89:50</s></li>",
    ] {
        assert!(page.contains(&text.replace("&#39;", "'")), "{text} is not in {page}");
    }
    // Other formats tell less, and what they tell is there.
    let page = sheet(&[&file("game.psq", "Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n9,7,5\r\nAnn\r\nBob\r\n-1\r\n")]);
    for text in ["<title>Ann – Bob</title>", "<li><b>2</b><i>I9</i>"] {
        assert!(page.contains(text), "{text} is not in {page}");
    }
    // What White begins is none of the openings of Renju.
    let page = sheet(&[&file("white.sgf", "(;SZ[15];W[hh];B[hg];W[ih])")]);
    assert!(page.contains("<li><b>3</b><i>I8</i>") && !page.contains("Ugetsu"), "{page}");
    // Stones that were set up have no numbers.
    let page = sheet(&[&file("board.txt", ". . . . .\n. X . . .\n. .(O). .\n. . . . .\n. . . . .\n")]);
    assert!(page.contains("<g class=\"black d0\">") && page.contains("y=\"29\">1</text></g>"), "{page}");
    // A drawing that a command printed names its rule, and an empty form has the one that is given.
    let drawing = "standard on 5x5\n. . . . .\n. X . . .\n. .(O). .\n. . . . .\n. . . . .\n";
    assert!(sheet(&[&file("named.txt", drawing)]).contains("exactly five"));
    assert!(sheet(&["--rule", "standard"]).contains("exactly five"));
    let page = sheet(&["h8h9i8i9j8j9k8k9l8", "--rule", "standard", "--output", &file("out.html", "")]);
    assert_eq!(page, "");
    let page = fs::read_to_string(folder.join("out.html")).unwrap();
    assert!(page.contains("<b>Result</b><i>Black wins by five</i>"), "{page}");
    for (arguments, words) in [
        (&["A:h8"][..], ["--opening-rule", "\"A:h8\""]),
        (&["A:h7", "--opening-rule", "rif"], ["\"A:h7\"", "centre"]),
        (&["A:h8", "--opening-rule", "rif", "--ten-after-swap"], ["--ten-after-swap", "taraguchi"]),
        (&["h8h8"], ["move 2 (h8)", "occupied"]),
        (&[&file("torn.sgf", "(;SZ[15];B[hh]\n;W[hh])")], ["torn.sgf", "line 2, column 4 (byte 18): move 2"]),
        (
            &[&file("far.sgf", "(;SZ[9];B[oo])")],
            ["far.sgf", "line 1, column 11 (byte 10): oo is not on the board of 9x9"],
        ),
        (&[&file("open.sgf", "(;SZ[9];B[oo")], ["open.sgf", "line 1, column 10"]),
        (&["h8h9i8i9", "--offered", "h9"], ["--offered", "h9 was taken"]),
    ] {
        let (success, _, complaint) = tengen(&[&["sheet"], arguments].concat());
        assert!(!success && words.iter().all(|word| complaint.contains(word)), "{arguments:?}: {complaint}");
    }
}

#[test]
fn the_engine_suggests_what_is_legal_with_its_values() {
    for (rule, actions) in [
        ("rif", ""),
        ("soosyrv8", "A:h8 h9 i8; B:keep"),
        ("soosyrv8", "A:h8 h9 i8; B:keep; B:h6"),
        ("rif", "A:h8 h9 i8; B:keep; B:h6"),
        ("rif", "A:h8 h9 i8; B:keep; B:h6; A:offer g8 i9"),
        ("taraguchi10", "A:h8; B:keep; B:h9; A:keep; A:i8; B:keep; B:j7"),
        ("swap2", "A:a1 o15 c7"),
        ("rif", "A:h8 h9 i8; B:keep; B:h6; A:offer g8 i9; B:pick g8; B:i9"),
    ] {
        let (success, text, complaint) = tengen(&["opening", rule, actions, "--json", "--suggest", "100ms"]);
        assert!(success, "{rule} {actions}: {complaint}");
        let object: Value = serde_json::from_str(&text).unwrap();
        let action = object["suggestion"]["action"].as_str().unwrap();
        let followed = format!("{actions};{action}");
        assert!(tengen(&["opening", rule, &followed]).0, "{rule} {actions}: {action}");
        let values = object["suggestion"]["values"].as_array().unwrap();
        let by = format!("{}:", object["by"].as_str().unwrap());
        assert!(!values.is_empty(), "{text}");
        for value in values {
            assert!(value["action"].as_str().unwrap().starts_with(&by) && value["value"].is_i64(), "{text}");
        }
    }
    let (_, text, _) = tengen(&["opening", "rif", "A:h8 h9 i8; B:keep", "--suggest", "50ms"]);
    assert!(text.contains("\nSuggestion: B:"), "{text}");
}

#[test]
fn the_openings_are_shown_with_their_values_and_these_can_be_made() {
    let (_, text, _) = tengen(&["openings"]);
    assert!(text.contains("\nD6  Ugetsu     rain moon       h8 h9 i8 ") && text.contains("\nI13 Suisei "), "{text}");
    let (success, table, complaint) = tengen(&["openings", "--make", "--nodes", "2000"]);
    assert!(success, "{complaint}");
    let lines: Vec<&str> = table.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(table.contains("--nodes 2000, version ") && lines.len() == 26, "{table}");
    for (line, pattern) in lines.iter().zip(Pattern::all()) {
        assert!(line.starts_with(&pattern.to_string()) && line.split_whitespace().count() == 14, "{line}");
    }
    let (_, text, _) = tengen(&["openings", "--threes"]);
    assert!(text.contains("that leave both colours alike") && text.lines().count() > 24, "{text}");
    let (success, table, complaint) = tengen(&["openings", "--make", "--threes", "--count", "2", "--nodes", "640"]);
    assert!(success && table.contains("--count 2 --nodes 640, version ") && table.lines().count() == 4, "{complaint}");
}

#[test]
fn even_openings_are_made_for_every_board_and_are_the_same_with_any_number_of_threads() {
    let arguments =
        ["openings", "--make", "--even", "--rule", "standard", "--size", "13x12", "--count", "3", "--nodes", "900"];
    let (success, file, complaint) = tengen(&arguments);
    assert!(success, "{complaint}");
    let (_, again, _) = tengen(&[&arguments[..], &["--threads", "3"]].concat());
    assert_eq!(file, again);
    let size = BoardSize::new(13, 12).unwrap();
    let lines: Vec<&str> = file.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(file.contains("--size 13x12 --nodes 900 --seed 1, version ") && lines.len() == 3, "{file}");
    for line in lines {
        let game = Game::from_text(RuleKind::Standard, size, line, Rows::FromTop).unwrap();
        assert!((4..=7).contains(&game.moves().len()) && game.result().is_none(), "{line}");
    }
    let (success, _, complaint) = tengen(&["openings", "--make", "--even", "--size", "5"]);
    assert!(!success && complaint.contains("no room for openings on fewer than 36 points"), "{complaint}");
    // What cannot be written at the end is not begun.
    let (success, _, complaint) = tengen(&["openings", "--make", "--even", "--output", "no-folder/even.txt"]);
    assert!(!success && complaint.contains("there is no folder no-folder"), "{complaint}");
}

#[test]
fn even_openings_in_a_file_are_gone_on_with_and_nothing_else_is_written_over() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("even.txt");
    let make = |count: &str| {
        let path = path.to_str().unwrap();
        tengen(&["openings", "--make", "--even", "--count", count, "--nodes", "900", "--output", path])
    };
    let _ = fs::remove_file(&path);
    let (success, _, complaint) = make("3");
    assert!(success, "{complaint}");
    let three = fs::read_to_string(&path).unwrap();
    let (_, printed, _) = tengen(&["openings", "--make", "--even", "--count", "4", "--nodes", "900"]);
    assert_eq!(make("4"), (true, String::new(), String::new()));
    let four = fs::read_to_string(&path).unwrap();
    assert!(four.starts_with(&three) && four == printed && four.lines().count() == 7, "{four}");
    // Wherever it was interrupted, in a line of the header too.
    for end in [0, 5, four.find("\n# Made").unwrap() + 3, three.len() - 1, three.len() + 2] {
        fs::write(&path, &four[..end]).unwrap();
        assert_eq!(make("4"), (true, String::new(), String::new()), "{end}");
        assert_eq!(fs::read_to_string(&path).unwrap(), four, "{end}");
    }
    let refused = |text: &str, why: &str| {
        fs::write(&path, text).unwrap();
        let (success, _, complaint) = make("9");
        assert!(!success && complaint.contains(why), "{complaint}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    };
    refused(&four.replace("--seed 1", "--seed 2"), "even.txt: it holds something else than such openings");
    let last = three.lines().last().unwrap();
    refused(&format!("{three}{last}\n"), &format!("even.txt: line 7: \"{last}\" is no opening"));
    refused(&format!("{three}z99\n"), "even.txt: line 7: \"z99\" is no opening");
}
