//! The panels of the page beside the board: the engine, the database, and the choice of a game.

use serde_json::{Value, json};
use tengen_engine::database::MemoryStore;

use super::{Page, new, of, shallow};
use crate::board::{BoardConversation, BoardThought, EngineResources, Order};

#[test]
fn what_the_engine_uses_is_chosen_within_limits_and_its_job_begins_anew() {
    let engine = json!({"ask": "engine", "threads": 9, "hash": 0});
    let mut page = Page::new();
    let told = page.ask(engine.clone());
    assert!(
        of(&told, "engine").is_none() && of(&told, "error").unwrap()["text"].as_str().unwrap().contains("has what")
    );
    let (now, most) = (EngineResources { threads: 1, hash: 16 }, EngineResources { threads: 2, hash: 64 });
    page.conversation = BoardConversation::new(7).with_resources(now, most);
    let first = page.ask(json!({"ask": "hello"}));
    let shown = |threads, hash| json!({"tell": "engine", "now": {"threads": threads, "hash": hash}, "most": {"threads": 2, "hash": 64}});
    assert_eq!(of(&first, "engine").unwrap(), shown(1, 16));
    assert!(of(&page.ask(json!({"ask": "put", "point": "h8"})), "engine").is_none(), "it is told once");
    page.conversation.hear_text(r#"{"ask":"analyse","lines":1}"#, page.now);
    let orders = page.conversation.hear_text(&engine.to_string(), page.now);
    let equip = Order::Equip(EngineResources { threads: 2, hash: 1 });
    let place = |wanted: &dyn Fn(&Order) -> bool| orders.iter().position(wanted).unwrap();
    let stop = place(&|order| *order == Order::Stop);
    let think = place(&|order| matches!(order, Order::Think(_)));
    assert!(stop < place(&|order| *order == equip) && place(&|order| *order == equip) < think, "{orders:?}");
    page.obey(orders);
    assert_eq!(of(&page.told, "engine").unwrap(), shown(2, 1));
    // The engine does what it is told, in a game too.
    assert_eq!((page.thinker.options().threads, page.thinker.options().hash_bytes), (2, 1 << 20));
    page.ask(super::game("free", [true, true]));
    assert_eq!(of(&page.ask(json!({"ask": "engine", "threads": 1, "hash": 16})), "engine").unwrap(), shown(1, 16));
}

fn with_database() -> Page {
    let mut page = Page::new();
    page.conversation =
        BoardConversation::new(7).with_database("my.store".to_string(), Box::new(MemoryStore::default()));
    page
}

#[test]
fn a_database_is_shown_changed_and_searched() {
    let mut page = with_database();
    let known = of(&page.ask(new("h8i9")), "known").unwrap();
    assert_eq!(
        (&known["name"], &known["count"], &known["position"]["entry"]),
        (&json!("my.store"), &json!(0), &Value::Null)
    );
    let learn = json!({"ask": "learn", "label": "w", "comment": "a trap", "text": ["j10", "A"]});
    let known = of(&page.ask(learn), "known").unwrap();
    let entry = &known["position"]["entry"];
    assert_eq!(
        (&entry["label"], &entry["comment"], &entry["texts"][0]["text"]),
        (&json!("w"), &json!("a trap"), &json!("A"))
    );
    // From the position before it is a child, as are the points that are the same in another view.
    let known = of(&page.ask(json!({"ask": "step", "by": -1})), "known").unwrap();
    let children = known["position"]["children"].as_array().unwrap();
    assert_eq!(
        children.iter().map(|child| child["move"].as_str().unwrap()).collect::<Vec<_>>(),
        ["g9", "i9", "g7", "i7"]
    );
    assert_eq!((&children[1]["tag"], &children[1]["comment"]), (&json!("w"), &json!("a trap")));
    page.ask(json!({"ask": "put", "point": "g9"}));
    page.ask(json!({"ask": "learn", "comment": "nothing known"}));
    let found = |page: &mut Page, ask: Value| {
        let found = of(&page.ask(ask), "found").unwrap();
        found["positions"].as_array().unwrap().len()
    };
    assert_eq!(found(&mut page, json!({"ask": "find", "unanalysed": true})), 0, "g9 is i9 in another view");
    page.ask(json!({"ask": "put", "point": "a1"}));
    page.ask(json!({"ask": "learn", "comment": "nothing known"}));
    assert_eq!(found(&mut page, json!({"ask": "find", "unanalysed": true})), 1);
    assert_eq!(found(&mut page, json!({"ask": "find", "label": "w"})), 1);
    assert_eq!(found(&mut page, json!({"ask": "find", "label": "none"})), 1, "however that is kept");
    assert_eq!(found(&mut page, json!({"ask": "find", "text": "nothing"})), 2);
    assert_eq!(found(&mut page, json!({"ask": "find", "text": "elsewhere"})), 0);
    // A found position is a variation of the same tree.
    page.ask(json!({"ask": "visit", "position": "h8h9"}));
    assert_eq!(page.state().moves, "h8h9");
    assert!(page.refused(json!({"ask": "visit", "position": "h8h8"})).contains("occupied"));
    assert_eq!(page.state().moves, "h8h9");
    page.ask(json!({"ask": "visit", "position": "h8"}));
    let known = of(&page.ask(json!({"ask": "forget", "branch": true})), "known").unwrap();
    assert_eq!((known["count"].as_u64(), &known["position"]["children"]), (Some(0), &json!([])));
    page.ask(json!({"ask": "learn", "comment": "again"}));
    let known = of(&page.ask(json!({"ask": "forget", "branch": false})), "known").unwrap();
    assert_eq!((known["count"].as_u64(), &known["position"]["entry"]), (Some(0), &Value::Null));
}

#[test]
fn a_position_that_was_found_is_shown_with_its_turn() {
    let put = |point: &str| json!({"ask": "put", "point": point});
    let set_up = |stone: &str, point: &str| json!({"ask": "set_up", "point": point, "stone": stone});
    let pass = || json!({"ask": "act", "action": "pass"});
    let turn = |color: &str| json!({"ask": "turn", "color": color});
    for (asks, has_moves, stones, to_move) in [
        (vec![put("h8"), put("i9")], true, 2, "black"),
        (vec![put("h8"), pass()], false, 1, "black"),
        (vec![put("h8"), put("i9"), pass()], false, 2, "white"),
        (vec![set_up("black", "h8"), set_up("white", "i9"), turn("white")], false, 2, "white"),
        (vec![turn("white")], false, 0, "white"),
    ] {
        let mut page = with_database();
        asks.iter().for_each(|ask| drop(page.ask(ask.clone())));
        page.ask(json!({"ask": "learn", "label": "l"}));
        let found = of(&page.ask(json!({"ask": "find", "label": "l"})), "found").unwrap()["positions"][0].clone();
        assert_eq!((found["moves"] != "", &found["to_move"]), (has_moves, &json!(to_move)), "{asks:?}");
        let given = found.get("set_up").cloned().unwrap_or(json!([]));
        let visit = json!({"ask": "visit", "position": found["moves"], "set_up": given, "to_move": found["to_move"]});
        // It is shown in another tree, whatever stands at its root, and once more it is the same node.
        for root in [vec![], vec![set_up("black", "a1")], vec![set_up("white", "h8"), set_up("black", "a1")]] {
            page.ask(json!({"ask": "new", "rule": "renju", "width": 15, "height": 15}));
            root.iter().for_each(|ask| drop(page.ask(ask.clone())));
            let known = of(&page.ask(visit.clone()), "known").unwrap();
            assert_eq!(known["position"]["entry"]["label"], "l", "{asks:?} {root:?}");
            assert_eq!(known["position"]["to_move"], to_move, "{asks:?} {root:?}");
            let state = page.state();
            assert_eq!((state.stones.len(), state.to_move.as_str()), (stones, to_move), "{asks:?} {root:?}");
            page.ask(visit.clone());
            assert_eq!(page.state().node, state.node, "{asks:?} {root:?}");
        }
    }
    let mut page = Page::new();
    let visit = json!({"ask": "visit", "position": "", "set_up": ["Xh8"]});
    assert!(page.refused(visit).contains("no stone"));
    // What stands at the root already is the root.
    page.ask(set_up("black", "a1"));
    page.ask(json!({"ask": "visit", "position": "b1"}));
    page.ask(json!({"ask": "visit", "position": "", "set_up": ["Ba1"], "to_move": "white"}));
    assert_eq!((page.state().node, page.state().stones.len()), (0, 1));
}

#[test]
fn a_position_that_was_found_is_shown_where_the_tree_has_it() {
    let data = data_encoding::BASE64.encode(b"(;GM[4]SZ[15];B[hh];W[ig](;B[gi];W[aa])(;B[hj]))");
    let visit = |position: &str, exact: bool| json!({"ask": "visit", "position": position, "exact": exact});
    // Nodes are numbered as they stand in the file.
    for (from, ask, node, moves) in [
        (0, visit("g9i7h8", false), 3, "h8i9g7"),
        (0, visit("h8i9g7", false), 3, "h8i9g7"),
        (0, visit("", false), 0, ""),
        (0, visit("g9i7h8", true), 8, "g9i7h8"),
        // It is in the tree by another order of moves, and so it is found elsewhere than on the line that is shown.
        (5, visit("g7i9h8", false), 3, "h8i9g7"),
        (0, visit("g9i7a1", false), 8, "g9i7a1"),
    ] {
        let mut page = Page::new();
        page.ask(json!({"ask": "open", "name": "one.sgf", "data": data}));
        page.ask(json!({"ask": "go", "node": from}));
        page.ask(ask.clone());
        let state = page.state();
        assert_eq!((state.node, state.moves.as_str(), state.is_changed), (node, moves, false), "{ask}");
    }
    // Of two nodes with the same position that of the line that is shown is nearer.
    let mut page = Page::new();
    for (order, shown) in [("h8i9g7", "h8i9g7"), ("g7i9h8", "g7i9h8")] {
        page.ask(visit(order, true));
        page.ask(visit("h8i9g7", false));
        assert_eq!(page.state().moves, shown);
    }
}

#[test]
fn an_analysis_is_kept_in_the_database() {
    let mut page = with_database();
    page.jobs = Some(Vec::new());
    // A straight four is there to be made.
    page.ask(new("g8a1h8c1i8e1"));
    assert!(page.refused(json!({"ask": "keep"})).contains("nothing was analysed"));
    page.ask(json!({"ask": "analyse", "lines": 2}));
    let job = page.jobs.as_mut().unwrap().pop().unwrap();
    // A judgement of depth 1 may be none of a search.
    page.conversation.see(BoardThought::Lines(job.id, vec![shallow("31", "f8")]), page.now);
    assert_eq!(page.refused_by_key(json!({"ask": "keep"})).1, "nothing_analysed");
    // Broken off after its first words, and not done: the analysis still stands on the page.
    let mut thoughts = super::Thoughts::default();
    page.thinker.think(&job, &mut thoughts);
    let lines = thoughts.heard.into_iter().find(|thought| matches!(thought, BoardThought::Lines(..))).unwrap();
    page.conversation.see(lines, page.now);
    let known = of(&page.ask(json!({"ask": "keep"})), "known").unwrap();
    let entry = &known["position"]["entry"];
    assert!(["f8", "j8"].contains(&entry["best"].as_str().unwrap()) && entry["mate"].as_i64() > Some(0), "{known}");
    assert!(!known["position"]["children"].as_array().unwrap().is_empty());
    // It stands there also when it has ended, and belongs to its position alone.
    page.ask(json!({"ask": "forget", "branch": false}));
    page.ask(json!({"ask": "stop"}));
    let known = of(&page.ask(json!({"ask": "keep"})), "known").unwrap();
    assert!(known["position"]["entry"]["mate"].as_i64() > Some(0), "{known}");
    page.ask(json!({"ask": "step", "by": -1}));
    assert!(page.refused(json!({"ask": "keep"})).contains("nothing was analysed"));
}

#[test]
fn what_is_written_into_the_database_goes_to_the_position_for_which_it_was_written() {
    let mut page = with_database();
    page.ask(new("h8i9"));
    page.ask(json!({"ask": "step", "by": -1}));
    page.ask(json!({"ask": "learn", "node": 2, "comment": "a trap"}));
    let known = of(&page.ask(json!({"ask": "step", "by": 1})), "known").unwrap();
    assert_eq!(known["position"]["entry"]["comment"], "a trap");
    // What is not told stays.
    for change in [json!({"label": "w"}), json!({"value": 5}), json!({"text": ["a1", "A"]})] {
        let mut learn = change.clone();
        learn["ask"] = json!("learn");
        let known = of(&page.ask(learn), "known").unwrap();
        assert_eq!(known["position"]["entry"]["comment"], "a trap", "{change}");
    }
    assert!(page.refused(json!({"ask": "learn", "node": 9, "comment": "x"})).contains("no node 9"));
}

#[test]
fn a_text_takes_the_place_of_one_on_a_point_that_is_alike() {
    let mut page = with_database();
    page.ask(new("h8i9"));
    page.ask(json!({"ask": "learn", "text": ["i8", "A"]}));
    let known = of(&page.ask(json!({"ask": "learn", "text": ["h9", "B"]})), "known").unwrap();
    assert_eq!(known["position"]["entry"]["texts"], json!([{"point": "h9", "text": "B"}]));
}

#[test]
fn what_the_database_cannot_do_is_refused() {
    let mut page = Page::new();
    assert!(page.refused(json!({"ask": "find"})).contains("--db STORE"));
    let mut page = with_database();
    let refused = |page: &mut Page, ask: Value, why: &str, key: &str| {
        let (said, by) = page.refused_by_key(ask.clone());
        assert!(said.contains(why) && by == key, "{ask}: {said} ({by})");
    };
    refused(&mut page, json!({"ask": "learn", "label": "win"}), "no label", "no_label");
    refused(&mut page, json!({"ask": "learn", "text": ["z9", "A"]}), "no point", "no_point");
    for value in [30_000, -30_000, 32_767, -32_768, 40_000] {
        let learn = json!({"ask": "learn", "value": value});
        refused(&mut page, learn, "-29999 to 29999", "value_out_of_range");
    }
    for value in [29_999_i32, -29_999] {
        let known = of(&page.ask(json!({"ask": "learn", "value": value})), "known").unwrap();
        assert_eq!(known["position"]["entry"]["mate"], value.signum());
    }
    // Two black stones in turn have no place in a database.
    page.ask(json!({"ask": "set_up", "point": "h8", "stone": "black"}));
    let told = page.ask(json!({"ask": "set_up", "point": "h9", "stone": "black"}));
    assert_eq!(of(&told, "known").unwrap()["position"], Value::Null);
    refused(&mut page, json!({"ask": "learn", "label": "w"}), "no place", "no_place");
}

#[test]
fn the_game_of_a_file_with_many_is_chosen() {
    let mut page = Page::new();
    let file = "(;GM[4]SZ[15]PB[Ann]PW[Ben]RE[B+5];B[hh];W[ig])(;GM[4]SZ[15]PB[Cy]DT[2020];B[hh];W[hg];B[hi])";
    let data = data_encoding::BASE64.encode(file.as_bytes());
    let told = page.ask(json!({"ask": "open", "name": "two.sgf", "data": data}));
    let games = of(&told, "games").unwrap();
    assert_eq!(games["games"][0], json!({"number": 1, "title": "Ann – Ben", "moves": 2, "result": "B+5"}));
    assert_eq!((&games["games"][1]["title"], &games["count"]), (&json!("Cy – ?, 2020"), &json!(2)));
    let told = page.ask(json!({"ask": "choose", "game": 2}));
    assert_eq!(of(&told, "note").unwrap()["detail"], "two.sgf (2/2)");
    assert!(of(&told, "tree").unwrap()["is_new"] == true && of(&told, "games").is_none());
    page.ask(json!({"ask": "step", "by": 9}));
    assert_eq!(page.state().stones.len(), 3);
    assert!(page.refused(json!({"ask": "choose", "game": 3})).contains("no game 3"));
    page.ask(json!({"ask": "open", "name": "two.sgf", "data": data, "game": 1}));
    page.ask(json!({"ask": "choose", "game": 2}));
    let one = data_encoding::BASE64.encode(b"(;GM[4]SZ[15];B[hh])");
    assert!(of(&page.ask(json!({"ask": "open", "name": "one.sgf", "data": one})), "games").is_none());
    assert!(page.refused(json!({"ask": "choose", "game": 1})).contains("no file with several"));
}
