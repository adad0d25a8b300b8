//! Books that grow from searches that are told to them, and those that are begun anew from the store.

use super::*;
use crate::color::Color;
use crate::database::MemoryStore;
use crate::database::SideOutcome;
use crate::database::children::edit;
use crate::database::proofs::carry_up;
use crate::point::{BoardSize, Point, Rows};
use crate::rule::RuleKind;
use crate::score::Score;

fn game(moves: &str) -> Game {
    Game::from_text(RuleKind::Freestyle, BoardSize::square(15).unwrap(), moves, Rows::FromBottom).unwrap()
}

fn point(text: &str) -> Point {
    Point::parse(text, BoardSize::square(15).unwrap(), Rows::FromBottom).unwrap()
}

/// A small board with stones on all points but these, and no five anywhere.
fn full_but_for(empty: &[Point]) -> Game {
    let size = BoardSize::square(5).unwrap();
    let mut game = Game::new(RuleKind::Freestyle, size);
    for point in size.points().filter(|point| !empty.contains(point)) {
        let black = (point.x() / 2 + point.y()).is_multiple_of(2);
        game.set_up(if black { Color::Black } else { Color::White }, point).unwrap();
    }
    game
}

fn line(rank: usize, score: Score, point: Point) -> Line {
    Line { rank, ..Line::found(5, score, &[point]) }
}

/// Two moves of a position that were found to be worth so much, in the view in which the position is asked for.
fn expand(growth: &mut Growth, store: &mut MemoryStore, scores: [Score; 2]) -> String {
    let next = growth.next().unwrap();
    let mut points = next.empty_points().filter(|point| point.x() > 9);
    let mut point = || points.next().unwrap();
    let lines = [line(1, scores[0], point()), line(2, scores[1], point())];
    growth.expand(store, &next, &lines).unwrap();
    format!("{}", next.moves().len())
}

/// Writes moves of a position that a search found to be worth so much, the best first.
fn grow(growth: &mut Growth, store: &mut MemoryStore, position: &Game, found: &[(Point, Score)]) {
    let lines: Vec<Line> = found.iter().zip(1..).map(|(&(point, score), rank)| line(rank, score, point)).collect();
    growth.expand(store, position, &lines).unwrap();
}

fn entry(store: &MemoryStore, position: &Game) -> PositionEntry {
    crate::database::children::entry(store, position).unwrap().1.unwrap()
}

/// What a book knows of each of its positions, in the order of their keys.
fn known(growth: &Growth) -> Vec<(PositionKey, GrowingNode)> {
    let sorted = |keys: &[PositionKey]| {
        let mut keys = keys.to_vec();
        keys.sort();
        keys
    };
    let known = |node: &GrowingNode| {
        let (children, parents) = (sorted(&node.children), sorted(&node.parents));
        GrowingNode { children, parents, ..node.clone() }
    };
    let mut nodes: Vec<_> = growth.nodes.iter().map(|(key, node)| (key.clone(), known(node))).collect();
    nodes.sort_by(|(one, _), (other, _)| one.cmp(other));
    nodes
}

#[test]
fn the_cheapest_position_is_next_and_values_go_up() {
    let mut store = MemoryStore::default();
    let root = game("");
    let mut growth = Growth::new(&store, &root).unwrap();
    let even = [Score::judged(10), Score::judged(5)];
    assert_eq!(expand(&mut growth, &mut store, even), "0");
    // The best move first; it turns out to be worse than the other one.
    assert_eq!(expand(&mut growth, &mut store, [Score::judged(90), Score::judged(80)]), "1");
    let value = |store: &MemoryStore| crate::database::children::entry(store, &root).unwrap().1.unwrap().value;
    assert_eq!(value(&store), 5);
    // It loses 80 or more, which costs at least four plies: all of these are the other one and what is below it.
    let stones: Vec<String> = (0..5).map(|_| expand(&mut growth, &mut store, even)).collect();
    assert_eq!(stones, ["1", "2", "2", "3", "3"]);
    // Begun anew from the store it goes on in the same way.
    let again = Growth::new(&store, &root).unwrap();
    assert_eq!((again.next(), again.expanded(), again.len()), (growth.next(), growth.expanded(), growth.len()));
}

#[test]
fn a_loss_of_twenty_costs_as_much_as_a_ply() {
    let mut store = MemoryStore::default();
    let mut growth = Growth::new(&store, &game("h8i9c4")).unwrap();
    let key = |position: &Game| PositionKey::of(position).unwrap().0;
    let mut grow_next = |moves: &str, found: &[(&str, i32)]| {
        assert_eq!(key(&growth.next().unwrap()), key(&game(moves)), "{moves}");
        let found: Vec<_> = found.iter().map(|&(text, value)| (point(text), Score::judged(value))).collect();
        grow(&mut growth, &mut store, &game(moves), &found);
    };
    // No move from d12 on loses anything: the positions cost 100, 200 and so on. That after m3, which loses 95, costs 575.
    grow_next("h8i9c4", &[("d12", 10), ("m3", -85)]);
    grow_next("h8i9c4d12", &[("e5", -10)]);
    grow_next("h8i9c4d12e5", &[("f6", 10)]);
    grow_next("h8i9c4d12e5f6", &[("g11", -10)]);
    grow_next("h8i9c4d12e5f6g11", &[("n14", 10)]);
    grow_next("h8i9c4d12e5f6g11n14", &[("o1", -10)]);
    grow_next("h8i9c4m3", &[("o2", 85)]);
    // The position after o2 costs 675, more than that after o1 and less than that after o3.
    grow_next("h8i9c4d12e5f6g11n14o1", &[("o3", 10)]);
    assert_eq!(key(&growth.next().unwrap()), key(&game("h8i9c4m3o2")));
}

#[test]
fn a_position_whose_known_moves_all_lose_is_not_proved_to_be_lost() {
    let mut store = MemoryStore::default();
    let root = game("");
    let mut growth = Growth::new(&store, &root).unwrap();
    expand(&mut growth, &mut store, [Score::judged(10), Score::judged(5)]);
    for plies in [9, 11] {
        expand(&mut growth, &mut store, [Score::win_in(plies), Score::DRAW]);
    }
    let entry = crate::database::children::entry(&store, &root).unwrap().1.unwrap();
    assert!(entry.value < -20_000 && entry.mate().is_none() && entry.outcome().is_none(), "{entry:?}");
    // One that wins is found by a move, and counts it.
    let mut store = MemoryStore::default();
    let mut growth = Growth::new(&store, &root).unwrap();
    expand(&mut growth, &mut store, [Score::judged(10), Score::judged(5)]);
    expand(&mut growth, &mut store, [Score::loss_in(8), Score::loss_in(8)]);
    let entry = crate::database::children::entry(&store, &root).unwrap().1.unwrap();
    assert_eq!(entry.mate(), Some((SideOutcome::Win, 9)));
}

#[test]
fn a_best_move_that_somebody_wrote_in_is_no_search() {
    // Without a position after it, and with one that a record came to.
    for counted in ["h8", "h8i9"] {
        let mut store = MemoryStore::default();
        let root = game("h8");
        edit(&mut store, &root, |entry| entry.best = Some(Point::new(8, 6))).unwrap();
        edit(&mut store, &game(counted), |entry| entry.count = 1).unwrap();
        let mut growth = Growth::new(&store, &root).unwrap();
        assert_eq!(growth.expanded(), 0, "{counted}");
        assert_eq!(expand(&mut growth, &mut store, [Score::judged(10), Score::judged(5)]), "1");
        assert_eq!((growth.expanded(), growth.next().map(|next| next.moves().len())), (1, Some(2)), "{counted}");
    }
}

#[test]
fn a_search_that_came_to_no_depth_is_one_all_the_same() {
    let mut store = MemoryStore::default();
    let mut growth = Growth::new(&store, &game("h8")).unwrap();
    let cut_off = Line { depth: 0, ..line(1, Score::judged(5), point("i9")) };
    growth.expand(&mut store, &game("h8"), &[cut_off]).unwrap();
    assert_eq!(growth.expanded(), 1);
    assert_eq!(known(&growth), known(&Growth::new(&store, &game("h8")).unwrap()));
}

#[test]
fn a_position_that_other_moves_lead_to_is_found_from_there_at_once() {
    let judged = |text, value| (point(text), Score::judged(value));
    let won = Some((SideOutcome::Win, 9));
    for (score, value, mate) in [(Score::judged(70), 70, None), (Score::win_in(9), 29_991, won)] {
        let mut store = MemoryStore::default();
        let root = game("h8i9c4");
        let mut growth = Growth::new(&store, &root).unwrap();
        for (moves, found) in [
            ("h8i9c4", [judged("d12", 10), judged("m3", 5)]),
            ("h8i9c4d12", [judged("e5", 20), judged("f6", 15)]),
            ("h8i9c4m3", [judged("e5", 30), judged("g11", 25)]),
            ("h8i9c4m3e5", [judged("o1", 10), judged("o2", 5)]),
            // The position after m3 is also that after d12 in the one before.
            ("h8i9c4d12e5", [(point("m3"), score), judged("n14", 0)]),
        ] {
            grow(&mut growth, &mut store, &game(moves), &found);
        }
        let other = entry(&store, &game("h8i9c4m3e5"));
        assert_eq!((other.value, other.best, other.mate()), (value, Some(point("d12")), mate));
        assert_eq!(known(&growth), known(&Growth::new(&store, &root).unwrap()), "{score}");
    }
}

#[test]
fn no_forbidden_move_leads_to_a_position() {
    let size = BoardSize::square(15).unwrap();
    let before = Game::from_text(RuleKind::Renju, size, "g8a1i8c1h7e1h9g1", Rows::FromBottom).unwrap();
    let [legal, forbidden] = ["a15", "h8"].map(|text| before.after(point(text)).unwrap());
    let mut store = MemoryStore::default();
    edit(&mut store, &before, |entry| {
        entry.set_score(Score::judged(5), 5);
        entry.best = Some(point("a15"));
    })
    .unwrap();
    for after in [&legal, &forbidden] {
        edit(&mut store, after, |entry| entry.count = 1).unwrap();
    }
    let mut growth = Growth::new(&store, &before).unwrap();
    growth.link(&PositionKey::of(&forbidden).unwrap().0);
    assert_eq!((growth.expanded(), growth.len()), (1, 2));
}

#[test]
fn a_proof_that_goes_up_several_plies_keeps_its_length() {
    let [a, b, c] = [(0, 0), (1, 1), (4, 2)].map(|(x, y)| Point::new(x, y));
    let position = |moves: &[Point]| {
        let mut game = full_but_for(&[a, b, c]);
        for &point in moves {
            game.place(game.to_move(), point).unwrap();
        }
        game
    };
    let mut store = MemoryStore::default();
    for other in [b, c] {
        edit(&mut store, &position(&[other]), |entry| entry.set_mate(SideOutcome::Win, 3)).unwrap();
    }
    let mut growth = Growth::new(&store, &position(&[])).unwrap();
    grow(&mut growth, &mut store, &position(&[]), &[(a, Score::judged(5))]);
    grow(&mut growth, &mut store, &position(&[a]), &[(b, Score::judged(5))]);
    grow(&mut growth, &mut store, &position(&[a, b]), &[(c, Score::loss_in(2))]);
    let mate = |moves: &[Point]| entry(&store, &position(moves)).mate();
    let mates = [(SideOutcome::Loss, 4), (SideOutcome::Win, 3), (SideOutcome::Loss, 2)];
    assert_eq!([mate(&[]), mate(&[a]), mate(&[a, b])], mates.map(Some));
}

#[test]
fn marks_of_people_stay_and_what_is_not_to_be_played_stays_out() {
    let mut store = MemoryStore::default();
    let marked = [("h8", PositionLabel::FORCED), ("h8h9", PositionLabel::FORCED), ("h8i9", PositionLabel::BLOCKED)];
    for (moves, label) in marked {
        edit(&mut store, &game(moves), |entry| entry.label = label).unwrap();
    }
    let mut growth = Growth::new(&store, &game("h8")).unwrap();
    let found = [(point("h9"), Score::loss_in(10)), (point("i9"), Score::loss_in(8))];
    grow(&mut growth, &mut store, &game("h8"), &found);
    let mates = [(SideOutcome::Loss, 10), (SideOutcome::Win, 9), (SideOutcome::Win, 7)];
    for ((moves, label), mate) in marked.into_iter().zip(mates) {
        let found = entry(&store, &game(moves));
        assert_eq!((found.label, found.mate()), (label, Some(mate)), "{moves}");
    }
    assert_eq!(growth.len(), 2);
    assert_eq!(known(&growth), known(&Growth::new(&store, &game("h8")).unwrap()));
}

#[test]
fn nothing_is_looked_for_where_all_is_decided() {
    let mut store = MemoryStore::default();
    let mut growth = Growth::new(&store, &game("h8")).unwrap();
    expand(&mut growth, &mut store, [Score::win_in(9), Score::judged(0)]);
    assert!(growth.next().is_none());
    let entry = crate::database::children::entry(&store, &game("h8")).unwrap().1.unwrap();
    assert_eq!(entry.mate(), Some((SideOutcome::Win, 9)));
}

#[test]
fn a_five_ends_the_game_whatever_was_found_after_it() {
    let before = game("h8a15h7b15h6c15h5d15");
    let over = before.after(point("h4")).unwrap();
    let after = over.after(point("e15")).unwrap();
    let mut store = MemoryStore::default();
    edit(&mut store, &before, |_| {}).unwrap();
    for (position, outcome, plies) in [(&over, SideOutcome::Win, 1), (&after, SideOutcome::Loss, 0)] {
        edit(&mut store, position, |entry| {
            entry.set_mate(outcome, plies);
            (entry.best, entry.depth) = (Some(point("e15")), 5);
        })
        .unwrap();
    }
    let growth = Growth::new(&store, &over).unwrap();
    assert_eq!((growth.next(), growth.len()), (None, 1));
    assert_eq!(entry(&store, &over).mate(), Some((SideOutcome::Loss, 0)));
    let key = |position: &Game| PositionKey::of(position).unwrap().0;
    // No move leads on from a position that is over, and what the stones say goes up.
    assert_eq!(carry_up(&mut store, &key(&after)).unwrap(), []);
    assert_eq!(carry_up(&mut store, &key(&over)).unwrap(), [key(&before)]);
    assert_eq!(entry(&store, &before).mate(), Some((SideOutcome::Win, 1)));
}

#[test]
fn a_full_board_is_a_draw_and_is_not_asked_for_again() {
    let full = full_but_for(&[]);
    let mut store = MemoryStore::default();
    let mut growth = Growth::new(&store, &full).unwrap();
    assert!(growth.next().is_some());
    growth.expand(&mut store, &full, &[]).unwrap();
    assert_eq!((entry(&store, &full).label, growth.next()), (PositionLabel::DRAW, None));
}

#[test]
fn what_has_no_value_is_worth_nothing_known_and_a_label_what_it_says() {
    let counted = PositionEntry { count: 1, ..PositionEntry::default() };
    let labelled = |label| PositionEntry { label, ..PositionEntry::default() };
    for (child, value, depth, best) in [
        (counted, -50, 5, "d12"),
        (labelled(PositionLabel::LOSS), -50, 5, "d12"),
        // No search has said so.
        (labelled(PositionLabel::DRAW), 0, 1, "m3"),
        (labelled(PositionLabel::WIN), 29_499, 1, "m3"),
    ] {
        let mut store = MemoryStore::default();
        let root = game("h8i9c4");
        let case = format!("{child:?}");
        edit(&mut store, &game("h8i9c4m3"), |entry| *entry = child).unwrap();
        let mut growth = Growth::new(&store, &root).unwrap();
        let found = [(point("d12"), Score::judged(-50)), (point("e5"), Score::judged(-60))];
        grow(&mut growth, &mut store, &root, &found);
        let known_of_root = entry(&store, &root);
        let found = (known_of_root.value, known_of_root.depth, known_of_root.best);
        assert_eq!(found, (value, depth, Some(point(best))), "{case}");
        assert_eq!(known_of_root.outcome(), None, "{case}");
        assert_eq!(known(&growth), known(&Growth::new(&store, &root).unwrap()), "{case}");
    }
}

#[test]
fn a_deeper_value_stays_until_a_move_was_searched_as_deep() {
    // As a database of another program has it, without a best move, and with one of a search that left no children.
    for best in [None, Some(point("e5"))] {
        let mut store = MemoryStore::default();
        let root = game("h8i9c4");
        edit(&mut store, &root, |entry| {
            entry.set_score(Score::judged(30), 20);
            entry.best = best;
        })
        .unwrap();
        let mut growth = Growth::new(&store, &root).unwrap();
        assert_eq!(growth.expanded(), 0);
        let judged = |store: &MemoryStore, growth: &Growth| {
            assert_eq!(known(growth), known(&Growth::new(store, &root).unwrap()));
            let entry = entry(store, &root);
            (entry.value, entry.depth, entry.best)
        };
        let before = (30, 20, best.or(Some(point("d12"))));
        let found = [("d12", 10), ("m3", 5)].map(|(text, value)| (point(text), Score::judged(value)));
        grow(&mut growth, &mut store, &root, &found);
        assert_eq!((judged(&store, &growth), growth.expanded()), (before, 1));
        // What a search of the children finds that is no deeper changes nothing either.
        grow(&mut growth, &mut store, &game("h8i9c4d12"), &[(point("e5"), Score::judged(40))]);
        assert_eq!((judged(&store, &growth), growth.expanded()), (before, 2));
        let deep = Line { depth: 19, ..line(1, Score::judged(-35), point("e5")) };
        growth.expand(&mut store, &game("h8i9c4m3"), &[deep]).unwrap();
        assert_eq!(judged(&store, &growth), (35, 20, Some(point("m3"))));
    }
}

#[test]
fn a_deeper_value_goes_with_its_move() {
    let mut store = MemoryStore::default();
    let (before, root) = (game("h8i9"), game("h8i9c4"));
    for (position, value, depth, best) in [(&before, -30, 14, "c4"), (&root, 30, 13, "d12")] {
        edit(&mut store, position, |entry| {
            entry.set_score(Score::judged(value), depth);
            entry.best = Some(point(best));
        })
        .unwrap();
    }
    let mut growth = Growth::new(&store, &before).unwrap();
    // What the position is worth, and what its move leaves to the one before.
    let judged = |store: &MemoryStore| {
        let [known, before] = [&root, &before].map(|position| entry(store, position));
        ((known.value, known.depth, known.best), (before.value, before.depth))
    };
    grow(
        &mut growth,
        &mut store,
        &root,
        &[("d12", 30), ("m3", 28)].map(|(text, value)| (point(text), Score::judged(value))),
    );
    assert_eq!(judged(&store), ((30, 13, Some(point("d12"))), (-30, 14)));
    // Searched as deep, its move turns out to be bad: the other is the best one that is left, and was not searched as deep.
    let refuted = Line { depth: 12, ..line(1, Score::judged(200), point("e5")) };
    growth.expand(&mut store, &game("h8i9c4d12"), &[refuted]).unwrap();
    assert_eq!(judged(&store), ((28, 5, Some(point("m3"))), (-28, 6)));
    // So a search that is deeper than that of the other, if not as deep as the first, has more to say.
    let worse = Line { depth: 10, ..line(1, Score::judged(100), point("f6")) };
    growth.expand(&mut store, &game("h8i9c4m3"), &[worse]).unwrap();
    assert_eq!(judged(&store), ((-100, 11, Some(point("m3"))), (100, 12)));
    // What goes up brings its depth along: two searches below each other see farther than the one.
    let good = |point| Line { depth: 13, ..line(1, Score::judged(-40), point) };
    growth.expand(&mut store, &game("h8i9c4m3"), &[good(point("f6"))]).unwrap();
    assert_eq!(judged(&store), ((40, 14, Some(point("m3"))), (-40, 15)));
    let answer = Line { depth: 13, ..line(1, Score::judged(50), point("k4")) };
    growth.expand(&mut store, &game("h8i9c4m3f6"), &[answer]).unwrap();
    assert_eq!(judged(&store), ((50, 15, Some(point("m3"))), (-50, 16)));
    assert_eq!(known(&growth), known(&Growth::new(&store, &before).unwrap()));
}

#[test]
fn what_is_expanded_keeps_its_value() {
    let mut store = MemoryStore::default();
    let (root, child) = (game("h8i9c4"), game("h8i9c4d12"));
    edit(&mut store, &child, |entry| {
        entry.set_score(Score::judged(30), 2);
        entry.best = Some(point("e5"));
    })
    .unwrap();
    edit(&mut store, &game("h8i9c4d12e5"), |entry| entry.set_score(Score::judged(-30), 1)).unwrap();
    let mut growth = Growth::new(&store, &root).unwrap();
    let deeper = Line { depth: 9, ..line(1, Score::judged(10), point("d12")) };
    growth.expand(&mut store, &root, &[deeper]).unwrap();
    let known = entry(&store, &child);
    assert_eq!((known.value, known.depth, known.best), (30, 2, Some(point("e5"))));
}

#[test]
fn what_is_known_for_surer_of_a_move_stays() {
    let mut store = MemoryStore::default();
    let root = game("h8i9c4");
    let deep = |depth| move |entry: &mut PositionEntry| entry.set_score(Score::judged(30), depth);
    edit(&mut store, &game("h8i9c4d12"), deep(20)).unwrap();
    edit(&mut store, &game("h8i9c4m3"), deep(2)).unwrap();
    edit(&mut store, &game("h8i9c4e5"), |entry| entry.label = PositionLabel::DRAW).unwrap();
    let mut growth = Growth::new(&store, &root).unwrap();
    let found = [("e5", 20), ("d12", 10), ("m3", 5)].map(|(text, value)| (point(text), Score::judged(value)));
    grow(&mut growth, &mut store, &root, &found);
    let judged = |moves: &str| {
        let entry = entry(&store, &game(moves));
        (entry.label, entry.value, entry.depth)
    };
    assert_eq!(judged("h8i9c4d12"), (PositionLabel::NULL, 30, 20));
    assert_eq!(judged("h8i9c4m3"), (PositionLabel::NULL, -5, 4));
    assert_eq!(judged("h8i9c4e5"), (PositionLabel::DRAW, 0, 0));
    // The position itself is worth what its moves are.
    let entry = entry(&store, &root);
    assert_eq!((entry.value, entry.best), (5, Some(point("m3"))));
    assert_eq!(known(&growth), known(&Growth::new(&store, &root).unwrap()));
}
