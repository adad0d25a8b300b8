//! History heuristic: what earlier parts of the search have taught about moves, by themselves (main history) and after
//! another stone (continuation history), and counter moves.

use crate::color::{ByColor, Color};
use crate::point::{CELLS, Point};

/// Saturating history cell: a bonus moves it ever less the nearer it is to its limit ("history gravity").
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct HistoryCell(i16);

impl HistoryCell {
    /// The largest magnitude of a cell.
    const LIMIT: i32 = 8192;

    #[inline]
    fn score(self) -> i32 {
        i32::from(self.0)
    }

    /// Moves the cell towards the limit of the bonus's sign, whose magnitude must not be larger than the limit.
    #[inline]
    fn update(&mut self, bonus: i32) {
        debug_assert!(bonus.abs() <= HistoryCell::LIMIT, "a bonus of {bonus}");
        let old = self.score();
        self.0 = (old + bonus - old * bonus.abs() / HistoryCell::LIMIT) as i16;
    }

    fn halve(&mut self) {
        self.0 /= 2;
    }
}

type Points = [HistoryCell; CELLS];

/// History tables of one thread.
pub struct History {
    main: ByColor<Box<Points>>,
    /// Continuation history: by the side that did not put the stone before, by the point of that stone, then by the move. One
    /// table serves both sides, the one that answers the stone and the one that goes on from it (with a table for each: +2
    /// [-26, +29] Elo).
    continuation: ByColor<Box<[Points]>>,
    /// Counter moves: the answer that last refuted a stone, by side to answer.
    counter: ByColor<Box<[Option<Point>; CELLS]>>,
}

impl History {
    /// Bytes of all tables of one thread.
    pub const BYTES: usize = size_of::<ByColor<(Points, [Points; CELLS], [Option<Point>; CELLS])>>();

    /// No memory of anything.
    pub fn new() -> History {
        History {
            main: ByColor::from_fn(|_| Box::new([HistoryCell::default(); CELLS])),
            continuation: ByColor::from_fn(|_| vec![[HistoryCell::default(); CELLS]; CELLS].into_boxed_slice()),
            counter: ByColor::from_fn(|_| Box::new([None; CELLS])),
        }
    }

    /// Forgets everything, where it stands.
    pub fn forget(&mut self) {
        let History { main, continuation, counter } = self;
        for color in Color::ALL {
            main[color].fill(HistoryCell::default());
            continuation[color].fill([HistoryCell::default(); CELLS]);
            counter[color].fill(None);
        }
    }

    /// Decay: lets what was learned of moves by themselves for an earlier position count for less. Answers to moves stay answers.
    pub fn decay(&mut self) {
        for color in Color::ALL {
            self.main[color].iter_mut().for_each(HistoryCell::halve);
        }
    }

    /// History scores of the moves of `color`: main history and continuation history after the opponent's stone and after its
    /// own before that.
    #[inline]
    pub fn scores(&self, color: Color, before: [Option<Point>; 2]) -> HistoryScores<'_> {
        static NONE: Points = [HistoryCell(0); CELLS];
        let [theirs, ours] = before;
        let after =
            |side: Color, stone: Option<Point>| stone.map_or(&NONE, |stone| &self.continuation[side][stone.index()]);
        HistoryScores([&self.main[color], after(color, theirs), after(!color, ours)])
    }

    /// Counter move: the answer of `color` that last refuted a stone.
    #[inline]
    pub fn counter(&self, color: Color, before: Option<Point>) -> Option<Point> {
        before.and_then(|before| self.counter[color][before.index()])
    }

    /// Update after a beta cutoff: a bonus for the last of the `tried` moves of `color`, which caused it, and a malus for the
    /// others. `bonus` must not be larger than the largest entry.
    pub fn update(&mut self, color: Color, tried: &[Point], before: [Option<Point>; 2], bonus: i32) {
        let Some((&best, others)) = tried.split_last() else { return };
        self.add(color, best, before, bonus);
        for &other in others {
            self.add(color, other, before, -bonus);
        }
        if let Some(before) = before[0] {
            self.counter[color][before.index()] = Some(best);
        }
    }

    fn add(&mut self, color: Color, point: Point, before: [Option<Point>; 2], bonus: i32) {
        self.main[color][point.index()].update(bonus);
        for (side, before) in [color, !color].into_iter().zip(before) {
            if let Some(before) = before {
                self.continuation[side][before.index()][point.index()].update(bonus);
            }
        }
    }
}

/// History scores of the moves of one side in one position: the tables that are added up for each.
pub struct HistoryScores<'a>([&'a Points; 3]);

impl HistoryScores<'_> {
    /// That of a move on the point.
    #[inline]
    pub fn of(&self, point: Point) -> i32 {
        self.0.iter().map(|points| points[point.index()].score()).sum()
    }
}

impl Default for History {
    fn default() -> History {
        History::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_saturates_at_its_limit_from_both_sides() {
        let mut cell = HistoryCell::default();
        cell.update(100);
        assert_eq!(cell.score(), 100);
        (0..1_000).for_each(|_| cell.update(1_365));
        assert!((HistoryCell::LIMIT - 10..=HistoryCell::LIMIT).contains(&cell.score()), "{cell:?}");
        (0..1_000).for_each(|_| cell.update(-1_365));
        assert!((-HistoryCell::LIMIT..=-HistoryCell::LIMIT + 10).contains(&cell.score()), "{cell:?}");
    }

    const BONUS: i32 = 800;

    fn points<const N: usize>() -> [Point; N] {
        std::array::from_fn(|i| Point::new(i, 2 * i))
    }

    #[test]
    fn the_move_that_was_good_enough_rises_and_those_before_it_fall() {
        let [first, second, best, other, theirs, ours] = points();
        let mut history = History::new();
        let before = [Some(theirs), Some(ours)];
        history.update(Color::Black, &[first, second, best], before, BONUS);
        // By itself, after their stone, and after our stone before.
        for (point, expected) in [(best, 3 * BONUS), (first, -3 * BONUS), (second, -3 * BONUS), (other, 0)] {
            assert_eq!(history.scores(Color::Black, before).of(point), expected, "{point:?}");
            assert_eq!(history.scores(Color::Black, [None; 2]).of(point), expected / 3, "{point:?}");
            assert_eq!(history.scores(Color::Black, [Some(theirs), None]).of(point), expected / 3 * 2, "{point:?}");
            assert_eq!(history.scores(Color::Black, [None, Some(ours)]).of(point), expected / 3 * 2, "{point:?}");
            // What stands in another place of the line, or is the other side's, is not the same.
            assert_eq!(history.scores(Color::Black, [Some(ours), Some(theirs)]).of(point), expected / 3, "{point:?}");
            assert_eq!(history.scores(Color::White, before).of(point), 0, "{point:?}");
        }
        for color in Color::ALL {
            let answer = history.counter(color, Some(theirs));
            assert_eq!(answer, (color == Color::Black).then_some(best));
            assert_eq!([history.counter(color, Some(ours)), history.counter(color, None)], [None; 2]);
        }
        history.update(Color::Black, &[], before, BONUS);
        assert_eq!(history.scores(Color::Black, before).of(best), 3 * BONUS, "nothing was tried");
    }

    #[test]
    fn what_is_learned_again_and_again_has_a_limit_and_can_be_unlearned() {
        let [first, best] = points();
        let mut history = History::new();
        let mut last = 0;
        for _ in 0..200 {
            history.update(Color::White, &[first, best], [None; 2], BONUS);
            let now = history.scores(Color::White, [None; 2]).of(best);
            assert!(now >= last && now <= HistoryCell::LIMIT, "{last}, then {now}");
            last = now;
        }
        assert!(last > HistoryCell::LIMIT * 9 / 10, "{last}");
        assert_eq!(history.scores(Color::White, [None; 2]).of(first), -last);
        history.update(Color::White, &[best, first], [None; 2], BONUS);
        // Against what is known there is more to learn: the old value falls by its share besides.
        assert_eq!(history.scores(Color::White, [None; 2]).of(best), last - BONUS - last * BONUS / HistoryCell::LIMIT);
    }

    #[test]
    fn the_tables_take_as_many_bytes_as_is_said() {
        let History { main, continuation, counter } = History::new();
        let bytes =
            |color| size_of_val(&*main[color]) + size_of_val(&*continuation[color]) + size_of_val(&*counter[color]);
        assert_eq!(Color::ALL.map(bytes).iter().sum::<usize>(), History::BYTES);
    }

    #[test]
    fn an_older_search_counts_half() {
        let [best, theirs] = points();
        let mut history = History::new();
        history.update(Color::Black, &[best], [Some(theirs), None], BONUS);
        history.decay();
        assert_eq!(history.scores(Color::Black, [None; 2]).of(best), BONUS / 2);
        // What followed a stone stays: it is about the position and not about the search.
        assert_eq!(history.scores(Color::Black, [Some(theirs), None]).of(best), BONUS / 2 + BONUS);
    }
}
