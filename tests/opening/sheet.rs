//! Score sheets: of actions, of records and drawings, and empty ones.

use std::fs;
use std::path::Path;

use super::tengen;

/// The page that `sheet` makes.
pub(super) fn sheet(arguments: &[&str]) -> String {
    let (success, page, complaint) = tengen(&[&["sheet"], arguments].concat());
    assert!(success, "{arguments:?}: {complaint}");
    page
}

#[test]
fn a_score_sheet_shows_the_whole_game() {
    let actions = "A:h8 h9 i8; B:swap; A:h6; B:offer g8 i9; A:pick i9; A:j10; B:g7; A:pass; B:a1";
    let page = sheet(&[
        "--opening-rule",
        "rif",
        actions,
        "--black",
        "Saito & Son <1>",
        "--clock",
        "60 min",
        "--place",
        "Tartu",
    ]);
    for text in [
        "<i>Saito &amp; Son &lt;1&gt;</i>",
        "<b>Black (seat B)</b>",
        "<b>Place</b><i>Tartu</i>",
        "<b>Clock</b><i>60 min</i>",
        "<b>Rule</b><i>Renju</i>",
        "<b>Opening rule</b><i>RIF</i>",
        "<b>Opening</b><i>D6 Ugetsu (rain moon)</i>",
        "<b>Choices</b><i>after 3 B swaps</i>",
        "<b>Fifths offered</b><i>G8 I9</i>",
        "<b>Passes</b><i>8 (White)</i>",
        // The ninth move is the eighth stone; h8 stands in the middle; the fifth that was not picked is marked.
        "<g class=\"black d1\"><circle cx=\"9\" cy=\"149\" r=\"4.5\"/><text x=\"9\" y=\"149\">9</text></g>",
        "<g class=\"black d1\"><circle cx=\"79\" cy=\"79\" r=\"4.5\"/><text x=\"79\" y=\"79\">1</text></g>",
        "<g class=\"offer\"><circle cx=\"69\" cy=\"79\"",
        "<li><b>8</b><i>pass</i><s></s></li>",
    ] {
        assert!(page.contains(text), "{text} is not in {page}");
    }
    assert_eq!(page.matches("<g class=\"offer\">").count(), 1);
    let actions = "A:h8;B:keep;B:h9;A:keep;A:i8;B:keep;B:j7;A:swap;B:offer g8 i9 i7 g7 j9 h10 f8 k6 h7 j5";
    let ten = sheet(&["--opening-rule", "taraguchi10", "--ten-after-swap", actions]);
    assert!(ten.contains("<b>Fifths offered</b><i>G8 I9 I7 G7 J9 H10 F8 K6 H7 J5</i>"), "{ten}");
    assert!(page.starts_with("<!DOCTYPE html>") && !page.contains("<script") && !page.contains("http"));
}

#[test]
fn a_score_sheet_is_a_form_without_a_game() {
    let page = sheet(&[]);
    for letter in "ABCDEFGHIJKLMNO".chars() {
        assert_eq!(page.matches(&format!(">{letter}</text>")).count(), 2, "{letter}");
    }
    for number in 1..=15 {
        assert_eq!(page.matches(&format!(">{number}</text>")).count(), 2, "{number}");
    }
    assert!(page.contains("<b>Result</b><i></i>") && page.contains("<li><b>60</b><i></i>") && !page.contains("<g "));
    // Row 1 at the top where it is asked for, and any size.
    let page = sheet(&["--size", "20x10", "--rows", "top"]);
    assert!(page.contains(">T</text>") && page.contains("y=\"9\">1</text>"), "{page}");
}

#[test]
fn a_score_sheet_is_made_of_a_record_or_a_drawing() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sheet");
    fs::create_dir_all(&folder).unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        path.into_os_string().into_string().unwrap()
    };
    let head = "(;GM[4]FF[4]SZ[15]EV[Cup]RO[3]DT[2005-08-03]PB[Ando]PW[Hasegawa]RU[renju]TM[5400]OT[30 s]RE[W+R]\
         ON[Soosyrv-8]C[White wins\nOpening: A:h8 i9 i8; B:keep; B:h10; B:declare 2; A:swap; B:offer i7 g8; A:pick i7]";
    let moves = ";B[hh]BL[5390];W[ig]WL[5300];B[ih];W[hf](;B[ii];W[gh];B[hi];W[];B[gg])(;B[gh]N[5A]))";
    let page = sheet(&[&file("game.sgf", &format!("{head}\n{moves}"))]);
    for text in [
        "<title>Ando – Hasegawa</title>",
        "<b>Result</b><i>White wins by resignation</i>",
        "<b>Clock</b><i>90:00, 30 s</i>",
        "<b>White&#39;s clock</b><i>88:20 left</i>",
        "<b>Opening</b><i>I6 Ungetsu (cloud moon)</i>",
        "<b>Fifths offered</b><i>I7 G8</i>",
        "<b>Choices</b><i>B: 2 fifths, after 4 A swaps</i>",
        "<b>Black (seat B)</b><i>Ando</i>",
        "<b>Passes</b><i>8 (White)</i>",
        "<li><b>1</b><i>H8</i><s>89:50</s></li>",
    ] {
        assert!(page.contains(&text.replace("&#39;", "'")), "{text} is not in {page}");
    }
    // A clock that is no number is shown as it is.
    let page = sheet(&[&file("clock.sgf", "(;SZ[15]TM[nan];B[hh]BL[inf])")]);
    assert!(page.contains("<b>Clock</b><i>nan</i>") && page.contains("<i>H8</i><s>inf</s>"), "{page}");
    // What is told of an opening is the rule by which it was made, or the opening.
    for (told, field) in [
        ("Soosyrv-8", "Opening rule"),
        ("Yamaguchi, at most 9", "Opening rule"),
        ("Long Pro", "Opening rule"),
        ("designated: D3 Sosei (sparse star)", "Opening rule"),
        ("D3", "Opening"),
        ("Sosei", "Opening"),
    ] {
        let page = sheet(&[&file("told.sgf", &format!("(;GM[4]SZ[15]ON[{told}];B[hh])"))]);
        assert!(page.contains(&format!("<b>{field}</b><i>{told}</i>")), "{told} is no {field} in {page}");
    }
    // Other formats tell less, and what they tell is there.
    let page = sheet(&[&file("game.psq", "Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n9,7,5\r\nAnn\r\nBob\r\n-1\r\n")]);
    for text in ["<title>Ann – Bob</title>", "<li><b>2</b><i>I9</i>"] {
        assert!(page.contains(text), "{text} is not in {page}");
    }
    // What White begins is none of the openings of Renju.
    let page = sheet(&[&file("white.sgf", "(;SZ[15];W[hh];B[hg];W[ih])")]);
    assert!(page.contains("<li><b>3</b><i>I8</i>") && !page.contains("Ugetsu"), "{page}");
    // Stones that were set up have no numbers.
    let page = sheet(&[&file("board.txt", ". . . . .\n. X . . .\n. .(O). .\n. . . . .\n. . . . .\n")]);
    assert!(page.contains("<g class=\"black d0\">") && page.contains("y=\"29\">1</text></g>"), "{page}");
    // A drawing that a command printed names its rule, and an empty form has the one that is given.
    let drawing = "standard on 5x5\n. . . . .\n. X . . .\n. .(O). .\n. . . . .\n. . . . .\n";
    assert!(sheet(&[&file("named.txt", drawing)]).contains("exactly five"));
    assert!(sheet(&["--rule", "standard"]).contains("exactly five"));
    let page = sheet(&["h8h9i8i9j8j9k8k9l8", "--rule", "standard", "--output", &file("out.html", "")]);
    assert_eq!(page, "");
    let page = fs::read_to_string(folder.join("out.html")).unwrap();
    assert!(page.contains("<b>Result</b><i>Black wins by five</i>"), "{page}");
    for (arguments, words) in [
        (&["A:h8"][..], ["--opening-rule", "\"A:h8\""]),
        (&["A:h7", "--opening-rule", "rif"], ["\"A:h7\"", "centre"]),
        (&["A:h8", "--opening-rule", "rif", "--game", "2"], ["\"A:h8\"", "--game is for records"]),
        (
            &[&file("actions.txt", "A:h8"), "--opening-rule", "rif", "--game", "1"],
            ["actions.txt", "--game is for records"],
        ),
        (&["A:h8", "--opening-rule", "rif", "--ten-after-swap"], ["--ten-after-swap", "taraguchi"]),
        (&["h8h8"], ["move 2 (h8)", "occupied"]),
        (&[&file("torn.sgf", "(;SZ[15];B[hh]\n;W[hh])")], ["torn.sgf", "line 2, column 4 (byte 18): move 2"]),
        (
            &[&file("far.sgf", "(;SZ[9];B[oo])")],
            ["far.sgf", "line 1, column 11 (byte 10): oo is not on the board of 9x9"],
        ),
        (&[&file("open.sgf", "(;SZ[9];B[oo")], ["open.sgf", "line 1, column 10"]),
        (&["h8h9i8i9", "--offered", "h9"], ["--offered", "h9 was taken"]),
    ] {
        let (success, _, complaint) = tengen(&[&["sheet"], arguments].concat());
        assert!(!success && words.iter().all(|word| complaint.contains(word)), "{arguments:?}: {complaint}");
    }
}
