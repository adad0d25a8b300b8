//! Tests of `record`, from inside.

use super::*;
use crate::jiu::point_text::{point_text, points_text};
use crate::jiu::rules::Profile;

#[test]
fn a_turn_is_read_in_every_spelling() {
    let size = BoardSize::square(14).unwrap();
    let text = "B9: C6→E6→E4→G4 TC-D6, E5, F4 FC-L1";
    let turn = TurnText::parse(text, size).unwrap();
    assert_eq!(turn.label, Some((Color::Black, 9)));
    assert_eq!(points_text(&turn.points, size), "C6, E6, E4, G4");
    for other in [
        "B9: C6→E6→E4→G4: TC-D6, E5, F4: FC-L1",
        "B9: C6 -> E6 -> E4 -> G4 TC-D6,E5,F4 FC-L1",
        "b9:c6>e6>e4>g4 tc-d6 , e5,f4 fc - l1",
        "B9: C6 E6 E4 G4 TC-D6,E5,F4 FC-L1",
    ] {
        assert_eq!(TurnText::parse(other, size).as_ref(), Ok(&turn), "{other}");
    }
    let check = |text: &str, message: &str| {
        assert_eq!(TurnText::parse(text, size).unwrap_err().to_string(), message, "{text}");
    };
    check("", "\"\" is no point of this board");
    check("B9: C6→O6", "\"O6\" is no point of this board");
    check("C6→E6 TC-16", "\"16\" is no point of this board");
    check("C6→E6 7C-D6", "the end of the turn is expected, and not \"7C-D6\"");
    check("C6→E6 TC D6", "a hyphen after TC or FC is expected, and not \"D6\"");
}

#[test]
fn points_are_written_large() {
    let size = BoardSize::square(20).unwrap();
    assert_eq!(point_text(Point::new(19, 0), size), "T20");
}

#[test]
fn records_that_follow_each_other_are_read_one_by_one() {
    let rules = Rules::new(Profile::Association, 14).unwrap();
    let game = |placings: &str| format!("[Size \"6\"]\n[Round \"1\"]\nplacing\n{placings}\n");
    let text = format!("\u{feff}{}= agreed\n\n\n{}\n{}", game("C3 D4"), game("C3"), game("C3 C3"));
    let all = RecordText::all(&text);
    let read: Vec<_> = all.iter().map(|record| record.parse(rules, Reading::Strict)).collect();
    assert_eq!(read.len(), 3);
    for (record, turns) in read[..2].iter().zip([2, 1]) {
        let record = record.as_ref().unwrap();
        assert_eq!((record.headers.len(), record.game.played().len()), (2, turns));
    }
    assert_eq!(read[0].as_ref().unwrap().result.as_deref(), Some("= agreed"));
    // Lines are those of the whole text.
    assert_eq!(read[2].as_ref().unwrap_err().line, 16);
    // Where turns stand without headers, and where nothing does, there is one.
    for text in ["placing\nG7 H8\n", "", "[Size \"6\"]\n"] {
        assert_eq!(RecordText::all(text), [RecordText { text, at: 0 }], "{text}");
    }
}
