//! What an engine must not do in any conversation, whatever it is about.

use anyhow::{Context, Result};
use tengen_protocol::manager::is_message;

use crate::doctor::record::{Conversation, Utterance, Voice};

/// A bad habit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Habit {
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

/// How the lines begin that some manager understands, apart from coordinates.
const KNOWN: [&str; 9] = ["ok", "swap", "suggest ", "unknown", "error", "name=", "info ", "forbid ", "detail"];

impl Habit {
    const ALL: [(&str, Habit); 5] = [
        ("stderr", Habit::Stderr),
        ("mixed-ends", Habit::MixedEnds),
        ("strange-lines", Habit::StrangeLines),
        ("suggest", Habit::Suggest),
        ("non-ascii", Habit::NonAscii),
    ];

    /// The habit of this name.
    pub(super) fn from_name(name: &str) -> Result<Habit> {
        let known = Habit::ALL.into_iter().find(|(known, _)| *known == name);
        known.map(|(_, habit)| habit).with_context(|| format!("\"{name}\" is no known habit"))
    }

    /// Where it shows in a conversation, if it does.
    pub(super) fn shows_in(self, conversation: &Conversation) -> Option<String> {
        let ends = &conversation.line_ends;
        match self {
            // What is not ASCII may be said back in a complaint.
            Habit::NonAscii if !conversation.said(Voice::Manager).all(|said| said.text.is_ascii()) => None,
            Habit::MixedEnds => (ends.len() > 1).then(|| format!("lines end with {}", ends.join(" and "))),
            _ => conversation.utterances.iter().find(|said| self.shows_in_line(said)).map(|said| said.text.clone()),
        }
    }

    fn shows_in_line(self, said: &Utterance) -> bool {
        let line = said.text.to_ascii_lowercase();
        let begins = |starts: &[&str]| starts.iter().any(|start| line.starts_with(start));
        match (self, said.voice) {
            (Habit::Stderr, voice) => voice == Voice::Complaint,
            (Habit::StrangeLines, Voice::Engine) => !is_message(&line) && !begins(&KNOWN) && !is_numbers(&line),
            (Habit::Suggest, Voice::Engine) => begins(&["suggest"]),
            (Habit::NonAscii, Voice::Engine) => !line.is_ascii(),
            _ => false,
        }
    }
}

/// Whether it is a coordinate or meant to be one; where it lies is another question.
fn is_numbers(line: &str) -> bool {
    line.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b',' | b'-' | b' '))
}
