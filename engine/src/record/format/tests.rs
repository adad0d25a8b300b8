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
    // Damage after a game is only told, and games behind it are not had.
    for damaged in ["(;SZ[15];B[hh])(;SZ[15];B[ii]x])(;SZ[9];B[aa])", "(;SZ[15];B[hh])(;SZ[15];B[k])(;SZ[9];B[aa])"] {
        let read = |number| FileFormat::Sgf.read_game(damaged.as_bytes(), &ReadOptions::default(), number);
        let first = read(1).unwrap();
        assert_eq!((first.tree.len(), first.held, first.remarks.damaged), (2, 3, 1), "{damaged}");
        for behind in [2, 3] {
            assert!(matches!(read(behind), Err(GameError::Read(_))), "{damaged}");
        }
    }
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
fn names_are_those_of_files() {
    for format in FileFormat::ALL {
        assert_eq!(FileFormat::from_name(&format.to_string().to_uppercase()), Some(format));
    }
    assert_eq!(FileFormat::from_name("xml"), Some(FileFormat::RenjuNet));
    assert_eq!(FileFormat::from_name("doc"), None);
}
