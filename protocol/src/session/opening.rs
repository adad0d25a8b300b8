//! Openings in which colours are chosen: what asks about them, and in which words each is answered.

use web_time::Instant;

use tengen_engine::PointSet;
use tengen_engine::engine::{Choice, Extent, Task};
use tengen_engine::game::Game;
use tengen_engine::opening::{Action, Demand, Opening, Region};
use tengen_engine::point::Point;
use tengen_engine::random::SplitMix64;

use super::Session;
use super::known::KeptOut;
use super::points::fallback;
use super::purpose::{Purpose, Wording};
use crate::command::{Swap2Step, answer_lines};
use crate::refusal::Refusal;
use crate::reply::Reply;
use crate::setup::swap2;

/// Three stones apart from each other and from the middle, on a board of any size.
const APART: [(usize, usize); 3] = [(1, 0), (3, 2), (0, 3)];

impl Session {
    /// Asks for the three stones of the opener, before there is any position of the new game.
    pub(super) fn propose_swap2(&mut self, now: Instant) -> Result<(), Refusal> {
        let size = self.size()?;
        self.no_pending_error()?;
        let opening = swap2(&[], self.rules(), size)?;
        self.think_in_opening(Wording::YxSwap2, opening, now);
        Ok(())
    }

    /// Asks about the stones on the board, whatever colours they were given: an opening puts them in turn.
    pub(super) fn choose_swap2(&mut self, step: Swap2Step, now: Instant) -> Result<(), Refusal> {
        let game = self.ruled_game()?;
        let stones: Vec<Point> = game.moves().iter().map(|played| played.point).collect();
        if stones.len() != step.stones() {
            return Err(Refusal::StepStones {
                number: step.number(),
                wanted: step.stones(),
                with_fifths: false,
                found: stones.len(),
            });
        }
        let opening = swap2(&stones, game.rules(), game.size())?;
        self.no_pending_error()?;
        self.think_in_opening(Wording::YxSwap2, opening, now);
        Ok(())
    }

    /// Asks the engine what to do in an opening. Where the answer holds a stone and what belongs to it, both are asked for.
    pub(super) fn think_in_opening(&mut self, wording: Wording, opening: Opening, now: Instant) {
        let lot = SplitMix64::stream(self.preferences.seed().unwrap_or(self.settings.seed), self.requests).next_u64();
        let extent = extent(wording, &opening);
        let opening = Box::new(opening);
        self.set_game(opening.game().clone());
        let task = Task::Opening { opening: opening.clone(), extent, lot };
        self.go(Purpose::Opening { wording, opening }, task, KeptOut::Nothing, now);
    }

    /// Says what was decided, or something else that the rule allows, and puts the stones on the board.
    pub(super) fn answer_opening(&mut self, wording: Wording, opening: &Opening, choice: Choice) {
        let decided = match choice {
            Choice::Opening(actions) => after(opening, &actions).map(|after| (actions, after)),
            Choice::Move(_) | Choice::Nothing => None,
        };
        let extent = extent(wording, opening);
        let whole = decided.filter(|(_, after)| extent == Extent::Demand || is_other(opening, after));
        let (actions, after) = whole.unwrap_or_else(|| replacement(opening, extent));
        match wording {
            Wording::Swap2Board => self.say(gomocup(&actions)),
            Wording::YxSwap2 => self.yixin_swap2(opening, &actions),
            Wording::Soosyrv(step) => {
                answer_lines(step, &actions, self.coords).into_iter().for_each(|line| self.message(line));
            }
        }
        self.game = Some(after.game().clone());
    }

    fn yixin_swap2(&mut self, opening: &Opening, actions: &[Action]) {
        let stones = opening.game().moves().len();
        let number = if stones < Swap2Step::AfterFive.stones() { 1 } else { 2 };
        match actions {
            [Action::Swap, ..] => self.message(format!("SWAP2 SWAP{number} YES")),
            [Action::Keep, ..] => self.message(format!("SWAP2 SWAP{number} NO")),
            _ => {
                for (place, point) in (stones + 1..).zip(points(actions)) {
                    let (first, second) = self.coords.numbers(point);
                    self.message(format!("SWAP2 MOVE{place} {first} {second}"));
                }
            }
        }
    }
}

/// How much is asked for at once: a stone that keeps a colour, the three of the opener, the fourth and its number.
fn extent(wording: Wording, opening: &Opening) -> Extent {
    match (wording, opening.demand()) {
        (Wording::Swap2Board, _) | (_, Demand::Stone { .. }) => Extent::Turn,
        _ => Extent::Demand,
    }
}

/// The answer to `SWAP2BOARD`.
fn gomocup(actions: &[Action]) -> Reply {
    if actions.first() == Some(&Action::Swap) { Reply::Swap } else { Reply::Stones(points(actions)) }
}

/// The stones that are put.
fn points(actions: &[Action]) -> Vec<Point> {
    let one = |action: &Action| match action {
        Action::Stone(point) => vec![*point],
        Action::Two(points) => points.clone(),
        _ => Vec::new(),
    };
    actions.iter().flat_map(one).collect()
}

/// The opening after some actions of the seat that is to act, if the rule allows all of them.
fn after(opening: &Opening, actions: &[Action]) -> Option<Opening> {
    let by = opening.demand().by();
    let mut after = opening.clone();
    actions.iter().try_for_each(|action| after.act(by, action.clone())).ok()?;
    (!actions.is_empty()).then_some(after)
}

/// Whether another seat is to act.
fn is_other(before: &Opening, after: &Opening) -> bool {
    before.demand().by() != after.demand().by() || after.game().result().is_some()
}

/// Something that the rule allows, for a request whose engine gave no answer.
fn replacement(opening: &Opening, extent: Extent) -> (Vec<Action>, Opening) {
    let (mut actions, mut done) = (Vec::new(), opening.clone());
    while let Some(action) = simple(&done) {
        let Some(next) = after(&done, std::slice::from_ref(&action)) else { break };
        actions.push(action);
        done = next;
        if extent == Extent::Demand || is_other(opening, &done) {
            break;
        }
    }
    (actions, done)
}

/// The simplest action that is due.
fn simple(opening: &Opening) -> Option<Action> {
    let game = opening.game();
    match opening.demand() {
        Demand::Stone { within: Region::Anywhere, .. } => {
            let mut apart = APART.iter().filter_map(|&(x, y)| game.size().point(x, y));
            apart.find(|&point| game.is_legal(point)).or_else(|| fallback(game, &PointSet::EMPTY)).map(Action::Stone)
        }
        Demand::Stone { within, .. } | Demand::Fifth { within, .. } => {
            nearest(game).into_iter().find(|&point| within.contains(point, game.size())).map(Action::Stone)
        }
        Demand::SwapOrKeep { .. } | Demand::SwapOrTwo { .. } => Some(Action::Swap),
        Demand::Number { .. } => Some(Action::Number(1)),
        Demand::Offer { count, .. } => {
            let mut fifths = opening.symmetries()?.distinct(nearest(game));
            fifths.truncate(count.into());
            Some(Action::Offer(fifths))
        }
        Demand::Pick { .. } => opening.offered().first().map(|&point| Action::Pick(vec![point])),
        Demand::Ordinary { .. } => fallback(game, &PointSet::EMPTY).map(Action::Stone),
    }
}

/// The empty points, those nearest to the middle first.
fn nearest(game: &Game) -> Vec<Point> {
    let center = game.size().center();
    let mut points: Vec<Point> = game.empty_points().collect();
    points.sort_by_key(|point| point.distance(center));
    points
}
