//! Formats as they are recognised and changed into one another.

use super::*;

#[test]
fn files_are_known_by_what_they_hold() {
    let check = |bytes: &[u8], extension: Option<&str>, expected: Option<FileFormat>| {
        assert_eq!(FileFormat::recognise(bytes, extension), expected, "{}", String::from_utf8_lossy(bytes));
    };
    check(b"\xffRenLib\xff\x03", Some("sgf"), Some(FileFormat::Library));
    check(b"\xef\xbb\xbf\n( ;GM[4])", Some("lib"), Some(FileFormat::Sgf));
    check(b"(;GM[4]CA[gbk]C[\xcc\xec])", None, Some(FileFormat::Sgf));
    check(b"Piskvorky 15x15", None, Some(FileFormat::Psq));
    check(b"<?xml version=\"1.0\"?><database>", Some("xml"), Some(FileFormat::RenjuNet));
    check(b"<?xml version=\"1.0\"?>\n<root>\n<game>\n<id>1</id>", None, Some(FileFormat::RenjuNet));
    check(b"x=[,,,88,,,]\n", None, Some(FileFormat::Bdt));
    check(b"A title\nx=[,,,88]\n", None, Some(FileFormat::Bdt));
    check(b"15\n15\n1\n7 7\n", None, Some(FileFormat::Sav));
    check(b"\x02\x70\x71", None, Some(FileFormat::Pos));
    // Nine moves that read as a tab and letters.
    check(b"\tpqrabcSTU", None, Some(FileFormat::Pos));
    // A drawing of 47 bytes, whose first is 46: only a name makes it moves.
    let drawing = b".....\n.....\n..X..\n.....\n.....\n.....\n.....\n.....";
    check(drawing, None, None);
    check(drawing, Some("txt"), None);
    check(drawing, Some("pos"), Some(FileFormat::Pos));
    // Lists of moves that are called positions, one of as many bytes as its first says, and a position that begins as they do.
    check(b"H8 I9 G7\n", Some("pos"), Some(FileFormat::Moves));
    check("h8 ".repeat(35).as_bytes(), Some("pos"), Some(FileFormat::Moves));
    check(&[b"A".as_slice(), &(b'1'..=b'q').collect::<Vec<u8>>()].concat(), Some("pos"), Some(FileFormat::Pos));
    check(b"h8i9", None, Some(FileFormat::Moves));
    check(b"http://gomocalc.com/#/h8i9", None, Some(FileFormat::Moves));
    check(b"a\nb\n7,7,0\n", Some("REC"), Some(FileFormat::Rec));
    check(b"\x78\x00\x79\x40", Some("lib"), Some(FileFormat::Library));
    check(b"!<arch>\n", None, None);
    check(b"", None, None);
    check(b"\r\n", Some("txt"), Some(FileFormat::Moves));
    check(b"\xef\xbb\xbf", Some("txt"), Some(FileFormat::Moves));
    check(b". . X O\n", Some("txt"), None);
    // Texts in UTF-16, whatever their names.
    for (text, format) in [("h8i9", FileFormat::Moves), ("15\n15\n1\n7 7\n", FileFormat::Sav)] {
        let bytes: Vec<u8> = format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect();
        check(&bytes, Some("txt"), Some(format));
    }
    // What is looked at of a marked file may end within a letter, wherever the letters begin.
    for before in 0..7 {
        let text = format!("\u{feff}(;GM[4]C[{}{}])", "a".repeat(before), "天😀".repeat(2_000));
        check(text.as_bytes(), Some("txt"), Some(FileFormat::Sgf));
    }
}

#[test]
fn one_game_of_several_is_read() {
    let file = b"(;SZ[15];B[hh])(;SZ[9];B[aa])";
    let read = |bytes: &[u8], number: usize| {
        let game = FileFormat::Sgf.read_game(bytes, &ReadOptions::default(), number);
        game.map(|game| (game.tree.size().width(), game.held)).map_err(|error| error.to_string())
    };
    assert_eq!((read(file, 1), read(file, 2)), (Ok((15, 2)), Ok((9, 2))));
    for number in [0, 3] {
        assert_eq!(read(file, number), Err(format!("there is no game {number}: the file holds 2")));
    }
    // Damage of another game is only told.
    for damaged in ["(;SZ[15];B[hh])(;SZ[15];B[ii]x])(;SZ[9];B[aa])", "(;SZ[15];B[hh])(;SZ[15];B[k])(;SZ[9];B[aa])"] {
        let read = |number| FileFormat::Sgf.read_game(damaged.as_bytes(), &ReadOptions::default(), number);
        let first = read(1).unwrap();
        assert_eq!((first.tree.len(), first.held, first.remarks.damaged), (2, 3, 1), "{damaged}");
        assert!(matches!(read(2), Err(GameError::Read(_))), "{damaged}");
        assert_eq!((read(3).unwrap().tree.len(), read(3).unwrap().remarks.damaged), (2, 1), "{damaged}");
        let salvage = ReadOptions { salvage: true, ..ReadOptions::default() };
        assert!(FileFormat::Sgf.read_game(damaged.as_bytes(), &salvage, 2).is_ok(), "{damaged}");
    }
    // What is no game counts as none, so that games behind it are not had.
    let no_board = b"(;SZ[15];B[hh])(;SZ[52];B[hh])(;SZ[9];B[aa])";
    let of_two = |number| FileFormat::Sgf.read_game(no_board, &ReadOptions::default(), number);
    assert_eq!(of_two(1).unwrap().held, 2);
    for behind in [2, 3] {
        let why = of_two(behind).unwrap_err().to_string();
        assert!(why.contains("a board of 52x52"), "{why}");
    }
    let salvage = ReadOptions { salvage: true, ..ReadOptions::default() };
    let why = FileFormat::Sgf.read_all(b"(;SZ[52];B[hh])", &salvage).unwrap_err().to_string();
    assert!(why.contains("a board of 52x52"), "{why}");
    let cut = "line 1, column 1 (byte 0): no game of the Smart Game Format: they begin with \"(;\"";
    assert_eq!(read(&file[1..2], 1), Err(cut.to_string()));
}

#[test]
fn a_pass_is_written_where_the_format_holds_passes() {
    let (trees, _) = FileFormat::Sgf.read_all(b"(;GM[4]SZ[15];B[hh];W[];B[ig])", &ReadOptions::default()).unwrap();
    for format in FileFormat::ALL.into_iter().filter(|format| format.is_written()) {
        let written = format.write(&trees, &WriteOptions::default());
        assert_eq!(written.is_ok(), format.keeps().passes, "{format}: {written:?}");
    }
}

#[test]
fn what_gives_a_library_no_text_does_not_choose_its_character_set() {
    let gbk = ReadOptions { charset: Charset::from_name("gbk"), ..ReadOptions::default() };
    let psq = b"Piskvorky 15x15, 11:11, 0\n8,8,0\none\ntwo\n-1\n";
    let sgf = "(;GM[4]SZ[15];B[hh]C[天])".as_bytes();
    let (mut trees, _) = FileFormat::Psq.read_all(psq, &gbk).unwrap();
    trees.extend(FileFormat::Sgf.read_all(sgf, &ReadOptions::default()).unwrap().0);
    let is_utf8 = |trees: &[Tree]| {
        let written = FileFormat::Library.write(trees, &WriteOptions::default()).unwrap();
        String::from_utf8_lossy(&written.bytes).contains("天")
    };
    assert!(is_utf8(&trees));
    trees[1].texts.charset = trees[0].texts.charset;
    assert!(!is_utf8(&trees));
}

#[test]
fn names_are_those_of_files() {
    for format in FileFormat::ALL {
        assert_eq!(FileFormat::from_name(&format.to_string().to_uppercase()), Some(format));
    }
    assert_eq!(FileFormat::from_name("xml"), Some(FileFormat::RenjuNet));
    assert_eq!(FileFormat::from_name("doc"), None);
}

#[test]
fn many_damaged_games_are_passed_over_in_one_walk() {
    const MANY: usize = 50_000;
    let salvage = ReadOptions { salvage: true, ..ReadOptions::default() };
    // A walk from the beginning to each would take minutes.
    for (format, damaged) in [
        (FileFormat::Sgf, "(;B[zz])\n"),
        (FileFormat::Bdt, "x=[,,,8888,,,]\n"),
        (FileFormat::RenjuNet, "<game id=\"2\"><move>h8 h8</move></game>\n"),
    ] {
        let is_xml = format == FileFormat::RenjuNet;
        let (head, foot) = if is_xml { ("<database><games>", "</games></database>") } else { ("", "") };
        let text = [head, &damaged.repeat(MANY), foot].concat();
        let mut count = 0;
        let remarks = format.read(text.as_bytes(), &salvage, &mut |_| count += 1).unwrap();
        assert_eq!((count, remarks.damaged_games.len()), (MANY, MANY), "{format}");
        let place = remarks.damaged_games[&MANY].at.to_string();
        assert!(place.starts_with(&format!("line {MANY}, ")), "{format}: {place}");
    }
}

#[test]
fn the_damaged_ones_of_several_games_are_known() {
    let salvage = ReadOptions { salvage: true, ..ReadOptions::default() };
    let check = |format: FileFormat, text: &str, held: usize, damaged: &[usize], is_outside: bool| {
        let mut count = 0;
        let remarks = format.read(text.as_bytes(), &salvage, &mut |_| count += 1).unwrap();
        let numbers: Vec<usize> = remarks.damaged_games.keys().copied().collect();
        assert_eq!((count, &numbers[..], remarks.outside.is_some()), (held, damaged, is_outside), "{text}");
    };
    let (whole, off_board, odd) = ("(;B[hh])", "(;B[hh];W[zz])", "(;B[hh]])");
    let no_board = "(;SZ[99];B[hh])";
    check(FileFormat::Sgf, &[whole, off_board, whole, odd, whole].concat(), 5, &[2, 4], false);
    check(FileFormat::Sgf, &[no_board, whole, no_board, off_board].concat(), 2, &[2], true);
    check(FileFormat::Sgf, &[off_board, no_board].concat(), 1, &[1], true);
    // More than are told of.
    let many = 2 * Remarks::KEPT;
    check(
        FileFormat::Sgf,
        &[whole, odd].repeat(many).concat(),
        2 * many,
        &Vec::from_iter((2..=2 * many).step_by(2)),
        false,
    );
    // All damage of what holds one game is that of the game.
    check(FileFormat::Moves, "h8 i9", 1, &[], false);
    check(FileFormat::Moves, "h8 h8", 1, &[1], false);
    let (whole, wrong) = ("x=[,,,88,,,]\n", "x=[,,,8888,,,]\n");
    check(FileFormat::Bdt, &[whole, wrong, whole].concat(), 3, &[2], false);
    check(FileFormat::Bdt, &[whole, "x=[88]\n", whole, wrong].concat(), 3, &[3], true);
    let database = |games: &str| format!("<?xml version=\"1.0\"?><database><games>{games}</games></database>");
    let (whole, wrong) = ("<game id=\"1\"><move>h8 i9</move></game>", "<game id=\"2\"><move>h8 h8</move></game>");
    check(FileFormat::RenjuNet, &database(&[whole, wrong, whole].concat()), 3, &[2], false);
    check(FileFormat::RenjuNet, &database(&[whole, "<player id=&quot;/>", whole, wrong].concat()), 3, &[3], true);
}
