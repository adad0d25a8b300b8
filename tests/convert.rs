//! `convert` and positions from files, through the real program.

use std::fs;
use std::path::Path;

use tengen_engine::record::format::FileFormat;

use crate::harness::{Run, folder};

/// A game without symmetry, which shows every mirrored coordinate.
const GAME: &str = "h8i9k7e12b2";
/// A library with a variation, a comment, a label and a mark.
const LIBRARY: &[u8] =
    b"\xffRenLib\xff\x03\x00\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x78\x08hi\0\0\x68\xd1\0\x01A\0\x58\x40";

/// Runs a command that should go well and tells what it wrote to the standard output and error.
#[track_caller]
fn succeed(line: &str, folder: &Path) -> (String, String) {
    let (success, text, warnings) = Run::new(line).in_folder(folder).said();
    assert!(success, "{line}: {warnings}");
    (text, warnings)
}

#[track_caller]
fn fail(line: &str, folder: &Path) -> String {
    Run::new(line).in_folder(folder).fail()
}

/// The names of the files of a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = entries.collect();
    names.sort();
    names
}

#[test]
fn a_game_goes_through_every_format() {
    let folder = folder("convert-formats");
    let mut before = GAME.to_string();
    // A REC file does not tell its size, and 20x20 is taken.
    for format in FileFormat::ALL.into_iter().filter(|format| format.is_written()).map(FileFormat::name) {
        let (text, _) = succeed(&format!("convert --size 15 {before} game.{format}"), &folder);
        assert_eq!(text, format!("game.{format}: 1 game, 5 moves\n"));
        let bytes = fs::read(folder.join(format!("game.{format}"))).unwrap();
        let text = Run::new(&format!("convert --size 15 - --from {format} --to txt")).input(bytes).succeed();
        assert_eq!(text.trim(), GAME, "{format}");
        before = format!("game.{format}");
    }
    fs::write(folder.join("game.bdt"), "a=[b,c,+,8899B75C22,,,]\n").unwrap();
    fs::write(folder.join("game.rif"), "<games><game id=\"1\"><move>h8 i9 k7 e12 b2</move></game></games>").unwrap();
    // Every command that takes a position takes every file.
    let position =
        |text: &str| text.split_inclusive('\n').skip(1).take_while(|line| !line.trim().is_empty()).collect::<String>();
    let expected = position(&succeed(&format!("analyze --depth 1 {GAME}"), &folder).0);
    assert!(expected.contains("(X)"), "{expected}");
    for format in FileFormat::ALL.map(FileFormat::name) {
        let (text, _) = succeed(&format!("analyze --rule freestyle --size 15 --depth 1 game.{format}"), &folder);
        assert!(text.starts_with("freestyle on 15x15\n"), "{format}: {text}");
        assert_eq!(position(&text), expected, "{format}");
    }
    succeed("analyze --depth 1 https://gomocalc.com/#/h8i9k7", &folder);
    let wide: Vec<u8> = format!("\u{feff}{GAME}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    fs::write(folder.join("wide.txt"), wide).unwrap();
    assert_eq!(position(&succeed("analyze --depth 1 wide.txt", &folder).0), expected);
    // Rows are counted as is asked for, in lists that are read and in those that are written.
    succeed("convert --rows top game.sgf top.txt", &folder);
    assert_eq!(fs::read_to_string(folder.join("top.txt")).unwrap(), "h8i7k9e4b14\n");
    succeed("convert --rows top h8i7k9e4b14 turned.sgf", &folder);
    assert_eq!(succeed("convert turned.sgf - --to txt", &folder).0.trim(), GAME);
    let (page, _) = succeed("sheet game.lib", &folder);
    assert!(page.contains("<svg"), "{page}");
}

#[test]
fn libraries_go_to_records_and_back() {
    let folder = folder("convert-library");
    fs::write(folder.join("a.lib"), LIBRARY).unwrap();
    let (text, warnings) = succeed("convert a.lib a.sgf", &folder);
    assert_eq!((text.as_str(), warnings.as_str()), ("a.sgf: 1 game, 3 moves\n", ""));
    let sgf = fs::read_to_string(folder.join("a.sgf")).unwrap();
    assert!(sgf.contains(";B[hh]N[hi]LB[hg:A]") && sgf.contains("MA[hg]"), "{sgf}");
    succeed("convert a.sgf b.lib", &folder);
    assert_eq!(fs::read(folder.join("b.lib")).unwrap(), LIBRARY);
    // What a format cannot hold is counted in one line.
    let (text, warnings) = succeed("convert a.lib a.psq", &folder);
    assert_eq!(text, "a.psq: 1 game, 2 moves\n");
    let left_out = "1 variation with all in it, 1 comment, 1 label and 1 mark";
    assert_eq!(warnings, format!("warning: a.psq: psq cannot hold {left_out}\n"));
    // Names are of the character set that is asked for, and then of that in which they were read.
    fs::write(folder.join("named.sgf"), "(;GM[4]SZ[15]PB[弈心];B[hh])").unwrap();
    succeed("convert --to-charset gbk named.sgf named.psq", &folder);
    let named = fs::read(folder.join("named.psq")).unwrap();
    assert!(named.windows(6).any(|name| name == b"\xde\xc4\xd0\xc4\r\n"), "{named:x?}");
    succeed("convert --charset gbk named.psq again.psq", &folder);
    assert_eq!(fs::read(folder.join("again.psq")).unwrap(), named);
    // What becomes moves too: both moves out of turn follow one pass.
    fs::write(folder.join("set-up.sgf"), "(;GM[4]SZ[15]AB[hh]AW[ig](;W[ji])(;W[ij]))").unwrap();
    let (text, warnings) = succeed("convert set-up.sgf set-up.lib", &folder);
    assert_eq!(text, "set-up.lib: 1 game, 2 moves\n");
    let made = "2 stones that were set up (now moves) and 2 moves out of turn (now after passes)";
    assert_eq!(warnings, format!("warning: set-up.lib: lib cannot hold {made}\n"));
    // The size of a board too, which a record may leave to whoever reads it.
    fs::write(folder.join("large.sgf"), "(;GM[4];B[hh];W[ss])").unwrap();
    assert!(fail("convert large.sgf large.txt", &folder).contains("ss is not on the board of 15x15"));
    let (_, warnings) = succeed("convert --size 20 large.sgf large.txt", &folder);
    assert_eq!(warnings, "warning: large.txt: txt cannot hold 1 board size\n");
    assert_eq!(fs::read_to_string(folder.join("large.txt")).unwrap(), "h13s2\n");
    let (text, _) = succeed("analyze --size 20 --depth 1 large.sgf", &folder);
    assert!(text.starts_with("freestyle on 20x20"), "{text}");
    // What a program of Go reads it reads again.
    fs::write(folder.join("go.sgf"), "(;GM[1]SZ[15];B[hh];W[ig])").unwrap();
    succeed("convert go.sgf again.sgf", &folder);
    assert!(fs::read_to_string(folder.join("again.sgf")).unwrap().contains("GM[1]"));
    // What is passed over in a damaged text is told.
    fs::write(folder.join("torn.sgf"), b"(;GM[4]SZ[15]CA[UTF-8];B[hh]C[\xcc\xec])").unwrap();
    let (_, warnings) = succeed("convert --salvage torn.sgf torn.lib", &folder);
    let warning =
        "line 1, column 31 (byte 30): this is not UTF-8, which the file says it is: another character set can be given";
    assert_eq!(warnings, format!("warning: torn.sgf: {warning}\n"));
}

#[test]
fn many_files_go_into_a_folder_beside_themselves_or_into_one() {
    let folder = folder("convert-many");
    for (name, moves) in [("one", "h8i9"), ("two", "h8i8j7")] {
        succeed(&format!("convert {moves} {name}.psq"), &folder);
    }
    succeed("convert one.psq two.psq out/ --to sgf", &folder);
    assert_eq!(names(&folder.join("out")), ["one.sgf", "two.sgf"]);
    succeed("convert --to lib one.psq two.psq", &folder);
    let (text, _) = succeed("convert one.psq two.psq all.sgf", &folder);
    assert_eq!(text, "all.sgf: 2 games, 5 moves\n");
    let (text, _) = succeed("convert one.psq two.psq all.lib", &folder);
    assert_eq!(text, "all.lib: 2 games, 5 moves\n");
    let (text, _) = succeed("convert all.lib tree.sgf", &folder);
    assert_eq!(text, "tree.sgf: 1 game, 4 moves\n");
    let (text, _) = succeed("convert --game 2 all.sgf second.txt", &folder);
    assert_eq!(text, "second.txt: 1 game, 3 moves\n");
    succeed("convert all.sgf out --to psq", &folder);
    assert_eq!(names(&folder.join("out")), ["all-1.psq", "all-2.psq", "one.sgf", "two.sgf"]);
    let all = ["all.lib", "all.sgf", "one.lib", "one.psq", "out", "second.txt", "tree.sgf", "two.lib", "two.psq"];
    assert_eq!(names(&folder), all);
    // Files of one name from two folders stay two, whatever may be replaced.
    succeed("convert out/one.sgf one.psq both/ --to txt --force", &folder);
    assert_eq!(names(&folder.join("both")), ["one-2.txt", "one.txt"]);
    // So do files whose names differ in capitals, which not every file system tells from small letters.
    succeed("convert one.psq out/ONE.psq", &folder);
    succeed("convert out/ONE.psq one.psq capitals/ --to txt", &folder);
    assert_eq!(names(&folder.join("capitals")), ["ONE.txt", "one-2.txt"]);
    // What is written once is written again, and not read: a name without a format, and one of the format to write.
    for out in ["new.out", "new.sgf"] {
        let line = format!("convert one.psq {out} --to sgf");
        assert_eq!(succeed(&line, &folder).0, format!("{out}: 1 game, 2 moves\n"));
        let before = names(&folder);
        // What is there already as it would be written is written, so that a command that was broken off goes on.
        assert_eq!(succeed(&line, &folder).0, format!("{out}: 1 game, 2 moves\n"));
        let other = line.replace("one.psq", "two.psq");
        assert!(fail(&other, &folder).contains(&format!("{out} exists already: --force replaces it")));
        succeed(&other.replace("two.psq", "two.psq --force"), &folder);
        assert!(fs::read_to_string(folder.join(out)).unwrap().contains(";B[ji]"), "{out}");
        assert_eq!(names(&folder), before);
    }
    // Files of the format to write are read, each for itself, whether their names tell it or not, and what is beside them.
    for [one, other] in [["one.new.sgf", "two.new.sgf"], ["one-game", "two-game"]] {
        for (from, to) in [("one.psq", one), ("two.psq", other)] {
            succeed(&format!("convert {from} {to} --to sgf"), &folder);
        }
        let kept = fs::read_to_string(folder.join(other)).unwrap();
        for (before, written) in [("", 2), ("one.lib ", 3)] {
            let said = succeed(&format!("convert --force --to sgf {before}{one} {other}"), &folder).0;
            assert_eq!(said.lines().count(), written, "{said}");
            assert_eq!(fs::read_to_string(folder.join(other)).unwrap(), kept, "{other}");
        }
    }
    // A game that cannot be written is no reason to leave the others.
    let games = ";B[hh];W[ii])(;GM[4]SZ[15];B[hh];W[];B[ii])(;GM[4]SZ[15];B[hh];W[jj])";
    fs::write(folder.join("3g.sgf"), format!("(;GM[4]SZ[15]{games}")).unwrap();
    let complaint = fail("convert 3g.sgf each/ --to psq", &folder);
    assert!(complaint.contains("3g-2.psq: this format has no passes"), "{complaint}");
    assert!(complaint.contains("error: 3g.sgf: 1 of 3 games could not be written"), "{complaint}");
    assert_eq!(names(&folder.join("each")), ["3g-1.psq", "3g-3.psq"]);
    // Of many that cannot be written the first are told, and all are counted.
    fs::write(folder.join("12g.sgf"), "(;GM[4]SZ[15];B[hh];W[];B[ii])".repeat(12)).unwrap();
    let complaint = fail("convert 12g.sgf each/ --to psq", &folder);
    assert_eq!(complaint.matches("this format has no passes").count(), 10, "{complaint}");
    assert!(complaint.contains("error: 12g.sgf: 12 of 12 games could not be written"), "{complaint}");
    // One that cannot be read is no reason to leave the others.
    fs::write(folder.join("bad.psq"), "Piskvorky 99x99").unwrap();
    let complaint = fail("convert bad.psq one.psq more/ --to sgf", &folder);
    assert!(complaint.contains("error: bad.psq: line 1, column 1 (byte 0): a board of 99x99"), "{complaint}");
    assert!(complaint.contains("1 of 2 files could not be converted"), "{complaint}");
    assert_eq!(names(&folder.join("more")), ["one.sgf"]);
}

#[test]
fn a_library_of_a_database_is_of_one_rule() {
    let folder = folder("convert-rules");
    let game = |rule: &str| format!("(;GM[4]SZ[15]RU[{rule}];B[hh]C[of {rule}])");
    let rules = ["freestyle", "renju"];
    for rule in rules {
        fs::write(folder.join(format!("{rule}.sgf")), game(rule)).unwrap();
        succeed(&format!("convert {rule}.sgf {rule}.db"), &folder);
    }
    fs::write(folder.join("two.sgf"), rules.map(game).concat()).unwrap();
    assert_eq!(succeed("convert two.sgf two.db", &folder).0, "two.db: 4 positions\n");
    let before = names(&folder);
    for line in ["convert two.db out.lib", "convert two.db --to lib", "convert freestyle.db renju.db out.lib"] {
        let complaint = fail(line, &folder);
        let reason = ".lib: positions of freestyle 15x15, renju 15x15 are not one tree: --game N takes one of a file";
        assert!(complaint.contains(reason), "{line}: {complaint}");
        assert_eq!(names(&folder), before, "{line}");
    }
    for (number, rule) in (1..).zip(rules) {
        let (text, _) = succeed(&format!("convert two.db --game {number} {rule}.lib"), &folder);
        assert_eq!(text, format!("{rule}.lib: 1 game, 1 move\n"));
        let library = fs::read(folder.join(format!("{rule}.lib"))).unwrap();
        let words = rules.map(|rule| String::from_utf8_lossy(&library).contains(&format!("of {rule}")));
        assert_eq!(words, rules.map(|other| other == rule));
    }
    // A record has a game for each, and records, which judge nothing, become one library.
    assert_eq!(succeed("convert two.db out.sgf", &folder).0, "out.sgf: 2 games, 2 moves\n");
    assert_eq!(succeed("convert two.sgf games.lib", &folder).0, "games.lib: 2 games, 2 moves\n");
}

#[test]
fn mistakes_are_named_and_leave_nothing_behind() {
    let folder = folder("convert-mistakes");
    let mut damaged = LIBRARY.to_vec();
    damaged[32] = 0xf1;
    fs::write(folder.join("bad.lib"), &damaged).unwrap();
    fs::write(folder.join("bad.sgf"), "(;SZ[15];B[hh];W[hh])").unwrap();
    fs::write(folder.join("two.sgf"), "(;SZ[15];B[hh])(;SZ[15];B[])").unwrap();
    fs::write(folder.join("linker.lib"), "!<arch>\n/               1234").unwrap();
    fs::write(folder.join("kept.sgf"), "kept").unwrap();
    fs::write(folder.join("packed.rif.gz"), [0x1f, 0x8b, 8, 0, 0, 0, 0, 0]).unwrap();
    let before = names(&folder);
    let check = |line: &str, message: &str| {
        let complaint = fail(line, &folder);
        assert!(complaint.contains(message), "{line}: {complaint}");
        assert_eq!(names(&folder), before, "{line}");
    };
    check("convert bad.lib out.sgf", "error: bad.lib: byte 32: 0xf1 is no point of the board");
    check(
        "convert bad.sgf out.lib",
        "bad.sgf: line 1, column 18 (byte 17): move 2 cannot be played: the point is occupied",
    );
    check("convert linker.lib out.sgf", "linker.lib: byte 0: a library begins with the byte ff and RenLib");
    check("convert h8i9 kept.sgf", "kept.sgf exists already: --force replaces it");
    check("convert two.sgf out.psq", "out.psq: 2 games, and psq holds one: --game N takes one");
    check("convert two.sgf --game 2 out.psq", "out.psq: this format has no passes, and one is played (at pass)");
    check("convert two.sgf --game 3 out.psq", "there is no game 3: the file holds 2");
    check("convert nothing.sgf out.lib", "\"nothing.sgf\" is neither a list of moves");
    check("convert h8h8 out.sgf", "h8h8: ");
    // Nothing of a name that is mistyped is saved.
    check("convert --salvage --force g7.lib kept.sgf", "\"g7.lib\" is neither a list of moves");
    check("convert two.sgf", "\"two.sgf\" is read, and nothing says where to write");
    check("convert two.sgf out", "out does not end as a known format: --to says which it is");
    check("convert two.sgf out.rif", "rif files are read and never written; there are lib, sgf");
    check("convert two.sgf nowhere/out.sgf", "cannot write nowhere/out.sgf");
    check("convert two.sgf .", ". is a folder: --to says");
    check("convert two.sgf out.sgf --to doc", "no such format; there are lib, sgf");
    check("convert two.sgf out.lib --charset klingon", "no such character set");
    check("convert two.sgf out.lib --to-charset utf-16", "UTF-16LE is read and not written");
    let utf8_alone = "files are written in UTF-8 alone: --to-charset is for lib, psq, rec";
    check("convert two.sgf out.sgf --to-charset gbk", &format!("sgf {utf8_alone}"));
    check("convert two.sgf out.db --to-charset gbk", &format!("db {utf8_alone}"));
    check("convert packed.rif.gz out.sgf", "packed.rif.gz: byte 0: this is compressed by gzip: unpack it first");
    check("convert packed.rif.gz out.db", "packed.rif.gz: this is compressed by gzip: unpack it first");
    check("analyze packed.rif.gz", "packed.rif.gz: this is compressed by gzip: unpack it first");
    check("convert kept.sgf out.lib", "kept.sgf: line 1, column 1 (byte 0): no game of the Smart Game Format");
    check("convert --size 20 a20 out.lib", "the board is 20x20, and this format holds boards of 15x15 only");
    assert_eq!(fs::read_to_string(folder.join("kept.sgf")).unwrap(), "kept");
    // What can be read is saved, and what was passed over is told.
    let (_, warnings) = succeed("convert --salvage bad.lib out.sgf", &folder);
    assert_eq!(warnings, "warning: bad.lib: byte 32: 0xf1 is no point of the board\n");
    succeed("convert --salvage --force bad.sgf kept.sgf", &folder);
    assert!(fs::read_to_string(folder.join("kept.sgf")).unwrap().ends_with(";B[hh])\n"));
}
