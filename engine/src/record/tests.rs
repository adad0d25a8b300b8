//! The same game in every format, trees from one format to another and back, and damage of every kind.

use super::format::FileFormat;
use super::losses::Lost;
use super::reading::{ReadError, ReadOptions, Remarks};
use super::tree::{Label, Mark, MarkKind, Node, NodeId, Notes, SetUp, Tree, TreeError, TreeMove};
use super::writing::{WriteError, WriteOptions};
use crate::color::Color;
use crate::game::Game;
use crate::point::{BoardSize, Point, Rows};
use crate::random::SplitMix64;
use crate::rule::RuleKind;
use crate::symmetry::Symmetry;

/// A game without symmetry, which shows every mirrored coordinate.
const GAME: &str = "h8i9k7e12b2";

fn size() -> BoardSize {
    BoardSize::square(15).unwrap()
}

fn moves(tree: &Tree) -> String {
    tree.main_game(RuleKind::Freestyle, None).unwrap().to_text(Rows::FromBottom)
}

/// The trees of a text in a format, and what was passed over.
pub(super) fn trees(format: FileFormat, text: &str, salvage: bool) -> Result<(Vec<Tree>, Remarks), ReadError> {
    format.read_all(text.as_bytes(), &ReadOptions { salvage, ..ReadOptions::default() })
}

/// The tree of a file that holds one, and what was passed over.
pub(super) fn only_tree(format: FileFormat, bytes: &[u8], options: &ReadOptions) -> Result<(Tree, Remarks), ReadError> {
    let (trees, remarks) = format.read_all(bytes, options)?;
    let [tree]: [Tree; 1] = trees.try_into().expect("one game");
    Ok((tree, remarks))
}

/// The game in formats that are read only.
const READ_ONLY: [(FileFormat, &str); 2] = [
    (FileFormat::Bdt, "a=[b,c,+,8899B75C22,,,]"),
    (FileFormat::RenjuNet, "<games><game id=\"1\"><move>h8 i9 k7 e12 b2</move></game></games>"),
];

#[test]
fn the_same_game_has_the_same_moves_in_every_format() {
    let tree = Tree::of_game(&Game::from_text(RuleKind::Freestyle, size(), GAME, Rows::FromBottom).unwrap());
    let options = ReadOptions { size: Some(size()), ..ReadOptions::default() };
    for from in FileFormat::ALL {
        let bytes = match READ_ONLY.iter().find(|(format, _)| *format == from) {
            Some((_, text)) => text.as_bytes().to_vec(),
            None => from.write(std::slice::from_ref(&tree), &WriteOptions::default()).unwrap().bytes,
        };
        assert_eq!(FileFormat::recognise(&bytes, Some(from.name())), Some(from));
        let (trees, _) = from.read_all(&bytes, &options).unwrap();
        assert_eq!((trees.len(), moves(&trees[0]).as_str()), (1, GAME), "{from}");
        // Nobody took the time.
        assert!(trees[0].nodes().all(|node| node.notes().milliseconds.is_none()), "{from}");
        for to in FileFormat::ALL.into_iter().filter(|to| to.is_written()) {
            let written = to.write(&trees, &WriteOptions::default()).unwrap();
            let (again, _) = to.read_all(&written.bytes, &options).unwrap();
            assert_eq!(moves(&again[0]), GAME, "{from} to {to}");
        }
    }
}

/// A tree drawn by lot, with everything that a library can hold.
fn random_tree(seed: u64, nodes: usize) -> Tree {
    let mut dice = SplitMix64::new(seed);
    let mut tree = Tree::new(size());
    let mut ids = vec![Tree::ROOT];
    for _ in 0..nodes {
        let parent = ids[dice.below(ids.len())];
        let path = tree.node(parent).path();
        let color = Color::ALL[path.iter().filter(|node| node.played().is_some()).count() % 2];
        let point = Point::new(dice.below(15), dice.below(15));
        let is_there = |node: Node<'_>| node.label_point() == Some(point);
        let is_taken = path.iter().copied().chain(tree.node(parent).children()).any(is_there);
        let point = Some(point).filter(|_| !is_taken && dice.below(12) > 0);
        let is_no_move = dice.below(20) == 0;
        let before = tree.len();
        let id = match is_no_move {
            true => tree.add(parent, None).unwrap(),
            false => tree.play(parent, TreeMove { color, point }).unwrap(),
        };
        if tree.len() > before {
            ids.push(id);
            let mut notes = random_notes(&mut dice, point.is_some());
            if is_no_move {
                // A text alone would be a label of the node before it.
                (notes.is_no_move, notes.no_move_point, notes.is_start) = (true, point, true);
            }
            *tree.notes_mut(id) = notes;
        }
    }
    tree
}

fn random_notes(dice: &mut SplitMix64, has_point: bool) -> Notes {
    let texts = ["A", "two\nlines", "天元 ä", "", "a ] b \\ c:d", "(;B[aa])", "tail "];
    let mut text = |one_in: usize| (dice.below(one_in) == 0).then(|| texts[dice.below(texts.len())].to_string());
    // A library does not tell an empty line before a comment from none.
    let (name, comment, label) = (text(4), text(4), text(4).filter(|_| has_point));
    // Labels of records have one line: the ends of others would be blanks, and counted. So would those of a name be that an
    // empty comment follows, if it were to be kept.
    let label = label.map(|text| text.replace('\n', " "));
    let name = name.map(|text| if comment.as_deref() == Some("") { text.replace('\n', " ") } else { text });
    Notes {
        name: name.filter(|name| !name.is_empty() || comment.is_none()),
        comment,
        label,
        marked: dice.below(5) == 0,
        is_start: dice.below(20) == 0,
        ..Notes::default()
    }
}

#[test]
fn libraries_become_records_and_libraries_again() {
    for seed in 0..40 {
        let tree = random_tree(seed, 150);
        let library = FileFormat::Library.write(std::slice::from_ref(&tree), &WriteOptions::default()).unwrap();
        assert!(library.losses.is_empty(), "{}", library.losses);
        let (from_library, remarks) = FileFormat::Library.read_all(&library.bytes, &ReadOptions::default()).unwrap();
        assert!(from_library == [tree] && remarks.count == 0, "seed {seed}");
        let record = FileFormat::Sgf.write(&from_library, &WriteOptions::default()).unwrap();
        assert!(record.losses.is_empty(), "{}", record.losses);
        let (from_record, remarks) = FileFormat::Sgf.read_all(&record.bytes, &ReadOptions::default()).unwrap();
        assert!(from_record == from_library && remarks.count == 0, "seed {seed}");
        let again = FileFormat::Library.write(&from_record, &WriteOptions::default()).unwrap();
        assert_eq!(again.bytes, library.bytes, "seed {seed}");
    }
}

#[test]
fn what_is_written_beside_the_board_stays_there_and_in_no_file() {
    let off = Point::new(15, 3);
    let set_up = SetUp { point: off, color: None };
    let on_board = Notes { no_move_point: Some(Point::new(2, 2)), ..Notes::default() };
    for (notes, is_off) in [
        (on_board, false),
        (Notes { labels: vec![Label { point: off, text: "x".to_string() }], ..Notes::default() }, true),
        (Notes { marks: vec![Mark { point: off, kind: MarkKind::Cross }], ..Notes::default() }, true),
        (Notes { set_up: vec![set_up], ..Notes::default() }, true),
        (Notes { no_move_point: Some(off), ..Notes::default() }, true),
    ] {
        let mut tree = Tree::new(size());
        *tree.notes_mut(Tree::ROOT) = notes.clone();
        for format in FileFormat::ALL.into_iter().filter(|format| is_off && format.is_written()) {
            let written = format.write(std::slice::from_ref(&tree), &WriteOptions::default());
            assert_eq!(written, Err(WriteError::Tree(TreeError::OffBoard(size()))), "{format}: {notes:?}");
        }
        tree.turn(Symmetry::ALL[1]);
        assert_eq!(*tree.root().notes() == notes, is_off, "{notes:?}");
    }
}

#[test]
fn trees_are_joined_and_what_is_lost_is_counted() {
    let one = random_tree(1, 60);
    let mut both = one.clone();
    both.merge(&one).unwrap();
    assert!(both == one);
    both.merge(&random_tree(2, 60)).unwrap();
    let nodes: Vec<NodeId> = both.nodes().map(|node| node.id()).collect();
    assert!(nodes.len() > one.nodes().count());
    let trees = [one, random_tree(2, 60)];
    let library = FileFormat::Library.write(&trees, &WriteOptions::default()).unwrap();
    assert!(FileFormat::Library.read_all(&library.bytes, &ReadOptions::default()).unwrap().0 == [both]);
    // Stones that were set up differ from game to game.
    let games = "(;SZ[15]AB[aa]AW[bb];B[cc])(;SZ[15];B[aa];W[cc];B[bb])";
    let (set_up, _) = FileFormat::Sgf.read_all(games.as_bytes(), &ReadOptions::default()).unwrap();
    let library = FileFormat::Library.write(&set_up, &WriteOptions::default()).unwrap();
    assert_eq!(library.losses.to_string(), "2 stones that were set up (now moves)");
    assert_eq!(FileFormat::Library.read_all(&library.bytes, &ReadOptions::default()).unwrap().0[0].nodes().count(), 6);
    assert!(set_up[0].clone().merge(&set_up[1]).is_err());
    // Who is to move is said or follows from the stones.
    let joined = |one: &str, other: &str| {
        let read = |file: &str| only_tree(FileFormat::Sgf, file.as_bytes(), &ReadOptions::default()).unwrap().0;
        let mut both = read(one);
        (both.merge(&read(other)).is_ok(), both.nodes().count())
    };
    assert_eq!(joined("(;SZ[15]PL[B];B[hh];W[ii])", "(;SZ[15];B[hh];W[jj])"), (true, 4));
    assert_eq!(joined("(;SZ[15]AB[hh];W[ii])", "(;SZ[15]AB[hh]PL[W];W[jj])"), (true, 3));
    assert_eq!(joined("(;SZ[15]AB[hh][jj]AW[ii])", "(;SZ[15]AW[ii]AB[jj][hh];W[kk])"), (true, 2));
    assert_eq!(joined("(;SZ[15]AB[hh][jj])", "(;SZ[15]AB[hh][kk])"), (false, 1));
    assert_eq!(joined("(;SZ[15]PL[W];W[hh])", "(;SZ[15];B[hh])"), (false, 2));
    let game = "(;SZ[15]GN[a]PB[b]RU[renju]C[c];B[hh]LB[ii:x][aa:y]TR[bb](;W[ii]N[n])(;W[jj]C[no]))(;SZ[15];B[aa])";
    let (trees, _) = FileFormat::Sgf.read_all(game.as_bytes(), &ReadOptions::default()).unwrap();
    let lost = |format: FileFormat| format.write(&trees, &WriteOptions::default()).unwrap().losses.to_string();
    assert_eq!(lost(FileFormat::Sgf), "nothing");
    assert_eq!(lost(FileFormat::Library), "1 mark, 1 rule and 2 lines of the head");
    let bare = "1 game, 1 variation with all in it, 2 comments, 2 labels, 1 mark, 1 rule and";
    assert_eq!(lost(FileFormat::Psq), format!("{bare} 1 line of the head"));
    assert_eq!(lost(FileFormat::Pos), format!("{bare} 2 lines of the head"));
    let count = FileFormat::Moves.write(&trees, &WriteOptions::default()).unwrap().losses.count(Lost::Variation);
    assert_eq!(count, 1);
}

#[test]
fn a_text_that_is_part_of_another_is_kept() {
    let check = |file: &str, name: Option<&str>, comment: &str| {
        let (trees, _) = trees(FileFormat::Sgf, file, false).unwrap();
        let library = FileFormat::Library.write(&trees, &WriteOptions::default()).unwrap();
        let (read, _) = FileFormat::Library.read_all(&library.bytes, &ReadOptions::default()).unwrap();
        let notes = read[0].nodes().last().unwrap().notes();
        assert_eq!((notes.name.as_deref(), notes.comment.as_deref()), (name, Some(comment)), "{file}");
    };
    check("(;SZ[15];B[hh]N[ab]C[not good])(;SZ[15];B[hh]N[b]C[good])", Some("ab, b"), "not good\ngood");
    check("(;SZ[15];B[hh]C[good])(;SZ[15];B[hh]C[not good])", None, "good\nnot good");
    check("(;SZ[15];B[hh]C[one\ntwo])(;SZ[15];B[hh]C[two])", None, "one\ntwo");
    // Nodes without a move, whose texts go to the node before them.
    check("(;SZ[15];B[hh]N[a]C[not good];C[good];C[good])", Some("a"), "not good\ngood");
}

#[test]
fn what_stands_beside_the_main_line_forbids_nothing() {
    use FileFormat::*;
    let write = |file: &str, format: FileFormat| {
        let (trees, _) = trees(Sgf, file, false).unwrap();
        format.write(&trees, &WriteOptions::default())
    };
    // A pass, a move out of turn, stones that are set up, and a node without a move.
    for variation in ["B[];W[kk]", "W[kk]", "AB[kk][ll]", ";B[kk]"] {
        for format in [Psq, Rec, Pos, Sav, Moves] {
            let written = write(&format!("(;SZ[15];B[hh];W[ii](;B[jj])(;{variation}))"), format);
            let written = written.unwrap_or_else(|why| panic!("{variation} as {format}: {why}"));
            let lost = if format == Rec { " and 1 board size" } else { "" };
            let lost = format!("1 variation with all in it{lost}");
            assert_eq!(written.losses.to_string(), lost, "{variation} as {format}");
            let options = ReadOptions { size: Some(size()), ..ReadOptions::default() };
            let (again, _) = format.read_all(&written.bytes, &options).unwrap();
            assert_eq!(moves(&again[0]), "h8i7j6", "{variation} as {format}");
        }
    }
    let check = |file: &str, format: FileFormat, error: &str| {
        assert_eq!(write(file, format).unwrap_err().to_string(), error, "{file} as {format}");
    };
    check("(;SZ[15];B[hh];W[])", Psq, "this format has no passes, and one is played (at h8 pass)");
    let out_of_turn =
        "this format knows no colours but those of the turn, and a move or a stone is out of turn (at h8 i7)";
    check("(;SZ[15];B[hh];B[ii])", Moves, out_of_turn);
    let edited = "stones are set up or taken away in the middle of the game (at h8 i7), which this format cannot tell";
    check("(;SZ[15];B[hh];W[ii]AB[jj])", Pos, edited);
}

#[test]
fn the_size_and_the_words_of_a_rule_are_not_lost_in_silence() {
    use FileFormat::*;
    let check = |file: &str, format: FileFormat, lost: &str| {
        let (trees, _) = trees(Sgf, file, false).unwrap();
        let written = format.write(&trees, &WriteOptions::default()).unwrap();
        assert_eq!(written.losses.to_string(), lost, "{file} as {format}");
    };
    for format in [Sgf, Psq, Sav] {
        check("(;SZ[20];B[hh])", format, "nothing");
    }
    // What is not told is the usual board of a format, or for stones that lie outside of it a larger one.
    for (format, kept, lost) in [(Moves, "15", "20"), (Rec, "20", "15"), (Rec, "20", "19"), (Rec, "20", "22")] {
        check(&format!("(;SZ[{kept}];B[hh])"), format, "nothing");
        check(&format!("(;SZ[{lost}];B[hh])"), format, "1 board size");
    }
    check("(;SZ[22];B[uh])", Rec, "nothing");
    for format in [Library, Psq, Pos] {
        check("(;SZ[15]RU[Gomocup swap2];B[hh])", format, "1 line of the head");
        check("(;SZ[15]RU[renju soosyrv-8];B[hh])", format, "1 rule");
    }
    check("(;SZ[15]RU[Gomocup swap2];B[hh])", Sgf, "nothing");
}

#[test]
fn damaged_characters_are_met_in_every_text() {
    let check = |format: FileFormat, start: &str, end: &str| {
        let bytes = [&b"\xef\xbb\xbf"[..], start.as_bytes(), b"\xff", end.as_bytes()].concat();
        let read = |salvage: bool| {
            format.read_all(&bytes, &ReadOptions { size: Some(size()), salvage, ..ReadOptions::default() })
        };
        let error = format!("byte {}: this is no text of the character set UTF-8", 3 + start.len());
        assert_eq!(read(false).unwrap_err().to_string(), error, "{format}");
        let (trees, remarks) = read(true).unwrap();
        assert_eq!((remarks.damaged, remarks.damage[0].to_string()), (1, error), "{format}");
        assert_eq!(moves(&trees[0]), "h8", "{format}");
    };
    check(FileFormat::Psq, "Piskvorky 15x15\n8,8,0\na", "\nb\n-1\n");
    check(FileFormat::Rec, "a", "\nb\n7,7,0\n-1\n");
    check(FileFormat::Bdt, "a=[b", ",c,+,88,,,]\n");
    check(FileFormat::RenjuNet, "<games><game id=\"1\"><move>h8</move><info>", "</info></game></games>");
}

#[test]
fn a_place_counts_the_byte_order_mark_before_it() {
    let check = |format: FileFormat, text: &str, at: &str| {
        let text = format!("\u{feff}{text}");
        let error = trees(format, &text, false).unwrap_err();
        let (_, remarks) = trees(format, &text, true).unwrap();
        assert_eq!([&error, &remarks.damage[0]].map(|told| told.at.to_string()), [at; 2], "{format}");
        assert!(remarks.first.contains(&remarks.damage[0]), "{format}: {remarks:?}");
    };
    check(FileFormat::Sgf, "(;SZ[15]\n;B[hh];W[pa])", "line 2, column 10 (byte 21)");
    check(FileFormat::Psq, "Piskvorky 15x15\n1,1,0\n1,1,0", "line 3, column 1 (byte 25)");
    check(FileFormat::Rec, "a\nb\n7,7,0\n7,7,0\n-1\n", "line 4, column 1 (byte 13)");
    check(FileFormat::Sav, "15 15 1\n8 20\n", "line 2, column 1 (byte 11)");
    check(FileFormat::Bdt, "a=[b,c,,88G9,,,]", "line 1, column 11 (byte 13)");
    let game = "<games><game id='1'><move>h8 h8</move></game></games>";
    check(FileFormat::RenjuNet, game, "line 1, column 30 (byte 32)");
    check(FileFormat::Moves, "h8 z9", "line 1, column 4 (byte 6)");
    // An address is known behind the mark too: what is no point in it is passed over.
    let (address, _) = trees(FileFormat::Moves, "\u{feff}https://gomocalc.com/#/h8-i9", false).unwrap();
    assert_eq!(moves(&address[0]), "h8i9");
    // What is wrong with all of a file is at its beginning.
    for (format, text) in [(FileFormat::Sgf, "h8"), (FileFormat::Bdt, ""), (FileFormat::RenjuNet, "<games></games>")] {
        let error = trees(format, &format!("\u{feff}{text}"), false).unwrap_err();
        assert_eq!(error.at.to_string(), "line 1, column 1 (byte 0)", "{format}");
    }
}
