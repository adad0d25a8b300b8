//! Openings from the stones of a list, as far as a step of them has come.

use tengen_engine::game::Rules;
use tengen_engine::opening::{Action, Fifths, Opening, OpeningRule, Sameness};
use tengen_engine::point::{BoardSize, Point, Rows};

use crate::command::SoosyrvStep;
use crate::refusal::Refusal;

/// A swap2 opening after none, three or five stones.
///
/// # Errors
/// Another number of stones, or a point that is named twice.
pub fn swap2(stones: &[Point], rules: Rules, size: BoardSize) -> Result<Opening, Refusal> {
    let mut opening = new_opening(OpeningRule::Swap2, rules, size, Sameness::Shape)?;
    let actions = match *stones {
        [] => Vec::new(),
        [first, second, third] => [first, second, third].map(Action::Stone).to_vec(),
        [first, second, third, fourth, fifth] => {
            let three = [first, second, third].map(Action::Stone);
            three.into_iter().chain([Action::Two(vec![fourth, fifth])]).collect()
        }
        _ => return Err(Refusal::Opening(stones.len())),
    };
    walk(&mut opening, actions)?;
    Ok(opening)
}

/// A Soosyrv-8 opening at a step of Yixin-Board. `number` is that of the fifths; one out of range is brought
/// into it, and of fifths that were offered only those are refused that are the same point: the board has accepted them.
///
/// # Errors
/// Another number of stones, stones that are no such opening, and boards that it is not played on.
pub fn soosyrv(
    step: SoosyrvStep,
    number: i64,
    points: &[Point],
    rules: Rules,
    size: BoardSize,
) -> Result<Opening, Refusal> {
    let (wanted, last) = (step.stones(), step.holds_fifths());
    if points.len() < wanted + usize::from(last) || !last && points.len() > wanted {
        let (number, found) = (step.number(), points.len());
        return Err(Refusal::StepStones { number, wanted, with_fifths: last, found });
    }
    let (stones, fifths) = points.split_at(wanted);
    let is_declared = step > SoosyrvStep::Fourth;
    let most = if is_declared { Fifths::MOST } else { Fifths::SOOSYRV };
    let number = if last { fifths.len() as i64 } else { number };
    let number = u8::try_from(number.clamp(1, most.get().into())).unwrap_or(most.get());
    let sameness = if last { Sameness::Point } else { Sameness::Shape };
    let mut opening = new_opening(OpeningRule::Soosyrv { most }, rules, size, sameness)?;
    let mut actions: Vec<Action> = stones.iter().take(3).copied().map(Action::Stone).collect();
    if step > SoosyrvStep::Swap {
        actions.push(Action::Keep);
    }
    if let Some(&fourth) = stones.get(3) {
        actions.extend([Action::Stone(fourth), Action::Number(number.into())]);
    }
    if step > SoosyrvStep::SwapAgain {
        actions.push(Action::Keep);
    }
    if last {
        actions.push(Action::Offer(fifths.to_vec()));
    }
    walk(&mut opening, actions)?;
    Ok(opening)
}

fn new_opening(rule: OpeningRule, rules: Rules, size: BoardSize, sameness: Sameness) -> Result<Opening, Refusal> {
    Opening::new(rule, rules, size, sameness).map_err(|why| Refusal::NoOpening(why.to_string()))
}

/// Does what was done, whoever is due.
fn walk(opening: &mut Opening, actions: Vec<Action>) -> Result<(), Refusal> {
    let size = opening.game().size();
    actions.into_iter().try_for_each(|action| {
        let by = opening.demand().by();
        opening.act(by, action).map_err(|why| Refusal::NoOpening(why.to_text(size, Rows::FromBottom)))
    })
}
