//! Openings under every rule: a table of cases, each walked in process and through the program.

use std::collections::HashSet;
use std::fs;

use serde_json::{Value, json};
use tengen_engine::game::Game;
use tengen_engine::opening::{OpeningRule, Pattern, read_turn};
use tengen_engine::point::{BoardSize, Rows};
use tengen_engine::rule::RuleKind;

mod sheet;
#[path = "../engine/tests/openings/table.rs"]
mod table;
mod trial;

use self::sheet::sheet;
use self::table::{Case, cases};
use crate::harness::{Run, folder};

fn tengen(arguments: &[&str]) -> (bool, String, String) {
    Run::with_arguments(arguments).said()
}

#[test]
fn the_program_says_the_same_as_json() {
    for Case { number, rule, options, actions, state, refused, reason } in cases() {
        let option: &[&str] = match options.as_str() {
            "same board" => &["--same", "board"],
            "ten after swap" => &["--ten-after-swap"],
            _ => &[],
        };
        let (success, text, complaint) = tengen(&[&["opening", &rule, &actions, "--json"], option].concat());
        let reads = |turn: &String| read_turn(turn, BoardSize::USUAL, Rows::FromBottom).is_ok();
        if !refused.as_ref().is_none_or(reads) {
            let reason = reason.unwrap_or_default();
            assert!(!success && text.is_empty() && complaint.contains(&reason), "case {number}: {complaint}");
            continue;
        }
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
        assert_eq!(object["moves"].as_array().unwrap().len(), object["stones"], "case {number}: {text}");
        let after_swap = if options == "ten after swap" { "-after-swap" } else { "" };
        let rule: OpeningRule = format!("{rule}{after_swap}").parse().unwrap();
        assert_eq!(object["openingRule"], rule.to_string(), "case {number}");
    }
}

#[test]
fn an_object_tells_the_opening_and_its_position() {
    let (_, text, _) = tengen(&["opening", "rif", "A:h8 h9 i8; B:swap; A:a1", "--json"]);
    let expected = json!({
        "version": 1, "rule": "renju", "width": 15, "height": 15, "rowsFromTop": false, "setUp": [],
        "moves": ["h8", "h9", "i8", "a1"], "toMove": "black", "result": null, "forbidden": [],
        "openingRule": "rif", "legal": true, "at": null, "error": null, "stones": 4, "opening": "D6", "black": "B",
        "demand": "offer", "by": "B", "number": 2, "within": null, "may_swap": false, "offered": [], "declared": null,
    });
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), expected);
    assert_eq!(text.lines().count(), 1, "{text}");
}

#[test]
fn json_tells_what_a_demand_leaves_free_and_what_was_said() {
    let fourth = "A:h8; B:keep; B:h9; A:keep; A:i8; B:keep; B:j7";
    let drawn = "A:h8 h9 i8; B:keep; B:h7; A:offer g8 i9; B:pick g8; B:a1; A:pass; B:pass";
    let over = "A:h8; B:h9; A:i8; B:i9; A:j8; B:j9; A:k8; B:k9; A:l8";
    for (rule, actions, expected) in [
        ("taraguchi10", fourth, ["\"A\"", "[0,4]", "true", "[]", "null", "null"]),
        ("pro", "A:h8; B:i9", ["\"A\"", "[3,7]", "false", "[]", "null", "null"]),
        ("longpro", "A:h8; B:a1", ["\"A\"", "[4,7]", "false", "[]", "null", "null"]),
        ("rif", "", ["\"A\"", "[0,0]", "false", "[]", "null", "null"]),
        ("swap2", "A:a1 o15 c7", ["\"B\"", "null", "true", "[]", "null", "null"]),
        ("soosyrv8", "A:h8 i9 i8; B:keep; B:h10; B:declare 3", ["\"A\"", "null", "true", "[]", "3", "null"]),
        ("rif", drawn, ["null", "null", "false", "[\"g8\",\"i9\"]", "null", "\"draw, both passed\""]),
        ("free", over, ["null", "null", "false", "[]", "null", "\"Black wins by five\""]),
    ] {
        let (success, text, complaint) = tengen(&["opening", rule, actions, "--json"]);
        assert!(success, "{actions}: {complaint}");
        let object: Value = serde_json::from_str(&text).unwrap();
        let told = ["by", "within", "may_swap", "offered", "declared", "result"].map(|key| object[key].to_string());
        assert_eq!(told, expected, "{actions}: {text}");
        assert_eq!(object["demand"].is_null(), object["by"].is_null(), "{actions}: {text}");
    }
    // Nothing comes after the end, nor is anything suggested then.
    let (success, text, complaint) = tengen(&["opening", "rif", &format!("{drawn}; A:b1"), "--suggest", "50ms"]);
    assert!(!success && complaint.contains("\"A:b1\": the game is over: draw, both passed"), "{complaint}");
    assert!(text.ends_with("\nThe game is over: draw, both passed.\n"), "{text}");
    assert!(sheet(&["--opening-rule", "rif", drawn]).contains("<b>Result</b><i>Draw: both passed</i>"));
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
    for (arguments, status, words) in [
        (&["opening", "chess", ""][..], 2, ["chess", "no opening rule"]),
        (&["opening", "rif", "", "--size", "14"], 2, ["14x14", "odd sides"]),
        (&["opening", "rif", "", "--size", "7"], 2, ["7x7", "odd sides"]),
        (&["opening", "rif", "", "--ten-after-swap"], 2, ["--ten-after-swap", "taraguchi"]),
        (&["opening", "rif", "A:h8 z9"], 2, ["A:h8 z9", "\"z9\""]),
        (&["opening", "rif", "A:h8 h9 i8; B:kep", "--json"], 2, ["\"B:kep\"", "\"kep\""]),
        (&["opening", "rif", "A:h8 h9 i8; A:swap"], 1, ["\"A:swap\"", "due from B"]),
        (&["opening", "swap", "A:a1 o15 c7; B:two h8"], 1, ["\"B:two h8\"", "no two stones now: swap or keep is due"]),
        (&["opening", "yamaguchi", "A:h8 h9 i9; A:declare 256"], 1, ["\"A:declare 256\"", "256 fifths"]),
        (&["opening", "designated:D14"], 2, ["D14", "26 openings"]),
    ] {
        let output = Run::with_arguments(arguments).output();
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(status), "{arguments:?}: {complaint}");
        assert_eq!(output.stdout.is_empty(), status == 2, "{arguments:?}: {complaint}");
        assert!(words.iter().all(|word| complaint.contains(word)), "{arguments:?}: {complaint}");
    }
}

#[test]
fn the_points_that_make_a_designated_opening_are_told() {
    let (_, text, _) = tengen(&["opening", "designated:D4", "A:h8"]);
    assert!(text.ends_with("Next: stone 2 within the central 3x3 by A, on h9 g8 i8 h7\n"), "{text}");
    let (_, text, _) = tengen(&["opening", "designated:D4", "A:h8 i8", "--json"]);
    let object: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&object["within"], &object["points"]), (&json!([0, 2]), &json!(["i9", "i7"])), "{text}");
}

#[test]
fn the_designated_opening_can_be_drawn_by_lot() {
    let (_, text, _) = tengen(&["opening", "designated:lot", ""]);
    let drawn = text.lines().next().unwrap().rsplit("designated: ").next().unwrap().split(' ').next().unwrap();
    assert!(drawn.parse::<Pattern>().is_ok(), "{text}");
    // As JSON it is told so that it can be gone on with.
    let (_, text, _) = tengen(&["opening", "designated:lot", "A:h8", "--json"]);
    let object: Value = serde_json::from_str(&text).unwrap();
    let (rule, point) = (object["openingRule"].as_str().unwrap(), object["points"][0].as_str().unwrap());
    assert!(tengen(&["opening", rule, &format!("A:h8 {point}")]).0, "{text}");
    // A trial draws one for each game, by its seed.
    let path = folder("trial-lot").join("trial.jsonl");
    let trial = |seed: &str| {
        let _ = fs::remove_file(&path);
        let log = path.to_str().unwrap();
        let (success, _, complaint) =
            tengen(&["trial", "designated:lot", "--games", "3", "-n", "5", "--seed", seed, "--log", log]);
        assert!(success, "{complaint}");
        fs::read_to_string(&path).unwrap()
    };
    let log = trial("7");
    let rules: HashSet<&str> = log.lines().map(|line| line.split(',').next().unwrap()).collect();
    assert!(rules.len() > 1, "{log}");
    assert_eq!(trial("7"), log);
    assert_ne!(trial("8"), log);
}

#[test]
fn every_rule_that_the_engine_knows_is_named_by_the_help_and_the_guide() {
    let (_, help, _) = tengen(&["opening", "--help"]);
    let (_, page, _) = tengen(&["guide", "openings"]);
    let names: Vec<&str> = help.split([' ', ',', '\n']).collect();
    for rule in OpeningRule::common().map(|rule| rule.to_string()) {
        assert!(names.contains(&rule.as_str()) && page.contains(&format!("`{rule}`")), "{rule}: {help}");
    }
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
        let distinct: HashSet<&str> = values.iter().map(|value| value["action"].as_str().unwrap()).collect();
        assert_eq!(distinct.len(), values.len(), "{text}");
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
    let path = folder("openings-even").join("even.txt");
    let make = |count: &str| {
        let path = path.to_str().unwrap();
        tengen(&["openings", "--make", "--even", "--count", count, "--nodes", "900", "--output", path])
    };
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
