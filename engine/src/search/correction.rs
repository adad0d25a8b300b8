//! Correction history: how far off the static evaluation was in earlier parts of the search, where positions had something
//! in common.

use crate::color::{ByColor, Color};
use crate::eval::threat_mask::ThreatMask;
use crate::point::{CELLS, Point};
use crate::search::params::UNIT;

/// Parts of the unit of a [`crate::score::Score`] in which entries are kept.
const PRECISION: i32 = 64;
/// The largest magnitude of what is learned at once, which an entry holds.
const LIMIT: i32 = 400;
const _: () = assert!(LIMIT * PRECISION <= i16::MAX as i32);

/// Correction keys: what positions may have in common, for the same side to move.
#[derive(Clone, Copy, Debug)]
pub struct CorrectionKeys {
    /// The threats of both sides.
    pub threats: ThreatMask,
    /// The opponent's last stone, and the one before it.
    pub before: [Option<Point>; 2],
}

type Points = [i16; CELLS];

/// Correction history of one thread, by side to move. An entry is how much too low the evaluation was.
pub struct Correction {
    threats: ByColor<Box<[i16; ThreatMask::COUNT]>>,
    last: ByColor<Box<Points>>,
    /// By the stone before the last, then by the last.
    lasts: ByColor<Box<[Points]>>,
}

impl Correction {
    /// Bytes of all tables of one thread.
    pub const BYTES: usize = size_of::<ByColor<([i16; ThreatMask::COUNT], Points, [Points; CELLS])>>();

    /// No memory of anything.
    pub fn new() -> Correction {
        Correction {
            threats: ByColor::from_fn(|_| Box::new([0; ThreatMask::COUNT])),
            last: ByColor::from_fn(|_| Box::new([0; CELLS])),
            lasts: ByColor::from_fn(|_| vec![[0; CELLS]; CELLS].into_boxed_slice()),
        }
    }

    /// Forgets everything, where it stands.
    pub fn forget(&mut self) {
        let Correction { threats, last, lasts } = self;
        for color in Color::ALL {
            threats[color].fill(0);
            last[color].fill(0);
            lasts[color].fill([0; CELLS]);
        }
    }

    /// Correction: what is to be added to the evaluation for the side to move, as the sum of all entries.
    #[inline]
    pub fn correction(&self, to_move: Color, correction_keys: CorrectionKeys) -> i32 {
        let [last, before] = correction_keys.before.map(index);
        let entries = [
            self.threats[to_move][correction_keys.threats.index()],
            self.last[to_move][last],
            self.lasts[to_move][before][last],
        ];
        entries.into_iter().map(i32::from).sum::<i32>() / PRECISION
    }

    /// Update: moves all entries towards `error`, by which the corrected evaluation was too low, a `share` of the way, in
    /// parts of [`UNIT`].
    pub fn update(&mut self, to_move: Color, correction_keys: CorrectionKeys, error: i32, share: i32) {
        let [last, before] = correction_keys.before.map(index);
        let entries = [
            &mut self.threats[to_move][correction_keys.threats.index()],
            &mut self.last[to_move][last],
            &mut self.lasts[to_move][before][last],
        ];
        let goal = error.clamp(-LIMIT, LIMIT) * PRECISION;
        for entry in entries {
            let old = i32::from(*entry);
            *entry = (old + (goal - old) * share / UNIT) as i16;
        }
    }
}

/// The place of what is remembered of a stone; that of a pass is the place of no point.
#[inline]
fn index(stone: Option<Point>) -> usize {
    stone.map_or(0, Point::index)
}

impl Default for Correction {
    fn default() -> Correction {
        Correction::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_take_as_many_bytes_as_is_said() {
        let Correction { threats, last, lasts } = Correction::new();
        let bytes = |color| size_of_val(&*threats[color]) + size_of_val(&*last[color]) + size_of_val(&*lasts[color]);
        assert_eq!(Color::ALL.map(bytes).iter().sum::<usize>(), Correction::BYTES);
    }

    #[test]
    fn what_is_learned_is_found_again_and_for_nobody_else() {
        let mut correction = Correction::new();
        let correction_keys = CorrectionKeys { threats: ThreatMask(5), before: [Some(Point::new(3, 4)), None] };
        correction.update(Color::Black, correction_keys, 60, UNIT);
        assert_eq!(correction.correction(Color::Black, correction_keys), 3 * 60);
        assert_eq!(correction.correction(Color::White, correction_keys), 0);
        let other = CorrectionKeys { threats: ThreatMask(6), ..correction_keys };
        assert_eq!(correction.correction(Color::Black, other), 2 * 60);
        correction.update(Color::Black, correction_keys, -100_000, UNIT);
        assert_eq!(correction.correction(Color::Black, correction_keys), -3 * LIMIT);
        correction.update(Color::Black, correction_keys, 0, UNIT / 2);
        assert_eq!(correction.correction(Color::Black, correction_keys), -3 * LIMIT / 2);
    }
}
