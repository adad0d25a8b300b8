//! Libraries byte by byte: what they hold, what is written, and what is wrong with them.

use super::*;
use crate::charset::Charset;
use crate::color::Color;
use crate::point::Rows;
use crate::record::format::FileFormat;
use crate::record::losses::Lost;
use crate::record::reading::{ReadError, ReadOptions, Remarks};
use crate::record::tests::only_tree;
use crate::record::tree::{Node, Step, Tree, TreeMove};
use crate::record::writing::{WriteError, WriteOptions};
use crate::rule::RuleKind;

/// The bytes of hexadecimal digits, blanks between them ignored.
fn bytes(hex: &str) -> Vec<u8> {
    let digits: Vec<u32> = hex.chars().filter_map(|c| c.to_digit(16)).collect();
    digits.chunks(2).map(|pair| (pair[0] << 4 | pair[1]) as u8).collect()
}

/// A file of a version from what follows its header.
fn library(minor: u8, hex: &str) -> Vec<u8> {
    let mut file = MAGIC.to_vec();
    file.extend([3, minor]);
    file.resize(HEADER, 0xff);
    file.extend(bytes(hex));
    file
}

fn read(file: &[u8], options: &ReadOptions) -> Result<(Tree, Remarks), ReadError> {
    only_tree(FileFormat::Library, file, options)
}

fn read_well(file: &[u8]) -> Tree {
    let (tree, remarks) = read(file, &ReadOptions::default()).unwrap();
    assert_eq!(remarks.count, 0, "{remarks:?}");
    tree
}

fn name(node: Node<'_>) -> String {
    if node.parent().is_none() {
        return "root".to_string();
    }
    let notes = node.notes();
    let point = node.label_point().map_or("pass".to_string(), |point| point.to_text(SIZE, Rows::FromBottom));
    let said =
        notes.name.iter().map(|name| format!(" {name}")).chain(notes.comment.iter().map(|text| format!(" /{text}")));
    let label = notes.label.iter().map(|label| format!(" [{label}]"));
    let flags = [(notes.marked, "!"), (notes.is_start, "<"), (notes.is_no_move, "-")];
    let flags = flags.into_iter().filter(|(is, _)| *is).map(|(_, sign)| sign.to_string());
    said.chain(label).chain(flags).fold(point, |all, part| all + &part)
}

/// All lines of a tree: the children of a node stand in brackets where they are several.
fn told(tree: &Tree) -> String {
    let mut text = String::new();
    for step in tree.walk() {
        match step {
            Step::Enter(node) => {
                let is_one_of_many = node.parent().is_some_and(|parent| parent.children().count() > 1);
                text += if is_one_of_many { " (" } else { " " };
                text += &name(node);
            }
            Step::Leave(node) => {
                if node.parent().is_some_and(|parent| parent.children().count() > 1) {
                    text += ")";
                }
            }
        }
    }
    text.trim_start().to_string()
}

#[test]
fn trees_are_read_and_written_byte_for_byte() {
    let check = |minor: u8, hex: &str, expected: &str| {
        let file = library(minor, hex);
        let tree = read_well(&file);
        assert_eq!(told(&tree), expected, "{hex}");
        let written = write(&tree, &WriteOptions::default()).unwrap();
        assert_eq!(written.bytes, file, "{hex}");
        assert!(written.losses.is_empty(), "{:?}", written.losses);
    };
    check(0, "7800 7940", "root h8 i8");
    check(0, "7800 68C0 77C0 7980 7A00 7B40 8840", "root h8 (h9) (g8) (i8 j8 k8) (h7)");
    check(
        0,
        "7800 6600 5880 6800 6780 8948 08414100 6908 08424200 7A00 5A40 8800 7A00 58C0 9840",
        "root h8 f9 (h10 h9 (g9 i7 /AA) (i9 /BB j8 j10)) (h7 j8 (h10) (h6))",
    );
    check(4, "0000 02C0 7840", "root (b15) (h8)");
    check(4, "0000 0280 0340 7840", "root (b15 c15) (h8)");
    check(4, "0000 7800 6900 0008 085061737300 7B40", "root h8 i9 pass /Pass k8");
    check(4, "0000 01C0 0FC0 E1C0 EF40", "root (a15) (o15) (a1) (o1)");
    check(0, "7801 0001 4100 7940", "root h8 [A] i8");
    check(0, "7816 7944", "root h8!<- i8<");
    // Both parts of a comment, one of them empty, and the padding of an even and of an odd length.
    check(0, "7808 6100 7908 61086200 7748 616200 00", "root h8 a i8 a /b g8 ab");
    check(0, "7808 610800 00 7908 0800 7748 0000", "root h8 a / i8 / g8 ");
    check(0, "7809 0001 610D0A62 0000 5737 0000 7940", "root h8 a\nb [W7] i8");
    // An empty board alone, and one that says something.
    check(4, "0040", "root");
    check(4, "0008 6100 7840", "root h8");
    // Latin-1, and UTF-8.
    check(0, "7848 E40D 0A00", "root h8 ä\n");
    check(0, "7848 C3A4 0A00", "root h8 ä\n");
}

#[test]
fn labels_on_any_points_are_kept() {
    let record = "(;GM[4]SZ[15];B[hh]LB[aa:A][oo:B];W[ig]LB[cc:C])";
    let (trees, _) = FileFormat::Sgf.read_all(record.as_bytes(), &ReadOptions::default()).unwrap();
    let written = FileFormat::Library.write(&trees, &WriteOptions::default()).unwrap();
    assert_eq!(written.bytes, library(0, "7800 01C3 0001 4100 EFC3 0001 4200 6900 2343 0001 4300"));
    assert!(written.losses.is_empty());
    let again = FileFormat::Sgf.write(&[read_well(&written.bytes)], &WriteOptions::default()).unwrap();
    let again = String::from_utf8(again.bytes).unwrap();
    assert!(again.contains(";B[hh]LB[aa:A][oo:B];W[ig]LB[cc:C])"), "{again}");
    // One on a stone is lost.
    let (trees, _) = FileFormat::Sgf.read_all(b"(;GM[4]SZ[15];B[hh]LB[hh:1])", &ReadOptions::default()).unwrap();
    let written = FileFormat::Library.write(&trees, &WriteOptions::default()).unwrap();
    assert_eq!((written.bytes, written.losses.to_string()), (library(0, "7840"), "1 label".to_string()));
    // Before the first move too.
    let (trees, _) = FileFormat::Sgf.read_all(b"(;GM[4]SZ[15]LB[aa:A];B[hh])", &ReadOptions::default()).unwrap();
    let written = FileFormat::Library.write(&trees, &WriteOptions::default()).unwrap();
    let tree = read_well(&written.bytes);
    assert_eq!((told(&tree), tree.main_line().count()), ("root (a15 [A]-) (h8)".to_string(), 2));
}

#[test]
fn texts_on_empty_points_are_no_moves() {
    use FileFormat::*;
    let check = |hex: &str, lines: &str, record: &str, lost: &str| {
        let file = library(0, hex);
        let tree = read_well(&file);
        assert_eq!(told(&tree), lines);
        let trees = std::slice::from_ref(&tree);
        let written = |format: FileFormat| format.write(trees, &WriteOptions::default()).unwrap();
        assert_eq!(written(Library).bytes, file, "{hex}");
        let text = String::from_utf8(written(Sgf).bytes).unwrap();
        assert!(text.contains(record) && written(Sgf).losses.is_empty(), "{text}");
        for format in [Library, Sgf, Psq, Rec, Pos, Sav, Moves] {
            let options = ReadOptions { size: Some(tree.size()), ..ReadOptions::default() };
            let again = format.read_all(&written(format).bytes, &options).unwrap().0.swap_remove(0);
            let game = again.main_game(RuleKind::Renju, None).unwrap();
            assert_eq!(game.to_text(Rows::FromBottom), "h8i9", "{format}");
            if !matches!(format, Library | Sgf) {
                let lost_size = if format == Rec { " and 1 board size" } else { "" };
                assert_eq!(written(format).losses.to_string(), format!("{lost}{lost_size}"), "{format}");
            }
        }
        let mut twice = tree.clone();
        twice.merge(&tree).unwrap();
        assert!(twice == tree, "{hex}");
    };
    check("7800 01C3 0001 4100 6940", "root h8 (a15 [A]-) (i9)", ";B[hh]LB[aa:A];W[ig])", "1 label");
    // What has another use is a node without a move, and a variation where it cannot be told.
    let lost = "1 variation with all in it";
    let record = ";B[hh]LB[aa:A]\n(;N[a]XRL[no move:aa])\n(;W[ig]))";
    check("7800 01CB 0001 6100 4100 6940", "root h8 (a15 a [A]-) (i9)", record, lost);
    // A move after it is one of the side whose turn it is before it.
    let record = ";B[hh]\n(;XRL[no move:aa];W[gg])\n(;W[ig]))";
    check("7800 0182 6740 6940", "root h8 (a15- g9) (i9)", record, lost);
    // The same before the first move.
    check("7882 7740 7800 6940", "root (h8- g8) (h8 i9)", "(;XRL[no move:hh];B[gh])\n(;B[hh];W[ig]))", lost);
}

#[test]
fn what_differs_is_written_in_the_usual_form() {
    let check = |file: &[u8], expected: &str, usual: &[u8], remarks: &[&str]| {
        let (tree, found) = read(file, &ReadOptions::default()).unwrap();
        assert_eq!(told(&tree), expected);
        assert_eq!(found.first.iter().map(ToString::to_string).collect::<Vec<_>>(), remarks);
        assert_eq!(write(&tree, &WriteOptions::default()).unwrap().bytes, usual, "{expected}");
    };
    // The end of the file ends every branch.
    let line = "0000 7800 7900 7700 0008 085061737300";
    let whole = library(4, &format!("{line} 7A40"));
    check(&library(4, &format!("{line} 7A00")), "root h8 i8 g8 pass /Pass j8", &whole, &[]);
    // One byte too many.
    let whole = library(0, "7800 7940");
    check(&library(0, "7800 7940 0A"), "root h8 i8", &whole, &["byte 24: one byte too many at the end"]);
    // No header: the file has twenty bytes all the same.
    let moves = "7800 6800 7700 7900 8800 6600 6700 6900 8700 8940";
    check(&bytes(moves), "root h8 h9 g8 i8 h7 f9 g9 i9 g7 i7", &library(0, moves), &[]);
    // Old comments have seven bits.
    let usual = library(0, "7808 E5F62100 7940");
    check(&library(0, "7820 7D7C A100 7940"), "root h8 åö! i8", &usual, &[]);
    // Their letters are those of no character set: other texts show it.
    let usual = library(0, "7809 0001 C3A5C3B6 2100 C3A4 0000 7940");
    check(&library(0, "7821 0001 7D7C A100 C3A4 0000 7940"), "root h8 åö! [ä] i8", &usual, &[]);
    let usual = library(0, "7808 E5F62100 7948 E40D0A00");
    check(&library(0, "7820 7D7C A100 7948 E40D0A00"), "root h8 åö! i8 ä\n", &usual, &[]);
    // A line that goes on after its end.
    let remark = "byte 24: 2 bytes after the end of the tree, read as if they went on from the last move";
    check(&library(0, "7800 7940 6640"), "root h8 i8 f9", &library(0, "7800 7900 6640"), &[remark]);
    // One damaged byte makes other letters of all texts.
    let mixed = library(0, "7808 C3A40000 7908 C3B60000 7A48 C300");
    let remark = "byte 32: this is no UTF-8, which other texts are: all were read as windows-1252";
    check(&mixed, "root h8 Ã¤ i8 Ã¶ j8 Ã", &mixed, &[remark]);
    // Moves that 3.0 cannot hold are written as 3.4, and the other way round.
    check(&library(0, "7900 7840"), "root i8 h8", &library(4, "0000 7900 7840"), &[]);
    check(&library(4, "0000 7840"), "root h8", &library(0, "7840"), &[]);
}

#[test]
fn faults_are_told_with_their_byte() {
    let check = |file: &[u8], message: &str, saved: Option<&str>| {
        let error = read(file, &ReadOptions::default()).unwrap_err();
        assert_eq!(error.to_string(), message);
        let salvaged = read(file, &ReadOptions { salvage: true, ..ReadOptions::default() });
        match saved {
            None => assert_eq!(salvaged, Err(error)),
            Some(saved) => {
                let (tree, remarks) = salvaged.unwrap();
                assert_eq!((told(&tree).as_str(), &remarks.first[0]), (saved, &error));
            }
        }
    };
    check(b"", "byte 0: the file ends within the twenty bytes before the first move", None);
    check(&[0x78; 19], "byte 19: the file ends within the twenty bytes before the first move", None);
    check(&[b'!'; 40], "byte 0: a library begins with the byte ff and RenLib", None);
    let mut newer = library(0, "7840");
    newer[9] = 5;
    check(&newer, "byte 8: version 3.5 of RenLib: 3.4 is the last that is known", None);
    newer[8..10].copy_from_slice(&[4, 0]);
    check(&newer, "byte 8: version 4.0 of RenLib: 3.4 is the last that is known", None);
    check(&library(0, "7800 1000"), "byte 22: 0x10 is no point of the board", Some("root h8"));
    check(&library(0, "7800 F140"), "byte 22: 0xf1 is no point of the board", Some("root h8"));
    // Its branch is left out, and what follows that is read.
    check(&library(0, "7800 F180 6700 6840 6940"), "byte 22: 0xf1 is no point of the board", Some("root h8 i9"));
    check(&library(0, "7800 F1C2 6940"), "byte 22: 0xf1 is no point of the board", Some("root h8 i9"));
    check(&library(0, "7848 4141"), "byte 24: the file ends within a comment", Some("root"));
    check(&library(0, "7848 414100"), "byte 25: the file ends within a comment", Some("root"));
    check(&library(0, "7821 0001 41"), "byte 25: the file ends within a comment", Some("root"));
    check(&library(0, "7800 7901"), "byte 24: the file ends within a node", Some("root h8"));
    check(&library(0, "7841 0001"), "byte 24: the file ends within a text on the board", Some("root"));
    // The branch of a stone on a stone is left out, and what comes after it is read.
    let twice = library(0, "7800 7980 7800 6640 7740");
    check(&twice, "byte 24: move 3 cannot be played: the point is occupied", Some("root h8 (i8) (g8)"));
    let long = library(0, &format!("7848 {}", "41".repeat(MOST_TEXT + 2)));
    check(&long, "byte 22: a text of more than 65536 bytes", Some("root"));
    let deep = library(4, &"0000".repeat(DEEPEST + 3));
    let error = read(&deep, &ReadOptions::default()).unwrap_err();
    assert_eq!(error.to_string(), format!("byte {}: more than 450 moves in a line", 20 + 2 * (DEEPEST + 1)));
}

#[test]
fn character_sets_are_guessed_or_given() {
    let file = library(0, "7848 CCEC D4AA 0000");
    let told_in = |charset: Option<&str>| {
        let charset = charset.and_then(Charset::from_name);
        let (tree, _) = read(&file, &ReadOptions { charset, ..ReadOptions::default() }).unwrap();
        (
            tree.nodes().last().unwrap().notes().name.clone().unwrap(),
            write(&tree, &WriteOptions::default()).unwrap().bytes,
        )
    };
    assert_eq!(told_in(None), ("Ìì\u{d4}ª".to_string(), file.clone()));
    assert_eq!(told_in(Some("gbk")), ("天元".to_string(), file.clone()));
    let old = library(0, "7820 7D7C A100 7948 CCEC D4AA 0000");
    let (tree, _) = read(&old, &ReadOptions { charset: Charset::from_name("gbk"), ..ReadOptions::default() }).unwrap();
    assert_eq!(told(&tree), "root h8 åö! i8 天元");
    let (tree, _) = read(&file, &ReadOptions { charset: Charset::from_name("gbk"), ..ReadOptions::default() }).unwrap();
    let western = WriteOptions { charset: Some(Charset::WESTERN), ..WriteOptions::default() };
    let written = write(&tree, &western).unwrap();
    assert_eq!((written.bytes, written.losses.count(Lost::Character)), (library(0, "7848 3F3F 0000"), 2));
    let torn = library(0, "7848 CC00");
    let error: ReadError =
        read(&torn, &ReadOptions { charset: Charset::from_name("gbk"), ..ReadOptions::default() }).unwrap_err();
    assert_eq!(error.to_string(), "byte 20: this is no text of the character set GBK");
}

#[test]
fn a_text_that_is_too_long_is_cut_between_two_characters_and_counted() {
    // The byte before the lines of a comment is one of its text.
    let room = MOST_TEXT - 1;
    for (comment, kept) in [
        ("x".repeat(room), room),
        ("x".repeat(room + 1), room),
        // Of a letter of two bytes nothing is left, nor of a line end.
        (format!("{}é", "x".repeat(room - 1)), room - 1),
        (format!("{}\n", "x".repeat(room - 1)), room - 1),
    ] {
        let mut tree = Tree::new(SIZE);
        tree.notes_mut(Tree::ROOT).comment = Some(comment.clone());
        let written = write(&tree, &WriteOptions::default()).unwrap();
        assert_eq!(written.losses.count(Lost::TextEnd), usize::from(kept < comment.len()));
        assert!(read_well(&written.bytes).root().notes().comment.as_deref() == Some(&comment[..kept]));
    }
    // Beside a long line there is no room for others; a label has room of its own.
    let mut tree = read_well(&library(0, "7840"));
    let last = tree.nodes().last().unwrap().id();
    let notes = tree.notes_mut(last);
    (notes.name, notes.comment) = (Some("x".repeat(MOST_TEXT)), Some("y".to_string()));
    notes.label = Some("z".repeat(MOST_TEXT + 1));
    let written = write(&tree, &WriteOptions::default()).unwrap();
    assert_eq!(written.losses.to_string(), "3 ends of texts of over 64 KiB");
    let tree = read_well(&written.bytes);
    let notes = tree.nodes().last().unwrap().notes();
    let lengths = [&notes.name, &notes.comment, &notes.label].map(|text| text.as_deref().map(str::len));
    assert_eq!(lengths, [Some(room), Some(0), Some(MOST_TEXT)]);
}

#[test]
fn what_could_not_be_read_is_not_written() {
    let mut tree = Tree::new(SIZE);
    let mut last = Tree::ROOT;
    for number in 0..DEEPEST + 1 {
        if number == DEEPEST {
            assert!(read_well(&write(&tree, &WriteOptions::default()).unwrap().bytes) == tree);
        }
        last = tree.add(last, Some(TreeMove::pass(Color::ALL[number % 2]))).unwrap();
    }
    let error = WriteError::TooManyMoves { moves: DEEPEST + 1, most: DEEPEST };
    assert_eq!(write(&tree, &WriteOptions::default()), Err(error));
}

#[test]
fn lines_of_libraries_that_are_joined_end_alike() {
    let usual = library(0, "7848 610D0A62 0000");
    // Here texts are in the tree as they are in the file.
    let mixed = library(0, "7808 610D0A62 0000 7949 0001 610A6200 780D0A79 0000");
    let both = library(0, "7808 610D0A62 0000 7949 0001 610D0A62 0000 780D0A79 0000");
    let other_mixed = library(0, "7808 610A6200 7949 0001 610D0A62 0000 780D0A79 0000");
    for (one, other) in [(&usual, &mixed), (&mixed, &usual), (&mixed, &other_mixed), (&mixed, &mixed)] {
        let mut joined = read_well(one);
        joined.merge(&read_well(other)).unwrap();
        assert_eq!(write(&joined, &WriteOptions::default()).unwrap().bytes, both);
    }
}

#[test]
fn libraries_that_are_joined_are_of_one_character_set() {
    let check = |one: &str, other: &str, both: &str| {
        let [one, other] = [one, other].map(|hex| read_well(&library(0, hex)));
        for trees in [[one.clone(), other.clone()], [other, one]] {
            let written = FileFormat::Library.write(&trees, &WriteOptions::default()).unwrap();
            assert_eq!((written.bytes, written.losses.to_string()), (library(0, both), "nothing".to_string()));
        }
    };
    // One that has ASCII alone does not tell it; UTF-8 gives way to the other where that holds its letters.
    check("7848 6100", "7800 7948 E400", "7808 6100 7948 E400");
    check("7848 C3B6 0000", "7800 7948 E400", "7808 F600 7948 E400");
    check("7848 E5A4A900", "7800 7948 E400", "7808 E5A4A900 7948 C3A4 0000");
    check("7848 C3B6 0000", "7800 7948 E5A4A900", "7808 C3B6 0000 7948 E5A4A900");
}

#[test]
fn other_boards_are_refused() {
    let tree = Tree::new(crate::point::BoardSize::square(20).unwrap());
    assert_eq!(write(&tree, &WriteOptions::default()), Err(WriteError::Size(tree.size())));
}

#[test]
fn a_tree_that_was_cut_off_is_told_from_a_line() {
    let check = |hex: &str, is_read: bool, told: &[&str]| {
        let file = library(0, hex);
        let found = read(&file, &ReadOptions::default());
        assert_eq!(found.is_ok(), is_read, "{hex}");
        let found = found.map_or_else(|error| vec![error], |(_, remarks)| remarks.first);
        let at = format!("byte {}: ", file.len());
        let told: Vec<String> = told.iter().map(|told| format!("{at}{told}")).collect();
        assert_eq!(found.iter().map(ReadError::to_string).collect::<Vec<_>>(), told, "{hex}");
        let salvage = ReadOptions { salvage: true, ..ReadOptions::default() };
        let (tree, remarks) = read(&file, &salvage).unwrap();
        assert_eq!((tree.len(), remarks.count), (file.len() / 2 - HEADER / 2 + 1, told.len()), "{hex}");
    };
    // Whole: a line that was saved alone, with a second first move, and a tree.
    check("7800 7900 7A00", true, &[]);
    check("7880 7900", true, &[]);
    check("7800 6840 ", true, &[]);
    check("7800 68C0 7740", true, &[]);
    // The same tree and a longer one without their ends, and one that ends in a second branch of the first line.
    let cut = "the file ends within the tree: more moves should follow";
    check("7800 68C0", false, &[cut]);
    check("7800 6880 6740 7700", false, &[cut]);
    check("7880 6880 6740 7780 7640", false, &[cut]);
    // A branch that was saved alone, the moves that lead to it having siblings; and a larger one, whole and cut off.
    let alone = "other moves should follow those of the first line: a branch was saved alone, or the file was cut off";
    check("7800 6980 5A40", true, &[alone]);
    check("7880 6980 5AC0 5B80 5C40 4B40", true, &[alone]);
    check("7880 6980 5AC0 5B80 5C40", false, &[cut]);
}
