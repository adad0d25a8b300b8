//! What an engine is asked in an opening in which colours are chosen.

use tengen_engine::contest::Timer;
use tengen_engine::game::Game;
use tengen_engine::opening::Action;
use tengen_protocol::manager::{Answer, ManagerRequest, YixinStep};

use crate::matches::answer::{Swap2Choice, TimedAnswer, Trouble};
use crate::matches::player::{Player, time_left};
use crate::matches::record::End;
use crate::terminal::shortened;

impl<'a> Player<'a> {
    /// Asks for the next step of a swap2 opening of 0, 3 or 5 stones.
    pub(in crate::matches) fn choose(
        &mut self,
        game: &Game,
        timer: &Timer,
    ) -> Result<TimedAnswer<Swap2Choice>, Trouble> {
        let requests = [time_left(timer), ManagerRequest::Swap2Board(game)];
        self.request(&requests, timer, |player, said, line| match said {
            Answer::Swap => Ok(Some(Swap2Choice::Swap)),
            Answer::Move(place) => Ok(Some(Swap2Choice::Stones(vec![place]))),
            Answer::Stones(places) => Ok(Some(Swap2Choice::Stones(places))),
            Answer::Unknown | Answer::Error => {
                let text = format!("does not take part in the opening: it answers SWAP2BOARD with {}", shortened(line));
                Err(Trouble::Fault(End::Opening, text))
            }
            _ => {
                player.note_unsolicited(line.to_string());
                Ok(None)
            }
        })
    }

    /// Asks for a step of an opening in the words of Yixin-Board.
    pub(in crate::matches) fn answer_step(
        &mut self,
        mut step: YixinStep,
        timer: &Timer,
    ) -> Result<TimedAnswer<Vec<Action>>, Trouble> {
        let asked = step.clone();
        self.request(&[time_left(timer), ManagerRequest::Step(&asked)], timer, |player, said, line| match said {
            Answer::Message => step.read(line).map_err(|why| Trouble::Fault(End::Opening, shortened(&why.to_string()))),
            Answer::Unknown | Answer::Error => {
                let word = asked.lines().first().map_or("", String::as_str);
                let text = format!("does not take part in the opening: it answers {word} with {}", shortened(line));
                Err(Trouble::Fault(End::Opening, text))
            }
            _ => {
                player.note_unsolicited(line.to_string());
                Ok(None)
            }
        })
    }
}
