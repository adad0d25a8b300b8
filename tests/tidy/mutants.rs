//! The faults that `scripts/mutants.sh` plants, and those that `.cargo/mutants.toml` excepts: both follow the code.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use glob::{MatchOptions, Pattern};

use super::files;
use super::imports::{code, words};

const SCRIPT: &str = include_str!("../../scripts/mutants.sh");
const EXCEPTIONS: &str = include_str!("../../.cargo/mutants.toml");

/// What the tool says of a fault beside what stands in the code.
const WORDS_OF_THE_TOOL: [&str; 7] = ["replace", "with", "match", "guard", "delete", "in", "rs"];

/// The names of files that the script gives to the tool, with stars as they are.
fn globs() -> Vec<&'static str> {
    let words = SCRIPT.split(|c: char| c.is_whitespace() || "',=".contains(c));
    words.filter(|word| word.contains('/') && word.ends_with(".rs")).collect()
}

/// The folder of a glob; that of a file has the modules below it.
fn folder(glob: &str) -> String {
    let parts = glob.trim_end_matches(".rs").split('/').take_while(|part| !part.contains('*'));
    parts.collect::<Vec<_>>().join("/")
}

/// Whether a glob is about a file, as the tool reads it: one star goes into no folder.
fn covers(glob: &str, path: &Path) -> bool {
    let options = MatchOptions { require_literal_separator: true, ..MatchOptions::default() };
    Pattern::new(glob).unwrap().matches_path_with(path, options)
}

fn is_of_tests(path: &Path) -> bool {
    path.with_extension("").iter().any(|part| part == "tests")
}

/// The files in which faults are planted, with their code.
fn planted() -> Vec<(PathBuf, String)> {
    let globs = globs();
    let all = ["engine/src", "protocol/src", "src"].iter().flat_map(|source| files(source, &["rs"]));
    let planted = all.filter(|(path, _)| !is_of_tests(path) && globs.iter().any(|glob| covers(glob, path)));
    planted.map(|(path, text)| (path, code(&text))).collect()
}

#[test]
fn faults_are_planted_in_every_file_of_a_folder() {
    let planted: BTreeSet<PathBuf> = planted().into_iter().map(|(path, _)| path).collect();
    assert!(globs().len() > 8 && planted.len() > 50, "{:?}", globs());
    for glob in globs() {
        for (path, _) in files(&folder(glob), &["rs"]).into_iter().filter(|(path, _)| !is_of_tests(path)) {
            assert!(planted.contains(&path), "no fault is planted in {}", path.display());
        }
        assert!(planted.iter().any(|path| covers(glob, path)), "{glob}: there is no such file");
    }
}

/// The patterns of the faults that are not planted, without what escapes a sign.
fn exceptions() -> Vec<String> {
    let lines = EXCEPTIONS.lines().filter_map(|line| line.trim().strip_prefix('"')?.strip_suffix("\","));
    lines.map(|line| line.replace('\\', "")).collect()
}

/// The words that are no name of the code, of a file or of the tool.
fn unknown_names(pattern: &str, known: &BTreeSet<&str>) -> Vec<String> {
    let names = words(pattern)
        .filter(|word| word.starts_with(|c: char| c.is_alphabetic()) && !WORDS_OF_THE_TOOL.contains(word));
    names.filter(|name| !known.contains(name)).map(str::to_string).collect()
}

/// Whether the guard of a match that a pattern names stands in the code, if it names one.
fn has_guard(pattern: &str, planted: &[(PathBuf, String)]) -> bool {
    let Some((_, guard)) = pattern.split_once("match guard ") else { return true };
    let guard = guard.split(" with ").next().unwrap_or_default();
    let begin = format!(" if {}", guard.split(".*").next().unwrap_or_default());
    planted.iter().any(|(_, code)| code.lines().any(|line| line.contains(&begin) && line.contains("=>")))
}

/// Whether the sign stands in the column that a pattern names, if it names one.
fn has_sign(pattern: &str, planted: &[(PathBuf, String)]) -> bool {
    let Some((file, rest)) = pattern.split_once(".rs:[0-9]+:") else { return true };
    let (column, act) = rest.split_once(": ").unwrap_or_default();
    let (column, sign) = (column.parse::<usize>().unwrap(), act.split(' ').nth(1).unwrap());
    let mut lines =
        planted.iter().filter(|(path, _)| path.ends_with(format!("{file}.rs"))).flat_map(|(_, code)| code.lines());
    lines.any(|line| line.get(column - 1..).is_some_and(|rest| rest.starts_with(sign)))
}

#[test]
fn every_exception_is_about_code_that_is_there() {
    let planted = planted();
    let stems = planted.iter().filter_map(|(path, _)| path.file_stem()?.to_str());
    let names = planted.iter().flat_map(|(_, code)| words(code));
    let known: BTreeSet<&str> = names.chain(stems).collect();
    let exceptions = exceptions();
    assert!(exceptions.len() > 10, "{exceptions:?}");
    for pattern in exceptions {
        assert_eq!(unknown_names(&pattern, &known), Vec::<String>::new(), "{pattern}");
        assert!(has_guard(&pattern, &planted), "no match has this guard: {pattern}");
        assert!(has_sign(&pattern, &planted), "another column: {pattern}");
    }
}
