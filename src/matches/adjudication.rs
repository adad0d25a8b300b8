//! Adjudication: an engine gives up, or agrees to a draw, by what it said of its position for some moves.

use tengen_engine::contest::{Contest, ContestError};
use tengen_engine::opening::{BySeat, Seat};

use crate::matches::engines::EngineTerms;
use crate::matches::thought::Thought;
use crate::terms::Opinion;

/// For how many of its moves in a row an engine has held its position for lost, and for level.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct MatchAdjudication {
    lost: BySeat<u32>,
    level: BySeat<u32>,
}

impl MatchAdjudication {
    /// Takes in what an engine said of the move that it made, and gives up or offers and accepts a draw in its place. The
    /// draw is offered by who has just moved, and accepted by who called the game level at his move before.
    ///
    /// # Errors
    /// [`ContestError::Over`] when the contest has ended already.
    pub(super) fn hear(
        &mut self,
        contest: &mut Contest,
        engines: BySeat<&EngineTerms>,
        by: Seat,
        thought: &Thought,
    ) -> Result<(), ContestError> {
        let value = thought.value();
        let count = |counted: &mut u32, holds: bool| *counted = if holds { counted.saturating_add(1) } else { 0 };
        let engine = engines[by];
        let holds = |opinion: Option<Opinion>, test: &dyn Fn(f64, f64) -> bool| {
            opinion.zip(value).is_some_and(|(opinion, value)| test(value, f64::from(opinion.score)))
        };
        count(&mut self.lost[by], holds(engine.resign, &|value, score| value <= -score));
        count(&mut self.level[by], holds(engine.draw, &|value, score| value.abs() <= score));
        if engine.resign.is_some_and(|opinion| self.lost[by] >= opinion.moves.get()) {
            return contest.resign(by);
        }
        let agrees = |seat: Seat| engines[seat].draw.is_some_and(|opinion| self.level[seat] >= opinion.moves.get());
        if agrees(by) {
            contest.offer_draw(by)?;
            if agrees(!by) {
                contest.accept_draw(!by)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::setup::tests::setup;
    use tengen_engine::contest::{Ending, Regulations};

    /// Scores that two engines say in turn, A first, and how the contest ends.
    fn ending(line: &str, scores: &str) -> Option<Ending> {
        let setup = setup(&format!("-e a=x -e b=y {line}")).unwrap();
        let opening = setup.begin(1, &[]).unwrap();
        let timers = [0, 1].map(|index| setup.engines[index].timer(setup.conditions.tolerance));
        let mut contest = Contest::new(opening, timers, Regulations::PROGRAMS);
        let mut adjudication = MatchAdjudication::default();
        let engines = BySeat([&setup.engines[0], &setup.engines[1]]);
        for (score, by) in scores.split(' ').zip(Seat::ALL.into_iter().cycle()) {
            let thought = Thought { score: Some(score.to_string()), ..Thought::default() };
            adjudication.hear(&mut contest, engines, by, &thought).unwrap();
            if contest.ending().is_some() {
                break;
            }
        }
        contest.ending()
    }

    #[test]
    fn an_engine_gives_up_and_two_agree() {
        let resigned = |winner| Some(Ending::Resignation { winner });
        for (line, scores, expected) in [
            ("", "-9999 0 -9999 0 -M2", None),
            ("--resign 2/500", "-600 600 -500 600", resigned(Seat::B)),
            ("--resign 2/500", "-600 600 -499 600 -600", None),
            ("--resign 2/500", "20 -M4 300 -M2", resigned(Seat::A)),
            ("--resign a:2/500", "20 -M4 300 -M2", None),
            ("--resign 2/500", "600 +M4 600 +M2 600", None),
            ("--resign 2/500", "20 L4 300 L2", resigned(Seat::A)),
            ("--resign 2/500", "600 W4 600 W2 600", None),
            ("--draw 2/10", "5 -5 10 0", Some(Ending::Agreement)),
            ("--draw 2/10", "D8 -5 D6 0", Some(Ending::Agreement)),
            // One of them is of another opinion, or has been for one move only, or says nothing.
            ("--draw 2/10", "5 11 5 -11 5 20", None),
            ("--draw 2/10", "5 -5 11 0 5 30", None),
            ("--draw a:2/10", "5 -5 10 0 3 0", None),
            ("--draw 1/10", "5 x 5 x", None),
        ] {
            assert_eq!(ending(line, scores), expected, "{line}: {scores}");
        }
    }
}
