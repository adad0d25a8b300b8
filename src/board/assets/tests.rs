//! The page is in the program as it is; what it offers, and has words for, is what there is.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde_json::json;
use tengen_engine::RuleKind;
use tengen_engine::opening::{OpeningRule, Pattern};
use tengen_engine::point::{MAX_SIDE, MIN_SIDE};
use tengen_engine::record::format::FileFormat;
use tengen_engine::record::losses::Lost;
use tengen_protocol::board::{PageNote, PageRefusal};

use super::*;

/// What the page offers for a game, and for files.
const RULES: &str = include_str!("../page/rules.js");
const FILES: &str = include_str!("../page/files.js");
/// The words of the page.
const TEXTS: &str = include_str!("../page/texts.js");
/// Before which engine a text stands, as the end of its key, where it does not stand before both.
const FRONTS: [&str; 2] = ["_server", "_worker"];

#[test]
fn every_file_of_the_page_is_in_the_program() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("board/page");
    let entries = std::fs::read_dir(folder).unwrap();
    let files: BTreeSet<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    // What belongs to the folder for web hosts alone.
    let elsewhere = ["front.js", "worker.js", "service.js", "manifest.json"].map(str::to_string);
    let embedded: BTreeSet<String> = ASSETS.iter().map(|asset| asset.name.to_string()).collect();
    assert_eq!(files, embedded.into_iter().chain(elsewhere).collect());
    assert_eq!(find("").unwrap().name, "index.html");
    assert!(find("../Cargo.toml").is_none());
}

/// A constant of a script that is written as JSON.
pub(in crate::board) fn constant<T: DeserializeOwned>(script: &str, name: &str) -> T {
    let (_, rest) = script.split_once(&format!("const {name} = ")).unwrap();
    serde_json::from_str(rest.split_once(';').unwrap().0).unwrap()
}

#[test]
fn the_page_offers_the_rules_sizes_openings_and_formats_that_there_are() {
    let rules = RuleKind::ALL.map(|rule| rule.name().to_string());
    assert_eq!(constant::<BTreeSet<String>>(RULES, "RULES"), BTreeSet::from(rules));
    assert_eq!(constant::<[usize; 2]>(RULES, "SIDES"), [MIN_SIDE, MAX_SIDE]);
    let mut openings = BTreeMap::<String, BTreeSet<String>>::new();
    for opening in OpeningRule::common().chain(Pattern::all().map(OpeningRule::Designated)) {
        openings.entry(opening.usual_rule().to_string()).or_default().insert(opening.to_string());
    }
    assert_eq!(constant::<BTreeMap<String, BTreeSet<String>>>(RULES, "OPENINGS"), openings);
    let written = FileFormat::ALL.into_iter().filter(|format| format.is_written());
    let names: BTreeSet<String> = written.map(|format| format.name().to_string()).collect();
    assert_eq!(constant::<BTreeSet<String>>(FILES, "FORMATS"), names);
}

/// The texts whose keys begin so, by what follows: in English, simplified and traditional Chinese, Japanese and Russian.
fn rows(prefix: &str) -> BTreeMap<String, [String; 5]> {
    let row = |line: &str| {
        let (key, texts) = line.strip_prefix("  ")?.strip_prefix(prefix)?.split_once(": ")?;
        Some((key.to_string(), serde_json::from_str(texts.trim_end_matches(',')).unwrap()))
    };
    TEXTS.lines().filter_map(row).collect()
}

#[test]
fn the_page_has_a_name_for_every_opening_of_renju() {
    let english = |pattern: Pattern| format!("{} ({})", pattern.japanese(), pattern.english());
    let due = Pattern::all().map(|pattern| (pattern.to_string(), [english(pattern), pattern.kanji().to_string()]));
    let named = rows("pattern_").into_iter().map(|(code, [english, _, _, japanese, _])| (code, [english, japanese]));
    assert_eq!(named.collect::<BTreeMap<_, _>>(), due.collect());
}

#[test]
fn the_page_has_words_for_all_that_a_file_may_lose() {
    let worded: BTreeSet<String> = rows("left_out_").into_keys().collect();
    assert_eq!(worded, Lost::ALL.map(|lost| lost.key().to_string()).into());
}

/// All keys that are told under a name: of one that is none all that there are is said.
fn keys<T: DeserializeOwned + Debug>(name: &str) -> BTreeSet<String> {
    let why = serde_json::from_value::<T>(json!({ name: "?" })).unwrap_err().to_string();
    let (_, keys) = why.split_once("expected one of").unwrap();
    keys.split('`').skip(1).step_by(2).map(str::to_string).collect()
}

/// Which parts a text has a place for.
fn parts(text: &str) -> Vec<usize> {
    (0..4).filter(|part| text.contains(&format!("{{{part}}}"))).collect()
}

#[test]
fn the_page_has_words_for_every_note_and_says_what_belongs_to_it() {
    for key in keys::<PageNote>("note") {
        let is_alone = serde_json::from_value::<PageNote>(json!({ "note": &key })).is_ok();
        let due: &[usize] = if is_alone { &[] } else { &[0] };
        assert!(rows(&key)[""].iter().all(|text| parts(text) == due), "{key}");
    }
}

#[test]
fn the_page_has_words_for_every_refusal_and_for_no_other() {
    let mut refusals = keys::<PageRefusal>("key");
    assert!(refusals.remove("other") && refusals.len() > 20, "{refusals:?}");
    let rows = rows("refused_");
    let mut worded = BTreeSet::new();
    for (key, texts) in &rows {
        let of_both = FRONTS.iter().find_map(|&front| key.strip_suffix(front));
        let key = of_both.unwrap_or(key);
        worded.insert(key.to_string());
        assert!(of_both.is_none() || FRONTS.iter().all(|front| rows.contains_key(&format!("{key}{front}"))));
        let named: Vec<Vec<usize>> = texts.iter().map(|text| parts(text)).collect();
        assert!(named.iter().all(|parts| *parts == named[0]), "{key}: {texts:?}");
        // What can only be told as the last part, why it is so, is told.
        let reasons = [
            ("no_opening_rule", 0),
            ("no_place", 0),
            ("no_set_up", 0),
            ("not_action", 0),
            ("not_moves", 0),
            ("unplayable_move", 1),
            ("unreadable_file", 1),
            ("unwritable_tree", 1),
        ];
        let reason = reasons.iter().find(|(of_key, _)| *of_key == key);
        assert!(reason.is_none_or(|(_, part)| named[0].contains(part)), "{key}: {texts:?}");
    }
    assert_eq!(worded, refusals);
}
