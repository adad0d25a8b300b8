//! Plays a game of Renju against itself and shows how it ended.
//!
//! `cargo run --release -p tengen-engine --example play -- 1000` plays with 1000 nodes a move.

use tengen_engine::{BoardSize, Engine, Game, Limits, Options, Rows, RuleKind};

/// Nodes of a move unless the command line says otherwise.
const NODES: u64 = 500;

fn main() {
    let nodes = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(NODES);
    let size = BoardSize::square(15).expect("15 is a side of a board");
    let mut game = Game::new(RuleKind::Renju, size);
    let mut engine = Engine::new(Options::default());
    while game.result().is_none() {
        let outcome = engine.search(&game, Limits::nodes(nodes));
        let Some(point) = outcome.point() else { break };
        let mover = game.to_move();
        if let Err(why) = game.play(point) {
            eprintln!("{}: {why}", point.to_text(size, Rows::FromBottom));
            return;
        }
        let number = game.moves().len();
        println!("{number:>3}. {mover} {:<4} {:?}", point.to_text(size, Rows::FromBottom), outcome.score());
    }
    println!("{game:?}");
    match game.result() {
        Some(result) => println!("{result}"),
        None => println!("nobody can move"),
    }
}
