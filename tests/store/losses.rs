//! What a file or a store cannot hold is told, and no file is replaced by less than was in it.

use super::*;

/// Three stones of Black that were set up alone, and a move after them: no moves in turn lead there.
const OUT_OF_TURN: &str = "(;GM[4]SZ[15]RU[renju]AB[hh][ii][jj];W[aa])";

#[test]
fn a_manager_replaces_no_record_by_a_database() {
    let folder = folder("store-saved");
    fs::write(folder.join("a.sgf"), "(;GM[4]SZ[15]RU[renju];B[hh];W[ig])").unwrap();
    tengen(&folder, "convert a.sgf a.lib");
    tengen(&folder, "convert a.sgf a.psq");
    tengen(&folder, "convert a.sgf a.db");
    succeed(&folder, "import a.store a.sgf");
    succeed(&folder, "export a.store a.csv");
    for name in ["a.sgf", "a.lib", "a.psq", "a.csv"] {
        let before = fs::read(folder.join(name)).unwrap();
        let said = talk(&folder, &format!("YXSETDATABASE {name}\nYXSAVEDATABASE\n"));
        assert!(said.contains(&format!("ERROR {name} is no database: it is read and not written")), "{said}");
        assert_eq!(fs::read(folder.join(name)).unwrap(), before, "{name}");
    }
    // What is a database already, and what is not there yet, is written.
    let taken_in = "YXLIBTODB a.lib\nYXSAVEDATABASE\n";
    let said = talk(&folder, &format!("YXSETDATABASE a.db\n{taken_in}YXSETDATABASE new.db\n{taken_in}"));
    assert!(!said.contains("ERROR"), "{said}");
    assert_eq!(read(&folder.join("new.db")).len(), 3);
}

#[test]
fn a_manager_hears_what_was_left_out() {
    let folder = folder("store-told");
    fs::write(folder.join("caro.sgf"), "(;GM[4]SZ[15]RU[caro];B[hh];W[ig])").unwrap();
    let long = "x".repeat(1 << 17);
    fs::write(folder.join("long.sgf"), format!("(;GM[4]SZ[15]RU[renju];B[hh];W[ig];B[gf]C[{long}])")).unwrap();
    fs::write(folder.join("turn.sgf"), OUT_OF_TURN).unwrap();
    let check = |lines: &str, answer: &str| {
        let said = talk(&folder, lines);
        assert!(said.contains(answer) && !said.contains("ERROR"), "\"{answer}\" is not in {said}");
    };
    // A message that began with this name would be one about the database to Yixin-Board.
    check(
        "YXSETDATABASE database.db\nYXLIBTODB caro.sgf\nYXEDITTVDDATABASE 2 -1 20 0\n7,7\nDONE\nYXSAVEDATABASE\n",
        "MESSAGE file database.db: left out, since the format knows freestyle, standard and renju only: 3 positions",
    );
    let lost = "MESSAGE file out.lib: lib cannot hold 1 end of a text of over 64 KiB";
    check("YXSETDATABASE long.sgf\nYXDBTOLIB out.lib\n", lost);
    assert!(folder.join("out.lib").exists());
    for lines in
        ["YXSETDATABASE other.db\nYXLIBTODB turn.sgf\n", "YXSETDATABASE turn.sgf\n", "INFO book turn.sgf\nRESTART\n"]
    {
        check(lines, "MESSAGE file turn.sgf: left out, since no moves in turn lead there: 2 positions");
    }
}

#[test]
fn a_database_that_could_hold_nothing_replaces_none() {
    let folder = folder("store-nothing");
    fs::write(folder.join("caro.sgf"), "(;GM[4]SZ[15]RU[caro];B[hh];W[ig])").unwrap();
    succeed(&folder, "import caro.store caro.sgf");
    let few = records(3, 10);
    let path = folder.join("a.db");
    write(&path, &few, false);
    let refused = "a.db: not written, since the format knows freestyle, standard and renju only";
    let split = "INFO rule 9\nSTART 15\nYXSETDATABASE caro.store\nYXDBSPLIT a.db\n";
    for said in [
        tengen(&folder, "db export --force caro.store a.db"),
        tengen(&folder, "convert --force caro.sgf a.db"),
        talk(&folder, split),
    ] {
        assert!(said.contains(refused), "{said}");
        assert_eq!(read(&path), few, "{said}");
    }
    // Nor is one made: when it is asked for, before another is opened, and at the end.
    let said = talk(&folder, "YXSETDATABASE data.db\nYXLIBTODB caro.sgf\nYXSAVEDATABASE\nYXSETDATABASE b.db\n");
    assert_eq!(said.matches(refused).count(), 3, "{said}");
    assert!(said.contains("ERROR data.db stays open") && !folder.join("data.db").exists(), "{said}");
}

#[test]
fn what_a_library_cannot_hold_is_told() {
    let folder = folder("store-libraries");
    fs::write(folder.join("large.sgf"), "(;GM[4]SZ[20]RU[renju];B[hh])").unwrap();
    fs::write(folder.join("free.sgf"), "(;GM[4]SZ[15]RU[freestyle];B[hh])").unwrap();
    succeed(&folder, "import large.store large.sgf");
    complain(&folder, "export large.store large.lib", &["large.lib: the board is 20x20"]);
    // A library names no rule, and is one of Renju.
    succeed(&folder, "import free.store free.sgf");
    let said = tengen(&folder, "db export free.store free.lib");
    assert_eq!(said, "free.lib: 2 positions\nwarning: free.lib: lib cannot hold 1 rule\n");
    assert_eq!(succeed(&folder, "export free.store out.sgf"), "out.sgf: 2 positions\n");
}

#[test]
fn positions_that_no_moves_in_turn_lead_to_are_counted() {
    let folder = folder("store-turns");
    fs::write(folder.join("a.sgf"), format!("{OUT_OF_TURN}(;GM[4]SZ[15]RU[renju];B[hh])")).unwrap();
    let warning = "warning: a.sgf: left out, since no moves in turn lead there: 2 positions\n";
    let said = tengen(&folder, "db import a.store a.sgf");
    assert!(said.contains("a.sgf: all 2 positions written\n") && said.contains(warning), "{said}");
    let said = tengen(&folder, "convert a.sgf a.db");
    assert!(said.contains("a.db: 2 positions\n") && said.contains(warning), "{said}");
}

#[test]
fn what_is_strange_in_a_record_is_told_wherever_it_is_read() {
    let folder = folder("store-strange");
    fs::write(folder.join("a.sgf"), "(;GM[4]SZ[15];B[hh];W[ig]").unwrap();
    let bracket = "the last bracket is missing: the file may have been cut off";
    let warning = format!("warning: a.sgf: line 1, column 20 (byte 19): {bracket}\n");
    for line in [
        "db import a.store a.sgf",
        "convert a.sgf a.db",
        "convert a.sgf b.sgf",
        "analyze --depth 1 a.sgf",
        "sheet a.sgf",
    ] {
        let said = tengen(&folder, line);
        assert!(said.contains(&warning), "{line}: {said}");
    }
    // Damage that was passed over and what is strange are counted together.
    fs::write(folder.join("b.sgf"), "(;GM[4]SZ[15];B[hh];W[hh]").unwrap();
    let said = tengen(&folder, "convert --salvage b.sgf b.db");
    let first = "warning: b.sgf: line 1, column 23 (byte 22): move 2 ";
    assert!(said.contains(first) && said.contains(" (and 1 more)"), "{said}");
}

#[test]
fn what_belongs_to_no_position_is_counted() {
    let folder = folder("store-heads");
    let game = "(;GM[4]SZ[15]RU[renju]PB[Ann]RE[B+];B[hh]XMS[350]TR[aa]LB[bb:x];W[ig]XRL[start]C[said])";
    fs::write(folder.join("a.sgf"), game).unwrap();
    let losses = "1 mark, 1 time, 2 lines of the head and 1 property";
    let warning = format!("warning: a.sgf: left out, since it belongs to no position: {losses}\n");
    for line in ["db import a.store a.sgf", "convert a.sgf a.db"] {
        let said = tengen(&folder, line);
        assert!(said.contains(&warning), "{line}: {said}");
    }
    let said = talk(&folder, "YXSETDATABASE b.db\nYXLIBTODB a.sgf\n");
    assert!(said.contains(&format!("left out, since it belongs to no position: {losses}")), "{said}");
}

#[test]
fn all_damaged_places_are_counted_and_nothing_else() {
    let folder = folder("store-places");
    let check = |name: &str, text: &str, end: &str| {
        fs::write(folder.join(name), text).unwrap();
        let said = succeed(&folder, &format!("import a.store --salvage {name}"));
        assert!(said.contains(&format!(" positions written{end}\n")), "{name}: {said}");
    };
    // Games without a size, and rows that may be counted from the other side, are strange and sound.
    check("sound.sgf", &"(;GM[4];B[hh])".repeat(30), "");
    check("sound.bdt", "a=[b,c,+,8899B75C22,,,]\n", "");
    check("one.sgf", "(;GM[4];B[hh];W[hh])", ", 1 damaged place passed over");
    check("one.bdt", "a=[b,c,+,8899B75C22,,,]\nand=[then nothing\n", ", 1 damaged place passed over");
    check("cut.sgf", "(;GM[4]SZ[15];B[hh];W[ig", ", 1 damaged place passed over");
    check("many.sgf", &"(;GM[4]SZ[15];B[hh];W[hh])".repeat(30), ", 30 damaged places passed over");
}

#[test]
fn no_store_is_made_for_nothing_nor_under_the_name_of_another_format() {
    let folder = folder("store-nothing-made");
    write(&folder.join("whole.db"), &records(10, 3), false);
    let bytes = fs::read(folder.join("whole.db")).unwrap();
    fs::write(folder.join("lost.db"), &bytes[..20]).unwrap();
    succeed(&folder, "import a.store whole.db");
    complain(&folder, "import a.store a.store", &["a.store cannot be taken into itself"]);
    complain(&folder, "import lost.store --salvage lost.db", &["nothing was imported, and lost.store is not there"]);
    // A sound file that holds nothing is no mistake.
    write(&folder.join("empty.db"), &records(0, 3), false);
    let said = succeed(&folder, "import empty.store empty.db");
    assert!(said.ends_with("empty.store holds 0 positions\n"), "{said}");
    for name in ["new.db", "new.csv", "new.LIB"] {
        complain(&folder, &format!("import {name} whole.db"), &["no store is made under the name of another format"]);
    }
}

#[test]
fn texts_of_a_database_are_of_the_character_set_that_is_said() {
    let folder = folder("store-charsets");
    // One letter of another character set in a file that says that it is UTF-8.
    let torn = b"\x02\0\0\0\x03\0\0\0\0\x14\0\0\0\0\0\0charset=\"UTF-8\"\
                 \x05\0\x02\x0f\x0f\x07\x07\x0a\0\xff\x05\0\x33\0ab\xfcde";
    fs::write(folder.join("torn.db"), torn).unwrap();
    let fault = "torn.db: byte 40: this is no text of the character set UTF-8";
    complain(&folder, "import a.store torn.db", &[fault]);
    assert!(tengen(&folder, "convert torn.db torn.sgf").contains(fault));
    // What needs no texts passes over the damage.
    let analysed = tengen(&folder, "analyze torn.db --nodes 10");
    assert!(analysed.contains("renju") && !analysed.contains("torn.db"), "{analysed}");
    let said = succeed(&folder, "import a.store --salvage torn.db");
    assert!(said.contains("torn.db: 1 position written, 1 damaged place passed over\n"), "{said}");
    assert!(succeed(&folder, "query a.store --rule renju h8").contains("ab\u{fffd}de"));
    // A file of old, which says nothing.
    let old = b"\x01\0\0\0\x05\0\x02\x0f\x0f\x07\x07\x08\0\xff\x05\0\x33\0f\xfcr";
    fs::write(folder.join("old.db"), old).unwrap();
    assert!(tengen(&folder, "convert --charset windows-1252 old.db - --to sgf").contains("C[für"));
    let said = tengen(&folder, "db import old.store --charset windows-1252 old.db");
    assert!(!said.contains("warning"), "{said}");
    assert!(succeed(&folder, "query old.store --rule renju h8").contains("für"));
    // What is guessed is told.
    let guessed = "warning: old.db: byte 13: texts that are not UTF-8 were taken for Chinese, or else Windows-1252: ";
    for line in ["db import guessed.store old.db", "convert old.db guessed.sgf"] {
        let said = tengen(&folder, line);
        assert!(said.contains(guessed), "{line}: {said}");
    }
    assert!(fs::read_to_string(folder.join("guessed.sgf")).unwrap().contains("f黵"));
}

#[test]
fn a_table_is_read_as_spreadsheets_save_it() {
    let folder = folder("store-tables");
    fs::write(folder.join("a.sgf"), "(;GM[4]SZ[15]RU[renju];B[hh]C[one];W[ig])").unwrap();
    succeed(&folder, "import a.store a.sgf");
    succeed(&folder, "export a.store a.csv");
    let table = fs::read_to_string(folder.join("a.csv")).unwrap();
    fs::write(folder.join("marked.csv"), format!("\u{feff}{}", table.replace('\n', "\r\n"))).unwrap();
    let said = succeed(&folder, "import marked.store marked.csv");
    assert!(said.contains("marked.csv: all 3 positions written\n"), "{said}");
    // One letter of another character set.
    let at = table.find("one").unwrap();
    let mut bytes = table.into_bytes();
    bytes[at] = 0xfc;
    fs::write(folder.join("latin.csv"), &bytes).unwrap();
    let fault = "error: latin.csv: line 3: this is no text of the character set UTF-8; nothing";
    complain(&folder, "import torn.store --charset utf-8 latin.csv", &[fault]);
    let said = succeed(&folder, "import torn.store --charset utf-8 --salvage latin.csv");
    assert!(said.contains("latin.csv: 3 positions written, 1 damaged place passed over\n"), "{said}");
    assert!(succeed(&folder, "query torn.store --rule renju h8").contains("\u{fffd}ne"));
    // The mark of UTF-8 says more than who gives another.
    succeed(&folder, "import latin.store --charset windows-1252 latin.csv");
    assert!(succeed(&folder, "query latin.store --rule renju h8").contains("üne"));
    fs::write(folder.join("marked.csv"), ["\u{feff}".as_bytes(), &bytes[..]].concat()).unwrap();
    let fault = "line 3: this is no text of the character set UTF-8";
    complain(&folder, "import torn.store --charset gbk marked.csv", &[fault]);
}

#[test]
fn a_table_is_of_the_character_set_that_is_said() {
    let folder = folder("store-table-charsets");
    let line = |index: u32, stones: &str, text: &[u8]| {
        [format!("{index},r-15-15-{stones},,0,0,0,\"").as_bytes(), text, b"\"\n"].concat()
    };
    let [first, second] = [line(1, "h8--w", b"\xcc\xec\xd4\xaa"), line(2, "h8-i9-b", b"a\xcc")];
    fs::write(folder.join("a.csv"), &first).unwrap();
    succeed(&folder, "import a.store --charset gbk a.csv");
    assert!(succeed(&folder, "query a.store --rule renju h8").contains("天元"));
    // Where nobody says it, it is guessed as that of a database, and told.
    let said = tengen(&folder, "db import guessed.store a.csv");
    let guessed = "warning: a.csv: line 1, column 1 (byte 0): texts that are not UTF-8 were taken for Chinese";
    assert!(said.contains(guessed), "{said}");
    assert!(succeed(&folder, "query guessed.store --rule renju h8").contains("天元"));
    assert_eq!(tengen(&folder, "convert --charset gbk a.csv a.db"), "a.db: 1 position\n");
    assert!(read(&folder.join("a.db")).values().any(|entry| entry.comment == "天元"));
    // Half a letter before the quote, in the second line.
    fs::write(folder.join("torn.csv"), [first, second].concat()).unwrap();
    let fault = "line 2: this is no text of the character set GBK";
    complain(&folder, "import torn.store --charset gbk torn.csv", &[fault]);
    // In UTF-16, whether marked or said, no line ends with a single byte.
    let table = "\u{feff}1,r-15-15-h8--w,,0,0,0,\"one\"\r\n";
    fs::write(folder.join("wide.csv"), table.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>()).unwrap();
    for (line, name) in [("wide.csv", "wide.csv"), ("--charset utf-16be a.csv", "a.csv")] {
        let fault = format!("error: {name}: line 1: a table in UTF-16 cannot be read: save it as UTF-8; nothing");
        complain(&folder, &format!("import wide.store {line}"), &[&fault]);
    }
}

#[test]
fn of_long_comments_a_store_loses_nothing_and_a_database_tells_what() {
    let folder = folder("store-comments");
    let game = |letter: &str| format!("(;GM[4]SZ[15]RU[renju]C[{}];B[hh])", letter.repeat(40_000));
    fs::write(folder.join("two.sgf"), game("a") + &game("b")).unwrap();
    succeed(&folder, "import a.store two.sgf");
    let known = succeed(&folder, "query a.store --rule renju --json");
    let known: serde_json::Value = serde_json::from_str(&known).unwrap();
    let comment = known["entry"]["comment"].as_str().unwrap();
    assert_eq!((comment.len(), comment.matches('b').count()), (80_001, 40_000));
    let told = "warning: a.db: left out, since the format holds 64 KiB of a position: the end of 1 comment\n";
    assert_eq!(tengen(&folder, "db export a.store a.db"), format!("a.db: 2 positions\n{told}"));
    let told = "warning: a.lib: lib cannot hold 1 end of a text of over 64 KiB\n";
    assert_eq!(tengen(&folder, "db export a.store a.lib"), format!("a.lib: 2 positions\n{told}"));
}
