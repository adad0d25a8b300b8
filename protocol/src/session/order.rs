//! Orders about the game: a word becomes one with what stands beside it before anything is done, so that what makes no
//! sense is refused first. Where Yixin-Board is owed a move, the order is thrown away again: the line goes to the front of
//! `waiting`, and the order is made anew once the move was said.

use tengen_engine::point::{BoardSize, Point};

use super::Session;
use super::balance::Balance;
use super::heard::HeardLine;
use super::purpose::{JudgedMoves, Purpose};
use crate::command::{self, GameWord, PositionWord, SoosyrvStep, Swap2Step};
use crate::info::Dialect;
use crate::refusal::Refusal;

/// A word about the game with its arguments, which make sense. What depends on the stones is looked at when it is obeyed,
/// and the text of a list when all of it was heard.
enum GameOrder {
    /// `START`.
    Start {
        size: BoardSize,
        /// Whether the size was said with two numbers, as older boards of Yixin-Board do.
        is_older_board: bool,
    },
    /// A new game by another word.
    NewGame(BoardSize),
    /// To think about the position.
    Think(Purpose),
    /// The opponent's move, which is to be answered.
    Turn(Point),
    /// A move that is made for the engine.
    Play(Point),
    /// The last move, which is undone.
    TakeBack(Point),
    /// A list of stones, which may begin on the line of the word.
    Position(PositionWord),
    /// A step of Soosyrv-8, whose stones and number may stand on its line.
    Soosyrv(SoosyrvStep),
    /// A step of swap2.
    Swap2(Swap2Step),
    /// To forget everything learned.
    HashClear,
}

impl Session {
    /// Obeys a word about the game at once, or once the move that is owed was said.
    pub(super) fn obey_about_the_game(&mut self, word: GameWord, heard: &HeardLine) -> Result<(), Refusal> {
        let order = self.order(word, heard.rest());
        match (self.owes_move(), self.dialect) {
            (false, _) => return self.obey_when_free(order?, heard),
            (true, Dialect::Yixin) => {
                // What makes no sense is no reason to stop a search. The order is made again when the line's turn has come.
                order?;
                self.hear_after_the_answer(heard);
                return Ok(());
            }
            (true, _) if matches!(word, GameWord::Begin | GameWord::Turn | GameWord::Play) => {
                return Err(Refusal::Thinking);
            }
            // The others make the request void as they begin, even where they are refused later: `START` for a pending error of
            // `INFO`, `BOARD` at its `DONE`. What makes no sense leaves it alone, and so does `TAKEBACK` of another stone.
            (true, _) => {}
        }
        self.obey_order(order?, heard)
    }

    /// Obeys an order while nobody waits for a move. What was pondered is pondered again where it is refused.
    fn obey_when_free(&mut self, order: GameOrder, heard: &HeardLine) -> Result<(), Refusal> {
        let pondered = self.thinking.as_ref().and_then(|_| self.game.clone());
        self.abandon();
        self.obey_order(order, heard).inspect_err(|_| self.pondered_next = pondered.or(self.pondered_next.take()))
    }

    /// What a word asks for with the rest of its line.
    fn order(&self, word: GameWord, rest: &str) -> Result<GameOrder, Refusal> {
        Ok(match word {
            GameWord::Start => start(rest)?,
            GameWord::RectStart => GameOrder::NewGame(rectangle(rest)?),
            GameWord::Restart => GameOrder::NewGame(self.size()?),
            GameWord::Begin => GameOrder::Think(Purpose::Play),
            GameWord::Turn => GameOrder::Turn(self.point(rest, "TURN x,y, such as TURN 7,7")?),
            GameWord::Play => GameOrder::Play(self.point(rest, "PLAY x,y, such as PLAY 7,7")?),
            GameWord::TakeBack => GameOrder::TakeBack(self.point(rest, "TAKEBACK x,y, such as TAKEBACK 7,7")?),
            GameWord::Position(word) => GameOrder::Position(word),
            GameWord::Soosyrv(step) => GameOrder::Soosyrv(step),
            GameWord::HashClear => GameOrder::HashClear,
            GameWord::NBest => GameOrder::Think(Purpose::Analyse(JudgedMoves::Best(number_of_moves(rest)?))),
            GameWord::SearchDefend => GameOrder::Think(Purpose::Analyse(JudgedMoves::All)),
            GameWord::BalanceOne => {
                let bias = one_amount(rest, 0, "YXBALANCEONE and a judgement, such as YXBALANCEONE 0")?;
                GameOrder::Think(Purpose::Balance(Balance::one(bias)))
            }
            GameWord::BalanceTwo => {
                let bias = one_amount(rest, 0, "YXBALANCETWO and a judgement, such as YXBALANCETWO 0")?;
                GameOrder::Think(Purpose::Balance(Balance::two(bias)))
            }
            GameWord::Swap2(step) => GameOrder::Swap2(step),
        })
    }

    fn obey_order(&mut self, order: GameOrder, heard: &HeardLine) -> Result<(), Refusal> {
        let (rest, now) = (heard.rest(), heard.at);
        match order {
            GameOrder::Start { size, is_older_board } => {
                self.start_on(size)?;
                self.is_older_board = is_older_board;
            }
            GameOrder::NewGame(size) => self.start_on(size)?,
            GameOrder::Think(purpose) => self.ask(purpose, now)?,
            GameOrder::Turn(point) => self.turn(point, now)?,
            GameOrder::Play(point) => self.play(point)?,
            GameOrder::TakeBack(point) => self.take_back(point)?,
            GameOrder::Position(word) => self.start_position(word, rest, now)?,
            GameOrder::Soosyrv(step) => self.start_step(step, rest, now)?,
            GameOrder::Swap2(Swap2Step::Propose) => self.propose_swap2(now)?,
            GameOrder::Swap2(step) => self.choose_swap2(step, now)?,
            GameOrder::HashClear => self.clear_hash(),
        }
        Ok(())
    }

    /// The point that stands beside a word.
    fn point(&self, rest: &str, expected: &'static str) -> Result<Point, Refusal> {
        let size = self.size()?;
        let coordinate = command::pair(rest).ok_or(Refusal::Arguments(expected))?;
        self.coords.point(coordinate, size).ok_or(Refusal::OffBoard { coordinate, size })
    }
}

/// The game that `START` asks for.
fn start(rest: &str) -> Result<GameOrder, Refusal> {
    match command::numbers(rest).unwrap_or_default()[..] {
        [side] => Ok(GameOrder::Start { size: board_size(side, side)?, is_older_board: false }),
        [width, height] => Ok(GameOrder::Start { size: board_size(width, height)?, is_older_board: true }),
        _ => Err(Refusal::Arguments("START and a size, such as START 15")),
    }
}

/// The board that `RECTSTART` asks for.
fn rectangle(rest: &str) -> Result<BoardSize, Refusal> {
    let expected = Refusal::Arguments("RECTSTART and width,height, such as RECTSTART 20,15");
    let (width, height) = command::pair(rest).ok_or(expected)?;
    board_size(width, height)
}

fn board_size(width: i64, height: i64) -> Result<BoardSize, Refusal> {
    let side = |number: i64| usize::try_from(number).ok();
    let size = side(width).zip(side(height)).and_then(|(width, height)| BoardSize::new(width, height));
    size.ok_or(Refusal::Size)
}

/// How many moves `YXNBEST` asks for.
fn number_of_moves(rest: &str) -> Result<usize, Refusal> {
    let moves = one_amount(rest, 1, "YXNBEST and a number of moves, such as YXNBEST 3")?;
    usize::try_from(moves).ok().filter(|&moves| moves > 0).ok_or(Refusal::Arguments("a number of moves from 1 on"))
}

/// The only amount of the arguments, or `default` when there are none.
fn one_amount(rest: &str, default: i64, expected: &'static str) -> Result<i64, Refusal> {
    let mut words = command::words(rest);
    let amount = words.next().map_or(Some(default), command::amount);
    amount.filter(|_| words.next().is_none()).ok_or(Refusal::Arguments(expected))
}
