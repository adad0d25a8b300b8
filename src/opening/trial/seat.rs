//! Who chooses in a trial: the engine by its search, or somebody who keeps his colour and puts stones by chance.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use anyhow::{Context, Result, bail, ensure};
use tengen_engine::engine::{Choice, Engine, Extent, Limits, Line, Outcome, Stopper, Task};
use tengen_engine::game::Game;
use tengen_engine::opening::{Action, Demand, Opening, Region};
use tengen_engine::point::Point;
use tengen_engine::random::SplitMix64;

/// Where stones that may stand anywhere are put by chance, in lines from the centre: farther off they would be given away.
const NEAR: Region = Region::Box(4);
/// The most fifths that are asked for by chance.
const MOST_FIFTHS: u8 = 12;
/// What is told where nothing can be chosen.
const STUCK: &str = "an opening that cannot be gone on with";

/// How a seat chooses in the opening.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Choosing {
    /// By the search.
    BySearch,
    /// By chance, and never swapping.
    ByChance,
}

/// One seat of a trial.
pub(super) struct TrialSeat<'a> {
    engine: Engine,
    nodes: u64,
    choosing: Choosing,
    random: SplitMix64,
    /// Whether the trial is to end.
    interrupted: &'a AtomicBool,
}

impl<'a> TrialSeat<'a> {
    pub(super) fn new(
        engine: Engine,
        choosing: Choosing,
        nodes: u64,
        seed: u64,
        interrupted: &'a AtomicBool,
    ) -> TrialSeat<'a> {
        TrialSeat { engine, nodes, choosing, random: SplitMix64::new(seed), interrupted }
    }

    /// A handle that ends its search from another thread.
    pub(super) fn stopper(&self) -> Stopper {
        self.engine.stopper()
    }

    /// What it does about a demand, with the value of what it chose where it has one.
    ///
    /// # Errors
    /// When there is nothing to do, or the trial is interrupted.
    pub(super) fn choose(&mut self, opening: &Opening) -> Result<(Vec<Action>, Option<i32>)> {
        match self.choosing {
            Choosing::BySearch => {
                let lot = self.random.next_u64();
                let task = Task::Opening { opening: Box::new(opening.clone()), extent: Extent::Demand, lot };
                let Outcome { choice, value, .. } = self.think(task)?;
                let Choice::Opening(actions) = choice else { bail!(STUCK) };
                Ok((actions, value))
            }
            Choosing::ByChance => Ok((vec![self.by_chance(opening).context(STUCK)?], None)),
        }
    }

    /// The best move of a game that has not ended, and what it is worth.
    ///
    /// # Errors
    /// When there is no move, or the trial is interrupted.
    pub(super) fn best_line(&mut self, game: &Game) -> Result<Line> {
        self.think(Task::best_move(game))?.line.context("a position without a move")
    }

    /// Does a task with the nodes of a move. What comes of a search that Ctrl-C ended does not count.
    fn think(&mut self, task: Task) -> Result<Outcome> {
        let interrupted = self.interrupted;
        let go_on = || -> Result<()> {
            ensure!(!interrupted.load(Relaxed), "interrupted");
            Ok(())
        };
        // When Ctrl-C comes between two searches there is none to stop.
        go_on()?;
        let outcome = self.engine.run(task, Limits::nodes(self.nodes), |_| {});
        go_on()?;
        Ok(outcome)
    }

    fn by_chance(&mut self, opening: &Opening) -> Option<Action> {
        let game = opening.game();
        let size = game.size();
        let empty = |within: Region| -> Vec<Point> {
            game.empty_points().filter(|&point| within.contains(point, size)).collect()
        };
        let nearer = |within: Region| if within == Region::Anywhere { NEAR } else { within };
        // Not every point of a region leads to an opening that was designated.
        let allowed = |within: Region| -> Vec<Point> {
            let by = opening.demand().by();
            let is_allowed = |&point: &Point| opening.clone().act(by, Action::Stone(point)).is_ok();
            empty(within).into_iter().filter(is_allowed).collect()
        };
        Some(match opening.demand() {
            Demand::Stone { within, .. } => Action::Stone(*self.random.choose(&allowed(nearer(within)))?),
            Demand::Fifth { within, .. } => Action::Stone(*self.random.choose(&allowed(within))?),
            Demand::SwapOrKeep { .. } | Demand::SwapOrTwo { .. } => Action::Keep,
            Demand::Number { most, .. } => Action::Number(1 + self.random.below(most.min(MOST_FIFTHS).into())),
            Demand::Offer { count, .. } => {
                let mut points = empty(NEAR);
                self.random.shuffle(&mut points);
                points.extend(empty(Region::Anywhere));
                let mut distinct = opening.symmetries()?.distinct(points);
                distinct.truncate(count.into());
                Action::Offer(distinct)
            }
            Demand::Pick { .. } => Action::Pick(vec![*self.random.choose(opening.offered())?]),
            Demand::Ordinary { .. } => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use tengen_engine::engine::Options;
    use tengen_engine::opening::{OpeningRule, Sameness};
    use tengen_engine::point::BoardSize;

    use super::*;

    #[test]
    fn chance_makes_an_opening_by_every_rule() {
        let size = BoardSize::square(15).unwrap();
        let interrupted = AtomicBool::new(false);
        for name in ["designated:D6", "designated:I13", "longpro", "swap2", "rif", "soosyrv8", "taraguchi10"] {
            let rule: OpeningRule = name.parse().unwrap();
            for seed in 0..10 {
                let mut opening = Opening::new(rule, rule.usual_rule(), size, Sameness::Shape).unwrap();
                let engine = Engine::new(Options::default());
                let mut seat = TrialSeat::new(engine, Choosing::ByChance, 1, seed, &interrupted);
                while !opening.is_over() {
                    let (actions, _) = seat.choose(&opening).unwrap();
                    for action in actions {
                        let by = opening.demand().by();
                        opening.act(by, action).unwrap_or_else(|error| panic!("{name}, {seed}: {error}: {opening:?}"));
                    }
                }
            }
        }
    }
}
