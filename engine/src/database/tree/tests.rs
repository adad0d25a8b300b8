//! Trees into a store of entries, and out of it.

use super::*;
use crate::database::{MemoryStore, PositionLabel, ValueBound};
use crate::point::Rows;
use crate::record::reading::ReadOptions;
use crate::record::writing::WriteOptions;

fn size() -> BoardSize {
    BoardSize::square(15).unwrap()
}

/// A tree of lines of moves, with a label for the last move of each after a colon.
fn tree(lines: &[&str]) -> Tree {
    let mut tree = Tree::new(size());
    for line in lines {
        let (moves, label) = line.split_once(':').unwrap_or((line, ""));
        let mut rest = moves;
        let (mut id, mut color) = (Tree::ROOT, Color::Black);
        while let Some((point, after)) = Point::parse_prefix(rest, size(), Rows::FromBottom) {
            id = tree.play(id, TreeMove::stone(color, point)).unwrap();
            (rest, color) = (after, !color);
        }
        tree.notes_mut(id).label = Some(label.to_string()).filter(|label| !label.is_empty());
    }
    tree
}

fn store(tree: &Tree) -> (MemoryStore, LeftOutNodes) {
    let mut store = MemoryStore::default();
    let left_out = positions(tree, RuleKind::Renju, usize::MAX, |key, entry| match store.merge(&key, entry) {
        Ok(()) => ControlFlow::Continue(()),
        Err(error) => ControlFlow::Break(error),
    });
    let ControlFlow::Continue(left_out) = left_out else { panic!("memory does not fail") };
    (store, left_out)
}

fn known(store: &MemoryStore, moves: &str) -> Option<PositionEntry> {
    let game = Game::from_text(RuleKind::Renju, size(), moves, Rows::FromBottom).unwrap();
    super::super::children::entry(store, &game).unwrap().1
}

#[test]
fn labels_of_a_library_are_wins_or_texts() {
    let lines = ["h8i9h9:W9", "h8i9j7:A", "h8i9j8:W8", "h8i9k8:W*", "h8i9k7:L*", "h8i7", "h8h8h9"];
    let (store, left_out) = store(&tree(&lines));
    assert_eq!(left_out, LeftOutNodes { nodes: 1 });
    let entry = known(&store, "h8i9h9").unwrap();
    assert_eq!((entry.label, entry.mate()), (PositionLabel::WIN, Some((SideOutcome::Loss, 6))));
    let without_length = ["h8i9k8", "h8i9k7"].map(|moves| known(&store, moves).unwrap());
    let found = without_length.map(|entry| (entry.label, entry.mate()));
    assert_eq!(found, [(PositionLabel::WIN, None), (PositionLabel::LOSS, None)]);
    let parent = known(&store, "h8i9").unwrap();
    let texts: Vec<&str> = parent.board_texts.iter().map(|(_, text)| text.as_str()).collect();
    // White wins in no even number of plies after a move of Black, so that W8 is a text as any other.
    assert_eq!(texts, ["W8", "A"]);
    // i7 and i9 are one position, to which two nodes came.
    assert_eq!((parent.count, known(&store, "h8").unwrap().count), (2, 1));
}

#[test]
fn lengths_are_counted_from_the_root_or_from_the_position() {
    // With three stones six plies are left, and with four stones five.
    for lines in [["h8i9h9:W9", "h8i9h9h10:L9"], ["h8i9h9:W7", "h8i9h9h10:L6"]] {
        let (store, _) = store(&tree(&lines));
        let mates = ["h8i9h9", "h8i9h9h10"].map(|moves| known(&store, moves).unwrap().mate());
        assert_eq!(mates, [Some((SideOutcome::Loss, 6)), Some((SideOutcome::Win, 5))], "{lines:?}");
    }
}

#[test]
fn positions_of_more_stones_than_are_wanted_are_not_shown() {
    let tree = tree(&["h8i9h9i8", "h8j7"]);
    for (most, expected) in [(0, [1, 0, 0, 0, 0]), (2, [1, 1, 2, 0, 0]), (usize::MAX, [1, 1, 2, 1, 1])] {
        let mut shown = [0; 5];
        let left_out = positions(&tree, RuleKind::Renju, most, |key, _| {
            shown[key.len()] += 1;
            ControlFlow::<()>::Continue(())
        });
        assert_eq!((left_out, shown), (ControlFlow::Continue(LeftOutNodes::default()), expected), "{most}");
    }
}

#[test]
fn what_came_from_a_tree_goes_back_into_one() {
    // The last line comes to a position of the second one.
    let first = tree(&["h8i9h9:W9", "h8i9j7:A", "h8h9h10", "h8i9j8:B", "j7i9h8"]);
    let (mut kept, _) = store(&first);
    for (moves, label) in [
        ("h8", PositionLabel::FORCED),
        ("h8i9j7", PositionLabel::WIN),
        ("h8h9", PositionLabel::NULL),
        ("h8h9h10", PositionLabel::LOSS),
    ] {
        let game = Game::from_text(RuleKind::Renju, size(), moves, Rows::FromBottom).unwrap();
        super::super::children::edit(&mut kept, &game, |entry| {
            (entry.label, entry.value, entry.depth, entry.bound) = (label, 25, 9, ValueBound::Lower);
            (entry.comment, entry.best, entry.count) = ("a\nb".to_string(), Some(Point::new(2, 3)), 12);
        })
        .unwrap();
    }
    let (again, count) = tree_of(&kept, RuleKind::Renju, size()).unwrap();
    assert_eq!(count, kept.len().unwrap());
    // A win without a length, as Rapfi writes it.
    assert!(again.nodes().any(|node| node.notes().label.as_deref() == Some("L*")));
    let (second, _) = store(&again);
    // Two nodes have it, of which one is a transposition and no record.
    assert_eq!(known(&second, "h8i9j7").map(|entry| entry.count), Some(12));
    let all = |store: &MemoryStore| {
        let mut all = Vec::new();
        let mut see = |key: &PositionKey, entry: PositionEntry| {
            all.push((key.clone(), entry));
            ControlFlow::Continue(())
        };
        store.visit(None, &mut see).unwrap();
        all
    };
    assert_eq!(all(&second), all(&kept));
    // A position that nothing leads to, and one with a pass.
    for moves in ["c3d4e5", "a1b2c3d4"] {
        let mut game = Game::from_text(RuleKind::Renju, size(), moves, Rows::FromBottom).unwrap();
        game.set_to_move(Color::White);
        super::super::children::edit(&mut kept, &game, |entry| {
            (entry.comment, entry.label, entry.count) = (moves.to_string(), PositionLabel::FORCED, 3);
        })
        .unwrap();
    }
    let (again, count) = tree_of(&kept, RuleKind::Renju, size()).unwrap();
    assert_eq!(count, kept.len().unwrap());
    let (third, _) = store(&again);
    let missing = all(&kept).into_iter().filter(|known| !all(&third).contains(known)).count();
    assert_eq!(missing, 0);
    assert_eq!(kinds(&kept).unwrap(), [(RuleKind::Renju, size())]);
    // The label of a position after a pass has no point to stand on, and its line holds it.
    let written = FileFormat::Sgf.write(&[again], &WriteOptions::default()).unwrap();
    assert!(written.losses.is_empty(), "{}", written.losses);
}

#[test]
fn lines_that_end_in_two_ways_end_in_one() {
    let nodes = b"\x78\x08\x08a\r\nb\0\x79\x49\0\x01\x08a\nb\0\0x\r\ny\0\0";
    let library = [&b"\xffRenLib\xff\x03\x00"[..], &[0xff; 10][..], &nodes[..]].concat();
    let (trees, _) = FileFormat::Library.read_all(&library, &ReadOptions::default()).unwrap();
    let (store, _) = store(&trees[0]);
    let [first, second] = ["h8", "h8i8"].map(|moves| known(&store, moves).unwrap());
    assert_eq!([first.comment, second.comment], ["a\nb", "a\nb"]);
    assert_eq!(first.board_texts.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>(), ["x\ny"]);
}

#[test]
fn known_moves_are_those_that_a_search_of_all_points_finds() {
    // Positions with symmetries, with a pass, and some that two moves of different kinds lead to.
    let lines =
        ["h8h9i8", "h8i9h9", "h8h9h10", "h8i8g8", "g8h8i8j8k8", "j7i9h8", "a1o15o1a15", "h8a1a15", "h8o1o15", "i9g7h8"];
    let (mut store, _) = store(&tree(&lines));
    let mut passed = Game::from_text(RuleKind::Renju, size(), "h8i9", Rows::FromBottom).unwrap();
    passed.set_to_move(Color::White);
    super::super::children::edit(&mut store, &passed, |entry| entry.comment = "pass".to_string()).unwrap();
    let root = PositionKey::of(&Game::new(RuleKind::Renju, size())).unwrap().0;
    let moves = moves_by_position(&store, RuleKind::Renju, size(), &root).unwrap();
    let mut compared = 0;
    each(&store, None, |key, _| {
        for view in crate::symmetry::Symmetry::ALL {
            let mut game = Game::new(RuleKind::Renju, size());
            for color in [Color::Black, Color::White] {
                key.stones(color).for_each(|point| game.set_up(color, view.point(point, size())).unwrap());
            }
            game.set_to_move(key.to_move());
            let all: Vec<Point> =
                super::super::children::children(&store, &game)?.into_iter().map(|child| child.point).collect();
            assert_eq!(known_moves(&moves, &PositionViews::of(&game).unwrap()), all, "{game:?}");
            compared += all.len();
        }
        Ok::<_, LookupError>(ControlFlow::Continue(()))
    })
    .unwrap();
    assert!(compared > 200, "{compared}");
}

#[test]
fn a_position_has_the_turn_of_its_game() {
    for text in [
        "(;SZ[15]AB[hh]C[start];W[ig])",
        "(;SZ[15]AB[hh][ii]AW[ig];W[ij])",
        "(;SZ[15]AB[hh]AW[ig];B[ij])",
        // What a move or the file says goes before the numbers of stones, in its own variation.
        "(;SZ[15]AB[hh]PL[B];W[ig])",
        "(;SZ[15];B[hh];AW[ig];B[ij])",
        "(;SZ[15](;B[hh];W[ig])(;AB[hh];W[ij]))",
    ] {
        let (trees, _) = FileFormat::Sgf.read_all(text.as_bytes(), &ReadOptions::default()).unwrap();
        let mut keys = Vec::new();
        let left_out = positions(&trees[0], RuleKind::Renju, usize::MAX, |key, _| {
            keys.push(key);
            ControlFlow::<()>::Continue(())
        });
        assert_eq!(left_out, ControlFlow::Continue(LeftOutNodes::default()), "{text}");
        let games = trees[0].nodes().map(|node| trees[0].game(node.id(), RuleKind::Renju).unwrap());
        let expected: Vec<PositionKey> = games.map(|game| PositionKey::of(&game).unwrap().0).collect();
        assert_eq!(keys, expected, "{text}");
    }
}

#[test]
fn a_mate_that_no_label_tells_comes_back_without_a_text() {
    // The game is over, and the loser would make the last move.
    for (outcome, plies) in [(SideOutcome::Loss, 0), (SideOutcome::Win, 2)] {
        let (mut kept, _) = store(&tree(&["h8i9h9"]));
        let game = Game::from_text(RuleKind::Renju, size(), "h8i9h9", Rows::FromBottom).unwrap();
        super::super::children::edit(&mut kept, &game, |entry| entry.set_mate(outcome, plies)).unwrap();
        let (again, _) = tree_of(&kept, RuleKind::Renju, size()).unwrap();
        let (second, _) = store(&again);
        for moves in ["h8i9", "h8i9h9"] {
            assert_eq!(known(&second, moves), known(&kept, moves), "{plies}");
        }
    }
}

#[test]
fn a_text_on_an_empty_point_stands_on_the_board_before_it() {
    let mut tree = tree(&["h8i9"]);
    let first = tree.root().main_child().unwrap().id();
    // A label of a move would say that it wins.
    for (x, comment) in [(0, None), (1, Some("said".to_string()))] {
        let text = tree.add(first, None).unwrap();
        let notes = tree.notes_mut(text);
        (notes.is_no_move, notes.no_move_point) = (true, Some(Point::new(x, 0)));
        (notes.label, notes.comment) = (Some("W12".to_string()), comment);
    }
    let (store, left_out) = store(&tree);
    let entry = known(&store, "h8").unwrap();
    assert_eq!((left_out.nodes, entry.count, entry.mate(), entry.comment.as_str()), (0, 1, None, "said"));
    assert_eq!(entry.board_texts.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>(), ["W12", "W12"]);
    assert!(known(&store, "h8i9").is_some() && known(&store, "h8a15").is_none());
}
