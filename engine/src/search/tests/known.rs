//! What a search is told of positions near its root.

use super::*;
use crate::database::{PositionEntry, ValueBound};

#[test]
fn what_is_known_of_positions_near_the_root_is_believed() {
    let size = BoardSize::square(15).unwrap();
    let game = |moves: &str| Game::from_text(RuleKind::Freestyle, size, moves, Rows::FromBottom).unwrap();
    let root = game("h8i9i8g8h9j7");
    let search = |known: Vec<KnownScore>| {
        let request = Request { depth: Some(5), known, ..Request::default() };
        Searcher::new(1 << 20, 1).search(&root, &request, &SearchControl::unlimited(), &mut |_| {}).unwrap()
    };
    let plain = search(Vec::new());
    // Whatever is answered to the best move is known to be good for the one who answers: by a move after it, two plies on.
    let after = |moves: &[Point]| {
        let mut after = root.clone();
        for &point in moves {
            after.play(point).unwrap();
        }
        after
    };
    let best = plain.variation[0];
    let bad = PositionEntry { value: -900, depth: 40, bound: ValueBound::Exact, ..PositionEntry::default() };
    let answers: Vec<Point> = after(&[best]).legal_points().collect();
    let told: Vec<KnownScore> =
        answers.iter().map(|&answer| KnownScore { game: after(&[best, answer]), entry: bad.clone() }).collect();
    let taught = search(told.clone());
    assert_ne!(taught.variation[0], best);
    // So it is where one answer is known to be good at the least, and where the move itself is.
    let [at_most, at_least] = [(-900, ValueBound::Upper), (900, ValueBound::Lower)].map(|(value, bound)| {
        let entry = PositionEntry { value, depth: 40, bound, ..PositionEntry::default() };
        let moves = if value < 0 { vec![best, plain.variation[1]] } else { vec![best] };
        search(vec![KnownScore { game: after(&moves), entry }])
    });
    assert_ne!(at_most.variation[0], best);
    assert_ne!(at_least.variation[0], best);
    // Another move is the best where what it leads to is known to be bad at the best.
    let near = ["g7", "j9"].map(|text| Point::parse(text, size, Rows::FromBottom).unwrap());
    let other = near.into_iter().find(|&point| point != best).unwrap();
    let entry = PositionEntry { value: -900, depth: 40, bound: ValueBound::Upper, ..PositionEntry::default() };
    let raised = search(vec![KnownScore { game: after(&[other]), entry }]);
    assert_eq!((raised.variation[0], raised.score), (other, Score::judged(900)));
    // A value without a search says nothing.
    let shallow = |known: KnownScore| KnownScore { entry: PositionEntry { depth: 0, ..known.entry }, ..known };
    let unmoved = search(told.into_iter().map(shallow).collect());
    assert_eq!((unmoved.nodes, &unmoved.variation), (plain.nodes, &plain.variation));
}

#[test]
fn what_is_known_is_found_at_every_ply_down_to_the_deepest_and_is_not_looked_for_below() {
    let size = BoardSize::square(15).unwrap();
    let game = |moves: &str| Game::from_text(RuleKind::Freestyle, size, moves, Rows::FromBottom).unwrap();
    let entry = PositionEntry { value: 70, depth: 9, bound: ValueBound::Exact, ..PositionEntry::default() };
    let known = ["h8i9i8", "h8i9i8g8"].map(|moves| KnownScore { game: game(moves), entry: entry.clone() });
    let [nearer, deeper] = known.each_ref().map(|known| Board::<Freestyle>::from_game(&known.game).key());
    // In whichever order they are told.
    for order in [[0, 1], [1, 0]] {
        let known = order.map(|i| known[i].clone());
        let scores = KnownScores::new::<Freestyle>(&game("h8i9"), &known, &|| false);
        for (key, ply, found) in [(nearer, 1, true), (deeper, 2, true), (deeper, 3, false)] {
            let depth = scores.probe(key, ply).map(|entry| entry.depth);
            assert_eq!(depth, found.then_some(9), "ply {ply}, {order:?}");
        }
    }
    // Told to end at one of them, the search knows those before it.
    for (end, found) in [(0, [false, false]), (1, [true, false]), (2, [true, true])] {
        let looks = std::cell::Cell::new(0);
        let stop = || looks.replace(looks.get() + 1) == end;
        let scores = KnownScores::new::<Freestyle>(&game("h8i9"), &known, &stop);
        assert_eq!([(nearer, 1), (deeper, 2)].map(|(key, ply)| scores.probe(key, ply).is_some()), found, "{end}");
    }
}
