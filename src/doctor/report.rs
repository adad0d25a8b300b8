//! What is printed: a table with the conversations that went wrong, or JSON Lines.

use std::io::IsTerminal;

use anyhow::Result;
use serde::Serialize;

use crate::doctor::case::{self, Case, Level, MANAGERS};
use crate::doctor::finding::{CaseVerdict, Finding};
use crate::doctor::pattern::Aside;
use crate::doctor::record::{Utterance, Voice};
use crate::output::{self, say};
use crate::progress::{PlainLines, Progress};
use crate::terminal::shortened;
use crate::units::counted;

/// Lines at the end of a conversation that are printed when nobody asks for all. Before them stands only what was sent.
const LAST_LINES: usize = 14;

/// How the findings are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Format {
    /// A table, with the conversations of failed cases or of all.
    Table {
        /// Whether of all.
        verbose: bool,
    },
    /// JSON Lines.
    Json,
}

/// Prints findings as they come, below them the progress on a terminal.
pub(super) struct DoctorReport {
    format: Format,
    progress: Progress,
    topic: String,
}

impl DoctorReport {
    /// A report about this many cases.
    pub(super) fn new(format: Format, command: &str, cases: usize) -> DoctorReport {
        let hidden = format == Format::Json || !std::io::stdout().is_terminal();
        let progress = match hidden {
            true => Progress::hidden(),
            false => Progress::new("cases", PlainLines::Never, 0, cases),
        };
        if matches!(format, Format::Table { .. }) {
            say!("Examination of {command}: {}", counted(cases, "case"));
        }
        DoctorReport { format, progress, topic: String::new() }
    }

    /// A case is over.
    pub(super) fn add(&mut self, finding: &Finding<'_>) -> Result<()> {
        self.progress.add(finding.case.name.clone());
        let text = match self.format {
            Format::Json => serde_json::to_string(&JsonRow::new(finding))?,
            Format::Table { verbose } => self.row(finding, verbose),
        };
        self.progress.print(text);
        output::check()
    }

    fn row(&mut self, finding: &Finding<'_>, verbose: bool) -> String {
        let Finding { case, verdict, .. } = finding;
        let mut lines = Vec::new();
        if self.topic != case.topic {
            self.topic.clone_from(&case.topic);
            lines.push(format!("\n{}", case.topic));
        }
        lines.push(format!("  {:12}  {:11}  {:26}  {}", verdict.name(), case.level.name(), case.name, case.asks));
        let failed = finding.is_failure();
        if failed || verbose {
            lines.extend(conversation(finding, verbose));
        }
        lines.extend(verdict.reason().map(|why| format!("        = {}", shortened(why))));
        if failed && !case.managers.is_empty() {
            lines.push(format!("        = needed by {}", case.managers.join(", ")));
        }
        lines.join("\n")
    }

    /// The end of the report, with the cases that were not come to.
    pub(super) fn finish(&self, findings: &[Finding<'_>], left_out: &[Case]) -> Result<()> {
        self.progress.end();
        let summary = Summary::new(findings, left_out);
        match self.format {
            Format::Json => say!("{}", serde_json::to_string(&summary)?),
            Format::Table { .. } => summary.print(),
        }
        Ok(())
    }
}

/// The lines of a conversation, all of them or an abridgement.
fn conversation(finding: &Finding<'_>, whole: bool) -> Vec<String> {
    let said = &finding.conversation.utterances;
    let rows = if whole { said.iter().map(TranscriptRow::Said).collect() } else { abridged(said) };
    let mut lines: Vec<String> = rows
        .into_iter()
        .map(|row| match row {
            TranscriptRow::Said(said) => {
                format!("      {:>6} {} {}", said.ms, said.voice.sign(), shortened(&said.text))
            }
            TranscriptRow::LeftOut(1, what) => format!("             (1 line{what})"),
            TranscriptRow::LeftOut(number, what) => format!("             ({number} lines{what})"),
        })
        .collect();
    let omitted = finding.conversation.omitted;
    lines.extend((omitted > 0).then(|| format!("             ({omitted} lines more)")));
    lines
}

/// A row of a conversation as it is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum TranscriptRow<'a> {
    /// What was said.
    Said(&'a Utterance),
    /// So many lines are left out, and what they are.
    LeftOut(usize, &'static str),
}

/// A conversation without what is of no use: of a run of lines that managers pass over the first and the last stand, before
/// the end only what the manager sent, since that is how the fault came about.
fn abridged(said: &[Utterance]) -> Vec<TranscriptRow<'_>> {
    let is_thought = |said: &Utterance| said.voice == Voice::Engine && Aside::of(&said.text).is_some();
    let mut rows = Vec::new();
    for run in said.chunk_by(|one, next| is_thought(one) && is_thought(next)) {
        match run {
            [first, between @ .., last] if between.len() > 1 => {
                rows.extend([
                    TranscriptRow::Said(first),
                    TranscriptRow::LeftOut(between.len(), " of MESSAGE or INFO"),
                    TranscriptRow::Said(last),
                ]);
            }
            run => rows.extend(run.iter().map(TranscriptRow::Said)),
        }
    }
    let end = rows.len().saturating_sub(LAST_LINES);
    let mut kept = Vec::new();
    let mut left_out = 0;
    for (number, row) in rows.into_iter().enumerate() {
        let is_sent = matches!(row, TranscriptRow::Said(said) if matches!(said.voice, Voice::Manager | Voice::Event));
        if number < end && !is_sent {
            left_out += if let TranscriptRow::LeftOut(lines, _) = row { lines } else { 1 };
            continue;
        }
        if left_out > 0 {
            kept.push(TranscriptRow::LeftOut(std::mem::take(&mut left_out), ""));
        }
        kept.push(row);
    }
    kept
}

/// A finding as a line of JSON.
#[derive(Serialize)]
struct JsonRow<'a> {
    case: &'a str,
    topic: &'a str,
    level: Level,
    verdict: String,
    reason: Option<&'a str>,
    asks: &'a str,
    managers: &'a [&'static str],
    ms: u128,
    conversation: &'a [Utterance],
    omitted_lines: usize,
}

impl<'a> JsonRow<'a> {
    fn new(finding: &'a Finding<'_>) -> JsonRow<'a> {
        let Finding { case, verdict, conversation, time } = finding;
        JsonRow {
            case: &case.name,
            topic: &case.topic,
            level: case.level,
            verdict: verdict.name().to_lowercase(),
            reason: verdict.reason(),
            asks: &case.asks,
            managers: &case.managers,
            ms: time.as_millis(),
            conversation: &conversation.utterances,
            omitted_lines: conversation.omitted,
        }
    }
}

/// How many cases there were of each verdict.
#[derive(Serialize)]
struct Summary {
    cases: usize,
    passed: usize,
    failed: usize,
    failed_required: usize,
    not_offered: usize,
    not_examined: usize,
    managers: Vec<Compatibility>,
}

/// The compatibility of an engine with one manager.
#[derive(PartialEq, Eq, Debug, Serialize)]
struct Compatibility {
    manager: &'static str,
    /// Failed cases without which the manager does not get along: it fails in practice.
    fails: Vec<String>,
    /// Other failed cases that the manager may come upon.
    at_risk: Vec<String>,
    /// Cases that concern it and were not examined, not come to or not asked for.
    left_out: Vec<String>,
}

impl Compatibility {
    fn new(manager: &'static str, findings: &[Finding<'_>], left_out: &[&Case]) -> Compatibility {
        let failed = |required: bool| {
            let concerned = |finding: &&Finding<'_>| {
                let case = finding.case;
                finding.is_failure() && case.managers.contains(&manager) && (case.level == Level::Required) == required
            };
            findings.iter().filter(concerned).map(|finding| finding.case.name.clone()).collect()
        };
        let unexamined = findings.iter().filter(|finding| finding.is_unexamined()).map(|finding| finding.case);
        let left_out = unexamined.chain(left_out.iter().copied()).filter(|case| case.managers.contains(&manager));
        let left_out = left_out.map(|case| case.name.clone()).collect();
        Compatibility { manager, fails: failed(true), at_risk: failed(false), left_out }
    }

    fn text(&self) -> String {
        let part = |what: &str, cases: &[String]| (!cases.is_empty()).then(|| format!("{what}: {}", cases.join(", ")));
        let unknown = (!self.left_out.is_empty()).then(|| "not examined to the end".to_string());
        let parts = [part("fails in practice", &self.fails), part("at risk", &self.at_risk), unknown];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        if parts.is_empty() { "nothing is in the way".to_string() } else { parts.join("; ") }
    }
}

impl Summary {
    fn new(findings: &[Finding<'_>], left_out: &[Case]) -> Summary {
        let count = |wanted: fn(&Finding<'_>) -> bool| findings.iter().filter(|&finding| wanted(finding)).count();
        let asked = findings.iter().map(|finding| finding.case).chain(left_out);
        let built_in = case::built_in();
        let unasked = built_in.iter().filter(|case| asked.clone().all(|other| other.name != case.name));
        let unknown: Vec<&Case> = left_out.iter().chain(unasked).collect();
        Summary {
            cases: findings.len() + left_out.len(),
            passed: count(|finding| finding.verdict == CaseVerdict::Passed),
            failed: count(|finding| finding.is_failure()),
            failed_required: failed_required(findings),
            not_offered: count(|finding| finding.verdict == CaseVerdict::NotOffered),
            not_examined: count(|finding| finding.is_unexamined()) + left_out.len(),
            managers: MANAGERS.map(|manager| Compatibility::new(manager, findings, &unknown)).into(),
        }
    }

    fn print(&self) {
        say!(
            "\n{}: {} passed, {} failed ({} of them required), {} not offered, {} not examined",
            counted(self.cases, "case"),
            self.passed,
            self.failed,
            self.failed_required,
            self.not_offered,
            self.not_examined
        );
        for manager in &self.managers {
            say!("  {:14} {}", manager.manager, manager.text());
        }
    }
}

/// How many required cases have failed.
pub(super) fn failed_required(findings: &[Finding<'_>]) -> usize {
    findings.iter().filter(|finding| finding.is_failure() && finding.case.level == Level::Required).count()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::doctor::record::RecordedConversation;

    /// The rows of a conversation: `>` sent, `<` heard, each with its text.
    #[track_caller]
    fn check(said: &[&str], expected: &[&str]) {
        let utterance = |line: &&str| {
            let (sign, text) = line.split_at(1);
            let voice = if sign == ">" { Voice::Manager } else { Voice::Engine };
            Utterance { ms: 0, voice, text: text.to_string() }
        };
        let said: Vec<Utterance> = said.iter().map(utterance).collect();
        let text = |row: &TranscriptRow<'_>| match row {
            TranscriptRow::Said(said) => format!("{}{}", said.voice.sign(), said.text),
            TranscriptRow::LeftOut(number, what) => format!("{number}{what}"),
        };
        assert_eq!(abridged(&said).iter().map(text).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn what_was_sent_stands_and_messages_are_shortened() {
        check(
            &[">START 15", "<OK", "<MESSAGE a", "<MESSAGE b", "<7,7"],
            &[">START 15", "<OK", "<MESSAGE a", "<MESSAGE b", "<7,7"],
        );
        let thoughts = ["<MESSAGE x", "<INFO DEPTH 5"].repeat(20);
        let said = [&[">BEGIN"][..], &thoughts[..], &["<7,7"]].concat();
        check(&said, &[">BEGIN", "<MESSAGE x", "38 of MESSAGE or INFO", "<INFO DEPTH 5", "<7,7"]);
        // Of a long conversation all that was sent and the end.
        let said = [&[">START 15", "<OK"][..], &thoughts[..], &[">BEGIN", "<a"], &["<b"; 30]].concat();
        let expected = [&[">START 15", "41", ">BEGIN", "17"][..], &["<b"; LAST_LINES]].concat();
        check(&said, &expected);
    }

    #[test]
    fn what_fails_in_practice_is_told_from_what_is_at_risk() {
        let cases = case::built_in();
        let finding_of = |name: &str, verdict| {
            let case = cases.iter().find(|case| case.name == name).unwrap();
            Finding { case, verdict, conversation: RecordedConversation::default(), time: Duration::ZERO }
        };
        let finding = |name: &str| finding_of(name, CaseVerdict::Failed("so it is".to_string()));
        let findings = ["end", "about-details", "blank-lines", "turn-occupied"].map(finding);
        assert_eq!(
            Compatibility::new("Piskvork", &findings, &[]).text(),
            "fails in practice: end; at risk: about-details"
        );
        assert_eq!(failed_required(&findings), 1);
        assert_eq!(Compatibility::new("Piskvork", &findings[1..], &[]).text(), "at risk: about-details");
        assert_eq!(Compatibility::new("Yixin-Board", &findings, &[]).text(), "nothing is in the way");
        // What was not examined, or not come to, is no reason to say that nothing is in the way.
        let unexamined = [finding_of("end", CaseVerdict::NotExamined("nobody knows".to_string()))];
        assert_eq!(Compatibility::new("Piskvork", &unexamined, &[]).text(), "not examined to the end");
        assert_eq!(Compatibility::new("Yixin-Board", &unexamined, &[]).text(), "nothing is in the way");
        let summary = Summary::new(&findings, &cases[4..]);
        assert_eq!((summary.cases, summary.failed, summary.not_examined), (cases.len(), 4, cases.len() - 4));
        // Nor what was not asked for, though that is not counted.
        let chosen = Summary::new(&findings, &[]);
        assert_eq!((chosen.cases, chosen.not_examined), (4, 0));
        let managers = summary.managers.iter().chain(&chosen.managers);
        let texts: Vec<String> = managers.map(Compatibility::text).collect();
        assert!(texts.iter().all(|text| text.ends_with("not examined to the end")), "{texts:?}");
    }
}
