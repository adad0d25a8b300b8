//! The repository is kept as its map says: modules import downwards only, and nothing is left lying about.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A source file longer than this wants to be two.
const MOST_LINES: usize = 900;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All files below a folder of the repository that are text of some kind of source, with their contents.
fn files(folder: &str, extensions: &[&str]) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for path in entries.map(|entry| entry.unwrap().path()) {
            let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
            if path.is_dir() {
                folders.push(path);
            } else if extensions.contains(&extension) {
                let text = fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
                found.push((path.strip_prefix(root()).unwrap().to_path_buf(), text));
            }
        }
    }
    found.sort();
    found
}

fn all_files(extensions: &[&str]) -> Vec<(PathBuf, String)> {
    ["src", "engine", "protocol", "tests", "scripts"].iter().flat_map(|folder| files(folder, extensions)).collect()
}

/// The code of a source file: comments, strings and characters are blanked, lines stay where they are.
fn code(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let chars: Vec<char> = text.chars().collect();
    let blank = |c: char| if c == '\n' { '\n' } else { ' ' };
    let mut i = 0;
    while i < chars.len() {
        let end = match &chars[i..] {
            ['/', '/', ..] => chars[i..].iter().position(|&c| c == '\n').map_or(chars.len(), |length| i + length),
            ['/', '*', ..] => i + chars[i..].windows(2).position(|pair| pair == ['*', '/']).map_or(1, |at| at + 2),
            ['r', '"', ..] | ['r', '#', '"' | '#', ..] => raw_string_end(&chars, i),
            ['"', ..] => string_end(&chars, i, '"'),
            // A lifetime has no closing quote.
            ['\'', '\\', ..] => string_end(&chars, i, '\''),
            ['\'', _, '\'', ..] => i + 3,
            _ => {
                code.push(chars[i]);
                i += 1;
                continue;
            }
        };
        code.extend(chars[i..end].iter().map(|&c| blank(c)));
        i = end;
    }
    code
}

fn string_end(chars: &[char], start: usize, quote: char) -> usize {
    let mut i = start + 1;
    while i < chars.len() && chars[i] != quote {
        i += if chars[i] == '\\' { 2 } else { 1 };
    }
    (i + 1).min(chars.len())
}

fn raw_string_end(chars: &[char], start: usize) -> usize {
    let hashes = chars[start + 1..].iter().take_while(|&&c| c == '#').count();
    let close: Vec<char> = std::iter::once('"').chain(std::iter::repeat_n('#', hashes)).collect();
    let inside = start + 2 + hashes;
    chars[inside..]
        .windows(close.len())
        .position(|end| end == close)
        .map_or(chars.len(), |at| inside + at + close.len())
}

/// The modules of the engine, lowest first, as the map in the crate's documentation lists them.
fn map() -> Vec<String> {
    let text = fs::read_to_string(root().join("engine/src/lib.rs")).unwrap();
    let names = text.lines().filter_map(|line| Some(line.strip_prefix("//! - [`")?.split_once('`')?.0.to_string()));
    let map: Vec<String> = names.collect();
    assert!(map.len() > 10, "the map in engine/src/lib.rs cannot be read: {map:?}");
    map
}

/// The module of the crate that a file belongs to: `shape` for `engine/src/shape/table.rs`.
fn module_of(path: &Path) -> String {
    let inside = path.strip_prefix("engine/src").unwrap();
    let first = inside.iter().next().unwrap().to_str().unwrap();
    first.trim_end_matches(".rs").to_string()
}

fn modules() -> Vec<(String, PathBuf, String)> {
    let files = files("engine/src", &["rs"]).into_iter().filter(|(path, _)| path != Path::new("engine/src/lib.rs"));
    files.map(|(path, text)| (module_of(&path), path, code(&text))).collect()
}

#[test]
fn the_map_lists_every_module_once() {
    let map = map();
    let listed: BTreeSet<String> = map.iter().cloned().collect();
    assert_eq!(map.len(), listed.len(), "a module is listed twice: {map:?}");
    let present: BTreeSet<String> = modules().into_iter().map(|(module, ..)| module).collect();
    assert_eq!(listed, present, "left: the map in engine/src/lib.rs; right: the files");
}

#[test]
fn every_line_of_the_map_says_what_the_module_must_never_know() {
    let text = fs::read_to_string(root().join("engine/src/lib.rs")).unwrap();
    let doc: String = text.lines().filter_map(|line| line.strip_prefix("//! ")).collect::<Vec<_>>().join("\n");
    for entry in doc.split("\n- [`").skip(1) {
        assert!(entry.contains("Never knows"), "{entry}");
    }
}

/// The first names of all paths below `crate::` in a piece of code, groups in braces taken apart.
fn crate_paths(code: &str) -> Vec<String> {
    let mut names = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        let before = code[..at].chars().next_back();
        if before.is_some_and(|c| c.is_alphanumeric() || c == '_') {
            continue;
        }
        let rest = code[at + "crate::".len()..].trim_start();
        match rest.strip_prefix('{') {
            Some(group) => names.extend(group_names(group)),
            None => names.push(name_at(rest)),
        }
    }
    names
}

fn name_at(text: &str) -> String {
    text.trim_start().chars().take_while(|&c| c.is_alphanumeric() || c == '_').collect()
}

/// The first name of each member of a group, up to the brace that closes it.
fn group_names(group: &str) -> Vec<String> {
    let mut names = vec![name_at(group)];
    let mut depth = 0;
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => names.push(name_at(&group[at + 1..])),
            _ => {}
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

/// What `super::` leads to from every place in a file, as a path from the crate: empty for the crate itself.
fn super_paths(path: &Path, code: &str) -> Vec<Vec<String>> {
    let inside = path.strip_prefix("engine/src").unwrap().with_extension("");
    let mut here: Vec<(String, usize)> = inside.iter().map(|part| (part.to_str().unwrap().to_string(), 0)).collect();
    let mut found = Vec::new();
    let mut depth = 0;
    let mut opened = None;
    let mut at = 0;
    while at < code.len() {
        let rest = &code[at..];
        let boundary = !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':');
        if boundary && rest.starts_with("mod ") {
            opened = Some(name_at(&rest[4..]));
        } else if boundary && rest.starts_with("super::") {
            let steps = rest.split("super::").take_while(|between| between.is_empty()).count();
            let kept = here.len().checked_sub(steps).expect("no path leads out of the crate");
            let mut target: Vec<String> = here[..kept].iter().map(|(name, _)| name.clone()).collect();
            target.push(name_at(&rest["super::".len() * steps..]));
            found.push(target);
            at += "super::".len() * steps;
            continue;
        }
        match rest.chars().next().unwrap() {
            '{' => {
                depth += 1;
                here.extend(opened.take().map(|name| (name, depth)));
            }
            '}' => {
                here.retain(|&(_, since)| since != depth || since == 0);
                depth -= 1;
            }
            ';' => opened = None,
            _ => {}
        }
        at += rest.chars().next().unwrap().len_utf8();
    }
    found
}

#[test]
fn modules_import_downwards_only() {
    let map = map();
    let level: BTreeMap<&str, usize> = map.iter().enumerate().map(|(level, name)| (name.as_str(), level)).collect();
    let modules = modules();
    // A macro is found at the root of the crate, but belongs to the module that writes it.
    let macros: BTreeMap<String, &str> = modules
        .iter()
        .flat_map(|(module, _, code)| {
            code.match_indices("macro_rules! ")
                .map(move |(at, word)| (name_at(&code[at + word.len()..]), module.as_str()))
        })
        .collect();
    let mut faults = Vec::new();
    for (module, path, code) in &modules {
        let from_super = super_paths(path, code).into_iter().map(|target| target[0].clone());
        for name in crate_paths(code).into_iter().chain(from_super) {
            let target = macros.get(&name).copied().unwrap_or(&name);
            match (level.get(target), level.get(module.as_str())) {
                (Some(target), Some(own)) if target <= own => {}
                (Some(_), Some(_)) => faults.push(format!("{} imports {name} from above", path.display())),
                (None, _) => faults.push(format!("{} imports {name}, which is no module", path.display())),
                (_, None) => faults.push(format!("{} is not on the map", path.display())),
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The modules that the map lists under a heading.
fn under_heading(heading: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join("engine/src/lib.rs")).unwrap();
    let lines = text.lines().skip_while(|line| !line.starts_with(&format!("//! {heading}:"))).skip(1);
    let entries = lines.take_while(|line| line.trim() != "//!" && line.starts_with("//!"));
    entries.filter_map(|line| Some(line.strip_prefix("//! - [`")?.split_once('`')?.0.to_string())).collect()
}

#[test]
fn other_games_use_the_vocabulary_alone_and_nothing_uses_them() {
    let (vocabulary, games) = (under_heading("Vocabulary"), under_heading("Other games"));
    assert!(vocabulary.len() > 4 && !games.is_empty(), "{vocabulary:?} {games:?}");
    let mut faults = Vec::new();
    for (module, path, code) in modules() {
        let from_super = super_paths(&path, &code).into_iter().map(|target| target[0].clone());
        for name in crate_paths(&code).into_iter().chain(from_super) {
            let allowed = match games.contains(&module) {
                true => name == module || vocabulary.contains(&name),
                false => !games.contains(&name),
            };
            if !allowed {
                faults.push(format!("{} imports {name}", path.display()));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn imports_are_found_in_every_form() {
    let text = r##"
        use crate::{a::{x, y}, b, c::z}; // crate::no
        /* crate::no */ const S: &str = "crate::no \" crate::no"; const R: &str = r#"crate::no""#;
        fn f<'a>(c: char) -> crate::d::T { let q = ('"', '\'', 'x'); crate::e!(); mycrate::no(); $crate::f::g }
        pub(crate) fn h() {}
    "##;
    assert_eq!(crate_paths(&code(text)), ["a", "b", "c", "d", "e", "f"]);
    let text = "use super::a; mod n; mod m { use super::super::b; fn f() { super::c() } } use super::d;";
    let paths: Vec<String> =
        super_paths(Path::new("engine/src/x/y.rs"), text).iter().map(|path| path.join("::")).collect();
    assert_eq!(paths, ["x::a", "x::b", "x::y::c", "x::d"]);
}

/// Lines of code in which one of the words stands, as `path:line`.
fn lines_with(files: impl IntoIterator<Item = (PathBuf, String)>, words: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for (path, text) in files {
        for (number, line) in text.lines().enumerate() {
            if words.iter().any(|word| line.contains(word)) {
                found.push(format!("{}:{}: {}", path.display(), number + 1, line.trim()));
            }
        }
    }
    found
}

fn all_code() -> Vec<(PathBuf, String)> {
    all_files(&["rs"]).into_iter().map(|(path, text)| (path, code(&text))).collect()
}

#[test]
fn the_engine_never_prints_and_a_session_speaks_in_one_place() {
    let speaks = |(path, _): &(PathBuf, String)| {
        let may = path.ends_with("protocol/src/run.rs");
        !may && (path.starts_with("engine/src") || path.starts_with("protocol/src"))
    };
    let found = lines_with(all_code().into_iter().filter(speaks), &["print!(", "println!(", "dbg!("]);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn nothing_is_unfinished_and_no_test_is_left_out() {
    let found = lines_with(all_code(), &["todo!(", "unimplemented!(", "#[ignore"]);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn every_source_file_says_first_what_it_is_for_and_is_not_long() {
    for (path, text) in all_files(&["rs"]) {
        let first = text.lines().next().unwrap_or_default();
        assert!(first.strip_prefix("//! ").is_some_and(|line| line.len() > 10), "{}: {first}", path.display());
        let lines = text.lines().count();
        assert!(lines <= MOST_LINES, "{} has {lines} lines", path.display());
    }
}

#[test]
fn no_tabs_and_no_paths_of_one_machine() {
    let files = all_files(&["rs", "toml", "md", "txt", "sh", "yml", "json", "jsonl"]);
    // Put together here, so that this file does not hold what it looks for.
    let paths = ["work", "root", "home", "tmp", "Users"].map(|folder| format!("/{folder}/"));
    let mut words: Vec<&str> = paths.iter().map(String::as_str).collect();
    words.push("\t");
    let found = lines_with(files, &words);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn the_top_level_holds_what_was_agreed() {
    let agreed = ["Cargo.toml", "Cargo.lock", "README.md", "LICENSE", "src", "engine", "protocol", "tests", "scripts"];
    for entry in fs::read_dir(root()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        // What begins with a dot belongs to tools, and the build folder to none of us.
        let known = agreed.contains(&name.as_str()) || name.starts_with('.') || name == "target";
        assert!(known, "{name} is not among {agreed:?}");
    }
}
