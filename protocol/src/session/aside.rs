//! Words of Yixin-Board that are answered at once, whether a move is owed or not.

use super::Session;
use crate::command::AsideWord;
use crate::coords::Coords;
use crate::draw;
use crate::preferences::MAX_HASH_LOG_KB;
use crate::refusal::Refusal;
use crate::reply::Reply;
use crate::yixin;

impl Session {
    /// Answers a word that was written as `name`.
    pub(super) fn answer_aside(&mut self, word: AsideWord, name: &str) -> Result<(), Refusal> {
        match word {
            AsideWord::ShowInfo => self.show_info(name),
            AsideWord::ShowForbid => self.show_forbidden()?,
            AsideWord::ShowHashUsage => {
                let permille = self.hashfull;
                self.message(format!("hash usage {}.{}%", permille / 10, permille % 10));
            }
            AsideWord::Draw => self.answer_draw_offer()?,
            AsideWord::Resign => self.message("thank you for the game"),
        }
        Ok(())
    }

    fn show_info(&mut self, name: &str) {
        // Of all clients only Yixin-Board says this before the first START, in small letters, and it writes rows first.
        if self.settings.coords.is_none() && self.game.is_none() && name.bytes().all(|byte| byte.is_ascii_lowercase()) {
            self.coords = Coords::RowColumn;
        }
        let threads = self.preferences.max_threads();
        self.message(format!("INFO MAX_THREAD_NUM {threads}"));
        self.message(format!("INFO MAX_HASH_SIZE {MAX_HASH_LOG_KB}"));
    }

    fn show_forbidden(&mut self) -> Result<(), Refusal> {
        let coords = self.coords;
        let line = yixin::forbidden(self.ruled_game()?, coords);
        self.say(Reply::Analysis(line));
        Ok(())
    }

    fn answer_draw_offer(&mut self) -> Result<(), Refusal> {
        let game = self.game.as_ref().ok_or(Refusal::NoGame)?;
        // Who offers is on the move, unless a move is owed.
        let own = if self.owes_move() { game.to_move() } else { !game.to_move() };
        // Nothing but our last move and an answer to it may have been played since.
        let judged = self.judged.as_ref().filter(|(before, _)| {
            game.goes_on_from(before) && game.moves().len() <= before.moves().len() + 2 && before.to_move() == own
        });
        let accepts = draw::accepts(game, own, judged.map(|&(_, score)| score));
        self.message(if accepts { "DRAW ACCEPT" } else { "DRAW REJECT" });
        Ok(())
    }
}
