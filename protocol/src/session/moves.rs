//! Commands that begin a game, play a stone or take one back.

use web_time::Instant;

use tengen_engine::game::Game;
use tengen_engine::point::{BoardSize, Point};

use super::Session;
use super::thinking::Purpose;
use crate::command;
use crate::refusal::Refusal;
use crate::reply::Reply;

impl Session {
    pub(super) fn start(&mut self, rest: &str, rectangle: bool) -> Result<(), Refusal> {
        let numbers = command::numbers(rest).unwrap_or_default();
        let (width, height) = match numbers[..] {
            [side] if !rectangle => (side, side),
            // An old Yixin-Board says START with two numbers.
            [width, height] => (width, height),
            _ if rectangle => return Err(Refusal::Arguments("RECTSTART and width,height, such as RECTSTART 20,15")),
            _ => return Err(Refusal::Arguments("START and a size, such as START 15")),
        };
        let side = |number: i64| usize::try_from(number).ok();
        let size = side(width).zip(side(height)).and_then(|(width, height)| BoardSize::new(width, height));
        self.start_on(size.ok_or(Refusal::Size)?)
    }

    /// Begins a game. Nothing learned is forgotten: Yixin-Board sends `START` before every request.
    pub(super) fn start_on(&mut self, size: BoardSize) -> Result<(), Refusal> {
        self.no_complaint()?;
        self.abandon();
        if self.game.as_ref().is_none_or(|game| game.size() != size) {
            self.excluded.clear();
        }
        self.game = Some(Game::new(self.rules(), size));
        self.judged = None;
        self.preferences.new_game();
        self.say(Reply::Ok);
        Ok(())
    }

    /// Moves for the side whose turn it is: managers say it at the first move, people whenever they want a move.
    pub(super) fn begin(&mut self, now: Instant) -> Result<(), Refusal> {
        self.not_thinking()?;
        self.ruled_game()?;
        self.no_complaint()?;
        self.think(Purpose::Play, now)
    }

    pub(super) fn turn(&mut self, rest: &str, now: Instant) -> Result<(), Refusal> {
        self.put_stone(rest, "TURN x,y, such as TURN 7,7")?;
        self.think(Purpose::Play, now)
    }

    pub(super) fn play(&mut self, rest: &str) -> Result<(), Refusal> {
        let point = self.put_stone(rest, "PLAY x,y, such as PLAY 7,7")?;
        self.say(Reply::Stones(vec![point]));
        Ok(())
    }

    fn put_stone(&mut self, rest: &str, expected: &'static str) -> Result<Point, Refusal> {
        self.not_thinking()?;
        let point = self.point(rest, expected)?;
        self.no_complaint()?;
        let game = self.ruled_game()?;
        // Managers judge the end of a game by rules of their own, so a stone after the end is no error.
        game.place(game.to_move(), point)?;
        Ok(point)
    }

    pub(super) fn take_back(&mut self, rest: &str) -> Result<(), Refusal> {
        let point = self.point(rest, "TAKEBACK x,y, such as TAKEBACK 7,7")?;
        self.no_complaint()?;
        match self.ruled_game()?.moves().last() {
            None => return Err(Refusal::NoStone),
            Some(last) if last.point != point => return Err(Refusal::NotLast),
            Some(_) => {}
        }
        self.abandon();
        self.ruled_game()?.undo();
        self.say(Reply::Ok);
        Ok(())
    }
}
