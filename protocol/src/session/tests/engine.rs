//! Conversations in which the engine fails, is late, ponders, or has more to do than it can.

use super::*;
use tengen_engine::Strength;

#[test]
fn a_search_that_fails_or_is_late_still_answers() {
    let mut talk = Talk::started();
    talk.check("TURN 7,7", "<go move after h8>");
    let deadline = talk.session.deadline().unwrap();
    assert_eq!(deadline, talk.now + Duration::from_millis(1700));
    talk.info([1, 1], 3, Score::judged(17), &[(9, 9)]);
    let actions = talk.session.overdue(deadline);
    assert_eq!(
        talk.note(actions),
        "<abandon> | MESSAGE the search is late; this is the best move known | \
         MESSAGE depth 3-6 ev 17 n 1000 n/ms 3 tm 300 pv j6 | 9,9"
    );
    assert_eq!(talk.moves(1, 1), "", "too late");
    talk.check("TURN 0,0", "<go move after h8j6a15>");
    let actions = talk.session.engine_failed("panic at x.rs:1", talk.now);
    assert_eq!(
        talk.note(actions),
        "<abandon> | MESSAGE internal fault: panic at x.rs:1; this is the best move known | 6,6"
    );
    let actions = talk.session.engine_failed("panic", talk.now);
    assert_eq!(talk.note(actions), "", "nobody waits for anything");
    // It may have been the table or the threads that were asked for: what it began with is taken again.
    let mut greedy = Talk::started();
    greedy.check("INFO thread_num 3/INFO hash_size 65536/BEGIN", "<64 MB, 3 threads> | <go move after >");
    let actions = greedy.session.engine_failed("no memory", greedy.now);
    assert!(greedy.note(actions).ends_with("| 7,7"));
    greedy.check("TURN 0,0", "<128 MB, 1 threads> | <go move after h8a15>");
    talk.check("INFO timeout_turn -1/TURN 0,1", "<go move after h8j6a15g9a14>");
    assert_eq!(talk.session.deadline(), None);
    talk.check("YXSTOP", "<stop>");
    assert_eq!(talk.session.deadline(), Some(talk.now + Duration::from_millis(700)));
    // By a clock that is changed the time may be over: the search has yet to hear of it.
    let mut talk = Talk::started();
    talk.check("INFO timeout_turn 60000/TURN 7,7", "<go move after h8>");
    talk.now += Duration::from_secs(5);
    talk.check("INFO timeout_turn 1000", "<clock>");
    assert_eq!(talk.session.deadline(), Some(talk.now + Duration::from_millis(700)));
}

#[test]
fn a_request_that_waited_long_before_it_was_heard_has_a_moment_all_the_same() {
    let mut talk = Talk::started();
    let received = talk.now;
    // Meanwhile a word about a database was obeyed.
    talk.now += Duration::from_secs(60);
    let moment = talk.now + Duration::from_millis(700);
    for (line, expected) in
        [("TURN 7,7", "<go move after h8>"), ("INFO timeout_turn 2000", "<clock>"), ("YXSTOP", "<stop>")]
    {
        let actions = talk.session.hear(line, received);
        assert_eq!(talk.note(actions), expected);
        assert_eq!(talk.session.deadline(), Some(moment), "{line}");
    }
    assert_eq!(talk.request.as_ref().unwrap().limits.clock.received, received, "the clock counts from the receipt");
    // A request without a limit of time has none either way.
    let mut talk = Talk::started();
    let received = talk.now;
    talk.now += Duration::from_secs(60);
    talk.check("INFO timeout_turn -1", "");
    let actions = talk.session.hear("TURN 7,7", received);
    assert_eq!(talk.note(actions), "<go move after h8>");
    assert_eq!(talk.session.deadline(), None);
}

#[test]
fn the_end_of_the_input_is_the_end_but_not_before_the_answer() {
    let mut talk = Talk::started();
    talk.check("BEGIN", "<go move after >");
    let actions = talk.session.end_of_input(talk.now);
    assert_eq!(talk.note(actions), "<stop>");
    assert_eq!(talk.moves(7, 7), "7,7 | <quit>");
    let mut talk = Talk::started();
    let actions = talk.session.end_of_input(talk.now);
    assert_eq!(talk.note(actions), "<quit>");
    // Lines that were still waiting are heard first.
    let mut talk = Talk::started();
    talk.check("BEGIN/YXSTOP/YXDBCHECK/TURN 0,0", "<go move after > | <stop>");
    let actions = talk.session.end_of_input(talk.now);
    assert_eq!(talk.note(actions), "");
    let refused = "ERROR YXDBCHECK is not supported";
    assert_eq!(talk.moves(7, 7), format!("7,7 | {refused} | <go move after h8a15> | <stop>"));
    assert_eq!(talk.moves(7, 8), "7,8 | <quit>");
}

#[test]
fn pondering_is_silent_and_ends_with_the_next_move() {
    let mut talk = Talk::started();
    talk.check("INFO pondering 1/BEGIN", "<go move after >");
    assert_eq!(talk.moves(7, 7), "7,7 | <go move after h8>");
    assert!(!talk.session.owes_move());
    assert_eq!((talk.session.deadline(), talk.info([1, 1], 9, Score::DRAW, &[(1, 1)])), (None, String::new()));
    talk.check("TURN 8,8", "<abandon> | <go move after h8i7>");
    assert_eq!(talk.moves(9, 9), "9,9 | <go move after h8i7j6>");
    talk.check("YXSTOP", "<abandon>");
    talk.check("YXSTOP/START 15", "OK");
    talk.check("INFO pondering 0/BEGIN", "<go move after >");
    assert_eq!(talk.moves(7, 7), "7,7");
    // Nobody waits until the next move is asked for to have the processor back.
    let mut talk = Talk::started();
    talk.check("INFO pondering 1/BEGIN", "<go move after >");
    assert_eq!(talk.moves(7, 7), "7,7 | <go move after h8>");
    talk.check("INFO time_left 5000/INFO pondering 0/INFO pondering 1", "<abandon>");
    talk.check("TURN 8,8/INFO pondering 0", "<go move after h8i7>");
    assert_eq!(talk.moves(9, 9), "9,9");
    // What is refused ends it for no longer than it takes to see that.
    let mut talk = Talk::started();
    talk.check("INFO pondering 1/BEGIN", "<go move after >");
    assert_eq!(talk.moves(7, 7), "7,7 | <go move after h8>");
    talk.check("TURN 99,1", "ERROR 99, 1 is not on the board of 15x15");
    talk.check("TURN 7,7", "<abandon> | ERROR the point is occupied | <go move after h8>");
    talk.check("TAKEBACK 0,0", "<abandon> | ERROR the last stone is not there | <go move after h8>");
    // A rule that is told meanwhile holds for what is asked then.
    let mut talk = Talk::started();
    talk.check("INFO pondering 1/BEGIN", "<go move after >");
    assert_eq!(talk.moves(7, 7), "7,7 | <go move after h8>");
    talk.check("INFO rule 4/yxshowforbid", "<abandon> | FORBID .");
    // Who is asked for the next move already has nothing to ponder.
    let mut talk = Talk::started();
    talk.check("INFO pondering 1/BEGIN/YXSTOP/TURN 0,0", "<go move after > | <stop>");
    assert_eq!(talk.moves(7, 7), "7,7 | <go move after h8a15>");
    // Nor has who was asked for another game or position meanwhile, or is just being told one.
    for (meanwhile, expected) in [
        ("START 15", "7,7 | OK"),
        ("TAKEBACK 7,7", "7,7 | OK"),
        ("YXBOARD", "7,7"),
        ("FOO", "7,7 | UNKNOWN command \"FOO\" | <go move after h8>"),
        ("YXDBCHECK", "7,7 | ERROR YXDBCHECK is not supported | <go move after h8>"),
    ] {
        let mut talk = Talk::started();
        talk.check(&format!("INFO pondering 1/BEGIN/YXSTOP/{meanwhile}"), "<go move after > | <stop>");
        assert_eq!(talk.moves(7, 7), expected, "{meanwhile}");
    }
    // Pages ask so for every move of a game, and for an analysis, which somebody ends or which has all the time there is.
    for (asked, expected) in [
        ("YXNBEST 1", "7,7 | <go move after h8>"),
        ("YXNBEST 2", "7,7"),
        ("YXBALANCEONE 0", "7,7"),
        ("YXNBEST 1/YXSTOP", "7,7"),
        ("INFO timeout_turn -1/YXNBEST 1", "7,7"),
        ("INFO timeout_turn -1/INFO max_depth 3/YXNBEST 1", "7,7"),
        ("INFO timeout_turn -1/INFO timeout_match 60000/YXNBEST 1", "7,7 | <go move after h8>"),
        // Nobody thinks on once the game is over.
        ("BOARD 8,7,1 0,0,2 9,7,1 0,2,2 10,7,1 0,4,2 11,7,1 0,6,2 DONE", "7,7"),
    ] {
        let mut talk = Talk::started();
        format!("INFO pondering 1/{asked}").split('/').for_each(|line| drop(talk.say(line)));
        assert_eq!(talk.moves(7, 7), expected, "{asked}");
    }
}

#[test]
fn options_reach_the_engine_before_the_request() {
    let mut talk = Talk::started();
    talk.check("INFO thread_num 3/INFO hash_size 65536/INFO multipv 2", "");
    talk.check("INFO max_depth 7/INFO max_node 5000", "");
    talk.check("BEGIN", "<64 MB, 3 threads> | <go 2 lines without [] after >");
    let limits = &talk.request.as_ref().unwrap().limits;
    assert_eq!((limits.depth, limits.nodes), (Some(7), Some(5000)));
    assert_eq!(talk.moves(7, 7), "7,7");
    talk.check("INFO max_depth 225/INFO max_node -1/TURN 0,0", "<go 2 lines without [] after h8a15>");
    let limits = &talk.request.as_ref().unwrap().limits;
    assert_eq!((limits.depth, limits.nodes), (Some(225), None));
}

#[test]
fn what_is_pondered_has_no_limit_of_nodes() {
    let mut talk = Talk::started();
    let nodes = |talk: &Talk| talk.request.as_ref().unwrap().limits.nodes;
    talk.check("INFO max_node 500/INFO pondering 1/TURN 7,7", "<go move after h8>");
    assert_eq!(nodes(&talk), Some(500));
    assert_eq!(talk.moves(8, 8), "8,8 | <go move after h8i7>");
    assert_eq!(nodes(&talk), None);
}

#[test]
fn strength_is_turned_down_for_moves_and_not_where_moves_are_compared() {
    let mut talk = Talk::started();
    talk.check("INFO STRENGTH 30/INFO seed 7/BEGIN", "<128 MB, 1 threads> | <go move after >");
    assert_eq!(talk.session.options.strength, Strength::new(30).with_seed(7));
    assert_eq!(talk.moves(7, 7), "7,7");
    talk.check("YXNBEST 2", "<128 MB, 1 threads> | <go 2 lines without [] after h8>");
    assert_eq!(talk.session.options.strength, Strength::FULL);
    talk.moves(8, 8);
    // Pages ask so for every move of a game.
    talk.check("YXNBEST 1", "<128 MB, 1 threads> | <go move after h8i7>");
    assert_eq!(talk.session.options.strength, Strength::new(30).with_seed(7));
    talk.moves(9, 9);
    talk.check("YXBALANCEONE 0", "<128 MB, 1 threads> | <go 222 lines without [] after h8i7j6>");
    assert_eq!(talk.session.options.strength, Strength::FULL);
    talk.moves(3, 3);
    // What is out of range is brought into it; what is no number is told.
    talk.check("INFO strength 500", "");
    talk.check(
        "INFO strength much/YXNBEST 1",
        "MESSAGE passed over: INFO strength needs a whole number and not \"much\" | <go move after h8i7j6d12>",
    );
    talk.moves(4, 4);
    // Without a seed the engine draws its choices anew for each search.
    talk.check("INFO strength 30/INFO seed -1/YXNBEST 1", "<128 MB, 1 threads> | <go move after h8i7j6d12e11>");
    assert_eq!(talk.session.options.strength, Strength::new(30));
}

#[test]
fn a_flood_while_stopping_is_bounded() {
    let mut talk = Talk::started();
    talk.check("TURN 7,7/YXSTOP", "<go move after h8> | <stop>");
    let answered: Vec<usize> = (1..=10_000).filter(|_| talk.say("YXSHOWHASHUSAGE").contains("6,6")).collect();
    assert_eq!(answered, [super::super::follow_up::MOST_WAITING + 1]);
    assert!(talk.session.waiting.is_empty());
}

#[test]
fn managers_that_ask_after_the_end_are_answered() {
    let mut talk = Talk::started();
    let five = "BOARD 0,0,2 9,9,1 1,0,2 9,5,1 2,0,2 5,9,1 3,0,2 5,5,1 4,0,2 DONE";
    talk.check(five, "<go move after a15j6b15j10c15f6d15f10e15>");
    // An engine has no move in a game that is over.
    assert_eq!(talk.request.as_ref().unwrap().task.game().result(), None);
}

#[test]
fn stones_after_a_continued_five_stay_closed() {
    let mut talk = Talk::started();
    let stones = "BOARD 0,0,3 1,0,3 2,0,3 3,0,3 4,0,3 7,7,2 DONE";
    talk.check(&format!("INFO rule 2/INFO game_type 0/{stones}"), "<go move after h8>");
    let game = talk.request.as_ref().unwrap().task.game();
    assert_eq!(game.closed().len(), 5);
    assert!(game.result().is_none());
    assert_eq!(talk.moves(0, 0), "6,6", "a closed point is no move");
}
