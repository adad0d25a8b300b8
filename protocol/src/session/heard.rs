//! Lines that were heard: the word of each is looked up once, when it comes, and those that cannot be obeyed yet wait in their
//! order.

use std::collections::VecDeque;

use web_time::Instant;

use crate::command::{self, Command, DatabaseWord, Word};

/// A line with what every listener asks of it.
#[derive(Clone)]
pub(super) struct HeardLine {
    /// All of it, as it was said.
    pub(super) text: String,
    /// When it was received.
    pub(super) at: Instant,
    /// Its first word, if that is known.
    pub(super) word: Option<Word>,
    /// Whether it is `END` and nothing beside it.
    pub(super) is_end: bool,
}

impl HeardLine {
    pub(super) fn new(text: &str, at: Instant) -> HeardLine {
        let command = command::parse(text);
        let is_end = command.as_ref().is_some_and(Command::is_end);
        let word = command.and_then(|command| command.word);
        HeardLine { text: text.to_string(), at, word, is_end }
    }

    /// The first word as it was written, which is empty where nothing is on the line.
    pub(super) fn name(&self) -> &str {
        command::cut(&self.text).0
    }

    /// What stands behind the first word.
    pub(super) fn rest(&self) -> &str {
        command::cut(&self.text).1
    }

    fn begins_text(&self) -> bool {
        self.word == Some(Word::YxDatabase(DatabaseWord::Comment))
    }
}

/// Lines that wait, in their order. None is looked at again at each event: there may be many.
#[derive(Default)]
pub(super) struct WaitingLines {
    lines: VecDeque<HeardLine>,
    /// How many of them begin a text.
    texts: usize,
}

impl WaitingLines {
    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether one of them begins a text, to which any line behind it may belong.
    pub(super) fn has_text(&self) -> bool {
        self.texts > 0
    }

    pub(super) fn push_back(&mut self, line: HeardLine) {
        self.texts += usize::from(line.begins_text());
        self.lines.push_back(line);
    }

    pub(super) fn push_front(&mut self, line: HeardLine) {
        self.texts += usize::from(line.begins_text());
        self.lines.push_front(line);
    }

    pub(super) fn pop_front(&mut self) -> Option<HeardLine> {
        let line = self.lines.pop_front()?;
        self.texts -= usize::from(line.begins_text());
        Some(line)
    }
}
