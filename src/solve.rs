//! `solve`: a forced win, proved and then played out by the rules, or none.

use anyhow::{Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use tengen_engine::diagram;
use tengen_engine::engine::{Info, Task};
use tengen_engine::game::Game;
use tengen_engine::point::{Point, Rows};

use crate::analyze::seconds;
use crate::cli::SolveArgs;
use crate::position;
use crate::thinker::{Bounds, Thinker};

/// Looks for a forced win of the side to move and says what it found.
pub(crate) fn run(args: &SolveArgs) -> Result<()> {
    let game = position::read(&args.position)?;
    let rows: Rows = args.position.rows.into();
    let us = game.to_move();
    println!("{} on {}", game.rule(), game.size());
    if let Some(outcome) = game.outcome() {
        print!("{}", position::draw(&game, rows, &[]));
        println!("The game is over: {outcome}.");
        return Ok(());
    }
    let mut thinker = Thinker::new(args.limits.hash, args.limits.threads)?;
    let bounds = Bounds::from(&args.limits);
    let bar = ProgressBar::no_length();
    bar.set_style(ProgressStyle::with_template("{spinner} {elapsed}: {msg}").expect("the template is a constant"));
    let (found, info) = thinker.think(&game, Task::Solve, bounds, |info| {
        bar.set_message(format!("depth {}, {} nodes, score {}", info.depth, info.nodes, info.score));
    })?;
    bar.finish_and_clear();
    let Some(info) = info else {
        print!("{}", position::draw(&game, rows, &[]));
        println!("There is no move to play.");
        return Ok(());
    };
    let effort = format!("depth {}, {} nodes, {}", info.depth, info.nodes, seconds(info.elapsed));
    if found.is_none() {
        print!("{}", position::draw(&game, rows, &[]));
        match info.score.plies_to_end() {
            Some(plies) => println!("No win: {us} loses by force in {plies} plies ({effort})."),
            None => println!("No forced win of {us} was found ({effort})."),
        }
        return Ok(());
    }
    let line = play_out(&mut thinker, &game, &info, bounds)?;
    print!("{}", position::draw(&game, rows, &line));
    let plies = info.score.plies_to_end().unwrap_or(line.len());
    println!("{us} wins by force in at most {plies} plies ({effort}):");
    println!("{}", list(&game, &line, rows));
    Ok(())
}

/// The line of a win to its very end. Where the table of the search has forgotten the rest of it, it is searched again.
fn play_out(thinker: &mut Thinker, game: &Game, info: &Info, bounds: Bounds) -> Result<Vec<Point>> {
    let us = game.to_move();
    let mut end = game.clone();
    let mut line = Vec::new();
    let mut next: Vec<Point> = info.variation.to_vec();
    loop {
        for &point in &next {
            end.play(point)?;
            line.push(point);
        }
        match end.outcome() {
            Some(outcome) if outcome.winner() == Some(us) => return Ok(line),
            Some(outcome) => bail!("the win that was found is none: {outcome} after {}", end.to_text(Rows::FromBottom)),
            None => {}
        }
        let (_, info) = thinker.think(&end, Task::best_move(), bounds, |_| {})?;
        let still_won = |info: &Info| if end.to_move() == us { info.score.is_win() } else { info.score.is_loss() };
        let Some(info) = info.filter(still_won) else {
            bail!(
                "a win was proved, but its line could not be played out within the limits from {} on: give it more time",
                end.to_text(Rows::FromBottom)
            );
        };
        next = info.variation.to_vec();
    }
}

/// The moves, numbered, with the letters that they have on the board.
fn list(game: &Game, line: &[Point], rows: Rows) -> String {
    let mut color = game.to_move();
    let mut text = String::new();
    for (number, point) in line.iter().enumerate() {
        let (point, mark) = (point.to_text(game.size(), rows), diagram::mark(number));
        text.push_str(&format!("{:>4}. {color:5} {point:3} {mark}\n", number + 1));
        color = !color;
    }
    text.trim_end().to_string()
}
