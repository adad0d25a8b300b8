//! `analyze`: the board, and the best lines as they are found.

use std::time::Duration;

use anyhow::Result;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use tengen_engine::engine::{Line, Task};
use tengen_engine::game::Game;
use tengen_engine::point::Rows;

use crate::cli::AnalyzeArgs;
use crate::output::{self, say};
use crate::study::blocking::BlockingEngine;
use crate::weights;
use crate::{position, progress};

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
    let mut engine = BlockingEngine::new(args.limits.hash, args.limits.threads)?;
    let task = Task::Move { lines: usize::from(args.lines), exclude: Vec::new() };
    let mut show = Show::new(&game, rows);
    say!("\n{}", progress::wrapped(HEAD));
    let (best, _) = engine.think(&game, task, (&args.limits).into(), |line| show.hear(line))?;
    show.end();
    match best {
        Some(best) => say!("\nbest move: {}", best.to_text(game.size(), rows)),
        None => say!("\nThere is no move to play."),
    }
    Ok(())
}

const HEAD: &str = "     score   depth        nodes      time  line";

/// The lines of the last complete iteration: kept up to date in place on a terminal; elsewhere those of each iteration, and
/// in the end the last once more as a table.
struct Show<'a> {
    game: &'a Game,
    rows: Rows,
    place: ProgressBar,
    gathered: Vec<Line>,
    lines: Vec<Line>,
}

impl<'a> Show<'a> {
    fn new(game: &'a Game, rows: Rows) -> Show<'a> {
        let place = ProgressBar::with_draw_target(None, ProgressDrawTarget::stdout());
        place.set_style(ProgressStyle::with_template("{msg}").expect("the template is a constant"));
        Show { game, rows, place, gathered: Vec::new(), lines: Vec::new() }
    }

    fn hear(&mut self, line: &Line) {
        if line.rank <= 1 {
            self.gathered.clear();
        }
        self.gathered.push(line.clone());
        if self.gathered.len() < line.lines {
            return;
        }
        self.lines = std::mem::take(&mut self.gathered);
        if self.place.is_hidden() {
            say!("{}", self.all());
        } else {
            self.place.set_message(progress::cut(&self.all()));
        }
    }

    /// The lines that were found last stay.
    fn end(&mut self) {
        let hidden = self.place.is_hidden();
        self.place.finish_and_clear();
        if hidden {
            say!("\n{}", progress::wrapped(HEAD));
        }
        say!("{}", progress::wrapped(&self.all()));
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
