//! The words of analysis programs, Yixin-Board before all.

use web_time::Instant;

use tengen_engine::point::Point;

use super::balance::Balance;
use super::draw;
use super::thinking::{Purpose, Wording};
use super::{Session, SessionAction};
use crate::command::{self, Command, Word};
use crate::coords::Coords;
use crate::preferences::MAX_HASH_LOG_KB;
use crate::refusal::Refusal;
use crate::reply::Reply;
use crate::setup::swap2;
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
            Word::YxNBest => self.ask(Purpose::Analyse(lines(command.rest)?), now)?,
            Word::YxSearchDefend => self.ask(Purpose::Analyse(usize::MAX), now)?,
            Word::YxBalanceOne => self.ask(Purpose::Balance(Balance::one(bias(word, command.rest)?)), now)?,
            Word::YxBalanceTwo => self.ask(Purpose::Balance(Balance::two(bias(word, command.rest)?)), now)?,
            Word::YxBlockReset => self.excluded.clear(),
            Word::YxSwap2Step1 => {
                // Comes before any position of the new game.
                let size = self.game.as_ref().ok_or(Refusal::NoGame)?.size();
                self.no_complaint()?;
                let opening = swap2(&[], self.rules(), size)?;
                self.think_in_opening(Wording::YxSwap2, opening, now);
            }
            Word::YxSwap2Step2 => self.ask_about_swap2(3, now)?,
            Word::YxSwap2Step3 => self.ask_about_swap2(5, now)?,
            Word::YxDraw => {
                let game = self.game.as_ref().ok_or(Refusal::NoGame)?;
                // Who offers is on the move, unless a move is owed.
                let own = if self.owes_move() { game.to_move() } else { !game.to_move() };
                let accepts = draw::accepts(game, own, self.judged);
                self.message(if accepts { "DRAW ACCEPT" } else { "DRAW REJECT" });
            }
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

    /// Asks about the stones on the board, whatever colours they were given: an opening puts them in turn.
    fn ask_about_swap2(&mut self, wanted: usize, now: Instant) -> Result<(), Refusal> {
        let game = self.ruled_game()?;
        let stones: Vec<Point> = game.moves().iter().map(|played| played.point).collect();
        if stones.len() != wanted {
            return Err(Refusal::Opening(stones.len()));
        }
        let opening = swap2(&stones, game.rules(), game.size())?;
        self.no_complaint()?;
        self.think_in_opening(Wording::YxSwap2, opening, now);
        Ok(())
    }
}

/// How many moves `YXNBEST` asks for.
pub(super) fn lines(rest: &str) -> Result<usize, Refusal> {
    let lines = one_number(rest, 1, "YXNBEST and a number of moves, such as YXNBEST 3")?;
    usize::try_from(lines).ok().filter(|&lines| lines > 0).ok_or(Refusal::Arguments("a number of moves from 1 on"))
}

/// The judgement that a search for balance is to come near to.
pub(super) fn bias(word: Word, rest: &str) -> Result<i64, Refusal> {
    let expected = match word {
        Word::YxBalanceTwo => "YXBALANCETWO and a judgement, such as YXBALANCETWO 0",
        _ => "YXBALANCEONE and a judgement, such as YXBALANCEONE 0",
    };
    one_number(rest, 0, expected)
}

/// The only number of the arguments, or `default` when there are none.
fn one_number(rest: &str, default: i64, expected: &'static str) -> Result<i64, Refusal> {
    match command::numbers(rest).ok_or(Refusal::Arguments(expected))?[..] {
        [] => Ok(default),
        [number] => Ok(number),
        _ => Err(Refusal::Arguments(expected)),
    }
}
