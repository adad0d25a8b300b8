//! Openings on a score sheet: what a line of actions did, and whether a game keeps to an opening rule.

use anyhow::{Result, anyhow, bail, ensure};
use tengen_engine::color::Color;
use tengen_engine::contest::Contest;
use tengen_engine::opening::{Action, Demand, Opening, OpeningRule};
use tengen_engine::point::{Point, Rows};

use crate::actions::{self, RefusedTurn};
use crate::units::counted;

/// A move of the record: a stone, or a pass.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Made {
    pub(super) color: Color,
    /// Where, unless it is a pass.
    pub(super) point: Option<Point>,
    /// What the clock of its side showed then.
    pub(super) clock: Option<String>,
}

/// A line of actions that an opening rule allows.
pub(super) struct SheetLine {
    contest: Contest,
    /// Stones and passes in turn.
    pub(super) moves: Vec<Made>,
    /// The choices of colours and numbers, in words.
    pub(super) choices: Vec<String>,
}

impl SheetLine {
    /// Does what a line says.
    pub(super) fn walk(opening: Opening, line: &str, rows: Rows) -> Result<SheetLine, RefusedTurn> {
        let mut contest = actions::begin(opening);
        let (mut moves, mut choices) = (Vec::new(), Vec::new());
        actions::walk_each(&mut contest, line, rows, |before, by, action| {
            let opening = before.opening();
            let game = opening.game();
            let stones = game.moves().len();
            let mut color = game.to_move();
            let mut made = |point| {
                moves.push(Made { color, point, clock: None });
                color = !color;
            };
            match action {
                Action::Stone(point) => made(Some(*point)),
                Action::Pick(points) => points.iter().for_each(|&point| made(Some(point))),
                Action::Two(points) => {
                    points.iter().for_each(|&point| made(Some(point)));
                    choices.push(format!("after {stones} {by} puts two stones"));
                }
                Action::Pass => made(None),
                // Under Swap2 each choice is one of a colour, whoever held it before.
                Action::Swap | Action::Keep if opening.rule() == OpeningRule::Swap2 => {
                    let own = opening.color(by);
                    let taken = if *action == Action::Swap { !own } else { own };
                    choices.push(format!("after {stones} {by} takes {taken}"));
                }
                Action::Swap => choices.push(format!("after {stones} {by} swaps")),
                Action::Number(number) => choices.push(format!("{by}: {}", counted(*number, "fifth"))),
                Action::Keep | Action::Offer(_) => {}
            }
        })?;
        Ok(SheetLine { contest, moves, choices })
    }

    /// The opening, and the game after it, as far as the line goes.
    pub(super) fn opening(&self) -> &Opening {
        self.contest.opening()
    }

    /// Whether a game begins with its stones.
    pub(super) fn begins(&self, game: &[Made]) -> bool {
        let stones = |moves: &[Made]| -> Vec<(Color, Point)> {
            moves.iter().filter_map(|made| Some((made.color, made.point?))).collect()
        };
        stones(game).starts_with(&stones(&self.moves))
    }
}

/// Checks that the stones of a game, and the fifths that were offered, keep to the rule of an opening. Whoever may choose
/// a colour keeps it: a swap moves no stone. What nobody knows is not asked for.
///
/// # Errors
/// What is against the rule.
pub(super) fn check(mut opening: Opening, stones: &[Point], offered: &[Point], rows: Rows) -> Result<()> {
    let size = opening.game().size();
    while let Some(action) = answer(&opening, stones, offered) {
        opening.act(opening.demand().by(), action).map_err(|why| anyhow!(why.to_text(size, rows)))?;
    }
    if offered.is_empty() || !opening.offered().is_empty() {
        return Ok(());
    }
    ensure!(!opening.is_over(), "no fifths are offered under this rule");
    bail!("no fifths are due after {}", counted(opening.game().moves().len(), "stone"))
}

/// What was done where something is due, as far as it is known.
fn answer(opening: &Opening, stones: &[Point], offered: &[Point]) -> Option<Action> {
    let game = opening.game();
    let next = stones.get(game.moves().len()).copied();
    match opening.demand() {
        Demand::SwapOrKeep { .. } | Demand::SwapOrTwo { .. } => Some(Action::Keep),
        Demand::Number { .. } => (!offered.is_empty()).then_some(Action::Number(offered.len())),
        Demand::Offer { .. } | Demand::Fifth { .. } if !offered.is_empty() => Some(Action::Offer(offered.to_vec())),
        Demand::Stone { .. } => next.map(Action::Stone),
        // A stone where no single fifth may stand was one of an offer.
        Demand::Fifth { within, .. } => next.filter(|&point| within.contains(point, game.size())).map(Action::Stone),
        Demand::Pick { .. } => next.map(|point| Action::Pick(vec![point])),
        Demand::Offer { .. } | Demand::Ordinary { .. } => None,
    }
}
