//! What the code of a module imports, read without a compiler, and the circles that imports make.

use std::collections::{BTreeMap, BTreeSet};

/// The code of a source file: comments, strings and characters are blanked, lines stay where they are.
pub(super) fn code(text: &str) -> String {
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

/// All paths below `crate::` in a piece of code, groups in braces taken apart: `["a", "b"]` for `crate::a::b`.
pub(super) fn crate_paths(code: &str) -> Vec<Vec<String>> {
    let mut paths = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        let before = code[..at].chars().next_back();
        if before.is_none_or(|c| !c.is_alphanumeric() && c != '_') {
            use_tree(&code[at + "crate::".len()..], &[], &mut paths);
        }
    }
    paths
}

/// What could be names in a text, with nothing between signs that stand together.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
}

pub(super) fn name_at(text: &str) -> String {
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
pub(super) fn super_paths(module: &[String], code: &str) -> Vec<Vec<String>> {
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

/// Code without the tests at its end, which may look at what stands above.
pub(super) fn without_tests(code: &str) -> String {
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
pub(super) fn circles(files: &[(Vec<String>, String)]) -> Vec<String> {
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
