//! Ctrl-C while files are written: nothing half is left, and what was begun goes on.

use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

use super::*;

/// The number of the signal of Ctrl-C.
const SIGINT: i32 = 2;
/// Positions that are read and written: many, so that there is time for Ctrl-C.
const POSITIONS: usize = 60_000;
/// Games that go into a folder, for the same reason.
const GAMES: usize = 3_000;
/// How often a command is given that is quicker than Ctrl-C.
const MOST_TRIES: usize = 20;
/// The time for a file to appear.
const PATIENCE: Duration = Duration::from_secs(60);

/// Interrupts a command as soon as it is time; tells its end and its complaint.
fn interrupt(folder: &Path, line: &str, is_time: impl Fn() -> bool) -> (ExitStatus, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pbrain-tengen"));
    command.args(line.split_whitespace()).current_dir(folder);
    let child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    // It stands ready, for the time may be short.
    let mut shell = Command::new("sh");
    shell.args(["-c", "read line; kill -INT \"$0\"", &child.id().to_string()]);
    let mut killer = shell.stdin(Stdio::piped()).spawn().unwrap();
    let begin = Instant::now();
    while !is_time() && begin.elapsed() < PATIENCE {
        thread::yield_now();
    }
    // The end of its input is a line too.
    drop(killer.stdin.take());
    assert!(killer.wait().unwrap().success());
    let output = child.wait_with_output().unwrap();
    (output.status, String::from_utf8(output.stderr).unwrap())
}

#[test]
fn ctrl_c_leaves_no_half_file_and_the_same_command_goes_on() {
    let folder = folder("store-interrupted");
    write(&folder.join("k.db"), &records(POSITIONS, 9), true);
    succeed(&folder, "import a.store k.db");
    let has_half = || {
        let mut names = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name());
        names.any(|name| name.to_string_lossy().ends_with(".part"))
    };
    for (line, out, advice) in [
        ("export a.store out.csv --force", "out.csv", ""),
        ("import new.store k.db", "new.store", ": the same command goes on from here"),
        ("merge merged.store a.store", "merged.store", ": the same command goes on from here"),
    ] {
        let path = folder.join(out);
        // Whether it can be written is tried before, with a file of no bytes.
        let is_time = || has_half() || fs::metadata(&path).is_ok_and(|there| there.len() > 0);
        let is_interrupted = (0..MOST_TRIES).any(|_| {
            let _ = fs::remove_file(&path);
            let (status, complaint) = interrupt(&folder, &format!("db {line}"), is_time);
            assert!(!has_half(), "{line}");
            if status.success() {
                return false;
            }
            assert_eq!(complaint, format!("error: interrupted{advice}\n"), "{line}");
            // A shell ends its loop where the signal ended the program.
            assert_eq!(status.signal(), Some(SIGINT), "{line}");
            true
        });
        assert!(is_interrupted, "{line}");
        let said = succeed(&folder, line);
        assert!(said.contains(&format!(" {POSITIONS} positions")), "{line}: {said}");
    }
}

#[test]
fn a_conversion_of_many_games_goes_on_where_it_was_interrupted() {
    let (folder, line) = (folder("convert-interrupted"), "convert all.sgf each/ --to psq");
    fs::write(folder.join("all.sgf"), "(;GM[4]SZ[15];B[hh];W[ig])".repeat(GAMES)).unwrap();
    let (each, first) = (folder.join("each"), folder.join("each/all-1.psq"));
    let is_interrupted = (0..MOST_TRIES).any(|_| {
        let _ = fs::remove_dir_all(&each);
        let (status, complaint) = interrupt(&folder, line, || first.exists());
        if status.success() {
            return false;
        }
        assert_eq!(complaint, "error: interrupted: the same command goes on from here\n");
        true
    });
    assert!(is_interrupted);
    assert_eq!(Run::new(line).in_folder(&folder).succeed().lines().count(), GAMES);
    assert_eq!(fs::read_dir(each).unwrap().count(), GAMES);
}
