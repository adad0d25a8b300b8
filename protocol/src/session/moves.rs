//! Orders that begin a game, play a stone, take one back, ask for a move or forget what was learned.

use web_time::Instant;

use tengen_engine::PointSet;
use tengen_engine::game::Game;
use tengen_engine::point::{BoardSize, Point};

use super::purpose::Purpose;
use super::{Session, SessionAction};
use crate::info::Dialect;
use crate::refusal::Refusal;
use crate::reply::Reply;

impl Session {
    /// Begins a game. Nothing learned is forgotten: Yixin-Board sends `START` before every request.
    pub(super) fn start_on(&mut self, size: BoardSize) -> Result<(), Refusal> {
        // Also a game that is refused makes the request void: no move would be taken for the answer to it.
        self.abandon();
        if let Some(fault) = &self.settings.fault {
            return Err(Refusal::Settings(fault.clone()));
        }
        self.no_pending_error()?;
        if self.game.as_ref().is_none_or(|game| game.size() != size) {
            self.excluded = PointSet::EMPTY;
        }
        self.game = Some(Game::new(self.rules(), size));
        // Each game tells what it assumes. Yixin-Board begins one for every move.
        if self.dialect != Dialect::Yixin {
            self.announced = None;
        }
        self.preferences.new_game();
        self.say(Reply::Ok);
        Ok(())
    }

    /// Thinks about the position as it stands, for a move or an analysis. With `BEGIN` managers ask for the first move of a
    /// game, and people for any.
    pub(super) fn ask(&mut self, purpose: Purpose, now: Instant) -> Result<(), Refusal> {
        self.ruled_game()?;
        self.no_pending_error()?;
        self.think(purpose, now)
    }

    pub(super) fn turn(&mut self, point: Point, now: Instant) -> Result<(), Refusal> {
        let game = self.after_stone(point)?;
        self.answer_in(game, now)
    }

    /// Answers with a move in a game, which takes the place of the one that is known. Where no move is possible that stays.
    pub(super) fn answer_in(&mut self, game: Game, now: Instant) -> Result<(), Refusal> {
        game.empty_points().next().ok_or(Refusal::Full)?;
        self.set_game(game);
        self.think(Purpose::Play, now)
    }

    pub(super) fn play(&mut self, point: Point) -> Result<(), Refusal> {
        let game = self.after_stone(point)?;
        self.set_game(game);
        self.say(Reply::Stones(vec![point]));
        Ok(())
    }

    /// The game after one more stone.
    fn after_stone(&mut self, point: Point) -> Result<Game, Refusal> {
        self.no_pending_error()?;
        let mut game = self.ruled_game()?.clone();
        // Managers judge the end of a game by rules of their own, so a stone after the end is no error.
        game.place(game.to_move(), point)?;
        Ok(game)
    }

    pub(super) fn take_back(&mut self, point: Point) -> Result<(), Refusal> {
        match self.ruled_game()?.moves().last() {
            None => return Err(Refusal::NoStone),
            Some(last) if last.point != point => return Err(Refusal::NotLast),
            Some(_) => {}
        }
        self.abandon();
        self.no_pending_error()?;
        self.ruled_game()?.undo();
        self.say(Reply::Ok);
        Ok(())
    }

    /// Forgets everything learned from earlier positions.
    pub(super) fn clear_hash(&mut self) {
        self.hashfull = 0;
        self.actions.push(SessionAction::Forget);
        self.message("hash cleared");
    }

    /// Refuses once what `INFO` asked in vain.
    pub(super) fn no_pending_error(&mut self) -> Result<(), Refusal> {
        self.preferences.take_pending_error().map_or(Ok(()), |text| Err(Refusal::Info(text)))
    }
}
