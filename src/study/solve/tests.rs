//! Wins of which not all was seen before Ctrl-C.

use clap::Parser;
use tengen_engine::point::BoardSize;
use tengen_engine::rule::RuleKind;

use super::*;
use crate::cli::{Cli, Command};

#[test]
fn a_win_whose_check_was_interrupted_is_neither_told_nor_denied() {
    let words = ["pbrain-tengen", "solve", "h8"];
    let Command::Solve(args) = Cli::try_parse_from(words).unwrap().command else { unreachable!("the word was solve") };
    let game = Game::from_text(RuleKind::Freestyle, BoardSize::USUAL, "g8a1h8c1i9a4i10o1", Rows::FromBottom).unwrap();
    let found = Solver::new(1 << 20).solve(&game, Solve::Vct, &Limits::nodes(50_000), &|_| true);
    let Solved::Win(proof) = found else { panic!("{found:?} where two threes win") };
    let checked = |is_interrupted: bool| {
        let (limits, spinner) = (args.limits.limits(), Spinner::new(PlainLines::Never));
        let engine = &mut BlockingEngine::unwatched(is_interrupted);
        let solver = WinSolver { args: &args, game: &game, engine, limits, spinner, begin: Instant::now() };
        solver.checked(proof.clone(), WinBy::Threats, 1)
    };
    assert!(matches!(checked(false), Ok(Solution::Win { .. })));
    let said = checked(true).err().expect("it was not checked").to_string();
    assert_eq!(said, "interrupted: a win was found, but not checked to the end");
}
