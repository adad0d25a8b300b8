//! One case is held as a conversation with a fresh process, and nothing that the engine does can make it last for ever.

use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use tengen_protocol::manager::exact_places;

use crate::doctor::case::Case;
use crate::doctor::finding::{CaseVerdict, Finding};
use crate::doctor::folder::CaseFolder;
use crate::doctor::invariant::Invariant;
use crate::doctor::mirror::MirrorSession;
use crate::doctor::pattern::{AnswerPattern, Aside};
use crate::doctor::record::{RecordedConversation, Voice};
use crate::doctor::script::{Expectation, ScriptStep, Speech};
use crate::process::{Heard, Process, Silence, StartError, ended, has_crashed, unfinished_note};
use crate::units;

/// The pause between an answer and what is said next. No manager is quicker with a person on the other side, and engines
/// that lose what comes sooner have a case of their own.
const REST: Duration = Duration::from_millis(50);
/// How long the end of the output is waited for after the end of the process.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// The engine that is examined, and how.
pub(super) struct Examiner<'a> {
    /// Its executable.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Its arguments in another folder: files by their whole paths.
    pub elsewhere_arguments: Vec<String>,
    /// How long an answer may take when the case does not say.
    pub patience: Duration,
    /// What is added to every deadline.
    pub slack: Duration,
    /// Set when the examination is to stop at once.
    pub cancelled: &'a AtomicBool,
}

impl Examiner<'_> {
    /// Examines one case; invariants are checked in the findings before it as well.
    pub(super) fn examine<'c>(&self, case: &'c Case, before: &[Finding<'_>]) -> Finding<'c> {
        let begin = Instant::now();
        let mut conversation = RecordedConversation::default();
        let outcome = self.converse(case, &mut conversation, before);
        let verdict = outcome.err().unwrap_or(CaseVerdict::Passed);
        Finding { case, verdict, conversation, time: begin.elapsed() }
    }

    /// Holds the conversation. An error is any verdict that ends it early.
    fn converse(
        &self,
        case: &Case,
        record: &mut RecordedConversation,
        before: &[Finding<'_>],
    ) -> Result<(), CaseVerdict> {
        let unable = |error| CaseVerdict::NotExamined(format!("no folder for the case can be made: {error}"));
        let folder = CaseFolder::new(&case.name).map_err(unable)?;
        let own = if case.elsewhere { &self.elsewhere_arguments } else { &self.arguments };
        let arguments = [own.as_slice(), &case.arguments].concat();
        let place = case.elsewhere.then_some(folder.path());
        let process = Process::start(&self.program, &arguments, place, self.cancelled).map_err(unstarted)?;
        let now = Instant::now();
        let mut talk = Examination {
            examiner: self,
            process,
            mirror: MirrorSession::new(&arguments),
            record,
            folder,
            begin: now,
            last_said: now,
            last_heard: None,
            asked: Some(now),
            last_move: String::new(),
            last_line: String::new(),
        };
        let result = case.steps.iter().try_for_each(|(_, step)| talk.step(step, before));
        talk.record.line_ends = talk.process.line_ends();
        result
    }
}

/// That there is no conversation, which only a program can be blamed for.
fn unstarted(error: StartError) -> CaseVerdict {
    let text = format!("cannot be started: {error}");
    match error {
        StartError::Room(_) => CaseVerdict::NotExamined(text),
        StartError::Program(_) => CaseVerdict::Failed(text),
    }
}

/// A conversation that is being held.
struct Examination<'a> {
    examiner: &'a Examiner<'a>,
    process: Process,
    mirror: MirrorSession,
    record: &'a mut RecordedConversation,
    folder: CaseFolder,
    begin: Instant,
    last_said: Instant,
    last_heard: Option<Instant>,
    /// When something was first said after the last answer, if anything was: what came before answers nothing.
    asked: Option<Instant>,
    /// The last coordinate heard, as it was written.
    last_move: String,
    /// The last line heard that was expected.
    last_line: String,
}

impl Examination<'_> {
    fn step(&mut self, step: &ScriptStep, before: &[Finding<'_>]) -> Result<(), CaseVerdict> {
        match step {
            ScriptStep::Say(speech) => self.say(speech),
            ScriptStep::Hear(expectation) => self.expect(expectation),
            ScriptStep::HeardLast { pattern, .. } if pattern.fits(&self.last_line) => Ok(()),
            ScriptStep::HeardLast { pattern, optional } => Err(misfit(&self.last_line, pattern, *optional)),
            ScriptStep::Silence { time, optional } => self.expect_silence(*time, *optional),
            ScriptStep::Sleep(time) => {
                self.event(&format!("{} pass", units::display(*time)));
                thread::sleep(*time);
                Ok(())
            }
            ScriptStep::Freeze | ScriptStep::Thaw if !cfg!(unix) => {
                Err(CaseVerdict::NotExamined("processes cannot be suspended on this system".to_string()))
            }
            ScriptStep::Freeze => {
                self.rest();
                self.event("is suspended");
                self.process.suspend();
                Ok(())
            }
            ScriptStep::Thaw => {
                self.event("goes on");
                self.process.resume();
                self.last_said = Instant::now();
                Ok(())
            }
            ScriptStep::CloseInput => {
                self.event("the input is closed");
                self.process.close_input();
                self.last_said = Instant::now();
                Ok(())
            }
            ScriptStep::Exit { within, quietly } => self.expect_exit(*within, *quietly),
            ScriptStep::Memory(limit) => self.weigh(*limit),
            ScriptStep::Folder(limit) => self.search_folder(*limit),
            ScriptStep::Never(invariant) => self.look_for(*invariant, before),
        }
    }

    fn rest(&self) {
        if let Some(heard) = self.last_heard {
            thread::sleep((heard + REST).saturating_duration_since(Instant::now()));
        }
    }

    fn say(&mut self, speech: &Speech) -> Result<(), CaseVerdict> {
        if !speech.at_once {
            self.rest();
        }
        let filled = self.filled_in(&speech.text);
        let lines = (1..=speech.times).map(|number| filled.replace("{n}", &number.to_string()) + speech.end);
        let text: String = lines.collect();
        let first = text.lines().next().unwrap_or_default().to_string();
        self.note(Voice::Manager, &first);
        if speech.times > 1 {
            self.event(&format!("{} such lines", speech.times));
        }
        self.mirror.hear(&text);
        self.last_said = self.process.say(text).ok_or_else(|| self.closed())?;
        self.asked.get_or_insert(self.last_said);
        Ok(())
    }

    /// What is said, with everything filled in but the number.
    fn filled_in(&self, text: &str) -> String {
        let folder = self.folder.path().display().to_string();
        let text = text.replace("{last}", &self.last_move).replace("{folder}", &folder);
        match text.split_once("{x*").and_then(|(start, rest)| Some((start, rest.split_once('}')?))) {
            Some((start, (count, end))) => format!("{start}{}{end}", "x".repeat(count.parse().unwrap_or(1))),
            None => text,
        }
    }

    fn expect(&mut self, wanted: &Expectation) -> Result<(), CaseVerdict> {
        let within = wanted.within.unwrap_or(self.examiner.patience) + self.examiner.slack;
        let until = self.last_said + within;
        let mut left = wanted.times;
        while left > 0 {
            let Some(line) = self.hear(until, wanted.pattern.aside())? else {
                return Err(if wanted.optional {
                    CaseVerdict::NotOffered
                } else {
                    let missing = if wanted.times > 1 {
                        format!(" ({left} of {} are missing)", wanted.times)
                    } else {
                        String::new()
                    };
                    let unfinished = self.note_unfinished();
                    let within = units::display(within);
                    CaseVerdict::Failed(format!("no {} within {within}{missing}{unfinished}", wanted.pattern))
                });
            };
            if self.last_heard < self.asked {
                // Left over from before, and no answer whatever it looks like.
                if wanted.seek {
                    continue;
                }
                return Err(CaseVerdict::Failed(format!("\"{line}\" was said although nobody asked for it")));
            }
            self.follow(&line)?;
            if wanted.pattern.fits(&line) {
                left -= 1;
                self.last_line = line;
            } else if !wanted.seek || wanted.optional && is_refusal(&line) {
                return Err(misfit(&line, &wanted.pattern, wanted.optional));
            }
        }
        self.asked = None;
        Ok(())
    }

    /// Notes the beginning of a line whose end has not come, and what is to be said of it.
    fn note_unfinished(&mut self) -> String {
        self.process.unfinished().map_or(String::new(), |line| {
            self.event(&format!("a line without an end came: {line}"));
            unfinished_note(&line)
        })
    }

    fn expect_silence(&mut self, time: Duration, optional: bool) -> Result<(), CaseVerdict> {
        match self.hear(Instant::now() + time, None)? {
            None => Ok(()),
            Some(line) if optional && is_refusal(&line) => Err(CaseVerdict::NotOffered),
            Some(line) => Err(unwanted(&line)),
        }
    }

    fn expect_exit(&mut self, within: Duration, quietly: bool) -> Result<(), CaseVerdict> {
        let within = within + self.examiner.slack;
        let status = self.process.wait(self.last_said + within);
        let ended = status.is_some();
        let until = if ended { Instant::now() + LAST_WORDS } else { Instant::now() };
        // What came between a question and the end may be the answer to it, and messages about it may come even later.
        let unanswered = self.asked.filter(|&asked| asked < self.last_said);
        let mut last_words = None;
        // The end of the output is the end of what there is to hear.
        while let Ok(heard) = self.process.hear(until, self.examiner.cancelled) {
            match heard {
                Heard::Line(at, line) => {
                    self.note_at(at, Voice::Engine, &line);
                    let in_time = at < self.last_said;
                    let allowed = match Aside::of(&line).is_some() {
                        true => in_time || unanswered.is_some(),
                        false => in_time && unanswered.is_some_and(|asked| asked <= at),
                    };
                    last_words = last_words.or(Some(line).filter(|_| !allowed));
                }
                Heard::Stderr(text) => self.note(Voice::Stderr, &text),
                Heard::Flood | Heard::Closed => break,
            }
        }
        match (status, last_words) {
            (None, _) => Err(CaseVerdict::Failed(format!("still runs {} later", units::display(within)))),
            (Some(status), _) if has_crashed(status) => Err(CaseVerdict::Failed(format!("ended badly: {status}"))),
            (Some(_), Some(line)) if quietly => Err(unwanted(&line)),
            (Some(_), _) => {
                self.event("ends");
                Ok(())
            }
        }
    }

    fn weigh(&mut self, limit: u64) -> Result<(), CaseVerdict> {
        // An engine that ends right after its answer has ended then.
        self.rest();
        let used = self.process.own_memory().ok_or_else(|| match self.process.status() {
            Some(_) => self.closed(),
            None => CaseVerdict::NotExamined("memory cannot be measured on this system".to_string()),
        })?;
        self.event(&format!("holds {} of memory of its own", units::mebibytes(used)));
        let text = format!("no more than {} were expected", units::mebibytes(limit));
        if used > limit { Err(CaseVerdict::Failed(text)) } else { Ok(()) }
    }

    fn search_folder(&mut self, limit: u64) -> Result<(), CaseVerdict> {
        let unable = |error| CaseVerdict::NotExamined(format!("the folder of the case cannot be read: {error}"));
        let (files, bytes) = self.folder.contents().map_err(unable)?;
        self.event(&format!("{files} files in its folder, {bytes} bytes"));
        if bytes > limit || files > 0 && limit == 0 {
            return Err(CaseVerdict::Failed(format!("no more than {limit} bytes were expected there")));
        }
        Ok(())
    }

    fn look_for(&mut self, invariant: Invariant, before: &[Finding<'_>]) -> Result<(), CaseVerdict> {
        // What was said after the last thing expected counts too.
        while self.hear(Instant::now(), None)?.is_some() {}
        self.record.line_ends = self.process.line_ends();
        if let Some(what) = invariant.shows_in(self.record) {
            return Err(CaseVerdict::Failed(format!("in this case: {what}")));
        }
        let elsewhere =
            before.iter().find_map(|finding| Some((&finding.case.name, invariant.shows_in(&finding.conversation)?)));
        elsewhere.map_or(Ok(()), |(case, what)| Err(CaseVerdict::Failed(format!("in the case {case}: {what}"))))
    }

    /// The next line that is heard, or `None` when the time is up.
    fn hear(&mut self, until: Instant, wanted: Option<Aside>) -> Result<Option<String>, CaseVerdict> {
        loop {
            match self.process.hear(until, self.examiner.cancelled) {
                Ok(Heard::Line(at, line)) => {
                    self.note_at(at, Voice::Engine, &line);
                    // A line that was sent too late is late also when it is found at once.
                    if at > until {
                        return Ok(None);
                    }
                    self.last_heard = Some(at);
                    if Aside::of(&line).is_none_or(|aside| wanted == Some(aside)) {
                        return Ok(Some(line));
                    }
                }
                Ok(Heard::Stderr(text)) => self.note(Voice::Stderr, &text),
                Ok(Heard::Flood) => return Err(CaseVerdict::Failed("floods its output".to_string())),
                Ok(Heard::Closed) => return Err(self.closed()),
                Err(Silence::TimeUp) => return Ok(None),
                Err(Silence::Cancelled) => return Err(CaseVerdict::NotExamined("interrupted".to_string())),
            }
        }
    }

    /// Keeps up with the position, in which a move must be legal.
    fn follow(&mut self, line: &str) -> Result<(), CaseVerdict> {
        if line.eq_ignore_ascii_case("swap") {
            self.mirror.swapped();
        }
        let Some(points) = exact_places(line) else { return Ok(()) };
        self.last_move = line.rsplit(' ').next().unwrap_or_default().to_string();
        self.mirror.answered(&points).map_err(CaseVerdict::Failed)
    }

    fn closed(&mut self) -> CaseVerdict {
        CaseVerdict::Failed(ended(self.process.status()))
    }

    fn event(&mut self, text: &str) {
        self.note(Voice::Event, text);
    }

    fn note(&mut self, voice: Voice, text: &str) {
        self.note_at(Instant::now(), voice, text);
    }

    fn note_at(&mut self, at: Instant, voice: Voice, text: &str) {
        self.record.note(at.saturating_duration_since(self.begin), voice, text);
    }
}

/// The verdict on a line where there should be none.
fn unwanted(line: &str) -> CaseVerdict {
    CaseVerdict::Failed(format!("\"{line}\" was said, and no answer was expected"))
}

/// The verdict on a line that is not what was expected.
fn misfit(line: &str, wanted: &AnswerPattern, optional: bool) -> CaseVerdict {
    if optional && is_refusal(line) {
        return CaseVerdict::NotOffered;
    }
    CaseVerdict::Failed(format!("\"{line}\" is not the {wanted} that was expected"))
}

/// Whether the line says that something is not known or not possible.
fn is_refusal(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    line.starts_with("unknown") || line.starts_with("error")
}

#[cfg(test)]
mod tests {
    use std::io::{Error, ErrorKind};

    use super::*;

    #[test]
    fn a_case_is_not_examined_for_want_of_room() {
        let error = || Error::from(ErrorKind::PermissionDenied);
        assert!(matches!(unstarted(StartError::Program(error())), CaseVerdict::Failed(_)));
        assert!(matches!(unstarted(StartError::Room(error())), CaseVerdict::NotExamined(_)));
    }
}
