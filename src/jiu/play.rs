//! `jiu play`: a game between a person and the engine, turn by turn.

use std::io::{self, BufRead};

use anyhow::Result;
use tengen_engine::point::{Point, Rows};
use tengen_games::jiu::eval::Weights;
use tengen_games::jiu::search::{HASH_BYTES, Limits, Searcher};
use tengen_games::jiu::{Game, Reading, Record, Stage, Turn, TurnText, points_text, text};

use super::input::{self, JiuInput};
use super::player::time_or_usual;
use super::show;
use crate::cli::{JiuLimitArgs, JiuPlayArgs};
use crate::files::{self, targets};
use crate::jiu::RECORDS;
use crate::output::{self, say};
use crate::terminal;

const HELP: &str = "\
A turn is its points: d4 while stones are placed, g8 g7 for a step, c6 e6 e4 for jumps. Stones taken for squares are asked
for, or named at once: g8 g7 FC-c9. Other words: moves, show, record, resign, quit. What was let go of is not taken back.";

/// What the engine may use, a second when nothing is said.
fn limits(args: &JiuLimitArgs) -> Limits<'static> {
    Limits { time: time_or_usual(args.time, args.depth), depth: args.depth, ..Limits::default() }
}

/// Plays until the game is over or the person leaves.
pub(super) fn run(args: &JiuPlayArgs) -> Result<()> {
    let JiuInput { mut game, result: told, headers, rows, file_of_more } = input::read(&args.position)?;
    targets::check_targets(args.record.as_deref(), RECORDS, file_of_more.as_deref().as_slice())?;
    let begun = game.played().len();
    let mut searcher = Searcher::new(Weights::built_in(), HASH_BYTES);
    say!("You are {} ({}).\n{}", args.side, text::stone(args.side), terminal::wrapped(HELP));
    if let Some(told) = told.as_ref().filter(|_| game.outcome().is_none()) {
        say!("The record ends with {told}; the game goes on from there.");
    }
    let mut result = None;
    let mut lines = io::stdin().lock().lines();
    while game.outcome().is_none() {
        if game.position().to_move() != args.side || game.position().stage() == Stage::Lift {
            engine_turn(&mut game, &mut searcher, &args.limits);
            continue;
        }
        output::write(show::picture(&game, rows));
        match person_turn(&mut game, &headers, &mut lines, rows) {
            TurnChoice::Played => {}
            TurnChoice::Resigned => {
                result = Some(format!("{}+ resignation", (!args.side).letter()));
                break;
            }
            TurnChoice::Left => break,
        }
    }
    output::write(show::picture(&game, rows));
    match (game.outcome(), &result) {
        (Some(outcome), _) => say!("The game is over: {outcome}."),
        (None, Some(result)) => say!("{result}"),
        (None, None) => say!("The game is left."),
    }
    if let Some(path) = &args.record {
        // What the record told holds until the game goes on.
        let told = told.filter(|_| game.played().len() == begun);
        let mut record = Record::of(game).with_headers(&headers);
        record.result = result.or(told).or(record.result);
        files::write(path, record.to_text().as_bytes(), RECORDS)?;
    }
    Ok(())
}

fn engine_turn(game: &mut Game, searcher: &mut Searcher, args: &JiuLimitArgs) {
    let found = searcher.search(game, limits(args), &mut |_| {}).expect("the game is not over");
    let (color, number) = (game.position().to_move(), game.next_number());
    say!(
        "{}   ({}, depth {})",
        found.turn.to_record(color, number, game.rules().size()),
        found.score_text(),
        found.depth
    );
    game.play(&found.turn).expect("the engine plays by the rules");
}

/// What a person did.
#[derive(PartialEq, Eq, Debug)]
enum TurnChoice {
    Played,
    Resigned,
    Left,
}

fn person_turn(
    game: &mut Game,
    headers: &[(String, String)],
    lines: &mut impl Iterator<Item = io::Result<String>>,
    rows: Rows,
) -> TurnChoice {
    loop {
        let line = match next_line(lines) {
            Ok(line) => line,
            Err(choice) => return choice,
        };
        match line.trim() {
            "" => {}
            "help" => say!("{}", terminal::wrapped(HELP)),
            "show" => output::write(show::picture(game, rows)),
            "record" => output::write(Record::of(game.clone()).with_headers(headers).to_text()),
            "moves" => show::say_moves(game),
            "undo" | "back" => say!("What was let go of is not taken back."),
            text => match play_text(game, text, lines) {
                Ok(choice) => return choice,
                Err(why) => say!("{why}"),
            },
        }
    }
}

/// The next line that was typed, or how it ends the game. A line that is no text is refused; where nothing more can
/// be read, the game is left.
fn next_line(lines: &mut impl Iterator<Item = io::Result<String>>) -> Result<String, TurnChoice> {
    loop {
        match lines.next() {
            Some(Ok(line)) => match line.trim() {
                "quit" | "exit" => return Err(TurnChoice::Left),
                "resign" => return Err(TurnChoice::Resigned),
                _ => return Ok(line),
            },
            Some(Err(error)) if error.kind() == io::ErrorKind::InvalidData => say!("This line is not UTF-8 text."),
            Some(Err(error)) => {
                output::complain(format_args!("standard input: {error}"));
                return Err(TurnChoice::Left);
            }
            None => return Err(TurnChoice::Left),
        }
    }
}

/// Plays a turn that was typed, and asks for the stones it takes when they are not named.
fn play_text(game: &mut Game, line: &str, lines: &mut impl Iterator<Item = io::Result<String>>) -> Result<TurnChoice> {
    let size = game.rules().size();
    let text = TurnText::parse(line, size)?;
    let mut turn = text.turn(game)?;
    if let Turn::Move { path, taken } = &turn
        && taken.is_empty()
    {
        let (after, take) = game.after_path(path);
        if take > 0 {
            let them = !game.position().to_move();
            turn = match ask_for_stones(take, after.stones(them).iter().collect(), size, lines) {
                Ok(taken) => Turn::new_move(path.clone(), taken),
                Err(choice) => return Ok(choice),
            };
        }
    }
    match (game.position().stage(), &turn) {
        (Stage::Move, Turn::Move { .. }) | (Stage::Place, _) => game.play(&turn)?,
        _ => text.play(game, Reading::Strict)?,
    };
    Ok(TurnChoice::Played)
}

/// Asks until stones are named that can be taken, or the game ends.
fn ask_for_stones(
    take: usize,
    stones: Vec<Point>,
    size: tengen_engine::point::BoardSize,
    lines: &mut impl Iterator<Item = io::Result<String>>,
) -> Result<Vec<Point>, TurnChoice> {
    let number = if take == 1 { String::new() } else { format!(" {take}") };
    loop {
        say!("Which{number} of these stones do you take? {}", points_text(&stones, size));
        let line = next_line(lines)?;
        let words = line.split([' ', ',']).filter(|word| !word.is_empty());
        let named: Option<Vec<Point>> = words.map(|word| Point::parse(word, size, Rows::FromBottom)).collect();
        match named {
            Some(points) if points.len() == take && points.iter().all(|point| stones.contains(point)) => {
                return Ok(points);
            }
            _ if take == 1 => say!("A point with one of these stones is expected."),
            _ => say!("{take} points are expected, each with one of these stones."),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_to_take_are_asked_for_until_they_fit() {
        let size = tengen_engine::point::BoardSize::square(6).unwrap();
        let stones = vec![Point::new(0, 5), Point::new(5, 5)];
        let said = ["c3", "a1 f1", "z9", "f1"];
        let mut lines = said.iter().map(|line| Ok((*line).to_string()));
        assert_eq!(ask_for_stones(1, stones, size, &mut lines).unwrap(), [Point::new(5, 5)]);
        for (word, choice) in [("quit", TurnChoice::Left), ("resign", TurnChoice::Resigned)] {
            let mut lines = [Ok("c3".to_string()), Ok(format!(" {word} "))].into_iter();
            assert_eq!(ask_for_stones(1, vec![Point::new(0, 5)], size, &mut lines), Err(choice));
        }
        assert_eq!(ask_for_stones(1, Vec::new(), size, &mut std::iter::empty()), Err(TurnChoice::Left));
    }
}
