//! Solves a position for a win by fours and prints the line of its proof.
//!
//! `cargo run --release -p tengen-engine --example solve -- h8i9h9h7g8j8i8f8g9i7`

use tengen_engine::{BoardSize, Game, Limits, Rows, RuleKind, Solve, Solved, TextError, solve};

/// Black has an open three here, unless the command line gives another position.
const MOVES: &str = "g8a1h8c1i8e1";
/// Positions to look at.
const NODES: u64 = 1_000_000;

fn print_win(moves: &str) -> Result<(), TextError> {
    let size = BoardSize::square(15).expect("15 is a side of a board");
    let game = Game::from_text(RuleKind::Freestyle, size, moves, Rows::FromBottom)?;
    print!("{game:?}");
    match solve(&game, Solve::Vcf, &Limits::nodes(NODES)) {
        Solved::Win(proof) => {
            let line = proof.line(&game, proof.root());
            let line: Vec<String> = line.iter().map(|point| point.to_text(size, Rows::FromBottom)).collect();
            println!("{} wins in {} plies: {}", game.to_move(), line.len(), line.join(" "));
        }
        Solved::None => println!("{} has no win by fours", game.to_move()),
        _ => println!("not known after {NODES} positions"),
    }
    Ok(())
}

fn main() {
    let moves = std::env::args().nth(1).unwrap_or_else(|| MOVES.to_string());
    if let Err(why) = print_win(&moves) {
        eprintln!("{why}");
        std::process::exit(1);
    }
}
