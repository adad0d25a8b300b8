//! What tests of the real program share: a folder for each of them, and a run of the program to its end.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;

/// An empty folder. Tests run side by side, so that each has folders of its own, and no two may have the same name.
#[track_caller]
pub(crate) fn folder(name: &str) -> PathBuf {
    static TAKEN: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let is_new = TAKEN.lock().unwrap().insert(name.to_string());
    assert!(is_new, "the folder {name} is taken: name another");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    // What an earlier run of the tests left.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// A run of the program to its end.
pub(crate) struct Run {
    command: Command,
    input: Vec<u8>,
}

impl Run {
    /// With the words of a line as arguments, and an input that is empty.
    pub(crate) fn new(line: &str) -> Run {
        Run::with_arguments(line.split_whitespace())
    }

    /// With arguments that may hold blanks, and an input that is empty.
    pub(crate) fn with_arguments(arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Run {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pbrain-tengen"));
        command.args(arguments);
        Run { command, input: Vec::new() }
    }

    pub(crate) fn in_folder(mut self, folder: &Path) -> Run {
        self.command.current_dir(folder);
        self
    }

    /// With a variable of the environment.
    #[cfg(target_os = "linux")]
    pub(crate) fn variable(mut self, (name, value): (&str, &str)) -> Run {
        self.command.env(name, value);
        self
    }

    pub(crate) fn input(mut self, input: impl Into<Vec<u8>>) -> Run {
        self.input = input.into();
        self
    }

    #[track_caller]
    pub(crate) fn output(&mut self) -> Output {
        self.command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = self.command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(&self.input).unwrap();
        child.wait_with_output().unwrap()
    }

    /// Whether it goes well, and what it says on the standard output and error.
    #[track_caller]
    pub(crate) fn said(&mut self) -> (bool, String, String) {
        let output = self.output();
        (output.status.success(), text(output.stdout), text(output.stderr))
    }

    /// What it says on the standard output where it should go well.
    #[track_caller]
    pub(crate) fn succeed(&mut self) -> String {
        let (success, said, complaint) = self.said();
        assert!(success, "{:?}: {complaint}", self.command);
        said
    }

    /// What it says on the standard error where it should not go well.
    #[track_caller]
    pub(crate) fn fail(&mut self) -> String {
        let (success, said, complaint) = self.said();
        assert!(!success, "{:?} went well: {said}", self.command);
        complaint
    }
}

#[track_caller]
fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap()
}

/// Checks that a command does not go well in a folder, and for words of its complaint.
#[track_caller]
pub(crate) fn complain(line: &str, folder: &Path, words: &[&str]) {
    let complaint = Run::new(line).in_folder(folder).fail();
    for word in words {
        assert!(complaint.contains(word), "{line}: \"{word}\" is not in \"{complaint}\"");
    }
}

/// Checks with which status a command ends, and for words that it says.
#[track_caller]
pub(crate) fn check_status(line: &str, status: i32, words: &str) {
    let output = Run::new(line).output();
    let text = text(output.stdout) + &text(output.stderr);
    assert_eq!(output.status.code(), Some(status), "{line}: {text}");
    assert!(text.contains(words), "{line}: {text}");
}

#[test]
#[should_panic(expected = "the folder harness is taken")]
fn no_two_tests_have_the_same_folder() {
    folder("harness");
    folder("harness");
}

/// Presses Ctrl-C for a program that runs.
#[cfg(unix)]
#[track_caller]
pub(crate) fn interrupt(running: &std::process::Child) {
    let id = running.id().to_string();
    assert!(std::process::Command::new("sh").args(["-c", "kill -INT \"$0\"", &id]).status().unwrap().success());
}
