//! Records of the Smart Game Format as trees, and trees as records.

use super::*;
use crate::color::Color;
use crate::game::Game;
use crate::point::{BoardSize, Rows};
use crate::record::format::FileFormat;
use crate::record::losses::Lost;
use crate::record::reading::{ReadOptions, Remarks};
use crate::record::tests::trees;
use crate::record::tree::{Node, Tree};
use crate::rule::RuleKind;
use crate::symmetry::Symmetry;

fn tree(text: &str) -> Tree {
    trees(FileFormat::Sgf, text, false).unwrap_or_else(|why| panic!("{text}: {why}")).0.swap_remove(0)
}

fn game(text: &str, moves: Option<usize>) -> Game {
    let tree = tree(text);
    tree.main_game(tree.rule.unwrap_or(RuleKind::Freestyle), moves).unwrap()
}

#[test]
fn records_become_games() {
    let check = |text: &str, moves: &str, to_move, rule, size: (usize, usize)| {
        let game = game(text, None);
        assert_eq!(game.to_text(Rows::FromBottom), moves, "{text}");
        assert_eq!((game.to_move(), game.rule()), (to_move, rule), "{text}");
        assert_eq!((game.size().width(), game.size().height()), size, "{text}");
    };
    use RuleKind::*;
    // A game without symmetry shows every mirrored coordinate.
    let moves = ";B[hh];W[ig];B[ki];W[ed];B[bn]";
    let text = "h8i9k7e12b2";
    check(&format!("(;FF[4]GM[4]SZ[15]RU[renju]{moves})"), text, Color::White, Renju, (15, 15));
    check(&format!("(;GM[4]RU[1]{moves}(;W[aa])(;W[bb]))"), &format!("{text}a15"), Color::Black, Standard, (15, 15));
    // A place on large boards, a pass on those up to 19; a pass may be empty too.
    check("(;GM[1]SZ[20:21];B[tt];W[aa])", "t2a21", Color::Black, Freestyle, (20, 21));
    check("(;GM[1];B[tt];W[aa];B[])", "a19", Color::White, Freestyle, (19, 19));
    check("(;GM[1]SZ[15];B[hh];W[tt];B[ii])", "h8i7", Color::White, Freestyle, (15, 15));
    check("(;SZ[15]RU[Caro, long];W[hh];W[hi])", "h8h7", Color::Black, Caro, (15, 15));
    check("(;SZ[6:5]AB[aa:ba]AW[fe]C[a puzzle])", "a5b5f1", Color::White, Freestyle, (6, 5));
    check("(;SZ[15]AB[aa]PL[B];AW[bb];B[cc])", "a15b14c13", Color::White, Freestyle, (15, 15));
    // Stones that are taken away between moves, and a move in the first node.
    check("(;SZ[15];B[hh];AE[hh];W[ii];B[hh])", "i7h8", Color::White, Freestyle, (15, 15));
    check("(;SZ[15]B[hh];W[ii])", "h8i7", Color::Black, Freestyle, (15, 15));
    // Names in small letters.
    check("(;sz[15]ru[renju];b[hh];w[ii])", "h8i7", Color::Black, Renju, (15, 15));
    // A game of Go programs with empty nodes.
    check("(;GM[1]SZ[15]CA[UTF-8];;B[hh];;W[ii])", "h8i7", Color::Black, Freestyle, (15, 15));
    // Those that leave out the game and the board are of 19x19 where something tells so.
    check("(;AP[GoGui:1.5];B[dd])", "d16", Color::White, Freestyle, (19, 19));
    check("(;AP[gogui-twogtp:1]GM[];B[dd])", "d16", Color::White, Freestyle, (19, 19));
    check("(;KM[6.5];B[dd])", "d16", Color::White, Freestyle, (19, 19));
    check("(;GM[ ]SZ[];B[dd];W[ss])", "d16s1", Color::Black, Freestyle, (19, 19));
    check("(;AP[other];B[dd];W[oo])", "d12o1", Color::Black, Freestyle, (15, 15));
    check("(;AP[GoGui:1.5]SZ[15];B[dd])", "d12", Color::White, Freestyle, (15, 15));
    // Servers that have another number for the game: what names no rule there is Renju.
    check("(;GM[5]AP[ZJRenju]SZ[15];B[hh])", "h8", Color::White, Renju, (15, 15));
    check("(;AP[ZJRenju]GM[5]RU[standard];B[hh])", "h8", Color::White, Standard, (15, 15));
    let orc = "(;GM[5]FF[4]SW[NO]5A[gg][hh]GN[a-b(B) : RIF rule]SZ[15]KM[5.5];B[hh];W[hg];)---";
    check(orc, "h8h9", Color::Black, Renju, (15, 15));
    check("(;GM[5]5A[gg]RU[]SZ[15];B[hh])", "h8", Color::White, Renju, (15, 15));
    check("(;GM[5]5A[gg]RU[Rated]SZ[15];B[hh])", "h8", Color::White, Renju, (15, 15));
    // Moves of both sides without a `;` between them.
    check("(;SZ[15]B[hh]W[ii]B[gg];W[ff])", "h8i7g9f10", Color::Black, Freestyle, (15, 15));
    check("(;B[cc]W[dd]SZ[9]KM[6.5];B[hh])", "c7d6h2", Color::White, Freestyle, (9, 9));
    // Blank values in lists, and a pass beside the corner.
    check("(;SZ[15]AB[aa][]AW[]AE[ ]TR[]LB[]L[]PL[];W[hh])", "a15h8", Color::Black, Freestyle, (15, 15));
    check("(;SZ[15:9];B[hh];W[pj];B[ii])", "h2i1", Color::White, Freestyle, (15, 9));
}

#[test]
fn a_comment_that_renlib_has_parted_is_a_name_and_a_comment() {
    for (given, name, comment) in [
        ("C[\u{8}all]", None, Some("all")),
        ("C[first\u{8}rest\u{8}more]", Some("first"), Some("rest\nmore")),
        ("C[first\u{8}]", Some("first"), None),
        ("N[own]C[first\u{8}rest]", Some("own"), Some("first\nrest")),
        ("C[plain]", None, Some("plain")),
    ] {
        let (trees, _) = trees(FileFormat::Sgf, &format!("(;SZ[15];B[hh]{given})"), false).unwrap();
        let notes = trees[0].main_line().last().unwrap().notes();
        assert_eq!((notes.name.as_deref(), notes.comment.as_deref()), (name, comment), "{given:?}");
    }
}

#[test]
fn a_game_is_read_as_far_as_is_asked() {
    let text = "(;SZ[15];B[hh];W[];B[ii];W[ij])";
    for (moves, expected) in [(Some(0), ""), (Some(2), "h8"), (Some(3), "h8i7"), (None, "h8i7i6")] {
        assert_eq!(game(text, moves).to_text(Rows::FromBottom), expected);
    }
    let (several, remarks) = trees(FileFormat::Sgf, "(;SZ[15];B[aa])(;SZ[9];B[bb])", false).unwrap();
    let sides: Vec<usize> = several.iter().map(|tree| tree.size().width()).collect();
    assert_eq!((sides, remarks.count), (vec![15, 9], 0));
}

#[test]
fn faults_are_told_with_their_place() {
    // What is left where damage is passed over, in the Smart Game Format.
    let check = |text: &str, message: &str, saved: &str| {
        assert_eq!(trees(FileFormat::Sgf, text, false).unwrap_err().to_string(), message, "{text}");
        let (trees, remarks) = trees(FileFormat::Sgf, text, true).unwrap();
        let written = String::from_utf8(write(&trees).unwrap().bytes).unwrap();
        let moves = written.split_once("SZ[15]").map_or(written.as_str(), |(_, rest)| rest.trim());
        assert_eq!(moves.replace('\n', ""), saved, "{text}");
        assert!(remarks.damage.iter().any(|remark| remark.to_string() == message), "{remarks:?}");
    };
    // Of a file without a game that is played here nothing is left.
    for (text, fault) in [
        ("(;GM[2])", "this is a record of another game (GM 2)"),
        ("(;GM[5]AP[x])(;GM[2])", "this is a record of another game (GM 5)"),
        ("(;SZ[52])", "a board of 52x52: sides go from 5 to 22"),
        ("(;SZ[x])", "\"x\" is no size of a board: sizes are 1 to 52, as in 15 or 20:15"),
    ] {
        for salvage in [false, true] {
            let why = trees(FileFormat::Sgf, text, salvage).unwrap_err().to_string();
            assert_eq!(why, format!("line 1, column 2 (byte 1): {fault}"), "{text}");
        }
    }
    check("(;SZ[15]\n;B[hh];W[pa])", "line 2, column 10 (byte 18): pa is not on the board of 15x15", ";B[hh])");
    check(
        "(;SZ[15];B[h8];W[aa])",
        "line 1, column 12 (byte 11): \"h8\" is no place on a board: places are two letters, as in hh",
        ")",
    );
    for (properties, saved) in
        [("B[hh]B[ii]", ";B[hh])"), ("B[hh][ii]", ";B[hh])"), ("B[hh]W[ii][jj]", ";B[hh];W[ii])")]
    {
        check(&format!("(;SZ[15];{properties})"), "line 1, column 9 (byte 8): two moves in one node", saved);
    }
    // Of several moves in the first node those before the damage stay.
    check("(;SZ[15]B[hh]W[pa];B[ii])", "line 1, column 16 (byte 15): pa is not on the board of 15x15", ";B[hh];B[ii])");
    let occupied = "line 1, column 18 (byte 17): move 2 cannot be played: the point is occupied";
    check("(;SZ[15];B[hh](;W[hh];B[aa])(;W[ii]))", &occupied.replace("18", "19").replace("17", "18"), ";B[hh];W[ii])");
    check("(;SZ[15];B[hh];W[hh])", occupied, ";B[hh])");
    let twice = "line 1, column 2 (byte 1): a stone cannot be set up: the point is occupied";
    check("(;SZ[15]AB[hh]AW[hh][aa])", twice, "AB[hh]AW[aa])");
    check("(;SZ[15]AB[pp])", "line 1, column 2 (byte 1): a stone of AB is not on the board of 15x15", ")");
    check("(;SZ[15]PL[x])", "line 1, column 2 (byte 1): \"x\" is no colour: it is B or W", ")");
    let bracket = "line 1, column 31 (byte 30): a ] that belongs to no property";
    check("(;SZ[15];B[hh];W[hi]C[good]bad];B[ii])", bracket, ";B[hh];W[hi]C[good];B[ii])");
    check(
        "(;SZ[15];B[hh];W[i",
        "line 1, column 17 (byte 16): the value that begins here is not closed by ]",
        ";B[hh];)",
    );
}

#[test]
fn games_after_a_bracket_in_a_wrong_place_are_read() {
    let file = "(;SZ[15]PW[[a]b];B[hh])(;SZ[9];B[aa])";
    let (given, remarks) = trees(FileFormat::Sgf, file, true).unwrap();
    assert_eq!((given.len(), remarks.count, remarks.damaged), (2, 1, 1));
    let (_, remarks) = trees(FileFormat::Sgf, &format!("(;SZ[15]{})", "]".repeat(50)), true).unwrap();
    assert_eq!((remarks.first.len(), remarks.count, remarks.damaged), (Remarks::KEPT, 50, 50));
}

#[test]
fn what_is_strange_is_remarked() {
    let remarks = |text: &str| {
        let (_, remarks) = trees(FileFormat::Sgf, text, false).unwrap();
        remarks.first.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    };
    assert_eq!(
        remarks("(;GM[4];B[hh])"),
        "line 1, column 2 (byte 1): the file names no size of the board: 15x15 was taken"
    );
    assert_eq!(
        remarks("(;GM[1];B[hh])"),
        "line 1, column 2 (byte 1): the file names no size of the board: 19x19 was taken"
    );
    let cut = "line 1, column 9 (byte 8): the last bracket is missing: the file may have been cut off";
    assert_eq!(remarks("(;SZ[15];B[hh]"), cut);
    // Drawings that do not lie on the board, in part or wholly, and a label without a text.
    let outside = |column: usize, place: &str| {
        format!("line 1, column {column} (byte {}): {place} is not on the board of 15x15", column - 1)
    };
    assert_eq!(remarks("(;SZ[15]LB[zz:y][hh:A]TR[zz])"), [outside(12, "zz"), outside(26, "zz")].join("; "));
    assert_eq!(remarks("(;SZ[15]SQ[nn:pp])"), outside(12, "nn:pp"));
    assert_eq!(remarks("(;SZ[15]L[zz])"), outside(11, "zz"));
    let label = "line 1, column 12 (byte 11): \"hh\" is no label: a point and a text, as in hh:A";
    assert_eq!(remarks("(;SZ[15]LB[hh])"), label);
    let rule = "line 1, column 12 (byte 11): \"Gomocup swap2\" is no rule that is known";
    assert_eq!(remarks("(;SZ[15]RU[Gomocup swap2])"), rule);
    assert_eq!(remarks("(;SZ[15]RU[ ])"), "");
    // Once for each node of the file.
    let several =
        "line 1, column 9 (byte 8): several moves in one node: each was taken for an answer to the one before it";
    assert_eq!(remarks("(;SZ[15];B[hh]W[ii]B[gg];W[ff])"), several);
    let value = |why: &str| format!("line 1, column 12 (byte 11): {why}");
    let pass = value("the first place off the board, in columns and in rows, was taken for a pass");
    assert_eq!(remarks("(;SZ[15];B[pp])"), pass);
    assert_eq!(remarks("(;SZ[19];B[tt])"), "");
    let guessed = trees(FileFormat::Sgf, "(;GM[4];B[pp])", false).unwrap_err().to_string();
    assert_eq!(guessed, "line 1, column 11 (byte 10): pp is not on the board of 15x15");
    let moves = ";B[hh];W[ig];B[ki];W[ed];B[bn]";
    assert_eq!(remarks("(;SZ[15]5A[aa];B[hh])"), value("\"a15\" is no refused fifth, for none was played"));
    assert_eq!(remarks(&format!("(;SZ[15]5A[pa]{moves})")), value("pa is not on the board of 15x15"));
    let occupied = value("move 5 cannot be played: the point is occupied");
    assert_eq!(remarks(&format!("(;SZ[15]5A[ed]{moves})")), occupied);
    // Stones that are set up make another move the fifth.
    let none = value("\"c13\" is no refused fifth, for none was played");
    for text in [format!("(;SZ[15]5A[cc]AB[aa]{moves})"), format!("(;SZ[15]5A[cc];AB[aa]AW[ab]{moves})")] {
        assert_eq!(remarks(&text), none, "{text}");
    }
}

#[test]
fn the_size_that_is_given_is_that_of_files_that_name_none() {
    let check = |text: &str, given: usize, side: usize| {
        let options = ReadOptions { size: BoardSize::square(given), ..ReadOptions::default() };
        let (trees, remarks) = FileFormat::Sgf.read_all(text.as_bytes(), &options).unwrap();
        assert_eq!((trees[0].size().width(), remarks.count), (side, 0), "{text}");
    };
    check("(;GM[4];B[tt])", 20, 20);
    check("(;GM[1];B[oo])", 15, 15);
    check("(;GM[4]SZ[15];B[oo])", 20, 15);
}

#[test]
fn damaged_characters_are_told() {
    let check = |bytes: &[u8], error: Option<&str>, told: &[&str], damaged: usize| {
        let read = |salvage: bool| {
            FileFormat::Sgf.read_all(bytes, &ReadOptions { salvage, ..ReadOptions::default() }).map(|(_, told)| told)
        };
        let whole = read(false).map(|remarks| remarks.first);
        let remarks = read(true).unwrap();
        assert_eq!((remarks.count, remarks.damaged), (told.len(), damaged), "{remarks:?}");
        assert_eq!(remarks.first.iter().map(ToString::to_string).collect::<Vec<_>>(), told);
        match error {
            Some(error) => assert_eq!(whole.unwrap_err().to_string(), error),
            None => assert_eq!(whole.unwrap(), remarks.first),
        }
    };
    let utf8 =
        "line 1, column 20 (byte 19): this is not UTF-8, which the file says it is: another character set can be given";
    check(b"(;SZ[15]CA[UTF-8]C[\xcc\xec])", Some(utf8), &[utf8], 1);
    let open = "line 1, column 19 (byte 18): the value that begins here is not closed by ]";
    let cut = "line 1, column 2 (byte 1): the last bracket is missing: the file may have been cut off";
    check(b"(;SZ[15]CA[UTF-8]C[\xcc\xec", Some(utf8), &[utf8, open, cut], 2);
    let torn = "line 1, column 21 (byte 20): this is no text of the character set GBK";
    check(b"(;SZ[15]CA[GB2312]C[\xff\xcc\xec])", None, &[torn], 0);
    let unknown = "line 1, column 9 (byte 8): the character set cannot be \"klingon\": it was guessed";
    check(b"(;SZ[15]CA[klingon]C[\xe4])", None, &[unknown], 0);
}

/// Everything that a tree can hold.
const FULL: &str = "(;FF[4]GM[4]CA[UTF-8]AP[other]SZ[15]GN[a]EV[b \\] c]PB[x]PW[y]RU[renju soosyrv-8]RE[B+R]AB[aa]AW[ba]PL[W]N[root]\
    C[first: a\\:b\nsecond]LB[hh:A][ii:B\\]][oo:z][aa:s];W[hh]XMS[350]C[x]MA[hh][cc]TR[dd:ed]XYZ[1][\\]2](;B[ii]N[5A]HO[1];W[])\
    (;B[ij]SQ[aa]CR[bb];;AE[aa]PL[B];B[aa]XRL[start][no move])(;B[]HO[1]N[]C[天元]))";

#[test]
fn everything_is_kept() {
    let tree = tree(FULL);
    assert_eq!((tree.rule, tree.head.len()), (Some(RuleKind::Renju), 6));
    let written = String::from_utf8(write(std::slice::from_ref(&tree)).unwrap().bytes).unwrap();
    let (again, remarks) = trees(FileFormat::Sgf, &written, false).unwrap();
    assert_eq!((again.as_slice(), remarks.count), ([tree.clone()].as_slice(), 0), "{written}");
    assert_eq!(String::from_utf8(write(&again).unwrap().bytes).unwrap(), written);
    let first = tree.root().children().next().unwrap();
    assert_eq!(first.notes().label.as_deref(), Some("A"));
    assert!(first.notes().marked && first.notes().marks.len() == 3 && first.notes().milliseconds == Some(350));
    let labels: Vec<&str> = tree.root().notes().labels.iter().map(|label| label.text.as_str()).collect();
    assert_eq!(labels, ["B]", "z", "s"]);
    assert_eq!(tree.root().notes().comment.as_deref(), Some("first: a:b\nsecond"));
    assert_eq!(first.notes().properties, [("XYZ".to_string(), vec!["1".to_string(), "\\]2".to_string()])]);
    let moves: Vec<bool> = first.children().map(|node: Node<'_>| node.notes().marked).collect();
    assert_eq!(moves, [false, false, true]);
}

#[test]
fn properties_that_would_not_be_read_again_are_left_out_and_counted() {
    let whole = tree("(;SZ[15];B[hh]XYZ[1])");
    let node = whole.root().main_child().unwrap().id();
    for (name, values, is_kept) in [
        ("ABC", &["1", "\\]", "\\\\"][..], true),
        ("GN", &["a head, which the root alone has"], true),
        ("", &["1"], false),
        ("bad name", &["1"], false),
        ("A5", &["1"], true),
        ("abc", &["1"], false),
        ("ABC", &[], false),
        ("ABC", &["]"], false),
        ("ABC", &["\\"], false),
        ("W", &["aa"], false),
        ("CR", &["aa"], false),
    ] {
        let mut tree = whole.clone();
        let values = values.iter().map(ToString::to_string).collect();
        tree.notes_mut(node).properties.push((name.to_string(), values));
        let written = write(std::slice::from_ref(&tree)).unwrap();
        assert_eq!(written.losses.count(Lost::Property), usize::from(!is_kept), "{name}");
        let text = String::from_utf8(written.bytes).unwrap();
        let again = trees(FileFormat::Sgf, &text, false).unwrap().0.swap_remove(0);
        assert!(again == *if is_kept { &tree } else { &whole }, "{text}");
    }
}

#[test]
fn a_comment_that_is_a_time_alone_is_the_time_of_its_move() {
    for (properties, milliseconds, comment) in [
        ("C[12ms]", Some(12), None),
        ("C[12ms]XMS[7]", Some(7), Some("12ms")),
        ("C[12ms, well played]", None, Some("12ms, well played")),
        ("C[ms]", None, Some("ms")),
    ] {
        let tree = tree(&format!("(;SZ[15];B[hh]{properties})"));
        let notes = tree.root().main_child().unwrap().notes();
        assert_eq!((notes.milliseconds, notes.comment.as_deref()), (milliseconds, comment), "{properties}");
        let written = String::from_utf8(write(std::slice::from_ref(&tree)).unwrap().bytes).unwrap();
        assert_eq!(trees(FileFormat::Sgf, &written, false).unwrap().0, std::slice::from_ref(&tree), "{written}");
    }
}

#[test]
fn what_is_written_is_what_other_programs_read() {
    for (read, part) in [
        // How variations are shown.
        ("(;SZ[15]ST[2];B[hh])", "ST[2]"),
        // Some programs of Go refuse every other game.
        ("(;GM[1]SZ[15];B[hh])", ";FF[4]GM[1]CA"),
        ("(;AP[GoGui:1.5]SZ[15];B[hh])", ";FF[4]GM[1]CA"),
        ("(;B[hh];W[ss])", ";FF[4]GM[1]CA"),
        ("(;GM[4]SZ[15];B[hh])", ";FF[4]GM[4]CA"),
        ("(;SZ[19];B[ss])", ";FF[4]GM[4]CA"),
        // Crosses of old files.
        ("(;SZ[15];B[hh]Markered[hh][aa]MA[aa][bb])", ";B[hh]MA[hh][aa][bb])"),
        // What is told of a node with moves of both sides.
        ("(;SZ[15];B[]TB[aa:cc]TW[dd:ee]W[]C[said])", ";B[];W[]C[said]TB[aa:cc]TW[dd:ee])"),
        // A sign on each point of an area, and the value of a hotspot.
        ("(;SZ[15];B[aa]TR[dd][cc:ee])", "TR[dd][cc][dc][ec][cd][ed][ce][de][ee])"),
        ("(;SZ[15];B[hh]HO[2])", ";B[hh]HO[2])"),
        // Fifths that were refused, and how many there were.
        ("(;SZ[15]5A[ce][hg];B[hh];W[ig];B[ki];W[ed];B[bn])", "\n(;B[bn])\n(;B[ce]N[5A])\n(;B[hg]N[5A]))"),
        ("(;SZ[15]5A[2]C[said];B[hh])", "]SZ[15]C[said\n5A: 2]\n;B[hh])"),
        ("(;SZ[15]5A[ce hg];B[hh];W[ig];B[ki];W[ed];B[bn])", "\n(;B[bn])\n(;B[ce]N[5A])\n(;B[hg]N[5A]))"),
        // Another name for them, where it has points and a fourth move is there.
        ("(;SZ[15]5A[ce]FA[hg];B[hh];W[ig];B[ki];W[ed];B[bn])", "\n(;B[bn])\n(;B[ce]N[5A])\n(;B[hg]N[5A]))"),
        ("(;SZ[15]FA[ce];B[hh];W[ig];B[ki];W[ed];B[bn])", "]SZ[15]\n;B[hh]"),
        ("(;FA[ce]SZ[15]B[hh];W[ig];B[ki];W[ed];B[bn])", "]SZ[15]\n;B[hh];W[ig]"),
        ("(;SZ[15]FA[ce][NO];B[hh];W[ig];B[ki];W[ed];B[bn])", "]SZ[15]FA[ce][NO]\n;B[hh]"),
        ("(;SZ[15]FA[ce];B[hh])", "]SZ[15]FA[ce]\n;B[hh])"),
    ] {
        let written = String::from_utf8(write(&[tree(read)]).unwrap().bytes).unwrap();
        assert!(written.contains(part), "{read}: {written}");
    }
}

#[test]
fn a_move_that_is_called_none_is_none() {
    let tree = tree("(;SZ[15];B[hh](;W[aa]XRL[no move]C[said])(;W[ii]))");
    let game = tree.main_game(RuleKind::Freestyle, None).unwrap();
    assert_eq!(game.to_text(Rows::FromBottom), "h8i7");
    let mut turned = tree.clone();
    turned.turn(Symmetry::ALL[1]);
    for (tree, place) in [(&tree, "aa"), (&turned, "oa")] {
        let written = String::from_utf8(write(std::slice::from_ref(tree)).unwrap().bytes).unwrap();
        assert!(written.contains(&format!("(;C[said]XRL[no move:{place}])")), "{written}");
        assert_eq!(trees(FileFormat::Sgf, &written, false).unwrap().0, std::slice::from_ref(tree));
    }
}

#[test]
fn properties_of_points_are_turned_with_the_board() {
    let check = |symmetry: Symmetry, values: &str, expected: &str| {
        let before = tree(&format!("(;SZ[8:5]{values})"));
        let mut turned = before.clone();
        turned.turn(symmetry);
        let written = String::from_utf8(write(std::slice::from_ref(&turned)).unwrap().bytes).unwrap();
        assert!(written.contains(expected), "{written}");
        turned.turn(symmetry.inverse());
        assert_eq!(turned, before);
    };
    let mirrored = Symmetry::ALL[1];
    let quarter = Symmetry::ALL[5];
    // A line has a direction, the corners of a rectangle have none, and what is empty clears.
    check(mirrored, "AR[hb:bd]LN[bd:hb]SL[ha][ab:cd]DD[]", "AR[ab:gd]LN[gd:ab]SL[aa][fb:hd]DD[]");
    check(quarter, "AR[hb:bd]LN[bd:hb]SL[ha]VW[]", "AR[ba:dg]LN[dg:ba]SL[aa]VW[]");
    check(quarter, "DD[aa:he]VW[hb]TB[ab:cd]TW[bb][ha]", "DD[aa:eh]VW[ba]TB[bf:dh]TW[bg][aa]");
    // What is no point of the board, and a property that nobody knows.
    check(quarter, "AR[aa:][aa:iz]LN[ha:hb:hc]SL[zz][h1]XYZ[ha]", "AR[aa:][aa:iz]LN[ha:hb:hc]SL[zz][h1]XYZ[ha]");
}

#[test]
fn the_rule_that_is_written_is_that_of_the_tree() {
    use RuleKind::*;
    let check = |words: &str, rule: RuleKind, expected: &str| {
        let mut changed = tree(&format!("(;SZ[15]RU[{words}];B[hh])"));
        changed.rule = Some(rule);
        let written = String::from_utf8(write(&[changed]).unwrap().bytes).unwrap();
        assert!(written.contains(&format!("RU[{expected}]")), "{written}");
        assert_eq!(tree(&written).rule, Some(rule), "{written}");
    };
    check("Gomocup swap2", Renju, "renju Gomocup swap2");
    check("RIF", Renju, "RIF");
    check("freestyle", Renju, "renju");
    check("renju soosyrv-8", Standard, "standard");
    check("renju soosyrv-8", Renju, "renju soosyrv-8");
    check("4", Renju, "4");
}

#[test]
fn rules_are_known_wherever_they_are_named() {
    use RuleKind::*;
    for (words, rule) in [
        ("rif renju", Some(Renju)),
        ("Renju-RIF", Some(Renju)),
        ("RENJU_2009", Some(Renju)),
        ("RIF", Some(Renju)),
        ("Taraguchi-10", Some(Renju)),
        ("Soosõrv 8", Some(Renju)),
        ("Opening: Yamaguchi", Some(Renju)),
        ("swap2 (standard)", Some(Standard)),
        ("Caro_Overline", Some(CaroOverline)),
        ("8 of Gomocup", Some(CaroOverline)),
        ("Renju2009", Some(Renju)),
        ("Renju4", Some(Renju)),
        ("caro overline", Some(CaroOverline)),
        ("Caro, long", Some(Caro)),
        ("designated D6", Some(Renju)),
        ("designated: D6 Ugetsu (rain moon)", Some(Renju)),
        ("Free-style", Some(Freestyle)),
        ("free", Some(Freestyle)),
        ("free opening of Renju", Some(Renju)),
        ("swap2", None),
        ("15 4", None),
        ("Sakata (Free)", Some(Renju)),
        ("Jonsson", Some(Renju)),
        // One word of KataGomo.
        ("basicruleRENJUvcnruleNOVCfirstpasswin0maxmoves0", Some(Renju)),
        ("basicruleFREESTYLEvcnruleNOVCfirstpasswin0maxmoves0komi7.5", Some(Freestyle)),
        ("basicruleSTANDARDvcnruleVC2Bfirstpasswin0maxmoves0", Some(Standard)),
    ] {
        assert_eq!(tree(&format!("(;SZ[15]RU[{words}])")).rule, rule, "{words}");
    }
    // Behind the players in a title, whole, where no rule is told.
    for (title, rule) in [
        ("a-b(B) : RIF rule", Some(Renju)),
        ("a : b-c(W) : Jonsson (Rated)", Some(Renju)),
        ("a-b(B) : Yamaguchi (Free) Timing: 10 min", Some(Renju)),
        ("a-b : Soosõrv 8", Some(Renju)),
        ("a-b(B) : RIF rule]RU[standard", Some(Standard)),
        ("a-b(B) : RIF rule]RU[swap2", Some(Renju)),
        ("a : b]RU[swap2", None),
        ("Final : a Renju game", None),
        ("a-b : Swap2 (Free)", None),
        ("a-b : Free", None),
        ("Renju", None),
    ] {
        assert_eq!(tree(&format!("(;SZ[15]GN[{title}])")).rule, rule, "{title}");
    }
}

#[test]
fn texts_of_one_line_have_one() {
    let tree = tree("(;SZ[15]PB[a\nb]GC[a\nb]N[c\r\nd]N[e]LB[hh:f\ng]C[h\ni])");
    let notes = tree.root().notes();
    assert_eq!((notes.name.as_deref(), notes.comment.as_deref()), (Some("c d, e"), Some("h\ni")));
    assert_eq!(notes.labels[0].text, "f g");
    assert_eq!([Head::Black, Head::GameComment].map(|head| tree.head[&head].as_str()), ["a b", "a\nb"]);
    // Libraries have names and labels of several lines, with line ends of any kind.
    let mut several = tree.clone();
    several.head.insert(Head::Black, "a\nb".to_string());
    let notes = several.notes_mut(Tree::ROOT);
    notes.labels[0].text = "f\rg".to_string();
    let written = write(&[several]).unwrap();
    assert_eq!(written.losses.to_string(), "2 ends of lines (now blanks)");
    assert_eq!(trees(FileFormat::Sgf, std::str::from_utf8(&written.bytes).unwrap(), false).unwrap().0, [tree]);
}

#[test]
fn what_is_written_of_texts_is_read_as_it_was() {
    let check = |name: Option<&str>, comment: Option<&str>, expected: &str, lost: &str| {
        let mut first = tree("(;SZ[15];B[hh])");
        let id = first.main_line().last().unwrap().id();
        let [name, comment] = [name, comment].map(|text| text.map(str::to_string));
        (first.notes_mut(id).name, first.notes_mut(id).comment) = (name, comment);
        let written = write(&[first]).unwrap();
        let text = String::from_utf8(written.bytes.clone()).unwrap();
        assert!(text.contains(&format!(";B[hh]{expected})")), "{text:?}");
        assert_eq!(written.losses.to_string(), lost, "{text:?}");
        assert_eq!(write(&[tree(&text)]).unwrap().bytes, written.bytes, "{text:?}");
    };
    // A name of several lines stands before the comment, as RenLib has both.
    check(Some("a\nb"), Some("c\nd"), "C[a\nb\u{8}c\nd]", "nothing");
    check(Some("a\nb"), None, "C[a\nb\u{8}]", "nothing");
    check(Some("a"), Some("b"), "N[a]C[b]", "nothing");
    // Tabs are blanks.
    check(Some("a\tb"), Some("c\td\u{b}"), "N[a b]C[c d ]", "3 tabs (now blanks)");
    // The sign that stands between both is the end of a line within a comment.
    check(Some("a"), Some("b\u{8}c"), "N[a]C[b\nc]", "nothing");
    check(None, Some("b\u{8}c"), "C[b\nc]", "nothing");
}

#[test]
fn variations_of_any_depth_are_written() {
    use crate::record::tree::TreeMove;
    use crate::record::writing::WriteError;
    let mut tree = Tree::new(crate::point::BoardSize::square(15).unwrap());
    let mut last = Tree::ROOT;
    for number in 0..crate::sgf::DEEPEST + 1 {
        tree.add(last, Some(TreeMove::pass(Color::Black))).unwrap();
        last = tree.add(last, Some(TreeMove::pass(Color::ALL[number % 2]))).unwrap();
        if number == crate::sgf::DEEPEST - 3 {
            let text = String::from_utf8(write(std::slice::from_ref(&tree)).unwrap().bytes).unwrap();
            assert_eq!(trees(FileFormat::Sgf, &text, false).unwrap().0, [tree.clone()]);
        }
    }
    assert_eq!(write(&[tree]), Err(WriteError::TooDeep(crate::sgf::DEEPEST)));
}
