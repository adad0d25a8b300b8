//! What is printed: a table with the conversations that went wrong, or JSON Lines.

use std::io::IsTerminal;

use anyhow::Result;
use indicatif::ProgressBar;
use serde::Serialize;

use crate::doctor::case::{Level, MANAGERS};
use crate::doctor::record::{Finding, Utterance, Verdict};
use crate::output::say;
use crate::process::shortened;
use crate::progress;

/// The last lines of a conversation that are printed when nobody asks for all.
const MOST_LINES: usize = 14;

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
pub(super) struct Show {
    format: Format,
    bar: ProgressBar,
    topic: String,
}

impl Show {
    /// A report about this many cases.
    pub(super) fn new(format: Format, command: &str, cases: usize) -> Show {
        let hidden = format == Format::Json || !std::io::stdout().is_terminal();
        let bar = if hidden { ProgressBar::hidden() } else { ProgressBar::new(cases as u64) };
        bar.set_style(progress::style("cases"));
        if matches!(format, Format::Table { .. }) {
            say!("Examination of {command}: {cases} cases");
        }
        Show { format, bar, topic: String::new() }
    }

    /// A case is over.
    pub(super) fn add(&mut self, finding: &Finding<'_>) -> Result<()> {
        self.bar.set_message(finding.case.name.clone());
        self.bar.inc(1);
        let text = match self.format {
            Format::Json => serde_json::to_string(&Row::new(finding))?,
            Format::Table { verbose } => self.row(finding, verbose),
        };
        self.bar.suspend(|| say!("{text}"));
        Ok(())
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
            lines.extend(conversation(finding, if verbose { usize::MAX } else { MOST_LINES }));
        }
        lines.extend(verdict.reason().map(|why| format!("        = {}", shortened(why))));
        if failed && !case.managers.is_empty() {
            lines.push(format!("        = needed by {}", case.managers.join(", ")));
        }
        lines.join("\n")
    }

    /// The end of the report.
    pub(super) fn finish(&self, findings: &[Finding<'_>]) -> Result<()> {
        self.bar.finish_and_clear();
        let summary = Summary::new(findings);
        match self.format {
            Format::Json => say!("{}", serde_json::to_string(&summary)?),
            Format::Table { .. } => summary.print(findings),
        }
        Ok(())
    }
}

fn conversation(finding: &Finding<'_>, most: usize) -> Vec<String> {
    let said = &finding.conversation.utterances;
    let skipped = said.len().saturating_sub(most);
    let line = |said: &Utterance| format!("      {:>6} {} {}", said.ms, said.voice.sign(), shortened(&said.text));
    let mut lines = Vec::new();
    lines.extend((skipped > 0).then(|| format!("             ({skipped} lines before)")));
    lines.extend(said.iter().skip(skipped).map(line));
    let omitted = finding.conversation.omitted;
    lines.extend((omitted > 0).then(|| format!("             ({omitted} lines more)")));
    lines
}

/// A finding as a line of JSON.
#[derive(Serialize)]
struct Row<'a> {
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

impl<'a> Row<'a> {
    fn new(finding: &'a Finding<'_>) -> Row<'a> {
        let Finding { case, verdict, conversation, time } = finding;
        Row {
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
}

impl Summary {
    fn new(findings: &[Finding<'_>]) -> Summary {
        let count = |wanted: fn(&Finding<'_>) -> bool| findings.iter().filter(|&finding| wanted(finding)).count();
        Summary {
            cases: findings.len(),
            passed: count(|finding| finding.verdict == Verdict::Passed),
            failed: count(|finding| finding.is_failure()),
            failed_required: count(|finding| finding.is_failure() && finding.case.level == Level::Required),
            not_offered: count(|finding| finding.verdict == Verdict::NotOffered),
            not_examined: count(|finding| matches!(finding.verdict, Verdict::NotExamined(_))),
        }
    }

    fn print(&self, findings: &[Finding<'_>]) {
        say!(
            "\n{} cases: {} passed, {} failed ({} of them required), {} not offered, {} not examined",
            self.cases,
            self.passed,
            self.failed,
            self.failed_required,
            self.not_offered,
            self.not_examined
        );
        for manager in MANAGERS {
            let needed = |finding: &&Finding<'_>| finding.case.managers.contains(&manager) && finding.is_failure();
            let failed: Vec<&str> = findings.iter().filter(needed).map(|finding| finding.case.name.as_str()).collect();
            let text = if failed.is_empty() { "nothing is in the way".to_string() } else { failed.join(", ") };
            say!("  {manager:14} {text}");
        }
    }
}

/// How many required cases have failed.
pub(super) fn failed_required(findings: &[Finding<'_>]) -> usize {
    Summary::new(findings).failed_required
}
