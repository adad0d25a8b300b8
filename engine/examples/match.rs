//! A match of two settings: more nodes against fewer, each opening once with either colour.
//!
//! `cargo run --release -p tengen-engine --example match`

use tengen_engine::{BoardSize, Color, Engine, Game, Limits, Options, Rows, RuleKind, TextError};

/// Nodes a move of the two players.
const NODES: [u64; 2] = [800, 200];
/// The first three stones of each pair of games.
const OPENINGS: [&str; 3] = ["h8i9j8", "h8h9k10", "h8g9e6"];

/// Plays a game and returns its winner. The player of this number has Black.
fn play(engines: &mut [Engine; 2], mut game: Game, black: usize) -> Option<usize> {
    while game.result().is_none() {
        let player = if game.to_move() == Color::Black { black } else { 1 - black };
        let point = engines[player].search(&game, Limits::nodes(NODES[player])).point()?;
        game.play(point).ok()?;
    }
    let winner = game.result()?.winner()?;
    Some(if winner == Color::Black { black } else { 1 - black })
}

fn main() -> Result<(), TextError> {
    let size = BoardSize::square(15).expect("15 is a side of a board");
    let mut engines = [Engine::new(Options::default()), Engine::new(Options::default())];
    let (mut wins, mut draws) = ([0, 0], 0);
    for opening in OPENINGS {
        for black in [0, 1] {
            let game = Game::from_text(RuleKind::Freestyle, size, opening, Rows::FromBottom)?;
            match play(&mut engines, game, black) {
                Some(winner) => wins[winner] += 1,
                None => draws += 1,
            }
        }
    }
    println!("{} nodes: {} wins, {} nodes: {} wins, {draws} draws", NODES[0], wins[0], NODES[1], wins[1]);
    Ok(())
}
