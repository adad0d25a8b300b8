//! Conversations with the machine alone: what is said to it, what it says, and what it asks of an engine that these tests
//! play themselves.

mod database;
mod engine;
mod known;
mod named_book;
mod shelf;
mod soosyrv;
mod swap2;
mod yixin;

use std::time::Duration;

use web_time::Instant;

use tengen_engine::engine::{Choice, Line, Outcome, Report, Task};
use tengen_engine::opening;
use tengen_engine::point::Point;
use tengen_engine::rule::RuleKind;
use tengen_engine::score::Score;

use super::{BookReading, Session, SessionAction, SessionRequest};
use crate::coords::Coords;
use crate::settings::Settings;

/// Both ends of a session: the manager's and the engine's.
struct Talk {
    session: Session,
    now: Instant,
    request: Option<SessionRequest>,
    /// The book that is being read.
    reading: Option<BookReading>,
    /// Whether a book is read at once.
    reads_at_once: bool,
    /// The lines so far of the iteration that is reported next.
    block: Vec<Line>,
}

impl Talk {
    fn new() -> Talk {
        Talk::with(Settings { max_threads: 3, ..Settings::default() })
    }

    fn with(settings: Settings) -> Talk {
        Talk {
            session: Session::new(settings),
            now: Instant::now(),
            request: None,
            reading: None,
            reads_at_once: true,
            block: Vec::new(),
        }
    }

    /// A conversation after `START 15` and a first time limit.
    fn started() -> Talk {
        let mut talk = Talk::new();
        talk.check("START 15", "OK");
        talk.check("INFO timeout_turn 1000", "");
        talk
    }

    /// Writes actions down, and those that follow: lines as they are, the rest in angle brackets, joined by ` | `. The
    /// announcement of rule and size is checked once and left out elsewhere.
    fn note(&mut self, mut actions: Vec<SessionAction>) -> String {
        let mut notes: Vec<String> = Vec::new();
        loop {
            actions.into_iter().for_each(|action| notes.extend(self.note_one(action)));
            actions = self.session.follow_up(self.now);
            if actions.is_empty() {
                let Some(reading) = self.reading.take_if(|_| self.reads_at_once) else { return notes.join(" | ") };
                self.session.take_book(reading.read());
            }
        }
    }

    /// Waits until the session wants to go on by itself.
    fn wait(&mut self) -> String {
        self.now = self.session.deadline().expect("something is waited for");
        let actions = self.session.overdue(self.now);
        self.note(actions)
    }

    fn note_one(&mut self, action: SessionAction) -> Option<String> {
        if action.tells_engine() {
            self.session.engine_told(self.now);
        }
        Some(match action {
            SessionAction::Say(line) if line.starts_with("MESSAGE rule ") => return None,
            SessionAction::Say(line) => line,
            SessionAction::SetOptions(options) => {
                format!("<{} MB, {} threads>", options.hash_bytes >> 20, options.threads)
            }
            SessionAction::Go(request) => {
                let task = match &request.task {
                    Task::Move { lines: 1, exclude, .. } if exclude.is_empty() => "move".to_string(),
                    Task::Move { lines, exclude, .. } => format!("{lines} lines without {exclude:?}"),
                    Task::Opening { opening, .. } => format!("{}: {}", opening.rule(), opening.demand().word()),
                    Task::Solve { .. } => "solve".to_string(),
                };
                let note = format!("<go {task} after {}>", request.task.game().to_text(Default::default()));
                self.request = Some(*request);
                note
            }
            SessionAction::SetClock(_) => "<clock>".to_string(),
            SessionAction::Stop => "<stop>".to_string(),
            SessionAction::Abandon => "<abandon>".to_string(),
            SessionAction::Forget => "<forget>".to_string(),
            SessionAction::Quit => "<quit>".to_string(),
            SessionAction::ReadBook(reading) => {
                self.reading = Some(reading);
                return None;
            }
        })
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
        let actions = self.session.see(number, Report::Done(Outcome::new(choice, None)), self.now);
        self.note(actions)
    }

    fn moves(&mut self, x: usize, y: usize) -> String {
        self.done(Choice::Move(Point::new(x, y)))
    }

    /// Finds one of so many lines; with the last of them all are reported.
    fn info(&mut self, [rank, lines]: [usize; 2], depth: u32, score: Score, line: &[(usize, usize)]) -> String {
        self.block.push(Line {
            rank,
            depth,
            selective_depth: depth + 3,
            score,
            nodes: 1000,
            elapsed: Duration::from_millis(u64::from(depth) * 100),
            hashfull: 123,
            variation: line.iter().map(|&(x, y)| Point::new(x, y)).collect(),
        });
        if self.block.len() < lines {
            return String::new();
        }
        let number = self.request.as_ref().unwrap().number;
        let report = Report::Lines(std::mem::take(&mut self.block));
        let actions = self.session.see(number, report, self.now);
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
    let SessionAction::Say(line) = &announced[0] else { panic!("the announcement comes first") };
    assert_eq!(line, "MESSAGE rule standard; board 20x20; coordinates column before row");
    assert_eq!(talk.note(announced), "<go move after >");
    assert_eq!(talk.moves(10, 10), "10,10");
    talk.check("TURN 11,10", "<go move after k10l10>");
    assert_eq!(talk.info([1, 1], 3, Score::judged(17), &[(11, 11), (9, 9)]), "");
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
fn each_game_says_what_is_assumed_and_each_move_of_yixin_board_does_not() {
    for (lines, said) in [
        ("START 15/BEGIN", 1),
        ("START 15/BEGIN/YXSTOP/START 15/BEGIN", 2),
        ("START 15/BEGIN/RESTART/BEGIN/RESTART/BEGIN", 3),
        ("START 15/PLAY 7,7/TURN 8,8/START 20/TURN 8,8", 2),
        ("yxshowinfo/START 15/BEGIN/YXSTOP/START 15/BEGIN", 1),
    ] {
        let mut talk = Talk::new();
        let mut announced = 0;
        for line in lines.split('/') {
            let actions = talk.session.hear(line, talk.now);
            for action in &actions {
                let tells = matches!(action, SessionAction::Say(line) if line.starts_with("MESSAGE rule "));
                announced += usize::from(tells);
            }
            talk.note(actions);
            if line == "YXSTOP" {
                talk.moves(7, 7);
            }
        }
        assert_eq!(announced, said, "{lines}");
    }
}

#[test]
fn a_manager_that_never_tells_what_is_left_has_its_match_counted_down() {
    let mut talk = Talk::new();
    talk.check("START 15/INFO timeout_turn 4000/INFO timeout_match 10000", "OK");
    let mut answer = |line: &str, seconds: u64, left: Option<u64>| {
        talk.say(line);
        let clock = talk.request.as_ref().unwrap().limits.clock;
        assert_eq!((clock.left.map(|left| left.as_secs()), clock.received), (left, talk.now), "{line}");
        talk.now += Duration::from_secs(seconds);
        talk.moves(seconds as usize, 5);
        // What the manager takes for the opponent's move is not ours.
        talk.now += Duration::from_secs(60);
    };
    answer("BEGIN", 3, Some(10));
    answer("TURN 7,7", 2, Some(7));
    answer("TURN 7,8", 1, Some(5));
    answer("TURN 7,9", 4, Some(4));
    answer("TURN 7,10", 0, Some(0));
    // A new game begins anew.
    talk.check("START 15", "OK");
    talk.say("BEGIN");
    assert_eq!(talk.request.unwrap().limits.clock.left, Some(Duration::from_secs(10)));
}

#[test]
fn every_unknown_line_has_one_answer_and_blank_ones_have_none() {
    let mut talk = Talk::new();
    talk.check("FOO 1 2 3 4", "UNKNOWN command \"FOO\"");
    talk.check("7,7,1 7,8,2 DONE", "UNKNOWN command \"7,7,1\"");
    talk.check("/ / \r/\t/\u{feff}", "");
    talk.check("DONE", "ERROR DONE without a list before it");
    talk.check("suggest 7,7", "UNKNOWN command \"suggest\"");
    let help = talk.say("help");
    assert!(help.split(" | ").count() > 5 && help.split(" | ").all(|line| line.starts_with("MESSAGE ")), "{help}");
    talk.check("START 5", "OK");
    assert!(talk.say("d").ends_with(" | MESSAGE    a b c d e | MESSAGE X to move | MESSAGE freestyle"));
    talk.check("END of the game", "<quit>");
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
        "ERROR INFO rule 78 is not supported; use 0, 1, 4 or 5, 8 or 9, with 2 added to go on after a five (2 alone is Renju \
         unless INFO game_type is told)",
    );
    talk.check("BOARD/7,7,2/DONE", "<1 MB, 1 threads> | <go move after h8>");
    // Nothing but a move is an answer to YXSTOP.
    talk.check("INFO timeout_turn x/YXSTOP", "<stop>");
    assert_eq!(talk.moves(1, 1), "1,1");
    talk.check(
        "TURN 2,2",
        "MESSAGE passed over: INFO timeout_turn needs a whole number and not \"x\" | <go move after h8b14c13>",
    );
    // What was told anew is told in vain no longer.
    talk.check("INFO rule 77/INFO rule 0/INFO timeout_turn x/INFO timeout_turn 5000.0/YXSTOP", "<clock> | <stop>");
    assert_eq!(talk.moves(3, 3), "3,3");
    talk.check("TURN 4,4", "<go move after h8b14c13d12e11>");
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

#[test]
fn another_rule_leaves_closed_points_and_the_turn_as_they_are() {
    let mut talk = Talk::started();
    talk.check("YXBOARD 7,7,1 8,8,2 6,6,1 6,7,1 9,9,3 DONE", "");
    let seen = |talk: &Talk| {
        let game = talk.session.game().unwrap();
        (game.rule().name(), game.closed().to_vec(), game.to_move(), game.moves().len())
    };
    let (_, closed, to_move, stones) = seen(&talk);
    assert_eq!((closed.len(), stones), (1, 4));
    talk.say("INFO rule 1");
    talk.say("YXSHOWFORBID");
    assert_eq!(seen(&talk), ("standard", closed, to_move, stones));
}

#[test]
fn what_info_asked_in_vain_is_told_before_an_opening() {
    for lines in ["SWAP2BOARD/DONE", "YXSWAP2STEP1", "YXSOOSORVSTEP1", "YXSOOSORVSTEP2/7,7/6,7/7,8/DONE"] {
        let mut talk = Talk::started();
        talk.say("INFO rule 77");
        let said: String = lines.split('/').map(|line| talk.say(line)).collect();
        assert!(said.starts_with("ERROR INFO rule 77") && !said.contains('|'), "{lines}: {said}");
    }
}

#[test]
fn faults_of_lists_of_every_kind_are_told_in_one_order() {
    for word in [
        "BOARD",
        "YXBOARD",
        "SWAP2BOARD",
        "YXBLOCK",
        "YXBLOCKUNDO",
        "yxsoosorvstep2",
        "yxsoosorvstep4 3",
        "yxquerydatabaseone",
        "yxedittvddatabase 1 119 0 0",
        "yxedittextdatabase \"x\"",
        "yxdeletedatabaseone",
    ] {
        let (mut talk, _) = shelf::unstarted();
        talk.check(&format!("{word}/x/DONE"), "ERROR no game has been started; send START and a size first");
        let not_done = "ERROR DONE is missing; the position is unchanged";
        talk.check(&format!("START 15/{word}/x/RESTART"), &format!("OK | {not_done} | OK"));
        // What INFO asked in vain, and that no database is open, is told after what is wrong with the list itself.
        talk.check(&format!("{word}/INFO rule 77/x"), "");
        let refused = talk.say("DONE");
        assert!(refused.starts_with("ERROR expected x,y") && refused.contains("not \"x\";"), "{word}: {refused}");
    }
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
    talk.check("PLAY 2,2", "2,2");
    talk.check(&format!("BOARD {} DONE", stones.join(" ")), "ERROR no move is possible: the board is full");
    talk.check("TAKEBACK 2,2", "OK");
    // The stone is refused with the move.
    assert!(talk.say(&format!("BOARD {} DONE", stones[..23].join(" "))).starts_with("<go move after "));
    assert_eq!(talk.moves(3, 4), "3,4");
    talk.check("TURN 4,4", "ERROR no move is possible: the board is full");
    talk.check("TURN 4,4", "ERROR no move is possible: the board is full");
    talk.check("TAKEBACK 3,4", "OK");
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
    assert_eq!(talk.done(Choice::Opening(vec![opening::Action::Swap])), "6,7", "nothing to swap");
    // Black may not play on a double-three while there is another point.
    talk.check(
        "INFO rule 4/BOARD/6,7,1/0,0,2/8,7,1/0,2,2/7,6,1/0,4,2/7,8,1/0,6,2/DONE",
        "<go move after g8a15i8a13h9a11h7a9>",
    );
    assert_eq!(talk.moves(7, 7), "6,6");
}

#[test]
fn where_everything_left_is_forbidden_the_forbidden_is_played() {
    let mut talk = Talk::started();
    talk.check("RECTSTART 6,5/INFO rule 4", "OK");
    // The last empty point is d1, where Black would make six.
    let rows = ["XXOOXX", "OOXXOO", "XXOOXX", "OOXXOO", "XXX.XX"];
    let stones =
        rows.iter().enumerate().flat_map(|(y, row)| row.chars().enumerate().map(move |(x, cell)| (x, y, cell)));
    let mut board = String::from("BOARD");
    for (x, y, cell) in stones.filter(|&(.., cell)| cell != '.') {
        board += &format!(" {x},{y},{}", if cell == 'X' { 1 } else { 2 });
    }
    for choice in [Choice::Nothing, Choice::Move(Point::new(0, 0)), Choice::Move(Point::new(3, 4))] {
        assert!(talk.say(&format!("{board} DONE")).starts_with("<go move after "));
        assert_eq!(talk.done(choice.clone()), "3,4", "{choice:?}");
    }
    // Of two such points one that is blocked is no move, unless both are.
    let two_left = format!("{} DONE", board.replace(" 2,0,2", " 2,0,1").replace(" 3,0,2", ""));
    let said = talk.say("YXBLOCK 3,4 DONE") + &talk.say(&two_left);
    assert!(said.starts_with("<go 1 lines without [d5 from top] after "), "{said}");
    assert_eq!(talk.done(Choice::Nothing), "3,0");
    let said = talk.say("YXBLOCK 3,0 DONE") + &talk.say(&two_left);
    assert!(said.starts_with("MESSAGE every move is blocked: the block is passed over | <go move after "), "{said}");
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
    // Of a word that is refused in any case the arguments do not matter.
    talk.check("TURN abc", busy);
    talk.check("PLAY 15,0", busy);
    talk.check("FOO", "UNKNOWN command \"FOO\"");
    talk.check("TAKEBACK 0,0", "ERROR the last stone is not there");
    talk.check("TAKEBACK abc", "ERROR expected TAKEBACK x,y, such as TAKEBACK 7,7");
    talk.check("START 99", "ERROR unsupported size; use 5..22 (e.g. 20)");
    assert_eq!(talk.moves(6, 6), "6,6", "it is still the answer to TURN 7,7");
    // What begins anew makes the request void, and a late report is nobody's.
    for (again, expected) in [
        ("START 15", "<abandon> | OK"),
        ("RESTART", "<abandon> | OK"),
        ("RECTSTART 15,15", "<abandon> | OK"),
        ("TAKEBACK 7,8", "<abandon> | OK"),
        ("BOARD/DONE", "<abandon> | <go move after >"),
        ("SWAP2BOARD/DONE", "<abandon> | <go swap2: stone after >"),
    ] {
        let mut talk = Talk::started();
        talk.check("TURN 7,8", "<go move after h7>");
        let void = talk.request.as_ref().unwrap().number;
        talk.check(again, expected);
        let late = Report::Done(Outcome::new(Choice::Move(Point::new(0, 0)), None));
        let actions = talk.session.see(void, late, talk.now);
        assert_eq!(talk.note(actions), "", "{again}");
    }
    // A position does so as it begins; YXBOARD, to which no move is an answer, has the move said before it.
    for (word, expected) in [("BOARD", "<abandon>"), ("SWAP2BOARD", "<abandon>"), ("YXBOARD", "<stop>")] {
        Talk::started().check(&format!("TURN 7,8/{word}"), &format!("<go move after h7> | {expected}"));
    }
    // So does a new game that is refused for what was told in vain, and nothing follows its ERROR.
    for again in ["START 15", "RESTART", "TAKEBACK 7,8"] {
        let mut talk = Talk::started();
        talk.check("TURN 7,8/INFO max_memory 1", "<go move after h7>");
        let refused = talk.say(again);
        assert!(refused.starts_with("<abandon> | ERROR INFO max_memory 1 is too small"), "{again}: {refused}");
        assert_eq!(talk.moves(0, 0), "", "{again}");
        talk.check(again, "OK");
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
fn words_that_are_not_supported_swallow_what_follows_them() {
    let mut talk = Talk::started();
    let not = |word: &str| format!("ERROR {word} is not supported");
    talk.check("yxquerydatabaseallt/7,7/8,8/done", &not("YXQUERYDATABASEALLT"));
    talk.check("yxsetdatabase/C:\\my files\\start.db/ABOUT", &format!("{} | {}", not("YXSETDATABASE"), talk_about()));
    for dump in ["YXHASHDUMP file.bin/FOO", "YXHASHDUMP/file.bin/FOO"] {
        talk.check(dump, &format!("{} | UNKNOWN command \"FOO\"", not("YXHASHDUMP")));
    }
    // A name that is left out leaves the next command what it is.
    talk.check("LOADMODEL//ABOUT", &format!("{} | {}", not("LOADMODEL"), talk_about()));
    // Where there is nothing to load nothing is missing, and the name is passed over.
    talk.check("RELOADCONFIG/a.toml/RELOADCONFIG b.toml/ABOUT", &talk_about());
    talk.check("yxedittextdatabase \"four/START 15//END/lines\"/7,7/done", &not("YXEDITTEXTDATABASE"));
    talk.check("yxeditlabeldatabase 3,4 a label/7,7/done", &not("YXEDITLABELDATABASE"));
    talk.check(
        "YXDBCHECK/YXPRINTFEATURE 10/YXBLOCKPATHRESET",
        &format!("{} | {}", not("YXDBCHECK"), not("YXPRINTFEATURE")),
    );
    // What stands alone swallows nothing.
    for word in ["YXDBCHECK", "YXPRINTFEATURE"] {
        talk.check(&format!("{word}/FOO"), &format!("{} | UNKNOWN command \"FOO\"", not(word)));
    }
    // What ends on the same line has nothing behind it.
    for line in ["YXBLOCKPATH 7,7 8,8 DONE", "yxquerydatabaseall done", "yxedittextdatabase \"x\"done"] {
        let word = line.split(' ').next().unwrap().to_uppercase();
        talk.check(&format!("{line}/FOO"), &format!("{} | UNKNOWN command \"FOO\"", not(&word)));
    }
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
fn the_rule_of_the_next_request_is_known_before_it_comes() {
    let mut talk = Talk::new();
    assert_eq!(talk.session.next_rule(), None);
    talk.check("INFO rule 4/START 15", "OK");
    assert_eq!(talk.session.next_rule(), Some(RuleKind::Renju));
    talk.check("INFO rule 1", "");
    assert_eq!(talk.session.next_rule(), Some(RuleKind::Standard));
}
