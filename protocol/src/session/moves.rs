//! Commands that begin a game, play a stone or take one back.

use web_time::Instant;

use tengen_engine::game::Game;
use tengen_engine::point::{BoardSize, Point};

use super::Session;
use super::analysis;
use super::purpose::Purpose;
use crate::command::{self, AnalysisWord, ListWord, Word};
use crate::info::Dialect;
use crate::refusal::Refusal;
use crate::reply::Reply;

/// What stands beside a word that names a point.
const TURN: &str = "TURN x,y, such as TURN 7,7";
const PLAY: &str = "PLAY x,y, such as PLAY 7,7";
const TAKE_BACK: &str = "TAKEBACK x,y, such as TAKEBACK 7,7";

impl Session {
    /// Looks at what stands beside a word that stops a search, before it is stopped.
    pub(super) fn check_arguments(&self, word: Word, rest: &str) -> Result<(), Refusal> {
        match word {
            Word::Start => square(rest).map(drop),
            Word::RectStart => rectangle(rest).map(drop),
            Word::Turn => self.point(TURN, rest).map(drop),
            Word::Play => self.point(PLAY, rest).map(drop),
            Word::TakeBack => self.point(TAKE_BACK, rest).map(drop),
            Word::Analysis(word) => analysis::check_arguments(word, rest),
            // They have none, or what follows them is looked at when all of it was heard.
            Word::Restart
            | Word::Begin
            | Word::Info
            | Word::About
            | Word::Done
            | Word::End
            | Word::Stop
            | Word::List(_)
            | Word::YxSoosorv(_)
            | Word::YxDatabase(_)
            | Word::Help
            | Word::Draw
            | Word::Unsupported(_) => Ok(()),
        }
    }

    /// Begins a game. Nothing learned is forgotten: Yixin-Board sends `START` before every request.
    pub(super) fn start_on(&mut self, size: BoardSize) -> Result<(), Refusal> {
        // Also a game that is refused makes the request void: no move would be taken for the answer to it.
        self.abandon();
        self.no_complaint()?;
        if self.game.as_ref().is_none_or(|game| game.size() != size) {
            self.excluded.clear();
        }
        self.game = Some(Game::new(self.rules(), size));
        self.judged = None;
        // Each game tells what it assumes. Yixin-Board begins one for every move.
        if self.dialect == Dialect::Gomocup {
            self.announced = None;
        }
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
        self.put_stone(TURN, rest)?;
        self.think(Purpose::Play, now)
    }

    pub(super) fn play(&mut self, rest: &str) -> Result<(), Refusal> {
        let point = self.put_stone(PLAY, rest)?;
        self.say(Reply::Stones(vec![point]));
        Ok(())
    }

    fn put_stone(&mut self, expected: &'static str, rest: &str) -> Result<Point, Refusal> {
        self.not_thinking()?;
        let point = self.point(expected, rest)?;
        self.no_complaint()?;
        let game = self.ruled_game()?;
        // Managers judge the end of a game by rules of their own, so a stone after the end is no error.
        game.place(game.to_move(), point)?;
        Ok(point)
    }

    pub(super) fn take_back(&mut self, rest: &str) -> Result<(), Refusal> {
        let point = self.point(TAKE_BACK, rest)?;
        match self.ruled_game()?.moves().last() {
            None => return Err(Refusal::NoStone),
            Some(last) if last.point != point => return Err(Refusal::NotLast),
            Some(_) => {}
        }
        self.abandon();
        self.no_complaint()?;
        self.ruled_game()?.undo();
        self.say(Reply::Ok);
        Ok(())
    }

    /// The point that stands beside a word.
    fn point(&self, expected: &'static str, rest: &str) -> Result<Point, Refusal> {
        let size = self.size()?;
        let coordinate = command::pair(rest).ok_or(Refusal::Arguments(expected))?;
        self.coords.point(coordinate, size).ok_or(Refusal::OffBoard { coordinate, size })
    }
}

/// The board that `START` asks for.
pub(super) fn square(rest: &str) -> Result<BoardSize, Refusal> {
    match command::numbers(rest).unwrap_or_default()[..] {
        [side] => board_size(side, side),
        // An old Yixin-Board says START with two numbers.
        [width, height] => board_size(width, height),
        _ => Err(Refusal::Arguments("START and a size, such as START 15")),
    }
}

/// The board that `RECTSTART` asks for.
pub(super) fn rectangle(rest: &str) -> Result<BoardSize, Refusal> {
    let expected = Refusal::Arguments("RECTSTART and width,height, such as RECTSTART 20,15");
    let (width, height) = command::pair(rest).ok_or(expected)?;
    board_size(width, height)
}

fn board_size(width: i64, height: i64) -> Result<BoardSize, Refusal> {
    let side = |number: i64| usize::try_from(number).ok();
    let size = side(width).zip(side(height)).and_then(|(width, height)| BoardSize::new(width, height));
    size.ok_or(Refusal::Size)
}

/// Whether the word begins a game, changes the position or asks for a move: it cannot be obeyed beside a search.
pub(super) fn is_about_the_game(word: Word) -> bool {
    match word {
        Word::Start
        | Word::RectStart
        | Word::Restart
        | Word::Begin
        | Word::Turn
        | Word::Play
        | Word::TakeBack
        | Word::List(ListWord::Board | ListWord::YxBoard | ListWord::Swap2Board)
        | Word::Analysis(
            AnalysisWord::HashClear
            | AnalysisWord::NBest
            | AnalysisWord::SearchDefend
            | AnalysisWord::BalanceOne
            | AnalysisWord::BalanceTwo
            | AnalysisWord::Swap2Step1
            | AnalysisWord::Swap2Step2
            | AnalysisWord::Swap2Step3,
        )
        | Word::YxSoosorv(_) => true,
        Word::Info
        | Word::About
        | Word::Done
        | Word::End
        | Word::Stop
        | Word::List(ListWord::Block | ListWord::BlockUndo)
        | Word::Analysis(
            AnalysisWord::ShowInfo
            | AnalysisWord::ShowForbid
            | AnalysisWord::ShowHashUsage
            | AnalysisWord::BlockReset
            | AnalysisWord::BlockPathReset
            | AnalysisWord::Draw
            | AnalysisWord::Resign,
        )
        | Word::YxDatabase(_)
        | Word::Help
        | Word::Draw
        | Word::Unsupported(_) => false,
    }
}
