//! The words of analysis programs, Yixin-Board before all.

use web_time::Instant;

use tengen_engine::point::Point;

use super::balance::Balance;
use super::purpose::{Purpose, Wording};
use super::{Session, SessionAction};
use crate::command::{self, AnalysisWord, Command};
use crate::coords::Coords;
use crate::draw;
use crate::preferences::MAX_HASH_LOG_KB;
use crate::refusal::Refusal;
use crate::reply::Reply;
use crate::setup::swap2;
use crate::yixin;

/// What stands beside a word that asks for a move near to a judgement.
const BALANCE_ONE: &str = "YXBALANCEONE and a judgement, such as YXBALANCEONE 0";
const BALANCE_TWO: &str = "YXBALANCETWO and a judgement, such as YXBALANCETWO 0";

impl Session {
    /// Obeys a word that is not part of the Gomocup protocol.
    pub(super) fn analyse(&mut self, word: AnalysisWord, command: &Command<'_>, now: Instant) -> Result<(), Refusal> {
        match word {
            AnalysisWord::ShowInfo => self.show_info(command.name),
            AnalysisWord::ShowForbid => {
                let coords = self.coords;
                let line = yixin::forbidden(self.ruled_game()?, coords);
                self.say(Reply::Analysis(line));
            }
            AnalysisWord::HashClear => {
                self.hashfull = 0;
                self.actions.push(SessionAction::Forget);
                self.message("hash cleared");
            }
            AnalysisWord::ShowHashUsage => {
                let permille = self.hashfull;
                self.message(format!("hash usage {}.{}%", permille / 10, permille % 10));
            }
            AnalysisWord::NBest => self.ask(Purpose::Analyse(lines(command.rest)?), now)?,
            AnalysisWord::SearchDefend => self.ask(Purpose::Analyse(usize::MAX), now)?,
            AnalysisWord::BalanceOne => {
                self.ask(Purpose::Balance(Balance::one(bias(BALANCE_ONE, command.rest)?)), now)?;
            }
            AnalysisWord::BalanceTwo => {
                self.ask(Purpose::Balance(Balance::two(bias(BALANCE_TWO, command.rest)?)), now)?;
            }
            AnalysisWord::BlockReset => self.excluded.clear(),
            AnalysisWord::Swap2Step1 => {
                // Comes before any position of the new game.
                let size = self.size()?;
                self.no_complaint()?;
                let opening = swap2(&[], self.rules(), size)?;
                self.think_in_opening(Wording::YxSwap2, opening, now);
            }
            AnalysisWord::Swap2Step2 => self.ask_about_swap2(3, now)?,
            AnalysisWord::Swap2Step3 => self.ask_about_swap2(5, now)?,
            AnalysisWord::Draw => {
                let game = self.game.as_ref().ok_or(Refusal::NoGame)?;
                // Who offers is on the move, unless a move is owed.
                let own = if self.owes_move() { game.to_move() } else { !game.to_move() };
                let accepts = draw::accepts(game, own, self.judged);
                self.message(if accepts { "DRAW ACCEPT" } else { "DRAW REJECT" });
            }
            AnalysisWord::Resign => self.message("thank you for the game"),
            // Nothing to undo: lines of play cannot be blocked.
            AnalysisWord::BlockPathReset => {}
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

/// Looks at what stands beside a word that stops a search, before it is stopped.
pub(super) fn check_arguments(word: AnalysisWord, rest: &str) -> Result<(), Refusal> {
    match word {
        AnalysisWord::NBest => lines(rest).map(drop),
        AnalysisWord::BalanceOne => bias(BALANCE_ONE, rest).map(drop),
        AnalysisWord::BalanceTwo => bias(BALANCE_TWO, rest).map(drop),
        AnalysisWord::ShowInfo
        | AnalysisWord::ShowForbid
        | AnalysisWord::HashClear
        | AnalysisWord::ShowHashUsage
        | AnalysisWord::SearchDefend
        | AnalysisWord::BlockReset
        | AnalysisWord::BlockPathReset
        | AnalysisWord::Swap2Step1
        | AnalysisWord::Swap2Step2
        | AnalysisWord::Swap2Step3
        | AnalysisWord::Draw
        | AnalysisWord::Resign => Ok(()),
    }
}

/// How many moves `YXNBEST` asks for.
fn lines(rest: &str) -> Result<usize, Refusal> {
    let lines = one_number(rest, 1, "YXNBEST and a number of moves, such as YXNBEST 3")?;
    usize::try_from(lines).ok().filter(|&lines| lines > 0).ok_or(Refusal::Arguments("a number of moves from 1 on"))
}

/// The judgement that a search for balance is to come near to.
fn bias(expected: &'static str, rest: &str) -> Result<i64, Refusal> {
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
