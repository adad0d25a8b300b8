//! Files that commands write: what stands there already stays what it is, and nothing is lost that is read.

use std::fs;

use crate::harness::{Run, complain, folder};

/// A game that is reviewed quickly.
#[cfg(unix)]
const GAME: &str = "h8i9i8h9j8a15k8b15l8";

#[test]
fn what_is_read_is_not_written_over() {
    let folder = folder("outputs-inputs");
    let record = "(;GM[4]SZ[15];B[hh];W[ig])";
    fs::write(folder.join("g.sgf"), record).unwrap();
    fs::create_dir(folder.join("sub")).unwrap();
    for line in [
        "analyze --depth 1 --sgf g.sgf g.sgf",
        "analyze --depth 1 --book g.sgf --sgf sub/../g.sgf h8",
        "solve --nodes 100 --tree g.sgf g.sgf",
        "review --nodes 100 -o g.sgf g.sgf",
        "review --nodes 100 --sgf ./g.sgf g.sgf",
        "sheet -o ./g.sgf g.sgf",
        "train --rule renju -o g.sgf g.sgf",
        "train --rule renju --gold g.sgf -o g.sgf x.games",
        "validate --nodes 100 --figures g.sgf g.sgf",
        "validate --nodes 100 --figures g.sgf --against g.sgf x.labels",
        "validate --nodes 100 --figures g.sgf --weights g.sgf x.labels",
    ] {
        complain(line, &folder, &["g.sgf: it is read too, and would be lost"]);
        assert_eq!(fs::read_to_string(folder.join("g.sgf")).unwrap(), record, "{line}");
    }
}

#[test]
fn a_hyphen_is_the_standard_output_or_no_file() {
    let folder = folder("outputs-hyphen");
    for line in [
        "review --nodes 9 -o - h8i9",
        "review --nodes 9 -o - h8i9 h8i8",
        "review --nodes 9 --sgf - h8i9",
        "solve --nodes 9 --tree - h8i9",
        "analyze --depth 1 --sgf - h8i9",
        "match -e a -e b --log -",
        "match -e a -e b --report -",
        "match -e a -e b --psq -",
        "trial rif --games 1 --nodes 9 --log -",
        "tune --nodes 9 --iterations 1 --pairs 1 -",
        "selfplay --nodes 9 --games 1 -",
    ] {
        let stream = if cfg!(unix) { "- is no file here: /dev/stdout, or ./-" } else { "- is no file here: ./-" };
        complain(line, &folder, &[stream, "./- for a file of that name"]);
    }
    for (line, words) in [
        ("sheet -o - h8i9", "<svg"),
        ("openings --make --even --count 1 --nodes 900 -o -", "# Even openings of freestyle"),
        ("openings --make --threes --count 1 --nodes 640 -o -", "--count 1 --nodes 640, version "),
    ] {
        let text = Run::new(line).in_folder(&folder).succeed();
        assert!(text.contains(words), "{line}: {text}");
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
}

#[test]
fn of_several_games_one_is_taken_and_that_is_said() {
    let folder = folder("outputs-games");
    let record = "(;GM[4]SZ[15]PB[Ann];B[hh];W[ig])(;GM[4]SZ[15]PB[Bob];B[hh];W[ig];B[ii])";
    fs::write(folder.join("two.sgf"), record).unwrap();
    for (line, first, second) in [
        ("sheet two.sgf", "Ann", "Bob"),
        ("analyze --depth 1 --json two.sgf", "\"toMove\":\"black\"", "\"toMove\":\"white\""),
        ("review --nodes 100 two.sgf", "two.sgf: freestyle on 15x15, 2 moves", "two.sgf: freestyle on 15x15, 3 moves"),
    ] {
        for (game, words) in [("", first), (" --game 1", first), (" --game 2", second)] {
            let (success, text, errors) = Run::new(&format!("{line}{game}")).in_folder(&folder).said();
            assert!(success && text.contains(words), "{line}{game}: {text}");
            // How far a long run has come is told there too.
            let told = errors.lines().any(|line| line == "game 1 of 2; --game takes another");
            assert_eq!(told, game.is_empty(), "{line}{game}: {errors}");
        }
        complain(&format!("{line} --game 3"), &folder, &["there is no game 3: the file holds 2"]);
    }
}

#[cfg(unix)]
#[test]
fn links_stay_links_and_files_keep_who_may_read_them() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder("outputs-links");
    fs::write(folder.join("there.html"), "<!DOCTYPE html>").unwrap();
    fs::set_permissions(folder.join("there.html"), fs::Permissions::from_mode(0o600)).unwrap();
    symlink("there.html", folder.join("link.html")).unwrap();
    Run::new(&format!("review --nodes 100 -o link.html {GAME}")).in_folder(&folder).succeed();
    assert!(fs::symlink_metadata(folder.join("link.html")).unwrap().is_symlink());
    let there = folder.join("there.html");
    assert!(fs::read_to_string(&there).unwrap().contains("</html>"));
    assert_eq!(fs::metadata(there).unwrap().permissions().mode() & 0o777, 0o600);
    // One that leads nowhere is replaced.
    symlink("nowhere", folder.join("lost.html")).unwrap();
    Run::new("sheet h8i9 -o lost.html").in_folder(&folder).succeed();
    assert!(fs::symlink_metadata(folder.join("lost.html")).unwrap().is_file());
}

#[test]
fn what_would_steer_a_terminal_is_shown_and_not_obeyed() {
    let folder = folder("outputs-steering");
    let record = "(;GM[4]SZ[15];B[hh]C[c1 \x1b[31m \u{202e}])";
    fs::write(folder.join("a.sgf"), record).unwrap();
    fs::write(folder.join("moves.txt"), "h8i9\x1b]0;t\x07").unwrap();
    fs::write(folder.join("suite.txt"), "renju 15 h8i9 avoid a1 \u{9b}31mred\n").unwrap();
    Run::new("db import a.store a.sgf").in_folder(&folder).succeed();
    for (line, shown) in [
        ("db query a.store h8", "c1 \\u{1b}[31m \\u{202e}"),
        ("analyze moves.txt", "\\u{1b}]0;t\\u{7}"),
        ("analyze \x1b[31m.sgf", "\\u{1b}[31m.sgf"),
        ("analyze --\x1b[31m", "error: "),
        ("suite --nodes 100 suite.txt", "\\u{9b}31mred"),
        #[cfg(unix)]
        ("convert --to sgf h8i9 \x1b[31m.sgf", "\\u{1b}[31m.sgf: 1 game, 2 moves"),
        #[cfg(unix)]
        ("review --nodes 100 \x1b[31m.sgf", "\\u{1b}[31m.sgf: freestyle"),
    ] {
        let (_, text, errors) = Run::new(line).in_folder(&folder).said();
        let said = text + &errors;
        assert!(said.contains(shown), "{line}: {said}");
        assert!(!said.contains(['\x1b', '\x07', '\u{9b}', '\u{202e}']), "{line}: {said:?}");
    }
}

#[test]
fn a_folder_that_cannot_take_the_records_of_a_match_is_told_of_before_anything_is_written() {
    let folder = folder("outputs-psq");
    fs::create_dir(folder.join("psq")).unwrap();
    for (path, records, why) in [
        ("psq/00001.psq", "psq", "00001.psq exists already and holds something else"),
        ("notes", "notes", "cannot make the folder notes: it is a file"),
    ] {
        fs::write(folder.join(path), "important notes").unwrap();
        complain(&format!("match -e a -e b --log log.jsonl --psq {records}"), &folder, &[why]);
        assert!(!folder.join("log.jsonl").exists(), "{path}");
    }
}

#[cfg(unix)]
#[test]
fn pipes_and_devices_are_written_into() {
    use std::os::unix::fs::{FileTypeExt, symlink};
    let folder = folder("outputs-pipes");
    let check = |line: &str, words: &str| {
        let text = Run::new(line).in_folder(&folder).succeed();
        assert!(text.contains(words), "{line}: {text}");
    };
    check(&format!("review --nodes 100 -o /dev/stdout {GAME}"), "</html>");
    check("review --nodes 100 --sgf /dev/stdout h8i9", ";B[hh]C[");
    check("convert --to sgf h8i9 /dev/stdout", ";B[hh];W[ig]");
    check("analyze --depth 1 --sgf /dev/stdout h8i9", ";B[hh];W[ig]");
    // A device under a name of our own.
    symlink("/dev/null", folder.join("null")).unwrap();
    check(&format!("review --nodes 100 -o null {GAME}"), "The report is in null.");
    check("convert --force --to sgf h8i9 null", "null: 1 game, 2 moves");
    // What would be read first, to be gone on with, must be a file.
    complain("selfplay --nodes 9 --games 1 null", &folder, &["cannot go on with null: it is no regular file"]);
    assert!(fs::metadata(folder.join("null")).unwrap().file_type().is_char_device());
    let kept = fs::read_dir(&folder).unwrap().count();
    assert_eq!(kept, 1, "something is kept beside a device");
}

#[cfg(unix)]
#[test]
fn a_file_that_the_standard_output_goes_to_is_added_to() {
    use std::process::Command;
    let folder = folder("outputs-standard");
    let log = folder.join("log.txt");
    let said = |line: &str, is_added: bool| {
        let mut options = fs::OpenOptions::new();
        let open = options.create(true).write(true).append(is_added).truncate(!is_added).open(&log).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_pbrain-tengen"));
        let output = command.args(line.split_whitespace()).current_dir(&folder).stdout(open).output().unwrap();
        assert!(output.status.success(), "{line}: {output:?}");
        fs::read_to_string(&log).unwrap()
    };
    std::os::unix::fs::symlink("/dev/stdout", folder.join("out.sgf")).unwrap();
    for out in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "out.sgf"] {
        if !std::path::Path::new(out).is_absolute() || fs::metadata(out).is_ok() {
            let line = format!("convert --to sgf h8i9 {out}");
            let first = said(&line, false);
            // What is said of the file stands behind it.
            assert!(first.contains(";B[hh];W[ig]"), "{out}: {first}");
            assert!(first.ends_with(&format!("{out}: 1 game, 2 moves\n")), "{out}: {first}");
            assert_eq!(said(&line, true), first.repeat(2), "{out}");
        }
    }
    for line in [
        "analyze --depth 1 --sgf /dev/stdout h8",
        "review --nodes 100 -o /dev/stdout h8i9",
        "review --nodes 100 -o out.sgf h8i9",
    ] {
        let first = fs::read_to_string(&log).unwrap();
        let whole = said(line, true);
        assert!(whole.starts_with(&first) && whole.len() > first.len(), "{line}: {whole}");
    }
    let kept = fs::read_dir(&folder).unwrap().count();
    assert_eq!(kept, 2, "something is kept beside the standard output");
}

#[cfg(unix)]
#[test]
fn an_output_that_is_not_ready_is_waited_for() {
    use std::io::Read;
    use std::os::fd::OwnedFd;
    use std::os::unix::net::UnixStream;
    use std::process::{Command, Stdio};
    let folder = folder("outputs-slow");
    // More than is kept for who reads later.
    let games = "(;GM[4]SZ[15];B[hh];W[ig])\n".repeat(20_000);
    fs::write(folder.join("games.sgf"), games).unwrap();
    let (mut reader, writer) = UnixStream::pair().unwrap();
    writer.set_nonblocking(true).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_pbrain-tengen"));
    command.args(["convert", "games.sgf", "-", "--to", "sgf"]).current_dir(&folder);
    let child = command.stdout(OwnedFd::from(writer)).stderr(Stdio::piped()).spawn().unwrap();
    // Its end of the stream is closed here.
    drop(command);
    std::thread::sleep(std::time::Duration::from_millis(500));
    let mut text = String::new();
    reader.read_to_string(&mut text).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(text.matches(";B[hh];W[ig]").count(), 20_000);
}
