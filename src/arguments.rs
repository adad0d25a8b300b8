//! The words of the command line. Shells of Windows leave it to the program to find the files that a pattern names.

#[cfg(any(windows, test))]
use std::ffi::OsString;
#[cfg(any(windows, test))]
use std::path::{Path, PathBuf};

/// The arguments of this process, the name of the program first.
#[cfg(not(windows))]
pub(crate) fn given() -> std::env::ArgsOs {
    std::env::args_os()
}

/// The arguments of this process, the name of the program first, with files in place of patterns.
#[cfg(windows)]
pub(crate) fn given() -> Vec<OsString> {
    std::env::args_os().flat_map(expanded).collect()
}

/// The files that an argument names as a pattern, in order of their names, or the argument itself where there are none.
#[cfg(any(windows, test))]
fn expanded(argument: OsString) -> Vec<OsString> {
    let files = argument.to_str().map(files_of).unwrap_or_default();
    if files.is_empty() { vec![argument] } else { files }
}

/// The files of a pattern, in which `*` stands for any letters and `?` for one. What is the name of a file is no pattern.
#[cfg(any(windows, test))]
fn files_of(pattern: &str) -> Vec<OsString> {
    if !pattern.contains(['*', '?']) || Path::new(pattern).exists() {
        return Vec::new();
    }
    // Browsers call files `game[1].sgf`: a bracket is a letter like others.
    let pattern = pattern.replace('[', "[[]");
    let options = glob::MatchOptions {
        case_sensitive: false,
        require_literal_separator: false,
        require_literal_leading_dot: false,
    };
    let paths = glob::glob_with(&pattern, options).into_iter().flatten().flatten();
    paths.map(PathBuf::into_os_string).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_pattern_names_files_and_what_names_none_stays_as_it_is() {
        let folder = std::env::temp_dir().join(format!("tengen-patterns-{}", std::process::id()));
        fs::create_dir(&folder).unwrap();
        for name in ["b1.sgf", "a1.sgf", "out1.sgf", "x[1].sgf", "c.txt"] {
            fs::write(folder.join(name), "").unwrap();
        }
        let named = |word: &str| -> Vec<String> {
            let files = expanded(folder.join(word).into_os_string());
            files.iter().map(|file| Path::new(file).file_name().unwrap().to_string_lossy().into_owned()).collect()
        };
        for (word, files) in [
            ("*.sgf", &["a1.sgf", "b1.sgf", "out1.sgf", "x[1].sgf"][..]),
            ("?1.SGF", &["a1.sgf", "b1.sgf"][..]),
            ("x[*.sgf", &["x[1].sgf"][..]),
            ("out[1].sgf", &["out[1].sgf"][..]),
            ("out[1]*", &["out[1]*"][..]),
            ("*.psq", &["*.psq"][..]),
            ("a1.sgf", &["a1.sgf"][..]),
        ] {
            assert_eq!(named(word), files, "{word}");
        }
        // Elsewhere than on Windows a file may be called as a pattern.
        if fs::write(folder.join("?1.sgf"), "").is_ok() {
            assert_eq!(named("?1.sgf"), ["?1.sgf"]);
        }
        fs::remove_dir_all(folder).unwrap();
    }
}
