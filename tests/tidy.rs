//! The repository is kept as its map says: modules import downwards only, and nothing is left lying about.

mod imports;
mod maps;
mod mutants;
mod published;
// They need flock and a bash of today, which not every system has.
#[cfg(target_os = "linux")]
mod scripts;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::Command;

use self::imports::{circles, code, crate_paths, name_at, super_paths, without_tests};

/// How many lines the source files below a folder have, at the least and at the most. A file that only lists its modules may
/// be shorter; a longer one wants to be two.
const LINES: [(&str, RangeInclusive<usize>); 7] = [
    ("engine/src", 50..=400),
    ("engine/games/src", 50..=400),
    ("engine/tests", 1..=400),
    ("engine/examples", 30..=60),
    ("protocol/src", 50..=400),
    ("src", 1..=400),
    ("tests", 1..=400),
];

/// Files that are shorter or longer than [`LINES`] say, and why.
const OTHER_LENGTHS: [(&str, &str); 4] = [
    ("engine/src/search/pvs.rs", "the one recursion of the search, whose numbered steps are read in one piece"),
    ("engine/src/search/node.rs", "kinds of nodes are types that two modules share"),
    ("engine/games/src/living/safety.rs", "one rule of counting, beside others of its kind"),
    ("engine/games/src/jiu/point_text.rs", "what positions and turns of Jiu share"),
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Whether git ignores a folder: what builds and fuzzers leave is not ours.
fn is_ignored(folder: &Path) -> bool {
    include_str!("../.gitignore").lines().any(|line| folder == root().join(line.trim_start_matches('/')))
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
                folders.extend(Some(path).filter(|folder| !is_ignored(folder)));
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

/// The crates with a map in the documentation of their root file: their folder, and that file.
const MAPS: [(&str, &str); 5] = [
    ("protocol/src", "protocol/src/lib.rs"),
    ("engine/src", "engine/src/lib.rs"),
    ("engine/games/src", "engine/games/src/lib.rs"),
    ("src", "src/lib.rs"),
    ("src/training/models", "src/training/models/lib.rs"),
];

/// What lies in the folder of another crate: the executable, and crates whose folders stand where they are used.
const CRATES_INSIDE: [&str; 3] = ["src/main.rs", "src/board/web", "src/training/models"];

/// The modules of a crate, lowest first, as the map in its documentation lists them.
fn map(root_file: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join(root_file)).unwrap();
    let names = text.lines().filter_map(|line| Some(line.strip_prefix("//! - [`")?.split_once('`')?.0.to_string()));
    let map: Vec<String> = names.collect();
    assert!(map.len() > 1, "the map in {root_file} cannot be read: {map:?}");
    map
}

/// The module of the crate that a file belongs to: `shape` for `engine/src/shape/table.rs`.
fn module_of(source: &str, path: &Path) -> String {
    let inside = path.strip_prefix(source).unwrap();
    let first = inside.iter().next().unwrap().to_str().unwrap();
    first.trim_end_matches(".rs").to_string()
}

/// All files of a crate but its root, with their modules.
fn modules(source: &str, root_file: &str) -> Vec<(String, PathBuf, String)> {
    let is_inside = |path: &Path| CRATES_INSIDE.iter().any(|inside| *inside != source && path.starts_with(inside));
    let files = files(source, &["rs"]).into_iter();
    let files = files.filter(|(path, _)| path != Path::new(root_file) && !is_inside(path));
    files.map(|(path, text)| (module_of(source, &path), path, code(&text))).collect()
}

#[test]
fn each_map_lists_every_module_once() {
    for (source, root_file) in MAPS {
        let map = map(root_file);
        let listed: BTreeSet<String> = map.iter().cloned().collect();
        assert_eq!(map.len(), listed.len(), "a module is listed twice: {map:?}");
        let present: BTreeSet<String> = modules(source, root_file).into_iter().map(|(module, ..)| module).collect();
        assert_eq!(listed, present, "left: the map in {root_file}; right: the files");
    }
}

#[test]
fn every_line_of_a_map_says_what_the_module_must_never_know() {
    for (_, root_file) in MAPS {
        let text = fs::read_to_string(root().join(root_file)).unwrap();
        let doc: String = text.lines().filter_map(|line| line.strip_prefix("//!")).collect::<Vec<_>>().join("\n");
        for entry in doc.split("\n - [`").skip(1) {
            let entry = entry.split("\n\n").next().unwrap();
            assert!(entry.contains("Never knows"), "{root_file}: {entry}");
        }
    }
}

/// The imports that lead upwards, or to no module, in a crate with a map.
fn upward_imports(source: &str, root_file: &str) -> Vec<String> {
    let map = map(root_file);
    let level: BTreeMap<&str, usize> = map.iter().enumerate().map(|(level, name)| (name.as_str(), level)).collect();
    let modules = modules(source, root_file);
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
        let file = path.display();
        let own = module_path(source, path);
        for path in crate_paths(code).into_iter().chain(super_paths(&own, code)) {
            let name = path[0].clone();
            let target = macros.get(&name).copied().unwrap_or(&name);
            match (level.get(target), level.get(module.as_str())) {
                (Some(target), Some(own)) if target <= own => {}
                (Some(_), Some(_)) => faults.push(format!("{file} imports {name} from above")),
                (None, _) => faults.push(format!("{file} imports {name}, which is no module")),
                (_, None) => faults.push(format!("{file} is not on the map")),
            }
        }
    }
    faults
}

#[test]
fn modules_import_downwards_only() {
    let faults: Vec<String> =
        MAPS.into_iter().flat_map(|(source, root_file)| upward_imports(source, root_file)).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The path of modules that a file of a crate is: `["search", "tt"]` for `engine/src/search/tt.rs`, empty for the root.
fn module_path(source: &str, path: &Path) -> Vec<String> {
    let inside = path.strip_prefix(source).unwrap().with_extension("");
    let parts: Vec<String> = inside.iter().map(|part| part.to_str().unwrap().to_string()).collect();
    if ["lib", "main"].iter().any(|root| parts == [*root]) { Vec::new() } else { parts }
}

#[test]
fn the_modules_of_no_folder_import_each_other_in_a_circle() {
    let mut found = Vec::new();
    for (source, _) in MAPS {
        let files: Vec<(Vec<String>, String)> = files(source, &["rs"])
            .into_iter()
            .map(|(path, text)| (module_path(source, &path), without_tests(&code(&text))))
            .collect();
        found.extend(circles(&files).into_iter().map(|circle| format!("{source} {circle}")));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The modules that the map lists under a heading.
fn under_heading(heading: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join("engine/src/lib.rs")).unwrap();
    let lines = text.lines().skip_while(|line| !line.starts_with(&format!("//! {heading}:"))).skip(1);
    let entries = lines.take_while(|line| line.trim() != "//!" && line.starts_with("//!"));
    entries.filter_map(|line| Some(line.strip_prefix("//! - [`")?.split_once('`')?.0.to_string())).collect()
}

#[test]
fn other_games_use_the_vocabulary_of_the_engine_alone_and_not_each_other() {
    let vocabulary = under_heading("Vocabulary");
    assert!(vocabulary.len() > 4, "{vocabulary:?}");
    let (source, root_file) = ("engine/games/src", "engine/games/src/lib.rs");
    let (mut faults, mut imports) = (Vec::new(), 0);
    for (module, path, code) in modules(source, root_file) {
        let own = crate_paths(&code).into_iter().chain(super_paths(&module_path(source, &path), &code));
        faults.extend(own.filter(|target| target[0] != module).map(|target| (path.clone(), target)));
        for target in crate_paths(&code.replace("tengen_engine::internals", "crate").replace("tengen_engine", "crate"))
        {
            imports += 1;
            if target[0] != module && !vocabulary.contains(&target[0]) {
                faults.push((path.clone(), target));
            }
        }
    }
    assert!(imports > 20, "imports cannot be read");
    assert!(faults.is_empty(), "{faults:?}");
}

/// The types that a piece of code defines.
fn types(code: &str) -> Vec<String> {
    let words = ["struct ", "enum ", "trait "];
    let lines = code.lines().map(|line| line.trim_start().trim_start_matches("pub "));
    let bare = lines.map(|line| match line.strip_prefix("pub(") {
        Some(rest) => rest.split_once(") ").map_or(rest, |(_, bare)| bare),
        None => line,
    });
    bare.filter_map(|line| Some(name_at(words.iter().find_map(|word| line.strip_prefix(word))?))).collect()
}

/// Names of types that two rooms share, and why. The other games have the words of games for themselves.
const SHARED_NAMES: [(&str, &str); 2] = [
    ("Command", "what a manager says, and what the command line does"),
    ("Node", "a node of a file of SGF, and a node of any tree of moves"),
];

#[test]
fn no_two_rooms_share_the_name_of_a_type() {
    let mut known: BTreeMap<String, PathBuf> = BTreeMap::new();
    let (mut faults, mut shared) = (Vec::new(), BTreeSet::new());
    for (path, text) in ["src", "engine/src", "protocol/src"].iter().flat_map(|folder| files(folder, &["rs"])) {
        if path.ends_with("tests.rs") {
            continue;
        }
        for name in types(&without_tests(&code(&text))) {
            let Some(other) = known.insert(name.clone(), path.clone()) else { continue };
            match SHARED_NAMES.iter().find(|(shared, _)| *shared == name) {
                Some((name, _)) => drop(shared.insert(*name)),
                None => faults.push(format!("{name}: {} and {}", other.display(), path.display())),
            }
        }
    }
    assert!(known.contains_key("Progress") && known.contains_key("Searcher"), "types cannot be read: {known:?}");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert_eq!(shared.len(), SHARED_NAMES.len(), "some names are not shared any more: {shared:?}");
}

/// Lines of code in which one of the words stands, as `path:line`.
fn lines_with(files: impl IntoIterator<Item = (PathBuf, String)>, words: &[&str]) -> Vec<String> {
    lines_where(files, |line| words.iter().any(|word| line.contains(word)))
}

fn lines_where(files: impl IntoIterator<Item = (PathBuf, String)>, is_meant: impl Fn(&str) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    for (path, text) in files {
        for (number, line) in text.lines().enumerate() {
            if is_meant(line) {
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
        !may && ["engine/src", "engine/games/src", "protocol/src"].iter().any(|source| path.starts_with(source))
    };
    let found = lines_with(all_code().into_iter().filter(speaks), &["print!(", "println!(", "dbg!("]);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn seeds_of_hashers_stand_in_one_place() {
    let others = all_code().into_iter().filter(|(path, _)| path != Path::new("engine/src/stable_map.rs"));
    let found = lines_with(others, &["with_seeds(", "ahash::"]);
    assert!(found.is_empty(), "use a StableMap or a StableSet:\n{}", found.join("\n"));
}

#[test]
fn nothing_is_unfinished_and_no_test_is_left_out() {
    let found = lines_with(all_code(), &["todo!(", "unimplemented!(", "#[ignore"]);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Words that once stood in the code for what the field calls otherwise.
const COINED: &str =
    "quad spoiler unrest gauge harvest habit shadow surroundings fixture contender prospect called_off";

#[test]
fn no_coined_word_comes_back() {
    let is_coined = |line: &str| COINED.split(' ').any(|word| line.to_lowercase().contains(word));
    let found = lines_where(all_code(), is_coined);
    assert!(found.is_empty(), "the field has a word for it:\n{}", found.join("\n"));
}

#[test]
fn every_source_file_says_first_what_it_is_for() {
    for (path, text) in all_files(&["rs"]) {
        let first = text.lines().next().unwrap_or_default();
        assert!(first.strip_prefix("//! ").is_some_and(|line| line.len() > 10), "{}: {first}", path.display());
    }
}

/// How wide a comment may be: rustfmt breaks code, and leaves comments as they are.
const WIDEST_COMMENT: usize = 130;

#[test]
fn no_comment_is_too_wide() {
    let mut faults = Vec::new();
    for (path, text) in all_files(&["rs"]) {
        let is_wide = |line: &str| line.trim_start().starts_with("//") && line.chars().count() > WIDEST_COMMENT;
        let wide = (1..).zip(text.lines()).filter(|(_, line)| is_wide(line));
        faults.extend(wide.map(|(number, _)| format!("{}:{number}", path.display())));
    }
    assert!(faults.is_empty(), "comments wider than {WIDEST_COMMENT}:\n{}", faults.join("\n"));
}

#[test]
fn every_source_file_has_its_length() {
    let mut faults = Vec::new();
    for (folder, length) in LINES {
        // What is split off for tests may be short.
        for (path, text) in files(folder, &["rs"]).into_iter().filter(|(path, _)| !path.ends_with("tests.rs")) {
            let excused = OTHER_LENGTHS.iter().any(|(known, _)| path == Path::new(known));
            let lines = text.lines().count();
            let lists_modules = lines < *length.start() && code(&text).contains("mod ");
            if length.contains(&lines) == excused && !lists_modules {
                let why = if excused { "which needs no excuse any more" } else { "which is no length for it" };
                faults.push(format!("{} has {lines} lines, {why}: {length:?}", path.display()));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
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
    // What else lies in the tree of a packager, such as sources of crates, is none of ours.
    if !root().join(".git").exists() {
        return;
    }
    let agreed = ["Cargo.toml", "Cargo.lock", "README.md", "LICENSE", "src", "engine", "protocol", "tests", "scripts"];
    let listed = Command::new("git").arg("ls-files").current_dir(root()).output();
    let listed = listed.unwrap();
    assert!(listed.status.success(), "git lists nothing: {}", String::from_utf8_lossy(&listed.stderr));
    let listed = String::from_utf8(listed.stdout).unwrap();
    let names: BTreeSet<&str> = listed.lines().filter_map(|path| path.split('/').next()).collect();
    assert!(names.is_superset(&agreed.into()), "git lists {names:?}");
    for name in names {
        // What begins with a dot belongs to tools.
        assert!(agreed.contains(&name) || name.starts_with('.'), "{name} is not among {agreed:?}");
    }
}
