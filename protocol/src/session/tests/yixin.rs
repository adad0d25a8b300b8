//! Conversations with Yixin-Board and other programs for analysis.

use tengen_engine::rule::RuleKind;

use super::*;
use crate::refusal::Refusal;

#[test]
fn yixin_board_gets_a_move_for_every_request() {
    let mut talk = Talk::new();
    let sliders = "MESSAGE INFO MAX_THREAD_NUM 3 | MESSAGE INFO MAX_HASH_SIZE 25";
    talk.check("info show_detail 0/yxshowinfo", sliders);
    assert_eq!(talk.session.coords(), Coords::RowColumn);
    talk.check("START 15/start 15/board/3,4,2/done", "OK | OK | <go move after e12>");
    // A new game while thinking: the move of the old one comes first.
    talk.check("INFO time_left 1000/yxhashclear", "<clock> | <stop>");
    talk.check("start 15/board/done", "");
    assert_eq!(talk.moves(8, 9), "9,8 | <forget> | MESSAGE hash cleared | OK | <go move after >");
    assert_eq!(talk.moves(7, 6), "6,7");
    talk.check("turn 2,3/yxnbest 2", "<go move after h9d13> | <stop>");
    assert_eq!(talk.moves(1, 0), "0,1 | <go 2 lines without [] after h9d13b15>");
    talk.check("yxstop", "<stop>");
    assert_eq!(talk.moves(2, 0), "0,2");
    // What makes no sense is no reason to stop a search, and is refused as it is without one.
    let mut idle = Talk::started();
    talk.check("turn 4,4", "<go move after h9d13b15c15e11>");
    for (refused, expected) in [
        ("start 99", "unsupported size; use 5..22 (e.g. 20)"),
        ("rectstart 15", "expected RECTSTART and width,height, such as RECTSTART 20,15"),
        ("turn abc", "expected TURN x,y, such as TURN 7,7"),
        ("play 15,0", "15, 0 is not on the board of 15x15"),
        ("takeback", "expected TAKEBACK x,y, such as TAKEBACK 7,7"),
        ("yxnbest 0", "expected a number of moves from 1 on"),
        ("yxbalanceone x", "expected YXBALANCEONE and a judgement, such as YXBALANCEONE 0"),
        ("yxbalancetwo 1 2", "expected YXBALANCETWO and a judgement, such as YXBALANCETWO 0"),
    ] {
        talk.check(refused, &format!("ERROR {expected}"));
        idle.check(refused, &format!("ERROR {expected}"));
    }
    assert_eq!(talk.moves(5, 5), "5,5");
    // --coords decides over what was recognised.
    let mut talk = Talk::with(Settings { coords: Some(Coords::ColumnRow), ..Settings::default() });
    talk.say("yxshowinfo");
    assert_eq!(talk.session.coords(), Coords::ColumnRow);
    // Of an order that means none is told, with what is taken for it, and of weights that are all of other rules.
    let order = |order: &str| Settings { unknown_coords: Some(order.to_string()), ..Settings::default() };
    let weights = |rules: &[RuleKind]| Settings { weights_for: rules.to_vec(), ..Settings::default() };
    for (settings, told) in [
        (order("zz"), " (--coords zz: it is xy or yx or auto)"),
        (order(""), " (--coords without a value: it is xy or yx or auto)"),
        (weights(&[RuleKind::Renju, RuleKind::Caro]), " (--weights: none are of freestyle)"),
        (weights(&[RuleKind::Renju, RuleKind::Freestyle]), ""),
    ] {
        let mut talk = Talk::with(settings);
        talk.say("START 15");
        let announced = talk.session.hear("BEGIN", talk.now);
        let SessionAction::Say(line) = &announced[0] else { panic!("the announcement comes first") };
        let end = format!("; coordinates column before row{told}");
        assert!(line.ends_with(&end), "{line}");
    }
    // Without the weights that were given no game begins.
    let fault = Some("cannot read the weights x".to_string());
    let mut talk = Talk::with(Settings { fault, ..Settings::default() });
    let refused = "ERROR cannot read the weights x";
    talk.check("START 15/BEGIN/START 15", &format!("{refused} | ERROR {} | {refused}", Refusal::NoGame));
    for not_yixin_board in ["YXSHOWINFO", "START 15/yxshowinfo"] {
        let mut talk = Talk::new();
        not_yixin_board.split('/').for_each(|line| drop(talk.say(line)));
        assert_eq!(talk.session.coords(), Coords::ColumnRow);
    }
}

#[test]
fn a_full_board_ends_the_thinking() {
    let full = |first: &str| {
        let stones = (0..25).map(|i| format!("{},{},{}", i / 5, i % 5, if i / 2 % 2 == 0 { 1 } else { 2 }));
        format!("{first}/{}/done", stones.collect::<Vec<_>>().join("/"))
    };
    let refused = "ERROR no move is possible: the board is full";
    let mut talk = Talk::new();
    talk.check("info show_detail 3/start 5", "OK");
    // Its GUI takes no error for an answer, and no coordinate off the board for a move.
    talk.check(&full("board"), &format!("{refused} | -1,-1"));
    for word in ["yxnbest 2", "yxbalanceone 0", "yxsearchdefend"] {
        talk.check(&format!("{}/{word}", full("yxboard")), &format!("{refused} | -1,-1"));
    }
    // What is no request is refused with the error alone.
    talk.check("done", "ERROR DONE without a list before it");
}

#[test]
fn rule_two_depends_on_who_says_it() {
    let rules = |lines: &str| {
        let mut talk = Talk::new();
        lines.split('/').for_each(|line| drop(talk.say(line)));
        let rules = talk.request.unwrap().task.game().rules();
        format!("{}{}", rules.kind, if rules.continuous { "+" } else { "" })
    };
    for (lines, expected) in [
        // Who knows of games that go on tells game_type, before the rule or after it.
        ("START 15/INFO rule 2/BEGIN", "renju"),
        ("START 15/INFO game_type 1/INFO rule 2/BEGIN", "freestyle+"),
        ("START 15/INFO rule 2/INFO GAME_TYPE 0/BEGIN", "freestyle+"),
        ("INFO rule 2/START 15/PLAY 7,7/INFO game_type 2/TURN 8,8", "freestyle+"),
        ("INFO game_type 1/START 15/INFO rule 2/YXSTOP/BEGIN", "freestyle+"),
        ("INFO game_type 1/INFO show_detail 2/INFO rule 2/START 15/BEGIN", "renju"),
        ("INFO show_detail 2/INFO game_type 1/INFO rule 2/START 15/BEGIN", "renju"),
        ("INFO game_type 1/INFO show_detailed 2/INFO rule 2/START 15/BEGIN", "freestyle+"),
        ("INFO game_type 1/INFO rule 2/START 15/YXBOARD/DONE/YXNBEST 1", "renju"),
        // The other numbers leave no doubt.
        ("START 15/INFO rule 3/BEGIN", "standard+"),
        ("START 15/INFO rule 4/TURN 7,7", "renju"),
        ("START 15/INFO rule 5/BEGIN", "renju"),
        ("START 15/INFO rule 6/BEGIN", "renju+"),
        ("START 15/INFO rule 7/BEGIN", "renju+"),
        ("START 15/INFO rule 5/YXSHOWINFO/BEGIN", "freestyle"),
        ("START 15/TURN 7,7/TAKEBACK 7,7/INFO rule 9/TURN 7,7", "caro"),
        ("START 15/INFO rule 8/BEGIN", "caro-overline"),
        ("START 15/INFO RULE 6/YXSHOWINFO/BEGIN", "freestyle"),
    ] {
        assert_eq!(rules(lines), expected, "{lines}");
    }
    let (forced, _) = Settings::from_args(["--force-utf8".into()]);
    let mut talk = Talk::with(forced);
    talk.check("START 15/INFO game_type 1/INFO rule 2/BEGIN", "OK | <go move after >");
    assert_eq!(talk.request.unwrap().task.game().rule().name(), "renju");
}

#[test]
fn analysis_shows_what_was_asked_for() {
    let mut talk = Talk::started();
    talk.check("INFO show_detail 3/YXBOARD/7,7,2/DONE/YXNBEST 2", "<go 2 lines without [] after h8>");
    assert_eq!(talk.request.as_ref().unwrap().limits.clock.turn, Some(Duration::from_secs(1)));
    assert_eq!(talk.info([1, 2], 4, Score::judged(30), &[(6, 6), (5, 5)]), "");
    let block = talk.info([2, 2], 4, Score::judged(-10), &[(8, 8)]);
    assert!(block.starts_with("INFO PV 0 | INFO NUMPV 2 | INFO DEPTH 4 | "), "{block}");
    assert!(block.ends_with(
        "INFO BESTLINE 8,8 | INFO PV DONE | MESSAGE REALTIME REFRESH | MESSAGE REALTIME BEST 6,6 | \
         MESSAGE REALTIME VAL 30 | MESSAGE REALTIME PV 6,6 5,5"
    ));
    assert_eq!(
        talk.moves(6, 6),
        "MESSAGE depth 4-7 multipv 1 ev 30 n 1000 n/ms 2 tm 400 pv g9 f10 | \
         MESSAGE depth 4-7 multipv 2 ev -10 n 1000 n/ms 2 tm 400 pv i7 | 6,6"
    );
    talk.check("YXSHOWHASHUSAGE", "MESSAGE hash usage 12.3%");
    talk.check("YXHASHCLEAR/YXSHOWHASHUSAGE", "<forget> | MESSAGE hash cleared | MESSAGE hash usage 0.0%");
    talk.check("YXBLOCK/1,1/2,2/DONE/YXBLOCK 3,3 DONE/YXBLOCKUNDO/2,2/DONE", "");
    talk.check("INFO timeout_turn 0/YXNBEST", "<go 1 lines without [b2 from top, d4 from top] after h8g9>");
    assert_eq!(talk.request.as_ref().unwrap().limits.clock.turn, None);
    assert_eq!(talk.moves(9, 9), "9,9");
    // What is blocked stays so on a board of the same size.
    talk.check("YXSEARCHDEFEND", "<go 220 lines without [b2 from top, d4 from top] after h8g9j6>");
    assert_eq!(talk.moves(14, 14), "14,14");
    talk.check("START 15/YXNBEST", "OK | <go 1 lines without [b2 from top, d4 from top] after >");
    talk.moves(7, 7);
    talk.check("START 16/YXNBEST", "OK | <go move after >");
    talk.moves(7, 7);
    talk.check("START 15/YXNBEST", "OK | <go move after >");
    talk.moves(7, 7);
    talk.check("YXRESIGN", "MESSAGE thank you for the game");
    talk.check("YXBOARD/7,7,1/6,6,2/9,9,1/DONE", "");
    talk.check("YXSEARCHDEFEND", "<go 222 lines without [] after h8g9j6>");
    assert_eq!(talk.moves(0, 9), "0,9");
    talk.check("YXBLOCK/1,1/99,1/DONE", "ERROR 99, 1 is not on the board of 15x15");
    talk.check("YXBALANCEONE 20.9", "<go 221 lines without [] after h8g9j6a6>");
    talk.check("YXBLOCK 9,9 DONE/YXBLOCKRESET", "");
    talk.info([1, 3], 2, Score::judged(90), &[(1, 1)]);
    talk.info([2, 3], 2, Score::judged(25), &[(2, 2)]);
    // Of them one is told, the one that is the answer.
    let told = talk.info([3, 3], 2, Score::judged(-70), &[(3, 3)]);
    assert!(told.starts_with("INFO PV 0 | INFO NUMPV 1 | ") && told.contains("INFO BESTLINE 2,2 | INFO PV DONE | "));
    assert!(talk.moves(1, 1).ends_with("| 2,2"));
    talk.check("YXNBEST 0", "ERROR expected a number of moves from 1 on");
    talk.check("YXNBEST x", "ERROR expected YXNBEST and a number of moves, such as YXNBEST 3");
    talk.check("YXDRAW", "MESSAGE DRAW REJECT");
    // Of a move of a game one is told, whatever it was compared with.
    let mut talk = Talk::started();
    talk.check("INFO multipv 2/BEGIN", "<go 2 lines without [] after >");
    talk.info([1, 2], 4, Score::judged(30), &[(7, 7)]);
    assert_eq!(talk.info([2, 2], 4, Score::judged(-10), &[(8, 8)]), "");
    assert_eq!(talk.moves(7, 7), "MESSAGE depth 4-7 ev 30 n 1000 n/ms 2 tm 400 pv h8 | 7,7");
    // The last word on it holds.
    for (lines, is_shown) in [("INFO show_detail 2", true), ("INFO show_detail 2/INFO show_detail 0", false)] {
        let mut talk = Talk::started();
        talk.check(&format!("{lines}/BEGIN"), "<go move after >");
        let told = talk.info([1, 1], 4, Score::judged(30), &[(7, 7)]);
        assert_eq!(told.contains("INFO "), is_shown, "{lines}: {told}");
    }
}

#[test]
fn two_moves_that_balance_are_said_on_one_line() {
    let mut talk = Talk::started();
    let limits = |talk: &Talk| {
        let limits = &talk.request.as_ref().unwrap().limits;
        (limits.clock.turn.unwrap().as_millis(), limits.clock.received, limits.nodes)
    };
    let (received, board) = (talk.now, "YXBOARD 7,7,1 6,6,2 DONE");
    talk.check(
        &format!("INFO show_detail 1/INFO max_node 1001/{board}/YXBALANCETWO 20.9"),
        "<go 223 lines without [] after h8g9>",
    );
    assert_eq!(limits(&talk), (500, received, Some(501)));
    talk.info([1, 2], 3, Score::judged(80), &[(1, 1), (2, 1)]);
    assert!(talk.info([2, 2], 3, Score::judged(-90), &[(3, 3), (4, 4)]).starts_with("MESSAGE REALTIME "));
    // What comes at once after it is told at the end.
    talk.info([1, 2], 3, Score::judged(90), &[(1, 1), (2, 1)]);
    assert_eq!(talk.info([2, 2], 3, Score::judged(-100), &[(3, 3), (4, 4)]), "");
    // The opponent's move follows the first, in what is left of the time.
    talk.now += Duration::from_millis(400);
    let told = talk.moves(1, 1);
    let rest = told.strip_suffix(" | <go 222 lines without [] after h8g9b14>").expect(&told);
    assert!(rest.starts_with("MESSAGE REALTIME ") && rest.contains("90"), "{rest}");
    assert_eq!(limits(&talk), (1000, received, Some(501)));
    // These are judgements of the opponent. A page plays the second move of the line that it was told last.
    let best = "MESSAGE REALTIME REFRESH | MESSAGE REALTIME BEST";
    talk.info([1, 2], 3, Score::judged(60), &[(5, 5)]);
    assert_eq!(
        talk.info([2, 2], 3, Score::judged(-30), &[(2, 2)]),
        format!("{best} 1,1 | MESSAGE REALTIME VAL 30 | MESSAGE REALTIME PV 1,1 2,2")
    );
    assert_eq!(talk.moves(5, 5), "MESSAGE depth 4-7 ev 30 n 1000 n/ms 3 tm 300 pv b14 c13 | 1,1 2,2");
    talk.check("TAKEBACK 2,2/TAKEBACK 1,1", "OK | OK");
    // Who wants the answer now has the answer of the line.
    talk.check("YXBALANCETWO", "<go 223 lines without [] after h8g9>");
    talk.info([1, 2], 3, Score::judged(90), &[(1, 1), (2, 1)]);
    talk.info([2, 2], 3, Score::judged(-100), &[(3, 3), (4, 4)]);
    talk.check("YXSTOP", "<stop>");
    assert!(talk.moves(1, 1).ends_with(" | 1,1 2,1"));
    talk.check(&format!("{board}/yxbalancetwo"), "<go 223 lines without [] after h8g9>");
    talk.info([1, 1], 1, Score::judged(90), &[(3, 3)]);
    talk.check("YXSTOP", "<stop>");
    let told = format!("{best} 3,3 | MESSAGE REALTIME VAL 90 | MESSAGE REALTIME PV 3,3 7,6 | 3,3 7,6");
    assert!(talk.moves(3, 3).ends_with(&told));
    // Without an engine too there are two moves, and Yixin-Board counts one answer.
    talk.check(&format!("{board}/yxbalancetwo"), "<go 223 lines without [] after h8g9>");
    let actions = talk.session.engine_failed("panic", talk.now);
    assert!(talk.note(actions).ends_with(" | 7,6 8,6"));
    talk.check(&format!("{board}/yxbalancetwo"), "<go 223 lines without [] after h8g9>");
    assert_eq!(talk.moves(3, 3), "<go 222 lines without [] after h8g9d12>");
    let actions = talk.session.engine_failed("panic", talk.now);
    assert!(talk.note(actions).ends_with(" | 3,3 7,6"));
    // A new game in the middle ends both.
    talk.check(&format!("{board}/yxbalancetwo"), "<go 223 lines without [] after h8g9>");
    assert_eq!(talk.moves(3, 3), "<go 222 lines without [] after h8g9d12>");
    talk.check("start 5", "<stop>");
    assert_eq!(talk.moves(4, 4), "3,3 4,4 | OK");
    // There is one move where the first is the last, or wins.
    let stones = |count: usize| -> Vec<String> {
        (0..count).map(|i| format!("{},{},{}", i % 5, i / 5, if i / 2 % 2 == 0 { 1 } else { 2 })).collect()
    };
    talk.say(&format!("YXBOARD {} DONE", stones(24).join(" ")));
    assert!(talk.say("YXBALANCETWO").starts_with("<go move after "));
    assert_eq!(talk.moves(4, 4), "4,4");
    let four = "0,0,1 0,4,2 1,0,1 1,4,2 2,0,1 2,4,2 3,0,1 4,3,2";
    talk.check(&format!("YXBOARD {four} DONE/YXBALANCETWO 30000"), "<go 17 lines without [] after a5a1b5b1c5c1d5e2>");
    assert_eq!(talk.moves(4, 0), "4,0");
}

#[test]
fn two_moves_share_what_is_left_of_a_game() {
    let mut talk = Talk::started();
    let times = |talk: &Talk| {
        let clock = talk.request.as_ref().unwrap().limits.clock;
        [clock.turn, clock.left, Some(clock.increment)].map(|time| time.map(|time| time.as_millis()))
    };
    talk.check("INFO timeout_turn -1/INFO time_left 60000/INFO time_increment 3000/YXBOARD 7,7,1 6,6,2 DONE", "");
    talk.check("YXBALANCETWO", "<go 223 lines without [] after h8g9>");
    assert_eq!(times(&talk), [None, Some(30_000), Some(1_500)]);
    assert_eq!(talk.moves(1, 1), "<go 222 lines without [] after h8g9b14>");
    assert_eq!(times(&talk), [None, Some(60_000), Some(3_000)]);
}

#[test]
fn what_is_blocked_is_not_played_from_a_book_or_a_database_either() {
    let (mut talk, _) = super::shelf::talk();
    talk.check("INFO book two moves.lib/YXBLOCK 7,7 DONE/BEGIN", "<go 1 lines without [h8 from top] after >");
    assert_eq!(talk.moves(6, 6), "6,6");
    talk.check("START 15/YXBLOCKUNDO 7,7 DONE/BEGIN", "OK | MESSAGE book: h8 | 7,7");
    // The other moves of the book are played still.
    talk.check("INFO book two beginnings.lib/YXBLOCK 7,7 DONE", "");
    for _ in 0..10 {
        talk.check("START 15/BEGIN", "OK | MESSAGE book: h9 | 7,6");
    }
    let (mut talk, _) = super::shelf::opened();
    let board = "BOARD 6,7,1 0,0,2 7,7,1 0,2,2 8,7,1 0,4,2 DONE";
    super::shelf::edit(&mut talk, "3 119 -29998 1", "6,7/0,0/7,7/0,2/8,7/0,4/9,7");
    talk.check("INFO usedatabase 1", "");
    let (verification, verified) =
        ("<go solve after g8a15h8a13i8a11>", "MESSAGE win of the database, verified: f8 | 5,7");
    talk.check(&format!("YXBLOCK 5,7 DONE/{board}"), verification);
    assert_eq!(talk.moves(5, 7), "<go 1 lines without [f8 from top] after g8a15h8a13i8a11>");
    talk.moves(9, 7);
    talk.check(&format!("YXBLOCKRESET/{board}"), verification);
    assert_eq!(talk.moves(5, 7), verified);
    // Nor does a blocked move of the book hide what the database knows.
    talk.check(&format!("INFO book open three.lib/{board}"), "MESSAGE book: j8 | 9,7");
    talk.check(&format!("YXBLOCK 9,7 DONE/{board}"), verification);
    assert_eq!(talk.moves(5, 7), verified);
}

#[test]
fn where_every_move_is_blocked_the_block_is_passed_over_and_that_is_said() {
    let mut talk = Talk::new();
    talk.check("START 5", "OK");
    let all: Vec<String> = (0..25).map(|place| format!("{},{}", place % 5, place / 5)).collect();
    talk.check(&format!("YXBLOCK {} DONE", all[..24].join(" ")), "");
    let blocked = talk.say("YXNBEST 2");
    assert!(blocked.starts_with("<go 1 lines without [") && !blocked.contains("MESSAGE"), "{blocked}");
    talk.moves(4, 4);
    let passed_over = "MESSAGE every move is blocked: the block is passed over";
    talk.check("START 5", "OK");
    talk.check(&format!("YXBLOCK {} DONE", all.join(" ")), "");
    talk.check("YXNBEST 2", &format!("{passed_over} | <go 2 lines without [] after >"));
    assert_eq!(talk.moves(2, 2), "2,2");
    // Of two moves that balance it is said once.
    talk.check(
        "YXBOARD 0,0,1 4,4,2 DONE/YXBALANCETWO",
        &format!("{passed_over} | <go 23 lines without [] after a5e1>"),
    );
    assert_eq!(talk.moves(2, 2), "<go 22 lines without [] after a5e1c3>");
    assert_eq!(talk.moves(1, 1), "2,2 1,1");
    // In Renju what is left may be forbidden: nobody plays that while something is legal.
    let crossed = "YXBOARD 6,7,1 0,14,2 8,7,1 2,14,2 7,8,1 4,14,2 7,6,1 6,14,2 DONE";
    talk.check("START 15/INFO rule 4", "OK");
    let others = (0..225).map(|place| (place % 15, place / 15)).filter(|&point| point != (7, 7));
    let others: Vec<String> = others.map(|(x, y)| format!("{x},{y}")).collect();
    talk.check(&format!("YXBLOCK {} DONE/{crossed}", others.join(" ")), "");
    let said = talk.say("YXNBEST 1");
    assert!(said.starts_with(&format!("{passed_over} | <go move after ")), "{said}");
    // What is played without a search is no exception.
    let (mut talk, _) = super::shelf::talk();
    talk.check(
        &format!("INFO book two moves.lib/YXBLOCK {} 7,7 DONE/BEGIN", others.join(" ")),
        &format!("{passed_over} | MESSAGE book: h8 | 7,7"),
    );
}

#[test]
fn copies_of_moves_take_no_lines_where_that_is_asked_for() {
    let mut talk = Talk::started();
    let mut asked = |lines: &str| {
        let said: String = lines.split('/').map(|line| talk.say(line)).collect();
        let Some(Task::Move { lines, exclude, .. }) = talk.request.as_ref().map(|request| request.task.clone()) else {
            panic!("{said}")
        };
        talk.moves(0, 0);
        (lines, exclude.len())
    };
    assert_eq!(asked("YXBOARD 7,7,2 DONE/YXNBEST 300"), (224, 0));
    assert_eq!(asked("YXBOARD 7,7,2 DONE/YXNBEST 2.5"), (2, 0));
    assert_eq!(asked("INFO nbestsym 1/YXBOARD 7,7,2 DONE/YXNBEST 300"), (35, 189));
    assert_eq!(asked("YXBOARD 7,7,2 DONE/YXNBEST 1"), (1, 0));
    // It is asked for no more where every move is judged, or one is played.
    for judged in ["YXSEARCHDEFEND", "YXBALANCEONE 20"] {
        assert_eq!(asked(&format!("YXBOARD 7,7,2 DONE/{judged}")), (224, 0), "{judged}");
    }
    assert_eq!(asked("INFO multipv 3/BOARD 7,7,2 DONE"), (3, 0));
    // Where one copy is blocked another stands for it.
    assert_eq!(asked("YXBLOCK 0,0 DONE/YXBOARD 7,7,2 DONE/YXNBEST 3"), (3, 189));
    assert_eq!(asked("YXBLOCKRESET/YXBOARD 7,7,1 8,8,2 9,8,1 10,2,2 DONE/YXNBEST 300"), (221, 0));
}

#[test]
fn a_draw_is_accepted_once_no_five_of_ours_is_left() {
    let mut talk = Talk::new();
    talk.check("YXDRAW", "ERROR no game has been started; send START and a size first");
    // Black stands in every row, column and diagonal of the small board. Who has just moved is asked.
    let nine = "YXBOARD/0,0,2/0,1,1/1,3,2/0,2,1/2,1,2/2,3,1/3,4,2/3,1,1/4,2,2/DONE";
    talk.check(&format!("START 5/{nine}/YXDRAW"), "OK | MESSAGE DRAW REJECT");
    let ten = "YXBOARD/0,0,1/0,1,2/1,3,1/0,2,2/2,1,1/2,3,2/3,4,1/3,1,2/4,2,1/1,0,2/DONE";
    talk.check(&format!("{ten}/YXDRAW"), "MESSAGE DRAW ACCEPT");
}

#[test]
fn a_draw_is_accepted_late_by_the_judgement_of_the_last_move_and_not_of_an_analysis() {
    let mut talk = Talk::started();
    // Both have the last two rows of the small board to make a five in.
    let stones: Vec<String> = (0..15).map(|i| format!("{},{},{}", i % 5, i / 5, 1 + (i + i / 10) % 2)).collect();
    talk.check(
        &format!("START 5/BOARD {} DONE", stones.join(" ")),
        "OK | <go move after a5b5c5d5e5a4b4c4d4e4a3b3c3d3e3>",
    );
    talk.info([1, 1], 3, Score::DRAW, &[(0, 3)]);
    assert!(talk.moves(0, 3).ends_with("| 0,3"));
    talk.check("YXDRAW", "MESSAGE DRAW ACCEPT");
    talk.check("YXNBEST 1", "<go move after a5b5c5d5e5a4b4c4d4e4a3b3c3d3e3a2>");
    talk.info([1, 1], 3, Score::judged(50), &[(4, 4)]);
    talk.moves(4, 4);
    talk.check("TAKEBACK 4,4/YXDRAW", "OK | MESSAGE DRAW ACCEPT");
    // The same judgement says nothing of another position, and nothing to the opponent.
    talk.check("TAKEBACK 0,3/YXDRAW", "OK | MESSAGE DRAW REJECT");
    talk.check(&format!("YXBOARD {} 3,4,1 DONE/YXDRAW", stones.join(" ")), "MESSAGE DRAW REJECT");
    talk.check("START 5/YXDRAW", "OK | MESSAGE DRAW REJECT");
}
