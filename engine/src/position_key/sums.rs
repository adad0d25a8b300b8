//! Sums of stones: by them one sees without a key which position is surely not known.

use smallvec::SmallVec;

use super::{PositionKey, views};
use crate::color::Color;
use crate::point::{BoardSize, Point};
use crate::symmetry::Symmetry;
use crate::zobrist;

/// The sums of the stones of a position in all the views that keep its board. The least is one for all views, and of
/// hardly any two positions; with a stone less it is found far sooner than the key.
pub(crate) struct ViewSums {
    size: BoardSize,
    sums: SmallVec<[(Symmetry, u64); 8]>,
}

impl ViewSums {
    /// Those of the position of a key.
    pub(crate) fn of(key: &PositionKey) -> ViewSums {
        let size = key.size();
        let mut sums: SmallVec<_> = views(size).map(|view| (view, 0)).collect();
        for color in Color::ALL {
            for point in key.stones(color) {
                sums.iter_mut().for_each(|(view, sum)| *sum ^= word(*view, color, point, size));
            }
        }
        ViewSums { size, sums }
    }

    /// The least of them.
    pub(crate) fn least(&self) -> u64 {
        self.sums.iter().map(|(_, sum)| *sum).min().unwrap_or_default()
    }

    /// The least of those without a stone.
    pub(crate) fn least_without(&self, color: Color, point: Point) -> u64 {
        let sums = self.sums.iter().map(|(view, sum)| sum ^ word(*view, color, point, self.size));
        sums.min().unwrap_or_default()
    }
}

fn word(view: Symmetry, color: Color, point: Point, size: BoardSize) -> u64 {
    zobrist::stone(color, view.point(point, size)).0
}

#[cfg(test)]
mod tests {
    use super::super::PositionViews;
    use super::*;
    use crate::game::Game;
    use crate::point::Rows;
    use crate::rule::RuleKind;

    #[test]
    fn a_position_has_the_same_least_sum_in_all_views_and_without_its_last_stone_that_of_the_one_before() {
        for (width, height, moves) in [(15, 15, "h8i9j7g6"), (15, 15, "h8"), (15, 20, "h8i9j7"), (20, 20, "a1t20")] {
            let size = BoardSize::new(width, height).unwrap();
            let game = Game::from_text(RuleKind::Renju, size, moves, Rows::FromBottom).unwrap();
            let (key, _) = PositionKey::of(&game).unwrap();
            let sums = ViewSums::of(&key);
            assert!(sums.sums.iter().any(|(_, sum)| *sum != sums.least()) || key.len() == 1, "{moves}");
            for point in key.stones(!key.to_move()) {
                let (before, _) = PositionViews::of_key(&key).before(point).unwrap();
                assert_eq!(sums.least_without(!key.to_move(), point), ViewSums::of(&before).least(), "{moves}");
            }
        }
    }
}
