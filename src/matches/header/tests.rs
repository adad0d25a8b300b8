//! Tests of the headers of logs.

use super::*;
use crate::matches::setup::tests::setup;

fn header(line: &str) -> Header {
    Header::new(&setup(line).unwrap())
}

#[test]
fn a_header_tells_the_whole_match() {
    let line = "-e a=x -e 'b=y -z' --turn 1005ms --turn b:2s --info b:k=v --memory 350M --delay 5ms --size 20x15 \
                --rule renju --rows bottom --games 10 --seed 7 --rotate --folder b:. --suspend --max-moves 200 --shard 2/5 \
                --sprt 0,5";
    let chosen = "-e a=x -e b=y --opening-rule soosyrv8 --chooser b:tengen --match-time 1h --overtime 1.5s \
                  --overtime b:10/10m --resign 3/1000 --draw a:10/5 --colors lot --same board";
    let by_lot = "-e a=x -e b=y --opening-rule designated:lot --chooser tengen";
    let in_rounds = "-e a=x -e b=y -e c=z --tournament swiss:3 --games 4";
    for line in [line, chosen, by_lot, in_rounds] {
        let header = header(line);
        let line = serde_json::to_string(&header).unwrap();
        assert_eq!(Header::parse(&line).unwrap(), header);
        header.check_resumed(&line).unwrap();
        assert_eq!(Header::new(&header.setup().unwrap()), header);
    }
    // What a log does not say is as it is where nothing is asked for.
    let usual = header("-e a=x -e b=y --opening-rule soosyrv8");
    let mut said = serde_json::to_value(&usual).unwrap();
    for field in ["same", "tournament"] {
        said.as_object_mut().unwrap().remove(field).unwrap();
    }
    assert_eq!(Header::parse(&said.to_string()).unwrap(), usual);
}

#[test]
fn a_line_that_is_no_header_is_told_from_one_of_which_something_is_missing() {
    let no_log = "it is no log of a match: its first line does not tell the conditions of one";
    let no_merging = "line 1 is no header of a match whose shards can be merged: missing field `engines`";
    for (line, expected) in [
        ("(;FF[4]GM[4]SZ[15]", no_log),
        ("# openings of 4 stones", no_log),
        ("[1]", no_log),
        ("{\"rule\":\"renju\"}", no_log),
        ("{\"format\":\"tengen match 1\"}", no_merging),
    ] {
        assert_eq!(format!("{:#}", Header::parse(line).unwrap_err()), expected, "{line}");
    }
}

#[test]
fn only_what_differs_is_named() {
    let line = "-e a=x -e b=y --turn 1s --games 4";
    for (other, expected) in [
        ("-e a=x -e b=y --turn 1s --games 8 --sprt 0,5 --concurrency 3", ""),
        ("-e a=x -e b=y --turn 1s --turn b:2s --games 4", "engines.b.turn_ms is 2000.0 there and 1000.0 here"),
        (
            "-e a=x -e c=y --turn 1s --games 4 --rule renju --shard 1/2",
            "engines.2.name is \"c\" there and \"b\" here; rule is \"renju\" there and \"freestyle\" here; \
             shard is \"1/2\" there and \"1/1\" here",
        ),
        ("-e a=x -e b=y -e c=z --turn 1s --games 4", "engines are a, b, c there and a, b here"),
        ("-e a=x -e b=y --turn 1s --games 4 --info b:k=v", "engines.b.info is [[\"k\",\"v\"]] there and [] here"),
        ("-e a=x -e b=y --turn 1s --games 4 --folder b:..", "engines.b.folder is \"..\" there and null here"),
        ("-e a=x -e b=y --turn 1s --games 4 --seed 2", "schedule.seed is 2 there and 1 here"),
    ] {
        // From the empty board: which openings are built in depends on the rule.
        let header = |line: &str| header(&format!("{line} --openings none"));
        let there = serde_json::to_string(&header(other)).unwrap();
        let error = header(line).check_resumed(&there).err().map(|error| error.to_string()).unwrap_or_default();
        let text = error.strip_prefix("its match was played under other conditions: ").unwrap_or(&error);
        assert_eq!(text, expected, "{other}");
    }
    let [board, shape] =
        ["board", "shape"].map(|same| header(&format!("-e a=x -e b=y --opening-rule soosyrv8 --same {same}")));
    let error = shape.check_resumed(&serde_json::to_string(&board).unwrap()).unwrap_err().to_string();
    assert!(error.ends_with("conditions: same is \"board\" there and \"shape\" here"), "{error}");
}

#[test]
fn an_increment_without_time_for_a_game_is_none_in_older_logs_too() {
    let today = header("-e a=x -e b=y --match-time a:60s --increment 1s");
    let mut older = serde_json::to_value(&today).unwrap();
    older["engines"][1]["increment_ms"] = 1000.0.into();
    today.check_resumed(&older.to_string()).unwrap();
    assert_eq!(Header::parse(&older.to_string()).unwrap(), today);
    // Who has the time keeps its increment.
    older["engines"][0]["increment_ms"] = 2000.0.into();
    assert!(today.check_resumed(&older.to_string()).is_err());
}

#[test]
fn a_tournament_with_rounds_keeps_the_games_of_a_meeting() {
    for (format, complaint) in [("swiss:3", Some("games is 2 there and 4 here")), ("round-robin", None)] {
        let of = |games: &str| header(&format!("-e a=x -e b=y -e c=z --tournament {format} --games {games}"));
        let error =
            of("4").check_resumed(&serde_json::to_string(&of("2")).unwrap()).err().map(|error| error.to_string());
        let expected = complaint.map(|why| format!("its match was played under other conditions: {why}"));
        assert_eq!(error, expected, "{format}");
    }
}

#[test]
fn what_a_match_was_gone_on_with_last_counts() {
    let begun = header("-e a=x -e b=y --games 40 --sprt 0,5");
    for (lines, games, elo1) in [
        (&[][..], 40, Some(5.0)),
        (&[r#"{"games":8,"sprt":null}"#], 8, None),
        (&[r#"{"games":8,"sprt":null}"#, &serde_json::to_string(&begun.change()).unwrap()], 40, Some(5.0)),
        // Older programs told of another test alone.
        (&[r#"{"games":80,"sprt":null}"#, r#"{"sprt":null}"#], 80, None),
    ] {
        let changes = lines.iter().map(|line| serde_json::from_str(line).unwrap());
        let last = begun.clone().gone_on_with(changes);
        assert_eq!((last.games, last.sprt.map(|sprt| sprt.elo1)), (games, elo1), "{lines:?}");
    }
    for line in [r#"{"games":8}"#, r#"{"game":8,"sprt":null}"#] {
        assert!(serde_json::from_str::<MatchChange>(line).is_err(), "{line}");
    }
}

#[test]
fn a_tournament_with_rounds_has_one_log() {
    let mut one = header("-e a=x -e b=y -e c=z --tournament knockout");
    let other = one.clone();
    assert_eq!(one.join(&other).unwrap_err().to_string(), "the rounds of a tournament are in one log");
    // However many games there were.
    assert_eq!(other.clone().with_game(7).unwrap(), other);
}

#[test]
fn a_log_of_one_drawn_opening_is_gone_on_with_by_the_name_of_the_opening() {
    let of = |rule: &str| header(&format!("-e a=x -e b=y --turn 1s --opening-rule {rule} --chooser tengen"));
    let line = |rule: &str| serde_json::to_string(&of(rule)).unwrap();
    of("designated:D5").check_resumed(&line("designated:D5")).unwrap();
    for (there, here, is_advised) in [
        ("designated:D5", "designated:lot", true),
        ("designated:D5", "designated:D6", false),
        ("rif", "designated:lot", false),
    ] {
        let error = of(here).check_resumed(&line(there)).unwrap_err().to_string();
        let advice = "; that log holds one opening for the whole match: name it by --opening-rule designated:D5";
        assert_eq!(error.ends_with(advice), is_advised, "{error}");
    }
}

#[test]
fn a_match_from_a_book_can_be_made_longer() {
    let book = std::env::temp_dir().join(format!("tengen-{}-header.sgf", std::process::id()));
    std::fs::write(&book, "(;GM[4]SZ[15];B[hh](;W[ig])(;W[hg])(;W[jf];B[ii]))").unwrap();
    let of = |games: usize| {
        let book = book.display();
        header(&format!("-e a=x -e b=y --turn 1s --book {book} --book-moves 2 --games {games}"))
    };
    let before = of(2);
    assert_eq!(before.schedule.openings, 3);
    of(6).check_resumed(&serde_json::to_string(&before).unwrap()).unwrap();
    std::fs::remove_file(book).unwrap();
}

#[test]
fn shards_are_of_one_match_when_nothing_but_its_length_differs() {
    let line = |shard: &str, more: &str| format!("-e a=x -e b=y --turn 1s --shard {shard} {more}");
    let first = header(&line("1/2", "--games 8"));
    // One of them may have been gone on with for longer.
    for (games, together) in [("8", 8), ("6", 8), ("12", 12)] {
        let mut joined = header(&line("2/2", &format!("--games {games}")));
        joined.join(&first).unwrap();
        assert_eq!(joined.games, together);
    }
    for (more, complaint) in [
        ("--games 8 --seed 2", "it is of another match: schedule.seed is "),
        ("--games 8 --sprt 0,5", "it was played for another test: --sprt names the one that decides"),
        ("--games 8 --turn a:2s", "it is of another match: engines.a.turn_ms is "),
    ] {
        let error = header(&line("2/2", more)).join(&first).expect_err(more).to_string();
        assert!(error.starts_with(complaint), "{more}: {error}");
    }
    let mut other_test = header(&line("2/2", "--games 8 --sprt 0,5"));
    other_test.sprt = None;
    other_test.join(&first).unwrap();
}
