//! Invariants: what an engine keeps to in every conversation, whatever it is about. Each is named by how it is broken.

use anyhow::{Context, Result};
use tengen_protocol::manager::is_message;

use crate::doctor::record::{RecordedConversation, Utterance, Voice};

/// An invariant, by what breaks it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Invariant {
    /// To write to the standard error.
    Stderr,
    /// To end one line by LF and another by CR LF.
    MixedEnds,
    /// To say what no manager understands.
    StrangeLines,
    /// To answer with `SUGGEST`.
    Suggest,
    /// To write anything but ASCII.
    NonAscii,
}

/// How the lines begin that some manager understands, apart from coordinates and an answer to `ABOUT` in another form.
const KNOWN: [&str; 9] = ["ok", "swap", "suggest ", "unknown", "error", "name=", "info ", "forbid ", "detail"];

impl Invariant {
    const ALL: [(&str, Invariant); 5] = [
        ("stderr", Invariant::Stderr),
        ("mixed-ends", Invariant::MixedEnds),
        ("strange-lines", Invariant::StrangeLines),
        ("suggest", Invariant::Suggest),
        ("non-ascii", Invariant::NonAscii),
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
            Invariant::StrangeLines => without_about(conversation).find_map(shown),
            _ => conversation.utterances.iter().find_map(shown),
        }
    }

    fn shows_in_line(self, said: &Utterance) -> bool {
        let line = said.text.to_ascii_lowercase();
        let begins = |starts: &[&str]| starts.iter().any(|start| line.starts_with(start));
        match (self, said.voice) {
            (Invariant::Stderr, voice) => voice == Voice::Complaint,
            (Invariant::StrangeLines, Voice::Engine) => !is_message(&line) && !begins(&KNOWN) && !is_numbers(&line),
            (Invariant::Suggest, Voice::Engine) => begins(&["suggest"]),
            (Invariant::NonAscii, Voice::Engine) => !line.is_ascii(),
            _ => false,
        }
    }
}

/// What was said but for the answers to `ABOUT`, whose form is free.
fn without_about(conversation: &RecordedConversation) -> impl Iterator<Item = &Utterance> {
    let mut asked = false;
    conversation.utterances.iter().filter(move |said| {
        let answers = asked && said.voice == Voice::Engine && !is_message(&said.text);
        asked = if said.voice == Voice::Manager { said.text.eq_ignore_ascii_case("about") } else { asked && !answers };
        !answers
    })
}

/// Whether it is a coordinate or meant to be one; where it lies is another question.
fn is_numbers(line: &str) -> bool {
    line.contains(|c: char| c.is_ascii_digit())
        && line.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b',' | b'-' | b' '))
}
