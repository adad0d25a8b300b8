//! What is said about reading files holds for databases as it does for records.

use super::*;

#[test]
fn a_record_becomes_a_database_as_convert_is_told() {
    let folder = folder("store-options");
    let check = |line: &str, said: &str| assert_eq!(tengen(&folder, &format!("convert {line}")), said, "{line}");
    fs::write(folder.join("two.sgf"), "(;GM[4]SZ[15];B[hh])(;GM[4]SZ[15];B[ig];W[hh];B[aa])").unwrap();
    check("two.sgf all.db", "all.db: 5 positions\n");
    check("--game 2 two.sgf second.db", "second.db: 4 positions\n");
    check("--game 3 two.sgf third.db", "error: two.sgf: there is no game 3: the file holds 2\n");
    check("--game 1 all.db third.db", "error: all.db: --game needs a record of games, and a database has positions\n");
    // A record in a file that looks otherwise.
    fs::write(folder.join("list.rec"), "h8i9").unwrap();
    check("--from txt list.rec list.db", "list.db: 3 positions\n");
    check("--from txt --size 20 list.rec large.db", "large.db: 3 positions\n");
    assert!(read(&folder.join("large.db")).keys().all(|key| key.size() == BoardSize::square(20).unwrap()));
    // The Chinese text of a library, which names no character set.
    fs::write(folder.join("text.sgf"), "(;GM[4]SZ[15]CA[utf-8];B[hh]C[天元])").unwrap();
    tengen(&folder, "convert --to-charset gbk text.sgf text.lib");
    check("--charset gbk text.lib text.db", "text.db: 2 positions\n");
    assert!(read(&folder.join("text.db")).values().any(|entry| entry.comment == "天元"));
}

#[test]
fn what_can_be_read_of_a_damaged_database_becomes_a_record() {
    let folder = folder("store-salvage");
    write(&folder.join("a.db"), &records(20, 8), false);
    let mut bytes = fs::read(folder.join("a.db")).unwrap();
    bytes[33] = 9;
    fs::write(folder.join("a.db"), bytes).unwrap();
    assert!(tengen(&folder, "convert a.db a.sgf").contains("error: a.db: byte 33: rule 9"));
    assert!(!folder.join("a.sgf").exists());
    let said = tengen(&folder, "convert --salvage a.db a.sgf");
    assert!(said.contains("a.sgf: 1 game, ") && said.contains("warning: a.db: byte 33: rule 9"), "{said}");
}

#[test]
fn the_rule_that_is_given_is_that_of_files_that_name_none() {
    let folder = folder("store-rule");
    for (name, rule) in [("named", "RU[freestyle]"), ("silent", "")] {
        fs::write(folder.join(format!("{name}.sgf")), format!("(;GM[4]SZ[15]{rule};B[hh])")).unwrap();
    }
    for (name, rule) in [("named", "freestyle"), ("silent", "standard")] {
        succeed(&folder, &format!("import {name}.store --rule standard {name}.sgf"));
        let said = succeed(&folder, &format!("stats {name}.store"));
        assert!(said.contains(&format!("\n{rule} 15x15: 2 positions")), "{said}");
    }
}
