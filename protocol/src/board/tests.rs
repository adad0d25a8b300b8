//! Conversations with a page, each message of it, against the engine itself.

use std::time::Duration;

use serde_json::{Value, json};
use tengen_engine::Options;

use crate::board::job::BoardTask;
use crate::board::{
    BoardConversation, BoardJob, BoardThought, Listener, Order, PageNote, PageRefusal, State, Tell, Thinker,
    ThoughtLine,
};

mod games;
mod openings;
mod panels;
mod review;
mod saved;

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
#[derive(Default)]
struct Thoughts {
    heard: Vec<BoardThought>,
    /// Whether it goes on to its end. Any other is stopped after its first words: an analysis would not end.
    to_end: bool,
}

impl Listener for Thoughts {
    fn is_wanted(&self) -> bool {
        self.to_end || !self.heard.iter().any(|thought| matches!(thought, BoardThought::Lines(..)))
    }

    fn hear(&mut self, thought: BoardThought) {
        self.heard.push(thought);
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
        let mut thoughts = Thoughts { to_end: matches!(job.task, BoardTask::Move { .. }), ..Thoughts::default() };
        self.thinker.think(job, &mut thoughts);
        for thought in thoughts.heard {
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
        self.refused_by_key(ask).0
    }

    /// The same with the key by which the page finds its own words, which is empty where it has none.
    #[track_caller]
    fn refused_by_key(&mut self, ask: Value) -> (String, String) {
        let told = self.ask(ask.clone());
        let error = of(&told, "error").unwrap_or_else(|| panic!("{ask} was not refused: {told:?}"));
        let key = error["refusal"]["key"].as_str().unwrap_or_default();
        (error["text"].as_str().unwrap().to_string(), key.to_string())
    }
}

/// The last message of a kind.
fn of(told: &[Value], kind: &str) -> Option<Value> {
    told.iter().rev().find(|message| message["tell"] == kind).cloned()
}

/// What was found with hardly a look: a move and its score.
fn shallow(score: &str, point: &str) -> ThoughtLine {
    ThoughtLine {
        rank: 1,
        score: score.to_string(),
        mate: None,
        chance: 0.5,
        depth: 1,
        selective_depth: 1,
        nodes: 1,
        milliseconds: 1,
        moves: vec![point.to_string()],
    }
}

/// The tree as an SGF file.
#[track_caller]
fn saved(page: &mut Page) -> String {
    let file = of(&page.ask(json!({"ask": "save", "format": "sgf"})), "file").unwrap();
    String::from_utf8(data_encoding::BASE64.decode(file["data"].as_str().unwrap().as_bytes()).unwrap()).unwrap()
}

fn new(position: &str) -> Value {
    json!({"ask": "new", "rule": "freestyle", "width": 15, "height": 15, "position": position})
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
    assert_eq!(state["pattern"], "I11");
    assert_eq!(state["dots"], json!(["d12", "l12", "d4", "l4", "h8"]));
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
        assert_eq!(state.pattern.as_deref(), expected, "{ask}");
    }
}

#[test]
fn what_cannot_be_read_or_done_is_refused_with_its_reason() {
    let mut page = Page::new();
    for (ask, why, key) in [
        (json!({"ask": "fly"}), "unknown variant", ""),
        (json!({"ask": "put"}), "missing field `point`", ""),
        (json!({"ask": "put", "point": "h8", "color": "black"}), "unknown field", ""),
        (json!({"ask": "put", "point": "z9"}), "no point of the board", "no_point"),
        (json!({"ask": "new", "rule": "chess", "width": 15, "height": 15}), "no rule", "no_rule"),
        (json!({"ask": "new", "rule": "renju", "width": 99, "height": 15}), "no board of 99x15", "wrong_size"),
        (
            json!({"ask": "new", "rule": "renju", "width": 15, "height": 15, "position": "h8h8"}),
            "occupied",
            "not_moves",
        ),
        (json!({"ask": "go", "node": 9}), "no node 9", "no_node"),
        (json!({"ask": "remove"}), "root", "root_stays"),
        (json!({"ask": "mark", "point": "h8", "kind": "heart"}), "no sign", "no_sign"),
        (json!({"ask": "set_up", "point": "h8", "stone": "red"}), "no colour", "no_color"),
        (json!({"ask": "turn", "color": "red"}), "no colour", "no_color"),
        (json!({"ask": "view", "symmetry": 8}), "no view", "no_view"),
        (json!({"ask": "rule", "rule": "go"}), "no rule", "no_rule"),
        (json!({"ask": "resign"}), "no game", "no_game"),
        (json!({"ask": "draw"}), "no game", "no_game"),
        (json!({"ask": "again"}), "no game", "no_game"),
        (json!({"ask": "act", "action": "swap"}), "no game", "no_game"),
        (json!({"ask": "find"}), "no database", "no_database"),
        (json!({"ask": "engine", "threads": 1, "hash": 16}), "has what it has", "fixed_engine"),
        (json!({"ask": "choose", "game": 1}), "no file with several", "no_games_file"),
        (json!({"ask": "save", "format": "xyz"}), "there are lib", "unwritten_format"),
        (json!({"ask": "visit", "position": "", "set_up": ["Xh8"]}), "no stone", "no_stone"),
        (game("nothing", [true, true]), "no opening rule", "no_opening_rule"),
    ] {
        let (said, by) = page.refused_by_key(ask.clone());
        assert!(said.contains(why) && by == key, "{ask}: {said} ({by})");
    }
    assert_eq!(page.state().stones.len(), 0);
    // What depends on the tree or the game that is there.
    let new = |rule: &str, side: usize, position: &str| {
        let (width, height) = (side, side);
        json!({"ask": "new", "rule": rule, "width": width, "height": height, "position": position})
    };
    let over = || new("freestyle", 15, "g8a1h8b1i8c1j8d1k8");
    let six = new("standard", 15, "g8a1h8c1i8e1k8g1l8i1j8k1");
    for (first, ask, why, key) in [
        (six, json!({"ask": "rule", "rule": "freestyle"}), "move 12 cannot be played: the game is", "move_after_end"),
        (new("renju", 20, "h8"), json!({"ask": "save", "format": "lib"}), "lib: the board is 20x20", "unwritable_tree"),
        (over(), json!({"ask": "hint"}), "the game is over", "game_over"),
        (over(), json!({"ask": "values"}), "the game is over", "game_over"),
        (over(), json!({"ask": "solve", "threes": false}), "the game is over", "game_over"),
        (over(), json!({"ask": "solve", "threes": true}), "the game is over", "game_over"),
        (game("swap2", [true, true]), json!({"ask": "act", "action": "declare x"}), "x", "not_action"),
    ] {
        page.ask(first);
        let (said, by) = page.refused_by_key(ask.clone());
        assert!(said.contains(why) && by == key, "{ask}: {said} ({by})");
    }
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
    page.ask(json!({"ask": "sibling", "by": i32::MAX}));
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
    // A pass counts as a move.
    page.ask(json!({"ask": "put", "point": "e1"}));
    assert_eq!(stones(&page)[2], stone("e1", "white", 3));
}

#[test]
fn moves_are_told_only_where_they_mean_the_position() {
    let put = |point: &str| json!({"ask": "put", "point": point});
    let pass = || json!({"ask": "act", "action": "pass"});
    let set_up = |point: &str| json!({"ask": "set_up", "point": point, "stone": "black"});
    let take_away = |point: &str| json!({"ask": "set_up", "point": point, "stone": null});
    for (asks, stones, moves) in [
        (vec![put("h8"), put("i9"), put("g7")], 3, "h8i9g7"),
        (vec![put("h8"), pass()], 1, ""),
        (vec![put("h8"), pass(), put("i9")], 2, ""),
        (vec![put("h8"), pass(), pass(), put("i9")], 2, "h8i9"),
        (vec![set_up("h8"), set_up("h9"), set_up("h10")], 3, ""),
        (vec![set_up("h8"), json!({"ask": "turn", "color": "white"})], 1, ""),
        // What changes nothing, or is taken back, sets nothing up.
        (vec![put("h8"), take_away("i9")], 1, "h8"),
        (vec![put("h8"), set_up("h8")], 1, "h8"),
        (vec![put("h8"), set_up("i9"), take_away("i9")], 1, "h8"),
        (vec![put("h8"), take_away("h8"), set_up("h8")], 1, "h8"),
    ] {
        let mut page = Page::new();
        asks.iter().for_each(|ask| drop(page.ask(ask.clone())));
        let state = page.state();
        assert_eq!((state.stones.len(), state.moves.as_str()), (stones, moves), "{asks:?}");
        // Files of moves alone hold it, with passes where they are needed.
        assert_eq!(of(&page.ask(json!({"ask": "save", "format": "pos"})), "error"), None, "{asks:?}");
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
    for ask in [json!({"ask": "put", "point": "a9"}), json!({"ask": "act", "action": "pass"})] {
        assert!(page.refused(ask).contains("over"));
    }
}

#[test]
fn moves_after_a_forbidden_one_are_read_back_and_gone_along() {
    let moves = "g8a1i8c1h7e1h9g1h8a2";
    let put = |point: &str| json!({"ask": "put", "point": point});
    for ask in [
        json!({"ask": "new", "rule": "renju", "width": 15, "height": 15, "position": moves}),
        json!({"ask": "hello", "position": moves}),
        json!({"ask": "visit", "position": moves}),
    ] {
        let mut page = Page::new();
        assert_eq!(of(&page.ask(ask.clone()), "error"), None, "{ask}");
        assert_eq!((page.state().moves.as_str(), page.state().result), (moves, None), "{ask}");
        page.ask(json!({"ask": "step", "by": -1}));
        assert!(page.state().result.is_some(), "{ask}");
        assert_eq!(of(&page.ask(put("a2")), "error"), None, "{ask}");
        assert_eq!(page.state().moves, moves, "{ask}");
        // What is new there is not played.
        page.ask(json!({"ask": "step", "by": -1}));
        assert!(page.refused(put("a3")).contains("over"), "{ask}");
    }
    let five = json!({"ask": "hello", "position": "g8a1h8b1i8c1j8d1k8e1"});
    assert!(Page::new().refused(five).contains("move 10 (e1) cannot be played: the game is over"));
}

#[test]
fn a_move_that_is_there_shows_its_node_and_moves_of_a_text_or_a_game_show_their_own_position() {
    let stones = "(;GM[4]SZ[15];B[hh]AW[ii];B[gi])";
    let open = |sgf: &str| {
        let data = data_encoding::BASE64.encode(sgf.as_bytes());
        json!({"ask": "open", "name": "one.sgf", "data": data})
    };
    let put = json!({"ask": "put", "point": "h8"});
    let pass = json!({"ask": "act", "action": "pass"});
    for (sgf, ask) in [(stones, &put), ("(;GM[4]SZ[15];B[hh]PL[B])", &put), ("(;GM[4]SZ[15];B[]AW[ii])", &pass)] {
        let mut page = Page::new();
        page.ask(open(sgf));
        page.ask(json!({"ask": "step", "by": 1}));
        let there = page.state();
        page.ask(json!({"ask": "step", "by": -1}));
        page.ask(ask.clone());
        assert_eq!(page.state(), there, "{sgf}");
    }
    let mut from_here = game("free", [true, true]);
    from_here["from_here"] = json!(true);
    for asks in [vec![json!({"ask": "visit", "position": "h8"})], vec![from_here, put, json!({"ask": "leave"})]] {
        let mut page = Page::new();
        page.ask(open(stones));
        asks.iter().for_each(|ask| drop(page.ask(ask.clone())));
        assert_eq!(page.state().moves, "h8", "{asks:?}");
        let node = page.state().node;
        page.ask(json!({"ask": "go", "node": node}));
        assert_eq!(page.state().moves, "h8", "{asks:?}");
    }
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
    // Nor does it go on after a game, which has ended it.
    let mut page = Page::new();
    page.jobs = Some(Vec::new());
    for ask in [json!({"ask": "analyse", "lines": 1}), game("free", [true, true]), json!({"ask": "resign"})] {
        page.ask(ask);
    }
    assert_eq!((page.state().analysing, page.jobs.unwrap().len()), (0, 1));
}

#[test]
fn an_analysis_that_has_ended_is_shown_where_its_position_is_again() {
    let step = |by: i32| json!({"ask": "step", "by": by});
    let pass = || json!({"ask": "act", "action": "pass"});
    let won = "g8a1h8b1i8c1j8d1";
    for (moves, away, speaks, back) in [
        ("h8i9", Some(step(-1)), false, step(1)),
        // Another analysis has begun to speak, and its lines took the place of those before.
        ("h8i9", Some(step(-1)), true, step(1)),
        // There the game is over, and nothing is analysed.
        (won, Some(json!({"ask": "put", "point": "k8"})), false, step(-1)),
        // Another node, and another tree, of the same position.
        ("h8i9", Some(pass()), false, pass()),
        ("h8i9", None, false, new("h8i9")),
    ] {
        let mut page = Page::new();
        page.jobs = Some(Vec::new());
        page.ask(new(moves));
        page.ask(json!({"ask": "analyse", "lines": 1}));
        let job = page.jobs.as_mut().unwrap().pop().unwrap();
        page.work(&job);
        if let Some(away) = &away {
            page.ask(away.clone());
        }
        if speaks {
            let id = page.jobs.as_ref().unwrap()[0].id;
            page.conversation.see(BoardThought::Lines(id, Vec::new()), page.now);
        }
        page.ask(back.clone());
        for job in page.jobs.replace(Vec::new()).unwrap() {
            page.work(&job);
        }
        let lines = of(&page.told, "lines").map(|told| told["lines"].as_array().unwrap().len());
        assert_eq!(lines, Some(1), "{moves}: {away:?}, {back}");
    }
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
    // Of Black, whoever is to move: he has an open three, White has one, and Black has a five.
    for (moves, chance) in
        [("g8a1h8c1i8e1", 0.9..=1.0), ("a15g8a13h8c15i8e13", 0.0..=0.1), ("g8a1h8b1i8c1j8d1k8", 1.0..=1.0)]
    {
        page.ask(new(moves));
        let last = of(&page.ask(json!({"ask": "graph"})), "graph").unwrap();
        assert!(chance.contains(&last["chance"].as_f64().unwrap()), "{moves}: {last}");
    }
    // Two open threes at once, and no four.
    page.ask(new("g8a1i8o1h7a15h9o15"));
    for (threes, verdict) in [(false, "none"), (true, "win")] {
        let solved = of(&page.ask(json!({"ask": "solve", "threes": threes})), "solved").unwrap();
        assert_eq!(solved["verdict"], verdict, "threes: {threes}");
    }
    page.ask(json!({"ask": "new", "rule": "freestyle", "width": 15, "height": 15}));
    assert_eq!(of(&page.ask(json!({"ask": "solve", "threes": true})), "solved").unwrap()["verdict"], "none");
}

#[test]
fn a_line_tells_in_how_many_plies_the_game_ends() {
    for (moves, mate) in [("g8a1h8c1i8e1", json!(3)), ("g8a1h8c1i8e1j8", json!(-2)), ("h8", json!(null))] {
        let mut page = Page::new();
        page.ask(json!({"ask": "new", "rule": "freestyle", "width": 15, "height": 15, "position": moves}));
        let hint = of(&page.ask(json!({"ask": "hint"})), "hint").unwrap();
        assert_eq!(hint["lines"][0]["mate"], mate, "{moves}: {hint}");
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
    let tree = of(&told, "tree").unwrap();
    assert!(tree["is_cut"].as_bool().unwrap());
    // Where something is left out can be seen.
    assert_eq!((&tree["nodes"][2]["point"], &tree["nodes"][2]["following"]), (&json!("b15"), &json!(60)));
    assert!(tree["nodes"].as_array().unwrap().iter().all(|node| node["parent"] != tree["nodes"][2]["id"]));
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
fn of_a_line_that_is_longer_than_all_that_is_told_what_is_near_the_position_is_told() {
    let sgf = data_encoding::BASE64.encode(format!("(;GM[4]SZ[15]{})", ";B[];W[]".repeat(2_500)).as_bytes());
    let mut page = Page::new();
    let mut told = page.ask(json!({"ask": "open", "name": "long.sgf", "data": sgf}));
    for _ in 0..3 {
        let tree = of(&told, "tree").unwrap();
        let nodes = tree["nodes"].as_array().unwrap();
        assert!(tree["is_cut"].as_bool().unwrap() && nodes.len() <= 4_000, "{}", nodes.len());
        let here = page.state().node as u64;
        // The first has no parent here, and each of the others follows its own.
        assert!(nodes.iter().any(|node| node["id"] == here), "{here}");
        assert!(nodes.windows(2).all(|pair| pair[1]["parent"] == pair[0]["id"]), "{here}");
        told = page.ask(json!({"ask": "step", "by": 2_500}));
    }
    // However long it is, one step leads to an end of it.
    for (by, place) in [(i32::MIN, (0, 5_000)), (i32::MAX, (5_000, 0))] {
        page.ask(json!({"ask": "step", "by": by}));
        assert_eq!(page.state().place, place);
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
    for (note, told) in [
        (PageNote::DrawAccepted, json!({"tell": "note", "note": "draw_accepted"})),
        (PageNote::Opened("a.sgf".to_string()), json!({"tell": "note", "note": "opened", "detail": "a.sgf"})),
    ] {
        assert_eq!(serde_json::to_value(Tell::Note(note)).unwrap(), told);
    }
    let thought = BoardThought::Graph(3, 7, 0.25);
    assert_eq!(serde_json::to_value(thought).unwrap(), json!({"graph": [3, 7, 0.25]}));
}
