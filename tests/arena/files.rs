//! The files of a match: logs that are gone on with and merged, and records for other programs.

use std::collections::BTreeSet;
use std::env;
use std::fs::{self, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Output, Stdio};
use std::time::Duration;

use serde_json::Value;

use super::mock::Manner;
use super::{games, run, runner, succeed};
use crate::harness::{Run, folder};

#[test]
fn a_report_that_cannot_be_written_for_a_moment_ends_no_match() {
    let folder = folder("match-report");
    let [page, away] = ["page", "away"].map(|name| folder.join(name));
    fs::create_dir(&page).unwrap();
    let arguments = ["--games", "10", "--delay", "100ms", "--log", "log.jsonl", "--report", "page/report.html"];
    let mut runner = runner(&arguments, &[Manner::Scattered, Manner::Column], &folder);
    let mut child = runner.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    // A line about the match, and one about a game.
    while whole_lines(&folder.join("log.jsonl")).len() < 2 {
        assert_eq!(child.try_wait().unwrap(), None, "it ended before a game did");
        std::thread::sleep(Duration::from_millis(10));
    }
    fs::rename(&page, &away).unwrap();
    let mut complaints = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
    let warning = complaints.next().unwrap();
    assert!(warning.starts_with("warning: cannot write the report: "), "{warning}");
    fs::rename(&away, &page).unwrap();
    assert_eq!(complaints.next(), None);
    assert!(child.wait().unwrap().success());
    let report = fs::read_to_string(page.join("report.html")).unwrap();
    assert_eq!(report.matches("\"n\":").count(), 10);
    assert!(["<main>", "aria-label=\"to the end\"", "@media print"].iter().all(|part| report.contains(part)));
}

/// `TENGEN_RESUMED_GAMES` asks for a longer match than the usual one.
#[test]
fn a_match_that_is_killed_goes_on_without_loss_or_repetition() {
    let number: usize = env::var("TENGEN_RESUMED_GAMES").map_or(200, |number| number.parse().unwrap());
    let folder = folder("match-resume");
    let log = folder.join("log.jsonl");
    let records = ["--psq", "psq", "--sgf", "all.sgf", "--report", "report.html", "--concurrency", "2"];
    let number_text = number.to_string();
    let arguments = ["--games", &number_text, "--log", "log.jsonl", "--resume", "--rotate", "--shuffle"];
    let openings = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/openings/freestyle-15.txt");
    let openings = ["--openings", openings.to_str().unwrap()];
    let arguments = [arguments.as_slice(), &records, &openings].concat();
    let engines = [Manner::Scattered, Manner::Column];
    let mut finished: Vec<String> = Vec::new();
    let mut kills: u64 = 0;
    let mut reported = 0;
    while finished.len() < number * 4 / 5 {
        let mut child = runner(&arguments, &engines, &folder).stdout(Stdio::null()).spawn().unwrap();
        // Any length between a start that has not played yet and many games; longer and longer for slow machines.
        std::thread::sleep(Duration::from_millis(100 + kills * 379 % 900 + 10 * kills));
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
        // The line that was being written when it was killed is not a finished game.
        let whole = whole_lines(&log);
        assert!(whole.starts_with(&finished), "a finished game was lost");
        finished = whole;
        // Whenever it is killed, the report is a whole page.
        if let Ok(page) = fs::read_to_string(folder.join("report.html")) {
            assert!(page.ends_with("</html>\n"), "half a report of {} bytes", page.len());
            reported = page.matches("\"n\":").count();
        }
        // And one that really is torn must not be in the way.
        if kills.is_multiple_of(2) && finished.len() > 1 {
            OpenOptions::new().append(true).open(&log).unwrap().write_all(b"{\"game\":77,\"bla").unwrap();
        }
    }
    assert!(reported > 0, "no game is in a report of a match that was killed");
    println!("killed {kills} times, {} lines were written before the last start", finished.len());
    succeed(&run(&arguments, &engines, &folder));
    assert!(whole_lines(&log).starts_with(&finished), "a finished game was lost");
    let numbers: Vec<u64> = games(&log).iter().map(|game| game["game"].as_u64().unwrap()).collect();
    assert_eq!(numbers.len(), number, "a game was repeated");
    assert_eq!(numbers.into_iter().collect::<BTreeSet<_>>(), (1..=number as u64).collect());
    // A record that was being written when it was killed lies beside them under another name.
    let records = fs::read_dir(folder.join("psq")).unwrap().map(|entry| entry.unwrap().path());
    assert_eq!(records.filter(|path| path.extension().is_some_and(|end| end == "psq")).count(), number);
    assert_eq!(fs::read_to_string(folder.join("all.sgf")).unwrap().matches("(;FF[4]GM[4]").count(), number);
    // A finished match is not played again, and another match is not mixed into its log.
    let text = succeed(&run(&arguments, &engines, &folder));
    assert!(text.contains(&format!("{number} of them played before")) && !text.contains("game 1:"), "{text}");
    let other = run(&[arguments.as_slice(), &["--rule", "renju", "--turn", "column:2s"]].concat(), &engines, &folder);
    let complaint = String::from_utf8_lossy(&other.stderr).into_owned();
    assert!(!other.status.success());
    // Every field that differs is named, and nothing else.
    let fields =
        "engines.column.turn_ms is 120000.0 there and 2000.0 here; rule is \"freestyle\" there and \"renju\" here";
    let why = format!("cannot go on with log.jsonl: its match was played under other conditions: {fields}");
    assert_eq!(complaint, format!("error: {why}\n"));
}

/// The lines of a file without one whose end is missing.
fn whole_lines(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap_or_default();
    text[..text.rfind('\n').map_or(0, |end| end + 1)].lines().map(str::to_string).collect()
}

#[test]
fn a_log_is_never_overwritten_by_accident() {
    let folder = folder("overwrite");
    let engines = [Manner::Scattered, Manner::Column];
    for precious in ["precious\n", "without a line end", "{\"format\":\"another"] {
        fs::write(folder.join("log.jsonl"), precious).unwrap();
        for extra in [&[][..], &["--resume"]] {
            let output = run(&[&["--log", "log.jsonl"], extra].concat(), &engines, &folder);
            let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(!output.status.success() && complaint.contains("log.jsonl"), "{complaint}");
            assert_eq!(fs::read_to_string(folder.join("log.jsonl")).unwrap(), precious);
        }
    }
    // Of a match that was interrupted in the first line nothing is lost.
    fs::write(folder.join("log.jsonl"), "{\"format\":\"").unwrap();
    fs::write(folder.join("said.txt"), "before\n").unwrap();
    let arguments = ["--log", "log.jsonl", "--transcript", "said.txt", "--games", "2"];
    let said = || fs::read_to_string(folder.join("said.txt")).unwrap();
    assert!(!run(&arguments, &engines, &folder).status.success());
    assert_eq!(said(), "before\n");
    succeed(&run(&[&arguments[..], &["--resume"]].concat(), &engines, &folder));
    assert_eq!(games(&folder.join("log.jsonl")).len(), 2);
    assert!(said().starts_with("before\n") && said().contains("game 2 column > "), "{}", said());
}

#[cfg(target_os = "linux")]
#[test]
fn a_match_goes_on_where_a_file_keeps_it_whatever_else_cannot_be_written() {
    let folder = folder("match-full");
    let full = || OpenOptions::new().write(true).open("/dev/full").unwrap();
    for (arguments, complaint) in [
        (&["--games", "4"][..], "error: cannot write to the standard output: No space left on device"),
        (&["--games", "4", "--log", "log.jsonl"], "error: faults decided the result of"),
    ] {
        let mut command = runner(arguments, &[Manner::Scattered, Manner::Crashing], &folder);
        let output = command.stdout(full()).output().unwrap();
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && text.starts_with(complaint), "{arguments:?}: {text}");
    }
    assert_eq!(games(&folder.join("log.jsonl")).len(), 4);
    // Nor is a transcript needed, but that it is not whole is told.
    let arguments = ["--games", "2", "--transcript", "/dev/full"];
    let output = run(&arguments, &[Manner::Scattered, Manner::Column], &folder);
    succeed(&output);
    let warning = "warning: the transcript ends early: cannot write /dev/full: No space left on device (os error 28)\n";
    assert_eq!(String::from_utf8_lossy(&output.stderr), warning);
}

#[cfg(unix)]
#[test]
fn records_are_written_by_one_match_and_not_again_where_it_goes_on() {
    let folder = folder("match-records-kept");
    let noted = "    0.001 game 1 a > BEGIN\n";
    let engines = [Manner::Scattered, Manner::Column];
    for (option, name, held) in [("--sgf", "all.sgf", "(;GM[4])"), ("--transcript", "said.txt", noted)] {
        let path = folder.join(name);
        fs::write(&path, held).unwrap();
        let other_run = OpenOptions::new().write(true).open(&path).unwrap();
        other_run.lock().unwrap();
        let log = format!("unbegun{option}.jsonl");
        let output = run(&["--games", "2", "--log", &log, option, name], &engines, &folder);
        let complaint = format!("error: cannot write {name}: another run writes it\n");
        assert_eq!(String::from_utf8_lossy(&output.stderr), complaint);
        assert_eq!(fs::read_to_string(&path).unwrap(), held);
    }
    assert!(!folder.join("unbegun--transcript.jsonl").exists(), "a match without its transcript is not begun");
    for (option, name) in [("--sgf", "nowhere/all.sgf"), ("--transcript", "nowhere/said.txt")] {
        assert!(!run(&["--log", "unbegun.jsonl", option, name], &engines, &folder).status.success());
        assert!(!folder.join("unbegun.jsonl").exists(), "{option}");
    }
    let arguments = ["--games", "2", "--log", "log.jsonl", "--sgf", "all.sgf", "--transcript", "said.txt", "--resume"];
    succeed(&run(&arguments, &engines, &folder));
    let written = || ["all.sgf", "said.txt"].map(|name| fs::read_to_string(folder.join(name)).unwrap());
    let [records, said] = written();
    assert_eq!(records.matches("(;FF[4]GM[4]").count(), 2, "{records}");
    assert!(said.starts_with(noted) && said.len() > 99, "{said}");
    // Where no file may become longer, what is whole stays so.
    succeed(&super::run_limited("-f 0", &arguments, &engines, &folder));
    assert_eq!(written(), [records, said]);
}

#[test]
fn no_file_is_written_that_is_another_or_is_read() {
    let folder = folder("same files");
    let engines = [Manner::Scattered, Manner::Column];
    let book = "(;GM[4]SZ[15];B[hh];W[ig])";
    fs::write(folder.join("book.sgf"), book).unwrap();
    for (arguments, complaint) in [
        (["--log", "x", "--report", "./x"], "--log and --report are one file, ./x: each wants its own"),
        (["--sgf", "x", "--transcript", "../same files/x"], "--sgf and --transcript are one file"),
        (["--book", "book.sgf", "--sgf", "./book.sgf"], "cannot write ./book.sgf: it is read too"),
        (["--openings", "book.sgf", "--report", "book.sgf"], "cannot write book.sgf: it is read too"),
    ] {
        let output = run(&arguments, &engines, &folder);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && text.contains(complaint), "{arguments:?}: {text}");
        assert_eq!(fs::read_to_string(folder.join("book.sgf")).unwrap(), book);
        assert!(!folder.join("x").exists(), "{arguments:?}");
    }
}

#[test]
fn records_are_what_piskvork_and_others_read() {
    let folder = folder("match-records");
    fs::write(folder.join("openings.txt"), "0,0, 1,-1\n").unwrap();
    let arguments = ["--games", "2", "--openings", "openings.txt", "--psq", "psq", "--sgf", "all.sgf"];
    let report =
        ["--report", "report.html", "--whole-board", "--suspend", "--match-time", "120s", "--increment", "1ms"];
    let arguments = [arguments.as_slice(), &report, &["--log", "log.jsonl", "--resume"]].concat();
    let play = || run(&arguments, &[Manner::Column, Manner::Scattered], &folder);
    // What a match finds among its records that is not its own is told: at first all, then what it has not overwritten.
    fs::create_dir(folder.join("psq")).unwrap();
    for old in ["psq/00001.psq", "psq/00007.psq", "psq/notes.txt"] {
        fs::write(folder.join(old), "Piskvorky 15x15, 11:11, 0\n8,8,0\n").unwrap();
    }
    for (first, more) in [("00001.psq", " (and 1 more)"), ("00007.psq", "")] {
        let output = play();
        succeed(&output);
        let path = Path::new("psq").join(first);
        let other = format!("{} was there before, and stays unless it is overwritten", path.display());
        assert_eq!(String::from_utf8_lossy(&output.stderr), format!("warning: --psq: {other}{more}\n"));
    }
    let psq = fs::read_to_string(folder.join("psq/00001.psq")).unwrap();
    let lines: Vec<&str> = psq.lines().collect();
    assert_eq!(lines[..3], ["Piskvorky 15x15, 11:11, 0", "8,8,0", "9,7,0"]);
    assert_eq!(lines[lines.len() - 3..], ["column", "scattered", "-1"]);
    assert!(lines[3].starts_with("8,1,"), "{psq}");
    let sgf = fs::read_to_string(folder.join("all.sgf")).unwrap();
    assert!(sgf.contains("GN[1]PB[column]PW[scattered]RU[freestyle]RE[B+]C["), "{sgf}");
    assert!(sgf.contains(";B[hh];W[ig];B[ha]C["), "{sgf}");
    let page = fs::read_to_string(folder.join("report.html")).unwrap();
    assert!(page.contains("\"rule\":\"freestyle\"") && page.contains("\"o\":\"h8i9\""));
    assert!(page.contains("\"dots\":[[3,3],[11,3],[3,11],[11,11],[7,7]]"), "{page}");
    // Self-contained: the one address in it names the language of drawings and is never asked for.
    assert_eq!(page.matches("http").count(), page.matches("http://www.w3.org/2000/svg").count());
    assert!(!page.contains("<link") && !page.contains("src="));
}

/// What a game is apart from its times.
fn timeless(game: &Value) -> Value {
    let mut game = game.clone();
    for made in game["moves"].as_array_mut().unwrap() {
        made.as_object_mut().unwrap().remove("ms");
    }
    game
}

#[test]
fn shards_are_merged_into_the_match_that_one_run_would_be() {
    let folder = folder("shards");
    let openings = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/openings/freestyle-15.txt");
    let engines = [Manner::Scattered, Manner::Column];
    let whole = ["--games", "40", "--openings", openings.to_str().unwrap(), "--rotate", "--shuffle", "--sprt", "0,5"];
    let play = |log: &str, more: &[&str]| run(&[&whole, more, &["--log", log, "--resume"]].concat(), &engines, &folder);
    let command = |line: &str| Run::new(&format!("match {line}")).in_folder(&folder).output();
    let refuse = |output: &Output, complaint: &str| {
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && text.contains(complaint), "{text}");
    };
    for index in ["1", "2", "3"] {
        let shard = format!("{index}/3");
        succeed(&play(&format!("shard-{index}.jsonl"), &["--shard", &shard]));
    }
    // A run that was killed has written less, and half a line more.
    let second = fs::read_to_string(folder.join("shard-2.jsonl")).unwrap();
    let begun: Vec<&str> = second.lines().take(5).collect();
    fs::write(folder.join("shard-2.jsonl"), format!("{}\n{{\"game\":", begun.join("\n"))).unwrap();
    let logs = "shard-1.jsonl shard-2.jsonl shard-3.jsonl";
    let text = succeed(&command(&format!("--merge {logs}")));
    assert!(text.starts_with("30 of 40 games from 3 logs\nshard-2.jsonl: shard 2/3 has 4 of 14 games\n"), "{text}");
    assert!(!text.contains("no log of"), "{text}");
    // A shard of which there is no log is named too.
    for (logs, said) in [
        ("shard-1.jsonl shard-3.jsonl", "26 of 40 games from 2 logs\nno log of 1 shard: 2/3 (0 of 14 games)\n\n"),
        (
            "shard-2.jsonl",
            "4 of 40 games from 1 log\nshard-2.jsonl: shard 2/3 has 4 of 14 games\n\
             no log of 2 shards: 1/3, 3/3 (0 of 26 games)\n\n",
        ),
    ] {
        let text = succeed(&command(&format!("--merge {logs}")));
        assert!(text.starts_with(said), "{text}");
    }
    // It is repeated, and then all games are there, and are those of a match that was played in one run.
    succeed(&play("shard-2.jsonl", &["--shard", "2/3"]));
    let text = succeed(&command(&format!("--merge {logs} --log all.jsonl --report report.html --sgf all.sgf")));
    assert!(text.starts_with("40 of 40 games from 3 logs\n\nengine"), "{text}");
    succeed(&run(&[&whole[..6], &["--log", "one.jsonl"]].concat(), &engines, &folder));
    let mut played = games(&folder.join("one.jsonl"));
    played.sort_by_key(|game| game["game"].as_u64());
    let merged = games(&folder.join("all.jsonl"));
    assert_eq!(merged.len(), 40);
    for (merged, played) in merged.iter().zip(&played) {
        assert_eq!(timeless(merged), timeless(played));
    }
    assert!(text.contains("SPRT of 0 to 5 Elo") && text.contains("scattered"), "{text}");
    assert!(fs::read_to_string(folder.join("report.html")).unwrap().contains("\"planned\":40"));
    assert_eq!(fs::read_to_string(folder.join("all.sgf")).unwrap().matches("(;FF[4]").count(), 40);
    // The log of all of them is one of the whole match.
    let text = succeed(&play("all.jsonl", &[]));
    assert!(text.contains("40 of them played before"), "{text}");
    // And one that was gone on with for longer is one of the longer match.
    let longer = [&["--games", "44"], &whole[2..6], &["--log", "one.jsonl", "--resume"]].concat();
    succeed(&run(&longer, &engines, &folder));
    let text = succeed(&command("--verdict one.jsonl"));
    assert!(text.contains(" of 44, "), "{text}");
    // The verdict on a change may rest on matches of any kind.
    let text = succeed(&command("--verdict all.jsonl shard-1.jsonl"));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 4, "{text}");
    assert!(lines[0].starts_with("freestyle 15x15, ") && lines[0].contains("SPRT 0 to 5: "), "{text}");
    assert!(lines[0].contains(" of 40, ") && lines[1].contains(" of 14, ") && lines[2].contains(" of 54, "), "{text}");
    assert!(lines[2].starts_with("all: +") && lines[2].ends_with("0 faults"), "{text}");
    // The pairs of the shard are in both logs, and are counted once.
    let repeated = lines.iter().map(|line| line.contains("7 pairs of repeated games counted once"));
    assert!(repeated.eq([false, false, true, false]), "{text}");
    assert!(
        ["better", "worse", "no difference shown"].iter().any(|end| lines[3] == format!("verdict: {end}")),
        "{text}"
    );
    refuse(&command("--verdict shard-1.jsonl all.sgf"), "cannot judge by the log all.sgf: it is no log of a match");
    refuse(&command("--verdict shard-1.jsonl --games 4"), "cannot be used with");
    // Engines that tell no scores tell no wins.
    refuse(&command("--wins shard-1.jsonl"), "in 14 games no winner told a win of 13 plies or more");
    refuse(&command("--wins all.sgf"), "cannot take long wins from the log all.sgf: it is no log");
    refuse(&command(&format!("--merge {logs} --report shard-1.jsonl")), "cannot write shard-1.jsonl: it is read too");
    let existing = command(&format!("--merge {logs} --log all.jsonl"));
    refuse(&existing, "error: the log all.jsonl exists: name another file, or remove it\n");
    // What does not belong together is not put together.
    refuse(&command(&format!("--merge {logs} shard-2.jsonl")), "is in shard-2.jsonl and in shard-2.jsonl");
    refuse(&command("--merge shard-1.jsonl one.jsonl"), "cannot merge one.jsonl with shard-1.jsonl");
    refuse(&play("shard-1.jsonl", &["--shard", "2/3"]), "shard is \"1/3\" there and \"2/3\" here");
    let other = fs::read_to_string(folder.join("shard-1.jsonl")).unwrap().replace("1/3", "3/3");
    fs::write(folder.join("other.jsonl"), other).unwrap();
    refuse(&command("--merge other.jsonl"), "cannot merge the log other.jsonl: line 2: game");
    // Where a shard was gone on with for another test it is to be said which one decides.
    let untested = [&whole[..6], &["--shard", "2/3", "--log", "shard-2.jsonl", "--resume"]].concat();
    succeed(&run(&untested, &engines, &folder));
    refuse(&command(&format!("--merge {logs}")), "it was played for another test: --sprt names the one that decides");
    let text = succeed(&command(&format!("--merge {logs} --sprt 0,9")));
    assert!(text.contains("SPRT of 0 to 9 Elo"), "{text}");
}

#[test]
fn a_log_is_judged_by_the_test_that_it_was_last_gone_on_with() {
    let folder = folder("tested");
    let engines = [Manner::Scattered, Manner::Column];
    let play = |games: &str, more: &[&str]| {
        let arguments = ["--log", "log.jsonl", "--resume", "--games", games];
        run(&[&arguments, more].concat(), &engines, &folder)
    };
    let verdict = || Run::new("match --verdict log.jsonl").in_folder(&folder).succeed();
    let lines = || fs::read_to_string(folder.join("log.jsonl")).unwrap().lines().count();
    for (games, test, said, length) in [
        ("2", &["--sprt", "0,400"][..], "SPRT 0 to 400", 3),
        ("4", &["--sprt", "0,5"], "SPRT 0 to 5", 6),
        // The same test again is no news.
        ("4", &["--sprt", "0,5"], "SPRT 0 to 5", 6),
        ("4", &[], "", 7),
        ("6", &["--sprt", "0,5"], "SPRT 0 to 5", 10),
    ] {
        succeed(&play(games, test));
        let text = verdict();
        assert!(text.contains(said) && text.contains("SPRT") != said.is_empty(), "{test:?}: {text}");
        assert_eq!(lines(), length, "{test:?}");
    }
    // How long the match is counts as it was said last, too.
    succeed(&play("8", &["--sprt", "0,5"]));
    let log = fs::read_to_string(folder.join("log.jsonl")).unwrap();
    let begun: Vec<&str> = log.lines().take(11).collect();
    fs::write(folder.join("log.jsonl"), begun.join("\n") + "\n").unwrap();
    let merge = || Run::new("match --merge log.jsonl").in_folder(&folder).succeed();
    assert!(merge().starts_with("6 of 8 games from 1 log\n"), "{}", merge());
    succeed(&play("6", &["--sprt", "0,5"]));
    assert!(merge().starts_with("6 of 6 games from 1 log\n"), "{}", merge());
    assert_eq!(lines(), 12);
    // A shorter match would pass over games that were played.
    let output = play("4", &[]);
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    let expected = "error: cannot go on with log.jsonl: it holds more games: give --games 6 or more\n";
    assert_eq!((output.status.success(), complaint.as_str()), (false, expected));
    // What is left of a game is none of a number, and the first line of a log between the games is no other test.
    let log = fs::read_to_string(folder.join("log.jsonl")).unwrap();
    for stray in ["{\"game\":18446744073709551615}", log.lines().next().unwrap()] {
        fs::write(folder.join("log.jsonl"), format!("{log}{stray}\n")).unwrap();
        let output = play("6", &["--sprt", "0,5"]);
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        let expected = "error: cannot go on with log.jsonl: line 13 is no game";
        assert!(complaint.starts_with(expected), "{stray}: {complaint}");
    }
}
