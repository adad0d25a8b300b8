//! What to do in an opening: every demand is answered by search, and the openings to propose by the table of values.

use crate::chooser::judge::{self, Fourth, Judge};
use crate::chooser::values::{NUMBERS, OpeningValues};
use crate::chooser::{CLEAR, EVEN, EvenThree, Extent, UNCLEAR, proposal};
use crate::game::Game;
use crate::opening::{Action, Demand, Fifths, Opening, OpeningRule, Pattern, Region, Sameness, Symmetries};
use crate::point::Point;
use crate::random::SplitMix64;
use crate::search::{SearchControl, Searcher};
use crate::symmetry::Symmetry;

/// A decision may cost so many times the nodes of an ordinary move.
const EFFORT: u64 = 4;

/// Nodes of an ordinary move in the first round of a decision in time.
const FIRST_ROUND: u64 = 500;
/// Each round has so many times the nodes of the one before.
const MORE_NODES: u64 = 4;
/// Nodes of an ordinary move where nothing limits the time of a decision.
const UNTIMED_NODES: u64 = 50_000;

/// What was decided in an opening. Of a whole turn the values are those of what was decided first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Decision {
    /// What to do, in turn: one action, or the stones that one player puts one after another.
    pub actions: Vec<Action>,
    /// What that is worth to who decides, in the unit of the search, where it is known.
    pub value: Option<i32>,
    /// What was compared, and what each is worth to who decides.
    pub values: Vec<(Vec<Action>, i32)>,
}

/// Decides what is demanded. `nodes` are those of an ordinary move, `lot` is any number: where several openings are as good
/// it chooses among them. There is nothing to decide when the game is over.
///
/// Equal requests to a searcher that has forgotten everything are decided alike.
pub(crate) fn decide(
    searcher: &mut Searcher,
    opening: &Opening,
    extent: Extent,
    nodes: u64,
    lot: u64,
    control: &SearchControl,
) -> Option<Decision> {
    let by = opening.demand().by();
    let mut decision = decide_demand(searcher, opening, nodes, lot, control)?;
    let mut after = opening.clone();
    let mut done = 0;
    if extent == Extent::Demand {
        return Some(decision);
    }
    loop {
        for action in &decision.actions[done..] {
            // What was decided is what the rule demands.
            after.act(by, action.clone()).ok()?;
        }
        done = decision.actions.len();
        if after.demand().by() != by {
            return Some(decision);
        }
        let Some(next) = decide_demand(searcher, &after, nodes, lot, control) else { return Some(decision) };
        decision.actions.extend(next.actions);
    }
}

fn decide_demand(
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
        Demand::Fifth { count, within, swap, .. } => chooser.fifth(count, within, swap),
        Demand::Ordinary { .. } => chooser.best(Region::Anywhere),
    }
}

/// The same as [`decide`] for as long as there is time, with more nodes from round to round, up to `most` if there is such a
/// limit; the last round that was finished counts, and the first one in any case: what is compared is searched with the same
/// nodes. Where time is no matter it is one round of `most`, or of 50,000 nodes.
pub(crate) fn decide_in_time(
    searcher: &mut Searcher,
    opening: &Opening,
    extent: Extent,
    most: Option<u64>,
    lot: u64,
    control: &SearchControl,
) -> Option<Decision> {
    if control.budget().hard.is_none() {
        return decide(searcher, opening, extent, most.unwrap_or(UNTIMED_NODES), lot, control);
    }
    rounds(most.unwrap_or(u64::MAX), control, |nodes| decide(searcher, opening, extent, nodes, lot, control))
}

/// Rounds with more nodes from one to the next, up to `most`, as long as there is time: what the last one found that came to
/// its end, or else the first one.
fn rounds(most: u64, control: &SearchControl, mut round: impl FnMut(u64) -> Option<Decision>) -> Option<Decision> {
    let mut nodes = FIRST_ROUND.min(most);
    let mut best = round(nodes)?;
    while nodes < most && !control.is_over() {
        nodes = nodes.saturating_mul(MORE_NODES).min(most);
        best = round(nodes).filter(|_| !control.is_over()).unwrap_or(best);
    }
    Some(best)
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
            OpeningRule::Swap | OpeningRule::Swap2 => self.three_anywhere(),
            OpeningRule::Pro { .. } | OpeningRule::LongPro | OpeningRule::Free => self.best(within),
            _ if number <= 3 => self.pattern(),
            _ if number == 4 => self.fourth(within),
            _ => self.even(within),
        }
    }

    /// What is left of three stones that leave both colours alike: from the table where it has any, in one of their views.
    fn three_anywhere(&mut self) -> Option<Decision> {
        let size = self.game().size();
        if let Some(three) = self.draw(EvenThree::of(self.game())) {
            let view = SplitMix64::new(self.lot).choose(&Symmetry::ALL).copied().unwrap_or(Symmetry::ALL[0]);
            let points = three.stones.map(|stone| view.point(stone, size));
            return first(vec![(stones(points), -three.value.abs())]);
        }
        let begun = self.game().moves().len();
        let drawn = proposal::draw(self.game(), PROPOSALS, self.lot);
        let even = self.judge.most_even_positions(drawn, self.nodes);
        let rest = |game: &Game| stones(game.moves().iter().skip(begun).map(|played| played.point));
        first(even.iter().map(|(game, value)| (rest(game), -value.abs())).collect())
    }

    /// The stones of an opening that suits the rule: all that the same player puts.
    fn pattern(&mut self) -> Option<Decision> {
        let size = self.game().size();
        let begun: Vec<Point> = self.game().moves().iter().map(|played| played.point).collect();
        let mut found: Vec<([Point; 3], i32)> = Vec::new();
        for pattern in Pattern::all() {
            let distance = self.distance(pattern);
            let mut views = pattern.views(size).to_vec();
            views.retain(|stones| stones.starts_with(&begun));
            let fitting = SplitMix64::new(self.lot).choose(&views).copied();
            found.extend(fitting.filter(|_| distance < i32::MAX).map(|stones| (stones, distance)));
        }
        let least = found.iter().map(|&(_, distance)| distance).min()?;
        let good: Vec<_> = found.iter().copied().filter(|&(_, distance)| distance <= least.max(EVEN)).collect();
        let (chosen, distance) = self.draw(&good)?;
        let by = self.opening.demand().by();
        let (mut after, mut end) = (self.opening.clone(), begun.len());
        while end < chosen.len() && matches!(after.demand(), Demand::Stone { by: next, .. } if next == by) {
            after.act(by, Action::Stone(chosen[end])).ok()?;
            end += 1;
        }
        let part = |three: [Point; 3]| stones(three[begun.len()..end].iter().copied());
        // Where the other goes on nobody knows which opening it will be.
        let known = end == chosen.len();
        let values = found.into_iter().filter(|_| known).map(|(three, distance)| (part(three), -distance)).collect();
        Some(Decision { actions: part(chosen), value: known.then_some(-distance), values })
    }

    /// How far from even an opening is under the rule, both sides doing their best: more than any value when it is banned.
    fn distance(&self, pattern: Pattern) -> i32 {
        let values = OpeningValues::of(pattern);
        match self.opening.rule() {
            OpeningRule::Designated(wanted) => i32::from(pattern != wanted) * i32::MAX,
            OpeningRule::Rif | OpeningRule::RenjuSwap => values.by_number[1].abs(),
            OpeningRule::Yamaguchi { most } => values.nearest(most.get()),
            OpeningRule::Soosyrv { most } => values.most_even(most.get()),
            OpeningRule::Taraguchi { fifths, .. } => values.offer(fifths.get()).max(0),
            _ => 0,
        }
    }

    /// The fourth stone, or of those that are alike the first.
    fn fourth(&mut self, within: Region) -> Option<Decision> {
        let size = self.game().size();
        let inside = |point: Point| within.contains(point, size);
        let count = |fifths: Fifths| usize::from(fifths.get());
        // What each fourth is worth to who puts it.
        type Worth = Box<dyn Fn(&Fourth) -> i32>;
        let (most, worth): (usize, Worth) = match self.opening.rule() {
            OpeningRule::Tarannikov => {
                let mut lines = self.judge.lines(self.opening.game(), EVEN_FOURTHS, self.nodes, inside);
                lines.sort_by_key(|&(_, value)| value.abs());
                return first(lines.into_iter().map(|(point, value)| (stones([point]), -value.abs())).collect());
            }
            OpeningRule::Soosyrv { most } => {
                (count(most), Box::new(move |fourth| -fourth.most_even(count(most)).1.abs()))
            }
            OpeningRule::Taraguchi { fifths, .. } => {
                (count(fifths), Box::new(move |fourth| -fourth.offer_or_swap(count(fifths))))
            }
            _ => {
                let number = usize::from(self.opening.declared().unwrap_or(Fifths::RIF.get()));
                (number, Box::new(move |fourth| -fourth.offer(number)))
            }
        };
        let fourths = self.judge.fourths(self.opening.game(), most, self.nodes, inside);
        let mut valued: Vec<_> = fourths.iter().map(|fourth| (stones([fourth.point]), worth(fourth))).collect();
        valued.sort_by_key(|&(_, value)| -value);
        first(valued)
    }

    /// The stone after which neither colour is better.
    fn even(&mut self, within: Region) -> Option<Decision> {
        let size = self.game().size();
        let inside: Vec<Point> = self.game().empty_points().filter(|&point| within.contains(point, size)).collect();
        let symmetries = Symmetries::of_game(self.game(), Sameness::Shape);
        let distinct = symmetries.map_or(inside.clone(), |symmetries| symmetries.distinct(inside));
        let even = self.judge.most_even(self.opening.game(), &distinct, self.nodes);
        first(even.into_iter().map(|(point, value)| (stones([point]), -value.abs())).collect())
    }

    /// The best stone in a region.
    fn best(&mut self, within: Region) -> Option<Decision> {
        let size = self.game().size();
        let found = self.judge.best(self.opening.game(), self.nodes, |point| within.contains(point, size))?;
        first(vec![(stones([found.variation[0]]), found.score.value())])
    }

    /// The better colour, or one by lot.
    fn color(&mut self) -> Decision {
        let black = self.black();
        let own = if self.opening.black() == self.opening.demand().by() { black } else { -black };
        chosen(self.better(own), colors(own).to_vec())
    }

    /// Which colour to take when the own one is worth so much, with what it is worth.
    fn better(&self, own: i32) -> (Vec<Action>, i32) {
        let swaps = if own.abs() > UNCLEAR { own < 0 } else { SplitMix64::new(self.lot).below(2) == 0 };
        let [swap, keep] = colors(own);
        if swaps { swap } else { keep }
    }

    /// What the position is worth to Black when the rest of the opening is made as well as can be.
    fn black(&mut self) -> i32 {
        let game = self.opening.game();
        let values = self.opening.pattern().map(OpeningValues::of);
        match (self.opening.rule(), game.moves().len(), values) {
            (OpeningRule::Rif | OpeningRule::RenjuSwap, 3, Some(values)) => values.offer(Fifths::RIF.get()),
            (OpeningRule::Yamaguchi { .. }, 3, Some(values)) => {
                let number = self.opening.declared().unwrap_or(1);
                if usize::from(number) <= NUMBERS {
                    return values.offer(number);
                }
                let fourths = self.judge.fourths(game, number.into(), self.nodes, |_| true);
                fourths.iter().map(|fourth| fourth.offer(number.into())).min().unwrap_or(0)
            }
            // Who does not put the fourth may choose again, so Black is never the worse side.
            (OpeningRule::Soosyrv { most }, 3, Some(values)) => {
                let value = values.most_even(most.get());
                if value > EVEN { value } else { 0 }
            }
            (OpeningRule::Taraguchi { fifths, .. }, 3, Some(values)) => values.offer(fifths.get()).max(0),
            (OpeningRule::Soosyrv { .. }, 4, _) => {
                let count = self.opening.declared().unwrap_or(1);
                worst(&self.judge.fifths(game, count.into(), self.nodes), count)
            }
            // The fifth can still make it even, unless the best one leaves Black behind.
            (OpeningRule::Tarannikov, 4, _) => {
                let value = self.judge.black(game, self.nodes);
                if value < -UNCLEAR { value } else { 0 }
            }
            // The next stone can still make it even.
            (OpeningRule::Tarannikov, 1..=3, _) | (OpeningRule::Taraguchi { .. }, 1..=2, _) => 0,
            _ => self.judge.black(game, self.nodes),
        }
    }

    /// The better colour, or two more stones when neither is better: the choice is then worth little to the other.
    fn color_or_two(&mut self) -> Option<Decision> {
        let found = self.judge.best(self.opening.game(), self.nodes, |_| true)?;
        let own = found.score.value();
        let best = match found.variation[..] {
            [fourth, fifth, ..] if own.abs() <= CLEAR => (vec![Action::Two(vec![fourth, fifth])], -own.abs()),
            _ => self.better(own),
        };
        Some(chosen(best, colors(own).to_vec()))
    }

    /// The number of fifths with which both colours are alike.
    fn number(&mut self, most: u8) -> Option<Decision> {
        let values: Vec<(Vec<Action>, i32)> = match self.game().moves().len() {
            3 => {
                let values = OpeningValues::of(self.opening.pattern()?);
                let numbers = 1..=most.min(NUMBERS as u8);
                numbers.map(|number| (vec![Action::Number(number.into())], -values.offer(number).abs())).collect()
            }
            _ => {
                let fifths = self.judge.fifths(self.opening.game(), most.into(), self.nodes);
                (1..=most).map(|number| (vec![Action::Number(number.into())], -worst(&fifths, number).abs())).collect()
            }
        };
        // Of equal numbers the least.
        let best = values.iter().rev().max_by_key(|(_, value)| *value)?.clone();
        Some(chosen(best, values))
    }

    /// The best fifths for Black.
    fn offer(&mut self, count: u8) -> Decision {
        let game = self.opening.game();
        let searched = self.judge.fifths(game, count.into(), self.nodes);
        let fifths = judge::filled(game, self.opening.sameness(), searched, count.into());
        offered(&fifths, count)
    }

    /// The fifth that is best for White.
    fn pick(&mut self) -> Option<Decision> {
        let mut each = self.judge.each(self.opening.game(), self.opening.offered(), self.nodes);
        each.sort_by_key(|&(_, value)| value);
        first(each.into_iter().map(|(point, value)| (vec![Action::Pick(vec![point])], -value)).collect())
    }

    /// Many fifths where even the worst of them is good for Black, or else a single one that leaves both colours alike.
    /// Where none does, a swap: the other has to put the fifth then, and who swapped chooses last.
    fn fifth(&mut self, count: u8, within: Region, may_swap: bool) -> Option<Decision> {
        let mut fifths = self.judge.fifths(self.opening.game(), count.into(), self.nodes / 2);
        // White would pick a fifth of which nothing is known.
        if fifths.len() >= usize::from(count) && worst(&fifths, count) > CLEAR {
            fifths.truncate(count.into());
            return Some(offered(&fifths, count));
        }
        let mut decision = self.even(within)?;
        if let Some(value) = decision.value.filter(|&value| may_swap && value < -UNCLEAR) {
            decision.values.insert(0, (vec![Action::Swap], -value));
            return first(decision.values);
        }
        Some(decision)
    }
}

/// Openings of three stones anywhere that are compared.
const PROPOSALS: usize = 16;
/// Fourths among which the most even is chosen where any can still be made even.
const EVEN_FOURTHS: usize = 12;

/// The value of an offer of some fifths, the best of which come first: White picks the worst.
fn worst(fifths: &[(Point, i32)], count: u8) -> i32 {
    let count = usize::from(count).clamp(1, fifths.len().max(1));
    fifths.get(count - 1).map_or(0, |&(_, value)| value)
}

/// Both colours with what they are worth when the own one is worth so much.
fn colors(own: i32) -> [(Vec<Action>, i32); 2] {
    [(vec![Action::Swap], -own), (vec![Action::Keep], own)]
}

/// The decision for what is worth so much, where these were compared.
fn chosen((actions, value): (Vec<Action>, i32), values: Vec<(Vec<Action>, i32)>) -> Decision {
    Decision { actions, value: Some(value), values }
}

/// The decision for the first of what was compared.
fn first(values: Vec<(Vec<Action>, i32)>) -> Option<Decision> {
    Some(chosen(values.first()?.clone(), values))
}

/// The decision to offer these fifths, of which there are so many.
fn offered(fifths: &[(Point, i32)], count: u8) -> Decision {
    let points = fifths.iter().map(|&(point, _)| point).collect();
    let values = fifths.iter().map(|&(point, value)| (stones([point]), value)).collect();
    chosen((vec![Action::Offer(points)], worst(fifths, count)), values)
}

/// Stones one after another.
fn stones(points: impl IntoIterator<Item = Point>) -> Vec<Action> {
    points.into_iter().map(Action::Stone).collect()
}

#[cfg(test)]
mod tests;
