//! Three stones anywhere that leave both colours alike, made in advance by search: what to propose under swap and swap2.

use std::fmt;
use std::sync::LazyLock;

use crate::chooser::judge::Judge;
use crate::chooser::proposal;
use crate::color::Color;
use crate::game::Game;
use crate::point::{BoardSize, Point, Rows};
use crate::position_key::PositionKey;
use crate::random::SplitMix64;
use crate::rule::RuleKind;
use crate::search::{SearchControl, Searcher};

/// The rule and the board for which the table was made.
const RULE: RuleKind = RuleKind::Standard;
const SIZE: BoardSize = BoardSize::USUAL;
/// Rounds in which three stones are tried: one in so many of the nodes, and the value from which on they are given up.
const ROUNDS: [(u64, i32); 3] = [(64, 32), (8, 16), (1, 6)];

/// Three stones, black, white and black, with what they are worth to Black in the unit of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EvenThree {
    /// The stones in turn.
    pub stones: [Point; 3],
    /// The value, near nothing.
    pub value: i32,
}

/// The table, one position a line. `pbrain-tengen openings --make --threes` writes it.
const TEXT: &str = include_str!("threes.txt");

static TABLE: LazyLock<Vec<EvenThree>> =
    LazyLock::new(|| parse(TEXT).expect("the table of three stones is part of the program, and a test reads it"));

impl EvenThree {
    /// The table.
    #[must_use]
    pub fn all() -> &'static [EvenThree] {
        &TABLE
    }

    /// Those that a game could begin with that has no stone yet. None where the table was made for another rule or board.
    pub(super) fn of(game: &Game) -> &'static [EvenThree] {
        let fits = game.rule() == RULE && game.size() == SIZE && game.moves().is_empty();
        if fits { EvenThree::all() } else { &[] }
    }

    /// What the table says about how it was made: its version and its nodes.
    pub fn origin() -> impl Iterator<Item = &'static str> {
        TEXT.lines().filter_map(|line| line.strip_prefix("# "))
    }

    /// The key of the position, the same for every view of it and for black stones in another order.
    #[must_use]
    pub fn key(&self) -> PositionKey {
        let colors = [Color::Black, Color::White, Color::Black];
        let stones = colors.into_iter().zip(self.stones);
        let (key, _) =
            PositionKey::of_stones(RULE, SIZE, stones, Color::White).expect("three stones in turn have a key");
        key
    }

    /// The next position that is even, tried by lot, each with so many nodes at the most.
    pub fn find(random: &mut SplitMix64, hash_bytes: usize, nodes: u64) -> EvenThree {
        let empty = Game::new(RULE, SIZE);
        loop {
            let drawn = proposal::draw(&empty, 1, random.next_u64());
            let [first, second, third] = drawn[0].moves() else { continue };
            let stones = [first, second, third].map(|played| played.point);
            let mut searcher = Searcher::new(hash_bytes, 1);
            let control = SearchControl::unlimited();
            let mut judge = Judge { searcher: &mut searcher, control: &control };
            let mut value = 0;
            let is_even = ROUNDS.iter().all(|&(part, most)| {
                value = judge.black(&drawn[0], nodes / part);
                value.abs() <= most
            });
            if is_even {
                return EvenThree { stones, value };
            }
        }
    }
}

impl fmt::Display for EvenThree {
    /// The line as the table has it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stones = self.stones.map(|stone| stone.to_text(SIZE, Rows::FromBottom));
        write!(f, "{:<12}{:>3}", stones.join(" "), self.value)
    }
}

/// Reads the table: remarks, then a position a line.
fn parse(text: &str) -> Result<Vec<EvenThree>, String> {
    let read = |line: &str| {
        let fault = || format!("\"{line}\"");
        let [first, second, third, value] =
            <[&str; 4]>::try_from(line.split_whitespace().collect::<Vec<_>>()).map_err(|_| fault())?;
        let mut game = Game::new(RULE, SIZE);
        for word in [first, second, third] {
            let point = Point::parse(word, SIZE, Rows::FromBottom).ok_or_else(fault)?;
            game.play(point).map_err(|_| fault())?;
        }
        let stones = [0, 1, 2].map(|index| game.moves()[index].point);
        Ok(EvenThree { stones, value: value.parse().map_err(|_| fault())? })
    };
    text.lines().filter(|line| !line.starts_with('#')).map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symmetry::Symmetry;

    #[test]
    fn the_table_is_whole_and_no_position_is_there_twice() {
        let origin: Vec<&str> = EvenThree::origin().collect();
        assert!(origin.iter().any(|line| line.contains("nodes") && line.contains("version")), "{origin:?}");
        let mut seen: Vec<[Point; 3]> = Vec::new();
        assert!(EvenThree::all().len() >= 24);
        for three in EvenThree::all() {
            assert!(three.value.abs() <= ROUNDS[2].1, "{three}");
            assert!(!seen.contains(&three.stones), "{three}");
            seen.extend(Symmetry::ALL.map(|view| three.stones.map(|stone| view.point(stone, SIZE))));
            assert_eq!(parse(&three.to_string()), Ok(vec![*three]));
        }
        let other = |rule, side| EvenThree::of(&Game::new(rule, BoardSize::square(side).unwrap())).len();
        assert_eq!((other(RuleKind::Freestyle, 15), other(RULE, 20)), (0, 0));
        assert_eq!(other(RULE, 15), EvenThree::all().len());
    }

    #[test]
    fn a_torn_table_is_refused() {
        for line in ["h8 i9", "h8 h8 i9 1", "h8 i9 p1 1", "h8 i9 j10 x", "h8 i9 j10 1 1", ""] {
            assert!(parse(&format!("{TEXT}{line}\n")).is_err(), "{line}");
        }
    }

    #[test]
    fn what_is_found_is_even_and_found_again() {
        let find = |seed| EvenThree::find(&mut SplitMix64::new(seed), 1 << 20, 640);
        let found = find(3);
        assert!(found.value.abs() <= ROUNDS[2].1);
        assert_eq!(find(3), found);
        assert_ne!(find(4).stones, found.stones);
    }
}
