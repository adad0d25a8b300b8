//! What commands are given: what a word of the command line means, which files may be replaced, and what the status tells.

use std::fs;
#[cfg(target_os = "linux")]
use std::process::{Command, Stdio};
#[cfg(target_os = "linux")]
use std::time::{Duration, Instant};

use crate::harness::{Run, check_status, complain, folder};

#[test]
fn what_is_given_is_one_thing_to_every_command() {
    let folder = folder("given");
    // What reads as moves is moves, whatever files there are.
    fs::write(folder.join("h8"), "a1b2").unwrap();
    let say = |line: &str| Run::new(line).in_folder(&folder).succeed();
    for (given, moves, list) in [("h8", "h8", r#"["h8"]"#), ("./h8", "a1b2", r#"["a1","b2"]"#)] {
        assert_eq!(say(&format!("convert {given} - --to txt")).trim(), moves);
        let object = say(&format!("analyze --depth 1 --json {given}"));
        assert!(object.contains(&format!(r#""moves":{list}"#)), "{object}");
        let stones = say(&format!("sheet {given}")).matches("<circle").count();
        assert_eq!(stones, say(&format!("sheet --rows top {moves}")).matches("<circle").count(), "{given}");
    }
    // A position of a database, also for a sheet.
    fs::write(folder.join("moves.txt"), "h8i9j7").unwrap();
    say("convert moves.txt all.db");
    assert!(say("sheet --game 2 all.db").matches("<circle").count() > say("sheet").matches("<circle").count());
    complain("sheet --game 99 all.db", &folder, &["all.db", "there is no position 99"]);
    for command in ["board", "review --nodes 10"] {
        complain(&format!("{command} all.db"), &folder, &["all.db: a database is no record"]);
    }
    // A blank file is a game without moves where its name says so, and nothing else.
    fs::write(folder.join("blank.txt"), "\n").unwrap();
    say("analyze --depth 1 blank.txt");
    for name in ["blank", "lost.store"] {
        fs::write(folder.join(name), "").unwrap();
        for command in ["analyze --depth 1", "sheet", "perft 1", "convert --to sgf"] {
            complain(&format!("{command} {name}"), &folder, &[name]);
        }
    }
    fs::write(folder.join("empty.db"), "").unwrap();
    complain("sheet empty.db", &folder, &["empty.db: byte 0: "]);
    // Text that draws nothing is no drawing with a mistake.
    for text in ["Copyright (c) somebody\nAll rights reserved.\n", "# only a remark\n", "{\"key\":1}\n"] {
        fs::write(folder.join("text.txt"), text).unwrap();
        complain("analyze text.txt", &folder, &["text.txt: neither moves, a drawn board nor a record of a game"]);
        complain("count text.txt", &folder, &["text.txt: this is neither SGF nor a drawn board"]);
    }
}

#[test]
fn a_file_of_another_kind_is_not_replaced() {
    let folder = folder("kinds");
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    let record = "(;GM[4]SZ[15];B[hh];W[ig])";
    write("a.sgf", record);
    write("b.sgf", record);
    write("page.html", "<!doctype html>\n");
    fs::create_dir(folder.join("pages")).unwrap();
    write("pages/index.html", "notes\n");
    for line in [
        "review --nodes 10 a.sgf -o b.sgf",
        "review --nodes 10 a.sgf --sgf page.html",
        "review --nodes 10 a.sgf -o pages/ --sgf new.sgf",
        "sheet a.sgf -o b.sgf",
        "analyze --depth 1 --sgf page.html a.sgf",
        "solve --by fours --tree page.html h8i9h9h7g8j8i8f8g9i7",
        "openings --make --threes --count 1 --nodes 1 -o b.sgf",
        "openings --make --nodes 1 -o page.html",
        "jiu play --record b.sgf",
        "jiu match --games 2 --record b.sgf",
        "jiu fit --games 1 b.sgf",
        "match -e a=x -e b=y --report b.sgf",
        "match -e a=x -e b=y --sgf page.html",
        "match -e a=x -e b=y --transcript b.sgf",
    ] {
        complain(line, &folder, &["exists already and holds something else: nothing is written"]);
        assert_eq!((read("b.sgf").as_str(), read("page.html").as_str()), (record, "<!doctype html>\n"), "{line}");
    }
    for line in ["sheet a.sgf -o page.html", "analyze --depth 1 --sgf b.sgf a.sgf"] {
        Run::new(line).in_folder(&folder).succeed();
    }
    assert!(read("b.sgf") != record && read("page.html").len() > 100);
    assert_eq!(read("pages/index.html"), "notes\n");
}

#[test]
fn an_answer_that_is_no_is_told_from_an_error() {
    let suite = |text: &str| Run::new("suite --nodes 10 -").input(text).output();
    let solved = "freestyle 15 h8h1i8i1j8j1k8a1 best l8,g8\n";
    for (text, status) in [(solved, 0), ("freestyle 15 - best a1\n", 1), ("freestyle\n", 2)] {
        let output = suite(text);
        assert_eq!(output.status.code(), Some(status), "{text}: {}", String::from_utf8_lossy(&output.stderr));
    }
    check_status("suite nosuch", 2, "nosuch");
    check_status("suite -e a=./nope nosuch", 2, "nosuch");
    check_status("doctor ./nosuch", 2, "cannot be started");
    check_status("doctor --only foo", 2, "no case and no topic foo");
    check_status("match -e a=./nosuch -e b=./nosuch --games 2", 2, "cannot be started");
    let output = Run::new("suite -").input("freestyle\n").output();
    assert!(String::from_utf8_lossy(&output.stderr).contains("standard input, line 1: "), "{output:?}");
    let complaint = Run::new("count - --dead-from -").input("XX.\n.XX\nXX.\n").fail();
    assert!(complaint.contains("the standard input is given twice"), "{complaint}");
}

#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_written_is_one_line_and_no_success() {
    fn full() -> Stdio {
        fs::OpenOptions::new().write(true).open("/dev/full").unwrap().into()
    }
    fn closed() -> Stdio {
        let (_, writer) = std::io::pipe().unwrap();
        writer.into()
    }
    let lines =
        "--help; match --help; --version; guide; bench --depth 1; perft 1; analyze --time 60s h8; solve h8h1i8i1j8j1";
    for line in lines.split("; ") {
        let begin = Instant::now();
        // A status of 1 says of a search for wins that there is none.
        let status = if line.starts_with("solve") { 2 } else { 1 };
        for (nowhere, reason) in [(full as fn() -> Stdio, "No space left"), (closed, "Broken pipe")] {
            let mut command = Command::new(env!("CARGO_BIN_EXE_pbrain-tengen"));
            command.args(line.split_whitespace()).stdin(Stdio::null()).stdout(nowhere()).stderr(Stdio::piped());
            let output = command.output().unwrap();
            let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(status), "{line}: {complaint}");
            assert!(complaint.lines().count() == 1 && complaint.contains(reason), "{line}: {complaint}");
            // Nor does anything break when this cannot be told either.
            assert_eq!(command.stdout(nowhere()).stderr(nowhere()).status().unwrap().code(), Some(status), "{line}");
        }
        // Nor is it thought on for nobody.
        assert!(begin.elapsed() < Duration::from_secs(60), "{line}");
    }
}
