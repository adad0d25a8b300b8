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
    check(b"x=[,,,88,,,]\n", None, Some(FileFormat::Bdt));
    check(b"15\n15\n1\n7 7\n", None, Some(FileFormat::Sav));
    check(b"\x02\x70\x71", None, Some(FileFormat::Pos));
    check(b"h8i9", None, Some(FileFormat::Moves));
    check(b"http://gomocalc.com/#/h8i9", None, Some(FileFormat::Moves));
    check(b"a\nb\n7,7,0\n", Some("REC"), Some(FileFormat::Rec));
    check(b"\x78\x00\x79\x40", Some("lib"), Some(FileFormat::Library));
    check(b"!<arch>\n", None, None);
    check(b"", None, None);
    check(b". . X O\n", Some("txt"), None);
}

#[test]
fn names_are_those_of_files() {
    for format in FileFormat::ALL {
        assert_eq!(FileFormat::from_name(&format.to_string().to_uppercase()), Some(format));
    }
    assert_eq!(FileFormat::from_name("xml"), Some(FileFormat::RenjuNet));
    assert_eq!(FileFormat::from_name("doc"), None);
}
