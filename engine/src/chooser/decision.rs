//! What to do in an opening: every demand is answered by search, and the openings to propose by the table of values.

use crate::chooser::judge::{Fourth, Judge};
use crate::chooser::values::{NUMBERS, OpeningValues};
use crate::chooser::{CLEAR, Choice, EVEN, propose, swap2};
use crate::game::Game;
use crate::opening::{Action, Demand, Opening, OpeningRule, Pattern, Region};
use crate::point::Point;
use crate::search::{SearchControl, Searcher};
use crate::symmetry::Symmetry;

/// A decision may cost so many times the nodes of an ordinary move.
const EFFORT: u64 = 4;

/// Nodes of an ordinary move in the first round of a decision in time.
const FIRST_ROUND: u64 = 500;
/// Each round has so many times the nodes of the one before.
const MORE_NODES: u64 = 4;
/// No round has more nodes.
const LAST_ROUND: u64 = FIRST_ROUND << 30;

/// What was decided in an opening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// What to do, in turn: one action, or the stones that one player puts one after another.
    pub actions: Vec<Action>,
    /// What was compared, and what each is worth to who decides, in the unit of the search.
    pub values: Vec<(Action, i32)>,
}

/// Decides what is demanded. `nodes` are those of an ordinary move, `lot` is any number: where several openings are as good
/// it chooses among them. There is nothing to decide when the game is over.
///
/// Equal requests to a searcher that has forgotten everything are decided alike.
pub fn decide(
    searcher: &mut Searcher,
    opening: &Opening,
    nodes: u64,
    lot: u64,
    control: &SearchControl,
) -> Option<Decision> {
    let mut chooser = Chooser { judge: Judge { searcher, control }, opening, nodes: nodes.saturating_mul(EFFORT), lot };
    match opening.demand() {
        _ if opening.game().result().is_some() => None,
        Demand::Stone { number, within, .. } => chooser.stone(number, within),
        Demand::SwapOrKeep { .. } => Some(chooser.color()),
        Demand::SwapOrTwo { .. } => chooser.color_or_two(),
        Demand::Number { most, .. } => chooser.number(most),
        Demand::Offer { count, .. } => Some(chooser.offer(count)),
        Demand::Pick { .. } => chooser.pick(),
        Demand::Fifth { count, within, .. } => chooser.fifth(count, within),
        Demand::Ordinary { .. } => chooser.best(Region::Anywhere),
    }
}

/// The same as [`decide`] for as long as there is time, with more nodes from round to round; the last round that was finished
/// counts, and the first one in any case.
pub fn decide_in_time(
    searcher: &mut Searcher,
    opening: &Opening,
    lot: u64,
    control: &SearchControl,
) -> Option<Decision> {
    let mut nodes = FIRST_ROUND;
    let mut best = decide(searcher, opening, nodes, lot, control);
    while best.is_some() && nodes < LAST_ROUND && !control.is_over() {
        nodes *= MORE_NODES;
        let next = decide(searcher, opening, nodes, lot, control);
        if !control.is_over() {
            best = next;
        }
    }
    best
}

struct Chooser<'a> {
    judge: Judge<'a>,
    opening: &'a Opening,
    /// For the whole decision.
    nodes: u64,
    lot: u64,
}

impl Chooser<'_> {
    fn game(&self) -> &Game {
        self.opening.game()
    }

    /// One of some equally good things.
    fn draw<T: Copy>(&self, among: &[T]) -> Option<T> {
        let index = self.lot.checked_rem(among.len() as u64)?;
        among.get(index as usize).copied()
    }

    fn stone(&mut self, number: usize, within: Region) -> Option<Decision> {
        match self.opening.rule() {
            OpeningRule::Swap | OpeningRule::Swap2 => Some(self.three_anywhere()),
            OpeningRule::Pro { .. } | OpeningRule::LongPro | OpeningRule::Free => self.best(within),
            _ if number <= 3 => self.pattern(),
            _ if number == 4 => self.fourth(within),
            _ => self.even(within),
        }
    }

    /// What is left of three stones that leave both colours alike.
    fn three_anywhere(&mut self) -> Decision {
        let empty = Game::new(self.game().rules(), self.game().size());
        let (views, lot) = (Symmetry::ALL.len() as u64, self.lot);
        let wanted = propose(self.judge.searcher, &empty, (lot / views) as usize, self.judge.control);
        let size = empty.size();
        // A view of another size is none of this board.
        let view = Some(Symmetry::ALL[(lot % views) as usize]).filter(|view| view.size(size) == size);
        let wanted = wanted.into_iter().map(|point| view.map_or(point, |view| view.point(point, size)));
        // Where somebody began otherwise the next stones stand on the first of them that are empty.
        let free = wanted.chain(size.points());
        let free = free.filter(|&point| self.game().cell(point).color().is_none());
        let left = 3 - self.game().moves().len();
        stones(free.take(left).collect())
    }

    /// The stones of an opening that suits the rule: all that the same player puts.
    fn pattern(&mut self) -> Option<Decision> {
        let size = self.game().size();
        let begun: Vec<Point> = self.game().moves().iter().map(|played| played.point).collect();
        let mut found: Vec<([Point; 3], i32)> = Vec::new();
        for pattern in Pattern::all() {
            let distance = self.distance(pattern)?;
            let views = Symmetry::ALL.map(|view| pattern.stones(size).map(|stone| view.point(stone, size)));
            let fitting = views.into_iter().find(|stones| stones.starts_with(&begun));
            found.extend(fitting.filter(|_| distance < i32::MAX).map(|stones| (stones, distance)));
        }
        let least = found.iter().map(|&(_, distance)| distance).min()?;
        let good: Vec<[Point; 3]> =
            found.iter().filter(|&&(_, distance)| distance <= least.max(EVEN)).map(|&(stones, _)| stones).collect();
        let chosen = self.draw(&good)?;
        let alone = matches!(
            self.opening.rule(),
            OpeningRule::RenjuSwap | OpeningRule::Tarannikov | OpeningRule::Taraguchi { .. }
        );
        let end = if alone { begun.len() + 1 } else { chosen.len() };
        let values = if end == chosen.len() {
            found.iter().map(|&(stones, distance)| (Action::Stone(stones[2]), -distance)).collect()
        } else {
            Vec::new()
        };
        Some(Decision { values, ..stones(chosen[begun.len()..end].to_vec()) })
    }

    /// How far from even an opening is under the rule, both sides doing their best: more than any value when it is banned.
    fn distance(&self, pattern: Pattern) -> Option<i32> {
        let values = OpeningValues::of(pattern);
        Some(match self.opening.rule() {
            OpeningRule::Designated(wanted) => i32::from(pattern != wanted) * i32::MAX,
            OpeningRule::Rif | OpeningRule::RenjuSwap => values.by_number[1].abs(),
            OpeningRule::Yamaguchi { most } => nearest(&values, most)?.1.abs(),
            OpeningRule::Soosyrv { .. } => values.even,
            OpeningRule::Taraguchi { fifths, .. } => offer(&values, fifths).max(0),
            _ => 0,
        })
    }

    /// The fourth stone, or of those that are alike the first.
    fn fourth(&mut self, within: Region) -> Option<Decision> {
        let size = self.game().size();
        let inside = |point: Point| within.contains(point, size);
        let count = |number: u8| usize::from(number);
        // What each fourth is worth to who puts it.
        type Worth = Box<dyn Fn(&Fourth) -> i32>;
        let (most, worth): (usize, Worth) = match self.opening.rule() {
            OpeningRule::Tarannikov => {
                let mut lines = self.judge.lines(self.opening.game(), EVEN_FOURTHS, self.nodes, inside);
                lines.sort_by_key(|&(_, value)| value.abs());
                return one(lines.into_iter().map(|(point, value)| (Action::Stone(point), -value.abs())).collect());
            }
            OpeningRule::Soosyrv { most } => {
                (count(most), Box::new(move |fourth| -fourth.most_even(count(most)).1.abs()))
            }
            OpeningRule::Taraguchi { fifths, .. } => {
                (count(fifths), Box::new(move |fourth| -fourth.offer(count(fifths)).max(0)))
            }
            _ => {
                let number = count(self.opening.declared().unwrap_or(RIF_FIFTHS));
                (number, Box::new(move |fourth| -fourth.offer(number)))
            }
        };
        let fourths = self.judge.fourths(self.opening.game(), most, self.nodes, inside);
        let mut valued: Vec<(Action, i32)> =
            fourths.iter().map(|fourth| (Action::Stone(fourth.point), worth(fourth))).collect();
        valued.sort_by_key(|&(_, value)| -value);
        one(valued)
    }

    /// The stone after which neither colour is better.
    fn even(&mut self, within: Region) -> Option<Decision> {
        let size = self.game().size();
        let inside: Vec<Point> = self.game().empty_points().filter(|&point| within.contains(point, size)).collect();
        let symmetries = crate::chooser::judge::symmetries(self.game());
        let distinct = symmetries.map_or(inside.clone(), |symmetries| symmetries.distinct(inside));
        let even = self.judge.most_even(self.opening.game(), &distinct, self.nodes);
        one(even.into_iter().map(|(point, value)| (Action::Stone(point), -value.abs())).collect())
    }

    /// The best stone in a region.
    fn best(&mut self, within: Region) -> Option<Decision> {
        let size = self.game().size();
        let found = self.judge.best(self.opening.game(), self.nodes, |point| within.contains(point, size))?;
        one(vec![(Action::Stone(found.variation[0]), found.score.value())])
    }

    /// The better colour.
    fn color(&mut self) -> Decision {
        let black = self.black();
        let by = self.opening.demand().by();
        let own = if self.opening.black() == by { black } else { -black };
        let action = if own < -CLEAR { Action::Swap } else { Action::Keep };
        Decision { actions: vec![action], values: vec![(Action::Swap, -own), (Action::Keep, own)] }
    }

    /// What the position is worth to Black when the rest of the opening is made as well as can be.
    fn black(&mut self) -> i32 {
        let game = self.opening.game();
        let values = self.opening.pattern().map(OpeningValues::of);
        match (self.opening.rule(), game.moves().len(), values) {
            (OpeningRule::Rif | OpeningRule::RenjuSwap, 3, Some(values)) => offer(&values, RIF_FIFTHS),
            (OpeningRule::Yamaguchi { .. }, 3, Some(values)) => {
                let number = self.opening.declared().unwrap_or(1);
                if usize::from(number) <= NUMBERS {
                    return offer(&values, number);
                }
                let fourths = self.judge.fourths(game, number.into(), self.nodes, |_| true);
                fourths.iter().map(|fourth| fourth.offer(number.into())).min().unwrap_or(0)
            }
            // Who does not put the fourth may choose again, so Black is never the worse side.
            (OpeningRule::Soosyrv { .. }, 3, Some(values)) => {
                if values.even > EVEN {
                    values.even
                } else {
                    0
                }
            }
            (OpeningRule::Taraguchi { fifths, .. }, 3, Some(values)) => offer(&values, fifths).max(0),
            (OpeningRule::Soosyrv { .. }, 4, _) => {
                let count = self.opening.declared().unwrap_or(1);
                worst(&self.judge.fifths(game, count.into(), self.nodes), count)
            }
            // The next stone can still make it even.
            (OpeningRule::Tarannikov, 1..=4, _) | (OpeningRule::Taraguchi { .. }, 1..=2, _) => 0,
            _ => self.judge.black(game, self.nodes),
        }
    }

    fn color_or_two(&mut self) -> Option<Decision> {
        let (choice, found) = swap2(self.judge.searcher, self.opening.game(), Some(self.nodes), self.judge.control);
        let own = found.map_or(0, |found| found.score.value());
        let action = match choice {
            Choice::Swap => Action::Swap,
            Choice::Stones(points) => Action::Two(points.as_slice().try_into().ok()?),
            Choice::Move(_) | Choice::Nothing => Action::Keep,
        };
        Some(Decision { actions: vec![action], values: vec![(Action::Swap, -own), (Action::Keep, own)] })
    }

    /// The number of fifths with which both colours are alike.
    fn number(&mut self, most: u8) -> Option<Decision> {
        let values: Vec<(Action, i32)> = match self.game().moves().len() {
            3 => {
                let values = OpeningValues::of(self.opening.pattern()?);
                let numbers = 1..=most.min(NUMBERS as u8);
                numbers.map(|number| (Action::Number(number), -offer(&values, number).abs())).collect()
            }
            _ => {
                let fifths = self.judge.fifths(self.opening.game(), most.into(), self.nodes);
                (1..=most).map(|number| (Action::Number(number), -worst(&fifths, number).abs())).collect()
            }
        };
        // Of equal numbers the least.
        let best = values.iter().rev().max_by_key(|(_, value)| *value)?.0.clone();
        Some(Decision { actions: vec![best], values })
    }

    /// The best fifths for Black.
    fn offer(&mut self, count: u8) -> Decision {
        let mut fifths = self.judge.fifths(self.opening.game(), count.into(), self.nodes);
        fifths.truncate(count.into());
        let values = fifths.iter().map(|&(point, value)| (Action::Stone(point), value)).collect();
        let points = fifths.into_iter().map(|(point, _)| point).collect();
        Decision { actions: vec![Action::Offer(points)], values }
    }

    /// The fifth that is best for White.
    fn pick(&mut self) -> Option<Decision> {
        let offered = self.judge.each(self.opening.game(), self.opening.offered(), self.nodes);
        let mut values: Vec<(Action, i32)> =
            offered.into_iter().map(|(point, value)| (Action::Pick(point), -value)).collect();
        values.sort_by_key(|&(_, value)| -value);
        one(values)
    }

    /// Many fifths where even the worst of them is good for Black, or else a single one that leaves both colours alike.
    fn fifth(&mut self, count: u8, within: Region) -> Option<Decision> {
        let fifths = self.judge.fifths(self.opening.game(), count.into(), self.nodes / 2);
        if worst(&fifths, count) > CLEAR {
            let points = fifths.iter().take(count.into()).map(|&(point, _)| point).collect();
            let values =
                fifths.iter().take(count.into()).map(|&(point, value)| (Action::Stone(point), value)).collect();
            return Some(Decision { actions: vec![Action::Offer(points)], values });
        }
        self.even(within)
    }
}

/// Fourths among which the most even is chosen where any can still be made even.
const EVEN_FOURTHS: usize = 12;
/// Fifths that are offered where nobody says how many.
const RIF_FIFTHS: u8 = 2;

/// The value of an offer by the table, of its longest offer where it knows none so long.
fn offer(values: &OpeningValues, count: u8) -> i32 {
    values.by_number[usize::from(count).clamp(1, NUMBERS) - 1]
}

/// The value of an offer of some fifths, the best of which come first: White picks the worst.
fn worst(fifths: &[(Point, i32)], count: u8) -> i32 {
    let count = usize::from(count).clamp(1, fifths.len().max(1));
    fifths.get(count - 1).map_or(0, |&(_, value)| value)
}

/// The number of fifths with which an opening is nearest to even, and its value then.
fn nearest(values: &OpeningValues, most: u8) -> Option<(u8, i32)> {
    let numbers = 1..=most.min(NUMBERS as u8);
    numbers.map(|number| (number, offer(values, number))).min_by_key(|(_, value)| value.abs())
}

/// A decision for the first of some actions.
fn one(values: Vec<(Action, i32)>) -> Option<Decision> {
    let actions = vec![values.first()?.0.clone()];
    Some(Decision { actions, values })
}

fn stones(points: Vec<Point>) -> Decision {
    Decision { actions: points.into_iter().map(Action::Stone).collect(), values: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opening::{Sameness, Seat, walk};
    use crate::point::{BoardSize, Rows};
    use crate::search::time::Budget;

    const SIZE: BoardSize = BoardSize::square(15).unwrap();

    fn opening(rule: &str, actions: &str) -> Opening {
        let rule: OpeningRule = rule.parse().unwrap();
        let mut opening = Opening::new(rule, rule.usual_rule(), SIZE, Sameness::Shape).unwrap();
        walk(&mut opening, actions, Rows::FromBottom).unwrap_or_else(|error| panic!("{rule}: {error}"));
        opening
    }

    fn decided(opening: &Opening, nodes: u64, lot: u64) -> Decision {
        let mut searcher = Searcher::new(1 << 20, 1);
        let control = SearchControl::new(std::time::Instant::now(), Budget::UNLIMITED);
        decide(&mut searcher, opening, nodes, lot, &control).expect("the game is not over")
    }

    fn text(opening: &Opening, nodes: u64) -> String {
        let Decision { actions, values } = decided(opening, nodes, 0);
        let texts: Vec<String> = actions.iter().map(|action| action.to_text(SIZE, Rows::FromBottom)).collect();
        assert!(!values.is_empty());
        texts.join(" ")
    }

    #[test]
    fn every_opening_is_made_to_its_end_without_a_fault() {
        for rule in [
            "free",
            "pro",
            "pro-anywhere",
            "longpro",
            "swap",
            "swap2",
            "designated:I5",
            "renjuswap",
            "rif",
            "yamaguchi",
            "yamaguchi1",
            "soosyrv8",
            "soosyrv4",
            "tarannikov",
            "taraguchi10",
            "taraguchi5",
        ] {
            let mut games = Vec::new();
            for lot in [0, 7, 1_000_003] {
                let mut opening = opening(rule, "");
                while opening.game().moves().len() < 7 {
                    for action in decided(&opening, 40, lot).actions {
                        let by = opening.demand().by();
                        opening.act(by, action).unwrap_or_else(|error| panic!("{rule}: {error}: {opening:?}"));
                    }
                }
                assert!(opening.is_over());
                games.push(opening.game().to_text(Rows::FromBottom));
            }
            let alike = ["designated:I5", "free", "pro", "pro-anywhere", "longpro"].contains(&rule);
            assert!(alike || games[0] != games[1] || games[1] != games[2], "{rule}: always {}", games[0]);
        }
    }

    #[test]
    fn no_two_fifths_of_an_offer_are_the_same() {
        let mut seen_symmetric = 0;
        for (index, pattern) in Pattern::all().enumerate() {
            let [first, second, third] = pattern.stones(SIZE);
            // Fourths one after another, and one that makes the four stones symmetric where there is one.
            let fourths: Vec<Point> = SIZE.points().filter(|point| ![first, second, third].contains(point)).collect();
            let order = |&&fourth: &&Point| {
                crate::opening::Symmetries::of([first, third], [second, fourth], SIZE, Sameness::Shape).order()
            };
            let symmetric = fourths.iter().max_by_key(order).unwrap();
            for fourth in [fourths[index * 7], fourths[100 + index], *symmetric] {
                let number = 1 + index % 10;
                let mut opening = opening(&format!("yamaguchi{number}"), "");
                for stone in [first, second, third] {
                    opening.act(Seat::A, Action::Stone(stone)).unwrap();
                }
                opening.act(Seat::A, Action::Number(number as u8)).unwrap();
                opening.act(Seat::B, Action::Keep).unwrap();
                opening.act(Seat::B, Action::Stone(fourth)).unwrap();
                seen_symmetric += usize::from(opening.symmetries().unwrap().order() > 1);
                let Decision { actions, values } = decided(&opening, 30, 0);
                assert_eq!(values.len(), number);
                opening.act(Seat::A, actions[0].clone()).unwrap_or_else(|error| panic!("{error}: {opening:?}"));
            }
        }
        assert!(seen_symmetric >= Pattern::COUNT);
    }

    #[test]
    fn the_better_colour_is_taken() {
        for (rule, actions, expected) in [
            // Two black stones together and the white one far away, and the other way round.
            ("swap", "A:h8 a1 h9", "swap"),
            ("swap", "A:a1 h8 o15", "keep"),
            ("swap2", "A:h8 a1 h9", "swap"),
            ("swap2", "A:a1 h8 o15", "keep"),
            ("swap2", "A:a1 h8 o15; B:two i9 o1", "keep"),
            ("swap2", "A:h8 a1 h9; B:two a15 i9", "swap"),
            // D4 is won by Black with two fifths, and by White with many; I13 is White's in any case.
            ("rif", "A:h8 h9 i9", "swap"),
            ("rif", "A:h8 i9 f6", "keep"),
            ("yamaguchi", "A:h8 h9 i9; A:declare 1", "swap"),
            ("yamaguchi", "A:h8 h9 i9; A:declare 12", "keep"),
            ("taraguchi10", "A:h8;B:keep;B:h9;A:keep;A:i9", "keep"),
            // The fourth stone far away: with one fifth Black is better, and his offer of many is not.
            ("soosyrv8", "A:h8 h9 i9; B:keep; B:a1; B:declare 1", "keep"),
            ("soosyrv8", "A:h8 i9 f6; B:keep; B:h7; B:declare 8", "swap"),
            // Three black stones together, and three that are not.
            ("tarannikov", "A:h8;B:keep;B:h9;A:keep;A:i8;B:keep;B:g5;A:keep;A:i7", "swap"),
            ("tarannikov", "A:h8;B:keep;B:i9;A:keep;A:f6;B:keep;B:i8;A:keep;A:d4", "keep"),
            ("tarannikov", "A:h8", "keep"),
        ] {
            assert_eq!(text(&opening(rule, actions), 3000), expected, "{rule}: {actions}");
        }
    }

    #[test]
    fn white_picks_the_worst_of_the_fifths_and_black_offers_the_best() {
        let actions = "A:h8 h9 i9; A:declare 3; B:keep; B:a1; A:offer j10 o15 g7";
        assert_eq!(text(&opening("yamaguchi", actions), 3000), "pick o15");
        let offer = opening("yamaguchi", "A:h8 h9 i9; A:declare 2; B:keep; B:a1");
        let Decision { actions, values } = decided(&offer, 3000, 0);
        let [Action::Offer(points)] = &actions[..] else { panic!("{actions:?}") };
        assert!(points.iter().all(|point| point.distance(SIZE.center()) <= 3), "{actions:?}");
        assert!(values.is_sorted_by_key(|(_, value)| -value) && values[1].1 > CLEAR, "{values:?}");
    }

    #[test]
    fn ten_fifths_are_offered_where_even_the_worst_is_good() {
        let strong = "A:h8;B:keep;B:h9;A:keep;A:i9;B:keep;B:e5";
        assert!(text(&opening("taraguchi5", strong), 3000).starts_with("offer "));
        let weak = "A:h8;B:keep;B:i9;A:keep;A:f6;B:keep;B:i8";
        let single = text(&opening("taraguchi10", weak), 3000);
        assert!(Point::parse(&single, SIZE, Rows::FromBottom).is_some(), "{single}");
    }

    #[test]
    fn a_number_makes_an_opening_even() {
        let number = |pattern: &str| {
            let stones = pattern.parse::<Pattern>().unwrap().stones(SIZE).map(Action::Stone);
            let mut opening = opening("yamaguchi", "");
            stones.into_iter().for_each(|stone| opening.act(Seat::A, stone).unwrap());
            match decided(&opening, 10, 0).actions[..] {
                [Action::Number(number)] => number,
                ref other => panic!("{other:?}"),
            }
        };
        assert!(number("D4") > number("D3"), "the stronger the opening the more fifths");
        assert_eq!(number("I13"), 1);
    }
}
