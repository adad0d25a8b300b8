//! Lists the points that Renju forbids to Black in a position, each with its kind.
//!
//! `cargo run -p tengen-engine --example forbidden -- g8a1i8c1h7e1h9g1`

use tengen_engine::{BoardSize, Game, Rows, RuleKind, TextError};

/// A position with a double-three, unless the command line gives another.
const MOVES: &str = "g8a1i8c1h7e1h9g1";

fn forbidden(moves: &str) -> Result<(), TextError> {
    let size = BoardSize::square(15).expect("15 is a side of a board");
    let game = Game::from_text(RuleKind::Renju, size, moves, Rows::FromBottom)?;
    // Forbidden points are drawn as `*`.
    print!("{game:?}");
    let mut count = 0;
    for (point, kind) in game.forbidden_points() {
        println!("{:<4} {kind}", point.to_text(size, Rows::FromBottom));
        count += 1;
    }
    println!("{count} forbidden, {} legal", game.legal_points().count());
    Ok(())
}

fn main() {
    let moves = std::env::args().nth(1).unwrap_or_else(|| MOVES.to_string());
    if let Err(why) = forbidden(&moves) {
        eprintln!("{why}");
        std::process::exit(1);
    }
}
