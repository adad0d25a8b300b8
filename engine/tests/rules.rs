//! Black's forbidden moves: published positions, the cases that engines get wrong, and the slow oracle on thousands more.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use tengen_engine::color::Color;
use tengen_engine::forbidden::Forbidden;
use tengen_engine::game::{Game, GameResult};
use tengen_engine::internals::board::Board;
use tengen_engine::point::{BoardSize, MAX_SIDE, MIN_SIDE, Point, Rows};
use tengen_engine::random::SplitMix64;
use tengen_engine::rule::{Renju, RuleKind};
use tengen_engine::symmetry::Symmetry;

use crate::oracle;
use crate::positions;

/// A position with the answers to it; points count rows from the bottom.
#[derive(Deserialize)]
struct Case {
    black: Vec<String>,
    white: Vec<String>,
    /// The kind of every forbidden point.
    forbidden: BTreeMap<String, String>,
    /// Every kind that meets on a point, where there are more than one.
    #[serde(default)]
    also: BTreeMap<String, BTreeSet<String>>,
    /// Points on which Black makes a five.
    #[serde(default)]
    black_five: BTreeSet<String>,
}

fn cases(text: &str, count: usize) -> Vec<Case> {
    let cases: Vec<Case> = text.lines().map(|line| serde_json::from_str(line).expect("a case a line")).collect();
    assert_eq!(cases.len(), count);
    cases
}

fn all_cases() -> Vec<Case> {
    let mut all = cases(include_str!("data/renju/forbidden.jsonl"), 2547);
    all.extend(cases(include_str!("data/renju/forbidden-contested.jsonl"), 752));
    all
}

fn board_of_fifteen() -> BoardSize {
    BoardSize::square(15).unwrap()
}

fn point(text: &str) -> Point {
    Point::parse(text, board_of_fifteen(), Rows::FromBottom).unwrap_or_else(|| panic!("{text} is no point"))
}

fn text(point: Point) -> String {
    point.to_text(board_of_fifteen(), Rows::FromBottom)
}

fn kind(forbidden: Forbidden) -> &'static str {
    match forbidden {
        Forbidden::Overline => "overline",
        Forbidden::DoubleFour => "44",
        Forbidden::DoubleThree => "33",
    }
}

#[test]
fn published_positions_have_their_maps_in_all_eight_views() {
    for (number, case) in all_cases().iter().enumerate() {
        for symmetry in Symmetry::ALL {
            let seen = |text: &String| symmetry.point(point(text), board_of_fifteen());
            let mut game = Game::new(RuleKind::Renju, board_of_fifteen());
            // Placed and not set up, so that judging what is placed runs too.
            case.black.iter().for_each(|stone| game.place(Color::Black, seen(stone)).unwrap());
            case.white.iter().for_each(|stone| game.place(Color::White, seen(stone)).unwrap());
            let found: BTreeMap<String, String> = game
                .forbidden_points()
                .map(|(point, forbidden)| (text(symmetry.inverse().point(point, game.size())), kind(forbidden).into()))
                .collect();
            assert_eq!(found, case.forbidden, "case {number} seen as {symmetry:?}\n{game:?}");
        }
    }
}

#[test]
fn the_oracle_knows_the_published_positions_too() {
    for case in all_cases() {
        let mut board = oracle::Board::new(15, 15);
        let place = |text: &String| (point(text).x() as isize, point(text).y() as isize);
        case.black.iter().for_each(|stone| board.set(place(stone), 'X'));
        case.white.iter().for_each(|stone| board.set(place(stone), 'O'));
        let (mut forbidden, mut also, mut fives) = (BTreeMap::new(), BTreeMap::new(), BTreeSet::new());
        for place in board.places().filter(|&place| board.at(place) == '.').collect::<Vec<_>>() {
            let name = text(positions::point(place));
            if board.wins("renju", 'X', place) {
                fives.insert(name.clone());
            }
            let kinds = board.forbidden_kinds(place);
            if let [first, ..] = kinds[..] {
                forbidden.insert(name.clone(), first.to_string());
            }
            if let [_, _, ..] = kinds[..] {
                also.insert(name, kinds.into_iter().map(String::from).collect());
            }
        }
        assert_eq!((forbidden, also, fives), (case.forbidden, case.also, case.black_five));
    }
}

/// What Black's stone on a point of a position is.
#[derive(Debug, PartialEq)]
enum Answer {
    Legal,
    Wins,
    Lost(Forbidden),
}
use Answer::{Legal, Lost, Wins};
use Forbidden::{DoubleFour, DoubleThree, Overline};

fn check(black: &str, white: &str, at: &str, answer: Answer) {
    for symmetry in Symmetry::ALL {
        let seen = |text: &str| symmetry.point(point(text), board_of_fifteen());
        let mut game = Game::new(RuleKind::Renju, board_of_fifteen());
        black.split_whitespace().for_each(|stone| game.set_up(Color::Black, seen(stone)).unwrap());
        white.split_whitespace().for_each(|stone| game.set_up(Color::White, seen(stone)).unwrap());
        let forbidden = game.forbidden(seen(at));
        let found = match game.play(seen(at)).unwrap() {
            None => Legal,
            Some(GameResult::Five(Color::Black)) => Wins,
            Some(GameResult::Forbidden(kind)) => Lost(kind),
            Some(other) => panic!("{other}"),
        };
        assert_eq!(found, answer, "{at} in\n{game:?}");
        assert_eq!(forbidden.map(Lost).unwrap_or(Legal) == Legal, answer == Legal || answer == Wins);
    }
}

macro_rules! cases {
    ($($name:ident: $black:literal, $white:literal, $at:literal, $answer:expr;)*) => {$(
        #[test]
        fn $name() {
            check($black, $white, $at, $answer);
        }
    )*};
}

// Where published engines go wrong: black stones, white stones, Black's move, what it is.
cases! {
    five_and_overline_by_one_stone: "h4 h5 h6 h7 d8 e8 f8 g8 i8 j8", "a1 h3", "h8", Wins;
    the_extension_makes_a_five_at_once: "c11 i11 d12 f12 h12 c13 f13 d14", "a9", "d13", Legal;
    the_extension_makes_a_five_in_the_other_direction:
        "f11 g10 k10 h9 j9 e8 f8 g8 g7 f6 h6 j5", "e12 h11 e9 g9 d8 f7 e6 i5", "h8", Lost(DoubleThree);
    an_extension_makes_a_five_one_level_down: "e10 f9 h9 f8 i8 g7 h7 g6 g5 g4", "a1", "h8", Legal;
    a_three_in_the_wrong_direction_only: "h3 m3 k5 l5 k6 m6 l7", "o5", "m5", Legal;
    a_nested_point_on_the_board_after_the_move: "b4 d4 f4 b5 d5 g5 c7 e7 g7", "", "e5", Lost(DoubleThree);
    a_closed_unbroken_four_is_not_straight: "f9 g9 h7 h8 i6 j6 k6", "h11 f10 g8 i8 g7 i7 l6", "h9", Legal;
    three_threes_of_which_two_are_dead: "k7 h8 i8 g9 j9 h10 j10 h12", "a1", "i9", Legal;
    deep_nesting: "c8 f8 h8 f7 i7 j7 e6 l6 m6 i5 k5 l5 k4", "g9 j5", "g8", Lost(DoubleThree);
    deep_nesting_cut_off: "c8 f8 h8 f7 i7 j7 e6 l6 m6 i5 k5 l5 k4", "g9 j5 o6", "g8", Legal;
    mutual_threes: "f8 i8 h10 h7 g10 g9 f9", "a1", "h8", Legal;
}

// Every kind by itself, and which is named or wins when they meet.
cases! {
    a_double_three: "g8 i8 h7 h9", "", "h8", Lost(DoubleThree);
    a_three_against_the_edge_is_none: "a8 c8 b7 b9", "", "b8", Legal;
    a_double_four: "e8 f8 g8 h5 h6 h7", "d8 h4", "h8", Lost(DoubleFour);
    a_straight_four_is_one_four: "e8 f8 g8", "", "h8", Legal;
    a_five_one_step_from_a_stone: "e8 g8 h8 i8 k8", "", "f8", Wins;
    a_second_gap_too_wide_for_a_four: "d8 f8 h8 k8", "", "g8", Legal;
    a_four_that_would_be_an_overline: "d8 f8 h8 j8 k8", "", "g8", Legal;
    two_fours_on_one_line_one_three_one: "d8 f8 g8 j8", "", "h8", Lost(DoubleFour);
    two_fours_on_one_line_two_two_two: "d8 e8 g8 j8 k8", "", "h8", Lost(DoubleFour);
    two_fours_on_one_line_three_one_three: "c8 d8 e8 i8 j8 k8", "", "g8", Lost(DoubleFour);
    an_overline: "d8 e8 f8 h8 i8", "", "g8", Lost(Overline);
    a_four_and_a_three: "e8 f8 g8 h7 h9", "d8", "h8", Legal;
    a_four_and_two_threes: "e8 f8 g8 h7 h9 g7 i9", "d8", "h8", Lost(DoubleThree);
    two_fours_and_a_three: "e8 f8 g8 h5 h6 h7 g7 i9", "d8 h4", "h8", Lost(DoubleFour);
    an_overline_and_two_fours: "c8 d8 e8 f8 g8 h5 h6 h7 e5 f6 g7", "", "h8", Lost(Overline);
    a_five_and_two_fours: "e8 f8 g8 d8 h5 h6 h7 e5 f6 g7", "", "h8", Wins;
}

/// Every point of the position is judged as the oracle does, by the record and by the board of the search.
fn compare(board: &oracle::Board) {
    let mut oracle = board.clone();
    let game = positions::game(board, RuleKind::Renju);
    for place in board.places().filter(|&place| board.at(place) == '.') {
        let kinds = oracle.forbidden_kinds(place);
        let found = game.forbidden(positions::point(place)).map(kind);
        assert_eq!(found, kinds.first().copied(), "{place:?} in\n{game:?}");
    }
    let fast = Board::<Renju>::from_game(&game).forbidden_points();
    assert_eq!(fast, game.forbidden_points().map(|(point, _)| point).collect(), "{game:?}");
}

#[test]
fn random_positions_of_every_size_are_judged_as_by_the_oracle() {
    let mut chance = SplitMix64::new(1);
    for width in MIN_SIDE..=MAX_SIDE {
        for height in MIN_SIDE..=MAX_SIDE {
            (0..8).for_each(|_| compare(&positions::random(width, height, &mut chance)));
        }
    }
}

#[test]
fn bred_positions_of_every_side_are_judged_as_by_the_oracle() {
    let mut chance = SplitMix64::new(2);
    for width in MIN_SIDE..=MAX_SIDE {
        // Squares, and rectangles that meet every other side.
        for height in [width, MIN_SIDE + (5 * width) % (MAX_SIDE - MIN_SIDE + 1)] {
            positions::bred(width, height, 150, &mut chance).iter().for_each(compare);
        }
    }
}

/// One question about this board asks up to 674 others: the most that climbing for it has found.
#[test]
fn the_deepest_position_known_is_judged_as_by_the_oracle() {
    let picture = [
        ".......X.......",
        ".O.X..X....XX..",
        "..XX...X.X.....",
        "...X...XX.X.XX.",
        ".XXXX.XXX.X.X..",
        "...XX.......XX.",
        ".X.X.....X.XX..",
        ".......X.X....X",
        "..XX....X......",
        "..XX.X....X..X.",
        "...XX.....X.X..",
        ".X.X..OXXX..X..",
        "...X..X..X..X..",
        ".XX.XX..X..X...",
        "............X..",
    ];
    let mut board = oracle::Board::new(15, 15);
    for (y, row) in picture.iter().enumerate() {
        row.chars().enumerate().for_each(|(x, cell)| board.set((x as isize, y as isize), cell));
    }
    compare(&board);
}
