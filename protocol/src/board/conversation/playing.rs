//! A game in the conversation: what is heard while it is played, and what the engine does in it.

use std::time::Duration;

use super::scheduling::{Analysing, Asked};
use super::{BoardConversation, Order, error, note};
use crate::board::job::ThoughtLine;
use crate::board::message::{Ask, NewGame};
use crate::board::play::Play;
use crate::board::study::Study;

/// From so many stones on a draw is accepted, where neither side is better by as much in its chance of winning.
const DRAW_STONES: usize = 40;
const DRAW_MARGIN: f64 = 0.05;

impl BoardConversation {
    /// Begins a game.
    pub(super) fn begin(&mut self, game: &NewGame, now: Duration) -> Result<(), String> {
        let (from, node) = (game.from_here.then(|| self.study.game().clone()), self.study.node().id().index());
        if from.as_ref().is_some_and(|position| position.result().is_some()) {
            return Err("the game on the board is over".to_string());
        }
        let play = Play::new(game, from.as_ref(), node, now)?;
        if from.is_none() {
            self.study = Study::new(play.game().rule(), play.game().size());
            self.forget_tree();
        }
        self.analysing = Analysing::default();
        self.forget_turns();
        self.play = Some(play);
        Ok(())
    }

    /// Begins the game that is over once more, from where it began.
    pub(super) fn begin_again(&mut self, now: Duration) -> Result<(), String> {
        let (game, node) = self.play.as_ref().ok_or("no game is played")?.begun().clone();
        if game.from_here {
            self.study.go(node)?;
        }
        self.begin(&game, now)
    }

    /// The engine does what it has thought of.
    pub(super) fn engine_acts(
        &mut self,
        actions: &[String],
        line: Option<ThoughtLine>,
        now: Duration,
        orders: &mut Vec<Order>,
    ) {
        let Some(play) = &mut self.play else { return };
        self.own_chance = line.map(|line| line.chance);
        self.hurry = false;
        for action in actions {
            match play.act(action, now) {
                Ok(stones) => self.study.follow(&stones, play.game()),
                Err(why) => orders.push(error(why)),
            }
        }
        self.current = None;
        self.schedule(orders);
        self.tell(orders);
    }

    /// While a game is played.
    pub(super) fn in_play(&mut self, ask: Ask, now: Duration, orders: &mut Vec<Order>) -> Result<(), String> {
        let node = self.study.node().id().index();
        let Some(play) = &mut self.play else { return Ok(()) };
        if !matches!(ask, Ask::Put { .. } | Ask::Act { .. }) {
            play.tick(now);
        }
        match ask {
            Ask::Put { point } => {
                let action = play.action_at(&point);
                self.person_acts(&action, now)?;
            }
            Ask::Act { action } => self.person_acts(&action, now)?,
            Ask::Resign => play.resign()?,
            Ask::Draw => {
                play.draw()?;
                // An engine that has not looked at the position knows nothing of it.
                let is_even = self.own_chance.is_some_and(|chance| (chance - 0.5).abs() <= DRAW_MARGIN)
                    && play.game().moves().len() >= DRAW_STONES;
                if play.contest().offer().is_some() && !play.state().people.iter().all(|&person| person) {
                    if is_even {
                        play.accept_draw();
                    }
                    let said = if is_even { "draw_accepted" } else { "draw_declined" };
                    orders.push(note(said, String::new()));
                }
            }
            Ask::Undo => self.take_back(now)?,
            Ask::Tick => {}
            Ask::Hint if play.is_persons_turn() => self.ask_for_hint(),
            Ask::Stop if play.is_engines_turn() => orders.push(Order::Stop),
            // It has moved meanwhile.
            Ask::Stop => {}
            Ask::Leave => self.play = None,
            Ask::Comment { node, text } => self.study.write(node, &text)?,
            Ask::Hello { .. } => self.forget_tree(),
            // Another game or tree takes the place of this one once it is there: what is refused changes nothing.
            Ask::Play(_) | Ask::New { .. } | Ask::Open { .. } | Ask::Choose { .. } => {
                return self.in_study(ask, now, orders);
            }
            Ask::Save { .. } | Ask::Engine(_) => return self.in_study(ask, now, orders),
            Ask::Go { .. } | Ask::Step { .. } | Ask::Sibling { .. } if node > 0 => {
                return Err("while a game is played the board shows its last move".to_string());
            }
            _ => return Err("that cannot be done while a game is played".to_string()),
        }
        Ok(())
    }

    fn person_acts(&mut self, action: &str, now: Duration) -> Result<(), String> {
        let node = self.study.node().id().index();
        let Some(play) = &mut self.play else { return Ok(()) };
        if !play.is_persons_turn() {
            return Err("it is the turn of the engine".to_string());
        }
        play.remember(node);
        match play.act(action, now) {
            Ok(stones) => {
                self.study.follow(&stones, play.game());
                Ok(())
            }
            Err(why) => {
                play.forget_last();
                Err(why)
            }
        }
    }

    pub(super) fn take_back(&mut self, now: Duration) -> Result<(), String> {
        let Some(play) = &mut self.play else { return Ok(()) };
        let node = play.node_before().ok_or("there is nothing to take back")?;
        self.study.go(node)?;
        play.undo(now);
        // As when it began: what was asked about a game that was over is not wanted in one that goes on.
        self.forget_turns();
        Ok(())
    }

    /// Forgets what was asked, and what the engine knew of turns that are not the ones that come.
    fn forget_turns(&mut self) {
        self.asked = Asked::default();
        self.hurry = false;
        self.own_chance = None;
    }
}
