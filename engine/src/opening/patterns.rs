//! The 26 openings of Renju: their numbers, names and stones, and recognition in all eight views.
//!
//! The first stone stands on the centre, the second beside it (a direct opening) or diagonally beside it (an indirect one),
//! the third within two lines of the centre. Numbers run away from White's side.

use std::fmt;
use std::str::FromStr;

use crate::color::Color;
use crate::game::Game;
use crate::point::{BoardSize, Point};
use crate::symmetry::Symmetry;

/// How the second stone of an opening stands to the first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PatternKind {
    /// Along a row or a column.
    Direct,
    /// Along a diagonal.
    Indirect,
}

impl PatternKind {
    /// The second stone of the canonical view: columns to the right and rows up from the centre.
    const fn second(self) -> Offset {
        match self {
            PatternKind::Direct => (0, 1),
            PatternKind::Indirect => (1, 1),
        }
    }
}

/// Columns to the right of the centre, and rows **up** from it, as books draw the board.
type Offset = (isize, isize);

/// Openings of each kind.
const OF_A_KIND: usize = 13;

struct Named {
    third: Offset,
    kanji: &'static str,
    japanese: &'static str,
    english: &'static str,
}

const fn named(third: Offset, kanji: &'static str, japanese: &'static str, english: &'static str) -> Named {
    Named { third, kanji, japanese, english }
}

/// D1 to D13, then I1 to I13.
const NAMED: [Named; 2 * OF_A_KIND] = [
    named((0, 2), "寒星", "Kansei", "cold star"),
    named((1, 2), "渓月", "Keigetsu", "valley moon"),
    named((2, 2), "疎星", "Sosei", "sparse star"),
    named((1, 1), "花月", "Kagetsu", "flower moon"),
    named((2, 1), "残月", "Zangetsu", "remaining moon"),
    named((1, 0), "雨月", "Ugetsu", "rain moon"),
    named((2, 0), "金星", "Kinsei", "gold star"),
    named((0, -1), "松月", "Shogetsu", "pine moon"),
    named((1, -1), "丘月", "Kyugetsu", "hill moon"),
    named((2, -1), "新月", "Shingetsu", "new moon"),
    named((0, -2), "瑞星", "Zuisei", "lucky star"),
    named((1, -2), "山月", "Sangetsu", "mountain moon"),
    named((2, -2), "遊星", "Yusei", "wandering star"),
    named((2, 2), "長星", "Chosei", "long star"),
    named((2, 1), "峡月", "Kyogetsu", "gorge moon"),
    named((2, 0), "恒星", "Kosei", "fixed star"),
    named((2, -1), "水月", "Suigetsu", "water moon"),
    named((2, -2), "流星", "Ryusei", "shooting star"),
    named((1, 0), "雲月", "Ungetsu", "cloud moon"),
    named((1, -1), "浦月", "Hogetsu", "bay moon"),
    named((1, -2), "嵐月", "Rangetsu", "storm moon"),
    named((0, -1), "銀月", "Gingetsu", "silver moon"),
    named((0, -2), "明星", "Myojo", "morning star"),
    named((-1, -1), "斜月", "Shagetsu", "slanting moon"),
    named((-1, -2), "名月", "Meigetsu", "famous moon"),
    named((-2, -2), "彗星", "Suisei", "comet"),
];

/// One of the 26 openings of Renju, D1 to D13 and I1 to I13.
///
/// ```
/// use tengen_engine::opening::Pattern;
/// let rain_moon: Pattern = "D6".parse().unwrap();
/// assert_eq!((rain_moon.japanese(), rain_moon.english()), ("Ugetsu", "rain moon"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pattern(u8);

impl Pattern {
    /// How many there are.
    pub const COUNT: usize = NAMED.len();

    /// All of them, D1 to D13 and then I1 to I13.
    pub fn all() -> impl ExactSizeIterator<Item = Pattern> + Clone {
        (0..Pattern::COUNT as u8).map(Pattern)
    }

    /// Its place in [`Pattern::all`], from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Direct or indirect.
    #[must_use]
    pub const fn kind(self) -> PatternKind {
        if self.index() < OF_A_KIND { PatternKind::Direct } else { PatternKind::Indirect }
    }

    /// Its number among those of its kind, 1 to 13.
    #[must_use]
    pub const fn number(self) -> usize {
        self.index() % OF_A_KIND + 1
    }

    /// The name as it is written in Japan, such as 雨月.
    #[must_use]
    pub const fn kanji(self) -> &'static str {
        NAMED[self.index()].kanji
    }

    /// The Japanese name in Latin letters, such as Ugetsu.
    #[must_use]
    pub const fn japanese(self) -> &'static str {
        NAMED[self.index()].japanese
    }

    /// What the name means, such as "rain moon".
    #[must_use]
    pub const fn english(self) -> &'static str {
        NAMED[self.index()].english
    }

    /// The three stones of the canonical view, in the order in which they are played, on a board that has a centre.
    #[must_use]
    pub fn stones(self, size: BoardSize) -> [Point; 3] {
        let at = |(dx, dy): Offset| {
            let center = size.center();
            Point::new(center.x().wrapping_add_signed(dx), center.y().wrapping_add_signed(-dy))
        };
        [at((0, 0)), at(self.kind().second()), at(NAMED[self.index()].third)]
    }

    /// The stones in all eight views about the centre, as they lie on a rectangle too.
    pub(crate) fn views(self, size: BoardSize) -> [[Point; 3]; Symmetry::ALL.len()] {
        let center = size.center();
        Symmetry::ALL.map(|view| {
            self.stones(size).map(|stone| {
                let (dx, up) = offset(stone, size);
                let (dx, dy) = view.offset((dx, -up));
                Point::new(center.x().wrapping_add_signed(dx), center.y().wrapping_add_signed(dy))
            })
        })
    }

    /// The opening with which a game began; `None` where stones were set up, put out of turn, or make none of the 26.
    #[must_use]
    pub fn of_game(game: &Game) -> Option<Pattern> {
        let [first, second, third, ..] = game.moves() else { return None };
        let in_turn = [first, second, third].map(|stone| stone.color) == [Color::Black, Color::White, Color::Black];
        let stones = [first, second, third].map(|stone| stone.point);
        Pattern::identify(stones, game.size()).filter(|_| game.set_up_stones().is_empty() && in_turn)
    }

    /// The opening that three stones make, in whichever view, or `None` when they make none of the 26, as on a board
    /// without a centre.
    #[must_use]
    pub fn identify(stones: [Point; 3], size: BoardSize) -> Option<Pattern> {
        let [first, second, third] = stones.map(|stone| offset(stone, size));
        if first != (0, 0) || !size.has_center() {
            return None;
        }
        // One view is enough: the mirror image that keeps the second stone is another of the eight.
        Symmetry::ALL.into_iter().find_map(|view| {
            let (second, third) = (view.offset(second), view.offset(third));
            Pattern::all().find(|pattern| pattern.kind().second() == second && NAMED[pattern.index()].third == third)
        })
    }
}

/// How a point lies to the centre, rows counted up.
fn offset(point: Point, size: BoardSize) -> Offset {
    let center = size.center();
    (point.x() as isize - center.x() as isize, center.y() as isize - point.y() as isize)
}

impl fmt::Display for Pattern {
    /// Its number, such as `D6`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = match self.kind() {
            PatternKind::Direct => 'D',
            PatternKind::Indirect => 'I',
        };
        f.pad(&format!("{letter}{}", self.number()))
    }
}

impl fmt::Debug for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that names none of the 26 openings.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\"{0}\" is none of the 26 openings: write a number (D1 to D13, I1 to I13) or a name (Ugetsu, rain moon)")]
pub struct PatternError(String);

impl FromStr for Pattern {
    type Err = PatternError;

    /// Reads a number or a name, in Japanese or English, in capitals or not.
    fn from_str(text: &str) -> Result<Pattern, PatternError> {
        let is = |name: &str| name.eq_ignore_ascii_case(text);
        Pattern::all()
            .find(|pattern| {
                let Named { kanji, japanese, english, .. } = NAMED[pattern.index()];
                is(&pattern.to_string()) || [kanji, japanese, english].into_iter().any(is)
            })
            .ok_or_else(|| PatternError(text.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::RuleKind;

    const SIZE: BoardSize = BoardSize::square(15).unwrap();

    #[test]
    fn every_opening_is_recognised_in_every_view_by_its_number_and_its_names() {
        for pattern in Pattern::all() {
            for view in Symmetry::ALL {
                let seen = pattern.stones(SIZE).map(|stone| view.point(stone, SIZE));
                assert_eq!(Pattern::identify(seen, SIZE), Some(pattern));
                assert!(pattern.views(SIZE).contains(&seen));
            }
            let rectangle = BoardSize::new(9, 11).unwrap();
            assert!(pattern.views(rectangle).iter().all(|&seen| Pattern::identify(seen, rectangle) == Some(pattern)));
            for name in [&pattern.to_string(), pattern.kanji(), pattern.japanese(), pattern.english()] {
                assert_eq!(name.parse(), Ok(pattern));
                assert_eq!(name.to_lowercase().parse(), Ok(pattern));
            }
            assert_eq!(format!("{pattern:?}"), pattern.to_string());
        }
        for strange in ["", "D0", "D14", "I", "moon"] {
            assert!(strange.parse::<Pattern>().is_err(), "{strange}");
        }
    }

    #[test]
    fn there_are_184_triples_of_26_openings() {
        let mut counts = [0; Pattern::COUNT];
        let center = SIZE.center();
        let mut triples = 0;
        for second in SIZE.points().filter(|&point| point != center) {
            for third in SIZE.points().filter(|&point| point != center && point != second) {
                let legal = center.distance(second) == 1 && center.distance(third) <= 2;
                let found = Pattern::identify([center, second, third], SIZE);
                assert_eq!(found.is_some(), legal, "{second:?} {third:?}");
                triples += usize::from(legal);
                found.iter().for_each(|pattern| counts[pattern.index()] += 1);
            }
        }
        assert_eq!(triples, 184);
        for pattern in Pattern::all() {
            // Half as many where the third stone lies on the axis of the first two.
            let on_axis = ["D1", "D8", "D11", "I1", "I11", "I13"].contains(&pattern.to_string().as_str());
            assert_eq!(counts[pattern.index()], if on_axis { 4 } else { 8 }, "{pattern}");
        }
        let beside = [Point::new(6, 7), Point::new(7, 6), Point::new(8, 7)];
        assert_eq!(Pattern::identify(beside, SIZE), None, "the first stone is not on the centre");
    }

    #[test]
    fn an_opening_is_played_in_turn_about_a_centre() {
        let pattern: Pattern = "D6".parse().unwrap();
        let played = |side: usize, first: Color| {
            let size = BoardSize::square(side).unwrap();
            let mut game = Game::new(RuleKind::Renju, size);
            game.set_to_move(first);
            for stone in pattern.stones(size) {
                game.play(stone).unwrap();
            }
            Pattern::of_game(&game)
        };
        assert_eq!(played(15, Color::Black), Some(pattern));
        assert_eq!(played(15, Color::White), None);
        assert_eq!(played(14, Color::Black), None);
        let mut game = Game::new(RuleKind::Renju, SIZE);
        for (color, stone) in Color::ALL.into_iter().cycle().zip(pattern.stones(SIZE)) {
            game.set_up(color, stone).unwrap();
        }
        assert_eq!(Pattern::of_game(&game), None);
    }
}
