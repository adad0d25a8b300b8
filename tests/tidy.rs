//! The repository is kept as its map says: modules import downwards only, and nothing is left lying about.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// How many lines the source files below a folder have, at the least and at the most. A file that only lists its modules may
/// be shorter; a longer one wants to be two.
const LINES: [(&str, RangeInclusive<usize>); 6] = [
    ("engine/src", 50..=400),
    ("engine/tests", 1..=400),
    ("engine/examples", 30..=60),
    ("protocol/src", 50..=400),
    ("src", 1..=900),
    ("tests", 1..=900),
];

/// Files that are shorter or longer than [`LINES`] say, and why.
const OTHER_LENGTHS: [(&str, &str); 6] = [
    ("engine/src/search/pvs.rs", "the one recursion of the search, whose numbered steps are read in one piece"),
    ("engine/src/search/node.rs", "kinds of nodes are types that two modules share"),
    ("engine/src/search/stability.rs", "one rule of the time, which changes by itself"),
    ("engine/src/eval/threat_mask.rs", "the index of two tables, known to evaluation and history"),
    ("engine/src/living/safety.rs", "one rule of counting, beside others of its kind"),
    ("engine/src/jiu/perft.rs", "counts of another tree than that of Gomoku"),
];

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

/// The folders of crates whose documentation has a map.
const MAPPED: [&str; 2] = ["engine/src", "protocol/src"];

/// The modules of a crate, lowest first, as the map in its documentation lists them.
fn map(source: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join(source).join("lib.rs")).unwrap();
    let names = text.lines().filter_map(|line| Some(line.strip_prefix("//! - [`")?.split_once('`')?.0.to_string()));
    let map: Vec<String> = names.collect();
    assert!(map.len() > 10, "the map in {source}/lib.rs cannot be read: {map:?}");
    map
}

/// The module of the crate that a file belongs to: `shape` for `engine/src/shape/table.rs`.
fn module_of(source: &str, path: &Path) -> String {
    let inside = path.strip_prefix(source).unwrap();
    let first = inside.iter().next().unwrap().to_str().unwrap();
    first.trim_end_matches(".rs").to_string()
}

fn modules(source: &str) -> Vec<(String, PathBuf, String)> {
    let root = Path::new(source).join("lib.rs");
    let files = files(source, &["rs"]).into_iter().filter(|(path, _)| *path != root);
    files.map(|(path, text)| (module_of(source, &path), path, code(&text))).collect()
}

#[test]
fn the_map_lists_every_module_once() {
    for source in MAPPED {
        let map = map(source);
        let listed: BTreeSet<String> = map.iter().cloned().collect();
        assert_eq!(map.len(), listed.len(), "a module is listed twice: {map:?}");
        let present: BTreeSet<String> = modules(source).into_iter().map(|(module, ..)| module).collect();
        assert_eq!(listed, present, "left: the map in {source}/lib.rs; right: the files");
    }
}

#[test]
fn every_line_of_the_map_says_what_the_module_must_never_know() {
    for source in MAPPED {
        let text = fs::read_to_string(root().join(source).join("lib.rs")).unwrap();
        let doc: String = text.lines().filter_map(|line| line.strip_prefix("//!")).collect::<Vec<_>>().join("\n");
        for entry in doc.split("\n - [`").skip(1) {
            let entry = entry.split("\n\n").next().unwrap();
            assert!(entry.contains("Never knows"), "{source}: {entry}");
        }
    }
}

/// All paths below `crate::` in a piece of code, groups in braces taken apart: `["a", "b"]` for `crate::a::b`.
fn crate_paths(code: &str) -> Vec<Vec<String>> {
    let mut paths = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        let before = code[..at].chars().next_back();
        if before.is_none_or(|c| !c.is_alphanumeric() && c != '_') {
            use_tree(&code[at + "crate::".len()..], &[], &mut paths);
        }
    }
    paths
}

fn name_at(text: &str) -> String {
    text.trim_start().chars().take_while(|&c| c.is_alphanumeric() || c == '_').collect()
}

/// Adds the paths of a tree of imports such as `a::{b, c::d}`, each behind a prefix, and returns what follows the tree.
fn use_tree<'a>(text: &'a str, prefix: &[String], paths: &mut Vec<Vec<String>>) -> &'a str {
    let text = text.trim_start();
    if let Some(mut rest) = text.strip_prefix('{') {
        loop {
            rest = use_tree(rest, prefix, paths).trim_start();
            match rest.strip_prefix(',') {
                Some(more) if !more.trim_start().starts_with('}') => rest = more,
                Some(end) => return end.trim_start().strip_prefix('}').unwrap_or(end),
                None => return rest.strip_prefix('}').unwrap_or(rest),
            }
        }
    }
    let name = name_at(text);
    let rest = &text[name.len()..];
    let path: Vec<String> = prefix.iter().cloned().chain([name]).collect();
    if let Some(below) = rest.strip_prefix("::") {
        return use_tree(below, &path, paths);
    }
    if path.last().is_some_and(|name| !name.is_empty()) {
        paths.push(path);
    }
    // `as` gives another name to the same thing.
    let renamed = rest.trim_start().strip_prefix("as ");
    renamed.map_or(rest, |new| &new.trim_start()[name_at(new).len()..])
}

/// What `super::` leads to from every place in a file, as a path from the crate: empty for the crate itself.
fn super_paths(module: &[String], code: &str) -> Vec<Vec<String>> {
    let mut here: Vec<(String, usize)> = module.iter().map(|part| (part.clone(), 0)).collect();
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
    let faults: Vec<String> = MAPPED.into_iter().flat_map(imports_from_above).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// What is wrong with the imports of a crate by its map.
fn imports_from_above(source: &str) -> Vec<String> {
    let map = map(source);
    let level: BTreeMap<&str, usize> = map.iter().enumerate().map(|(level, name)| (name.as_str(), level)).collect();
    let modules = modules(source);
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

/// The path of modules that a file of a crate is: `["search", "tt"]` for `engine/src/search/tt.rs`, empty for the root.
fn module_path(source: &str, path: &Path) -> Vec<String> {
    let inside = path.strip_prefix(source).unwrap().with_extension("");
    let parts: Vec<String> = inside.iter().map(|part| part.to_str().unwrap().to_string()).collect();
    if ["lib", "main"].iter().any(|root| parts == [*root]) { Vec::new() } else { parts }
}

/// Code without the tests at its end, which may look at what stands above.
fn without_tests(code: &str) -> String {
    code.split("#[cfg(test)]\nmod ").next().unwrap_or_default().to_string()
}

/// The circle that a graph has, if it has one, as a path that ends where it began.
fn circle(edges: &BTreeMap<String, BTreeSet<String>>) -> Option<Vec<String>> {
    fn visit(
        node: &str,
        edges: &BTreeMap<String, BTreeSet<String>>,
        way: &mut Vec<String>,
        done: &mut BTreeSet<String>,
    ) -> Option<Vec<String>> {
        if let Some(at) = way.iter().position(|known| known == node) {
            return Some(way[at..].iter().cloned().chain([node.to_string()]).collect());
        }
        if !done.insert(node.to_string()) {
            return None;
        }
        way.push(node.to_string());
        let found = edges.get(node).into_iter().flatten().find_map(|next| visit(next, edges, way, done));
        way.pop();
        found
    }
    let mut done = BTreeSet::new();
    edges.keys().find_map(|node| visit(node, edges, &mut Vec::new(), &mut done))
}

/// The circles among the modules of each folder of a crate. What lies below a module counts as part of it; a module and those
/// below it may know each other.
fn circles(files: &[(Vec<String>, String)]) -> Vec<String> {
    let modules: BTreeSet<&[String]> = files.iter().map(|(module, _)| module.as_slice()).collect();
    let mut folders: BTreeMap<Vec<String>, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
    for (module, code) in files {
        for path in crate_paths(code).into_iter().chain(super_paths(module, code)) {
            let Some(target) = (0..=path.len()).rev().map(|len| &path[..len]).find(|path| modules.contains(path))
            else {
                continue;
            };
            let shared = module.iter().zip(target).take_while(|(own, other)| own == other).count();
            if shared < module.len() && shared < target.len() {
                let folder = folders.entry(target[..shared].to_vec()).or_default();
                folder.entry(module[shared].clone()).or_default().insert(target[shared].clone());
            }
        }
    }
    let found = folders.iter().filter_map(|(folder, edges)| Some((folder, circle(edges)?)));
    found.map(|(folder, circle)| format!("in {}: {}", folder.join("::"), circle.join(" -> "))).collect()
}

#[test]
fn the_modules_of_no_folder_import_each_other_in_a_circle() {
    let mut found = Vec::new();
    for source in ["engine/src", "protocol/src", "src"] {
        let files: Vec<(Vec<String>, String)> = files(source, &["rs"])
            .into_iter()
            .map(|(path, text)| (module_path(source, &path), without_tests(&code(&text))))
            .collect();
        found.extend(circles(&files).into_iter().map(|circle| format!("{source} {circle}")));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn circles_are_found_and_nothing_else() {
    let check = |files: &[(&str, &str)], expected: &[&str]| {
        let parts = |path: &str| path.split("::").filter(|part| !part.is_empty()).map(str::to_string).collect();
        let files: Vec<(Vec<String>, String)> =
            files.iter().map(|&(path, code)| (parts(path), code.to_string())).collect();
        assert_eq!(circles(&files), expected);
    };
    check(&[("a", "use crate::b::X;"), ("b", "use crate::a;")], &["in : a -> b -> a"]);
    check(&[("a", "use crate::b::{X, c::Y};"), ("b", ""), ("b::c", "use crate::b::X;")], &[]);
    check(
        &[("a", ""), ("a::b", "use super::c::X;"), ("a::c", "use crate::a::{d, Y};"), ("a::d", "use super::b;")],
        &["in a: b -> c -> d -> b"],
    );
    // What lies below counts for what lies above.
    check(&[("a::x", "use crate::b::y::Z;"), ("b::y", ""), ("b", "use crate::a::x;")], &["in : a -> b -> a"]);
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
    for (module, path, code) in modules("engine/src") {
        let own = module_path("engine/src", &path);
        for target in crate_paths(&code).into_iter().chain(super_paths(&own, &code)) {
            let name = target[0].clone();
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
        use crate::{a::{x, y}, b, c::z as n}; // crate::no
        /* crate::no */ const S: &str = "crate::no \" crate::no"; const R: &str = r#"crate::no""#;
        fn f<'a>(c: char) -> crate::d::T { let q = ('"', '\'', 'x'); crate::e!(); mycrate::no(); $crate::f::g }
        pub(crate) fn h() {}
    "##;
    let paths: Vec<String> = crate_paths(&code(text)).iter().map(|path| path.join("::")).collect();
    assert_eq!(paths, ["a::x", "a::y", "b", "c::z", "d::T", "e", "f::g"]);
    let text = "use super::a; mod n; mod m { use super::super::b; fn f() { super::c() } } use super::d;";
    let module = ["x", "y"].map(str::to_string);
    let paths: Vec<String> = super_paths(&module, text).iter().map(|path| path.join("::")).collect();
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
fn every_source_file_says_first_what_it_is_for() {
    for (path, text) in all_files(&["rs"]) {
        let first = text.lines().next().unwrap_or_default();
        assert!(first.strip_prefix("//! ").is_some_and(|line| line.len() > 10), "{}: {first}", path.display());
    }
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
    let agreed = ["Cargo.toml", "Cargo.lock", "README.md", "LICENSE", "src", "engine", "protocol", "tests", "scripts"];
    for entry in fs::read_dir(root()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        // What begins with a dot belongs to tools, and the build folder to none of us.
        let known = agreed.contains(&name.as_str()) || name.starts_with('.') || name == "target";
        assert!(known, "{name} is not among {agreed:?}");
    }
}
