//! What the libraries publish is on record: a change of a public name or signature is a change of a file of `tests/data`.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::Path;

use super::imports::{code, without_tests, words};
use super::{files, root};

/// The libraries: their name and their source.
const LIBRARIES: [(&str, &str); 3] =
    [("tengen-engine", "engine/src"), ("tengen-games", "engine/games/src"), ("tengen-protocol", "protocol/src")];

/// Files of internals of which the root of the engine shows types.
const SHOWN: [&str; 4] = ["line.rs", "search/best_line.rs", "search/time.rs", "search/threat/proof.rs"];

/// Attributes that belong to what is published, as they begin.
const KEPT: [&str; 3] = ["#[derive(", "#[non_exhaustive", "#[macro_export"];

/// The modules that a library opens as internals, which promise nothing.
fn internals(source: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join(source).join("lib.rs")).unwrap();
    let opened = text.split("    opened!(").nth(1).and_then(|rest| rest.split_once(')'));
    opened.map_or(Vec::new(), |(names, _)| names.split_whitespace().map(str::to_string).collect())
}

/// The text in one line, with single blanks.
fn joined(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The part of a text up to the brace or the semicolon that ends a declaration, which is outside of all brackets.
fn head(text: &str, ends: &[char]) -> String {
    let mut depth = 0;
    let end = text.char_indices().find(|&(_, c)| {
        depth += i32::from("([".contains(c)) - i32::from(")]".contains(c));
        depth <= 0 && ends.contains(&c)
    });
    joined(&text[..end.map_or(text.len(), |(at, _)| at)])
}

/// What stands in braces after a head, without bodies of functions.
fn body(text: &str, is_trait: bool) -> String {
    let (mut depth, mut kept) = (0, String::new());
    for c in text.chars() {
        depth += i32::from(c == '{');
        if depth < 2 || !is_trait {
            kept.push(c);
        }
        if c == '}' {
            depth -= 1;
            if depth == 0 {
                break;
            }
        }
    }
    joined(&kept)
}

/// Where a declaration ends, by its first words, if it is a public one.
fn end_of(words: &[&str]) -> Option<&'static [char]> {
    match words {
        ["pub", "const", "fn"] | ["pub", "fn", ..] | ["pub", "struct", ..] => Some(&['{', ';']),
        ["pub", "const" | "static", ..] => Some(&['=', ';']),
        ["pub", "mod" | "type", ..] => Some(&['{', ';']),
        // A field.
        ["pub", ..] => Some(&[',', '}']),
        _ => None,
    }
}

/// The public declarations of a piece of code in their order, one a line; methods stand below the head of their block.
fn declarations(code: &str) -> Vec<String> {
    let (mut found, mut attributes, mut at) = (Vec::new(), Vec::new(), 0);
    // The head of the block of methods that is read, until it has been noted.
    let mut block = None;
    for line in code.split_inclusive('\n') {
        let item = code[at..].trim_start_matches(' ');
        let is_inside = line.starts_with(' ');
        at += line.len();
        let words: Vec<&str> = line.split_whitespace().take(3).collect();
        let Some(first) = words.first() else { continue };
        if first.starts_with("#[") {
            attributes.extend(KEPT.iter().any(|kept| first.starts_with(kept)).then(|| head(item, &['\n'])));
            continue;
        }
        let attributes = std::mem::take(&mut attributes);
        if !is_inside {
            block = first.starts_with("impl").then(|| head(item, &['{']));
            found.extend(block.take_if(|block| block.contains(" for ")));
        }
        let text = match words[..] {
            ["pub", "enum" | "trait", ..] => body(item, words[1] == "trait"),
            ["pub", "use", ..] => joined(item.split(';').next().expect("there is always a first part")),
            _ => match end_of(&words) {
                Some(end) => head(item, end),
                None => continue,
            },
        };
        found.extend(attributes);
        found.extend(block.take());
        found.push(format!("{}{text}", if is_inside { "    " } else { "" }));
    }
    found
}

/// All that a library publishes.
fn published(source: &str) -> String {
    let internals = internals(source);
    let mut text = String::new();
    for (path, content) in files(source, &["rs"]) {
        let inside = path.strip_prefix(source).unwrap();
        let module = inside.iter().next().unwrap().to_str().unwrap().trim_end_matches(".rs");
        let is_shown = SHOWN.iter().any(|shown| inside == Path::new(shown));
        if internals.iter().any(|name| name == module) && !is_shown || path.ends_with("tests.rs") {
            continue;
        }
        let found = declarations(&without_tests(&code(&content)));
        if !found.is_empty() {
            text += &format!("# {}\n{}\n\n", inside.display(), found.join("\n"));
        }
    }
    text
}

#[test]
fn what_is_published_is_on_record() {
    for (name, source) in LIBRARIES {
        let file = root().join(format!("tests/data/public/{name}.txt"));
        let found = published(source);
        assert!(found.lines().count() > 50, "{name} cannot be read:\n{found}");
        if env::var_os("UPDATE_EXPECT").is_some() {
            fs::write(&file, &found).unwrap();
        }
        let recorded = fs::read_to_string(&file).unwrap_or_default();
        let new = found.lines().filter(|line| !recorded.lines().any(|known| known == *line));
        let gone = recorded.lines().filter(|line| !found.lines().any(|kept| kept == *line));
        let changes: Vec<String> =
            gone.map(|line| format!("- {line}")).chain(new.map(|line| format!("+ {line}"))).collect();
        assert!(
            found == recorded,
            "{name} publishes something else than {}: note it in its CHANGELOG, and renew the record with UPDATE_EXPECT=1\n{}",
            file.display(),
            changes.join("\n")
        );
    }
}

/// Words of a sentence about a name that is published no more.
const GONE: [&str; 5] = ["gone", "the place of", "no longer", "formerly", "private"];

/// The names such as `Type::name` in a sentence of a changelog.
fn names(sentence: &str) -> impl Iterator<Item = &str> {
    let is_path = |name: &&str| name.contains("::") && name.chars().all(|c| c.is_alphanumeric() || "_:".contains(c));
    sentence.split('`').skip(1).step_by(2).filter(is_path)
}

#[test]
fn a_changelog_names_what_is_published_or_says_that_it_is_gone() {
    let read = |(name, _)| fs::read_to_string(root().join(format!("tests/data/public/{name}.txt"))).unwrap();
    let published: String = LIBRARIES.map(read).concat();
    let known: BTreeSet<&str> = words(&published).collect();
    let mut faults = Vec::new();
    // How many names each of them has at the least, for it was read.
    for ((library, source), least) in LIBRARIES.into_iter().zip([50, 10, 50]) {
        let text = fs::read_to_string(root().join(source).with_file_name("CHANGELOG.md")).unwrap();
        let unreleased = text.split("\n## ").nth(1).unwrap();
        let sentences: Vec<String> = unreleased.split("\n- ").flat_map(|item| item.split(". ").map(joined)).collect();
        assert!(sentences.iter().flat_map(|sentence| names(sentence)).count() > least, "{library} cannot be read");
        for sentence in sentences.iter().filter(|sentence| !GONE.iter().any(|word| sentence.contains(word))) {
            let unknown = names(sentence).filter(|name| !name.split("::").all(|part| known.contains(part)));
            faults.extend(unknown.map(|name| format!("{library}: {name}: {sentence}")));
        }
    }
    assert!(faults.is_empty(), "these are not published:\n{}", faults.join("\n"));
}

#[test]
fn a_library_brings_its_licence() {
    let licence = fs::read_to_string(root().join("LICENSE")).unwrap();
    for (name, source) in LIBRARIES {
        let brought = fs::read_to_string(root().join(source).with_file_name("LICENSE"));
        assert_eq!(brought.ok().as_ref(), Some(&licence), "{name}");
    }
}

#[test]
fn what_is_published_reads_no_file_outside_its_folder() {
    let folders = LIBRARIES.map(|(_, source)| Path::new(source).parent().unwrap());
    for (path, text) in LIBRARIES.iter().flat_map(|(_, source)| files(source.trim_end_matches("/src"), &["rs"])) {
        let package =
            folders.iter().filter(|folder| path.starts_with(folder)).max_by_key(|folder| folder.components().count());
        let depth = path.parent().unwrap().strip_prefix(package.unwrap()).unwrap().components().count();
        for named in text.split("\"../").skip(1) {
            let steps = 1 + named.split('/').take_while(|part| *part == "..").count();
            assert!(steps <= depth, "{}: a package has its own files alone, and not {named:.40}", path.display());
        }
    }
}

#[test]
fn declarations_are_read_as_they_are_written() {
    let text = "
#[derive(Clone)]
pub struct Place<'a> {
    /// Where.
    pub at: (usize, usize),
    hidden: u8,
}

#[derive(Debug)]
struct Hidden;

impl Place<'_> {
    pub const fn new(
        at: usize,
    ) -> Place<'static> {
        todo
    }
    pub(crate) fn inner(&self) {}
}

impl Hidden {
    fn nothing() {}
}

impl fmt::Display for Place<'_> {
    fn fmt(&self) {}
}

pub trait Seen {
    fn see(&self) -> bool { true }
}

pub enum Kind { One, Two { of: u8 } }
pub const SIDE: usize = 3;
pub use a::{b, c};
";
    let expected = [
        "#[derive(Clone)]",
        "pub struct Place<'a>",
        "    pub at: (usize, usize)",
        "impl Place<'_>",
        "    pub const fn new( at: usize, ) -> Place<'static>",
        "impl fmt::Display for Place<'_>",
        "pub trait Seen { fn see(&self) -> bool }",
        "pub enum Kind { One, Two { of: u8 } }",
        "pub const SIDE: usize",
        "pub use a::{b, c}",
    ];
    assert_eq!(declarations(&code(text)), expected);
}
