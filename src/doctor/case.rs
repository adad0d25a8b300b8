//! The cases, as files that list them.
//!
//! ```text
//! # A remark. The topic of all cases of a file is its name.
//! case line-feed
//! required c-gomoku-cli, Yixin-Board: Lines that end with LF alone are read
//! >lf START 15
//! < OK
//! ```
//!
//! The second line says how much it matters (`required`, `recommended` or `optional`), which managers need it, or
//! `nobody`, and what is asked. Then come the steps (see [`script`](crate::doctor::script)), before them perhaps
//! `args WORDS` for the command line, and `elsewhere` to start the engine in an empty folder. There the files that its own
//! arguments name have their whole paths.

use std::path::Path;

use anyhow::{Context, Result, anyhow, bail, ensure};
use serde::Serialize;

use crate::doctor::script::ScriptStep;
use crate::files;
use crate::terminal::shortened;

/// The built-in cases, by topic.
const BUILT_IN: [(&str, &str); 9] = [
    ("transport", include_str!("cases/transport.txt")),
    ("commands", include_str!("cases/commands.txt")),
    ("positions", include_str!("cases/positions.txt")),
    ("info", include_str!("cases/info.txt")),
    ("swap2", include_str!("cases/swap2.txt")),
    ("soosyrv", include_str!("cases/soosyrv.txt")),
    ("rules", include_str!("cases/rules.txt")),
    ("analysis", include_str!("cases/analysis.txt")),
    ("invariants", include_str!("cases/invariants.txt")),
];

/// How much a case matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Level {
    /// The protocol demands it, or a manager in use depends on it.
    Required,
    /// Managers get along without it, or people expect it.
    Recommended,
    /// It may be left out, but must be right if it is there.
    Optional,
}

impl Level {
    const ALL: [Level; 3] = [Level::Required, Level::Recommended, Level::Optional];

    /// As it is written.
    pub(super) fn name(self) -> &'static str {
        match self {
            Level::Required => "required",
            Level::Recommended => "recommended",
            Level::Optional => "optional",
        }
    }
}

/// The managers that a case may name.
pub(super) const MANAGERS: [&str; 6] =
    ["Piskvork", "Gomocup judge", "c-gomoku-cli", "Yixin-Board", "gomocalc", "qpiskvork"];

/// One case of the examination.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Case {
    /// Its name, different from all others.
    pub name: String,
    /// What it is about: the name of its file.
    pub topic: String,
    /// How much it matters.
    pub level: Level,
    /// The managers that an engine fails with which fails this.
    pub managers: Vec<&'static str>,
    /// What the protocol asks.
    pub asks: String,
    /// What the engine is started with, after its own arguments.
    pub arguments: Vec<String>,
    /// Whether it is started in a folder of the case.
    pub elsewhere: bool,
    /// The conversation: each step as it is written, and what it means.
    pub steps: Vec<(String, ScriptStep)>,
}

/// The cases of the examination.
pub(super) fn built_in() -> Vec<Case> {
    let parsed = BUILT_IN.iter().map(|(topic, text)| parse(topic, text).expect("the built-in cases are tested"));
    parsed.flatten().collect()
}

/// The cases of a file.
pub(super) fn read(path: &Path) -> Result<Vec<Case>> {
    let text = files::read_text(path)?;
    let topic = path.file_stem().unwrap_or_default().to_string_lossy();
    parse(&topic, &text).with_context(|| files::shown_path(path).to_string())
}

fn parse(topic: &str, text: &str) -> Result<Vec<Case>> {
    let mut cases: Vec<Case> = Vec::new();
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    let mut lines = lines.peekable();
    while let Some((number, line)) = lines.next() {
        let name = line.strip_prefix("case ").context("a case begins with its name");
        let name = name.map_err(|why| fault(number, line, &why))?.trim();
        let shown = shortened(name);
        let (number, header) = lines.next().with_context(|| format!("case {shown} is empty"))?;
        let mut case = header_of(name, topic, header).map_err(|why| fault(number, header, &why))?;
        while let Some((number, line)) = lines.next_if(|(_, line)| !line.starts_with("case ")) {
            case.take(line).map_err(|why| fault(number, line, &why))?;
        }
        ensure!(!case.steps.is_empty(), "case {shown} has no steps");
        ensure!(cases.iter().all(|other| other.name != case.name), "there are two cases {shown}");
        cases.push(case);
    }
    ensure!(!cases.is_empty(), "there is no case");
    Ok(cases)
}

/// What is wrong with a line, and the line, as much of each as can be read.
fn fault(number: usize, line: &str, why: &anyhow::Error) -> anyhow::Error {
    anyhow!("line {number}: {}: {}", shortened(line), shortened(&format!("{why:#}")))
}

fn header_of(name: &str, topic: &str, line: &str) -> Result<Case> {
    let (importance, asks) = line.split_once(": ").context("expected LEVEL MANAGERS: WHAT IS ASKED")?;
    let (word, managers) = importance.split_once(' ').context("expected LEVEL MANAGERS")?;
    let level = Level::ALL.into_iter().find(|level| level.name() == word);
    let level = level.with_context(|| format!("\"{word}\" is none of required, recommended and optional"))?;
    let managers = match managers {
        "everybody" => MANAGERS.to_vec(),
        "nobody" => Vec::new(),
        list => list.split(", ").map(manager).collect::<Result<_>>()?,
    };
    let (name, topic, asks) = (name.to_string(), topic.to_string(), asks.to_string());
    Ok(Case { name, topic, level, managers, asks, arguments: Vec::new(), elsewhere: false, steps: Vec::new() })
}

fn manager(name: &str) -> Result<&'static str> {
    let known = MANAGERS.into_iter().find(|&known| known == name);
    known.with_context(|| format!("\"{name}\" is none of everybody, nobody, {}", MANAGERS.join(", ")))
}

impl Case {
    /// Whether it looks at the conversations of the cases before it.
    pub(super) fn looks_back(&self) -> bool {
        self.steps.iter().any(|(_, step)| matches!(step, ScriptStep::Never(_)))
    }

    /// Takes in a line below the header.
    fn take(&mut self, line: &str) -> Result<()> {
        match line.split_once(' ').unwrap_or((line, "")) {
            ("args", words) => self.arguments.extend(words.split_whitespace().map(str::to_string)),
            ("elsewhere", "") => self.elsewhere = true,
            ("elsewhere", _) => bail!("this word stands alone"),
            _ => self.steps.push((line.to_string(), ScriptStep::parse(line)?)),
        }
        Ok(())
    }

    /// The case as it is written in a file.
    pub(super) fn script(&self) -> String {
        let managers = match self.managers.as_slice() {
            [] => "nobody".to_string(),
            all if all == MANAGERS => "everybody".to_string(),
            some => some.join(", "),
        };
        let mut lines = vec![format!("case {}", self.name), format!("{} {managers}: {}", self.level.name(), self.asks)];
        if !self.arguments.is_empty() {
            lines.push(format!("args {}", self.arguments.join(" ")));
        }
        if self.elsewhere {
            lines.push("elsewhere".to_string());
        }
        lines.extend(self.steps.iter().map(|(line, _)| line.clone()));
        lines.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_cases_are_well_formed_and_have_different_names() {
        let mut names = Vec::new();
        for (topic, text) in BUILT_IN {
            let cases = parse(topic, text).unwrap_or_else(|why| panic!("{topic}: {why:#}"));
            // What is printed can be read again.
            for case in &cases {
                assert_eq!(parse(topic, &case.script()).unwrap(), std::slice::from_ref(case), "{}", case.name);
            }
            names.push(topic.to_string());
            names.extend(cases.into_iter().map(|case| case.name));
        }
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count, "a name of a case or a topic occurs twice");
    }

    #[test]
    fn mistakes_are_named_with_their_line() {
        for (text, complaint) in [
            ("", "there is no case"),
            ("> START 15", "line 1"),
            ("case a", "empty"),
            ("case a\nrequired nobody: x", "no steps"),
            ("case a\nneeded nobody: x\n> x", "line 2: needed nobody: x: \"needed\" is none"),
            ("case a\nrequired Bob: x\n> x", "\"Bob\" is none of everybody"),
            ("case a\nrequired nobody: x\n\n# remark\nwhat", "line 5: what"),
            ("case a\nrequired nobody: x\nelsewhere now", "stands alone"),
            ("case a\nrequired nobody: x\n> x\ncase a\nrequired nobody: x\n> x", "two cases a"),
        ] {
            let error = format!("{:#}", parse("topic", text).expect_err(text));
            assert!(error.contains(complaint), "{text}: {error}");
        }
        // Something else than cases may be one line of any length.
        let word = "x".repeat(1 << 20);
        for line in ["", "case ", "case a\n", "case a\nrequired nobody: x\n", "case a\nrequired nobody: x\nmemory "] {
            let error = format!("{:#}", parse("topic", &format!("{line}{word}")).expect_err(line));
            assert!(error.len() < 400, "{line}: {error}");
        }
    }
}
