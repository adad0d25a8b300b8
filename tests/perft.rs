//! Leaves of the game tree, by the record and by the board of the search, against counts in files.
//!
//! There is one file a rule, with lines of `rule size position depth count`. The counts come from a program that shares
//! nothing with this one. Positions are moves from the empty board, rows counted from the bottom; `-` is the empty board.

use tengen_engine::board::Board;
use tengen_engine::game::Game;
use tengen_engine::perft::{Tree, perft};
use tengen_engine::point::{BoardSize, Point, Rows};
use tengen_engine::rule::{Rule, RuleKind};
use tengen_engine::shape::Class;
use tengen_engine::with_rule;

/// The board of the search, which does not keep whether the game has ended: a win is seen before it is played.
struct Fast<R: Rule> {
    board: Board<R>,
    over: bool,
}

impl<R: Rule> Tree for Fast<R> {
    fn is_over(&self) -> bool {
        self.over
    }

    fn legal_points(&self) -> Vec<Point> {
        let (board, us) = (&self.board, self.board.to_move());
        board.empty().iter().filter(|&point| !board.is_forbidden(us, point)).collect()
    }

    fn after<T>(&mut self, point: Point, look: impl FnOnce(&mut Self) -> T) -> T {
        let over = self.board.class(self.board.to_move(), point) == Class::Five || self.board.empty().len() == 1;
        let before = std::mem::replace(&mut self.over, over);
        self.board.play(point, &mut ());
        let seen = look(self);
        self.board.undo(&mut ());
        self.over = before;
        seen
    }
}

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
        let mut fast = Fast { board: Board::<R>::from_game(&game), over: game.outcome().is_some() };
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
