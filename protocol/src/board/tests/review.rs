//! Reviews of games: what is told of them, what breaks into them, and with what they end.

use serde_json::{Value, json};

use super::{Page, new, of};
use crate::board::{BoardTask, BoardThought, Listener, Order};

/// A game in which Black has an open three and plays elsewhere.
const MISSED: &str = "h8a1i8c1j8e1a15h7";

#[test]
fn a_review_tells_its_progress_and_names_the_mistake_with_its_node() {
    let mut page = Page::new();
    page.ask(new(MISSED));
    // The whole line is reviewed, wherever one stands in it.
    page.ask(json!({"ask": "step", "by": -3}));
    let told = page.ask(json!({"ask": "review", "nodes": 1_000}));
    let reviews: Vec<&Value> = told.iter().filter(|message| message["tell"] == "review").collect();
    assert!(reviews.len() > 9 && reviews[0]["review"]["progress"] == json!([1, 9]), "{}", reviews.len());
    assert!(of(&told, "idle").is_some());
    let last = reviews.last().unwrap();
    let review = &last["review"];
    assert_eq!((&review["complete"], review["chances"].as_array().unwrap().len()), (&json!(true), 9));
    let mut mistakes = review["mistakes"].as_array().unwrap().iter();
    let mistake = mistakes.find(|mistake| mistake["number"] == 7).unwrap();
    assert_eq!((&mistake["point"], &mistake["finding"]), (&json!("a15"), &json!("missed-win")));
    assert!(["g8", "k8"].contains(&mistake["better"][0].as_str().unwrap()), "{mistake}");
    for (side, color) in review["sides"].as_array().unwrap().iter().zip(["black", "white"]) {
        let counts = ["blunder", "mistake", "inaccuracy"].map(|class| {
            let is_one = |mistake: &&Value| mistake["color"] == color && mistake["class"] == class;
            review["mistakes"].as_array().unwrap().iter().filter(is_one).count()
        });
        assert_eq!(side["counts"], json!(counts), "{color}: {review}");
    }
    // Black gives his win away once, and White gives it to him twice.
    let accuracy = |side: usize| review["sides"][side]["accuracy"].as_f64().unwrap();
    assert!(accuracy(0) > accuracy(1), "{review}");
    // The node before it is that with six stones.
    let nodes = last["nodes"].as_array().unwrap();
    let node = nodes.iter().find(|pair| pair[0] == json!(6)).unwrap()[1].clone();
    page.ask(json!({"ask": "go", "node": node}));
    assert_eq!(page.state().stones.len(), 6);
    // What is known is not searched again.
    let again = page.ask(json!({"ask": "review", "nodes": 1_000}));
    assert_eq!(again.iter().filter(|message| message["tell"] == "review").count(), 1);
    // Beside stones that were set up a mistake has the number that the board shows.
    let mut page = Page::new();
    page.ask(new(""));
    for (point, stone) in [("a13", "black"), ("a14", "white")] {
        page.ask(json!({"ask": "set_up", "point": point, "stone": stone}));
    }
    for point in ["h8", "a1", "i8", "c1", "j8", "e1", "a15", "h7"] {
        page.ask(json!({"ask": "put", "point": point}));
    }
    let told = of(&page.ask(json!({"ask": "review", "nodes": 1_000})), "review").unwrap();
    assert_eq!(told["review"]["chances"][0][0], 2);
    let (mistakes, shown) = (told["review"]["mistakes"].as_array().unwrap(), page.state().stones);
    assert!(mistakes.iter().any(|mistake| mistake["point"] == "a15"), "{told}");
    for mistake in mistakes {
        let stone = &shown[mistake["stones"].as_u64().unwrap() as usize - 1];
        assert_eq!(json!(stone), json!([mistake["point"], mistake["color"], mistake["number"]]));
    }
}

#[test]
fn a_review_in_parts_goes_on_after_it_was_broken_off() {
    struct HeardReviews(usize);
    impl Listener for HeardReviews {
        fn is_wanted(&self) -> bool {
            true
        }
        fn hear(&mut self, thought: BoardThought) {
            self.0 += usize::from(matches!(thought, BoardThought::Review(..)));
        }
    }
    let mut page = Page::new();
    page.jobs = Some(Vec::new());
    page.ask(new(MISSED));
    let review = |page: &mut Page| {
        page.ask(json!({"ask": "review", "nodes": 500}));
        page.jobs.as_mut().unwrap().pop().unwrap()
    };
    let job = review(&mut page);
    let mut count = HeardReviews(0);
    assert!((0..4).all(|_| page.thinker.think_part(&job, 1, &mut count)));
    let orders = page.conversation.hear_text(r#"{"ask":"stop"}"#, page.now);
    assert!(orders.contains(&Order::Stop));
    let job = review(&mut page);
    let mut more = HeardReviews(0);
    while page.thinker.think_part(&job, 1, &mut more) {}
    let mut whole = HeardReviews(0);
    let mut other = Page::new();
    other.thinker.think(&job, &mut whole);
    // Both parts together ask no more than a whole one, which says once more what it knows at its end.
    assert_eq!((count.0, count.0 + more.0), (4, whole.0));
}

#[test]
fn a_review_goes_on_after_what_is_asked_meanwhile() {
    for ask in [json!({"ask": "values"}), json!({"ask": "solve", "threes": false}), json!({"ask": "graph"})] {
        let mut page = Page::new();
        page.jobs = Some(Vec::new());
        page.ask(new(MISSED));
        page.ask(json!({"ask": "analyse", "lines": 1}));
        page.ask(json!({"ask": "review", "nodes": 500}));
        page.ask(ask.clone());
        // It comes first, then the review, and at the end the analysis.
        let mut done = Vec::new();
        for _ in 0..3 {
            let job = page.jobs.as_mut().unwrap().pop().unwrap();
            let orders = page.conversation.see(BoardThought::Done(job.id), page.now);
            page.obey(orders);
            done.push(job.task);
        }
        assert_eq!(done[1..], [BoardTask::Review, BoardTask::Analyse { lines: 1 }], "{ask}");
    }
    // Nor does it end when one walks through the game and is told what points are worth.
    let mut page = Page::new();
    page.jobs = Some(Vec::new());
    page.ask(new(MISSED));
    page.ask(json!({"ask": "review", "nodes": 500}));
    page.ask(json!({"ask": "values"}));
    page.ask(json!({"ask": "step", "by": -1}));
    assert_eq!(page.jobs.unwrap().pop().unwrap().task, BoardTask::Review);
}

#[test]
fn a_review_of_a_game_that_is_over_ends_when_it_goes_on() {
    let mut page = Page::new();
    page.jobs = Some(Vec::new());
    page.ask(super::game("free", [true, true]));
    for point in ["h8", "i9"] {
        page.ask(json!({"ask": "put", "point": point}));
    }
    page.ask(json!({"ask": "resign"}));
    page.ask(json!({"ask": "review", "nodes": 500}));
    let orders = page.conversation.hear_text(r#"{"ask":"undo"}"#, page.now);
    let thinks = orders.iter().any(|order| matches!(order, Order::Think(_)));
    assert!(orders.contains(&Order::Stop) && !thinks, "{orders:?}");
}

#[test]
fn a_review_turns_with_the_board_and_ends_with_its_game() {
    let mut page = Page::new();
    // Its nodes are not in the order of the walk: the main line was added last.
    page.ask(new("h8"));
    page.ask(json!({"ask": "put", "point": "o15"}));
    page.ask(json!({"ask": "visit", "position": MISSED}));
    page.ask(json!({"ask": "promote"}));
    let mistake = |told: &Value| {
        let mistakes = told["review"]["mistakes"].as_array().unwrap().iter();
        mistakes.filter(|mistake| mistake["number"] == 7).cloned().collect::<Vec<Value>>().pop().unwrap()
    };
    let told = page.ask(json!({"ask": "review", "nodes": 1_000}));
    let before = told.iter().rev().find(|message| message["tell"] == "review").unwrap().clone();
    assert_eq!(mistake(&before)["point"], "a15");
    // Turned by a quarter and mirrored, it is told in the new view, of the same nodes.
    page.ask(json!({"ask": "view", "symmetry": 5}));
    let told = page.ask(json!({"ask": "view", "symmetry": 1}));
    assert_eq!(of(&told, "tree").unwrap()["is_new"], false);
    let after = of(&told, "review").unwrap();
    assert_eq!((&after["nodes"], &after["review"]["chances"]), (&before["nodes"], &before["review"]["chances"]));
    let node = after["nodes"].as_array().unwrap().iter().find(|pair| pair[0] == json!(7)).unwrap()[1].clone();
    page.ask(json!({"ask": "go", "node": node}));
    assert_eq!(json!(page.state().stones[6].0), mistake(&after)["point"]);
    let better = |told: &Value| mistake(told)["better"][0].as_str().unwrap().to_string();
    assert_ne!(better(&after), better(&before));
    page.ask(json!({"ask": "go", "node": after["nodes"][6][1]}));
    page.ask(json!({"ask": "put", "point": better(&after)}));
    assert!(page.state().threats.iter().any(|(_, _, threat)| threat == "five"), "{:?}", page.state().threats);
    // Another game has no review, not even one that is being made of the old one.
    page.jobs = Some(Vec::new());
    page.ask(json!({"ask": "review", "nodes": 1_000}));
    let orders = page.conversation.hear_text(&new("h8").to_string(), page.now);
    assert!(orders.contains(&Order::Stop), "{orders:?}");
    assert!(of(&page.ask(json!({"ask": "view", "symmetry": 1})), "review").is_none());
}

#[test]
fn a_review_without_a_limit_has_one_of_time() {
    let mut page = Page::new();
    page.jobs = Some(Vec::new());
    page.ask(new("h8i9"));
    for (ask, turn, nodes) in [
        (json!({"ask": "review"}), Some(1_000), None),
        (json!({"ask": "review", "nodes": 500}), None, Some(500)),
        (json!({"ask": "review", "time": 200}), Some(200), None),
    ] {
        page.ask(ask.clone());
        let limits = page.jobs.as_mut().unwrap().pop().unwrap().limits;
        assert_eq!((limits.turn, limits.nodes), (turn, nodes), "{ask}");
    }
}

#[test]
fn a_review_ends_with_its_rule() {
    let review = || json!({"ask": "review", "nodes": 500});
    let rule = |rule: &str| json!({"ask": "rule", "rule": rule});
    let view = || json!({"ask": "view", "symmetry": 1});
    let mut page = Page::new();
    page.ask(new(MISSED));
    page.ask(review());
    // The rule that holds already is no other one.
    page.ask(rule("freestyle"));
    assert!(of(&page.ask(view()), "review").is_some());
    page.ask(rule("standard"));
    assert!(of(&page.ask(view()), "review").is_none());
    // Nor is one wanted any more that is being made by the old rule.
    page.jobs = Some(Vec::new());
    page.ask(review());
    let orders = page.conversation.hear_text(&rule("caro").to_string(), page.now);
    let thinks = orders.iter().any(|order| matches!(order, Order::Think(_)));
    assert!(orders.contains(&Order::Stop) && !thinks, "{orders:?}");
}

#[test]
fn a_review_that_was_stopped_stays_stopped_when_the_board_is_turned() {
    let mut page = Page::new();
    page.jobs = Some(Vec::new());
    page.ask(new(MISSED));
    page.ask(json!({"ask": "review", "nodes": 500}));
    let job = page.jobs.as_mut().unwrap().pop().unwrap();
    let mut thoughts = super::Thoughts::default();
    page.thinker.think_part(&job, 1, &mut thoughts);
    for thought in thoughts.heard {
        page.conversation.see(thought, page.now);
    }
    page.ask(json!({"ask": "stop"}));
    // What is known of it is shown in the new view.
    assert!(of(&page.ask(json!({"ask": "view", "symmetry": 5})), "review").is_some());
    assert_eq!(page.jobs, Some(Vec::new()));
}
