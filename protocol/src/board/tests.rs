//! Conversations with a page, each message of it, against the engine itself.

use std::time::Duration;

use serde_json::{Value, json};
use tengen_engine::Options;

use crate::board::job::BoardTask;
use crate::board::{
    BoardConversation, BoardJob, BoardThought, Listener, Order, PageRefusal, State, Tell, Thinker, ThoughtLine,
};

mod panels;

/// A page that hears, and an engine that does every job at once.
struct Page {
    conversation: BoardConversation,
    thinker: Thinker,
    now: Duration,
    told: Vec<Value>,
    /// Jobs that are put off, where the test says when they are done.
    jobs: Option<Vec<BoardJob>>,
}

/// Thoughts of one job.
struct Thoughts(Vec<BoardThought>);

impl Listener for Thoughts {
    fn is_wanted(&self) -> bool {
        // An analysis goes on until it is stopped: here after its first words.
        !self.0.iter().any(|thought| matches!(thought, BoardThought::Lines(..)))
    }

    fn hear(&mut self, thought: BoardThought) {
        self.0.push(thought);
    }
}

impl Page {
    fn new() -> Page {
        let thinker = Thinker::new(Options { hash_bytes: 4 << 20, ..Options::default() });
        Page { conversation: BoardConversation::new(7), thinker, now: Duration::ZERO, told: Vec::new(), jobs: None }
    }

    /// Says something and returns all that is told until the engine is idle.
    #[track_caller]
    fn ask(&mut self, ask: Value) -> Vec<Value> {
        let orders = self.conversation.hear_text(&ask.to_string(), self.now);
        self.told.clear();
        self.obey(orders);
        self.told.clone()
    }

    fn obey(&mut self, orders: Vec<Order>) {
        for order in orders {
            match order {
                Order::Tell(tell) => self.told.push(serde_json::to_value(tell).unwrap()),
                Order::Stop => {}
                Order::Equip(resources) => self.thinker.set_resources(resources),
                Order::Think(job) => match &mut self.jobs {
                    Some(jobs) => jobs.push(job),
                    None => self.work(&job),
                },
            }
        }
    }

    fn work(&mut self, job: &BoardJob) {
        let mut thoughts = Thoughts(Vec::new());
        self.thinker.think(job, &mut thoughts);
        for thought in thoughts.0 {
            // As it travels between two workers.
            let text = serde_json::to_string(&thought).unwrap();
            let orders = self.conversation.see_text(&text, self.now);
            self.obey(orders);
        }
    }

    fn state(&self) -> State {
        self.conversation.state()
    }

    /// Says something that is refused, and returns why.
    #[track_caller]
    fn refused(&mut self, ask: Value) -> String {
        let told = self.ask(ask.clone());
        let error = of(&told, "error").unwrap_or_else(|| panic!("{ask} was not refused: {told:?}"));
        error["text"].as_str().unwrap().to_string()
    }
}

/// The last message of a kind.
fn of(told: &[Value], kind: &str) -> Option<Value> {
    told.iter().rev().find(|message| message["tell"] == kind).cloned()
}

/// The tree as an SGF file.
#[track_caller]
fn saved(page: &mut Page) -> String {
    let file = of(&page.ask(json!({"ask": "save", "format": "sgf"})), "file").unwrap();
    String::from_utf8(data_encoding::BASE64.decode(file["data"].as_str().unwrap().as_bytes()).unwrap()).unwrap()
}

fn game(opening: &str, people: [bool; 2]) -> Value {
    json!({"ask": "play", "rule": "renju", "width": 15, "height": 15, "opening": opening, "people": people,
        "level": {"strength": 40}, "clocks": {"kind": "unlimited"}})
}

#[test]
fn a_page_is_told_everything_when_it_says_hello() {
    let mut page = Page::new();
    let told = page.ask(json!({"ask": "hello", "position": "h8i9g7"}));
    let state = of(&told, "state").unwrap();
    assert_eq!(state["stones"], json!([["h8", "black", 1], ["i9", "white", 2], ["g7", "black", 3]]));
    assert_eq!(
        (&state["rule"], &state["to_move"], &state["place"]),
        (&json!("renju"), &json!("white"), &json!([3, 0]))
    );
    assert_eq!(state["pattern"][0], "I11");
    assert_eq!(of(&told, "tree").unwrap()["nodes"].as_array().unwrap().len(), 4);
    // The tree is told again only when it has changed.
    for ask in [json!({"ask": "step", "by": -1}), json!({"ask": "put", "point": "g7"}), json!({"ask": "promote"})] {
        assert!(of(&page.ask(ask.clone()), "tree").is_none(), "{ask}");
    }
    // The game that was over is gone with its board.
    page.ask(game("free", [true, true]));
    page.ask(json!({"ask": "resign"}));
    page.ask(json!({"ask": "hello", "position": "h8"}));
    assert!(page.state().play.is_none() && page.state().moves == "h8");
}

#[test]
fn a_tree_is_changed_where_it_is_another_than_was_opened_or_saved() {
    let data = data_encoding::BASE64.encode(b"(;GM[4]SZ[15];B[hh];W[ig](;B[gi])(;B[hj]))");
    let put = |point: &str| json!({"ask": "put", "point": point});
    let save = |format: &str| json!({"ask": "save", "format": format});
    let visit = |position: &str| json!({"ask": "visit", "position": position});
    let rule = |rule: &str| json!({"ask": "rule", "rule": rule});
    let promote = || json!({"ask": "promote"});
    let comment = || json!({"ask": "comment", "text": "a word"});
    let mut from_here = game("free", [true, true]);
    from_here["from_here"] = json!(true);
    for (asks, expected) in [
        (vec![], false),
        (vec![put("h8"), put("i9"), put("h6")], false),
        (vec![put("h8"), put("i9"), put("g7"), promote()], false),
        (vec![put("h8"), put("i9"), put("h6"), promote()], true),
        (vec![visit("h8i9h6")], false),
        (vec![visit("h8i9h6a1")], true),
        (vec![visit("h8i9a1a1")], false),
        (vec![rule("renju")], false),
        (vec![rule("freestyle")], true),
        (vec![json!({"ask": "remove"})], false),
        (vec![put("h8"), json!({"ask": "remove"})], true),
        (vec![comment()], true),
        (vec![put("a1")], true),
        (vec![put("a1"), json!({"ask": "undo"})], true),
        (vec![put("a1"), save("sgf")], false),
        // What was left out is in no file.
        (vec![put("a1"), save("txt")], true),
        (vec![put("a1"), json!({"ask": "new", "rule": "renju", "width": 15, "height": 15, "position": "h8"})], false),
        // What is played is asked about as a game, and what is written to it as a change.
        (vec![from_here.clone(), put("a1")], false),
        (vec![from_here.clone(), put("a1"), comment()], true),
        (vec![put("a1"), from_here.clone(), put("b1")], true),
        (vec![put("a1"), game("free", [true, true]), put("h8")], false),
    ] {
        let mut page = Page::new();
        page.ask(json!({"ask": "open", "name": "one.sgf", "data": data}));
        asks.iter().for_each(|ask| drop(page.ask(ask.clone())));
        assert_eq!(page.state().is_changed, expected, "{asks:?}");
    }
}

#[test]
fn an_opening_of_renju_is_named_where_there_is_one() {
    for (ask, expected) in [
        (json!({"ask": "turn", "color": "black"}), Some("D6")),
        (json!({"ask": "turn", "color": "white"}), None),
        (json!({"ask": "set_up", "point": "a1", "stone": "white"}), None),
    ] {
        let mut page = Page::new();
        page.ask(ask.clone());
        ["h8", "h9", "i8"].into_iter().for_each(|point| drop(page.ask(json!({"ask": "put", "point": point}))));
        let state = page.state();
        assert_eq!(state.stones.iter().filter(|(_, _, number)| *number > 0).count(), 3, "{ask}");
        assert_eq!(state.pattern.as_ref().map(|names| names[0].as_str()), expected, "{ask}");
    }
}

#[test]
fn what_cannot_be_read_or_done_is_refused_with_its_reason() {
    let mut page = Page::new();
    for (ask, why) in [
        (json!({"ask": "fly"}), "unknown variant"),
        (json!({"ask": "put"}), "missing field `point`"),
        (json!({"ask": "put", "point": "h8", "color": "black"}), "unknown field"),
        (json!({"ask": "put", "point": "z9"}), "no point of the board"),
        (json!({"ask": "new", "rule": "chess", "width": 15, "height": 15}), "no rule"),
        (json!({"ask": "new", "rule": "renju", "width": 99, "height": 15}), "no board of 99x15"),
        (json!({"ask": "new", "rule": "renju", "width": 15, "height": 15, "position": "h8h8"}), "occupied"),
        (json!({"ask": "go", "node": 9}), "no node 9"),
        (json!({"ask": "remove"}), "root"),
        (json!({"ask": "mark", "point": "h8", "kind": "heart"}), "no sign"),
        (json!({"ask": "set_up", "point": "h8", "stone": "red"}), "no colour"),
        (json!({"ask": "turn", "color": "red"}), "no colour"),
        (json!({"ask": "view", "symmetry": 8}), "no view"),
        (json!({"ask": "rule", "rule": "go"}), "no rule"),
        (json!({"ask": "resign"}), "no game"),
        (json!({"ask": "draw"}), "no game"),
        (json!({"ask": "again"}), "no game"),
        (json!({"ask": "act", "action": "swap"}), "no game"),
        (game("nothing", [true, true]), "no opening rule"),
    ] {
        let said = page.refused(ask.clone());
        assert!(said.contains(why), "{ask}: {said}");
    }
    assert_eq!(page.state().stones.len(), 0);
}

#[test]
fn the_tree_is_walked_written_and_cut() {
    let mut page = Page::new();
    page.ask(json!({"ask": "new", "rule": "freestyle", "width": 15, "height": 15, "position": "h8h9i8"}));
    page.ask(json!({"ask": "step", "by": -2}));
    page.ask(json!({"ask": "put", "point": "g9"}));
    page.ask(json!({"ask": "comment", "text": "the other way"}));
    page.ask(json!({"ask": "label", "point": "a1", "text": "A"}));
    page.ask(json!({"ask": "mark", "point": "b2", "kind": "triangle"}));
    let state = page.state();
    assert_eq!((state.comment.as_str(), state.moves.as_str()), ("the other way", "h8g9"));
    assert_eq!((state.labels.len(), state.marks), (1, vec![("b2".to_string(), "triangle".to_string())]));
    page.ask(json!({"ask": "mark", "point": "b2", "kind": "triangle"}));
    page.ask(json!({"ask": "label", "point": "a1", "text": ""}));
    assert!(page.state().labels.is_empty() && page.state().marks.is_empty());
    page.ask(json!({"ask": "sibling", "by": 1}));
    assert_eq!(page.state().moves, "h8h9");
    page.ask(json!({"ask": "sibling", "by": -1}));
    page.ask(json!({"ask": "promote"}));
    page.ask(json!({"ask": "step", "by": -100}));
    assert_eq!(page.state().place, (0, 2));
    page.ask(json!({"ask": "step", "by": 100}));
    assert_eq!(page.state().moves, "h8g9");
    let node = page.state().node;
    page.ask(json!({"ask": "remove"}));
    assert_eq!(page.state().moves, "h8");
    assert!(page.refused(json!({"ask": "go", "node": node})).contains("no node"));
    page.ask(json!({"ask": "undo"}));
    assert_eq!(page.state().stones.len(), 0);
}

#[test]
fn a_comment_goes_to_the_node_for_which_it_was_written() {
    let mut page = Page::new();
    page.ask(game("free", [true, true]));
    for point in ["h8", "i9"] {
        page.ask(json!({"ask": "put", "point": point}));
    }
    // In a game the next move may come before it.
    page.ask(json!({"ask": "comment", "node": 1, "text": "late"}));
    page.ask(json!({"ask": "leave"}));
    page.ask(json!({"ask": "comment", "node": 0, "text": "first"}));
    assert!(page.refused(json!({"ask": "comment", "node": 9, "text": "x"})).contains("no node 9"));
    for (node, comment) in [(0, "first"), (1, "late"), (2, "")] {
        page.ask(json!({"ask": "go", "node": node}));
        assert_eq!(page.state().comment, comment);
    }
}

#[test]
fn the_name_of_a_node_stays_the_first_line_of_its_comment() {
    let mut page = Page::new();
    let sgf = data_encoding::BASE64.encode(b"(;GM[4]SZ[15];B[hh]N[hi])");
    for (text, name) in [("hi there", "N[hi there]"), ("hi\nthere\nagain", "N[hi]"), ("", "B[hh]")] {
        page.ask(json!({"ask": "open", "name": "named.sgf", "data": sgf}));
        page.ask(json!({"ask": "step", "by": 1}));
        assert_eq!(page.state().comment, "hi");
        page.ask(json!({"ask": "comment", "text": text}));
        assert_eq!(page.state().comment, text);
        let saved = saved(&mut page);
        assert!(saved.contains(name), "{saved}");
    }
}

#[test]
fn stones_are_set_up_and_the_board_is_turned() {
    let mut page = Page::new();
    page.ask(json!({"ask": "set_up", "point": "a1", "stone": "white"}));
    page.ask(json!({"ask": "set_up", "point": "b1", "stone": "white"}));
    page.ask(json!({"ask": "set_up", "point": "b1", "stone": null}));
    page.ask(json!({"ask": "turn", "color": "white"}));
    page.ask(json!({"ask": "put", "point": "c1"}));
    let stones = |page: &Page| page.state().stones;
    let stone = |point: &str, color: &str, number| (point.to_string(), color.to_string(), number);
    assert_eq!(stones(&page), [stone("a1", "white", 0), stone("c1", "white", 1)]);
    // After a move it is a variation of its own, and what stood there is set up.
    page.ask(json!({"ask": "set_up", "point": "d1", "stone": "black"}));
    assert_eq!(stones(&page).len(), 3);
    page.ask(json!({"ask": "step", "by": -1}));
    page.ask(json!({"ask": "view", "symmetry": 1}));
    assert_eq!(stones(&page), [stone("o1", "white", 0), stone("m1", "white", 1)]);
    page.ask(json!({"ask": "view", "symmetry": 5}));
    page.ask(json!({"ask": "rule", "rule": "caro"}));
    assert_eq!((page.state().rule.as_str(), stones(&page).len()), ("caro", 2));
    page.ask(json!({"ask": "act", "action": "pass"}));
    assert_eq!(page.state().to_move, "white");
}

#[test]
fn moves_are_told_only_where_they_mean_the_position() {
    let put = |point: &str| json!({"ask": "put", "point": point});
    let pass = || json!({"ask": "act", "action": "pass"});
    let set_up = |point: &str| json!({"ask": "set_up", "point": point, "stone": "black"});
    for (asks, stones, moves) in [
        (vec![put("h8"), put("i9"), put("g7")], 3, "h8i9g7"),
        (vec![put("h8"), pass()], 1, ""),
        (vec![put("h8"), pass(), put("i9")], 2, ""),
        (vec![put("h8"), pass(), pass(), put("i9")], 2, "h8i9"),
        (vec![set_up("h8"), set_up("h9"), set_up("h10")], 3, ""),
        (vec![set_up("h8"), json!({"ask": "turn", "color": "white"})], 1, ""),
    ] {
        let mut page = Page::new();
        asks.iter().for_each(|ask| drop(page.ask(ask.clone())));
        let state = page.state();
        assert_eq!((state.stones.len(), state.moves.as_str()), (stones, moves), "{asks:?}");
    }
}

#[test]
fn the_position_shows_what_is_forbidden_threatened_and_won() {
    let mut page = Page::new();
    page.ask(json!({"ask": "new", "rule": "renju", "width": 15, "height": 15, "position": "g8a1i8c1h7e1h9g1"}));
    assert_eq!(page.state().forbidden, [("h8".to_string(), "double-three".to_string())]);
    page.ask(json!({"ask": "put", "point": "h8"}));
    assert_eq!(page.state().result, Some((Some("white".to_string()), "double-three".to_string())));
    page.ask(json!({"ask": "new", "rule": "freestyle", "width": 15, "height": 15, "position": "h8a1h9b1h10c1h11d1"}));
    let has = |page: &Page, point: &str, kind: &str| {
        page.state().threats.iter().any(|(at, _, threat)| at == point && threat == kind)
    };
    assert!(has(&page, "h12", "five") && has(&page, "e1", "five") && !has(&page, "o15", "five"));
    page.ask(json!({"ask": "put", "point": "h12"}));
    let mut five = page.state().five;
    five.sort_by_key(|point| point.len());
    five[..2].sort();
    five[2..].sort();
    assert_eq!(five, ["h8", "h9", "h10", "h11", "h12"]);
    assert!(page.refused(json!({"ask": "put", "point": "a9"})).contains("over"));
}

#[test]
fn an_analysis_follows_the_position_and_ends_when_it_is_stopped() {
    let mut page = Page::new();
    page.jobs = Some(Vec::new());
    page.ask(json!({"ask": "analyse", "lines": 3}));
    page.ask(json!({"ask": "put", "point": "h8"}));
    let jobs = page.jobs.take().unwrap();
    assert_eq!(jobs.len(), 2);
    // What is said of the position before is dropped.
    page.work(&jobs[0]);
    assert!(of(&page.told, "lines").is_none());
    page.work(&jobs[1]);
    let lines = of(&page.told, "lines").unwrap();
    assert_eq!(lines["lines"].as_array().unwrap().len(), 3);
    assert_eq!(lines["lines"][0]["rank"], 1);
    assert!(of(&page.told, "idle").is_some());
    // It is not thought through again.
    page.jobs = Some(Vec::new());
    page.ask(json!({"ask": "comment", "text": "x"}));
    assert_eq!(page.jobs.as_ref().unwrap().len(), 0);
    page.ask(json!({"ask": "stop"}));
    page.ask(json!({"ask": "put", "point": "h9"}));
    assert_eq!((page.state().analysing, page.jobs.unwrap().len()), (0, 0));
}

#[test]
fn wins_values_hints_and_graphs_are_told() {
    let mut page = Page::new();
    let won = json!({"ask": "new", "rule": "freestyle", "width": 15, "height": 15, "position": "g8a1h8c1i8e1"});
    page.ask(won);
    let solved = of(&page.ask(json!({"ask": "solve", "threes": false})), "solved").unwrap();
    assert_eq!((&solved["verdict"], &solved["plies"]), (&json!("win"), &json!(3)));
    assert_eq!(solved["tree"][0][0], 0);
    let values = of(&page.ask(json!({"ask": "values"})), "values").unwrap();
    assert!(values["values"].as_array().unwrap().iter().any(|value| value[1] == 1.0), "{values}");
    let hint = of(&page.ask(json!({"ask": "hint"})), "hint").unwrap();
    assert!(["f8", "j8"].contains(&hint["lines"][0]["moves"][0].as_str().unwrap()), "{hint}");
    page.ask(json!({"ask": "step", "by": -6}));
    let told = page.ask(json!({"ask": "graph"}));
    let graph: Vec<usize> = told
        .iter()
        .filter(|message| message["tell"] == "graph")
        .map(|message| message["node"].as_u64().unwrap() as usize)
        .collect();
    assert_eq!(graph, page.state().line);
    // What is asked for again is done again.
    assert!(of(&page.ask(json!({"ask": "graph"})), "graph").is_some());
    page.ask(json!({"ask": "new", "rule": "freestyle", "width": 15, "height": 15}));
    assert_eq!(of(&page.ask(json!({"ask": "solve", "threes": true})), "solved").unwrap()["verdict"], "none");
}

#[test]
fn a_game_against_the_engine_is_played_taken_back_and_given_up() {
    let mut page = Page::new();
    page.ask(game("free", [true, false]));
    page.ask(json!({"ask": "put", "point": "h8"}));
    assert_eq!((page.state().stones.len(), page.state().to_move.as_str()), (2, "black"));
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
fn the_engine_plays_itself_to_the_end_under_every_opening_rule() {
    for opening in [
        "free",
        "swap2",
        "swap",
        "pro",
        "pro-anywhere",
        "longpro",
        "rif",
        "renjuswap",
        "yamaguchi",
        "yamaguchi12",
        "soosyrv8",
        "soosyrv4",
        "taraguchi10",
        "taraguchi5",
        "tarannikov",
        "designated:D6",
    ] {
        let mut page = Page::new();
        page.jobs = Some(Vec::new());
        page.ask(game(opening, [false, false]));
        // Each job orders the next: done here one after another and not one inside another.
        let mut count = 0;
        while let Some(job) = page.jobs.as_mut().unwrap().pop() {
            page.work(&job);
            count += 1;
            if count > 40 {
                break;
            }
        }
        let play = page.state().play.unwrap();
        let stones = page.state().stones.len();
        assert!(play.ending.is_some() || (play.demand == "ordinary" && stones > 12), "{opening}: {stones} {play:?}");
    }
}

#[test]
fn people_are_guided_through_an_opening() {
    let mut page = Page::new();
    page.ask(game("soosyrv8", [true, true]));
    let seen = |page: &Page| {
        let play = page.state().play.unwrap();
        (play.by, play.demand, play.within, play.count)
    };
    let due = |by: &str, demand: &str, within, count| (by.to_string(), demand.to_string(), within, count);
    assert_eq!(seen(&page), due("A", "stone", Some((0, 0)), 0));
    assert!(page.refused(json!({"ask": "put", "point": "a1"})).contains("centre"));
    for point in ["h8", "h9", "h10"] {
        page.ask(json!({"ask": "put", "point": point}));
    }
    assert_eq!(seen(&page), due("B", "swap", None, 0));
    page.ask(json!({"ask": "act", "action": "swap"}));
    page.ask(json!({"ask": "put", "point": "i10"}));
    assert_eq!(seen(&page), due("A", "declare", None, 8));
    page.ask(json!({"ask": "act", "action": "declare 2"}));
    page.ask(json!({"ask": "act", "action": "keep"}));
    assert_eq!(seen(&page), due("B", "offer", None, 2));
    page.ask(json!({"ask": "act", "action": "offer g7 i8"}));
    assert_eq!(page.state().play.unwrap().offered, ["g7", "i8"]);
    page.ask(json!({"ask": "put", "point": "i8"}));
    assert_eq!(seen(&page), due("A", "ordinary", None, 0));
    assert_eq!((page.state().stones.len(), page.state().play.unwrap().black.as_str()), (5, "B"));
}

#[test]
fn clocks_run_and_end_a_game() {
    let mut page = Page::new();
    let mut game = game("free", [true, true]);
    game["clocks"] = json!({"kind": "fischer", "main": 10_000, "increment": 2_000});
    page.ask(game);
    page.now = Duration::from_secs(3);
    page.ask(json!({"ask": "put", "point": "h8"}));
    assert_eq!(page.state().play.unwrap().clocks, [Some(9_000), Some(10_000)]);
    page.now = Duration::from_secs(8);
    page.ask(json!({"ask": "tick"}));
    assert_eq!(page.state().play.unwrap().clocks, [Some(9_000), Some(5_000)]);
    page.now = Duration::from_secs(14);
    page.ask(json!({"ask": "tick"}));
    assert_eq!(page.state().play.unwrap().ending, Some((Some("A".to_string()), "time".to_string())));
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
fn a_game_is_saved_with_its_names_its_opening_its_offers_and_its_result() {
    let mut page = Page::new();
    let mut rif = game("rif", [true, true]);
    rif["names"] = json!(["Ann", "Ben"]);
    page.ask(rif.clone());
    for ask in [
        json!({"ask": "put", "point": "h8"}),
        json!({"ask": "put", "point": "h9"}),
        json!({"ask": "put", "point": "i8"}),
        json!({"ask": "act", "action": "swap"}),
        json!({"ask": "put", "point": "h6"}),
        json!({"ask": "act", "action": "offer g8 i9"}),
        json!({"ask": "put", "point": "g8"}),
        json!({"ask": "undo"}),
        json!({"ask": "put", "point": "i9"}),
    ] {
        page.ask(ask);
    }
    assert!(!saved(&mut page).contains("RE["));
    // After the swap seat B has Black, and White is to move.
    page.ask(json!({"ask": "resign"}));
    let over = saved(&mut page);
    for part in ["PB[Ben]", "PW[Ann]", "ON[RIF]", "RE[B+R]", "B[gh]", "N[5A]"] {
        assert!(over.contains(part), "{part}: {over}");
    }
    assert_eq!(over.matches("5A").count(), 1, "{over}");
    page.ask(json!({"ask": "undo"}));
    assert!(!saved(&mut page).contains("RE["));
    // A game that goes on in a file is no game of that file.
    let data = data_encoding::BASE64.encode(b"(;GM[4]SZ[15]PB[Cy]RE[W+];B[hh])");
    page.ask(json!({"ask": "open", "name": "one.sgf", "data": data}));
    rif["from_here"] = json!(true);
    page.ask(rif);
    page.ask(json!({"ask": "resign"}));
    let file = saved(&mut page);
    assert!(file.contains("PB[Cy]") && file.contains("RE[W+]"), "{file}");
}

#[test]
fn a_game_that_goes_on_and_is_the_main_line_ends_as_it_did_and_not_as_the_one_before() {
    let of_the_page = |page: &mut Page| {
        let mut first = game("rif", [true, true]);
        first["names"] = json!(["Ann", "Ben"]);
        page.ask(first);
        for ask in [
            json!({"ask": "put", "point": "h8"}),
            json!({"ask": "put", "point": "i9"}),
            json!({"ask": "resign"}),
            json!({"ask": "leave"}),
            json!({"ask": "step", "by": -1}),
        ] {
            page.ask(ask);
        }
    };
    let of_a_file = |page: &mut Page| {
        let data = data_encoding::BASE64.encode(b"(;GM[4]SZ[15]PB[Ann]RE[W+R];B[hh];W[ig])");
        page.ask(json!({"ask": "open", "name": "one.sgf", "data": data}));
        page.ask(json!({"ask": "step", "by": 1}));
    };
    let put = |point: &str| json!({"ask": "put", "point": point});
    let (resign, undo) = (|| json!({"ask": "resign"}), || json!({"ask": "undo"}));
    for (begin, during, over) in [
        (
            &of_the_page as &dyn Fn(&mut Page),
            ["PB[Cy]", "PW[Di]", "ON[RIF]"].as_slice(),
            ["PB[Cy]", "ON[RIF]", "RE[B+R]"].as_slice(),
        ),
        (&of_a_file, &["PB[Ann]"], &["PB[Ann]"]),
    ] {
        let mut page = Page::new();
        begin(&mut page);
        let mut second = game("free", [true, true]);
        (second["from_here"], second["names"]) = (json!(true), json!(["Cy", "Di"]));
        page.ask(second);
        let file = saved(&mut page);
        assert!(file.contains("PB[Ann]") && file.contains("RE[W+R]"), "nothing was played yet: {file}");
        for (asks, parts) in [
            (vec![put("a1")], during),
            (vec![put("b2"), resign()], over),
            (vec![undo(), undo(), put("a1"), resign(), undo()], during),
        ] {
            asks.iter().for_each(|ask| drop(page.ask(ask.clone())));
            let file = saved(&mut page);
            assert!(parts.iter().all(|part| file.contains(part)) && !file.contains("RE[W+R]"), "{parts:?}: {file}");
        }
    }
}

#[test]
fn a_game_that_goes_on_leaves_the_fifths_that_a_file_names() {
    let data =
        data_encoding::BASE64.encode(b"(;GM[4]SZ[15];B[hh];W[hg];B[ih];W[hj](;B[ii])(;B[gh]N[5A])(;B[gg]N[5A]))");
    let mut from_here = game("free", [true, true]);
    from_here["from_here"] = json!(true);
    for (fifth, left) in [("a1", 2), ("i7", 2), ("g8", 1)] {
        let mut page = Page::new();
        for ask in [
            json!({"ask": "open", "name": "one.sgf", "data": data}),
            json!({"ask": "step", "by": 4}),
            from_here.clone(),
            json!({"ask": "put", "point": fifth}),
        ] {
            page.ask(ask);
        }
        let file = saved(&mut page);
        assert_eq!(file.matches("5A").count(), left, "{fifth}: {file}");
    }
}

#[test]
fn of_fifths_that_were_taken_back_no_name_stays_and_what_is_written_does() {
    let ask = |kind: &str, key: &str, value: &str| json!({"ask": kind, key: value});
    let offer = |fifths: &str| ask("act", "action", &format!("offer {fifths}"));
    let (put, undo) = (|point: &str| ask("put", "point", point), || json!({"ask": "undo"}));
    for (asks, expected) in [
        (
            vec![undo(), undo(), offer("e5 e6"), put("e5")],
            [("e5", ""), ("g8", "mine"), ("i9", ""), ("e6", "5A")].as_slice(),
        ),
        (vec![undo(), put("i9")], &[("i9", ""), ("g8", "5A\nmine")]),
    ] {
        let mut page = Page::new();
        page.ask(game("rif", [true, true]));
        let begun =
            [put("h8"), put("h9"), put("i8"), ask("act", "action", "swap"), put("h6"), offer("g8 i9"), put("g8")];
        let left = [json!({"ask": "leave"}), json!({"ask": "step", "by": -100}), json!({"ask": "step", "by": 4})];
        for ask in begun.into_iter().chain([ask("comment", "text", "mine")]).chain(asks).chain(left) {
            page.ask(ask);
        }
        let fifths = page.state().children.into_iter().map(|fifth| {
            page.ask(json!({"ask": "go", "node": fifth.id}));
            (fifth.point, page.state().comment)
        });
        let fifths: Vec<(String, String)> = fifths.collect();
        let fifths: Vec<(&str, &str)> =
            fifths.iter().map(|(point, written)| (point.as_str(), written.as_str())).collect();
        assert_eq!(fifths, expected);
    }
}

#[test]
fn a_clock_for_each_move_is_for_the_move_that_is_thought_about() {
    for (clocks, turn, left) in [
        (json!({"kind": "per_move", "each": 10_000}), Some(9_500), None),
        (json!({"kind": "byoyomi", "main": 0, "each": 4_000}), Some(3_800), None),
        (json!({"kind": "byoyomi", "main": 60_000, "each": 4_000}), None, Some(64_000)),
        (json!({"kind": "fischer", "main": 60_000, "increment": 0}), None, Some(60_000)),
    ] {
        let mut page = Page::new();
        page.jobs = Some(Vec::new());
        let mut game = game("free", [false, true]);
        (game["clocks"], game["level"]) = (clocks, json!({"strength": 100}));
        page.ask(game);
        let limits = page.jobs.as_mut().unwrap().pop().unwrap().limits;
        assert_eq!((limits.turn, limits.left), (turn, left));
    }
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
            let line = ThoughtLine {
                rank: 1,
                score: "0".to_string(),
                chance: 0.5,
                depth: 1,
                selective_depth: 1,
                nodes: 1,
                milliseconds: 1,
                moves: vec!["b5".to_string()],
            };
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
fn a_hint_after_a_game_that_ended_in_its_opening_is_about_the_board() {
    let mut page = Page::new();
    page.ask(game("rif", [true, true]));
    page.ask(json!({"ask": "put", "point": "h8"}));
    page.ask(json!({"ask": "resign"}));
    page.jobs = Some(Vec::new());
    page.ask(json!({"ask": "hint"}));
    let job = page.jobs.as_mut().unwrap().pop().unwrap();
    assert!(matches!(job.task, BoardTask::Hint { .. }), "{job:?}");
}

#[test]
fn of_a_large_tree_what_is_near_the_position_is_told() {
    let point = |n: u32| format!("{}{}", char::from(b'a' + (n % 15) as u8), char::from(b'a' + (n / 15) as u8));
    let answers: String = (70..130).map(|n| format!("(;W[{}])", point(n))).collect();
    let variations: String = (0..70).map(|n| format!("(;B[{}]{answers})", point(n))).collect();
    let sgf = data_encoding::BASE64.encode(format!("(;GM[4]SZ[15]{variations})").as_bytes());
    let mut page = Page::new();
    let told = page.ask(json!({"ask": "open", "name": "large.sgf", "data": sgf}));
    assert!(of(&told, "tree").unwrap()["is_cut"].as_bool().unwrap());
    // The same position again tells nothing new; another one does.
    assert!(of(&page.ask(json!({"ask": "tick"})), "tree").is_none());
    for by in [1, 1] {
        let tree = of(&page.ask(json!({"ask": "step", "by": by})), "tree").unwrap();
        assert!(tree["nodes"].to_string().contains(&format!("\"id\":{}", page.state().node)), "{tree}");
    }
    assert!(!page.state().is_changed);
    page.ask(json!({"ask": "put", "point": "o1"}));
    assert!(page.state().is_changed);
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
fn an_engine_that_is_hurried_moves_at_once() {
    let mut page = Page::new();
    page.jobs = Some(Vec::new());
    page.ask(game("free", [false, true]));
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

#[test]
fn a_hint_is_given_for_each_thing_that_an_opening_asks_of_the_same_stones() {
    let mut page = Page::new();
    page.ask(game("soosyrv8", [true, true]));
    for point in ["h8", "h9", "h10"] {
        page.ask(json!({"ask": "put", "point": point}));
    }
    page.ask(json!({"ask": "act", "action": "keep"}));
    page.ask(json!({"ask": "put", "point": "i10"}));
    page.jobs = Some(Vec::new());
    let hint = |page: &mut Page| {
        page.ask(json!({"ask": "hint"}));
        page.jobs.as_mut().unwrap().pop()
    };
    assert!(hint(&mut page).is_some());
    // It is not done with the first when the second is asked for.
    page.ask(json!({"ask": "act", "action": "declare 2"}));
    assert!(hint(&mut page).is_some());
}

#[test]
fn an_analysis_in_parts_goes_on_where_it_was() {
    let mut page = Page::new();
    page.jobs = Some(Vec::new());
    page.ask(json!({"ask": "analyse", "lines": 1, "nodes": 20_000}));
    let job = page.jobs.as_mut().unwrap().pop().unwrap();
    let mut depths = Vec::new();
    struct All(Vec<BoardThought>);
    impl Listener for All {
        fn is_wanted(&self) -> bool {
            true
        }
        fn hear(&mut self, thought: BoardThought) {
            self.0.push(thought);
        }
    }
    let mut parts = 0;
    loop {
        let mut all = All(Vec::new());
        let more = page.thinker.think_part(&job, 1_500, &mut all);
        parts += 1;
        depths.extend(all.0.iter().filter_map(|thought| match thought {
            BoardThought::Lines(_, lines) => Some((lines[0].depth, lines[0].nodes)),
            _ => None,
        }));
        assert_eq!(more, !all.0.contains(&BoardThought::Done(job.id)));
        if !more {
            break;
        }
    }
    assert!(parts >= 10, "{parts}");
    assert!(
        depths.len() >= 3 && depths.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 < pair[1].1),
        "{depths:?}"
    );
}

#[test]
fn files_are_opened_and_saved_in_every_format() {
    let mut page = Page::new();
    let base64 = |text: &str| data_encoding::BASE64.encode(text.as_bytes());
    let sgf = "(;GM[4]SZ[15]PB[Ann]RU[Renju];B[hh];W[ig]C[a word](;B[gi])(;B[hj]))";
    let told = page.ask(json!({"ask": "open", "name": "one.sgf", "data": base64(sgf)}));
    assert_eq!(of(&told, "note").unwrap(), json!({"tell": "note", "note": "opened", "detail": "one.sgf"}));
    assert_eq!(of(&told, "tree").unwrap()["nodes"].as_array().unwrap().len(), 5);
    page.ask(json!({"ask": "step", "by": 2}));
    let state = page.state();
    assert_eq!((state.moves.as_str(), state.comment.as_str(), state.names[0].as_str()), ("h8i9", "a word", "Ann"));
    let file = |told: &[Value]| {
        let file = of(told, "file").unwrap();
        (file["name"].as_str().unwrap().to_string(), file["data"].as_str().unwrap().to_string())
    };
    for format in ["sgf", "lib", "psq", "pos", "sav", "rec", "txt"] {
        let told = page.ask(json!({"ask": "save", "format": format}));
        let (name, data) = file(&told);
        assert_eq!(name, format!("tengen.{format}"));
        // Only one holds all of it; the others say what they leave out.
        assert_eq!(of(&told, "note").is_some(), format != "sgf", "{format}: {told:?}");
        let mut other = Page::new();
        other.ask(json!({"ask": "open", "name": name, "data": data}));
        other.ask(json!({"ask": "step", "by": 100}));
        assert_eq!(other.state().stones.len(), 3, "{format}");
    }
    for (name, data, why) in [
        ("a.sgf", base64("(;GM[4]SZ[15];B[zz])"), "zz"),
        ("a.bin", base64("\u{0}\u{1}\u{7f}no"), "no kind"),
        ("a.sgf", "?".to_string(), "did not arrive"),
    ] {
        let said = page.refused(json!({"ask": "open", "name": name, "data": data}));
        assert!(said.contains(why), "{name}: {said}");
    }
    assert!(page.refused(json!({"ask": "save", "format": "xyz"})).contains("there are lib"));
    assert!(
        page.refused(json!({"ask": "open", "name": "a.sgf", "data": base64(sgf), "game": 2})).contains("no game 2")
    );
    // Nothing of that has changed what was opened before.
    assert_eq!(page.state().moves, "h8i9");
}

#[test]
fn tells_are_written_as_the_page_reads_them() {
    let error = Tell::Error { text: "no".to_string(), refusal: None };
    assert_eq!(serde_json::to_value(error).unwrap(), json!({"tell": "error", "text": "no"}));
    for (refusal, key) in [
        (PageRefusal::EnginesTurn, json!({"key": "engines_turn"})),
        (PageRefusal::Occupied("h8".to_string()), json!({"key": "occupied", "parts": "h8"})),
        (PageRefusal::WrongCount(2, 1), json!({"key": "wrong_count", "parts": [2, 1]})),
        (PageRefusal::of_size(99, 15), json!({"key": "wrong_size", "parts": [99, 15, 5, 22]})),
    ] {
        assert_eq!(serde_json::to_value(refusal).unwrap(), key);
    }
    for (ask, key) in [("remove", "root_stays"), ("keep", "nothing_analysed"), ("resign", "no_game")] {
        assert_eq!(of(&Page::new().ask(json!({"ask": ask})), "error").unwrap()["refusal"], json!({"key": key}));
    }
    let note = Tell::Note { note: "opened".to_string(), detail: String::new() };
    assert_eq!(serde_json::to_value(note).unwrap(), json!({"tell": "note", "note": "opened"}));
    let thought = BoardThought::Graph(3, 7, 0.25);
    assert_eq!(serde_json::to_value(thought).unwrap(), json!({"graph": [3, 7, 0.25]}));
}
