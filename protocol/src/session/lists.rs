//! Commands that go on for several lines.

use web_time::Instant;

use super::Session;
use super::database_task::DatabaseTask;
use super::purpose::{Purpose, Wording};
use crate::command::{self, FileTask, ListWord, Payload, SoosyrvStep, Word, words};
use crate::refusal::Refusal;
use crate::reply::Reply;
use crate::setup::{ListEntry, Listing, soosyrv};

/// What is being heard.
#[derive(Debug)]
pub(super) enum Reading {
    /// The list of the word.
    List(ListWord, Listing),
    /// The name of a file for a word about the database.
    Path(FileTask),
    /// The comment of a position, as far as it was heard.
    Comment(String),
    /// The moves of a position of the database.
    Database(DatabaseTask, Listing),
    /// The stones of a step of Soosyrv-8.
    Step {
        step: SoosyrvStep,
        /// The number of fifths that stands on its line, where one does.
        number: i64,
        listing: Listing,
    },
    /// Something that belongs to a word that is not supported.
    Skip(Payload),
}

impl Session {
    /// Begins a step of Soosyrv-8. The first follows from nothing; the others are followed by stones.
    pub(super) fn start_step(&mut self, step: SoosyrvStep, rest: &str, now: Instant) -> Result<(), Refusal> {
        if step == SoosyrvStep::Three {
            let size = self.game.as_ref().ok_or(Refusal::NoGame)?.size();
            self.no_complaint()?;
            let opening = soosyrv(step, 0, &[], self.rules(), size)?;
            self.think_in_opening(Wording::YxSoosorv, opening, now);
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
        self.go_on_with_step(step, number, Listing::new(ListEntry::Point), rest, now)
    }

    fn go_on_with_step(
        &mut self,
        step: SoosyrvStep,
        number: i64,
        mut listing: Listing,
        line: &str,
        now: Instant,
    ) -> Result<(), Refusal> {
        if !listing.add(line) {
            self.reading = Some(Reading::Step { step, number, listing });
            return Ok(());
        }
        let size = self.game.as_ref().ok_or(Refusal::NoGame)?.size();
        let points = listing.points(self.coords, size)?;
        let opening = soosyrv(step, number, &points, self.rules(), size)?;
        self.no_complaint()?;
        self.think_in_opening(Wording::YxSoosorv, opening, now);
        Ok(())
    }

    /// Begins the list of a word, whose first entries may stand on the same line.
    pub(super) fn start_list(&mut self, word: ListWord, rest: &str, now: Instant) -> Result<(), Refusal> {
        let entry = match word {
            ListWord::Board | ListWord::YxBoard => ListEntry::Stone,
            ListWord::Swap2Board => ListEntry::OpeningStone,
            ListWord::Block | ListWord::BlockUndo => ListEntry::Point,
        };
        // Stones make another position; points that are not considered hold for the next search.
        if entry != ListEntry::Point {
            self.abandon();
        }
        self.go_on(word, Listing::new(entry), rest, now)
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

    /// Takes in a line that begins with this word, if it belongs to what is being read, and tells whether it did.
    pub(super) fn read(&mut self, line: &str, word: Option<Word>, now: Instant) -> bool {
        let Some(reading) = self.reading.take() else { return false };
        match (reading, word) {
            // A name that is of no matter is not worth a command: what that asks would never be answered.
            (Reading::Skip(Payload::Line), word) => word.is_none(),
            // A name that is obeyed may be any word: a file may be called so, and if none is, an error about it is the
            // answer. Only a call for the move is surely none.
            (Reading::Path(task), word) if word != Some(Word::Stop) => {
                let obeyed = self.database_file(task, line);
                self.say_refusal(obeyed);
                true
            }
            (Reading::Path(_), _) => false,
            (Reading::Comment(text), _) => {
                let obeyed = self.database_text(text, line);
                self.say_refusal(obeyed);
                true
            }
            (reading, Some(Word::Info | Word::Stop | Word::About)) => {
                self.reading = Some(reading);
                false
            }
            (Reading::Skip(payload), None | Some(Word::Done)) => {
                self.skip(payload, line);
                true
            }
            (Reading::Skip(_), Some(_)) => false,
            (Reading::List(word, listing), None | Some(Word::Done)) => {
                let obeyed = self.go_on(word, listing, line, now);
                self.say_refusal(obeyed);
                true
            }
            (Reading::Database(task, listing), None | Some(Word::Done)) => {
                let obeyed = self.database_list(task, listing, line);
                self.say_refusal(obeyed);
                true
            }
            (Reading::Step { step, number, listing }, None | Some(Word::Done)) => {
                let obeyed = self.go_on_with_step(step, number, listing, line, now);
                self.say_refusal(obeyed);
                true
            }
            (Reading::List(..) | Reading::Database(..) | Reading::Step { .. }, Some(_)) => {
                self.say(Reply::Error(Refusal::NotDone));
                false
            }
        }
    }

    fn say_refusal(&mut self, obeyed: Result<(), Refusal>) {
        if let Err(refusal) = obeyed {
            self.say(Reply::Error(refusal));
        }
    }

    fn go_on(&mut self, word: ListWord, mut listing: Listing, line: &str, now: Instant) -> Result<(), Refusal> {
        if !listing.add(line) {
            self.reading = Some(Reading::List(word, listing));
            return Ok(());
        }
        let (coords, rules, dialect) = (self.coords, self.rules(), self.dialect);
        let size = self.game.as_ref().ok_or(Refusal::NoGame)?.size();
        match word {
            ListWord::Block => {
                for point in listing.points(coords, size)? {
                    if !self.excluded.contains(&point) {
                        self.excluded.push(point);
                    }
                }
            }
            ListWord::BlockUndo => {
                let again = listing.points(coords, size)?;
                self.excluded.retain(|point| !again.contains(point));
            }
            ListWord::Swap2Board => {
                let opening = listing.opening(coords, rules, size)?;
                self.no_complaint()?;
                self.think_in_opening(Wording::Swap2Board, opening, now);
            }
            ListWord::Board => {
                let game = listing.position(coords, rules, dialect, size)?;
                game.empty_points().next().ok_or(Refusal::Full)?;
                self.no_complaint()?;
                self.game = Some(game);
                self.think(Purpose::Play, now)?;
            }
            ListWord::YxBoard => self.game = Some(listing.position(coords, rules, dialect, size)?),
        }
        Ok(())
    }
}

/// Whether the list ends with this line, on which a text between quotes may stand before it.
fn ends(line: &str) -> bool {
    let list = line.rsplit_once('"').map_or(line, |(_, list)| list);
    words(list).last().is_some_and(|word| word.eq_ignore_ascii_case("DONE"))
}
