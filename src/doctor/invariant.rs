//! Invariants: what an engine keeps to in every conversation, whatever it is about. Each is named by how it is broken.

use anyhow::{Context, Result};
use tengen_protocol::manager::is_message;

use crate::doctor::pattern::Aside;
use crate::doctor::record::{RecordedConversation, Utterance, Voice};

/// An invariant, by what breaks it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Invariant {
    /// To write anything but messages to the standard error.
    Stderr,
    /// To end one line by LF and another by CR LF.
    MixedEnds,
    /// To say what no manager understands.
    StrangeLines,
    /// To answer with `SUGGEST`.
    Suggest,
    /// To write anything but ASCII.
    NonAscii,
    /// To write a word in small letters that some manager knows in capitals alone.
    SmallLetters,
}

/// How the lines begin that some manager understands, apart from coordinates and an answer to `ABOUT` in another form.
const KNOWN: [&str; 6] = ["ok", "swap", "suggest ", "unknown", "error", "name="];
/// How lines begin besides that Yixin-Board and its kin understand, and get where they have asked for them.
const ANALYSIS: [&str; 3] = ["info ", "forbid ", "detail"];
/// How they ask; by 0 they ask for nothing.
const ASKING: [&str; 4] = ["yx", "info show_detail 1", "info show_detail 2", "info show_detail 3"];
/// The words that some manager knows in capitals alone, and acts on. c-gomoku-cli waits for `OK`, and takes a line of `message`
/// or `debug` for the answer to `ABOUT`; gomocalc takes `ok` and `swap` for moves, and finds behind `MESSAGE`, `INFO` and
/// `FORBID` what it shows; qpiskvork waits for `OK` and `SWAP`. `ERROR` and `UNKNOWN` tell them only that all is lost, and
/// engines write texts such as `Error: …`.
const CAPITALS: [&str; 6] = ["OK", "SWAP", "MESSAGE", "DEBUG", "INFO", "FORBID"];

impl Invariant {
    const ALL: [(&str, Invariant); 6] = [
        ("stderr", Invariant::Stderr),
        ("mixed-ends", Invariant::MixedEnds),
        ("strange-lines", Invariant::StrangeLines),
        ("suggest", Invariant::Suggest),
        ("non-ascii", Invariant::NonAscii),
        ("small-letters", Invariant::SmallLetters),
    ];

    /// The invariant of this name.
    pub(super) fn from_name(name: &str) -> Result<Invariant> {
        let known = Invariant::ALL.into_iter().find(|(known, _)| *known == name);
        known.map(|(_, invariant)| invariant).with_context(|| format!("\"{name}\" is no known invariant"))
    }

    /// Where it shows in a conversation, if it does.
    pub(super) fn shows_in(self, conversation: &RecordedConversation) -> Option<String> {
        let ends = &conversation.line_ends;
        let shown = |said: &Utterance| self.shows_in_line(said).then(|| said.text.clone());
        match self {
            // What is not ASCII may be said back in a complaint.
            Invariant::NonAscii if !conversation.said(Voice::Manager).all(|said| said.text.is_ascii()) => None,
            Invariant::MixedEnds => (ends.len() > 1).then(|| format!("lines end with {}", ends.join(" and "))),
            Invariant::StrangeLines => {
                let is_asked = conversation.said(Voice::Manager).any(|said| begins(&said.text, &ASKING));
                let mut rest = without_about(conversation).filter(|said| !(is_asked && begins(&said.text, &ANALYSIS)));
                rest.find_map(shown)
            }
            Invariant::SmallLetters => without_about(conversation).find_map(shown),
            _ => conversation.utterances.iter().find_map(shown),
        }
    }

    fn shows_in_line(self, said: &Utterance) -> bool {
        let line = said.text.as_str();
        match (self, said.voice) {
            (Invariant::Stderr, Voice::Stderr) => !is_message(line),
            (Invariant::StrangeLines, Voice::Engine) => !is_message(line) && !begins(line, &KNOWN) && !is_numbers(line),
            (Invariant::Suggest, Voice::Engine) => begins(line, &["suggest"]),
            (Invariant::NonAscii, Voice::Engine) => !line.is_ascii(),
            (Invariant::SmallLetters, Voice::Engine) => lacks_capitals(line),
            _ => false,
        }
    }
}

/// What was said but for the answers to `ABOUT`, whose form is free.
fn without_about(conversation: &RecordedConversation) -> impl Iterator<Item = &Utterance> {
    let mut asked = false;
    conversation.utterances.iter().filter(move |said| {
        let answers = asked && said.voice == Voice::Engine && Aside::of(&said.text).is_none();
        asked = if said.voice == Voice::Manager { said.text.eq_ignore_ascii_case("about") } else { asked && !answers };
        !answers
    })
}

/// Whether a line begins in one of these ways, which are in lower case.
fn begins(line: &str, starts: &[&str]) -> bool {
    let line = line.to_ascii_lowercase();
    starts.iter().any(|start| line.starts_with(start))
}

/// Whether its first word is to be written in capitals and is not.
fn lacks_capitals(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    CAPITALS.iter().any(|&capitals| word != capitals && word.eq_ignore_ascii_case(capitals))
}

/// Whether it is a coordinate or meant to be one; where it lies is another question.
fn is_numbers(line: &str) -> bool {
    line.contains(|c: char| c.is_ascii_digit())
        && line.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b',' | b'-' | b' '))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn an_invariant_is_broken_where_some_manager_is_misled() {
        for (invariant, told, said, is_broken) in [
            // What a search finds, where nobody has asked for it.
            (Invariant::StrangeLines, "INFO timeout_turn 500", "INFO DEPTH 5", true),
            (Invariant::StrangeLines, "INFO show_detail 0", "INFO DEPTH 5", true),
            (Invariant::StrangeLines, "info show_detail 2", "INFO DEPTH 5", false),
            (Invariant::StrangeLines, "YXNBEST 2", "INFO DEPTH 5", false),
            // Words on which a manager acts that knows no small letters.
            (Invariant::SmallLetters, "START 15", "ok", true),
            (Invariant::SmallLetters, "start 15", "OK", false),
            (Invariant::SmallLetters, "DONE", "Swap", true),
            (Invariant::SmallLetters, "ABOUT", "message loading", true),
            (Invariant::SmallLetters, "ABOUT", "MESSAGE ok, loading", false),
            (Invariant::SmallLetters, "ABOUT", "Ok Gomoku 1.0", false),
            (Invariant::SmallLetters, "YXSHOWFORBID", "forbid .", true),
            (Invariant::SmallLetters, "START 4", "Error: no such size", false),
            (Invariant::SmallLetters, "JUNK", "unknown command", false),
        ] {
            let mut conversation = RecordedConversation::default();
            conversation.note(Duration::ZERO, Voice::Manager, told);
            conversation.note(Duration::ZERO, Voice::Engine, said);
            assert_eq!(invariant.shows_in(&conversation).is_some(), is_broken, "{invariant:?}: {told}, {said}");
        }
    }
}
