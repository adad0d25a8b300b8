//! What an engine is asked in an opening in which colours are chosen.

use tengen_engine::contest::Timer;
use tengen_engine::game::Game;
use tengen_engine::opening::Action;
use tengen_protocol::manager::{Answer, ManagerRequest, Swap2Answer, YixinStep};

use crate::matches::answer::{TimedAnswer, Trouble};
use crate::matches::player::{Player, time_left};
use crate::matches::record::End;
use crate::terminal::shortened;

impl<'a> Player<'a> {
    /// Asks for the next step of a swap2 opening of 0, 3 or 5 stones.
    pub(in crate::matches) fn choose(
        &mut self,
        game: &Game,
        timer: &Timer,
    ) -> Result<TimedAnswer<Swap2Answer>, Trouble> {
        self.inform(&[time_left(timer)])?;
        self.request(&[ManagerRequest::Swap2Board(game)], timer, Some("SWAP2BOARD"), |player, said, line| {
            let answer = Swap2Answer::of(said);
            if answer.is_none() {
                player.note_unsolicited(line.to_string());
            }
            Ok(answer)
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
    use std::time::{Duration, Instant};

    use super::*;
    use crate::matches::player::NO_GAME;
    use crate::matches::player::tests::play;

    /// Refuses `INFO time_left`, and thinks about an opening for longer than one is listened to that has refused something.
    const SLOW: &str = "while read -r line; do case $line in START*) echo OK;; *time_left*) echo ERROR unknown key;; \
                        SWAP2BOARD*) sleep 1.5; echo 1,1 3,2 5,3;; esac; done";
    /// Lets another process talk all the time from its first move on, and ends at `END`.
    const TALKING: &str = "while read -r line; do case $line in START*) echo OK;; BEGIN*) echo 7,7; \
                           (while echo MESSAGE x; do sleep 0.05; done) & ;; END*) exit;; esac; done";
    /// Much longer than the pauses of [`TALKING`].
    const SILENCE: Duration = Duration::from_millis(300);

    #[test]
    fn who_refuses_to_be_told_the_time_may_think_about_the_opening() {
        play(SLOW, "--swap2", |mut player, game, timer| {
            player.new_game(NO_GAME).unwrap();
            let answer = player.choose(game, timer).unwrap();
            assert!(matches!(&answer.what, Swap2Answer::Stones(stones) if stones.len() == 3));
        });
    }

    #[test]
    fn who_is_suspended_says_nothing_while_it_waits_and_ends_all_the_same() {
        play(TALKING, "--suspend", |mut player, game, timer| {
            player.new_game(NO_GAME).unwrap();
            assert_eq!(player.ask(game, timer).unwrap().what, Some((7, 7)));
            let cancelled = AtomicBool::new(false);
            // What it said before may still be heard, and no more.
            assert!((0..50).any(|_| player.process.hear(Instant::now() + SILENCE, &cancelled).is_err()));
            player.send(&[ManagerRequest::End]).unwrap();
            assert!(player.process.wait(Instant::now() + Duration::from_secs(60)).is_some());
        });
    }
}
