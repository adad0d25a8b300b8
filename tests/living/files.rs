//! Finished games as files: what is read of them, what is written, and what damage does.
//!
//! A short run of damaged files is part of the tests. A long one is
//! `TENGEN_DAMAGED_FILES=1000000 cargo test --release --test tests living -- --nocapture`.

use std::env;
use tengen_engine::random::SplitMix64;

use tengen_engine::color::{ByColor, Color};
use tengen_engine::point::Point;
use tengen_games::living::record::{self, Record};
use tengen_games::living::{self, Names, Quarters, Terms, Variant, drawing};

use crate::fuzz::Dice;

const DOCUMENT: &str = "(;GM[1]SZ[7]KM[1]PL[W]AB[ba][da][ea][bb][cb][db][cc][ad][bd][cd][dd][fd][de][ee][fe][ge][ff][gf][gg]\
                        AW[fa][eb][gb][dc][ec][fc][gc][ed][gd][ae][be][ce][af][df][ef][bg][cg][dg][eg][fg])";
/// Black's last stone lies in White's space and is dead; the game has a variation and ends with two passes.
const GAME: &str = "(;FF[4]GM[1]CA[UTF-8]SZ[5]KM[0.5]RU[Chinese]RE[B+4.5]PB[X \\] Y]\n;B[cc];W[dc];B[cb];W[db];B[cd];W[dd]\
                    ;B[ca];W[da];B[ce];W[de];B[ec](;W[ed]C[taken?];B[];W[tt]TB[aa:be]TW[ea:ec][ee])(;W[aa]))";

fn read(text: &str) -> Record {
    record::read(text.as_bytes(), false).unwrap_or_else(|why| panic!("{text}: {why}"))
}

fn terms(record: &Record) -> Terms {
    let compensation = record.compensation().unwrap_or_default();
    Terms { first: record.first, compensation, handicap: record.handicap, ..Terms::default() }
}

#[test]
fn the_document_is_counted_with_its_compensation() {
    let record = read(DOCUMENT);
    assert_eq!(record.position.history, None);
    let count = living::count(&record.position, &terms(&record), Names::new(record.position.goban.size())).unwrap();
    assert_eq!(count.result().0.map(|stones| stones.to_string()), ["22.5", "20.5"]);
    assert_eq!(count.reference().0.map(|stones| stones.to_string()), ["24", "25"]);
    assert_eq!(count.margin(), Quarters::stones(2));
}

#[test]
fn a_game_is_replayed_with_its_captures() {
    let record = read(GAME);
    let history = record.position.history.unwrap();
    assert_eq!((record.first, record.compensation().ok()), (Color::Black, Quarters::parse("0.5")));
    assert_eq!(history.captured, ByColor([0, 0]));
    assert_eq!(record.position.marks.dead, [Point::new(4, 2)]);
    assert_eq!(record.result.as_deref(), Some("B+4.5"));
    let count = living::count(&record.position, &terms(&record), Names::new(record.position.goban.size())).unwrap();
    assert_eq!(count.area().0.map(|stones| stones.to_string()), ["15", "10"]);
    assert_eq!(count.comparisons()[0].margin.to_string(), "4.5");
    assert_eq!(record.territory_warning(&count, Names::new(count.size())), None);
    // A stone in the corner is captured, a pass of the AGA hands over a stone, and handicap stones are no moves.
    let aga = read("(;SZ[5]RU[AGA]HA[2]AB[ba][ee]PL[W];W[aa];B[ab];W[];B[tt])");
    let history = aga.position.history.unwrap();
    assert_eq!((history.captured, history.pass_stones), (ByColor([0, 1]), ByColor([1, 1])));
    assert_eq!((aga.first, aga.handicap), (Color::Black, 2));
    let replaced = read("(;SZ[5];B[aa];W[aa];B[bb])(;B[cc])");
    let warnings: Vec<String> = replaced.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(warnings, ["move 2 at a5 replaces a stone", "the file holds 2 games; the first is counted"]);
    let other = read(&GAME.replace("TB[aa:be]", "TB[aa:bd]"));
    let count = living::count(&other.position, &terms(&other), Names::new(other.position.goban.size())).unwrap();
    assert_eq!(
        other.territory_warning(&count, Names::new(count.size())).unwrap().to_string(),
        "the territory of the file differs from the space that was found at a1 b1"
    );
}

#[test]
fn what_is_wrong_with_a_file_is_said_with_its_place() {
    let check = |text: &str, message: &str| {
        let compensation = record::read(text.as_bytes(), false).and_then(|record| record.compensation());
        assert_eq!(compensation.unwrap_err().to_string(), message, "{text}");
    };
    check("(;GM[4]SZ[15])", "line 1, column 6: game 4 of the Smart Game Format is not Go, which is game 1");
    check("(;SZ[25])", "a board of 25x25: sides go from 1 to 22");
    check("(;SZ[5]\n;B[fa])", "line 2, column 4: \"fa\" is no point of a board of 5x5");
    check("(;SZ[5]AB[aa:fa])", "line 1, column 2: \"fa\" is no point of a board of 5x5");
    check(
        "(;SZ[5]KM[6,5])",
        "line 1, column 11: \"6,5\" is no compensation: write 7.5 or another decimal number of halves",
    );
    check("(;SZ[5]HA[999])", "line 1, column 11: 999 handicap stones");
    check("(;SZ[5]TB[aa]TW[aa])", "a5 is marked as territory of both sides");
    check("(;SZ[5]AB[aa]TB[aa])", "a5 is marked as territory of X and holds a stone of it");
    check("(;SZ[5];B[aa]", "the last bracket of the file is missing: it was cut off");
    check("", "line 1, column 1: no game of the Smart Game Format: they begin with \"(;\"");
}

#[test]
fn what_is_written_is_read_back() {
    for text in [DOCUMENT, GAME] {
        let record = read(text);
        let names = Names::new(record.position.goban.size());
        let count = living::count(&record.position, &terms(&record), names).unwrap();
        for file in [Some((text.as_bytes(), 1)), None] {
            let written = record::write(file, &record.position, &count, "a ] and a \\").unwrap();
            let again = read(&written);
            assert!(again.position.goban == record.position.goban, "{written}");
            assert_eq!((again.first, again.compensation()), (record.first, Ok(count.terms().compensation)));
            assert_eq!(again.position.marks, record.position.marks, "{written}");
            assert_eq!(again.position.history, record.position.history.filter(|_| file.is_some()));
            let recount = living::count(&again.position, &terms(&again), names).unwrap();
            assert_eq!(recount.margin(), count.margin());
            assert_eq!(again.territory_warning(&recount, names), None);
            assert!(written.contains("C[a \\] and a \\\\]"), "{written}");
        }
    }
}

#[test]
fn a_list_of_points_may_be_empty() {
    let record = read(&GAME.replace("TW[ea:ec][ee]", "TW[]MA[]"));
    assert_eq!(record.territory.0.map(|points| points.len()), [10, 0]);
    assert!(record.crossed.is_empty() && record.position.marks.dead.is_empty());
}

#[test]
fn who_was_first_is_written_where_the_file_says_otherwise() {
    let written = |text: &str, first: Color| {
        let record = read(text);
        let terms = Terms { first, ..terms(&record) };
        let count = living::count(&record.position, &terms, Names::new(record.position.goban.size())).unwrap();
        let written = record::write(Some((text.as_bytes(), 1)), &record.position, &count, "").unwrap();
        (read(&written).first, written.matches("PL[").count())
    };
    let named = GAME.replace("\n;B[cc]", "PL[B];PL[Black]\n;B[cc]");
    assert_eq!(written(GAME, Color::Black), (Color::Black, 0));
    assert_eq!(written(GAME, Color::White), (Color::White, 1));
    assert_eq!(written(&named, Color::Black), (Color::Black, 2));
    assert_eq!(written(&named, Color::White), (Color::White, 1));
    // After a handicap it is White who is to move.
    assert_eq!(written(&GAME.replace("SZ[5]", "SZ[5]HA[2]PL[W]"), Color::Black), (Color::Black, 1));
}

#[test]
fn stones_that_were_set_up_are_no_moves() {
    let moves = ";B[cc];W[dc];B[cb];W[db];B[cd];W[dd];B[ca];W[da];B[ce];W[de]";
    let counted = |root: &str| {
        let record = read(&format!("(;SZ[5]{root}{moves})"));
        let terms = Terms { variant: Variant::Art, ..terms(&record) };
        let count = living::count(&record.position, &terms, Names::new(record.position.goban.size())).unwrap();
        (count.more_moves(), count.margin())
    };
    for root in ["", "AB[bb]", "AW[eb]", "HA[2]AB[bb][bd]", "AB[bb][bd];AE[bd];AW[bb];AB[bb]"] {
        assert_eq!(counted(root), (Some(0), Quarters::stones(5)), "{root}");
    }
    // Handicap stones that were not set up were played.
    assert_eq!(counted("HA[2]"), (Some(-2), Quarters::stones(7)));
}

/// A file with some of its bytes changed.
fn damaged(text: &str, dice: &mut Dice) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..1 + dice.roll(6) {
        let at = dice.roll(bytes.len());
        bytes[at] = match dice.roll(3) {
            0 => bytes[at] ^ 1 << dice.roll(8),
            1 => b"()[];:\\abtABWPLTSZ019."[dice.roll(22)],
            _ => dice.roll(256) as u8,
        };
    }
    bytes
}

#[test]
fn damaged_files_are_errors_and_nothing_worse() {
    let number = env::var("TENGEN_DAMAGED_FILES").ok().map_or(5_000, |text| text.parse().unwrap());
    let mut dice = Dice(SplitMix64::new(3));
    let (mut errors, mut refused) = (0, 0);
    for index in 0..number {
        let text = [DOCUMENT, GAME][index % 2];
        if dice.one_in(3) {
            let cut = &text.as_bytes()[..dice.roll(text.len())];
            assert!(record::read(cut, false).is_err(), "{}", String::from_utf8_lossy(cut));
            errors += 1;
            continue;
        }
        match record::read(&damaged(text, &mut dice), dice.one_in(2)) {
            Err(why) => {
                assert!(!why.to_string().contains('\n'), "{why}");
                errors += 1;
            }
            Ok(record) => {
                let names = Names::new(record.position.goban.size());
                refused += usize::from(living::count(&record.position, &terms(&record), names).is_err());
            }
        }
    }
    println!("{number} damaged files: {errors} errors, {refused} positions refused");
    assert!(errors > 0 && refused > 0 && errors + refused < number);
}

#[test]
fn damaged_drawings_are_errors_and_nothing_worse() {
    let drawing =
        ". X . X X O .\n. X X X O . O\n. . X O O O O\nX X X X O X O\nO O O X X X X\nO . . O O X X\n. O O O O O X";
    let mut dice = Dice(SplitMix64::new(5));
    let mut counted = 0;
    for _ in 0..5_000 {
        let mut text: Vec<char> = drawing.chars().collect();
        for _ in 0..1 + dice.roll(5) {
            let at = dice.roll(text.len());
            text[at] = ['X', 'O', '.', 'x', 'o', 'b', 'w', '#', '=', '?', '(', ')', '\n', '7', 'é'][dice.roll(15)];
        }
        if let Ok(position) = drawing::parse(&text.into_iter().collect::<String>()) {
            counted +=
                usize::from(living::count(&position, &Terms::default(), Names::new(position.goban.size())).is_ok());
        }
    }
    assert!(counted > 0);
}
