//! `opening`: walks a line of actions under an opening rule, and says who is to do what or what is against the rule.

mod even;
pub(crate) mod table;
pub(crate) mod trial;

use std::time::Duration;

use anyhow::{Result, anyhow, bail};
use serde::Serialize;
use tengen_engine::color::Color;
use tengen_engine::contest::Contest;
use tengen_engine::engine::{Choice, Extent, Limits, Options, Outcome, Task};
use tengen_engine::opening::{Action, Demand, Opening, Seat};
use tengen_engine::point::{Point, Rows};

use crate::actions::{self, RefusedTurn};
use crate::blocking::BlockingEngine;
use crate::cli::{self, OpeningArgs};
use crate::object;
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
    let refused = match actions::walk(&mut contest, &args.actions, rows) {
        Err(turn) if !turn.is_readable => bail!("{turn}"),
        walked => walked.err(),
    };
    // From now on Ctrl-C ends the thinking alone, and what is known by then is told.
    let engine = args.suggest.map(|_| BlockingEngine::new(Options::default())).transpose()?;
    let suggest = || engine.zip(args.suggest).map(|(engine, time)| Suggestion::of(engine, &contest, rows, time));
    if args.json {
        let state = OpeningState::of(&contest, refused.as_ref(), rows);
        let state = OpeningState { suggestion: suggest(), ..state };
        say!("{}", object::about(contest.opening().game(), rows, serde_json::to_value(state)?));
    } else {
        show(&contest, rows);
        suggest().iter().for_each(Suggestion::show);
    }
    Ok(refused)
}

/// The state as other programs read it, beside what an object tells of every position.
#[derive(Serialize)]
struct OpeningState<'a> {
    /// As it can be given again.
    #[serde(rename = "openingRule")]
    rule: String,
    legal: bool,
    /// The turn that was refused, as written; the fields below are then those before it.
    at: Option<&'a str>,
    error: Option<&'a str>,
    stones: usize,
    opening: Option<String>,
    black: String,
    /// What is to be done, unless the game is over.
    demand: Option<&'static str>,
    by: Option<String>,
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
    /// How the game ended, on the board or by passes.
    result: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    suggestion: Option<Suggestion>,
}

impl<'a> OpeningState<'a> {
    fn of(contest: &Contest, refused: Option<&'a RefusedTurn>, rows: Rows) -> OpeningState<'a> {
        let opening = contest.opening();
        let demand = contest.ending().is_none().then(|| contest.demand());
        let size = opening.game().size();
        let names = |points: &[Point]| object::texts(opening.game(), rows, points);
        OpeningState {
            rule: opening.rule().to_string(),
            legal: refused.is_none(),
            at: refused.map(|refused| refused.at.as_str()),
            error: refused.map(|refused| refused.reason.as_str()),
            stones: opening.game().moves().len(),
            opening: opening.pattern().map(|pattern| pattern.to_string()),
            black: opening.black().to_string(),
            demand: demand.map(Demand::word),
            by: demand.map(|demand| demand.by().to_string()),
            number: demand.and_then(Demand::number),
            within: demand.and_then(Demand::within).and_then(|region| region.distances(size)),
            points: opening.designated_points().map(|points| names(&points)),
            may_swap: demand.is_some_and(Demand::may_swap),
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
    /// Whether no Ctrl-C ended the thinking.
    complete: bool,
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
    fn of(mut engine: BlockingEngine, contest: &Contest, rows: Rows, time: Duration) -> Suggestion {
        let opening = contest.opening();
        if contest.ending().is_some() {
            return Suggestion { complete: true, action: None, values: Vec::new() };
        }
        let task = Task::Opening { opening: Box::new(opening.clone()), extent: Extent::Demand, lot: random::lot() };
        let outcome = engine.think(task, &Limits::time(time), |_| {});
        let complete = !engine.is_interrupted();
        let Outcome { choice: Choice::Opening(actions), values, .. } = outcome else {
            return Suggestion { complete, action: None, values: Vec::new() };
        };
        let by = opening.demand().by();
        let size = opening.game().size();
        let text = |seat: Seat, actions: &[Action]| {
            let texts: Vec<String> = actions.iter().map(|action| action.to_text(size, rows)).collect();
            format!("{seat}:{}", texts.join(" "))
        };
        let value = |(actions, value): (Vec<Action>, i32)| OpeningValue { action: text(by, &actions), value };
        let values = values.into_iter().map(value).collect();
        Suggestion { complete, action: Some(text(by, &actions)), values }
    }

    fn show(&self) {
        let Some(action) = &self.action else { return };
        say!("Suggestion: {action}");
        for OpeningValue { action, value } in &self.values {
            say!("{value:>8}  {action}");
        }
    }
}
