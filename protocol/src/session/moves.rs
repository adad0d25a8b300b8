//! Commands that begin a game, play a stone or take one back.

use web_time::Instant;

use tengen_engine::game::Game;
use tengen_engine::point::{BoardSize, Point};

use super::Session;
use super::analysis::{bias, lines};
use super::thinking::Purpose;
use crate::command::{self, Word};
use crate::refusal::Refusal;
use crate::reply::Reply;

impl Session {
    /// Looks at what stands beside a word that stops a search, before it is stopped.
    pub(super) fn check_arguments(&self, word: Word, rest: &str) -> Result<(), Refusal> {
        match word {
            Word::Start | Word::RectStart => board_size(word, rest).map(drop),
            Word::Turn | Word::Play | Word::TakeBack => self.point(word, rest).map(drop),
            Word::YxNBest => lines(rest).map(drop),
            Word::YxBalanceOne | Word::YxBalanceTwo => bias(word, rest).map(drop),
            _ => Ok(()),
        }
    }

    pub(super) fn start(&mut self, word: Word, rest: &str) -> Result<(), Refusal> {
        self.start_on(board_size(word, rest)?)
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
        self.put_stone(Word::Turn, rest)?;
        self.think(Purpose::Play, now)
    }

    pub(super) fn play(&mut self, rest: &str) -> Result<(), Refusal> {
        let point = self.put_stone(Word::Play, rest)?;
        self.say(Reply::Stones(vec![point]));
        Ok(())
    }

    fn put_stone(&mut self, word: Word, rest: &str) -> Result<Point, Refusal> {
        self.not_thinking()?;
        let point = self.point(word, rest)?;
        self.no_complaint()?;
        let game = self.ruled_game()?;
        // Managers judge the end of a game by rules of their own, so a stone after the end is no error.
        game.place(game.to_move(), point)?;
        Ok(point)
    }

    pub(super) fn take_back(&mut self, rest: &str) -> Result<(), Refusal> {
        let point = self.point(Word::TakeBack, rest)?;
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

    /// The point that stands beside a word.
    fn point(&self, word: Word, rest: &str) -> Result<Point, Refusal> {
        let size = self.game.as_ref().ok_or(Refusal::NoGame)?.size();
        let expected = match word {
            Word::Turn => "TURN x,y, such as TURN 7,7",
            Word::Play => "PLAY x,y, such as PLAY 7,7",
            _ => "TAKEBACK x,y, such as TAKEBACK 7,7",
        };
        let coordinate = command::pair(rest).ok_or(Refusal::Arguments(expected))?;
        self.coords.point(coordinate, size).ok_or(Refusal::OffBoard { coordinate, size })
    }
}

/// The board that `START` or `RECTSTART` asks for.
fn board_size(word: Word, rest: &str) -> Result<BoardSize, Refusal> {
    let is_rectangle = word == Word::RectStart;
    let numbers = command::numbers(rest).unwrap_or_default();
    let (width, height) = match numbers[..] {
        [side] if !is_rectangle => (side, side),
        // An old Yixin-Board says START with two numbers.
        [width, height] => (width, height),
        _ if is_rectangle => return Err(Refusal::Arguments("RECTSTART and width,height, such as RECTSTART 20,15")),
        _ => return Err(Refusal::Arguments("START and a size, such as START 15")),
    };
    let side = |number: i64| usize::try_from(number).ok();
    let size = side(width).zip(side(height)).and_then(|(width, height)| BoardSize::new(width, height));
    size.ok_or(Refusal::Size)
}

/// Whether the word begins a game, changes the position or asks for a move: it cannot be obeyed beside a search.
pub(super) fn is_about_the_game(word: Word) -> bool {
    matches!(
        word,
        Word::Start
            | Word::RectStart
            | Word::Restart
            | Word::Begin
            | Word::Turn
            | Word::Play
            | Word::TakeBack
            | Word::Board
            | Word::YxBoard
            | Word::Swap2Board
            | Word::YxHashClear
            | Word::YxNBest
            | Word::YxSearchDefend
            | Word::YxBalanceOne
            | Word::YxBalanceTwo
            | Word::YxSwap2Step1
            | Word::YxSwap2Step2
            | Word::YxSwap2Step3
            | Word::YxSoosorv(_)
    )
}
