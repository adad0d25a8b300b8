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
fn a_position_of_a_store_is_asked_for_by_the_number_that_a_list_tells() {
    let folder = folder("store-numbers");
    fs::write(folder.join("a.sgf"), "(;GM[4]SZ[15]RU[renju];B[hh];W[ig](;B[jf])(;B[gf]))").unwrap();
    fs::write(folder.join("b.sgf"), "(;GM[4]SZ[20]RU[standard];B[hh])").unwrap();
    succeed(&folder, "import a.store a.sgf b.sgf");
    // Of the store itself, too, which is open once only to be changed.
    assert!(succeed(&folder, "query a.store --rule renju --game 3 a.store").starts_with("renju on 15x15"));
    succeed(&folder, "edit a.store --rule renju --game 3 --comment mine a.store");
    let listed = succeed(&folder, "search a.store --rule renju --text mine");
    assert!(listed.starts_with("3 renju 15x15 h8g9 ") && listed.lines().count() == 1, "{listed}");
    assert_eq!(succeed(&folder, "search a.store --rule renju --most 1").lines().count(), 1);
}

#[test]
fn a_file_that_exists_is_replaced_when_that_is_asked_for() {
    let folder = folder("store-force");
    let few = records(3, 10);
    write(&folder.join("few.db"), &few, false);
    succeed(&folder, "import a.store few.db");
    succeed(&folder, "export a.store a.db");
    for (line, words) in [
        ("export a.store a.db", "a.db exists already: --force replaces it"),
        ("export a.store a.db --force --rule caro", "a.store has no such position"),
        ("export a.store a.db --force --size 20", "a.store has no such position"),
    ] {
        complain(&folder, line, &[words]);
        assert_eq!(read(&folder.join("a.db")), few, "{line}");
    }
    succeed(&folder, "export a.store a.db --force");
}

#[test]
fn damage_that_reading_does_not_meet_is_found_by_a_check() {
    let folder = folder("store-check");
    fs::write(folder.join("a.sgf"), "(;GM[4]SZ[15]RU[renju];B[hh]C[unmistakable])").unwrap();
    succeed(&folder, "import a.store a.sgf");
    assert_eq!(succeed(&folder, "check a.store"), "a.store: 2 positions, and no damage\n");
    let mut bytes = fs::read(folder.join("a.store")).unwrap();
    let word = b"unmistakable";
    let places: Vec<usize> = (0..bytes.len() - word.len()).filter(|&at| bytes[at..].starts_with(word)).collect();
    places.iter().for_each(|&at| bytes[at] = b'U');
    fs::write(folder.join("a.store"), bytes).unwrap();
    assert!(succeed(&folder, "query a.store --rule renju h8").contains("Unmistakable"));
    complain(&folder, "check a.store", &["error: the store a.store: "]);
}

#[test]
fn a_record_is_imported_once_under_a_rule_and_in_a_character_set() {
    let folder = folder("store-again");
    let check = |line: &str, is_known: bool| {
        let said = succeed(&folder, &format!("import a.store {line}"));
        assert_eq!(said.contains("was imported before"), is_known, "{line}: {said}");
    };
    fs::write(folder.join("a.sgf"), "(;GM[4]SZ[15];B[hh])").unwrap();
    check("a.sgf", false);
    check("--rule freestyle a.sgf", true);
    check("--again a.sgf", false);
    check("--rule renju a.sgf", false);
    check("--rule renju a.sgf", true);
    // In a database every position names its rule.
    write(&folder.join("few.db"), &records(3, 9), false);
    check("few.db", false);
    check("--rule standard few.db", true);
    // Its texts may be of another character set, as those of a table.
    check("--charset gbk few.db", false);
    check("--charset gbk few.db", true);
    fs::write(folder.join("a.csv"), "1,r-15-15-h8--w,,0,0,0,\"one\"\n").unwrap();
    check("a.csv", false);
    check("--rule standard a.csv", true);
    check("--charset gbk a.csv", false);
    check("--charset gbk a.csv", true);
    fs::write(folder.join("text.sgf"), "(;GM[4]SZ[15]CA[utf-8];B[hh]C[天元])").unwrap();
    tengen(&folder, "convert --to-charset gbk text.sgf text.lib");
    check("text.lib", false);
    check("--rule renju text.lib", true);
    check("--charset cp936 text.lib", false);
    check("--charset gbk text.lib", true);
    assert_eq!(succeed(&folder, "search a.store --text 天元").lines().count(), 1);
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

#[test]
fn a_name_that_is_no_name_of_a_database_makes_no_file() {
    let folder = folder("store-names");
    let before = fs::read_dir(&folder).unwrap().count();
    let output =
        talk(&folder, "YXSETDATABASE\nwhatever\nYXSETDATABASE\nnowhere/a.store\nYXSETDATABASE\n.\nYXSETDATABASE\n\n");
    assert!(output.contains("ERROR whatever: there is no such file, and a new database is called"), "{output}");
    assert_eq!(output.matches("ERROR").count(), 3, "{output}");
    let output = talk(&folder, "YXSETDATABASE nowhere/a.db\n");
    assert!(output.contains("ERROR cannot write nowhere/a.db: there is no folder nowhere"), "{output}");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), before);
    talk(&folder, "YXSETDATABASE empty.store\n");
    complain(&folder, "export empty.store x.db", &["empty.store holds no position"]);
}

#[test]
fn what_is_known_is_counted_by_rule_and_board() {
    let folder = folder("store-stats");
    let mut known = records(6, 13);
    let most_stones = known.keys().map(PositionKey::len).max().unwrap();
    let (win, loss, draw) = (PositionLabel::WIN, PositionLabel::LOSS, PositionLabel::DRAW);
    let none = PositionLabel::NONE;
    let judged = [(win, 0, ""), (win, 0, "seen"), (loss, 0, ""), (draw, 5, ""), (none, -7, ""), (none, 0, "")];
    for (entry, (label, value, comment)) in known.values_mut().zip(judged) {
        (entry.label, entry.value, entry.comment) = (label, value, comment.to_string());
    }
    write(&folder.join("a.db"), &known, false);
    fs::write(folder.join("b.sgf"), "(;GM[4]SZ[20]RU[standard];B[hh])").unwrap();
    succeed(&folder, "import a.store a.db b.sgf");
    let bytes = fs::metadata(folder.join("a.store")).unwrap().len();
    let stats: serde_json::Value = serde_json::from_str(&succeed(&folder, "stats a.store --json")).unwrap();
    let renju = serde_json::json!({
        "rule": "renju", "size": "15x15", "positions": 6, "won": 2, "lost": 1, "drawn": 1, "valued": 2, "commented": 1,
        "unanalysed": 1, "most_stones": most_stones,
    });
    let standard = serde_json::json!({
        "rule": "standard", "size": "20x20", "positions": 2, "won": 0, "lost": 0, "drawn": 0, "valued": 0, "commented": 0,
        "unanalysed": 2, "most_stones": 1,
    });
    assert_eq!(stats["positions"], 8);
    assert_eq!(stats["bytes"], bytes);
    let mut kinds = stats["kinds"].as_array().unwrap().clone();
    kinds.sort_by_key(|kind| kind["rule"].to_string());
    assert_eq!(kinds, [renju, standard]);
    let said = succeed(&folder, "stats a.store");
    for line in [
        format!("8 positions in {bytes} bytes"),
        format!("renju 15x15: 6 positions of up to {most_stones} stones"),
        "  won 2, lost 1, drawn 1 for the player of the last move".to_string(),
        "  with a value 2, with a comment 1, not analysed 1".to_string(),
        "standard 20x20: 2 positions of up to 1 stone".to_string(),
    ] {
        assert!(said.lines().any(|other| other == line), "{line}: {said}");
    }
}

#[test]
fn what_a_book_knows_is_shown_before_an_analysis() {
    let folder = folder("store-book");
    fs::write(folder.join("a.sgf"), "(;GM[4]SZ[15]RU[renju];B[hh](;W[ig];B[jf])(;W[hg];B[jf])(;W[ig];B[gf]))").unwrap();
    succeed(&folder, "import a.store a.sgf");
    succeed(&folder, "edit a.store --rule renju h8h9 --value 120");
    let known = |position: &str, book: &str| {
        let said = tengen(&folder, &format!("analyze --rule renju --depth 1 --book {book} {position}"));
        said.lines().filter(|line| line.to_lowercase().contains("book")).map(String::from).collect::<Vec<_>>()
    };
    // i9 and g9 are one move to a book, and its value is told for the player of the move.
    let line = |name: &str, share: u32, tag: &str, value: &str, records: &str| {
        format!("book: {name:<3} {share:>4} %  {tag:<4} {value:>6}  {records}")
    };
    assert_eq!(known("h8", "a.store"), [line("g9", 50, "", "", "2 records"), line("h9", 50, "", "-120", "1 record")]);
    assert_eq!(known("h8", "a.sgf"), [line("g9", 67, "", "", "2 records"), line("h9", 33, "", "", "1 record")]);
    assert_eq!(known("h8a1", "a.store"), ["The book knows no move."]);
    // A win beside a mark is told as one, and not as a number.
    for (value, told) in [("-29988", "+M13"), ("-29500", "+M?")] {
        succeed(&folder, &format!("edit a.store --rule renju h8i9 --label ! --value {value}"));
        assert_eq!(known("h8", "a.store"), [line("g9", 100, "!", told, "2 records")]);
    }
}

#[test]
fn a_finished_game_is_won_and_not_gone_on_with() {
    let folder = folder("store-over");
    let game = "(;GM[4]SZ[15]RU[freestyle];B[hh];W[aa];B[hg];W[ba];B[hf];W[ca];B[he];W[da];B[hd])";
    fs::write(folder.join("a.sgf"), game).unwrap();
    complain(&folder, "grow a.store a.sgf", &["the game is over: Black wins by five"]);
    let said = succeed(&folder, "import a.store a.sgf");
    assert!(said.contains("\n1 result carried up: 1 position decided by that\n"), "{said}");
    let said = tengen(&folder, "solve --game 10 a.store");
    assert!(said.contains("The game is over: Black wins by five."), "{said}");
    let found = succeed(&folder, "search a.store");
    assert!(found.lines().last().is_some_and(|line| line.ends_with("  W1, -M0, 1 record")), "{found}");
    // The five decides the position before it.
    assert!(found.lines().nth(8).is_some_and(|line| line.ends_with("  L2, +M1, 1 record")), "{found}");
    let found = succeed(&folder, "search a.store --unanalysed");
    assert_eq!(found.lines().count(), 8, "{found}");
    let said = succeed(&folder, "stats a.store");
    assert!(said.contains("  won 1, lost 1, drawn 0 "), "{said}");
    let (_, found, complaint) = Run::new("db search a.store --most 3").in_folder(&folder).said();
    assert_eq!(found.lines().count(), 3, "{found}");
    assert!(complaint.contains("3 positions shown, and there are more"), "{complaint}");
}

#[test]
fn a_book_grows_by_moves_that_differ() {
    let folder = folder("store-alike");
    // Where moves are mirror images of each other, as after the first, each line is another move.
    for (name, moves) in [("lines.store", "h8i9c4"), ("alike.store", "h8")] {
        let line = format!("grow {name} --positions 1 --nodes 2000 --lines 3 --hash 1M {moves}");
        let said = succeed(&folder, &line);
        assert!(said.contains("1 searched, 4 positions;"), "{line}: {said}");
    }
    let said = succeed(&folder, "grow none.store --positions 0 h8");
    assert!(said.ends_with("0 searched, 1 position\n"), "{said}");
}
