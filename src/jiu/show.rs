//! `jiu show`, `jiu moves` and `jiu perft`: what there is to see of a position.

use std::ops::ControlFlow;

use anyhow::Result;
use tengen_engine::color::Color;
use tengen_engine::point::{Point, Rows};
use tengen_games::jiu::{self, Game, Stage, Turn, point_text, text};

use super::input;
use crate::cli::{JiuPerftArgs, JiuPositionArgs, ShowArgs};
use crate::output::{self, say};
use crate::units::counted;

/// Draws a game as it stands: the board with the last path in brackets, and what the two sides have.
pub(super) fn show(args: &ShowArgs) -> Result<()> {
    let given = input::read(&args.position)?;
    output::write(picture(&given.game, given.rows));
    if let Some((turn, color, number)) = last_turn(&given.game) {
        say!("last turn: {}", turn.to_record(color, number, given.game.rules().size()));
    }
    let stage = given.game.position().stage();
    let empty = || counted(given.game.position().empty_points().count(), "point");
    match stage {
        Stage::Place => say!("stage: {}, {} empty", stage.name(), empty()),
        Stage::Lift => say!("stage: {}, the centre stones are taken off", stage.name()),
        Stage::Move => {}
    }
    for color in Color::ALL {
        say!("{}", side_text(&given.game, color));
    }
    if let Some(outcome) = given.game.outcome() {
        say!("The game is over: {outcome}.");
    } else if let Some(result) = &given.result {
        say!("Result: {result}");
    }
    Ok(())
}

/// The last turn, with its side and number.
fn last_turn(game: &Game) -> Option<(&Turn, Color, usize)> {
    let turn = game.played().last()?;
    // Black places last and lifts first, and with that numbers begin again.
    if matches!(turn, Turn::Place(_)) && game.position().stage() == Stage::Lift {
        return Some((turn, Color::Black, game.rules().size().area()));
    }
    Some((turn, !game.position().to_move(), game.next_number() - 1))
}

/// The board, with the last path in brackets.
pub(super) fn picture(game: &Game, rows: Rows) -> String {
    let path = match game.played().last() {
        Some(Turn::Move { path, .. }) => Some(path),
        _ => None,
    };
    text::draw(game.position(), &text::Options { rows, path })
}

/// What a side has, in a line or three.
fn side_text(game: &Game, color: Color) -> String {
    let position = game.position();
    let size = position.size();
    let point = |point: Point| point_text(point, size);
    let flies = position.stage() == Stage::Move && position.flies(game.rules(), color);
    let mut lines = format!("{color} ({}): {}", text::stone(color), counted(position.count(color), "stone"));
    if flies {
        lines += ", flies";
    }
    let list = |lines: &mut String, name: &str, items: Vec<String>| {
        if !items.is_empty() {
            *lines += &format!("\n  {name}: {}", items.join(", "));
        }
    };
    let squares = position.squares(color);
    let cell = |square: &jiu::Square| format!("{}-{}", point(square.lower_left), point(square.upper_right));
    list(&mut lines, "gates", squares.iter().map(cell).collect());
    let open = position.open_gates(color, flies);
    list(
        &mut lines,
        "open gates",
        open.iter().map(|gate| format!("{} at {}", cell(&gate.square), point(gate.hole))).collect(),
    );
    let bags = position.saddle_bags(color);
    list(
        &mut lines,
        "saddle-bags",
        bags.iter()
            .map(|bag| format!("{}→{} {}+{}", point(bag.stone), point(bag.hole), bag.at_stone, bag.at_hole))
            .collect(),
    );
    lines
}

/// Lists what can be played: points, or paths with the number of stones they take.
pub(super) fn moves(args: &JiuPositionArgs) -> Result<()> {
    let given = input::read(args)?;
    if let Some(outcome) = given.game.outcome() {
        say!("The game is over: {outcome}.");
        return Ok(());
    }
    say_moves(&given.game);
    Ok(())
}

/// Says every move, for as long as anybody reads: on some boards there are more than can be counted.
pub(super) fn say_moves(game: &Game) {
    let _ = try_for_each_move(game, &mut |text| {
        say!("{text}");
        output::check().map_or_else(ControlFlow::Break, ControlFlow::Continue)
    });
}

/// Hands on every point that can be placed on or lifted from, or every path with what it takes, until `visit` breaks off.
pub(super) fn try_for_each_move<B>(game: &Game, visit: &mut impl FnMut(String) -> ControlFlow<B>) -> ControlFlow<B> {
    let size = game.rules().size();
    if game.outcome().is_some() {
        return ControlFlow::Continue(());
    }
    if game.position().stage() != Stage::Move {
        return game.turns().iter().map(|turn| turn.to_text(size)).try_for_each(visit);
    }
    game.position().try_for_each_path(game.rules(), &mut |path| {
        visit(match game.after_path(path).1 {
            0 => path.to_text(size),
            take => format!("{} takes {take}", path.to_text(size)),
        })
    })
}

/// Prints a count of the tree, alone on the last line.
pub(super) fn perft(args: &JiuPerftArgs) -> Result<()> {
    let game = input::read(&args.position)?.game;
    let mut game = Game::from_position(game.rules().without_ends(), *game.position());
    if args.divide && args.depth > 0 {
        for turn in game.turns() {
            game.play(&turn)?;
            say!("{}: {}", turn.to_text(game.rules().size()), jiu::perft(&mut game, args.depth - 1));
            game.undo();
        }
    }
    say!("{}", jiu::perft(&mut game, args.depth));
    Ok(())
}
