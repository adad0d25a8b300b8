//! Conversations with the machine alone: what is said to it, what it says, and what it asks of an engine that these tests
//! play themselves.

use std::time::{Duration, Instant};

use tengen_engine::engine::{Choice, Info, Report, Task};
use tengen_engine::point::Point;
use tengen_engine::score::Score;

use super::{Action, Request, Session};
use crate::coords::Coords;
use crate::settings::Settings;

/// Both ends of a session: the manager's and the engine's.
struct Talk {
    session: Session,
    now: Instant,
    request: Option<Request>,
}

impl Talk {
    fn new() -> Talk {
        Talk::with(Settings::default())
    }

    fn with(settings: Settings) -> Talk {
        Talk { session: Session::new(settings), now: Instant::now(), request: None }
    }

    /// A conversation after `START 15` and a first time limit.
    fn started() -> Talk {
        let mut talk = Talk::new();
        talk.check("START 15", "OK");
        talk.check("INFO timeout_turn 1000", "");
        talk
    }

    /// Writes actions down: lines as they are, the rest in angle brackets, joined by ` | `. The announcement of rule and
    /// size is checked once and left out elsewhere.
    fn note(&mut self, actions: Vec<Action>) -> String {
        let mut notes = Vec::new();
        for action in actions {
            match action {
                Action::Say(line) if line.starts_with("MESSAGE rule ") => {}
                Action::Say(line) => notes.push(line),
                Action::SetOptions(options) => {
                    notes.push(format!("<{} MB, {} threads>", options.hash_bytes >> 20, options.threads));
                }
                Action::Go(request) => {
                    let task = match &request.task {
                        Task::Move { lines: 1, exclude } if exclude.is_empty() => "move".to_string(),
                        Task::Move { lines, exclude } => format!("{lines} lines without {exclude:?}"),
                        Task::Swap2 => "swap2".to_string(),
                        Task::Solve => "solve".to_string(),
                    };
                    notes.push(format!("<go {task} after {}>", request.game.to_text(Default::default())));
                    self.request = Some(*request);
                }
                Action::SetClock(_) => notes.push("<clock>".to_string()),
                Action::Stop => notes.push("<stop>".to_string()),
                Action::Abandon => notes.push("<abandon>".to_string()),
                Action::Forget => notes.push("<forget>".to_string()),
                Action::Quit => notes.push("<quit>".to_string()),
            }
        }
        notes.join(" | ")
    }

    fn say(&mut self, line: &str) -> String {
        let actions = self.session.hear(line, self.now);
        self.note(actions)
    }

    /// Says lines, separated by `/`, and compares all that happens.
    #[track_caller]
    fn check(&mut self, lines: &str, expected: &str) {
        let notes: Vec<String> = lines.split('/').map(|line| self.say(line)).filter(|note| !note.is_empty()).collect();
        assert_eq!(notes.join(" | "), expected, "after {lines}");
    }

    /// Ends the last request with this choice.
    fn done(&mut self, choice: Choice) -> String {
        let number = self.request.as_ref().unwrap().number;
        let actions = self.session.see(number, Report::Done { choice, info: None }, self.now);
        self.note(actions)
    }

    fn moves(&mut self, x: usize, y: usize) -> String {
        self.done(Choice::Move(Point::new(x, y)))
    }

    fn info(&mut self, rank: usize, depth: u32, score: Score, line: &[(usize, usize)]) -> String {
        let number = self.request.as_ref().unwrap().number;
        let info = Info {
            rank,
            depth,
            selective_depth: depth + 3,
            score,
            nodes: 1000,
            elapsed: Duration::from_millis(u64::from(depth) * 100),
            hashfull: 123,
            variation: line.iter().map(|&(x, y)| Point::new(x, y)).collect(),
        };
        let actions = self.session.see(number, Report::Info(info), self.now);
        self.note(actions)
    }
}

#[test]
fn a_game_goes_its_way() {
    let mut talk = Talk::new();
    assert!(talk.say("ABOUT").starts_with("name=\"Tengen\", version="));
    talk.check("START 20", "OK");
    talk.check("INFO timeout_turn 5000/INFO rule 1/INFO nonsense 3/INFO", "");
    let announced = talk.session.hear("BEGIN", talk.now);
    let Action::Say(line) = &announced[0] else { panic!("the announcement comes first") };
    assert_eq!(line, "MESSAGE rule standard, board 20x20, coordinates x,y (column,row)");
    assert_eq!(talk.note(announced), "<go move after >");
    assert_eq!(talk.moves(10, 10), "10,10");
    talk.check("TURN 11,10", "<go move after k10l10>");
    assert_eq!(talk.info(1, 3, Score::judged(17), &[(11, 11), (9, 9)]), "");
    assert_eq!(talk.moves(11, 11), "MESSAGE depth 3-6 ev 17 n 1000 n/ms 3 tm 300 pv l9 j11 | 11,11");
    talk.check("TAKEBACK 11,10", "ERROR the last stone is not there");
    talk.check("TAKEBACK 11,11/TAKEBACK 11,10", "OK | OK");
    talk.check("TURN 3,3", "<go move after k10d17>");
    assert_eq!(talk.moves(4, 4), "4,4");
    talk.check("RESTART/PLAY 7,7", "OK | 7,7");
    talk.check("TURN 7,8", "<go move after h13h12>");
    talk.check("END", "<quit>");
    talk.check("START 15/ABOUT", "");
}

#[test]
fn every_unknown_line_has_one_answer_and_blank_ones_have_none() {
    let mut talk = Talk::new();
    talk.check("FOO 1 2 3 4", "UNKNOWN command \"FOO\"");
    talk.check("7,7,1 7,8,2 DONE", "UNKNOWN command \"7,7,1\"");
    talk.check("/ / \r/\t/\u{feff}", "");
    talk.check("DONE", "ERROR DONE without a list before it");
    talk.check("suggest 7,7", "UNKNOWN command \"suggest\"");
    assert!(talk.say("help").lines().all(|line| line.starts_with("MESSAGE ")));
}

#[test]
fn bad_commands_are_refused_once_and_change_nothing() {
    let mut talk = Talk::new();
    let sizes = "ERROR unsupported size; use 5..22 (e.g. 20)";
    for size in ["START 4", "START 23", "START -1", "START 99999999999999999999", "RECTSTART 15,4", "START 15 300"] {
        talk.check(size, sizes);
    }
    for bad in ["START", "START x", "START 15 x", "START 1 2 3", "START 15.5"] {
        talk.check(bad, "ERROR expected START and a size, such as START 15");
    }
    talk.check("RECTSTART 15", "ERROR expected RECTSTART and width,height, such as RECTSTART 20,15");
    let words =
        ["BEGIN", "TURN 7,7", "RESTART", "TAKEBACK 7,7", "PLAY 1,1", "BOARD/DONE", "SWAP2BOARD/DONE", "YXNBEST 2"];
    for word in words {
        talk.check(word, "ERROR no game has been started; send START and a size first");
    }
    talk.check("START 15/PLAY 7,7", "OK | 7,7");
    talk.check("TURN 7,7", "ERROR the point is occupied");
    talk.check("TURN 15,0", "ERROR 15, 0 is not on the board of 15x15");
    talk.check("TURN -1,0", "ERROR -1, 0 is not on the board of 15x15");
    for bad in ["TURN", "TURN abc", "TURN 7", "TURN 7,7,7", "TURN 7,x", "TURN h8"] {
        talk.check(bad, "ERROR expected TURN x,y, such as TURN 7,7");
    }
    talk.check("START 30", sizes);
    talk.check("TURN 8,8", "<go move after h8i7>");
}

#[test]
fn sizes_and_rectangles_start() {
    for start in ["START 5", "start 22", "RECTSTART 20,15", "RECTSTART 15 , 15", "START 20 15", "\u{feff}START\t15\r"] {
        Talk::new().check(start, "OK");
    }
    let mut talk = Talk::new();
    talk.check("RECTSTART 20,5/TURN 19,4", "OK | <go move after t1>");
    talk.check("END", "<quit>");
}

#[test]
fn what_cannot_be_done_is_told_at_the_next_command() {
    let mut talk = Talk::new();
    talk.check("INFO max_memory 1000", "");
    talk.check("ABOUT x/", &Talk::new().say("ABOUT"));
    assert!(talk.say("START 15").starts_with("ERROR INFO max_memory 1000 is too small"));
    talk.check("START 15", "OK");
    talk.check("INFO rule 77/INFO rule 78", "");
    talk.check(
        "BOARD/7,7,2/DONE",
        "ERROR INFO rule 77 is not supported; use 0, 1, 4, 8 or 9, with 2 added to go on after a five",
    );
    talk.check("BOARD/7,7,2/DONE", "<1 MB, 1 threads> | <go move after h8>");
    // Nothing but a move is an answer to YXSTOP.
    talk.check("INFO timeout_turn x/YXSTOP", "<stop>");
    assert_eq!(talk.moves(1, 1), "1,1");
    talk.check("TURN 2,2", "ERROR INFO timeout_turn needs a whole number and not \"x\"");
    talk.check("TURN 2,2", "<go move after h8b14c13>");
}

#[test]
fn positions_replace_each_other() {
    let mut talk = Talk::started();
    talk.check("BOARD/7,7,1/8,8,2/DONE", "<go move after h8i7>");
    assert_eq!(talk.moves(0, 0), "0,0");
    talk.check("BOARD/0,0,2/done", "<go move after a15>");
    assert_eq!(talk.moves(1, 0), "1,0");
    talk.check("board 7, 7, 1 7,8,2 DONE", "<go move after h8h7>");
    assert_eq!(talk.moves(1, 0), "1,0");
    talk.check("BOARD/DONE", "<go move after >");
    assert_eq!(talk.moves(7, 7), "7,7");
    // A faulty list is answered once and leaves the position as it was.
    talk.check("BOARD/7,7,1/nonsense/7/7,7,1/DONE", &expected_list("nonsense"));
    talk.check("BOARD/7,7,1/7,7,2/DONE", "ERROR the list names 7, 7 twice; the position is unchanged");
    talk.check("TAKEBACK 7,7", "OK");
    // Without DONE another command has its way.
    talk.check("BOARD/7,7,1/START 15", "ERROR DONE is missing; the position is unchanged | OK");
    talk.check("BOARD/7,7,2/INFO time_left 5000/8,8,1/9,9,2/DONE", "<go move after h8i7j6>");
    talk.check("YXSTOP", "<stop>");
    assert_eq!(talk.moves(5, 5), "5,5");
    talk.check("BOARD/7,7,2/END", "<quit>");
}

fn expected_list(line: &str) -> String {
    format!("ERROR expected x,y,1 or x,y,2 or x,y,3 and not \"{line}\"; the position is unchanged")
}

#[test]
fn a_full_board_is_an_error_and_not_a_hang() {
    let mut talk = Talk::new();
    talk.check("START 5", "OK");
    let stones: Vec<String> =
        (0..25).map(|i| format!("{},{},{}", i % 5, i / 5, if i / 2 % 2 == 0 { 1 } else { 2 })).collect();
    talk.check(&format!("BOARD {} DONE", stones.join(" ")), "ERROR no move is possible: the board is full");
    talk.check(&format!("YXBOARD {} DONE/YXNBEST 3", stones.join(" ")), "ERROR no move is possible: the board is full");
    talk.check(&format!("YXBOARD {} DONE", stones[..24].join(" ")), "");
    talk.check("TURN 4,4", "ERROR no move is possible: the board is full");
    talk.check("TAKEBACK 4,4", "OK");
}

#[test]
fn a_choice_that_cannot_be_played_is_replaced() {
    let mut talk = Talk::started();
    talk.check("TURN 7,7", "<go move after h8>");
    assert_eq!(talk.done(Choice::Nothing), "6,6", "near the middle");
    talk.check("TURN 0,0", "<go move after h8g9a15>");
    assert_eq!(talk.moves(7, 7), "7,6", "occupied");
    talk.check("TURN 0,1", "<go move after h8g9a15h9a14>");
    assert_eq!(talk.moves(21, 21), "8,6", "off the board");
    talk.check("TURN 0,2", "<go move after h8g9a15h9a14i9a13>");
    assert_eq!(talk.done(Choice::Swap), "6,7", "nothing to swap");
    // Black may not play on a double-three while there is another point.
    talk.check(
        "INFO rule 4/BOARD/6,7,1/0,0,2/8,7,1/0,2,2/7,6,1/0,4,2/7,8,1/0,6,2/DONE",
        "<go move after g8a15i8a13h9a11h7a9>",
    );
    assert_eq!(talk.moves(7, 7), "6,6");
}

#[test]
fn commands_while_thinking() {
    let mut talk = Talk::started();
    talk.check("TURN 7,7", "<go move after h8>");
    talk.check("INFO time_left 3000", "<clock>");
    talk.check("INFO max_depth 3", "");
    talk.check("INFO rule 4/TAKEBACK 1,1", "ERROR the last stone is not there");
    assert_eq!(talk.session.game().unwrap().rule().name(), "freestyle", "the request began under this rule");
    talk.check("INFO rule 0", "");
    let busy = "ERROR thinking about a move; send YXSTOP to have it now";
    talk.check("TURN 8,8", busy);
    talk.check("BEGIN", busy);
    talk.check("PLAY 8,8", busy);
    talk.check("FOO", "UNKNOWN command \"FOO\"");
    talk.check("TAKEBACK 0,0", "ERROR the last stone is not there");
    talk.check("START 99", "ERROR unsupported size; use 5..22 (e.g. 20)");
    assert_eq!(talk.moves(6, 6), "6,6", "it is still the answer to TURN 7,7");
    // What begins anew makes the request void, and a late report is nobody's.
    for (again, expected) in [
        ("START 15", "<abandon> | OK"),
        ("RESTART", "<abandon> | OK"),
        ("RECTSTART 15,15", "<abandon> | OK"),
        ("TAKEBACK 7,8", "<abandon> | OK"),
        ("BOARD/DONE", "<abandon> | <go move after >"),
        ("SWAP2BOARD/DONE", "<abandon> | <go swap2 after >"),
    ] {
        let mut talk = Talk::started();
        talk.check("TURN 7,8", "<go move after h7>");
        let void = talk.request.as_ref().unwrap().number;
        talk.check(again, expected);
        let late = Report::Done { choice: Choice::Move(Point::new(0, 0)), info: None };
        let actions = talk.session.see(void, late, talk.now);
        assert_eq!(talk.note(actions), "", "{again}");
    }
    talk.check("TURN 5,5/END", "<go move after h8g9f10> | <quit>");
    assert_eq!(talk.moves(0, 0), "");
}

#[test]
fn a_stopped_search_answers_before_anything_else_is_done() {
    let mut talk = Talk::started();
    talk.check("YXSTOP", "");
    talk.check("TURN 7,7", "<go move after h8>");
    talk.check("YXSTOP", "<stop>");
    talk.check("STOP/YXSTOP/START 20/BEGIN/FOO", "");
    assert_eq!(talk.moves(6, 6), "6,6 | OK | <go move after > | UNKNOWN command \"FOO\"");
    assert_eq!(talk.moves(9, 9), "9,9");
    talk.check("YXSTOP", "");
    talk.check("TURN 0,0/YXSTOP/END", "<go move after j11a20> | <stop> | <quit>");
}

#[test]
fn yixin_board_gets_a_move_for_every_request() {
    let mut talk = Talk::new();
    let threads = Settings::default().max_threads;
    let sliders = format!("MESSAGE INFO MAX_THREAD_NUM {threads} | MESSAGE INFO MAX_HASH_SIZE 25");
    talk.check("info show_detail 0/yxshowinfo", &sliders);
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
    // --coords decides over what was recognised.
    let mut talk = Talk::with(Settings { coords: Some(Coords::ColumnRow), ..Settings::default() });
    talk.say("yxshowinfo");
    assert_eq!(talk.session.coords(), Coords::ColumnRow);
    for not_yixin_board in ["YXSHOWINFO", "START 15/yxshowinfo"] {
        let mut talk = Talk::new();
        not_yixin_board.split('/').for_each(|line| drop(talk.say(line)));
        assert_eq!(talk.session.coords(), Coords::ColumnRow);
    }
}

#[test]
fn rule_two_depends_on_who_says_it() {
    let rules = |lines: &str| {
        let mut talk = Talk::new();
        lines.split('/').for_each(|line| drop(talk.say(line)));
        let rules = talk.request.unwrap().game.rules();
        format!("{}{}", rules.kind, if rules.continuous { "+" } else { "" })
    };
    assert_eq!(rules("START 15/INFO rule 2/BEGIN"), "freestyle+");
    assert_eq!(rules("START 15/INFO rule 2/YXSTOP/BEGIN"), "freestyle+");
    assert_eq!(rules("INFO show_detail 2/INFO rule 2/START 15/BEGIN"), "renju");
    assert_eq!(rules("INFO rule 2/START 15/YXBOARD/DONE/YXNBEST 1"), "renju");
    assert_eq!(rules("START 15/INFO rule 4/TURN 7,7"), "renju");
    assert_eq!(rules("START 15/TURN 7,7/TAKEBACK 7,7/INFO rule 9/TURN 7,7"), "caro");
    assert_eq!(rules("START 15/INFO rule 8/BEGIN"), "caro-overline");
    assert_eq!(rules("START 15/INFO RULE 6/YXSHOWINFO/BEGIN"), "freestyle");
    let forced = Settings::from_args(["--force-utf8".to_string()]);
    let mut talk = Talk::with(forced);
    talk.check("START 15/INFO rule 2/BEGIN", "OK | <go move after >");
    assert_eq!(talk.request.unwrap().game.rule().name(), "renju");
}

#[test]
fn swap2_has_three_cases() {
    let stones = |points: &[(usize, usize)]| Choice::Stones(points.iter().map(|&(x, y)| Point::new(x, y)).collect());
    let mut talk = Talk::started();
    talk.check("SWAP2BOARD/DONE", "<go swap2 after >");
    assert_eq!(talk.done(stones(&[(7, 7), (8, 7), (0, 0)])), "7,7 8,7 0,0");
    talk.check("SWAP2BOARD/7,7/8,7/0,0/DONE", "<go swap2 after h8i8a15>");
    assert_eq!(talk.done(Choice::Swap), "SWAP");
    talk.check("SWAP2BOARD 7,7,1 8,7,2 0,0,1 DONE", "<go swap2 after h8i8a15>");
    assert_eq!(talk.done(stones(&[(3, 3), (4, 4)])), "3,3 4,4");
    talk.check("SWAP2BOARD/7,7/8,7/0,0/DONE", "<go swap2 after h8i8a15>");
    assert_eq!(talk.moves(3, 3), "3,3");
    talk.check("SWAP2BOARD/7,7/8,7/0,0/1,1/2,2/DONE", "<go swap2 after h8i8a15b14c13>");
    assert_eq!(talk.moves(3, 3), "3,3");
    talk.check("BOARD/7,7,1/8,7,2/0,0,1/1,1,2/DONE", "<go move after h8i8a15b14>");
    assert_eq!(talk.moves(3, 3), "3,3");
    talk.check("SWAP2BOARD/7,7/DONE", "ERROR a swap2 opening has 0, 3 or 5 stones and not 1");
    talk.check("TAKEBACK 3,3", "OK");
    // Choices that the case does not allow.
    talk.check("SWAP2BOARD/DONE", "<go swap2 after >");
    assert_eq!(talk.done(Choice::Swap), "1,0 3,2 0,3");
    talk.check("SWAP2BOARD/DONE", "<go swap2 after >");
    assert_eq!(talk.done(stones(&[(1, 1), (1, 1), (2, 2)])), "1,0 3,2 0,3");
    talk.check("SWAP2BOARD/7,7/8,7/0,0/1,1/2,2/DONE", "<go swap2 after h8i8a15b14c13>");
    assert_eq!(talk.done(stones(&[(3, 3), (4, 4)])), "SWAP");
    talk.check("SWAP2BOARD/7,7/8,7/0,0/1,1/2,2/DONE", "<go swap2 after h8i8a15b14c13>");
    assert_eq!(talk.done(stones(&[])), "SWAP");
    talk.check("SWAP2BOARD/7,7/8,7/0,0/DONE", "<go swap2 after h8i8a15>");
    assert_eq!(talk.moves(0, 0), "SWAP");
}

#[test]
fn yixin_board_has_its_own_words_for_swap2() {
    let stones = |points: &[(usize, usize)]| Choice::Stones(points.iter().map(|&(x, y)| Point::new(x, y)).collect());
    let mut talk = Talk::started();
    talk.check("yxboard/1,1,1/done/yxswap2step1", "<go swap2 after >");
    assert_eq!(
        talk.done(stones(&[(1, 2), (3, 4), (5, 6)])),
        "MESSAGE SWAP2 MOVE1 1 2 | MESSAGE SWAP2 MOVE2 3 4 | MESSAGE SWAP2 MOVE3 5 6"
    );
    let three = "yxboard/1,2,2/3,4,1/5,6,2/done/yxswap2step2";
    talk.check(three, "<go swap2 after b13d11f9>");
    assert_eq!(talk.done(Choice::Swap), "MESSAGE SWAP2 SWAP1 YES");
    talk.check(three, "<go swap2 after b13d11f9>");
    assert_eq!(talk.moves(0, 0), "MESSAGE SWAP2 SWAP1 NO");
    talk.check(three, "<go swap2 after b13d11f9>");
    assert_eq!(talk.done(stones(&[(0, 0), (0, 1)])), "MESSAGE SWAP2 MOVE4 0 0 | MESSAGE SWAP2 MOVE5 0 1");
    let five = "yxboard/1,2,2/3,4,1/5,6,2/0,0,1/0,1,2/done/yxswap2step3";
    talk.check(five, "<go swap2 after b13d11f9a15a14>");
    assert_eq!(talk.done(Choice::Swap), "MESSAGE SWAP2 SWAP2 YES");
    talk.check(five, "<go swap2 after b13d11f9a15a14>");
    assert_eq!(talk.moves(9, 9), "MESSAGE SWAP2 SWAP2 NO");
    talk.check("yxswap2step2", "ERROR a swap2 opening has 0, 3 or 5 stones and not 5");
}

#[test]
fn analysis_shows_what_was_asked_for() {
    let mut talk = Talk::started();
    talk.check("INFO show_detail 3/YXBOARD/7,7,2/DONE/YXNBEST 2", "<go 2 lines without [] after h8>");
    assert_eq!(talk.request.as_ref().unwrap().limits.clock.turn, Some(Duration::from_secs(1)));
    assert_eq!(talk.info(1, 4, Score::judged(30), &[(6, 6), (5, 5)]), "");
    let block = talk.info(2, 4, Score::judged(-10), &[(8, 8)]);
    assert!(block.starts_with("INFO PV 0 | INFO NUMPV 2 | INFO DEPTH 4 | "), "{block}");
    assert!(block.ends_with(
        "INFO BESTLINE 8,8 | INFO PV DONE | MESSAGE REALTIME REFRESH | MESSAGE REALTIME BEST 6,6 | \
         MESSAGE REALTIME VAL 30 | MESSAGE REALTIME PV 6,6 5,5"
    ));
    assert_eq!(talk.moves(6, 6), "MESSAGE depth 4-7 ev 30 n 1000 n/ms 2 tm 400 pv g9 f10 | 6,6");
    talk.check("YXSHOWHASHUSAGE", "MESSAGE hash usage 12.3%");
    talk.check("YXHASHCLEAR/YXSHOWHASHUSAGE", "<forget> | MESSAGE hash cleared | MESSAGE hash usage 0.0%");
    talk.check("YXBLOCK/1,1/2,2/DONE/YXBLOCK 3,3 DONE/YXBLOCKUNDO/2,2/DONE", "");
    talk.check("INFO timeout_turn 0/YXNBEST", "<go 1 lines without [1,1, 3,3] after h8g9>");
    assert_eq!(talk.request.as_ref().unwrap().limits.clock.turn, None);
    assert_eq!(talk.moves(9, 9), "9,9");
    talk.check("YXBLOCKRESET/YXSEARCHDEFEND", "<go 222 lines without [] after h8g9j6>");
    assert_eq!(talk.moves(0, 9), "0,9");
    talk.check("YXBLOCK/1,1/99,1/DONE", "ERROR 99, 1 is not on the board of 15x15");
    talk.check("YXBALANCEONE 20", "<go 221 lines without [] after h8g9j6a6>");
    talk.info(1, 2, Score::judged(90), &[(1, 1)]);
    talk.info(2, 2, Score::judged(25), &[(2, 2)]);
    talk.info(3, 2, Score::judged(-70), &[(3, 3)]);
    assert!(talk.moves(1, 1).ends_with("| 2,2"));
    talk.check("YXNBEST 0", "ERROR expected a number of moves from 1 on");
    talk.check("YXNBEST x", "ERROR expected YXNBEST and a number of moves, such as YXNBEST 3");
    talk.check("YXDRAW", "MESSAGE DRAW REJECT");
}

#[test]
fn words_that_are_not_supported_swallow_what_follows_them() {
    let mut talk = Talk::started();
    let not = |word: &str| format!("ERROR {word} is not supported");
    talk.check("yxquerydatabaseallt/7,7/8,8/done", &not("YXQUERYDATABASEALLT"));
    talk.check("yxsetdatabase/C:\\my files\\start.db/ABOUT", &format!("{} | {}", not("YXSETDATABASE"), talk_about()));
    talk.check("YXHASHDUMP file.bin/FOO", &format!("{} | UNKNOWN command \"FOO\"", not("YXHASHDUMP")));
    talk.check("yxedittextdatabase \"two/START 15/lines\"/7,7/done", &not("YXEDITTEXTDATABASE"));
    talk.check("yxeditlabeldatabase 3,4 a label/7,7/done", &not("YXEDITLABELDATABASE"));
    talk.check("YXSOOSORVSTEP4 5/7,7/done", &not("YXSOOSORVSTEP4"));
    talk.check(
        "YXDBCHECK/YXBALANCETWO 10/YXBLOCKPATHRESET",
        &format!("{} | {}", not("YXDBCHECK"), not("YXBALANCETWO")),
    );
    // A client that forgets DONE is still heard.
    talk.check("yxquerydatabaseone/7,7/START 15", &format!("{} | OK", not("YXQUERYDATABASEONE")));
    // Beside a search they do not disturb it.
    talk.check("TURN 7,7/yxquerydatabaseall/7,7/done", &format!("<go move after h8> | {}", not("YXQUERYDATABASEALL")));
    assert_eq!(talk.moves(6, 6), "6,6");
}

fn talk_about() -> String {
    Talk::new().say("ABOUT")
}

#[test]
fn a_search_that_fails_or_is_late_still_answers() {
    let mut talk = Talk::started();
    talk.check("TURN 7,7", "<go move after h8>");
    let deadline = talk.session.deadline().unwrap();
    assert_eq!(deadline, talk.now + Duration::from_millis(1700));
    talk.info(1, 3, Score::judged(17), &[(9, 9)]);
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
    talk.check("INFO timeout_turn -1/TURN 0,1", "<go move after h8j6a15g9a14>");
    assert_eq!(talk.session.deadline(), None);
    talk.check("YXSTOP", "<stop>");
    assert_eq!(talk.session.deadline(), Some(talk.now + Duration::from_millis(700)));
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
    talk.check("BEGIN/YXSTOP/TURN 0,0", "<go move after > | <stop>");
    let actions = talk.session.end_of_input(talk.now);
    assert_eq!(talk.note(actions), "");
    assert_eq!(talk.moves(7, 7), "7,7 | <go move after h8a15> | <stop>");
    assert_eq!(talk.moves(7, 8), "7,8 | <quit>");
}

#[test]
fn pondering_is_silent_and_ends_with_the_next_move() {
    let mut talk = Talk::started();
    talk.check("INFO pondering 1/BEGIN", "<go move after >");
    assert_eq!(talk.moves(7, 7), "7,7 | <go move after h8>");
    assert!(!talk.session.owes_move());
    assert_eq!((talk.session.deadline(), talk.info(1, 9, Score::DRAW, &[(1, 1)])), (None, String::new()));
    talk.check("TURN 8,8", "<abandon> | <go move after h8i7>");
    assert_eq!(talk.moves(9, 9), "9,9 | <go move after h8i7j6>");
    talk.check("YXSTOP", "<abandon>");
    talk.check("YXSTOP/START 15", "OK");
    talk.check("INFO pondering 0/BEGIN", "<go move after >");
    assert_eq!(talk.moves(7, 7), "7,7");
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
fn a_flood_while_stopping_is_bounded() {
    let mut talk = Talk::started();
    talk.check("TURN 7,7/YXSTOP", "<go move after h8> | <stop>");
    let mut answers = 0;
    for _ in 0..10_000 {
        answers += talk.say("YXSHOWHASHUSAGE").matches("6,6").count();
    }
    assert_eq!(answers, 1);
    assert!(talk.session.waiting.is_empty());
}

#[test]
fn stones_after_a_continued_five_stay_closed() {
    let mut talk = Talk::started();
    let stones = "BOARD 0,0,3 1,0,3 2,0,3 3,0,3 4,0,3 7,7,2 DONE";
    talk.check(&format!("INFO rule 2/{stones}"), "<go move after h8>");
    let game = &talk.request.as_ref().unwrap().game;
    assert_eq!(game.closed().len(), 5);
    assert!(game.outcome().is_none());
    assert_eq!(talk.moves(0, 0), "6,6", "a closed point is no move");
}
