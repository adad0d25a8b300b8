//! `analyze`: the board, and the best lines as they are found.

use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use tengen_engine::database::book::{self, BookMove};
use tengen_engine::engine::{Line, Task};
use tengen_engine::game::Game;
use tengen_engine::point::Rows;

use crate::cli::AnalyzeArgs;
use crate::databases;
use crate::output::{self, say};
use crate::position;
use crate::progress::LiveText;
use crate::study::blocking::BlockingEngine;
use crate::terminal;
use crate::weights;

/// Analyzes a position until a limit is reached or Ctrl-C is pressed.
pub(crate) fn run(args: &AnalyzeArgs) -> Result<()> {
    let game = position::read(&args.position)?;
    weights::load_for(game.rule(), &args.weights.weights)?;
    let rows = args.position.rows.into();
    say!("{}", position::heading(&game, rows));
    output::write(position::draw(&game, rows, &[]));
    if let Some(outcome) = game.result() {
        say!("The game is over: {outcome}.");
        return Ok(());
    }
    if let Some(book) = &args.book {
        show_book(book, &game, rows)?;
    }
    let mut engine = BlockingEngine::new(args.limits.options())?;
    let task = Task::Move { lines: usize::from(args.lines), exclude: Vec::new() };
    let mut display = AnalysisDisplay::new(&game, rows);
    say!("\n{}", terminal::wrapped(HEAD));
    let outcome = engine.think(&game, task, &args.limits.limits(), |line| display.hear(line));
    display.end();
    match outcome.point() {
        Some(best) => say!("\nbest move: {}", best.to_text(game.size(), rows)),
        None => say!("\nThere is no move to play."),
    }
    Ok(())
}

/// Says which moves a book knows, the likeliest first.
fn show_book(path: &Path, game: &Game, rows: Rows) -> Result<()> {
    let moves = book::moves(&*databases::book(path)?, game)?;
    if moves.is_empty() {
        say!("\nThe book knows no move.");
    }
    for BookMove { child, share } in moves {
        let name = child.point.to_text(game.size(), rows);
        let value =
            if child.entry.has_value() { format!("{:+}", -i32::from(child.entry.value)) } else { String::new() };
        say!(
            "book: {name:<3} {:>4.0} %  {:<4} {value:>6}  {} records",
            100.0 * share,
            child.entry.tag(),
            child.entry.count
        );
    }
    Ok(())
}

const HEAD: &str = "     score   depth        nodes      time  line";

/// The lines of the last complete iteration: kept up to date in place on a terminal; elsewhere those of each iteration, and
/// in the end the last once more as a table.
struct AnalysisDisplay<'a> {
    game: &'a Game,
    rows: Rows,
    place: LiveText,
    iteration: Vec<Line>,
    lines: Vec<Line>,
}

impl<'a> AnalysisDisplay<'a> {
    fn new(game: &'a Game, rows: Rows) -> AnalysisDisplay<'a> {
        AnalysisDisplay { game, rows, place: LiveText::new(), iteration: Vec::new(), lines: Vec::new() }
    }

    fn hear(&mut self, line: &Line) {
        if line.rank <= 1 {
            self.iteration.clear();
        }
        self.iteration.push(line.clone());
        if self.iteration.len() < line.lines {
            return;
        }
        self.lines = std::mem::take(&mut self.iteration);
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
