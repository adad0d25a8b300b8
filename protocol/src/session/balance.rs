//! Moves after which the judgement is nearest to a wished one: one move, or one of each side.
//!
//! Two moves are found by two searches: of the side to move, and of its opponent after that, who may have to play badly
//! for it. Lines of the second are told and weighed as lines of the position that was asked about.

use tengen_engine::engine::Line;
use tengen_engine::point::Point;

/// The moves that are wanted, and how far their search has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Balance {
    /// The judgement that is wished for, as the side to move of the position sees it.
    bias: i64,
    stage: BalanceStage,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum BalanceStage {
    /// The only move.
    Single,
    /// The first of two.
    First,
    /// The second of two, after this one.
    Second(Point),
}

impl Balance {
    /// One move.
    pub(super) fn one(bias: i64) -> Balance {
        Balance { bias, stage: BalanceStage::Single }
    }

    /// Two moves.
    pub(super) fn two(bias: i64) -> Balance {
        Balance { bias, stage: BalanceStage::First }
    }

    /// The second search, when this was the first of two and ended with this move.
    pub(super) fn after(self, first: Point) -> Option<Balance> {
        (self.stage == BalanceStage::First).then_some(Balance { stage: BalanceStage::Second(first), ..self })
    }

    /// How many moves are wanted, each of which has a search of its own.
    pub(super) fn moves(self) -> u8 {
        if self.stage == BalanceStage::Single { 1 } else { 2 }
    }

    /// How many searches are left, this one among them.
    pub(super) fn searches_left(self) -> u8 {
        if self.stage == BalanceStage::First { 2 } else { 1 }
    }

    /// A line of this search as a line of the position that was asked about.
    pub(super) fn whole(self, line: Line) -> Line {
        let BalanceStage::Second(first) = self.stage else { return line };
        Line {
            depth: line.depth + 1,
            selective_depth: line.selective_depth + 1,
            score: line.score.before_move(),
            variation: std::iter::once(first).chain(line.variation).collect(),
            ..line
        }
    }

    /// The line whose judgement is nearest to the wished one. Its second move is the best answer to its first, and does
    /// for two moves when there is no time for another search.
    pub(super) fn nearest(self, lines: &[Line]) -> Option<&Line> {
        lines.iter().min_by_key(|line| i64::from(line.score.value()).abs_diff(self.bias))
    }

    /// The moves so far, where this search ended with a move and told no line.
    pub(super) fn moves_with(self, chosen: Option<Point>) -> Vec<Point> {
        let first = if let BalanceStage::Second(first) = self.stage { Some(first) } else { None };
        first.into_iter().chain(chosen).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use tengen_engine::score::Score;

    #[test]
    fn lines_of_the_second_search_are_seen_from_before_the_first_move() {
        let (first, second) = (Point::new(1, 2), Point::new(3, 4));
        let line = |score| Line {
            rank: 1,
            depth: 5,
            selective_depth: 9,
            score,
            nodes: 100,
            elapsed: Duration::ZERO,
            hashfull: 0,
            variation: vec![second],
        };
        let balance = Balance::two(20);
        assert_eq!(balance.whole(line(Score::DRAW)), line(Score::DRAW));
        assert_eq!(Balance::one(20).after(first), None);
        let balance = balance.after(first).unwrap();
        assert_eq!(balance.after(second), None);
        for (told, seen) in [
            (Score::judged(-30), Score::judged(30)),
            (Score::win_in(3), Score::loss_in(4)),
            (Score::loss_in(4), Score::win_in(5)),
        ] {
            let whole = balance.whole(line(told));
            assert_eq!((whole.score, whole.depth, whole.selective_depth), (seen, 6, 10), "{told}");
            assert_eq!(whole.variation, [first, second]);
        }
        let lines = [line(Score::judged(-20)), line(Score::judged(50)), line(Score::loss_in(4))];
        assert_eq!(balance.nearest(&lines), Some(&lines[1]));
        assert_eq!(balance.moves_with(Some(second)), [first, second]);
    }
}
