//! `doctor`: does an engine speak the protocol as managers need it? Conversations with the real program, case by case.

mod case;
mod examination;
mod finding;
mod folder;
mod invariant;
mod mirror;
mod pattern;
mod record;
mod report;
mod script;

use std::collections::HashSet;
use std::env;
use std::num::NonZeroUsize;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail, ensure};
use serde_json::json;

use crate::cli::DoctorArgs;
use crate::doctor::case::Case;
use crate::doctor::examination::Examiner;
use crate::doctor::finding::{CaseVerdict, Finding};
use crate::doctor::record::RecordedConversation;
use crate::doctor::report::{DoctorReport, Format};
use crate::interrupt;
use crate::ordered;
use crate::output::{CommandAnswer, say};
use crate::process::{self, Process};
use crate::units::counted;

/// The case without which there is nothing to examine.
const FOUNDATION: &str = "start";

/// Examines an engine and prints what was found. The answer is whether no required case has failed.
pub(crate) fn run(args: &DoctorArgs) -> Result<CommandAnswer> {
    let cases = cases(args)?;
    if args.list {
        list(&cases, args);
        return Ok(CommandAnswer::Yes);
    }
    let cancelled = interrupt::watch(|| {})?;
    let command = command(args.command.as_deref())?;
    let (program, arguments) = command.split_first().context("the command is empty")?;
    let examiner = Examiner {
        program: program.clone(),
        arguments: arguments.to_vec(),
        elsewhere_arguments: arguments.iter().map(|argument| absolute(argument)).collect(),
        patience: args.patience,
        slack: args.slack,
        cancelled: &cancelled,
    };
    // A command that is none has nothing to be examined.
    Process::start(&examiner.program, &examiner.arguments, None, examiner.cancelled)
        .with_context(|| format!("{program} cannot be started"))?;
    let format = if args.json { Format::Json } else { Format::Table { verbose: args.verbose } };
    let mut report = DoctorReport::new(format, &command.join(" "), cases.len());
    let mut findings: Vec<Finding<'_>> = Vec::new();
    // What looks back must find all cases before it finished, and without a foundation nothing else is of any use.
    for chunk in cases.chunk_by(|a, b| a.name != FOUNDATION && a.looks_back() == b.looks_back()) {
        findings.extend(examine(&examiner, chunk, &findings, args.jobs, &mut report)?);
    }
    report.finish(&findings, &cases[findings.len()..])?;
    ensure!(!cancelled.load(Ordering::Relaxed), "interrupted");
    if let Some(Finding { case, verdict: CaseVerdict::NotExamined(why), .. }) = findings.first()
        && case.name == FOUNDATION
    {
        bail!("nothing was examined: {why}");
    }
    Ok(match report::failed_required(&findings) {
        0 => CommandAnswer::Yes,
        failed => CommandAnswer::No(Some(anyhow!("{} failed", counted(failed, "required case")))),
    })
}

/// Examines some cases and shows what is found. Those that were not finished when it was cancelled are left out.
fn examine<'c>(
    examiner: &Examiner<'_>,
    cases: &'c [Case],
    before: &[Finding<'_>],
    jobs: NonZeroUsize,
    report: &mut DoctorReport,
) -> Result<Vec<Finding<'c>>> {
    let useless = lacks_foundation(before);
    let mut passed =
        if jobs.get() > 1 && !useless { pass_together(examiner, cases, before, jobs)? } else { Vec::new() };
    let mut findings = Vec::new();
    for case in cases {
        // Beside others an answer may be late through no fault of the engine: what is not passed then is examined again
        // alone.
        let finding = match passed.iter().position(|finding| std::ptr::eq(finding.case, case)) {
            Some(at) => passed.swap_remove(at),
            None if useless => unexamined(case),
            None => examiner.examine(case, before),
        };
        if examiner.cancelled.load(Ordering::Relaxed) {
            break;
        }
        report.add(&finding)?;
        findings.push(finding);
    }
    Ok(findings)
}

/// Examines several cases at the same time and returns those that were passed.
fn pass_together<'c>(
    examiner: &Examiner<'_>,
    cases: &'c [Case],
    before: &[Finding<'_>],
    jobs: NonZeroUsize,
) -> Result<Vec<Finding<'c>>> {
    let work = |_: &mut (), number: usize| examiner.examine(&cases[number], before);
    let mut passed = Vec::new();
    let keep = |finding: Finding<'c>| {
        if finding.verdict == CaseVerdict::Passed {
            passed.push(finding);
        }
        Ok(())
    };
    ordered::run(jobs, cases.len(), || (), work, keep)?;
    Ok(passed)
}

/// The cases that were asked for.
fn cases(args: &DoctorArgs) -> Result<Vec<Case>> {
    let mut cases = Vec::new();
    for path in &args.cases {
        cases.extend(case::read(path)?);
    }
    if args.cases.is_empty() {
        cases = case::built_in();
    }
    let mut names = HashSet::new();
    for case in &cases {
        ensure!(names.insert(case.name.clone()), "there are two cases {}", case.name);
    }
    for name in &args.only {
        let known = cases.iter().any(|case| case.name == *name || case.topic == *name);
        ensure!(known, "there is no case and no topic {name}; --list shows all");
    }
    let wanted =
        |case: &Case| args.only.is_empty() || args.only.contains(&case.name) || args.only.contains(&case.topic);
    cases.retain(wanted);
    Ok(cases)
}

fn list(cases: &[Case], args: &DoctorArgs) {
    for case in cases {
        if args.json {
            let Case { name, topic, level, asks, managers, .. } = case;
            let mut row = json!({ "case": name, "topic": topic, "level": level, "asks": asks, "managers": managers });
            if args.verbose {
                row["script"] = json!(case.script());
            }
            say!("{row}");
        } else if args.verbose {
            say!("{}\n", case.script());
        } else {
            say!("{:9}  {:11}  {:26}  {}", case.topic, case.level.name(), case.name, case.asks);
        }
    }
}

/// The words of the command to examine, or this very program.
fn command(given: Option<&str>) -> Result<Vec<String>> {
    match given {
        Some(command) => process::words(command),
        None => {
            let own = env::current_exe().context("this program does not know where it is")?;
            Ok(vec![own.to_string_lossy().into_owned()])
        }
    }
}

/// A word of a command with the whole path of the file that it names, alone or behind the `=` of an option, since some cases
/// start the engine in another folder; what names no file stays what it is. Links are not followed: a program may tell by its
/// own path what it is.
fn absolute(word: &str) -> String {
    let whole = |name: &str| {
        let path = std::path::absolute(name).ok().filter(|path| path.exists())?;
        Some(path.to_string_lossy().into_owned())
    };
    let of_option = || {
        let (key, name) = word.split_once('=').filter(|(key, _)| key.starts_with('-'))?;
        Some(format!("{key}={}", whole(name)?))
    };
    whole(word).or_else(of_option).unwrap_or_else(|| word.to_string())
}

fn lacks_foundation(findings: &[Finding<'_>]) -> bool {
    findings.first().is_some_and(|first| first.case.name == FOUNDATION && first.verdict != CaseVerdict::Passed)
}

fn unexamined(case: &Case) -> Finding<'_> {
    let verdict = CaseVerdict::NotExamined("nothing can be asked before START is answered".to_string());
    Finding { case, verdict, conversation: RecordedConversation::default(), time: Duration::ZERO }
}
