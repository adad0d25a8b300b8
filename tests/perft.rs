//! Leaves of the game tree against counts in files, one file a rule: `rule size position depth count`.
//!
//! The counts come from a program that shares nothing with this one. Positions are moves from the empty board, rows
//! counted from the bottom; `-` is the empty board.

use tengen_engine::game::Game;
use tengen_engine::perft::perft;
use tengen_engine::point::{BoardSize, Rows};
use tengen_engine::rule::RuleKind;

fn size(text: &str) -> Option<BoardSize> {
    let (width, height) = text.split_once('x')?;
    BoardSize::new(width.parse().ok()?, height.parse().ok()?)
}

#[track_caller]
fn check(rule: RuleKind, file: &str) {
    assert!(file.lines().count() >= 20, "a file of counts that lost its lines");
    for line in file.lines() {
        let [name, board, position, depth, count] = line.split(' ').collect::<Vec<_>>()[..] else {
            panic!("five words, not {line}");
        };
        assert_eq!(RuleKind::from_name(name), Some(rule), "{line}");
        let moves = if position == "-" { "" } else { position };
        let size = size(board).unwrap_or_else(|| panic!("{board} is no size"));
        let mut game =
            Game::from_text(rule, size, moves, Rows::FromBottom).unwrap_or_else(|why| panic!("{line}: {why}"));
        let leaves = perft(&mut game, depth.parse().unwrap());
        assert_eq!(leaves, count.parse::<u64>().unwrap(), "{line}\n{game:?}");
    }
}

macro_rules! files {
    ($($name:ident: $rule:ident in $file:literal;)*) => {
        $(
            #[test]
            fn $name() {
                check(RuleKind::$rule, include_str!(concat!("data/perft/", $file)));
            }
        )*

        #[test]
        fn every_rule_has_its_file() {
            assert_eq!([$(RuleKind::$rule),*], RuleKind::ALL);
        }
    };
}

files! {
    freestyle: Freestyle in "freestyle.txt";
    standard: Standard in "standard.txt";
    renju: Renju in "renju.txt";
    caro_overline: CaroOverline in "caro-overline.txt";
    caro: Caro in "caro.txt";
}
