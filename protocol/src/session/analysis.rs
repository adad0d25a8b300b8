//! The words of analysis programs, Yixin-Board before all.

use std::time::Instant;

use tengen_engine::game::Game;

use super::thinking::Purpose;
use super::{Session, SessionAction};
use crate::command::{self, Command, Word};
use crate::coords::Coords;
use crate::preferences::MAX_HASH_LOG_KB;
use crate::refusal::Refusal;
use crate::reply::Reply;
use crate::yixin;

impl Session {
    /// Obeys a word that is not part of the Gomocup protocol.
    pub(super) fn analyse(&mut self, word: Word, command: &Command<'_>, now: Instant) -> Result<(), Refusal> {
        match word {
            Word::YxShowInfo => self.show_info(command.name),
            Word::YxShowForbid => {
                let coords = self.coords;
                let line = yixin::forbidden(self.ruled_game()?, coords);
                self.say(Reply::Analysis(line));
            }
            Word::YxHashClear => {
                self.hashfull = 0;
                self.actions.push(SessionAction::Forget);
                self.message("hash cleared");
            }
            Word::YxShowHashUsage => {
                let permille = self.hashfull;
                self.message(format!("hash usage {}.{}%", permille / 10, permille % 10));
            }
            Word::YxNBest => {
                let lines = one_number(command.rest, 1, "YXNBEST and a number of moves, such as YXNBEST 3")?;
                let lines = usize::try_from(lines).ok().filter(|&lines| lines > 0);
                self.ask(Purpose::Analyse(lines.ok_or(Refusal::Arguments("a number of moves from 1 on"))?), now)?;
            }
            Word::YxSearchDefend => self.ask(Purpose::Analyse(usize::MAX), now)?,
            Word::YxBalanceOne => {
                let bias = one_number(command.rest, 0, "YXBALANCEONE and a judgement, such as YXBALANCEONE 0")?;
                self.ask(Purpose::Balance(bias), now)?;
            }
            Word::YxBlockReset => self.excluded.clear(),
            Word::YxSwap2Step1 => {
                // Comes before any position of the new game.
                let size = self.game.as_ref().ok_or(Refusal::NoGame)?.size();
                let before = self.game.replace(Game::new(self.rules(), size));
                if let Err(refusal) = self.ask(Purpose::OpeningStep, now) {
                    self.game = before;
                    return Err(refusal);
                }
            }
            Word::YxSwap2Step2 => self.ask_about_opening(3, now)?,
            Word::YxSwap2Step3 => self.ask_about_opening(5, now)?,
            Word::YxDraw => self.message("DRAW REJECT"),
            Word::YxResign => self.message("thank you for the game"),
            // Nothing to undo: lines of play cannot be blocked.
            _ => {}
        }
        Ok(())
    }

    fn show_info(&mut self, name: &str) {
        // Of all clients only Yixin-Board says this before the first START, in small letters, and it writes rows first.
        if self.settings.coords.is_none() && self.game.is_none() && name.bytes().all(|byte| byte.is_ascii_lowercase()) {
            self.coords = Coords::RowColumn;
        }
        let threads = self.settings.max_threads;
        self.message(format!("INFO MAX_THREAD_NUM {threads}"));
        self.message(format!("INFO MAX_HASH_SIZE {MAX_HASH_LOG_KB}"));
    }

    fn ask(&mut self, purpose: Purpose, now: Instant) -> Result<(), Refusal> {
        self.ruled_game()?;
        self.no_complaint()?;
        self.think(purpose, now)
    }

    fn ask_about_opening(&mut self, stones: usize, now: Instant) -> Result<(), Refusal> {
        let found = self.ruled_game()?.moves().len();
        if found != stones {
            return Err(Refusal::Opening(found));
        }
        self.ask(Purpose::OpeningStep, now)
    }
}

/// The only number of the arguments, or `default` when there are none.
fn one_number(rest: &str, default: i64, expected: &'static str) -> Result<i64, Refusal> {
    match command::numbers(rest).ok_or(Refusal::Arguments(expected))?[..] {
        [] => Ok(default),
        [number] => Ok(number),
        _ => Err(Refusal::Arguments(expected)),
    }
}
