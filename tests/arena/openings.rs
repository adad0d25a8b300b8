//! Matches in which the engines make the openings: every rule, through the real program in both roles, and what is kept of it.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tengen_engine::opening::{Opening, OpeningRule, Sameness, Seat, walk};
use tengen_engine::point::{BoardSize, Rows};

use super::mock::Manner;
use super::{decided_by_faults, games, run};
use crate::harness::{self, Run, folder};

const SIZE: BoardSize = BoardSize::square(15).unwrap();

/// Two of our own engines under an opening rule, in a folder. The games that were played.
fn own_engines(folder: &Path, rule: &str, arguments: &[&str]) -> (Vec<Value>, String) {
    let engine = env!("CARGO_BIN_EXE_pbrain-tengen");
    let common = "--games 2 --strict --nodes 150 --log log.jsonl --sgf all.sgf --psq psq --report report.html";
    let words = ["match", "--opening-rule", rule].into_iter().chain(common.split(' ')).chain(arguments.iter().copied());
    let mut words: Vec<String> = words.map(str::to_string).collect();
    for name in ["one", "other"] {
        words.extend(["--engine".to_string(), format!("{name}='{engine}'")]);
        words.extend(["--info".to_string(), format!("{name}:seed={}", name.len())]);
    }
    Run::with_arguments(words).in_folder(folder).succeed();
    (games(&folder.join("log.jsonl")), fs::read_to_string(folder.join("all.sgf")).unwrap())
}

/// Checks a record against the rule: what was done is legal, by whom it was done, and leads to the opening of the record.
fn check(rule: &str, game: &Value) -> Opening {
    let rule: OpeningRule = rule.parse().unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_string();
    let choices = game["choices"].as_array().unwrap();
    let turns = choices.iter().map(|step| format!("{}:{}", text(&step["seat"]), text(&step["what"])));
    let turns: Vec<String> = turns.collect();
    let mut opening = Opening::new(rule, rule.usual_rule(), SIZE, Sameness::Shape).unwrap();
    walk(&mut opening, &turns.join("; "), Rows::FromBottom).unwrap_or_else(|error| panic!("{rule}: {error}: {game}"));
    assert!(opening.is_over(), "{rule}: {game}");
    assert_eq!(opening.game().to_text(Rows::FromBottom), text(&game["opening"]), "{rule}");
    // Seat A is one and the same engine throughout, and who holds Black is who is said to.
    let name = |seat: Seat| {
        let of_seat = choices.iter().filter(|step| step["seat"] == seat.to_string());
        let names: std::collections::BTreeSet<String> = of_seat.map(|step| text(&step["by"])).collect();
        assert!(names.len() <= 1, "{rule}: {names:?} on one seat");
        names.into_iter().next()
    };
    if let Some(black) = name(opening.black()) {
        assert_eq!(text(&game["black"]), black, "{rule}: {game}");
    }
    let pattern = opening.pattern().map(|pattern| pattern.to_string());
    assert_eq!(game["pattern"].as_str().map(str::to_string), pattern, "{rule}");
    opening
}

#[test]
fn engines_make_openings_by_every_rule() {
    for rule in ["soosyrv8", "swap2"] {
        let folder = folder(&format!("opening-{rule}"));
        let (games, sgf) = own_engines(&folder, rule, &[]);
        assert_eq!(games.len(), 2);
        let refused: usize = games.iter().map(|game| check(rule, game).offered().len().saturating_sub(1)).sum();
        assert_eq!(sgf.matches("N[5A]").count(), refused, "{sgf}");
        assert_eq!(sgf.contains("ON[Soosyrv-8]"), rule == "soosyrv8", "{sgf}");
        let page = fs::read_to_string(folder.join("report.html")).unwrap();
        let pattern = games[0]["pattern"].as_str().map(|pattern| format!("\"{pattern} "));
        assert!(pattern.is_none_or(|pattern| page.contains(&pattern)));
    }
    for (number, rule) in
        ["rif", "renjuswap", "yamaguchi", "tarannikov", "taraguchi10", "swap", "pro", "longpro"].into_iter().enumerate()
    {
        // Every kind of clock in turn.
        let clock: &[&str] = match number % 5 {
            0 => &["--match-time", "5m"],
            1 => &["--match-time", "1s", "--overtime", "2m"],
            2 => &["--match-time", "1s", "--overtime", "10/10m"],
            3 => &["--match-time", "5m", "--increment", "1s"],
            _ => &["--turn", "2m"],
        };
        let arguments = [&["--chooser", "tengen"], clock].concat();
        let (games, _) = own_engines(&folder(&format!("opening-{rule}")), rule, &arguments);
        assert_eq!(games.len(), 2);
        games.iter().for_each(|game| drop(check(rule, game)));
    }
}

#[test]
fn an_opening_that_is_given_is_gone_on_with() {
    let folder = folder("opening-given");
    fs::write(folder.join("three.txt"), "h8h9i8\n").unwrap();
    let three = folder.join("three.txt").display().to_string();
    for (rule, opening) in [("swap2", "h8h9i8"), ("soosyrv8", "h8h9i8")] {
        let played = harness::folder(&format!("opening-given-{rule}"));
        let (games, sgf) = own_engines(&played, rule, &["--openings", &three]);
        let mut refused = 0;
        for game in games {
            assert!(game["opening"].as_str().unwrap().starts_with(opening), "{game}");
            // The runner put the stones in the place of who opens, and the other was asked first.
            assert_eq!(game["choices"][0]["seat"], "B", "{game}");
            let offers = game["choices"].as_array().unwrap().iter().filter_map(|step| step["what"].as_str());
            let offers = offers.filter_map(|what| what.strip_prefix("offer "));
            refused += offers.map(|points| points.split(' ').count() - 1).sum::<usize>();
        }
        assert_eq!(sgf.matches("N[5A]").count(), refused, "{sgf}");
    }
    // The stones of an opening must be ones that the rule allows, and leave something that can be asked.
    for (line, arguments, expected) in [
        ("h8h9i8i9", ["--opening-rule", "swap2"], "Swap2 cannot begin with the opening h8h9i8i9: no stone now"),
        ("h8k9", ["--opening-rule", "soosyrv8"], "Soosyrv-8 cannot begin with the opening h8k9: stone 2 must stand"),
        ("h8h9", ["--opening-rule", "soosyrv8"], "managers have no words for Soosyrv-8 after 2 stones"),
        ("h8i9", ["--opening-rule", "designated:D6"], "cannot begin with the opening h8i9: the opening must be D6"),
        // The words of Soosyrv-8 ask for numbers that this rule forbids.
        ("h8h9i8", ["--opening-rule", "soosyrv4"], "managers have no words for Soosyrv-4 after 3 stones"),
    ] {
        fs::write(folder.join("bad.txt"), format!("{line}\n")).unwrap();
        let arguments = [&["--openings", "bad.txt"], &arguments[..]].concat();
        let output = run(&arguments, &[Manner::Scattered, Manner::Column], &folder);
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && complaint.contains(expected), "{complaint}");
    }
}

#[test]
fn an_engine_that_cannot_open_loses() {
    let folder = folder("opening-foreign");
    for rule in ["soosyrv8", "swap2"] {
        let log = format!("{rule}.jsonl");
        let chooser = ["--chooser", "scattered:tengen", "--nodes", "scattered:100"];
        let arguments = [&["--opening-rule", rule, "--games", "2", "--log", &log], &chooser[..]].concat();
        decided_by_faults(&run(&arguments, &[Manner::Foreign, Manner::Scattered], &folder));
        let games = games(&folder.join(&log));
        assert_eq!(games.len(), 2);
        for game in games {
            assert_eq!(game["end"], "opening", "{game}");
            assert_eq!(game[game["winner"].as_str().unwrap()], "scattered", "{game}");
        }
    }
}
