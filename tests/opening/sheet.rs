//! Score sheets: of actions, of records and drawings, and empty ones.

use std::fs;

use super::tengen;
use crate::harness::folder;

/// The page that `sheet` makes.
pub(super) fn sheet(arguments: &[&str]) -> String {
    noted(arguments).0
}

/// The page, and what is noted beside it.
fn noted(arguments: &[&str]) -> (String, String) {
    let (success, page, complaint) = tengen(&[&["sheet"], arguments].concat());
    assert!(success, "{arguments:?}: {complaint}");
    (page, complaint)
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
fn a_score_sheet_tells_the_choices_of_a_line() {
    for (rule, actions, choices) in [
        ("swap2", "A:a1 o15 c7; B:swap; A:j9", "after 3 B takes Black"),
        ("swap2", "A:a1 o15 c7; B:keep; B:j9", "after 3 B takes White"),
        ("swap2", "A:a1 o15 c7; B:two h8 i9; A:keep; A:j9", "after 3 B puts two stones, after 5 A takes White"),
        ("swap2", "A:a1 o15 c7; B:two h8 i9; A:swap; B:j9", "after 3 B puts two stones, after 5 A takes Black"),
        ("swap", "A:a1 o15 c7; B:keep; B:j9", ""),
        ("soosyrv8", "A:h8 i9 i8; B:keep; B:h10; B:declare 1; A:swap", "B: 1 fifth, after 4 A swaps"),
    ] {
        let page = sheet(&["--opening-rule", rule, actions]);
        assert!(page.contains(&format!("<b>Choices</b><i>{choices}</i>")), "{rule} {actions}: {page}");
    }
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
    let dots = |page: &str| page.matches("r=\"1.1\"").count();
    assert_eq!(["20x10", "5x5", "19"].map(|size| dots(&sheet(&["--size", size]))), [4, 1, 5]);
}

#[test]
fn a_score_sheet_is_made_of_a_record_or_a_drawing() {
    let folder = folder("sheet");
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        path.into_os_string().into_string().unwrap()
    };
    let head = "(;GM[4]FF[4]SZ[15]EV[Cup]RO[3]DT[2005-08-03]PB[Ando]PW[Hasegawa]RU[renju]TM[5400]OT[30 s]RE[W+R]\
         ON[Soosyrv-8]C[White wins\nOpening: A:h8 i9 i8; B:keep; B:h10; B:declare 2; A:swap; B:offer i7 g8; A:pick i7]";
    let moves = ";B[hh]BL[5390];W[ig]WL[5300];B[ih];W[hf](;B[ii];W[gh];B[hi];W[];B[gg])(;B[gh]N[5A]))";
    let game = file("game.sgf", &format!("{head}\n{moves}"));
    let page = sheet(&[&game]);
    for text in [
        "<title>Ando – Hasegawa</title>",
        "<b>Event</b><i>Cup</i>",
        "<b>Round</b><i>3</i>",
        "<b>Date</b><i>2005-08-03</i>",
        "<b>Result</b><i>White wins by resignation</i>",
        "<b>Clock</b><i>90:00, 30 s</i>",
        "<b>White&#39;s clock</b><i>88:20 left</i>",
        "<b>Opening</b><i>I6 Ungetsu (cloud moon)</i>",
        "<b>Fifths offered</b><i>I7 G8</i>",
        "<b>Choices</b><i>B: 2 fifths, after 4 A swaps</i>",
        "<b>Black (seat B)</b><i>Ando</i>",
        "<b>White (seat A)</b><i>Hasegawa</i>",
        "<b>Passes</b><i>8 (White)</i>",
        "<li><b>1</b><i>H8</i><s>89:50</s></li>",
    ] {
        assert!(page.contains(&text.replace("&#39;", "'")), "{text} is not in {page}");
    }
    // What is said beside the record is worth more than what it tells, and of several games one is taken.
    let page = sheet(&[&game, "--rule", "standard", "--black", "Cy", "--result", "Draw"]);
    for text in ["<b>Rule</b><i>Gomoku, exactly five</i>", "<i>Cy</i>", "<b>Result</b><i>Draw</i>"] {
        assert!(page.contains(text), "{text} is not in {page}");
    }
    assert!(!page.contains("Ando"), "{page}");
    let page = sheet(&[&file("two.sgf", "(;SZ[15];B[hh])(;SZ[15];B[ii])"), "--game", "2"]);
    assert!(page.contains("<li><b>1</b><i>I7</i>"), "{page}");
    // A game that ended before one was picked has what was offered beside its end.
    let unpicked = "(;GM[4]SZ[15]RE[B+R];B[hh];W[ig];B[ih];W[hf](;)(;B[ii]N[5A])(;B[gh]N[5A]))";
    let page = sheet(&[&file("unpicked.sgf", unpicked)]);
    assert!(page.contains("<b>Fifths offered</b><i>I7 G8</i>"), "{page}");
    // A clock that is no number is shown as it is.
    let page = sheet(&[&file("clock.sgf", "(;SZ[15]TM[nan];B[hh]BL[inf])")]);
    assert!(page.contains("<b>Clock</b><i>nan</i>") && page.contains("<i>H8</i><s>inf</s>"), "{page}");
    // Two passes end a game, unless the record says otherwise.
    for (head, passes, result) in
        [("", ";B[];W[]", "Draw: both passed"), ("RE[B+]", ";B[];W[]", "Black wins"), ("", ";B[]", "")]
    {
        let page = sheet(&[&file("passed.sgf", &format!("(;GM[4]SZ[15]{head};B[hh];W[ii]{passes})"))]);
        assert!(page.contains(&format!("<b>Result</b><i>{result}</i>")), "{head}{passes}: {page}");
    }
    // What is told of an opening is the rule by which it was made, or the opening. The rule may stand with that of the game.
    for (head, field, told) in [
        ("ON[Soosyrv-8]", "Opening rule", "Soosyrv-8"),
        ("ON[Yamaguchi, at most 9]", "Opening rule", "Yamaguchi, at most 9"),
        ("ON[Long Pro]", "Opening rule", "Long Pro"),
        ("ON[designated: D3 Sosei (sparse star)]", "Opening rule", "designated: D3 Sosei (sparse star)"),
        ("ON[D3]", "Opening", "D3"),
        ("ON[Sosei]", "Opening", "Sosei"),
        ("RU[Taraguchi-10]", "Opening rule", "Taraguchi-10"),
        ("RU[Renju RIF]ON[D3]", "Opening rule", "RIF"),
        ("RU[renju RIF]ON[D3]", "Opening", "D3"),
        ("RU[renju RIF]ON[Soosyrv-8]", "Opening rule", "Soosyrv-8"),
        ("RU[renju]ON[D3]", "Opening rule", ""),
        ("GC[reverse: +]", "Choices", "reverse: +"),
        ("GC[A nice game.]", "Choices", ""),
    ] {
        let page = sheet(&[&file("told.sgf", &format!("(;GM[4]SZ[15]{head};B[hh])"))]);
        assert!(page.contains(&format!("<b>{field}</b><i>{told}</i>")), "{head}: {told} is no {field} in {page}");
    }
    let games = "<database><rules><rule id=\"1\" name=\"RIF\"/></rules>\
        <games><game id=\"1\" rule=\"1\" swap=\"R-\"><move>h8 i9 k7</move></game></games></database>";
    let page = sheet(&[&file("game.rif", games)]);
    for text in ["<b>Opening rule</b><i>RIF</i>", "<b>Choices</b><i>swap: R-</i>"] {
        assert!(page.contains(text), "{text} is not in {page}");
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
        (&["A:h8"][..], ["actions need", "--opening-rule"]),
        (&["A:h7", "--opening-rule", "rif"], ["\"A:h7\"", "centre"]),
        // The turn is named once.
        (&["A:h8 h9 z8", "--opening-rule", "rif"], ["error: \"A:h8 h9 z8\": \"z8\"", "is no point"]),
        (&["A:h8", "--opening-rule", "rif", "--game", "2"], ["--game is for records", "these are actions"]),
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
        (
            &[&file("closed.txt", ". . . . .\n. X . . .\n. .(O). .\n. . . . .\n. . . . #\n")],
            ["closed.txt", "closed points, for which a score sheet has no place"],
        ),
        (&["h8h9i8i9", "--offered", "h9"], ["--offered", "h9 was taken"]),
        (&["h8h9i8h6i9", "--offered", "g8 g9"], ["--offered", "i9, the fifth stone, is not among them"]),
        (&["h8h9i8h6i9", "--offered", "i9 g8, i9"], ["--offered", "i9 is there twice"]),
        (&["h8h9i8h6i9", "--offered", "i9 z9"], ["--offered", "\"z9\" is no point of a board of 15x15"]),
        (&["h8h9i8", "--opening-rule", "designated:lot"], ["--opening-rule", "\"lot\""]),
    ] {
        let (success, _, complaint) = tengen(&[&["sheet"], arguments].concat());
        assert!(!success && words.iter().all(|word| complaint.contains(word)), "{arguments:?}: {complaint}");
    }
}

#[test]
fn actions_are_read_with_a_byte_order_mark_and_in_utf_16() {
    let path = folder("sheet-marks").join("actions.txt");
    let actions = "\u{feff}A:h8 h9 i8; B:swap; A:h6";
    let wide: Vec<u8> = actions.encode_utf16().flat_map(u16::to_le_bytes).collect();
    for bytes in [actions.as_bytes(), wide.as_slice()] {
        fs::write(&path, bytes).unwrap();
        let page = sheet(&[path.to_str().unwrap(), "--opening-rule", "rif"]);
        assert!(page.contains("<b>Choices</b><i>after 3 B swaps</i>"), "{page}");
    }
}

#[test]
fn the_rule_of_bare_moves_is_that_which_is_usual_after_the_opening() {
    for (arguments, rule, opening) in [
        (&["h8h9i8g6"][..], "Renju", "D6 Ugetsu (rain moon)"),
        (&["h8h9i8g6", "--opening-rule", "rif"], "Renju", "D6 Ugetsu (rain moon)"),
        // The 26 openings are those of Renju.
        (&["h8h9i8g6", "--opening-rule", "swap2"], "Gomoku, exactly five", ""),
        (&["h8h9i8g6", "--opening-rule", "swap2", "--rule", "renju"], "Renju", "D6 Ugetsu (rain moon)"),
    ] {
        let page = sheet(arguments);
        for text in [format!("<b>Rule</b><i>{rule}</i>"), format!("<b>Opening</b><i>{opening}</i>")] {
            assert!(page.contains(&text), "{arguments:?}: {text} is not in {page}");
        }
    }
}

#[test]
fn a_game_that_does_not_keep_to_its_opening_rule_is_printed_with_a_note() {
    for (rule, moves, offered, note) in [
        ("rif", "h8h9i8h6i9", "i9 g8", ""),
        ("rif", "h8h9i8h6i9", "", ""),
        // A fifth that was not picked is played later; five of ten lie in a row.
        ("soosyrv8", "h8i9i8h10i7g8", "i7 g8", ""),
        ("taraguchi10", "h8h9i8j7i9", "i9 g7 i10 f7 i11 e7 i12 d7 i13 c7", ""),
        ("yamaguchi", "h8h9i9i8g7", "h10 g7 j9", ""),
        ("swap2", "a1o15c7h8i9", "", ""),
        ("taraguchi10", "h8h9i8j7i10a15", "", ""),
        ("rif", "", "", ""),
        ("rif", "h8h9i8h6i9", "i9", "RIF: points given: 1, and not 2"),
        ("swap2", "h8h9i8h6g8", "g8 a1", "Swap2: no fifths are offered under this rule"),
        ("tarannikov", "h8h9i8h6g8", "g8 a1", "Tarannikov: no fifths are offered under this rule"),
        ("rif", "h8h9h7h6g8", "g8 i8", "RIF: i8 is g8 again"),
        ("soosyrv8", "h8h9i8h6i9", "i9 g8 g7 g6 g5 g4 g3 g2 g1", "Soosyrv-8: 9 fifths: the number goes from 1 to 8"),
        ("designated:D4", "h8h9i8", "", "designated: D4 Kagetsu (flower moon): the opening must be D4, and this is D6"),
        ("pro", "h8i9i8", "", "Pro: stone 3 must stand outside the central 5x5"),
        ("taraguchi10", "h8h9i8m7i9", "", "Taraguchi-10: stone 4 must stand within the central 7x7"),
        // The fifth was one of ten, which nobody has told.
        ("taraguchi10", "h8h9i8j7a1b1", "", ""),
        ("tarannikov", "h8h9h7h6", "g8 i9", "Tarannikov: no fifths are due after 4 stones"),
        ("soosyrv8", "h8h9h7", "g8 i9", "Soosyrv-8: no fifths are due after 3 stones"),
        ("yamaguchi", "h8h9h7", "g8 i9", "Yamaguchi: no fifths are due after 3 stones"),
    ] {
        let offer: &[&str] = if offered.is_empty() { &[] } else { &["--offered", offered] };
        let (page, complaint) = noted(&[&[moves, "--opening-rule", rule], offer].concat());
        let expected = if note.is_empty() { String::new() } else { format!("note: this is no opening of {note}\n") };
        assert_eq!(complaint, expected, "{rule} {moves}");
        assert!(page.contains(&format!("<b>Fifths offered</b><i>{}</i>", offered.to_uppercase())), "{page}");
    }
}

#[test]
fn the_line_of_an_opening_counts_where_its_rule_allows_it_and_the_game_has_its_stones() {
    let path = folder("sheet-line").join("line.sgf");
    let path = path.to_str().unwrap();
    // h8 h9 i8 a6 g9.
    let moves = ";B[hh];W[hg];B[ih];W[aj];B[gg]";
    let swapped = ["after 3 B swaps", "G9 A1", "Black (seat B)"];
    for (rule, line, [choices, fifths, black], note) in [
        ("RIF", "A:h8 h9 i8; B:swap; A:a6; B:offer g9 a1; A:pick g9", swapped, ""),
        ("rif", "A:h8 h9 i8; B:keep; B:a6", ["", "", "Black (seat A)"], ""),
        // A match with row 1 at the top.
        ("RIF", "A:h8 h7 i8; B:swap; A:a10; B:offer g7 a15; A:pick g7", swapped, ""),
        ("RIF", "A:h8 h9 i8; A:swap; B:declare 99", ["", "", "Black"], "\"A:swap\": A is not to act: "),
        ("RIF", "A:h8 h9 h7; B:swap", ["", "", "Black"], "its stones are not those of the game"),
        ("RIF", "A:h8 h9 q8", ["", "", "Black"], "\"A:h8 h9 q8\": \"q8\""),
        ("D6", "A:h8 h9 i8; B:swap", ["", "", "Black"], "the record names no opening rule"),
        // A comment that is no line of actions.
        ("D6", "Yamaguchi. A nice game.", ["", "", "Black"], ""),
    ] {
        fs::write(path, format!("(;FF[4]GM[4]SZ[15]RU[renju]ON[{rule}]C[Opening: {line}]{moves})")).unwrap();
        let (page, complaint) = noted(&[path]);
        for text in [
            format!("<b>Choices</b><i>{choices}</i>"),
            format!("<b>Fifths offered</b><i>{fifths}</i>"),
            format!("<b>{black}</b>"),
        ] {
            assert!(page.contains(&text), "{line}: {text} is not in {page}");
        }
        let begins = "note: the line of the opening is left out: ";
        let expected = if note.is_empty() { String::new() } else { format!("{begins}{note}") };
        assert!(complaint.starts_with(&expected) && note.is_empty() == complaint.is_empty(), "{line}: {complaint}");
    }
}
