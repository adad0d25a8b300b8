//! Answers to requests for moves: what was decided, or what is played in its place, said on one line and put on the board; and
//! why there is none.

use tengen_engine::engine::{Choice, Line};
use tengen_engine::game::Game;
use tengen_engine::point::Point;

use super::Session;
use super::balance::Balance;
use super::points::{fallback, is_playable};
use super::purpose::Purpose;
use super::thinking::Thinking;
use crate::info::Dialect;
use crate::refusal::Refusal;
use crate::reply::Reply;

impl Session {
    /// Says why a command is not obeyed. Yixin-Board and pages with its words take no `ERROR` for the end of the thinking, but a
    /// coordinate, and put no stone where that is off the board: to Yixin-Board the game is over then.
    pub(super) fn refuse(&mut self, refusal: Refusal) {
        let ends_thinking = refusal == Refusal::Full && self.dialect == Dialect::Yixin;
        self.say(Reply::Error(refusal));
        if ends_thinking {
            self.say(Reply::NoMove);
        }
    }

    /// Says what was decided, as its purpose wants it.
    pub(super) fn answer(&mut self, thinking: &Thinking, choice: Choice) {
        match &thinking.purpose {
            Purpose::Ponder => {}
            Purpose::Opening { wording, opening } => self.answer_opening(*wording, opening, choice),
            Purpose::Balance(balance) => self.answer_balanced(thinking, *balance, &choice),
            Purpose::Verify => {
                if let Some(point) = choice.point() {
                    self.announce_known(point, "win of the database, verified");
                    self.answer_moves(&[point], 1);
                }
            }
            Purpose::Play | Purpose::Analyse(_) => self.answer_moves(choice.point().as_slice(), 1),
        }
    }

    /// Says the moves that balance. Pages take the second from the line that was told last, so that one which does not begin
    /// with both is told once more with them.
    fn answer_balanced(&mut self, thinking: &Thinking, balance: Balance, choice: &Choice) {
        let decided = thinking.balanced(balance, choice);
        let Some((said, after)) = self.moves_to_say(&decided, balance.moves()) else { return };
        let told = balance.nearest(thinking.blocks.lines());
        if let Some(line) = told.filter(|line| !line.variation.starts_with(&said)) {
            self.show(&thinking.purpose, &[Line { variation: said.clone(), ..line.clone() }]);
        }
        self.say_moves(said, after);
    }

    /// Says so many moves on one line and puts them on the board.
    pub(super) fn answer_moves(&mut self, decided: &[Point], wanted: u8) {
        if let Some((said, after)) = self.moves_to_say(decided, wanted) {
            self.say_moves(said, after);
        }
    }

    /// So many moves as they are said, and the game after them. One that cannot be played is replaced.
    fn moves_to_say(&mut self, decided: &[Point], wanted: u8) -> Option<(Vec<Point>, Game)> {
        let mut game = self.game.clone()?;
        let mut said = Vec::new();
        for number in 0..usize::from(wanted) {
            // A request is not begun on a full board, so there is a point for the first move.
            let Some(point) = self.playable_or_fallback(&game, decided.get(number).copied()) else { break };
            if game.place(game.to_move(), point).is_err() {
                break;
            }
            said.push(point);
            if game.result().is_some() {
                break;
            }
        }
        Some((said, game))
    }

    /// Says moves and puts them on the board: whoever asked for them plays them.
    fn say_moves(&mut self, said: Vec<Point>, after: Game) {
        self.game = Some(after);
        if !said.is_empty() {
            self.say(Reply::Stones(said));
        }
    }

    /// The point, if there is one and it may be played, or else the fallback.
    pub(super) fn playable_or_fallback(&mut self, game: &Game, point: Option<Point>) -> Option<Point> {
        point.filter(|&point| is_playable(game, point)).or_else(|| fallback(game, &self.kept_out_of(game)))
    }
}
