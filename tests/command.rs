//! The subcommands for people, through the real program: what they print and how they complain.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A folder of its own for one test, emptied before.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn tengen(line: &str, folder: &Path, input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pbrain-tengen"));
    command.args(line.split_whitespace()).current_dir(folder).stdin(Stdio::piped());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

#[track_caller]
fn succeed(line: &str, input: &str) -> String {
    let output = tengen(line, Path::new("."), input);
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[track_caller]
fn complain(line: &str, folder: &Path, words: &[&str]) {
    let output = tengen(line, folder, "");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success(), "{line} went well: {}", String::from_utf8_lossy(&output.stdout));
    for word in words {
        assert!(text.contains(word), "{line}: \"{word}\" is not in \"{text}\"");
    }
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
fn who_has_read_enough_is_no_reason_to_fail() {
    for line in ["doctor --list", "bench --depth 3", "guide load", "analyze --depth 3 h8", "solve --nodes 1000 h8"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pbrain-tengen"));
        command.args(line.split_whitespace()).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success() && output.stderr.is_empty(), "{line}: {output:?}");
    }
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
        let output = tengen(line, &folder, input);
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success() && text.starts_with("freestyle on 5x5\n"), "{text}");
        assert!(text.contains("best move: a4"), "{text}");
    }
    fs::write(folder.join("moves.txt"), "h8 i9\nh10, h9\n").unwrap();
    assert!(tengen("analyze --depth 1 moves.txt", &folder, "").status.success());
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
}

#[test]
fn a_forced_win_is_shown_to_its_end() {
    let text = succeed("solve --nodes 100000 h8i9h9h7g8j8i8f8g9i7", "");
    assert!(text.contains("Black wins by force in at most "), "{text}");
    let moves: Vec<&str> = text.lines().skip_while(|line| !line.starts_with("   1. Black ")).collect();
    assert!(moves.len() % 2 == 1 && moves.last().unwrap().contains("Black"), "{text}");
    assert!(text.contains(" a ") && text.contains(" b "), "{text}");
    let text = succeed("solve --nodes 2000 h8", "");
    assert!(text.contains("No forced win of White was found"), "{text}");
    let text = succeed("solve h8h1i8i1j8j1k8", "");
    assert!(text.contains("No win: White loses by force in 2 plies"), "{text}");
}

#[test]
fn a_win_by_threats_is_shown_with_its_tree() {
    let folder = folder("tree");
    let position = "h12g7g6f7e7f8f6h6e9d8f10e8g8h7i7g11i5h10h5e11";
    let output =
        tengen(&format!("solve --rule renju --by threats --nodes 200000 --tree win.sgf {position}"), &folder, "");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && text.contains("Black wins by force in at most "), "{text}");
    assert!(text.contains("positions, is in win.sgf."), "{text}");
    let tree = fs::read_to_string(folder.join("win.sgf")).unwrap();
    assert!(
        tree.starts_with("(;FF[4]GM[4]CA[UTF-8]AP[Tengen:") && tree.contains("]SZ[15]RU[renju]C[Black wins"),
        "{tree}"
    );
    assert!(tree.contains(";B[hd];W[gi]") && tree.contains("\n(;W["), "{tree}");
    // Threats are not all there is, and there may be none.
    let text = succeed("solve --by fours --nodes 100000 h8i9h9h7g8j8i8f8g9i7", "");
    assert!(text.contains("No forced win of Black was found"), "{text}");
    // What is won by the main search has no tree.
    complain("solve --by search --nodes 100000 --tree win.sgf h8i9h9h7g8j8i8f8g9i7", &folder, &["keeps no tree"]);
}

#[test]
fn a_four_is_answered_and_then_the_win_is_seen() {
    // The only answer to a five must not end the search before it has found what comes after.
    let text = succeed("solve --nodes 100000 h8l8i8g9j8g10a1g11k8", "");
    assert!(text.contains("White wins by force"), "{text}");
}

#[test]
fn suites_are_solved_and_what_is_not_solved_fails() {
    let suites = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/suites");
    for suite in fs::read_dir(suites).unwrap() {
        let path = suite.unwrap().path();
        // Some are there for one search alone, and named for it.
        let by = match path.file_stem().unwrap().to_str().unwrap() {
            way @ ("fours" | "threats") => way,
            _ => "search",
        };
        let text = succeed(&format!("suite --by {by} {}", path.display()), "");
        assert!(!text.contains("FAILED") && text.contains("solved within 500000 nodes"), "{text}");
        assert!(text.trim_end().ends_with(" a second"), "{text}");
    }
    let folder = folder("suite");
    fs::write(folder.join("s.txt"), "freestyle 15 h8h1i8i1j8j1k8 best l8,g8\nfreestyle 15 h8h1i8i1j8j1k8 best a1\n")
        .unwrap();
    let output = tengen("suite --nodes 1000 s.txt", &folder, "");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(!output.status.success() && text.contains("1 of 2 solved") && text.contains("FAILED"), "{text}");
    fs::write(folder.join("s.txt"), "freestyle 15 h8 best\n").unwrap();
    complain("suite s.txt", &folder, &["s.txt, line 1", "list of points"]);
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
    assert!(succeed("perft 3 h8h1i8i1j8j1k8k1l8", "").starts_with("1 leaves"));
}

#[test]
fn the_speed_of_every_part_is_printed() {
    let text = succeed("speed --rule renju --time 1ms", "");
    for part in
        ["make or unmake a move", "evaluation told", "make, evaluate", "all forbidden points", "evaluation again"]
    {
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
    for arguments in ["", "-x", "--force-utf8", "unknown words", "/bench", "-bench"] {
        assert_eq!(succeed(arguments, "START 15\nEND\n").lines().last(), Some("OK"), "{arguments}");
    }
}
