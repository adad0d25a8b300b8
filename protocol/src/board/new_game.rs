//! What is asked for when a game begins: its rules, who plays, how well and for how long.

use serde::Deserialize;

use crate::board::job::PlayLevel;

/// A game that is to be played.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// The name of the rule.
    pub rule: String,
    /// Points in a row.
    pub width: usize,
    /// Number of rows.
    pub height: usize,
    /// The name of the opening rule.
    pub opening: String,
    /// Whether a person sits in seat A, who opens with Black, and in seat B.
    pub people: [bool; 2],
    /// How well the engine plays.
    pub level: PlayLevel,
    /// The time of both.
    pub clocks: Clocks,
    /// Whether the game goes on from the position that is shown, with its rule and size; seat A has Black.
    #[serde(default)]
    pub from_here: bool,
    /// How both seats are called in a file of the game; who has no name has none there.
    #[serde(default)]
    pub names: [String; 2],
}

/// The time of each side, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Clocks {
    /// As much as one likes.
    Unlimited,
    /// For the game, and what each move adds.
    Fischer {
        /// For the game.
        main: u64,
        /// What a move adds.
        increment: u64,
    },
    /// For each move.
    PerMove {
        /// For each.
        each: u64,
    },
    /// For the game, and then for each move.
    Byoyomi {
        /// For the game.
        main: u64,
        /// For each move after that.
        each: u64,
    },
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use serde::de::DeserializeOwned;
    use tengen_engine::RuleKind;
    use tengen_engine::opening::{OpeningRule, Pattern};
    use tengen_engine::point::{MAX_SIDE, MIN_SIDE};
    use tengen_engine::record::format::FileFormat;

    /// What the page offers for a game, and for files.
    const RULES: &str = include_str!("../../../src/board/page/rules.js");
    const FILES: &str = include_str!("../../../src/board/page/files.js");

    /// A constant of a script that is written as JSON.
    fn constant<T: DeserializeOwned>(script: &str, name: &str) -> T {
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
        let named = |pattern: Pattern| (pattern.to_string(), format!("{} {}", pattern.kanji(), pattern.japanese()));
        assert_eq!(constant::<BTreeMap<String, String>>(RULES, "PATTERNS"), Pattern::all().map(named).collect());
        let written = FileFormat::ALL.into_iter().filter(|format| format.is_written());
        let names: BTreeSet<String> = written.map(|format| format.name().to_string()).collect();
        assert_eq!(constant::<BTreeSet<String>>(FILES, "FORMATS"), names);
    }
}
