//! `analyze`: the board, and the best lines as they are found.

mod record;

use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use tengen_engine::database::book::{self, BookMove};
use tengen_engine::engine::{Line, Outcome, Task};
use tengen_engine::game::Game;
use tengen_engine::point::Rows;
use tengen_protocol::database::view::verdict;

use crate::blocking::BlockingEngine;
use crate::cli::AnalyzeArgs;
use crate::databases;
use crate::files::{Existing, targets};
use crate::object;
use crate::output::{self, say};
use crate::position::{self, Failure, GivenGame, GivenGames};
use crate::progress::{LiveText, PlainLines, Spinner};
use crate::study::record_file::RecordFile;
use crate::study::variation;
use crate::terminal;
use crate::units;
use crate::weights;

/// Analyzes positions, each until a limit is reached, or all until Ctrl-C is pressed.
pub(crate) fn run(args: &AnalyzeArgs) -> Result<()> {
    let games = GivenGames::of(&args.position)?;
    weights::load_for_any(games.rules(), &args.weights.weights)?;
    let given = args.position.given();
    let inputs: Vec<&Path> = [Path::new(&given)].into_iter().chain(args.book.as_deref()).collect();
    targets::check_targets(args.sgf.as_deref(), Existing::SGF, &inputs)?;
    let mut records = RecordFile::new(args.sgf.as_deref(), games.is_one());
    let mut engine = BlockingEngine::new(args.limits.engine.options())?;
    games.each(|given| analyze_game(args, &mut engine, &given, &mut records)).map_err(Failure::why)
}

/// Analyzes the position of one game, and shows or writes what is found.
fn analyze_game(
    args: &AnalyzeArgs,
    engine: &mut BlockingEngine,
    given: &GivenGame<'_>,
    records: &mut RecordFile,
) -> Result<ControlFlow<()>, Failure> {
    let game = given.game().map_err(Failure::Game)?;
    variation::check_position(&game, args.sgf.as_deref()).map_err(Failure::Game)?;
    let rows: Rows = args.position.rows.into();
    if !args.json {
        output::write(given.heading());
    }
    let analysis = match game.result() {
        // A book may have no place for the position.
        None => analyze(args, engine, &game, given.label()).map_err(Failure::Game)?,
        Some(_) => Analysis::default(),
    };
    if args.json {
        say!("{}", object::numbered(record::json(&game, &analysis, rows), given.number));
    } else if let Some(outcome) = game.result() {
        draw(&game, rows);
        say!("The game is over: {outcome}.");
    } else if let Some(best) = analysis.outcome.as_ref().and_then(Outcome::point) {
        say!("\nbest move: {}", best.to_text(game.size(), rows));
    } else {
        say!("\nThere is no move to play.");
    }
    records.add(|| record::sgf(&game, &analysis))?;
    let goes_on = !analysis.interrupted && is_wanted(args);
    Ok(if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
}

/// Whether what is found still goes anywhere. What is written into a file is worth going on for.
fn is_wanted(args: &AnalyzeArgs) -> bool {
    args.sgf.is_some() || output::check().is_ok()
}

/// Says which moves a book knows, the likeliest first.
fn show_book(path: &Path, game: &Game, rows: Rows) -> Result<()> {
    let moves = book::moves(&*databases::book(path, game.rule(), game.moves().len() + 1)?, game)?;
    if moves.is_empty() {
        say!("\nThe book knows no move.");
    }
    for BookMove { child, share } in moves {
        let name = child.point.to_text(game.size(), rows);
        let value = verdict(&child.entry, false).unwrap_or_default();
        say!(
            "book: {name:<3} {:>4.0} %  {:<4} {value:>6}  {}",
            100.0 * share,
            child.entry.tag(),
            units::counted(child.entry.count as usize, "record")
        );
    }
    Ok(())
}

/// What the thinking came to.
#[derive(Default)]
struct Analysis {
    /// The lines of the last iteration.
    lines: Vec<Line>,
    /// The decision, and what the whole search has cost.
    outcome: Option<Outcome>,
    /// Whether Ctrl-C ended it.
    interrupted: bool,
}

impl Analysis {
    /// The line with the nodes and the time of the whole search, none where there is no move.
    fn whole(&self) -> Option<&Line> {
        self.outcome.as_ref()?.line.as_ref()
    }
}

/// Thinks, knowing nothing of games before, and shows what is found unless an object is to be printed. Of several games, which
/// have labels, only how far it has come is shown then.
fn analyze(args: &AnalyzeArgs, engine: &mut BlockingEngine, game: &Game, label: Option<String>) -> Result<Analysis> {
    let rows: Rows = args.position.rows.into();
    engine.forget();
    let spinner = (args.json && label.is_some()).then(|| Spinner::new(PlainLines::Never).with_label(label));
    let task = Task::best_moves(game, usize::from(args.lines));
    let mut display = AnalysisDisplay::new(game, rows, args.json);
    if !args.json {
        draw(game, rows);
        args.book.as_deref().map_or(Ok(()), |book| show_book(book, game, rows))?;
        say!("\n{}", terminal::wrapped(HEAD));
    }
    let outcome = engine.think_until(task, &args.limits.limits(), |block| {
        display.hear(block);
        if let (Some(spinner), [best, ..]) = (&spinner, block) {
            spinner.show(format!("depth {}, {} nodes, score {}", best.depth, best.nodes, best.score));
        }
        if is_wanted(args) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    match spinner {
        Some(spinner) => spinner.end(),
        None if args.json => {}
        None => display.end(),
    }
    Ok(Analysis { lines: display.lines, outcome: Some(outcome), interrupted: engine.is_interrupted() })
}

fn draw(game: &Game, rows: Rows) {
    say!("{}", position::heading(game, rows));
    output::write(position::draw(game, rows, &[]));
}

const HEAD: &str = "     score   depth        nodes      time  line";

/// The lines of the last iteration: kept up to date in place on a terminal; elsewhere those of each iteration, and in the
/// end the last once more as a table.
struct AnalysisDisplay<'a> {
    game: &'a Game,
    rows: Rows,
    place: LiveText,
    lines: Vec<Line>,
    /// Whether nothing is shown.
    silent: bool,
}

impl<'a> AnalysisDisplay<'a> {
    fn new(game: &'a Game, rows: Rows, silent: bool) -> AnalysisDisplay<'a> {
        AnalysisDisplay { game, rows, place: LiveText::new(), lines: Vec::new(), silent }
    }

    fn hear(&mut self, block: &[Line]) {
        self.lines = block.to_vec();
        if self.silent {
            return;
        }
        if self.place.is_hidden() {
            say!("{}", self.all());
        } else {
            self.place.show(&self.all());
        }
    }

    /// The lines that were found last stay.
    fn end(&mut self) {
        let hidden = self.place.is_hidden();
        self.place.end();
        if hidden {
            say!("\n{}", terminal::wrapped(HEAD));
        }
        say!("{}", terminal::wrapped(&self.all()));
    }

    fn all(&self) -> String {
        self.lines.iter().map(|line| self.format(line)).collect::<Vec<_>>().join("\n")
    }

    fn format(&self, line: &Line) -> String {
        format!(
            "{:>2}. {:>6} {:>7} {:>12} {:>9}  {}",
            line.rank,
            line.score.to_string(),
            format!("{}-{}", line.depth, line.selective_depth),
            line.nodes,
            seconds(line.elapsed),
            position::line(&line.variation, self.game.size(), self.rows),
        )
    }
}

/// A time as it is shown beside what was found in it.
pub(crate) fn seconds(time: Duration) -> String {
    format!("{:.2} s", time.as_secs_f64())
}
