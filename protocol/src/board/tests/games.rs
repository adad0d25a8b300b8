//! Games on the page: against the engine and between people, with clocks, taken back and given up.

use tengen_engine::Strength;

use super::*;

#[test]
fn a_game_against_the_engine_is_played_taken_back_and_given_up() {
    let mut page = Page::new();
    page.ask(game("free", [true, false]));
    page.ask(json!({"ask": "put", "point": "h8"}));
    assert_eq!((page.state().stones.len(), page.state().to_move.as_str()), (2, "black"));
    assert_eq!(page.thinker.options().strength, Strength::FULL, "the level is that of the move alone");
    assert!(page.refused(json!({"ask": "put", "point": "h8"})).contains("occupied"));
    page.ask(json!({"ask": "put", "point": "a1"}));
    page.ask(json!({"ask": "undo"}));
    assert_eq!(page.state().stones.len(), 2);
    assert!(of(&page.ask(json!({"ask": "hint"})), "hint").is_some());
    assert!(of(&page.ask(json!({"ask": "draw"})), "note").unwrap()["note"] == "draw_declined");
    assert_eq!(page.state().play.unwrap().offer, None, "what was declined is offered no longer");
    assert!(page.refused(json!({"ask": "analyse", "lines": 1})).contains("while a game is played"));
    page.ask(json!({"ask": "resign"}));
    let ending = page.state().play.unwrap().ending;
    assert_eq!(ending, Some((Some("B".to_string()), "resignation".to_string())));
    page.ask(json!({"ask": "leave"}));
    assert!(page.state().play.is_none() && page.state().stones.len() == 2);
}

#[test]
fn what_is_refused_leaves_the_game_that_is_played() {
    let mut page = Page::new();
    page.ask(game("free", [true, true]));
    for point in ["h8", "i9"] {
        page.ask(json!({"ask": "put", "point": point}));
    }
    let before = page.state();
    let mut without_centre = game("soosyrv8", [true, true]);
    without_centre["width"] = json!(14);
    for ask in [
        without_centre,
        game("nothing", [true, true]),
        json!({"ask": "new", "rule": "renju", "width": 15, "height": 15, "position": "h8h8"}),
        json!({"ask": "open", "name": "a.bin", "data": data_encoding::BASE64.encode(b"\x00\x01\x7fno")}),
        json!({"ask": "choose", "game": 2}),
    ] {
        page.refused(ask.clone());
        assert_eq!(page.state(), before, "{ask}");
    }
    page.ask(json!({"ask": "undo"}));
    assert_eq!(page.state().moves, "h8");
    // It can be taken back still where it is over and a stone is put on a point that is occupied.
    page.ask(json!({"ask": "resign"}));
    page.refused(json!({"ask": "put", "point": "h8"}));
    page.ask(json!({"ask": "undo"}));
    assert!(page.state().play.is_some_and(|play| play.ending.is_none()));
}

#[test]
fn a_game_is_not_taken_back_once_its_nodes_its_rule_or_the_position_may_be_others() {
    for (change, stones) in [
        (json!({"ask": "remove"}), 0),
        (json!({"ask": "rule", "rule": "freestyle"}), 0),
        (json!({"ask": "put", "point": "b2"}), 1),
        (json!({"ask": "act", "action": "pass"}), 1),
        (json!({"ask": "set_up", "point": "b2", "stone": "black"}), 1),
        (json!({"ask": "turn", "color": "black"}), 1),
    ] {
        let mut page = Page::new();
        page.ask(game("free", [true, true]));
        for point in ["h8", "i9", "a1"] {
            page.ask(json!({"ask": "put", "point": point}));
        }
        page.ask(json!({"ask": "resign"}));
        page.ask(json!({"ask": "go", "node": 1}));
        page.ask(change.clone());
        page.ask(json!({"ask": "undo"}));
        let state = page.state();
        assert!(state.play.is_none() && state.stones.len() == stones, "{change}: {state:?}");
    }
}

#[test]
fn a_game_that_is_over_is_played_once_more_from_where_it_began() {
    let mut page = Page::new();
    page.ask(json!({"ask": "new", "rule": "caro", "width": 15, "height": 15, "position": "h8i9"}));
    let mut from_here = game("free", [true, true]);
    from_here["from_here"] = json!(true);
    for (begin, moves, rule) in [(from_here, "h8i9", "caro"), (game("free", [true, true]), "", "renju")] {
        page.ask(begin);
        page.ask(json!({"ask": "put", "point": "a1"}));
        assert!(page.refused(json!({"ask": "again"})).contains("while a game is played"));
        page.ask(json!({"ask": "resign"}));
        page.ask(json!({"ask": "again"}));
        let state = page.state();
        assert_eq!((state.moves.as_str(), state.rule.as_str()), (moves, rule));
        assert!(state.play.is_some_and(|play| play.ending.is_none()));
    }
}

#[test]
fn the_line_of_a_game_is_what_was_played_and_not_what_was_taken_back() {
    let mut page = Page::new();
    page.ask(game("free", [true, true]));
    for point in ["h8", "i9", "a1"] {
        page.ask(json!({"ask": "put", "point": point}));
    }
    page.ask(json!({"ask": "undo"}));
    page.ask(json!({"ask": "put", "point": "g7"}));
    page.ask(json!({"ask": "leave"}));
    page.ask(json!({"ask": "step", "by": -100}));
    page.ask(json!({"ask": "step", "by": 100}));
    assert_eq!(page.state().moves, "h8i9g7");
    page.ask(json!({"ask": "step", "by": -1}));
    assert_eq!(page.state().children.iter().map(|child| child.point.as_str()).collect::<Vec<_>>(), ["g7", "a1"]);
}

#[test]
fn clocks_run_and_end_a_game() {
    let mut page = Page::new();
    let mut game = game("free", [true, true]);
    game["clocks"] = json!({"kind": "fischer", "main": 10_000, "increment": 2_000});
    page.ask(game.clone());
    page.now = Duration::from_secs(3);
    page.ask(json!({"ask": "put", "point": "h8"}));
    assert_eq!(page.state().play.unwrap().clocks, [Some(9_000), Some(10_000)]);
    page.now = Duration::from_secs(8);
    page.ask(json!({"ask": "tick"}));
    assert_eq!(page.state().play.unwrap().clocks, [Some(9_000), Some(5_000)]);
    page.now = Duration::from_secs(14);
    page.ask(json!({"ask": "tick"}));
    assert_eq!(page.state().play.unwrap().ending, Some((Some("A".to_string()), "time".to_string())));
    // No clock ran while a game was over that is taken back.
    let mut page = Page::new();
    page.ask(game);
    for (second, ask) in [
        (3, json!({"ask": "put", "point": "h8"})),
        (3, json!({"ask": "resign"})),
        (60, json!({"ask": "undo"})),
        (61, json!({"ask": "tick"})),
    ] {
        page.now = Duration::from_secs(second);
        page.ask(ask);
    }
    let play = page.state().play.unwrap();
    assert_eq!((play.clocks, play.ending), ([Some(9_000), Some(10_000)], None));
}

#[test]
fn who_acts_too_late_has_lost_on_time_and_hears_of_no_fault() {
    let late = |people: [bool; 2]| {
        let mut page = Page::new();
        page.jobs = Some(Vec::new());
        let mut game = game("free", people);
        game["clocks"] = json!({"kind": "per_move", "each": 1_000});
        page.ask(game);
        page.now = Duration::from_secs(2);
        page.told.clear();
        page
    };
    let is_lost = |page: &Page| {
        let play = page.state().play.unwrap();
        assert_eq!(play.ending, Some((Some("B".to_string()), "time".to_string())));
        assert!(!play.can_undo && page.state().stones.is_empty(), "{play:?}");
        assert!(of(&page.told, "error").is_none(), "{:?}", page.told);
    };
    for ask in [json!({"ask": "put", "point": "h8"}), json!({"ask": "resign"}), json!({"ask": "draw"})] {
        let mut page = late([true, true]);
        page.ask(ask);
        is_lost(&page);
    }
    let mut page = late([false, true]);
    let job = page.jobs.as_mut().unwrap().pop().unwrap();
    page.work(&job);
    is_lost(&page);
}

#[test]
fn nobody_gives_up_for_an_engine_that_plays_itself() {
    let mut page = Page::new();
    page.jobs = Some(Vec::new());
    page.ask(game("free", [false, false]));
    for ask in ["resign", "draw"] {
        assert!(page.refused(json!({"ask": ask})).contains("no person plays"));
    }
    assert_eq!(page.state().play.unwrap().ending, None);
}

#[test]
fn a_move_is_thought_about_as_long_as_the_level_and_the_clock_of_the_engine_let_it() {
    // The limits of the first job after an ask that comes when so many seconds have passed.
    let limits = |game: Value, seconds: u64, ask: Value| {
        let mut page = Page::new();
        page.jobs = Some(Vec::new());
        page.ask(game);
        page.now = Duration::from_secs(seconds);
        page.ask(ask);
        page.jobs.unwrap().remove(0).limits
    };
    let unlimited = || json!({"kind": "unlimited"});
    let fischer = |increment: u64| json!({"kind": "fischer", "main": 60_000, "increment": increment});
    let byoyomi = |main: u64| json!({"kind": "byoyomi", "main": main, "each": 4_000});
    let full = || json!({"strength": 100});
    for (clocks, level, turn, left, increment) in [
        (unlimited(), full(), Some(3_000), None, 0),
        (unlimited(), json!("clock"), Some(3_000), None, 0),
        (unlimited(), json!({"strength": 99}), None, None, 0),
        (unlimited(), json!({"time": 500}), Some(500), None, 0),
        (json!({"kind": "per_move", "each": 10_000}), full(), Some(9_500), None, 0),
        (byoyomi(0), full(), Some(3_800), None, 0),
        (byoyomi(60_000), full(), None, Some(64_000), 0),
        (fischer(0), full(), None, Some(60_000), 0),
        (fischer(2_000), full(), None, Some(60_000), 2_000),
    ] {
        let mut game = game("free", [false, true]);
        (game["clocks"], game["level"]) = (clocks, level);
        let found = limits(game.clone(), 0, json!({"ask": "tick"}));
        assert_eq!((found.turn, found.left, found.increment), (turn, left, increment), "{game}");
    }
    let mut game = game("free", [true, false]);
    game["clocks"] = fischer(0);
    let found = limits(game, 10, json!({"ask": "put", "point": "h8"}));
    assert_eq!(found.left, Some(60_000), "the time of the person is none of the engine");
}

#[test]
fn an_engine_that_has_not_looked_at_a_position_accepts_no_draw() {
    // More than half of the board is full, and both sides can still make a five in a column.
    let moves: String = (0..26).map(|n| format!("{}{}", char::from(b'a' + n % 10), 1 + n / 10)).collect();
    let put = |point: &str| json!({"ask": "put", "point": point});
    for (asks, expected) in [
        (vec![], "draw_declined"),
        (vec![put("a5")], "draw_accepted"),
        (vec![put("a5"), json!({"ask": "undo"})], "draw_declined"),
        (vec![put("a5"), json!({"ask": "resign"}), json!({"ask": "again"})], "draw_declined"),
    ] {
        let mut page = Page::new();
        page.ask(json!({"ask": "new", "rule": "freestyle", "width": 10, "height": 5, "position": moves}));
        page.ask(json!({"ask": "step", "by": 26}));
        assert_eq!(page.state().stones.len(), 26);
        page.jobs = Some(Vec::new());
        let mut game = game("free", [true, false]);
        game["from_here"] = json!(true);
        page.ask(game);
        for ask in &asks {
            page.ask(ask.clone());
            // The engine answers, and finds nothing better than a draw.
            let Some(job) = page.jobs.as_mut().unwrap().pop() else { continue };
            let line = shallow("0", "b5");
            let orders = page.conversation.see(BoardThought::Act(job.id, line.moves.clone(), Some(line)), page.now);
            page.obey(orders);
        }
        assert_eq!(of(&page.ask(json!({"ask": "draw"})), "note").unwrap()["note"], expected, "{asks:?}");
    }
}

#[test]
fn an_engine_that_can_make_no_five_accepts_a_draw() {
    // Black stands in every row, column and diagonal, and White not in all of them.
    for (people, expected) in [([true, false], "draw_accepted"), ([false, true], "draw_declined")] {
        let mut page = Page::new();
        let moves = "a1a2b4a3c2c4d5d2e3";
        page.ask(json!({"ask": "new", "rule": "freestyle", "width": 5, "height": 5, "position": moves}));
        page.ask(json!({"ask": "step", "by": 9}));
        let mut game = game("free", people);
        game["from_here"] = json!(true);
        page.ask(game);
        assert_eq!(of(&page.ask(json!({"ask": "draw"})), "note").unwrap()["note"], expected, "{people:?}");
    }
}

#[test]
fn a_game_goes_on_from_any_position() {
    let mut page = Page::new();
    page.ask(json!({"ask": "new", "rule": "caro", "width": 15, "height": 15}));
    page.ask(json!({"ask": "set_up", "point": "h8", "stone": "white"}));
    page.ask(json!({"ask": "turn", "color": "white"}));
    let mut game = game("free", [true, false]);
    game["from_here"] = json!(true);
    page.ask(game);
    // The engine has White, whose turn it is.
    assert_eq!((page.state().rule.as_str(), page.state().stones.len()), ("caro", 2));
    assert!(page.state().play.unwrap().people[0]);
    page.ask(json!({"ask": "put", "point": "o1"}));
    assert_eq!(page.state().stones.len(), 4);
}

#[test]
fn a_hint_is_for_a_person_whose_turn_it_is() {
    for (people, key) in [([false, true], "engines_turn"), ([false, false], "nobody_plays")] {
        let mut page = Page::new();
        page.jobs = Some(Vec::new());
        page.ask(game("free", people));
        for ask in [json!({"ask": "hint"}), json!({"ask": "put", "point": "h8"})] {
            assert_eq!(page.refused_by_key(ask).1, key, "{people:?}");
        }
    }
}

#[test]
fn an_engine_that_is_hurried_moves_at_once() {
    let mut page = Page::new();
    page.jobs = Some(Vec::new());
    let mut game = game("free", [false, true]);
    game["level"] = json!("clock");
    page.ask(game);
    let job = page.jobs.as_mut().unwrap().pop().unwrap();
    let orders = page.conversation.hear_text(r#"{"ask":"stop"}"#, page.now);
    assert!(orders.contains(&Order::Stop));
    // Its worker was ended before it had a move: it is asked again, for a quick one.
    let orders = page.conversation.see(BoardThought::Done(job.id), page.now);
    let Some(Order::Think(again)) = orders.iter().find(|order| matches!(order, Order::Think(_))) else {
        panic!("{orders:?}")
    };
    assert!(again.limits.nodes.is_some_and(|nodes| nodes <= 1_000) && again.id != job.id);
    page.work(&again.clone());
    assert_eq!(page.state().stones.len(), 1);
    page.ask(json!({"ask": "put", "point": "a1"}));
    assert_eq!(page.jobs.unwrap().pop().unwrap().limits.nodes, None, "the next move is not hurried");
}

#[test]
fn an_engine_that_is_ended_moves_as_it_thought_last() {
    let mut page = Page::new();
    page.jobs = Some(Vec::new());
    page.ask(game("free", [true, false]));
    page.ask(json!({"ask": "put", "point": "h8"}));
    let job = page.jobs.as_mut().unwrap().pop().unwrap();
    // It is stopped after its first words, of which the last would be its move.
    let mut thoughts = Thoughts::default();
    page.thinker.think(&job, &mut thoughts);
    assert!(matches!(thoughts.heard[..], [BoardThought::Lines(..), BoardThought::Act(..), BoardThought::Done(_)]));
    for point in ["g7", "i9"] {
        let lines = BoardThought::Lines(job.id, vec![shallow("12", point)]);
        assert_eq!(page.conversation.see(lines, page.now), [], "what it thinks of is not told");
    }
    let orders = page.conversation.see(BoardThought::Done(job.id), page.now);
    page.obey(orders);
    assert_eq!((page.state().moves.as_str(), page.state().play.unwrap().by.as_str()), ("h8i9", "A"));
    assert_eq!(page.jobs, Some(Vec::new()), "no other move is asked for");
}

#[test]
fn a_move_that_is_played_again_after_it_was_taken_back_is_answered_again() {
    let mut page = Page::new();
    page.jobs = Some(Vec::new());
    page.ask(game("free", [true, false]));
    for _ in 0..2 {
        page.ask(json!({"ask": "put", "point": "h8"}));
        let job = page.jobs.as_mut().unwrap().pop().unwrap();
        // Its worker was ended, and then it moves at once.
        let orders = page.conversation.see(BoardThought::Done(job.id), page.now);
        page.obey(orders);
        let job = page.jobs.as_mut().unwrap().pop().unwrap();
        page.work(&job);
        assert_eq!(page.state().stones.len(), 2);
        // To stop it when it has moved is no fault.
        assert!(of(&page.ask(json!({"ask": "stop"})), "error").is_none());
        page.ask(json!({"ask": "undo"}));
    }
}
