//! `analyze`: the board, and the best lines as they are found.

use std::time::Duration;

use anyhow::Result;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use smallvec::SmallVec;
use tengen_engine::engine::{Info, Task};
use tengen_engine::game::Game;
use tengen_engine::point::Rows;

use crate::cli::AnalyzeArgs;
use crate::output::{self, say};
use crate::thinker::Thinker;
use crate::weights;
use crate::{position, progress};

/// Analyzes a position until a limit is reached or Ctrl-C is pressed.
pub(crate) fn run(args: &AnalyzeArgs) -> Result<()> {
    let game = position::read(&args.position)?;
    weights::load_for(game.rule(), &args.weights.weights)?;
    let rows = args.position.rows.into();
    say!("{}", position::heading(&game, rows));
    output::write(position::draw(&game, rows, &[]));
    if let Some(outcome) = game.outcome() {
        say!("The game is over: {outcome}.");
        return Ok(());
    }
    let mut thinker = Thinker::new(args.limits.hash, args.limits.threads)?;
    let task = Task::Move { lines: usize::from(args.lines), exclude: SmallVec::new() };
    let mut show = Show::new(&game, rows);
    say!("\n{}", progress::wrapped(HEAD));
    let (best, last) = thinker.think(&game, task, (&args.limits).into(), |info| show.hear(info))?;
    show.end(last);
    match best {
        Some(best) => say!("\nbest move: {}", best.to_text(game.size(), rows)),
        None => say!("\nThere is no move to play."),
    }
    Ok(())
}

const HEAD: &str = "     score   depth        nodes      time  line";

/// The lines: kept up to date in place on a terminal, one after another elsewhere.
struct Show<'a> {
    game: &'a Game,
    rows: Rows,
    place: ProgressBar,
    lines: Vec<Info>,
}

impl<'a> Show<'a> {
    fn new(game: &'a Game, rows: Rows) -> Show<'a> {
        let place = ProgressBar::with_draw_target(None, ProgressDrawTarget::stdout());
        place.set_style(ProgressStyle::with_template("{msg}").expect("the template is a constant"));
        Show { game, rows, place, lines: Vec::new() }
    }

    fn hear(&mut self, info: &Info) {
        self.lines.retain(|line| line.rank != info.rank);
        self.lines.push(info.clone());
        self.lines.sort_by_key(|line| line.rank);
        if self.place.is_hidden() {
            say!("{}", self.format(info));
        } else {
            self.place.set_message(progress::cut(&self.all()));
        }
    }

    /// The lines that were found last stay.
    fn end(&mut self, last: Option<Info>) {
        // The last word is news when the search was broken off within an iteration that had found something better. Of a
        // line that is known already it may be only the beginning.
        let known = |last: &Info| {
            let begins = |line: &Info| line.rank == last.rank && line.variation.starts_with(&last.variation);
            self.lines.iter().any(begins)
        };
        if let Some(last) = last.filter(|last| !known(last)) {
            self.hear(&last);
        }
        let hidden = self.place.is_hidden();
        self.place.finish_and_clear();
        if !hidden {
            say!("{}", progress::wrapped(&self.all()));
        }
    }

    fn all(&self) -> String {
        self.lines.iter().map(|line| self.format(line)).collect::<Vec<_>>().join("\n")
    }

    fn format(&self, info: &Info) -> String {
        format!(
            "{:>2}. {:>6} {:>7} {:>12} {:>9}  {}",
            info.rank,
            info.score.to_string(),
            format!("{}-{}", info.depth, info.selective_depth),
            info.nodes,
            seconds(info.elapsed),
            position::line(&info.variation, self.game.size(), self.rows),
        )
    }
}

/// A time as it is shown beside what was found in it.
pub(crate) fn seconds(time: Duration) -> String {
    format!("{:.2} s", time.as_secs_f64())
}
