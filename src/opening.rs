//! `opening`: walks a line of actions under an opening rule, and says who is to do what or what is against the rule.

mod even;
pub(crate) mod table;
pub(crate) mod trial;

use std::time::Duration;

use anyhow::{Result, anyhow};
use serde::Serialize;
use tengen_engine::color::Color;
use tengen_engine::contest::Contest;
use tengen_engine::engine::{Choice, Engine, Extent, Limits, Options, Outcome, Task};
use tengen_engine::opening::{Action, Demand, Opening, Seat};
use tengen_engine::point::{Point, Rows};

use crate::actions::{self, RefusedTurn};
use crate::cli::{self, OpeningArgs};
use crate::output::{self, CommandAnswer, say};
use crate::position;
use crate::random;

/// Walks the actions and shows where they lead. The answer is whether all of them are by the rule.
pub(crate) fn run(args: &OpeningArgs) -> Result<CommandAnswer> {
    Ok(walk(args)?.map_or(CommandAnswer::Yes, |refused| CommandAnswer::No(Some(anyhow!("{refused}")))))
}

/// Walks the actions and shows where they lead. The first turn that was refused, if one was.
fn walk(args: &OpeningArgs) -> Result<Option<RefusedTurn>> {
    let rule = cli::with_ten_after_swap(args.opening.drawn(random::lot(), 0), args.ten_after_swap)?;
    let rows = args.rows.into();
    let game_rule = args.rule.unwrap_or(rule.usual_rule());
    let mut contest = actions::begin(Opening::new(rule, game_rule, args.size, args.same.into())?);
    let refused = actions::walk(&mut contest, &args.actions, rows).err();
    if args.json {
        let suggestion = args.suggest.map(|time| Suggestion::of(&contest, rows, time));
        let state = OpeningState::of(&contest, refused.as_ref(), rows);
        say!("{}", serde_json::to_string(&OpeningState { suggestion, ..state })?);
    } else {
        show(&contest, rows);
        if let Some(time) = args.suggest {
            Suggestion::of(&contest, rows, time).show();
        }
    }
    Ok(refused)
}

/// The state as other programs read it: one line of JSON, in this order.
#[derive(Serialize)]
struct OpeningState<'a> {
    legal: bool,
    /// The turn that was refused, as written; the fields below are then those before it.
    at: Option<&'a str>,
    error: Option<&'a str>,
    stones: usize,
    opening: Option<String>,
    black: String,
    demand: &'static str,
    by: String,
    /// How many fifths are due, or the most that may be declared.
    number: Option<u8>,
    /// How far from the centre the stone may stand, at least and at most.
    within: Option<(usize, usize)>,
    /// The only points on which it makes the opening that was designated.
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<Vec<String>>,
    may_swap: bool,
    /// The fifths that were offered.
    offered: Vec<String>,
    /// How many fifths were asked for.
    declared: Option<u8>,
    /// How the game ended.
    result: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    suggestion: Option<Suggestion>,
}

impl<'a> OpeningState<'a> {
    fn of(contest: &Contest, refused: Option<&'a RefusedTurn>, rows: Rows) -> OpeningState<'a> {
        let (opening, demand) = (contest.opening(), contest.demand());
        let size = opening.game().size();
        let names = |points: &[Point]| points.iter().map(|point| point.to_text(size, rows)).collect();
        OpeningState {
            legal: refused.is_none(),
            at: refused.map(|refused| refused.at.as_str()),
            error: refused.map(|refused| refused.reason.as_str()),
            stones: opening.game().moves().len(),
            opening: opening.pattern().map(|pattern| pattern.to_string()),
            black: opening.black().to_string(),
            demand: demand.word(),
            by: demand.by().to_string(),
            number: demand.number(),
            within: demand.within().and_then(|region| region.distances(size)),
            points: opening.designated_points().map(|points| names(&points)),
            may_swap: demand.may_swap(),
            offered: names(opening.offered()),
            declared: opening.declared(),
            result: actions::outcome(contest),
            suggestion: None,
        }
    }
}

/// The board with the fifths that are offered, and what is to be done.
fn show(contest: &Contest, rows: Rows) {
    let opening = contest.opening();
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
    match actions::outcome(contest) {
        Some(outcome) => say!("The game is over: {outcome}."),
        None => {
            let points = opening.designated_points();
            let on = points.map(|points| format!(", on {}", position::line(&points, game.size(), rows)));
            say!("Next: {} by {}{}", opening.demand(), opening.demand().by(), on.unwrap_or_default());
        }
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
    fn of(contest: &Contest, rows: Rows, time: Duration) -> Suggestion {
        let opening = contest.opening();
        if contest.ending().is_some() {
            return Suggestion { action: None, values: Vec::new() };
        }
        let task = Task::Opening { opening: Box::new(opening.clone()), extent: Extent::Demand, lot: random::lot() };
        let outcome = Engine::new(Options::default()).run(task, Limits::time(time), |_| {});
        let Outcome { choice: Choice::Opening(actions), values, .. } = outcome else {
            return Suggestion { action: None, values: Vec::new() };
        };
        let by = opening.demand().by();
        let size = opening.game().size();
        let text = |seat: Seat, actions: &[Action]| {
            let texts: Vec<String> = actions.iter().map(|action| action.to_text(size, rows)).collect();
            format!("{seat}:{}", texts.join(" "))
        };
        let value = |(actions, value): (Vec<Action>, i32)| OpeningValue { action: text(by, &actions), value };
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
