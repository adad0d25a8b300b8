//! What an engine is asked in an opening in which colours are chosen.

use tengen_engine::game::Game;
use tengen_engine::opening::Action;
use tengen_protocol::manager::{Answer, ManagerRequest, YixinStep};

use crate::matches::answer::{Swap2Choice, TimedAnswer, Trouble};
use crate::matches::engines::MatchEngine;
use crate::matches::player::Player;
use crate::matches::record::End;
use crate::process::shortened;

impl<'a> Player<'a> {
    /// The engine that it is.
    pub(in crate::matches) fn engine(&self) -> &'a MatchEngine {
        self.engine
    }

    /// Asks for the next step of a swap2 opening of 0, 3 or 5 stones.
    pub(in crate::matches) fn choose(&mut self, game: &Game) -> Result<TimedAnswer<Swap2Choice>, Trouble> {
        let requests = [self.time_left(), ManagerRequest::Swap2Board(game)];
        self.request(&requests, |player, said, line| match said {
            Answer::Swap => Ok(Some(Swap2Choice::Swap)),
            Answer::Move(place) => Ok(Some(Swap2Choice::Stones(vec![place]))),
            Answer::Stones(places) => Ok(Some(Swap2Choice::Stones(places))),
            Answer::Unknown | Answer::Error => {
                let text = format!("does not take part in swap2: it answers SWAP2BOARD with {}", shortened(line));
                Err(Trouble::Fault(End::Swap2, text))
            }
            _ => {
                player.note_unsolicited(line.to_string());
                Ok(None)
            }
        })
    }

    /// Asks for a step of an opening in the words of Yixin-Board.
    pub(in crate::matches) fn answer_step(&mut self, mut step: YixinStep) -> Result<TimedAnswer<Vec<Action>>, Trouble> {
        let asked = step.clone();
        self.request(&[self.time_left(), ManagerRequest::Step(&asked)], |player, said, line| match said {
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
