//! The list of the moves at the root: what is known about each, and the order in which they are searched.

use std::cmp::Reverse;

use smallvec::SmallVec;

use crate::moves::MoveList;
use crate::point::Point;
use crate::score::Score;

/// A move at the root with what is known about it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) point: Point,
    /// Its score in this iteration: none when it was not searched, or only shown to be no better than others.
    pub(super) score: Option<Score>,
    /// Its score in the iteration before.
    pub(super) before: Option<Score>,
    /// Whether it was shown to lose, by the search or by threats.
    pub(super) loses: bool,
    pub(super) variation: SmallVec<[Point; 16]>,
}

/// The moves of the root that are considered, the best first.
#[derive(Default)]
pub(super) struct RootMoves {
    moves: Vec<RootMove>,
    /// How many of them are already settled in this iteration.
    settled: usize,
    /// Whether some moves of the root are not considered, so that the best of the others says little about the position.
    excludes: bool,
}

impl RootMoves {
    /// Moves of which nothing is known yet, in the order in which they are tried; `excludes` tells that others are left out.
    pub(super) fn new(points: impl IntoIterator<Item = Point>, excludes: bool) -> RootMoves {
        let variation = |point| SmallVec::from_slice(&[point]);
        let unknown = |point| RootMove { point, score: None, before: None, loses: false, variation: variation(point) };
        RootMoves { moves: points.into_iter().map(unknown).collect(), settled: 0, excludes }
    }

    /// All of them, those that are settled first.
    pub(super) fn moves(&self) -> &[RootMove] {
        &self.moves
    }

    /// How many are settled in this iteration.
    pub(super) fn settled(&self) -> usize {
        self.settled
    }

    /// The points of those that are not yet settled.
    pub(super) fn left(&self) -> MoveList {
        self.moves[self.settled..].iter().map(|root_move| root_move.point).collect()
    }

    /// The best of those that are not yet settled.
    pub(super) fn best_left(&self) -> &RootMove {
        &self.moves[self.settled]
    }

    /// Whether the best of those that are left is the best of the position.
    pub(super) fn is_whole(&self) -> bool {
        self.settled == 0 && !self.excludes
    }

    /// Whether a move is considered.
    pub(super) fn allows(&self, point: Point) -> bool {
        self.moves.iter().any(|root_move| root_move.point == point)
    }

    /// Those that were shown to lose.
    pub(super) fn lost(&self) -> MoveList {
        self.moves.iter().filter(|root_move| root_move.loses).map(|root_move| root_move.point).collect()
    }

    /// Begins another iteration: none is settled, and the scores there are become those before.
    pub(super) fn begin_iteration(&mut self) {
        for root_move in &mut self.moves {
            root_move.before = root_move.score.take();
        }
        self.settled = 0;
    }

    /// Notes the score of a move, and what is expected after it where the score is more than a bound.
    pub(super) fn note(&mut self, point: Point, score: Score, after: Option<&[Point]>) {
        let root_move = self.moves.iter_mut().find(|root_move| root_move.point == point).expect("a move of the root");
        root_move.loses |= score.is_loss();
        root_move.score = after.map(|_| score);
        if let Some(after) = after {
            root_move.variation.clear();
            root_move.variation.push(point);
            root_move.variation.extend_from_slice(after);
        }
    }

    /// Puts the best of those that are left first. Moves of which only a bound is known keep their order.
    pub(super) fn sort_left(&mut self) {
        self.moves[self.settled..].sort_by_key(|root_move| Reverse((root_move.score, root_move.before)));
    }

    /// The best of those that are left is settled.
    pub(super) fn settle_best(&mut self) {
        self.settled += 1;
    }

    /// Puts so many of the first in the order of their scores: what was thought to be next best may have turned out to be better.
    pub(super) fn sort_first(&mut self, count: usize) {
        self.moves[..count].sort_by_key(|root_move| Reverse(root_move.score));
    }

    /// Puts a move first of those left that was not shown to lose, if there is one, where an iteration has shown only losses of
    /// those before: the others might not lose.
    pub(super) fn prefer_unknown(&mut self) {
        let left = &mut self.moves[self.settled..];
        if left[0].loses
            && let Some(unknown) = left.iter().position(|root_move| !root_move.loses)
        {
            left[..=unknown].rotate_right(1);
        }
    }

    /// The best move was shown to lose after all: it comes last, and none is settled. No more is known of the others than before,
    /// and its own score was wrong.
    pub(super) fn refute_best(&mut self) {
        self.moves[0].score = None;
        self.moves[0].loses = true;
        self.moves.rotate_left(1);
        self.settled = 0;
        self.prefer_unknown();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points() -> [Point; 4] {
        std::array::from_fn(|x| Point::new(x, 0))
    }

    fn order(root: &RootMoves) -> Vec<Point> {
        root.moves().iter().map(|root_move| root_move.point).collect()
    }

    #[test]
    fn a_move_that_was_not_shown_to_lose_comes_before_one_that_was() {
        // Which of four moves lose, how many are settled, and in which order they are then.
        for (loses, settled, expected) in [
            ([true, true, false, false], 0, [2, 0, 1, 3]),
            ([false, true, false, false], 0, [0, 1, 2, 3]),
            ([true, true, true, true], 0, [0, 1, 2, 3]),
            ([true, true, false, true], 1, [0, 2, 1, 3]),
        ] {
            let mut root = RootMoves::new(points(), false);
            root.moves.iter_mut().zip(loses).for_each(|(root_move, loses)| root_move.loses = loses);
            root.settled = settled;
            root.prefer_unknown();
            assert_eq!(order(&root), expected.map(|i| points()[i]), "{loses:?} from {settled} on");
        }
    }

    #[test]
    fn what_is_left_is_sorted_by_its_score_and_then_by_the_one_before() {
        let [a, b, c, d] = points();
        let mut root = RootMoves::new([a, b, c, d], false);
        root.note(c, Score::judged(20), Some(&[]));
        root.begin_iteration();
        root.note(d, Score::judged(10), Some(&[a]));
        root.note(b, Score::judged(30), None);
        root.sort_left();
        assert_eq!(root.left()[..], [d, c, a, b], "a bound counts for nothing");
        assert_eq!((&root.best_left().variation[..], root.is_whole()), (&[d, a][..], true));
        root.settle_best();
        root.note(b, Score::judged(40), Some(&[]));
        root.sort_left();
        assert_eq!((&root.left()[..], root.settled(), root.is_whole()), (&[b, c, a][..], 1, false));
        root.settle_best();
        root.sort_first(2);
        assert_eq!(order(&root), [b, d, c, a]);
        root.begin_iteration();
        assert_eq!(root.left()[..], [b, d, c, a]);
    }

    #[test]
    fn a_refuted_move_comes_last_and_is_known_to_lose() {
        let [a, b, c, d] = points();
        let mut root = RootMoves::new([a, b, c, d], true);
        root.note(a, Score::judged(20), Some(&[]));
        root.note(c, Score::loss_in(4), None);
        root.refute_best();
        assert_eq!((order(&root), &root.lost()[..]), (vec![b, c, d, a], &[c, a][..]));
        assert_eq!(root.moves()[3].score, None);
        assert!(root.allows(a) && !root.allows(Point::new(9, 9)) && !root.is_whole());
    }

    #[test]
    fn what_was_shown_to_lose_does_not_take_the_place_of_a_refuted_move() {
        let [a, b, c, d] = points();
        let mut root = RootMoves::new([a, b, c, d], false);
        root.note(a, Score::loss_in(4), Some(&[]));
        root.note(b, Score::judged(20), Some(&[]));
        root.note(c, Score::judged(10), None);
        root.sort_left();
        root.settle_best();
        assert_eq!(order(&root), [b, a, c, d]);
        root.refute_best();
        assert_eq!((order(&root), &root.lost()[..], root.settled()), (vec![c, a, d, b], &[a, b][..], 0));
    }

    #[test]
    fn a_move_that_was_shown_to_lose_is_known_to_in_later_iterations() {
        let [a, b, ..] = points();
        let mut root = RootMoves::new([a, b], false);
        root.note(a, Score::loss_in(4), None);
        root.begin_iteration();
        root.note(a, Score::judged(10), None);
        assert_eq!(root.lost()[..], [a]);
    }
}
