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
        self.inform(&[time_left(timer)])?;
        self.request(&[ManagerRequest::Swap2Board(game)], timer, Some("SWAP2BOARD"), |player, said, line| match said {
            Answer::Swap => Ok(Some(Swap2Choice::Swap)),
            Answer::Move(place) => Ok(Some(Swap2Choice::Stones(vec![place]))),
            Answer::Stones(places) => Ok(Some(Swap2Choice::Stones(places))),
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
        self.inform(&[time_left(timer)])?;
        let asked = step.clone();
        let word = asked.lines().first().map(String::as_str);
        self.request(&[ManagerRequest::Step(&asked)], timer, word, |player, said, line| match said {
            Answer::Message => step.read(line).map_err(|why| Trouble::Fault(End::Opening, shortened(&why.to_string()))),
            _ => {
                player.note_unsolicited(line.to_string());
                Ok(None)
            }
        })
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    use super::*;
    use crate::matches::engines::Launch;
    use crate::matches::log::Begin;
    use crate::matches::player::{NO_GAME, PlayContext};
    use crate::matches::setup::tests::setup;
    use crate::matches::transcript::Transcript;

    /// Refuses `INFO time_left`, and thinks about an opening for longer than one is listened to that has refused something.
    const SLOW: &str = "while read -r line; do case $line in START*) echo OK;; *time_left*) echo ERROR unknown key;; \
                        SWAP2BOARD*) sleep 1.5; echo 1,1 3,2 5,3;; esac; done";

    #[test]
    fn who_refuses_to_be_told_the_time_may_think_about_the_opening() {
        let setup = setup("-e a=x -e b=y --swap2 --turn 30s").unwrap();
        let launch = Launch { program: "sh".to_string(), arguments: vec!["-c".to_string(), SLOW.to_string()] };
        let (cancelled, transcript) = (AtomicBool::new(false), Transcript::open(None, Begin::Anew).unwrap());
        let context = PlayContext { conditions: &setup.conditions, cancelled: &cancelled, transcript: &transcript };
        let engine = &setup.engines[0];
        let mut player = Player::start(engine, &launch, context).unwrap();
        player.new_game(NO_GAME).unwrap();
        let game = Game::new(setup.conditions.rules, setup.conditions.size);
        let answer = player.choose(&game, &engine.timer(Duration::ZERO)).unwrap();
        assert!(matches!(&answer.what, Swap2Choice::Stones(stones) if stones.len() == 3));
    }
}
