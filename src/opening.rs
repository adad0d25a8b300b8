//! `opening`: walks a line of actions under an opening rule, and says who is to do what or what is against the rule.

mod even;
pub(crate) mod table;
pub(crate) mod trial;

use std::time::Duration;

use anyhow::{Result, bail};
use serde::Serialize;
use tengen_engine::color::Color;
use tengen_engine::engine::{Decision, Engine, Extent, Limits, Options};
use tengen_engine::opening::{Action, Demand, Opening, Seat, WalkError, walk};
use tengen_engine::point::Rows;

use crate::cli::{self, OpeningArgs};
use crate::output::{self, say};
use crate::position;
use crate::random;

/// Walks the actions and shows where they lead.
pub(crate) fn run(args: &OpeningArgs) -> Result<()> {
    let rule = cli::with_ten_after_swap(args.opening, args.ten_after_swap)?;
    let rows = args.rows.into();
    let game_rule = args.rule.unwrap_or(rule.usual_rule());
    let mut opening = Opening::new(rule, game_rule, args.size, args.same.into())?;
    let refused = walk(&mut opening, &args.actions, rows).err();
    if args.json {
        let suggestion = args.suggest.map(|time| Suggestion::of(&opening, rows, time));
        say!(
            "{}",
            serde_json::to_string(&OpeningState { suggestion, ..OpeningState::of(&opening, refused.as_ref()) })?
        );
    } else {
        show(&opening, rows);
        if let Some(time) = args.suggest {
            Suggestion::of(&opening, rows, time).show();
        }
    }
    match refused {
        Some(refused) => bail!("{refused}"),
        None => Ok(()),
    }
}

/// The state as other programs read it: one line of JSON, in this order.
#[derive(Serialize)]
struct OpeningState<'a> {
    legal: bool,
    /// The turn that was refused, as written; the fields below are then those before it.
    at: Option<&'a str>,
    error: Option<String>,
    stones: usize,
    opening: Option<String>,
    black: String,
    demand: &'static str,
    by: String,
    /// How many fifths an offer holds.
    number: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    suggestion: Option<Suggestion>,
}

impl<'a> OpeningState<'a> {
    fn of(opening: &Opening, refused: Option<&'a WalkError>) -> OpeningState<'a> {
        let demand = opening.demand();
        OpeningState {
            legal: refused.is_none(),
            at: refused.map(|refused| refused.at.as_str()),
            error: refused.map(WalkError::reason),
            stones: opening.game().moves().len(),
            opening: opening.pattern().map(|pattern| pattern.to_string()),
            black: opening.black().to_string(),
            demand: demand.word(),
            by: demand.by().to_string(),
            number: if let Demand::Offer { count, .. } = demand { Some(count) } else { None },
            suggestion: None,
        }
    }
}

/// The board with the fifths that are offered, and what is to be done.
fn show(opening: &Opening, rows: Rows) {
    let game = opening.game();
    say!("{} on {}, opening rule: {}", game.rule(), game.size(), opening.rule().title());
    let marks = if matches!(opening.demand(), Demand::Pick { .. }) { opening.offered() } else { &[] };
    output::write(position::draw(game, rows, marks));
    if let Some(pattern) = opening.pattern() {
        say!("Opening {pattern}: {} ({}, {})", pattern.japanese(), pattern.kanji(), pattern.english());
    }
    say!("Black: {}, White: {}", opening.holder(Color::Black), opening.holder(Color::White));
    if let Some(number) = opening.declared() {
        say!("Fifths asked for: {number}");
    }
    if !opening.offered().is_empty() {
        say!("Fifths offered: {}", position::line(opening.offered(), game.size(), rows));
    }
    match game.result() {
        Some(outcome) => say!("The game is over: {outcome}."),
        None => say!("Next: {} by {}", opening.demand(), opening.demand().by()),
    }
}

/// What the engine would do, as it is written in a line of actions.
#[derive(Serialize)]
struct Suggestion {
    /// Nothing when the game is over.
    action: Option<String>,
    /// What was compared, the worth being that to who acts.
    values: Vec<OpeningValue>,
}

#[derive(Serialize)]
struct OpeningValue {
    action: String,
    value: i32,
}

impl Suggestion {
    fn of(opening: &Opening, rows: Rows, time: Duration) -> Suggestion {
        let limits = Limits::time(time);
        let Some(Decision { actions, values }) =
            Engine::new(Options::default()).decide(opening, Extent::Demand, &limits, random::lot())
        else {
            return Suggestion { action: None, values: Vec::new() };
        };
        let by = opening.demand().by();
        let size = opening.game().size();
        let text = |seat: Seat, actions: &[Action]| {
            let texts: Vec<String> = actions.iter().map(|action| action.to_text(size, rows)).collect();
            format!("{seat}:{}", texts.join(" "))
        };
        let value = |(action, value)| OpeningValue { action: text(by, &[action]), value };
        Suggestion { action: Some(text(by, &actions)), values: values.into_iter().map(value).collect() }
    }

    fn show(&self) {
        let Some(action) = &self.action else { return };
        say!("Suggestion: {action}");
        for OpeningValue { action, value } in &self.values {
            say!("{value:>8}  {action}");
        }
    }
}
