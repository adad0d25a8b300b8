//! Trees as they are built, changed and made into games.

use super::*;
use crate::game::{Game, GameResult, PlayError};
use crate::point::Rows;

fn size() -> BoardSize {
    BoardSize::square(15).unwrap()
}

fn point(text: &str) -> Point {
    Point::parse(text, size(), Rows::FromBottom).unwrap()
}

fn stone(color: Color, text: &str) -> TreeMove {
    TreeMove::stone(color, point(text))
}

/// A tree of one line, Black first, and its last node.
fn line(moves: &[&str]) -> (Tree, NodeId) {
    let mut tree = Tree::new(size());
    let mut last = Tree::ROOT;
    for (number, text) in moves.iter().enumerate() {
        let color = Color::ALL[number % 2];
        last = tree.add(last, Some(stone(color, text))).unwrap();
    }
    (tree, last)
}

fn names(tree: &Tree) -> String {
    let name = |node: Node<'_>| {
        node.played().map_or("root".to_string(), |played| {
            played.point.map_or("pass".to_string(), |point| point.to_text(size(), Rows::FromBottom))
        })
    };
    tree.nodes().map(name).collect::<Vec<_>>().join(" ")
}

#[test]
fn moves_that_are_there_are_not_added_again() {
    let (mut tree, last) = line(&["h8", "i9"]);
    let first = tree.root().children().next().unwrap().id();
    assert_eq!(tree.play(Tree::ROOT, stone(Color::Black, "h8")), Ok(first));
    assert_eq!(tree.play(first, stone(Color::White, "i9")), Ok(last));
    let other = tree.play(first, TreeMove::pass(Color::White)).unwrap();
    assert_eq!(tree.play(first, TreeMove::pass(Color::White)), Ok(other));
    assert_ne!(tree.play(first, TreeMove::pass(Color::Black)), Ok(other));
    assert_eq!(names(&tree), "root h8 i9 pass pass");
    // What is added is added, even twice.
    tree.add(Tree::ROOT, Some(stone(Color::Black, "h8"))).unwrap();
    assert_eq!(names(&tree), "root h8 i9 pass pass h8");
    let off = TreeMove::stone(Color::Black, Point::new(15, 3));
    assert_eq!(tree.add(Tree::ROOT, Some(off)), Err(TreeError::OffBoard(size())));
    assert_eq!(tree.len(), 6);
    // Nor is anything added to what is no node, as those of other trees may be.
    let mut small = Tree::new(size());
    let added = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| small.add(first, None)));
    assert!(added.is_err() && small.len() == 1);
}

#[test]
fn nodes_are_removed_and_put_first() {
    let mut tree = Tree::new(size());
    let all: Vec<NodeId> =
        ["a1", "b1", "c1", "d1"].map(|text| tree.add(Tree::ROOT, Some(stone(Color::Black, text))).unwrap()).into();
    tree.add(all[1], Some(stone(Color::White, "e1"))).unwrap();
    tree.promote(all[2]);
    assert_eq!(names(&tree), "root c1 a1 b1 e1 d1");
    tree.promote(all[3]);
    assert_eq!(names(&tree), "root d1 c1 a1 b1 e1");
    tree.promote(all[3]);
    tree.remove(all[1]);
    assert_eq!(names(&tree), "root d1 c1 a1");
    tree.remove(all[0]);
    tree.add(Tree::ROOT, Some(stone(Color::Black, "f1"))).unwrap();
    assert_eq!(names(&tree), "root d1 c1 f1");
    for id in [all[3], all[2], all[2], Tree::ROOT] {
        tree.remove(id);
    }
    tree.promote(Tree::ROOT);
    assert_eq!(names(&tree), "root f1");
}

#[test]
fn trees_are_equal_whatever_the_order_in_which_they_grew() {
    let (mut one, last) = line(&["h8", "i9"]);
    one.notes_mut(last).label = Some("A".to_string());
    let mut other = Tree::new(size());
    let gone = other.add(Tree::ROOT, Some(stone(Color::White, "a1"))).unwrap();
    let first = other.add(Tree::ROOT, Some(stone(Color::Black, "h8"))).unwrap();
    let second = other.add(first, Some(stone(Color::White, "i9"))).unwrap();
    other.remove(gone);
    assert_ne!(one, other);
    other.notes_mut(second).label = Some("A".to_string());
    assert_eq!(one, other);
    // A note that says nothing is none.
    other.notes_mut(first);
    assert_eq!(one, other);
    other.rule = Some(RuleKind::Renju);
    assert_ne!(one, other);
    // The same nodes in another shape are another tree.
    let mut flat = Tree::new(size());
    flat.add(Tree::ROOT, Some(stone(Color::Black, "h8"))).unwrap();
    let second = flat.add(Tree::ROOT, Some(stone(Color::White, "i9"))).unwrap();
    flat.notes_mut(second).label = Some("A".to_string());
    assert_eq!(names(&flat), names(&one));
    assert_ne!(one, flat);
}

#[test]
fn games_are_made_and_become_trees_again() {
    let (tree, last) = line(&["h8", "i9", "k7", "e12", "b2"]);
    let game = tree.game(last, RuleKind::Renju).unwrap();
    assert_eq!((game.to_text(Rows::FromBottom).as_str(), game.to_move()), ("h8i9k7e12b2", Color::White));
    let again = Tree::of_game(&game);
    assert_eq!(again.rule, Some(RuleKind::Renju));
    assert_eq!(names(&again), names(&tree));
    for (moves, expected) in [(Some(0), ""), (Some(2), "h8i9"), (None, "h8i9k7e12b2")] {
        assert_eq!(tree.main_game(RuleKind::Renju, moves).unwrap().to_text(Rows::FromBottom), expected);
    }
    let error = tree.main_game(RuleKind::Renju, Some(6)).unwrap_err();
    assert_eq!(error.to_string(), "there is no move 6: the game has 5");
    let mut placed = Game::new(RuleKind::Renju, size());
    placed.set_up(Color::White, point("c3")).unwrap();
    placed.set_up(Color::White, point("c4")).unwrap();
    placed.set_to_move(Color::White);
    placed.play(point("c5")).unwrap();
    let tree = Tree::of_game(&placed);
    assert_eq!(tree.main_game(RuleKind::Renju, None).unwrap(), placed);
    // There was a pass where a side plays twice in a row, and where who played last is to move.
    let mut passed = Game::new(RuleKind::Renju, size());
    for (color, text) in [(Color::Black, "h8"), (Color::White, "i9"), (Color::White, "i8")] {
        passed.place(color, point(text)).unwrap();
    }
    passed.set_to_move(Color::White);
    let tree = Tree::of_game(&passed);
    let numbers: Vec<usize> = tree.stone_numbers().collect();
    assert_eq!((names(&tree).as_str(), &numbers[..]), ("root h8 i9 pass i8 pass", &[1, 2, 4][..]));
    assert_eq!(tree.main_game(RuleKind::Renju, None).unwrap(), passed);
    let mut empty = Game::new(RuleKind::Renju, size());
    empty.set_to_move(Color::White);
    assert_eq!(Tree::of_game(&empty).main_game(RuleKind::Renju, None).unwrap(), empty);
    let error = line(&["h8", "h8"]).0.main_game(RuleKind::Renju, None).unwrap_err();
    assert_eq!(error, LineError::Move { number: 2, why: PlayError::Occupied });
    let (won, _) = line(&["a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "e1", "e2"]);
    let error = won.main_game(RuleKind::Freestyle, None).unwrap_err();
    assert_eq!(error.to_string(), "move 10 cannot be played: the game is over: Black wins by five");
}

#[test]
fn a_forbidden_move_that_nobody_claimed_ends_nothing() {
    let (tree, last) = line(&["g8", "a1", "i8", "c1", "h7", "e1", "h9", "g1", "h8", "a15", "o15"]);
    let game = tree.game(last, RuleKind::Renju).unwrap();
    assert_eq!((game.moves().len(), game.result()), (11, None));
    let forbidden = tree.main_game(RuleKind::Renju, Some(9)).unwrap();
    assert!(matches!(forbidden.result(), Some(GameResult::Forbidden(_))));
}

#[test]
fn stones_that_are_set_up_between_moves_stand_there() {
    let (mut tree, last) = line(&["h8", "i9", "k7"]);
    let edit = |point, color| SetUp { point, color };
    let second = tree.node(last).parent().unwrap().id();
    tree.notes_mut(second).set_up = vec![edit(point("h8"), None), edit(point("c3"), Some(Color::Black))];
    let game = tree.game(last, RuleKind::Freestyle).unwrap();
    assert_eq!(game.to_text(Rows::FromBottom), "c3i9k7");
    assert_eq!((game.played().len(), game.to_move()), (1, Color::White));
    tree.notes_mut(second).to_move = Some(Color::White);
    assert_eq!(tree.game(second, RuleKind::Freestyle).unwrap().to_move(), Color::White);
    tree.notes_mut(Tree::ROOT).set_up = vec![edit(point("i9"), Some(Color::White))];
    assert_eq!(tree.game(last, RuleKind::Freestyle), Err(LineError::SetUp(PlayError::Occupied)));
    // Whose turn it is after stones that are set up: of who has fewer.
    let mut tree = Tree::new(size());
    tree.notes_mut(Tree::ROOT).set_up = vec![edit(point("h8"), Some(Color::Black))];
    assert_eq!(tree.game(Tree::ROOT, RuleKind::Freestyle).unwrap().to_move(), Color::White);
}

#[test]
fn a_line_of_any_depth_costs_no_stack() {
    let mut tree = Tree::new(size());
    let mut last = Tree::ROOT;
    for number in 0..300_000 {
        last = tree.add(last, Some(TreeMove::pass(Color::ALL[number % 2]))).unwrap();
    }
    assert_eq!(tree.nodes().count(), 300_001);
    assert_eq!(tree.node(last).path().len(), 300_001);
    assert!(tree.game(last, RuleKind::Renju).is_ok());
    assert!(tree.clone() == tree);
}
