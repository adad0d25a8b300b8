//! History heuristic: what earlier parts of the search have taught about moves, by themselves (main history) and after
//! another stone (continuation history), and counter moves.

use crate::color::{ByColor, Color};
use crate::point::{CELLS, Point};

/// The largest magnitude of an entry.
const LIMIT: i32 = 8192;

/// Moves a little towards a bonus, ever less the further it is already there.
#[inline]
fn update(entry: &mut i16, bonus: i32) {
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

type Points = [i16; CELLS];

/// History tables of one thread.
pub struct History {
    main: ByColor<Box<Points>>,
    /// Continuation history: by the point of the stone before, then by the move.
    continuation: ByColor<Box<[Points]>>,
    /// Counter moves: the answer that last refuted a stone, by side to answer.
    counter: ByColor<Box<[Option<Point>; CELLS]>>,
}

impl History {
    /// No memory of anything.
    pub fn new() -> History {
        History {
            main: ByColor::from_fn(|_| Box::new([0; CELLS])),
            continuation: ByColor::from_fn(|_| vec![[0; CELLS]; CELLS].into_boxed_slice()),
            counter: ByColor::from_fn(|_| Box::new([None; CELLS])),
        }
    }

    /// Decay: lets what was learned for an earlier position count for less.
    pub fn decay(&mut self) {
        for color in Color::ALL {
            self.main[color].iter_mut().for_each(|entry| *entry /= 2);
        }
    }

    /// History score of a move of `color` on the point: main history and continuation history after the opponent's stone and
    /// after its own before that.
    #[inline]
    pub fn score(&self, color: Color, point: Point, before: [Option<Point>; 2]) -> i32 {
        let mut sum = i32::from(self.main[color][point.index()]);
        let sides = [color, !color];
        for (side, before) in sides.into_iter().zip(before) {
            if let Some(before) = before {
                sum += i32::from(self.continuation[side][before.index()][point.index()]);
            }
        }
        sum
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
        update(&mut self.main[color][point.index()], bonus);
        for (side, before) in [color, !color].into_iter().zip(before) {
            if let Some(before) = before {
                update(&mut self.continuation[side][before.index()][point.index()], bonus);
            }
        }
    }
}

impl Default for History {
    fn default() -> History {
        History::new()
    }
}
