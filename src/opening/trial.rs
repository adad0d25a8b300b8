//! `trial`: games of the engine against itself under an opening rule, which show whether its choices are even.

mod seat;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Result, ensure};
use parking_lot::Mutex;
use serde::Serialize;
use tengen_engine::color::Color;
use tengen_engine::engine::{Engine, Options, Stopper};
use tengen_engine::game::Game;
use tengen_engine::opening::{Action, BySeat, Demand, Opening, Sameness, Seat};
use tengen_engine::point::{BoardSize, Rows};
use tengen_engine::random::SplitMix64;

use crate::cli::{OpeningRuleArg, TrialArgs};
use crate::interrupt;
use crate::line_file::LineFile;
use crate::ordered;
use crate::output::say;
use crate::progress::{PlainLines, Progress};
use crate::statistics::Tally;
use seat::{Choosing, TrialSeat};

const SIZE: BoardSize = BoardSize::USUAL;
/// Games as long as this are drawn.
const LONGEST: usize = 200;
/// Memory of the transposition table of each seat, in bytes: a move of a trial visits few nodes.
const HASH_BYTES: usize = 16 << 20;

/// What ends the searches of the games that are being played, by the numbers of the games.
type Stoppers = Mutex<HashMap<usize, [Stopper; 2]>>;

/// What all games of a trial share.
#[derive(Clone, Copy)]
struct TrialCourse<'a> {
    args: &'a TrialArgs,
    interrupted: &'a AtomicBool,
    stoppers: &'a Stoppers,
}

/// A game of a trial as the log keeps it.
#[derive(Serialize)]
struct TrialGame {
    rule: String,
    game: usize,
    /// The seat whose score is counted: the one that opens, or the one that does not choose by chance.
    seat: String,
    /// The seat that won, if it was no draw.
    winner: Option<String>,
    /// Who held Black when ordinary play began.
    black: String,
    pattern: Option<String>,
    /// What was done in the opening, in the notation of openings.
    actions: String,
    /// What each choice was worth to who made it, in the unit of the search.
    values: Vec<ChoiceValue>,
    moves: String,
}

/// One choice in an opening.
#[derive(Serialize)]
struct ChoiceValue {
    demand: &'static str,
    by: String,
    action: String,
    value: Option<i32>,
}

/// Plays the games of every rule and prints the table, that of an interrupted trial too.
pub(crate) fn run(args: &TrialArgs) -> Result<()> {
    let mut log = match &args.log {
        Some(path) => {
            ensure!(!path.exists(), "the log {} exists: name another file", path.display());
            Some(LineFile::open_or_begin(path, "", |_| Ok(()))?.0)
        }
        None => None,
    };
    let stoppers: Arc<Stoppers> = Arc::default();
    let running = Arc::clone(&stoppers);
    let interrupted = interrupt::watch(move || running.lock().values().flatten().for_each(Stopper::stop))?;
    let course = TrialCourse { args, interrupted: &interrupted, stoppers: &stoppers };
    let mut rows = Vec::new();
    let played = args.rules.iter().try_for_each(|&rule| {
        let mut row = TrialRow::new(rule);
        let played = play_rule(course, &mut row, log.as_mut());
        // One that was begun may have no game.
        if row.score.games() > 0 {
            rows.push(row);
        }
        played
    });
    if !rows.is_empty() {
        say_table(args, &rows);
    }
    played
}

/// Plays the games of a rule and adds them to its row.
///
/// # Errors
/// Why not all were played. Those that were are in the row.
fn play_rule(course: TrialCourse<'_>, row: &mut TrialRow, mut log: Option<&mut LineFile>) -> Result<()> {
    let (args, rule) = (course.args, row.rule);
    let mut progress = Progress::new("games", PlainLines::NowAndThen, 0, args.games.get());
    let work = |_: &mut (), number: usize| {
        let game = play(course, rule, number);
        course.stoppers.lock().remove(&number);
        game
    };
    let played = ordered::run(
        args.threads,
        args.games.get(),
        || (),
        work,
        |game| {
            let game: TrialGame = game?;
            row.add(&game);
            progress.add(format!("{rule}: {:.1}%", row.percent()));
            log.as_mut().map_or(Ok(()), |log| log.add_json(&game))
        },
    );
    progress.end();
    played
}

fn say_table(args: &TrialArgs, rows: &[TrialRow]) {
    let opponent = if args.against_random { "Against random choices" } else { "Against itself" };
    say!("{opponent}, {} nodes a move\n", args.nodes);
    say!(
        "{:<14}{:>6}{:>6}{:>6}{:>6}{:>9}{:>13}{:>9}{:>7}",
        "rule",
        "games",
        "+",
        "=",
        "-",
        "score",
        "95%",
        "Black",
        "kinds"
    );
    rows.iter().for_each(|row| say!("{}", row.text()));
    let whose = if args.against_random { "the engine" } else { "the seat that opens" };
    say!("\nscore: points of {whose}; 95%: the range of the score at that confidence;");
    say!("Black: points of who holds Black; kinds: openings that differ.");
}

/// The results of a rule.
struct TrialRow {
    rule: OpeningRuleArg,
    /// Of the seat whose score is counted.
    score: Tally,
    black: Tally,
    kinds: HashSet<String>,
}

impl TrialRow {
    fn new(rule: OpeningRuleArg) -> TrialRow {
        TrialRow { rule, score: Tally::default(), black: Tally::default(), kinds: HashSet::new() }
    }

    fn add(&mut self, game: &TrialGame) {
        let half_points = |seat: &str| match game.winner.as_deref() {
            None => 1,
            Some(winner) => 2 * u32::from(winner == seat),
        };
        self.score.add(half_points(&game.seat));
        self.black.add(half_points(&game.black));
        self.kinds.insert(game.actions.clone());
    }

    fn percent(&self) -> f64 {
        100.0 * self.score.points() / f64::from(self.score.games())
    }

    /// A line of the table, where games were played.
    fn text(&self) -> String {
        let Tally { wins, draws, losses } = self.score;
        let estimate = self.score.distribution().estimate();
        let range = estimate
            .map_or("-".to_string(), |estimate| format!("{:.1}-{:.1}", 100.0 * estimate.low, 100.0 * estimate.high));
        let black = 100.0 * self.black.points() / f64::from(self.score.games());
        format!(
            "{:<14}{:>6}{wins:>6}{draws:>6}{losses:>6}{:>8.1}%{range:>13}{black:>8.1}%{:>7}",
            self.rule.to_string(),
            self.score.games(),
            self.percent(),
            self.kinds.len(),
        )
    }
}

/// Plays one game, unless the trial is interrupted.
fn play(course: TrialCourse<'_>, rule: OpeningRuleArg, number: usize) -> Result<TrialGame> {
    let TrialCourse { args, interrupted, stoppers } = course;
    let rule = rule.drawn(args.seed, number);
    let mut random = SplitMix64::stream(args.seed, number as u64);
    let mut opening = Opening::new(rule, rule.usual_rule(), SIZE, Sameness::Shape)?;
    // Who chooses by chance sits on both seats in turn, so that what a seat is worth does not count.
    let chance = args.against_random.then_some(if number.is_multiple_of(2) { Seat::B } else { Seat::A });
    let mut players = BySeat::from_fn(|seat| {
        let choosing = if chance == Some(seat) { Choosing::ByChance } else { Choosing::BySearch };
        let engine = Engine::new(Options { hash_bytes: HASH_BYTES, ..Options::default() });
        TrialSeat::new(engine, choosing, args.nodes.get(), random.next_u64(), interrupted)
    });
    stoppers.lock().insert(number, players.0.each_ref().map(TrialSeat::stopper));
    let (mut turns, mut values) = (Vec::new(), Vec::new());
    while !opening.is_over() && opening.game().result().is_none() {
        let demand = opening.demand();
        let by = demand.by();
        let (actions, value) = players[by].choose(&opening)?;
        let texts: Vec<String> = actions.iter().map(|action| action.to_text(SIZE, Rows::FromBottom)).collect();
        let text = texts.join(" ");
        turns.push(format!("{by}:{text}"));
        values.push(ChoiceValue { demand: demand.word(), by: by.to_string(), action: text, value });
        for action in actions {
            opening.act(by, action)?;
        }
    }
    let black = opening.black();
    let pattern = opening.pattern().map(|pattern| pattern.to_string());
    let winner = go_on(&mut opening, &mut players)?;
    Ok(TrialGame {
        rule: rule.to_string(),
        game: number + 1,
        seat: chance.map_or(Seat::A, |seat| !seat).to_string(),
        winner: winner.map(|color| opening.holder(color).to_string()),
        black: black.to_string(),
        pattern,
        actions: turns.join("; "),
        values,
        moves: opening.game().to_text(Rows::FromBottom),
    })
}

/// Plays the game to its end, or until a win is proven. The colour that wins.
fn go_on(opening: &mut Opening, players: &mut BySeat<TrialSeat<'_>>) -> Result<Option<Color>> {
    loop {
        let game: &Game = opening.game();
        if let Some(result) = game.result() {
            return Ok(result.winner());
        }
        if game.moves().len() >= LONGEST {
            return Ok(None);
        }
        let Demand::Ordinary { by } = opening.demand() else { anyhow::bail!("the opening is not over") };
        let color = game.to_move();
        let found = players[by].best_line(game)?;
        if found.score.is_win() {
            return Ok(Some(color));
        }
        opening.act(by, Action::Stone(found.variation[0]))?;
    }
}

#[cfg(test)]
mod tests {
    use tengen_engine::opening::OpeningRule;

    use super::*;

    #[test]
    fn the_score_has_a_range_also_where_all_games_went_alike() {
        for (wins, draws, losses, range) in [
            (20, 0, 0, " 100.0%   85.0-100.0 "),
            (0, 0, 20, " 0.0%     0.0-15.0 "),
            (10, 0, 10, " 50.0%    25.6-74.4 "),
        ] {
            let score = Tally { wins, draws, losses };
            let row = TrialRow { score, ..TrialRow::new(OpeningRuleArg::Rule(OpeningRule::Rif)) };
            assert!(row.text().contains(range), "{}", row.text());
        }
    }
}
