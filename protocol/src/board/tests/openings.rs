//! Openings on the page: between people, against the engine, and by the engine alone.

use super::*;

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
        let mut game = game(opening, [false, false]);
        // With hardly a node there is a decision too.
        game["level"] = json!({"strength": 0});
        page.ask(game);
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
fn an_opening_is_decided_with_the_nodes_of_the_level_whatever_the_clock() {
    let clocks = [json!({"kind": "unlimited"}), json!({"kind": "per_move", "each": 30_000})];
    for (level, clock, nodes) in [
        (json!({"strength": 20}), &clocks[0], Some(12)),
        (json!({"strength": 20}), &clocks[1], Some(12)),
        (json!({"strength": 100}), &clocks[1], None),
        (json!("clock"), &clocks[1], None),
    ] {
        let mut page = Page::new();
        page.jobs = Some(Vec::new());
        let mut game = game("swap", [true, false]);
        (game["level"], game["clocks"]) = (level, clock.clone());
        page.ask(game.clone());
        ["h8", "h9", "a1"].into_iter().for_each(|point| drop(page.ask(json!({"ask": "put", "point": point}))));
        let job = page.jobs.as_mut().unwrap().pop().unwrap();
        assert!(matches!(job.task, BoardTask::Decide { .. }), "{game}");
        assert_eq!(job.limits.nodes, nodes, "{game}");
    }
}

#[test]
fn of_a_designated_opening_the_points_that_make_it_are_told() {
    let mut page = Page::new();
    page.ask(game("designated:D4", [true, true]));
    for (point, within, points) in [("h8", 1, "h9 g8 i8 h7"), ("i8", 2, "i9 i7")] {
        page.ask(json!({"ask": "put", "point": point}));
        let play = page.state().play.unwrap();
        assert_eq!((play.within, play.points.map(|points| points.join(" "))), (Some((0, within)), Some(points.into())));
    }
    page.ask(json!({"ask": "put", "point": "i7"}));
    assert_eq!(page.state().play.unwrap().points, None);
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
    assert_eq!(page.state().play.unwrap().declared, None);
    page.ask(json!({"ask": "act", "action": "declare 2"}));
    // Who chooses a colour knows the number.
    assert_eq!(seen(&page), due("B", "swap", None, 0));
    assert_eq!(page.state().play.unwrap().declared, Some(2));
    page.ask(json!({"ask": "act", "action": "keep"}));
    assert_eq!(seen(&page), due("B", "offer", None, 2));
    page.ask(json!({"ask": "act", "action": "offer g7 i8"}));
    assert_eq!(page.state().play.unwrap().offered, ["g7", "i8"]);
    page.ask(json!({"ask": "put", "point": "i8"}));
    assert_eq!(seen(&page), due("A", "ordinary", None, 0));
    assert_eq!((page.state().stones.len(), page.state().play.unwrap().black.as_str()), (5, "B"));
}

#[test]
fn what_the_engine_does_in_an_opening_is_told_before_the_state_that_it_leads_to() {
    let mut page = Page::new();
    page.ask(game("swap", [true, false]));
    let told = ["h8", "h9", "a1"].map(|point| page.ask(json!({"ask": "put", "point": point})));
    let kinds = |kind: &str| told[2].iter().position(|tell| tell["tell"] == kind);
    let action = of(&told[2], "acted").unwrap()["actions"][0].clone();
    assert!([json!("swap"), json!("keep")].contains(&action), "{action}");
    let is_after = |tell: &Value| tell["tell"] == "state" && tell["play"]["demand"] == "ordinary";
    assert!(kinds("acted") < told[2].iter().position(is_after), "{:?}", told[2]);
    assert!(of(&told[0], "acted").is_none(), "a person put the stone");
    // In ordinary play its stones are all that it does.
    let mut page = Page::new();
    page.ask(game("free", [true, false]));
    assert!(of(&page.ask(json!({"ask": "put", "point": "h8"})), "acted").is_none());
}
