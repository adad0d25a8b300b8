//! Commands that go on for several lines.

use web_time::Instant;

use super::Session;
use super::database_task::DatabaseTask;
use super::heard::HeardLine;
use super::purpose::Wording;
use crate::command::{self, FileTask, Payload, PositionWord, SoosyrvStep, Word, words};
use crate::refusal::Refusal;
use crate::reply::Reply;
use crate::setup::{ListEntry, Listing, soosyrv};

/// What is being heard.
#[derive(Debug)]
pub(super) enum Reading {
    /// A list up to `DONE`.
    List(ListTask, Listing),
    /// The name of a file for a word about the database.
    Path(FileTask),
    /// The comment of a position, as far as it was heard.
    Comment(String),
    /// Something that belongs to a word that is not supported.
    Skip(Payload),
}

/// What is to be done with a list once all of it was heard.
#[derive(Debug)]
pub(super) enum ListTask {
    /// The position that the word asks about.
    Position(PositionWord),
    /// These moves are not to be considered.
    Block,
    /// These moves are to be considered again.
    BlockUndo,
    /// Something with what the database knows of the position after these moves.
    Database(DatabaseTask),
    /// A step of Soosyrv-8 with these stones.
    Step {
        step: SoosyrvStep,
        /// The number of fifths that stands on its line, where one does.
        number: i64,
    },
}

impl ListTask {
    /// What stands in the list.
    fn entry(&self) -> ListEntry {
        match self {
            ListTask::Position(PositionWord::Board | PositionWord::YxBoard) => ListEntry::Stone,
            ListTask::Position(PositionWord::Swap2Board) => ListEntry::OpeningStone,
            ListTask::Block | ListTask::BlockUndo | ListTask::Database(_) | ListTask::Step { .. } => ListEntry::Point,
        }
    }
}

impl Session {
    /// Begins a step of Soosyrv-8. The first follows from nothing; the others are followed by stones.
    pub(super) fn start_step(&mut self, step: SoosyrvStep, rest: &str, now: Instant) -> Result<(), Refusal> {
        if step == SoosyrvStep::Three {
            let size = self.size()?;
            self.no_pending_error()?;
            let opening = soosyrv(step, 0, &[], self.rules(), size)?;
            self.think_in_opening(Wording::Soosyrv(step), opening, now);
            return Ok(());
        }
        let (mut number, mut rest) = (0, rest);
        if step.takes_number() {
            let word = command::words(rest).next().unwrap_or_default();
            let Some(found) = command::number(word) else {
                self.skip(Payload::Moves, rest);
                return Err(Refusal::Arguments("a number of fifths behind the step, such as YXSOOSORVSTEP4 3"));
            };
            number = found;
            rest = rest.trim_start_matches(word);
        }
        self.start_list(ListTask::Step { step, number }, rest, now)
    }

    /// Begins the list of stones of a position, whose first may stand on the same line.
    pub(super) fn start_position(&mut self, word: PositionWord, rest: &str, now: Instant) -> Result<(), Refusal> {
        // Stones make another position; points that are not considered hold for the next search.
        self.abandon();
        self.start_list(ListTask::Position(word), rest, now)
    }

    /// Begins a list, whose first entry may stand on the same line.
    pub(super) fn start_list(&mut self, task: ListTask, rest: &str, now: Instant) -> Result<(), Refusal> {
        let listing = Listing::new(task.entry());
        self.hear_list(task, listing, rest, now)
    }

    /// Passes over what belongs to a word that is not obeyed, unless it ends with the rest of this line.
    pub(super) fn skip(&mut self, payload: Payload, rest: &str) {
        let is_over = match payload {
            Payload::None => true,
            Payload::Line => !rest.is_empty(),
            Payload::Moves => ends(rest),
            // One quote opens a text, and whatever follows is part of it.
            Payload::Text => rest.matches('"').count() != 1 && ends(rest),
        };
        if !is_over {
            self.reading = Some(Reading::Skip(payload));
        }
    }

    /// Whether a text is being read, of which no line is a command.
    pub(super) fn reads_text(&self) -> bool {
        matches!(self.reading, Some(Reading::Comment(_) | Reading::Skip(Payload::Text)))
    }

    /// Whether a word about the database is being read that changes what is known or writes a file.
    pub(super) fn reads_what_is_kept(&self) -> bool {
        match &self.reading {
            Some(Reading::Path(task)) => *task != FileTask::Open,
            Some(Reading::List(ListTask::Database(task), _)) => !matches!(task, DatabaseTask::Query(_)),
            Some(Reading::Comment(_)) => true,
            Some(Reading::List(..) | Reading::Skip(_)) | None => false,
        }
    }

    /// Takes in a line, if it belongs to what is being read, and tells whether it did.
    pub(super) fn read(&mut self, heard: &HeardLine) -> bool {
        let (line, now) = (heard.text.as_str(), heard.at);
        let word = heard.word.filter(|_| !self.reads_text());
        let Some(reading) = self.reading.take() else { return false };
        let obeyed = match (reading, word) {
            // A name that is of no matter is not worth a command: what that asks would never be answered.
            (Reading::Skip(Payload::Line), word) => return word.is_none(),
            // A name that is obeyed may be any word: a file may be called so, and if none is, an error about it is the
            // answer. Only a call for the move is surely none.
            (Reading::Path(_), Some(Word::Stop)) => return false,
            (Reading::Path(task), _) => self.database_file(task, line),
            (Reading::Comment(text), _) => self.database_text(text, line, now),
            (reading, Some(Word::Info | Word::Stop | Word::About)) => {
                self.reading = Some(reading);
                return false;
            }
            (Reading::Skip(payload), None | Some(Word::Done)) => {
                self.skip(payload, line);
                Ok(())
            }
            (Reading::Skip(_), Some(_)) => return false,
            (Reading::List(task, listing), None | Some(Word::Done)) => self.hear_list(task, listing, line, now),
            (Reading::List(..), Some(_)) => {
                self.say(Reply::Error(Refusal::NotDone));
                return false;
            }
        };
        if let Err(refusal) = obeyed {
            self.refuse(refusal);
        }
        true
    }

    /// Takes in a line of a list, and does what is to be done with it after the last.
    fn hear_list(&mut self, task: ListTask, mut listing: Listing, line: &str, now: Instant) -> Result<(), Refusal> {
        if !listing.add(line) {
            self.reading = Some(Reading::List(task, listing));
            return Ok(());
        }
        let (coords, rules, dialect) = (self.coords, self.rules(), self.dialect);
        let size = self.size()?;
        match task {
            ListTask::Block => {
                self.excluded = self.excluded.or(&listing.points(coords, size)?.into_iter().collect());
            }
            ListTask::BlockUndo => {
                self.excluded = self.excluded.without(&listing.points(coords, size)?.into_iter().collect());
            }
            ListTask::Position(PositionWord::Swap2Board) => {
                let opening = listing.opening(coords, rules, size)?;
                self.no_pending_error()?;
                self.think_in_opening(Wording::Swap2Board, opening, now);
            }
            ListTask::Position(PositionWord::Board) => {
                let game = listing.position(coords, rules, dialect, size)?;
                self.no_pending_error()?;
                self.answer_in(game, now)?;
            }
            ListTask::Position(PositionWord::YxBoard) => {
                self.set_game(listing.position(coords, rules, dialect, size)?);
            }
            ListTask::Database(task) => self.database_position(task, &listing.points(coords, size)?, size)?,
            ListTask::Step { step, number } => {
                let opening = soosyrv(step, number, &listing.points(coords, size)?, rules, size)?;
                self.no_pending_error()?;
                self.think_in_opening(Wording::Soosyrv(step), opening, now);
            }
        }
        Ok(())
    }
}

/// Whether the list ends with this line, on which a text between quotes may stand before it.
fn ends(line: &str) -> bool {
    let list = line.rsplit_once('"').map_or(line, |(_, list)| list);
    words(list).last().is_some_and(|word| word.eq_ignore_ascii_case("DONE"))
}
