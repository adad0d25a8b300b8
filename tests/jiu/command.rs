//! The command, started as a person or a program starts it.

use std::time::Duration;

use tengen_games::jiu::eval::Weights;

use crate::brain::Brain;
use crate::harness::{Run, folder};

const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/jiu/sample.jiu");
/// Stones that one may jump in more ways than can be counted.
const LONE_STONES: &str = "14/2O1O1O1O1O1O1/1O1O1O1O1O1O2/2O1O1O1O1O1O1/1O1O1O1O1O1O2/2O1O1O1O1O1O1/1O1O1OXO1O1O2/\
2O1O1O1O1O1O1/1O1O1O1O1O1O2/2O1O1O1O1O1O1/1O1O1O1O1O1O2/2O1O1O1O1O1O1/1O1O1O1O1O1O2/14 B m";
/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// Output, errors, and whether the command succeeded.
fn run(args: &[&str]) -> (String, String, bool) {
    let (success, text, errors) = Run::with_arguments([&["jiu"], args].concat()).said();
    (text, errors, success)
}

#[test]
fn a_turn_of_a_record_is_shown_with_what_stands_there() {
    let (shown, errors, success) = run(&["show", SAMPLE, "--turn", "53"]);
    assert!(success, "{errors}");
    for line in [
        " 7 X O . .(. X). . . O O . X X",
        "   A B C D E F G H I J K L M N",
        "O to move",
        "last turn: B53: E7→F7",
        "Black (X): 78 stones",
        "  saddle-bags: G8→G7 1+1",
        "White (O): 65 stones",
    ] {
        assert!(shown.lines().any(|shown| shown == line), "{line}\n{shown}");
    }
    let (shown, ..) = run(&["show", SAMPLE]);
    assert!(shown.ends_with("Result: B+ resignation\n"), "{shown}");
    let (turned, ..) = run(&["show", SAMPLE, "--turn", "53", "--rows", "top"]);
    assert!(turned.starts_with(" 1 O X X X O"), "{turned}");
    // A limit for flying that is said holds on the board of the record, where another would be usual.
    let small = folder("jiu-small").join("small.jiu");
    std::fs::write(&small, "[Size \"8\"]\n[Position \"XXXXXXXX/XX6/8/8/8/8/8/OOOOOOOO B m\"]\n").unwrap();
    let small = small.to_str().unwrap();
    for (args, black) in [(&["show", small][..], "10 stones"), (&["show", small, "--fly", "14"], "10 stones, flies")] {
        let (shown, errors, success) = run(args);
        assert!(success, "{errors}");
        assert!(shown.lines().any(|line| line == format!("Black (X): {black}")), "{shown}");
    }
    // Placings have numbers of their own, and can be undone where nothing follows them.
    let placing = folder("jiu-placing").join("placing.jiu");
    std::fs::write(&placing, "[Size \"6\"]\nplacing\nC3 D4 A1 B2 C1 D2\n").unwrap();
    let placing = placing.to_str().unwrap();
    for (record, turn, last, stage) in [
        (placing, "6", "last turn: B6: D2", "stage: placing, 30 points empty"),
        (placing, "4", "last turn: B4: B2", "stage: placing, 32 points empty"),
        (placing, "3", "last turn: W3: A1", "stage: placing, 33 points empty"),
        (SAMPLE, "0", "last turn: B196: F14", "stage: lifting, the centre stones are taken off"),
        (SAMPLE, "1", "last turn: B1: G7", "stage: lifting, the centre stones are taken off"),
    ] {
        let (shown, errors, success) = run(&["show", record, "--turn", turn]);
        assert!(success, "{errors}");
        for line in [last, stage] {
            assert!(shown.lines().any(|shown| shown == line), "{line}\n{shown}");
        }
    }
}

#[test]
fn what_was_shown_is_read_back() {
    let file = folder("jiu-shown").join("shown.txt");
    let name = file.to_str().unwrap();
    let (shown, errors, success) = run(&["show", SAMPLE, "--placing", "3"]);
    assert!(success, "{errors}");
    for line in ["last turn: W3: A1", "stage: placing, 193 points empty", "Black (X): 1 stone"] {
        assert!(shown.lines().any(|shown| shown == line), "{line}\n{shown}");
    }
    std::fs::write(&file, &shown).unwrap();
    let (again, errors, success) = run(&["show", name]);
    assert!(success, "{errors}");
    assert_eq!(again, shown.replace("last turn: W3: A1\n", ""));
    let (_, errors, success) = run(&["show", SAMPLE, "--placing", "197"]);
    assert!(!success && errors.ends_with("the record has no placing 197\n"), "{errors}");
    // Headers say how a record ended and where its row 1 is.
    std::fs::write(&file, "[Size \"6\"]\n[Rows \"top\"]\n[Result \"W+R\"]\nplacing\nC3 D4\n").unwrap();
    let (shown, errors, success) = run(&["show", name]);
    assert!(success && shown.starts_with(" 1 ") && shown.ends_with("Result: W+R\n"), "{errors}{shown}");
    assert!(run(&["show", name, "--rows", "bottom"]).0.starts_with(" 6 "));
}

#[test]
fn a_record_that_is_played_on_keeps_what_it_tells() {
    let folder = folder("jiu-played-on");
    let game = "[White \"A\"]\n[Size \"6\"]\n[Profile \"plain\"]\nplacing\nC3 D4 A1\nB+ resignation\n";
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_string()
    };
    let files = [file("one.jiu", game), file("two.jiu", &game.repeat(2)), file("other.jiu", "")];
    let [one, two, other] = files.each_ref().map(String::as_str);
    let read = |name: &str| std::fs::read_to_string(name).unwrap();
    // Where nobody plays, nothing changes.
    let (said, errors, success) = run(&["play", "--record", one, one]);
    assert!(success && said.contains("The record ends with B+ resignation; the game goes on from there."), "{errors}");
    assert_eq!(read(one), game);
    // A result that is told in other words stays in its header.
    let other_words = "[Result \"1-0\"]\n[Size \"6\"]\n[Profile \"plain\"]\nplacing\nC3 D4 A1\n";
    let headed = file("headed.jiu", other_words);
    let (said, errors, success) = run(&["play", "--record", &headed, &headed]);
    assert!(success && !said.contains("The record ends"), "{errors}");
    assert_eq!(read(&headed), other_words);
    // What is not all of a file does not take its place.
    for (name, part) in [(two, &[][..]), (two, &["--game", "2"]), (one, &["--placing", "2"])] {
        let before = read(name);
        let (_, errors, success) = run(&[&["play", "--record", name, name][..], part].concat());
        assert!(!success && errors.ends_with("it is read too, and would be lost\n"), "{name} {part:?}: {errors}");
        assert_eq!(read(name), before);
    }
    // The engine places the third stone.
    let (_, errors, success) = run(&["play", "--depth", "1", "--placing", "2", "--record", other, one]);
    assert!(success, "{errors}");
    let record = read(other);
    assert!(record.starts_with(&game[..game.find(" A1").unwrap()]) && !record.contains("resignation"), "{record}");
}

#[test]
fn a_count_stands_alone_on_the_last_line() {
    let check = |args: &[&str], count: &str| {
        let (counted, errors, success) = run(args);
        assert!(success, "{args:?}: {errors}");
        assert_eq!(counted.lines().last(), Some(count), "{args:?}");
    };
    check(&["perft", "4", "--size", "8", "--profile", "plain"], "7564");
    check(&["perft", "3", "--size", "6", "--profile", "plain", "--fly", "0", "6/6/1XO3/6/6/5O B m"], "74");
    check(&["perft", "3", "--profile", "plain", "--fly", "0", "6/6/1XO3/6/6/5O", "B", "m"], "74");
    check(&["perft", "1", "--fly", "0", "--to-move", "O", "6/6/1XO3/6/6/5O B m"], "6");
    check(&["perft", "2", SAMPLE, "--turn", "9"], "5209");
    check(&["perft", "1", "--divide", "--fly", "0", "6/6/1XO3/6/6/5O B m"], "4");
    check(&["perft", "1", "--formations", "--fly", "0", "6/2X3/XX1XXX/6/O5/OOO1OO B m"], "30");
    let file = folder("jiu-drawn").join("drawn.txt");
    std::fs::write(&file, "......\n......\n.XO...\n......\n......\n.....O\n").unwrap();
    let name = file.to_str().unwrap();
    check(&["perft", "2", "--size", "6", "--profile", "plain", "--fly", "0", name], "20");
    check(&["perft", "1", "--fly", "0", "--to-move", "O", name], "6");
}

#[test]
fn moves_are_paths_with_what_they_take() {
    let (listed, ..) = run(&["moves", "--fly", "0", "6/1XX3/1X1OX1/6/6/OO3O B m"]);
    assert_eq!(listed.lines().count(), 12);
    assert!(listed.lines().any(|line| line == "E4→C4 TC-D4 takes 1"), "{listed}");
    let (listed, ..) = run(&["moves", "--size", "8"]);
    assert_eq!(listed, "D4\nE5\n");
}

#[test]
fn bad_input_is_told_in_one_line() {
    let check = |args: &[&str], message: &str| {
        let (_, errors, success) = run(args);
        assert!(!success, "{args:?}");
        assert_eq!(errors.trim_end(), format!("error: {message}"), "{args:?}");
    };
    check(&["show", "--size", "7"], "a board of Jiu has 6 to 20 points a side, an even number, and not 7");
    check(&["show", "no-such-file"], "\"no-such-file\" is neither a file nor a position such as 6/6/1XO3/6/6/5O B m");
    check(
        &["show", "6/6/6/6/6/5Q"],
        "\"6/6/6/6/6/5Q\": line 1, column 12: 'Q' is no symbol of a board of Jiu: X, O and . are",
    );
    check(&["perft", "1", "--size", "8", "6/6/6/6/6/5O"], "\"6/6/6/6/6/5O\": the board has 6 points a side and not 8");
    check(&["show", SAMPLE, "--turn", "99"], &format!("{SAMPLE}: the record has 57 turns, and no turn 99"));
    let message = "--opening: a board of 6x6 has 36 points, and not 37";
    check(&["match", "--size", "6", "--opening", "37"], message);
    check(&["match", "--games", "3"], "--games must be an even number: each opening is played twice");
    // Before anything is played.
    let message = "cannot write no-such-folder/a.txt: there is no folder no-such-folder";
    check(&["fit", "--size", "6", "--games", "1", "--nodes", "1", "no-such-folder/a.txt"], message);
    check(&["play", "--record", "no-such-folder/a.txt"], message);
}

#[test]
fn a_program_is_served() {
    let mut brain = Brain::start(&["jiu", "serve", "--size", "6"]);
    let hear = |brain: &mut Brain| brain.hear(PATIENCE).unwrap_or_else(|| panic!("no answer came"));
    let check = |brain: &mut Brain, said: &str, answer: &str| {
        brain.say(said);
        assert_eq!(hear(brain), answer, "{said}");
    };
    check(&mut brain, "record C3 D4 A1", "ok");
    check(&mut brain, "play A1", "error A1: occupied");
    check(&mut brain, "undo", "ok");
    check(&mut brain, "record A1 A2 Z9 A3", "error record: turn W5: \"Z9\" is no point of this board");
    check(&mut brain, "record A3 A2", "error record: turn B6: A2: occupied");
    check(&mut brain, "position 6/1XX3/1X1X2/6/6/OO3O B m", "ok");
    check(&mut brain, "result", "result none");
    check(&mut brain, "perft 1", "perft 118");
    check(&mut brain, "play D4->C4", "error FC-: this turn takes 1 stone, and none is named");
    check(&mut brain, "play W4: A1->A2", "error B3 is expected here");
    check(&mut brain, "play B77: B4->A4", "error B3 is expected here");
    check(&mut brain, "record B4->A4 A1->A2", "ok");
    check(&mut brain, "undo", "ok");
    check(&mut brain, "undo", "ok");
    check(&mut brain, "jump", "error no such command: jump");
    check(&mut brain, &"x".repeat(1 << 10), &format!("error no such command: {}…", "x".repeat(120)));
    check(&mut brain, &"六".repeat(1 << 20), "error a line has fewer than 1048576 bytes");
    brain.say("go depth 3");
    let mut line = hear(&mut brain);
    while line.starts_with("info depth ") {
        line = hear(&mut brain);
    }
    let turn = line.strip_prefix("turn ").unwrap_or_else(|| panic!("{line}")).to_string();
    assert!(turn.starts_with("B3: "), "{turn}");
    check(&mut brain, &format!("play {turn}"), "ok");
    brain.say("moves");
    let count: usize = hear(&mut brain).strip_prefix("moves ").unwrap().parse().unwrap();
    (0..count).for_each(|_| assert!(hear(&mut brain).contains('→')));
    // What comes while it thinks is answered afterwards, and a search without end is stopped.
    check(&mut brain, "size 14", "ok");
    brain.say("record G7 H8");
    assert_eq!(hear(&mut brain), "ok");
    brain.say("go depth 60");
    brain.say("stop");
    brain.say("name");
    let mut line = hear(&mut brain);
    while line.starts_with("info ") {
        line = hear(&mut brain);
    }
    assert!(line.starts_with("turn W3: "), "{line}");
    assert!(hear(&mut brain).starts_with("name Tengen "));
    // What was said before `quit` is answered before it, and no longer thought about than it must be.
    for line in ["go depth 60", "play H7", "go depth 60", "result", "quit"] {
        brain.say(line);
    }
    let mut answers = Vec::new();
    while let Some(line) = brain.hear(PATIENCE) {
        answers.extend(Some(line).filter(|line| !line.starts_with("info ")));
    }
    assert_eq!(answers.len(), 4, "{answers:?}");
    assert!(answers[0].starts_with("turn W3: ") && answers[2].starts_with("turn B4: "), "{answers:?}");
    assert_eq!((answers[1].as_str(), answers[3].as_str()), ("ok", "result none"));
    brain.exit(PATIENCE).unwrap();
    // A list without end is refused, a count without end can be stopped, and one that comes before `quit` is waited for.
    let mut brain = Brain::start(&["jiu", "serve"]);
    check(&mut brain, &format!("position {LONE_STONES}"), "ok");
    check(&mut brain, "moves", "error there are more than 100000 turns");
    for depth in 1..3 {
        brain.say(&format!("perft {depth}"));
        check(&mut brain, "stop", "error stopped");
    }
    check(&mut brain, "new", "ok");
    brain.say("perft 3");
    check(&mut brain, "quit", "perft 388");
    brain.exit(PATIENCE).unwrap();
    // What a gate is can be said.
    for (gate, result) in [("open", "result none"), ("closed", "result Black wins: saddle-bag")] {
        let mut brain = Brain::start(&["jiu", "serve", "--size", "6", "--gate", gate]);
        check(&mut brain, "position XX2OO/X3O1/XX4/XXXO2/O5/O2O2 B m", "ok");
        check(&mut brain, "play C3->E3 TC-D3", "ok");
        check(&mut brain, "result", result);
    }
}

#[test]
fn a_person_plays_and_is_asked_for_stones() {
    let mut brain = Brain::start(&["jiu", "play", "--depth", "1", "6/1XX3/1X1X2/6/6/OO3O B m"]);
    for line in ["undo", "c9 c8", "d4 c4", "A6", "f1", "resign"] {
        brain.say(line);
    }
    let mut heard = Vec::new();
    while let Some(line) = brain.hear(PATIENCE) {
        heard.push(line);
    }
    for line in [
        "What was let go of is not taken back.",
        "\"c9\" is no point of this board",
        "Which of these stones do you take? A1, B1, F1",
        "A point with one of these stones is expected.",
        "W+ resignation",
    ] {
        assert!(heard.iter().any(|heard| heard == line), "{line}\n{heard:#?}");
    }
    brain.exit(PATIENCE).unwrap();
}

#[test]
fn a_game_that_is_left_is_recorded() {
    let file = folder("jiu-left").join("left.jiu");
    let name = file.to_str().unwrap();
    let position = "6/1XX3/1X1X2/6/6/OO3O B m";
    for (word, result) in [("resign", "W+ resignation\n"), ("quit", "")] {
        let mut brain = Brain::start(&["jiu", "play", "--depth", "1", "--record", name, position]);
        brain.send(b"d4 \xff\n");
        brain.say("d4 c4");
        brain.send(b"f1 \xff\n");
        brain.say(word);
        let mut heard = Vec::new();
        while let Some(line) = brain.hear(PATIENCE) {
            heard.push(line);
        }
        let said = |text: &str| heard.iter().filter(|heard| heard.starts_with(text)).count();
        assert_eq!((said("This line is not UTF-8 text."), said("Which of these")), (2, 1), "{heard:#?}");
        brain.exit(PATIENCE).unwrap();
        let record = std::fs::read_to_string(&file).unwrap();
        assert_eq!(record, format!("[Size \"6\"]\n[Profile \"association\"]\n[Position \"{position}\"]\n{result}"));
    }
}

#[test]
fn a_match_that_cannot_be_played_leaves_earlier_records() {
    let file = folder("jiu-records").join("records.jiu");
    std::fs::write(&file, "B1: G7\n").unwrap();
    let (_, errors, success) =
        run(&["match", "--first", "depth=1,weights=no-such-file", "--record", file.to_str().unwrap()]);
    assert!(!success && errors.starts_with("error: cannot read no-such-file"), "{errors}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "B1: G7\n");
}

#[test]
fn the_records_of_a_match_do_not_replace_weights_that_it_reads() {
    let file = folder("jiu-match-weights").join("weights.txt");
    let weights = include_str!("../../engine/games/src/jiu/weights.txt");
    std::fs::write(&file, weights).unwrap();
    let name = file.to_str().unwrap();
    let engine = format!("depth=1,weights={name}");
    for (one, other) in [("--first", "--second"), ("--second", "--first")] {
        let players = ["--size", "6", "--games", "2", one, engine.as_str(), other, "random"];
        let (_, errors, success) = run(&[&["match"], &players[..], &["--record", name]].concat());
        assert!(!success && errors.ends_with("it is read too, and would be lost\n"), "{one}: {errors}");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), weights, "{one}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_records_of_a_match_that_cannot_be_written_are_named() {
    let file = folder("jiu-match-written").join("records.jiu");
    let name = file.to_str().unwrap();
    std::fs::write(&file, "B1: G7\n").unwrap();
    let other_run = std::fs::OpenOptions::new().write(true).open(&file).unwrap();
    other_run.lock().unwrap();
    for (name, why) in [(name, "another run writes it"), ("/dev/full", "No space left on device (os error 28)")] {
        let players = ["match", "--size", "6", "--games", "2", "--first", "random", "--second", "random"];
        let (_, errors, success) = run(&[&players[..], &["--record", name]].concat());
        assert!(!success && errors.ends_with(&format!("error: cannot write {name}: {why}\n")), "{errors}");
    }
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "B1: G7\n");
}

#[test]
fn the_records_of_a_match_are_shown_one_by_one() {
    let file = folder("jiu-match").join("records.jiu");
    let name = file.to_str().unwrap();
    let players = ["--size", "6", "--first", "time=1.5s,depth=1", "--second", "random", "--games", "2"];
    let (_, errors, success) = run(&[&["match"], &players[..], &["--record", name]].concat());
    assert!(success, "{errors}");
    let (first, told, success) = run(&["show", name]);
    assert!(success && told == "game 1 of 2; --game takes another\n", "{told}");
    let (second, told, success) = run(&["show", name, "--game", "2"]);
    assert!(success && told.is_empty() && second != first, "{told}{second}");
    let (_, told, success) = run(&["show", name, "--game", "3"]);
    assert!(!success && told.ends_with("there is no game 3: the file holds 2\n"), "{told}");
    // Who played is named as it was asked for.
    let records = std::fs::read_to_string(&file).unwrap();
    let named: Vec<&str> =
        records.lines().filter(|line| line.starts_with("[Black") || line.starts_with("[White")).collect();
    let [engine, random] = ["first: time=1500ms,depth=1", "second: random"];
    let headers = |black: &str, white: &str| [format!("[Black \"{black}\"]"), format!("[White \"{white}\"]")];
    assert_eq!(named, [headers(engine, random), headers(random, engine)].concat());
}

#[test]
fn a_match_says_what_it_means() {
    let file = folder("jiu-openings").join("records.jiu");
    let players = ["--size", "6", "--first", "depth=2", "--second", "random", "--games", "4"];
    let (said, errors, success) = run(&[&["match"], &players[..], &["--record", file.to_str().unwrap()]].concat());
    assert!(success, "{errors}");
    assert!(said.contains("first: +4 =0 -0, 4 points"), "{said}");
    // Both games of a round have one opening of four stones, which is not that of the next.
    let records = std::fs::read_to_string(&file).unwrap();
    let placed = records.split("placing\n").skip(1);
    let openings: Vec<Vec<&str>> = placed.map(|text| text.split_whitespace().take(4).collect()).collect();
    let [first, second, third, fourth] = &openings[..] else { panic!("{records}") };
    assert!(first == second && third == fourth && second != third, "{openings:?}");
}

#[test]
fn weights_are_fitted_to_games() {
    let file = folder("jiu-fit").join("weights.txt");
    let name = file.to_str().unwrap();
    let (said, errors, success) = run(&["fit", "--size", "6", "--games", "20", "--nodes", "50", name]);
    assert!(success, "{errors}");
    let losses: Vec<f64> =
        said.lines().filter_map(|line| line.strip_prefix("loss ")?.split(' ').next()?.parse().ok()).collect();
    assert!(losses.len() == 2 && losses[1] < losses[0], "{said}");
    // Stones are good while they move.
    let Weights([stones, ..]) = Weights::parse(&std::fs::read_to_string(&file).unwrap()).unwrap();
    assert!(stones[2..].iter().sum::<i32>() > 0, "{stones:?}");
}
