//! Wins by fours that are known, their lines by the rules, and what is remembered of positions without one.

use std::cell::Cell;

use super::*;
use crate::color::Color;
use crate::game::Game;
use crate::point::{BoardSize, Rows};
use crate::rule::{Caro, Freestyle, Renju, RuleKind, Standard};
use crate::search::tests::position;

/// Looks for a win of the side to move, checks its line by the rules, and compares its length.
fn check<R: Rule>(black: &str, white: &str, expected: Option<usize>) {
    let size = BoardSize::square(15).unwrap();
    let points = |text: &str| -> Vec<Point> {
        text.split_whitespace().map(|point| Point::parse(point, size, Rows::FromBottom).unwrap()).collect()
    };
    let (black, white) = (points(black), points(white));
    let mut game = Game::new(R::KIND, size);
    for i in 0..black.len().max(white.len()) {
        for (color, stones) in [(Color::Black, &black), (Color::White, &white)] {
            if let Some(&stone) = stones.get(i) {
                game.place(color, stone).unwrap();
            }
        }
    }
    game.set_to_move(if black.len() > white.len() { Color::White } else { Color::Black });
    let mut board = Board::<R>::from_game(&game);
    let eval = Evaluator::new(&board);
    let mut vcf = Vcf::new();
    let found = VcfSearch::new(&mut vcf, &mut board, &eval, &|_| false).solve(100_000, Breadth::All).plies();
    board.check();
    assert_eq!(found, expected, "{:?}: {game:?}", R::KIND);
    if let Some(plies) = found {
        assert_eq!(vcf.line().count(), plies);
        let winner = game.to_move();
        for point in vcf.line() {
            assert_eq!(game.result(), None, "{game:?}");
            game.place(game.to_move(), point).unwrap();
        }
        assert_eq!(game.result().and_then(|outcome| outcome.winner()), Some(winner), "{game:?}");
    }
}

#[test]
fn wins_by_fours_are_found_and_no_others() {
    // Nothing there, a four in one move, a straight four, a four that leads nowhere.
    check::<Freestyle>("h8", "i9", None);
    check::<Freestyle>("e8 f8 g8 h8", "d8 a1 a3 a5", Some(1));
    check::<Freestyle>("f8 g8 h8", "a1 a3 a5", Some(3));
    check::<Freestyle>("e8 f8 g8", "d8 a1 a3", None);
    // Two closed threes that cross make two fours at once, which Black may not make under Renju.
    check::<Freestyle>("e8 f8 g8 h5 h6 h7", "d8 h4 a1 a3 c1 n1", Some(3));
    check::<Renju>("e8 f8 g8 h5 h6 h7", "d8 h4 a1 a3 c1 n1", None);
    // A four and a three.
    check::<Renju>("e8 f8 g8 h10 h11", "d8 a1 a3 c1 n1", Some(5));
    // The same, but the defender's answer to the four makes a four of his own that is no answer to give up.
    check::<Freestyle>("e8 f8 g8 h9 h10", "d8 i5 i6 i7 a1", None);
    // An overline is nothing under exact five.
    check::<Standard>("d8 e8 f8 h8 i8", "a1 a3 c1 n1 o5", None);
    check::<Freestyle>("d8 e8 f8 h8 i8", "a1 a3 c1 n1 o5", Some(1));
    // Both ends of the row are taken, so that it wins nothing.
    check::<Caro>("e8 f8 g8 h8", "d8 j8 a1 a3", None);
}

#[test]
fn white_wins_where_black_may_not_answer() {
    // White's four on h4..h7 leaves h8 alone, which is a double-three for Black.
    check::<Renju>("i8 j8 g9 f10 h3 a1", "h4 h5 h6 n1 n3", Some(3));
    check::<Freestyle>("i8 j8 g9 f10 h3 a1", "h4 h5 h6 n1 n3", None);
    // Lines go on to the five: the first empty point of all, d15, is an overline, and so is c8, the first answer to the
    // straight four.
    check::<Renju>("i8 j8 g9 f10 h3 a1 a15 b15 c15 e15 f15 g15", "h4 h5 h6 n1 n3", Some(3));
    check::<Renju>("c5 c6 c7 c9 c10", "e8 f8 g8 o1", Some(3));
    // Neither answer to the straight four may be played.
    check::<Renju>("c5 c6 c7 c9 c10 h5 h6 h7 h9 h10", "e8 f8 g8 o1", Some(3));
}

#[test]
fn a_four_with_two_threes_is_tried_where_one_of_them_is_false() {
    // The four on j6 is straight, and the threes j5..j8 and j6..m3 with it are not both real.
    let black = "j8 l8 k7 k6 i5 j5 l4 m3";
    check::<Renju>(black, "a15 c15 e15 g15 a13 a11 a9 a7", Some(3));
    // It also stops a four of White.
    check::<Renju>(&format!("{black} e6"), "f6 g6 h6 i6 a13 a11 a9 a7 a5", Some(3));
    // A closed four, whose two threes are real.
    check::<Renju>("e8 f8 g8 h9 h10 i7 j6", "d8 a1 a3 c1 n1 o3 o5", None);
}

#[test]
fn no_sequence_is_followed_beyond_the_longest() {
    // Two fours before the straight four, and a four that leads nowhere.
    for (black, white, verdict) in
        [("e8 f8 g8 h5 h6 i7 j7", "d8 h4 a1 a3 c1 n1 o5", Verdict::Win(7)), ("e8 f8 g8", "d8 a1 a3", Verdict::None)]
    {
        let game = position(RuleKind::Freestyle, Color::Black, black, white);
        let mut board = Board::<Freestyle>::from_game(&game);
        let eval = Evaluator::new(&board);
        for (ply, expected) in [(0, verdict), (LONGEST - 7, verdict), (LONGEST - 6, Verdict::Unknown)] {
            let mut vcf = Vcf::new();
            let search = VcfSearch::new(&mut vcf, &mut board, &eval, &|_| false);
            let mut search = VcfSearch { limit: u64::MAX, next_look: u64::MAX, ..search };
            assert_eq!(search.attack(ply), expected, "{black} at ply {ply}");
        }
    }
}

#[test]
fn a_search_looks_now_and_then_whether_to_stop() {
    // Closed threes apart from each other, which win nothing.
    let threes = "b3 c3 d3 b6 c6 d6 b9 c9 d9 b12 c12 d12 h3 i3 j3 h6 i6 j6 h9 i9 j9 h12 i12 j12";
    let game = position(RuleKind::Freestyle, Color::Black, threes, "a3 a6 a9 a12 g3 g6 g9 g12");
    let mut board = Board::<Freestyle>::from_game(&game);
    let (eval, told) = (Evaluator::new(&board), Cell::new(0));
    let (mut vcf, most) = (Vcf::new(), 3);
    let look = |nodes: u64| {
        told.set(told.get() + 1);
        let due = told.get() * LOOK_INTERVAL;
        assert!((due..due + 100).contains(&nodes), "{nodes}");
        told.get() == most
    };
    let mut search = VcfSearch::new(&mut vcf, &mut board, &eval, &look);
    assert_eq!(search.solve(u64::MAX, Breadth::All), Verdict::Unknown);
    assert_eq!(told.get(), most);
    // The next begins anew, and its limit comes before its first look.
    let before = search.vcf.nodes();
    assert_eq!(search.solve(LOOK_INTERVAL, Breadth::All), Verdict::Unknown);
    assert!(search.vcf.nodes() - before >= LOOK_INTERVAL && told.get() == most);
    board.check();
}

/// The win of the position, first among the productive fours and then among all, by one searcher.
fn both_breadths(vcf: &mut Vcf, moves: &str) -> [Option<usize>; 2] {
    let game = Game::from_text(RuleKind::Freestyle, BoardSize::square(15).unwrap(), moves, Rows::FromBottom).unwrap();
    let mut board = Board::<Freestyle>::from_game(&game);
    let eval = Evaluator::new(&board);
    let mut search = VcfSearch::new(vcf, &mut board, &eval, &|_| false);
    [Breadth::Productive, Breadth::All].map(|breadth| search.solve(1000, breadth).plies())
}

#[test]
fn a_position_without_a_narrow_win_is_not_remembered_as_one_without_any() {
    let mut vcf = Vcf::new();
    for moves in ["f9h10l4f8e11g7j5f10i6f5j4l9", "k9l10e7g11e6h6h9k8l9k6g9e11", "h11e9h5f7g8g7g4j7l5e8k10k8j9"] {
        // The second time it is remembered.
        for _ in 0..2 {
            assert_eq!(both_breadths(&mut vcf, moves), [None, Some(7)], "{moves}");
        }
    }
    let nodes = |vcf: &mut Vcf| {
        let before = vcf.nodes();
        both_breadths(vcf, "e5h7i8j6i5h11i10f7f6l4e9f4i9e10k10j7e6");
        vcf.nodes() - before
    };
    let forgotten = nodes(&mut vcf);
    let remembered = nodes(&mut vcf);
    let mut other = vcf.sharing_memory();
    assert_eq!(nodes(&mut other), remembered, "another thread remembers the same");
    vcf.forget();
    assert_eq!(nodes(&mut other), forgotten);
    other.forget();
    assert_eq!(nodes(&mut vcf), forgotten);
    assert!(remembered < forgotten, "{remembered} nodes with memory, {forgotten} without");
}
