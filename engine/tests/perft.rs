//! Leaves of the game tree, by the record and by the board of the search, against counts in files.
//!
//! There is one file a rule, with lines of `rule size position depth count`. The counts come from a program that shares
//! nothing with this one. Positions are moves from the empty board, rows counted from the bottom; `-` is the empty board.

use tengen_engine::game::{Game, Rules};
use tengen_engine::internals::perft::{Fast, count, perft};
use tengen_engine::point::{BoardSize, Rows};
use tengen_engine::rule::{Rule, RuleKind};
use tengen_engine::with_rule;

fn size(text: &str) -> Option<BoardSize> {
    let (width, height) = text.split_once('x')?;
    BoardSize::new(width.parse().ok()?, height.parse().ok()?)
}

#[track_caller]
fn check<R: Rule>(file: &str) {
    assert!(file.lines().count() >= 20, "a file of counts that lost its lines");
    for line in file.lines() {
        let [name, board, position, depth, count] = line.split(' ').collect::<Vec<_>>()[..] else {
            panic!("five words, not {line}");
        };
        assert_eq!(RuleKind::from_name(name), Some(R::KIND), "{line}");
        let moves = if position == "-" { "" } else { position };
        let size = size(board).unwrap_or_else(|| panic!("{board} is no size"));
        let mut game =
            Game::from_text(R::KIND, size, moves, Rows::FromBottom).unwrap_or_else(|why| panic!("{line}: {why}"));
        let (depth, count): (u32, u64) = (depth.parse().unwrap(), count.parse().unwrap());
        assert_eq!(perft(&mut game, depth), count, "{line}\n{game:?}");
        let mut fast = Fast::<R>::from_game(&game);
        assert_eq!(perft(&mut fast, depth), count, "the fast board on {line}\n{game:?}");
    }
}

macro_rules! files {
    ($($name:ident: $rule:ident in $file:literal;)*) => {
        $(
            #[test]
            fn $name() {
                with_rule!(RuleKind::$rule, R => check::<R>(include_str!(concat!("data/perft/", $file))));
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

#[test]
#[should_panic(expected = "here a game ends with a five")]
fn the_board_of_the_search_counts_no_continuous_game() {
    let rules = Rules { kind: RuleKind::Freestyle, continuous: true };
    let _ = count(&Game::new(rules, BoardSize::square(5).unwrap()), 1);
}
