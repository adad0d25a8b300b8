//! Conversations about Soosyrv-8 in the words of Yixin-Board.

use super::*;
use tengen_engine::opening::Action::{Keep, Number, Offer, Pick, Stone, Swap};

fn point(x: usize, y: usize) -> Point {
    Point::new(x, y)
}

fn talk() -> Talk {
    let mut talk = Talk::with(Settings { coords: Some(Coords::RowColumn), yixin: true, ..Settings::default() });
    talk.check("INFO rule 2/START 15/INFO timeout_turn 500", "OK");
    talk
}

const THREE: &str = "7,7/6,7/7,8/done";
const FOUR: &str = "7,7/6,7/7,8/6,9/done";

#[test]
fn every_step_has_its_answer() {
    let offer = || Choice::Opening(vec![Offer(vec![point(8, 8), point(5, 5), point(6, 9)])]);
    for (lines, asked, choice, answer) in [
        (
            "yxsoosorvstep1",
            "<go soosyrv8: stone after >",
            Choice::Opening(vec![Stone(point(7, 7)), Stone(point(7, 6)), Stone(point(8, 7))]),
            "MESSAGE SOOSORV MOVE1 7 7 | MESSAGE SOOSORV MOVE2 6 7 | MESSAGE SOOSORV MOVE3 7 8".to_string(),
        ),
        (
            &format!("yxsoosorvstep2/{THREE}"),
            "<go soosyrv8: swap after h8h9i8>",
            Choice::Opening(vec![Swap]),
            "MESSAGE SOOSORV SWAP1 Y".to_string(),
        ),
        (
            &format!("yxsoosorvstep2/{THREE}"),
            "<go soosyrv8: swap after h8h9i8>",
            Choice::Opening(vec![Keep]),
            "MESSAGE SOOSORV SWAP1 N".to_string(),
        ),
        (
            &format!("yxsoosorvstep3/{THREE}"),
            "<go soosyrv8: stone after h8h9i8>",
            Choice::Opening(vec![Stone(point(9, 6)), Number(5)]),
            "MESSAGE SOOSORV MOVE4 6 9 5".to_string(),
        ),
        (
            &format!("yxsoosorvstep4 3/{FOUR}"),
            "<go soosyrv62: swap after h8h9i8j9>",
            Choice::Opening(vec![Swap]),
            "MESSAGE SOOSORV SWAP2 Y".to_string(),
        ),
        (
            &format!("YXSOOSORVSTEP5 3/{FOUR}"),
            "<go soosyrv62: offer after h8h9i8j9>",
            offer(),
            "MESSAGE SOOSORV MOVE5 REFRESH | MESSAGE SOOSORV MOVE5 8 8 | MESSAGE SOOSORV MOVE5 5 5 | \
             MESSAGE SOOSORV MOVE5 9 6 | MESSAGE SOOSORV MOVE5 DONE"
                .to_string(),
        ),
        (
            // Twins among the fifths: the board has accepted them.
            "yxsoosorvstep6 7,7 6,7 8,7 5,7 7,6 7,8 9,9 done",
            "<go soosyrv62: pick after h8h9h7h10>",
            Choice::Opening(vec![Pick(vec![point(8, 7)])]),
            "MESSAGE SOOSORV MOVE5C 7 8".to_string(),
        ),
    ] {
        let mut talk = talk();
        talk.check(lines, asked);
        assert_eq!(talk.done(choice), answer, "{lines}");
        // What cannot be done is replaced, in the same form.
        let mut talk = self::talk();
        talk.check(lines, asked);
        let instead = talk.done(Choice::Nothing);
        let form = |text: &str| text.replace(|c: char| c.is_ascii_digit() && c != 'M', "").replace(" N", " Y");
        assert_eq!(form(&instead), form(&answer), "{lines}");
    }
}

#[test]
fn numbers_out_of_range_are_brought_into_it() {
    for (number, offered) in [("0", 1), ("-7", 1), ("9", 9), ("1000", 62), ("99999999999999999999", 62)] {
        let mut talk = talk();
        talk.check(&format!("yxsoosorvstep5 {number}/{FOUR}"), "<go soosyrv62: offer after h8h9i8j9>");
        // The engine gives no answer, and as many fifths are offered all the same.
        assert_eq!(talk.done(Choice::Nothing).split(" | ").count(), offered + 2, "{number}");
    }
}

#[test]
fn bad_steps_are_refused_and_change_nothing() {
    let mut talk = talk();
    talk.check("board/7,7,2/done", "<go move after h8>");
    assert_eq!(talk.moves(6, 6), "6,6");
    for (lines, error) in [
        ("yxsoosorvstep2/7,7/6,7/done", "step 2 has 3 stones and not 2; the position is unchanged"),
        ("yxsoosorvstep4 2/7,7/6,7/7,8/done", "step 4 has 4 stones and not 3; the position is unchanged"),
        (
            "yxsoosorvstep6/7,7/6,7/7,8/6,9/done",
            "step 6 has 4 stones and the fifths that are offered and not 4; the position is unchanged",
        ),
        ("yxsoosorvstep2/7,7/6,7/7,7/done", "the list names 7, 7 twice; the position is unchanged"),
        ("yxsoosorvstep2/7,7/6,7/15,7/done", "15, 7 is not on the board of 15x15"),
        ("yxsoosorvstep2/7,7/6,7/x/done", "expected x,y and not \"x\"; the position is unchanged"),
        ("yxsoosorvstep4/7,7/done", "expected a number of fifths behind the step, such as YXSOOSORVSTEP4 3"),
        ("yxsoosorvstep5 x/7,7/done", "expected a number of fifths behind the step, such as YXSOOSORVSTEP4 3"),
        (
            "yxsoosorvstep2/6,7/7,7/7,8/done",
            "this is no such opening: the first stone must stand on the centre; the position is unchanged",
        ),
        (
            "yxsoosorvstep3/7,7/6,7/7,14/done",
            "this is no such opening: stone 3 must stand within the central 5x5; the position is unchanged",
        ),
    ] {
        talk.check(lines, &format!("ERROR {error}"));
    }
    talk.check(
        "yxsoosorvstep5 x 7,7 done/FOO",
        "ERROR expected a number of fifths behind the step, such as YXSOOSORVSTEP4 3 | UNKNOWN command \"FOO\"",
    );
    talk.check("yxsoosorvstep2/7,7/START 15", "ERROR DONE is missing; the position is unchanged | OK");
    talk.check("START 20/yxsoosorvstep1", "OK | ERROR this is no such opening: soosyrv8 needs a board of odd sides, 9 to 21, and not 20x20; the position is unchanged");
    talk.check("START 15/turn 7,7", "OK | <go move after h8>");
    assert_eq!(talk.moves(6, 6), "6,6");
    talk.check("turn 0,0", "<go move after h8g9a15>");
    let mut silent = Talk::new();
    silent.check("yxsoosorvstep1", "ERROR no game has been started; send START and a size first");
}

/// The board sends these lines directly after the step, and the pick must be said before they are obeyed.
#[test]
fn the_pick_comes_before_what_follows_it() {
    let mut talk = talk();
    talk.check("yxsoosorvstep6/7,7/6,7/7,8/6,9/8,8/5,5/done", "<go soosyrv62: pick after h8h9i8j9>");
    talk.check("start 15/yxboard/7,7,1/6,7,2/7,8,1/6,9,2/done/yxshowforbid", "<stop>");
    assert_eq!(talk.done(Choice::Opening(vec![Pick(vec![point(8, 8)])])), "MESSAGE SOOSORV MOVE5C 8 8 | OK | FORBID .");
    // A stop that is too late for the engine is answered all the same.
    talk.check("yxsoosorvstep6/7,7/6,7/7,8/6,9/8,8/5,5/done", "<go soosyrv62: pick after h8h9i8j9>");
    talk.check("start 15", "<stop>");
    let late = talk.session.deadline().unwrap();
    let actions = talk.session.overdue(late);
    assert_eq!(
        talk.note(actions),
        "<abandon> | MESSAGE the search is late; this is the best move known | MESSAGE SOOSORV MOVE5C 8 8 | OK"
    );
}
