//! The record of an entry in a store of ours.
//!
//! ```text
//! record = u8 flags, u32 count where bit 0 is set, u8 x and u8 y of the best move where bit 1 is set, value
//! ```
//!
//! The value is that of a record in a database of Yixin, its text in UTF-8.

use super::PositionEntry;
use super::yixin::{decode, encode};
use crate::charset::Charset;
use crate::point::BoardSize;

/// The flag of a count.
const HAS_COUNT: u8 = 1;
/// The flag of a best move.
const HAS_BEST: u8 = 2;

impl PositionEntry {
    /// What a store of ours keeps of the entry.
    #[must_use]
    pub fn to_stored(&self) -> Vec<u8> {
        let flags = (u8::from(self.count != 0) * HAS_COUNT) | (u8::from(self.best.is_some()) * HAS_BEST);
        let mut bytes = vec![flags];
        if self.count != 0 {
            bytes.extend(self.count.to_le_bytes());
        }
        if let Some(best) = self.best {
            bytes.extend([best.x() as u8, best.y() as u8]);
        }
        encode(self, &mut bytes);
        bytes
    }

    /// The entry that a store of ours keeps as these bytes, or `None` when they are none.
    #[must_use]
    pub fn from_stored(bytes: &[u8], size: BoardSize) -> Option<PositionEntry> {
        let (&flags, mut rest) = bytes.split_first()?;
        let (mut count, mut best) = (0, None);
        if flags & HAS_COUNT != 0 {
            let (number, after) = rest.split_first_chunk()?;
            (count, rest) = (u32::from_le_bytes(*number), after);
        }
        if flags & HAS_BEST != 0 {
            let (&[x, y], after) = rest.split_first_chunk()?;
            best = Some(size.point(x.into(), y.into())?);
            rest = after;
        }
        let (entry, ..) = decode(rest, Some(Charset::UTF_8), size).ok()?;
        Some(PositionEntry { count, best, ..entry })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::point::Point;

    #[test]
    fn count_and_best_move_are_kept_where_there_are_some() {
        let best = Some(Point::new(7, 6));
        for (count, best, bytes) in [
            (0, None, &[0][..]),
            (258, None, &[1, 2, 1, 0, 0]),
            (0, best, &[2, 7, 6]),
            (1, best, &[3, 1, 0, 0, 0, 7, 6]),
        ] {
            let entry = PositionEntry { count, best, ..PositionEntry::default() };
            assert_eq!(entry.to_stored(), bytes);
            assert_eq!(PositionEntry::from_stored(bytes, BoardSize::USUAL), Some(entry));
        }
        // A point beside the board.
        assert_eq!(PositionEntry::from_stored(&[2, 15, 0], BoardSize::USUAL), None);
    }
}
