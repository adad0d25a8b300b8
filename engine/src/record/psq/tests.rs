//! Tests of the records of Piskvork.

use super::super::format::FileFormat;
use super::super::losses::Lost;
use super::super::tests::{only_tree, trees};
use super::super::tree::TreeMove;
use super::*;
use crate::point::Rows;

fn tree(text: &str, salvage: bool) -> Result<Tree, ReadError> {
    let options = ReadOptions { salvage, ..ReadOptions::default() };
    only_tree(FileFormat::Psq, text.as_bytes(), &options).map(|(tree, _)| tree)
}

#[test]
fn records_become_games() {
    let check = |text: &str, moves: &str, heads: [Option<&str>; 4]| {
        assert!(is_psq(text), "{text}");
        let tree = tree(text, false).unwrap();
        let game = tree.main_game(RuleKind::Freestyle, None).unwrap();
        assert_eq!(game.to_text(Rows::FromBottom), moves, "{text}");
        let found = [Head::Black, Head::White, Head::Event, Head::Result].map(|head| tree.head.get(&head));
        assert_eq!(found.map(|text| text.map(String::as_str)), heads, "{text}");
    };
    // A game without symmetry shows every mirrored coordinate.
    let stones = "8,8,0\r\n9,7,12\r\n11,9,0\r\n5,4,1500\r\n2,14,7\r\n";
    let (game, players) = ("h8i9k7e12b2", [Some("one"), Some("two"), None, None]);
    check(&format!("Piskvorky 15x15, 11:11, 0\r\n{stones}one\r\ntwo\r\n-1\r\n"), game, players);
    check(&format!("Piskvorky 15x15, 11:11, 1\r\n{stones}two\r\none\r\n-1\r\n"), game, players);
    check(&format!("Piskvorky 15x15, 11:11, 1\r\n{stones}-1\r\n"), game, [None; 4]);
    check(
        &format!("Piskvorky 15x15, 11:11, 0\r\n{stones}12\r\n7\r\n-1\r\n"),
        game,
        [Some("12"), Some("7"), None, None],
    );
    check(
        &format!("Piskvorky 15x15, 11:11, 0\n{stones}3,4x\n5,6 y\n1\n2,Freestyle15_1\n"),
        game,
        [Some("3,4x"), Some("5,6 y"), Some("Freestyle15_1"), Some("B+")],
    );
    check(&format!("Piskvorky 15x15\n{stones}-1\n0,Renju\n"), game, [None, None, Some("Renju"), Some("0")]);
    // A blank line is a name that is empty, or nothing where no names are.
    let after = |text: &str, heads: [Option<&str>; 4]| check(&format!("Piskvorky 15x15\n{stones}{text}"), game, heads);
    after("\ntwo\n-1\n", [None, Some("two"), None, None]);
    after("one\n\n-1\n2,Cup\n", [Some("one"), None, Some("Cup"), Some("B+")]);
    after("\"\"\ntwo\n-1\n\n1,Cup\n", [None, Some("two"), Some("Cup"), Some("B+")]);
    after("\n\n-1\n1,Cup\n", [None, None, Some("Cup"), Some("B+")]);
    after("\n-1\n1,Cup\n", [None, None, Some("Cup"), Some("B+")]);
    after("\none\ntwo\n-1\n", [Some("one"), Some("two"), None, None]);
    for text in ["one\ntwo\n", "\none\ntwo\n", "one\ntwo\n\n-1\n", "\none\n\ntwo\n-1\n"] {
        after(text, [Some("one"), Some("two"), None, None]);
    }
    after("two\n-1\n", [None; 4]);
    // A number after that of how the game ended is none of the names.
    after("one\ntwo\n-1\n0\n", [Some("one"), Some("two"), None, None]);
    // What is no time takes no stone away.
    check("Piskvorky 15x15\n8,8,-1\n9,7,3.5\n11,9,\n-1\n", "h8i9k7", [None; 4]);
    check("piskvorky 20x15 , 0 - 0\n\n20, 1\n 1 ,15, 4\n-1", "t15a1", [None; 4]);
    check(&format!("Piskvorky 15x15, 11:11, 0\n{stones}one\ntwo\n-1\n").replace("\r\n", "\r"), game, players);
    check(
        &format!("Piskvorky 15x15\n{stones}\ntwo\n-1\n").replace("\r\n", "\n").replace('\n', "\r"),
        game,
        [None, Some("two"), None, None],
    );
    check("Piskvorky 5 x 6, 11:11, 0\n", "", [None; 4]);
    let from_zero = "Piskvorky 15x15, 11:11, 0\n7,0,0\n8,6,12\n-1\n";
    check(from_zero, "h15i9", [None; 4]);
    let (_, remarks) = trees(FileFormat::Psq, from_zero, false).unwrap();
    assert_eq!((remarks.count, &remarks.first[0].fault), (1, &Fault::Doubtful(FROM_ZERO)));
}

#[test]
fn the_stones_tell_who_won() {
    // Black makes six.
    let six = "1,1,9\n1,15,9\n2,1,9\n3,15,9\n3,1,9\n5,15,9\n5,1,9\n7,15,9\n6,1,9\n9,15,9\n4,1,9\n";
    let taken = "line 4, column 1 (byte 29): move 3 cannot be played: the point is occupied";
    let off = "line 4, column 1 (byte 29): 16,8 (counted from 1) is not on the board of 15x15";
    let zero = "line 4, column 1 (byte 29): 0,8: coordinates are counted from 1 here; a .rec file, or one of another \
                program, counts from 0";
    for (stones, end, result, told) in [
        // The number of a colour, of a player, of either, of nobody, and one that is unknown.
        ("8,8,0\n9,7,0\n11,9,5\n5,4,3\n", "2,Cup", Some("W+"), None),
        ("8,8,0\n9,7,0\n11,9,0\n5,4,3\n", "1,Cup", Some("W+"), None),
        ("8,8,0\n9,7,0\n11,9,0\n", "1,Cup", None, None),
        ("8,8,0\n9,7,0\n11,9,5\n", "0,Cup", Some("0"), None),
        ("8,8,0\n9,7,0\n11,9,5\n", "3,Cup", None, None),
        (six, "1,Freestyle15_1", Some("B+"), None),
        (six, "2,Renju15_1", Some("W+"), None),
        ("8,8,0\n9,7,12\n8,8,3\n", "2,Cup", Some("W+"), Some(taken)),
        ("8,8,0\n9,7,12\n16,8,3\n", "2,Cup", Some("W+"), Some(off)),
        ("8,8,0\n9,7,12\n0,8,3\n", "2,Freestyle15_1", Some("W+"), Some(zero)),
    ] {
        let text = format!("Piskvorky 15x15\n{stones}one\ntwo\n-1\n{end}\n");
        let (trees, remarks) = trees(FileFormat::Psq, &text, false).unwrap();
        assert_eq!(trees[0].head.get(&Head::Result).map(String::as_str), result, "{text}");
        assert_eq!(remarks.first.first().map(ToString::to_string).as_deref(), told, "{text}");
    }
}

#[test]
fn faults_are_told_with_their_place() {
    let check = |text: &str, message: &str, saved: usize| {
        assert_eq!(tree(text, false).unwrap_err().to_string(), message, "{text}");
        match tree(text, true) {
            Ok(tree) => assert_eq!(tree.nodes().count(), saved + 1),
            Err(error) => assert_eq!((error.to_string().as_str(), saved), (message, 0)),
        }
    };
    check("", "line 1, column 1 (byte 0): a PSQ file begins with Piskvorky WIDTHxHEIGHT", 0);
    check("Piskvorky", "line 1, column 1 (byte 0): a PSQ file begins with Piskvorky WIDTHxHEIGHT", 0);
    check("Piskvorky 15,15", "line 1, column 1 (byte 0): a PSQ file begins with Piskvorky WIDTHxHEIGHT", 0);
    check("\nPiskvorky 30x30", "line 2, column 1 (byte 1): a board of 30x30: sides go from 5 to 22", 0);
    let from_zero = "0,3: coordinates are counted from 1 here; a .rec file, or one of another program, counts from 0";
    check("Piskvorky 15x15\n15,1,0\n0,3,0", &format!("line 3, column 1 (byte 23): {from_zero}"), 1);
    let off = "line 2, column 1 (byte 16): 16,1 (counted from 1) is not on the board of 15x15";
    check("Piskvorky 15x15\n16,1", off, 0);
    let occupied = "line 3, column 1 (byte 20): move 2 cannot be played: the point is occupied";
    for after in ["2,2", "2,2\n3,3\n-1\n", "-1\n"] {
        check(&format!("Piskvorky 15x15\n1,1\n1,1\n{after}"), occupied, 1);
    }
    let damaged = "line 3, column 1 (byte 22): \"9,x,0\" is no stone, and stones follow";
    let text = "Piskvorky 15x15\n8,8,0\n9,x,0\n7,7,0\n6,6,0\none\ntwo\n-1\n";
    check(text, damaged, 1);
    assert_eq!(tree(text, true).unwrap().head[&Head::Black], "one");
}

#[test]
fn a_line_that_stands_alone_after_the_moves_is_told() {
    for (end, told) in
        [("9,", Some("9,")), ("9,7x", Some("9,7x")), ("two\n-1\n", Some("two")), ("", None), ("-1\n", None)]
    {
        let text = format!("Piskvorky 15x15\n8,8,0\n{end}");
        let (trees, remarks) = trees(FileFormat::Psq, &text, false).unwrap();
        let remark = told.map(|line| format!("line 3, column 1 (byte 22): {line:?} is no stone, nor one of two names"));
        assert_eq!((remarks.first.first().map(ToString::to_string), trees[0].nodes().count()), (remark, 2), "{text}");
    }
}

#[test]
fn a_damaged_last_stone_is_no_name() {
    let text = "Piskvorky 15x15\n8,8,5\n1O,9,0\n\n12\n7\n-1\n1,Cup\n";
    let (trees, remarks) = trees(FileFormat::Psq, text, false).unwrap();
    let told = "line 3, column 1 (byte 22): \"1O,9,0\" is no stone, nor one of two names";
    assert_eq!((remarks.count, remarks.first[0].to_string().as_str()), (1, told));
    // Nobody knows who made the last stone.
    let found = [Head::Black, Head::White, Head::Result].map(|head| trees[0].head.get(&head).map(String::as_str));
    assert_eq!(found, [Some("12"), Some("7"), None]);
    let check = |end: &str, damaged: usize, players: [Option<&str>; 2]| {
        let text = format!("Piskvorky 15x15\n8,8,0\n{end}");
        let (trees, remarks) = self::trees(FileFormat::Psq, &text, false).unwrap();
        assert_eq!((remarks.count, remarks.first[0].to_string().as_str()), (damaged, told), "{end}");
        let found = [Head::Black, Head::White].map(|head| trees[0].head.get(&head).map(String::as_str));
        assert_eq!(found, players, "{end}");
    };
    check("1O,9,0\n2O,3,0\none\ntwo\n-1\n", 2, [Some("one"), Some("two")]);
    check("1O,9,0\none\ntwo\n", 1, [Some("one"), Some("two")]);
    check("1O,9,0\n\ntwo\n-1\n", 1, [None, Some("two")]);
}

#[test]
fn a_file_that_may_have_been_cut_off_is_told() {
    for (text, told) in [
        ("8,8,0\n9,7", true),
        ("8,8,0\r\n9,7,1", true),
        ("8,8,0\n9", true),
        ("8,8,0\n9,7,0\n1", true),
        ("8,8,0\n9\n", false),
        ("8,8,0\n9,7,12\n", false),
        ("8,8,0\r9,7,12\r", false),
        ("8,8,0\n-1", false),
        ("8,8,0\none\ntwo", false),
        ("", false),
    ] {
        let (_, remarks) = trees(FileFormat::Psq, &format!("Piskvorky 15x15\n{text}"), false).unwrap();
        let faults: Vec<&Fault> = remarks.first.iter().map(|remark| &remark.fault).collect();
        assert_eq!(faults, if told { vec![&Fault::OpenLine] } else { Vec::new() }, "{text}");
    }
}

#[test]
fn the_rule_is_that_of_the_league() {
    for (league, rule) in [
        ("Renju15_1", Some(RuleKind::Renju)),
        ("Freestyle20", Some(RuleKind::Freestyle)),
        ("standard", Some(RuleKind::Standard)),
        ("Caro15_1", None),
        ("Fastgame20_2", Some(RuleKind::Freestyle)),
        ("Cup", None),
        ("", None),
    ] {
        let text = format!("Piskvorky 15x15\n8,8,0\none\ntwo\n-1\n2,{league}\n");
        assert_eq!(tree(&text, false).unwrap().rule, rule, "{league}");
    }
}

#[test]
fn what_is_written_is_read_again() {
    let text = "Piskvorky 15x20, 11:11, 0\r\n8,8,0\r\n9,7,12\r\n11,20,1500\r\na b\r\n\"3,4\"\r\n-1\r\n";
    let mut tree = tree(text, false).unwrap();
    let written = write(&tree, &WriteOptions::default()).unwrap();
    assert_eq!((String::from_utf8(written.bytes).unwrap().as_str(), written.losses.is_empty()), (text, true));
    // Piskvork takes the first two numbers of a line, whatever follows.
    for name in ["x,4,5", "3,4x", "1,5s", " 7, 8 bot", "-1,+2", "12", "3,4"] {
        tree.head.insert(Head::White, name.to_string());
        let expected = text.replace("3,4", name.trim());
        assert_eq!(String::from_utf8(write(&tree, &WriteOptions::default()).unwrap().bytes).unwrap(), expected);
    }
    // What is written for a missing name is none when it is read.
    tree.head.remove(&Head::Black);
    let again =
        self::tree(&String::from_utf8(write(&tree, &WriteOptions::default()).unwrap().bytes).unwrap(), false).unwrap();
    assert_eq!(again.head.into_iter().collect::<Vec<_>>(), [(Head::White, "\"3,4\"".to_string())]);
    let last = tree.main_line().last().unwrap().id();
    tree.add(last, Some(TreeMove::pass(Color::White))).unwrap();
    assert_eq!(write(&tree, &WriteOptions::default()), Err(WriteError::Pass("at h13 i14 k1 pass".to_string())));
}

#[test]
fn names_keep_the_character_set_in_which_they_were_read() {
    let written = |name: &[u8], read: Option<&str>, asked: Option<&str>, format: FileFormat| {
        let head = if format == FileFormat::Psq { "Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n" } else { "" };
        let end = if format == FileFormat::Psq { "\r\nb\r\n-1\r\n" } else { "\r\nb\r\n7,7,0\r\n-1\r\n" };
        let file = [head.as_bytes(), name, end.as_bytes()].concat();
        let charset = |name: Option<&str>| name.and_then(Charset::from_name);
        let options = ReadOptions { charset: charset(read), ..ReadOptions::default() };
        let (trees, _) = format.read_all(&file, &options).unwrap();
        let options = WriteOptions { charset: charset(asked), ..WriteOptions::default() };
        let written = format.write(&trees, &options).unwrap();
        let name = written.bytes.strip_prefix(head.as_bytes()).unwrap().strip_suffix(end.as_bytes()).unwrap();
        (name.to_vec(), written.losses.count(Lost::Character))
    };
    let heart: &[u8] = b"\xde\xc4\xd0\xc4";
    for format in [FileFormat::Psq, FileFormat::Rec] {
        assert!(format.takes_charset());
        assert_eq!(written(heart, Some("gbk"), None, format), (heart.to_vec(), 0));
        assert_eq!(written(heart, None, None, format), (heart.to_vec(), 0));
        assert_eq!(written("弈心".as_bytes(), None, None, format), ("弈心".as_bytes().to_vec(), 0));
        assert_eq!(written(heart, Some("gbk"), Some("utf-8"), format), ("弈心".as_bytes().to_vec(), 0));
        assert_eq!(written("弈心".as_bytes(), None, Some("gbk"), format), (heart.to_vec(), 0));
        assert_eq!(written("弈心".as_bytes(), None, Some("windows-1252"), format), (b"??".to_vec(), 2));
    }
    // A name that is changed may have letters that the old character set does not have.
    let mut tree = tree("Piskvorky 15x15\n8,8,0\na\nb\n-1\n", false).unwrap();
    tree.texts.charset = Charset::WESTERN;
    tree.head.insert(Head::Black, "弈心".to_string());
    let written = write(&tree, &WriteOptions::default()).unwrap();
    assert!(String::from_utf8(written.bytes).unwrap().contains("\r\n弈心\r\n") && written.losses.is_empty());
}
