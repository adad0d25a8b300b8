//! Tests of `board`, from inside.

use super::*;
use crate::random::SplitMix64;
use crate::rule::RuleKind;
use crate::with_rule;

/// The shapes of every point, as somebody knows them who reads nothing but the journal.
fn by_journal<R: Rule>(first: &Board<R>, board: &Board<R>) -> [ShapesPair; CELLS] {
    let mut shapes = first.shapes;
    for turn in 0..board.turns() {
        let changed: PointSet = board.changes(turn).iter().map(|change| change.point).collect();
        assert_eq!(changed.len(), board.changes(turn).len(), "each point once");
        for &ShapesChange { point, before, after } in board.changes(turn) {
            assert_eq!(std::mem::replace(&mut shapes[point.index()], after), before, "{point:?}");
        }
    }
    shapes
}

fn play_at_random<R: Rule>(size: BoardSize, seed: u64) {
    let mut random = SplitMix64::new(seed);
    let mut draw = move |n: usize| random.below(n);
    let mut game = Game::new(R::KIND, size);
    for _ in 0..draw(3) {
        let point = Point::new(draw(size.width()), draw(size.height()));
        let _ = game.close(point);
    }
    let mut board = Board::<R>::from_game(&game);
    let first = board.clone();
    let mut path: Vec<Game> = Vec::new();
    for _ in 0..size.area() * 2 {
        let candidates: Vec<Point> = match board.stones() {
            0 => board.empty().iter().collect(),
            _ => board.candidates().iter().collect(),
        };
        if candidates.is_empty() || (draw(4) == 0 && !path.is_empty()) {
            let Some(before) = path.pop() else { break };
            board.undo();
            game = before;
        } else {
            let point = candidates[draw(candidates.len())];
            path.push(game.clone());
            game.place(board.to_move(), point).unwrap();
            board.play(point);
        }
        assert_eq!(board.key(), game.key());
        let keys = path.iter().map(Game::key).chain([game.key()]);
        assert!(keys.eq((0..=board.turns()).map(|turn| board.key_before(turn))), "keys of all turns");
        let forbidden: PointSet = game.forbidden_points().map(|(point, _)| point).collect();
        assert_eq!(board.forbidden_points(), forbidden);
        let is_legal = |&point: &Point| !board.is_forbidden(board.to_move(), point);
        for points in [*board.empty(), board.candidates()] {
            let legal: PointSet = points.iter().filter(is_legal).collect();
            assert_eq!(board.legal(&points), legal);
        }
        assert_eq!(board.last(0), game.moves().last().map(|played| played.point));
        assert_eq!(by_journal(&first, &board), board.shapes);
        if draw(8) == 0 {
            board.check();
            let fresh = Board::<R>::from_game(&game);
            fresh.check();
            assert_eq!(fresh.candidates(), board.candidates());
        }
    }
    board.check();
}

#[test]
fn what_is_kept_follows_from_the_stones() {
    for rule in RuleKind::ALL {
        for (width, height) in [(5, 5), (6, 22), (15, 15), (20, 20), (22, 22)] {
            with_rule!(rule, R => play_at_random::<R>(BoardSize::new(width, height).unwrap(), width as u64));
        }
    }
}

#[test]
fn a_pass_changes_the_turn_alone() {
    let mut board = Board::<crate::rule::Renju>::from_game(
        &Game::from_text(RuleKind::Renju, BoardSize::square(15).unwrap(), "h8h9", Default::default()).unwrap(),
    );
    let (key, last) = (board.key(), board.last(0));
    board.pass();
    assert_eq!((board.to_move(), board.last(0), board.last(1)), (Color::White, None, last));
    assert_ne!(board.key(), key);
    board.check();
    board.undo_pass();
    assert_eq!((board.to_move(), board.key(), board.last(0)), (Color::Black, key, last));
}
