//! The subcommands for people, through the real program: what they print and how they complain.

mod given;

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use tengen_engine::internals::eval::weights::Weights;
use tengen_engine::rule::RuleKind;

use crate::harness::{Run, check_status, complain, folder};

#[track_caller]
fn succeed(line: &str, input: &str) -> String {
    Run::new(line).input(input).succeed()
}

#[test]
fn a_position_is_drawn_and_its_best_lines_are_shown() {
    let text = succeed("analyze --rule renju --depth 6 --lines 2 h8a15i8c15h9e15i9", "");
    assert!(text.starts_with("renju on 15x15\n15 O . O . O . ."), "{text}");
    let ranks = |rank: &str| text.lines().filter(|line| line.starts_with(rank)).count();
    assert!(ranks(" 1.") >= 2 && ranks(" 2.") >= 2, "{text}");
    assert!(text.lines().last().unwrap().starts_with("best move: "), "{text}");
    // The forbidden points of Black are on the board.
    let text = succeed("analyze --rule renju --depth 2 h8a15h9c15i10e15j10g15", "");
    assert!(text.contains('*'), "{text}");
    // A win in sight is shown with its score.
    let text = succeed("analyze --nodes 20000 h8h1i8i1j8j1k8", "");
    assert!(text.contains("-M2"), "{text}");
    let text = succeed("analyze h8h1i8i1j8j1k8k1l8", "");
    assert!(text.trim_end().ends_with("The game is over: Black wins by five."), "{text}");
}

#[test]
fn the_time_to_think_is_kept() {
    let begin = Instant::now();
    succeed("analyze --time 300ms h8i9", "");
    let elapsed = begin.elapsed();
    assert!(elapsed >= Duration::from_millis(300) && elapsed < Duration::from_secs(60), "{elapsed:?}");
}

#[test]
fn a_drawing_is_read_from_a_file_or_from_the_standard_input() {
    let folder = folder("drawing");
    let drawing = "5 . . . . .\n4 . X X X X\n3 . O O O O\n2 . . . . .\n1 . . . . .\n  a b c d e\nX to move\n";
    fs::write(folder.join("board.txt"), drawing).unwrap();
    for (line, input) in [("analyze --depth 3 board.txt", ""), ("analyze --depth 3 -", drawing)] {
        let text = Run::new(line).in_folder(&folder).input(input).succeed();
        assert!(text.starts_with("freestyle on 5x5\n"), "{text}");
        assert!(text.contains("best move: a4"), "{text}");
    }
    // The turn may stand above the board.
    let above = format!("O to move\n{}", drawing.trim_end_matches("X to move\n"));
    let text = Run::new("analyze --depth 3 -").input(above).succeed();
    assert!(text.contains("O to move") && text.contains("best move: a3"), "{text}");
    fs::write(folder.join("moves.txt"), "h8 i9\nh10, h9\n").unwrap();
    Run::new("analyze --depth 1 moves.txt").in_folder(&folder).succeed();
    complain("analyze --size 15 board.txt", &folder, &["board.txt", "5x5 and not 15x15"]);
    fs::write(folder.join("torn.txt"), ". . . . .\n. . ? . .\n").unwrap();
    complain("analyze torn.txt", &folder, &["torn.txt", "line 2, column 5", "'?'"]);
    fs::write(folder.join("twice.txt"), "h8\nh8").unwrap();
    complain("solve twice.txt", &folder, &["twice.txt", "move 2 (h8)", "occupied"]);
}

#[test]
fn mistakes_are_named() {
    let folder = folder("mistakes");
    complain("analyze nowhere.txt", &folder, &["nowhere.txt", "neither a list of moves", "nor a file"]);
    complain("analyze d2.txt", &folder, &["d2.txt", "character 3"]);
    complain("analyze h8h8", &folder, &["h8h8", "move 2"]);
    complain("analyze h8z9", &folder, &["h8z9", "z9"]);
    complain("analyze --size 4 h8", &folder, &["--size", "5 to 22"]);
    complain("analyze --rule chess h8", &folder, &["--rule", "no such rule"]);
    complain("analyze --time 5 h8", &folder, &["--time", "500ms"]);
    complain("analyze --lines 0 h8", &folder, &["--lines"]);
    complain("analyze --threads 0 h8", &folder, &["--threads"]);
    complain("solve --nodes 0 h8", &folder, &["--nodes"]);
    complain("perft many", &folder, &["many"]);
    complain("suite nowhere.txt", &folder, &["nowhere.txt"]);
    complain("bench --depth 0", &folder, &["--depth"]);
    complain("perft x", &folder, &["'x'", "<DEPTH>", "no number of plies"]);
    complain("analyze --hash 1 h8", &folder, &["--hash", "1M to"]);
    complain("solve --tree nowhere/win.sgf h8", &folder, &["nowhere/win.sgf", "no folder nowhere"]);
    complain("solve --tree . h8", &folder, &["it is a folder"]);
    complain("train --rule renju --output nowhere/x x.games", &folder, &["no folder nowhere"]);
    complain("selfplay --threads 0 x.games", &folder, &["--threads"]);
    complain("match -e a=x -e b=y --turn c:10ms", &folder, &["--turn c:10ms", "no engine called \"c\""]);
    complain("doctor ./nowhere", &folder, &["error: ./nowhere cannot be started"]);
    complain("analyze --move 3 h8i9", &folder, &["no move 3", "2"]);
    complain("analyze --game 2 h8i9", &folder, &["there is no game 2", "the file holds 1"]);
}

/// The picture of a position in what `analyze` or `solve` printed.
fn picture(text: &str) -> String {
    text.split_inclusive('\n').take_while(|line| !line.trim().is_empty()).collect()
}

#[test]
fn what_is_printed_and_written_can_be_given_again() {
    let folder = folder("printed");
    let run = |line: &str, input: &str| Run::new(line).in_folder(&folder).input(input).succeed();
    // A game without symmetry shows every mirrored coordinate.
    let (moves, longer) = ("h8i9k7e12b2", "h8i9k7e12b2c3d1");
    for rows in ["bottom", "top"] {
        let printed = run(&format!("analyze --rule renju --depth 1 --rows {rows} {moves}"), "");
        assert_eq!(printed.lines().next().unwrap().contains("rows from the top"), rows == "top", "{printed}");
        let again = run(&format!("analyze --depth 1 --rows {rows} -"), &printed);
        assert_eq!(picture(&again), picture(&printed));
    }
    // What `opening` prints names its rule too, and goes on below the board.
    let printed = Run::with_arguments(["opening", "rif", "A:h8 h9 i8; B:swap"]).succeed();
    assert!(printed.starts_with("renju on 15x15, opening rule: RIF\n"), "{printed}");
    let again = run("analyze --depth 1 -", &printed);
    assert!(again.starts_with("renju on 15x15\n"), "{again}");
    let board = |text: &str| text.lines().skip(1).take(17).map(str::to_string).collect::<Vec<_>>();
    assert!(board(&printed)[16].ends_with(" to move"), "{printed}");
    assert_eq!(board(&again), board(&printed));
    let expected = picture(&run(&format!("analyze --rule renju --depth 1 {moves}"), ""));
    assert!(expected.contains("(X)"), "{expected}");
    let sgf = "(;FF[4]GM[4]SZ[15]RU[renju];B[hh];W[ig];B[ki];W[ed];B[bn];W[cm](;B[do])(;B[ab]))";
    let psq = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,0\n11,9,0\n5,4,0\n2,14,0\n3,13,0\n4,15,0\none\ntwo\n-1\n";
    fs::write(folder.join("game.sgf"), sgf).unwrap();
    fs::write(folder.join("game.psq"), psq).unwrap();
    fs::write(folder.join("moves.txt"), longer).unwrap();
    for file in ["game.sgf", "game.psq", "moves.txt"] {
        let shown = run(&format!("analyze --rule renju --depth 1 --move 5 {file}"), "");
        assert_eq!(picture(&shown), expected, "{file}");
    }
    assert_eq!(picture(&run("analyze --depth 1 --move 5 -", sgf)), expected);
    let last = picture(&run("analyze --depth 1 game.sgf", ""));
    assert_eq!(last, picture(&run("analyze --rule renju --depth 1 h8 i9 k7 e12 b2 c3 d1", "")));
    // The tree of a win begins with the moves of the position.
    let (position, plies) = ("h8i9h9h7g8j8i8f8g9i7", 10);
    run(&format!("solve --by threats --tree win.sgf {position}"), "");
    let shown = picture(&run(&format!("analyze --depth 1 --move {plies} win.sgf"), ""));
    assert_eq!(shown, picture(&run(&format!("analyze --depth 1 {position}"), "")));
    // So do its stones where they were set up.
    let drawing = "5 . . . . .\n4 X X X X .\n3 O O O O .\n2 . . . . .\n1 . . . . .\nX to move\n";
    run("solve --by fours --tree drawn.sgf -", drawing);
    let shown = picture(&run("analyze --depth 1 --move 0 drawn.sgf", ""));
    assert_eq!(shown, picture(&run("analyze --depth 1 -", drawing)));
    complain("analyze --move 8 game.sgf", &folder, &["game.sgf", "no move 8", "7"]);
    complain("analyze --game 2 game.sgf", &folder, &["game.sgf", "no game 2"]);
    fs::write(folder.join("torn.sgf"), &sgf[..38]).unwrap();
    complain("analyze torn.sgf", &folder, &["torn.sgf: line 1, column 36", "not closed by ]"]);
}

#[test]
fn a_list_of_moves_means_what_a_record_of_them_means() {
    let folder = folder("lists");
    let shown = |given: &str| {
        let line = format!("analyze --rule renju --depth 1 {given}");
        picture(&Run::new(&line).in_folder(&folder).succeed())
    };
    // Black's sixth move is an overline, which White does not claim.
    let moves = "e8a1f8c1g8e1i8g1j8i1h8o1";
    Run::new(&format!("convert {moves} game.sgf")).in_folder(&folder).succeed();
    for wanted in ["", "--move 11 ", "--move 4 "] {
        assert_eq!(shown(&format!("{wanted}{moves}")), shown(&format!("{wanted}game.sgf")), "{wanted}");
    }
    let over = Run::new(&format!("analyze --rule renju --move 11 {moves}")).succeed();
    assert!(over.contains("The game is over"), "{over}");
    // What follows the wanted move does not matter, and semicolons may stand between points.
    assert_eq!(shown("--move 2 h8i9h8"), shown("h8i9"));
    assert_eq!(shown("h8;i9;k7"), shown("h8i9k7"));
    // A name that begins as moves do is that of a file, also where no more than its beginning is wanted.
    fs::copy(folder.join("game.sgf"), folder.join("d1.sgf")).unwrap();
    assert_eq!(shown("--move 1 d1.sgf"), shown("e8"));
    let refused = Run::new("analyze --move 1 g7.sgf").in_folder(&folder).fail();
    assert!(refused.contains("no point of the board at character 3"), "{refused}");
}

#[test]
fn weights_are_tried_without_being_built_in_and_wrong_ones_are_refused() {
    let folder = folder("weights");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("engine/src/eval/weights");
    let bytes = fs::read(source.join("renju.weights")).unwrap();
    let file = |name: &str, bytes: &[u8]| fs::write(folder.join(name), bytes).unwrap();
    file("same", &bytes);
    file("former", &Weights::embedded(RuleKind::Renju).to_former_bytes());
    file("zero", &Weights::zero(RuleKind::Renju).to_bytes());
    let shown = |extra: &str| {
        let line = format!("analyze --rule renju --depth 4 {extra} h8i9g7");
        let text = Run::new(&line).in_folder(&folder).succeed();
        // Times differ from run to run.
        let scores = text.lines().filter(|line| line.starts_with(" 1."));
        scores.map(|line| line.split_whitespace().nth(1).unwrap().to_string()).collect::<Vec<_>>()
    };
    assert_eq!(shown("--weights same"), shown(""));
    assert_eq!(shown("--weights former"), shown(""));
    assert_ne!(shown("--weights zero"), shown(""));
    file("short", &bytes[..1000]);
    file("foreign", b"not weights at all, by any means");
    let mut damaged = bytes.clone();
    damaged[5000] ^= 1;
    file("damaged", &damaged);
    let mut caro = Weights::embedded(RuleKind::Caro).to_bytes();
    caro[8] = RuleKind::Freestyle as u8;
    file("other-rule", &caro);
    for (name, complaint) in [
        ("nowhere", "cannot read"),
        ("short", "ends at byte 1000"),
        ("foreign", "byte 0"),
        ("damaged", "byte 10: the checksum"),
        ("other-rule", "byte 10: the checksum"),
    ] {
        for command in ["analyze --rule renju", "solve --rule renju", "bench", "speed", "selfplay x.games", ""] {
            complain(&format!("{command} --weights {name}"), &folder, &[name, complaint]);
        }
    }
    complain("analyze --rule caro --weights same h8", &folder, &["same", "weights of renju, and this is caro"]);
    complain("bench --weights same --weights zero", &folder, &["same and zero are both weights of renju"]);
    // A manager hears of it in the protocol, and no game is begun with others.
    let (success, said, complaint) = Run::new("--weights nowhere").input("START 15\nBEGIN\nEND\n").said();
    let lines: Vec<&str> = said.lines().collect();
    let is_told = lines[0].starts_with("ERROR cannot read the weights nowhere: ");
    assert!(!success && is_told && lines[1].starts_with("ERROR no game ") && complaint.is_empty(), "{said}{complaint}");
    let text = Run::new("--weights zero").in_folder(&folder).input("START 15\nEND\n").succeed();
    assert_eq!(text.lines().last(), Some("OK"));
}

#[test]
fn a_mistyped_command_is_told_from_an_argument_of_a_manager() {
    let output = Run::new("anaylze h8").output();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "no command \"anaylze\": did you mean analyze?\n");
    // Whoever speaks is answered all the same.
    assert!(succeed("anaylze", "START 15\nEND\n").ends_with("OK\n"));
    let output = Run::new("pbrain.ini").input("START 15\nEND\n").output();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}

#[test]
fn a_forced_win_is_shown_to_its_end() {
    let text = succeed("solve --nodes 100000 h8i9h9h7g8j8i8f8g9i7", "");
    // No five follows a four at once, so that nothing is shorter than five plies.
    assert!(text.contains("Black wins by force: shortest, 5 plies"), "{text}");
    let moves: Vec<&str> = text.lines().skip_while(|line| !line.starts_with("   1. Black ")).collect();
    assert!(moves.len() % 2 == 1 && moves.last().unwrap().contains("Black"), "{text}");
    assert!(text.contains(" a ") && text.contains(" b "), "{text}");
    let text = succeed("solve h8h1i8i1j8j1", "");
    assert!(text.contains("Black wins by force: shortest, 3 plies"), "{text}");
    check_status("solve --nodes 2000 h8", 1, "No forced win of White was found");
    check_status("solve h8h1i8i1j8j1k8", 1, "No win: White loses by force in at most 2 plies");
    check_status("solve h8h8", 2, "move 2");
    check_status("solve --nodes 0 h8", 2, "--nodes");
}

/// The plies within which a win was proved.
fn plies(text: &str) -> usize {
    let (_, rest) = text.split_once("wins by force: ").unwrap_or_else(|| panic!("{text}"));
    rest.split(' ').find_map(|word| word.parse().ok()).unwrap_or_else(|| panic!("{text}"))
}

#[test]
fn a_win_is_shortened_while_there_is_time() {
    // The threats that are found first go a long way round.
    let position = "h12g7g6f7e7f8f6h6e9d8f10e8g8h7i7g11i5h10h5e11";
    let first = plies(&succeed(&format!("solve --rule renju --by threats --nodes 200000 {position}"), ""));
    let least = plies(&succeed(&format!("solve --rule renju --nodes 200000 {position}"), ""));
    assert!(least < first, "{least} and {first} plies");
}

#[test]
fn a_win_by_threats_is_shown_with_its_tree() {
    let folder = folder("tree");
    let position = "h12g7g6f7e7f8f6h6e9d8f10e8g8h7i7g11i5h10h5e11";
    let line = format!("solve --rule renju --by threats --nodes 200000 --tree win.sgf {position}");
    let text = Run::new(&line).in_folder(&folder).succeed();
    assert!(text.contains("Black wins by force: proved, at most "), "{text}");
    assert!(text.contains("positions, is in win.sgf."), "{text}");
    let tree = fs::read_to_string(folder.join("win.sgf")).unwrap();
    assert!(
        tree.starts_with("(;FF[4]GM[4]CA[UTF-8]AP[Tengen:") && tree.contains("]SZ[15]RU[renju]C[Black wins"),
        "{tree}"
    );
    assert!(tree.contains(";B[hd];W[gi]") && tree.contains("\n(;W["), "{tree}");
    // Threats are not all there is, and there may be none.
    check_status("solve --by fours --nodes 100000 h8i9h9h7g8j8i8f8g9i7", 1, "No forced win of Black was found");
    // What is won by the main search has a tree too.
    let line = "solve --by search --nodes 100000 --tree search.sgf h8i9h9h7g8j8i8f8g9i7";
    let text = Run::new(line).in_folder(&folder).succeed();
    assert!(text.contains("positions, is in search.sgf."), "{text}");
    let tree = fs::read_to_string(folder.join("search.sgf")).unwrap();
    assert_eq!(tree.matches('(').count(), tree.matches(')').count(), "{tree}");
    assert!(tree.contains(&format!("C[Black wins by force in at most {} plies.]", plies(&text))), "{tree}");
}

#[test]
fn a_four_is_answered_and_then_the_win_is_seen() {
    // The only answer to a five must not end the search before it has found what comes after.
    let text = succeed("solve --nodes 100000 h8l8i8g9j8g10a1g11k8", "");
    assert!(text.contains("White wins by force"), "{text}");
}

#[test]
fn suites_are_solved_and_what_is_not_solved_fails() {
    // From the folder of the package, which may have blanks in its name.
    for suite in fs::read_dir("tests/data/suites").unwrap() {
        let path = suite.unwrap().path();
        // Some are there for one search alone, and named for it.
        let by = match path.file_stem().unwrap().to_str().unwrap() {
            way @ ("fours" | "threats") => way,
            "turns" => continue,
            _ => "search",
        };
        let text = succeed(&format!("suite --by {by} {}", path.display()), "");
        assert!(!text.contains("FAILED") && text.contains("solved within 500000 nodes"), "{text}");
        assert!(text.trim_end().ends_with(" a second"), "{text}");
    }
    let folder = folder("suite");
    fs::write(folder.join("s.txt"), "freestyle 15 h8h1i8i1j8j1k8 best l8,g8\nfreestyle 15 h8h1i8i1j8j1k8 best a1\n")
        .unwrap();
    let (success, text, _) = Run::new("suite --nodes 1000 s.txt").in_folder(&folder).said();
    assert!(!success && text.contains("1 of 2 solved") && text.contains("FAILED"), "{text}");
    fs::write(folder.join("s.txt"), "freestyle 15 h8 best\n").unwrap();
    complain("suite s.txt", &folder, &["s.txt, line 1", "list of points"]);
}

#[test]
fn shards_of_a_suite_are_together_the_whole() {
    let folder = folder("suite-shards");
    let line = "freestyle 15 h8h1i8i1j8j1k8 best l8,g8\n";
    fs::write(folder.join("s.txt"), line.repeat(5)).unwrap();
    let solve = |shard: &str| {
        let text = Run::new(&format!("suite --nodes 1000 {shard} s.txt")).in_folder(&folder).succeed();
        text.lines().filter(|line| line.contains(" solved ")).map(str::to_string).collect::<Vec<_>>()
    };
    let shards: Vec<Vec<String>> = (1..=3).map(|index| solve(&format!("--shard {index}/3"))).collect();
    // Each ends with its own sum.
    let sums: Vec<&str> = shards.iter().map(|lines| lines.last().unwrap().as_str()).collect();
    assert_eq!(sums[0], "2 of 2 solved within 1000 nodes, in shard 1/3");
    let rows = |lines: &[String]| lines[..lines.len() - 1].to_vec();
    let mut together: Vec<String> = shards.iter().flat_map(|lines| rows(lines)).collect();
    together.sort();
    assert_eq!(together, rows(&solve("")));
    complain("suite --shard 6/6 s.txt", &folder, &["shard 6/6 is empty", "s.txt holds 5 positions"]);
    complain("suite --shard 4/3 s.txt", &folder, &["--shard", "of 3 shards there is none of index 4"]);
}

#[test]
fn the_bench_ends_with_what_testing_frameworks_read() {
    let text = succeed("bench --depth 3", "");
    let lines: Vec<&str> = text.lines().rev().take(2).collect();
    let number = |line: &str, name: &str| -> u64 { line.strip_prefix(name).unwrap().parse().unwrap() };
    assert!(number(lines[0], "Nodes/second: ") > 0);
    let sum = number(lines[1], "Nodes searched: ");
    let nodes = text.lines().filter_map(|line| line.split_whitespace().nth(5)?.parse::<u64>().ok());
    assert_eq!(nodes.sum::<u64>(), sum, "{text}");
}

#[test]
fn leaves_are_counted_and_divided() {
    assert!(succeed("perft 2 --size 7", "").starts_with("2352 leaves at depth 2"));
    let text = succeed("perft 2 --size 7 --divide e4", "");
    assert!(text.contains("  a1: 47\n") && text.contains("2256 leaves"), "{text}");
    assert!(succeed("perft 3 h8h1i8i1j8j1k8k1l8", "").starts_with("1 leaf at depth 3"));
    // No moves are a game too, and the first one.
    assert!(succeed("perft 1 --game 1", "").starts_with("225 leaves at depth 1"));
    assert!(Run::new("perft 1 --game 2").fail().contains("there is no game 2: the file holds 1"));
}

#[test]
fn the_speed_of_every_part_is_printed() {
    let text = succeed("speed --rule renju --time 1ms", "");
    for part in ["make or unmake a move", "make, evaluate", "all forbidden points", "evaluation again"] {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn help_is_printed_for_every_command_and_managers_are_answered_whatever_they_pass() {
    let help = succeed("--help", "");
    for command in ["analyze", "solve", "suite", "match", "doctor", "selfplay", "train", "bench", "perft", "speed"] {
        assert!(help.contains(&format!("\n  {command} ")), "{command} is not in {help}");
        assert!(succeed(&format!("{command} --help"), "").contains("Usage: pbrain-tengen"));
    }
    assert!(succeed("analyze --help", "").contains('*'), "how forbidden points are drawn");
    for arguments in ["", "-x", "--force-utf8", "unknown words", "/bench", "-bench"] {
        assert_eq!(succeed(arguments, "START 15\nEND\n").lines().last(), Some("OK"), "{arguments}");
    }
}
