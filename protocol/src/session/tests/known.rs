//! Conversations in which a search, or a move without one, uses what a database or a book knows.

use tengen_engine::database::{ValueBound, children};
use tengen_engine::engine::KnownScore;
use tengen_engine::{BoardSize, Game, RuleKind};

use super::shelf::{edit, opened, talk};
use super::*;

#[test]
fn a_search_uses_what_is_known_and_writes_what_it_finds() {
    let (mut talk, _) = opened();
    // Off: nothing is kept out and nothing is written.
    edit(&mut talk, "1 120 0 0", "7,7/8,8");
    talk.check("TURN 7,7", "<go move after h8>");
    assert_eq!(talk.moves(6, 6), "6,6");
    talk.check(
        "START 15/INFO usedatabase 1/TURN 7,7",
        "OK | <go 1 lines without [g7 from top, i7 from top, g9 from top, i9 from top] after h8>",
    );
    assert_eq!(talk.info([1, 1], 9, Score::judged(31), &[(7, 8)]), "");
    // The move does not wait for the disk.
    let known = |talk: &mut Talk| talk.session.database.as_mut().unwrap().store().len().unwrap();
    let before = known(&mut talk);
    let said = see_move(&mut talk, 7, 8);
    assert_eq!(known(&mut talk), before);
    assert!(talk.note(said).ends_with("7,8") && known(&mut talk) > before);
    talk.check("yxquerydatabaseone/7,7/done", "MESSAGE DATABASE ONE -1 31 9 3 47%");
    talk.check("yxquerydatabaseone/7,7/7,8/done", "MESSAGE DATABASE ONE -1 -31 8 3 53%");
    talk.check("INFO database_readonly 1/TURN 0,0", "<go move after h8h7a15>");
    assert_eq!(talk.info([1, 1], 9, Score::judged(31), &[(7, 9)]), "");
    talk.moves(7, 9);
    talk.check("yxquerydatabaseone/7,7/7,8/0,0/done", "MESSAGE DATABASE ONE 0 0 0 0");
}

#[test]
fn nothing_but_a_win_of_the_moves_that_are_not_blocked_is_one_of_the_position() {
    let (loss, judged, win) = (Score::loss_in(2), Score::judged(31), Score::win_in(3));
    for (blocked, score, is_of_position) in [
        ("YXBLOCK 7,8 DONE", loss, false),
        ("YXBLOCK 7,8 DONE", judged, false),
        ("YXBLOCK 7,8 DONE", win, true),
        // There is a stone already.
        ("YXBLOCK 7,7 DONE", judged, true),
        ("YXBLOCKRESET", loss, true),
        ("YXBLOCKRESET", judged, true),
        // Beside moves that the database keeps out a loss of the others alone says nothing.
        ("yxedittvddatabase 1 120 0 0/7,7/1,1/done", loss, false),
        ("yxedittvddatabase 1 120 0 0/7,7/1,1/done", judged, true),
    ] {
        let (mut talk, _) = opened();
        let say = |talk: &mut Talk, lines: &str| lines.split('/').map(|line| talk.say(line)).last().unwrap();
        say(&mut talk, &format!("INFO usedatabase 1/{blocked}/TURN 7,7"));
        talk.info([1, 1], 9, score, &[(6, 6)]);
        talk.moves(6, 6);
        let mut is_known =
            |moves: &str| !say(&mut talk, &format!("yxquerydatabaseone/{moves}/done")).contains(" 0 0 0 0");
        assert_eq!(is_known("7,7"), is_of_position, "{blocked}: {score:?}");
        // The move that was searched is worth it all the same.
        assert!(is_known("7,7/6,6"), "{blocked}: {score:?}");
    }
}

/// What the session says of the move that was found, and nothing that follows.
fn see_move(talk: &mut Talk, x: usize, y: usize) -> Vec<SessionAction> {
    let number = talk.request.as_ref().unwrap().number;
    talk.session.see(number, Report::Done(Outcome::new(Choice::Move(Point::new(x, y)), None)), talk.now)
}

/// What the last search for a move was told.
fn told(talk: &Talk) -> &[KnownScore] {
    match &talk.request.as_ref().unwrap().task {
        Task::Move { known, .. } => known,
        task => panic!("{task:?}"),
    }
}

#[test]
fn what_is_written_was_searched_for_this_database_at_full_strength() {
    let check = |lines: &str, depth: u32, first: (usize, usize), meanwhile: &str, expected: &str| {
        let (mut talk, _) = opened();
        format!("INFO usedatabase 1/{lines}").split('/').for_each(|line| drop(talk.say(line)));
        talk.info([1, 1], depth, Score::judged(31), &[first]);
        meanwhile.split('/').for_each(|line| drop(talk.say(line)));
        talk.moves(7, 8);
        talk.check("yxquerydatabaseone/7,7/done", expected);
    };
    let nothing = "MESSAGE DATABASE ONE 0 0 0 0";
    check("TURN 7,7", 9, (7, 8), "", "MESSAGE DATABASE ONE -1 31 9 3 47%");
    // It was stopped before any depth was searched in full.
    check("TURN 7,7", 0, (7, 8), "", nothing);
    // A judgement of depth 1 may be the evaluation's; that of a single move goes deeper, and is kept.
    check("TURN 7,7", 1, (7, 8), "", nothing);
    check("TURN 7,7", 2, (7, 8), "", "MESSAGE DATABASE ONE -1 31 2 3 47%");
    check("INFO strength 50/TURN 7,7", 9, (7, 8), "", nothing);
    // A database that is opened meanwhile is not written into, whether it waits for the move or there is no clock.
    check("TURN 7,7", 9, (7, 8), "yxsetdatabase/other.db", nothing);
    check("INFO timeout_turn -1/TURN 7,7", 9, (7, 8), "yxsetdatabase/other.db", nothing);
    // These are no moves: one is occupied, the other is off the board.
    check("TURN 7,7", 9, (7, 7), "", nothing);
    check("TURN 7,7", 9, (20, 3), "", nothing);
}

#[test]
fn nothing_is_said_of_a_position_that_no_database_has_a_place_for() {
    let (mut talk, _) = opened();
    talk.check("INFO usedatabase 1/INFO rule 3/START 15/TURN 7,7", "OK | <go move after h8>");
    talk.info([1, 1], 9, Score::judged(31), &[(7, 8)]);
    assert!(talk.moves(7, 8).ends_with("7,8"));
}

#[test]
fn a_best_move_stays_where_its_value_stays() {
    let (mut talk, _) = opened();
    edit(&mut talk, "6 0 40 20", "7,7");
    talk.check("INFO usedatabase 1/yxsetbestmovedatabase/7,7/0,0/done", "");
    for (depth, best) in [(9, Point::new(0, 0)), (21, Point::new(7, 8))] {
        talk.say("START 15");
        talk.say("TURN 7,7");
        talk.info([1, 1], depth, Score::judged(31), &[(7, 8)]);
        talk.moves(7, 8);
        let mut game = Game::new(RuleKind::Freestyle, BoardSize::square(15).unwrap());
        game.place(game.to_move(), Point::new(7, 7)).unwrap();
        let store = talk.session.database.as_mut().unwrap().store();
        let known = tengen_engine::database::children::entry(store, &game).unwrap().1.unwrap();
        assert_eq!((known.depth, known.best), (depth.max(20) as i16, Some(best)));
    }
}

#[test]
fn a_move_that_is_marked_as_the_only_one_is_played_at_once() {
    let (mut talk, _) = opened();
    edit(&mut talk, "1 33 0 0", "7,7/0,5");
    talk.check("TURN 7,7", "<go move after h8>");
    assert_eq!(talk.moves(6, 6), "6,6");
    talk.check("INFO usedatabase 1/START 15/TURN 7,7", "OK | MESSAGE forced move of the database: f15 | 5,0");
    // One of those that are the same in another view.
    talk.check("START 15/yxblock/5,0/done/TURN 7,7", "OK | MESSAGE forced move of the database: j15 | 9,0");
    // A mark is not believed against a proof.
    edit(&mut talk, "2 0 29990 0", "7,7/0,5");
    talk.check("START 15", "OK");
    assert!(talk.say("TURN 7,7").starts_with("<go 1 lines without "));
    talk.check("YXSTOP", "<stop>");
    talk.moves(6, 6);
}

#[test]
fn a_search_is_told_what_is_known_of_what_is_likely_to_be_played() {
    let (mut talk, _) = opened();
    talk.check("INFO usedatabase 1", "");
    // No symmetry, so that every position is one child.
    let root = "7,7/10,8/3,4";
    let mut know = |moves: &str, value: i32| edit(&mut talk, &format!("6 0 {value} 9"), &format!("{root}/{moves}"));
    // Thirteen moves, each worse for White by 7 points than the one before, the best of them 30 points; every one with an
    // answer that is worth 15 points.
    let child = |i: usize| format!("{i},12");
    for i in 0..13 {
        know(&child(i), 7 * i as i32 - 30);
        know(&format!("{}/0,0", child(i)), -15);
    }
    // One more is a bound that proves nothing, and more is known beyond its answer.
    for (moves, value) in [("14,12", 0), ("14,12/0,0", -15), ("14,12/0,0/1,0", 5)] {
        know(moves, value);
    }
    let mut vague = Game::new(RuleKind::Freestyle, BoardSize::square(15).unwrap());
    for (x, y) in [(7, 7), (10, 8), (3, 4), (14, 12)] {
        vague.place(vague.to_move(), Point::new(x, y)).unwrap();
    }
    let store = talk.session.database.as_mut().unwrap().store();
    children::edit(store, &vague, |entry| (entry.value, entry.bound) = (-29_981, ValueBound::Lower)).unwrap();
    talk.check("YXBOARD/7,7,2/10,8,1/3,4,2/DONE/YXNBEST 1", "<go move after h8k7d11>");
    let known = |talk: &Talk| -> Vec<(String, i16)> {
        let known = told(talk);
        let text = |game: &Game| game.to_text(Default::default())["h8k7d11".len()..].to_string();
        let mut all: Vec<_> = known.iter().map(|known| (text(&known.game), known.entry.value)).collect();
        all.sort();
        all
    };
    // Twelve positions are looked at: this one, and then as a ply costs 20 points the first six moves, the answers to four of
    // them, of which nothing more is known, and the one of the bound, which weighs as a move without a value.
    let letter = |i: usize| char::from(b'a' + i as u8);
    let mut expected: Vec<(String, i16)> = (0..13).map(|i| (format!("{}3", letter(i)), 7 * i as i16 - 30)).collect();
    expected.extend((0..6).map(|i| (format!("{}3a15", letter(i)), -15)));
    expected.extend([("o3".to_string(), -29_981), ("o3a15".to_string(), -15)]);
    expected.sort();
    assert_eq!(known(&talk), expected);
    talk.check("YXSTOP", "<stop>");
    talk.moves(14, 14);
    // A game that is over has nothing to be searched.
    talk.check("START 15", "OK");
    let four = "0,0/0,1/1,0/2,5/2,0/7,3/3,0/9,9";
    for moves in ["4,0", "5,5"] {
        edit(&mut talk, "6 0 1 9", &format!("{four}/{moves}"));
    }
    talk.check(
        "YXBOARD 0,0,1 0,1,2 1,0,1 2,5,2 2,0,1 7,3,2 3,0,1 9,9,2 DONE/YXNBEST 1",
        "<go move after a15a14b15c10c15h12d15j6>",
    );
    let known: Vec<_> = told(&talk).iter().map(|known| known.game.moves()[8].point).collect();
    assert_eq!(known, [Point::new(5, 5)]);
}

#[test]
fn a_win_of_the_database_is_played_when_it_holds() {
    let (mut talk, _) = opened();
    talk.check("INFO usedatabase 1", "");
    // An open four is there to be made; the database knows of it.
    let moves = "6,7/0,0/7,7/0,2/8,7/0,4";
    edit(&mut talk, "3 119 -29998 1", &format!("{moves}/9,7"));
    let board = "BOARD/6,7,1/0,0,2/7,7,1/0,2,2/8,7,1/0,4,2/done";
    talk.check(board, "<go solve after g8a15h8a13i8a11>");
    assert_eq!(talk.moves(5, 7), "MESSAGE win of the database, verified: f8 | 5,7");
    // Of a position that is only judged nothing is looked for, whatever there is to be found.
    talk.check("yxdeletedatabaseone/6,7/0,0/7,7/0,2/8,7/0,4/9,7/done", "");
    edit(&mut talk, "6 0 -50 9", &format!("{moves}/9,7"));
    talk.check("BOARD/6,7,1/0,0,2/7,7,1/0,2,2/8,7,1/0,4,2/done", "<go move after g8a15h8a13i8a11>");
    assert_eq!(talk.moves(1, 1), "1,1");
    // Of a win that does not hold nothing is believed.
    edit(&mut talk, "3 119 -29998 1", "7,7/1,1/7,8");
    talk.check("BOARD/7,7,1/1,1,2/done", "<go solve after h8b14>");
    assert_eq!(talk.done(Choice::Nothing), "<go move after h8b14>");
}

#[test]
fn a_verification_has_a_part_of_the_time_and_can_be_stopped() {
    let (mut talk, _) = opened();
    edit(&mut talk, "3 119 -29998 1", "7,7/1,1/7,8");
    talk.check("INFO usedatabase 1/INFO timeout_turn 800/INFO max_node 400000/INFO max_depth 3", "");
    let (position, solve, search) = ("BOARD/7,7,1/1,1,2/done", "<go solve after h8b14>", "<go move after h8b14>");
    let limits = |talk: &Talk| {
        let limits = &talk.request.as_ref().unwrap().limits;
        (limits.clock.received, limits.clock.turn.map(|turn| turn.as_millis()), limits.nodes, limits.depth)
    };
    talk.check(position, solve);
    let begin = talk.now;
    assert_eq!(limits(&talk), (begin, Some(100), Some(50_000), None));
    // Where it is late the rest of the time is not lost: only an answer that is late is given without an engine.
    assert_eq!(talk.session.deadline(), Some(begin + Duration::from_millis(1500)));
    talk.check("INFO timeout_turn 1600", "<clock>");
    assert_eq!(talk.session.deadline(), Some(begin + Duration::from_millis(2300)));
    talk.check("INFO timeout_turn 800", "<clock>");
    // What it leaves is for the search of a move: both count from when the move was asked for.
    talk.now += Duration::from_millis(100);
    assert_eq!(talk.done(Choice::Nothing), search);
    assert_eq!(limits(&talk), (begin, Some(800), Some(400_000), Some(3)));
    assert_eq!(talk.moves(6, 6), "6,6");
    // A known win is not lost by a low limit on the nodes.
    for (most, nodes) in [(80, 20_000), (900_000, 100_000)] {
        talk.check(&format!("INFO max_node {most}/{position}"), solve);
        assert_eq!(limits(&talk).2, Some(nodes));
        assert_eq!(talk.done(Choice::Nothing), search);
        assert_eq!(talk.moves(6, 6), "6,6");
    }
    // What cannot be played is no win.
    talk.check(position, solve);
    assert_eq!(talk.moves(20, 3), search);
    assert_eq!(talk.moves(6, 6), "6,6");
    // Who wants the move now has it from a search that is stopped at once.
    talk.check(&format!("{position}/YXSTOP"), &format!("{solve} | <stop>"));
    assert_eq!(talk.done(Choice::Nothing), format!("{search} | <stop>"));
    assert_eq!(talk.moves(6, 6), "6,6");
    // Of a verification that does not end nothing is held to be verified, and what is blocked is not played.
    let overdue = |talk: &mut Talk, lines: &str| {
        talk.check(&format!("{lines}/{position}"), solve);
        talk.info([1, 1], 3, Score::judged(17), &[(5, 5)]);
        let actions = talk.session.overdue(talk.now);
        let notes = talk.note(actions);
        assert!(!notes.contains("verified"), "{notes}");
        notes.rsplit(' ').next().unwrap().to_string()
    };
    assert_eq!(overdue(&mut talk, "YXBLOCKRESET"), "5,5");
    assert_eq!(overdue(&mut talk, "YXBLOCK 5,5 DONE"), "6,6");
    // Nor is a move that the database knows to lose, as long as there is another.
    for point in ["5,5", "6,6"] {
        edit(&mut talk, "2 0 29990 0", &format!("7,7/1,1/{point}"));
    }
    assert_eq!(overdue(&mut talk, "YXBLOCKRESET"), "7,6");
    assert_eq!(overdue(&mut talk, "YXBLOCK 7,6 6,7 DONE"), "8,6");
}

#[test]
fn blocked_moves_are_kept_out_unless_nothing_else_is_left() {
    let (mut talk, _) = opened();
    talk.check("START 5/INFO usedatabase 1", "OK");
    // No five anywhere, and three points are left in the last row.
    let mut stones = [Vec::new(), Vec::new()];
    (0..22).for_each(|i| stones[(i + i / 5 / 2) % 2].push(format!("{},{}", i % 5, i / 5)));
    let [black, white] = &stones;
    let moves: Vec<String> = std::iter::zip(black, white).map(|(black, white)| format!("{black}/{white}")).collect();
    let moves = moves.join("/");
    let colored = moves.split('/').zip([1, 2].iter().cycle()).map(|(point, color)| format!("{point},{color}"));
    let board = format!("BOARD/{}/done", colored.collect::<Vec<_>>().join("/"));
    for (blocked, by_hand, kept_out) in [
        ("2,4", "RESET", "[c5 from top]"),
        ("4,4", "RESET", "[c5 from top, e5 from top]"),
        // Beside what a person blocks nothing is left but what is bad, which is searched then.
        ("4,4", " 3,4 DONE", "[d5 from top]"),
        ("3,4", "RESET", ""),
    ] {
        edit(&mut talk, "1 120 0 0", &format!("{moves}/{blocked}"));
        talk.check(&format!("YXBLOCK{by_hand}"), "");
        let asked: String = board.split('/').map(|line| talk.say(line)).collect();
        let expected =
            if kept_out.is_empty() { "<go move".to_string() } else { format!("<go 1 lines without {kept_out}") };
        assert!(asked.starts_with(&expected), "{blocked}: {asked}");
        talk.check("YXSTOP", "<stop>");
        talk.moves(3, 4);
    }
}

#[test]
fn a_move_without_a_search_earns_its_increment_too() {
    let (mut talk, _) = talk();
    talk.check("INFO timeout_match 10000/INFO time_increment 2000/INFO book two moves.lib", "");
    talk.check("BEGIN", "MESSAGE book: h8 | 7,7");
    talk.check("TURN 0,5", "<go move after h8a10>");
    assert_eq!(talk.request.unwrap().limits.clock.left, Some(Duration::from_secs(12)));
}

#[test]
fn no_move_waits_for_a_word_that_takes_long() {
    let (mut talk, shelf) = opened();
    talk.check("TURN 7,7", "<go move after h8>");
    for lines in [
        "yxsavedatabase",
        "yxdbmerge/x.db",
        "yxdbmerge x.db",
        "yxdbtolib/x.lib",
        "yxdbcheck",
        "yxdbfix",
        "yxdeletedatabaseall wl/7,7/done",
    ] {
        talk.check(lines, "ERROR thinking about a move; send YXSTOP to have it now");
    }
    talk.check("INFO book two moves.lib", "");
    // A database is opened once the move was said.
    let (mut other, _) = opened();
    other.check("TURN 7,7/yxsetdatabase/kind.db/yxquerydatabaseone/7,7/done", "<go move after h8> | <stop>");
    let told = other.moves(6, 6);
    assert!(told.starts_with("6,6 | MESSAGE DATABASE LOAD START kind.db"), "{told}");
    // What is done to one position is done at once.
    let told = "MESSAGE DATABASE ONE -1 9 0 3 49%";
    talk.check("yxedittvddatabase 2 0 9 1/7,7/done/yxquerydatabaseone/7,7/done", &format!("{told} | {told}"));
    assert_eq!(shelf.0.lock().join("; "), "open my games.db freestyle");
    // After a call for the move they wait until it was sent, each for the answer before it, and so does what follows them.
    talk.check("YXSTOP/FOO/yxdbcheck/BAR", "<stop>");
    let (mut said, mut actions) = (Vec::new(), see_move(&mut talk, 6, 6));
    while let [SessionAction::Say(line)] = &actions[..] {
        said.push(line.clone());
        actions = talk.session.follow_up(talk.now);
    }
    assert!(actions.is_empty());
    let checked = "MESSAGE the database holds 1 positions; 0 of them contradict themselves";
    assert_eq!(said, ["6,6", "UNKNOWN command \"FOO\"", checked, "UNKNOWN command \"BAR\""]);
    assert_eq!(shelf.0.lock().join("; "), "open my games.db freestyle");
    // Without a clock no move is late.
    talk.check(
        "INFO timeout_turn -1/TURN 0,0/yxdbcheck/YXSTOP",
        &format!("<go move after h8g9a15> | {checked} | <stop>"),
    );
    assert_eq!(shelf.0.lock().join("; "), "open my games.db freestyle; book two moves.lib freestyle");
}

#[test]
fn a_request_asks_once_what_is_known_of_its_moves() {
    let (mut talk, shelf) = talk();
    for line in ["yxsetdatabase", "noted.db", "INFO usedatabase 1"] {
        talk.say(line);
    }
    shelf.0.lock().clear();
    talk.check("TURN 7,7", "<go move after h8>");
    assert_eq!(shelf.0.lock().join("; "), "store");
}
