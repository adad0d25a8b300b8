//! Playing strength that can be turned down: how far is read, and how much is overlooked.

use std::hash::{BuildHasher, Hasher, RandomState};

use crate::game::Game;
use crate::point::Point;
use crate::random::SplitMix64;

/// Handicap: how much is used at a level.
#[derive(Clone, Copy)]
struct Handicap {
    /// Nodes to visit for a move.
    nodes: f64,
    /// The share of points that is not seen.
    overlooked: f64,
}

/// The handicap of every tenth level. Between them the nodes grow by the same factor from level to level, and the share that is
/// overlooked falls by the same amount.
const SCALE: [Handicap; 10] = [
    Handicap { nodes: 1.0, overlooked: 0.60 },
    Handicap { nodes: 4.0, overlooked: 0.36 },
    Handicap { nodes: 12.0, overlooked: 0.17 },
    Handicap { nodes: 36.0, overlooked: 0.07 },
    Handicap { nodes: 150.0, overlooked: 0.0 },
    Handicap { nodes: 600.0, overlooked: 0.0 },
    Handicap { nodes: 1400.0, overlooked: 0.0 },
    Handicap { nodes: 3300.0, overlooked: 0.0 },
    Handicap { nodes: 7000.0, overlooked: 0.0 },
    Handicap { nodes: 15_000.0, overlooked: 0.0 },
];
/// Levels from one line of the scale to the next.
const STEP: u8 = 10;

/// Playing strength: a level from 0, which a beginner beats, to 100, which is all there is.
///
/// Below 100 a move is chosen with [`Strength::nodes`], and below 40 each point is overlooked with some chance, other than
/// one on which a five is made. The same seed makes the same choices; without one they are drawn anew for each search.
///
/// Ten levels more are worth about 190 Elo. Each pair of neighbours in 200 games, lower against higher, freestyle and Renju:
///
/// | levels | freestyle | Renju |
/// |---|---|---|
/// | 0, 10 | -215 | -210 |
/// | 10, 20 | -191 | -191 |
/// | 20, 30 | -182 | -164 |
/// | 30, 40 | -196 | -210 |
/// | 40, 50 | -166 | -246 |
/// | 50, 60 | -164 | |
/// | 60, 70 | -189 | |
/// | 70, 80 | -225 | |
/// | 80, 90 | -135 | |
///
/// ```
/// use tengen_engine::{BoardSize, Engine, Game, Limits, Options, RuleKind, Strength};
///
/// let mut engine = Engine::new(Options { strength: Strength::new(20).with_seed(7), ..Options::default() });
/// let game = Game::new(RuleKind::Freestyle, BoardSize::square(15).unwrap());
/// let outcome = engine.search(&game, Limits::none());
/// assert!(game.is_legal(outcome.point().unwrap()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strength {
    level: u8,
    /// What the choices are drawn by; without it they are drawn anew for each search.
    seed: Option<u64>,
}

impl Strength {
    /// The highest level.
    pub const MAX_LEVEL: u8 = 100;
    /// All there is.
    pub const FULL: Strength = Strength { level: Strength::MAX_LEVEL, seed: None };

    /// A level, at most [`Strength::MAX_LEVEL`], that makes other choices each time.
    #[must_use]
    pub fn new(level: u8) -> Strength {
        Strength { level: level.min(Strength::MAX_LEVEL), seed: None }
    }

    /// The same level with the choices of a seed.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Strength {
        Strength { seed: Some(seed), ..self }
    }

    /// The level.
    #[must_use]
    pub fn level(self) -> u8 {
        self.level
    }

    /// Whether nothing is turned down.
    #[must_use]
    pub fn is_full(self) -> bool {
        self.level == Strength::MAX_LEVEL
    }

    /// Nodes to visit for a move, or none when they are not limited.
    #[must_use]
    pub fn nodes(self) -> Option<u64> {
        (!self.is_full()).then(|| self.handicap().nodes.round() as u64)
    }

    /// The handicap of the level, between those of the scale. What follows on the last of them is a tenfold number of nodes.
    fn handicap(self) -> Handicap {
        let index = usize::from(self.level / STEP).min(SCALE.len() - 1);
        let below = SCALE[index];
        let above = SCALE.get(index + 1).copied().unwrap_or(Handicap { nodes: below.nodes * 10.0, ..below });
        let part = f64::from(self.level - index as u8 * STEP) / f64::from(STEP);
        Handicap {
            nodes: below.nodes * (above.nodes / below.nodes).powf(part),
            overlooked: below.overlooked + (above.overlooked - below.overlooked) * part,
        }
    }

    /// Points that the side to move overlooks now, other than those where it makes a five.
    pub(crate) fn overlooked(self, game: &Game) -> Vec<Point> {
        let share = self.handicap().overlooked;
        let seed = self.seed.unwrap_or_else(|| RandomState::new().build_hasher().finish());
        let mut dice = SplitMix64::stream(seed, game.moves().len() as u64);
        let seen = |&point: &Point| game.makes_five(game.to_move(), point);
        game.empty_points().filter(|_| dice.unit() < share).filter(|point| !seen(point)).collect()
    }
}

impl Default for Strength {
    fn default() -> Strength {
        Strength::FULL
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Rules;
    use crate::point::{BoardSize, Rows};
    use crate::rule::RuleKind;

    fn game(text: &str) -> Game {
        Game::from_text(RuleKind::Renju, BoardSize::square(15).unwrap(), text, Rows::FromBottom).unwrap()
    }

    #[test]
    fn the_share_that_is_overlooked_falls_with_the_level() {
        let game = game("h8h9i8i9j8");
        let counts = [0, 25, 39, 40, 99, 100].map(|level| Strength::new(level).with_seed(1).overlooked(&game).len());
        assert!(
            counts[0] > 100 && counts[0] > counts[1] && counts[1] > counts[2] && counts[3..] == [0; 3],
            "{counts:?}"
        );
        assert_eq!(
            [0, 5, 60, 99, 100].map(|level| Strength::new(level).nodes()),
            [Some(1), Some(2), Some(1400), Some(119_149), None]
        );
    }

    #[test]
    fn a_seed_alone_repeats_choices() {
        let game = game("h8h9i8i9j8");
        let is_repeated = |strength: Strength| strength.overlooked(&game) == strength.overlooked(&game);
        assert_eq!([Strength::new(0), Strength::new(0).with_seed(1)].map(is_repeated), [false, true]);
    }

    #[test]
    fn a_five_is_seen_whether_it_ends_the_game_or_not() {
        let size = BoardSize::square(15).unwrap();
        for continuous in [false, true] {
            let rules = Rules { kind: RuleKind::Standard, continuous };
            let four = Game::from_text(rules, size, "h8a1i8c1j8e1k8g1", Rows::FromBottom).unwrap();
            for seed in 0..20 {
                let overlooked = Strength::new(0).with_seed(seed).overlooked(&four);
                let fives = [Point::new(6, 7), Point::new(11, 7)];
                assert!(fives.iter().all(|five| !overlooked.contains(five)), "{four:?}{overlooked:?}");
            }
        }
    }
}
