//! A game in the conversation: what is heard while it is played, and what the engine does in it.

use std::time::Duration;

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
        let from = game.from_here.then(|| self.study.game().clone());
        if from.as_ref().is_some_and(|position| position.result().is_some()) {
            return Err("the game on the board is over".to_string());
        }
        let play = Play::new(game, from.as_ref(), now)?;
        if from.is_none() {
            self.study = Study::new(play.game().rule(), play.game().size());
            self.forget_tree();
        }
        self.analysing = (0, None);
        self.once = None;
        self.hurry = false;
        self.play = Some(play);
        Ok(())
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
        self.own_chance = line.map_or(0.5, |line| line.chance);
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
                let is_even = (self.own_chance - 0.5).abs() <= DRAW_MARGIN && play.game().moves().len() >= DRAW_STONES;
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
            Ask::Comment { text } => self.study.notes().comment = Some(text).filter(|text| !text.is_empty()),
            Ask::Hello { .. } => self.forget_tree(),
            Ask::Play(_) | Ask::New { .. } | Ask::Open { .. } | Ask::Choose { .. } => {
                self.play = None;
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
        let node = play.undo(now).ok_or("there is nothing to take back")?;
        self.hurry = false;
        self.study.go(node)
    }
}
