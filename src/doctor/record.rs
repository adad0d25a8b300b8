//! What was said in an examination, and by whom.

use std::time::Duration;

use serde::Serialize;

use crate::doctor::pattern::Aside;
use crate::units;

/// Lines of one kind that are kept of a conversation; of a flood the beginning is enough.
const MOST_UTTERANCES: usize = 400;

/// Who said something.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Voice {
    /// The examiner.
    Manager,
    /// The engine.
    Engine,
    /// The engine, on its standard error.
    Stderr,
    /// Nobody: something was done to the process.
    Event,
}

impl Voice {
    /// As it stands before a line.
    pub(super) fn sign(self) -> char {
        match self {
            Voice::Manager => '>',
            Voice::Engine => '<',
            Voice::Stderr => '!',
            Voice::Event => '.',
        }
    }
}

/// Something that was said.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(super) struct Utterance {
    /// When, in milliseconds after the start of the process.
    pub ms: u64,
    /// By whom.
    pub voice: Voice,
    /// What.
    pub text: String,
}

/// All that was said in a case.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct RecordedConversation {
    /// In order of time.
    pub utterances: Vec<Utterance>,
    /// How many were heard beyond those kept.
    pub omitted: usize,
    /// How the lines of the engine ended.
    pub line_ends: Vec<&'static str>,
    /// How many lines of the standard error, messages, lines of what a search has found and other lines of the engine are
    /// kept: each may come in a flood.
    kept: [usize; 4],
}

impl RecordedConversation {
    /// What one voice said.
    pub(super) fn said(&self, voice: Voice) -> impl Iterator<Item = &Utterance> {
        self.utterances.iter().filter(move |said| said.voice == voice)
    }

    /// Adds what was said, in its place: what an engine said may be read later than what was said to it since then.
    pub(super) fn note(&mut self, at: Duration, voice: Voice, text: &str) {
        let kind = match (voice, Aside::of(text)) {
            (Voice::Manager | Voice::Event, _) => None,
            (_, Some(Aside::Message)) => Some(1),
            (Voice::Stderr, _) => Some(0),
            (Voice::Engine, Some(Aside::Info)) => Some(2),
            (Voice::Engine, None) => Some(3),
        };
        if let Some(kind) = kind {
            if self.kept[kind] == MOST_UTTERANCES {
                self.omitted += 1;
                return;
            }
            self.kept[kind] += 1;
        }
        let ms = units::whole_milliseconds(at);
        let place = self.utterances.iter().rposition(|said| said.ms <= ms).map_or(0, |before| before + 1);
        self.utterances.insert(place, Utterance { ms, voice, text: text.to_string() });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_said_stands_where_it_was_said() {
        let mut conversation = RecordedConversation::default();
        let said = [(1, Voice::Manager, "DONE"), (500, Voice::Manager, "END"), (364, Voice::Engine, "7,7")];
        for (ms, voice, text) in said {
            conversation.note(Duration::from_millis(ms), voice, text);
        }
        let texts: Vec<&str> = conversation.utterances.iter().map(|said| said.text.as_str()).collect();
        assert_eq!(texts, ["DONE", "7,7", "END"]);
    }

    #[test]
    fn a_flood_hides_only_what_is_like_it() {
        for messenger in [Voice::Engine, Voice::Stderr] {
            let mut conversation = RecordedConversation::default();
            let lines = [(Voice::Engine, "INFO DEPTH 5"), (Voice::Engine, "ERROR b"), (Voice::Stderr, "c")];
            let floods = [&[(messenger, "MESSAGE a")][..], &lines].concat();
            for &(voice, text) in &floods {
                for _ in 0..MOST_UTTERANCES + 10 {
                    conversation.note(Duration::ZERO, voice, text);
                }
            }
            conversation.note(Duration::ZERO, Voice::Event, "holds 1.0 MiB of memory of its own");
            for &(voice, text) in &floods {
                let alike = conversation.said(voice).filter(|said| said.text == text).count();
                assert_eq!(alike, MOST_UTTERANCES, "{text}");
            }
            assert_eq!(conversation.said(Voice::Event).count(), 1);
            assert_eq!(conversation.omitted, floods.len() * 10);
        }
    }
}
