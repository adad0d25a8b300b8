//! Tests of `board`, from inside.

use super::*;
use crate::random::SplitMix64;
use crate::rule::RuleKind;
use crate::with_rule;

/// An observer that must always know the shapes of every point.
struct Witness {
    shapes: Vec<ShapesPair>,
    changes: Vec<Vec<(Point, ShapesPair)>>,
}

impl Observer for Witness {
    fn begin(&mut self) {
        self.changes.push(Vec::new());
    }

    fn changed(&mut self, point: Point, before: ShapesPair, after: ShapesPair) {
        assert_eq!(self.shapes[point.index()], before);
        self.shapes[point.index()] = after;
        if let Some(changes) = self.changes.last_mut() {
            changes.push((point, before));
        }
    }

    fn undone(&mut self) {
        for (point, before) in self.changes.pop().unwrap().into_iter().rev() {
            self.shapes[point.index()] = before;
        }
    }
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
    let mut witness = Witness { shapes: vec![ShapesPair::EMPTY; CELLS], changes: Vec::new() };
    board.show_all(&mut witness);
    let mut path: Vec<Game> = Vec::new();
    for _ in 0..size.area() * 2 {
        let candidates: Vec<Point> = match board.stones() {
            0 => board.empty().iter().collect(),
            _ => board.candidates().iter().collect(),
        };
        if candidates.is_empty() || (draw(4) == 0 && !path.is_empty()) {
            let Some(before) = path.pop() else { break };
            board.undo(&mut witness);
            game = before;
        } else {
            let point = candidates[draw(candidates.len())];
            path.push(game.clone());
            game.place(board.to_move(), point).unwrap();
            board.play(point, &mut witness);
        }
        assert_eq!(board.key(), game.key());
        let forbidden: PointSet = game.forbidden_points().map(|(point, _)| point).collect();
        assert_eq!(board.forbidden_points(), forbidden);
        assert_eq!(board.last(0), game.moves().last().map(|played| played.point));
        for point in size.points() {
            assert_eq!(witness.shapes[point.index()], board.shapes(point));
        }
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
